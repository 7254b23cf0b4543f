// Arithmetic (bash manual 6.5): 64-bit, wrapping.
//
// An expression is compiled once to a program for a small stack machine and kept with the tree node or, for text that
// came from expansion, in a cache by text. The machine runs synchronously; it stops only where a subscript contains an
// expansion that must be expanded as a word (it may run commands), and goes on with the result. Syntax errors are
// instructions: what stands before them has its effects, as in bash.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/expand/environment.h"
#include "src/expand/outcome.h"
#include "src/process/task.h"
#include "src/syntax/tree.h"

namespace nacre {

// The value of (( )), $(( )), $[ ] or a part of for (( )). Errors are reported with env.command_name in front ("(("
// must be set by the caller) and give Failure::kDiscard; (( )) and let make that status 1.
Task<Outcome<std::int64_t>> evaluate(Environment& env, const Arith& arith);
// The value of a text (let, -i variables, [[ -eq ]], ${x:off}, test -v's subscripts). Empty text is 0.
Task<Outcome<std::int64_t>> evaluate_text(Environment& env, std::string text);
// The value of a word that is first expanded as in double quotes, then evaluated.
Task<Outcome<std::int64_t>> evaluate_word(Environment& env, const Word& word);

}  // namespace nacre
