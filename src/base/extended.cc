// Arithmetic, reading and printing of 80-bit floating-point numbers; see extended.h.
//
// Printing expands mantissa * 2^exponent to its exact decimal digits (at most about 16,500) with a simple big integer, and
// then rounds those, so that it needs no clever algorithm to be right. Reading builds the exact ratio of integers and
// divides it bit by bit; short numbers, which are nearly all, take a path through 128-bit integers.
#include "src/base/extended.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace nacre {

using Wide = unsigned __int128;

namespace {

int bit_length(Wide m) {
  const auto high = static_cast<std::uint64_t>(m >> 64);
  return high ? 128 - std::countl_zero(high) : 64 - std::countl_zero(static_cast<std::uint64_t>(m));
}

// Unsigned integers of any size: 32-bit limbs, the lowest first, without zeros at the top.
class Big {
 public:
  explicit Big(std::uint64_t n = 0) {
    for (; n; n >>= 32) limbs_.push_back(static_cast<std::uint32_t>(n));
  }
  bool zero() const { return limbs_.empty(); }
  int bits() const { return limbs_.empty() ? 0 : static_cast<int>(limbs_.size()) * 32 - std::countl_zero(limbs_.back()); }
  // this = this * factor + add
  void multiply_add(std::uint32_t factor, std::uint32_t add) {
    std::uint64_t carry = add;
    for (std::uint32_t& limb : limbs_) {
      carry += std::uint64_t{limb} * factor;
      limb = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry) limbs_.push_back(static_cast<std::uint32_t>(carry));
  }
  void multiply_power_of_10(int n) {
    for (; n >= 9; n -= 9) multiply_add(1'000'000'000, 0);
    for (; n > 0; --n) multiply_add(10, 0);
  }
  // Divides, and gives the remainder.
  std::uint32_t divide(std::uint32_t divisor) {
    std::uint64_t rest = 0;
    for (std::size_t i = limbs_.size(); i-- > 0;) {
      rest = rest << 32 | limbs_[i];
      limbs_[i] = static_cast<std::uint32_t>(rest / divisor);
      rest %= divisor;
    }
    trim();
    return static_cast<std::uint32_t>(rest);
  }
  void shift_left(int n) {
    if (limbs_.empty()) return;
    limbs_.insert(limbs_.begin(), static_cast<std::size_t>(n / 32), 0);
    if (n % 32) multiply_add(std::uint32_t{1} << n % 32, 0);
  }
  std::strong_ordering operator<=>(const Big& o) const {
    if (limbs_.size() != o.limbs_.size()) return limbs_.size() <=> o.limbs_.size();
    for (std::size_t i = limbs_.size(); i-- > 0;)
      if (limbs_[i] != o.limbs_[i]) return limbs_[i] <=> o.limbs_[i];
    return std::strong_ordering::equal;
  }
  bool operator==(const Big&) const = default;
  // this -= o, which is not larger.
  void subtract(const Big& o) {
    std::int64_t carry = 0;
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
      carry += std::int64_t{limbs_[i]} - (i < o.limbs_.size() ? o.limbs_[i] : 0);
      limbs_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    trim();
  }
  // The top 127 bits or fewer, with the exponent that goes with them; sticky when something was cut off.
  Wide top(int& exponent, bool& sticky) const {
    Wide m = 0;
    exponent = 0;
    std::size_t i = limbs_.size();
    for (int taken = 0; i > 0 && taken < 3; ++taken) m = m << 32 | limbs_[--i];
    exponent = static_cast<int>(i) * 32;
    for (; i > 0; --i) sticky |= limbs_[i - 1] != 0;
    return m;
  }

 private:
  void trim() {
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
  }
  std::vector<std::uint32_t> limbs_;
};

}  // namespace

// --- values ---------------------------------------------------------------------------------------------------------------

Extended Extended::make(bool negative, Wide m, int exponent, bool sticky, bool* out_of_range) {
  Extended r;
  r.negative_ = negative;
  if (m == 0) {
    if (sticky && out_of_range) *out_of_range = true;
    return r;
  }
  int shift = bit_length(m) - 64;
  const bool tiny = exponent + shift < kMinExponent;
  if (tiny) shift = kMinExponent - exponent;
  if (shift > 0) {
    const bool gone = shift > 127;
    const Wide rest = gone ? m : m & ((Wide{1} << shift) - 1);
    const Wide half = gone ? 0 : Wide{1} << (shift - 1);
    m = gone ? 0 : m >> shift;
    if (tiny && out_of_range && (rest || sticky)) *out_of_range = true;
    if (!gone && (rest > half || (rest == half && (sticky || (m & 1))))) ++m;
    if (m >> 64) {
      m >>= 1;
      ++shift;
    }
  } else {
    if (tiny && sticky && out_of_range) *out_of_range = true;
    m <<= -shift;
  }
  r.mantissa_ = static_cast<std::uint64_t>(m);
  r.exponent_ = exponent + shift;
  if (r.mantissa_ == 0) r.exponent_ = kMinExponent;
  if (r.exponent_ > kMaxExponent) {
    if (out_of_range) *out_of_range = true;
    return infinity(negative);
  }
  return r;
}

Extended Extended::from(std::uint64_t n) { return make(false, n, 0, false); }
Extended Extended::from(std::int64_t n) {
  return make(n < 0, n < 0 ? 0 - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n), 0, false);
}
Extended Extended::infinity(bool negative) {
  Extended r;
  r.kind_ = Kind::kInfinite;
  r.negative_ = negative;
  return r;
}
Extended Extended::nan(bool negative) {
  Extended r;
  r.kind_ = Kind::kNan;
  r.negative_ = negative;
  return r;
}
Extended Extended::from_double(double d) {
  const auto bits = std::bit_cast<std::uint64_t>(d);
  const bool negative = bits >> 63;
  const int exponent = static_cast<int>(bits >> 52 & 0x7FF);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  if (exponent == 0x7FF) return fraction ? nan(negative) : infinity(negative);
  if (exponent == 0) return make(negative, fraction, -1074, false);
  return make(negative, fraction | std::uint64_t{1} << 52, exponent - 1075, false);
}

