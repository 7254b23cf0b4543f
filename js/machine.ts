// Drives a Machine of the module (src/process/machine.h) from calls of the API.
//
// Each call pumps the machine itself until its own result is there: run a slice, look after its own job, let the event
// loop turn or sleep until a timer, its own stream or its own command, and again. The first slice runs inside the call.
// While it pumps, whatever is runnable runs, other calls' processes too; but it never waits for a promise, timer or
// stream that another call made, because in Workers a request that does is cancelled. Where hosts allow it
// (Platform.shared) calls wake each other; elsewhere a call that has nothing of its own to wait for looks again after a
// moment. A request that is cancelled there just stops: a call that looks no more, while another has long waited, is ended
// by that one, so that nothing it holds (a lock) is lost.
//
// No JavaScript of the user's runs during a slice: what processes ask of the host comes as messages afterwards, and goes
// to the call whose job the process belongs to.
import { AbortError, DisposedError } from "./errors.js";
import { Instance } from "./instance.js";
import type { Platform } from "./platform.js";
import { Writer } from "./wire.js";

/** What `run` says. */
export const enum State {
  Done = 0,
  More = 1,
  Idle = 2,
}

/** What is to be known of a job after a slice. */
export interface JobState {
  done: boolean;
  exitCode: number;
  signal: number;
  timedOut: boolean;
  inputWanted: boolean;
  inputBuffered: number;
  waiting: [stdout: number, stderr: number];
  pid: number;
}

export interface Message {
  channel: number;
  kind: number;
  bytes: Uint8Array;
}

/** What nacre_start takes (JobOptions of src/process/machine.h). */
export interface StartOptions {
  argv: ReadonlyArray<string | Uint8Array>;
  program: string;
  cwd?: string;
  /** "NAME=value"; "NAME" takes one away. */
  env?: readonly string[];
  stdin?: Uint8Array | "stream";
  streaming?: boolean;
  /** The streams are a terminal to what runs. */
  terminal?: boolean;
  /** stderr comes as part of stdout. */
  oneOutput?: boolean;
  timeoutMs?: number;
}
const none = new Uint8Array(0);

// Fuel of one slice: some 10 ms of work. Where the clock goes on meanwhile (not in Workers), the machine ends it by time as well.
const slice = 100_000;
// After this many slices without a turn of the event loop (a command or a stream in JavaScript that answers at once, again and again), one is taken.
const slicesPerTurn = 50;
const longestSleep = 3_600_000;
/** How long another call must have slept, and how often, for one that never looked meanwhile to count as cancelled. */
const silentMs = 10_000;
const silentLooks = 50;
/** How often a start that finds the limit of processes reached is tried again. */
export const mostStarts = 50;

/** A call that is being driven. Subclasses look after their job's streams (service) and know when they are done. */
export abstract class Call {
  /** Why the call is to end early. */
  failure: unknown;
  failed = false;
  inbox: Message[] = [];
  /** The job goes on when the call is over (a shell). */
  keep = false;
  /** Something happened that a slice or a look at the job may change. */
  pending = false;
  /** Slices so far; and what this call saw of others that were silent. */
  looks = 0;
  silent: WeakMap<Call, { looks: number; times: number; ms: number }> | undefined;
  private resume: (() => void) | null = null;
  private poll = 4;

  constructor(readonly machine: Machine, readonly job: number) {}

  /** Called between slices: moves input and output, answers messages. Must not throw. */
  abstract service(): void;
  abstract finished(): boolean;
  /** Called once, when the call is over, well or badly. */
  close(): void {}

  /** For this call's own events. */
  wake = (): void => {
    this.pending = true;
    this.resume?.();
  };
  /** For events of other calls. */
  notify(): void {
    this.pending = true;
    if (this.machine.platform.shared) this.resume?.();
  }
  fail(error: unknown): void {
    if (this.failed) return;
    this.failed = true;
    this.failure = error;
    this.wake();
  }
  get asleep(): boolean {
    return this.resume !== null;
  }

