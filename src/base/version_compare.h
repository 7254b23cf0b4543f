// The order of `sort -V` and `ls -v`: runs of digits compare as numbers ("a9" before "a10"), letters before other
// characters, '~' before everything, even the end (GNU coreutils manual, "Version sort ordering").
#pragma once

#include <string_view>

namespace nacre {

// Negative, 0 or positive. "", ".", ".." and names with a leading '.' come first; extensions like ".tar.gz" count only
// where what is before them is equal.
int version_compare(std::string_view a, std::string_view b);

}  // namespace nacre
