// Schoolbook arithmetic in base 10^9; see big_integer.h. Division is Knuth's algorithm D (The Art of Computer Programming, 4.3.1).
#include "src/commands/big_integer.h"

#include <algorithm>

namespace nacre {
namespace {

constexpr std::uint32_t kBase = 1'000'000'000;
constexpr std::size_t kWidth = 9;

}  // namespace

BigInteger::BigInteger(Digits digits, bool negative) : digits_(std::move(digits)) {
  trim(digits_);
  negative_ = negative && !digits_.empty();
}

void BigInteger::trim(Digits& d) {
  while (!d.empty() && d.back() == 0) d.pop_back();
}

std::optional<BigInteger> BigInteger::parse(std::string_view text) {
  const bool negative = text.starts_with('-');
  text.remove_prefix(negative);
  if (text.empty() || text.find_first_not_of("0123456789") != text.npos) return std::nullopt;
  Digits digits;
  digits.reserve(text.size() / kWidth + 1);
  while (!text.empty()) {
    const std::size_t n = std::min(text.size(), kWidth);
    std::uint32_t v = 0;
    for (char c : text.substr(text.size() - n)) v = v * 10 + static_cast<std::uint32_t>(c - '0');
    digits.push_back(v);
    text.remove_suffix(n);
  }
  return BigInteger(std::move(digits), negative);
}

std::string BigInteger::text() const {
  if (digits_.empty()) return "0";
  std::string out = negative_ ? "-" : "";
  for (std::size_t i = digits_.size(); i-- > 0;) {
    const std::string part = std::to_string(digits_[i]);
    if (i + 1 < digits_.size()) out.append(kWidth - part.size(), '0');
    out += part;
  }
  return out;
}

int BigInteger::compare(const Digits& a, const Digits& b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  for (std::size_t i = a.size(); i-- > 0;)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}
int BigInteger::compare(const BigInteger& other) const {
  if (negative_ != other.negative_) return negative_ ? -1 : 1;
  const int c = compare(digits_, other.digits_);
  return negative_ ? -c : c;
}

BigInteger::Digits BigInteger::add(const Digits& a, const Digits& b) {
  Digits sum;
  sum.reserve(std::max(a.size(), b.size()) + 1);
  std::uint32_t carry = 0;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()) || carry; ++i) {
    const std::uint32_t v = (i < a.size() ? a[i] : 0) + (i < b.size() ? b[i] : 0) + carry;
    carry = v >= kBase;
    sum.push_back(carry ? v - kBase : v);
  }
  return sum;
}

BigInteger::Digits BigInteger::subtract(const Digits& a, const Digits& b) {
  Digits rest = a;
  std::uint32_t borrow = 0;
  for (std::size_t i = 0; i < a.size() && (i < b.size() || borrow); ++i) {
    const std::uint32_t take = (i < b.size() ? b[i] : 0) + borrow;
    borrow = rest[i] < take;
    rest[i] += (borrow ? kBase : 0) - take;
  }
  return rest;
}

BigInteger BigInteger::plus(const BigInteger& other) const {
  if (negative_ == other.negative_) return {add(digits_, other.digits_), negative_};
  return compare(digits_, other.digits_) < 0 ? BigInteger(subtract(other.digits_, digits_), other.negative_)
                                             : BigInteger(subtract(digits_, other.digits_), negative_);
}

BigInteger BigInteger::minus(const BigInteger& other) const {
  return plus(BigInteger(other.digits_, !other.negative_));
}

BigInteger BigInteger::times(const BigInteger& other) const {
  Digits product(size() + other.size());
  for (std::size_t i = 0; i < size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t k = 0; k < other.size(); ++k) {
      carry += std::uint64_t{digits_[i]} * other.digits_[k] + product[i + k];
      product[i + k] = static_cast<std::uint32_t>(carry % kBase);
      carry /= kBase;
    }
    product[i + other.size()] = static_cast<std::uint32_t>(carry);
  }
  return {std::move(product), negative_ != other.negative_};
}

std::pair<BigInteger::Digits, BigInteger::Digits> BigInteger::divide(const Digits& a, const Digits& b) {
  if (compare(a, b) < 0) return {{}, a};
  const auto scale = [](Digits d, std::uint32_t by) {   // with one digit more
    std::uint64_t carry = 0;
    for (std::uint32_t& v : d) {
      carry += std::uint64_t{v} * by;
      v = static_cast<std::uint32_t>(carry % kBase);
      carry /= kBase;
    }
    d.push_back(static_cast<std::uint32_t>(carry));
    return d;
  };
  const auto shrink = [](Digits& d, std::uint32_t by) {
    std::uint64_t rest = 0;
    for (std::size_t i = d.size(); i-- > 0;) {
      rest = rest * kBase + d[i];
      d[i] = static_cast<std::uint32_t>(rest / by);
      rest %= by;
    }
    return static_cast<std::uint32_t>(rest);
  };
  if (b.size() == 1) {
    Digits quotient = a;
    const std::uint32_t rest = shrink(quotient, b[0]);
    return {std::move(quotient), {rest}};
  }
  // The divisor's first digit is made large, so that a digit guessed from the first two is at most one too large.
  const std::uint32_t factor = kBase / (b.back() + 1);
  Digits rest = scale(a, factor), divisor = scale(b, factor);
  divisor.pop_back();
  const std::size_t n = divisor.size();
  const std::uint64_t first = divisor[n - 1], second = divisor[n - 2];
  Digits quotient(rest.size() - n);
  for (std::size_t j = quotient.size(); j-- > 0;) {
    const std::uint64_t top = std::uint64_t{rest[j + n]} * kBase + rest[j + n - 1];
    std::uint64_t guess = top / first, left = top % first;
    while (guess >= kBase || guess * second > left * kBase + rest[j + n - 2]) {
      --guess;
      left += first;
      if (left >= kBase) break;
    }
    // Takes guess times the divisor off. A borrow at the end: it was one too large, and the divisor is put back.
    std::uint64_t carry = 0;
    bool borrow = false;
    for (std::size_t i = 0; i <= n; ++i) {
      if (i < n) carry += guess * divisor[i];
      const std::uint32_t take = static_cast<std::uint32_t>(carry % kBase);
      carry /= kBase;
      borrow = rest[i + j] < take;
      rest[i + j] += (borrow ? kBase : 0) - take;
      carry += borrow;
    }
    if (borrow) {
      --guess;
      std::uint32_t over = 0;
      for (std::size_t i = 0; i <= n; ++i) {
        const std::uint32_t sum = rest[i + j] + (i < n ? divisor[i] : 0) + over;
        over = sum >= kBase;
        rest[i + j] = over ? sum - kBase : sum;
      }
    }
    quotient[j] = static_cast<std::uint32_t>(guess);
  }
  shrink(rest, factor);
  return {std::move(quotient), std::move(rest)};
}

std::pair<BigInteger, BigInteger> BigInteger::divide(const BigInteger& other) const {
  auto [quotient, rest] = divide(digits_, other.digits_);
  return {BigInteger(std::move(quotient), negative_ != other.negative_), BigInteger(std::move(rest), negative_)};
}

}  // namespace nacre
