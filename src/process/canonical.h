// Canonical names, as realpath, readlink -f and ln -r want them: absolute, without ".", ".." and symbolic links.
#pragma once

#include <string>
#include <string_view>

#include "src/process/process.h"

namespace nacre {

struct Canonical {
  enum class Missing : std::uint8_t { kNone, kLast, kAny } missing = Missing::kLast;  // which components need not exist
  bool keep_links = false;   // ".." is taken off the text, links are not followed
};
// ENOENT, ENOTDIR, ELOOP, EACCES...
Result<std::string> canonicalize(const Process& p, std::string_view path, Canonical how = {});

}  // namespace nacre
