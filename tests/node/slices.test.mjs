// What the design promises of slices and of the memory: slices of any size print the same and spend the same; between two slices the
// memory is a complete checkpoint, which goes on in another instance.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Host } from "./boundary.mjs";

const scripts = {
  pipeline: "seq 20000 | grep 7 | sort -rn | head -n 5; echo ${PIPESTATUS[@]}",
  language: "f() { local i; for ((i = 0; i < $1; i++)); do a[i]=$((i * i)); done; }; f 2000; echo ${#a[@]} ${a[1999]}; x=$(printf '%s\\n' {1..500} | sort -r | head -n 3); echo \"$x\"; for w in a b c; do case $w in b) continue;; esac; echo $w; done",
  processes: "for i in 1 2 3; do (sleep 0.$i; echo $i) & done; wait; yes | head -n 1000 | wc -l; echo $RANDOM; date +%s%N",
  signals: "trap 'echo trapped' USR1; (sleep 0.01; kill -USR1 $$) & while ((n < 3000)); do ((n++)); done; wait; echo $n",
  files: "mkdir d; for i in {1..50}; do echo line $i > d/f$i; done; cat d/* | sort -k2n | tail -n 2; ls d | wc -l; grep -c 4 d/* | grep -c :1; rm -r d; ls",
};

for (const [name, script] of Object.entries(scripts)) {
  test(`slices of 1,000 and of 10,000,000: ${name}`, () => {
    const results = [1_000, 10_000_000, 77].map((fuel) => {
      const host = new Host();
      host.start(script);
      return host.finish(fuel);
    });
    const [small, large, odd] = results.map(({ slices, ...rest }) => rest);
    assert.equal(large.stderr, "");
    assert.deepEqual(small, large);
    assert.deepEqual(odd, large);
    assert.ok(results[2].slices > results[1].slices);
  });
}

test("a copy of the memory goes on in another instance", () => {
  const script = "trap 'echo trapped' USR1; x=kept; f() { if (($1)); then f $(($1 - 1)); else seq 30000 | (sleep 0.3; sort -n | tail -n 1) | cat; fi; }; f 100; kill -USR1 $$; echo $x; exit 5";
  const first = new Host();
  first.start(script);
  const whole = new Host();
  whole.start(script);
  const { slices, ...wanted } = whole.finish(500);
  assert.deepEqual([wanted.stdout, wanted.stderr, wanted.exitCode], ["30000\ntrapped\nkept\n", "", 5]);
  // At several places along the way.
  let copies = 0;
  for (let i = 0; first.run(500) !== 0; i++) {
    if (i % Math.ceil(slices / 12) !== 0) continue;
    const { slices: _, ...got } = new Host(first).finish(100_000);
    assert.deepEqual(got, wanted);
    copies++;
  }
  assert.ok(copies >= 8);
  assert.deepEqual(first.result(), wanted);
});

test("a copy of the memory at function depth 9,000", () => {
  const script = "f() { if (($1)); then f $(($1 - 1)); else sleep 1; echo deep; fi; }; f 9000; echo up";
  const whole = new Host();
  whole.start(script);
  const { fuel } = whole.finish(1e9);
  const host = new Host();
  host.start(script);
  assert.equal(host.run(fuel * 0.8), 1);
  const copy = new Host(host);
  for (const each of [host, copy]) assert.equal(each.finish(1e6).stdout, "deep\nup\n");
});
