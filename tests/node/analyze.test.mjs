// analyze(): what it says of command lines, the tree, errors and places, and that nothing makes it fail.
import assert from "node:assert/strict";
import { test } from "node:test";
import { analyze } from "../../dist/index.node.js";

const names = (a) => a.commands.map((c) => c.name ?? "?").join(" ");

// [script, only reads, names of the commands that it runs (? for one that is not known), files that redirections write]
const table = [
  // commands that read, and those that do not
  ["ls", true, "ls"],
  ["ls -la /tmp | sort -k2,2n | head -n 5", true, "ls sort head"],
  ["cat a b c", true, "cat"],
  ["cat \"$f\" *.txt {a,b}", true, "cat"],
  ["/bin/ls -l", true, "/bin/ls"],
  ["./ls -l", false, "./ls"],
  ["rm -rf /", false, "rm"],
  ["mkdir -p a/b && touch a/b/c", false, "mkdir touch"],
  ["cp a b; mv b c", false, "cp mv"],
  ["grep -rn 'foo bar' src", true, "grep"],
  ["git status", false, "git"],
  ["curl https://example.org", false, "curl"],
  ["python3 -c 'print(1)'", false, "python3"],
  ["pwd; whoami; id -u; date; date -u +%s", true, "pwd whoami id date date"],
  ["date -s tomorrow", false, "date"],
  ["date -us tomorrow", false, "date"],
  ["date 01010101", false, "date"],
  ["date -d \"$x\" \"+$format\"", true, "date"],
  ["date \"$x\"", false, "date"],
  ["hostname", true, "hostname"],
  ["hostname evil", false, "hostname"],
  ["echo hi", true, "echo"],
  ["printf '%s\\n' \"$x\"", true, "printf"],
  ["printf -v x '%s' a", true, "printf"],
  ["printf -v PATH .", false, "printf"],
  ["printf \"$x\" y", false, "printf"],
  [":", true, ":"],
  ["", true, ""],
  ["# only a comment", true, ""],
  // options that write
  ["sort -u f", true, "sort"],
  ["sort -o f f", false, "sort"],
  ["sort -uof f", false, "sort"],
  ["sort --output=f f", false, "sort"],
  ["sort --out f f", false, "sort"],
  ["sort --compress-program=evil f", false, "sort"],
  ["sort f -o g", false, "sort"],
  ["sort \"$f\"", false, "sort"],
  ["sort -- \"$f\"", true, "sort"],
  ["sort ./\"$f\" /etc/*.conf ~/x", true, "sort"],
  ["sort $f", false, "sort"],
  ["uniq -c in", true, "uniq"],
  ["uniq in out", false, "uniq"],
  ["uniq *", false, "uniq"],
  ["tee f", false, "tee"],
  ["tee", true, "tee"],
  ["tee /dev/null", true, "tee"],
  ["ls | tee -a log >/dev/null", false, "ls tee", "/dev/null"],
  ["tee >(wc -l)", true, "wc tee"],
  ["dd if=a bs=1", true, "dd"],
  ["dd if=a of=b", false, "dd"],
  ["dd \"$@\"", false, "dd"],
  ["tree -a", true, "tree"],
  ["tree -o out", false, "tree"],
  ["xxd f", true, "xxd"],
  ["xxd -r f g", false, "xxd"],
  ["rg foo", true, "rg"],
  ["rg --pre evil foo", false, "rg"],
  ["shuf -o f f", false, "shuf"],
  // sed, awk, find
  ["sed -n '1,5p' f", true, "sed"],
  ["sed -i s/a/b/ f", false, "sed"],
  ["sed -i.bak s/a/b/ f", false, "sed"],
  ["sed -ni p f", false, "sed"],
  ["sed --in-place=x p f", false, "sed"],
  ["sed 's/web/were/g' f", true, "sed"],
  ["sed 's/a/b/w out' f", false, "sed"],
  ["sed -e p -e 'w out' f", false, "sed"],
  ["sed 's/x/date/e' f", false, "sed"],
  ["sed \"s/$a/b/\" f", false, "sed"],
  ["sed -f script f", false, "sed"],
  ["sed p \"$f\"", false, "sed"],
  ["sed -e p -- \"$f\"", true, "sed"],
  ["awk '{print $1}' f", true, "awk"],
  ["awk -F: -v n=3 '$3 > n || /x/ {print $1}' \"$f\"", true, "awk"],
  ["awk '{print > \"out\"}' f", false, "awk"],
  ["awk 'BEGIN{system(\"rm x\")}'", false, "awk"],
  ["awk \"$program\"", false, "awk"],
  ["awk -f p f", false, "awk"],
  ["find . -name '*.c' -type f", true, "find"],
  ["find . -name \"$p\" -newer \"$q\"", true, "find"],
  ["find . -name $p", false, "find"],
  ["find \"$d\"", false, "find"],
  ["find . -delete", false, "find"],
  ["find . -exec grep -l foo {} +", true, "find grep"],
  ["find . -exec rm {} \\;", false, "find rm"],
  ["find . -type f -exec sort {} \\; -exec rm -f {} +", false, "find sort rm"],
  ["find . -exec sh -c 'rm \"$1\"' sh {} \\;", false, "find sh rm"],
  ["find . -exec sh -c 'cat {}' \\;", false, "find sh"],
  ["find . -fprint out", false, "find"],
  // redirections
  ["echo a > f", false, "echo", "f"],
  ["echo a >> f", false, "echo", "f"],
  ["echo a > /dev/null 2>&1", true, "echo", "/dev/null"],
  ["echo a >&2", true, "echo"],
  ["echo a >& f", false, "echo", "f"],
  ["echo a &> /dev/null", true, "echo", "/dev/null"],
  ["echo a > \"$f\"", false, "echo", "?"],
  ["> f", false, "", "f"],
  ["{ ls; pwd; } > out", false, "ls pwd", "out"],
  ["cat < in", true, "cat"],
  ["cat < \"$f\"", false, "cat"],
  ["cat < /dev/tcp/example.org/80", false, "cat"],
  ["exec 3<in", true, "exec"],
  ["exec >log", false, "exec", "log"],
  ["cat <<E\n$(rm x)\nE", false, "cat rm"],
  ["cat <<'E'\n$(rm x)\nE", true, "cat"],
  ["cat <<< \"$x\"", true, "cat"],
  ["cat <> f", false, "cat", "f"],
  ["diff <(sort a) <(sort b)", true, "sort sort diff"],
  ["ls > >(cat)", true, "ls cat"],
  ["ls > >(tee f)", false, "ls tee"],
  // commands that run others
  ["env FOO=bar ls", true, "env ls"],
  ["env PATH=. ls", false, "env ls"],
  ["env -i rm x", false, "env rm"],
  ["env", true, "env"],
  ["env -S 'rm x'", false, "env"],
  ["command ls", true, "command ls"],
  ["command -v rm", true, "command"],
  ["builtin echo x", true, "builtin echo"],
  ["exec ls", true, "exec ls"],
  ["exec rm x", false, "exec rm"],
  ["timeout 5 ls", true, "timeout ls"],
  ["timeout -s KILL 5 rm x", false, "timeout rm"],
  ["timeout -k 1 --signal=TERM 5 nice -n 5 cat f", true, "timeout nice cat"],
  ["timeout \"$t\" ls", false, "timeout"],
  ["nohup ls", false, "nohup ls"],
  ["sudo ls", false, "sudo ls"],
  ["ls | xargs cat", true, "ls xargs cat"],
  ["ls | xargs rm", false, "ls xargs rm"],
  ["ls | xargs sort", false, "ls xargs sort"],
  ["ls | xargs -n1 -I% cat %", true, "ls xargs cat"],
  ["ls | xargs -I% sh -c 'cat %'", false, "ls xargs sh"],
  ["xargs -0I% sh -c 'echo %'", false, "xargs sh"],
  ["xargs --replace rm cat", false, "xargs"],
  ["jobs -x rm f", false, "jobs"],
  ["/usr/bin/nohup ls", false, "/usr/bin/nohup ls"],
  ["declare -A m=([a]=1 [b]=2); echo ${m[@]}", true, "declare echo"],
  ["declare -A m=([$(rm x)]=1)", false, "rm declare"],
  ["a=([$(rm x)]=1)", false, "rm"],
  ["xargs -0 -P4 grep foo < list", true, "xargs grep"],
  ["bash -c 'ls; pwd'", true, "bash ls pwd"],
  ["bash -ec 'rm x'", false, "bash rm"],
  ["bash -c \"rm $x\"", false, "bash"],
  ["bash -c 'echo x > f'", false, "bash echo", "f"],
  ["sh script.sh", false, "sh"],
  ["bash", false, "bash"],
  ["bash -c 'bash -c \"rm x\"'", false, "bash bash rm"],
  ["eval 'ls -l'", true, "eval ls"],
  ["eval ls '>' f", false, "eval ls", "f"],
  ["eval \"$x\"", false, "eval"],
  ["trap 'rm -f t' EXIT", false, "trap rm"],
  ["trap 'echo bye' EXIT; ls", true, "trap echo ls"],
  ["trap - INT", true, "trap"],
  ["source f", false, "source"],
  [". ./f", false, "."],
  ["time ls", true, "ls"],
  ["! ls", true, "ls"],
  ["coproc cat", true, "cat"],
  // what is only known when it runs
  ["$cmd", false, "?"],
  ["\"$@\"", false, "?"],
  ["l\"s\"", true, "ls"],
  ["$(echo rm) x", false, "echo ?"],
  ["echo $(rm x)", false, "rm echo"],
  ["echo \"`rm x`\"", false, "rm echo"],
  ["echo ${x:-$(rm y)}", false, "rm echo"],
  ["echo ${x:=1}", true, "echo"],
  ["echo ${PATH:=.}", false, "echo"],
  ["echo ${!x}", false, "echo"],
  ["echo ${x@P}", false, "echo"],
  // variables and arithmetic
  ["x=1", true, ""],
  ["x=$(rm y)", false, "rm"],
  ["PATH=. ls", false, "ls"],
  ["LC_ALL=C sort f", true, "sort"],
  ["LD_PRELOAD=./x.so ls", false, "ls"],
  ["BASH_ENV=f bash -c 'ls'", false, "bash ls"],
  ["export A=1 B", true, "export"],
  ["export \"$x\"", false, "export"],
  ["declare -n r=PATH; r=.", false, "declare"],
  ["echo $((1+2))", true, "echo"],
  ["echo $((x))", false, "echo"],
  ["x=5; echo $((x+1))", true, "echo"],
  ["x=$(cat f); echo $((x+1))", false, "cat echo"],
  ["x=1; x=$(cat f); echo $((x+1))", false, "cat echo"],
  ["for ((i=0; i<3; i++)); do echo $i; done", true, "echo"],
  ["for i in 1 2 3; do echo $((i*2)); done", true, "echo"],
  ["for i in *; do cat \"$i\"; done", true, "cat"],
  ["if false; then x=1; fi; echo $((x))", false, "false echo"],
  ["echo ${a[0]} ${a[@]} ${#a[@]}", true, "echo"],
  ["echo ${a[$i]}", false, "echo"],
  ["[[ $x -eq 3 ]]", false, ""],
  ["[[ $x == 3 && -f \"$y\" ]]", true, ""],
  ["[ \"$x\" -eq 3 ] && test -f \"$f\"", true, "[ test"],
  ["[ -v 'a[$(rm x)]' ]", false, "["],
  ["[ $x = y ]", false, "["],
  ["read -r a b", true, "read"],
  ["read \"$x\"", false, "read"],
  ["read PATH", false, "read"],
  ["while IFS= read -r l; do echo \"$l\"; done", true, "read echo"],
  ["while read -r l; do echo \"$l\"; done", true, "read echo"],
  ["let i=1+1", true, "let"],
  ["let 'a[$(rm x)]=1'", false, "let"],
  ["set -eu -o pipefail; ls", true, "set ls"],
  ["shopt -s expand_aliases", false, "shopt"],
  ["alias ls=rm", false, "alias"],
  ["hash -p /bin/rm ls", false, "hash"],
  ["kill 1", false, "kill"],
  // functions
  ["f() { ls; }; f", true, "ls f"],
  ["f() { rm x; }", false, "rm"],
  ["f; f() { ls; }", false, "f ls"],
  ["if false; then f() { ls; }; fi; f", false, "false ls f"],
  ["f() { g; }; g() { ls; }; f", false, "g ls f"],
  ["ls() { rm \"$1\"; }; ls", false, "rm ls"],
  ["case $x in a) ls ;; *) pwd ;; esac", true, "ls pwd"],
  ["( cd /tmp && ls ) & wait", true, "cd ls wait"],
  // errors
  ["if", false, ""],
  ["ls\nrm x )", false, "ls"],
  ["echo $(", false, ""],
];

