// Tab stops; see tab_stops.h.
#include "src/commands/tab_stops.h"

#include "src/process/locale.h"

namespace nacre {

std::string TabStops::take(bool extend, bool increment, std::uint64_t value) {
  if (!extend && !increment) {
    stops_.push_back(value);
    return {};
  }
  std::uint64_t& to = extend ? extend_ : increment_;
  if (to) return std::string("'") + (extend ? '/' : '+') + "' specifier only allowed with the last value";
  to = value;
  return {};
}

std::string TabStops::add(const Process& p, std::string_view list) {
  bool have = false, extend = false, increment = false;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const char c = list[i];
    if (c == ',' || c == ' ' || c == '\t') {
      if (have)
        if (std::string e = take(extend, increment, value); !e.empty()) return e;
      have = false;
    } else if (c == '/' || c == '+') {
      if (have) return std::string("'") + c + "' specifier not at start of number: " + quote_words(p, list.substr(i));
      extend = c == '/';
      increment = c == '+';
    } else if (c >= '0' && c <= '9') {
      const std::size_t start = i;
      bool overflow = false;
      for (value = 0; i < list.size() && list[i] >= '0' && list[i] <= '9'; ++i) {
        overflow |= __builtin_mul_overflow(value, std::uint64_t{10}, &value);
        overflow |= __builtin_add_overflow(value, static_cast<std::uint64_t>(list[i] - '0'), &value);
      }
      if (overflow) return "tab stop is too large " + quote_words(p, list.substr(start, i - start));
      --i;
      have = true;
    } else {
      return "tab size contains invalid character(s): " + quote_words(p, list.substr(i));
    }
  }
  return have ? take(extend, increment, value) : std::string();
}

std::string TabStops::finish() {
  std::uint64_t before = 0;
  for (std::uint64_t stop : stops_) {
    if (stop == 0) return "tab size cannot be 0";
    if (stop <= before) return "tab sizes must be ascending";
    before = stop;
  }
  if (extend_ && increment_) return "'/' specifier is mutually exclusive with '+'";
  if (stops_.empty()) size_ = extend_ ? extend_ : increment_ ? increment_ : 8;
  else if (stops_.size() == 1 && !extend_ && !increment_) size_ = stops_[0];
  return {};
}

std::uint64_t TabStops::next(std::uint64_t column, std::size_t& index, bool& last) const {
  last = false;
  if (size_) return column + (size_ - column % size_);
  for (; index < stops_.size(); ++index)
    if (column < stops_[index]) return stops_[index];
  if (extend_) return column + (extend_ - column % extend_);
  if (increment_) return column + (increment_ - (column - stops_.back()) % increment_);
  last = true;
  return 0;
}

}  // namespace nacre
