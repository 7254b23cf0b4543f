// Building of syntax trees, and sets of characters.
#include "src/regex/tree.h"

#include <algorithm>

#include "src/base/ctype.h"
#include "src/base/sort.h"
#include "src/base/utf8.h"

namespace nacre {

void CodeSet::normalize() {
  sort_vector(ranges, [](const Range& a, const Range& b) { return a.first < b.first; });
  std::size_t n = 0;
  for (const Range& r : ranges) {
    if (n > 0 && r.first <= ranges[n - 1].last + 1) ranges[n - 1].last = std::max(ranges[n - 1].last, r.last);
    else ranges[n++] = r;
  }
  ranges.resize(n);
}

void CodeSet::negate(bool utf8) {
  normalize();
  bytes.clear();
  std::vector<Range> out;
  char32_t at = 0;
  char32_t end = utf8 ? 0x10FFFF : 0xFF;
  auto put = [&](char32_t a, char32_t b) {
    if (a > b) return;
    if (utf8 && a <= 0xDFFF && b >= 0xD800) {
      if (a < 0xD800) out.push_back({a, 0xD7FF});
      if (b > 0xDFFF) out.push_back({0xE000, b});
    } else {
      out.push_back({a, b});
    }
  };
  for (const Range& r : ranges) {
    if (r.first > at) put(at, r.first - 1);
    at = r.last + 1;
  }
  if (at <= end) put(at, end);
  ranges = std::move(out);
}

void CodeSet::remove(char32_t code) {
  std::vector<Range> out;
  for (const Range& r : ranges) {
    if (code < r.first || code > r.last) { out.push_back(r); continue; }
    if (r.first < code) out.push_back({r.first, code - 1});
    if (code < r.last) out.push_back({code + 1, r.last});
  }
  ranges = std::move(out);
}

bool CodeSet::contains(char32_t code) const {
  return std::any_of(ranges.begin(), ranges.end(), [&](const Range& r) { return code >= r.first && code <= r.last; });
}

std::vector<char32_t> case_variants(char32_t c, bool utf8) {
  if (!utf8) {
    if (c >= 0x80) return {c};
    char32_t u = to_upper(c), l = to_lower(c);
    return u == l ? std::vector<char32_t>{c} : std::vector<char32_t>{u, l};
  }
  char32_t upper = to_upper(c);
  std::vector<char32_t> out{upper};
  if (char32_t l = to_lower(upper); l != upper && l < 0x80) out.push_back(l);
  for (const CaseRun& r : upper_runs()) {
    char32_t x = static_cast<char32_t>(static_cast<std::int32_t>(upper) - r.delta);
    char32_t off = x - r.first;
    if (x >= r.first && off % r.stride == 0 && off / r.stride < r.count) out.push_back(x);
  }
  if (to_upper(upper) != upper) out.erase(out.begin());
  if (std::find(out.begin(), out.end(), c) == out.end()) out.push_back(c);
  return out;
}

void CodeSet::add_case(bool utf8) {
  normalize();
  std::vector<Range> more;
  auto each = [&](char32_t code) {
    if (!contains(code)) return;
    for (char32_t v : case_variants(code, utf8)) more.push_back({v, v});
  };
  for (char32_t c = 'A'; c <= 'Z'; c++) { each(c); each(c + 32); }
  if (utf8 && !ranges.empty() && ranges.back().last >= 0x80) {
    for (auto runs : {upper_runs(), lower_runs()})
      for (const CaseRun& r : runs)
        for (std::uint32_t i = 0; i < r.count; i++) each(r.first + i * r.stride);
  }
  ranges.insert(ranges.end(), more.begin(), more.end());
  normalize();
}

std::uint32_t RegexTree::add(RegexNode node) {
  int height = 1;
  for (std::uint32_t k : node.kids) height = std::max(height, nodes[k].height + 1);
  height_ = std::max(height_, height);
  node.height = static_cast<std::uint16_t>(std::min(height, 2 * kMaxHeight));
  nodes.push_back(std::move(node));
  return static_cast<std::uint32_t>(nodes.size() - 1);
}

std::uint32_t RegexTree::cat(std::vector<std::uint32_t> kids) {
  if (kids.empty()) return leaf(RegexNode::kEmpty);
  if (kids.size() == 1) return kids[0];
  return add({.kind = RegexNode::kCat, .kids = std::move(kids)});
}

std::uint32_t RegexTree::alt(std::vector<std::uint32_t> kids) {
  if (kids.empty()) return leaf(RegexNode::kNever);
  if (kids.size() == 1) return kids[0];
  return add({.kind = RegexNode::kAlt, .kids = std::move(kids)});
}

std::uint32_t RegexTree::set(CodeSet s) {
  s.normalize();
  if (newline == Newline::kLines) s.remove('\n');
  if (s.ranges.empty() && s.bytes.empty()) return leaf(RegexNode::kNever);
  if (!s.bytes.empty()) has_bytes = true;
  sets.push_back(std::move(s));
  return add({.kind = RegexNode::kSet, .index = static_cast<std::uint32_t>(sets.size() - 1)});
}

namespace {

// The text of a node: exact, or what any match contains.
struct Known {
  bool exact = false;
  std::string text;   // exact: all of it
  std::string inside;  // the best text inside
};

void better(std::string& best, const std::string& s) {
  if (s.size() > best.size()) best = s;
}

Known know(const RegexTree& tree, std::uint32_t id) {
  const RegexNode& n = tree.nodes[id];
  Known out;
  switch (n.kind) {
    case RegexNode::kEmpty: out.exact = true; break;
    case RegexNode::kChar:
      if (tree.icase && case_variants(n.code, tree.utf8).size() > 1) break;
      out.exact = true;
      if (tree.utf8) append_utf8(out.text, n.code);
      else out.text = static_cast<char>(n.code);
      break;
    case RegexNode::kByte:
      out.exact = true;
      out.text = static_cast<char>(n.code);
      break;
    case RegexNode::kText:
      if (tree.icase) break;
      out.exact = true;
      out.text = tree.texts[n.index];
      break;
    case RegexNode::kGroup: out = know(tree, n.kids[0]); break;
    case RegexNode::kRepeat:
      if (n.min > 0) {
        out = know(tree, n.kids[0]);
        if (n.max != 1 || n.min != 1) {
          if (out.exact) better(out.inside, out.text);
          out.exact = false;
        }
      }
      break;
    case RegexNode::kCat: {
      std::string run;
      out.exact = true;
      for (std::uint32_t k : n.kids) {
        RegexNode::Kind kind = tree.nodes[k].kind;
        if (kind >= RegexNode::kBeginLine) { out.exact = false; continue; }  // assertions take no text
        Known kid = know(tree, k);
        if (kid.exact) {
          run += kid.text;
        } else {
          better(out.inside, run);
          better(out.inside, kid.inside);
          run.clear();
          out.exact = false;
        }
      }
      if (out.exact) out.text = std::move(run);
      else better(out.inside, run);
      break;
    }
    default: break;
  }
  return out;
}

}  // namespace

RegexLiterals find_literals(const RegexTree& tree) {
  Known k = know(tree, tree.root);
  RegexLiterals out;
  out.exact = k.exact && tree.groups == 0;
  out.text = k.exact ? k.text : k.inside;
  return out;
}

}  // namespace nacre
