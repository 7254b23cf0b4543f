// Differences that are known and wanted: each with the reason. A rule sees the lines of the script and what both printed.
const rules = [
  { why: "lists the root directory, which is not the same", when: (text, { want }) => /oracle\.pl|\/(proc|usr)\b/.test(want.out + want.err) },
  { why: "bash crashes", when: (text, { want }) => [134, 139].includes(want.status) },
  // "${x-$'\\'}": what $'' gives is read again. "${x-it's}" in a here-document.
  { why: "bash reads an operand anew and finds no end", when: (text, { want }) => /no closing/.test(want.err) },
  // The same where commands or an array are read anew: w=("${x-$'"'}"), "$(p "${x-$'\\'}")".
  {
    why: "bash reads an operand anew and finds no end",
    when: (text, { want }) => /\$\{[^\n]*\$'/.test(text) && /(array assign|command substitution): line \d+: unexpected EOF while looking for matching/.test(want.err),
  },
  // cat <<E, then ${x/a/$(date)}: it cannot find the end of commands in a pattern or replacement there.
  {
    why: "bash loses the end of commands in a pattern of a here-document",
    when: (text, { want }) => /<</.test(text) && /\$\{[^\n]*[#%/^,~][^\n]*\$\(/.test(text) && /unexpected EOF while looking for matching `\)'|no closing `\)' in \$\(/.test(want.err),
  },
  // A syntax error in [[ ]] leaves $? as it is, but the rest of the line may have another error.
  { why: "the error after the error of [[", when: (text, { want }) => /conditional|expected `\)'/.test(want.err) && want.status === 2 },
  { why: "bash mistakes the length of [!]]", when: (text) => /\[[!^]?\][^\]]*\]/.test(text) },
  // { trap ... EXIT; } || x &: the trap runs at the end of ( ), { } and pipelines in the background, not of lists and loops.
  { why: "bash forgets the EXIT trap of a list in the background", when: (text) => /EXIT/.test(text) && /&(?!&)/.test(text) },
  // The sandbox's call ends with the shell, and what goes on in the background is heard no more; the oracle may still hear it.
  // What nobody waits for may come earlier or later, too.
  {
    why: "a command in the background prints when it likes",
    when: (text, { want, got }) => /[^&|<>]&(?![&>\d$|-])/.test(` ${text}`) && want.status === got.status && want.out !== got.out && (within(got.out, want.out) || sorted(got.out) === sorted(want.out)),
  },
  // f | "": whether f writes before its reader is gone.
  {
    why: "SIGPIPE is a matter of time",
    when: (text, { want, got }) => /\|/.test(text) && /\b141\b/.test(`${want.status} ${want.out}`) && want.out.replace(/\b141\b/g, "0") === got.out && [want.status, 0].includes(got.status),
  },
  // "$(${$'a\0b'})": a NUL ends the text of the commands for bash.
  {
    why: "bash reads commands with a NUL",
    when: (text, { want, got }) => /[{[][^\n]*\$'[^']*\\4?0/.test(text) && /command substitution: line \d+: (unexpected EOF|syntax error)/.test(want.err) && !/command substitution: line \d+: (unexpected EOF|syntax error)/.test(got.err),
  },
  // $(a=(\') with no end: bash forgets the backslash.
  {
    why: "bash finds a quote in $(a=(\\')",
    when: (text, { want }) => /=\([^)\n]*\\['"]/.test(text) && /unexpected EOF while looking for matching `['"]'\n.*unexpected EOF while looking for matching `\)'/.test(want.err),
  },
  { why: "there are no restricted shells", when: (text) => /\bset -r\b/.test(text) },
  // IFS=; v=${a[@]#x}: an element with a blank is printed with bash's own mark of a quoted character.
  {
    why: "bash leaves its mark 0x01 in the text",
    when: (text, { want, got }) => !/\\x0?1|\\0*1|\x01/.test(text) && want.out.includes("\x01") && want.out.replaceAll("\x01", "") === got.out,
  },
  // ((0 && 2**-1))
  {
    why: "bash complains about an exponent that is not evaluated",
    when: (text, { want, got }) => /(&&|\|\||\?)[^\n]*\*\*/.test(text) && /exponent less than 0/.test(want.err) && !/exponent less than 0/.test(got.err),
  },
  // "${x+\ }$@", "${*@A}$@": where $@ stands beside, bash splits at blanks that are quoted.
  {
    why: "bash splits quoted text beside $@",
    when: (text) => /"[^"\n]*\$\{(\*@A|[^}\n]*[-+=]\\ )\}[^"\n]*(\$@|\[@\]|\{@)/.test(text),
  },
  // ${a[@]#${a=x}}: here the elements are those before the assignment.
  { why: "the operand assigns to the array itself", when: (text) => /\$\{(\w+)\[[@*]\][^}\n]*\$\{\1:?=/.test(text) },
];

const sorted = (text) => text.split("\n").sort().join("\n");
// Are the lines of one text all in the other, in order?
function within(text, whole) {
  const lines = whole.split("\n");
  let at = 0;
  return text.split("\n").every((line) => (at = lines.indexOf(line, at) + 1) > 0);
}

export function explanation(lines, difference) {
  const text = lines.join("\n");
  return rules.find((rule) => rule.when(text, difference))?.why;
}
