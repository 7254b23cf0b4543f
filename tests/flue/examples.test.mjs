// The examples, as a newcomer runs them, with the packages of tests/flue in place of a fresh npm install.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { freePort, here, missing, node22, root } from "./host.mjs";

const skip = missing();
async function play(name, script, ...args) {
  const folder = mkdtempSync(join(tmpdir(), "nacre-example-"));
  try {
    cpSync(join(root, "examples", name), folder, { recursive: true, filter: (path) => !/node_modules|\bdist\b/.test(path.slice(root.length)) });
    symlinkSync(join(here, "node_modules"), join(folder, "node_modules"));
    return execFileSync(node22, [script, ...args], {
      cwd: folder, encoding: "utf8", timeout: 200_000, stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, CI: "1", PORT: String(await freePort()), PATH: `${dirname(node22)}:${process.env.PATH}` },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
function check(output) {
  assert.match(output, /> What do I have to buy\?/);
  assert.match(output, /notes\.txt:3:buy bread/);
  assert.match(output, /bread\n +milk\n +2\n/);
  assert.match(output, /Successfully edited notes\.txt/);
  assert.match(output, /count\.sh notes\.txt"\}\n +3\n/);
}

test("examples/flue-node", { skip, timeout: 240_000 }, async () => check(await play("flue-node", "main.mjs")));
test("examples/flue-workers", { skip, timeout: 240_000 }, async () => check(await play("flue-workers", "start.mjs", "--once")));
