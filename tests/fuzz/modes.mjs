// What the fuzzer makes, by name: a prelude that each script of the mode begins with, and `make`, which gives its lines.
import { chance, one, pick, random, some } from "./random.mjs";
import { arith, param, pattern, word, words } from "./words.mjs";
import { command, here, simple } from "./commands.mjs";

// What shrinking leaves of a script must do no harm: kill is a function.
const base = `kill() { :; }; hit() { builtin kill -USR1 $BASHPID; }; p(){ local IFS=' '; printf '%d:' $#; printf '<%s>' "$@"; echo; }; f() { p f "$@"; return 2; }; g() { p g $*; x=g; }
x=abc y='a b' z=7; a=(1 'b c' '' d); declare -A m=([k]=v ['k 2']=w); s=([3]=t [5]=u); r=x; e=(); declare -i i=3; q="it's"; set -- one 'two 2' ''; : > f0; echo line > f1; echo a:b > a.c`;
const lang = {
  prelude: `${base}; echo 'p src $*; return 4' > src`,
  make: () => Array.from({ length: 1 + random(5) }, () => command(2).replace(/\n+$/, "")),
};
const lines = (least, most, make) => Array.from({ length: least + random(most - least + 1) }, make);
const q = (text) => `'${text.replaceAll("'", "'\\''")}'`;

// --- [[ =~ ]] ------------------------------------------------------------------------------------------------------------------

const letters = ["a", "b", "c", "ab", "abc", "B", "1", "12", "_", "-", " ", ".", "é", "]", "\\", "x", "aa", "\n", "[", "^", "$", "(", "*", "/"];
function ere(d) {
  const atom = () => one(() => pick(["a", "b", "c", "ab", ".", "x", "1", "\\.", "é", "_"]), () => pick(["a", "b", "c", ".", "-"]),
    () => pick(["[ab]", "[^a]", "[a-c]", "[[:alpha:]]", "[[:digit:]_]", "[]a]", "[^]]", "[a-]", "[[:upper:]b-c]", "[.]", "[é]", "[[:space:]]", "[^[:alnum:]]", "[[.a.]]", "[[=a=]]", "[\\\\]", "[\\a]", "[!a]", "[[:punct:]]", "[0-9a-f]"]),
    () => (d > 0 ? `(${ere(d - 1)})` : "c"), () => (d > 0 ? `(${ere(d - 1)})` : "b"), () => pick(["\\*", "\\(", "\\w", "\\b", "\\<", "\\>", "\\s", "\\W", "\\S", "\\B", "\\d", "\\n", "\\\\", "\\1", "\\`", "\\'", "\\/", "\\]", "\\^", "\\$", "()"]));
  // Not groups a counted number of times, nor ^ in groups: there the C library's groups are not what POSIX says.
  const piece = () => {
    const a = atom();
    return a + (chance(40) ? pick(a.startsWith("(") ? ["*", "+", "?", "**"] : ["*", "+", "?", "{2}", "{1,2}", "{0,1}", "{,2}", "{2,}", "*?", "**", "+*", "{0}", "{1", "{}"]) : "");
  };
  const branch = () => (d === 2 && chance(25) ? "^" : "") + some(1 + random(3), piece, "") + (chance(20) ? "$" : "");
  return some(chance(25) ? 2 : 1, branch, "|");
}
const realExpressions = ["^([^=]+)=(.*)$", "^[[:space:]]*(#.*)?$", "([0-9]+)\\.([0-9]+)(\\.([0-9]+))?", "^-{1,2}([a-z]+)(=(.*))?$", "^(.*)/([^/]*)$", "\\$\\{([A-Za-z_]+)\\}", "^([[:alnum:]_.-]+)@([[:alnum:].-]+)\\.([a-z]{2,})$", "^[+-]?[0-9]+([.][0-9]*)?$", "^(a|b)+(c?)$",
  "^([^:]*):([^:]*):?(.*)$", "[[:upper:]]", "^(y|yes|Y)$", "([a-z]+) ([a-z]+)", "^\"(.*)\"$", "^\\[(.*)\\]$", "(^|[^a-z])ab([^a-z]|$)", "^.{3}$", "\\.(tar\\.gz|tgz|zip)$", "^[[:space:]]+|[[:space:]]+$", "^([0-9]{1,3}\\.){3}[0-9]{1,3}$", "^[0-9a-fA-F]{6}$"];
