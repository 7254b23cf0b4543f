// See effects.h.
#include "src/analysis/effects.h"

#include <algorithm>

namespace nacre {
namespace {

constexpr std::uint32_t kMaxDepth = 250;
constexpr std::uint32_t kMaxWrappers = 16;
constexpr std::uint32_t kMaxReasons = 100;

// Variables whose values decide what programs and the shell itself run, load or write.
bool is_special(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "PATH", "HOME", "ENV", "SHELLOPTS", "PROMPT_COMMAND", "HISTFILE", "GCONV_PATH", "LOCPATH", "NLSPATH", "PAGER",
      "LESSOPEN", "LESSCLOSE", "RIPGREP_CONFIG_PATH", "GREP_OPTIONS", "AWKPATH", "AWKLIBPATH"};
  static constexpr std::string_view kPrefixes[] = {"LD_", "BASH", "PS", "MALLOC_", "GLIBC_", "GAWK_"};
  for (std::string_view n : kNames) if (name == n) return true;
  for (std::string_view p : kPrefixes) if (name.starts_with(p)) return true;
  return false;
}

// Variables that the shell itself keeps numbers in.
bool is_number_of_shell(std::string_view name) {
  static constexpr std::string_view kNames[] = {"RANDOM", "SRANDOM", "SECONDS", "LINENO", "UID", "EUID", "PPID",
                                                "BASHPID", "SHLVL", "OPTIND", "EPOCHSECONDS", "BASH_SUBSHELL"};
  for (std::string_view n : kNames) if (name == n) return true;
  return false;
}

// $#, $?, $$, $!, ${#x}
bool is_count(const Param& p) {
  if (p.op != ParamOp::kNone || p.indirect) return false;
  return p.length || (p.kind == ParamKind::kSpecial && std::string_view("#?$!").find(p.special) != std::string_view::npos);
}

// What a word expands to is a number for certain.
bool is_number(const Word& w) {
  if (w.is(Word::kLiteral)) return is_integer(w.literal);
  Span<const WordPart> parts = w.parts;
  if (parts.size() == 1 && parts[0].kind == PartKind::kDoubleQuoted) parts = parts[0].parts;
  if (parts.size() != 1) return false;
  return parts[0].kind == PartKind::kArith || (parts[0].kind == PartKind::kParam && is_count(*parts[0].param));
}

// {1..10}, {01..9..2}
bool is_number_range(const Word& w) {
  if (!w.is(Word::kBrace) || !w.is(Word::kConstant)) return false;
  const std::string_view t = w.text;
  return t.size() > 2 && t[0] == '{' && t.find("..") != std::string_view::npos &&
         t.find_first_not_of("0123456789.-", 1) == t.size() - 1;
}

// The name of a file to read may be that of a connection to another machine.
bool may_connect(const Word& w, const Argument& target) {
  if (w.is(Word::kLiteral)) return w.literal.starts_with("/dev/tcp/") || w.literal.starts_with("/dev/udp/");
  if (target.process || w.parts[0].kind == PartKind::kTilde || (target.first != 0 && target.first != '/')) return false;
  const std::string_view known = w.parts[0].kind == PartKind::kLiteral ? w.parts[0].value : std::string_view();
  return known.size() < 6 || known.starts_with("/dev/");
}

bool splits(const WordPart& p) {
  return p.kind == PartKind::kParam || p.kind == PartKind::kCommandSub || p.kind == PartKind::kArith;
}

}  // namespace

// What is learnt inside is forgotten at the end, and the depth of the walk is counted.
class Effects::Scope {
 public:
  explicit Scope(Effects& e, bool forgets = true)
      : e_(e), numbers_(e.numbers_.size()), defined_(e.defined_.size()), forgets_(forgets) {
    ++e.depth_;
  }
  ~Scope() {
    --e_.depth_;
    if (!forgets_) return;
    for (; e_.numbers_.size() > numbers_; e_.numbers_.pop_back()) --e_.fact(e_.numbers_.back()).number;
    for (; e_.defined_.size() > defined_; e_.defined_.pop_back()) --e_.fact(e_.defined_.back()).defined;
  }

