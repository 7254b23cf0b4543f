// From offsets in a script to what is told of places: bytes, line and column.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "src/analysis/json.h"

namespace nacre {

// Remembers the last place: asking in the order of the text costs one pass over it.
class Places {
 public:
  explicit Places(std::string_view text) : text_(text) {}
  // The fields begin, end (bytes), line and column (from 1, in bytes) of a stretch.
  void write(Json& out, std::uint32_t begin, std::uint32_t end) {
    seek(begin);
    out.field("begin", std::int64_t{begin});
    out.field("end", std::int64_t{end});
    out.field("line", std::int64_t{line_});
    out.field("column", std::int64_t{begin - line_start_ + 1});
  }
  std::string_view slice(std::uint32_t begin, std::uint32_t end) const {
    return begin <= end && begin <= text_.size() ? text_.substr(begin, end - begin) : std::string_view();
  }

 private:
  void seek(std::uint32_t offset) {
    if (offset > text_.size()) offset = static_cast<std::uint32_t>(text_.size());
    for (const char* at; at_ < offset && (at = static_cast<const char*>(std::memchr(text_.data() + at_, '\n', offset - at_)));) {
      ++line_;
      at_ = line_start_ = static_cast<std::uint32_t>(at - text_.data()) + 1;
    }
    while (offset < line_start_) {
      --line_;
      const std::size_t before = line_start_ < 2 ? std::string_view::npos : text_.rfind('\n', line_start_ - 2);
      line_start_ = before == std::string_view::npos ? 0 : static_cast<std::uint32_t>(before) + 1;
    }
    at_ = offset;
  }

  std::string_view text_;
  std::uint32_t at_ = 0, line_ = 1, line_start_ = 0;
};

}  // namespace nacre
