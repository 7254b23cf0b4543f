// The line numbers of commands inside substitutions, as bash has them; and walking a tree.
//
// bash keeps the commands of $( ) and <( ) as text that it has printed anew, and reads that text again when it expands
// the word, counting lines from the one of the command whose word it is. So in
//     x=$(
//       foo
//     )
// foo is on line 3 (the assignment's line is that of its last), and in `echo $(if a; then foo; fi)` on line 2.
// Backquoted commands and here-documents are read again as written.
#pragma once

#include "src/syntax/tree.h"

namespace nacre {

// Sets Command::line of the commands in all substitutions in command, whose own lines are right.
void number_substitutions(const Command* command);

// Calls visit(word, context) for each word of the command itself: names, assignments, redirections, here-documents,
// headers.
void for_each_word(const Command& command, void (*visit)(const Word&, void*), void* context);
// Calls visit(command, context) for each command directly in it.
void for_each_command(const Command& command, void (*visit)(const Command&, void*), void* context);

// printer.cc: sets the lines of command and of those in it (not in their words) to where they stand when it is printed
// as in $( ).
void number_as_printed(const Command& command, std::uint32_t first_line);

}  // namespace nacre
