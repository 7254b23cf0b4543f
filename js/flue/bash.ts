// Flue's bash(factory): an environment over any object like just-bash's Bash. A Nacre Sandbox is taken as what it is, without a detour
// over its text interface.
import * as args from "../args.js";
import { Sandbox } from "../sandbox.js";
import { sandboxSession, type FileStat, type SandboxApi, type SessionEnv, type ShellResult } from "../session.js";
import type { ToolOptions } from "../tools.js";
import { sandboxFromDriver, type DriverOptions } from "./driver.js";
import { toolFactory, type ToolsOption } from "./tools.js";
import type { BashLike, SandboxFactory } from "./types.js";

/** Makes the shell of an agent; called once when the agent is initialised. */
export type BashFactory = () => BashLike | Sandbox | Promise<BashLike | Sandbox>;

export interface BashOptions extends DriverOptions {
  /** False: the runtime's own tools over the environment. A function: a tool set of one's own. */
  tools?: ToolsOption;
  toolOptions?: ToolOptions;
}

export function bash(factory: BashFactory, options: BashOptions = {}): SandboxFactory {
  if (typeof factory !== "function") throw args.typeError("factory", "a function that gives a Bash-like object", factory);
  const create = async (): Promise<SessionEnv> => {
    const shell: unknown = await factory();
    if (shell instanceof Sandbox) return sandboxSession(shell);
    if (!isBashLike(shell)) throw new Error("[flue] BashFactory must return a Bash-like object.");
    const cwd = shell.getCwd();
    return sandboxFromDriver(driver(shell, cwd), cwd, options);
  };
  return { createSandbox: create, createSessionEnv: create, ...toolFactory(options.tools, options.toolOptions) };
}

function isBashLike(value: unknown): value is BashLike {
  const shell = value as Partial<BashLike> | null | undefined;
  return typeof shell === "object" && shell !== null && typeof shell.exec === "function" && typeof shell.getCwd === "function" &&
    typeof shell.fs === "object" && shell.fs !== null;
}

// How long a shell has to heed the signal of a deadline.
const graceMs = 2000;
const left = Symbol("left behind");

function driver(shell: BashLike, home: string): SandboxApi {
  const fs = shell.fs as BashLike["fs"] & { lstat?(path: string): Promise<any> };
  return {
    async exec(command, { cwd, env, timeoutMs, signal } = {}) {
      if (timeoutMs === undefined && signal === undefined && env === undefined && (cwd === undefined || cwd === home)) {
        return shellResult(await shell.exec(command));
      }
      // Such a shell has no time limit of its own: a signal plays it, and one that does not heed it is left behind.
      const deadline = timeoutMs === undefined || timeoutMs >= 2 ** 31 ? undefined : AbortSignal.timeout(Math.ceil(timeoutMs));
      const both = deadline && signal ? AbortSignal.any([signal, deadline]) : deadline ?? signal;
      const words = `Command timed out after ${timeoutMs} ms.\n`;
      let over = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const overdue = deadline && new Promise<undefined>((resolve) => deadline.addEventListener("abort", () => {
        if (!over) timer = setTimeout(() => resolve(undefined), graceMs);
      }, { once: true }));
      try {
        const running = shell.exec(command, { ...(cwd !== undefined && { cwd }), ...(env && { env }), ...(both && { signal: both }) });
        const ended = await (overdue ? Promise.race([running, overdue.then(() => left)]) : running);
        if (ended === left) return { stdout: "", stderr: `${words}It could not be confirmed stopped and may still be running.\n`, exitCode: 124 };
        const result = shellResult(ended as ShellResult);
        if (result.exitCode === 124 && deadline?.aborted) result.stderr += words;
        return result;
      } catch (error) {
        if (!deadline?.aborted || signal?.aborted) throw error;
        return { stdout: "", stderr: words, exitCode: 124 };
      } finally {
        over = true;
        clearTimeout(timer);
      }
    },
    readFile: (path) => fs.readFile(path),
    readFileBuffer: (path) => fs.readFileBuffer(path),
    writeFile: (path, content) => fs.writeFile(path, content),
    async stat(path) {
      const target = fileStat(await fs.stat(path));
      // just-bash's stat never says that a path is a link; its lstat does.
      if (typeof fs.lstat === "function") target.isSymbolicLink = fileStat(await fs.lstat(path)).isSymbolicLink === true;
      return target;
    },
    readdir: (path) => fs.readdir(path),
    async exists(path) {
      try {
        return await fs.exists(path);
      } catch {
        return false;
      }
    },
    mkdir: (path, options) => fs.mkdir(path, options),
    rm: (path, options) => fs.rm(path, options),
  };
}

function shellResult(result: ShellResult): ShellResult {
  if (typeof result !== "object" || result === null) throw new TypeError(`The shell's exec() must give { stdout, stderr, exitCode }. Received ${String(result)}`);
  return { stdout: result.stdout ?? "", stderr: result.stderr ?? "", exitCode: result.exitCode };
}

// As properties or, as in node:fs, as methods.
function fileStat(stat: any): FileStat {
  if (typeof stat !== "object" || stat === null) throw new TypeError(`The shell's fs.stat() must give an object. Received ${String(stat)}`);
  const is = (name: string): boolean | undefined => (typeof stat[name] === "function" ? stat[name]() : stat[name]);
  const result: FileStat = { isFile: is("isFile") === true, isDirectory: is("isDirectory") === true };
  const link = is("isSymbolicLink");
  if (link !== undefined) result.isSymbolicLink = link;
  if (stat.size !== undefined) result.size = Number(stat.size);
  if (stat.mtime !== undefined) result.mtime = stat.mtime;
  return result;
}

/**
 * A Nacre sandbox with the interface of just-bash's Bash: for code that was written for just-bash, Flue's own `bash()` among it.
 * (`sandbox.fs.readFile` gives bytes, as node:fs does; here it gives text.)
 */
export function asBash(sandbox: Sandbox): BashLike {
  if (typeof sandbox?.exec !== "function") throw args.typeError("sandbox", "a Sandbox", sandbox);
  const { fs } = sandbox;
  return {
    async exec(command, options) {
      const { signal, ...rest } = options ?? {};
      if (!signal) return shellResult(await sandbox.exec(command, rest));
      const output = ["", ""];
      try {
        return shellResult(await sandbox.exec(command, {
          ...rest, signal,
          onStdout: (text) => void (output[0] += text),
          onStderr: (text) => void (output[1] += text),
        }));
      } catch (error) {
        if ((signal.reason as Error | undefined)?.name !== "TimeoutError") throw error;
        return { stdout: output[0]!, stderr: output[1]!, exitCode: 124 };
      }
    },
    getCwd: () => sandbox.getCwd(),
    fs: {
      readFile: (path) => fs.readFile(path, "utf8"),
      readFileBuffer: (path) => fs.readFileBuffer(path),
      writeFile: (path, content) => fs.writeFile(path, content),
      async stat(path) {
        const [target, self] = await Promise.all([fs.stat(path), fs.lstat(path)]);
        return {
          isFile: target.isFile(), isDirectory: target.isDirectory(), isSymbolicLink: self.isSymbolicLink(), mode: target.mode & 0o7777,
          size: target.size, mtime: target.mtime,
        };
      },
      readdir: (path) => fs.readdir(path),
      exists: (path) => fs.exists(path),
      mkdir: async (path, options) => void (await fs.mkdir(path, options)),
      rm: (path, options) => fs.rm(path, options),
      resolvePath: (base, path) => fs.resolvePath(base, path),
    },
  };
}
