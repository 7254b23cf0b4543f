// diff [OPTION]... FILES (POSIX; GNU diffutils 3.8): compares files line by line, and directories file by file.
//
// Both files are read whole, their lines numbered, and the numbers compared by LineDiff (src/base/line_diff.h), in steps. Departs
// from GNU: -l (--paginate) runs the pr that PATH has, and none is built in; --color=auto is never, for there is no terminal.
#include "src/commands/diff.h"

#include <algorithm>

#include "src/base/memory.h"
#include "src/base/numbers.h"
#include "src/base/quoting.h"
#include "src/base/sort.h"
#include "src/commands/ls_colors.h"
#include "src/process/locale.h"
#include "src/process/machine.h"
#include "src/process/options.h"
#include "src/regex/pattern.h"

namespace nacre::diff {
namespace {

enum : int {
  kNormal = kOnlyLong + 1, kLeftColumn, kSuppressCommon, kLabel, kTabSize, kSuppressBlankEmpty, kNoDereference, kUnidirectional,
  kIgnoreNameCase, kNoIgnoreNameCase, kFromFile, kToFile, kStripCr, kLineFormat, kOldLine, kNewLine, kUnchangedLine, kOldGroup, kNewGroup,
  kUnchangedGroup, kChangedGroup, kHorizon, kSpeed, kColor, kPalette, kContextLines, kUnifiedLines,
};

constexpr Option kOptions[] = {
    {kNormal, "normal", Argument::kNone, "", "output a normal diff (the default)"},
    {'q', "brief", Argument::kNone, "", "report only when files differ"},
    {'s', "report-identical-files", Argument::kNone, "", "report when two files are the same"},
    {'c', "", Argument::kNone, "", "output 3 lines of copied context"},
    {'C', "", Argument::kRequired, "NUM", "output NUM lines of copied context"},
    {kContextLines, "context", Argument::kOptional, "NUM", "output NUM (default 3) lines of copied context"},
    {'u', "", Argument::kNone, "", "output 3 lines of unified context"},
    {'U', "", Argument::kRequired, "NUM", "output NUM lines of unified context"},
    {kUnifiedLines, "unified", Argument::kOptional, "NUM", "output NUM (default 3) lines of unified context"},
    {'e', "ed", Argument::kNone, "", "output an ed script"},
    {'n', "rcs", Argument::kNone, "", "output an RCS format diff"},
    {'y', "side-by-side", Argument::kNone, "", "output in two columns"},
    {'W', "width", Argument::kRequired, "NUM", "output at most NUM (default 130) print columns"},
    {kLeftColumn, "left-column", Argument::kNone, "", "output only the left column of common lines"},
    {kSuppressCommon, "suppress-common-lines", Argument::kNone, "", "do not output common lines"},
    {'p', "show-c-function", Argument::kNone, "", "show which C function each change is in"},
    {'F', "show-function-line", Argument::kRequired, "RE", "show the most recent line matching RE"},
    {kLabel, "label", Argument::kRequired, "LABEL", "use LABEL instead of file name and timestamp\n(can be repeated)"},
    {'L', "", Argument::kRequired, "LABEL", ""},
    {'t', "expand-tabs", Argument::kNone, "", "expand tabs to spaces in output"},
    {'T', "initial-tab", Argument::kNone, "", "make tabs line up by prepending a tab"},
    {kTabSize, "tabsize", Argument::kRequired, "NUM", "tab stops every NUM (default 8) print columns"},
    {kSuppressBlankEmpty, "suppress-blank-empty", Argument::kNone, "", "suppress space or tab before empty output lines"},
    {'l', "paginate", Argument::kNone, "", "pass output through 'pr' to paginate it"},
    {'r', "recursive", Argument::kNone, "", "recursively compare any subdirectories found"},
    {kNoDereference, "no-dereference", Argument::kNone, "", "don't follow symbolic links"},
    {'N', "new-file", Argument::kNone, "", "treat absent files as empty"},
    {'P', "", Argument::kNone, "", ""},
    {kUnidirectional, "unidirectional-new-file", Argument::kNone, "", "treat absent first files as empty"},
    {kIgnoreNameCase, "ignore-file-name-case", Argument::kNone, "", "ignore case when comparing file names"},
    {kNoIgnoreNameCase, "no-ignore-file-name-case", Argument::kNone, "", "consider case when comparing file names"},
    {'x', "exclude", Argument::kRequired, "PAT", "exclude files that match PAT"},
    {'X', "exclude-from", Argument::kRequired, "FILE", "exclude files that match any pattern in FILE"},
    {'S', "starting-file", Argument::kRequired, "FILE", "start with FILE when comparing directories"},
    {kFromFile, "from-file", Argument::kRequired, "FILE1", "compare FILE1 to all operands;\nFILE1 can be a directory"},
    {kToFile, "to-file", Argument::kRequired, "FILE2", "compare all operands to FILE2;\nFILE2 can be a directory"},
    {'i', "ignore-case", Argument::kNone, "", "ignore case differences in file contents"},
    {'E', "ignore-tab-expansion", Argument::kNone, "", "ignore changes due to tab expansion"},
    {'Z', "ignore-trailing-space", Argument::kNone, "", "ignore white space at line end"},
    {'b', "ignore-space-change", Argument::kNone, "", "ignore changes in the amount of white space"},
    {'w', "ignore-all-space", Argument::kNone, "", "ignore all white space"},
    {'B', "ignore-blank-lines", Argument::kNone, "", "ignore changes where lines are all blank"},
    {'I', "ignore-matching-lines", Argument::kRequired, "RE", "ignore changes where all lines match RE"},
    {'a', "text", Argument::kNone, "", "treat all files as text"},
    {kStripCr, "strip-trailing-cr", Argument::kNone, "", "strip trailing carriage return on input"},
    {'D', "ifdef", Argument::kRequired, "NAME", "output merged file with '#ifdef NAME' diffs"},
    {kOldGroup, "old-group-format", Argument::kRequired, "GFMT", "format old input groups with GFMT"},
    {kNewGroup, "new-group-format", Argument::kRequired, "GFMT", "format new input groups with GFMT"},
    {kUnchangedGroup, "unchanged-group-format", Argument::kRequired, "GFMT", "format unchanged input groups with GFMT"},
    {kChangedGroup, "changed-group-format", Argument::kRequired, "GFMT", "format changed input groups with GFMT"},
    {kLineFormat, "line-format", Argument::kRequired, "LFMT", "format all input lines with LFMT"},
    {kOldLine, "old-line-format", Argument::kRequired, "LFMT", "format old input lines with LFMT"},
    {kNewLine, "new-line-format", Argument::kRequired, "LFMT", "format new input lines with LFMT"},
    {kUnchangedLine, "unchanged-line-format", Argument::kRequired, "LFMT", "format unchanged input lines with LFMT"},
    {'d', "minimal", Argument::kNone, "", "try hard to find a smaller set of changes"},
    {kHorizon, "horizon-lines", Argument::kRequired, "NUM", "keep NUM lines of the common prefix and suffix"},
    {'H', "", Argument::kNone, "", ""},
    {kSpeed, "speed-large-files", Argument::kNone, "", "assume large files and many scattered small changes"},
    {kColor, "color", Argument::kOptional, "WHEN", "color output; WHEN is 'never', 'always', or 'auto';\nplain --color means --color='auto'"},
    {'v', "", Argument::kNone, "", ""},
    {kPalette, "palette", Argument::kRequired, "PALETTE", "the colors to use when --color is active; PALETTE is\na colon-separated list of terminfo capabilities"},
};
constexpr Synopsis kSynopsis{"diff", "[OPTION]... FILES", "Compare FILES line by line.", kOptions,
                             "FILES are 'FILE1 FILE2' or 'DIR1 DIR2' or 'DIR FILE' or 'FILE DIR'.\n"
                             "If --from-file or --to-file is given, there are no restrictions on FILE(s).\n"
                             "If a FILE is '-', read standard input.\n"
                             "Exit status is 0 if inputs are the same, 1 if different, 2 if trouble.",
                             2, false, false, ErrorTail::kNamedTryHelp, Digits::kEach};

class Differ {
 public:
  Differ(Process& p, Settings s) : p_(p), s_(std::move(s)), out_(p, 1) {}