double Extended::to_double() const {
  const std::uint64_t sign = std::uint64_t{negative_} << 63;
  constexpr std::uint64_t kInfinite = std::uint64_t{0x7FF} << 52;
  if (kind_ == Kind::kNan) return std::bit_cast<double>(sign | kInfinite | std::uint64_t{1} << 51);
  if (kind_ == Kind::kInfinite) return std::bit_cast<double>(sign | kInfinite);
  int shift = 11;
  const bool denormal = exponent_ + shift < -1074;
  if (denormal) shift = -1074 - exponent_;
  if (mantissa_ == 0 || shift > 64) return std::bit_cast<double>(sign);
  std::uint64_t m = shift == 64 ? 0 : mantissa_ >> shift;
  const std::uint64_t rest = shift == 64 ? mantissa_ : mantissa_ & ((std::uint64_t{1} << shift) - 1);
  const std::uint64_t half = std::uint64_t{1} << (shift - 1);
  if (rest > half || (rest == half && (m & 1))) ++m;
  if (denormal) return std::bit_cast<double>(sign | m);
  // A carry into bit 53 just makes the next exponent.
  const int exponent = exponent_ + shift + 1075;
  if (exponent >= 0x7FF || (exponent == 0x7FE && m >> 53)) return std::bit_cast<double>(sign | kInfinite);
  return std::bit_cast<double>(sign | ((static_cast<std::uint64_t>(exponent) << 52) + (m - (std::uint64_t{1} << 52))));
}

std::int64_t Extended::to_int64() const {
  if (kind_ == Kind::kNan || (is_finite() && exponent_ <= -64)) return 0;
  if (kind_ == Kind::kInfinite || exponent_ > -1) return negative_ ? INT64_MIN : INT64_MAX;
  const auto whole = static_cast<std::int64_t>(mantissa_ >> -exponent_);
  return negative_ ? -whole : whole;
}

Extended Extended::operator-() const {
  Extended r = *this;
  r.negative_ = !negative_;
  return r;
}

