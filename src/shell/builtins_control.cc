// Builtins that steer the shell (bash manual 4.1): : true false, break continue return exit logout, eval . source exec,
// shift, let, caller, times, suspend.
#include <algorithm>
#include <cstdio>

#include "src/expand/arithmetic.h"
#include "src/shell/builtin.h"

namespace nacre {
namespace {

Task<int> true_main(Shell&, Fields&) { return Task<int>::ready(0); }
Task<int> false_main(Shell&, Fields&) { return Task<int>::ready(1); }
const Builtin kColon(":", true_main, Builtin::kSpecial);
const Builtin kTrue("true", true_main);
const Builtin kFalse("false", false_main);

// --- leaving things -----------------------------------------------------------------------------------------------------

// The status argument of exit, return and logout: none is that of the last command. A bad one is reported and 2. False:
// too many arguments, and the line is abandoned.
bool status_argument(Shell& sh, const Fields& argv, int& status) {
  std::size_t at = 1;
  if (at < argv.size() && argv[at] == "--") ++at;
  status = sh.status & 255;
  if (at == argv.size() && sh.trap_before >= 0 && argv[0] == "return") status = sh.trap_before & 255;
  if (at == argv.size()) return true;
  const auto n = builtin_number(argv[at]);
  if (!n) {
    sh.complain(argv[at] + ": numeric argument required");
    status = 2;
    return true;
  }
  if (at + 1 < argv.size()) {
    too_many_arguments(sh);
    return false;
  }
  status = static_cast<int>(*n & 255);
  return true;
}

int leave_shell(Shell& sh, const Fields& argv) {
  int status = 0;
  if (!status_argument(sh, argv, status)) return 1;
  sh.flow = Flow::kExit;
  return sh.exit_status = status;
}

Task<int> leave_and_trap(Shell& sh, int status) {
  sh.flush_messages();
  co_await sh.exit_here();
  co_return sh.flow == Flow::kExit ? sh.exit_status : status;
}

Task<int> exit_main(Shell& sh, Fields& argv) {
  if (answered_help(sh, argv)) return Task<int>::ready(BuiltinOptions::kUsage);
  const int status = leave_shell(sh, argv);
  return sh.flow == Flow::kExit && sh.trap(kTrapExit) ? leave_and_trap(sh, status) : Task<int>::ready(status);
}
const Builtin kExit("exit", exit_main, Builtin::kSpecial);

Task<int> logout_main(Shell& sh, Fields& argv) {
  if (answered_help(sh, argv)) return Task<int>::ready(BuiltinOptions::kUsage);
  if (!sh.on(ShellOption::kLoginShell)) {
    sh.complain("not login shell: use `exit'");
    return Task<int>::ready(1);
  }
  return Task<int>::ready(leave_shell(sh, argv));
}
const Builtin kLogout("logout", logout_main);

Task<int> return_main(Shell& sh, Fields& argv) {
  if (answered_help(sh, argv)) return Task<int>::ready(BuiltinOptions::kUsage);
  int status = 0;
  if (!status_argument(sh, argv, status)) return Task<int>::ready(1);
  if (sh.function_depth == 0 && sh.source_depth == 0) {
    sh.complain("can only `return' from a function or sourced script");
    return Task<int>::ready(2);
  }
  sh.flow = Flow::kReturn;
  sh.return_status = status;
  return Task<int>::ready(status);
}
const Builtin kReturn("return", return_main, Builtin::kSpecial);

int leave_loop(Shell& sh, const Fields& argv, Flow flow) {
  if (answered_help(sh, argv)) return BuiltinOptions::kUsage;
  if (sh.loop_depth == 0) {
    if (!sh.on(ShellOption::kPosix)) sh.complain("only meaningful in a `for', `while', or `until' loop");
    return 0;
  }
  std::size_t at = 1;
  if (at < argv.size() && argv[at] == "--") ++at;
  std::int64_t loops = 1;
  if (at < argv.size()) {
    const auto n = builtin_number(argv[at]);
    if (!n) {   // bash ends the shell for this
      sh.complain(argv[at] + ": numeric argument required");
      sh.flow = Flow::kExit;
      return sh.exit_status = 128;
    }
    if (at + 1 < argv.size()) return too_many_arguments(sh);
    loops = *n;
  }
  if (loops <= 0) {
    sh.complain(argv[at] + ": loop count out of range");
    sh.flow = Flow::kBreak;
    sh.flow_count = sh.loop_depth;
    return 1;
  }
  sh.flow = flow;
  sh.flow_count = static_cast<int>(std::min<std::int64_t>(loops, sh.loop_depth));
  return 0;
}
Task<int> break_main(Shell& sh, Fields& argv) { return Task<int>::ready(leave_loop(sh, argv, Flow::kBreak)); }
Task<int> continue_main(Shell& sh, Fields& argv) { return Task<int>::ready(leave_loop(sh, argv, Flow::kContinue)); }
const Builtin kBreak("break", break_main, Builtin::kSpecial);
const Builtin kContinue("continue", continue_main, Builtin::kSpecial);

// --- running text and programs ------------------------------------------------------------------------------------------

Task<int> eval_main(Shell& sh, Fields& argv) {
  const std::size_t first = first_operand(sh, argv);
  if (!first) co_return BuiltinOptions::kUsage;
  std::string text;
  for (std::size_t i = first; i < argv.size(); ++i) {
    if (i > first) text += ' ';
    text += argv[i];
  }
  if (text.empty()) co_return 0;
  co_return co_await sh.run_text(std::move(text), "eval", sh.line);
}
const Builtin kEval("eval", eval_main, Builtin::kSpecial);

// Where `. name` finds its file: as it stands with a slash, else in PATH (with sourcepath), else here. Empty: nowhere.
std::string find_sourced(Shell& sh, const std::string& name) {
  if (name.find('/') != name.npos) return name;
  const Process& p = sh.process();
  const auto readable = [&](const std::string& path) {
    auto stat = p.fs().stat(p.caller(), path);
    return stat && stat->type != vfs::Type::kDirectory && p.fs().access(p.caller(), path, vfs::kReadable);
  };
  if (sh.on(ShellOption::kSourcepath)) {
    std::string_view path = sh.value(sh.known().path).value_or("");
    for (bool more = !path.empty(); more;) {
      const std::size_t colon = path.find(':');
      std::string file(path.substr(0, colon));
      if (!file.empty() && file.back() != '/') file += '/';
      file += name;
      if (readable(file)) return file;
      more = colon != path.npos;
      if (more) path.remove_prefix(colon + 1);
    }
  }
  return sh.posix() ? std::string() : name;
}

// A file that is no text: a NUL byte in its first line.
bool is_binary(Shell& sh, const std::string& path) {
  const Process& p = sh.process();
  auto ino = p.fs().resolve(p.caller(), path);
  auto type = ino ? p.fs().type(*ino) : fail(ino.error());
  if (!type || *type != vfs::Type::kFile) return false;
  char head[80];
  auto n = p.fs().read(*ino, 0, head, sizeof head);
  const std::string_view text(head, n.value_or(0));
  return text.substr(0, text.find('\n')).find('\0') != text.npos;
}

Task<int> source_main(Shell& sh, Fields& argv) {
  const std::size_t first = first_operand(sh, argv);
  if (!first) co_return BuiltinOptions::kUsage;
  if (first == argv.size()) {
    sh.complain("filename argument required");
    co_return builtin_usage(sh, argv[0]);
  }
  const std::string name = argv[first];
  const std::string path = name.empty() ? name : find_sourced(sh, name);
  const Process& p = sh.process();
  auto stat = p.fs().stat(p.caller(), path);
  if (path.empty() || !stat) {
    if (path.empty() && !name.empty()) sh.complain(name + ": file not found");
    else sh.report(name + ": " + std::string(path.empty() ? describe(Errno::kNOENT) : stat.error().words()));
    if (sh.posix() && !sh.interactive()) {
      sh.flow = Flow::kExit;
      sh.exit_status = 1;
    }
    co_return 1;
  }
  if (stat->type == vfs::Type::kDirectory) {
    sh.complain(name + ": is a directory");
    co_return 1;
  }
  if (is_binary(sh, path)) {
    sh.complain(path + ": cannot execute binary file");
    co_return 126;
  }
  const Fields words(argv.begin() + static_cast<std::ptrdiff_t>(first) + 1, argv.end());
  co_return co_await sh.run_file(path, path, words.empty() ? nullptr : &words);
}
const Builtin kDot(".", source_main, Builtin::kSpecial);
const Builtin kSource("source", source_main, Builtin::kSpecial);

// What exec says when a program cannot be run; the shell then ends, unless execfail is on or it is interactive.
Task<int> exec_failed(Shell& sh, int status) {
  if (sh.interactive() || sh.on(ShellOption::kExecfail)) return Task<int>::ready(status);
  sh.flow = Flow::kExit;
  sh.exit_status = status;
  return leave_and_trap(sh, status);
}

Task<int> exec_main(Shell& sh, Fields& argv) {
  BuiltinOptions options(sh, argv, "cla:");
  bool clean = false, login = false;
  std::optional<std::string> zero;
  for (char c; (c = options.next());) {
    if (c == 'c') clean = true;
    else if (c == 'l') login = true;
    else if (c == 'a') zero = options.argument();
    else co_return BuiltinOptions::kUsage;
  }
  argv.erase(argv.begin(), argv.begin() + static_cast<std::ptrdiff_t>(options.operand()));
  if (argv.empty()) co_return 0;   // the redirections stay
  Process& p = sh.process();
  const std::string name = argv[0];
  const std::string path = sh.find_program(name, false, false);
  auto what = path.empty() ? Result<Executable>(fail(Errno::kNOENT)) : p.load(path);
  auto stat = p.fs().stat(p.caller(), path);
  if (!stat && name.find('/') != name.npos) {
    std::string full = name;
    if (full[0] != '/') full = sh.logical_cwd + "/" + (full.starts_with("./") ? full.substr(2) : full);
    sh.report(full + ": " + std::string(stat.error().words()));
    co_return co_await exec_failed(sh, 127);
  }
  if (!stat || path.empty()) {
    sh.complain(name + ": not found");
    co_return co_await exec_failed(sh, 127);
  }
  if (!what && what.error() == Errno::kNOEXEC && !is_binary(sh, path)) {   // a script without #!
    if (const Program* shell = p.machine().find_program("bash")) what = Executable{shell, {sh.name, path}};
  }
  if (!what) {
    const bool directory = stat->type == vfs::Type::kDirectory;
    const std::string words(directory ? describe(Errno::kISDIR) : what.error().words());
    sh.report(path + ": " + words);
    sh.complain(path + ": cannot execute: " + words);
    co_return co_await exec_failed(sh, 126);
  }
  if (zero) argv[0] = *zero;
  if (login) argv[0].insert(0, 1, '-');
  auto env = make_ref<EnvBlock>();
  const int level = clean || sh.in_parentheses ? 0 : 1;
  sh.adjust_level(-level);
  if (!clean) {
    env->entries = sh.program_environment()->entries;
    set_underscore(*env, path);
  }
  if (auto ok = Process::fits(argv, env.get()); !ok) {
    sh.report(path + ": " + std::string(ok.error().words()));
    sh.adjust_level(level);
    sh.report(path + ": Success");   // bash writes the first message, and then reads errno again
    co_return co_await exec_failed(sh, 126);
  }
  sh.flush_messages();
  // What reads the shell's output (`exec > >(tee log)`) is waited for by the shell, which therefore stays.
  if (sh.readers.empty()) co_await p.replace(std::move(*what), std::move(argv), env);
  sh.set_trap(kTrapExit, std::nullopt);
  sh.exit_status = co_await sh.run_program(std::move(*what), std::move(argv), env);
  sh.flow = Flow::kExit;
  co_return sh.exit_status;
}
const Builtin kExec("exec", exec_main, Builtin::kSpecial);

// --- others -------------------------------------------------------------------------------------------------------------

int shift(Shell& sh, const Fields& argv) {
  if (answered_help(sh, argv)) return BuiltinOptions::kUsage;
  std::size_t at = 1;
  if (at < argv.size() && argv[at] == "--") ++at;
  std::int64_t by = 1;
  if (at < argv.size()) {
    const auto n = builtin_number(argv[at]);
    if (!n) {
      sh.complain(argv[at] + ": numeric argument required");
      return 1;
    }
    if (at + 1 < argv.size()) return too_many_arguments(sh);
    by = *n;
  }
  if (by == 0) return 0;
  const bool too_many = by > static_cast<std::int64_t>(sh.arguments.size());
  if (by < 0 || too_many) {
    if (by < 0 || sh.on(ShellOption::kShiftVerbose))
      sh.complain((at < argv.size() ? argv[at] + ": " : std::string()) + "shift count out of range");
    return 1;
  }
  sh.arguments.first += static_cast<std::size_t>(by);
  return 0;
}
Task<int> shift_main(Shell& sh, Fields& argv) { return Task<int>::ready(shift(sh, argv)); }
const Builtin kShift("shift", shift_main, Builtin::kSpecial);

Task<int> let_main(Shell& sh, Fields& argv) {
  if (answered_help(sh, argv)) co_return BuiltinOptions::kUsage;
  std::size_t at = 1;
  if (at < argv.size() && argv[at] == "--") ++at;
  if (at == argv.size()) {
    sh.complain("expression expected");
    co_return 1;
  }
  std::int64_t last = 0;
  for (; at < argv.size(); ++at) {
    auto value = co_await evaluate_text(sh, argv[at]);
    if (!value) {
      if (!value.error().of_expression()) co_return sh.fail_with(value.error());
      co_return 1;
    }
    last = *value;
  }
  co_return last == 0;
}
const Builtin kLet("let", let_main);

int caller(Shell& sh, const Fields& argv) {
  const std::size_t first = first_operand(sh, argv);
  if (!first) return BuiltinOptions::kUsage;
  const auto& calls = sh.calls;
  const auto from_top = [&](std::uint64_t n) { return n < calls.size() ? &calls[calls.size() - 1 - n] : nullptr; };
  const auto name_of = [](const CallFrame* f) { return f && !f->source.empty() ? f->source : std::string("NULL"); };
  if (!from_top(0) || (calls.size() == 1 && sh.function_depth == 0 && sh.source_depth == 0)) return 1;
  if (first == argv.size()) {
    sh.print(std::to_string(from_top(0)->line) + " " + name_of(from_top(1)) + "\n");
    return 0;
  }
  const auto n = builtin_number(argv[first]);
  if (!n) {
    sh.complain(argv[first] + ": invalid number");
    return builtin_usage(sh, argv[0]);
  }
  if (*n < 0) return 1;
  const CallFrame* frame = from_top(static_cast<std::uint64_t>(*n));
  const CallFrame* outer = from_top(static_cast<std::uint64_t>(*n) + 1);
  if (!frame || !outer) return 1;
  sh.print(std::to_string(frame->line) + " " + outer->name + " " + name_of(outer) + "\n");
  return 0;
}
Task<int> caller_main(Shell& sh, Fields& argv) { return Task<int>::ready(caller(sh, argv)); }
const Builtin kCaller("caller", caller_main);

// Processor time is not told apart by process here, so all is 0, as for a shell that has hardly run.
Task<int> times_main(Shell& sh, Fields& argv) {
  if (!first_operand(sh, argv)) return Task<int>::ready(BuiltinOptions::kUsage);
  // The machine knows what all of it has spent: 100 ns for a unit, as `time` counts.
  const std::uint64_t ms = sh.process().machine().fuel() / 10'000;
  char text[96];
  std::snprintf(text, sizeof text, "%llum%llu.%03llus 0m0.000s\n0m0.000s 0m0.000s\n",
                static_cast<unsigned long long>(ms / 60'000), static_cast<unsigned long long>(ms / 1000 % 60),
                static_cast<unsigned long long>(ms % 1000));
  sh.print(text);
  return Task<int>::ready(0);
}
const Builtin kTimes("times", times_main, Builtin::kSpecial);

}  // namespace
}  // namespace nacre
