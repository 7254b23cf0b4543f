// The shell's state: how it starts, how it is copied for a subshell, and the variables that show it.
#include "src/shell/shell.h"

#include <algorithm>

#include "src/expand/parts.h"
#include "src/shell/builtin.h"
#include "src/syntax/printer.h"

namespace nacre {

Shell::Shell(Process& p, Ref<NameTableBox> names) : Environment(p, names->table), names_(std::move(names)) {
  variables.set_environment(this);
  for (int s = 1; s < kSignals; ++s)
    if (p.disposition(s) == Disposition::kIgnore) ignored_at_start_ |= std::uint64_t{1} << (s & 63);
}

Shell::Shell(const Shell& o, Process& p)
    : Environment(o, p),
      exit_status(0),
      tested(o.tested),
      in_parentheses(o.in_parentheses),
      substitutions(o.substitutions),
      ended(),
      functions(o.functions),
      aliases(o.aliases),
      hashed(o.hashed),
      disabled(o.disabled),
      calls(o.calls),
      function_depth(o.function_depth),
      source_depth(o.source_depth),
      directories(o.directories),
      completions(o.completions),
      history(o.history),
      logical_cwd(o.logical_cwd),
      kind(o.kind),
      name(o.name),
      is_subshell(true),
      current(o.current),
      commands_run(o.commands_run),
      started(o.started),
      trace_level(o.trace_level),
      getopts_offset(o.getopts_offset),
      getopts_index(o.getopts_index),
      running(o.running),
      running_text(o.running_text),
      running_line(o.running_line),
      pipe_statuses(o.pipe_statuses),
      names_(o.names_),
      calm_(o.calm_),
      in_debug_trap_(o.in_debug_trap_),
      in_err_trap_(o.in_err_trap_),
      in_return_trap_(o.in_return_trap_),
      ignored_at_start_(o.ignored_at_start_) {
  variables.set_environment(this);
  options.set(ShellOption::kMonitor, false);
  options.set(ShellOption::kInteractive, false);
  if (o.inherited_traps) inherited_traps = o.inherited_traps;
  if (!o.traps) return;
  inherited_traps = o.traps;
  // Signals that have a trap get their default again; ERR, DEBUG and RETURN go on only when told to.
  auto kept = make_ref<TrapTable>();
  bool any = false;
  for (int s = 1; s < kTraps; ++s) {
    const auto& t = o.traps->traps[static_cast<std::size_t>(s)];
    if (!t) continue;
    bool keep = t->command.empty();
    if (s == kTrapErr) keep = on(ShellOption::kErrtrace);
    if (s == kTrapDebug || s == kTrapReturn) keep = on(ShellOption::kFunctrace);
    if (keep) {
      kept->traps[static_cast<std::size_t>(s)] = t;
      any = true;
    } else if (s < kSignals) {
      p.set_disposition(s, Disposition::kDefault);
    }
  }
  if (any) traps = kept;
}

Shell::~Shell() = default;

PatternOptions Shell::pattern_options() const {
  return {.extglob = true, .nocase = on(ShellOption::kNocasematch), .utf8 = utf8()};
}

// Whose fault a message is: the script that runs, or $0.
std::string Shell::error_name() const {
  if (!calls.empty() && !calls.back().source.empty()) return calls.back().source;
  return name;
}
std::string Shell::location() const {
  if (interactive()) return error_name() + ": ";
  return error_name() + ": line " + std::to_string(line) + ": ";
}

bool Shell::find_alias(const std::string_view& text, std::string_view& value) const {
  const auto it = aliases->find(text);
  if (it == aliases->end()) return false;
  value = it->second;
  return true;
}

void Shell::variable_changed(NameId id) {
  if (id == known().path && !hashed->empty()) hashed.change().clear();
  if (id == names_->optind) {   // getopts starts a new scan
    getopts_index = 0;
    getopts_offset = 0;
  }
  if (id == known().lc_all || (id == known().lc_ctype && value(known().lc_all).value_or("").empty())) {
    const std::string locale(value(id).value_or(""));
    constexpr std::string_view kLocales[] = {"", "C", "POSIX", "C.UTF-8", "C.utf8"};
    if (std::ranges::find(kLocales, locale) == std::end(kLocales)) {
      const std::string text = "warning: setlocale: " + std::string(names().text(id)) + ": cannot change locale (" + locale +
                               "): " + std::string(describe(Errno::kNOENT));
      if (line > 0) report(text);
      else if (id == known().lc_all) messages += name + ": " + text + "\n";
    }
  }
  if (id == known().globignore) options.set(ShellOption::kDotglob, !value(id).value_or("").empty());
  if (id == names_->xtracefd && trace_descriptor() < 0)
    report("BASH_XTRACEFD: " + std::string(value(id).value_or("")) + ": invalid value for trace file descriptor");
  if (id == names_->posixly_correct && (variables.find(id) != nullptr) != posix()) {
    ShellOptions o = options;
    o.set(ShellOption::kPosix, !posix());
    set_options(o);
  }
}

void Shell::forget_running() {
  if (running && traps) running_text = print_command(*running);
  running = nullptr;
}

void Shell::note_own_arguments() {
  if (own_arguments_noted || function_depth > 0) return;
  own_arguments_noted = true;
  const auto own = arguments.all();
  call_arguments.insert(call_arguments.begin(), std::vector<std::string>(own.begin(), own.end()));
}

// What POSIX mode switches with it (bash manual 6.11).
void Shell::set_options(const ShellOptions& o) {
  const bool was = posix();
  const bool debugging = on(ShellOption::kExtdebug);
  options = o;
  if (on(ShellOption::kExtdebug) != debugging) {
    if (!debugging) note_own_arguments();
    options.set(ShellOption::kFunctrace, !debugging);
    options.set(ShellOption::kErrtrace, !debugging);
  }
  if (posix() == was) return;
  options.set(ShellOption::kShiftVerbose, posix());
  options.set(ShellOption::kExpandAliases, posix() || interactive());
  if (posix()) {
    options.set(ShellOption::kInheritErrexit, true);
    options.set(ShellOption::kInteractiveComments, true);
  }
  if (!posix()) (void)variables.unset(names_->posixly_correct);
  else if (!variables.find(names_->posixly_correct)) variables.own(names_->posixly_correct).set_text("y");
}

std::vector<std::string> Shell::directory_stack() const {
  std::vector<std::string> all{logical_cwd};
  all.insert(all.end(), directories.rbegin(), directories.rend());
  return all;
}
std::int64_t Shell::history_number() const { return history->base + static_cast<std::int64_t>(history->entries.size()); }
std::int64_t Shell::command_number() const { return static_cast<std::int64_t>(commands_run) + 1; }

// --- variables that show the state --------------------------------------------------------------------------------------

namespace {

Shell& shell_of(Environment& e) { return static_cast<Shell&>(e); }

void fill(Variable& v, const std::vector<std::string>& items) {
  IndexedArray& a = v.own_indexed();
  a.clear();
  for (std::size_t i = 0; i < items.size(); ++i) a.set(static_cast<std::int64_t>(i), items[i]);
  v.set_array();
}

void read_funcname(Environment& e, Variable& v) {
  std::vector<std::string> items;
  Shell& sh = shell_of(e);
  bool in_function = sh.function_depth > 0;
  if (in_function || sh.source_depth > 0)
    for (std::size_t i = sh.calls.size(); i-- > 0;) items.push_back(sh.calls[i].name);
  if (in_function) fill(v, items);
  else v.clear_value();
}
void read_bash_source(Environment& e, Variable& v) {
  std::vector<std::string> items;
  Shell& sh = shell_of(e);
  for (std::size_t i = sh.calls.size(); i-- > 0;) items.push_back(sh.calls[i].source);
  fill(v, items);
}
void read_bash_lineno(Environment& e, Variable& v) {
  std::vector<std::string> items;
  Shell& sh = shell_of(e);
  for (std::size_t i = sh.calls.size(); i-- > 0;) items.push_back(std::to_string(sh.calls[i].line));
  fill(v, items);
}
void read_pipestatus(Environment& e, Variable& v) {
  std::vector<std::string> items;
  for (int st : shell_of(e).pipe_statuses) items.push_back(std::to_string(st));
  fill(v, items);
}
void read_dirstack(Environment& e, Variable& v) { fill(v, shell_of(e).directory_stack()); }
void read_groups(Environment& e, Variable& v) {
  std::vector<std::string> items;
  for (std::uint32_t g : e.process().groups) items.push_back(std::to_string(g));
  fill(v, items);
}
// What BASH_COMMAND shows: of for, select and case only the head.
std::string command_text(const Command& c) {
  std::string text;
  switch (c.kind) {
    case CommandKind::kFor:
    case CommandKind::kSelect: {
      const auto& f = c.as<ForCommand>();
      text = std::string(c.kind == CommandKind::kFor ? "for " : "select ") + std::string(f.name_text) + " in";
      if (f.positional) text += " \"$@\"";
      for (const Word* w : f.words) text += " " + print_word(*w);
      return text;
    }
    case CommandKind::kCase: return "case " + print_word(*c.as<CaseCommand>().word) + " in ";
    default: return print_command(c);
  }
}
void read_command(Environment& e, Variable& v) {
  const Command* c = shell_of(e).running;
  v.set_text(c ? command_text(*c) : shell_of(e).running_text);
}
void read_subshell(Environment& e, Variable& v) { v.set_number(e.subshell_level); }
void read_shellopts(Environment& e, Variable& v) { v.set_text(e.options.shellopts()); }
void read_bashopts(Environment& e, Variable& v) { v.set_text(e.options.bashopts()); }
void read_aliases(Environment& e, Variable& v) {
  AssocArray& a = v.own_assoc();
  a.clear();
  for (const auto& [key, text] : shell_of(e).aliases.get()) a.set(key, text);
}
void aliases_assigned(Environment& e, Variable& v) {
  auto& to = shell_of(e).aliases.change();
  to.clear();
  v.own_assoc().each([&](std::string_view key, std::string_view text) { to[std::string(key)] = std::string(text); });
}
void read_cmds(Environment& e, Variable& v) {
  AssocArray& a = v.own_assoc();
  a.clear();
  for (const auto& [key, entry] : shell_of(e).hashed.get()) a.set(key, entry.first);
}
void read_histcmd(Environment& e, Variable& v) { v.set_number(e.history_number()); }

void read_argc(Environment& e, Variable& v) {
  Shell& sh = shell_of(e);
  sh.note_own_arguments();
  std::vector<std::string> items;
  for (std::size_t i = sh.call_arguments.size(); i-- > 0;) items.push_back(std::to_string(sh.call_arguments[i].size()));
  fill(v, items);
}
void read_argv(Environment& e, Variable& v) {
  Shell& sh = shell_of(e);
  sh.note_own_arguments();
  std::vector<std::string> items;
  for (std::size_t i = sh.call_arguments.size(); i-- > 0;)
    items.insert(items.end(), sh.call_arguments[i].rbegin(), sh.call_arguments[i].rend());
  fill(v, items);
}

constexpr DynamicVariable kSpecials[] = {
    {"BASH_ARGC", kIndexed | kNoAssign, read_argc, nullptr},
    {"BASH_ARGV", kIndexed | kNoAssign, read_argv, nullptr},
    {"FUNCNAME", kIndexed | kNoAssign, read_funcname, nullptr},
    {"BASH_SOURCE", kIndexed | kNoAssign, read_bash_source, nullptr},
    {"BASH_LINENO", kIndexed | kNoAssign, read_bash_lineno, nullptr},
    {"PIPESTATUS", kIndexed, read_pipestatus, nullptr},
    {"DIRSTACK", kIndexed, read_dirstack, nullptr},
    {"GROUPS", kIndexed | kNoAssign, read_groups, nullptr},
    {"BASH_COMMAND", 0, read_command, nullptr},
    {"BASH_SUBSHELL", kNoAssign, read_subshell, nullptr},
    {"SHELLOPTS", kReadonly, read_shellopts, nullptr},
    {"BASHOPTS", kReadonly, read_bashopts, nullptr},
    {"BASH_ALIASES", kAssociative, read_aliases, aliases_assigned},
    {"BASH_CMDS", kAssociative, read_cmds, nullptr},
    {"HISTCMD", kInteger, read_histcmd, nullptr},
};

}  // namespace

void Shell::register_specials() {
  for (const DynamicVariable& v : kSpecials) register_dynamic(&v);
}

void Shell::set_up(const std::string& shell_name) {
  started = process().machine().now();
  name = zero = shell_name;
  shell_pid = process().pid();
  const bool has_pwd = process().getenv("PWD").has_value();
  register_specials();
  if (process().env) {
    import(process().env->entries);
    underscore_came_ = process().getenv("_").has_value();
    for (const std::string& e : process().env->entries) import_function(e);
  }
  read_locale();
  if (auto given = process().getenv("SHELLOPTS")) {
    for (std::string_view rest = *given; !rest.empty();) {
      const std::size_t size = std::min(rest.find(':'), rest.size());
      if (auto o = ShellOptions::find_set(rest.substr(0, size))) options.set(*o, true);
      rest.remove_prefix(std::min(size + 1, rest.size()));
    }
    variables.own(names().intern("SHELLOPTS")).attributes |= kExport;
  }
  const auto set = [&](std::string_view key, std::string text, std::uint16_t attributes = 0) {
    const NameId id = names().intern(key);
    Variable& v = variables.own(id);
    v.set_text(std::move(text));
    v.attributes |= attributes;
    variables.changed(id, v);
  };
  const auto set_default = [&](std::string_view key, std::string text) {
    const Variable* v = lookup(key);
    if (!v || !v->is_set()) set(key, std::move(text));
  };
  set("IFS", " \t\n");
  set("OPTIND", "1", kInteger);
  set("OPTERR", "1");
  set_default("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
  set_default("TERM", "dumb");
  set_default("PS4", "+ ");
  set("BASH", posix() ? "/usr/bin/sh" : "/usr/bin/bash");
  set("BASH_VERSION", "5.2.15(1)-release");
  Variable& info = variables.own(names().intern("BASH_VERSINFO"));
  fill(info, {"5", "2", "15", "1", "release", "x86_64-pc-linux-gnu"});
  info.attributes |= kReadonly;
  set_default("SHELL", passwd_field(*this, {}, process().uid, kPasswdShell));
  set_default("COMP_WORDBREAKS", " \t\n\"'@><=;|&(:");
  set_default("BASH_LOADABLES_PATH",
              "/usr/local/lib/bash:/usr/lib/bash:/opt/local/lib/bash:/usr/pkg/lib/bash:/opt/pkg/lib/bash:.");
  set_default("HOSTTYPE", "x86_64");
  set_default("MACHTYPE", "x86_64-pc-linux-gnu");
  set_default("OSTYPE", "linux-gnu");
  if (!lookup("HOSTNAME")) {
    auto host = process().fs().open(process().caller(), "/etc/hostname", vfs::kOpenRead);
    char text[64];
    auto n = host ? process().fs().read(host->ino, 0, text, sizeof text) : Result<std::size_t>(0);
    std::string_view h(text, n.value_or(0));
    set("HOSTNAME", std::string(h.substr(0, h.find('\n'))));
  }
  const auto set_number = [&](std::string_view key, std::int64_t n, std::uint16_t attributes) {
    set(key, std::to_string(n), attributes);
  };
  set_number("UID", process().uid, kReadonly | kInteger);
  set_number("EUID", process().uid, kReadonly | kInteger);
  set_number("PPID", process().parent_pid(), kReadonly | kInteger);
  std::int64_t level = 0;
  if (auto shlvl = value("SHLVL")) level = std::atoll(std::string(*shlvl).c_str());
  set("SHLVL", std::to_string(std::clamp<std::int64_t>(level + 1, 0, 1000)), kExport);

  auto here = process().fs().getcwd(process().caller(), process().cwd());
  logical_cwd = here.value_or(".");
  if (has_pwd) {   // keep the logical path when it leads here
    const std::string pwd(*process().getenv("PWD"));
    auto there = pwd.starts_with("/") ? process().fs().resolve(process().caller(), pwd) : Result<vfs::Ino>(fail(Errno::kNOENT));
    if (there && *there == process().cwd() && pwd.find("/.") == pwd.npos) logical_cwd = pwd;
  }
  set("PWD", logical_cwd, kExport);
  if (!lookup("OLDPWD")) variables.own(names().intern("OLDPWD")).attributes |= kExport;
}

// BASH_FUNC_name%%=() { ... }
void Shell::import_function(std::string_view entry) {
  constexpr std::string_view kPrefix = "BASH_FUNC_";
  if (!entry.starts_with(kPrefix)) return;
  entry.remove_prefix(kPrefix.size());
  const std::size_t end = entry.find("%%=() {");
  if (end == entry.npos) return;
  const std::string text = std::string(entry.substr(0, end)) + " " + std::string(entry.substr(end + 3));
  const ParserOptions how = parser_options();
  Parser parser(names(), how);
  parser.append(text);
  parser.finish();
  Ref<Script> script, rest;
  if (parser.next(script) != ParseStatus::kCommand || !script->command) return;
  const Command* c = script->command;
  if (c->kind != CommandKind::kFunction || parser.next(rest) != ParseStatus::kEnd) return;
  const auto& definition = c->as<FunctionCommand>();
  auto f = make_ref<Function>();
  f->script = Ref<const Script>(script);
  f->definition = &definition;
  f->source = "environment";
  f->exported = true;
  functions.change()[definition.name] = f;
}

}  // namespace nacre
