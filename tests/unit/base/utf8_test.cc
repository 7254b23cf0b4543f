// UTF-8 decoding: every invalid byte is one character that survives.
#include "src/base/utf8.h"

#include "catch_amalgamated.hpp"

using namespace nacre;

TEST_CASE("valid characters of each length") {
  std::string s = "a\u00e9\u20ac\U0001F600";
  CHECK(count_utf8(s) == 4);
  CHECK(offset_utf8(s, 2) == 3);
  CHECK(decode_utf8(s, 6).code == U'\U0001F600');
  std::string out;
  for (std::size_t at = 0; at < s.size();) {
    Decoded d = decode_utf8(s, at);
    append_utf8(out, d.code);
    at += d.size;
  }
  CHECK(out == s);
}

TEST_CASE("invalid bytes count one each") {
  CHECK(count_utf8("\xff\xfe") == 2);
  CHECK(count_utf8("\xe2\x82") == 2);          // cut short
  CHECK(count_utf8("\xc0\x80") == 2);          // overlong
  CHECK(count_utf8("\xed\xa0\x80") == 3);      // a surrogate
  CHECK_FALSE(decode_utf8("\x80", 0).valid);
  CHECK(valid_utf8(""));
  CHECK_FALSE(valid_utf8("a\x80"));
}
