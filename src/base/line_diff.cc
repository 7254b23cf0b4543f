// Myers, "An O(ND) difference algorithm and its variations" (1986), in its linear-space form: the middle of a shortest edit
// path is sought from both ends at once, and both halves are done in the same way, with a stack of boxes instead of recursion.
// Where GNU diff has a choice (which way at equal length, when to stop looking) the same choice is made here.
#include "src/base/line_diff.h"

#include <algorithm>

namespace nacre {
namespace {

constexpr std::ptrdiff_t kSnake = 20;        // a run of matches that the heuristic trusts
constexpr std::ptrdiff_t kHeuristicAfter = 200;
constexpr std::ptrdiff_t kNone = -1;

// What set_aside thinks of a line.
enum : std::uint8_t { kKeep, kAlone, kMaybe };   // kMaybe: it has too many counterparts to be of use

// kMaybe lines are only set aside within a run of lines that are: [from, to) begins and ends with kAlone.
void judge_run(std::vector<std::uint8_t>& v, std::size_t from, std::size_t to) {
  const std::size_t length = to - from;
  const auto keep_maybe = [&](std::size_t i) {
    if (v[i] == kMaybe) v[i] = kKeep;
  };
  const auto maybes = static_cast<std::size_t>(std::count(v.begin() + static_cast<std::ptrdiff_t>(from), v.begin() + static_cast<std::ptrdiff_t>(to), kMaybe));
  if (maybes * 4 > length) {
    for (std::size_t i = from; i < to; ++i) keep_maybe(i);
    return;
  }
  // A stretch of about sqrt(length / 4) of them is kept whole.
  std::size_t least = 1;
  for (std::size_t n = length >> 4; n > 0; n >>= 2) least <<= 1;
  ++least;
  for (std::size_t i = from; i < to;) {
    std::size_t end = i;
    while (end < to && v[end] == kMaybe) ++end;
    if (end - i >= least) std::fill(v.begin() + static_cast<std::ptrdiff_t>(i), v.begin() + static_cast<std::ptrdiff_t>(end), kKeep);
    i = end + (end == i);
  }
  // From either end, until three lines in a row are certain or eight lines are past.
  for (int way = 0; way < 2; ++way) {
    int certain = 0;
    for (std::size_t n = 0; n < length && certain < 3; ++n) {
      const std::size_t i = way == 0 ? from + n : to - 1 - n;
      if (n >= 8 && v[i] == kAlone) break;
      certain = v[i] == kAlone ? certain + 1 : 0;
      keep_maybe(i);
    }
  }
}

}  // namespace

LineDiff::LineDiff(std::span<const Class> a, std::span<const Class> b, bool minimal, std::size_t horizon, bool heuristic, Ends ends)
    : minimal_(minimal), heuristic_(heuristic) {
  lines_[0] = a;
  lines_[1] = b;
  Class most = 0;
  for (const auto& l : lines_)
    for (Class c : l) most = std::max(most, c);
  std::vector<std::size_t> counts[2];
  // Equal lines at the start and at the end take no part in what follows.
  std::size_t first = 0, tail = 0;
  while (first < a.size() && first < b.size() && a[first] == b[first]) ++first;
  while (tail < a.size() - first && tail < b.size() - first && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  first = std::min(first, ends.first);
  tail = std::min(tail, ends.last);
  first -= std::min(first, horizon);
  tail -= std::min(tail, horizon);
  first_ = first;
  for (int f = 0; f < 2; ++f) {
    end_[f] = lines_[f].size() - tail;
    changed_[f].assign(lines_[f].size() + 2, 0);
    counts[f].assign(std::size_t{most} + 1, 0);
    for (std::size_t i = first; i < end_[f]; ++i) ++counts[f][lines_[f][i]];
  }
  for (int f = 0; f < 2; ++f) {
    index_[f].clear();
    for (std::size_t i = first; i < end_[f]; ++i) index_[f].push_back(i);
    set_aside(f, counts[1 - f]);
  }
  const std::size_t diagonals = kept_[0].size() + kept_[1].size() + 3;
  forward_.assign(diagonals, kNone);
  backward_.assign(diagonals, kNone);
  base_ = static_cast<std::ptrdiff_t>(kept_[1].size()) + 1;
  std::ptrdiff_t expensive = 1;
  for (std::size_t n = diagonals; n != 0; n >>= 2) expensive <<= 1;
  too_expensive_ = std::max<std::ptrdiff_t>(4096, expensive);
  settle({0, static_cast<std::ptrdiff_t>(kept_[0].size()), 0, static_cast<std::ptrdiff_t>(kept_[1].size()), minimal_});
}

void LineDiff::set_aside(int f, const std::vector<std::size_t>& counts) {
  const std::vector<std::size_t> all = std::move(index_[f]);
  std::vector<std::uint8_t> v(all.size(), kKeep);
  std::size_t many = 5;
  for (std::size_t n = all.size() / 64 >> 2; n > 0; n >>= 2) many *= 2;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t matches = counts[lines_[f][all[i]]];
    v[i] = matches == 0 ? kAlone : matches > many ? kMaybe : kKeep;
  }
  for (std::size_t i = 0; i < v.size();) {
    if (v[i] != kAlone) {
      v[i++] = kKeep;
      continue;
    }
    std::size_t end = i;
    while (end < v.size() && v[end] != kKeep) ++end;
    const std::size_t stop = end;
    while (v[end - 1] == kMaybe) v[--end] = kKeep;
    judge_run(v, i, end);
    i = stop;
  }
  index_[f].clear();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (minimal_ || v[i] == kKeep) {
      kept_[f].push_back(lines_[f][all[i]]);
      index_[f].push_back(all[i]);
    } else {
      changed_[f][all[i] + 1] = 1;
    }
  }
}

