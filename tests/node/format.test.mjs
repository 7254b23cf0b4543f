// format(): what it promises, checked from outside. Over a sample of all cases (those whose script's hash is 0 modulo 20, so that a new
// case does not change which others are taken; NACRE_SHARED says where the shared ones are; NACRE_FORMAT_ALL=1 takes all),
// the formatted script has the same tree, formats to itself, and run in a sandbox gives the same output and status. The whole
// corpora are formatted in tests/unit/analysis/corpora_test.cc.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { analyze, format, Sandbox, ShellSyntaxError } from "../../dist/index.node.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

// The tree without places, and without what depends on the layout: texts of words, and sources.
function meaning(node) {
  if (Array.isArray(node)) return node.map(meaning);
  if (node === null || typeof node !== "object") return node;
  const out = {};
  for (const [key, value] of Object.entries(node)) if (!["begin", "end", "line", "column", "text"].includes(key) || (key === "end" && typeof value === "string")) out[key] = meaning(value);
  return out;
}

function cases(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => name.endsWith(".jsonl")).sort()
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line)));
}

async function run(c, script) {
  const bytes = (v) => (typeof v === "string" ? v : v?.b64 != null ? Buffer.from(v.b64, "base64") : (v?.text ?? ""));
  const files = {};
  for (const [name, v] of Object.entries(c.files ?? {})) {
    files[name] = typeof v === "string" ? v : v.dir ? { directory: true } : v.link != null ? { symlink: v.link } : { data: bytes(v), mode: v.mode ?? 0o644 };
  }
  const sandbox = await Sandbox.create({ files, seed: 1, now: 1e12, env: { ...c.env, LC_ALL: "C.UTF-8" } });
  try {
    const r = await sandbox.exec(script, { stdin: c.stdin == null ? undefined : bytes(c.stdin), timeoutMs: 5000 });
    return { stdout: r.stdout.replace(/line \d+/g, "line N"), exitCode: r.exitCode };
  } finally {
    await sandbox.dispose();
  }
}