  turn(): Promise<void> {
    return new Promise((resolve) => this.machine.platform.turn(resolve));
  }
  /** Sleeps until woken, at most `ms`; gives the milliseconds that passed by the timer, 0 when it was woken before. */
  sleep(ms: number): Promise<number> {
    if (!this.machine.platform.shared) {
      ms = Math.min(ms, this.poll);
      this.poll = Math.min(this.poll * 2, 100);
    }
    ms = Math.min(Math.max(Math.ceil(ms), 0), longestSleep);
    return new Promise((resolve) => {
      const over = (passed: number) => {
        clearTimeout(timer);
        this.resume = null;
        resolve(passed);
      };
      const timer = setTimeout(over, ms, ms);
      this.resume = () => over(0);
    });
  }
  refreshed(): void {
    this.poll = 4;
  }
}

export class Machine {
  disposed = false;
  readonly calls = new Map<number, Call>();
  private background = false;

  constructor(
    readonly instance: Instance,
    readonly id: number,
    readonly platform: Platform,
    /** Live time; undefined when it is virtual. */
    readonly clock: (() => number) | undefined,
  ) {
    instance.machines++;
  }

  /** Throws when nothing can be asked of the machine any more. */
  check(): void {
    if (this.disposed) throw new DisposedError();
    if (this.instance.crashed) throw this.instance.crashed;
  }

  now(): number {
    return this.clock ? this.clock() + this.skew : 0;
  }
  // Time that timers have seen pass and the clock has not: one that stands still must not make a sleep endless.
  private skew = 0;
  private passed(from: number, ms: number): void {
    const missing = from + ms - this.now();
    if (this.clock && ms > 0 && missing > 0 && missing <= ms) this.skew += missing;
  }

  private readonly writer = new Writer();
  /** Starts a job; gives its number, or -errno. */
  start({ argv, program, cwd, env = [], stdin = none, streaming = false, terminal = false, oneOutput = false, timeoutMs = -1 }: StartOptions): number {
    const w = this.writer.begin();
    w.u32(argv.length);
    for (const word of argv) {
      if (typeof word === "string") w.string(word);
      else w.blob(word);
    }
    w.string(program);
    w.u32(cwd === undefined ? 0 : 1).string(cwd ?? "");
    w.strings(env);
    w.u32(stdin === "stream" ? 1 : 0).blob(stdin === "stream" ? none : stdin);
    w.u32(streaming ? 1 : 0).u32(terminal ? 1 : 0).u32(oneOutput ? 1 : 0).f64(timeoutMs);
    const request = w.finish();
    this.check();
    const now = this.now();
    return this.instance.call("nacre_start", this.id, this.instance.put(request), now);
  }

  /** After a start that failed by EAGAIN, the limit of processes: what others left running goes on for a moment, and may end. */
  async makeRoom(): Promise<void> {
    this.check();
    this.run(0);
    await new Promise<void>((resolve) => this.platform.turn(resolve));
    this.check();
  }

  private ran = false;
  /** One slice, and what came of it to the calls that it concerns. */
  run(job: number): State {
    const state = this.instance.call("nacre_run", this.id, slice, job, this.now()) as State;
    this.ran = this.instance.number(0) !== 0;
    while (this.instance.call("nacre_message", this.id) !== 0) this.deliver();
    return state;
  }

  private deliver(): void {
    const bytes = this.instance.answer().slice();
    const [, , channel, job, kind] = this.instance.numbers(5) as unknown as [number, number, number, number, number];
    const call = this.calls.get(job);
    if (!call) {
      this.instance.call("nacre_close_channel", this.id, channel);
      return;
    }
    call.inbox.push({ channel, kind, bytes });
    call.notify();
  }

  job(job: number): JobState | undefined {
    if (this.instance.call("nacre_job", this.id, job) < 0) return undefined;
    const n = this.instance.numbers(10);
    return {
      done: n[0] !== 0,
      exitCode: n[1]!,
      signal: n[2]!,
      timedOut: n[3] !== 0,
      inputWanted: n[5] !== 0,
      inputBuffered: n[6]!,
      waiting: [n[7]!, n[8]!],
      pid: n[9]!,
    };
  }