 private:
  Effects& e_;
  std::size_t numbers_, defined_;
  bool forgets_;
};

Effects::Effects(std::string_view text, NameTable& names, const ParserOptions& options, std::size_t limit)
    : commands(limit),
      assignments(limit),
      functions(limit),
      reads(limit),
      writes(limit),
      reasons(limit),
      names_(names),
      options_(options),
      root_{Places(text), false, {}},
      text_(&root_) {
  options_.marks = nullptr;
}

Effects::Fact& Effects::fact(NameId name) {
  if (name >= facts_.size()) facts_.resize(std::max<std::size_t>(name + 1, names_.size()));
  return facts_[name];
}

void Effects::know_number(NameId name) {
  ++fact(name).number;
  numbers_.push_back(name);
}

void Effects::place(Json& out, std::uint32_t begin, std::uint32_t end) {
  if (text_->inner) root_.places.write(out, text_->carrier.begin, text_->carrier.end);
  else root_.places.write(out, begin, end);
}

void Effects::doubt(Why why, std::string_view command) {
  read_only_ = false;
  if (++reasons_ > kMaxReasons) return;
  reasons.open('{');
  std::string message(command);
  if (!command.empty()) message += ": ";
  message += why.text;
  message += why.detail;
  if (why.text.ends_with(" of ")) message += ", which may be any text";
  reasons.field("message", std::string_view(message));
  place(reasons, here_.begin, here_.end);
  reasons.close('}');
}

void Effects::finish() {
  for (NameId name = 1; name < facts_.size(); ++name) {
    if (facts_[name].text && facts_[name].evaluated) {
      doubt({"arithmetic on the value of ", names_.text(name)});
    }
  }
}

// ---------------------------------------------------------------- commands

// A part of the script that may not be run, or in a process of its own.
void Effects::branch(const Command* c) {
  if (c == nullptr) return;
  const Scope scope(*this);
  command(c);
}

void Effects::command(const Command* node) {
  if (node == nullptr || commands.full()) return;
  const Command& c = *node;
  here_ = {c.begin, c.end};
  if (depth_ > kMaxDepth) return doubt("nested too deeply to be looked at");
  const Scope scope(*this, false);
  switch (c.kind) {
    case CommandKind::kSimple: simple(c.as<SimpleCommand>()); break;
    case CommandKind::kPipeline: {
      const auto list = c.as<PipelineCommand>().commands;
      if (list.size() == 1) command(list[0]);
      else for (const Command* i : list) branch(i);
      break;
    }
    case CommandKind::kAndOr: {
      const auto items = c.as<AndOrCommand>().items;
      command(items[0].command);
      const Scope rest(*this);
      for (const auto& i : items.subspan(1)) command(i.command);
      break;
    }
    case CommandKind::kList:
      for (const auto& i : c.as<ListCommand>().items) {
        if (i.background) branch(i.command);
        else command(i.command);
      }
      break;
    case CommandKind::kSubshell: branch(c.as<SubshellCommand>().body); break;
    case CommandKind::kGroup: command(c.as<GroupCommand>().body); break;
    case CommandKind::kIf: {
      bool first = true;
      for (const auto& b : c.as<IfCommand>().branches) {
        if (first) command(b.condition);
        else branch(b.condition);
        first = false;
        branch(b.body);
      }
      branch(c.as<IfCommand>().otherwise);
      break;
    }
    case CommandKind::kWhile:
      command(c.as<WhileCommand>().condition);
      branch(c.as<WhileCommand>().body);
      break;
    case CommandKind::kFor: case CommandKind::kSelect: for_command(c.as<ForCommand>()); break;
    case CommandKind::kArithFor: {
      const auto& f = c.as<ArithForCommand>();
      arithmetic(*f.init->word);
      arithmetic(*f.condition->word);
      const Scope loop(*this);
      arithmetic(*f.step->word);
      command(f.body);
      break;
    }
    case CommandKind::kCase: {
      const auto& k = c.as<CaseCommand>();
      word(*k.word);
      for (const auto& i : k.items) {
        for (const Word* w : i.patterns) word(*w);
        branch(i.body);
      }
      break;
    }
    case CommandKind::kFunction: function(c.as<FunctionCommand>()); break;
    case CommandKind::kArith: arithmetic(*c.as<ArithCommand>().expression->word); break;
    case CommandKind::kCond: condition(*c.as<CondCommand>().expression); break;
    case CommandKind::kCoproc:
      set_text(c.as<CoprocCommand>().name_text);
      branch(c.as<CoprocCommand>().body);
      break;
  }
  here_ = {c.begin, c.end};
  for (const Redirect& r : c.redirects) redirect(r);
}