// Takes equal ends off a box. What is left is nothing, only one side, or a box to be searched.
void LineDiff::settle(Box b) {
  const auto& x = kept_[0];
  const auto& y = kept_[1];
  const auto at = [](const std::vector<Class>& v, std::ptrdiff_t i) { return v[static_cast<std::size_t>(i)]; };
  while (b.x0 < b.x1 && b.y0 < b.y1 && at(x, b.x0) == at(y, b.y0)) ++b.x0, ++b.y0;
  while (b.x0 < b.x1 && b.y0 < b.y1 && at(x, b.x1 - 1) == at(y, b.y1 - 1)) --b.x1, --b.y1;
  if (b.x0 == b.x1) {
    for (; b.y0 < b.y1; ++b.y0) changed_[1][index_[1][static_cast<std::size_t>(b.y0)] + 1] = 1;
  } else if (b.y0 == b.y1) {
    for (; b.x0 < b.x1; ++b.x0) changed_[0][index_[0][static_cast<std::size_t>(b.x0)] + 1] = 1;
  } else {
    stack_.push_back(b);
  }
}

bool LineDiff::run(std::uint64_t steps) {
  if (done_) return true;
  budget_ = steps;
  while (!stack_.empty()) {
    if (budget_ == 0) return false;
    Middle m{};
    if (!step(m)) return false;
    const Box b = search_.box;
    search_.active = false;
    stack_.pop_back();
    settle({m.x, b.x1, m.y, b.y1, m.high_minimal});
    settle({b.x0, m.x, b.y0, m.y, m.low_minimal});
  }
  slide(0);
  slide(1);
  done_ = true;
  return true;
}

// Looks for the middle of the box on top of the stack; false when the budget ran out first.
bool LineDiff::step(Middle& m) {
  Search& s = search_;
  if (!s.active) {
    s = {.active = true, .box = stack_.back()};
    const Box& b = s.box;
    s.forward_min = s.forward_max = b.x0 - b.y0;
    s.backward_min = s.backward_max = b.x1 - b.y1;
    s.odd = ((s.forward_min - s.backward_min) & 1) != 0;
    s.cost = 1;
    forward_[static_cast<std::size_t>(s.forward_min + base_)] = b.x0;
    backward_[static_cast<std::size_t>(s.backward_min + base_)] = b.x1;
  }
  for (;; ++s.cost) {
    if (forward(m) || backward(m)) return true;
    if (!s.box.minimal) {
      if (heuristic_ && s.cost > kHeuristicAfter && guess(m)) return true;
      if (s.cost >= too_expensive_) {
        give_up(m);
        return true;
      }
    }
    if (budget_ == 0) {
      ++s.cost;
      return false;
    }
  }
}

