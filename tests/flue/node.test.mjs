// The cases through the real Flue runtime in Node 22, over every kind of sandbox; and the contract row by row.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lines, missing } from "./host.mjs";

const skip = missing();
const only = process.env.FLUE_KINDS?.split(";");
const wanted = (name) => !only || only.includes(name);

const kinds = [
  "nacre", "nacre, Flue's tools", "bash(nacre)", "bash(asBash(nacre))", "Flue's bash(asBash(nacre))", "cloudflare", "cloudflare, Flue's tools", "bash-just",
  "local", "local, Flue's tools",
].filter(wanted);
test("Node 22, through the Flue runtime", { skip, timeout: 900_000 }, async (t) => {
  const results = kinds.length > 0 ? await lines("runtime-node.mjs", kinds) : [];
  for (const kind of kinds) {
    await t.test(kind, async (t) => {
      const mine = results.filter((r) => r.kind === kind);
      assert.ok(mine.length > 20, `${mine.length} results`);
      for (const { name, ok, skip: reason, error } of mine) await t.test(name, (t) => (reason ? t.skip(reason) : assert.ok(ok, error)));
    });
  }
});

// Rows that an environment cannot keep, and why.
const cannot = {
  "bash-just": /timeoutMs ends a loop|printed before the timeout|fails over a directory/,  // its own limits end loops; its writeFile
  cloudflare: /exact, to its final newline/,  // the SDK joins lines
};
const subjects = ["nacre", "bash(nacre)", "bash-just", "local", "cloudflare", "Nacre"].filter(wanted);
test("the contract", { skip, timeout: 600_000 }, async (t) => {
  const results = subjects.length > 0 ? await lines("rows-node.mjs", subjects) : [];
  for (const subject of subjects) {
    await t.test(subject === "Nacre" ? "functions and tools" : subject, async (t) => {
      const mine = results.filter((r) => r.subject === subject);
      assert.ok(mine.length > 20, `${mine.length} results`);
      for (const { group, row, ok, error } of mine) {
        await t.test(`${group}: ${row}`, (t) => (!ok && cannot[subject]?.test(row) ? t.skip(error) : assert.ok(ok, error)));
      }
    });
  }
});
