// du [OPTION]... [FILE]...   (POSIX du, with GNU's options)
//
// A walk in post order; each level keeps the sums of what is directly and of what is further below it. An inode counts
// once, by its first name.
#include <set>

#include "src/base/calendar.h"
#include "src/base/numbers.h"
#include "src/process/choice.h"
#include "src/process/io.h"
#include "src/process/locale.h"
#include "src/process/options.h"
#include "src/process/walk.h"
#include "src/regex/pattern.h"

namespace nacre {
namespace {

enum Long : int { kApparent = kOnlyLong, kFiles0, kInodes, kSi, kTime, kTimeStyle, kExclude };
constexpr Option kOptions[] = {
    {'0', "null", Argument::kNone, "", "end each output line with NUL, not newline"},
    {'a', "all", Argument::kNone, "", "write counts for all files, not just directories"},
    {kApparent, "apparent-size", Argument::kNone, "", "print apparent sizes rather than device usage; although\nthe apparent size is usually smaller, it may be\nlarger due to holes in ('sparse') files, internal\nfragmentation, indirect blocks, and the like"},
    {'B', "block-size", Argument::kRequired, "SIZE", "scale sizes by SIZE before printing them; e.g.,\n  '-BM' prints sizes in units of 1,048,576 bytes;\n  see SIZE format below"},
    {'b', "bytes", Argument::kNone, "", "equivalent to '--apparent-size --block-size=1'"},
    {'c', "total", Argument::kNone, "", "produce a grand total"},
    {'D', "dereference-args", Argument::kNone, "", "dereference only symlinks that are listed on the\ncommand line"},
    {'d', "max-depth", Argument::kRequired, "N", "print the total for a directory (or file, with --all)\nonly if it is N or fewer levels below the command\nline argument;  --max-depth=0 is the same as\n--summarize"},
    {kFiles0, "files0-from", Argument::kRequired, "F", "summarize device usage of the\nNUL-terminated file names specified in file F;\nif F is -, then read names from standard input"},
    {'H', "", Argument::kNone, "", "equivalent to --dereference-args (-D)"},
    {'h', "human-readable", Argument::kNone, "", "print sizes in human readable format (e.g., 1K 234M 2G)"},
    {kInodes, "inodes", Argument::kNone, "", "list inode usage information instead of block usage"},
    {'k', "", Argument::kNone, "", "like --block-size=1K"},
    {'L', "dereference", Argument::kNone, "", "dereference all symbolic links"},
    {'l', "count-links", Argument::kNone, "", "count sizes many times if hard linked"},
    {'m', "", Argument::kNone, "", "like --block-size=1M"},
    {'P', "no-dereference", Argument::kNone, "", "don't follow any symbolic links (this is the default)"},
    {'S', "separate-dirs", Argument::kNone, "", "for directories do not include size of subdirectories"},
    {kSi, "si", Argument::kNone, "", "like -h, but use powers of 1000 not 1024"},
    {'s', "summarize", Argument::kNone, "", "display only a total for each argument"},
    {'t', "threshold", Argument::kRequired, "SIZE", "exclude entries smaller than SIZE if positive,\n  or entries greater than SIZE if negative"},
    {kTime, "time", Argument::kOptional, "WORD", "show time of the last modification of any file in the\ndirectory, or any of its subdirectories;\nas WORD instead of modification time:\natime, access, use, ctime or status"},
    {kTimeStyle, "time-style", Argument::kRequired, "STYLE", "show times using STYLE, which can be:\n  full-iso, long-iso, iso, or +FORMAT;\n  FORMAT is interpreted like in 'date'"},
    {'X', "exclude-from", Argument::kRequired, "FILE", "exclude files that match any pattern in FILE"},
    {kExclude, "exclude", Argument::kRequired, "PATTERN", "exclude files that match PATTERN"},
    {'x', "one-file-system", Argument::kNone, "", "skip directories on different file systems"},
};
constexpr Synopsis kSynopsis{.name = "du", .usage = "[OPTION]... [FILE]...\n[OPTION]... --files0-from=F",
    .description = "Summarize device usage of the set of FILEs, recursively for directories.\n\n"
                   "Mandatory arguments to long options are mandatory for short options too.",
    .options = kOptions,
    .notes = "Display values are in units of the first available SIZE from --block-size,\n"
             "and the DU_BLOCK_SIZE, BLOCK_SIZE and BLOCKSIZE environment variables.\n"
             "Otherwise, units default to 1024 bytes (or 512 if POSIXLY_CORRECT is set).\n\n"
             "The SIZE argument is an integer and optional unit (example: 10K is 10*1024).\n"
             "Units are K,M,G,T,P,E,Z,Y (powers of 1024) or KB,MB,... (powers of 1000).\n"
             "Binary prefixes can be used, too: KiB=K, MiB=M, and so on."};
constexpr Choice kTimes[] = {{"atime", 1}, {"access", 1}, {"use", 1}, {"ctime", 2}, {"status", 2}};
constexpr Choice kTimeStyles[] = {{"full-iso", 0}, {"long-iso", 1}, {"iso", 2}};
constexpr std::string_view kTimeFormats[] = {"%Y-%m-%d %H:%M:%S.%N %z", "%Y-%m-%d %H:%M", "%Y-%m-%d"};

struct Settings {
  bool nul = false, all = false, apparent = false, total = false, inodes = false, count_links = false, separate = false;
  bool several = false;             // inodes are remembered for directories too
  int max_depth = INT32_MAX;
  std::int64_t threshold = 0;
  HumanFormat format;
  std::uint64_t block = 1024;
  std::optional<int> time;          // 0 modification, 1 access, 2 change
  std::string time_format = "%Y-%m-%d %H:%M";
  std::vector<Pattern> exclude;
  Walk::Options walk{.stat = true};
};

struct Sum {
  std::uint64_t size = 0, inodes = 0;
  vfs::Time newest{INT64_MIN, 0};
  void add(const Sum& o) {
    if (__builtin_add_overflow(size, o.size, &size)) size = UINT64_MAX;
    inodes += o.inodes;
    newest = std::max(newest, o.newest);
  }
};

class Du {
 public:
  Du(Process& p, Settings s)
      : p_(p), s_(std::move(s)), out_(p, 1), walk_(p, s_.walk), zone_(TimeZone::from_environment(p.getenv("TZ"))) {}

