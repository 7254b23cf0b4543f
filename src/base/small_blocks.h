// Memory for small blocks: what operator new gives for up to 960 bytes, in a few instructions each way.
//
// Regions of 64 KiB come from malloc and are cut into pages of 4 KiB; a page has blocks of one size, a list of its
// free ones and a count of the others. A page whose blocks are all free serves any size again; regions are never given back
// (nor can the memory of a module be). A bit for each region of the 32-bit address space says whose a pointer is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace nacre {

// The sizes of blocks by number: multiples of 16 up to 256, and from there of 64.
constexpr std::size_t block_class(std::size_t n) { return n <= 256 ? (n + 15) / 16 : 12 + (n + 63) / 64; }
constexpr std::size_t block_size(std::size_t c) { return c <= 16 ? c * 16 : (c - 12) * 64; }

class SmallBlocks {
 public:
  static constexpr std::size_t kLargest = 960;

  // A block for n bytes, 1 to kLargest, aligned to 16; null when malloc has no more.
  void* allocate(std::size_t n) {
    Page* page = partial_[block_class(n)];
    if (!page && !(page = refill(block_class(n)))) return nullptr;
    Block* block = page->free;
    page->free = block->next;
    ++page->used;
    if (!page->free) unlink(page);
    return block;
  }
  bool owns(const void* p) const {
    const auto region = reinterpret_cast<std::uintptr_t>(p) / kRegion;
    return regions_[region / 32] >> region % 32 & 1;
  }
  // The size of a block that is owned.
  static std::size_t size(const void* p) { return page_of(p)->size; }
  void release(void* p) {
    Page* page = page_of(p);
    auto* block = static_cast<Block*>(p);
    block->next = page->free;
    page->free = block;
    if (--page->used == 0) return retire(page);
    if (!block->next) link(page);
  }

 private:
  struct Block { Block* next; };
  struct Page {
    Block* free;
    Page *next, *previous;   // among those of its size that have free blocks; next: among the empty ones
    std::uint16_t size, used;
  };
  // malloc has a header of 8 bytes before each block: a region without so many at its end is what fits between aligned blocks, and
  // no block of malloc's begins in it. The pages are alike, so each spares its end.
  static constexpr std::size_t kPage = 4096, kRegion = 65536, kHeader = 32, kMallocHeader = 8, kUsable = kPage - 16;
  static constexpr std::size_t kRegions = 65536;
  static_assert(sizeof(void*) == 4 && sizeof(Page) <= kHeader);

  static Page* page_of(const void* p) {
    return reinterpret_cast<Page*>(reinterpret_cast<std::uintptr_t>(p) & ~(kPage - 1));
  }
  void link(Page* page);
  void unlink(Page* page);
  void retire(Page* page);
  [[gnu::noinline]] Page* refill(std::size_t c);
  [[gnu::noinline]] bool add_region();

  std::array<Page*, block_class(kLargest) + 1> partial_{};
  Page* empty_ = nullptr;
  std::array<std::uint32_t, kRegions / 32> regions_{};
};

}  // namespace nacre
