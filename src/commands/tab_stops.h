// Lists of tab stops, as expand and unexpand take them with -t: "4", "1,5,9", "2,/8", "3,+4".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/process/process.h"

namespace nacre {

class TabStops {
 public:
  // Adds a list; several add up. Gives the words of the first error, or none.
  std::string add(const Process& p, std::string_view list);
  void add(std::uint64_t stop) { stops_.push_back(stop); }
  // When all are there: checks them. Words of an error, or none.
  std::string finish();
  // The next tab stop after the column. `index` is where in the list the search goes on (0 at the start of a line);
  // `last` says that there is none any more.
  std::uint64_t next(std::uint64_t column, std::size_t& index, bool& last) const;

 private:
  std::string take(bool extend, bool increment, std::uint64_t value);
  std::vector<std::uint64_t> stops_;
  std::uint64_t size_ = 0, extend_ = 0, increment_ = 0;
};

}  // namespace nacre
