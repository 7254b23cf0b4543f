// Loops that take eight bytes at a time: every length, every place, beside the plain ones.
#include <algorithm>
#include <string>

#include "catch_amalgamated.hpp"
#include "src/base/eight.h"

using nacre::count_byte;
using nacre::skip_ascii;

TEST_CASE("bytes are counted wherever they are") {
  std::uint32_t state = 1;
  for (std::size_t size = 0; size < 70; ++size) {
    for (int round = 0; round < 50; ++round) {
      std::string text(size, '\0');
      for (char& c : text) {
        state = state * 1664525u + 1013904223u;
        // Often those that are nearly the one looked for.
        constexpr char kSome[] = {'\n', '\n' + 1, '\n' - 1, '\0', '\x7F', '\x80', '\x8A', '\xFF'};
        c = kSome[state >> 29];
      }
      for (const char c : {'\n', '\0', '\x80', '\xFF', '\x8A'}) CHECK(count_byte(text, c) == static_cast<std::uint64_t>(std::ranges::count(text, c)));
    }
  }
}

TEST_CASE("the first byte that is no ASCII") {
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string text(size, 'a');
    for (std::size_t from = 0; from <= size; ++from) CHECK(skip_ascii(text, from) == size);
    for (std::size_t at = 0; at < size; ++at) {
      std::string with = text;
      with[at] = '\x80';
      for (std::size_t from = 0; from <= size; ++from) CHECK(skip_ascii(with, from) == (from <= at ? at : size));
    }
  }
}
