// 80-bit numbers: against the machine's own long double where it is one (x86-64), and some fixed texts everywhere.
#include "src/base/extended.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>

#include "catch_amalgamated.hpp"

using namespace nacre;

namespace {
std::string shown(FloatFormat f, std::string_view text) {
  std::string out;
  append_float(out, f, parse_extended(text).value);
  return out;
}
}  // namespace

TEST_CASE("fixed texts") {
  CHECK(shown({.conversion = 'f'}, "0.1") == "0.100000");
  CHECK(shown({.conversion = 'f', .precision = 20}, "0.1") == "0.10000000000000000000");
  CHECK(shown({.conversion = 'a'}, "1") == "0x8p-3");
  CHECK(shown({.conversion = 'a', .precision = 0}, "255.99999") == "0x1p+8");
  CHECK(shown({.conversion = 'g'}, "1e400") == "1e+400");
  CHECK(shown({.conversion = 'g'}, "100000") == "100000");
  CHECK(shown({.conversion = 'g'}, "1000000") == "1e+06");
  CHECK(shown({.conversion = 'e', .precision = 0}, "2.5") == "2e+00");
  CHECK(shown({.conversion = 'f', .zero = true, .width = 8, .precision = 2}, "-3.14159") == "-0003.14");
  CHECK(shown({.conversion = 'F'}, "-inf") == "-INF");
  CHECK(shortest_double(0.1) == "0.1");
  CHECK(shortest_double(1e22) == "1e+22");
  CHECK(shortest_double(5e-324) == "4.94065645841247e-324");
  CHECK(parse_extended("1e5000").out_of_range);
  CHECK(parse_extended("12x").size == 2);
  CHECK(parse_extended("x").size == 0);
  CHECK(parse_extended("nan(12)").size == 7);
}

#if defined(__x86_64__)
namespace {
long double machine(Extended e) {
  if (e.is_nan()) return std::numeric_limits<long double>::quiet_NaN();
  const long double v = e.is_infinite() ? std::numeric_limits<long double>::infinity()
                                        : std::ldexp(static_cast<long double>(e.mantissa()), e.exponent());
  return e.is_negative() ? -v : v;
}
bool same(long double a, long double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

std::string random_number(std::mt19937_64& r) {
  std::string s = r() % 4 == 0 ? "-" : "";
  for (std::size_t k = r() % 24 + 1; k > 0; --k) s += static_cast<char>('0' + r() % 10);
  if (r() % 2) s += ".";
  for (std::size_t k = r() % 30; k > 0; --k) s += static_cast<char>('0' + r() % 10);
  if (r() % 3 == 0) s += "e" + std::to_string(static_cast<int>(r() % 10000) - 5000);
  return s;
}
}  // namespace

TEST_CASE("reading, printing and arithmetic agree with the x87") {
  std::mt19937_64 r(1);
  for (int i = 0; i < 3000; ++i) {
    const std::string text = random_number(r), other = random_number(r);
    const long double a = std::strtold(text.c_str(), nullptr), b = std::strtold(other.c_str(), nullptr);
    const Extended x = parse_extended(text).value, y = parse_extended(other).value;
    INFO(text << " " << other);
    REQUIRE(same(machine(x), a));
    REQUIRE(same(machine(x + y), a + b));
    REQUIRE(same(machine(x - y), a - b));
    REQUIRE(same(machine(x * y), a * b));
    REQUIRE(same(machine(x / y), a / b));
    REQUIRE((x < y) == (a < b));
    REQUIRE(x.to_double() == static_cast<double>(a));
    char want[16384];
    const char conversion = "aefg"[r() % 4];
    const int precision = static_cast<int>(r() % 25);
    const char format[] = {'%', '.', '*', 'L', conversion, '\0'};
    std::snprintf(want, sizeof want, format, precision, a);
    std::string got;
    append_float(got, {.conversion = conversion, .precision = precision}, x);
    REQUIRE(got == want);
  }
}
#endif
