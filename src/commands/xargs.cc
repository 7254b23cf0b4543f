// xargs [OPTION]... COMMAND [INITIAL-ARGS]... (POSIX; GNU findutils 4.9): builds command lines from its input.
//
// The input is read a chunk at a time and split into items (Splitter); items gather in a command line that is run when it is full:
// by number of arguments (-n), of lines (-L), by size (-s, 128 KiB unless told), or for each item (-I). Up to -P commands run at
// once. Departs from GNU: --show-limits tells this system's, and -o opens /dev/tty only where there is a terminal.
#include <algorithm>
#include <map>

#include "src/base/numbers.h"
#include "src/process/io.h"
#include "src/process/locale.h"
#include "src/process/machine.h"
#include "src/process/options.h"

namespace nacre {
namespace {

enum : int { kSlotVariable = kOnlyLong + 1, kShowLimits };

constexpr Option kOptions[] = {
    {'0', "null", Argument::kNone, "", "items are separated by a null, not whitespace;\ndisables quote and backslash processing and\nlogical EOF processing"},
    {'a', "arg-file", Argument::kRequired, "FILE", "read arguments from FILE, not standard input"},
    {'d', "delimiter", Argument::kRequired, "CHARACTER", "items in input stream are separated by CHARACTER,\nnot by whitespace; disables quote and backslash\nprocessing and logical EOF processing"},
    {'E', "", Argument::kRequired, "END", "set logical EOF string; if END occurs as a line\nof input, the rest of the input is ignored\n(ignored if -0 or -d was specified)"},
    {'e', "eof", Argument::kOptional, "END", "equivalent to -E END if END is specified;\notherwise, there is no end-of-file string"},
    {'I', "", Argument::kRequired, "R", "same as --replace=R"},
    {'i', "replace", Argument::kOptional, "R", "replace R in INITIAL-ARGS with names read\nfrom standard input, split at newlines;\nif R is unspecified, assume {}"},
    {'L', "", Argument::kRequired, "MAX-LINES", "use at most MAX-LINES non-blank input lines per\ncommand line"},
    {'l', "max-lines", Argument::kOptional, "MAX-LINES", "similar to -L but defaults to at most one non-\nblank input line if MAX-LINES is not specified"},
    {'n', "max-args", Argument::kRequired, "MAX-ARGS", "use at most MAX-ARGS arguments per command line"},
    {'o', "open-tty", Argument::kNone, "", "reopen stdin as /dev/tty in the child process\nbefore executing the command"},
    {'P', "max-procs", Argument::kRequired, "MAX-PROCS", "run at most MAX-PROCS processes at a time"},
    {'p', "interactive", Argument::kNone, "", "prompt before running commands"},
    {kSlotVariable, "process-slot-var", Argument::kRequired, "VAR", "set environment variable VAR in child processes"},
    {'r', "no-run-if-empty", Argument::kNone, "", "if there are no arguments, then do not run COMMAND;\nif this option is not given, COMMAND will be\nrun at least once"},
    {'s', "max-chars", Argument::kRequired, "MAX-CHARS", "limit length of command line to MAX-CHARS"},
    {kShowLimits, "show-limits", Argument::kNone, "", "show limits on command-line length"},
    {'t', "verbose", Argument::kNone, "", "print commands before executing them"},
    {'x', "exit", Argument::kNone, "", "exit if the size (see -s) is exceeded"},
};
constexpr Synopsis kSynopsis{"xargs", "[OPTION]... COMMAND [INITIAL-ARGS]...",
                             "Run COMMAND with arguments INITIAL-ARGS and more arguments read from input.", kOptions, "", 1, true};

constexpr std::uint64_t kDefaultSize = 131072, kMostSize = 2092384;

struct Settings {
  int delimiter = -1;                     // -1: blanks and newlines, with quotes
  std::optional<std::string> end;         // -E
  std::optional<std::string> replace;     // -I
  std::uint64_t lines = 0, arguments = 0, size = kDefaultSize;   // 0: no limit
  std::uint64_t processes = 1;
  bool exit_if_long = false, run_empty = true, verbose = false, ask = false, tty = false;
  std::string slot_variable, file;
};

// Cuts the input into items.
class Splitter {
 public:
  enum class Result { kItem, kNeedMore, kEnd, kError };
  explicit Splitter(const Settings& s) : s_(s) {}
  // The next item of `input`, consuming from it; `last`: no more input will come. line_ended tells whether the item ends an
  // input line for -L (a trailing blank joins lines).
  Result next(std::string_view& input, bool last, std::string& item, bool& line_ended);
  const std::string& error() const { return error_; }
  bool saw_nul() const { return saw_nul_; }

