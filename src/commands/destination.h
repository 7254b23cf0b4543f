// Where cp, mv and ln put things: the options that they share (-b --backup -S -t -T), and which operand is a directory.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "src/commands/backup.h"
#include "src/process/options.h"

namespace nacre {

constexpr int kBackupOption = kOnlyLong + 100;   // --backup, in the tables of options
constexpr std::string_view kBackupNotes =
    "The backup suffix is '~', unless set with --suffix or SIMPLE_BACKUP_SUFFIX.\n"
    "The version control method may be selected via the --backup option or through\n"
    "the VERSION_CONTROL environment variable.  Here are the values:\n\n"
    "  none, off       never make backups (even if --backup is given)\n"
    "  numbered, t     make numbered backups\n"
    "  existing, nil   numbered if numbered backups exist, simple otherwise\n"
    "  simple, never   always make simple backups";

// Why a path is no directory, or nullopt where it is one.
std::optional<Error> is_not_directory(const Process& p, std::string_view path, vfs::Follow follow = vfs::Follow::kYes);

struct Destination {
  bool backup = false;
  bool whole = false;                           // -T: it is no directory to put things in
  std::optional<std::string_view> directory;    // -t; after settle also the last operand, if it is one
  std::optional<std::string_view> control, suffix;

  // Takes one of the shared options; others pass. A status: it is wrong, and was said.
  std::optional<int> take(Process& p, const Option::Use& u);
  std::optional<int> read_backup(Process& p, Backup& to) const;
  // For cp and mv: says what is wrong with the operands, and takes the last away when it is a directory to put the others in.
  // `absent` is set when the destination is known not to exist; `strip`: trailing slashes do not count.
  std::optional<int> settle(Process& p, std::vector<std::string_view>& files, bool& absent, bool strip = false);
};

}  // namespace nacre
