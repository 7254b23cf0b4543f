// The adapter of the shared bench (../shared/bench/engines/example.mjs says what an adapter is) over the module that ships.
import path from "node:path";
import { fileURLToPath } from "node:url";

const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../dist/index.node.js");
const env = { HOME: "/root", LC_ALL: "C.UTF-8", TZ: "UTC" };
const limits = { memory: 512 * 1024 * 1024, output: 1_000_000_000, files: 1_000_000 };
let Sandbox;

export const name = "nacre";
export const abort = true;
export async function load() {
  ({ Sandbox } = await import(dist));
  if (Sandbox.compile) await Sandbox.compile();
}
const wrap = (sandbox) => ({
  async exec(script, { signal } = {}) {
    const r = await sandbox.exec(script, { signal });
    return { stdout: r.stdoutBytes, stderr: r.stderr, exitCode: r.exitCode };
  },
  async fork() {
    return wrap(await sandbox.fork());
  },
  dispose: () => sandbox[Symbol.asyncDispose](),
});
export async function create({ files = {}, cwd = "/home/user/work" } = {}) {
  const all = {};
  for (const [name, data] of Object.entries(files)) all[path.posix.join(cwd, name)] = data;
  const sandbox = await Sandbox.create({ files: all, cwd, env, limits });
  return wrap(sandbox);
}
