// format(): layouts. tests/node/format.test.mjs formats whole corpora.
#include <string>

#include "catch_amalgamated.hpp"
#include "src/analysis/analysis.h"

using namespace nacre;

namespace {

std::string formatted(std::string_view script, FormatOptions options = {}) {
  std::string out;
  if (!format(script, options, out)) return "error: " + out;
  return out;
}

struct Case {
  std::string_view from, to;
};

constexpr Case kCases[] = {
    {"", ""},
    {"# only\n\n\n# comments", "# only\n\n# comments\n"},
    {"foo  ;  bar   # c", "foo\nbar # c\n"},
    {"a\n\n\n\nb", "a\n\nb\n"},
    {"if   foo;then bar;else baz;fi", "if foo; then bar; else baz; fi\n"},
    {"if foo\nthen\n\n  bar\n\nelif x;then y\nelse z;fi", "if foo; then\n\tbar\nelif x; then\n\ty\nelse\n\tz\nfi\n"},
    {"if a\nb\nthen c\nfi", "if\n\ta\n\tb\nthen\n\tc\nfi\n"},
    {"while read -r l;do echo \"$l\"|tee x>y 2>&1 ;done<in", "while read -r l; do echo \"$l\" | tee x >y 2>&1; done <in\n"},
    {"until a; do b; c; done", "until a; do\n\tb\n\tc\ndone\n"},
    {"for i in a b \\\n   c; do\necho $i; done", "for i in a b \\\n\tc; do\n\techo $i\ndone\n"},
    {"for x do y; done; for x in; do y; done", "for x; do y; done\nfor x in; do y; done\n"},
    {"for ((i=0;i<3;i++)) { echo $i; }", "for ((i=0; i<3; i++)); do echo $i; done\n"},
    {"select x in a;do b;done", "select x in a; do b; done\n"},
    {"f(){ local x=1;  echo hi; }", "f() {\n\tlocal x=1\n\techo hi\n}\n"},
    {"f()\n{\nls\n}", "f() {\n\tls\n}\n"},
    {"function g ( ls )", "function g (ls)\n"},
    {"function g() { ls; } >f", "function g() { ls; } >f\n"},
    {"case \"$x\" in\n a|b) foo;;\n(c) foo\nbar;;\n *) ;;\nesac", "case \"$x\" in\na | b) foo ;;\nc)\n\tfoo\n\tbar\n\t;;\n*) ;;\nesac\n"},
    {"case x in a) b;& c) d;;& esac", "case x in\na) b ;&\nc) d ;;&\nesac\n"},
    {"case x in a) b; esac", "case x in a) b ;; esac\n"},
    {"cat <<E | grep x &&\nbody  $x\nE\n  ok", "cat <<E | grep x &&\nbody  $x\nE\n\tok\n"},
    {"{ cat <<-E; ls; }\n\t\tx\n\tE\nls", "{\n\tcat <<-E\n\t\tx\n\tE\n\tls\n}\nls\n"},
    {"cat <<A - <<'B' # c\na\nA\nb  \nB\n\n\nx", "cat <<A - <<'B' # c\na\nA\nb  \nB\n\nx\n"},
    {"x=$(foo|bar) y=\"$( ls\n  pwd # hm\n)\"", "x=$(foo | bar) y=\"$(\n\tls\n\tpwd # hm\n)\"\n"},
    {"x=$(cat <<E\nhi\nE\n)", "x=$(\n\tcat <<E\nhi\nE\n)\n"},
    {"diff <(  a ) <(b;c)", "diff <(a) <(b; c)\n"},
    {"a < <(b) > >(c)", "a < <(b) > >(c)\n"},
    {"a=(1  2\t3) b=(\n1 2\n\n3 # c\n)", "a=(1 2 3) b=(\n\t1 2\n\n\t3 # c\n)\n"},
    {"foo \\\n  --bar \\\n  --baz <in", "foo \\\n\t--bar \\\n\t--baz <in\n"},
    {"> f foo 2>&1 3>& - {fd}<x", ">f foo 2>&1 3>&- {fd}<x\n"},
    {"( a; b ) & { c; } ; (d)", "(\n\ta\n\tb\n) &\n{ c; }\n(d)\n"},
    {"$( (a) ; b);((x>3));( (a) )", "$( (a); b)\n((x>3))\n( (a) )\n"},
    {"a&&b||c&&\nd|\ne", "a && b || c &&\n\td |\n\t\te\n"},
    {"[[ -f x&&$y =~ ^(a|b)$ ||! ( a < b ) ]]", "[[ -f x && $y =~ ^(a|b)$ || ! (a < b) ]]\n"},
    {"time -p ! a|b |& c;!", "time -p ! a | b |& c\n!\n"},
    {"coproc N { a; };coproc b c", "coproc N { a; }\ncoproc b c\n"},
    {"echo \"a  \\\n b\" 'c\n  d' e\\\nf", "echo \"a  \\\n b\" 'c\n  d' e\\\nf\n"},
    {"echo `a  | b`  $((1+  2)) ${x:-  $(a;b)}", "echo `a  | b` $((1+  2)) ${x:-  $(a; b)}\n"},
    {"if # e\n a # f\nthen # g\n # h\n b\nfi # i", "if # e\n\ta # f\nthen # g\n\t# h\n\tb\nfi # i\n"},
    {"case x # c1\nin # c2\n# c3\na) b;; # c4\nesac", "case x in # c1\n# c2\n# c3\na) b ;; # c4\nesac\n"},
    {"a && # f1\n# f2\nb", "a && # f1\n\t# f2\n\tb\n"},
    {"shopt -s extglob\nls !(a|b)", "shopt -s extglob\nls !(a|b)\n"},
};

}  // namespace

TEST_CASE("layouts") {
  for (const Case& c : kCases) {
    INFO(c.from);
    std::size_t kept = 0;
    CHECK(formatted(c.from, {.kept = &kept}) == c.to);
    CHECK(formatted(c.to) == c.to);
    CHECK(kept == 0);
  }
}

TEST_CASE("blanks in place of tabs") {
  CHECK(formatted("if a\nthen\nb\nfi", {.indent = 2}) == "if a; then\n  b\nfi\n");
}

TEST_CASE("a syntax error is no script") {
  CHECK(formatted("a\nfi") == R"(error: {"messages":[{"message":"syntax error near unexpected token `fi'","line":2},{"message":"`fi'","line":2}],"begin":2,"end":4,"line":2,"column":1})");
}

TEST_CASE("cut and changed scripts") {
  // Every beginning of every script above, and every one with a character changed: no crash, and what formats does so again.
  for (const Case& c : kCases) {
    for (std::size_t cut = 0; cut < c.from.size(); ++cut) {
      std::string changed(c.from), once;
      changed[cut] = "(){}'\"`$;\n#\\<|&"[cut % 15];
      for (const std::string& text : {std::string(c.from.substr(0, cut)), changed}) {
        if (!format(text, {}, once)) continue;
        INFO(text);
        CHECK(formatted(once) == once);
        CHECK(analyze(text, {}).back() == '}');
      }
    }
  }
}
