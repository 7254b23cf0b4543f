// UTF-8 decoding by the table of well-formed sequences in The Unicode Standard, section 3.9.
#include "src/base/utf8.h"

namespace nacre {

Decoded decode_utf8(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u; };
  const unsigned b0 = byte(0);
  const Decoded invalid{b0, 1, false};
  if (b0 < 0x80) return {b0, 1, true};
  if (b0 < 0xC2 || b0 > 0xF4) return invalid;
  const unsigned b1 = byte(1);
  if ((b1 & 0xC0) != 0x80) return invalid;
  if (b0 < 0xE0) return {(b0 & 0x1F) << 6 | (b1 & 0x3F), 2, true};
  const unsigned b2 = byte(2);
  if ((b2 & 0xC0) != 0x80) return invalid;
  if (b0 < 0xF0) {
    if ((b0 == 0xE0 && b1 < 0xA0) || (b0 == 0xED && b1 > 0x9F)) return invalid;
    return {(b0 & 0x0F) << 12 | (b1 & 0x3F) << 6 | (b2 & 0x3F), 3, true};
  }
  const unsigned b3 = byte(3);
  if ((b3 & 0xC0) != 0x80 || (b0 == 0xF0 && b1 < 0x90) || (b0 == 0xF4 && b1 > 0x8F)) return invalid;
  return {(b0 & 0x07) << 18 | (b1 & 0x3F) << 12 | (b2 & 0x3F) << 6 | (b3 & 0x3F), 4, true};
}

void append_utf8(std::string& out, char32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c <= 0x10FFFF) {
    out += static_cast<char>(0xF0 | c >> 18);
    out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += "\xEF\xBF\xBD";
  }
}

std::size_t count_utf8(std::string_view text) { 
  std::size_t n = 0;
  for (std::size_t i = 0; i < text.size(); ++n) i += static_cast<unsigned char>(text[i]) < 0x80 ? 1 : decode_utf8(text, i).size;
  return n;
}

std::size_t offset_utf8(std::string_view text, std::size_t n) {
  std::size_t i = 0;
  for (; n > 0 && i < text.size(); --n) i += static_cast<unsigned char>(text[i]) < 0x80 ? 1 : decode_utf8(text, i).size;
  return i;
}

bool valid_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const Decoded d = decode_utf8(text, i);
    if (!d.valid) return false;
    i += d.size;
  }
  return true;
}

}  // namespace nacre
