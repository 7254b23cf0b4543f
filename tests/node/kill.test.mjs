// Ending what runs: an abort and SIGKILL at function depth 9,999, and how soon an abort is seen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Sandbox } from "../../dist/index.node.js";

const deep = "f() { if (($1)); then f $(($1 - 1)); else echo at the bottom; while :; do :; done; fi; }; f 9998";

async function atBottom(run) {
  const sandbox = await Sandbox.create();
  try {
    await run(sandbox);
    assert.equal((await sandbox.exec("echo alive")).stdout, "alive\n");
  } finally {
    await sandbox.dispose();
  }
}

test("abort at depth 9,999", { timeout: 60_000 }, () => atBottom(async (sandbox) => {
  const aborter = new AbortController();
  const running = sandbox.exec(deep, { signal: aborter.signal, onStdout: () => aborter.abort() });
  await assert.rejects(running, { name: "AbortError" });
}));

test("SIGKILL at depth 9,999", { timeout: 60_000 }, () => atBottom(async (sandbox) => {
  const p = sandbox.spawn(deep);
  await p.stdout.getReader().read();
  p.kill("SIGKILL");
  assert.deepEqual(await p.wait(), { exitCode: 137, signal: "SIGKILL" });
}));

test("SIGKILL from another process at depth 9,999", { timeout: 60_000 }, () => atBottom(async (sandbox) => {
  const r = await sandbox.exec(`(${deep}) & sleep 0.5; kill -9 $!; wait $!; echo $?`, { timeoutMs: 30_000 });
  assert.equal(r.stdout, "at the bottom\n137\n");
}));

test("one level more is the shell's own error", { timeout: 60_000 }, () => atBottom(async (sandbox) => {
  const r = await sandbox.exec("f() { f; }; f");
  assert.match(r.stderr, /maximum function nesting level exceeded \(10000\)/);
}));

for (const [what, script, within] of [
  ["a loop", "while :; do :; done", 50],
  ["a sort", "while :; do yes abcdefghij | head -c 30M | sort > /dev/null; done", 50],
  ["grep over many lines", "yes 'some line of text 12345' | head -c 50M > big; while :; do grep -c 'l.*e.*t.*9' big; done", 50],
  ["one regular expression on one line", "head -c 50M /dev/zero | tr '\\0' a > line; while :; do grep -cE 'a[ab]{200}c' line; done", 1000],
]) {
  test(`an abort ends ${what}`, { timeout: 60_000 }, async () => {
    const sandbox = await Sandbox.create({ limits: { memory: 512 << 20 } });
    const aborter = new AbortController();
    // In CPU time: on a busy machine the clock says little.
    const cpu = () => process.cpuUsage().user / 1000;
    let blocked = 0;
    let last = cpu();
    const ticking = setInterval(() => {
      const now = cpu();
      blocked = Math.max(blocked, now - last);
      last = now;
    }, 1);
    let due;
    setTimeout(() => {
      due = cpu();
      aborter.abort();
    }, 1500);
    try {
      await assert.rejects(sandbox.exec(script, { signal: aborter.signal }), { name: "AbortError" });
    } finally {
      clearInterval(ticking);
    }
    const late = cpu() - due;
    await sandbox.dispose();
    console.log(`${what}: ${late.toFixed(1)} ms of CPU after the abort (goal ${within}), the event loop stood for ${blocked.toFixed(1)} ms`);
  });
}

// Work that costs far more time than fuel, in loops and at one go. Without a clock in the slices each would outlast the test.
const big = "x=$(printf '%0*d' 1000000 0); ";
for (const script of [
  `${big}while :; do : "$x"; done`,
  `${big}while :; do : \${#x}; done`,
  `${big}while :; do y=\${x^^}; done`,
  `${big}for ((i = 0; ; i++)); do y=\${x:i:1}; done`,
  `${big}while :; do y=\${x//[0-9]/}; done`,
  "x=$(seq 100000); while :; do set -- $x; done",
  "while :; do printf -v y '%9999999s' a; done",
  "read x < /dev/zero",
  "truncate -s 1T f; tail -n 2 f",
  "seq 300000 > f; while :; do tac f > g; done",
]) {
  test(`a timeout ends ${script.replace(big, "x of 1 MB; ")}`, { timeout: 60_000 }, async () => {
    const sandbox = await Sandbox.create();
    assert.equal((await sandbox.exec(script, { timeoutMs: 300 })).exitCode, 124);
    assert.equal((await sandbox.exec("echo on")).stdout, "on\n");
    await sandbox.dispose();
  });
}

// The script is in time, the function is not.
test("a timeout ends a call whose function of the output never settles", { timeout: 20_000 }, async () => {
  const sandbox = await Sandbox.create();
  const r = await sandbox.exec("echo out; echo err >&2", { timeoutMs: 200, onStdout: () => new Promise(() => {}) });
  assert.deepEqual([r.stdout, r.stderr, r.exitCode], ["out\n", "err\n", 0]);
  await sandbox.dispose();
});
