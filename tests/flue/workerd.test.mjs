// The cases through the real Flue runtime in workerd: built by @flue/vite, served by wrangler on the loopback.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { cases } from "./cases.mjs";
import { here, missing, run, serve } from "./host.mjs";
import { special } from "./special.mjs";

const skip = missing();
const folder = join(here, "worker");
const only = process.env.FLUE_KINDS?.split(";");
const kinds = ["nacre", "nacre, Flue's tools", "bash(nacre)", "Flue's bash(asBash(nacre))", "cloudflare over RPC", "cloudflare over RPC, Flue's tools"];
let server;

before(async () => {
  if (skip) return;
  rmSync(join(folder, "dist"), { recursive: true, force: true });
  rmSync(join(folder, ".wrangler"), { recursive: true, force: true });
  run("vite/bin/vite.js", ["build", "--logLevel", "error"], folder);
  server = await serve("dist/nacre_flue_worker/wrangler.json", folder);
}, { timeout: 900_000 });
after(() => server?.stop());

// wrangler's proxy loses a connection now and then on a machine that is busy: then the case is asked for again, with a new agent.
async function ask(kind, name, tries = 3) {
  const response = await fetch(`${server.origin}/run`, { method: "POST", headers: { connection: "close" }, body: JSON.stringify({ kind, name }) });
  const text = await response.text();
  if (/^Error: Network connection lost/.test(text) && tries > 1) return ask(kind, name, tries - 1);
  assert.match(text, /^\{/, `${text.slice(0, 2000)}\n${server.log().slice(-1500)}`);
  return JSON.parse(text);
}

for (const kind of kinds.filter((name) => !only || only.includes(name))) {
  describe(`workerd: ${kind}`, { skip }, () => {
    for (const name of [...cases.map((c) => c.name), ...Object.keys(special)]) {
      test(name, { timeout: 120_000 }, async (t) => {
        const result = await ask(kind, name);
        if (result.skip) return t.skip(result.skip);
        assert.ok(result.ok, `${result.error}\n${server.log().slice(-1500)}`);
      });
    }
  });
}
