// grep [OPTION]... PATTERNS [FILE]...: the lines that match. POSIX and GNU grep 3.8. Also egrep, fgrep and rgrep, that,
// as on Debian, are grep with an option.
//
// The patterns are one expression (src/regex); the lines of a block are searched together (grep_search.cc). A directory
// is walked in the order of names.
#include <algorithm>
#include <optional>

#include "src/base/numbers.h"
#include "src/commands/grep.h"
#include "src/process/choice.h"
#include "src/process/input.h"
#include "src/process/locale.h"
#include "src/process/walk.h"
#include "src/regex/pattern.h"

namespace nacre {
namespace {

enum : int {
  kBinaryFiles = kOnlyLong + 1, kColor, kExclude, kExcludeDir, kExcludeFrom, kGroupSeparator, kInclude, kLabel,
  kLineBuffered, kNoGroupSeparator, kNoIgnoreCase,
};
constexpr Option kOptions[] = {
    {'E', "extended-regexp", Argument::kNone, "", "PATTERNS are extended regular expressions"},
    {'F', "fixed-strings", Argument::kNone, "", "PATTERNS are strings"},
    {'G', "basic-regexp", Argument::kNone, "", "PATTERNS are basic regular expressions (default)"},
    {'P', "perl-regexp", Argument::kNone, "", "PATTERNS are Perl's regular expressions"},
    {'X', "", Argument::kRequired, "", ""},
    {'e', "regexp", Argument::kRequired, "PATTERNS", "look for PATTERNS"},
    {'f', "file", Argument::kRequired, "FILE", "look for the patterns in FILE, one a line"},
    {'i', "ignore-case", Argument::kNone, "", "upper and lower case are alike"},
    {'y', "", Argument::kNone, "", ""},
    {kNoIgnoreCase, "no-ignore-case", Argument::kNone, "", "upper and lower case differ (default)"},
    {'w', "word-regexp", Argument::kNone, "", "a match is whole words"},
    {'x', "line-regexp", Argument::kNone, "", "a match is a whole line"},
    {'z', "null-data", Argument::kNone, "", "lines end with NUL, not newline"},
    {'s', "no-messages", Argument::kNone, "", "no messages about files that cannot be read"},
    {'v', "invert-match", Argument::kNone, "", "select the lines that do not match"},
    {'V', "", Argument::kNone, "", "same as --version"},
    {'m', "max-count", Argument::kRequired, "NUM", "stop after NUM selected lines of each file"},
    {'b', "byte-offset", Argument::kNone, "", "put the byte offset before lines"},
    {'n', "line-number", Argument::kNone, "", "put the number before lines"},
    {kLineBuffered, "line-buffered", Argument::kNone, "", "write out each line at once"},
    {'H', "with-filename", Argument::kNone, "", "put the name of the file before lines"},
    {'h', "no-filename", Argument::kNone, "", "put no name before lines"},
    {kLabel, "label", Argument::kRequired, "LABEL", "the name to show for standard input"},
    {'o', "only-matching", Argument::kNone, "", "show only the parts that match and are not empty"},
    {'q', "quiet", Argument::kNone, "", "show nothing; the first match ends the search"},
    {'q', "silent", Argument::kNone, "", "same as --quiet"},
    {kBinaryFiles, "binary-files", Argument::kRequired, "TYPE",
     "what to do with files that are no text:\n"
     "binary (say that they match), text, without-match"},
    {'a', "text", Argument::kNone, "", "same as --binary-files=text"},
    {'I', "", Argument::kNone, "", "same as --binary-files=without-match"},
    {'d', "directories", Argument::kRequired, "ACTION", "what to do with directories: read, recurse, skip"},
    {'D', "devices", Argument::kRequired, "ACTION", "what to do with devices and FIFOs: read, skip"},
    {'r', "recursive", Argument::kNone, "", "same as --directories=recurse"},
    {'R', "dereference-recursive", Argument::kNone, "", "the same, and follow all symbolic links"},
    {kInclude, "include", Argument::kRequired, "GLOB", "search only files whose names match GLOB"},
    {kExclude, "exclude", Argument::kRequired, "GLOB", "skip files whose names match GLOB"},
    {kExcludeFrom, "exclude-from", Argument::kRequired, "FILE", "skip files whose names match a line of FILE"},
    {kExcludeDir, "exclude-dir", Argument::kRequired, "GLOB", "skip directories whose names match GLOB"},
    {'L', "files-without-match", Argument::kNone, "", "show only the names of files without selected lines"},
    {'l', "files-with-matches", Argument::kNone, "", "show only the names of files with selected lines"},
    {'c', "count", Argument::kNone, "", "show only how many lines of each file are selected"},
    {'T', "initial-tab", Argument::kNone, "", "put a tab before the line, so that tabs line up"},
    {'Z', "null", Argument::kNone, "", "end names with NUL"},
    {'B', "before-context", Argument::kRequired, "NUM", "show NUM lines before each selected one"},
    {'A', "after-context", Argument::kRequired, "NUM", "show NUM lines after each selected one"},
    {'C', "context", Argument::kRequired, "NUM", "both; -NUM is the same"},
    {kGroupSeparator, "group-separator", Argument::kRequired, "SEP", "show SEP between groups of lines, not --"},
    {kNoGroupSeparator, "no-group-separator", Argument::kNone, "", "show nothing between groups of lines"},
    {kColor, "color", Argument::kOptional, "WHEN", "mark matches with colours: always, never, auto"},
    {kColor, "colour", Argument::kOptional, "WHEN", "same as --color"},
    {'U', "binary", Argument::kNone, "", "(ignored)"},
    {'u', "unix-byte-offsets", Argument::kNone, "", ""},
};
constexpr Synopsis kSynopsis{
    .name = "grep", .usage = "[OPTION]... PATTERNS [FILE]...",
    .description = "Show the lines of each FILE that match one of PATTERNS, which are separated by newlines.\n"
                   "No FILE means standard input, or the working directory if recursive; so does -.",
    .options = kOptions,
    .notes = "Exit status is 0 if a line is selected, 1 if none is, and 2 "
             "after an error (unless -q and a line is selected).",
    .usage_status = 2, .errors = ErrorTail::kUsage, .digits = Digits::kEach};

enum class Directories : std::uint8_t { kRead, kRecurse, kSkip };
constexpr Choice kDirectories[] = {{"read", static_cast<int>(Directories::kRead)},
                                   {"recurse", static_cast<int>(Directories::kRecurse)},
                                   {"skip", static_cast<int>(Directories::kSkip)}};

struct Matcher {
  std::string_view name;
  Syntax syntax;
  Dialect dialect;
};
constexpr Matcher kMatchers[] = {
    {"grep", Syntax::kBasic, Dialect::kGrep},      {"egrep", Syntax::kExtended, Dialect::kGrep},
    {"fgrep", Syntax::kFixed, Dialect::kGrep},     {"perl", Syntax::kPerl, Dialect::kGrep},
    {"awk", Syntax::kExtended, Dialect::kPosixAwk}, {"gawk", Syntax::kExtended, Dialect::kAwk},
    {"posixawk", Syntax::kExtended, Dialect::kPosixAwk},
};

// --include, --exclude, --exclude-dir: the last one given that matches decides; a list that begins with --include
// excludes what no pattern matches.
class NameFilter {
 public:
  void add(std::string_view glob, bool include) { rules_.push_back({Pattern::compile(glob), include}); }
  // In a directory the whole name is compared; of an operand also the part behind each slash.
  bool excludes(std::string_view name, bool operand) const {
    if (rules_.empty()) return false;
    for (auto r = rules_.rbegin(); r != rules_.rend(); ++r)
      if (matches(r->pattern, name, operand)) return !r->include;
    return rules_.front().include;
  }

