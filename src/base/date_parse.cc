// A hand-written parser of GNU's date grammar: tokens, one function for each kind of item with the lookahead that decides
// among them, then the arithmetic that puts the fields together. See date_parse.h.
#include "src/base/date_parse.h"

#include <algorithm>
#include <cstdio>

#include "src/base/date_tokens.h"

namespace nacre {
namespace {

using dates::Kind;
using dates::Lexer;
using dates::Token;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

struct Relative {
  std::int64_t year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, nanosecond = 0;
};

// The fields as the items set them.
struct Fields {
  bool timespec = false;
  Token year, day_number_token;
  std::int64_t month = 0, day = 0, hour = 0, minute = 0;
  std::int64_t second = 0;
  std::uint32_t nanosecond = 0;
  int meridian = 2;  // 0 AM, 1 PM, 2: 24 hours
  std::int64_t day_ordinal = 0, day_number = 0;
  std::int64_t time_zone = 0;
  int local_dst = 0;
  Relative rel;
  int dates = 0, days = 0, local_zones = 0, zones = 0, times = 0, dsts = 0;
  bool rels = false, year_seen = false;
};

class Notes {
 public:
  explicit Notes(std::vector<std::string>* lines) : lines_(lines) {}
  explicit operator bool() const { return lines_ != nullptr; }
  void say(std::string line) const {
    if (lines_) lines_->push_back(std::move(line));
  }

 private:
  std::vector<std::string>* lines_;
};

std::string offset_text(std::int64_t seconds) {
  const std::int64_t a = seconds < 0 ? -seconds : seconds;
  char b[32];
  std::snprintf(b, sizeof b, "%c%02d", seconds < 0 ? '-' : '+', static_cast<int>(a / 3600));
  std::string s = b;
  if (a % 3600) {
    std::snprintf(b, sizeof b, ":%02d", static_cast<int>(a / 60 % 60));
    s += b;
  }
  return s;
}
std::string signed_text(std::int64_t v) { return (v >= 0 ? "+" : "") + std::to_string(v); }

// What an item has set, as --debug shows it.
std::string item_text(const Fields& f, const Fields& before) {
  constexpr std::string_view kDays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  char b[96];
  std::string s;
  if (f.dates > before.dates) {
    std::int64_t year = f.year.value;
    if (f.year.digits == 2) year += year < 69 ? 2000 : 1900;
    std::snprintf(b, sizeof b, " (Y-M-D) %04lld-%02lld-%02lld", static_cast<long long>(year), static_cast<long long>(f.month),
                  static_cast<long long>(f.day));
    s += b;
  }
  if (f.year_seen != before.year_seen) s += " year: " + std::to_string(f.year.value);
  if (f.times > before.times) {
    std::snprintf(b, sizeof b, " %02lld:%02lld:%02lld", static_cast<long long>(f.hour), static_cast<long long>(f.minute),
                  static_cast<long long>(f.second));
    s += b;
    if (f.nanosecond) {
      std::snprintf(b, sizeof b, ".%09u", static_cast<unsigned>(f.nanosecond));
      s += b;
    }
    if (f.meridian == 1) s += "pm";
  }
  if (f.days > before.days) {
    s += f.day_ordinal == 1 ? " next/first" : f.day_ordinal == -1 ? " last" : f.day_ordinal == 0 ? " this" : "";
    s += " " + std::string(kDays[f.day_number]) + " (day ordinal=" + std::to_string(f.day_ordinal) +
         " number=" + std::to_string(f.day_number) + ")";
  }
  if (f.local_zones > before.local_zones) s += std::string(" isdst=") + (f.local_dst ? "1 DST" : "0");
  if (f.zones > before.zones) s += " UTC" + offset_text(f.time_zone);
  return s;
}
std::string relative_text(const Relative& r) {
  const std::pair<std::int64_t, std::string_view> parts[] = {
      {r.year, "year(s)"}, {r.month, "month(s)"}, {r.day, "day(s)"}, {r.hour, "hour(s)"}, {r.minute, "minutes"},
      {r.second, "seconds"}, {r.nanosecond, "nanoseconds"}};
  std::string s;
  for (const auto& [v, name] : parts)
    if (v) s += " " + signed_text(v) + " " + std::string(name);
  return s.empty() ? " today/this/now" : s;
}

class Parser {
 public:
  Parser(std::string_view text, const TimeZone& zone, Fields& f, const Notes& notes) : lexer_(text, zone), f_(f), notes_(notes) {
    for (Token& t : ahead_) t = lexer_.next();
  }

