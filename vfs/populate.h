// The tree that a sandbox starts with, and the files in /usr/bin that stand for commands.
//
// A command is a regular file of mode 0755 whose content is a mark (it looks like an ELF executable to `file` and `head
// -c4`) with the command's name. exec() reads the file and runs the command that it names: so copying, linking, moving
// and deleting commands does what it should.
#pragma once

#include <string_view>

#include "vfs/file_system.h"

namespace nacre::vfs {

struct Setup {
  std::string_view hostname = "nacre";
  std::string_view user = "user";  // uid and gid 1000, home /home/USER
};

// Neither minds limits.max_file_size; the other limits hold (EDQUOT, ENOSPC, ENOMEM).
//
// /dev, /etc, /home, /proc (empty: mount it), /root, /tmp, /usr, /var and Debian's links (/bin -> usr/bin).
Result<> populate(FileSystem& fs, const Setup& setup = {});
// Adds a command to a directory, /usr/bin or another.
Result<> add_command(FileSystem& fs, std::string_view name, Ino directory);
// Makes `path` and the directories above it that are missing; gives the length of the first path that was made, 0 for none.
// EEXIST when it is there and no directory, ENOTDIR when something above it is none.
Result<std::size_t> make_directories(FileSystem& fs, const Caller& who, std::string_view path, std::uint32_t mode);
// The name in such a content; empty when it is something else.
std::string_view command_of(std::string_view content);

}  // namespace nacre::vfs
