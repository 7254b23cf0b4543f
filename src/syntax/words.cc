// The words that the grammar asks for, from what the scanner has read: plain words, assignments, array elements,
// arithmetic, the bodies of here-documents; and parse_word() for text that only turns up at run time.
#include <algorithm>

#include "src/syntax/parser_state.h"
#include "src/syntax/word_builder.h"

namespace nacre {
namespace {

// May the literal text brace-expand? Cheap; the expander decides.
bool may_brace(std::string_view text) {
  const std::size_t open = text.find('{');
  if (open == std::string_view::npos) return false;
  const std::size_t close = text.rfind('}');
  if (close == std::string_view::npos || close < open) return false;
  const std::string_view inner = text.substr(open, close - open);
  return inner.find(',') != std::string_view::npos || inner.find("..") != std::string_view::npos;
}

bool has_glob(std::string_view text, bool extglob) {
  if (text.find_first_of("*?") != std::string_view::npos) return true;
  if (const std::size_t open = text.find('[');
      open != std::string_view::npos && text.find(']', open) != std::string_view::npos)
    return true;
  if (!extglob) return false;
  for (std::size_t at = text.find('('); at != std::string_view::npos && at > 0; at = text.find('(', at + 1)) {
    if (has_class(static_cast<unsigned char>(text[at - 1]), kPatternChar)) return true;
  }
  return false;
}

}  // namespace

std::size_t subscript_end(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    const char c = text[at];
    const bool ansi = c == '$' && at + 1 < text.size() && text[at + 1] == '\'';
    if (c == '\\') {
      ++at;
    } else if (ansi || c == '\'' || c == '"' || c == '`') {
      const char quote = ansi ? '\'' : c;
      for (at += ansi ? 2 : 1; at < text.size() && text[at] != quote; ++at) {
        if ((ansi || quote != '\'') && text[at] == '\\') ++at;
      }
    } else if (c == '$' && at + 1 < text.size() && (text[at + 1] == '(' || text[at + 1] == '{')) {
      const char inner_open = text[at + 1], inner_close = inner_open == '(' ? ')' : '}';
      int inner = 0;
      for (++at; at < text.size(); ++at) {
        if (text[at] == '\\') ++at;
        else if (text[at] == inner_open) ++inner;
        else if (text[at] == inner_close && --inner == 0) break;
        else if (text[at] == '\'' || text[at] == '"') {
          const char quote = text[at];
          for (++at; at < text.size() && text[at] != quote; ++at) {
            if (quote == '"' && text[at] == '\\') ++at;
          }
        }
      }
    } else if (c == '[') {
      ++depth;
    } else if (c == ']' && --depth == 0) {
      return at;
    }
  }
  return std::string_view::npos;
}

std::size_t assignment_operator(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && has_class(static_cast<unsigned char>(text[at]), kNameChar)) ++at;
  if (at == 0 || !has_class(static_cast<unsigned char>(text[0]), kNameStart)) return std::string_view::npos;
  if (at < text.size() && text[at] == '[') {
    at = subscript_end(text, at);
    if (at == std::string_view::npos) return at;
    ++at;
  }
  if (at < text.size() && text[at] == '=') return at;
  if (at + 1 < text.size() && text[at] == '+' && text[at + 1] == '=') return at + 1;
  return std::string_view::npos;
}

// A word of word_'s text, without parts.
Word* ParserState::new_word() {
  auto* word = arena_->make<Word>();
  word->text = word_.text;
  word->line = word_.line;
  word->begin = word_.begin;
  word->end = word_.end;
  word->patches = word_.patches;
  return word;
}