  /** Runs the machine until the call is finished; rejects with what it failed by. */
  async drive(call: Call): Promise<void> {
    this.calls.set(call.job, call);
    let finished = false;
    try {
      for (let slices = 1; ; slices++) {
        this.check();
        if (call.failed) throw call.failure;
        call.pending = false;
        call.looks++;
        const state = this.run(call.job);
        call.service();
        if (call.failed) throw call.failure;
        if ((finished = call.finished())) return;
        if (state === State.Done || state === State.More) call.refreshed();
        this.nudge(call);
        if (state === State.More || slices % slicesPerTurn === 0) await call.turn();
        else if (!call.pending) {
          const from = this.now();
          const ms = await call.sleep(state === State.Done ? longestSleep : this.untilTimer());
          this.passed(from, ms);
          if (!this.platform.shared) this.endSilent(call, ms);
        }
      }
    } finally {
      this.calls.delete(call.job);
      this.end(call, finished);
    }
  }

  /** Other calls look whether the slice did something for them. (Not when it did nothing, or two that sleep would wake each other for ever.) */
  private nudge(current: Call): void {
    if (!this.ran || this.calls.size < 2) return;
    for (const call of this.calls.values()) if (call !== current && call.asleep) call.notify();
  }

  /** Ends calls whose request is over; `current` has slept so long. Nothing of theirs may be woken from here: it is another request's. */
  private endSilent(current: Call, ms: number): void {
    for (const call of [...this.calls.values()]) {
      if (call === current) continue;
      const seen = (current.silent ??= new WeakMap()).get(call);
      if (!seen || seen.looks !== call.looks) {
        current.silent.set(call, { looks: call.looks, times: 0, ms: 0 });
        continue;
      }
      seen.times++;
      seen.ms += ms;
      if (seen.times < silentLooks || seen.ms < silentMs) continue;
      call.failed = true;
      call.failure = new AbortError(new Error("The request that made this call is over"));
      this.calls.delete(call.job);
      try {
        call.close();
      } catch {
        // A stream of that request's, say: it has gone with it.
      }
      call.close = () => {};
      this.end(call);
    }
  }

  private untilTimer(): number {
    if (!this.clock) return longestSleep;
    return this.instance.call("nacre_next_timer", this.id) - this.now();
  }

  private end(call: Call, finished = false): void {
    call.close();
    if (this.instance.crashed || this.disposed) return;
    const done = (finished && !call.keep) || this.job(call.job)?.done !== false;
    if (call.keep && !done && !call.failed) return this.goOn();
    if (!done) {
      this.instance.call("nacre_abort", this.id, call.job);
      this.run(call.job);
    }
    this.instance.call("nacre_forget", this.id, call.job);
    for (const { channel } of call.inbox) this.instance.call("nacre_close_channel", this.id, channel);
    // Its last slice, or its end, may be what others wait for (a lock).
    for (const other of this.calls.values()) if (other.asleep) other.notify();
    this.goOn();
  }

  /** Lets what was left running go on by itself, where the host allows that. It does not keep the program alive. */
  private goOn(): void {
    if (!this.platform.shared || this.background || this.calls.size > 0) return;
    if (this.instance.call("nacre_alive", this.id) === 0) return;
    this.background = true;
    const step = () => {
      this.background = false;
      if (this.disposed || this.instance.crashed || this.calls.size > 0) return;
      let state: State;
      try {
        state = this.run(0);
      } catch {
        return;  // the next call will say so
      }
      if (this.instance.call("nacre_alive", this.id) === 0) return;
      const ms = state === State.More ? 0 : this.untilTimer();
      if (ms > longestSleep) return;
      again(ms);
    };
    const again = (ms: number) => {
      this.background = true;
      const timer = setTimeout(step, Math.max(Math.ceil(ms), 0)) as unknown as { unref?: () => void };
      timer.unref?.();
    };
    again(0);
  }

  /** Ends everything; calls in flight reject. */
  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    for (const call of [...this.calls.values()]) call.fail(new DisposedError());
    if (!this.instance.crashed) this.instance.call("nacre_destroy", this.id);
    this.instance.machines--;
  }
}

/** Makes `call` fail when the signal is aborted; gives what takes the listener off. */
export function abortBy(signal: AbortSignal | undefined, call: Call): () => void {
  if (!signal) return () => {};
  const listener = () => call.fail(new AbortError(signal.reason));
  signal.addEventListener("abort", listener, { once: true });
  return () => signal.removeEventListener("abort", listener);
}
