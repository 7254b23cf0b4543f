// Collecting the parts of a word; field splitting (bash manual 3.5.7, POSIX 2.6.5).
#include "src/expand/sink.h"

#include "src/base/memory.h"
#include "src/expand/expand.h"
#include "src/regex/pattern.h"

namespace nacre {


void Sink::close() {
  if (memory::exceeded()) full_ = true;
  if (!full_) fields_.push_back(std::move(current_));
  current_ = {};
  started_ = false;
}

// What makes a field worth a look at a directory, or needs care once it is.
static bool special_in_pattern(char c) {
  switch (c) {
    case '*': case '?': case '[': case '\\': case '(': case ')': case '|': return true;
    default: return false;
  }
}

// Quoted characters are escaped outside of brackets only, where a bracket ends as bash finds it: in []] and [^]] not at
// the second ], and inside [:class:] not at all.
void Sink::append_regex(std::string_view text, bool is_quoted) {
  for (const char c : text) append_regex(c, is_quoted);
}

void Sink::append_regex(char c, bool is_quoted) {
  if (bracket_ == Bracket::kOutside) {
    if (is_quoted && std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) current_.text += '\\';
    current_.text += c;
    if (!is_quoted && c == '[') {
      bracket_ = Bracket::kOpened;
      bracket_at_ = current_.text.size();
      in_bracket_.clear();
    }
    return;
  }
  current_.text += c;
  in_bracket_ += c;
  in_bracket_ += is_quoted ? '\\' : ' ';
  const char plain = is_quoted ? '\0' : c;
  const Bracket was = bracket_;
  bracket_ = plain == '[' ? Bracket::kClassMay : Bracket::kInside;
  switch (was) {
    case Bracket::kOpened:
      if (plain == '^') bracket_ = Bracket::kNegated;
      [[fallthrough]];
    case Bracket::kNegated:
      if (plain == ']') bracket_ = Bracket::kFirst;
      break;
    case Bracket::kClassMay:
      if (plain == ':' || plain == '.' || plain == '=') {
        bracket_ = Bracket::kClass;
        class_kind_ = plain;
        break;
      }
      [[fallthrough]];
    case Bracket::kInside:
      if (plain == ']') bracket_ = Bracket::kOutside;
      break;
    case Bracket::kClass:
      bracket_ = plain == class_kind_ ? Bracket::kClassEnds : Bracket::kClass;
      break;
    case Bracket::kClassEnds:
      bracket_ = plain == ']' ? Bracket::kInside : plain == class_kind_ ? Bracket::kClassEnds : Bracket::kClass;
      break;
    case Bracket::kOutside: case Bracket::kFirst: break;
  }
}

// A bracket that never closes is none: what came after its [ is read again.
std::string Sink::take() {
  while (bracket_ != Bracket::kOutside) {
    const std::string again = std::move(in_bracket_);
    in_bracket_.clear();
    current_.text.resize(bracket_at_);
    bracket_ = Bracket::kOutside;
    const bool others = again.size() < 1 << 16 && again.find("] ") != std::string::npos;
    for (std::size_t i = 0; i < again.size(); i += 2) {
      append_regex(again[i], again[i + 1] == '\\');
      if (!others) bracket_ = Bracket::kOutside;
    }
  }
  return std::move(current_.text);
}

void Sink::append(std::string_view text, bool is_quoted) {
  if (!memory::can_append(current_.text, text.size())) full_ = true;
  if (full_) return;
  switch (mode_) {
    case SinkMode::kString: case SinkMode::kHereDoc: case SinkMode::kAssign: current_.text += text; return;
    case SinkMode::kPattern:
      if (is_quoted) current_.text += Pattern::escape(text);
      else current_.text += text;
      return;
    case SinkMode::kTraced:
      for (const char c : text) {
        if (is_quoted && (c & 0xC0) != 0x80) current_.text += '\\';
        current_.text += c;
      }
      return;
    case SinkMode::kRegex: append_regex(text, is_quoted); return;
    case SinkMode::kReplace:
      for (const char c : text) {
        if (is_quoted && (c == '&' || c == '\\')) current_.text += '\\';
        current_.text += c;
      }
      return;
    case SinkMode::kFields: break;
  }
  started_ = true;
  pending_ = Pending::kNone;
  if (!current_.has_pattern && !is_quoted) {
    for (const char c : text)
      if (special_in_pattern(c)) {
        current_.has_pattern = true;
        current_.pattern = Pattern::escape(current_.text);
        break;
      }
  }
  if (current_.has_pattern) {
    if (is_quoted) current_.pattern += Pattern::escape(text);
    else current_.pattern += text;
  }
  current_.text += text;
}

void Sink::literal(std::string_view text) {
  if (!text.empty()) append(text, false);
}

void Sink::quoted(std::string_view text) { append(text, true); }

// The length of the separator at text[at], or 0.
std::size_t Sink::separator_at(const Environment::Ifs& ifs, std::string_view text, std::size_t at) const {
  if (ifs.separator[static_cast<unsigned char>(text[at])]) return 1;
  for (const std::string& w : ifs.wide)
    if (text.substr(at).starts_with(w)) return w.size();
  return 0;
}

void Sink::expansion(std::string_view text) {
  if (mode_ != SinkMode::kFields) return append(text, false);
  const Environment::Ifs& ifs = env_.ifs();
  std::size_t begin = 0, i = 0;
  while (i < text.size() && !full_) {
    const std::size_t n = separator_at(ifs, text, i);
    if (n == 0) {
      ++i;
      continue;
    }
    if (i > begin) append(text.substr(begin, i - begin), false);
    if (ifs.blank[static_cast<unsigned char>(text[i])]) {
      if (started_) {
        close();
        pending_ = Pending::kBlank;
      }
    } else if (started_) {
      close();
      pending_ = Pending::kHard;
    } else if (pending_ == Pending::kBlank) {
      pending_ = Pending::kHard;
    } else {
      close();  // an empty field
      pending_ = Pending::kHard;
    }
    i += n;
    begin = i;
  }
  if (begin < text.size()) append(text.substr(begin), false);
}

void Sink::boundary() {
  if (mode_ != SinkMode::kFields) {
    current_.text += ' ';
    return;
  }
  if (started_) close();
  pending_ = Pending::kNone;
}

void Sink::list(const std::vector<std::string>& items) {
  const Environment::Ifs& ifs = env_.ifs();
  const bool joins = !ifs.set || !ifs.text.empty();
  const std::string_view separator = ifs.set ? std::string_view(ifs.first) : std::string_view(" ");
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) {
      if (joins) expansion(separator);
      else boundary();
    }
    expansion(items[i]);
  }
}

