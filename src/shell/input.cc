// Reading commands: strings, files, standard input; and the end of a shell.
#include <algorithm>

#include "src/process/io.h"
#include "src/shell/shell.h"

namespace nacre {
namespace {
constexpr int kMaxTextDepth = 1000;   // nested eval, source and traps
}

ParserOptions Shell::parser_options() const {
  return {.extglob = on(ShellOption::kExtglob),
          .posix = posix(),
          .expand_aliases = on(ShellOption::kExpandAliases),
          .comments = !interactive() || on(ShellOption::kInteractiveComments),
          .interactive = interactive(),
          .reread_substitutions = true};
}

// The lines that bash prints for a syntax error or a warning of the parser. `name`: "-c", "eval", "" for scripts.
std::string Shell::syntax_message(const Parser& parser, const std::string& name) const {
  std::string out, prefix = error_name() + ": ";
  if (!name.empty()) prefix += name + ": ";
  for (const ParseMessage& m : parser.messages()) {
    if (interactive() && name.empty()) out += error_name() + ": " + m.text + "\n";
    else if (m.warning) out += error_name() + ": line " + std::to_string(m.line) + ": warning: " + m.text + "\n";
    else out += prefix + "line " + std::to_string(m.line) + ": " + m.text + "\n";
    if (!m.warning && on(ShellOption::kErrexit) && tested == 0 && !interactive()) break;   // it ends the shell
  }
  return out;
}

bool Shell::reads_on(int& st) {
  if ((flow != Flow::kDiscard && flow != Flow::kTopLevel) || is_subshell) return false;
  if (flow == Flow::kTopLevel && readers_ > 1) return false;
  if (flow == Flow::kTopLevel && kind == ShellKind::kString) {   // nothing but the string is there to go on with
    flow = Flow::kExit;
    exit_status = status;
    return false;
  }
  flow = Flow::kNormal;
  if ((status == 0 && !on(ShellOption::kNoexec)) || (status == 2 && kind == ShellKind::kString)) status = 1;
  st = status;
  set_pipe_status(st);
  return true;
}

// What a syntax error means for the shell, and the status. True: the text ends here; else the flow says.
bool Shell::after_error(const Parser& parser, int& st) {
  switch (parser.error_kind()) {
    case ErrorKind::kSyntax: st = status = 2; return true;
    case ErrorKind::kUnclosed:
      if (readers_ > 1 || status == 0) status = 2;
      st = status;
      return true;
    case ErrorKind::kForHeader:
    case ErrorKind::kConditional:
      if (readers_ > 1 || (parser.hit_end() && status == 0)) status = 2;   // else $? stays
      st = status;
      return true;
    case ErrorKind::kSubstitutedConditional:
      if (parser.hit_end()) {
        st = status = 2;
        return true;
      }
      flow = Flow::kExit;
      st = exit_status = status = fatal_status(status == 0 ? 1 : status);
      return false;
    case ErrorKind::kArray:
      st = status = 1;
      return false;
    case ErrorKind::kSubstitution:
      st = status = 2;
      if (interactive() || parser.hit_end()) return true;
      flow = Flow::kExit;
      exit_status = fatal_status(2);
      return false;
  }
  return true;
}

// Runs what the parser has, command by command. An error that discards a command ends that command only.
Task<int> Shell::run_parser(Parser& parser, const std::string& name) {
  const Ref<const Script> outer = current;
  const Command* const outer_running = running;
  const std::string_view whole = parser.unread();
  std::size_t lines_read = 0;   // the length of them
  int st = 0;
  ++readers_;
  Parser* const outer_reader = std::exchange(reader_, &parser);
  for (;;) {
    parser_options_ = parser_options();
    Ref<Script> script;
    const std::string_view before = parser.unread();
    if (std::exchange(text_broke_off_, false)) parser.forget_position();
    const ParseStatus parsed = parser.next(script);
    // set -v shows the lines that were read, with what is left of the last one.
    if (const std::size_t at = whole.size() - std::min(parser.unread().size(), whole.size()); at > lines_read) {
      const std::size_t newline = whole.find('\n', at - 1);
      const std::size_t end = newline == whole.npos ? whole.size() : newline + 1;
      const std::string_view lines = whole.substr(lines_read, end - lines_read);
      if (on(ShellOption::kVerbose)) process().write_stderr(std::string(lines) + (lines.back() == '\n' ? "" : "\n"));
      lines_read = end;
    }
    if (!parser.messages().empty()) {
      messages += syntax_message(parser, name);
      flush_messages();
      if (parsed == ParseStatus::kError && on(ShellOption::kErrexit) && tested == 0 && !interactive()) {   // bash ends with the message itself
        flow = Flow::kExit;
        st = status = exit_status = 2;
        break;
      }
    }
    if (parsed == ParseStatus::kEnd || parsed == ParseStatus::kNeedMore) break;
    if (parsed == ParseStatus::kError) {
      text_broke_off_ |= name == "eval" && parser.error_kind() == ErrorKind::kUnclosed;
      if (!after_error(parser, st)) {
        if (leaving()) break;
        continue;
      }
      set_pipe_status(st);
      if (!interactive() && (kind != ShellKind::kStdin || !name.empty()) && posix() && name == "eval") {
        flow = Flow::kExit;
        exit_status = st;
      }
      break;
    }
    if (!script->command) continue;
    if (on(ShellOption::kNoexec) && !interactive()) continue;
    if (on(ShellOption::kHistory) && name.empty() && source_depth == 0)
      history_has_current = remember_command(*this, before.substr(0, before.size() - parser.unread().size()));
    if (readers_ == 1) forget_running();
    else if (running != outer_running) running = nullptr;
    current = Ref<const Script>(script);
    line = parser.line();
    const bool last = last_text_ && parser.unread().find_first_not_of(" \t\n;") == parser.unread().npos;
    const std::string_view rest = parser.unread().substr(std::min(parser.unread().find_first_not_of(" \t;"), parser.unread().size()));
    no_fork_ = !last ? InPlace::kNo : rest.empty() ? InPlace::kAsBash : InPlace::kQuietly;
    st = co_await run(*script->command);
    no_fork_ = InPlace::kNo;
    flush_messages();
    if (leaving() && reads_on(st)) continue;
    if (leaving()) break;
    if (traps_pending()) co_await run_pending_traps();
    if (on(ShellOption::kOnecmd)) {
      flow = Flow::kExit;
      exit_status = st;
      break;
    }
  }
  reader_ = outer_reader;
  if (--readers_ > 0 && !leaving()) running = outer_running;   // eval, source: theirs is the command again
  else if (current.get() != outer.get()) forget_running();
  current = outer;
  co_return st;
}

Task<int> Shell::run_text(std::string text, std::string name, std::uint32_t first_line) {
  if (trace_level >= kMaxTextDepth) {
    report(name + ": maximum eval nesting level exceeded (" + std::to_string(kMaxTextDepth) + ")");
    flush_messages();
    flow = Flow::kDiscard;
    co_return status = 1;
  }
  parser_options_ = parser_options();
  Parser parser(names(), parser_options_, this, first_line);
  parser.append(text);
  text = {};
  parser.finish();
  const bool nested = name != "-c";
  const bool last = std::exchange(last_text_, !nested && last_text_);
  trace_level += nested;
  ++strings_;
  const int st = co_await run_parser(parser, name);
  --strings_;
  trace_level -= nested;
  if (exits_later_ && flow == Flow::kExit) co_await exit_here();
  last_text_ = last;
  co_return st;
}

Task<int> Shell::run_script(std::string text) {
  trace_level = 0;   // the script itself is no level of nesting
  strings_ = -1;
  return run_text(std::move(text), "");
}

Task<int> Shell::run_file(std::string path, std::string shown, const Fields* words) {
  auto fd = co_await process().open(path, {.read = true, .cloexec = true}, 0, kScriptFd);
  Result<std::string> text = fd ? co_await read_all(process(), *fd) : Result<std::string>(fail(fd.error()));
  if (fd) (void)process().close(*fd);
  if (!text) {
    report(shown + ": " + std::string(text.error().words()));
    co_return 1;
  }
  calls.push_back({"source", shown, line});
  const bool noted = !words || on(ShellOption::kExtdebug);
  if (!words) note_own_arguments();
  if (noted) call_arguments.push_back(words ? *words : Fields{shown});
  Arguments saved = arguments;
  if (words) arguments.set(*words);
  const auto* given = arguments.list.get();
  ++source_depth;
  const int loops = std::exchange(loop_depth, 0);
  const std::uint32_t at = line;
  std::optional<Trap> debug;   // without functrace the file is read without it
  if (trap(kTrapDebug) && !on(ShellOption::kFunctrace)) debug.swap(own_trap(kTrapDebug));
  int st = co_await run_text(std::move(*text), "");
  if (debug && !trap(kTrapDebug)) own_trap(kTrapDebug) = std::move(debug);
  line = at;
  loop_depth = loops;
  --source_depth;
  if (flow == Flow::kReturn) {
    flow = Flow::kNormal;
    st = return_status;
  }
  if (traps && !leaving() && !in_return_trap_ && trap(kTrapReturn)) {
    in_return_trap_ = true;
    (void)co_await run_trap(kTrapReturn);
    in_return_trap_ = false;
  }
  // What `set --` in the file made of the arguments stays, outside functions.
  if (words && (function_depth > 0 || arguments.list.get() == given)) arguments = std::move(saved);
  if (noted) call_arguments.pop_back();
  calls.pop_back();
  co_return st;
}

// Standard input is shared with the commands: no byte past the line that is needed is read.
Task<int> Shell::run_stdin() {
  parser_options_ = parser_options();
  Parser parser(names(), parser_options_, this);
  std::string entered;   // the lines of the command that is being read, for the history
  int st = 0;
  bool ended_input = false, more = true;
  ++readers_;
  while (!ended_input || more) {
    if (interactive()) notify_jobs();
    parser_options_ = parser_options();
    Ref<Script> script;
    const ParseStatus parsed = parser.next(script);
    if (!parser.messages().empty()) {
      messages += syntax_message(parser, "");
      flush_messages();
    }
    if (parsed == ParseStatus::kNeedMore || (parsed == ParseStatus::kEnd && !ended_input)) {
      if (ended_input) break;
      if (interactive()) {
        auto prompt = value(parser.continuing() ? "PS2" : "PS1");
        auto text = co_await expand_prompt(*this, std::string(prompt.value_or("")));
        if (text) process().write_stderr(std::move(*text));
      }
      std::string text;
      auto n = co_await process().read_until(0, '\n', Process::kPiece, text, {}, interactive());
      if (!n && n.error() == Errno::kINTR) {
        co_await run_pending_traps();
        continue;
      }
      if (n && *n > 0) (void)co_await process().read_rest(0, '\n', text);
      if (!n || *n == 0) {
        ended_input = true;
        parser.finish();
        continue;
      }
      if (on(ShellOption::kVerbose)) process().write_stderr(text);
      parser.append(text);
      entered += text;
      continue;
    }
    if (parsed == ParseStatus::kEnd) break;
    if (on(ShellOption::kHistory) && (script || parsed == ParseStatus::kError)) history_has_current = remember_command(*this, entered);
    entered.clear();
    if (parsed == ParseStatus::kError) {
      if (after_error(parser, st) && !interactive()) break;
      if (leaving()) break;
      continue;
    }
    if (!script->command || (on(ShellOption::kNoexec) && !interactive())) continue;
    forget_running();
    current = Ref<const Script>(script);
    line = parser.line();
    st = co_await run(*script->command);
    flush_messages();
    if (leaving() && reads_on(st)) continue;
    if (flow == Flow::kExit) break;
    flow = Flow::kNormal;
    if (traps_pending()) co_await run_pending_traps();
    more = true;
  }
  --readers_;
  forget_running();
  co_return st;
}

Task<int> Shell::run_exit_trap(int st) {
  const Trap* t = trap(kTrapExit);
  if (!t || t->command.empty()) co_return st;
  const std::string text = t->command;
  set_trap(kTrapExit, std::nullopt);
  flow = Flow::kNormal;
  tested = 0;
  loop_depth = 0;
  last_text_ = false;
  status = trap_before = st;
  in_trap_ = true;
  command_name = {};
  (void)co_await run_text(text, "exit trap", 1);
  co_return flow == Flow::kExit ? exit_status : st;
}

Task<> Shell::exit_here() {
  if (!trap(kTrapExit)) co_return;
  exits_later_ = function_depth == 0 && strings_ > 0;
  if (exits_later_) co_return;
  const int st = co_await run_exit_trap(exit_status);
  flow = Flow::kExit;
  exit_status = st;
}

Task<int> Shell::finish(int st) {
  redirected_ = nullptr;   // after a signal the frames that these lay in are gone
  flush_messages();
  if (flow == Flow::kExit) st = exit_status;
  if (flow == Flow::kReturn) st = return_status;
  if (flow == Flow::kDiscard || flow == Flow::kTopLevel) st = status;
  st = co_await run_exit_trap(st);
  flush_messages();
  close_substitutions(0);
  if (!readers.empty())   // they read until nobody can write any more: `exec > >(tee log)`
    for (int fd : process().open_descriptors()) (void)process().close(fd);
  for (Pid pid : readers) (void)co_await process().wait(pid);
  flow = Flow::kExit;
  exit_status = st;
  co_return st & 255;
}

}  // namespace nacre
