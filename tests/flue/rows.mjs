// The contract (Flue's "Sandbox Adapter API"), row by row, as checks. rows.test.mjs runs them over Nacre's environments; table.mjs runs them over
// Flue's too and writes the table of docs/flue.md. A check throws when the row is not kept; the message says what happens instead.
// Everything here runs in Node 22, with @flue/runtime beside.

const bytes = (...list) => new Uint8Array(list);
const show = (value) => (value instanceof Uint8Array ? `bytes ${[...value]}` : typeof value === "string" ? JSON.stringify(value.slice(0, 80)) : JSON.stringify(value) ?? String(value));
function equal(got, want, what = "") {
  if (show(got) !== show(want)) throw new Error(`${what}${what && ": "}${show(got)}`);
}
async function rejects(promise, what = "it resolves") {
  let value;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`${what}${value === undefined ? "" : ` (${show(value).slice(0, 60)})`}`);
}
const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const timed = async (promise) => {
  const began = Date.now();
  const value = await promise;
  return [value, Date.now() - began];
};
const files = { "a.txt": "one\n", "dir/b.txt": "two\n", "dir/sub/c.txt": "", "bin.dat": bytes(0, 255, 254, 10), link: { symlink: "a.txt" } };

/** Rows of any environment: check({ env, factory, kind, again }). `again(files)` makes a fresh one. */
export const environment = [
  ["SandboxFactory", "createSandbox({ id }) and createSessionEnv({ id }) both give an environment", async ({ factory }) => {
    for (const name of ["createSandbox", "createSessionEnv"]) {
      if (typeof factory[name] !== "function") throw new Error(`no ${name}`);
      equal(typeof (await factory[name]({ id: "row" })).exec, "function", name);
    }
  }],
  ["SandboxFactory", "the same id may be asked for again and again", async ({ factory }) => {
    const [one, two] = [await factory.createSandbox({ id: "again" }), await factory.createSandbox({ id: "again" })];
    equal([typeof one.exec, one.cwd], [typeof two.exec, two.cwd]);
  }],
  ["SandboxFactory", "tools, when there, is synchronous and gives a fresh array at each call", async ({ factory, env }) => {
    if (factory.tools === undefined) return;
    const [one, two] = [factory.tools(env, { subagents: {} }), factory.tools(env, { subagents: {} })];
    if (!Array.isArray(one) || one === two) throw new Error("not a fresh array");
    equal(one.map((tool) => tool.name), ["read", "write", "edit", "bash", "grep", "glob"]);
  }],
  ["SessionEnv", "the members are own properties that need no this, exec one stable function (an overlay copies them)", async ({ env }) => {
    const copy = { ...env };
    const names = ["exec", "readFile", "readFileBuffer", "writeFile", "stat", "readdir", "exists", "mkdir", "rm", "resolvePath"];
    equal(names.filter((name) => typeof copy[name] !== "function"), []);
    const { exec, readFile, stat, exists, resolvePath } = env;
    if (exec !== env.exec) throw new Error("exec is another function each time");
    equal((await exec("echo free")).stdout.trim(), "free");
    equal([await readFile("a.txt"), (await stat("a.txt")).isFile, await exists("a.txt"), resolvePath("x").endsWith("/x")], ["one\n", true, true, true]);
  }],
  ["Paths", "cwd is absolute, and commands start there", async ({ env }) => {
    if (!env.cwd.startsWith("/")) throw new Error(env.cwd);
    equal((await env.exec("pwd")).stdout.trim(), env.cwd);
  }],
  ["Paths", "every file method takes absolute and relative paths", async ({ env }) => {
    for (const path of ["dir/b.txt", `${env.cwd}/dir/b.txt`, "./dir/../dir/b.txt"]) {
      equal(await env.readFile(path), "two\n", path);
      equal((await env.stat(path)).isFile, true, path);
      equal(await env.exists(path), true, path);
    }
  }],
  ["Paths", "resolvePath is against cwd, without touching files; absolute stays", async ({ env }) => {
    equal(env.resolvePath("x/y.txt"), `${env.cwd}/x/y.txt`);
    equal(env.resolvePath("/abs/z"), "/abs/z");
    equal(env.resolvePath("."), env.cwd, ".");
  }],
  ["Paths", "two spellings of a relative path resolve to one string", async ({ env }) => {
    equal(env.resolvePath("./dir/../dir//b.txt"), env.resolvePath("dir/b.txt"));
  }],
  ["Paths", "two spellings of an absolute path resolve to one string", async ({ env }) => {
    equal(env.resolvePath("/x/../y/./z"), "/y/z");
  }],
  ["exec", "resolves for every command that ended, whatever its status", async ({ env }) => {
    const r = await env.exec("echo out; echo err >&2; exit 7");
    equal([r.stdout.trim(), r.stderr.trim(), r.exitCode], ["out", "err", 7]);
    equal((await env.exec("no-such-command-here")).exitCode, 127);
  }],
  ["exec", "the result has stdout, stderr and exitCode, no more", async ({ env }) => {
    equal(Object.keys(await env.exec("true")).sort(), ["exitCode", "stderr", "stdout"]);
  }],
  ["exec", "output is exact, to its final newline", async ({ env }) => {
    equal((await env.exec("printf 'a\\n\\n'")).stdout, "a\n\n");
  }],
  ["exec", "a relative cwd is against env.cwd", async ({ env }) => {
    equal((await env.exec("pwd", { cwd: "dir" })).stdout.trim(), `${env.cwd}/dir`);
    equal((await env.exec("cat c.txt && pwd", { cwd: "dir/sub" })).stdout.trim(), `${env.cwd}/dir/sub`);
  }],
  ["exec", "env is laid over the base environment, for this command only", async ({ env }) => {
    equal((await env.exec('echo "$A-${PATH:+path}"', { env: { A: "1" } })).stdout.trim(), "1-path");
    equal((await env.exec('echo "$A-"')).stdout.trim(), "-");
  }],
  ["exec", "timeoutMs ends a command that waits: status 124, the details on stderr", async ({ env }) => {
    const [r, ms] = await timed(env.exec("sleep 20", { timeoutMs: 400 }));
    equal(r.exitCode, 124);
    if (ms > 19_000) throw new Error(`after ${ms} ms`);
    if (r.stderr === "") throw new Error("nothing on stderr");
  }],
  ["exec", "timeoutMs ends a loop that never waits", async ({ env }) => {
    equal((await env.exec("while :; do :; done", { timeoutMs: 400 })).exitCode, 124);
  }],
  ["exec", "what was printed before the timeout is in the result", async ({ env, kind }) => {
    if (/cloudflare/.test(kind)) return "the stub gives nothing";
    equal((await env.exec("echo early; sleep 20", { timeoutMs: 400 })).stdout.trim(), "early");
  }],
  ["exec", "a signal that is aborted before: AbortError (DOMException) with the reason as cause; nothing runs", async ({ env }) => {
    const reason = new Error("why");
    const error = await rejects(env.exec("echo ran > ran.txt", { signal: AbortSignal.abort(reason) }));
    equal([error.name, error instanceof DOMException, error.cause === reason], ["AbortError", true, true]);
    equal(await env.exists("ran.txt"), false, "it ran");
  }],
  ["exec", "an abort under way rejects soon: AbortError with the reason as cause", async ({ env }) => {
    const aborter = new AbortController();
    const reason = new Error("enough");
    setTimeout(() => aborter.abort(reason), 200);
    const [error, ms] = await timed(rejects(env.exec("sleep 20", { signal: aborter.signal })));
    equal([error.name, error instanceof DOMException, error.cause === reason], ["AbortError", true, true]);
    if (ms > 19_000) throw new Error(`after ${ms} ms`);
  }],
  ["exec", "after an abort the command does not go on", async ({ env, kind }) => {
    if (/cloudflare/.test(kind)) return "a container's command cannot be stopped";
    const aborter = new AbortController();
    setTimeout(() => aborter.abort(), 150);
    await rejects(env.exec("sleep 0.6; echo late > late.txt", { signal: aborter.signal }));
    await after(900);
    equal(await env.exists("late.txt"), false, "it went on");
  }],
  ["readFile", "gives the text of a UTF-8 file", async ({ env }) => {
    await env.writeFile("u.txt", "é€😀\n");
    equal(await env.readFile("u.txt"), "é€😀\n");
  }],
  ["readFile", "throws for what is not there and for a directory", async ({ env }) => {
    await rejects(env.readFile("nope.txt"));
    await rejects(env.readFile("dir"), "a directory is read");
  }],
  ["readFile", "a file that is no UTF-8 comes as text, wrong bytes replaced", async ({ env }) => {
    equal(await env.readFile("bin.dat"), "\0\ufffd\ufffd\n");
  }],
  ["readFileBuffer", "gives the bytes, as a Uint8Array", async ({ env }) => {
    const got = await env.readFileBuffer("bin.dat");
    equal(got, bytes(0, 255, 254, 10));
    if (Object.getPrototypeOf(got) !== Uint8Array.prototype) throw new Error(`a ${got.constructor.name}`);
  }],
  ["writeFile", "creates and replaces; strings and bytes", async ({ env }) => {
    await env.writeFile("w.txt", "longer text");
    await env.writeFile("w.txt", "short");
    equal(await env.readFile("w.txt"), "short");
    await env.writeFile("w.bin", bytes(1, 0, 200));
    equal(await env.readFileBuffer("w.bin"), bytes(1, 0, 200));
  }],
  ["writeFile", "makes the directories that are missing", async ({ env }) => {
    await env.writeFile("out/nested/report.md", "r");
    equal(await env.readFile("out/nested/report.md"), "r");
  }],
  ["writeFile", "fails over a directory and below a file, changing nothing", async ({ env }) => {
    await rejects(env.writeFile("dir", "x"), "a directory is overwritten");
    await rejects(env.writeFile("a.txt/x", "x"), "written below a file");
    equal([await env.readFile("a.txt"), await env.readFile("dir/b.txt")], ["one\n", "two\n"]);
  }],
  ["stat", "isFile, isDirectory, size and mtime", async ({ env }) => {
    const [file, directory] = [await env.stat("a.txt"), await env.stat("dir")];
    equal([file.isFile, file.isDirectory, file.size, directory.isFile, directory.isDirectory], [true, false, 4, false, true]);
    if (!(file.mtime instanceof Date) || Math.abs(file.mtime - Date.now()) > 600_000) throw new Error(`mtime ${file.mtime}`);
  }],
  ["stat", "of a link: the target's data, isSymbolicLink of the path itself", async ({ env }) => {
    const s = await env.stat("link");
    equal([s.isFile, s.isDirectory, s.isSymbolicLink, s.size], [true, false, true, 4]);
    equal((await env.stat("a.txt")).isSymbolicLink, false);
  }],
  ["stat", "throws for what is not there", async ({ env }) => void (await rejects(env.stat("nope")))],
  ["readdir", "names only", async ({ env }) => equal((await env.readdir("dir")).sort(), ["b.txt", "sub"])],
  ["readdir", "throws for a file and for what is not there", async ({ env }) => {
    await rejects(env.readdir("nope"));
    await rejects(env.readdir("a.txt"), "a file is listed");
  }],
  ["exists", "true for files and directories, else false; never throws", async ({ env }) => {
    equal([await env.exists("a.txt"), await env.exists("dir"), await env.exists("nope"), await env.exists("a.txt/x"), await env.exists("nul\0x")], [true, true, false, false, false]);
  }],
  ["mkdir", "recursive makes parents and tolerates what is there; without it neither", async ({ env }) => {
    await env.mkdir("m/n/o", { recursive: true });
    await env.mkdir("m/n/o", { recursive: true });
    equal((await env.stat("m/n/o")).isDirectory, true);
    await rejects(env.mkdir("p/q"), "a parent was made");
    await rejects(env.mkdir("m"), "what is there is tolerated");
  }],
  ["rm", "removes a file; throws for what is not there", async ({ env }) => {
    await env.writeFile("gone.txt", "");
    await env.rm("gone.txt");
    equal(await env.exists("gone.txt"), false);
    await rejects(env.rm("gone.txt"));
  }],
  ["rm", "a directory only with recursive", async ({ env }) => {
    await rejects(env.rm("dir"), "a directory is removed without recursive");
    equal(await env.exists("dir/b.txt"), true);
    await env.rm("dir", { recursive: true });
    equal(await env.exists("dir"), false);
  }],
  ["rm", "force suppresses the error of what is not there", async ({ env }) => {
    await env.rm("nope.txt", { force: true });
    await env.rm("nope", { recursive: true, force: true });
  }],
];

