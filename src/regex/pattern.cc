// Matching shell patterns. Without lists a pattern is segments between stars; each is sought in its turn, the first
// and last at the ends where they are bound, which decides every question (prefix, suffix, leftmost) in one pass. With
// lists the sets of positions decide (pattern_sets.cc).
#include "src/regex/pattern.h"

#include <algorithm>
#include <utility>

#include "src/base/find.h"
#include "src/base/ctype.h"
#include "src/regex/pattern_program.h"

namespace nacre {

namespace {
constexpr std::size_t kNpos = std::string_view::npos;
using Op = PatternProgram::Op;
using Item = PatternProgram::Item;
using Sequence = PatternProgram::Sequence;
}  // namespace

std::size_t PatternMatcher::literal_at(std::string_view literal, std::size_t i) const {
  if (!p.options.nocase)
    return chars.text.substr(i).starts_with(literal) ? i + literal.size() : kNpos;
  Characters want{literal, chars.bytes};
  for (std::size_t k = 0; k < literal.size(); k += want.size_at(k), i += chars.size_at(i))
    if (i >= chars.text.size() || fold_case(chars.code_at(i), !chars.bytes) != want.code_at(k)) return kNpos;
  return i;
}

std::size_t PatternMatcher::literal_before(std::string_view literal, std::size_t i) const {
  if (!p.options.nocase)
    return chars.text.substr(0, i).ends_with(literal) ? i - literal.size() : kNpos;
  Characters want{literal, chars.bytes};
  for (std::size_t k = literal.size(); k > 0;) {
    if (i == 0) return kNpos;
    k = want.before(k);
    i = chars.before(i);
    if (fold_case(chars.code_at(i), !chars.bytes) != want.code_at(k)) return kNpos;
  }
  return i;
}

bool PatternMatcher::one(const Item& item, std::size_t i) const {
  char32_t c = chars.code_at(i);
  if (p.options.pathname && c == '/') return false;
  return item.op == Op::kAny || p.sets[item.first].contains(c, p.options.nocase, !chars.bytes);
}

std::size_t PatternMatcher::forward(Sequence s, std::size_t i) const {
  for (std::uint32_t k = s.begin; k < s.end; k++) {
    const Item& item = p.items[k];
    work.steps++;
    if (item.op == Op::kText) {
      i = literal_at(p.literal(item), i);
      if (i == kNpos) return kNpos;
    } else {
      if (i >= chars.text.size() || !one(item, i)) return kNpos;
      i += chars.size_at(i);
    }
  }
  return i;
}

std::size_t PatternMatcher::backward(Sequence s, std::size_t i) const {
  for (std::uint32_t k = s.end; k > s.begin; k--) {
    const Item& item = p.items[k - 1];
    work.steps++;
    if (item.op == Op::kText) {
      i = literal_before(p.literal(item), i);
      if (i == kNpos) return kNpos;
    } else {
      if (i == 0) return kNpos;
      i = chars.before(i);
      if (!one(item, i)) return kNpos;
    }
  }
  return i;
}

namespace {

struct Place {
  std::size_t begin = kNpos, end = kNpos;
  explicit operator bool() const { return begin != kNpos; }
};

// Patterns without lists.
class Segments {
 public:
  explicit Segments(const PatternMatcher& m) : m_(m), segments_(m.p.segments), size_(m.chars.text.size()) {}

  bool matches() const {
    if (!visible()) return false;
    std::size_t at = m_.forward(segments_.front(), 0);
    if (at == kNpos || segments_.size() == 1) return at == size_;
    std::size_t last = m_.backward(segments_.back(), size_);
    if (last == kNpos || last < at) return false;
    at = middle(at, last);
    return at != kNpos && at <= last;
  }

  std::size_t prefix(bool longest) const {
    std::size_t at = m_.forward(segments_.front(), 0);
    return at == kNpos || segments_.size() == 1 ? at : tail(at, longest);
  }

