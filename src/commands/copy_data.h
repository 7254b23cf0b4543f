// The bytes of one file, from a name to a name: opening both as cp does, sharing chunks where both are files of the
// filesystem, else reading and writing.
#pragma once

#include "src/commands/copy.h"

namespace nacre {

class CopyData {
 public:
  CopyData(Process& p, const CopyOptions& o, Writer& out, const std::string& source, const std::string& destination, const vfs::Stat& src)
      : p_(p), o_(o), out_(out), source_(source), destination_(destination), src_(src) {}
  // Gives the inode of the destination (0 where it has none of ours, as a pipe), or nullopt when it could not be opened;
  // problems have been reported. fresh: the destination does not exist; set when it was removed and made anew.
  Task<std::optional<vfs::Ino>> run(bool& fresh, std::uint32_t mode);
  // All bytes came.
  bool complete() const { return complete_; }

 private:
  std::optional<vfs::Opened> open_destination(bool& fresh, std::uint32_t mode);
  Task<bool> share(vfs::Ino to, vfs::Ino from);
  Task<bool> rewrite(vfs::Ino to, vfs::Ino from);
  // to: the destination's inode, where it is a file of ours; else it is opened by its name.
  Task<bool> stream(std::optional<vfs::Ino> to);
  Task<Result<>> put(std::optional<vfs::Ino> to, int fd, std::uint64_t at, std::string_view bytes);
  Process& p_;
  const CopyOptions& o_;
  Writer& out_;
  const std::string& source_;
  const std::string& destination_;
  const vfs::Stat& src_;
  bool complete_ = true;
};

}  // namespace nacre
