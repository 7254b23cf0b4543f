// head [OPTION]... [FILE]...: the first lines or bytes of files. POSIX and GNU coreutils 9.1, with the old forms -5, -5c, -2k.
//
// What was read of a file that can seek and not printed is given back, so that `(head -n1; cat) < file` prints all of it.
// With -n -N and -c -N the last N are held back in memory.
#include "src/commands/head_tail.h"
#include "src/process/input.h"
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
};
constexpr Synopsis kSynopsis{
    .name = "head", .usage = "[OPTION]... [FILE]...",
    .description = "Print the first 10 lines of each FILE to standard output, under a header with its name\n"
                   "when there are several.\n\nNo FILE, or -, means standard input.",
    .options = kOptions, .notes = kCountNotes, .digits = Digits::kEach};

struct Settings : PartOptions {
  bool all_but = false;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The old form -NUM[bkm][clqvz] as the first argument. Gives the status to end with, or none.
std::optional<int> old_form(Process& p, std::string_view text, Settings& s) {
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
      default:
        if (!s.take(text[i])) return usage_error(p, std::string("invalid trailing option -- ") + text[i]);
    }
  if (unit) number += unit;
  if (auto bad = s.read_count(p, number)) {
    p.complain(std::move(*bad));
    return 1;
  }
  return std::nullopt;
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
    const std::size_t take = s.skip_units(chunk, left);
    out.put(chunk.substr(0, take));
    reader.consume(take);
    if (left == 0 && !reader.buffered().empty())
      if (VfsFile* file = in.regular()) (void)file->seek(-static_cast<std::int64_t>(reader.buffered().size()), Whence::kCurrent);
    out.flush();
  }
  co_return Result<>();
}

// All but the last count bytes or lines.
Task<Result<>> all_but_last(Process& p, const Input& in, const Settings& s, Writer& out) {
  HeldChunks held(s);
  Reader reader(p, in.fd());
  VfsFile* file = in.regular();
  std::uint64_t at = file ? file->offset() : 0;   // behind what is printed
  const auto print = [&](std::string_view bytes) {
    out.put(bytes);
    at += bytes.size();
  };
  while (!out.failed()) {
    auto more = co_await reader.fill();
    if (!more) co_return fail(more.error());
    if (!*more) break;
    if (auto ok = held.add(reader.buffered()); !ok) co_return ok;
    reader.consume(reader.buffered().size());
    while (!held.empty() && held.units_behind_front() >= s.count && (!held.single() || s.count == 0)) {
      print(held.front());
      held.drop_front();
      out.flush();
    }
  }
  const std::uint64_t units = held.units();
  std::uint64_t left = units > s.count ? units - s.count : 0;
  while (left > 0 && !held.empty()) {
    print(held.front().substr(0, s.skip_units(held.front(), left)));
    held.drop_front();
    out.flush();
  }
  if (file) (void)file->seek(static_cast<std::int64_t>(at), Whence::kSet);
  co_return Result<>();
}

Task<int> head_main(Process& p) {
  Settings s;
  std::vector<std::string> argv = p.argv;
  if (argv.size() > 1 && argv[1].size() > 1 && argv[1][0] == '-' && is_digit(argv[1][1])) {
    if (auto end = old_form(p, argv[1], s)) co_return *end;
    argv.erase(argv.begin() + 1);
  }
  Options o(kSynopsis, argv);
  if (auto end = o.respond(p)) co_return *end;
  for (const Option::Use& u : o.uses()) switch (u.id) {
      case 'c':
      case 'n': {
        s.lines = u.id == 'n';
        s.all_but = u.argument.starts_with('-');
        if (auto bad = s.read_count(p, u.argument.substr(s.all_but ? 1 : 0))) {
          p.complain(std::move(*bad));
          co_return 1;
        }
        break;
      }
      case kPresumePipe: break;
      default:
        if (!s.take(u.id)) co_return usage_error(p, std::string("invalid trailing option -- ") + static_cast<char>(u.id));
    }
  std::vector<std::string_view> names = o.operands();
  if (names.empty()) names.push_back("-");
  const bool headers = s.with_headers(names.size());
  Writer out(p, 1);
  int status = 0;
  bool first = true;
  for (std::string_view name : names) {
    Input in(p, name);
    const std::string_view shown = in.is_stdin() ? "standard input" : name;
    if (auto r = co_await in.try_open(); !r) {
      out.complain("cannot open " + quote(shown) + " for reading", r.error());
      status = 1;
      continue;
    }
    if (headers) {
      put_header(out, shown, first);
      out.flush();
    }
    Result<> done;
    if (s.all_but) done = co_await all_but_last(p, in, s, out);
    else done = co_await first_part(p, in, s, out);
    if (!done) {
      complain_of_reading(out, shown, done.error());
      status = 1;
    }
    if (out.failed()) break;
  }
  co_return out.finish(status);
}

const Program kHead("head", head_main);

}  // namespace
}  // namespace nacre
