// Reading one word: finding where it ends, across quotes, ${ }, $(( )), subscripts and extglob patterns (nests), and
// handing what is between $( and ) to the grammar.
//
// This follows what bash's own reader does with matched pairs, for that decides what is a syntax error and what is not:
// ${ } is only checked for balance here, and 'bad substitution' is found when the word is expanded.
#include "src/syntax/ansi_c.h"
#include "src/syntax/parser_state.h"

namespace nacre {
namespace {

enum BraceState : std::uint8_t { kInParam, kInOp, kInWord, kInPattern, kInReplace };

bool is_brace_op(char c) { return std::string_view("#%^,~:-=?+/").find(c) != std::string_view::npos; }

}  // namespace

void ParserState::begin_scan(bool text_mode) {
  Scan s;
  s.text_mode = text_mode;
  s.nest_base = static_cast<std::uint32_t>(nests_.size());
  s.segment = in_.pos;
  s.level_id = level_id_;
  s.piece_base = static_cast<std::uint32_t>(pieces_.size());
  s.patch_base = static_cast<std::uint32_t>(patches_.size());
  s.line = line_;
  s.begin = s.piece_end = in_.pos;
  s.token = token_begin_;
  scans_.push_back(s);
}

// Moves the text up to in_.pos == upto behind the pieces, because what follows does not continue it.
void ParserState::flush(Scan& s, std::uint32_t upto) {
  if (s.level_id != level_id_) return;
  if (upto == s.segment) return;
  pieces_.append(in_.base + s.segment, upto - s.segment);
  s.piece_end = upto;
  s.segment = upto;
}

std::string_view ParserState::scanned_text(const Scan& s) {
  if (pieces_.size() == s.piece_base) return {in_.base + s.segment, in_.pos - s.segment};
  flush(const_cast<Scan&>(s), in_.pos);
  return std::string_view(pieces_).substr(s.piece_base);
}

// Goes on with the word on top of scans_. kWord: it is in word_. kArithCommand, kArithForExprs, kLeftParen: it was a
// `((`.
Tok ParserState::scan_word() {
  for (;;) {
    Scan& s = scans_.back();
    if (s.level_id != level_id_) {  // a substitution ended in another text than it began in
      s.segment = in_.pos;
      s.level_id = level_id_;
    }
    const Tok t = nests_.size() > s.nest_base ? scan_nest(s) : scan_top(s);
    if (t == Tok::kWord) finish_scan(s);
    if (t != Tok::kNone) return t;
  }
}

void ParserState::finish_scan(Scan& s) {
  std::string_view text = scanned_text(s);
  const bool joined = pieces_.size() != s.piece_base;
  if (joined) text = arena_->copy(text);
  word_ = RawWord{};
  word_.text = text;
  word_.line = s.line;
  word_.flags = s.flags;
  if (joined || !exact_) word_.flags |= RawWord::kJoined;
  const Extent where = place(s.begin, joined ? s.piece_end : in_.pos);
  word_.begin = where.begin;
  word_.end = where.end;
  token_begin_ = s.token;
  token_end_ = joined ? s.piece_end : in_.pos;
  if (patches_.size() > s.patch_base) {
    word_.flags |= RawWord::kReplaced;
    word_.patches = arena_->copy(patches_.data() + s.patch_base, patches_.size() - s.patch_base);
  }
  if (s.array_end != 0 && s.array_end == text.size()) {
    word_.flags |= RawWord::kCompound;
    word_.array_at = s.array_at;
    word_.elements = s.elements;
  }
  pieces_.resize(s.piece_base);
  patches_.resize(s.patch_base);
  scans_.pop_back();
}

// ---------------------------------------------------------------- outside quotes

Tok ParserState::scan_top(Scan& s) {
  for (;;) {
    int c;
    if (s.held != 0) {
      c = s.held;
      s.held = 0;
    } else {
      if (fresh_line_ && levels_.empty() && in_.pos < in_.size) {
        if (overdue_ && !read_overdue(s)) return Tok::kNeed;
        start_line();
      }
      if (!s.pass_next) {
        while (in_.pos < in_.size && !has_class(static_cast<unsigned char>(in_.base[in_.pos]), kStop)) ++in_.pos;
      }
      c = peek(!s.pass_next, &s);
      if (c == kNeedChar) return Tok::kNeed;
      if (c == kEndChar) return Tok::kWord;
      if (s.pass_next) {
        s.pass_next = false;
        take();
        continue;
      }
      if (!has_class(c, kStop)) continue;
      const bool angle = c == '<' || c == '>';
      if (has_class(c, kBreak) && !s.text_mode && !angle && !(context_.regex && (c == '(' || c == '|')))
        return Tok::kWord;
      if (!angle || s.text_mode) take();
    }
    switch (c) {
      case '\\':
        s.pass_next = true;
        s.flags |= RawWord::kQuotes;
        break;
      case '\'': case '"': case '`': {
        s.flags |= c == '`' ? RawWord::kExpansion : RawWord::kQuotes;
        Nest* n = push_nest(s, Nest::kPair, static_cast<char>(c), static_cast<char>(c));
        return n == nullptr ? Tok::kFailed : Tok::kNone;
      }
      case '<': case '>': {
        // <( and >( go on with the word
        std::uint32_t next = s.text_mode ? in_.pos : in_.pos + 1;
        while (next + 1 < in_.size && in_.base[next] == '\\' && in_.base[next + 1] == '\n') next += 2;
        if (next >= in_.size && !finished_ && levels_.empty()) return Tok::kNeed;  // after a line continuation
        if (next < in_.size && in_.base[next] == '(') {
          if (!s.text_mode) take();
          (void)peek(true, &s);
          take();
          s.flags |= RawWord::kExpansion;
          return scan_substitution(s, false);
        }
        if (!s.text_mode) return Tok::kWord;
        break;
      }
      case '$': {
        const Tok t = scan_expansion(s, '$');
        if (t != Tok::kWord) return t;
        break;
      }
      case '?': case '*': case '+': case '@': case '!': {
        if (c == '?' || c == '*') s.flags |= RawWord::kGlob;
        if (!options_.extglob && !context_.extglob) break;
        const int next = peek(true, &s);
        if (next == kNeedChar) {
          s.held = static_cast<char>(c);
          return Tok::kNeed;
        }
        if (next != '(') break;
        take();
        s.flags |= RawWord::kGlob | RawWord::kExpansion;   // quotes and $ inside are the builder's affair
        return scan_pattern(s);
      }
      case '[': {
        const Tok t = scan_bracket(s);
        if (t != Tok::kWord) return t;
        break;
      }
      case '=': {
        if ((s.flags & RawWord::kEquals) != 0) break;
        s.flags |= RawWord::kEquals;
        if (s.text_mode || !array_may_follow(s)) break;
        const int next = peek(true, &s);
        if (next == kNeedChar) {
          s.held = '=';
          return Tok::kNeed;
        }
        if (next != '(') break;
        s.array_at = offset(s);
        take();
        save_context();
        context_.array = true;
        context_.last = Tok::kWord;
        context_.current = Tok::kWord;
        frames_.push_back(
            {.kind = FrameKind::kArray, .line = line_, .a = static_cast<std::uint32_t>(elements_.size())});
        return too_deep() ? Tok::kFailed : Tok::kPushed;
      }
      case '{':
        s.flags |= RawWord::kBrace;
        break;
      case '~':
        s.flags |= RawWord::kExpansion;
        break;
      case '(':
        if (context_.regex && !s.text_mode) return scan_pattern(s);
        break;
      default:
        break;
    }
  }
}

// After the ( of an extended pattern or a regular expression. There may be quotes in it.
Tok ParserState::scan_pattern(Scan& s) {
  s.flags |= RawWord::kExpansion;
  Nest* n = push_nest(s, Nest::kPair, '(', ')');
  if (n == nullptr) return Tok::kFailed;
  n->pattern = true;
  return Tok::kNone;
}

// After a [ that was taken: a subscript of an assignment goes on to its ], blanks and all.
Tok ParserState::scan_bracket(Scan& s) {
  s.flags |= RawWord::kGlob;
  if (s.text_mode || !subscript_may_follow(s)) return Tok::kWord;
  Nest* n = push_nest(s, Nest::kSubscript, '[', ']');
  if (n == nullptr) return Tok::kFailed;
  n->subscript = true;
  return Tok::kNone;
}

bool ParserState::subscript_may_follow(Scan& s) {
  std::string_view text = scanned_text(s);
  text.remove_suffix(1);
  if (text.empty()) return context_.array;
  return !context_.array && assignment_acceptable() && is_name(text);
}

bool ParserState::array_may_follow(Scan& s) {
  if (context_.array || context_.conditional) return false;
  if (!context_.assign_ok && !assignment_acceptable()) return false;
  const std::string_view text = scanned_text(s);
  return assignment_operator(text) == text.size() - 1;
}

// After a $ that was taken. kWord: it is only a $ (or $x): go on.
Tok ParserState::scan_expansion(Scan& s, char c) {
  s.flags |= RawWord::kExpansion;
  const int next = peek(true, &s);
  if (next == kNeedChar) {
    s.held = c;
    return Tok::kNeed;
  }
  switch (next) {
    case '(':
      take();
      return scan_substitution(s, true);
    case '{': case '[': {
      take();
      Nest* n = push_nest(s, Nest::kPair, static_cast<char>(next), next == '{' ? '}' : ']');
      if (n == nullptr) return Tok::kFailed;
      n->first_close = n->brace = next == '{';
      return Tok::kNone;
    }
    case '\'': case '"': {
      const std::uint32_t begin = offset(s) - 1;
      take();
      s.flags |= RawWord::kQuotes;
      Nest* n =
          push_nest(s, next == '"' ? Nest::kLocale : Nest::kAnsiC, static_cast<char>(next), static_cast<char>(next));
      if (n == nullptr) return Tok::kFailed;
      n->escapes = next == '\'';
      n->begin = begin;
      return Tok::kNone;
    }
    case '$':
      take();
      return Tok::kWord;
    default:
      return Tok::kWord;
  }
}

// After $( or <( that was taken.
Tok ParserState::scan_substitution(Scan& s, bool arithmetic) {
  if (arithmetic && in_.pos < in_.size && in_.base[in_.pos] == '(') {
    // $(( : balanced parentheses; what is between may still turn out to be commands (the word builder decides, as bash
    // does)
    return push_nest(s, Nest::kPair, '(', ')') == nullptr ? Tok::kFailed : Tok::kNone;
  }
  s.substitution_at = offset(s);
  s.substitution_begin = in_.pos;
  s.substitution_line = line_;
  save_context();
  frames_.push_back({.kind = FrameKind::kSubstitution, .line = line_, .a = compounds_, .b = misprints_});
  if (too_deep()) return Tok::kFailed;
  push_list();
  return Tok::kPushed;
}

// ---------------------------------------------------------------- inside quotes and brackets

ParserState::Nest* ParserState::push_nest(Scan& s, Nest::Kind kind, char open, char close) {
  const bool deep = nests_.size() - s.nest_base >= kMaxWordNesting;
  if (too_deep(deep ? kMaxNesting + 1 : 1)) return nullptr;
  Nest n;
  n.kind = kind;
  n.open = open;
  n.close = close;
  n.group = open != close;
  n.quote = n.group ? 0 : open;
  n.line = line_;
  n.begin = offset(s);
  nests_.push_back(n);
  return &nests_.back();
}

Tok ParserState::unclosed(char close, std::uint32_t line) {
  report(line, std::string("unexpected EOF while looking for matching `") + close + "'");
  hit_end_ = unclosed_ = true;
  end_in_array();
  return Tok::kFailed;
}

// In ${: is this the name, the operator, or the word after it? It decides what a single quote in "${...}" means.
void ParserState::update_brace_state(Nest& n, char c, bool first) {
  if (n.brace_state == kInParam && !first && (c == '%' || c == '#' || c == '^' || c == ',')) n.brace_state = kInPattern;
  else if (n.brace_state == kInParam && !first && c == '/') n.brace_state = kInReplace;
  else if (n.brace_state == kInParam && is_brace_op(c)) n.brace_state = kInOp;
  else if (n.brace_state == kInOp && !is_brace_op(c)) n.brace_state = kInWord;
}

Tok ParserState::scan_nest(Scan& s) {
  if (s.held != 0) {
    const char c = s.held;
    s.held = 0;
    return scan_inner(s, c);
  }
  Nest& n = nests_.back();
  const bool text = n.kind == Nest::kTextQuoted || n.kind == Nest::kTextArith;
  for (;;) {
    if (fresh_line_ && levels_.empty() && in_.pos < in_.size) {
      if (overdue_ && !read_overdue(s)) return Tok::kNeed;
      start_line();
    }
    if (!n.pass_next) {
      const std::uint32_t from = in_.pos;
      while (in_.pos < in_.size && !has_class(static_cast<unsigned char>(in_.base[in_.pos]), kStop)) ++in_.pos;
      if (in_.pos != from) {
        n.after_dollar = n.after_angle = false;
        if (n.brace) {
          bool first = offset(s) - (in_.pos - from) == n.begin;
          for (std::uint32_t at = from; at < in_.pos && n.brace_state <= kInOp; ++at, first = false)
            update_brace_state(n, in_.base[at], first);
        }
      }
    }
    const int next = peek(n.quote != '\'' && !n.pass_next, &s);
    if (next == kNeedChar) return Tok::kNeed;
    if (next == kEndChar) {
      if (!text) return unclosed(n.close, n.line);
      nests_.pop_back();
      return Tok::kWord;
    }
    const char c = static_cast<char>(next);
    const bool first = offset(s) == n.begin;
    take();
    if (n.pass_next) {
      n.pass_next = false;
      continue;
    }
    if (!text) {
      if (c == n.close) --n.count;
      else if (c == n.open && n.group && (!n.first_close || (n.open == '{' && n.after_dollar))) ++n.count;
      if (n.count == 0) return close_nest(s);
    }
    if (n.open == '\'') {
      if (n.escapes && c == '\\') n.pass_next = true;
      continue;
    }
    if (c == '\\') n.pass_next = true;
    if (n.brace) update_brace_state(n, c, first);
    const bool after_dollar = n.after_dollar;
    const bool after_angle = n.after_angle;
    n.after_angle = (c == '<' || c == '>') && !after_angle;
    n.after_dollar = c == '$' && !after_dollar;
    const bool literal_quote = c == '\'' && ((options_.posix && n.dquote && n.brace && n.brace_state < kInPattern) ||
                                             n.kind == Nest::kTextArith);
    if (literal_quote) continue;
    const bool inner_dollar = after_dollar && (c == '(' || (n.kind != Nest::kArithCommand && (c == '{' || c == '[')));
    if (n.group || n.kind == Nest::kTextArith) {
      if (has_class(c, kQuoteChar)) {
        const bool ansi_c = after_dollar && c == '\'';
        const std::uint32_t begin = offset(s) - 2;
        const bool dquote = n.quote == '"' || n.dquote;
        const bool kept = n.brace && n.brace_state != kInOp && n.brace_state != kInWord;
        Nest* inner =
            push_nest(s, ansi_c ? Nest::kAnsiC : (after_dollar && c == '"' ? Nest::kLocale : Nest::kPair), c, c);
        if (inner == nullptr) return Tok::kFailed;
        inner->dquote = dquote;
        inner->escapes = ansi_c;
        if (inner->kind != Nest::kPair) inner->begin = begin;
        inner->brace_state = kept;
        return Tok::kNone;
      }
      // In (( )) and patterns ${ and $[ are characters; commands are commands everywhere.
      const bool opens = inner_dollar && (c == '(' || n.subscript || n.brace || text);
      if (opens || ((n.subscript || n.brace) && after_angle && c == '(')) {
        if (c == n.open) --n.count;  // it was counted above
        return scan_inner(s, after_angle && !after_dollar ? '<' : c);
      }
    } else if (c == '`' && (n.open == '"' || text)) {
      const bool dquote = true;
      Nest* inner = push_nest(s, Nest::kPair, '`', '`');
      if (inner == nullptr) return Tok::kFailed;
      inner->dquote = dquote;
      return Tok::kNone;
    } else if (n.open != '`' && inner_dollar) {
      return scan_inner(s, c);
    }
  }
}

// After $( ${ $[ (or <( : c is then '<') inside a nest.
Tok ParserState::scan_inner(Scan& s, char c) {
  s.flags |= RawWord::kExpansion;
  const Nest& outer = nests_.back();
  const bool dquote = outer.quote == '"' || outer.dquote;
  if (c == '(' || c == '<') {
    if (c == '(' && peek(true, &s) == kNeedChar) {
      s.held = c;
      return Tok::kNeed;
    }
    return scan_substitution(s, c == '(');
  }
  Nest* n = push_nest(s, Nest::kPair, c, c == '{' ? '}' : ']');
  if (n == nullptr) return Tok::kFailed;
  n->dquote = dquote;
  n->first_close = n->brace = c == '{';
  return Tok::kNone;
}

Tok ParserState::close_nest(Scan& s) {
  const Nest n = nests_.back();
  nests_.pop_back();
  if (n.kind == Nest::kArithCommand) return close_arith_command(s);
  if (n.open == '`' || n.open == '(') {  // commands, or what may turn out to be commands
    ++substitutions_;
    last_substitution_line_ = n.line;
    if (n.line != line_) renumber_ = true;
  }
  if (n.kind == Nest::kAnsiC) {
    const std::string decoded = decode_ansi_c(scanned_text(s).substr(n.begin + 2, offset(s) - n.begin - 3));
    const std::string kept = n.dquote && !n.brace_state ? decoded : single_quote(decoded);
    add_patch({n.begin, offset(s), nullptr, arena_->copy(kept)});
  } else if (n.kind == Nest::kLocale) {
    add_patch({n.begin, n.begin + 1, nullptr, {}});
  }
  return Tok::kNone;
}

// After the ) that balances ((. Another ) makes it arithmetic; else all that was a subshell in a subshell, to be read
// again.
Tok ParserState::close_arith_command(Scan& s) {
  const bool for_header = context_.last == Tok::kFor;
  if (in_.pos < in_.size && in_.base[in_.pos] == ')') {
    finish_scan(s);
    word_.text.remove_suffix(1);
    take();
    return for_header ? Tok::kArithForExprs : Tok::kArithCommand;
  }
  if (for_header) {
    hit_end_ = in_.pos + 1 >= in_.size;
    in_substitution_ = frame_around(FrameKind::kSubstitution, frames_.size()) != kNoFrame;
    return Tok::kFailed;
  }
  token_begin_ = s.token;
  in_.pos = s.saved_pos;
  line_ = s.saved_line;
  line_start_ = s.saved_line_start;
  fresh_line_ = false;
  pieces_.resize(s.piece_base);
  patches_.resize(s.patch_base);
  scans_.pop_back();
  return Tok::kLeftParen;
}

bool ParserState::scan_text(WordMode mode, RawWord& out) {
  begin_scan(true);
  frames_.push_back({.kind = FrameKind::kText});
  context_.extglob = mode == WordMode::kPattern;
  if (mode == WordMode::kQuoted || mode == WordMode::kHereDoc || mode == WordMode::kArith) {
    Nest* n = push_nest(scans_.back(), mode == WordMode::kArith ? Nest::kTextArith : Nest::kTextQuoted, 0, 0);
    if (n == nullptr) return false;
    n->quote = '"';
    n->group = false;
  }
  const ParseStatus status = run();
  out = word_;
  return status == ParseStatus::kCommand;
}

}  // namespace nacre
