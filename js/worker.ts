// The example Worker (wrangler.toml): POST a script, get what it printed.
//
//   curl http://localhost:8787 --data 'seq 3 | tac'
//
// Each request has a sandbox of its own. The status of the script is in the header x-exit-code.
import { Sandbox } from "./index.workerd.js";

export default {
  async fetch(request: Request): Promise<Response> {
    if (request.method !== "POST") return new Response("POST a script\n", { status: 405 });
    await using sandbox = await Sandbox.create();
    const r = await sandbox.exec(await request.text(), { timeoutMs: 10_000, signal: request.signal });
    return new Response(r.stdout + r.stderr, { headers: { "content-type": "text/plain; charset=utf-8", "x-exit-code": `${r.exitCode}` } });
  },
};
