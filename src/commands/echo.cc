// echo [-neE] [STRING]...: writes its arguments. GNU coreutils 9.1 (a program of /bin; the shell has its own).
#include "src/base/printf_format.h"
#include "src/process/io.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {'n', "", Argument::kNone, "", "no newline at the end"},
    {'e', "", Argument::kNone, "", "expand backslash escapes"},
    {'E', "", Argument::kNone, "", "do not expand backslash escapes (default)"},
};
constexpr Synopsis kSynopsis{"echo", "[SHORT-OPTION]... [STRING]...\nLONG-OPTION", "Write the STRINGs to standard output.\n", kOptions,
                             "The escapes are \\\\ \\a \\b \\c (nothing more is written) \\e \\f \\n \\r \\t \\v, \\0NNN (octal) and\n"
                             "\\xHH (hexadecimal)."};

// -n, -e, -E together in one word; any other word is no option.
bool take_options(std::string_view word, bool& newline, bool& escapes) {
  if (word.size() < 2 || word[0] != '-' || word.substr(1).find_first_not_of("neE") != word.npos) return false;
  for (char c : word.substr(1)) {
    if (c == 'n') newline = false;
    else escapes = c == 'e';
  }
  return true;
}

Task<int> echo_main(Process& p) {
  const bool posix = p.getenv("POSIXLY_CORRECT").has_value();
  Writer out(p, 1);
  bool newline = true, escapes = posix;
  if (!posix && p.argv.size() == 2 && (p.argv[1] == "--help" || p.argv[1] == "--version")) {
    out.put(p.argv[1] == "--help" ? help_text(kSynopsis, p.argv[0]) : version_text("echo"));
    co_return out.finish(0);
  }
  std::size_t i = 1;
  if (!posix || (p.argv.size() > 1 && p.argv[1] == "-n"))
    while (i < p.argv.size() && take_options(p.argv[i], newline, escapes)) ++i;
  for (bool first = true; i < p.argv.size(); ++i, first = false) {
    if (!first) out.put(' ');
    if (!escapes) {
      out.put(p.argv[i]);
    } else if (!append_echo_escapes(out.buffer(), p.argv[i], false)) {
      newline = false;
      break;
    }
    if (out.full() && !out.flush()) break;
  }
  if (newline) out.put('\n');
  co_return out.finish(0);
}

const Program kEcho("echo", echo_main);

}  // namespace
}  // namespace nacre
