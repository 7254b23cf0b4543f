// Session environments: one interface of eleven members (after Flue's SessionEnv) over a sandbox of ours or over any object that
// can read, write and run commands somewhere else (a Durable Object stub, a provider's SDK).
//
// What they have in common happens in the module, once (src/session/): paths, the second try of a write, aborts. Each call of a member is a
// job, the program nacre-call. What it wants of the host's object comes as a message with an operation's number; its answer
// goes back as one. Values that only pass through stay here, under that number: the caller gets the very object that the host gave
// or threw. Texts cross as WTF-8, so that halves of surrogate pairs survive.
import * as args from "./args.js";
import { systemError } from "./errors.js";
import { Instance } from "./instance.js";
import { Capture, JobCall } from "./job.js";
import { Machine, mostStarts, type Message, type StartOptions } from "./machine.js";
import { platform } from "./platform.js";
import { variables, type Sandbox } from "./sandbox.js";
import type { Command } from "./types.js";
import { decodeText, encodeText, Reader, Writer } from "./wire.js";

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

/** @internal Checks the options of an exec; a timeout that no timer can wait for is none. */
export function execOptions(options: SessionExecOptions | undefined): { signal?: AbortSignal; timeoutMs?: number } {
  const { signal, timeoutMs } = args.object("options", options);
  return { signal: args.signal("options.signal", signal), timeoutMs: args.timeout(timeoutMs ?? undefined) };
}

/** An environment over a host (Flue's sandboxFromDriver). `cwd` is given back as it is; paths are resolved against it. */
export function createSession(host: SandboxApi, cwd: string, options?: SessionOptions): SessionEnv {
  if ((typeof host !== "object" && typeof host !== "function") || host === null) throw args.typeError("host", "an object with functions", host);
  args.cString("cwd", cwd);
  const given = args.object("options", options);
  const form = given.form ?? (typeof (host as Partial<SessionEnv>).resolvePath === "function" ? "session" : "driver");
  const base = form === "driver" ? Base.Driver : Base.Session;
  return new Session(new HostMachine(), base, host, cwd, "", undefined, given.onOrphanSettled).env;
}

/** The environment of a sandbox of ours. File operations act as `sandbox.fs` does. `cwd` is the sandbox's own unless given. */
export function sandboxSession(sandbox: Sandbox, options?: { cwd?: string }): SessionEnv {
  const { machine, commands } = sandbox.inside;
  const cwd = args.object("options", options).cwd;
  const session = new Session({ id: ++lastSession, get: () => machine }, Base.Virtual, undefined, sandbox.cwd, "", commands);
  return cwd === undefined ? session.env : session.scoped(cwd).env;
}

/** The same environment seen from another directory: relative paths and commands start there. */
export function scopedSession(env: SessionEnv, cwd: string): SessionEnv {
  return sessionOf(env).scoped(cwd).env;
}

/** The same environment whose readFile serves paths under `/.flue/packaged-skills/` from `read`, which gets them normalised. */
export function overlaySession(env: SessionEnv, read: (path: string) => string | Promise<string>): SessionEnv {
  return sessionOf(env).overlaid(read).env;
}

// --- machines ---------------------------------------------------------------------------------------------------------------

/** @internal A machine, and the number under which it keeps locks and the like for a session. */
export interface SessionMachine {
  id: number;
  get(): Machine | Promise<Machine>;
}
let lastSession = 0;

// One without anything of a sandbox's to do: made when first used, again when it was lost.
class HostMachine implements SessionMachine {
  readonly id = ++lastSession;
  private machine: Machine | undefined;
  private coming: Promise<Machine> | undefined;
  get(): Machine | Promise<Machine> {
    if (this.machine && !this.machine.instance.crashed) return this.machine;
    const module = platform().module();
    if (module instanceof WebAssembly.Module) return (this.machine = hostMachine(module));
    return (this.coming ??= module.finally(() => (this.coming = undefined)).then((compiled) => (this.machine = hostMachine(compiled))));
  }
}

