// nacre/flue in Node.
import "../index.node.js";
export * from "./api.js";
