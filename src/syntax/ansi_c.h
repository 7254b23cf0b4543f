// $'...' (bash manual 3.1.2.4): the backslash escapes, and the quoting that undoes them.
#pragma once

#include <string>
#include <string_view>

namespace nacre {

// The value of $'text': \a \b \e \E \f \n \r \t \v \\ \' \" \? \nnn \xHH \x{H...} \uHHHH \UHHHHHHHH \cX. A NUL ends it,
// as in bash.
std::string decode_ansi_c(std::string_view text);
// 'text' with ' as '\'': how bash prints a word that it has decoded.
std::string single_quote(std::string_view text);
// Quote removal without any expansion: a here-document's delimiter.
std::string remove_quotes(std::string_view text);
// True when bash would write text as $'...' in a message: it holds control characters.
bool needs_ansi_c(std::string_view text);
// $'text' with escapes.
std::string ansi_c_quote(std::string_view text);

}  // namespace nacre
