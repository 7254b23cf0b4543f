// Where the parts of a word go while it is expanded, and what becomes of them: fields (split by IFS, then patterns),
// one string, a pattern, or a regular expression.
//
// Splitting is done on the fly, over the concatenation of all parts as bash does it: characters of unquoted expansions
// may separate, others never do; white space in IFS around another separator belongs to it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/base/frame_pool.h"
#include "src/expand/environment.h"

namespace nacre {

enum class SinkMode : std::uint8_t {
  kFields,   // split, keep what pathname expansion needs to know
  kString,   // quotes removed; several fields are joined by spaces
  kHereDoc,  // the same for a here-document, where $* is joined by spaces, too
  kAssign,   // the same for the value of an assignment, where lists may be joined otherwise
  kPattern,  // quoted text escaped for Pattern
  kTraced,   // the same with every quoted character escaped, as set -x shows it
  kRegex,    // quoted text escaped for a regular expression
  kReplace,  // the replacement of ${x/p/r}: quoted & and \ escaped
};

// A field before pathname expansion.
struct RawField {
  std::string text;
  std::string pattern;       // with quoted characters escaped; kept only from the first unquoted special character on
  bool has_pattern = false;
};

class Sink {
 public:
  Sink(Environment& env, SinkMode mode) : env_(env), mode_(mode) {}
  static void* operator new(std::size_t n) { return FramePool::allocate(n); }
  static void operator delete(void* p, std::size_t n) { FramePool::release(p, n); }

  SinkMode mode() const { return mode_; }
  // Unquoted text of the script: may be a pattern, does not split.
  void literal(std::string_view text);
  // Quoted text, of the script or of an expansion. Even when empty it makes a field.
  void quoted(std::string_view text);
  // The value of an unquoted expansion: splits and may be a pattern.
  void expansion(std::string_view text);
  // The end of one element of "$@": the next begins another field.
  void boundary();
  // $@ and $* without quotes, and their like: elements are joined by the first character of IFS, which splits them
  // again.
  void list(const std::vector<std::string>& items);
  // "$@" with its like.
  void quoted_list(const std::vector<std::string>& items);

  // kFields: ends the last field and gives all of them.
  std::vector<RawField>& finish();
  // The others.
  std::string take();
  // The result would not fit in memory; what came after that is not in it.
  bool full() const { return full_; }

 private:
  enum class Pending : std::uint8_t { kNone, kBlank, kHard };
  // kRegex: where in a [ ] the text has got to. kFirst: after a ] that is its first element.
  enum class Bracket : std::uint8_t { kOutside, kOpened, kNegated, kFirst, kInside, kClassMay, kClass, kClassEnds };
  void close();
  void append(std::string_view text, bool is_quoted);
  void append_regex(std::string_view text, bool is_quoted);
  void append_regex(char c, bool is_quoted);
  std::size_t separator_at(const Environment::Ifs& ifs, std::string_view text, std::size_t at) const;

  Environment& env_;
  SinkMode mode_;
  RawField current_;
  bool started_ = false;
  bool full_ = false;
  Pending pending_ = Pending::kNone;
  Bracket bracket_ = Bracket::kOutside;
  char class_kind_ = 0;         // of [: [. [=
  std::size_t bracket_at_ = 0;  // after the [ of the bracket, in current_.text
  std::string in_bracket_;      // what came since: each character, and \ when it was quoted
  std::vector<RawField> fields_;
};

}  // namespace nacre