const realTexts = ["key=value=x", "  # note", "v1.22.333-rc", "--name=x y", "-v", "/usr/lib/x.so", "${HOME}/x ${U_1}", "a.b-c@ex.co.uk", "-12.50", "abba", "root:x:0", "Hello World", "yes", "foo bar baz", "\"q\"", "[s]", "x ab y", "é日x", "a.tar.gz", "  pad  ", "192.168.1.254", "00fFaa", "", "a\nb"];
const regex = {
  prelude: `p() { printf '%d:' $#; printf '<%s>' "$@"; echo; }; t() { [[ $1 =~ $2 ]]; p $? "\${BASH_REMATCH[@]}"; }`,
  make: () => [...(chance(15) ? ["shopt -s nocasematch"] : []), ...lines(3, 8, () => {
    const text = q(some(random(5), () => pick(letters), "")), re = ere(2);
    if (chance(10)) return `t ${q(pick(realTexts))} ${q(pick(realExpressions))}`;
    if (chance(5)) return `s=${q(some(1 + random(6), () => pick([...letters, ...realTexts]), ""))} n=0; while [[ $s =~ ${pick(["([a-z]+)", "[0-9]+", "(.)[^a]*", "b|c", "[[:alpha:]]", "$re"])} ]] && (( n++ < 9 )); do p "\${BASH_REMATCH[@]}"; s=\${s#*"\${BASH_REMATCH[0]}"}; done; re=${q(ere(0))}`;
    if (chance(70)) return `t ${text} ${q(re)}`;
    // As written in the script: blanks and quotes are the shell's.
    const literal = some(1 + random(3), () => one(() => ere(1).replaceAll(/\\[\\`'<>]|[\\]\\|[<>&;]/g, "a"), () => `'${pick(["a.", "*", "[a]", "(", "a|b", "\\."])}'`, () => `"${pick(["a.", "b*", "$x", "\\\\."])}"`, () => "$x", () => "${x}", () => "a\\ b"), "");
    return `x=${q(ere(1))}; [[ ${text} =~ ${literal} ]]; p $? "\${BASH_REMATCH[@]}"`;
  })],
};

// --- globs -----------------------------------------------------------------------------------------------------------------------

const fileNames = ["a", "b", "ab", "abc", "a.c", "b.c", ".h", ".hc", "A", "B.c", "-n", "1", "10", "é", "a b", "[a]", "a*", "d/a", "d/b.c", "d/.x", "d/e/f", "D/a", "d e/g", "\\a", "_", "z]", "x^y", "!a", "a-b", "+(a)", "d/e/a.c"];
// Not [[=a=]] at the end of a list: there bash takes the ] for a character.
function glob(d) {
  const atom = () => one(() => pick(["a", "b", "c", ".", "d", "A", "1"]), () => pick(["*", "*", "?", "**", "*.c", "d/*", "*/", "/", "**/", "./", ".*", "*/*"]),
    () => pick(["[ab]", "[!a]", "[^a]", "[a-c]", "[[:alpha:]]", "[[:upper:]]", "[]a]", "[!]]", "[a-]", "[", "]", "[a", "[[:digit:]]", "[!.]", "[a/b]", "[\\a]", "[b-a]", "[[.a.]]", "[[=a=]b]", "[.]", "[![:alnum:]]", "[[:nosuch:]]", "[\\]]", "[é-ü]", "[A-Z]", "[--0]"]),
    () => (d > 0 ? `${pick(["@", "*", "+", "?", "!", "!", "!"])}(${some(1 + random(3), () => glob(d - 1), "|")})` : "a"), () => pick(["\\*", "\\a", "'*'", '"a"', "\\[", "é", "'['", "\\\\", "\\.", "-", "$x", "\"$x\"", "${x}", "''"]));
  return some(1 + random(3), atom, "");
}
const globMode = {
  prelude: `p() { printf '%d:' $#; printf '<%s>' "$@"; echo; }; shopt -s extglob; mkdir -p d/e D 'd e'`,
  make: () => {
    const files = fileNames.filter(() => chance(50));
    const options = pick(["", "", "", "nullglob", "dotglob", "nocaseglob", "failglob", "globstar", "nocasematch", "extglob", "globasciiranges"]);
    return [`for f in ${files.map(q).join(" ")}; do : > "./$f"; done; x=${q(pick(["a*", "[ab]", "*", "@(a|b)", "?", "\\*", "a", "[!a]*", "\\", "!(a)"]))}`, ...(chance(15) ? ["GLOBIGNORE=" + pick(["a*", ".*", "'*.c'", "a:b", "'[!a]*'"])] : []), ...(options ? [`shopt -s ${options}`] : []),
      ...lines(3, 7, () => one(() => `p ${glob(2)}`, () => `p ${glob(1)} ${glob(1)}`, () => `case ${q(pick(fileNames))} in ${glob(2)}) p y;; *) p n;; esac`, () => `[[ ${q(pick(fileNames))} == ${glob(2)} ]]; p $?`, () => `[[ ${q(some(random(6), () => pick(letters), ""))} ${pick(["==", "!=", "="])} ${glob(2)} ]]; p $?`,
        () => `v=${q(some(random(6), () => pick(letters), ""))}; p "\${v${pick(["#", "##", "%", "%%"])}${glob(2).replaceAll(/['"}]/g, "")}}"`, () => `v=${q(some(random(6), () => pick(letters), ""))}; p "\${v${pick(["/", "//", "/#", "/%"])}${glob(1).replaceAll("/", "\\/").replaceAll(/['"}]/g, "")}/${pick(["", "X", "<&>", "\\&", "$x", "\"&\""])}}"`))];
  },
};

// --- printf, read ----------------------------------------------------------------------------------------------------------------

const numbersOf = ["0", "1", "-1", "42", "010", "0x1f", "'a", "\"b", "'é", "", "abc", "3x", "1.5", "-2.75", "1e3", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551615", " 7", "7 ", "+5", "0x", "08", "inf", "nan", "-0", "1e400", "'", "0b1", "123456789", "0.1", "1e-5", "100000", "1234567.891", "2.5", "3.5", "0x1p3", "--1"];
function conversion() {
  const flags = some(random(3), () => pick(["-", "0", "+", " ", "#", "'"]), "");
  const width = chance(40) ? pick(["1", "5", "10", "3", "12"]) : "", precision = chance(35) ? pick([".0", ".1", ".2", ".5", ".10"]) : "";   // not "%.Q", which bash makes nothing
  return `%${flags}${width}${precision}${pick(["d", "i", "u", "o", "x", "X", "s", "s", "s", "c", "b", "q", "Q", "e", "f", "g", "a", "E", "G", "F", "A", "%", "ld", "hd", "lld", "Lf", "zd", "jd", "n", "z", "", "(%Y-%m-%d)T", "(%H:%M:%S %j %e %a %b)T", "()T", "(%s)T"])}`;
}
const escapes = ["\\n", "\\t", "\\\\", "\\x41", "\\101", "\\0101", "\\u00e9", "\\c", "\\e", "\\\"", "\\'", "\\q", "\\x", "\\u", "\\8", "\\a", "\\xe9", "\\U0001f600", "\\400", "\\?", "\\"];
const printf = {
  prelude: "p() { printf '%d:' $#; printf '<%s>' \"$@\"; echo; }; z=5",
  make: () => lines(3, 8, () => {
    const format = some(1 + random(4), () => one(conversion, conversion, () => pick(["a", " ", ",", "%%", "\\n"]), () => pick(escapes)), "");
    const argument = () => one(() => q(pick(numbersOf)), () => q(pick(numbersOf)), () => q(some(random(4), () => pick(letters), "")), () => q(some(1 + random(3), () => pick(escapes), "")), () => q(pick(["a b", "$x", "a'b", "~", "~a", "\t", "\u0001", "é ü", "\n", "a\nb", "#", "=a", "{a,b}", "!x", "^", "\u007f", "日本", "-n"])));
    const v = chance(15) ? pick(["-v v ", "-v 'w[2]' ", "-v 'w[x]' ", "-v 1 ", "-- "]) : "";
    if (chance(10)) return `printf '[%*.*${pick(["d", "s", "x", "f", "b", "q", "c"])}]' ${pick(["5", "-5", "0", "x", "''", "08"])} ${pick(["2", "-1", "0", "''"])} ${argument()}; p $?`;   // no huge ones: bash has no memory for them either
    if (chance(12)) return `echo ${pick(["-e", "-n", "-ne", "-E", "-neE", "-x", "-e -n", "--", "-ee"])} ${some(random(3), argument)}`;
    if (chance(8)) return `p $'${some(1 + random(3), () => pick(escapes), "").replace(/\\$/, "")}' "\${z@Q}" ${some(1, () => `$'${pick(["a", "\\x01", "\\xff", "é", "\\n"])}'`)}`;
    return `printf ${v}${q(format)} ${some(random(5), argument)}; p $? "$v" "\${w[@]}"; unset v w`;
  }),
};
const readMode = {
  prelude: "p() { local IFS=' '; printf '%d:' $#; printf '<%s>' \"$@\"; echo; }",
  make: () => lines(2, 6, () => {
    let input = some(1 + random(7), () => pick(["a", "b", " ", "  ", ":", "\\t", "\\n", "\\\\", "\\\\\\n", "x", "1", "é", ",", "\\0", "a b", "::", "日", "\\xe9", "-"]), "");
    if (input.includes("\\xe9")) input = input.replaceAll("\\0", "");   // bash reads on into the next character, and a NUL byte ends its text
    const ifs = chance(60) ? `IFS=${pick([":", "''", "' '", "$' \\t\\n'", "$'\\n'", "': '", "' :'", ",:", "x", "$'\\t'", "é", "a", "\\\\", "$' \\t'"])} ` : "";
    const options = some(random(3), () => pick(["-r", "-r", "-a v", "-d :", "-d ''", "-n 2", "-n 0", "-N 3", "-N 1", "-d x", "-n 5", "-s", "-e", "-t 5", "-u 0", "-d é", "-p q", "-ra v", "-rd :", "-rn1", "-d,"]));
    const variables = /-r?a/.test(options) ? "" : pick(["v", "v w", "v w x", "", "'t[1]' v", "v v"]);
    const show = "p $? \"$REPLY\" \"${v[@]}\" \"$w\" \"$x\" \"${t[@]}\"; unset REPLY v w x t";
    const from = one(() => `< <(printf ${q(input)})`, () => `<<< $'${input}'`, () => `< f`);
    if (chance(15)) return `${ifs}mapfile ${pick(["-t", "", "-n 1", "-s 1", "-O 1", "-d :", "-d ''", "-t -d ''", "-c 2 -C 'p c'", "-t -n 2 -s 1"])} v ${from.replace("< f", "<<< a")}; p $? "\${v[@]}"; unset v`;
    if (chance(20)) return `printf ${q(input)} > f; while ${ifs}read ${options} ${variables}; do ${show}; (( c++ < 5 )) || break; done < f; ${show}`;
    if (chance(10)) return `printf ${q(input)} | { ${ifs}read ${options} ${variables}; ${show}; read -r v; p "$v"; }`;
    if (chance(12)) return `${ifs}; v=$'${input}'; set -- $v; p "$@"; p "$*"; p $*; w=($v); p "\${w[@]}"; IFS=$' \\t\\n'`;
    return `printf ${q(input)} > f; ${ifs}read ${options} ${variables} ${from}; ${show}`;
  }),
};

// --- arithmetic --------------------------------------------------------------------------------------------------------------------

const key = () => some(1 + random(3), () => pick(["k", "k 2", "a", "1", "]", "[", "$x", "\"", "'", "\\", "@", "*", "~", "`", "$(c)", "a b", "é", "=", "!", " "]), "");
// Not assoc_expand_once: with it bash ends a[a[1]] at the first bracket.
const arithMode = {
  prelude: `${base}; c() { p "$?" "$1" $x $y $z $u "\${a[@]}"; x=5 y=-2 z=7; unset u; a=(1 2 3); }; x=5 y=-2; a=(1 2 3)`,
  make: () => [...(chance(10) ? [pick(["set -u", "declare -n r=a", "declare -n r='a[1]'", "declare -i x y", "IFS=:", "set -e"])] : []), ...lines(3, 8, () => `${one(() => `p $((${arith(4)}))`,
    () => `k=${q(key())}; ((m[${pick(["$k", "\"$k\"", "${k}"])}]${pick(["++", "+=2", " = x", "--", "*=2"])})); p $? $((m[$k])) "\${m[$k]}" "\${#m[@]}"`, () => `m[${key().replaceAll(/[\]\["'`\\() $]/g, "") || "k"}]=${arith(1).replaceAll(/[ <>&|;()]/g, "")}; p "\${m[@]}"`,
    () => `[[ ${pick(["a[$x]", "a[x]", "m[k]", "${a[1]}", "$x", "x", "\"$y\"", "a[a[0]]", "${#a[@]}", "'z + 1'", "r"])} ${pick(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"])} ${pick(["${a[$x]}", "5", "a[1]", "y", "-2", "${u:-0}", "$((z))"])} ]]`,
    () => `printf ${pick(["'%d,'", "'%x,'", "'%05d,'"])} $((${arith(2)})) "$((${arith(1)}))"`, () => `(( ${arith(1)} ${pick(["<", ">", "==", "!=", "<=", ">="])} ${arith(1)} )) ${pick(["&&", "||"])} p ${pick(["y", "$x"])}`, () => `while (( ${pick(["x-- > 2", "n++ < 3", "(x -= 2) > 0", "a[0]++ < 4"])} )); do (( ${arith(2)} )); done; n=0`,
    () => `a+=($((${arith(1)})) [${arith(0).replaceAll(/ /g, "")}]=${pick(["1", "$x", "$((y))"])})`, () => `i=${arith(1).replaceAll(/[ <>&|;()]/g, "")}; i+=${arith(0).replaceAll(/[ <>&|;()]/g, "")}; p $i`, () => `p $((r + 1)) $((r = ${arith(0)})) $((r++))`, () => `(( ${arith(4)} ))`, () => `let ${q(arith(3))} ${q(arith(1))}`, () => `a[${arith(2)}]=${arith(0).replaceAll(/ /g, "")}`, () => `declare -i v=${q(arith(3))}; p $v`, () => `p "\${x:${arith(2)}}" "\${a[@]:${arith(1)}:${arith(1)}}"`,
    () => `for ((i = ${arith(1)}; i < ${arith(1)} && n++ < 4; ${pick(["i++", "i += 2", `i = i + (${arith(1)})`])})); do p $i; done; n=0`, () => `[[ ${q(arith(2))} ${pick(["-eq", "-lt", "-gt"])} ${q(arith(1))} ]]`, () => `y=${q(arith(2))}; p $((y + 1))`, () => `[ ${q(pick(["1", " 2", "08", "x", "", "1+1", "9223372036854775808"]))} ${pick(["-eq", "-lt"])} ${pick(["1", "' 2'", "8"])} ]`,
    () => `p $(( ${some(3, () => pick(["1", "+", "-", "x", "(", ")", "*", "?", ":", "y", "=", "a[", "]", "++", ",", "#", "2#1", "&&", "!", "~", "0x", "1.5", "@", "$", "'", "9"]), pick(["", " "]))} ))`)}; c`)],
};

// --- parameters ------------------------------------------------------------------------------------------------------------------

const subst = {
  prelude: `${base}; b='a/b/c.d.e'; l=$'one\\ntwo'; w='  sp  ace  '; d='Hello World éÜ'; t='a*b?c[d]'; set -- 'a b' c '' -x 'a.b'`,
  make: () => [...(chance(25) ? [pick(["IFS=:", "IFS=", "IFS=' b'", "set -f", "shopt -s extglob", "set -u", "shopt -s nocasematch", "shopt -u patsub_replacement", "IFS=$'\\n'", "unset IFS"])] : []), ...lines(3, 8, () => {
    const x = pick(["b", "l", "w", "d", "t", "x", "y", "a[@]", "a[*]", "@", "*", "m[@]", "1", "u", "a", "s[@]", "e[@]", "q", "r", "a[1]", "m['k 2']", "#", "-", "!x", "!r"]);
    const op = one(() => `${pick(["#", "##", "%", "%%"])}${pattern(1)}`, () => `${pick(["/", "//", "/#", "/%"])}${pattern(1)}/${one(() => word(1), () => pick(["X", "&", "\\&", "[&]", "\"&\"", "$t", "$q", "'&'", "\\\\", "$b", "~", "a b", "\"$y\"", "\\n", "/", "&&", "\\\\&", "\"\\&\"", "'a'\"b\"", "*", "${x}", "$'\\n'"]))}`, () => `${pick(["^", "^^", ",", ",,", "~", "~~"])}${chance(40) ? pattern(1) : ""}`,
      () => `:${pick(["0", "1", "2", " -2", "1:2", " -3:2", "2: -1", "0:0", "99", " -99", "1:99", "x", "$#", "z-5", "${#x}:1", "(1):(2)", "1:z", "", ":2", "0: -99"])}`, () => `@${pick(["Q", "U", "u", "L", "a", "A", "E", "K", "k", "P"])}`, () => `${pick(["", ":"])}${pick(["-", "+", "=", "?"])}${one(() => word(1), () => pick(["$y", "\"$y\"", "$@", "\"$@\"", "'a b'", "a  b", "~", "*", "\\ ", "{a,b}", "\"a b\" c", "$l", "\"\"", "", "${y}'x'", "\"'\"", "'\"'", "\\}", "`echo a  b`", "$(echo 'a  b')", "${u-'x y'}", "${u:-\"${y}\"}"]))}`, () => "");
    const hash = op === "" && chance(50) ? "#" : "", p = `\${${hash}${x.replace(/^!/, hash ? "" : "!")}${op}}`;
    return one(() => `p ${p}`, () => `p "${p}"`, () => `p ${pick(["a", "'", "x"]).replace("'", "''")}${p}${pick(["b", "\"$@\"", "$*", "''"])}`, () => `v=${p}; p "$v"`, () => `v="${p}"; p $v`, () => `p "<${p}>${pick(["", "$@", "$*", "${a[@]}", "' '"])}"`, () => `cat <<E\n${p}\nE`, () => `cat <<< ${p}`, () => `w=(${p} "${p}"); p "\${w[@]}"`, () => `case ${p} in ${pattern(1)}) p y;; *) p n;; esac`, () => `[[ ${p} == ${pattern(1)} ]]; p $?`, () => `for v in ${p}; do p "$v"; done`, () => `p $(p ${p})`, () => `p "$(p "${p}")"`, () => `p ${param(3)} "${param(3, true)}"`);
  })],
};

// --- errors: scripts with something wrong -------------------------------------------------------------------------------------

const errors = {
  prelude: lang.prelude,
  make: () => {
    const lines = Array.from({ length: 1 + random(3) }, () => (chance(30) ? here(1) : command(1)).replace(/\n+$/, ""));
    const k = random(lines.length), tokens = lines[k].split(/(\s+|[;|&(){}<>]+|["'`$])/).filter((t) => t !== "" && t !== undefined);
    const at = random(tokens.length), extra = () => pick([";", "|", "&", ")", "(", "}", "{", "fi", "done", "do", "then", "esac", "\"", "'", "`", "$(", "${", "$((", "<<E", "&&", "||", ";;", "if", "for", "while", "case", "in", "[[", "]]", "<", ">", "!", "function", "\n", "((", "))", "&>", "<(", "select", "coproc", "time", "until", "else", "elif", "a=(", "\\"]);
    one(() => tokens.splice(at, 1), () => tokens.splice(at, 0, extra()), () => tokens.splice(at, 1, extra()), () => tokens.splice(at), () => tokens.splice(at, 0, " ", extra(), " "));
    lines[k] = tokens.join("");
    const text = lines.join("\n");
    return one(() => lines, () => lines, () => [`bash -c ${q(text)}; p $?`], () => [`cat > s <<'EOS'\n${text}\nEOS`, "bash ./s; p $?"], () => [`eval ${q(text)}`, "p $?"], () => [`cat > s <<'EOS'\n${text}\nEOS`, ". ./s; p $?"], () => [`p "$(${text}\n)"`, "p $?"]);
  },
};

export const modes = { lang, regex, glob: globMode, printf, read: readMode, arith: arithMode, subst, errors };
