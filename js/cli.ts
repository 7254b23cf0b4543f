// The command line: nacre as a shell, on the terminal or with a script, over a sandbox of its own.
import { createInterface, type Interface } from "node:readline";
import { appendFileSync, existsSync, fstatSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { analyze, format, Sandbox, type Shell, ShellSyntaxError } from "./index.node.js";
import { type Mount, readTree, writeTree } from "./mount.js";

const usage = `Usage: nacre [option]... [file [argument]...]
       nacre [option]... -c script [name [argument]...]
       nacre --analyze [--extglob] [file | -c script]
       nacre --format [--indent N] [--extglob] [-w] [file]...

A bash-compatible shell over files in memory. Without a file or -c it reads
standard input, and on a terminal it is interactive.

  -c SCRIPT          run this script
  --mount DIR[:ro]   copy this directory into the sandbox, under the same path,
                     and start there (the first one, when there are several)
  --write-back       when it ends, store what changed in the mounted directories
                     (not in those with :ro)
  --analyze          print, as JSON, what the script holds and would do: its syntax
                     tree, commands, files, whether it only reads; nothing runs
  --format           print the script laid out anew (as shfmt does it); with -w,
                     store it in its file. --indent N: N blanks for each level,
                     not a tab
  --extglob          for these two: extglob is on from the start
  --help             this text
  --version          the version
`;

interface Invocation {
  /** -c SCRIPT. */
  script?: string;
  /** A script of the host's, by path. */
  file?: string;
  name: string;
  argv: string[];
  mounts: Mount[];
  writeBack: boolean;
  /** What is done with the script, in place of running it. */
  look?: "analyze" | "format";
  extglob: boolean;
  indent: number;
  /** -w: `--format` stores. */
  store: boolean;
}

class UsageError extends Error {}

function parse(words: string[]): Invocation | "help" | "version" {
  const given: Invocation = { name: "bash", argv: [], mounts: [], writeBack: false, extglob: false, indent: 0, store: false };
  let i = 0;
  let command = false;
  for (; i < words.length; i++) {
    const word = words[i]!;
    const value = (): string => {
      const at = word.indexOf("=");
      if (word.startsWith("--") && at > 0) return word.slice(at + 1);
      if (i + 1 >= words.length) throw new UsageError(`option ${word} needs an argument`);
      return words[++i]!;
    };
    if (word === "--help" || word === "-h") return "help";
    else if (word === "--version") return "version";
    else if (word === "--write-back") given.writeBack = true;
    else if (word === "--mount" || word.startsWith("--mount=")) {
      const text = value();
      const readOnly = text.endsWith(":ro");
      given.mounts.push({ directory: resolve(readOnly ? text.slice(0, -3) : text), readOnly });
    } else if (word === "--analyze" || word === "--format") given.look = word === "--analyze" ? "analyze" : "format";
    else if (word === "--extglob" && given.look) given.extglob = true;
    else if (word === "-w" && given.look === "format") given.store = true;
    else if ((word === "--indent" || word.startsWith("--indent=")) && given.look === "format") {
      given.indent = Number(value());
      if (!Number.isInteger(given.indent) || given.indent < 0 || given.indent > 64) throw new UsageError("option --indent needs a number from 0 to 64");
    } else if (word === "-c") command = true;
    else if (word === "--") {
      i++;
      break;
    } else if (word.startsWith("-") && word !== "-") throw new UsageError(`unknown option ${word}`);
    else break;
  }
  const rest = words.slice(i);
  if (command) {
    if (rest.length === 0) throw new UsageError("option -c needs a script");
    given.script = rest.shift()!;
    given.name = rest.shift() ?? "bash";
    given.argv = rest;
  } else if (rest.length > 0) {
    const file = rest.shift()!;
    if (file !== "-") given.file = file;
    given.argv = rest;
  }
  return given;
}

/** Runs the command line's words; gives the exit status. */
export async function main(words: string[]): Promise<number> {
  let given: Invocation | "help" | "version";
  try {
    given = parse(words);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`nacre: ${error.message}\nTry 'nacre --help' for more information.\n`);
    return 2;
  }
  if (given === "help") {
    process.stdout.write(usage);
    return 0;
  }
  if (given === "version") {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
    process.stdout.write(`nacre ${version}\n`);
    return 0;
  }
  if (given.look) return look(given);
  const cwd = given.mounts[0]?.directory;
  const env: Record<string, string> = { TERM: process.env["TERM"] ?? "dumb" };
  const sandbox = await Sandbox.create({ cwd, env, limits: { memory: 512 << 20, files: 1_000_000, output: Infinity } });
  let missed = false;
  const complain = (error: unknown) => {
    missed = true;
    process.stderr.write(`nacre: ${(error as Error).message}\n`);
  };
  try {
    for (const mount of given.mounts) await readTree(sandbox, mount, complain);
    const before = given.writeBack ? await sandbox.snapshot() : undefined;
    const onTerminal = given.script === undefined && given.file === undefined && process.stdin.isTTY;
    const status = onTerminal ? await interactive(sandbox) : await script(sandbox, given);
    if (before) await writeTree(sandbox, before, given.mounts.filter((mount) => !mount.readOnly), complain);
    return status || Number(missed);
  } catch (error) {
    process.stderr.write(`nacre: ${(error as Error).message}\n`);
    return 1;
  } finally {
    await sandbox.dispose();
  }
}

