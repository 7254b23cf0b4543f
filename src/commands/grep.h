// The parts of grep: what its options say (GrepSettings), how lines are shown (GrepPrinter), the search of one file
// (GrepSearch). grep.cc reads the options and goes through the files.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/process/io.h"
#include "src/process/process.h"
#include "src/regex/regex.h"

namespace nacre {

struct GrepColors {
  bool on = false;
  bool reverse = false;    // rv: with -v, selected lines are the others
  bool erase = true;       // ne turns off the "erase to the end of the line" after each colour
  std::string selected_match = "01;31", context_match = "01;31", selected_line, context_line;
  std::string file_name = "35", line_number = "32", byte_offset = "32", separator = "36";
  // Takes over GREP_COLORS; what follows a malformed value is ignored.
  void parse(std::string_view text);
};

struct GrepSettings {
  enum class List : std::uint8_t { kNone, kMatching, kOthers };
  enum class Binary : std::uint8_t { kReport, kText, kWithoutMatch };
  static constexpr std::int64_t kMany = INT64_MAX;
  bool invert = false, count = false, only_matching = false, no_messages = false, byte_offset = false,
       line_number = false, initial_tab = false, null_after_name = false, line_buffered = false, utf8 = true;
  bool with_name = false;           // lines have the name of the file before them
  bool quiet = false;               // no lines are shown
  bool done_on_first_match = false;
  bool output_is_null = false;      // standard output is the null device
  List list = List::kNone;
  Binary binary = Binary::kReport;
  std::int64_t max_count = kMany, before = -1, after = -1;   // -1: no context, and no separators
  char eol = '\n';
  bool has_separator = true;
  std::string group_separator = "--";
  GrepColors colors;
};

// Shows lines of a buffer. Offsets are those of the buffer.
class GrepPrinter {
 public:
  GrepPrinter(const GrepSettings& settings, Regex& regex, std::string& out) : s_(settings), regex_(regex), out_(out) {}

  void start_file(std::string_view shown_name) {
    name_ = shown_name;
    last_newline_ = 0;
    lines_ = total_ = 0;
    number_width_ = 0;
    encoding_error_ = over_ = false;
  }
  // Numbers are right-aligned as for a file of that size (-T).
  void align_numbers(std::uint64_t size);
  void name();
  void separator(char c);
  void group_separator();
  // A line with its newline. selected: ':' or, for context, '-'.
  // False when it is no text and was not shown.
  bool line(const char* buffer, std::size_t begin, std::size_t end, bool selected);
  // The buffer's first `n` bytes go, and all offsets move by that.
  void count_lines(const char* buffer, std::size_t upto);
  void drop(std::size_t n) {
    total_ += n;
    last_newline_ = last_newline_ > n ? last_newline_ - n : 0;
  }
  // A line was not shown because it is no text.
  bool encoding_error() const { return encoding_error_; }
  // A search took too long.
  bool over() const { return over_; }

 private:
  bool head(const char* buffer, std::size_t begin, std::size_t size, std::size_t line_end, char sep);
  bool matches(const char* buffer, std::size_t& begin, std::size_t end, const std::string& line_color,
               const std::string& match_color);
  void number(std::uint64_t n, const std::string& color);
  void start_color(const std::string& color) {
    out_ += "\33[";
    out_ += color;
    out_ += s_.colors.erase ? "m\33[K" : "m";
  }
  void end_color() { out_ += s_.colors.erase ? "\33[m\33[K" : "\33[m"; }
  bool colored(const std::string& color) const { return s_.colors.on && !color.empty(); }

  const GrepSettings& s_;
  Regex& regex_;
  std::string& out_;
  std::string_view name_;
  std::size_t last_newline_ = 0;        // lines_ is the number of lines that end before it
  std::uint64_t lines_ = 0, total_ = 0;  // total_: bytes before the buffer
  std::size_t number_width_ = 0;
  bool encoding_error_ = false, over_ = false;
};

// Searches one file after the other, in one buffer. Whole lines of it are searched at a time.
class GrepSearch {
 public:
  GrepSearch(Process& p, const GrepSettings& settings, Regex& regex, Writer& out)
      : p_(p), s_(settings), regex_(regex), out_(out), printer_(settings, regex, out.buffer()) {}

  // The number of lines selected. Complaints about reading set failed(); fatal() means that grep is to stop.
  Task<std::int64_t> search(int fd, std::string shown_name);
  bool failed() const { return failed_; }
  bool fatal() const { return fatal_; }
  GrepPrinter& printer() { return printer_; }

 private:
  static constexpr std::size_t kRead = 98304;   // what GNU reads at a time; a NUL is noticed in the block that holds it
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  enum class Step : std::uint8_t { kRegion, kPause, kStop };

  void reset();
  Task<Result<std::size_t>> read(int fd);
  bool has_nulls(int fd, std::size_t from, bool first);
  Task<> scan_region(std::size_t limit);
  Step scan(std::size_t limit);
  Found find(std::size_t limit, RegexMatch& line);
  void select(std::size_t begin, std::size_t end);
  void show_pending(std::size_t limit);
  void show_line(std::size_t begin, std::size_t end, bool selected);
  std::size_t line_end(std::size_t at) const;
  std::size_t context_start(std::size_t from, std::size_t floor) const;
  void keep_context(std::size_t limit);
  void place_stdin(bool at_end);
  Task<> drain(int fd);
  bool finished() const {
    return (outleft_ == 0 && pending_ == 0) || (first_match_ && std::max<std::int64_t>(0, null_at_) < selected_);
  }

  Process& p_;
  const GrepSettings& s_;
  Regex& regex_;
  Writer& out_;
  GrepPrinter printer_;
  std::string name_;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0, begin_ = 0, end_ = 0;   // what is kept
  std::size_t scan_ = 0;                             // the first line not searched
  std::size_t shown_ = kNone;                        // end of the last line shown, if all after it is still there
  std::size_t window_ = kRead;                       // bytes searched in one go
  std::uint64_t base_ = 0;                           // of the buffer in the file
  std::uint64_t after_match_ = 0;                    // end of the last line selected
  std::int64_t selected_ = 0, outleft_ = 0, pending_ = 0;
  std::int64_t null_at_ = -1;                        // lines selected before a NUL was seen; -1: none was
  bool quiet_ = false, first_match_ = false;
  bool used_ = false;                                // something was shown: separators are due
  bool failed_ = false, fatal_ = false, over_ = false;
};

}  // namespace nacre
