// The one sort; see sort.h.
#include "src/base/sort.h"

#include <algorithm>

namespace nacre {

void sort_pointers(void** first, std::size_t n, PointerLess less, const void* order) {
  std::stable_sort(first, first + n, [&](const void* a, const void* b) { return less(a, b, order); });
}

}  // namespace nacre