/** --analyze and --format: 0, or 2 for a syntax error. */
async function look({ look, script, file, argv, extglob, indent, store }: Invocation): Promise<number> {
  const files = script !== undefined ? ["-c"] : [file ?? "-", ...argv];
  let status = 0;
  for (const name of files) {
    try {
      const text = script !== undefined ? Buffer.from(script) : readFileSync(name === "-" ? 0 : name);
      if (look === "analyze") {
        const analysis = await analyze(text, { extglob });
        process.stdout.write(`${JSON.stringify(analysis, null, 2)}\n`);
        if (analysis.error) status = 2;
        continue;
      }
      const formatted = await format(text as Uint8Array, { extglob, indent });
      if (!store || script !== undefined || name === "-") process.stdout.write(formatted);
      else if (!text.equals(formatted)) writeFileSync(name, formatted);
    } catch (error) {
      const lines = error instanceof ShellSyntaxError ? error.messages.map(({ line, message }) => `line ${line}: ${message}`) : [(error as Error).message];
      for (const line of lines) process.stderr.write(`nacre: ${name}: ${line}\n`);
      status = error instanceof ShellSyntaxError ? 2 : 1;
    }
  }
  return status;
}

/** Whether standard output and error are the same file, terminal or pipe, so that the order between them shows. */
function oneOutput(): boolean {
  try {
    const [out, err] = [fstatSync(1), fstatSync(2)];
    return out.dev === err.dev && out.ino === err.ino && out.rdev === err.rdev;
  } catch {
    return false;
  }
}

/** A script, from -c, a file or standard input, on the streams of this process. */
async function script(sandbox: Sandbox, given: Invocation): Promise<number> {
  let argv = ["bash", ...(given.argv.length > 0 ? ["-s", "--", ...given.argv] : [])];
  if (given.script !== undefined) argv = ["bash", "-c", given.script, given.name, ...given.argv];
  if (given.file !== undefined) {
    // The host's script stands under its own name in the sandbox, unless a mounted directory has brought it.
    const there = await sandbox.fs.access(given.file).then(() => true, () => false);
    if (!there && existsSync(given.file)) {
      await sandbox.fs.mkdir(dirname(given.file), { recursive: true });
      await sandbox.fs.writeFile(given.file, readFileSync(given.file), { mode: statSync(given.file).mode & 0o777 });
    }
    argv = ["bash", given.file, ...given.argv];
  }
  const running = sandbox.run(argv, {}, oneOutput());
  const interrupt = () => void running.kill("SIGINT");
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", () => void running.kill("SIGTERM"));
  const input = feed(running.stdin);
  await Promise.all([pipe(running.stdout, process.stdout), pipe(running.stderr, process.stderr)]);
  const { exitCode } = await running.wait();
  process.off("SIGINT", interrupt);
  input.stop();
  return exitCode;
}