// Bytes of memory: what hosts give is theirs to bound.
const hostMemory = 1.75 * 2 ** 30;

function hostMachine(module: WebAssembly.Module): Machine {
  const instance = new Instance(module);
  const w = new Writer();
  for (const limit of [hostMemory, 100_000, Infinity, Infinity, 100_000, 1000, Infinity, 16]) w.f64(limit);
  w.f64(0).u32(0).f64(0).string("/").strings([]);
  return new Machine(instance, instance.call("nacre_create", instance.put(w.finish())), platform(), Date.now);
}

// Writers of requests that nobody uses just now.
const writers: Writer[] = [];

// --- calls ------------------------------------------------------------------------------------------------------------------

// As in src/tools/main.cc and src/session/.
const enum Base {
  Virtual = 0,
  Driver = 1,
  Session = 2,
}
const enum Operation {
  Exec = 1, ReadFile, ReadBuffer, WriteFile, Stat, Readdir, Exists, Mkdir, Rm, Resolve, ReadOverlay,
}
/** @internal */
export const firstTool = 32;
const enum Keep {
  Here = 0,
  AtHost = 1,
  Bytes = 2,
}
const enum Kind {
  Operation = 64,
  Abandon = 65,
  Result = 66,
  Answer = 72,
}
const enum Failure {
  Message = 0, System, Thrown, Aborted, Unconfirmed, TimedOut, Arguments,
}
const enum Key {
  Cwd = 1,
  Env = 2,
  Timeout = 4,
  Signal = 8,
}

/** What the caller gave that stays on this side. */
export interface CallInput {
  signal?: AbortSignal;
  command?: string;
  /** Of exec, mkdir and rm. */
  options?: SessionExecOptions & { recursive?: boolean; force?: boolean };
  content?: string | Uint8Array;
  /** Of a tool. */
  params?: unknown;
}

interface Running {
  startedAt: number;
  command?: string;
  /** Of an exec that a tool may give up. */
  controller?: AbortController;
  abortedAt?: number;
}

const unconfirmed = " The sandbox command could not be confirmed cancelled and may still be running.";

function abortError(reason: unknown, tail = ""): DOMException {
  const words = typeof reason === "string" ? reason : reason instanceof Error ? reason.message : "The operation was aborted.";
  const error = new DOMException(words + tail, "AbortError");
  Object.defineProperty(error, "cause", { value: reason, enumerable: false, configurable: true, writable: true });
  return error;
}

class SessionCall extends JobCall {
  result: Uint8Array | undefined;
  private readonly operations = new Map<number, Running>();
  private readonly values = new Map<number, unknown>();

  constructor(machine: Machine, job: number, readonly err: Capture, private session: Session, private given: CallInput) {
    super(machine, job, [new Capture(), err], session.commands, true);
  }

  // A host's function is being called: an abort meanwhile counts after it, so that a command that is done then is no unconfirmed one.
  private invoking = false;

  /** The caller's signal was aborted. */
  abort = (): void => {
    if (this.invoking) return void setTimeout(this.interrupt, 0);
    this.interrupt();
  };
  private interrupt = (): void => {
    for (const { controller } of this.operations.values()) controller?.abort(this.given.signal!.reason);
    if (this.over || this.machine.disposed || this.machine.instance.crashed) return;
    this.machine.instance.call("nacre_interrupt", this.machine.id, this.job, 9);   // SIGKILL
    this.wake();
  };

  private over = false;
  override close(): void {
    this.over = true;
    super.close();
  }

  protected override answer(message: Message): void {
    switch (message.kind) {
      case Kind.Operation:
        return this.operate(message);
      case Kind.Abandon:
        return this.abandon(new Reader(message.bytes));
      case Kind.Result:
        this.result = message.bytes;
        return;
      default:
        super.answer(message);
    }
  }

