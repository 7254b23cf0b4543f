// The rarer steps of SmallBlocks: lists of pages, cutting a page, a new region. Compiled for the module alone.
#ifdef __wasm__
#include "src/base/small_blocks.h"

#include <cstdlib>
#include <utility>

namespace nacre {

void SmallBlocks::link(Page* page) {
  Page*& first = partial_[block_class(page->size)];
  page->previous = nullptr;
  page->next = first;
  if (first) first->previous = page;
  first = page;
}

void SmallBlocks::unlink(Page* page) {
  if (page->next) page->next->previous = page->previous;
  if (page->previous) page->previous->next = page->next;
  else partial_[block_class(page->size)] = page->next;
}

// The last page of a size stays: one block that comes and goes shall not cut a page each time.
void SmallBlocks::retire(Page* page) {
  if (!page->next && !page->previous) return;
  unlink(page);
  page->next = std::exchange(empty_, page);
}

SmallBlocks::Page* SmallBlocks::refill(std::size_t c) {
  if (!empty_ && !add_region()) return nullptr;
  Page* page = empty_;
  empty_ = page->next;
  page->size = static_cast<std::uint16_t>(block_size(c));
  page->used = 0;
  page->free = nullptr;
  char* begin = reinterpret_cast<char*>(page);
  for (std::size_t at = kHeader + (kUsable - kHeader) / page->size * page->size; at > kHeader;) {
    at -= page->size;
    auto* block = reinterpret_cast<Block*>(begin + at);
    block->next = page->free;
    page->free = block;
  }
  link(page);
  return page;
}

bool SmallBlocks::add_region() {
  void* region = nullptr;
  if (posix_memalign(&region, kRegion, kRegion - kMallocHeader) != 0) return false;
  const auto number = reinterpret_cast<std::uintptr_t>(region) / kRegion;
  regions_[number / 32] |= 1u << number % 32;
  for (std::size_t at = kRegion; at > 0;) {
    at -= kPage;
    auto* page = reinterpret_cast<Page*>(static_cast<char*>(region) + at);
    page->next = std::exchange(empty_, page);
  }
  return true;
}

}  // namespace nacre
#endif
