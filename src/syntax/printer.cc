// See printer.h. This follows bash's own printer state by state (indentation, whether the next indentation is skipped,
// here-documents whose bodies wait for the end of the line), for its output has the habits of that code: `{ ` with a
// trailing blank, an empty line after a here-document, elif as nested if.
#include "src/syntax/printer.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "src/syntax/ansi_c.h"
#include "src/syntax/line_numbers.h"
#include "src/syntax/tokens.h"

namespace nacre {
namespace {

constexpr int kIndent = 4;

// The printer recurses with the nesting of commands: what is not on the path of the recursion keeps its locals out of
// the frames there.
#define NACRE_APART __attribute__((noinline))

class Printer {
 public:
  std::string out;
  bool numbers = false;           // sets the lines of the commands that it prints: first_line + the newlines before
  std::uint32_t first_line = 0;

  void as_substitution() { in_substitution_ = 1; }

  NACRE_APART void command(const Command* c);
  void function(std::string_view name, const Command& body, bool exported);
  void word(const Word& w);

 private:
  // The command stands where the text has got to. Commands in substitutions are left alone.
  void number(const Command& c) {
    if (!numbers || !outer_.empty()) return;
    lines_ +=
        static_cast<std::uint32_t>(std::count(out.begin() + static_cast<std::ptrdiff_t>(counted_), out.end(), '\n'));
    counted_ = out.size();
    const_cast<Command&>(c).line = first_line + lines_;
  }
  void indent() { out.append(static_cast<std::size_t>(now_.indentation), ' '); }
  NACRE_APART void newline(std::string_view text) {
    out += '\n';
    indent();
    out += text;
  }
  NACRE_APART void semicolon() {
    if (out.size() > now_.base && (out.back() == '&' || out.back() == '\n')) return;
    out += ';';
  }
  void body(const Command* c) {  // indented, on lines of its own
    now_.indentation += now_.amount;
    command(c);
    flush_documents("");
    now_.indentation -= now_.amount;
  }
  NACRE_APART void connector(std::string_view op, bool more);
  NACRE_APART void separator(const ListCommand::Item& item, bool more);
  NACRE_APART void list(const ListCommand& c);
  NACRE_APART void and_or(const AndOrCommand& c);
  NACRE_APART void pipeline(const PipelineCommand& c);
  NACRE_APART void simple(const SimpleCommand& c);
  NACRE_APART void group(const Command* c);
  NACRE_APART void if_branch(Span<const IfCommand::Branch> branches, const Command* otherwise);
  NACRE_APART void loop(std::string_view keyword, const WhileCommand& c);
  NACRE_APART void for_words(std::string_view keyword, const ForCommand& c);
  void for_expression(const Word& w) {  // bash reads an empty one as 1
    if (w.text.empty()) out += '1';
    else word(w);
  }
  NACRE_APART void case_command(const CaseCommand& c);
  NACRE_APART void subshell(const Command* c);
  NACRE_APART void arith_for(const ArithForCommand& c);
  NACRE_APART void coproc(const CoprocCommand& c);
  NACRE_APART void flat(const Command& c);
  NACRE_APART void inner_function(const FunctionCommand& c);
  NACRE_APART void function_body(const Command& body);
  NACRE_APART void condition(const CondExpr& e);
  NACRE_APART void words(Span<const Word* const> list, std::string_view between);
  NACRE_APART void text(std::string_view text, Span<const TextPatch> patches);
  NACRE_APART void array(const Assignment& a);
  NACRE_APART void substitution(const CommandSub& s);
  NACRE_APART void redirects(Span<const Redirect> list);
  NACRE_APART void redirect(const Redirect& r);
  NACRE_APART void descriptor(const Redirect& r, int unsaid);
  NACRE_APART void duplicate(const Redirect& r);
  NACRE_APART void documents(const std::vector<const Redirect*>& list);
  NACRE_APART void flush_documents(std::string_view op);

