// The parts of the grammar that are read word by word: the headers of for and select, case and its patterns, name=( ),
// redirections.
#include <string>

#include "src/syntax/ansi_c.h"
#include "src/syntax/parser_state.h"

namespace nacre {
namespace {

enum ForState : std::uint8_t { kForName, kForAfterName, kForDo, kForWords, kForArith, kForBody };
enum CaseState : std::uint8_t { kCaseWord, kCaseIn, kCaseItem, kCasePattern, kCaseAfterPattern, kCaseBody };

}  // namespace

// ---------------------------------------------------------------- for, select, case

ParserState::Step ParserState::step_for(Tok tok) {
  Frame& f = frames_.back();
  auto* node = static_cast<ForCommand*>(f.node);
  switch (f.state) {
    case kForName:
      if (tok == Tok::kArithForExprs) {
        auto* arith = arena_->make<ArithForCommand>();
        arith->kind = CommandKind::kArithFor;
        arith->line = f.line;
        f.node = arith;
        f.state = kForArith;
        return split_arith_for(*arith) ? Step::kTaken : Step::kFailed;
      }
      if (tok != Tok::kWord) return unexpected(tok);
      node->name_text = word_.text;
      node->name = names_.intern(word_.text);
      node->line = line_;
      f.state = kForAfterName;
      return Step::kTaken;
    case kForAfterName:
      if (tok == Tok::kNewline) {
        f.flag = true;  // then no ; may follow
        return Step::kTaken;
      }
      if (tok == Tok::kIn) {
        f.state = kForWords;
        return Step::kTaken;
      }
      node->positional = true;
      if (tok == Tok::kSemi && !f.flag) {
        f.state = kForDo;
        return Step::kTaken;
      }
      return end_for_header(tok);
    case kForWords:
      if (tok == Tok::kWord || tok == Tok::kAssignmentWord) {
        words_.push_back(take_word());
        return Step::kTaken;
      }
      if (tok != Tok::kSemi && tok != Tok::kNewline && tok != Tok::kEof) return unexpected(tok);
      node->words = take_stack(words_, f.a);
      f.state = kForDo;
      return tok == Tok::kEof ? Step::kAgain : Step::kTaken;
    case kForArith:
      if (tok == Tok::kSemi || tok == Tok::kNewline) {
        f.state = kForDo;
        return Step::kTaken;
      }
      return end_for_header(tok);
    default:
      if (tok == Tok::kNewline) return Step::kTaken;
      return end_for_header(tok);
  }
}

ParserState::Step ParserState::end_for_header(Tok tok) {
  Frame& f = frames_.back();
  if (tok != Tok::kDo && tok != Tok::kLeftBrace) return unexpected(tok);
  check_lines(f, f.node->line);
  f.flag = tok == Tok::kLeftBrace;
  f.state = kForBody;
  push_list();
  return Step::kTaken;
}

// for ((a; b; c)): the three expressions are where quotes, $( ) and ${ } leave semicolons alone; ( ) does not.
bool ParserState::split_arith_for(ArithForCommand& node) {
  const std::string_view text = word_.text;
  std::string_view parts[3];
  std::size_t count = 0, start = 0, depth = 0;
  char quote = 0, open = 0;   // open: the bracket after $, which depth counts
  bool extra = false;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ';';
    if (i < text.size()) {
      if (c == '\\') {
        ++i;
        continue;
      }
      if (quote != 0) {
        if (c == quote) quote = 0;
        continue;
      }
      if (c == '\'' || c == '"' || c == '`') quote = c;
      const bool expands = i > 0 && (text[i - 1] == '$' || text[i - 1] == '<' || text[i - 1] == '>');
      if (depth == 0 && expands && (c == '(' || (c == '{' && text[i - 1] == '$'))) open = c, depth = 1;
      else if (depth > 0 && c == open) ++depth;
      else if (depth > 0 && c == (open == '(' ? ')' : '}')) --depth;
      if (c != ';' || depth > 0) continue;
    }
    if (count == 3) {
      extra = true;
      break;
    }
    while (start < i && (text[start] == ' ' || text[start] == '\t' || text[start] == '\n')) ++start;
    parts[count++] = text.substr(start, i - start);
    start = i + 1;
  }
  if (count != 3 || extra) {
    report(line_, extra ? "syntax error: `;' unexpected" : "syntax error: arithmetic expression required");
    report(line_, "syntax error: `((" + std::string(text) + "))'");
    return false;
  }
  node.init = take_arith(parts[0]);
  node.condition = take_arith(parts[1]);
  node.step = take_arith(parts[2]);
  return true;
}

