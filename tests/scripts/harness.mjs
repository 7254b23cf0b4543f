// Runs one script in real bash and in Nacre, on the same files under the same paths, and gives both results.
//
// A case is { name, source, files, setup, stubs, stdin, run }:
//   source   the script that it is about: a path of the host, or "NAME/path" in build/scripts (tools/fetch-sources.sh); the
//            run finds it as $S/BASENAME. A folder is copied whole
//   also     more of those, { name below $S: source }
//   host     files and folders of the host that it reads where they are; Nacre gets them at the same paths
//   files    { path below the working folder: text }
//   stubs    { command: its body in bash } for what Nacre does not have; both get them
//   run      what bash -c gets
//
// Both see a folder T (/tmp/nacre-scripts-XXXXXX) with work (where they start), home, src ($S), tmp, and bin, which is all of
// PATH: links to the commands that Nacre has, and sh, which is bash. Bash runs as user 1000 where the host lets us.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Sandbox } from "../../dist/index.node.js";

const here = path.dirname(fileURLToPath(import.meta.url));
export const fetched = process.env.NACRE_SCRIPTS ?? path.resolve(here, "../../build/scripts");
const libraries = process.env.NACRE_THIRD_PARTY ?? path.resolve(here, "../../build/third_party");
const uid = process.getuid() === 0 ? 1000 : process.getuid();
const kTimeout = 60_000;

/** Why nothing can be compared here, or null. */
export const noBash = (() => {
  const r = spawnSync("bash", ["-c", "echo ${BASH_VERSION%.*}"], { encoding: "utf8" });
  return r.stdout?.startsWith("5.2") ? null : `bash 5.2 is not installed (${r.stdout?.trim() || "no bash"})`;
})();

/** The host's path of a source, or null when it is not there. */
export function find(source) {
  const at = source.startsWith("/") ? source : source.startsWith("own/") ? path.join(here, source)
    : source.startsWith("third_party/") ? path.join(libraries, source.slice(12)) : path.join(fetched, source);
  return fs.existsSync(at) ? at : null;
}

// The files of a case: path below T -> { data, mode } or { symlink }.
function collect(c, commands) {
  const out = new Map();
  const add = (at, host) => {
    const s = fs.lstatSync(host);
    if (s.isDirectory()) for (const name of fs.readdirSync(host)) add(`${at}/${name}`, path.join(host, name));
    else if (s.isSymbolicLink() && at !== "top") {
      const link = fs.readlinkSync(host);
      if (link.startsWith("/")) return;
      out.set(at, { symlink: link });
    } else if (s.isFile()) out.set(at, { data: fs.readFileSync(host), mode: s.mode & 0o111 ? 0o755 : 0o644 });
  };
  for (const [name, source] of Object.entries({ ...(c.source ? { [path.basename(c.source)]: c.source } : {}), ...c.also })) {
    const at = find(source);
    if (at) add(`src/${name}`, fs.realpathSync(at));
  }
  for (const name of c.host ?? []) if (fs.existsSync(name)) add(name, fs.realpathSync(name));
  for (const [name, text] of Object.entries(c.files ?? {})) out.set(`work/${name}`, { data: Buffer.from(text), mode: 0o644 });
  for (const name of commands) out.set(`bin/${name}`, { command: name });
  for (const [name, body] of Object.entries(c.stubs ?? {})) out.set(`bin/${name}`, { data: body, mode: 0o755, stub: true });
  return out;
}

let commandsOfBoth;
async function commands() {
  if (commandsOfBoth) return commandsOfBoth;
  const sandbox = await Sandbox.create();
  const names = (await sandbox.exec("ls /bin")).stdout.trim().split("\n");
  await sandbox[Symbol.asyncDispose]();
  return (commandsOfBoth = names.filter((n) => fs.existsSync(`/usr/bin/${n}`) || fs.existsSync(`/bin/${n}`)));
}

const environment = (T) => ({
  HOME: `${T}/home`, PATH: `${T}/bin`, S: `${T}/src`, TMPDIR: `${T}/tmp`, USER: "user", LOGNAME: "user",
  LC_ALL: "C.UTF-8", TZ: "UTC", TERM: "dumb",
});

// What a run left in work and home: one line a path.
function remains(T, list) {
  return list.map(({ name, kind, mode, data }) => `${kind} ${mode} ${name} ${data}`.replaceAll(T, "T")).sort();
}