 private:
  Result take(std::string& item) {
    item = std::exchange(text_, {});
    started_ = false;
    if (const std::size_t nul = item.find('\0'); nul != item.npos) {
      saw_nul_ = true;
      item.resize(nul);
    }
    return Result::kItem;
  }
  Result plain(std::string_view& input, bool last, std::string& item);
  const Settings& s_;
  std::string text_, error_;
  bool started_ = false, saw_nul_ = false, ended_ = false, escaped_ = false;
  char quote_ = 0;
};

Splitter::Result Splitter::plain(std::string_view& input, bool last, std::string& item) {
  const std::size_t at = input.find(static_cast<char>(s_.delimiter));
  started_ |= !input.empty();
  if (at == input.npos) {
    text_ += input;
    input = {};
    if (!last) return Result::kNeedMore;
    if (!started_) return Result::kEnd;
    started_ = false;
    item = std::exchange(text_, {});
    return Result::kItem;
  }
  text_ += input.substr(0, at);
  input.remove_prefix(at + 1);
  started_ = false;
  item = std::exchange(text_, {});
  if (s_.delimiter != 0)
    if (const std::size_t nul = item.find('\0'); nul != item.npos) item.resize(nul);
  return Result::kItem;
}

Splitter::Result Splitter::next(std::string_view& input, bool last, std::string& item, bool& line_ended) {
  line_ended = false;
  if (ended_) return Result::kEnd;
  if (s_.delimiter >= 0) {
    line_ended = true;
    return plain(input, last, item);
  }
  while (!input.empty()) {
    const char c = input[0];
    input.remove_prefix(1);
    if (escaped_) {
      escaped_ = false;
      text_ += c;
      continue;
    }
    if (quote_) {
      if (c == '\n') {
        error_ = std::string("unmatched ") + (quote_ == '"' ? "double" : "single") +
                 " quote; by default quotes are special to xargs unless you use the -0 option";
        return Result::kError;
      }
      if (c == quote_) quote_ = 0;
      else text_ += c;
      continue;
    }
    const bool blank = c == ' ' || c == '\t';
    const bool separator = c == '\n' || (!s_.replace && blank);
    const bool skipped = !started_ && (blank || (c >= '\n' && c <= '\r'));   // all white space before an item
    if (c == '\'' || c == '"') {
      quote_ = c;
      started_ = true;
    } else if (c == '\\') {
      escaped_ = started_ = true;
    } else if (separator || skipped) {
      if (!started_) continue;
      const Result r = take(item);
      // For -L: the line goes on when a blank precedes its newline.
      line_ended = c == '\n';
      if (s_.lines && blank) {
        const std::size_t more = input.find_first_not_of(" \t");
        if (more != input.npos && input[more] == '\n') {
          input.remove_prefix(more + 1);   // "a \n": joined with the next line
        }
      }
      if (s_.end && item == *s_.end) {
        ended_ = true;
        return Result::kEnd;
      }
      return r;
    } else {
      started_ = true;
      text_ += c;
    }
  }
  if (!last) return Result::kNeedMore;
  if (quote_) {
    error_ = std::string("unmatched ") + (quote_ == '"' ? "double" : "single") +
             " quote; by default quotes are special to xargs unless you use the -0 option";
    return Result::kError;
  }
  ended_ = true;
  if (!started_) return Result::kEnd;
  const Result r = take(item);
  line_ended = true;
  return s_.end && item == *s_.end ? Result::kEnd : r;
}

// The command lines and the children that run them.
class Runner {
 public:
  Runner(Process& p, const Settings& s, std::vector<std::string> initial) : p_(p), s_(s), initial_(std::move(initial)), program_(p.argv[0]) {
    for (const std::string& a : initial_) base_size_ += a.size() + 1;
    size_ = base_size_;
  }

