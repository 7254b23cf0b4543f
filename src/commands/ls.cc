// ls [OPTION]... [FILE]...; dir and vdir   (POSIX ls, with GNU's options)
//
// One listing at a time is collected, sorted and printed: first the operands that are no directories, then each directory.
// With -R the subdirectories of a listing go on top of a stack of what is still to be listed, so nothing recurses. The order
// of a directory (-U, -f) is that of the names' bytes. The layouts are in ls_print.cc, colors in ls_colors.cc.
#include <algorithm>

#include "src/base/memory.h"
#include "src/base/paths.h"
#include "src/base/sort.h"
#include "src/base/version_compare.h"
#include "src/commands/ls_entry.h"
#include "src/process/canonical.h"
#include "src/process/choice.h"
#include "src/process/locale.h"
#include "src/process/options.h"
#include "src/regex/pattern.h"

namespace nacre::ls {
namespace {

enum Long : int {
  kAuthor = kOnlyLong, kBlockSize, kColor, kFileTypes, kFormat, kFullTime, kDirectoriesFirst, kSi, kToDirectory, kHide,
  kHyperlink, kIndicatorStyle, kShowControl, kQuotingStyle, kSortBy, kTimeBy, kTimeStyle, kZero, kClassify,
};
constexpr Option kOptions[] = {
    {'a', "all", Argument::kNone, "", "do not ignore entries starting with ."},
    {'A', "almost-all", Argument::kNone, "", "do not list implied . and .."},
    {kAuthor, "author", Argument::kNone, "", "with -l, print the author of each file"},
    {'b', "escape", Argument::kNone, "", "print C-style escapes for nongraphic characters"},
    {kBlockSize, "block-size", Argument::kRequired, "SIZE", "with -l, scale sizes by SIZE when printing them;\ne.g., '--block-size=M'; see SIZE format below"},
    {'B', "ignore-backups", Argument::kNone, "", "do not list implied entries ending with ~"},
    {'c', "", Argument::kNone, "", "with -lt: sort by, and show, ctime (time of last\nmodification of file status information);\nwith -l: show ctime and sort by name;\notherwise: sort by ctime, newest first"},
    {'C', "", Argument::kNone, "", "list entries by columns"},
    {kColor, "color", Argument::kOptional, "WHEN", "color the output WHEN; more info below"},
    {'d', "directory", Argument::kNone, "", "list directories themselves, not their contents"},
    {'D', "dired", Argument::kNone, "", "generate output designed for Emacs' dired mode"},
    {'f', "", Argument::kNone, "", "list all entries in directory order"},
    {'F', "", Argument::kNone, "", " "},
    {kClassify, "classify", Argument::kOptional, "WHEN", "append indicator (one of */=>@|) to entries WHEN"},
    {kFileTypes, "file-type", Argument::kNone, "", "likewise, except do not append '*'"},
    {kFormat, "format", Argument::kRequired, "WORD", "across -x, commas -m, horizontal -x, long -l,\nsingle-column -1, verbose -l, vertical -C"},
    {kFullTime, "full-time", Argument::kNone, "", "like -l --time-style=full-iso"},
    {'g', "", Argument::kNone, "", "like -l, but do not list owner"},
    {kDirectoriesFirst, "group-directories-first", Argument::kNone, "", "group directories before files;\ncan be augmented with a --sort option, but any\nuse of --sort=none (-U) disables grouping"},
    {'G', "no-group", Argument::kNone, "", "in a long listing, don't print group names"},
    {'h', "human-readable", Argument::kNone, "", "with -l and -s, print sizes like 1K 234M 2G etc."},
    {kSi, "si", Argument::kNone, "", "likewise, but use powers of 1000 not 1024"},
    {'H', "dereference-command-line", Argument::kNone, "", "follow symbolic links listed on the command line"},
    {kToDirectory, "dereference-command-line-symlink-to-dir", Argument::kNone, "", "follow each command line symbolic link\nthat points to a directory"},
    {kHide, "hide", Argument::kRequired, "PATTERN", "do not list implied entries matching shell PATTERN\n(overridden by -a or -A)"},
    {kHyperlink, "hyperlink", Argument::kOptional, "WHEN", "hyperlink file names WHEN"},
    {kIndicatorStyle, "indicator-style", Argument::kRequired, "WORD", "append indicator with style WORD to entry names:\nnone (default), slash (-p),\nfile-type (--file-type), classify (-F)"},
    {'i', "inode", Argument::kNone, "", "print the index number of each file"},
    {'I', "ignore", Argument::kRequired, "PATTERN", "do not list implied entries matching shell PATTERN"},
    {'k', "kibibytes", Argument::kNone, "", "default to 1024-byte blocks for file system usage;\nused only with -s and per directory totals"},
    {'l', "", Argument::kNone, "", "use a long listing format"},
    {'L', "dereference", Argument::kNone, "", "when showing file information for a symbolic\nlink, show information for the file the link\nreferences rather than for the link itself"},
    {'m', "", Argument::kNone, "", "fill width with a comma separated list of entries"},
    {'n', "numeric-uid-gid", Argument::kNone, "", "like -l, but list numeric user and group IDs"},
    {'N', "literal", Argument::kNone, "", "print entry names without quoting"},
    {'o', "", Argument::kNone, "", "like -l, but do not list group information"},
    {'p', "", Argument::kNone, "", "append / indicator to directories"},
    {'q', "hide-control-chars", Argument::kNone, "", "print ? instead of nongraphic characters"},
    {kShowControl, "show-control-chars", Argument::kNone, "", "show nongraphic characters as-is (the default,\nunless program is 'ls' and output is a terminal)"},
    {'Q', "quote-name", Argument::kNone, "", "enclose entry names in double quotes"},
    {kQuotingStyle, "quoting-style", Argument::kRequired, "WORD", "use quoting style WORD for entry names:\nliteral, locale, shell, shell-always,\nshell-escape, shell-escape-always, c, escape\n(overrides QUOTING_STYLE environment variable)"},
    {'r', "reverse", Argument::kNone, "", "reverse order while sorting"},
    {'R', "recursive", Argument::kNone, "", "list subdirectories recursively"},
    {'s', "size", Argument::kNone, "", "print the allocated size of each file, in blocks"},
    {'S', "", Argument::kNone, "", "sort by file size, largest first"},
    {kSortBy, "sort", Argument::kRequired, "WORD", "sort by WORD instead of name: none (-U), size (-S),\ntime (-t), version (-v), extension (-X), width"},
    {kTimeBy, "time", Argument::kRequired, "WORD", "change the default of using modification times;\n  access time (-u): atime, access, use;\n  change time (-c): ctime, status;\n  birth time: birth, creation;\nwith -l, WORD determines which time to show;\nwith --sort=time, sort by WORD (newest first)"},
    {kTimeStyle, "time-style", Argument::kRequired, "TIME_STYLE", "time/date format with -l; see TIME_STYLE below"},
    {'t', "", Argument::kNone, "", "sort by time, newest first; see --time"},
    {'T', "tabsize", Argument::kRequired, "COLS", "assume tab stops at each COLS instead of 8"},
    {'u', "", Argument::kNone, "", "with -lt: sort by, and show, access time;\nwith -l: show access time and sort by name;\notherwise: sort by access time, newest first"},
    {'U', "", Argument::kNone, "", "do not sort; list entries in directory order"},
    {'v', "", Argument::kNone, "", "natural sort of (version) numbers within text"},
    {'w', "width", Argument::kRequired, "COLS", "set output width to COLS.  0 means no limit"},
    {'x', "", Argument::kNone, "", "list entries by lines instead of by columns"},
    {'X', "", Argument::kNone, "", "sort alphabetically by entry extension"},
    {'Z', "context", Argument::kNone, "", "print any security context of each file"},
    {kZero, "zero", Argument::kNone, "", "end each output line with NUL, not newline"},
    {'1', "", Argument::kNone, "", "list one file per line"},
};
constexpr Synopsis kSynopsis{.name = "ls", .usage = "[OPTION]... [FILE]...",
    .description = "List information about the FILEs (the current directory by default).\n"
                   "Sort entries alphabetically if none of -cftuvSUX nor --sort is specified.\n\n"
                   "Mandatory arguments to long options are mandatory for short options too.",
    .options = kOptions,
    .notes = "The SIZE argument is an integer and optional unit (example: 10K is 10*1024).\n"
             "Units are K,M,G,T,P,E,Z,Y (powers of 1024) or KB,MB,... (powers of 1000).\n"
             "Binary prefixes can be used, too: KiB=K, MiB=M, and so on.\n\n"
             "The TIME_STYLE argument can be full-iso, long-iso, iso, locale, or +FORMAT.\n"
             "FORMAT is interpreted like in date(1).  If FORMAT is FORMAT1<newline>FORMAT2,\n"
             "then FORMAT1 applies to non-recent files and FORMAT2 to recent files.\n"
             "TIME_STYLE prefixed with 'posix-' takes effect only outside the POSIX locale.\n"
             "Also the TIME_STYLE environment variable sets the default style to use.\n\n"
             "The WHEN argument defaults to 'always' and can also be 'auto' or 'never'.\n\n"
             "Using color to distinguish file types is disabled both by default and\n"
             "with --color=never.  With --color=auto, ls emits color codes only when\n"
             "standard output is connected to a terminal.  The LS_COLORS environment\n"
             "variable can change the settings.  Use the dircolors(1) command to set it.\n\n"
             "Exit status:\n 0  if OK,\n 1  if minor problems (e.g., cannot access subdirectory),\n"
             " 2  if serious trouble (e.g., cannot access command-line argument).",
    .usage_status = 2};

enum When : int { kNever, kAlways, kAuto };
constexpr Choice kWhen[] = {{"always", kAlways}, {"yes", kAlways}, {"force", kAlways}, {"never", kNever}, {"no", kNever},
                            {"none", kNever}, {"auto", kAuto}, {"tty", kAuto}, {"if-tty", kAuto}};
constexpr Choice kFormats[] = {{"verbose", 0}, {"long", 0}, {"commas", 4}, {"horizontal", 3}, {"across", 3}, {"vertical", 2}, {"single-column", 1}};
constexpr Choice kSorts[] = {{"none", 6}, {"time", 5}, {"size", 3}, {"extension", 1}, {"version", 4}, {"width", 2}};
constexpr Choice kTimes[] = {{"atime", 2}, {"access", 2}, {"use", 2}, {"ctime", 1}, {"status", 1}, {"birth", 3}, {"creation", 3}};
constexpr Choice kIndicators[] = {{"none", 0}, {"slash", 1}, {"file-type", 2}, {"classify", 3}};
constexpr Choice kQuotings[] = {{"literal", 0}, {"shell", 1}, {"shell-always", 2}, {"shell-escape", 3}, {"shell-escape-always", 4},
                                {"c", 5}, {"c-maybe", 6}, {"escape", 7}, {"locale", 8}, {"clocale", 9}};
constexpr Choice kTimeStyles[] = {{"full-iso", 0}, {"long-iso", 1}, {"iso", 2}, {"locale", 3}};

enum class Follow : std::uint8_t { kDefault, kNever, kArgumentDirectories, kArguments, kAlways };
enum class Hidden : std::uint8_t { kAllHidden, kAlmostAll, kAll };

// What the options say that is not of interest to the printer.
struct Choices {
  Follow follow = Follow::kDefault;
  Hidden hidden = Hidden::kAllHidden;
  std::vector<Pattern> ignore, hide;
};

// --- sorting ------------------------------------------------------------------------------------------------------------

std::string_view extension(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == name.npos ? std::string_view() : name.substr(dot);
}
bool leads_to_directory(const Entry& e) {
  return e.is_directory() || (e.details && e.details->target_ok && (e.details->target_mode & 0170000) == 0040000);
}

struct Order {
  const Settings& s;
  vfs::Time time(const Entry& e) const {
    if (!e.details) return {};
    const vfs::Stat& st = e.details->stat;
    return s.time == TimeKind::kModified ? st.mtime : s.time == TimeKind::kChanged ? st.ctime : s.time == TimeKind::kAccessed ? st.atime : st.btime;
  }
  int compare(const Entry& a, const Entry& b) const {
    switch (s.sort) {
      case Sort::kSize: {
        const std::uint64_t x = a.details ? a.details->stat.size : 0, y = b.details ? b.details->stat.size : 0;
        if (x != y) return x > y ? -1 : 1;
        break;
      }
      case Sort::kTime: {
        const vfs::Time x = time(a), y = time(b);
        if (x != y) return x > y ? -1 : 1;
        break;
      }
      case Sort::kVersion:
        if (const int d = version_compare(a.name, b.name)) return d;
        break;
      case Sort::kExtension:
        if (const int d = extension(a.name).compare(extension(b.name))) return d;
        break;
      case Sort::kWidth:
        if (a.width != b.width) return a.width < b.width ? -1 : 1;
        break;
      default: break;
    }
    return a.name.compare(b.name);
  }
  bool operator()(const Entry* a, const Entry* b) const {
    if (s.directories_first) {
      const bool x = leads_to_directory(*a), y = leads_to_directory(*b);
      if (x != y) return x;
    }
    const int d = compare(*a, *b);
    return s.reverse ? d > 0 : d < 0;
  }
};

// A merge sort that lets others run between its steps.
Task<> sort_entries(Process& p, std::vector<Entry*>& v, const Settings& s) {
  const Order less{s};
  if (std::is_sorted(v.begin(), v.end(), less)) co_return;
  const auto before = [](const void* a, const void* b, const void* order) {
    return (*static_cast<const Order*>(order))(static_cast<const Entry*>(a), static_cast<const Entry*>(b));
  };
  constexpr std::size_t kRun = 512;
  const std::size_t n = v.size();
  for (std::size_t i = 0; i < n; i += kRun) {
    sort_pointers(reinterpret_cast<void**>(v.data() + i), std::min(n, i + kRun) - i, before, &less);
    if (p.spent(500)) co_await p.spend(0);
  }
  std::vector<Entry*> other(n > kRun ? n : 0);
  for (std::size_t run = kRun; run < n; run *= 2) {
    for (std::size_t i = 0; i < n; i += 2 * run) {
      const auto at = [&](std::size_t k) { return v.begin() + static_cast<std::ptrdiff_t>(std::min(n, k)); };
      std::merge(at(i), at(i + run), at(i + run), at(i + 2 * run), other.begin() + static_cast<std::ptrdiff_t>(i), less);
      if (p.spent(static_cast<std::uint32_t>(std::min(n, 2 * run)))) co_await p.spend(0);
    }
    v.swap(other);
  }
}

// --- listing ------------------------------------------------------------------------------------------------------------

class Ls {
 public:
  Ls(Process& p, const Settings& s, Choices c) : p_(p), s_(s), c_(std::move(c)), accounts_(p), printer_(p, s, accounts_) {
    needs_stat_ = s.layout == Layout::kLong || s.sort == Sort::kSize || s.sort == Sort::kTime || s.blocks || s.hyperlink || s.color ||
                  s.indicator == Indicator::kClassify || s.context || s.directories_first;
  }

