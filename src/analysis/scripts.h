// Scripts of sed and awk, as far as to say that they only read. In doubt they do not.
#pragma once

#include <string_view>

namespace nacre {

// No w, W or e among its commands, and none of the flags w and e of s.
bool sed_only_reads(std::string_view script);
// No system(), no pipe, no > that may be print's, nothing loaded.
bool awk_only_reads(std::string_view program);

}  // namespace nacre
