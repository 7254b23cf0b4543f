// sort [OPTION]... [FILE]...: sorts, merges and checks lines. POSIX and GNU coreutils 9.1, with the old keys +POS1 -POS2.
//
// All lines are held in memory: those of regular files where the filesystem has them, without a copy, others in blocks.
// They are sorted in steps, so that nothing runs long: runs of a few thousand lines, then merges of two. -m reads the files
// side by side instead and needs only a line of each. What does not fit in the memory budget is "memory exhausted"; -S,
// -T, --parallel, --batch-size and --compress-program, which say how GNU uses temporary files and threads, are checked and
// have no effect. The keys are in sort_keys.h.
#include <algorithm>
#include <cstring>
#include <memory>

#include "src/base/memory.h"
#include "src/base/numbers.h"
#include "src/commands/sort_keys.h"
#include "src/process/choice.h"
#include "src/process/input.h"
#include "src/process/locale.h"
#include "src/process/machine.h"

namespace nacre {
namespace {

using sorting::Key;
using sorting::Line;
using sorting::Order;

enum : int { kBatchSize = kOnlyLong + 1, kCheck, kCompress, kDebug, kFiles0, kParallel, kRandomSource, kSortBy, kOldKey };
constexpr Option kOptions[] = {
    {'b', "ignore-leading-blanks", Argument::kNone, "", "ignore blanks at the beginning"},
    {'d', "dictionary-order", Argument::kNone, "", "only blanks, letters and digits count"},
    {'f', "ignore-case", Argument::kNone, "", "lower case counts as upper case"},
    {'g', "general-numeric-sort", Argument::kNone, "", "by floating-point value"},
    {'h', "human-numeric-sort", Argument::kNone, "", "by numbers with units (2K before 1G)"},
    {'i', "ignore-nonprinting", Argument::kNone, "", "only printable characters count"},
    {'M', "month-sort", Argument::kNone, "", "by months: unknown, JAN, ..., DEC"},
    {'n', "numeric-sort", Argument::kNone, "", "by numbers"},
    {'R', "random-sort", Argument::kNone, "", "by a random hash of the keys: shuffled, equal keys together"},
    {kRandomSource, "random-source", Argument::kRequired, "FILE", "take random bytes from FILE"},
    {'r', "reverse", Argument::kNone, "", "the other way round"},
    {kSortBy, "sort", Argument::kRequired, "WORD", "general-numeric is -g, human-numeric -h, month -M,\nnumeric -n, random -R, version -V"},
    {'V', "version-sort", Argument::kNone, "", "by text in which numbers count as numbers"},
    {kBatchSize, "batch-size", Argument::kRequired, "NMERGE", "merge at most NMERGE files at once"},
    {'c', "", Argument::kNone, "", "check whether the input is sorted; do not sort"},
    {kCheck, "check", Argument::kOptional, "WORD", "diagnose-first is -c, quiet or silent is -C"},
    {'C', "", Argument::kNone, "", "as -c, without telling the first line out of order"},
    {kCompress, "compress-program", Argument::kRequired, "PROG", "compress temporary files with PROG"},
    {kDebug, "debug", Argument::kNone, "", "underline what the keys are, warn of doubtful usage"},
    {kFiles0, "files0-from", Argument::kRequired, "F", "read the names of the files from file F,\neach ended by NUL; - is standard input"},
    {'k', "key", Argument::kRequired, "KEYDEF", "sort by a key, see below"},
    {'m', "merge", Argument::kNone, "", "merge files that are sorted"},
    {'o', "output", Argument::kRequired, "FILE", "write to FILE, which may be an input too"},
    {'s', "stable", Argument::kNone, "", "lines with equal keys keep their order"},
    {'S', "buffer-size", Argument::kRequired, "SIZE", "memory to use"},
    {'t', "field-separator", Argument::kRequired, "SEP", "fields are separated by SEP"},
    {'T', "temporary-directory", Argument::kRequired, "DIR", "where temporary files go"},
    {kParallel, "parallel", Argument::kRequired, "N", "sorts at the same time"},
    {'u', "unique", Argument::kNone, "", "only the first of lines with equal keys; with -c, none equal"},
    {'y', "", Argument::kRequired, "", ""},
    {'z', "zero-terminated", Argument::kNone, "", "lines end with NUL, not newline"},
    {kOldKey, "-old-key", Argument::kRequired, "", ""},
};
constexpr Synopsis kSynopsis{
    .name = "sort", .usage = "[OPTION]... [FILE]...\n[OPTION]... --files0-from=F",
    .description = "Write the lines of all FILEs in order.\n\nNo FILE, or -, means standard input.", .options = kOptions,
    .notes = "KEYDEF is F[.C][OPTS][,F[.C][OPTS]], the first and the last position of the key: field F,\n"
             "character C, both counted from 1. Without an end the key goes to the end of the line. Without\n"
             "-t and -b the blanks before a field belong to it. OPTS are letters of bdfgiMhnRrV, which then\n"
             "hold for this key in place of the options.",
    .usage_status = 2};

constexpr Choice kCheckWords[] = {{"quiet", 'C'}, {"silent", 'C'}, {"diagnose-first", 'c'}};
constexpr Choice kSortWords[] = {{"general-numeric", 'g'}, {"human-numeric", 'h'}, {"month", 'M'},
                                 {"numeric", 'n'},         {"random", 'R'},        {"version", 'V'}};
constexpr int kFailure = 2;

struct Settings {
  Order order;
  Key global;
  bool merge = false, debug = false;
  char check = 0;              // 'c' or 'C'
  char end = '\n';
  std::optional<std::string_view> output, files0, random_source, compress;
};

int die(Process& p, std::string text) {
  p.complain(text);
  return kFailure;
}
int die(Process& p, std::string text, std::string_view file, Error e) {
  p.complain(text + ": " + quote_if_needed(file) + ": " + std::string(e.words()));
  return kFailure;
}

// --- lines in memory ------------------------------------------------------------------------------------------------------

class Lines {
 public:
  std::vector<Line> lines;

