// The grammar of words: patterns, arithmetic, parameters, quoting, substitutions. `d` is the depth left.
import { chance, one, pick, random, some } from "./random.mjs";
import { simple, command } from "./commands.mjs";

export const names = ["x", "y", "z", "u"];
const literals = ["a", "b", "ab", "-n", "a.c", "x=y", "1", "02", "10", "a:b", "é", "~", "#", "=", "a-b", "%s", "!", "0", "-1", "]", "[", "+", "@", "^", ",", "abcabc"];
const quotedText = ["a b", "", " x ", "*", "a'b", "\\", "$", "a\\nb", "é ü", "[x]", "a:b:c", "{a,b}", "&", "|", ";", "\t", "$x", "`", "\"", "~", "!", "a\nb", "\\*", "}", ")"];

export function pattern(d) {
  return some(1 + random(3), () => pick(["a", "b", "*", "?", "[ab]", "[!a]", "[a-c]", "[[:alpha:]]", ".", "\\*", "é", ":", "'*'", '"b"', "[^b-z]", "[]a]", "[a", "\\\\", "[[:digit:][:space:]]",
    d > 0 ? param(d - 1) : "c", d > 0 ? `"${param(d - 1)}"` : "bc", "@(a|b)", "!(a)", "*(ab)", "+([0-9])", "?(x)", "!(a|b*)", "*(a|bc)", "@(|a)", "[$x]", "\\a", "$'\\x61'"]), "");
}

const numbers = ["1", "2", "0", "x", "y", "10", "-3", "$x", "a[1]", "${#y}", "0x1f", "010", "z", "a[x]", "2#101", "36#Zz", "64#_@", "16#fF", "9223372036854775807", "0xffffffffffffffff", "63",
  "${a[0]}", "a[-1]", "m[k]", "'1'", "\"2\"", "$((1+1))", "u", "${u:-4}", "1 ", " 7"];
export function arith(d) {
  if (d <= 0 || chance(30)) return pick(numbers);
  const e = () => arith(d - 1), space = pick(["", " "]);
  return one(
    () => `${e()}${space}${pick(["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&", "||", "==", "!=", "<", ">=", ",", "**", "<=", ">"])}${space}${e()}`,
    () => `(${e()})`, () => `${pick(["-", "!", "~", "+", "- -", "!!"])}${e()}`, () => `${e()} ? ${e()} : ${e()}`,
    () => `${pick(names)}${pick(["=", "+=", "*=", "|=", "-=", "/=", "%=", "<<=", ">>=", "&=", "^="])}${e()}`, () => `${pick(names)}${pick(["++", "--"])}`,
    () => `${pick(["++", "--"])}${pick(names)}`, () => `a[${e()}]`, () => `a[${e()}]=${e()}`, () => `a[${e()}]${pick(["++", "--"])}`, () => `a[${e()}]+=${e()}`,
    () => `(${e()} ? ${e()} : (${pick(names)} = ${e()}))`);
}

const parameters = [...names, ...names, "a", "1", "@", "*", "a[@]", "a[*]", "a[0]", "a[-1]", "m[k]", "m[@]", "#", "?", "2", "s", "s[@]", "s[5]", "m", "n", "n[@]", "-", "0", "10", "e", "e[@]", "m[*]", "m['k 2']", "a[-2]", "PIPESTATUS", "_"];
export function param(d, quoted = false) {
  const x = chance(10) ? `a[${arith(d - 1)}]` : pick(parameters);
  if (chance(20)) return /^\w$|^[@*#?\-_]$/.test(x) ? `$${x}` : `\${${x}}`;
  const w = () => quoted && chance(50) ? some(random(3), () => part(d - 1, true), "") : word(d - 1), p = () => pattern(d - 1);
  return one(
    () => `\${${x}}`, () => `\${#${x}}`, () => `\${${x}${pick(["", ":"])}${pick(["-", "+", "=", "?"])}${w()}}`,
    () => `\${${x}${pick(["-", "+", ":-", ":+"])}${w()}}`, () => `\${${x}${pick(["-", "+", ":-", ":+"])}${w()}}`,
    () => `\${${x}${pick(["#", "##", "%", "%%"])}${p()}}`, () => `\${${x}${pick(["/", "//", "/#", "/%"])}${p()}/${w()}}`,
    () => `\${${x}${pick(["/", "//"])}${p()}}`, () => `\${${x}${pick(["^", "^^", ",", ",,", "~", "~~"])}${chance(50) ? p() : ""}}`,
    () => `\${${x}:${pick(["0", "1", "2", " -1", "x", "1:2", "0:1", " -2:1", "1: -1", `(${arith(1)})`, "${#x}:1", "-1", "0:0", ":", "z", "x?1:2:1", "a[0]"])}}`,
    () => `\${${x}@${pick(["Q", "U", "u", "L", "a", "A", "E", "K", "k"])}}`, () => `\${!${pick(["r", "x", "a[@]", "m[@]", "x*", "1", "a[*]", "s[@]", "r-w", "r:1:2", "r/b/c", "x@", "e[@]", "n", "q", "#", "r@Q", "a", "m[k]", "@"])}}`);
}
const ansi = ["a\\tb", "\\'", "\\x41\\x7e", "\\u00e9", "\\101", "\\cA", "\\e[m", "\\\\", "\\\"", "a\\nb", "\\xe9", "\\U1f600", "\\?", "\\z", "x\\0y", "\\x", "\\u", "\\400"];
const expansion = (d, quoted) => one(
  () => param(d - 1, quoted), () => param(d - 1, quoted), () => param(d - 1, quoted), () => `$((${arith(d - 1)}))`, () => `$(${chance(25) ? command(0) : simple(d - 2)})`,
  () => (chance(30) ? `\`${simple(0).replaceAll(/[`\\]/g, "")}\`` : param(d - 1, quoted)), () => `$[${arith(d - 2)}]`);
export function part(d, quoted = false) {
  if (d > 0 && chance(quoted ? 55 : 35)) return expansion(d, quoted);
  if (quoted) return chance(60) ? pick(literals) : pick(["a b", " ", "'", "*", "\\$", "\\\\", "\\\"", "~", "{a,b}", "\\a", "\\\n", "\n", "''", "\\`", "#", "!", "\\}", "\\*", "$", "$ "]);
  return one(
    () => pick(literals), () => pick(literals), () => `'${pick(quotedText).replaceAll("'", "")}'`, () => `"${some(random(4), () => part(d - 1, true), "")}"`,
    () => `"${some(1 + random(2), () => part(d - 1, true), "")}"`,
    () => pick(["*", "?", "[ab]*", "f*", "{a,b}", "{1..3}", "{a..c}", "\\ ", "\\*", "$'a\\tb'", "$'\\''", "{x,{y,z}}", "~+", "$\"q\"", "{3..1}", "{01..3}", "{1..9..4}", "{a,}", "{,b}", "{a}", "{c..a..2}", "{a,b}{1,2}",
      "\\\n", "\\~", "{$x,b}", "{a,'b c'}", "{-1..1}", "{a..", "a{b", "c}", "\\{a,b}", "~-", "~nosuch", "{x..z}*", "\"\"", "''", "{1..3", "\\'", "\\\"", "{\"a\",b}", "f[01]"]),
    () => `$'${pick(ansi)}'`);
}
export function word(d) { return some(1 + random(chance(60) ? 1 : 3), () => part(d), "") || "''"; }
export const words = (d) => some(random(4), () => word(d));
