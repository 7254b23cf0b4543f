// See json.h.
#include "src/analysis/json.h"

#include "src/base/memory.h"

namespace nacre {

bool Json::room(std::size_t size) {
  const std::size_t wanted = out_.size() + size;
  if (wanted > limit_ || (wanted > out_.capacity() && !memory::available(std::uint64_t{2} * wanted))) full_ = true;
  if (full_) out_.clear();
  return !full_;
}

void Json::string(std::string_view text) {
  comma();
  if (!room(text.size() + 64)) return;
  out_ += '"';
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && static_cast<unsigned char>(text[end]) >= ' ' && text[end] != '"' && text[end] != '\\') ++end;
    out_ += text.substr(at, end - at);
    if (end == text.size()) break;
    const char c = text[end];
    out_ += '\\';
    if (c == '"' || c == '\\') {
      out_ += c;
    } else if (c == '\n' || c == '\t') {
      out_ += c == '\n' ? 'n' : 't';
    } else {
      constexpr char kDigits[] = "0123456789abcdef";
      out_ += "u00";
      out_ += kDigits[c >> 4];
      out_ += kDigits[c & 15];
    }
    at = end + 1;
  }
  out_ += '"';
}

}  // namespace nacre
