// UTF-8 as bash and GNU treat it in C.UTF-8: a byte that is no part of a valid character counts as one character of
// its own and survives unchanged. The C locale is the other of our two: there every byte is a character.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace nacre {

struct Decoded {
  char32_t code;       // the code point; for an invalid byte, the byte itself
  std::uint8_t size;   // bytes taken, 1 to 4
  bool valid;
};
// Decodes the character that starts at text[at]; at < text.size(). Overlong forms, surrogates and values past U+10FFFF are invalid.
Decoded decode_utf8(std::string_view text, std::size_t at);
// Appends code as UTF-8 (1 to 4 bytes; for codes past U+10FFFF, as glibc's wctomb would not, U+FFFD).
void append_utf8(std::string& out, char32_t code);
// Characters in text: the length that ${#x} prints.
std::size_t count_utf8(std::string_view text);
// The byte offset of character number n (text.size() when there are fewer).
std::size_t offset_utf8(std::string_view text, std::size_t n);
bool valid_utf8(std::string_view text);

}  // namespace nacre
