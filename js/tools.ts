// The six tools that models call: read, write, edit, bash, grep, glob; over any session environment. They are C++ (src/tools/); here
// they get the form that model libraries take.
import { createSession, type SandboxApi, type SessionEnv, type SessionOptions } from "./session.js";

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
}

export type ToolSet = Record<ToolName, Tool>;

/**
 * The tools over an environment. Over one of a sandbox of ours (also with another `readFile` in front of it, as Flue's overlay of packaged
 * skills has it, or scoped by Flue's `cwd`) they work on the files directly; over any other by its methods. Tools made for the same
 * environment share their locks.
 */
export function createTools(_env: SessionEnv, _options?: ToolOptions): ToolSet {
  throw new Error("not implemented");
}

export interface ToolLayer {
  env: SessionEnv;
  tools: ToolSet;
}

/** An environment over a host and the tools over it. */
export function createToolLayer(host: SandboxApi, cwd: string, options?: SessionOptions & ToolOptions): ToolLayer {
  const env = createSession(host, cwd, options);
  return { env, tools: createTools(env, options) };
}
