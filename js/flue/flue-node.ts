// nacre/flue/node.
import "../index.node.js";
export { local, type LocalSandboxOptions } from "./local.js";
