// Finds any of many fixed strings (grep -F -f), however many: a window of the shortest string's length moves over the
// text, as far as its last two bytes allow (Wu and Manber); where a string may begin, a hash table decides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nacre {

class LiteralSet {
 public:
  enum class Bound : std::uint8_t { kNone, kWord, kLine };  // what must stand around a match: grep -w, -x

  // The strings are copied. An empty one is allowed with kLine only.
  LiteralSet(std::span<const std::string_view> strings, Bound bound, bool utf8);

  // The leftmost match that begins at or after from, the longest there. steps rises by what was done.
  bool find(std::string_view text, std::size_t from, std::size_t& begin, std::size_t& end, std::uint64_t& steps) const;
  // The longest match that begins at `at`.
  bool at(std::string_view text, std::size_t at, std::size_t& end) const;

 private:
  struct Entry {
    std::uint32_t offset, size;  // in pool_
    std::uint32_t next;          // of the same hash, or kNone
  };
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  std::uint32_t hash(std::string_view s) const;
  bool bounded(std::string_view text, std::size_t begin, std::size_t end) const;
  bool find_line(std::string_view text, std::size_t from, std::size_t& begin, std::size_t& end,
                 std::uint64_t& steps) const;

  Bound bound_;
  bool utf8_;
  std::size_t window_ = 0;           // the length of the shortest string, at most 32
  std::vector<std::size_t> levels_;  // a string is hashed by its first window_, 8 or 16 bytes; kLine: by all
  std::string pool_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> heads_;
  std::uint32_t mask_ = 0;
  std::vector<std::uint8_t> shift_;  // by the last two bytes of the window
};

}  // namespace nacre