async function pipe(from: ReadableStream<Uint8Array>, to: NodeJS.WriteStream): Promise<void> {
  const reader = from.getReader();
  to.on("error", () => void reader.cancel().catch(() => {}));
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (!to.write(value)) await new Promise<void>((resolve) => to.once("drain", resolve).once("error", () => resolve()));
  }
}

/** Standard input to a script, as it is read. */
function feed(to: WritableStream<Uint8Array | string>): { stop(): void } {
  const writer = to.getWriter();
  const ended = () => void writer.close().catch(() => {});
  process.stdin.on("data", (bytes: Buffer) => {
    process.stdin.pause();
    writer.write(bytes).then(() => process.stdin.resume(), () => {});
  }).on("end", ended).on("error", ended);
  return {
    stop() {
      process.stdin.removeAllListeners().pause();
      process.stdin.unref?.();
    },
  };
}

const historyFile = join(homedir(), ".nacre_history");
const historySize = 1000;

/** A shell on the terminal: node:readline edits the lines and keeps the history. */
async function interactive(sandbox: Sandbox): Promise<number> {
  const { columns, rows } = process.stdout;
  const shell = sandbox.shell({ tty: columns && rows ? { columns, rows } : true });
  await shell.exec(`${oneOutput() ? "exec 2>&1; " : ""}PS1='\\u@nacre:\\w\\$ '; PS2='> '; HISTFILE=`);
  const history = existsSync(historyFile) ? readFileSync(historyFile, "utf8").split("\n").filter(Boolean).slice(-historySize).reverse() : [];
  const lines = new Lines(history, completer(shell));
  let status = 0;
  for (let pending = ""; !shell.closed;) {
    const prompt = (await shell.exec(pending === "" ? 'printf %s "${PS1@P}"' : 'printf %s "${PS2@P}"', { quiet: true })).stdout;
    const line = await lines.next(prompt);
    if (line === "interrupted") {
      pending = "";
      status = 130;
      continue;
    }
    if (line === "end") {
      process.stdout.write("exit\n");
      break;
    }
    pending += `${line.text}\n`;
    if (line.text.trim()) appendFileSync(historyFile, `${line.text}\n`, { mode: 0o600 });
    if (pending.trim() === "") pending = "";
    if (pending === "" || await shell.incomplete(pending)) continue;
    status = await foreground(shell, pending, lines);
    pending = "";
  }
  lines.close();
  return status;
}

type Line = { text: string } | "interrupted" | "end";

/** The lines that are typed. One readline for the whole session, so that what is pasted or typed ahead is not lost. */
class Lines {
  private readonly lines: Interface;
  private ready: Line[] = [];
  private waiting: ((line: Line) => void) | undefined;

