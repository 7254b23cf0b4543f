// What nacre/flue does in a browser: the workspace of an id, its six tools, an environment over a driver and one over a Bash-like object.
// `flue` is the module as that host loads it.

const show = JSON.stringify;
function equal(got, want) {
  if (show(got) !== show(want)) throw new Error(`expected ${show(want)}, got ${show(got)}`);
}
const use = async (tools, name, params) => (await tools.find((tool) => tool.name === name).execute("id", params)).content[0].text;

const cases = {
  async "nacre/flue: nacre() and its tools"({ nacre, releaseWorkspace, sandboxOf }) {
    const factory = nacre({ files: { "a.txt": "one\ntwo\n" } });
    const env = await factory.createSandbox({ id: "browser" });
    const tools = factory.tools(env, { subagents: {} });
    equal(await use(tools, "read", { path: "a.txt", offset: 2, limit: 1 }), "two");
    equal(await use(tools, "edit", { path: "a.txt", oldText: "two", newText: "2" }), "Successfully edited a.txt");
    equal(await use(tools, "write", { path: "d/é😀", content: "needle\n" }), "Successfully wrote 7 bytes to d/é😀");
    equal(await use(tools, "bash", { command: "cat a.txt d/*; exit 3" }), "one\n2\nneedle\n\nCommand exited with code 3");
    equal(await use(tools, "grep", { pattern: "ne+dle" }), "./d/é😀:1:needle");
    equal(await use(tools, "glob", { pattern: "*.txt" }), "./a.txt");
    equal(await use(tools, "bash", { command: "sleep 60", timeout: 0.05 }), "[flue] Command timed out after 0.05 seconds.\n\nCommand exited with code 124");
    equal(await (await nacre().createSandbox({ id: "browser" })).readFile("a.txt"), "one\n2\n");
    equal(typeof sandboxOf(env).exec, "function");
    await releaseWorkspace("browser");
  },

  async "nacre/flue: over a driver and a Bash-like object"({ asBash, bash, createSandboxSessionEnv, createStandardTools, nacre, sandboxOf }) {
    const stored = new Map();
    const driver = {
      exec: async (command) => ({ stdout: `${command}!\n`, stderr: "", exitCode: 0 }),
      readFile: async (path) => stored.get(path),
      writeFile: async (path, content) => void stored.set(path, content),
    };
    const tools = createStandardTools(createSandboxSessionEnv(driver, "/w"));
    equal(await use(tools, "write", { path: "x/../f", content: "a\ud800" }), "Successfully wrote 2 bytes to x/../f");
    equal(await use(tools, "edit", { path: "f", oldText: "a", newText: "b" }), "Successfully edited f");
    equal([...stored], [["/w/f", "b\ud800"]]);
    equal(await use(tools, "bash", { command: "run" }), "run!");
    const sandbox = sandboxOf(await nacre({ files: { f: "f" } }).createSandbox({ id: "shell" }));
    const env = await bash(() => asBash(sandbox)).createSandbox({ id: "x" });
    equal([(await env.exec("cat f")).stdout, await env.exists("g"), env.resolvePath("f")], ["f", false, "/home/user/f"]);
  },
};

export const names = Object.keys(cases);
export async function runAll(flue) {
  const results = [];
  for (const name of names) results.push(await cases[name](flue).then(() => ({ name }), (error) => ({ name, error: `${error}\n${error?.stack}` })));
  return results;
}
