// Compiled patterns by text: those of ${x%.*} and case in loops.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/ref.h"
#include "src/regex/pattern.h"

namespace nacre {

class PatternCache : public RefCounted<PatternCache> {
 public:
  // Valid until the next call.
  const Pattern& get(std::string_view text, const PatternOptions& options);

 private:
  static constexpr std::size_t kSlots = 64;
  static constexpr std::size_t kLongest = 256;
  struct Entry {
    std::string text;
    std::uint32_t options;
    Pattern pattern;
  };
  std::vector<std::unique_ptr<Entry>> slots_;
};

}  // namespace nacre
