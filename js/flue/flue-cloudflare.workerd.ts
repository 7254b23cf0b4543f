// nacre/flue/cloudflare in Cloudflare Workers.
import "../index.workerd.js";
export * from "./cloudflare.js";
