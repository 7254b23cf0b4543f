// The cases that every host runs identically: Node, Workers, browsers. runCase(name, Sandbox) runs one and disposes of the
// sandboxes that it made. The assertions are the few below, because node:assert is not everywhere. No case counts on real
// time being exact.

const show = (value) => JSON.stringify(value, (_key, v) => (typeof v === "bigint" ? String(v) : v instanceof Uint8Array ? [...v] : v));

const check = {
  equal(actual, expected, what = "") {
    if (show(actual) !== show(expected)) throw new Error(`${what} expected ${show(expected)}, got ${show(actual)}`);
  },
  ok(value, what = "not true") {
    if (!value) throw new Error(what);
  },
  async rejects(promise, name) {
    let error;
    try {
      await promise;
    } catch (e) {
      error = e;
    }
    if (!error) throw new Error(`expected ${name}, but nothing was thrown`);
    if (error.name !== name && error.code !== name) throw new Error(`expected ${name}, got ${error.name} ${error.code}: ${error.message}`);
    return error;
  },
};

const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const text = async (stream) => new Response(stream).text();

const cases = {
  async "a script's output and status"(Sandbox) {
    const sandbox = await Sandbox.create();
    const r = await sandbox.exec("echo out; echo err >&2; exit 3");
    check.equal([r.stdout, r.stderr, r.exitCode], ["out\n", "err\n", 3]);
    check.equal(r.stdoutBytes, new TextEncoder().encode("out\n"));
  },

  async "bytes are bytes"(Sandbox) {
    const sandbox = await Sandbox.create({ files: { bin: new Uint8Array([0, 255, 10, 128]) } });
    const r = await sandbox.exec("cat bin - | cat", { stdin: new Uint8Array([254, 0]) });
    check.equal([...r.stdoutBytes], [0, 255, 10, 128, 254, 0]);
  },

  async "pipelines run at the same time"(Sandbox) {
    const sandbox = await Sandbox.create();
    check.equal((await sandbox.exec("yes | head -n 2; echo ${PIPESTATUS[@]}")).stdout, "y\ny\n141 0\n");
  },

  async "the tools that models call"(Sandbox) {
    const { tools } = await Sandbox.create();
    const use = async (name, params, signal) => (await tools[name].execute("id", params, signal)).content[0].text;
    check.equal(await use("write", { path: "a/b", content: "é€😀\n" }), "Successfully wrote 5 bytes to a/b");
    check.equal(await use("read", '{"path":"a/b"}'), "é€😀\n");
    check.equal(await use("edit", { path: "a/b", oldText: "€", newText: "x" }), "Successfully edited a/b");
    check.equal(await use("bash", { command: "cat a/b; exit 3" }), "éx😀\n\nCommand exited with code 3");
    check.equal(await use("grep", { pattern: "x" }), "./a/b:1:éx😀");
    check.equal(await use("glob", { pattern: "b" }), "./a/b");
    check.equal(await use("bash", { command: "sleep 60", timeout: 0.05 }), "[flue] Command timed out after 0.05 seconds.\n\nCommand exited with code 124");
    await check.rejects(use("read", { path: "none" }), "ENOENT");
    await check.rejects(use("bash", { command: "sleep 60" }, AbortSignal.timeout(50)), "AbortError");
  },

  async "calls that wait at the same time"(Sandbox) {
    const sandbox = await Sandbox.create();
    const writes = Array.from({ length: 20 }, (_, i) => sandbox.tools.write.execute("id", { path: "f", content: String(i) }));
    const [one, two] = await Promise.all([sandbox.exec("sleep 0.1; echo 1"), sandbox.exec("sleep 0.2; echo 2"), ...writes]);
    check.equal([one.stdout, two.stdout], ["1\n", "2\n"]);
    check.equal(await sandbox.fs.readFile("f", "utf8"), "19");
  },

  async "files, modes, links and directories"(Sandbox) {
    const sandbox = await Sandbox.create({
      files: {
        "a.txt": "one\n", "/etc/x/y": { data: "deep", mode: 0o600 }, dir: { directory: true, mode: 0o750 }, link: { symlink: "a.txt" },
        old: { data: "", mtime: new Date(1e12) },
      },
    });
    const r = await sandbox.exec("cat link; stat -c '%a %U %n' /etc/x/y dir; stat -c %Y old; readlink link");
    check.equal(r.stdout, "one\n600 user /etc/x/y\n750 user dir\n1000000000\na.txt\n");
  },

  async "cwd, env, argv and stdin"(Sandbox) {
    const sandbox = await Sandbox.create({ cwd: "/work", env: { A: "1", LANG: undefined } });
    const r = await sandbox.exec('pwd; echo "$A $B ${LANG-none} $# $2"; cat', { cwd: "/tmp", env: { B: "2" }, argv: ["x", "y z"], stdin: "in" });
    check.equal(r.stdout, "/tmp\n1 2 none 2 y z\nin");
    check.equal((await sandbox.exec("pwd; cat")).stdout, "/work\n");
    check.equal((await sandbox.exec("cat", { stdin: new Blob(["stream", "ed"]).stream() })).stdout, "streamed");
  },

  async "an exec is a fresh shell on the same files"(Sandbox) {
    const sandbox = await Sandbox.create();
    await sandbox.exec("x=1; cd /; echo kept > /tmp/f");
    check.equal((await sandbox.exec('echo "[$x]"; pwd; cat /tmp/f')).stdout, "[]\n/home/user\nkept\n");
  },

  async "execs run at once"(Sandbox) {
    const sandbox = await Sandbox.create();
    await sandbox.exec("mkfifo p");
    const [reader, writer] = await Promise.all([sandbox.exec("cat p"), sandbox.exec("sleep 0.02; echo through > p")]);
    check.equal([reader.stdout, writer.exitCode], ["through\n", 0]);
  },

  async "sleep really waits"(Sandbox) {
    const sandbox = await Sandbox.create();
    const start = Date.now();
    check.equal((await sandbox.exec("sleep 0.1; echo done")).stdout, "done\n");
    check.ok(Date.now() - start >= 80, "it did not wait");
  },

  async "virtual time does not"(Sandbox) {
    const sandbox = await Sandbox.create({ now: 0, seed: 1 });
    check.equal((await sandbox.exec("sleep 86400; date -u +%F")).stdout, "1970-01-02\n");
  },

  async "the same seed and time, the same bytes"(Sandbox) {
    const script = "echo $RANDOM $RANDOM; date +%s%N; mktemp -u; ls -la --time-style=full-iso /tmp";
    const run = async () => {
      const sandbox = await Sandbox.create({ now: 1e12, seed: 7 });
      return (await sandbox.exec(script)).stdout;
    };
    check.equal(await run(), await run());
  },

  async "a timeout is 124 and keeps the output"(Sandbox) {
    const sandbox = await Sandbox.create();
    const r = await sandbox.exec("echo so far; while :; do :; done", { timeoutMs: 50 });
    check.equal([r.stdout, r.exitCode], ["so far\n", 124]);
    check.equal((await sandbox.exec("sleep 10", { timeoutMs: 20 })).exitCode, 124);
    check.equal((await sandbox.exec("echo next")).stdout, "next\n");
  },

  async "what does not settle holds no timeout; a stream that is read, no start"(Sandbox) {
    const sandbox = await Sandbox.create();
    const never = { timeoutMs: 50, onStdout: () => new Promise(() => {}) };
    const r = await sandbox.exec("echo a; sleep 5", never);
    check.equal(`${r.exitCode} ${r.stdout}`, "124 a\n");
    const shell = sandbox.shell();
    check.equal((await shell.exec("echo a; sleep 5", never)).exitCode, 124);
    await shell.close();
    const locked = new ReadableStream();
    locked.getReader();
    await check.rejects(sandbox.exec("echo ran > ran", { stdin: locked }), "TypeError");
    check.equal((await sandbox.exec("ls")).stdout, "");
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue("x\n") });
    check.equal((await sandbox.exec("cat > /dev/null", { stdin: endless, timeoutMs: 100 })).exitCode, 124);
  },

  async "an abort ends anything"(Sandbox) {
    const sandbox = await Sandbox.create();
    for (const script of ["while :; do :; done", "sleep 100", "yes > /dev/null", "cat < /dev/zero | cat > /dev/null", "trap '' TERM INT; while :; do :; done"]) {
      const aborter = new AbortController();
      setTimeout(() => aborter.abort(new Error("enough")), 20);
      const error = await check.rejects(sandbox.exec(script, { signal: aborter.signal }), "AbortError");
      check.equal(error.cause.message, "enough");
    }
    await check.rejects(sandbox.exec("echo", { signal: AbortSignal.abort() }), "AbortError");
    check.equal((await sandbox.exec("echo next")).stdout, "next\n");
  },

  async "output comes in pieces, with backpressure"(Sandbox) {
    const sandbox = await Sandbox.create();
    const pieces = [];
    let running = 0;
    const r = await sandbox.exec("printf 'h\\303'; sleep 0.02; printf '\\251'; seq 20000; echo e >&2", {
      onStdout: async (piece, bytes) => {
        check.equal(++running, 1, "calls at once:");
        await after(1);
        running--;
        pieces.push([piece, bytes.length]);
      },
      onStderr: (piece) => void pieces.push([`2:${piece}`, 0]),
    });
    const all = pieces.filter(([piece]) => !piece.startsWith("2:")).map(([piece]) => piece).join("");
    check.ok(all.startsWith("hé1\n2\n") && all.endsWith("20000\n"), "the pieces do not make the whole");
    check.equal(pieces.some(([piece]) => piece === "2:e\n"), true);
    check.equal(r.stdout, all);
    await check.rejects(sandbox.exec("yes", { onStdout: () => { throw new RangeError("mine"); } }), "RangeError");
  },

  async "the output limit kills the writer"(Sandbox) {
    const sandbox = await Sandbox.create({ limits: { output: 10000 } });
    const r = await sandbox.exec("yes");
    check.equal([r.exitCode, r.stderr], [137, "nacre: output limit\n"]);
    check.equal(r.stdoutBytes.length, 10000, "what fits is kept");
  },

  async "spawn: streams, kill and wait"(Sandbox) {
    const sandbox = await Sandbox.create();
    const p = sandbox.spawn("while read -r line; do echo \"got $line\"; done; echo end >&2");
    const writer = p.stdin.getWriter();
    const reader = p.stdout.pipeThrough(new TextDecoderStream()).getReader();
    await writer.write("one\n");
    check.equal((await reader.read()).value, "got one\n");
    await writer.write(new TextEncoder().encode("two\n"));
    check.equal((await reader.read()).value, "got two\n");
    await writer.close();
    check.equal((await reader.read()).done, true);
    check.equal(await text(p.stderr), "end\n");
    check.equal(await p.wait(), { exitCode: 0, signal: null });

    const looping = sandbox.spawn("while :; do :; done");
    await after(10);
    check.equal(looping.kill(), true);
    check.equal(await looping.wait(), { exitCode: 143, signal: "SIGTERM" });
    check.equal(looping.kill(), false);
  },

  async "spawn: what is not read holds the writer back"(Sandbox) {
    const sandbox = await Sandbox.create();
    const p = sandbox.spawn("yes");
    const reader = p.stdout.getReader();
    let size = 0;
    while (size < 300_000) size += (await reader.read()).value.length;
    await reader.cancel();
    check.equal(await p.wait(), { exitCode: 141, signal: "SIGPIPE" });
  },

  async "a shell keeps its state"(Sandbox) {
    const sandbox = await Sandbox.create();
    const shell = sandbox.shell({ env: { GIVEN: "yes" } });
    check.equal((await shell.exec("x=5; cd /tmp; f() { echo f$1; }")).exitCode, 0);
    check.equal((await shell.exec('echo "$x $PWD $(f 1) $GIVEN"; false')).stdout, "5 /tmp f1 yes\n");
    check.equal((await shell.exec("echo $?")).stdout, "1\n");
    check.equal((await shell.exec("cat", { stdin: "input" })).stdout, "input");
    check.equal((await shell.exec("cat")).stdout, "");
    const [a, b] = await Promise.all([shell.exec("sleep 0.02; y=1"), shell.exec("echo y=$y")]);
    check.equal([a.exitCode, b.stdout], [0, "y=1\n"]);
    check.equal((await shell.exec("while :; do :; done", { timeoutMs: 30 })).exitCode, 124);
    await check.rejects(shell.exec("sleep 100", { signal: AbortSignal.timeout(20) }), "AbortError");
    check.equal((await shell.exec("echo $x still")).stdout, "5 still\n");
    check.equal((await shell.exec("exit 7")).exitCode, 7);
    check.equal(shell.closed, true);
    await check.rejects(shell.exec("echo"), "DisposedError");
  },

  async "commands in JavaScript: writes that are not awaited, values that are no errors"(Sandbox) {
    const sandbox = await Sandbox.create({
      commands: {
        flood({ stdout }) {
          const writer = stdout.getWriter();
          for (let i = 0; i < 10; i++) void writer.write("x".repeat(20_000));
        },
        odd() {
          throw Object.create(null);
        },
      },
    });
    check.equal((await sandbox.exec("flood | wc -c")).stdout, "200000\n");
    const r = await sandbox.exec("odd; echo $?", { timeoutMs: Infinity });
    check.equal(r.stdout + r.stderr, "1\nodd: failed\n");
  },

  async "a shell on a terminal"(Sandbox) {
    const sandbox = await Sandbox.create({ files: { a: "", b: "" } });
    const plain = sandbox.shell();
    check.equal((await plain.exec("[ -t 0 ] || [ -t 1 ] || echo none; ls")).stdout, "none\na\nb\n");
    const shell = sandbox.shell({ tty: { columns: 40, rows: 10 } });
    check.equal((await shell.exec("[ -t 0 ] && [ -t 1 ] && [ -c /dev/stdin ] && echo $COLUMNS $LINES; ls")).stdout, "40 10\na  b\n");
    const r = await shell.exec("read -r -p 'name? ' x; echo \"<$x>\"; echo seen > /dev/tty", { stdin: "me\n" });
    check.equal(r.stdout + r.stderr, "<me>\nseen\nname? ");
    await check.rejects(Promise.resolve().then(() => sandbox.shell({ tty: { columns: 0, rows: 1 } })), "RangeError");
    await plain.close();
    await shell.close();
  },

  async "commands in JavaScript"(Sandbox) {
    const sandbox = await Sandbox.create({
      commands: {
        async greet({ args, env, cwd, stdout }) {
          const writer = stdout.getWriter();
          await writer.write(`hello ${args.join("+")} ${env.X} ${cwd}\n`);
          return 4;
        },
        async upper({ stdin, stdout }) {
          await stdin.pipeThrough(new TextDecoderStream()).pipeThrough(new TransformStream({
            transform: (chunk, controller) => controller.enqueue(chunk.toUpperCase()),
          })).pipeTo(stdout);
        },
        throws() {
          throw new Error("went wrong");
        },
        inner: async ({ args, stdout }) => {
          const r = await sandbox.exec(args[0]);
          await stdout.getWriter().write(`<${r.stdout.trim()}>`);
        },
        async endless({ stdout, signal }) {
          const writer = stdout.getWriter();
          while (!signal.aborted) await writer.write("z\n");
        },
        never: () => new Promise(() => {}),
      },
    });
    check.equal((await sandbox.exec("X=1 greet a 'b c'; echo $?")).stdout, "hello a+b c 1 /home/user\n4\n");
    check.equal((await sandbox.exec("seq 3 | sed s/^/n/ | upper | tac")).stdout, "N3\nN2\nN1\n");
    const failed = await sandbox.exec("throws");
    check.equal([failed.exitCode, failed.stderr], [1, "throws: went wrong\n"]);
    check.equal((await sandbox.exec("inner 'echo nested'")).stdout, "<nested>");
    check.equal((await sandbox.exec("endless | head -n 2")).stdout, "z\nz\n");
    check.equal((await sandbox.exec("never", { timeoutMs: 30 })).exitCode, 124);
    await check.rejects(sandbox.exec("never", { signal: AbortSignal.timeout(20) }), "AbortError");
    check.equal((await sandbox.exec("type -P greet; ls /usr/local/bin/greet")).stdout, "/usr/local/bin/greet\n/usr/local/bin/greet\n");
  },

  async "fs: the names and errors of node:fs/promises"(Sandbox) {
    const sandbox = await Sandbox.create();
    const { fs } = sandbox;
    check.equal(await fs.mkdir("/a/b/c", { recursive: true }), "/a");
    await fs.writeFile("/a/b/c/f", "text");
    await fs.appendFile("/a/b/c/f", new Uint8Array([33]));
    check.equal(await fs.readFile("/a/b/c/f", "utf8"), "text!");
    check.equal([...await fs.readFile("/a/b/c/f")], [116, 101, 120, 116, 33]);
    check.equal(await fs.readdir("/a", { recursive: true }), ["b", "b/c", "b/c/f"]);
    const [entry] = await fs.readdir("/a", { withFileTypes: true });
    check.equal([entry.name, entry.isDirectory(), entry.parentPath], ["b", true, "/a"]);
    const stats = await fs.stat("/a/b/c/f");
    check.equal([stats.size, stats.isFile(), stats.mode, stats.uid], [5, true, 0o100644, 1000]);
    await fs.chmod("/a/b/c/f", 0o4755);
    await fs.utimes("/a/b/c/f", 5, new Date(6000));
    check.equal([(await fs.stat("/a/b/c/f")).mode & 0o7777, (await fs.stat("/a/b/c/f")).mtimeMs], [0o4755, 6000]);
    await fs.symlink("f", "/a/b/c/l");
    check.equal([await fs.readlink("/a/b/c/l"), await fs.realpath("/a/b/c/l")], ["f", "/a/b/c/f"]);
    check.equal((await fs.lstat("/a/b/c/l")).isSymbolicLink(), true);
    await fs.rename("/a/b/c/f", "/a/g");
    await fs.copyFile("/a/g", "/a/h");
    await fs.link("/a/h", "/a/i");
    check.equal((await fs.stat("/a/i")).nlink, 2);
    await fs.truncate("/a/h", 2);
    check.equal(await fs.readFile("/a/i", "latin1"), "te");
    const file = await fs.open("/a/j", "w+");
    await file.write("hello world");
    const { bytesRead, buffer } = await file.read(new Uint8Array(5), 0, 5, 6);
    check.equal([bytesRead, new TextDecoder().decode(buffer)], [5, "world"]);
    await file.close();
    await fs.cp("/a", "/copy", { recursive: true });
    check.equal((await sandbox.exec("diff -r --no-dereference /a /copy && echo same; cat /copy/j")).stdout, "same\nhello world");
    const error = await check.rejects(fs.readFile("/nope"), "ENOENT");
    check.equal([error.message, error.errno, error.syscall, error.path], ["ENOENT: no such file or directory, open '/nope'", -2, "open", "/nope"]);
    await check.rejects(fs.mkdir("/a"), "EEXIST");
    await check.rejects(fs.rmdir("/a"), "ENOTEMPTY");
    await check.rejects(fs.readFile("/a"), "EISDIR");
    await check.rejects(fs.readdir("/a/g"), "ENOTDIR");
    await check.rejects(fs.open("/a/g", "wx"), "EEXIST");
    await check.rejects(fs.rm("/a"), "ERR_FS_EISDIR");
    await check.rejects(fs.unlink("/nope"), "ENOENT");
    await check.rejects(fs.readFile(5), "ERR_INVALID_ARG_TYPE");
    await fs.rm("/a", { recursive: true });
    await fs.rm("/a", { recursive: true, force: true });
    await check.rejects(fs.access("/a"), "ENOENT");
    const big = new Uint8Array(3_000_000).map((_, i) => i * 7);
    await fs.writeFile("/big", big);
    check.equal((await sandbox.exec("wc -c < /big")).stdout, "3000000\n");
    const back = await fs.readFile("/big");
    check.ok(back.length === big.length && back.every((b, i) => b === big[i]), "the bytes differ");
  },

  async "snapshot, diff, restore, undo"(Sandbox) {
    const sandbox = await Sandbox.create({ files: { keep: "k", gone: "g", change: "1" } });
    const snapshot = await sandbox.snapshot();
    const r = await sandbox.exec("rm gone; echo 2 > change; mkdir d; echo n > d/new");
    const short = (changes) => changes.map((c) => `${c.kind} ${c.path.replace("/home/user/", "")}`);
    check.equal(short(await sandbox.diff(snapshot)), ["modified change", "added d", "added d/new", "removed gone"]);
    check.equal(short(await sandbox.changes(r.id)), ["modified change", "added d", "added d/new", "removed gone"]);
    await sandbox.undo(r.id);
    check.equal(await sandbox.diff(snapshot), []);
    await sandbox.exec("rm *");
    await sandbox.restore(snapshot);
    check.equal((await sandbox.exec("ls; cat change")).stdout, "change\ngone\nkeep\n1");
    const p = sandbox.spawn("sleep 100");
    await check.rejects(sandbox.restore(snapshot), "EBUSY");
    p.kill();
    await p.wait();
    snapshot.dispose();
    await check.rejects(sandbox.restore(snapshot), "DisposedError");
  },

  async "forks are independent"(Sandbox) {
    const sandbox = await Sandbox.create({ files: { f: "1" }, commands: { mine: ({ stdout }) => stdout.getWriter().write("mine\n") } });
    for (const isolate of [false, true]) {
      const fork = await sandbox.fork({ isolate });
      await fork.exec("echo 2 > f");
      await sandbox.exec("echo 3 > g");
      check.equal((await fork.exec("cat f; ls; mine")).stdout, "2\nf\nmine\n", `isolate ${isolate}:`);
      check.equal((await sandbox.exec("cat f; ls; rm g")).stdout, "1f\ng\n");
    }
  },

  async "an image goes on elsewhere"(Sandbox) {
    const script = "trap 'echo trapped' USR1; x=kept; seq 30000 | (sleep 0.3; sort -n | tail -n 1) | cat; kill -USR1 $$; echo $x; exit 5";
    const sandbox = await Sandbox.create();
    const p = sandbox.spawn(script);
    await after(30);
    const image = await sandbox.hibernate();
    const other = await Sandbox.resume(image);
    check.equal(other.resumed.length, 1);
    for (const each of [p, other.resumed[0]]) {
      check.equal(await text(each.stdout), "30000\ntrapped\nkept\n");
      check.equal((await each.wait()).exitCode, 5);
    }
    check.equal((await other.exec("echo alive")).stdout, "alive\n");
    await check.rejects(Sandbox.resume(new Uint8Array(100)), "TypeError");
  },

  async "background processes"(Sandbox) {
    const sandbox = await Sandbox.create();
    const r = await sandbox.exec("(sleep 0.05; echo later > done) & echo now");
    check.equal(r.stdout, "now\n");
    for (let i = 0; i < 100 && (await sandbox.exec("cat done 2>/dev/null")).stdout !== "later\n"; i++) await after(10);
    check.equal((await sandbox.exec("cat done")).stdout, "later\n");
  },

  async "wrong arguments are TypeErrors"(Sandbox) {
    const sandbox = await Sandbox.create();
    await check.rejects(sandbox.exec(), "TypeError");
    await check.rejects(sandbox.exec("x", { signal: {} }), "TypeError");
    await check.rejects(sandbox.exec("x", { timeoutMs: "1" }), "TypeError");
    await check.rejects(sandbox.exec("x", { timeoutMs: -1 }), "RangeError");
    await check.rejects(sandbox.exec("x", { env: { "A=B": "c" } }), "TypeError");
    await check.rejects(sandbox.exec("x", { env: { A: 1 } }), "TypeError");
    await check.rejects(sandbox.exec("x", { cwd: "/nope" }), "ENOENT");
    await check.rejects(Sandbox.create({ files: { x: 5 } }), "TypeError");
    await check.rejects(Sandbox.create({ cwd: "relative" }), "TypeError");
    await check.rejects(Sandbox.create({ limits: { memory: "big" } }), "TypeError");
    await check.rejects(sandbox.restore(null), "TypeError");
    await check.rejects(sandbox.diff({}), "TypeError");
    await check.rejects(Promise.resolve().then(() => sandbox.shell({ tty: null })), "TypeError");
    await check.rejects(Sandbox.create({ now: () => NaN }).then((odd) => odd.exec("sleep 1")), "TypeError");
    await check.rejects(Sandbox.create({ commands: { "a/b": () => {} } }), "TypeError");
  },

  async "limits end what reaches them"(Sandbox) {
    const sandbox = await Sandbox.create({ limits: { memory: 20e6, processes: 20, depth: 200, fuel: 1e6, files: 200 } });
    check.equal((await sandbox.exec("f() { f; }; f")).exitCode !== 0, true, "depth:");
    check.equal((await sandbox.exec("while :; do :; done")).exitCode, 137, "fuel:");
    check.equal((await sandbox.exec("x=x; while :; do x=$x$x; done")).exitCode, 137, "memory:");
    check.equal((await sandbox.exec("head -c 100M /dev/zero > big")).exitCode, 1, "space:");
    await sandbox.exec("rm big; head -c 4000000 /dev/zero | tr '\\0' a > f");
    check.equal((await sandbox.exec("sed -i s/a/bbbbbbbb/g f; stat -c %s f; ls; rm f")).stdout, "4000000\nf\n", "sed -i without memory:");
    await sandbox.exec("rm -f big; for i in {1..400}; do : > f$i; done 2> errors");
    check.ok((await sandbox.exec("head -n 1 errors")).stdout.includes("No space left on device"), "inodes");
    await sandbox.exec("rm -f *; :(){ :|:& };:", { timeoutMs: 2000 });
    await sandbox.exec("sleep 0.1");
    check.equal((await sandbox.exec("echo alive")).stdout, "alive\n");
  },

  async "disposal"(Sandbox) {
    const sandbox = await Sandbox.create();
    const running = sandbox.exec("sleep 100");
    await after(5);
    await sandbox.dispose();
    await check.rejects(running, "DisposedError");
    await check.rejects(sandbox.exec("echo"), "DisposedError");
    await check.rejects(sandbox.fs.readFile("/etc/passwd"), "DisposedError");
    await sandbox.dispose();
  },
};

export const names = Object.keys(cases);

/** Runs one case. */
export async function runCase(name, Sandbox) {
  const made = [];
  const keep = async (promise) => {
    const sandbox = await promise;
    made.push(sandbox);
    return sandbox;
  };
  try {
    await cases[name]({ create: (options) => keep(Sandbox.create(options)), resume: (image, options) => keep(Sandbox.resume(image, options)) });
  } finally {
    for (const sandbox of made) await sandbox.dispose();
  }
}

/** Runs every case; gives a list of { name, error } for a host that has no test runner. */
export async function runAll(Sandbox) {
  const results = [];
  for (const name of names) {
    let error;
    const start = Date.now();
    try {
      await Promise.race([runCase(name, Sandbox), after(100_000).then(() => Promise.reject(new Error("it hangs")))]);
    } catch (e) {
      error = `${e?.name}: ${e?.message}`;
    }
    results.push({ name, error, ms: Date.now() - start });
  }
  return results;
}
