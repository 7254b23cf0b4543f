// What a model does with the six tools, and what it must see: run through the real Flue runtime, on every host and over every kind of
// sandbox (kinds.mjs). A case: { name, files, cwd, skill, steps, want, except }. `steps` are calls [tool, args]; those of one step are made in parallel.
// `want` has one entry for each call: the exact text, a RegExp, a function that throws, or { error: text or RegExp }.
// `except` says for which kinds the case is not meant, and why.

const lines = (n, from = 1) => Array.from({ length: n }, (_, i) => `line ${i + from}`).join("\n");
const sorted = (text) => text.split("\n").sort().join("\n");
const same = (expected) => (text) => {
  if (sorted(text) !== sorted(expected)) throw new Error(`expected (in any order) ${JSON.stringify(expected)}, got ${JSON.stringify(text)}`);
};
const noGrep = { "bash-just": "just-bash has neither `rg --version` nor `grep -H`: the contract's search finds nothing", "flue-bash-just": "the same" };
const missing = /ENOENT|not found|no such file/i;

export const cases = [
  {
    name: "read: whole, by lines, and past the end",
    files: { "a.txt": "a\nb\nc\nd\ne\n", "empty.txt": "", "x/y": "" },
    steps: [[
      ["read", { path: "a.txt" }], ["read", { path: "a.txt", offset: 2, limit: 2 }], ["read", { path: "a.txt", offset: 6 }],
      ["read", { path: "a.txt", offset: 7 }], ["read", { path: "a.txt", offset: 0 }], ["read", { path: "a.txt", offset: -3, limit: 1 }],
      ["read", { path: "a.txt", limit: 0 }], ["read", { path: "empty.txt" }], ["read", { path: "empty.txt", offset: 2 }],
      ["read", { path: "a.txt", offset: "2", limit: "1" }], ["read", { path: "./x/../a.txt", limit: 1 }],
    ]],
    want: [
      "a\nb\nc\nd\ne\n", "b\nc", "", { error: "Offset 7 is beyond end of file (6 lines total)" }, "a\nb\nc\nd\ne\n", "a", "a\nb\nc\nd\ne\n", "",
      { error: "Offset 2 is beyond end of file (1 lines total)" }, "b", "a",
    ],
  },
  {
    name: "read: what is too long is cut, with a marker",
    files: { "long.txt": lines(3000), "wide.txt": "x".repeat(51200), "wider.txt": "y".repeat(51201), "mixed.txt": `${"z".repeat(51000)}\n${"w".repeat(500)}\nlast` },
    steps: [[
      ["read", { path: "long.txt" }], ["read", { path: "long.txt", offset: 2001 }], ["read", { path: "wide.txt" }], ["read", { path: "wider.txt" }],
      ["read", { path: "mixed.txt" }],
    ]],
    want: [
      `${lines(2000)}\n\n[Showing lines 1-2000 of 3000. Use offset=2001 to continue.]`, lines(1000, 2001), "x".repeat(51200),
      `${"y".repeat(51200)}\n\n[Line 1 exceeds the 51200-byte read limit; showing the first 51200 bytes of it. The remainder of this line is not accessible via offset/limit.]`,
      `${"z".repeat(51000)}\n\n[Showing lines 1-1 of 3. Use offset=2 to continue.]`,
    ],
  },
  {
    name: "read: what is not there, a directory, wrong arguments",
    files: { "dir/x": "1" },
    steps: [[["read", { path: "nope.txt" }], ["read", { path: "dir" }], ["read", {}], ["nope", {}]]],
    want: [
      { error: missing }, { error: /EISDIR|directory|not found/i },
      { error: 'Validation failed for tool "read":\n  - path: must have required properties path\n\nReceived arguments:\n{}' },
      { error: "Tool nope not found" },
    ],
  },
  {
    name: "read: bytes that are no UTF-8",
    files: { "bin.dat": new Uint8Array([0x61, 0xff, 0xfe, 0x0a, 0xc3, 0xa9]) },
    steps: [[["read", { path: "bin.dat" }]]],
    want: ["a\ufffd\ufffd\né"],
    except: { "flue-cloudflare": "Flue gives the base64 text of what the container takes for binary", "bash-just": "just-bash decodes such files as Latin-1", "flue-bash-just": "the same" },
  },
  {
    name: "write: new, deep, shorter, and in UTF-16 units",
    steps: [
      [["write", { path: "new.txt", content: "hello\n" }], ["write", { path: "a/b/c.txt", content: "é€😀" }]],
      [["read", { path: "new.txt" }], ["read", { path: "a/b/c.txt" }], ["bash", { command: "cat new.txt; wc -c < a/b/c.txt | tr -d ' '" }]],
      [["write", { path: "new.txt", content: "" }]],
      [["read", { path: "new.txt" }], ["write", { path: "new.txt" }]],
    ],
    want: [
      "Successfully wrote 6 bytes to new.txt", "Successfully wrote 4 bytes to a/b/c.txt", "hello\n", "é€😀", "hello\n9",
      "Successfully wrote 0 bytes to new.txt", "", { error: /^Validation failed for tool "write":\n {2}- content: must have required properties content/ },
    ],
  },
  {
    name: "write: where it cannot",
    files: { dir: { directory: true }, file: "x" },
    steps: [[["write", { path: "dir", content: "1" }], ["write", { path: "file/below", content: "1" }]], [["read", { path: "file" }]]],
    want: [{ error: /./ }, { error: /./ }, "x"],
    except: { "bash-just": "just-bash's writeFile succeeds over a directory and below a file", "flue-bash-just": "the same" },
  },
  {
    name: "edit: one, all, and every refusal",
    files: { "e.txt": "one two\none three\n", "dollar.txt": "price: X\n", "aaa.txt": "aaa", "crlf.txt": "a\r\nb\r\n" },
    steps: [
      [
        ["edit", { path: "e.txt", oldText: "one", newText: "1" }], ["edit", { path: "e.txt", oldText: "", newText: "1" }],
        ["edit", { path: "e.txt", oldText: "absent", newText: "1" }], ["edit", { path: "e.txt", oldText: "absent", newText: "1", replaceAll: true }],
        ["edit", { path: "none.txt", oldText: "a", newText: "b" }], ["edit", { path: "crlf.txt", oldText: "a\nb", newText: "c" }],
      ],
      [
        ["edit", { path: "e.txt", oldText: "two", newText: "2" }], ["edit", { path: "e.txt", oldText: "one", newText: "1", replaceAll: true }],
        ["edit", { path: "dollar.txt", oldText: "X", newText: "$& $1 $$" }], ["edit", { path: "aaa.txt", oldText: "aa", newText: "b" }],
        ["edit", { path: "crlf.txt", oldText: "a\r\n", newText: "A\r\n" }],
      ],
      [["read", { path: "e.txt" }], ["read", { path: "dollar.txt" }], ["read", { path: "aaa.txt" }], ["read", { path: "crlf.txt" }]],
      [["edit", { path: "e.txt", oldText: "three", newText: "three" }], ["edit", { path: "e.txt", oldText: "three", newText: "three", replaceAll: true }]],
    ],
    want: [
      { error: "Found 2 occurrences of the text in e.txt. Provide more surrounding context to make the match unique, or use replaceAll." },
      { error: "oldText must be a non-empty string." },
      { error: "Could not find the exact text in e.txt. Make sure your oldText matches exactly, including whitespace and indentation." },
      { error: "Could not find the text in e.txt. No changes made." }, { error: missing },
      { error: "Could not find the exact text in crlf.txt. Make sure your oldText matches exactly, including whitespace and indentation." },
      "Successfully edited e.txt", "Replaced 2 occurrences in e.txt", "Successfully edited dollar.txt", "Successfully edited aaa.txt", "Successfully edited crlf.txt",
      "1 2\n1 three\n", "price: $& $1 $$\n", "ba", "A\r\nb\r\n",
      "Successfully edited e.txt", { error: "Could not find the text in e.txt. No changes made." },
    ],
  },
  {
    name: "bash: output, errors, status",
    steps: [[
      ["bash", { command: "echo out; echo err >&2; exit 3" }], ["bash", { command: "true" }], ["bash", { command: "false" }],
      ["bash", { command: "echo only err >&2" }], ["bash", { command: "printf '  spaced  \\n\\n'" }], ["bash", {}],
    ]],
    want: [
      /^out\n+err\n\nCommand exited with code 3$/, "(no output)", "(no output)\n\nCommand exited with code 1", "only err", "spaced",
      { error: /^Validation failed for tool "bash":\n {2}- command: must have required properties command/ },
    ],
  },
  {
    name: "bash: pipes, files and variables live together",
    files: { "in.txt": "3\n1\n2\n" },
    steps: [[["bash", { command: "sort -n in.txt | tee sorted.txt | head -n 1; x=5; echo $((x * 2)) $(wc -l < sorted.txt)" }]], [["read", { path: "sorted.txt" }]]],
    want: [/^1\n10 +3$/, "1\n2\n3\n"],
  },
  {
    name: "bash: the last 2000 lines, the last 51200 units",
    steps: [[["bash", { command: "for i in $(seq 1 2500); do echo $i; done" }], ["bash", { command: "printf '%060000d' 0" }]]],
    want: [Array.from({ length: 2000 }, (_, i) => i + 501).join("\n"), "0".repeat(51200)],
  },
  {
    name: "bash: a timeout",
    steps: [[["bash", { command: "sleep 30", timeout: 0.3 }]], [["bash", { command: "echo alive", timeout: 20 }]]],
    want: ["[flue] Command timed out after 0.3 seconds.\n\nCommand exited with code 124", "alive"],
    // just-bash may end by itself at the same moment.
    loose: { 0: /timed out after (0\.3 seconds|300 ms)\.?\s+Command exited with code 124$/ },
    except: { cloudflare: "the stub's own status 124 comes first: see the case below", "flue-cloudflare": "the stub rejects: the model sees its error" },
  },
  {
    name: "bash: a timeout that the sandbox itself enforces",
    steps: [[["bash", { command: "sleep 4", timeout: 0.3 }]]],
    want: [/time(d )?out after (300 ?ms|0\.3 seconds)\.?\s+Command exited with code 124$/],
    except: { "flue-cloudflare": "the stub rejects: the model sees its error" },
  },
  {
    name: "grep: lines, include, literal, a file",
    files: { "src/a.ts": "const x = 1;\nfoo(x);\n", "src/b.js": "foo();\nbar.baz\nbarxbaz\n", "top.txt": "nothing\nfoo.\n" },
    steps: [[
      ["grep", { pattern: "foo" }], ["grep", { pattern: "foo", include: "*.ts" }], ["grep", { pattern: "bar.baz", path: "src", literal: true }],
      ["grep", { pattern: "ba[r]+.b", path: "src/b.js" }], ["grep", { pattern: "zzz" }], ["grep", { pattern: "const|nothing" }],
      ["grep", { pattern: "it's", path: "src" }],
    ]],
    want: [
      same("./src/a.ts:2:foo(x);\n./src/b.js:1:foo();\n./top.txt:2:foo."), "./src/a.ts:2:foo(x);", "src/b.js:2:bar.baz",
      "src/b.js:2:bar.baz\nsrc/b.js:3:barxbaz", "No matches found.", same("./src/a.ts:1:const x = 1;\n./top.txt:1:nothing"), "No matches found.",
    ],
    except: noGrep,
  },
  {
    name: "grep: many matches, long lines, a bad pattern, no such path",
    files: { "many.txt": "hit\n".repeat(150), "wide.txt": `${"w".repeat(600)}\n` },
    steps: [[
      ["grep", { pattern: "hit", path: "many.txt" }], ["grep", { pattern: "w+", path: "wide.txt" }], ["grep", { pattern: "a(", path: "many.txt" }],
      ["grep", { pattern: "x", path: "nope" }],
    ]],
    want: [
      `${Array.from({ length: 100 }, (_, i) => `many.txt:${i + 1}:hit`).join("\n")}\n\n[Showing 100 of 150 matches. Narrow your search.]`,
      `${`wide.txt:1:${"w".repeat(600)}`.slice(0, 500)}...`, { error: /^grep failed: / }, { error: /^grep failed: / },
    ],
    except: noGrep,
  },
  {
    name: "glob: by name, in a directory, none, with odd names",
    files: { "src/a.ts": "", "src/deep/b.ts": "", "c.ts": "", "odd name's.md": "" },
    steps: [[
      ["glob", { pattern: "*.ts" }], ["glob", { pattern: "*.ts", path: "src" }], ["glob", { pattern: "*.zzz" }], ["glob", { pattern: "*.ts", path: "nope" }],
      ["glob", { pattern: "*name's*" }], ["glob", { pattern: "[ab].ts" }],
    ]],
    want: [
      same("./src/a.ts\n./src/deep/b.ts\n./c.ts"), same("src/a.ts\nsrc/deep/b.ts"), "No files found matching pattern.",
      "No files found matching pattern.", "./odd name's.md", same("./src/a.ts\n./src/deep/b.ts"),
    ],
  },
  {
    name: "glob: no more than 1000",
    steps: [
      [["bash", { command: "mkdir many; cd many; for i in $(seq 1 1100); do : > f$i.q; done" }]],
      [["glob", { pattern: "*.q", path: "many" }]],
    ],
    want: ["(no output)", (text) => { if (text.split("\n").length !== 1000) throw new Error(`${text.split("\n").length} paths`); }],
  },
  {
    name: "locks: calls of one step on one file, in their order",
    files: { "l.txt": "a b c d" },
    steps: [
      [
        ["write", { path: "w.txt", content: "x".repeat(20000) }], ["write", { path: "./w.txt", content: "short" }],
        ["edit", { path: "l.txt", oldText: "a", newText: "1" }], ["edit", { path: "./l.txt", oldText: "b", newText: "2" }],
        ["edit", { path: "l.txt", oldText: "c", newText: "3" }], ["edit", { path: "l.txt", oldText: "d", newText: "4" }],
      ],
      [["read", { path: "w.txt" }], ["read", { path: "l.txt" }]],
    ],
    want: [
      "Successfully wrote 20000 bytes to w.txt", "Successfully wrote 5 bytes to ./w.txt", "Successfully edited l.txt", "Successfully edited ./l.txt",
      "Successfully edited l.txt", "Successfully edited l.txt", "short", "1 2 3 4",
    ],
  },
  {
    name: "cwd: everything starts in the directory of useSandbox",
    files: { "sub/in.txt": "inside", "out.txt": "outside" },
    cwd: "sub",
    steps: [
      [
        ["bash", { command: "basename $(pwd); cat in.txt" }], ["read", { path: "in.txt" }], ["read", { path: "../out.txt" }], ["write", { path: "w/x.txt", content: "w" }],
        ["glob", { pattern: "*.txt" }],
      ],
      [["bash", { command: "cat w/x.txt ../out.txt" }], ["edit", { path: "in.txt", oldText: "in", newText: "out" }]],
      [["read", { path: "in.txt" }]],
    ],
    want: [
      "sub\ninside", "inside", "outside", "Successfully wrote 1 bytes to w/x.txt", same("./in.txt\n./w/x.txt"), "woutside", "Successfully edited in.txt", "outside",
    ],
    // The glob may run before or after the write of the same step.
    loose: { 4: /^\.\/in\.txt/m },
  },
  {
    name: "cwd: grep and locks in it",
    files: { "sub/in.txt": "needle\n", "out.txt": "needle\n" },
    cwd: "sub",
    steps: [[["grep", { pattern: "needle" }]], [["write", { path: "a", content: "x".repeat(9000) }], ["write", { path: "../sub/a", content: "y" }]], [["read", { path: "a" }]]],
    want: ["./in.txt:1:needle", "Successfully wrote 9000 bytes to a", "Successfully wrote 1 bytes to ../sub/a", "y"],
    except: noGrep,
  },
  {
    name: "skills: files of a packaged skill, through read only",
    files: { "plain.txt": "plain" },
    skill: true,
    steps: [
      [["activate_skill", { name: "guide" }]],
      [
        ["read", { path: "{{skill}}/NOTES.md" }], ["read", { path: "{{skill}}/NOTES.md", offset: 2, limit: 1 }], ["read", { path: "{{skill}}/nope.md" }],
        ["read", { path: "plain.txt" }], ["bash", { command: "ls /.flue 2>/dev/null || echo none" }], ["bash", { command: "echo still" }],
        ["write", { path: "own.txt", content: "own" }], ["read", { path: "/.flue/packaged-skills/other/x" }],
      ],
      [["edit", { path: "own.txt", oldText: "own", newText: "mine" }], ["grep", { pattern: "ow", path: "own.txt" }]],
    ],
    want: [
      /NOTES\.md/, "note one\nnote two\n", "note two", { error: /^\[flue\] Packaged skill file not found: \/\.flue\/packaged-skills\// }, "plain", "none", "still",
      "Successfully wrote 3 bytes to own.txt", { error: "[flue] Packaged skill file not found: /.flue/packaged-skills/other/x" },
      "Successfully edited own.txt", /own|No matches/,
    ],
  },
  {
    name: "bad input: NUL, newlines, long and odd paths",
    files: { "new\nline": "nl", "-dash": "d" },
    steps: [[
      ["read", { path: "new\nline" }], ["read", { path: "-dash" }], ["read", { path: "nul\u0000x" }], ["write", { path: "nul\u0000x", content: "1" }],
      ["read", { path: "p/".repeat(2500) }], ["read", { path: `/${"d".repeat(5000)}` }], ["write", { path: `${"d".repeat(5000)}`, content: "1" }],
      ["glob", { pattern: "*", path: "a\u0000b" }],
    ]],
    want: ["nl", "d", { error: /./ }, { error: /./ }, { error: /./ }, { error: /./ }, { error: /./ }, /./],
    except: { "bash-just": "just-bash has no limit of names", "flue-bash-just": "the same" },
    loose: { 7: /.*/s },
  },
];

/** Throws when what the calls gave is not what the case wants. */
export function checkCase(test, results) {
  const calls = test.steps.flat();
  if (results.length !== calls.length) throw new Error(`${results.length} results of ${calls.length}: ${JSON.stringify(results).slice(0, 2000)}`);
  const wrong = [];
  results.forEach((got, i) => {
    let want = test.loose?.[i] ?? test.want[i];
    if (test.loose?.[i] && want.test(got.text)) return;
    const failing = typeof want === "object" && !(want instanceof RegExp);
    if (failing) want = want.error;
    try {
      if (failing !== got.error) throw new Error(failing ? "it did not fail" : "it failed");
      if (typeof want === "function") want(got.text);
      else if (want instanceof RegExp ? !want.test(got.text) : want !== got.text) throw new Error(`expected ${want instanceof RegExp ? want : JSON.stringify(want.slice(-300))}`);
    } catch (error) {
      wrong.push(`call ${i} ${JSON.stringify(calls[i]).slice(0, 160)}: ${error.message}\n    got ${got.error ? "(error) " : ""}${JSON.stringify(got.text?.slice(-300))}`);
    }
  });
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
}

/** What the agents of special.mjs find. */
const setups = {
  workspace: {
    files: { "AGENTS.md": "Be brief.", ".agents/skills/greet/SKILL.md": "---\nname: greet\ndescription: Greets. Use when greeting.\n---\nSay hello twice.\n" },
  },
};
/** The files, cwd and skill of a case or of such an agent, by name. */
export const setupOf = (name) => cases.find((test) => test.name === name) ?? setups[name] ?? {};

/** The message that plays a case. */
export const messageOf = (test) => JSON.stringify({ steps: test.steps.map((step) => step.map(([tool, args]) => ({ tool, args }))) });

/** The packaged skill of the cases that have one. */
export const guide = {
  name: "guide", description: "How things are done here. Use when asked.", instructions: "Read NOTES.md.",
  files: { "NOTES.md": "note one\nnote two\n" },
};