  bool parse() {
    if (peek().kind == Kind::kChar && peek().c == '@') return timespec();
    while (peek().kind != Kind::kEnd) {
      if (!notes_) {
        if (!item()) return false;
        continue;
      }
      const Fields before = f_;
      if (!item()) {
        if (!lexer_.unknown.empty()) notes_.say("error: unknown word '" + lexer_.unknown + "'");
        return false;
      }
      tell(before);
    }
    return true;
  }

 private:
  const Token& peek(int n = 0) const { return ahead_[n]; }
  Token take() {
    Token t = ahead_[0];
    ahead_[0] = ahead_[1];
    ahead_[1] = ahead_[2];
    ahead_[2] = lexer_.next();
    return t;
  }
  bool is_char(char c, int n = 0) const { return peek(n).kind == Kind::kChar && peek(n).c == c; }
  static bool is_unit(Kind k) { return k >= Kind::kYearUnit && k <= Kind::kSecondUnit; }

  void tell(const Fields& before) const {
    const bool date = f_.dates > before.dates, time = f_.times > before.times;
    const std::string text = item_text(f_, before);
    const char* kind = date && time ? "datetime" : date ? "date" : time ? "time" : f_.days > before.days ? "day"
                       : f_.local_zones > before.local_zones ? "local_zone" : f_.zones > before.zones ? "zone" : "number";
    if (!text.empty()) notes_.say(std::string("parsed ") + kind + " part:" + text);
    if (relatives_ != told_) notes_.say("parsed relative part:" + relative_text(f_.rel));
    told_ = relatives_;
  }

  bool timespec() {
    take();
    const Token t = take();
    if (t.kind != Kind::kUnsigned && t.kind != Kind::kSigned && t.kind != Kind::kUnsignedDecimal &&
        t.kind != Kind::kSignedDecimal)
      return false;
    f_.second = t.value;
    f_.nanosecond = t.nanoseconds;
    f_.timespec = true;
    return peek().kind == Kind::kEnd;
  }

  bool item() {
    const Token& t = peek();
    switch (t.kind) {
      case Kind::kUnsigned: return after_number(take());
      case Kind::kUnsignedDecimal:
      case Kind::kSignedDecimal: {
        const Token n = take();
        if (peek().kind != Kind::kSecondUnit) return false;
        take();
        return relative(Kind::kSecondUnit, n.value, n.nanoseconds, true);
      }
      case Kind::kSigned: {
        const Token n = take();
        if (!is_unit(peek().kind)) return false;
        return unit(n.value);
      }
      case Kind::kMonth: return month_first();
      case Kind::kDay: return day(0, false);
      case Kind::kOrdinal: {
        const Token n = take();
        if (peek().kind == Kind::kDay) return day(n.value, true);
        return is_unit(peek().kind) && unit(n.value);
      }
      case Kind::kDayShift: {
        const Token n = take();
        return relative(Kind::kDayUnit, n.value, 0, false);
      }
      case Kind::kYearUnit: case Kind::kMonthUnit: case Kind::kDayUnit: case Kind::kHourUnit: case Kind::kMinuteUnit:
      case Kind::kSecondUnit: return unit(1);
      case Kind::kLocalZone: {
        f_.local_dst = static_cast<int>(take().value);
        ++f_.local_zones;
        if (peek().kind == Kind::kDst) {
          take();
          f_.local_dst = 1;
          ++f_.dsts;
        }
        return true;
      }
      case Kind::kZone: case Kind::kDayZone: return zone();
      case Kind::kChar: return t.c == 'T' && zone();
      default: return false;
    }
  }

  // An item that begins with an unsigned number.
  bool after_number(const Token n) {
    const Token& t = peek();
    switch (t.kind) {
      case Kind::kMeridian:
        set_time(n.value, 0, 0, 0, static_cast<int>(take().value));
        ++f_.times;
        return true;
      case Kind::kChar:
        if (t.c == ':') return clock(n);
        if (t.c == '/') return slashes(n);
        return pure_number(n);
      case Kind::kMonth: return day_month(n);
      case Kind::kDay: return day(n.value, true);
      case Kind::kSigned:
        if (peek(1).kind == Kind::kSigned) return iso_date(n);
        if (is_unit(peek(1).kind)) {  // "12 -3 days": a number, then a relative item
          if (!pure_number(n)) return false;
          const Token s = take();
          return unit(s.value);
        }
        set_time(n.value, 0, 0, 0, 2);
        ++f_.times;
        return zone_offset();
      default:
        if (is_unit(t.kind)) return unit(n.value);
        return pure_number(n);
    }
  }

