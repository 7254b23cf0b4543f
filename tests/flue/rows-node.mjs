// Run by Node 22: the rows of the contract (rows.mjs). Prints a JSON line for each: { subject, group, row, ok, note, error }.
// Subjects are kinds of environments, and "Nacre" and "Flue" for what is made by functions. Arguments: the subjects to run (none: all).
import * as nacreFlue from "../../dist/flue.node.js";
import * as nacreCloudflare from "../../dist/flue-cloudflare.node.js";
import * as nacreNode from "../../dist/flue-node.js";
import { flue, kinds, lib } from "./kinds-node.mjs";
import { cloudflareRows, environment, errorRows, overDriver, ownCloudflareRows, rowFiles, toolRows } from "./rows.mjs";
import { SandboxStub } from "./stub.mjs";

export const environments = ["nacre", "bash(nacre)", "bash-just", "local", "cloudflare", "flue-local", "flue-bash-just", "flue-cloudflare"];
const nacre = { ...nacreFlue, ...nacreCloudflare, ...nacreNode, fromDriver: nacreFlue.createSandboxSessionEnv };
const theirs = { ...flue, fromDriver: flue.createSandboxSessionEnv };
const args = process.argv.slice(2);
const wanted = (subject) => args.length === 0 || args.includes(subject);

async function run(subject, group, row, check, ...given) {
  let note, error;
  let timer;
  try {
    const silent = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error("it never ends")), 60_000)));
    note = await Promise.race([check(...given), silent]);
  } catch (e) {
    error = e?.message ?? String(e);
  }
  clearTimeout(timer);
  console.log(JSON.stringify({ subject, group, row, ok: error === undefined, note, error }));
}

let count = 0;
for (const kind of environments.filter(wanted)) {
  for (const [group, row, check] of environment) {
    const factory = await kinds[kind]({ files: rowFiles });
    const env = await (factory.createSandbox ?? factory.createSessionEnv)({ id: `rows ${++count}` });
    await run(kind, group, row, check, { env, factory, kind });
  }
}
for (const [subject, from] of [["Nacre", nacre], ["Flue", theirs]].filter(([name]) => wanted(name))) {
  for (const [group, row, check] of overDriver) await run(subject, group, row, check, from.fromDriver);
  for (const [group, row, check] of toolRows) await run(subject, group, row, check, { lib: from, flue: theirs });
  for (const [group, row, check] of errorRows) await run(subject, group, row, check, from);
  const make = async (files = {}, options) => {
    const stub = new SandboxStub(lib.Sandbox.create({ files, cwd: "/workspace" }));
    return { stub, env: await from.cloudflareSandbox(stub, options).createSandbox({ id: "x" }) };
  };
  const rows = subject === "Nacre" ? [...cloudflareRows, ...ownCloudflareRows] : cloudflareRows;
  for (const [group, row, check] of rows) await run(subject, group, row, check, { make, lib: from, fast: { statePollMs: 50 } });
}
process.exit(0);
