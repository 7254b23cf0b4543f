// Every case listed in passing.txt still passes (run.mjs --check; cases of ../shared are skipped where it is missing).
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

test("conformance: the cases of passing.txt", { timeout: 3_000_000 }, () => {
  const run = fileURLToPath(new URL("run.mjs", import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [run, "--check", "--quiet"], {
    encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 28, env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
  assert.equal(status, 0, stdout);
  console.log(stdout.trim().split("\n").at(-1));
});
