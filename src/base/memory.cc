// operator new and delete over malloc, counted; in the module, small blocks have an allocator of their own. There are no exceptions:
// when malloc itself fails (the module's maximum is far above budget plus reserve) nothing can go on, and the instance is lost.
#include "src/base/memory.h"

#include <malloc.h>

#include <cstdlib>
#include <new>

#ifdef __wasm__
#include "src/base/small_blocks.h"
#endif

namespace nacre::memory {
constinit std::size_t detail::live = 0;
constinit std::size_t detail::limit = SIZE_MAX;
using detail::limit;
using detail::live;

std::size_t used() { return live; }
std::size_t budget() { return limit == SIZE_MAX ? 0 : limit; }
void set_budget(std::size_t bytes) { limit = bytes == 0 ? SIZE_MAX : bytes; }
bool available(std::uint64_t n) { return n <= limit && live <= limit - n; }

static void* counted(void* p) {
  if (!p) std::abort();
  live += malloc_usable_size(p);
  return p;
}
#ifdef __wasm__
static constinit SmallBlocks small;

// Buffers of pipes and readers, which each command of a pipeline takes and gives back: a few stay at hand.
constexpr std::size_t kBuffer = 65536, kSpares = 4;
static constinit void* spares[kSpares] = {};
static constinit std::size_t spare = 0;

[[gnu::noinline]] static void* allocate_large(std::size_t n) {
  if (n == kBuffer && spare) {
    void* p = spares[--spare];
    live += malloc_usable_size(p);
    return p;
  }
  void* p = counted(std::malloc(n));
  if (small.owns(p)) std::abort();   // else delete would take it for a small one
  return p;
}
static void* allocate(std::size_t n) {
  if (n > SmallBlocks::kLargest) return allocate_large(n);
  void* p = small.allocate(n + (n == 0));
  if (!p) std::abort();
  live += SmallBlocks::size(p);
  return p;
}
#else
static void* allocate(std::size_t n) { return counted(std::malloc(n ? n : 1)); }
#endif
[[gnu::noinline]] static void* allocate(std::size_t n, std::align_val_t a) {
  const auto align = static_cast<std::size_t>(a);
  return counted(std::aligned_alloc(align, (n + align - 1) / align * align));
}
[[gnu::noinline]] static void free_large(void* p) {
  if (!p) return;
  const std::size_t size = malloc_usable_size(p);
  live -= size;
#ifdef __wasm__
  if (size >= kBuffer && size < kBuffer + 16 && spare < kSpares) {
    spares[spare++] = p;
    return;
  }
#endif
  std::free(p);
}
static void free_counted(void* p) {
#ifdef __wasm__
  if (small.owns(p)) {
    live -= SmallBlocks::size(p);
    return small.release(p);
  }
#endif
  free_large(p);
}
}  // namespace nacre::memory

using nacre::memory::allocate;
using nacre::memory::free_counted;

void* operator new(std::size_t n) { return allocate(n); }
void* operator new[](std::size_t n) { return operator new(n); }
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return operator new(n); }
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept { return operator new(n); }
void* operator new(std::size_t n, std::align_val_t a) { return allocate(n, a); }
void* operator new[](std::size_t n, std::align_val_t a) { return allocate(n, a); }
void operator delete(void* p) noexcept { free_counted(p); }
void operator delete[](void* p) noexcept { operator delete(p); }
void operator delete(void* p, std::size_t) noexcept { operator delete(p); }
void operator delete[](void* p, std::size_t) noexcept { operator delete(p); }
void operator delete(void* p, std::align_val_t) noexcept { operator delete(p); }
void operator delete[](void* p, std::align_val_t) noexcept { operator delete(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { operator delete(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { operator delete(p); }
