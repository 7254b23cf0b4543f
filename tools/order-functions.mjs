// Orders the functions of the module so that it compresses better: what is alike comes together, within the 32 KiB that deflate looks back.
//
//   node tools/order-functions.mjs IN.wasm OUT.wasm
//
// The functions that are called most often come first, for the numbers up to 127 take one byte. The others follow in a chain: next is the
// one that shares the most sequences of bytes with the last ones. Only the numbers of functions change: in calls, elements, exports and the
// start. An instruction that it does not know is an error, never a guess.
import { readFileSync, writeFileSync } from "node:fs";

const window = 32768;      // bytes of the last functions that the next one is compared with
const most = 16;           // and how many functions that are
const common = 40;         // what more functions share tells nothing
const gram = 6;            // length of the sequences that are compared

class Cursor {
  constructor(bytes, at = 0, end = bytes.length) {
    Object.assign(this, { bytes, at, end });
  }
  leb() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }
  skip(n = 1) {
    for (; n > 0; n--) while (this.bytes[this.at++] >= 128);
  }
  take(n) {
    return this.bytes.subarray(this.at, (this.at += n));
  }
}

function leb(value) {
  const out = [];
  for (; value >= 128; value = Math.floor(value / 128)) out.push((value % 128) + 128);
  return [...out, value];
}

// How many numbers (LEB128) follow 0xfc and its number.
const prefixed = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

// Steps over an instruction; calls `found` with the place of the number of a function in it.
function instruction(c, found) {
  const op = c.bytes[c.at++];
  if (op === 0x10 || op === 0x12 || op === 0xd2) {
    const at = c.at;
    found(c.leb(), at, c.at);
  } else if (op >= 0x02 && op <= 0x04) c.skip();                  // block, loop, if
  else if (op === 0x0c || op === 0x0d) c.skip();                  // br, br_if
  else if (op === 0x0e) c.skip(c.leb() + 1);                      // br_table
  else if (op === 0x11 || op === 0x13) c.skip(2);                 // call_indirect
  else if (op === 0x1c) c.skip(c.leb());                          // select with types
  else if (op >= 0x20 && op <= 0x26) c.skip();                    // variables, tables
  else if (op >= 0x28 && op <= 0x3e) c.skip(2);                   // loads and stores
  else if (op >= 0x3f && op <= 0x42) c.skip();                    // memory.size, memory.grow, whole constants
  else if (op === 0x43) c.at += 4;
  else if (op === 0x44) c.at += 8;
  else if (op === 0xd0) c.skip();                                 // ref.null
  else if (op === 0xfc) {
    const n = prefixed[c.leb()];
    if (n === undefined) throw new Error("unknown instruction 0xfc");
    c.skip(n);
  } else if (!(op <= 0x01 || op === 0x05 || op === 0x0b || op === 0x0f || op === 0x1a || op === 0x1b || (op >= 0x45 && op <= 0xc4) || op === 0xd1)) {
    throw new Error(`unknown instruction 0x${op.toString(16)}`);
  }
}

function sections(module) {
  const c = new Cursor(module, 8);
  const all = [];
  while (c.at < c.end) {
    const id = c.bytes[c.at++];
    const size = c.leb();
    all.push({ id, bytes: c.take(size) });
  }
  return all;
}

function importedFunctions(bytes) {
  const c = new Cursor(bytes);
  let functions = 0;
  for (let n = c.leb(); n > 0; n--) {
    c.take(c.leb());
    c.take(c.leb());
    const kind = c.bytes[c.at++];
    if (kind === 0) {
      functions++;
      c.skip();
    } else if (kind === 3) c.at += 2;
    else {
      if (kind === 1) c.at++;
      else if (kind !== 2) throw new Error(`unknown import ${kind}`);
      const limits = c.bytes[c.at++];
      c.skip(limits & 1 ? 2 : 1);
    }
  }
  return functions;
}

// The bodies of the functions, and where numbers of functions stand in each.
function bodies(bytes) {
  const c = new Cursor(bytes);
  return Array.from({ length: c.leb() }, () => {
    const size = c.leb();
    const body = c.take(size);
    const b = new Cursor(body);
    for (let n = b.leb(); n > 0; n--) b.skip(2);
    const references = [];
    while (b.at < b.end) instruction(b, (target, from, to) => references.push({ target, from, to }));
    return { body, references };
  });
}

