// The parser's input: the script's text, and on top of it the values of aliases being expanded.
//
// The text of one command is always contiguous (words are views into it), so a line that is appended in the middle of a
// command goes behind the others; the block that holds them doubles when it is full, and old blocks live on for the
// words that look into them.
#include <algorithm>
#include <cstring>

#include "src/syntax/parser_state.h"

namespace nacre {

ParserState::ParserState(NameTable& names, const ParserOptions& options, const AliasSource* aliases,
                         std::uint32_t first_line)
    : names_(names), options_(options), aliases_(aliases), line_(first_line - 1) {}

ParserState::ParserState(ParserState& outer, std::string_view text, std::uint32_t line, Extent where, bool exact)
    : names_(outer.names_), options_(outer.options_), aliases_(outer.aliases_), arena_(outer.arena_), line_(line - 1),
      where_(where), exact_(exact) {
  native_depth_ = outer.native_depth_ + 1;
  word_depth_ = outer.word_depth_;
  reread_total_ = outer.reread_total_;
  count_reread(text.size());
  outer_depth_ = outer.outer_depth_ + static_cast<std::uint32_t>(outer.frames_.size() + outer.nests_.size());
  in_ = {text.data(), 0, static_cast<std::uint32_t>(text.size())};
  finished_ = true;
}

void ParserState::use_text(std::string_view text, Arena* arena) {
  arena_ = arena;
  in_ = {text.data(), 0, static_cast<std::uint32_t>(text.size())};
  finished_ = true;
}

void ParserState::append(std::string_view text) {
  if (text.empty()) return;
  const Input& main = levels_.empty() ? in_ : levels_.front().interrupted;
  const bool fits = source_ && source_->capacity - source_->size > text.size();
  if (!fits) {
    // A word that is being read keeps its offsets: then all of the block moves along.
    const std::uint32_t from = idle() ? main.pos : 0;
    const std::size_t keep = (source_ ? source_->size : 0) - from;
    const bool first = !source_;
    std::size_t capacity = keep + text.size() + 2;
    if (!first) capacity = std::max<std::size_t>(capacity + (idle() ? 0 : keep + text.size()), 2048);
    Ref<SourceText> grown = make_ref<SourceText>(capacity);
    if (keep > 0) std::memcpy(grown->data, source_->data + from, keep);
    grown->size = keep;
    if (!idle()) grown->previous = source_;
    Input& moved = levels_.empty() ? in_ : levels_.front().interrupted;
    moved.base = grown->data;
    moved.pos -= from;
    line_start_ -= std::min(from, line_start_);
    source_ = grown;
  }
  char* to = source_->data + source_->size;
  if (std::memchr(text.data(), 0, text.size()) == nullptr) {
    std::memcpy(to, text.data(), text.size());
    to += text.size();
  } else {
    to = std::copy_if(text.begin(), text.end(), to, [](char c) { return c != 0; });
  }
  source_->size = static_cast<std::size_t>(to - source_->data);
  (levels_.empty() ? in_ : levels_.front().interrupted).size = static_cast<std::uint32_t>(source_->size);
}

void ParserState::finish() {
  if (finished_) return;
  if (source_ && source_->size > 0 && source_->data[source_->size - 1] != '\n') {
    std::size_t slashes = 0;
    while (slashes < source_->size && source_->data[source_->size - 1 - slashes] == '\\') ++slashes;
    append(slashes % 2 == 1 ? "\\\n" : "\n");  // a backslash at the very end stands for itself
  }
  finished_ = true;
}

std::string_view ParserState::unread() const {
  const Input& main = levels_.empty() ? in_ : levels_.front().interrupted;
  return {main.base + main.pos, main.size - main.pos};
}

std::string ParserState::current_line() const {
  const Input& main = levels_.empty() ? in_ : levels_.front().interrupted;
  const std::string_view rest(main.base + line_start_, main.size - line_start_);
  return std::string(rest.substr(0, rest.find('\n')));
}

// The next character, which stays. With join, line continuations before it are removed.
int ParserState::peek(bool join, Scan* scan) {
  for (;;) {
    if (in_.pos >= in_.size) {
      if (levels_.empty()) return finished_ ? kEndChar : kNeedChar;
      if (scan) flush(*scan, in_.pos);
      pop_level();
      if (scan) {
        scan->segment = in_.pos;
        scan->level_id = level_id_;
      }
      continue;
    }
    if (fresh_line_ && levels_.empty()) start_line();
    const char c = in_.base[in_.pos];
    if (c == '\\' && join && in_.pos + 1 < in_.size && in_.base[in_.pos + 1] == '\n') {
      if (scan) flush(*scan, in_.pos);
      ++in_.pos;
      take();
      if (scan) scan->segment = in_.pos;
      continue;
    }
    return static_cast<unsigned char>(c);
  }
}

void ParserState::pop_level() {
  Level& level = levels_.back();
  in_ = level.interrupted;
  level_id_ = level.interrupted_id;
  context_.alias_next = level.blank_after;
  levels_.pop_back();
}

// After an error: the rest of the line is not looked at.
void ParserState::drop_line() {
  if (!levels_.empty()) {
    in_ = levels_.front().interrupted;
    levels_.clear();
    level_id_ = 0;
  }
  if (!fresh_line_ && in_.pos < in_.size) {
    const void* end = std::memchr(in_.base + in_.pos, '\n', in_.size - in_.pos);
    in_.pos = end == nullptr ? in_.size : static_cast<std::uint32_t>(static_cast<const char*>(end) - in_.base) + 1;
  }
  fresh_line_ = true;
}

}  // namespace nacre
