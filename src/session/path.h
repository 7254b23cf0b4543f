// Paths of session environments, as text: POSIX, normalised; nothing is looked up.
#pragma once

#include <string>
#include <string_view>

namespace nacre {

// `path` as seen from `cwd`, without ".", "..", doubled and trailing slashes; ".." above the root stays at the root. A cwd that is not
// absolute counts as one.
std::string resolve_path(std::string_view cwd, std::string_view path);

}  // namespace nacre
