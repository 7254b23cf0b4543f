// Loops over text that take eight bytes at a time.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace nacre {

// How often c is in text.
inline std::uint64_t count_byte(std::string_view text, char c) {
  constexpr std::uint64_t kLow = 0x7F7F7F7F7F7F7F7Fu;
  const std::uint64_t all = 0x0101010101010101u * static_cast<unsigned char>(c);
  std::uint64_t n = 0;
  std::size_t i = 0;
  for (std::uint64_t eight; i + sizeof eight <= text.size(); i += sizeof eight) {
    std::memcpy(&eight, text.data() + i, sizeof eight);
    eight ^= all;
    eight |= (eight & kLow) + kLow;  // the high bit of a byte is now set where it was not c
    n += static_cast<unsigned>(std::popcount(~eight & ~kLow));
  }
  for (; i < text.size(); ++i) n += text[i] == c;
  return n;
}

// The first byte at or after `i` that is no ASCII; the text's size when all are.
inline std::size_t skip_ascii(std::string_view text, std::size_t i) {
  for (std::uint64_t eight; i + sizeof eight <= text.size(); i += sizeof eight) {
    std::memcpy(&eight, text.data() + i, sizeof eight);
    if (eight & 0x8080808080808080u) break;
  }
  while (i < text.size() && static_cast<unsigned char>(text[i]) < 0x80) ++i;
  return i;
}

}  // namespace nacre
