// In the browser: runs the cases in the window and in a module Worker, and leaves what came of them in globalThis.results.
import { Sandbox } from "../../dist/index.browser.js";
import * as flue from "../../dist/flue.browser.js";
import { runAll } from "./cases.mjs";
import { runAll as runFlue } from "./flue-cases.mjs";

const all = async () => [...await runAll(Sandbox), ...await runFlue(flue)];

if (typeof document === "undefined") {
  postMessage(await all());
} else {
  const worker = new Worker(new URL(import.meta.url), { type: "module" });
  const inWorker = new Promise((resolve, reject) => {
    worker.onmessage = (event) => resolve(event.data);
    worker.onerror = (event) => reject(new Error(event.message));
  });
  const inWindow = await all();
  globalThis.results = { window: inWindow, worker: await inWorker };
}
