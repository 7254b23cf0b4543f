// The package in browsers (windows and workers) and, as the default, in other hosts of the web's interfaces.
import { channelTurn, type Platform } from "./platform.js";
import { Sandbox } from "./sandbox.js";

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL("./nacre.wasm", import.meta.url));
  if (!response.ok) throw new Error(`nacre.wasm could not be loaded: ${response.status} ${response.url}`);
  try {
    return await WebAssembly.compileStreaming(response.clone());
  } catch (error) {
    // A server that sends another type than application/wasm.
    if (!(error instanceof TypeError)) throw error;
    return WebAssembly.compile(await response.arrayBuffer());
  }
}

let compiling: Promise<WebAssembly.Module> | undefined;
const turn = channelTurn();

const platform: Platform = {
  module: () => (compiling ??= compile().catch((error) => {
    compiling = undefined;
    throw error;
  })),
  turn,
  shared: true,
};
Sandbox.use(platform);

export * from "./api.js";
