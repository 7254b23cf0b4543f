// Whole scripts of Debian and npm packages, and our own: the same stdout, stderr, exit status and files in real bash and in Nacre.
// A script that is not on this machine is skipped by name. `node --test --test-name-pattern NAME tests/scripts` runs some of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cases } from "./cases.mjs";
import { find, noBash, runBoth } from "./harness.mjs";

for (const c of cases) {
  const skip = noBash ?? (find(c.source) ? false : `${c.source} is not installed`);
  test(c.name, { skip }, async () => {
    const { real, nacre } = await runBoth(c);
    if (c.stderr === false) real.stderr = nacre.stderr = "";
    assert.deepEqual(nacre, real);
  });
}
