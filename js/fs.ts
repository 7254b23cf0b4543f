// sandbox.fs: the names, arguments and errors of node:fs/promises over the sandbox's files.
//
// It acts as root; what it creates belongs to the sandbox's user. Relative paths start from the sandbox's cwd. Where Node
// gives a Buffer this gives a Uint8Array. The files are in memory, so every operation is done when the call returns; the
// promise only carries the result.
import * as args from "./args.js";
import { AbortError, systemError } from "./errors.js";
import type { Machine } from "./machine.js";
import { decode, encode, Reader, Writer } from "./wire.js";

// As the enum in wasm/files.cc.
const enum Op {
  Stat = 1, Open, Close, Read, Write, Truncate, Mkdir, Rmdir, Unlink, Rename, Link, Symlink, Readlink,
  Realpath, Chmod, Chown, Utimes, Access, Readdir, Fstat, Put, Copy, Space, Mkdirs, Fchmod, Fchown, Futimes,
  Ftruncate, PathOf,
}

export type PathLike = string | URL | Uint8Array;
export type Time = number | string | Date;
export type Data = string | Uint8Array | ArrayBuffer | ArrayBufferView;
export type Encoding =
  | "utf8" | "utf-8" | "latin1" | "binary" | "ascii" | "hex" | "base64" | "base64url" | "utf16le" | "utf-16le" | "ucs2" | "ucs-2";

const open = { read: 1, write: 2, append: 4, create: 8, exclusive: 16, truncate: 32, directory: 64, noFollow: 128 };

/** The numbers of node:fs that mean something here. */
export const constants = {
  F_OK: 0, X_OK: 1, W_OK: 2, R_OK: 4,
  O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 0o100, O_EXCL: 0o200, O_TRUNC: 0o1000, O_APPEND: 0o2000,
  O_DIRECTORY: 0o200000, O_NOFOLLOW: 0o400000,
  COPYFILE_EXCL: 1, COPYFILE_FICLONE: 2, COPYFILE_FICLONE_FORCE: 4,
  S_IFMT: 0o170000, S_IFREG: 0o100000, S_IFDIR: 0o040000, S_IFCHR: 0o020000, S_IFIFO: 0o010000, S_IFLNK: 0o120000,
} as const;

