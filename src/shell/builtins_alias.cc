// alias and unalias (bash manual 4.2).
#include "src/shell/builtin.h"
#include "src/expand/quote.h"

namespace nacre {
namespace {

// bash's rule: no blanks, quotes, $, slashes and no operators of the shell.
bool valid_alias_name(std::string_view name) {
  return !name.empty() && name.find_first_of(" \t\n\\'\"`$/|&;()<>") == name.npos;
}
void print_alias(Shell& sh, const std::string& name, const std::string& value) {
  sh.print(std::string("alias ") + (name.starts_with('-') ? "-- " : "") + name + "=" + quote_single(value) + "\n");
}

int alias(Shell& sh, Fields& argv) {
  bool print = false;
  BuiltinOptions options(sh, argv, "p");
  for (char c; (c = options.next());) {
    if (c != 'p') return BuiltinOptions::kUsage;
    print = true;
  }
  std::size_t i = options.operand();
  if (print || i == argv.size())
    for (const auto& [name, value] : sh.aliases.get()) print_alias(sh, name, value);
  int status = 0;
  for (; i < argv.size(); ++i) {
    const std::size_t equals = argv[i].find('=', 1);   // one at the start belongs to the name
    const std::string name = argv[i].substr(0, equals);
    if (argv[i].empty()) continue;
    if (equals != argv[i].npos) {
      if (!valid_alias_name(name)) {
        sh.complain("`" + name + "': invalid alias name");
        status = 1;
      } else {
        sh.aliases.change()[name] = argv[i].substr(equals + 1);
      }
    } else if (const auto it = sh.aliases->find(name); it != sh.aliases->end()) {
      print_alias(sh, name, it->second);
    } else {
      sh.complain(name + ": not found");
      status = 1;
    }
  }
  return status;
}
Task<int> alias_main(Shell& sh, Fields& argv) { return Task<int>::ready(alias(sh, argv)); }
const Builtin kAlias("alias", alias_main, Builtin::kDeclaration);

int unalias(Shell& sh, Fields& argv) {
  bool all = false;
  BuiltinOptions options(sh, argv, "a");
  for (char c; (c = options.next());) {
    if (c != 'a') return BuiltinOptions::kUsage;
    all = true;
  }
  if (all) {
    sh.aliases.change().clear();
    return 0;
  }
  if (options.operand() == argv.size()) return builtin_usage(sh, argv[0]);
  int status = 0;
  for (std::size_t i = options.operand(); i < argv.size(); ++i) {
    if (sh.aliases->contains(argv[i])) {
      sh.aliases.change().erase(argv[i]);
    } else {
      sh.complain(argv[i] + ": not found");
      status = 1;
    }
  }
  return status;
}
Task<int> unalias_main(Shell& sh, Fields& argv) { return Task<int>::ready(unalias(sh, argv)); }
const Builtin kUnalias("unalias", unalias_main);

}  // namespace
}  // namespace nacre
