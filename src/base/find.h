// string_view::rfind for strings: libc++ looks for them from the front, so that its cost is that of the whole text.
#pragma once

#include <string_view>

namespace nacre {

// The last place at or before `from` where text has s, which is not empty; npos when there is none. Reads backwards from there.
inline std::size_t rfind(std::string_view text, std::string_view s, std::size_t from) {
  for (std::size_t at = from;; --at) {
    at = text.rfind(s[0], at);
    if (at == text.npos || text.substr(at, s.size()) == s) return at;
    if (at == 0) return text.npos;
  }
}

}  // namespace nacre
