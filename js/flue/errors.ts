// Flue's errors that adapters throw. Both sides may have a copy of these classes (ours, the runtime's), so `instanceof` goes by `type`:
// an error of the runtime's class is also one of ours.

export interface FlueErrorOptions {
  type: string;
  message: string;
  details: string;
  dev: string;
  meta?: Record<string, unknown>;
  cause?: unknown;
}

export class FlueError extends Error {
  readonly type: string;
  /** For the user: what happened to the request. */
  readonly details: string;
  /** For the developer: what to do about it. */
  readonly dev: string;
  readonly meta: Record<string, unknown> | undefined;
  constructor(options: FlueErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "FlueError";
    this.type = options.type;
    this.details = options.details;
    this.dev = options.dev;
    this.meta = options.meta;
  }
}

const ofType = (value: unknown, type: string) => value instanceof Error && (value as { type?: unknown }).type === type;
const list = (names: readonly string[]) => names.map((name) => JSON.stringify(name)).join(", ");

/** An operation was asked for with options that the provider cannot honour; nothing was changed. */
export class SandboxOperationUnsupportedError extends FlueError {
  constructor({ operation, provider, options }: { operation: string; provider: string; options: readonly string[] }) {
    super({
      type: "sandbox_operation_unsupported",
      message: `${provider} does not support ${operation} with ${list(options)}.`,
      details: "The requested operation was rejected before the filesystem was modified.",
      dev: "Use an adapter that implements these options exactly, or issue an operation supported by this provider.",
      meta: { operation, provider, options: [...options] },
    });
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    return ofType(value, "sandbox_operation_unsupported");
  }
}

/** The sandbox died while a call was in flight. */
export class SandboxDiedError extends FlueError {
  constructor({ operation, reason }: { operation: string; reason: "stopped" | "probe_silent" }) {
    const why = reason === "stopped"
      ? "the sandbox stopped while the call was in flight."
      : "the sandbox state probe went unanswered while the call was in flight, so the sandbox is presumed dead.";
    super({
      type: "sandbox_died",
      message: `Sandbox ${operation} failed: ${why}`,
      details: "The call did not complete, and the sandbox that it was made to no longer runs.",
      dev: "The container was stopped, evicted or crashed, perhaps for lack of memory. The next call may reach a fresh one, without its files.",
      meta: { operation, reason },
    });
    this.name = "SandboxDiedError";
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    return ofType(value, "sandbox_died");
  }
}

/** A tool has a name of the framework's, or one that another tool has. */
export class ToolNameConflictError extends FlueError {
  constructor({ name, conflict }: { name: string; conflict: "reserved" | "duplicate" }) {
    super({
      type: "tool_name_conflict",
      message: conflict === "reserved" ? `Tool name "${name}" is reserved by the framework.` : `Duplicate tool name "${name}".`,
      details: "Tool names must be unique and must not use framework-reserved names.",
      dev: conflict === "reserved"
        ? `The sandbox adapter's tools() returned "${name}", which the framework appends automatically when appropriate; remove it from the adapter.`
        : `The sandbox adapter's tools() returned two tools named "${name}".`,
      meta: { name, conflict },
    });
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    return ofType(value, "tool_name_conflict");
  }
}

/** What an aborted call rejects with: the signal's reason is its `cause`. */
export function abortError(signal: AbortSignal): DOMException {
  const reason: unknown = signal.reason;
  const words = reason instanceof Error ? reason.message : reason;
  const error = new DOMException(typeof words === "string" && words ? words : "The operation was aborted.", "AbortError");
  Object.defineProperty(error, "cause", { value: reason, configurable: true });
  return error;
}
