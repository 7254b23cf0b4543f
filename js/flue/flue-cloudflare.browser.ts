// nacre/flue/cloudflare in other hosts.
import "../index.browser.js";
export * from "./cloudflare.js";