  struct State {
    int indentation = 0;
    int amount = kIndent;
    int skip_indent = 0;
    int in_function = 0;
    int connections = 0;
    bool was_document = false;
    std::size_t base = 0;  // where the current substitution's text begins
    std::vector<const Redirect*> deferred;
  };
  State now_;
  std::vector<State> outer_;  // of the commands around the current substitution
  int in_substitution_ = 0;
  std::size_t counted_ = 0;  // of out, for lines_
  std::uint32_t lines_ = 0;
};

// ---------------------------------------------------------------- words

void Printer::text(std::string_view text, Span<const TextPatch> patches) {
  std::size_t at = 0;
  for (const TextPatch& p : patches) {
    if (p.begin < at || p.end > text.size()) continue;
    out += text.substr(at, p.begin - at);
    if (p.raw) out += text.substr(p.begin, p.end - p.begin);
    else if (p.command != nullptr) substitution(*p.command);
    else out += p.replacement;
    at = p.end;
  }
  out += text.substr(at);
}

void Printer::word(const Word& w) {
  if (w.assignment != nullptr && w.assignment->is_array) array(*w.assignment);
  else text(w.text, w.patches);
}

void Printer::array(const Assignment& a) {
  const Word& w = *a.word;
  std::size_t equals = w.text.find('=');
  if (a.subscript.kind != SubscriptKind::kNone) {
    const std::size_t after =
        static_cast<std::size_t>(a.subscript.text.data() - w.text.data()) + a.subscript.text.size();
    equals = w.text.find('=', after);
  }
  out += w.text.substr(0, equals + 1);
  out += '(';
  bool first = true;
  for (const ArrayElement& e : a.elements) {
    if (!first) out += ' ';
    first = false;
    word(*e.word);
  }
  out += ')';
}

void Printer::words(Span<const Word* const> list, std::string_view between) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) out += between;
    word(*list[i]);
  }
}

// The commands in $( ) are printed as outside of any function, from the margin.
void Printer::substitution(const CommandSub& s) {
  outer_.push_back(std::move(now_));
  now_ = State{};
  now_.base = out.size();
  ++in_substitution_;
  command(s.body);
  --in_substitution_;
  if (out.size() > now_.base && out[now_.base] == '(') out.insert(now_.base, 1, ' ');
  now_ = std::move(outer_.back());
  outer_.pop_back();
}

// ---------------------------------------------------------------- lists

// Between two commands, for | && ||: the bodies of here-documents come at the end of the line, behind the operator.
void Printer::connector(std::string_view op, bool more) {
  flush_documents(op);
  if (more) ++now_.skip_indent;
}

void Printer::separator(const ListCommand::Item& item, bool more) {
  if (item.background) {
    flush_documents(" &");
    if (more) {
      out += ' ';
      ++now_.skip_indent;
    }
    return;
  }
  // Newlines stay newlines in $( ) only.
  const bool line = item.newline && in_substitution_ > 0;
  if (now_.deferred.empty()) {
    if (line) out += now_.in_function ? "\n" : "";
    else if (!now_.was_document) out += ';';
    now_.was_document = false;
  } else {
    flush_documents("");
  }
  out += now_.in_function || line ? '\n' : ' ';
  if (!now_.in_function && more) ++now_.skip_indent;
}

void Printer::list(const ListCommand& c) {
  ++now_.skip_indent;
  ++now_.connections;
  for (std::size_t i = 0; i < c.items.size(); ++i) {
    const ListCommand::Item& item = c.items[i];
    command(item.command);
    // `a; b & c` is a; (b & c) to bash, all others are grouped from the left: each group's documents come before the
    // next operator
    const bool grouped =
        i > 0 && (!item.background || c.items[i - 1].background || (c.items[i - 1].newline && in_substitution_ > 0));
    if (grouped) flush_documents("");
    const bool more = i + 1 < c.items.size();
    if (more || item.background) separator(item, more);
  }
  flush_documents("");
  --now_.connections;
}

void Printer::and_or(const AndOrCommand& c) {
  ++now_.skip_indent;
  ++now_.connections;
  for (std::size_t i = 0; i < c.items.size(); ++i) {
    if (i > 0) connector(c.items[i].is_or ? " || " : " && ", true);
    command(c.items[i].command);
    if (i > 0) flush_documents("");
  }
  --now_.connections;
}

