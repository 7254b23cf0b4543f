// A differential fuzzer of the shell language: makes scripts from a grammar, runs them in real bash and in Nacre, and shows
// what differs in stdout or status, made as short as it gets.
//
//   npm run fuzz:shell -- [--seed N] [--count N] [--seconds N] [--show N] [--stderr] [--native] [--script FILE]
//
// --seed: where to begin (default: the clock); script K of a run has the seed N+K, so one is repeated with --seed N+K --count 1.
// --stderr: stderr must be the same too. --native: build/native/nacre-native instead of dist/. --script: only compares that file.
// Scripts use builtins, cat, and files in their own empty folder; nothing in them names a path outside of it, and PATH holds
// cat and bash only. Needs bash 5.2.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values: given } = parseArgs({
  options: {
    seed: { type: "string" }, count: { type: "string" }, seconds: { type: "string" }, show: { type: "string" },
    script: { type: "string" }, stderr: { type: "boolean" }, native: { type: "boolean" },
  },
});
const first = Number(given.seed ?? Date.now() % 1e9), count = Number(given.count ?? 1e9);
const seconds = Number(given.seconds ?? (given.count ? 1e9 : 60)), show = Number(given.show ?? 10);

// --- the grammar -------------------------------------------------------------------------------------------------------------

let state = 1;
const random = (n) => {   // xorshift32
  state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
  return (state >>> 0) % n;
};
const pick = (list) => list[random(list.length)];
const some = (n, make, separator = " ") => Array.from({ length: n }, make).join(separator);
const chance = (percent) => random(100) < percent;

const names = ["x", "y", "z", "u"];
const literals = ["a", "b", "ab", "-n", "a.c", "x=y", "1", "02", "10", "a:b", "é", "~", "#", "=", "a-b", "%s", "!"];
const quotedText = ["a b", "", " x ", "*", "a'b", "\\", "$", "a\\nb", "é ü", "[x]", "a:b:c", "{a,b}", "&", "|", ";"];

