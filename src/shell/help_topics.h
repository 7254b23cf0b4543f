// What `help` knows: builtins, keywords and some subjects. A builtin's usage message and its --help come from here too.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace nacre {

class Shell;

struct HelpTopic {
  std::string_view name;       // what `help NAME` is asked for: "cd", "for ((", "%"
  std::string_view synopsis;   // "cd [-L|[-P [-e]] [-@]] [dir]"
  std::string_view summary;    // "Change the shell working directory."
  std::string_view details;    // what comes after the summary, without indentation; lines end with \n
};

// Sorted by name.
std::span<const HelpTopic> help_topics();
const HelpTopic* find_help_topic(std::string_view name);
// "cd: cd [-L|...\n    Change the shell ...": what `help cd` and `cd --help` print.
std::string full_help(const HelpTopic& topic);
void print_builtin_help(Shell& sh, std::string_view name);

}  // namespace nacre