  private abandon(r: Reader): void {
    const operation = this.operations.get(r.u32());
    if (!operation) return;
    operation.abortedAt = Date.now();
    if (r.u32() !== 0) operation.controller?.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
  }

  private operate({ channel, bytes }: Message): void {
    const r = new Reader(bytes);
    const number = r.u32();
    const what = r.u32() as Operation;
    const keep = r.u32() as Keep;
    const running: Running = { startedAt: Date.now() };
    this.operations.set(number, running);
    const settle = (threw: boolean, value: unknown): void => {
      this.operations.delete(number);
      if (running.abortedAt !== undefined) return this.session.orphaned(running, threw, value);
      let answer: Uint8Array = none;
      if (!threw && keep !== Keep.AtHost) {
        try {
          answer = encodeValue(what, value);
          if (!this.hasRoom(answer.length)) throw new Error(`What the sandbox gave is too large: ${answer.length} bytes`);
        } catch (error) {
          threw = true;
          value = error;
          answer = none;
        }
      }
      if (threw || keep === Keep.AtHost) this.values.set(number, value);
      const head = new Writer().u32(number).u32(threw ? 1 : 0).finish();
      this.post(channel, Kind.Answer, answer.length === 0 ? head : join(head, answer));
      if (this.given.signal?.aborted) this.interrupt();
    };
    let value: unknown;
    let later: boolean;
    this.invoking = true;
    try {
      value = this.invoke(what, r, running, keep);
      later = typeof (value as PromiseLike<unknown> | undefined)?.then === "function";
    } catch (error) {
      return settle(true, error);
    } finally {
      this.invoking = false;
    }
    if (!later) return settle(false, value);
    Promise.resolve(value).then((v) => settle(false, v), (error: unknown) => settle(true, error));
  }

  /** Whether the module has room for a message of the host's, twice: as it comes and as it is kept. */
  private hasRoom(size: number): boolean {
    return size < 1 << 20 || this.over || this.machine.disposed || this.machine.instance.hasRoom(2 * size);
  }

  private invoke(what: Operation, r: Reader, running: Running, keep: Keep): unknown {
    const host = this.session.host as SessionEnv;
    const input = this.given;
    const first = r.text();
    switch (what) {
      case Operation.Exec: {
        const keys = r.u32();
        const cwd = r.text();
        const timeoutMs = r.f64();
        const composed = r.u32() !== 0;
        running.command = keep === Keep.AtHost ? input.command! : first;
        let signal = input.signal;
        if (composed) {
          running.controller = new AbortController();
          if (signal?.aborted) running.controller.abort(signal.reason);
          signal = running.controller.signal;
        }
        if (keys === 0) return host.exec(running.command);
        const options: SessionExecOptions = {};
        if (keys & Key.Cwd) options.cwd = cwd;
        if (keys & Key.Env) options.env = input.options?.env;
        if (keys & Key.Timeout) options.timeoutMs = Number.isNaN(timeoutMs) ? undefined : timeoutMs;
        if (keys & Key.Signal) options.signal = signal;
        return host.exec(running.command, options);
      }
      case Operation.ReadFile: return host.readFile(first);
      case Operation.ReadBuffer: return host.readFileBuffer(first);
      case Operation.WriteFile:
        return host.writeFile(first, keep === Keep.AtHost ? input.content! : keep === Keep.Bytes ? r.blob().slice() : r.text());
      case Operation.Stat: return host.stat(first);
      case Operation.Readdir: return host.readdir(first);
      case Operation.Exists: return host.exists(first);
      case Operation.Mkdir: return host.mkdir(first, r.u32() !== 0 ? { recursive: true } : input.options);
      case Operation.Rm: return host.rm(first, input.options);
      case Operation.Resolve: return host.resolvePath(first);
      case Operation.ReadOverlay: return this.session.read!(first);
    }
  }