  Task<int> run(const std::vector<std::string_view>& operands) {
    for (std::string_view operand : operands) {
      add("", operand, true, nullptr);
      if (p_.spent(2)) co_await p_.spend(0);
    }
    if (operands.empty()) {
      if (s_.immediate) add("", ".", true, nullptr);
      else pending_.push_back({".", true});
    }
    if (!entries_.empty()) {
      co_await sort();
      if (!s_.immediate) take_directories("", true);
    }
    bool headings = s_.recursive;
    if (!sorted_.empty()) {
      measure();
      co_await printer_.print(sorted_);
      if (!pending_.empty()) printer_.newline();
      headings = true;
    } else if (operands.size() > 1 || pending_.size() > 1) {
      headings = true;
    }
    while (!pending_.empty() && !exhausted_) {
      Pending next = std::move(pending_.back());
      pending_.pop_back();
      if (next.end_of_directory) {
        active_.pop_back();
        continue;
      }
      co_await list(std::move(next), headings);
      headings = true;
    }
    co_return printer_.finish(exhausted_ ? 2 : status_);
  }

 private:
  struct Pending {
    std::string name;
    bool argument = false;
    bool end_of_directory = false;   // with -R: leaves the directory, for the detection of loops
  };

  void failed(bool argument, std::string text, Error error) {
    printer_.out().complain(text, error);
    status_ = argument ? 2 : std::max(status_, 1);
  }

