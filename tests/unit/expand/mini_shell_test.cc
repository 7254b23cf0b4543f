// The small shell of mini_shell.h. (Named _test so that the build takes it into the test of this layer.)
#include "tests/unit/expand/mini_shell.h"

#include <algorithm>

#include "src/regex/pattern.h"

namespace nacre::test {

static std::string_view script_text;
static std::string script_output;

Task<Outcome<std::string>> MiniShell::run_substitution(const CommandSub& c) {
  flush();
  MiniShell child(*this, process());
  if (c.error) child.report(c.error->message);
  Status s = 0;
  if (c.body) s = co_await child.run(c.body);
  if (!s) child.status = s.error().status;
  // Errors go to the common output, plain output to the value: messages are lines that begin as location() does.
  child.flush();
  status = child.status;
  std::string value, errors;
  std::string_view rest = child.output;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    const std::string_view line = rest.substr(0, end);
    (line.starts_with("bash: line ") ? errors : value) += line;
    rest.remove_prefix(end);
  }
  output += errors;
  co_return value;
}

Task<int> MiniShell::run_script(std::string text) {
  ParserOptions parsing;
  Parser parser(names(), parsing, nullptr, 1);
  // One line at a time, so that options count for the lines after them.
  std::string_view rest = text;
  bool finished = false;
  for (;;) {
    Ref<Script> tree;
    parsing.extglob = on(ShellOption::kExtglob);
    const ParseStatus s = parser.next(tree);
    if (s == ParseStatus::kNeedMore) {
      if (rest.empty()) {
        if (finished) break;
        finished = true;
        parser.finish();
      } else {
        const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
        parser.append(rest.substr(0, end));
        rest.remove_prefix(end);
      }
      continue;
    }
    if (s == ParseStatus::kEnd) break;
    if (s == ParseStatus::kError) {
      for (const ParseMessage& m : parser.messages()) report(m.text);
      status = 2;
      break;
    }
    scripts.push_back(tree);
    if (!tree->command) continue;
    Status done = co_await run(tree->command);
    flush();
    if (!done) {
      status = done.error().kind == Failure::kExit ? 127 : done.error().status;
      if (done.error().kind == Failure::kExit || done.error().kind == Failure::kTopLevel) break;
    } else if (exiting) {
      break;
    }
  }
  flush();
  co_return status;
}

Task<MiniShell::Status> MiniShell::run(const Command* c) {
  if (!c) co_return 0;
  line = c->line;
  switch (c->kind) {
    case CommandKind::kSimple: co_return co_await run_simple(c->as<SimpleCommand>());
    case CommandKind::kList: {
      Status s = 0;
      for (const auto& item : c->as<ListCommand>().items) {
        s = co_await run(item.command);
        if (!s || exiting) break;
      }
      co_return s;
    }
    case CommandKind::kAndOr: {
      Status s = 0;
      bool first = true;
      for (const auto& item : c->as<AndOrCommand>().items) {
        if (!first && (item.is_or ? status == 0 : status != 0)) continue;
        first = false;
        s = co_await run(item.command);
        if (!s || exiting) break;
      }
      co_return s;
    }
    case CommandKind::kPipeline: {
      const auto& p = c->as<PipelineCommand>();
      Status s = co_await run(p.commands.empty() ? nullptr : p.commands[0]);
      if (s && p.negated) status = !status;
      co_return s;
    }
    case CommandKind::kGroup: co_return co_await run(c->as<GroupCommand>().body);
    case CommandKind::kSubshell: {
      flush();
      MiniShell child(*this, process());
      Status s = co_await child.run(c->as<SubshellCommand>().body);
      child.flush();
      output += child.output;
      status = s ? child.status : s.error().status;
      co_return status;
    }
    case CommandKind::kFor: co_return co_await run_for(c->as<ForCommand>());
    case CommandKind::kFunction: {
      const auto& f = c->as<FunctionCommand>();
      functions[std::string(names().text(f.name))] = f.body;
      co_return status = 0;
    }
    case CommandKind::kArith: {
      command_name = "((";
      Outcome<std::int64_t> n = co_await evaluate(*this, *c->as<ArithCommand>().expression);
      command_name = {};
      if (!n && n.error().kind == Failure::kExit) co_return abort_with(n.error());
      co_return status = n ? *n == 0 : 1;
    }
    case CommandKind::kArithFor: {
      const auto& f = c->as<ArithForCommand>();
      if (f.init->word) (void)co_await evaluate(*this, *f.init);
      for (;;) {
        Outcome<std::int64_t> n = co_await evaluate(*this, *f.condition);
        if (!n || *n == 0) break;
        Status s = co_await run(f.body);
        if (!s || exiting) co_return s;
        (void)co_await evaluate(*this, *f.step);
      }
      co_return status = 0;
    }
    case CommandKind::kCond: {
      command_name = "[[";
      Status s = co_await run_condition(*c->as<CondCommand>().expression);
      command_name = {};
      if (!s && s.error().kind != Failure::kCommand) co_return s;
      co_return status = s ? *s : s.error().status;
    }
    case CommandKind::kCase: {
      const auto& k = c->as<CaseCommand>();
      Outcome<std::string> subject = co_await expand_string(*this, *k.word);
      if (!subject) co_return abort_with(subject.error());
      for (const auto& item : k.items)
        for (const Word* w : item.patterns) {
          Outcome<std::string> pattern = co_await expand_pattern(*this, *w);
          if (!pattern) co_return abort_with(pattern.error());
          PatternOptions o;
          o.extglob = on(ShellOption::kExtglob);
          o.nocase = on(ShellOption::kNocasematch);
          if (Pattern::compile(*pattern, o).matches(*subject)) co_return co_await run(item.body);
        }
      co_return status = 0;
    }
    default: co_return status = 0;
  }
}

