// expand [OPTION]... [FILE]...: tabs to spaces. POSIX and GNU coreutils 9.1, where a column is a byte; with the old -N.
#include "src/commands/tab_stops.h"
#include "src/process/input.h"
#include "src/process/locale.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {'i', "initial", Argument::kNone, "", "only tabs before everything else on a line"},
    {'t', "tabs", Argument::kRequired, "N", "tab stops N columns apart, not 8; or a LIST of columns\nseparated by commas, of which the last may be /N\n(multiples of N from there on) or +N (every N)"},
    {'0', "", Argument::kOptional, "", ""}, {'1', "", Argument::kOptional, "", ""}, {'2', "", Argument::kOptional, "", ""},
    {'3', "", Argument::kOptional, "", ""}, {'4', "", Argument::kOptional, "", ""}, {'5', "", Argument::kOptional, "", ""},
    {'6', "", Argument::kOptional, "", ""}, {'7', "", Argument::kOptional, "", ""}, {'8', "", Argument::kOptional, "", ""},
    {'9', "", Argument::kOptional, "", ""},
};
constexpr Synopsis kSynopsis{"expand", "[OPTION]... [FILE]...",
                             "Write each FILE with spaces in place of its tabs.\n\nNo FILE, or -, means standard input.", kOptions};

// Lines go on from one file to the next.
class Expander {
 public:
  TabStops tabs;
  bool initial = false;
  Writer* out = nullptr;

  void chunk(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
      if (!convert_) {
        const std::size_t newline = text.find('\n', i);
        const std::size_t end = newline == text.npos ? text.size() : newline + 1;
        out->put(text.substr(i, end - i));
        i = end;
        if (newline != text.npos) start_line();
        continue;
      }
      // Runs without anything special are copied at once.
      const std::size_t special = initial ? i : std::min(text.find_first_of("\t\b\n", i), text.size());
      column_ += special - i;
      out->put(text.substr(i, special - i));
      i = special;
      if (i < text.size()) put(text[i++]);
    }
  }
  void end_of_file() {}

 private:
  void start_line() {
    column_ = 0;
    index_ = 0;
    convert_ = true;
  }
  void put(char c) {
    if (c == '\t') {
      bool last = false;
      std::uint64_t next = tabs.next(column_, index_, last);
      if (last) next = column_ + 1;
      out->buffer().append(static_cast<std::size_t>(std::min<std::uint64_t>(next - column_, 1 << 24)), ' ');
      column_ = next;
      return;
    }
    out->put(c);
    if (c == '\n') return start_line();
    if (c == '\b') {
      column_ -= column_ > 0;
      index_ -= index_ > 0;
    } else {
      ++column_;
    }
    if (initial) convert_ = c == ' ';
  }
  std::uint64_t column_ = 0;
  std::size_t index_ = 0;
  bool convert_ = true;
};

Task<int> expand_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = co_await o.respond(p)) co_return *end;
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
  if (error.empty()) error = e.tabs.finish();
  if (!error.empty()) {
    co_await p.complain(error);
    co_return 1;
  }
  Writer out(p, 1);
  e.out = &out;
  const int status = co_await for_each_chunk(p, inputs_or_stdin(o), out, e);
  co_return co_await out.finish(status);
}

const Program kExpand("expand", expand_main);

}  // namespace
}  // namespace nacre
