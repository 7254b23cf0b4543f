// Running the tree: dispatch, lists, pipelines and compound commands (bash manual 3.2). See shell.h.
#include <algorithm>

#include "src/base/utf8.h"
#include "src/expand/arithmetic.h"
#include "src/expand/conditions.h"
#include "src/expand/quote.h"
#include "src/process/io.h"
#include "src/regex/pattern.h"
#include "src/shell/shell.h"
#include "src/syntax/printer.h"

namespace nacre {

// Lists and simple commands are most of what runs; the cheap (( )) does without a frame of its own.
Task<int> Shell::run(const Command& c) {
  if (on(ShellOption::kNoexec) && !interactive()) return Task<int>::ready(status);
  switch (c.kind) {
    case CommandKind::kSimple: return run_simple(c.as<SimpleCommand>());
    case CommandKind::kPipeline: return run_pipeline(c.as<PipelineCommand>());
    case CommandKind::kAndOr: return run_and_or(c.as<AndOrCommand>());
    case CommandKind::kList: return run_list(c.as<ListCommand>());
    case CommandKind::kFunction: return run_function_definition(c.as<FunctionCommand>());
    default:
      no_fork_ = std::min(no_fork_, InPlace::kQuietly);
      // ! { f; }: what is inside may set off the ERR trap
      if (c.kind != CommandKind::kSubshell && c.kind != CommandKind::kArith && c.kind != CommandKind::kCond) own_failure_tested_ = false;
      return c.redirects.empty() || c.kind == CommandKind::kSubshell ? run_compound(c) : run_redirected(c);
  }
}

Task<int> Shell::run_compound(const Command& c) {
  switch (c.kind) {
    case CommandKind::kSubshell: return run_subshell(c.as<SubshellCommand>());
    case CommandKind::kGroup: return run(*c.as<GroupCommand>().body);
    case CommandKind::kIf: return run_if(c.as<IfCommand>());
    case CommandKind::kWhile: return run_while(c.as<WhileCommand>());
    case CommandKind::kFor: return run_for(c.as<ForCommand>());
    case CommandKind::kSelect: return run_select(c.as<ForCommand>());
    case CommandKind::kArithFor: return run_arith_for(c.as<ArithForCommand>());
    case CommandKind::kCase: return run_case(c.as<CaseCommand>());
    case CommandKind::kArith: return run_arith(c.as<ArithCommand>());
    case CommandKind::kCond: return run_cond(c.as<CondCommand>());
    case CommandKind::kCoproc: return run_coproc(c.as<CoprocCommand>());
    default: return Task<int>::ready(0);
  }
}

Task<int> Shell::run_redirected(const Command& c) {
  Undos undo;
  const InPlace in_place = std::exchange(no_fork_, InPlace::kNo);
  if (!co_await redirect(c.redirects, &undo)) {
    status = 1;
    line = running_line;
    co_await failed(1);
    co_return status;
  }
  no_fork_ = undo.empty() ? in_place : InPlace::kNo;
  Redirected here{undo, false, redirected_};
  redirected_ = &here;
  const int st = co_await run_compound(c);
  redirected_ = here.outer;
  undo_redirects(undo);
  co_return st;
}

int Shell::fail_with(const Abort& abort) {
  if (flow == Flow::kExit) return status;   // set -e has ended the shell by the message already
  status = abort.status;
  switch (abort.kind) {
    case Failure::kCommand: break;
    case Failure::kDiscard:
      if (posix() && !interactive()) flow = Flow::kExit, exit_status = fatal_status(abort.status);
      else flow = Flow::kDiscard;
      break;
    case Failure::kTopLevel: flow = Flow::kTopLevel; break;
    case Failure::kExit:
      flow = interactive() ? Flow::kDiscard : Flow::kExit;
      exit_status = fatal_status(abort.status);
      break;
  }
  return status;
}

// --- lists and pipelines ------------------------------------------------------------------------------------------------

Task<int> Shell::run_list(const ListCommand& c) {
  const InPlace in_place = std::exchange(no_fork_, InPlace::kNo);
  int st = 0;
  for (std::size_t i = 0; i < c.items.size(); ++i) {
    const ListCommand::Item& item = c.items[i];
    no_fork_ = i + 1 == c.items.size() ? std::min(in_place, InPlace::kAsBash) : InPlace::kNo;
    st = item.background ? co_await run_background(*item.command) : co_await run(*item.command);
    if (leaving()) break;
  }
  no_fork_ = InPlace::kNo;
  co_return st;
}

Task<int> Shell::run_and_or(const AndOrCommand& c) {
  const InPlace in_place = std::exchange(no_fork_, InPlace::kNo);
  int st = 0;
  for (std::size_t i = 0; i < c.items.size(); ++i) {
    const AndOrCommand::Item& item = c.items[i];
    if (i > 0 && item.is_or == (st == 0)) continue;
    const bool last = i + 1 == c.items.size();
    tested += !last;
    no_fork_ = last ? std::min(in_place, InPlace::kAsBash) : InPlace::kNo;
    st = co_await run(*item.command);
    tested -= !last;
    if (leaving()) break;
  }
  no_fork_ = InPlace::kNo;
  co_return st;
}

// A command after ! may fail; what is inside it may too when set -e is on already. (`! f` where f itself says set -e exits
// in f, but not for the status of f.)
bool Shell::ignores_failure(const PipelineCommand& c) const {
  if (!c.negated) return false;
  if (on(ShellOption::kErrexit) || c.commands.size() != 1) return true;
  const CommandKind kind = c.commands[0]->kind;
  return kind == CommandKind::kArith || kind == CommandKind::kCond;
}

Task<int> Shell::run_pipeline(const PipelineCommand& c) {
  no_fork_ = InPlace::kNo;
  if (c.timed) {
    co_return co_await run_timed(c);
  }
  const bool ignores = ignores_failure(c);
  tested += ignores;
  int st = 0;
  if (c.negated && !ignores) own_failure_tested_ = true;
  if (c.commands.size() == 1) st = co_await run(*c.commands[0]);
  else if (c.commands.size() > 1) st = co_await run_stages(c);
  own_failure_tested_ = false;
  tested -= ignores;
  if (c.negated) {
    const bool stops = flow == Flow::kDiscard && on(ShellOption::kNoexec);   // ! set -n
    if (leaving() && flow != Flow::kBreak && flow != Flow::kContinue && !stops) co_return st;
    st = st == 0;
    status = st;
    const CommandKind kind = c.commands.size() == 1 ? c.commands[0]->kind : CommandKind::kList;
    if (kind == CommandKind::kArith || kind == CommandKind::kCond) set_pipe_status(st);
  }
  co_return st;
}

Task<int> Shell::run_stages(const PipelineCommand& c) {
  const std::size_t n = c.commands.size();
  const bool last_here = on(ShellOption::kLastpipe) && !on(ShellOption::kMonitor);
  std::vector<Pid> pids;
  std::vector<int> statuses(n, 0);
  Pid group = on(ShellOption::kMonitor) ? 0 : -1;
  Ref<FileDescription> from;
  bool started = true;
  for (std::size_t i = 0; i < n && started; ++i) {
    if (i + 1 == n && last_here) break;
    if (c.commands[i]->kind == CommandKind::kSimple && !co_await debug_trap(*c.commands[i]) && leaving()) co_return status;
    ChildOptions o;
    o.group = group;
    o.pipeline = true;
    if (from) o.files.emplace_back(0, from);
    from = nullptr;
    if (i + 1 < n && !has_descriptors(2)) {
      messages += name + ": pipe error: " + std::string(describe(Errno::kMFILE)) + "\n";
      status = 1;
      flow = Flow::kDiscard;
      started = false;
      break;
    }
    if (i + 1 < n) {
      auto [reader, writer] = process().make_pipe();
      from = reader;
      o.files.emplace_back(1, writer);
    }
    // bash goes on counting lines from the end of a ( ) that is not the last stage.
    if (i + 1 < n && c.commands[i]->kind == CommandKind::kSubshell && function_depth == 0 && reader_) reader_->set_line(c.commands[i]->line);
    co_await make_room();
    if (auto pid = start_child(*c.commands[i], o)) {
      pids.push_back(*pid);
      if (group == 0) group = *pid;
    } else {
      started = false;
    }
  }
  flush_messages();
  if (last_here && started) {
    Ref<FileDescription> old(process().file(0));
    (void)process().set_file(0, from);
    from = nullptr;
    statuses[n - 1] = co_await run(*c.commands[n - 1]);
    (void)process().set_file(0, old);
  }
  from = nullptr;
  if (!started) statuses[n - 1] = 254;
  JobEntry* job = nullptr;
  if (on(ShellOption::kMonitor) && !pids.empty()) {
    job = &add_job(pids, print_command(c), false);
    job->group = group;
  }
  bool stopped = false;
  for (std::size_t i = 0; i < pids.size(); ++i)
    statuses[i] = co_await wait_foreground(pids[i], c.commands[i], &stopped, i + 1 < n);
  flush_messages();
  if (job && !stopped) remove_job(*job);
  int st = statuses[n - 1];
  if (on(ShellOption::kPipefail))
    for (std::size_t i = n; i-- > 0 && st == 0;) st = statuses[i];
  pipe_statuses = std::move(statuses);
  if (!leaving()) {
    status = st;
    line = running_line = c.commands[n - 1]->line;
    if (traps_pending()) co_await run_pending_traps();
    if (st != 0) co_await failed(st);
  }
  co_return status;
}

namespace {

// What `time` prints for one figure: 0m1.234s, or 1.23 with -p.
std::string time_text(Nanoseconds t, bool posix) {
  const std::int64_t ms = t / 1'000'000;
  char text[48];
  if (posix) std::snprintf(text, sizeof text, "%lld.%02d", static_cast<long long>(ms / 1000), static_cast<int>(ms % 1000 / 10));
  else
    std::snprintf(text, sizeof text, "%lldm%lld.%03ds", static_cast<long long>(ms / 60000), static_cast<long long>(ms / 1000 % 60),
                  static_cast<int>(ms % 1000));
  return text;
}

// TIMEFORMAT (bash manual 5.2): %[p][l]R, U, S, %P, %%.
std::string format_times(std::string_view format, Nanoseconds real, Nanoseconds user) {
  std::string out;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%' || i + 1 == format.size()) {
      out += format[i];
      continue;
    }
    int precision = 3;
    bool longer = false;
    ++i;
    if (format[i] == '%') {
      out += '%';
      continue;
    }
    if (format[i] == 'P') {
      const double percent = real > 0 ? 100.0 * static_cast<double>(user) / static_cast<double>(real) : 0;
      char text[32];
      std::snprintf(text, sizeof text, "%.2f", percent);
      out += text;
      continue;
    }
    if (format[i] >= '0' && format[i] <= '9') precision = std::min(3, format[i++] - '0');
    if (i < format.size() && format[i] == 'l') longer = true, ++i;
    if (i == format.size()) break;
    const Nanoseconds t = format[i] == 'R' ? real : format[i] == 'U' ? user : 0;
    const std::int64_t ms = t / 1'000'000, seconds = ms / 1000;
    if (longer) out += std::to_string(seconds / 60) + "m" + std::to_string(seconds % 60);
    else out += std::to_string(seconds);
    if (precision > 0) {
      std::string fraction = std::to_string(1000 + ms % 1000).substr(1, static_cast<std::size_t>(precision));
      out += "." + fraction;
    }
    if (longer) out += 's';
  }
  return out + "\n";
}

}  // namespace

