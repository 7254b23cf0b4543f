// One instance of the WebAssembly module: its exports, its memory, and what happens when it traps.
//
// The module is plain WebAssembly: it exports C functions over integers, doubles and addresses in its memory (wasm/exports.cc
// says what each does) and imports a clock. Arguments that are not numbers are written into a scratch
// area that the module lends; answers that are not numbers stand in its memory until the next call.
import { SandboxCrashedError } from "./errors.js";

export interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  nacre_scratch(size: number): number;
  nacre_room(size: number): number;
  nacre_reply(): number;
  nacre_create(size: number): number;
  nacre_destroy(machine: number): void;
  nacre_add_command(machine: number, size: number): number;
  nacre_start(machine: number, size: number, now: number): number;
  nacre_run(machine: number, fuel: number, job: number, now: number): number;
  nacre_next_timer(machine: number): number;
  nacre_alive(machine: number): number;
  nacre_job(machine: number, job: number): number;
  nacre_jobs(machine: number): number;
  nacre_peek(machine: number, job: number, stream: number): number;
  nacre_consume(machine: number, job: number, stream: number, size: number): void;
  nacre_push(machine: number, job: number, size: number): void;
  nacre_end_input(machine: number, job: number): void;
  nacre_renew(machine: number, job: number): void;
  nacre_hang_up(machine: number, job: number, stream: number): void;
  nacre_abort(machine: number, job: number): void;
  nacre_forget(machine: number, job: number): void;
  nacre_interrupt(machine: number, job: number, signal: number): void;
  nacre_kill(machine: number, job: number, signal: number): number;
  nacre_message(machine: number): number;
  nacre_post(machine: number, channel: number, kind: number, size: number): void;
  nacre_close_channel(machine: number, channel: number): void;
  nacre_resumed(machine: number): void;
  nacre_resolve_path(size: number): void;
  nacre_fs(machine: number, operation: number, size: number, now: number): number;
  nacre_snapshot(machine: number): number;
  nacre_drop_snapshot(snapshot: number): void;
  nacre_restore(machine: number, snapshot: number): number;
  nacre_diff(machine: number, snapshot: number): number;
  nacre_changes(machine: number, job: number): number;
  nacre_undo(machine: number, job: number): number;
  nacre_fork(machine: number, seed: number): number;
  nacre_keep_only(machine: number, seed: number): number;
  nacre_incomplete(size: number): number;
  nacre_analyze(flags: number, memory: number, size: number): void;
  nacre_format(flags: number, indent: number, memory: number, size: number): number;
}

const wasmPage = 65536;

function imports(): WebAssembly.Imports {
  const nothing = () => 0;
  const known: Record<string, Record<string, (...args: number[]) => number | void>> = {
    nacre: {
      // ms, for the length of slices
      clock: () => performance.now(),
    },
    env: { emscripten_notify_memory_growth: () => {} },
    wasi_snapshot_preview1: {},
  };
  // The C library asks for a few more that are never used (to print on abort, say): each answers "not supported".
  return Object.fromEntries(Object.entries(known).map(([name, functions]) => [
    name,
    new Proxy(functions, {
      get: (all, key) => all[key as string] ?? (name === "wasi_snapshot_preview1" ? () => 52 : nothing),
      has: () => true,
    }),
  ])) as WebAssembly.Imports;
}

export class Instance {
  readonly exports: Exports;
  /** Set when the instance is lost. */
  crashed: SandboxCrashedError | undefined;
  /** Machines that live in it. */
  machines = 0;
  private bytes = new Uint8Array(0);
  private readonly reply: number;

  /** A fresh instance, or one whose memory is an image of another's of the same build. */
  constructor(module: WebAssembly.Module, image?: Uint8Array) {
    let memory!: WebAssembly.Memory;
    const instance = new WebAssembly.Instance(module, imports());
    this.exports = instance.exports as unknown as Exports;
    memory = this.exports.memory;
    if (image) {
      const missing = image.length - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / wasmPage));
      this.memory().set(image);
      this.memory().fill(0, image.length);
    } else {
      this.exports._initialize();
    }
    this.reply = this.exports.nacre_reply();
  }

  /** All of the memory. Take it again after each call of an export: memory that grows moves. */
  memory(): Uint8Array {
    if (this.bytes.buffer !== this.exports.memory.buffer) this.bytes = new Uint8Array(this.exports.memory.buffer);
    return this.bytes;
  }

  /** Calls an export; a trap loses the instance. */
  call<K extends Exclude<keyof Exports, "memory">>(name: K, ...args: Parameters<Exports[K]>): ReturnType<Exports[K]> {
    if (this.crashed) throw this.crashed;
    try {
      return (this.exports[name] as (...a: number[]) => number)(...(args as number[])) as ReturnType<Exports[K]>;
    } catch (error) {
      this.crashed = new SandboxCrashedError(error);
      throw this.crashed;
    }
  }

  /** Puts bytes where the next call reads its argument; gives their number. */
  put(bytes: Uint8Array): number {
    const address = this.call("nacre_scratch", bytes.length);
    this.memory().set(bytes, address);
    return bytes.length;
  }

  /** Whether the memory's budget has room for so many bytes more. */
  hasRoom(size: number): boolean {
    return this.call("nacre_room", size) !== 0;
  }

  /** Number i of the last answer. */
  number(i: number): number {
    return new Float64Array(this.exports.memory.buffer, this.reply, 16)[i]!;
  }
  numbers(count: number): Float64Array {
    return new Float64Array(this.exports.memory.buffer, this.reply, count);
  }
  /** The bytes of the last answer: numbers 0 and 1 are their address and length. Valid until the next call. */
  answer(): Uint8Array {
    const at = this.numbers(2);
    return this.memory().subarray(at[0]!, at[0]! + at[1]!);
  }
}
