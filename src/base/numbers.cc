// Integers with suffixes and sizes for people; see numbers.h.
#include "src/base/numbers.h"

namespace nacre {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

NumberError operator|(NumberError a, NumberError b) {
  return static_cast<NumberError>(static_cast<int>(a) | static_cast<int>(b));
}

// The magnitude of a number and its sign; the limits are the caller's.
struct Magnitude {
  std::uint64_t value = 0;
  bool negative = false, overflow = false, any = false;
  std::size_t end = 0;
};

Magnitude scan(std::string_view s, int base) {
  Magnitude m;
  std::size_t i = 0;
  while (i < s.size() && is_space(s[i])) ++i;
  if (i < s.size() && (s[i] == '-' || s[i] == '+')) m.negative = s[i++] == '-';
  const bool prefix = i + 2 < s.size() && s[i] == '0' && (s[i + 1] | 32) == 'x' && digit_value(s[i + 2]) < 16;
  if (base == 0) base = prefix ? 16 : i < s.size() && s[i] == '0' ? 8 : 10;
  if (base == 16 && prefix) i += 2;
  const std::size_t start = i;
  for (int d; i < s.size() && (d = digit_value(s[i])) < base; ++i) {
    m.overflow |= __builtin_mul_overflow(m.value, static_cast<std::uint64_t>(base), &m.value);
    m.overflow |= __builtin_add_overflow(m.value, static_cast<std::uint64_t>(d), &m.value);
  }
  m.any = i > start;
  m.end = m.any ? i : 0;
  return m;
}

// The suffix at text[at...]: its factor is unit to the power.
struct Suffix {
  std::uint64_t unit = 1;
  int power = 0;
  std::size_t size = 0;
};

std::optional<Suffix> find_suffix(std::string_view text, std::size_t at, std::string_view allowed) {
  const char c = text[at];
  if (allowed.find(c) == allowed.npos) return std::nullopt;
  Suffix s{1024, 1, 1};
  switch (c) {
    case 'c': return Suffix{1, 0, 1};
    case 'w': return Suffix{2, 1, 1};
    case 'b': return Suffix{512, 1, 1};
    case 'B': return s;
    case 'k': case 'K': break;
    case 'm': case 'M': s.power = 2; break;
    case 'g': case 'G': s.power = 3; break;
    case 't': case 'T': s.power = 4; break;
    case 'P': s.power = 5; break;
    case 'E': s.power = 6; break;
    case 'Z': s.power = 7; break;
    case 'Y': s.power = 8; break;
    default: return std::nullopt;
  }
  if (allowed.find('0') == allowed.npos || at + 1 == text.size()) return s;
  if (text.substr(at + 1, 2) == "iB") {
    s.size = 3;
  } else if (text[at + 1] == 'B' || text[at + 1] == 'D') {
    s.unit = 1000;
    s.size = 2;
  }
  return s;
}

// Reads magnitude and suffix; `value` may be at most `limit`, else it becomes the limit.
template <class Limit>
NumberError read(std::string_view text, std::string_view suffixes, int base, Magnitude& m, Limit limit_of) {
  m = scan(text, base);
  if (!m.any) {
    std::size_t i = 0;
    while (i < text.size() && is_space(text[i])) ++i;
    // A suffix alone, only right at the beginning.
    if (i != 0 || text.empty() || !find_suffix(text, 0, suffixes)) return NumberError::kInvalid;
    m.value = 1;
    m.negative = false;
  }
  NumberError e = NumberError::kNone;
  const std::uint64_t limit = limit_of(m.negative);
  const auto clamp = [&] {
    if (m.overflow || m.value > limit) {
      m.value = limit;
      m.overflow = false;
      e = e | NumberError::kOverflow;
    }
  };
  clamp();
  if (m.end == text.size()) return e;
  const auto s = find_suffix(text, m.end, suffixes);
  if (!s) return e | NumberError::kSuffix;
  for (int k = 0; k < s->power; ++k) {
    m.overflow |= __builtin_mul_overflow(m.value, s->unit, &m.value);
    clamp();
  }
  m.end += s->size;
  return m.end == text.size() ? e : e | NumberError::kSuffix;
}

}  // namespace

Number<std::uint64_t> parse_unsigned(std::string_view text, std::string_view suffixes, int base) {
  std::size_t i = 0;
  while (i < text.size() && is_space(text[i])) ++i;
  if (i < text.size() && text[i] == '-') return {0, NumberError::kInvalid, 0};
  Magnitude m;
  const NumberError e = read(text, suffixes, base, m, [](bool) { return UINT64_MAX; });
  return {m.value, e, m.end};
}

Number<std::int64_t> parse_signed(std::string_view text, std::string_view suffixes, int base) {
  Magnitude m;
  const NumberError e = read(text, suffixes, base, m, [](bool negative) {
    return static_cast<std::uint64_t>(INT64_MAX) + (negative ? 1 : 0);
  });
  return {static_cast<std::int64_t>(m.negative ? 0 - m.value : m.value), e, m.end};
}

namespace {
Error range_error(bool too_wide) { return too_wide ? Errno::kOVERFLOW : Errno::kRANGE; }
}  // namespace

Result<std::uint64_t> parse_decimal(std::string_view text, std::uint64_t min, std::uint64_t max, std::string_view suffixes) {
  const auto n = parse_unsigned(text, suffixes);
  if (n.error == NumberError::kOverflow) return fail(Errno::kOVERFLOW);
  if (!n) return fail(Errno::kINVAL);
  if (n.value < min || n.value > max) return fail(range_error(n.value > INT32_MAX / 2));
  return n.value;
}

