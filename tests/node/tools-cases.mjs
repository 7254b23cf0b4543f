// Calls of tools and of session environments over made-up hosts, and what came of each. Run over Flue's published runtime they give
// tools-recorded.json (tools-record.mjs), over ours they must give the same (tools.test.mjs).
//
// `maker` has tools(env), the six tools by name, and session(driver, cwd, options), an environment over a driver. The answer is a list of
// [label, outcome]; an outcome is a text: the value or the error, and what the host was asked.

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// As JSON; of long texts their length and both ends.
function show(value) {
  return JSON.stringify(value, (_, v) => {
    if (v instanceof AbortSignal) return `<signal ${v.aborted}>`;
    if (v instanceof Uint8Array) return `<${v.length} bytes>`;
    if (v === undefined) return "<undefined>";
    if (typeof v === "string" && v.length > 400) return `${v.length}:${v.slice(0, 40)}...${v.slice(-200)}`;
    return v;
  });
}

export async function collect(maker) {
  const all = [];
  let asked = [];
  const note = async (label, call) => {
    asked = [];
    let outcome;
    try {
      outcome = show(await call());
    } catch (e) {
      outcome = e instanceof Error
        ? `${e instanceof DOMException ? "DOMException " : ""}${e.name}: ${show(e.message)}${Object.hasOwn(e, "cause") ? ` cause ${show(String(e.cause?.message ?? e.cause))}` : ""}`
        : `thrown ${show(e)}`;
    }
    all.push([label, outcome + (asked.length > 0 ? ` | ${show(asked)}` : "")]);
  };

  // --- tools over a SessionEnv ---
  const files = new Map();
  const environment = (over = {}) => ({
    cwd: "/w",
    resolvePath: (p) => (p.startsWith("/") ? p : `/w/${p}`),
    async exec(command, options) {
      asked.push([command, options]);
      return { stdout: "", stderr: "", exitCode: 0 };
    },
    async readFile(path) {
      if (!files.has(path)) throw new Error(`nothing at ${path}`);
      return files.get(path);
    },
    async readFileBuffer() { return new Uint8Array(); },
    async writeFile(path, content) { files.set(path, content); },
    async stat() { return { isFile: true, isDirectory: false }; },
    async readdir() { return []; },
    async exists() { return true; },
    async mkdir() {},
    async rm() {},
    ...over,
  });
  const tools = maker.tools(environment());
  const use = (label, name, params, signal) => note(`${label} ${show(params)}`, () => tools[name].execute("id", params, signal));

  files.set("f", "a\nb\nc\nd\ne\n");
  for (const o of [
    {}, { offset: 1.5 }, { offset: 2.5 }, { offset: 2.5, limit: 1.7 }, { offset: -3 }, { offset: 0 }, { limit: 0 }, { limit: -1 }, { limit: -2 },
    { limit: -9 }, { limit: 0.5 }, { limit: 99 }, { offset: 5 }, { offset: 6 }, { offset: 7 }, { offset: 6.5 }, { offset: 1e21 },
    { offset: 6, limit: 1 }, { offset: 3, limit: 2 }, { offset: 3, limit: -1 },
  ]) await use("read", "read", { path: "f", ...o });
  await use("read", "read", { path: "missing" });
  const x = (n, c = "x") => c.repeat(n);
  const lines = (n, f) => Array.from({ length: n }, (_, i) => f(i + 1)).join("\n");
  for (const [name, content, ...options] of [
    ["empty", "", {}, { offset: 1 }, { offset: 2 }],
    ["3000 lines", lines(3000, (i) => `l${i}`), {}, { offset: 500 }, { offset: 1001 }, { limit: 2500 }, { limit: 2000 }, { limit: 2001 }, { limit: 10 },
      { offset: 1002, limit: 5 }],
    ["51200 units", x(51200), {}],
    ["51201 units", x(51201), {}],
    ["51200 and an end", `${x(51200)}\n`, {}],
    ["51200 and a line", `${x(51200)}\nabc`, {}, { limit: 1 }, { offset: 2 }],
    ["51201 and a line", `${x(51201)}\nabc`, {}, { limit: 1 }, { offset: 2 }],
    ["a long second line", `ab\n${x(60000)}\nabc`, {}, { offset: 2 }, { offset: 2, limit: 1 }, { offset: 3 }],
    ["51199 with the end of the next", `${x(51197)}\na\nb`, {}],
    ["astral 51200", x(25600, "😀"), {}],
    ["astral 51201", `a${x(25600, "😀")}`, {}],
    ["three bytes each", x(51200, "€"), {}],
    ["three bytes each, one more", x(51201, "€"), {}],
    ["half a pair", `\ud83d${x(51199)}\udc00`, {}],
    ["100 lines of 1000", lines(100, () => x(1000, "y")), {}, { offset: 50 }, { limit: 60 }, { offset: 20, limit: 60 }, { limit: 51 }],
    ["100 lines of 1023", lines(100, () => x(1023, "y")), {}],
    ["2000 newlines", x(2000, "\n"), {}],
    ["carriage returns", "a\r\nb\r\n", {}, { offset: 2 }],
    ["mark", "\ufeffa\n", {}],
  ]) {
    files.set("g", content);
    for (const o of options) await note(`read ${name} ${show(o)}`, () => tools.read.execute("id", { path: "g", ...o }));
  }

  for (const content of ["é€😀", "", "a\ud800b", x(100_000)]) await use("write", "write", { path: "n", content });
  await note("what was written", async () => files.get("n").length);

  for (const [content, o] of [
    ["aaa", { oldText: "aa", newText: "b" }], ["aaaa", { oldText: "aa", newText: "b" }],
    ["aaaa", { oldText: "aa", newText: "b", replaceAll: true }], ["aaaaa", { oldText: "aa", newText: "", replaceAll: true }],
    ["abc", { oldText: "b", newText: "b" }], ["abc", { oldText: "b", newText: "b", replaceAll: true }],
    ["abc", { oldText: "x", newText: "b", replaceAll: true }], ["abc", { oldText: "", newText: "b" }], ["abc", { oldText: "x", newText: "b" }],
    ["abc", { oldText: "b", newText: "$&$1$$" }], ["abab", { oldText: "b", newText: "$&", replaceAll: true }],
    ["abc", { oldText: "b", newText: "c", replaceAll: true }], ["a\r\nb", { oldText: "a\nb", newText: "c" }],
    ["a\0b", { oldText: "\0", newText: "z" }], ["é€😀\ud800", { oldText: "€", newText: "\udc00" }], ["", { oldText: "a", newText: "b" }],
  ]) {
    files.set("e", content);
    await use(`edit ${show(content)}`, "edit", { path: "e", ...o });
    await note("  gives", async () => files.get("e"));
  }
  await use("edit", "edit", { path: "missing", oldText: "a", newText: "b" });

  const answering = (answer) => environment({
    async exec(command, options) {
      asked.push([command, options]);
      if (command === "rg --version") return { stdout: "", stderr: "", exitCode: answer.rg ?? 127 };
      if (answer.throws) throw answer.throws;
      return answer;
    },
  });
  for (const [answer, o] of [
    [{ stdout: " a\n", stderr: "e\n", exitCode: 0 }, {}], [{ stdout: "", stderr: "e\n", exitCode: 0 }, {}], [{ stdout: "", stderr: "", exitCode: 3 }, {}],
    [{ stdout: "\n\n x \n", stderr: "\n", exitCode: 1 }, {}], [{ stdout: "p", stderr: "timeout!", exitCode: 124 }, { timeout: 5 }],
    [{ stdout: x(51200), stderr: "", exitCode: 0 }, {}], [{ stdout: `A${x(51200)}`, stderr: "", exitCode: 0 }, {}],
    [{ stdout: `${x(25600, "😀")}a`, stderr: "", exitCode: 0 }, {}], [{ stdout: x(60000, "€"), stderr: x(10, "é"), exitCode: 7 }, {}],
    [{ stdout: `${lines(2005, (i) => i)}\n`, stderr: "", exitCode: 2 }, {}], [{ stdout: lines(2000, (i) => i), stderr: "", exitCode: 0 }, {}],
    [{ stdout: lines(1999, (i) => i), stderr: "last\nmore", exitCode: -1 }, {}],
    [{ stdout: "\u00a0\u2003\ufeffa\u180e\u0085\u2028", stderr: "", exitCode: 0 }, {}], [{ stdout: "\ud800", stderr: "\udc00", exitCode: 0 }, {}],
    [{ throws: new Error("boom") }, {}], [{ throws: new RangeError("range") }, { timeout: 1 }], [{ throws: "text" }, {}],
  ]) await note(`bash ${show(answer)} ${show(o)}`, () => maker.tools(answering(answer)).bash.execute("id", { command: "cmd", ...o }));

  for (const rg of [0, 127]) {
    for (const [answer, o] of [
      [{ stdout: "a:1:x\n", stderr: "", exitCode: 0 }, {}], [{ stdout: "", stderr: "err", exitCode: 1 }, {}],
      [{ stdout: " \n", stderr: "err", exitCode: 1 }, {}], [{ stdout: "a", stderr: "err", exitCode: 1 }, {}],
      [{ stdout: "", stderr: "bad re\n", exitCode: 2 }, {}], [{ stdout: "", stderr: "", exitCode: 2 }, {}], [{ stdout: "out", stderr: "", exitCode: 3 }, {}],
      [{ stdout: "", stderr: "", exitCode: 0 }, {}], [{ stdout: "  \n\n", stderr: "", exitCode: 0 }, {}], [{ stdout: "\n a\n\nb \n", stderr: "", exitCode: 0 }, {}],
      [{ stdout: `${x(501)}\n${x(500, "y")}\n`, stderr: "", exitCode: 0 }, {}], [{ stdout: `${x(499)}😀z\n`, stderr: "", exitCode: 0 }, {}],
      [{ stdout: `${x(300, "€")}\n`, stderr: "", exitCode: 0 }, {}],
      [{ stdout: lines(150, (i) => `m${i}`), stderr: "", exitCode: 0 }, {}], [{ stdout: `${lines(100, (i) => `m${i}`)}\n`, stderr: "", exitCode: 0 }, {}],
      [{ stdout: "a", stderr: "", exitCode: 0 }, { path: "it's", include: "*'.ts", literal: true, pattern: "-e'x" }],
      [{ stdout: "a", stderr: "", exitCode: 0 }, { path: "", include: "", pattern: "" }], [{ stdout: "a\r\nb\r\n", stderr: "", exitCode: 0 }, {}],
      [{ throws: new Error("no grep") }, {}],
    ]) await note(`grep ${rg} ${show(answer)} ${show(o)}`, () => maker.tools(answering({ ...answer, rg })).grep.execute("id", { pattern: "pat", ...o }));
  }
  for (const [answer, o] of [
    [{ stdout: "./a\n./b\n", stderr: "", exitCode: 0 }, {}], [{ stdout: "", stderr: "x", exitCode: 1 }, {}], [{ stdout: "./a", stderr: "x", exitCode: 1 }, {}],
    [{ stdout: " \n", stderr: "", exitCode: 0 }, {}], [{ stdout: `${lines(1500, (i) => `m${i}`)}\n`, stderr: "", exitCode: 0 }, { path: "a'b", pattern: "*'" }],
    [{ stdout: "\n a \n\nb\n", stderr: "", exitCode: 0 }, { path: "" }], [{ throws: new Error("no find") }, {}],
  ]) await note(`glob ${show(answer)} ${show(o)}`, () => maker.tools(answering(answer)).glob.execute("id", { pattern: "pat", ...o }));

  {
    let probes = 0;
    const env = environment({
      async exec(command) {
        if (command === "rg --version") {
          probes++;
          throw new Error("no probe");
        }
        asked.push(command);
        return { stdout: "a", stderr: "", exitCode: 0 };
      },
    });
    await note("grep whose probe throws", () => maker.tools(env).grep.execute("id", { pattern: "p" }));
    await note("grep again", () => maker.tools({ ...env }).grep.execute("id", { pattern: "p" }));
    await note("probes", async () => probes);
  }

  const every = { path: "f", pattern: "x", command: "c", content: "", oldText: "a", newText: "b" };
  for (const name of Object.keys(tools)) await note(`${name}, aborted before`, () => tools[name].execute("id", every, AbortSignal.abort(new Error("r"))));
  await note("edit, aborted before, nothing to find", () => tools.edit.execute("id", { ...every, oldText: "" }, AbortSignal.abort()));
  const slow = (over) => environment({
    async readFile() {
      asked.push("readFile");
      await sleep(40);
      return "abc";
    },
    async writeFile() {
      asked.push("writeFile");
      await sleep(40);
    },
    ...over,
  });
  const abortIn = (ms, reason) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), ms);
    return controller.signal;
  };
  for (const name of ["read", "write", "edit"]) {
    await note(`${name}, aborted meanwhile`, () => maker.tools(slow())[name].execute("id", every, abortIn(15, new Error("mid"))));
  }
  await note("edit, aborted while it writes", () => maker.tools(slow())["edit"].execute("id", every, abortIn(60, new Error("mid"))));
  for (const name of ["edit", "write"]) {
    const set = maker.tools(slow());
    const first = set.write.execute("id", every);
    await sleep(5);
    await note(`${name}, aborted while it waits for another's write`, () => set[name].execute("id", every, abortIn(15, new Error("mid"))));
    await first;
  }
  for (const [name, exec] of Object.entries({
    blind: async () => (await sleep(60), { stdout: "part", stderr: "", exitCode: 0 }),
    late: async () => {
      await sleep(60);
      throw new Error("late");
    },
    listening: (_, o) => new Promise((_, reject) => o.signal.addEventListener("abort", () => reject(new Error("mine")))),
    ready: async () => (await sleep(60), { stdout: "part", stderr: "", exitCode: 124 }),
  })) {
    const set = maker.tools(environment({ exec }));
    await note(`bash over ${name}, aborted`, () => set.bash.execute("id", every, abortIn(15, new Error("why"))));
    await note(`bash over ${name}, timed out`, () => set.bash.execute("id", { command: "c", timeout: 0.02 }));
    await note(`bash over ${name}, both`, () => set.bash.execute("id", { command: "c", timeout: 5 }, abortIn(15, new Error("why"))));
  }

  // --- an environment over a driver ---
  const driver = (over = {}) => ({
    async exec(command, options) {
      asked.push(["exec", command, options, Object.keys(options ?? {})]);
      return { stdout: "o", stderr: "", exitCode: 0, more: 1 };
    },
    async readFile(...a) { asked.push(["readFile", ...a]); return "x"; },
    async readFileBuffer(...a) { asked.push(["readFileBuffer", ...a]); return new Uint8Array(2); },
    async writeFile(...a) { asked.push(["writeFile", ...a]); },
    async stat(...a) { asked.push(["stat", ...a]); return { isFile: true, isDirectory: false, more: 1 }; },
    async readdir(...a) { asked.push(["readdir", ...a]); return ["a", "\ud800"]; },
    async exists(...a) { asked.push(["exists", ...a]); return true; },
    async mkdir(...a) { asked.push(["mkdir", ...a]); },
    async rm(...a) { asked.push(["rm", ...a]); },
    ...over,
  });
  let env = maker.session(driver(), "/w/../w/");
  await note("members", async () => Object.keys(env).sort());
  await note("cwd", async () => env.cwd);
  for (const p of ["", ".", "..", "../../../x", "/x/../y", "/x//y/", "a/./b/", "/", "//", "a\0b", "~", "a\\b", "\ud800", "a/../../b", "..."]) {
    await note(`resolvePath ${show(p)}`, async () => env.resolvePath(p));
  }
  for (const o of [undefined, {}, { cwd: "q" }, { cwd: "" }, { cwd: "/a/../b", env: { A: "1" }, timeoutMs: 5, signal: new AbortController().signal },
    { timeoutMs: 0 }]) await note(`exec ${show(o)}`, () => env.exec("c", o));
  for (const [name, ...a] of [
    ["readFile", "a"], ["readFileBuffer", "../a"], ["writeFile", "a", "c\ud800"], ["writeFile", "a", new Uint8Array(1)], ["stat", "a"], ["readdir", ""],
    ["exists", "a"], ["mkdir", "a"], ["mkdir", "a", { recursive: true }], ["mkdir", "a", { recursive: false, more: 1 }], ["rm", "a"],
    ["rm", "a", { force: true, recursive: true }],
  ]) await note(`${name} ${show(a)}`, () => env[name](...a));
  let n = 0;
  const failing = { async writeFile(p) { asked.push(p); throw new Error(`no ${++n}`); } };
  env = maker.session(driver(failing), "/w");
  for (const p of ["a/b/c", "/top", "/"]) await note(`a write that fails ${p}`, () => env.writeFile(p, "x"));
  env = maker.session(driver({ ...failing, async mkdir() { throw new Error("no mkdir"); } }), "/w");
  await note("a write that fails, and mkdir", () => env.writeFile("a/b", "x"));
  env = maker.session(driver({ async writeFile() { if (n++ < 7) throw "once"; } }), "/w");
  n = 7 - 1;
  await note("a write that fails once", () => env.writeFile("a/b", "x"));
  for (const thrown of [undefined, null, 5, "text", { code: "X" }]) {
    env = maker.session(driver({ readFile: () => Promise.reject(thrown), exec() { throw thrown; } }), "/w");
    await note(`readFile rejects ${show(thrown)}`, () => env.readFile("a"));
    await note(`exec throws ${show(thrown)}`, () => env.exec("a"));
  }
  for (const [name, exec] of Object.entries({
    blind: async () => (await sleep(80), { stdout: "late", stderr: "", exitCode: 0 }),
    failing: async () => {
      await sleep(80);
      throw new Error("late");
    },
    listening: (_, o) => new Promise((_, reject) => o.signal.addEventListener("abort", () => reject(new Error("mine")))),
    answering: (_, o) => new Promise((resolve) => o.signal.addEventListener("abort", () => resolve({ stdout: "r", stderr: "", exitCode: 130 }))),
    hanging: () => new Promise(() => {}),
  })) {
    for (const reason of [undefined, new Error("why"), "text", 42, { message: "no error" }, new DOMException("dom", "AbortError")]) {
      const orphans = [];
      env = maker.session(driver({ exec }), "/w", {
        onOrphanSettled: (o) => orphans.push([Object.keys(o), o.command, o.result, o.error?.message, o.startedAt <= o.abortedAt, o.abortedAt <= o.settledAt]),
      });
      await note(`exec of ${name}, aborted by ${show(reason)}`, () => env.exec("cmd", { signal: abortIn(15, reason) }));
      if (reason instanceof Error) await sleep(100);
      if (reason instanceof Error) await note("  orphans", async () => orphans);
    }
  }
  env = maker.session(driver(), "/w");
  await note("exec, aborted before", () => env.exec("c", { signal: AbortSignal.abort(new Error("pre")) }));
  await note("exec, aborted before without a reason", () => env.exec("c", { signal: AbortSignal.abort() }));
  for (const [name, exec] of Object.entries({
    "in the call": async (c) => (c.abort(new Error("tick")), { stdout: "", stderr: "", exitCode: 0 }),
    "after it resolved": (c) => new Promise((resolve) => setTimeout(() => (resolve({ stdout: "", stderr: "", exitCode: 0 }), c.abort(new Error("tick"))), 5)),
    "after it rejected": (c) => new Promise((_, reject) => setTimeout(() => (reject(new Error("own")), c.abort(new Error("tick"))), 5)),
  })) {
    const controller = new AbortController();
    env = maker.session(driver({ exec: () => exec(controller) }), "/w");
    await note(`exec, aborted ${name}`, () => env.exec("c", { signal: controller.signal }));
  }

  // --- tools over such an environment ---
  {
    const orphans = [];
    env = maker.session(driver({ exec: async () => (await sleep(80), { stdout: "late", stderr: "", exitCode: 0 }) }), "/w", {
      onOrphanSettled: (o) => orphans.push(o.command),
    });
    const set = maker.tools(env);
    await note("bash over a driver, aborted", () => set.bash.execute("id", { command: "1" }, abortIn(15, new Error("why"))));
    await note("bash over a driver, timed out", () => set.bash.execute("id", { command: "2", timeout: 0.02 }));
    await note("glob over a driver, aborted", () => set.glob.execute("id", { pattern: "3" }, abortIn(15, new Error("why"))));
    await sleep(100);
    await note("orphans", async () => orphans);
  }
  {
    const order = [];
    env = maker.session(driver({
      async writeFile(_, content) {
        order.push(`begin ${content}`);
        await sleep(content === "1" ? 30 : 1);
        order.push(`end ${content}`);
      },
    }), "/w");
    const set = maker.tools(env);
    await Promise.all(["f", "/w/f", "x/../f"].map((path, i) => set.write.execute("id", { path, content: String(i + 1) })));
    await note("writes of one path, in order", async () => order);
  }
  return all;
}
