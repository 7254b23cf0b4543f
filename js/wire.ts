// Requests to the module are bytes: numbers as little-endian doubles, strings and byte arrays with their length (u32)
// before them. src/base/wire.h reads and writes the same.

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export const decode = (bytes: Uint8Array): string => decoder.decode(bytes);
export const encode = (text: string): Uint8Array => encoder.encode(text);

// A string with halves of surrogate pairs that stand alone, which UTF-8 cannot have: each is three bytes (WTF-8, src/session/text.h).
const loneSurrogate = /\p{Surrogate}/u;
const isWellFormed = (String.prototype as { isWellFormed?(this: string): boolean }).isWellFormed ??
  function (this: string) { return !loneSurrogate.test(this); };

export function encodeText(text: string): Uint8Array {
  if (isWellFormed.call(text)) return encoder.encode(text);
  const parts = text.split(/(\p{Surrogate})/u).map((part, i) => {
    if (i % 2 === 0) return encoder.encode(part);
    const unit = part.charCodeAt(0);
    return Uint8Array.of(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63));
  });
  const all = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function decodeText(bytes: Uint8Array): string {
  let text = "";
  let from = 0;
  for (let at = bytes.indexOf(0xed); at >= 0; at = bytes.indexOf(0xed, at + 1)) {
    if (!(bytes[at + 1]! >= 0xa0)) continue;
    text += decoder.decode(bytes.subarray(from, at)) + String.fromCharCode(0xd000 | ((bytes[at + 1]! & 63) << 6) | (bytes[at + 2]! & 63));
    from = at + 3;
  }
  return text + decoder.decode(from === 0 ? bytes : bytes.subarray(from));
}

export class Writer {
  private bytes = new Uint8Array(256);
  private view = new DataView(this.bytes.buffer);
  private size = 0;

  private need(n: number): void {
    if (this.size + n <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.size + n));
    grown.set(this.bytes.subarray(0, this.size));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }
  u32(n: number): this {
    this.need(4);
    this.view.setUint32(this.size, n, true);
    this.size += 4;
    return this;
  }
  f64(n: number): this {
    this.need(8);
    this.view.setFloat64(this.size, n, true);
    this.size += 8;
    return this;
  }
  string(text: string): this {
    this.need(4 + text.length * 3);
    const { written } = encoder.encodeInto(text, this.bytes.subarray(this.size + 4));
    this.view.setUint32(this.size, written, true);
    this.size += 4 + written;
    return this;
  }
  blob(bytes: Uint8Array): this {
    this.u32(bytes.length);
    this.need(bytes.length);
    this.bytes.set(bytes, this.size);
    this.size += bytes.length;
    return this;
  }
  /** A string as it is, halves of surrogate pairs too. */
  text(text: string): this {
    return isWellFormed.call(text) ? this.string(text) : this.blob(encodeText(text));
  }
  strings(list: readonly string[]): this {
    this.u32(list.length);
    for (const text of list) this.string(text);
    return this;
  }
  /** Starts a new request. */
  begin(): this {
    this.size = 0;
    if (this.bytes.length > 1 << 20) {
      this.bytes = new Uint8Array(256);
      this.view = new DataView(this.bytes.buffer);
    }
    return this;
  }
  /** What was written; valid until the next use of the writer. */
  finish(): Uint8Array {
    return this.bytes.subarray(0, this.size);
  }
}

export class Reader {
  private view: DataView;
  private at = 0;
  constructor(private bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  get done(): boolean {
    return this.at >= this.bytes.length;
  }
  u32(): number {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }
  f64(): number {
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }
  blob(): Uint8Array {
    const n = this.u32();
    this.at += n;
    return this.bytes.subarray(this.at - n, this.at);
  }
  string(): string {
    return decoder.decode(this.blob());
  }
  text(): string {
    return decodeText(this.blob());
  }
  /** What is left. */
  rest(): Uint8Array {
    return this.bytes.subarray(this.at);
  }
  strings(): string[] {
    return Array.from({ length: this.u32() }, () => this.string());
  }
}
