// Finds a fixed string in a buffer: memchr for its rarest byte, then a comparison.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nacre {

class LiteralFinder {
 public:
  LiteralFinder() = default;
  explicit LiteralFinder(std::string text);
  const std::string& text() const { return text_; }
  // The first occurrence at or after from, or npos. An empty text is found at from.
  std::size_t find(std::string_view buffer, std::size_t from) const;

 private:
  std::string text_;
  std::size_t rare_ = 0;  // offset of the rarest byte
};

}  // namespace nacre
