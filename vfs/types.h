// The words of the filesystem: inode numbers, times, what stat() says, who asks, and the flags of open().
// Numbers are Linux's where a user can see them (mode bits, device numbers).
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace nacre::vfs {

// An inode number: never reused within a filesystem and its forks' history. 0 is "none".
using Ino = std::uint32_t;
inline constexpr Ino kRootIno = 1;
// Inodes of mounts (synthetic_tree.h) are numbered from here: (8 + mount) << 28 | id.
inline constexpr Ino kFirstSyntheticIno = 0x80000000u;
constexpr bool is_synthetic(Ino ino) { return ino >= kFirstSyntheticIno; }

inline constexpr std::size_t kMaxName = 255;    // bytes of one component; more is ENAMETOOLONG
inline constexpr std::size_t kMaxPath = 4095;   // bytes of a path; more is ENAMETOOLONG
inline constexpr int kMaxSymlinks = 40;         // links followed in one walk; more is ELOOP
inline constexpr std::uint32_t kMaxLinks = 65000;  // hard links of one inode (as ext4); more is EMLINK

struct Time {
  std::int64_t sec = 0;
  std::uint32_t nsec = 0;
  auto operator<=>(const Time&) const = default;
};

enum class Type : std::uint8_t { kFile, kDirectory, kSymlink, kFifo, kCharDevice };

// The S_IFMT bits of a type, as in st_mode.
constexpr std::uint32_t type_bits(Type t) {
  switch (t) {
    case Type::kFile: return 0100000;
    case Type::kDirectory: return 0040000;
    case Type::kSymlink: return 0120000;
    case Type::kFifo: return 0010000;
    case Type::kCharDevice: return 0020000;
  }
  return 0;
}

inline constexpr std::uint32_t kSetUid = 04000, kSetGid = 02000, kSticky = 01000;

struct Device {
  std::uint32_t major = 0, minor = 0;
  bool operator==(const Device&) const = default;
};

struct Stat {
  Ino ino = 0;
  Type type = Type::kFile;
  std::uint32_t mode = 0;  // permission bits with setuid, setgid and sticky: 07777
  std::uint32_t nlink = 0, uid = 0, gid = 0;
  std::uint32_t dev = 0;   // 1: the tree; 2 and up: a mount
  Device rdev;             // of a character device
  std::uint64_t size = 0;    // bytes; a directory is 4096
  std::uint64_t blocks = 0;  // of 512 bytes; what is stored, so a hole counts nothing
  Time atime, mtime, ctime, btime;

  std::uint32_t st_mode() const { return type_bits(type) | mode; }
};

inline constexpr std::uint32_t kKeepId = UINT32_MAX;  // chown(): leave this one as it is

// Who asks. Passed to every operation on a path; uid 0 passes every permission check.
struct Caller {
  Ino root = kRootIno, cwd = kRootIno;
  std::uint32_t uid = 0, gid = 0;
  std::span<const std::uint32_t> groups;
  std::uint32_t umask = 022;
  std::uint32_t pid = 0;  // meant for mounts only: whom /proc/self is
  // Whom new inodes belong to, when that is not the caller: a host that acts as root makes the user's files.
  std::uint32_t owner_uid = kKeepId, owner_gid = kKeepId;
};

struct Limits {
  std::uint64_t max_bytes = UINT64_MAX;      // of contents, each file counted for itself; past it EDQUOT
  std::uint64_t max_inodes = 100'000;        // past it ENOSPC
  std::uint64_t max_file_size = INT64_MAX;   // past it EFBIG
};

// The time of day, asked for every change.
struct Clock {
  Time (*now)(void* context) = nullptr;  // null: always 0
  void* context = nullptr;
};

// open(): flags. Without kOpenRead and kOpenWrite the result may only be held and stat'ed (as O_PATH).
inline constexpr std::uint32_t kOpenRead = 1, kOpenWrite = 2, kOpenAppend = 4, kOpenCreate = 8, kOpenExclusive = 16,
                               kOpenTruncate = 32, kOpenDirectory = 64, kOpenNoFollow = 128;

struct Opened {
  Ino ino = 0;
  Type type = Type::kFile;
  bool created = false;
  // `ino` is a link of a mount that stands for an open file description (/proc/self/fd/3, a pipe): the mount's owner
  // knows which (SyntheticTree::follow).
  bool description = false;
};

// access(): bits, to be added. kExists is 0.
inline constexpr std::uint32_t kExists = 0, kExecutable = 1, kWritable = 2, kReadable = 4;

enum class Follow : bool { kNo, kYes };  // whether a symbolic link at the end of a path is followed
enum class RenameMode : std::uint8_t { kReplace, kNoReplace, kExchange };

// utimensat(): a new time, UTIME_NOW or UTIME_OMIT.
struct NewTime {
  enum class Kind : std::uint8_t { kSet, kNow, kOmit };
  Kind kind = Kind::kNow;
  Time time;
};

// One entry of a directory, and the place in an iteration (FileSystem::next_entry).
struct DirEntry {
  std::string name;
  Ino ino = 0;
  Type type = Type::kFile;
};

struct Space {  // statfs(); in bytes, UINT64_MAX when unlimited
  std::uint64_t bytes = 0, bytes_used = 0;
  std::uint64_t inodes = 0, inodes_used = 0;
};

}  // namespace nacre::vfs
