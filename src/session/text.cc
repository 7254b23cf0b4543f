// See text.h.
#include "src/session/text.h"

#include <cstdint>
#include <utility>

#include "src/base/eight.h"
#include "src/base/utf8.h"

namespace nacre {
namespace {

unsigned byte_at(std::string_view text, std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0; }
// How many units begin at this byte.
unsigned units(unsigned byte) { return (byte & 0xC0) == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1; }
std::size_t size_of(unsigned lead) { return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4; }

// Bytes at `i` that stand for one U+FFFD.
std::size_t invalid_size(std::string_view text, std::size_t i) {
  const unsigned lead = byte_at(text, i), second = byte_at(text, i + 1);
  const auto continues = [&](std::size_t at) { return (byte_at(text, at) & 0xC0) == 0x80; };
  if (lead < 0xC2 || lead > 0xF4 || !continues(i + 1)) return 1;
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) || (lead == 0xF0 && second < 0x90) ||
      (lead == 0xF4 && second > 0x8F)) {
    return 1;
  }
  return lead >= 0xF0 && continues(i + 2) ? 3 : 2;
}

// Half of the pair that the four bytes at `i` stand for.
std::string half(std::string_view text, std::size_t i, bool second) {
  const char32_t code = decode_utf8(text, i).code - 0x10000;
  const char32_t unit = second ? 0xDC00 | (code & 0x3FF) : 0xD800 | (code >> 10);
  std::string out;
  append_utf8(out, unit);
  return out;
}

constexpr bool is_space(char32_t c) {
  return (c >= 9 && c <= 13) || c == 32 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
         c == 0x202F || c == 0x205F || c == 0x3000 || c == 0xFEFF;
}

}  // namespace

std::string to_text(std::string bytes) {
  std::size_t i = 0;
  const std::string_view from = bytes;
  while ((i = skip_ascii(from, i)) < from.size()) {
    const Decoded d = decode_utf8(from, i);
    if (!d.valid) break;
    i += d.size;
  }
  if (i == from.size()) return bytes;
  std::string out(from.substr(0, i));
  while (i < from.size()) {
    if (const std::size_t next = skip_ascii(from, i); next > i) {
      out += from.substr(i, next - i);
      i = next;
      continue;
    }
    const Decoded d = decode_utf8(from, i);
    const std::size_t n = d.valid ? d.size : invalid_size(from, i);
    out += d.valid ? from.substr(i, n) : std::string_view("\xEF\xBF\xBD");
    i += n;
  }
  return out;
}

std::string_view to_utf8(std::string_view text, std::string& room) {
  bool changed = false;
  for (std::size_t at = 0; (at = text.find('\xED', at)) != text.npos; ++at) {
    if (byte_at(text, at + 1) < 0xA0) continue;
    if (!std::exchange(changed, true)) room = text;
    room.replace(at, 3, "\xEF\xBF\xBD");
  }
  return changed ? std::string_view(room) : text;
}

std::size_t utf16_length(std::string_view text) {
  std::size_t n = 0;
  for (char c : text) n += units(static_cast<unsigned char>(c));
  return n;
}

std::size_t utf16_offset(std::string_view text, std::size_t n) {
  if (text.size() <= n) return text.size();
  std::size_t i = 0;
  while (i < text.size()) {
    const unsigned lead = byte_at(text, i), cost = units(lead);
    if (cost > n) break;
    n -= cost;
    i += size_of(lead);
  }
  return i < text.size() ? i : text.size();
}

std::string utf16_first(std::string_view text, std::size_t n) {
  const std::size_t end = utf16_offset(text, n);
  std::string out(text.substr(0, end));
  if (end < text.size() && byte_at(text, end) >= 0xF0 && utf16_length(out) < n) out += half(text, end, false);
  return out;
}

std::string utf16_last(std::string_view text, std::size_t n) {
  std::size_t i = text.size();
  while (i > 0 && n > 0) {
    std::size_t start = i - 1;
    while (start > 0 && (byte_at(text, start) & 0xC0) == 0x80) --start;
    const unsigned cost = units(byte_at(text, start));
    if (cost > n) return half(text, start, true) + std::string(text.substr(i));
    n -= cost;
    i = start;
  }
  return std::string(text.substr(i));
}

std::string_view trim(std::string_view text) {
  while (!text.empty()) {
    const Decoded d = decode_utf8(text, 0);
    if (!is_space(d.code) || !d.valid) break;
    text.remove_prefix(d.size);
  }
  while (!text.empty()) {
    std::size_t start = text.size() - 1;
    while (start > 0 && (byte_at(text, start) & 0xC0) == 0x80) --start;
    const Decoded d = decode_utf8(text, start);
    if (!d.valid || !is_space(d.code) || start + d.size != text.size()) break;
    text.remove_suffix(d.size);
  }
  return text;
}

std::string quote_for_shell(std::string_view text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\'') out += "'\\''";
    else out += c;
  }
  return out + "'";
}

}  // namespace nacre
