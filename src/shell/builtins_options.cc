// set and shopt (bash manual 4.3).
#include <algorithm>

#include "src/shell/builtin.h"
#include "src/shell/listing.h"

namespace nacre {
namespace {

constexpr std::string_view kSetLetters = "abefhkmnptuvxBCEHPT";
constexpr auto kFirstSet = static_cast<unsigned>(ShellOption::kAllexport);
constexpr auto kEndSet = static_cast<unsigned>(ShellOptions::kFirstShopt);
constexpr auto kEndShopt = static_cast<unsigned>(ShellOptions::kEndShopt);

// "errexit        \toff", or "set +o errexit" / "shopt -u extglob".
std::string option_line(const Shell& sh, ShellOption o, bool command) {
  const bool on = sh.on(o), set = o < ShellOptions::kFirstShopt;
  std::string name(ShellOptions::name(o));
  if (command) return (set ? std::string("set ") + (on ? "-o " : "+o ") : std::string("shopt ") + (on ? "-s " : "-u ")) + name + "\n";
  if (name.size() < 15) name.resize(15, ' ');
  return name + (on ? "\ton\n" : "\toff\n");
}
void list_options(Shell& sh, unsigned from, unsigned end, bool command, std::optional<bool> only = {}) {
  for (unsigned i = from; i < end; ++i) {
    const auto o = static_cast<ShellOption>(i);
    if (!only || sh.on(o) == *only) sh.print(option_line(sh, o, command));
  }
}

void change(Shell& sh, ShellOption o, bool value) {
  ShellOptions changed = sh.options;
  changed.set(o, value);
  sh.set_options(changed);
}

// --- set ----------------------------------------------------------------------------------------------------------------

// All options are looked at before any is set.
bool check_set_options(Shell& sh, const Fields& argv) {
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string& word = argv[i];
    if (word == "+") continue;
    if (word.size() < 2 || (word[0] != '-' && word[0] != '+') || word == "--") return true;
    for (std::size_t k = 1; k < word.size(); ++k) {
      if (word[k] == 'o') {
        if (i + 1 < argv.size() && !argv[i + 1].empty() && argv[i + 1][0] != '-' && argv[i + 1][0] != '+') ++i;
        break;   // as bash, which takes the letters behind for a name
      }
      if (kSetLetters.find(word[k]) == kSetLetters.npos) {
        sh.complain(std::string(1, word[0]) + word[k] + ": invalid option");
        builtin_usage(sh, "set");
        return false;
      }
    }
  }
  return true;
}

int set(Shell& sh, Fields& argv) {
  if (argv.size() == 1) {
    print_set_listing(sh);
    return 0;
  }
  if (answered_help(sh, argv)) return BuiltinOptions::kUsage;
  if (!check_set_options(sh, argv)) return BuiltinOptions::kUsage;
  bool assign = false;
  std::size_t i = 1;
  for (; i < argv.size(); ++i) {
    const std::string& word = argv[i];
    if (word == "-" || word == "--") {
      assign = word == "--";
      if (word == "-") {
        change(sh, ShellOption::kXtrace, false);
        change(sh, ShellOption::kVerbose, false);
      }
      ++i;
      break;
    }
    if (word == "+") continue;
    if (word.size() < 2 || (word[0] != '-' && word[0] != '+')) break;
    const bool on = word[0] == '-';
    const std::size_t at = i;
    for (std::size_t k = 1; k < argv[at].size(); ++k) {
      const char c = argv[at][k];
      if (c == 'i') continue;   // known, but only before the shell starts
      if (c != 'o') {
        if (kSetLetters.find(c) == kSetLetters.npos) {
          sh.complain(std::string(1, argv[at][0]) + c + ": invalid option");
          builtin_usage(sh, "set");
          return 1;
        }
        change(sh, *ShellOptions::find_letter(c), on);
        continue;
      }
      if (i + 1 == argv.size() || argv[i + 1].empty() || argv[i + 1][0] == '-' || argv[i + 1][0] == '+') {
        list_options(sh, kFirstSet, kEndSet, !on);
        continue;
      }
      const auto o = ShellOptions::find_set(argv[++i]);
      if (!o) {
        sh.complain(argv[i] + ": invalid option name");
        return BuiltinOptions::kUsage;
      }
      change(sh, *o, on);
    }
  }
  if (sh.on(ShellOption::kNoexec) && !sh.interactive()) {   // nothing runs from here on
    sh.flow = Flow::kDiscard;
    sh.status = 0;
  }
  if (assign || i < argv.size())
    sh.arguments.set({argv.begin() + static_cast<std::ptrdiff_t>(i), argv.end()});
  return 0;
}
Task<int> set_main(Shell& sh, Fields& argv) { return Task<int>::ready(set(sh, argv)); }
const Builtin kSet("set", set_main, Builtin::kSpecial);

// --- shopt --------------------------------------------------------------------------------------------------------------

// Only one level of compatibility is on at a time.
void set_shopt(Shell& sh, ShellOption o, bool value) {
  if (o == ShellOption::kLoginShell || o == ShellOption::kRestrictedShell) return;
  if (o >= ShellOption::kCompat31 && o <= ShellOption::kCompat44 && value)
    for (auto c = static_cast<unsigned>(ShellOption::kCompat31); c <= static_cast<unsigned>(ShellOption::kCompat44); ++c)
      change(sh, static_cast<ShellOption>(c), false);
  change(sh, o, value);
}

int shopt(Shell& sh, Fields& argv) {
  bool on = false, off = false, print = false, quiet = false, of_set = false;
  BuiltinOptions options(sh, argv, "pqsuo");
  for (char c; (c = options.next());) {
    switch (c) {
      case 's': on = true; break;
      case 'u': off = true; break;
      case 'p': print = true; break;
      case 'q': quiet = true; break;
      case 'o': of_set = true; break;
      default: return BuiltinOptions::kUsage;
    }
  }
  if (on && off) {
    sh.complain("cannot set and unset shell options simultaneously");
    return 1;
  }
  const unsigned from = of_set ? kFirstSet : kEndSet, end = of_set ? kEndSet : kEndShopt;
  std::size_t i = options.operand();
  if (i == argv.size()) {
    if (!quiet) list_options(sh, from, end, print, on || off ? std::optional<bool>(on) : std::nullopt);
    return 0;
  }
  bool good = true;
  for (; i < argv.size(); ++i) {
    const auto o = of_set ? ShellOptions::find_set(argv[i]) : ShellOptions::find_shopt(argv[i]);
    if (!o) {
      sh.complain(argv[i] + (of_set ? ": invalid option name" : ": invalid shell option name"));
      good &= of_set && (on || off);   // bash forgets it then
    } else if (on || off) {
      if (of_set) change(sh, *o, on);
      else set_shopt(sh, *o, on);
    } else {
      good &= sh.on(*o);
      if (!quiet) sh.print(option_line(sh, *o, print));
    }
  }
  return good ? 0 : 1;
}
Task<int> shopt_main(Shell& sh, Fields& argv) { return Task<int>::ready(shopt(sh, argv)); }
const Builtin kShopt("shopt", shopt_main);

}  // namespace
}  // namespace nacre
