// Days by Howard Hinnant's era arithmetic; POSIX TZ rules evaluated per year. See calendar.h; strftime is in
// calendar_format.cc.
#include "src/base/calendar.h"

#include <algorithm>

namespace nacre {
namespace {

constexpr std::int64_t kDay = 86400;

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0); }

// Zones by name, with the rules in force since 2023 or so.
struct NamedZone {
  std::string_view name, rule;
};
constexpr std::string_view kEurope = ",M3.5.0,M10.5.0/3", kAmerica = ",M3.2.0,M11.1.0";
constexpr NamedZone kZones[] = {
    {"UTC", "UTC0"}, {"Etc/UTC", "UTC0"}, {"Etc/UCT", "UTC0"}, {"UCT", "UTC0"}, {"Zulu", "UTC0"}, {"Universal", "UTC0"},
    {"GMT", "GMT0"}, {"GMT0", "GMT0"}, {"GMT+0", "GMT0"}, {"GMT-0", "GMT0"}, {"Etc/GMT", "GMT0"}, {"Greenwich", "GMT0"},
    {"EST", "EST5"}, {"MST", "MST7"}, {"HST", "HST10"}, {"CET", "CET-1CEST"}, {"MET", "MET-1MEST"}, {"EET", "EET-2EEST"},
    {"WET", "WET0WEST"},
    {"America/New_York", "EST5EDT"}, {"US/Eastern", "EST5EDT"}, {"America/Toronto", "EST5EDT"},
    {"America/Detroit", "EST5EDT"}, {"America/Chicago", "CST6CDT"}, {"US/Central", "CST6CDT"},
    {"America/Denver", "MST7MDT"}, {"US/Mountain", "MST7MDT"}, {"America/Phoenix", "MST7"}, {"US/Arizona", "MST7"},
    {"America/Los_Angeles", "PST8PDT"}, {"US/Pacific", "PST8PDT"}, {"America/Vancouver", "PST8PDT"},
    {"America/Anchorage", "AKST9AKDT"}, {"US/Alaska", "AKST9AKDT"}, {"Pacific/Honolulu", "HST10"}, {"US/Hawaii", "HST10"},
    {"America/Halifax", "AST4ADT"}, {"America/St_Johns", "NST3:30NDT"}, {"America/Mexico_City", "CST6"},
    {"America/Bogota", "<-05>5"}, {"America/Lima", "<-05>5"}, {"America/Caracas", "<-04>4"},
    {"America/Sao_Paulo", "<-03>3"}, {"America/Argentina/Buenos_Aires", "<-03>3"}, {"America/Buenos_Aires", "<-03>3"},
    {"Europe/London", "GMT0BST,M3.5.0/1,M10.5.0"}, {"GB", "GMT0BST,M3.5.0/1,M10.5.0"},
    {"Europe/Dublin", "GMT0IST,M3.5.0/1,M10.5.0"}, {"Europe/Lisbon", "WET0WEST,M3.5.0/1,M10.5.0"},
    {"Europe/Paris", "CET-1CEST"}, {"Europe/Berlin", "CET-1CEST"}, {"Europe/Madrid", "CET-1CEST"},
    {"Europe/Rome", "CET-1CEST"}, {"Europe/Vienna", "CET-1CEST"}, {"Europe/Zurich", "CET-1CEST"},
    {"Europe/Amsterdam", "CET-1CEST"}, {"Europe/Brussels", "CET-1CEST"}, {"Europe/Stockholm", "CET-1CEST"},
    {"Europe/Oslo", "CET-1CEST"}, {"Europe/Copenhagen", "CET-1CEST"}, {"Europe/Warsaw", "CET-1CEST"},
    {"Europe/Prague", "CET-1CEST"}, {"Europe/Budapest", "CET-1CEST"}, {"Europe/Belgrade", "CET-1CEST"},
    {"Europe/Athens", "EET-2EEST,M3.5.0/3,M10.5.0/4"}, {"Europe/Helsinki", "EET-2EEST,M3.5.0/3,M10.5.0/4"},
    {"Europe/Kiev", "EET-2EEST,M3.5.0/3,M10.5.0/4"}, {"Europe/Kyiv", "EET-2EEST,M3.5.0/3,M10.5.0/4"},
    {"Europe/Bucharest", "EET-2EEST,M3.5.0/3,M10.5.0/4"}, {"Europe/Sofia", "EET-2EEST,M3.5.0/3,M10.5.0/4"},
    {"Europe/Istanbul", "<+03>-3"}, {"Europe/Moscow", "MSK-3"}, {"Africa/Cairo", "EET-2EEST,M4.5.5/0,M10.5.4/24"},
    {"Africa/Johannesburg", "SAST-2"}, {"Africa/Lagos", "WAT-1"}, {"Africa/Nairobi", "EAT-3"},
    {"Asia/Jerusalem", "IST-2IDT,M3.4.4/26,M10.5.0"}, {"Asia/Dubai", "<+04>-4"}, {"Asia/Tehran", "<+0330>-3:30"},
    {"Asia/Karachi", "PKT-5"}, {"Asia/Kolkata", "IST-5:30"}, {"Asia/Calcutta", "IST-5:30"},
    {"Asia/Kathmandu", "<+0545>-5:45"}, {"Asia/Dhaka", "<+06>-6"}, {"Asia/Bangkok", "<+07>-7"},
    {"Asia/Jakarta", "WIB-7"}, {"Asia/Ho_Chi_Minh", "<+07>-7"}, {"Asia/Shanghai", "CST-8"}, {"PRC", "CST-8"},
    {"Asia/Hong_Kong", "HKT-8"}, {"Asia/Singapore", "<+08>-8"}, {"Asia/Taipei", "CST-8"}, {"Asia/Manila", "PST-8"},
    {"Asia/Tokyo", "JST-9"}, {"Japan", "JST-9"}, {"Asia/Seoul", "KST-9"}, {"Australia/Perth", "AWST-8"},
    {"Australia/Brisbane", "AEST-10"}, {"Australia/Darwin", "ACST-9:30"},
    {"Australia/Adelaide", "ACST-9:30ACDT,M10.1.0,M4.1.0/3"}, {"Australia/Sydney", "AEST-10AEDT,M10.1.0,M4.1.0/3"},
    {"Australia/Melbourne", "AEST-10AEDT,M10.1.0,M4.1.0/3"}, {"Australia/Hobart", "AEST-10AEDT,M10.1.0,M4.1.0/3"},
    {"Pacific/Auckland", "NZST-12NZDT,M9.5.0,M4.1.0/3"}, {"NZ", "NZST-12NZDT,M9.5.0,M4.1.0/3"},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool parse_int(std::string_view& text, int& value, int max) {
  if (text.empty() || !is_digit(text[0])) return false;
  value = 0;
  while (!text.empty() && is_digit(text[0])) {
    value = value * 10 + (text[0] - '0');
    if (value > max) return false;
    text.remove_prefix(1);
  }
  return true;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text[0] != c) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

bool is_leap_year(std::int64_t y) { return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0); }

