// POST /ID with a message as the body: the agent of that id answers. The model is scripted (model.mjs): no API key.
import { init, setProvider } from "@flue/runtime";
import { Coder } from "./agents/coder";
import { scripted } from "./model.mjs";

setProvider(scripted);

export default {
  async fetch(request: Request): Promise<Response> {
    if (request.method !== "POST") return new Response("POST a message to /ID\n");
    const agent = init(Coder, { id: new URL(request.url).pathname.slice(1) || "demo" });
    const reply = await agent.read(await agent.dispatch(await request.text()));
    return new Response(`${reply.text}\n`);
  },
};
