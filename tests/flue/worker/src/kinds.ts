// The kinds of sandbox in Workers. Agents make a factory at every render: it leads to one sandbox for each id.
// @ts-nocheck
import { env } from "cloudflare:workers";
import * as flueRuntime from "@flue/runtime";
import * as flueCloudflare from "@flue/runtime/cloudflare";
import { Sandbox } from "nacre";
import { asBash, bash, createStandardTools, nacre } from "nacre/flue";
import { cloudflareSandbox } from "nacre/flue/cloudflare";
import { kindsOf } from "../../kinds.mjs";

const overRpc = (make) => async ({ files = {} }, id) => {
  const stub = env.StubSandbox.get(env.StubSandbox.idFromName(id));
  await stub.seed(files);
  return make(stub);
};
export const kinds = {
  ...kindsOf({ Sandbox, nacre, bash, asBash, cloudflareSandbox, flue: { bash: flueRuntime.bash, cloudflareSandbox: flueCloudflare.cloudflareSandbox } }),
  "cloudflare over RPC": overRpc((stub) => cloudflareSandbox(stub)),
  "cloudflare over RPC, Flue's tools": overRpc((stub) => cloudflareSandbox(stub, { tools: false })),
};

const made = new Map();
export function factoryOf(id, kind, setup) {
  const createSandbox = async (options) => {
    let factory = made.get(id);
    if (!factory) made.set(id, (factory = await kinds[kind](setup, id)));
    return factory.createSandbox(options);
  };
  return /Flue's|^flue/.test(kind) ? { createSandbox } : { createSandbox, tools: (env) => createStandardTools(env) };
}
