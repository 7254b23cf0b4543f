// The cases through the real Flue runtime in Node 22, over every kind of sandbox; and the contract row by row.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { lines, missing } from "./host.mjs";

const skip = missing();
const only = process.env.FLUE_KINDS?.split(";");
const wanted = (name) => !only || only.includes(name);

const kinds = [
  "nacre", "nacre, Flue's tools", "bash(nacre)", "bash(asBash(nacre))", "Flue's bash(asBash(nacre))", "cloudflare", "cloudflare, Flue's tools", "bash-just",
  "local", "local, Flue's tools",
];
for (const kind of kinds.filter(wanted)) {
  describe(`Node 22: ${kind}`, { skip }, async () => {
    if (skip) return;
    let results = [];
    await test("runs", { timeout: 600_000 }, async () => {
      results = await lines("runtime-node.mjs", [kind]);
      assert.ok(results.length > 20, `${results.length} results`);
    });
    for (const { name, ok, skip: reason, error } of results) {
      await test(name, (t) => (reason ? t.skip(reason) : assert.ok(ok, error)));
    }
  });
}

// Rows that an environment cannot keep, and why.
const cannot = {
  "bash-just": /timeoutMs ends a loop|printed before the timeout|after an abort the command|fails over a directory|no UTF-8|base64|spellings/,
  cloudflare: /exact, to its final newline|printed before|timeoutMs ends a loop/,
};
for (const subject of ["nacre", "bash(nacre)", "bash-just", "local", "cloudflare", "Nacre"].filter(wanted)) {
  describe(`contract: ${subject === "Nacre" ? "functions" : subject}`, { skip }, async () => {
    if (skip) return;
    let results = [];
    await test("runs", { timeout: 300_000 }, async () => {
      results = await lines("rows-node.mjs", [subject]);
      assert.ok(results.length > 20, `${results.length} results`);
    });
    for (const { group, row, ok, error } of results) {
      await test(`${group}: ${row}`, (t) => (!ok && cannot[subject]?.test(row) ? t.skip(error) : assert.ok(ok, error)));
    }
  });
}
