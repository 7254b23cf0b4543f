// Blocks grow with the arena from 512 bytes to 64 KiB: a one-line command costs little, a script of megabytes few
// allocations.
#include "src/syntax/arena.h"

namespace nacre {

Arena::~Arena() {
  for (Attached* a = attached_; a != nullptr; a = a->previous) a->release(a->object);
  while (block_ != nullptr) {
    Block* previous = block_->previous;
    ::operator delete(block_);
    block_ = previous;
  }
}

void Arena::on_free(void (*release)(const void*), const void* object) {
  attached_ = make<Attached>(attached_, release, object);
}

void* Arena::allocate_slow(std::size_t size, std::size_t align) {
  constexpr std::size_t kFirst = 512, kLargest = 65536;
  std::size_t want = bytes_ < kFirst ? kFirst : (bytes_ / 2 < kLargest ? (bytes_ / 2 + 63) / 64 * 64 : kLargest);
  if (want < kFirst) want = kFirst;
  const std::size_t least = sizeof(Block) + align + size;
  const bool own_block = least > want / 2 && next_ != nullptr;  // large: keep filling the current block
  if (own_block || want < least) want = least;
  char* raw = static_cast<char*>(::operator new(want));
  bytes_ += want;
  Block* block = new (raw) Block{nullptr};
  if (own_block) {
    block->previous = block_->previous;
    block_->previous = block;
    std::uintptr_t at = (reinterpret_cast<std::uintptr_t>(raw + sizeof(Block)) + align - 1) & ~(align - 1);
    return reinterpret_cast<void*>(at);
  }
  block->previous = block_;
  block_ = block;
  next_ = raw + sizeof(Block);
  end_ = raw + want;
  return allocate(size, align);
}

}  // namespace nacre