void Effects::function(const FunctionCommand& c) {
  functions.open('{');
  functions.field("name", c.name_word->text);
  place(functions, c.begin, c.end);
  functions.close('}');
  ++fact(c.name).defined;
  defined_.push_back(c.name);
  via_.push_back(c.name_word->text);
  branch(c.body);
  via_.pop_back();
}

void Effects::for_command(const ForCommand& c) {
  for (const Word* w : c.words) word(*w);
  bool numbers = c.kind == CommandKind::kFor && !c.positional && !c.words.empty();
  for (const Word* w : c.words) numbers = numbers && (is_number(*w) || is_number_range(*w));
  if (is_special(c.name_text)) doubt({"sets ", c.name_text});
  if (numbers) know_number(c.name);
  else fact(c.name).text = true;
  branch(c.body);
}

void Effects::condition(const CondExpr& first) {
  const CondExpr* e = &first;
  for (; e->kind == CondKind::kAnd || e->kind == CondKind::kOr; e = e->right) condition(*e->left);
  if (e->left != nullptr) return condition(*e->left);
  const bool numbers = e->op >= CondOp::kEq && e->op <= CondOp::kGe;
  if (e->kind == CondKind::kUnary && (e->unary == 'v' || e->unary == 'R')) {
    if (!e->word->is(Word::kLiteral) || !is_name(e->word->literal)) doubt("a variable's name that is not known");
  }
  for (const Word* w : {e->word, e->word2}) {
    if (w == nullptr) continue;
    word(*w);
    if (!numbers || is_number(*w)) continue;
    arithmetic(*w);
  }
}

void Effects::simple(const SimpleCommand& c) {
  for (const Assignment& a : c.assignments) {
    const Scope scope(*this, !c.words.empty());
    assignment(a);
    if (c.words.empty()) write_assignment(assignments, a);
  }
  std::vector<Argument> argv;
  argv.reserve(c.words.size());
  for (const Word* w : c.words) {
    associative_ |= w->is(Word::kLiteral) && w->literal.starts_with('-') && w->literal.find('A') != std::string_view::npos;
    if (w->assignment != nullptr && w->assignment->is_array) assignment(*w->assignment);
    else word(*w);
    argv.push_back(argument(*w));
  }
  here_ = {c.begin, c.end};
  if (!argv.empty()) invoke(argv, c);
  associative_ = false;
}

// A command line of c: its own, or one that it runs.
void Effects::invoke(const std::vector<Argument>& argv, const SimpleCommand& c) {
  if (depth_ > kMaxDepth || wrappers_ > kMaxWrappers) return doubt("nested too deeply to be looked at");
  const Scope scope(*this, false);
  const Argument& name = argv[0];
  const NameId id = name.literal() ? names_.find(name.value) : kNoName;
  Verdict verdict;
  judge(argv, id != kNoName && fact(id).defined > 0, verdict);
  for (const Word* w : c.words) {
    if (!verdict.declares || w->assignment == nullptr) continue;
    subscript(w->assignment->subscript);
    assign(w->assignment->name, w->assignment->append ? nullptr : w->assignment->value);
  }

  commands.open('{');
  if (name.literal()) commands.field("name", name.value);
  else commands.null("name");
  commands.key("args");
  commands.open('[');
  for (std::size_t i = 1; i < argv.size(); ++i) {
    if (argv[i].literal()) commands.string(argv[i].value);
    else commands.word("null");
  }
  commands.close(']');
  commands.key("assignments");
  commands.open('[');
  for (const Assignment& a : c.assignments) write_assignment(commands, a);
  commands.close(']');
  commands.field("source", text_->places.slice(c.begin, c.end));
  commands.field("readOnly", verdict.why.empty());
  commands.key("via");
  commands.open('[');
  for (std::string_view v : via_) commands.string(v);
  commands.close(']');
  place(commands, c.begin, c.end);
  commands.close('}');

  here_ = {c.begin, c.end};
  if (!verdict.why.empty()) doubt(verdict.why, name.value);
  run(verdict, name.value, c);
}

