// Civil time, zones, strftime and GNU's date grammar; expected values from GNU date 9.1.
#include "catch_amalgamated.hpp"
#include "src/base/date_parse.h"

using namespace nacre;

namespace {
constexpr Moment kNow{1715776496, 0};  // Wed 2024-05-15 12:34:56 UTC
std::string formatted(std::string_view format, std::int64_t t, const TimeZone& zone = {}, std::uint32_t ns = 0,
                      TimeFormat kind = TimeFormat::kGnu) {
  std::string out;
  format_time(out, format, zone.civil(t, ns), kind);
  return out;
}
std::string parsed(std::string_view text, std::string_view tz = "UTC") {
  const TimeZone zone(tz);
  const auto m = parse_date(text, kNow, zone);
  return m ? formatted("%F %T %Z", m->seconds, zone) : "invalid";
}
}  // namespace

TEST_CASE("days and civil time are inverse") {
  for (std::int64_t t : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1709164800}, std::int64_t{-62135596801}, std::int64_t{67768036191676799}}) {
    const CivilTime c = TimeZone().civil(t);
    CHECK(TimeZone().seconds(c.year, c.month, c.day, c.hour, c.minute, c.second) == t);
  }
  CHECK(days_from_civil(2024, 14, 31) == days_from_civil(2025, 3, 3));
}

TEST_CASE("POSIX zones") {
  CHECK(formatted("%z %Z", 1720000000, TimeZone("EST5EDT")) == "-0400 EDT");
  CHECK(formatted("%z %Z", 1704067200, TimeZone("EST5EDT")) == "-0500 EST");
  CHECK(formatted("%:z %Z", 0, TimeZone("<+0545>-5:45")) == "+05:45 +0545");
  CHECK(formatted("%:z", 1720000000, TimeZone("Australia/Sydney")) == "+10:00");
  CHECK(formatted("%Z", 0, TimeZone("Foo/Bar")) == "Foo");
  CHECK(formatted("%Z", 0, TimeZone("")) == "UTC");
  CHECK(formatted("%F %T", 1711846800, TimeZone("CET-1CEST,M3.5.0,M10.5.0/3")) == "2024-03-31 03:00:00");
}

TEST_CASE("formats") {
  CHECK(formatted("%3N|%-N|%_5m|%+4Y|%^a|%#Z|%10Y", 0, {}, 123450000) == "123|123450000|    1|1970|THU|utc|0000001970");
  CHECK(formatted("%q %F", 327403382400) == "1 +12345-01-01");
  CHECK(formatted("%F", 327403382400, {}, 0, TimeFormat::kLibc) == "12345-01-01");
  CHECK(formatted("%N %q", 0, {}, 0, TimeFormat::kLibc) == "%N %q");
  CHECK(formatted("%::z %:::z %Q %", 0) == "+00:00:00 +00 %Q %");
  CHECK(formatted("%G-W%V-%u %U %W %j", 1735689599) == "2025-W01-2 52 53 366");
}

TEST_CASE("dates as people write them") {
  CHECK(parsed("2024-02-30") == "invalid");
  CHECK(parsed("yesterday") == "2024-05-14 12:34:56 UTC");
  CHECK(parsed("next monday") == "2024-05-20 00:00:00 UTC");
  CHECK(parsed("2 days ago 10:00") == "2024-05-13 10:00:00 UTC");
  CHECK(parsed("2024-01-31 +1 month") == "2024-03-02 00:00:00 UTC");
  CHECK(parsed("2024-05-06T07:08:09+02:00") == "2024-05-06 05:08:09 UTC");
  CHECK(parsed("Mon, 06 May 2024 07:08:09 +0200") == "2024-05-06 05:08:09 UTC");
  CHECK(parsed("12:30 -5 hours") == "2024-05-15 18:30:00 UTC");
  CHECK(parsed("@1.5") == "1970-01-01 00:00:01 UTC");
  CHECK(parsed("TZ=\"America/New_York\" 2024-07-01 09:00") == "2024-07-01 13:00:00 UTC");
  CHECK(parsed("2024-03-10 02:30", "America/New_York") == "invalid");
  CHECK(parsed("20240506 0708") == "2024-05-06 07:08:00 UTC");
  CHECK(parsed("") == "2024-05-15 00:00:00 UTC");
  CHECK(parsed("9223372036854775807 seconds") == "invalid");
}

TEST_CASE("POSIX digits") {
  const TimeZone utc;
  CHECK(parse_posix_date("202001020304.05", {}, kNow, utc) == 1577934245);
  CHECK(parse_posix_date("01020304", {}, kNow, utc) == 1704164640);
  CHECK(parse_posix_date("0102030469", {.year_last = true}, kNow, utc) == -31438560);
  CHECK(!parse_posix_date("202002302359", {}, kNow, utc));
}