  // Reads all of a file. The errors are those of reading, and ENOMEM.
  Task<Result<>> read(Process& p, const Input& in, const Order& order, char end);

 private:
  Task<Result<>> read_regular(Process& p, VfsFile& file, const Order& order, char end);
  bool add(const Order& order, const char* text, std::size_t size);
  // Room for a line of which the beginning is there already.
  char* block(std::size_t size);

  std::vector<std::unique_ptr<char[]>> blocks_;
  std::vector<Ref<const vfs::Chunk>> chunks_;
};

bool Lines::add(const Order& order, const char* text, std::size_t size) {
  if (lines.size() == lines.capacity()) {
    const std::size_t wanted = std::max<std::size_t>(1024, lines.capacity() * 2);
    if (!memory::available(wanted * sizeof(Line)) || wanted > UINT32_MAX) return false;
    lines.reserve(wanted);
  }
  const std::string_view view(text, size);
  lines.push_back({order.prefix_of(view), text, static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(lines.size())});
  return true;
}

char* Lines::block(std::size_t size) {
  if (!memory::available(size)) return nullptr;
  blocks_.push_back(std::make_unique_for_overwrite<char[]>(size));
  return blocks_.back().get();
}

// Lines lie in the chunks of the file; those that cross from one to the next are put together.
Task<Result<>> Lines::read_regular(Process& p, VfsFile& file, const Order& order, char end) {
  std::string open;            // the beginning of a line whose end has not come yet
  const auto close = [&](std::string_view rest) {
    char* copy = block(open.size() + rest.size() + 1);
    if (!copy) return false;
    std::memcpy(copy, open.data(), open.size());
    if (!rest.empty()) std::memcpy(copy + open.size(), rest.data(), rest.size());
    const std::size_t size = open.size() + rest.size();
    open.clear();
    return add(order, copy, size);
  };
  for (;;) {
    auto slice = p.fs().slice_at(file.inode(), file.offset());
    if (!slice) co_return fail(slice.error());
    std::string_view rest = slice->bytes;
    if (rest.empty()) break;
    (void)file.seek(static_cast<std::int64_t>(rest.size()), Whence::kCurrent);
    if (p.spent(static_cast<std::uint32_t>(rest.size() / 64))) co_await p.spend(0);
    if (!open.empty()) {
      const std::size_t n = rest.find(end);
      if (n == rest.npos) {
        if (!memory::available(open.size() + rest.size())) co_return fail(Errno::kNOMEM);
        open += rest;
        continue;
      }
      if (!close(rest.substr(0, n))) co_return fail(Errno::kNOMEM);
      rest.remove_prefix(n + 1);
    }
    for (std::size_t n; (n = rest.find(end)) != rest.npos; rest.remove_prefix(n + 1))
      if (!add(order, rest.data(), n)) co_return fail(Errno::kNOMEM);
    open = rest;
    chunks_.push_back(std::move(slice->keep));
  }
  if (!open.empty() && !close({})) co_return fail(Errno::kNOMEM);
  co_return Result<>();
}

Task<Result<>> Lines::read(Process& p, const Input& in, const Order& order, char end) {
  if (VfsFile* file = in.regular()) co_return co_await read_regular(p, *file, order, end);
  constexpr std::size_t kBlock = 65536;
  char* buffer = nullptr;
  std::size_t capacity = 0, begin = 0, size = 0, scanned = 0;   // the open line is buffer[begin, size)
  for (;;) {
    if (size == capacity) {
      const std::size_t open = size - begin, wanted = open * 2 + kBlock;
      char* next = block(wanted);
      if (!next) co_return fail(Errno::kNOMEM);
      if (open) std::memcpy(next, buffer + begin, open);
      scanned -= begin;
      buffer = next;
      capacity = wanted;
      begin = 0;
      size = open;
    }
    auto n = co_await p.read(in.fd(), buffer + size, capacity - size);
    if (!n) co_return fail(n.error());
    if (*n == 0) break;
    size += *n;
    while (const void* hit = std::memchr(buffer + scanned, end, size - scanned)) {
      const auto at = static_cast<std::size_t>(static_cast<const char*>(hit) - buffer);
      if (!add(order, buffer + begin, at - begin)) co_return fail(Errno::kNOMEM);
      begin = scanned = at + 1;
    }
    scanned = size;
    if (p.spent(static_cast<std::uint32_t>(*n / 64))) co_await p.spend(0);
  }
  if (size > begin && !add(order, buffer + begin, size - begin)) co_return fail(Errno::kNOMEM);
  co_return Result<>();
}

// Sorts in steps. False when there is no memory for it.
Task<bool> sort_lines(Process& p, std::vector<Line>& lines, const Order& order) {
  constexpr std::size_t kRun = 2048;
  const std::size_t n = lines.size();
  const auto before = [&order](const Line& a, const Line& b) { return order.before(a, b); };
  for (std::size_t i = 0; i < n; i += kRun) {
    const std::size_t end = std::min(n, i + kRun);
    if (!std::is_sorted(lines.begin() + static_cast<std::ptrdiff_t>(i), lines.begin() + static_cast<std::ptrdiff_t>(end), before))
      std::sort(lines.begin() + static_cast<std::ptrdiff_t>(i), lines.begin() + static_cast<std::ptrdiff_t>(end), before);
    if (p.spent(static_cast<std::uint32_t>((end - i) * 2))) co_await p.spend(0);
  }
  if (n <= kRun) co_return true;
  if (!memory::available(n * sizeof(Line))) co_return false;
  std::vector<Line> other(n);
  for (std::size_t width = kRun; width < n; width *= 2) {
    for (std::size_t i = 0; i < n; i += 2 * width) {
      std::size_t a = i, b = std::min(n, i + width), to = i;
      const std::size_t a_end = b, b_end = std::min(n, i + 2 * width);
      if (b == b_end || before(lines[b - 1], lines[b])) {
        std::copy(lines.begin() + static_cast<std::ptrdiff_t>(i), lines.begin() + static_cast<std::ptrdiff_t>(b_end),
                  other.begin() + static_cast<std::ptrdiff_t>(i));
        if (p.spent(static_cast<std::uint32_t>((b_end - i) / 8))) co_await p.spend(0);
        continue;
      }
      while (a < a_end && b < b_end) {
        for (std::size_t stop = to + kRun; to < stop && a < a_end && b < b_end;)
          other[to++] = before(lines[b], lines[a]) ? lines[b++] : lines[a++];
        if (p.spent(static_cast<std::uint32_t>(kRun / 4))) co_await p.spend(0);
      }
      std::copy(lines.begin() + static_cast<std::ptrdiff_t>(a), lines.begin() + static_cast<std::ptrdiff_t>(a_end),
                other.begin() + static_cast<std::ptrdiff_t>(to));
      to += a_end - a;
      std::copy(lines.begin() + static_cast<std::ptrdiff_t>(b), lines.begin() + static_cast<std::ptrdiff_t>(b_end),
                other.begin() + static_cast<std::ptrdiff_t>(to));
      if (p.spent(static_cast<std::uint32_t>((b_end - to + a_end - a) / 8))) co_await p.spend(0);
    }
    std::swap(lines, other);
  }
  co_return true;
}

// --- the command ----------------------------------------------------------------------------------------------------------

class Sort {
 public:
  Sort(Process& p, Settings& s) : p_(p), s_(s) {}
  Task<int> run(std::vector<std::string_view> names);

