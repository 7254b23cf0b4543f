// Backups of files that are about to be replaced (cp, mv, ln --backup): GNU coreutils manual, "Backup options".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/process/process.h"

namespace nacre {

struct Backup {
  enum class Kind : std::uint8_t { kNone, kSimple, kExisting, kNumbered } kind = Kind::kNone;
  std::string suffix = "~";
  explicit operator bool() const { return kind != Kind::kNone; }
  // The name that the file would be kept under.
  std::string name_for(const Process& p, std::string_view path) const;
};

// From --backup[=CONTROL] (or -b: nullopt, then VERSION_CONTROL counts) and --suffix (else SIMPLE_BACKUP_SUFFIX). On a
// wrong word nullopt and the message's text.
std::optional<Backup> read_backup(const Process& p, std::optional<std::string_view> control,
                                  std::optional<std::string_view> suffix, std::string& error);

}  // namespace nacre
