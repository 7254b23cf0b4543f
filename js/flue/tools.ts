// Flue's six tool factories, and the check of the names that an adapter gives its tools.
import type { SessionEnv } from "../session.js";
import { createTools, type ToolName, type ToolOptions } from "../tools.js";
import { ToolNameConflictError } from "./errors.js";
import type { AgentTool, SessionToolFactory } from "./types.js";

/** What the runtime adds itself. */
export const reservedToolNames: readonly string[] = ["task", "activate_skill", "read_skill_resource", "finish", "give_up"];

/** Throws when a name is the framework's or is there twice; gives the tools back. */
export function checkToolNames<T extends { name: string }>(tools: T[]): T[] {
  const names = new Set<string>();
  for (const { name } of tools) {
    if (reservedToolNames.includes(name)) throw new ToolNameConflictError({ name, conflict: "reserved" });
    if (names.has(name)) throw new ToolNameConflictError({ name, conflict: "duplicate" });
    names.add(name);
  }
  return tools;
}

const standard: ToolName[] = ["read", "write", "edit", "bash", "grep", "glob"];

/** All six, in Flue's order. */
export function createStandardTools(env: SessionEnv, options?: ToolOptions): AgentTool[] {
  const tools = createTools(env, options);
  return standard.map((name) => tools[name]);
}

const one = (name: ToolName) => (env: SessionEnv, options?: ToolOptions): AgentTool => createTools(env, options)[name];
export const createReadTool = one("read");
export const createWriteTool = one("write");
export const createEditTool = one("edit");
export const createBashTool = one("bash");
export const createGrepTool = one("grep");
export const createGlobTool = one("glob");

/** How a factory's `tools` option is given: our tools (the default), none of our own (the runtime's are used), or a set of the user's. */
export type ToolsOption = boolean | SessionToolFactory | undefined;

/** A factory's `tools` member for this option. */
export function toolFactory(tools: ToolsOption, options: ToolOptions | undefined): { tools?: SessionToolFactory } {
  if (tools === false) return {};
  if (typeof tools === "function") return { tools: (env, given) => checkToolNames(tools(env, given)) };
  if (tools !== undefined && tools !== true) throw new TypeError("The \"options.tools\" argument must be a boolean or a function");
  return { tools: (env) => createStandardTools(env, options) };
}