Result<std::int64_t> parse_signed_decimal(std::string_view text, std::int64_t min, std::int64_t max, std::string_view suffixes) {
  const auto n = parse_signed(text, suffixes);
  if (n.error == NumberError::kOverflow) return fail(Errno::kOVERFLOW);
  if (!n) return fail(Errno::kINVAL);
  if (n.value < min || n.value > max) return fail(range_error(n.value > INT32_MAX / 2 || n.value < INT32_MIN / 2));
  return n.value;
}

std::string number_error_tail(const Error& e) {
  return e == Errno::kINVAL ? std::string() : ": " + std::string(describe(e.code));
}

std::string bad_argument(NumberError e, std::string_view option, std::string_view argument) {
  const std::string what = std::string(option) + " argument '" + std::string(argument) + "'";
  switch (e) {
    case NumberError::kOverflow: return what + " too large";
    case NumberError::kSuffix:
    case NumberError::kSuffixOverflow: return "invalid suffix in " + what;
    default: return "invalid " + what;
  }
}

std::optional<std::uint64_t> parse_digits(std::string_view text) {
  const Magnitude m = scan(text, 10);
  if (!m.any || m.overflow || m.end != text.size() || digit_value(text[0]) > 9) return std::nullopt;
  return m.value;
}

void append_number(std::string& out, std::uint64_t n) {
  char digits[20];
  std::size_t at = sizeof digits;
  do digits[--at] = static_cast<char>('0' + n % 10);
  while (n /= 10);
  out.append(digits + at, sizeof digits - at);
}

void append_number(std::string& out, std::int64_t n) {
  if (n < 0) out += '-';
  append_number(out, n < 0 ? 0 - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n));
}

// --- sizes for people -----------------------------------------------------------------------------------------------------

namespace {

constexpr int kLargestPower = 8;
using Wide = unsigned __int128;

// A non-negative number with a decimal and what is left after it: 0 nothing, 1 less than half, 2 half, 3 more.
struct Tenths {
  Wide whole = 0;
  unsigned tenths = 0, rest = 0;
};

// value / divisor, where `value.tenths` and rest say what is below.
Tenths divide(const Tenths& value, Wide divisor) {
  const Wide r10 = value.whole % divisor * 10 + value.tenths;
  const Wide r2 = r10 % divisor * 2 + (value.rest >> 1);
  Tenths t{value.whole / divisor, static_cast<unsigned>(r10 / divisor), 0};
  const Wide below = r2 + (value.rest != 0 && r2 == divisor ? 1 : 0);
  t.rest = r2 < divisor ? (r2 != 0 || value.rest != 0) : 2 + (divisor < below);
  return t;
}

std::string digits_of(Wide n) {
  std::string s;
  do s.insert(s.begin(), static_cast<char>('0' + static_cast<int>(n % 10)));
  while (n /= 10);
  return s;
}

}  // namespace

std::string human_readable(std::uint64_t n, const HumanFormat& f, std::uint64_t from, std::uint64_t to) {
  using Round = HumanFormat::Round;
  const unsigned base = f.base_1024 ? 1024 : 1000;
  int power = -1;
  Tenths t = divide({Wide{n} * from, 0, 0}, to);
  std::string point;
  if (f.autoscale) {
    power = 0;
    while (t.whole >= base && power < kLargestPower) {
      t = divide(t, base);
      ++power;
    }
    if (power > 0 && t.whole < 10) {
      if (f.round == Round::kNearest ? t.rest + (t.tenths & 1) > 2 : f.round == Round::kCeiling && t.rest > 0) {
        ++t.tenths;
        t.rest = 0;
        if (t.tenths == 10) {
          ++t.whole;
          t.tenths = 0;
        }
      }
      if (t.whole < 10 && (t.tenths || !f.suppress_point_zero)) {
        point = std::string(".") + static_cast<char>('0' + t.tenths);
        t.tenths = t.rest = 0;
      }
    }
  }
  const bool odd = (t.whole & 1) != 0;
  const bool up = f.round == Round::kNearest ? t.tenths + (t.rest + odd > 0 ? 1 : 0) > 5
                                             : f.round == Round::kCeiling && t.tenths + t.rest > 0;
  if (up) {
    ++t.whole;
    if (f.autoscale && t.whole == base && power < kLargestPower) {
      ++power;
      if (!f.suppress_point_zero) point = ".0";
      t.whole = 1;
    }
  }
  std::string out = digits_of(t.whole) + point;
  if (!f.suffix) return out;
  if (power < 0) {
    power = 0;
    for (Wide reached = 1; reached < to && power < kLargestPower; reached *= base) ++power;
  }
  if ((power || f.byte) && f.space_before_unit) out += ' ';
  if (power) out += !f.base_1024 && power == 1 ? 'k' : "\0KMGTPEZY"[power];
  if (f.byte) out += f.base_1024 && power ? "iB" : "B";
  return out;
}

NumberError parse_block_size(std::string_view spec, HumanFormat& format, std::uint64_t& size) {
  format = {};
  size = 1;
  if (!spec.empty() && spec[0] == '\'') spec.remove_prefix(1);   // groups of digits: none in our locales
  if (spec == "human-readable") format = kHuman1024;
  else if (spec == "si") format = kHuman1000;
  else {
    const auto n = parse_unsigned(spec, "eEgGkKmMpPtTyYzZ0", 0);
    if (!n) return n.error;
    if (n.value == 0) return NumberError::kInvalid;
    size = n.value;
    if (spec.find_first_of("0123456789") == spec.npos) {
      format.suffix = true;
      format.byte = spec.back() == 'B';
      format.base_1024 = !format.byte || (spec.size() > 1 && spec[spec.size() - 2] == 'i');
    }
  }
  return NumberError::kNone;
}

}  // namespace nacre
