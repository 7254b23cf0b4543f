// The parts of sed: a script as commands (SedScript, made by SedParser), and the machine that runs them (SedMachine).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/process/io.h"
#include "src/process/process.h"
#include "src/regex/regex.h"

namespace nacre {

struct SedOptions {
  bool quiet = false, extended = false, posix = false, sandbox = false, separate = false, unbuffered = false,
       debug = false, in_place = false, follow_symlinks = false, utf8 = true;
  bool n_deletes_last = false;   // POSIXLY_CORRECT: N at the end prints nothing
  char delimiter = '\n';         // -z: NUL
  std::int64_t line_length = 70;
  std::string suffix;            // of backups; may hold * and /
};

struct SedRegex {
  std::string source;            // for --debug
  bool icase = false, multiline = false;
  std::optional<Regex> regex;    // none: the last one used
};

struct SedAddress {
  enum class Kind : std::uint8_t { kNone, kLine, kStep, kLast, kRegex, kPlus, kMultiple };
  Kind kind = Kind::kNone;
  std::uint64_t first = 0, step = 0;   // kLine, kPlus and kMultiple have first only
  std::unique_ptr<SedRegex> regex;
};

// A piece of a replacement: a change of case, then text, then a group.
struct SedPiece {
  enum class Case : std::uint8_t { kKeep, kUpper, kLower, kEnd, kUpperNext, kLowerNext };
  Case change = Case::kKeep;
  int group = -1;
  std::string text;
};

struct SedSubstitution {
  SedRegex regex;
  std::vector<SedPiece> replacement;
  bool plain = false;            // no changes of case
  std::size_t groups = 1;        // spans that the replacement needs
  bool global = false, evaluate = false;
  int print = 0;                 // 1: before evaluating, 2: after
  std::uint64_t number = 0;
};

// y: bytes where all characters are ASCII, else pairs sorted by character.
struct SedTransliteration {
  std::array<char, 256> bytes{};
  std::vector<std::pair<std::string, std::string>> characters;
  std::string from, to;          // for --debug
};

struct SedCommand {
  enum class Range : std::uint8_t { kInactive, kActive, kClosed };
  char name = 0;
  bool negated = false;
  bool needs_last = false;       // an address is $
  SedAddress a1, a2;
  Range range = Range::kInactive;
  std::uint64_t range_end = 0;
  std::string text;              // a, i, c, e: text; labels; names of files
  std::size_t target = 0;        // b, t, T, {: where to go on
  std::int64_t number = -1;      // q, Q, l
  int file = -1;                 // w, W, s///w: of SedScript::outputs; R: of SedScript::inputs
  std::unique_ptr<SedSubstitution> substitution;
  std::unique_ptr<SedTransliteration> map;
};

struct SedScript {
  std::vector<SedCommand> commands;
  std::vector<std::string> outputs, inputs;   // names of the files of w, W and s///w; of R
  bool quiet = false;                         // begins with #n
};

// Reads scripts, one piece after the other (-e, -f); messages are those of GNU, without "sed: ".
class SedParser {
 public:
  SedParser(const SedOptions& options, SedScript& script) : o_(options), script_(script) {}
  // False after an error.
  bool expression(std::string_view text);
  bool file(std::string_view name, std::string_view text);
  bool finish();
  const std::string& error() const { return error_; }
  int status() const { return status_; }

 private:
  static constexpr int kEnd = -1;
  struct Block {
    std::size_t command;
    std::string where;
  };
  bool parse();
  bool command(int c);
  bool arguments(SedCommand& cmd);
  bool address(int c, SedAddress& a);
  bool address_pair(int& c, SedCommand& cmd);
  bool close_block(SedCommand& cmd);
  bool text_argument(SedCommand& cmd, bool slash_needed);
  void read_text(SedCommand& cmd, int lead);
  bool substitute(SedCommand& cmd);
  bool substitute_flags(SedCommand& cmd);
  bool replacement(SedSubstitution& s, std::string_view text);
  bool transliterate(SedCommand& cmd);
  bool file_argument(SedCommand& cmd, std::vector<std::string>& names);
  bool end_of_command();
  bool compile(SedRegex& re, std::string pattern);
  // The text up to the delimiter; nullopt when it is not there.
  std::optional<std::string> delimited(int delimiter, bool regex);
  void bracket(std::string& out);
  std::string label();
  bool number_escape(std::string_view text, std::size_t& at, char& c) const;
  std::string regex_escapes(std::string_view text);
  std::uint64_t integer(int c);

  int next() {
    if (at_ >= text_.size()) return kEnd;
    const char c = text_[at_++];
    if (c == '\n') ++line_;
    return static_cast<unsigned char>(c);
  }
  void back(int c) {
    if (c == kEnd) return;
    if (c == '\n') --line_;
    --at_;
  }
  int next_nonblank() {
    int c = next();
    while (c == ' ' || c == '\t') c = next();
    return c;
  }
  bool fail(std::string words);
  std::string where() const;

  const SedOptions& o_;
  SedScript& script_;
  std::string_view text_, name_;
  std::size_t at_ = 0, line_ = 0;
  int expressions_ = 0;
  bool first_ = true, is_file_ = false;
  bool pending_text_ = false;       // a, i or c whose text goes on in the next piece
  std::vector<Block> blocks_;
  std::vector<std::pair<std::string, std::size_t>> labels_;
  std::string error_;
  int status_ = 1;
};

// --debug: the script as sed understands it.
std::string sed_debug(const SedScript& script, const SedOptions& options);
std::string sed_debug(const SedCommand& command, const SedScript& script, std::size_t depth);

// A pattern or hold space: what is deleted at its start is only skipped.
class SedSpace {
 public:
  bool chomped = true;             // the line had a delimiter
  std::string_view view() const { return std::string_view(text_).substr(begin_); }
  std::size_t size() const { return text_.size() - begin_; }
  void assign(std::string_view v) {
    text_.assign(v);
    begin_ = 0;
  }
  void append(std::string_view v) { text_.append(v); }
  void append(char c) { text_.push_back(c); }
  void clear() {
    text_.clear();
    begin_ = 0;
  }
  void drop(std::size_t n) {
    begin_ += n;
    if (begin_ > 4096 && begin_ > text_.size() / 2) {
      text_.erase(0, begin_);
      begin_ = 0;
    }
  }
  // The string itself, to be changed; nothing is skipped in it.
  std::string& text() {
    text_.erase(0, begin_);
    begin_ = 0;
    return text_;
  }
  void swap(SedSpace& other) {
    std::swap(chomped, other.chomped);
    text_.swap(other.text_);
    std::swap(begin_, other.begin_);
  }

 private:
  std::string text_;
  std::size_t begin_ = 0;
};

}  // namespace nacre
