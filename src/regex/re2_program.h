// A regular expression as RE2 runs it: a syntax tree or ripgrep's syntax, compiled for one kind of text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/regex/regex.h"
#include "src/regex/tree.h"

namespace re2 {
class Prog;
class Regexp;
}  // namespace re2

namespace nacre {

class Re2Program {
 public:
  enum class Kind : std::uint8_t {
    kExact,  // for every text: word edges must be absent, or the locale C
    kAscii,  // for texts of ASCII only
    kScan,   // matches at least where the expression does: word edges are left out, back-references match anything,
             // large sets all that is not ASCII. No groups
  };
  // Instructions of the program, roughly; past kMaxSize it is not to be compiled.
  static constexpr double kMaxSize = 150'000;
  static double estimate(const RegexTree& tree, Kind kind);
  // Some set is large enough for kScan to differ from kExact.
  static bool has_large_sets(const RegexTree& tree);

  // Null when it is too big.
  static std::unique_ptr<Re2Program> compile(const RegexTree& tree, Kind kind);
  // ripgrep's syntax; leftmost-first. Sets groups and their names.
  static Worded<std::unique_ptr<Re2Program>> parse(std::string_view pattern, const RegexOptions& options,
                                                   std::vector<std::string>& names);
  // Perl's syntax, where RE2 has it all and means the same: for choosing lines. Null: leave it to PCRE2.
  static std::unique_ptr<Re2Program> perl_lines(std::string_view pattern, const RegexOptions& options);
  ~Re2Program();

  // Searches text, a part of context. steps: what may be spent, and is left; below 0 for kLimit. Offsets into context.
  Found search(std::string_view text, std::string_view context, bool anchored, std::span<RegexMatch> groups,
               std::int64_t& steps);
  // Where the match that ends first ends. kLimit without steps gone below 0: not decided, search line by line.
  Found earliest(std::string_view text, std::int64_t& steps, std::size_t& end);

 private:
  Re2Program(re2::Regexp* re, bool longest);
  bool ready();
  bool one_pass();
  re2::Prog* reversed();
  Found find_bounds(std::string_view text, std::string_view context, bool anchored, std::string_view& match);
  bool find_groups(std::string_view text, std::string_view context, bool whole, bool anchored,
                   std::span<std::string_view> out);

  re2::Regexp* re_;
  bool longest_;
  enum : std::uint8_t { kUnknown, kYes, kNo } one_pass_ = kUnknown;
  bool no_reversed_ = false;
  std::unique_ptr<re2::Prog> prog_, reversed_;
};

}  // namespace nacre
