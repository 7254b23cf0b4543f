// Simple commands (bash manual 3.7.1 to 3.7.4): assignments, functions, builtins, programs.
#include <algorithm>

#include "src/expand/arithmetic.h"
#include "src/expand/quote.h"
#include "src/process/io.h"
#include "src/shell/builtin.h"
#include "src/shell/builtins_command.h"
#include "src/shell/shell.h"
#include "src/syntax/printer.h"

namespace nacre {
NameTableBox::NameTableBox()
    : optind(table.intern("OPTIND")), posixly_correct(table.intern("POSIXLY_CORRECT")), xtracefd(table.intern("BASH_XTRACEFD")) {
  for (const Builtin* b = Builtin::first(); b; b = b->next) {
    const NameId id = table.intern(b->name);
    if (id >= builtins.size()) builtins.resize(id + 1);
    builtins[id] = b;
  }
}

const Builtin* Shell::find_builtin(std::string_view name) const {
  const NameId id = names().find(name);
  if (id >= names_->builtins.size() || !names_->builtins[id]) return nullptr;
  return !disabled->empty() && disabled->contains(name) ? nullptr : names_->builtins[id];
}
const Function* Shell::find_function(std::string_view name) const {
  if (functions->empty()) return nullptr;
  const auto it = functions->find(names().find(name));
  return it == functions->end() ? nullptr : it->second.get();
}
bool Shell::is_special_builtin(std::string_view name) {
  const Builtin* b = Builtin::find(name);
  return b && (b->flags & Builtin::kSpecial);
}

// --- assignments --------------------------------------------------------------------------------------------------------

// One assignment that stays, shown when set -x is on.
Task<Outcome<>> Shell::trace_assign(const Assignment& a) {
  if (!on(ShellOption::kXtrace)) co_return co_await assign(*this, a);
  if (a.is_array) {
    auto ok = co_await assign(*this, a);
    if (ok) co_await trace(print_word(*a.word));
    co_return ok;
  }
  auto value = co_await expand_assignment_value(*this, a);
  if (!value) co_return abort_with(value.error());
  std::string text(names().text(a.name));
  if (a.subscript.kind != SubscriptKind::kNone) ((text += '[') += a.subscript.text) += ']';
  text += a.append ? "+=" : "=";
  if (!value->empty()) text += quote_trace(*value);
  co_await trace(std::move(text));
  co_return co_await assign_value(*this, a, std::move(*value));
}

// A command of assignments and redirections only. Its status is that of the last command substitution. Done at once where nothing
// waits and nothing fails.
Task<int> Shell::run_assignments(const SimpleCommand& c) {
  const std::size_t mark = substitutions.size();
  std::size_t i = 0;
  for (; i < c.assignments.size() && !on(ShellOption::kXtrace); ++i) {
    Task<Outcome<>> one = assign(*this, c.assignments[i]);
    if (!one.await_ready()) return assignments_later(c, i, std::move(one), mark);
    const Outcome<> ok = one.await_resume();
    if (!ok || !messages.empty()) return assignments_later(c, i, Task<Outcome<>>::ready(ok), mark);
  }
  if (i < c.assignments.size()) return assignments_later(c, i, trace_assign(c.assignments[i]), mark);
  if (!c.redirects.empty() || substitution_status > 0 || traps_pending())
    return assignments_later(c, i, Task<Outcome<>>::ready(Outcome<>()), mark);
  status = 0;
  last_argument.clear();
  close_substitutions(mark);
  set_pipe_status(0);
  return Task<int>::ready(0);
}

// The assignments from one on that is under way.
Task<int> Shell::assignments_later(const SimpleCommand& c, std::size_t i, Task<Outcome<>> one, std::size_t mark) {
  Outcome<> ok = co_await std::move(one);
  for (;;) {
    flush_messages();
    if (!ok) {
      const int st = fail_with(ok.error());
      if (flow == Flow::kDiscard && posix() && !interactive()) {
        flow = Flow::kExit;
        exit_status = fatal_status(st);
      }
      set_pipe_status(st);
      if (!leaving() && &c != one_command) co_await failed(st, true, true);
      co_return st;
    }
    if (++i >= c.assignments.size()) break;
    ok = on(ShellOption::kXtrace) ? co_await trace_assign(c.assignments[i]) : co_await assign(*this, c.assignments[i]);
  }
  status = std::max(substitution_status, 0);
  last_argument.clear();
  if (!c.redirects.empty()) {
    Undos undo;
    if (!co_await redirect(c.redirects, &undo)) status = 1;
    undo_redirects(undo);
  }
  close_substitutions(mark);
  set_pipe_status(status);
  if (traps_pending()) co_await run_pending_traps();
  if (status != 0 && &c != one_command) co_await failed(status, true, true);
  co_return status;
}

// The assignments before a command, into a scope that the caller has pushed. They are exported.
Task<Outcome<>> Shell::assign_temporary(const SimpleCommand& c) {
  for (const Assignment& a : c.assignments) {
    if (!a.is_array && a.subscript.kind != SubscriptKind::kNone) {   // said, and that is all
      report("`" + std::string(names().text(a.name)) + "[" + std::string(a.subscript.text) + "]': not a valid identifier");
      continue;
    }
    auto value = a.is_array ? co_await expand_compound_as_text(*this, a) : co_await expand_assignment_value(*this, a);
    if (!value) co_return abort_with(value.error());
    const Variable* old = lookup(a.name);
    NameId id = a.name;
    if (old && old->has(kNameref)) {
      const Target target = resolve(*this, id);
      if (target.name != kNoName && !target.subscripted) old = lookup(id = target.name);
    }
    if (old && old->has(kReadonly)) {
      report_error(std::string(names().text(id)) + ": readonly variable");
      if (!posix()) continue;   // the command runs without it
      flow = interactive() ? Flow::kDiscard : Flow::kExit;
      exit_status = 1;
      co_return abort_with(Failure::kCommand, 1);
    }
    if (on(ShellOption::kXtrace))
      co_await trace(std::string(names().text(a.name)) + (a.append ? "+=" : "=") + (value->empty() ? "" : quote_trace(*value)));
    if (a.append && old) {
      const std::uint16_t attributes = old->attributes;
      std::string before(old->text());
      if (attributes & kInteger) {
        auto sum = co_await evaluate_text(*this, std::move(before));
        auto more = sum ? co_await evaluate_text(*this, std::move(*value)) : sum;
        if (!more) co_return abort_with(Failure::kTopLevel);
        value = std::to_string(static_cast<std::int64_t>(static_cast<std::uint64_t>(*sum) + static_cast<std::uint64_t>(*more)));
      } else {
        value = convert_case(*this, attributes, before + *value);
      }
    }
    Variable& v = variables.local(id);
    v.attributes |= kExport | kTemporary;
    variables.exports_changed();
    auto ok = co_await assign_variable(*this, id, std::move(*value), kAssignLocal | kAssignNoNameref);
    if (!ok) co_return ok;
  }
  co_return Outcome<>();
}

// name=( ... ) as argument of a declaration builtin: done when its turn to be expanded comes, by the builtin, with those of the
// options so far that make a difference. The command itself then gets the name alone.
Task<Outcome<>> Shell::declare_array(const Builtin& builtin, const Fields& argv, const Assignment& a) {
  if (builtin.name == "local" && variables.function_level() == 0)
    co_return co_await assign_elements(*this, a.name, a.elements, a.append ? kAssignAppend : 0u);
  const std::string_view kinds = builtin.flags & Builtin::kSpecial ? "aA" : "aAgilucI";
  Fields one = {std::string(builtin.name)};
  for (std::size_t i = 1; i < argv.size() && argv[i].size() > 1 && (argv[i][0] == '-' || argv[i][0] == '+') && argv[i] != "--"; ++i) {
    std::string kept(1, argv[i][0]);
    for (const char c : argv[i])
      if (kinds.find(c) != kinds.npos) kept += c;
    if (kept.size() > 1) one.push_back(std::move(kept));
  }
  one.emplace_back(a.word->text);
  declared.assign(one.size(), nullptr);
  declared.back() = &a;
  (void)co_await run_builtin(builtin, one);   // what fails, the command repeats
  co_return Outcome<>();
}

// The arguments of a declaration builtin: assignments among them are expanded as assignments.
Task<Outcome<>> Shell::expand_declaration(const SimpleCommand& c, const Builtin& builtin, Fields& argv,
                                         std::vector<const Assignment*>& nodes) {
  for (const Word* w : c.words) {
    const Assignment* a = w->assignment;
    if (!a) {
      auto ok = co_await expand_word(*this, *w, argv);
      if (!ok) co_return ok;
      nodes.resize(argv.size());
      continue;
    }
    if (a->is_array) {
      auto ok = co_await declare_array(builtin, argv, *a);
      if (!ok || leaving()) co_return ok;
      argv.emplace_back(names().text(a->name));
      nodes.resize(argv.size());
      nodes.back() = a;
      continue;
    }
    if (w->text.find('{') != w->text.npos && on(ShellOption::kBraceexpand)) {
      const std::size_t before = argv.size();
      auto ok = co_await expand_assignment_braces(*this, *w, argv);
      if (!ok) co_return ok;
      nodes.resize(argv.size());
      if (argv.size() > before) continue;
    }
    std::string text(names().text(a->name));
    if (a->subscript.kind != SubscriptKind::kNone) {
      auto subscript = co_await expand_string(*this, *a->subscript.word);
      if (!subscript) co_return abort_with(subscript.error());
      text += "[" + *subscript + "]";
    }
    auto value = co_await expand_string(*this, *a->value);
    if (!value) co_return abort_with(value.error());
    argv.push_back(text + (a->append ? "+=" : "=") + *value);
    nodes.resize(argv.size());
  }
  co_return Outcome<>();
}

// --- the command --------------------------------------------------------------------------------------------------------

namespace {
// What may stand before a declaration builtin in POSIX mode: `command declare x=$y`.
bool passes_on(std::string_view name) { return name == "command"; }
// Runs commands that are read when it runs.
bool runs_text(std::string_view name) { return name == "eval" || name == "." || name == "source"; }
}  // namespace

Task<int> Shell::line_after(Task<int> command, std::uint32_t before) {
  const int st = co_await std::move(command);
  line = before;
  co_return st;
}

// Up to the end of expansion all is done at once where nothing waits; assignments alone need no coroutine at all.
Task<int> Shell::run_simple(const SimpleCommand& c) {
  const bool over = process().spent(1);
  if (on(ShellOption::kKeyword) && !c.words.empty()) return run_with_keywords(c);
  if (over || traps) return run_trapped(c, over);
  const Circumstances how = begin_simple(c);
  if (!c.words.empty()) return run_words(c, how);
  Task<int> assigned = run_assignments(c);
  if (!assigned.await_ready()) return line_after(std::move(assigned), how.line);
  line = how.line;
  return assigned;
}

// set -k: assignments behind the command are as those before it.
Task<int> Shell::run_with_keywords(const SimpleCommand& c) {
  SimpleCommand moved = c;
  std::vector<Assignment> assignments(c.assignments.begin(), c.assignments.end());
  std::vector<const Word*> words;
  for (const Word* w : c.words) {
    if (!w->assignment) words.push_back(w);
    else assignments.push_back(*w->assignment);
  }
  moved.assignments = {assignments.data(), assignments.size()};
  moved.words = {words.data(), words.size()};
  const int st = co_await run_trapped(moved, false);
  if (running == &moved) running = &c;
  co_return st;
}

// `over`: the slice is, and others come first.
Task<int> Shell::run_trapped(const SimpleCommand& c, bool over) {
  Circumstances how = begin_simple(c);
  how.trapped = traps && trap(kTrapErr);
  const Restore restore{line, how.line};
  if (over) co_await process().spend(0);
  if (traps && &c != one_command && !co_await debug_trap(c)) co_return status;   // whoever made the process has run it
  substitution_status = -1;
  co_return co_await (c.words.empty() ? run_assignments(c) : run_words(c, how));
}

Shell::Circumstances Shell::begin_simple(const SimpleCommand& c) {
  Circumstances how;
  how.in_place = std::exchange(no_fork_, InPlace::kNo);
  if (how.in_place == InPlace::kAsBash && !c.redirects.empty()) how.in_place = InPlace::kQuietly;
  how.tested = std::exchange(own_failure_tested_, false);
  how.line = std::exchange(line, c.line);
  note_running(c);
  ++commands_run;
  substitution_status = -1;
  return how;
}

// The declaration builtin that it runs, if it is one.
const Builtin* Shell::declares(const SimpleCommand& c) const {
  if (!c.name) return nullptr;
  std::size_t k = 0;
  while (k + 1 < c.words.size() && c.words[k]->is(Word::kLiteral) && posix() && passes_on(c.words[k]->literal)) ++k;
  const Builtin* b = c.words[k]->is(Word::kLiteral) ? find_builtin(c.words[k]->literal) : nullptr;
  return b && (b->flags & Builtin::kDeclaration) ? b : nullptr;
}

Task<int> Shell::run_words(const SimpleCommand& c, Circumstances how) {
  auto words = std::make_unique<Expanded>();
  words->mark = substitutions.size();
  const Builtin* declaration = declares(c);
  Task<Outcome<>> expanded = declaration ? expand_declaration(c, *declaration, words->argv, words->nodes) : expand_words(*this, c.words, words->argv);
  if (!expanded.await_ready()) return run_after(c, std::move(expanded), std::move(words), how);
  const Outcome<> ok = expanded.await_resume();
  if (!ok || !messages.empty() || leaving() || words->argv.empty())
    return run_after(c, Task<Outcome<>>::ready(ok), std::move(words), how);
  return run_expanded(c, std::move(words), how);
}

// Waits for the expansion, and does what follows when it gave messages, failed or left no words.
Task<int> Shell::run_after(const SimpleCommand& c, Task<Outcome<>> expansion, std::unique_ptr<Expanded> words, Circumstances how) {
  const Restore restore{line, how.line};
  const Outcome<> expanded = co_await std::move(expansion);
  flush_messages();
  if (!expanded || leaving()) {
    const int st = !expanded ? fail_with(expanded.error()) : flow == Flow::kExit ? exit_status : status;
    close_substitutions(words->mark);
    set_pipe_status(st);
    if (!leaving() && &c != one_command) co_await failed(st, true, true);
    co_return st;
  }
  if (words->argv.empty()) co_return co_await run_assignments(c);
  co_return co_await run_expanded(c, std::move(words), how);
}

// What $_ is after a command.
std::string Shell::last_word(const Fields& argv, const std::vector<const Assignment*>& nodes) {
  std::string_view last = argv.back();
  if (!nodes.empty() && nodes.back()) last = names().text(nodes.back()->name);
  else if (const std::size_t equals = last.find('='); argv[0] == "alias" && is_name(last.substr(0, equals))) last = last.substr(0, equals);
  return std::string(last);
}

// The variable _ that came from the environment is exported no longer.
void Shell::keep_underscore() {
  underscore_came_ = false;
  variables.own(names().intern("_")).attributes &= static_cast<std::uint16_t>(~kExport);
  variables.exports_changed();
}

Task<int> Shell::run_expanded(const SimpleCommand& c, std::unique_ptr<Expanded> words, Circumstances how) {
  const Restore restore{line, how.line};
  Fields& argv = words->argv;
  std::vector<const Assignment*>& nodes = words->nodes;
  const Function* function = functions->empty() ? nullptr : find_function(argv[0]);
  const Builtin* builtin = function && !(posix() && is_special_builtin(argv[0])) ? nullptr : find_builtin(argv[0]);
  if (builtin) function = nullptr;
  const bool special = builtin && (builtin->flags & Builtin::kSpecial);
  const bool keeps = special && posix();   // POSIX: assignments before special builtins stay

  int st = 0;
  bool scope = false, ready = true;
  if (!c.assignments.empty()) ready = co_await assign_in_front(c, argv, {function != nullptr, special}, scope, st);
  if (ready && on(ShellOption::kXtrace)) co_await trace_simple(argv, nodes);
  Undos undo;
  const bool program = !function && !builtin, resumes = program && argv[0].starts_with('%') && &c != one_command;
  if (ready && !c.redirects.empty() && !co_await (program ? redirect_program(c.redirects, undo) : redirect(c.redirects, &undo))) {
    ready = false;
    st = redirect_failed(program, special);
  }
  Redirected here{undo, true, redirected_};
  if (!undo.empty()) redirected_ = &here;
  if (!ready && !leaving()) {
    last_argument = argv.back();
  } else if (ready) {
    std::string last = last_word(argv, nodes);
    if (function) {
      st = co_await call_function(Ref<const Function>(function), argv[0], argv);
    } else if (resumes) {   // %1 is fg %1
      argv.insert(argv.begin(), "fg");
      st = co_await run_builtin(*Builtin::find("fg"), argv);
    } else if (builtin) {
      const bool only_redirects = argv.back() == "exec" && (argv.size() == 1 || (argv.size() == 2 && builtin->name == "command"));
      const std::uint32_t at = line;
      if (builtin->name == "command") no_fork_ = how.in_place;
      if (&c == one_command) {   // set -e; if : | eval "(exit 5)": what it runs knows nothing of the if
        own_builtin_ = true;
        tested = 0;
      }
      const bool calm = calm_;
      calm_ |= tested > 0 && (runs_text(builtin->name) || builtin->name == "command");
      st = co_await run_builtin(*builtin, argv);
      calm_ = calm;
      if (st > 255) st = &c == one_command ? st & 255 : 1;
      line = at;
      if (only_redirects) undo.clear();
    } else {
      st = co_await execute_program(std::move(argv), how_in_place(how.in_place));
    }
    if (!leaving() || flow != Flow::kExit) {
      last_argument = std::move(last);
      if (underscore_came_) keep_underscore();
    }
  }
  redirected_ = here.outer;
  if (!undo.empty()) undo_redirects(undo);
  flush_messages();
  if (scope) {
    if (keeps && ready && !leaving()) co_await keep_assignments(c);
    variables.pop_scope();
  }
  close_substitutions(words->mark);
  if (flow == Flow::kBreak || flow == Flow::kContinue) set_pipe_status(status = st);
  if (leaving()) co_return st;
  status = st;
  if (!resumes) set_pipe_status(st);
  if (traps_pending()) co_await run_pending_traps();
  if (st != 0 && !how.tested && &c != one_command) co_await failed(st, how.trapped, true);
  co_return status;
}

// The assignments before a command; false when it is not to run, with `st` its status. `scope`: they lie in a scope that
// is to be left after it. POSIX: those before special builtins stay.
Task<bool> Shell::assign_in_front(const SimpleCommand& c, const Fields& argv, Callee callee, bool& scope, int& st) {
  Outcome<> ok;
  // unset and what runs commands see them as a scope of their own even where they stay.
  if (callee.special && posix() && argv[0] != "unset" && !runs_text(argv[0])) {
    for (const Assignment& a : c.assignments) {
      ok = co_await trace_assign(a);
      if (!ok) break;
    }
  } else {
    variables.push_scope(callee.function ? ScopeKind::kCall : ScopeKind::kTemporary);
    scope = true;
    ok = co_await assign_temporary(c);
  }
  flush_messages();
  if (!ok) {
    st = fail_with(ok.error());
    if (posix() && callee.special && !interactive()) {
      flow = Flow::kExit;
      exit_status = fatal_status(1);
    }
    co_return false;
  }
  if (!leaving()) co_return true;
  st = exit_status;   // set -e has ended the shell by a message
  co_return false;
}

Task<> Shell::trace_simple(const Fields& argv, const std::vector<const Assignment*>& nodes) {
  std::string text;
  for (std::size_t i = 0; i < argv.size(); ++i) {
    if (i) text += ' ';
    text += i < nodes.size() && nodes[i] ? print_word(*nodes[i]->word) : quote_trace(argv[i]);
  }
  co_await trace(std::move(text));
  if (argv[0] != "export" && argv[0] != "readonly") co_return;
  for (std::size_t i = 1; i < argv.size(); ++i) {   // they show their assignments again
    const std::size_t equals = argv[i].find('=');
    if (argv[i][0] == '-' || equals == std::string::npos || (i < nodes.size() && nodes[i])) continue;
    const std::string value = argv[i].substr(equals + 1);
    co_await trace(argv[i].substr(0, equals + 1) + (value.empty() ? "" : quote_trace(value)));
  }
}

// A program's redirections are made in its process: what they assign is not seen here.
Task<bool> Shell::redirect_program(Span<const Redirect> redirects, Undos& undo) {
  const auto assigns = [](const Redirect& r) { return r.variable != kNoName || r.word->is(Word::kAssigns) || (r.body && r.body->is(Word::kAssigns)); };
  if (std::ranges::none_of(redirects, assigns)) return redirect(redirects, &undo);
  return redirect_apart(redirects, undo);
}
Task<bool> Shell::redirect_apart(Span<const Redirect> redirects, Undos& undo) {
  const Variables before = variables;
  const bool ok = co_await redirect(redirects, &undo);
  variables = before;
  co_return ok;
}

// The status of a simple command whose redirection failed.
int Shell::redirect_failed(bool program, bool special) {
  int st = 1;
  if (program && leaving() && !on(ShellOption::kErrexit)) {   // of a program's it is its own process that fails
    st = flow == Flow::kExit ? exit_status : 1;
    flow = Flow::kNormal;
  }
  if (special && posix() && !interactive()) {
    flow = Flow::kExit;
    exit_status = 1;
  }
  return st;
}

Task<> Shell::keep_assignments(const SimpleCommand& c) {
  for (const Assignment& a : c.assignments) {
    const Variable* v = variables.find(a.name);
    if (!v || v->level != variables.level() || !v->has(kTemporary)) continue;
    (void)co_await assign_variable(*this, a.name, std::string(v->text()), kAssignGlobal);
  }
}

Task<int> Shell::run_argv(Fields argv, unsigned how) {
  how |= how_in_place(std::exchange(no_fork_, InPlace::kNo));
  if (argv.empty()) co_return 0;
  // `command command command ...` shifts its words once for each.
  if (process().spent(static_cast<std::uint32_t>(argv.size() / 64))) co_await process().spend(0);
  if (!(how & (kNoFunctions | kOnlyBuiltins)))
    if (const Function* f = find_function(argv[0])) co_return co_await call_function(Ref<const Function>(f), argv[0], argv);
  if (!(how & kNoBuiltins))
    if (const Builtin* b = find_builtin(argv[0])) co_return co_await run_builtin(*b, argv);
  if (how & kOnlyBuiltins) {
    complain(argv[0] + ": not a shell builtin");
    co_return 1;
  }
  co_return co_await execute_program(std::move(argv), how);
}

// Done at once where the builtin waits for nothing and stdout takes what it prints.
Task<int> Shell::run_builtin(const Builtin& builtin, Fields& argv) {
  const std::string_view outer = std::exchange(command_name, builtin.name);
  Task<int> running = builtin.main(*this, argv);
  if (!running.await_ready()) return finish_builtin(std::move(running), outer);
  int st = running.await_resume();
  if (!flush_output()) st = 1;
  if (process().has_backlog()) return finish_builtin(Task<int>::ready(st), outer);
  command_name = outer;
  return Task<int>::ready(st);
}

Task<int> Shell::finish_builtin(Task<int> running, std::string_view outer) {
  int st = co_await std::move(running);
  if (!co_await drain_output()) st = 1;
  command_name = outer;
  co_return st;
}

Task<int> Shell::call_function(Ref<const Function> function, std::string name, Fields& argv) {
  std::uint64_t limit = process().machine().limits().depth;
  if (auto set = value("FUNCNEST")) {
    const long long n = std::atoll(std::string(*set).c_str());
    if (n > 0) limit = std::min<std::uint64_t>(limit, static_cast<std::uint64_t>(n));
  }
  if (static_cast<std::uint64_t>(function_depth) >= limit) {
    report(name + ": maximum function nesting level exceeded (" + std::to_string(limit) + ")");
    flush_messages();
    flow = Flow::kDiscard;
    co_return status = 1;
  }
  const Ref<const Script> outer = std::exchange(current, function->script);
  calls.push_back({name, function->source, line});
  variables.push_scope(ScopeKind::kFunction);
  Arguments saved = std::exchange(arguments, Arguments());
  argv.erase(argv.begin());
  const bool noted = on(ShellOption::kExtdebug);
  if (noted) call_arguments.push_back(argv);
  arguments.set(std::move(argv));
  const int loops = std::exchange(loop_depth, 0);
  ++function_depth;
  std::unique_ptr<HiddenTraps> hidden;
  if (traps) hidden = hide_traps(on(ShellOption::kFunctrace) || function->traced);
  if (traps && running && !in_debug_trap_) (void)co_await debug_trap_slow(*running, function->definition->body->line);   // once more on entering
  int st = co_await run(*function->definition->body);
  const auto returned = [&] {
    if (flow != Flow::kReturn) return false;
    flow = Flow::kNormal;
    st = return_status;
    return true;
  };
  if (!returned()) status = st;   // else $? in the trap is the one before `return`
  if (traps && !leaving() && !in_return_trap_ && trap(kTrapReturn)) {
    in_return_trap_ = true;
    (void)co_await run_trap(kTrapReturn);
    in_return_trap_ = false;
    (void)returned();
  }
  if (hidden) show_traps(*hidden);
  --function_depth;
  loop_depth = loops;
  arguments = std::move(saved);
  variables.pop_scope();
  line = calls.back().line;
  if (!in_trap_) running_line = line;
  if (noted) call_arguments.pop_back();
  calls.pop_back();
  if (function->unique()) forget_running();   // it was unset, or defined again
  current = outer;
  co_return st;
}

// --- programs -----------------------------------------------------------------------------------------------------------

std::string Shell::find_program(std::string_view name, bool standard_path, bool remember) {
  if (name.find('/') != name.npos) return std::string(name);
  if (name.empty()) return {};
  if (standard_path) return process().find_in_path(name, kStandardPathValue).value_or(std::string());
  if (const auto it = hashed->find(name); it != hashed->end()) {
    if (process().fs().access(process().caller(), it->second.first, vfs::kExecutable)) {
      if (remember) ++hashed.change().find(name)->second.second;
      return it->second.first;
    }
    hashed.change().erase(std::string(name));
  }
  auto path = value(known().path);
  auto found = process().find_in_path(name, path.value_or(""));
  if (!found) return {};
  if (remember && on(ShellOption::kHashall) && (*found)[0] == '/') hashed.change()[std::string(name)] = {*found, 1};
  return *found;
}

void Shell::adjust_level(int by) {
  if (by == 0) return;
  const NameId id = names().intern("SHLVL");
  Variable& v = variables.own(id);
  std::int64_t level = 0;
  (void)v.number(level);
  v.set_text(std::to_string(level + by));
  v.attributes |= kExport;
  variables.changed(id, v);
}

Ref<const EnvBlock> Shell::program_environment() {
  for (const std::string_view name : {"SHELLOPTS", "BASHOPTS"}) {   // made when read
    const NameId id = names().find(name);
    const Variable* v = id == kNoName ? nullptr : variables.find(id);
    if (!v || !v->has(kExport)) continue;
    (void)lookup(id);
    variables.exports_changed();
  }
  Ref<const EnvBlock> block = variables.exported();
  bool any = false;
  for (const auto& [id, f] : functions.get()) any |= f->exported;
  if (!any) return block;
  auto more = make_ref<EnvBlock>();
  more->entries = block->entries;
  for (const auto& [id, f] : functions.get())
    if (f->exported)
      more->entries.push_back("BASH_FUNC_" + std::string(names().text(id)) + "%%=" + print_exported_function(*f->definition->body));
  return more;
}

void set_underscore(EnvBlock& env, const std::string& path) {
  const auto at = std::ranges::find_if(env.entries, [](const std::string& e) { return e.starts_with("_="); });
  if (at == env.entries.end()) env.entries.push_back("_=" + path);
  else *at = "_=" + path;
}

// The environment of a program, with its path as _. Kept for the next time: a loop runs the same program again.
Ref<const EnvBlock> Shell::environment_with(const std::string& path) {
  Ref<const EnvBlock> block = program_environment();
  if (last_environment_ && block == last_environment_of_ && path == last_environment_path_) return last_environment_;
  auto env = make_ref<EnvBlock>();
  env->entries = block->entries;
  set_underscore(*env, path);
  last_environment_of_ = std::move(block);
  last_environment_path_ = path;
  last_environment_ = Ref<const EnvBlock>(env);
  return last_environment_;
}

// command_not_found_handle, or bash's message.
Task<int> Shell::not_found(Fields argv) {
  if (const Function* f = find_function("command_not_found_handle")) {
    argv.insert(argv.begin(), "command_not_found_handle");
    co_return co_await call_function(Ref<const Function>(f), "command_not_found_handle", argv);
  }
  const bool no_path = value(known().path).value_or("").empty();
  report(shown_name(argv[0], utf8()) + ": " + std::string(no_path ? describe(Errno::kNOENT) : "command not found"));
  flush_messages();
  co_return 127;
}

int Shell::cannot_execute(const std::string& shown, const std::string& path, Errno e) {
  auto stat = process().fs().stat(process().caller(), path);
  std::string words(describe(e));
  int st = e == Errno::kNOENT ? 127 : 126;
  if (stat && stat->type == vfs::Type::kDirectory) {
    words = describe(Errno::kISDIR);
  } else if (stat && e != Errno::kACCES) {   // the file is there: its interpreter is not
    char head[128];
    auto ino = process().fs().resolve(process().caller(), path);
    auto n = ino ? process().fs().read(*ino, 0, head, sizeof head) : Result<std::size_t>(0);
    std::string_view text(head, n.value_or(0));
    if (text.starts_with("#!")) {
      text = text.substr(2, text.find('\n') - 2);
      text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
      report(shown + ": " + std::string(text.substr(0, text.find_first_of(" \t"))) + ": bad interpreter: " + words);
      flush_messages();
      return e == Errno::kNOENT ? 127 : 126;
    }
  }
  report(shown + ": " + words);
  flush_messages();
  return st;
}

Task<int> Shell::execute_program(Fields argv, unsigned how) {
  const std::string path = find_program(argv[0], how & kStandardPath);
  if (path.empty()) co_return co_await not_found(std::move(argv));
  auto what = process().load(path);
  if (!what && what.error() == Errno::kNOEXEC) {
    // A script without #!: a shell reads it. What is no text at all is refused, as bash refuses binary files.
    char head[80];
    auto ino = process().fs().resolve(process().caller(), path);
    auto n = ino ? process().fs().read(*ino, 0, head, sizeof head) : Result<std::size_t>(0);
    const std::string_view text(head, n.value_or(0));
    if (text.substr(0, text.find('\n')).find('\0') != text.npos) {
      report(path + ": cannot execute binary file: " + std::string(describe(Errno::kNOEXEC)));
      flush_messages();
      co_return 126;
    }
    if (const Program* shell = process().machine().find_program("bash"))
      what = Executable{shell, {name, path}};
  }
  if (!what) co_return cannot_execute(argv[0], path, what.error().code);
  const bool becomes =
      (how & kNoFork) && !any_traps() && (jobs.empty() || inherited_jobs) && substitutions.empty() && readers.empty();
  if (becomes && (how & kLeavesLevel)) adjust_level(-1);
  const Ref<const EnvBlock> env = environment_with(path);
  if (auto ok = Process::fits(argv, env.get()); !ok) co_return cannot_execute(path, path, ok.error().code);
  if (becomes) {
    flush_messages();
    co_await process().replace(std::move(*what), std::move(argv), env);
  }
  co_return co_await run_program(std::move(*what), std::move(argv), env);
}

Task<int> Shell::run_program(Executable what, Fields argv, Ref<const EnvBlock> env) {
  co_await make_room();
  auto child = process().fork();
  if (!child) {
    report("fork: retry: " + std::string(child.error().words()));
    flush_messages();
    co_return 254;
  }
  Process& p = **child;
  if (on(ShellOption::kMonitor)) p.set_group(p.pid());
  const Pid pid = p.pid();
  p.start(p.exec(std::move(what), std::move(argv), std::move(env)));
  co_return co_await wait_foreground(pid, running, nullptr);
}

}  // namespace nacre