 private:
  Task<int> check(std::string_view name);
  Task<int> sort(const std::vector<std::string_view>& names);
  Task<int> merge(const std::vector<std::string_view>& names);
  Task<std::optional<int>> open_output();
  int finish(Writer& out);
  void put(Writer& out, std::string_view line) const;
  int read_failed(std::string_view name, Error e) {
    if (e == Errno::kNOMEM) return die(p_, "memory exhausted");
    return die(p_, "read failed", name, std::move(e));
  }

  Process& p_;
  Settings& s_;
  int output_ = 1;
};

void Sort::put(Writer& out, std::string_view line) const {
  if (!s_.debug) {
    out.put(line);
    out.put(s_.end);
    return;
  }
  for (char c : line) out.put(c == '\t' ? '>' : c);
  out.put('\n');
  s_.order.annotate(line, out.buffer());
}

// -c and -C.
Task<int> Sort::check(std::string_view name) {
  Input in(p_, name);
  if (auto r = co_await in.try_open(); !r) co_return die(p_, "open failed", name, r.error());
  Reader reader(p_, in.fd());
  std::string old;
  Line before{};
  for (std::uint64_t number = 1;; ++number) {
    std::string_view text;
    auto more = co_await reader.next(text, s_.end);
    if (!more) co_return read_failed(name, more.error());
    if (!*more) co_return 0;
    const Line now{s_.order.prefix_of(text), text.data(), static_cast<std::uint32_t>(text.size()), 0};
    const int c = number > 1 ? s_.order.compare(before, now) : -1;
    if (c > 0 || (c == 0 && s_.order.unique)) {
      if (s_.check == 'c')
        p_.complain(std::string(name) + ":" + std::to_string(number) + ": disorder: " + std::string(text));
      co_return 1;
    }
    old = text;
    before = {now.prefix, old.data(), now.size, 0};
  }
}

// Opens -o's file, when all of the input has been read.
Task<std::optional<int>> Sort::open_output() {
  if (!s_.output) co_return std::nullopt;
  auto fd = co_await p_.open(std::string(*s_.output), OpenFlags::writing());
  if (!fd) co_return die(p_, "open failed", *s_.output, fd.error());
  output_ = *fd;
  co_return std::nullopt;
}

int Sort::finish(Writer& out) {
  auto r = out.flush();
  if (r) return 0;
  return die(p_, "write failed", s_.output ? *s_.output : std::string_view("standard output"), r.error());
}

Task<int> Sort::sort(const std::vector<std::string_view>& names) {
  Lines all;
  for (std::string_view name : names) {
    Input in(p_, name);
    if (auto r = co_await in.try_open(); !r) co_return die(p_, "open failed", name, r.error());
    if (auto r = co_await all.read(p_, in, s_.order, s_.end); !r) co_return read_failed(name, r.error());
  }
  if (!co_await sort_lines(p_, all.lines, s_.order)) co_return die(p_, "memory exhausted");
  if (auto end = co_await open_output()) co_return *end;
  Writer out(p_, output_);
  const Line* last = nullptr;
  std::uint32_t lines = 0;
  for (const Line& line : all.lines) {
    if (++lines % 1024 == 0 && p_.spent(512)) co_await p_.spend(0);
    if (s_.order.unique && last && s_.order.compare(*last, line) == 0) continue;
    last = &line;
    put(out, line.view());
    if (out.full() && !out.flush()) break;
  }
  co_return finish(out);
}

// -m: always the least of the first lines, of equal ones that of the first file.
Task<int> Sort::merge(const std::vector<std::string_view>& names) {
  struct Source {
    std::string_view name;
    std::unique_ptr<Input> input;
    std::unique_ptr<Reader> reader;
    Line line{};               // in the reader's buffer
  };
  std::vector<Source> sources;
  bool output_is_input = false;
  for (std::string_view name : names) {
    Source s{name, std::make_unique<Input>(p_, name), nullptr};
    if (auto r = co_await s.input->try_open(); !r) co_return die(p_, "open failed", name, r.error());
    s.reader = std::make_unique<Reader>(p_, s.input->fd());
    std::string_view text;
    auto more = co_await s.reader->next(text, s_.end);
    if (!more) co_return read_failed(name, more.error());
    if (!*more) continue;
    s.line = {s_.order.prefix_of(text), text.data(), static_cast<std::uint32_t>(text.size()), static_cast<std::uint32_t>(sources.size())};
    if (s_.output) {
      auto to = p_.fs().resolve(p_.caller(), *s_.output);
      output_is_input |= to && s.input->regular() && s.input->regular()->inode() == *to;
    }
    sources.push_back(std::move(s));
  }
  if (output_is_input) {
    // The file would be cut while it is read: hold all of it, as sorting does.
    sources.clear();
    co_return co_await sort(names);
  }
  if (auto end = co_await open_output()) co_return *end;
  Writer out(p_, output_);
  // A heap of sources, the least on top.
  std::vector<Source*> heap;
  for (Source& s : sources) heap.push_back(&s);
  const auto after = [this](const Source* a, const Source* b) { return s_.order.before(b->line, a->line); };
  std::make_heap(heap.begin(), heap.end(), after);
  std::string old;
  Line last{};
  bool any = false;
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), after);
    Source& s = *heap.back();
    if (!(s_.order.unique && any && s_.order.compare(last, s.line) == 0)) {
      put(out, s.line.view());
      if (s_.order.unique) {
        old = s.line.view();
        last = {s.line.prefix, old.data(), s.line.size, 0};
        any = true;
      }
      if (out.full()) {
        if (!out.flush()) break;
        if (p_.spent(200)) co_await p_.spend(0);
      }
    }
    std::string_view text;
    auto more = co_await s.reader->next(text, s_.end);
    if (!more) co_return read_failed(s.name, more.error());
    if (!*more) {
      heap.pop_back();
      continue;
    }
    s.line = {s_.order.prefix_of(text), text.data(), static_cast<std::uint32_t>(text.size()), s.line.number};
    std::push_heap(heap.begin(), heap.end(), after);
  }
  co_return finish(out);
}

