// The common cases in workerd, and what only Workers show: requests that overlap on one sandbox.
import assert from "node:assert/strict";
import { connect } from "node:net";
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

const post = (path, body) => fetch(new URL(path, origin), { method: "POST", body });
/** Makes a request; gives what cancels it. (Only a connection that is reset does: one that is closed might still be read from.) */
function cancellable(path, body) {
  const socket = connect(Number(origin.port), origin.hostname).on("error", () => {});
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  return () => socket.resetAndDestroy();
}

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
  const cancel = cancellable("/exec", "mkfifo p; (sleep 0.5; echo from the first > p) & sleep 100");
  await new Promise((resolve) => setTimeout(resolve, 100));
  const second = post("/exec", "sleep 0.1; timeout 5 cat p; echo $?").then((r) => r.json());
  await new Promise((resolve) => setTimeout(resolve, 100));
  cancel();
  const { stdout } = await second;
  // The cancelled request's processes go on while another pumps, or are ended with it: either way the second returns.
  assert.ok(stdout === "from the first\n0\n" || stdout === "124\n", stdout);
  assert.equal((await post("/exec", "echo alive").then((r) => r.json())).stdout, "alive\n");
});

test("workerd: a cancelled request does not keep a file's lock, though its host never answers", { timeout: 120_000 }, async () => {
  const cancel = cancellable("/write", "hang");
  await new Promise((resolve) => setTimeout(resolve, 300));
  const others = ["one", "two"].map((content) => post("/write", content).then((r) => r.json()));
  await new Promise((resolve) => setTimeout(resolve, 200));
  cancel();
  assert.deepEqual((await Promise.all(others)).map(([text]) => text), Array(2).fill("Successfully wrote 3 bytes to f"));
});

test("workerd: a request that waits long for its host keeps its lock", { timeout: 120_000 }, async () => {
  const first = post("/write", "hang");
  await new Promise((resolve) => setTimeout(resolve, 200));
  const second = post("/write", "late").then((r) => r.text());
  for (const never of [first, second]) never.catch(() => {});   // they end with the Worker
  assert.equal(await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 14_000, "waits"))]), "waits");
});

test("workerd: a clock that stands still", { timeout: 240_000 }, async () => {
  const r = await post("/frozen", "timeout 1 yes > /dev/null; echo $?; while (( SECONDS < 2 )); do :; done; echo over").then((x) => x.json());
  assert.equal(r.stdout, "124\nover\n");
});
