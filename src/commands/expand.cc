// expand [OPTION]... [FILE]...: tabs to spaces. POSIX and GNU coreutils 9.1, where a column is a byte; with the old -N.
#include <algorithm>

#include "src/commands/tab_stops.h"
#include "src/process/locale.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {'i', "initial", Argument::kNone, "", "only tabs before everything else on a line"},
    {'t', "tabs", Argument::kRequired, "N", "tab stops N columns apart, not 8; or a LIST of columns\nseparated by commas, of which the last may be /N\n(multiples of N from there on) or +N (every N)"},
};
constexpr Synopsis kSynopsis{.name = "expand", .usage = "[OPTION]... [FILE]...",
                             .description = "Write each FILE with spaces in place of its tabs.\n\nNo FILE, or -, means standard input.",
                             .options = kOptions, .digits = Digits::kWithRest};

class Expander : public TabFilter {
 public:
  bool initial = false;

  // Stops where the output is large: tab stops may be far away.
  std::size_t chunk(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size() && out->buffer().size() < kMost) {
      if (!convert_) {
        i += copy_line(text.substr(i));
        continue;
      }
      // Runs without anything special are copied at once.
      const std::size_t special = initial ? i : std::min(text.find_first_of("\t\b\n", i), text.size());
      column_ += special - i;
      out->put(text.substr(i, special - i));
      i = special;
      if (i < text.size() && put(text[i])) ++i;
    }
    return i;
  }

 private:
  static constexpr std::size_t kMost = 4 * Writer::kChunk;

  // False for a tab that goes on: its stop is further away than what is written at once.
  bool put(char c) {
    if (c == '\t') {
      bool last = false;
      std::uint64_t next = tabs.next(column_, index_, last);
      if (last) next = column_ + 1;
      const std::uint64_t size = std::min<std::uint64_t>(next - column_, kMost);
      out->buffer().append(static_cast<std::size_t>(size), ' ');
      column_ += size;
      return column_ == next;
    }
    out->put(c);
    if (c == '\n') {
      start_line();
      return true;
    }
    if (c == '\b') {
      backspace();
    } else {
      ++column_;
    }
    if (initial) convert_ = c == ' ';
    return true;
  }
};

Task<int> expand_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Expander e;
  std::string error;
  for (const Option::Use& u : o.uses()) {
    if (u.id == 'i') {
      e.initial = true;
      continue;
    }
    error = e.tabs.add(p, (u.id == 't' ? "" : std::string(1, static_cast<char>(u.id))) + std::string(u.argument));
    if (!error.empty()) break;
  }
  co_return co_await run_tab_filter(p, o, e, std::move(error));
}

const Program kExpand("expand", expand_main);

}  // namespace
}  // namespace nacre
