// npm run bench: the workloads of ../shared/bench on Nacre beside real bash, and the peers where they are installed, as CPU ms and
// ratios of one run.
//
//   npm run bench [-- --only warm-echo,arith-loop --reps 3 --engines bash,nacre,just-bash]
//
// The shared bench may be read-only, so a copy of it in build/bench is what runs. BENCH_PEERS names a folder whose node_modules has
// the peers. Without ../shared there is nothing to run, and that is said.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../..");
const shared = path.join(process.env.NACRE_SHARED ?? path.resolve(root, "../shared"), "bench");
if (!fs.existsSync(shared)) {
  console.log(`bench: ${path.relative(root, shared)} is not here; there is nothing to run`);
  process.exit(0);
}
const copy = path.join(root, "build/bench");
fs.rmSync(copy, { recursive: true, force: true });
fs.cpSync(shared, copy, { recursive: true });
for (const f of fs.readdirSync(copy, { recursive: true })) fs.chmodSync(path.join(copy, f), 0o755);

const args = process.argv.slice(2);
const at = args.indexOf("--engines");
const names = at >= 0 ? args.splice(at, 2)[1].split(",") : ["bash", "nacre"];
const engines = names.map((n) => (n === "nacre" ? path.join(here, "nacre.mjs") : n)).join(",");
const out = args.includes("--out") ? [] : ["--out", path.join(root, "build/bench-results.json")];
const r = spawnSync(process.execPath, [path.join(copy, "run.mjs"), "--engines", engines, ...out, ...args], { stdio: "inherit", cwd: copy });
process.exit(r.status ?? 1);