void Sink::quoted_list(const std::vector<std::string>& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) boundary();
    quoted(items[i]);
  }
}

std::vector<RawField>& Sink::finish() {
  if (started_) close();
  return fields_;
}

// ---------------------------------------------------------------- splitting text

void split_fields(Environment& env, std::string_view text, Fields& out) {
  Sink sink(env, SinkMode::kFields);
  sink.expansion(text);
  for (RawField& f : sink.finish()) out.push_back(std::move(f.text));
}

std::vector<std::string> split_read(Environment& env, std::string_view line, std::size_t n,
                                    const std::vector<bool>& escaped) {
  const Environment::Ifs& ifs = env.ifs();
  std::vector<bool> wide_rest;   // bytes of a separator behind its first
  const auto wide_at = [&](std::size_t at) -> std::size_t {
    for (const std::string& w : ifs.wide)
      if (line.substr(at).starts_with(w)) return w.size();
    return 0;
  };
  if (!ifs.wide.empty()) {
    wide_rest.resize(line.size());
    for (std::size_t at = 0; at < line.size(); ++at)
      for (std::size_t k = escaped.empty() || !escaped[at] ? wide_at(at) : 0; k > 1; --k) wide_rest[at + k - 1] = true;
  }
  const auto kind = [&](std::size_t at) -> int {  // 0: no separator, 1: blank, 2: other, 3: the rest of another
    if (!escaped.empty() && escaped[at]) return 0;
    if (!wide_rest.empty() && wide_rest[at]) return 3;
    if (!wide_rest.empty() && wide_at(at) > 0) return 2;
    const auto c = static_cast<unsigned char>(line[at]);
    return !ifs.separator[c] ? 0 : ifs.blank[c] ? 1 : 2;
  };
  std::vector<std::string> out;
  std::size_t i = 0, end = line.size();
  const auto skip_blanks = [&] {
    while (i < end && kind(i) == 1) ++i;
  };
  skip_blanks();
  while (i < end && (n == 0 || out.size() + 1 < n)) {
    const std::size_t begin = i;
    while (i < end && kind(i) == 0) ++i;
    out.emplace_back(line.substr(begin, i - begin));
    skip_blanks();
    if (i < end && kind(i) == 2) {
      ++i;
      while (i < end && kind(i) == 3) ++i;
      skip_blanks();
    }
  }
  if (n == 0 || i >= end) return out;
  // The last one takes the rest. When that is one word, what separates it from nothing goes; else only blanks at the end
  // do, even those that a backslash protects.
  std::size_t last = i;
  while (last < end && kind(last) == 0) ++last;
  std::size_t next = last;
  while (next < end && kind(next) == 1) ++next;
  if (next < end && kind(next) == 2) {
    do ++next;
    while (next < end && kind(next) == 3);
    while (next < end && kind(next) == 1) ++next;
  }
  if (next < end) {
    last = end;
    while (last > i && ifs.blank[static_cast<unsigned char>(line[last - 1])]) --last;
  }
  out.emplace_back(line.substr(i, last - i));
  return out;
}

}  // namespace nacre
