// Makes dist/, the package's contents: the TypeScript in js/ compiled, and nacre.wasm.
//
//   node tools/build-dist.mjs            builds what is out of date
//   node tools/build-dist.mjs --check    only says whether dist/ is there (before npm pack)
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
const stamp = join(dist, ".built");

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) process.exit(status ?? 1);
}

function newest(folder) {
  let time = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    time = Math.max(time, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return time;
}
const time = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

if (process.argv.includes("--check")) {
  if (existsSync(join(dist, "nacre.wasm")) && existsSync(join(dist, "index.node.js"))) process.exit(0);
  console.error("dist/ is not built: npm run build");
  process.exit(1);
}

mkdirSync(dist, { recursive: true });
run("tools/build.sh", ["wasm", "--quiet", "nacre"]);
const built = join(root, "build/wasm/nacre.wasm");
const shipped = join(dist, "nacre.wasm");
if (time(built) > time(shipped)) {
  copyFileSync(built, shipped);
  const bytes = readFileSync(shipped);
  console.error(`build: nacre.wasm ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} compressed`);
}
const sources = Math.max(newest(join(root, "js")), time(join(root, "tsconfig.json")), time(shipped));
if (sources > time(stamp)) {
  for (const name of readdirSync(dist)) if (/\.(js|d\.ts)$/.test(name)) rmSync(join(dist, name));
  run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", root]);
  copyFileSync(join(root, "js/nacre.wasm.d.ts"), join(dist, "nacre.wasm.d.ts"));
  // One file for each host: importing is then quick.
  const id = createHash("sha256").update(readFileSync(shipped)).digest("hex").slice(0, 16);
  const { build } = await import("esbuild");
  for (const name of ["index.node", "index.workerd", "index.browser", "cli", "worker"]) {
    await build({
      entryPoints: [join(root, "js", `${name}.ts`)],
      outfile: join(dist, `${name}.js`),
      bundle: true, format: "esm", target: "es2022", platform: name === "index.node" || name === "cli" ? "node" : "neutral",
      external: ["*.wasm", ...(name === "cli" ? ["./index.node.js"] : name === "worker" ? ["./index.workerd.js"] : [])],
      legalComments: "none", logLevel: "warning",
      plugins: [{
        name: "build id",
        setup: (b) => b.onLoad({ filter: /build-id\.ts$/ }, () => ({ contents: `export const buildId = ${JSON.stringify(id)};`, loader: "ts" })),
      }],
    });
  }
  writeFileSync(stamp, "");
}