Extended operator+(Extended a, Extended b) {
  if (a.is_nan() || b.is_nan()) return Extended::nan(a.is_nan() ? a.negative_ : b.negative_);
  if (a.is_infinite()) return b.is_infinite() && a.negative_ != b.negative_ ? Extended::nan(true) : a;
  if (b.is_infinite()) return b;
  if (a.is_zero() || b.is_zero()) {
    if (a.is_zero() && b.is_zero() && a.negative_ != b.negative_) return {};
    return a.is_zero() ? b : a;
  }
  if (a.exponent_ < b.exponent_ || (a.exponent_ == b.exponent_ && a.mantissa_ < b.mantissa_)) std::swap(a, b);
  // a is the larger one (denormals have the least exponent): 62 bits of room below it, one above.
  const int distance = a.exponent_ - b.exponent_;
  const Wide x = Wide{a.mantissa_} << 62;
  Wide y = Wide{b.mantissa_} << 62;
  bool sticky = false;
  if (distance > 126) {
    y = 0;
    sticky = true;
  } else {
    sticky = (y & ((Wide{1} << distance) - 1)) != 0;
    y >>= distance;
  }
  if (a.negative_ == b.negative_) return Extended::make(a.negative_, x + y, a.exponent_ - 62, sticky);
  const Wide difference = x - y - (sticky ? 1 : 0);
  if (difference == 0 && !sticky) return {};
  return Extended::make(a.negative_, difference, a.exponent_ - 62, sticky);
}

Extended operator*(Extended a, Extended b) {
  const bool negative = a.negative_ != b.negative_;
  if (a.is_nan() || b.is_nan()) return Extended::nan(a.is_nan() ? a.negative_ : b.negative_);
  if (a.is_infinite() || b.is_infinite())
    return a.is_zero() || b.is_zero() ? Extended::nan(true) : Extended::infinity(negative);
  return Extended::make(negative, Wide{a.mantissa_} * b.mantissa_, a.exponent_ + b.exponent_, false);
}

Extended operator/(Extended a, Extended b) {
  const bool negative = a.negative_ != b.negative_;
  if (a.is_nan() || b.is_nan()) return Extended::nan(a.is_nan() ? a.negative_ : b.negative_);
  if (a.is_infinite()) return b.is_infinite() ? Extended::nan(true) : Extended::infinity(negative);
  if (b.is_infinite()) return Extended::make(negative, 0, 0, false);
  if (b.is_zero()) return a.is_zero() ? Extended::nan(true) : Extended::infinity(negative);
  if (a.is_zero()) return Extended::make(negative, 0, 0, false);
  const int up = std::countl_zero(a.mantissa_), down = std::countl_zero(b.mantissa_);
  const Wide x = Wide{a.mantissa_ << up} << 64;
  const std::uint64_t y = b.mantissa_ << down;
  Wide q = x / y, rest = x % y;
  q = q << 2 | (rest << 2) / y;
  rest = (rest << 2) % y;
  return Extended::make(negative, q, (a.exponent_ - up) - (b.exponent_ - down) - 66, rest != 0);
}

std::partial_ordering operator<=>(Extended a, Extended b) {
  using Order = std::partial_ordering;
  if (a.is_nan() || b.is_nan()) return Order::unordered;
  if (a.is_zero() && b.is_zero()) return Order::equivalent;
  const bool a_less = a.negative_ && !a.is_zero(), b_less = b.negative_ && !b.is_zero();
  if (a_less != b_less) return a_less ? Order::less : Order::greater;
  // The same sign (a zero counts as positive): compare magnitudes.
  Order order = Order::equivalent;
  if (a.is_infinite() || b.is_infinite())
    order = a.is_infinite() == b.is_infinite() ? Order::equivalent : a.is_infinite() ? Order::greater : Order::less;
  else if (a.is_zero() || b.is_zero()) order = a.is_zero() ? Order::less : Order::greater;
  else if (a.exponent_ != b.exponent_) order = a.exponent_ <=> b.exponent_;
  else order = a.mantissa_ <=> b.mantissa_;
  return a_less ? 0 <=> order : order;
}

// --- reading --------------------------------------------------------------------------------------------------------------

namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  c = static_cast<char>(c | 32);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}
bool starts_with_word(std::string_view s, std::string_view word) {
  if (s.size() < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i)
    if ((s[i] | 32) != word[i]) return false;
  return true;
}

// Exponent after e or p: a sign and digits, clamped. Gives the bytes used, 0 when there are no digits.
std::size_t read_exponent(std::string_view s, char letter, int& exponent) {
  if (s.size() < 2 || (s[0] | 32) != letter) return 0;
  std::size_t i = 1;
  const bool negative = s[i] == '-';
  if (s[i] == '-' || s[i] == '+') ++i;
  if (i == s.size() || !is_digit(s[i])) return 0;
  int n = 0;
  for (; i < s.size() && is_digit(s[i]); ++i) n = std::min(n * 10 + (s[i] - '0'), 10'000'000);
  exponent = negative ? -n : n;
  return i;
}

// 10^n for n up to 27 fits 90 bits.
Wide power_of_10(int n) {
  Wide p = 1;
  while (n-- > 0) p *= 10;
  return p;
}

// digits * 10^exponent, the digits without leading zeros.
Extended from_decimal(bool negative, std::string_view digits, std::int64_t exponent, bool& out_of_range) {
  constexpr std::size_t kMaxDigits = 12'000;   // more cannot matter but as "a little more"
  bool more = false;
  if (digits.size() > kMaxDigits) {
    more = digits.find_first_not_of('0', kMaxDigits) != digits.npos;
    exponent += static_cast<std::int64_t>(digits.size() - kMaxDigits);
    digits = digits.substr(0, kMaxDigits);
  }
  const std::int64_t point = exponent + static_cast<std::int64_t>(digits.size());
  if (digits.empty()) return Extended::make(negative, 0, 0, false);
  if (point > 5000 || point < -5100) {
    out_of_range = true;
    return point > 0 ? Extended::infinity(negative) : Extended::make(negative, 0, 0, false);
  }
  const int e = static_cast<int>(exponent);
  if (digits.size() <= 19 && e >= -18 && e <= 19) {
    std::uint64_t n = 0;
    for (char c : digits) n = n * 10 + static_cast<std::uint64_t>(c - '0');
    if (e >= 0) return Extended::make(negative, Wide{n} * power_of_10(e), 0, false, &out_of_range);
    const int up = 127 - bit_length(n);
    const Wide x = Wide{n} << up, y = power_of_10(-e);
    return Extended::make(negative, x / y, -up, x % y != 0, &out_of_range);
  }
  Big n;
  for (char c : digits) n.multiply_add(10, static_cast<std::uint32_t>(c - '0'));
  if (n.zero() && digits.find_first_not_of('0') == digits.npos) return Extended::make(negative, 0, 0, false);
  if (e >= 0) {
    n.multiply_power_of_10(e);
    int shift = 0;
    const Wide m = n.top(shift, more);
    return Extended::make(negative, m, shift, more, &out_of_range);
  }
  Big divisor(1);
  divisor.multiply_power_of_10(-e);
  // Scales so that the quotient has 66 or 67 bits, then divides bit by bit.
  constexpr int kBits = 67;
  const int scale = divisor.bits() - n.bits() + kBits - 1;
  if (scale > 0) n.shift_left(scale);
  else divisor.shift_left(-scale);
  divisor.shift_left(kBits);
  Wide q = 0;
  for (int i = 0; i <= kBits; ++i) {
    q <<= 1;
    if (n >= divisor) {
      n.subtract(divisor);
      q |= 1;
    }
    n.shift_left(1);
  }
  return Extended::make(negative, q, -scale, more || !n.zero(), &out_of_range);
}

struct Digits {
  std::string text;             // without leading zeros
  std::int64_t point = 0;       // how many digits of text stand after the decimal point
  bool any = false;
  std::size_t end = 0;
};