void Effects::run(const Verdict& verdict, std::string_view by, const SimpleCommand& c) {
  for (std::string_view name : verdict.assigns) set_text(name);
  for (std::string_view text : verdict.arithmetic) {
    WordPart part;
    part.value = text;
    arithmetic({&part, 1}, text);
  }
  via_.push_back(by);
  ++wrappers_;
  for (const std::vector<Argument>& inner : verdict.commands) {
    const Scope scope(*this);
    invoke(inner, c);
  }
  --wrappers_;
  via_.pop_back();
  for (const std::string& text : verdict.scripts) script(text, by, {c.begin, c.end});
}

// A script that the script has as a literal: all of it gets the place of the command that runs it.
void Effects::script(std::string_view text, std::string_view by, Extent carrier) {
  const Scope scope(*this);
  Text inner{Places(text), true, text_->inner ? text_->carrier : carrier};
  Text* outer = std::exchange(text_, &inner);
  via_.push_back(by);
  Parser parser(names_, options_);
  parser.append(text);
  parser.finish();
  Ref<Script> unit;
  ParseStatus status;
  while ((status = parser.next(unit)) == ParseStatus::kCommand) command(unit->command);
  if (status == ParseStatus::kError) doubt("its script has a syntax error");
  via_.pop_back();
  text_ = outer;
  here_ = carrier;
}

// ---------------------------------------------------------------- redirections

void Effects::file(Json& list, const Redirect& r, bool append) {
  list.open('{');
  if (r.word->is(Word::kLiteral)) list.field("path", r.word->literal);
  else list.null("path");
  if (&list == &writes) list.field("append", append);
  place(list, r.begin, r.word->end);
  list.close('}');
}

void Effects::redirect(const Redirect& r) {
  const Word& w = *r.word;
  if (r.variable_subscript.word != nullptr) subscript(r.variable_subscript);
  if (r.variable != kNoName) set_text(names_.text(r.variable));
  if (r.op == RedirectOp::kHereDoc) return word(*r.body);
  word(w);
  const Argument target = argument(w);
  switch (r.op) {
    case RedirectOp::kHereString: case RedirectOp::kDupInput: return;
    case RedirectOp::kInput:
      file(reads, r, false);
      if (may_connect(w, target)) doubt("a file whose name may begin with /dev/tcp/ or /dev/udp/");
      return;
    case RedirectOp::kDupOutput: {
      std::string_view digits = w.literal;
      if (!digits.empty() && digits.back() == '-') digits.remove_suffix(1);
      if (w.is(Word::kLiteral) && digits.find_first_not_of("0123456789") == std::string_view::npos) return;
      break;
    }
    default: break;
  }
  if (target.process) return;
  if (r.op == RedirectOp::kReadWrite) file(reads, r, false);
  file(writes, r, r.op == RedirectOp::kAppend || r.op == RedirectOp::kAppendBoth);
  if (w.is(Word::kLiteral) && w.literal == "/dev/null") return;
  if (w.is(Word::kLiteral)) doubt({"writes ", w.literal});
  else doubt({"writes a file whose name is not known: ", w.text});
}

// ---------------------------------------------------------------- variables

void Effects::set_text(std::string_view name) {
  if (is_special(name)) doubt({"sets ", name});
  fact(names_.intern(name)).text = true;
}

void Effects::assign(NameId name, const Word* value) {
  if (value == nullptr || !is_number(*value)) return set_text(names_.text(name));
  if (is_special(names_.text(name))) doubt({"sets ", names_.text(name)});
  know_number(name);
}

