// Copying and moving of files and trees: what cp, mv and install do to one source and one destination.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "src/commands/backup.h"
#include "src/process/io.h"
#include "src/process/process.h"

namespace nacre {

struct CopyOptions {
  enum class Follow : std::uint8_t { kNever, kOperands, kAlways };
  enum class Overwrite : std::uint8_t { kUnspecified, kYes, kNo, kAsk };
  enum class Sparse : std::uint8_t { kNever, kAuto, kAlways };
  Backup backup;
  Follow follow = Follow::kAlways;
  Overwrite overwrite = Overwrite::kUnspecified;
  Sparse sparse = Sparse::kAuto;
  bool move = false, hard_link = false, symbolic_link = false, recursive = false, copy_contents = true;
  bool keep_owner = false, keep_mode = false, keep_times = false, keep_links = false, default_mode = false;
  bool remove_first = false;         // --remove-destination
  bool remove_if_unopenable = false; // --force
  bool update = false, verbose = false, one_device = false, data = true;
  bool several = false;              // more than one source goes to the same directory
};

class Copier {
 public:
  Copier(Process& p, CopyOptions options, Writer& out) : p_(p), o_(std::move(options)), out_(out) {}

  struct Outcome {
    bool ok = false;
    bool into_itself = false;        // a directory was to go into itself; said
    bool renamed = false;            // move: the source is gone, or is meant to stay
  };
  // destination: its full name. `absent`: it is known not to exist.
  Task<Outcome> copy(std::string source, std::string destination, bool absent = false);

  const CopyOptions& options() const { return o_; }
  Process& process() { return p_; }
  Writer& out() { return out_; }

 private:
  friend class CopyStep;
  using Key = std::pair<std::uint32_t, vfs::Ino>;
  Process& p_;
  CopyOptions o_;
  Writer& out_;
  std::map<Key, std::string> copied_;                      // source inode -> destination
  std::set<std::pair<std::string, vfs::Ino>> sources_, destinations_;
  std::string top_source_, top_destination_;
  bool directory_made_ = false, into_itself_ = false;
};

}  // namespace nacre
