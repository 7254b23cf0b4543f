// What `npm pack` packs, installed in an empty project: in Node, bundled by wrangler and esbuild for Workers and run in workerd,
// built by Vite; and its types, checked by TypeScript.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { chromium } from "playwright-core";
import { executablePath } from "../hosts/chromium.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const tool = (name) => join(root, "node_modules/.bin", name);
const quiet = { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "1" } };
let project;

before(() => {
  project = mkdtempSync(join(tmpdir(), "nacre-package-"));
  const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", project], { ...quiet, cwd: root }));
  // Installed as npm would, without asking a registry: there are no dependencies.
  const target = join(project, "node_modules/nacre");
  mkdirSync(target, { recursive: true });
  execFileSync("tar", ["-xzf", join(project, filename), "--strip-components=1", "-C", target]);
  mkdirSync(join(project, "node_modules/.bin"));
  symlinkSync("../nacre/bin/nacre", join(project, "node_modules/.bin/nacre"));
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "consumer", type: "module", private: true }));
});
after(() => rmSync(project, { recursive: true, force: true }));

test("it holds what it should, and no more", () => {
  const names = readdirSync(join(project, "node_modules/nacre"), { recursive: true }).map(String);
  for (const name of ["package.json", "README.md", "bin/nacre", "dist/nacre.wasm", "dist/index.node.js", "dist/index.workerd.js", "dist/index.browser.d.ts", "dist/flue.node.js", "dist/flue.workerd.js", "dist/flue-node.js",
    "dist/flue/flue.node.d.ts", "dist/THIRD-PARTY-NOTICES.txt", "LICENSE", "docs/flue.md"]) {
    assert.ok(names.includes(name), name);
  }
  assert.deepEqual(names.filter((name) => /^(src|vfs|wasm|tests|js|build)\b/.test(name)), []);
});

test("Node", () => {
  writeFileSync(join(project, "main.mjs"), `
    import { Sandbox } from "nacre";
    const sandbox = await Sandbox.create({ files: { f: "packed\\n" } });
    process.stdout.write((await sandbox.exec("cat f | tr a-z A-Z")).stdout);
  `);
  assert.equal(execFileSync(process.execPath, ["main.mjs"], { ...quiet, cwd: project }), "PACKED\n");
  assert.equal(execFileSync(join(project, "node_modules/.bin/nacre"), ["-c", "echo $0 $1", "x", "y"], { ...quiet, cwd: project }), "x y\n");
});

test("Node: nacre/flue, without anything of Flue", () => {
  writeFileSync(join(project, "flue.mjs"), `
    import { Sandbox } from "nacre";
    import { bash, nacre, sandboxOf } from "nacre/flue";
    import { cloudflareSandbox } from "nacre/flue/cloudflare";
    import { local } from "nacre/flue/node";
    const env = await nacre({ files: { f: "packed\\n" } }).createSandbox({ id: "1" });
    process.stdout.write((await env.exec("cat f")).stdout + (sandboxOf(env) instanceof Sandbox) + typeof local + typeof cloudflareSandbox + typeof bash);
  `);
  assert.equal(execFileSync(process.execPath, ["flue.mjs"], { ...quiet, cwd: project }), "packed\ntruefunctionfunctionfunction");
});

const workerSource = `
  import { Sandbox } from "nacre";
  import { nacre, sandboxOf } from "nacre/flue";
  export default { async fetch(request) {
    const sandbox = await Sandbox.create();
    const env = await nacre().createSandbox({ id: "1" });
    if (!(sandboxOf(env) instanceof Sandbox)) throw new Error("two copies of nacre");
    await env.writeFile("out", (await sandbox.exec(await request.text())).stdout);
    return new Response(await env.readFile("out"));
  } };
`;

async function inWorkerd(folder) {
  const [main] = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const worker = new Miniflare({
    modules: true, rootPath: folder, modulesRoot: folder, scriptPath: main, compatibilityDate: "2026-04-01", cf: false,
    modulesRules: [{ type: "ESModule", include: ["**/*.js"] }, { type: "CompiledWasm", include: ["**/*.wasm"] }],
  });
  try {
    const response = await worker.dispatchFetch("http://localhost/", { method: "POST", body: "seq 3 | tac" });
    assert.equal(await response.text(), "3\n2\n1\n");
  } finally {
    await worker.dispose();
  }
}

test("wrangler", { timeout: 120_000 }, async () => {
  const folder = join(project, "wrangler");
  mkdirSync(folder);
  writeFileSync(join(folder, "worker.js"), workerSource);
  writeFileSync(join(folder, "wrangler.toml"), 'name = "consumer"\nmain = "worker.js"\ncompatibility_date = "2026-04-01"\n');
  execFileSync(tool("wrangler"), ["deploy", "--dry-run", "--outdir", "out"], { ...quiet, cwd: folder });
  rmSync(join(folder, "out/README.md"), { force: true });
  await inWorkerd(join(folder, "out"));
});

