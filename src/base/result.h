// Errors are values: everything is built with -fno-exceptions, and whatever can fail returns Result<T>.
//
//   Result<Stat> s = fs.stat(caller, path, Follow::kYes);
//   if (!s) return fail(s.error());
//
// An Error is an errno, and nothing that has to be destroyed: there are thousands of Results in the code. Where a user reads
// something other than an errno's usual words, the result is a Worded<T>, whose error has the words.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>

#include "src/base/errno.h"

namespace nacre {

struct Error {
  Errno code = Errno::kIO;

  Error() = default;
  Error(Errno c) : code(c) {}  // NOLINT: an errno is an error

  std::string_view words() const { return describe(code); }
  bool operator==(Errno c) const { return code == c; }
};

struct WordedError {
  Errno code = Errno::kIO;
  std::string text;  // empty: describe(code)

  WordedError(Error e) : code(e.code) {}  // NOLINT: an error has words
  WordedError(Errno c, std::string words) : code(c), text(std::move(words)) {}

  std::string_view words() const { return text.empty() ? describe(code) : std::string_view(text); }
  bool operator==(Errno c) const { return code == c; }
};

template <class T = void>
using Result = std::expected<T, Error>;
template <class T = void>
using Worded = std::expected<T, WordedError>;

inline std::unexpected<Error> fail(Error e) { return std::unexpected<Error>(e); }
inline std::unexpected<WordedError> fail(WordedError e) { return std::unexpected<WordedError>(std::move(e)); }
inline std::unexpected<WordedError> fail(Errno c, std::string words) { return fail(WordedError(c, std::move(words))); }

}  // namespace nacre
