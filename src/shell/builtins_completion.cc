// complete, compopt and bind (bash manual 8.7, 4.2), and the options that complete shares with compgen.
#include <algorithm>
#include <array>

#include "src/expand/quote.h"
#include "src/shell/builtin.h"
#include "src/shell/builtins_completion.h"

namespace nacre {
namespace {

struct ActionName {
  std::string_view name;
  char letter;
};
constexpr std::array<ActionName, static_cast<std::size_t>(CompletionAction::kCount)> kActions{{
    {"alias", 'a'}, {"builtin", 'b'}, {"command", 'c'}, {"directory", 'd'}, {"export", 'e'}, {"file", 'f'}, {"group", 'g'},
    {"job", 'j'}, {"keyword", 'k'}, {"service", 's'}, {"user", 'u'}, {"variable", 'v'},
    {"arrayvar", 0}, {"binding", 0}, {"disabled", 0}, {"enabled", 0}, {"function", 0}, {"helptopic", 0}, {"hostname", 0},
    {"running", 0}, {"setopt", 0}, {"shopt", 0}, {"signal", 0}, {"stopped", 0},
}};
constexpr std::string_view kOptionNames[] = {"bashdefault", "default", "dirnames", "filenames",
                                             "noquote",     "nosort",  "nospace",  "plusdirs"};

std::optional<std::uint32_t> option_bit(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kOptionNames); ++i)
    if (kOptionNames[i] == name) return 1u << i;
  return {};
}

// The name by which a -D, -E or -I completion is kept.
std::string special_name(const CompletionArguments& a) {
  if (a.empty_line) return std::string(kEmptyCompletion);
  if (a.initial) return std::string(kInitialCompletion);
  return a.fallback ? std::string(kDefaultCompletion) : std::string();
}

}  // namespace

int parse_completion(Shell& sh, const Fields& argv, bool compgen, CompletionArguments& out) {
  BuiltinOptions options(sh, argv, compgen ? "abcdefgjko:suvA:G:W:P:S:X:F:C:V:" : "abcdefgjko:prsuvA:G:W:P:S:X:F:C:DEI");
  CompletionSpec& spec = out.spec;
  for (char c; (c = options.next());) {
    const std::string& text = options.argument();
    switch (c) {
      case 'p': out.print = true; break;
      case 'r': out.remove = true; break;
      case 'D': out.fallback = true; break;
      case 'E': out.empty_line = true; break;
      case 'I': out.initial = true; break;
      case 'o':
        if (const auto bit = option_bit(text)) {
          spec.options |= *bit;
          break;
        }
        sh.complain(text + ": invalid option name");
        return BuiltinOptions::kUsage;
      case 'A': {
        const auto it = std::ranges::find(kActions, std::string_view(text), &ActionName::name);
        if (it == kActions.end()) {
          sh.complain(text + ": invalid action name");
          return BuiltinOptions::kUsage;
        }
        spec.actions |= 1u << (it - kActions.begin());
        break;
      }
      case 'G': spec.glob = text; break;
      case 'W': spec.words = text; break;
      case 'P': spec.prefix = text; break;
      case 'S': spec.suffix = text; break;
      case 'X': spec.filter = text; break;
      case 'C': spec.command = text; break;
      case 'F':
        if (text.empty() || text.find_first_of(" \t\n'\"`$/|&;()<>\\") != text.npos) {
          (void)invalid_identifier(sh, text);
          return BuiltinOptions::kUsage;
        }
        spec.function = text;
        break;
      default: {
        const auto it = std::ranges::find(kActions, c, &ActionName::letter);
        if (it == kActions.end()) return BuiltinOptions::kUsage;
        spec.actions |= 1u << (it - kActions.begin());
      }
    }
    out.any = out.any || std::string_view("prDEI").find(c) == std::string_view::npos;
  }
  out.first = options.operand();
  return 0;
}

