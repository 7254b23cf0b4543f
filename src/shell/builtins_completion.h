// The options that complete and compgen have in common.
#pragma once

#include "src/shell/completion.h"
#include "src/shell/shell.h"

namespace nacre {

struct CompletionArguments {
  CompletionSpec spec;
  bool print = false, remove = false, fallback = false, empty_line = false, initial = false;
  bool any = false;            // an option that says what to complete
  std::size_t first = 1;       // the first operand
};

// Reads the options of complete or compgen; a status above 0, after a message, ends the builtin.
int parse_completion(Shell& sh, const Fields& argv, bool compgen, CompletionArguments& out);

}  // namespace nacre
