// A running script: what `spawn` gives, after the model of node:child_process, with the web's streams.
import { systemError } from "./errors.js";
import { JobCall, StreamOutlet } from "./job.js";
import { abortBy, type Machine } from "./machine.js";
import { signalName, signalNumber } from "./signals.js";
import type { Command, ExitStatus } from "./types.js";
import { encode } from "./wire.js";

export class Process {
  readonly pid: number;
  readonly stdin: WritableStream<Uint8Array | string>;
  /** Nothing is lost when it is read late: a script that writes more than 64 KiB waits for its reader. */
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  private readonly call: JobCall;
  private readonly exited: Promise<ExitStatus>;

  /** @internal */
  constructor(private machine: Machine, readonly id: number, commands: Map<string, Command>, signal?: AbortSignal) {
    const outlet = (stream: 1 | 2) => new StreamOutlet(
      () => this.call.wake(),
      () => machine.disposed || machine.instance.crashed || machine.instance.call("nacre_hang_up", machine.id, id, stream),
    );
    const outlets: [StreamOutlet, StreamOutlet] = [outlet(1), outlet(2)];
    this.stdout = outlets[0].stream;
    this.stderr = outlets[1].stream;
    this.call = new JobCall(machine, id, outlets, commands, false);
    this.pid = machine.job(id)?.pid ?? 0;
    this.stdin = this.input();
    const listening = abortBy(signal, this.call);
    this.exited = machine.drive(this.call).then(
      () => ({ exitCode: this.call.exitCode, signal: this.call.timedOut ? null : signalName(this.call.signal) }),
      (error: unknown) => {
        for (const each of outlets) each.fail(error);
        throw error;
      },
    ).finally(listening);
    this.exited.catch(() => {}); // whoever waits sees it
  }

  private input(): WritableStream<Uint8Array | string> {
    let room: (() => void) | undefined;
    let failed: ((error: unknown) => void) | undefined;
    const settle = () => {
      room?.();
      room = failed = undefined;
    };
    this.call.onInputRoom = settle;
    this.call.onClose = () => {
      failed?.(systemError(32, "write"));
      room = failed = undefined;
    };
    return new WritableStream<Uint8Array | string>({
      write: (chunk) => {
        if (this.call.done || this.machine.disposed) throw systemError(32, "write");
        if (typeof chunk !== "string" && !ArrayBuffer.isView(chunk)) throw new TypeError("stdin takes strings and Uint8Arrays");
        this.call.push(typeof chunk === "string" ? encode(chunk) : new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
        return new Promise<void>((resolve, reject) => {
          room = resolve;
          failed = reject;
          this.call.wake();
        });
      },
      close: () => {
        if (this.call.done || this.machine.disposed) return;
        this.call.endInput();
        this.call.wake();
      },
      abort: () => {
        if (this.call.done || this.machine.disposed) return;
        this.call.endInput();
        this.call.wake();
      },
    }, { highWaterMark: 1 });
  }

  /** Sends a signal to the script and everything that it runs; false when it is gone already. */
  kill(signal: string | number = "SIGTERM"): boolean {
    const number = signalNumber(signal);
    if (this.machine.disposed || this.machine.instance.crashed || this.call.done) return false;
    const sent = this.machine.instance.call("nacre_kill", this.machine.id, this.id, number) === 0;
    this.call.wake();
    return sent;
  }

  /** Waits for its end. Rejects only for an abort or a lost sandbox. */
  wait(): Promise<ExitStatus> {
    return this.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill("SIGKILL");
    await this.exited.catch(() => {});
  }
}
