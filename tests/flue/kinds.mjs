// The kinds of sandbox that the cases run over: each makes a factory for useSandbox with these files in it. Those here run in any
// host; kinds-node.mjs has the ones that only Node can have.
import { SandboxStub } from "./stub.mjs";

/** `lib` has nacre's exports of this host and Flue's: { Sandbox, nacre, bash, asBash, cloudflareSandbox, flue: { bash, cloudflareSandbox } }. */
export function kindsOf(lib) {
  const sandboxWith = (files, cwd) => lib.Sandbox.create({ files, ...(cwd && { cwd }) });
  // The runtime asks for a shell at each message: it is the same one.
  const same = (shell) => () => shell;
  return {
    nacre: async ({ files }) => lib.nacre({ files }),
    "nacre, Flue's tools": async ({ files }) => lib.nacre({ files, tools: false }),
    "bash(nacre)": async ({ files }) => lib.bash(same(await sandboxWith(files))),
    "bash(asBash(nacre))": async ({ files }) => lib.bash(same(lib.asBash(await sandboxWith(files)))),
    "Flue's bash(asBash(nacre))": async ({ files }) => lib.flue.bash(same(lib.asBash(await sandboxWith(files)))),
    cloudflare: async ({ files }) => lib.cloudflareSandbox(new SandboxStub(sandboxWith(files, "/workspace"))),
    "cloudflare, Flue's tools": async ({ files }) => lib.cloudflareSandbox(new SandboxStub(sandboxWith(files, "/workspace")), { tools: false }),
    "flue-cloudflare": async ({ files }) => lib.flue.cloudflareSandbox(new SandboxStub(sandboxWith(files, "/workspace"))),
  };
}

/** Whether a case is meant for a kind; a reason when not. */
export function excepted(test, kind) {
  const name = kind.replace(", Flue's tools", "").replace(" over RPC", "");
  return test.except?.[kind] ?? test.except?.[name];
}