  bool ignored(std::string_view name) const {
    if (c_.hidden != Hidden::kAll && name[0] == '.' && (c_.hidden == Hidden::kAllHidden || name == "." || name == "..")) return true;
    const auto any = [&](const std::vector<Pattern>& patterns) {
      for (const Pattern& q : patterns)
        if (q.matches(name)) return true;
      return false;
    };
    return (c_.hidden == Hidden::kAllHidden && any(c_.hide)) || any(c_.ignore);
  }

  void clear() {
    entries_.clear();
    sorted_.clear();
    printer_.forget_widths();
  }

  Result<vfs::Stat> look(std::string_view path, vfs::Ino base, bool argument) {
    vfs::FileSystem& fs = p_.fs();
    const vfs::Caller who = p_.caller();
    if (c_.follow == Follow::kAlways || (argument && c_.follow == Follow::kArguments)) return fs.stat(who, path, vfs::Follow::kYes, base);
    if (argument && c_.follow == Follow::kArgumentDirectories) {
      auto s = fs.stat(who, path, vfs::Follow::kYes, base);
      const bool again = s ? s->type != vfs::Type::kDirectory : s.error() == Errno::kNOENT;
      if (!again) return s;
    }
    return fs.stat(who, path, vfs::Follow::kNo, base);
  }

