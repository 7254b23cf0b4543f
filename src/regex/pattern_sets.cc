// Patterns with lists are matched by sets of positions: for each item, from the set of places where it may begin, the
// set of places where it may end. That is polynomial whatever the nesting, and serves prefixes, suffixes and !(list)
// alike. Run backward it yields where matches begin. Sets are intervals, so that a star costs nothing.
//
// A fault of bash that shows in *!(x): it tries a list that follows a star at each place but the end of the text, so
// *@(|x) does not match nothing. But where the star itself begins at the end, *!(x) and all after it match. The end is
// that of the text that is matched, for a list within a list what the outer one tries.
#include <algorithm>
#include <utility>

#include "src/regex/pattern_program.h"

namespace nacre {

bool PositionSet::contains(std::uint32_t i) const {
  auto it = std::upper_bound(list.begin(), list.end(), i,
                             [](std::uint32_t v, const Interval& x) { return v < x.first; });
  return it != list.begin() && i <= (it - 1)->last;
}

namespace {

using Op = PatternProgram::Op;
using Item = PatternProgram::Item;
using Interval = PositionSet::Interval;

// Two positions touch when no character boundary lies between them.
class Reacher {
 public:
  Reacher(const PatternMatcher& m, bool backward) : m_(m), back_(backward) {
    size_ = static_cast<std::uint32_t>(m.chars.text.size());
  }