void Effects::assignment(const Assignment& a) {
  here_ = {a.word->begin, a.word->end};
  subscript(a.subscript);
  if (a.value != nullptr) word(*a.value);
  for (const ArrayElement& e : a.elements) {
    subscript(e.subscript);
    word(e.value != nullptr ? *e.value : *e.word);
  }
  assign(a.name, a.append || a.is_array || a.subscript.kind != SubscriptKind::kNone ? nullptr : a.value);
}

void Effects::write_assignment(Json& out, const Assignment& a) {
  out.open('{');
  out.field("name", names_.text(a.name));
  if (a.value != nullptr && a.value->is(Word::kLiteral) && a.subscript.word == nullptr) out.field("value", a.value->literal);
  else out.null("value");
  out.field("append", a.append);
  place(out, a.word->begin, a.word->end);
  out.close('}');
}

// ---------------------------------------------------------------- words

void Effects::word(const Word& w) {
  if (w.is(Word::kConstant)) return;
  if (depth_ > kMaxDepth) return doubt("nested too deeply to be looked at");
  const Scope scope(*this, false);
  parts(w.parts);
}

void Effects::parts(Span<const WordPart> list) {
  for (const WordPart& p : list) {
    switch (p.kind) {
      case PartKind::kDoubleQuoted: case PartKind::kSubscript: parts(p.parts); break;
      case PartKind::kParam: parameter(*p.param); break;
      case PartKind::kCommandSub: substitution(*p.command, p.command->backquoted ? "``" : "$()"); break;
      case PartKind::kProcessSub: substitution(*p.command, p.command->output ? ">()" : "<()"); break;
      case PartKind::kArith: arithmetic(*p.arith->word); break;
      default: break;
    }
  }
}

void Effects::substitution(const CommandSub& s, std::string_view by) {
  const Extent outer = here_;
  if (s.error != nullptr) doubt("a substitution with a syntax error");
  via_.push_back(by);
  branch(s.body);
  via_.pop_back();
  here_ = outer;
}

void Effects::parameter(const Param& p) {
  if (p.indirect) doubt({"the value of a variable whose name is not known: ", p.text});
  if (p.op == ParamOp::kTransform && p.letter == 'P') doubt({"text that is expanded again: ", p.text});
  if (p.op == ParamOp::kAssign && p.kind == ParamKind::kNamed) set_text(names_.text(p.name));
  subscript(p.subscript);
  const bool arithmetic = p.op == ParamOp::kSubstring;
  for (const Word* w : {p.operand, p.operand2}) {
    if (w == nullptr) continue;
    if (arithmetic) this->arithmetic(*w);
    else word(*w);
  }
}

void Effects::subscript(const Subscript& s) {
  if (s.kind != SubscriptKind::kIndex) return;
  if (associative_) word(*s.word);
  else arithmetic(*s.word);
}

Argument Effects::argument(const Word& w) const {
  Argument a;
  a.assigns = w.assignment != nullptr;
  if (w.is(Word::kLiteral) && !(a.assigns && w.assignment->is_array)) {
    a.kind = Argument::kLiteral;
    a.value = w.literal;
    a.first = a.value.empty() ? '\0' : a.value[0];
    return a;
  }
  bool one = w.is(Word::kSingleField);
  a.kind = one ? Argument::kField : Argument::kAny;
  if (w.parts.empty() || w.is(Word::kBrace)) return a;
  Span<const WordPart> parts = w.parts;
  const WordPart* first = &parts[0];
  if (first->kind == PartKind::kDoubleQuoted && !first->parts.empty()) first = &first->parts[0];
  bool operand = false;
  switch (first->kind) {
    case PartKind::kLiteral: case PartKind::kQuoted:
      if (first->value.empty()) break;
      a.first = first->value[0];
      operand = a.first != '-';
      if (w.is(Word::kGlob) && std::string_view("*?[+@!").find(a.first) != std::string_view::npos) operand = false;
      break;
    case PartKind::kTilde: operand = true; break;
    case PartKind::kProcessSub:
      a.process = operand = parts.size() == 1;
      one |= operand;
      break;
    case PartKind::kParam:
      operand = parts.size() == 1 && is_count(*first->param);
      one |= operand;
      break;
    case PartKind::kArith:
      if (parts.size() == 1) a.kind = Argument::kField;
      break;
    default: break;
  }
  if (operand && one) a.kind = Argument::kOperand;
  else if (operand && std::none_of(parts.begin(), parts.end(), splits)) a.kind = Argument::kOperands;
  return a;
}