int days_in_month(std::int64_t year, int month) {
  constexpr signed char kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return kDays[month - 1] + (month == 2 && is_leap_year(year));
}

std::int64_t days_from_civil(std::int64_t year, std::int64_t month, std::int64_t day) {
  year += floor_div(month - 1, 12);
  month = (month - 1) - floor_div(month - 1, 12) * 12 + 1;
  if (month <= 2) --year;
  const std::int64_t era = floor_div(year, 400), of_era = year - era * 400;
  const std::int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468 + (day - 1);
}

bool fits_calendar(std::int64_t seconds) { return seconds >= -67768040609740800 && seconds <= 67768036191676799; }

// --- the zone -----------------------------------------------------------------------------------------------------------

TimeZone::TimeZone(std::string_view tz) {
  if (!tz.empty() && tz[0] == ':') tz.remove_prefix(1);
  if (tz.empty()) return;
  for (const NamedZone& z : kZones)
    if (z.name == tz) {
      const bool europe = z.rule.find("CEST") != z.rule.npos || z.name == "MET" || z.name == "EET" || z.name == "WET";
      std::string rule(z.rule);
      if (europe) rule += z.name == "EET" ? ",M3.5.0/3,M10.5.0/4" : z.name == "WET" ? ",M3.5.0/1,M10.5.0" : std::string(kEurope);
      parse(rule);
      return;
    }
  if (parse(tz)) return;
  *this = TimeZone();
  // glibc takes the letters of an unknown name for the abbreviation.
  std::size_t n = 0;
  while (n < tz.size() && is_alpha(tz[n])) ++n;
  if (n >= 3) standard_ = tz.substr(0, n);
}