Task<int> Shell::run_timed(const PipelineCommand& c) {
  const Nanoseconds began = process().machine().now();
  const std::uint64_t fuel = process().machine().fuel();
  const bool ignores = ignores_failure(c);
  tested += ignores;
  int st = 0;
  if (c.commands.size() == 1) st = co_await run(*c.commands[0]);
  else if (c.commands.size() > 1) st = co_await run_stages(c);
  tested -= ignores;
  if (c.negated && !leaving()) status = st = st == 0;
  const Nanoseconds real = process().machine().now() - began;
  const auto user = static_cast<Nanoseconds>(process().machine().fuel() - fuel) * 100;
  std::string text;
  if (c.time_posix || posix()) {
    text = "real " + time_text(real, true) + "\nuser " + time_text(user, true) + "\nsys " + time_text(0, true) + "\n";
  } else if (auto format = value("TIMEFORMAT")) {
    if (!format->empty()) text = format_times(*format, real, user);
  } else {
    text = "\nreal\t" + time_text(real, false) + "\nuser\t" + time_text(user, false) + "\nsys\t" + time_text(0, false) + "\n";
  }
  if (!text.empty()) process().write_stderr(text);
  co_return st;
}

// The stages of a pipeline are all children of this shell. bash does not heed the ! of a pipeline here.
Task<int> Shell::run_background(const Command& c) {
  Span<const Command* const> stages;
  const Command* const whole = &c;
  if (c.kind == CommandKind::kPipeline) {
    const auto& p = c.as<PipelineCommand>();
    if (!p.timed && !p.commands.empty()) stages = {p.commands.data(), p.commands.size()};
  }
  if (stages.empty()) stages = {&whole, 1};
  std::vector<Pid> pids;
  std::vector<std::string> texts;
  Pid group = on(ShellOption::kMonitor) ? 0 : -1;
  Ref<FileDescription> from;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const Command& stage = *stages[i];
    if (stage.kind == CommandKind::kSimple && !co_await debug_trap(stage) && leaving()) co_return status;
    ChildOptions o;
    o.asynchronous = true;
    o.group = group;
    if (from) o.files.emplace_back(0, std::exchange(from, nullptr));
    if (i + 1 < stages.size()) {
      auto [reader, writer] = process().make_pipe();
      from = reader;
      o.files.emplace_back(1, writer);
    }
    co_await make_room();
    auto pid = start_child(stage, o);
    flush_messages();
    if (!pid) co_return status = 254;
    pids.push_back(*pid);
    texts.push_back(print_command(stage));
    if (group == 0) group = *pid;
  }
  background_pid = pids.back();
  const Pid leader = pids.front();
  JobEntry& job = add_job(std::move(pids), print_command(c), true);
  job.stages = std::move(texts);
  if (on(ShellOption::kMonitor)) job.group = leader;
  if (interactive()) process().write_stderr("[" + std::to_string(job.number) + "] " + std::to_string(background_pid) + "\n");
  co_return status = 0;
}

