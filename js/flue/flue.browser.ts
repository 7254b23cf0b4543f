// nacre/flue in browsers and other hosts.
import "../index.browser.js";
export * from "./api.js";
