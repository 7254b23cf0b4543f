// See word_builder.h. One pass over the text; each construct leaves pos_ behind itself.
#include "src/syntax/word_builder.h"

#include <algorithm>
#include <array>
#include <utility>

#include "src/base/utf8.h"
#include "src/syntax/ansi_c.h"

namespace nacre {
namespace {

bool name_start(char c) { return has_class(static_cast<unsigned char>(c), kNameStart); }
bool name_char(char c) { return has_class(static_cast<unsigned char>(c), kNameChar); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_special(char c) { return std::string_view("@*#?-$!").find(c) != std::string_view::npos; }

// Characters that parts() must look at.
constexpr std::array<bool, 256> kInteresting = [] {
  std::array<bool, 256> t{};
  for (char c : std::string_view("\\'\"`$<>~:={},.*?[}/()+@!")) t[static_cast<unsigned char>(c)] = true;
  return t;
}();

}  // namespace

WordBuilder::WordBuilder(ParserState& parser, const RawWord& raw)
    : parser_(parser),
      arena_(*parser.arena_),
      text_(raw.text),
      all_(raw.text),
      end_(static_cast<std::uint32_t>(raw.text.size())),
      patches_(raw.patches),
      line_(raw.line),
      place_{raw.begin, raw.end},
      exact_((raw.flags & RawWord::kJoined) == 0) {
  const std::size_t bracket = raw.text.rfind(']');
  if (bracket != std::string_view::npos) last_bracket_ = static_cast<std::uint32_t>(bracket);
}

WordBuilder::Place WordBuilder::place_of(WordMode mode) {
  Place p;
  switch (mode) {
    case WordMode::kWord: case WordMode::kPattern:
      p.tilde = 1;
      p.braces = true;
      p.extglob = mode == WordMode::kPattern;
      break;
    case WordMode::kAssign:
      p.tilde = 2;
      break;
    case WordMode::kNumber:
      p.brackets = p.subscripts = true;
      break;
    case WordMode::kQuoted: case WordMode::kHereDoc:
      p.quoted = true;
      p.single = p.dquote = false;
      p.here = mode == WordMode::kHereDoc;
      break;
    case WordMode::kArith:
      p.quoted = true;
      p.single = false;
      break;
  }
  return p;
}

Word* WordBuilder::build(WordMode mode) { return build_from(0, mode); }

Word* WordBuilder::build_from(std::uint32_t begin, WordMode mode) {
  pos_ = begin;
  Facts ignored;
  return mode == WordMode::kArith ? arith_word(kNoStop, ignored) : sub_word(place_of(mode), kNoStop, ignored);
}

Subscript WordBuilder::subscript(std::uint32_t begin, std::uint32_t end) {
  Subscript s;
  s.text = text_.substr(begin, end - begin);
  s.kind = s.text == "@" ? SubscriptKind::kAt : s.text == "*" ? SubscriptKind::kStar : SubscriptKind::kIndex;
  const std::uint32_t pos = pos_, outer_end = end_;
  pos_ = begin;
  end_ = end;
  Facts facts;
  s.word = sub_word(Place{.brackets = true, .process = false}, kNoStop, facts);
  s.elements = facts.bracket && s.text.find_first_of("$`~") != std::string_view::npos;
  pos_ = pos;
  end_ = outer_end;
  return s;
}

const Arith* WordBuilder::arith(std::uint32_t begin, std::uint32_t end) {
  const std::uint32_t pos = pos_, outer_end = end_;
  pos_ = begin;
  end_ = end;
  auto* node = arena_.make<Arith>();
  Facts ignored;
  node->word = arith_word(kNoStop, ignored);
  node->arena = &arena_;
  pos_ = pos;
  end_ = outer_end;
  return node;
}

// Arithmetic text of the script. Where it is expanded at all, for a $, ` or ~, bash expands subscripts by themselves.
Word* WordBuilder::arith_word(unsigned stop, Facts& outer) {
  constexpr std::string_view expanding = "$`~";
  Place place = place_of(WordMode::kArith);
  place.brackets = true;
  const std::uint32_t begin = pos_;
  place.subscripts = stop == kNoStop && text_.substr(begin, end_ - begin).find_first_of(expanding) != std::string_view::npos;
  Facts facts;
  Word* word = sub_word(place, stop, facts);
  if (stop != kNoStop && facts.bracket && word->text.find_first_of(expanding) != std::string_view::npos) {
    const std::uint32_t outer_end = std::exchange(end_, pos_);
    again(begin);
    place.subscripts = true;
    word = sub_word(place, kNoStop, facts);
    end_ = outer_end;
  }
  outer.flags |= facts.flags;
  outer.several |= facts.several;
  return word;
}

// Goes back. Done at each level of nested constructs this takes exponential time, so it counts as parsers within parsers do.
void WordBuilder::again(std::uint32_t begin) {
  parser_.count_reread(pos_ - begin);
  pos_ = begin;
}

// The word from pos_ to the stop, which stays. What it holds counts for the word around it too.
Word* WordBuilder::sub_word(const Place& place, unsigned stop, Facts& outer) {
  auto* word = arena_.make<Word>();
  const std::uint32_t begin = pos_;
  Facts facts;
  const Span<const WordPart> parts = this->parts(place, stop, facts);
  word->text = text_.substr(begin, pos_ - begin);
  const Extent e = where(begin, pos_);
  word->begin = e.begin;
  word->end = e.end;
  finish(word, parts, facts, place);
  outer.flags |= facts.flags & (Word::kAsync | Word::kHasArith | Word::kAssigns);
  outer.several |= facts.several;
  outer.at |= facts.at;
  outer.bracket |= facts.bracket;
  outer.quoted_brace |= facts.quoted_brace;
  return word;
}

Word* WordBuilder::finish(Word* word, Span<const WordPart> parts, Facts& facts, const Place& place) {
  word->parts = parts;
  word->line = line_;
  std::uint16_t flags = facts.flags;
  const bool brace = place.braces && (facts.brace_closed || facts.quoted_brace);
  if (brace) flags |= Word::kBrace;
  if (place.quoted) flags |= Word::kInQuotes;
  if (facts.constant) {
    flags |= Word::kConstant;
    word->literal = constant_text(parts);
    if (!brace && (flags & Word::kGlob) == 0) flags |= Word::kLiteral;
  }
  if (!facts.splits && !facts.several && !brace && (flags & Word::kGlob) == 0) flags |= Word::kSingleField;
  word->flags = flags;
  return word;
}

void WordBuilder::append_constant(Span<const WordPart> parts, std::string& out) {
  for (const WordPart& p : parts) {
    out += p.value;
    append_constant(p.parts, out);  // "..." holds no further quotes when it is constant
  }
}

std::string_view WordBuilder::constant_text(Span<const WordPart> parts) {
  if (parts.empty()) return {};
  if (parts.size() == 1)
    return parts[0].kind == PartKind::kDoubleQuoted ? constant_text(parts[0].parts) : parts[0].value;
  std::string out;
  append_constant(parts, out);
  return arena_.copy(out);
}

// ---------------------------------------------------------------- collecting text

void WordBuilder::emit(PartKind kind, std::string_view text) {
  if (!running_ || run_kind_ != kind) {
    flush();
    running_ = true;
    buffered_ = false;
    run_kind_ = kind;
    run_ = text;
    return;
  }
  if (!buffered_ && run_.data() + run_.size() == text.data()) {
    run_ = {run_.data(), run_.size() + text.size()};
    return;
  }
  if (!buffered_) {
    run_buffer_.assign(run_);
    buffered_ = true;
  }
  run_buffer_ += text;
}

void WordBuilder::flush() {
  if (!running_) return;
  running_ = false;
  WordPart p;
  p.kind = run_kind_;
  p.value = buffered_ ? arena_.copy(run_buffer_) : run_;
  parts_.push_back(p);
}

const TextPatch* WordBuilder::patch_at(std::uint32_t offset) const {
  const TextPatch* p = std::lower_bound(patches_.begin(), patches_.end(), offset,
                                        [](const TextPatch& a, std::uint32_t b) { return a.begin < b; });
  while (p != patches_.end() && p->begin == offset) {
    if (p->command != nullptr) return p;
    ++p;
  }
  return nullptr;
}

// ---------------------------------------------------------------- the parts of a stretch of text

bool WordBuilder::at_stop(char c, unsigned stop, int& ternary, int& parens) const {
  switch (c) {
    case '}': return (stop & kAtBrace) != 0;
    case '/': return (stop & kAtSlash) != 0;
    case '"': return (stop & kAtQuote) != 0;
    case '(': ++parens; return false;
    case ')': --parens; return false;
    case '?': ternary += parens == 0; return false;
    case ':':
      if ((stop & kAtColon) == 0 || parens > 0) return false;
      return ternary-- <= 0;
    default: return false;
  }
}

Span<const WordPart> WordBuilder::parts(const Place& place, unsigned stop, Facts& facts) {
  const ParserState::Deeper deeper(parser_);
  flush();
  if (parser_.hopeless()) pos_ = end_;
  const std::size_t base = parts_.size();
  int ternary = 0, parens = 0;
  const std::uint32_t start = pos_;
  std::uint32_t single_end = 0;   // of the single quotes in "${x-'}'}": they are text, but a } in them is none
  const auto in_single = [&] { return single_end > 0 && pos_ <= single_end; };
  // "${x-"a"}": bash takes these quotes away, then reads what is left as it reads the quotes around. In them a \ always
  // goes, and a } outside of single quotes is text.
  const bool stripping = place.quoted && place.operand && place.dquote;
  bool stripped = false, in_double = false;
  const auto strip = [&] {
    stripped = !stripped;
    if (!in_single()) in_double = !in_double;
    facts.flags |= Word::kHasQuotes;
    ++pos_;
  };
  while (pos_ < end_) {
    const char c = text_[pos_];
    if (!in_single() && !in_double && at_stop(c, stop, ternary, parens) && !(place.slash_first && c == '/' && pos_ == start)) break;
    switch (c) {
      case '\\':
        backslash(place, facts, stop, stripped);
        continue;
      case '\'':
        if (place.single && !place.quoted) {
          const std::size_t close = std::min<std::size_t>(text_.find('\'', pos_ + 1), end_);
          emit(PartKind::kQuoted, text_.substr(pos_ + 1, close - pos_ - 1));
          facts.flags |= Word::kHasQuotes;
          pos_ = std::min(end_, static_cast<std::uint32_t>(close) + 1);
          continue;
        }
        if (place.quoted && place.operand && (stop & kAtBrace) != 0 && !in_single() && !in_double) {
          const std::size_t close = text_.find('\'', pos_ + 1);
          if (close < end_) single_end = static_cast<std::uint32_t>(close);
        }
        break;
      case '"':
        if (stripping) {
          strip();
          facts.quoted_brace |= in_double && text_.substr(pos_, text_.find('"', pos_) - pos_).find('{') != std::string_view::npos;
          continue;
        }
        if (place.dquote) {
          const std::uint32_t begin = pos_;
          double_quotes(facts, false);
          if (place.in_quotes && text_.substr(begin, pos_ - begin).find('{') != std::string_view::npos)
            facts.quoted_brace = true;
          continue;
        }
        break;
      case '`':
        if (in_single() && unclosed_in(single_end, facts)) continue;
        backquotes(place, facts);
        continue;
      case '$':
        if (in_single() && (pos_ + 1 == single_end || unclosed_in(single_end, facts))) {
          if (pos_ + 1 < single_end) continue;
          break;
        }
        if (in_double && text_.substr(pos_ + 1).starts_with('\'')) break;   // "${x-"$'a'"}" is $'a'
        if (stripping && !in_double && !in_single() && !place.here && text_.substr(pos_ + 1).starts_with('"')) {
          ++pos_;   // $"text", which is not translated
          continue;
        }
        if (const std::string joined = stripping ? name_across_quotes() : std::string(); !joined.empty()) {
          flush();
          for (std::size_t n = simple_param(arena_.copy(joined), facts, true); n > 0;) {
            if (text_[pos_] == '"') strip();
            else ++pos_, --n;
          }
          continue;
        }
        if (dollar(place, facts)) continue;
        break;
      case '<': case '>':
        if (!place.quoted && place.process && pos_ + 1 < end_ && text_[pos_ + 1] == '(' && patch_at(pos_ + 2) != nullptr) {
          process_substitution(facts);
          continue;
        }
        break;
      case '~':
        if (tilde(place, facts, start)) continue;
        break;
      case '*': case '?':
        if (!place.quoted) facts.flags |= Word::kGlob;
        break;
      case '[':
        if (place.brackets) {
          facts.bracket = true;
          if (place.subscripts && element(facts)) continue;
        }
        if (!place.quoted && pos_ < last_bracket_) facts.flags |= Word::kGlob;
        break;
      case '+': case '@': case '!':
        if (!place.quoted && pos_ + 1 < end_ && text_[pos_ + 1] == '(' &&
            (place.extglob || parser_.options_.extglob || parser_.context_.extglob))
          facts.flags |= Word::kGlob;
        break;
      case '{':
        facts.brace_open |= !place.quoted;
        break;
      case ',':
        facts.brace_middle |= facts.brace_open;
        break;
      case '.':
        facts.brace_middle |= facts.brace_open && pos_ + 1 < end_ && text_[pos_ + 1] == '.';
        break;
      case '}':
        facts.brace_closed |= facts.brace_middle;
        break;
      default: {
        std::uint32_t next = pos_ + 1;
        while (next < end_ && !kInteresting[static_cast<unsigned char>(text_[next])]) ++next;
        emit(PartKind::kLiteral, text_.substr(pos_, next - pos_));
        pos_ = next;
        continue;
      }
    }
    emit(PartKind::kLiteral, text_.substr(pos_, 1));
    ++pos_;
  }
  flush();
  const Span<const WordPart> out = arena_.copy(parts_.data() + base, parts_.size() - base);
  parts_.resize(base);
  return out;
}

// In "${x-'`'}": does what begins here have no end before those single quotes have? Then it is an error, but only when
// the operand is expanded.
bool WordBuilder::unclosed_in(std::uint32_t single_end, Facts& facts) {
  const char next = text_[pos_ + 1];
  const char close = text_[pos_] == '`' ? '`' : next == '(' ? ')' : next == '{' ? '}' : 0;
  if (close == 0 || text_.find(close, pos_ + 1) < single_end) return false;
  std::string message = "bad substitution: no closing ";
  message += close == '`' ? "\"`\"" : std::string("`") + close + "'";
  message += " in ";
  message += text_.substr(pos_, single_end + 1 - pos_);
  bad(message, facts);
  pos_ = single_end;
  return true;
}

// What is an error when it is expanded.
void WordBuilder::bad(std::string_view message, Facts& facts) {
  auto* error = arena_.make<SyntaxErrorInfo>();
  error->message = arena_.copy(message);
  error->line = line_;
  WordPart p;
  p.kind = PartKind::kBad;
  p.error = error;
  push(p);
  facts.constant = false;
}

void WordBuilder::backslash(const Place& place, Facts& facts, unsigned stop, bool always) {
  if (pos_ + 1 >= end_) {
    emit(PartKind::kLiteral, text_.substr(pos_, 1));
    ++pos_;
    return;
  }
  const char next = text_[pos_ + 1];
  if (!place.quoted) {
    const std::uint32_t size = std::min<std::uint32_t>(decode_utf8(text_, pos_ + 1).size, end_ - pos_ - 1);
    emit(PartKind::kQuoted, text_.substr(pos_ + 1, size));
    facts.flags |= Word::kHasQuotes;
    pos_ += 1 + size;
    return;
  }
  const bool escapes = next == '$' || next == '`' || next == '\\' || next == '\n' ||
                       (next == '"' && (!place.here || place.operand)) ||
                       (next == '}' && (stop & kAtBrace) != 0 && place.operand);
  if (next == '\n') {
    pos_ += 2;
    return;
  }
  emit(PartKind::kLiteral, escapes || always ? text_.substr(pos_ + 1, 1) : text_.substr(pos_, 2));
  pos_ += 2;
}

void WordBuilder::double_quotes(Facts& facts, bool locale) {
  ++pos_;
  Place inner;
  inner.quoted = true;
  inner.single = inner.dquote = false;
  Facts in;
  const Span<const WordPart> got = parts(inner, kAtQuote, in);
  if (pos_ < end_) ++pos_;
  WordPart p;
  p.kind = PartKind::kDoubleQuoted;
  p.locale = locale;
  p.has_at = in.at;
  p.parts = got;
  push(p);
  facts.flags |= (in.flags & (Word::kAsync | Word::kHasArith | Word::kAssigns)) | Word::kHasQuotes;
  facts.constant &= in.constant;
  facts.several |= in.several;
  facts.at |= in.at;
  facts.quoted_brace |= in.quoted_brace;
}

// [ at pos_ of arithmetic text: what it encloses, if anything.
bool WordBuilder::element(Facts& facts) {
  const std::size_t close = subscript_end(text_.substr(0, end_), pos_);
  if (close == std::string_view::npos || close == pos_ + 1) return false;
  emit(PartKind::kLiteral, text_.substr(pos_, 1));
  const std::uint32_t outer_end = std::exchange(end_, static_cast<std::uint32_t>(close));
  ++pos_;
  Facts in;
  WordPart p;
  p.kind = PartKind::kSubscript;
  p.parts = parts(Place{.process = false}, kNoStop, in);
  push(p);
  pos_ = end_;
  end_ = outer_end;
  facts.constant = false;
  facts.flags |= in.flags & (Word::kAsync | Word::kHasArith | Word::kAssigns);
  return true;
}

// The prefix from ~ to the next slash (or colon, in assignments), if it is one: only plain characters.
bool WordBuilder::tilde(const Place& place, Facts& facts, std::uint32_t start) {
  if (place.quoted || place.tilde == 0) return false;
  const bool assigning = place.tilde == 2 || pos_ > assign_at_;
  const char before = pos_ > start ? text_[pos_ - 1] : 0;
  const bool here = pos_ == start || (assigning && (pos_ == assign_at_ + 1 || before == ':'));
  if (!here) return false;
  std::uint32_t end = pos_ + 1;
  while (end < end_ && (name_char(text_[end]) || text_[end] == '-' || text_[end] == '+' || text_[end] == '.')) ++end;
  if (end < end_ && text_[end] != '/' && text_[end] != '}' && !(assigning && text_[end] == ':')) return false;
  WordPart p;
  p.kind = PartKind::kTilde;
  p.value = text_.substr(pos_, end - pos_);
  p.after_assign = pos_ != start && place.tilde != 2;
  push(p);
  pos_ = end;
  facts.flags |= Word::kHasTilde;
  facts.constant = false;
  return true;
}

// ---------------------------------------------------------------- substitutions

void WordBuilder::backquotes(const Place& place, Facts& facts) {
  std::string commands;
  std::uint32_t at = pos_ + 1;
  for (; at < end_ && text_[at] != '`'; ++at) {
    if (text_[at] == '\\' && at + 1 < end_) {
      const char next = text_[at + 1];
      if (next == '$' || next == '`' || next == '\\' || (next == '"' && place.quoted)) ++at;
      else if (next != '`') commands += text_[at++];
      if (at >= end_) break;
    }
    commands += text_[at];
  }
  auto* node = arena_.make<CommandSub>();
  node->backquoted = node->as_written = true;
  node->line = line_;
  const std::size_t size = commands.size();
  std::size_t slashes = 0;
  while (slashes < size && commands[size - 1 - slashes] == '\\') ++slashes;
  commands += slashes % 2 == 1 ? "\\\n" : "\n";   // a backslash at the very end stands for itself
  const std::string_view copy = arena_.copy(commands);
  node->text = copy.substr(0, size);
  const Extent e = where(pos_ + 1, at);
  node->begin = e.begin;
  node->end = e.end;
  ParserState inner(parser_, copy, line_, e, exact_ && size == at - pos_ - 1);
  node->body = inner.parse_all(&node->error);
  WordPart p;
  p.kind = PartKind::kCommandSub;
  p.command = node;
  push(p);
  facts.quoted_brace |= place.quoted && commands.find('"') != commands.npos && commands.find('{') != commands.npos;
  pos_ = std::min(end_, at + 1);
  facts.flags |= Word::kAsync;
  facts.constant = false;
  facts.splits |= !place.quoted;
}

void WordBuilder::process_substitution(Facts& facts) {
  const TextPatch* patch = patch_at(pos_ + 2);
  auto* node = arena_.make<CommandSub>(*patch->command);
  node->output = text_[pos_] == '>';
  node->text = all_.substr(patch->begin, patch->end - patch->begin);
  WordPart p;
  p.kind = PartKind::kProcessSub;
  p.command = node;
  push(p);
  pos_ = patch->end + 1;
  facts.flags |= Word::kAsync;
  facts.constant = false;
}

// $( at pos_.
void WordBuilder::substitution(Facts& facts, bool quoted) {
  facts.constant = false;
  facts.splits |= !quoted;
  if (const TextPatch* patch = patch_at(pos_ + 2)) {
    auto* node = const_cast<CommandSub*>(patch->command);
    node->text = all_.substr(patch->begin, patch->end - patch->begin);
    WordPart p;
    p.kind = PartKind::kCommandSub;
    p.command = node;
    push(p);
    pos_ = patch->end + 1;
    facts.flags |= Word::kAsync;
    return;
  }
  if (pos_ + 2 < end_ && text_[pos_ + 2] == '(') {
    const std::uint32_t close = close_of(pos_ + 2, ')');
    if (try_arith(close, facts, quoted)) return;
    text_substitution(close, facts, quoted);
    return;
  }
  // Commands that the scanner took for something else, as in "${x:-'$(date)'}"
  auto* node = arena_.make<CommandSub>();
  node->line = line_;
  ParserState inner(parser_, text_.substr(pos_ + 2, end_ - pos_ - 2), line_, where(pos_ + 2, end_), exact_);
  std::size_t consumed = 0;
  node->body = inner.parse_substitution(consumed, &node->error);
  if (consumed == 0) consumed = end_ - pos_ - 2;
  node->text = text_.substr(pos_ + 2, consumed > 0 ? consumed - 1 : 0);
  const Extent e = where(pos_ + 2, pos_ + 2 + static_cast<std::uint32_t>(node->text.size()));
  node->begin = e.begin;
  node->end = e.end;
  WordPart p;
  p.kind = PartKind::kCommandSub;
  p.command = node;
  push(p);
  pos_ += 2 + static_cast<std::uint32_t>(consumed);
  facts.flags |= Word::kAsync;
}

// From an opening bracket's successor to the bracket that closes it: quotes and inner pairs respected.
std::uint32_t WordBuilder::close_of(std::uint32_t open, char close_char) {
  const char open_char = close_char == ')' ? '(' : '[';
  int depth = 1;
  for (std::uint32_t at = open; at < end_; ++at) {
    const char c = text_[at];
    if (c == '\\') {
      ++at;
    } else if (c == '\'' || c == '"' || c == '`') {
      const bool escapes = c != '\'' || (at > open && text_[at - 1] == '$');
      for (++at; at < end_ && text_[at] != c; ++at) {
        if (escapes && text_[at] == '\\') ++at;
      }
    } else if (c == '$' && at + 2 < end_ && text_[at + 1] == '(') {
      if (const TextPatch* patch = patch_at(at + 2)) at = patch->end;
    } else if (c == open_char) {
      ++depth;
    } else if (c == close_char && --depth == 0) {
      return at;
    }
  }
  return end_;
}

// $((...)) whose last ) is at close: arithmetic when the inner parentheses balance.
bool WordBuilder::try_arith(std::uint32_t close, Facts& facts, bool quoted) {
  if (close >= end_ || close < pos_ + 4 || text_[close - 1] != ')') return false;
  if (close_of(pos_ + 3, ')') != close - 1) return false;
  flush();
  WordPart p;
  p.kind = PartKind::kArith;
  p.arith = arith(pos_ + 3, close - 1);
  push(p);
  facts.flags |= Word::kHasArith | Word::kAssigns | (p.arith->word->flags & Word::kAsync);
  facts.constant = false;
  facts.splits |= !quoted;
  pos_ = close + 1;
  return true;
}

// $((a) | b): commands after all.
void WordBuilder::text_substitution(std::uint32_t close, Facts& facts, bool) {
  auto* node = arena_.make<CommandSub>();
  node->as_written = true;
  node->line = line_;
  node->text = text_.substr(pos_ + 2, close - pos_ - 2);
  std::string commands(node->text);
  commands += '\n';
  const Extent e = where(pos_ + 2, close);
  node->begin = e.begin;
  node->end = e.end;
  ParserState inner(parser_, arena_.copy(commands), line_, e, exact_);
  node->body = inner.parse_all(&node->error);
  WordPart p;
  p.kind = PartKind::kCommandSub;
  p.command = node;
  push(p);
  facts.flags |= Word::kAsync;
  pos_ = std::min(end_, close + 1);
}

// ---------------------------------------------------------------- parameters

// $ at pos_. False: it is only a $.
bool WordBuilder::dollar(const Place& place, Facts& facts) {
  if (pos_ + 1 >= end_) return false;
  const char next = text_[pos_ + 1];
  switch (next) {
    case '(':
      substitution(facts, place.quoted);
      return true;
    case '[': {
      const std::uint32_t close = close_of(pos_ + 2, ']');
      flush();
      if (place.quoted && !place.here && text_.substr(pos_, close - pos_).find('"') != text_.npos) {   // bash takes it for the closing quote
        bad("bad substitution: no closing `]' in $[", facts);
        pos_ = std::min(end_, close + 1);
        return true;
      }
      WordPart p;
      p.kind = PartKind::kArith;
      p.arith = arith(pos_ + 2, close);
      push(p);
      facts.flags |= Word::kHasArith | Word::kAssigns | (p.arith->word->flags & Word::kAsync);
      facts.constant = false;
      facts.splits |= !place.quoted;
      pos_ = std::min(end_, close + 1);
      return true;
    }
    case '{':
      braced_param(place, facts);
      return true;
    case '\'': {
      if (place.quoted && (!place.operand || place.here)) return false;   // "${x-$'a'}" is $'a'
      std::uint32_t close = pos_ + 2;
      while (close < end_ && text_[close] != '\'') close += text_[close] == '\\' ? 2 : 1;
      close = std::min(close, end_);
      emit(PartKind::kQuoted, arena_.copy(decode_ansi_c(text_.substr(pos_ + 2, close - pos_ - 2))));
      facts.flags |= Word::kHasQuotes;
      pos_ = std::min(end_, close + 1);
      return true;
    }
    case '"':
      if (place.quoted || !place.dquote) return false;
      ++pos_;
      double_quotes(facts, true);
      return true;
    default:
      if (!name_start(next) && !is_digit(next) && !is_special(next)) return false;
      pos_ += static_cast<std::uint32_t>(simple_param(text_.substr(pos_, end_ - pos_), facts, place.quoted));
      return true;
  }
}

void WordBuilder::add_param(Param* p, Facts& facts, bool quoted) {
  WordPart part;
  part.kind = PartKind::kParam;
  part.param = p;
  push(part);
  facts.constant = false;
  facts.splits |= !quoted;
  facts.at |= p->all();
  facts.several |= p->all() || p->op == ParamOp::kPrefixNames || p->op == ParamOp::kKeys || p->indirect;
  if (p->subscript.kind == SubscriptKind::kIndex || p->indirect || p->op == ParamOp::kSubstring ||
      p->op == ParamOp::kTransform) {
    facts.flags |= Word::kHasArith;
    if (p->subscript.word != nullptr) facts.flags |= p->subscript.word->flags & Word::kAsync;
  }
  if (p->op == ParamOp::kAssign || p->op == ParamOp::kSubstring || p->subscript.kind == SubscriptKind::kIndex)
    facts.flags |= Word::kAssigns;
}

// In "${x-"$a"b}", where the quotes go before anything is read: $ab. Empty where there are no quotes in it.
std::string WordBuilder::name_across_quotes() const {
  std::string joined = "$";
  for (char c : text_.substr(pos_ + 1, end_ - pos_ - 1)) {
    if (name_char(c) || (joined.size() == 1 && is_special(c))) joined += c;
    else if (c != '"') break;
  }
  return joined.size() == 1 || text_.substr(pos_).starts_with(joined) ? std::string() : joined;
}

// The parameter that text begins with; the size of what names it.
std::size_t WordBuilder::simple_param(std::string_view text, Facts& facts, bool quoted) {
  auto* p = arena_.make<Param>();
  std::size_t end = 2;
  const char c = text[1];
  if (name_start(c)) {
    while (end < text.size() && name_char(text[end])) ++end;
    p->name = parser_.names_.intern(text.substr(1, end - 1));
  } else if (is_digit(c) && c != '0') {
    p->kind = ParamKind::kPositional;
    p->position = static_cast<std::uint32_t>(c - '0');
  } else {
    p->kind = ParamKind::kSpecial;
    p->special = c;
  }
  p->text = text.substr(0, end);
  add_param(p, facts, quoted);
  return end;
}

// The name, number or special character at pos_, with its subscript.
bool WordBuilder::param_name(Param& p) {
  if (pos_ >= end_) return false;
  const char c = text_[pos_];
  if (name_start(c)) {
    const std::uint32_t begin = pos_;
    while (pos_ < end_ && name_char(text_[pos_])) ++pos_;
    p.name = parser_.names_.intern(text_.substr(begin, pos_ - begin));
    if (pos_ < end_ && text_[pos_] == '[') {
      const std::uint32_t close = close_of(pos_ + 1, ']');
      if (close >= end_ || close == pos_ + 1) return false;
      p.subscript = subscript(pos_ + 1, close);
      pos_ = close + 1;
    }
    return true;
  }
  if (is_digit(c)) {
    std::uint64_t value = 0;
    while (pos_ < end_ && is_digit(text_[pos_]))
      value = std::min<std::uint64_t>(value * 10 + static_cast<std::uint64_t>(text_[pos_++] - '0'), 0xffffffff);
    if (value == 0) {
      p.kind = ParamKind::kSpecial;
      p.special = '0';
    } else {
      p.kind = ParamKind::kPositional;
      p.position = static_cast<std::uint32_t>(value);
    }
    return true;
  }
  if (!is_special(c)) return false;
  p.kind = ParamKind::kSpecial;
  p.special = c;
  ++pos_;
  return true;
}

// ${ at pos_.
void WordBuilder::braced_param(const Place& place, Facts& facts) {
  const std::uint32_t begin = pos_;
  flush();
  auto* p = arena_.make<Param>();
  p->braced = true;
  pos_ += 2;
  const auto at = [&](std::uint32_t i) { return i < end_ ? text_[i] : '\0'; };
  const char c = at(pos_), next = at(pos_ + 1);
  bool ok;
  const bool of_hash = next == '@' && at(pos_ + 2) != '}' && at(pos_ + 3) == '}';   // ${#@a} is of $#
  if (c == '#' && next != '}' && !of_hash &&
      (name_start(next) || is_digit(next) || (is_special(next) && at(pos_ + 2) == '}') || next == '@' || next == '*')) {
    ++pos_;
    p->length = true;
    ok = param_name(*p) && at(pos_) == '}';
  } else if (c == '!' &&
             (name_start(next) || is_digit(next) || next == '#' || next == '?' || next == '@' || next == '*') &&
             !(next == '#' && at(pos_ + 2) != '}') && !(next == '?' && at(pos_ + 2) != '}')) {
    ++pos_;
    p->indirect = true;
    ok = param_name(*p);
    const char after = at(pos_);
    if (ok && p->kind == ParamKind::kNamed && at(pos_ + 1) == '}' && p->subscript.kind == SubscriptKind::kNone &&
        (after == '*' || after == '@')) {
      p->op = ParamOp::kPrefixNames;
      p->letter = after;
      p->indirect = false;
      ++pos_;
    } else if (ok && after == '}' &&
               (p->subscript.kind == SubscriptKind::kAt || p->subscript.kind == SubscriptKind::kStar)) {
      p->op = ParamOp::kKeys;
      p->letter = p->subscript.kind == SubscriptKind::kAt ? '@' : '*';
      p->indirect = false;
    }
  } else {
    const bool lone = c == '#' && at(pos_ + 2) == '}' && std::string_view("+=%/").find(next) != std::string_view::npos;
    ok = param_name(*p) && !lone;   // ${#+} is no expansion, though ${#+x} and ${#-} are
  }
  if (ok && p->op == ParamOp::kNone && !p->length && at(pos_) != '}') param_operator(*p, place, facts);
  if (!ok || p->op == ParamOp::kBad || at(pos_) != '}') {
    bad_param(*p, place, begin, facts);
  } else {
    ++pos_;
  }
  p->text = text_.substr(begin, pos_ - begin);
  add_param(p, facts, place.quoted);
}

// Not a parameter expansion: all to the closing brace is its text.
void WordBuilder::bad_param(Param& p, const Place& place, std::uint32_t begin, Facts& facts) {
  p.op = ParamOp::kBad;
  again(begin + 2);
  Place inner = place;
  inner.operand = true;
  inner.dquote = true;
  inner.tilde = 0;
  Facts ignored;
  const std::size_t base = parts_.size();
  (void)parts(inner, kAtBrace, ignored);
  parts_.resize(base);
  if (pos_ < end_) ++pos_;
  (void)facts;
}

void WordBuilder::param_operator(Param& p, const Place& place, Facts& facts) {
  const auto at = [&](std::uint32_t i) { return i < end_ ? text_[i] : '\0'; };
  const char c = at(pos_);
  Place operand = place;  // ${x:-word}: as around it
  operand.operand = true;
  operand.braces = false;
  operand.dquote = true;
  operand.tilde = place.quoted ? 0 : 1;
  const auto word_op = [&](ParamOp op) {
    p.op = op;
    ++pos_;
    p.operand = sub_word(operand, kAtBrace, facts);
  };
  const auto doubled = [&](ParamOp once, ParamOp twice) {
    const bool both = at(pos_ + 1) == c;
    p.op = both ? twice : once;
    pos_ += both ? 2 : 1;
    pattern_operands(p, place, facts, false);
  };
  switch (c) {
    case ':': {
      const char next = at(pos_ + 1);
      if (next == '-' || next == '=' || next == '?' || next == '+') {
        p.colon = true;
        ++pos_;
        word_op(next == '-'   ? ParamOp::kDefault
                : next == '=' ? ParamOp::kAssign
                : next == '?' ? ParamOp::kError
                              : ParamOp::kAlternate);
        return;
      }
      ++pos_;
      if (next == '}') {
        p.op = ParamOp::kBad;
        return;
      }
      p.op = ParamOp::kSubstring;
      p.operand = arith_word(kAtColon | kAtBrace, facts);
      if (at(pos_) == ':') {
        ++pos_;
        p.operand2 = arith_word(kAtBrace, facts);
      }
      return;
    }
    case '-': word_op(ParamOp::kDefault); return;
    case '=': word_op(ParamOp::kAssign); return;
    case '?': word_op(ParamOp::kError); return;
    case '+': word_op(ParamOp::kAlternate); return;
    case '#': doubled(ParamOp::kRemovePrefix, ParamOp::kRemoveLongestPrefix); return;
    case '%': doubled(ParamOp::kRemoveSuffix, ParamOp::kRemoveLongestSuffix); return;
    case '^': case ',': case '~':   // $? $# $- have no letters to change
      if (p.kind == ParamKind::kSpecial && std::string_view("?#-").find(p.special) != std::string_view::npos) break;
      if (c == '^') doubled(ParamOp::kUpperFirst, ParamOp::kUpperAll);
      else if (c == ',') doubled(ParamOp::kLowerFirst, ParamOp::kLowerAll);
      else doubled(ParamOp::kToggleFirst, ParamOp::kToggleAll);
      return;
    case '/': {
      const char next = at(pos_ + 1);
      p.op = next == '/'   ? ParamOp::kReplaceAll
             : next == '#' ? ParamOp::kReplacePrefix
             : next == '%' ? ParamOp::kReplaceSuffix
                           : ParamOp::kReplaceFirst;
      pos_ += p.op == ParamOp::kReplaceFirst ? 1 : 2;
      pattern_operands(p, place, facts, true);
      return;
    }
    case '@': {
      const char letter = at(pos_ + 1);
      if (std::string_view("QEPAKakuUL").find(letter) != std::string_view::npos && letter != 0 && at(pos_ + 2) == '}') {
        p.op = ParamOp::kTransform;
        p.letter = letter;
        pos_ += 2;
        return;
      }
      p.letter = '@';
      break;
    }
    default: break;
  }
  p.op = ParamOp::kBad;
}

// A pattern, and with replace a replacement: quotes count in them even inside double quotes.
void WordBuilder::pattern_operands(Param& p, const Place& outer, Facts& facts, bool replace) {
  Place pattern;
  pattern.in_quotes = outer.quoted || outer.in_quotes;
  pattern.operand = true;
  pattern.tilde = 1;
  pattern.slash_first = p.op == ParamOp::kReplaceAll;   // ${x////y}: the third is the pattern
  const bool at = facts.at;   // a $@ in it is none of the word
  p.operand = sub_word(pattern, kAtBrace | (replace ? kAtSlash : 0), facts);
  pattern.slash_first = false;
  if (replace && pos_ < end_ && text_[pos_] == '/') {
    ++pos_;
    p.operand2 = sub_word(pattern, kAtBrace, facts);
  }
  facts.at = at;
}

}  // namespace nacre
