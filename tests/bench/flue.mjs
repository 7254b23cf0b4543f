// npm run bench:flue: what a call of a tool costs, Nacre's tools over nacre() beside Flue's own over bash(just-bash), in one run; what nacre/flue
// adds to a program; and the size of a Worker with a Flue agent on each.
//
// Each figure is the median of many calls, in microseconds, warm, made one after the other. just-bash's grep cannot do what the grep tool asks of
// it (it finds nothing), so the same search through the bash tool is measured too.
//
//   npm run bench:flue [-- --calls 300] [--no-bundles]
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { here as flueTests, missing, node22, root, run } from "../flue/host.mjs";

const why = missing();
if (why) {
  console.log(`bench:flue: ${why}`);
  process.exit(0);
}
if (process.execPath !== node22) {
  process.exit(spawnSync(node22, ["--no-warnings", fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit" }).status ?? 1);
}
const option = (name, usual) => (process.argv.includes(name) ? Number(process.argv[process.argv.indexOf(name) + 1]) : usual);
const calls = option("--calls", 300);

const { flue, kinds } = await import("../flue/kinds-node.mjs");
const { createStandardTools } = await import("../../dist/flue.node.js");

const files = { "read.txt": "a line of text\n".repeat(200), "edit.txt": `${"a line of text\n".repeat(200)}value: 0\n` };
for (let i = 0; i < 2000; i++) files[`tree/d${i % 40}/f${i}.ts`] = `const a = ${i};\n// padding padding padding\n${i % 50 === 0 ? "const needle = 1;\n" : ""}export default a;\n`;

const theirs = (env) => ["Read", "Write", "Edit", "Bash", "Grep", "Glob"].map((name) => flue[`create${name}Tool`](env));
const engines = [
  ["Nacre", "nacre", (env) => createStandardTools(env)],
  ["Flue's tools over Nacre", "nacre, Flue's tools", theirs],
  ["Flue + just-bash", "flue-bash-just", theirs],
];
const works = [
  ["read, 3 KB", "read", () => ({ path: "read.txt" })],
  ["edit, 3 KB", "edit", (i) => ({ path: "edit.txt", oldText: `value: ${i}`, newText: `value: ${i + 1}` })],
  ["write, 1 KB", "write", () => ({ path: "out.txt", content: "x".repeat(1000) })],
  ["bash `echo hi`", "bash", () => ({ command: "echo hi" })],
  ["grep, 2,000 files", "grep", () => ({ pattern: "needle", path: "tree" }), 20],
  ["bash `grep -rn`, 2,000 files", "bash", () => ({ command: "grep -rn needle tree | wc -l" }), 20],
  ["glob, 2,000 files", "glob", () => ({ pattern: "f19*.ts", path: "tree" }), 20],
];

const sides = [];
for (const [name, kind, toolsOf] of engines) {
  const env = await (await kinds[kind]({ files })).createSandbox({ id: `bench ${name}` });
  sides.push({ name, tools: Object.fromEntries(toolsOf(env).map((tool) => [tool.name, tool])), counts: {} });
}
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

const table = [["", ...sides.map((side) => side.name), "answers"]];
for (const [name, tool, args, times = calls] of works) {
  const samples = sides.map(() => []);
  const answers = [];
  for (let i = 0; i < times + 5; i++) {
    for (const [n, side] of sides.entries()) {
      const began = process.hrtime.bigint();
      const r = await side.tools[tool].execute("1", args(i));
      if (i >= 5) samples[n].push(Number(process.hrtime.bigint() - began) / 1000);
      answers[n] = r.content[0].text.trim().split("\n").length === 1 ? r.content[0].text.trim().slice(0, 40) : `${r.content[0].text.trim().split("\n").length} lines`;
    }
  }
  table.push([name, ...samples.map((list) => Math.round(median(list)).toLocaleString("en")), [...new Set(answers)].join(" / ")]);
}
console.log(`\nOne call of a tool, median, microseconds (Node ${process.versions.node})\n`);
const widths = table[0].map((_, i) => Math.max(...table.map((row) => row[i].length)));
for (const row of table) console.log(row.map((cell, i) => (i === 0 || i === row.length - 1 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("  "));

if (!process.argv.includes("--no-bundles")) {
  const folder = mkdtempSync(join(root, "build/bench-flue-"));
  try {
    const esbuild = join(root, "node_modules/.bin/esbuild");
    const size = (name, source) => {
      writeFileSync(join(folder, `${name}.js`), source);
      execFileSync(esbuild, [`${name}.js`, "--bundle", "--minify", "--format=esm", "--conditions=workerd", "--loader:.wasm=copy", `--outdir=${name}`, "--log-level=error"], { cwd: folder });
      const bytes = readFileSync(join(folder, name, `${name}.js`));
      return [bytes.length, gzipSync(bytes, { level: 9 }).length];
    };
    const kb = ([bytes, packed]) => `${(bytes / 1024).toFixed(1)} KiB, ${(packed / 1024).toFixed(1)} KiB gzip`;
    mkdirSync(join(folder, "node_modules"));
    execFileSync("ln", ["-s", root, join(folder, "node_modules/nacre")]);
    const plain = size("plain", 'export { Sandbox } from "nacre";');
    const more = size("more", 'export { Sandbox } from "nacre"; export { nacre } from "nacre/flue";');
    const all = size("all", 'export { Sandbox } from "nacre"; export * from "nacre/flue"; export * from "nacre/flue/cloudflare";');
    const wasm = readFileSync(join(root, "dist/nacre.wasm"));
    console.log(`\nSize (minified)\n\nnacre.wasm                              ${kb([wasm.length, gzipSync(wasm, { level: 9 }).length])}`);
    console.log(`JavaScript of "nacre"                   ${kb(plain)}`);
    console.log(`nacre() of "nacre/flue" adds            ${kb([more[0] - plain[0], more[1] - plain[1]])}`);
    console.log(`all of "nacre/flue[/cloudflare]" adds   ${kb([all[0] - plain[0], all[1] - plain[1]])}`);

    // The example's Worker, and the same agent on just-bash.
    const upload = (name, agent) => {
      const project = join(folder, name);
      execFileSync("cp", ["-r", join(root, "examples/flue-workers"), project]);
      rmSync(join(project, "node_modules"), { recursive: true, force: true });
      execFileSync("ln", ["-s", join(flueTests, "node_modules"), join(project, "node_modules")]);
      if (agent) writeFileSync(join(project, "src/agents/coder.ts"), agent);
      run("vite/bin/vite.js", ["build", "--logLevel", "error"], project);
      const output = run("wrangler/bin/wrangler.js", ["deploy", "--dry-run", "--config", "dist/example_flue_workers/wrangler.json"], project);
      return /Total Upload: (.*)/.exec(output)?.[1] ?? output.slice(-300);
    };
    console.log("\nA Worker with a Flue agent (wrangler deploy --dry-run)\n");
    console.log(`on nacre()           ${upload("nacre-worker")}`);
    console.log(`on bash(just-bash)   ${upload("just-bash-worker", "'use agent';\nimport { bash, useModel, useSandbox } from '@flue/runtime';\nimport { Bash } from 'just-bash';\nexport function Coder() {\n  useModel('scripted/model');\n  useSandbox(bash(() => new Bash()));\n  return '';\n}\n")}`);
    console.log(`without a sandbox    ${upload("bare-worker", "'use agent';\nimport { useModel } from '@flue/runtime';\nexport function Coder() {\n  useModel('scripted/model');\n  return '';\n}\n")}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
process.exit(0);
