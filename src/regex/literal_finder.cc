#include "src/regex/literal_finder.h"

#include <cstring>

namespace nacre {
namespace {

// How common a byte is in text and logs, roughly; low is rare.
int frequency(unsigned char c) {
  static constexpr std::string_view by_frequency =
      " etaoinsrhldcumfpgwybvkxjqz0123456789.,:-/_=\"'()\nETAOINSRHLDCUMFPGWYBVKXJQZ";
  std::size_t i = by_frequency.find(static_cast<char>(c));
  return i == std::string_view::npos ? 0 : static_cast<int>(by_frequency.size() - i);
}

}  // namespace

LiteralFinder::LiteralFinder(std::string text) : text_(std::move(text)) {
  auto at = [&](std::size_t i) { return frequency(static_cast<unsigned char>(text_[i])); };
  for (std::size_t i = 1; i < text_.size(); i++)
    if (at(i) < at(rare_)) rare_ = i;
}

std::size_t LiteralFinder::find(std::string_view buffer, std::size_t from) const {
  std::size_t n = text_.size();
  if (n == 0) return from <= buffer.size() ? from : std::string_view::npos;
  if (buffer.size() < n || from > buffer.size() - n) return std::string_view::npos;
  const char* p = buffer.data() + from + rare_;
  const char* end = buffer.data() + buffer.size() - n + rare_ + 1;  // behind the last place of the rare byte
  while (p < end) {
    p = static_cast<const char*>(std::memchr(p, text_[rare_], static_cast<std::size_t>(end - p)));
    if (!p) return std::string_view::npos;
    if (std::memcmp(p - rare_, text_.data(), n) == 0) return static_cast<std::size_t>(p - rare_ - buffer.data());
    p++;
  }
  return std::string_view::npos;
}

}  // namespace nacre
