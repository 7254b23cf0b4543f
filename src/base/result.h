// Errors are values: everything is built with -fno-exceptions, and whatever can fail returns Result<T>.
//
//   Result<Stat> s = fs.stat(caller, path, Follow::kYes);
//   if (!s) return fail(s.error());
//
// An Error is an errno and, where a user will read something other than its usual words, those words.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>

#include "src/base/errno.h"

namespace nacre {

struct Error {
  Errno code = Errno::kIO;
  std::string text;  // empty: describe(code)

  Error() = default;
  Error(Errno c) : code(c) {}  // NOLINT: an errno is an error
  Error(Errno c, std::string words) : code(c), text(std::move(words)) {}

  std::string_view words() const { return text.empty() ? describe(code) : std::string_view(text); }
  bool operator==(Errno c) const { return code == c; }
};

template <class T = void>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(Error e) { return std::unexpected<Error>(std::move(e)); }
inline std::unexpected<Error> fail(Errno c, std::string words) { return std::unexpected<Error>(Error(c, std::move(words))); }

}  // namespace nacre
