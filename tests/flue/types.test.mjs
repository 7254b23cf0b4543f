// The types of nacre/flue against those of the published runtime: what one gives the other takes.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { here, missing, root } from "./host.mjs";

const skip = missing();
const source = `
import * as flue from "@flue/runtime";
import { cloudflareSandbox as flueCloudflare } from "@flue/runtime/cloudflare";
import { Sandbox } from "nacre";
import * as ours from "nacre/flue";
import { cloudflareSandbox, type CloudflareSandboxStub } from "nacre/flue/cloudflare";
import { local } from "nacre/flue/node";

declare const stub: CloudflareSandboxStub & Parameters<typeof flueCloudflare>[0];
declare const driver: flue.SandboxDriver;
const factories: flue.SandboxFactory[] = [
  ours.nacre(), ours.nacre({ tools: false, files: { a: "b" }, storage: "memory", toolOptions: { keepPartial: true } }), ours.bash(() => Sandbox.create()),
  ours.bash(async () => ours.asBash(await Sandbox.create())), local({ cwd: "/", env: { A: undefined } }), cloudflareSandbox(stub, { cwd: "/w", removal: "unsupported" }),
];
export function Agent() {
  flue.useSandbox(factories[0]!);
  return "";
}
const theirs = flue.bash(async () => ours.asBash(await Sandbox.create()));
const env: flue.Sandbox = ours.createSandboxSessionEnv(driver, "/w", { onOrphanSettled: (s: flue.OrphanedExecSettlement) => void s.startedAt.getTime() });
const back: ours.SessionEnv & ours.Sandbox = flue.sandboxFromDriver(driver, "/w");
const api: ours.SandboxApi & ours.SandboxDriver = driver;
const set: flue.SandboxToolFactory = (sandbox) => [ours.createReadTool(sandbox), flue.createWriteTool(sandbox), ...ours.createStandardTools(sandbox)];
const mine: ours.SessionToolFactory = (sandbox, { subagents }) => (Object.keys(subagents), [ours.createBashTool(sandbox)]);
const custom: flue.SandboxFactory = ours.nacre({ tools: mine });
const like: flue.BashLike = ours.asBash(await Sandbox.create());
const stat: flue.FileStat = await env.stat("x");
const sandbox: Sandbox | undefined = ours.sandboxOf(env);
const error: flue.SandboxOperationUnsupportedError extends Error ? Error : never = new ours.SandboxOperationUnsupportedError({ operation: "rm", provider: "X", options: [] });
// @ts-expect-error: no such store yet
ours.nacre({ storage: "disk" });
export { theirs, back, api, set, custom, like, stat, sandbox, error };
`;

test("types of nacre/flue and of @flue/runtime fit", { skip, timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(here, "types-"));
  try {
    writeFileSync(join(folder, "use.ts"), source);
    const { status, stdout } = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "--noEmit", "--strict", "--module", "nodenext",
      "--target", "es2022", "--lib", "es2023,esnext.disposable,dom,dom.iterable", "--skipLibCheck", "--ignoreConfig", "--types", "node", "--typeRoots", join(root, "node_modules/@types"), "use.ts"], { cwd: folder, encoding: "utf8" });
    assert.equal(status, 0, stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