Task<int> Shell::run_subshell(const SubshellCommand& c) {
  no_fork_ = InPlace::kNo;
  const bool own_tested = std::exchange(own_failure_tested_, false);
  ChildOptions o;
  o.group = on(ShellOption::kMonitor) ? 0 : -1;
  co_await make_room();
  auto pid = start_child(c, o);
  flush_messages();
  if (!pid) co_return status = 254;
  status = co_await wait_foreground(*pid, &c, nullptr);
  flush_messages();
  pipe_statuses.assign(1, status);
  if (traps_pending()) co_await run_pending_traps();
  if (status != 0 && !own_tested) {
    line = running_line = c.line;
    if (trap(kTrapErr)) note_running(c);
    co_await failed(status);
  }
  co_return status;
}

// --- conditionals and loops ---------------------------------------------------------------------------------------------

Task<int> Shell::run_if(const IfCommand& c) {
  const InPlace in_place = std::exchange(no_fork_, InPlace::kNo);
  for (const IfCommand::Branch& b : c.branches) {
    ++tested;
    const int st = co_await run(*b.condition);
    --tested;
    if (leaving()) co_return st;
    if (st == 0) {
      no_fork_ = in_place;
      co_return co_await run(*b.body);
    }
  }
  no_fork_ = in_place;
  if (c.otherwise) co_return co_await run(*c.otherwise);
  co_return status = 0;
}

