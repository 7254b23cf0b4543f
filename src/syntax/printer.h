// Trees back to text, byte for byte as bash prints them: `declare -f`, `type`, BASH_FUNC_f%%, job texts, BASH_COMMAND.
#pragma once

#include <string>
#include <string_view>

#include "src/syntax/tree.h"

namespace nacre {

// "f () \n{ \n    echo hi\n}" without a final newline: what `declare -f f` prints before its newline.
std::string print_function(std::string_view name, const Command& body);
// The same on the form that bash exports: "() {  echo hi\n}".
std::string print_exported_function(const Command& body);
// A command on as few lines as bash makes of it: job texts, BASH_COMMAND, `( )` in set -x.
std::string print_command(const Command& command);
// The commands of a $( ) as bash keeps them.
std::string print_substitution(const Command& body);
// A word's text as bash keeps it: $'...' decoded, commands in $( ) and <( ) printed anew.
std::string print_word(const Word& word);

}  // namespace nacre
