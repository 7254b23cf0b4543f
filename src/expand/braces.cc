// Taking a text with braces apart, and putting single results together (the last braces vary fastest).
#include "src/expand/braces.h"

#include <charconv>
#include <limits>

namespace nacre {
namespace {

constexpr int kMaxDepth = 250;
constexpr std::uint64_t kMany = std::numeric_limits<std::uint64_t>::max();

std::uint64_t times(std::uint64_t a, std::uint64_t b) { return b != 0 && a > kMany / b ? kMany : a * b; }
std::uint64_t plus(std::uint64_t a, std::uint64_t b) { return a > kMany - b ? kMany : a + b; }

// The offset after the quoted or substituted text that begins at i, or i when none does.
std::size_t skip_quoted(std::string_view s, std::size_t i) {
  const char c = s[i];
  if (c == '\\') return i + 2;
  if (c == '\'') {
    const std::size_t end = s.find('\'', i + 1);
    return end == std::string_view::npos ? s.size() : end + 1;
  }
  if (c == '"' || c == '`') {
    // Within " only commands are passed over: what "${x-"{a,b}"}" has in its inner quotes is outside of both.
    for (++i; i < s.size() && s[i] != c; ++i)
      if (s[i] == '\\') ++i;
      else if (c == '"' && s.substr(i).starts_with("$(")) i = skip_quoted(s, i) - 1;
    return i + 1;
  }
  if (c == '$' && i + 1 < s.size() && s[i + 1] == '\'') {
    for (i += 2; i < s.size() && s[i] != '\''; ++i)
      if (s[i] == '\\') ++i;
    return i + 1;
  }
  const bool substitution = (c == '$' || c == '<' || c == '>') && i + 1 < s.size() && s[i + 1] == '(';
  if (substitution || (c == '$' && i + 1 < s.size() && s[i + 1] == '{')) {
    const char open = s[i + 1], close = open == '(' ? ')' : '}';
    int depth = 0;
    for (++i; i < s.size();) {
      if (s[i] == open) ++depth;
      else if (s[i] == close && --depth == 0) return i + 1;
      if (s[i] == '\\' || s[i] == '\'' || s[i] == '"' || s[i] == '`') i = skip_quoted(s, i);
      else ++i;
    }
    return s.size();
  }
  return i;
}

// The braces that begin at `open`.
struct Group {
  std::size_t close = std::string_view::npos;
  std::vector<std::size_t> commas;  // at the top level
  bool inner_comma = false;         // further inside
};
// As bash finds them: a } closes only after a comma or a .. at the top level.
Group find_group(std::string_view s, std::size_t open) {
  Group g;
  int depth = 0;
  bool dots = false;
  for (std::size_t i = open + 1; i < s.size();) {
    const std::size_t after = skip_quoted(s, i);
    if (after != i) {
      i = after;
      continue;
    }
    if (s[i] == '{') ++depth;
    else if (s[i] == '}' && depth > 0) --depth;
    else if (s[i] == '}' && (dots || !g.commas.empty())) {
      g.close = i;
      return g;
    } else if (s[i] == ',' && depth > 0) g.inner_comma = true;
    else if (s[i] == ',') g.commas.push_back(i);
    else if (depth == 0 && s.substr(i).starts_with("..") && !s.substr(i + 2).starts_with("}")) dots = true;
    ++i;
  }
  return g;
}

bool read_number(std::string_view s, std::int64_t& n) {
  if (!s.empty() && s[0] == '+') s.remove_prefix(1);
  if (s.empty()) return false;
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), n);
  return error == std::errc() && end == s.data() + s.size();
}

bool letter(std::string_view s) {
  return s.size() == 1 && ((s[0] >= 'a' && s[0] <= 'z') || (s[0] >= 'A' && s[0] <= 'Z'));
}

bool padded(std::string_view s) {
  return (s.size() > 1 && s[0] == '0') || (s.size() > 2 && s[0] == '-' && s[1] == '0');
}

}  // namespace

BraceList::BraceList(std::string_view text) { parse(text, 0); }

