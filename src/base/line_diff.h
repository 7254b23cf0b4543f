// The differences of two sequences, as GNU diff finds them: Myers' O(ND) algorithm from both ends, after lines without a
// counterpart are set aside; then hunks are moved to where they merge or end latest. The result is that of GNU diff, line for line.
//
// Elements are numbers: equal numbers are equal lines. Work is done in steps, so that a caller can let others run:
//
//   LineDiff diff(a, b, minimal);
//   while (!diff.run(100'000)) co_await ...;
//   for (std::size_t i = 0; i < a.size(); ++i) if (diff.deleted(i)) ...
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace nacre {

class LineDiff {
 public:
  using Class = std::uint32_t;
  // The spans must outlive it. minimal: diff -d. horizon: equal lines before and after the differing part that take part in the
  // search (--horizon-lines; at least the lines of context). heuristic: --speed-large-files. ends: at most so many lines at the
  // start and at the end are left out of the search, for GNU leaves out only those that are the same byte for byte.
  struct Ends {
    std::size_t first = SIZE_MAX, last = SIZE_MAX;
  };
  LineDiff(std::span<const Class> a, std::span<const Class> b, bool minimal, std::size_t horizon, bool heuristic, Ends ends);
  LineDiff(std::span<const Class> a, std::span<const Class> b, bool minimal, std::size_t horizon = 0, bool heuristic = false)
      : LineDiff(a, b, minimal, horizon, heuristic, Ends()) {}

  // Does up to about `steps` comparisons; true when all is done.
  bool run(std::uint64_t steps);

  bool deleted(std::size_t i) const { return changed_[0][i + 1]; }    // of a
  bool inserted(std::size_t i) const { return changed_[1][i + 1]; }   // of b

  // A run of lines of a that became a run of lines of b; either may be empty.
  struct Change {
    std::size_t a, deleted, b, inserted;
  };
  std::vector<Change> changes() const;

 private:
  struct Box {
    std::ptrdiff_t x0, x1, y0, y1;
    bool minimal;
  };
  // The search for the middle of one box, going on where it stopped.
  struct Search {
    bool active = false;
    Box box{};
    std::ptrdiff_t forward_min = 0, forward_max = 0, backward_min = 0, backward_max = 0, cost = 0;
    bool odd = false;
  };
  struct Middle {
    std::ptrdiff_t x, y;
    bool low_minimal, high_minimal;
  };

  void set_aside(int file, const std::vector<std::size_t>& counts_of_other);
  bool step(Middle& middle);
  bool forward(Middle& middle);
  bool backward(Middle& middle);
  bool guess(Middle& middle);
  void give_up(Middle& middle);
  void settle(Box box);
  void slide(int file);

  std::span<const Class> lines_[2];
  std::vector<Class> kept_[2];                 // without what is set aside
  std::vector<std::size_t> index_[2];          // of kept_ in lines_
  std::vector<std::uint8_t> changed_[2];       // by line, with one unchanged before and after
  std::size_t first_ = 0, end_[2] = {};        // the part that is compared
  bool minimal_, heuristic_, done_ = false;
  std::vector<Box> stack_;
  Search search_;
  std::vector<std::ptrdiff_t> forward_, backward_;
  std::ptrdiff_t base_ = 0;                    // diagonal 0 in those
  std::ptrdiff_t too_expensive_ = 0;
  std::uint64_t budget_ = 0;
};

}  // namespace nacre
