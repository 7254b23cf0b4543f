// The command line: scripts from -c, files and standard input, statuses, mounted directories, the interactive shell.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const nacre = fileURLToPath(new URL("../../bin/nacre", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "nacre-cli-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function run(args, options = {}) {
  const r = spawnSync(process.execPath, [nacre, ...args], { encoding: "utf8", timeout: 60_000, input: "", cwd: folder, ...options });
  return [r.stdout, r.stderr, r.status];
}

test("-c, with a name and arguments", () => {
  assert.deepEqual(run(["-c", "echo $0 $# \"$2\"; exit 3", "name", "a", "b c"]), ["name 2 b c\n", "", 3]);
  assert.deepEqual(run(["-c", "nope"]), ["", "bash: line 1: nope: command not found\n", 127]);
  assert.deepEqual(run(["-c", "kill -TERM $$"])[2], 143);
  assert.deepEqual(run(["-c", "cat; echo end"], { input: "given\n" }), ["given\nend\n", "", 0]);
});

test("a script file, with arguments", () => {
  writeFileSync(join(folder, "s.sh"), "echo \"$0 $1\"\nnope\nexit 4\n");
  assert.deepEqual(run(["s.sh", "arg"]), ["s.sh arg\n", "s.sh: line 2: nope: command not found\n", 4]);
  assert.deepEqual(run(["missing.sh"]), ["", "bash: missing.sh: No such file or directory\n", 127]);
});

test("a script on standard input", () => {
  assert.deepEqual(run([], { input: "read x\nvalue\necho $x\nfalse" }), ["value\n", "", 1]);
});

test("output and messages to one file come in their order", () => {
  const both = (...args) => spawnSync("sh", ["-c", '"$@" 2>&1', "sh", process.execPath, nacre, ...args], { encoding: "utf8", timeout: 60_000, input: "echo 5; nope; echo 6" }).stdout;
  const script = "for i in 1 2 3; do echo $i; echo e$i >&2; done; (ls nope; echo 4)";
  assert.equal(both("-c", script), "1\ne1\n2\ne2\n3\ne3\nls: cannot access 'nope': No such file or directory\n4\n");
  assert.equal(both(), "5\nbash: line 1: nope: command not found\n6\n");
});

test("usage", () => {
  assert.match(run(["--help"])[0], /^Usage: nacre/);
  assert.equal(run(["--nope"])[2], 2);
  assert.equal(run(["-c"])[2], 2);
});

