// What an expansion, an evaluation or an assignment gives: a value, or how far its failure reaches.
//
// The message has been reported (Environment::report) when an Abort is returned; the caller only has to act.
#pragma once

#include <cstdint>
#include <expected>

namespace nacre {

enum class Failure : std::uint8_t {
  kCommand,  // only the command fails (an ambiguous redirection, `let 1+`, a bad subscript in a builtin)
  kDiscard,  // bash's DISCARD: everything up to the command that the innermost reader (script, -c, eval, source) read
             // is abandoned, and it goes on with the next line (division by 0 in a word, `${x!}`, assignment to a
             // readonly variable). A subshell ends.
  kTopLevel,  // the same, but out of every eval, sourced file, trap and function: a script goes on with its next line,
              // a -c string ends with status 1 (an error in a subscript, in the value of an integer variable)
  kExit,  // bash's FORCE_EOF: a shell that is not interactive exits with `status` (`${x?}`, set -u), which is 1; the
          // shell makes it 127 when a -c string ends so; an interactive one treats it as kDiscard
};

struct Abort {
  Failure kind = Failure::kDiscard;
  int status = 1;
  bool in_word = false;   // kDiscard from a word within an expression, ((a[${x!}])): (( )) and let do not stop it
  bool of_expression() const { return kind == Failure::kDiscard && !in_word; }
};

template <class T = void>
using Outcome = std::expected<T, Abort>;

inline std::unexpected<Abort> abort_with(Failure kind, int status = 1) {
  return std::unexpected<Abort>(Abort{kind, status});
}
inline std::unexpected<Abort> abort_with(Abort a) { return std::unexpected<Abort>(a); }

// The failure of an evaluation inside a subscript or for an integer variable reaches further than that of a word.
inline std::unexpected<Abort> top_level(Abort a) {
  if (a.of_expression()) a.kind = Failure::kTopLevel;
  return abort_with(a);
}
inline std::unexpected<Abort> of_word(Abort a) {
  a.in_word = true;
  return abort_with(a);
}

}  // namespace nacre