test("command lines", async () => {
  assert.ok(table.length > 150);
  const wrong = [];
  for (const [script, readOnly, commands, writes = ""] of table) {
    const a = await analyze(script);
    const got = [a.readOnly, names(a), a.writes.map((w) => w.path ?? "?").join(" ")];
    const wanted = [readOnly, commands, writes];
    if (JSON.stringify(got) !== JSON.stringify(wanted)) wrong.push({ script, got, wanted, reasons: a.reasons.map((r) => r.message) });
    assert.equal(a.readOnly, a.reasons.length === 0, script);
  }
  assert.deepEqual(wrong, []);
});

test("arguments, assignments, files and places", async () => {
  const script = "#!/bin/bash\nA=1 B=$x  timeout -k 1 5 \\\n  cp -r 'a b' \"$src\" dst*/ < in >> é/out\n";
  const a = await analyze(script);
  const bytes = Buffer.from(script);
  const text = (p) => bytes.subarray(p.begin, p.end).toString();
  const [timeout, cp] = a.commands;
  assert.deepEqual([timeout.name, cp.name, cp.args, cp.via], ["timeout", "cp", ["-r", "a b", null, null], ["timeout"]]);
  assert.deepEqual(timeout.assignments.map((x) => [x.name, x.value, text(x)]), [["A", "1", "A=1"], ["B", null, "B=$x"]]);
  assert.deepEqual([timeout.line, timeout.column, timeout.source], [2, 1, text(timeout)]);
  assert.equal(text(timeout), script.trimEnd().slice(12));
  assert.deepEqual(a.reads.map((f) => [f.path, text(f)]), [["in", "< in"]]);
  assert.deepEqual(a.writes.map((f) => [f.path, f.append, text(f), f.line, f.column]), [["é/out", true, ">> é/out", 3, 33]]);
  const b = await analyze("x=1 y[2]+=3\nf() ( ls )\nfunction g { :; }", { tree: false });
  assert.deepEqual(b.assignments.map((x) => [x.name, x.value, x.append]), [["x", "1", false], ["y", null, true]]);
  assert.deepEqual(b.functions.map((x) => [x.name, x.line]), [["f", 2], ["g", 3]]);
  assert.equal(b.tree, null);
});