void Printer::pipeline(const PipelineCommand& c) {
  if (c.timed) out += c.time_posix ? "time -p " : "time ";
  if (c.negated) out += "! ";
  if (c.commands.empty()) return;
  ++now_.skip_indent;
  const bool several = c.commands.size() > 1;
  if (several) ++now_.connections;
  for (std::size_t i = 0; i < c.commands.size(); ++i) {
    if (i > 0) {
      flush_documents(" |");
      out += ' ';
      ++now_.skip_indent;
    }
    command(c.commands[i]);
  }
  if (several) {
    flush_documents("");
    --now_.connections;
  }
}

// ---------------------------------------------------------------- commands

void Printer::command(const Command* c) {
  if (c == nullptr) return;
  if (now_.skip_indent > 0) --now_.skip_indent;
  else indent();
  number(*c);
  switch (c->kind) {
    case CommandKind::kSimple: simple(c->as<SimpleCommand>()); return;
    case CommandKind::kPipeline: pipeline(c->as<PipelineCommand>()); return;
    case CommandKind::kAndOr: and_or(c->as<AndOrCommand>()); return;
    case CommandKind::kList: list(c->as<ListCommand>()); return;
    case CommandKind::kSubshell: subshell(c->as<SubshellCommand>().body); break;
    case CommandKind::kGroup: group(c->as<GroupCommand>().body); break;
    case CommandKind::kIf: if_branch(c->as<IfCommand>().branches, c->as<IfCommand>().otherwise); break;
    case CommandKind::kWhile: loop(c->as<WhileCommand>().until ? "until " : "while ", c->as<WhileCommand>()); break;
    case CommandKind::kFor: for_words("for ", c->as<ForCommand>()); break;
    case CommandKind::kSelect: for_words("select ", c->as<ForCommand>()); break;
    case CommandKind::kArithFor: arith_for(c->as<ArithForCommand>()); break;
    case CommandKind::kCase: case_command(c->as<CaseCommand>()); break;
    case CommandKind::kFunction: inner_function(c->as<FunctionCommand>()); break;
    case CommandKind::kArith: flat(*c); break;
    case CommandKind::kCond: flat(*c); break;
    case CommandKind::kCoproc: coproc(c->as<CoprocCommand>()); break;
  }
  if (!c->redirects.empty()) {
    out += ' ';
    redirects(c->redirects);
  }
}

void Printer::simple(const SimpleCommand& c) {
  bool first = true;
  for (const Assignment& a : c.assignments) {
    if (!first) out += ' ';
    word(*a.word);
    if (first) number(c);
    first = false;
  }
  for (std::size_t i = 0; i < c.words.size(); ++i) {
    if (!first) out += ' ';
    word(*c.words[i]);
    if (c.assignments.empty() && i < 2) number(c);  // its line is that of the second token
    first = false;
  }
  if (c.redirects.empty()) return;
  if (!first) out += ' ';
  redirects(c.redirects);
}

void Printer::group(const Command* c) {
  out += "{ ";
  if (now_.in_function == 0) {
    ++now_.skip_indent;
  } else {
    out += '\n';
    now_.indentation += now_.amount;
  }
  command(c);
  flush_documents("");
  if (now_.in_function != 0) {
    out += '\n';
    now_.indentation -= now_.amount;
    indent();
  } else {
    semicolon();
    out += ' ';
  }
  out += '}';
}

void Printer::subshell(const Command* c) {
  out += "( ";
  ++now_.skip_indent;
  command(c);
  flush_documents("");
  out += " )";
}

void Printer::arith_for(const ArithForCommand& c) {
  out += "for ((";
  for_expression(*c.init->word);
  out += "; ";
  for_expression(*c.condition->word);
  out += "; ";
  for_expression(*c.step->word);
  out += "))";
  newline("do\n");
  body(c.body);
  semicolon();
  newline("done");
}

void Printer::coproc(const CoprocCommand& c) {
  out += "coproc ";
  out += c.name_text;
  out += ' ';
  ++now_.skip_indent;
  command(c.body);
}

void Printer::flat(const Command& c) {
  if (c.kind == CommandKind::kArith) {
    out += "((";
    word(*c.as<ArithCommand>().expression->word);
    out += "))";
  } else {
    out += "[[ ";
    condition(*c.as<CondCommand>().expression);
    out += " ]]";
  }
  number(c);
}