ParserState::Step ParserState::step_case(Tok tok) {
  Frame& f = frames_.back();
  auto* node = static_cast<CaseCommand*>(f.node);
  switch (f.state) {
    case kCaseWord:
      if (tok != Tok::kWord) return unexpected(tok);
      node->word = take_word();
      node->line = line_;
      check_lines(f, line_);
      f.state = kCaseIn;
      return Step::kTaken;
    case kCaseIn:
      if (tok == Tok::kNewline) return Step::kTaken;
      if (tok != Tok::kIn) return unexpected(tok);
      f.state = kCaseItem;
      return Step::kTaken;
    case kCaseItem:
      if (tok == Tok::kNewline) return Step::kTaken;
      if (tok == Tok::kEsac) {
        node->items = take_stack(cases_, f.a);
        return compound_done(node);
      }
      f.state = kCasePattern;
      f.b = size32(words_);
      return tok == Tok::kLeftParen ? Step::kTaken : Step::kAgain;
    case kCasePattern:
      if (tok != Tok::kWord) return unexpected(tok);
      words_.push_back(take_word(WordMode::kPattern));
      f.state = kCaseAfterPattern;
      return Step::kTaken;
    default:
      if (tok == Tok::kPipe) {
        f.state = kCasePattern;
        return Step::kTaken;
      }
      if (tok != Tok::kRightParen) return unexpected(tok);
      cases_.push_back({});
      cases_.back().patterns = take_stack(words_, f.b);
      f.state = kCaseBody;
      push_list();
      return too_deep() ? Step::kFailed : Step::kTaken;
  }
}

// The commands of an item ended at tok.
ParserState::Step ParserState::end_case_item(Tok tok) {
  frames_.back().state = kCaseItem;
  if (tok == Tok::kEsac) return Step::kAgain;
  if (tok == Tok::kSemiSemi || tok == Tok::kSemiAmp || tok == Tok::kSemiSemiAmp) return Step::kTaken;
  return unexpected(tok);
}

// ---------------------------------------------------------------- name=( elements )

ParserState::Step ParserState::step_array(Tok tok) {
  const Frame f = frames_.back();
  switch (tok) {
    case Tok::kNewline:
      return Step::kTaken;
    case Tok::kWord: case Tok::kAssignmentWord:
      elements_.push_back(take_element());
      return Step::kTaken;
    case Tok::kRightParen: {
      frames_.pop_back();
      restore_context();
      Scan& s = scans_.back();
      s.elements = take_stack(elements_, f.a);
      s.array_end = s.level_id == level_id_ ? offset(s) : 0;
      return Step::kTaken;
    }
    case Tok::kEof:
      hit_end_ = true;
      report(f.line, "unexpected EOF while looking for matching `)'");
      break;
    case Tok::kFailed:
      if (hit_end_) report(error_line(), "syntax error: unexpected end of file");
      break;
    default:
      (void)unexpected(tok);
  }
  array_error_ = true;
  return Step::kFailed;
}

// ---------------------------------------------------------------- redirections