async function real(c, T, files) {
  for (const d of ["work", "home", "src", "tmp", "bin"]) fs.mkdirSync(`${T}/${d}`);
  for (const [name, f] of files) {
    if (name.startsWith("/")) continue;
    const at = `${T}/${name}`;
    fs.mkdirSync(path.dirname(at), { recursive: true });
    if (f.symlink != null) fs.symlinkSync(f.symlink, at);
    else if (f.command) fs.symlinkSync(f.command === "sh" ? "/bin/bash" : fs.existsSync(`/usr/bin/${f.command}`) ? `/usr/bin/${f.command}` : `/bin/${f.command}`, at);
    else {
      fs.writeFileSync(at, f.stub ? `#!${T}/bin/bash\n${f.data}\n` : f.data);
      fs.chmodSync(at, f.mode);
    }
  }
  if (process.getuid() === 0) spawnSync("chown", ["-hR", `${uid}:${uid}`, T]);
  const result = await new Promise((resolve) => {
    const p = spawn("bash", ["-c", c.run], {
      cwd: `${T}/work`, env: environment(T), uid, gid: process.getuid() === 0 ? uid : undefined, stdio: ["pipe", "pipe", "pipe"], detached: true,
    });
    const out = [], err = [];
    const timer = setTimeout(() => process.kill(-p.pid, "SIGKILL"), kTimeout);
    p.stdout.on("data", (d) => out.push(d));
    p.stderr.on("data", (d) => err.push(d));
    p.stdin.on("error", () => {});
    p.stdin.end(c.stdin ?? "");
    p.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString(), status: code ?? signal });
    });
  });
  const list = [];
  const walk = (at) => {
    for (const name of fs.readdirSync(`${T}/${at}`)) {
      const below = `${at}/${name}`, s = fs.lstatSync(`${T}/${below}`);
      const kind = s.isDirectory() ? "d" : s.isSymbolicLink() ? "l" : s.isFile() ? "f" : "other";
      const data = kind === "f" ? JSON.stringify(fs.readFileSync(`${T}/${below}`, "latin1")) : kind === "l" ? fs.readlinkSync(`${T}/${below}`) : "";
      list.push({ name: below, kind, mode: kind === "l" ? "" : (s.mode & 0o777).toString(8), data });
      if (kind === "d") walk(below);
    }
  };
  walk("work");
  walk("home");
  return { ...result, files: remains(T, list) };
}

async function nacre(c, T, files) {
  const init = {};
  for (const d of ["work", "home", "src", "tmp", "bin"]) init[`${T}/${d}`] = { directory: true };
  for (const [name, f] of files) {
    init[name.startsWith("/") ? name : `${T}/${name}`] = f.symlink != null ? { symlink: f.symlink } : f.command ? { symlink: `/bin/${f.command}` }
      : { data: f.stub ? `#!${T}/bin/bash\n${f.data}\n` : f.data, mode: f.mode };
  }
  const sandbox = await Sandbox.create({
    files: init, cwd: `${T}/work`, env: { LANG: undefined, SHELL: undefined, ...environment(T) },
    limits: { memory: 512 * 1024 * 1024, output: 64 * 1024 * 1024 },
  });
  try {
    const r = await sandbox.exec(c.run, { stdin: c.stdin ?? "", timeoutMs: kTimeout });
    const list = [];
    const walk = async (at) => {
      for (const name of await sandbox.fs.readdir(`${T}/${at}`)) {
        const below = `${at}/${name}`, s = await sandbox.fs.lstat(`${T}/${below}`);
        const kind = s.isDirectory() ? "d" : s.isSymbolicLink() ? "l" : s.isFile() ? "f" : "other";
        const data = kind === "f" ? JSON.stringify(Buffer.from(await sandbox.fs.readFile(`${T}/${below}`)).toString("latin1"))
          : kind === "l" ? await sandbox.fs.readlink(`${T}/${below}`) : "";
        list.push({ name: below, kind, mode: kind === "l" ? "" : (s.mode & 0o777).toString(8), data });
        if (kind === "d") await walk(below);
      }
    };
    await walk("work");
    await walk("home");
    return { stdout: r.stdout, stderr: r.stderr, status: r.exitCode, files: remains(T, list) };
  } finally {
    await sandbox[Symbol.asyncDispose]();
  }
}

/** Runs the case in both: { real, nacre }, each { stdout, stderr, status, files }. */
export async function runBoth(c) {
  const T = fs.mkdtempSync("/tmp/nacre-scripts-");
  try {
    fs.chmodSync(T, 0o755);
    const files = collect(c, await commands());
    return { real: await real(c, T, files), nacre: await nacre(c, T, files) };
  } finally {
    fs.rmSync(T, { recursive: true, force: true });
  }
}
