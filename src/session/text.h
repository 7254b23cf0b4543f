// Texts as JavaScript sees them: sequences of UTF-16 units. Here they are WTF-8: UTF-8 in which half of a surrogate pair that stands
// alone is three bytes (ED A0..BF xx), so that whatever a host gives comes back the same.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nacre {

// Bytes as text, as TextDecoder does it: what is no UTF-8 becomes U+FFFD, one for each longest beginning of a character.
std::string to_text(std::string bytes);

// Text as UTF-8, as TextEncoder does it: half of a pair becomes U+FFFD. What has none is given back as it is; else `room` holds the result.
std::string_view to_utf8(std::string_view text, std::string& room);

// String.length.
std::size_t utf16_length(std::string_view text);
// The first or the last n units; a pair that is cut leaves its half.
std::string utf16_first(std::string_view text, std::size_t n);
std::string utf16_last(std::string_view text, std::size_t n);
// The byte at which the first character begins that does not fit into n units whole.
std::size_t utf16_offset(std::string_view text, std::size_t n);

// String.trim(): white space and line ends of ECMAScript.
std::string_view trim(std::string_view text);

// A word of a shell command that stands for the text: 'it'\''s'.
std::string quote_for_shell(std::string_view text);

}  // namespace nacre
