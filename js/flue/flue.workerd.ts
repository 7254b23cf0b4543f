// nacre/flue in Cloudflare Workers.
import "../index.workerd.js";
export * from "./api.js";
