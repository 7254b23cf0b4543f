// A job as a call: its standard streams and its commands in JavaScript are looked after between slices.
import { HostCommand, MessageKind } from "./commands.js";
import { Call, type Machine, type Message } from "./machine.js";
import type { Command, OutputSink } from "./types.js";
import { encode } from "./wire.js";

/** Where a stream of output goes. */
export interface Outlet {
  /** Whether it takes something now. Until it does the bytes stay in the sandbox, and the writer waits. */
  ready(done: boolean): boolean;
  take(bytes: Uint8Array): void;
  end(): void;
  /** Waits for nobody any more. */
  abandon?(): void;
}

/** Keeps everything. */
export class Capture implements Outlet {
  private chunks: Uint8Array[] = [];
  private size = 0;
  ready(): boolean {
    return true;
  }
  take(bytes: Uint8Array): void {
    this.chunks.push(bytes);
    this.size += bytes.length;
  }
  end(): void {}
  bytes(): Uint8Array {
    if (this.chunks.length === 1) return this.chunks[0]!;
    const all = new Uint8Array(this.size);
    let at = 0;
    for (const chunk of this.chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  }
}

/** Calls the user's function, one piece at a time, and keeps everything too. */
export class Callback extends Capture {
  private busy = false;
  private decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  constructor(private sink: OutputSink, private wake: () => void, private fail: (error: unknown) => void) {
    super();
  }
  override ready(): boolean {
    return !this.busy || this.abandoned;
  }
  private abandoned = false;
  abandon(): void {
    this.abandoned = true;
  }
  override take(bytes: Uint8Array): void {
    super.take(bytes);
    if (this.abandoned) return;
    this.call(this.decoder.decode(bytes, { stream: true }), bytes);
  }
  private call(text: string, bytes: Uint8Array): void {
    try {
      const settled = this.sink(text, bytes);
      if (!settled || typeof settled.then !== "function") return;
      this.busy = true;
      settled.then(() => {
        this.busy = false;
        this.wake();
      }, this.fail);
    } catch (error) {
      this.fail(error);
    }
  }
  override end(): void {
    const rest = this.decoder.decode();
    if (rest && !this.abandoned) this.call(rest, new Uint8Array(0));
  }
}

/** A ReadableStream. Nothing is taken out of the sandbox before somebody reads. */
export class StreamOutlet implements Outlet {
  readonly stream: ReadableStream<Uint8Array>;
  private controller!: ReadableStreamDefaultController<Uint8Array>;
  private asked = false;
  private open = true;
  constructor(wake: () => void, private hangUp: () => unknown) {
    this.stream = new ReadableStream<Uint8Array>({
      start: (controller) => void (this.controller = controller),
      pull: () => {
        this.asked = true;
        wake();
      },
      cancel: () => {
        this.open = false;
        this.hangUp();
        wake();
      },
    }, { highWaterMark: 0 });
  }
  ready(done: boolean): boolean {
    return this.asked || done || !this.open;
  }
  take(bytes: Uint8Array): void {
    this.asked = false;
    if (this.open) this.controller.enqueue(bytes);
  }
  end(): void {
    if (this.open) this.controller.close();
    this.open = false;
  }
  fail(error: unknown): void {
    if (this.open) this.controller.error(error);
    this.open = false;
  }
}

// What is drained at a time from a job that captures: smaller amounts stay until the end, and are copied once.
const drainAt = 256 << 10;
export const inputAhead = 64 << 10;

export class JobCall extends Call {
  done = false;
  exitCode = 0;
  signal = 0;
  timedOut = false;
  private ended = [false, false];
  private reader: ReadableStreamDefaultReader<Uint8Array | string> | undefined;
  private reading = false;
  private source: Uint8Array | undefined;
  private inputEnded = false;
  private running = new Map<number, HostCommand>();
  /** Called when the input has room, and when the call is over (spawn). */
  onInputRoom: (() => void) | undefined;
  onClose: (() => void) | undefined;

  constructor(machine: Machine, job: number, private outlets: [Outlet, Outlet], private commands: Map<string, Command>,
      private capturing: boolean) {
    super(machine, job);
  }

  feed(input: ReadableStream<Uint8Array | string> | Uint8Array): void {
    if (input instanceof Uint8Array) this.source = input;
    else this.reader = input.getReader();
  }

  push(bytes: Uint8Array): void {
    const { instance, id } = this.machine;
    // In pieces, so that the area for requests stays small.
    for (let at = 0; at < bytes.length; at += inputAhead) {
      instance.call("nacre_push", id, this.job, instance.put(bytes.subarray(at, at + inputAhead)));
    }
    this.pending = true;
  }
  endInput(): void {
    if (this.inputEnded) return;
    this.inputEnded = true;
    this.machine.instance.call("nacre_end_input", this.machine.id, this.job);
    this.pending = true;
  }

