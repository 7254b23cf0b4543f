// nacre/flue/cloudflare in Node (for tests).
import "../index.node.js";
export * from "./cloudflare.js";