  /** The call's value, or what it is to throw. */
  take(): Reader {
    if (!this.result) throw new Error(decodeText(this.err.bytes()).trim() || "The call was ended from outside");
    const r = new Reader(this.result);
    if (r.u32() === 0) return r;
    const kind = r.u32() as Failure;
    const text = r.text();
    const path = r.text();
    const errno = r.u32();
    const operation = r.u32();
    const reason = this.given.signal?.reason as unknown;
    switch (kind) {
      case Failure.System: throw systemError(errno, text, path === "" ? undefined : path);
      case Failure.Thrown: throw this.values.get(operation);
      case Failure.Aborted: throw abortError(reason);
      case Failure.Unconfirmed: throw abortError(reason, unconfirmed);
      case Failure.Arguments: throw new Error(`${text}\n\nReceived arguments:\n${shown(this.given.params)}`);
      default: throw new Error(text);
    }
  }
  kept(operation: number): unknown {
    return this.values.get(operation);
  }
}

const none = new Uint8Array(0);

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

// Longer arguments are not repeated whole; what JSON cannot have is shown as what it is.
const longest = 1 << 16;
function shown(params: unknown): string {
  let text: string;
  try {
    text = typeof params === "string" ? params : String(JSON.stringify(params, null, 2));
  } catch {
    text = Object.prototype.toString.call(params);
  }
  return text.length <= longest ? text : `${text.slice(0, longest)}... (${text.length} characters)`;
}

// A value of the host's, for the module; a wrong one is a TypeError.
function encodeValue(what: Operation, value: unknown): Uint8Array {
  const wrong = (call: string, expected: string) =>
    new TypeError(`The sandbox's ${call} must give ${expected}. Received ${value === null ? "null" : typeof value}`);
  switch (what) {
    case Operation.ReadFile:
    case Operation.ReadOverlay:
      if (typeof value !== "string") throw wrong("readFile()", "a string");
      return encodeText(value);
    case Operation.ReadBuffer:
      if (!(value instanceof Uint8Array)) throw wrong("readFileBuffer()", "a Uint8Array");
      return value;
    case Operation.Resolve:
      if (typeof value !== "string") throw wrong("resolvePath()", "a string");
      return encodeText(value);
    case Operation.Exec: {
      if (typeof value !== "object" || value === null) throw wrong("exec()", "an object { stdout, stderr, exitCode }");
      const { stdout, stderr = "", exitCode } = value as Partial<ShellResult>;
      if (typeof stdout !== "string" || typeof stderr !== "string" || !Number.isSafeInteger(exitCode)) {
        throw new TypeError("The sandbox's exec() must give { stdout, stderr, exitCode }: two strings and a whole number. Received " +
          `${typeof stdout}, ${typeof stderr} and ${typeof exitCode === "number" ? exitCode : typeof exitCode}`);
      }
      return new Writer().text(stdout).text(stderr).f64(exitCode!).finish();
    }
    default:
      return none;
  }
}

// --- environments -----------------------------------------------------------------------------------------------------------

const sessions = new WeakMap<SessionEnv["exec"], Session>();
// What the functions of environments made here are called but for readFile, which may be overlaid; and all those functions.
const members = ["exec", "readFileBuffer", "writeFile", "stat", "readdir", "exists", "mkdir", "rm", "resolvePath"] as const;
const own = new WeakSet<SessionEnv[(typeof members)[number]]>();

/** @internal The session behind an environment made here; undefined for any other, also one with a member of somebody else's. */
export function findSession(env: SessionEnv): Session | undefined {
  const session = sessions.get(env.exec);
  return session && members.every((name) => env[name] === session.env[name]) ? session : undefined;
}
/** @internal Whether an environment has members of one made here and others: somebody watches or forbids some calls. */
export function isPatched(env: SessionEnv): boolean {
  return members.some((name) => typeof env[name] === "function" && own.has(env[name])) && !findSession(env);
}
function sessionOf(env: SessionEnv): Session {
  return findSession(env) ?? new Session(new HostMachine(), Base.Session, env, env.cwd, "");
}

