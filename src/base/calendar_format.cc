// strftime: flags, width and directives; see calendar.h. The padding rules are those of gnulib's nstrftime.
#include <array>

#include "src/base/calendar.h"
#include "src/base/memory.h"

namespace nacre {
namespace {

constexpr std::string_view kWeekdays[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
constexpr std::string_view kMonths[] = {"January", "February", "March", "April", "May", "June", "July", "August",
                                        "September", "October", "November", "December"};

struct Directive {
  char pad = 0;            // 0, '_', '-', '+' or '0'
  int width = -1;
  bool upper = false, change_case = false, lower = false;
  char modifier = 0;
};

// ISO 8601 week-based year and week.
std::pair<std::int64_t, int> iso_week(const CivilTime& t) {
  const auto week_day = [](int yearday, int weekday) { return yearday - (yearday - weekday + 4 + 7 * 53) % 7 + 3; };
  std::int64_t year = t.year;
  int days = week_day(t.yearday, t.weekday);
  if (days < 0) {
    --year;
    days = week_day(t.yearday + 365 + is_leap_year(year), t.weekday);
  } else {
    const int next = week_day(t.yearday - (365 + is_leap_year(year)), t.weekday);
    if (next >= 0) {
      ++year;
      days = next;
    }
  }
  return {year, days / 7 + 1};
}

class Formatter {
 public:
  bool fits = true;   // false: a padding was left out, for memory has no room for it
  Formatter(std::string& out, const CivilTime& t, TimeFormat kind) : out_(out), t_(t), kind_(kind) {}

  void run(std::string_view format, bool upper, char year_pad, int first_width) {
    for (std::size_t i = 0; i < format.size(); ++i, first_width = -1) {
      if (format[i] != '%') {
        out_ += format[i];
        continue;
      }
      const std::size_t start = i++;
      Directive d;
      d.upper = upper;
      d.width = first_width;
      bool flags = true;
      while (flags && i < format.size()) {
        switch (format[i]) {
          case '+':
            if (!gnu()) { flags = false; break; }
            [[fallthrough]];
          case '_': case '-': case '0': d.pad = format[i++]; break;
          case '^': d.upper = true; ++i; break;
          case '#': d.change_case = true; ++i; break;
          default: flags = false;
        }
      }
      if (i < format.size() && digit(format[i])) {
        d.width = 0;
        for (; i < format.size() && digit(format[i]); ++i)
          d.width = d.width > kWidest / 10 ? kWidest : d.width * 10 + (format[i] - '0');
      }
      if (i < format.size() && (format[i] == 'E' || format[i] == 'O')) d.modifier = format[i++];
      int colons = 0;
      std::size_t at = i;
      if (gnu())
        while (at < format.size() && format[at] == ':') ++at, ++colons;
      if (colons) {
        if (at < format.size() && format[at] == 'z') i = at;
        else colons = 0;
      }
      if (i >= format.size() || !directive(format[i], d, colons, year_pad, i == start + 1)) {
        const std::size_t end = std::min(i + 1, format.size());
        // (GNU counts the directive one short when it ends in %.)
        pad_to(end - start - (end > start && format[end - 1] == '%' && end - start > 1), d);
        d.width = -1;
        text(format.substr(start, end - start), d);
      }
    }
  }

 private:
  static bool digit(char c) { return c >= '0' && c <= '9'; }
  bool gnu() const { return kind_ == TimeFormat::kGnu; }

  static constexpr int kWidest = 2'000'000'000;
  void fill(int n, char c) {
    const auto size = static_cast<std::size_t>(n);
    if (size > 65536 && !memory::available(3 * (std::uint64_t{out_.size()} + size))) fits = false;
    else out_.append(size, c);
  }

  void pad_to(std::size_t n, const Directive& d) {
    if (d.pad == '-' || d.width < 0 || n >= static_cast<std::size_t>(d.width)) return;
    fill(d.width - static_cast<int>(n), d.pad == '0' || d.pad == '+' ? '0' : ' ');
  }

  void text(std::string_view s, const Directive& d) {
    pad_to(s.size(), d);
    for (char c : s) {
      if (d.lower) out_ += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
      else if (d.upper) out_ += c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
      else out_ += c;
    }
  }

  // `colons`: bit n puts a colon before the n-th last digit, as in nstrftime's tz_colon_mask.
  void number(Directive d, int digits, bool negative, std::uint64_t value, bool sign = false, unsigned colons = 0) {
    std::array<char, 40> buffer;
    std::size_t at = buffer.size();
    do {
      if (colons & 1) buffer[--at] = ':';
      colons >>= 1;
      buffer[--at] = static_cast<char>('0' + value % 10);
      value /= 10;
    } while (value || colons);
    if (d.pad == 0) d.pad = '0';
    if (d.width < 0) d.width = digits;
    const std::string_view body(buffer.data() + at, buffer.size() - at);
    const char sign_char = negative ? '-' : sign ? '+' : 0;
    if (sign_char) {
      const int shortage = d.width - 1 - static_cast<int>(body.size());
      if (d.pad == '_' && shortage > 0) {
        fill(shortage, ' ');
        d.width -= shortage;
      }
      out_ += sign_char;
      --d.width;
    }
    text(body, d);
  }
  void signed_number(const Directive& d, int digits, std::int64_t v) {
    number(d, digits, v < 0, v < 0 ? 0 - static_cast<std::uint64_t>(v) : static_cast<std::uint64_t>(v));
  }
  void space_padded(Directive d, int value) {
    if (d.pad == 0) d.pad = '_';
    number(d, 2, false, static_cast<std::uint64_t>(value));
  }
  void yearish(Directive d, int digits, bool negative, std::uint64_t value, char year_pad) {
    if (d.pad == 0) d.pad = year_pad;
    const bool sign = d.pad == '+' && ((digits == 2 ? 99u : 9999u) < value || digits < d.width);
    number(d, digits, negative, value, sign && !negative);
  }
  void composite(std::string_view format, const Directive& d, char year_pad, int first_width = -1) {
    std::string inner;
    Formatter f(inner, t_, kind_);
    f.run(format, d.upper, year_pad, first_width);
    fits &= f.fits;
    Directive outer = d;
    outer.lower = false;
    text(inner, outer);
  }
  void offset(const Directive& d, int colons) {
    const bool negative = t_.offset < 0 || (t_.offset == 0 && t_.zone.starts_with('-'));
    const unsigned v = static_cast<unsigned>(t_.offset < 0 ? -t_.offset : t_.offset);
    const unsigned h = v / 3600, m = v / 60 % 60, s = v % 60;
    if (colons == 3) colons = s ? 2 : m ? 1 : 3;
    if (colons == 0) number(d, 5, negative, h * 100 + m, true);
    else if (colons == 1) number(d, 6, negative, h * 100 + m, true, 4);
    else if (colons == 2) number(d, 9, negative, h * 10000 + m * 100 + s, true, 024);
    else number(d, 3, negative, h, true);
  }
  void nanoseconds(Directive d) {
    std::uint32_t n = t_.nanoseconds;
    const bool strip = d.pad == '_' || (d.pad == '-' && d.width > 0);
    if (d.width <= 0) d.width = 9;
    int digits = 9;
    while (d.width < digits || (strip && digits > 1 && n % 10 == 0)) {
      --digits;
      n /= 10;
    }
    std::string body(static_cast<std::size_t>(digits), '0');
    for (int j = digits; j > 0; --j, n /= 10) body[static_cast<std::size_t>(j - 1)] = static_cast<char>('0' + n % 10);
    out_ += body;
    if (d.pad != '-' && d.width > digits) fill(d.width - digits, d.pad == '_' ? ' ' : '0');
  }

  bool directive(char c, Directive d, int colons, char year_pad, bool plain) {
    constexpr std::string_view kNotE = "%aAbBdDeFgGhHIjklmMNSUVwW", kNotO = "%aAcDFqxXY";
    if (d.modifier == 'E' && kNotE.find(c) != kNotE.npos) return false;
    if (d.modifier == 'O' && kNotO.find(c) != kNotO.npos) return false;
    if (colons > 3) return false;
    const auto hour12 = [&] { return t_.hour == 0 ? 12 : t_.hour > 12 ? t_.hour - 12 : t_.hour; };
    const std::string_view weekday = kWeekdays[t_.weekday], month = kMonths[t_.month - 1];
    const bool negative_year = t_.year < 0;
    const std::uint64_t year = negative_year ? static_cast<std::uint64_t>(-t_.year) : static_cast<std::uint64_t>(t_.year);
    switch (c) {
      case '%':
        if (!plain) return false;
        out_ += '%';
        return true;
      case 'n': text("\n", d); return true;
      case 't': text("\t", d); return true;
      case 'a': d.upper |= d.change_case; text(weekday.substr(0, 3), d); return true;
      case 'A': d.upper |= d.change_case; text(weekday, d); return true;
      case 'b': case 'h': d.upper |= d.change_case; text(month.substr(0, 3), d); return true;
      case 'B': d.upper |= d.change_case; text(month, d); return true;
      case 'c': composite("%a %b %e %H:%M:%S %-Y", d, year_pad); return true;
      case 'D': case 'x': composite("%m/%d/%y", d, year_pad); return true;
      case 'r': composite("%I:%M:%S %p", d, year_pad); return true;
      case 'R': composite("%H:%M", d, year_pad); return true;
      case 'T': case 'X': composite("%H:%M:%S", d, year_pad); return true;
      case 'F': iso_date(d, year_pad); return true;
      case 'C': {
        const std::int64_t century = negative_year ? -static_cast<std::int64_t>(year / 100) : t_.year / 100;
        yearish(d, 2, negative_year, static_cast<std::uint64_t>(century < 0 ? -century : century), year_pad);
        return true;
      }
      case 'd': number(d, 2, false, static_cast<unsigned>(t_.day)); return true;
      case 'e': space_padded(d, t_.day); return true;
      case 'H': number(d, 2, false, static_cast<unsigned>(t_.hour)); return true;
      case 'I': number(d, 2, false, static_cast<unsigned>(hour12())); return true;
      case 'k': space_padded(d, t_.hour); return true;
      case 'l': space_padded(d, hour12()); return true;
      case 'j': number(d, 3, false, static_cast<unsigned>(t_.yearday + 1)); return true;
      case 'M': number(d, 2, false, static_cast<unsigned>(t_.minute)); return true;
      case 'm': number(d, 2, false, static_cast<unsigned>(t_.month)); return true;
      case 'N':
        if (!gnu()) return false;
        nanoseconds(d);
        return true;
      case 'P': d.lower = true; text(t_.hour > 11 ? "PM" : "AM", d); return true;
      case 'p':
        if (d.change_case) d.upper = false, d.lower = true;
        text(t_.hour > 11 ? "PM" : "AM", d);
        return true;
      case 'q':
        if (!gnu()) return false;
        number(d, 1, false, static_cast<unsigned>((t_.month - 1) / 3 + 1));
        return true;
      case 'S': number(d, 2, false, static_cast<unsigned>(t_.second)); return true;
      case 's': signed_number(d, 1, t_.seconds); return true;
      case 'u': number(d, 1, false, static_cast<unsigned>((t_.weekday + 6) % 7 + 1)); return true;
      case 'w': number(d, 1, false, static_cast<unsigned>(t_.weekday)); return true;
      case 'U': number(d, 2, false, static_cast<unsigned>((t_.yearday - t_.weekday + 7) / 7)); return true;
      case 'W': number(d, 2, false, static_cast<unsigned>((t_.yearday - (t_.weekday + 6) % 7 + 7) / 7)); return true;
      case 'V': number(d, 2, false, static_cast<unsigned>(iso_week(t_).second)); return true;
      case 'G': {
        const std::int64_t y = iso_week(t_).first;
        yearish(d, 4, y < 0, static_cast<std::uint64_t>(y < 0 ? -y : y), year_pad);
        return true;
      }
      case 'g': {
        const std::int64_t y = iso_week(t_).first % 100;
        yearish(d, 2, false, static_cast<std::uint64_t>(y < 0 ? y + 100 : y), year_pad);
        return true;
      }
      case 'Y': yearish(d, 4, negative_year, year, year_pad); return true;
      case 'y': {
        const std::int64_t y = t_.year % 100;
        yearish(d, 2, false, static_cast<std::uint64_t>(y < 0 ? y + 100 : y), year_pad);
        return true;
      }
      case 'Z':
        if (d.change_case) d.upper = false, d.lower = true;
        text(t_.zone, d);
        return true;
      case 'z': offset(d, colons); return true;
    }
    return false;
  }

  void iso_date(Directive d, char year_pad) {
    if (!gnu()) return composite("%Y-%m-%d", d, year_pad);
    int year_width = 0;
    if (d.pad == 0 && d.width < 0) {
      d.pad = '+';
      year_width = 4;
    } else {
      year_width = d.width - 6 < 0 ? 0 : d.width - 6;
    }
    d.width = year_width;
    composite("%Y-%m-%d", d, d.pad, year_width);
  }

  std::string& out_;
  const CivilTime& t_;
  TimeFormat kind_;
};

}  // namespace

bool format_time(std::string& out, std::string_view format, const CivilTime& t, TimeFormat kind) {
  Formatter f(out, t, kind);
  f.run(format, false, 0, -1);
  return f.fits;
}

}  // namespace nacre
