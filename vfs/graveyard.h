// Where the last references to big structures go, so that dropping a snapshot of 100,000 inodes stops nobody: collect()
// takes them apart piece by piece. Shared by a filesystem, its snapshots and its forks. The stack of what is left
// holds, at any time, at most some hundred items for each structure buried.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/base/ref.h"

namespace nacre::vfs {

template <class T>
class Trie;
struct Inode;
struct Change;

class Graveyard : public RefCounted<Graveyard> {
 public:
  ~Graveyard() { collect(SIZE_MAX); }
  void bury(Trie<Inode> inodes);
  void bury(Trie<Change> changes);
  // Takes up to `budget` objects apart; gives how many. 0: nothing is left.
  std::size_t collect(std::size_t budget);

 private:
  enum class Kind : std::uint8_t { kInodes, kChunks, kChanges, kPage };
  struct Item {
    void* p;
    Kind kind;
    std::uint8_t height;
  };
  void push(void* p, Kind kind, unsigned height) {
    if (p) items_.push_back({p, kind, static_cast<std::uint8_t>(height)});
  }
  void take_apart(Item item);
  void bury_inode(const Inode* inode);

  std::vector<Item> items_;
};

}  // namespace nacre::vfs