/** A driver that records its calls and does what `acts` says. */
function recorder(acts = {}) {
  const calls = [];
  const driver = {};
  const usual = {
    exec: async () => ({ stdout: "", stderr: "", exitCode: 0 }), readFile: async () => "", readFileBuffer: async () => bytes(), writeFile: async () => {},
    stat: async () => ({ isFile: true, isDirectory: false }), readdir: async () => [], exists: async () => true, mkdir: async () => {}, rm: async () => {},
  };
  for (const name of Object.keys(usual)) driver[name] = (...args) => (calls.push([name, ...args]), (acts[name] ?? usual[name])(...args));
  return { driver, calls };
}

/** Rows of createSandboxSessionEnv / sandboxFromDriver: check(make). */
export const overDriver = [
  ["createSandboxSessionEnv", "the driver gets absolute, normalised paths; env.cwd is as given", async (make) => {
    const { driver, calls } = recorder();
    const env = make(driver, "/w/./x");
    equal(env.cwd, "/w/./x");
    await env.readFile("a/../b.txt");
    await env.readFile("/x/../y//z/");
    await env.stat("");
    await env.readdir("../../../..");
    equal(calls.map((call) => call[1]), ["/w/x/b.txt", "/y/z", "/w/x", "/"]);
    equal([env.resolvePath("q"), env.resolvePath("/x/../y")], ["/w/x/q", "/y"]);
  }],
  ["createSandboxSessionEnv", "exec: absolute cwd, always the four options", async (make) => {
    const { driver, calls } = recorder();
    const env = make(driver, "/w");
    await env.exec("one");
    await env.exec("two", { cwd: "sub", env: { A: "1" }, timeoutMs: 5 });
    equal(calls.map(([, command, options]) => [command, options.cwd, options.env ?? null, options.timeoutMs ?? null]), [["one", "/w", null, null], ["two", "/w/sub", { A: "1" }, 5]]);
    equal(Object.keys(calls[0][2]).sort(), ["cwd", "env", "signal", "timeoutMs"]);
  }],
  ["createSandboxSessionEnv", "a write that succeeds is one call", async (make) => {
    const { driver, calls } = recorder();
    await make(driver, "/w").writeFile("a/b", "x");
    equal(calls, [["writeFile", "/w/a/b", "x"]]);
  }],
  ["createSandboxSessionEnv", "a write that fails: mkdir of the parent, one more write", async (make) => {
    let failures = 1;
    const { driver, calls } = recorder({ writeFile: async () => { if (failures-- > 0) throw new Error("first"); } });
    await make(driver, "/w").writeFile("a/b", "x");
    equal(calls, [["writeFile", "/w/a/b", "x"], ["mkdir", "/w/a", { recursive: true }], ["writeFile", "/w/a/b", "x"]]);
  }],
  ["createSandboxSessionEnv", "when that fails too, its very error; the mkdir's is forgotten", async (make) => {
    const last = new Error("second");
    let first = true;
    const { driver, calls } = recorder({
      writeFile: async () => { if (first) { first = false; throw new Error("first"); } throw last; },
      mkdir: async () => { throw new Error("mkdir"); },
    });
    const error = await rejects(make(driver, "/w").writeFile("a/b", "x"));
    if (error !== last) throw new Error(String(error));
    equal(calls.length, 3);
  }],
  ["createSandboxSessionEnv", "the driver's errors pass through as they are, whatever they are", async (make) => {
    for (const thrown of [new TypeError("typed"), "a string", { code: 7 }, null]) {
      const { driver } = recorder({ readFile: async () => { throw thrown; }, exec: () => { throw thrown; } });
      const env = make(driver, "/w");
      let got = "nothing";
      await env.readFile("x").catch((error) => { got = error; });
      if (got !== thrown) throw new Error(`readFile: ${show(got)}`);
      got = "nothing";
      await env.exec("x").catch((error) => { got = error; });
      if (got !== thrown) throw new Error(`exec: ${show(got)}`);
    }
  }],
  ["createSandboxSessionEnv", "contents pass unchanged: bytes, lone surrogates, 5 MB", async (make) => {
    const big = "x".repeat(5_000_000);
    const given = [bytes(0, 255, 128), "a\ud800b", big];
    const { driver, calls } = recorder({ readFile: async (path) => given[Number(path.at(-1))], readFileBuffer: async () => given[0] });
    const env = make(driver, "/w");
    for (const content of given) await env.writeFile("f", content);
    equal(calls.map((call) => call[2] === given[calls.indexOf(call)] || show(call[2]) === show(given[calls.indexOf(call)])), [true, true, true]);
    equal([(await env.readFile("1")) === given[1], (await env.readFile("2")) === big, await env.readFileBuffer("0")], [true, true, given[0]]);
  }],
  ["createSandboxSessionEnv", "aborted before: the driver is not called", async (make) => {
    const { driver, calls } = recorder();
    const error = await rejects(make(driver, "/w").exec("x", { signal: AbortSignal.abort("words") }));
    equal([error.name, error.message, error.cause, calls.length], ["AbortError", "words", "words", 0]);
  }],
  ["createSandboxSessionEnv", "aborted under way: rejects at once and says that the command may still run", async (make) => {
    const { driver } = recorder({ exec: () => new Promise(() => {}) });
    const aborter = new AbortController();
    const running = rejects(make(driver, "/w").exec("x", { signal: aborter.signal }));
    await after(20);
    aborter.abort(new Error("stop it."));
    const error = await running;
    equal(error.message, "stop it. The sandbox command could not be confirmed cancelled and may still be running.");
  }],
  ["createSandboxSessionEnv", "how the command ends that was left behind is told to onOrphanSettled, and to nobody else", async (make) => {
    let end;
    const { driver } = recorder({ exec: () => new Promise((_, reject) => (end = reject)) });
    const told = [];
    const aborter = new AbortController();
    const running = rejects(make(driver, "/w", { onOrphanSettled: (s) => told.push(s) }).exec("x", { signal: aborter.signal }));
    await after(20);
    aborter.abort();
    await running;
    const late = new Error("late");
    end(late);
    await after(50);
    equal(told.length, 1, "told");
    equal([told[0].command, told[0].error === late, told[0].startedAt instanceof Date, told[0].settledAt >= told[0].abortedAt, told[0].result === undefined], ["x", true, true, true, true]);
  }],
  ["createSandboxSessionEnv", "a command that ends as the signal aborts still rejects", async (make) => {
    const aborter = new AbortController();
    const { driver } = recorder({ exec: async () => (aborter.abort(new Error("late")), { stdout: "", stderr: "", exitCode: 0 }) });
    const error = await rejects(make(driver, "/w").exec("x", { signal: aborter.signal }));
    equal(error.name, "AbortError");
  }],
  ["createSandboxSessionEnv", "many calls at once do not wait for each other", async (make) => {
    const { driver } = recorder({ readFile: async (path) => (await after(path === "/w/slow" ? 300 : 5), path) });
    const env = make(driver, "/w");
    const order = [];
    await Promise.all(["slow", "b", "c"].map(async (name) => { await env.readFile(name); order.push(name); }));
    equal(order.at(-1), "slow");
  }],
];