  // Adds one entry to the listing; gives its blocks. `known` is what the directory says of it.
  std::uint64_t add(std::string directory, std::string_view name, bool argument, const vfs::DirEntry* known, vfs::Ino base = 0) {
    Entry e;
    e.name = name;
    if (known) {
      e.ino = known->ino;
      e.type = known->type;
    }
    // Its path, for messages and hyperlinks.
    const auto full = [&] { return directory.empty() || directory == "." ? e.name : join_path(directory, e.name); };
    const bool follow_link = e.type == vfs::Type::kSymlink && c_.follow == Follow::kAlways && (s_.inode || s_.indicator != Indicator::kNone || s_.recursive);
    if (argument || needs_stat_ || follow_link) {
      auto s = look(name, base, argument);
      if (!s) {
        failed(argument, "cannot access " + quote(full()), s.error());
        if (argument) return 0;
        e.ino = 0;
      } else {
        e.stat_ok = true;
        e.details = std::make_unique<Details>();
        e.details->stat = *s;
        e.ino = s->ino;
        e.type = s->type;
        e.argument_directory = argument && !s_.immediate && s->type == vfs::Type::kDirectory;
        if (s->type == vfs::Type::kSymlink && (s_.layout == Layout::kLong || s_.links_checked || s_.directories_first))
          if (auto r = read_link(e, base); !r) failed(argument, "cannot read symbolic link " + quote(full()), r.error());
      }
      if (s_.hyperlink) {
        auto absolute = canonicalize(p_, full(), {.missing = Canonical::Missing::kAny});
        if (absolute) e.absolute = std::move(*absolute);
        else failed(argument, "error canonicalizing " + quote(full()), absolute.error());
      }
    }
    if (s_.align_quotes && !printer_.some_quoted()) {
      (void)printer_.shown_name(e.name, e.quoted);
      printer_.some_quoted() |= e.quoted;
    }
    const std::uint64_t blocks = e.details ? e.details->stat.blocks : 0;
    if ((entries_.size() & 1023) == 0 && !memory::available(std::uint64_t{1024} * (sizeof(Entry) + sizeof(Details)))) {
      p_.complain("memory exhausted");
      exhausted_ = true;
      return blocks;
    }
    entries_.push_back(std::move(e));
    return blocks;
  }

