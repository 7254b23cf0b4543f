// Commands written in JavaScript. In the sandbox each is a process (src/process/host_command.cc) that speaks with us by
// messages: it starts the function, then reads and writes for it until it exits.
import type { JobCall } from "./job.js";
import type { Message } from "./machine.js";
import type { Command } from "./types.js";
import { encode, Reader, Writer } from "./wire.js";

export const enum MessageKind {
  Closed = 1,
  // From the process:
  Start = 16, // argv, environment, cwd
  Input = 17, // bytes that were read; none: end of file
  Written = 18, // errno
  // To the process:
  Read = 19,
  Write = 20, // descriptor (u32), bytes
  Exit = 21, // status (u32)
}

const none = new Uint8Array(0);
// Longer writes go in pieces, so that one command cannot fill the sandbox's memory.
const piece = 64 << 10;

/** What was thrown, in words, whatever it is. */
function wordsOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return "failed";
  }
}

export class HostCommand {
  private aborter = new AbortController();
  private over = false;
  private reads: Array<(bytes: Uint8Array) => void> = [];
  private writes: Array<(errno: number) => void> = [];
  private writer = new Writer();
  private writing: Promise<void> | undefined;
  private writers: Array<WritableStream<Uint8Array | string>> = [];

  private constructor(private call: JobCall, private channel: number) {}

  static start(call: JobCall, message: Message, commands: Map<string, Command>): HostCommand | undefined {
    const request = new Reader(message.bytes);
    const name = request.string();
    const argv = request.strings();
    const env = Object.fromEntries(request.strings().map((entry) => {
      const at = entry.indexOf("=");
      return [entry.slice(0, at), entry.slice(at + 1)];
    }));
    const cwd = request.string();
    const command = new HostCommand(call, message.channel);
    const run = commands.get(name);
    if (!run) {
      command.exit(126);
      return undefined;
    }
    void command.run(run, argv, env, cwd);
    return command;
  }

  private async run(command: Command, argv: string[], env: Record<string, string>, cwd: string): Promise<void> {
    let status = 0;
    try {
      const result = await command({
        argv, args: argv.slice(1), env, cwd,
        stdin: this.input(), stdout: this.output(1), stderr: this.output(2),
        signal: this.aborter.signal,
      });
      status = result === undefined || result === null ? 0 : Number(result) & 255;
      await this.drained();
    } catch (error) {
      status = 1;
      if (!this.over) {
        await this.write(2, encode(`${argv[0]}: ${wordsOf(error)}\n`)).catch(() => {});
      }
    }
    this.exit(status);
  }

  // Writes that the command did not wait for.
  private async drained(): Promise<void> {
    const turn = () => new Promise((resolve) => setTimeout(resolve));   // a stream begins its next write in microtasks
    if (this.writers.some((stream) => stream.locked)) await turn();
    while (this.writes.length > 0 && !this.over) {
      await this.writing;
      await turn();
    }
  }

  private send(kind: MessageKind, bytes: Uint8Array): void {
    if (!this.over) this.call.post(this.channel, kind, bytes);
  }
  private exit(status: number): void {
    this.send(MessageKind.Exit, this.writer.begin().u32(status).finish());
    this.over = true;
  }

  private input(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const bytes = await this.read();
        if (bytes.length > 0) controller.enqueue(bytes);
        else controller.close();
      },
    }, { highWaterMark: 0 });
  }
  private read(): Promise<Uint8Array> {
    if (this.over) return Promise.resolve(none);
    return new Promise((resolve) => {
      this.reads.push(resolve);
      this.send(MessageKind.Read, none);
    });
  }

  private output(descriptor: 1 | 2): WritableStream<Uint8Array | string> {
    const stream = new WritableStream<Uint8Array | string>({
      write: async (chunk) => {
        if (typeof chunk !== "string" && !ArrayBuffer.isView(chunk)) throw new TypeError("A command writes strings or Uint8Arrays");
        const bytes = typeof chunk === "string" ? encode(chunk) : new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
        const done = this.write(descriptor, bytes);
        this.writing = done.catch(() => {});
        return done;
      },
    });
    this.writers.push(stream);
    return stream;
  }
  private async write(descriptor: 1 | 2, bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += piece) {
      const errno = await new Promise<number>((resolve) => {
        if (this.over) return resolve(32);
        this.writes.push(resolve);
        this.send(MessageKind.Write, this.writer.begin().u32(descriptor).blob(bytes.subarray(at, at + piece)).finish());
      });
      if (errno !== 0) throw new Error("write error: the reader is gone");
    }
  }

  /** A message of the process. */
  receive(message: Message): void {
    switch (message.kind) {
      case MessageKind.Input:
        this.reads.shift()?.(message.bytes);
        break;
      case MessageKind.Written:
        this.writes.shift()?.(new Reader(message.bytes).u32());
        break;
      case MessageKind.Closed:
        this.abandon();
    }
  }

  /** The process is gone, or its call is over. */
  abandon(): void {
    this.over = true;
    this.aborter.abort();
    for (const resolve of this.reads.splice(0)) resolve(none);
    for (const resolve of this.writes.splice(0)) resolve(32);
  }
}
