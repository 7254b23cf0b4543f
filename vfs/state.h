// The inside of a FileSystem, shared by the files that implement it: the tree, what is held, the accounts, and the
// steps that operations are made of. walk() and permissions are in walk.cc, the tree's changes in tree.cc.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "vfs/file_system.h"
#include "vfs/graveyard.h"
#include "vfs/inode.h"
#include "vfs/journal.h"
#include "vfs/trie.h"

namespace nacre::vfs {

// The tree and its accounts: what a snapshot keeps.
struct Tree {
  Trie<Inode> inodes;
  Ino next = kRootIno;
  std::uint64_t bytes = 0, count = 0;  // as the quotas count

  const Inode* get(Ino ino) const { return is_synthetic(ino) ? nullptr : inodes.get(ino); }
};

struct Snapshot::Inside {
  Tree tree;
  std::vector<Ino> orphans;
  Ref<Graveyard> graveyard;
};

// What permissions and walking need to know of an inode.
struct Node {
  Type type = Type::kFile;
  std::uint32_t mode = 0, uid = 0, gid = 0;
};

// What to do at the end of a path. kFollow and kNoFollow concern a link there (a slash after it makes both follow);
// kParent is for who makes or removes the last name: never followed, and slashes are only reported; kCreate is kFollow
// for open() with O_CREAT, EISDIR when slashes follow a name.
enum class End : std::uint8_t { kFollow, kNoFollow, kParent, kCreate };

struct Walk {
  enum class Last : std::uint8_t { kName, kDot, kDotDot, kRoot };
  Ino parent = 0;         // the directory where the last name was looked up
  Ino ino = 0;            // 0: there is no such name in it
  std::string_view name;  // points into the path that was given, or into `text`
  Last last = Last::kRoot;
  Errno error = Errno::kOk;  // why the last name could not be looked up, with kParent: later checks may come first
  bool slash = false;        // slashes follow the name
  bool description = false;  // ino is a link that stands for a file description
  std::string text;          // what is left of the path after links
};

struct FileSystem::State {
  struct Mount {
    Ino at;
    SyntheticTree* tree;
  };

  explicit State(Limits l, Clock c, Ref<Graveyard> g) : limits(l), clock(c), graveyard(g), journal(g) {}
  ~State() { graveyard->bury(std::move(tree.inodes)); }

  Tree tree;
  Limits limits;
  Clock clock;
  Ref<Graveyard> graveyard;
  Journal journal;
  std::unordered_map<Ino, std::uint32_t> holds;
  std::unordered_set<Ino> orphans;  // no link any more, but held
  std::vector<Mount> mounts;

  Time now() const { return clock.now ? clock.now(clock.context) : Time{}; }
  const Inode* get(Ino ino) const { return tree.get(ino); }

  // --- tree.cc: changes ---

  // The inode, noted and ready to be changed. It must exist. The pointer is good until the inode is removed or a
  // snapshot is taken.
  Inode* change(Ino ino, std::uint8_t kinds, std::uint64_t first = 0, std::uint64_t last = 0);
  // True when that much memory may be taken; forgets what it can before it says no.
  bool spare(std::uint64_t bytes);
  bool reclaim();  // frees what is not needed; false if there was nothing
  // A new inode with one link, to be entered in `parent`: its group, set-id bits and the umask are settled here.
  // ENOSPC.
  Result<Ino> make(const Caller& who, Ino parent, Type type, std::uint32_t mode, std::string_view text = {});
  // Adds, changes or removes a name; the directory's times and the parents' link counts follow, the inode's do not.
  void enter(Ino dir, std::string_view name, Ino ino);
  void replace(Ino dir, std::string_view name, Ino ino);
  void remove(Ino dir, std::string_view name);
  // A name of the inode has gone; frees it when it was the last one and nobody holds it.
  void drop_link(Ino ino);
  void destroy(Ino ino);  // takes it out of the tree and the accounts
  void charge(std::uint64_t before, std::uint64_t after) { tree.bytes += after - before; }
  std::uint64_t room() const { return tree.bytes >= limits.max_bytes ? 0 : limits.max_bytes - tree.bytes; }
  void touch(Ino ino);  // relatime

  // --- walk.cc: paths, permissions, mounts ---

  // What a symbolic link leads to.
  [[gnu::noinline]] Result<> read_link(const Caller& who, Ino ino, LinkTarget& target) const;
  Result<> walk(const Caller& who, std::string_view path, Ino base, End end, Walk& out) const;
  // walk() for what has to exist.
  Result<Ino> find(const Caller& who, std::string_view path, Ino base, End end) const;
  Result<Node> node(Ino ino) const;
  Result<Ino> lookup(const Caller& who, Ino dir, std::string_view name) const;  // mounts included
  Ino parent_of(const Caller& who, Ino dir) const;                              // ".."
  Result<std::string> path(Ino root, Ino ino) const;
  Result<std::string> name_in_parent(Ino ino) const;
  const Mount* mount_at(Ino ino) const;
  SyntheticTree* synthetic(Ino ino) const;
  std::uint32_t mount_number(Ino ino) const { return (ino >> 28) - 8; }

  static Result<> permit(const Caller& who, const Node& node, std::uint32_t bits);
  Result<> permit(const Caller& who, Ino ino, std::uint32_t bits) const;
  // Whether a name may be made in a directory: ENOENT when it was removed, EACCES.
  Result<> may_create(const Caller& who, Ino dir) const;
  // Whether the name of `victim` may be taken out of `dir`, as a directory or as something else.
  Result<> may_remove(const Caller& who, Ino dir, Ino victim, bool as_directory) const;
};

// The caller's group, or one of its other groups.
bool in_group(const Caller& who, std::uint32_t gid);
inline Device unpack_device(std::uint32_t rdev) { return {rdev >> 20, rdev & 0xfffff}; }
inline std::uint32_t pack_device(Device d) { return d.major << 20 | (d.minor & 0xfffff); }

}  // namespace nacre::vfs
