// The colors of `ls --color`: GNU's defaults and what LS_COLORS says (dir_colors(5)).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/process/process.h"

namespace nacre {

// Takes a sequence of LS_COLORS off `in`, up to ':' or the end (or '='), its escapes resolved. False: malformed.
bool take_color_sequence(std::string_view& in, std::string& out, bool until_equals);

class LsColors {
 public:
  enum Indicator : std::uint8_t {
    kLeft, kRight, kEnd, kReset, kNormal, kFile, kDirectory, kLink, kFifo, kSocket, kBlock, kChar, kMissing, kOrphan,
    kExecutable, kDoor, kSetUid, kSetGid, kSticky, kOtherWritable, kStickyOtherWritable, kCapability, kMultiLink,
    kClearLine, kIndicators,
  };
  LsColors();
  // Reads LS_COLORS of the process. `off`: colors are not to be used after all (an unknown terminal, an unparsable value);
  // `warning` is then what to say, if anything.
  void read(const Process& p, bool& off, std::vector<std::string>& warnings);

  // The sequence; nullopt: none.
  const std::optional<std::string>& of(Indicator i) const { return sequences_[i]; }
  // It is there and is not just "0".
  bool colored(Indicator i) const;
  bool links_as_targets() const { return links_as_targets_; }
  // What "*.tar=..." says of a name; null: nothing.
  const std::string* by_suffix(std::string_view name) const;

 private:
  bool parse(std::string_view text, std::vector<std::string>& warnings);
  std::array<std::optional<std::string>, kIndicators> sequences_;
  std::vector<std::pair<std::string, std::string>> suffixes_;  // the last one wins
  bool links_as_targets_ = false;
};

}  // namespace nacre