  Result<> read_link(Entry& e, vfs::Ino base) {
    vfs::FileSystem& fs = p_.fs();
    auto target = fs.readlink(p_.caller(), e.ino);
    if (!target) return fail(target.error());
    e.details->target = std::move(*target);
    e.details->has_target = true;
    if (s_.indicator < Indicator::kFileType && !s_.links_checked && !s_.directories_first) return {};
    if (auto s = fs.stat(p_.caller(), e.name, vfs::Follow::kYes, base)) {
      e.details->target_ok = true;
      e.details->target_mode = s->st_mode();
    }
    return {};
  }

  Task<> sort() {
    sorted_.clear();
    sorted_.reserve(entries_.size());
    for (Entry& e : entries_) {
      if (s_.sort == Sort::kWidth) e.width = printer_.shown_width(e);
      sorted_.push_back(&e);
    }
    if (s_.sort != Sort::kNone) co_await sort_entries(p_, sorted_, s_);
  }

  void measure() {
    const bool columns = s_.layout == Layout::kDown || s_.layout == Layout::kAcross || s_.layout == Layout::kCommas;
    for (Entry* e : sorted_) {
      printer_.measure(*e);
      if (columns) e->width = printer_.shown_width(*e);
    }
  }

  // Puts the directories of the listing on the stack, so that the first comes off first; those that are operands leave it.
  void take_directories(const std::string& directory, bool argument) {
    for (std::size_t i = sorted_.size(); i-- > 0;) {
      const Entry& e = *sorted_[i];
      if (!e.is_directory() || (!directory.empty() && (e.name == "." || e.name == ".."))) continue;
      const bool whole = directory.empty() || e.name.starts_with('/');
      pending_.push_back({whole ? e.name : join_path(directory, e.name), argument});
    }
    std::erase_if(sorted_, [](const Entry* e) { return e->argument_directory; });
  }

  Task<> list(Pending next, bool heading) {
    vfs::FileSystem& fs = p_.fs();
    const vfs::Caller who = p_.caller();
    auto opened = fs.open(who, next.name, vfs::kOpenRead | vfs::kOpenDirectory);
    if (!opened) {
      failed(next.argument, "cannot open directory " + quote(next.name), opened.error());
      co_return;
    }
    const vfs::Ino dir = opened->ino;
    if (s_.recursive) {
      if (std::find(active_.begin(), active_.end(), dir) != active_.end()) {
        printer_.out().complain(quote_if_needed(next.name) + ": not listing already-listed directory");
        status_ = 2;
        co_return;
      }
      active_.push_back(dir);
      pending_.push_back({"", false, true});
    }
    clear();
    if (heading) {
      std::string absolute;
      if (s_.hyperlink)
        if (auto path = canonicalize(p_, next.name, {.missing = Canonical::Missing::kAny})) absolute = std::move(*path);
      printer_.heading(next.name, absolute, first_);
      first_ = false;
    }
    std::uint64_t blocks = 0;
    if (c_.hidden == Hidden::kAll)
      for (std::string_view dot : {".", ".."}) {
        if (ignored(dot)) continue;
        auto ino = fs.lookup(vfs::Caller{}, dir, dot);
        const vfs::DirEntry e{std::string(dot), ino ? *ino : 0, vfs::Type::kDirectory};
        blocks += add(next.name, dot, false, &e, dir);
      }
    for (vfs::DirEntry e;;) {
      auto more = fs.next_entry(dir, e);
      if (!more || !*more || exhausted_) break;
      if (!ignored(e.name)) blocks += add(next.name, e.name, false, &e, dir);
      if (p_.spent(needs_stat_ ? 6 : 3)) co_await p_.spend(0);
    }
    co_await sort();
    if (s_.recursive) take_directories(next.name, false);
    measure();
    if (s_.layout == Layout::kLong || s_.blocks) printer_.total(blocks);
    if (!sorted_.empty()) co_await printer_.print(sorted_);
  }

  Process& p_;
  const Settings& s_;
  Choices c_;
  Accounts accounts_;
  Printer printer_;
  std::vector<Entry> entries_;
  std::vector<Entry*> sorted_;
  std::vector<Pending> pending_;
  std::vector<vfs::Ino> active_;
  bool needs_stat_ = false, first_ = true, exhausted_ = false;
  int status_ = 0;
};

// --- options ------------------------------------------------------------------------------------------------------------

// Fills the settings from the command line; an exit status when something is wrong (and has been said).
class Setup {
 public:
  Setup(Process& p, Settings& s, Choices& c, std::string_view program) : p_(p), s_(s), c_(c), program_(program) {
    terminal_ = p.file(1) && p.file(1)->is_terminal();
    s.name_quoting.utf8 = utf8_locale(p);
  }

