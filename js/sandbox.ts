// The class that users see: a sandbox, its files, and scripts that run in it.
import * as args from "./args.js";
import { buildId } from "./build-id.js";
import { AbortError, DisposedError, systemError } from "./errors.js";
import { Files, SandboxFs } from "./fs.js";
import { Instance } from "./instance.js";
import { Callback, Capture, inputAhead, JobCall } from "./job.js";
import { abortBy, Machine, mostStarts } from "./machine.js";
import { platform, type Platform, usePlatform } from "./platform.js";
import { Process } from "./process.js";
import { sandboxSession } from "./session.js";
import { Shell } from "./shell.js";
import { createTools, type ToolSet } from "./tools.js";
import type {
  Change, Command, ExecOptions, ExecResult, FileInit, ForkOptions, Limits, OutputSink, RunOptions, SandboxOptions, ShellOptions,
  SpawnOptions,
} from "./types.js";
import { decode, encode, Reader, Writer } from "./wire.js";

const home = "/home/user";
const environment: Array<[string, string]> = [
  ["HOME", home], ["USER", "user"], ["LOGNAME", "user"], ["SHELL", "/bin/bash"], ["PATH", "/usr/local/bin:/usr/bin:/bin"],
  ["LANG", "C.UTF-8"], ["TERM", "dumb"],
];
const none = new Uint8Array(0);

// In the order of nacre_create: what they are when not given, and the most they can be. The module has at most 2 GiB, and
// what grows needs a part.
const limits: Array<[name: keyof Limits, usual: number, most?: number]> = [
  ["memory", 64 * 1024 * 1024, 512 * 1024 * 1024], ["files", 100_000], ["fileSize", Infinity], ["output", 16 * 1024 * 1024], ["processes", 1000],
  ["depth", 10_000], ["fuel", Infinity], ["descriptors", 1024],
];

/** The files as they were; in memory, to be disposed. */
export class Snapshot {
  private disposed = false;
  /** @internal */
  constructor(private owner: Machine, private number: number) {}
  /** @internal */
  id(machine: Machine): number {
    if (this.disposed) throw new DisposedError("snapshot");
    if (machine.instance !== this.owner.instance) throw new TypeError("The snapshot belongs to another sandbox");
    return this.number;
  }
  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    if (!this.owner.instance.crashed) this.owner.instance.call("nacre_drop_snapshot", this.number);
  }
  [Symbol.dispose](): void {
    this.dispose();
  }
}

export class Sandbox {
  /** The files, with the names and errors of node:fs/promises. */
  readonly fs: SandboxFs;
  /** Where scripts start. */
  readonly cwd: string;
  /** Processes that were running when the image was made that this sandbox was resumed from. */
  readonly resumed: Process[] = [];
  private readonly files: Files;

  /** @internal */
  static use(host: Platform): void {
    usePlatform(host);
  }

  private constructor(private machine: Machine, cwd: string, private commands: Map<string, Command>) {
    this.cwd = cwd;
    this.files = new Files(machine, cwd);
    this.fs = new SandboxFs(this.files);
  }

