// The insides of word expansion: parts into a Sink. An attempt (try_...) does what is simple, all of it or nothing. The general
// functions do the rest, at once as far as nothing waits: their Task is then ready and has no frame. Where one waits, a coroutine
// takes over in the middle; so what it goes on with (the Sink, the state of quotes) lies on the heap from the start.
#pragma once

#include <string>

#include "src/expand/environment.h"
#include "src/expand/outcome.h"
#include "src/expand/reference.h"
#include "src/expand/sink.h"
#include "src/process/task.h"
#include "src/syntax/tree.h"

namespace nacre {

// What a double-quoted part has produced: "$x$@" is no field when $x is empty and there are no arguments.
struct QuoteState {
  static void* operator new(std::size_t n) { return FramePool::allocate(n); }
  static void operator delete(void* p, std::size_t n) { FramePool::release(p, n); }
  bool content = false;      // some text, or an element of "$@"
  bool empty_list = false;   // a "$@" without elements
  bool at = false;           // WordPart::has_at
};

// A field of the line of /etc/passwd for a user by name or, when that is empty, by number; "" when there is none.
enum : std::size_t { kPasswdHome = 5, kPasswdShell = 6 };
std::string passwd_field(Environment& env, std::string_view user, std::uint32_t uid, std::size_t which);

struct PartContext {
  bool quoted = false;             // inside double quotes, or in a word that counts as quoted
  bool operand = false;            // in ${x-word}: literal text splits, being part of an expansion
  QuoteState* quotes = nullptr;    // inside "..." of a word that makes fields
  bool joins = false;              // in an assignment a list of [@] is joined by IFS, not by spaces (joined_by_ifs)
  bool operated = false;           // the value is what an operator made of it
  bool affix = false;              // ${a[@]#w} and its like of an array: with an empty IFS it stays one field
  bool spaced = false;             // in a here-document a list of [*] is joined by spaces: all but ${a[*]}
};

enum class Tried : std::uint8_t { kDone, kFailed, kNot };

// Attempts a part without waiting. kFailed sets abort. kNot: nothing was done, use expand_part.
Tried try_part(Environment& env, const WordPart& part, Sink& sink, PartContext context, Abort& abort);
Task<Outcome<>> expand_part(Environment& env, const WordPart& part, Sink& sink, PartContext context);
// All parts of a word. first_tried: try_part has given kNot for the first.
Task<Outcome<>> expand_parts(Environment& env, Span<const WordPart> parts, Sink& sink, PartContext context,
                             bool first_tried = false);
// A word as one string, in the given kind of sink. quoted: as inside double quotes.
Task<Outcome<std::string>> expand_to_string(Environment& env, const Word& word, SinkMode mode, bool quoted = false);

// Parameter expansion (parameter.cc).
[[gnu::noinline]] Tried try_param(Environment& env, const Param& p, Sink& sink, PartContext context, Abort& abort);
[[gnu::noinline]] Task<Outcome<>> expand_param(Environment& env, const Param& p, Sink& sink, PartContext context);

// Text that came out of an expansion.
void emit(Sink& sink, PartContext context, std::string_view text);
void emit_value(Environment& env, Sink& sink, PartContext context, const Value& v);

// ~ and its kin: what a tilde-prefix stands for; the prefix itself when it stands for nothing.
[[gnu::noinline]] std::string expand_tilde(Environment& env, std::string_view prefix);

}  // namespace nacre
