// The journal: for each exec that is remembered, which inodes it changed and how they were before.
//
// A change keeps a reference to the inode as it was (or null, if the exec made it), which costs nothing until the inode
// is changed: the tree then copies the inode, and directory pages and chunks as they are touched. So the cost of a
// change is what it changes, and of keeping it, what it replaced. Further changes by the same exec only widen the
// range.
//
// Undoing an exec is putting its inodes back. That is sound if nobody else has changed them: every inode names the exec
// that changed it last (Inode::exec), and a change by an exec to an inode that another changed in between is marked
// entangled.
//
// Execs are numbered in increasing order: a number below the highest so far without a log has been forgotten, and what
// it still does is not kept (half of its changes could not be undone). So an exec gets its log when it, or
// one with a higher number, is first current; and the logs of up to 64 execs that have changed nothing are kept beside
// the `limit` others.
#pragma once

#include <cstdint>
#include <deque>

#include "src/base/ref.h"
#include "vfs/graveyard.h"
#include "vfs/inode.h"
#include "vfs/trie.h"

namespace nacre::vfs {

enum ChangeKind : std::uint8_t { kNoteData = 1, kNoteMeta = 2, kNoteEntries = 4, kNoteLinks = 8, kNoteRemoved = 16 };

struct Change : RefCounted<Change> {
  Ref<const Inode> before;  // null: the exec made it
  std::uint8_t kinds = 0;
  bool entangled = false;
  std::uint64_t first = 0, last = 0;  // the range of bytes written or cut
};

class Journal {
 public:
  struct Log {
    std::uint32_t exec;
    Trie<Change> changes;  // by inode number
  };

  explicit Journal(Ref<Graveyard> graveyard) : graveyard_(std::move(graveyard)) {}
  ~Journal() { clear(); }
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  std::uint32_t exec() const { return exec_; }
  void set_exec(std::uint32_t exec);
  void set_limit(std::size_t execs);

  // To be called before inode `ino` changes; `before` is what it is now, null if it is being made.
  void note(Ino ino, const Inode* before, std::uint8_t kinds, std::uint64_t first, std::uint64_t last);

  const Log* find(std::uint32_t exec) const;
  void forget(std::uint32_t exec);
  bool forget_oldest();  // of those that changed something; false: there is none
  void clear();

 private:
  void evict();

  Ref<Graveyard> graveyard_;
  std::deque<Log> logs_;  // in the order of their beginning
  std::size_t limit_ = 16;
  std::uint32_t exec_ = 0;
  std::uint32_t newest_ = 0;
  Log* log_ = nullptr;  // of exec_; null: its changes are not kept
  Ino last_ino_ = 0;    // what note() saw last
  Change* last_ = nullptr;
};

}  // namespace nacre::vfs
