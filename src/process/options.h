// Command-line options as GNU's getopt_long reads them, and --help from the same declaration.
//
//   constexpr Option kOptions[] = {
//       {'n', "number", Argument::kNone, "", "number all output lines"},
//       {'w', "width", Argument::kRequired, "COLS", "set output width to COLS"},
//       {kOnlyLong + 1, "color", Argument::kOptional, "WHEN", "colorize the output"},
//       {'u', "", Argument::kNone, "", "(ignored)"},
//   };
//   constexpr Synopsis kSynopsis{"cat", "[OPTION]... [FILE]...", "Concatenate FILE(s) to standard output.", kOptions};
//
//   Task<int> main(Process& p) {
//     Options o(kSynopsis, p.argv);
//     if (auto end = o.respond(p)) co_return *end;      // an error, --help or --version was dealt with
//     for (const Option::Use& u : o.uses()) switch (u.id) { case 'n': ...; case 'w': parse(u.argument); }
//     for (std::string_view file : o.operands()) ...
//   }
//
// Options and operands may be mixed (unless in_order), "--" ends options, long options may be shortened as long as they are
// unambiguous. Every command knows --help and --version unless the synopsis says plain.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/process/process.h"

namespace nacre {

enum class Argument : unsigned char { kNone, kRequired, kOptional };

constexpr int kOnlyLong = 256;  // ids from here have no short form

struct Option {
  int id;                      // the short option's character, or kOnlyLong + n
  std::string_view long_name;  // "" where there is none
  Argument argument = Argument::kNone;
  std::string_view argument_name = "";
  std::string_view help = "";  // lines separated by \n; "" hides the option from --help

  struct Use {
    int id;
    std::string_view argument;  // "" where none was given
    bool has_argument;
    std::string_view spelling;  // as written: "-n", "--number"; for messages
  };
};

// What follows the message of a usage error: "Try 'x --help'...", that with the name before it (diff), the usage before that
// (grep), or all of --help (sed).
enum class ErrorTail : unsigned char { kTryHelp, kNamedTryHelp, kUsage, kHelp };

// Digits as options, in historical forms such as `head -5`: each is an option with itself as id (kEach: -15 are two), or takes
// what follows it as its argument (kWithRest: -15 is the option 1 with 5).
enum class Digits : unsigned char { kNone, kEach, kWithRest };

struct Synopsis {
  std::string_view name;
  std::string_view usage;          // "[OPTION]... [FILE]..."; several lines for several forms
  std::string_view description;
  std::span<const Option> options = {};
  std::string_view notes = "";     // printed after the options
  int usage_status = 1;            // exit status of a usage error: 1, or 2 for grep, ls, sort, diff...
  bool in_order = false;           // the first operand ends the options (env, timeout, xargs: POSIX "+")
  bool plain = false;              // no --help, --version (true, echo)
  ErrorTail errors = ErrorTail::kTryHelp;
  Digits digits = Digits::kNone;
  std::string_view last_notes = "";   // a second part of the notes, where several commands share the first
};

class Options {
 public:
  // Parses argv[1...]; views into argv, which must outlive it.
  Options(const Synopsis& synopsis, const std::vector<std::string>& argv);
  const std::vector<Option::Use>& uses() const { return uses_; }
  const std::vector<std::string_view>& operands() const { return operands_; }
  bool has(int id) const;
  // Prints the error ("cat: invalid option -- 'x'" and the line that points to --help), the help or the version, and gives
  // the exit status; nullopt when the command is to go on.
  std::optional<int> respond(Process& p) const;

 private:
  void parse_long(const std::vector<std::string>& argv, std::size_t& i);
  void parse_short(const std::vector<std::string>& argv, std::size_t& i);
  const Synopsis& synopsis_;
  std::string_view program_;
  std::vector<Option::Use> uses_;
  std::vector<std::string_view> operands_;
  std::string error_;
  bool help_ = false, version_ = false;
};

// "Try 'cat --help' for more information.\n": what usage errors end with.
std::string try_help(std::string_view program);
// A usage error: "argv0: text\nTry 'argv0 --help' for more information.\n"; gives the status.
int usage_error(Process& p, std::string_view text, int status = 1);
// The text of --version: the command that this one does the same as, which scripts look for.
std::string version_text(std::string_view name);
// The text of --help.
std::string help_text(const Synopsis& s, std::string_view program);
// A text as GNU's quote() shows it in messages: 'x', with $'' escapes where the shell's quoting needs them.
std::string quote(std::string_view text);
// quoteaf/quotef as in "cannot remove 'x y'" and "x y: No such file": the second quotes only where needed.
std::string quote_if_needed(std::string_view text);

}  // namespace nacre
