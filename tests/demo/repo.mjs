// The main job on real input: a package tree from npm, worked on by the commands of commands.txt, in Nacre and in real bash on a
// copy. Compares each command's stdout and exit status, and the trees at the end, byte for byte.
//
//   npm run demo:repo [-- --show]       --show prints every command's output, not only the differences
//
// The package is fetched once, into build/demo. Where there is no registry, or no bash, the demo says so and fails.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Sandbox } from "../../dist/index.node.js";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../..");
const packageName = "rxjs@7.8.1";
const env = { LC_ALL: "C.UTF-8", TZ: "UTC", TERM: "dumb" };

function fetchPackage() {
  const folder = path.join(root, "build/demo");
  const at = path.join(folder, packageName);
  if (fs.existsSync(path.join(at, "package/package.json"))) return path.join(at, "package");
  fs.mkdirSync(at, { recursive: true });
  const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--silent", packageName], { cwd: at, encoding: "utf8" }));
  execFileSync("tar", ["xzf", filename], { cwd: at });
  return path.join(at, "package");
}

// path -> {kind, mode, digest or target}
function readTree(dir, at = "", out = new Map()) {
  for (const e of fs.readdirSync(path.join(dir, at), { withFileTypes: true })) {
    const name = path.join(at, e.name);
    const full = path.join(dir, name);
    if (e.isDirectory()) {
      out.set(name, "directory");
      readTree(dir, name, out);
    } else if (e.isSymbolicLink()) {
      out.set(name, `link ${fs.readlinkSync(full)}`);
    } else {
      out.set(name, `file ${(fs.statSync(full).mode & 0o777).toString(8)} ${createHash("sha1").update(fs.readFileSync(full)).digest("hex")}`);
    }
  }
  return out;
}

async function readSandbox(fsys, dir, at = "", out = new Map()) {
  for (const e of await fsys.readdir(path.posix.join(dir, at), { withFileTypes: true })) {
    const name = path.posix.join(at, e.name);
    const full = path.posix.join(dir, name);
    if (e.isDirectory()) {
      out.set(name, "directory");
      await readSandbox(fsys, dir, name, out);
    } else if (e.isSymbolicLink()) {
      out.set(name, `link ${await fsys.readlink(full)}`);
    } else {
      out.set(name, `file ${((await fsys.stat(full)).mode & 0o777).toString(8)} ${createHash("sha1").update(await fsys.readFile(full)).digest("hex")}`);
    }
  }
  return out;
}

const source = fetchPackage();
const commands = fs.readFileSync(path.join(here, "commands.txt"), "utf8").replace(/^(#.*\n)+/, "").split(/^%%\n/m);
const copy = fs.mkdtempSync(path.join(os.tmpdir(), "nacre-demo-"));
const work = path.join(copy, "repo");
fs.cpSync(source, work, { recursive: true, preserveTimestamps: true });

const files = {};
for (const [name, what] of readTree(work)) {
  const full = path.join(work, name);
  if (what === "directory") files[`/home/user/repo/${name}`] = { directory: true, mode: fs.statSync(full).mode & 0o777 };
  else files[`/home/user/repo/${name}`] = { data: fs.readFileSync(full), mode: fs.statSync(full).mode & 0o777, mtime: fs.statSync(full).mtime };
}
const sandbox = await Sandbox.create({ files, cwd: "/home/user/repo", env, limits: { memory: 256 * 1024 * 1024 } });

let agree = 0, cpuHere = 0;
const differ = [];
for (const command of commands) {
  const real = spawnSync("bash", ["-c", command], { cwd: work, env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: copy, ...env }, input: "", maxBuffer: 1 << 28 });
  const before = process.cpuUsage();
  const ours = await sandbox.exec(command, { timeoutMs: 60_000 });
  const used = process.cpuUsage(before);
  cpuHere += (used.user + used.system) / 1000;
  const same = Buffer.from(ours.stdoutBytes).equals(real.stdout) && ours.exitCode === real.status;
  if (same) agree++;
  else differ.push({ command, real, ours });
  if (process.argv.includes("--show")) console.log(`$ ${command.trimEnd()}\n${ours.stdout}`);
}
for (const { command, real, ours } of differ)
  console.log(`--- differs\n$ ${command.trimEnd()}\n-- real bash (${real.status})\n${real.stdout}${real.stderr}\n-- nacre (${ours.exitCode})\n${ours.stdout}${ours.stderr}`);

const there = readTree(work), treeHere = await readSandbox(sandbox.fs, "/home/user/repo");
let treeDiffers = 0;
for (const name of new Set([...there.keys(), ...treeHere.keys()]))
  if (there.get(name) !== treeHere.get(name)) {
    if (++treeDiffers <= 20) console.log(`--- tree differs: ${name}\n   real bash: ${there.get(name)}\n   nacre:     ${treeHere.get(name)}`);
  }
await sandbox[Symbol.asyncDispose]();
fs.rmSync(copy, { recursive: true, force: true });
console.log(`${Object.keys(files).length} files and folders of ${packageName}; ${commands.length} commands, ${agree} agree; ` +
  `${there.size} entries in the final tree, ${treeDiffers} differ; ${Math.round(cpuHere)} ms CPU here`);
process.exit(differ.length + treeDiffers > 0 ? 1 : 0);