  PositionSet sequence(PatternProgram::Sequence s, PositionSet from) {
    std::uint32_t n = s.end - s.begin, star = kNone;   // star: where a star began and the ? after it end
    bool at_end = false;
    for (std::uint32_t k = 0; k < n && !from.empty(); k++) {
      const Item& it = m_.p.items[back_ ? s.end - 1 - k : s.begin + k];
      if (it.op == Op::kStar) star = from.list.back().last;
      else if (it.op == Op::kAny) star = star < size_ ? next(star) : kNone;
      else if (it.op == Op::kNotEnd && it.list == '!' && star == size_ && !back_)
        at_end = true;
      from = item(it, from);
    }
    return at_end ? unite(from, only(size_)) : from;
  }
  // The text ends at `end`.
  bool matches(PatternProgram::Sequence s, std::uint32_t begin, std::uint32_t end) {
    const std::uint32_t outer = std::exchange(size_, end);
    const bool ok = sequence(s, only(begin)).contains(end);
    size_ = outer;
    return ok;
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  static PositionSet only(std::uint32_t i) {
    PositionSet set;
    set.list.push_back({i, i});
    return set;
  }
  bool spend(std::uint64_t n) {
    m_.work.steps += n;
    if (m_.work.steps > m_.work.limit) m_.work.over = true;
    return !m_.work.over;
  }
  std::uint32_t next(std::uint32_t i) const { return i + static_cast<std::uint32_t>(m_.chars.size_at(i)); }
  std::uint32_t prev(std::uint32_t i) const { return static_cast<std::uint32_t>(m_.chars.before(i)); }

  // Appends [a, b]; a rises from call to call but intervals may overlap.
  void append(PositionSet& set, std::uint32_t a, std::uint32_t b) const {
    if (!set.list.empty()) {
      Interval& last = set.list.back();
      if (a <= last.last || (a > 0 && a <= size_ && (a == last.last + 1 || prev(a) <= last.last))) {
        last.last = std::max(last.last, b);
        return;
      }
    }
    set.list.push_back({a, b});
  }

  PositionSet unite(const PositionSet& a, const PositionSet& b) {
    if (a.empty()) return b;
    if (b.empty()) return a;
    PositionSet out;
    std::size_t i = 0, j = 0;
    while (i < a.list.size() || j < b.list.size()) {
      bool left = j == b.list.size() || (i < a.list.size() && a.list[i].first <= b.list[j].first);
      const Interval& x = left ? a.list[i++] : b.list[j++];
      append(out, x.first, x.last);
    }
    spend(a.list.size() + b.list.size());
    return out;
  }

  PositionSet subtract(const PositionSet& a, const PositionSet& b) {
    PositionSet out;
    std::size_t j = 0;
    for (const Interval& x : a.list) {
      std::uint32_t at = x.first;
      bool done = false;
      while (j < b.list.size() && b.list[j].last < at) j++;
      for (std::size_t k = j; k < b.list.size() && b.list[k].first <= x.last; k++) {
        if (b.list[k].first > at) append(out, at, prev(b.list[k].first));
        if (b.list[k].last >= x.last) { done = true; break; }
        at = std::max(at, next(b.list[k].last));
      }
      if (!done) append(out, at, x.last);
    }
    spend(a.list.size() + b.list.size());
    return out;
  }

  // With period or pathname: some places where * ? [ ] and !( ) do not apply.
  bool hidden(std::uint32_t i) const {
    return m_.p.options.period && i == 0 && size_ > 0 && m_.chars.text[0] == '.';
  }
  // As a set may begin at 0 (forward) where the text is hidden, operators see it without 0.
  PositionSet shown(const PositionSet& from) const {
    if (back_ || from.empty() || from.list[0].first != 0 || !hidden(0)) return from;
    PositionSet out = from;
    if (out.list[0].last == 0) out.list.erase(out.list.begin());
    else out.list[0].first = next(0);
    return out;
  }
  // Backward: no operator may have begun at a hidden 0.
  void hide(PositionSet& set) const {
    if (!back_ || set.empty() || set.list[0].first != 0 || !hidden(0)) return;
    if (set.list[0].last == 0) set.list.erase(set.list.begin());
    else set.list[0].first = next(0);
  }

  PositionSet item(const Item& it, const PositionSet& from) {
    PositionSet out;
    if (m_.work.over) return out;
    switch (it.op) {
      case Op::kText: return text(m_.p.literal(it), from);
      case Op::kAny:
      case Op::kSet: out = one(it, shown(from)); break;
      case Op::kStar: out = star(shown(from)); break;
      case Op::kList: return list(it, from);
      case Op::kNotEnd: return before_end(from);
    }
    hide(out);
    return out;
  }

  PositionSet text(std::string_view literal, const PositionSet& from) {
    PositionSet out;
    bool folded = m_.p.options.nocase;
    for (const Interval& x : from.list) {
      std::uint32_t low = x.first, high = x.last;
      if (!folded) {
        auto len = static_cast<std::uint32_t>(literal.size());
        if (back_) {  // begins in [low - len, high - len]
          if (high < len) continue;
          low = low < len ? 0 : low - len;
          high -= len;
        }
        std::string_view window = m_.chars.text.substr(0, std::min<std::size_t>(size_, std::size_t{high} + len));
        std::size_t i = low;
        while ((i = window.find(literal, i)) != std::string_view::npos && i <= high) {
          auto p = static_cast<std::uint32_t>(back_ ? i : i + len);
          append(out, p, p);
          if (!spend(2)) return out;
          i++;
        }
        spend((high - low) / 8 + len / 4 + 1);
      } else {
        for (std::uint32_t i = low;; i = next(i)) {
          std::size_t e = back_ ? m_.literal_before(literal, i) : m_.literal_at(literal, i);
          if (e != std::string_view::npos) append(out, static_cast<std::uint32_t>(e), static_cast<std::uint32_t>(e));
          if (!spend(2) || i >= high) break;
        }
      }
    }
    return out;
  }

  PositionSet one(const Item& it, const PositionSet& from) {
    PositionSet out;
    for (const Interval& x : from.list) {
      std::uint32_t low = x.first, high = x.last;
      if (back_) {
        if (high == 0) continue;
        low = low == 0 ? 0 : prev(low);
        high = prev(high);
      } else {
        if (low >= size_) continue;
        if (high >= size_) high = prev(size_);
      }
      if (it.op == Op::kAny && !m_.p.options.pathname) {
        append(out, back_ ? low : next(low), back_ ? high : next(high));
        spend(2);
        continue;
      }
      for (std::uint32_t i = low; i <= high && i < size_; i = next(i)) {
        if (m_.one(it, i)) append(out, back_ ? i : next(i), back_ ? i : next(i));
        if (!spend(1)) return out;
      }
    }
    return out;
  }

  PositionSet before_end(PositionSet from) const {
    if (from.empty() || from.list.back().last != size_) return from;
    Interval& last = from.list.back();
    if (last.first == size_) from.list.pop_back();
    else last.last = prev(size_);
    return from;
  }

  PositionSet star(const PositionSet& from) {
    PositionSet out;
    if (from.empty()) return out;
    if (!m_.p.options.pathname) {
      if (back_) append(out, 0, from.list.back().last);
      else append(out, from.list[0].first, size_);
      return out;
    }
    std::string_view t = m_.chars.text;  // as far as the slash on either side
    for (const Interval& x : from.list) {
      if (back_) {
        std::size_t slash = x.first == 0 ? std::string_view::npos : t.rfind('/', x.first - 1);
        append(out, slash == std::string_view::npos ? 0 : static_cast<std::uint32_t>(slash) + 1, x.last);
      } else {
        std::size_t slash = t.find('/', x.last);
        append(out, x.first, slash == std::string_view::npos ? size_ : static_cast<std::uint32_t>(slash));
      }
      spend(4);
    }
    return out;
  }

  PositionSet any_alternative(const Item& it, const PositionSet& from) {
    PositionSet out;
    const bool exact = m_.p.nested_not_end && !back_ && size_ <= PatternMatcher::kShort;
    for (std::uint32_t k = 0; k < it.count && !m_.work.over; k++) {
      const PatternProgram::Sequence s = m_.p.alternatives[it.first + k];
      if (!exact) out = unite(out, sequence(s, from));
      else for (const Interval& x : from.list)
        for (std::uint32_t i = x.first; i <= x.last; i = i < size_ ? next(i) : i + 1)
          for (std::uint32_t end = i; end <= size_ && spend(1); end = end < size_ ? next(end) : end + 1)
            if (matches(s, i, end)) out = unite(out, only(end));
    }
    return out;
  }

  PositionSet list(const Item& it, const PositionSet& from) {
    if (it.list == '!') return negation(it, from);
    PositionSet once = any_alternative(it, from);
    if (it.list == '@') return once;
    if (it.list == '?') return unite(once, from);
    PositionSet out = it.list == '*' ? unite(once, from) : once;
    PositionSet fresh = it.list == '*' ? subtract(once, from) : once;
    while (!fresh.empty() && !m_.work.over) {
      fresh = subtract(any_alternative(it, fresh), out);
      out = unite(out, fresh);
      spend(4);
    }
    return out;
  }

  // From each place by itself: everything that no alternative reaches.
  PositionSet negation(const Item& it, const PositionSet& from) {
    PositionSet out;
    for (const Interval& x : from.list) {
      for (std::uint32_t i = x.first;; i = next(i)) {
        if (back_ || !hidden(i)) {
          const PositionSet self = only(i);
          PositionSet all;
          if (back_) all.list.push_back({0, i});
          else all.list.push_back({i, size_});
          if (m_.p.options.pathname) all = star(self);
          PositionSet more = subtract(all, any_alternative(it, self));
          hide(more);
          out = unite(out, more);
        }
        if (!spend(8)) return out;
        if (i >= x.last) break;
        // Forward, what later places can add lies within [i, size]: done when that is covered.
        if (!back_ && !m_.p.options.pathname && out.contains(i) && !out.list.empty() && out.list.size() == 1 &&
            out.list[0].last == size_ && out.list[0].first <= next(i))
          return out;
      }
    }
    return out;
  }

  const PatternMatcher& m_;
  bool back_;
  std::uint32_t size_;
};

}  // namespace

PositionSet reach(const PatternMatcher& m, const PositionSet& from, bool backward) {
  return Reacher(m, backward).sequence(m.p.sequences[0], from);
}

bool matches_in(const PatternMatcher& m, std::size_t begin, std::size_t end) {
  return Reacher(m, false).matches(m.p.sequences[0], static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
}

}  // namespace nacre