  // Counts an operand. False: something could not be read.
  Task<bool> count(std::string_view operand) {
    bool ok = true;
    levels_.clear();
    walk_.start(operand);
    while (walk_.next()) {
      if (!visit()) ok = false;
      if (out_.full()) out_.flush();
      if (p_.spent(5)) co_await p_.spend(0);
    }
    co_return ok;
  }
  void print_total() { print(total_, "total"); }
  Writer& out() { return out_; }

 private:
  struct Level {
    Sum direct, below;
  };

  bool excluded(std::string_view path) const {
    for (const Pattern& q : s_.exclude) {
      if (q.matches(path)) return true;
      for (std::size_t i = 0; i + 1 < path.size(); ++i)
        if (path[i] == '/' && path[i + 1] != '/' && q.matches(path.substr(i + 1))) return true;
    }
    return false;
  }

  bool visit() {
    const Walk::Visit v = walk_.visit();
    bool ok = true;
    if (v == Walk::Visit::kLeave || v == Walk::Visit::kUnreadable) {
      if (skipped_) {
        skipped_ = false;
        return true;
      }
      if (v == Walk::Visit::kUnreadable) {
        out_.complain("cannot read directory " + quote(walk_.path()), walk_.error());
        ok = false;
      }
    } else {
      const bool leave_out = excluded(walk_.path());
      if (!leave_out && (v == Walk::Visit::kError || v == Walk::Visit::kDangling)) {
        out_.complain("cannot access " + quote(walk_.path()), walk_.error());
        return false;
      }
      if (leave_out || elsewhere() || seen()) {
        if (v == Walk::Visit::kDirectory) {
          walk_.skip();
          skipped_ = true;
        }
        return true;
      }
      if (v != Walk::Visit::kFile) return true;
    }
    account(v != Walk::Visit::kFile);
    return ok;
  }