test("a pipe that closes ends it", async () => {
  const child = spawn("bash", ["-c", `${process.execPath} ${nacre} -c 'yes; echo over >&2' | head -n 2; echo \${PIPESTATUS[1]}`], { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.on("data", (data) => (out += data));
  await new Promise((resolve) => child.on("close", resolve));
  assert.equal(out, "y\ny\n0\n");
});

test("--mount copies, --write-back stores", () => {
  const mounted = join(folder, "m");
  mkdirSync(join(mounted, "sub"), { recursive: true });
  writeFileSync(join(mounted, "a"), "one\n");
  writeFileSync(join(mounted, "sub/b"), "two\n", { mode: 0o640 });
  symlinkSync("a", join(mounted, "link"));
  assert.deepEqual(run(["--mount", mounted, "-c", "pwd; cat link sub/b; stat -c %a sub/b; rm a"]), [`${mounted}\none\ntwo\n640\n`, "", 0]);
  assert.ok(existsSync(join(mounted, "a")));
  const script = "rm a; echo three > sub/b; mkdir -p x/y; echo four > x/y/z; chmod 755 x/y/z; ln -s z x/y/l; mv sub moved";
  run(["--mount", `${mounted}:ro`, "--write-back", "-c", script]);
  assert.ok(existsSync(join(mounted, "a")));
  assert.deepEqual(run(["--mount", mounted, "--write-back", "-c", script]), ["", "", 0]);
  assert.ok(!existsSync(join(mounted, "a")) && !existsSync(join(mounted, "sub")));
  assert.equal(readFileSync(join(mounted, "moved/b"), "utf8"), "three\n");
  assert.equal(readFileSync(join(mounted, "x/y/z"), "utf8"), "four\n");
  assert.equal(statSync(join(mounted, "x/y/z")).mode & 0o777, 0o755);
  assert.equal(readlinkSync(join(mounted, "x/y/l")), "z");
});

test("what cannot be mounted or stored does not keep the rest from it", () => {
  const mounted = join(folder, "odd");
  const outside = join(folder, "outside");
  for (const made of [mounted, outside]) mkdirSync(made);
  for (const name of ["bad\xff", "a", "gone", "new\nline"]) writeFileSync(Buffer.from(`${mounted}/${name}`, "latin1"), "one\n");
  symlinkSync("../outside", join(mounted, "link"));
  const script = "rm gone; echo two > a; echo three > $'b\\xff'; rm link; mkdir link; echo four > link/f";
  const [out, err, status] = run(["--mount", mounted, "--write-back", "-c", `cat $'new\\nline'; ${script}`]);
  assert.deepEqual([out, err.split("\n").length, status], ["one\n", 3, 1], err);
  assert.equal(readFileSync(join(mounted, "a"), "utf8"), "two\n");
  assert.equal(readFileSync(join(mounted, "link/f"), "utf8"), "four\n");
  assert.ok(!existsSync(join(mounted, "gone")) && !existsSync(join(outside, "f")));
});

test("the interactive shell", { skip: spawnSync("script", ["--version"]).status !== 0 && "no script(1) here" }, async () => {
  // exec: a shell between would get the ^C as well, and end by it afterwards.
  const child = spawn("script", ["-qec", `exec ${process.execPath} ${nacre}`, "/dev/null"], {
    cwd: folder, stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, SHELL: "/bin/sh", HOME: folder, TERM: "dumb" },
  });
  after(() => child.kill("SIGKILL"));
  let out = "";
  child.stdout.on("data", (data) => (out += data));
  const see = async (text) => {
    for (let i = 0; i < 600 && !out.includes(text); i++) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.ok(out.includes(text), `no ${JSON.stringify(text)} in ${JSON.stringify(out)}`);
    out = out.slice(out.indexOf(text) + text.length);
  };
  await see("user@nacre:~$ ");
  child.stdin.write("x=$((6*7)); cd /tmp\r");
  await see("user@nacre:/tmp$ ");
  child.stdin.write("for i in a b; do\r");
  await see("> ");
  child.stdin.write("echo \"=$i$x=\"; done\r");
  await see("=a42=");
  await see("=b42=");
  await see("user@nacre:/tmp$ ");
  child.stdin.write("while :; do :; done\r");
  await new Promise((resolve) => setTimeout(resolve, 500));
  child.stdin.write("\x03");
  await see("user@nacre:/tmp$ ");
  child.stdin.write("read -p 'name? ' n\r");
  await see("name? ");
  child.stdin.write("bob\r");
  await see("user@nacre:/tmp$ ");
  child.stdin.write("echo \"=$n=\"\recho \"=pasted $((1+1))=\"\r");   // two lines at once
  await see("=bob=");
  await see("=pasted 2=");
  await see("user@nacre:/tmp$ ");
  child.stdin.write("while read -r l; do echo \"[$l]\"; done; echo \"=$((40+2))=\"\r");
  child.stdin.write("a line\r");
  await see("[a line]\r\n");
  child.stdin.write("\x04");
  await see("=42=");
  await see("user@nacre:/tmp$ ");
  child.stdin.write("sleep 100\r");
  await new Promise((resolve) => setTimeout(resolve, 500));
  child.stdin.write("\x03");
  await see("user@nacre:/tmp$ ");
  child.stdin.write("echo $x $?; exit 9\r");
  await see("42 130");
  const status = await new Promise((resolve) => child.on("close", resolve));
  assert.equal(status, 9);
  assert.match(readFileSync(join(folder, ".nacre_history"), "utf8"), /x=\$\(\(6\*7\)\)/);
});
