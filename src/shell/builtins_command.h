// Names of commands, for the builtins that look them up or complete them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/shell/shell.h"

namespace nacre {

inline constexpr std::string_view kStandardPathValue = "/bin:/usr/bin";

// The reserved words, in bash's order.
std::span<const std::string_view> shell_keywords();
// Every program that a name leads to: by PATH (or the standard one), or the file itself when it has a slash.
std::vector<std::string> programs_in_path(Shell& sh, std::string_view name, bool standard_path = false);

}  // namespace nacre
