// The six tools that models call: read, write, edit, bash, grep, glob; over any session environment. They are C++ (src/tools/); here
// they get the form that model libraries take.
import * as args from "./args.js";
import {
  createSession, findSession, isPatched, firstTool, identify, Session, type SandboxApi, type SessionEnv, type SessionMachine, type SessionOptions,
} from "./session.js";
import type { Writer } from "./wire.js";

export interface ToolResult {
  content: Array<{ type: "text"; text: string }>;
  details: Record<string, string | number>;
}

/** The JSON schema of a tool's parameters. */
export interface ToolParameters {
  type: "object";
  required: string[];
  properties: Record<string, { type: "string" | "number" | "boolean"; description: string }>;
}

export interface Tool {
  name: string;
  label: string;
  description: string;
  parameters: ToolParameters;
  /**
   * `params`: an object, or JSON text. Primitives of another type are converted where that is plain ("2" to 2); what cannot be is an Error
   * (`Validation failed for tool "read": ...`). Rejects with an Error whose message is for the model, with what the host threw, or,
   * for an abort while a command runs, with an AbortError.
   */
  execute(
    toolCallId: string,
    params: unknown,
    signal?: AbortSignal,
    onUpdate?: (partial: ToolResult) => void,
  ): Promise<ToolResult>;
}

export type ToolName = "read" | "write" | "edit" | "bash" | "grep" | "glob";

/** Where Flue's tools are poor. The default of each is Flue's behaviour. */
export interface ToolOptions {
  /** bash: output that was cut begins with a line that says so. */
  markCut?: boolean;
  /** bash: what a command printed before its timeout stays in the result. */
  keepPartial?: boolean;
  /** edit: a text that is not found only because of line ends (CRLF) is reported as that. */
  reportCrlf?: boolean;
  /**
   * An environment that was not made here may be Flue's `cwd` wrapper around one that was: it is asked once, by `exists()` of a path that is
   * nowhere, and the tools then work on the files directly. (Not when only some of its members are others': a wrapper that means it is kept.)
   */
  unwrap?: boolean;
}

export type ToolSet = Record<ToolName, Tool>;

/**
 * The tools over an environment. Over one of a sandbox of ours (also with another `readFile` in front of it, as Flue's overlay of packaged
 * skills has it, or scoped by Flue's `cwd`) they work on the files directly; over any other by its methods. Tools made for the same
 * environment share their locks.
 */
export function createTools(env: SessionEnv, options?: ToolOptions): ToolSet {
  const given = options ?? {};
  const flags = (given.markCut ? 1 : 0) | (given.keepPartial ? 2 : 0) | (given.reportCrlf ? 4 : 0);
  let session: Session | Promise<Session> | undefined;
  const target = () => (session ??= targetOf(env, given.unwrap === true));
  return Object.fromEntries(table.map(([name, label, description, parameters], i) => {
    const names = Object.keys(parameters.properties);
    const execute: Tool["execute"] = async (_toolCallId, params, signal) => {
      const to = target();
      const session = to instanceof Session ? to : await to;
      const call = await session.call(firstTool + i, (w) => write(w, params, names), { signal, params }, undefined, flags);
      const r = call.take();
      const content = [{ type: "text" as const, text: r.text() }];
      const details: ToolResult["details"] = {};
      for (let n = r.u32(); n > 0; n--) {
        const key = r.string();
        details[key] = r.u32() !== 0 ? r.f64() : r.text();
      }
      return { content, details };
    };
    return [name, { name, label, description, parameters, execute } satisfies Tool];
  })) as ToolSet;
}

// Tools for an environment that was not made here share a machine, and its locks, by its exec: Flue lays a new object over it each turn.
const machines = new WeakMap<SessionEnv["exec"], SessionMachine>();