/** Rows of the tool factories: check({ createReadTool, ..., fromDriver }). Environments are recorders. */
export const toolRows = [
  ["tools", "names, labels, descriptions and parameters of the six", async ({ lib, flue }) => {
    const env = lib.fromDriver(recorder().driver, "/w");
    for (const name of ["Read", "Write", "Edit", "Bash", "Grep", "Glob"]) {
      const [ours, theirs] = [lib[`create${name}Tool`](env), flue[`create${name}Tool`](env)];
      const plain = (tool) => JSON.parse(JSON.stringify({ name: tool.name, label: tool.label, description: tool.description, parameters: tool.parameters }));
      equal(JSON.stringify(sortKeys(plain(ours))), JSON.stringify(sortKeys(plain(theirs))), name);
    }
  }],
  ["tools", "an aborted signal: `Operation aborted`", async ({ lib }) => {
    const env = lib.fromDriver(recorder().driver, "/w");
    for (const [name, args] of [["Read", { path: "x" }], ["Write", { path: "x", content: "" }], ["Edit", { path: "x", oldText: "a", newText: "b" }], ["Bash", { command: "x" }], ["Grep", { pattern: "x" }], ["Glob", { pattern: "x" }]]) {
      const error = await rejects(lib[`create${name}Tool`](env).execute("1", args, AbortSignal.abort()), name);
      equal(error.message, "Operation aborted", name);
    }
  }],
  ["bash tool", "gives env.exec the command with timeoutMs and signal, never cwd or env; reads the result", async ({ lib }) => {
    const seen = [];
    const env = { ...lib.fromDriver(recorder().driver, "/w"), exec: async (...args) => (seen.push(args), { stdout: "o\n", stderr: "e\n", exitCode: 2 }) };
    const r = await lib.createBashTool(env).execute("1", { command: "run", timeout: 1.5 });
    equal(r.content[0].text, "o\n\ne\n\nCommand exited with code 2");
    equal([seen[0][0], seen[0][1].timeoutMs, "cwd" in seen[0][1], "env" in seen[0][1]], ["run", 1500, false, false]);
  }],
  ["bash tool", "a deadline holds also when the environment ignores it", async ({ lib }) => {
    const env = { ...lib.fromDriver(recorder().driver, "/w"), exec: (_, { signal }) => new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new DOMException("x", "AbortError")))) };
    const r = await lib.createBashTool(env).execute("1", { command: "run", timeout: 0.05 });
    equal([r.content[0].text, r.details.exitCode], ["[flue] Command timed out after 0.05 seconds.\n\nCommand exited with code 124", 124]);
  }],
  ["bash tool", "an abort of the host is thrown on", async ({ lib }) => {
    const aborter = new AbortController();
    const env = lib.fromDriver(recorder({ exec: () => new Promise(() => {}) }).driver, "/w");
    const running = rejects(lib.createBashTool(env).execute("1", { command: "run", timeout: 30 }, aborter.signal));
    await after(20);
    aborter.abort(new Error("host"));
    equal((await running).name, "AbortError");
  }],
  ["grep tool", "probes rg once per environment, 10 s, then runs it, quoted", async ({ lib }) => {
    const { driver, calls } = recorder({ exec: async (command) => (command.includes("--version") ? { stdout: "rg 14", stderr: "", exitCode: 0 } : { stdout: "x:1:y\n", stderr: "", exitCode: 0 }) });
    const env = lib.fromDriver(driver, "/w");
    const tool = lib.createGrepTool(env);
    await tool.execute("1", { pattern: "it's", path: "a b", include: "*.ts" });
    await lib.createGrepTool(env).execute("2", { pattern: "p", literal: true });
    equal(calls.map((call) => call[1]), [
      "rg --version", "rg --line-number --with-filename --color never --glob '*.ts' -- 'it'\\''s' 'a b'", "rg --line-number --with-filename --color never --fixed-strings -- 'p' '.'",
    ]);
    equal(calls[0][2].timeoutMs, 10000);
  }],
  ["grep tool", "without rg: grep -rnH", async ({ lib }) => {
    const { driver, calls } = recorder({ exec: async (command) => (command === "rg --version" ? { stdout: "", stderr: "", exitCode: 127 } : { stdout: "", stderr: "bad", exitCode: command.includes("'boom'") ? 2 : 1 }) });
    const tool = lib.createGrepTool(lib.fromDriver(driver, "/w"));
    const none = await tool.execute("1", { pattern: "p", include: "*.js" });
    equal([none.content[0].text, none.details.matchCount], ["No matches found.", 0]);
    equal((await rejects(tool.execute("2", { pattern: "boom", literal: true }))).message, "grep failed: bad");
    equal(calls.slice(1).map((call) => call[1]), ["grep -rnH -E --include='*.js' -- 'p' '.'", "grep -rnH -F -- 'boom' '.'"]);
  }],
  ["glob tool", "runs find, at most 1000", async ({ lib }) => {
    const { driver, calls } = recorder({ exec: async () => ({ stdout: "a\nb\n", stderr: "", exitCode: 0 }) });
    const r = await lib.createGlobTool(lib.fromDriver(driver, "/w")).execute("1", { pattern: "*'.ts", path: "d" });
    equal([r.content[0].text, r.details.matchCount, calls[0][1]], ["a\nb", 2, "find 'd' -type f -name '*'\\''.ts' 2>/dev/null | head -1000"]);
  }],
  ["read tool", "details {path, lines}; write {path, size}; edit {path, replacements}", async ({ lib }) => {
    const { driver } = recorder({ readFile: async () => "a\na\n" });
    const env = lib.fromDriver(driver, "/w");
    equal((await lib.createReadTool(env).execute("1", { path: "f" })).details, { path: "f", lines: 3 });
    equal((await lib.createWriteTool(env).execute("1", { path: "f", content: "é😀" })).details, { path: "f", size: 3 });
    equal((await lib.createEditTool(env).execute("1", { path: "f", oldText: "a", newText: "b", replaceAll: true })).details, { path: "f", replacements: 2 });
  }],
  ["write and edit tools", "one at a time on a resolved path, in the order of the calls, also between tools made anew", ({ lib }) => oneAtATime(lib, (env) => env)],
  ["write and edit tools", "the same between overlays of one environment (a subagent's)", ({ lib }) => oneAtATime(lib, (env) => ({ ...env, readFile: (path) => env.readFile(path) }))],
  ["glob tool", "a directory that looks like an option of find (-delete) is still a directory", async ({ lib }) => {
    const { driver, calls } = recorder();
    await lib.createGlobTool(lib.fromDriver(driver, "/w")).execute("1", { pattern: "*", path: "-delete" });
    equal(calls[0][1].startsWith("find './-delete' -type f"), true, calls[0][1]);
  }],
  ["edit tool", "leaves bytes that are no UTF-8 as they are", async ({ lib }) => {
    let content = bytes(0xe9, 10, 120);
    const env = lib.fromDriver(recorder({
      readFile: async () => new TextDecoder().decode(content), readFileBuffer: async () => content,
      writeFile: async (_path, data) => { content = typeof data === "string" ? new TextEncoder().encode(data) : data; },
    }).driver, "/w");
    await lib.createEditTool(env).execute("1", { path: "f", oldText: "x", newText: "y" });
    equal(content, bytes(0xe9, 10, 121));
  }],
  ["bash tool", "a timeout of 1e300 seconds is none, one of 0.0004 is one", async ({ lib }) => {
    const env = { ...lib.fromDriver(recorder().driver, "/w"), exec: (_command, { signal }) => new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, 300, { stdout: "done", stderr: "", exitCode: 0 });
      signal?.addEventListener("abort", () => (clearTimeout(timer), reject(new DOMException("x", "AbortError"))));
    }) };
    const run = async (timeout) => (await lib.createBashTool(env).execute("1", { command: "run", timeout })).content[0].text;
    equal(await run(1e300), "done");
    equal(await run(0.0004), "[flue] Command timed out after 0.0004 seconds.\n\nCommand exited with code 124");
  }],
  ["edit tool", "a text that overlaps itself counts once; $& is literal", async ({ lib }) => {
    let content = "aaa";
    const env = lib.fromDriver(recorder({ readFile: async () => content, writeFile: async (_p, text) => { content = text; } }).driver, "/w");
    await lib.createEditTool(env).execute("1", { path: "f", oldText: "aa", newText: "$&$1" });
    equal(content, "$&$1a");
  }],
];
async function oneAtATime(lib, overlay) {
  let content = "0";
  const log = [];
  const { driver } = recorder({
    readFile: async () => (await after(5), content),
    writeFile: async (_path, text) => { log.push("("); await after(text.length > 5 ? 30 : 1); content = text; log.push(")"); },
  });
  const env = lib.fromDriver(driver, "/w");
  await Promise.all([
    lib.createWriteTool(env).execute("1", { path: "f", content: "0123456789" }), lib.createEditTool(overlay(env)).execute("2", { path: "/w/./f", oldText: "9", newText: "!" }),
    lib.createWriteTool(env).execute("3", { path: "x/../f", content: "last" }),
  ]);
  equal([content, log.join("")], ["last", "()()()"]);
}
function sortKeys(value) {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sortKeys(value[key])]));
}