// Paths under this one ask an environment who it is (see identify).
const whoRoot = "/dev/nacre-session/";
const asked = new Map<string, (session: Session) => void>();

/** @internal The session that an environment stands on which passes paths on to it, as Flue's cwd wrapper does. */
export async function identify(env: SessionEnv): Promise<Session | undefined> {
  const path = whoRoot + crypto.randomUUID();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<Session | undefined>((resolve, reject) => {
      asked.set(path, resolve);
      // One that never answers stands on none.
      timer = setTimeout(() => resolve(undefined), 1000);
      Promise.resolve(env.exists(path)).then(() => resolve(undefined), reject);
    });
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    asked.delete(path);
  }
}

/** @internal */
export class Session {
  readonly env: SessionEnv;
  constructor(
    readonly machine: SessionMachine,
    private base: Base,
    readonly host: SandboxApi | undefined,
    private cwd: string,
    private scope: string,
    readonly commands: Map<string, Command> = new Map(),
    private onOrphanSettled?: (settlement: OrphanedExecSettlement) => void,
    /** Reads what is laid over the files. */
    readonly read?: (path: string) => string | Promise<string>,
  ) {
    this.env = this.environment();
    sessions.set(this.env.exec, this);
    for (const name of members) own.add(this.env[name]);
  }

  /** One over an object that is a SessionEnv itself; those of the same machine share locks. */
  static over(env: SessionEnv, machine: SessionMachine): Session {
    return new Session(machine, Base.Session, env, args.string("env.cwd", env.cwd), "");
  }
  static hostMachine(): SessionMachine {
    return new HostMachine();
  }
  scoped(cwd: string): Session {
    const scope = this.resolve(args.cString("cwd", cwd));
    return new Session(this.machine, this.base, this.host, this.cwd, scope, this.commands, this.onOrphanSettled, this.read);
  }
  overlaid(read: (path: string) => string | Promise<string>): Session {
    return new Session(this.machine, this.base, this.host, this.cwd, this.scope, this.commands, this.onOrphanSettled, read);
  }

  resolve(path: string): string {
    args.string("path", path);
    if (this.base === Base.Session && this.scope === "") return (this.host as SessionEnv).resolvePath(path);
    const machine = this.machine.get();
    if (!(machine instanceof Machine)) throw new Error("nacre.wasm is still being loaded: await a call of this environment first");
    const { instance } = machine;
    instance.call("nacre_resolve_path", instance.put(new Writer().text(this.scope || this.cwd).text(path).finish()));
    return decodeText(instance.answer());
  }

  orphaned({ command, startedAt, abortedAt }: Running, threw: boolean, value: unknown): void {
    if (command === undefined || !this.onOrphanSettled) return;
    const settlement: OrphanedExecSettlement = { command, startedAt, abortedAt: abortedAt!, settledAt: Date.now() };
    if (threw) settlement.error = value;
    else settlement.result = value as ShellResult;
    try {
      this.onOrphanSettled(settlement);
    } catch {
      // Nobody is there who could be told.
    }
  }

