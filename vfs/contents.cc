// Contents and chunks: see contents.h and chunk.h.
#include "vfs/contents.h"

#include <algorithm>

#include "src/base/memory.h"

namespace nacre::vfs {

namespace {
constexpr char kZeros[16384] = {};
constexpr std::uint64_t slot_of(std::uint64_t at) { return at / kChunkSize; }
constexpr std::uint32_t offset_of(std::uint64_t at) { return static_cast<std::uint32_t>(at % kChunkSize); }
constexpr std::uint64_t start_of(std::uint64_t slot) { return slot * kChunkSize; }
}  // namespace

Ref<Chunk> Chunk::make(std::uint32_t capacity) {
  // Files leave some of the budget to processes, or nothing could run that removes them.
  const std::uint64_t spared = std::min<std::uint64_t>(1 << 20, memory::budget() / 8);
  if (!memory::available(sizeof(Chunk) + capacity + spared)) return nullptr;
  void* p = ::operator new(sizeof(Chunk) + capacity);
  return Ref<Chunk>(new (p) Chunk(capacity));
}

Ref<Chunk> Chunk::of(std::string_view bytes) {
  Ref<Chunk> c = make(static_cast<std::uint32_t>(bytes.size()));
  if (c) c->append(bytes);
  return c;
}

Contents Contents::of(std::string_view text) {
  Contents c;
  Errno why = Errno::kOk;
  c.write(0, text, UINT64_MAX, why);
  return c;
}

std::uint32_t Contents::slot_size(std::uint64_t i, std::uint64_t size) {
  const std::uint64_t start = start_of(i);
  return size <= start ? 0 : static_cast<std::uint32_t>(std::min<std::uint64_t>(size - start, kChunkSize));
}

std::uint32_t Contents::length(const Chunk* c, std::uint64_t i, std::uint64_t size) {
  return c ? std::min(c->used, slot_size(i, size)) : 0;
}

Contents::View Contents::view(std::uint64_t at) const {
  if (at >= size_) return {{}, nullptr};
  const std::uint64_t slot = slot_of(at);
  const std::uint32_t offset = offset_of(at);
  const Chunk* c = chunks_.get(slot);
  const std::uint32_t stored = length(c, slot, size_);
  if (offset < stored) return {{c->data() + offset, stored - offset}, c};
  const std::uint32_t zeros = slot_size(slot, size_) - offset;
  return {{kZeros, std::min<std::size_t>(zeros, sizeof(kZeros))}, nullptr};
}

std::uint64_t Contents::next_data(std::uint64_t at) const {
  if (at >= size_) return size_;
  std::uint64_t slot = slot_of(at);
  if (offset_of(at) < length(chunks_.get(slot), slot, size_)) return at;
  slot = chunks_.next(slot + 1);
  return slot == Trie<Chunk>::kNone || start_of(slot) >= size_ ? size_ : start_of(slot);
}

std::uint64_t Contents::next_hole(std::uint64_t at) const {
  while (at < size_) {
    const std::uint64_t slot = slot_of(at);
    const std::uint32_t stored = length(chunks_.get(slot), slot, size_);
    if (offset_of(at) >= stored) return at;
    at = start_of(slot) + stored;
  }
  return size_;
}

// Before the file grows past its end to `size`: makes sure that whatever follows the last chunk's bytes reads as zeros.
// False: no memory.
bool Contents::seal_end(std::uint64_t size) {
  if (size_ == 0 || size <= size_) return true;
  const std::uint64_t slot = slot_of(size_ - 1);
  bool unique = false;
  Chunk* c = chunks_.get(slot);
  if (!c) return true;
  const std::uint32_t stored = length(c, slot, size_);
  if (stored == kChunkSize) return true;
  if (c->used > stored) {
    c = chunks_.reach(slot, unique);
    if (unique) {
      c->used = stored;
    } else {
      Ref<Chunk> copy = Chunk::of(c->bytes().substr(0, stored));
      if (!copy) return false;
      c = copy.get();
      chunks_.put(slot, std::move(copy));
    }
  }
  c->sealed = true;
  return true;
}

// Writes into one chunk: `at` + bytes.size() <= kChunkSize, and `old_length` of the chunk's bytes count. `more`: the
// write goes on in the next chunk. False: no memory.
bool Contents::write_piece(std::uint64_t slot, std::uint32_t at, std::string_view bytes, std::uint32_t old_length,
                           bool more) {
  const std::uint32_t end = at + static_cast<std::uint32_t>(bytes.size());
  const std::uint32_t new_length = std::max(old_length, end);
  const bool has_hole_after = start_of(slot) + new_length < size_;
  Chunk* shared = chunks_.get(slot);
  // Growing a shared chunk at its end.
  if (shared && at == old_length && at == shared->used && !shared->sealed && shared->capacity() >= end &&
      !has_hole_after) {
    shared->append(bytes);
    return true;
  }
  bool unique = false;
  Chunk* c = chunks_.reach(slot, unique);
  if (c && unique && c->capacity() >= end) {
    if (at > old_length) std::memset(c->data() + old_length, 0, at - old_length);
    std::memcpy(c->data() + at, bytes.data(), bytes.size());
    c->used = new_length;
    c->sealed = has_hole_after;
    return true;
  }
  // A chunk of its own, with room to grow when the file is growing.
  std::uint32_t capacity = new_length;
  if (more) capacity = kChunkSize;
  else if (c && end > old_length) capacity = std::max(capacity, std::min(kChunkSize, c->capacity() * 2));
  else if (!c) capacity = std::max(capacity, static_cast<std::uint32_t>(std::min<std::uint64_t>(slot, 4)) * 16384);
  Ref<Chunk> copy = Chunk::make(capacity);
  if (!copy && capacity > new_length) copy = Chunk::make(new_length);
  if (!copy) return false;
  char* to = copy->data();
  if (c) std::memcpy(to, c->data(), std::min(at, old_length));
  if (at > old_length) std::memset(to + old_length, 0, at - old_length);
  std::memcpy(to + at, bytes.data(), bytes.size());
  if (c && end < old_length) std::memcpy(to + end, c->data() + end, old_length - end);
  copy->used = new_length;
  copy->sealed = has_hole_after;
  chunks_.put(slot, std::move(copy));
  return true;
}

std::size_t Contents::write(std::uint64_t at, std::string_view bytes, std::uint64_t room, Errno& why) {
  why = Errno::kOk;
  if (bytes.empty()) return 0;
  const std::uint64_t old_size = size_;
  if (at > size_) {
    if (!seal_end(at)) return why = Errno::kNOMEM, 0;
    size_ = at;
  }
  std::size_t done = 0;
  while (done < bytes.size()) {
    const std::uint64_t slot = slot_of(at + done);
    const std::uint32_t offset = offset_of(at + done);
    std::size_t n = std::min<std::size_t>(kChunkSize - offset, bytes.size() - done);
    const std::uint32_t old_length = length(chunks_.get(slot), slot, size_);
    if (offset + n > old_length && offset + n - old_length > room) {
      why = Errno::kDQUOT;
      if (old_length + room <= offset) break;
      n = static_cast<std::size_t>(old_length + room - offset);
    }
    const bool more = why == Errno::kOk && done + n < bytes.size();
    if (!write_piece(slot, offset, bytes.substr(done, n), old_length, more)) {
      why = Errno::kNOMEM;
      break;
    }
    const std::uint32_t end = offset + static_cast<std::uint32_t>(n);
    const std::uint32_t grown = std::max(old_length, end) - old_length;
    stored_ += grown;
    room -= grown;
    done += n;
    size_ = std::max(size_, at + done);
    if (why != Errno::kOk) break;
  }
  if (done == 0) size_ = old_size;
  return done;
}

Result<> Contents::resize(std::uint64_t size) {
  if (size >= size_) {
    if (!seal_end(size)) return fail(Errno::kNOMEM);
    size_ = size;
    return {};
  }
  // What comes after the new last chunk goes; the last one keeps its place.
  const std::uint32_t rest = offset_of(size);
  const std::uint64_t keep = slot_of(size) + (rest > 0);
  for (std::uint64_t slot = chunks_.next(keep); slot != Trie<Chunk>::kNone; slot = chunks_.next(slot + 1))
    stored_ -= length(chunks_.get(slot), slot, size_);
  chunks_.cut(keep, [](Chunk*) {});
  if (rest > 0) {
    bool unique = false;
    Chunk* c = chunks_.reach(keep - 1, unique);
    const std::uint32_t old_length = length(c, keep - 1, size_);
    if (old_length > rest) {
      stored_ -= old_length - rest;
      if (unique) {
        c->used = rest;
        c->sealed = false;
      }
    }
  }
  size_ = size;
  return {};
}

std::uint64_t Contents::share(std::uint64_t at, const Contents& from, std::uint64_t from_at, std::uint64_t n,
                              std::uint64_t room) {
  if (offset_of(at) != 0 || offset_of(from_at) != 0 || from_at >= from.size_) return 0;
  const std::uint64_t source = slot_of(from_at), target = slot_of(at);
  n = std::min<std::uint64_t>(n, slot_size(source, from.size_));
  if (n < kChunkSize && (from_at + n != from.size_ || at + n < size_)) return 0;
  Chunk* c = from.chunks_.get(source);
  const std::uint32_t new_length = length(c, source, from.size_);
  const std::uint32_t old_length = length(chunks_.get(target), target, size_);
  if (new_length > old_length && new_length - old_length > room) return 0;
  if (at > size_ && !seal_end(at)) return 0;
  Ref<Chunk> taken(c);
  const std::uint64_t end = at + n;
  if (taken) {
    if (end < size_ || new_length < n) taken->sealed = true;
    chunks_.put(target, std::move(taken));
  } else {
    chunks_.erase(target);
  }
  stored_ += new_length;
  stored_ -= old_length;
  size_ = std::max(size_, end);
  return n;
}

}  // namespace nacre::vfs
