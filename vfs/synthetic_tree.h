// A mount: a tree of files that nobody stores, answered by whoever owns it (the process layer serves /proc so).
//
// Nodes are named by numbers of 28 bits that the tree chooses (pid and item packed, say), 0 being its root; the
// filesystem keeps nothing about them. The inode number that users see is (8 + mount) << 28 | id. Permissions are
// checked by the filesystem from stat(); nothing in a mount can be created, removed, renamed or written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/result.h"
#include "vfs/types.h"

namespace nacre::vfs {

// What a symbolic link of a mount leads to.
struct LinkTarget {
  enum class Kind : std::uint8_t {
    kText,         // to the path in `text`, walked as any link's
    kInode,        // straight to inode `ino`, whatever its path (which may be gone)
    kDescription,  // to an open file description without an inode (a pipe): open() answers with `description` set,
                   // stat() with what stat_target() says, and as a directory it is ENOTDIR
  };
  Kind kind = Kind::kText;
  std::string text;
  Ino ino = 0;
};

class SyntheticTree {
 public:
  // The id of `name` in the directory `dir`; ENOENT. Never asked for "." and "..".
  virtual Result<std::uint32_t> lookup(const Caller& who, std::uint32_t dir, std::string_view name) = 0;
  // All of it but `ino` and `dev`, which the filesystem fills in. ENOENT once the node is gone.
  virtual Result<Stat> stat(std::uint32_t id) = 0;
  // The directory that holds `id` (0 for the root itself), and its name there.
  virtual std::uint32_t parent(std::uint32_t id) = 0;
  virtual std::string name(std::uint32_t id) = 0;
  // The entries of a directory, without "." and "..", sorted by name. `ino` is the id.
  virtual Result<std::vector<DirEntry>> list(std::uint32_t dir) = 0;
  // The whole content of a file, at this moment.
  virtual Result<std::string> read(std::uint32_t id) = 0;
  // The text of a link as readlink() gives it ("/home/user/x", "pipe:[12]").
  virtual Result<std::string> readlink(const Caller& who, std::uint32_t id) = 0;
  // Where a link leads when it is followed.
  virtual Result<LinkTarget> follow(const Caller& who, std::uint32_t id) = 0;
  // stat() of what a kDescription link leads to, complete.
  virtual Result<Stat> stat_target(std::uint32_t id) = 0;

 protected:
  ~SyntheticTree() = default;
};

}  // namespace nacre::vfs
