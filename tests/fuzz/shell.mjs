// A differential fuzzer of the shell: makes scripts from a grammar, runs them in real bash and in Nacre, and shows what
// differs in stdout or status, made as short as it gets.
//
//   npm run fuzz:shell -- [--mode NAME,...] [--seed N] [--count N] [--seconds N] [--show N] [--stderr] [--native] [--script FILE]
//
// --mode: which kinds of scripts, see modes.mjs (default: all, in turn). --seed: where to begin (default: the clock); script K of
// a run has the seed N+K, so one is repeated with --mode M --seed N+K --count 1. --stderr: stderr must be the same too.
// --native: build/native-fast/nacre-native, or else build/native/nacre-native, instead of dist/. --script: only compares that file. --print: shows the scripts, runs nothing.
// A difference that a rule of explained.mjs knows (bugs of bash) is counted apart. Needs bash 5.2, perl and bubblewrap: scripts
// run in a sandbox, as they are made at random.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { explanation } from "./explained.mjs";
import { modes } from "./modes.mjs";
import { seed } from "./random.mjs";

const { values: given } = parseArgs({
  options: {
    mode: { type: "string" }, seed: { type: "string" }, count: { type: "string" }, seconds: { type: "string" }, show: { type: "string" },
    script: { type: "string" }, stderr: { type: "boolean" }, native: { type: "boolean" }, print: { type: "boolean" },
  },
});
const first = Number(given.seed ?? Date.now() % 1e9), count = Number(given.count ?? 1e9);
const seconds = Number(given.seconds ?? (given.count ? 1e9 : 60)), show = Number(given.show ?? 10);
const wanted = given.mode?.split(",") ?? Object.keys(modes);
for (const name of wanted) if (!modes[name]) throw new Error(`no mode ${name}: ${Object.keys(modes).join(" ")}`);

function script(number) {
  const name = wanted[number % wanted.length];
  seed(number);
  return { number, name, prelude: modes[name].prelude, lines: modes[name].make() };
}
const whole = (prelude, lines) => `${prelude}\n${lines.join("\n")}\n`;

// --- real bash -----------------------------------------------------------------------------------------------------------------

