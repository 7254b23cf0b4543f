// The bytes of a file: a sparse persistent array of chunks (trie.h, chunk.h), a size, and how much of it is stored.
//
// A missing chunk is a hole and reads as zeros, and so does what lies between a chunk's used bytes and the end of its
// 64 KiB. A small file is one chunk of just its size; a file that grows by appending doubles the room of its last chunk
// until that is full, so appending costs amortised O(1) per byte. Copying a Contents shares all of it.
//
// For one Contents, only the bytes of the last chunk that lie before size() are its own: others who share the chunk may
// have appended to it (chunk.h). So every length below is min(used, bytes of this slot before size()).
#pragma once

#include <cstdint>
#include <string_view>

#include "src/base/result.h"
#include "vfs/chunk.h"
#include "vfs/trie.h"

namespace nacre::vfs {

class Contents {
 public:
  Contents() = default;
  // One small piece of text (a symbolic link's target, at most kChunkSize bytes).
  static Contents of(std::string_view text);

  std::uint64_t size() const { return size_; }
  // Bytes stored, as quotas count them: holes are not.
  std::uint64_t stored() const { return stored_; }
  // The whole of a file that is one chunk.
  std::string_view text() const { return {view(0).bytes}; }

  struct View {
    std::string_view bytes;  // to the end of the chunk or of the file; of a hole at most 16 KiB at a time
    const Chunk* chunk;      // null for zeros
  };
  View view(std::uint64_t at) const;

  // The first byte at or after `at` that is stored, or that is not; size() when there is none.
  std::uint64_t next_data(std::uint64_t at) const;
  std::uint64_t next_hole(std::uint64_t at) const;

  // Writes bytes at `at` (a hole opens when that is past the end), storing at most `room` more than now. Gives how many
  // were written; fewer than asked after ENOMEM or when room ends, and then `why` says which (kNOMEM or kDQUOT).
  std::size_t write(std::uint64_t at, std::string_view bytes, std::uint64_t room, Errno& why);
  // Cuts, or grows by a hole. ENOMEM.
  Result<> resize(std::uint64_t size);
  // Takes over a part of the chunk of `from` that holds from_at by reference, as far as that is possible: both offsets
  // start a chunk, and what is taken is a whole chunk or reaches the end of both. Gives how many of n bytes it covered:
  // 0 when it cannot, and write() is to be used. Holes are taken over likewise. `room` as in write(); 0 when it lacks.
  std::uint64_t share(std::uint64_t at, const Contents& from, std::uint64_t from_at, std::uint64_t n,
                      std::uint64_t room);

  // Whether the bytes of both are known to be the same, without looking at them.
  bool same(const Contents& o) const { return size_ == o.size_ && chunks_.same(o.chunks_); }
  bool empty() const { return chunks_.empty(); }
  std::pair<void*, unsigned> take() { return chunks_.take(); }

 private:
  // Bytes of the chunk of slot `i` that belong to this file, for a file of `size` bytes.
  static std::uint32_t length(const Chunk* c, std::uint64_t i, std::uint64_t size);
  static std::uint32_t slot_size(std::uint64_t i, std::uint64_t size);
  bool write_piece(std::uint64_t slot, std::uint32_t at, std::string_view bytes, std::uint32_t old_length, bool more);
  bool seal_end(std::uint64_t size);

  Trie<Chunk> chunks_;
  std::uint64_t size_ = 0;
  std::uint64_t stored_ = 0;
};

}  // namespace nacre::vfs