// ---------------------------------------------------------------- arithmetic

// A name in an expression: its value is an expression, too.
void Effects::evaluate(std::string_view name) {
  if (is_number_of_shell(name)) return;
  if (is_special(name)) doubt({"arithmetic on ", name});
  Fact& f = fact(names_.intern(name));
  f.evaluated = true;
  if (f.number == 0) doubt({"arithmetic on the value of ", name});
}

// plain: it stands alone, not beside an expansion that may be a part of a name.
void Effects::arithmetic_text(std::string_view text, bool plain) {
  const auto name_char = [](char c) { return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z'); };
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '$' || text[at] == '`' || text[at] == '\'' || text[at] == '"') {
      doubt("arithmetic that is expanded again");
      return;
    }
    std::size_t end = at;
    while (end < text.size() && name_char(text[end])) ++end;
    if (end == at) {
      ++at;
      continue;
    }
    const std::string_view name = text.substr(at, end - at);
    const bool number = name[0] >= '0' && name[0] <= '9';
    const bool base = at > 0 && text[at - 1] == '#';  // 16#ff
    at = end;
    if (number || base) continue;
    std::size_t op = end;
    while (op < text.size() && (text[op] == ' ' || text[op] == '\t' || text[op] == '\n')) ++op;
    const bool assigns = plain && op < text.size() && text[op] == '=' && (op + 1 == text.size() || text[op + 1] != '=');
    if (assigns && !is_special(name)) assigned_.push_back(names_.intern(name));
    else evaluate(name);
  }
}

void Effects::arithmetic_parts(Span<const WordPart> list, bool plain) {
  const auto joins = [](char c) { return c == '_' || ((c | 32) >= 'a' && (c | 32) <= 'z'); };
  for (std::size_t i = 0; i < list.size(); ++i) {
    const WordPart& p = list[i];
    switch (p.kind) {
      case PartKind::kLiteral: case PartKind::kQuoted: {
        const bool before = i > 0 && !p.value.empty() && joins(p.value.front());
        const bool after = i + 1 < list.size() && !p.value.empty() && joins(p.value.back());
        if (before || after) doubt("a variable's name that is not known");
        arithmetic_text(p.value, plain);
        break;
      }
      case PartKind::kDoubleQuoted: case PartKind::kSubscript: arithmetic_parts(p.parts, plain); break;
      case PartKind::kArith: arithmetic(*p.arith->word); break;
      case PartKind::kParam: {
        const Param& q = *p.param;
        if (is_count(q)) {
          subscript(q.subscript);
        } else if (q.kind == ParamKind::kNamed && !q.indirect && q.op == ParamOp::kNone && q.subscript.word == nullptr) {
          evaluate(names_.text(q.name));
        } else {
          doubt({"arithmetic on text that is not known: ", q.text});
          parameter(q);
        }
        break;
      }
      default:
        doubt("arithmetic on text that is not known");
        parts({&p, 1});
        break;
    }
  }
}

void Effects::arithmetic(Span<const WordPart> list, std::string_view text) {
  if (depth_ > kMaxDepth) return doubt("nested too deeply to be looked at");
  const Scope scope(*this, false);
  const std::size_t base = assigned_.size();
  // An assignment is one for certain when nothing in the expression may skip it.
  const bool plain = text.find_first_of("&|?") == std::string_view::npos;
  arithmetic_parts(list, plain);
  for (; assigned_.size() > base; assigned_.pop_back()) know_number(assigned_.back());
}

}  // namespace nacre