template <class IsDigit>
Digits read_digits(std::string_view s, std::size_t i, IsDigit is) {
  Digits d;
  bool point = false;
  for (; i < s.size(); ++i) {
    if (s[i] == '.' && !point) {
      point = true;
      if (!d.any && !(i + 1 < s.size() && is(s[i + 1]))) break;
      continue;
    }
    if (!is(s[i])) break;
    d.any = true;
    if (!(d.text.empty() && s[i] == '0')) d.text += s[i];
    d.point += point;
  }
  d.end = i;
  return d;
}

}  // namespace

ParsedExtended parse_extended(std::string_view s) {
  ParsedExtended r;
  std::size_t i = 0;
  while (i < s.size() && is_space(s[i])) ++i;
  bool negative = false;
  if (i < s.size() && (s[i] == '-' || s[i] == '+')) negative = s[i++] == '-';
  const std::string_view rest = s.substr(i);
  if (starts_with_word(rest, "inf")) {
    r.value = Extended::infinity(negative);
    r.size = i + (starts_with_word(rest, "infinity") ? 8 : 3);
    return r;
  }
  if (starts_with_word(rest, "nan")) {
    r.value = Extended::nan(negative);
    r.size = i + 3;
    if (rest.size() > 3 && rest[3] == '(') {
      std::size_t k = 4;
      while (k < rest.size() && (is_digit(rest[k]) || ((rest[k] | 32) >= 'a' && (rest[k] | 32) <= 'z') || rest[k] == '_')) ++k;
      if (k < rest.size() && rest[k] == ')') r.size = i + k + 1;
    }
    return r;
  }
  int exponent = 0;
  if (rest.size() > 2 && rest[0] == '0' && (rest[1] | 32) == 'x') {
    const Digits d = read_digits(s, i + 2, [](char c) { return hex_value(c) >= 0; });
    if (d.any) {
      r.size = d.end + read_exponent(s.substr(d.end), 'p', exponent);
      Wide m = 0;
      bool sticky = false;
      std::int64_t e = exponent - d.point * 4;
      for (char c : d.text) {
        if (m >> 120) {
          sticky |= c != '0';
          e += 4;
        } else {
          m = m << 4 | static_cast<unsigned>(hex_value(c));
        }
      }
      e = std::clamp<std::int64_t>(e, -100'000, 100'000);
      r.value = Extended::make(negative, m, static_cast<int>(e), sticky, &r.out_of_range);
      return r;
    }
  }
  const Digits d = read_digits(s, i, is_digit);
  if (!d.any) return r;
  r.size = d.end + read_exponent(s.substr(d.end), 'e', exponent);
  r.value = from_decimal(negative, d.text, exponent - d.point, r.out_of_range);
  return r;
}

// --- printing -------------------------------------------------------------------------------------------------------------