const env = { HOME: "/home/user", USER: "user", LOGNAME: "user", LC_ALL: "C.UTF-8", TZ: "UTC", TERM: "dumb" };
const tools = ["cat", "bash", "mkdir"];   // PATH has nothing else: what shrinking leaves of a script must do no harm
const scratch = mkdtempSync(join(tmpdir(), "fuzz-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

// One sandbox that runs scripts one after another.
class Lane {
  start() {
    const tmp = mkdtempSync(join(scratch, "lane-"));
    mkdirSync(join(tmp, "bin"));
    for (const name of tools) symlinkSync(`/usr/bin/${name}`, join(tmp, "bin", name));
    const set = Object.entries({ ...env, PATH: "/tmp/bin" }).flatMap(([k, v]) => ["--setenv", k, v]);
    this.child = spawn("bwrap", ["--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64",
      "--proc", "/proc", "--dev", "/dev", "--bind", tmp, "/tmp", "--ro-bind", fileURLToPath(new URL("oracle.pl", import.meta.url)), "/oracle.pl",
      "--tmpfs", "/home/user", "--remount-ro", "/dev", "--remount-ro", "/", "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--hostname", "localhost",
      "--uid", "1000", "--gid", "1000", "--die-with-parent", "--new-session", "--chdir", "/tmp", "--clearenv", ...set,
      "/usr/bin/bash", "-c", "ulimit -v 2000000 -f 20000; unset _ OLDPWD SHLVL; exec /usr/bin/perl /oracle.pl"], { stdio: ["pipe", "pipe", "ignore"], env: {} });
    this.bytes = Buffer.alloc(0);
    this.child.stdin.on("error", () => {});
    this.child.stdout.on("data", (data) => { this.bytes = Buffer.concat([this.bytes, data]); this.look?.(); });
    this.child.on("close", () => { this.child = undefined; this.look?.(); });
  }
  run(text) {
    if (!this.child) this.start();
    const bytes = Buffer.from(text);
    this.child.stdin.write(Buffer.concat([Buffer.from(`${bytes.length}\n`), bytes]));
    return new Promise((resolve) => {
      this.look = () => {
        const end = this.bytes.indexOf(10), [status, out, err] = this.bytes.toString("latin1", 0, end).split(" ").map(Number);
        const whole = end >= 0 && this.bytes.length >= end + 1 + out + err;
        if (!whole && this.child) return;
        this.look = undefined;
        const text = (from, length) => this.bytes.toString("latin1", from, from + length);
        const r = whole && status !== 137 && out < 1e6 ? { out: text(end + 1, out), err: text(end + 1 + out, err), status } : undefined;
        this.bytes = this.bytes.subarray(end + 1 + out + err);
        resolve(r);   // undefined: it took too long or ended the sandbox
      };
    });
  }
}
const idle = Array.from({ length: 3 }, () => new Lane()), waiting = [];
async function real(text) {
  const lane = idle.pop() ?? await new Promise((resolve) => waiting.push(resolve));
  const r = await lane.run(text);
  if (waiting.length > 0) waiting.shift()(lane);
  else idle.push(lane);
  return r;
}

// --- Nacre -------------------------------------------------------------------------------------------------------------------

const Sandbox = given.native ? undefined : (await import("../../dist/index.node.js")).Sandbox;
const latin = (bytes) => Buffer.from(bytes).toString("latin1");
let base, uses = 0;
async function fresh() {
  if (base && ++uses % 5000 !== 0) return base.fork();
  await base?.[Symbol.asyncDispose]();
  base = await Sandbox.create({
    env: { ...env, PATH: "/tmp/bin", LANG: undefined, SHELL: undefined }, cwd: "/tmp/w",
    files: { "/tmp/w": { directory: true }, ...Object.fromEntries(tools.map((name) => [`/tmp/bin/${name}`, { symlink: `/usr/bin/${name}` }])) },
  });
  return base.fork();
}
const built = (preset) => fileURLToPath(new URL(`../../build/${preset}/nacre-native`, import.meta.url));
const program = built(existsSync(built("native-fast")) ? "native-fast" : "native");
async function runOurs(text) {
  if (given.native) {
    const r = spawnSync(program, ["-c", `export LC_ALL=C.UTF-8 HOME=/home/user TERM=dumb TZ=UTC; unset LANG SHELL; mkdir -p /tmp/w /tmp/bin
ln -s /bin/cat /bin/bash /bin/mkdir /tmp/bin; cd /tmp/w; unset OLDPWD; PATH=/tmp/bin exec bash -c "$1"`, "bash", text], { timeout: 20000, input: "" });
    return { out: latin(r.stdout), err: latin(r.stderr), status: r.status };
  }
  const sandbox = await fresh();
  try {
    const r = await sandbox.exec(text, { timeoutMs: 5000 });
    return { out: latin(r.stdoutBytes), err: latin(r.stderrBytes), status: r.exitCode };
  } catch (error) {
    base = undefined;   // the instance may be gone
    return { out: "", err: String(error), status: -1 };
  } finally {
    await sandbox[Symbol.asyncDispose]().catch(() => {});
  }
}
let turn = Promise.resolve();
const ours = (text) => (turn = turn.then(() => runOurs(text)));

// --- comparing ---------------------------------------------------------------------------------------------------------------

// Process ids and the like differ.
const plain = (text) => text.replaceAll("/tmp/bin/bash", "/usr/bin/bash").replaceAll(/\bBASHPID=\d+|(?<=line \d+: ) *\d+ (?=[A-Z])|\/dev\/fd\/\d+/g, "");
async function compare({ prelude }, lines, want) {
  if (!want) return undefined;
  const got = await ours(whole(prelude, lines));
  const same = plain(want.out) === plain(got.out) && want.status === got.status && (!given.stderr || plain(want.err) === plain(got.err));
  return same ? undefined : { want, got };
}
const differs = async (made, lines) => compare(made, lines, await real(whole(made.prelude, lines)));

// Takes away lines, then stretches of lines, as long as it still differs.
async function shrink(made) {
  let best = made.lines, tries = 400;
  // A script that is no longer one, for syntax errors, is another finding.
  const broken = /syntax error|unexpected EOF|here-document at|bad substitution/, was = broken.test((await differs(made, best))?.want.err ?? "");
  const attempt = async (next) => {
    if (tries-- <= 0) return false;
    const d = await differs(made, next);
    if (!d || (!was && broken.test(d.want.err)) || explanation(next, d)) return false;
    best = next;
    return true;
  };
  for (let i = best.length - 1; i >= 0 && best.length > 1; --i) await attempt(best.filter((_, k) => k !== i));
  for (let size = 64; size >= 1; size >>= 1) {
    for (let i = 0; i < best.length; ++i) {
      for (let at = 0; at < best[i].length && tries > 0;) {
        const line = best[i].slice(0, at) + best[i].slice(at + size);
        if (!(await attempt(best.map((l, k) => (k === i ? line : l))))) at += size;
      }
    }
  }
  return best;
}
const tell = (title, lines, { want, got }) => {
  const show = (r) => `[${r.status}]\n${Buffer.from(r.out.slice(0, 600), "latin1")}${Buffer.from(r.err.slice(0, 300), "latin1")}`;
  console.log(`=== ${title}\n${lines.join("\n")}\n--- bash ${show(want)}--- nacre ${show(got)}`);
};
// Does real bash give one answer?
async function steady(made, lines, { want }) {
  for (let i = 0; i < 4; ++i) {
    const again = await real(whole(made.prelude, lines));
    if (!again || again.out !== want.out || again.status !== want.status || (given.stderr && plain(again.err) !== plain(want.err))) return false;
  }
  return true;
}

if (given.script) {
  const made = { prelude: modes.lang.prelude }, lines = readFileSync(given.script, "utf8").split("\n");
  const d = await differs(made, lines);
  if (d) tell(given.script, lines, d);
  process.exit(d ? 1 : 0);
}
const from = Date.now(), until = from + seconds * 1000;
let ran = 0, found = 0, skipped = 0, unsteady = 0;
const explained = new Map();
async function one(made) {
  const want = await real(whole(made.prelude, made.lines));
  if (!want) ++skipped;
  const d = await compare(made, made.lines, want);
  if (!d) return;
  const why = explanation(made.lines, d);
  if (why) return void explained.set(why, (explained.get(why) ?? 0) + 1);
  if (!(await steady(made, made.lines, d))) return void ++unsteady;
  if (found >= show) return void ++found;
  const least = await shrink(made), last = await differs(made, least);
  if (!last || !(await steady(made, least, last))) return void ++unsteady;
  ++found;
  tell(`${made.name}, seed ${made.number}`, least, last);
}
async function worker() {
  while (ran < count && found < show && Date.now() < until) {
    const made = script(first + ran++);
    if (given.print) console.log(`=== ${made.name}, seed ${made.number}\n${made.lines.join("\n")}`);
    else await one(made);
  }
}
await Promise.all(Array.from({ length: 8 }, worker));
await base?.[Symbol.asyncDispose]();
const time = (Date.now() - from) / 1000;
console.log(`${ran} scripts (${wanted.join(" ")}) from seed ${first}, ${(ran / time).toFixed(0)} a second: ${found} differ, ` +
  `${[...explained.values()].reduce((a, b) => a + b, 0)} explained, ${unsteady} are not steady in bash, ${skipped} took too long in bash`);
for (const [why, n] of explained) console.log(`  ${n} explained: ${why}`);
process.exit(found > 0 ? 1 : 0);