  void set_time(std::int64_t h, std::int64_t m, std::int64_t s, std::uint32_t ns, int meridian) {
    f_.hour = h;
    f_.minute = m;
    f_.second = s;
    f_.nanosecond = ns;
    f_.meridian = meridian;
  }

  // hour ':' minute [':' seconds] [meridian | zone offset]
  bool clock(const Token hour) {
    take();
    const Token minute = take();
    if (minute.kind != Kind::kUnsigned) return false;
    Token second;
    if (is_char(':')) {
      take();
      second = take();
      if (second.kind != Kind::kUnsigned && second.kind != Kind::kUnsignedDecimal) return false;
    }
    int meridian = 2;
    if (peek().kind == Kind::kMeridian) meridian = static_cast<int>(take().value);
    set_time(hour.value, minute.value, second.value, second.nanoseconds, meridian);
    ++f_.times;
    if (meridian == 2 && peek().kind == Kind::kSigned) return zone_offset();
    return true;
  }

  // tSNUMBER [':' minutes], counted as a zone.
  bool zone_offset() {
    ++f_.zones;
    const Token s = take();
    std::int64_t minutes = -1;
    if (is_char(':') && !colon_minutes(minutes)) return false;
    return hhmm(s, minutes, 0);
  }
  bool colon_minutes(std::int64_t& minutes) {
    take();
    const Token m = take();
    if (m.kind != Kind::kUnsigned) return false;
    minutes = m.value;
    return true;
  }
  bool hhmm(const Token& s, std::int64_t minutes, std::int64_t base) {
    std::int64_t value = s.value, n = 0;
    if (value > 1'000'000 || value < -1'000'000 || minutes > 1'000'000) return false;
    if (s.digits <= 2 && minutes < 0) value *= 100;
    if (minutes < 0) n = value / 100 * 60 + value % 100;
    else n = value * 60 + (s.negative ? -minutes : minutes);
    if (n < -24 * 60 || n > 24 * 60) return false;
    f_.time_zone = n * 60 + base;
    return true;
  }

  bool slashes(const Token first) {
    take();
    const Token second = take();
    if (second.kind != Kind::kUnsigned) return false;
    ++f_.dates;
    if (!is_char('/')) {
      f_.month = first.value;
      f_.day = second.value;
      return true;
    }
    take();
    const Token third = take();
    if (third.kind != Kind::kUnsigned) return false;
    if (first.digits >= 4) {
      f_.year = first;
      f_.month = second.value;
      f_.day = third.value;
    } else {
      f_.month = first.value;
      f_.day = second.value;
      f_.year = third;
    }
    return true;
  }

  // A year written as "-1992": the sign is a dash.
  bool negated_year(Token t) {
    if (__builtin_sub_overflow(0, t.value, &t.value)) return false;
    t.negative = false;
    f_.year = t;
    return true;
  }

  bool day_month(const Token n) {
    ++f_.dates;
    f_.day = n.value;
    f_.month = take().value;
    if (peek().kind == Kind::kUnsigned) {
      f_.year = take();
      return true;
    }
    if (peek().kind == Kind::kSigned) return negated_year(take());
    return true;
  }

  bool month_first() {
    ++f_.dates;
    f_.month = take().value;
    if (peek().kind == Kind::kSigned) {
      const Token d = take();
      if (peek().kind != Kind::kSigned) return false;
      f_.day = -d.value;
      return negated_year(take());
    }
    if (peek().kind != Kind::kUnsigned) return false;
    f_.day = take().value;
    if (is_char(',')) {
      take();
      if (peek().kind != Kind::kUnsigned) return false;
      f_.year = take();
    }
    return true;
  }

  // number tSNUMBER tSNUMBER: 2024-05-06, perhaps with T and a time.
  bool iso_date(const Token year) {
    f_.year = year;
    const Token m = take(), d = take();
    if (__builtin_sub_overflow(0, m.value, &f_.month) || __builtin_sub_overflow(0, d.value, &f_.day)) return false;
    ++f_.dates;
    if (is_char('T')) {
      take();
      const Token hour = take();
      if (hour.kind != Kind::kUnsigned) return false;
      if (is_char(':')) return clock_iso(hour);
      if (peek().kind != Kind::kSigned) return false;
      set_time(hour.value, 0, 0, 0, 2);
      ++f_.times;
      return zone_offset();
    }
    return true;
  }
  bool clock_iso(const Token hour) {
    return clock(hour) && f_.meridian == 2;
  }

