// The scripts that are compared: what each is, and how it is run (harness.mjs has the fields).
//
// `stderr: false`: what it prints there is not compared, for the reason given. Where a script needs a command that Nacre does not have
// yet (awk, git, tput ...), the case gives a stub to both, or runs the parts that do without.
import fs from "node:fs";

const doc = "bash-doc/usr/share/doc/bash/examples";
const uname = { uname: 'case ${1-} in -m) echo x86_64;; -r) echo 6.1.0;; -n) echo box;; -a) echo Linux box 6.1.0 x86_64 GNU/Linux;; -sr) echo Linux 6.1.0;; -srm) echo Linux 6.1.0 x86_64;; *) echo Linux;; esac' };
const id = { id: 'case ${1-} in -u) echo 1000;; -un) echo user;; -g) echo 1000;; -gn|-Gn) echo user;; *) echo "uid=1000(user) gid=1000(user) groups=1000(user)";; esac', whoami: "echo user", hostname: "echo box" };
const none = (...names) => Object.fromEntries(names.map((n) => [n, "exit 1"]));

// A compiler that compiles anything, for configure.
const gcc = { gcc: `out= c= e= p=
for a; do
  if [ "$p" = -o ]; then out=$a; fi
  case $a in -c) c=1;; -E) e=1;; *.c) src=$a;; --version|-v|-V|-qversion|-version) echo "gcc (fake) 12"; exit 0;; esac
  p=$a
done
[ -z "$e" ] || { cat "$src"; exit 0; }
if [ -n "$c" ]; then [ -n "$out" ] || { out=\${src##*/}; out=\${out%.c}.o; }; else [ -n "$out" ] || out=a.out; fi
printf '#!%s\\nexit 0\\n' "$BASH" > "$out"; chmod +x "$out"`, ar: "exit 0", ranlib: "exit 0", nm: "exit 0", strip: "exit 0", ld: 'echo "GNU ld 2.40"', make: 'echo "all: x"; exit 1', file: "exit 0", hostname: "echo box" };

const json = `{"name": "nacre", "version": 1.5e3, "tags": ["a", "b\\"c", "\\u00e9"], "nested": {"t": true, "f": false, "n": null, "deep": [[1, [2]], {}]}, "empty": [] }\n`;

// Completion functions of bash-completion: words on a command line, and what they offer.
const complete = `
complete_line() {
  COMP_LINE=$1 COMP_POINT=\${#1} COMP_TYPE=9 COMP_KEY=9 COMPREPLY=()
  eval "COMP_WORDS=($1)"
  [[ $1 == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
  local name=\${COMP_WORDS[0]} spec fn
  spec=$(complete -p -- "$name" 2>/dev/null) || { _comp_load "$name" 2>/dev/null; spec=$(complete -p -- "$name"); }
  fn=\${spec##*-F }; fn=\${fn%% *}
  "$fn" "$name" "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}"
  printf '%s ->' "$1"; printf ' <%s>' "\${COMPREPLY[@]}"; echo
}
`;

// bash_completion reads what the host has in /etc/bash_completion.d and /usr/share: not here.
const alone = 'BASH_COMPLETION_COMPAT_DIR=/none BASH_COMPLETION_USER_DIR=$S XDG_DATA_DIRS=/none; ';

