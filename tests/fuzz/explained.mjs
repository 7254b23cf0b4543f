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
];

export function explanation(lines, difference) {
  const text = lines.join("\n");
  return rules.find((rule) => rule.when(text, difference))?.why;
}
