// wc [OPTION]... [FILE]...: counts lines, words, characters, bytes, and the width of the longest line. POSIX and GNU
// coreutils 9.1. In C.UTF-8 a word needs a printable character, and no-break spaces separate words too; bytes that are no
// part of a valid character count for nothing but bytes.
#include <algorithm>
#include <array>

#include "src/base/ctype.h"
#include "src/base/eight.h"
#include "src/base/numbers.h"
#include "src/base/utf8.h"
#include "src/process/input.h"
#include "src/process/io.h"
#include "src/process/locale.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr int kFiles0 = kOnlyLong + 1;
constexpr Option kOptions[] = {
    {'c', "bytes", Argument::kNone, "", "print the number of bytes"},
    {'m', "chars", Argument::kNone, "", "print the number of characters"},
    {'l', "lines", Argument::kNone, "", "print the number of newlines"},
    {kFiles0, "files0-from", Argument::kRequired, "F", "read the names of the files from file F,\neach ended by NUL; - is standard input"},
    {'L', "max-line-length", Argument::kNone, "", "print the width of the widest line"},
    {'w', "words", Argument::kNone, "", "print the number of words"},
};
constexpr Synopsis kSynopsis{
    "wc", "[OPTION]... [FILE]...\n[OPTION]... --files0-from=F",
    "Print the numbers of newlines, words and bytes of each FILE, and their sums when there are\n"
    "several. A word is a run of printable characters between white space.\n\n"
    "No FILE, or -, means standard input. The counts always come in this order:\n"
    "newlines, words, characters, bytes, widest line.",
    kOptions};

struct Counts {
  std::uint64_t lines = 0, words = 0, chars = 0, bytes = 0, width = 0;
  void add(const Counts& n) {
    lines += n.lines;
    words += n.words;
    chars += n.chars;
    bytes += n.bytes;
    width = std::max(width, n.width);
  }
};

enum Kind : std::uint8_t { kNothing, kPrint, kSeparator, kHigh };

class Counter {
 public:
  bool lines = false, words = false, chars = false, bytes = false, width = false;
  bool utf8 = true, posix = false;
  bool opened = false;   // the file that is counted

  void prepare() {
    for (unsigned c = 0; c < 256; ++c)
      kinds_[c] = c >= 128 ? (utf8 ? kHigh : kNothing) : c == ' ' || (c >= 9 && c <= 13) ? kSeparator
                : c > 32 && c < 127 ? kPrint : kNothing;
  }
  int shown() const { return lines + words + chars + bytes + width; }
  bool only_bytes() const { return bytes && !(lines || words || chars || width); }
  bool only_lines() const { return !words && !chars && !width; }

  void start() {
    counts = {};
    in_word_ = false;
    position_ = 0;
    rest_.clear();
  }
  void add(std::string_view chunk) {
    counts.bytes += chunk.size();
    if (!words && !width && !(chars && utf8)) {
      if (lines) count_lines(chunk);
      if (chars) counts.chars += chunk.size();
      return;
    }
    if (!rest_.empty()) {
      // The beginning of a character is left of the chunk before.
      rest_ += chunk.substr(0, 4);
      const std::string joined = std::exchange(rest_, {});
      const std::size_t had = joined.size() - std::min<std::size_t>(chunk.size(), 4);
      std::size_t used = scan(joined, had);
      if (used < had) {
        rest_ = joined;
        return;
      }
      chunk.remove_prefix(used - had);
    }
    const std::size_t used = scan(chunk, chunk.size());
    rest_ = chunk.substr(used);
  }
  void finish() {
    // An incomplete character at the end counts for nothing.
    counts.words += in_word_;
    counts.width = std::max(counts.width, position_);
  }
  Counts counts;