bool Shell::end_of_turn() {
  if (flow == Flow::kNormal) return false;
  if (flow != Flow::kBreak && flow != Flow::kContinue) return true;
  if (--flow_count > 0) return true;     // of a loop further out
  const bool leave = flow == Flow::kBreak;
  flow = Flow::kNormal;
  return leave;
}

Task<int> Shell::run_while(const WhileCommand& c) {
  no_fork_ = InPlace::kNo;
  int st = 0;
  ++loop_depth;
  for (;;) {
    ++tested;
    const int condition = co_await run(*c.condition);
    --tested;
    if (leaving() && end_of_turn()) break;
    if ((condition == 0) == c.until) break;
    st = co_await run(*c.body);
    if (leaving() && end_of_turn()) break;
    co_await process().spend(1);
  }
  --loop_depth;
  if (!leaving()) status = st;
  co_return st;
}

int Shell::fail_loop(const Abort& abort) {
  if (leaving() || abort.kind != Failure::kDiscard) return fail_with(abort);
  status = abort.status;
  if (posix() && !interactive()) {
    flow = Flow::kExit;
    exit_status = fatal_status(status);
  }
  return status;
}

Task<> Shell::trace_words(const ForCommand& c, std::string text) {
  (text += c.name_text) += " in";
  if (c.positional) text += " \"$@\"";
  for (const Word* word : c.words) text += " " + print_word(*word);
  return trace(std::move(text));
}