  /** Runs a call in the module: `rest` writes its arguments. Its value is in the call that comes back. */
  async call(what: number, rest: (w: Writer) => void, input: CallInput, env?: string[], options = 0): Promise<SessionCall> {
    const got = this.machine.get();
    const machine = got instanceof Machine ? got : await got;
    const signal = args.signal("signal", input.signal ?? undefined);
    const w = (writers.pop() ?? new Writer()).begin();
    w.u32(this.machine.id).u32(this.base).text(this.cwd).text(this.scope).u32(this.read ? 1 : 0).u32(options).u32(signal?.aborted ? 1 : 0);
    rest(w.u32(what));
    const bytes = w.finish();
    if (bytes.length >= 1 << 20 && !machine.instance.hasRoom(2 * bytes.length)) {
      throw Object.assign(new Error(`The arguments are too large for the sandbox's memory: ${bytes.length} bytes`), { code: "ENOMEM" });
    }
    const request: StartOptions = { argv: ["nacre-call", bytes], program: "nacre-call", cwd: "/", env };
    let call: SessionCall | undefined;
    const abort = () => call?.abort();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      let job = machine.start(request);
      for (let starts = 1; job === -11 && starts < mostStarts; starts++) {
        await machine.makeRoom();
        if (signal?.aborted) throw abortError(signal.reason);
        job = machine.start(request);
      }
      writers.push(w);
      if (job < 0) throw systemError(-job, "spawn");
      call = new SessionCall(machine, job, new Capture(), this, input);
      await machine.drive(call);
    } finally {
      signal?.removeEventListener("abort", abort);
    }
    return call;
  }

  // A member of the environment; a value that the host gave is given on as it is.
  private async member<T>(what: Operation, path: string, input: CallInput, rest: (w: Writer) => void, decode: (r: Reader) => T,
      env?: string[]): Promise<T> {
    const call = await this.call(what, (w) => rest(w.text(path)), input, env);
    const r = call.take();
    const kept = r.u32();
    return kept !== 0 ? (call.kept(kept) as T) : decode(r);
  }

  private environment(): SessionEnv {
    const virtual = this.base === Base.Virtual;
    const nothing = () => {};
    return {
      cwd: this.scope || this.cwd,
      resolvePath: (path) => this.resolve(path),
      exec: async (command, options) => {
        args.string("command", command);
        const { signal } = execOptions(options);
        const given = options ?? {};
        const keys = ("cwd" in given ? Key.Cwd : 0) | ("env" in given ? Key.Env : 0) | ("timeoutMs" in given ? Key.Timeout : 0) |
          ("signal" in given ? Key.Signal : 0);
        return this.member(Operation.Exec, virtual ? command : "", { signal, command, options: given }, (w) => {
          w.u32(given.cwd === undefined ? 0 : 1).text(given.cwd ?? "").f64(given.timeoutMs ?? NaN).u32(keys);
        }, (r) => ({ stdout: r.text(), stderr: r.text(), exitCode: r.f64() }), virtual ? variables(given.env) : undefined);
      },
      readFile: async (path) => this.member(Operation.ReadFile, args.string("path", path), {}, nothing, (r) => decodeText(r.rest())),
      readFileBuffer: async (path) => this.member(Operation.ReadBuffer, args.string("path", path), {}, nothing, (r) => r.rest().slice()),
      writeFile: async (path, content) => {
        const bytes = virtual ? args.bytes("content", content) : none;
        return this.member(Operation.WriteFile, args.string("path", path), { content }, (w) => w.blob(bytes), nothing);
      },
      stat: async (path) => this.member<FileStat>(Operation.Stat, args.string("path", path), {}, nothing, (r) => {
        const flags = r.u32();
        return {
          isFile: (flags & 1) !== 0, isDirectory: (flags & 2) !== 0, isSymbolicLink: (flags & 4) !== 0,
          size: r.f64(), mtime: new Date(r.f64()),
        };
      }),
      readdir: async (path) => this.member(Operation.Readdir, args.string("path", path), {}, nothing, (r) => r.strings()),
      exists: async (path) => {
        const who = asked.get(path);
        if (who) who(this);
        if (who) return false;
        return this.member(Operation.Exists, args.string("path", path), {}, nothing, (r) => r.u32() !== 0);
      },
      mkdir: async (path, options) =>
        this.member(Operation.Mkdir, args.string("path", path), { options }, (w) => w.u32(options?.recursive ? 1 : 0), nothing),
      rm: async (path, options) => this.member(Operation.Rm, args.string("path", path), { options },
        (w) => w.u32((options?.recursive ? 1 : 0) | (options?.force ? 2 : 0)), nothing),
    };
  }
}