Task<int> Sort::run(std::vector<std::string_view> names) {
  if (s_.check) {
    if (names.size() > 1)
      co_return die(p_, "extra operand " + quote(names[1]) + " not allowed with -" + s_.check);
    if (s_.output) co_return die(p_, std::string("options '-") + s_.check + "o' are incompatible");
    co_return co_await check(names[0]);
  }
  for (std::string_view name : names)
    if (name != "-")
      if (auto r = p_.fs().access(p_.caller(), name, vfs::kReadable); !r) co_return die(p_, "cannot read", name, r.error());
  if (s_.output) {
    // Without cutting it: it may be an input.
    auto fd = co_await p_.open(std::string(*s_.output), OpenFlags{.write = true, .create = true});
    if (!fd) co_return die(p_, "open failed", *s_.output, fd.error());
    (void)p_.close(*fd);
  }
  if (s_.merge) co_return co_await merge(names);
  co_return co_await sort(names);
}

// --- options --------------------------------------------------------------------------------------------------------------

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "+1 -2" become one hidden option, so that the option parser does not take -2 for one.
std::vector<std::string> with_old_keys(const std::vector<std::string>& argv) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < argv.size(); ++i) {
    const std::string& a = argv[i];
    if (a == "--") {
      out.insert(out.end(), argv.begin() + static_cast<std::ptrdiff_t>(i), argv.end());
      break;
    }
    if (i > 0 && a.size() > 1 && a[0] == '+' && is_digit(a[1])) {
      std::string key = a;
      if (i + 1 < argv.size() && argv[i + 1].size() > 1 && argv[i + 1][0] == '-' && is_digit(argv[i + 1][1])) key += " " + argv[++i];
      Key ignore;
      std::size_t at = 1;
      while (at < a.size() && (is_digit(a[at]) || a[at] == '.')) ++at;
      sorting::read_letters(a, at, ignore, sorting::Blanks::kStart);
      if (at == a.size()) {
        out.push_back("---old-key=" + key);
        continue;
      }
    }
    out.push_back(a);
    // The argument of an option stays what it is.
    if (a.size() >= 2 && a[0] == '-' && a[1] != '-' && i + 1 < argv.size()) {
      const std::size_t at = a.find_first_of("kotSTy", 1);
      if (at == a.size() - 1) out.push_back(argv[++i]);
    }
  }
  return out;
}

