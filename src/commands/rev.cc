// rev [FILE]...: reverses the characters of each line. util-linux 2.38.
//
// In C.UTF-8 characters are code points, and a byte that is no part of one ends the file with a message; in C, a byte
// that is not ASCII. As there, a NUL ends a line's text, and messages come before the output.
#include <algorithm>

#include "src/base/utf8.h"
#include "src/process/input.h"
#include "src/process/locale.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {'h', "", Argument::kNone, "", "same as --help"},
    {'V', "", Argument::kNone, "", "same as --version"},
};
constexpr Synopsis kSynopsis{"rev", "[options] [file ...]", "Write the lines of files with their characters in reverse.", kOptions};

class Reverser {
 public:
  bool utf8 = true;
  Writer* out = nullptr;
  std::uint64_t lines = 0;
  bool invalid = false;

  void record(std::string_view line, bool delimited) {
    if (invalid) return;
    std::string& to = out->buffer();
    const std::size_t start = to.size();
    const std::size_t nul = line.find('\0');
    const bool cut = nul != line.npos;
    line = line.substr(0, nul);
    to.append(line.rbegin(), line.rend());
    const bool ascii = std::none_of(line.begin(), line.end(), [](char c) { return c & 0x80; });
    if (!ascii) {
      if (!utf8 || !valid_utf8(line)) {
        to.resize(start);
        invalid = true;
        return;
      }
      // The bytes of each character stand in reverse: turn them round again.
      for (std::size_t i = start; i < to.size();) {
        std::size_t end = i;
        while (end < to.size() && (to[end] & 0xC0) == 0x80) ++end;
        ++end;
        std::reverse(to.begin() + static_cast<std::ptrdiff_t>(i), to.begin() + static_cast<std::ptrdiff_t>(end));
        i = end;
      }
    }
    if (delimited && !cut) to += '\n';
    ++lines;
  }
};

Task<int> rev_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Writer out(p, 1);
  if (o.has('h') || o.has('V')) {
    out.put(o.has('h') ? help_text(kSynopsis, p.argv[0]) : version_text("rev"));
    co_return out.finish(0);
  }
  int status = 0;
  std::vector<std::string_view> names = o.operands();
  const bool standard = names.empty();
  if (standard) names.push_back("-");
  for (std::string_view name : names) {
    std::string shown = standard ? "stdin" : std::string(name);
    Input in(p, standard ? name : name == "-" ? "./-" : name);
    if (auto r = co_await in.try_open(); !r) {
      p.complain("cannot open " + shown, r.error());
      status = 1;
      continue;
    }
    Reverser reverser;
    reverser.utf8 = utf8_locale(p);
    reverser.out = &out;
    auto r = co_await read_records(p, in.fd(), '\n', out, reverser);
    if (r && reverser.invalid) r = fail(Errno::kILSEQ);
    if (!r) {
      p.complain(shown + ": " + std::to_string(reverser.lines), r.error());
      status = 1;
    }
    if (out.failed()) break;
  }
  co_return out.finish(status);
}

const Program kRev("rev", rev_main);

}  // namespace
}  // namespace nacre
