// The tools and session environments: over made-up hosts exactly as Flue's published runtime (tools-recorded.json, see tools-record.mjs),
// over a sandbox of ours as the real programs have it; and what goes wrong.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  createSession, createToolLayer, createTools, overlaySession, Sandbox, sandboxSession, scopedSession,
} from "../../dist/index.node.js";
import { collect } from "./tools-cases.mjs";

const recorded = JSON.parse(readFileSync(new URL("tools-recorded.json", import.meta.url), "utf8"));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const text = (result) => result.content[0].text;
const run = (tools, name, params, signal) => tools[name].execute("id", params, signal);
const nobody = { cwd: "/", resolvePath: (p) => p, exec: async () => ({ stdout: "", stderr: "", exitCode: 0 }), readFile: async () => "", writeFile: async () => {} };

test("over hosts, tools and environments do what Flue's do", { timeout: 120_000 }, async () => {
  const got = await collect({ tools: createTools, session: createSession });
  assert.equal(got.length, recorded.cases.length);
  for (const [i, [label, outcome]] of got.entries()) assert.equal(`${label}\n${outcome}`, recorded.cases[i].join("\n"));
});

test("names, labels, descriptions and parameters", () => {
  const described = Object.values(createTools(nobody)).map(({ name, label, description, parameters }) => ({ name, label, description, parameters }));
  assert.deepEqual(described, recorded.described);
});

test("arguments are checked and converted as by Flue's runtime; JSON text as objects", async () => {
  const tools = createTools(nobody);
  for (const [name, args, outcome] of recorded.checked) {
    for (const given of [args, JSON.stringify(args)]) {
      const error = await tools[name].execute("id", given).then(() => undefined, (e) => e.message);
      if (!outcome.error) assert.ok(!error?.startsWith("Validation"), `${name} ${given}: ${error}`);
      else if (given === args) assert.equal(error, outcome.error);
      else assert.equal(error.split("\n\nReceived")[0], outcome.error.split("\n\nReceived")[0]);
    }
  }
});

test("JSON text that is no object, cut, deep, enormous, with escapes", async () => {
  const sandbox = await Sandbox.create({ files: { "é\u2028": "content" } });
  for (const bad of ["", "{", '{"path"', '{"path":"a"', '{"path":"a"}}', '{"path":tru}', '{"path":01}', "[".repeat(100_000), '{"x":'.repeat(100_000),
    `{"path":${"[".repeat(5000)}`, '{"path":"\\u12"}', "{'path':1}", '{"path":"a",}', "\0", "null", '"a"', "nul"]) {
    await assert.rejects(run(sandbox.tools, "read", bad), /^Error: Validation failed for tool "read":\n  - (root|path): /, bad.slice(0, 30));
  }
  assert.equal(text(await run(sandbox.tools, "read", '{"other":{"path":["x"]},"path":"\\u00e9\\u2028","path2":1}')), "content");
  assert.equal(text(await run(sandbox.tools, "read", '{"path":"no","path":"\\u00e9\\u2028"}')), "content");
  const long = "y".repeat(2 << 20);
  assert.equal(text(await run(sandbox.tools, "write", JSON.stringify({ path: "long", content: long }))), `Successfully wrote ${long.length} bytes to long`);
  assert.equal((await sandbox.fs.stat("long")).size, long.length);
  // More than the sandbox has room for is an error, and the sandbox goes on.
  await assert.rejects(run(sandbox.tools, "write", JSON.stringify({ path: "longer", content: "y".repeat(80 << 20) })), Error);
  assert.equal(await sandbox.fs.access("longer").then(() => true, () => false), false);
  assert.equal(text(await run(sandbox.tools, "bash", { command: "echo on" })), "on");
});

test("over a sandbox: files", async () => {
  const sandbox = await Sandbox.create();
  const { tools } = sandbox;
  assert.deepEqual(await run(tools, "write", { path: "a/b/c.txt", content: "é€😀\nsecond\n" }), {
    content: [{ type: "text", text: "Successfully wrote 12 bytes to a/b/c.txt" }], details: { path: "a/b/c.txt", size: 12 },
  });
  assert.deepEqual(await run(tools, "read", { path: "/home/user/a/./b/../b/c.txt" }), {
    content: [{ type: "text", text: "é€😀\nsecond\n" }], details: { path: "/home/user/a/./b/../b/c.txt", lines: 3 },
  });
  assert.equal(text(await run(tools, "edit", { path: "a/b/c.txt", oldText: "second", newText: "2nd" })), "Successfully edited a/b/c.txt");
  assert.equal(await sandbox.fs.readFile("a/b/c.txt", "utf8"), "é€😀\n2nd\n");
  assert.equal((await sandbox.exec("stat -c %U:%G:%a a a/b a/b/c.txt")).stdout, "user:user:755\nuser:user:755\nuser:user:644\n");
  await assert.rejects(run(tools, "read", { path: "none" }), { code: "ENOENT", message: "ENOENT: no such file or directory, open '/home/user/none'" });
  await assert.rejects(run(tools, "read", { path: "a" }), { code: "EISDIR", message: "EISDIR: illegal operation on a directory, read" });
  await assert.rejects(run(tools, "write", { path: "a", content: "" }), { code: "EISDIR" });
  await assert.rejects(run(tools, "write", { path: "a/b/c.txt/d", content: "" }), { code: "ENOTDIR" });
  await assert.rejects(run(tools, "edit", { path: "none", oldText: "a", newText: "b" }), { code: "ENOENT" });
  // Halves of pairs are no UTF-8.
  await run(tools, "write", { path: "half", content: "a\ud800b" });
  assert.equal(await sandbox.fs.readFile("half", "utf8"), "a\ufffdb");
  assert.equal(text(await run(tools, "edit", { path: "half", oldText: "\ufffd", newText: "\udc00!" })), "Successfully edited half");
  assert.equal(await sandbox.fs.readFile("half", "utf8"), "a\ufffd!b");
  // Special files do not hang the reader.
  for (const path of ["/dev/zero", "/dev/random"]) await assert.rejects(run(tools, "read", { path }), Error);
  await sandbox.exec("mkfifo pipe; ln -s loop loop");
  await assert.rejects(run(tools, "read", { path: "pipe" }), { code: "EINVAL" });
  await assert.rejects(run(tools, "read", { path: "loop" }), { code: "ELOOP" });
});

