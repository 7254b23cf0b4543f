// See printer.h. This follows bash's own printer state by state (indentation, whether the next indentation is skipped, here-documents
// whose bodies wait for the end of the line), for its output has the habits of that code: `{ ` with a trailing blank, an empty line
// after a here-document, elif as nested if.
#include "src/syntax/printer.h"

#include <tuple>
#include <utility>
#include <vector>

#include "src/syntax/ansi_c.h"
#include "src/syntax/tokens.h"

namespace nacre {
namespace {

constexpr int kIndent = 4;

class Printer {
 public:
  std::string out;

  void command(const Command* c);
  void function(std::string_view name, const Command& body, bool exported);
  void word(const Word& w);

 private:
  void indent() { out.append(static_cast<std::size_t>(indentation_), ' '); }
  void newline(std::string_view text) {
    out += '\n';
    indent();
    out += text;
  }
  void semicolon() {
    if (out.size() > base_ && (out.back() == '&' || out.back() == '\n')) return;
    out += ';';
  }
  void body(const Command* c) {  // indented, on lines of its own
    indentation_ += amount_;
    command(c);
    flush_documents("");
    indentation_ -= amount_;
  }
  void connector(std::string_view op, bool more);
  void separator(const ListCommand::Item& item, bool more);
  void list(const ListCommand& c);
  void and_or(const AndOrCommand& c);
  void pipeline(const PipelineCommand& c);
  void simple(const SimpleCommand& c);
  void group(const Command* c);
  void if_branch(Span<const IfCommand::Branch> branches, const Command* otherwise);
  void loop(std::string_view keyword, const WhileCommand& c);
  void for_words(std::string_view keyword, const ForCommand& c);
  void for_expression(const Word& w) {  // bash reads an empty one as 1
    if (w.text.empty()) out += '1';
    else word(w);
  }
  void case_command(const CaseCommand& c);
  void inner_function(const FunctionCommand& c);
  void function_body(const Command& body);
  void condition(const CondExpr& e);
  void words(Span<const Word* const> list, std::string_view between);
  void text(std::string_view text, Span<const TextPatch> patches);
  void array(const Assignment& a);
  void substitution(const CommandSub& s);
  void redirects(Span<const Redirect> list);
  void redirect(const Redirect& r);
  void descriptor(const Redirect& r, int unsaid);
  void duplicate(const Redirect& r);
  void documents(const std::vector<const Redirect*>& list);
  void flush_documents(std::string_view op);

