// Runs conformance cases on the module that ships, and compares with what real bash printed.
//
//   npm run conformance -- [--corpus a,b] [--filter RE] [--ids FILE] [--limit N] [--jobs N] [--timeout MS]
//                          [--list] [--areas] [--show ID|N|all] [--out FILE] [--check | --update] [--own | --shared]
//
// Cases are those of tests/conformance/cases (ours) and, where it is there, of ../shared/conformance/cases. passing.txt lists the
// ids that pass. --check: each of those must pass still (a case that fails is tried twice more, alone); --update: adds what
// passes now. A case is a JSON line: {id, script, files, stdin, env, helpers, expect: {stdout, status}, alt, order, recorded}; it passes
// when stdout and exit status are those of `expect` or `alt`. `recorded` is the day on which real bash ran it (default kRecorded), and
// the clock of the sandbox begins on it, for some cases print the month or count from today.
import { fork } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const shared = process.env.NACRE_SHARED ?? path.resolve(here, "../../../shared");
const home = "/home/user";
const kRecorded = "2026-11-30";   // the shared cases, and ours before they had days
const baseEnv = {
  HOME: home, USER: "user", LOGNAME: "user", LC_ALL: "C.UTF-8", TZ: "UTC", PATH: "/usr/local/bin:/usr/bin:/bin", TERM: "dumb",
};

const bytes = (v) =>
  v == null ? Buffer.alloc(0) : typeof v === "string" ? Buffer.from(v) : v.b64 != null ? Buffer.from(v.b64, "base64") : Buffer.from(v.text ?? "");

// --- a lane: a process of its own, so that a crash or a hang costs one case --------------------------------------------------

async function runCase(Sandbox, c, timeoutMs) {
  const files = {};
  for (const name of c.helpers ?? [])
    files[`/usr/local/bin/${name}`] = { data: fs.readFileSync(path.join(shared, "conformance/helpers", name)), mode: 0o755 };
  for (const [name, v] of Object.entries(c.files ?? {})) {
    const at = name.startsWith("/") ? name : path.posix.join(home, name);
    if (typeof v === "string") files[at] = v;
    else if (v.dir) files[at] = { directory: true };
    else if (v.link != null) files[at] = { symlink: v.link };
    else files[at] = { data: bytes(v), mode: v.mode ?? 0o644 };
  }
  const ahead = Date.parse(`${c.recorded ?? kRecorded}T12:00:00Z`) - Date.now();
  const sandbox = await Sandbox.create({
    now: () => Date.now() + ahead, files, env: { ...baseEnv, LANG: undefined, SHELL: undefined, ...c.env },
    limits: { memory: 512 * 1024 * 1024, output: 64 * 1024 * 1024 },
  });
  try {
    const r = await sandbox.exec(c.script, { stdin: c.stdin == null ? undefined : bytes(c.stdin), timeoutMs });
    return { stdout: Buffer.from(r.stdoutBytes).toString("base64"), stderr: r.stderr.slice(0, 4000), status: r.exitCode };
  } finally {
    await sandbox[Symbol.asyncDispose]();
  }
}

async function lane() {
  const { Sandbox } = await import(path.resolve(here, "../../dist/index.node.js"));
  process.on("message", async ({ c, timeoutMs }) => {
    const from = performance.now();
    let r;
    try {
      r = await runCase(Sandbox, c, timeoutMs);
    } catch (error) {
      r = { error: String(error?.stack ?? error).slice(0, 2000) };
    }
    r.ms = performance.now() - from;
    process.send(r);
  });
  process.send("ready");
}

// --- judging ---------------------------------------------------------------------------------------------------------------------

const sortLines = (b) => Buffer.from(b.toString("latin1").split("\n").sort().join("\n"), "latin1");