Task<MiniShell::Status> MiniShell::run_condition(const CondExpr& e) {
  Outcome<bool> b = false;
  switch (e.kind) {
    case CondKind::kAnd: case CondKind::kOr: {
      Status left = co_await run_condition(*e.left);
      if (!left || (*left == 0) == (e.kind == CondKind::kOr)) co_return left;
      co_return co_await run_condition(*e.right);
    }
    case CondKind::kNot: {
      Status s = co_await run_condition(*e.left);
      if (s) s = *s == 0 ? 1 : 0;
      co_return s;
    }
    case CondKind::kGroup: co_return co_await run_condition(*e.left);
    case CondKind::kUnary: b = co_await cond_unary(*this, e); break;
    case CondKind::kBinary: b = co_await cond_binary(*this, e); break;
    case CondKind::kWord: {
      Outcome<std::string> text = co_await expand_string(*this, *e.word);
      if (!text) co_return abort_with(text.error());
      b = !text->empty();
    }
  }
  if (!b) co_return abort_with(b.error());
  co_return *b ? 0 : 1;
}

Task<MiniShell::Status> MiniShell::run_for(const ForCommand& c) {
  Fields words;
  Outcome<> ok;
  if (c.positional) words.assign(arguments.all().begin(), arguments.all().end());
  else ok = co_await expand_words(*this, c.words, words);
  if (!ok) co_return abort_with(ok.error());
  Status s = 0;
  for (std::string& w : words) {
    ok = co_await assign_variable(*this, c.name, w);
    if (!ok) co_return abort_with(ok.error());
    s = co_await run(c.body);
    if (!s || exiting) co_return s;
  }
  co_return s;
}

Task<MiniShell::Status> MiniShell::call(const Command* body, std::vector<std::string> words) {
  const Arguments saved = arguments;
  words.erase(words.begin());
  arguments.set(std::move(words));
  variables.push_scope(ScopeKind::kFunction);
  Status s = co_await run(body);
  variables.pop_scope();
  arguments = saved;
  co_return s;
}

