// Records what real bash prints for the scripts in cases/*.txt, as cases/*.inc:
//   node tests/unit/expand/record.mjs
// A file holds scripts, separated by lines of %%. They run with the function `p` (prints its arguments as N:<a><b>), in an
// empty folder /tmp/empty; glob.txt in /tmp/g, which the first lines of glob_setup.sh fill. stderr is part of the output.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = new URL("cases/", import.meta.url).pathname;
const prelude = `p(){ local IFS=' ' LC_ALL=C.UTF-8; printf '%d:' $#; printf '<%s>' "$@"; echo; }
assign(){ printf -v "$1" %s "$2"; }
`;
const scratch = mkdtempSync("/tmp/record-");
const rc = join(scratch, "rc");
writeFileSync(rc, prelude);
const env = { PATH: "/usr/bin:/bin", HOME: "/root", LC_ALL: "C.UTF-8", TZ: "UTC", BASH_ENV: rc };

for (const path of ["/tmp/g", "/tmp/empty"]) {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path);
}
execFileSync("bash", ["-c", readFileSync(join(folder, "glob_setup.sh"), "utf8").replaceAll("link ", "ln -s ")], { env });

const raw = (text) => {
  if (text.includes(')~"')) throw new Error("a case holds the end of a raw string");
  return `R"~(${text})~"`;
};
writeFileSync(join(folder, "glob_setup.inc"), raw(readFileSync(join(folder, "glob_setup.sh"), "utf8").trim()) + "\n");
for (const file of readdirSync(folder).filter((name) => name.endsWith(".txt"))) {
  const rows = [];
  for (const script of readFileSync(join(folder, file), "utf8").split("\n%%\n")) {
    const text = script.replace(/^\n+|\n+$/g, "");
    if (!text) continue;
    const run = spawnSync("bash", ["-c", 'exec bash -c "$1" 2>&1', "bash", text], { env, cwd: "/tmp", timeout: 20000 });
    rows.push(`{${raw(text)},\n ${raw(run.stdout.toString("utf8") + `[${run.status}]\n`)}},\n`);
  }
  writeFileSync(join(folder, file.replace(/txt$/, "inc")), "// Recorded from real bash by record.mjs. Do not edit.\n" + rows.join(""));
  console.log(file, rows.length);
}
rmSync(scratch, { recursive: true });
