// head [OPTION]... [FILE]...: the first lines or bytes of files. POSIX and GNU coreutils 9.1, with the old forms -5, -5c, -2k.
//
// What was read too much of a file that can seek is given back, so that `(head -n1; cat) < file` prints all of it. With
// -n -N and -c -N the last N are held back in memory.
#include <deque>

#include "src/base/memory.h"
#include "src/base/numbers.h"
#include "src/process/input.h"
#include "src/process/io.h"
#include "src/process/locale.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr int kPresumePipe = kOnlyLong + 1;
constexpr Option kOptions[] = {
    {'c', "bytes", Argument::kRequired, "[-]NUM", "print the first NUM bytes of each file;\nwith '-', all but the last NUM bytes"},
    {'n', "lines", Argument::kRequired, "[-]NUM", "print the first NUM lines instead of 10;\nwith '-', all but the last NUM lines"},
    {'q', "quiet", Argument::kNone, "", "never print headers with file names"},
    {'q', "silent", Argument::kNone, "", ""},
    {'v', "verbose", Argument::kNone, "", "always print headers with file names"},
    {'z', "zero-terminated", Argument::kNone, "", "lines end with NUL, not newline"},
    {kPresumePipe, "-presume-input-pipe", Argument::kNone, "", ""},
    {'0', "", Argument::kNone, "", ""}, {'1', "", Argument::kNone, "", ""}, {'2', "", Argument::kNone, "", ""},
    {'3', "", Argument::kNone, "", ""}, {'4', "", Argument::kNone, "", ""}, {'5', "", Argument::kNone, "", ""},
    {'6', "", Argument::kNone, "", ""}, {'7', "", Argument::kNone, "", ""}, {'8', "", Argument::kNone, "", ""},
    {'9', "", Argument::kNone, "", ""},
};
constexpr Synopsis kSynopsis{
    "head", "[OPTION]... [FILE]...",
    "Print the first 10 lines of each FILE to standard output, under a header with its name\n"
    "when there are several.\n\nNo FILE, or -, means standard input.",
    kOptions,
    "NUM may have a suffix: b 512, kB 1000, K 1024, MB 1000*1000, M 1024*1024, GB, G and so on\n"
    "for T, P, E, Z, Y; KiB is K, MiB is M, and so on."};

struct Settings {
  std::uint64_t count = 10;
  bool lines = true, all_but = false, quiet = false, verbose = false;
  char end = '\n';
};

