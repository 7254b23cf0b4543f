// diff's own formats: --GTYPE-group-format, --LTYPE-line-format and -D (GNU diffutils manual, "Merging files with if-then-else").
#include <algorithm>

#include "src/base/numbers.h"
#include "src/commands/diff.h"

namespace nacre::diff {
namespace {

enum Which { kUnchanged, kOld, kNew, kChanged };
constexpr int kMaxConditions = 100;   // nested %(A=B?T:E)

// %c'C' and %c'\OOO': the character; at is behind the c. Empty: malformed.
std::optional<char> character(std::string_view f, std::size_t& at) {
  if (at + 2 >= f.size() || f[at] != '\'') return std::nullopt;
  if (f[at + 1] != '\\') {
    if (f[at + 2] != '\'') return std::nullopt;
    const char c = f[at + 1];
    at += 3;
    return c;
  }
  std::size_t i = at + 2;
  int n = 0;
  for (; i < f.size() && f[i] >= '0' && f[i] <= '7' && i < at + 5; ++i) n = n * 8 + (f[i] - '0');
  if (i == at + 2 || i >= f.size() || f[i] != '\'') return std::nullopt;
  at = i + 1;
  return static_cast<char>(n);
}

// The end of a [-][WIDTH][.[PREC]]{doxX} specification that begins at `at`; npos: it is none.
std::size_t specification(std::string_view f, std::size_t at) {
  std::size_t i = at;
  while (i < f.size() && (f[i] == '-' || f[i] == '\'' || f[i] == '0')) ++i;
  while (i < f.size() && f[i] >= '0' && f[i] <= '9') ++i;
  if (i < f.size() && f[i] == '.')
    for (++i; i < f.size() && f[i] >= '0' && f[i] <= '9';) ++i;
  if (i >= f.size() || std::string_view("doxX").find(f[i]) == std::string_view::npos) return std::string_view::npos;
  return i + 1;
}

}  // namespace

// spec: "-5.3d" and its like.
std::optional<std::string> Printer::number_format(std::string_view spec, std::uint64_t n) {
  const char kind = spec.back();
  spec.remove_suffix(1);
  bool left = false, zero = false;
  while (!spec.empty() && (spec[0] == '-' || spec[0] == '0' || spec[0] == '\'')) {
    left |= spec[0] == '-';
    zero |= spec[0] == '0';
    spec.remove_prefix(1);
  }
  const std::size_t point = spec.find('.');
  const auto width = parse_digits(spec.substr(0, point)).value_or(0);
  const bool precise = point != spec.npos;
  const auto precision = precise ? parse_digits(spec.substr(point + 1)).value_or(0) : 1;
  if (width > 4096 || precision > 4096) return std::nullopt;
  std::string digits;
  const unsigned base = kind == 'd' ? 10 : kind == 'o' ? 8 : 16;
  for (; n > 0; n /= base) digits.insert(digits.begin(), (kind == 'X' ? "0123456789ABCDEF" : "0123456789abcdef")[n % base]);
  if (digits.size() < precision) digits.insert(0, static_cast<std::size_t>(precision) - digits.size(), '0');
  if (digits.size() < width) {
    const std::size_t missing = static_cast<std::size_t>(width) - digits.size();
    if (left) digits.append(missing, ' ');
    else digits.insert(0, missing, zero && !precise ? '0' : ' ');
  }
  return digits;
}

// Lines of one file through its line format.
void Printer::lines(int which, int file, std::size_t from, std::size_t to) {
  const Input& in = *in_[file];
  for (std::size_t i = from; i < to && !out_.failed(); ++i) {
    const bool last = i + 1 == in.lines.size() && in.missing_newline;
    if (!s_.line_format[which]) {
      put_text(in.lines[i]);
      out_.put('\n');
      continue;
    }
    const std::string& format = *s_.line_format[which];
    for (std::size_t at = 0; at < format.size() && !out_.failed();) {
      const char c = format[at++];
      if (c != '%' || at >= format.size()) {
        out_.put(c);
        continue;
      }
      const char d = format[at];
      if (d == '%') {
        out_.put('%');
        ++at;
      } else if (d == 'l' || d == 'L') {
        put_text(in.lines[i]);
        if (d == 'L' && !last) out_.put('\n');
        ++at;
      } else if (d == 'c') {
        std::size_t behind = at + 1;
        if (auto ch = character(format, behind)) {
          out_.put(*ch);
          at = behind;
        } else {
          out_.put('%');
        }
      } else {
        const std::size_t end = specification(format, at);
        if (end != std::string::npos && end < format.size() && format[end] == 'n') {
          out_.put(number_format(std::string_view(format).substr(at, end - at), i + 1).value_or(""));
          at = end + 1;
        } else {
          out_.put('%');
        }
      }
    }
  }
}

// A piece of a group format up to `end` (0: all of it); gives where it stopped.
std::size_t Printer::group_piece(std::string_view f, std::size_t at, char end, std::size_t a0, std::size_t a1, std::size_t b0, std::size_t b1,
                                 bool print, int depth) {
  const auto letter = [&](char c) -> std::optional<std::uint64_t> {
    const bool upper = c >= 'A' && c <= 'Z';
    const std::size_t from = upper ? b0 : a0, to = upper ? b1 : a1;
    switch (c | 32) {
      case 'f': return from + 1;
      case 'l': return to;
      case 'n': return to - from;
      case 'e': return from;
      case 'm': return to + 1;
    }
    return std::nullopt;
  };
  while (at < f.size() && !(end && f[at] == end) && !out_.failed()) {
    const char c = f[at++];
    if (c != '%' || at >= f.size()) {
      if (print) out_.put(c);
      continue;
    }
    const char d = f[at];
    if (d == '%') {
      if (print) out_.put('%');
      ++at;
    } else if (d == '<' || d == '=') {
      const int which = d == '<' ? kOld : kUnchanged;
      if (print) lines(which, 0, a0, a1);
      ++at;
    } else if (d == '>') {
      if (print) lines(kNew, 1, b0, b1);
      ++at;
    } else if (d == 'c') {
      std::size_t behind = at + 1;
      if (auto ch = character(f, behind)) {
        if (print) out_.put(*ch);
        at = behind;
      } else if (print) {
        out_.put('%');
      }
    } else if (d == '(' && depth < kMaxConditions) {
      std::size_t i = at + 1;
      std::uint64_t values[2] = {};
      bool good = true;
      for (int k = 0; k < 2 && good; ++k) {
        if (i < f.size() && f[i] >= '0' && f[i] <= '9') {
          for (; i < f.size() && f[i] >= '0' && f[i] <= '9'; ++i) values[k] = values[k] * 10 + static_cast<unsigned>(f[i] - '0');
        } else if (auto v = i < f.size() ? letter(f[i]) : std::nullopt) {
          values[k] = *v;
          ++i;
        } else {
          good = false;
        }
        good = good && i < f.size() && f[i++] == (k == 0 ? '=' : '?');
      }
      if (!good) {
        if (print) out_.put('%');
        continue;
      }
      i = group_piece(f, i, ':', a0, a1, b0, b1, print && values[0] == values[1], depth + 1);
      if (i < f.size()) i = group_piece(f, i + 1, ')', a0, a1, b0, b1, print && values[0] != values[1], depth + 1);
      at = i < f.size() ? i + 1 : i;
    } else {
      const std::size_t stop = specification(f, at);
      const auto n = stop != std::string_view::npos && stop < f.size() ? letter(f[stop]) : std::nullopt;
      if (n) {
        if (print) out_.put(number_format(f.substr(at, stop - at), *n).value_or(""));
        at = stop + 1;
      } else if (print) {
        out_.put('%');
      }
    }
  }
  return at;
}

void Printer::group(const std::string& format, std::size_t a0, std::size_t a1, std::size_t b0, std::size_t b1, int depth) {
  (void)group_piece(format, 0, 0, a0, a1, b0, b1, true, depth);
}

Task<> Printer::formatted() {
  const auto default_format = [&](int which) -> std::string {
    if (s_.group_format[which]) return *s_.group_format[which];
    switch (which) {
      case kUnchanged: return "%=";
      case kOld: return s_.group_format[kChanged].value_or("%<");
      case kNew: return s_.group_format[kChanged].value_or("%>");
      default: return default_changed();
    }
  };
  const std::string formats[] = {default_format(kUnchanged), default_format(kOld), default_format(kNew), default_format(kChanged)};
  std::size_t i = 0, j = 0;
  const std::size_t n = in_[0]->lines.size();
  for (std::size_t k = 0; k <= changes_.size(); ++k) {
    const std::size_t to = k < changes_.size() ? changes_[k].a : n;
    if (i < to) group(formats[kUnchanged], i, to, j, j + (to - i), 0);
    j += to - i;
    i = to;
    co_await breathe();
    if (k == changes_.size()) break;
    const Change& c = changes_[k];
    const int which = c.ignored ? kUnchanged : c.deleted == 0 ? kNew : c.inserted == 0 ? kOld : kChanged;
    group(formats[which], i, i + c.deleted, j, j + c.inserted, 0);
    i += c.deleted;
    j += c.inserted;
  }
}

// A changed group is an old one and a new one.
std::string Printer::default_changed() const {
  return s_.group_format[kOld].value_or("%<") + s_.group_format[kNew].value_or("%>");
}

}  // namespace nacre::diff
