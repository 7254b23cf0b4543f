// Every option in the --help of the real command on this machine is known to ours, and has a recorded conformance case that uses it,
// or is in tests/conformance/options-without-case.txt, a list that only shrinks, with the reason behind a #.
//
// The options are read from the help by script; each is then given to our command, which must not call it invalid.
// `node tests/node/options.test.mjs --list` prints the list anew. A command that this machine does not have is skipped, and said.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { Sandbox } from "../../dist/index.node.js";

const here = path.dirname(fileURLToPath(import.meta.url));
const conformance = path.resolve(here, "../conformance");
const listFile = path.join(conformance, "options-without-case.txt");
const commands =
  ("cat head tail wc ls cp mv rm mkdir rmdir ln touch chmod stat readlink realpath basename dirname pwd mktemp mkfifo find xargs grep " +
    "sed sort uniq cut tr tee seq yes sleep timeout env printenv date printf echo test expr true false diff du tac rev nl paste comm join " +
    "fold md5sum sha256sum base64").split(" ");

// Long and short options named at the starts of lines of a help text.
function optionsOf(help) {
  const found = new Set();
  for (const line of help.split("\n")) {
    const m = /^ {1,8}(-.*)$/.exec(line);
    if (!m) continue;
    for (const part of m[1].split(/ {2,}/)[0].split(/,\s*|\s+or\s+|\s\/\s/)) {
      const o = /^(--?[A-Za-z0-9@?][\w-]*)/.exec(part.trim());
      // Not --GTYPE-group-format and -NUM, which stand for several, nor the -M of cut's "N-M".
      if (o && o[1] !== "--help" && o[1] !== "--version" && !/[A-Z]TYPE|^-NUM/.test(o[1]) && part.trim() !== "-M") found.add(o[1]);
    }
  }
  return [...found];
}

function scripts() {
  const all = new Map();
  const folder = path.join(conformance, "cases");
  for (const file of fs.readdirSync(folder).filter((f) => f.endsWith(".jsonl")))
    for (const line of fs.readFileSync(path.join(folder, file), "utf8").split("\n").filter(Boolean))
      all.set(`${file}/${JSON.parse(line).id}`, JSON.parse(line).script);
  return [...all.values()];
}

// Whether a script gives `option` to `command`: as it is, with =, or in a cluster of short options.
function uses(script, command, option) {
  for (const m of script.matchAll(new RegExp(`(?:^|[\\s|;&($\`/])${command}(?=\\s)([^|;&\\n]*)`, "g")))
    for (const word of m[1].split(/\s+/)) {
      if (word === option || word.startsWith(`${option}=`)) return true;
      if (/^-[^-]$/.test(option) && /^-[^-]/.test(word) && word.slice(1).includes(option[1])) return true;
    }
  return false;
}

const printing = process.argv.includes("--list");
const missing = [];
const known = new Map(fs.readFileSync(listFile, "utf8").split("\n").filter(Boolean).map((line) => [line.split(/\s*#/)[0], line]));

async function check(command, cases) {
  const help = spawnSync("env", [command, "--help"], { encoding: "utf8", env: { ...process.env, LC_ALL: "C.UTF-8" } });
  if (help.error || help.status !== 0) return "not on this machine, or without --help";
  const options = optionsOf(help.stdout);
  const sandbox = await Sandbox.create();
  const refused = [];
  try {
    for (const option of options) {
      const r = await sandbox.exec(`timeout 1 ${command} ${option} </dev/null`, { timeoutMs: 3000 });
      if (/invalid option|unrecognized option|unknown predicate|unknown option|command not found/.test(r.stderr)) refused.push(`${option}: ${r.stderr.split("\n")[0]}`);
      if (!cases.some((s) => uses(s, command, option))) missing.push(`${command} ${option}`);
    }
  } finally {
    await sandbox[Symbol.asyncDispose]();
  }
  assert.deepEqual(refused, [], `${command} refuses options of the real one`);
  return null;
}

if (printing) {
  const cases = scripts();
  for (const command of commands) await check(command, cases).catch((e) => console.error(e.message));
  fs.writeFileSync(listFile, missing.sort().map((m) => (known.get(m) ?? m) + "\n").join(""));
  console.log(`${missing.length} options without a case`);
} else {
  const cases = scripts();
  for (const command of commands)
    test(`options of ${command}`, async (t) => {
      const why = await check(command, cases);
      if (why) t.skip(why);
    });
  test("options without a recorded case are on the list", () => {
    const unlisted = missing.filter((m) => !known.has(m));
    assert.deepEqual(unlisted, []);
  });
}
