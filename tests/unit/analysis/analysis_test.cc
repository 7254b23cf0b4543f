// What analyze() answers: well-formed, whatever it is given. tests/node/analyze.test.mjs has the table of what it says.
#include <string>

#include "catch_amalgamated.hpp"
#include "src/analysis/analysis.h"
#include "src/analysis/scripts.h"

using namespace nacre;

namespace {

bool reads_only(std::string_view script) {
  return analyze(script, {}).find("\"readOnly\":true,\"warnings\"") != std::string::npos;
}

std::string repeat(std::string_view text, int count) {
  std::string out;
  while (count-- > 0) out += text;
  return out;
}

}  // namespace

TEST_CASE("the answer for a script") {
  CHECK(analyze("cat <f >/dev/null", {.tree = false}) ==
        R"({"error":null,"readOnly":true,"warnings":[],"reasons":[],"commands":[{"name":"cat","args":[],"assignments":[],)"
        R"("source":"cat <f >/dev/null","readOnly":true,"via":[],"begin":0,"end":17,"line":1,"column":1}],"assignments":[],)"
        R"("functions":[],"reads":[{"path":"f","begin":4,"end":6,"line":1,"column":5}],)"
        R"("writes":[{"path":"/dev/null","append":false,"begin":7,"end":17,"line":1,"column":8}],"tree":null})");
}

TEST_CASE("what only reads") {
  CHECK(reads_only("ls -la | sort -u"));
  CHECK_FALSE(reads_only("rm x"));
  CHECK_FALSE(reads_only("sort -o f f"));
}

TEST_CASE("scripts of sed and awk") {
  for (const char* s : {"p", "1,5p", "/a/,/b/d", "s/a/w/", "s/web/were/g;s|x|y|2p", "a\\\nw file", "$!N;P;D", ":a;N;$!ba;s/\\n/ /g", "y/we/ew/", "/x/{s/a/b/;p}",
                        "\\,a,p", "1~2d", "0,/x/Id"}) {
    INFO(s);
    CHECK(sed_only_reads(s));
  }
  for (const char* s : {"w f", "s/a/b/w f", "s/a/b/e", "e", "1e date", "/x/w f", "s/a/b/gw f", "p;w f", "{p;w f\n}", "s/a/b", "s,a,b,pw f", "a x\nw f", "W f", "$!w f", "y/a/b/w f"}) {
    INFO(s);
    CHECK_FALSE(sed_only_reads(s));
  }
  CHECK(awk_only_reads("$3 > 100 {print $1}"));
  CHECK(awk_only_reads("{ if ($1 >= 5 || $2) print }"));
  CHECK_FALSE(awk_only_reads("{print > \"f\"}"));
  CHECK_FALSE(awk_only_reads("{print | \"sh\"}"));
  CHECK_FALSE(awk_only_reads("BEGIN{system(\"x\")}"));
}

TEST_CASE("deep nesting gets an answer") {
  for (const char* pair : {"( |)", "{ |;}", "$(|)", "\"$(|)\"", "if |;then x;fi;", "[[ (|a) ]]", "${x:-|}", "$((|))", "((|))", "`|`", "f()(|)", "case |) x;;esac", "a=(|)", "<(|)",
                           "eval '|'", "bash -c \"|\"", "while |;do x;done;", "for i in |;do x;done;", "! |", "env |", "a[|]=x ", "echo ${a[|]} "}) {
    const std::string text(pair);
    const std::string open = text.substr(0, text.find('|')), close = text.substr(text.find('|') + 1);
    for (int depth : {3, 100, 240, 480, 3000, 100000}) {
      INFO(text << depth);
      const std::string answer = analyze(repeat(open, depth) + "x" + repeat(close, depth), {});
      CHECK(answer.back() == '}');
    }
  }
}

TEST_CASE("a limit on the answer") {
  CHECK(analyze(repeat("echo a b c\n", 10000), {.limit = 100000}) == "{\"full\":true}");
}