class Kind {
  readonly #format: number;
  constructor(format: number) {
    this.#format = format;
  }
  isFile(): boolean { return this.#format === constants.S_IFREG; }
  isDirectory(): boolean { return this.#format === constants.S_IFDIR; }
  isSymbolicLink(): boolean { return this.#format === constants.S_IFLNK; }
  isFIFO(): boolean { return this.#format === constants.S_IFIFO; }
  isCharacterDevice(): boolean { return this.#format === constants.S_IFCHR; }
  isBlockDevice(): boolean { return false; }
  isSocket(): boolean { return false; }
}

export class Stats extends Kind {
  readonly dev: number;
  readonly ino: number;
  readonly mode: number;
  readonly nlink: number;
  readonly uid: number;
  readonly gid: number;
  readonly rdev: number;
  readonly size: number;
  readonly blksize = 4096;
  readonly blocks: number;
  readonly atimeMs: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly birthtimeMs: number;
  /** @internal */
  constructor(n: Float64Array) {
    super(n[1]! & constants.S_IFMT);
    this.ino = n[0]!;
    this.mode = n[1]!;
    this.nlink = n[2]!;
    this.uid = n[3]!;
    this.gid = n[4]!;
    this.dev = n[5]!;
    this.rdev = n[6]!;
    this.size = n[7]!;
    this.blocks = n[8]!;
    this.atimeMs = n[9]!;
    this.mtimeMs = n[10]!;
    this.ctimeMs = n[11]!;
    this.birthtimeMs = n[12]!;
  }
  get atime(): Date { return new Date(this.atimeMs); }
  get mtime(): Date { return new Date(this.mtimeMs); }
  get ctime(): Date { return new Date(this.ctimeMs); }
  get birthtime(): Date { return new Date(this.birthtimeMs); }
}

// By the Type of vfs/types.h.
const formats = [constants.S_IFREG, constants.S_IFDIR, constants.S_IFLNK, constants.S_IFIFO, constants.S_IFCHR];

export class Dirent extends Kind {
  readonly path: string;
  /** @internal */
  constructor(readonly name: string, readonly parentPath: string, type: number) {
    super(formats[type]!);
    this.path = parentPath;
  }
}

interface EncodingOption {
  encoding?: Encoding | null;
  signal?: AbortSignal;
}

const flags: Record<string, number> = {
  r: open.read, rs: open.read, "r+": open.read | open.write, "rs+": open.read | open.write,
  w: open.write | open.create | open.truncate, wx: open.write | open.create | open.truncate | open.exclusive,
  "w+": open.read | open.write | open.create | open.truncate,
  "wx+": open.read | open.write | open.create | open.truncate | open.exclusive,
  a: open.write | open.append | open.create, ax: open.write | open.append | open.create | open.exclusive,
  "a+": open.read | open.write | open.append | open.create,
  "ax+": open.read | open.write | open.append | open.create | open.exclusive,
  as: open.write | open.append | open.create, "as+": open.read | open.write | open.append | open.create,
};

function openFlags(value: unknown): number {
  if (typeof value === "number") {
    const access = value & 3;
    return (access === 1 ? open.write : access === 2 ? open.read | open.write : open.read) |
      (value & constants.O_CREAT ? open.create : 0) | (value & constants.O_EXCL ? open.exclusive : 0) |
      (value & constants.O_TRUNC ? open.truncate : 0) | (value & constants.O_APPEND ? open.append : 0) |
      (value & constants.O_DIRECTORY ? open.directory : 0) | (value & constants.O_NOFOLLOW ? open.noFollow : 0);
  }
  const known = flags[value as string];
  if (known === undefined) throw Object.assign(args.typeError("flags", "a known flag", value), { code: "ERR_INVALID_ARG_VALUE" });
  return known;
}

function fileMode(value: unknown, usual: number): number {
  if (value === undefined || value === null) return usual;
  if (typeof value === "string") {
    if (!/^[0-7]+$/.test(value)) throw args.typeError("mode", "an octal number", value);
    value = parseInt(value, 8);
  }
  return args.integer("mode", value, 0, 0xffffffff) & 0o7777;
}

function time(name: string, value: unknown): number {
  if (value instanceof Date) return value.getTime();
  const seconds = typeof value === "string" ? Number(value) : value;
  if (typeof seconds !== "number" || Number.isNaN(seconds)) throw args.typeError(name, "a number, a numeric string or a Date", value);
  return seconds * 1000;
}

function toText(bytes: Uint8Array, encoding: Encoding): string {
  switch (encoding) {
    case "utf8": case "utf-8": return decode(bytes);
    case "utf16le": case "utf-16le": case "ucs2": case "ucs-2":
      return new TextDecoder("utf-16le", { ignoreBOM: true }).decode(bytes);
    case "hex": {
      let text = "";
      for (const b of bytes) text += (b < 16 ? "0" : "") + b.toString(16);
      return text;
    }
  }
  const mask = encoding === "ascii" ? 127 : 255;
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192).map((b) => b & mask));
  }
  switch (encoding) {
    case "latin1": case "binary": case "ascii": return text;
    case "base64": return btoa(text);
    case "base64url": return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }
  throw Object.assign(new TypeError(`Unknown encoding: ${String(encoding)}`), { code: "ERR_UNKNOWN_ENCODING" });
}

function toBytes(data: unknown, encoding: Encoding | null | undefined): Uint8Array {
  if (typeof data !== "string") return args.bytes("data", data);
  switch (encoding ?? "utf8") {
    case "utf8": case "utf-8": return encode(data);
    case "latin1": case "binary": case "ascii": return Uint8Array.from(data, (c) => c.charCodeAt(0) & 255);
    case "hex": return Uint8Array.from(data.match(/[0-9a-fA-F]{2}/g) ?? [], (pair) => parseInt(pair, 16));
    case "base64": case "base64url":
      return Uint8Array.from(atob(data.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    case "utf16le": case "utf-16le": case "ucs2": case "ucs-2": {
      const units = Uint16Array.from({ length: data.length }, (_, i) => data.charCodeAt(i));
      return new Uint8Array(units.buffer);
    }
  }
  throw Object.assign(new TypeError(`Unknown encoding: ${String(encoding)}`), { code: "ERR_UNKNOWN_ENCODING" });
}

function encodingOf(options: unknown): EncodingOption & Record<string, unknown> {
  if (typeof options === "string") return { encoding: options as Encoding };
  return args.object("options", (options ?? undefined) as EncodingOption & Record<string, unknown>);
}

// One write to the module carries at most this much.
const piece = 1 << 20;

/** The operations without promises; errors are thrown. */
export class Files {
  private writer = new Writer();
  /** @internal */
  constructor(private machine: Machine, readonly cwd: string) {}

  absolute(path: string): string {
    return path.startsWith("/") ? path : `${this.cwd}/${path}`;
  }

  private call(op: Op, fill: (w: Writer) => void): number {
    this.machine.check();
    const { instance, id } = this.machine;
    fill(this.writer.begin());
    const now = this.machine.now();
    return instance.call("nacre_fs", id, op, instance.put(this.writer.finish()), now);
  }
  private get instance() {
    return this.machine.instance;
  }
  /** An operation on one path that only succeeds or fails. */
  private onPath(op: Op, syscall: string, path: string, more?: (w: Writer) => void): void {
    if (path === "") throw systemError(2, syscall, path);
    const r = this.call(op, (w) => {
      w.string(this.absolute(path));
      more?.(w);
    });
    if (r < 0) throw systemError(-r, syscall, path);
  }
  private onTwo(op: Op, syscall: string, path: string, dest: string, more?: (w: Writer) => void): void {
    if (path === "" || dest === "") throw systemError(2, syscall, path, dest);
    const r = this.call(op, (w) => {
      w.string(this.absolute(path)).string(this.absolute(dest));
      more?.(w);
    });
    if (r < 0) throw systemError(-r, syscall, path, dest);
  }
  private onInode(op: Op, syscall: string, ino: number, more?: (w: Writer) => void): void {
    const r = this.call(op, (w) => {
      w.u32(ino);
      more?.(w);
    });
    if (r < 0) throw systemError(-r, syscall);
  }

  stat(path: string, follow: boolean): Stats {
    this.onPath(Op.Stat, follow ? "stat" : "lstat", path, (w) => w.u32(follow ? 1 : 0));
    return new Stats(this.instance.numbers(13));
  }
  tryStat(path: string, follow: boolean): Stats | undefined {
    try {
      return this.stat(path, follow);
    } catch (error) {
      if ((error as { code?: string }).code === "ENOENT" || (error as { code?: string }).code === "ENOTDIR") return undefined;
      throw error;
    }
  }
  fstat(ino: number): Stats {
    this.onInode(Op.Fstat, "fstat", ino);
    return new Stats(this.instance.numbers(13));
  }
  /** Opens and holds; gives the inode number and the size. */
  open(path: string, flag: number, mode: number): { ino: number; size: number; directory: boolean } {
    this.onPath(Op.Open, "open", path, (w) => w.u32(flag).u32(mode));
    const n = this.instance.numbers(3);
    return { ino: n[0]!, size: n[1]!, directory: (n[2]! & constants.S_IFMT) === constants.S_IFDIR };
  }
  close(ino: number): void {
    if (this.machine.disposed || this.machine.instance.crashed) return;
    this.call(Op.Close, (w) => w.u32(ino));
  }
  /** Copies bytes from offset `at` into `to`; gives how many. */
  read(ino: number, at: number, to: Uint8Array): number {
    let done = 0;
    while (done < to.length) {
      this.onInode(Op.Read, "read", ino, (w) => w.f64(at + done));
      const bytes = this.instance.answer();
      if (bytes.length === 0) break;
      const part = bytes.length > to.length - done ? bytes.subarray(0, to.length - done) : bytes;
      to.set(part, done);
      done += part.length;
    }
    return done;
  }
  readAll(ino: number, from = 0): Uint8Array {
    const size = this.fstat(ino).size;
    let all = new Uint8Array(Math.max(size - from, 0));
    let done = this.read(ino, from, all);
    // Files of /proc say that they are empty.
    for (const more = new Uint8Array(4096); ;) {
      const n = this.read(ino, from + done, more);
      if (n === 0) break;
      const grown = new Uint8Array(done + n);
      grown.set(all.subarray(0, done));
      grown.set(more.subarray(0, n), done);
      all = grown;
      done += n;
    }
    return done === all.length ? all : all.slice(0, done);
  }
  /** Writes all of it at an offset, or at the end when that is negative. */
  write(ino: number, at: number, bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;) {
      this.onInode(Op.Write, "write", ino, (w) => w.f64(at < 0 ? -1 : at + done).blob(bytes.subarray(done, done + piece)));
      done += this.instance.number(0);
    }
  }
  ftruncate(ino: number, size: number): void { this.onInode(Op.Ftruncate, "ftruncate", ino, (w) => w.f64(size)); }
  fchmod(ino: number, mode: number): void { this.onInode(Op.Fchmod, "fchmod", ino, (w) => w.u32(mode)); }
  fchown(ino: number, uid: number, gid: number): void { this.onInode(Op.Fchown, "fchown", ino, (w) => w.u32(uid).u32(gid)); }
  futimes(ino: number, atime: number, mtime: number): void {
    this.onInode(Op.Futimes, "futime", ino, (w) => w.f64(atime).f64(mtime));
  }

  readFile(path: string, flag = open.read): Uint8Array {
    const { ino, directory } = this.open(path, flag, 0o666);
    try {
      if (directory) throw systemError(21, "read");
      return this.readAll(ino);
    } finally {
      this.close(ino);
    }
  }
  writeFile(path: string, data: Uint8Array, flag: number, mode: number): void {
    const { ino } = this.open(path, flag, mode);
    try {
      this.write(ino, flag & open.append ? -1 : 0, data);
    } finally {
      this.close(ino);
    }
  }

  mkdir(path: string, mode: number): void { this.onPath(Op.Mkdir, "mkdir", path, (w) => w.u32(mode)); }
  /** Makes what is missing; gives the first that was made. */
  mkdirs(path: string, mode: number): string | undefined {
    this.onPath(Op.Mkdirs, "mkdir", path, (w) => w.u32(mode));
    const made = this.instance.number(0);
    return made === 0 ? undefined : decode(encode(this.absolute(path)).subarray(0, made));
  }
  rmdir(path: string): void { this.onPath(Op.Rmdir, "rmdir", path); }
  unlink(path: string): void { this.onPath(Op.Unlink, "unlink", path); }
  rename(from: string, to: string): void { this.onTwo(Op.Rename, "rename", from, to); }
  link(from: string, to: string): void { this.onTwo(Op.Link, "link", from, to); }
  symlink(target: string, path: string): void {
    const r = this.call(Op.Symlink, (w) => w.string(target).string(this.absolute(path)));
    if (r < 0) throw systemError(-r, "symlink", target, path);
  }
  copy(from: string, to: string, exclusive: boolean): void {
    this.onTwo(Op.Copy, "copyfile", from, to, (w) => w.u32(exclusive ? 1 : 0));
  }
  readlink(path: string): Uint8Array {
    this.onPath(Op.Readlink, "readlink", path);
    return this.instance.answer().slice();
  }
  realpath(path: string): string {
    this.onPath(Op.Realpath, "realpath", path);
    return decode(this.instance.answer());
  }
  chmod(path: string, mode: number): void { this.onPath(Op.Chmod, "chmod", path, (w) => w.u32(mode)); }
  chown(path: string, uid: number, gid: number, follow: boolean): void {
    this.onPath(Op.Chown, follow ? "chown" : "lchown", path, (w) => w.u32(uid).u32(gid).u32(follow ? 1 : 0));
  }
  utimes(path: string, atime: number, mtime: number, follow: boolean): void {
    this.onPath(Op.Utimes, follow ? "utime" : "lutime", path, (w) => w.f64(atime).f64(mtime).u32(follow ? 1 : 0));
  }
  truncate(path: string, size: number): void { this.onPath(Op.Truncate, "truncate", path, (w) => w.f64(size)); }
  access(path: string, bits: number): void { this.onPath(Op.Access, "access", path, (w) => w.u32(bits)); }
  readdir(path: string): Array<{ name: string; type: number }> {
    this.onPath(Op.Readdir, "scandir", path);
    const answer = new Reader(this.instance.answer());
    return Array.from({ length: answer.u32() }, () => ({ type: answer.u32(), name: answer.string() }));
  }
  space(): { bytes: number; bytesUsed: number; files: number; filesUsed: number } {
    this.call(Op.Space, () => {});
    const n = this.instance.numbers(4);
    return { bytes: n[0]!, bytesUsed: n[1]!, files: n[2]!, filesUsed: n[3]! };
  }
  /** Makes many files with few calls. */
  put(files: Array<{ kind: 0 | 1 | 2; path: string; mode: number | undefined; mtime: number | undefined; data: Uint8Array }>): void {
    for (let at = 0; at < files.length;) {
      const first = at;
      const r = this.call(Op.Put, (w) => {
        for (let size = 0; at < files.length && size < piece; at++) {
          const file = files[at]!;
          w.u32(file.kind).string(this.absolute(file.path)).u32(file.mode ?? 0xffffffff).f64(file.mtime ?? NaN).blob(file.data);
          size += file.data.length + 64;
        }
      });
      if (r < 0) throw systemError(-r, "open", files[first + this.instance.number(0)]?.path);
    }
  }
  remove(path: string): void {
    const stats = this.stat(path, false);
    if (!stats.isDirectory()) return this.unlink(path);
    for (const entry of this.readdir(path)) this.remove(`${path}/${entry.name}`);
    this.rmdir(path);
  }
}

/** An open file, as node:fs/promises' FileHandle. */
export class FileHandle {
  private position = 0;
  private closed = false;
  /** @internal */
  constructor(private files: Files, private ino: number, private flag: number, readonly fd: number) {}

  private use(): void {
    if (this.closed) throw systemError(9, "read");
  }
  async read<T extends ArrayBufferView = Uint8Array>(
    target?: T | { buffer?: T; offset?: number; length?: number; position?: number | null } | null,
    offset?: number | { offset?: number; length?: number; position?: number | null } | null,
    length?: number | null, position?: number | null,
  ): Promise<{ bytesRead: number; buffer: T }> {
    this.use();
    if (!(this.flag & open.read)) throw systemError(9, "read");
    let o: { buffer?: T; offset?: number | null; length?: number | null; position?: number | null };
    if (ArrayBuffer.isView(target)) o = { buffer: target, ...(typeof offset === "object" ? offset : { offset, length, position }) } as typeof o;
    else o = (target ?? {}) as typeof o;
    const buffer = (o.buffer ?? new Uint8Array(16384)) as T;
    const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    const from = o.offset ?? 0;
    const part = bytes.subarray(from, from + (o.length ?? bytes.length - from));
    const at = o.position ?? -1;
    const bytesRead = this.files.read(this.ino, at >= 0 ? at : this.position, part);
    if (at < 0) this.position += bytesRead;
    return { bytesRead, buffer };
  }
  async write(data: string | ArrayBufferView, offset?: number | null, length?: number | string | null, position?: number | null):
      Promise<{ bytesWritten: number; buffer: string | ArrayBufferView }> {
    this.use();
    if (!(this.flag & open.write)) throw systemError(9, "write");
    let bytes: Uint8Array;
    let at: number;
    if (typeof data === "string") {
      bytes = toBytes(data, (typeof length === "string" ? length : "utf8") as Encoding);
      at = offset ?? -1;
    } else {
      bytes = args.bytes("buffer", data).subarray(offset ?? 0, typeof length === "number" ? (offset ?? 0) + length : undefined);
      at = position ?? -1;
    }
    if (this.flag & open.append) this.files.write(this.ino, -1, bytes);
    else this.files.write(this.ino, at >= 0 ? at : this.position, bytes);
    if (at < 0) this.position += bytes.length;
    return { bytesWritten: bytes.length, buffer: data };
  }
  async readFile(options?: Encoding | EncodingOption | null): Promise<Uint8Array | string> {
    this.use();
    const { encoding } = encodingOf(options);
    const bytes = this.files.readAll(this.ino, this.position);
    this.position += bytes.length;
    return encoding ? toText(bytes, encoding) : bytes;
  }
  async writeFile(data: Data, options?: Encoding | EncodingOption | null): Promise<void> {
    await this.write(toBytes(data, encodingOf(options).encoding));
  }
  async appendFile(data: Data, options?: Encoding | EncodingOption | null): Promise<void> {
    await this.writeFile(data, options);
  }
  async stat(): Promise<Stats> {
    this.use();
    return this.files.fstat(this.ino);
  }
  async truncate(length = 0): Promise<void> {
    this.use();
    this.files.ftruncate(this.ino, args.integer("len", length, 0, Number.MAX_SAFE_INTEGER));
  }
  async chmod(mode: number | string): Promise<void> {
    this.use();
    this.files.fchmod(this.ino, fileMode(mode, 0));
  }
  async chown(uid: number, gid: number): Promise<void> {
    this.use();
    this.files.fchown(this.ino, uid, gid);
  }
  async utimes(atime: Time, mtime: Time): Promise<void> {
    this.use();
    this.files.futimes(this.ino, time("atime", atime), time("mtime", mtime));
  }
  async sync(): Promise<void> { this.use(); }
  async datasync(): Promise<void> { this.use(); }
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.files.close(this.ino);
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

export class SandboxFs {
  readonly constants = constants;
  private lastHandle = 2;
  /** @internal */
  constructor(private files: Files) {}

  async access(path: PathLike, mode = 0): Promise<void> {
    this.files.access(args.path("path", path), args.integer("mode", mode, 0, 7));
  }
  async open(path: PathLike, flag: string | number = "r", mode?: number | string): Promise<FileHandle> {
    const bits = openFlags(flag);
    const { ino, directory } = this.files.open(args.path("path", path), bits, fileMode(mode, 0o666));
    return new FileHandle(this.files, ino, directory ? 0 : bits, ++this.lastHandle);
  }
  readFile(path: PathLike | FileHandle, options?: { encoding?: null; flag?: string | number; signal?: AbortSignal } | null): Promise<Uint8Array>;
  readFile(path: PathLike | FileHandle, options: Encoding | { encoding: Encoding; flag?: string | number; signal?: AbortSignal }): Promise<string>;
  async readFile(path: PathLike | FileHandle, options?: unknown): Promise<Uint8Array | string> {
    const { encoding, flag, signal } = encodingOf(options);
    if (signal?.aborted) throw new AbortError(signal.reason);
    if (path instanceof FileHandle) return path.readFile({ encoding });
    const bytes = this.files.readFile(args.path("path", path), openFlags(flag ?? "r"));
    return encoding ? toText(bytes, encoding) : bytes;
  }
  async writeFile(path: PathLike | FileHandle, data: Data | AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
      options?: Encoding | (EncodingOption & { mode?: number | string; flag?: string | number }) | null): Promise<void> {
    const { encoding, flag, mode, signal } = encodingOf(options);
    if (signal?.aborted) throw new AbortError(signal.reason);
    if (path instanceof FileHandle) return path.writeFile(data as Data, { encoding });
    const name = args.path("path", path);
    const bits = openFlags(flag ?? "w");
    const permissions = fileMode(mode, 0o666);
    if (typeof data === "object" && data !== null && !ArrayBuffer.isView(data) && (Symbol.asyncIterator in data || Symbol.iterator in data)) {
      const { ino } = this.files.open(name, bits, permissions);
      try {
        let at = 0;
        for await (const chunk of data as AsyncIterable<string | Uint8Array>) {
          if (signal?.aborted) throw new AbortError(signal.reason);
          const bytes = toBytes(chunk, encoding);
          this.files.write(ino, bits & open.append ? -1 : at, bytes);
          at += bytes.length;
        }
      } finally {
        this.files.close(ino);
      }
      return;
    }
    this.files.writeFile(name, toBytes(data, encoding), bits, permissions);
  }
  async appendFile(path: PathLike | FileHandle, data: Data, options?: Encoding | (EncodingOption & { mode?: number | string; flag?: string | number }) | null): Promise<void> {
    const given = encodingOf(options);
    await this.writeFile(path, data, { ...given, flag: given.flag as string ?? "a" } as EncodingOption);
  }
  // As just-bash has them:
  /** The bytes of a file. */
  async readFileBuffer(path: PathLike): Promise<Uint8Array> {
    return this.readFile(path);
  }
  /** Whether there is something at the path. Never rejects for what the path is. */
  async exists(path: PathLike): Promise<boolean> {
    try {
      return this.files.tryStat(args.path("path", path), true) !== undefined;
    } catch (error) {
      if (typeof (error as { errno?: unknown }).errno === "number" || error instanceof TypeError) return false;
      throw error;
    }
  }
  /** The absolute path, without `.` and `..`, of one that is relative to `base`. Looks at no file. */
  resolvePath(base: string, path: string): string {
    const names: string[] = [];
    for (const name of (path.startsWith("/") ? path : `${base}/${path}`).split("/")) {
      if (name === "..") names.pop();
      else if (name !== "" && name !== ".") names.push(name);
    }
    return `/${names.join("/")}`;
  }

  async stat(path: PathLike): Promise<Stats> {
    return this.files.stat(args.path("path", path), true);
  }
  async lstat(path: PathLike): Promise<Stats> {
    return this.files.stat(args.path("path", path), false);
  }
  mkdir(path: PathLike, options: { recursive: true; mode?: number | string }): Promise<string | undefined>;
  mkdir(path: PathLike, options?: number | string | { recursive?: boolean; mode?: number | string } | null): Promise<void>;
  async mkdir(path: PathLike, options?: number | string | { recursive?: boolean; mode?: number | string } | null): Promise<string | undefined | void> {
    const given = typeof options === "number" || typeof options === "string" ? { mode: options } : args.object("options", options ?? undefined);
    const mode = fileMode(given.mode, 0o777);
    const name = args.path("path", path);
    if ((given as { recursive?: boolean }).recursive) return this.files.mkdirs(name, mode);
    this.files.mkdir(name, mode);
    return undefined;
  }
  async mkdtemp(prefix: string): Promise<string> {
    const start = args.cString("prefix", prefix);
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    for (;;) {
      let name = start;
      for (const n of crypto.getRandomValues(new Uint8Array(6))) name += letters[n % letters.length];
      try {
        this.files.mkdir(name, 0o700);
        return name;
      } catch (error) {
        if ((error as { code?: string }).code !== "EEXIST") throw Object.assign(error as Error, { syscall: "mkdtemp" });
      }
    }
  }
  readdir(path: PathLike, options?: Encoding | { encoding?: Encoding; withFileTypes?: false; recursive?: boolean } | null): Promise<string[]>;
  readdir(path: PathLike, options: { encoding?: Encoding; withFileTypes: true; recursive?: boolean }): Promise<Dirent[]>;
  async readdir(path: PathLike, options?: unknown): Promise<string[] | Dirent[]> {
    const { withFileTypes, recursive } = encodingOf(options);
    const root = args.path("path", path);
    const names: string[] = [];
    const entries: Dirent[] = [];
    const pending = [""];
    while (pending.length > 0) {
      const folder = pending.shift()!;
      const parent = folder === "" ? root : `${root}/${folder}`;
      for (const { name, type } of this.files.readdir(parent)) {
        const inside = folder === "" ? name : `${folder}/${name}`;
        if (withFileTypes) entries.push(new Dirent(name, parent, type));
        else names.push(inside);
        if (recursive && type === 1) pending.push(inside);
      }
    }
    return withFileTypes ? entries : names;
  }
  async rm(path: PathLike, options?: { recursive?: boolean; force?: boolean }): Promise<void> {
    const { recursive, force } = args.object("options", options);
    const name = args.path("path", path);
    const stats = force ? this.files.tryStat(name, false) : this.files.stat(name, false);
    if (!stats) return;
    if (recursive) return this.files.remove(name);
    if (stats.isDirectory()) {
      const error = new Error(`Path is a directory: rm returned EISDIR (is a directory) ${name}`);
      throw Object.assign(error, { name: "SystemError", code: "ERR_FS_EISDIR", errno: 21, syscall: "rm", path: name });
    }
    this.files.unlink(name);
  }
  async rmdir(path: PathLike): Promise<void> {
    this.files.rmdir(args.path("path", path));
  }
  async unlink(path: PathLike): Promise<void> {
    this.files.unlink(args.path("path", path));
  }
  async rename(from: PathLike, to: PathLike): Promise<void> {
    this.files.rename(args.path("oldPath", from), args.path("newPath", to));
  }
  async copyFile(from: PathLike, to: PathLike, mode = 0): Promise<void> {
    this.files.copy(args.path("src", from), args.path("dest", to), (args.integer("mode", mode, 0, 7) & constants.COPYFILE_EXCL) !== 0);
  }
  async cp(from: PathLike, to: PathLike, options?: {
    recursive?: boolean; force?: boolean; errorOnExist?: boolean; dereference?: boolean; preserveTimestamps?: boolean;
    filter?: (source: string, destination: string) => boolean | Promise<boolean>;
  }): Promise<void> {
    const { recursive, force = true, errorOnExist, dereference, preserveTimestamps, filter } = args.object("options", options);
    const copy = async (source: string, target: string): Promise<void> => {
      if (filter && !(await filter(source, target))) return;
      const stats = this.files.stat(source, dereference === true);
      const there = this.files.tryStat(target, false);
      if (stats.isDirectory()) {
        if (!recursive) {
          const error = new Error(`Recursive option not enabled, cannot copy a directory: cp returned EISDIR (${source} is a directory (not copied)) ${source}`);
          throw Object.assign(error, { name: "SystemError", code: "ERR_FS_EISDIR", errno: 21, syscall: "cp", path: source });
        }
        if (`${this.files.absolute(target)}/`.startsWith(`${this.files.absolute(source)}/`)) throw systemError(22, "cp", source, target);
        if (!there) this.files.mkdirs(target, stats.mode & 0o7777);
        for (const { name } of this.files.readdir(source)) await copy(`${source}/${name}`, `${target}/${name}`);
      } else if (there && !force) {
        if (errorOnExist) throw systemError(17, "cp", target);
        return;
      } else {
        if (!there) this.files.mkdirs(this.files.absolute(target).replace(/\/+[^/]*$/, "") || "/", 0o777);
        if (stats.isSymbolicLink()) {
          if (there) this.files.unlink(target);
          this.files.symlink(decode(this.files.readlink(source)), target);
        } else {
          this.files.copy(source, target, false);
        }
      }
      if (preserveTimestamps) this.files.utimes(target, stats.atimeMs, stats.mtimeMs, dereference === true);
    };
    await copy(args.path("src", from), args.path("dest", to));
  }
  async link(existing: PathLike, path: PathLike): Promise<void> {
    this.files.link(args.path("existingPath", existing), args.path("newPath", path));
  }
  async symlink(target: PathLike, path: PathLike, _type?: string | null): Promise<void> {
    this.files.symlink(args.path("target", target), args.path("path", path));
  }
  async readlink(path: PathLike): Promise<string> {
    return decode(this.files.readlink(args.path("path", path)));
  }
  async realpath(path: PathLike): Promise<string> {
    return this.files.realpath(args.path("path", path));
  }
  async chmod(path: PathLike, mode: number | string): Promise<void> {
    this.files.chmod(args.path("path", path), fileMode(mode, 0));
  }
  async chown(path: PathLike, uid: number, gid: number): Promise<void> {
    this.files.chown(args.path("path", path), args.integer("uid", uid, -1, 0xffffffff), args.integer("gid", gid, -1, 0xffffffff), true);
  }
  async lchown(path: PathLike, uid: number, gid: number): Promise<void> {
    this.files.chown(args.path("path", path), args.integer("uid", uid, -1, 0xffffffff), args.integer("gid", gid, -1, 0xffffffff), false);
  }
  async utimes(path: PathLike, atime: Time, mtime: Time): Promise<void> {
    this.files.utimes(args.path("path", path), time("atime", atime), time("mtime", mtime), true);
  }
  async lutimes(path: PathLike, atime: Time, mtime: Time): Promise<void> {
    this.files.utimes(args.path("path", path), time("atime", atime), time("mtime", mtime), false);
  }
  async truncate(path: PathLike, length = 0): Promise<void> {
    this.files.truncate(args.path("path", path), args.integer("len", length, 0, Number.MAX_SAFE_INTEGER));
  }
  /** Sizes and inodes, in blocks of 4096 bytes. */
  async statfs(_path: PathLike): Promise<{ type: number; bsize: number; blocks: number; bfree: number; bavail: number; files: number; ffree: number }> {
    const { bytes, bytesUsed, files, filesUsed } = this.files.space();
    const blocks = Math.floor(bytes / 4096);
    const free = Math.max(0, Math.floor((bytes - bytesUsed) / 4096));
    return { type: 0, bsize: 4096, blocks, bfree: free, bavail: free, files, ffree: Math.max(0, files - filesUsed) };
  }
}