// for 1 in ...: no failure that set -e or the ERR trap sees.
int Shell::bad_loop_name(const ForCommand& c) {
  report("`" + std::string(c.name_text) + "': not a valid identifier");
  flush_messages();
  status = 1;
  if (posix() && !interactive()) {
    flow = Flow::kExit;
    exit_status = 1;
  }
  return status;
}

Task<int> Shell::run_for(const ForCommand& c) {
  no_fork_ = InPlace::kNo;
  if (!is_name(c.name_text)) co_return bad_loop_name(c);
  Fields words;
  if (c.positional) {
    const auto all = arguments.all();
    words.assign(all.begin(), all.end());
  } else {
    line = c.line;
    auto ok = co_await expand_words(*this, c.words, words);
    flush_messages();
    if (!ok) co_return fail_with(ok.error());
  }
  int st = 0;
  ++loop_depth;
  for (std::string& w : words) {
    line = c.line;
    if (on(ShellOption::kXtrace)) co_await trace_words(c, "for ");
    if (!co_await debug_trap(c)) continue;
    const Variable* v = lookup(c.name);
    Outcome<> ok;
    if (v && v->has(kNameref)) {   // the loop changes what the nameref refers to
      ok = co_await assign_variable(*this, c.name, std::move(w), kAssignNoNameref);
    } else {
      ok = co_await assign_variable(*this, c.name, std::move(w));
    }
    if (!ok) {
      flush_messages();
      st = fail_loop(ok.error());
      break;
    }
    st = co_await run(*c.body);
    if (leaving() && end_of_turn()) break;
    co_await process().spend(1);
  }
  --loop_depth;
  if (!leaving()) status = st;
  co_return st;
}

