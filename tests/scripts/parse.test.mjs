// Every shell script of this machine: bash -n says the same in real bash and in Nacre, and what is a function in both is printed the
// same by declare -f. Nothing of them is run.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fetched, noBash } from "./harness.mjs";
import { Sandbox } from "../../dist/index.node.js";

const roots = ["/usr/bin", "/usr/sbin", "/usr/lib", "/usr/libexec", "/usr/share", "/etc", "/lib", "/sbin", "/var/lib/dpkg/info", fetched];
const kMost = 2500, kSize = 1 << 20;

// Whether a file is for sh or bash, by its first line or, where completions and the like have none, by its name.
function isShell(at, name) {
  if (/\.(sh|bash)$/.test(name) || /bash-completion\/completions\/[^.]+$|bash_completion\.d\//.test(at)) return true;
  const fd = fs.openSync(at, "r");
  const line = Buffer.alloc(64);
  fs.readSync(fd, line);
  fs.closeSync(fd);
  return /^#! ?\/(usr\/)?bin\/(env )?(ba|da)?sh\b/.test(line.toString("latin1"));
}

function scripts() {
  const out = [], seen = new Set();
  const walk = (folder) => {
    let entries;
    try {
      if (seen.has(fs.realpathSync(folder))) return;
      seen.add(fs.realpathSync(folder));
      entries = fs.readdirSync(folder, { withFileTypes: true });
    } catch { return; }
    for (const e of entries) {
      const at = path.join(folder, e.name);
      if (e.isDirectory()) walk(at);
      else if (e.isFile() && out.length < kMost) {
        try {
          if (fs.statSync(at).size < kSize && isShell(at, e.name)) out.push(at);
        } catch { /* not readable */ }
      }
    }
  };
  roots.forEach(walk);
  // Text only: of others bash's messages quote bytes that no string holds.
  return out.filter((at) => Buffer.from(fs.readFileSync(at, "utf8")).equals(fs.readFileSync(at)));
}

// For each file on stdin: its name, the status of bash -n and its messages, and the function that it makes.
const driver = `while IFS= read -r file; do
  echo "== $file"
  messages=$(bash -n "$file" 2>&1 </dev/null); status=$?
  echo "$status $messages"
  [ $status = 0 ] && [ -z "$messages" ] && bash -c 'eval "all() {
$(cat "$0")
}" && declare -f all' "$file" </dev/null 2>&1
done`;

test("every shell script: bash -n and declare -f", { skip: noBash ?? false }, async (t) => {
  const list = scripts();
  const files = Object.fromEntries(list.map((at) => [`/m${at}`, fs.readFileSync(at)]));
  const env = { PATH: "/usr/bin:/bin", HOME: "/nonexistent", LC_ALL: "C.UTF-8", TZ: "UTC" };
  const real = spawnSync("bash", ["-c", driver], { input: list.map((at) => at + "\n").join(""), env, cwd: "/", maxBuffer: 1 << 30 });
  const sandbox = await Sandbox.create({ files, env: { LANG: undefined, SHELL: undefined, ...env }, limits: { memory: 512 << 20, output: 1 << 28, files: 200000 } });
  const r = await sandbox.exec(driver, { stdin: list.map((at) => `/m${at}\n`).join(""), timeoutMs: 300_000 });
  await sandbox[Symbol.asyncDispose]();
  const parts = (text) => text.split(/^== /m).slice(1);
  const want = parts(real.stdout.toString()), got = parts(r.stdout.replaceAll("/m/", "/"));
  t.diagnostic(`${list.length} scripts, ${want.join("").split("\n").length} lines`);
  const differ = want.filter((text, i) => text !== got[i]).map((text) => text.split("\n")[0]);
  const first = want.findIndex((text, i) => text !== got[i]);
  if (first >= 0) assert.equal(got[first], want[first], `${differ.length} scripts differ: ${differ.slice(0, 20).join(" ")}`);
  assert.equal(got.length, want.length);
});
