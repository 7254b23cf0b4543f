// A shell that lives on between calls. In the sandbox it is a process that takes scripts by message
// (src/shell/session.cc), runs each in the same shell, and says when it is done.
import * as args from "./args.js";
import { AbortError, DisposedError } from "./errors.js";
import { Callback, Capture, JobCall } from "./job.js";
import type { Machine, Message } from "./machine.js";
import { result } from "./sandbox.js";
import type { Command, ExecOptions, ExecResult, OutputSink } from "./types.js";
import { encode, Reader, Writer } from "./wire.js";

const SIGINT = 2;
const SIGKILL = 9;

const enum Kind {
  Closed = 1,
  // From the shell:
  Ready = 32, // status of the last script (u32)
  // To the shell:
  Run = 33, // Mode (u32), script
}

const enum Mode {
  Plain = 0,
  Quiet = 1, // $? stays what it was
  Check = 2, // runs nothing: the status is 1 when the text goes on (an open quote, a loop without its end)
}

export type ShellExecOptions = Pick<ExecOptions, "stdin" | "signal" | "timeoutMs" | "onStdout" | "onStderr"> & {
  /** @internal The script leaves $? as it was. */
  quiet?: boolean;
};

class ShellCall extends JobCall {
  channel = 0;
  ready = false;
  gone = false;
  status = 0;
  private request: Uint8Array | undefined;
  private interrupted = false;
  private round = 0;   // of begin()

  begin(mode: Mode, script: Uint8Array): void {
    this.request = new Writer().u32(mode).blob(script).finish();
    this.ready = false;
    this.interrupted = false;
    this.round++;
    this.failed = false;
    this.failure = undefined;
    this.send();
  }
  private send(): void {
    if (!this.request || this.channel === 0) return;
    const request = this.request;
    this.request = undefined;
    this.post(this.channel, Kind.Run, request);
  }
  protected override answer(message: Message): void {
    if (message.kind === Kind.Ready) {
      this.channel = message.channel;
      this.status = new Reader(message.bytes).u32();
      if (this.request) this.send();
      else this.ready = true;
    } else if (message.kind === Kind.Closed && message.channel === this.channel) {
      this.gone = true;
    } else {
      super.answer(message);
    }
  }
  override service(): void {
    super.service();
    if (this.ready) this.flush();
  }
  override finished(): boolean {
    return this.done ? super.finished() : this.ready && this.settled();
  }
  /** Ends what runs; the shell itself goes on. */
  interrupt(): void {
    if (this.interrupted || this.ready || this.machine.disposed) return;
    this.interrupted = true;
    const { machine, job, round } = this;
    const go = (step: () => void) => () => {
      if (round !== this.round || this.ready || this.done || machine.disposed || machine.instance.crashed) return;
      step();
      this.wake();
    };
    go(() => machine.instance.call("nacre_interrupt", machine.id, job, SIGINT))();
    // What does not mind is killed; a shell that does not come back then is ended.
    setTimeout(go(() => machine.instance.call("nacre_interrupt", machine.id, job, SIGKILL)), 300);
    setTimeout(go(() => machine.instance.call("nacre_abort", machine.id, job)), 1000);
  }
}

export class Shell {
  private readonly call: ShellCall;
  // Calls in their order; the first one runs.
  private queue: object[] = [];
  private over = false;

  /** @internal */
  constructor(private machine: Machine, job: number, private commands: Map<string, Command>) {
    this.call = new ShellCall(machine, job, [new Capture(), new Capture()], this.commands, false);
    this.call.keep = true;
  }

  /** True once the shell has exited (`exit`, or closed). */
  get closed(): boolean {
    return this.over || this.call.done;
  }

  /**
   * Runs a script in the shell. Calls at the same time run one after the other. An abort or `timeoutMs` (status 124) ends what runs, not the
   * shell. After `exit` the result has its status, and the shell is closed.
   */
  async exec(script: string | Uint8Array, options?: ShellExecOptions): Promise<ExecResult> {
    return this.request(options?.quiet ? Mode.Quiet : Mode.Plain, script, options);
  }

  /** @internal Whether a text needs more lines to be complete. */
  async incomplete(script: string): Promise<boolean> {
    return (await this.request(Mode.Check, script)).exitCode === 1;
  }

  private async request(mode: Mode, script: string | Uint8Array, options?: ShellExecOptions): Promise<ExecResult> {
    const given = args.object("options", options);
    const signal = args.signal("options.signal", given.signal);
    const bytes = args.isBytes(script) ? args.bytes("script", script) : encode(args.string("script", script));
    const onStdout = args.func("options.onStdout", given.onStdout);
    const onStderr = args.func("options.onStderr", given.onStderr);
    const timeoutMs = args.timeout(given.timeoutMs);
    const stdin = args.input("options.stdin", given.stdin);
    if (signal?.aborted) throw new AbortError(signal.reason);
    this.machine.check();
    if (this.closed) throw new DisposedError("shell");

    const ticket = {};
    this.queue.push(ticket);
    try {
      await this.myTurn(ticket, signal);
      if (this.closed) throw new DisposedError("shell");
      const { call } = this;
      const outlet = (sink: OutputSink | undefined) => (sink ? new Callback(sink, call.wake, (error) => call.fail(error)) : new Capture());
      const out = outlet(onStdout);
      const err = outlet(onStderr);
      call.restart([out, err]);
      if (stdin instanceof ReadableStream) call.feed(stdin);
      else {
        if (stdin) call.push(stdin);
        call.endInput();
      }
      call.begin(mode, bytes);
      let timedOut = false;
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => {
        timedOut = true;
        call.interrupt();
        call.hurry();
      }, timeoutMs);
      let aborted = false;
      const abort = () => {
        aborted = true;
        call.interrupt();
      };
      signal?.addEventListener("abort", abort, { once: true });
      try {
        await this.machine.drive(call);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        call.rest();
      }
      if (aborted) throw new AbortError(signal!.reason);
      return result(out.bytes(), err.bytes(), timedOut ? 124 : call.done ? call.exitCode : call.status, call.job);
    } finally {
      const at = this.queue.indexOf(ticket);
      if (at >= 0) this.queue.splice(at, 1);
    }
  }

  /** Waits until the calls before this one are over. In Workers one of them may have been cancelled, and never says so. */
  private async myTurn(ticket: object, signal: AbortSignal | undefined): Promise<void> {
    for (let idle = 0; this.queue[0] !== ticket; ) {
      if (!this.machine.platform.shared) {
        this.machine.run(this.call.job);
        this.call.service();
        idle = this.call.ready ? idle + 1 : 0;
        if (idle > 500) this.queue.shift();
      }
      await new Promise<void>((resolve) => void setTimeout(resolve, 2));
      this.machine.check();
      if (signal?.aborted) throw new AbortError(signal.reason);
    }
  }

  /** Ends the shell and everything that it runs. */
  async close(): Promise<void> {
    if (this.over) return;
    this.over = true;
    const { machine, call } = this;
    if (machine.disposed || machine.instance.crashed) return;
    machine.instance.call("nacre_abort", machine.id, call.job);
    if (this.queue.length === 0) machine.instance.call("nacre_forget", machine.id, call.job);
    else call.wake();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
