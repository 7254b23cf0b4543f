// cd, pwd, pushd, popd, dirs (bash manual 4.1, 6.8).
//
// Shell::logical_cwd is the name of the working directory with the symbolic links by which it was reached;
// Shell::directories is the stack below it, the next one last.
#include <algorithm>

#include "src/expand/assign.h"
#include "src/shell/builtin.h"

namespace nacre {
namespace {

constexpr std::string_view kNoName = ": error retrieving current directory: getcwd: cannot access parent directories: ";

std::string physical_cwd(const Shell& sh) {
  const Process& p = sh.process();
  return p.fs().getcwd(p.caller(), p.cwd()).value_or(std::string());
}

// The textual form of an absolute path without ".", ".." and doubled slashes; empty when a ".." would leave something that
// is no directory. Two slashes at the start stay, as POSIX allows.
std::string tidy_path(const Shell& sh, std::string_view path) {
  const Process& p = sh.process();
  const bool two = path.starts_with("//") && !path.starts_with("///");
  std::string out(two ? "//" : "/");
  const std::size_t root = out.size();
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(slash == path.npos ? path.size() : slash + 1);
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      auto stat = p.fs().stat(p.caller(), out);
      if (!stat || stat->type != vfs::Type::kDirectory) return {};
      const std::size_t cut = out.rfind('/');
      out.resize(out.size() == root || cut < root ? root : cut);
      continue;
    }
    if (out.size() > root) out += '/';
    out += part;
  }
  return out;
}

// Sets PWD and OLDPWD after a change. False: one of them is readonly, which is reported.
Task<bool> set_directory_variables(Shell& sh) {
  const auto set = [&](NameId name, std::string value) { return assign_variable(sh, name, std::move(value), 0); };
  auto old = sh.value(sh.known().pwd);
  auto first = co_await set(sh.known().oldpwd, std::string(old.value_or("")));
  auto second = co_await set(sh.known().pwd, sh.logical_cwd);
  co_return first.has_value() && second.has_value();
}

// Changes to `path`; logical_cwd follows. The error is that of the first attempt.
Result<> change_directory(Shell& sh, const std::string& path, bool physical) {
  Process& p = sh.process();
  const bool relative = !path.starts_with('/');
  const std::string absolute = relative ? sh.logical_cwd + (sh.logical_cwd.ends_with('/') ? "" : "/") + path : path;
  const std::string tidy = physical ? std::string() : tidy_path(sh, absolute);
  Result<> done = p.chdir(tidy.empty() ? path : tidy);
  if (done && !tidy.empty()) {
    sh.logical_cwd = tidy;
    return done;
  }
  // The name by which we are here may be true no longer: then the kernel knows the way.
  if (!done && (tidy.empty() || !relative || !p.chdir(path))) return done;
  sh.logical_cwd = physical_cwd(sh);
  if (sh.logical_cwd.empty()) {   // the directory has no name any more
    sh.messages += std::string(sh.command_name) + std::string(kNoName) + std::string(describe(Errno::kNOENT)) + "\n";
    sh.logical_cwd = absolute;
  }
  return {};
}

// --- cd, pwd ------------------------------------------------------------------------------------------------------------

// Tries the directories of CDPATH. True: changed; `shown` says whether the name is printed.
bool try_cdpath(Shell& sh, const std::string& directory, bool physical, bool& shown) {
  const auto cdpath = sh.value("CDPATH");
  if (!cdpath || cdpath->empty() || directory.starts_with('/') || directory == "." || directory == ".." ||
      directory.starts_with("./") || directory.starts_with("../"))
    return false;
  std::string_view path = *cdpath;
  for (bool more = true; more;) {
    const std::size_t colon = path.find(':');
    std::string candidate(path.substr(0, colon));
    const bool here = candidate.empty();
    if (!here && candidate.back() != '/') candidate += '/';
    candidate += directory;
    if (change_directory(sh, candidate, physical)) {
      shown = !here;
      return true;
    }
    more = colon != path.npos;
    if (more) path.remove_prefix(colon + 1);
  }
  return false;
}

Task<int> cd_main(Shell& sh, Fields& argv) {
  bool physical = sh.on(ShellOption::kPhysical), must_know = false;
  BuiltinOptions options(sh, argv, "eLP");
  for (char c; (c = options.next());) {
    if (c == 'P') physical = true;
    else if (c == 'L') physical = false;
    else if (c == 'e') must_know = true;
    else co_return BuiltinOptions::kUsage;
  }
  const std::size_t first = options.operand();
  if (argv.size() > first + 1) {
    sh.complain("too many arguments");
    co_return 1;
  }
  std::string directory;
  bool shown = false;
  if (first == argv.size() || argv[first] == "-") {
    const bool back = first < argv.size();
    auto value = sh.value(back ? sh.known().oldpwd : sh.known().home);
    if (!value) {
      sh.complain(back ? "OLDPWD not set" : "HOME not set");
      co_return 1;
    }
    directory = *value;
    shown = back;
  } else {
    directory = argv[first];
  }
  if (directory.empty()) co_return 0;

  bool found = try_cdpath(sh, directory, physical, shown);
  Result<> done;
  if (!found) {
    done = change_directory(sh, directory, physical);
    found = done.has_value();
  }
  if (!found && sh.on(ShellOption::kCdableVars) && is_name(directory)) {
    if (auto value = sh.value(directory); value && change_directory(sh, std::string(*value), physical)) {
      directory = *value;
      found = shown = true;
    }
  }
  if (!found) {
    sh.complain(directory + ": " + std::string(done.error().words()));
    co_return 1;
  }
  if (shown) sh.print(sh.logical_cwd + "\n");
  if (!co_await set_directory_variables(sh)) co_return 1;
  co_return must_know && physical && physical_cwd(sh).empty() ? 1 : 0;
}
const Builtin kCd("cd", cd_main);

