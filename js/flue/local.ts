// local(options): the host itself as an agent's environment. No isolation: commands are real processes, files are real files.
//
// Paths are the host's (on Windows too), and a stopped command is really gone before its call ends, so this is an environment of its own
// and not one over a driver.
import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from "node:child_process";
import { lstat, mkdir, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import * as args from "../args.js";
import { execOptions, type SessionEnv, type SessionExecOptions, type ShellResult } from "../session.js";
import type { ToolOptions } from "../tools.js";
import { abortError } from "./errors.js";
import { toolFactory, type ToolsOption } from "./tools.js";
import type { SandboxFactory } from "./types.js";

export interface LocalSandboxOptions {
  /** Default: the process's working directory. */
  cwd?: string;
  /** Added to the variables that commands get. A value of undefined takes one away. */
  env?: Record<string, string | undefined>;
  /** False: the runtime's own tools over the environment. A function: a tool set of one's own. */
  tools?: ToolsOption;
  toolOptions?: ToolOptions;
}

// What commands get of the host's environment unless asked for more; nothing here is ever a secret.
const passed = [
  "PATH", "HOME", "USER", "LOGNAME", "HOSTNAME", "SHELL", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TERM", "TMPDIR", "TMP", "TEMP",
];
const outputLimit = 64 << 20;
const graceMs = 2000;
const windows = process.platform === "win32";

export function local(options: LocalSandboxOptions = {}): SandboxFactory {
  const variables = environment(options.env);
  const create = async (): Promise<SessionEnv> => localEnv(resolve(options.cwd ?? process.cwd()), variables);
  return { createSandbox: create, createSessionEnv: create, ...toolFactory(options.tools, options.toolOptions) };
}

function environment(given: unknown): Record<string, string> {
  if (given !== undefined && (typeof given !== "object" || given === null || Array.isArray(given))) {
    throw new TypeError("[flue] local() `env` must be a Record<string, string | undefined>. To inherit the full host env, pass `env: { ...process.env }`.");
  }
  const all: Record<string, string | undefined> = {};
  for (const name of passed) all[name] = process.env[name];
  Object.assign(all, given);
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function localEnv(cwd: string, variables: Record<string, string>): SessionEnv {
  const resolvePath = (path: string) => resolve(cwd, path);
  return {
    cwd,
    resolvePath,
    async exec(command: string, options: SessionExecOptions = {}) {
      args.string("command", command);
      const { signal, timeoutMs } = execOptions(options);
      if (signal?.aborted) throw abortError(signal);
      const where = options.cwd === undefined ? cwd : resolvePath(options.cwd);
      return new Command(command, where, { ...variables, ...options.env }, signal, timeoutMs).ended;
    },
    readFile: (path) => readFile(resolvePath(path), "utf8"),
    readFileBuffer: async (path) => new Uint8Array(await readFile(resolvePath(path))),
    async writeFile(path, content) {
      const name = resolvePath(path);
      try {
        await writeFile(name, content);
      } catch {
        await mkdir(dirname(name), { recursive: true }).catch(() => {});
        await writeFile(name, content);
      }
    },
    async stat(path) {
      const name = resolvePath(path);
      const [target, self] = await Promise.all([stat(name), lstat(name)]);
      return {
        isFile: target.isFile(), isDirectory: target.isDirectory(), isSymbolicLink: self.isSymbolicLink(), size: target.size, mtime: target.mtime,
      };
    },
    readdir: (path) => readdir(resolvePath(path)),
    exists: (path) => stat(resolvePath(path)).then(() => true, () => false),
    mkdir: async (path, options) => void (await mkdir(resolvePath(path), options)),
    rm: (path, options) => rm(resolvePath(path), options),
  };
}

// bash by its absolute path, so that an environment with another PATH runs it too; else the host's own shell.
let shell: string | undefined;
function hostShell(): string {
  if (shell === undefined) {
    const found = spawnSync("bash", ["-c", "command -v bash"], { encoding: "utf8" }).stdout?.trim() ?? "";
    shell = found.startsWith("/") ? found : "/bin/sh";
  }
  return shell;
}

/** A command that runs, its process group, and what it writes. */
class Command {
  readonly ended: Promise<ShellResult>;
  private settle!: (result: ShellResult) => void;
  private refuse!: (error: unknown) => void;
  private child: ChildProcess | undefined;
  private output: [Buffer[], Buffer[]] = [[], []];
  private size = 0;
  private cut = false;
  private timedOut = false;
  private stopping = false;
  private timers: NodeJS.Timeout[] = [];
  private over = false;

  constructor(command: string, cwd: string, env: Record<string, string>, private signal: AbortSignal | undefined, private timeoutMs: number | undefined) {
    this.ended = new Promise((settle, refuse) => {
      this.settle = settle;
      this.refuse = refuse;
    });
    try {
      this.start(command, cwd, env);
    } catch (error) {
      this.failed(error as Error);  // a NUL in an argument, say
    }
  }

  private start(command: string, cwd: string, env: Record<string, string>): void {
    const options: SpawnOptions = { cwd, env, detached: !windows, stdio: ["ignore", "pipe", "pipe"] };
    // A command that looks like an option is none.
    const child = (this.child = windows ? spawn(command, { ...options, shell: true }) : spawn(hostShell(), ["-c", "--", command], options));
    for (const [i, stream] of [child.stdout!, child.stderr!].entries()) stream.on("data", (bytes: Buffer) => this.take(i as 0 | 1, bytes));
    child.once("error", (error) => this.failed(error));
    child.once("close", (code) => this.stopping || this.end(code));
    child.once("exit", (code) => {
      this.exited = true;
      this.code = code;
      if (this.stopping) this.endWithGroup();
    });
    this.signal?.addEventListener("abort", this.stop, { once: true });
    if (this.timeoutMs !== undefined) {
      this.after(this.timeoutMs, () => {
        this.timedOut = true;
        this.stop();
      });
    }
  }

  // The shell has gone, and the command is being stopped: it ends when the rest of its group has gone as well. What left the group may keep
  // the pipes open for good: that is not waited for.
  private exited = false;
  private code: number | null = null;
  private endWithGroup(): void {
    const killed = Date.now() + graceMs + 500;
    const look = () => {
      if (Date.now() < killed && this.kill(0)) this.after(50, look);
      else this.after(50, () => this.end(this.code));  // for the last of the output
    };
    look();
  }

  private after(ms: number, what: () => void): void {
    this.timers.push(setTimeout(what, ms));
  }
  private take(i: 0 | 1, bytes: Buffer): void {
    if (this.cut) return;
    this.size += bytes.length;
    this.output[i].push(bytes);
    if (this.size <= outputLimit) return;
    this.cut = true;
    this.stop();
  }
  private stop = (): void => {
    if (this.stopping) return;
    this.stopping = true;
    this.kill("SIGTERM");
    this.after(graceMs, () => this.kill("SIGKILL"));
    if (this.exited) this.endWithGroup();
  };
  /** False when nothing is there that could get it. */
  private kill(signal: NodeJS.Signals | 0): boolean {
    const pid = this.child?.pid;
    if (pid === undefined) return false;
    try {
      return windows ? this.child!.kill(signal) : process.kill(-pid, signal);
    } catch {
      return false;
    }
  }

  private text(i: 0 | 1): string {
    return Buffer.concat(this.output[i]).toString("utf8");
  }
  private close(): boolean {
    if (this.over) return false;
    this.over = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.signal?.removeEventListener("abort", this.stop);
    this.child?.stdout?.destroy();
    this.child?.stderr?.destroy();
    return true;
  }
  private failed(error: Error): void {
    if (this.close()) this.settle({ stdout: this.text(0), stderr: this.text(1) || error.message, exitCode: 1 });
  }
  private end(code: number | null): void {
    if (!this.close()) return;
    const { signal, timeoutMs } = this;
    const stdout = this.text(0);
    const stderr = this.text(1);
    const note = (words: string) => (stderr === "" ? words : `${stderr}\n${words}`);
    if (signal?.aborted) this.refuse(abortError(signal));
    else if (this.cut) this.settle({ stdout, stderr: `${stderr}\n[flue] local exec output exceeded ${outputLimit} bytes; process tree killed`, exitCode: 1 });
    else if (this.timedOut) this.settle({ stdout, stderr: note(`Command timed out after ${timeoutMs} ms.`), exitCode: 124 });
    else this.settle({ stdout, stderr, exitCode: code ?? 1 });
  }
}
