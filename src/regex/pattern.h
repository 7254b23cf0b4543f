// Shell patterns: * ? [...] and, with extglob, ?(list) *(list) +(list) @(list) !(list): bash manual 3.5.8.1,
// POSIX 2.14.
//
//   Pattern p = Pattern::compile("*.@(c|h)", {.extglob = true});
//   if (p.matches(name)) ...
//   text.remove_prefix(p.longest_prefix(text).value_or(0));       // ${text##p}
//
// In the text of a pattern a backslash makes the next character literal: quoting in the shell has become that. A
// pattern that is malformed (no closing bracket or parenthesis) is taken literally, as bash takes it, so compile never
// fails. In UTF-8 a character is a code point; as in bash, a text or a pattern with an invalid byte is matched byte by
// byte. Brackets compare by code point and know [:class:], [=c=] and [.c.].
//
// Which option goes where is the caller's: bash folds case (nocasematch) in ==, case and ${x/p/r}, but not in ${x#p}.
//
// Matching takes time proportional to text times pattern; !(list) and nested lists up to text squared. No allocation
// for patterns without lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nacre {

struct PatternOptions {
  bool extglob = false;
  bool nocase = false;    // nocasematch, nocaseglob
  bool utf8 = true;
  bool period = false;    // a period at the start of the text is matched only by a period in the pattern (no dotglob)
  bool pathname = false;  // one component of a path: a / in the text is matched by a / only
};

// The cost of matching, in steps of about 10 ns; and a limit, past which the answer is "no match" and over is set.
struct PatternWork {
  std::uint64_t steps = 0;
  std::uint64_t limit = 40'000'000;
  bool over = false;
};

class Pattern {
 public:
  using Options = PatternOptions;
  struct Span {
    std::size_t begin, end;
  };

  static Pattern compile(std::string_view text, Options options = {});

  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;
  Pattern(const Pattern&);
  Pattern& operator=(const Pattern&);
  ~Pattern();

  // The pattern matches the whole text.
  bool matches(std::string_view text, PatternWork* work = nullptr) const;

  // ${x#p} ${x##p}: how many bytes at the start match; nothing if none do. May be 0.
  std::optional<std::size_t> shortest_prefix(std::string_view text, PatternWork* work = nullptr) const;
  std::optional<std::size_t> longest_prefix(std::string_view text, PatternWork* work = nullptr) const;
  // ${x%p} ${x%%p}: where the part at the end that matches begins; it may be text.size().
  std::optional<std::size_t> shortest_suffix(std::string_view text, PatternWork* work = nullptr) const;
  std::optional<std::size_t> longest_suffix(std::string_view text, PatternWork* work = nullptr) const;

  // ${x/p/r}: the leftmost match at or after from, the longest there. It may be empty.
  std::optional<Span> find(std::string_view text, std::size_t from = 0, PatternWork* work = nullptr) const;

  bool utf8() const;
  // The pattern has no operator; literal() is then the text that it matches.
  bool is_literal() const;
  std::string_view literal() const;

  // Has an unquoted * ? or a bracket that closes (with extglob, also a list): worth looking at a directory.
  static bool has_magic(std::string_view text, bool extglob);
  // Removes the backslashes.
  static std::string unescape(std::string_view text);
  // Puts a backslash before what is special in a pattern: * ? [ ] \ and ( ) | ! @ + ^ -.
  static std::string escape(std::string_view text);

 private:
  friend class PatternFinder;
  Pattern();
  std::shared_ptr<const struct PatternProgram> program_;
};

// Many matches in one text, ${x//p/r}: what is found out about the text is kept. The text must outlive it.
//
//   PatternFinder finder(p, text);
//   for (std::size_t at = 0; auto m = finder.find(at, &work);) ...   // after an empty match one character further
class PatternFinder {
 public:
  PatternFinder(const Pattern& pattern, std::string_view text);
  ~PatternFinder();
  std::optional<Pattern::Span> find(std::size_t from, PatternWork* work = nullptr);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace nacre
