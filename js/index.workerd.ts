// The package in Cloudflare Workers: the bundler makes the import a compiled module.
// @ts-ignore: the declaration is copied beside the built file
import module from "./nacre.wasm";
import type { Platform } from "./platform.js";
import { Sandbox } from "./sandbox.js";

const platform: Platform = {
  module: () => module as WebAssembly.Module,
  turn: (callback) => void setTimeout(callback, 0),
  shared: false,
};
Sandbox.use(platform);

export * from "./api.js";
