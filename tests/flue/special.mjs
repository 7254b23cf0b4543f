// Cases that are more than a list of calls: aborts, and what must outlive them. Each gets { kind, agentOver } and gives a reason when it is
// not meant for the kind. They use only the runtime's public calls, so they run in Workers as well.
import { messageOf } from "./cases.mjs";

const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const check = (condition, what) => {
  if (!condition) throw new Error(what);
};

export const special = {
  async "abort: a command under way; the agent and its files go on"({ kind, agentOver }) {
    const { agent, run } = await agentOver(kind);
    await run([[["write", { path: "kept.txt", content: "kept" }]]]);
    const receipt = await agent.dispatch(messageOf({ steps: [[["bash", { command: "echo started > began.txt; sleep 30; echo done > done.txt" }]]] }));
    const reading = agent.read(receipt).then(() => "settled", (error) => error);
    await after(1200);
    await agent.abort();
    const outcome = await reading;
    check(outcome?.outcome === "aborted", `expected an aborted run, got ${outcome?.outcome ?? outcome}`);
    const [kept, began_, done] = await run([[["read", { path: "kept.txt" }], ["read", { path: "began.txt" }], ["read", { path: "done.txt" }]]]);
    check(kept.text === "kept", `kept.txt: ${JSON.stringify(kept)}`);
    check(began_.text === "started\n", `began.txt: ${JSON.stringify(began_)}`);
    check(done.error, "the command ran to its end");
  },

  async "abort: a loop that never waits"({ kind, agentOver }) {
    if (/bash-just/.test(kind)) return "just-bash's loops end by its own limits";
    if (/cloudflare/.test(kind)) return "the container's command cannot be stopped";
    const { agent, run } = await agentOver(kind);
    const reading = agent.read(await agent.dispatch(messageOf({ steps: [[["bash", { command: "while :; do :; done" }]]] }))).then(() => "settled", (error) => error);
    await after(1000);
    await agent.abort();
    const outcome = await reading;
    check(outcome?.outcome === "aborted", `expected an aborted run, got ${outcome?.outcome ?? outcome}`);
    const [r] = await run([[["bash", { command: "echo alive" }]]]);
    check(r.text === "alive", JSON.stringify(r));
  },

  async "two messages: what one wrote the next finds"({ kind, agentOver }) {
    const { run } = await agentOver(kind);
    await run([[["bash", { command: "mkdir -p d && echo one > d/f" }]]]);
    const [r] = await run([[["bash", { command: "cat d/f && echo two >> d/f && cat d/f" }]]]);
    check(r.text === "one\none\ntwo", JSON.stringify(r));
  },

  async "workspace: AGENTS.md, skills and listing are found through the environment"({ kind, agentOver }) {
    const { run } = await agentOver(kind, "workspace");
    const [r] = await run([[["activate_skill", { name: "greet" }]]]);
    check(!r.error && /Say hello twice\./.test(r.text), JSON.stringify(r));
  },
};