test("esbuild, for Workers", { timeout: 60_000 }, async () => {
  const folder = join(project, "esbuild");
  mkdirSync(folder);
  writeFileSync(join(folder, "worker.js"), workerSource);
  execFileSync(tool("esbuild"), ["worker.js", "--bundle", "--format=esm", "--conditions=workerd", "--loader:.wasm=copy", "--outdir=out"], { ...quiet, cwd: folder });
  await inWorkerd(join(folder, "out"));
});

test("Vite", { timeout: 120_000 }, () => {
  const folder = join(project, "vite");
  mkdirSync(folder);
  writeFileSync(join(folder, "index.html"), '<!doctype html><script type="module" src="/main.js"></script>');
  writeFileSync(join(folder, "main.js"), 'import { Sandbox } from "nacre";\nimport { nacre } from "nacre/flue";\nconst s = await Sandbox.create();\nconst e = await nacre().createSandbox({ id: "1" });\ndocument.body.textContent = (await s.exec("echo hi")).stdout + (await e.exec("echo hi")).stdout;\n');
  writeFileSync(join(folder, "vite.config.js"), 'export default { build: { target: "es2022" } };\n');
  execFileSync(tool("vite"), ["build", "--logLevel", "error"], { ...quiet, cwd: folder });
  const assets = readdirSync(join(folder, "dist/assets"));
  const wasm = assets.filter((name) => name.endsWith(".wasm"));
  assert.equal(wasm.length, 1, assets.join(" "));
  const script = readFileSync(join(folder, "dist/assets", assets.find((name) => name.endsWith(".js"))), "utf8");
  assert.ok(script.includes(wasm[0]));
});

test("Vite's development server, in Chromium", { skip: !executablePath && "no Chromium here", timeout: 120_000 }, async () => {
  const folder = join(project, "vite-dev");
  mkdirSync(folder);
  writeFileSync(join(folder, "index.html"), '<!doctype html><script type="module" src="/main.js"></script>');
  writeFileSync(join(folder, "main.js"), 'import { nacre } from "nacre/flue";\nimport { Sandbox } from "nacre";\nconst run = async () => [(await (await nacre().createSandbox({ id: "1" })).exec("echo hi")).stdout, (await (await Sandbox.create()).exec("echo two")).stdout];\nglobalThis.result = await run().catch((error) => String(error));\n');
  symlinkSync("../node_modules", join(folder, "node_modules"));
  const server = spawn(process.execPath, [join(root, "node_modules/vite/bin/vite.js"), "--host", "127.0.0.1", "--port", "0"], { cwd: folder, env: { ...process.env, NO_COLOR: "1" }, stdio: ["ignore", "pipe", "inherit"] });
  let browser;
  try {
    let log = "";
    const address = await new Promise((resolve, reject) => {
      server.stdout.on("data", (text) => {
        log += text;
        const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(log);
        if (found) resolve(found[0]);
      });
      server.on("exit", () => reject(new Error(log)));
    });
    browser = await chromium.launch({ executablePath, timeout: 60_000 });
    const tab = await browser.newPage();
    await tab.goto(address);
    // Vite may reload the page when it has found what the program depends on.
    await tab.waitForFunction(() => globalThis.result !== undefined, undefined, { timeout: 60_000 });
    assert.deepEqual(await tab.evaluate(() => globalThis.result), ["hi\n", "two\n"]);
  } finally {
    await browser?.close();
    server.kill();
  }
});

test("its types", { timeout: 60_000 }, () => {
  writeFileSync(join(project, "use.ts"), `
    import { AbortError, Sandbox, type ExecResult, type Process, type Shell } from "nacre";
    const sandbox: Sandbox = await Sandbox.create({ files: { a: "x", b: new Uint8Array(1), c: { symlink: "a" }, d: { directory: true } }, now: 0 });
    const r: ExecResult = await sandbox.exec("ls", { onStdout: async (text: string, bytes: Uint8Array) => {}, signal: AbortSignal.timeout(1) });
    const p: Process = sandbox.spawn("cat");
    const status: { exitCode: number; signal: string | null } = await p.wait();
    const shell: Shell = sandbox.shell();
    const text: string = await sandbox.fs.readFile("a", "utf8");
    const bytes: Uint8Array = await sandbox.fs.readFile("a");
    // @ts-expect-error: not an option
    await sandbox.exec("x", { nope: 1 });
    export { r, status, shell, text, bytes, AbortError };
    import { bash, createSandboxSessionEnv, nacre, type SandboxApi, type SessionEnv } from "nacre/flue";
    import { cloudflareSandbox } from "nacre/flue/cloudflare";
    const env: SessionEnv = await nacre({ files: { a: "x" } }).createSandbox({ id: "a" });
    const driver: SandboxApi = env;
    export const made = [bash(() => sandbox), createSandboxSessionEnv(driver, "/"), cloudflareSandbox];
  `);
  cpSync(join(root, "node_modules/@types/node"), join(project, "node_modules/@types/node"), { recursive: true });
  cpSync(join(root, "node_modules/undici-types"), join(project, "node_modules/undici-types"), { recursive: true });
  for (const conditions of [[], ["--customConditions", "workerd"], ["--customConditions", "browser"]]) {
    execFileSync(tool("tsc"), ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom",
      "--types", "node", ...conditions, "use.ts"], { ...quiet, cwd: project });
  }
});