namespace {

// The menu of select, in columns as bash lays them out.
std::string select_menu(const Fields& items, std::size_t columns) {
  std::size_t widest = 0;
  for (const std::string& s : items) widest = std::max(widest, count_utf8(s));
  const std::size_t index_width = std::to_string(items.size()).size();
  const std::size_t width = widest + index_width + 2 + 2;
  std::size_t cols = width > 0 ? columns / width : 0;
  if (cols == 0) cols = 1;
  std::size_t rows = items.empty() ? 1 : items.size() / cols + (items.size() % cols != 0);
  cols = items.empty() ? 1 : items.size() / rows + (items.size() % rows != 0);
  if (rows == 1) {
    rows = cols;
    cols = 1;
  }
  const std::size_t first_index_width = std::to_string(rows).size();
  std::string out;
  for (std::size_t row = 0; row < rows; ++row) {
    std::size_t at = row, position = 0;
    for (std::size_t col = 0;; ++col) {
      const std::size_t iw = col == 0 ? first_index_width : index_width;
      const std::string number = std::to_string(at + 1);
      out += std::string(iw > number.size() ? iw - number.size() : 0, ' ') + number + ") " + items[at];
      std::size_t used = count_utf8(items[at]) + iw + 2;
      at += rows;
      if (at >= items.size()) break;
      for (std::size_t from = position + used, to = position + width; from < to;) {   // tabs where they fit, as bash does
        if (to / 8 > from / 8) {
          out += '\t';
          from += 8 - from % 8;
        } else {
          out += ' ';
          ++from;
        }
      }
      position += width;
    }
    out += '\n';
  }
  return out;
}

}  // namespace

Task<int> Shell::run_select(const ForCommand& c) {
  no_fork_ = InPlace::kNo;
  if (!is_name(c.name_text)) co_return bad_loop_name(c);
  if (!co_await debug_trap(c)) co_return status;
  Fields words;
  if (c.positional) {
    const auto all = arguments.all();
    words.assign(all.begin(), all.end());
  } else {
    auto ok = co_await expand_words(*this, c.words, words);
    flush_messages();
    if (!ok) co_return fail_with(ok.error());
  }
  if (words.empty()) {
    ++loop_depth;   // bash takes the loop for entered, and break and continue behind it for within
    co_return status = 0;
  }
  std::size_t columns = 80;
  if (auto set = value("COLUMNS")) columns = static_cast<std::size_t>(std::max(1, std::atoi(std::string(*set).c_str())));
  const std::string menu = select_menu(words, columns);
  if (on(ShellOption::kXtrace)) co_await trace_words(c, "select ");
  int st = 0;
  ++loop_depth;
  for (bool show = true;;) {
    if (show) process().write_stderr(menu);
    process().write_stderr(std::string(value("PS3").value_or("#? ")));
    std::string reply;
    auto n = co_await process().read_until(0, '\n', Process::kPiece, reply);
    if (n && *n > 0) (void)co_await process().read_rest(0, '\n', reply);
    if (!n || *n == 0) {
      (void)co_await process().write(1, "\n");   // as bash: the menu and the prompt go to stderr, this does not
      st = 1;
      break;
    }
    if (!reply.empty() && reply.back() == '\n') reply.pop_back();
    (void)co_await assign_variable(*this, names().intern("REPLY"), reply);
    show = reply.find_first_not_of(" \t") == reply.npos;
    if (show) continue;
    auto choice = test_integer(reply);
    std::string value;
    if (choice && *choice >= 1 && static_cast<std::uint64_t>(*choice) <= words.size())
      value = words[static_cast<std::size_t>(*choice - 1)];
    if (auto ok = co_await assign_variable(*this, c.name, std::move(value)); !ok) {
      flush_messages();
      st = fail_loop(ok.error());
      break;
    }
    st = co_await run(*c.body);
    if (leaving() && end_of_turn()) break;
  }
  --loop_depth;
  if (!leaving()) status = st;
  co_return st;
}

