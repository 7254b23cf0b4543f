// The package in Node.
import { readFileSync } from "node:fs";
import type { Platform } from "./platform.js";
import { Sandbox } from "./sandbox.js";

let compiled: WebAssembly.Module | undefined;

const platform: Platform = {
  module: () => (compiled ??= new WebAssembly.Module(readFileSync(new URL("./nacre.wasm", import.meta.url)))),
  turn: (callback) => void setImmediate(callback),
  shared: true,
};
Sandbox.use(platform);

export * from "./api.js";
