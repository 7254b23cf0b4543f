// cut OPTION... [FILE]...: parts of lines. POSIX and GNU coreutils 9.1, where -c counts bytes as -b does.
#include <algorithm>

#include "src/base/numbers.h"
#include "src/base/sort.h"
#include "src/process/input.h"
#include "src/process/locale.h"

namespace nacre {
namespace {

enum : int { kComplement = kOnlyLong + 1, kOutputDelimiter };
constexpr Option kOptions[] = {
    {'b', "bytes", Argument::kRequired, "LIST", "select these bytes"},
    {'c', "characters", Argument::kRequired, "LIST", "select these characters"},
    {'d', "delimiter", Argument::kRequired, "DELIM", "fields are separated by DELIM, not TAB"},
    {'f', "fields", Argument::kRequired, "LIST", "select these fields; a line without a delimiter is\nprinted whole, unless -s is given"},
    {'n', "", Argument::kNone, "", "(ignored)"},
    {kComplement, "complement", Argument::kNone, "", "select all but what LIST says"},
    {'s', "only-delimited", Argument::kNone, "", "leave out lines without a delimiter"},
    {kOutputDelimiter, "output-delimiter", Argument::kRequired, "STRING", "separate what is printed by STRING"},
    {'z', "zero-terminated", Argument::kNone, "", "lines end with NUL, not newline"},
};
constexpr Synopsis kSynopsis{
    "cut", "OPTION... [FILE]...", "Print selected parts of each line of each FILE.\n\nNo FILE, or -, means standard input.", kOptions,
    "One of -b, -c and -f is needed. A LIST is made of ranges separated by commas:\n"
    "  N     the Nth, counted from 1\n  N-    from the Nth to the end\n  N-M   from the Nth to the Mth\n"
    "  -M    from the first to the Mth\nWhat is selected comes in the order of the input, and once."};

constexpr std::uint64_t kOpen = UINT64_MAX;
struct Range {
  std::uint64_t low, high;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Reads a list; gives the words of an error, or none.
std::string parse_list(Process& p, std::string_view list, bool fields, std::vector<Range>& ranges) {
  const std::string positions = fields ? "fields are numbered from 1" : "byte/character positions are numbered from 1";
  for (std::size_t i = 0;;) {
    // One range: [N][-][M] up to a comma, a blank or the end.
    std::uint64_t numbers[2] = {0, 0};
    bool given[2] = {false, false};
    int k = 0;
    for (; i < list.size() && list[i] != ',' && list[i] != ' ' && list[i] != '\t'; ++i) {
      if (list[i] == '-') {
        if (k == 1) return fields ? "invalid field range" : "invalid byte or character range";
        if (given[0] && numbers[0] == 0) return positions;
        k = 1;
        continue;
      }
      if (!is_digit(list[i])) {
        const std::string what = quote_words(p, list.substr(i));
        return (fields ? "invalid field value " : "invalid byte/character position ") + what;
      }
      const std::size_t start = i;
      given[k] = true;
      bool overflow = false;
      for (; i < list.size() && is_digit(list[i]); ++i) {
        overflow |= __builtin_mul_overflow(numbers[k], std::uint64_t{10}, &numbers[k]);
        overflow |= __builtin_add_overflow(numbers[k], static_cast<std::uint64_t>(list[i] - '0'), &numbers[k]);
      }
      if (overflow || numbers[k] == kOpen) {
        const std::string what = quote_words(p, list.substr(start, i - start));
        return (fields ? "field number " : "byte/character offset ") + what + " is too large";
      }
      --i;
    }
    if (k == 1) {
      if (!given[0] && !given[1]) return "invalid range with no endpoint: -";
      const std::uint64_t low = given[0] ? numbers[0] : 1, high = given[1] ? numbers[1] : kOpen;
      if (high < low) return "invalid decreasing range";
      ranges.push_back({low, high});
    } else {
      if (numbers[0] == 0) return positions;
      ranges.push_back({numbers[0], numbers[0]});
    }
    if (i >= list.size()) return {};
    ++i;
  }
}

// Sorts, unites what overlaps (what only touches stays apart, for --output-delimiter), and complements.
void arrange(std::vector<Range>& ranges, bool complement) {
  sort_vector(ranges, [](const Range& a, const Range& b) { return a.low < b.low; });
  std::vector<Range> united;
  for (const Range& r : ranges) {
    if (!united.empty() && r.low <= united.back().high) united.back().high = std::max(united.back().high, r.high);
    else united.push_back(r);
  }
  ranges.clear();
  if (!complement) {
    ranges = std::move(united);
    return;
  }
  std::uint64_t next = 1;
  bool open = true;
  for (const Range& r : united) {
    if (r.low > next) ranges.push_back({next, r.low - 1});
    open = r.high != kOpen;
    if (open) next = r.high + 1;
  }
  if (open) ranges.push_back({next, kOpen});
}

class Cutter {
 public:
  std::vector<Range> ranges;
  bool fields = false, only_delimited = false, separate = false;
  char delimiter = '\t', end = '\n';
  std::string separator;
  Writer* out = nullptr;