  override service(): void {
    for (const message of this.inbox.splice(0)) this.answer(message);
    const state = this.machine.job(this.job);
    if (!state) return;
    this.done = state.done;
    this.exitCode = state.exitCode;
    this.signal = state.signal;
    this.timedOut = state.timedOut;
    this.drain(0, state.waiting[0]);
    this.drain(1, state.waiting[1]);
    if (this.done && (this.timedOut || this.timeoutMs !== undefined) && !this.outlets.every((outlet) => outlet.ready(true))) {
      this.hurry(this.timedOut ? 1000 : this.timeoutMs);
    }
    if (!this.done && !this.inputEnded) this.input(state.inputWanted, state.inputBuffered);
  }

  /** What the call was given: its functions may take as long again when the script itself was in time. */
  timeoutMs: number | undefined;
  // After the timeout the functions that take the output have a second; one that never settles must not hold the call.
  private hurried: Outlet[] | undefined;
  hurry(ms = 1000): void {
    const { outlets } = this;
    if (this.hurried === outlets) return;
    this.hurried = outlets;
    setTimeout(() => {
      for (const outlet of outlets) outlet.abandon?.();
      this.wake();
    }, ms);
  }

  private drain(i: 0 | 1, waiting: number, all = false): void {
    const outlet = this.outlets[i];
    if (this.ended[i] || !outlet.ready(this.done)) return;
    if (waiting > 0 && (this.done || !this.capturing || waiting >= drainAt || all)) {
      const { instance, id } = this.machine;
      instance.call("nacre_peek", id, this.job, i + 1);
      const bytes = instance.answer().slice();
      instance.call("nacre_consume", id, this.job, i + 1, bytes.length);
      outlet.take(bytes);
      waiting = 0;
      if (!this.done) this.pending = true;  // a writer that waited may go on
    }
    if (this.done && waiting === 0 && outlet.ready(true)) {
      outlet.end();
      this.ended[i] = true;
    }
  }

  private input(wanted: boolean, buffered: number): void {
    if (this.onInputRoom && (wanted || buffered < inputAhead)) this.onInputRoom();
    if (this.source && wanted) {
      this.push(this.source.subarray(0, inputAhead));
      this.source = this.source.subarray(inputAhead);
      if (this.source.length === 0) {
        this.source = undefined;
        this.endInput();
      }
    }
    if (!this.reader || this.reading || !wanted) return;
    this.reading = true;
    this.reader.read().then(({ done, value }) => {
      this.reading = false;
      if (this.closed) return;
      if (done) this.endInput();
      else if (typeof value === "string") this.push(encode(value));
      else if (ArrayBuffer.isView(value)) this.push(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
      else throw new TypeError("stdin gave a chunk that is neither a string nor a Uint8Array");
      this.wake();
    }).catch((error: unknown) => this.fail(error));
  }

  protected answer(message: Message): void {
    if (message.kind === MessageKind.Start) {
      const command = HostCommand.start(this, message, this.commands);
      if (command) this.running.set(message.channel, command);
    } else {
      const command = this.running.get(message.channel);
      if (message.kind === MessageKind.Closed) this.running.delete(message.channel);
      command?.receive(message);
    }
  }

  /** Sends to a process that waits on a channel. */
  post(channel: number, kind: number, bytes: Uint8Array): void {
    if (this.closed || this.machine.disposed || this.machine.instance.crashed) return;
    const { instance, id } = this.machine;
    instance.call("nacre_post", id, channel, kind, instance.put(bytes));
    this.wake();
  }

  override finished(): boolean {
    return this.done && this.ended[0]! && this.ended[1]!;
  }

  // For a shell, whose job goes on from call to call:
  restart(outlets: [Outlet, Outlet]): void {
    this.outlets = outlets;
    this.ended = [false, false];
    this.closed = this.inputEnded = this.reading = false;
    this.reader = this.source = undefined;
    this.machine.instance.call("nacre_renew", this.machine.id, this.job);
  }
  /** Moves all output that is there. */
  protected flush(): void {
    const state = this.machine.job(this.job);
    if (!state) return;
    this.drain(0, state.waiting[0], true);
    this.drain(1, state.waiting[1], true);
  }
  /** True when all output was taken. */
  protected settled(): boolean {
    const state = this.machine.job(this.job);
    return !state || (state.waiting[0] + state.waiting[1] === 0 && this.outlets[0].ready(true) && this.outlets[1].ready(true));
  }
  rest(): void {
    for (const outlet of this.outlets) if (!this.failed) outlet.end();
  }

  private closed = false;
  override close(): void {
    this.closed = true;
    this.onClose?.();
    for (const command of this.running.values()) command.abandon();
    this.running.clear();
    this.reader?.cancel().catch(() => {});
  }
}