void ParserState::set_redirect_operator(Redirect& r, Tok tok) {
  const auto set = [&](RedirectOp op, int fd) {
    r.op = op;
    if (!r.fd_given) r.fd = fd;
  };
  switch (tok) {
    case Tok::kLess: set(RedirectOp::kInput, 0); break;
    case Tok::kGreater: set(RedirectOp::kOutput, 1); break;
    case Tok::kAppend: set(RedirectOp::kAppend, 1); break;
    case Tok::kGreaterPipe: set(RedirectOp::kClobber, 1); break;
    case Tok::kLessGreater: set(RedirectOp::kReadWrite, 0); break;
    case Tok::kLessAmp: set(RedirectOp::kDupInput, 0); break;
    case Tok::kGreaterAmp: set(RedirectOp::kDupOutput, 1); break;
    case Tok::kAmpGreater: set(RedirectOp::kBoth, 1); break;
    case Tok::kAmpGreaterGreater: set(RedirectOp::kAppendBoth, 1); break;
    case Tok::kHereString: set(RedirectOp::kHereString, 0); break;
    case Tok::kHereDash: r.strip_tabs = true; [[fallthrough]];
    default: set(RedirectOp::kHereDoc, 0); break;
  }
}

ParserState::Step ParserState::begin_redirect(Tok tok) {
  Redirect r;
  r.line = line_;
  r.begin = place(token_begin_, token_begin_).begin;
  std::uint8_t state = 1;
  if (tok == Tok::kNumber) {
    r.fd_given = true;
    r.fd = number_;
    state = 0;
  } else if (tok == Tok::kRedirWord) {
    r.variable_text = word_.text;
    const std::string_view inner = word_.text.substr(1, word_.text.size() - 2);
    const std::size_t open = inner.find('[');
    r.variable = names_.intern(inner.substr(0, open));
    if (open != std::string_view::npos) {
      r.variable_subscript.kind = SubscriptKind::kIndex;
      r.variable_subscript.text = inner.substr(open + 1, inner.size() - open - 2);
      RawWord raw;
      raw.text = r.variable_subscript.text;
      raw.line = word_.line;
      raw.begin = word_.begin;
      raw.end = word_.end;
      raw.flags = RawWord::kExpansion | RawWord::kJoined;
      std::swap(raw, word_);
      r.variable_subscript.word = take_word();
      std::swap(raw, word_);
    }
    state = 0;
  } else {
    set_redirect_operator(r, tok);
  }
  redirects_.push_back(r);
  frames_.push_back({.kind = FrameKind::kRedirect, .state = state, .line = line_});
  return Step::kTaken;
}

ParserState::Step ParserState::step_redirect(Tok tok) {
  Frame& f = frames_.back();
  Redirect& r = redirects_.back();
  if (f.state == 0) {
    if (!is_redirection(tok) || tok == Tok::kNumber || tok == Tok::kRedirWord) return unexpected(tok);
    if (tok == Tok::kAmpGreater || tok == Tok::kAmpGreaterGreater) return unexpected(tok);
    set_redirect_operator(r, tok);
    f.state = 1;
    return Step::kTaken;
  }
  const bool dup = r.op == RedirectOp::kDupInput || r.op == RedirectOp::kDupOutput;
  if (tok == Tok::kWord || tok == Tok::kAssignmentWord) {
    if (r.op == RedirectOp::kHereDoc) {
      r.quoted = (word_.flags & RawWord::kQuotes) != 0;
      r.delimiter = r.quoted ? arena_->copy(remove_quotes(word_.text)) : word_.text;
      Word* delimiter = new_word();
      delimiter->literal = word_.text;
      auto* body = arena_->make<Word>();
      ++misprints_;
      here_documents_.push_back({body, r.delimiter, r.strip_tabs, r.quoted, line_});
      r.word = delimiter;
      r.body = body;
    } else {
      r.word = take_word();
    }
  } else if (dup && (tok == Tok::kNumber || tok == Tok::kMinus)) {
    auto* word = arena_->make<Word>();
    const Extent where = place(token_begin_, token_end_);
    word->begin = where.begin;
    word->end = where.end;
    word->text = word->literal =
        tok == Tok::kMinus ? std::string_view("-") : arena_->copy(std::string_view(std::to_string(number_)));
    word->flags = Word::kConstant | Word::kLiteral | Word::kSingleField;
    r.word = word;
  } else {
    return unexpected(tok);
  }
  frames_.pop_back();
  const Frame& command = frames_.back();
  if (command.kind == FrameKind::kSimple && words_.size() == command.a && assignments_.size() == command.b) context_.redirections_only = true;
  return Step::kTaken;
}

}  // namespace nacre