bool TimeZone::parse_name(std::string_view& text, std::string& name) {
  std::size_t n = 0;
  if (take(text, '<')) {
    while (n < text.size() && (is_alpha(text[n]) || is_digit(text[n]) || text[n] == '+' || text[n] == '-')) ++n;
    if (n < 3 || n == text.size() || text[n] != '>') return false;
    name = text.substr(0, n);
    text.remove_prefix(n + 1);
    return true;
  }
  while (n < text.size() && is_alpha(text[n])) ++n;
  if (n < 3) return false;
  name = text.substr(0, n);
  text.remove_prefix(n);
  return true;
}

bool TimeZone::parse_time(std::string_view& text, int& seconds, int max_hours) {
  int sign = 1, h = 0, m = 0, s = 0;
  if (take(text, '-')) sign = -1;
  else take(text, '+');
  if (!parse_int(text, h, max_hours)) return false;
  if (take(text, ':')) {
    if (!parse_int(text, m, 59)) return false;
    if (take(text, ':') && !parse_int(text, s, 59)) return false;
  }
  seconds = sign * (h * 3600 + m * 60 + s);
  return true;
}

bool TimeZone::parse_rule(std::string_view& text, Rule& rule) {
  if (take(text, 'M')) {
    rule.kind = Rule::Kind::kMonthWeekDay;
    if (!parse_int(text, rule.month, 12) || rule.month == 0 || !take(text, '.') || !parse_int(text, rule.week, 5) ||
        rule.week == 0 || !take(text, '.') || !parse_int(text, rule.day, 6))
      return false;
  } else {
    rule.kind = take(text, 'J') ? Rule::Kind::kJulian : Rule::Kind::kZeroBased;
    if (!parse_int(text, rule.day, 365)) return false;
  }
  rule.time = 7200;
  return !take(text, '/') || parse_time(text, rule.time, 167);
}

bool TimeZone::parse(std::string_view text) {
  int west = 0;
  if (!parse_name(text, standard_) || !parse_time(text, west, 24)) return false;
  offset_ = -west;
  has_dst_ = false;
  if (text.empty()) return true;
  if (!parse_name(text, summer_)) return false;
  summer_offset_ = offset_ + 3600;
  if (!text.empty() && text[0] != ',') {
    if (!parse_time(text, west, 24)) return false;
    summer_offset_ = -west;
  }
  has_dst_ = true;
  if (text.empty()) text = kAmerica;
  return take(text, ',') && parse_rule(text, begin_) && take(text, ',') && parse_rule(text, end_) && text.empty();
}

// The day, since 1970, on which the rule falls in that year.
std::int64_t TimeZone::rule_day(const Rule& r, std::int64_t year) {
  const std::int64_t first = days_from_civil(year, 1, 1);
  if (r.kind == Rule::Kind::kZeroBased) return first + r.day;
  if (r.kind == Rule::Kind::kJulian) return first + r.day - 1 + (r.day > 59 && is_leap_year(year));
  const std::int64_t month = days_from_civil(year, r.month, 1);
  const int weekday = static_cast<int>(((month + 4) % 7 + 7) % 7);
  int day = (r.day - weekday + 7) % 7 + (r.week - 1) * 7;
  if (day >= days_in_month(year, r.month)) day -= 7;
  return month + day;
}