Task<int> Shell::run_arith_for(const ArithForCommand& c) {
  no_fork_ = InPlace::kNo;
  int st = 0;
  const auto expression = [&](const Arith& a) {
    line = c.line;
    command_name = "((";
    return evaluate(*this, a);
  };
  const auto traced = [&](const Arith& a) -> Task<> {
    if (!on(ShellOption::kXtrace) || a.word->text.empty()) return Task<>::ready();
    return trace("(( " + print_word(*a.word) + " ))");
  };
  // Each of the three is a command to the DEBUG trap.
  const auto debugged = [&](const Arith& a) -> Task<bool> {
    if (!traps || in_debug_trap_ || !trap(kTrapDebug)) return Task<bool>::ready(true);
    if (!in_trap_) {
      running = nullptr;
      running_text = "((" + (a.word->text.empty() ? std::string("1") : print_word(*a.word)) + "))";
    }
    return run_debug_trap(c.line);
  };
  co_await traced(*c.init);
  if (!co_await debugged(*c.init)) co_return status;
  if (auto ok = co_await expression(*c.init); !ok) {
    flush_messages();
    command_name = {};
    co_return ok.error().of_expression() ? status = 1 : fail_with(ok.error());
  }
  ++loop_depth;
  for (;;) {
    co_await traced(*c.condition);
    if (!co_await debugged(*c.condition)) break;
    if (!c.condition->word->text.empty()) {
      auto go = co_await expression(*c.condition);
      if (!go) {
        flush_messages();
        st = go.error().of_expression() ? 1 : fail_with(go.error());
        break;
      }
      if (*go == 0) break;
    }
    command_name = {};
    st = co_await run(*c.body);
    if (leaving() && end_of_turn()) break;
    co_await traced(*c.step);
    if (!co_await debugged(*c.step)) break;
    if (auto ok = co_await expression(*c.step); !ok) {
      flush_messages();
      st = ok.error().of_expression() ? 1 : fail_with(ok.error());
      break;
    }
    co_await process().spend(1);
  }
  command_name = {};
  --loop_depth;
  if (!leaving()) status = st;
  co_return st;
}

Task<int> Shell::run_case(const CaseCommand& c) {
  const InPlace in_place = std::exchange(no_fork_, InPlace::kNo);
  line = c.line;
  if (on(ShellOption::kXtrace)) co_await trace("case " + print_word(*c.word) + " in");
  if (!co_await debug_trap(c)) co_return status;
  auto subject = co_await expand_string(*this, *c.word);
  flush_messages();
  if (!subject) co_return fail_with(subject.error());
  const PatternOptions how = pattern_options();
  bool fall = false;
  int st = 0;
  for (std::size_t i = 0; i < c.items.size(); ++i) {
    const CaseCommand::Item& item = c.items[i];
    bool match = fall;
    for (std::size_t k = 0; k < item.patterns.size() && !match; ++k) {
      const Word& w = *item.patterns[k];
      if (w.is(Word::kLiteral) && !on(ShellOption::kNocasematch)) {
        match = w.literal == *subject;
        continue;
      }
      auto pattern = co_await expand_pattern(*this, w);
      flush_messages();
      if (!pattern) co_return fail_with(pattern.error());
      match = Pattern::compile(*pattern, how).matches(*subject);
    }
    if (!match) continue;
    no_fork_ = item.end == CaseEnd::kBreak ? in_place : InPlace::kNo;
    st = item.body ? co_await run(*item.body) : 0;
    no_fork_ = InPlace::kNo;
    if (leaving()) co_return st;
    if (item.end == CaseEnd::kBreak) break;
    fall = item.end == CaseEnd::kFallThrough;
  }
  co_return status = st;
}

Task<int> Shell::run_function_definition(const FunctionCommand& c) {
  line = c.line;
  auto f = make_ref<Function>();
  const std::string_view text = names().text(c.name);
  if (posix() && (!is_name(text) || is_special_builtin(text))) {
    report(is_name(text) ? "`" + std::string(text) + "': is a special builtin" : "`" + std::string(text) + "': not a valid identifier");
    flush_messages();
    status = is_name(text) ? 2 : 1;
    if (!interactive()) {
      flow = Flow::kExit;
      exit_status = status;
    }
    co_return status;
  }
  if (text.find_first_of("$'\"\\") != text.npos) {
    report("`" + std::string(text) + "': not a valid identifier");
    flush_messages();
    status = 1;
    co_await failed(1);
    co_return status;
  }
  if (const Function* old = find_function(text)) {
    if (old->readonly) {
      report(std::string(text) + ": readonly function");
      flush_messages();
      co_return status = 1;
    }
    f->exported = old->exported;
    f->traced = old->traced;
  }
  f->script = current;
  f->definition = &c;
  f->source = calls.empty() || calls.back().source.empty() ? (kind == ShellKind::kString ? "environment" : "main") : calls.back().source;
  f->line = c.line;
  functions.change()[c.name] = f;
  co_return status = 0;
}

