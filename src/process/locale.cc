// Which locale, and quotation marks; see locale.h.
#include "src/process/locale.h"

#include "src/base/ctype.h"
#include "src/base/utf8.h"

namespace nacre {

bool utf8_locale(const Process& p) {
  for (std::string_view key : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const auto value = p.getenv(key);
    if (!value || value->empty()) continue;
    return *value == "C.UTF-8" || *value == "C.utf8" || *value == "C.UTF8" || *value == "C.utf-8";
  }
  return false;
}

namespace {

void append_escaped(std::string& out, std::string_view bytes) {
  constexpr std::string_view kNamed = "\a\b\t\n\v\f\r", kLetters = "abtnvfr";
  for (const char c : bytes) {
    out += '\\';
    if (const std::size_t k = kNamed.find(c); k != kNamed.npos) {
      out += kLetters[k];
      continue;
    }
    for (int shift = 6; shift >= 0; shift -= 3) out += static_cast<char>('0' + (static_cast<unsigned char>(c) >> shift & 7));
  }
}

}  // namespace

std::string quote_words(const Process& p, std::string_view text) {
  const bool utf8 = utf8_locale(p);
  const std::string_view open = utf8 ? "\u2018" : "'", close = utf8 ? "\u2019" : "'";
  std::string out(open);
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const Decoded d = utf8 ? decode_utf8(text, i) : Decoded{byte, 1, byte < 0x80};
    const std::string_view bytes = text.substr(i, d.size);
    i += d.size;
    if (bytes == close || bytes == "\\") out += '\\';
    if (d.valid && in_class(d.code, CharClass::kPrint)) out += bytes;
    else append_escaped(out, bytes);
  }
  return out.append(close);
}

}  // namespace nacre