  Task<int> compare_operands(std::string a, std::string b) {
    // FILE DIR: the file of that name in the directory.
    const bool a_dir = is_directory(a), b_dir = is_directory(b);
    if (a_dir != b_dir && (a_dir ? exists(b) || b == "-" : exists(a) || a == "-")) {
      std::string& dir = a_dir ? a : b;
      const std::string& file = a_dir ? b : a;
      if (file == "-") {
        complain("cannot compare '-' to a directory");
        co_return 2;
      }
      const std::size_t slash = file.rfind('/');
      dir += (dir.ends_with('/') ? "" : "/") + (slash == file.npos ? file : file.substr(slash + 1));
    }
    co_return co_await compare(a, b, true);
  }
  int finish(int status) { return out_.finish(status) == status ? status : 2; }
  void complain(const std::string& text) {
    out_.flush();
    p_.write_stderr(p_.argv[0] + ": " + text + "\n");
  }

 private:
  vfs::Follow follow() const { return s_.no_dereference ? vfs::Follow::kNo : vfs::Follow::kYes; }
  Result<vfs::Stat> stat(const std::string& path) const { return p_.fs().stat(p_.caller(), path, follow()); }
  bool exists(const std::string& path) const { return stat(path).has_value(); }
  bool is_directory(const std::string& path) const {
    auto s = stat(path);
    return s && s->type == vfs::Type::kDirectory;
  }