test("every node of the tree stands where it says", async () => {
  const script = [
    "a=1 b[2]+='x y' c=(1 [2]=3 \"$d\")", "time -p ! echo \"x ${v:-w} $(date) `id`\" $'t' ~/f {a,b} *.c <(ls) $((1 + 2)) |& cat 2>&1 &",
    "if a; then b; elif c; then d; else e; fi >f", "while a; do b; done; until a; do b; done", "for x in 1 2; do c; done; for x; do c; done",
    "for ((i = 0; i < 3; i++)); do :; done", "select s in a; do :; done", "case $x in (a | b) c ;; d) ;& *) e ;;& esac", "f() { a && b || c; }",
    "(( x > 3 ))", "[[ -f a && ( b == c* || ! d -nt e ) ]]", "coproc N { ls; }", "cat <<-E 3<<'F' {fd}<<<x\n\tone $y\n\tE\ntwo\nF", "( a; b ) | { c; }",
    "echo \"a\\", "b\" c\\", "d e\\", "",
  ].join("\n");
  const { tree, error } = await analyze(script);
  assert.equal(error, null);
  const bytes = Buffer.from(script);
  const kinds = new Set();
  const walk = (node, within) => {
    if (node === null || typeof node !== "object") return;
    if (Array.isArray(node)) return node.forEach((n) => walk(n, within));
    if (node.type) kinds.add(node.type);
    let place = within;
    if ("begin" in node) {
      const source = bytes.subarray(node.begin, node.end).toString();
      if ("text" in node && node.end - node.begin === Buffer.byteLength(node.text)) assert.equal(source, node.text);
      if (node.type === "if") assert.match(source, /^if .* >f$/);
      if (node.type === "function") assert.match(source, /^f\(\) .*}$/);
      if (node.type === "case") assert.match(source, /^case .*esac$/);
      const before = bytes.subarray(0, node.begin).toString().split("\n");
      assert.deepEqual([node.line, node.column], [before.length, Buffer.byteLength(before.at(-1)) + 1]);
      if (!("operator" in node) && !("text" in node)) {
        assert.ok(node.begin >= within[0] && node.end <= within[1], `${JSON.stringify(node).slice(0, 200)} in ${within}`);
        place = [node.begin, node.end];
      }
    }
    for (const child of Object.values(node)) walk(child, "operator" in node || "text" in node ? [0, bytes.length] : place);
  };
  walk(tree, [0, bytes.length]);
  for (const type of ["simple", "pipeline", "and-or", "list", "subshell", "group", "if", "while", "for", "arithmetic-for", "select", "case", "function", "arithmetic",
    "conditional", "coprocess", "literal", "quoted", "double-quoted", "tilde", "parameter", "command", "process"]) assert.ok(kinds.has(type), type);
});