  bool elsewhere() {
    if (walk_.depth() == 0) {
      device_ = walk_.stat().dev;
      return false;
    }
    return s_.walk.one_device && walk_.stat().dev != device_;
  }
  bool seen() {
    if (s_.count_links) return false;
    const bool directory = walk_.type() == vfs::Type::kDirectory;
    if (!s_.several && (directory || walk_.stat().nlink < 2)) return false;
    return !inodes_.emplace(walk_.stat().dev, walk_.ino()).second;
  }

  void account(bool directory) {
    const vfs::Stat& st = walk_.stat();
    Sum own;
    own.size = !s_.apparent ? st.blocks * 512 : st.type == vfs::Type::kFile || st.type == vfs::Type::kSymlink || directory ? st.size : 0;
    own.inodes = 1;
    if (s_.time) own.newest = *s_.time == 0 ? st.mtime : *s_.time == 1 ? st.atime : st.ctime;
    const std::size_t level = static_cast<std::size_t>(walk_.depth());
    Sum shown = own;
    // What lies deeper than `level` belongs to this directory.
    if (directory && levels_.size() > level + 1) {
      const Level& inner = levels_[level + 1];
      shown.add(inner.direct);
      if (!s_.separate) shown.add(inner.below);
      levels_[level].below.add(inner.direct);
      levels_[level].below.add(inner.below);
    }
    levels_.resize(level + 1);
    if (!(s_.separate && directory)) levels_[level].direct.add(own);
    total_.add(own);
    const bool printed = level == 0 || ((directory || s_.all) && walk_.depth() <= s_.max_depth);
    if (!printed) return;
    const std::uint64_t v = s_.inodes ? shown.inodes : shown.size;
    const std::uint64_t limit = s_.threshold < 0 ? 0 - static_cast<std::uint64_t>(s_.threshold) : static_cast<std::uint64_t>(s_.threshold);
    if (s_.threshold < 0 ? v <= limit : v >= limit) print(shown, walk_.path());
  }

  void print(const Sum& sum, std::string_view name) {
    if (s_.inodes) out_.put(human_readable(sum.inodes, s_.format, 1, 1));
    else if (sum.size == UINT64_MAX) out_.put("Infinity");
    else out_.put(human_readable(sum.size, s_.format, 1, s_.block));
    if (s_.time) {
      out_.put('\t');
      const vfs::Time t = sum.newest;
      if (!fits_calendar(t.sec)) out_.put(std::to_string(t.sec));
      else if (!format_time(out_.buffer(), s_.time_format, zone_.civil(t.sec, t.nsec))) p_.out_of_memory();
    }
    out_.put('\t');
    out_.put(name);
    out_.put(s_.nul ? '\0' : '\n');
  }

  Process& p_;
  Settings s_;
  Writer out_;
  Walk walk_;
  TimeZone zone_;
  std::vector<Level> levels_;
  Sum total_;
  std::set<std::pair<std::uint32_t, vfs::Ino>> inodes_;
  std::uint32_t device_ = 0;
  bool skipped_ = false;
};

// Reads the options; an exit status when one is wrong.
class Setup {
 public:
  Setup(Process& p, Settings& s) : p_(p), s_(s) {}
  std::optional<std::string_view> files0;