int pwd(Shell& sh, Fields& argv) {
  bool physical = sh.on(ShellOption::kPhysical);
  BuiltinOptions options(sh, argv, "LP");
  for (char c; (c = options.next());) {
    if (c == 'P') physical = true;
    else if (c == 'L') physical = false;
    else return BuiltinOptions::kUsage;
  }
  std::string name = sh.logical_cwd;
  if (physical || name.empty()) name = physical_cwd(sh);
  if (name.empty()) {
    sh.messages += "pwd" + std::string(kNoName) + std::string(describe(Errno::kNOENT)) + "\n";
    return 1;
  }
  sh.print(name + "\n");
  return 0;
}
Task<int> pwd_main(Shell& sh, Fields& argv) { return Task<int>::ready(pwd(sh, argv)); }
const Builtin kPwd("pwd", pwd_main);

// --- the stack ----------------------------------------------------------------------------------------------------------

std::string with_tilde(const Shell& sh, const std::string& path) {
  const auto home = const_cast<Shell&>(sh).value(sh.known().home);
  if (!home || home->empty() || *home == "/" || !path.starts_with(*home)) return path;
  if (path.size() > home->size() && path[home->size()] != '/') return path;
  return "~" + path.substr(home->size());
}

// "+2" or "-0" as a place in a stack of n entries, the top being 0. kBad: no number, reported; kOutside: no such entry.
enum class Place { kGood, kBad, kOutside };
Place parse_place(Shell& sh, const std::string& text, std::size_t n, std::size_t& place) {
  const std::string_view digits = std::string_view(text).substr(1);
  const auto number = digits.find_first_of("+-") == 0 ? std::nullopt : builtin_number(digits);
  if (!number) {
    sh.complain(text + ": invalid number");
    builtin_usage(sh, sh.command_name);
    return Place::kBad;
  }
  if (static_cast<std::uint64_t>(*number) >= n) return Place::kOutside;
  place = text[0] == '+' ? static_cast<std::size_t>(*number) : n - 1 - static_cast<std::size_t>(*number);
  return Place::kGood;
}

struct DirsOptions {
  bool clear = false, full = false, lines = false, numbers = false;
};
int list_stack(Shell& sh, const DirsOptions& o) {
  const std::vector<std::string> stack = sh.directory_stack();
  std::string text;
  for (std::size_t i = 0; i < stack.size(); ++i) {
    if (o.numbers) {
      std::string n = std::to_string(i);
      if (n.size() < 2) n.insert(0, 1, ' ');
      text += n + "  ";
    } else if (i && !o.lines) {
      text += ' ';
    }
    text += o.full ? stack[i] : with_tilde(sh, stack[i]);
    if (o.numbers || o.lines) text += '\n';
  }
  if (!o.numbers && !o.lines) text += '\n';
  sh.print(text);
  return 0;
}

int dirs(Shell& sh, Fields& argv) {
  if (answered_help(sh, argv)) return BuiltinOptions::kUsage;
  DirsOptions o;
  std::optional<std::size_t> one;
  const std::vector<std::string> stack = sh.directory_stack();
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string& word = argv[i];
    if (word == "-l") o.full = true;
    else if (word == "-c") o.clear = true;
    else if (word == "-v") o.numbers = true;
    else if (word == "-p") o.lines = true;
    else if (word == "--") break;
    else if (!word.empty() && (word[0] == '+' || word[0] == '-')) {
      std::size_t place = 0;
      switch (parse_place(sh, word, stack.size(), place)) {
        case Place::kGood: one = place; break;
        case Place::kBad: return BuiltinOptions::kUsage;
        case Place::kOutside:
          if (sh.directories.empty()) sh.complain("directory stack empty");
          else sh.complain(word.substr(1) + ": directory stack index out of range");
          return 1;
      }
    } else {
      sh.complain(word + ": invalid option");
      return builtin_usage(sh, argv[0]);
    }
  }
  if (o.clear) {
    sh.directories.clear();
    return 0;
  }
  if (one) {
    const std::string& path = stack[*one];
    sh.print((o.numbers ? (*one < 10 ? " " : "") + std::to_string(*one) + "  " : std::string()) + (o.full ? path : with_tilde(sh, path)) + "\n");
    return 0;
  }
  return list_stack(sh, o);
}
Task<int> dirs_main(Shell& sh, Fields& argv) { return Task<int>::ready(dirs(sh, argv)); }
const Builtin kDirs("dirs", dirs_main);