class Command {
 public:
  explicit Command(Process& p) : p_(p) {}
  Settings s;
  std::string error;             // of what apply() did not take
  bool usage = false;            // it is an error of usage (status 1)

  bool apply(const Option::Use& u);

 private:
  bool fail_with(std::string text) {
    error = std::move(text);
    return false;
  }
  bool set_once(std::optional<std::string_view>& to, std::string_view value, std::string_view words) {
    if (to && *to != value) return fail_with(std::string(words));
    to = value;
    return true;
  }
  bool set_check(char c) {
    if (s.check && s.check != c) return fail_with("options '-cC' are incompatible");
    s.check = c;
    return true;
  }
  bool add_key(std::string_view text);
  bool add_old_key(std::string_view text);
  bool set_tab(std::string_view text);
  bool check_number(const Option::Use& u);
  Process& p_;
};

bool Command::add_key(std::string_view text) {
  Key key;
  error = sorting::parse_key(p_, text, key);
  if (!error.empty()) return false;
  s.order.keys.push_back(key);
  return true;
}
bool Command::add_old_key(std::string_view text) {
  const std::size_t space = text.find(' ');
  Key key;
  (void)sorting::parse_old_key(p_, text.substr(0, space), space == text.npos ? std::string_view() : text.substr(space + 1), key, error);
  if (!error.empty()) return false;
  s.order.keys.push_back(key);
  return true;
}
bool Command::set_tab(std::string_view text) {
  if (text.empty()) return fail_with("empty tab");
  int tab = static_cast<unsigned char>(text[0]);
  if (text == "\\0") tab = 0;
  else if (text.size() > 1) return fail_with("multi-character tab " + quote_words(p_, text));
  if (s.order.tab >= 0 && s.order.tab != tab) return fail_with("incompatible tabs");
  s.order.tab = tab;
  return true;
}
bool Command::check_number(const Option::Use& u) {
  if (u.id == 'S') {
    auto n = parse_unsigned(u.argument, "EgGkKmMPtTYZ");
    const bool unit = n.error == NumberError::kSuffix && n.size + 1 == u.argument.size() && (u.argument.back() == 'b' || u.argument.back() == '%');
    if (!n && !unit) return fail_with(bad_argument(n.error, u.spelling.starts_with("--") ? "--buffer-size" : "-S", u.argument));
    return true;
  }
  const auto n = parse_unsigned(u.argument);
  if (u.id == kParallel) {
    if (!n && n.error != NumberError::kOverflow) return fail_with(bad_argument(n.error, "--parallel", u.argument));
    return n.value ? true : fail_with("number in parallel must be nonzero");
  }
  if (n.error == NumberError::kOverflow)
    return fail_with("--batch-size argument " + quote_words(p_, u.argument) + " too large");
  if (!n) return fail_with(bad_argument(n.error, "--batch-size", u.argument));
  if (n.value < 2)
    return fail_with("invalid --batch-size argument " + quote_words(p_, u.argument) + "\n" + p_.argv[0] +
                     ": minimum --batch-size argument is " + quote_words(p_, "2"));
  return true;
}