  std::size_t suffix(bool longest) const {
    std::size_t at = m_.backward(segments_.back(), size_);
    if (at == kNpos || segments_.size() == 1) return at;
    for (std::size_t k = segments_.size() - 2; k > 0; k--) {
      Place place = find_last(segments_[k], 0, at);
      if (!place) return kNpos;
      at = place.begin;
    }
    if (!longest) return find_last(segments_.front(), 0, at).begin;
    Place first = find_first(segments_.front(), 0, at);
    return first && first.end <= at ? first.begin : kNpos;
  }

  Place find(std::size_t from) const {
    Place first = find_first(segments_.front(), from, size_);
    if (!first || segments_.size() == 1) return first;
    std::size_t end = tail(first.end, true);
    return end == kNpos ? Place{} : Place{first.begin, end};
  }

 private:
  // A leading period is matched by literal text only.
  bool visible() const {
    if (!m_.p.options.period || size_ == 0 || m_.chars.text[0] != '.') return true;
    const Sequence& first = m_.p.sequences[0];
    return first.begin < first.end && m_.p.items[first.begin].op == Op::kText;
  }
  // The segments between the first and the last, leftmost from at; nothing past limit.
  std::size_t middle(std::size_t at, std::size_t limit) const {
    for (std::size_t k = 1; k + 1 < segments_.size(); k++) {
      Place place = find_first(segments_[k], at, limit);
      if (!place || place.end > limit) return kNpos;
      at = place.end;
    }
    return at;
  }
  // Where a match ends whose first segment ended at `at`.
  std::size_t tail(std::size_t at, bool longest) const {
    at = middle(at, size_);
    if (at == kNpos) return kNpos;
    if (longest) return find_last(segments_.back(), at, size_).end;
    return find_first(segments_.back(), at, size_).end;
  }

  const std::string_view* only_text(Sequence s, std::string_view& out) const {
    if (s.end - s.begin != 1 || m_.p.options.nocase || m_.p.items[s.begin].op != Op::kText) return nullptr;
    out = m_.p.literal(m_.p.items[s.begin]);
    return &out;
  }

  // The leftmost occurrence that begins in [from, limit].
  Place find_first(Sequence s, std::size_t from, std::size_t limit) const {
    if (s.begin == s.end) return {from, from};
    std::string_view literal;
    if (only_text(s, literal)) {
      std::size_t i = m_.chars.text.find(literal, from);
      m_.work.steps += ((i == kNpos ? size_ : i) - from) / 8 + 1;
      return i == kNpos || i > limit ? Place{} : Place{i, i + literal.size()};
    }
    for (std::size_t i = from; i <= limit; i += m_.chars.size_at(i)) {
      std::size_t end = m_.forward(s, i);
      if (end != kNpos) return {i, end};
      if (i >= size_ || over()) break;
    }
    return {};
  }

  // The rightmost occurrence within [from, limit].
  Place find_last(Sequence s, std::size_t from, std::size_t limit) const {
    if (s.begin == s.end) return {limit, limit};
    std::string_view literal;
    if (only_text(s, literal)) {
      if (limit < literal.size()) return {};
      std::size_t i = rfind(m_.chars.text, literal, limit - literal.size());
      m_.work.steps += (limit - (i == kNpos ? from : i)) / 8 + 1;
      return i == kNpos || i < from ? Place{} : Place{i, i + literal.size()};
    }
    for (std::size_t end = limit;; end = m_.chars.before(end)) {
      std::size_t begin = m_.backward(s, end);
      if (begin != kNpos && begin >= from) return {begin, end};
      if (end <= from || over()) return {};
    }
  }

  bool over() const {
    if (m_.work.steps > m_.work.limit) m_.work.over = true;
    return m_.work.over;
  }

  const PatternMatcher& m_;
  const std::vector<Sequence>& segments_;
  std::size_t size_;
};

PositionSet everywhere(std::size_t size) {
  PositionSet set;
  set.list.push_back({0, static_cast<std::uint32_t>(size)});
  return set;
}

PositionSet only(std::size_t i) {
  PositionSet set;
  set.list.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i)});
  return set;
}

