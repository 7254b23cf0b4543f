// The kinds of sandbox that need Node: the host itself, and just-bash.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as flueNode from "@flue/runtime/node";
import * as flueRuntime from "@flue/runtime";
import { Bash } from "just-bash";
import { Sandbox } from "../../dist/index.node.js";
import { asBash, bash, nacre } from "../../dist/flue.node.js";
import { cloudflareSandbox } from "../../dist/flue-cloudflare.node.js";
import { local } from "../../dist/flue-node.js";
import { kindsOf } from "./kinds.mjs";

// Flue's adapter for Workers is imported in Node too, to be compared with: it asks for a module that only Workers have.
registerHooks({
  resolve: (name, context, next) => (name.startsWith("cloudflare:")
    ? { url: "data:text/javascript,export const env = {}; export const exports = {}; export const tracing = {}; export class DurableObject {}; export class WorkerEntrypoint {}; export class RpcTarget {}", shortCircuit: true }
    : next(name, context)),
});
const flueCloudflare = await import("@flue/runtime/cloudflare");

const folders = [];
process.on("exit", () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A directory of the host with these files. */
export function folderWith(files = {}) {
  const folder = mkdtempSync(join(tmpdir(), "nacre-flue-"));
  folders.push(folder);
  for (const [name, init] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    if (init.directory) mkdirSync(path, { recursive: true });
    else if (init.symlink) symlinkSync(init.symlink, path);
    else writeFileSync(path, init.data ?? init);
  }
  return folder;
}

async function justBash(files = {}) {
  const shell = await newJustBash(files);
  return () => shell;
}
async function newJustBash(files) {
  const shell = new Bash({ cwd: "/home/user", files: { "/home/user/.keep": "" } });
  await shell.fs.rm("/home/user/.keep");
  for (const [name, init] of Object.entries(files)) {
    const path = `/home/user/${name}`;
    await shell.fs.mkdir(dirname(path), { recursive: true });
    if (init.directory) await shell.fs.mkdir(path, { recursive: true });
    else if (init.symlink) await shell.fs.symlink(init.symlink, path);
    else await shell.fs.writeFile(path, init.data ?? init);
  }
  return shell;
}

export const flue = { ...flueRuntime, local: flueNode.local, cloudflareSandbox: flueCloudflare.cloudflareSandbox };
export const lib = { Sandbox, nacre, bash, asBash, cloudflareSandbox, local, flue };

export const kinds = {
  ...kindsOf(lib),
  "bash-just": async ({ files }) => bash(await justBash(files)),
  local: async ({ files }) => local({ cwd: folderWith(files) }),
  "local, Flue's tools": async ({ files }) => local({ cwd: folderWith(files), tools: false }),
  "flue-bash-just": async ({ files }) => flue.bash(await justBash(files)),
  "flue-local": async ({ files }) => flue.local({ cwd: folderWith(files) }),
};
/** Flue's own: what the others are compared with. */
export const reference = ["flue-cloudflare", "flue-bash-just", "flue-local"];
