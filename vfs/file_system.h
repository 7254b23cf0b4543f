// The filesystem of one Machine, in memory: POSIX semantics, with O(1) snapshots and forks.
//
// How it works. A persistent map leads from inode number to inode (trie.h, inode.h), a directory is a persistent
// ordered map from name to inode number (directory.h), contents are 64 KiB chunks in a sparse persistent array
// (contents.h). "Persistent" means shared by reference and copied along the path from the root when somebody else holds
// it too, changed in place when not; so a snapshot is a reference to the root. Every change notes the inode as it was
// in the journal of the exec that made it (journal.h), for changes() and undo().
//
// Two families of operations:
//  - by path, with a Caller whose permissions, root, cwd and umask count. The last parameter `base` is the directory
//    that relative paths start from (the *at calls), 0 meaning the caller's cwd. Errors are those of Linux, to the
//    number, in Linux's order; the manual pages of section 2 are the reference. A path with a NUL byte is EINVAL.
//  - by inode number, for open file descriptions and whoever has passed the checks. They check no permissions. A number
//    that does not exist (any more) is ENOENT. An inode that somebody holds (hold) outlives its last link.
// FIFOs and character devices are only names here: open() checks them, the process layer gives them their behaviour.
// Inodes of mounts (synthetic_tree.h) may be given to stat, read, slice_at, next_entry, lookup, readlink, path_of, hold
// and release; what changes something answers EPERM or EACCES for them.
//
// Nothing here suspends or is called back, but for Clock and SyntheticTree. No operation costs more than the size of
// what it touches; what dropped snapshots leave behind is freed piecewise by collect(). Memory is asked for before it
// is taken (base/memory.h): ENOMEM, with nothing half done.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/ref.h"
#include "src/base/result.h"
#include "vfs/chunk.h"
#include "vfs/synthetic_tree.h"
#include "vfs/types.h"

namespace nacre::vfs {

// A whole tree as it was. Dropping the last Ref costs O(1); FileSystem::collect() frees the rest.
class Snapshot : public RefCounted<Snapshot> {
 public:
  struct Inside;  // state.h
  explicit Snapshot(std::unique_ptr<Inside> inside);
  ~Snapshot();
  const Inside& inside() const { return *inside_; }

 private:
  std::unique_ptr<Inside> inside_;
};

// Bytes of a file without a copy. `bytes` stay as they are while `keep` is held, whatever is written to the file.
struct Slice {
  std::string_view bytes;
  Ref<const Chunk> keep;
};

// What diff() and changes() tell. Paths are absolute.
struct Difference {
  enum class Kind : std::uint8_t { kAdded, kRemoved, kContents, kMetadata, kRenamed };
  Kind kind = Kind::kAdded;
  Type type = Type::kFile;
  Ino ino = 0;
  std::string path;  // for kRemoved the path that is gone, else the path now
  std::string from;  // for kRenamed, the path before
  bool operator==(const Difference&) const = default;
};

class FileSystem {
 public:
  // An empty tree: a root directory of mode 0755 that belongs to root. (populate.h fills it.)
  explicit FileSystem(Limits limits = {}, Clock clock = {});
  ~FileSystem();
  FileSystem(const FileSystem&) = delete;
  FileSystem& operator=(const FileSystem&) = delete;

  const Limits& limits() const;
  void set_limits(const Limits& limits);  // what is used already stays
  void set_clock(Clock clock);

  // --- By path: looking ---

  // The inode at the end of the path; `Ino` of a directory of a mount where one is mounted.
  Result<Ino> resolve(const Caller& who, std::string_view path, Follow follow = Follow::kYes, Ino base = 0);
  Result<Stat> stat(const Caller& who, std::string_view path, Follow follow = Follow::kYes, Ino base = 0);
  Result<std::string> readlink(const Caller& who, std::string_view path, Ino base = 0);
  // access(2) with the caller's uid: kReadable | kWritable | kExecutable, or kExists.
  Result<> access(const Caller& who, std::string_view path, std::uint32_t bits, Ino base = 0);
  // The path without symbolic links, "." and "..", absolute; every component must exist.
  Result<std::string> realpath(const Caller& who, std::string_view path, Ino base = 0);
  // Whether the caller may do `bits` to an inode: EACCES.
  Result<> permit(const Caller& who, Ino ino, std::uint32_t bits) const;

