// Makes dist/, the package's contents: the TypeScript in js/ compiled, and nacre.wasm.
//
//   node tools/build-dist.mjs            builds what is out of date
//   node tools/build-dist.mjs --js       only the TypeScript, beside a dist/nacre.wasm that is there
//   node tools/build-dist.mjs --check    only says whether dist/ is there (before npm pack)
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { orderFunctions } from "./order-functions.mjs";

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

// The licences of what is compiled into the module.
function notices() {
  const sources = process.env.NACRE_THIRD_PARTY ?? join(root, "build/third_party");
  const parts = ["re2", "pcre2", "libmd", "simdjson"].map((name) => {
    const file = ["LICENSE", "LICENCE.md", "COPYING"].map((f) => join(sources, name, f)).find((f) => existsSync(f));
    return `${name}\n${"=".repeat(name.length)}\n\n${file ? readFileSync(file, "utf8").trim() : "see its sources"}\n`;
  });
  writeFileSync(join(dist, "THIRD-PARTY-NOTICES.txt"), `nacre.wasm has code of these libraries, under their licences.\n\n${parts.join("\n\n")}`);
}

// Leaves only the declarations that the package's entries lead to, and has those with Symbol.dispose name the part of the
// standard library that declares it, so that they compile whatever "lib" a project has.
function publicTypes() {
  const kept = new Set(["nacre.wasm.d.ts"]);
  const keep = (file) => {
    if (kept.has(file)) return;
    kept.add(file);
    const path = join(dist, file);
    const text = readFileSync(path, "utf8");
    if (/Symbol\.(asyncD|d)ispose/.test(text)) writeFileSync(path, `/// <reference lib="esnext.disposable" />\n${text}`);
    for (const [, to] of text.matchAll(/(?:from|import\() ?"(\.[^"]*)\.js"/g)) keep(join(dirname(file), `${to}.d.ts`));
  };
  for (const [, file] of readFileSync(join(root, "package.json"), "utf8").matchAll(/"types": "\.\/dist\/([^"]*)"/g)) keep(file);
  for (const file of readdirSync(dist, { recursive: true })) if (file.endsWith(".d.ts") && !kept.has(file)) rmSync(join(dist, file));
}

if (process.argv.includes("--check")) {
  if (existsSync(join(dist, "nacre.wasm")) && existsSync(join(dist, "index.node.js"))) process.exit(0);
  console.error("dist/ is not built: npm run build");
  process.exit(1);
}

mkdirSync(dist, { recursive: true });
const built = join(root, "build/wasm/nacre.wasm");
const shipped = join(dist, "nacre.wasm");
const onlyScripts = process.argv.includes("--js");
if (!onlyScripts) run("tools/build.sh", ["wasm", "--quiet", "nacre"]);
if (!onlyScripts && time(built) > time(shipped)) {
  const bytes = orderFunctions(readFileSync(built));
  writeFileSync(shipped, bytes);
  notices();
  console.error(`build: nacre.wasm ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} compressed`);
}
const sources = Math.max(newest(join(root, "js")), time(join(root, "tsconfig.json")), time(shipped));
if (sources > time(stamp)) {
  for (const name of readdirSync(dist)) if (/\.(js|d\.ts)$/.test(name)) rmSync(join(dist, name));
  rmSync(join(dist, "flue"), { recursive: true, force: true });
  run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", root]);
  copyFileSync(join(root, "js/nacre.wasm.d.ts"), join(dist, "nacre.wasm.d.ts"));
  publicTypes();
  const id = createHash("sha256").update(readFileSync(shipped)).digest("hex").slice(0, 16);
  const { build } = await import("esbuild");
  // For each host few files, so that importing is quick: what several of its entries need is in a shared one, because there is
  // to be one class Sandbox.
  const bundle = (entries, options) => build({
    entryPoints: entries.map((name) => ({ in: join(root, "js", `${name}.ts`), out: name.replace(/^.*\//, "") })),
    outdir: dist, chunkNames: "shared-[hash]",
    bundle: true, splitting: true, ignoreAnnotations: true, format: "esm", target: "es2022", platform: "neutral",
    legalComments: "none", logLevel: "warning",
    ...options,
    external: ["*.wasm", ...(options?.external ?? [])],
    plugins: [{
      name: "build id",
      setup: (b) => b.onLoad({ filter: /build-id\.ts$/ }, () => ({ contents: `export const buildId = ${JSON.stringify(id)};`, loader: "ts" })),
    }],
  });
  await bundle(["index.node", "flue/flue.node", "flue/flue-cloudflare.node", "flue/flue-node"], { platform: "node" });
  for (const host of ["workerd", "browser"]) await bundle([`index.${host}`, `flue/flue.${host}`, `flue/flue-cloudflare.${host}`]);
  await bundle(["cli"], { platform: "node", external: ["./index.node.js"] });
  await bundle(["worker"], { external: ["./index.workerd.js"] });
  writeFileSync(stamp, "");
}