  std::optional<int> read(const Options& o) {
    for (const Option::Use& u : o.uses())
      if (auto status = option(u)) return status;
    return settle();
  }

 private:
  std::optional<int> wrong(std::string text, int status = 2) {
    p_.complain(text);
    return status;
  }
  std::optional<int> word(std::span<const Choice> choices, const Option::Use& u, std::string_view name, int& value) {
    std::string error;
    if (auto v = choose(p_, choices, u.argument, name, error)) {
      value = *v;
      return std::nullopt;
    }
    return usage_error(p_, error, 1);
  }
  std::optional<int> when(const Option::Use& u, std::string_view name, bool& on) {
    int v = kAlways;
    if (u.has_argument)
      if (auto status = word(kWhen, u, name, v)) return status;
    on = v == kAlways || (v == kAuto && terminal_);
    return std::nullopt;
  }
  // -l and its like win over -1 that follows.
  void layout(Layout l) { layout_ = l; }

  std::optional<int> option(const Option::Use& u) {
    int v = 0;
    switch (u.id) {
      case 'a': c_.hidden = Hidden::kAll; break;
      case 'A': c_.hidden = Hidden::kAlmostAll; break;
      case 'b': style_ = QuotingStyle::kEscape; break;
      case 'B':
        c_.ignore.push_back(Pattern::compile("*~", {.period = true}));
        c_.ignore.push_back(Pattern::compile(".*~", {.period = true}));
        break;
      case 'c': s_.time = TimeKind::kChanged; time_given_ = true; break;
      case 'C': layout(Layout::kDown); break;
      case 'd': s_.immediate = true; break;
      case 'D': s_.dired = true; break;
      case 'f':
        c_.hidden = Hidden::kAll;
        sort_ = Sort::kNone;
        if (layout_ == Layout::kLong) layout_.reset();
        s_.color = s_.hyperlink = s_.blocks = false;
        break;
      case 'F': s_.indicator = Indicator::kClassify; break;
      case 'g': layout(Layout::kLong); s_.owner = false; break;
      case 'G': s_.group = false; break;
      case 'h': human(kHuman1024); break;
      case 'H': c_.follow = Follow::kArguments; break;
      case 'i': s_.inode = true; break;
      case 'I': c_.ignore.push_back(Pattern::compile(u.argument, {.period = true})); break;
      case 'k': kibibytes_ = true; break;
      case 'l': layout(Layout::kLong); break;
      case 'L': c_.follow = Follow::kAlways; break;
      case 'm': layout(Layout::kCommas); break;
      case 'n': s_.numeric = true; layout(Layout::kLong); break;
      case 'N': style_ = QuotingStyle::kLiteral; break;
      case 'o': layout(Layout::kLong); s_.group = false; break;
      case 'p': s_.indicator = Indicator::kSlash; break;
      case 'q': question_marks_ = true; break;
      case 'Q': style_ = QuotingStyle::kC; break;
      case 'r': s_.reverse = true; break;
      case 'R': s_.recursive = true; break;
      case 's': s_.blocks = true; break;
      case 'S': sort_ = Sort::kSize; break;
      case 't': sort_ = Sort::kTime; break;
      case 'T': return columns(u.argument, "invalid tab size: ", s_.tab, tab_given_);
      case 'u': s_.time = TimeKind::kAccessed; time_given_ = true; break;
      case 'U': sort_ = Sort::kNone; break;
      case 'v': sort_ = Sort::kVersion; break;
      case 'w': return columns(u.argument, "invalid line width: ", s_.width, width_given_);
      case 'x': layout(Layout::kAcross); break;
      case 'X': sort_ = Sort::kExtension; break;
      case 'Z': s_.context = true; break;
      case '1': if (layout_ != Layout::kLong) layout(Layout::kOnePerLine); break;
      case kAuthor: s_.author = true; break;
      case kBlockSize: {
        const NumberError e = parse_block_size(u.argument, s_.block_format, s_.block_size);
        if (e != NumberError::kNone) return wrong(bad_argument(e, "--block-size", u.argument));
        s_.size_format = s_.block_format;
        s_.size_unit = s_.block_size;
        block_size_given_ = true;
        break;
      }
      case kColor: return when(u, "--color", s_.color);
      case kClassify: {
        bool on = false;
        if (auto status = when(u, "--classify", on)) return status;
        if (on) s_.indicator = Indicator::kClassify;
        break;
      }
      case kFileTypes: s_.indicator = Indicator::kFileType; break;
      case kFormat:
        if (auto status = word(kFormats, u, "--format", v)) return status;
        layout(static_cast<Layout>(v));
        break;
      case kFullTime: layout(Layout::kLong); time_style_ = "full-iso"; break;
      case kDirectoriesFirst: s_.directories_first = true; break;
      case kSi: human(kHuman1000); break;
      case kToDirectory: c_.follow = Follow::kArgumentDirectories; break;
      case kHide: c_.hide.push_back(Pattern::compile(u.argument, {.period = true})); break;
      case kHyperlink: return when(u, "--hyperlink", s_.hyperlink);
      case kIndicatorStyle:
        if (auto status = word(kIndicators, u, "--indicator-style", v)) return status;
        s_.indicator = static_cast<Indicator>(v);
        break;
      case kShowControl: question_marks_ = false; break;
      case kQuotingStyle:
        if (auto status = word(kQuotings, u, "--quoting-style", v)) return status;
        style_ = v == 9 ? QuotingStyle::kC : static_cast<QuotingStyle>(v);
        break;
      case kSortBy:
        if (auto status = word(kSorts, u, "--sort", v)) return status;
        sort_ = static_cast<Sort>(v);
        break;
      case kTimeBy:
        if (auto status = word(kTimes, u, "--time", v)) return status;
        s_.time = static_cast<TimeKind>(v);
        time_given_ = true;
        break;
      case kTimeStyle: time_style_ = u.argument; break;
      case kZero:
        s_.eol = '\0';
        question_marks_ = false;
        if (layout_ != Layout::kLong) layout(Layout::kOnePerLine);
        s_.color = false;
        style_ = QuotingStyle::kLiteral;
        break;
    }
    return std::nullopt;
  }

