// Questions to the user: the prompt goes to stderr, a line is read from stdin; it means yes when it begins with y or Y.
#pragma once

#include <string>

#include "src/process/process.h"

namespace nacre {

// Asks "argv0: question " (or, with `bare`, only "question "). End of file is no.
Task<bool> ask(Process& p, std::string question, bool bare = false);

}  // namespace nacre