bool by_bytes(const PatternProgram& p, std::string_view text) {
  return !p.options.utf8 || !p.valid || (p.needs_characters && !valid_utf8(text));
}

std::optional<std::size_t> some(std::size_t i) {
  return i == kNpos ? std::nullopt : std::optional<std::size_t>(i);
}

// Lists after a star depend on where the text ends: for short texts each end and each begin is tried, as bash does.
bool one_by_one(const PatternMatcher& m) { return m.p.not_end && m.chars.text.size() <= PatternMatcher::kShort; }

// The first of the places from `at` in the direction of `last` for which f says yes.
template <class F>
std::optional<std::size_t> first_of(const PatternMatcher& m, std::size_t at, std::size_t last, F&& f) {
  while (!f(at)) {
    if (at == last || m.work.over) return std::nullopt;
    at = at < last ? at + m.chars.size_at(at) : m.chars.before(at);
  }
  return at;
}
std::optional<std::size_t> end_of_match(const PatternMatcher& m, std::size_t begin, bool longest) {
  const std::size_t size = m.chars.text.size();
  return first_of(m, longest ? size : begin, longest ? begin : size, [&](std::size_t end) { return matches_in(m, begin, end); });
}
std::optional<std::size_t> begin_of_match(const PatternMatcher& m, bool longest) {
  const std::size_t size = m.chars.text.size();
  return first_of(m, longest ? 0 : size, longest ? size : 0, [&](std::size_t begin) { return matches_in(m, begin, size); });
}

// Runs f(matcher) and answers nothing where the limit was passed.
template <class F>
auto with(const PatternProgram& p, std::string_view text, PatternWork* work, F&& f) {
  PatternWork own;
  PatternWork& w = work ? *work : own;
  PatternMatcher m{p, {text, by_bytes(p, text)}, w};
  auto result = f(m);
  return w.over ? decltype(result){} : result;
}

}  // namespace

Pattern::Pattern() = default;
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;
Pattern::Pattern(const Pattern&) = default;
Pattern& Pattern::operator=(const Pattern&) = default;
Pattern::~Pattern() = default;

bool Pattern::matches(std::string_view text, PatternWork* work) const {
  return with(*program_, text, work, [&](const PatternMatcher& m) {
    bool sets = m.p.has_list || (m.p.options.pathname && m.p.has_star && text.find('/') != kNpos);
    if (!sets) return Segments(m).matches();
    return reach(m, only(0), false).contains(static_cast<std::uint32_t>(text.size()));
  });
}

std::optional<std::size_t> Pattern::shortest_prefix(std::string_view text, PatternWork* work) const {
  return with(*program_, text, work, [&](const PatternMatcher& m) -> std::optional<std::size_t> {
    if (!m.p.has_list) return some(Segments(m).prefix(false));
    if (one_by_one(m)) return end_of_match(m, 0, false);
    PositionSet ends = reach(m, only(0), false);
    if (ends.empty()) return std::nullopt;
    return ends.list.front().first;
  });
}

std::optional<std::size_t> Pattern::longest_prefix(std::string_view text, PatternWork* work) const {
  return with(*program_, text, work, [&](const PatternMatcher& m) -> std::optional<std::size_t> {
    if (!m.p.has_list) return some(Segments(m).prefix(true));
    if (one_by_one(m)) return end_of_match(m, 0, true);
    PositionSet ends = reach(m, only(0), false);
    if (ends.empty()) return std::nullopt;
    return ends.list.back().last;
  });
}

std::optional<std::size_t> Pattern::shortest_suffix(std::string_view text, PatternWork* work) const {
  return with(*program_, text, work, [&](const PatternMatcher& m) -> std::optional<std::size_t> {
    if (!m.p.has_list) return some(Segments(m).suffix(false));
    if (one_by_one(m)) return begin_of_match(m, false);
    PositionSet begins = reach(m, only(text.size()), true);
    if (begins.empty()) return std::nullopt;
    return begins.list.back().last;
  });
}