// The count of -n or -c; a message and false where it is none.
Task<bool> read_count(Process& p, std::string_view text, Settings& s) {
  auto n = parse_decimal(text, 0, UINT64_MAX, kSizeSuffixes);
  if (n) s.count = *n;
  else
    co_await p.complain((s.lines ? "invalid number of lines: " : "invalid number of bytes: ") + quote_words(p, text) +
                        number_error_tail(n.error()));
  co_return n.has_value();
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The old form -NUM[bkm][clqvz] as the first argument. Gives the status to end with, or none.
Task<std::optional<int>> old_form(Process& p, std::string_view text, Settings& s) {
  std::size_t i = 1;
  while (i < text.size() && is_digit(text[i])) ++i;
  std::string number(text.substr(1, i - 1));
  char unit = 0;
  for (; i < text.size(); ++i) switch (text[i]) {
      case 'c':
        s.lines = false;
        unit = 0;
        break;
      case 'b':
      case 'k':
      case 'm':
        s.lines = false;
        unit = text[i];
        break;
      case 'l': s.lines = true; break;
      case 'q':
        s.quiet = true;
        s.verbose = false;
        break;
      case 'v':
        s.verbose = true;
        s.quiet = false;
        break;
      case 'z': s.end = '\0'; break;
      default: co_return co_await usage_error(p, std::string("invalid trailing option -- ") + text[i]);
    }
  if (unit) number += unit;
  if (!co_await read_count(p, number, s)) co_return 1;
  co_return std::nullopt;
}

// The first count bytes or lines. What was read behind them is given back.
Task<Result<>> first_part(Process& p, const Input& in, const Settings& s, Writer& out) {
  Reader reader(p, in.fd());
  std::uint64_t left = s.count;
  while (left > 0 && !out.failed()) {
    auto more = co_await reader.fill();
    if (!more) co_return fail(more.error());
    if (!*more) break;
    const std::string_view chunk = reader.buffered();
    std::size_t take = chunk.size();
    if (s.lines) {
      std::size_t at = 0;
      while (left > 0 && at < chunk.size()) {
        const std::size_t end = chunk.find(s.end, at);
        if (end == chunk.npos) {
          at = chunk.size();
        } else {
          at = end + 1;
          --left;
        }
      }
      take = at;
    } else {
      take = static_cast<std::size_t>(std::min<std::uint64_t>(left, take));
      left -= take;
    }
    out.put(chunk.substr(0, take));
    reader.consume(take);
    if (left == 0 && !reader.buffered().empty())
      if (VfsFile* file = in.regular()) (void)file->seek(-static_cast<std::int64_t>(reader.buffered().size()), Whence::kCurrent);
    (void)co_await out.flush();
  }
  co_return Result<>();
}

std::uint64_t count_ends(std::string_view chunk, char end) {
  std::uint64_t n = 0;
  for (char c : chunk) n += c == end;
  return n;
}

// All but the last count bytes or lines.
Task<Result<>> all_but_last(Process& p, const Input& in, const Settings& s, Writer& out) {
  struct Part {
    std::string bytes;
    std::uint64_t units;
  };
  std::deque<Part> held;
  std::uint64_t units = 0;
  bool open_line = false;
  Reader reader(p, in.fd());
  while (!out.failed()) {
    auto more = co_await reader.fill();
    if (!more) co_return fail(more.error());
    if (!*more) break;
    const std::string_view chunk = reader.buffered();
    if (!memory::available(chunk.size() * 2)) co_return fail(Errno::kNOMEM);
    // A part holds whole chunks; small ones are put together.
    if (held.empty() || held.back().bytes.size() + chunk.size() > Reader::kChunk) held.push_back({{}, 0});
    const std::uint64_t n = s.lines ? count_ends(chunk, s.end) : chunk.size();
    held.back().bytes += chunk;
    held.back().units += n;
    units += n;
    open_line = s.lines && chunk.back() != s.end;
    reader.consume(chunk.size());
    while (!held.empty() && units - held.front().units >= s.count && (held.size() > 1 || s.count == 0)) {
      out.put(held.front().bytes);
      units -= held.front().units;
      held.pop_front();
      (void)co_await out.flush();
    }
  }
  if (open_line) ++units;
  // What is held has `units` units, of which the last count are to be left out.
  std::uint64_t left = units > s.count ? units - s.count : 0;
  while (left > 0 && !held.empty()) {
    const std::string_view bytes = held.front().bytes;
    std::size_t at = 0;
    if (s.lines) {
      while (left > 0 && at < bytes.size()) {
        const std::size_t end = bytes.find(s.end, at);
        at = end == bytes.npos ? bytes.size() : end + 1;
        left -= end != bytes.npos;
      }
      if (held.size() == 1 && at == bytes.size()) left = 0;
    } else {
      at = static_cast<std::size_t>(std::min<std::uint64_t>(left, bytes.size()));
      left -= at;
    }
    out.put(bytes.substr(0, at));
    held.pop_front();
    (void)co_await out.flush();
  }
  co_return Result<>();
}

Task<int> head_main(Process& p) {
  Settings s;
  std::vector<std::string> argv = p.argv;
  if (argv.size() > 1 && argv[1].size() > 1 && argv[1][0] == '-' && is_digit(argv[1][1])) {
    if (auto end = co_await old_form(p, argv[1], s)) co_return *end;
    argv.erase(argv.begin() + 1);
  }
  Options o(kSynopsis, argv);
  if (auto end = co_await o.respond(p)) co_return *end;
  for (const Option::Use& u : o.uses()) switch (u.id) {
      case 'c':
      case 'n': {
        s.lines = u.id == 'n';
        s.all_but = u.argument.starts_with('-');
        if (!co_await read_count(p, u.argument.substr(s.all_but ? 1 : 0), s)) co_return 1;
        break;
      }
      case 'q':
        s.quiet = true;
        s.verbose = false;
        break;
      case 'v':
        s.verbose = true;
        s.quiet = false;
        break;
      case 'z': s.end = '\0'; break;
      case kPresumePipe: break;
      default: co_return co_await usage_error(p, std::string("invalid trailing option -- ") + static_cast<char>(u.id));
    }
  std::vector<std::string_view> names = o.operands();
  if (names.empty()) names.push_back("-");
  const bool headers = s.verbose || (!s.quiet && names.size() > 1);
  Writer out(p, 1);
  int status = 0;
  bool first = true;
  for (std::string_view name : names) {
    Input in(p, name);
    const std::string_view shown = in.is_stdin() ? "standard input" : name;
    if (auto r = co_await in.try_open(); !r) {
      co_await out.complain("cannot open " + quote(shown) + " for reading", r.error());
      status = 1;
      continue;
    }
    if (headers) {
      out.put(first ? "==> " : "\n==> ");
      out.put(shown);
      out.put(" <==\n");
      first = false;
      (void)co_await out.flush();
    }
    Result<> done;
    if (s.all_but) done = co_await all_but_last(p, in, s, out);
    else done = co_await first_part(p, in, s, out);
    if (!done) {
      if (done.error() == Errno::kNOMEM) co_await out.complain("memory exhausted");
      else co_await out.complain("error reading " + quote(shown), done.error());
      status = 1;
    }
    if (out.failed()) break;
  }
  co_return co_await out.finish(status);
}

const Program kHead("head", head_main);

}  // namespace
}  // namespace nacre
