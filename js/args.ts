// Checks of arguments: a wrong one is a TypeError (a RangeError for a number out of range) before anything has happened.

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "function") return `function ${value.name}`;
  if (typeof value === "object") return `an instance of ${value.constructor?.name ?? "Object"}`;
  const text = typeof value === "string" ? JSON.stringify(value.slice(0, 28)) : String(value);
  return `type ${typeof value} (${text})`;
}

export function typeError(name: string, expected: string, value: unknown): TypeError {
  const error = new TypeError(`The "${name}" argument must be ${expected}. Received ${describe(value)}`);
  return Object.assign(error, { code: "ERR_INVALID_ARG_TYPE" });
}

export function string(name: string, value: unknown): string {
  if (typeof value !== "string") throw typeError(name, "of type string", value);
  return value;
}

/** A string without NUL: a path, a name, a variable's value. */
export function cString(name: string, value: unknown): string {
  const text = string(name, value);
  if (text.includes("\0")) {
    throw Object.assign(new TypeError(`The "${name}" argument must be a string without null bytes`), { code: "ERR_INVALID_ARG_VALUE" });
  }
  return text;
}

export function path(name: string, value: unknown): string {
  if (value instanceof URL) {
    if (value.protocol !== "file:") throw typeError(name, "a path or a file: URL", value);
    return cString(name, decodeURIComponent(value.pathname));
  }
  if (value instanceof Uint8Array) return cString(name, decoder.decode(value));
  return cString(name, value);
}
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function number(name: string, value: unknown, min: number, max: number): number {
  if (typeof value !== "number" || Number.isNaN(value)) throw typeError(name, "of type number", value);
  if (value < min || value > max) {
    const error = new RangeError(`The value of "${name}" is out of range. It must be >= ${min} and <= ${max}. Received ${value}`);
    throw Object.assign(error, { code: "ERR_OUT_OF_RANGE" });
  }
  return value;
}

export function integer(name: string, value: unknown, min: number, max: number): number {
  const n = number(name, value, min, max);
  if (!Number.isInteger(n)) throw typeError(name, "an integer", value);
  return n;
}

export function object<T extends object>(name: string, value: T | undefined): T {
  if (value === undefined) return {} as T;
  if (typeof value !== "object" || value === null) throw typeError(name, "of type object", value);
  return value;
}

export function func<T>(name: string, value: T | undefined): T | undefined {
  if (value !== undefined && typeof value !== "function") throw typeError(name, "of type function", value);
  return value;
}

export function signal(name: string, value: AbortSignal | undefined): AbortSignal | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "object" || value === null || typeof value.addEventListener !== "function" || !("aborted" in value)) {
    throw typeError(name, "an instance of AbortSignal", value);
  }
  return value;
}

export function strings(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw typeError(name, "an instance of Array", value);
  return value.map((item, i) => cString(`${name}[${i}]`, item));
}

/** Environment variables; undefined stands for one to take away. */
export function environment(name: string, value: unknown): Array<[string, string | undefined]> {
  return Object.entries(object(name, value as object | undefined)).map(([key, item]) => {
    cString(name, key);
    if (key === "" || key.includes("=")) throw typeError(name, "an object whose keys are names of variables", key);
    return [key, item === undefined ? undefined : cString(`${name}.${key}`, item)];
  });
}

export function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array || ArrayBuffer.isView(value);
}

/** Bytes of a string or a view, without a copy for a view. */
export function bytes(name: string, value: unknown): Uint8Array {
  if (typeof value === "string") return encoder.encode(value);
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw typeError(name, "of type string or an instance of Uint8Array", value);
}
const encoder = new TextEncoder();

/** Standard input: text, bytes, or a stream that nobody reads yet. */
export function input(name: string, value: unknown): Uint8Array | ReadableStream<Uint8Array | string> | undefined {
  if (value === undefined) return undefined;
  if (!(value instanceof ReadableStream)) return bytes(name, value);
  if (value.locked) throw Object.assign(new TypeError(`The stream of "${name}" is locked`), { code: "ERR_INVALID_STATE" });
  return value as ReadableStream<Uint8Array | string>;
}

/** options.timeoutMs; undefined for what no timer can wait for (24 days and more). */
export function timeout(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const ms = number("options.timeoutMs", value, 0, Infinity);
  return ms < 2 ** 31 ? ms : undefined;
}
