// The grammar of commands.
import { chance, one, pick, random, some } from "./random.mjs";
import { arith, names, param, part, pattern, word, words } from "./words.mjs";

// Not 3>&1-: bash does not take it back after a compound command.
export function redirect(d) {
  return one(() => `> f${random(3)}`, () => `>> f${random(3)}`, () => `< f${random(3)}`, () => "2>&1", () => "2> /dev/null", () => `<<< ${word(d)}`, () => "&> f1", () => ">&2", () => "3>&1", () => "< /dev/null",
    () => `> ${word(0)}`, () => "3> f2", () => ">&3", () => "2>&-", () => "<> f1", () => ">| f1", () => "&>> f2", () => "{fd}> f2", () => "4< f1", () => "<&4", () => "3>&2 2>&1 >&3", () => "<&-", () => "> nosuch/f", () => "< nosuch",
() => ">&$z", () => "> f1 > f2", () => "1>&2 2> f1", () => `< <(${simple(0)})`, () => "<< E\n$x 'a'\nE\n", () => ">& f1", () => "2>&$u", () => "> $u", () => "> \"$y\"", () => "< $y");
}
export function here(d) {
  const kind = pick(["E", "E", "E", "'E'", "\"E\"", "\\E"]), quoted = kind !== "E", dash = chance(25), tab = dash && chance(60) ? "\t" : "";
  const body = some(1 + random(2), () => tab + some(1 + random(3), () => part(quoted ? 0 : d, true), ""), "\n");
  const reader = pick(["cat", "read v", "while read -r v; do p \"$v\"; done", "cat -", "mapfile -t a", "{ read v; cat; }", "( cat )", "cat | cat", "f() { cat; }; f", "x=$(cat)", "cat 3", "p a &&\ncat"]);
  const after = pick(["", "", "", " | cat", " && p a", " || p b", "; p $?", " > f1", " 2>&1", " && cat <<F"]);
  const more = after.endsWith("F") ? `${part(1, true)}\nF\n` : "";
  if (reader === "cat 3") return `cat <&3 3<<${dash ? "-" : ""}${kind}${after}\n${body}\n${tab}E\n${more}`;
  return `${reader} <<${dash ? "-" : ""}${kind}${after}\n${body}\n${tab}E\n${more}`;
}
export function condition(d) {
  if (d > 0 && chance(30)) return one(() => `! ${condition(d - 1)}`, () => `( ${condition(d - 1)} )`, () => `${condition(d - 1)} ${pick(["&&", "||"])} ${condition(d - 1)}`);
  const w = () => word(d);
  return one(() => w(), () => `${pick(["-z", "-n", "-e", "-v", "-f", "-d", "-s", "-o", "-R", "-r", "-t"])} ${pick(["x", "u", "a[1]", "m[k]", "a[9]", "a", "m", "r", w()])}`, () => `${w()} ${pick(["==", "!=", "="])} ${pattern(d)}`,
    () => `${w()} ${pick(["<", ">"])} ${w()}`, () => `${arith(1).replaceAll(/ |[<>&|;()]/g, "")} ${pick(["-eq", "-lt", "-ge", "-ne", "-gt", "-le"])} ${arith(0)}`,
    () => `${w()} =~ ${pick(["a", "^a.*b$", "(a|b)+", "[0-9]+", "$x", "\"$x\"", "a\\.b", "(.)(.)", "^$", "[[:alpha:]]:", "'a.'c", "\\(a", "a{2}", "(a)|(b)", "[a b]", "a\\ b"])}`);
}
const compound = (d) => one(() => words(d), () => words(d), () => `[2]=${word(d)} ${words(d)}`, () => `[${arith(1)}]=${word(d)}`, () => `[k]=${word(d)} [j]=${word(d)}`, () => `\n${word(d)} # c\n${word(d)}\n`, () => `[-1]=${word(d)}`, () => `[x]+=${word(d)}`);
export function assignment(d) {
  return one(() => `${pick(names)}=${word(d)}`, () => `${pick(names)}+=${word(d)}`, () => `a=(${words(d)})`, () => `a+=(${words(d)})`, () => `a[${arith(1)}]=${word(d)}`,
    () => `m[${word(0).replace(/[\]\[ ]/g, "") || "k"}]=${word(d)}`, () => `a=(${compound(d)})`, () => `m=(${compound(d)})`, () => `m+=([k]+=${word(d)})`, () => `IFS=${pick([":", "' '", "", "x", "': '", "a", "$' \\t\\n'", "$'\\n'", "b:"])}`,
    () => `s[${pick(["7", "-1", "x", "1+1", "$z"])}]${pick(["=", "+="])}${word(d)}`, () => `i${pick(["=", "+="])}${arith(1).replaceAll(/[ <>&|;()]/g, "")}`, () => `n=${word(d)}`, () => `m["${part(1, true)}"]=${word(d)}`, () => `q=${word(d)}`, () => `a[1]+=${word(d)}`);
}
const attribute = () => pick(["-i", "-u", "-l", "-r", "-x", "-a", "-g", "", "-A", "-ai", "-xr", "+x", "+i", "-c", "-lx", "-n", "-I", "-t"]);
const signals = () => pick(["EXIT", "ERR", "DEBUG", "RETURN", "USR1"]);
export function simple(d) {
  if (d <= 0) return pick(["p a", "echo $x", "true", "false", "echo b c", "p \"$@\"", ":", "printf '%s\\n' $y", "return 3", "p ${a[@]}", "exit 4", "p $?"]);
  return one(
    () => `p ${words(d)}`, () => `p ${words(d)}`, () => `p ${words(d)}`, () => `p ${words(d)}`, () => `echo ${words(d)}`, () => assignment(d), () => assignment(d), () => assignment(d),
    () => `printf ${pick(["'%s,'", "'[%s]\\n'", "'%d.'", "'%q\\n'", "'%5s|%-3s|\\n'", "'%b'", "'%x %o\\n'", "'%s\\0'", "'%.2s'", "'%(%Y)T' 0"])} ${words(d)}`,
    () => `[[ ${condition(d - 1)} ]]`, () => `(( ${arith(2)} ))`, () => `let '${arith(1)}'`, () => `set -- ${words(d)}`, () => pick(["shift", "shift 2", "shift 9", "set --", "set x y", "shift 0", "set - a"]),
    () => `read ${pick(["x y", "-r x", "-a a", "-d: x", "-n2 x", "x", "", "-N3 x", "-r x y z", "-d '' x", "'a[2]'", "-u 3 x", "m[k]"])} <<< ${word(d)}`, () => `unset ${pick([...names, "'a[0]'", "a", "'m[k]'", "-n r", "-f f", "-v x", "'a[-1]'", "m", "r", "s", "'s[@]'", "n", "x y"])}`,
    () => `${pick(["declare", "local", "typeset", "export", "readonly"])} ${chance(50) ? attribute() : ""} ${pick([...names, "n", "q", "i"])}${chance(70) ? `=${word(d)}` : ""}`,
    () => `declare ${attribute()} ${pick(["a", "w", "m"])}=(${compound(d)})`, () => `declare -p ${pick([...names, "a", "m", "s", "r", "n", "i", "q", "w", "e"])}`, () => pick(["declare -f f g", "declare -F f nosuch", "export -p x", "declare -pa a", "local", "readonly -p q", "alias", "trap", "trap -p ERR", "set -o pipefail", "shopt nullglob", "hash -r", "times > f1", "caller", "caller 0", "dirs", "umask", "enable -n let", "type -a echo p", "command -v f if x", "declare -p PIPESTATUS", "p $FUNCNAME ${FUNCNAME[@]}", "p $LINENO", "p $BASH_SUBSHELL", "p $BASH_COMMAND", "p $-", "p $$ > f1", "jobs", "wait", "p ${BASH_LINENO[@]}", "p ${!a[@]}", "p ${!m[@]}", "p ${s[@]} ${!s[@]}", "p $OPTIND $OPTARG", "p ${BASH_REMATCH[@]}", "p $REPLY", "p $_", "p \"$*\"", "p \"$@\"", "p ${PIPESTATUS[@]}", "p $SHLVL", "p ${DIRSTACK[@]}", "p $BASHOPTS", "p $SHELLOPTS"]),
    () => `eval ${word(d)}`, () => `eval '${simple(d - 1).replaceAll("'", "'\\''")}'`, () => `f ${words(d)}`, () => `g ${words(d)}`, () => pick(["true", "false", ":", "(exit 3)", "! true", "return 5", "exit 6", "! :", "false || false", "true && false"]), () => `${assignment(d)} ${simple(d - 1)}`,
    () => `${simple(d - 1)} ${redirect(d - 1)}`, () => `${redirect(d - 1)} ${simple(d - 1)}`, () => `case ${word(d)} in ${pattern(d)}) ${simple(d - 1)};; ${pattern(d)}|*) ${simple(d - 1)}${pick([";;", ";&", ";;&"])} esac`,
    () => `${pick(["test", "["])} ${pick([`${word(d)} ${pick(["=", "!=", "-eq", "-nt", "-lt", "\\<", "-a", "-o", "=="])} ${word(d)}`, `${pick(["-n", "-z", "!", "-v", "-f", "-e"])} ${word(d)}`, `! ${word(d)} = ${word(0)}`, `\\( ${word(d)} \\)`, words(d)])}`.replace(/^\[.*$/s, "$& ]"),
    () => `mapfile ${pick(["-t a", "a", "-n 1 a", "-O 2 -t a", "-s 1 a", "-d: a", "-t", "-c 1 -C p a"])} <<< ${word(d)}`, () => `printf -v ${pick([...names, "'a[1]'", "'m[k]'"])} ${pick(["%s", "%d", "%q"])} ${word(d)}`,
    () => `trap ${pick(["'p T $?'", "'echo e'", "-", "''", "'p L $LINENO'", "'p $x; return 2'", "'exit 7'", "'(exit 3)'", "'false'"])} ${signals()}`, () => "hit",
    () => `set ${pick(["-e", "+e", "-u", "+u", "-f", "+f", "-o pipefail", "-E", "-T", "-a", "-C", "-x", "-n", "-v", "-k", "+B", "-o posix", "-eE", "-eu"])}`, () => `shopt ${chance(80) ? "-s" : "-u"} ${pick(["extglob", "nullglob", "nocasematch", "lastpipe", "failglob", "dotglob", "inherit_errexit", "nocaseglob", "globstar", "expand_aliases", "localvar_inherit", "localvar_unset", "patsub_replacement", "xpg_echo", "assoc_expand_once"])}`,
    () => `declare -n r=${pick(["x", "y", "'a[1]'", "a", "m", "'m[k]'", "r", "nosuch"])}`, () => `r=${word(d)}`, () => `getopts ${pick(["ab:", ":ab:", "x"])} x ${pick(["", "-a", "-b", "-b v", "-c -a"])}`, () => `type -t ${pick(["f", "p", "if", "echo", "nosuch", "cat"])}`,
    () => `alias ${pick(["p='echo A'", "zz='p z '", "echo='p e'", "true=false"])}`, () => "zz p", () => `${pick(["command", "builtin", "command -p"])} ${simple(d - 1)}`, () => `exec ${redirect(d - 1)}`, () => `cd ${pick([".", "..", "nosuch", "-", "sub", "''"])}`, () => `break`, () => "continue 2", () => `local x${chance(50) ? `=${word(d)}` : ""} a=(${words(d)})`,
    () => `p ${word(d)} <(${simple(d - 1)}) > f2`, () => `cat <(${simple(d - 1)}) <(${simple(0)})`, () => `bash -c '${simple(1).replaceAll("'", "")}' ${words(d)}`, () => `. ./src ${words(d)}`, () => `h ${random(4)}`, () => `exec cat f1`, () => `source /dev/stdin <<< ${word(d)}`, () => `$x`, () => word(d));
}
export function command(d) {
  if (d <= 0) return simple(2);
  const c = () => command(d - 1);
  return one(
    () => simple(3), () => simple(3), () => simple(3), () => simple(2), () => here(2), () => here(2), () => `if ${c()}; then ${c()}; ${chance(30) ? `elif ${c()}; then ${c()}; ` : ""}else ${c()}; fi`,
    () => `for ${pick(names)} in ${words(2)}; do ${c()}; ${pick(["", "", "break;", "continue;", "break 2;"])} done${chance(20) ? ` ${redirect(1)}` : ""}`, () => `for v; do ${c()}; done`,
    () => `n=0; while (( n++ < 3 )); do ${c()}; ${pick(["", "break; "])}done`, () => `{ ${c()}; ${c()}; }${chance(30) ? ` ${redirect(1)}` : ""}`, () => `( ${c()}; ${c()} )${chance(20) ? ` ${redirect(1)}` : ""}`,
    () => `${c()} ${pick(["&&", "||"])} ${c()}`, () => `! ${simple(2)}`, () => `! { ${c()}; }`, () => `${simple(2)} ${pick(["|", "|", "|&"])} ${one(() => "cat", () => "while read -r v; do p \"$v\"; done", () => `{ ${c()}; cat; }`, () => `( ${c()}; cat )`, () => "read x", () => "mapfile a")}`,
    () => `${pick(["f", "g", "function f", "k"])}() ${one(() => `{ ${c()}; ${pick(["", `local x=${word(1)}; `])}${c()}; ${pick(["", "return 3;"])} }`, () => `( ${c()}; ${c()} )`, () => `{ ${c()}; } ${redirect(1)}`, () => `if ${c()}; then ${c()}; fi`)}`, () => `for (( i = 0; i < 2; i++ )); do ${c()}; done`,
    () => `case ${word(2)} in ${pattern(1)}) ${c()};; *) ${c()};; esac`, () => `x=$(${c()})`, () => `p "$(${c()})"`, () => `p $(${c()}\n)`, () => `until ${simple(1)}; do ${c()}; break; done`, () => `${simple(2)} & wait $!; p $?`, () => `{ ${c()}; } & wait; p $?`,
    () => `select v in ${words(1)}; do p $v $REPLY; ${c()}; break; done <<< ${pick(["1", "2", "0", "x", "''", "$'\\n1'"])} 2> /dev/null`, () => `coproc { ${simple(1)}; }; read -u \${COPROC[0]} v; wait $COPROC_PID 2> /dev/null; p "$v"`,
    () => `g() { local -n r=$1; ${c()}; p "$r"; }; g ${pick(["x", "y", "a", "'a[1]'", "m"])}`, () => `h() { (( $1 > 0 )) || return 0; ${c()}; h $(($1 - 1)); p $1; }; h 2`, () => `set -e; ${c()}; ${c()}`, () => `( set -e; ${c()}; p no )`, () => `trap 'p T $? $LINENO' ERR; ${c()}; ${c()}`, () => `if ( set -e; ${c()}; ${c()} ); then p y; else p n$?; fi`,
    () => `set -o pipefail; ${simple(1)} | ${simple(1)} | cat; p $? \${PIPESTATUS[@]}`, () => `while getopts ab: o -${pick(["a", "ab", "b", "abv", "c"])} ${words(1)}; do p $o $OPTARG $OPTIND; done`, () => `[[ ${condition(2)} ]] && ${c()}`, () => `if (( ${arith(2)} )); then ${c()}; fi`, () => `while ${c()}; do p l; break; done`, () => `time -p ${simple(1)} 2> /dev/null`)
    .replace(/\n(; |;| &&| \|\||( \)))/g, "\n:$1");   // a here-document ends its line
}
