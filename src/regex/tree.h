// The syntax tree of a POSIX regular expression, from which the engines' programs are made: posix_parser.cc builds it,
// re2_program.cc and pcre_program.cc translate it, literals.cc finds the text that every match contains.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/result.h"
#include "src/regex/regex.h"

namespace nacre {

// A set of characters: code points, or bytes in the C locale. Ranges rise and do not touch once normalized.
struct CodeSet {
  struct Range {
    char32_t first, last;
  };
  std::vector<Range> ranges;
  std::string bytes;  // bytes of the pattern that are no UTF-8: members that stand for themselves

  void add(char32_t first, char32_t last) { ranges.push_back({first, last}); }
  void normalize();
  // The complement among the characters of the locale (surrogates are none). Bytes are dropped: they match no list.
  void negate(bool utf8);
  void remove(char32_t code);
  void add_case(bool utf8);  // whatever has the same upper case as a member
  bool contains(char32_t code) const;
};

struct RegexNode {
  enum Kind : std::uint8_t {
    kEmpty, kNever, kChar, kByte, kText, kSet, kCat, kAlt, kRepeat, kGroup, kBack,
    kBeginLine, kEndLine, kBeginText, kEndText,
    kWordEdge, kNotWordEdge, kWordBegin, kWordEnd,  // \b \B \< \>
    kNotAfterWord, kNotBeforeWord,                  // -w
  };
  Kind kind = kEmpty;
  std::uint16_t height = 1;
  char32_t code = 0;       // kChar: code point; kByte: byte
  std::uint32_t index = 0;  // kSet: of sets; kText: of texts; kGroup, kBack: number of the group
  std::int32_t min = 0, max = 0;  // kRepeat; max -1: no limit
  std::vector<std::uint32_t> kids;
};

struct RegexTree {
  static constexpr int kMaxHeight = 500;  // whatever walks the tree recurses so deep

  std::vector<RegexNode> nodes;
  std::vector<CodeSet> sets;
  std::vector<std::string> texts;  // of fixed strings
  std::uint32_t root = 0;
  std::uint32_t groups = 0;
  bool icase = false, utf8 = true;
  Newline newline = Newline::kOrdinary;
  bool has_back = false;   // back-references
  bool has_edges = false;  // word edges
  bool has_bytes = false;  // bytes that are no UTF-8
  bool has_classes = false;  // [:alpha:] \w and so on
  bool odd_leading = false;
  std::vector<std::string> warnings;

  std::uint32_t add(RegexNode node);
  std::uint32_t leaf(RegexNode::Kind kind) { return add({.kind = kind}); }
  std::uint32_t cat(std::vector<std::uint32_t> kids);
  std::uint32_t alt(std::vector<std::uint32_t> kids);
  std::uint32_t set(CodeSet s);
  bool too_high() const { return height_ > kMaxHeight; }

 private:
  int height_ = 0;
};

// Adds one pattern to the tree and gives its node. Syntax kBasic, kExtended and kFixed. GNU grep understands an
// operator with nothing before it (grep -E '{x') in two ways: one selects lines, the other (regcomp) finds where the
// match is; tree.odd_leading says that there was one.
Worded<std::uint32_t> parse_posix(std::string_view pattern, const RegexOptions& options, RegexTree& tree,
                                  bool regcomp = false);

// Characters d with to_upper(d) == to_upper(c), c among them.
std::vector<char32_t> case_variants(char32_t c, bool utf8);

// What is known about the text of every match.
struct RegexLiterals {
  bool exact = false;    // the expression matches `text` and nothing else, and has no groups
  std::string text;      // the longest text that every match contains; may be empty
};
RegexLiterals find_literals(const RegexTree& tree);

}  // namespace nacre
