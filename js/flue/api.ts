// What nacre/flue exports, whatever the host.
export { asBash, bash, type BashFactory, type BashOptions } from "./bash.js";
export { createSandboxSessionEnv, sandboxFromDriver, type DriverOptions } from "./driver.js";
export { FlueError, SandboxDiedError, SandboxOperationUnsupportedError, ToolNameConflictError } from "./errors.js";
export { nacre, releaseWorkspace, sandboxOf, type NacreOptions, type WorkspaceStorage } from "./nacre.js";
export {
  checkToolNames, createBashTool, createEditTool, createGlobTool, createGrepTool, createReadTool, createStandardTools, createWriteTool,
  reservedToolNames, type ToolsOption,
} from "./tools.js";
export type { ToolOptions } from "../tools.js";
export type {
  AgentTool, AgentToolResult, BashLike, FileStat, OrphanedExecSettlement, Sandbox, SandboxApi, SandboxDriver, SandboxFactory,
  SandboxToolFactory, SandboxToolFactoryOptions, SessionEnv, SessionToolFactory, SessionToolFactoryOptions, ShellResult,
} from "./types.js";