  Task<std::optional<int>> read(const Options& o) {
    bool usage = false;
    for (const Option::Use& u : o.uses())
      if (auto status = co_await option(u, usage)) co_return status;
    if (usage) {
      p_.write_stderr(try_help(p_.argv[0]));
      co_return 1;
    }
    if (s_.all && summarize_) co_return usage_error(p_, "cannot both summarize and show all entries");
    if (summarize_ && depth_given_ && s_.max_depth == 0)
      p_.complain("warning: summarizing is the same as using --max-depth=0");
    if (summarize_ && depth_given_ && s_.max_depth != 0)
      co_return usage_error(p_, "warning: summarizing conflicts with --max-depth=" + std::to_string(s_.max_depth));
    if (summarize_) s_.max_depth = 0;
    if (s_.inodes) {
      if (s_.apparent) p_.complain("warning: options --apparent-size and -b are ineffective with --inodes");
      if (!human_) s_.format = {};
      s_.block = 1;
    }
    if (s_.time && !style_) {
      if (const auto env = p_.getenv("TIME_STYLE")) {
        std::string_view e = *env;
        while (e.starts_with("posix-")) e.remove_prefix(6);
        if (e != "locale") style_ = e;
      }
    }
    if (s_.time && style_) co_return time_style();
    co_return std::nullopt;
  }

  void blocks_from_environment() {
    s_.block = p_.getenv("POSIXLY_CORRECT") ? 512 : 1024;
    for (std::string_view name : {"DU_BLOCK_SIZE", "BLOCK_SIZE", "BLOCKSIZE"}) {
      const auto spec = p_.getenv(name);
      if (!spec) continue;
      HumanFormat f;
      std::uint64_t size = 0;
      if (parse_block_size(*spec, f, size) == NumberError::kNone) {
        s_.format = f;
        s_.block = size;
      }
      return;
    }
  }

 private:
  std::optional<int> wrong(std::string text) {
    p_.complain(text);
    return 1;
  }
  static std::string spelled(const Option::Use& u) { return u.spelling.starts_with("--") ? std::string(u.spelling.substr(0, u.spelling.find('='))) : std::string("-") + static_cast<char>(u.id); }

  Task<std::optional<int>> option(const Option::Use& u, bool& usage) {
    switch (u.id) {
      case '0': s_.nul = true; break;
      case 'a': s_.all = true; break;
      case kApparent: s_.apparent = true; break;
      case 'b': s_.apparent = true; unit({}, 1); break;
      case 'B': {
        HumanFormat f;
        std::uint64_t size = 0;
        const NumberError e = parse_block_size(u.argument, f, size);
        if (e != NumberError::kNone) co_return wrong(bad_argument(e, spelled(u), u.argument));
        unit(f, size);
        break;
      }
      case 'c': s_.total = true; break;
      case 'D':
      case 'H': s_.walk.follow = Walk::Follow::kOperands; break;
      case 'd': {
        const auto n = parse_unsigned(u.argument);
        if (n && n.value <= INT32_MAX) {
          s_.max_depth = static_cast<int>(n.value);
          depth_given_ = true;
        } else {
          p_.complain("invalid maximum depth " + quote_words(p_, u.argument));
          usage = true;
        }
        break;
      }
      case kFiles0: files0 = u.argument; break;
      case 'h': unit(kHuman1024, 1); human_ = true; break;
      case kSi: unit(kHuman1000, 1); human_ = true; break;
      case kInodes: s_.inodes = true; break;
      case 'k': unit({}, 1024); break;
      case 'm': unit({}, 1 << 20); break;
      case 'L': s_.walk.follow = Walk::Follow::kAlways; break;
      case 'l': s_.count_links = true; break;
      case 'P': s_.walk.follow = Walk::Follow::kNever; break;
      case 'S': s_.separate = true; break;
      case 's': summarize_ = true; break;
      case 't': {
        const auto n = parse_signed(u.argument, "kKmMGTPEZY0");
        if (!n) co_return wrong(bad_argument(n.error, spelled(u), u.argument));
        if (n.value == 0 && u.argument.starts_with('-'))
          co_return wrong("invalid --threshold argument '-0'");
        s_.threshold = n.value;
        break;
      }
      case kTime: {
        std::string error;
        const auto which = u.has_argument ? choose(p_, kTimes, u.argument, "--time", error) : std::optional(0);
        if (!which) co_return usage_error(p_, error);
        s_.time = *which;
        break;
      }
      case kTimeStyle: style_ = u.argument; break;
      case kExclude: s_.exclude.push_back(Pattern::compile(u.argument)); break;
      case 'X':
        if (!co_await exclude_from(u.argument)) usage = true;
        break;
      case 'x': s_.walk.one_device = true; break;
    }
    co_return std::nullopt;
  }

