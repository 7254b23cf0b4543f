// A host of the module in few lines, for tests that choose the fuel of a slice or look at the memory: everything else goes through
// the API. wasm/exports.cc says what the functions do.
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(new URL("../../dist/nacre.wasm", import.meta.url)));
const encoder = new TextEncoder();

export class Host {
  /** A fresh instance with one machine in virtual time, or a copy of another's memory. */
  constructor(from) {
    const imports = {};
    for (const { module: name, name: item } of WebAssembly.Module.imports(module)) (imports[name] ??= {})[item] = () => 0;
    this.x = new WebAssembly.Instance(module, imports).exports;
    if (from) {
      const image = new Uint8Array(from.x.memory.buffer);
      this.x.memory.grow((image.length - this.x.memory.buffer.byteLength) / 65536);
      new Uint8Array(this.x.memory.buffer).set(image);
      this.machine = from.machine;
      this.job = from.job;
      this.out = [...from.out];
    } else {
      this.x._initialize();
      const parts = [64 << 20, 100_000, Infinity, 64 << 20, 1000, 10_000, Infinity, 1024, 1].map(f64);
      const env = ["HOME=/home/user", "USER=user", "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"];
      this.machine = this.x.nacre_create(this.put(...parts, u32(1), f64(1e12), text("/home/user"), u32(env.length), ...env.map(text)));
    }
  }
  put(...parts) {
    const all = Buffer.concat(parts);
    new Uint8Array(this.x.memory.buffer).set(all, this.x.nacre_scratch(all.length));
    return all.length;
  }
  reply(i) {
    return new Float64Array(this.x.memory.buffer, this.x.nacre_reply(), 16)[i];
  }
  start(script) {
    const argv = ["bash", "-c", script];
    this.out = [];
    this.job = this.x.nacre_start(this.machine, this.put(u32(argv.length), ...argv.map(text), text("bash"), u32(0), text(""), u32(0), u32(0), text(""), u32(0), u32(0), u32(0), f64(-1)), 0);
    if (this.job < 0) throw new Error(`start: ${this.job}`);
  }
  /** One slice. 0: the job is done, 1: more, 2: idle. */
  run(fuel) {
    return this.x.nacre_run(this.machine, fuel, this.job, 0);
  }
  finish(fuel) {
    for (let slices = 1; ; slices++) {
      const state = this.run(fuel);
      if (state === 0) return { ...this.result(), slices };
      if (state === 2) throw new Error("nothing can go on");
    }
  }
  result() {
    this.x.nacre_job(this.machine, this.job);
    const [exitCode, fuel] = [this.reply(1), this.reply(4)];
    const [stdout, stderr] = [1, 2].map((stream) => {
      this.x.nacre_peek(this.machine, this.job, stream);
      return Buffer.from(this.x.memory.buffer, this.reply(0), this.reply(1)).toString();
    });
    return { exitCode, fuel, stdout, stderr };
  }
}

function u32(n) {
  const b = Buffer.alloc(4);
  b.writeUInt32LE(n);
  return b;
}
function f64(n) {
  const b = Buffer.alloc(8);
  b.writeDoubleLE(n);
  return b;
}
function text(t) {
  const b = encoder.encode(t);
  return Buffer.concat([u32(b.length), b]);
}
