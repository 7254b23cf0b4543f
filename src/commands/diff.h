// The parts of diff: what is compared and how (diff.cc, diff_input.cc), and the styles of output (diff_print.cc, diff_format.cc).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/line_diff.h"
#include "src/process/io.h"
#include "src/process/locale.h"
#include "src/regex/regex.h"

namespace nacre::diff {

enum class Style : std::uint8_t { kNormal, kContext, kUnified, kEd, kRcs, kSideBySide, kFormat };

struct Settings {
  Style style = Style::kNormal;
  std::size_t context = 3, horizon = 0;
  std::size_t width = 130, tab_size = 8;
  bool brief = false, report_identical = false, left_column = false, suppress_common = false, recursive = false, new_file = false,
       unidirectional = false, no_dereference = false, ignore_name_case = false, text = false, strip_cr = false, minimal = false,
       speed = false, expand_tabs = false, initial_tab = false, suppress_blank_empty = false, paginate = false;
  bool ignore_case = false, ignore_tabs = false, ignore_trailing = false, ignore_change = false, ignore_all = false, ignore_blank = false;
  std::optional<Regex> ignore_lines, function_line;   // -I; -p and -F
  std::vector<std::string> labels, excluded;
  std::optional<std::string> starting;
  std::optional<std::string> group_format[4];   // unchanged, old, new, changed
  std::optional<std::string> line_format[3];    // unchanged, old, new
  bool color = false;
  std::string header_color = "1", added_color = "32", deleted_color = "31", range_color = "36", plain_color = "0";
  std::string color_begin = "\x1b[", color_end = "m";
  std::string switches;          // "-r -u": what `diff -r` shows before each pair
  bool ignores() const { return ignore_case || ignore_tabs || ignore_trailing || ignore_change || ignore_all; }
};

// One input: its bytes, and where its lines are.
struct Input {
  std::string name, label;       // label: in headers
  std::string text;
  std::vector<std::string_view> lines;    // without newline
  std::vector<LineDiff::Class> classes;
  bool missing_newline = false;
  bool binary = false;
  vfs::Stat stat;
  bool absent = false;
};

struct Change : LineDiff::Change {
  bool ignored = false;          // -B, -I: all its lines are of no interest
};

void split_lines(Input& in, bool strip_cr);
// Numbers the lines of both so that equal ones (as the settings see it) have equal numbers.
Task<> classify(Process& p, const Settings& s, Input& a, Input& b);

class Printer {
 public:
  Printer(Process& p, const Settings& s, Writer& out, Input& a, Input& b, const std::vector<Change>& changes)
      : p_(p), s_(s), out_(out), in_{&a, &b}, changes_(changes), utf8_(utf8_locale(p)) {}
  Task<> print();

 private:
  Task<> breathe();
  Task<> normal();
  Task<> context(bool unified);
  Task<> ed();
  Task<> rcs();
  Task<> side_by_side();
  Task<> formatted();
  void header(bool unified);
  void context_hunk(std::size_t from, std::size_t to);
  void unified_hunk(std::size_t from, std::size_t to);
  std::string function_text(std::size_t line);
  void put_line(int file, std::size_t i, std::string_view flag, const std::string& color);
  void put_text(std::string_view text, std::string_view flag = {});
  std::string range(char separator, std::size_t from, std::size_t n) const;
  struct Side {                  // a line of one file in side-by-side output
    std::string_view text;
    bool newline = true;
  };
  Side side(int file, std::size_t i) const;
  std::size_t put_half(std::string_view text, std::size_t width, std::size_t indent);
  void put_sides(const Side* left, char mark, const Side* right);
  void tab_to(std::size_t& column, std::size_t to);
  void group(const std::string& format, std::size_t a0, std::size_t a1, std::size_t b0, std::size_t b1, int depth);
  std::size_t group_piece(std::string_view format, std::size_t at, char end, std::size_t a0, std::size_t a1, std::size_t b0, std::size_t b1,
                          bool print, int depth);
  void lines(int which, int file, std::size_t from, std::size_t to);
  std::string default_changed() const;
  static std::optional<std::string> number_format(std::string_view spec, std::uint64_t n);
  std::string sgr(const std::string& code) const { return s_.color ? s_.color_begin + code + s_.color_end : std::string(); }
  std::string reset() const { return sgr(s_.plain_color); }

  Process& p_;
  const Settings& s_;
  Writer& out_;
  Input* in_[2];
  const std::vector<Change>& changes_;
  std::size_t function_searched_ = 0, function_found_ = SIZE_MAX;
  bool utf8_;
};

}  // namespace nacre::diff
