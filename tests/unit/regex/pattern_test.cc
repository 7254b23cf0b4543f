// Shell patterns against what real bash 5.2 answered (pattern_table.inc), and the options by hand.
#include "src/regex/pattern.h"

#include <string>
#include <vector>

#include "catch_amalgamated.hpp"
#include "src/base/utf8.h"

using nacre::Pattern;
using nacre::PatternFinder;
using nacre::PatternWork;

namespace {

constexpr std::string_view kTable =
#include "tests/unit/regex/pattern_table.inc"
    ;

std::vector<std::string_view> fields(std::string_view line) {
  std::vector<std::string_view> out;
  while (true) {
    std::size_t tab = line.find('\t');
    out.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return out;
    line.remove_prefix(tab + 1);
  }
}

// ${text/p/<>} and ${text//p/<>}, as the shell does them.
std::string replace(const Pattern& p, std::string_view text, bool all) {
  PatternFinder finder(p, text);
  std::string out;
  std::size_t at = 0;
  while (auto m = finder.find(at)) {
    out.append(text.substr(at, m->begin - at)).append("<>");
    at = m->end;
    if (m->begin == m->end && at < text.size() && all) {
      auto size = nacre::decode_utf8(text, at).size;
      out.append(text.substr(at, size));
      at += size;
    }
    if (!all || at >= text.size()) break;
  }
  if (at < text.size()) out.append(text.substr(at));
  return out;
}

bool match(std::string_view pattern, std::string_view text, Pattern::Options o = {.extglob = true}) {
  return Pattern::compile(pattern, o).matches(text);
}

}  // namespace

TEST_CASE("patterns agree with bash") {
  std::string_view table = kTable;
  int lines = 0;
  while (!table.empty()) {
    std::size_t end = table.find('\n');
    std::string_view line = table.substr(0, end);
    table.remove_prefix(end == std::string_view::npos ? table.size() : end + 1);
    auto f = fields(line);
    if (f.size() != 10) continue;
    lines++;
    INFO("pattern " << f[0] << " text " << f[1]);
    Pattern p = Pattern::compile(f[0], {.extglob = true});
    std::string_view t = f[1];
    CHECK(p.matches(t) == (f[2] == "Y"));
    CHECK(t.substr(p.shortest_prefix(t).value_or(0)) == f[3]);
    CHECK(t.substr(p.longest_prefix(t).value_or(0)) == f[4]);
    CHECK(t.substr(0, p.shortest_suffix(t).value_or(t.size())) == f[5]);
    CHECK(t.substr(0, p.longest_suffix(t).value_or(t.size())) == f[6]);
    CHECK(replace(p, t, false) == f[7]);
    CHECK(replace(p, t, true) == f[8]);
    CHECK(match(f[0], t, {.extglob = true, .nocase = true}) == (f[9] == "Y"));
  }
  CHECK(lines > 1000);
}

TEST_CASE("a leading period is matched by a period only") {
  std::vector<std::string> names = {".a", ".b.c", ".foo", "a", "b.c", "foo"};
  auto glob = [&](std::string_view p) {
    std::string out;
    Pattern pattern = Pattern::compile(p, {.extglob = true, .period = true, .pathname = true});
    for (auto& n : names)
      if (pattern.matches(n)) out += n + " ";
    return out;
  };
  CHECK(glob("*") == "a b.c foo ");
  CHECK(glob("?a") == "");
  CHECK(glob("[.]a") == "");
  CHECK(glob(".*") == ".a .b.c .foo ");
  CHECK(glob("@(.foo|foo)") == ".foo foo ");
  CHECK(glob("*(.)a") == ".a a ");
  CHECK(glob("?(.)foo") == ".foo foo ");
  CHECK(glob("!(foo)") == "a b.c ");
  CHECK(glob(".!(foo)") == ".a .b.c ");
  CHECK(glob("+(*)") == "a b.c foo ");
  CHECK(glob("[!x]foo") == "");
  CHECK(glob("?(*)a") == "a ");
}

TEST_CASE("pathname: a slash is matched by a slash only") {
  Pattern::Options o{.extglob = true, .pathname = true};
  CHECK_FALSE(match("a*c", "a/c", o));
  CHECK(match("a*/c", "ab/c", o));
  CHECK_FALSE(match("a?c", "a/c", o));
  CHECK_FALSE(match("a[/]c", "a/c", o));
  CHECK(match("*/*/x", "a/b/x", o));
  CHECK_FALSE(match("*/x", "a/b/x", o));
  CHECK(match("a!(b)c", "axc", o));
  CHECK_FALSE(match("a!(b)c", "a/c", o));
}

TEST_CASE("characters, bytes and brackets") {
  CHECK(match("?", "é"));
  CHECK(match("?", "\xff"));
  CHECK_FALSE(match("??", "é\xff"));  // an invalid byte makes bash compare bytes
  CHECK(match("???", "é\xff"));
  CHECK(match("??", "é", {.utf8 = false}));
  CHECK(match("[à-ü]", "é"));
  CHECK(match("[[:alpha:]]", "é"));
  CHECK_FALSE(match("[[:alpha:]]", "\xe9", {.utf8 = false}));
  CHECK(match("[[.hyphen.]]", "-"));
  CHECK(match("[[.space.]]", " "));
  CHECK(match("[[:ascii:]]", "a"));
  CHECK(match("[[:word:]]", "_"));
  CHECK(match("É*", "éa", {.nocase = true}));
  CHECK_FALSE(match("@(a)", "a", {}));
  CHECK(match("a\\", "a\\"));
  auto m = Pattern::compile("?").find("\xa9é");
  REQUIRE(m);
  CHECK(m->end == 1);
}

TEST_CASE("what is literal, and magic") {
  CHECK(Pattern::compile("a\\*b").is_literal());
  CHECK(Pattern::compile("a\\*b").literal() == "a*b");
  CHECK(Pattern::compile("").is_literal());
  CHECK_FALSE(Pattern::compile("a*").is_literal());
  CHECK(Pattern::has_magic("a*", false));
  CHECK_FALSE(Pattern::has_magic("a\\*", false));
  CHECK_FALSE(Pattern::has_magic("a[b", false));
  CHECK(Pattern::has_magic("[b]", false));
  CHECK(Pattern::has_magic("@(b)", true));
  CHECK_FALSE(Pattern::has_magic("@(b)", false));
  CHECK(Pattern::unescape("\\a\\\\b\\") == "a\\b\\");
  CHECK(Pattern::unescape(Pattern::escape("a*[x]\\")) == "a*[x]\\");
}

TEST_CASE("no pattern takes exponential time") {
  std::string text(20000, 'a');
  CHECK_FALSE(match("*a*a*a*a*a*a*a*a*b", text));
  PatternWork work;
  CHECK_FALSE(Pattern::compile("*(*(a)|a)b", {.extglob = true}).matches(text, &work));
  CHECK_FALSE(work.over);
  CHECK_FALSE(Pattern::compile("*(+(a|aa)|*(a))*(?(a)a)b", {.extglob = true}).matches(text, &work));
  std::string small(300, 'a');
  CHECK_FALSE(Pattern::compile("!(*!(*!(*a*)a*)a*)b", {.extglob = true}).matches(small, &work));
  PatternWork limited{.limit = 1000};
  CHECK_FALSE(Pattern::compile("*!(*!(*a*)a*)a*", {.extglob = true}).matches(text, &limited));
  CHECK(limited.over);
  std::string deep;
  for (int i = 0; i < 100000; i++) deep += "@(";
  deep += "a" + std::string(100000, ')');
  CHECK_FALSE(match(deep, "a"));
}
