// The Worker that the tests run in workerd. Paths: /case?name=... runs one of the common cases; the others are for the test of
// overlapping requests on one sandbox that outlives them.
import { createToolLayer, Sandbox } from "../../dist/index.workerd.js";
import { runCase } from "./cases.mjs";

let shared;
const sandbox = () => (shared ??= Sandbox.create());

// Tools over a host that never answers when it is to write "hang".
const written = [];
const { tools } = createToolLayer({
  exec: async () => ({ stdout: "", stderr: "", exitCode: 0 }),
  writeFile: (_path, content) => (content === "hang" ? new Promise(() => {}) : Promise.resolve(void written.push(content))),
}, "/w");

export default {
  async fetch(request) {
    const url = new URL(request.url);
    try {
      if (url.pathname === "/case") {
        await runCase(url.searchParams.get("name"), Sandbox);
        return new Response("ok");
      }
      if (url.pathname === "/exec") {
        const r = await (await sandbox()).exec(await request.text(), { signal: request.signal });
        return Response.json({ stdout: r.stdout, stderr: r.stderr, exitCode: r.exitCode });
      }
      if (url.pathname === "/write") {
        const r = await tools.write.execute("id", { path: "f", content: await request.text() });
        return Response.json([r.content[0].text, written]);
      }
      // Runs a script with a clock that stands still, as a deployed Worker's does.
      if (url.pathname === "/frozen") {
        const still = await Sandbox.create({ now: () => 1e12 });
        const r = await still.exec(await request.text(), { timeoutMs: Number(url.searchParams.get("timeout") ?? 10_000) });
        return Response.json({ stdout: r.stdout, stderr: r.stderr, exitCode: r.exitCode });
      }
      return new Response("not found", { status: 404 });
    } catch (error) {
      return new Response(`${error?.name}: ${error?.message}\n${error?.stack}`, { status: 500 });
    }
  },
};