// Changes to a directory of the stack, as cd does. False: reported.
Task<bool> go_to(Shell& sh, std::string path) {
  auto done = change_directory(sh, path, sh.on(ShellOption::kPhysical));
  if (!done) {
    sh.complain(path + ": " + std::string(done.error().words()));
    co_return false;
  }
  co_return co_await set_directory_variables(sh);
}

Task<int> pushd_main(Shell& sh, Fields& argv) {
  if (answered_help(sh, argv)) co_return BuiltinOptions::kUsage;
  bool stay = false;
  std::size_t i = 1;
  for (; i < argv.size(); ++i) {
    if (argv[i] == "-n") stay = true;
    else break;
  }
  bool only_names = false;
  if (i < argv.size() && argv[i] == "--") {
    only_names = true;
    ++i;
  }
  if (argv.size() > i + 1) {
    sh.complain("too many arguments");
    co_return 1;
  }
  const DirsOptions plain;
  std::vector<std::string>& below = sh.directories;
  if (i == argv.size() && stay) co_return 0;
  if (i == argv.size()) {   // exchange the two top ones
    if (below.empty()) {
      sh.complain("no other directory");
      co_return 1;
    }
    const std::string here = sh.logical_cwd, there = below.back();
    if (!co_await go_to(sh, there)) co_return 1;
    below.back() = here;
    co_return list_stack(sh, plain);
  }
  const std::string word = argv[i];
  const bool turns = !only_names && word.size() > 0 && (word[0] == '+' || (word[0] == '-' && word != "-"));
  if (turns) {
    std::size_t place = 0;
    switch (parse_place(sh, word, below.size() + 1, place)) {
      case Place::kBad: co_return BuiltinOptions::kUsage;
      case Place::kOutside:
        if (below.empty()) sh.complain("directory stack empty");
        else sh.complain(word + ": directory stack index out of range");
        co_return 1;
      case Place::kGood: break;
    }
    std::vector<std::string> stack = sh.directory_stack();
    std::ranges::rotate(stack, stack.begin() + static_cast<std::ptrdiff_t>(place));
    if (!stay && place && !co_await go_to(sh, stack.front())) co_return 1;
    if (stay) stack.front() = sh.logical_cwd;
    below.assign(stack.rbegin(), stack.rend() - 1);
    co_return list_stack(sh, plain);
  }
  if (stay) {
    below.push_back(word);
    co_return list_stack(sh, plain);
  }
  const std::string here = sh.logical_cwd;
  std::string directory = word;
  if (word == "-") {
    auto old = sh.value(sh.known().oldpwd);
    if (!old) {
      sh.complain("OLDPWD not set");
      co_return 1;
    }
    directory = *old;
  }
  bool shown = false;
  if (try_cdpath(sh, directory, false, shown)) {
    if (!co_await set_directory_variables(sh)) co_return 1;
  } else if (!co_await go_to(sh, directory)) {
    co_return 1;
  }
  if (word == "-") sh.print(sh.logical_cwd + "\n");
  below.push_back(here);
  co_return list_stack(sh, plain);
}
const Builtin kPushd("pushd", pushd_main);

Task<int> popd_main(Shell& sh, Fields& argv) {
  if (answered_help(sh, argv)) co_return BuiltinOptions::kUsage;
  bool stay = false;
  std::size_t place = 0;
  std::string which;
  std::vector<std::string>& below = sh.directories;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string& word = argv[i];
    if (word == "-n") {
      stay = true;
    } else if (word == "--") {
      break;
    } else if (!word.empty() && (word[0] == '+' || word[0] == '-')) {
      which = word;
      switch (parse_place(sh, word, below.size() + 1, place)) {
        case Place::kGood: break;
        case Place::kBad: co_return BuiltinOptions::kUsage;
        case Place::kOutside:
          if (below.empty()) sh.complain("directory stack empty");
          else sh.complain(word + ": directory stack index out of range");
          co_return 1;
      }
    } else if (!word.empty()) {
      sh.complain(word + ": invalid argument");
      co_return builtin_usage(sh, argv[0]);
    }
  }
  if (below.empty()) {
    sh.complain("directory stack empty");
    co_return 1;
  }
  const DirsOptions plain;
  if (place > 0) {
    below.erase(below.end() - static_cast<std::ptrdiff_t>(place));
    co_return list_stack(sh, plain);
  }
  if (!stay && !co_await go_to(sh, below.back())) co_return 1;
  below.pop_back();
  co_return list_stack(sh, plain);
}
const Builtin kPopd("popd", popd_main);

}  // namespace
}  // namespace nacre
