// Integers with suffixes, their errors, and sizes for people.
#include "src/base/numbers.h"

#include "catch_amalgamated.hpp"

using namespace nacre;

TEST_CASE("suffixes scale by powers of 1024 and 1000") {
  CHECK(parse_unsigned("10", kSizeSuffixes).value == 10);
  CHECK(parse_unsigned("1K", kSizeSuffixes).value == 1024);
  CHECK(parse_unsigned("1kB", kSizeSuffixes).value == 1000);
  CHECK(parse_unsigned("1KiB", kSizeSuffixes).value == 1024);
  CHECK(parse_unsigned("2b", kSizeSuffixes).value == 1024);
  CHECK(parse_unsigned("3MB", kSizeSuffixes).value == 3'000'000);
  CHECK(parse_unsigned("K", kSizeSuffixes).value == 1024);
  CHECK(parse_unsigned("0x10", "", 0).value == 16);
  CHECK(parse_unsigned("010", "", 0).value == 8);
  CHECK(parse_signed("-2K", kSizeSuffixes).value == -2048);
}

TEST_CASE("errors tell what is wrong") {
  CHECK(parse_unsigned("x").error == NumberError::kInvalid);
  CHECK(parse_unsigned("").error == NumberError::kInvalid);
  CHECK(parse_unsigned("-1").error == NumberError::kInvalid);
  CHECK(parse_unsigned("1x", kSizeSuffixes).error == NumberError::kSuffix);
  CHECK(parse_unsigned("99999999999999999999").error == NumberError::kOverflow);
  CHECK(parse_unsigned("99999999999999999999x").error == NumberError::kSuffixOverflow);
  CHECK(parse_unsigned("9E", kSizeSuffixes).error == NumberError::kNone);
  CHECK(parse_unsigned("16E", kSizeSuffixes).error == NumberError::kOverflow);
  CHECK(parse_unsigned("1Z", kSizeSuffixes).value == UINT64_MAX);
  CHECK(parse_signed("-9223372036854775808").value == INT64_MIN);
  CHECK(parse_signed("-9223372036854775809").error == NumberError::kOverflow);
  CHECK(parse_decimal("0", 1).error() == Errno::kRANGE);
  CHECK(parse_decimal("x", 1).error() == Errno::kINVAL);
  CHECK(number_error_tail(parse_decimal("0", 1).error()) == ": Numerical result out of range");
  CHECK(bad_argument(NumberError::kSuffix, "-S", "5x") == "invalid suffix in -S argument '5x'");
  CHECK_FALSE(parse_digits("+1"));
  CHECK(parse_digits("18446744073709551615") == UINT64_MAX);
}

TEST_CASE("sizes for people round up") {
  CHECK(human_readable(0, kHuman1024) == "0");
  CHECK(human_readable(1023, kHuman1024) == "1023");
  CHECK(human_readable(1024, kHuman1024) == "1.0K");
  CHECK(human_readable(1025, kHuman1024) == "1.1K");
  CHECK(human_readable(1536, kHuman1024) == "1.5K");
  CHECK(human_readable(10 * 1024, kHuman1024) == "10K");
  CHECK(human_readable(1024 * 1024 - 1, kHuman1024) == "1.0M");
  CHECK(human_readable(1000, kHuman1000) == "1.0k");
  CHECK(human_readable(UINT64_MAX, kHuman1024) == "16E");
  CHECK(human_readable(3, {}, 512, 1024) == "2");
  CHECK(human_readable(1, {}, 1, 1024) == "1");
  HumanFormat f;
  std::uint64_t size = 0;
  CHECK(parse_block_size("K", f, size) == NumberError::kNone);
  CHECK(human_readable(2048, f, 1, size) == "2K");
  CHECK(parse_block_size("0", f, size) == NumberError::kInvalid);
  CHECK(parse_block_size("1Q", f, size) == NumberError::kSuffix);
}
