// An inode as the tree stores it. It is shared by snapshots, and copied when it is changed while shared (Trie::own);
// the copy shares contents and directory.
#pragma once

#include <cstdint>

#include "src/base/ref.h"
#include "vfs/contents.h"
#include "vfs/directory.h"
#include "vfs/types.h"

namespace nacre::vfs {

// A Time without padding.
struct __attribute__((packed, aligned(4))) Stamp {
  std::int64_t sec = 0;
  std::uint32_t nsec = 0;
  Stamp() = default;
  Stamp(Time t) : sec(t.sec), nsec(t.nsec) {}  // NOLINT
  operator Time() const { return {sec, nsec}; }  // NOLINT
};

struct Inode : RefCounted<Inode> {
  Type type = Type::kFile;
  std::uint16_t mode = 0;
  std::uint32_t nlink = 0, uid = 0, gid = 0;
  std::uint32_t exec = 0;      // the exec that changed it last (journal.h); 0: none
  Ino parent = 0;              // a directory's parent; for others the directory of the link made last
  std::uint32_t children = 0;  // entries of a directory
  std::uint32_t rdev = 0;      // major << 20 | minor
  Stamp atime, mtime, ctime, btime;
  Contents contents;  // of a file; a link's target; a directory's own name in its parent
  Directory entries;
};

}  // namespace nacre::vfs
