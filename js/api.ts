// Everything that the package exports, whatever the host.
export { AbortError, DisposedError, SandboxCrashedError, type SystemError } from "./errors.js";
export { Sandbox, type Snapshot } from "./sandbox.js";
export type { Process } from "./process.js";
export type { Shell, ShellExecOptions } from "./shell.js";
export type { Dirent, FileHandle, SandboxFs, Stats } from "./fs.js";
export type {
  Change, Command, CommandContext, ExecOptions, ExecResult, ExitStatus, FileInit, ForkOptions, Input, Limits, OutputSink,
  SandboxOptions, ShellOptions, SpawnOptions,
} from "./types.js";