  // --- By path: changing ---

  // open(2). Checks existence, type and permissions, creates with mode & ~umask, truncates. The result is not held.
  Result<Opened> open(const Caller& who, std::string_view path, std::uint32_t flags, std::uint32_t mode = 0666,
                      Ino base = 0);
  Result<Ino> mkdir(const Caller& who, std::string_view path, std::uint32_t mode = 0777, Ino base = 0);
  Result<> rmdir(const Caller& who, std::string_view path, Ino base = 0);
  Result<> unlink(const Caller& who, std::string_view path, Ino base = 0);
  Result<> rename(const Caller& who, std::string_view from, std::string_view to, RenameMode how = RenameMode::kReplace,
                  Ino from_base = 0, Ino to_base = 0);
  // link(2): `follow` says whether `from` is followed when it is a symbolic link (AT_SYMLINK_FOLLOW).
  Result<> link(const Caller& who, std::string_view from, std::string_view to, Follow follow = Follow::kNo,
                Ino from_base = 0, Ino to_base = 0);
  Result<Ino> symlink(const Caller& who, std::string_view target, std::string_view path, Ino base = 0);
  // kFile, kFifo, or kCharDevice (root only: EPERM).
  Result<Ino> mknod(const Caller& who, std::string_view path, Type type, std::uint32_t mode, Device rdev = {},
                    Ino base = 0);
  Result<Ino> mkfifo(const Caller& who, std::string_view path, std::uint32_t mode = 0666, Ino base = 0) {
    return mknod(who, path, Type::kFifo, mode, {}, base);
  }
  Result<> chmod(const Caller& who, std::string_view path, std::uint32_t mode, Ino base = 0);
  Result<> chown(const Caller& who, std::string_view path, std::uint32_t uid, std::uint32_t gid,
                 Follow follow = Follow::kYes, Ino base = 0);
  Result<> utimens(const Caller& who, std::string_view path, NewTime atime, NewTime mtime, Follow follow = Follow::kYes,
                   Ino base = 0);
  Result<> truncate(const Caller& who, std::string_view path, std::int64_t size, Ino base = 0);

  // --- By inode: open file descriptions ---

  // Each hold() needs a release(). ENOENT when there is no such inode; release() of an unlinked one frees it.
  Result<> hold(Ino ino);
  void release(Ino ino);

  Result<Stat> stat(Ino ino) const;
  Result<Type> type(Ino ino) const;
  Result<std::uint64_t> size(Ino ino) const;  // st_size

  // Copies up to n bytes from offset `at`; gives how many, 0 at the end. EISDIR for a directory, EINVAL for what has no
  // stored bytes. Also notes the access time (relatime).
  Result<std::size_t> read(Ino ino, std::uint64_t at, char* into, std::size_t n);
  // The bytes from `at` to the end of their chunk or of the file, without a copy: empty at the end, zeros for a hole.
  // The fast way to read. Errors and access time as read().
  Result<Slice> slice_at(Ino ino, std::uint64_t at);
  // The same for a regular file without a reference: valid until the next call that changes the filesystem.
  std::string_view chunk_at(Ino ino, std::uint64_t at) const;
  // The start of the next data at or after `at` (SEEK_DATA), by chunks; ENXIO when there is only a hole. And SEEK_HOLE.
  Result<std::uint64_t> next_data(Ino ino, std::uint64_t at) const;
  Result<std::uint64_t> next_hole(Ino ino, std::uint64_t at) const;

  // Writes at an offset, growing the file; gives how many bytes, fewer than asked when a limit was met on the way
  // (EDQUOT, EFBIG or ENOMEM when not even one fits). A writer other than root clears setuid and setgid.
  Result<std::size_t> write(Ino ino, std::uint64_t at, std::string_view bytes, std::uint32_t uid = 0);
  // Writes at the end; gives how many bytes. The offset afterwards is size(ino).
  Result<std::size_t> append(Ino ino, std::string_view bytes, std::uint32_t uid = 0);
  // ftruncate(2): EINVAL unless a regular file.
  Result<> truncate(Ino ino, std::uint64_t size, std::uint32_t uid = 0);
  // Copies up to n bytes between regular files (or within one, not overlapping), sharing whole chunks and keeping
  // holes; gives how many, 0 at the end of `from`. Errors as read() and write().
  Result<std::uint64_t> copy_range(Ino to, std::uint64_t to_at, Ino from, std::uint64_t from_at, std::uint64_t n,
                                   std::uint32_t uid = 0);

