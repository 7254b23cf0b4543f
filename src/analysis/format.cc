// format(): a script laid out anew, from its tree and the places in it. See analysis.h for what comes out.
//
// Words are copied from the source as they are, but for the commands in $( ) and <( ), which are laid out like the others.
// Comments are not in the tree: they lie in the order of the text (SourceMarks), as the printing does, and each goes where a
// line begins or ends next. Here-documents wait in pending_ for the end of their line.
//
// Every complete command is parsed again from what was made of it; where the trees differ (there should be no such case) it
// stays as it was written.
#include <algorithm>
#include <utility>

#include "src/analysis/analysis.h"
#include "src/analysis/common.h"
#include "src/analysis/tree_json.h"
#include "src/syntax/line_numbers.h"

namespace nacre {
namespace {

class Formatter {
 public:
  Formatter(std::string_view source, const SourceMarks& marks, std::uint32_t indent)
      : source_(source), comments_(marks.comments), documents_(marks.documents), width_(indent) {}

  void unit(const Command& c, std::uint32_t end);
  void unit_as_written(const Command& c, std::uint32_t end);
  void end();

  std::string out;
  struct Mark {  // where the printing stands between two units
    std::size_t size;
    std::size_t comment;
    std::uint32_t last;
    bool fresh;
  };
  Mark mark() const { return {out.size(), comment_, last_, fresh_}; }
  void back(const Mark& m) {
    out.resize(m.size);
    comment_ = m.comment;
    last_ = m.last;
    fresh_ = m.fresh;
    pending_.clear();
    held_.clear();
    level_ = 0;
  }

 private:
  static constexpr std::uint32_t kEnd = 0xffffffff;

  // ---- the source
  std::string_view slice(std::uint32_t begin, std::uint32_t end) const {
    end = std::min(end, static_cast<std::uint32_t>(source_.size()));
    return begin < end ? source_.substr(begin, end - begin) : std::string_view();
  }
  bool one_line(std::uint32_t begin, std::uint32_t end) const { return slice(begin, end).find('\n') == std::string_view::npos; }
  std::uint32_t next_token(std::uint32_t at) const;
  static const Command* last_of(const Command& c) {
    return c.kind == CommandKind::kList ? c.as<ListCommand>().items.back().command : &c;
  }
  // Where the token stands that ends a list of commands.
  std::uint32_t closing(const Command& body) const { return next_token(end_of(body)); }
  static std::uint32_t end_of(const Command& c) {
    const auto& r = last_of(c)->redirects;
    return r.empty() ? c.end : std::max(c.end, r.back().word->end);
  }
  static bool single(const Command& c) { return c.kind != CommandKind::kList; }

  // ---- lines
  void indent() {
    if (width_ == 0) out.append(level_, '\t');
    else out.append(std::size_t{level_} * width_, ' ');
  }
  void newline();
  void line(std::uint32_t at);
  void closing_line(std::string_view text) {
    newline();
    indent();
    out += text;
  }
  void comment(const Extent& e);
  void comments(std::uint32_t before);
  void trailing_comment(std::uint32_t before);

  // ---- commands
  void command(const Command& c);
  void statements(const Command& body, std::uint32_t end);
  void statement(const Command& c, bool background, std::uint32_t next);
  void inline_list(const Command& c);
  void block(const Command* body, std::uint32_t end);
  void condition(std::string_view keyword, const Command& c, std::string_view then);
  void body_of_loop(const Command& c, const Command& body);
  void simple(const SimpleCommand& c);
  void and_or(const AndOrCommand& c);
  void pipeline(const PipelineCommand& c);
  void connect(std::string_view op, std::uint32_t from, const Command& next, bool& broken);
  void if_command(const IfCommand& c);
  void for_command(const ForCommand& c);
  void case_command(const CaseCommand& c);
  void case_item(const CaseCommand::Item& item);
  void brackets(const Command& c, const Command& body, char open, char close);
  void function(const FunctionCommand& c);
  void coproc(const CoprocCommand& c);
  void conditional(const CondExpr& e);
  void as_written(std::uint32_t begin, std::uint32_t end);
  void redirects(const Command& c);
  void redirect(const Redirect& r);
  void word(const Word& w);
  void array(const Assignment& a);
  void substitution(const CommandSub& s);
  void between(std::uint32_t from, std::uint32_t to, bool& broken);

