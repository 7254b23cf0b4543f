// Removing files and trees: what rm does, and mv after a copy to another device.
#pragma once

#include <set>
#include <string>

#include "src/process/io.h"
#include "src/process/walk.h"

namespace nacre {

struct RemoveOptions {
  enum class Ask : std::uint8_t { kNever, kProtected, kAlways } ask = Ask::kProtected;
  bool ignore_missing = false, recursive = false, empty_directories = false, verbose = false;
  bool one_device = false, preserve_root = true, preserve_all = false;
};

class Remover {
 public:
  Remover(Process& p, RemoveOptions options, Writer& out)
      : p_(p), o_(options), out_(out), walk_(p, {.one_device = options.one_device}) {}
  // Removes an operand, with all that is under it. False: something could not be removed (said).
  Task<bool> remove(std::string path);

 private:
  enum class Answer : std::uint8_t { kYes, kNo, kError };
  Task<bool> visit();
  Task<bool> directory();
  Task<Answer> prompt(bool directory, bool descend, bool& empty);
  bool excise(bool directory);
  bool refuse(std::string text);
  // A directory above could not be emptied, so it is not tried.
  void mark_ancestors();
  bool is_empty(vfs::Ino directory) const;

  Process& p_;
  RemoveOptions o_;
  Writer& out_;
  Walk walk_;
  std::set<vfs::Ino> spoiled_;
  bool skipped_ = false;           // the walk's next kLeave belongs to a directory that has been dealt with
};

}  // namespace nacre