/** Rows of the errors and checks: check(lib). */
export const errorRows = [
  ["SandboxOperationUnsupportedError", "message, type, meta", async (lib) => {
    const error = new lib.SandboxOperationUnsupportedError({ operation: "rm", provider: "X", options: ["recursive", "force"] });
    equal([error.message, error.type, error.meta, error.details], [
      'X does not support rm with "recursive", "force".', "sandbox_operation_unsupported", { operation: "rm", provider: "X", options: ["recursive", "force"] },
      "The requested operation was rejected before the filesystem was modified.",
    ]);
    if (!(error instanceof lib.SandboxOperationUnsupportedError) || !(error instanceof Error)) throw new Error("not an instance");
  }],
  ["SandboxDiedError", "messages, type, name", async (lib) => {
    const error = new lib.SandboxDiedError({ operation: "exec", reason: "stopped" });
    equal([error.message, error.type, error.name], ["Sandbox exec failed: the sandbox stopped while the call was in flight.", "sandbox_died", "SandboxDiedError"]);
    equal(new lib.SandboxDiedError({ operation: "exec", reason: "probe_silent" }).message,
      "Sandbox exec failed: the sandbox state probe went unanswered while the call was in flight, so the sandbox is presumed dead.");
  }],
  ["bash(factory)", "a wrong object: `[flue] BashFactory must return a Bash-like object.`", async (lib) => {
    for (const wrong of [null, 7, {}, { exec() {}, getCwd() {} }, { exec() {}, getCwd: "/", fs: {} }]) {
      const error = await rejects(lib.bash(() => wrong).createSandbox({ id: "x" }));
      equal(error.message, "[flue] BashFactory must return a Bash-like object.");
    }
  }],
  ["bash(factory)", "options reach the shell; without any it is called with none", async (lib) => {
    const seen = [];
    const shell = { exec: async (...args) => (seen.push(args), { stdout: "", stderr: "", exitCode: 0 }), getCwd: () => "/h", fs: { resolvePath: (base, path) => `${base}/${path}` } };
    const env = await lib.bash(async () => shell).createSandbox({ id: "x" });
    await env.exec("one");
    await env.exec("two", { env: { A: "1" }, timeoutMs: 60_000 });
    equal([seen[0][0], seen[0][1] ?? null, seen[1][1].env, seen[1][1].signal instanceof AbortSignal], ["one", null, { A: "1" }, true]);
  }],
  ["local(options)", "an env that is no record throws a TypeError at construction", async (lib) => {
    for (const env of [[], true, "x"]) {
      let error;
      try {
        await lib.local({ env }).createSandbox({ id: "x" });
      } catch (e) {
        error = e;
      }
      equal([error instanceof TypeError, error?.message], [true, "[flue] local() `env` must be a Record<string, string | undefined>. To inherit the full host env, pass `env: { ...process.env }`."]);
    }
  }],
  ["local(options)", "only the allow-listed variables pass; a snapshot; options.env adds and drops", async (lib) => {
    process.env.NACRE_SECRET = "secret";
    process.env.LC_CTYPE = "C";
    try {
      const env = await lib.local({ env: { EXTRA: "x", HOME: undefined } }).createSandbox({ id: "x" });
      process.env.LC_CTYPE = "changed";
      const r = await env.exec('echo "${NACRE_SECRET-none} $EXTRA ${HOME-none} $LC_CTYPE ${PATH:+path}"');
      equal(r.stdout.trim(), "none x none C path");
    } finally {
      delete process.env.NACRE_SECRET;
      delete process.env.LC_CTYPE;
    }
  }],
  ["local(options)", "bash even with another PATH; a wrong cwd is status 1 with the message", async (lib) => {
    const env = await lib.local({ env: { PATH: "/nowhere" } }).createSandbox({ id: "x" });
    equal((await env.exec('[[ 1 -eq 1 ]] && echo "${0##*/}"')).stdout.trim(), "bash");
    const r = await env.exec("true", { cwd: "/no/such/place" });
    equal([r.exitCode, /ENOENT/.test(r.stderr)], [1, true]);
  }],
  ["local(options)", "abort and timeout end the whole process group", async (lib) => {
    const env = await lib.local().createSandbox({ id: "x" });
    const mark = `9${Date.now() % 100000}.${process.pid}`;
    await env.exec(`sleep ${mark} & sleep ${mark}; true`, { timeoutMs: 300 });
    await after(150);
    const left = (await env.exec(`ps -eo args | grep -c "^sleep ${mark}" || true`)).stdout.trim();
    equal(left, "0", "left running");
  }],
  ["local(options)", "what has left the process group does not hold the call past its timeout", async (lib) => {
    const env = await lib.local().createSandbox({ id: "x" });
    const mark = `8${Date.now() % 100000}.${process.pid}`;
    try {
      const [r, ms] = await timed(Promise.race([env.exec(`setsid sleep ${mark} & echo begun`, { timeoutMs: 300 }), after(8000).then(() => ({ exitCode: "none", stdout: "" }))]));
      equal([r.exitCode, r.stdout], [124, "begun\n"], `after ${ms} ms`);
    } finally {
      await env.exec(`ps -eo pid,args | grep "[s]leep ${mark}" | while read pid rest; do kill -9 $pid; done`);
    }
  }],
  ["local(options)", "a command that looks like an option is none", async (lib) => {
    equal((await (await lib.local().createSandbox({ id: "x" })).exec("-x")).exitCode, 127);
  }],
  ["local(options)", "a command that ignores SIGTERM is killed after 2 s", async (lib) => {
    const env = await lib.local().createSandbox({ id: "x" });
    const timeoutMs = 3000;   // long enough for the trap to be set, also on a busy machine
    const [r, ms] = await timed(env.exec("trap '' TERM; echo set; while :; do sleep 0.05; done", { timeoutMs }));
    equal([r.exitCode, r.stdout], [124, "set\n"]);
    if (ms < timeoutMs + 1900) throw new Error(`after ${ms} ms`);
  }],
  ["local(options)", "output past 64 MiB ends it: status 1 and a note", async (lib) => {
    const env = await lib.local().createSandbox({ id: "x" });
    const r = await env.exec("yes | head -c 80000000; sleep 20");
    equal([r.exitCode, r.stderr.endsWith("\n[flue] local exec output exceeded 67108864 bytes; process tree killed")], [1, true]);
  }],
];