function pattern(d) {
  const atom = () => pick(["a", "b", "*", "?", "[ab]", "[!a]", "[a-c]", "[[:alpha:]]", ".", "\\*", "é", ":", "'*'", '"b"',
    d > 0 ? param(d - 1) : "c", "@(a|b)", "!(a)", "*(ab)", "+([0-9])", "?(x)"]);
  return some(1 + random(3), atom, "");
}
function arith(d) {
  if (d <= 0 || chance(30)) return pick(["1", "2", "0", "x", "y", "10", "-3", "$x", "a[1]", "${#y}", "0x1f", "010", "z", "a[x]", "2#101"]);
  const e = () => arith(d - 1);
  return pick([
    () => `${e()}${pick(["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&", "||", "==", "!=", "<", ">=", ",", "**"])}${e()}`,
    () => `(${e()})`, () => `${pick(["-", "!", "~", "+"])}${e()}`, () => `${e()} ? ${e()} : ${e()}`,
    () => `${pick(names)}${pick(["=", "+=", "*=", "|="])}${e()}`, () => `${pick(names)}${pick(["++", "--"])}`,
    () => `${pick(["++", "--"])}${pick(names)}`, () => `a[${e()}]`, () => `a[${e()}]=${e()}`,
  ])();
}
function param(d) {
  const x = pick([...names, ...names, "a", "1", "@", "*", "a[@]", "a[*]", "a[0]", "a[-1]", "m[k]", "m[@]", "#", "?", "2", `a[${arith(d - 1)}]`]);
  if (chance(25)) return /^\w$|^[@*#?]$/.test(x) ? `$${x}` : `\${${x}}`;
  const w = () => word(d - 1), p = () => pattern(d - 1);
  return pick([
    () => `\${${x}}`, () => `\${#${x}}`, () => `\${${x}${pick(["", ":"])}${pick(["-", "+", "="])}${w()}}`,
    () => `\${${x}${pick(["#", "##", "%", "%%"])}${p()}}`, () => `\${${x}${pick(["/", "//", "/#", "/%"])}${p()}/${w()}}`,
    () => `\${${x}${pick(["/", "//"])}${p()}}`, () => `\${${x}${pick(["^", "^^", ",", ",,"])}${chance(50) ? p() : ""}}`,
    () => `\${${x}:${pick(["0", "1", "2", " -1", "x", "1:2", "0:1", " -2:1", "1: -1", `(${arith(1)})`])}}`,
    () => `\${${x}@${pick(["Q", "U", "u", "L", "a", "A", "E", "K", "k"])}}`, () => `\${!${pick(["r", "x", "a[@]", "m[@]", "x*", "1"])}}`,
  ])();
}
function part(d, inQuotes = false) {
  const more = d > 0 ? [() => param(d - 1), () => param(d - 1), () => `$((${arith(d - 1)}))`, () => `$(${simple(d - 2)})`] : [];
  if (inQuotes) return pick([() => pick(literals), () => pick(["a b", " ", "'", "*", "\\$", "\\\\", "\\\"", "~", "{a,b}"]), ...more])();
  return pick([
    () => pick(literals), () => pick(literals), () => `'${pick(quotedText).replaceAll("'", "")}'`,
    () => `"${some(random(4), () => part(d - 1, true), "")}"`, () => `"${some(1 + random(2), () => part(d - 1, true), "")}"`,
    () => pick(["*", "?", "[ab]*", "f*", "{a,b}", "{1..3}", "{a..c}", "\\ ", "\\*", "$'a\\tb'", "$'\\''", "{x,{y,z}}", "~+", "$\"q\""]), ...more,
  ])();
}
function word(d) { return some(1 + random(chance(60) ? 1 : 3), () => part(d), "") || "''"; }
const words = (d) => some(random(4), () => word(d));

function redirect(d) {
  return pick([() => `> f${random(3)}`, () => `>> f${random(3)}`, () => `< f${random(3)}`, () => "2>&1", () => "2> /dev/null", () => `<<< ${word(d)}`,
    () => "&> f1", () => ">&2", () => "3>&1", () => "< /dev/null", () => `> ${word(0)}`])();
}
function here(d) {
  const quoted = chance(30), tag = quoted ? "'E'" : "E";
  const body = some(1 + random(2), () => some(1 + random(3), () => part(quoted ? 0 : d, true)), "\n");
  return `${pick(["cat", "read v", "while read -r v; do p \"$v\"; done"])} <<${chance(20) ? "-" : ""}${tag}\n${body}\nE\n`;
}
function condition(d) {
  if (d > 0 && chance(30)) return pick([() => `! ${condition(d - 1)}`, () => `( ${condition(d - 1)} )`, () => `${condition(d - 1)} ${pick(["&&", "||"])} ${condition(d - 1)}`])();
  const w = () => word(d);
  return pick([() => w(), () => `${pick(["-z", "-n", "-e", "-v", "-f"])} ${pick(["x", "u", w()])}`, () => `${w()} ${pick(["==", "!=", "="])} ${pattern(d)}`,
    () => `${w()} ${pick(["<", ">"])} ${w()}`, () => `${arith(0)} ${pick(["-eq", "-lt", "-ge"])} ${arith(0)}`,
    () => `${w()} =~ ${pick(["a", "^a.*b$", "(a|b)+", "[0-9]+", "$x", "\"$x\"", "a\\.b", "(.)(.)", "^$", "[[:alpha:]]:"])}`])();
}
function assignment(d) {
  return pick([() => `${pick(names)}=${word(d)}`, () => `${pick(names)}+=${word(d)}`, () => `a=(${words(d)})`, () => `a+=(${words(d)})`, () => `a[${arith(1)}]=${word(d)}`,
    () => `m[${word(0).replace(/[\]\[ ]/g, "") || "k"}]=${word(d)}`, () => `a=([2]=${word(d)} ${words(d)})`, () => `IFS=${pick([":", "' '", "", "x", "': '", "a"])}`])();
}
function simple(d) {
  if (d <= 0) return pick(["p a", "echo $x", "true", "false", "echo b c", "p \"$@\"", ":", "printf '%s\\n' $y"]);
  return pick([
    () => `p ${words(d)}`, () => `p ${words(d)}`, () => `p ${words(d)}`, () => `echo ${words(d)}`, () => assignment(d), () => assignment(d),
    () => `printf ${pick(["'%s,'", "'[%s]\\n'", "'%d.'", "'%q\\n'", "'%5s|%-3s|\\n'", "'%b'", "'%x %o\\n'"])} ${words(d)}`,
    () => `[[ ${condition(d - 1)} ]]`, () => `(( ${arith(2)} ))`, () => `let '${arith(1)}'`, () => `set -- ${words(d)}`, () => "shift",
    () => `read ${pick(["x y", "-r x", "-a a", "-d: x", "-n2 x", "x"])} <<< ${word(d)}`, () => `unset ${pick([...names, "'a[0]'", "a", "'m[k]'"])}`,
    () => `declare ${pick(["-i", "-u", "-l", "-r q=", "-x", "-a", "-g", ""])} ${pick(names)}=${word(d)}`, () => `declare -p ${pick([...names, "a", "m"])}`,
    () => `eval ${word(d)}`, () => `f ${words(d)}`, () => `g ${words(d)}`, () => pick(["true", "false", ":", "(exit 3)"]), () => `${assignment(d)} ${simple(d - 1)}`,
    () => `${simple(d - 1)} ${redirect(d - 1)}`, () => `case ${word(d)} in ${pattern(d)}) ${simple(d - 1)};; ${pattern(d)}|*) ${simple(d - 1)}${pick([";;", ";&", ";;&"])} esac`,
    () => `test ${word(d)} ${pick(["=", "!=", "-eq", "-nt"])} ${word(d)}`, () => `mapfile -t a <<< ${word(d)}`, () => `printf -v ${pick(names)} %s ${word(d)}`,
    () => `trap ${pick(["'p T $?'", "'echo e'", "-", "''"])} ${pick(["EXIT", "ERR", "DEBUG", "RETURN", "USR1"])}`, () => "hit",
    () => `set ${pick(["-e", "+e", "-u", "+u", "-f", "+f", "-o pipefail", "-E"])}`, () => `shopt -s ${pick(["extglob", "nullglob", "nocasematch", "lastpipe", "failglob", "dotglob"])}`,
    () => `declare -n r=${pick(["x", "y", "'a[1]'", "a"])}`, () => "getopts ab: x", () => `type -t ${pick(["f", "p", "if", "echo", "nosuch"])}`,
  ])();
}
function command(d) {
  if (d <= 0) return simple(2);
  const c = () => command(d - 1);
  return pick([
    () => simple(3), () => simple(3), () => simple(3), () => simple(2), () => here(2), () => `if ${c()}; then ${c()}; else ${c()}; fi`,
    () => `for ${pick(names)} in ${words(2)}; do ${c()}; ${pick(["", "", "break;", "continue;"])} done`, () => `for v; do ${c()}; done`,
    () => `n=0; while (( n++ < 3 )); do ${c()}; ${pick(["", "break; "])}done`, () => `{ ${c()}; ${c()}; }${chance(30) ? ` ${redirect(1)}` : ""}`, () => `( ${c()}; ${c()} )`,
    () => `${c()} ${pick(["&&", "||"])} ${c()}`, () => `! ${simple(2)}`, () => `${simple(2)} | ${pick(["cat", "while read -r v; do p \"$v\"; done", `{ ${c()}; }`])}`,
    () => `${pick(["f", "g"])}() { ${c()}; ${pick(["", `local x=${word(1)}; `])}${c()}; ${pick(["", "return 3;"])} }`, () => `for (( i = 0; i < 2; i++ )); do ${c()}; done`,
    () => `case ${word(2)} in ${pattern(1)}) ${c()};; *) ${c()};; esac`, () => `x=$(${c()})`, () => `p "$(${c()})"`, () => `until ${simple(1)}; do ${c()}; break; done`,
  ])().replace(/\n(; |;| &&| \|\|)/g, "\n:$1");   // a here-document ends its line
}
// What shrinking leaves of a script must do no harm: PATH has cat and bash only, and kill is a function.
const prelude = `kill() { :; }; hit() { builtin kill -USR1 $BASHPID; }; p(){ local IFS=' '; printf '%d:' $#; printf '<%s>' "$@"; echo; }; f() { p f "$@"; return 2; }; g() { p g $*; x=g; }
x=abc y='a b' z=7; a=(1 'b c' '' d); declare -A m=([k]=v ['k 2']=w); r=x; set -- one 'two 2' ''; : > f0; echo line > f1; echo a:b > a.c`;
function script(seed) {
  state = (seed * 2654435761) >>> 0 || 1;
  for (let i = 0; i < 8; ++i) random(2);
  return Array.from({ length: 1 + random(5) }, () => command(2).replace(/\n+$/, ""));
}

// --- running -----------------------------------------------------------------------------------------------------------------

const scratch = mkdtempSync(join(tmpdir(), "fuzz-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
mkdirSync(join(scratch, "bin"));
for (const name of ["cat", "bash"]) symlinkSync(`/usr/bin/${name}`, join(scratch, "bin", name));
const env = { HOME: "/root", LC_ALL: "C.UTF-8", TZ: "UTC" };
// Runs a batch: one bash goes from folder to folder, for starting a process from here costs more than most scripts.
const driver = `cd "$1" || exit; bin=$1/bin; shift
for n; do mkdir $n/w; cd $n/w; PATH=$bin /usr/bin/timeout -s KILL 3 bash -c "$(< ../s)" > ../out 2> ../err < /dev/null; echo $? > ../st; cd ../..; done 2> /dev/null`;
let folders = 0;
function real(texts) {
  const names = texts.map((text) => {
    const name = String(folders++);
    mkdirSync(join(scratch, name));
    writeFileSync(join(scratch, name, "s"), text);
    return name;
  });
  spawnSync("bash", ["-c", driver, "bash", scratch, ...names], { env: { ...env, PATH: "/usr/bin:/bin" }, stdio: "ignore" });
  return names.map((name) => {
    const read = (file) => readFileSync(join(scratch, name, file), "latin1");
    const r = { out: read("out"), err: read("err"), status: Number(read("st")) };
    rmSync(join(scratch, name), { recursive: true, force: true });
    return r.status === 137 || r.out.length > 1e6 ? undefined : r;
  });
}
const Sandbox = given.native ? undefined : (await import("../../dist/index.node.js")).Sandbox;
let base, uses = 0;
async function ours(text) {
  if (given.native) {
    const program = new URL("../../build/native/nacre-native", import.meta.url).pathname;
    const r = spawnSync(program, ["-t", "-c", `export LC_ALL=C.UTF-8 HOME=/root; unset LANG SHELL; mkdir -p /tmp/w /tmp/bin; ln -s /bin/cat /bin/bash /tmp/bin; cd /tmp/w; PATH=/tmp/bin exec bash -c "$1" bash`, "bash", text],
      { timeout: 60000, input: "" });
    return { out: r.stdout.toString("latin1"), err: r.stderr.toString("latin1"), status: r.status };
  }
  if (!base || uses++ % 200 === 199) {   // a new instance now and then: a crash shall cost little
    await base?.[Symbol.asyncDispose]();
    base = await Sandbox.create({
      env: { ...env, PATH: "/tmp/bin", LANG: undefined, SHELL: undefined }, cwd: "/tmp/w",
      files: { "/tmp/w": { directory: true }, "/tmp/bin/cat": { symlink: "/usr/bin/cat" }, "/tmp/bin/bash": { symlink: "/usr/bin/bash" } },
    });
  }
  const sandbox = await base.fork();
  try {
    const r = await sandbox.exec(text, { timeoutMs: 5000 });
    return { out: Buffer.from(r.stdoutBytes).toString("latin1"), err: Buffer.from(r.stderr).toString("latin1"), status: r.exitCode };
  } finally {
    await sandbox[Symbol.asyncDispose]();
  }
}
// Places, process ids and the like differ.
const plain = (text) => text.replaceAll(/\d+(?=: command not found)/g, "N").replaceAll(/\/tmp\/fuzz-\w+\/\d+\/w/g, "/tmp/w").replaceAll(/\bBASHPID=\d+|(?<=line \d+: ) *\d+ /g, "");
const whole = (lines) => `${prelude}\n${lines.join("\n")}`;
async function compare(lines, want) {
  if (!want) return undefined;
  const got = await ours(whole(lines));
  const same = plain(want.out) === plain(got.out) && want.status === got.status && (!given.stderr || plain(want.err) === plain(got.err));
  return same ? undefined : { want, got };
}
const differs = (lines) => compare(lines, real([whole(lines)])[0]);

// Takes away lines, then stretches of lines, as long as it still differs.
async function shrink(lines) {
  let best = lines, tries = 150;
  // A script that is no longer one, for syntax errors, is another finding.
  const broken = /syntax error|unexpected EOF|here-document at/, was = broken.test((await differs(lines))?.want.err ?? "");
  const attempt = async (next) => {
    if (tries-- <= 0) return false;
    const d = await differs(next);
    if (!d || (!was && broken.test(d.want.err))) return false;
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

const tell = (lines, { want, got }) => {
  console.log(lines.join("\n"));
  console.log(`--- bash [${want.status}]\n${want.out.slice(0, 600)}${want.err.slice(0, 300)}--- nacre [${got.status}]\n${got.out.slice(0, 600)}${got.err.slice(0, 300)}`);
};
if (given.script) {
  const lines = readFileSync(given.script, "utf8").split("\n");
  const d = await differs(lines);
  if (d) tell(lines, d);
  process.exit(d ? 1 : 0);
}
const until = Date.now() + seconds * 1000;
let ran = 0, found = 0;
while (ran < count && found < show && Date.now() < until) {
  const batch = Array.from({ length: Math.min(50, count - ran) }, (_, k) => ({ seed: first + ran + k, lines: script(first + ran + k) }));
  ran += batch.length;
  const wanted = real(batch.map((b) => whole(b.lines)));
  for (const [k, { seed, lines }] of batch.entries()) {
    if (found >= show || !(await compare(lines, wanted[k]))) continue;
    const least = await shrink(lines), d = await differs(least);
    if (!d) continue;   // by chance
    ++found;
    console.log(`=== seed ${seed}`);
    tell(least, d);
  }
}
await base?.[Symbol.asyncDispose]();
console.log(`${ran} scripts from seed ${first}, ${found} differ`);
process.exit(found > 0 ? 1 : 0);
