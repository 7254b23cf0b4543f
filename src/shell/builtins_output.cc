// echo and printf (bash manual 4.2). The format interpreter is that of /usr/bin/printf, in its bash dialect.
#include "src/base/calendar.h"
#include "src/base/printf_format.h"
#include "src/expand/quote.h"
#include "src/process/machine.h"
#include "src/shell/builtin.h"

namespace nacre {
namespace {

// Options are words of n, e and E only; the first other word ends them.
Task<int> echo_main(Shell& sh, Fields& argv) {
  bool newline = true, escapes = sh.on(ShellOption::kXpgEcho);
  std::size_t i = 1;
  if (!(escapes && sh.posix())) {
    for (; i < argv.size(); ++i) {
      const std::string& word = argv[i];
      if (word.size() < 2 || word[0] != '-' || word.find_first_not_of("neE", 1) != word.npos) break;
      for (const char c : std::string_view(word).substr(1)) {
        if (c == 'n') newline = false;
        else escapes = c == 'e';
      }
    }
  }
  std::string text;
  for (bool first = true; i < argv.size(); ++i, first = false) {
    if (!first) text += ' ';
    if (!escapes) {
      text += argv[i];
    } else if (!append_echo_escapes(text, argv[i], true, sh.utf8())) {
      newline = false;
      break;
    }
  }
  if (newline) text += '\n';
  sh.print(text);
  return Task<int>::ready(0);
}
const Builtin kEcho("echo", echo_main);

std::string quote_word(const void* context, std::string_view word) {
  return quote_backslash(word, static_cast<const Shell*>(context)->utf8());
}
std::string time_text(const void* context, std::string_view format, std::int64_t when) {
  auto& sh = *const_cast<Shell*>(static_cast<const Shell*>(context));
  const Nanoseconds now = sh.process().machine().now();
  if (when == -1) when = now / kSecond;
  if (when == -2) when = sh.started / kSecond;
  if (!fits_calendar(when)) when = 0;
  std::string out;
  const CivilTime civil = TimeZone::from_environment(sh.value("TZ")).civil(when);
  if (!nacre::format_time(out, format.empty() ? "%X" : format, civil, TimeFormat::kLibc)) sh.process().out_of_memory();
  return out;
}

// Runs the format to its end into sh's output, or into `to`. False: writing failed.
Task<bool> run_format(Shell& sh, PrintfRun& run, std::string* to) {
  for (bool more = true; more && !run.stopped;) {
    more = run.step();
    std::size_t printed = 0;
    for (const PrintfRun::Message& m : run.messages) {
      if (!to) sh.print(std::string_view(run.out).substr(printed, m.at - printed));
      printed = m.at;
      sh.complain(m.text);
    }
    run.messages.clear();
    if (to) *to += run.out;
    else sh.print(std::string_view(run.out).substr(printed));
    run.out.clear();
    if (more && !to && !co_await sh.drain_output()) co_return false;
    if (more) co_await sh.process().spend(100);
  }
  co_return true;
}

Task<int> printf_main(Shell& sh, Fields& argv) {
  BuiltinOptions options(sh, argv, "v:");
  std::optional<std::string> variable;
  for (char c; (c = options.next());) {
    if (c != 'v') co_return BuiltinOptions::kUsage;
    variable = options.argument();
    const auto target = split_target(*variable);
    if (!target || !is_name(target->name)) co_return invalid_identifier(sh, *variable) + 1;
  }
  const std::size_t first = options.operand();
  if (first >= argv.size()) co_return builtin_usage(sh, argv[0]);
  const std::vector<std::string_view> arguments(argv.begin() + static_cast<std::ptrdiff_t>(first) + 1, argv.end());
  PrintfOptions how;
  how.bash = true;
  how.utf8 = sh.utf8();
  how.context = &sh;
  how.quote = quote_word;
  how.format_time = time_text;
  PrintfRun run(how, argv[first], arguments);
  std::string text;
  if (!co_await run_format(sh, run, variable ? &text : nullptr)) co_return 1;
  if (run.no_memory) {
    sh.complain(std::string(describe(Errno::kNOMEM)));
    co_return 1;
  }
  int status = run.status;
  for (const auto& [name, count] : run.counts) {
    auto ok = co_await assign_target(sh, name, std::to_string(count), kAssignComplain);
    if (!ok) {
      if (ok.error().kind != Failure::kCommand) co_return sh.fail_with(ok.error());
      status = 1;
    }
  }
  if (variable) {
    text.resize(std::min(text.size(), text.find('\0')));
    auto ok = co_await assign_target(sh, *variable, std::move(text));
    if (!ok) co_return sh.fail_with(ok.error());
  }
  co_return status;
}
const Builtin kPrintf("printf", printf_main);

}  // namespace
}  // namespace nacre
