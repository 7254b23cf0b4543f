// nacre/flue by itself, in this Node, without Flue: workspaces by id, tool sets, wrapped environments, bad arguments.
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { Sandbox } from "../../dist/index.node.js";
import {
  asBash, bash, checkToolNames, createBashTool, createReadTool, createSandboxSessionEnv, createStandardTools, createWriteTool, nacre, releaseWorkspace,
  reservedToolNames, SandboxDiedError, SandboxOperationUnsupportedError, sandboxOf,
} from "../../dist/flue.node.js";
import { cloudflareSandbox } from "../../dist/flue-cloudflare.node.js";
import { local } from "../../dist/flue-node.js";

const use = (tool, args, signal) => tool.execute("1", args, signal).then((r) => r.content[0].text);

test("the same id is the same workspace, of any factory; another id or workspace is another", async () => {
  const one = await nacre({ files: { f: "1" } }).createSandbox({ id: "a" });
  await one.writeFile("g", "2");
  const again = await nacre().createSessionEnv({ id: "a" });
  assert.equal(await again.readFile("g"), "2");
  assert.equal(again.exec, one.exec);
  assert.equal(await (await nacre().createSandbox({ id: "b" })).exists("g"), false);
  assert.equal(await (await nacre({ workspace: "w" }).createSandbox({ id: "a" })).exists("g"), false);
  assert.ok(sandboxOf(again) instanceof Sandbox);
  assert.equal(await sandboxOf(again).fs.readFile("g", "utf8"), "2");
});

test("an id that is no string is refused: agents without one must not share", async () => {
  for (const options of [{}, { id: undefined }, { id: null }, { id: 5 }, { id: {} }]) await assert.rejects(nacre().createSandbox(options), TypeError);
  await assert.rejects(nacre().createSandbox(), TypeError);
  const odd = await nacre({ files: { f: "1" } }).createSandbox({ id: "__proto__" });
  assert.equal(await odd.readFile("f"), "1");
  assert.equal(await (await nacre().createSandbox({ id: "constructor" })).exists("f"), false);
});

test("asked for twice at once, it is made once", async () => {
  let made = 0;
  const factory = nacre({ create: async () => (made++, Sandbox.create()) });
  const [one, two] = await Promise.all([factory.createSandbox({ id: "twice" }), factory.createSandbox({ id: "twice" })]);
  assert.equal(made, 1);
  assert.equal(one, two);
});

test("a workspace that could not be made is tried again; one that was disposed of is made anew", async () => {
  let fail = true;
  const factory = nacre({ create: async ({ id }) => {
    if (fail) throw new Error("not now");
    return Sandbox.create({ files: { id } });
  } });
  await assert.rejects(factory.createSandbox({ id: "later" }), /not now/);
  fail = false;
  const env = await factory.createSandbox({ id: "later" });
  await env.writeFile("x", "");
  assert.equal(await env.readFile("id"), "later");
  await sandboxOf(env).dispose();
  assert.equal(await (await factory.createSandbox({ id: "later" })).exists("x"), false);
});

test("releaseWorkspace gives it back", async () => {
  const env = await nacre({ files: { f: "" } }).createSandbox({ id: "gone" });
  await releaseWorkspace("gone");
  await releaseWorkspace("gone");
  await assert.rejects(env.readFile("f"));
  assert.equal(await (await nacre().createSandbox({ id: "gone" })).exists("f"), false);
});

test("options that are wrong are TypeErrors at once", async () => {
  assert.throws(() => nacre({ storage: "disk" }), TypeError);
  assert.throws(() => nacre({ tools: "all" }), TypeError);
  assert.throws(() => nacre({ workspace: 7 }), TypeError);
  assert.throws(() => nacre({ create: {} }), TypeError);
  assert.throws(() => nacre(null), TypeError);
  await assert.rejects(nacre({ files: { "": "" } }).createSandbox({ id: "wrong" }), TypeError);
});

