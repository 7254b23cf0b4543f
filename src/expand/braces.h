// Brace expansion (bash manual 3.5.1) as a list that is never built: the text is taken apart once, and the n-th result
// is made when it is asked for. So {1..1000000000} and {a,b}{a,b}... cost nothing until somebody wants the words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nacre {

class BraceList {
 public:
  explicit BraceList(std::string_view text);
  // False: no braces to expand; the word is as it stands.
  bool expands() const;
  // The number of results; UINT64_MAX when there are more than fit.
  std::uint64_t size() const { return sequences_[0].count; }
  // Appends result number i (from 0) to out.
  void append(std::uint64_t i, std::string& out) const { append_sequence(0, i, out); }

 private:
  // What a word is made of, one after the other.
  struct Piece {
    enum class Kind : std::uint8_t { kLiteral, kAlternatives, kNumbers, kLetters } kind;
    std::string_view text;                     // kLiteral
    std::vector<std::uint32_t> alternatives;   // sequences
    std::int64_t from = 0, step = 1;
    std::uint32_t width = 0;                   // zero-padded
    std::uint64_t count = 1;
  };
  struct Sequence {
    std::vector<Piece> pieces;
    std::uint64_t count = 1;
  };
  std::uint32_t parse(std::string_view text, int depth);
  bool parse_range(std::string_view inside, Piece& piece) const;
  void append_sequence(std::uint32_t s, std::uint64_t i, std::string& out) const;

  std::vector<Sequence> sequences_;
};

}  // namespace nacre
