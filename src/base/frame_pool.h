// Memory for coroutine frames: free lists by size class, so that a call of a coroutine costs a few instructions.
//
// Frames are of 16-byte size classes up to 2 KiB; larger ones come from operator new. Pages are never given back: the
// pool keeps what the deepest moment needed. Counted in memory::used() (the pool's pages come from operator new).
// Under AddressSanitizer every frame comes from operator new, so that it sees what is used after its frame has gone.
#pragma once

#include <cstddef>
#include <new>

namespace nacre {

class FramePool {
 public:
  static void* allocate(std::size_t n) {
    const std::size_t c = (n + 15) / 16;
    if (c >= kClasses) return ::operator new(n);
    Free*& head = lists_[c];
    if (!head) return refill(c);
    Free* f = head;
    head = f->next;
    return f;
  }
  static void release(void* p, std::size_t n) {
    const std::size_t c = (n + 15) / 16;
    if (c >= kClasses) return ::operator delete(p);
    Free* f = static_cast<Free*>(p);
    f->next = lists_[c];
    lists_[c] = f;
  }

 private:
  struct Free { Free* next; };
#if defined(__SANITIZE_ADDRESS__) || (defined(__has_feature) && __has_feature(address_sanitizer))
  static constexpr std::size_t kClasses = 1;
#else
  static constexpr std::size_t kClasses = 129;
#endif
  static void* refill(std::size_t c);
  static constinit inline Free* lists_[kClasses] = {};
};

}  // namespace nacre
