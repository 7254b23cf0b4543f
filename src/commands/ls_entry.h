// What the parts of ls (ls.cc: options, collecting and sorting; ls_print.cc: the layouts) have in common.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/calendar.h"
#include "src/base/numbers.h"
#include "src/base/quoting.h"
#include "src/commands/ls_colors.h"
#include "src/process/accounts.h"
#include "src/process/io.h"
#include "vfs/types.h"

namespace nacre::ls {

enum class Layout : std::uint8_t { kLong, kOnePerLine, kDown, kAcross, kCommas };
enum class Indicator : std::uint8_t { kNone, kSlash, kFileType, kClassify };
enum class Sort : std::uint8_t { kName, kExtension, kWidth, kSize, kVersion, kTime, kNone };
enum class TimeKind : std::uint8_t { kModified, kChanged, kAccessed, kBorn };

struct Settings {
  Layout layout = Layout::kOnePerLine;
  Indicator indicator = Indicator::kNone;
  Sort sort = Sort::kName;
  TimeKind time = TimeKind::kModified;
  bool reverse = false, directories_first = false, recursive = false, immediate = false;
  bool owner = true, group = true, author = false, context = false, numeric = false, inode = false, blocks = false;
  bool color = false, hyperlink = false, question_marks = false, dired = false;
  bool align_quotes = false;      // names without quotes are moved by one column where others have them
  char eol = '\n';
  std::size_t width = 80;         // 0: no limit
  std::size_t tab = 8;
  Quoting name_quoting, directory_quoting;
  std::string name_extra;         // what name_quoting.extra views
  HumanFormat block_format, size_format;
  std::uint64_t block_size = 1024, size_unit = 1;
  std::string old_format = "%b %e  %Y", recent_format = "%b %e %H:%M";
  TimeZone zone;
  std::string host;
  LsColors colors;
  bool links_checked = false;     // where links lead is looked up for the colors
};

// What only a stat gives.
struct Details {
  vfs::Stat stat;
  std::string target;             // of a symbolic link
  bool has_target = false, target_ok = false;
  std::uint32_t target_mode = 0;
};

struct Entry {
  std::string name;
  vfs::Ino ino = 0;
  vfs::Type type = vfs::Type::kFile;
  bool stat_ok = false, argument_directory = false;
  bool quoted = false;            // its shown name has quotes
  std::uint32_t width = 0;        // of the shown name, for Sort::kWidth and columns
  std::unique_ptr<Details> details;
  std::string absolute;           // for hyperlinks

  bool is_directory() const { return type == vfs::Type::kDirectory; }
  std::uint32_t mode() const { return details ? details->stat.st_mode() : vfs::type_bits(type); }
};

// The widths of the columns of the current listing.
struct Widths {
  int inode = 0, blocks = 0, links = 0, owner = 0, group = 0, author = 0, major = 0, minor = 0, size = 0;
};

class Printer {
 public:
  Printer(Process& p, const Settings& s, Accounts& accounts) : p_(p), s_(s), out_(p, 1), accounts_(accounts) {}

  // Counts an entry into the widths of the listing to come.
  void measure(const Entry& e);
  void forget_widths();
  std::uint32_t shown_width(const Entry& e) const;
  std::string shown_name(std::string_view name, bool& quoted) const;
  bool& some_quoted() { return some_quoted_; }

  // All entries in the chosen layout.
  Task<> print(const std::vector<Entry*>& entries);
  // "NAME:" in front of a directory's listing.
  void heading(std::string_view name, const std::string& absolute, bool first);
  void total(std::uint64_t blocks);
  void newline() { put('\n'); }
  // The end of color, the lists of --dired.
  int finish(int status);
  Writer& out() { return out_; }

 private:
  Task<> print_columns(const std::vector<Entry*>& entries);
  Task<> print_separated(const std::vector<Entry*>& entries, char separator);
  void print_long(const Entry& e);
  std::size_t print_short(const Entry& e, std::size_t column);
  std::size_t print_name(const Entry& e, bool target, std::size_t column);
  std::size_t write_name(std::string_view name, const Quoting& quoting, bool pad_allowed, const std::string* color,
                         const std::string& absolute, std::vector<std::uint64_t>* positions);
  bool print_indicator(bool stat_ok, std::uint32_t mode, vfs::Type type);
  char indicator(bool stat_ok, std::uint32_t mode, vfs::Type type) const;
  const std::string* color_of(const Entry& e, bool target) const;
  std::size_t full_width(const Entry& e) const;
  std::string block_text(const Entry& e) const;
  std::string time_text(const Entry& e);
  void person(const std::string& name, std::uint32_t id, bool ok, int width);
  void move_to(std::size_t from, std::size_t to);
  void end_color();
  void default_color();
  void normal_color();
  void put(std::string_view s) { out_.put(s); position_ += s.size(); }
  void put(char c) { out_.put(c); ++position_; }
  void put_right(std::string_view s, int width);

  Process& p_;
  const Settings& s_;
  Writer out_;
  Accounts& accounts_;
  Widths w_;
  bool some_quoted_ = false, used_color_ = false;
  std::uint64_t position_ = 0;
  std::vector<std::uint64_t> names_, headings_;
  std::optional<int> unknown_time_width_;
};

}  // namespace nacre::ls