test("syntax errors, in bash's words", async () => {
  const a = await analyze("echo one\nif true; then\n  echo )\nfi");
  assert.deepEqual(a.error.messages, [{ message: "syntax error near unexpected token `)'", line: 3 }, { message: "`  echo )'", line: 3 }]);
  assert.deepEqual([a.error.begin, a.error.end, a.error.line, a.error.column], [30, 31, 3, 8]);
  assert.equal(names(a), "echo");
  assert.deepEqual((await analyze("echo 'x")).error.messages, [{ message: "unexpected EOF while looking for matching `''", line: 1 }]);
  assert.deepEqual((await analyze("cat <<E\nx")).warnings.map((w) => w.message), ["here-document at line 1 delimited by end-of-file (wanted `E')"]);
});

test("options", async () => {
  assert.notEqual((await analyze("ls !(a)")).error, null);
  assert.equal((await analyze("ls !(a)", { extglob: true })).error, null);
  assert.equal((await analyze("shopt -s extglob\nls !(a)")).error, null);
  assert.equal((await analyze(new TextEncoder().encode("ls"))).readOnly, true);
  await assert.rejects(analyze(3), TypeError);
  await assert.rejects(analyze("", { memory: 1 }), RangeError);
});

test("hostile scripts get an answer", async () => {
  const parts = ["( ", "{ ", "$(", "\"$(", "`", "${x:-", "$((", "((", "if ", "while ", "case ", "[[ ( ", "a=(", "<(", "f() ", "! ", "for i in ", "env ", "eval ", "'", "\"", "<<E\n", "|", "&&", "x ", "\\"];
  for (const part of parts)
    for (const depth of [10, 400, 5_000]) {
      const a = await analyze(part.repeat(depth), { memory: 16 << 20 });
      assert.equal(typeof a.readOnly, "boolean");
    }
  const big = await analyze("echo some words here # and a comment\n".repeat(100_000), { memory: 16 << 20 });
  assert.deepEqual([big.error.messages[0].message, big.readOnly], ["out of memory", false]);
  assert.equal((await analyze("echo x\n".repeat(20_000), { tree: false })).commands.length, 20_000);
});
