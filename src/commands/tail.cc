// tail [OPTION]... [FILE]...: the last lines or bytes of files, and what is added to them. POSIX and GNU coreutils 9.1, with
// the old forms -5, -5c, -5f, +5.
//
// Regular files are searched backwards, so that only their end is read; of a pipe the last N lines are held in memory.
// Following looks at the files again and again: every tenth of a second (or -s, when that is shorter), which stands for
// the notification that GNU gets from the kernel. It ends when standard output is a pipe that nobody reads any more.
#include <algorithm>

#include "src/base/extended.h"
#include "src/base/numbers.h"
#include "src/commands/head_tail.h"
#include "src/process/choice.h"
#include "src/process/input.h"
#include "src/process/io.h"
#include "src/process/locale.h"
#include "src/process/machine.h"
#include "src/process/options.h"

namespace nacre {
namespace {

enum : int { kFollow = kOnlyLong + 1, kMaxUnchanged, kPid, kRetry, kNoInotify, kPresumePipe };
constexpr Option kOptions[] = {
    {'c', "bytes", Argument::kRequired, "[+]NUM", "print the last NUM bytes; with +NUM, all from byte NUM on"},
    {'f', "", Argument::kNone, "", ""},
    {kFollow, "follow", Argument::kOptional, "HOW", "print what is added as the files grow; HOW is 'name' or\n'descriptor', which is also what -f means"},
    {'F', "", Argument::kNone, "", "same as --follow=name --retry"},
    {'n', "lines", Argument::kRequired, "[+]NUM", "print the last NUM lines instead of 10; with +NUM, all\nfrom line NUM on"},
    {kMaxUnchanged, "max-unchanged-stats", Argument::kRequired, "N", "with --follow=name, look whether a file was renamed after\nN looks without a change (here: always)"},
    {kPid, "pid", Argument::kRequired, "PID", "with -f, end when the process PID has ended"},
    {'q', "quiet", Argument::kNone, "", "never print headers with file names"},
    {'q', "silent", Argument::kNone, "", ""},
    {kRetry, "retry", Argument::kNone, "", "go on trying to open a file that is not accessible"},
    {'s', "sleep-interval", Argument::kRequired, "N", "with -f, look every N seconds (default 1.0)"},
    {'v', "verbose", Argument::kNone, "", "always print headers with file names"},
    {'z', "zero-terminated", Argument::kNone, "", "lines end with NUL, not newline"},
    {kNoInotify, "-disable-inotify", Argument::kNone, "", ""},
    {kPresumePipe, "-presume-input-pipe", Argument::kNone, "", ""},
};
constexpr Synopsis kSynopsis{
    .name = "tail", .usage = "[OPTION]... [FILE]...",
    .description = "Print the last 10 lines of each FILE to standard output, under a header with its name\n"
                   "when there are several.\n\nNo FILE, or -, means standard input.",
    .options = kOptions, .notes = kCountNotes, .digits = Digits::kEach,
    .last_notes = "-f follows a file itself, whatever its name becomes; --follow=name follows the name, and so\n"
                  "goes on with the new file when a log is rotated."};

constexpr Choice kHow[] = {{"descriptor", 0}, {"name", 1}};

struct Settings : PartOptions {
  bool from_start = false, follow = false, by_name = false, retry = false;
  Pid pid = 0;
  Nanoseconds interval = kSecond / 10;
};

struct File {
  std::string_view name;       // as given; "-" is standard input
  std::string_view shown;
  int fd = -1;
  bool own = false;            // the descriptor is ours to close
  bool ignored = false;
  bool tailable = true;
  Errno error = Errno::kOk;    // why it is not open
  vfs::Ino ino = 0;
  std::uint64_t size = 0;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Tail {
 public:
  Tail(Process& p, Settings s) : p_(p), s_(s), out_(p, 1) {}
  Task<int> run(const std::vector<std::string_view>& names);

 private:
  Task<> start(File& f);
  void header(const File& f);
  Task<Result<>> print_end(const File& f);
  Task<Result<>> copy_rest(int fd, std::uint64_t end = UINT64_MAX);
  Task<Result<>> skip_then_copy(int fd);
  Task<Result<>> end_of_pipe(int fd);
  Task<Result<std::uint64_t>> last_lines_at(const VfsFile& file, std::uint64_t from, std::uint64_t size);
  Task<> follow();
  Task<bool> look(File& f, std::size_t index);
  Task<> recheck(File& f);
  bool any_live() const;
  bool reader_gone() const;

  Process& p_;
  Settings s_;
  Writer out_;
  std::vector<File> files_;
  bool headers_ = false, first_header_ = true;
  std::size_t last_printed_ = SIZE_MAX;
  int status_ = 0;
};

void Tail::header(const File& f) {
  if (headers_) put_header(out_, f.shown, first_header_);
}

// All from the present offset; of a regular file no more than up to `end`, for it may be the output as well.
Task<Result<>> Tail::copy_rest(int fd, std::uint64_t end) {
  if (VfsFile* file = regular_file(p_, fd)) {
    out_.flush();
    while (!out_.failed() && file->offset() < end) {
      const std::uint64_t at = file->offset();
      auto slice = p_.fs().slice_at(file->inode(), at);
      if (!slice) co_return fail(slice.error());
      slice->bytes = slice->bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(slice->bytes.size(), end - at)));
      if (slice->bytes.empty()) break;
      if (auto r = co_await p_.write(1, slice->bytes); !r) out_.fail_with(r.error());
      (void)file->seek(static_cast<std::int64_t>(at + slice->bytes.size()), Whence::kSet);
    }
    co_return Result<>();
  }
  Reader in(p_, fd);
  while (!out_.failed()) {
    auto more = co_await in.fill();
    if (!more) co_return fail(more.error());
    if (!*more) break;
    out_.put(in.buffered());
    in.consume(in.buffered().size());
    out_.flush();
  }
  co_return Result<>();
}

// +N: leaves out the first count bytes or lines.
Task<Result<>> Tail::skip_then_copy(int fd) {
  std::uint64_t left = s_.count;
  VfsFile* file = regular_file(p_, fd);
  if (file && !s_.lines) {
    const std::uint64_t most = static_cast<std::uint64_t>(INT64_MAX) - file->offset();
    (void)file->seek(static_cast<std::int64_t>(file->offset() + std::min(left, most)), Whence::kSet);
    left = 0;
  }
  Reader in(p_, fd);
  while (left > 0) {
    auto more = co_await in.fill();
    if (!more) co_return fail(more.error());
    if (!*more) co_return Result<>();
    in.consume(s_.skip_units(in.buffered(), left));
  }
  out_.put(in.buffered());
  out_.flush();
  co_return co_await copy_rest(fd);
}

// The last count of what cannot be searched backwards.
Task<Result<>> Tail::end_of_pipe(int fd) {
  HeldChunks held(s_);
  // One line more than asked for stays, for the last may have no end.
  const std::uint64_t keep = s_.count + (s_.lines && s_.count < UINT64_MAX);
  Reader in(p_, fd);
  for (;;) {
    auto more = co_await in.fill();
    if (!more) co_return fail(more.error());
    if (!*more) break;
    if (auto ok = held.add(in.buffered()); !ok) co_return ok;
    in.consume(in.buffered().size());
    while (!held.single() && held.units_behind_front() >= keep) held.drop_front();
  }
  const std::uint64_t units = held.units();
  std::uint64_t skip = units > s_.count ? units - s_.count : 0;
  for (; !held.empty(); held.drop_front()) {
    out_.put(held.front().substr(s_.skip_units(held.front(), skip)));
    out_.flush();
  }
  co_return Result<>();
}

// Where the last count lines of a file start, not before `from`.
Task<Result<std::uint64_t>> Tail::last_lines_at(const VfsFile& file, std::uint64_t from, std::uint64_t size) {
  if (s_.count == 0) co_return size;
  if (size <= from) co_return from;
  std::uint64_t left = s_.count, end = size;
  std::string buffer(16384, '\0');
  while (end > from) {
    const std::uint64_t start = end - from > buffer.size() ? end - buffer.size() : from;
    std::size_t n = 0;
    while (n < end - start) {
      auto got = p_.fs().read(file.inode(), start + n, buffer.data() + n, static_cast<std::size_t>(end - start) - n);
      if (!got) co_return fail(got.error());
      if (*got == 0) break;
      n += *got;
    }
    for (std::size_t i = n; i-- > 0;) {
      // The end of the last line itself does not count.
      if (buffer[i] != s_.end || start + i + 1 == size) continue;
      if (--left == 0) co_return start + i + 1;
    }
    end = start;
    if (p_.spent(static_cast<std::uint32_t>(n / 64))) co_await p_.spend(0);
  }
  co_return from;
}

Task<Result<>> Tail::print_end(const File& f) {
  if (s_.from_start) co_return co_await skip_then_copy(f.fd);
  VfsFile* file = regular_file(p_, f.fd);
  if (!file) co_return co_await end_of_pipe(f.fd);
  auto size = p_.fs().size(file->inode());
  if (!size) co_return fail(size.error());
  const std::uint64_t from = file->offset();
  std::uint64_t at = from;
  if (s_.lines) {
    auto found = co_await last_lines_at(*file, from, *size);
    if (!found) co_return fail(found.error());
    at = *found;
  } else if (*size > from && *size - from > s_.count) {
    at = *size - s_.count;
  }
  if (at > from) (void)file->seek(static_cast<std::int64_t>(at), Whence::kSet);
  co_return co_await copy_rest(f.fd, *size);
}

Task<> Tail::start(File& f) {
  if (f.name == "-") {
    f.fd = 0;
  } else {
    auto fd = co_await p_.open(std::string(f.name), OpenFlags::reading());
    if (!fd) {
      f.error = fd.error().code;
      f.tailable = !s_.retry;
      f.ignored = !s_.retry;
      out_.complain("cannot open " + quote(f.shown) + " for reading", fd.error());
      status_ = 1;
      co_return;
    }
    f.fd = *fd;
    f.own = true;
  }
  header(f);
  last_printed_ = static_cast<std::size_t>(&f - files_.data());
  auto done = co_await print_end(f);
  if (!done) {
    complain_of_reading(out_, f.shown, done.error());
    status_ = 1;
  }
  const FileDescription* file = p_.file(f.fd);
  auto stat = file ? file->stat() : Result<vfs::Stat>(fail(Errno::kBADF));
  if (stat) {
    f.ino = stat->ino;
    f.size = stat->size;
  }
  if (s_.follow && stat && stat->type == vfs::Type::kDirectory) {
    f.error = Errno::kISDIR;
    f.tailable = false;
    f.ignored = !s_.retry;
    out_.complain(quote_if_needed(f.shown) + ": cannot follow end of this type of file" +
                           (f.ignored ? "; giving up on this name" : ""));
  }
  const bool pipe = stat && f.fd == 0 && stat->type == vfs::Type::kFifo;
  if (s_.follow && pipe) f.ignored = true;     // all of a pipe has been read
  if ((!s_.follow || f.ignored || !f.tailable) && f.own) {
    (void)p_.close(f.fd);
    f.fd = -1;
  }
}

// --- following ------------------------------------------------------------------------------------------------------------

bool Tail::any_live() const {
  if (s_.retry && s_.by_name) return true;
  return std::any_of(files_.begin(), files_.end(), [&](const File& f) { return f.fd >= 0 || (s_.retry && !f.ignored); });
}

bool Tail::reader_gone() const {
  auto* end = dynamic_cast<PipeEnd*>(p_.file(1));
  return end && end->pipe()->broken();
}

// By name: is it still the same file?
Task<> Tail::recheck(File& f) {
  auto stat = p_.fs().stat(p_.caller(), f.name);
  const bool was_open = f.fd >= 0;
  if (stat && was_open && stat->ino == f.ino) co_return;
  Result<int> fd = fail(Errno::kNOENT);
  if (stat && stat->type != vfs::Type::kDirectory) fd = co_await p_.open(std::string(f.name), OpenFlags::reading());
  else fd = fail(stat ? Error(Errno::kISDIR) : stat.error());
  const bool was_tailable = f.tailable;
  const Errno before = f.error;
  const std::string quoted = quote(f.shown);
  if (!fd) {
    f.error = fd.error().code;
    f.tailable = !s_.retry;
    if (stat && stat->type == vfs::Type::kDirectory) {
      if (before != f.error)
        out_.complain(quoted + " has been replaced with an untailable file" +
                               (s_.retry ? "" : "; giving up on this name"));
      f.tailable = false;
      f.ignored = !s_.retry;
    } else if (!f.tailable) {
      if (was_tailable) out_.complain(quoted + " has become inaccessible", fd.error());
    } else if (before != f.error) {
      out_.complain(quote_if_needed(f.shown), fd.error());
    }
    if (f.own && f.fd >= 0) (void)p_.close(f.fd);
    f.fd = -1;
    f.ino = 0;
    co_return;
  }
  if (!was_open) out_.complain(quoted + (before == Errno::kOk || before == Errno::kNOENT ? " has appeared;  following new file" : " has become accessible"));
  else out_.complain(quoted + " has been replaced;  following new file");
  if (f.own && f.fd >= 0) (void)p_.close(f.fd);
  f.fd = *fd;
  f.own = true;
  f.error = Errno::kOk;
  f.tailable = true;
  f.size = 0;
  if (auto now = p_.file(f.fd)->stat()) f.ino = now->ino;
}

// Prints what is new. False when there was nothing.
Task<bool> Tail::look(File& f, std::size_t index) {
  if (f.ignored) co_return false;
  if (f.fd < 0) {
    if (!s_.retry) co_return false;
    if (s_.by_name) {
      co_await recheck(f);
    } else {
      // --retry without a name: until it could be opened once.
      auto fd = co_await p_.open(std::string(f.name), OpenFlags::reading());
      if (!fd) co_return false;
      out_.complain(quote(f.shown) + " has appeared;  following new file");
      f.fd = *fd;
      f.own = f.tailable = true;
      f.size = 0;
    }
    if (f.fd < 0) co_return false;
  }
  VfsFile* file = regular_file(p_, f.fd);
  if (!file) {
    // A FIFO or a terminal: what is there now.
    char buffer[4096];
    bool any = false;
    for (;;) {
      auto n = co_await p_.read(f.fd, buffer, sizeof buffer, p_.machine().now(), true);
      if (!n || *n == 0) break;
      if (last_printed_ != index) header(f);
      last_printed_ = index;
      out_.put(std::string_view(buffer, *n));
      any = true;
      out_.flush();
    }
    co_return any;
  }
  auto size = p_.fs().size(file->inode());
  const std::uint64_t now = size.value_or(f.size);
  if (now < f.size) {
    out_.complain(quote_if_needed(f.shown) + ": file truncated");
    (void)file->seek(0, Whence::kSet);
  }
  f.size = now;
  bool any = false;
  if (file->offset() < now) {
    if (last_printed_ != index) header(f);
    last_printed_ = index;
    if (auto r = co_await copy_rest(f.fd); !r) out_.complain("error reading " + quote(f.shown), r.error());
    any = true;
  }
  if (s_.by_name && f.name != "-") {
    const vfs::Ino before = f.ino;
    co_await recheck(f);
    if (f.fd >= 0 && f.ino != before) any = true;   // look at the new one at once
  }
  co_return any;
}

Task<> Tail::follow() {
  bool last_time = false;
  for (;;) {
    bool any = false;
    for (std::size_t i = 0; i < files_.size(); ++i) any |= co_await look(files_[i], i);
    out_.flush();
    if (out_.failed()) co_return;
    if (!any_live()) {
      out_.complain("no files remaining");
      status_ = 1;
      co_return;
    }
    if (any) continue;
    if (last_time) co_return;
    if (reader_gone()) {
      (void)co_await p_.write(1, " ");   // raises SIGPIPE
      status_ = 1;
      co_return;
    }
    // When the process has ended, what it wrote last is still to be printed.
    const Process* other = s_.pid ? p_.machine().find(s_.pid) : nullptr;
    last_time = s_.pid && (!other || other->ended());
    if (!last_time) (void)co_await p_.sleep_until(p_.machine().now() + s_.interval);
  }
}

Task<int> Tail::run(const std::vector<std::string_view>& names) {
  headers_ = s_.with_headers(names.size());
  if (s_.count == 0 && !s_.follow && !s_.from_start) co_return 0;
  files_.reserve(names.size());
  for (std::string_view name : names) {
    files_.push_back({.name = name, .shown = name == "-" ? "standard input" : name});
    co_await start(files_.back());
    if (out_.failed()) break;
  }
  out_.flush();
  const bool all_pipes = std::all_of(files_.begin(), files_.end(), [](const File& f) { return f.ignored && f.error == Errno::kOk; });
  if (s_.follow && !all_pipes && !out_.failed()) co_await follow();
  co_return out_.finish(status_);
}

// --- options --------------------------------------------------------------------------------------------------------------

// -5, -5c, -5lf, +5 as the first argument, with at most one file. True when argv[1] was that; `error` is what is wrong then.
bool old_form(const Process& p, const std::vector<std::string>& argv, Settings& s, std::string& error) {
  const bool few = argv.size() == 2 || (argv.size() == 3 && !(argv[2].size() > 1 && argv[2][0] == '-')) ||
                   (argv.size() >= 3 && argv.size() <= 4 && argv[2] == "--");
  if (!few || argv[1].size() < 2) return false;
  const std::string_view a = argv[1];
  if (a[0] != '+' && (a[0] != '-' || a == "-c" || a == "--")) return false;
  std::size_t i = 1;
  while (i < a.size() && is_digit(a[i])) ++i;
  const std::string_view digits = a.substr(1, i - 1);
  std::uint64_t count = 10;
  bool lines = true, follow = false;
  if (i < a.size() && std::string_view("bcl").find(a[i]) != std::string_view::npos) {
    if (a[i] == 'b') count *= 512;
    lines = a[i++] == 'l';
  }
  if (i < a.size() && a[i] == 'f') {
    follow = true;
    ++i;
  }
  if (i != a.size()) return false;
  if (!digits.empty()) {
    const auto n = parse_unsigned(digits);
    if (!n) error = ": Numerical result out of range";
    if (!n || __builtin_mul_overflow(n.value, std::uint64_t{a.find('b') == a.npos ? 1u : 512u}, &count))
      error = "invalid number: " + quote_words(p, a) + error;
  }
  s.count = count;
  s.lines = lines;
  s.follow = follow;
  s.from_start = a[0] == '+';
  return true;
}

std::optional<int> apply(Process& p, const Option::Use& u, Settings& s) {
  switch (u.id) {
    case 'c':
    case 'n': {
      s.lines = u.id == 'n';
      s.from_start = u.argument.starts_with('+');
      const std::string_view text = u.argument.substr(u.argument.starts_with('-') ? 1 : 0);
      auto bad = s.read_count(p, text);
      if (!bad) break;
      p.complain(std::move(*bad));
      return 1;
    }
    case 'f': s.follow = true; break;
    case kFollow: {
      s.follow = true;
      s.by_name = false;
      if (!u.has_argument) break;
      std::string error;
      const auto how = choose(p, kHow, u.argument, "--follow", error);
      if (!how) return usage_error(p, error);
      s.by_name = *how == 1;
      break;
    }
    case 'F': s.follow = s.by_name = s.retry = true; break;
    case kRetry: s.retry = true; break;
    case kMaxUnchanged: {
      auto n = parse_decimal(u.argument);
      if (n) break;
      p.complain("invalid maximum number of unchanged stats between opens: " + quote_words(p, u.argument) +
                          number_error_tail(n.error()));
      return 1;
    }
    case kPid: {
      auto n = parse_decimal(u.argument, 0, INT32_MAX);
      if (n) {
        s.pid = static_cast<Pid>(*n);
        break;
      }
      p.complain("invalid PID: " + quote_words(p, u.argument) + number_error_tail(n.error()));
      return 1;
    }
    case 's': {
      const ParsedExtended n = parse_extended(u.argument);
      if (n.size == 0 || n.size != u.argument.size() || !(Extended() <= n.value)) {
        p.complain("invalid number of seconds: " + quote_words(p, u.argument));
        return 1;
      }
      const std::int64_t nanoseconds = (n.value * Extended::from(std::int64_t{kSecond})).to_int64();
      s.interval = std::clamp<Nanoseconds>(nanoseconds, kSecond / 1000, s.interval);
      break;
    }
    case kNoInotify:
    case kPresumePipe: break;
    default:
      if (s.take(u.id)) break;
      p.complain(std::string("option used in invalid context -- ") + static_cast<char>(u.id));
      return 1;
  }
  return std::nullopt;
}

Task<int> tail_main(Process& p) {
  Settings s;
  std::vector<std::string> argv = p.argv;
  std::string error;
  if (argv.size() > 1 && old_form(p, argv, s, error)) {
    if (!error.empty()) {
      p.complain(error);
      co_return 1;
    }
    argv.erase(argv.begin() + 1);
  } else if (argv.size() > 1 && argv[1].size() > 1 && argv[1][0] == '-' && is_digit(argv[1][1])) {
    p.complain(std::string("option used in invalid context -- ") + argv[1][1]);
    co_return 1;
  }
  Options o(kSynopsis, argv);
  if (auto end = o.respond(p)) co_return *end;
  for (const Option::Use& u : o.uses())
    if (auto end = apply(p, u, s)) co_return *end;
  if (s.retry && !s.follow) {
    s.retry = false;
    p.complain("warning: --retry ignored; --retry is useful only when following");
  } else if (s.retry && !s.by_name) {
    p.complain("warning: --retry only effective for the initial open");
  }
  if (s.pid && !s.follow) p.complain("warning: PID ignored; --pid=PID is useful only when following");
  if (s.from_start && s.count > 0) --s.count;
  std::vector<std::string_view> names = o.operands();
  if (names.empty()) names.push_back("-");
  if (s.by_name && std::find(names.begin(), names.end(), "-") != names.end()) {
    p.complain("cannot follow " + quote("-") + " by name");
    co_return 1;
  }
  Tail tail(p, s);
  co_return co_await tail.run(names);
}

const Program kTail("tail", tail_main);

}  // namespace
}  // namespace nacre
