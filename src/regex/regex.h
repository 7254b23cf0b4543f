// One interface over the regular expression engines: POSIX BRE and ERE with the GNU extensions, Perl's, ripgrep's, and
// fixed strings. POSIX expressions match leftmost-longest, as glibc's regexec does.
//
//   RegexOptions o; o.syntax = Syntax::kExtended; o.dialect = Dialect::kGrep; o.newline = Newline::kLines;
//   Worded<Regex> re = Regex::compile("(a|b)+c", o);
//   if (!re) return usage_error(re.error().words());          // "Unmatched ( or \(", as GNU says it
//   RegexMatch m[3];
//   switch (re->search(line, 0, m)) { ... }                    // m[0] the match, m[1] the first group
//   work(re->take_steps());                                    // spend fuel for what was done
//
// How a search is done: an expression without operators is sought as bytes; else RE2 (linear time); back-references,
// and word edges (\< \b) in lines that are not ASCII, go to PCRE2 with RE2 looking for candidates first.
// No search runs longer than about half a second (kLimit). A Regex keeps scratch state: it is not to be shared by two
// searches at a time (nothing here suspends, so no coroutine can).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/result.h"

namespace nacre {

enum class Syntax : std::uint8_t {
  kBasic,     // POSIX basic, GNU: \+ \? \| \{ \} \( \) \1 \w \W \s \S \b \B \< \> \` \'
  kExtended,  // POSIX extended, GNU
  kPerl,      // PCRE2: grep -P, rg -P, jq. Leftmost-first
  kRust,      // ripgrep's default: RE2's syntax, leftmost-first; \d \w \s \b as Unicode has them
  kFixed,     // the bytes themselves: grep -F
};

// Details in which the programs differ: what a misplaced operator, brace or parenthesis means.
enum class Dialect : std::uint8_t {
  kPosix,         // regcomp(3): bash's [[ =~ ]], posix-extended, posix-basic; nl, csplit, tac
  kGrep,          // grep -G, -E, diff -I: in -E bad intervals are ordinary and a leading operator applies to nothing
  kFindGrep,      // find -regextype grep, egrep: regcomp's understanding of kGrep
  kSed,           // as kPosix, but an unmatched ) is an error
  kExpr,          // as kPosix, basic; a leading \{ is ordinary
  kAwk,           // extended; \ escapes (\n \t \/ \" \ddd \xHH \y) also inside brackets; no back-references
  kEmacs,         // find's default: + ? without backslash, \| \( \) with it, no intervals
  kPosixMinimal,  // posix-minimal-basic: no \+ \? \|
  kPosixAwk,      // find -regextype posix-awk, awk
};

// What a newline inside the text means.
enum class Newline : std::uint8_t {
  kOrdinary,  // a character like others; ^ and $ match only at the ends of the text. sed, awk, expr, find, [[ =~ ]]
  kAnchors,   // ^ and $ match also beside newlines; . and [^x] match a newline. grep -z
  kSeparate,  // regcomp's REG_NEWLINE: as kAnchors, and . and [^x] do not match a newline. sed's M flag
  kLines,     // nothing matches a newline: the text is a line or many lines. grep. find_line() needs this
};

struct RegexOptions {
  Syntax syntax = Syntax::kBasic;
  Dialect dialect = Dialect::kPosix;
  Newline newline = Newline::kOrdinary;
  bool icase = false;
  bool utf8 = true;         // LC_CTYPE is C.UTF-8; false: the C locale, bytes are characters
  bool whole_word = false;  // grep -w: the characters before and after the match are no word characters
  bool whole_line = false;  // grep -x
  bool unicode_classes = false;  // kPerl: \w \d \s \b are Unicode's (rg -P, jq; not grep -P)
};

struct RegexMatch {
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t begin = kNone, end = kNone;  // byte offsets into the text; kNone for a group that took no part
  explicit operator bool() const { return begin != kNone; }
  std::size_t size() const { return end - begin; }
};

enum class Found : std::uint8_t { kNo, kYes, kLimit };

// A text to search several times (sed's s///g, grep -o): what is found out about it is remembered. The bytes must stay
// as they are while it lives. Made from a string wherever a single search is enough.
class RegexText {
 public:
  RegexText(std::string_view text) : text_(text) {}  // NOLINT: a string is a text
  RegexText(const std::string& text) : text_(text) {}  // NOLINT
  RegexText(const char* text) : text_(text) {}  // NOLINT
  std::string_view view() const { return text_; }
  bool ascii() const;
  bool valid_utf8() const;

 private:
  void look() const;
  std::string_view text_;
  mutable enum : std::uint8_t { kUnknown, kAscii, kValid, kInvalid } state_ = kUnknown;
};

class Regex {
 public:
  // Flags for search().
  static constexpr unsigned kNotBol = 1;    // the start of the text is no beginning of a line
  static constexpr unsigned kNotEol = 2;    // its end is no end of a line
  static constexpr unsigned kAnchored = 4;  // the match must begin at from: expr, find -regex (then compare its end)

  // Steps after which one search gives up: about half a second. A step is about 10 ns of WebAssembly.
  static constexpr std::uint64_t kStepLimit = 40'000'000;

  // Errors are EINVAL with the words of regcomp (PCRE2's for kPerl).
  static Worded<Regex> compile(std::string_view pattern, const RegexOptions& options);
  // Any of several (grep -e a -e b, -f): back-references are counted in each by itself. No pattern matches nothing.
  static Worded<Regex> compile(std::span<const std::string_view> patterns, const RegexOptions& options);

  Regex(Regex&&) noexcept;
  Regex& operator=(Regex&&) noexcept;
  ~Regex();

  // Groups in parentheses, without the whole match.
  std::size_t groups() const;
  // The number of a named group ((?<name>...) of kPerl and kRust), or -1.
  int group_number(std::string_view name) const;
  // The names of groups in the order of numbers, "" for those without; index 0 is the whole match.
  const std::vector<std::string>& group_names() const;
  // What grep 3.8 warns of on stderr: "* at start of expression". Without "grep: warning: ".
  const std::vector<std::string>& warnings() const;
  // True if the expression is only a fixed string, sought as bytes.
  bool is_literal() const;

  // The first match that begins at or after from (from <= text.size()). Fills as many of groups as there are:
  // [0] the whole match, [n] group n. An empty span asks only whether there is one, which is fastest; one element costs
  // less than more. ^ matches at 0 (and after newlines, by options.newline), not at from. A search after an empty match
  // starts one character further; that is the caller's affair.
  Found search(const RegexText& text, std::size_t from = 0, std::span<RegexMatch> groups = {}, unsigned flags = 0);

  // With Newline::kLines: the first line of buffer that has a match and begins at or after from (a line's start).
  // line: its bounds without the newline. The end of the buffer ends the last line. Far faster than line by line.
  // With kLimit, line is the one that was too dear.
  Found find_line(std::string_view buffer, std::size_t from, RegexMatch& line);

  // Steps done since the last call: what to spend as fuel.
  std::uint64_t take_steps();
  // The words for kLimit: grep -P says "exceeded PCRE's backtracking limit".
  std::string_view limit_words() const;

 private:
  struct Impl;
  explicit Regex(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace nacre
