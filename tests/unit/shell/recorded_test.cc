// Scripts whose output was recorded from real bash (cases/, record.mjs), run by the shell in a Machine, natively and under
// the sanitizers.
#include "catch_amalgamated.hpp"
#include "tests/unit/shell/script.h"

using namespace nacre::test;

namespace {

struct Case {
  std::string_view script, expected;
};
constexpr Case kArithmetic[] = {
#include "tests/unit/shell/cases/arithmetic.inc"
};
constexpr Case kBraces[] = {
#include "tests/unit/shell/cases/braces.inc"
};
constexpr Case kGlob[] = {
#include "tests/unit/shell/cases/glob.inc"
};
constexpr Case kMixed[] = {
#include "tests/unit/shell/cases/mixed.inc"
};
constexpr Case kWords[] = {
#include "tests/unit/shell/cases/words.inc"
};
constexpr Case kFlow[] = {
#include "tests/unit/shell/cases/flow.inc"
};
constexpr Case kTraps[] = {
#include "tests/unit/shell/cases/traps.inc"
};
constexpr Case kJobs[] = {
#include "tests/unit/shell/cases/jobs.inc"
};
constexpr Case kRedirections[] = {
#include "tests/unit/shell/cases/redirections.inc"
};
constexpr Case kBuiltins[] = {
#include "tests/unit/shell/cases/builtins.inc"
};

// cases/glob.sh
constexpr std::string_view kGlobFiles =
    R"(mkdir /tmp/work/d1 /tmp/work/d1/sub /tmp/work/d1/sub/deep /tmp/work/.hid /tmp/work/.hid/x /tmp/work/d2; touch )"
    R"(/tmp/work/{a,b,c.c,d.h,.dot,a1,a2,B,'sp ace','st*r','[x]',d1/f1,d1/f2.c,d1/sub/g,d1/sub/deep/h,.hid/y,d2/.h2,é,)"
    R"('back\slash'}; ln -s d1 /tmp/work/ld; ln -s nowhere /tmp/work/dangling)";

template <std::size_t N>
void check_all(const Case (&cases)[N], std::string_view setup = {}) {
  for (const Case& c : cases) {
    INFO(c.script);
    CHECK(run_script(c.script, setup) == c.expected);
  }
}

}  // namespace

TEST_CASE("arithmetic, as bash evaluates it") { check_all(kArithmetic); }
TEST_CASE("braces, as bash expands them") { check_all(kBraces); }
TEST_CASE("pathname expansion, as bash does it") { check_all(kGlob, kGlobFiles); }
TEST_CASE("words made at random") { check_all(kMixed); }
TEST_CASE("parameters, arrays, quoting, splitting, namerefs, prompts, errors") { check_all(kWords); }
TEST_CASE("errors: what they abandon, and what set -e makes of them") { check_all(kFlow); }
TEST_CASE("traps") { check_all(kTraps); }
TEST_CASE("jobs, wait, kill, coprocesses") { check_all(kJobs); }
TEST_CASE("redirections, here-documents, pipelines") { check_all(kRedirections); }
TEST_CASE("builtins and what they say of errors") { check_all(kBuiltins); }

TEST_CASE("brace lists too large for memory stay as they are") {
  CHECK(run_script("p {1..1000000000}") ==
        "bash: line 1: brace expansion: failed to allocate memory for 1000000000 elements\n1:<{1..1000000000}>\n[0]\n");
  CHECK(run_script("a=({1..100000}); p ${#a[@]} ${a[99999]}") == "2:<100000><100000>\n[0]\n");
}

TEST_CASE("values that are expressions of each other end with an error") {
  CHECK(run_script("x=x+1; echo $((x))\necho next").ends_with("next\n[0]\n"));
  std::string chain;
  for (int i = 0; i < 1500; ++i)
    chain += "v" + std::to_string(i) + "='v" + std::to_string(i + 1) + "+v" + std::to_string(i + 1) + "' ";
  CHECK(run_script(chain + "; echo $((v0)); echo no\necho next").ends_with("next\n[0]\n"));
}