  bool day(std::int64_t ordinal, bool given) {
    f_.day_number = take().value;
    f_.day_ordinal = given ? ordinal : 0;
    ++f_.days;
    if (!given && is_char(',')) take();
    return true;
  }

  bool zone() {
    ++f_.zones;
    const Token z = take();
    const bool military_t = z.kind == Kind::kChar;
    const std::int64_t base = military_t ? -7 * 3600 : z.value;
    f_.time_zone = base;
    if (z.kind == Kind::kDayZone) {
      f_.time_zone += 3600;
      return true;
    }
    if (peek().kind == Kind::kSigned && is_unit(peek(1).kind)) {
      const Token s = take();
      return unit(s.value);
    }
    if (!military_t && peek().kind == Kind::kSigned) {
      const Token s = take();
      std::int64_t minutes = -1;
      if (is_char(':') && !colon_minutes(minutes)) return false;
      return hhmm(s, minutes, base);
    }
    if (!military_t && peek().kind == Kind::kDst) {
      take();
      f_.time_zone += 3600;
    }
    return true;
  }

  // A unit, perhaps followed by "ago", n times.
  bool unit(std::int64_t n) {
    const Token u = take();
    if (__builtin_mul_overflow(n, u.value, &n)) return false;
    return relative(u.kind, n, 0, true);
  }
  bool relative(Kind kind, std::int64_t n, std::uint32_t ns, bool may_be_ago) {
    std::int64_t factor = 1;
    if (may_be_ago && peek().kind == Kind::kAgo) factor = take().value;
    f_.rels = true;
    ++relatives_;
    std::int64_t* to = nullptr;
    switch (kind) {
      case Kind::kYearUnit: to = &f_.rel.year; break;
      case Kind::kMonthUnit: to = &f_.rel.month; break;
      case Kind::kDayUnit: to = &f_.rel.day; break;
      case Kind::kHourUnit: to = &f_.rel.hour; break;
      case Kind::kMinuteUnit: to = &f_.rel.minute; break;
      default: to = &f_.rel.second;
    }
    f_.rel.nanosecond += factor * static_cast<std::int64_t>(ns);
    std::int64_t v = 0;
    return !__builtin_mul_overflow(n, factor, &v) && !__builtin_add_overflow(*to, v, to);
  }

  bool pure_number(const Token n) {
    if (f_.dates && !f_.year.digits && !f_.rels && (f_.times || n.digits > 2)) {
      f_.year_seen = true;
      f_.year = n;
      return true;
    }
    if (n.digits > 4) {
      ++f_.dates;
      f_.day = n.value % 100;
      f_.month = n.value / 100 % 100;
      f_.year = n;
      f_.year.value = n.value / 10000;
      f_.year.digits = n.digits - 4;
      return true;
    }
    ++f_.times;
    if (n.digits <= 2) set_time(n.value, 0, 0, 0, 2);
    else set_time(n.value / 100, n.value % 100, 0, 0, 2);
    return true;
  }

