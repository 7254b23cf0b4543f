// nacre(options): a Nacre sandbox as an agent's environment. The runtime makes a factory at every render and asks it for an environment at
// every message, always with the agent's id; so sandboxes are kept here, by id, for as long as the process lives.
import { platform } from "../platform.js";
import { Sandbox } from "../sandbox.js";
import { sandboxSession, type SessionEnv } from "../session.js";
import type { ToolOptions } from "../tools.js";
import type { SandboxOptions } from "../types.js";
import { toolFactory, type ToolsOption } from "./tools.js";
import type { SandboxFactory } from "./types.js";

/** Where a workspace's files live. Only memory so far: they go with the process. */
export type WorkspaceStorage = "memory";

/** How the sandbox is made (files, cwd, env, limits, ...): used when the id's workspace is made, not later. */
export interface NacreOptions extends SandboxOptions {
  /** False: the runtime's own tools over the environment. A function: a tool set of one's own. Default: Nacre's six. */
  tools?: ToolsOption;
  toolOptions?: ToolOptions;
  storage?: WorkspaceStorage;
  /** Workspaces of the same id but another name are apart. For agents whose ids may be the same. Default "". */
  workspace?: string;
  /** Makes the sandbox of an id, instead of `Sandbox.create` with these options. */
  create?: (options: { id: string }) => Sandbox | Promise<Sandbox>;
}

interface Workspace {
  sandbox: Sandbox;
  env: SessionEnv;
}
const workspaces = new Map<string, Workspace | Promise<Workspace>>();
const sandboxes = new WeakMap<SessionEnv["exec"], Sandbox>();
const keyOf = (id: string, workspace = "") => JSON.stringify([workspace, id]);

export function nacre(options: NacreOptions = {}): SandboxFactory {
  if (typeof options !== "object" || options === null) throw new TypeError('The "options" argument must be of type object');
  const { tools, toolOptions, storage, workspace, create, ...rest } = options;
  if (storage !== undefined && storage !== "memory") throw new TypeError(`The "options.storage" argument must be "memory"`);
  if (workspace !== undefined && typeof workspace !== "string") throw new TypeError('The "options.workspace" argument must be of type string');
  if (create !== undefined && typeof create !== "function") throw new TypeError('The "options.create" argument must be of type function');

  const make = async (id: string): Promise<Workspace> => {
    const sandbox = await (create ? create({ id }) : Sandbox.create(rest));
    if (!(sandbox instanceof Sandbox)) throw new TypeError('"options.create" must give a Sandbox');
    const env = sandboxSession(sandbox);
    sandboxes.set(env.exec, sandbox);
    return { sandbox, env };
  };
  const createSandbox = async (given: { id: string }): Promise<SessionEnv> => {
    const id: unknown = given?.id;
    if (typeof id !== "string") throw new TypeError('The "id" argument must be of type string');  // those without one must not share
    const key = keyOf(id, workspace);
    const known = workspaces.get(key);
    // One that is lost (it crashed, or was disposed of) is made anew. In Workers a request does not wait for what another makes.
    if (known && (known instanceof Promise ? platform().shared : known.sandbox.usable)) return (await known).env;
    const making = make(id);
    workspaces.set(key, making);
    try {
      const made = await making;
      const now = workspaces.get(key);
      if (now && now !== making && !(now instanceof Promise) && now.sandbox.usable) {
        // Another request was quicker.
        if (now.sandbox !== made.sandbox) await made.sandbox.dispose();
        return now.env;
      }
      workspaces.set(key, made);
      return made.env;
    } catch (error) {
      if (workspaces.get(key) === making) workspaces.delete(key);
      throw error;
    }
  };
  return { createSandbox, createSessionEnv: createSandbox, ...toolFactory(tools, { unwrap: true, ...toolOptions }) };
}

/** The sandbox behind an environment that `nacre()` made (`harness.sandbox`, say): snapshots, undo, forks. */
export function sandboxOf(env: SessionEnv): Sandbox | undefined {
  return sandboxes.get(env?.exec);
}

/** Disposes of an id's workspace, files and all. The runtime has no call for the end of an agent, so an application that ends one says so. */
export async function releaseWorkspace(id: string, options?: { workspace?: string }): Promise<void> {
  const key = keyOf(id, options?.workspace);
  const known = workspaces.get(key);
  if (!known) return;
  workspaces.delete(key);
  const made = await Promise.resolve(known).catch(() => undefined);  // one that could not be made is gone already
  await made?.sandbox.dispose();
}
