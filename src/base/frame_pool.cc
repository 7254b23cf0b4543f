// A page of 4 KiB (four frames of large classes) is cut into frames of one class at a time.
#include "src/base/frame_pool.h"

namespace nacre {

void* FramePool::refill(std::size_t c) {
  const std::size_t size = c * 16, count = size * 8 > 4096 ? 4 : 4096 / size;
  char* page = static_cast<char*>(::operator new(size * count));
  for (std::size_t i = count; i-- > 1;) {
    Free* f = reinterpret_cast<Free*>(page + i * size);
    f->next = lists_[c];
    lists_[c] = f;
  }
  return page;
}

}  // namespace nacre
