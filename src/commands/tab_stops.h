// Lists of tab stops, as expand and unexpand take them with -t: "4", "1,5,9", "2,/8", "3,+4"; and how the two run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/process/input.h"

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

// What expand and unexpand have in common: lines, which go on from one file to the next, and what of them is still converted.
// A filter has chunk(), end_of_file(), and finish() for what it holds back.
class TabFilter {
 public:
  TabStops tabs;
  Writer* out = nullptr;
  void end_of_file() {}
  void finish() {}

 protected:
  void start_line() {
    column_ = 0;
    index_ = 0;
    convert_ = true;
  }
  // The rest of a line that is not converted; gives how much of the text that is.
  std::size_t copy_line(std::string_view text) {
    const std::size_t newline = text.find('\n');
    const std::size_t size = newline == text.npos ? text.size() : newline + 1;
    out->put(text.substr(0, size));
    if (newline != text.npos) start_line();
    return size;
  }
  void backspace() {
    column_ -= column_ > 0;
    index_ -= index_ > 0;
  }
  std::uint64_t column_ = 0;
  std::size_t index_ = 0;        // in the tab stops
  bool convert_ = true;
};

// Runs a filter, whose tab stops are given, over the files. `error`: what was wrong with the stops.
template <class Filter>
Task<int> run_tab_filter(Process& p, const Options& o, Filter& filter, std::string error) {
  if (error.empty()) error = filter.tabs.finish();
  if (!error.empty()) {
    p.complain(error);
    co_return 1;
  }
  Writer out(p, 1);
  filter.out = &out;
  const int status = co_await for_each_chunk(p, inputs_or_stdin(o), out, filter);
  filter.finish();
  co_return out.finish(status);
}

}  // namespace nacre