const Word* ParserState::take_word(WordMode mode) {
  const bool equals = (word_.flags & RawWord::kEquals) != 0 && mode == WordMode::kWord;
  const std::size_t op = equals ? assignment_operator(word_.text) : std::string_view::npos;
  Word* word;
  if ((word_.flags & (RawWord::kQuotes | RawWord::kExpansion)) == 0) {
    word = new_word();
    word->literal = word_.text;
    std::uint16_t flags = Word::kConstant;
    if ((word_.flags & RawWord::kGlob) != 0 &&
        has_glob(word_.text, options_.extglob || context_.extglob || mode == WordMode::kPattern))
      flags |= Word::kGlob;
    if ((word_.flags & RawWord::kBrace) != 0 && may_brace(word_.text)) flags |= Word::kBrace;
    if ((flags & (Word::kGlob | Word::kBrace)) == 0) flags |= Word::kLiteral | Word::kSingleField;
    word->flags = flags;
    auto* part = arena_->make<WordPart>();
    part->value = word_.text;
    word->parts = {part, word_.text.empty() ? 0u : 1u};
  } else if ((word_.flags & RawWord::kCompound) != 0) {
    word = new_word();
    word->flags = Word::kAsync | Word::kHasArith;
  } else {
    WordBuilder builder(*this, word_);
    if (op != std::string_view::npos) builder.assign_at(static_cast<std::uint32_t>(op));
    word = builder.build(mode);
    word->patches = word_.patches;
  }
  if (op != std::string_view::npos) {
    auto* assignment = arena_->make<Assignment>(read_assignment());
    assignment->word = word;
    word->assignment = assignment;
  }
  return word;
}

// word_ as name=value, name[sub]+=value, name=( ); without Assignment::word.
Assignment ParserState::read_assignment() {
  Assignment a;
  const std::string_view text = word_.text;
  const std::size_t op = assignment_operator(text);
  std::size_t name_end = 0;
  while (has_class(static_cast<unsigned char>(text[name_end]), kNameChar)) ++name_end;
  a.name = names_.intern(text.substr(0, name_end));
  a.append = text[op - 1] == '+';
  WordBuilder builder(*this, word_);
  if (text[name_end] == '[') {
    const std::size_t close = op - (a.append ? 2 : 1);
    a.subscript = builder.subscript(static_cast<std::uint32_t>(name_end) + 1, static_cast<std::uint32_t>(close));
    a.subscript.kind = SubscriptKind::kIndex;
  }
  if ((word_.flags & RawWord::kCompound) != 0) {
    a.is_array = true;
    a.elements = word_.elements;
  } else {
    Word* value = builder.build_from(static_cast<std::uint32_t>(op) + 1, WordMode::kAssign);
    a.value = value;
  }
  return a;
}

// The same for an assignment before a command.
Assignment ParserState::take_assignment() {
  Assignment a = read_assignment();
  Word* word = new_word();
  a.word = word;
  if (a.is_array) word->assignment = arena_->make<Assignment>(a);  // how the printer finds the elements
  return a;
}

// word_ as an element of name=( ): a word, [sub]=value or [sub]+=value.
ArrayElement ParserState::take_element() {
  ArrayElement e;
  const std::string_view text = word_.text;
  if (!text.empty() && text[0] == '[') {
    const std::size_t close = subscript_end(text, 0);
    if (close != std::string_view::npos) {
      const std::string_view rest = text.substr(close + 1);
      e.append = rest.starts_with("+=");
      if (e.append || rest.starts_with("=")) {
        WordBuilder builder(*this, word_);
        e.subscript = builder.subscript(1, static_cast<std::uint32_t>(close));
        e.subscript.kind = SubscriptKind::kIndex;
        e.value = builder.build_from(static_cast<std::uint32_t>(close) + (e.append ? 3 : 2), WordMode::kAssign);
        Word* word = new_word();
        word->flags = e.value->flags & (Word::kAsync | Word::kHasArith);
        e.word = word;
        return e;
      }
    }
  }
  e.word = take_word();
  return e;
}

// part, a stretch of word_'s text, as arithmetic.
const Arith* ParserState::take_arith(std::string_view part) {
  WordBuilder builder(*this, word_);
  const auto begin = static_cast<std::uint32_t>(part.empty() ? 0 : part.data() - word_.text.data());
  const Arith* arith = builder.arith(begin, begin + static_cast<std::uint32_t>(part.size()));
  std::vector<TextPatch> patches;
  for (TextPatch p : word_.patches) {
    if (p.begin < begin || p.end > begin + part.size()) continue;
    p.begin -= begin;
    p.end -= begin;
    patches.push_back(p);
  }
  const_cast<Word*>(arith->word)->patches = arena_->copy(patches.data(), patches.size());
  return arith;
}

