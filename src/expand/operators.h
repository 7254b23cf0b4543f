// The operators of ${...} on one string: pure functions. Lists apply them to each element.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/expand/environment.h"
#include "src/regex/pattern.h"
#include "src/syntax/tree.h"

namespace nacre {

// Options for patterns in parameter expansions, case and [[ ]].
PatternOptions pattern_options(const Environment& env, bool extglob_always = false);

// What the operators of one expansion cost and whether they had to give up.
struct OperatorWork {
  PatternWork pattern;   // pattern.over: matching took too long
  bool full = false;     // the result would not fit in memory
};

// ${x#p} ${x##p} ${x%p} ${x%%p}
std::string remove_affix(ParamOp op, std::string_view value, const Pattern& pattern, OperatorWork& work);

// ${x/p/r} and its forms. amp: & in the replacement stands for the match, backslash protects (patsub_replacement). What is given
// must outlive it; done in steps, so that others can run meanwhile where the value is large.
class Replacement {
 public:
  Replacement(ParamOp op, std::string_view value, std::string_view pattern_text, const Pattern& pattern,
              std::string_view replacement, bool amp, OperatorWork& work)
      : op_(op), value_(value), pattern_text_(pattern_text), pattern_(pattern), replacement_(replacement), amp_(amp), work_(work) {}
  // Replaces up to so many matches; true when all is done.
  bool step(std::size_t matches);
  // A pattern that must match what is left before a match is sought.
  void guard(const Pattern& pattern) { guard_ = &pattern; }
  std::string take() { return std::move(out_); }

 private:
  void append(std::string_view text);
  void replace(std::string_view match);
  void replace_end();
  ParamOp op_;
  std::string_view value_, pattern_text_;
  const Pattern& pattern_;
  std::string_view replacement_;
  bool amp_;
  OperatorWork& work_;
  std::optional<PatternFinder> finder_;
  const Pattern* guard_ = nullptr;
  std::size_t at_ = 0;
  std::string out_;
};

// ${x^p} ${x^^p} ${x,p} ${x,,p} ${x~p} ${x~~p}; null pattern: every character.
std::string change_case(ParamOp op, std::string_view value, const Pattern* pattern, bool utf8);
std::string to_upper(std::string_view text, bool utf8);
std::string to_lower(std::string_view text, bool utf8);
std::string capitalize(std::string_view text, bool utf8, bool lower_rest);

// Characters as ${#x} counts them.
std::size_t length_of(std::string_view text, bool utf8);
// length characters from offset; offset and length are within the text.
std::string_view substring(std::string_view text, std::size_t offset, std::size_t length, bool utf8);

// The escapes of $'...': ${x@E}. As in a C string, a NUL ends the result.
std::string decode_ansi_c(std::string_view text, bool utf8);

}  // namespace nacre