  static async create(options?: SandboxOptions): Promise<Sandbox> {
    const host = platform();
    const given = args.object("options", options);
    const request = new Writer();
    const wanted = args.object("options.limits", given.limits);
    for (const [name, usual, most = Infinity] of limits) {
      request.f64(wanted[name] === undefined ? usual : args.number(`options.limits.${name}`, wanted[name], 0, most));
    }
    request.f64(given.seed === undefined ? randomSeed() : args.number("options.seed", given.seed, 0, Number.MAX_SAFE_INTEGER));
    const cwd = given.cwd === undefined ? home : args.path("options.cwd", given.cwd);
    if (!cwd.startsWith("/")) throw args.typeError("options.cwd", "an absolute path", cwd);
    const clock = clockOf(given.now);
    request.u32(clock ? 0 : 1).f64(clock ? 0 : (given.now as number));
    request.string(cwd);
    const env = new Map(environment);
    for (const [name, value] of args.environment("options.env", given.env)) {
      if (value === undefined) env.delete(name);
      else env.set(name, value);
    }
    request.strings([...env].map(([name, value]) => `${name}=${value}`));
    const files = filesOf(given.files);
    const commands = commandsOf(given.commands);

    const module = host.module();
    const instance = new Instance(module instanceof WebAssembly.Module ? module : await module);
    const id = instance.call("nacre_create", instance.put(request.finish()));
    if (id < 0) throw systemError(-id, "create");
    const sandbox = new Sandbox(new Machine(instance, id, host, clock), cwd, commands);
    sandbox.addCommands();
    if (cwd !== home) sandbox.files.mkdirs(cwd, 0o755);
    if (files.length > 0) sandbox.files.put(files);
    return sandbox;
  }

  /**
   * A sandbox that goes on from an image made by `hibernate`, in the same build of this package. What had been asked of the former
   * host (a command in JavaScript) fails with EIO; scripts that were running go on and are in `resumed`.
   */
  static async resume(image: Uint8Array, options?: Pick<SandboxOptions, "commands" | "now">): Promise<Sandbox> {
    const host = platform();
    const given = args.object("options", options);
    if (!args.isBytes(image)) throw args.typeError("image", "an instance of Uint8Array", image);
    const end = image.indexOf(10);
    let header: { nacre: string; machine: number; cwd: string; virtual: boolean };
    try {
      header = JSON.parse(decode(image.subarray(0, end))) as typeof header;
    } catch {
      throw new TypeError("The image is not one that hibernate() gave");
    }
    if (header.nacre !== buildId) throw new TypeError("The image was made by another build of nacre");
    const clock = header.virtual ? undefined : clockOf(given.now);
    const module = host.module();
    const instance = new Instance(module instanceof WebAssembly.Module ? module : await module, image.subarray(end + 1));
    const machine = new Machine(instance, header.machine, host, clock);
    const sandbox = new Sandbox(machine, header.cwd, commandsOf(given.commands));
    sandbox.addCommands();
    instance.call("nacre_resumed", header.machine);
    instance.call("nacre_jobs", header.machine);
    const jobs = new Reader(instance.answer().slice());
    while (!jobs.done) sandbox.resumed.push(new Process(machine, jobs.u32(), sandbox.commands));
    return sandbox;
  }

  /** The six tools that models call (read, write, edit, bash, grep, glob), for any model library. */
  get tools(): ToolSet {
    return (this.toolSet ??= createTools(sandboxSession(this)));
  }
  private toolSet: ToolSet | undefined;

  /** @internal What a session environment stands on. */
  get inside(): { machine: Machine; commands: Map<string, Command> } {
    return { machine: this.machine, commands: this.commands };
  }

  private addCommands(): void {
    const { instance, id } = this.machine;
    for (const name of this.commands.keys()) {
      const r = instance.call("nacre_add_command", id, instance.put(encode(name)));
      if (r < 0) throw systemError(-r, "open", `/usr/local/bin/${name}`);
    }
  }

  /** Starts a program; gives the job's number. */
  private start(argv: Array<string | Uint8Array>, program: string, options: RunOptions, stdin: Uint8Array | "stream",
      streaming: boolean, terminal = false, oneOutput = false): number {
    const cwd = options.cwd === undefined ? undefined : args.path("options.cwd", options.cwd);
    const env = variables(options.env);
    const timeoutMs = args.timeout(options.timeoutMs) ?? -1;
    const job = this.machine.start({ argv, program, cwd, env, stdin, streaming, terminal, oneOutput, timeoutMs });
    if (job < 0) throw systemError(-job, cwd === undefined || job === -11 ? "spawn" : "chdir", cwd);
    return job;
  }