  void unit(const HumanFormat& f, std::uint64_t block) {
    s_.format = f;
    s_.block = block;
  }

  Task<bool> exclude_from(std::string_view file) {
    auto text = file == "-" ? co_await read_all(p_, 0) : co_await read_file(p_, std::string(file));
    if (!text) {
      p_.complain(quote_if_needed(file), text.error());
      co_return false;
    }
    for (std::string_view rest = *text; !rest.empty();) {
      const std::size_t end = rest.find('\n');
      std::string_view line = rest.substr(0, end);
      rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
      while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
      if (!line.empty()) s_.exclude.push_back(Pattern::compile(line));
    }
    co_return true;
  }

  std::optional<int> time_style() {
    if (style_->starts_with('+')) {
      s_.time_format = style_->substr(1, style_->find('\n') - 1);
      return std::nullopt;
    }
    std::string error;
    const auto which = choose(p_, kTimeStyles, *style_, "time style", error);
    if (!which) return usage_error(p_, error);
    s_.time_format = kTimeFormats[*which];
    return std::nullopt;
  }

  Process& p_;
  Settings& s_;
  std::optional<std::string_view> style_;
  bool summarize_ = false, depth_given_ = false, human_ = false;
};

Task<int> from_list(Process& p, Du& du, std::string_view list, bool total) {
  int fd = 0, status = 0;
  if (list != "-") {
    auto opened = co_await p.open(std::string(list), OpenFlags::reading());
    if (!opened) {
      p.complain("cannot open " + quote(list) + " for reading", opened.error());
      co_return 1;
    }
    fd = *opened;
  }
  Reader in(p, fd);
  std::string_view name;
  for (std::uint64_t n = 1;; ++n) {
    auto more = co_await in.next(name, '\0');
    if (!more) {
      du.out().complain(quote_if_needed(list) + ": read error", more.error());
      status = 1;
    }
    if (!more || !*more) break;
    if (name.empty()) {
      du.out().complain(quote_if_needed(list) + ":" + std::to_string(n) + ": invalid zero-length file name");
      status = 1;
    } else if (list == "-" && name == "-") {
      du.out().complain("when reading file names from stdin, no file name of '-' allowed");
      status = 1;
    } else if (!co_await du.count(std::string(name))) {
      status = 1;
    }
  }
  if (total) du.print_total();
  co_return du.out().finish(status);
}

Task<int> du_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Settings s;
  Setup setup(p, s);
  setup.blocks_from_environment();
  if (auto status = co_await setup.read(o)) co_return *status;
  std::vector<std::string_view> files = o.operands();
  if (setup.files0 && !files.empty())
    co_return usage_error(p, "extra operand " + quote_words(p, files[0]) + "\nfile operands cannot be combined with --files0-from");
  if (files.empty()) files.push_back(".");
  s.several = files.size() > 1 || setup.files0 || s.walk.follow == Walk::Follow::kAlways;
  const bool total = s.total;
  Du du(p, std::move(s));
  if (setup.files0) co_return co_await from_list(p, du, *setup.files0, total);
  int status = 0;
  for (std::string_view file : files) {
    if (file.empty()) {
      du.out().complain("invalid zero-length file name");
      status = 1;
    } else if (!co_await du.count(file)) {
      status = 1;
    }
  }
  if (total) du.print_total();
  co_return du.out().finish(status);
}
const Program kDu("du", du_main);

}  // namespace
}  // namespace nacre
