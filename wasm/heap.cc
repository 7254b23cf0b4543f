// How the heap grows: by an eighth of the memory, at least 256 KiB and at most 16 MiB at a time, because every growth makes the host take its
// view of the memory anew. Takes the place of the C library's sbrk, which grows by what is asked for.
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <utility>

extern "C" {
extern unsigned char __heap_base;

void* sbrk(std::intptr_t increment) {
  constexpr std::size_t kPage = 65536, kLeast = 256 << 10, kMost = 16 << 20;
  static std::uintptr_t top = reinterpret_cast<std::uintptr_t>(&__heap_base);
  std::uintptr_t size = (static_cast<std::uintptr_t>(increment) + 15) & ~std::uintptr_t{15};
  std::uintptr_t wanted = top + size;
  std::size_t have = __builtin_wasm_memory_size(0) * kPage;
  if (increment > 0 && wanted <= top) {
    errno = ENOMEM;
    return reinterpret_cast<void*>(-1);
  }
  if (wanted > have) {
    std::size_t need = wanted - have, step = have / 8;
    if (step < kLeast) step = kLeast;
    if (step > kMost) step = kMost;
    auto grow = [](std::size_t bytes) { return __builtin_wasm_memory_grow(0, (bytes + kPage - 1) / kPage) != SIZE_MAX; };
    if (!grow(need > step ? need : step) && !grow(need)) {
      errno = ENOMEM;
      return reinterpret_cast<void*>(-1);
    }
  }
  return reinterpret_cast<void*>(std::exchange(top, wanted));
}
}