  void human(const HumanFormat& f) {
    s_.block_format = s_.size_format = f;
    s_.block_size = s_.size_unit = 1;
    block_size_given_ = true;
  }

  std::optional<int> columns(std::string_view text, std::string_view message, std::size_t& value, bool& given) {
    const auto n = parse_unsigned(text, "", 0);
    if (n.error != NumberError::kNone && n.error != NumberError::kOverflow)
      return wrong(std::string(message) + quote_words(p_, text));
    value = static_cast<std::size_t>(std::min<std::uint64_t>(n.value, INT32_MAX));
    if (n.error == NumberError::kOverflow) value = 0;
    given = true;
    return std::nullopt;
  }

  void from_environment(std::string_view name, std::string_view message, std::size_t& value) {
    const auto text = p_.getenv(name);
    if (!text || text->empty()) return;
    const auto n = parse_unsigned(*text, "", 0);
    if (n.error == NumberError::kNone) value = static_cast<std::size_t>(std::min<std::uint64_t>(n.value, INT32_MAX));
    else p_.complain("ignoring invalid " + std::string(message) + " in environment variable " + std::string(name) + ": " + quote_words(p_, *text));
  }

  // What depends on several options and on the environment.
  std::optional<int> settle() {
    const bool is_ls = program_ == "ls";
    s_.layout = layout_ ? *layout_ : program_ == "vdir" ? Layout::kLong : program_ == "dir" || terminal_ ? Layout::kDown : Layout::kOnePerLine;
    const bool in_columns = s_.layout == Layout::kDown || s_.layout == Layout::kAcross || s_.layout == Layout::kCommas;
    if (!block_size_given_) settle_blocks();
    if (!width_given_ && (in_columns || s_.color)) from_environment("COLUMNS", "width", s_.width);
    if (in_columns && !tab_given_) from_environment("TABSIZE", "tab size", s_.tab);
    s_.question_marks = question_marks_.value_or(is_ls && terminal_);
    if (!style_) {
      if (const auto name = p_.getenv("QUOTING_STYLE")) {
        style_ = find_quoting_style(*name);
        if (!style_) p_.complain("ignoring invalid value of environment variable QUOTING_STYLE: " + quote_words(p_, *name));
      }
    }
    settle_quoting(is_ls);
    if (s_.dired && s_.eol == '\0') return wrong("--dired and --zero are incompatible");
    if (s_.dired && (s_.layout != Layout::kLong || s_.hyperlink)) s_.dired = false;
    s_.sort = sort_ ? *sort_ : s_.layout != Layout::kLong && time_given_ ? Sort::kTime : Sort::kName;
    if (s_.sort == Sort::kNone) s_.directories_first = false;
    if (c_.follow == Follow::kDefault)
      c_.follow = s_.immediate || s_.indicator == Indicator::kClassify || s_.layout == Layout::kLong ? Follow::kNever : Follow::kArgumentDirectories;
    s_.zone = TimeZone::from_environment(p_.getenv("TZ"));
    if (s_.hyperlink) {
      auto ino = p_.fs().resolve(vfs::Caller{}, "/etc/hostname");
      char name[256];
      auto n = ino ? p_.fs().read(*ino, 0, name, sizeof name) : Result<std::size_t>(0);
      s_.host.assign(name, n ? *n : 0);
      s_.host.resize(std::min(s_.host.size(), s_.host.find('\n')));
    }
    if (s_.color) settle_colors();
    if (s_.layout == Layout::kLong) return settle_time();
    return std::nullopt;
  }

