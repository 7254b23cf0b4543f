// The common cases in workerd, and what only Workers show: requests that overlap on one sandbox.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { names } from "./cases.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
let worker, origin;

before(async () => {
  worker = new Miniflare({
    modules: true, rootPath: root, modulesRoot: root, scriptPath: "tests/hosts/worker.mjs", compatibilityDate: "2026-04-01", cf: false,
    modulesRules: [{ type: "ESModule", include: ["**/*.js", "**/*.mjs"] }, { type: "CompiledWasm", include: ["**/*.wasm"] }],
  });
  origin = await worker.ready;
});
after(() => worker?.dispose());

const post = (path, body, options) => fetch(new URL(path, origin), { method: "POST", body, ...options });

for (const name of names) {
  test(`workerd: ${name}`, { timeout: 120_000 }, async () => {
    const response = await fetch(new URL(`/case?name=${encodeURIComponent(name)}`, origin));
    assert.equal(await response.text(), "ok");
  });
}

test("workerd: two requests on one sandbox, the first ends first", { timeout: 120_000 }, async () => {
  const first = post("/exec", "echo a > shared; sleep 0.1; echo first").then((r) => r.json());
  const second = post("/exec", "sleep 0.4; cat shared; echo second").then((r) => r.json());
  assert.equal((await first).stdout, "first\n");
  assert.equal((await second).stdout, "a\nsecond\n");
});

test("workerd: the first is cancelled while the second waits for what it started", { timeout: 120_000 }, async () => {
  const aborter = new AbortController();
  const first = post("/exec", "mkfifo p; (sleep 0.5; echo from the first > p) & sleep 100", { signal: aborter.signal });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const second = post("/exec", "sleep 0.1; timeout 5 cat p; echo $?").then((r) => r.json());
  await new Promise((resolve) => setTimeout(resolve, 100));
  aborter.abort();
  await assert.rejects(first);
  const { stdout } = await second;
  // The cancelled request's processes go on while another pumps, or are ended with it: either way the second returns.
  assert.ok(stdout === "from the first\n0\n" || stdout === "124\n", stdout);
  assert.equal((await post("/exec", "echo alive").then((r) => r.json())).stdout, "alive\n");
});

test("workerd: a clock that stands still", { timeout: 240_000 }, async () => {
  const r = await post("/frozen", "timeout 1 yes > /dev/null; echo $?; while (( SECONDS < 2 )); do :; done; echo over").then((x) => x.json());
  assert.equal(r.stdout, "124\nover\n");
});