function judge(c, r) {
  if (r.error) return r.error.startsWith("crash") ? "crash" : "threw";
  const got = Buffer.from(r.stdout, "base64");
  const same = (want) => got.equals(want) || (c.order === "any" && sortLines(got).equals(sortLines(want)));
  if (c.alt && r.status === c.alt.status && same(bytes(c.alt.stdout))) return "pass";
  const out = same(bytes(c.expect.stdout));
  const status = r.status === c.expect.status;
  if (out && status) return "pass";
  if (r.status === 124 && c.expect.status !== 124) return "timeout";
  if (/command not found|No such file or directory/.test(r.stderr) && /: command not found/.test(r.stderr) && !/command not found/.test(c.expect.stderr ?? ""))
    return "missing-command";
  return out ? "status" : status ? "stdout" : "both";
}

async function runAll(cases, { jobs, timeout, quiet }) {
  const results = new Array(cases.length);
  let next = 0, done = 0;
  const one = async () => {
    let child = null;
    const start = () => new Promise((resolve) => {
      child = fork(fileURLToPath(import.meta.url), ["--lane"], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
      child.once("message", () => resolve(true));
      child.once("exit", () => resolve(false));
    });
    while (next < cases.length) {
      const k = next++;
      if (!child || child.exitCode != null || child.signalCode || !child.connected)
        if (!(await start())) throw new Error("the lane did not start: is dist/ built?");
      child.removeAllListeners("exit");
      const r = await new Promise((resolve) => {
        const end = (v) => {
          clearTimeout(timer);
          child?.removeAllListeners("message");
          child?.removeAllListeners("exit");
          resolve(v);
        };
        const timer = setTimeout(() => {
          child.kill("SIGKILL");
          end({ error: "crash: the lane hung", ms: timeout });
          child = null;
        }, timeout + 5000);
        child.once("message", end);
        child.once("exit", (code, signal) => {
          end({ error: `crash ${code ?? signal}`, ms: 0 });
          child = null;
        });
        child.send({ c: cases[k], timeoutMs: timeout });
      });
      results[k] = { c: cases[k], r, kind: judge(cases[k], r) };
      if (!quiet && ++done % 1000 === 0) console.error(`${done}/${cases.length}`);
    }
    child?.kill("SIGKILL");
  };
  await Promise.all(Array.from({ length: Math.min(jobs, cases.length) }, one));
  return results;
}

// --- output ----------------------------------------------------------------------------------------------------------------------

function show({ c, r, kind }) {
  const text = (b) => Buffer.from(b ?? "", "base64").toString();
  console.log(`\n== ${c.id}  [${kind}]${c.order ? "  (lines in any order)" : ""}\n-- script\n${c.script.replace(/\n$/, "")}`);
  for (const [name, v] of Object.entries(c.files ?? {})) console.log(`-- file ${name}: ${JSON.stringify(bytes(v).toString()).slice(0, 400)}`);
  if (c.stdin != null) console.log(`-- stdin ${JSON.stringify(bytes(c.stdin).toString()).slice(0, 400)}`);
  console.log(`-- expected (status ${c.expect.status})\n${bytes(c.expect.stdout)}`);
  console.log(`-- got (status ${r.error ?? r.status})\n${text(r.stdout)}`);
  if (c.expect.stderr) console.log(`-- stderr of the real one\n${c.expect.stderr.trimEnd()}`);
  if (r.stderr) console.log(`-- stderr here\n${r.stderr.trimEnd()}`);
}

function table(results, key) {
  const rows = new Map();
  for (const x of results) {
    const row = rows.get(key(x)) ?? { n: 0, pass: 0, kinds: {} };
    rows.set(key(x), row);
    row.n++;
    if (x.kind === "pass") row.pass++;
    else row.kinds[x.kind] = (row.kinds[x.kind] ?? 0) + 1;
  }
  for (const [name, row] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`${name.padEnd(40)} ${String(row.pass).padStart(5)}/${String(row.n).padEnd(5)} ${((100 * row.pass) / row.n).toFixed(1).padStart(5)} %  ` +
      Object.entries(row.kinds).map(([k, n]) => `${k}:${n}`).join(" "));
}

function options(argv) {
  const flags = new Set(["list", "areas", "check", "update", "own", "shared", "quiet"]);
  const o = {};
  for (let i = 0; i < argv.length; i++) {
    const m = /^--([\w-]+)(?:=(.*))?$/s.exec(argv[i]);
    if (!m) throw new Error(`unexpected argument ${argv[i]}`);
    o[m[1]] = flags.has(m[1]) ? true : (m[2] ?? argv[++i]);
  }
  return o;
}

async function main() {
  const o = options(process.argv.slice(2));
  const folders = [];
  if (!o.shared) folders.push(path.join(here, "cases"));
  const there = path.join(shared, "conformance/cases");
  if (!o.own) {
    if (fs.existsSync(there)) folders.push(there);
    else console.log("conformance: ../shared is not here, its cases are skipped");
  }
  const wanted = o.corpus?.split(",");
  const re = o.filter ? new RegExp(o.filter) : null;
  const listFile = path.join(here, "passing.txt");
  const passing = new Set(fs.existsSync(listFile) ? fs.readFileSync(listFile, "utf8").split("\n").filter(Boolean) : []);
  const ids = o.ids ? new Set(fs.readFileSync(o.ids, "utf8").split("\n")) : o.check ? passing : null;
  let cases = [];
  for (const folder of folders) {
    if (!fs.existsSync(folder)) continue;
    for (const file of fs.readdirSync(folder).filter((f) => f.endsWith(".jsonl")).sort()) {
      if (wanted && !wanted.includes(file.slice(0, -6))) continue;
      const own = folder !== there;
      let some = fs.readFileSync(path.join(folder, file), "utf8").split("\n").filter(Boolean).map((l) => JSON.parse(l));
      if (own) some = some.map((c) => ({ corpus: "own", area: file.slice(0, -6), ...c, id: c.id.startsWith("own/") ? c.id : `own/${file.slice(0, -6)}/${c.id}` }));
      some = some.filter((c) => (!re || re.test(c.id)) && (!ids || ids.has(c.id)));
      const n = Number(o.limit ?? 0) || some.length;
      cases.push(...(some.length <= n ? some : Array.from({ length: n }, (_, i) => some[Math.floor((i * some.length) / n)])));
    }
  }
  if (cases.length === 0) {
    console.log("0 passed, 0 failed");
    process.exit(o.check ? 0 : 2);
  }
  const run = { jobs: Number(o.jobs ?? 2), timeout: Number(o.timeout ?? 10_000), quiet: o.quiet };
  const results = await runAll(cases, run);
  let failed = results.filter((x) => x.kind !== "pass");
  if (o.check) {   // a busy machine may make one time out: what fails is tried again, alone
    for (let again = 0; again < 2 && failed.length > 0; again++)
      failed = (await runAll(failed.map((x) => x.c), { ...run, jobs: 1, timeout: 30_000, quiet: true })).filter((x) => x.kind !== "pass");
    for (const x of failed) show(x);
    console.log(`${cases.length - failed.length} passed, ${failed.length} failed`);
    process.exit(failed.length ? 1 : 0);
  }
  if (o.update) {
    for (const x of results) if (x.kind === "pass") passing.add(x.c.id);
    fs.writeFileSync(listFile, [...passing].sort().join("\n") + "\n");
    console.log(`passing.txt: ${passing.size} ids`);
  }
  if (o.out)
    fs.writeFileSync(o.out, results.map(({ c, r, kind }) => JSON.stringify({ id: c.id, kind, ms: Math.round(r.ms ?? 0), status: r.status, error: r.error, stderr: r.stderr })).join("\n") + "\n");
  if (o.list) failed.forEach((x, i) => console.log(`${String(i + 1).padStart(5)} ${x.kind.padEnd(16)} ${x.c.id}`));
  if (o.show) {
    const some = o.show === "all" ? failed : /^\d+$/.test(o.show) ? failed.slice(o.show - 1, o.show) : results.filter((x) => x.c.id === o.show);
    some.forEach(show);
  }
  if (o.areas) table(results, (x) => `${x.c.corpus}/${x.c.area}`);
  table(results, (x) => x.c.corpus);
  console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
  process.exit(failed.length ? 1 : 0);
}

if (process.argv[2] === "--lane") await lane();
else await main();
