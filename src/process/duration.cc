// See duration.h.
#include "src/process/duration.h"

#include <cmath>

#include "src/base/extended.h"

namespace nacre {

std::optional<Nanoseconds> parse_duration(std::string_view text) {
  const ParsedExtended number = parse_extended(text);
  if (number.size == 0 || number.value.is_nan()) return std::nullopt;
  text.remove_prefix(number.size);
  double unit = 1;
  if (text.size() == 1) {
    switch (text[0]) {
      case 's': break;
      case 'm': unit = 60; break;
      case 'h': unit = 3600; break;
      case 'd': unit = 86400; break;
      default: return std::nullopt;
    }
  } else if (!text.empty()) {
    return std::nullopt;
  }
  const double seconds = number.value.to_double() * unit;
  if (seconds < 0) return std::nullopt;
  constexpr Nanoseconds kMost = INT64_MAX / 2;
  const double ns = std::ceil(seconds * 1e9);
  return ns >= static_cast<double>(kMost) ? kMost : static_cast<Nanoseconds>(ns);
}

}  // namespace nacre
