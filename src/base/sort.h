// Sorting of vectors of any type by one sort over pointers: std::sort is some 3 KB of code for each type and order.
//
// It is stable, moves each element once, and calls the order through a pointer; where the order is the work (the command sort),
// std::sort is used instead.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace nacre {

// Whether a stands before b; `order` is what the caller gave.
using PointerLess = bool (*)(const void* a, const void* b, const void* order);
void sort_pointers(void** first, std::size_t n, PointerLess less, const void* order);

template <class T, class Less = std::less<>>
void sort_vector(std::vector<T>& v, const Less& less = {}) {
  if (v.size() < 2) return;
  std::vector<void*> pointers;
  pointers.reserve(v.size());
  for (T& x : v) pointers.push_back(&x);
  const auto before = [](const void* a, const void* b, const void* order) {
    return bool((*static_cast<const Less*>(order))(*static_cast<const T*>(a), *static_cast<const T*>(b)));
  };
  sort_pointers(pointers.data(), pointers.size(), before, &less);
  std::vector<T> sorted;
  sorted.reserve(v.size());
  for (void* p : pointers) sorted.push_back(std::move(*static_cast<T*>(p)));
  v = std::move(sorted);
}

}  // namespace nacre