std::optional<std::size_t> Pattern::longest_suffix(std::string_view text, PatternWork* work) const {
  return with(*program_, text, work, [&](const PatternMatcher& m) -> std::optional<std::size_t> {
    if (!m.p.has_list) return some(Segments(m).suffix(true));
    if (one_by_one(m)) return begin_of_match(m, true);
    PositionSet begins = reach(m, only(text.size()), true);
    if (begins.empty()) return std::nullopt;
    return begins.list.front().first;
  });
}

std::optional<Pattern::Span> Pattern::find(std::string_view text, std::size_t from, PatternWork* work) const {
  return PatternFinder(*this, text).find(from, work);
}

struct PatternFinder::State {
  std::shared_ptr<const PatternProgram> program;
  std::string_view text;
  bool bytes = false;
  bool have_begins = false;
  PositionSet begins;  // with lists: where some match begins
};

PatternFinder::PatternFinder(const Pattern& pattern, std::string_view text) : state_(new State) {
  state_->program = pattern.program_;
  state_->text = text;
  state_->bytes = by_bytes(*state_->program, text);
}
PatternFinder::~PatternFinder() = default;

namespace {

// What bash checks beforehand: only a leading * matches at the very end, and a fixed length must be right.
bool plausible(const PatternMatcher& m, const Place& place) {
  if (place.begin == m.chars.text.size() && !m.p.leading_star) return false;
  if (m.p.find_length < 0) return true;
  int n = 0;
  for (std::size_t i = place.begin; i < place.end; i += m.chars.size_at(i)) n++;
  return n == m.p.find_length;
}

}  // namespace

std::optional<Pattern::Span> PatternFinder::find(std::size_t from, PatternWork* work) {
  PatternWork own;
  PatternWork& w = work ? *work : own;
  PatternMatcher m{*state_->program, {state_->text, state_->bytes}, w};
  if (m.p.find_length == 0) return std::nullopt;
  if (!m.p.has_list) {
    Place place = Segments(m).find(from);
    if (!place || w.over || !plausible(m, place)) return std::nullopt;
    return Pattern::Span{place.begin, place.end};
  }
  if (one_by_one(m)) {
    std::optional<std::size_t> end;
    const auto begin = first_of(m, from, state_->text.size(), [&](std::size_t at) {
      end = plausible(m, {at, at}) ? end_of_match(m, at, true) : std::nullopt;
      return end.has_value();
    });
    return begin ? std::optional(Pattern::Span{*begin, *end}) : std::nullopt;
  }
  if (!state_->have_begins) {
    state_->begins = reach(m, everywhere(state_->text.size()), true);
    state_->have_begins = true;
  }
  auto it = std::lower_bound(state_->begins.list.begin(), state_->begins.list.end(), from,
                             [](const PositionSet::Interval& x, std::size_t v) { return x.last < v; });
  if (w.over || it == state_->begins.list.end()) return std::nullopt;
  std::size_t begin = std::max<std::size_t>(it->first, from);
  if (!plausible(m, {begin, begin})) return std::nullopt;
  PositionSet ends = reach(m, only(begin), false);
  if (w.over || ends.empty()) return std::nullopt;
  return Pattern::Span{begin, ends.list.back().last};
}

bool Pattern::utf8() const { return program_->options.utf8; }

bool Pattern::is_literal() const {
  const PatternProgram& p = *program_;
  Sequence s = p.sequences[0];
  return s.end - s.begin <= 1 && (s.begin == s.end || p.items[s.begin].op == Op::kText) && !p.options.nocase;
}

std::string_view Pattern::literal() const {
  const PatternProgram& p = *program_;
  Sequence s = p.sequences[0];
  return s.begin == s.end ? std::string_view() : p.literal(p.items[s.begin]);
}

}  // namespace nacre