// Each of these ends a line before its end, by an error or `set -o onecmd`, so that what stands on the next line is run; the first shows
// lines from a sourced file, the last its own text.
const layout = new Set([
  "brush/callstack/Nested_function_calls", "brush/options/shopt-failglob/failglob_aborts_compound_list",
  "just-bash-unit/printf/printf/should_accept_array_subscript_with_@", "nacre/builtins-set-shopt-alias/03 set-B-set-e-u-echo-set-eu-set-o-vi-set-o",
  "nacre/language/the brace range from z to A", "nacre/xtrace/empty namerefs", "oils/known-differences/`set`_output_format_-_ifupdown-ng",
]);
// Lines are counted otherwise, a fatal error ends its line, and printed functions keep some texts as they were written (extended
// patterns): what shows any of these may differ.
const byLine = /LINENO|caller|BASH_(SOURCE|EXECUTION_STRING)|set -[a-z]*v|alias|(declare|typeset|local|export) -[a-z]*[fpr]|\btype\b|command -V|readonly|\$\{!/;

async function sample(list) {
  let formatted = 0, compared = 0;
  for (const c of list) {
    if (!process.env.NACRE_FORMAT_ALL && createHash("sha256").update(c.script).digest().readUInt32BE() % 20 !== 0) continue;
    const before = await analyze(c.script);
    if (before.error) {
      await assert.rejects(format(c.script), ShellSyntaxError);
      continue;
    }
    const once = await format(c.script);
    formatted++;
    const after = await analyze(once);
    assert.deepEqual(meaning(after.tree), meaning(before.tree), c.script);
    assert.equal(after.readOnly, before.readOnly, c.script);
    assert.equal(await format(once), once, c.script);
    if (byLine.test(c.script) || c.helpers || layout.has(c.id)) continue;
    compared++;
    assert.deepEqual(await run(c, once), await run(c, c.script), c.script);
  }
  return [formatted, compared];
}

test("a sample of the own cases: tree, twice, run", async () => {
  const [formatted, compared] = await sample(cases(join(root, "tests/conformance/cases")));
  assert.ok(formatted > 50 && compared > 20, `${formatted} ${compared}`);
});

test("a sample of the shared cases: tree, twice, run", async (t) => {
  const list = cases(join(process.env.NACRE_SHARED ?? join(root, "../shared"), "conformance/cases"));
  if (list.length === 0) return t.skip("no shared cases here: set NACRE_SHARED");
  const [formatted, compared] = await sample(list);
  assert.ok(formatted > 400 && compared > 300, `${formatted} ${compared}`);
});

test("options, bytes and errors", async () => {
  assert.equal(await format("if a\nthen b\nfi", { indent: 4 }), "if a; then\n    b\nfi\n");
  assert.equal(await format("ls !(a);", { extglob: true }), "ls !(a)\n");
  assert.deepEqual(await format(Uint8Array.of(0x61, 0x20, 0x20, 0xff)), Uint8Array.of(0x61, 0x20, 0xff, 0x0a));
  const error = await format("echo a\nif then").catch((e) => e);
  assert.ok(error instanceof ShellSyntaxError && error instanceof SyntaxError);
  assert.deepEqual([error.message, error.line, error.column, error.code], ["syntax error near unexpected token `then'", 2, 4, "ERR_SHELL_SYNTAX"]);
  await assert.rejects(format(1), TypeError);
  await assert.rejects(format("", { indent: -1 }), RangeError);
});

test("hostile scripts do not trap", async () => {
  for (const part of ["( ", "{ ", "$(", "`", "${x:-", "$((", "if ", "[[ ( ", "a=(", "<(", "f() ", "<<E\n", "a |\n", "a; ", "#\n", "\\\n"]) {
    for (const depth of [400, 5000]) await format(part.repeat(depth), { memory: 16 << 20 }).catch((e) => assert.ok(e instanceof ShellSyntaxError, `${part}: ${e}`));
  }
  const nested = `${"if a; then\n".repeat(200)}b\n${"fi\n".repeat(200)}`;
  assert.equal((await format(nested)).split("\n")[200], `${"\t".repeat(200)}b`);
  const big = "x=$(echo a|b)  # c\n".repeat(50_000);
  assert.equal(await format(big), "x=$(echo a | b) # c\n".repeat(50_000));
});

test("the command line", () => {
  const folder = mkdtempSync(join(tmpdir(), "nacre-format-"));
  const nacre = (args, input = "") => {
    const r = spawnSync(process.execPath, [join(root, "bin/nacre"), ...args], { encoding: "utf8", input, cwd: folder });
    return [r.stdout, r.stderr, r.status];
  };
  try {
    assert.deepEqual(nacre(["--format"], "a;b"), ["a\nb\n", "", 0]);
    assert.deepEqual(nacre(["--format", "--indent", "2", "-c", "{ a\n}"]), ["{\n  a\n}\n", "", 0]);
    writeFileSync(join(folder, "s.sh"), "a  &&  b");
    assert.deepEqual(nacre(["--format", "-w", "s.sh"]), ["", "", 0]);
    assert.equal(readFileSync(join(folder, "s.sh"), "utf8"), "a && b\n");
    assert.deepEqual(nacre(["--format", "s.sh"]), ["a && b\n", "", 0]);
    assert.deepEqual(nacre(["--format"], "a\n)"), ["", "nacre: -: line 2: syntax error near unexpected token `)'\nnacre: -: line 2: `)'\n", 2]);
    assert.equal(nacre(["--format", "missing.sh"])[2], 1);
    const [out, , status] = nacre(["--analyze", "-c", "rm x"]);
    assert.deepEqual([JSON.parse(out).commands[0].name, JSON.parse(out).readOnly, status], ["rm", false, 0]);
    assert.equal(nacre(["--analyze", "--extglob"], "ls !(a)")[2], 0);
    assert.equal(nacre(["--analyze"], "if")[2], 2);
    assert.equal(nacre(["-w"])[2], 2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
