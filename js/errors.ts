// The errors that the API rejects with.
//
// A failed file operation gives an Error as node:fs does: message "ENOENT: no such file or directory, open '/x'", and
// code, errno (negative), syscall, path and dest as its properties.

/** An error of a file operation; its properties are those of Node's system errors. */
export interface SystemError extends Error {
  code: string;
  errno: number;
  syscall: string;
  path?: string;
  dest?: string;
}

/** The call was aborted through its AbortSignal. `cause` is the signal's reason. */
export class AbortError extends Error {
  override readonly name = "AbortError";
  readonly code = "ABORT_ERR";
  constructor(cause?: unknown) {
    super("The operation was aborted", { cause });
  }
}

/** The WebAssembly instance is lost (it trapped): whatever the sandbox held in memory is gone. */
export class SandboxCrashedError extends Error {
  override readonly name = "SandboxCrashedError";
  readonly code = "ERR_SANDBOX_CRASHED";
  constructor(cause?: unknown) {
    super("The sandbox crashed and its memory is lost", { cause });
  }
}

/** The sandbox (or snapshot) was disposed before the call. */
export class DisposedError extends Error {
  override readonly name = "DisposedError";
  readonly code = "ERR_DISPOSED";
  constructor(what = "sandbox") {
    super(`The ${what} was disposed`);
  }
}

/** A script has a syntax error: `message` is bash's first, without its place, which the other properties give. */
export class ShellSyntaxError extends SyntaxError {
  override readonly name = "ShellSyntaxError";
  readonly code = "ERR_SHELL_SYNTAX";
  /** bash's messages, each with its count of lines. */
  readonly messages: ReadonlyArray<{ message: string; line: number }>;
  /** Where the token stands that the error is about: bytes, line and column. */
  readonly begin: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  constructor(error: { messages: Array<{ message: string; line: number }>; begin: number; end: number; line: number; column: number }) {
    super(error.messages[0]?.message ?? "syntax error");
    this.messages = error.messages;
    this.begin = error.begin;
    this.end = error.end;
    this.line = error.line;
    this.column = error.column;
  }
}

// Linux's numbers, with libuv's words.
const systemErrors: Record<number, [code: string, words: string]> = {
  1: ["EPERM", "operation not permitted"],
  2: ["ENOENT", "no such file or directory"],
  3: ["ESRCH", "no such process"],
  4: ["EINTR", "interrupted system call"],
  5: ["EIO", "i/o error"],
  6: ["ENXIO", "no such device or address"],
  7: ["E2BIG", "argument list too long"],
  8: ["ENOEXEC", "exec format error"],
  9: ["EBADF", "bad file descriptor"],
  10: ["ECHILD", "no child processes"],
  11: ["EAGAIN", "resource temporarily unavailable"],
  12: ["ENOMEM", "not enough memory"],
  13: ["EACCES", "permission denied"],
  14: ["EFAULT", "bad address in system call argument"],
  16: ["EBUSY", "resource busy or locked"],
  17: ["EEXIST", "file already exists"],
  18: ["EXDEV", "cross-device link not permitted"],
  19: ["ENODEV", "no such device"],
  20: ["ENOTDIR", "not a directory"],
  21: ["EISDIR", "illegal operation on a directory"],
  22: ["EINVAL", "invalid argument"],
  23: ["ENFILE", "file table overflow"],
  24: ["EMFILE", "too many open files"],
  25: ["ENOTTY", "inappropriate ioctl for device"],
  26: ["ETXTBSY", "text file is busy"],
  27: ["EFBIG", "file too large"],
  28: ["ENOSPC", "no space left on device"],
  29: ["ESPIPE", "invalid seek"],
  30: ["EROFS", "read-only file system"],
  31: ["EMLINK", "too many links"],
  32: ["EPIPE", "broken pipe"],
  36: ["ENAMETOOLONG", "name too long"],
  38: ["ENOSYS", "function not implemented"],
  39: ["ENOTEMPTY", "directory not empty"],
  40: ["ELOOP", "too many symbolic links encountered"],
  75: ["EOVERFLOW", "value too large for defined data type"],
  95: ["ENOTSUP", "operation not supported on socket"],
  110: ["ETIMEDOUT", "connection timed out"],
  122: ["EDQUOT", "disk quota exceeded"],
  125: ["ECANCELED", "operation canceled"],
};

/** The Error for a positive errno. */
export function systemError(errno: number, syscall: string, path?: string, dest?: string): SystemError {
  const [code, words] = systemErrors[errno] ?? ["UNKNOWN", "unknown error"];
  let message = `${code}: ${words}, ${syscall}`;
  if (path !== undefined) message += ` '${path}'`;
  if (dest !== undefined) message += ` -> '${dest}'`;
  const error = Object.assign(new Error(message), { errno: -errno, code, syscall }) as SystemError;
  if (path !== undefined) error.path = path;
  if (dest !== undefined) error.dest = dest;
  return error;
}
