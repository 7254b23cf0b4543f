// The common cases in Chromium: in a window and in a module Worker, under a strict Content-Security-Policy.
import assert from "node:assert/strict";
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { names as common } from "./cases.mjs";
import { executablePath } from "./chromium.mjs";
import { names as flue } from "./flue-cases.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const types = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
const page = `<!doctype html><meta charset="utf-8"><script type="module" src="/tests/hosts/page.mjs"></script>`;

let server, browser, results;
before(async () => {
  if (!executablePath) return;
  server = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    response.setHeader("content-security-policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
    if (path === "/") return void response.setHeader("content-type", "text/html").end(page);
    const file = join(root, normalize(path));
    if (!/^\/(dist|tests)\//.test(path) || !existsSync(file)) return void response.writeHead(404).end();
    response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await chromium.launch({ executablePath, timeout: 60_000 });
  const tab = await browser.newPage();
  const errors = [];
  tab.on("pageerror", (error) => errors.push(String(error)));
  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
  await tab.waitForFunction(() => globalThis.results !== undefined, undefined, { timeout: 240_000 }).catch((error) => {
    throw new Error(`${error.message} ${errors.join("; ")}`);
  });
  results = await tab.evaluate(() => globalThis.results);
}, { timeout: 300_000 });
after(async () => {
  await browser?.close();
  server?.close();
});

for (const place of ["window", "worker"]) {
  for (const name of [...common, ...flue]) {
    test(`Chromium ${place}: ${name}`, { skip: !executablePath && "no Chromium here" }, () => {
      assert.equal(results[place].find((r) => r.name === name)?.error, undefined);
    });
  }
}