  // Two files, or two directories, or an absent one (allowed by -N). Gives 0, 1 or 2.
  Task<int> compare(const std::string& a, const std::string& b, bool top) {
    auto sa = a == "-" ? p_.file(0) ? p_.file(0)->stat() : Result<vfs::Stat>(fail(Errno::kBADF)) : stat(a);
    auto sb = b == "-" ? p_.file(0) ? p_.file(0)->stat() : Result<vfs::Stat>(fail(Errno::kBADF)) : stat(b);
    const bool a_may = s_.new_file || s_.unidirectional, b_may = s_.new_file;
    const bool a_gone = !sa && sa.error() == Errno::kNOENT, b_gone = !sb && sb.error() == Errno::kNOENT;
    if ((!sa && !(a_gone && a_may && sb)) || (!sb && !(b_gone && b_may && sa))) {
      if (!sa) complain(a + ": " + std::string(sa.error().words()));
      if (!sb) complain(b + ": " + std::string(sb.error().words()));
      co_return 2;
    }
    const vfs::Type ta = sa ? sa->type : sb->type, tb = sb ? sb->type : sa->type;
    if (ta == vfs::Type::kDirectory && tb == vfs::Type::kDirectory) {
      if (top || s_.recursive) co_return co_await directories(a, b, !sa, !sb);
      out_.put("Common subdirectories: " + quote_if_needed(a) + " and " + quote_if_needed(b) + "\n");
      co_return 0;
    }
    if (ta == vfs::Type::kSymlink && tb == vfs::Type::kSymlink) {
      auto la = p_.fs().readlink(p_.caller(), a), lb = p_.fs().readlink(p_.caller(), b);
      if (la.value_or("") == lb.value_or("")) co_return 0;
      out_.put("Symbolic links " + quote_if_needed(a) + " and " + quote_if_needed(b) + " differ\n");
      co_return 1;
    }
    if (ta != tb && (ta == vfs::Type::kDirectory || tb == vfs::Type::kDirectory || ta == vfs::Type::kSymlink || tb == vfs::Type::kSymlink)) {
      out_.put("File " + quote_if_needed(a) + " is a " + type_words(ta, sa ? sa->size : 0) + " while file " + quote_if_needed(b) + " is a " +
               type_words(tb, sb ? sb->size : 0) + "\n");
      co_return 1;
    }
    Input x, y;
    x.name = x.label = a;
    y.name = y.label = b;
    if (sa) x.stat = *sa;
    else x.absent = true;
    if (sb) y.stat = *sb;
    else y.absent = true;
    const bool same = sa && sb && sa->ino == sb->ino && sa->dev == sb->dev;
    if (same && !full_output()) {
      if (s_.report_identical) out_.put("Files " + quote_if_needed(a) + " and " + quote_if_needed(b) + " are identical\n");
      co_return 0;
    }
    for (Input* in : {&x, &y}) {
      if (in->absent) continue;
      auto text = co_await read(*in, same && in == &y ? &x : nullptr);
      if (!text) {
        complain(in->name + ": " + std::string(text.error().words()));
        co_return 2;
      }
    }
    co_return co_await contents(x, y, top);
  }
  static std::string type_words(vfs::Type t, std::uint64_t size) {
    switch (t) {
      case vfs::Type::kDirectory: return "directory";
      case vfs::Type::kFile: return size == 0 ? "regular empty file" : "regular file";
      case vfs::Type::kSymlink: return "symbolic link";
      case vfs::Type::kFifo: return "fifo";
      case vfs::Type::kCharDevice: return "character special file";
    }
    return "weird file";
  }
  // Styles that print something also when nothing differs.
  bool full_output() const { return s_.style == Style::kSideBySide || s_.style == Style::kFormat; }

