// How set, declare, export and readonly list variables and functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/shell/shell.h"

namespace nacre {

// The names of functions, sorted.
std::vector<std::string> function_names(const Shell& sh);
// "declare -fx f"
std::string function_header(const Function& f, std::string_view name);
// "f () \n{ ...\n}\n", as `declare -f` shows it.
void print_function_listing(Shell& sh, std::string_view name, const Function& f);
// All functions that have one of the attributes (0: all functions): definitions, those with attributes followed by their
// header; or headers only.
void print_functions(Shell& sh, std::uint16_t attributes, bool names_only);
// What `set` prints: variables that are set, then functions (not in posix mode).
void print_set_listing(Shell& sh);
// The variables that have one of the attributes (0: all variables), as declare commands; in posix mode as `command`s.
Task<> print_variables(Shell& sh, std::uint16_t attributes, std::string_view command);

}  // namespace nacre