export const cases = [
  // --- npm packages -----------------------------------------------------------------------------------------------------------
  { name: "JSON.sh: options", source: "json-sh/JSON.sh", files: { "a.json": json },
    run: 'for o in "" -b -l -p -n -s -h -bs -lp; do echo "== $o"; bash "$S/JSON.sh" $o < a.json; echo "=> $?"; done; for j in "[1,2" "{\\"a\\" 1}" nope "" "[01]"; do bash "$S/JSON.sh" <<<"$j"; echo "=> $?"; done' },
  { name: "JSON.sh: its own tests", source: "json-sh/JSON.sh", also: { test: "json-sh/test", "all-tests.sh": "json-sh/all-tests.sh" },
    run: 'cd "$S"; for t in test/*-test.sh; do bash "$t"; echo "=> $?"; done 2>&1' },
  { name: "n: help, version, errors", source: "n/bin/n", stubs: { ...uname, curl: "exit 7" },
    run: 'export N_PREFIX=$HOME/n; for a in --help --version "ls" "which 12" "bogus" "--arch" "exec" "rm 1" "prune"; do echo "== $a"; bash "$S/n" $a; echo "=> $?"; done 2>&1 | sed -E "s/[0-9]+ bytes//"' },
  { name: "n: its functions", source: "n/bin/n", stubs: { ...uname },
    run: 'set -- --version; N_PREFIX=$HOME/n; source <(sed "/^# Process arguments\\|^# Handle arguments/,\\$d" "$S/n"); for v in 1 v1.2.3 12.x lts latest argon current nightly/x rc/1 auto "" ; do for f in is_numeric_version is_exact_numeric_version is_lts_codename is_download_folder is_download_version; do declare -F $f >/dev/null && { $f "$v"; echo "$f $v $?"; }; done; done; declare -F | head -150; display_help' },
  { name: "nave: help and functions", source: "nave/nave.sh", stubs: { ...uname, curl: "exit 7", ...none("python", "xcode-select") },
    run: 'for a in help "ls" "named" "latest" "has 1.2.3" "ls-named" "bogus" "uninstall 1.2.3"; do echo "== $a"; bash "$S/nave.sh" $a; echo "=> $?"; done', stderr: false },
  { name: "neofetch: prints", source: "neofetch/neofetch", stubs: { ...uname, ...id, ...none("xprop", "dpkg", "dpkg-query", "ps", "lspci", "free", "df", "awk", "uptime", "tput", "git", "clear") },
    run: 'for a in --version --help; do bash "$S/neofetch" $a; echo "=> $?"; done' },
  { name: "neofetch: every logo", source: "neofetch/neofetch", stubs: { ...uname, ...id },
    run: 'source <(sed "s/^main \\"\\$@\\"$//" "$S/neofetch"); shopt -s extglob; ascii_colors=distro; image_backend=ascii; kernel_name=Linux; for d in $(grep -oE "^ +\\"[A-Z][A-Za-z]+\\"\\*?\\)" "$S/neofetch" | tr -d " \\"*)" | sort -u); do distro=$d; ascii_distro=$d; get_distro_ascii; set_colors 1 2 3 4 5 6; ascii_data=${ascii_data//\\\\/\\\\}; printf "%s:%s:%s\\n" "$d" "${#ascii_data}" "$(md5sum <<<"$ascii_data")"; done' },
  { name: "neofetch: its text functions", source: "neofetch/neofetch", stubs: { ...uname, ...id },
    run: `HOSTNAME=box; source <(sed 's/^main "\\$@"$//' "$S/neofetch"); eval "$config"; distro=Debian; kernel_name=Linux; kernel_version=6.1
for w in "  a   b  " "a b" ""; do trim "$w"; trim_quotes "'$w'\\"x\\""; done
for i in 0 10 45 100; do bar $i 100; echo; done
title_fqdn=off; get_title 2>/dev/null; prin "$title"; prin "Kernel" "x y"; prin "only"; info title 2>/dev/null; get_underline; get_kernel; get_cols; block_range=(0 15); block_width=3; get_cols; printf '%s\\n' "$blocks" "$cols"
set_colors 4 6 1 8 8 6; set_text_colors; text=x; color 3; color 200; color fg; printf '%s|%s|%s\\n' "$title_color" "$c1" "$c6"
for d in /etc/os-release; do :; done; decode_url "a%20b%2Fc"; declare -f | md5sum` },
  
  { name: "urchin: its tests", source: "urchin/urchin", also: { tests: "urchin/tests" }, stderr: false, stubs: { date: "echo 2026-01-01T00:00:00" },
    run: 'cd "$S"; sh ./urchin -h; sh ./urchin -f "tests/Counts should be kept of successes and failures./.test"; echo "=> $?"; sh ./urchin "tests/Counts should be kept of successes and failures./.test"; echo "=> $?"; sh ./urchin -f "tests/Counts should be kept of successes and failures./.test-one"' },

  // --- Debian packages, fetched ----------------------------------------------------------------------------------------------
  { name: "bash_completion: sourced, its helpers", source: "bash-completion/bash_completion", also: { completions: "bash-completion/completions" },
    run: `${alone}source "$S/bash_completion"; ${complete}
      _comp_quote "it's" && echo "$REPLY"; _comp_dequote "'a b'c" && printf '<%s>' "\${REPLY[@]}"; echo
      for w in a 'a b' '$x' '\`id\`' '"q"' "\\\\"; do _comp_quote "$w"; echo "$REPLY"; done
      _comp_expand_glob arr '"$S"/completions/t*' ; printf '%s\\n' "\${arr[@]##*/}" | head -20
      _comp_split -F : arr "a:b c::d"; declare -p arr; _comp_delimited , -W "one two three" 2>&1
      touch 'a file' b.txt c.tar.gz; mkdir sub; cur=; for a in "" -d '@(txt|gz)'; do COMPREPLY=(); _comp_compgen_filedir $a; printf '%s\\n' "\${COMPREPLY[@]}" | sort; done
      _comp_upvars -v a 1 -a2 b x y 2>&1; declare -p a b; _comp_get_ncpus 2>&1; shopt -p extglob progcomp` },
  { name: "bash_completion: completions of many commands", source: "bash-completion/bash_completion", also: { completions: "bash-completion/completions" },
    stubs: { ...uname, ...id, ...none("gcc", "tar", "ip", "ssh", "xrandr", "lvm", "rpm", "java", "cvs", "openssl", "make", "git") },
    files: { "a.tar.gz": "", "b.zip": "", "c d.txt": "", "Makefile": "all: x\nx:\n\techo hi\nclean:\n", "e.c": "", "f.deb": "" },
    run: `${alone}source "$S/bash_completion"; ${complete}
      for l in 'tar ' 'tar x' 'tar xf ' 'tar -' 'ssh -' 'ssh -o ' 'ip ' 'ip addr ' 'ip link set ' 'cvs ' 'lvm ' 'lvcreate -' 'xrandr --' 'unzip ' 'dpkg -i ' 'dpkg --' 'gzip -' 'wget --' 'curl --' 'find . -' 'find -type ' 'chmod ' 'chown ' 'export -' 'declare -p S' 'declare -' 'complete -A ' 'rsync --' 'rpm -' 'java -' 'javac -' 'python3 -' 'ping -' 'openssl ' 'unset ' 'function ' 'printf -' 'mplayer -' 'convert -' 'puppet ' 'gnokii ' 'koji ' 'smbclient -' 'psql -' 'ldapsearch -' 'quota -'; do complete_line "$l" 2>&1; done` },
  { name: "bash_completion: all completions are sourced", source: "bash-completion/bash_completion", also: { completions: "bash-completion/completions" },
    run: `${alone}source "$S/bash_completion"; n=0; for f in "$S"/completions/*; do [[ $f == *.am ]] && continue; source "$f" >/dev/null; ((n += 1)); done; echo $n; complete -p | grep -v /etc/ | sort; declare -F | wc -l; declare -f | md5sum` },
  { name: "bash_completion of bash-doc", source: `${doc}/complete/bash_completion`,
    run: `${alone}source <(sed 's,/etc/bash_completion.d,/none,;s,/etc/init.d,/none,g;s,/sbin:/usr/sbin:/usr/local/sbin,/none,;s,/usr/share/bash-completion,/none,' "$S/bash_completion"); complete -p | sort; declare -F; have ls && echo have; quote "it's"; quote_readline 'a b'; dequote "a\\ b"; COMP_WORDS=(ls --fo= bar); COMP_CWORD=2; COMP_LINE='ls --fo=bar' COMP_POINT=11; _get_comp_words_by_ref cur prev words cword; declare -p cur prev words cword; _split_longopt; __ltrim_colon_completions a:b; _parse_help 2>/dev/null; declare -f _filedir _known_hosts_real | head -200` },
  { name: "complete-examples", source: `${doc}/complete/complete-examples`, run: 'source "$S/complete-examples"; complete -p | sort; declare -F; COMP_WORDS=(set -o em); COMP_CWORD=2; _set_func 2>/dev/null; echo "${COMPREPLY[@]}"; COMP_WORDS=(shopt -s g); COMP_CWORD=2; _shopt_func; printf "%s\\n" "${COMPREPLY[@]}"; cur=a; COMPREPLY=(); declare -f _mailcmd _job_func _umask_func' },
  { name: "shellmath: its own tests", source: `${doc}/shellmath/runTests.sh`, also: { "shellmath.sh": `${doc}/shellmath/shellmath.sh`, "assert.sh": `${doc}/shellmath/assert.sh`, "testCases.in": `${doc}/shellmath/testCases.in` },
    run: 'cd "$S"; bash ./runTests.sh; echo "=> $?"' },
  { name: "shellmath: e and sums", source: `${doc}/shellmath/shellmath.sh`, also: { "faster_e_demo.sh": `${doc}/shellmath/faster_e_demo.sh`, "slower_e_demo.sh": `${doc}/shellmath/slower_e_demo.sh` },
    run: 'cd "$S"; bash faster_e_demo.sh 15; bash slower_e_demo.sh 10; source shellmath.sh; for o in add subtract multiply divide; do for a in "1.5 2.25" "-3 0.001" "1e3 2.5E-2" "7 0" "x 1" ".5 -.25" "123456789 987654321"; do _shellmath_$o $a; echo "=> $?"; done; done' },
  { name: "shellmath demo in full", source: `${doc}/shellmath/shellmath.sh`, run: 'source "$S/shellmath.sh"; declare -F; declare -p | grep __shellmath | sort; _shellmath_precalc; declare -p __shellmath_precision' },
  { name: "autoload.v4", source: `${doc}/functions/autoload.v4`,
    run: 'source "$S/autoload.v4"; cd "$S"; mkdir ../work/fp; printf "%s\\n" "func1() { echo one \\$*; }" > ../work/fp/func1; printf "%s\\n" "echo file two \\$*" > ../work/fp/func2; FPATH=$PWD/../work/fp; autoload func1 func2; func1 a b; declare -f func1; autoload; autoload -p; autoload nosuch; nosuch' },
  { name: "autoload v1 and v2 and v3", source: `${doc}/functions/autoload.v2`, also: { v3: `${doc}/functions/autoload.v3`, v1: `${doc}/functions/autoload` },
    run: 'cd "$S"; for v in autoload.v2 v3 v1; do (source ./$v; mkdir -p ../work/$v; echo "foo() { echo foo of $v \\$@; }" > ../work/$v/foo; FPATH=$PWD/../work/$v; autoload foo; foo 1 2; autoload; autoload -u foo; autoload xx; xx; declare -F); done' },
  { name: "dirstack", source: `${doc}/functions/dirstack`, run: 'source "$S/dirstack"; mkdir -p a/b c; dirs; pushd a; dirs; pushd b; dirs; pushd; dirs; popd; dirs; pushd +1; popd; popd; popd; pushd nosuch; declare -F' },
  { name: "kshenv", source: `${doc}/functions/kshenv`, run: 'source "$S/kshenv"; declare -F; alias; type whence print; whence ls; whence -v cd; print -r "a\\nb"; print a b; print -n x; echo; builtin cd ..; redirect 2>&1; title() { :; }' , stderr: false },
  { name: "arrayops, array-stuff, sort, seq, substr of bash-doc", source: `${doc}/functions/arrayops.bash`, also: Object.fromEntries(["array-stuff", "seq", "seq2", "substr", "substr2", "sort-pos-params", "isnum2", "fact", "inetaddr", "isvalidip", "array-to-string", "csh-compat", "func", "whence", "which", "basename", "dirname", "ksh-cd", "inpath", "exitstat"].map((n) => [n, `${doc}/functions/${n}`])),
    run: `cd "$S"; for f in *; do source ./$f; done 2>&1; declare -F; a=(c a b); apush a x y; apop a; ashift a; aunshift a z; areverse a; asort a; arange a 1 2; declare -p a; shift_array 2>/dev/null; seq 3; seq 2 5; seq 1 3 10; fact 10; substr abcdef 2 3; sort_posparams c b a; echo "$@"; isnum2 12 && echo num; isnum2 1.5; isnum2 x || echo no; is_validip 1.2.3.4; echo $?; is_validip 1.2.3.400; echo $?; setenv XX yy; echo $XX; array_to_string a , ; inetaddr 1.2.3.4 2>&1; basename /a/b.c .c; dirname /a/b; whence -v ls 2>&1; exitstat 3; declare -f` },
  { name: "bcalc, center, zprintf, cshtobash, aliasconv, shprompt", source: `${doc}/scripts/bcalc`, also: { center: `${doc}/scripts/center`, zprintf: `${doc}/scripts/zprintf`, cshtobash: `${doc}/misc/cshtobash`, "aliasconv.sh": `${doc}/misc/aliasconv.sh`, shprompt: `${doc}/scripts/shprompt` },
    run: 'cd "$S"; printf "1+2\\n" | bash ./bcalc 2>&1; printf "a\\nlonger line\\n" | bash ./center; COLUMNS=40 bash ./zprintf "%-10s|\\n" x; printf "alias ll ls -l\\nalias a\\techo x\\n" | bash ./aliasconv.sh; printf "y\\n" | bash ./shprompt -y "really? "; echo $?; printf "x\\nn\\n" | bash ./shprompt -Y "sure? "; echo $?; printf "12\\n" | bash ./shprompt -n "num: "; printf "text\\n" | bash ./shprompt -s "name: "', stderr: false },
  { name: "liquidprompt: sourced", source: "liquidprompt/liquidprompt", stubs: { ...uname, ...id, tput: "exit 1", ...none("tty", "ps", "who", "git") },
    run: 'source "$S/liquidprompt" --no-activate; declare -F | wc -l; declare -f | md5sum; __lp_escape "a\\\\b\\$c"; echo "$ret"; _lp_as_text "\\[x\\]y" ; echo "$lp_as_text"; __lp_strip_escapes "a"; __lp_floating_scale 1.53 100; echo $ret; for p in /a/b/c /; do _lp_path_format "" "" ""; done; echo "$lp_path"', stderr: false },
  ...["utils", "os", "shell", "env", "disk", "tools", "terminal_device", "hostname_hash", "ram", "perl", "sensors", "acpi", "sysfs", "cpu_sysctl", "connection", "detached_sessions", "airport", "pmset", "net_wifi"].map((t) => ({
    name: `liquidprompt: test_${t} under shunit2`, source: "liquidprompt/liquidprompt", also: { tests: "liquidprompt/tests", shunit2: "shunit2/usr/share/shunit2/shunit2" },
    stubs: { ...uname, ...id, ...none("tput", "tty", "ps", "who", "git", "screen", "tmux", "ruby", "perl", "df") },
    run: `cd "$S/tests"; sed -i "s,^\\. \\.*/*shunit2\\|^\\. *[^ ]*shunit2,. $S/shunit2," test_${t}.sh; tail -n 2 test_${t}.sh; bash ./test_${t}.sh; echo "=> $?"` })),
  { name: "shunit2: the examples", source: "shunit2/usr/share/shunit2/shunit2", also: { examples: "shunit2/usr/share/doc/shunit2/examples" },
    run: 'cd "$S/examples"; for t in *_test.sh; do echo "== $t"; sed -i "s,^\\. .*shunit2.*,. $S/shunit2,;s,^\\. /usr/share/shunit2,. $S," $t; bash ./$t; echo "=> $?"; done 2>&1' },
  { name: "sharness: tests of its own kinds", source: "sharness/usr/share/sharness/sharness.sh", files: { "t.sh": `test_description='what sharness does'
. "$S/sharness.sh"
test_expect_success 'works' 'true && test_path_is_missing x'
test_expect_success 'writes' 'echo a > a && test_cmp a a && grep a a'
test_expect_failure 'known breakage' 'false'
test_expect_success 'fails' 'test 1 = 2'
test_expect_success PREREQ 'skipped' 'true'
test_set_prereq HAVE
test_expect_success HAVE 'prereq' 'test_have_prereq HAVE'
test_expect_success 'must fail' 'test_must_fail false && test_expect_code 3 sh -c "exit 3" && test_might_fail false'
test_expect_success 'when finished' 'test_when_finished "rm -f z" && touch z'
test_seq 1 3
test_done
` }, run: 'sh ./t.sh; echo "=> $?"; sh ./t.sh -v; echo "=> $?"; bash ./t.sh --tee -i; echo "=> $?"; sh ./t.sh --run=1-3 -q; ls; cat test-results/*; rm -r test-results' , stderr: false },
  { name: "todo.txt: a day's work", source: "todotxt-cli/usr/bin/todo-txt", stubs: none("awk"),
    run: `export TODO_DIR=$PWD/todo; mkdir todo; cat > cfg <<'EOF'
export TODO_FILE="$TODO_DIR/todo.txt"
export DONE_FILE="$TODO_DIR/done.txt"
export REPORT_FILE="$TODO_DIR/report.txt"
EOF
t() { echo "\\$ $*"; bash "$S/todo-txt" -d cfg -p "$@"; echo "=> $?"; }
t -V; t shorthelp; t help; t add "buy milk +shop @home"; t add "(B) write code +nacre"; t a "call mum @phone"; t addm "one
two"; t pri 1 a; t ls; t list +shop; t lsp; t lsprj; t lsc; t append 2 today; t prepend 3 please; t replace 4 changed; t depri 1; t -f do 2; t -f del 3; t -f del 1 milk; t ls; t lsa; t archive; t -f deduplicate; t bogus; t ls -x; t pri 99 A; t add; t do 77; t -@ ls; t -+ -P ls; t listfile; t move 1 done.txt; t report | wc -l; cat todo/todo.txt todo/done.txt; rm todo/report.txt`.replaceAll("$TODO_DIR/report", "$TODO_DIR/report") , stderr: false },
  { name: "dehydrated: help and errors", source: "dehydrated/dehydrated", stubs: { ...uname, openssl: 'case $1 in version) echo OpenSSL 3.0.0;; *) exit 1;; esac', curl: "echo curl 7.88.1", ...none("xxd", "hexdump", "awk") },
    run: 'for a in --help -h --version -v --bogus "-c -d" "--env" ""; do echo "== $a"; bash "$S/dehydrated" $a; echo "=> $?"; done 2>&1 | sed "s/OS:.*/OS/"' },
  // stderr is that of pipelines: its lines come in any order.
  { name: "dehydrated: its JSON parser", source: "dehydrated/dehydrated", files: { "a.json": json }, stderr: false,
    run: `source <(sed -n '/^jsonsh()/,/^}$/p;/^[a-z_0-9]*() {/,/^}/p' "$S/dehydrated"); declare -F; jsonsh < a.json; jsonsh < a.json | get_json_string_value name; jsonsh <a.json | get_json_array_values tags;  jsonsh <a.json | get_json_dict_value nested t;  printf 'hello?>' | urlbase64 2>&1; echo; hex2bin 2>/dev/null <<<414243; _sed -e 's/a+/X/' <<<caat; clean_json <<<'{ "a" :  [ 1, 2 ] }'; rm_json_arrays <<<'{"a":[1,[2]],"b":1}'; echo` },
  { name: "easyrsa: help", source: "easy-rsa/usr/share/easy-rsa/easyrsa", also: { "vars.example": "easy-rsa/usr/share/easy-rsa/vars.example" }, stubs: { ...uname, openssl: "case $1 in version) echo OpenSSL 3.0.0;; *) exit 1;; esac", ...none("awk") },
    run: 'for a in "" help "help options" "help init-pki" "help build-ca" "help gen-req" "help sign-req" "help bogus" version "--bogus" "bogus" "show-ca" "build-ca nopass" "--pki-dir=$PWD/x init-pki soft"; do echo "== $a"; sh "$S/easyrsa" --batch $a; echo "=> $?"; done 2>&1', stderr: false },
  { name: "git-secret: usage, functions", source: "git-secret/usr/bin/git-secret", stubs: { git: 'case $1 in rev-parse) echo "$PWD";; *) exit 1;; esac', gpg: "exit 2", ...none("gawk", "awk") },
    run: 'for a in "" usage --version "--help" bogus "add" "init" "add x" whoknows list "hide" "clean"; do echo "== $a"; bash "$S/git-secret" $a; echo "=> $?"; done 2>&1', stderr: false },
  { name: "git-flow: help and shFlags", source: "git-flow/git-flow", also: Object.fromEntries(["git-flow-init", "git-flow-feature", "git-flow-bugfix", "git-flow-release", "git-flow-hotfix", "git-flow-support", "git-flow-config", "git-flow-log", "git-flow-version", "gitflow-common", "gitflow-shFlags"].map((n) => [n, `git-flow/${n}`])),
    stubs: { ...uname, git: 'case "$*" in "rev-parse --show-toplevel"|"rev-parse --git-dir") echo .git;; --exec-path) echo /x;; config*) exit 1;; *) exit 1;; esac' },
    run: 'for a in "" help version "feature help" "bugfix help" "release help" "hotfix help" "support help" "init --help" "config help" "bogus" "feature start -h" "feature --bogus" "release start --help" "feature list" "log help"; do echo "== $a"; bash "$S/git-flow" $a; echo "=> $?"; done 2>&1 < /dev/null' },
  { name: "shFlags: parsed flags", source: "git-flow/gitflow-shFlags", run: `cat > t.sh <<'EOF'
FLAGS_PARENT='t'
. "$S/gitflow-shFlags"
DEFINE_string name world 'who to greet' n
DEFINE_boolean loud false 'shout' l
DEFINE_integer times 1 'how often' t
DEFINE_float ratio 1.5 'a ratio' r
FLAGS "$@"; s=$?
eval set -- "\${FLAGS_ARGV}"
echo "s=$s name=$FLAGS_name loud=$FLAGS_loud times=$FLAGS_times ratio=$FLAGS_ratio rest=$*"
EOF
cat > "$PWD/getopt" <<'EOF'
EOF
for a in "" "-n Bob" "-l -t 3 x y" "-h" "-r 2.5" "-t x" "-q"; do bash t.sh $a; echo "=> $?"; done 2>&1`, stubs: { getopt: 'echo " $2 --"; exit 0' } },
  { name: "password-store: usage, errors", source: "password-store/src/password-store.sh", stubs: { gpg: "exit 2", gpg2: "exit 2", git: "exit 1", getopt: 'echo " -- "; exit 0', tree: "exit 1", ...none("uname", "xclip") },
    run: 'for a in help version "show x" "ls" "find" "insert" "rm" "mv a" "generate" "init" "grep" "edit" "../x" "show ../x"; do echo "== $a"; bash "$S/password-store.sh" $a; echo "=> $?"; done 2>&1 < /dev/null' },
  { name: "rcm: mkrc, rcup, lsrc, rcdn", source: "rcm/usr/bin/lsrc", also: { rcup: "rcm/usr/bin/rcup", mkrc: "rcm/usr/bin/mkrc", rcdn: "rcm/usr/bin/rcdn", "rcm.sh": "rcm/usr/share/rcm/rcm.sh" }, stubs: { ...id, ...uname },
    run: 'sed -i "s,/usr/share/rcm,$S,;s,^\\. .*rcm.sh,. $S/rcm.sh," "$S"/lsrc "$S"/rcup "$S"/mkrc "$S"/rcdn; PATH=$S:$PATH; chmod +x "$S"/*; for f in lsrc rcup mkrc rcdn; do sed -i "1s,.*,#!$(command -v bash)," "$S/$f"; done; cd; echo a > .vimrc; mkdir -p .config/x; echo b > .config/x/y; for c in "lsrc -h" "rcup -h" "mkrc -h" "rcdn -h" "mkrc -v .vimrc" "mkrc .config/x/y" "lsrc" "rcup -v" "rcdn -v" "rcup -g" "lsrc -F" "lsrc -t tag" "mkrc nosuch"; do echo "== $c"; $c; echo "=> $?"; done 2>&1 < /dev/null; ls -A .dotfiles' },
  { name: "screenfetch: prints", source: "screenfetch/usr/bin/screenfetch", stubs: { ...uname, ...id, tput: "exit 1", ...none("awk", "gawk", "bc", "ps", "df", "free", "lsb_release", "dpkg", "xrandr", "xdpyinfo", "uptime", "pgrep", "getent", "lspci", "glxinfo") },
    run: 'for a in -V -h "-L -N -A Debian" "-L -A Arch" "-L -A Ubuntu" "-N -L -A Fedora" "-Z"; do echo "== $a"; bash "$S/screenfetch" $a; echo "=> $?"; done', stderr: false },
  { name: "testssl: help, colours", source: "testssl/usr/bin/testssl", also: { etc: "testssl/etc/testssl" },
    stubs: { ...uname, ...id, openssl: 'case $1 in version) echo "OpenSSL 3.0.0 7 sep 2021 (Library: OpenSSL 3.0.0 7 sep 2021)";; *) exit 1;; esac', ...none("awk", "hexdump", "dig", "host", "nslookup", "ping", "tput", "xxd", "git", "getent") },
    run: 'export TESTSSL_INSTALL_DIR=$S; bash "$S/testssl" --help; echo "=> $?"; bash "$S/testssl" --bogus; echo "=> $?"', stderr: false },
  { name: "testssl: its functions", source: "testssl/usr/bin/testssl", stubs: { ...uname, ...id, openssl: 'echo "OpenSSL 3.0.0"', ...none("awk", "tput", "ping", "git") },
    run: `source <(sed -n '/^[a-z_0-9]*() *{/,/^}/p' "$S/testssl"); declare -F | wc -l; declare -f | md5sum; for f in "toupper abcé" "tolower ABC" "is_number 12" "is_number 1x" "strip_spaces \\" a b \\"" "strip_leading_space \\"  a\\"" "strip_trailing_space \\"a  \\"" "hex2dec ff" "dec2hex 255" "newline_to_spaces \\"a
b\\"" "colon_to_spaces a:b:c" "is_ipv4addr 1.2.3.4" "is_ipv4addr 1.2.3" "is_ipv6addr ::1" "strip_lf \\"a
\\"" "get_cn x" "filter_input \\"a#b c\\"" "count_words \\"a b c\\"" "count_lines \\"a
b\\"" "count_ciphers a:b:c" "asciihex_to_binary 414243" "hex2ascii 414243" "dec02hex 5" "dec04hex 500" "html_reserved \\"<a&b>\\"" "join_by , a b c" "pr_italic x"; do echo "$f:"; eval "$f"; echo " => $?"; done`, stderr: false },
  { name: "yadm: help, introspection", source: "yadm/usr/bin/yadm", stubs: { ...uname, ...id, git: 'case $1 in --version) echo git version 2.39;; *) exit 1;; esac', gpg: "exit 2", ...none("awk", "gawk", "lsb_release") },
    run: 'for a in help version "introspect commands" "introspect configs" "introspect repo" "introspect switches" "bogus" "list" "status" "config" "alt" "-Y"; do echo "== $a"; bash "$S/yadm" $a; echo "=> $?"; done 2>&1', stderr: false },
  { name: "yadm: its functions", source: "yadm/usr/bin/yadm", stubs: { ...uname, ...id },
    run: `YADM_TEST=1 source "$S/yadm"; declare -F; for p in /a/b ~/x . a/../b; do relative_path /a/c "$p"; done; for s in "##os.Linux" "##h.box,u.user" "##template.j2" "##default,e.txt"; do f="file$s"; score_file "$f" "\${f%%##*}" 2>/dev/null; echo "$s $score"; done; is_valid_branch_name a/b; echo $?; join_string , a b c; in_list b a b c && echo in; print_list a b; split_string 2>/dev/null; mapfile -t x < <(printf 'a\\nb'); declare -p x`, stderr: false },
  ...["gitflow-common"].map((n) => ({ name: "gitflow-common: its functions", source: `git-flow/${n}`, stubs: { git: "exit 1" },
    run: `source "$S/gitflow-common"; escape 'a.b*c'; has b "a b c"; echo $?; contains abc b; echo $?; startswith abc a; echo $?; endswith abc c; echo $?; noflag -h; resolve_nameprefix a b 2>&1; flag x 2>&1; yes 2>&1 | head -1; declare -F` })),

  // --- scripts of installed Debian packages ----------------------------------------------------------------------------------------
  ...[
    ["/usr/bin/xslt-config", "--help", "--version", "--prefix", "--libs", "--cflags", "--libs --cflags", "--exec-prefix=/x --prefix=/y --libs", "--plugins", "--bogus", ""],
    ["/usr/bin/libpng16-config", "--help", "--version", "--libs", "--cflags --ldflags", "--static --libs", "--prefix --libdir", "--bogus", ""],
    ["/usr/bin/ncurses6-config", "--help", "--version", "--libs", "--cflags", "--bindir --datadir --terminfo-dirs", "--abi-version", "--bogus", ""],
    ["/usr/bin/nspr-config", "--version", "--libs", "--cflags", "--prefix=/x --prefix", "--includedir --libdir", "--bogus", ""],
    ["/usr/bin/nss-config", "--version", "--libs nss", "--cflags", "--libs ssl smime", "--bogus", ""],
    ["/usr/bin/xmlsec1-config", "--help", "--version", "--crypto=openssl --libs", "--cflags", "--bogus", ""],
    ["/usr/bin/gpgrt-config", "--help", "--version", "gpg-error --libs", "gpg-error --cflags --variable=host", "--list-all", "--bogus", ""],
    ["/usr/bin/cob-config", "--help", "--version", "--libs", "--cflags", "--bogus", ""],
    ["/usr/bin/libgcrypt-config", "--help", "--version", "--libs --cflags", "--api-version --algorithms", "--thread=x", "--bogus", ""],
    ["/usr/bin/x86_64-linux-gnu-python3.11-config", "--help", "--libs", "--cflags", "--includes --ldflags --embed", "--extension-suffix", "--bogus", ""],
    ["/usr/bin/ldd", "--help", "--version", "--vers", "--bogus", "--", "nosuch", "-d"],
    ["/usr/bin/tzselect", "--help", "--version", "-x", "-n"],
    ["/usr/bin/ucf", "--help", "-h", "--bogus", "", "a", "-v a b"],
    ["/usr/bin/ucfr", "--help", "--bogus", "", "a", "-v a b c"],
    ["/usr/bin/gettextize", "--help", "--version", "--bogus"],
    ["/usr/bin/xzgrep", "--help", "--version", "", "-e", "--bogus"],
    ["/usr/bin/xzdiff", "--help", "--version", "", "a b c d"],
    ["/usr/bin/nroff", "--help", "--version", "--bogus", "-T", "-C -x"],
    ["/usr/bin/catman", "--help"],
    ["/usr/sbin/invoke-rc.d", "--help", "", "--bogus", "x", "x y z", "--quiet --list", "--query nosuch"],
    ["/usr/sbin/service", "--help", "--version", "", "nosuch", "nosuch start", "-h"],
    ["/usr/sbin/update-ca-certificates", "--help", "--bogus", "-h"],
    ["/usr/sbin/debootstrap", "--help", "--version", "", "--bogus", "--arch", "--variant=buildd --print-debs", "--foreign --second-stage"],
    ["/usr/sbin/update-java-alternatives", "", "-h", "--bogus"],
    ["/usr/sbin/e2scrub", "-V", "-h", "", "-x"],
    ["/usr/sbin/e2scrub_all", "-V", "-h", "-x"],
    ["/usr/sbin/addgnupghome", "--help", "--version", ""],
    ["/usr/bin/dpkg-maintscript-helper", "--help", "-?", "--version", "", "bogus", "supports rm_conffile", "supports bogus", "supports", "rm_conffile", "rm_conffile /etc/x 1.0 pkg -- upgrade 0.9", "mv_conffile a b", "symlink_to_dir /a /b 1.0", "dir_to_symlink x /b"],
    ["/usr/bin/dpkg-realpath", "--help", "-?", "--version", "", "/usr/../etc", "--root=/ /bin", "--bogus x", "a b", "/nosuch/x", "//a//b/."],
    ["/usr/bin/apt-key", "--help", "", "bogus", "--keyring", "help"],
    ["/usr/bin/gpg-zip", "--help", "--version", ""],
    ["/usr/bin/bashbug", "--help", "--version", "--bogus"],
    ["/usr/bin/memusage", "--help", "--version", "--usage", "", "--bogus", "-t"],
    ["/usr/bin/sotruss", "--help", "--version", "--usage", "", "--bogus", "-o"],
    ["/usr/bin/fakeroot-sysv", "--help", "-h", "-v", "--bogus", "--lib"],
    ["/usr/bin/xdg-open", "--help", "--manual", "--version", "--bogus", "a b", ""],
    ["/usr/bin/xdg-mime", "--help", "--manual", "--version", "--bogus", "query", "query bogus", "install", "default x", ""],
    ["/usr/bin/xdg-settings", "--help", "--manual", "--version", "--list", "bogus", ""],
    ["/usr/bin/xdg-email", "--help", "--manual", "--version", "--bogus", "--attach nosuch"],
    ["/usr/bin/xdg-icon-resource", "--help", "--manual", "--version", "install", "install --size x a", "forceupdate --bogus", ""],
    ["/usr/bin/xdg-desktop-menu", "--help", "--manual", "--version", "install", "install nosuch", "bogus", ""],
    ["/usr/bin/xdg-screensaver", "--help", "--manual", "--version", "bogus", "suspend", "suspend x", ""],
    ["/usr/bin/pg_buildext", "--help", "", "bogus", "build", "supported-versions"],
    ["/usr/bin/pg_virtualenv", "-h", "-x"],
    ["/usr/bin/heaptrack", "--help", "--version", "--bogus", ""],
    ["/usr/bin/gdb-add-index", "--help", "--version", "", "nosuch"],
    ["/usr/bin/ssh-copy-id", "-h", "-?", "", "-x", "-i"],
    ["/usr/bin/kernel-install", "--help", "--version", "", "bogus", "add"],
    ["/usr/bin/lcf", "--help", "-h", ""],
    ["/usr/bin/ocs", "--help", "-h", ""],
    ["/usr/share/ucf/ucf_helper_functions.sh", ""],
    ["/usr/share/gettext/config.rpath", "", "x86_64-pc-linux-gnu"],
    ["/usr/lib/git-core/git-subtree", "-h", "add", "bogus", "split", "merge --bogus"],
    ["/usr/lib/git-core/git-filter-branch", "--help", "-h", "--bogus"],
    ["/usr/lib/git-core/git-request-pull", "-h", "", "a"],
    ["/usr/lib/git-core/git-mergetool", "-h", "--tool-help", "--bogus"],
    ["/usr/lib/git-core/git-submodule", "-h", "bogus", "add", "--quiet"],
    ["/usr/lib/git-core/git-instaweb", "-h", "--bogus"],
    ["/usr/lib/git-core/git-web--browse", "", "-b", "-b nosuch x", "--bogus"],
    ["/usr/lib/git-core/git-quiltimport", "-h", "--bogus"],
    ["/usr/lib/dpkg/methods/apt/install", "a b c"],
    ["/usr/share/maven/bin/mvn", "--version"],
    ["/usr/bin/lesspipe", "", "-h"],
    ["/usr/bin/savelog", "-h", "-x"],
  ].map(([source, ...args]) => ({
    name: `${source}: options`, source, stubs: { ...uname, ...id, git: 'case $1 in rev-parse) case $* in *--sq-quote*) shift 2; printf "%q " "$@";; *--parseopt*) echo "usage: x"; exit 129;; *) echo .git;; esac;; --exec-path) echo "$S";; *) exit 1;; esac' },
    also: source.includes("git-core") ? { "git-sh-setup": "/usr/lib/git-core/git-sh-setup", "git-sh-i18n": "/usr/lib/git-core/git-sh-i18n", "git-mergetool--lib": "/usr/lib/git-core/git-mergetool--lib", "git-parse-remote": "/usr/lib/git-core/git-parse-remote", "mergetools": "/usr/lib/git-core/mergetools" } : {},
    host: ["/usr/share/debconf", "/usr/share/debootstrap", "/usr/share/dpkg/sh", "/usr/share/postgresql-common", "/lib/lsb", "/usr/share/ucf"].filter((h) => new RegExp(h.split("/").slice(-1) + "|debootstrap|dpkg-|pg_|ucf").test(source)),
    run: `PATH=$PATH:$S; ${args.map((a) => `echo '== ${a}'; bash "$S/${source.split("/").pop()}" ${a} </dev/null; echo "=> $?"`).join("; ")}`,
  })),

  // --- configure and its helpers (of the libraries that Nacre is built from) -------------------------------------------------------------
  { name: "config.sub: names of systems", source: "third_party/libmd/build-aux/config.sub",
    run: 'for t in x86_64-linux i686-pc-linux-gnu arm64-apple-darwin20 aarch64-linux-musl sparc-sun-solaris2.11 mips64el-unknown-linux-gnuabi64 riscv64-elf wasm32-emscripten amd64 pentium3-cygwin powerpc-ibm-aix7 hppa2.0w-hp-hpux11 m68k-next-nextstep alpha-dec-osf s390x-ibm-linux-gnu vax-dec-ultrix i386-gnu x86_64-w64-mingw32 thumbv7-linux-gnueabihf sh4-linux bogus a-b-c-d-e none "" --help --version --bogus; do bash "$S/config.sub" $t; echo "=> $?"; done' },
  { name: "config.guess: a system", source: "third_party/libmd/build-aux/config.guess", stubs: { ...uname, ...none("cc", "gcc", "c89", "c99") },
    run: 'sh "$S/config.guess"; echo "=> $?"; for a in --help --version --bogus; do sh "$S/config.guess" $a; echo "=> $?"; done', stderr: false },
  { name: "install-sh: installs", source: "third_party/libmd/build-aux/install-sh", files: { a: "one\n", "b c": "two\n" },
    run: 'i() { echo "\\$ $*"; sh "$S/install-sh" "$@"; echo "=> $?"; }; i --help; i --version; i; i a; i a d; i -d x/y/z; i -c -m 644 a "b c" x/y; i -m 755 a x/new; i -t x/y/z a "b c"; i -C a x/new; i -d x/y; i -T a x; i nosuch x; i -b a x/new; i -S .old a x/new; i -D -m u=rw,g=r a p/q/r; i -s; i -v a d; find x p -type f -exec stat -c "%a %n" {} + | sort; i -d "s p/a"; i a "s p/a"' },
  { name: "missing, depcomp, compile, test-driver", source: "third_party/libmd/build-aux/depcomp", also: { missing: "third_party/libmd/build-aux/missing", compile: "third_party/libmd/build-aux/compile", "test-driver": "third_party/libmd/build-aux/test-driver", "mkinstalldirs": "third_party/pcre2/mkinstalldirs" },
    stubs: { cc: 'while [ $# -gt 0 ]; do case $1 in -o) o=$2; shift;; -MF) f=$2; shift;; *.c) c=$1;; esac; shift; done; echo object > "$o"; [ -z "$f" ] || echo "$o: $c h.h \\\\" > "$f"' }, files: { "a.c": "int x;\n" },
    run: 'cd "$S"; for a in --help --version ""; do sh ./missing $a; echo "=> $?"; sh ./depcomp $a; echo "=> $?"; sh ./compile $a; echo "=> $?"; sh ./test-driver $a; echo "=> $?"; done; sh ./missing nosuch x; echo "=> $?"; sh ./missing makeinfo x; echo "=> $?"; cd "$OLDPWD"; sh "$S/missing" true; echo "=> $?"; mkdir .deps; for m in gcc3 gcc none dashmstdout bogus; do depmode=$m source=a.c object=a.o depfile=.deps/a.Po tmpdepfile=.deps/a.TPo libtool=no sh "$S/depcomp" cc -c -o a.o a.c; echo "$m => $?"; cat .deps/* 2>/dev/null; done; sh "$S/compile" cc -c -o sub.o a.c; echo "=> $?"; echo "exit 0" > ok; for t in true false "sh -c \\"exit 77\\"" "sh -c \\"exit 99\\""; do eval sh "$S/test-driver" --test-name t --log-file t.log --trs-file t.trs --color-tests no --expect-failure no --enable-hard-errors yes -- "$t"; echo "=> $?"; cat t.trs; done' },
  { name: "ltmain.sh: help and modes", source: "third_party/libmd/build-aux/ltmain.sh", stubs: { cc: 'while [ $# -gt 0 ]; do case $1 in -o) o=$2; shift;; esac; shift; done; [ -z "$o" ] || echo object > "$o"', ar: "exit 0", ranlib: "exit 0", ...uname }, files: { "a.c": "int x;\n" },
    run: 'for a in --help --help-all --version "--mode=compile --help" "--mode=link --help" "--mode=install --help" "--mode=execute --help" "--mode=clean --help" "--mode=finish --help" "" --bogus "--mode=bogus x" "--mode=execute true" "--mode=clean rm -f a.lo" "--mode=uninstall rm -f /nosuch/x.la" "-n --mode=compile" "--mode=compile cc -c" ; do echo "== $a"; bash "$S/ltmain.sh" $a; echo "=> $?"; done 2>&1 | sed "s/uname -a:.*//"' },
  { name: "configure of libmd: help and errors", source: "third_party/libmd/configure", also: { "build-aux": "third_party/libmd/build-aux" }, stubs: { ...uname, ...id, hostname: "echo box", ...none("cc", "gcc", "cl.exe", "clang") },
    run: 'cd "$S"; mkdir src; : > src/sha2.c; export CONFIG_SHELL=$(command -v bash); sh ./configure --help; echo "=> $?"; sh ./configure --version; sh ./configure --help=short; sh ./configure --bogus; echo "=> $?"; sh ./configure --enable-x=y --with-foo --prefix=/p a=b 2>&1; echo "=> $?"; grep "^#define\\|^ac_cv" config.log' },
  { name: "configure of libmd: a run", source: "third_party/libmd/configure", host: ["/etc/ld.so.conf"], also: { "build-aux": "third_party/libmd/build-aux" }, stubs: { ...uname, ...id, ...gcc },
    run: 'cd "$S"; mkdir src; : > src/sha2.c; export CONFIG_SHELL=$(command -v bash); bash ./configure CC=gcc NM=nm --cache-file=c.cache 2>&1; echo "=> $?"; grep -c . c.cache; grep "^ac_cv" c.cache; grep "^#define\\|^ac_cv" config.log' },
  { name: "configure of pcre2: a run", source: "third_party/pcre2/configure", host: ["/etc/ld.so.conf"], also: Object.fromEntries(["config.guess", "config.sub", "install-sh", "ltmain.sh", "missing", "compile", "ar-lib", "depcomp"].map((n) => [n, `third_party/pcre2/${n}`])), stubs: { ...uname, ...id, ...gcc },
    run: 'cd "$S"; mkdir src; : > src/pcre2.h.in; export CONFIG_SHELL=$(command -v bash); sh ./configure --help=recursive; sh ./configure CC=gcc NM=nm --disable-shared CFLAGS="-O0 -g" --srcdir=. 2>&1; echo "=> $?"; grep "^#define\\|^ac_cv" config.log' },

  // --- sourced: git, debconf, init -----------------------------------------------------------------------------------------------------
  { name: "git-completion", source: "/usr/share/bash-completion/completions/git", stubs: { git: `case "$*" in
      *--list-cmds=*) printf '%s\\n' add am bisect branch checkout commit diff fetch grep init log merge push rebase reset show stash status tag;;
      *"rev-parse --absolute-git-dir"*|*"rev-parse --git-dir"*) echo "$PWD/.git";;
      *for-each-ref*) printf '%s\\n' main topic origin/main v1.0;;
      *"config "*) printf '%s\\n' user.name user.email core.editor branch.main.remote;;
      *"remote"*) echo origin;;
      *completion-helper*) printf '%s ' --all --amend --message= --verbose --no-edit --; ;;
      *ls-files*) printf 'a.txt\\0b c.txt\\0';;
      *"help -a"*|*"help -g"*) echo attributes;;
      *) exit 1;; esac` },
    run: `source "$S/git"; ${complete}
      complete -p git gitk; declare -F | wc -l; declare -f | md5sum
      for l in 'git ' 'git co' 'git commit --' 'git commit --am' 'git checkout ' 'git checkout t' 'git push ' 'git push origin ' 'git push --' 'git config ' 'git config user.' 'git branch -' 'git log --pretty=' 'git log ma' 'git log main..t' 'git -' 'git --git-dir=' 'git remote ' 'git stash ' 'git stash sh' 'git rebase --' 'git bisect ' 'git add ' 'git help ' 'git show v' 'git tag -' 'git diff --stat' 'git am --whitespace=' 'git submodule ' 'git worktree ' 'gitk --'; do COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'; complete_line "$l" 2>&1; done` },
  { name: "git-prompt", source: "/usr/lib/git-core/git-sh-prompt", stubs: { git: `case "$*" in
      *"rev-parse --git-dir --is-inside-git-dir"*) printf '%s\\n' "$PWD/.git" false false true 0123abc;;
      *"rev-parse --verify --quiet refs/stash"*) exit 0;;
      *symbolic-ref*) echo refs/heads/topic;;
      *"diff --no-ext-diff --quiet"*) exit 1;;
      *"diff --no-ext-diff --cached"*) exit 1;;
      *"ls-files --others"*) echo x; exit 0;;
      *"rev-list --count"*) printf '2\\t3\\n';;
      *"config -z"*) printf 'svn-remote.x.url\\nu\\0bash.showupstream\\nauto\\0';;
      *config*) echo "";;
      *describe*) echo v1;;
      *) exit 1;; esac` },
    run: `mkdir .git; echo 'ref: refs/heads/topic' > .git/HEAD; source "$S/git-sh-prompt"; declare -F
      __git_ps1; echo; __git_ps1 '[%s]'; echo; GIT_PS1_SHOWDIRTYSTATE=1 GIT_PS1_SHOWSTASHSTATE=1 GIT_PS1_SHOWUNTRACKEDFILES=1 GIT_PS1_SHOWUPSTREAM=auto; __git_ps1; echo; GIT_PS1_STATESEPARATOR='|'; GIT_PS1_SHOWUPSTREAM='verbose name'; __git_ps1; echo
      GIT_PS1_SHOWCOLORHINTS=1; __git_ps1 '<' '>' '(%s)'; declare -p PS1; for s in rebase-merge rebase-apply MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD BISECT_LOG; do case $s in *-*) mkdir .git/$s; echo topic > .git/$s/head-name; echo 1 > .git/$s/msgnum; echo 3 > .git/$s/end; echo 1 > .git/$s/next; echo 2 > .git/$s/last;; *) echo x > .git/$s;; esac; __git_ps1; echo; rm -r .git/$s; done` },
  { name: "git-sh-setup, git-sh-i18n, mergetool--lib", source: "/usr/lib/git-core/git-sh-setup", also: { "git-sh-i18n": "/usr/lib/git-core/git-sh-i18n", lib: "/usr/lib/git-core/git-mergetool--lib", tools: "/usr/lib/git-core/mergetools" }, stubs: { ...uname, git: 'case "$*" in --exec-path) echo "$S";; *rev-parse*git-dir*) echo .git;; *config*) exit 1;; *sh-i18n--envsubst*) cat;; *) exit 1;; esac' },
    run: 'sed -i "s,git --exec-path,echo $S," "$S"/*; NONGIT_OK=1 OPTIONS_SPEC= SUBDIRECTORY_OK=1; dashless=t; source "$S/git-sh-setup"; declare -F; say hi; gettext x; echo; git_broken_path_fix 2>&1; sane_grep b <<< abc; is_bare_repository; echo $?; create_virtual_base 2>&1 | head -1; get_author_ident_from_commit x 2>&1; peel_committish x; echo $?; (die "a message"); echo $?; (die_with_status 3 "other"); echo $?; MERGE_TOOLS_DIR=$S/tools; TOOL_MODE=merge; source "$S/lib"; for t in vimdiff kdiff3 meld; do setup_tool $t; echo $?; translate_merge_tool_path $t; done; list_merge_tool_candidates; echo $tools; diff_mode; echo $?; mode_ok; echo $?', stderr: false },
  { name: "debconf: confmodule", source: "/usr/share/debconf/confmodule",
    run: `cat > t.sh <<'EOF'
DEBIAN_HAS_FRONTEND=1 DEBCONF_REDIR=1; exec 3>sent
. "$S/confmodule"
db_get a/b; echo "$? $RET"; db_set a/b "x y"; echo "$? $RET"; db_input high a/c; echo "$? $RET"; db_go; echo "$? $RET"; db_metaget a/b description; echo "$? <$RET>"; db_subst a/b K v; echo $?; db_x_loadtemplatefile f o; echo $?; db_capb backup; echo "$? $RET"; db_stop; echo $?
db_fset a seen true; echo "$? $RET"
EOF
printf '%s\\n' '0 the value' '0 set' '30 skipped' '0' '1 de\\nsc\\\\x' '0' '0' '0 multiselect escape' '0' | sh t.sh; declare -F; cat sent; sed -n 1,5p "$S/confmodule"` },
  { name: "debconf: confmodule.sh, old style", source: "/usr/share/debconf/confmodule.sh", run: `DEBIAN_HAS_FRONTEND=1; exec 3>sent; printf '%s\\n' '0 v' '0 w' > in; exec < in; . "$S/confmodule.sh"; declare -F; Get x; echo "$? $RET"; Set a b c; echo "$? $RET"; cat sent` },
  { name: "lsb init-functions", source: "/lib/lsb/init-functions", host: ["/lib/lsb"], stubs: { tput: "exit 1", pidof: "exit 1", ...none("start-stop-daemon", "ps") },
    run: 'source "$S/init-functions"; declare -F; log_daemon_msg "Starting x" y; log_progress_msg z; log_end_msg 0; log_begin_msg a; log_end_msg 1; log_success_msg ok; log_failure_msg no; log_warning_msg w; log_action_msg a; log_action_begin_msg b; log_action_cont_msg c; log_action_end_msg 0 d; log_use_fancy_output; echo $?; pidofproc nosuch; echo $?; pidofproc -p nosuch.pid x; echo $?; status_of_proc -p x.pid y name; echo $?; get_lsb_header_val "$S/init-functions" provides; echo $?; init_is_upstart; echo $?' },
  { name: "ucf_helper_functions", source: "/usr/share/ucf/ucf_helper_functions.sh", run: 'cd "$S"; sh -c ". ./ucf_helper_functions.sh; ucf_helper_is_conffile_unmodified x 2>&1; echo \\$?"; . ./ucf_helper_functions.sh; declare -F; ucf_remove_conffile 2>&1; echo $?; declare -f' },
  { name: "gettext.sh", source: "/usr/bin/gettext.sh", stubs: { gettext: 'printf %s "$1"', ngettext: 'printf %s "$1"', envsubst: 'if [ "$1" = --variables ]; then printf "%s" x; else cat; fi' }, run: 'cp "$S/gettext.sh" .; . ./gettext.sh; declare -F; x=1; eval_gettext "a \\$x b"; echo; eval_ngettext one many 2; echo; sh ./gettext.sh --help; sh ./gettext.sh --version; sh ./gettext.sh; declare -f' , stderr: false },
  { name: "init-d-script", source: "/usr/lib/init/init-d-script", host: ["/lib/lsb", "/lib/init"], stubs: none("start-stop-daemon", "pidofproc"), run: `cat > demo <<EOF
#!/bin/sh
### BEGIN INIT INFO
# Provides: demo
# Short-Description: a demo
### END INIT INFO
DESC="a demo" DAEMON=none NAME=demo
do_start_override() { echo starting; return 0; }
do_stop_override() { echo stopping; return 1; }
do_status_override() { echo state; return 3; }
EOF
for a in start stop restart status force-reload bogus ""; do sh "$S/init-d-script" ./demo $a; echo "$a => $?"; done`, stderr: false },
  { name: "bash's lesspipe, gzexe", source: "/usr/bin/lesspipe", files: { "a.txt": "x\n" }, stubs: none("zcat", "tar", "unzip", "file"), run: 'for f in a.txt nosuch a.tar a.gz a.zip; do bash "$S/lesspipe" $f; echo "=> $?"; done; bash "$S/lesspipe"; SHELL=/bin/bash bash "$S/lesspipe"; SHELL=/bin/csh bash "$S/lesspipe"' , stderr: false },

  // --- maintainer scripts: called as dpkg never calls them, or for versions that ask for nothing -------------------------------------------
  ...["base-files.postinst", "base-passwd.postinst", "libc6:amd64.postinst", "libc6:amd64.preinst", "libpam0g:amd64.postinst", "dash.postinst", "dpkg.postinst", "man-db.postinst", "ucf.preinst", "ucf.postrm", "ucf.postinst", "tzdata.config", "locales.config", "ca-certificates.config", "procps.postinst", "sgml-base.postinst", "polkitd.postinst", "fontconfig-config.postinst", "systemd.postinst", "ca-certificates.postinst"].map((n) => ({
    name: `maintainer script ${n}`, host: ["/usr/share/postgresql-common", "/var/lib/dpkg/diversions", "/usr/share/dpkg"], source: `/var/lib/dpkg/info/${n}`, stubs: none("dpkg", "update-rc.d", "deb-systemd-helper", "systemctl", "dpkg-query", "install-info", "perl", "getent", "dpkg-divert", "chown"),
    run: `f="$S/${n}"; sed -i 's,^ *\\. */usr/share/debconf/confmodule.*,:,' "$f"; for a in "" bogus "abort-upgrade 1.0" "abort-remove" "disappear x 1" "failed-upgrade 1"; do echo "== $a"; DPKG_MAINTSCRIPT_PACKAGE=x DPKG_MAINTSCRIPT_NAME=${n.split(".").pop()} sh -e "$f" $a; echo "=> $?"; done; sh -n "$f"; eval "all() {
$(cat "$f")
}"; declare -f all`, stderr: false })),

  // --- bats -----------------------------------------------------------------------------------------------------------------------------
  ...[
    ["tap", "bats -F tap works.bats"], ["tap13", "bats -F tap13 works.bats 2>&1 | sed 's/duration_ms: .*/duration_ms: N/'"],
    ["pretty", "bats -p works.bats"], ["junit", "bats -F junit works.bats | sed -E 's/(time|timestamp|hostname)=\"[^\"]*\"/\\1/g'"],
    ["failures", "bats -F tap fails.bats"], ["failures, pretty, traced", "bats -p fails.bats; bats -t --print-output-on-failure fails.bats; bats --show-output-of-passing-tests -F tap works.bats; bats -x -F tap -f 'false command' fails.bats"],
    ["options", "bats --version; bats --help; bats --count works.bats fails.bats; bats -F tap -f 'run' works.bats; bats -F tap --filter-tags slow works.bats; bats -F tap --filter-tags '!slow' -f tag works.bats; bats nosuch.bats; bats --bogus; bats; bats -r -F tap . 2>&1 | head -n 5; bats --no-tempdir-cleanup -F tap -f true works.bats 2>&1 | sed 's,/bats-run-.*,,'"],
    ["bats-assert", "bats -F tap assert.bats"],
  ].map(([name, command]) => ({
    name: `bats: ${name}`, source: "bats/bin/bats", also: { bats: "bats", "bats-assert": "bats-assert", "bats-support": "bats-support", t: "own/bats" },
    stubs: { ...uname, ...none("ps", "pgrep", "pkill", "flock", "hostname"), tput: 'case "$*" in *cols*) echo 80;; esac' },
    run: `bats() { bash "$S/bats/bin/bats" "$@"; echo "=> $?"; }; cd "$S/t"; ${command}`,
  })),

  // --- ours -----------------------------------------------------------------------------------------------------------------------------
  ...["args", "template", "json", "life", "sudoku", "calc", "digest", "containers", "ini", "logs", "markdown"].map((n) => ({ name: `own: ${n}`, source: `own/${n}.sh`, run: `bash "$S/${n}.sh"` })),
  { name: "own: adventure", source: "own/adventure.sh", run: 'bash "$S/adventure.sh"',
    stdin: "look\nup\ntake key\ntake lamp\nn\ntake KEY\nget key\nup\nunlock chest with key\nuse key\nd\ns\ne\ntake the bread\neat bread\ndown\nopen trap door\nd\nlook\ntake sword\nlight lamp\nlook\nget sword\ni\nu\nw\ndrop sword\nscore\ndance\n  \n# nothing\nn\nu\nget all\nget crown\nd\ns\nlook\n" },
];