  Task<Result<>> read(Input& in, const Input* twin) {
    if (twin) {
      in.text = twin->text;
      co_return Result<>();
    }
    Result<std::string> text = in.name == "-" ? co_await read_all(p_, 0) : co_await read_file(p_, in.name);
    if (!text) co_return fail(text.error());
    in.text = std::move(*text);
    if (in.name == "-") {
      const Nanoseconds now = p_.machine().now();
      in.stat.mtime = {now / kSecond, static_cast<std::uint32_t>(now % kSecond)};
    }
    co_return Result<>();
  }

  Task<int> contents(Input& a, Input& b, bool top) {
    const auto is_binary = [&](const Input& in) { return !s_.text && std::string_view(in.text).substr(0, 65536).find('\0') != std::string_view::npos; };
    const bool binary = is_binary(a) || is_binary(b);
    const bool identical = a.text == b.text;
    if (binary) {
      if (identical) co_return identical_report(a, b);
      out_.put((s_.brief ? "Files " : "Binary files ") + quote_if_needed(a.label) + " and " + quote_if_needed(b.label) + " differ\n");
      co_return 1;
    }
    if (identical && !full_output()) co_return last_newlines(a, b) ? 2 : identical_report(a, b);
    if (!memory::available(std::uint64_t{a.text.size()} + b.text.size())) {
      complain("memory exhausted");
      co_return 2;
    }
    split_lines(a, s_.strip_cr);
    split_lines(b, s_.strip_cr);
    co_await p_.spend(static_cast<std::uint32_t>((a.text.size() + b.text.size()) / 256));
    co_await classify(p_, s_, a, b);
    std::size_t horizon = s_.horizon;
    if (s_.style == Style::kContext || s_.style == Style::kUnified) horizon = std::max(horizon, s_.context);
    LineDiff diff(a.classes, b.classes, s_.minimal, horizon, s_.speed, same_ends(a, b));
    while (!diff.run(20'000)) co_await p_.spend(2'000);
    std::vector<Change> changes;
    bool differs = false;
    for (const LineDiff::Change& c : diff.changes()) {
      Change change;
      static_cast<LineDiff::Change&>(change) = c;
      change.ignored = is_ignored(a, b, c);
      differs |= !change.ignored;
      changes.push_back(change);
    }
    if (s_.brief) {
      if (!differs) co_return identical_report(a, b);
      out_.put("Files " + quote_if_needed(a.label) + " and " + quote_if_needed(b.label) + " differ\n");
      co_return 1;
    }
    int status = differs ? 1 : 0;
    if (differs || full_output()) {
      const std::string title = "diff" + s_.switches + " " + quote_if_needed(a.name) + " " + quote_if_needed(b.name);
      if (s_.paginate) {
        status = std::max(status, co_await paginate(title, a, b, changes));
      } else {
        if (differs && !top) out_.put(title + "\n");
        co_await Printer(p_, s_, out_, a, b, changes).print();
      }
    }
    if (last_newlines(a, b)) co_return 2;
    if (!differs) identical_report(a, b);
    co_return status;
  }
  // Says which files have a last line without newline, when the style cannot. True: there are some.
  bool last_newlines(const Input& a, const Input& b) {
    bool any = false;
    if (s_.style != Style::kEd || s_.brief) return false;
    for (std::size_t f = 0; f < 2; ++f) {
      const Input& in = f == 0 ? a : b;
      if (in.text.empty() || in.text.back() == '\n') continue;
      any = true;
      complain((f < s_.labels.size() ? s_.labels[f] : in.label) + ": No newline at end of file\n");
    }
    return any;
  }
  // -l: through pr, with the command as the title of its pages.
  Task<int> paginate(std::string title, Input& a, Input& b, const std::vector<Change>& changes) {
    out_.flush();
    auto [reader, writer] = p_.make_pipe();
    SpawnOptions how;
    how.files.emplace_back(0, std::move(reader));
    auto pr = p_.spawn({"pr", "-h", std::move(title)}, how);
    how.files.clear();   // or pr would have no end of file, and a broken pipe not be seen
    if (!pr) {
      complain(std::string("subsidiary program 'pr' ") + (pr.error() == Errno::kNOENT ? "not found" : "could not be invoked"));
      co_return 2;
    }
    int status = 2;
    if (auto fd = p_.add_file(std::move(writer), 10, true)) {
      Writer out(p_, *fd);
      co_await Printer(p_, s_, out, a, b, changes).print();
      status = 0;
      out.flush();
      (void)p_.close(*fd);
    }
    auto ended = co_await p_.wait(*pr);
    if (ended && ended->second.shell_status() == 0) co_return status;
    complain("subsidiary program 'pr' failed (exit status " + std::to_string(ended ? ended->second.shell_status() : 0) + ")");
    co_return 2;
  }
  // How many lines are the same byte for byte at the start and at the end.
  LineDiff::Ends same_ends(const Input& a, const Input& b) const {
    LineDiff::Ends ends;
    if (!s_.ignores()) return ends;   // equal lines are the same lines
    const std::size_t n = a.lines.size(), m = b.lines.size(), least = std::min(n, m);
    ends = {0, 0};
    while (ends.first < least && a.lines[ends.first] == b.lines[ends.first]) ++ends.first;
    if (a.missing_newline == b.missing_newline)
      while (ends.last < least - ends.first && a.lines[n - 1 - ends.last] == b.lines[m - 1 - ends.last]) ++ends.last;
    return ends;
  }
  int identical_report(const Input& a, const Input& b) {
    if (s_.report_identical) out_.put("Files " + quote_if_needed(a.label) + " and " + quote_if_needed(b.label) + " are identical\n");
    return 0;
  }

  bool is_ignored(const Input& a, const Input& b, const LineDiff::Change& c) {
    if (!s_.ignore_blank && !s_.ignore_lines) return false;
    const auto trivial = [&](std::string_view line) {
      const bool blank = s_.ignore_change || s_.ignore_all || s_.ignore_trailing ? line.find_first_not_of(" \t\r\v\f") == line.npos : line.empty();
      return (s_.ignore_blank && blank) || (s_.ignore_lines && s_.ignore_lines->search(line) == Found::kYes);
    };
    for (std::size_t i = 0; i < c.deleted; ++i)
      if (!trivial(a.lines[c.a + i])) return false;
    for (std::size_t i = 0; i < c.inserted; ++i)
      if (!trivial(b.lines[c.b + i])) return false;
    return true;
  }

  bool is_excluded(const std::string& name) const {
    return std::ranges::any_of(s_.excluded, [&](const std::string& pattern) { return Pattern::compile(pattern, {.nocase = s_.ignore_name_case}).matches(name); });
  }
  Result<std::vector<std::string>> names(const std::string& dir) const {
    auto ino = p_.fs().resolve(p_.caller(), dir);
    if (!ino) return fail(ino.error());
    if (auto ok = p_.fs().permit(p_.caller(), *ino, vfs::kReadable); !ok) return fail(ok.error());
    auto entries = p_.fs().list(*ino);
    if (!entries) return fail(entries.error());
    std::vector<std::string> all;
    for (vfs::DirEntry& e : *entries)
      if (!is_excluded(e.name)) all.push_back(std::move(e.name));
    const auto less = [&](const std::string& x, const std::string& y) { return order(x, y) < 0; };
    sort_vector(all, less);
    return all;
  }
  int order(const std::string& x, const std::string& y) const {
    if (s_.ignore_name_case) {
      const auto lower = [](std::string t) {
        for (char& c : t)
          if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
        return t;
      };
      return lower(x).compare(lower(y));
    }
    return x.compare(y);
  }

  // The entries of both by name; depth counts, for directories may be nested as deep as anyone likes.
  Task<int> directories(const std::string& a, const std::string& b, bool a_absent, bool b_absent) {
    constexpr int kMaxDepth = 2000;
    if (++depth_ > kMaxDepth) {
      complain(a + ": " + std::string(describe(Errno::kLOOP)));
      co_return 2;
    }
    auto left = a_absent ? Result<std::vector<std::string>>(std::vector<std::string>()) : names(a);
    auto right = b_absent ? Result<std::vector<std::string>>(std::vector<std::string>()) : names(b);
    int status = 0;
    if (!left) complain(a + ": " + std::string(left.error().words())), status = 2;
    if (!right) complain(b + ": " + std::string(right.error().words())), status = 2;
    const auto join = [](const std::string& dir, const std::string& name) { return dir + (dir.ends_with('/') ? "" : "/") + name; };
    if (status == 0) {
      std::size_t i = 0, j = 0;
      if (s_.starting && depth_ == 1) {
        while (i < left->size() && order((*left)[i], *s_.starting) < 0) ++i;
        while (j < right->size() && order((*right)[j], *s_.starting) < 0) ++j;
      }
      while (i < left->size() || j < right->size()) {
        const int side = i == left->size() ? 1 : j == right->size() ? -1 : order((*left)[i], (*right)[j]);
        const bool missing_ok = side < 0 ? s_.new_file : s_.new_file || s_.unidirectional;
        if (side != 0 && !missing_ok) {
          const std::string& dir = side < 0 ? a : b;
          const std::string& name = side < 0 ? (*left)[i++] : (*right)[j++];
          out_.put("Only in " + quote_if_needed(dir) + ": " + quote_if_needed(name) + "\n");
          status = std::max(status, 1);
        } else {
          const std::string x = join(a, side <= 0 ? (*left)[i] : (*right)[j]), y = join(b, side >= 0 ? (*right)[j] : (*left)[i]);
          i += side <= 0;
          j += side >= 0;
          status = std::max(status, co_await compare(x, y, false));
        }
        if (out_.full()) out_.flush();
        if (p_.spent(4)) co_await p_.spend(0);
      }
    }
    --depth_;
    co_return status;
  }

  Process& p_;
  Settings s_;
  Writer out_;
  int depth_ = 0;
};

// Any of the patterns; none: nullopt.
std::optional<Regex> regex(const Process& p, const std::vector<std::string>& patterns, std::string& error) {
  if (patterns.empty() || !error.empty()) return std::nullopt;
  const std::vector<std::string_view> views(patterns.begin(), patterns.end());
  RegexOptions how;
  how.dialect = Dialect::kGrep;
  how.utf8 = utf8_locale(p);
  auto re = Regex::compile(views, how);
  if (re) return std::move(*re);
  error = patterns.back() + ": " + std::string(re.error().words());
  return std::nullopt;
}

// NAME=SEQUENCE:..., as in LS_COLORS. False: malformed, with a warning where a name is unknown.
bool read_palette(std::string_view text, Settings& s, std::vector<std::string>& warnings) {
  const std::pair<std::string_view, std::string*> keys[] = {
      {"lc", &s.color_begin}, {"rc", &s.color_end}, {"ec", nullptr}, {"rs", &s.plain_color},  {"hd", &s.header_color},
      {"ad", &s.added_color}, {"de", &s.deleted_color}, {"ln", &s.range_color}};
  while (!text.empty()) {
    if (text[0] == ':') {
      text.remove_prefix(1);
      continue;
    }
    if (text.size() < 3 || text[2] != '=') return false;
    const std::string_view name = text.substr(0, 2);
    const auto* key = std::ranges::find(keys, name, &std::pair<std::string_view, std::string*>::first);
    std::string sequence;
    text.remove_prefix(3);
    if (key == std::end(keys)) warnings.push_back("unrecognized prefix: " + std::string(name));
    if (key == std::end(keys) || !take_color_sequence(text, sequence, false)) return false;
    if (key->second) *key->second = std::move(sequence);
  }
  return true;
}

// Reads the options; the text of an error, and whether it is one of usage.
struct Fault {
  std::string text;
  bool usage = true;
};
Task<std::optional<Fault>> read_options(Process& p, const Options& o, Settings& s, std::optional<std::string>& from, std::optional<std::string>& to,
                                        std::vector<std::string>& warnings) {
  std::string palette;
  bool styled = false, explicit_context = false, show_function = false;
  int before = 0;                                    // the option before: digits that follow each other are one number
  std::optional<std::size_t> context, old_context;   // of -C and its like, of -NUM
  bool width_given = false, tabs_given = false;
  std::size_t size = 0;
  std::string regex_error, conflict;
  std::vector<std::string> ignore_patterns, function_patterns;
  const auto style = [&](Style wanted) {
    const bool same = !styled || s.style == wanted;
    styled = true;
    s.style = wanted;
    return same;
  };
  // An option that may be given again only with the same value.
  const auto agree = [&](std::optional<std::string>& var, std::string_view value, std::string_view option) {
    if (!conflict.empty()) return;
    if (var && *var != value) conflict = "conflicting " + std::string(option) + " option value '" + std::string(value) + "'";
    else var = std::string(value);
  };
  const auto number = [](std::string_view t, std::size_t& to_value) {
    const auto n = parse_digits(t);
    if (n) to_value = static_cast<std::size_t>(std::min<std::uint64_t>(*n, SIZE_MAX / 8));
    return n.has_value();
  };
  for (const Option::Use& u : o.uses()) {
    bool consistent = true;
    switch (u.id) {
      case kNormal: consistent = style(Style::kNormal); break;
      case 'q': s.brief = true; break;
      case 's': s.report_identical = true; break;
      case 'c':
      case 'C':
      case kContextLines:
      case 'u':
      case 'U':
      case kUnifiedLines: {
        std::size_t n = 3;
        if (u.has_argument && !number(u.argument, n)) co_return Fault{"invalid context length '" + std::string(u.argument) + "'"};
        context = std::max(context.value_or(0), n);
        explicit_context |= u.id != 'c' && u.id != 'u';
        consistent = style(u.id == 'c' || u.id == 'C' || u.id == kContextLines ? Style::kContext : Style::kUnified);
        break;
      }
      case 'e': consistent = style(Style::kEd); break;
      case 'n': consistent = style(Style::kRcs); break;
      case 'y': consistent = style(Style::kSideBySide); break;
      case 'D': {
        consistent = style(Style::kFormat);
        const std::string name(u.argument);
        const std::string formats[] = {"%=", "#ifndef " + name + "\n%<#endif /* ! " + name + " */\n", "#ifdef " + name + "\n%>#endif /* " + name + " */\n",
                                       "#ifndef " + name + "\n%<#else /* " + name + " */\n%>#endif /* " + name + " */\n"};
        for (int i = 0; i < 4; ++i) agree(s.group_format[i], formats[i], "-D");
        break;
      }
      case 'W':
        if (!number(u.argument, size) || size == 0) co_return Fault{"invalid width '" + std::string(u.argument) + "'"};
        if (std::exchange(s.width, size) != size && width_given) co_return Fault{"conflicting width options", false};
        width_given = true;
        break;
      case kTabSize:
        if (!number(u.argument, size) || size == 0) co_return Fault{"invalid tabsize '" + std::string(u.argument) + "'"};
        if (std::exchange(s.tab_size, size) != size && tabs_given) co_return Fault{"conflicting tabsize options", false};
        tabs_given = true;
        break;
      case kHorizon:
        if (!number(u.argument, s.horizon)) co_return Fault{"invalid horizon length '" + std::string(u.argument) + "'"};
        break;
      case kLeftColumn: s.left_column = true; break;
      case kSuppressCommon: s.suppress_common = true; break;
      case 'p':
        show_function = true;
        function_patterns.emplace_back("^[[:alpha:]$_]");
        break;
      case 'F': function_patterns.emplace_back(u.argument); break;
      case 'L':
      case kLabel:
        if (s.labels.size() == 2) co_return Fault{"too many file label options", false};
        s.labels.emplace_back(u.argument);
        break;
      case 't': s.expand_tabs = true; break;
      case 'T': s.initial_tab = true; break;
      case kSuppressBlankEmpty: s.suppress_blank_empty = true; break;
      case 'l': s.paginate = true; break;
      case 'r': s.recursive = true; break;
      case kNoDereference: s.no_dereference = true; break;
      case 'N': s.new_file = true; break;
      case 'P':
      case kUnidirectional: s.unidirectional = true; break;
      case kIgnoreNameCase: s.ignore_name_case = true; break;
      case kNoIgnoreNameCase: s.ignore_name_case = false; break;
      case 'x': s.excluded.emplace_back(u.argument); break;
      case 'X': {
        auto text = u.argument == "-" ? co_await read_all(p, 0) : co_await read_file(p, std::string(u.argument));
        if (!text) co_return Fault{std::string(u.argument) + ": " + std::string(text.error().words()), false};
        for (std::string_view rest = *text; !rest.empty();) {
          const std::size_t end = rest.find('\n');
          if (end != 0) s.excluded.emplace_back(rest.substr(0, end));
          rest.remove_prefix(std::min(end == rest.npos ? rest.size() : end + 1, rest.size()));
        }
        break;
      }
      case 'S': agree(s.starting, u.argument, "-S"); break;
      case kFromFile: agree(from, u.argument, "--from-file"); break;
      case kToFile: agree(to, u.argument, "--to-file"); break;
      case 'i': s.ignore_case = true; break;
      case 'E': s.ignore_tabs = true; break;
      case 'Z': s.ignore_trailing = true; break;
      case 'b': s.ignore_change = true; break;
      case 'w': s.ignore_all = true; break;
      case 'B': s.ignore_blank = true; break;
      case 'I': ignore_patterns.emplace_back(u.argument); break;
      case 'a': s.text = true; break;
      case kStripCr: s.strip_cr = true; break;
      case 'd': s.minimal = true; break;
      case 'H':
      case kSpeed: s.speed = true; break;
      case kOldGroup:
      case kNewGroup:
      case kUnchangedGroup:
      case kChangedGroup: {
        const int which = u.id == kUnchangedGroup ? 0 : u.id == kOldGroup ? 1 : u.id == kNewGroup ? 2 : 3;
        constexpr std::string_view kNames[] = {"--unchanged-group-format", "--old-group-format", "--new-group-format", "--changed-group-format"};
        agree(s.group_format[which], u.argument, kNames[which]);
        consistent = style(Style::kFormat);
        break;
      }
      case kLineFormat:
        for (auto& format : s.line_format) agree(format, u.argument, "--line-format");
        consistent = style(Style::kFormat);
        break;
      case kOldLine:
      case kNewLine:
      case kUnchangedLine: {
        const int which = u.id == kUnchangedLine ? 0 : u.id == kOldLine ? 1 : 2;
        constexpr std::string_view kNames[] = {"--unchanged-line-format", "--old-line-format", "--new-line-format"};
        agree(s.line_format[which], u.argument, kNames[which]);
        consistent = style(Style::kFormat);
        break;
      }
      case kColor:
        if (u.has_argument && u.argument != "auto" && u.argument != "never" && u.argument != "always")
          co_return Fault{"invalid color '" + std::string(u.argument) + "'"};
        s.color = u.argument == "always";
        break;
      case kPalette: palette = u.argument; break;
      default:
        if (u.id >= '0' && u.id <= '9') {
          const bool more = before >= '0' && before <= '9';
          old_context = std::min<std::size_t>((more ? old_context.value_or(0) : 0) * 10 + static_cast<std::size_t>(u.id - '0'), 100'000'000);
        }
    }
    before = u.id;
    if (!conflict.empty()) co_return Fault{std::move(conflict)};
    if (!consistent) co_return Fault{"conflicting output style options"};
  }
  s.ignore_lines = regex(p, ignore_patterns, regex_error);
  s.function_line = regex(p, function_patterns, regex_error);
  if (!regex_error.empty()) co_return Fault{regex_error, false};
  if (!styled && show_function) {
    s.style = Style::kContext;
    if (!old_context) context = 3;
  }
  // -NUM says only how many lines, and gives way to more that are asked for otherwise.
  s.context = context.value_or(0);
  if (old_context && (s.context < *old_context || !explicit_context)) s.context = *old_context;
  if (s.color && !read_palette(palette, s, warnings)) {
    warnings.emplace_back("unparsable value for --palette");
    s.color = false;
  }
  co_return std::nullopt;
}

Task<int> diff_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  if (o.has('v')) {   // short for --version
    Writer out(p, 1);
    out.put(version_text("diff"));
    co_return out.finish(0);
  }
  Settings s;
  std::optional<std::string> from, to;
  const auto hint = [&] { return p.argv[0] + ": " + try_help(p.argv[0]); };
  std::vector<std::string> warnings;
  if (auto fault = co_await read_options(p, o, s, from, to, warnings)) {
    p.complain(fault->text);
    if (fault->usage) p.write_stderr(hint());
    co_return 2;
  }
  for (std::string& w : warnings) p.complain(w);
  // What `diff -r` repeats before each pair: the words that are no operands.
  for (std::size_t i = 1; i < p.argv.size(); ++i)
    if (std::ranges::none_of(o.operands(), [&](std::string_view f) { return f.data() == p.argv[i].data(); }))
      s.switches += " " + quote_text(p.argv[i], {.style = QuotingStyle::kShell});
  std::vector<std::string> files(o.operands().begin(), o.operands().end());
  Differ differ(p, std::move(s));
  int status = 0;
  if (from || to) {
    if (from && to) {
      p.complain("--from-file and --to-file both specified");
      co_return 2;
    }
    for (const std::string& f : files) status = std::max(status, co_await (from ? differ.compare_operands(*from, f) : differ.compare_operands(f, *to)));
    co_return differ.finish(status);
  }
  if (files.size() != 2) {
    p.complain(files.size() < 2 ? "missing operand after '" + (files.empty() ? p.argv[0] : files.back()) + "'" : "extra operand '" + files[2] + "'");
    p.write_stderr(hint());
    co_return 2;
  }
  status = co_await differ.compare_operands(files[0], files[1]);
  co_return differ.finish(status);
}

const Program kDiff("diff", diff_main);

}  // namespace
}  // namespace nacre::diff
