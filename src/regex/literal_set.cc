#include "src/regex/literal_set.h"

#include <algorithm>
#include <cstring>

#include "src/base/ctype.h"
#include "src/base/utf8.h"

namespace nacre {
namespace {

constexpr std::size_t kMaxWindow = 32;

std::size_t block(const char* p) {  // two bytes
  return static_cast<std::size_t>(static_cast<unsigned char>(p[0])) << 8 | static_cast<unsigned char>(p[1]);
}

}  // namespace

LiteralSet::LiteralSet(std::span<const std::string_view> strings, Bound bound, bool utf8) : bound_(bound), utf8_(utf8) {
  window_ = kMaxWindow;
  std::size_t total = 0;
  for (std::string_view s : strings) {
    window_ = std::min(window_, s.size());
    total += s.size();
  }
  pool_.reserve(total);
  entries_.reserve(strings.size());
  std::size_t size = 64;
  while (size < strings.size() * 2) size *= 2;
  mask_ = static_cast<std::uint32_t>(size - 1);
  heads_.assign(size, kNone);
  bool shifts = bound != Bound::kLine && window_ >= 2;
  if (shifts) shift_.assign(65536, static_cast<std::uint8_t>(window_ - 1));
  for (std::string_view s : strings) {
    std::size_t level = s.size() >= 16 && window_ < 16 ? 16 : s.size() >= 8 && window_ < 8 ? 8 : window_;
    if (std::find(levels_.begin(), levels_.end(), level) == levels_.end()) levels_.push_back(level);
    std::uint32_t& head = heads_[hash(bound == Bound::kLine ? s : s.substr(0, level)) & mask_];
    entries_.push_back({static_cast<std::uint32_t>(pool_.size()), static_cast<std::uint32_t>(s.size()), head});
    head = static_cast<std::uint32_t>(entries_.size() - 1);
    pool_ += s;
    for (std::size_t i = 0; shifts && i + 2 <= window_; i++) {
      std::uint8_t& shift = shift_[block(s.data() + i)];
      shift = std::min(shift, static_cast<std::uint8_t>(window_ - 2 - i));
    }
  }
}

std::uint32_t LiteralSet::hash(std::string_view s) const {
  std::uint32_t h = 2166136261u;
  for (char c : s) h = (h ^ static_cast<unsigned char>(c)) * 16777619u;
  return h ^ h >> 15;
}

bool LiteralSet::bounded(std::string_view text, std::size_t begin, std::size_t end) const {
  auto word = [&](std::size_t i) {
    auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x80 || !utf8_) return c < 0x80 && in_class(c, CharClass::kWord);
    Decoded d = decode_utf8(text, i);
    return d.valid && in_class(d.code, CharClass::kWord);
  };
  if (end < text.size() && word(end)) return false;
  if (begin == 0) return true;
  std::size_t i = begin - 1;
  while (utf8_ && i > 0 && begin - i < 4 && (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80) i--;
  return !word(i);
}

bool LiteralSet::at(std::string_view text, std::size_t at, std::size_t& end) const {
  std::string_view rest = text.substr(at);
  if (bound_ == Bound::kLine) {
    if (at > 0 && text[at - 1] != '\n') return false;
    rest = rest.substr(0, rest.find('\n'));
  } else if (rest.size() < window_) {
    return false;
  }
  bool found = false;
  auto look = [&](std::string_view key) {
    for (std::uint32_t e = heads_[hash(key) & mask_]; e != kNone; e = entries_[e].next) {
      std::string_view s = std::string_view(pool_).substr(entries_[e].offset, entries_[e].size);
      if (bound_ == Bound::kLine ? rest != s : !rest.starts_with(s)) continue;
      if (found && at + s.size() <= end) continue;
      if (bound_ == Bound::kWord && !bounded(text, at, at + s.size())) continue;
      found = true;
      end = at + s.size();
    }
  };
  if (bound_ == Bound::kLine) {
    look(rest);
  } else {
    for (std::size_t level : levels_)
      if (rest.size() >= level) look(rest.substr(0, level));
  }
  return found;
}

bool LiteralSet::find_line(std::string_view text, std::size_t from, std::size_t& begin, std::size_t& end,
                           std::uint64_t& steps) const {
  begin = from;
  if (begin > 0 && text[begin - 1] != '\n') {
    begin = text.find('\n', begin);
    if (begin == std::string_view::npos) return false;
    begin++;
  }
  while (true) {
    if (at(text, begin, end)) return true;
    std::size_t next = text.find('\n', begin);
    if (next == std::string_view::npos) return false;
    steps += (next - begin) / 4 + 2;
    begin = next + 1;
  }
}

bool LiteralSet::find(std::string_view text, std::size_t from, std::size_t& begin, std::size_t& end,
                      std::uint64_t& steps) const {
  if (bound_ == Bound::kLine) return find_line(text, from, begin, end, steps);
  std::size_t i = from;
  std::uint64_t looked = 0;
  bool found = false;
  while (i + window_ <= text.size()) {
    looked++;
    if (!shift_.empty()) {
      std::uint8_t shift = shift_[block(text.data() + i + window_ - 2)];
      if (shift > 0) { i += shift; continue; }
    }
    looked += 3;
    if (at(text, i, end)) { found = true; break; }
    i++;
  }
  begin = i;
  steps += looked;
  return found;
}

}  // namespace nacre
