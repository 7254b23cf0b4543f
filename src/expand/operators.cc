// ${x#p} ${x/p/r} ${x^p} ${x@E} on one string.
#include "src/expand/operators.h"

#include <span>

#include "src/base/ctype.h"
#include "src/base/memory.h"
#include "src/base/utf8.h"

namespace nacre {
namespace {


Decoded decode(std::string_view text, std::size_t at, bool utf8) {
  if (utf8 && static_cast<unsigned char>(text[at]) >= 0x80) return decode_utf8(text, at);
  return {static_cast<unsigned char>(text[at]), 1, static_cast<unsigned char>(text[at]) < 0x80};
}

void put(std::string& out, std::string_view text, std::size_t at, const Decoded& d, char32_t code) {
  if (!d.valid || code == d.code) out.append(text.substr(at, d.size));
  else append_utf8(out, code);
}

}  // namespace

PatternOptions pattern_options(const Environment& env, bool extglob_always) {
  PatternOptions o;
  o.extglob = extglob_always || env.on(ShellOption::kExtglob);
  o.nocase = env.on(ShellOption::kNocasematch);
  o.utf8 = env.utf8();
  return o;
}

std::string remove_affix(ParamOp op, std::string_view value, const Pattern& pattern, OperatorWork& work) {
  switch (op) {
    case ParamOp::kRemovePrefix:
      if (const auto n = pattern.shortest_prefix(value, &work.pattern)) value.remove_prefix(*n);
      break;
    case ParamOp::kRemoveLongestPrefix:
      if (const auto n = pattern.longest_prefix(value, &work.pattern)) value.remove_prefix(*n);
      break;
    case ParamOp::kRemoveSuffix:
      if (const auto n = pattern.shortest_suffix(value, &work.pattern)) value = value.substr(0, *n);
      break;
    default:
      if (const auto n = pattern.longest_suffix(value, &work.pattern)) value = value.substr(0, *n);
      break;
  }
  return std::string(value);
}

void Replacement::append(std::string_view text) {
  if (!memory::can_append(out_, text.size())) work_.full = true;
  if (!work_.full) out_ += text;
}

// The replacement for one match.
void Replacement::replace(std::string_view match) {
  if (!amp_) return append(replacement_);
  std::string_view rest = replacement_;
  while (!work_.full) {
    const std::size_t at = rest.find_first_of("&\\");
    append(rest.substr(0, at));
    if (at == rest.npos) break;
    const bool escapes = rest[at] == '\\' && at + 1 < rest.size() && (rest[at + 1] == '&' || rest[at + 1] == '\\');
    append(rest[at] == '&' ? match : rest.substr(at + escapes, 1));
    rest.remove_prefix(at + 1 + escapes);
  }
}

// ${x/#p/r} and ${x/%p/r}
void Replacement::replace_end() {
  const bool front = op_ == ParamOp::kReplacePrefix;
  const auto n = pattern_text_.empty() ? std::optional<std::size_t>(front ? 0 : value_.size())
                 : (guard_ && !guard_->matches(value_, &work_.pattern)) || (front && value_.empty() && !pattern_text_.starts_with('*')) ? std::nullopt
                 : front ? pattern_.longest_prefix(value_, &work_.pattern)
                                       : pattern_.longest_suffix(value_, &work_.pattern);
  if (!n) {
    out_ = value_;
    return;
  }
  const std::string_view match = front ? value_.substr(0, *n) : value_.substr(*n);
  if (!front) append(value_.substr(0, *n));
  replace(match);
  if (front) append(value_.substr(*n));
}

bool Replacement::step(std::size_t matches) {
  if (op_ == ParamOp::kReplacePrefix || op_ == ParamOp::kReplaceSuffix) {
    replace_end();
    return true;
  }
  if (pattern_text_.empty()) {
    out_ = value_;
    return true;
  }
  if (value_.empty()) {
    if (pattern_text_.starts_with('*') && pattern_.matches(value_, &work_.pattern)) replace(value_);
    return true;
  }
  if (!finder_) finder_.emplace(pattern_, value_);
  while (at_ < value_.size()) {
    if (matches-- == 0) return false;
    if (guard_ && !guard_->matches(value_.substr(at_), &work_.pattern)) break;
    const auto m = finder_->find(at_, &work_.pattern);
    if (!m) break;
    if (m->begin >= value_.size() && m->begin == m->end) break;
    append(value_.substr(at_, m->begin - at_));
    replace(value_.substr(m->begin, m->end - m->begin));
    if (work_.full) return true;
    at_ = m->end;
    if (op_ == ParamOp::kReplaceFirst) break;
    if (m->begin == m->end) {   // go on after the next character
      const std::size_t size = pattern_.utf8() ? decode_utf8(value_, at_).size : 1;
      out_ += value_.substr(at_, size);
      at_ += size;
    }
  }
  append(value_.substr(at_));
  return true;
}

std::string change_case(ParamOp op, std::string_view value, const Pattern* pattern, bool utf8) {
  const bool all = op == ParamOp::kUpperAll || op == ParamOp::kLowerAll || op == ParamOp::kToggleAll;
  const bool up = op == ParamOp::kUpperFirst || op == ParamOp::kUpperAll;
  const bool down = op == ParamOp::kLowerFirst || op == ParamOp::kLowerAll;
  std::string out;
  out.reserve(value.size());
  for (std::size_t i = 0; i < value.size();) {
    if (all && !pattern && static_cast<signed char>(value[i]) >= 0) {   // a run of ASCII
      const std::size_t from = i;
      while (i < value.size() && static_cast<signed char>(value[i]) >= 0) ++i;
      out += value.substr(from, i - from);
      for (char& c : std::span(out).last(i - from))
        if ((c >= 'a' && c <= 'z' && !down) || (c >= 'A' && c <= 'Z' && !up)) c = static_cast<char>(c ^ 0x20);
      continue;
    }
    const Decoded d = decode(value, i, utf8);
    char32_t code = d.code;
    if (!pattern || pattern->matches(value.substr(i, d.size))) {
      if (up) code = nacre::to_upper(code);
      else if (down) code = nacre::to_lower(code);
      else code = nacre::to_upper(code) != code ? nacre::to_upper(code) : nacre::to_lower(code);
    }
    put(out, value, i, d, code);
    i += d.size;
    if (!all) {
      out += value.substr(i);
      break;
    }
  }
  return out;
}

std::string to_upper(std::string_view text, bool utf8) { return change_case(ParamOp::kUpperAll, text, nullptr, utf8); }
std::string to_lower(std::string_view text, bool utf8) { return change_case(ParamOp::kLowerAll, text, nullptr, utf8); }
std::string capitalize(std::string_view text, bool utf8, bool lower_rest) {
  if (!lower_rest) return change_case(ParamOp::kUpperFirst, text, nullptr, utf8);
  return change_case(ParamOp::kUpperFirst, to_lower(text, utf8), nullptr, utf8);
}

std::size_t length_of(std::string_view text, bool utf8) { return utf8 ? count_utf8(text) : text.size(); }

std::string_view substring(std::string_view text, std::size_t offset, std::size_t length, bool utf8) {
  if (!utf8) return text.substr(offset, length);
  const std::string_view rest = text.substr(offset_utf8(text, offset));
  return rest.substr(0, offset_utf8(rest, length));
}

// ---------------------------------------------------------------- $'...'

namespace {

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Up to `most` hexadecimal digits at text[at]; false without any.
bool read_hex(std::string_view text, std::size_t& at, int most, std::uint32_t& code) {
  int n = 0;
  code = 0;
  for (; n < most && at < text.size() && hex(text[at]) >= 0; ++n, ++at)
    code = code * 16 + static_cast<std::uint32_t>(hex(text[at]));
  return n > 0;
}

}  // namespace

std::string decode_ansi_c(std::string_view text, bool utf8) {
  static constexpr std::string_view kLetters = "abeEfnrtv\\'\"?";
  static constexpr std::string_view kValues = "\a\b\033\033\f\n\r\t\v\\'\"?";
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char c = text[++i];
    const std::size_t known = kLetters.find(c);
    std::uint32_t code = 0;
    std::size_t at = i + 1;
    if (known != std::string_view::npos) {
      out += kValues[known];
      continue;
    }
    if (c >= '0' && c <= '7') {
      at = i;
      for (int n = 0; n < 3 && at < text.size() && text[at] >= '0' && text[at] <= '7'; ++n, ++at)
        code = code * 8 + static_cast<std::uint32_t>(text[at] - '0');
      code &= 255;
    } else if (c == 'x' && read_hex(text, at, 2, code)) {
    } else if ((c == 'u' || c == 'U') && read_hex(text, at, c == 'u' ? 4 : 8, code)) {
      if (code >= 0x80) {
        if (utf8) append_utf8(out, code);
        else out += text.substr(i - 1, at - i + 1);
        i = at - 1;
        continue;
      }
    } else if (c == 'c' && at < text.size()) {
      code = text[at] == '?' ? 127 : static_cast<unsigned char>(text[at]) & 31;
      ++at;
    } else {
      out += '\\';
      out += c;
      continue;
    }
    if (code == 0) return out;
    out += static_cast<char>(code);
    i = at - 1;
  }
  return out;
}

}  // namespace nacre