  int indentation_ = 0;
  int amount_ = kIndent;
  int skip_indent_ = 0;
  int in_function_ = 0;
  int connections_ = 0;
  int in_substitution_ = 0;
  bool was_document_ = false;
  std::size_t base_ = 0;  // where the current substitution's text begins
  std::vector<const Redirect*> deferred_;
};

// ---------------------------------------------------------------- words

void Printer::text(std::string_view text, Span<const TextPatch> patches) {
  std::size_t at = 0;
  for (const TextPatch& p : patches) {
    if (p.begin < at || p.end > text.size()) continue;
    out += text.substr(at, p.begin - at);
    if (p.command != nullptr) substitution(*p.command);
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
    const std::size_t after = static_cast<std::size_t>(a.subscript.text.data() - w.text.data()) + a.subscript.text.size();
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
  const auto state = std::tuple(indentation_, amount_, skip_indent_, in_function_, connections_, was_document_, base_);
  std::vector<const Redirect*> deferred;
  deferred.swap(deferred_);
  indentation_ = skip_indent_ = in_function_ = connections_ = 0;
  amount_ = kIndent;
  was_document_ = false;
  base_ = out.size();
  ++in_substitution_;
  command(s.body);
  --in_substitution_;
  if (out.size() > base_ && out[base_] == '(') out.insert(base_, 1, ' ');
  std::tie(indentation_, amount_, skip_indent_, in_function_, connections_, was_document_, base_) = state;
  deferred_ = std::move(deferred);
}

// ---------------------------------------------------------------- lists

// Between two commands, for | && ||: the bodies of here-documents come at the end of the line, behind the operator.
void Printer::connector(std::string_view op, bool more) {
  flush_documents(op);
  if (more) ++skip_indent_;
}

void Printer::separator(const ListCommand::Item& item, bool more) {
  if (item.background) {
    flush_documents(" &");
    if (more) {
      out += ' ';
      ++skip_indent_;
    }
    return;
  }
  // Newlines stay newlines in $( ) only.
  const bool line = item.newline && in_substitution_ > 0;
  if (deferred_.empty()) {
    if (line) out += in_function_ ? "\n" : "";
    else if (!was_document_) out += ';';
    was_document_ = false;
  } else {
    flush_documents("");
  }
  out += in_function_ || line ? '\n' : ' ';
  if (!in_function_ && more) ++skip_indent_;
}

void Printer::list(const ListCommand& c) {
  ++skip_indent_;
  ++connections_;
  for (std::size_t i = 0; i < c.items.size(); ++i) {
    const ListCommand::Item& item = c.items[i];
    command(item.command);
    // `a; b & c` is a; (b & c) to bash, all others are grouped from the left: each group's documents come before the next operator
    const bool grouped = i > 0 && (!item.background || c.items[i - 1].background || (c.items[i - 1].newline && in_substitution_ > 0));
    if (grouped) flush_documents("");
    const bool more = i + 1 < c.items.size();
    if (more || item.background) separator(item, more);
  }
  flush_documents("");
  --connections_;
}

void Printer::and_or(const AndOrCommand& c) {
  ++skip_indent_;
  ++connections_;
  for (std::size_t i = 0; i < c.items.size(); ++i) {
    if (i > 0) connector(c.items[i].is_or ? " || " : " && ", true);
    command(c.items[i].command);
    if (i > 0) flush_documents("");
  }
  --connections_;
}

void Printer::pipeline(const PipelineCommand& c) {
  if (c.timed) out += c.time_posix ? "time -p " : "time ";
  if (c.negated) out += "! ";
  if (c.commands.empty()) return;
  ++skip_indent_;
  const bool several = c.commands.size() > 1;
  if (several) ++connections_;
  for (std::size_t i = 0; i < c.commands.size(); ++i) {
    if (i > 0) {
      flush_documents(" |");
      out += ' ';
      ++skip_indent_;
    }
    command(c.commands[i]);
  }
  if (several) {
    flush_documents("");
    --connections_;
  }
}

// ---------------------------------------------------------------- commands

void Printer::command(const Command* c) {
  if (c == nullptr) return;
  if (skip_indent_ > 0) --skip_indent_;
  else indent();
  switch (c->kind) {
    case CommandKind::kSimple: simple(c->as<SimpleCommand>()); return;
    case CommandKind::kPipeline: pipeline(c->as<PipelineCommand>()); return;
    case CommandKind::kAndOr: and_or(c->as<AndOrCommand>()); return;
    case CommandKind::kList: list(c->as<ListCommand>()); return;
    case CommandKind::kSubshell:
      out += "( ";
      ++skip_indent_;
      command(c->as<SubshellCommand>().body);
      flush_documents("");
      out += " )";
      break;
    case CommandKind::kGroup: group(c->as<GroupCommand>().body); break;
    case CommandKind::kIf: if_branch(c->as<IfCommand>().branches, c->as<IfCommand>().otherwise); break;
    case CommandKind::kWhile: loop(c->as<WhileCommand>().until ? "until " : "while ", c->as<WhileCommand>()); break;
    case CommandKind::kFor: for_words("for ", c->as<ForCommand>()); break;
    case CommandKind::kSelect: for_words("select ", c->as<ForCommand>()); break;
    case CommandKind::kArithFor: {
      const auto& f = c->as<ArithForCommand>();
      out += "for ((";
      for_expression(*f.init->word);
      out += "; ";
      for_expression(*f.condition->word);
      out += "; ";
      for_expression(*f.step->word);
      out += "))";
      newline("do\n");
      body(f.body);
      semicolon();
      newline("done");
      break;
    }
    case CommandKind::kCase: case_command(c->as<CaseCommand>()); break;
    case CommandKind::kFunction: inner_function(c->as<FunctionCommand>()); break;
    case CommandKind::kArith:
      out += "((";
      word(*c->as<ArithCommand>().expression->word);
      out += "))";
      break;
    case CommandKind::kCond:
      out += "[[ ";
      condition(*c->as<CondCommand>().expression);
      out += " ]]";
      break;
    case CommandKind::kCoproc:
      out += "coproc ";
      out += c->as<CoprocCommand>().name_text;
      out += ' ';
      ++skip_indent_;
      command(c->as<CoprocCommand>().body);
      break;
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
    first = false;
    word(*a.word);
  }
  if (!c.words.empty()) {
    if (!first) out += ' ';
    first = false;
    words(c.words, " ");
  }
  if (c.redirects.empty()) return;
  if (!first) out += ' ';
  redirects(c.redirects);
}

void Printer::group(const Command* c) {
  out += "{ ";
  if (in_function_ == 0) {
    ++skip_indent_;
  } else {
    out += '\n';
    indentation_ += amount_;
  }
  command(c);
  flush_documents("");
  if (in_function_ != 0) {
    out += '\n';
    indentation_ -= amount_;
    indent();
  } else {
    semicolon();
    out += ' ';
  }
  out += '}';
}

// elif is an if of its own in the else of the one before.
void Printer::if_branch(Span<const IfCommand::Branch> branches, const Command* otherwise) {
  for (std::size_t i = 0; i < branches.size(); ++i) {
    if (i > 0) {
      if (skip_indent_ > 0) --skip_indent_;
      else indent();
    }
    out += "if ";
    ++skip_indent_;
    command(branches[i].condition);
    flush_documents("");
    semicolon();
    out += " then\n";
    body(branches[i].body);
    if (i + 1 < branches.size() || otherwise != nullptr) {
      semicolon();
      newline("else\n");
      indentation_ += amount_;
    }
  }
  if (otherwise != nullptr) {
    command(otherwise);
    flush_documents("");
    indentation_ -= amount_;
  }
  for (std::size_t i = 0; i < branches.size(); ++i) {
    if (i > 0) {
      flush_documents("");
      indentation_ -= amount_;
    }
    semicolon();
    newline("fi");
  }
}

void Printer::loop(std::string_view keyword, const WhileCommand& c) {
  out += keyword;
  ++skip_indent_;
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
  out += " in ";
  indentation_ += amount_;
  for (const CaseCommand::Item& item : c.items) {
    newline("");
    words(item.patterns, " | ");
    out += ")\n";
    body(item.body);
    newline(item.end == CaseEnd::kFallThrough ? ";&" : item.end == CaseEnd::kTestNext ? ";;&" : ";;");
  }
  indentation_ -= amount_;
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
  ++in_function_;
  indentation_ += amount_;
  function_body(*c.body);
  indentation_ -= amount_;
  --in_function_;
  const bool redirected = c.body->kind == CommandKind::kGroup && !c.body->redirects.empty();
  newline(redirected ? "} " : "}");
  was_document_ = false;
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
    indentation_ = 1;
    amount_ = 0;
    out += "{ ";
  } else {
    indentation_ = kIndent;
    out += "\n{ \n";
  }
  ++in_function_;
  function_body(c);
  indentation_ = 0;
  amount_ = kIndent;
  --in_function_;
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
  was_document_ = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) out += ' ';
    redirect(list[i]);
    if (list[i].op == RedirectOp::kHereDoc) documents.push_back(&list[i]);
  }
  if (documents.empty()) return;
  if (connections_ > 0) deferred_ = std::move(documents);
  else this->documents(documents);
}

void Printer::documents(const std::vector<const Redirect*>& list) {
  out += '\n';
  for (const Redirect* r : list) {
    out += r->body->text;
    out += r->delimiter;
    out += '\n';
  }
  was_document_ = true;
}

void Printer::flush_documents(std::string_view op) {
  if (!op.empty()) out += op;
  if (deferred_.empty()) return;
  std::vector<const Redirect*> list;
  list.swap(deferred_);
  documents(list);
  if (!op.empty()) out += ' ';
}

void Printer::duplicate(const Redirect& r) {
  const std::string_view target = r.word->text;
  const bool digits = !target.empty() && target.find_first_not_of("0123456789") == std::string_view::npos;
  const bool moves = target.size() > 1 && target.back() == '-';
  const bool moves_digits = moves && target.substr(0, target.size() - 1).find_first_not_of("0123456789") == std::string_view::npos;
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

std::string print_word(const Word& word) {
  Printer p;
  p.word(word);
  return std::move(p.out);
}

}  // namespace nacre
