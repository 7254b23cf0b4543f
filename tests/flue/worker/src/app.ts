// POST /run { kind, name } plays one case and answers { ok, skip, error }.
// @ts-nocheck
import { init, setProvider } from "@flue/runtime";
import { cases, checkCase, messageOf } from "../../cases.mjs";
import { excepted } from "../../kinds.mjs";
import { scriptedProvider } from "../../scripted.mjs";
import { special } from "../../special.mjs";
import { Scripted } from "./agents/scripted";
import { kinds } from "./kinds";

setProvider(scriptedProvider());
let count = 0;

function agentOver(kind, name) {
  const agent = init(Scripted, { id: `${kind}|${name}|${Date.now()}.${++count}` });
  const run = async (steps) => JSON.parse((await agent.read(await agent.dispatch(typeof steps === "string" ? steps : messageOf({ steps })))).text);
  return { agent, run };
}

export default {
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === "/kinds") return Response.json(Object.keys(kinds));
    if (pathname !== "/run") return new Response("not found", { status: 404 });
    const { kind, name } = await request.json();
    const test = cases.find((c) => c.name === name);
    try {
      if (!test) return Response.json({ ok: true, skip: await special[name]({ kind, agentOver }) });
      const skip = excepted(test, kind);
      if (!skip) checkCase(test, await agentOver(kind, name).run(messageOf(test)));
      return Response.json({ ok: true, skip });
    } catch (error) {
      return Response.json({ ok: false, error: error?.stack ?? String(error) });
    }
  },
};