 private:
  struct Rule {
    Pattern pattern;
    bool include;
  };
  static bool matches(const Pattern& p, std::string_view name, bool operand) {
    for (;;) {
      if (p.matches(name)) return true;
      const std::size_t slash = name.find('/');
      if (!operand || slash == name.npos) return false;
      name.remove_prefix(slash + 1);
    }
  }
  std::vector<Rule> rules_;
};

class Grep {
 public:
  explicit Grep(Process& p) : p_(p), out_(p, 1) {}
  Task<int> run();

 private:
  // nullopt: go on; else the exit status.
  Task<std::optional<int>> read_options(const Options& o);
  Task<std::optional<int>> read_patterns(std::string name);
  Task<std::optional<int>> read_exclusions(std::string name);
  std::optional<int> set_matcher(std::string name);
  std::optional<int> compile();
  std::string usage() const { return "Usage: " + p_.argv[0] + " " + std::string(kSynopsis.usage); }
  bool take_digit(const Option::Use& u);
  void finish_options(std::size_t operands);
  void set_colors();
  Task<> search_operand(std::string name);
  Task<> search_tree(std::string name);
  Task<> visit(Walk& walk, bool& listed);
  Task<> search_file(std::string path, std::string shown);
  Task<> search_fd(int fd, std::string shown);
  void trouble(std::string name, Error error) {
    if (!s_.no_messages) out_.complain(name, error);
    error_ = true;
  }
  // A context length: -A, -B, -C.
  bool read_context(std::string text, std::int64_t& n);
  bool done() const { return stop_ || out_.failed(); }
  bool is_output(const vfs::Stat& in) const { return output_ && in.ino == output_->ino && in.dev == output_->dev; }
  bool skips_device(vfs::Type type, bool operand) const {
    return (type == vfs::Type::kFifo || type == vfs::Type::kCharDevice) &&
           (skip_devices_.value_or(!operand && !follow_));
  }

