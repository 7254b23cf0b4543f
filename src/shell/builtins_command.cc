// What a command name means: type, command, builtin, enable, hash (bash manual 4.1, 4.2).
#include <algorithm>

#include "src/shell/builtin.h"
#include "src/shell/builtins_command.h"
#include "src/expand/quote.h"
#include "src/syntax/printer.h"

namespace nacre {

constexpr std::string_view kKeywords[] = {"if",   "then", "else", "elif", "fi",   "case", "esac", "for", "select", "while", "until",
                                          "do",   "done", "in",   "function", "time", "{", "}", "!",  "[[",  "]]",  "coproc"};
std::span<const std::string_view> shell_keywords() { return kKeywords; }

std::vector<std::string> programs_in_path(Shell& sh, std::string_view name, bool standard_path) {
  std::vector<std::string> found;
  const Process& p = sh.process();
  const auto runs = [&](const std::string& path) {
    auto stat = p.fs().stat(p.caller(), path);
    return stat && stat->type == vfs::Type::kFile && p.fs().access(p.caller(), path, vfs::kExecutable);
  };
  if (name.find('/') != name.npos) {
    if (runs(std::string(name))) found.emplace_back(name);
    return found;
  }
  std::string_view path = standard_path ? kStandardPathValue : sh.value(sh.known().path).value_or("");
  for (bool more = !name.empty(); more;) {
    const std::size_t colon = path.find(':');
    std::string file(path.substr(0, colon));
    if (file.empty()) file = ".";
    if (file.back() != '/') file += '/';
    file += name;
    if (runs(file)) found.push_back(std::move(file));
    more = colon != path.npos;
    if (more) path.remove_prefix(colon + 1);
  }
  return found;
}

namespace {

// How a name is described.
enum class Style { kSentence, kWord, kPath, kReusable };   // type, type -t, type -p, command -v
struct Description {
  Style style = Style::kSentence;
  bool all = false;           // -a
  bool functions = true;      // not -f
  bool path_only = false;     // -P
  bool standard_path = false;
  bool absolute = false;      // command -V shows absolute paths
};

class Describer {
 public:
  Describer(Shell& sh, const Description& how) : sh_(sh), how_(how) {}

  // Prints what the name is. False: nothing.
  bool describe(const std::string& name) {
    found_ = false;
    if (!how_.path_only && (is_alias(name) || is_keyword(name) || is_function(name) || is_builtin(name)) && !how_.all) return true;
    programs(name);
    return found_;
  }

 private:
  // Notes a find; true when that is enough.
  bool say(const std::string& sentence, std::string_view word, const std::string& reusable) {
    found_ = true;
    switch (how_.style) {
      case Style::kSentence: sh_.print(sentence + "\n"); break;
      case Style::kWord: sh_.print(std::string(word) + "\n"); break;
      case Style::kReusable: sh_.print(reusable + "\n"); break;
      case Style::kPath: break;
    }
    return true;
  }
  bool is_alias(const std::string& name) {
    const auto it = sh_.aliases->find(name);
    if (it == sh_.aliases->end() || !sh_.on(ShellOption::kExpandAliases)) return false;
    return say(name + " is aliased to `" + it->second + "'", "alias", "alias " + name + "=" + quote_single(it->second)) && !how_.all;
  }
  bool is_keyword(const std::string& name) {
    if (std::ranges::find(kKeywords, name) == std::end(kKeywords)) return false;
    return say(name + " is a shell keyword", "keyword", name) && !how_.all;
  }
  bool is_function(const std::string& name) {
    const Function* f = how_.functions ? sh_.find_function(name) : nullptr;
    if (!f) return false;
    std::string text = name + " is a function";
    if (how_.style == Style::kSentence) text += "\n" + print_function(name, *f->definition->body);
    return say(text, "function", name) && !how_.all;
  }
  bool is_builtin(const std::string& name) {
    const Builtin* b = sh_.find_builtin(name);
    if (!b) return false;
    const bool special = sh_.posix() && (b->flags & Builtin::kSpecial);
    return say(name + (special ? " is a special shell builtin" : " is a shell builtin"), "builtin", name) && !how_.all;
  }
  void file(const std::string& name, const std::string& path) {
    (void)say(name + " is " + path, "file", path);
    if (how_.style == Style::kPath) sh_.print(path + "\n");
  }
  void programs(const std::string& name) {
    const bool plain = name.find('/') == name.npos;
    if (!how_.all && plain && !how_.standard_path) {
      if (const auto it = sh_.hashed->find(name); it != sh_.hashed->end()) {
        (void)say(name + " is hashed (" + it->second.first + ")", "file", it->second.first);
        if (how_.style == Style::kPath) sh_.print(it->second.first + "\n");
        return;
      }
    }
    for (const std::string& path : programs_in_path(sh_, name, how_.standard_path)) {
      std::string full = path;
      if (how_.absolute && plain && full[0] != '/') {
        if (full.starts_with("./")) full.erase(0, 2);
        full = sh_.logical_cwd + "/" + full;
      }
      file(name, full);
      if (!how_.all) return;
    }
  }

