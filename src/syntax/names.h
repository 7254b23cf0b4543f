// Names interned to integers. One table per Machine: variables, functions, aliases and literal command names share it,
// so trees, variable tables and the interpreter compare and hash 32-bit ids instead of strings.
//
// Ids are dense (1, 2, 3, ...; 0 is "no name"), never reused, and stable for the life of the table. text() views stay
// valid as long as the table lives.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace nacre {

using NameId = std::uint32_t;
inline constexpr NameId kNoName = 0;

class NameTable {
 public:
  NameTable();
  // The id of text, made when it is new.
  NameId intern(std::string_view text);
  // The id of text, or kNoName when nobody has interned it.
  NameId find(std::string_view text) const;
  std::string_view text(NameId id) const { return texts_[id]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(texts_.size()); }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    NameId id = kNoName;
  };
  std::uint32_t slot_of(std::string_view text, std::uint32_t hash) const;
  void grow();

  std::vector<Slot> slots_;              // open addressing, a power of two
  std::vector<std::string_view> texts_;  // by id
  std::deque<std::string> storage_;      // the bytes behind texts_, in blocks that never move
};

// True for [A-Za-z_][A-Za-z0-9_]*: what a variable may be called.
bool is_name(std::string_view text);

}  // namespace nacre
