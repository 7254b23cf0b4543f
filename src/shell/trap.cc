// Traps (bash manual 4.1 `trap`), errexit, and what set -x writes.
#include <algorithm>
#include <climits>

#include "src/expand/quote.h"
#include "src/shell/builtin.h"
#include "src/shell/session.h"
#include "src/shell/shell.h"
#include "src/syntax/printer.h"

namespace nacre {

const Trap* Shell::trap(int which) const {
  if (!traps) return nullptr;
  const auto& t = traps->traps[static_cast<std::size_t>(which)];
  return t ? &*t : nullptr;
}
bool Shell::any_traps() const {
  return traps && std::ranges::any_of(traps->traps, [](const auto& t) { return t && !t->command.empty(); });
}

namespace {
// A fatal signal that has no trap: the EXIT trap runs first.
Task<int> on_fatal(Process& p, int signal) {
  Shell& sh = Shell::of(p);
  sh.flow = Flow::kNormal;
  sh.status = 128 + signal;
  co_return co_await sh.finish(128 + signal);
}
}  // namespace

void Shell::set_trap(int which, std::optional<std::string> command) {
  if (!traps) {
    if (!command && !inherited_traps && which >= kSignals) return;
    traps = make_ref<TrapTable>();
  } else if (!traps->unique()) {
    traps = make_ref<TrapTable>(*traps);
  }
  inherited_traps = nullptr;
  if (which > 0 && which < kSignals) {
    // A signal that was ignored when the shell started stays so, unless it is interactive.
    if (started_ignoring(which) && !interactive()) return;
    process().set_disposition(which, !command ? Disposition::kDefault : command->empty() ? Disposition::kIgnore : Disposition::kHandle);
  }
  traps->traps[static_cast<std::size_t>(which)] = command ? std::optional<Trap>(Trap{std::move(*command)}) : std::nullopt;
  process().on_fatal_signal = trap(kTrapExit) ? on_fatal : nullptr;
}

// A function begins without the DEBUG, RETURN and ERR traps, unless functrace (for `traced` functions, declare -t) or
// errtrace is on. Those that it sets itself stay; for the others what was there comes back.
std::unique_ptr<Shell::HiddenTraps> Shell::hide_traps(bool traced) {
  std::unique_ptr<HiddenTraps> hidden;
  for (std::size_t i = 0; i < kHideable.size(); ++i) {
    if (!trap(kHideable[i]) || (kHideable[i] == kTrapErr ? on(ShellOption::kErrtrace) : traced)) continue;
    if (!hidden) hidden = std::make_unique<HiddenTraps>();
    (*hidden)[i].swap(own_trap(kHideable[i]));
  }
  return hidden;
}
void Shell::show_traps(HiddenTraps& hidden) {
  for (std::size_t i = 0; i < kHideable.size(); ++i)
    if (hidden[i] && !trap(kHideable[i])) own_trap(kHideable[i]) = std::move(hidden[i]);
}
std::optional<Trap>& Shell::own_trap(int which) {
  if (!traps->unique()) traps = make_ref<TrapTable>(*traps);
  return traps->traps[static_cast<std::size_t>(which)];
}

// Runs the text of a trap; $? is kept around it.
Task<int> Shell::run_trap(int which) {
  const Trap* t = trap(which);
  if (!t || t->command.empty()) co_return status;
  const std::string text = t->command;
  const int before = status;
  const std::uint32_t at = line;
  std::vector<int> pipes = pipe_statuses;
  const bool nested = std::exchange(in_trap_, true);
  const int outer_tested = std::exchange(tested, 0);   // set -e; if hit: the trap's commands know nothing of the if
  const int outer_before = trap_before;
  trap_before = which != kTrapDebug ? before : -1;
  const std::string_view outer_name = std::exchange(command_name, {});
  int st = co_await run_text(text, which == kTrapExit ? "exit trap" : "trap", which < kSignals ? 1 : line);
  const int trap_status = status;
  command_name = outer_name;
  if (!leaving()) {
    status = before;
    pipe_statuses = std::move(pipes);
    line = at;
  }
  in_trap_ = nested;
  tested = outer_tested;
  trap_before = outer_before;
  (void)st;
  co_return trap_status;
}

Task<> Shell::run_pending_traps() {
  while (const int s = process().take_pending()) {
    if (leaving() && flow == Flow::kExit) co_return;
    if (s == kInterrupt) {
      interrupted = true;
      flow = Flow::kExit;
      exit_status = 128 + kSIGINT;
      co_return;
    }
    const Flow outer = std::exchange(flow, Flow::kNormal);
    (void)co_await run_trap(s);
    if (flow == Flow::kNormal) flow = outer;
    if (flow == Flow::kDiscard) flow = outer;
  }
}

Task<bool> Shell::debug_trap_slow(const Command& c, std::uint32_t at_line) {
  if (!trap(kTrapDebug)) co_return true;
  note_running(c);
  co_return co_await run_debug_trap(at_line != 0 ? at_line : c.line);
}

Task<bool> Shell::run_debug_trap(std::uint32_t at_line) {
  in_debug_trap_ = true;
  line = at_line;
  const int st = co_await run_trap(kTrapDebug);
  if (flow == Flow::kExit) co_return false;   // it stays in progress: the EXIT trap has none
  in_debug_trap_ = false;
  if (leaving()) co_return false;
  if (on(ShellOption::kExtdebug)) {
    if (st == 2 && (function_depth > 0 || source_depth > 0)) {
      flow = Flow::kReturn;
      return_status = status;
      co_return false;
    }
    co_return st == 0;
  }
  co_return true;
}

// set -e. bash undoes the redirections of the innermost call, and what is inside of it, and takes the variables of functions away,
// though not their arguments.
Task<> Shell::exit_for_error(int st, bool simple) {
  flow = Flow::kExit;
  exit_status = own_builtin_ ? 1 : st;   // set -e; eval "(exit 5)" &
  if (!trap(kTrapExit)) co_return;
  const Redirected* call = simple ? redirected_ : nullptr;
  while (call && !call->simple) call = call->outer;
  for (Redirected* r = redirected_; call && r != call->outer; r = r->outer) undo_redirects(r->undo);
  if (function_depth > 0) variables.leave_functions();
  co_await exit_here();
}

Task<> Shell::failed_slow(int st, bool trapped, bool simple) {
  if (leaving()) co_return;
  if (trap(kTrapErr) && !in_err_trap_ && trapped) {
    in_err_trap_ = true;
    status = st;
    (void)co_await run_trap(kTrapErr);
    if (flow == Flow::kExit) co_return;   // a trap that exits stays in progress
    in_err_trap_ = false;
    if (leaving()) co_return;
  }
  status = st;
  if (on(ShellOption::kErrexit)) co_await exit_for_error(st, simple);
}

std::string Shell::quote_trace(std::string_view text) {
  if (text.empty()) return "''";
  constexpr std::string_view kMeta = " \t\n'\"\\|&;()<>!{}*[?]^$`";
  const bool quoted = text.find_first_of(kMeta) != text.npos || text[0] == '#' || text[0] == '~' ||
                      text.find("=~") != text.npos || text.find(":~") != text.npos;
  return quoted ? quote_single(text) : needs_ansi_c(text) ? quote_ansi_c(text) : std::string(text);
}

int Shell::trace_descriptor() {
  const auto set = value(names_->xtracefd);
  if (!set || set->empty()) return 2;
  const auto n = builtin_number(*set);
  return n && *n >= 0 && *n < INT_MAX && process().file(static_cast<int>(*n)) ? static_cast<int>(*n) : -1;
}

Task<> Shell::trace(std::string text) {
  std::string prefix = "+ ";
  if (auto ps4 = value("PS4")) {
    const std::string raw(*ps4);
    prefix = raw;
    if (raw.find_first_of("$`\\") != raw.npos) {   // expanded with tracing off, or it would never end
      options.set(ShellOption::kXtrace, false);
      const int before = status;
      auto expanded = co_await expand_prompt(*this, raw);
      status = before;
      options.set(ShellOption::kXtrace, true);
      if (expanded) prefix = std::move(*expanded);
    }
  }
  // The first character is repeated for each level of eval, source and traps.
  if (!prefix.empty())
    for (int i = 1; i < trace_level; ++i) prefix.insert(0, 1, prefix[0]);
  text = prefix + text + "\n";
  const int fd = trace_descriptor();
  (void)co_await process().write(fd < 0 ? 2 : fd, text);
}

void Shell::write_messages() {
  for (auto& [said, printed] : std::exchange(earlier_, {})) {
    if (!said.empty()) process().write_stderr(said);
    (void)write_output(printed);
  }
  if (messages.empty()) return;
  process().write_stderr(messages);
  messages.clear();
  if (std::exchange(error_ends_shell, false) && !calm_) {
    if (status == 0) status = 1;
    flow = Flow::kExit;
    exit_status = status;
  }
}

bool Shell::flush_output() {
  flush_messages();
  if (output_.empty()) return true;
  const bool good = write_output(output_);
  output_.clear();
  if (output_.capacity() > 4096) output_.shrink_to_fit();
  return good;
}

Task<bool> Shell::drain_output() {
  const bool good = flush_output();
  if (!process().has_backlog()) co_return good;
  co_return report_write(co_await process().write(1, {})) && good;
}

bool Shell::write_output(std::string_view text) { return report_write(process().put(1, text)); }

bool Shell::report_write(const Result<>& written) {
  if (written) return true;
  process().write_stderr(location() + std::string(command_name) + ": write error: " + std::string(written.error().words()) + "\n");
  return false;
}

}  // namespace nacre