namespace {

// Decimal digits without leading zeros, and where the point stands: 0.DIGITS * 10^point. Zero is no digits and point 0.
struct Decimal {
  std::string digits;
  int point = 0;
};

void append_nine(std::string& out, std::uint32_t nine) {
  char text[9];
  for (int i = 8; i >= 0; --i, nine /= 10) text[i] = static_cast<char>('0' + nine % 10);
  out.append(text, 9);
}

// The digits of m * 2^-n, m < 2^n: multiplies by 10^9 again and again; what overflows are the next nine digits.
void append_fraction(std::string& out, std::uint64_t m, int n) {
  const int pad = (32 - n % 32) % 32, count = (n + pad) / 32;
  std::vector<std::uint32_t> limbs(static_cast<std::size_t>(std::max(count, 3)), 0);
  const Wide wide = Wide{m} << pad;
  for (std::size_t i = 0; i < 3; ++i) limbs[i] = static_cast<std::uint32_t>(wide >> (32 * i));
  std::size_t low = 0, high = static_cast<std::size_t>(count);
  std::size_t used = std::min<std::size_t>(high, 3);   // limbs from here up are still zero
  while (low < high) {
    std::uint64_t carry = 0;
    for (std::size_t i = low; i < used; ++i) {
      carry += std::uint64_t{limbs[i]} * 1'000'000'000;
      limbs[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (used < high) {
      limbs[used++] = static_cast<std::uint32_t>(carry);
      carry = 0;
    }
    append_nine(out, static_cast<std::uint32_t>(carry));
    while (low < high && limbs[low] == 0) {
      if (low + 1 == used && used < high) break;
      ++low;
    }
  }
}

Decimal exact_decimal(std::uint64_t m, int e) {
  Decimal d;
  if (m == 0) return d;
  if (e >= 0) {
    Big big(m);
    big.shift_left(e);
    std::vector<std::uint32_t> nines;
    while (!big.zero()) nines.push_back(big.divide(1'000'000'000));
    for (std::size_t i = nines.size(); i-- > 0;) append_nine(d.digits, nines[i]);
    d.point = static_cast<int>(d.digits.size());
  } else {
    const int n = -e;
    if (n < 64 && m >> n) {
      char text[20];
      std::size_t at = sizeof text;
      for (std::uint64_t whole = m >> n; whole; whole /= 10) text[--at] = static_cast<char>('0' + whole % 10);
      d.digits.assign(text + at, sizeof text - at);
      d.point = static_cast<int>(d.digits.size());
      m &= (std::uint64_t{1} << n) - 1;
    }
    if (m) append_fraction(d.digits, m, n);
  }
  const std::size_t zeros = d.digits.find_first_not_of('0');
  d.digits.erase(0, zeros);
  d.point -= static_cast<int>(zeros);
  d.digits.erase(d.digits.find_last_not_of('0') + 1);
  return d;
}

// Keeps the first n digits (n may be negative), rounding half to even; the digits then may be fewer than n.
void round_decimal(Decimal& d, std::int64_t n) {
  if (n >= static_cast<std::int64_t>(d.digits.size())) return;
  if (n < 0) {
    d.digits.clear();
    return;
  }
  const auto at = static_cast<std::size_t>(n);
  const bool rest = d.digits.find_first_not_of('0', at + 1) != d.digits.npos;
  const bool odd = at > 0 && (d.digits[at - 1] - '0') % 2 != 0;
  const bool up = d.digits[at] > '5' || (d.digits[at] == '5' && (rest || odd));
  d.digits.resize(at);
  if (!up) return;
  std::size_t i = at;
  while (i > 0 && d.digits[i - 1] == '9') --i;
  d.digits.resize(i);
  if (i > 0) {
    ++d.digits[i - 1];
  } else {
    d.digits = "1";
    ++d.point;
  }
}

// The digit with place value 10^(point - 1 - index).
char digit_at(const Decimal& d, std::int64_t index) {
  return index >= 0 && index < static_cast<std::int64_t>(d.digits.size()) ? d.digits[static_cast<std::size_t>(index)] : '0';
}

void append_fixed(std::string& out, const Decimal& d, int precision, bool alternate) {
  if (d.point <= 0 || d.digits.empty()) out += '0';
  else
    for (int i = 0; i < d.point; ++i) out += digit_at(d, i);
  if (precision > 0 || alternate) out += '.';
  const std::int64_t point = d.digits.empty() ? 0 : d.point;
  std::int64_t i = 0;
  for (; i < precision && i < static_cast<std::int64_t>(d.digits.size()) - point; ++i) out += digit_at(d, point + i);
  out.append(static_cast<std::size_t>(precision - i), '0');
}

void append_exponential(std::string& out, const Decimal& d, int precision, bool alternate, char letter) {
  out += digit_at(d, 0);
  if (precision > 0 || alternate) out += '.';
  int i = 1;
  for (; i <= precision && i < static_cast<int>(d.digits.size()); ++i) out += digit_at(d, i);
  out.append(static_cast<std::size_t>(precision + 1 - i), '0');
  int x = d.digits.empty() ? 0 : d.point - 1;
  out += letter;
  out += x < 0 ? '-' : '+';
  x = x < 0 ? -x : x;
  if (x < 10) out += '0';
  std::string text;
  do text.insert(text.begin(), static_cast<char>('0' + x % 10));
  while (x /= 10);
  out += text;
}

void append_general(std::string& out, Decimal d, int precision, const FloatFormat& f, bool upper) {
  const int p = precision == 0 ? 1 : precision;
  round_decimal(d, p);
  const int x = d.digits.empty() ? 0 : d.point - 1;
  const bool fixed = x >= -4 && x < p;
  int shown = fixed ? p - 1 - x : p - 1;
  if (!f.alternate) {
    // Only as many as are not zero.
    const auto there = static_cast<int>(d.digits.find_last_not_of('0') + 1);
    shown = std::min(shown, std::max(0, fixed ? there - (d.digits.empty() ? 0 : d.point) : there - 1));
  }
  if (fixed) append_fixed(out, d, shown, f.alternate);
  else append_exponential(out, d, shown, f.alternate, upper ? 'E' : 'e');
}

void append_hexadecimal(std::string& out, Extended v, int precision, bool alternate, bool upper) {
  std::uint64_t m = v.mantissa();
  int x = v.is_zero() ? 0 : v.exponent() + 60;
  unsigned lead = static_cast<unsigned>(m >> 60);
  std::uint64_t fraction = m << 4;   // 15 digits, from the top
  if (precision >= 0 && precision < 15) {
    const int keep = precision * 4;
    const std::uint64_t rest = fraction << keep;
    const std::uint64_t unit = keep ? std::uint64_t{1} << (64 - keep) : 0;
    const std::uint64_t half = std::uint64_t{1} << 63;
    const bool odd = keep ? (fraction & unit) != 0 : (lead & 1) != 0;
    fraction = keep ? fraction & ~(unit - 1) : 0;
    if (rest > half || (rest == half && odd)) {
      if (keep) fraction += unit;
      if (fraction == 0) ++lead;     // a carry out of the fraction (or there is none)
    }
    if (lead == 16) {
      lead = 1;
      x += 4;
    }
  }
  const char* const digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  out += digits[lead];
  std::string text;
  for (; fraction; fraction <<= 4) text += digits[fraction >> 60];
  if (precision >= 0) text.resize(static_cast<std::size_t>(precision), '0');
  if (!text.empty() || alternate) out += '.';
  out += text;
  out += upper ? 'P' : 'p';
  out += x < 0 ? '-' : '+';
  std::string exponent;
  x = x < 0 ? -x : x;
  do exponent.insert(exponent.begin(), static_cast<char>('0' + x % 10));
  while (x /= 10);
  out += exponent;
}

}  // namespace

void append_float(std::string& out, const FloatFormat& f, Extended v) {
  const bool upper = f.conversion >= 'A' && f.conversion <= 'Z';
  const char kind = static_cast<char>(f.conversion | 32);
  std::string prefix, body;
  if (v.is_negative()) prefix = "-";
  else if (f.plus) prefix = "+";
  else if (f.space) prefix = " ";
  bool zero = f.zero && !f.left;
  if (!v.is_finite()) {
    zero = false;
    body = v.is_nan() ? (upper ? "NAN" : "nan") : upper ? "INF" : "inf";
  } else if (kind == 'a') {
    prefix += upper ? "0X" : "0x";
    append_hexadecimal(body, v, f.precision, f.alternate, upper);
  } else {
    const int precision = f.precision < 0 ? 6 : f.precision;
    Decimal d = exact_decimal(v.mantissa(), v.exponent());
    if (kind == 'f') {
      round_decimal(d, std::int64_t{d.point} + precision);
      append_fixed(body, d, precision, f.alternate);
    } else if (kind == 'e') {
      round_decimal(d, std::int64_t{precision} + 1);
      append_exponential(body, d, precision, f.alternate, upper ? 'E' : 'e');
    } else {
      append_general(body, std::move(d), precision, f, upper);
    }
  }
  const std::size_t size = prefix.size() + body.size();
  const std::size_t pad = f.width > size ? f.width - size : 0;
  if (!f.left && !zero) out.append(pad, ' ');
  out += prefix;
  if (zero) out.append(pad, '0');
  out += body;
  if (f.left) out.append(pad, ' ');
}

std::string shortest_double(double d) {
  std::string text;
  for (int n : {15, 16, 17}) {
    text.clear();
    append_float(text, {.conversion = 'g', .precision = n}, Extended::from_double(d));
    if (n == 17 || parse_extended(text).value.to_double() == d) break;
  }
  return text;
}

}  // namespace nacre
