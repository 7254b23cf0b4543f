// trap (bash manual 4.1), and the names of signals.
#include "src/expand/quote.h"
#include "src/shell/builtin.h"
#include "src/shell/signals.h"

namespace nacre {
namespace {
constexpr std::string_view kPseudoNames[] = {"DEBUG", "ERR", "RETURN"};   // from kTrapDebug on

bool same_name(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if ((a[i] & ~0x20) != (b[i] & ~0x20)) return false;
  return true;
}
}  // namespace

int parse_trap_signal(std::string_view text) {
  if (text.empty()) return -1;
  for (int i = 0; i < 3; ++i)
    if (same_name(text, kPseudoNames[i])) return kTrapDebug + i;
  return parse_signal(text);
}
std::string trap_signal_name(int which, bool posix) {
  if (which == kTrapExit) return "EXIT";
  if (which >= kTrapDebug) return std::string(kPseudoNames[which - kTrapDebug]);
  const std::string name = signal_name(which);
  return name.empty() ? std::to_string(which) : (posix ? "" : "SIG") + name;
}

void print_signal_table(Shell& sh) {
  int column = 0;
  for (int s = 1; s < kSignals; ++s) {
    const std::string name = signal_name(s);
    if (name.empty()) continue;
    sh.print((s < 10 ? " " : "") + std::to_string(s) + ") SIG" + name);
    sh.print(++column < 5 ? "\t" : "\n");
    column %= 5;
  }
  if (column) sh.print("\n");
}

namespace {

// `all`: in POSIX mode -p tells of those that are not set, too.
void print_trap(Shell& sh, int which, bool all) {
  const TrapTable* table = sh.inherited_traps ? sh.inherited_traps.get() : sh.traps.get();
  std::optional<Trap> t;
  if (table) t = table->traps[static_cast<std::size_t>(which)];
  if (!t && which > 0 && which < kSignals && sh.started_ignoring(which)) t = Trap{};
  if (!t && !all) return;
  sh.print("trap -- " + (t ? quote_single(t->command) : "-") + " " + trap_signal_name(which, sh.posix()) + "\n");
}

int print_traps(Shell& sh, std::span<const std::string> names, bool all) {
  if (names.empty())
    for (int which = 0; which < kTraps; ++which) print_trap(sh, which, all);
  int status = 0;
  for (const std::string& name : names) {
    const int which = parse_trap_signal(name);
    if (which < 0) {
      sh.complain(name + ": invalid signal specification");
      status = 1;
    } else {
      print_trap(sh, which, all);
    }
  }
  return status;
}

int trap(Shell& sh, Fields& argv) {
  bool list = false, print = false;
  BuiltinOptions options(sh, argv, "lp");
  for (char c; (c = options.next());) {
    if (c == 'l') list = true;
    else if (c == 'p') print = true;
    else return BuiltinOptions::kUsage;
  }
  const std::span<const std::string> words = std::span<const std::string>(argv).subspan(options.operand());
  if (list) {
    print_signal_table(sh);
    return 0;
  }
  if (print || words.empty()) return print_traps(sh, words, print && sh.posix());

  // One word alone that is a signal, or a first word that is a number of one, resets.
  const bool number = words[0].find_first_not_of("0123456789") == words[0].npos && !words[0].empty() && parse_trap_signal(words[0]) >= 0;
  const bool alone = words.size() == 1 && parse_trap_signal(words[0]) >= 0;
  const bool resets = number || alone || words[0] == "-";
  const std::span<const std::string> names = number || alone ? words : words.subspan(1);
  if (names.empty()) return builtin_usage(sh, argv[0]);
  int status = 0;
  for (const std::string& name : names) {
    const int which = parse_trap_signal(name);
    if (which < 0) {
      sh.complain(name + ": invalid signal specification");
      status = 1;
    } else {
      sh.set_trap(which, resets ? std::nullopt : std::optional<std::string>(words[0]));
    }
  }
  return status;
}
Task<int> trap_main(Shell& sh, Fields& argv) { return Task<int>::ready(trap(sh, argv)); }
const Builtin kTrap("trap", trap_main, Builtin::kSpecial);

}  // namespace
}  // namespace nacre