  void settle_blocks() {
    const auto own = p_.getenv("LS_BLOCK_SIZE"), common = p_.getenv("BLOCK_SIZE"), old = p_.getenv("BLOCKSIZE");
    s_.block_size = p_.getenv("POSIXLY_CORRECT") ? 512 : 1024;
    const auto spec = own ? own : common ? common : old;
    if (spec) {
      HumanFormat f;
      std::uint64_t size = 0;
      if (parse_block_size(*spec, f, size) == NumberError::kNone) {
        s_.block_format = f;
        s_.block_size = size;
      }
    }
    if (own || common) {
      s_.size_format = s_.block_format;
      s_.size_unit = s_.block_size;
    }
    if (kibibytes_) {
      s_.block_format = {};
      s_.block_size = 1024;
    }
  }

  void settle_quoting(bool is_ls) {
    const QuotingStyle style = style_.value_or(!is_ls ? QuotingStyle::kEscape : terminal_ ? QuotingStyle::kShellEscape : QuotingStyle::kLiteral);
    s_.align_quotes = (s_.layout == Layout::kLong || ((s_.layout == Layout::kDown || s_.layout == Layout::kAcross) && s_.width)) &&
                      (style == QuotingStyle::kShell || style == QuotingStyle::kShellEscape || style == QuotingStyle::kCMaybe);
    if (style == QuotingStyle::kEscape) s_.name_extra = " ";
    if (s_.indicator == Indicator::kFileType) s_.name_extra += "=>@|";
    if (s_.indicator == Indicator::kClassify) s_.name_extra += "*=>@|";
    s_.name_quoting.style = style;
    s_.name_quoting.extra = s_.name_extra;
    s_.directory_quoting = {style, s_.name_quoting.utf8, ":"};
  }

  void settle_colors() {
    bool off = false;
    std::vector<std::string> warnings;
    s_.colors.read(p_, off, warnings);
    for (std::string& w : warnings) p_.complain(w);
    if (off) s_.color = false;
    // Some terminals cannot handle tabs and colors in one line.
    if (s_.color) s_.tab = 0;
    const LsColors& c = s_.colors;
    s_.links_checked = s_.color && (c.links_as_targets() || c.colored(LsColors::kOrphan) ||
                                    (c.colored(LsColors::kMissing) && s_.layout == Layout::kLong));
  }

  std::optional<int> settle_time() {
    std::string style(time_style_ ? *time_style_ : p_.getenv("TIME_STYLE").value_or("locale"));
    while (style.starts_with("posix-")) {
      if (!s_.name_quoting.utf8) return std::nullopt;
      style.erase(0, 6);
    }
    if (style.starts_with('+')) {
      style.erase(0, 1);
      const std::size_t newline = style.find('\n');
      s_.old_format = style.substr(0, newline);
      s_.recent_format = newline == style.npos ? s_.old_format : style.substr(newline + 1);
      if (s_.recent_format.find('\n') != std::string::npos)
        return wrong("invalid time style format " + quote_words(p_, style));
      return std::nullopt;
    }
    std::string error;
    const auto which = choose(p_, kTimeStyles, style, "time style", error);
    if (!which) {
      error.resize(error.find('\n'));
      error += "\nValid arguments are:\n  - [posix-]full-iso\n  - [posix-]long-iso\n  - [posix-]iso\n  - [posix-]locale\n"
               "  - +FORMAT (e.g., +%H:%M) for a 'date'-style format";
      return usage_error(p_, error, 2);
    }
    switch (*which) {
      case 0: s_.old_format = s_.recent_format = "%Y-%m-%d %H:%M:%S.%N %z"; break;
      case 1: s_.old_format = s_.recent_format = "%Y-%m-%d %H:%M"; break;
      case 2: s_.old_format = "%Y-%m-%d "; s_.recent_format = "%m-%d %H:%M"; break;
    }
    return std::nullopt;
  }

  Process& p_;
  Settings& s_;
  Choices& c_;
  std::string_view program_;
  bool terminal_ = false, time_given_ = false, kibibytes_ = false, block_size_given_ = false, width_given_ = false, tab_given_ = false;
  std::optional<Layout> layout_;
  std::optional<Sort> sort_;
  std::optional<QuotingStyle> style_;
  std::optional<bool> question_marks_;
  std::optional<std::string> time_style_;
};

Task<int> list_main(Process& p, std::string_view program) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Settings s;
  Choices c;
  Setup setup(p, s, c, program);
  if (auto status = setup.read(o)) co_return *status;
  Ls ls(p, s, std::move(c));
  co_return co_await ls.run(o.operands());
}

Task<int> ls_main(Process& p) { return list_main(p, "ls"); }
Task<int> dir_main(Process& p) { return list_main(p, "dir"); }
Task<int> vdir_main(Process& p) { return list_main(p, "vdir"); }
const Program kLs("ls", ls_main);
const Program kDir("dir", dir_main);
const Program kVdir("vdir", vdir_main);

}  // namespace
}  // namespace nacre::ls
