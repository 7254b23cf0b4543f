// A regular expression as PCRE2 runs it: Perl's syntax, or a POSIX syntax tree that RE2 cannot run.
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

namespace nacre {

class PcreProgram {
 public:
  // Perl's syntax, leftmost-first. Errors are PCRE2's words.
  static Worded<std::unique_ptr<PcreProgram>> perl(std::string_view pattern, const RegexOptions& options);
  // The tree's expression, leftmost-longest. Null when it is too big.
  static std::unique_ptr<PcreProgram> posix(const RegexTree& tree);
  ~PcreProgram();

  std::vector<std::string> group_names() const;

  // Searches text from `from`. steps: what may be spent, and is left; below 0 for kLimit.
  Found search(const RegexText& text, std::size_t from, unsigned flags, std::span<RegexMatch> groups,
               std::int64_t& steps);
  // Which limit the last kLimit was, as PCRE2's users say it.
  std::string_view limit_words() const { return limit_words_; }

 private:
  struct Codes;
  PcreProgram();
  std::unique_ptr<Codes> codes_;
  std::string_view limit_words_;
};

}  // namespace nacre
