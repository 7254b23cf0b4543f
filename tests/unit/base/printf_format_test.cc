// printf's formats in both dialects. What is expected was printed by coreutils 9.1 and bash 5.2.
#include "src/base/printf_format.h"

#include "catch_amalgamated.hpp"

using namespace nacre;

namespace {

struct Printed {
  std::string out, messages;
  int status;
};

Printed run(bool bash, std::string_view format, std::vector<std::string_view> arguments = {}) {
  PrintfOptions o{.bash = bash};
  o.quote = [](const void*, std::string_view s) { return "<" + std::string(s) + ">"; };
  o.quote_message = [](const void*, std::string_view s) { return "'" + std::string(s) + "'"; };
  o.format_time = [](const void*, std::string_view f, std::int64_t t) { return std::string(f) + "@" + std::to_string(t); };
  PrintfRun r(o, format, arguments);
  while (r.step()) {}
  Printed p{r.out, {}, r.status};
  for (const auto& m : r.messages) p.messages += m.text + "|";
  if (r.excess) p.messages += "excess " + std::string(*r.excess);
  return p;
}
std::string gnu(std::string_view f, std::vector<std::string_view> a = {}) { return run(false, f, std::move(a)).out; }
std::string bash(std::string_view f, std::vector<std::string_view> a = {}) { return run(true, f, std::move(a)).out; }

}  // namespace

TEST_CASE("the format is used again while arguments remain") {
  CHECK(gnu("%s-%s|", {"1", "2", "3"}) == "1-2|3-|");
  CHECK(gnu("%d\n") == "0\n");
  CHECK(run(false, "x", {"a"}).messages == "excess a");
  CHECK(run(true, "x", {"a"}).messages.empty());
}

TEST_CASE("numbers") {
  CHECK(gnu("%5.2f|%-5d|%05d|%+d|%x|%#o", {"3.14159", "5", "5", "5", "255", "8"}) == " 3.14|5    |00005|+5|ff|010");
  CHECK(gnu("%*d|%-*d|%.*d", {"5", "1", "5", "2", "3", "4"}) == "    1|2    |004");
  CHECK(gnu("%d %d", {"'a", "\"\u00e9"}) == "97 233");
  CHECK(run(false, "%d", {"1x"}).messages == "'1x': value not completely converted|");
  CHECK(run(false, "%d", {"x"}).messages == "'x': expected a numeric value|");
  CHECK(run(false, "%d", {"x"}).status == 1);
  CHECK(run(true, "%d", {"08"}).messages == "08: invalid octal number|");
  CHECK(run(true, "%d", {"99999999999999999999"}).messages == "warning: 99999999999999999999: Numerical result out of range|");
  CHECK(run(true, "%d", {"99999999999999999999"}).status == 0);
  CHECK(bash("%u", {"-1"}) == "18446744073709551615");
  CHECK(bash("%.0d|%#x|%05.3d", {"0", "0", "5"}) == "|0|  005");
}

TEST_CASE("escapes") {
  CHECK(gnu("\\101\\x41\\u00e9") == "AA\u00e9");
  CHECK(run(false, "\\x").messages == "missing hexadecimal number in escape|");
  CHECK(run(true, "\\x").out == "\\x");
  CHECK(gnu("a\\cb") == "a");
  CHECK(bash("a\\cb") == "a\\cb");
  CHECK(bash("%b|%s", {"a\\cb", "c"}) == "a");
  CHECK(bash("%b", {"\\0101\\101\\u41\\q"}) == "AAA\\q");
}

TEST_CASE("bash's own conversions") {
  CHECK(bash("%q %5Q|", {"a b", "c"}) == "<a b>   <c>|");
  CHECK(bash("%(%Y)T %(%s)T", {"0"}) == "%Y@0 %s@-1");
  CHECK(run(true, "%z").messages == "`%z': missing format character|");
  CHECK(run(true, "%y").messages == "`y': invalid format character|");
  CHECK(run(false, "%5b").messages == "%5b: invalid conversion specification|");
  PrintfOptions o{.bash = true};
  const std::vector<std::string_view> a{"n"};
  PrintfRun r(o, "abc%n", a);
  while (r.step()) {}
  REQUIRE(r.counts.size() == 1);
  CHECK(r.counts[0] == std::pair<std::string, std::int64_t>("n", 3));
}

TEST_CASE("echo -e") {
  std::string out;
  CHECK_FALSE(append_echo_escapes(out, "a\\tb\\cd", true));
  CHECK(out == "a\tb");
  out.clear();
  CHECK(append_echo_escapes(out, "\\0101\\101", true));
  CHECK(out == "A\\101");
  out.clear();
  CHECK(append_echo_escapes(out, "\\0101\\101", false));
  CHECK(out == "AA");
}
