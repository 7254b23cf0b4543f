// The dates that `date -d`, `touch -d`, `find -newermt` and their like take, as GNU's parse_datetime reads them (coreutils
// manual, "Date input formats"): calendar dates, ISO 8601, RFC 5322, times of day with zones, days of the week, relative
// items ("2 days ago", "next month"), "@SECONDS", pure numbers, TZ="..." in front, (comments).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/calendar.h"

namespace nacre {

struct Moment {
  std::int64_t seconds = 0;
  std::uint32_t nanoseconds = 0;
  auto operator<=>(const Moment&) const = default;
};

// nullopt for what is no date ("date: invalid date 'x'"). `now` is what relative items and missing fields start from.
// notes: what `date --debug` tells, one line each without the program's name.
std::optional<Moment> parse_date(std::string_view text, Moment now, const TimeZone& zone,
                                 std::vector<std::string>* notes = nullptr);

// POSIX's digits: [[CC]YY]MMDDhhmm[.ss] for `touch -t`, MMDDhhmm[[CC]YY][.ss] for the operand of `date` (year_last), and
// MMDDhhmm[YY] for old touch (year_last without seconds or century).
struct PosixDate {
  bool year_last = false, century = true, seconds = true;
  bool pds_pre_2000 = false;  // a two-digit year below 69 is refused
};
std::optional<std::int64_t> parse_posix_date(std::string_view text, PosixDate form, Moment now, const TimeZone& zone);

}  // namespace nacre
