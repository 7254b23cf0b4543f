// Modes, quoting, version order and paths; expected values from coreutils 9.1.
#include "catch_amalgamated.hpp"
#include "src/base/mode.h"
#include "src/base/paths.h"
#include "src/base/quoting.h"
#include "src/base/version_compare.h"

using namespace nacre;

namespace {
std::uint32_t applied(std::string_view text, std::uint32_t mode, bool directory = false, std::uint32_t umask = 022) {
  const auto change = ModeChange::parse(text);
  REQUIRE(change);
  return change->apply(mode, directory, umask);
}
}  // namespace

TEST_CASE("symbolic modes") {
  CHECK(applied("u+x,go-w", 0666) == 0744);
  CHECK(applied("+w", 0444) == 0644);
  CHECK(applied("a+X", 0644) == 0644);
  CHECK(applied("a+X", 0744) == 0755);
  CHECK(applied("u=g,g=o", 0751) == 0511);
  CHECK(applied("755", 02700, true) == 02755);
  CHECK(applied("00755", 02700, true) == 0755);
  CHECK(applied("u+s,+t", 0644) == 05644);
  for (std::string_view bad : {"", "8", "77777", "u", ",+x", "+x,", "u+z", "u+7"}) CHECK(!ModeChange::parse(bad));
  CHECK(mode_text(0104755) == "-rwsr-xr-x");
  CHECK(mode_text(0041666) == "drw-rw-rwT");
}

TEST_CASE("quoting styles") {
  const auto q = [](std::string_view text, QuotingStyle style) { return quote_text(text, {.style = style}); };
  CHECK(q("a b", QuotingStyle::kShellEscape) == "'a b'");
  CHECK(q("it's", QuotingStyle::kShellEscape) == "\"it's\"");
  CHECK(q("a\nb", QuotingStyle::kShellEscape) == "'a'$'\\n''b'");
  CHECK(q("a\nb", QuotingStyle::kC) == "\"a\\nb\"");
  CHECK(q("\xff", QuotingStyle::kEscape) == "\\377");
  CHECK(q("x", QuotingStyle::kLocale) == "\u2018x\u2019");
  CHECK(q("", QuotingStyle::kShell) == "''");
}

TEST_CASE("version order") {
  CHECK(version_compare("a9", "a10") < 0);
  CHECK(version_compare("a~", "a") < 0);
  CHECK(version_compare("1.0", "1.0.1") < 0);
  CHECK(version_compare("foo-1.2.tar.gz", "foo-1.10.tar.gz") < 0);
  CHECK(version_compare(".a", "a") < 0);
  CHECK(version_compare("a", "a") == 0);
}

TEST_CASE("paths") {
  CHECK(base_name("a/b//") == "b");
  CHECK(base_name("//") == "/");
  CHECK(dir_name("a/b//") == "a");
  CHECK(dir_name("/b") == "/");
  CHECK(dir_name("b") == ".");
  CHECK(relative_path("/a/b", "/a/c/d") == "../../b");
  CHECK(relative_path("/a", "/a") == ".");
  CHECK(relative_path("/", "/a/b") == "../..");
  CHECK(relative_path("/ab", "/a") == "../ab");
}