// The order: positions in `functions`.
function arrange(functions, imported) {
  const calls = new Map();
  for (const { references } of functions) for (const { target } of references) calls.set(target, (calls.get(target) ?? 0) + 1);
  const first = [...functions.keys()].sort((a, b) => (calls.get(b + imported) ?? 0) - (calls.get(a + imported) ?? 0) || a - b).slice(0, Math.max(0, 128 - imported));

  const grams = functions.map(({ body }) => {
    const set = new Set();
    for (let i = 0; i + gram <= body.length; i++) {
      let hash = 0;
      for (let k = 0; k < gram; k++) hash = Math.imul(hash, 0x01000193) ^ body[i + k];
      set.add(hash);
    }
    return [...set];
  });
  const holders = new Map();   // of each sequence
  grams.forEach((list, f) => {
    for (const g of list) {
      const at = holders.get(g);
      if (at) at.push(f);
      else holders.set(g, [f]);
    }
  });
  for (const f of grams.keys()) grams[f] = grams[f].filter((g) => holders.get(g).length > 1 && holders.get(g).length <= common);

  const left = new Set(functions.keys());
  const order = [];
  const use = (f) => {
    order.push(f);
    left.delete(f);
  };
  first.forEach(use);
  const bySize = [...functions.keys()].sort((a, b) => functions[b].body.length - functions[a].body.length || a - b);
  let largest = 0;
  const score = new Map();
  while (left.size > 0) {
    score.clear();
    for (let i = order.length - 1, bytes = 0; i >= 0 && i >= order.length - most && bytes < window; i--) {
      bytes += functions[order[i]].body.length;
      for (const g of grams[order[i]]) for (const f of holders.get(g)) if (left.has(f)) score.set(f, (score.get(f) ?? 0) + 1);
    }
    let best = -1, bestScore = 0;
    for (const [f, shared] of score) {
      const s = shared / (grams[f].length + 20);
      if (s > bestScore) [best, bestScore] = [f, s];
    }
    if (best < 0) {
      while (!left.has(bySize[largest])) largest++;
      best = bySize[largest];
    }
    use(best);
  }
  return order;
}

function section(id, parts) {
  const size = parts.reduce((n, p) => n + p.length, 0);
  return [[id], leb(size), ...parts];
}

export function orderFunctions(module) {
  const all = sections(module);
  const find = (id) => all.find((s) => s.id === id)?.bytes;
  const imported = find(2) ? importedFunctions(find(2)) : 0;
  const functions = bodies(find(10));
  const order = arrange(functions, imported);
  const renumbered = new Uint32Array(imported + functions.length);
  for (let i = 0; i < imported; i++) renumbered[i] = i;
  order.forEach((f, at) => (renumbered[imported + f] = imported + at));

  // A copy of bytes with the numbers in them changed.
  const replace = (bytes, references) => {
    const out = [];
    let at = 0;
    for (const { target, from, to } of references) {
      out.push(bytes.subarray(at, from), leb(renumbered[target]));
      at = to;
    }
    return [...out, bytes.subarray(at)];
  };
  const types = (bytes) => {
    const c = new Cursor(bytes);
    const list = Array.from({ length: c.leb() }, () => c.leb());
    return [leb(list.length), ...order.map((f) => leb(list[f]))];
  };
  const exports = (bytes) => {
    const c = new Cursor(bytes);
    const references = [];
    for (let n = c.leb(); n > 0; n--) {
      c.take(c.leb());
      const kind = c.bytes[c.at++];
      const from = c.at;
      const target = c.leb();
      if (kind === 0) references.push({ target, from, to: c.at });
    }
    return replace(bytes, references);
  };
  const elements = (bytes) => {
    const c = new Cursor(bytes);
    const references = [];
    const note = (target, from, to) => references.push({ target, from, to });
    for (let n = c.leb(); n > 0; n--) {
      if (c.leb() !== 0) throw new Error("unknown kind of elements");
      while (c.bytes[c.at] !== 0x0b) instruction(c, note);
      c.at++;
      for (let k = c.leb(); k > 0; k--) {
        const from = c.at;
        note(c.leb(), from, c.at);
      }
    }
    return replace(bytes, references);
  };
  const code = () => {
    const parts = [leb(functions.length)];
    for (const f of order) {
      const body = replace(functions[f].body, functions[f].references);
      parts.push(leb(body.reduce((n, p) => n + p.length, 0)), ...body);
    }
    return parts;
  };

  const out = [module.subarray(0, 8)];
  for (const { id, bytes } of all) {
    if (id === 0 && new TextDecoder().decode(bytes.subarray(1, 1 + bytes[0])) === "name") throw new Error("the names of functions would be wrong");
    const parts = id === 3 ? types(bytes) : id === 7 ? exports(bytes) : id === 8 ? replace(bytes, [{ target: new Cursor(bytes).leb(), from: 0, to: bytes.length }])
      : id === 9 ? elements(bytes) : id === 10 ? code() : [bytes];
    out.push(...section(id, parts));
  }
  const flat = new Uint8Array(out.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of out) {
    flat.set(p, at);
    at += p.length;
  }
  if (!WebAssembly.validate(flat)) throw new Error("the ordered module is not valid");
  return flat;
}

if (process.argv[1]?.endsWith("order-functions.mjs")) writeFileSync(process.argv[3], orderFunctions(readFileSync(process.argv[2])));