  /** Runs a script in a fresh bash and gives what it wrote and its status. */
  async exec(script: string | Uint8Array, options?: ExecOptions): Promise<ExecResult> {
    const given = args.object("options", options);
    const signal = args.signal("options.signal", given.signal);
    const onStdout = args.func("options.onStdout", given.onStdout);
    const onStderr = args.func("options.onStderr", given.onStderr);
    const stdin = args.input("options.stdin", given.stdin);
    // Input that is long goes in as it is read, like a stream.
    const whole = stdin === undefined || (stdin instanceof Uint8Array && stdin.length <= inputAhead);
    if (signal?.aborted) throw new AbortError(signal.reason);
    const streaming = onStdout !== undefined || onStderr !== undefined;
    let job: number | undefined;
    for (let starts = 1; job === undefined; starts++) {
      try {
        job = this.start(bash(script, given.argv), "bash", given, whole ? (stdin as Uint8Array | undefined) ?? none : "stream", streaming);
      } catch (error) {
        if ((error as { code?: string }).code !== "EAGAIN") throw error;
        if (starts === mostStarts) return result(none, encode("nacre: process limit\n"), 126, 0);
        await this.machine.makeRoom();
        if (signal?.aborted) throw new AbortError(signal.reason);
      }
    }
    let call!: JobCall;
    const outlet = (sink: OutputSink | undefined) => (sink ? new Callback(sink, () => call.wake(), (error) => call.fail(error)) : new Capture());
    const out = outlet(onStdout);
    const err = outlet(onStderr);
    call = new JobCall(this.machine, job, [out, err], this.commands, !streaming);
    call.timeoutMs = args.timeout(given.timeoutMs);
    if (!whole) call.feed(stdin!);
    const listening = abortBy(signal, call);
    try {
      await this.machine.drive(call);
    } finally {
      listening();
    }
    return result(out.bytes(), err.bytes(), call.exitCode, job);
  }

  /** Starts a script and gives its process: streams, `kill` and `wait`. */
  spawn(script: string | Uint8Array, options?: SpawnOptions): Process {
    const given = args.object("options", options);
    return this.run(bash(script, given.argv), given);
  }

  /** @internal Runs bash with these arguments; with `oneOutput` its stderr is part of stdout. */
  run(argv: Array<string | Uint8Array>, options: SpawnOptions, oneOutput = false): Process {
    const signal = args.signal("options.signal", options.signal);
    if (signal?.aborted) throw new AbortError(signal.reason);
    return new Process(this.machine, this.start(argv, "bash", options, "stream", true, false, oneOutput), this.commands, signal);
  }

  /** A shell that keeps its variables, functions and directory between calls. */
  shell(options?: ShellOptions): Shell {
    const given = { ...args.object("options", options) };
    const { tty } = given;
    if (tty !== undefined && typeof tty !== "boolean") {
      args.object("options.tty", tty);
      const size = { COLUMNS: args.number("options.tty.columns", tty.columns, 1, 65535), LINES: args.number("options.tty.rows", tty.rows, 1, 65535) };
      given.env = { COLUMNS: String(size.COLUMNS), LINES: String(size.LINES), ...given.env };
    }
    return new Shell(this.machine, this.start(["bash"], "nacre-session", given, "stream", true, Boolean(tty)), this.commands);
  }

  /** The files as they are now. In constant time. */
  async snapshot(): Promise<Snapshot> {
    this.machine.check();
    return new Snapshot(this.machine, this.machine.instance.call("nacre_snapshot", this.machine.id));
  }

  /** Makes the files what they were. EBUSY while anything runs. */
  async restore(snapshot: Snapshot): Promise<void> {
    this.machine.check();
    const r = this.machine.instance.call("nacre_restore", this.machine.id, numberOf(snapshot, this.machine));
    if (r < 0) throw systemError(-r, "restore");
  }