  Lexer lexer_;
  Fields& f_;
  const Notes& notes_;
  Token ahead_[3];
  int relatives_ = 0;
  mutable int told_ = 0;
};

// --- putting it together ------------------------------------------------------------------------------------------------

bool add(std::int64_t& to, std::int64_t v) { return !__builtin_add_overflow(to, v, &to); }

int hour_of(std::int64_t h, int meridian) {
  if (meridian == 2) return h >= 0 && h < 24 ? static_cast<int>(h) : -1;
  if (h < 1 || h > 12) return -1;
  return static_cast<int>(h % 12) + (meridian == 1 ? 12 : 0);
}

struct Local {
  std::int64_t year, month, day, hour, minute, second;
  int dst = -1;
};

std::optional<std::int64_t> make_time(const TimeZone& zone, const Local& l) {
  auto s = zone.seconds(l.year, l.month, l.day, l.hour, l.minute, l.second, l.dst);
  if (s && !fits_calendar(*s)) return std::nullopt;
  return s;
}

// The absolute date must exist: no February 30, no 2:30 in the hour that summer time skips.
bool is_exact(const TimeZone& zone, const Local& l, std::int64_t seconds) {
  const CivilTime c = zone.civil(seconds);
  return c.year == l.year && c.month == l.month && c.day == l.day && c.hour == l.hour && c.minute == l.minute &&
         c.second == l.second;
}

std::string stamp(const CivilTime& c, std::string_view format = "(Y-M-D) %Y-%m-%d %H:%M:%S") {
  std::string s;
  format_time(s, format, c);
  return s;
}

void tell_invalid(const Notes& notes, const Fields& f, const Local& l, const std::optional<CivilTime>& normal) {
  char b[96];
  std::snprintf(b, sizeof b, "(Y-M-D) %04lld-%02lld-%02lld %02lld:%02lld:%02lld", static_cast<long long>(l.year),
                static_cast<long long>(l.month), static_cast<long long>(l.day), static_cast<long long>(l.hour),
                static_cast<long long>(l.minute), static_cast<long long>(l.second));
  notes.say("error: invalid date/time value:");
  notes.say("    user provided time: '" + std::string(b) + "'");
  if (normal) {
    notes.say("       normalized time: '" + stamp(*normal) + "'");
    const std::pair<bool, std::string_view> parts[] = {
        {normal->year != l.year, "---- "}, {normal->month != l.month, "-- "}, {normal->day != l.day, "-- "},
        {normal->hour != l.hour, "-- "}, {normal->minute != l.minute, "-- "}, {normal->second != l.second, "-- "}};
    std::string marks(33, ' ');
    for (const auto& [differs, dashes] : parts) marks += differs ? std::string(dashes) : std::string(dashes.size(), ' ');
    marks.resize(marks.find_last_not_of(' ') + 1);
    notes.say(marks);
  }
  notes.say("     possible reasons:");
  if (normal && normal->month == l.month && normal->day == l.day) notes.say("       non-existing due to daylight-saving time;");
  if (normal && normal->day != l.day && normal->month != l.month) notes.say("       invalid day/month combination;");
  notes.say("       numeric values overflow;");
  notes.say(f.zones ? "       incorrect timezone" : "       missing timezone");
}

std::optional<Moment> assemble(const Fields& f, Moment now, const TimeZone& zone, const Notes& notes,
                               std::string_view zone_name) {
  if (f.timespec) {
    notes.say("parsed number of seconds part: number of seconds: " + std::to_string(f.second));
    notes.say("input timezone: '@timespec' - always UTC");
    return Moment{f.second, f.nanosecond};
  }
  if (f.times > 1 || f.dates > 1 || f.days > 1 || f.dsts > 1 || f.local_zones + f.zones > 1) return std::nullopt;
  const CivilTime base = zone.civil(now.seconds, now.nanoseconds);
  Local l{base.year, base.month, base.day, 0, 0, 0, -1};
  if (f.dates) {
    if (f.year.digits || f.year_seen) {
      l.year = f.year.value;
      if (l.year < 0) l.year = -l.year;
      if (f.year.digits == 2) l.year += l.year < 69 ? 2000 : 1900;
      if (f.year.negative) l.year = -l.year;
    }
    l.month = f.month;
    l.day = f.day;
    if (l.month < 1 || l.month > 12) return std::nullopt;
  }
  notes.say("input timezone: " + (f.zones ? "parsed date/time string (" + offset_text(f.time_zone) + ")" : std::string(zone_name)));
  const std::string tz = f.zones ? " TZ=" + offset_text(f.time_zone) : "";
  std::uint32_t ns = 0;
  if (f.times || (f.rels && !f.dates && !f.days)) {
    if (f.times) {
      const int h = hour_of(f.hour, f.meridian);
      if (h < 0 || f.minute < 0 || f.minute > 59 || f.second < 0 || f.second > 60) return std::nullopt;
      l.hour = h;
      l.minute = f.minute;
      l.second = f.second;
      ns = f.nanosecond;
      notes.say("using specified time as starting value: '" + stamp({.hour = h, .minute = static_cast<int>(f.minute), .second = static_cast<int>(f.second)}, "%H:%M:%S") + "'");
    } else {
      l.hour = base.hour;
      l.minute = base.minute;
      l.second = base.second;
      ns = now.nanoseconds;
      notes.say("using current time as starting value: '" + stamp(base, "%H:%M:%S") + "'");
    }
  } else {
    notes.say("warning: using midnight as starting time: 00:00:00");
  }
  if (!f.dates && !f.days && !f.times) l.dst = base.dst;
  if (f.local_zones) l.dst = f.local_dst;
  // A date with a zone of its own need not exist in ours.
  const TimeZone utc;
  const TimeZone& frame = f.zones ? utc : zone;
  if (f.zones) l.dst = -1;
  auto start = make_time(frame, l);
  if (!start || !is_exact(frame, l, *start)) {
    if (notes) tell_invalid(notes, f, l, start ? std::optional(frame.civil(*start)) : std::nullopt);
    return std::nullopt;
  }
  if (f.days && !f.dates) {
    const int weekday = frame.civil(*start).weekday;
    const std::int64_t ahead = (f.day_number - weekday + 7) % 7;
    std::int64_t weeks = f.day_ordinal - (f.day_ordinal > 0 && weekday != f.day_number);
    if (__builtin_mul_overflow(weeks, 7, &weeks) || !add(weeks, ahead) || !add(l.day, weeks)) return std::nullopt;
    l.dst = -1;
    start = make_time(frame, l);
    if (!start) return std::nullopt;
    if (notes) {
      constexpr std::string_view kDays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
      const std::string which = f.day_ordinal == 1 ? "next/first " : f.day_ordinal == -1 ? "last " : f.day_ordinal == 0 ? "this " : std::to_string(f.day_ordinal) + " ";
      notes.say("new start date: '" + which + std::string(kDays[f.day_number]) + "' is '" + stamp(frame.civil(*start)) + "'");
    }
    const CivilTime c = frame.civil(*start);
    l = {c.year, c.month, c.day, l.hour, l.minute, l.second, -1};
  }
  if (notes) {
    if (!f.dates && !f.days) notes.say("using current date as starting value: '" + stamp(base, "(Y-M-D) %Y-%m-%d") + "'");
    notes.say("starting date/time: '" + stamp(frame.civil(*start)) + tz + "'");
  }
  if (f.rel.year || f.rel.month || f.rel.day) {
    if (notes) {
      if ((f.rel.year || f.rel.month) && l.day != 15)
        notes.say("warning: when adding relative months/years, it is recommended to specify the 15th of the months");
      if (f.rel.day && l.hour != 12) notes.say("warning: when adding relative days, it is recommended to specify noon");
    }
    if (!add(l.year, f.rel.year) || !add(l.month, f.rel.month) || !add(l.day, f.rel.day)) return std::nullopt;
    const bool clean = f.dates || f.days || f.times;
    if (clean && !f.local_zones) l.dst = -1;
    start = make_time(frame, l);
    if (!start) return std::nullopt;
    if (notes) {
      notes.say("after date adjustment (" + signed_text(f.rel.year) + " years, " + signed_text(f.rel.month) + " months, " +
                signed_text(f.rel.day) + " days),");
      const CivilTime c = frame.civil(*start);
      notes.say("    new date/time = '" + stamp(c) + tz + "'");
      if ((f.rel.year || f.rel.month) && c.day != l.day) {
        const std::int64_t months = l.year * 12 + l.month - 1;
        char b[64];
        notes.say("warning: month/year adjustment resulted in shifted dates:");
        std::snprintf(b, sizeof b, "     adjusted Y M D: %04lld %02lld %02lld", static_cast<long long>(months / 12),
                      static_cast<long long>(months % 12 + 1), static_cast<long long>(l.day));
        notes.say(b);
        notes.say(stamp(c, "   normalized Y M D: %Y %m %d"));
      }
    }
  }
  std::int64_t t = *start;
  if (f.zones && !add(t, -f.time_zone)) return std::nullopt;
  if (notes)
    notes.say("'" + stamp(frame.civil(*start)) + tz + "' = " + std::to_string(t) + " epoch-seconds");
  std::int64_t nanos = static_cast<std::int64_t>(ns) + f.rel.nanosecond, carry = nanos / 1'000'000'000;
  nanos -= carry * 1'000'000'000;
  if (nanos < 0) nanos += 1'000'000'000, --carry;
  std::int64_t hours = 0, minutes = 0;
  if (__builtin_mul_overflow(f.rel.hour, 3600, &hours) || __builtin_mul_overflow(f.rel.minute, 60, &minutes)) return std::nullopt;
  if (!add(t, hours) || !add(t, minutes) || !add(t, f.rel.second) || !add(t, carry)) return std::nullopt;
  if (notes && (f.rel.hour || f.rel.minute || f.rel.second || f.rel.nanosecond)) {
    notes.say("after time adjustment (" + signed_text(f.rel.hour) + " hours, " + signed_text(f.rel.minute) + " minutes, " +
              signed_text(f.rel.second) + " seconds, " + signed_text(f.rel.nanosecond) + " ns),");
    notes.say("    new time = " + std::to_string(t) + " epoch-seconds");
  }
  return Moment{t, static_cast<std::uint32_t>(nanos)};
}

// TZ="..." in front of a date: takes it off, unquoting \" and \\. False when there is none.
bool take_zone(std::string_view& text, std::string& zone) {
  if (!text.starts_with("TZ=\"")) return false;
  std::size_t i = 4;
  for (; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] == '\\') {
      ++i;
      if (i >= text.size() || (text[i] != '\\' && text[i] != '"')) return false;
    }
    zone += text[i];
  }
  if (i >= text.size()) return false;
  text.remove_prefix(i + 1);
  return true;
}

}  // namespace