  std::string_view source_;
  const std::vector<Extent>& comments_;
  const std::vector<Extent>& documents_;
  std::uint32_t width_;
  std::uint32_t level_ = 0;
  std::size_t comment_ = 0;                // the next that has not been printed
  std::vector<std::size_t> held_;          // comments for which there was no place
  std::vector<std::uint32_t> pending_;     // where here-documents begin whose lines come after this one
  std::uint32_t last_ = 0;                 // in the source: the end of what has been printed
  bool fresh_ = true;                      // no empty line may come here
};

bool before(const Extent& e, std::uint32_t at) { return e.begin < at; }

// A command that is printed on one line when it was written on one: no list of several commands in it, no case of several
// items.
bool flat(const Command& c) {
  if (c.kind == CommandKind::kList) return false;
  if (c.kind == CommandKind::kCase) {
    const auto items = c.as<CaseCommand>().items;
    if (items.size() > 1 || (items.size() == 1 && items[0].body == nullptr)) return false;
  }
  bool all = true;
  for_each_command(c, [](const Command& inner, void* all) { *static_cast<bool*>(all) = *static_cast<bool*>(all) && flat(inner); }, &all);
  return all;
}

// Whether a here-document begins in it: then a line ends there, and what was on one line is not.
bool documented(const Command& c) {
  if (std::ranges::any_of(c.redirects, [](const Redirect& r) { return r.op == RedirectOp::kHereDoc; })) return true;
  bool any = false;
  for_each_command(c, [](const Command& inner, void* found) { *static_cast<bool*>(found) |= documented(inner); }, &any);
  return any;
}

bool flat_list(const Command& c) {
  if (c.kind != CommandKind::kList) return flat(c);
  const auto items = c.as<ListCommand>().items;
  return std::all_of(items.begin(), items.end(), [](const ListCommand::Item& i) { return flat(*i.command); });
}

// The next token from `at` on, but for newlines, single ; and &, comments and here-documents.
std::uint32_t Formatter::next_token(std::uint32_t at) const {
  while (at < source_.size()) {
    const char c = source_[at], next = at + 1 < source_.size() ? source_[at + 1] : '\0';
    const auto document = std::lower_bound(documents_.begin(), documents_.end(), at, before);
    if (document != documents_.end() && document->begin == at && document->end > at) {
      at = document->end;
    } else if (c == '#') {
      const auto comment = std::lower_bound(comments_.begin(), comments_.end(), at, before);
      if (comment == comments_.end() || comment->begin != at) return at;
      at = comment->end;
    } else if (c == ' ' || c == '\t' || c == '\n' || (c == '&' && next != '&') || (c == ';' && next != ';' && next != '&')) {
      ++at;
    } else if (c == '\\' && next == '\n') {
      at += 2;
    } else {
      return at;
    }
  }
  return at;
}

// ---------------------------------------------------------------- lines and comments

void Formatter::newline() {
  out += '\n';
  for (std::uint32_t begin : std::exchange(pending_, {})) {
    const auto document = std::lower_bound(documents_.begin(), documents_.end(), begin, before);
    if (document == documents_.end()) continue;
    out += slice(document->begin, document->end);
    if (out.back() != '\n') out += '\n';
    last_ = std::max(last_, document->end);
  }
  for (std::size_t i : std::exchange(held_, {})) {
    indent();
    comment(comments_[i]);
    out += '\n';
  }
}

// Begins a line for what stands at `at` in the source; an empty line before it stays.
void Formatter::line(std::uint32_t at) {
  if (!out.empty() && out.back() != '\n') newline();
  if (!fresh_ && last_ < at) {
    const std::string_view gap = slice(last_, at);
    const auto lines = std::count(gap.begin(), gap.end(), '\n');
    if (lines > (last_ > 0 && source_[last_ - 1] == '\n' ? 0 : 1)) out += '\n';
  }
  fresh_ = false;
  indent();
}

void Formatter::comment(const Extent& e) {
  std::string_view text = slice(e.begin, e.end);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  out += text;
  last_ = std::max(last_, e.end);
}

// Those before this place of the source, each on a line of its own.
void Formatter::comments(std::uint32_t before) {
  while (comment_ < comments_.size() && comments_[comment_].begin < before) {
    line(comments_[comment_].begin);
    comment(comments_[comment_++]);
  }
}

// One that stands on the line which has been printed.
void Formatter::trailing_comment(std::uint32_t before) {
  if (comment_ == comments_.size()) return;
  const std::uint32_t at = comments_[comment_].begin;
  if (at >= before || (at > last_ && !one_line(last_, at))) return;
  out += ' ';
  comment(comments_[comment_++]);
}

// ---------------------------------------------------------------- lists

void Formatter::unit(const Command& c, std::uint32_t end) {
  statements(c, end);
  if (!pending_.empty() || !held_.empty()) newline();
  comments(end);
}

void Formatter::unit_as_written(const Command& c, std::uint32_t end) {
  comments(c.begin);
  line(c.begin);
  as_written(c.begin, end);
  while (!out.empty() && out.back() == '\n') out.pop_back();
}

void Formatter::end() {
  comments(kEnd);
  // A backslash at the very end of a script stands for itself: no newline may follow it.
  const std::size_t slashes = source_.size() - std::min(source_.find_last_not_of('\\') + 1, source_.size());
  if (slashes % 2 == 1 && (comments_.empty() || comments_.back().end < source_.size())) return;
  if (!out.empty() && out.back() != '\n') newline();
}

// The commands of a list, a line for each. end: where in the source the token stands that ends it.
void Formatter::statements(const Command& body, std::uint32_t end) {
  if (single(body)) return statement(body, false, end);
  const auto items = body.as<ListCommand>().items;
  for (std::size_t i = 0; i < items.size(); ++i) {
    statement(*items[i].command, items[i].background, i + 1 < items.size() ? items[i + 1].command->begin : end);
  }
}

void Formatter::statement(const Command& c, bool background, std::uint32_t next) {
  comments(c.begin);
  line(c.begin);
  command(c);
  if (background) out += " &";
  last_ = std::max(last_, end_of(c));
  trailing_comment(next);
}

// `a; b`
void Formatter::inline_list(const Command& c) {
  if (single(c)) return command(c);
  bool first = true, background = false;
  for (const ListCommand::Item& i : c.as<ListCommand>().items) {
    if (!first) out += background ? " " : "; ";
    command(*i.command);
    background = i.background;
    if (background) out += " &";
    first = false;
  }
}

// What stands between two keywords, indented; up to the second one's line. end: its place in the source.
void Formatter::block(const Command* body, std::uint32_t end) {
  trailing_comment(body != nullptr ? body->begin : end);
  ++level_;
  fresh_ = true;
  if (body != nullptr) statements(*body, end);
  comments(end);
  --level_;
  fresh_ = true;
}

// "if a; then", and where a is several commands on lines of their own, that.
void Formatter::condition(std::string_view keyword, const Command& c, std::string_view then) {
  out += keyword;
  const std::uint32_t end = closing(c);
  const bool commented = comment_ < comments_.size() && comments_[comment_].begin < c.begin;
  if (!commented && (single(c) || (one_line(c.begin, c.end) && flat_list(c)))) {
    out += ' ';
    inline_list(c);
    const bool background = !single(c) && c.as<ListCommand>().items.back().background;
    out += pending_.empty() ? background ? " " : "; " : "";
    if (!pending_.empty()) closing_line("");
    out += then;
  } else {
    last_ += static_cast<std::uint32_t>(keyword.size());
    block(&c, end);
    closing_line(then);
  }
  last_ = end + static_cast<std::uint32_t>(then.size());
}

void Formatter::body_of_loop(const Command& c, const Command& body) {
  // The body ends with done, or with }.
  if (one_line(c.begin, c.end) && flat(c) && (c.kind != CommandKind::kWhile || !documented(*c.as<WhileCommand>().condition))) {
    out += ' ';
    command(body);
    out += "; done";
    return;
  }
  const std::uint32_t end = closing(body);
  block(&body, end);
  closing_line("done");
  last_ = end + 1;
}

// ---------------------------------------------------------------- commands

void Formatter::command(const Command& c) {
  switch (c.kind) {
    case CommandKind::kSimple: return simple(c.as<SimpleCommand>());
    case CommandKind::kPipeline: return pipeline(c.as<PipelineCommand>());
    case CommandKind::kAndOr: return and_or(c.as<AndOrCommand>());
    case CommandKind::kList: return inline_list(c);
    case CommandKind::kSubshell: brackets(c, *c.as<SubshellCommand>().body, '(', ')'); break;
    case CommandKind::kGroup: brackets(c, *c.as<GroupCommand>().body, '{', '}'); break;
    case CommandKind::kIf: if_command(c.as<IfCommand>()); break;
    case CommandKind::kWhile: {
      const auto& w = c.as<WhileCommand>();
      last_ = c.begin;
      condition(w.until ? "until" : "while", *w.condition, "do");
      body_of_loop(c, *w.body);
      break;
    }
    case CommandKind::kFor: case CommandKind::kSelect: for_command(c.as<ForCommand>()); break;
    case CommandKind::kArithFor: {
      const auto& f = c.as<ArithForCommand>();
      out += "for ((";
      out += f.init->word->text;
      out += "; ";
      out += f.condition->word->text;
      out += "; ";
      out += f.step->word->text;
      out += ")); do";
      last_ = f.body->begin;
      body_of_loop(c, *f.body);
      break;
    }
    case CommandKind::kCase: case_command(c.as<CaseCommand>()); break;
    case CommandKind::kFunction: return function(c.as<FunctionCommand>());
    case CommandKind::kCoproc: return coproc(c.as<CoprocCommand>());
    case CommandKind::kArith: case CommandKind::kCond: {
      const std::uint32_t end = c.redirects.empty() || c.redirects[0].begin >= c.end ? c.end : c.redirects[0].begin;
      if (c.kind == CommandKind::kCond && one_line(c.begin, end)) {
        out += "[[ ";
        conditional(*c.as<CondCommand>().expression);
        out += " ]]";
      } else {
        as_written(c.begin, end);
        while (out.back() == ' ' || out.back() == '\t') out.pop_back();
      }
      break;
    }
  }
  redirects(c);
}

// Before a word of a simple command that begins at `to`: a blank, or the line continuation that stands there.
void Formatter::between(std::uint32_t from, std::uint32_t to, bool& broken) {
  if (from >= to || one_line(from, to)) {
    out += ' ';
    return;
  }
  out += " \\\n";
  if (!broken) ++level_;
  broken = true;
  indent();
}

// Assignments, words and redirections, in the order of the source.
void Formatter::simple(const SimpleCommand& c) {
  std::size_t a = 0, w = 0, r = 0;
  bool broken = false;
  std::uint32_t at = 0;
  const std::size_t redirects = c.redirects.size() - (!c.redirects.empty() && c.redirects.back().begin >= c.end);
  for (;;) {
    const std::uint32_t next_a = a < c.assignments.size() ? c.assignments[a].word->begin : kEnd;
    const std::uint32_t next_w = w < c.words.size() ? c.words[w]->begin : kEnd;
    const std::uint32_t next_r = r < redirects ? c.redirects[r].begin : kEnd;
    const std::uint32_t next = std::min({next_a, next_w, next_r});
    if (next == kEnd) break;
    if (at != 0) between(at, next, broken);
    if (next == next_a) {
      at = c.assignments[a].word->end;
      word(*c.assignments[a++].word);
    } else if (next == next_w) {
      at = c.words[w]->end;
      word(*c.words[w++]);
    } else {
      at = c.redirects[r].word->end;
      redirect(c.redirects[r++]);
    }
  }
  if (broken) --level_;
}

// An operator between two commands; a new line after it stays.
void Formatter::connect(std::string_view op, std::uint32_t from, const Command& next, bool& broken) {
  out += op;
  if (one_line(from, next.begin)) {
    out += ' ';
    return;
  }
  last_ = from;
  trailing_comment(next.begin);
  if (!broken) ++level_;
  broken = true;
  fresh_ = true;
  comments(next.begin);
  fresh_ = true;
  line(next.begin);
}

void Formatter::and_or(const AndOrCommand& c) {
  bool broken = false;
  for (std::size_t i = 0; i < c.items.size(); ++i) {
    if (i > 0) connect(c.items[i].is_or ? " ||" : " &&", end_of(*c.items[i - 1].command), *c.items[i].command, broken);
    command(*c.items[i].command);
  }
  if (broken) --level_;
}

void Formatter::pipeline(const PipelineCommand& c) {
  if (c.timed) out += c.time_posix ? "time -p" : "time";
  if (c.negated) out += c.timed ? " !" : "!";
  if ((c.timed || c.negated) && !c.commands.empty()) out += ' ';
  bool broken = false;
  for (std::size_t i = 0; i < c.commands.size(); ++i) {
    if (i > 0) {
      const Command& left = *c.commands[i - 1];
      const bool both = !left.redirects.empty() && left.redirects.back().begin >= left.end;
      connect(both ? " |&" : " |", both ? left.redirects.back().word->end : left.end, *c.commands[i], broken);
    }
    command(*c.commands[i]);
  }
  if (broken) --level_;
}

// ( ) and { }
void Formatter::brackets(const Command& c, const Command& body, char open, char close) {
  out += open;
  if (one_line(c.begin, c.end) && flat(c)) {
    const std::size_t at = out.size();
    command(body);
    if (open == '{') {
      out.insert(at, 1, ' ');
      out += "; ";
    } else if (out[at] == '(') {
      out.insert(at, 1, ' ');
      out += ' ';
    }
    out += close;
    return;
  }
  last_ = c.begin + 1;
  const std::uint32_t end = closing(body);
  block(&body, end);
  closing_line({&close, 1});
  last_ = end + 1;
}

void Formatter::if_command(const IfCommand& c) {
  const bool simple = one_line(c.begin, c.end) && flat(c) &&
                      std::ranges::none_of(c.branches, [](const IfCommand::Branch& b) { return documented(*b.condition); });
  const auto body = [&](const Command& b) {
    if (simple) {
      out += ' ';
      command(b);
      out += "; ";
      return;
    }
    const std::uint32_t end = closing(b);
    block(&b, end);
    closing_line("");
    last_ = end;
  };
  bool first = true;
  last_ = c.begin;
  for (const IfCommand::Branch& b : c.branches) {
    condition(first ? "if" : "elif", *b.condition, "then");
    first = false;
    body(*b.body);
  }
  if (c.otherwise != nullptr) {
    out += "else";
    last_ += 4;
    body(*c.otherwise);
  }
  out += "fi";
  last_ += 2;
}

void Formatter::for_command(const ForCommand& c) {
  out += c.kind == CommandKind::kFor ? "for " : "select ";
  out += c.name_text;
  std::uint32_t at = c.body->begin;
  if (!c.positional) {
    out += " in";
    bool broken = false;
    at = c.words.empty() ? c.begin : c.words[0]->begin;
    for (const Word* w : c.words) {
      between(at, w->begin, broken);
      word(*w);
      at = w->end;
    }
    if (broken) --level_;
    at = c.words.empty() ? c.body->begin : next_token(at) + 2;
  }
  out += "; do";
  last_ = std::min(at, c.body->begin);
  body_of_loop(c, *c.body);
}

void Formatter::case_command(const CaseCommand& c) {
  out += "case ";
  word(*c.word);
  out += " in";
  if (one_line(c.begin, c.end) && flat(c)) {
    out += ' ';
    for (const CaseCommand::Item& i : c.items) {
      case_item(i);
      out += ' ';
    }
    out += "esac";
    return;
  }
  last_ = next_token(c.word->end) + 2;
  trailing_comment(c.items.empty() ? kEnd : c.items[0].patterns[0]->begin);
  fresh_ = true;
  for (std::size_t i = 0; i < c.items.size(); ++i) {
    const CaseCommand::Item& item = c.items[i];
    const std::uint32_t at = item.patterns[0]->begin;
    comments(at);
    line(at);
    case_item(item);
    trailing_comment(i + 1 < c.items.size() ? c.items[i + 1].patterns[0]->begin : kEnd);
  }
  comments(next_token(last_));
  closing_line("esac");
  last_ = std::max(last_, c.begin);
}

void Formatter::case_item(const CaseCommand::Item& item) {
  constexpr std::string_view kEnds[] = {";;", ";&", ";;&"};
  const std::string_view terminator = kEnds[static_cast<int>(item.end)];
  for (const Word* w : item.patterns) {
    if (w != item.patterns[0]) out += " | ";
    word(*w);
  }
  out += ')';
  const std::uint32_t paren = next_token(item.patterns.back()->end) + 1;
  const std::uint32_t end = item.body != nullptr ? closing(*item.body) : next_token(paren);
  const bool commented = comment_ < comments_.size() && comments_[comment_].begin < end;
  if (!commented && (item.body == nullptr || (one_line(paren, end) && flat(*item.body)))) {
    if (item.body != nullptr) {
      out += ' ';
      command(*item.body);
    }
    out += ' ';
    out += terminator;
  } else {
    last_ = paren;
    block(item.body, end);
    ++level_;
    closing_line(terminator);
    --level_;
  }
  last_ = std::max(last_, slice(end, end + 2) == terminator.substr(0, 2) ? end + static_cast<std::uint32_t>(terminator.size()) : end);
}

void Formatter::function(const FunctionCommand& c) {
  const std::uint32_t name_end = c.name_word->end;
  const bool keyword = c.name_word->begin > c.begin;
  if (keyword) out += "function ";
  out += c.name_word->text;
  const std::uint32_t next = next_token(name_end);
  if (!keyword || (next < c.body->begin && slice(next, next + 1) == "(")) out += "()";
  out += ' ';
  command(*c.body);
}

void Formatter::coproc(const CoprocCommand& c) {
  out += "coproc ";
  const std::uint32_t next = next_token(c.begin + 6);
  if (next < c.body->begin) {
    out += c.name_text;
    out += ' ';
  }
  command(*c.body);
}

void Formatter::conditional(const CondExpr& first) {
  const CondExpr* e = &first;
  for (; e->kind == CondKind::kAnd || e->kind == CondKind::kOr; e = e->right) {
    conditional(*e->left);
    out += e->kind == CondKind::kAnd ? " && " : " || ";
  }
  switch (e->kind) {
    case CondKind::kNot: case CondKind::kGroup:
      out += e->kind == CondKind::kNot ? "! " : "(";
      conditional(*e->left);
      if (e->kind == CondKind::kGroup) out += ')';
      break;
    case CondKind::kUnary:
      out += e->op_text;
      out += ' ';
      word(*e->word);
      break;
    case CondKind::kWord: word(*e->word); break;
    default:
      word(*e->word);
      out += ' ';
      out += e->op_text;
      out += ' ';
      word(*e->word2);
      break;
  }
}

// A stretch of the source, with the comments in it. Those before it, for which there was no place, come on the next line.
void Formatter::as_written(std::uint32_t begin, std::uint32_t end) {
  out += slice(begin, end);
  for (; comment_ < comments_.size() && comments_[comment_].begin < end; ++comment_) {
    if (comments_[comment_].begin < begin) held_.push_back(comment_);
  }
  last_ = std::max(last_, end);
}

// ---------------------------------------------------------------- redirections, words

void Formatter::redirects(const Command& c) {
  for (const Redirect& r : c.redirects) {
    if (r.begin >= c.end) break;  // of |&
    out += ' ';
    redirect(r);
  }
}

void Formatter::redirect(const Redirect& r) {
  for (const char ch : slice(r.begin, r.word->begin)) {
    if (ch != ' ' && ch != '\t' && ch != '\\' && ch != '\n') out += ch;
  }
  const char first = r.word->text.empty() ? '\0' : r.word->text[0];
  if (first == '<' || first == '>' || (first == '-' && r.op == RedirectOp::kHereDoc)) out += ' ';
  word(*r.word);
  if (r.op == RedirectOp::kHereDoc) pending_.push_back(r.body->begin);
}

void Formatter::word(const Word& w) {
  if (w.assignment != nullptr && w.assignment->is_array) return array(*w.assignment);
  std::uint32_t at = w.begin;
  for (const TextPatch& p : w.patches) {
    if (p.command == nullptr || p.command->body == nullptr || p.command->begin < at || p.command->end > w.end) continue;
    out += slice(at, p.command->begin);
    substitution(*p.command);
    at = p.command->end;
  }
  as_written(at, w.end);
}

// name=( ... )
void Formatter::array(const Assignment& a) {
  const Word& w = *a.word;
  const std::uint32_t begin = a.elements.empty() ? w.end : a.elements[0].word->begin;
  const std::uint32_t open = static_cast<std::uint32_t>(slice(w.begin, begin).rfind("=(")) + w.begin + 2;
  if (a.elements.empty()) return as_written(w.begin, w.end);
  out += slice(w.begin, open);
  if (one_line(w.begin, w.end)) {
    for (const ArrayElement& e : a.elements) {
      if (&e != &a.elements[0]) out += ' ';
      word(*e.word);
    }
  } else {
    std::uint32_t last = open;
    last_ = open;
    ++level_;
    fresh_ = true;
    const std::vector<std::uint32_t> outer = std::exchange(pending_, {});
    trailing_comment(begin);
    for (const ArrayElement& e : a.elements) {
      // Elements of one line stay together.
      const bool commented = comment_ < comments_.size() && comments_[comment_].begin < e.word->begin;
      if (&e != &a.elements[0] && one_line(last, e.word->begin) && !commented) {
        out += ' ';
      } else {
        comments(e.word->begin);
        line(e.word->begin);
      }
      word(*e.word);
      last_ = last = e.word->end;
      const std::uint32_t next = &e == &a.elements.back() ? w.end : (&e + 1)->word->begin;
      trailing_comment(next);
    }
    comments(w.end);
    --level_;
    closing_line("");
    pending_ = outer;
  }
  out += ')';
  last_ = std::max(last_, w.end);
}

// The commands between the parentheses.
void Formatter::substitution(const CommandSub& s) {
  const Command& body = *s.body;
  const bool commented = comment_ < comments_.size() && comments_[comment_].begin < s.end;
  const auto document = std::lower_bound(documents_.begin(), documents_.end(), s.begin, before);
  const bool documented = document != documents_.end() && document->begin < s.end;
  const std::uint32_t outer_last = std::exchange(last_, s.begin);
  const bool outer_fresh = std::exchange(fresh_, true);
  std::vector<std::uint32_t> outer = std::exchange(pending_, {});
  const bool apart = !one_line(s.begin, body.begin) || !one_line(end_of(body), s.end);
  if (commented || documented || apart || (!single(body) && !(one_line(s.begin, s.end) && flat_list(body)))) {
    block(&body, s.end);
    closing_line("");
  } else {
    const std::size_t at = out.size();
    inline_list(body);
    if (!single(body) && body.as<ListCommand>().items.back().background) out += ' ';
    if (out[at] == '(') out.insert(at, 1, ' ');
  }
  if (!pending_.empty()) closing_line("");
  pending_ = std::move(outer);
  last_ = std::max(outer_last, s.end);
  fresh_ = outer_fresh;
}

// Whether text holds just this command, whatever the layout.
bool same(const Command* command, std::string_view text, NameTable& names, ParserOptions options, std::size_t limit) {
  options.marks = nullptr;
  Json wanted(limit), got(limit);
  TreeWriter first(wanted, names, nullptr), second(got, names, nullptr);
  first.items(command);
  Parser parser(names, options);
  parser.append(text);
  parser.finish();
  Ref<Script> unit;
  ParseStatus status;
  while ((status = parser.next(unit)) == ParseStatus::kCommand) {
    second.items(unit->command);
    note_extglob(unit->command, options);
  }
  return status == ParseStatus::kEnd && !wanted.full() && !got.full() && wanted.text() == got.text();
}

}  // namespace

bool format(std::string_view script, const FormatOptions& given, std::string& out) {
  const std::string source = without_nul(script);
  NameTable names;
  SourceMarks marks;
  ParserOptions options;
  options.extglob = given.extglob;
  options.posix = given.posix;
  options.marks = &marks;
  Parser parser(names, options);
  parser.append(source);
  parser.finish();
  Formatter formatter(source, marks, given.indent);
  ParseStatus status;
  Ref<Script> unit;
  while ((status = parser.next(unit)) == ParseStatus::kCommand) {
    const Command& c = *unit->command;
    const std::uint32_t end = parser.last_token().end;
    const Formatter::Mark start = formatter.mark();
    formatter.unit(c, end);
    const std::string_view made = std::string_view(formatter.out).substr(start.size);
    if (!same(&c, made, names, options, given.limit)) {
      if (given.kept != nullptr) ++*given.kept;
      formatter.back(start);
      formatter.unit_as_written(c, end);
    }
    note_extglob(&c, options);
  }
  if (status == ParseStatus::kError) {
    out = error_json(source, parser);
    return false;
  }
  formatter.end();
  out = std::move(formatter.out);
  return true;
}

}  // namespace nacre