/** Rows of cloudflareSandbox over a stub: check({ lib, Stub, sandbox }). */
export const cloudflareRows = [
  ["cloudflareSandbox", "cwd defaults to /workspace", async ({ make }) => equal((await make()).env.cwd, "/workspace")],
  ["cloudflareSandbox", "no signal goes over RPC (it cannot be cloned); timeoutMs becomes timeout", async ({ make }) => {
    const { env, stub } = await make();
    await env.exec("true", { timeoutMs: 7000, signal: new AbortController().signal });
    const [, , options] = stub.calls.find((call) => call[0] === "exec");
    equal([options.timeout, "signal" in options], [7000, false]);
  }],
  ["cloudflareSandbox", "a timeout that rejects becomes status 124, the details on stderr", async ({ make }) => {
    const r = await (await make()).env.exec("sleep 2", { timeoutMs: 200 });
    equal([r.exitCode, /timeout/i.test(r.stderr)], [124, true]);
  }],
  ["cloudflareSandbox", "files that the container takes for binary are still text", async ({ make }) => {
    const { env } = await make({ "bin.dat": bytes(97, 255, 10) });
    equal(await env.readFile("bin.dat"), "a\ufffd\n");
  }],
  ["cloudflareSandbox", "bytes travel as base64, 300 KB too", async ({ make }) => {
    const { env } = await make();
    const big = Uint8Array.from({ length: 300_000 }, (_, i) => (i * 7) & 255);
    await env.writeFile("big.bin", big);
    const got = await env.readFileBuffer("big.bin");
    equal([got.length, got.every((byte, i) => byte === big[i])], [big.length, true]);
  }],
  ["cloudflareSandbox", "rm with options runs rm in the container; `rm failed for` when that fails", async ({ make }) => {
    const { env } = await make({ "d/it's.txt": "" });
    await env.rm("d", { recursive: true });
    equal(await env.exists("d"), false);
    const error = await rejects(env.rm("nope", { recursive: true }));
    equal(error.message.startsWith("rm failed for /workspace/nope: "), true, error.message);
  }],
  ["cloudflareSandbox", "a container that stops while a call is under way: SandboxDiedError", async ({ make, fast }) => {
    const { env, stub } = await make({}, fast);
    const running = rejects(env.exec("sleep 60"));
    await after(100);
    stub.die();
    const error = await running;
    equal([error.type, error.message], ["sandbox_died", "Sandbox exec failed: the sandbox stopped while the call was in flight."]);
  }],
];
/** And what only Nacre's has. */
export const ownCloudflareRows = [
  ["cloudflareSandbox", "{ removal: \"unsupported\" }: the contract's refusal, before anything changes", async ({ make, lib }) => {
    const { env } = await make({ "d/f": "" }, { removal: "unsupported" });
    const error = await rejects(env.rm("d", { recursive: true, force: true }));
    equal([error instanceof lib.SandboxOperationUnsupportedError, error.meta.options, await env.exists("d/f")], [true, ["recursive", "force"], true]);
    await env.rm("d/f");
    equal(await env.exists("d/f"), false);
  }],
  ["cloudflareSandbox", "a state probe that is never answered: SandboxDiedError", async ({ make }) => {
    const { env, stub } = await make({}, { statePollMs: 20, probeSilenceMs: 50 });
    stub.getState = () => new Promise(() => {});
    const running = rejects(env.exec("sleep 60"));
    await after(10);
    stub.die("running");
    equal(/probe went unanswered/.test((await running).message), true);
  }],
  ["cloudflareSandbox", "a stub without getState, one that throws at once, one that answers nonsense", async ({ lib }) => {
    const over = async (stub) => lib.cloudflareSandbox(stub).createSandbox({ id: "x" });
    equal((await (await over({ exec: async () => ({ success: true, stdout: "ok", stderr: "" }) })).exec("x")), { stdout: "ok", stderr: "", exitCode: 0 });
    const thrown = new Error("at once");
    if (await rejects((await over({ exec: () => { throw thrown; } })).exec("x")) !== thrown) throw new Error("another error");
    for (const nonsense of [undefined, null, 7, {}, { content: 5 }]) await rejects((await over({ readFile: async () => nonsense, exec: async () => nonsense })).readFile("x"));
    for (const nonsense of [undefined, null, 7]) await rejects((await over({ exec: async () => nonsense })).exec("x"));
  }],
];
export const rowFiles = files;