std::optional<Moment> parse_date(std::string_view text, Moment now, const TimeZone& zone, std::vector<std::string>* lines) {
  const Notes notes(lines);
  while (!text.empty() && is_space(text[0])) text.remove_prefix(1);
  std::string own_name, zone_name = "system default";
  TimeZone own;
  const TimeZone* used = &zone;
  if (take_zone(text, own_name)) {
    own = TimeZone(own_name);
    used = &own;
    zone_name = "TZ=\"" + own_name + "\" in date string";
  }
  while (!text.empty() && is_space(text[0])) text.remove_prefix(1);
  if (text.empty()) text = "0";
  // A NUL ends the text, as it ends a C string.
  text = text.substr(0, text.find('\0'));
  Fields f;
  Parser parser(text, *used, f, notes);
  if (!parser.parse()) {
    notes.say("error: parsing failed");
    return std::nullopt;
  }
  auto moment = assemble(f, now, *used, notes, zone_name);
  if (moment && notes) {
    notes.say("timezone: " + zone_name);
    char b[64];
    std::snprintf(b, sizeof b, "final: %lld.%09u (epoch-seconds)", static_cast<long long>(moment->seconds),
                  static_cast<unsigned>(moment->nanoseconds));
    notes.say(b);
    notes.say("final: " + stamp(TimeZone().civil(moment->seconds)) + " (UTC)");
    const CivilTime local = zone.civil(moment->seconds);
    notes.say("final: " + stamp(local) + " (UTC" + offset_text(local.offset) + ")");
  }
  return moment;
}