// One more edit from the start, on every diagonal that it can reach.
bool LineDiff::forward(Middle& m) {
  Search& s = search_;
  const Box& b = s.box;
  std::ptrdiff_t* reach = forward_.data() + base_;
  const std::ptrdiff_t lowest = b.x0 - b.y1, highest = b.x1 - b.y0;
  if (s.forward_min > lowest) reach[--s.forward_min - 1] = kNone;
  else ++s.forward_min;
  if (s.forward_max < highest) reach[++s.forward_max + 1] = kNone;
  else --s.forward_max;
  for (std::ptrdiff_t d = s.forward_max; d >= s.forward_min; d -= 2) {
    const std::ptrdiff_t below = reach[d - 1], above = reach[d + 1];
    const std::ptrdiff_t from = below < above ? above : below + 1;
    std::ptrdiff_t x = from, y = from - d;
    while (x < b.x1 && y < b.y1 && kept_[0][static_cast<std::size_t>(x)] == kept_[1][static_cast<std::size_t>(y)]) ++x, ++y;
    const auto cost = static_cast<std::uint64_t>(x - from) + 1;
    budget_ -= std::min(budget_, cost);
    reach[d] = x;
    if (s.odd && s.backward_min <= d && d <= s.backward_max && backward_[static_cast<std::size_t>(d + base_)] <= x) {
      m = {x, y, true, true};
      return true;
    }
  }
  return false;
}

// The same from the end.
bool LineDiff::backward(Middle& m) {
  Search& s = search_;
  const Box& b = s.box;
  std::ptrdiff_t* reach = backward_.data() + base_;
  const std::ptrdiff_t lowest = b.x0 - b.y1, highest = b.x1 - b.y0;
  if (s.backward_min > lowest) reach[--s.backward_min - 1] = PTRDIFF_MAX;
  else ++s.backward_min;
  if (s.backward_max < highest) reach[++s.backward_max + 1] = PTRDIFF_MAX;
  else --s.backward_max;
  for (std::ptrdiff_t d = s.backward_max; d >= s.backward_min; d -= 2) {
    const std::ptrdiff_t below = reach[d - 1], above = reach[d + 1];
    const std::ptrdiff_t from = below < above ? below : above - 1;
    std::ptrdiff_t x = from, y = from - d;
    while (b.x0 < x && b.y0 < y && kept_[0][static_cast<std::size_t>(x - 1)] == kept_[1][static_cast<std::size_t>(y - 1)]) --x, --y;
    const auto cost = static_cast<std::uint64_t>(from - x) + 1;
    budget_ -= std::min(budget_, cost);
    reach[d] = x;
    if (!s.odd && s.forward_min <= d && d <= s.forward_max && x <= forward_[static_cast<std::size_t>(d + base_)]) {
      m = {x, y, true, true};
      return true;
    }
  }
  return false;
}

// With --speed-large-files: a diagonal that has come far and ends in a long run of matches is good enough.
bool LineDiff::guess(Middle& m) {
  const Search& s = search_;
  const Box& b = s.box;
  std::ptrdiff_t best = 0;
  for (std::ptrdiff_t d = s.forward_max; d >= s.forward_min; d -= 2) {
    const std::ptrdiff_t x = forward_[static_cast<std::size_t>(d + base_)], y = x - d;
    const std::ptrdiff_t drift = d - (b.x0 - b.y0), gain = (x - b.x0) * 2 - drift;
    if (gain <= 12 * (s.cost + std::abs(drift)) || gain <= best) continue;
    if (!(b.x0 + kSnake <= x && x < b.x1 && b.y0 + kSnake <= y && y < b.y1)) continue;
    std::ptrdiff_t k = 1;
    while (k <= kSnake && kept_[0][static_cast<std::size_t>(x - k)] == kept_[1][static_cast<std::size_t>(y - k)]) ++k;
    if (k <= kSnake) continue;
    best = gain;
    m = {x, y, true, false};
  }
  if (best > 0) return true;
  for (std::ptrdiff_t d = s.backward_max; d >= s.backward_min; d -= 2) {
    const std::ptrdiff_t x = backward_[static_cast<std::size_t>(d + base_)], y = x - d;
    const std::ptrdiff_t drift = d - (b.x1 - b.y1), gain = (b.x1 - x) * 2 + drift;
    if (gain <= 12 * (s.cost + std::abs(drift)) || gain <= best) continue;
    if (!(b.x0 < x && x <= b.x1 - kSnake && b.y0 < y && y <= b.y1 - kSnake)) continue;
    std::ptrdiff_t k = 0;
    while (k < kSnake && kept_[0][static_cast<std::size_t>(x + k)] == kept_[1][static_cast<std::size_t>(y + k)]) ++k;
    if (k < kSnake) continue;
    best = gain;
    m = {x, y, false, true};
  }
  return best > 0;
}

