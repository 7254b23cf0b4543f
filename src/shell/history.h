// The history of commands (bash manual 9): the list, its limits, and history expansion.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/process/task.h"

namespace nacre {

class Shell;

struct HistoryEntry {
  std::string text;
  std::int64_t time = 0;             // seconds; 0: not known
};

struct History {
  std::vector<HistoryEntry> entries;
  std::int64_t base = 1;             // the number of the first entry
  std::size_t added = 0;             // entries at the end that are new in this session, for `history -a`
  std::size_t lines_read = 0;        // lines of the file that are known, for `history -n`
  // Keeps the newest n entries.
  void stifle(std::size_t n);
};

// Puts a command in the list, as HISTCONTROL, HISTIGNORE and HISTSIZE say. Lines of one command are joined (cmdhist).
// False: it is not wanted.
bool remember_command(Shell& sh, std::string_view text);
// An interactive shell's beginning and end: HISTFILE is read, and written.
Task<> begin_history(Shell& sh);
Task<> end_history(Shell& sh);
// Brings the list to HISTSIZE.
void trim_history(Shell& sh);
// What history expansion makes of a line (!! !n !-n !text !?text? ^a^b^, word designators and modifiers). Nothing when an
// event is not there: `error` is then "!x: event not found".
std::optional<std::string> expand_history(const Shell& sh, std::string_view line, std::string& error);
// The file's lines as entries; "#123" lines are times.
std::vector<HistoryEntry> parse_history_file(std::string_view text);

}  // namespace nacre