// elif is an if of its own in the else of the one before.
void Printer::if_branch(Span<const IfCommand::Branch> branches, const Command* otherwise) {
  for (std::size_t i = 0; i < branches.size(); ++i) {
    if (i > 0) {
      if (now_.skip_indent > 0) --now_.skip_indent;
      else indent();
    }
    out += "if ";
    ++now_.skip_indent;
    command(branches[i].condition);
    flush_documents("");
    semicolon();
    out += " then\n";
    body(branches[i].body);
    if (i + 1 < branches.size() || otherwise != nullptr) {
      semicolon();
      newline("else\n");
      now_.indentation += now_.amount;
    }
  }
  if (otherwise != nullptr) {
    command(otherwise);
    flush_documents("");
    now_.indentation -= now_.amount;
  }
  for (std::size_t i = 0; i < branches.size(); ++i) {
    if (i > 0) {
      flush_documents("");
      now_.indentation -= now_.amount;
    }
    semicolon();
    newline("fi");
  }
}

void Printer::loop(std::string_view keyword, const WhileCommand& c) {
  out += keyword;
  ++now_.skip_indent;
  command(c.condition);
  flush_documents("");
  semicolon();
  out += " do\n";
  body(c.body);
  semicolon();
  newline("done");
}

void Printer::for_words(std::string_view keyword, const ForCommand& c) {
  out += keyword;
  out += c.name_text;
  out += " in ";
  if (c.positional) out += "\"$@\"";
  else words(c.words, " ");
  out += ';';
  newline("do\n");
  body(c.body);
  semicolon();
  newline("done");
}

void Printer::case_command(const CaseCommand& c) {
  out += "case ";
  word(*c.word);
  number(c);
  out += " in ";
  now_.indentation += now_.amount;
  for (const CaseCommand::Item& item : c.items) {
    newline("");
    words(item.patterns, " | ");
    out += ")\n";
    body(item.body);
    newline(item.end == CaseEnd::kFallThrough ? ";&" : item.end == CaseEnd::kTestNext ? ";;&" : ";;");
  }
  now_.indentation -= now_.amount;
  newline("esac");
}

// What stands between the braces of a function, and its redirections behind them.
void Printer::function_body(const Command& c) {
  if (c.kind == CommandKind::kGroup) command(c.as<GroupCommand>().body);
  else command(&c);
  flush_documents("");
}

void Printer::inner_function(const FunctionCommand& c) {
  out += "function ";
  out += c.name_word->text;
  out += " () \n";
  indent();
  out += "{ \n";
  ++now_.in_function;
  now_.indentation += now_.amount;
  function_body(*c.body);
  now_.indentation -= now_.amount;
  --now_.in_function;
  const bool redirected = c.body->kind == CommandKind::kGroup && !c.body->redirects.empty();
  newline(redirected ? "} " : "}");
  now_.was_document = false;
  if (redirected) redirects(c.body->redirects);
}

void Printer::function(std::string_view name, const Command& c, bool exported) {
  if (!name.empty()) {
    if (reserved_word(name) != Tok::kNone) out += "function ";
    out += name;
    out += ' ';
  }
  out += "() ";
  if (exported) {
    now_.indentation = 1;
    now_.amount = 0;
    out += "{ ";
  } else {
    now_.indentation = kIndent;
    out += "\n{ \n";
  }
  ++now_.in_function;
  function_body(c);
  now_.indentation = 0;
  now_.amount = kIndent;
  --now_.in_function;
  const bool redirected = c.kind == CommandKind::kGroup && !c.redirects.empty();
  newline(redirected ? "} " : "}");
  if (redirected) redirects(c.redirects);
}

void Printer::condition(const CondExpr& first) {
  const CondExpr* e = &first;
  while (e->kind == CondKind::kAnd || e->kind == CondKind::kOr) {
    condition(*e->left);
    out += e->kind == CondKind::kAnd ? " && " : " || ";
    e = e->right;
  }
  switch (e->kind) {
    case CondKind::kNot:
      out += "! ";
      condition(*e->left);
      break;
    case CondKind::kGroup:
      out += "( ";
      condition(*e->left);
      out += " )";
      break;
    case CondKind::kUnary: case CondKind::kWord:
      out += e->kind == CondKind::kWord ? "-n" : e->op_text;
      out += ' ';
      word(*e->word);
      break;
    default:
      word(*e->word);
      out += ' ';
      out += e->op_text;
      out += ' ';
      word(*e->word2);
      break;
  }
}

