// Extended: the 80-bit floating-point format of the x87 in software, which is what `long double` is to bash and GNU on
// x86-64: seq, printf %f, numfmt and others print its digits. Native and WebAssembly builds so agree to the bit. Also the
// conversions of printf for it, exact to the last digit, and through from_double() for doubles.
//
// A value is mantissa * 2^exponent with a mantissa of 64 bits whose top bit is set, but for denormals (exponent
// kMinExponent). Every operation rounds to nearest, ties to even.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace nacre {

class Extended {
 public:
  static constexpr int kMinExponent = -16445, kMaxExponent = 16320;
  constexpr Extended() = default;
  static Extended from(std::int64_t n);
  static Extended from(std::uint64_t n);
  static Extended from_double(double d);
  static Extended infinity(bool negative);
  static Extended nan(bool negative);
  double to_double() const;
  // Towards zero; what does not fit becomes the limit, NaN 0.
  std::int64_t to_int64() const;

  bool is_negative() const { return negative_; }   // the sign bit: also of -0 and -nan
  bool is_zero() const { return kind_ == Kind::kFinite && mantissa_ == 0; }
  bool is_nan() const { return kind_ == Kind::kNan; }
  bool is_infinite() const { return kind_ == Kind::kInfinite; }
  bool is_finite() const { return kind_ == Kind::kFinite; }
  std::uint64_t mantissa() const { return mantissa_; }
  int exponent() const { return exponent_; }

  Extended operator-() const;
  friend Extended operator+(Extended a, Extended b);
  friend Extended operator-(Extended a, Extended b) { return a + -b; }
  friend Extended operator*(Extended a, Extended b);
  friend Extended operator/(Extended a, Extended b);
  friend std::partial_ordering operator<=>(Extended a, Extended b);
  friend bool operator==(Extended a, Extended b) { return (a <=> b) == 0; }

  // The nearest value to (m + s) * 2^exponent, where 0 < s < 1 if `sticky` and else 0. `inexact` and range for ERANGE.
  static Extended make(bool negative, unsigned __int128 m, int exponent, bool sticky, bool* out_of_range = nullptr);

 private:
  enum class Kind : std::uint8_t { kFinite, kInfinite, kNan };
  std::uint64_t mantissa_ = 0;
  int exponent_ = kMinExponent;
  Kind kind_ = Kind::kFinite;
  bool negative_ = false;
};

// strtold(): white space, sign, decimal or hexadecimal number, inf, nan.
struct ParsedExtended {
  Extended value;
  std::size_t size = 0;       // bytes used; 0: no number
  bool out_of_range = false;  // ERANGE: overflow to infinity, or underflow with a loss
};
ParsedExtended parse_extended(std::string_view text);

// One of printf's conversions a A e E f F g G with its flags.
struct FloatFormat {
  char conversion = 'g';
  bool left = false, plus = false, space = false, alternate = false, zero = false;
  std::size_t width = 0;
  int precision = -1;         // -1: 6; for %a as many digits as it takes
};
// Appends the value, padded. Memory for width and precision is the caller's to ask for.
void append_float(std::string& out, const FloatFormat& format, Extended value);
// The shortest digits with %.{n}g, n in 1..17, that read back as the same double (JSON, awk): "0.1", "1e+22".
std::string shortest_double(double d);

}  // namespace nacre
