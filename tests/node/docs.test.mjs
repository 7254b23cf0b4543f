// The blocks of docs/api.md, run. A line that ends in `// => JSON`, or has it on the line below, is an expression that gives that.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as nacre from "../../dist/index.node.js";

const text = readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8");
const AsyncFunction = (async () => {}).constructor;

for (const [, heading, body] of text.matchAll(/^## (.*)\n([^]*?)(?=^## |(?![^]))/gm)) {
  const blocks = [...body.matchAll(/^```js\n([^]*?)^```/gm)].map((m) => m[1]);
  blocks.forEach((block, n) => {
    test(`docs: ${heading}${n ? `, ${n + 1}` : ""}`, async () => {
      let checks = 0;
      const source = block.replace(/^import .*\n/m, "").replace(/\n(\/\/ => )/g, "   $1")
        .replace(/^(\S.*?);\s+\/\/ => (.*)$/gm, (_, code, value) => {
          ++checks;
          return `same(${code}, ${value});`;
        });
      const made = [];
      const Sandbox = { create: async (o) => (made.push(await nacre.Sandbox.create(o)), made.at(-1)), resume: async (i) => (made.push(await nacre.Sandbox.resume(i)), made.at(-1)) };
      try {
        await new AsyncFunction("Sandbox", "analyze", "format", "same", source)(Sandbox, nacre.analyze, nacre.format, (got, want) => assert.deepEqual(JSON.parse(JSON.stringify(got)), want));
      } finally {
        for (const s of made) await s.dispose();
      }
      assert.ok(checks > 0, "a block that shows nothing");
    });
  });
}