  /** What differs from a snapshot, sorted by path. */
  async diff(snapshot: Snapshot): Promise<Change[]> {
    this.machine.check();
    const r = this.machine.instance.call("nacre_diff", this.machine.id, numberOf(snapshot, this.machine));
    if (r < 0) throw systemError(-r, "diff");
    return this.changed();
  }

  /** What an `exec` changed (by the `id` of its result), as far as it is still so. */
  async changes(id: number): Promise<Change[]> {
    this.machine.check();
    this.machine.instance.call("nacre_changes", this.machine.id, args.integer("id", id, 0, 0xffffffff));
    return this.changed();
  }

  private changed(): Change[] {
    const answer = new Reader(this.machine.instance.answer());
    return Array.from({ length: answer.u32() }, () => {
      const kind = changeKinds[answer.u32()]!;
      const type = changeTypes[answer.u32()] ?? "other";
      const path = answer.string();
      const from = answer.string();
      return kind === "renamed" ? { path, kind, type, from } : { path, kind, type };
    });
  }

  /** Takes back what an `exec` changed. EBUSY when another has changed the same files since, or anything runs. */
  async undo(id: number): Promise<void> {
    this.machine.check();
    const r = this.machine.instance.call("nacre_undo", this.machine.id, args.integer("id", id, 0, 0xffffffff));
    if (r < 0) throw systemError(-r, "undo");
  }

  /** Another sandbox with the same files and no processes. In constant time, unless it is to have an instance of its own. */
  async fork(options?: ForkOptions): Promise<Sandbox> {
    const { isolate } = args.object("options", options);
    this.machine.check();
    const { platform: host, clock, instance } = this.machine;
    let target = instance;
    let id: number;
    if (isolate) {
      const module = host.module();
      target = new Instance(module instanceof WebAssembly.Module ? module : await module, instance.memory());
      id = target.call("nacre_keep_only", this.machine.id, randomSeed());
    } else {
      id = instance.call("nacre_fork", this.machine.id, randomSeed());
    }
    if (id < 0) throw systemError(-id, "fork");
    const sandbox = new Sandbox(new Machine(target, id, host, clock), this.cwd, this.commands);
    sandbox.addCommands();
    return sandbox;
  }

  /** Everything, running scripts too, as bytes that `Sandbox.resume` goes on from. This sandbox goes on as well. */
  async hibernate(): Promise<Uint8Array> {
    this.machine.check();
    const header = encode(`${JSON.stringify({ nacre: buildId, machine: this.machine.id, cwd: this.cwd, virtual: !this.machine.clock })}\n`);
    const memory = this.machine.instance.memory();
    const words = new Uint32Array(memory.buffer, 0, memory.length >> 2);
    let end = words.length;
    while (end > 0 && words[end - 1] === 0) end--;
    const image = new Uint8Array(header.length + end * 4);
    image.set(header);
    image.set(memory.subarray(0, end * 4), header.length);
    return image;
  }

  /** Where scripts start (just-bash's name of `cwd`). */
  getCwd(): string {
    return this.cwd;
  }

  /** @internal False when it was disposed of or has crashed. */
  get usable(): boolean {
    return !this.machine.disposed && !this.machine.instance.crashed;
  }

  /** Ends everything that runs and gives the memory back. */
  async dispose(): Promise<void> {
    this.machine.dispose();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }
}

// By vfs::Difference::Kind and vfs::Type.
const changeKinds = ["added", "removed", "modified", "metadata", "renamed"] as const;
const changeTypes = ["file", "directory", "symlink"] as const;

/** @internal */
export function variables(env: Record<string, string | undefined> | undefined): string[] {
  return args.environment("options.env", env).map(([name, value]) => (value === undefined ? name : `${name}=${value}`));
}

