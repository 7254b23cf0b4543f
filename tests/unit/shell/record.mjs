// Records what real bash prints for the scripts in cases/*.txt, as cases/*.inc:
//   node tests/unit/shell/record.mjs [NAME...]
// A file holds scripts, separated by lines of %%. Each runs as `bash -c SCRIPT 2>&1` with HOME=/root in /tmp/work, which is made
// empty before it; cases/NAME.sh, if it is there, is run before each script of NAME.txt, in a shell of its own. BASH_ENV
// defines p (prints its arguments as N:<a><b>) and assign (name, value). What is recorded ends with the exit status.
// The tests (recorded_test.cc) do the same in a Machine.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync, existsSync } from "node:fs";
import { join } from "node:path";

const folder = new URL("cases/", import.meta.url).pathname;
const work = "/tmp/work", rc = "/tmp/rc";
const env = { PATH: "/usr/bin:/bin", HOME: "/root", LC_ALL: "C.UTF-8", TZ: "UTC", BASH_ENV: rc };
// stdin must be no socket, which node's pipes are: bash takes that for rshd, and reads ~/.bashrc instead of BASH_ENV.
const stdio = ["ignore", "pipe", "inherit"];
const run = (script) => {
  const r = spawnSync("bash", ["-c", 'bash -c "$1" 2>&1 | cat; exit ${PIPESTATUS[0]}', "bash", script], { env, cwd: work, timeout: 20000, stdio });
  if (r.error || r.signal) throw new Error(`did not end: ${script}`);
  return r.stdout.toString("utf8") + `[${r.status}]\n`;
};
const empty = (path) => {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path);
};
// Process ids differ from run to run.
const pids = (text) => text.replace(/^(bash: line \d+: ) *\d+ ([A-Z])/gm, "$1PID $2");
// Compilers take string literals of 64 KiB; the end of a raw string must not be in it.
const raw = (text) => {
  if (text.includes(')~"')) throw new Error("a case holds the end of a raw string");
  return `R"~(${text})~"`;
};

writeFileSync(rc, readFileSync(join(folder, "prelude.sh")));
empty(work);
if (run("p a 'b c'") !== "2:<a><b c>\n[0]\n") throw new Error("the function p is not there");
const names = process.argv.slice(2);
for (const file of readdirSync(folder).filter((name) => name.endsWith(".txt"))) {
  const name = file.replace(/\.txt$/, "");
  if (names.length && !names.includes(name)) continue;
  const setup = existsSync(join(folder, `${name}.sh`)) ? readFileSync(join(folder, `${name}.sh`), "utf8") : "";
  const rows = [];
  for (const script of readFileSync(join(folder, file), "utf8").split("\n%%\n")) {
    const text = script.replace(/^\n+|\n+$/g, "");
    if (!text) continue;
    const record = () => {
      empty(work);
      if (setup && run(setup) !== "[0]\n") throw new Error(`${name}.sh failed`);
      return pids(run(text));
    };
    const out = record();
    if (/: p: command not found/.test(out) && !/unset -f p/.test(text)) throw new Error(`p was not there for: ${text}`);
    if (record() !== out) {
      console.error(`left out, for it prints something else each time: ${text}`);
      continue;
    }
    rows.push(`{${raw(text)},\n ${raw(out)}},\n`);
  }
  writeFileSync(join(folder, `${name}.inc`), "// Recorded from real bash by record.mjs. Do not edit.\n" + rows.join(""));
  console.log(file, rows.length);
}
rmSync(work, { recursive: true });
rmSync(rc);