  // Adds an item. False: the end, with status().
  Task<bool> add(std::string item, bool line_ended) {
    if (s_.replace) co_return co_await replace(std::move(item));
    if (base_size_ + item.size() + 1 > s_.size) {
      p_.write_stderr(program_ + ": " + (base_size_ > s_.size ? "cannot fit single argument within argument list size limit"
                                                                      : "argument line too long") + "\n");
      status_ = 1;
      stopped_ = true;
      co_return false;
    }
    if (size_ + item.size() + 1 > s_.size) {
      if (s_.exit_if_long && (s_.arguments || s_.lines)) {
        p_.write_stderr(program_ + ": argument list too long\n");
        status_ = 1;
        stopped_ = true;
        co_return false;
      }
      if (!co_await run()) co_return false;
    }
    size_ += item.size() + 1;
    items_.push_back(std::move(item));
    lines_ += line_ended;
    if ((s_.arguments && items_.size() >= s_.arguments) || (s_.lines && lines_ >= s_.lines)) co_return co_await run();
    co_return true;
  }
  // What is left over, and the waiting.
  Task<> finish(bool run_last) {
    if (!stopped_ && !s_.replace && (!items_.empty() || (run_last && !ran_ && s_.run_empty))) (void)co_await run();
    while (!children_.empty()) co_await reap();
  }
  int status() const { return status_; }
  void set_status(int st) { status_ = st; }

 private:
  Task<bool> replace(std::string item) {
    std::vector<std::string> argv;
    std::size_t size = 0;
    for (const std::string& a : initial_) {
      std::string text;
      std::size_t from = 0;
      for (std::size_t at; !s_.replace->empty() && (at = a.find(*s_.replace, from)) != a.npos && !argv.empty() && size + text.size() <= s_.size; from = at + s_.replace->size()) {
        text += a.substr(from, at - from);
        text += item;
      }
      text += std::string_view(a).substr(from);
      size += text.size() + 1;
      if (size > s_.size) break;
      argv.push_back(std::move(text));
    }
    if (size > s_.size) {
      p_.write_stderr(program_ + ": argument list too long\n");
      status_ = 1;
      co_return false;
    }
    co_return co_await start(std::move(argv));
  }
  Task<bool> run() {
    std::vector<std::string> argv = initial_;
    argv.insert(argv.end(), std::make_move_iterator(items_.begin()), std::make_move_iterator(items_.end()));
    items_.clear();
    size_ = base_size_;
    lines_ = 0;
    co_return co_await start(std::move(argv));
  }
  Task<bool> start(std::vector<std::string> argv) {
    ran_ = true;
    if (base_size_ > s_.size) {
      p_.write_stderr(program_ + ": cannot fit single argument within argument list size limit\n");
      status_ = 1;
      stopped_ = true;
      co_return false;
    }
    if (s_.verbose || s_.ask) {
      std::string text;
      for (const std::string& a : argv) text += (text.empty() ? "" : " ") + quote_if_needed(a);
      p_.write_stderr(text + (s_.ask ? "" : "\n"));
      if (s_.ask) {
        auto tty = co_await p_.open("/dev/tty", OpenFlags::reading());
        if (!tty) {
          p_.write_stderr(program_ + ": failed to open /dev/tty for reading: " + std::string(tty.error().words()) + "\n");
          status_ = 1;
          stopped_ = true;
          co_return false;
        }
        p_.write_stderr("?...");
        std::string answer;
        (void)co_await p_.read_until(*tty, '\n', 4096, answer);
        (void)p_.close(*tty);
        if (answer.empty() || (answer[0] != 'y' && answer[0] != 'Y')) co_return true;
      }
    }
    while (s_.processes && children_.size() >= s_.processes) {
      co_await reap();
      if (stopped_) co_return false;
    }
    SpawnOptions how;
    auto input = co_await p_.open_file(s_.tty ? "/dev/tty" : "/dev/null", OpenFlags::reading());
    if (s_.tty && !input) {
      p_.write_stderr(program_ + ": " + quote_words(p_, "/dev/tty") + ": " + std::string(input.error().words()) + "\n");
      status_ = 125;
      stopped_ = true;
      co_return false;
    }
    if (s_.file.empty() || s_.tty) how.files.emplace_back(0, input.value_or(nullptr));
    std::uint64_t slot = 0;
    while (std::ranges::any_of(children_, [&](const auto& c) { return c.second == slot; })) ++slot;
    if (!s_.slot_variable.empty()) {
      auto env = make_ref<EnvBlock>();
      env->entries = p_.env->entries;
      std::erase_if(env->entries, [&](const std::string& e) { return e.starts_with(s_.slot_variable + "="); });
      env->entries.push_back(s_.slot_variable + "=" + std::to_string(slot));
      how.env = Ref<const EnvBlock>(env);
    }
    const std::string name = argv[0];
    if (p_.has_backlog()) co_await p_.spend(0);
    auto child = p_.spawn(std::move(argv), how);
    if (!child) {
      p_.write_stderr(program_ + ": " + name + ": " + std::string(child.error().words()) + "\n");
      status_ = child.error() == Errno::kNOENT ? 127 : 126;
      stopped_ = true;
      co_return false;
    }
    children_[*child] = slot;
    command_ = name;
    if (s_.processes == 1) co_await reap();
    co_return !stopped_;
  }
  Task<> reap() {
    auto ended = co_await p_.wait(-1);
    if (!ended) {
      children_.clear();
      co_return;
    }
    children_.erase(ended->first);
    const WaitStatus st = ended->second;
    if (st.signal) {
      p_.write_stderr(program_ + ": " + command_ + ": terminated by signal " + std::to_string(st.signal) + "\n");
      status_ = 125;
      stopped_ = true;
    } else if (st.code == 255) {
      p_.write_stderr(program_ + ": " + command_ + ": exited with status 255; aborting\n");
      status_ = 124;
      stopped_ = true;
    } else if (st.code != 0 && status_ == 0) {
      status_ = 123;
    }
  }

