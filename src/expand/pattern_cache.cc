// A direct-mapped cache; long patterns take its last slot.
#include "src/expand/pattern_cache.h"

#include <functional>

namespace nacre {

const Pattern& PatternCache::get(std::string_view text, const PatternOptions& o) {
  if (slots_.empty()) slots_.resize(kSlots + 1);
  const std::uint32_t bits =
      (o.extglob ? 1u : 0) | (o.nocase ? 2u : 0) | (o.utf8 ? 4u : 0) | (o.period ? 8u : 0) | (o.pathname ? 16u : 0);
  const std::size_t at = text.size() > kLongest ? kSlots : (std::hash<std::string_view>()(text) + bits) % kSlots;
  std::unique_ptr<Entry>& slot = slots_[at];
  if (!slot || slot->options != bits || slot->text != text)
    slot = std::make_unique<Entry>(Entry{std::string(text), bits, Pattern::compile(text, o)});
  return slot->pattern;
}

}  // namespace nacre