// --- (( )), [[ ]] -------------------------------------------------------------------------------------------------------

Task<int> Shell::run_arith(const ArithCommand& c) {
  line = c.line;
  note_running(c);
  if (!on(ShellOption::kXtrace) && !trap(kTrapDebug)) {   // the usual case: no frame
    command_name = "((";
    auto value = evaluate(*this, *c.expression);
    if (value.await_ready()) {
      auto v = value.result();
      command_name = {};
      if (v && *v != 0) {
        set_pipe_status(status = 0);
        return Task<int>::ready(0);
      }
      return end_arith(std::move(v));
    }
    return await_arith(std::move(value));
  }
  return trace_arith(c);
}
Task<int> Shell::await_arith(Task<Outcome<std::int64_t>> value) {
  auto v = co_await value;
  command_name = {};
  co_return co_await end_arith(std::move(v));
}
Task<int> Shell::trace_arith(const ArithCommand& c) {
  if (on(ShellOption::kXtrace)) co_await trace("(( " + print_word(*c.expression->word) + " ))");
  if (!co_await debug_trap(c)) co_return status;
  command_name = "((";
  co_return co_await await_arith(evaluate(*this, *c.expression));
}
Task<int> Shell::end_arith(Outcome<std::int64_t> v) {
  flush_messages();
  if (!v && !v.error().of_expression()) co_return fail_with(v.error());
  status = v && *v != 0 ? 0 : 1;
  set_pipe_status(status);
  if (status != 0) co_await failed(status);
  co_return status;
}

Task<int> Shell::run_cond(const CondCommand& c) {
  line = c.line;
  note_running(c);
  if (!co_await debug_trap(c)) co_return status;
  command_name = "[[";
  auto value = co_await eval_cond(*c.expression);
  command_name = {};
  flush_messages();
  if (!value) {
    if (value.error().kind != Failure::kCommand) co_return fail_with(value.error());
    status = value.error().status;
  } else {
    status = *value ? 0 : 1;
  }
  set_pipe_status(status);
  if (status != 0) co_await failed(status);
  co_return status;
}

// A term that fails (1/0 -eq 1, a =~ '(') is false. Recurses over the left sides only, whose depth the parser bounds.
Task<Outcome<bool>> Shell::eval_cond(const CondExpr& first, bool inverted) {
  const CondExpr* e = &first;
  for (;;) {
    switch (e->kind) {
      case CondKind::kAnd:
      case CondKind::kOr: {
        auto left = co_await eval_cond(*e->left);
        if (!left && (e->kind == CondKind::kAnd || left.error().kind != Failure::kCommand)) co_return left;
        if (left && *left == (e->kind == CondKind::kOr)) co_return left;
        e = e->right;
        inverted = false;
        continue;
      }
      case CondKind::kNot: {
        auto inner = co_await eval_cond(*e->left, !inverted);
        if (!inner && inner.error().kind != Failure::kCommand) co_return inner;
        co_return !inner || !*inner;
      }
      case CondKind::kGroup:
        e = e->left;
        inverted = false;
        continue;
      case CondKind::kUnary: co_return co_await cond_unary(*this, *e, inverted);
      case CondKind::kBinary: co_return co_await cond_binary(*this, *e, inverted);
      case CondKind::kWord: co_return co_await cond_word(*this, *e, inverted);
    }
  }
}

}  // namespace nacre
