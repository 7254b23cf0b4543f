// npm start: builds the Worker, serves it in workerd on this machine, and asks its agent two things. Ctrl-C ends it; `npm start -- --once`
// ends by itself. PORT: the port, 8787 if it is not set.
import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";

const port = process.env.PORT ?? "8787";
await new Promise((free) => {
  const probe = createServer().once("error", (e) => {
    console.error(`port ${port} cannot be used (${e.code}): PORT=8788 npm start takes another`);
    process.exit(1);
  });
  probe.listen(Number(port), "127.0.0.1", () => probe.close(free));
});
const env = { ...process.env, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" };
const bin = (name, ...args) => [process.execPath, [`node_modules/${name}`, ...args]];
const build = spawnSync(...bin("vite/bin/vite.js", "build", "--logLevel", "error"), { env, stdio: "inherit" });
if (build.status !== 0) process.exit(build.status ?? 1);
const worker = spawn(...bin("wrangler/bin/wrangler.js", "dev", "--local", "--ip", "127.0.0.1", "--port", port, "--inspector-port", "0", "--log-level", "warn",
  "--config", "dist/example_flue_workers/wrangler.json"), { env, stdio: ["ignore", "inherit", "inherit"] });
worker.on("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => worker.kill());

const origin = `http://127.0.0.1:${port}`;
for (let i = 0; ; i++) {
  if (await fetch(origin).then(() => true, () => false)) break;
  if (i === 150) process.exit(worker.kill());
  await new Promise((resolve) => setTimeout(resolve, 200));
}
for (const message of ["What do I have to buy?", "Add eggs, and count again."]) {
  console.log(`\n> ${message}`);
  console.log(await (await fetch(`${origin}/demo`, { method: "POST", body: message })).text());
}
if (process.argv.includes("--once")) {
  worker.removeAllListeners("exit");
  worker.kill();
  process.exit(0);
}
console.log(`Served at ${origin}: curl -d 'What do I have to buy?' ${origin}/demo`);