test("tools: true, false, a set of one's own; names of the framework are refused", async () => {
  const env = await nacre().createSandbox({ id: "sets" });
  assert.equal("tools" in nacre({ tools: false }), false);
  assert.deepEqual(nacre().tools(env, { subagents: {} }).map((tool) => tool.name), ["read", "write", "edit", "bash", "grep", "glob"]);
  const custom = { ...createReadTool(env), name: "look" };
  const mine = nacre({ tools: (e, { subagents }) => [createBashTool(e), { ...custom, description: Object.keys(subagents).join() }] });
  assert.deepEqual(mine.tools(env, { subagents: { a: {} } }).map((tool) => [tool.name, tool.description.slice(0, 3)]), [["bash", "Exe"], ["look", "a"]]);
  for (const name of reservedToolNames) {
    assert.throws(() => nacre({ tools: () => [{ ...custom, name }] }).tools(env, { subagents: {} }), { type: "tool_name_conflict", message: `Tool name "${name}" is reserved by the framework.` });
  }
  assert.throws(() => checkToolNames([custom, custom]), { message: 'Duplicate tool name "look".' });
});

test("an environment that is wrapped keeps its wrapping", async () => {
  const env = await nacre({ files: { f: "1" } }).createSandbox({ id: "wrapped" });
  const refuse = async () => { throw new Error("read only"); };
  await assert.rejects(use(createWriteTool({ ...env, writeFile: refuse }), { path: "f", content: "2" }), /read only/);
  await assert.rejects(use(createBashTool({ ...env, exec: refuse }), { command: "true" }), /read only/);
  const byFactory = nacre().tools({ ...env, exec: refuse, writeFile: refuse }, { subagents: {} });
  await assert.rejects(use(byFactory[1], { path: "f", content: "2" }), /read only/);
  await assert.rejects(use(byFactory[3], { command: "echo 2 > f" }), /read only/);
  assert.equal(await use(byFactory[0], { path: "f" }), "1");
});

test("toolOptions: what was cut, what was printed before a timeout, CRLF", async () => {
  const options = { markCut: true, keepPartial: true, reportCrlf: true };
  const env = await nacre({ files: { crlf: "a\r\nb\r\n" } }).createSandbox({ id: "options" });
  const [, , edit, run] = createStandardTools(env, options);
  assert.match(await use(run, { command: "seq 3000" }), /^\[[^\n]*\]\n/);
  assert.match(await use(run, { command: "echo early; sleep 20", timeout: 0.2 }), /early[^]*timed out after 0.2 seconds/);
  await assert.rejects(use(edit, { path: "crlf", oldText: "a\nb", newText: "c" }), /CRLF/);
});

