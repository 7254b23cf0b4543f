// Whole numbers of any size, for expr: decimal text, and arithmetic that truncates towards zero.
//
// Held as a sign and digits in base 10^9, the lowest first, for expr reads and prints more than it calculates. Products and
// quotients take time in proportion to the sizes of both; who calls bounds them by size().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nacre {

class BigInteger {
 public:
  // -?[0-9]+; anything else is nullopt.
  static std::optional<BigInteger> parse(std::string_view text);
  std::string text() const;

  bool zero() const { return digits_.empty(); }
  std::size_t size() const { return digits_.size(); }   // in digits of base 10^9
  int compare(const BigInteger& other) const;            // -1, 0, 1
  BigInteger plus(const BigInteger& other) const;
  BigInteger minus(const BigInteger& other) const;
  BigInteger times(const BigInteger& other) const;
  // Quotient and remainder, which has the sign of this one. The other is not zero.
  std::pair<BigInteger, BigInteger> divide(const BigInteger& other) const;

 private:
  using Digits = std::vector<std::uint32_t>;
  BigInteger() = default;
  BigInteger(Digits digits, bool negative);
  static int compare(const Digits& a, const Digits& b);
  static Digits add(const Digits& a, const Digits& b);
  static Digits subtract(const Digits& a, const Digits& b);   // a >= b
  static std::pair<Digits, Digits> divide(const Digits& a, const Digits& b);
  static void trim(Digits& d);

  Digits digits_;
  bool negative_ = false;
};

}  // namespace nacre