  constructor(history: string[], complete: ReturnType<typeof completer>) {
    this.lines = createInterface({ input: process.stdin, output: process.stdout, history, historySize, completer: complete });
    this.lines.on("line", (text) => this.give({ text })).on("close", () => this.give("end")).on("SIGINT", () => {
      process.stdout.write("^C\n");
      (this.lines as unknown as { line: string; cursor: number }).line = "";
      (this.lines as unknown as { cursor: number }).cursor = 0;
      this.give("interrupted");
    });
  }
  private give(line: Line): void {
    const take = this.waiting;
    this.waiting = undefined;
    if (take) take(line);
    else this.ready.push(line);
  }
  next(prompt: string): Promise<Line> {
    const line = this.ready.shift();
    if (line !== undefined) {
      process.stdout.write(prompt + (typeof line === "object" ? `${line.text}\n` : ""));
      return Promise.resolve(line);
    }
    this.lines.setPrompt(prompt);
    this.lines.prompt();
    return new Promise((resolve) => (this.waiting = resolve));
  }
  /** Lends the terminal to a command, and plays its line discipline: echo, erase, ^D, and ^C, which calls `interrupt`. */
  async away<T>(interrupt: () => void, run: (input: ReadableStream<string>) => Promise<T>): Promise<T> {
    const { stdin, stdout } = process;
    const keys = stdin.listeners("keypress") as Array<(...args: unknown[]) => void>;
    let wanting: ReadableStreamDefaultController<string> | undefined;
    const feed = () => {
      const line = wanting && this.ready.shift();
      if (!wanting || line === undefined) return;
      if (typeof line === "object") wanting.enqueue(`${line.text}\n`);
      else wanting.close();
      wanting = undefined;
    };
    const input = new ReadableStream<string>({
      pull: (controller) => {
        wanting = controller;
        feed();
      },
      cancel: () => void (wanting = undefined),
    }, { highWaterMark: 0 });
    let text = "";
    const typed = (bytes: Buffer) => {
      for (const key of bytes.toString()) {
        if (key === "\x03") {
          stdout.write("^C");
          text = "";
          interrupt();
        } else if (key === "\x04" && text === "") this.ready.push("end");
        else if (key === "\r" || key === "\n") {
          stdout.write("\n");
          this.ready.push({ text });
          text = "";
        } else if (key === "\x7f" || key === "\b") {
          if (text !== "") stdout.write("\b \b");
          text = [...text].slice(0, -1).join("");
        } else if (key !== "\x04") {
          stdout.write(key);
          text += key;
        }
      }
      feed();
    };
    stdin.removeAllListeners("keypress");
    stdin.on("data", typed).resume();
    try {
      return await run(input);
    } finally {
      stdin.off("data", typed);
      for (const key of keys) stdin.on("keypress", key);
      if (text !== "") this.lines.write(text);   // what was typed ahead of the prompt
    }
  }
  close(): void {
    this.lines.removeAllListeners("close").close();
    process.stdin.pause();
  }
}

/** Runs one command with the terminal as its input; ^C ends it. */
async function foreground(shell: Shell, script: string, lines: Lines): Promise<number> {
  const aborter = new AbortController();
  const interrupt = () => aborter.abort();
  const write = (to: NodeJS.WriteStream) => (_text: string, bytes: Uint8Array) =>
    new Promise<void>((resolve) => void to.write(bytes, () => resolve()));
  process.on("SIGINT", interrupt);
  try {
    return await lines.away(interrupt, async (stdin) => {
      const r = await shell.exec(script, { stdin, signal: aborter.signal, onStdout: write(process.stdout), onStderr: write(process.stderr) });
      return r.exitCode;
    });
  } catch (error) {
    if (!aborter.signal.aborted) throw error;
    process.stdout.write("\n");
    return 130;
  } finally {
    process.off("SIGINT", interrupt);
  }
}

/** Completes names of commands and files with the shell's own compgen. */
function completer(shell: Shell) {
  return (line: string, callback: (error: null, result: [string[], string]) => void): void => {
    const word = /[^\s|&;<>()'"]*$/.exec(line)![0];
    const first = /(^|[|&;(]\s*)$/.test(line.slice(0, line.length - word.length));
    const kind = first && !word.includes("/") ? "-c" : "-f";
    shell.exec(`compgen ${kind} -- '${word.replace(/'/g, "'\\''")}' | sort -u | head -200`, { quiet: true }).then(
      (r) => callback(null, [r.stdout.split("\n").filter(Boolean), word]),
      () => callback(null, [[], word]),
    );
  };
}