test("asBash: just-bash's interface, and its timeout by a signal", async () => {
  const shell = asBash(await Sandbox.create({ files: { "d/f": "text" } }));
  assert.equal(shell.getCwd(), "/home/user");
  assert.equal(await shell.fs.readFile("/home/user/d/f"), "text");
  assert.equal(shell.fs.resolvePath("/a/b", "../c"), "/a/c");
  assert.deepEqual(await shell.exec("echo early; sleep 20", { signal: AbortSignal.timeout(200) }), { stdout: "early\n", stderr: "", exitCode: 124 });
  await assert.rejects(shell.exec("sleep 20", { signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("bash(factory): the factory is called for each environment, and its failure is the caller's", async () => {
  let calls = 0;
  const factory = bash(async () => (calls++, Sandbox.create()));
  assert.equal(calls, 0);
  await factory.createSandbox({ id: "x" });
  assert.equal(calls, 1);
  await assert.rejects(bash(() => { throw new Error("no shell"); }).createSandbox({ id: "x" }), /no shell/);
});

test("bash(factory): a shell that does not heed its signal, that gives nonsense; wrong arguments", { timeout: 20_000 }, async () => {
  const never = () => new Promise(() => {});
  const over = async (exec, fs = {}) => bash(() => ({ exec, getCwd: () => "/w", fs: { resolvePath: (_base, path) => path, ...fs } })).createSandbox({ id: "x" });
  const late = await (await over(never)).exec("x", { timeoutMs: 50 });
  assert.deepEqual([late.exitCode, late.stderr], [124, "Command timed out after 50 ms.\nIt could not be confirmed stopped and may still be running.\n"]);
  assert.equal((await (await over((_, { signal }) => new Promise((_, no) => signal.addEventListener("abort", () => no(signal.reason))))).exec("x", { timeoutMs: 0.5 })).exitCode, 124);
  assert.equal((await (await over(async () => ({ stdout: "o", stderr: "", exitCode: 0 }))).exec("x", { timeoutMs: 1e300 })).stdout, "o");
  for (const nonsense of [undefined, null, 7]) {
    await assert.rejects((await over(async () => nonsense)).exec("x"), /exec\(\) must give/);
    await assert.rejects((await over(never, { stat: async () => nonsense })).stat("x"), /stat\(\) must give/);
  }
  for (const cwd of [undefined, 5, Promise.resolve("/x"), "/a\0"]) {
    await assert.rejects(bash(() => ({ exec: never, getCwd: () => cwd, fs: {} })).createSandbox({ id: "x" }), TypeError);
  }
  for (const wrong of [undefined, null, 7, {}]) assert.throws(() => bash(wrong), TypeError);
  for (const wrong of [undefined, null, 7, {}]) assert.throws(() => asBash(wrong), TypeError);
  assert.equal(sandboxOf(undefined), undefined);
});

test("local(): commands like options, daemons, groups that do not want to go, wrong arguments", { timeout: 60_000 }, async () => {
  const env = await local({ cwd: tmpdir() }).createSandbox({ id: "x" });
  assert.equal((await env.exec("-x")).exitCode, 127);
  assert.equal((await env.exec("")).exitCode, 0);
  assert.deepEqual([(await env.exec("echo a\0b")).exitCode, (await env.exec("echo hi", { timeoutMs: 1e300 })).stdout], [1, "hi\n"]);
  for (const timeoutMs of [-1, NaN, "5", {}]) await assert.rejects(env.exec("echo", { timeoutMs }), Error);
  await assert.rejects(env.exec("echo", { signal: {} }), TypeError);
  await assert.rejects(env.exec(5), TypeError);
  const left = async (seconds) => (await env.exec(`ps -eo pid,args | grep "[s]leep ${seconds}" | while read pid rest; do echo "$rest"; kill -9 $pid; done`)).stdout;
  // The shell has ended; a daemon of another session keeps its pipes.
  for (const [i, how] of [{ timeoutMs: 400 }, { signal: AbortSignal.timeout(400) }].entries()) {
    const began = Date.now();
    const outcome = await env.exec(`setsid sleep 30${i}.${process.pid} & echo begun`, how).catch((error) => error);
    assert.ok(Date.now() - began < 10_000);
    if (i === 0) assert.deepEqual([outcome.stdout, outcome.exitCode], ["begun\n", 124]);
    else assert.equal(outcome.name, "AbortError");
    await left(`30${i}.${process.pid}`);
  }
  // The shell ends at SIGTERM, one of its children neither does nor keeps the pipes: it is gone when the call is over.
  await env.exec(`(trap '' TERM; exec sleep 400.${process.pid}) > /dev/null 2>&1 & wait`, { timeoutMs: 400 });
  assert.equal(await left(`400.${process.pid}`), "");
});

test("cloudflareSandbox(): metadata and answers that are nonsense, a byte order mark, wrong arguments", async () => {
  const over = async (stub) => cloudflareSandbox(stub).createSandbox({ id: "x" });
  for (const stdout of ["", "x", "1/2", "a/b/regular file\nregular file", "1/2/regular file"]) {
    await assert.rejects((await over({ exec: async () => ({ success: true, stdout, stderr: "" }) })).stat("x"), /^Error: stat failed for \/workspace\/x: /);
  }
  assert.deepEqual(await (await over({ exec: async () => ({ success: true, stdout: "1/2/regular empty file\nsymbolic link", stderr: "" }) })).stat("x"),
    { isFile: true, isDirectory: false, isSymbolicLink: true, size: 1, mtime: new Date(2000) });
  assert.deepEqual(await (await over({ exec: async () => ({ success: false, stdout: "o", stderr: 5, exitCode: "x" }) })).exec("x"), { stdout: "o", stderr: "", exitCode: 1 });
  assert.equal(await (await over({ readFile: async () => ({ content: btoa("\xef\xbb\xbfa\xff"), encoding: "base64" }) })).readFile("x"), "\ufeffa\ufffd");
  const seen = [];
  const env = await over({ exec: async (_command, { timeout }) => (seen.push(timeout), { success: true, stdout: "", stderr: "" }) });
  for (const timeoutMs of [0.5, 1500.2, 1e300, Infinity]) await env.exec("x", { timeoutMs });
  assert.deepEqual(seen, [1, 1501, undefined, undefined]);
  for (const wrong of [undefined, null, 7, "x"]) assert.throws(() => cloudflareSandbox(wrong), TypeError);
});

test("errors of either side are instances by their type", () => {
  const theirs = Object.assign(new Error("x"), { type: "sandbox_died" });
  assert.ok(theirs instanceof SandboxDiedError);
  assert.equal(theirs instanceof SandboxOperationUnsupportedError, false);
  assert.equal({} instanceof SandboxDiedError, false);
});

test("a driver that hangs, gives nonsense, or has only some functions: the call's error, the others go on", async () => {
  const env = createSandboxSessionEnv({
    readFile: async (path) => (path.endsWith("hang") ? new Promise(() => {}) : path.endsWith("number") ? 7 : path),
    exec: async (command) => (command === "nothing" ? undefined : command === "short" ? { stdout: "x" } : new Promise(() => {})),
    writeFile: async () => {},
  }, "/w");
  const read = createReadTool(env);
  const end = new AbortController();
  const hanging = use(read, { path: "hang" }, end.signal);
  assert.equal(await use(read, { path: "a" }), "/w/a");
  await assert.rejects(use(read, { path: "number" }), /string/);
  await assert.rejects(use(createBashTool(env), { command: "nothing" }));
  await assert.rejects(use(createBashTool(env), { command: "short" }));
  await assert.rejects(env.stat("x"), TypeError);
  const aborter = new AbortController();
  const running = use(createBashTool(env), { command: "hang" }, aborter.signal);
  setTimeout(() => aborter.abort(new Error("enough")), 20);
  await assert.rejects(running, { name: "AbortError" });
  assert.equal(await Promise.race([hanging, new Promise((resolve) => setTimeout(resolve, 50, "still"))]), "still");
  end.abort();
  await assert.rejects(hanging);
});

test("arguments that are malformed or enormous", async () => {
  const env = await nacre().createSandbox({ id: "arguments" });
  const [read, write] = createStandardTools(env);
  await assert.rejects(use(read, "{\"path\":"), Error);
  await assert.rejects(use(read, "[]"), /Validation failed for tool "read"/);
  await assert.rejects(use(read, null), /Validation failed for tool "read"/);
  await assert.rejects(use(read, { path: { deep: 1 } }), /Validation failed for tool "read"/);
  await assert.rejects(use(read, { path: "p".repeat(1 << 20) }), Error);
  const big = "x".repeat(1 << 20);
  assert.equal(await use(write, JSON.stringify({ path: "big", content: big })), `Successfully wrote ${big.length} bytes to big`);
  assert.equal((await env.readFileBuffer("big")).length, big.length);
  const huge = "y".repeat(40 << 20);
  const outcome = await use(write, { path: "huge", content: huge }).catch((error) => error);
  assert.ok(outcome instanceof Error ? outcome.message !== "" : outcome === `Successfully wrote ${huge.length} bytes to huge`);
  assert.equal(await use(read, { path: "big", limit: 1 }).then((text) => text.length > 51200), true);
});
