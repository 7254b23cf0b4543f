// Tokens: operators, words and what they are (reserved words, assignments, numbers before redirections), aliases,
// here-documents.
//
// Whether a word is reserved, may be an alias or an assignment depends on the two tokens before it, exactly as in bash.
#include <cstring>

#include "src/syntax/ansi_c.h"
#include "src/syntax/parser_state.h"

namespace nacre {

void ParserState::save_context() {
  saved_.push_back(context_);
  Context fresh;
  fresh.scan_floor = static_cast<std::uint32_t>(scans_.size());
  fresh.here_documents = here_documents_.size();
  context_ = fresh;
}

void ParserState::restore_context() {
  context_ = saved_.back();
  saved_.pop_back();
}

bool ParserState::command_position() const {
  const Tok t = context_.last;
  if (t == Tok::kAssignmentWord) return true;
  if (context_.redirections_only && !context_.case_pattern) return true;
  if (t == Tok::kSemiSemi || t == Tok::kSemiAmp || t == Tok::kSemiSemiAmp) return false;
  if (reserved_word_may_follow(t)) return true;
  return t == Tok::kWord && (context_.before_last == Tok::kCoproc || context_.before_last == Tok::kFunction) &&
         !context_.array;
}

bool ParserState::time_acceptable() const {
  if (options_.posix) {   // `time -p` is a command there
    std::uint32_t next = in_.pos;
    while (next < in_.size && (in_.base[next] == ' ' || in_.base[next] == '\t')) ++next;
    if (next < in_.size && in_.base[next] == '-') return false;
  }
  switch (context_.last) {
    case Tok::kNone: case Tok::kSemi: case Tok::kNewline:
      return context_.before_last != Tok::kPipe;
    case Tok::kAndAnd:
    case Tok::kOrOr:
    case Tok::kAmp:
    case Tok::kWhile:
    case Tok::kDo:
    case Tok::kUntil:
    case Tok::kIf:
    case Tok::kThen:
    case Tok::kElif:
    case Tok::kElse:
    case Tok::kLeftBrace:
    case Tok::kLeftParen:
    case Tok::kRightParen:
    case Tok::kBang: case Tok::kTime: case Tok::kTimeOption: case Tok::kTimeIgnore:
      return true;
    default:
      return false;
  }
}

// The next token. After kNeed, call again when there is more input.
Tok ParserState::lex() {
  Tok t;
  const std::uint32_t before = token_end_;
  if (scans_.size() > context_.scan_floor) {
    t = scan_word();
  } else if (gathering_) {
    t = gather_here_documents();
  } else {
    if (!context_.shifted && !context_.array && !context_.conditional) {
      context_.before_last = context_.last;
      context_.last = context_.current;
      context_.shifted = true;
    }
    t = lex_token();
  }
  const bool word = t == Tok::kWord;
  while (t == Tok::kWord) {
    t = classify_word();
    if (t != Tok::kNone) break;
    t = lex_token();  // it was an alias
  }
  if (t == Tok::kNeed || t == Tok::kPushed || t == Tok::kFailed) return t;
  previous_end_ = before;
  if (!word) token_end_ = in_.pos;
  context_.shifted = false;
  if (!context_.array && !context_.conditional) context_.current = t;
  return t;
}

Tok ParserState::lex_token() {
  int c;
  while ((c = peek(true)) == ' ' || c == '\t') take();
  if (c == kNeedChar) return Tok::kNeed;
  if (c == kEndChar) {
    if (here_documents_.size() > context_.here_documents) return gather_here_documents();
    return Tok::kEof;
  }
  token_begin_ = in_.pos;
  if (c == '#' && options_.comments) {
    while ((c = peek(false)) != '\n' && c >= 0) {
      const void* end = std::memchr(in_.base + in_.pos, '\n', in_.size - in_.pos);
      in_.pos = end == nullptr ? in_.size : static_cast<std::uint32_t>(static_cast<const char*>(end) - in_.base);
    }
    if (options_.marks != nullptr && native_depth_ == 0) options_.marks->comments.push_back({token_begin_, in_.pos});
    if (c < 0) return c == kNeedChar ? Tok::kNeed : Tok::kEof;
  }
  if (c == '\n') {
    take();
    context_.alias_next = false;
    context_.assign_ok = false;
    if (here_documents_.size() > context_.here_documents) return gather_here_documents();
    return Tok::kNewline;
  }
  if (has_class(c, kMetaChar) && !context_.regex) {
    bool is_word = false;
    const Tok t = lex_operator(static_cast<char>(c), is_word);
    if (!is_word) return t;
  }
  if (c == '-' && (context_.last == Tok::kLessAmp || context_.last == Tok::kGreaterAmp)) {
    take();
    return Tok::kMinus;
  }
  begin_scan(false);
  return scan_word();
}

// An operator that begins with c. is_word: it is <( or >(, and nothing was taken.
Tok ParserState::lex_operator(char c, bool& is_word) {
  const std::uint32_t pos = in_.pos, line = line_, line_start = line_start_;
  const std::uint32_t level = level_id_;
  context_.assign_ok = false;
  bool need = false;
  const auto next = [&] {
    const int n = peek(true);
    if (n == kNeedChar) need = true;
    return n;
  };
  const auto also = [&](char want) {
    if (next() != want) return false;
    take();
    return true;
  };
  take();
  Tok t = Tok::kNone;
  switch (c) {
    case '<':
      if (also('<')) t = also('-') ? Tok::kHereDash : also('<') ? Tok::kHereString : Tok::kHere;
      else if (also('&')) t = Tok::kLessAmp;
      else if (also('>')) t = Tok::kLessGreater;
      else if (next() == '(') is_word = true;
      else t = Tok::kLess;
      break;
    case '>':
      if (also('>')) t = Tok::kAppend;
      else if (also('&')) t = Tok::kGreaterAmp;
      else if (also('|')) t = Tok::kGreaterPipe;
      else if (next() == '(') is_word = true;
      else t = Tok::kGreater;
      break;
    case ';':
      if (also(';')) {
        context_.case_pattern = true;
        context_.alias_next = false;
        t = also('&') ? Tok::kSemiSemiAmp : Tok::kSemiSemi;
      } else if (also('&')) {
        context_.case_pattern = true;
        t = Tok::kSemiAmp;
      } else {
        t = Tok::kSemi;
      }
      break;
    case '&':
      if (also('&')) t = Tok::kAndAnd;
      else if (also('>')) t = also('>') ? Tok::kAmpGreaterGreater : Tok::kAmpGreater;
      else t = Tok::kAmp;
      break;
    case '|':
      t = also('|') ? Tok::kOrOr : also('&') ? Tok::kPipeAmp : Tok::kPipe;
      break;
    case '(':
      if (next() == '(' && (context_.last == Tok::kFor || reserved_word_may_follow(context_.last)) &&
          !context_.conditional) {
        t = begin_double_paren();
        return t;
      }
      t = Tok::kLeftParen;
      break;
    case ')':
      if (context_.last == Tok::kLeftParen && context_.before_last == Tok::kWord) context_.open_brace_ok = true;
      context_.case_pattern = false;
      t = Tok::kRightParen;
      break;
  }
  if (t == Tok::kAndAnd || t == Tok::kOrOr) context_.alias_next = false;
  if ((need || is_word) && level == level_id_) {
    in_.pos = pos;
    line_ = line;
    line_start_ = line_start;
    fresh_line_ = false;
    if (need && !is_word) return Tok::kNeed;
  }
  return t;
}

// At the second paren of ((, where a command may begin (or after for).
Tok ParserState::begin_double_paren() {
  const std::uint32_t pos = in_.pos;
  take();
  begin_scan(false);
  Scan& s = scans_.back();
  s.saved_pos = pos;
  s.saved_line = line_;
  s.saved_line_start = line_start_;
  if (push_nest(s, Nest::kArithCommand, '(', ')') == nullptr) return Tok::kFailed;
  return scan_word();
}

// What the word in word_ is. kNone: an alias, whose value is to be read now.
Tok ParserState::classify_word() {
  const std::string_view text = word_.text;
  const int next = peek(false);
  const bool angle = next == '<' || next == '>';
  if (!text.empty() && text[0] >= '0' && text[0] <= '9' &&
      (angle || context_.last == Tok::kLessAmp || context_.last == Tok::kGreaterAmp) &&
      text.find_first_not_of("0123456789") == std::string_view::npos && text.size() <= 10) {
    std::uint64_t value = 0;
    for (char c : text) value = value * 10 + static_cast<std::uint64_t>(c - '0');
    if (value <= 0x7fffffff) {
      number_ = static_cast<int>(value);
      return Tok::kNumber;
    }
  }
  const bool plain = (word_.flags & (RawWord::kQuotes | RawWord::kExpansion)) == 0;
  if (plain) {
    const Tok special = special_word(text);
    if (special != Tok::kNone) return special;
    if (options_.posix) {
      const Tok reserved = check_reserved(text);
      if (reserved != Tok::kNone) return reserved;
    }
  } else {
    context_.open_brace_ok = false;
  }
  if (options_.expand_aliases && aliases_ != nullptr && (word_.flags & RawWord::kQuotes) == 0) {
    if (expand_alias()) return Tok::kNone;
    context_.alias_next = false;
  }
  if (plain && !options_.posix) {
    const Tok reserved = check_reserved(text);
    if (reserved != Tok::kNone) return reserved;
  }
  if (text.size() > 2 && angle && text.front() == '{' && text.back() == '}') {
    const std::string_view inner = text.substr(1, text.size() - 2);
    const std::size_t open = inner.find('[');
    if (is_name(inner) || (open != std::string_view::npos && is_name(inner.substr(0, open)) &&
                           subscript_end(inner, open) == inner.size() - 1)) {
      return Tok::kRedirWord;
    }
  }
  const bool position = command_position();
  if (position && (text == "declare" || text == "local" || text == "export" || text == "readonly" ||
                   text == "typeset" || text == "alias" || text == "eval" || text == "let")) {
    context_.assign_ok = true;
  }
  if (context_.last == Tok::kFunction) context_.open_brace_ok = true;
  if (context_.last == Tok::kCase || context_.last == Tok::kSelect || context_.last == Tok::kFor)
    ++context_.expecting_in;
  if ((word_.flags & RawWord::kEquals) != 0 && position && !context_.case_pattern &&
      assignment_operator(text) != std::string_view::npos) {
    return Tok::kAssignmentWord;
  }
  return Tok::kWord;
}

// Words that are reserved only where they stand: in, do after for x, esac after in, { after f(), -p after time, ]].
Tok ParserState::special_word(std::string_view text) {
  Context& c = context_;
  const bool after_word = c.last == Tok::kWord && !c.array;
  const bool open_brace_ok = c.open_brace_ok;
  c.open_brace_ok = false;
  if (c.expecting_in > 0 && !c.array) {
    if (text == "in" && (after_word || c.last == Tok::kNewline)) {
      const bool right_after =
          after_word && (c.before_last == Tok::kFor || c.before_last == Tok::kCase || c.before_last == Tok::kSelect);
      if (right_after ? c.before_last == Tok::kCase : c.case_statement) {
        c.case_pattern = true;
        ++c.esacs_needed;
      }
      --c.expecting_in;
      return Tok::kIn;
    }
    if (text == "do" && (c.last == Tok::kNewline || c.last == Tok::kSemi ||
                         (after_word && (c.before_last == Tok::kFor || c.before_last == Tok::kSelect)))) {
      --c.expecting_in;
      return Tok::kDo;
    }
  }
  if (c.esacs_needed > 0 && c.last == Tok::kIn && text == "esac") {
    --c.esacs_needed;
    c.case_pattern = false;
    return Tok::kEsac;
  }
  if (open_brace_ok && text == "{") return Tok::kLeftBrace;
  if (c.last == Tok::kArithForExprs) {
    if (text == "do") return Tok::kDo;
    if (text == "{") return Tok::kLeftBrace;
  }
  if (c.last == Tok::kTime && text == "-p") return Tok::kTimeOption;
  if ((c.last == Tok::kTimeOption || c.last == Tok::kTime) && text == "--") return Tok::kTimeIgnore;
  if (c.conditional && text == "]]") return Tok::kCondEnd;
  return Tok::kNone;
}

Tok ParserState::check_reserved(std::string_view text) {
  Context& c = context_;
  const bool may =
      reserved_word_may_follow(c.last) ||
      (c.last == Tok::kWord && !c.array && (c.before_last == Tok::kCoproc || c.before_last == Tok::kFunction));
  if (!may) return Tok::kNone;
  const Tok t = reserved_word(text);
  if (t == Tok::kNone) return t;
  if (c.case_pattern && (t != Tok::kEsac || c.last == Tok::kPipe || c.last == Tok::kLeftParen)) return Tok::kNone;
  if (t == Tok::kTime && !time_acceptable()) return Tok::kNone;
  // $(time f): no keyword for bash, until the command runs
  const std::size_t depth = frames_.size();
  if (t == Tok::kTime && context_.last == Tok::kNone && depth > 1 && frames_[depth - 2].kind == FrameKind::kSubstitution &&
      options_.reread_substitutions) {
    ++misprints_;
    return Tok::kNone;
  }
  if (t == Tok::kEsac) {
    c.case_pattern = c.case_statement = false;
    if (c.esacs_needed > 0) --c.esacs_needed;
  } else if (t == Tok::kCase) {
    c.case_statement = true;
  }
  return t;
}

bool ParserState::expand_alias() {
  if (!(context_.alias_next || command_position()) || context_.case_pattern) return false;
  std::string_view value;
  if (!aliases_->find_alias(word_.text, value)) return false;
  for (const Level& level : levels_) {
    if (level.alias == word_.text) return false;
  }
  const bool blank = !value.empty() && (value.back() == ' ' || value.back() == '\t');
  const std::size_t size = value.size() + (value.empty() || value.back() != ' ' ? 1 : 0);
  char* copy = static_cast<char*>(arena_->allocate(size, 1));
  std::memcpy(copy, value.data(), value.size());
  copy[size - 1] = ' ';
  levels_.push_back({in_, level_id_, std::string(word_.text), Ref<Arena>(arena_), blank});
  level_id_ = ++next_level_id_;
  in_ = {copy, 0, static_cast<std::uint32_t>(size)};
  return true;
}

// ---------------------------------------------------------------- here-documents

// One line without its newline, joined with the next where a backslash says so. verbatim: it is a stretch of the input.
ParserState::HereLine ParserState::read_here_line(bool join, std::string_view& line, bool& verbatim) {
  for (;;) {
    if (in_.pos >= in_.size) {
      if (!levels_.empty()) {
        here_copied_ = true;
        pop_level();
        continue;
      }
      if (!finished_) return HereLine::kNeed;
      if (!here_partial_) return HereLine::kEnd;
      here_partial_ = false;
      verbatim = false;
      line = here_line_;
      return HereLine::kLine;
    }
    if (fresh_line_ && levels_.empty()) start_line();
    const void* end = std::memchr(in_.base + in_.pos, '\n', in_.size - in_.pos);
    const bool newline = end != nullptr;
    const std::string_view got(
        in_.base + in_.pos,
        newline ? static_cast<std::size_t>(static_cast<const char*>(end) - in_.base) - in_.pos : in_.size - in_.pos);
    in_.pos += static_cast<std::uint32_t>(got.size()) + (newline ? 1 : 0);
    if (newline && levels_.empty()) fresh_line_ = true;
    std::size_t slashes = 0;
    while (join && slashes < got.size() && got[got.size() - 1 - slashes] == '\\') ++slashes;
    const bool goes_on = !newline || slashes % 2 == 1;
    if (!goes_on && !here_partial_) {
      verbatim = levels_.empty();
      line = got;
      return HereLine::kLine;
    }
    if (!here_partial_) here_line_.clear();
    here_line_ += newline && goes_on ? got.substr(0, got.size() - 1) : got;
    here_partial_ = goes_on;
    if (!goes_on) {
      verbatim = false;
      line = here_line_;
      return HereLine::kLine;
    }
  }
}

// Reads the bodies of the pending here-documents; then the newline that they follow is the token.
Tok ParserState::gather_here_documents() {
  gathering_ = true;
  const std::size_t floor = context_.here_documents;
  while (here_documents_.size() > floor + here_done_) {
    const HereDocument doc = here_documents_[floor + here_done_];
    if (!here_started_) {
      here_started_ = true;
      here_partial_ = false;
      here_copied_ = !levels_.empty();
      here_text_.clear();
      here_begin_ = in_.pos;
      here_line_number_ = line_ + 1;
    }
    for (;;) {
      if (!here_partial_) here_end_ = in_.pos;
      std::string_view line;
      bool verbatim = false;
      const bool was_copied = here_copied_;
      const HereLine got = read_here_line(!doc.quoted, line, verbatim);
      if (got == HereLine::kNeed) return Tok::kNeed;
      if (got == HereLine::kEnd) {
        report(line_, "here-document at line " + std::to_string(doc.line) + " delimited by end-of-file (wanted `" +
                          std::string(doc.delimiter) + "')", true);
        break;
      }
      if (doc.strip_tabs && !line.empty() && line[0] == '\t') {
        verbatim = false;
        line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
      }
      if (line == doc.delimiter) break;
      if (!saved_.empty() && line.starts_with(doc.delimiter) &&
          line.find(')', doc.delimiter.size()) != std::string_view::npos) {
        in_.pos -= static_cast<std::uint32_t>(line.size() - doc.delimiter.size()) + 1;  // $(cat <<E ... E) in one go
        fresh_line_ = false;
        break;
      }
      if (!verbatim && !was_copied) {
        here_text_.assign(in_.base + here_begin_, here_end_ - here_begin_);
        here_copied_ = true;
      }
      if (here_copied_) {
        here_text_ += line;
        here_text_ += '\n';
      }
    }
    finish_here_document(doc);
    if (options_.marks != nullptr && native_depth_ == 0) options_.marks->documents.push_back({here_begin_, in_.pos});
    ++here_done_;
    here_started_ = false;
  }
  here_documents_.resize(floor);
  here_done_ = 0;
  gathering_ = overdue_ = false;
  return Tok::kNewline;
}

// At the beginning of a line within a word, when "$(cat <<E) is behind. False: more input is needed.
bool ParserState::read_overdue(Scan& s) {
  if (!gathering_) flush(s, in_.pos);
  const std::size_t floor = std::exchange(context_.here_documents, overdue_from_);
  const Tok t = gather_here_documents();
  context_.here_documents = floor;
  s.segment = in_.pos;
  return t != Tok::kNeed;
}

}  // namespace nacre