  Process& p_;
  Writer out_;
  GrepSettings s_;
  RegexOptions regex_options_;
  const Matcher* matcher_ = nullptr;
  std::string patterns_;            // each with a newline behind it
  bool have_patterns_ = false, quiet_option_ = false, color_auto_ = false, show_help_ = false;
  std::optional<bool> name_option_, skip_devices_;
  std::optional<std::string> label_;
  std::int64_t context_ = -1;
  std::string digits_;
  const char* digits_of_ = nullptr;
  Directories directories_ = Directories::kRead;
  bool follow_ = false, omit_dot_ = false, single_directory_ = false;
  NameFilter files_, folders_;
  std::optional<vfs::Stat> output_;  // standard output, if a regular file
  std::optional<Regex> regex_;
  std::optional<GrepSearch> search_;
  bool found_ = false, error_ = false, stop_ = false;
};

bool Grep::read_context(std::string text, std::int64_t& n) {
  const auto r = parse_signed(text);
  if ((r || r.error == NumberError::kOverflow) && r.value >= 0) {
    n = r.value;
    return true;
  }
  p_.complain(text + ": invalid context length argument");
  return false;
}

// Digits of one argument make one number: -12, -n12.
bool Grep::take_digit(const Option::Use& u) {
  if (u.id < '0' || u.id > '9') return false;
  if (digits_of_ != u.spelling.data()) digits_.clear();
  digits_of_ = u.spelling.data();
  digits_ += static_cast<char>(u.id);
  const auto r = parse_signed(digits_);
  context_ = r.value;
  return true;
}

std::optional<int> Grep::set_matcher(std::string name) {
  for (const Matcher& m : kMatchers) {
    if (m.name != name) continue;
    if (matcher_ && matcher_ != &m) {
      p_.complain("conflicting matchers specified");
      return 2;
    }
    matcher_ = &m;
    return std::nullopt;
  }
  p_.complain("invalid matcher " + name);
  return 2;
}

Task<std::optional<int>> Grep::read_patterns(std::string name) {
  Result<std::string> text;
  if (name == "-") text = co_await read_all(p_, 0);
  else text = co_await read_file(p_, name);
  if (!text) {
    p_.complain(name, text.error());
    co_return 2;
  }
  patterns_ += *text;
  if (!text->empty() && text->back() != '\n') patterns_ += '\n';
  have_patterns_ = true;
  co_return std::nullopt;
}

Task<std::optional<int>> Grep::read_exclusions(std::string name) {
  Result<std::string> text;
  if (name == "-") text = co_await read_all(p_, 0);
  else text = co_await read_file(p_, name);
  if (!text) {
    p_.complain(name, text.error());
    co_return 2;
  }
  for (std::string_view rest = *text; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    while (!line.empty() && std::string_view(" \t\r\v\f").find(line.back()) != line.npos) line.remove_suffix(1);
    if (!line.empty()) files_.add(line, false);
  }
  co_return std::nullopt;
}

Task<std::optional<int>> Grep::read_options(const Options& o) {
  for (const Option::Use& u : o.uses()) {
    const std::string argument(u.argument);
    std::optional<int> end;
    if (take_digit(u)) continue;
    switch (u.id) {
      case 'E': end = set_matcher("egrep"); break;
      case 'F': end = set_matcher("fgrep"); break;
      case 'G': end = set_matcher("grep"); break;
      case 'P': end = set_matcher("perl"); break;
      case 'X': end = set_matcher(argument); break;
      case 'e':
        patterns_ += argument + "\n";
        have_patterns_ = true;
        break;
      case 'f': end = co_await read_patterns(argument); break;
      case 'i':
      case 'y': regex_options_.icase = true; break;
      case kNoIgnoreCase: regex_options_.icase = false; break;
      case 'w': regex_options_.whole_word = true; break;
      case 'x': regex_options_.whole_line = true; break;
      case 'z': s_.eol = '\0'; break;
      case 's': s_.no_messages = true; break;
      case 'v': s_.invert = true; break;
      case 'm': {
        const auto n = parse_signed(argument);
        if (!n && n.error != NumberError::kOverflow) {
          p_.complain("invalid max count");
          co_return 2;
        }
        s_.max_count = n.value < 0 ? GrepSettings::kMany : n.value;
        break;
      }
      case 'b': s_.byte_offset = true; break;
      case 'n': s_.line_number = true; break;
      case kLineBuffered: s_.line_buffered = true; break;
      case 'H': name_option_ = true; break;
      case 'h': name_option_ = false; break;
      case kLabel: label_ = argument; break;
      case 'o': s_.only_matching = true; break;
      case 'q': quiet_option_ = true; break;
      case kBinaryFiles:
        if (argument == "binary") s_.binary = GrepSettings::Binary::kReport;
        else if (argument == "text") s_.binary = GrepSettings::Binary::kText;
        else if (argument == "without-match") s_.binary = GrepSettings::Binary::kWithoutMatch;
        else {
          p_.complain("unknown binary-files type");
          co_return 2;
        }
        break;
      case 'a': s_.binary = GrepSettings::Binary::kText; break;
      case 'I': s_.binary = GrepSettings::Binary::kWithoutMatch; break;
      case 'd': {
        std::string error;
        const auto how = choose(p_, kDirectories, argument, "--directories", error);
        if (!how) co_return usage_error(p_, error + '\n' + usage(), 1);
        directories_ = static_cast<Directories>(*how);
        break;
      }
      case 'D':
        if (argument != "read" && argument != "skip") {
          p_.complain("unknown devices method");
          co_return 2;
        }
        skip_devices_ = argument == "skip";
        break;
      case 'R': follow_ = true; directories_ = Directories::kRecurse; break;
      case 'r': follow_ = false; directories_ = Directories::kRecurse; break;
      case kInclude: files_.add(argument, true); break;
      case kExclude: files_.add(argument, false); break;
      case kExcludeFrom: end = co_await read_exclusions(argument); break;
      case kExcludeDir: {
        std::string_view glob = argument;
        while (glob.size() > 1 && glob.back() == '/') glob.remove_suffix(1);
        folders_.add(glob, false);
        break;
      }
      case 'L': s_.list = GrepSettings::List::kOthers; break;
      case 'l': s_.list = GrepSettings::List::kMatching; break;
      case 'c': s_.count = true; break;
      case 'T': s_.initial_tab = true; break;
      case 'Z': s_.null_after_name = true; break;
      case 'A':
        if (!read_context(argument, s_.after)) co_return 2;
        break;
      case 'B':
        if (!read_context(argument, s_.before)) co_return 2;
        break;
      case 'C':
        if (!read_context(argument, context_)) co_return 2;
        break;
      case kGroupSeparator:
        s_.has_separator = true;
        s_.group_separator = argument;
        break;
      case kNoGroupSeparator: s_.has_separator = false; break;
      case kColor:
        color_auto_ = !u.has_argument || argument == "auto" || argument == "tty" || argument == "if-tty";
        s_.colors.on = argument == "always" || argument == "yes" || argument == "force";
        show_help_ |= !color_auto_ && !s_.colors.on && argument != "never" && argument != "no" && argument != "none";
        break;
      case 'u': p_.complain("warning: --unix-byte-offsets (-u) is obsolete"); break;
      case 'V': {
        out_.put(version_text("grep"));
        co_return out_.finish(0);
      }
      default: break;
    }
    if (end) co_return end;
  }
  if (show_help_) {
    out_.put(help_text(kSynopsis, p_.argv[0]));
    co_return out_.finish(0);
  }
  co_return std::nullopt;
}

void Grep::set_colors() {
  if (color_auto_) {
    const FileDescription* out = p_.file(1);
    const auto term = p_.getenv("TERM");
    s_.colors.on = out && out->is_terminal() && term && !term->empty() && *term != "dumb";
  }
  if (!s_.colors.on) return;
  if (const auto old = p_.getenv("GREP_COLOR"); old && !old->empty()) {
    const std::string value(*old);
    p_.complain("warning: GREP_COLOR='" + value + "' is deprecated; use GREP_COLORS='mt=" + value + "'");
    s_.colors.selected_match = s_.colors.context_match = value;
  }
  if (const auto colors = p_.getenv("GREP_COLORS")) s_.colors.parse(*colors);
}

void Grep::finish_options(std::size_t operands) {
  if (s_.after < 0) s_.after = context_;
  if (s_.before < 0) s_.before = context_;
  const FileDescription* out = p_.file(1);
  if (!quiet_option_ && out) {
    auto stat = out->stat();
    if (stat && stat->type == vfs::Type::kFile) output_ = *stat;
    if (stat && stat->type == vfs::Type::kCharDevice && stat->rdev == vfs::Device{1, 3}) s_.output_is_null = true;
  }
  if (quiet_option_ || s_.output_is_null || s_.list != GrepSettings::List::kNone) {
    s_.count = false;
    s_.done_on_first_match = true;
  }
  if (quiet_option_) s_.list = GrepSettings::List::kNone;
  s_.quiet = s_.count || s_.done_on_first_match;
  if (name_option_) s_.with_name = *name_option_;
  else if (operands > 1) s_.with_name = true;
  else single_directory_ = directories_ == Directories::kRecurse;
}

std::optional<int> Grep::compile() {
  const Matcher& m = matcher_ ? *matcher_ : kMatchers[0];
  regex_options_.syntax = m.syntax;
  regex_options_.dialect = m.dialect;
  regex_options_.newline = s_.eol == '\n' ? Newline::kLines : Newline::kAnchors;
  regex_options_.utf8 = s_.utf8;
  std::vector<std::string_view> patterns;
  std::string_view text = patterns_;
  if (!text.empty()) {
    text.remove_suffix(1);
    patterns.push_back(text);
    if (m.syntax == Syntax::kPerl && text.find('\n') != text.npos) {
      p_.complain("the -P option only supports a single pattern");
      return 2;
    }
  }
  auto regex = Regex::compile(patterns, regex_options_);
  if (!regex) {
    p_.complain(std::string(regex.error().words()));
    return 2;
  }
  regex_ = std::move(*regex);
  for (const std::string& w : regex_->warnings()) p_.complain("warning: " + w);
  return std::nullopt;
}

Task<> Grep::search_fd(int fd, std::string shown) {
  const std::int64_t n = co_await search_->search(fd, std::move(shown));
  if (search_->failed()) error_ = true;
  if (search_->fatal()) {
    error_ = stop_ = true;
    co_return;
  }
  found_ |= n > 0;
  if (n > 0 && quiet_option_) {
    stop_ = true;
    co_return;
  }
  GrepPrinter& printer = search_->printer();
  if (s_.count) {
    if (s_.with_name) {
      printer.name();
      if (s_.null_after_name) out_.put('\0');
      else printer.separator(':');
    }
    append_number(out_.buffer(), n);
    out_.put('\n');
  }
  if (s_.list == (n > 0 ? GrepSettings::List::kMatching : GrepSettings::List::kOthers)) {
    printer.name();
    out_.put(s_.null_after_name ? '\0' : '\n');
  }
  if (s_.line_buffered || out_.full()) out_.flush();
}

// A file that is neither directory nor to be skipped.
Task<> Grep::search_file(std::string path, std::string shown) {
  auto fd = co_await p_.open(std::move(path), OpenFlags::reading());
  if (!fd) {
    trouble(shown, fd.error());
    co_return;
  }
  auto stat = p_.file(*fd)->stat();
  if (stat && !s_.quiet && s_.list == GrepSettings::List::kNone && s_.max_count > 1 && is_output(*stat)) {
    if (!s_.no_messages) out_.complain(shown + ": input file is also the output");
    error_ = true;
  } else {
    co_await search_fd(*fd, std::move(shown));
  }
  (void)p_.close(*fd);
}

Task<> Grep::visit(Walk& walk, bool& listed) {
  using Visit = Walk::Visit;
  const bool operand = walk.depth() == 0;
  std::string shown = walk.path();
  if (omit_dot_ && shown.starts_with("./")) shown.erase(0, 2);
  switch (walk.visit()) {
    case Visit::kDirectory:
      listed = !(operand ? !omit_dot_ && folders_.excludes(walk.path(), true) : folders_.excludes(walk.name(), false));
      if (!listed) walk.skip();
      break;
    case Visit::kLeave: break;
    case Visit::kFile:
      if (walk.type() == vfs::Type::kSymlink || skips_device(walk.type(), false)) break;
      if (files_.excludes(walk.name(), false)) break;
      co_await search_file(walk.path(), std::move(shown));
      break;
    case Visit::kDangling:
      if (!files_.excludes(walk.name(), false)) trouble(std::move(shown), walk.error());
      break;
    case Visit::kCycle:
      if (!folders_.excludes(walk.name(), false) && !s_.no_messages)
        out_.complain(shown + ": warning: recursive directory loop");
      break;
    case Visit::kUnreadable:
    case Visit::kError: trouble(std::move(shown), walk.error()); break;
  }
}

Task<> Grep::search_tree(std::string name) {
  Walk walk(p_, {.follow = follow_ ? Walk::Follow::kAlways : Walk::Follow::kOperands});
  walk.start(name);
  bool listed = true;
  while (!done() && walk.next()) {
    co_await visit(walk, listed);
    if (p_.spent(2)) co_await p_.spend(0);
  }
}

Task<> Grep::search_operand(std::string name) {
  if (name == "-") {
    const std::string shown = label_.value_or("(standard input)");
    const FileDescription* in = p_.file(0);
    if (!in) {
      trouble(shown, Errno::kBADF);
      co_return;
    }
    auto stat = in->stat();
    if (single_directory_) s_.with_name = false;
    if (stat && !s_.quiet && s_.list == GrepSettings::List::kNone && s_.max_count > 1 && is_output(*stat)) {
      if (!s_.no_messages) out_.complain(shown + ": input file is also the output");
      error_ = true;
      co_return;
    }
    co_await search_fd(0, shown);
    co_return;
  }
  auto stat = p_.fs().stat(p_.caller(), name);
  if (!stat) {
    trouble(name, stat.error());
    co_return;
  }
  const bool directory = stat->type == vfs::Type::kDirectory;
  if (skips_device(stat->type, true)) co_return;
  if (directory && directories_ == Directories::kSkip) co_return;
  if (directory ? !omit_dot_ && folders_.excludes(name, true) : files_.excludes(name, true)) co_return;
  if (single_directory_) s_.with_name = directory;
  if (directory && directories_ == Directories::kRecurse) co_await search_tree(std::move(name));
  else co_await search_file(name, name);
}

Task<int> Grep::run() {
  Options o(kSynopsis, p_.argv);
  if (auto end = o.respond(p_)) co_return *end;
  s_.utf8 = utf8_locale(p_);
  if (auto end = co_await read_options(o)) co_return *end;
  std::vector<std::string_view> operands = o.operands();
  if (!have_patterns_) {
    if (operands.empty()) {
      p_.write_stderr(usage() + '\n' + try_help(p_.argv[0]));
      co_return 2;
    }
    patterns_ = std::string(operands[0]) + "\n";
    operands.erase(operands.begin());
  }
  finish_options(operands.size());
  const bool hopeless = s_.max_count == 0 || (patterns_.empty() && !s_.invert);
  if (hopeless && s_.list != GrepSettings::List::kOthers) co_return 1;
  set_colors();
  if (auto end = compile()) co_return *end;
  search_.emplace(p_, s_, *regex_, out_);
  if (operands.empty()) {
    omit_dot_ = directories_ == Directories::kRecurse;
    operands.push_back(omit_dot_ ? "." : "-");
  }
  for (std::string_view name : operands) {
    co_await search_operand(std::string(name));
    if (done()) break;
  }
  const int status = quiet_option_ && found_ ? 0 : error_ ? 2 : found_ ? 0 : 1;
  const int end = out_.finish(status);
  co_return out_.failed() ? 2 : end;
}

Task<int> grep_main(Process& p) {
  Grep grep(p);
  co_return co_await grep.run();
}

// egrep is `exec grep -E "$@"`.
Task<int> grep_with(Process& p, std::string option) {
  p.argv[0] = "grep";
  p.argv.insert(p.argv.begin() + 1, std::move(option));
  return grep_main(p);
}
Task<int> egrep_main(Process& p) { return grep_with(p, "-E"); }
Task<int> fgrep_main(Process& p) { return grep_with(p, "-F"); }
Task<int> rgrep_main(Process& p) { return grep_with(p, "-r"); }

const Program kGrep("grep", grep_main);
const Program kEgrep("egrep", egrep_main);
const Program kFgrep("fgrep", fgrep_main);
const Program kRgrep("rgrep", rgrep_main);

}  // namespace
}  // namespace nacre
