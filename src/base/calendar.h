// Civil time: dates from seconds and back, time zones from TZ, and strftime as GNU date and as the C library have it.
//
// The calendar is the proleptic Gregorian one, without leap seconds. Seconds count from 1970-01-01T00:00:00Z. Everything is
// pure computation; the time zone comes from the caller (the TZ of its process).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nacre {

struct CivilTime {
  std::int64_t year = 1970;
  int month = 1, day = 1;                 // 1 to 12, 1 to 31
  int hour = 0, minute = 0, second = 0;
  int weekday = 4;                        // 0 is Sunday
  int yearday = 0;                        // 0 is January 1
  int offset = 0;                         // seconds east of Greenwich
  bool dst = false;
  std::string zone = "UTC";               // the abbreviation
  std::int64_t seconds = 0;               // the moment itself
  std::uint32_t nanoseconds = 0;
};

bool is_leap_year(std::int64_t year);
int days_in_month(std::int64_t year, int month);
// Days since 1970-01-01 of a date; month and day need not be normalized. Years up to 10^11 either way.
std::int64_t days_from_civil(std::int64_t year, std::int64_t month, std::int64_t day);
// True when the year of that moment fits C's struct tm (int tm_year): otherwise GNU says "out of range".
bool fits_calendar(std::int64_t seconds);

// A time zone as TZ names it: "", "UTC0", "EST5EDT,M3.2.0,M11.1.0", "<+03>-3", ":Europe/Berlin" (the zones of a small table,
// with the rules they have now; historical rules are not known). An unknown name is UTC by that name, as in glibc.
class TimeZone {
 public:
  TimeZone() = default;                   // UTC
  explicit TimeZone(std::string_view tz);
  // `tz` absent (no TZ in the environment): UTC.
  static TimeZone from_environment(std::optional<std::string_view> tz) { return tz ? TimeZone(*tz) : TimeZone(); }

  CivilTime civil(std::int64_t seconds, std::uint32_t nanoseconds = 0) const;
  // mktime: the moment of a local date and time, whose fields need not be normalized. dst: -1 unknown, 0 or 1 as
  // tm_isdst. A local time that the change to summer time skips gives the moment it would have been before the change.
  // nullopt on overflow.
  std::optional<std::int64_t> seconds(std::int64_t year, std::int64_t month, std::int64_t day, std::int64_t hour,
                                      std::int64_t minute, std::int64_t second, int dst = -1) const;
  bool has_dst() const { return has_dst_; }
  const std::string& standard_name() const { return standard_; }
  const std::string& dst_name() const { return summer_; }

 private:
  struct Rule {
    enum class Kind : std::uint8_t { kMonthWeekDay, kJulian, kZeroBased } kind = Kind::kMonthWeekDay;
    int month = 0, week = 0, day = 0;
    int time = 7200;                      // seconds after midnight, local
  };
  bool parse(std::string_view text);
  static bool parse_name(std::string_view& text, std::string& name);
  static bool parse_time(std::string_view& text, int& seconds, int max_hours);
  static bool parse_rule(std::string_view& text, Rule& rule);
  static std::int64_t rule_day(const Rule& rule, std::int64_t year);
  bool is_dst(std::int64_t seconds) const;

  std::string standard_ = "UTC", summer_;
  int offset_ = 0, summer_offset_ = 0;    // seconds east
  bool has_dst_ = false;
  Rule begin_, end_;
};

// kGnu: GNU date's nstrftime, with %N, %:z, %q, the flags _ - 0 + ^ # and widths. kLibc: glibc's strftime (bash's printf
// %(...)T, find, awk): %N, %:z, %q and the flag + are no directives there. Names are those of the C locale.
enum class TimeFormat { kGnu, kLibc };
// False: memory has no room for a padding, which is left out.
bool format_time(std::string& out, std::string_view format, const CivilTime& t, TimeFormat kind = TimeFormat::kGnu);

}  // namespace nacre