Task<MiniShell::Status> MiniShell::declare(const SimpleCommand& c) {
  const std::string name(c.words[0]->literal);
  std::uint16_t set_bits = name == "readonly" ? kReadonly : name == "export" ? kExport : 0;
  std::uint16_t clear_bits = 0;
  bool print_values = false, global = false;
  const bool in_function = variables.function_level() > 0;
  for (std::size_t i = 1; i < c.words.size(); ++i) {
    const Word& w = *c.words[i];
    Fields fields;
    if (!w.assignment) {
      Outcome<> ok = co_await expand_word(*this, w, fields);
      if (!ok) co_return abort_with(ok.error());
      if (!fields.empty() && fields[0].size() > 1 && (fields[0][0] == '-' || fields[0][0] == '+')) {
        for (const char f : fields[0].substr(1)) {
          const std::size_t at = std::string_view("aAilnrtuxc").find(f);
          static constexpr std::uint16_t kBits[] = {kIndexed,  kAssociative, kInteger,   kLowercase, kNameref,
                                                    kReadonly, kTrace,       kUppercase, kExport,    kCapitalize};
          if (f == 'p') print_values = true;
          if (f == 'g') global = true;
          if (at != std::string_view::npos) (fields[0][0] == '-' ? set_bits : clear_bits) |= kBits[at];
        }
        continue;
      }
    } else {
      fields.emplace_back(names().text(w.assignment->name));
    }
    for (const std::string& f : fields) {
      const NameId id = names().intern(f);
      if (print_values) {
        const Variable* v = lookup(id);
        if (v) print(declare_text(f, *v) + "\n");
        else complain("declare: " + f + ": not found");
        status = v ? 0 : 1;
        continue;
      }
      const bool local = in_function && !global && (name == "local" || name == "declare");
      NameId target = id;
      if (!(set_bits & kNameref) && !(clear_bits & kNameref) && !local) {
        const Target t = resolve(*this, id);
        if (t.name != kNoName) target = t.name;
      }
      bool fresh = false;
      Variable* v = local ? &variables.function_local(target, &fresh) : &variables.own(target);
      if (local && fresh && v->below && v->below->has(kTemporary)) v->set_text(std::string(v->below->text()));
      if (set_bits & kIndexed && !v->has(kAssociative)) make_indexed(*v);
      if (set_bits & kAssociative && !v->has(kIndexed)) make_associative(*v);
      v->attributes |= set_bits & static_cast<std::uint16_t>(~kReadonly);
      v->attributes &= static_cast<std::uint16_t>(~clear_bits);
      if (w.assignment) {
        command_name = name == "local" ? "local" : name;
        Outcome<> ok = co_await assign(*this, *w.assignment, (set_bits & kNameref) ? kAssignNoNameref : 0);
        command_name = {};
        if (!ok) co_return abort_with(ok.error());
      }
      variables.own(target).attributes |= set_bits & kReadonly;
      variables.exports_changed();
    }
  }
  co_return status = print_values ? status : 0;
}

MiniShell::Status MiniShell::set(std::vector<std::string>& words) {
  std::size_t i = 1;
  for (; i < words.size(); ++i) {
    if (words[i] == "--") {
      ++i;
      break;
    }
    if (words[i].size() < 2 || (words[i][0] != '-' && words[i][0] != '+')) break;
    for (const char c : words[i].substr(1))
      if (const auto o = ShellOptions::find_letter(c)) options.set(*o, words[i][0] == '-');
    if (i + 1 == words.size()) return status = 0;
  }
  arguments.set(std::vector<std::string>(words.begin() + static_cast<std::ptrdiff_t>(i), words.end()));
  return status = 0;
}

Task<MiniShell::Status> MiniShell::builtin(std::vector<std::string>& words) {
  const std::string& name = words[0];
  if (name == "p") {
    std::string text = std::to_string(words.size() - 1) + ":";
    for (std::size_t i = 1; i < words.size(); ++i) text += "<" + words[i] + ">";
    if (words.size() == 1) text += "<>";
    print(text + "\n");
  } else if (name == "echo") {
    std::string text;
    for (std::size_t i = 1; i < words.size(); ++i) text += (i > 1 ? " " : "") + words[i];
    print(text + "\n");
  } else if (name == "printf") {
    print(decode_text(words.size() > 1 ? words[1] : ""));
  } else if (name == "false") {
    co_return status = 1;
  } else if (name == "set") {
    co_return set(words);
  } else if (name == "shopt") {
    for (std::size_t i = 2; i < words.size(); ++i)
      if (const auto o = ShellOptions::find_shopt(words[i])) options.set(*o, words[1] == "-s");
  } else if (name == "unset") {
    bool good = true, nameref = false;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i] == "-n") {
        nameref = true;
        continue;
      }
      if (words[i] == "-v") continue;
      command_name = "unset";
      Outcome<bool> b = co_await unset_target(*this, words[i], nameref);
      command_name = {};
      if (!b) co_return abort_with(b.error());
      good = good && *b;
    }
    co_return status = good ? 0 : 1;
  } else if (name == "let") {
    std::int64_t last = 0;
    for (std::size_t i = 1; i < words.size(); ++i) {
      command_name = "let";
      Outcome<std::int64_t> n = co_await evaluate_text(*this, words[i]);
      command_name = {};
      if (!n && n.error().kind == Failure::kExit) co_return abort_with(n.error());
      if (!n) co_return status = 1;
      last = *n;
    }
    co_return status = last == 0;
  } else if (name == "assign") {  // assign TARGET VALUE, as printf -v
    Outcome<> ok = co_await assign_target(*this, words[1], words[2]);
    co_return status = ok ? 0 : ok.error().status;
  } else if (name == "split") {   // split N TEXT, as read
    for (const std::string& s : split_read(*this, words[2], std::stoul(words[1]), {})) print("<" + s + ">");
    print("\n");
  } else if (name == "cd") {
    (void)process().chdir(words[1]);
    variables.own(known().oldpwd).set_text(std::string(value(known().pwd).value_or("")));
    variables.own(known().pwd).set_text(words[1]);
  } else if (name == "mkdir" || name == "touch" || name == "link") {
    auto& fs = process().fs();
    const auto who = process().caller();
    if (name == "link") (void)fs.symlink(who, words[1], words[2]);
    for (std::size_t i = 1; name != "link" && i < words.size(); ++i) {
      if (name == "mkdir") (void)fs.mkdir(who, words[i]);
      else (void)fs.open(who, words[i], vfs::kOpenWrite | vfs::kOpenCreate);
    }
  } else if (name == "exit") {
    exiting = true;
    co_return status = words.size() > 1 ? std::stoi(words[1]) : status;
  }
  co_return status = 0;
}