  Shell& sh_;
  const Description& how_;
  bool found_ = false;
};

// Old spellings of type's options, as words: -type, -path, -all.
void expand_old_type_options(Fields& argv) {
  for (std::size_t i = 1; i < argv.size() && argv[i].starts_with('-'); ++i) {
    const std::string_view word = std::string_view(argv[i]).substr(1);
    if (word == "type" || word == "-type") argv[i] = "-t";
    else if (word == "path" || word == "-path") argv[i] = "-p";
    else if (word == "all" || word == "-all") argv[i] = "-a";
  }
}

int type(Shell& sh, Fields& argv) {
  expand_old_type_options(argv);
  Description how;
  BuiltinOptions options(sh, argv, "afptP");
  for (char c; (c = options.next());) {
    switch (c) {
      case 'a': how.all = true; break;
      case 'f': how.functions = false; break;
      case 'p': how.style = Style::kPath; break;
      case 't': how.style = Style::kWord; break;
      case 'P':
        how.style = Style::kPath;
        how.path_only = true;
        break;
      default: return BuiltinOptions::kUsage;
    }
  }
  int status = 0;
  for (std::size_t i = options.operand(); i < argv.size(); ++i) {
    if (Describer(sh, how).describe(argv[i])) continue;
    if (how.style == Style::kSentence) sh.complain(argv[i] + ": not found");
    status = 1;
  }
  return status;
}
Task<int> type_main(Shell& sh, Fields& argv) { return Task<int>::ready(type(sh, argv)); }
const Builtin kType("type", type_main);

Task<int> command_main(Shell& sh, Fields& argv) {
  Description how;
  bool describe = false;
  BuiltinOptions options(sh, argv, "pvV");
  for (char c; (c = options.next());) {
    switch (c) {
      case 'p': how.standard_path = true; break;
      case 'v':
      case 'V':
        describe = true;
        how.style = c == 'v' ? Style::kReusable : Style::kSentence;
        how.absolute = c == 'V';
        break;
      default: co_return BuiltinOptions::kUsage;
    }
  }
  const std::size_t first = options.operand();
  if (first == argv.size()) co_return 0;
  if (!describe) {
    argv.erase(argv.begin(), argv.begin() + static_cast<std::ptrdiff_t>(first));
    co_return co_await sh.run_argv(std::move(argv), Shell::kNoFunctions | (how.standard_path ? Shell::kStandardPath : 0u));
  }
  bool any = false;
  for (std::size_t i = first; i < argv.size(); ++i) {
    if (Describer(sh, how).describe(argv[i])) any = true;
    else if (how.style == Style::kSentence) sh.complain(argv[i] + ": not found");
  }
  co_return any ? 0 : 1;
}
const Builtin kCommand("command", command_main);

Task<int> builtin_main(Shell& sh, Fields& argv) {
  const std::size_t first = first_operand(sh, argv);
  if (!first) co_return BuiltinOptions::kUsage;
  if (first == argv.size()) co_return 0;
  if (!sh.find_builtin(argv[first])) {
    sh.complain(argv[first] + ": not a shell builtin");
    co_return 1;
  }
  argv.erase(argv.begin(), argv.begin() + static_cast<std::ptrdiff_t>(first));
  co_return co_await sh.run_argv(std::move(argv), Shell::kOnlyBuiltins);
}
const Builtin kBuiltin("builtin", builtin_main);

// --- enable -------------------------------------------------------------------------------------------------------------

int enable(Shell& sh, Fields& argv) {
  bool all = false, off = false, special = false, unload = false;
  std::optional<std::string> load;
  BuiltinOptions options(sh, argv, "adnpsf:");
  for (char c; (c = options.next());) {
    switch (c) {
      case 'a': all = true; break;
      case 'd': unload = true; break;
      case 'n': off = true; break;
      case 'p': break;
      case 's': special = true; break;
      case 'f': load = options.argument(); break;
      default: return BuiltinOptions::kUsage;
    }
  }
  std::size_t i = options.operand();
  if (i == argv.size()) {
    for (const Builtin* b : Builtin::sorted()) {
      const bool on = sh.find_builtin(b->name) != nullptr;
      if ((special && !(b->flags & Builtin::kSpecial)) || (!all && on == off)) continue;
      sh.print(std::string(on ? "enable " : "enable -n ") + std::string(b->name) + "\n");
    }
    return 0;
  }
  if (load) {
    sh.complain("cannot open shared object " + *load + ": " + *load + ": cannot open shared object file: No such file or directory");
    return 1;
  }
  int status = 0;
  for (; i < argv.size(); ++i) {
    const Builtin* b = Builtin::find(argv[i]);
    if (!b || (special && !(b->flags & Builtin::kSpecial))) {
      sh.complain(argv[i] + ": not a shell builtin");
      status = 1;
    } else if (unload) {
      sh.complain(argv[i] + ": not dynamically loaded");
      status = 1;
    } else if (off) {
      sh.disabled.change()[argv[i]] = true;
    } else if (sh.disabled->contains(argv[i])) {
      sh.disabled.change().erase(argv[i]);
    }
  }
  return status;
}
Task<int> enable_main(Shell& sh, Fields& argv) { return Task<int>::ready(enable(sh, argv)); }
const Builtin kEnable("enable", enable_main);

// --- hash ---------------------------------------------------------------------------------------------------------------

constexpr std::uint32_t kHashBuckets = 256;   // of bash's table of paths, whose order a listing shows

void list_hashed(Shell& sh, bool reusable) {
  if (sh.hashed->empty()) {
    if (!reusable || !sh.posix()) sh.print("hash: hash table empty\n");
    return;
  }
  if (!reusable) sh.print("hits\tcommand\n");
  std::vector<std::string> names;
  for (const auto& [name, entry] : sh.hashed.get()) names.push_back(name);
  for (const std::string& name : in_hash_order(std::move(names), kHashBuckets)) {
    const auto& [path, hits] = sh.hashed->find(name)->second;
    if (reusable) {
      sh.print("builtin hash -p " + path + " " + name + "\n");
    } else {
      std::string count = std::to_string(hits);
      if (count.size() < 4) count.insert(0, 4 - count.size(), ' ');
      sh.print(count + "\t" + path + "\n");
    }
  }
}

int show_hashed(Shell& sh, std::span<const std::string> names, bool reusable) {
  int status = 0;
  for (const std::string& name : names) {
    const auto it = sh.hashed->find(name);
    if (it == sh.hashed->end()) {
      sh.complain(name + ": not found");
      status = 1;
    } else if (reusable) {
      sh.print("builtin hash -p " + it->second.first + " " + name + "\n");
    } else {
      sh.print((names.size() > 1 ? name + "\t" : std::string()) + it->second.first + "\n");
    }
  }
  return status;
}

int hash(Shell& sh, Fields& argv) {
  if (!sh.on(ShellOption::kHashall)) {
    sh.complain("hashing disabled");
    return 1;
  }
  bool remove = false, reusable = false, forget = false, show = false;
  std::optional<std::string> path;
  BuiltinOptions options(sh, argv, "dlp:rt");
  for (char c; (c = options.next());) {
    switch (c) {
      case 'd': remove = true; break;
      case 'l': reusable = true; break;
      case 'p': path = options.argument(); break;
      case 'r': forget = true; break;
      case 't': show = true; break;
      default: return BuiltinOptions::kUsage;
    }
  }
  const std::span<const std::string> names = std::span<const std::string>(argv).subspan(options.operand());
  if (names.empty() && (remove || show)) {
    sh.complain(std::string(remove ? "-d" : "-t") + ": option requires an argument");
    return 1;
  }
  if (names.empty() && !forget) {
    list_hashed(sh, reusable);
    return 0;
  }
  if (forget) sh.hashed.change().clear();
  if (show) return show_hashed(sh, names, reusable);
  int status = 0;
  for (const std::string& name : names) {
    if (path) {
      auto stat = sh.process().fs().stat(sh.process().caller(), *path);
      if (stat && stat->type == vfs::Type::kDirectory) {
        sh.complain(*path + ": Is a directory");
        status = 1;
      } else {
        sh.hashed.change()[name] = {*path, 0};
      }
    } else if (remove) {
      if (sh.hashed->contains(name)) {
        sh.hashed.change().erase(name);
      } else {
        sh.complain(name + ": not found");
        status = 1;
      }
    } else if (name.find('/') == name.npos && !sh.find_function(name) && !sh.find_builtin(name)) {
      sh.hashed.change().erase(name);
      const std::string found = sh.find_program(name, false, false);
      if (found.empty()) {
        sh.complain(name + ": not found");
        status = 1;
      } else {
        sh.hashed.change()[name] = {found, 0};
      }
    }
  }
  return status;
}
Task<int> hash_main(Shell& sh, Fields& argv) { return Task<int>::ready(hash(sh, argv)); }
const Builtin kHash("hash", hash_main);

}  // namespace
}  // namespace nacre
