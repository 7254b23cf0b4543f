// See tree_json.h. Recursion follows the tree, whose depth the parser has limited.
#include "src/analysis/tree_json.h"

namespace nacre {
namespace {

constexpr const char* kRedirects[] = {"<", ">", ">>", ">|", "<>", "<&", ">&", "&>", "&>>", "<<", "<<<"};
constexpr const char* kOperators[] = {"",  "-",  "=", "?", "+",  "#", "##", "%", "%%", "/",      "//",   "/#",
                                      "/%", ":", "^", "^^", ",", ",,", "~", "~~", "@", "prefix", "keys", "bad"};
constexpr const char* kCommands[] = {"simple",         "pipeline", "and-or", "list",     "subshell",   "group",
                                     "if",             "while",    "for",    "arithmetic-for", "select", "case",
                                     "function",       "arithmetic", "conditional", "coprocess"};
constexpr const char* kEnds[] = {";;", ";&", ";;&"};

}  // namespace

std::string_view redirect_operator(const Redirect& r) {
  return r.strip_tabs ? "<<-" : kRedirects[static_cast<int>(r.op)];
}

// ---------------------------------------------------------------- words

void TreeWriter::word(std::string_view name, const Word* w) {
  out_.key(name);
  if (w == nullptr) out_.word("null");
  else word(*w);
}

void TreeWriter::words(std::string_view name, Span<const Word* const> list) {
  out_.key(name);
  out_.open('[');
  for (const Word* w : list) word(*w);
  out_.close(']');
}

void TreeWriter::word(const Word& w) {
  out_.open('{');
  if (places_ != nullptr) out_.field("text", w.text);
  const bool array = w.assignment != nullptr && w.assignment->is_array;
  const bool known = w.is(Word::kLiteral) && !array;
  if (known) out_.field("value", w.literal);
  else out_.null("value");
  if (w.assignment != nullptr) {
    out_.key("assignment");
    assignment(*w.assignment);
  }
  const bool plain = w.parts.empty() || (w.parts.size() == 1 && w.parts[0].kind == PartKind::kLiteral);
  if ((!known || !plain) && !array) {
    out_.key("parts");
    parts(w.parts);
  }
  if (w.is(Word::kGlob)) out_.field("glob", true);
  if (w.is(Word::kBrace)) out_.field("brace", true);
  place(w.begin, w.end);
  out_.close('}');
}

void TreeWriter::parts(Span<const WordPart> list) {
  out_.open('[');
  listed(list);
  out_.close(']');
}

void TreeWriter::listed(Span<const WordPart> list) {
  for (const WordPart& p : list) {
    if (p.kind == PartKind::kSubscript) listed(p.parts);
    else part(p);
  }
}

void TreeWriter::part(const WordPart& p) {
  out_.open('{');
  switch (p.kind) {
    case PartKind::kLiteral: case PartKind::kQuoted: case PartKind::kTilde:
      out_.field("type", p.kind == PartKind::kLiteral ? "literal" : p.kind == PartKind::kQuoted ? "quoted" : "tilde");
      out_.field("value", p.value);
      break;
    case PartKind::kDoubleQuoted:
      out_.field("type", "double-quoted");
      if (p.locale) out_.field("locale", true);
      out_.key("parts");
      parts(p.parts);
      break;
    case PartKind::kParam: parameter(*p.param); break;
    case PartKind::kCommandSub:
      out_.field("type", "command");
      out_.field("backquoted", p.command->backquoted);
      substitution(*p.command);
      break;
    case PartKind::kProcessSub:
      out_.field("type", "process");
      out_.field("output", p.command->output);
      substitution(*p.command);
      break;
    case PartKind::kArith:
      out_.field("type", "arithmetic");
      word("expression", p.arith->word);
      break;
    case PartKind::kSubscript: break;   // see listed()
    case PartKind::kBad:
      out_.field("type", "bad");
      out_.field("message", p.error->message);
      break;
  }
  out_.close('}');
}

void TreeWriter::substitution(const CommandSub& s) {
  command("body", s.body);
  if (s.error != nullptr) out_.field("message", s.error->message);
  place(s.begin, s.end);
}

void TreeWriter::parameter(const Param& p) {
  out_.field("type", "parameter");
  const char special[2] = {p.special, 0};
  if (p.kind == ParamKind::kNamed) out_.field("name", names_.text(p.name));
  else if (p.kind == ParamKind::kPositional) out_.field("name", std::to_string(p.position));
  else out_.field("name", special);
  std::string op;
  if (p.op != ParamOp::kNone) {
    if (p.colon) op = ":";
    op += kOperators[static_cast<int>(p.op)];
    if (p.letter != 0) op += p.letter;
  }
  out_.field("operator", std::string_view(op));
  if (places_ != nullptr || p.op == ParamOp::kBad) out_.field("text", p.text);
  if (p.indirect) out_.field("indirect", true);
  if (p.length) out_.field("length", true);
  if (p.subscript.word != nullptr) word("subscript", p.subscript.word);
  if (p.operand != nullptr) word("operand", p.operand);
  if (p.operand2 != nullptr) word("operand2", p.operand2);
}

void TreeWriter::assignment(const Assignment& a) {
  out_.open('{');
  out_.field("name", names_.text(a.name));
  out_.field("append", a.append);
  if (a.subscript.word != nullptr) word("subscript", a.subscript.word);
  if (a.is_array) {
    out_.key("elements");
    out_.open('[');
    for (const ArrayElement& e : a.elements) {
      out_.open('{');
      if (e.value != nullptr) {
        word("subscript", e.subscript.word);
        out_.field("append", e.append);
      }
      word("value", e.value != nullptr ? e.value : e.word);
      out_.close('}');
    }
    out_.close(']');
  } else {
    word("value", a.value);
  }
  place(a.word->begin, a.word->end);
  out_.close('}');
}

void TreeWriter::redirect(const Redirect& r) {
  out_.open('{');
  out_.field("operator", redirect_operator(r));
  if (r.variable != kNoName) out_.field("variable", r.variable_text);
  else out_.field("fd", std::int64_t{r.fd});
  if (r.op == RedirectOp::kHereDoc) {
    out_.field("delimiter", r.delimiter);
    out_.field("quoted", r.quoted);
    word("body", r.body);
  } else {
    word("target", r.word);
  }
  place(r.begin, r.word->end);
  out_.close('}');
}

// ---------------------------------------------------------------- commands

// A chain of && or of || is one node.
void TreeWriter::condition(const CondExpr& first) {
  const CondExpr* e = &first;
  const CondKind kind = e->kind;
  out_.open('{');
  switch (kind) {
    case CondKind::kAnd: case CondKind::kOr:
      out_.field("type", kind == CondKind::kAnd ? "and" : "or");
      out_.key("terms");
      out_.open('[');
      for (; e->kind == kind; e = e->right) condition(*e->left);
      condition(*e);
      out_.close(']');
      break;
    case CondKind::kNot: case CondKind::kGroup:
      out_.field("type", kind == CondKind::kNot ? "not" : "group");
      out_.key("term");
      condition(*e->left);
      break;
    case CondKind::kUnary:
      out_.field("type", "unary");
      out_.field("operator", e->op_text);
      word("word", e->word);
      break;
    case CondKind::kBinary:
      out_.field("type", "binary");
      out_.field("operator", e->op_text);
      word("left", e->word);
      word("right", e->word2);
      break;
    case CondKind::kWord:
      out_.field("type", "word");
      word("word", e->word);
      break;
  }
  out_.close('}');
}

void TreeWriter::simple(const SimpleCommand& c) {
  out_.key("assignments");
  out_.open('[');
  for (const Assignment& a : c.assignments) assignment(a);
  out_.close(']');
  words("words", c.words);
}

void TreeWriter::pipeline(const PipelineCommand& c) {
  out_.field("negated", c.negated);
  out_.field("timed", c.timed);
  if (c.time_posix) out_.field("posixTime", true);
  out_.key("commands");
  out_.open('[');
  for (const Command* i : c.commands) command(i);
  out_.close(']');
}

void TreeWriter::and_or(const AndOrCommand& c) {
  out_.key("items");
  out_.open('[');
  for (std::size_t i = 0; i < c.items.size(); ++i) {
    out_.open('{');
    if (i == 0) out_.null("operator");
    else out_.field("operator", c.items[i].is_or ? "||" : "&&");
    command("command", c.items[i].command);
    out_.close('}');
  }
  out_.close(']');
}

void TreeWriter::item(const ListCommand::Item& i) {
  out_.open('{');
  out_.field("background", i.background);
  command("command", i.command);
  out_.close('}');
}

void TreeWriter::items(const Command* c) {
  if (c == nullptr) return;
  if (c->kind != CommandKind::kList) return item({c});
  for (const ListCommand::Item& i : c->as<ListCommand>().items) item(i);
}

void TreeWriter::if_command(const IfCommand& c) {
  out_.key("branches");
  out_.open('[');
  for (const IfCommand::Branch& b : c.branches) {
    out_.open('{');
    command("condition", b.condition);
    command("body", b.body);
    out_.close('}');
  }
  out_.close(']');
  command("else", c.otherwise);
}

void TreeWriter::for_command(const ForCommand& c) {
  out_.field("variable", c.name_text);
  if (c.positional) out_.null("words");
  else words("words", c.words);
  command("body", c.body);
}

void TreeWriter::case_command(const CaseCommand& c) {
  word("word", c.word);
  out_.key("items");
  out_.open('[');
  for (const CaseCommand::Item& i : c.items) {
    out_.open('{');
    words("patterns", i.patterns);
    command("body", i.body);
    out_.field("end", kEnds[static_cast<int>(i.end)]);
    out_.close('}');
  }
  out_.close(']');
}

void TreeWriter::command(const Command* node) {
  if (out_.full()) return;
  if (node == nullptr) {
    out_.word("null");
    return;
  }
  const Command& c = *node;
  out_.open('{');
  out_.field("type", kCommands[static_cast<int>(c.kind)]);
  place(c.begin, c.end);
  switch (c.kind) {
    case CommandKind::kSimple: simple(c.as<SimpleCommand>()); break;
    case CommandKind::kPipeline: pipeline(c.as<PipelineCommand>()); break;
    case CommandKind::kAndOr: and_or(c.as<AndOrCommand>()); break;
    case CommandKind::kList:
      out_.key("items");
      out_.open('[');
      items(&c);
      out_.close(']');
      break;
    case CommandKind::kSubshell: command("body", c.as<SubshellCommand>().body); break;
    case CommandKind::kGroup: command("body", c.as<GroupCommand>().body); break;
    case CommandKind::kIf: if_command(c.as<IfCommand>()); break;
    case CommandKind::kWhile:
      out_.field("until", c.as<WhileCommand>().until);
      command("condition", c.as<WhileCommand>().condition);
      command("body", c.as<WhileCommand>().body);
      break;
    case CommandKind::kFor: case CommandKind::kSelect: for_command(c.as<ForCommand>()); break;
    case CommandKind::kArithFor:
      word("init", c.as<ArithForCommand>().init->word);
      word("condition", c.as<ArithForCommand>().condition->word);
      word("step", c.as<ArithForCommand>().step->word);
      command("body", c.as<ArithForCommand>().body);
      break;
    case CommandKind::kCase: case_command(c.as<CaseCommand>()); break;
    case CommandKind::kFunction:
      out_.field("name", c.as<FunctionCommand>().name_word->text);
      command("body", c.as<FunctionCommand>().body);
      break;
    case CommandKind::kArith: word("expression", c.as<ArithCommand>().expression->word); break;
    case CommandKind::kCond:
      out_.key("expression");
      condition(*c.as<CondCommand>().expression);
      break;
    case CommandKind::kCoproc:
      out_.field("name", c.as<CoprocCommand>().name_text);
      command("body", c.as<CoprocCommand>().body);
      break;
  }
  out_.key("redirects");
  out_.open('[');
  for (const Redirect& r : c.redirects) redirect(r);
  out_.close(']');
  out_.close('}');
}

}  // namespace nacre
