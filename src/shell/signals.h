// The names of signals as trap and kill use them: those of the system with SIG, and bash's pseudo-signals.
#pragma once

#include <string>
#include <string_view>

#include "src/shell/shell.h"

namespace nacre {

// "INT", "sigint", "2", "EXIT", "0", "DEBUG", "ERR", "RETURN": a number below kTraps; -1 when it is none.
int parse_trap_signal(std::string_view text);
// "SIGINT" ("INT" in posix mode), "EXIT", "DEBUG".
std::string trap_signal_name(int which, bool posix);
// The table that `trap -l` and `kill -l` print.
void print_signal_table(Shell& sh);

}  // namespace nacre
