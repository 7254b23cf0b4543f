// The programs bash and sh: options (bash manual 6.1), then a string, a script or standard input.
#include "src/process/io.h"
#include "src/shell/shell.h"

namespace nacre {
namespace {

struct Invocation {
  bool command = false, stdin_commands = false, interactive = false, login = false, no_profile = false, no_rc = false;
  std::size_t at = 1;    // the first operand
  std::string error;
  int status = 0;
  std::string early;     // --version, --help: printed, then the end
};

constexpr std::string_view kHelp =
    "GNU bash, version 5.2.15(1)-release-(x86_64-pc-linux-gnu), as Nacre runs it\n"
    "Usage:\tbash [GNU long option] [option] ...\n\tbash [GNU long option] [option] script-file ...\n"
    "GNU long options:\n\t--help\n\t--init-file\n\t--login\n\t--noediting\n\t--noprofile\n\t--norc\n\t--posix\n\t--rcfile\n"
    "\t--restricted\n\t--verbose\n\t--version\n"
    "Shell options:\n\t-ilrsD or -c command or -O shopt_option\t\t(invocation only)\n"
    "\t-abefhkmnptuvxBCEHPT or -o option\n";
constexpr std::string_view kVersion =
    "GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu), as Nacre runs it\n";

// Sets one option by name for -o, +o, -O, +O.
bool set_named(Shell& sh, std::string_view name, bool shopt, bool on) {
  auto o = shopt ? ShellOptions::find_shopt(name) : ShellOptions::find_set(name);
  if (!o) return false;
  sh.options.set(*o, on);
  return true;
}

void parse_letters(Shell& sh, const std::vector<std::string>& argv, Invocation& v) {
  const std::string& a = argv[v.at];
  const bool on = a[0] == '-';
  std::vector<char> named;   // o and O take the next arguments, in order
  for (std::size_t i = 1; i < a.size(); ++i) {
    switch (a[i]) {
      case 'c': v.command = true; break;
      case 's': v.stdin_commands = true; break;
      case 'i': v.interactive = true; break;
      case 'l': v.login = true; break;
      case 'o':
      case 'O': named.push_back(a[i]); break;
      case 'D': break;
      default: {
        auto o = ShellOptions::find_letter(a[i]);
        if (!o) {
          v.error = argv[0] + ": " + a.substr(0, 1) + a[i] + ": invalid option\n";
          v.status = sh.on(ShellOption::kErrexit) ? 1 : 2;   // with -e the message itself ends it
          if (v.status == 2) v.error += kHelp.substr(kHelp.find("Usage:"));
          return;
        }
        sh.options.set(*o, on);
      }
    }
  }
  ++v.at;
  for (char letter : named) {
    if (v.at >= argv.size()) return;
    if (!set_named(sh, argv[v.at], letter == 'O', on)) {
      v.error = argv[0] + ": " + argv[v.at] + ": invalid " + (letter == 'O' ? "shell option" : "option") + " name\n";
      v.status = letter == 'O' ? 2 : 2;
      return;
    }
    ++v.at;
  }
}

Invocation parse(Shell& sh, const std::vector<std::string>& argv) {
  Invocation v;
  while (v.at < argv.size() && v.error.empty()) {
    const std::string& a = argv[v.at];
    if (a == "--" || a == "-") {
      ++v.at;
      break;
    }
    if (a.size() < 2 || (a[0] != '-' && a[0] != '+')) break;
    if (!a.starts_with("--")) {
      parse_letters(sh, argv, v);
      continue;
    }
    const std::string_view name = std::string_view(a).substr(2);
    ++v.at;
    if (name == "posix") sh.options.set(ShellOption::kPosix, true);
    else if (name == "login") v.login = true;
    else if (name == "noprofile") v.no_profile = true;
    else if (name == "norc") v.no_rc = true;
    else if (name == "noediting") continue;
    else if (name == "verbose") sh.options.set(ShellOption::kVerbose, true);
    else if (name == "rcfile" || name == "init-file") ++v.at;
    else if (name == "version") v.early = kVersion;
    else if (name == "help") v.early = kHelp;
    else {
      v.error = argv[0] + ": " + a + ": invalid option\n" + std::string(kHelp.substr(kHelp.find("Usage:")));
      v.status = 2;
    }
    if (!v.early.empty()) break;
  }
  return v;
}

Task<int> run_script(Shell& sh, Process& p, std::string path) {
  auto found = path;
  auto fd = co_await p.open(found, {.read = true, .cloexec = true}, 0, kScriptFd);
  if (!fd && path.find('/') == path.npos) {
    auto in_path = p.find_executable(path);
    if (in_path) fd = co_await p.open(*in_path, {.read = true, .cloexec = true}, 0, kScriptFd);
  }
  if (!fd) {
    p.write_stderr(p.argv[0] + ": " + path + ": " + std::string(fd.error().words()) + "\n");
    co_return fd.error() == Errno::kNOENT ? 127 : 126;
  }
  auto stat = p.file(*fd)->stat();
  if (stat && stat->type == vfs::Type::kDirectory) {
    p.write_stderr(p.argv[0] + ": " + path + ": Is a directory\n");
    co_return 126;
  }
  auto text = co_await read_all(p, *fd);
  (void)p.close(*fd);
  if (!text) {
    p.write_stderr(p.argv[0] + ": " + path + ": " + std::string(text.error().words()) + "\n");
    co_return 126;
  }
  const std::string_view first = std::string_view(*text).substr(0, std::min<std::size_t>(text->find('\n'), 80));
  if (first.find('\0') != first.npos) {
    p.write_stderr(path + ": " + path + ": cannot execute binary file\n");
    co_return 126;
  }
  sh.calls.push_back({"main", path, 0});
  co_return co_await sh.run_script(std::move(*text));
}

Task<int> shell_main(Process& p) {
  auto owned = std::make_unique<Shell>(p, make_ref<NameTableBox>());
  Shell& sh = *owned;
  sh.former = std::exchange(p.data, std::move(owned));
  const std::string called = p.argv[0].substr(p.argv[0].rfind('/') + 1);
  const bool as_sh = called == "sh" || called == "-sh";
  if (as_sh) sh.options.set(ShellOption::kPosix, true);
  Invocation v = parse(sh, p.argv);
  if (!v.error.empty()) {
    p.write_stderr(v.error);
    co_return v.status;
  }
  if (!v.early.empty()) {
    Writer out(p, 1);
    out.put(v.early);
    co_return out.finish(0);
  }
  if (p.getenv("POSIXLY_CORRECT")) sh.options.set(ShellOption::kPosix, true);
  if (v.interactive) {
    sh.options.set(ShellOption::kInteractive, true);
    sh.options.set(ShellOption::kExpandAliases, true);
    sh.options.set(ShellOption::kHistory, true);
    sh.options.set(ShellOption::kEmacs, true);
  }
  if (sh.posix()) sh.options.set(ShellOption::kExpandAliases, true);
  sh.set_up(p.argv[0]);
  if (v.interactive) {
    const NameId ps1 = sh.names().intern("PS1"), ps2 = sh.names().intern("PS2");
    if (!sh.value(ps1)) sh.variables.own(ps1).set_text("\\s-\\v\\$ ");
    if (!sh.value(ps2)) sh.variables.own(ps2).set_text("> ");
    co_await begin_history(sh);
  }
  if (!v.interactive && !sh.posix()) {
    if (auto file = p.getenv("BASH_ENV"); file && !file->empty()) {
      auto path = co_await expand_text_in_quotes(sh, std::string(*file));
      if (path && p.fs().stat(p.caller(), *path)) (void)co_await sh.run_file(*path, *path, nullptr);
    }
  }
  const auto arguments_from = [&](std::size_t i) {
    Fields rest;
    for (; i < p.argv.size(); ++i) rest.push_back(p.argv[i]);
    sh.arguments.set(std::move(rest));
  };
  int st = 0;
  if (v.command) {
    if (v.at >= p.argv.size()) {
      p.write_stderr(p.argv[0] + ": -c: option requires an argument\n");
      co_return 2;
    }
    sh.options.set(ShellOption::kCommandString, true);
    std::string text = p.argv[v.at];
    sh.variables.own(sh.names().intern("BASH_EXECUTION_STRING")).set_text(text);
    if (v.at + 1 < p.argv.size()) sh.name = sh.zero = p.argv[v.at + 1];
    arguments_from(v.at + 2);
    sh.run_last_in_place();
    st = co_await sh.run_text(std::move(text), "-c");
  } else if (v.at < p.argv.size() && !v.stdin_commands) {
    sh.kind = ShellKind::kScript;
    std::string path = p.argv[v.at];
    sh.name = sh.zero = path;
    arguments_from(v.at + 1);
    st = co_await run_script(sh, p, std::move(path));
  } else {
    sh.kind = ShellKind::kStdin;
    sh.options.set(ShellOption::kReadsStdin, true);
    arguments_from(v.at);
    st = co_await sh.run_stdin();
  }
  if (v.interactive) co_await end_history(sh);
  co_return co_await sh.finish(st);
}

const Program kBash("bash", shell_main);
const Program kSh("sh", shell_main);

}  // namespace
}  // namespace nacre
