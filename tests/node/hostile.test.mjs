// Hostile input in the module that ships. Also with Liftoff code and a small stack, where frames are largest.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Sandbox } from "../../dist/index.node.js";
import { afterwards, hostile } from "../native/hostile.mjs";

for (const [name, { script, status, err, fuel = 3e7, memory = 64, files }] of Object.entries(hostile)) {
  test(`hostile: ${name}`, { timeout: 120_000 }, async () => {
    const sandbox = await Sandbox.create({ now: 0, seed: 1, limits: { fuel, memory: memory << 20, files, output: 1 << 20 } });
    try {
      const r = await sandbox.exec(script, { timeoutMs: 60_000 });
      assert.notEqual(r.exitCode, 124, "it does not end");
      if (status !== undefined) assert.equal(r.exitCode, status, r.stderr.slice(0, 500));
      if (err) assert.match(r.stderr, err);
      // What it left running is ended first, as whoever serves others would.
      await sandbox.exec("kill -9 -1");
      if (!name.startsWith("removing")) assert.equal((await sandbox.exec(afterwards.script)).stdout, afterwards.stdout);
      else assert.equal((await sandbox.exec("echo alive")).stdout, "alive\n");
    } finally {
      await sandbox.dispose();
    }
  });
}

const flags = process.execArgv.includes("--liftoff-only") || process.env.NACRE_SMALL_STACK;
for (const [what, arguments_] of [["Liftoff only", ["--liftoff-only"]], ["a stack of 492 KB", ["--stack-size=492"]], ["both", ["--liftoff-only", "--stack-size=492"]]]) {
  test(`hostile, with ${what}`, { skip: flags && "this is it", timeout: 1_200_000 }, () => {
    const { status, stdout } = spawnSync(process.execPath, [...arguments_, "--test-reporter=tap", fileURLToPath(import.meta.url)], {
      encoding: "utf8", maxBuffer: 1 << 28, env: { ...process.env, NODE_TEST_CONTEXT: undefined, NACRE_SMALL_STACK: "1" },
    });
    assert.equal(status, 0, stdout.split("\n").filter((line) => /^not ok|error:/.test(line)).join("\n"));
  });
}

test("limits.memory beyond what the module can hold", async () => {
  await assert.rejects(Sandbox.create({ limits: { memory: 512 * 1024 * 1024 + 1 } }), RangeError);
  await assert.rejects(Sandbox.create({ limits: { memory: Infinity } }), RangeError);
});
