// What an expansion, an evaluation or an assignment gives: a value, or how far its failure reaches.
//
// The message has been reported (Environment::report) when an Abort is returned; the caller only has to act.
#pragma once

#include <cstdint>
#include <expected>

namespace nacre {

enum class Failure : std::uint8_t {
  kCommand,  // only the command fails (an ambiguous redirection, `let 1+`, a bad subscript in a builtin)
  kDiscard,  // bash's DISCARD: everything up to the command that the top level read is abandoned; a script goes on with the
             // next line (division by 0 in a word, `${x!}`, assignment to a readonly variable). A subshell ends.
  kExit,     // bash's FORCE_EOF: a shell that is not interactive exits with `status` (`${x?}`, set -u), which is 1, but 127
             // when a -c string ends so; an interactive one treats it as kDiscard
};

struct Abort {
  Failure kind = Failure::kDiscard;
  int status = 1;
};

template <class T = void>
using Outcome = std::expected<T, Abort>;

inline std::unexpected<Abort> abort_with(Failure kind, int status = 1) { return std::unexpected<Abort>(Abort{kind, status}); }
inline std::unexpected<Abort> abort_with(Abort a) { return std::unexpected<Abort>(a); }

}  // namespace nacre