 private:
  void count_lines(std::string_view chunk) {
    counts.lines += count_byte(chunk, '\n');
  }
  // Counts the characters that start before `limit`; gives how far it came, less when the last one is incomplete.
  std::size_t scan(std::string_view s, std::size_t limit) {
    std::size_t i = 0;
    while (i < limit) {
      if (!width) {
        i = scan_ascii(s, i, limit);
        if (i >= limit) break;
      }
      const auto c = static_cast<unsigned char>(s[i]);
      if (kinds_[c] != kHigh) {
        ++counts.chars;
        ++i;
        if (kinds_[c] == kSeparator) separator(c);
        else if (kinds_[c] == kPrint) print(1);
        continue;
      }
      const Decoded d = decode_utf8(s, i);
      if (!d.valid) {
        if (incomplete(s.substr(i))) break;
        ++i;
        continue;
      }
      i += d.size;
      ++counts.chars;
      wide(d.code);
    }
    return i;
  }
  // Runs of ASCII without widths, without a branch for each byte.
  std::size_t scan_ascii(std::string_view s, std::size_t i, std::size_t limit) {
    std::uint64_t word_ends = 0, newlines = 0;
    bool in_word = in_word_;
    const std::size_t start = i;
    for (; i < limit; ++i) {
      const auto c = static_cast<unsigned char>(s[i]);
      const Kind k = kinds_[c];
      if (k == kHigh) break;
      const bool separates = k == kSeparator;
      newlines += c == '\n';
      word_ends += in_word & separates;
      in_word = (in_word & !separates) | (k == kPrint);
    }
    in_word_ = in_word;
    counts.words += word_ends;
    counts.lines += newlines;
    counts.chars += i - start;
    return i;
  }
  void end_word() {
    counts.words += in_word_;
    in_word_ = false;
  }
  void separator(unsigned char c) {
    switch (c) {
      case '\n': ++counts.lines; [[fallthrough]];
      case '\r':
      case '\f':
        counts.width = std::max(counts.width, position_);
        position_ = 0;
        break;
      case '\t': position_ += 8 - position_ % 8; break;
      case ' ': ++position_; break;
      default: break;
    }
    end_word();
  }
  void print(int columns) {
    position_ += static_cast<unsigned>(std::max(columns, 0));
    in_word_ = true;
  }
  void wide(char32_t code) {
    if (!in_class(code, CharClass::kPrint)) return;
    const int columns = char_width(code);
    const bool no_break = !posix && (code == 0xA0 || code == 0x2007 || code == 0x202F || code == 0x2060);
    if (in_class(code, CharClass::kSpace) || no_break) {
      position_ += static_cast<unsigned>(std::max(columns, 0));
      end_word();
    } else {
      print(columns);
    }
  }
  // True when more bytes could make a character of these.
  static bool incomplete(std::string_view s) {
    const auto c = static_cast<unsigned char>(s[0]);
    const std::size_t size = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
    if (c < 0xC2 || c > 0xF4 || s.size() >= size) return false;
    for (char k : s.substr(1))
      if ((k & 0xC0) != 0x80) return false;
    if (s.size() < 2) return true;
    const auto d = static_cast<unsigned char>(s[1]);
    return !((c == 0xE0 && d < 0xA0) || (c == 0xED && d > 0x9F) || (c == 0xF0 && d < 0x90) || (c == 0xF4 && d > 0x8F));
  }

  bool in_word_ = false;
  std::uint64_t position_ = 0;
  std::string rest_;                 // an incomplete character
  std::array<Kind, 256> kinds_{};
};

Task<Result<>> count_file(Process& p, const Input& in, Counter& c) {
  VfsFile* file = in.regular();
  if (file && c.only_bytes()) {
    auto size = p.fs().size(file->inode());
    if (!size) co_return fail(size.error());
    c.counts.bytes = *size > file->offset() ? *size - file->offset() : 0;
    (void)file->seek(0, Whence::kEnd);
    co_return Result<>();
  }
  if (file) {
    for (;;) {
      const std::uint64_t at = file->offset();
      auto slice = p.fs().slice_at(file->inode(), at);
      if (!slice) co_return fail(slice.error());
      if (slice->bytes.empty()) break;
      c.add(slice->bytes);
      (void)file->seek(static_cast<std::int64_t>(at + slice->bytes.size()), Whence::kSet);
      if (p.spent(static_cast<std::uint32_t>(slice->bytes.size() / 256 + 4))) co_await p.spend(0);
    }
  } else {
    Reader reader(p, in.fd());
    for (;;) {
      auto more = co_await reader.fill();
      if (!more) co_return fail(more.error());
      if (!*more) break;
      c.add(reader.buffered());
      reader.consume(reader.buffered().size());
    }
  }
  c.finish();
  co_return Result<>();
}

void put_counts(std::string& out, const Counter& c, const Counts& n, int width, std::string_view name) {
  bool first = true;
  const auto put = [&](bool wanted, std::uint64_t value) {
    if (!wanted) return;
    std::string digits;
    append_number(digits, value);
    if (!first) out += ' ';
    first = false;
    if (digits.size() < static_cast<std::size_t>(width)) out.append(static_cast<std::size_t>(width) - digits.size(), ' ');
    out += digits;
  };
  put(c.lines, n.lines);
  put(c.words, n.words);
  put(c.chars, n.chars);
  put(c.bytes, n.bytes);
  put(c.width, n.width);
  if (!name.empty()) {
    out += ' ';
    out += name.find('\n') == name.npos ? std::string(name) : quote_if_needed(name);
  }
  out += '\n';
}

