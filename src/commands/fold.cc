// fold [OPTION]... [FILE]...: breaks long lines. POSIX and GNU coreutils 9.1, where a column is a byte; with the old -N.
#include "src/base/numbers.h"
#include "src/process/input.h"
#include "src/process/locale.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {'b', "bytes", Argument::kNone, "", "count bytes, not columns"},
    {'s', "spaces", Argument::kNone, "", "break after spaces"},
    {'w', "width", Argument::kRequired, "WIDTH", "lines of at most WIDTH columns instead of 80"},
};
constexpr Synopsis kSynopsis{.name = "fold", .usage = "[OPTION]... [FILE]...",
                             .description = "Break the long lines of each FILE into several.\n\nNo FILE, or -, means standard input.",
                             .options = kOptions, .digits = Digits::kWithRest};

class Folder {
 public:
  bool bytes = false, spaces = false;
  std::uint64_t width = 80;
  Writer* out = nullptr;

  void chunk(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t newline = std::min(text.find('\n', i), text.size());
      put(text.substr(i, newline - i));
      i = newline;
      if (i == text.size()) break;
      line_ += '\n';
      out->put(line_);
      line_.clear();
      column_ = 0;
      ++i;
    }
  }
  void end_of_file() {
    out->put(line_);
    line_.clear();
    column_ = 0;
  }

 private:
  std::uint64_t advance(std::uint64_t column, char c) const {
    if (bytes) return column + 1;
    if (c == '\b') return column ? column - 1 : 0;
    if (c == '\r') return 0;
    if (c == '\t') return column + 8 - column % 8;
    return column + 1;
  }
  void put(std::string_view text) {
    for (char c : text) {
      // Breaks until c fits; one byte always does.
      for (;;) {
        const std::uint64_t next = advance(column_, c);
        if (next <= width || (line_.empty() && !(spaces && last_blank() != line_.npos))) {
          column_ = next;
          break;
        }
        const std::size_t blank = spaces ? last_blank() : line_.npos;
        if (blank != line_.npos) {
          out->put(std::string_view(line_).substr(0, blank + 1));
          out->put('\n');
          line_.erase(0, blank + 1);
          column_ = 0;
          for (char rest : line_) column_ = advance(column_, rest);
        } else {
          line_ += '\n';
          out->put(line_);
          line_.clear();
          column_ = 0;
        }
      }
      line_ += c;
    }
  }
  std::size_t last_blank() const { return line_.find_last_of(" \t"); }

  std::string line_;
  std::uint64_t column_ = 0;
};

Task<int> fold_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Folder f;
  for (const Option::Use& u : o.uses()) switch (u.id) {
      case 'b': f.bytes = true; break;
      case 's': f.spaces = true; break;
      default: {
        const std::string text = (u.id == 'w' ? "" : std::string(1, static_cast<char>(u.id))) + std::string(u.argument);
        auto n = parse_decimal(text, 1, UINT64_MAX - 9);
        if (!n) {
          p.complain("invalid number of columns: " + quote_words(p, text) + number_error_tail(n.error()));
          co_return 1;
        }
        f.width = *n;
      }
    }
  Writer out(p, 1);
  f.out = &out;
  const int status = co_await for_each_chunk(p, inputs_or_stdin(o), out, f);
  co_return out.finish(status);
}

const Program kFold("fold", fold_main);

}  // namespace
}  // namespace nacre