function targetOf(env: SessionEnv, unwrap: boolean): Session | Promise<Session> {
  if (typeof env?.exec !== "function") throw args.typeError("env", "a session environment", env);
  const own = findSession(env);
  if (own) return env.readFile === own.env.readFile ? own : own.overlaid(env.readFile);
  const foreign = () => {
    let machine = machines.get(env.exec);
    if (!machine) machines.set(env.exec, (machine = Session.hostMachine()));
    return Session.over(env, machine);
  };
  if (!unwrap || isPatched(env)) return foreign();
  return identify(env).then((found) => (found ? found.scoped(env.cwd).overlaid((path) => env.readFile(path)) : foreign()));
}

// An object goes as a list of those keys that the tool knows, each with a type (Arguments::Raw in src/tools/arguments.h) and a text; JSON text
// as it is.
function write(w: Writer, params: unknown, names: string[]): void {
  if (typeof params === "string") return void w.u32(1).text(params);
  w.u32(0);
  if (typeof params !== "object" || params === null || Array.isArray(params)) return void w.u32(0xffffffff);
  const entries = names.map((name) => [name, Object.hasOwn(params, name) ? (params as Record<string, unknown>)[name] : undefined] as const)
    .filter(([, value]) => value !== undefined);
  w.u32(entries.length);
  for (const [key, value] of entries) {
    w.string(key);
    if (value === null) w.u32(1).text("");
    else if (typeof value === "boolean") w.u32(value ? 3 : 2).text("");
    else if (typeof value === "number" && Number.isFinite(value)) w.u32(4).text(String(value));
    else if (typeof value === "string") w.u32(5).text(value);
    else w.u32(6).text("");
  }
}

function parameters(...list: Array<[name: string, type: "string" | "number" | "boolean", description: string, required?: boolean]>): ToolParameters {
  return {
    type: "object",
    required: list.filter(([, , , required]) => required).map(([name]) => name),
    properties: Object.fromEntries(list.map(([name, type, description]) => [name, { type, description }])),
  };
}

// In the order of the module (find_tool in src/tools/main.cc), which has the names and types, too.
const table: Array<[name: ToolName, label: string, description: string, parameters: ToolParameters]> = [
  ["read", "Read File", "Read a file. Output is truncated to 2000 lines or 50KB — use offset/limit for large files.", parameters(
    ["path", "string", "Path to the file to read", true],
    ["offset", "number", "Line number to start from (1-indexed)"],
    ["limit", "number", "Maximum number of lines to read"])],
  ["write", "Write File", "Write content to a file. Creates the file and parent directories if they do not exist.", parameters(
    ["path", "string", "Path to the file to write", true],
    ["content", "string", "Content to write to the file", true])],
  ["edit", "Edit File", "Edit a file using exact text replacement. The oldText must match a unique region of the file. Use replaceAll to " +
    "replace all occurrences.", parameters(
    ["path", "string", "Path to the file to edit", true],
    ["oldText", "string", "Exact text to find (must be unique)", true],
    ["newText", "string", "Replacement text", true],
    ["replaceAll", "boolean", "Replace all occurrences"])],
  ["bash", "Run Command", "Execute a bash command. Returns stdout and stderr. Output is truncated to the last 2000 lines or 50KB.", parameters(
    ["command", "string", "Bash command to execute", true],
    ["timeout", "number", "Timeout in seconds"])],
  ["grep", "Search Files", "Search file contents for a regex pattern. Returns matching lines with file paths and line numbers.", parameters(
    ["pattern", "string", "Search pattern (regex)", true],
    ["path", "string", "Directory or file to search (default: .)"],
    ["include", "string", 'Glob filter, e.g. "*.ts"'],
    ["literal", "boolean", "Match the pattern as literal text"])],
  ["glob", "Find Files", "Find files by filename pattern using shell find -name semantics. Returns matching file paths.", parameters(
    ["pattern", "string", 'Filename pattern, e.g. "*.ts"', true],
    ["path", "string", "Directory to search in (default: .)"])],
];

export interface ToolLayer {
  env: SessionEnv;
  tools: ToolSet;
}

/** An environment over a host and the tools over it. */
export function createToolLayer(host: SandboxApi, cwd: string, options?: SessionOptions & ToolOptions): ToolLayer {
  const env = createSession(host, cwd, options);
  return { env, tools: createTools(env, options) };
}
