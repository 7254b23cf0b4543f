// The compiled form of a shell pattern, shared by the compiler (pattern_compile.cc), the linear matcher for patterns
// without lists (pattern.cc) and the set matcher for extglob lists (pattern_sets.cc).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/utf8.h"
#include "src/regex/pattern.h"

namespace nacre {

struct PatternProgram {
  enum class Op : std::uint8_t { kText, kAny, kSet, kStar, kList, kNotEnd };   // kNotEnd: before a list after a star, pattern_sets.cc
  struct Item {
    Op op;
    char list = 0;               // kList: one of ? * + @ !
    std::uint32_t first = 0;     // kText: offset into text; kSet: index; kList: first alternative
    std::uint32_t count = 0;     // kText: bytes; kList: alternatives
  };
  // Consecutive items: the whole pattern is sequences[0], the alternatives of lists follow.
  struct Sequence {
    std::uint32_t begin = 0, end = 0;
  };
  struct Range {
    char32_t first, last;
  };
  // A bracket expression.
  struct Set {
    bool negated = false;
    std::vector<Range> ranges;        // folded with nocase
    std::vector<std::uint16_t> classes;  // CharClass; compared with the character as it is
    bool contains(char32_t code, bool nocase, bool utf8) const;
  };

  PatternOptions options;
  bool has_star = false, has_list = false;
  bool needs_characters = false;  // some operator takes one character: whether the text is UTF-8 matters
  bool valid = true;              // the pattern itself is valid UTF-8
  bool not_end = false, nested_not_end = false;   // has kNotEnd; in a list
  bool leading_star = false;      // the first character is an operator *
  int find_length = -1;           // characters that find() may match, if bash takes them for fixed; else -1
  std::string text;               // all literal text, unescaped (folded with nocase)
  std::vector<Item> items;
  std::vector<Sequence> sequences;
  std::vector<Sequence> alternatives;  // of lists, in the order of Item::first
  std::vector<Set> sets;
  std::vector<Sequence> segments;      // without lists: the items between the stars, at least one (maybe empty)

  std::string_view literal(const Item& item) const { return std::string_view(text).substr(item.first, item.count); }
};

// Characters of a text: code points, or bytes.
struct Characters {
  std::string_view text;
  bool bytes;
  std::size_t size_at(std::size_t i) const {
    return bytes || static_cast<unsigned char>(text[i]) < 0x80 ? 1 : decode_utf8(text, i).size;
  }
  char32_t code_at(std::size_t i) const {
    auto c = static_cast<unsigned char>(text[i]);
    return bytes || c < 0x80 ? c : decode_utf8(text, i).code;
  }
  std::size_t before(std::size_t i) const {  // where the character that ends at i begins; the text is valid
    i--;
    if (!bytes)
      while (i > 0 && (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80) i--;
    return i;
  }
};

// What a compiled pattern does with one text; lists are matched here too.
struct PatternMatcher {
  static constexpr std::size_t kShort = 64;   // texts that may be matched place by place
  const PatternProgram& p;
  Characters chars;
  PatternWork& work;

  // Items [s.begin, s.end) without stars and lists, from i forward or to i backward: the other end, or npos.
  std::size_t forward(PatternProgram::Sequence s, std::size_t i) const;
  std::size_t backward(PatternProgram::Sequence s, std::size_t i) const;
  bool one(const PatternProgram::Item& item, std::size_t i) const;  // kAny and kSet at i
  // Literal text at i, with nocase folded: bytes taken, or npos.
  std::size_t literal_at(std::string_view literal, std::size_t i) const;
  std::size_t literal_before(std::string_view literal, std::size_t i) const;
};

// Positions in a text as intervals of character boundaries, in rising order and not touching.
struct PositionSet {
  struct Interval {
    std::uint32_t first, last;
  };
  std::vector<Interval> list;
  bool empty() const { return list.empty(); }
  bool contains(std::uint32_t i) const;
};

// The set matcher: where matches that begin in `from` end (backward: where matches that end in `from` begin).
PositionSet reach(const PatternMatcher& m, const PositionSet& from, bool backward);

// Does it match text[begin, end), as if that were all?
bool matches_in(const PatternMatcher& m, std::size_t begin, std::size_t end);

std::string fold_case(std::string_view text, bool utf8);
char32_t fold_case(char32_t code, bool utf8);

}  // namespace nacre