// Too dear: the diagonal that has come furthest, from the start or from the end.
void LineDiff::give_up(Middle& m) {
  const Search& s = search_;
  const Box& b = s.box;
  std::ptrdiff_t far = -1, far_x = 0, near = PTRDIFF_MAX, near_x = 0;
  for (std::ptrdiff_t d = s.forward_max; d >= s.forward_min; d -= 2) {
    std::ptrdiff_t x = std::min(forward_[static_cast<std::size_t>(d + base_)], b.x1), y = x - d;
    if (b.y1 < y) x = b.y1 + d, y = b.y1;
    if (far < x + y) far = x + y, far_x = x;
  }
  for (std::ptrdiff_t d = s.backward_max; d >= s.backward_min; d -= 2) {
    std::ptrdiff_t x = std::max(b.x0, backward_[static_cast<std::size_t>(d + base_)]), y = x - d;
    if (y < b.y0) x = b.y0 + d, y = b.y0;
    if (x + y < near) near = x + y, near_x = x;
  }
  if ((b.x1 + b.y1) - near < far - (b.x0 + b.y0)) m = {far_x, far - far_x, true, false};
  else m = {near_x, near - near_x, false, true};
}

// A run of changed lines can often stand elsewhere: where the line before it equals its last, or the line after its first. It is
// moved up and down to merge with other runs, then as far down as it goes, or beside a change of the other file.
void LineDiff::slide(int f) {
  auto* changed = changed_[f].data() + 1;
  const auto* other = changed_[1 - f].data() + 1;
  const auto lines = lines_[f];
  const auto begin = static_cast<std::ptrdiff_t>(first_), end = static_cast<std::ptrdiff_t>(end_[f]);
  const auto line = [&](std::ptrdiff_t i) { return lines[static_cast<std::size_t>(i)]; };
  std::ptrdiff_t i = begin, j = begin;   // j: the line of the other file that stands beside i
  for (;;) {
    while (i < end && !changed[i]) {
      while (other[j++]) {}
      ++i;
    }
    if (i == end) return;
    std::ptrdiff_t start = i;
    while (changed[++i]) {}
    while (other[j]) ++j;
    std::ptrdiff_t beside, length;
    do {
      length = i - start;
      while (start > begin && line(start - 1) == line(i - 1)) {
        changed[--start] = 1;
        changed[--i] = 0;
        while (start > begin && changed[start - 1]) --start;
        while (other[--j]) {}
      }
      beside = other[j - 1] ? i : end;
      while (i < end && line(start) == line(i)) {
        changed[start++] = 0;
        changed[i++] = 1;
        while (i < end && changed[i]) ++i;
        while (other[++j]) beside = i;
      }
    } while (length != i - start);
    while (beside < i) {
      changed[--start] = 1;
      changed[--i] = 0;
      while (other[--j]) {}
    }
  }
}

std::vector<LineDiff::Change> LineDiff::changes() const {
  std::vector<Change> all;
  const std::size_t n = lines_[0].size(), m = lines_[1].size();
  for (std::size_t i = 0, j = 0; i < n || j < m;) {
    if (!changed_[0][i + 1] && !changed_[1][j + 1]) {
      ++i, ++j;
      continue;
    }
    Change c{i, 0, j, 0};
    while (changed_[0][i + 1]) ++i, ++c.deleted;
    while (changed_[1][j + 1]) ++j, ++c.inserted;
    all.push_back(c);
  }
  return all;
}

}  // namespace nacre