  Result<> chmod(const Caller& who, Ino ino, std::uint32_t mode);  // fchmod: EPERM
  Result<> chown(const Caller& who, Ino ino, std::uint32_t uid, std::uint32_t gid);
  Result<> utimens(const Caller& who, Ino ino, NewTime atime, NewTime mtime);
  Result<std::string> readlink(const Caller& who, Ino ino);

  // --- By inode: directories ---

  // Moves on to the entry after entry.name in byte order (the first, when it is empty); false at the end. Entries may
  // come and go meanwhile. "." and ".." are not among them. O(log n). ENOTDIR.
  //   for (DirEntry e; *fs.next_entry(dir, e);) ...
  Result<bool> next_entry(Ino dir, DirEntry& entry);
  // All entries at once.
  Result<std::vector<DirEntry>> list(Ino dir);
  // One name in a directory, mounts included, "." and ".." too; ENOENT, ENOTDIR.
  Result<Ino> lookup(const Caller& who, Ino dir, std::string_view name);
  // The absolute path of a directory as seen from who.root, as getcwd(2): ENOENT when it was removed.
  Result<std::string> getcwd(const Caller& who, Ino dir) const;
  // A path that leads to this inode at present, ENOENT when none does. For a directory O(depth); for anything else its
  // directory is searched.
  Result<std::string> path_of(Ino ino) const;

  Space space() const;  // statfs(2)

  // --- Mounts ---

  // Covers directory `at` by a tree; at most 7. The tree must outlive the filesystem. Forks and snapshots have no
  // mounts.
  Result<> mount(Ino at, SyntheticTree& tree);
  // The inode number of node `id` of a tree that is mounted (0 if it is not), and what an inode number means to it.
  Ino synthetic_ino(const SyntheticTree& tree, std::uint32_t id) const;
  static std::uint32_t synthetic_id(Ino ino) { return ino & 0x0fffffff; }

  // --- Snapshots ---

  Ref<Snapshot> snapshot();  // O(1)
  // Everything as it was then; inode numbers made since are not used again. What was held and is not in the snapshot is
  // gone. (Whether that is EBUSY, the caller decides.) The journal is emptied.
  void restore(const Snapshot& snapshot);
  // Another filesystem with the same files, sharing all of them, with its own limits. O(1). No holds, mounts or
  // journal.
  std::unique_ptr<FileSystem> fork(Limits limits, Clock clock);
  static std::unique_ptr<FileSystem> from(const Snapshot& snapshot, Limits limits, Clock clock);
  // What differs, sorted by path, in time proportional to it. Access times do not count.
  std::vector<Difference> diff(const Snapshot& before) const;
  static std::vector<Difference> diff(const Snapshot& before, const Snapshot& after);
  // Frees up to `budget` objects of what dropped snapshots, forks and journals held; gives how many. 0: nothing is
  // left.
  std::size_t collect(std::size_t budget);

  // --- The journal ---

  // Whose changes the next ones are; 0 (at first) is nobody's, and those are not kept.
  // Numbers grow: one that comes 64 or more after a higher one, or was forgotten, is not kept either.
  void set_current_exec(std::uint32_t exec);
  // How many execs that changed something are remembered (16 at first); the oldest goes first. Also when memory is
  // short.
  void set_journal_limit(std::size_t execs);
  // What an exec changed, as far as it is still so; sorted by path. Empty for one that is not remembered.
  std::vector<Difference> changes(std::uint32_t exec) const;
  // One inode's written ranges united: the bytes [first, last) of the file that the exec wrote or cut; {0, 0} if none.
  struct Range {
    std::uint64_t first = 0, last = 0;
  };
  Range written(std::uint32_t exec, Ino ino) const;
  // Gives every inode that the exec changed the state from before. EBUSY, and nothing done, if one was changed by
  // another since (or meanwhile); ENOENT when the exec is not remembered; EDQUOT, ENOSPC when there is no room.
  Result<> undo(std::uint32_t exec);
  void forget(std::uint32_t exec);

  struct State;  // the inside (state.h)

 private:
  explicit FileSystem(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace nacre::vfs
