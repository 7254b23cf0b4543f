// The package in browsers (windows and workers) and, as the default, in other hosts of the web's interfaces.
import { channelTurn, type Platform } from "./platform.js";
import { Sandbox } from "./sandbox.js";

async function compile(): Promise<WebAssembly.Module> {
  const file = new URL("./nacre.wasm", import.meta.url);
  // Vite's development server moves the code of a dependency, but not what lies beside it, into a directory of its own.
  const moved = file.pathname.includes("/.vite/deps/");
  let response = await fetch(file);
  if (moved && !isWasm(response)) response = await fetch(new URL("../../nacre/dist/nacre.wasm", file));
  if (!response.ok || (moved && !isWasm(response))) {
    const hint = moved ? '; in vite.config.js, optimizeDeps: { exclude: ["nacre"] } leaves it where it is' : "";
    throw new Error(`nacre.wasm could not be loaded: ${response.status} ${response.url}${hint}`);
  }
  try {
    return await WebAssembly.compileStreaming(response.clone());
  } catch (error) {
    // A server that sends another type than application/wasm.
    if (!(error instanceof TypeError)) throw error;
    return WebAssembly.compile(await response.arrayBuffer());
  }
}
const isWasm = (response: Response) => response.ok && response.headers.get("content-type") === "application/wasm";

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