bool Command::apply(const Option::Use& u) {
  switch (u.id) {
    case 'b': case 'd': case 'f': case 'g': case 'h': case 'i': case 'M': case 'n': case 'R': case 'r': case 'V': {
      std::size_t i = 0;
      const char letter = static_cast<char>(u.id);
      sorting::read_letters(std::string_view(&letter, 1), i, s.global, sorting::Blanks::kBoth);
      return true;
    }
    case kSortBy: {
      const auto word = choose(p_, kSortWords, u.argument, "--sort", error);
      usage = !word;
      if (!word) return false;
      std::size_t i = 0;
      const char letter = static_cast<char>(*word);
      sorting::read_letters(std::string_view(&letter, 1), i, s.global, sorting::Blanks::kBoth);
      return true;
    }
    case 'c':
    case 'C': return set_check(static_cast<char>(u.id));
    case kCheck: {
      if (!u.has_argument) return set_check('c');
      const auto word = choose(p_, kCheckWords, u.argument, "--check", error);
      usage = !word;
      return word && set_check(static_cast<char>(*word));
    }
    case kCompress: return set_once(s.compress, u.argument, "multiple compress programs specified");
    case kDebug: s.debug = true; return true;
    case kFiles0: s.files0 = u.argument; return true;
    case kRandomSource: return set_once(s.random_source, u.argument, "multiple random sources specified");
    case 'k': return add_key(u.argument);
    case kOldKey: return add_old_key(u.argument);
    case 'm': s.merge = true; return true;
    case 'o': return set_once(s.output, u.argument, "multiple output files specified");
    case 's': s.order.stable = true; return true;
    case 't': return set_tab(u.argument);
    case 'u': s.order.unique = true; return true;
    case 'z': s.end = '\0'; return true;
    case 'S':
    case kBatchSize:
    case kParallel: return check_number(u);
    default: return true;
  }
}

