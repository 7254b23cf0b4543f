// A chunk: up to 64 KiB of a file's bytes, shared by reference between files, snapshots and forks.
//
// The bytes in [0, used) never change while a chunk is shared; who would change them copies first. There is one thing
// that several owners may do to a shared chunk: grow it at its end. A file whose last byte is the chunk's last used
// byte may append in place, since every other owner's file ends, for that owner, at or before the old end. That makes a
// `>>` after every snapshot cost what it appends. The exception is a file that goes on after the chunk's used bytes
// with a hole: for it the bytes past `used` are zeros, so it seals the chunk (or, if someone has appended already,
// copies it).
#pragma once

#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>

#include "src/base/ref.h"

namespace nacre::vfs {

inline constexpr std::uint32_t kChunkSize = 1 << 16;

class Chunk : public RefCounted<Chunk> {
 public:
  // An empty chunk with room for `capacity` bytes, at most kChunkSize; null when the memory budget does not allow it.
  static Ref<Chunk> make(std::uint32_t capacity);
  // A chunk that holds just these bytes.
  static Ref<Chunk> of(std::string_view bytes);

  char* data() { return reinterpret_cast<char*>(this + 1); }
  const char* data() const { return reinterpret_cast<const char*>(this + 1); }
  std::string_view bytes() const { return {data(), used}; }
  std::uint32_t capacity() const { return capacity_; }
  void append(std::string_view more) {
    std::memcpy(data() + used, more.data(), more.size());
    used += static_cast<std::uint32_t>(more.size());
  }

  std::uint32_t used = 0;
  bool sealed = false;

  void operator delete(void* p) { ::operator delete(p); }

 private:
  explicit Chunk(std::uint32_t capacity) : capacity_(capacity) {}
  std::uint32_t capacity_;
};

}  // namespace nacre::vfs
