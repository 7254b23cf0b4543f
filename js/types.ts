// The public types of the API. sandbox.ts has the class itself.

/** What a path holds at the start: its content, or a description. */
export type FileInit =
  | string
  | Uint8Array
  | { data: string | Uint8Array; mode?: number; mtime?: number | Date }
  | { directory: true; mode?: number }
  | { symlink: string };

/**
 * Bounds of a sandbox. Reaching one is an error of the call that meets it (ENOMEM, EDQUOT, ENOSPC, EFBIG, EAGAIN, EMFILE, in the words of the
 * command), or ends the process with 137 and `nacre: NAME limit` on stderr; never a silent cut.
 */
export interface Limits {
  /** Bytes of file contents and heap together. Default 64 MiB, at most 512 MiB. */
  memory?: number;
  /** Inodes. Default 100,000. */
  files?: number;
  /** Bytes of one file. Default unlimited. */
  fileSize?: number;
  /** Bytes of output of one `exec`. Default 16 MiB. */
  output?: number;
  /** Processes alive at once. Default 1,000. */
  processes?: number;
  /** Nesting of shell functions. Default 10,000. */
  depth?: number;
  /** Fuel of one `exec`: a measure of work that is the same on every machine. Default unlimited. */
  fuel?: number;
  /** Open file descriptors of one process. Default 1,024. */
  descriptors?: number;
}

/** What a command written in JavaScript gets. */
export interface CommandContext {
  /** The command's name, then its arguments. */
  argv: string[];
  /** The arguments alone. */
  args: string[];
  env: Record<string, string>;
  cwd: string;
  stdin: ReadableStream<Uint8Array>;
  stdout: WritableStream<Uint8Array | string>;
  stderr: WritableStream<Uint8Array | string>;
  /** Aborted when the command is killed or its `exec` ends. */
  signal: AbortSignal;
}

/** A command written in JavaScript. It returns its exit status; nothing is 0; a throw is 1, with the message on stderr. */
export type Command = (context: CommandContext) => number | void | Promise<number | void>;

export interface SandboxOptions {
  /** Files by absolute path, or path relative to `cwd`; missing parent directories are made. */
  files?: Record<string, FileInit>;
  /** Where scripts start, made if missing. Default `/home/user`. */
  cwd?: string;
  /** Added to the environment of every process. A value of undefined takes a default variable away. */
  env?: Record<string, string | undefined>;
  limits?: Limits;
  /** Commands in JavaScript, by name; each appears in /usr/local/bin. */
  commands?: Record<string, Command>;
  /** Seeds everything random. Default: from the host's source. */
  seed?: number;
  /** The clock: a function giving milliseconds since 1970 (default Date.now), or a number where virtual time starts. */
  now?: number | (() => number);
}

/** Text or bytes, given whole or as a stream. */
export type Input = string | Uint8Array | ReadableStream<Uint8Array | string>;

/** Called with each piece of output. A promise holds the writer back until it settles. */
export type OutputSink = (text: string, bytes: Uint8Array) => void | Promise<void>;

export interface RunOptions {
  cwd?: string;
  /** Added to the sandbox's environment. A value of undefined takes a variable away. */
  env?: Record<string, string | undefined>;
  /** Ends everything that the call started; `exec` then rejects with an AbortError. */
  signal?: AbortSignal;
  /** Milliseconds after which the script is ended, with status 124 and the output so far. */
  timeoutMs?: number;
  /** The positional parameters: $1, $2, ... */
  argv?: string[];
}

export interface ExecOptions extends RunOptions {
  /** Absent: end of file at once. */
  stdin?: Input;
  onStdout?: OutputSink;
  onStderr?: OutputSink;
}

export interface ExecResult {
  stdout: string;
  stderr: string;
  stdoutBytes: Uint8Array;
  stderrBytes: Uint8Array;
  /** As `$?` of bash: 128 + n when signal n ended the shell, 124 after `timeoutMs`. */
  exitCode: number;
  /** The number of this exec, for `undo`. */
  id: number;
}

export interface SpawnOptions extends RunOptions {}

export interface ExitStatus {
  exitCode: number;
  /** The signal that ended it, "SIGTERM", or null. */
  signal: string | null;
}

export interface ShellOptions {
  cwd?: string;
  env?: Record<string, string | undefined>;
  /**
   * Its streams, and /dev/tty, are a terminal to what runs: `[ -t 1 ]` holds, `ls` makes columns, `read -p` and `rm -i` ask. A size sets
   * COLUMNS and LINES. Editing and echoing lines, and `^C` as an abort, are the caller's. Default: false.
   */
  tty?: boolean | { columns: number; rows: number };
}

export interface ForkOptions {
  /** Copy the files into an instance of its own, so that the two share no memory. */
  isolate?: boolean;
}

/** One difference between two states of the files. */
export interface Change {
  path: string;
  /** "metadata": only mode, owner or times. */
  kind: "added" | "removed" | "modified" | "metadata" | "renamed";
  type: "file" | "directory" | "symlink" | "other";
  /** For "renamed": the path before. */
  from?: string;
}