Task<MiniShell::Status> MiniShell::run_simple(const SimpleCommand& c) {
  line = c.line;
  if (!c.words.empty() && c.words[0]->is(Word::kLiteral)) {
    const std::string_view n = c.words[0]->literal;
    if (n == "declare" || n == "local" || n == "export" || n == "readonly") co_return co_await declare(c);
  }
  Fields words;
  Outcome<> ok = co_await expand_words(*this, c.words, words);
  if (!ok) co_return abort_with(ok.error());
  if (words.empty()) {
    const bool substituted = !c.assignments.empty();
    if (substituted) status = 0;
    for (const Assignment& a : c.assignments) {
      ok = co_await assign(*this, a);
      if (!ok) co_return abort_with(ok.error());
    }
    co_return status;
  }
  const auto f = functions.find(words[0]);
  const bool scoped = !c.assignments.empty();
  std::vector<std::pair<NameId, std::string>> values;
  for (const Assignment& a : c.assignments) {
    Outcome<std::string> v = co_await expand_assignment_value(*this, a);
    if (!v) co_return abort_with(v.error());
    values.emplace_back(a.name, std::move(*v));
  }
  if (scoped) {
    variables.push_scope(f == functions.end() ? ScopeKind::kTemporary : ScopeKind::kFunction);
    for (auto& [id, text] : values) {
      Variable& v = variables.local(id);
      v.set_text(text);
      v.attributes |= kExport | kTemporary;
      variables.changed(id, v);
    }
  }
  Status s = f == functions.end() ? co_await builtin(words) : co_await call(f->second, words);
  if (scoped) variables.pop_scope();
  co_return s;
}

std::string decode_text(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      const char c = text[++i];
      out += c == 'n' ? '\n' : c == 't' ? '\t' : c == '0' ? '\0' : c;
    } else {
      out += text[i];
    }
  }
  return out;
}

// ---------------------------------------------------------------- running it

static Task<int> mini_main(Process& p) {
  NameTable names;
  MiniShell sh(p, names);
  if (p.env) sh.import(p.env->entries);
  sh.variables.own(sh.known().pwd).set_text("/tmp");
  const int status = co_await sh.run_script(std::string(script_text));
  script_output = sh.output + "[" + std::to_string(status) + "]\n";
  co_return 0;
}
static const Program kMini("mini", mini_main);

std::string run_mini(std::string_view script, std::string_view cwd) {
  script_text = script;
  script_output = "[not run]";
  MachineOptions options;
  options.virtual_now = 1'796'043'533 * kSecond;
  options.env = {"HOME=/root", "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"};
  options.uid = 0;
  options.gid = 0;
  Machine machine(options);
  JobOptions job;
  job.argv = {"mini"};
  job.cwd = std::string(cwd);
  Result<Job*> j = machine.start(job);
  if (!j) return "[" + std::string(j.error().words()) + "]";
  while (machine.run(1'000'000, (*j)->id, 0) == Machine::State::kMore) {
  }
  return script_output;
}

}  // namespace nacre::test