namespace {

// --- complete -----------------------------------------------------------------------------------------------------------

std::string option_words(const CompletionSpec& spec) {
  std::string out;
  for (std::size_t i = 0; i < std::size(kOptionNames); ++i)
    if ((spec.options >> i) & 1) out += " -o " + std::string(kOptionNames[i]);
  return out;
}
std::string action_words(const CompletionSpec& spec) {
  std::string out;
  for (std::size_t i = 0; i < kActions.size(); ++i) {
    if (!((spec.actions >> i) & 1)) continue;
    if (kActions[i].letter) out += std::string(" -") + kActions[i].letter;
    else out += " -A " + std::string(kActions[i].name);
  }
  return out;
}

// "complete -W 'a b' name"
std::string completion_line(const std::string& name, const CompletionSpec& spec) {
  std::string out = "complete" + option_words(spec) + action_words(spec);
  const auto quoted = [&](const char* letter, const std::optional<std::string>& text) {
    if (text) out += " -" + std::string(letter) + " " + quote_single(*text);
  };
  quoted("G", spec.glob);
  quoted("W", spec.words);
  quoted("P", spec.prefix);
  quoted("S", spec.suffix);
  quoted("X", spec.filter);
  quoted("C", spec.command);
  if (spec.function) out += " -F " + *spec.function;
  if (name == kDefaultCompletion) return out + " -D";
  if (name == kEmptyCompletion) return out + " -E";
  if (name == kInitialCompletion) return out + " -I";
  return out + " " + (name.empty() ? "''" : name);
}

constexpr std::uint32_t kCompletionBuckets = 512;   // of bash's table, whose order a listing shows

void print_completions(Shell& sh) {
  std::vector<std::string> names;
  for (const auto& [name, spec] : sh.completions.get()) names.push_back(name);
  for (const std::string& name : in_hash_order(std::move(names), kCompletionBuckets))
    sh.print(completion_line(name, sh.completions->find(name)->second) + "\n");
}

int complete(Shell& sh, Fields& argv) {
  CompletionArguments a;
  if (const int bad = parse_completion(sh, argv, false, a)) return bad;
  std::vector<std::string> names(argv.begin() + static_cast<std::ptrdiff_t>(a.first), argv.end());
  if (const std::string special = special_name(a); !special.empty()) names = {special};
  if (a.remove) {
    if (names.empty()) sh.completions.change().clear();
    int status = 0;
    for (const std::string& name : names) {
      if (sh.completions->contains(name)) {
        sh.completions.change().erase(name);
      } else if (sh.completions->used) {
        sh.complain(name + ": no completion specification");
        status = 1;
      }
    }
    return status;
  }
  if (a.print || (names.empty() && !a.any)) {
    if (names.empty()) {
      print_completions(sh);
      return 0;
    }
    int status = 0;
    for (const std::string& name : names) {
      const auto it = sh.completions->find(name);
      if (it != sh.completions->end()) {
        sh.print(completion_line(name, it->second) + "\n");
      } else {
        sh.complain(name + ": no completion specification");
        status = 1;
      }
    }
    return status;
  }
  if (names.empty()) return builtin_usage(sh, argv[0]);
  sh.completions.change().used = true;
  for (const std::string& name : names) sh.completions.change()[name] = a.spec;
  return 0;
}
Task<int> complete_main(Shell& sh, Fields& argv) { return Task<int>::ready(complete(sh, argv)); }
const Builtin kComplete("complete", complete_main);

// --- compopt ------------------------------------------------------------------------------------------------------------

int compopt(Shell& sh, Fields& argv) {
  CompletionArguments a;
  std::uint32_t on = 0, off = 0;
  BuiltinOptions options(sh, argv, "+o:DEI");
  for (char c; (c = options.next());) {
    switch (c) {
      case 'D': a.fallback = true; break;
      case 'E': a.empty_line = true; break;
      case 'I': a.initial = true; break;
      case 'o': {
        const auto bit = option_bit(options.argument());
        if (!bit) {
          sh.complain(options.argument() + ": invalid option name");
          return BuiltinOptions::kUsage;
        }
        (options.plus() ? off : on) |= *bit;
        break;
      }
      default: return BuiltinOptions::kUsage;
    }
  }
  std::vector<std::string> names(argv.begin() + static_cast<std::ptrdiff_t>(options.operand()), argv.end());
  if (const std::string special = special_name(a); !special.empty()) names = {special};
  if (names.empty()) {
    sh.complain("not currently executing completion function");
    return 1;
  }
  int status = 0;
  for (const std::string& name : names) {
    const auto it = sh.completions->find(name);
    if (it == sh.completions->end()) {
      sh.complain(name + ": no completion specification");
      status = 1;
      continue;
    }
    if (on | off) {
      CompletionSpec& spec = sh.completions.change()[name];
      spec.options = (spec.options | on) & ~off;
      continue;
    }
    std::string line = "compopt";
    for (std::size_t i = 0; i < std::size(kOptionNames); ++i)
      line += std::string((it->second.options >> i) & 1 ? " -o " : " +o ") + std::string(kOptionNames[i]);
    sh.print(line + " " + name + "\n");
  }
  return status;
}
Task<int> compopt_main(Shell& sh, Fields& argv) { return Task<int>::ready(compopt(sh, argv)); }
const Builtin kCompopt("compopt", compopt_main);

// --- bind ---------------------------------------------------------------------------------------------------------------

// There is no line editor whose keys could be bound; bash without line editing warns in the same way, checks the
// arguments, and succeeds.
int bind(Shell& sh, Fields& argv) {
  sh.complain("warning: line editing not enabled");
  BuiltinOptions options(sh, argv, "lvpVPsSXf:q:u:m:r:x:");
  int status = 0;
  for (char c; (c = options.next());) {
    const std::string& text = options.argument();
    switch (c) {
      case 'm': {
        constexpr std::string_view kMaps[] = {"emacs", "emacs-standard", "emacs-meta", "emacs-ctlx", "vi", "vi-move", "vi-command", "vi-insert"};
        if (std::ranges::find(kMaps, text) == std::end(kMaps)) {
          sh.complain("`" + text + "': invalid keymap name");
          return 1;
        }
        break;
      }
      case 'f': {
        auto found = sh.process().fs().stat(sh.process().caller(), text);
        if (!found) {
          sh.complain(text + ": cannot read: " + std::string(found.error().words()));
          return 1;
        }
        break;
      }
      case 'l': {
        std::string list(editing_commands());
        std::ranges::replace(list, ' ', '\n');
        sh.print(list + "\n");
        break;
      }
      case 'q':
      case 'u':
        sh.complain("`" + text + "': unknown function name");
        status = 1;
        break;
      case '?': return BuiltinOptions::kUsage;
      default: break;
    }
  }
  return status;
}
Task<int> bind_main(Shell& sh, Fields& argv) { return Task<int>::ready(bind(sh, argv)); }
const Builtin kBind("bind", bind_main);

}  // namespace
}  // namespace nacre
