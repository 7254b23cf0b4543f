// The trees of every construct, errors and warnings against what bash prints, input in pieces, nesting without limit, random bytes.
#include <chrono>
#include <random>
#include <string>
#include <vector>

#include "catch_amalgamated.hpp"
#include "src/syntax/parser.h"
#include "src/syntax/printer.h"
#include "tests/unit/syntax/dump.h"
#include "tests/unit/syntax/recorded_errors.h"

using namespace nacre;

namespace {

struct Aliases : AliasSource {
  std::vector<std::pair<std::string, std::string>> list;
  bool find_alias(const std::string_view& name, std::string_view& value) const override {
    for (const auto& [n, v] : list) {
      if (n == name) {
        value = v;
        return true;
      }
    }
    return false;
  }
};

struct Outcome {
  std::string dump;      // commands, one per line
  std::string messages;  // "line N: text", one per line
};

// by_line: as from a pipe, a line at a time.
Outcome parse(std::string_view text, bool by_line = false, ParserOptions options = {}, const AliasSource* aliases = nullptr) {
  NameTable names;
  Parser parser(names, options, aliases);
  std::size_t at = 0;
  if (!by_line) {
    parser.append(text);
    parser.finish();
  }
  Outcome out;
  for (;;) {
    Ref<Script> script;
    const ParseStatus status = parser.next(script);
    for (const ParseMessage& m : parser.messages()) {
      out.messages += (m.warning ? "warning line " : "line ") + std::to_string(m.line) + ": " + m.text + "\n";
    }
    if (status == ParseStatus::kNeedMore) {
      if (at >= text.size()) {
        parser.finish();
      } else {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        parser.append(text.substr(at, end - at));
        at = end;
      }
      continue;
    }
    if (status == ParseStatus::kEnd) break;
    if (status == ParseStatus::kError) {
      if (parser.error_kind() == ErrorKind::kArray) continue;
      break;
    }
    out.dump += Dumper(names).command(script->command) + "\n";
  }
  return out;
}

std::string tree(std::string_view text, ParserOptions options = {}) {
  const Outcome whole = parse(text, false, options), lines = parse(text, true, options);
  CHECK(whole.dump == lines.dump);
  CHECK(whole.messages == lines.messages);
  std::string out = whole.dump.empty() ? whole.messages : whole.dump;
  if (!out.empty()) out.pop_back();
  return out;
}

std::string repeat(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("simple commands, assignments, redirections") {
  CHECK(tree("echo hi") == R"t((simple "echo" "hi"))t");
  CHECK(tree("a=1 b[i]+=$x c= cmd d=2") == R"t((simple (= a "1") (+= b["i"] (w ($x))) (= c "") "cmd" "d=2"))t");
  CHECK(tree("a=(1 [x]=2 $y\n# c\n3) b+=( )") == R"t((simple (= a (array "1" (["x"]= "2") (w ($y)) "3")) (+= b (array))))t");
  CHECK(tree("declare -a a=(1) b=2") == R"t((simple "declare" "-a" (= a (array "1")) "b=2"))t");
  CHECK(tree("<a >b >>c >|d <>e 3<&4 >&- &>f &>>g <<<h {v}>i") ==
        R"t((simple (< 0 "a") (> 1 "b") (>> 1 "c") (>| 1 "d") (<> 0 "e") (<& 3 "4") (>& 1 "-") (&> 1 "f") (&>> 1 "g") (<<< 0 "h") (> {v} "i")))t");
  CHECK(tree("echo 2>f 2 >g a2>h") == R"t((simple "echo" "2" "a2" (> 2 "f") (> 1 "g") (> 1 "h")))t");
  CHECK(tree(">f x=1 cmd") == R"t((simple (= x "1") "cmd" (> 1 "f")))t");
}

TEST_CASE("lists and pipelines") {
  CHECK(tree("a | b |& c && ! d || time -p e & f; g") ==
        R"t((list (andor (pipe (simple "a") (simple "b" (>& 2 "1")) (simple "c")) && (pipe ! (simple "d")) || (pipe time-p (simple "e"))) & (simple "f") (simple "g")))t");
  CHECK(tree("a &&\n\nb |\nc") == R"t((andor (simple "a") && (pipe (simple "b") (simple "c"))))t");
  CHECK(tree("! ! a; time; !") == R"t((list (simple "a") (pipe time) (pipe !)))t");
  CHECK(tree("a; b\nc") == "(list (simple \"a\") (simple \"b\"))\n(simple \"c\")");
}

TEST_CASE("compound commands") {
  CHECK(tree("{ a; } >f; ( b )") == R"t((list (group (simple "a") (> 1 "f")) (subshell (simple "b"))))t");
  CHECK(tree("if a; then b; elif c; then d; else e; fi") == R"t((if (simple "a") (simple "b") (simple "c") (simple "d") else (simple "e")))t");
  CHECK(tree("while a; do b; done; until a; do b; done") == R"t((list (while (simple "a") (simple "b")) (until (simple "a") (simple "b"))))t");
  CHECK(tree("for x in a $b; do c; done; for y do c; done; for z; { d; }") ==
        R"t((list (for x ( "a" (w ($b))) (simple "c")) (for y $@ (simple "c")) (for z $@ (simple "d"))))t");
  CHECK(tree("for ((i=0; i < 3; i++)); do a; done; select x in; do b; done") ==
        R"t((list (for(( (w "i=0") (w "i < 3") (w "i++") (simple "a")) (select x () (simple "b"))))t");
  CHECK(tree("case $x in a|b) c;; (d) ;& *) e;;& esac") == R"t((case (w ($x)) (( "a" "b") (simple "c")) (( "d") () ;&) (( (w "*")*) (simple "e") ;;&)))t");
  CHECK(tree("f() { a; } >g; function h { b; }; function i() ( c )") ==
        R"t((list (function f (group (simple "a") (> 1 "g"))) (function h (group (simple "b"))) (function i (subshell (simple "c")))))t");
  CHECK(tree("coproc a b; coproc N { c; }; coproc { d; }") == R"t((list (coproc COPROC (simple "a" "b")) (coproc N (group (simple "c"))) (coproc COPROC (group (simple "d")))))t");
  CHECK(tree("((x = 1)) && (( (a) | b ))") == R"t((andor (arith (w "x = 1")) && (arith (w " (a) | b "))))t");
  CHECK(tree("((a); b)") == R"t((subshell (list (subshell (simple "a")) (simple "b"))))t");
}

TEST_CASE("conditional commands") {
  CHECK(tree("[[ a == b* && ( ! -f $c || d -lt 3 ) ]]") == R"t((cond (&& (== "a" (w "b*")*) (group (|| (! (-f (w ($c)))) (-lt "d" "3"))))))t");
  CHECK(tree("[[ x =~ ^(a|b)\"c d\"$ ]]") == R"t((cond (=~ "x" (w "^(a|b)" (dq "c d") "$"))))t");
  CHECK(tree("[[ a < b || a > b ]]") == R"t((cond (|| (< "a" "b") (> "a" "b"))))t");
  CHECK(tree("[[ a == @(b|c) ]]") == R"t((cond (== "a" (w "@(b|c)")*)))t");
  CHECK(tree("[[ a && b && c || d ]]") == R"t((cond (|| (&& "a" (&& "b" "c")) "d")))t");
  CHECK(tree("if [[ a ]] then b; fi") == R"t((if (cond "a") (simple "b")))t");
}

TEST_CASE("quotes and expansions in words") {
  CHECK(tree(R"(echo 'a b'"c $d \" \e"\f$'g\n'$"h")") == R"t((simple "echo" (w (q "a b") (dq "c " ($d) " \" \\e") (q "fg\n") (dq$ "h"))))t");
  CHECK(tree("echo $1 ${10} $@ $# ${#} ${##} $? $$ $! $- $0 ${a[1]} ${a[@]} ${#a[*]}") ==
        R"t((simple "echo" (w ($1)) (w ($10)) (w ($@)) (w ($#)) (w ($#)) (w ($##)) (w ($?)) (w ($$)) (w ($!)) (w ($-)) (w ($0)) (w ($a["1"])) (w ($a[@])) (w ($#a[*]))))t");
  CHECK(tree("echo ${a-b} ${a:-b c} ${a:=b} ${a?} ${a:+\"$b\"}") ==
        R"t((simple "echo" (w ($a - "b")) (w ($a :- "b c")) (w ($a := "b")) (w ($a ? "")) (w ($a :+ (w (dq ($b)))))))t");
  CHECK(tree("echo ${a#b} ${a##*/} ${a%.*} ${a%%b} ${a/b/c} ${a//b} ${a/#b/c} ${a/%b/} ${a:1} ${a:x?1:2:3}") ==
        R"t((simple "echo" (w ($a # "b")) (w ($a ## (w "*/")*)) (w ($a % (w ".*")*)) (w ($a %% "b")) (w ($a / "b" "c")) (w ($a // "b")) (w ($a /# "b" "c")) (w ($a /% "b" "")) (w ($a : (w "1"))) (w ($a : (w "x?1:2") (w "3")))))t");
  CHECK(tree("echo ${a^} ${a^^b} ${a,} ${a,,} ${a~~} ${a@Q} ${!a} ${!a*} ${!a@} ${!a[@]} ${!a[1]} ${!a-b}") ==
        R"t((simple "echo" (w ($a ^ "")) (w ($a ^^ "b")) (w ($a , "")) (w ($a ,, "")) (w ($a ~~ "")) (w ($a @Q)) (w ($!a)) (w ($a prefix*)) (w ($a prefix@)) (w ($a[@] keys@)) (w ($!a["1"])) (w ($!a - "b"))))t");
  CHECK(tree("echo ${a!b} ${} ${a@Z} ${1x}") == R"t((simple "echo" (w ($bad "${a!b}")) (w ($bad "${}")) (w ($bad "${a@Z}")) (w ($bad "${1x}"))))t");
  CHECK(tree("echo \"${a:-'b'}\" \"${a#'b'}\" \"${a:-\"c d\"}\"") == R"t((simple "echo" (w (dq ($a :- (w "'b'")))) (w (dq ($a # (w (q "b"))))) (w (dq ($a :- (w "c d"))))))t");
  CHECK(tree("echo $((1 + $x)) $[2] $((a) | b) $( (c) )") ==
        R"t((simple "echo" (w (arith (w "1 + " ($x)))) (w (arith (w "2"))) (w (sub (pipe (subshell (simple "a")) (simple "b"))))& (w (sub (subshell (simple "c"))))&))t");
  CHECK(tree("echo $(a; b) `c \\`d\\`` <(e) >(f) $(<g)") ==
        R"t((simple "echo" (w (sub (list (simple "a") (simple "b"))))& (w (bq (simple "c" (w (bq (simple "d")))&)))& (w (<( (simple "e")))& (w (>( (simple "f")))& (w (sub file "g"))&))t");
  CHECK(tree("echo $(case x in a) b;; esac) \"$(echo \")\")\"") == R"t((simple "echo" (w (sub (case "x" (( "a") (simple "b")))))& (w (dq (sub (simple "echo" (w (dq ")"))))))&))t");
  CHECK(tree("~/a ~b:c x=~:~d y=\\~ ~\"e\"") == R"t((simple (w (tilde "~") "/a") "~b:c" (w "x=" (tilde= "~") ":" (tilde= "~d")) (w "y=" (q "~")) (w "~" (dq "e"))))t");
  CHECK(tree("{a,b} {1..3} {x} a{ }b *.c [d] \\*") == R"t((simple (w "{a,b}"){} (w "{1..3}"){} "{x}" "a{" "}b" (w "*.c")* (w "[d]")* (w (q "*"))))t");
  CHECK(tree("echo a\\\nb \"c\\\nd\" $\\\nx") == R"t((simple "echo" "ab" (w (dq "cd")) (w ($x))))t");
  CHECK(tree("echo a#b # c\n#d") == R"t((simple "echo" "a#b"))t");
  ParserOptions extglob;
  extglob.extglob = true;
  CHECK(tree("echo !(a|*(b)) ?(c d)", extglob) == R"t((simple "echo" (w "!(a|*(b))")* (w "?(c d)")*))t");
}

TEST_CASE("here-documents") {
  CHECK(tree("cat <<A <<-'B C'; d\n$x\\$y\nA\n\t$z\n\tB C\ne") ==
        "(list (simple \"cat\" (<< 0 A (w ($x) \"$y\\n\")) (<< 0 'B C (w \"$z\\n\"))) (simple \"d\"))\n(simple \"e\")");
  CHECK(tree("cat <<A\na\\\nb\nA") == R"t((simple "cat" (<< 0 A (w "ab\n"))))t");
  CHECK(tree("x=$(cat <<A\n)\nA\n)") == R"t((simple (= x (w (sub (simple "cat" (<< 0 A (w ")\n")))))&)))t");
  CHECK(tree("f() { cat <<A\n`b`\nA\n}") == R"t((function f (group (simple "cat" (<< 0 A (w (bq (simple "b")) "\n")&)))))t");
  const Outcome end = parse("cat <<A\nb");
  CHECK(end.messages == "warning line 2: here-document at line 1 delimited by end-of-file (wanted `A')\n");
  CHECK(end.dump == "(simple \"cat\" (<< 0 A (w \"b\\n\")))\n");
  CHECK(tree("cat <<A\n$(if)\nA") == R"t((simple "cat" (<< 0 A (w (bad "syntax error near unexpected token `)'")))))t");
}

TEST_CASE("reserved words only where they are reserved") {
  CHECK(tree("echo if then { } ! [[ case") == R"t((simple "echo" "if" "then" "{" "}" "!" "[[" "case"))t");
  CHECK(tree("'if' a; x=1 if; >f if") == R"t((list (simple (w (q "if")) "a") (simple (= x "1") "if") (simple "if" (> 1 "f"))))t");
  CHECK(tree("for in in in; do do; done; case in in in) in;; esac") == "line 1: syntax error near unexpected token `do'\nline 1: `for in in in; do do; done; case in in in) in;; esac'");
  CHECK(tree("case if in if) a;; (esac) b;; esac") == R"t((case "if" (( "if") (simple "a")) (( "esac") (simple "b"))))t");
}

TEST_CASE("aliases") {
  Aliases aliases;
  aliases.list = {{"ll", "ls -l"}, {"sudo", "sudo "}, {"loop", "loop x"}, {"begin", "{ a;"}, {"e", "echo "}, {"w", "world"}, {"open", "echo 'x"}};
  ParserOptions options;
  options.expand_aliases = true;
  const auto dump = [&](std::string_view text) { return parse(text, false, options, &aliases).dump; };
  CHECK(dump("ll a") == "(simple \"ls\" \"-l\" \"a\")\n");
  CHECK(dump("sudo ll") == "(simple \"sudo\" \"ls\" \"-l\")\n");
  CHECK(dump("loop; a ll") == "(list (simple \"loop\" \"x\") (simple \"a\" \"ll\"))\n");
  CHECK(dump("begin b; }") == "(group (list (simple \"a\") (simple \"b\")))\n");
  CHECK(dump("e w w; \\ll 'll'") == "(list (simple \"echo\" \"world\" \"w\") (simple (w (q \"l\") \"l\") (w (q \"ll\"))))\n");
  CHECK(dump("open y'") == "(simple \"echo\" (w (q \"x  y\")))\n");
  CHECK(dump("echo $(ll)") == "(simple \"echo\" (w (sub (simple \"ls\" \"-l\")))&)\n");
}

TEST_CASE("errors in bash's words") {
  for (const RecordedError& e : kRecordedErrors) {
    INFO(e.script);
    std::string want;
    std::string_view rest = e.messages;
    for (const bool by_line : {false, true}) {
      std::string got = parse(e.script, by_line).messages, kept;
      for (std::size_t at = 0; at < got.size();) {  // warnings are not in the table
        const std::size_t end = std::min(got.find('\n', at), got.size());
        if (!std::string_view(got).substr(at).starts_with("warning")) kept += got.substr(at, end - at) + "\n";
        at = end + 1;
      }
      if (!kept.empty()) kept.pop_back();
      CHECK(kept == rest);
    }
  }
}

TEST_CASE("a command is complete as soon as bash would run it") {
  NameTable names;
  ParserOptions options;
  Parser parser(names, options);
  Ref<Script> script;
  CHECK(parser.next(script) == ParseStatus::kNeedMore);
  CHECK(!parser.continuing());
  parser.append("if a\n");
  CHECK(parser.next(script) == ParseStatus::kNeedMore);
  CHECK(parser.continuing());
  parser.append("then b; fi\n");
  CHECK(parser.next(script) == ParseStatus::kCommand);
  CHECK(parser.unread().empty());
  parser.append("c\nrest of the input");
  CHECK(parser.next(script) == ParseStatus::kCommand);
  CHECK(parser.unread() == "rest of the input");
  options.extglob = true;
  parser.append("\necho @(a|b)\n");
  CHECK(parser.next(script) == ParseStatus::kCommand);
  CHECK(parser.next(script) == ParseStatus::kCommand);
  parser.append("echo )\nd\n");
  CHECK(parser.next(script) == ParseStatus::kError);
  CHECK(parser.next(script) == ParseStatus::kCommand);
  parser.finish();
  CHECK(parser.next(script) == ParseStatus::kEnd);
}

TEST_CASE("words at run time") {
  NameTable names;
  ParserOptions options;
  const auto dump = [&](std::string_view text, WordMode mode) {
    const ParsedWord w = parse_word(text, mode, names, options);
    return w.word == nullptr ? "error " + w.messages.at(0).text : Dumper(names).word(w.word);
  };
  CHECK(dump("a b$c'd'", WordMode::kWord) == R"t((w "a b" ($c) (q "d")))t");
  CHECK(dump("\"a\" $b 'c' \\\"", WordMode::kQuoted) == R"t((w "\"a\" " ($b) " 'c' \""))t");
  CHECK(dump("~:~", WordMode::kAssign) == R"t((w (tilde "~") ":" (tilde "~")))t");
  CHECK(dump("1+$(a)+'2'", WordMode::kArith) == R"t((w "1+" (sub (simple "a")) "+'2'")&)t");
  CHECK(dump("", WordMode::kWord) == "\"\"");
  CHECK(dump("${a", WordMode::kQuoted) == "error unexpected EOF while looking for matching `}'");
  CHECK(dump("$(a", WordMode::kWord) == "error unexpected EOF while looking for matching `)'");
  CHECK(assignment_operator("a[b=c]+=d") == 7);
  CHECK(assignment_operator("1=2") == std::string_view::npos);
  CHECK(subscript_end("a[$(b ])]=c", 1) == 8);
}

TEST_CASE("nesting is limited, quickly") {
  static constexpr std::string_view kOpen[] = {"(",       "( ",     "$(",          "{ ",     "[[ ( ",  "if ",    "if a; then ", "while ", "case x in x) ", "${x:-",  "\"${x:-", "\"$(",
                                               "$((",     "((",     "$[",          "${x[",   "<(",     "f() { ", "f() ",        "for x in a; do ", "for ((;;)) { ", "coproc { ", "${x#",   "${x:",
                                               "$(( $( ", "a[$(",   "`",           "! ",     "[[ ! ",  "[[ a && ", "a && ",     "a | ",   "a; ",           "time ",  "{a,",     "\\",
                                               "cat <<E\n$(", "a=([", "$((a) | $((", "x=`a ", "echo a=$((a) | echo b="};
  for (const std::string_view open : kOpen) {
    for (const int depth : {60, 400, 100000}) {
      if (depth == 100000 && open.size() > 12) continue;
      INFO(open << " " << depth);
      const auto start = std::chrono::steady_clock::now();
      (void)parse(repeat(open, depth) + "a");
      CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
    }
  }
  CHECK(parse(repeat("(", 100000) + "a " + repeat(")", 100000)).dump.starts_with("(arith"));
  CHECK(parse(repeat("( ", 100000)).messages == "line 1: maximum nesting depth exceeded\n");
  CHECK(parse(repeat("$(", 490) + "a" + repeat(")", 490)).messages.empty());
  CHECK(parse(repeat("${x:-", 120) + "a" + repeat("}", 120)).messages.empty());
}

TEST_CASE("many lines in one command, fed one by one") {
  for (const std::string& text : {"{\n" + repeat("echo a b\n", 20000) + "}\n", "cat <<E\n" + repeat("line $x\n", 20000) + "E\n",
                                  "x='" + repeat("line\n", 20000) + "'\n", "a=(\n" + repeat("b\n", 20000) + ")\n", "x=$(\n" + repeat("b\n", 20000) + ")\n",
                                  "echo " + repeat("a \\\n", 20000) + "\n", "[[ " + repeat("a &&\n", 20000) + "b ]]\n"}) {
    const auto start = std::chrono::steady_clock::now();
    CHECK(parse(text, true).messages.empty());
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
  }
}

TEST_CASE("random text: no crash, and the same whole as by lines") {
  static constexpr std::string_view kTokens[] = {
      "a", "b=", "1", " ", " ", " ", "\n", ";", "&", "|", "&&", "||", "(", ")", "{ ", " }", "$", "${", "}", "$(", "$((", "))", "((", "`", "\"", "'", "\\", "$'", "$\"",
      "<", ">", "<<", "<<-E", "E\n", "<<<", ">&", "&>", "2>", "{x}>", "if ", "then ", "else ", "elif ", "fi", "while ", "do ", "done", "for ", "in ", "case ", "esac", ";;", ";&",
      "[[ ", " ]]", "==", "=~", "-f", "!", "time ", "coproc ", "function ", "f()", "#", "*", "?", "[", "]", "@(", "+(", "~", "=(", "[1]=", ",", "..", ":-", ":", "/", "%", "@Q}", "\t", "\r",
      "\xff", "\xc3\xa9", "select ", "until ", "declare ", "|&", "<(", "$[", "-p", "--", "\\\n"};
  std::mt19937 random(20240611);
  ParserOptions extglob;
  extglob.extglob = true;
  for (int round = 0; round < 6000; ++round) {
    std::string text;
    const int count = static_cast<int>(random() % 40);
    for (int i = 0; i < count; ++i) text += round % 8 == 7 ? std::string(1, static_cast<char>(random())) : std::string(kTokens[random() % std::size(kTokens)]);
    if (text.ends_with('\\')) text += "a";
    INFO(text);
    const ParserOptions options = round % 2 ? extglob : ParserOptions{};
    const Outcome whole = parse(text, false, options), lines = parse(text, true, options);
    REQUIRE(whole.dump == lines.dump);
    REQUIRE(whole.messages == lines.messages);
    NameTable names;
    for (const WordMode mode : {WordMode::kWord, WordMode::kAssign, WordMode::kQuoted, WordMode::kHereDoc, WordMode::kArith, WordMode::kPattern}) {
      const ParsedWord w = parse_word(text, mode, names, options);
      if (w.word != nullptr) (void)Dumper(names).word(w.word);
    }
  }
}