  void record(std::string_view line, bool delimited) {
    if (!fields) bytes_of(line);
    else if (delimiter == end) whole_record(line, delimited);
    else fields_of(line);
  }
  void end_of_file() {
    if (fields && delimiter == end) end_whole();
  }

 private:
  void bytes_of(std::string_view line) {
    bool first = true;
    for (const Range& r : ranges) {
      if (r.low > line.size()) break;
      if (separate && !first) out->put(separator);
      first = false;
      const auto low = static_cast<std::size_t>(r.low - 1);
      out->put(line.substr(low, static_cast<std::size_t>(std::min<std::uint64_t>(r.high, line.size()) - low)));
    }
    out->put(end);
  }
  void fields_of(std::string_view line) {
    std::size_t at = 0;
    std::size_t stop = line.find(delimiter);
    if (stop == line.npos) {
      if (only_delimited) return;
      out->put(line);
      out->put(end);
      return;
    }
    bool first = true;
    std::uint64_t number = 1;
    for (const Range& r : ranges) {
      for (; number < r.low; ++number) {
        if (stop == line.npos) goto done;
        at = stop + 1;
        stop = line.find(delimiter, at);
      }
      if (r.high == kOpen && separator.size() == 1 && separator[0] == delimiter) {
        if (!first) out->put(delimiter);
        out->put(line.substr(at));
        goto done;
      }
      for (;; ++number) {
        if (!first) out->put(separator);
        first = false;
        out->put(line.substr(at, stop - at));
        if (number == r.high) break;
        if (stop == line.npos) goto done;
        at = stop + 1;
        stop = line.find(delimiter, at);
      }
    }
  done:
    out->put(end);
  }

  // The delimiter is the end of line: the fields are the lines of the whole file.
  void whole_record(std::string_view line, bool delimited) {
    ++number_;
    if (number_ == 1 && !delimited) {
      if (!only_delimited) {
        out->put(line);
        out->put(end);
      }
      number_ = 0;
      return;
    }
    while (range_ < ranges.size() && ranges[range_].high < number_) ++range_;
    if (range_ == ranges.size() || number_ < ranges[range_].low) return;
    if (any_) out->put(separator);
    any_ = true;
    out->put(line);
  }
  void end_whole() {
    if (any_ || number_ > (only_delimited ? 1 : 0)) out->put(end);
    any_ = false;
    number_ = 0;
    range_ = 0;
  }
  std::uint64_t number_ = 0;
  std::size_t range_ = 0;
  bool any_ = false;
};

std::optional<int> set_up(Process& p, const Options& o, Cutter& c) {
  std::optional<std::string_view> list, delimiter, output;
  bool complement = false;
  for (const Option::Use& u : o.uses()) switch (u.id) {
      case 'b':
      case 'c':
      case 'f':
        if (list) return usage_error(p, "only one list may be specified");
        list = u.argument;
        c.fields = u.id == 'f';
        break;
      case 'd':
        if (u.argument.size() > 1) return usage_error(p, "the delimiter must be a single character");
        delimiter = u.argument;
        break;
      case kComplement: complement = true; break;
      case 's': c.only_delimited = true; break;
      case kOutputDelimiter: output = u.argument; break;
      case 'z': c.end = '\0'; break;
      case 'n': break;
    }
  if (!list) return usage_error(p, "you must specify a list of bytes, characters, or fields");
  if (!c.fields && delimiter)
    return usage_error(p, "an input delimiter may be specified only when operating on fields");
  if (!c.fields && c.only_delimited)
    return usage_error(p, "suppressing non-delimited lines makes sense\n\tonly when operating on fields");
  const std::string error = parse_list(p, *list, c.fields, c.ranges);
  if (!error.empty()) return usage_error(p, error);
  arrange(c.ranges, complement);
  if (delimiter) c.delimiter = delimiter->empty() ? '\0' : (*delimiter)[0];
  c.separate = output.has_value();
  c.separator = output ? (output->empty() ? std::string(1, '\0') : std::string(*output)) : std::string(1, c.delimiter);
  return std::nullopt;
}

Task<int> cut_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Cutter c;
  if (auto end = set_up(p, o, c)) co_return *end;
  Writer out(p, 1);
  c.out = &out;
  const int status = co_await for_each_record(p, inputs_or_stdin(o), c.end, out, c);
  co_return out.finish(status);
}

const Program kCut("cut", cut_main);

}  // namespace
}  // namespace nacre
