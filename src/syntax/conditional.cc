// [[ ... ]] (bash manual 3.2.5.2): terms joined by && and ||, ! and parentheses.
//
// A kCond frame is what [[ or a parenthesis opened; its terms lie on terms_ from frame.a on. Newlines may stand before
// a term and after a complete one, not inside. Errors come in bash's words: one for the place, one more for every
// parenthesis around it.
#include <string>

#include "src/syntax/parser_state.h"

namespace nacre {
namespace {

enum CondState : std::uint8_t { kTermStart, kAfterTerm, kUnaryOperand, kOperator, kRightSide };

CondOp word_operator(std::string_view text) {
  struct Entry {
    std::string_view text;
    CondOp op;
  };
  static constexpr Entry kEntries[] = {{"==", CondOp::kMatch},    {"=", CondOp::kMatch},   {"!=", CondOp::kNotMatch},
                                       {"=~", CondOp::kRegex},    {"-eq", CondOp::kEq},    {"-ne", CondOp::kNe},
                                       {"-lt", CondOp::kLt},      {"-le", CondOp::kLe},    {"-gt", CondOp::kGt},
                                       {"-ge", CondOp::kGe},      {"-nt", CondOp::kNewer}, {"-ot", CondOp::kOlder},
                                       {"-ef", CondOp::kSameFile}};
  for (const Entry& e : kEntries) if (e.text == text) return e.op;
  return CondOp::kNone;
}

bool is_unary(std::string_view text) {
  return text.size() == 2 && text[0] == '-' &&
         std::string_view("abcdefghknoprstuvwxzGLNORS").find(text[1]) != std::string_view::npos;
}

}  // namespace

ParserState::Step ParserState::begin_conditional() {
  auto* node = arena_->make<CondCommand>();
  node->kind = CommandKind::kCond;
  node->line = line_;
  if (!push_frame(FrameKind::kCond)) return Step::kFailed;
  frames_.back().node = node;
  frames_.back().substitutions = substitutions_;
  frames_.back().a = static_cast<std::uint32_t>(terms_.size());
  context_.conditional = true;
  context_.last = Tok::kCondStart;
  return Step::kTaken;
}

// After the first message: one more for each open parenthesis.
ParserState::Step ParserState::cond_failed() {
  for (std::size_t i = frames_.size(); i-- > 0 && frames_[i].kind == FrameKind::kCond && frames_[i].node == nullptr;) {
    report(frames_[i].line, "expected `)'");
  }
  conditional_error_ = true;
  in_substitution_ = frame_around(FrameKind::kSubstitution, frames_.size()) != kNoFrame;
  return Step::kFailed;
}

ParserState::Step ParserState::step_cond(Tok tok) {
  const Step step = step_cond_token(tok);
  if (step == Step::kFailed && tok == Tok::kNewline && unread().empty()) hit_end_ = true;
  return step;
}

ParserState::Step ParserState::step_cond_token(Tok tok) {
  Frame& f = frames_.back();
  if (tok == Tok::kEof) hit_end_ = true;
  const std::string what =
      tok == Tok::kFailed || tok == Tok::kWord || tok == Tok::kNumber ? std::string() : token_words(tok);
  switch (f.state) {
    case kTermStart: {
      if (tok == Tok::kNewline) return Step::kTaken;
      if (tok == Tok::kCondEnd) return cond_failed();
      if (tok == Tok::kLeftParen) {
        frames_.push_back({.kind = FrameKind::kCond, .line = line_, .a = static_cast<std::uint32_t>(terms_.size())});
        return too_deep() ? Step::kFailed : Step::kTaken;
      }
      if (tok == Tok::kBang || (tok == Tok::kWord && word_.text == "!")) {
        f.negated = !f.negated;
        return Step::kTaken;
      }
      if (tok == Tok::kWord) {
        auto* term = arena_->make<CondExpr>();
        term->line = line_;
        f.expr = term;
        if (is_unary(word_.text)) {
          term->kind = CondKind::kUnary;
          term->unary = word_.text[1];
          term->op_text = word_.text;
          f.state = kUnaryOperand;
        } else {
          term->word = take_word();
          f.state = kOperator;
        }
        return Step::kTaken;
      }
      if (tok == Tok::kFailed && !hit_end_) return Step::kFailed;
      const std::string shown = tok == Tok::kNumber ? "284" : tok == Tok::kFailed ? "`\377'" : "`" + what + "'";
      report(tok == Tok::kEof || tok == Tok::kFailed ? error_line() : line_,
             "unexpected token " + shown + " in conditional command");
      return cond_failed();
    }
    case kAfterTerm:
      if (tok == Tok::kNewline) return Step::kTaken;
      if (tok == Tok::kAndAnd || tok == Tok::kOrOr) {
        f.flag = tok == Tok::kOrOr;
        f.state = kTermStart;
        return Step::kTaken;
      }
      if (f.node == nullptr) {
        if (tok == Tok::kRightParen) return cond_group_done(join_terms(f));
        const std::uint32_t line = f.line;
        frames_.pop_back();
        report(line, what.empty() ? "expected `)'" : "unexpected token `" + what + "', expected `)'");
        return cond_failed();
      }
      if (tok == Tok::kCondEnd) {
        auto* node = static_cast<CondCommand*>(f.node);
        node->line = terms_.back().expr->line;
        node->expression = join_terms(f);
        check_lines(f, node->line);
        context_.conditional = false;
        context_.last = context_.current = Tok::kCondEnd;
        return compound_done(node);
      }
      if (tok == Tok::kEof) report(f.line, "unexpected EOF while looking for `]]'");
      else
        report(f.line, what.empty() ? "syntax error in conditional expression"
                                    : "syntax error in conditional expression: unexpected token `" + what + "'");
      return cond_failed();
    case kUnaryOperand:
      if (tok == Tok::kWord) {
        auto* term = const_cast<CondExpr*>(f.expr);
        term->word = take_word();
        return cond_term_done(term);
      }
      if (tok == Tok::kFailed && !hit_end_) return Step::kFailed;
      report(tok == Tok::kFailed ? error_line() : line_,
             what.empty() ? "unexpected argument to conditional unary operator"
                          : "unexpected argument `" + what + "' to conditional unary operator");
      return cond_failed();
    case kOperator:
      return cond_operator(f, tok);
    default: {  // the right side
      if (tok == Tok::kFailed && !hit_end_) return Step::kFailed;
      context_.regex = context_.extglob = false;
      if (tok == Tok::kWord) {
        auto* term = const_cast<CondExpr*>(f.expr);
        term->word2 = take_word(WordMode::kPattern);
        return cond_term_done(term);
      }
      report(tok == Tok::kFailed ? error_line() : line_,
             what.empty() ? "unexpected argument to conditional binary operator"
                          : "unexpected argument `" + what + "' to conditional binary operator");
      return cond_failed();
    }
  }
}

// After a word: a binary operator, or the end of the term, which is then [[ -n word ]].
ParserState::Step ParserState::cond_operator(Frame& f, Tok tok) {
  auto* term = const_cast<CondExpr*>(f.expr);
  const CondOp op = tok == Tok::kWord      ? word_operator(word_.text)
                    : tok == Tok::kLess    ? CondOp::kLess
                    : tok == Tok::kGreater ? CondOp::kGreater
                                           : CondOp::kNone;
  if (op != CondOp::kNone) {
    term->kind = CondKind::kBinary;
    term->op = op;
    term->op_text = tok == Tok::kWord ? word_.text : token_name(tok);
    context_.extglob = op == CondOp::kMatch || op == CondOp::kNotMatch;
    context_.regex = op == CondOp::kRegex;
    f.state = kRightSide;
    return Step::kTaken;
  }
  if (tok == Tok::kCondEnd || tok == Tok::kAndAnd || tok == Tok::kOrOr || tok == Tok::kRightParen) {
    const Step step = cond_term_done(term);
    return step == Step::kTaken ? Step::kAgain : step;
  }
  if (tok == Tok::kFailed && !hit_end_) return Step::kFailed;
  const std::string what =
      tok == Tok::kWord || tok == Tok::kFailed || tok == Tok::kNumber ? std::string() : token_words(tok);
  report(tok == Tok::kFailed ? error_line() : line_,
         what.empty() ? "conditional binary operator expected"
                      : "unexpected token `" + what + "', conditional binary operator expected");
  return cond_failed();
}

ParserState::Step ParserState::cond_term_done(const CondExpr* expr) {
  Frame& f = frames_.back();
  const_cast<CondExpr*>(expr)->line = line_;
  if (f.negated) {
    auto* negation = arena_->make<CondExpr>();
    negation->kind = CondKind::kNot;
    negation->line = expr->line;
    negation->left = expr;
    expr = negation;
    f.negated = false;
  }
  terms_.push_back({expr, f.flag && terms_.size() > f.a});
  f.flag = false;
  f.state = kAfterTerm;
  return Step::kTaken;
}

ParserState::Step ParserState::cond_group_done(const CondExpr* expr) {
  auto* group = arena_->make<CondExpr>();
  group->kind = CondKind::kGroup;
  group->line = frames_.back().line;
  group->left = expr;
  frames_.pop_back();
  return cond_term_done(group);
}

// The frame's terms as a tree: && binds tighter than ||, both lean to the right.
const CondExpr* ParserState::join_terms(Frame& f) {
  const auto join = [&](CondKind kind, const CondExpr* left, const CondExpr* right) -> const CondExpr* {
    auto* node = arena_->make<CondExpr>();
    node->kind = kind;
    node->line = left->line;
    node->left = left;
    node->right = right;
    return node;
  };
  const CondExpr* any = nullptr;
  const CondExpr* all = terms_.back().expr;
  for (std::size_t i = terms_.size() - 1; i > f.a; --i) {
    const CondExpr* before = terms_[i - 1].expr;
    if (terms_[i].after_or) {
      any = any == nullptr ? all : join(CondKind::kOr, all, any);
      all = before;
    } else {
      all = join(CondKind::kAnd, before, all);
    }
  }
  terms_.resize(f.a);
  return any == nullptr ? all : join(CondKind::kOr, all, any);
}

}  // namespace nacre
