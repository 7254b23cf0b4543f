// help (bash manual 4.2).
#include <algorithm>

#include "src/shell/builtin.h"
#include "src/shell/help_topics.h"
#include "src/regex/pattern.h"

namespace nacre {
namespace {

constexpr std::string_view kVersion = "GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)\n";

// The list of topics in two columns.
void list_topics(Shell& sh) {
  sh.print(kVersion);
  sh.print("These shell commands are defined internally.  Type `help' to see this list.\n"
           "Type `help name' to find out more about the function `name'.\n"
           "Use `info bash' to find out more about the shell in general.\n"
           "Use `man -k' or `info' to find out more about commands not in this list.\n\n"
           "A star (*) next to a name means that the command is disabled.\n\n");
  const std::int64_t columns = builtin_number(sh.value("COLUMNS").value_or("80")).value_or(80);
  std::size_t width = columns > 6 ? static_cast<std::size_t>(columns) / 2 : 40;
  width = std::min<std::size_t>(width, 128);
  const auto cell = [&](const HelpTopic& t, std::size_t limit) {
    const bool off = Builtin::find(t.name) && !sh.find_builtin(t.name);
    std::string text = (off ? "*" : " ") + std::string(t.synopsis);
    if (text.size() > limit) {
      text.resize(limit);
      text += '>';
    }
    return text;
  };
  const std::span<const HelpTopic> topics = help_topics();
  const std::size_t rows = (topics.size() + 1) / 2;
  for (std::size_t i = 0; i < rows; ++i) {
    std::string line = cell(topics[i], width - 2);
    if (i + rows < topics.size()) {
      line.resize(width, ' ');
      line += cell(topics[i + rows], width - 3);
    }
    sh.print(line + "\n");
  }
}

// The form of a manual page.
std::string manual_page(const HelpTopic& t) {
  std::string text = full_help(t);
  text.erase(0, text.find('\n') + 1);
  return "NAME\n    " + std::string(t.name) + " - " + std::string(t.summary) + "\n\nSYNOPSIS\n    " + std::string(t.synopsis) +
         "\n\nDESCRIPTION\n" + text + "\nSEE ALSO\n    bash(1)\n\nIMPLEMENTATION\n    " + std::string(kVersion) + "\n";
}

int help(Shell& sh, Fields& argv) {
  bool summary = false, page = false, synopsis = false;
  BuiltinOptions options(sh, argv, "dms");
  for (char c; (c = options.next());) {
    switch (c) {
      case 'd': summary = true; break;
      case 'm': page = true; break;
      case 's': synopsis = true; break;
      default: return BuiltinOptions::kUsage;
    }
  }
  std::size_t i = options.operand();
  if (i == argv.size()) {
    list_topics(sh);
    return 0;
  }
  if (Pattern::has_magic(argv[i], true)) {
    std::string names;
    for (std::size_t k = i; k < argv.size(); ++k) names += (k > i ? ", " : "") + argv[k];
    sh.print(std::string("Shell commands matching keyword") + (argv.size() - i > 1 ? "s" : "") + " `" + names + "'\n\n");
  }
  bool found = false;
  for (; i < argv.size(); ++i) {
    const Pattern pattern = Pattern::compile(argv[i], {.extglob = true, .utf8 = sh.utf8()});
    const bool exact = std::ranges::any_of(help_topics(), [&](const HelpTopic& t) { return pattern.matches(t.name); });
    for (const HelpTopic& t : help_topics()) {
      if (exact ? !pattern.matches(t.name) : !t.name.starts_with(argv[i])) continue;
      found = true;
      if (summary) sh.print(std::string(t.name) + " - " + std::string(t.summary) + "\n");
      else if (page) sh.print(manual_page(t));
      else if (synopsis) sh.print(std::string(t.name) + ": " + std::string(t.synopsis) + "\n");
      else sh.print(full_help(t));
    }
  }
  if (!found) {
    const std::string& name = argv.back();
    sh.complain("no help topics match `" + name + "'.  Try `help help' or `man -k " + name + "' or `info " + name + "'.");
    return 1;
  }
  return 0;
}
Task<int> help_main(Shell& sh, Fields& argv) { return Task<int>::ready(help(sh, argv)); }
const Builtin kHelp("help", help_main);

}  // namespace
}  // namespace nacre