// Columns of a number: those of the sum of the sizes of regular files; at least 7 where there is something else.
int number_width(Process& p, const std::vector<std::string_view>& names, const Counter& c) {
  if (names.empty() || (names.size() == 1 && c.shown() == 1)) return 1;
  int least = 1;
  std::uint64_t total = 0;
  for (std::string_view name : names) {
    Result<vfs::Stat> s = fail(Errno::kBADF);
    if (name == "-") {
      if (const FileDescription* f = p.file(0)) s = f->stat();
    } else {
      s = p.fs().stat(p.caller(), name);
    }
    if (!s) continue;
    if (s->type == vfs::Type::kFile) total += s->size;
    else least = 7;
  }
  int width = 1;
  for (; total >= 10; total /= 10) ++width;
  return std::max(width, least);
}

// What is to be counted where.
struct Plan {
  Counter counter;
  std::optional<std::string_view> from;   // --files0-from
  std::vector<std::string_view> names;
  std::string list;                       // which holds the names
  bool list_is_stream = false;

  void read(Process& p, const Options& o) {
    Counter& c = counter;
    for (const Option::Use& u : o.uses()) switch (u.id) {
        case 'c': c.bytes = true; break;
        case 'm': c.chars = true; break;
        case 'l': c.lines = true; break;
        case 'w': c.words = true; break;
        case 'L': c.width = true; break;
        case kFiles0: from = u.argument; break;
      }
    if (c.shown() == 0) c.lines = c.words = c.bytes = true;
    c.utf8 = utf8_locale(p);
    c.posix = p.getenv("POSIXLY_CORRECT").has_value();
    c.prepare();
    names = o.operands();
  }
};

// Reads the names of --files0-from. The status, when that fails.
Task<std::optional<int>> read_names(Process& p, Plan& plan) {
  if (!plan.names.empty())
    co_return usage_error(p, "extra operand " + quote(plan.names[0]) + "\nfile operands cannot be combined with --files0-from");
  Input in(p, *plan.from);
  if (auto r = co_await in.try_open(); !r) {
    p.complain("cannot open " + quote(*plan.from) + " for reading", r.error());
    co_return 1;
  }
  plan.list_is_stream = in.regular() == nullptr;
  auto all = co_await read_all(p, in.fd());
  if (!all) {
    p.complain(quote_if_needed(*plan.from) + ": read error: " + std::string(all.error().words()));
    co_return 1;
  }
  plan.list = std::move(*all);
  for (std::string_view rest = plan.list; !rest.empty();) {
    const std::size_t end = rest.find('\0');
    plan.names.push_back(rest.substr(0, end));
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
  }
  co_return std::nullopt;
}

// Why the i-th name is none; empty when it is one.
std::string wrong_name(const Plan& plan, std::size_t i) {
  const std::string_view name = plan.names[i];
  if (plan.from && *plan.from == "-" && name == "-") return "when reading file names from stdin, no file name of " + quote(name) + " allowed";
  if (!name.empty()) return {};
  const std::string invalid = "invalid zero-length file name";
  return plan.from ? quote_if_needed(*plan.from) + ":" + std::to_string(i + 1) + ": " + invalid : invalid;
}

Task<Result<>> count_named(Process& p, std::string_view name, Counter& c) {
  Input in(p, name);
  c.start();
  auto r = co_await in.try_open();
  c.opened = r.has_value();
  if (r) r = co_await count_file(p, in, c);
  co_return r;
}

Task<int> wc_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Plan plan;
  plan.read(p, o);
  if (plan.from)
    if (auto end = co_await read_names(p, plan)) co_return *end;
  Counter& c = plan.counter;
  std::vector<std::string_view>& names = plan.names;
  const bool implied = names.empty() && !plan.from;
  if (implied) names.push_back("-");
  const int width = plan.list_is_stream ? 1 : number_width(p, names, c);
  Writer out(p, 1);
  Counts total;
  int status = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (const std::string wrong = wrong_name(plan, i); !wrong.empty()) {
      out.complain(wrong);
      status = 1;
      continue;
    }
    if (auto r = co_await count_named(p, names[i], c); !r) {
      out.complain(quote_if_needed(names[i]), r.error());
      status = 1;
      if (!c.opened) continue;
    }
    put_counts(out.buffer(), c, c.counts, width, implied ? "" : names[i]);
    if (out.full()) out.flush();
    total.add(c.counts);
  }
  if (names.size() > 1) put_counts(out.buffer(), c, total, width, "total");
  co_return out.finish(status);
}

const Program kWc("wc", wc_main);

}  // namespace
}  // namespace nacre