std::optional<std::int64_t> parse_posix_date(std::string_view text, PosixDate form, Moment now, const TimeZone& zone) {
  int second = 0;
  if (const std::size_t dot = text.find('.'); dot != text.npos) {
    if (!form.seconds || text.size() - dot != 3 || !is_digit(text[dot + 1]) || !is_digit(text[dot + 2])) return std::nullopt;
    second = (text[dot + 1] - '0') * 10 + (text[dot + 2] - '0');
    text = text.substr(0, dot);
  }
  const std::size_t n = text.size();
  if (n < 8 || n > 12 || n % 2 || !std::ranges::all_of(text, is_digit) || (n == 12 && !form.century)) return std::nullopt;
  int pairs[6] = {};
  for (std::size_t i = 0; i < n / 2; ++i) pairs[i] = (text[2 * i] - '0') * 10 + (text[2 * i + 1] - '0');
  const std::size_t year_pairs = n / 2 - 4, year_at = form.year_last ? 4 : 0;
  const int* fields = form.year_last ? pairs : pairs + year_pairs;
  std::int64_t year = zone.civil(now.seconds).year;
  if (year_pairs == 2) year = pairs[year_at] * 100 + pairs[year_at + 1];
  if (year_pairs == 1) {
    year = pairs[year_at] + (pairs[year_at] < 69 ? 2000 : 1900);
    if (form.pds_pre_2000 && pairs[year_at] < 69) return std::nullopt;
  }
  const Local l{year, fields[0], fields[1], fields[2], fields[3], second == 60 ? 59 : second, -1};
  if (second > 60) return std::nullopt;
  auto t = make_time(zone, l);
  if (!t || !is_exact(zone, l, *t)) return std::nullopt;
  return *t + (second == 60);
}

}  // namespace nacre