  Process& p_;
  const Settings& s_;
  std::vector<std::string> initial_, items_;
  std::string program_, command_;
  std::uint64_t base_size_ = 0, size_ = 0, lines_ = 0;
  std::map<Pid, std::uint64_t> children_;   // with their slots
  int status_ = 0;
  bool ran_ = false, stopped_ = false;
};

// The character of -d: itself, or an escape; -1 for anything else.
int delimiter_of(std::string_view t) {
  if (t.size() == 1) return static_cast<unsigned char>(t[0]);
  if (t.size() < 2 || t[0] != '\\') return -1;
  constexpr std::string_view kLetters = "abfnrtv\\", kBytes = "\a\b\f\n\r\t\v\\";
  if (const std::size_t k = kLetters.find(t[1]); k != kLetters.npos) return t.size() == 2 ? kBytes[k] : -1;
  int base = 8;
  t.remove_prefix(1);
  if (t[0] == 'x') {
    base = 16;
    t.remove_prefix(1);
  }
  const auto n = parse_unsigned(t, "", base);
  return n && n.value < 256 ? static_cast<int>(n.value) : -1;
}

// Reads the options into s. A message and status, when one is bad.
std::optional<std::string> read_options(const Options& o, Settings& s, std::string& warnings) {
  const auto exclude = [&](const char* former, const char* both) {
    warnings += std::string("warning: options ") + both + " are mutually exclusive, ignoring previous " + former + " value\n";
  };
  const auto number = [&](std::string_view text, char option, std::uint64_t least, std::uint64_t& to) -> std::optional<std::string> {
    const auto n = parse_signed(text);
    const std::string which = std::string(" for -") + option + " option";
    if (!n) return "invalid number \"" + std::string(text) + "\"" + which;
    if (n.value < static_cast<std::int64_t>(least))
      return "value " + std::string(text) + which + " should be >= " + std::to_string(least);
    to = static_cast<std::uint64_t>(n.value);
    return std::nullopt;
  };
  for (const Option::Use& u : o.uses()) {
    std::optional<std::string> bad;
    switch (u.id) {
      case '0': s.delimiter = 0; break;
      case 'd':
        s.delimiter = delimiter_of(u.argument);
        if (s.delimiter < 0)
          return "Invalid input delimiter specification " + std::string(u.argument) +
                 ": the delimiter must be either a single character or an escape sequence starting with \\.";
        break;
      case 'E': s.end = std::string(u.argument); break;
      case 'e':
        if (u.has_argument) s.end = std::string(u.argument);
        else s.end.reset();
        break;
      case 'I':
      case 'i':
        s.replace = u.has_argument ? std::string(u.argument) : "{}";
        if (s.arguments) exclude("--max-args", "--max-args and --replace/-I/-i");
        if (s.lines) exclude("--max-lines", "--max-lines and --replace/-I/-i");
        s.arguments = s.lines = 0;
        s.exit_if_long = true;
        break;
      case 'L':
      case 'l':
        if (u.has_argument) bad = number(u.argument, static_cast<char>(u.id), 1, s.lines);
        else s.lines = 1;
        if (s.arguments) exclude("--max-args", u.id == 'L' ? "--max-args and -L" : "--max-args and --max-lines/-l");
        if (s.replace) exclude("--replace", u.id == 'L' ? "--replace and -L" : "--replace and --max-lines/-l");
        s.arguments = 0;
        s.replace.reset();
        if (u.id == 'l') s.exit_if_long = true;
        break;
      case 'n':
        bad = number(u.argument, 'n', 1, s.arguments);
        if (s.lines) exclude("--max-lines", "--max-lines and --max-args/-n");
        s.lines = 0;
        if (s.replace && s.arguments == 1) s.arguments = 0;   // -n1 with -I is allowed
        else if (s.replace) {
          exclude("--replace", "--replace and --max-args/-n");
          s.replace.reset();
        }
        break;
      case 'P': bad = number(u.argument, 'P', 0, s.processes); break;
      case 's':
        bad = number(u.argument, 's', 1, s.size);
        if (!bad && s.size > kMostSize) {
          warnings += "warning: value " + std::string(u.argument) + " for -s option is too large, using " + std::to_string(kMostSize) + " instead\n";
          s.size = kMostSize;
        }
        break;
      case 'a': s.file = u.argument; break;
      case 'o': s.tty = true; break;
      case 'p': s.ask = s.verbose = true; break;
      case 'r': s.run_empty = false; break;
      case 't': s.verbose = true; break;
      case 'x': s.exit_if_long = true; break;
      case kSlotVariable:
        if (u.argument.find('=') != u.argument.npos) return "option --process-slot-var may not be set to a value which includes `='";
        s.slot_variable = u.argument;
        break;
    }
    if (bad) return bad;
  }
  return std::nullopt;
}

// Reads the options, and says what there is to say of them. The status, when one is wrong.
std::optional<int> set_up(Process& p, const Options& o, Settings& s) {
  std::string warnings;
  if (auto bad = read_options(o, s, warnings)) {
    if (bad->starts_with("Invalid input") || bad->starts_with("option --")) {
      p.complain(*bad);
      return 1;
    }
    return usage_error(p, *bad);
  }
  for (std::size_t at = 0; at < warnings.size();) {
    const std::size_t end = warnings.find('\n', at);
    p.complain(warnings.substr(at, end - at));
    at = end + 1;
  }
  if (o.has(kShowLimits)) {
    std::size_t size = 0;
    for (const std::string& e : p.env->entries) size += e.size() + 1;
    const std::string most = std::to_string(kMostSize);
    p.write_stderr("Your environment variables take up " + std::to_string(size) + " bytes\n"
                            "POSIX upper limit on argument length (this system): " + most + "\n"
                            "POSIX smallest allowable upper limit on argument length (all systems): 4096\n"
                            "Maximum length of command we could actually use: " + most + "\n"
                            "Size of command buffer we are actually using: " + std::to_string(s.size) + "\n"
                            "Maximum parallelism (--max-procs must be no greater): 2147483647\n");
  }
  return std::nullopt;
}

Task<int> xargs_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Settings s;
  if (auto end = set_up(p, o, s)) co_return *end;
  std::vector<std::string> initial(o.operands().begin(), o.operands().end());
  if (initial.empty()) initial.push_back("echo");
  int fd = 0;
  if (!s.file.empty() && s.file != "-") {
    auto opened = co_await p.open(s.file, {.read = true, .cloexec = true}, 0, 10);
    if (!opened) {
      p.complain("Cannot open input file " + quote_words(p, s.file) + ": " + std::string(opened.error().words()));
      co_return 1;
    }
    fd = *opened;
  }
  Runner runner(p, s, std::move(initial));
  Splitter splitter(s);
  Reader in(p, fd);
  bool go = true, warned = false, run_last = true;
  while (go) {
    std::string_view input = in.buffered();
    const std::size_t had = input.size();
    std::string item;
    bool line_ended = false;
    const auto r = splitter.next(input, in.at_end(), item, line_ended);
    in.consume(had - input.size());
    if (splitter.saw_nul() && !std::exchange(warned, true))
      p.complain("WARNING: a NUL character occurred in the input.  It cannot be passed through in the argument list.  "
                          "Did you mean to use the --null option?");
    switch (r) {
      case Splitter::Result::kItem: go = co_await runner.add(std::move(item), line_ended); break;
      case Splitter::Result::kEnd: go = false; break;
      case Splitter::Result::kError:
        co_await runner.finish(false);
        p.complain(splitter.error());
        co_return 1;
      case Splitter::Result::kNeedMore: {
        auto more = co_await in.fill();
        if (!more) {
          p.complain("read error", more.error());
          runner.set_status(1);
          run_last = false;
          go = false;
        }
        break;
      }
    }
  }
  co_await runner.finish(run_last);
  co_return runner.status();
}

const Program kXargs("xargs", xargs_main);

}  // namespace
}  // namespace nacre
