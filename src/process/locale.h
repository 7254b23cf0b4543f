// The locale of a process, and quoting that depends on it.
//
// There are two locales, C and C.UTF-8. The first of LC_ALL, LC_CTYPE and LANG that is set and not empty decides; every
// name but C.UTF-8 (in glibc's spellings) means C, as on a system where no other locale is installed.
#pragma once

#include <string>
#include <string_view>

#include "src/process/process.h"

namespace nacre {

// True for C.UTF-8.
bool utf8_locale(const Process& p);

// A text in a message as GNU's quote() shows it (locale quoting): ‘x’ in C.UTF-8, 'x' in C, with C escapes for what is
// not printable. Where GNU quotes for the shell (quoteaf, "cannot remove 'a b'") use quote() of options.h instead.
std::string quote_words(const Process& p, std::string_view text);

}  // namespace nacre
