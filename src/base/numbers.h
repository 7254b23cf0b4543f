// Numbers as GNU's commands read and show them: integers with size suffixes (1K, 10MB, 4KiB, 2b), and sizes for people
// (1.5K). Floating-point numbers are in extended.h.
//
//   auto n = parse_decimal(text, 0, UINT64_MAX, kSizeSuffixes);
//   if (!n) error: "invalid number of lines: " + quote(text) + number_error_tail(n.error())
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/base/result.h"

namespace nacre {

// What may be wrong with a number; kOverflow and kSuffix may come together.
enum class NumberError : std::uint8_t {
  kNone = 0,
  kOverflow = 1,           // too large; the value is the nearest that fits
  kSuffix = 2,             // something follows the number that is no suffix
  kSuffixOverflow = 3,     // both
  kInvalid = 4,            // no number at all
};

template <class T>
struct Number {
  T value = 0;
  NumberError error = NumberError::kNone;
  std::size_t size = 0;    // bytes used: white space, sign, digits and suffix
  explicit operator bool() const { return error == NumberError::kNone; }
};

// The letters that most commands allow: b is 512, k K M m G g T t P E Z Y powers of 1024, with B or D after them of 1000
// and with iB of 1024 (that is what the 0 stands for).
inline constexpr std::string_view kSizeSuffixes = "bEGKkMmPTYZ0";

// An integer, perhaps with white space before it, a sign and a suffix out of `suffixes` (w 2, b 512, B 1024, c 1, and the
// powers above). No suffixes: any other byte after the digits is kSuffix. A suffix alone counts as 1 of it. Base 0 knows
// 0x and 0. A minus sign is kInvalid for unsigned numbers.
Number<std::uint64_t> parse_unsigned(std::string_view text, std::string_view suffixes = "", int base = 10);
Number<std::int64_t> parse_signed(std::string_view text, std::string_view suffixes = "", int base = 10);

// The same within limits: EINVAL when it is no number, EOVERFLOW or ERANGE when it is out of range (EOVERFLOW where the
// type is too small), as the messages of GNU tell them apart.
Result<std::uint64_t> parse_decimal(std::string_view text, std::uint64_t min = 0, std::uint64_t max = UINT64_MAX,
                                    std::string_view suffixes = "");
Result<std::int64_t> parse_signed_decimal(std::string_view text, std::int64_t min = INT64_MIN, std::int64_t max = INT64_MAX,
                                          std::string_view suffixes = "");
// What follows the quoted number in a message: ": Value too large for defined data type", or nothing for EINVAL.
std::string number_error_tail(const Error& e);
// What du, od, sort -S... say of an option's bad argument: "invalid --block-size argument 'x'", "invalid suffix in ...",
// "... argument 'x' too large". `option` is "-S" or "--block-size".
std::string bad_argument(NumberError e, std::string_view option, std::string_view argument);

// Only digits, all of them, no sign: nullopt otherwise and on overflow.
std::optional<std::uint64_t> parse_digits(std::string_view text);
void append_number(std::string& out, std::uint64_t n);
void append_number(std::string& out, std::int64_t n);

// --- sizes for people -----------------------------------------------------------------------------------------------------

struct HumanFormat {
  enum class Round : std::uint8_t { kCeiling, kNearest, kFloor };
  Round round = Round::kCeiling;
  bool autoscale = false;          // -h: the largest unit that leaves at least 1
  bool suffix = false;             // shows the unit's letter
  bool byte = false;               // and a B behind it
  bool base_1024 = false;          // else 1000
  bool space_before_unit = false;
  bool suppress_point_zero = false;  // 4K, not 4.0K
};
inline constexpr HumanFormat kHuman1024{.autoscale = true, .suffix = true, .base_1024 = true};
inline constexpr HumanFormat kHuman1000{.autoscale = true, .suffix = true};

// n blocks of `from` bytes, shown in blocks of `to` bytes: human_readable(1536, kHuman1024) is "1.5K".
std::string human_readable(std::uint64_t n, const HumanFormat& format, std::uint64_t from = 1, std::uint64_t to = 1);
// The argument of --block-size: "human-readable", "si", or a size. 0 is kInvalid.
NumberError parse_block_size(std::string_view spec, HumanFormat& format, std::uint64_t& size);

}  // namespace nacre