bool BraceList::parse_range(std::string_view inside, Piece& piece) const {
  const std::size_t dots = inside.find("..");
  if (dots == std::string_view::npos) return false;
  const std::string_view left = inside.substr(0, dots);
  std::string_view right = inside.substr(dots + 2);
  std::int64_t step = 1, from = 0, to = 0;
  const std::size_t more = right.find("..");
  if (more != std::string_view::npos) {
    if (!read_number(right.substr(more + 2), step)) return false;
    right = right.substr(0, more);
  }
  if (letter(left) && letter(right)) {
    piece.kind = Piece::Kind::kLetters;
    from = left[0];
    to = right[0];
  } else if (read_number(left, from) && read_number(right, to)) {
    piece.kind = Piece::Kind::kNumbers;
    if (padded(left) || padded(right))
      piece.width = static_cast<std::uint32_t>(left.size() > right.size() ? left.size() : right.size());
  } else {
    return false;
  }
  std::uint64_t size = step < 0 ? 0 - static_cast<std::uint64_t>(step) : static_cast<std::uint64_t>(step);
  if (size == 0) size = 1;
  const bool up = from <= to;
  const std::uint64_t distance = up ? static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from)
                                    : static_cast<std::uint64_t>(from) - static_cast<std::uint64_t>(to);
  piece.from = from;
  piece.step = static_cast<std::int64_t>(up ? size : 0 - size);
  piece.count = plus(distance / size, 1);
  return true;
}

std::uint32_t BraceList::parse(std::string_view text, int depth) {
  const auto id = static_cast<std::uint32_t>(sequences_.size());
  sequences_.emplace_back();
  Sequence result;
  std::size_t literal = 0;
  const auto flush = [&](std::size_t end) {
    if (end > literal) result.pieces.push_back({Piece::Kind::kLiteral, text.substr(literal, end - literal), {}});
  };
  std::size_t unmatched = 0;  // braces that nothing closes: looked at once
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t after = skip_quoted(text, i);
    if (after != i || text[i] != '{' || depth >= kMaxDepth || unmatched > 200) {
      i = after != i ? after : i + 1;
      continue;
    }
    Group group = find_group(text, i);
    const std::size_t close = group.close;
    if (close == std::string_view::npos) {
      ++unmatched;
      ++i;
      continue;
    }
    Piece piece{Piece::Kind::kAlternatives, {}, {}};
    if (group.commas.empty() && !group.inner_comma) {
      if (!parse_range(text.substr(i + 1, close - i - 1), piece)) {
        i = close + 1;
        continue;
      }
    } else {
      piece.count = 0;
      group.commas.push_back(close);
      std::size_t from = i + 1;
      for (const std::size_t to : group.commas) {
        const std::uint32_t s = parse(text.substr(from, to - from), depth + 1);
        piece.alternatives.push_back(s);
        piece.count = plus(piece.count, sequences_[s].count);
        from = to + 1;
      }
    }
    flush(i);
    result.count = times(result.count, piece.count);
    result.pieces.push_back(std::move(piece));
    i = literal = close + 1;
  }
  flush(text.size());
  sequences_[id] = std::move(result);
  return id;
}

bool BraceList::expands() const {
  for (const Piece& p : sequences_[0].pieces)
    if (p.kind != Piece::Kind::kLiteral) return true;
  return false;
}

void BraceList::append_sequence(std::uint32_t s, std::uint64_t i, std::string& out) const {
  const Sequence& sequence = sequences_[s];
  std::uint64_t weight = sequence.count;
  for (const Piece& p : sequence.pieces) {
    if (p.kind == Piece::Kind::kLiteral) {
      out += p.text;
      continue;
    }
    weight /= p.count;
    std::uint64_t n = i / weight;
    i %= weight;
    if (p.kind == Piece::Kind::kAlternatives) {
      std::size_t a = 0;
      while (n >= sequences_[p.alternatives[a]].count) n -= sequences_[p.alternatives[a++]].count;
      append_sequence(p.alternatives[a], n, out);
      continue;
    }
    const auto value =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(p.from) + n * static_cast<std::uint64_t>(p.step));
    if (p.kind == Piece::Kind::kLetters) {  // between Z and a there is a backslash, which quotes nothing
      if (value == '\\') out += "''";
      else out += static_cast<char>(value);
      continue;
    }
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    const std::size_t length = static_cast<std::size_t>(end - digits);
    if (length < p.width) {
      if (value < 0) out += '-';
      out.append(p.width - length, '0');
      out.append(digits + (value < 0 ? 1 : 0), end);
    } else {
      out.append(digits, end);
    }
  }
}

}  // namespace nacre
