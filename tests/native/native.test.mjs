// Hostile input in the native program under AddressSanitizer and UBSan, and slices of any size. Skipped where it is not built
// (tools/build.sh native nacre-native).
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { hostile } from "./hostile.mjs";

const program = fileURLToPath(new URL("../../build/native/nacre-native", import.meta.url));
const skip = !existsSync(program) && "nacre-native is not built";

function run(options, script) {
  return new Promise((resolve) => {
    // A script of megabytes does not fit into an argument: it comes by stdin.
    const child = spawn(program, [...options, "/dev/stdin"], { stdio: ["pipe", "pipe", "pipe"] });
    let stdout = "", stderr = "";
    child.stdout.on("data", (data) => (stdout = (stdout + data).slice(0, 1e6)));
    child.stderr.on("data", (data) => (stderr = (stderr + data).slice(0, 1e6)));
    child.stdin.on("error", () => {}).end(script);
    const timer = setTimeout(() => child.kill("SIGKILL"), 240_000);
    child.on("close", (status, signal) => {
      clearTimeout(timer);
      resolve({ status, signal, stdout, stderr });
    });
  });
}

for (const [name, { script, err, fuel = 3e7, memory = 64 }] of Object.entries(hostile)) {
  test(`hostile, native: ${name}`, { skip, timeout: 300_000 }, async () => {
    const r = await run(["-t", "-F", String(fuel), "-m", String(memory << 20), "-o", "1000000"], script);
    assert.equal(r.signal, null, `killed by ${r.signal}`);
    assert.doesNotMatch(r.stderr, /AddressSanitizer|runtime error|nacre-native:/);
    if (err) assert.match(r.stderr, err);
  });
}
