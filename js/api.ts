// Everything that the package exports, whatever the host.
export { AbortError, DisposedError, SandboxCrashedError, ShellSyntaxError, type SystemError } from "./errors.js";
export { analyze, format } from "./analyze.js";
export type {
  Analysis, AnalyzedAssignment, AnalyzedCommand, AnalyzedFile, AnalyzeOptions, AndOrList, ArithmeticCommand, ArithmeticForCommand, Assignment,
  CaseCommand, CommandBase, CommandList, CommandNode, Condition, ConditionalCommand, Coprocess, ForCommand, FormatOptions, FunctionDefinition, Group, IfCommand, ListItem,
  ParameterExpansion, Pipeline, Place, Redirect, SelectCommand, SimpleCommand, Subshell, WhileCommand, Word, WordPart,
} from "./analyze.js";
export { Sandbox, type Snapshot } from "./sandbox.js";
export type { Process } from "./process.js";
export type { Shell, ShellExecOptions } from "./shell.js";
export { createSession, overlaySession, sandboxSession, scopedSession } from "./session.js";
export type {
  FileStat, OrphanedExecSettlement, SandboxApi, SessionEnv, SessionExecOptions, SessionOptions, ShellResult,
} from "./session.js";
export { createToolLayer, createTools } from "./tools.js";
export type { Tool, ToolLayer, ToolName, ToolOptions, ToolParameters, ToolResult, ToolSet } from "./tools.js";
export type { Dirent, FileHandle, SandboxFs, Stats } from "./fs.js";
export type {
  Change, Command, CommandContext, ExecOptions, ExecResult, ExitStatus, FileInit, ForkOptions, Input, Limits, OutputSink,
  SandboxOptions, ShellOptions, SpawnOptions,
} from "./types.js";
