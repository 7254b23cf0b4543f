// nacre/flue by itself, in this Node, without Flue: workspaces by id, tool sets, wrapped environments, bad arguments.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Sandbox } from "../../dist/index.node.js";
import {
  asBash, bash, checkToolNames, createBashTool, createReadTool, createSandboxSessionEnv, createStandardTools, createWriteTool, nacre, releaseWorkspace,
  reservedToolNames, SandboxDiedError, SandboxOperationUnsupportedError, sandboxOf,
} from "../../dist/flue.node.js";

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
