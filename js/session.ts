// Session environments: one interface of eleven members (after Flue's SessionEnv) over a sandbox of ours or over any object that
// can read, write and run commands somewhere else (a Durable Object stub, a provider's SDK). What they have in common happens in the
// module, once (src/session/): paths, the second try of a write, aborts. Here are only the objects that users see.
import type { Sandbox } from "./sandbox.js";

export interface ShellResult {
  stdout: string;
  stderr: string;
  exitCode: number;
}

/** Of a link's target, but for isSymbolicLink. What the host does not know is absent. */
export interface FileStat {
  isFile: boolean;
  isDirectory: boolean;
  isSymbolicLink?: boolean;
  size?: number;
  mtime?: Date;
}

export interface SessionExecOptions {
  cwd?: string;
  env?: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** What a host provides. Paths come absolute; a write need not make directories. */
export interface SandboxApi {
  readFile(path: string): Promise<string>;
  readFileBuffer(path: string): Promise<Uint8Array>;
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  stat(path: string): Promise<FileStat>;
  readdir(path: string): Promise<string[]>;
  exists(path: string): Promise<boolean>;
  mkdir(path: string, options?: { recursive?: boolean }): Promise<void>;
  rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void>;
  exec(command: string, options?: SessionExecOptions): Promise<ShellResult>;
}

/**
 * A session environment. Those made here are plain objects with own functions that need no `this`; `exec` is one stable function.
 * A failed file operation rejects with what the host threw, or with an error as node:fs has it (`code`, `path`).
 */
export interface SessionEnv extends SandboxApi {
  cwd: string;
  resolvePath(path: string): string;
}

/** How a command ended whose `exec` had been rejected by an abort. */
export interface OrphanedExecSettlement {
  command: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  abortedAt: number;
  settledAt: number;
  result?: ShellResult;
  error?: unknown;
}

export interface SessionOptions {
  /**
   * "driver": the host is a SandboxApi: it gets absolute paths, a failed write is tried again after making the directory, an abort rejects
   * at once. "session": the host is a SessionEnv and does all this itself. Default: by whether it has `resolvePath`.
   */
  form?: "driver" | "session";
  onOrphanSettled?: (settlement: OrphanedExecSettlement) => void;
}

/** An environment over a host (Flue's sandboxFromDriver). `cwd` is given back as it is; paths are resolved against it. */
export function createSession(_host: SandboxApi, _cwd: string, _options?: SessionOptions): SessionEnv {
  throw new Error("not implemented");
}

/** The environment of a sandbox of ours. File operations act as `sandbox.fs` does. `cwd` is the sandbox's own unless given. */
export function sandboxSession(_sandbox: Sandbox, _options?: { cwd?: string }): SessionEnv {
  throw new Error("not implemented");
}

/** The same environment seen from another directory: relative paths and commands start there. */
export function scopedSession(_env: SessionEnv, _cwd: string): SessionEnv {
  throw new Error("not implemented");
}

/** The same environment whose readFile serves paths under `/.flue/packaged-skills/` from `read`. */
export function overlaySession(_env: SessionEnv, _read: (path: string) => string | Promise<string>): SessionEnv {
  throw new Error("not implemented");
}
