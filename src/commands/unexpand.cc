// unexpand [OPTION]... [FILE]...: spaces to tabs. POSIX and GNU coreutils 9.1, where a column is a byte; with the old -N.
#include <optional>

#include "src/commands/tab_stops.h"
#include "src/process/locale.h"

namespace nacre {
namespace {

constexpr int kFirstOnly = kOnlyLong + 1;
constexpr Option kOptions[] = {
    {'a', "all", Argument::kNone, "", "convert all blanks, not only those before everything else"},
    {kFirstOnly, "first-only", Argument::kNone, "", "convert only blanks before everything else (wins over -a)"},
    {'t', "tabs", Argument::kRequired, "N", "tab stops N columns apart, not 8, and -a; or a LIST of\ncolumns separated by commas, of which the last may be /N\n(multiples of N from there on) or +N (every N)"},
    {',', "", Argument::kNone, "", ""},
};
constexpr Synopsis kSynopsis{.name = "unexpand", .usage = "[OPTION]... [FILE]...",
                             .description = "Write each FILE with tabs in place of blanks.\n\nNo FILE, or -, means standard input.",
                             .options = kOptions, .digits = Digits::kEach};

class Unexpander : public TabFilter {
 public:
  bool all = false;

  void chunk(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
      if (convert_) {
        put(text[i++]);
        continue;
      }
      i += copy_line(text.substr(i));
      if (convert_) restart();
    }
  }
  void finish() { flush(); }

 private:
  void restart() {
    next_ = 0;
    before_blank_ = true;
    one_before_stop_ = false;
  }
  void flush() {
    if (pending_.empty()) return;
    if (pending_.size() > 1 && one_before_stop_) pending_[0] = '\t';
    out->put(pending_);
    pending_.clear();
    one_before_stop_ = false;
  }
  void put(char c) {
    const bool blank = c == ' ' || c == '\t';
    if (blank) {
      bool last = false;
      next_ = tabs.next(column_, index_, last);
      if (last) convert_ = false;
      if (convert_) {
        if (c == '\t') {
          column_ = next_;
          if (!pending_.empty()) pending_[0] = '\t';
        } else {
          ++column_;
          if (!(before_blank_ && column_ == next_)) {
            // It is not known yet whether the blanks become a tab.
            if (column_ == next_) one_before_stop_ = true;
            pending_ += c;
            before_blank_ = true;
            return;
          }
          if (pending_.empty()) pending_ += '\t';
          pending_[0] = c = '\t';
        }
        // What waited is replaced, but for a single blank just before the last stop.
        pending_.resize(one_before_stop_ ? 1 : 0, '\t');
      }
    } else if (c == '\b') {
      backspace();
      next_ = column_;
    } else {
      ++column_;
    }
    flush();
    before_blank_ = blank;
    convert_ = convert_ && (all || blank);
    out->put(c);
    if (c == '\n') {
      start_line();
      restart();
    }
  }
  std::uint64_t next_ = 0;
  std::string pending_;
  bool before_blank_ = true, one_before_stop_ = false;
};

Task<int> unexpand_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Unexpander e;
  std::string error;
  bool first_only = false;
  std::optional<std::uint64_t> digits;
  for (const Option::Use& u : o.uses()) {
    switch (u.id) {
      case 'a': e.all = true; break;
      case kFirstOnly: first_only = true; break;
      case 't':
        e.all = true;
        error = e.tabs.add(p, u.argument);
        break;
      case ',':
        if (digits) e.tabs.add(*digits);
        digits.reset();
        break;
      default: {
        std::uint64_t n = digits.value_or(0);
        if (__builtin_mul_overflow(n, std::uint64_t{10}, &n) ||
            __builtin_add_overflow(n, static_cast<std::uint64_t>(u.id - '0'), &n))
          error = "tab stop value is too large";
        digits = n;
      }
    }
    if (!error.empty()) break;
  }
  if (first_only) e.all = false;
  if (digits) e.tabs.add(*digits);
  co_return co_await run_tab_filter(p, o, e, std::move(error));
}

const Program kUnexpand("unexpand", unexpand_main);

}  // namespace
}  // namespace nacre