test("over a sandbox: what is no UTF-8 is shown as U+FFFD, and an edit leaves it as it is", async () => {
  const bytes = Uint8Array.from([0x61, 0xff, 0xe2, 0x82, 0x0a, 0x62, 0xed, 0xa0, 0x80, 0x0a, 0x63]);
  const sandbox = await Sandbox.create({ files: { x: bytes } });
  assert.equal(text(await run(sandbox.tools, "read", { path: "x" })), new TextDecoder().decode(bytes));
  assert.equal(await sandboxSession(sandbox).readFile("x"), new TextDecoder().decode(bytes));
  await run(sandbox.tools, "edit", { path: "x", oldText: "b", newText: "BB" });
  assert.deepEqual([...await sandbox.fs.readFile("x")], [0x61, 0xff, 0xe2, 0x82, 0x0a, 0x42, 0x42, 0xed, 0xa0, 0x80, 0x0a, 0x63]);
  await run(sandbox.tools, "edit", { path: "x", oldText: "\n", newText: "\r\n", replaceAll: true });
  assert.equal((await sandbox.fs.readFile("x")).length, bytes.length + 1 + 2);
  // The borders are those of the text that is shown.
  await sandbox.fs.writeFile("y", new Uint8Array(51200).fill(0xff));
  assert.equal(text(await run(sandbox.tools, "read", { path: "y" })), "\ufffd".repeat(51200));
  await sandbox.fs.writeFile("y", new Uint8Array(51201).fill(0xff));
  assert.match(text(await run(sandbox.tools, "read", { path: "y" })), /^\ufffd{51200}\n\n\[Line 1 exceeds the 51200-byte read limit; /);
});

test("over a sandbox: large files are read by what is shown of them", async () => {
  const sandbox = await Sandbox.create({ limits: { memory: 48 << 20 } });
  await sandbox.exec("yes 0123456789abcde | head -c 33554432 > big; truncate -s 40M hole");
  const result = await run(sandbox.tools, "read", { path: "big", offset: 2_097_150, limit: 2 });
  assert.deepEqual([text(result), result.details.lines], ["0123456789abcde\n0123456789abcde", 2_097_153]);
  assert.match(text(await run(sandbox.tools, "read", { path: "big" })), /\n\n\[Showing lines 1-2000 of 2097153\. Use offset=2001 to continue\.\]$/);
  assert.match(text(await run(sandbox.tools, "read", { path: "hole" })), /^\0{51200}\n\n\[Line 1 exceeds/);
  // What does not fit when written leaves the old content.
  await run(sandbox.tools, "write", { path: "old", content: "old" });
  await assert.rejects(run(sandbox.tools, "edit", { path: "big", oldText: "0", newText: "11", replaceAll: true }), Error);
  await assert.rejects(run(sandbox.tools, "write", { path: "old", content: "x".repeat(20 << 20) }), Error);
  assert.equal(await sandbox.fs.readFile("old", "utf8"), "old");
});

test("over a sandbox: an edit whose text overlaps itself takes linear time", async () => {
  const sandbox = await Sandbox.create();
  await sandbox.fs.writeFile("a", "a".repeat(400_000));
  const half = "a".repeat(200_000);
  const begin = performance.now();
  await assert.rejects(run(sandbox.tools, "edit", { path: "a", oldText: `${half}b`, newText: "" }), /Could not find the exact text/);
  await assert.rejects(run(sandbox.tools, "edit", { path: "a", oldText: half, newText: "" }), /Found 2 occurrences/);
  assert.equal(text(await run(sandbox.tools, "edit", { path: "a", oldText: half, newText: "b", replaceAll: true })), "Replaced 2 occurrences in a");
  assert.equal(await sandbox.fs.readFile("a", "utf8"), "bb");
  assert.ok(performance.now() - begin < 5000);
});

test("over a sandbox: paths with NUL, newlines, of 4096 bytes", async () => {
  const sandbox = await Sandbox.create();
  for (const name of ["read", "write", "edit"]) {
    const params = { content: "x", oldText: "a", newText: "b" };
    await assert.rejects(run(sandbox.tools, name, { ...params, path: "a\0b" }), { code: "EINVAL" });
    await assert.rejects(run(sandbox.tools, name, { ...params, path: `/${"a".repeat(300)}` }), { code: "ENAMETOOLONG" });
    await assert.rejects(run(sandbox.tools, name, { ...params, path: "/a".repeat(2100) }), Error);
  }
  await run(sandbox.tools, "write", { path: "a\nb/c'd", content: "found\n" });
  assert.equal(text(await run(sandbox.tools, "read", { path: "a\nb/c'd" })), "found\n");
  assert.equal(text(await run(sandbox.tools, "grep", { pattern: "fou", path: "a\nb/c'd" })), "a\nb/c'd:1:found");
  assert.equal(text(await run(sandbox.tools, "glob", { pattern: "c'd" })), "./a\nb/c'd");
  assert.equal(text(await run(sandbox.tools, "write", { path: "../../../../x/../y", content: "1" })), "Successfully wrote 1 bytes to ../../../../x/../y");
  assert.equal(await sandbox.fs.readFile("/y", "utf8"), "1");
});

test("over a sandbox: grep and glob print what the programs would", async () => {
  const files = { "-e": "x\n", "a b": "x1\nX\n", "d/e/f.ts": "let x = 1;\n", "d/g.js": "x\n", bin: Uint8Array.from([0, 120, 10]) };
  const sandbox = await Sandbox.create({ files });
  for (const [params, command] of [
    [{ pattern: "x" }, "grep -rnH -E -- x ."], [{ pattern: "x", path: "d" }, "grep -rnH -E -- x d"], [{ pattern: "(x|X)$" }, "grep -rnH -E -- '(x|X)$' ."],
    [{ pattern: "x", include: "*.ts" }, "grep -rnH -E --include='*.ts' -- x ."], [{ pattern: "x = 1", literal: true }, "grep -rnH -F -- 'x = 1' ."],
    [{ pattern: "x", path: "-e" }, "grep -rnH -E -- x -e"],
  ]) {
    const { stdout } = await sandbox.exec(command);
    assert.deepEqual(await run(sandbox.tools, "grep", params), {
      content: [{ type: "text", text: stdout.trim() }], details: { matchCount: stdout.trim().split("\n").length },
    });
  }
  assert.equal(text(await run(sandbox.tools, "grep", { pattern: "nothing" })), "No matches found.");
  await assert.rejects(run(sandbox.tools, "grep", { pattern: "(" }), { message: `grep failed: ${(await sandbox.exec("grep -E '('")).stderr}` });
  await assert.rejects(run(sandbox.tools, "grep", { pattern: "x", path: "none" }), { message: "grep failed: grep: none: No such file or directory\n" });
  assert.equal(text(await run(sandbox.tools, "glob", { pattern: "*.ts" })), "./d/e/f.ts");
  assert.equal(text(await run(sandbox.tools, "glob", { pattern: "*", path: "none" })), "No files found matching pattern.");
  await sandbox.exec("mkdir many; cd many; touch $(seq 1500); seq 150 > ../lines");
  const found = await run(sandbox.tools, "glob", { pattern: "*", path: "many" });
  assert.equal(found.details.matchCount, 1000);
  assert.equal(text(found), (await sandbox.exec("find many -type f -name '*' | head -1000")).stdout.trim());
  assert.match(text(await run(sandbox.tools, "grep", { pattern: "", path: "lines" })), /lines:100:100\n\n\[Showing 100 of 150 matches\. Narrow your search\.\]$/);
});

test("over a sandbox: bash", async () => {
  const commands = { hello: async ({ stdout }) => {
    const writer = stdout.getWriter();
    await writer.write("from JavaScript\n");
    await writer.close();
  } };
  const sandbox = await Sandbox.create({ commands, files: { f: "1\n" } });
  const bash = (command, more) => run(sandbox.tools, "bash", { command, ...more });
  assert.deepEqual(await bash("echo out; echo err >&2; exit 3"), {
    content: [{ type: "text", text: "out\n\nerr\n\nCommand exited with code 3" }],
    details: { command: "echo out; echo err >&2; exit 3", exitCode: 3 },
  });
  assert.equal(text(await bash("hello | tr a-z A-Z; whoami 2>/dev/null || echo $USER; pwd")), "FROM JAVASCRIPT\nuser\n/home/user");
  assert.equal(text(await bash("cat; read x; echo $?")), "1");
  assert.equal(text(await bash("kill -9 $$")), "(no output)\n\nCommand exited with code 137");
  assert.match(text(await bash("kill -9 -1; kill -9 $PPID; echo still")), /^still\n/);   // the tool itself is out of reach
  assert.equal(text(await bash("printf '\\xff'")), "\ufffd");
  assert.equal(text(await bash("seq 3000")).split("\n").length, 2000);
  assert.equal(text(await bash("head -c 60000 /dev/zero | tr '\\0' x")).length, 51200);
  // Background processes stay, and do not hold the call.
  const begin = performance.now();
  assert.equal(text(await bash("(sleep 0.3; echo late > late) & echo started")), "started");
  assert.ok(performance.now() - begin < 300);
  assert.equal(text(await bash("sleep 0.6; cat late")), "late");
  // Timeouts.
  assert.deepEqual(await bash("echo part; sleep 9", { timeout: 0.1 }), {
    content: [{ type: "text", text: "[flue] Command timed out after 0.1 seconds.\n\nCommand exited with code 124" }],
    details: { command: "echo part; sleep 9", exitCode: 124 },
  });
  assert.match(text(await bash("while :; do :; done", { timeout: "0.2" })), /timed out after 0\.2 seconds/);
  assert.equal(text(await bash("exit 124", { timeout: 9 })), "(no output)\n\nCommand exited with code 124");
  await assert.rejects(bash("echo", { timeout: -1 }), /must not be negative/);
  const { tools: better } = { tools: createTools(sandboxSession(sandbox), { keepPartial: true, markCut: true }) };
  assert.equal(text(await run(better, "bash", { command: "echo part; sleep 9", timeout: 0.1 })),
    "part\n\n[flue] Command timed out after 0.1 seconds.\n\nCommand exited with code 124");
  assert.match(text(await run(better, "bash", { command: "seq 3000" })), /^\[Output cut: the last 2000 of 3000 lines, \d+ of 13892 characters\.\]\n1001\n/);
  // The limit of output ends the command, not the tool.
  const small = await Sandbox.create({ limits: { output: 1000 } });
  assert.match(text(await run(small.tools, "bash", { command: "yes; echo no" })), /nacre: output limit\n\nCommand exited with code 137$/);
});

test("edit says when only line ends are in the way", async () => {
  const sandbox = await Sandbox.create({ files: { f: "a\r\nb\r\n" } });
  const tools = createTools(sandboxSession(sandbox), { reportCrlf: true });
  await assert.rejects(run(tools, "edit", { path: "f", oldText: "a\nb", newText: "c" }), /CRLF/);
  await assert.rejects(run(sandbox.tools, "edit", { path: "f", oldText: "a\nb", newText: "c" }), /whitespace and indentation/);
});

test("over a sandbox: aborts", async () => {
  const sandbox = await Sandbox.create();
  for (const command of ["sleep 9", "while :; do :; done", "trap '' TERM INT; sleep 9", "sleep 9 & wait", "yes > /dev/null"]) {
    const begin = performance.now();
    const signal = AbortSignal.timeout(50);
    await assert.rejects(run(sandbox.tools, "bash", { command }, signal), (e) => e.name === "AbortError" && e.cause === signal.reason);
    assert.ok(performance.now() - begin < 3000);
  }
  await sandbox.exec("mkdir -p d; for i in $(seq 300); do echo $i > d/$i; done");
  const aborted = AbortSignal.abort(new Error("r"));
  for (const name of ["read", "write", "edit", "bash", "grep", "glob"]) {
    await assert.rejects(run(sandbox.tools, name, { path: "f", pattern: "x", command: "c", content: "", oldText: "a", newText: "b" }, aborted), /Operation aborted/);
  }
  const env = sandboxSession(sandbox);
  await assert.rejects(env.exec("sleep 9", { signal: aborted }), (e) => e.name === "AbortError" && e.message === "r");
  assert.equal((await env.exec("ps 2>/dev/null | grep -c sleep; echo alive")).stdout.trim().split("\n").at(-1), "alive");
});

test("the environment of a sandbox", async () => {
  const sandbox = await Sandbox.create({ files: { "d/f": "x" } });
  const env = sandboxSession(sandbox);
  assert.deepEqual(Object.keys(env).sort(), ["cwd", "exec", "exists", "mkdir", "readFile", "readFileBuffer", "readdir", "resolvePath", "rm", "stat", "writeFile"]);
  const { exec, readFile, stat, readdir, exists, mkdir, rm, writeFile, readFileBuffer, resolvePath, cwd } = env;
  assert.equal(cwd, "/home/user");
  assert.equal(resolvePath("../a//b/."), "/home/a/b");
  assert.deepEqual(await exec("echo $A; pwd", { cwd: "d", env: { A: "1" } }), { stdout: "1\n/home/user/d\n", stderr: "", exitCode: 0 });
  assert.equal((await exec("exit 7")).exitCode, 7);
  const missing = await exec("pwd", { cwd: "none" });
  assert.deepEqual([missing.exitCode, missing.stdout], [1, ""]);
  const late = await exec("echo a; echo b >&2; sleep 9", { timeoutMs: 50 });
  assert.deepEqual([late.stdout, late.exitCode], ["a\n", 124]);
  assert.match(late.stderr, /^b\n.*timed out after 50 ms\n$/);
  assert.equal(await readFile("d/f"), "x");
  assert.deepEqual(await readFileBuffer("d/f"), Uint8Array.of(120));
  await writeFile("n/e/w", Uint8Array.of(0, 255));
  assert.deepEqual(await readFileBuffer("n/e/w"), Uint8Array.of(0, 255));
  const s = await stat("d/f");
  assert.deepEqual([s.isFile, s.isDirectory, s.isSymbolicLink, s.size, s.mtime instanceof Date], [true, false, false, 1, true]);
  await sandbox.fs.symlink("d", "l");
  assert.deepEqual([(await stat("l")).isDirectory, (await stat("l")).isSymbolicLink], [true, true]);
  assert.deepEqual(await readdir("."), ["d", "l", "n"]);
  assert.deepEqual([await exists("d/f"), await exists("d/g"), await exists("d/f/g"), await exists("")], [true, false, false, true]);
  await mkdir("m/k", { recursive: true });
  await mkdir("m/k", { recursive: true });
  await assert.rejects(mkdir("m/k"), { code: "EEXIST" });
  await assert.rejects(mkdir("q/k"), { code: "ENOENT" });
  await assert.rejects(rm("m"), { code: "EISDIR" });
  await rm("m", { recursive: true });
  await assert.rejects(rm("m"), { code: "ENOENT" });
  await rm("m", { force: true });
  await rm("l", { recursive: true });
  assert.equal(await exists("d/f"), true);
  await assert.rejects(readdir("d/f"), { code: "ENOTDIR" });
  for (const call of [() => readFile(1), () => exec({}), () => writeFile("a", 5), () => exec("x", { signal: 1 })]) await assert.rejects(call, TypeError);
  // A tree that is deep and wide.
  await exec("p=deep; for i in $(seq 60); do p=$p/d; done; mkdir -p $p; touch $p/f deep/{1..200}");
  await rm("deep", { recursive: true });
  assert.equal(await exists("deep"), false);
  // After its directory is gone, files can still be made.
  await exec("rm -rf /home/user");
  await writeFile("again", "1");
  assert.equal((await exec("cat again")).stdout, "1");
});

test("scoped, overlaid and wrapped environments", async () => {
  const sandbox = await Sandbox.create({ files: { "w/f": "in w", f: "in home" } });
  const base = sandboxSession(sandbox);
  const scoped = scopedSession(base, "w");
  assert.equal(scoped.cwd, "/home/user/w");
  assert.equal(await scoped.readFile("f"), "in w");
  assert.equal((await scoped.exec("pwd")).stdout, "/home/user/w\n");
  assert.equal((await scoped.exec("pwd", { cwd: ".." })).stdout, "/home/user\n");
  assert.equal(text(await run(createTools(scoped), "glob", { pattern: "*" })), "./f");
  const asked = [];
  const skill = async (path) => {
    asked.push(path);
    if (path.endsWith("/none")) throw new Error(`[flue] Packaged skill file not found: ${path}`);
    return `skill ${path}`;
  };
  const overlaid = overlaySession(scoped, skill);
  assert.equal(await overlaid.readFile("/.flue/packaged-skills/a/b"), "skill /.flue/packaged-skills/a/b");
  await assert.rejects(overlaid.readFile("/.flue/packaged-skills/none"), { message: "[flue] Packaged skill file not found: /.flue/packaged-skills/none" });
  assert.equal(await overlaid.readFile("f"), "in w");
  // However a path is spelled: what lies under the root comes from there, normalised; what does not is the sandbox's.
  for (const path of ["/.flue/packaged-skills/x/../../packaged-skills/y", "../../../.flue/./packaged-skills//y"]) {
    assert.equal(await overlaid.readFile(path), "skill /.flue/packaged-skills/y");
  }
  for (const path of ["/.flue/packaged-skills/../../home/user/f", "/.flue/packaged-skills/a/../../../home/user/f"]) assert.equal(await overlaid.readFile(path), "in home");
  for (const path of ["/.flue/packaged-skills", "/.flue/packaged-skills/..", "/.flue/packaged-skillsx"]) await assert.rejects(overlaid.readFile(path), { code: "ENOENT" });
  assert.equal(await overlaid.exists("/.flue/packaged-skills/a/b"), false);
  // As Flue lays it over: a new object with another readFile.
  const flue = { ...base, readFile: (p) => (p.startsWith("/.flue/") ? skill(p) : base.readFile(p)) };
  const tools = createTools(flue);
  assert.equal(text(await run(tools, "read", { path: "/.flue/packaged-skills/x" })), "skill /.flue/packaged-skills/x");
  await assert.rejects(run(tools, "read", { path: "/.flue/packaged-skills/none" }), /Packaged skill file not found/);
  assert.equal(text(await run(tools, "read", { path: "f" })), "in home");
  // As Flue scopes it: functions of its own that pass absolute paths on.
  const at = (p) => (p.startsWith("/") ? p : `/home/user/w/${p}`);
  const wrapped = {
    cwd: "/home/user/w", resolvePath: at, exec: (c, o) => base.exec(c, { ...o, cwd: o?.cwd ?? "/home/user/w" }), readFile: (p) => base.readFile(at(p)),
    readFileBuffer: (p) => base.readFileBuffer(at(p)), writeFile: (p, c) => base.writeFile(at(p), c), stat: (p) => base.stat(at(p)),
    readdir: (p) => base.readdir(at(p)), exists: (p) => base.exists(at(p)), mkdir: (p, o) => base.mkdir(at(p), o), rm: (p, o) => base.rm(at(p), o),
  };
  for (const unwrap of [false, true]) {
    const set = createTools(wrapped, { unwrap });
    assert.equal(text(await run(set, "read", { path: "f" })), "in w");
    await run(set, "edit", { path: "f", oldText: "in", newText: "in" });
    assert.equal(text(await run(set, "grep", { pattern: "in" })), "./f:1:in w");
    assert.equal(text(await run(set, "bash", { command: "pwd" })), "/home/user/w");
  }
  const host = scopedSession(createSession({ ...base }, "/home/user", { form: "session" }), "/home/user/w");
  assert.equal(await host.readFile("f"), "in w");
  assert.equal((await host.exec("pwd")).stdout, "/home/user/w\n");
});

test("a host that hangs, gives what it should not, ends in the middle", async () => {
  const driver = (over) => ({
    exec: async () => ({ stdout: "", stderr: "", exitCode: 0 }), readFile: async () => "abc", readFileBuffer: async () => new Uint8Array(), writeFile: async () => {},
    stat: async () => ({}), readdir: async () => [], exists: async () => false, mkdir: async () => {}, rm: async () => {}, ...over,
  });
  for (const value of [undefined, null, 5, {}, new Uint8Array(3), []]) {
    const { tools } = createToolLayer(driver({ readFile: async () => value, exec: () => value }), "/w");
    await assert.rejects(run(tools, "read", { path: "f" }), /^TypeError: The sandbox's readFile\(\) must give a string/);
    await assert.rejects(run(tools, "edit", { path: "f", oldText: "a", newText: "b" }), TypeError);
    for (const name of ["bash", "glob"]) await assert.rejects(run(tools, name, { command: "c", pattern: "p" }), /^TypeError: The sandbox's exec\(\) must give/);
  }
  const broken = createToolLayer({ exec: undefined }, "/w");
  await assert.rejects(run(broken.tools, "bash", { command: "c" }), TypeError);
  await assert.rejects(broken.env.readFile("a"), TypeError);
  const getter = Object.defineProperty(driver(), "readFile", { get() { throw new Error("getter"); } });
  await assert.rejects(createToolLayer(getter, "/w").env.readFile("a"), /getter/);
  // Never an answer: a timeout and an abort end the call; locks are free again.
  const never = () => new Promise(() => {});
  const hanging = createToolLayer(driver({ exec: never, readFile: never }), "/w");
  assert.match(text(await run(hanging.tools, "bash", { command: "c", timeout: 0.05 })), /timed out after 0\.05 seconds/);
  await assert.rejects(run(hanging.tools, "bash", { command: "c" }, AbortSignal.timeout(20)), { name: "AbortError" });
  const begin = performance.now();
  const edits = [1, 2].map(() => run(hanging.tools, "edit", { path: "f", oldText: "a", newText: "b" }, AbortSignal.timeout(20)));
  for (const edit of await Promise.allSettled(edits)) assert.match(String(edit.reason), /^AbortError: |Operation aborted/);
  assert.ok(performance.now() - begin < 9000);
  assert.equal(text(await run(hanging.tools, "write", { path: "f", content: "1" })), "Successfully wrote 1 bytes to f");
  // Thenables, and functions that are no promise.
  const odd = createToolLayer(driver({ readFile: () => "now", exec: () => ({ then: (f) => f({ stdout: "then", stderr: "", exitCode: 0 }) }) }), "/w");
  assert.equal(text(await run(odd.tools, "read", { path: "f" })), "now");
  assert.equal(text(await run(odd.tools, "bash", { command: "c" })), "then");
  // Many at once, each with its own answer.
  const many = createToolLayer(driver({ readFile: async (path) => (await sleep(Math.random() * 20), path) }), "/w");
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => run(many.tools, "read", { path: `f${i}` })));
  assert.deepEqual(answers.map(text), Array.from({ length: 200 }, (_, i) => `/w/f${i}`));
  // Large texts.
  const large = createToolLayer(driver({ readFile: async () => "line\n".repeat(4_000_000), exec: async () => ({ stdout: "é".repeat(20_000_000), stderr: "", exitCode: 0 }) }), "/w");
  assert.equal((await run(large.tools, "read", { path: "f", offset: 3_999_999 })).details.lines, 4_000_001);
  assert.equal(text(await run(large.tools, "bash", { command: "c" })).length, 51200);
});

test("timeouts that are nought, past the clock, negative, no number", async () => {
  const sandbox = await Sandbox.create();
  const env = sandboxSession(sandbox);
  const seen = [];
  const driver = createToolLayer({ exec: async (_command, options) => (seen.push(options.timeoutMs), { stdout: "hi", stderr: "", exitCode: 0 }) }, "/w");
  for (const timeout of [7.4e9, 1e10, 1e15, 1e300, 1e308]) {
    assert.equal(text(await run(sandbox.tools, "bash", { command: "echo hi", timeout })), "hi");
    assert.equal(text(await run(driver.tools, "bash", { command: "c", timeout })), "hi");
    assert.equal((await env.exec("echo hi", { timeoutMs: timeout })).exitCode, 0);
  }
  assert.equal((await env.exec("echo hi", { timeoutMs: Infinity })).exitCode, 0);
  assert.equal((await env.exec("sleep 9", { timeoutMs: 0 })).exitCode, 124);
  assert.deepEqual(seen.slice(0, 2), [7.4e12, 1e13]);
  for (const one of [env, driver.env]) {
    await assert.rejects(one.exec("echo", { timeoutMs: -1 }), RangeError);
    for (const timeoutMs of [NaN, "5", {}, 5n]) await assert.rejects(one.exec("echo", { timeoutMs }), TypeError);
  }
});

test("a command, a directory, a pattern that look like options are none", async () => {
  const sandbox = await Sandbox.create({ files: { "-d/f.txt": "-v\n", "(/g.txt": "", keep: "" } });
  const { tools } = sandbox;
  for (const command of ["-x", "--version", "-", "+o", "--"]) {
    assert.match(text(await run(tools, "bash", { command })), /command not found\n\nCommand exited with code 127$/);
    assert.equal((await sandbox.exec(command)).exitCode, 127);
    assert.equal((await sandbox.exec(new TextEncoder().encode(command))).exitCode, 127);
  }
  assert.equal(text(await run(tools, "glob", { pattern: "*.txt", path: "-d" })), "./-d/f.txt");
  assert.equal(text(await run(tools, "glob", { pattern: "*.txt", path: "(" })), "./(/g.txt");
  for (const path of ["-delete", "-fprint", "!", ",", "-exec", "-H"]) assert.equal(text(await run(tools, "glob", { pattern: "*", path })), "No files found matching pattern.");
  assert.equal(text(await run(tools, "grep", { pattern: "-v", path: "-d" })), "-d/f.txt:1:-v");
  assert.equal((await sandbox.exec("find . -type f | sort")).stdout, "./(/g.txt\n./-d/f.txt\n./keep\n");
  const commands = [];
  const host = createToolLayer({ exec: async (command) => (commands.push(command), { stdout: "", stderr: "", exitCode: 0 }) }, "/w");
  await run(host.tools, "glob", { pattern: "-x", path: "-delete" });
  assert.equal(commands[0], "find './-delete' -type f -name '-x' 2>/dev/null | head -1000");
});

test("arguments that JSON cannot show, that nobody knows, that are too large; a signal that is none", async () => {
  const sandbox = await Sandbox.create({ files: { a: "x" } });
  const { tools } = sandbox;
  const circular = {};
  circular.path = circular;
  for (const bad of [circular, { path: 5n }, { path: { toJSON() { throw new Error("toJSON"); } } }, { path: Symbol("s") }, { path: () => "a" }, new Map([["path", "a"]]),
    { __proto__: { path: "a" } }, JSON.parse('{"__proto__":{"path":"a"}}')]) {
    await assert.rejects(run(tools, "read", bad), /^Error: Validation failed for tool "read":\n  - path: must /);
  }
  // What a tool does not know never gets to the module.
  const more = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key${i}`, "y".repeat(10_000)]));
  assert.equal(text(await run(tools, "read", { ...more, constructor: 1, path: "a" })), "x");
  for (const size of [100 << 20, 300 << 20]) {
    await assert.rejects(run(tools, "read", { path: "p".repeat(size) }), /^Error: The arguments are too large for the sandbox's memory: \d+ bytes$/);
  }
  const long = await run(tools, "read", { path: "p".repeat(1 << 20) }).catch((error) => error);
  assert.ok(long.code === "ENAMETOOLONG" && long.message.length < 5000);
  for (const signal of [{}, 5, "x", { aborted: false, addEventListener() { throw new Error("no listeners"); } }]) {
    await assert.rejects(run(tools, "write", { path: "written", content: "" }, signal), Error);
    await sandbox.exec("true");
    assert.equal(await sandboxSession(sandbox).exists("written"), false);
  }
  assert.equal(text(await run(tools, "bash", { command: "echo alive" }, null)), "alive");
});

test("over a sandbox: grep with more matches and longer lines than there is room for", async () => {
  const sandbox = await Sandbox.create({ limits: { output: 1 << 20 } });
  await sandbox.exec("seq 200000 > many; for i in 1 2 3; do head -c 3000000 /dev/zero | tr '\\0' 'x'; echo é; done > wide");
  assert.match(text(await run(sandbox.tools, "grep", { pattern: "", path: "many" })), /many:100:100\n\n\[Showing 100 of 200000 matches\. Narrow your search\.\]$/);
  assert.equal(text(await run(sandbox.tools, "grep", { pattern: "x", path: "wide" })), [1, 2, 3].map((i) => `${`wide:${i}:`.padEnd(500, "x")}...`).join("\n"));
  await sandbox.fs.writeFile("pairs", `${"😀".repeat(300)}\n${"é".repeat(493)}\n`);
  assert.equal(text(await run(sandbox.tools, "grep", { pattern: ".", path: "pairs" })), [`pairs:1:${"😀".repeat(300)}`.slice(0, 500) + "...", `pairs:2:${"é".repeat(492)}...`].join("\n"));
  await sandboxSession(sandbox).rm("/home/user", { recursive: true });
  await assert.rejects(run(sandbox.tools, "grep", { pattern: "x" }), /^Error: grep failed: nacre: cannot run in \/home\/user: No such file or directory\n$/);
  await assert.rejects(run(sandbox.tools, "glob", { pattern: "*" }), /find failed: nacre: cannot run in/);
});

test("over a host: an edit leaves what is no UTF-8 as it is", async () => {
  const latin = Uint8Array.from([0x63, 0xe9, 0x0a, 0x78, 0x0a]);
  const over = (bytes, more) => {
    const files = new Map([["/w/f", bytes]]);
    const calls = [];
    const { tools } = createToolLayer({
      readFile: async (path) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(files.get(path)),
      readFileBuffer: async (path) => (calls.push("buffer"), files.get(path)),
      writeFile: async (path, content) => (calls.push(typeof content), files.set(path, typeof content === "string" ? new TextEncoder().encode(content) : content)),
      ...more,
    }, "/w");
    return { tools, files, calls };
  };
  const plain = over(latin);
  await run(plain.tools, "edit", { path: "f", oldText: "x", newText: "yé\ud800" });
  assert.deepEqual([[...plain.files.get("/w/f")], plain.calls], [[0x63, 0xe9, 0x0a, 0x79, 0xc3, 0xa9, 0xef, 0xbf, 0xbd, 0x0a], ["buffer", "object"]]);
  await assert.rejects(run(plain.tools, "edit", { path: "f", oldText: "c\ufffd", newText: "" }), /Could not find the exact text/);
  // A U+FFFD that is in the file is text like any other; and a host that cannot give bytes is taken at its word.
  const whole = over(new TextEncoder().encode("\ufeff\ufffd x\r\n"));
  await run(whole.tools, "edit", { path: "f", oldText: "\ufffd x", newText: "y" });
  assert.deepEqual([new TextDecoder("utf-8", { ignoreBOM: true }).decode(whole.files.get("/w/f")), whole.calls], ["\ufeffy\r\n", ["buffer", "string"]]);
  for (const readFileBuffer of [undefined, async () => { throw new Error("no bytes"); }, async () => "text", async () => undefined]) {
    const textual = over(latin, { readFileBuffer });
    assert.equal(text(await run(textual.tools, "edit", { path: "f", oldText: "x", newText: "y" })), "Successfully edited f");
  }
});

test("a host's answers that are odd: a status that is no whole number, a getter that throws, one that settles twice; environments that are none", async () => {
  const over = (more) => createToolLayer({ exec: async () => ({ stdout: "o", stderr: "", exitCode: 0 }), readFile: async () => "abc", ...more }, "/w").tools;
  for (const exitCode of [NaN, Infinity, 1.5, 2 ** 60, "1", 1n, null]) {
    for (const name of ["bash", "grep"]) {
      await assert.rejects(run(over({ exec: async () => ({ stdout: "", stderr: "", exitCode }) }), name, { command: "c", pattern: "p" }), /two strings and a whole number/);
    }
  }
  assert.match(text(await run(over({ exec: async () => ({ stdout: "", stderr: "", exitCode: -1 }) }), "bash", { command: "c" })), /exited with code -1$/);
  await assert.rejects(run(over({ readFile: () => ({ get then() { throw new Error("then"); } }) }), "read", { path: "f" }), /^Error: then$/);
  assert.equal(text(await run(over({ readFile: () => ({ then(a, b) { a("once"); a("twice"); b(new Error("thrice")); throw new Error("and thrown"); } }) }), "read", { path: "f" })), "once");
  for (const host of [null, undefined, 5, "x"]) assert.throws(() => createSession(host, "/w"), TypeError);
  for (const cwd of [undefined, 5, "/a\0b"]) assert.throws(() => createSession({}, cwd), TypeError);
  for (const env of [null, undefined, 5, {}, { exec: 5 }]) await assert.rejects(run(createTools(env), "read", { path: "f" }), /"env" argument must be a session environment/);
  await assert.rejects(run(createTools({ ...nobody, cwd: undefined }), "read", { path: "f" }), TypeError);
  // One that is asked who it is and never answers: the tools work by its methods.
  const silent = createTools({ ...nobody, readFile: async () => "read", exists: () => new Promise(() => {}) }, { unwrap: true });
  assert.equal(text(await run(silent, "read", { path: "f" })), "read");
});

test("locks: first come, first served, whoever gives up meanwhile", async () => {
  const log = [];
  const { tools } = createToolLayer({ writeFile: async (_path, content) => { await sleep(3); log.push(content); } }, "/w");
  const aborters = Array.from({ length: 30 }, () => new AbortController());
  const calls = aborters.map(({ signal }, i) => run(tools, "write", { path: i % 2 ? "f" : "x/../f", content: String(i) }, signal).then(() => "ok", (error) => error.message));
  aborters[5].abort();
  setTimeout(() => [12, 28, 29].forEach((i) => aborters[i].abort()), 8);
  const outcomes = await Promise.all(calls);
  const given = [5, 12, 28, 29];
  assert.deepEqual(outcomes.flatMap((outcome, i) => (outcome === "Operation aborted" ? [i] : [])), given);
  assert.deepEqual(log, aborters.map((_, i) => i).filter((i) => !given.includes(i)).map(String));
  assert.equal(text(await run(tools, "write", { path: "f", content: "last" })), "Successfully wrote 4 bytes to f");
});

test("two calls that wait do not keep each other busy", async () => {
  const sandbox = await Sandbox.create();
  const before = process.cpuUsage();
  const results = await Promise.all([sandbox.exec("sleep 0.3; echo 1"), sandbox.exec("sleep 0.4; echo 2"), run(sandbox.tools, "bash", { command: "sleep 0.2; echo 3" })]);
  assert.deepEqual([results[0].stdout, results[1].stdout, text(results[2])], ["1\n", "2\n", "3"]);
  assert.ok(process.cpuUsage(before).user < 300_000);
});