function bash(script: unknown, argv: unknown): Array<string | Uint8Array> {
  const text = args.isBytes(script) ? args.bytes("script", script) : args.string("script", script);
  // A script that looks like an option is none.
  const first = typeof text === "string" ? text.charCodeAt(0) : text[0];
  return ["bash", "-c", ...(first === 0x2d || first === 0x2b ? ["--"] : []), text, "bash", ...args.strings("options.argv", argv)];
}

function randomSeed(): number {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2)) as unknown as [number, number];
  return (high & 0x1fffff) * 0x100000000 + low;
}

function numberOf(snapshot: Snapshot, machine: Machine): number {
  if (!(snapshot instanceof Snapshot)) throw args.typeError("snapshot", "an instance of Snapshot", snapshot);
  return snapshot.id(machine);
}

function clockOf(now: unknown): (() => number) | undefined {
  if (now === undefined) return Date.now;
  if (typeof now === "number") {
    args.number("options.now", now, 0, 8.64e15);
    return undefined;
  }
  if (typeof now !== "function") throw args.typeError("options.now", "a number or a function", now);
  return () => {
    const ms: unknown = now();
    if (typeof ms === "number" && Number.isFinite(ms)) return ms;
    throw args.typeError("options.now", "a function that gives a finite number", ms);
  };
}

function filesOf(files: Record<string, FileInit> | undefined) {
  return Object.entries(args.object("options.files", files)).map(([path, init]) => {
    const name = `options.files[${JSON.stringify(path)}]`;
    args.cString("options.files", path);
    if (path === "") throw args.typeError("options.files", "an object whose keys are paths", path);
    if (typeof init === "string" || args.isBytes(init)) {
      return { kind: 0 as const, path, mode: undefined, mtime: undefined, data: args.bytes(name, init) };
    }
    const given = args.object(name, init) as { data?: unknown; mode?: number; mtime?: number | Date; directory?: unknown; symlink?: unknown };
    const mode = given.mode === undefined ? undefined : args.integer(`${name}.mode`, given.mode, 0, 0o177777) & 0o7777;
    if (given.symlink !== undefined) {
      return { kind: 2 as const, path, mode: undefined, mtime: undefined, data: encode(args.cString(`${name}.symlink`, given.symlink)) };
    }
    if (given.directory) return { kind: 1 as const, path, mode, mtime: undefined, data: none };
    if (given.data === undefined) throw args.typeError(name, "a string, bytes, { data }, { directory } or { symlink }", init);
    const mtime = given.mtime === undefined ? undefined : args.number(`${name}.mtime`, Number(given.mtime), -8.64e15, 8.64e15);
    return { kind: 0 as const, path, mode, mtime, data: args.bytes(`${name}.data`, given.data) };
  });
}

function commandsOf(commands: Record<string, Command> | undefined): Map<string, Command> {
  const entries = Object.entries(args.object("options.commands", commands));
  for (const [name, command] of entries) {
    args.cString("options.commands", name);
    if (name === "" || name.includes("/") || name === "." || name === "..") throw args.typeError("options.commands", "an object whose keys are names of commands", name);
    if (typeof command !== "function") throw args.typeError(`options.commands.${name}`, "of type function", command);
  }
  return new Map(entries);
}

// Longer output becomes text only when it is asked for.
const eager = 1 << 16;

export function result(stdoutBytes: Uint8Array, stderrBytes: Uint8Array, exitCode: number, id: number): ExecResult {
  const r = { exitCode, stdoutBytes, stderrBytes, id } as ExecResult;
  text(r, "stdout", stdoutBytes);
  text(r, "stderr", stderrBytes);
  return r;
}
function text(target: ExecResult, name: "stdout" | "stderr", bytes: Uint8Array): void {
  if (bytes.length <= eager) {
    target[name] = bytes.length === 0 ? "" : decode(bytes);
    return;
  }
  Object.defineProperty(target, name, {
    enumerable: true,
    configurable: true,
    get() {
      const value = decode(bytes);
      Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
      return value;
    },
  });
}
