// Walking trees of files, as fts(3) does it: for rm, cp, chmod, du, find, grep -r, ls -R.
//
//   Walk walk(p, {.follow = Walk::Follow::kNever});
//   for (std::string_view operand : o.operands()) {
//     walk.start(operand);
//     while (walk.next()) {
//       switch (walk.visit()) {
//         case Walk::Visit::kDirectory: ...; walk.skip(); ...      // before its entries
//         case Walk::Visit::kLeave: ...                            // after them
//         case Walk::Visit::kFile: ...                             // whatever is no directory
//         case Walk::Visit::kError: complain(walk.path(), walk.error()); ...
//       }
//       if (p.spent(2)) co_await p.spend(0);                       // the walk itself never waits
//     }
//   }
//
// Entries come in byte order of their names, which is the order of the directory; they may be removed while the walk is
// on. The walk goes by inode, so paths may be longer than the limit of a path; it keeps a stack of its own (no recursion).
// Permissions count: a directory without r cannot be listed, one without x hides its entries' inodes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/process/process.h"

namespace nacre {

class Walk {
 public:
  enum class Follow : std::uint8_t { kNever, kOperands, kAlways };  // -P, -H, -L
  struct Options {
    Follow follow = Follow::kNever;
    bool one_device = false;     // does not go into directories on another device than the operand's (-x, -xdev)
    bool stat = false;           // an entry whose stat fails is kError; without it types come from the directory
  };
  enum class Visit : std::uint8_t {
    kDirectory,   // before the entries
    kLeave,       // after the entries (also after skip() and on another device)
    kFile,        // no directory; a symbolic link that is not followed
    kDangling,    // a symbolic link that was to be followed and leads nowhere; type() is kSymlink, error() says why
    kCycle,       // a directory that is its own ancestor (by a followed link); it is not entered
    kUnreadable,  // instead of kLeave: the directory, visited before, cannot be listed; error()
    kError,       // there is no such operand, or the entry's inode cannot be seen; error()
  };

  Walk(Process& p, Options options) : process_(p), options_(options) {}

  // Begins at an operand. A walk that is not finished is given up.
  void start(std::string_view operand);
  // The next entry; false when all under the operand is done.
  bool next();
  // In kDirectory: does not go into it. (kLeave follows all the same.)
  void skip() { skip_ = true; }

  Visit visit() const { return visit_; }
  // The path as seen from the cwd: the operand, '/' and names. Valid until next().
  const std::string& path() const { return path_; }
  // The path behind the operand, without a leading '/': "" for the operand itself.
  std::string_view relative_path() const;
  // The last component; for the operand itself as basename gives it.
  std::string_view name() const;
  // What to give to calls that take a path and a base directory: name and inode of its directory; for an operand the
  // operand and 0.
  vfs::Ino base() const { return base_; }
  std::string_view access_path() const { return base_ ? std::string_view(path_).substr(name_at_) : std::string_view(path_); }
  int depth() const { return static_cast<int>(stack_.size()) - (on_top_ ? 1 : 0); }
  // Of what is visited, or of what the link leads to when links are followed. 0 for kError.
  vfs::Ino ino() const { return ino_; }
  vfs::Type type() const { return type_; }
  // stat() of ino(), made when first asked for.
  const vfs::Stat& stat();
  const Error& error() const { return error_; }
  // True when the entry was reached by following a symbolic link.
  bool through_link() const { return through_link_; }
  // The directories above the current entry, outermost first.
  vfs::Ino ancestor(std::size_t i) const { return stack_[i].ino; }

 private:
  struct Level {
    vfs::Ino ino;
    vfs::DirEntry entry;
    std::size_t path_length;   // of this directory's path
    std::size_t name_at;
    vfs::Ino base;
    bool through_link, readable, searchable;
    Error error;
  };
  bool enter(vfs::Ino ino, vfs::Type type);
  void visit_operand();
  bool visit_entry(Level& top);
  void push();
  void open(Level& l);
  bool leave();
  bool is_ancestor(vfs::Ino ino) const;

  Process& process_;
  Options options_;
  std::vector<Level> stack_;
  std::string path_;
  std::size_t operand_length_ = 0, name_at_ = 0;
  vfs::Ino base_ = 0, ino_ = 0;
  vfs::Type type_ = vfs::Type::kFile;
  Visit visit_ = Visit::kFile;
  Error error_;
  vfs::Stat stat_;
  std::uint32_t device_ = 0;
  bool started_ = false, skip_ = false, on_top_ = false, through_link_ = false, stat_known_ = false;
};

}  // namespace nacre
