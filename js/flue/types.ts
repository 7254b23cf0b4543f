// The types of Flue's contract for sandbox adapters, under the names of its documentation and under those of the published runtime
// (2.x renamed SessionEnv to Sandbox, SandboxApi to SandboxDriver). They are structural: nothing of Flue is imported.
import type { FileStat, SandboxApi, SessionEnv, SessionExecOptions, ShellResult } from "../session.js";

export type { FileStat, SandboxApi, SessionEnv, SessionExecOptions, ShellResult };
/** The runtime's name of SessionEnv. The class of our own sandboxes is exported by "nacre". */
export type Sandbox = SessionEnv;
/** The runtime's name of SandboxApi. */
export type SandboxDriver = SandboxApi;

export interface AgentToolResult<TDetails = any> {
  content: Array<{ type: "text"; text: string } | { type: "image"; data: string; mimeType: string }>;
  details: TDetails;
  terminate?: boolean;
}

/** A tool as models call it (the element of what a SessionToolFactory gives). */
export interface AgentTool<TParameters = any, TDetails = any> {
  name: string;
  label: string;
  description: string;
  parameters: TParameters;
  execute(
    toolCallId: string,
    params: any,
    signal?: AbortSignal,
    onUpdate?: (partial: AgentToolResult<TDetails>) => void,
  ): Promise<AgentToolResult<TDetails>>;
}

export interface SessionToolFactoryOptions {
  /** The agent's subagents by name. */
  subagents: Record<string, any>;
}
export type SandboxToolFactory = SessionToolFactory;
export type SandboxToolFactoryOptions = SessionToolFactoryOptions;

/** Gives the tools over an environment, in a fresh array at each call. */
export type SessionToolFactory = (env: SessionEnv, options: SessionToolFactoryOptions) => AgentTool<any>[];

/** What `useSandbox` takes. */
export interface SandboxFactory {
  /** Called by the runtime, once for each initialised harness. */
  createSandbox(options: { id: string }): Promise<SessionEnv>;
  /** The contract's older name of the same. */
  createSessionEnv(options: { id: string }): Promise<SessionEnv>;
  /** Replaces the runtime's six tools. */
  tools?: SessionToolFactory;
}

/** How a command ended whose caller had been released by an abort. */
export interface OrphanedExecSettlement {
  command: string;
  startedAt: Date;
  abortedAt: Date;
  settledAt: Date;
  result?: ShellResult;
  error?: unknown;
}

/** An object like just-bash's `Bash`, or a Nacre `Sandbox`. */
export interface BashLike {
  exec(command: string, options?: { cwd?: string; env?: Record<string, string>; signal?: AbortSignal }): Promise<ShellResult>;
  getCwd(): string;
  fs: {
    readFile(path: string, options?: any): Promise<string>;
    readFileBuffer(path: string): Promise<Uint8Array>;
    writeFile(path: string, content: string | Uint8Array, options?: any): Promise<void>;
    stat(path: string): Promise<any>;
    readdir(path: string): Promise<string[]>;
    exists(path: string): Promise<boolean>;
    mkdir(path: string, options?: { recursive?: boolean }): Promise<void>;
    rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void>;
    resolvePath(base: string, path: string): string;
  };
}
