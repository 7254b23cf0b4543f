// operator new and delete over malloc, counted. There are no exceptions: when malloc itself fails (the module's maximum
// is far above budget plus reserve) nothing can go on, and the instance is lost.
#include "src/base/memory.h"

#include <malloc.h>

#include <cstdlib>
#include <new>

namespace nacre::memory {
constinit std::size_t detail::live = 0;
constinit std::size_t detail::limit = SIZE_MAX;
using detail::limit;
using detail::live;

std::size_t used() { return live; }
std::size_t budget() { return limit == SIZE_MAX ? 0 : limit; }
void set_budget(std::size_t bytes) { limit = bytes == 0 ? SIZE_MAX : bytes; }
bool available(std::uint64_t n) { return n <= limit && live <= limit - n; }

static void* allocate(std::size_t n) {
  void* p = std::malloc(n ? n : 1);
  if (!p) std::abort();
  live += malloc_usable_size(p);
  return p;
}
static void* allocate(std::size_t n, std::align_val_t a) {
  const auto align = static_cast<std::size_t>(a);
  void* p = std::aligned_alloc(align, (n + align - 1) / align * align);
  if (!p) std::abort();
  live += malloc_usable_size(p);
  return p;
}
static void free_counted(void* p) {
  if (!p) return;
  live -= malloc_usable_size(p);
  std::free(p);
}
}  // namespace nacre::memory

using nacre::memory::allocate;
using nacre::memory::free_counted;

void* operator new(std::size_t n) { return allocate(n); }
void* operator new[](std::size_t n) { return allocate(n); }
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return allocate(n); }
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept { return allocate(n); }
void* operator new(std::size_t n, std::align_val_t a) { return allocate(n, a); }
void* operator new[](std::size_t n, std::align_val_t a) { return allocate(n, a); }
void operator delete(void* p) noexcept { free_counted(p); }
void operator delete[](void* p) noexcept { free_counted(p); }
void operator delete(void* p, std::size_t) noexcept { free_counted(p); }
void operator delete[](void* p, std::size_t) noexcept { free_counted(p); }
void operator delete(void* p, std::align_val_t) noexcept { free_counted(p); }
void operator delete[](void* p, std::align_val_t) noexcept { free_counted(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { free_counted(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { free_counted(p); }
