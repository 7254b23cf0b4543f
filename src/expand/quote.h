// Values written so that the shell reads them back: each of bash's styles.
#pragma once

#include <string>
#include <string_view>

#include "src/expand/variables.h"

namespace nacre {

// 'it'\''s': ${x@Q}, alias -p, trap -p, export of functions. Never empty.
std::string quote_single(std::string_view text);
// $'a\nb' when something is not printable, else 'single': what @Q does for control characters, and set's listing.
std::string quote_ansi_c(std::string_view text, bool utf8 = true);
bool needs_ansi_c(std::string_view text, bool utf8 = true);
// A name for a message: $'a\nb' when something is not printable, else as it is.
std::string shown_name(std::string_view text, bool utf8 = true);
// ${x@Q}: quote_ansi_c when needed, else quote_single.
std::string quote_transform(std::string_view text, bool utf8 = true);
// a\ b: printf %q, with $'...' for what is not printable.
std::string quote_backslash(std::string_view text, bool utf8 = true);
// "a\$b": declare -p.
std::string quote_double(std::string_view text, bool utf8 = true);
// What `set` prints after the =: as it is where it may be, else quoted.
std::string quote_set(std::string_view text, bool utf8 = true);
// The key of an associative array inside [ ] as declare -p prints it.
std::string quote_key(std::string_view key, bool utf8 = true);

// "declare -ax a=([0]="x")" without a newline: declare -p, ${x@A} (which has no -p differences).
std::string declare_text(std::string_view name, const Variable& v, bool utf8 = true);
// The flags of ${x@a} and declare: "aAilnrtuxc" in bash's order; empty when none.
std::string attribute_letters(std::uint16_t attributes);
// a=([0]="x" [1]="y") or x='v': one line of set's listing, without a newline.
std::string set_text(std::string_view name, const Variable& v, bool utf8 = true);
// ([0]="x" [1]="y")
std::string array_text(const Variable& v, bool utf8 = true);

}  // namespace nacre