namespace {
// The year of a day number.
std::int64_t year_of_day(std::int64_t day) {
  const std::int64_t z = day + 719468, era = floor_div(z, 146097), of_era = z - era * 146097;
  const std::int64_t y = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const std::int64_t of_year = of_era - (365 * y + y / 4 - y / 100);
  return y + era * 400 + (of_year >= 306);
}
}  // namespace

bool TimeZone::is_dst(std::int64_t seconds) const {
  if (!has_dst_) return false;
  const std::int64_t year = year_of_day(floor_div(seconds + offset_, kDay));
  const std::int64_t begin = rule_day(begin_, year) * kDay + begin_.time - offset_;
  const std::int64_t end = rule_day(end_, year) * kDay + end_.time - summer_offset_;
  if (begin < end) return seconds >= begin && seconds < end;
  return seconds >= begin || seconds < end;
}

CivilTime TimeZone::civil(std::int64_t seconds, std::uint32_t nanoseconds) const {
  CivilTime t;
  t.seconds = seconds;
  t.nanoseconds = nanoseconds;
  seconds = std::clamp<std::int64_t>(seconds, -67768040609740800, 67768036191676799);
  t.dst = is_dst(seconds);
  t.offset = t.dst ? summer_offset_ : offset_;
  t.zone = t.dst ? summer_ : standard_;
  const std::int64_t local = seconds + t.offset, day = floor_div(local, kDay);
  const int rest = static_cast<int>(local - day * kDay);
  t.hour = rest / 3600;
  t.minute = rest / 60 % 60;
  t.second = rest % 60;
  t.weekday = static_cast<int>(((day + 4) % 7 + 7) % 7);
  t.year = year_of_day(day);
  t.yearday = static_cast<int>(day - days_from_civil(t.year, 1, 1));
  int left = t.yearday;
  t.month = 1;
  while (left >= days_in_month(t.year, t.month)) left -= days_in_month(t.year, t.month++);
  t.day = left + 1;
  return t;
}

std::optional<std::int64_t> TimeZone::seconds(std::int64_t year, std::int64_t month, std::int64_t day, std::int64_t hour,
                                              std::int64_t minute, std::int64_t second, int dst) const {
  constexpr std::int64_t kMax = 4'000'000'000'000;
  for (std::int64_t v : {year, month, day}) if (v > kMax || v < -kMax) return std::nullopt;
  constexpr std::int64_t kTimeMax = INT64_MAX / 8;
  for (std::int64_t v : {hour * (hour < kMax && hour > -kMax), minute, second}) if (v > kTimeMax || v < -kTimeMax) return std::nullopt;
  if (hour > kMax || hour < -kMax || year > 200'000'000'000 || year < -200'000'000'000) return std::nullopt;
  if (minute > kMax || minute < -kMax) return std::nullopt;
  std::int64_t local = 0;
  if (__builtin_mul_overflow(days_from_civil(year, month, day), kDay, &local)) return std::nullopt;
  if (__builtin_add_overflow(local, hour * 3600 + minute * 60, &local)) return std::nullopt;
  if (__builtin_add_overflow(local, second, &local)) return std::nullopt;
  if (local > INT64_MAX - 200'000 || local < INT64_MIN + 200'000) return std::nullopt;
  if (!has_dst_) return local - offset_;
  const std::int64_t summer = local - summer_offset_, standard = local - offset_;
  const bool summer_right = is_dst(summer), standard_right = !is_dst(standard);
  if (dst > 0) return summer_right || !standard_right ? summer : summer;
  if (dst == 0) return standard;
  if (summer_right) return summer;
  return standard;
}

}  // namespace nacre
