// File modes as chmod, mkdir -m, umask and find -perm write them (POSIX chmod, "extended description"; octal or symbolic
// clauses), and as ls shows them.
//
//   auto change = ModeChange::parse("u+x,go-w");
//   if (!change) error "invalid mode: ..."
//   std::uint32_t mode = change->apply(old, is_directory, umask);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nacre {

inline constexpr std::uint32_t kAllModeBits = 07777;

class ModeChange {
 public:
  // nullopt: no mode.
  static std::optional<ModeChange> parse(std::string_view text);
  // Sets exactly these bits (as --reference does).
  static ModeChange exactly(std::uint32_t mode);
  // The new permission bits of a file that has `mode`. A clause without u, g, o, a leaves alone what the umask masks; a
  // directory keeps its setuid and setgid bits unless they are named. `touched`, when given, gets the bits that were set
  // or cleared on purpose.
  std::uint32_t apply(std::uint32_t mode, bool directory, std::uint32_t umask, std::uint32_t* touched = nullptr) const;

 private:
  enum class Kind : std::uint8_t { kPlain, kCopy, kExecutableIfAny };
  struct Step {
    char op = '=';
    Kind kind = Kind::kPlain;
    std::uint32_t affected = 0, value = 0, mentioned = 0;
  };
  std::vector<Step> steps_;
};

// "drwxr-xr-x" for a mode with its type bits (st_mode).
std::string mode_text(std::uint32_t st_mode);
// "regular file", "regular empty file", "directory", ...: what stat, rm -i and diff call it.
std::string_view file_type_words(std::uint32_t st_mode, std::uint64_t size);

}  // namespace nacre