void ParserState::finish_here_document(const HereDocument& doc) {
  const std::string_view text =
      here_copied_ ? arena_->copy(here_text_) : std::string_view(in_.base + here_begin_, here_end_ - here_begin_);
  Word& body = *doc.body;
  const Extent where = place(here_begin_, std::max(here_begin_, here_end_));
  if (doc.quoted || text.find_first_of("$`\\") == std::string_view::npos) {
    auto* part = arena_->make<WordPart>();
    part->value = text;
    body.parts = {part, text.empty() ? 0u : 1u};
    body.literal = text;
    body.flags = Word::kConstant | Word::kLiteral | Word::kSingleField | Word::kInQuotes;
  } else {
    ParserState inner(*this, text, here_line_number_, where, exact_ && !here_copied_);
    RawWord raw;
    if (inner.scan_text(WordMode::kHereDoc, raw)) {
      renumber_ |= inner.substitutions_ > 0 || text.find('`') != std::string_view::npos;
      WordBuilder builder(inner, raw);
      body = *builder.build(WordMode::kHereDoc);
      body.patches = raw.patches;
    } else {
      auto* part = arena_->make<WordPart>();
      part->kind = PartKind::kBad;
      part->error = inner.take_error();
      body.parts = {part, 1};
      body.flags = Word::kInQuotes | Word::kSingleField;
    }
  }
  body.text = text;
  body.line = here_line_number_;
  body.begin = where.begin;
  body.end = where.end;
}

ParsedWord parse_word(std::string_view text, WordMode mode, NameTable& names, const ParserOptions& options,
                      std::uint32_t line) {
  ParsedWord out;
  out.program = make_ref<Script>();
  out.program->arena = make_ref<Arena>();
  Arena* arena = out.program->arena.get();
  ParserState state(names, options, nullptr, line);
  state.use_text(arena->copy(text), arena);
  RawWord raw;
  if (state.scan_text(mode, raw)) {
    raw.line = line;
    WordBuilder builder(state, raw);
    Word* word = builder.build(mode);
    word->patches = raw.patches;
    if (mode == WordMode::kPattern) word->flags &= static_cast<std::uint16_t>(~Word::kBrace);
    if (!state.hopeless() || !state.too_deep()) out.word = word;
  }
  if (out.word == nullptr) out.messages = std::move(state.messages_);
  return out;
}

// ---------------------------------------------------------------- Parser

Parser::Parser(NameTable& names, const ParserOptions& options, const AliasSource* aliases, std::uint32_t first_line)
    : state_(std::make_unique<ParserState>(names, options, aliases, first_line)) {}
Parser::~Parser() = default;
void Parser::append(std::string_view text) { state_->append(text); }
void Parser::finish() { state_->finish(); }
ParseStatus Parser::next(Ref<Script>& program) { return state_->next(program); }
const std::vector<ParseMessage>& Parser::messages() const { return state_->messages_; }
ErrorKind Parser::error_kind() const {
  if (state_->array_error_) return ErrorKind::kArray;
  if ((state_->conditional_error_ || state_->messages_.empty()) && state_->in_substitution_) return ErrorKind::kSubstitutedConditional;
  if (state_->conditional_error_) return ErrorKind::kConditional;
  if (state_->in_substitution_) return ErrorKind::kSubstitution;
  if (state_->hit_end_ && state_->unclosed_) return ErrorKind::kUnclosed;
  return state_->messages_.empty() ? ErrorKind::kForHeader : ErrorKind::kSyntax;
}
bool Parser::hit_end() const { return state_->hit_end_; }
void Parser::set_line(std::uint32_t line) { state_->line_ = line; }
void Parser::forget_position() { state_->position_forgotten_ = true; }
bool Parser::continuing() const { return !state_->idle(); }
std::uint32_t Parser::line() const { return state_->line_; }
std::string_view Parser::unread() const { return state_->unread(); }
Extent Parser::last_token() const { return state_->last_token(); }

}  // namespace nacre