// Keys without options of their own take the global ones; without keys the global options are one. Words of an error.
std::string settle_keys(Settings& s, bool& global_only) {
  for (Key& key : s.order.keys) {
    if (!key.is_default() || key.reverse) continue;
    Key k = s.global;
    k.start_field = key.start_field;
    k.start_char = key.start_char;
    k.end_field = key.end_field;
    k.end_char = key.end_char;
    k.traditional = key.traditional;
    key = k;
  }
  global_only = s.order.keys.empty() && !s.global.is_default();
  if (global_only) s.order.keys.push_back(s.global);
  s.order.reverse = s.global.reverse;
  for (const Key& key : s.order.keys)
    if (std::string e = key.conflict(); !e.empty()) return e;
  return {};
}

// The names in --files0-from's list, which `list` holds.
Task<std::optional<int>> read_names(Process& p, std::string_view from, std::string& list, std::vector<std::string_view>& names) {
  Input in(p, from);
  if (auto r = co_await in.try_open(); !r) co_return die(p, "open failed", from, r.error());
  auto all = co_await read_all(p, in.fd());
  if (!all) co_return die(p, quote_if_needed(from) + ": read error", from, all.error());
  list = std::move(*all);
  std::size_t number = 0;
  for (std::string_view rest = list; !rest.empty();) {
    const std::size_t end = rest.find('\0');
    const std::string_view name = rest.substr(0, end);
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    ++number;
    if (name.empty())
      co_return die(p, quote_if_needed(from) + ":" + std::to_string(number) + ": invalid zero-length file name");
    if (from == "-" && name == "-")
      co_return die(p, "when reading file names from stdin, no file name of " + quote(name) + " allowed");
    names.push_back(name);
  }
  if (names.empty()) co_return die(p, "no input from " + quote(from));
  co_return std::nullopt;
}

