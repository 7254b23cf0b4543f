// unexpand [OPTION]... [FILE]...: spaces to tabs. POSIX and GNU coreutils 9.1, where a column is a byte; with the old -N.
#include <optional>

#include "src/commands/tab_stops.h"
#include "src/process/input.h"
#include "src/process/locale.h"

namespace nacre {
namespace {

constexpr int kFirstOnly = kOnlyLong + 1;
constexpr Option kOptions[] = {
    {'a', "all", Argument::kNone, "", "convert all blanks, not only those before everything else"},
    {kFirstOnly, "first-only", Argument::kNone, "", "convert only blanks before everything else (wins over -a)"},
    {'t', "tabs", Argument::kRequired, "N", "tab stops N columns apart, not 8, and -a; or a LIST of\ncolumns separated by commas, of which the last may be /N\n(multiples of N from there on) or +N (every N)"},
    {',', "", Argument::kNone, "", ""},
    {'0', "", Argument::kNone, "", ""}, {'1', "", Argument::kNone, "", ""}, {'2', "", Argument::kNone, "", ""},
    {'3', "", Argument::kNone, "", ""}, {'4', "", Argument::kNone, "", ""}, {'5', "", Argument::kNone, "", ""},
    {'6', "", Argument::kNone, "", ""}, {'7', "", Argument::kNone, "", ""}, {'8', "", Argument::kNone, "", ""},
    {'9', "", Argument::kNone, "", ""},
};
constexpr Synopsis kSynopsis{"unexpand", "[OPTION]... [FILE]...",
                             "Write each FILE with tabs in place of blanks.\n\nNo FILE, or -, means standard input.", kOptions};

// Lines go on from one file to the next.
class Unexpander {
 public:
  TabStops tabs;
  bool all = false;
  Writer* out = nullptr;

  void chunk(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
      if (convert_) {
        put(text[i++]);
        continue;
      }
      const std::size_t newline = text.find('\n', i);
      const std::size_t end = newline == text.npos ? text.size() : newline + 1;
      out->put(text.substr(i, end - i));
      i = end;
      if (newline != text.npos) start_line();
    }
  }
  void end_of_file() {}
  void finish() { flush(); }

 private:
  void start_line() {
    column_ = next_ = 0;
    index_ = 0;
    convert_ = before_blank_ = true;
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
      column_ -= column_ > 0;
      next_ = column_;
      index_ -= index_ > 0;
    } else {
      ++column_;
    }
    flush();
    before_blank_ = blank;
    convert_ = convert_ && (all || blank);
    out->put(c);
    if (c == '\n') start_line();
  }
  std::uint64_t column_ = 0, next_ = 0;
  std::size_t index_ = 0;
  std::string pending_;
  bool convert_ = true, before_blank_ = true, one_before_stop_ = false;
};

Task<int> unexpand_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = co_await o.respond(p)) co_return *end;
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
  if (error.empty()) error = e.tabs.finish();
  if (!error.empty()) {
    co_await p.complain(error);
    co_return 1;
  }
  Writer out(p, 1);
  e.out = &out;
  const int status = co_await for_each_chunk(p, inputs_or_stdin(o), out, e);
  e.finish();
  co_return co_await out.finish(status);
}

const Program kUnexpand("unexpand", unexpand_main);

}  // namespace
}  // namespace nacre