// ---------------------------------------------------------------- redirections

void Printer::descriptor(const Redirect& r, int unsaid) {
  if (!r.variable_text.empty()) {
    out += r.variable_text;
  } else if (r.fd != unsaid) {
    out += std::to_string(r.fd);
  }
}

void Printer::redirects(Span<const Redirect> list) {
  std::vector<const Redirect*> documents;
  now_.was_document = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) out += ' ';
    redirect(list[i]);
    if (list[i].op == RedirectOp::kHereDoc) documents.push_back(&list[i]);
  }
  if (documents.empty()) return;
  if (now_.connections > 0) now_.deferred = std::move(documents);
  else this->documents(documents);
}

void Printer::documents(const std::vector<const Redirect*>& list) {
  out += '\n';
  for (const Redirect* r : list) {
    out += r->body->text;
    out += r->delimiter;
    out += '\n';
  }
  now_.was_document = true;
}

void Printer::flush_documents(std::string_view op) {
  if (!op.empty()) out += op;
  if (now_.deferred.empty()) return;
  std::vector<const Redirect*> list;
  list.swap(now_.deferred);
  documents(list);
  if (!op.empty()) out += ' ';
}

void Printer::duplicate(const Redirect& r) {
  const std::string_view target = r.word->text;
  const bool digits = !target.empty() && target.find_first_not_of("0123456789") == std::string_view::npos;
  const bool moves = target.size() > 1 && target.back() == '-';
  const bool moves_digits =
      moves && target.substr(0, target.size() - 1).find_first_not_of("0123456789") == std::string_view::npos;
  const bool closes = target == "-";
  const bool input = r.op == RedirectOp::kDupInput;
  descriptor(r, digits || moves || moves_digits || closes ? -1 : input ? 0 : 1);
  out += input && !closes ? "<&" : ">&";
  word(*r.word);
}

void Printer::redirect(const Redirect& r) {
  switch (r.op) {
    case RedirectOp::kInput: descriptor(r, 0); out += "< "; break;
    case RedirectOp::kOutput: descriptor(r, 1); out += "> "; break;
    case RedirectOp::kAppend: descriptor(r, 1); out += ">> "; break;
    case RedirectOp::kClobber: descriptor(r, 1); out += ">| "; break;
    case RedirectOp::kReadWrite: descriptor(r, 1); out += "<> "; break;
    case RedirectOp::kBoth: out += "&> "; break;
    case RedirectOp::kAppendBoth: out += "&>> "; break;
    case RedirectOp::kHereString: descriptor(r, 0); out += "<<< "; break;
    case RedirectOp::kDupInput: case RedirectOp::kDupOutput: duplicate(r); return;
    case RedirectOp::kHereDoc:
      descriptor(r, 0);
      out += r.strip_tabs ? "<<-" : "<<";
      out += r.quoted ? single_quote(r.delimiter) : std::string(r.delimiter);
      return;
  }
  word(*r.word);
}

#undef NACRE_APART

}  // namespace

std::string print_function(std::string_view name, const Command& body) {
  Printer p;
  p.function(name, body, false);
  return std::move(p.out);
}

std::string print_exported_function(const Command& body) {
  Printer p;
  p.function({}, body, true);
  return std::move(p.out);
}

std::string print_command(const Command& command) {
  Printer p;
  p.command(&command);
  return std::move(p.out);
}

std::string print_substitution(const Command& body) {
  Printer p;
  p.as_substitution();
  p.command(&body);
  if (p.out.starts_with('(')) p.out.insert(0, 1, ' ');
  return std::move(p.out);
}

void number_as_printed(const Command& command, std::uint32_t first_line) {
  Printer p;
  p.numbers = true;
  p.first_line = first_line;
  p.as_substitution();
  p.command(&command);
}

std::string print_word(const Word& word) {
  Printer p;
  p.word(word);
  return std::move(p.out);
}

}  // namespace nacre