// 16 bytes that -R salts its hashes with.
Task<std::optional<int>> read_salt(Process& p, Settings& s) {
  constexpr std::size_t kSalt = 16;
  if (!s.random_source) {
    for (std::size_t i = 0; i < kSalt / 8; ++i) {
      const std::uint64_t n = p.machine().random();
      for (int shift = 0; shift < 64; shift += 8) s.order.salt += static_cast<char>(n >> shift);
    }
    co_return std::nullopt;
  }
  auto fd = co_await p.open(std::string(*s.random_source), OpenFlags::reading());
  if (!fd) co_return die(p, "open failed", *s.random_source, fd.error());
  char buffer[kSalt];
  while (s.order.salt.size() < kSalt) {
    auto n = co_await p.read(*fd, buffer, kSalt - s.order.salt.size());
    if (!n) co_return die(p, "read failed", *s.random_source, n.error());
    if (*n == 0) co_return die(p, quote_if_needed(*s.random_source) + ": end of file");
    s.order.salt.append(buffer, *n);
  }
  (void)p.close(*fd);
  co_return std::nullopt;
}

// The status, when the options are wrong together.
std::optional<int> settle(Process& p, Settings& s) {
  bool global_only = false;
  if (std::string error = settle_keys(s, global_only); !error.empty()) return die(p, error);
  if (!s.debug) return std::nullopt;
  if (s.check || s.output)
    return die(p, std::string("options '-") + (s.check ? s.check : 'o') + " --debug' are incompatible");
  p.complain(utf8_locale(p) ? "text ordering performed using " + quote_words(p, "C.UTF-8") + " sorting rules"
                            : "text ordering performed using simple byte comparison");
  for (const std::string& warning : s.order.warnings(p, s.global, global_only)) p.complain(warning);
  return std::nullopt;
}

std::optional<int> read_options(Process& p, const Options& o, Command& command) {
  for (const Option::Use& u : o.uses()) {
    if (command.apply(u)) continue;
    return command.usage ? usage_error(p, command.error, 1) : die(p, command.error);
  }
  if (command.s.files0 && !o.operands().empty())
    return usage_error(p, "extra operand " + quote(o.operands()[0]) + "\nfile operands cannot be combined with --files0-from", kFailure);
  return std::nullopt;
}

Task<int> sort_main(Process& p) {
  const std::vector<std::string> argv = with_old_keys(p.argv);
  Options o(kSynopsis, argv);
  if (auto end = o.respond(p)) co_return *end;
  Command command(p);
  if (auto end = read_options(p, o, command)) co_return *end;
  Settings& s = command.s;
  std::vector<std::string_view> names = o.operands();
  std::string list;
  if (s.files0)
    if (auto end = co_await read_names(p, *s.files0, list, names)) co_return *end;
  if (auto end = settle(p, s)) co_return *end;
  if (std::ranges::any_of(s.order.keys, [](const Key& k) { return k.random; }))
    if (auto end = co_await read_salt(p, s)) co_return *end;
  if (names.empty()) names.push_back("-");
  s.order.prepare();
  Sort sort(p, s);
  co_return co_await sort.run(names);
}

const Program kSort("sort", sort_main);

}  // namespace
}  // namespace nacre
