// read and mapfile (bash manual 4.2, POSIX XCU read).
//
// Nothing past the line is consumed: Process::read_until takes no more than up to the delimiter. Counted characters
// (-n, -N) are read in as many bytes as characters are wanted, which can never be too many.
#include <algorithm>

#include "src/base/memory.h"
#include "src/base/utf8.h"
#include "src/expand/assign.h"
#include "src/expand/quote.h"
#include "src/process/machine.h"
#include "src/shell/builtin.h"

namespace nacre {
namespace {

constexpr int kTimedOut = 128 + kSIGALRM;

// "1.5" seconds as nanoseconds; nothing for what is no number.
std::optional<Nanoseconds> parse_seconds(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || text == ".") return {};
  std::uint64_t seconds = 0, fraction = 0, unit = kSecond;
  std::size_t i = 0;
  for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) {
    seconds = seconds * 10 + static_cast<std::uint64_t>(text[i] - '0');
    if (seconds > 1'000'000'000) return {};
  }
  if (i < text.size() && text[i] == '.')
    for (++i; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i)
      if (unit > 1) fraction += static_cast<std::uint64_t>(text[i] - '0') * (unit /= 10);
  if (i < text.size()) return {};
  return static_cast<Nanoseconds>(seconds * kSecond + fraction);
}

// The descriptor of -u: digits that name an open one; -1 after a message.
int descriptor_argument(Shell& sh, const std::string& text) {
  const auto n = builtin_number(text);
  if (!n || *n < 0 || *n > INT32_MAX) {
    sh.complain(text + ": invalid file descriptor specification");
    return -1;
  }
  const int fd = static_cast<int>(*n);
  if (!sh.process().file(fd)) {
    sh.complain(text + ": invalid file descriptor: " + std::string(describe(Errno::kBADF)));
    return -1;
  }
  return fd;
}

// --- read ---------------------------------------------------------------------------------------------------------------

struct ReadOptions {
  bool raw = false, exact = false, counted = false;
  char delimiter = '\n';
  std::uint64_t count = 0;
  int fd = 0;
  std::optional<Nanoseconds> timeout;
  std::string array, prompt;
};

// The bytes of UTF-8 that have to follow this one.
int bytes_after(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte < 0xC2 || byte > 0xF4) return 0;
  return byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1;
}
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Does a character go on behind the text? A byte that does not continue one is taken with it, and ends it.
bool ends_within_character(std::string_view text) {
  std::size_t at = text.size();
  while (at > 0 && static_cast<unsigned char>(text[at - 1]) >= 0x80) --at;   // where there is no doubt
  while (at < text.size()) {
    int rest = bytes_after(text[at++]);
    while (rest > 0 && at < text.size()) rest = is_continuation(text[at++]) ? rest - 1 : 0;
    if (rest > 0) return true;
  }
  return false;
}

// What was read: the text with backslashes taken away, and which characters they protected.
struct ReadLine {
  std::string text;
  std::vector<bool> escaped;   // empty: none is
  bool marked = false;         // ends with the mark of a backslash that protects nothing
  bool complete = false;       // the delimiter was met, or the count reached
  int status = 0;              // above 128: a timeout or a signal; 1: an error (reported)
};

class LineReader {
 public:
  LineReader(Shell& sh, const ReadOptions& o) : sh_(sh), o_(o) {}

  Task<ReadLine> read() {
    std::optional<Nanoseconds> deadline;
    if (o_.timeout) deadline = sh_.process().machine().now() + *o_.timeout;
    std::uint64_t wanted = o_.count;
    // After a backslash at the end of a piece the next character is literal, whatever it is.
    while (!line_.complete) {
      if (o_.counted && wanted == 0) {
        line_.complete = true;
        break;
      }
      piece_.clear();
      // With -N no delimiter ends; any byte will do, for the length is bounded by what is wanted.
      const std::size_t max = o_.counted ? static_cast<std::size_t>(std::min<std::uint64_t>(wanted, Process::kPiece)) : Process::kPiece;
      auto n = co_await sh_.process().read_until(o_.fd, o_.delimiter, max, piece_, deadline, true);
      if (!n) {
        if (n.error() == Errno::kINTR) {
          const std::uint64_t pending = sh_.process().pending();
          co_await sh_.run_pending_traps();
          if (!sh_.posix() && !sh_.leaving()) continue;
          line_.status = 128 + lowest(pending);
          break;
        }
        if (n.error() == Errno::kTIMEDOUT) {
          take(wanted);
          line_.status = kTimedOut;
          break;
        }
        sh_.complain("read error: " + std::to_string(o_.fd) + ": " + std::string(n.error().words()));
        line_.status = 1;
        break;
      }
      if (*n == 0) break;
      if (!memory::available(line_.text.size() + piece_.size())) {
        sh_.process().out_of_memory();
        line_.status = 1;
        break;
      }
      take(wanted);
    }
    if (!line_.complete && line_.status == 0) end_of_file(wanted);
    co_return std::move(line_);
  }

 private:
  static int lowest(std::uint64_t bits) {
    int n = 0;
    while (bits && !(bits & 1)) bits >>= 1, ++n;
    return n;
  }

  void put(char c, bool escaped) {
    if (cut_) return;
    if (escaped && line_.escaped.empty()) line_.escaped.resize(line_.text.size());
    line_.text += c;
    if (escaped || !line_.escaped.empty()) line_.escaped.push_back(escaped);
  }

  // bash marks what a backslash protects with a byte 1. It takes the mark away again, but not where it is all there is
  // (take_mark).
  void mark() {
    if (!cut_) line_.marked = true;
    put('\1', true);
  }

  // An incomplete character counts.
  void end_of_file(std::uint64_t& wanted) {
    if (backslash_) mark();
    if (rest_ > 0 && o_.counted && --wanted == 0) line_.complete = true;
  }

  // Moves the piece to the line; counts its characters.
  void take(std::uint64_t& wanted) {
    const bool plain = o_.raw && !o_.counted;
    if (plain && !o_.exact) {   // the usual: all of it, without the delimiter and NUL bytes
      if (!piece_.empty() && piece_.back() == o_.delimiter) {
        piece_.pop_back();
        line_.complete = !(sh_.utf8() && ends_within_character(piece_));
        if (!line_.complete) piece_ += o_.delimiter;
      }
      if (piece_.find('\0') != piece_.npos) std::erase(piece_, '\0');
      line_.text += piece_;
      return;
    }
    for (const char c : piece_) {
      if (rest_ > 0) {
        put_counted(c, false, wanted);
        continue;
      }
      if (backslash_) {
        if (c == '\0') {   // it ends the text, but not the reading
          mark();
          cut_ = true;
        }
        backslash_ = false;
        if (c == '\n') continue;      // the line goes on
        put_counted(c, true, wanted);
        continue;
      }
      if (!o_.raw && c == '\\') {
        backslash_ = true;
        continue;
      }
      if (c == o_.delimiter && !o_.exact) {
        line_.complete = true;
        return;
      }
      put_counted(c, false, wanted);
    }
  }
  // A character counts when it is whole: continuation bytes of UTF-8 do not. What follows the beginning of one is taken with
  // it, even a delimiter or backslash.
  void put_counted(char c, bool escaped, std::uint64_t& wanted) {
    const int before = std::exchange(rest_, 0);
    if (c == '\0' && !escaped) return;
    if (before > 0 && is_continuation(c)) rest_ = before - 1;
    else if (before == 0 && sh_.utf8()) rest_ = bytes_after(c);
    if (rest_ == 0 && o_.counted) --wanted;
    put(c, escaped);
  }

  Shell& sh_;
  const ReadOptions& o_;
  ReadLine line_;
  std::string piece_;
  bool backslash_ = false;
  bool cut_ = false;  // after a NUL behind a backslash: what follows is read, but no part of the text
  int rest_ = 0;      // bytes missing of a character of several
};

void take_mark(const ReadLine& line, std::string& last) {
  if (line.marked && last.size() > 1) last.pop_back();
}

// Assigns one variable; 0, or the status after an error. True in `stop` when the command is abandoned.
Task<int> assign_read(Shell& sh, std::string name, std::string value) {
  const auto target = split_target(name);
  if (!target || !is_name(target->name)) co_return invalid_identifier(sh, name);
  auto ok = co_await assign_target(sh, name, std::move(value));
  if (ok) co_return 0;
  if (ok.error().kind == Failure::kExit || ok.error().kind == Failure::kTopLevel) co_return sh.fail_with(ok.error());
  co_return 1;
}

// Reads options and operands; a status above 0 ends the builtin.
int read_options(Shell& sh, const Fields& argv, ReadOptions& o, std::size_t& first) {
  BuiltinOptions options(sh, argv, "ersa:d:i:n:p:t:u:N:");
  for (char c; (c = options.next());) {
    const std::string& text = options.argument();
    switch (c) {
      case 'r': o.raw = true; break;
      case 'e':
      case 's':
      case 'i': break;    // of a terminal only
      case 'a': o.array = text; break;
      case 'd': o.delimiter = text.empty() ? '\0' : text[0]; break;
      case 'p': o.prompt = text; break;
      case 'n':
      case 'N': {
        const auto n = builtin_number(text);
        if (!n || *n < 0 || *n > INT32_MAX) {
          sh.complain(text + ": invalid number");
          return 1;
        }
        o.counted = true;
        o.exact |= c == 'N';
        o.count = static_cast<std::uint64_t>(*n);
        break;
      }
      case 't':
        o.timeout = parse_seconds(text);
        if (!o.timeout) {
          sh.complain(text + ": invalid timeout specification");
          return 1;
        }
        break;
      case 'u':
        o.fd = descriptor_argument(sh, text);
        if (o.fd < 0) return 1;
        break;
      default: return BuiltinOptions::kUsage;
    }
  }
  first = options.operand();
  if (first < argv.size()) {
    const auto target = split_target(argv[first]);
    if (!target || !is_name(target->name)) return invalid_identifier(sh, argv[first]);
  }
  return 0;
}

// read -a: the words become the elements.
int assign_words(Shell& sh, const ReadOptions& o, const ReadLine& line) {
  if (!is_name(o.array)) return invalid_identifier(sh, o.array);
  const NameId id = sh.names().intern(o.array);
  const Target target = resolve(sh, id);
  const Variable* v = target.name == kNoName ? nullptr : sh.variables.find(target.name);
  if (v && v->has(kAssociative)) {
    sh.complain(o.array + ": not an indexed array");
    return 1;
  }
  std::vector<std::string> words;
  if (!o.exact) words = split_read(sh, line.text, SIZE_MAX, line.escaped);
  else if (!line.text.empty()) words.push_back(line.text);
  if (!words.empty()) take_mark(line, words.back());
  return assign_array(sh, id, std::move(words)) ? 0 : 1;
}

Task<int> read_main(Shell& sh, Fields& argv) {
  ReadOptions o;
  std::size_t first = 0;
  if (const int bad = read_options(sh, argv, o, first)) co_return bad;
  FileDescription* file = sh.process().file(o.fd);
  if (o.timeout && *o.timeout == 0) co_return file && file->ready_to_read() ? 0 : 1;
  if (!o.timeout) {
    if (auto t = sh.value("TMOUT")) o.timeout = parse_seconds(*t);
    if (o.timeout && (*o.timeout == 0 || !file || !file->read_queue())) o.timeout.reset();
  }
  if (o.counted && o.count == 0) o.timeout.reset();
  if (!o.prompt.empty() && file && file->is_terminal()) sh.process().write_stderr(o.prompt);
  LineReader reader(sh, o);
  ReadLine line = co_await reader.read();
  if (line.status == 1) co_return 1;
  int status = line.status ? line.status : line.complete ? 0 : 1;

  if (!o.array.empty()) {
    const int bad = assign_words(sh, o, line);
    co_return bad ? bad : status;
  }
  const std::size_t names = argv.size() - first;
  if (names == 0) {
    take_mark(line, line.text);
    const int bad = co_await assign_read(sh, "REPLY", std::move(line.text));
    co_return bad ? bad : status;
  }
  std::vector<std::string> values;
  if (o.exact) values.push_back(std::move(line.text));
  else values = split_read(sh, line.text, names, line.escaped);
  if (!values.empty()) take_mark(line, values.back());
  values.resize(names);
  for (std::size_t i = 0; i < names; ++i) {
    const int bad = co_await assign_read(sh, argv[first + i], std::move(values[i]));
    if (bad) co_return bad;
  }
  co_return status;
}
const Builtin kRead("read", read_main);

// --- mapfile ------------------------------------------------------------------------------------------------------------

struct MapOptions {
  bool strip = false, from_origin = false;
  char delimiter = '\n';
  std::uint64_t count = 0, skip = 0, quantum = 5000;
  std::int64_t origin = 0;
  int fd = 0;
  std::string callback, array = "MAPFILE";
};

int map_options(Shell& sh, const Fields& argv, MapOptions& o) {
  BuiltinOptions options(sh, argv, "d:u:n:O:tC:c:s:");
  for (char c; (c = options.next());) {
    const std::string& text = options.argument();
    const auto n = builtin_number(text);
    switch (c) {
      case 't': o.strip = true; break;
      case 'd': o.delimiter = text.empty() ? '\0' : text[0]; break;
      case 'C': o.callback = text; break;
      case 'u':
        o.fd = descriptor_argument(sh, text);
        if (o.fd < 0) return 1;
        break;
      case 'n':
      case 's':
        if (!n || *n < 0) {
          sh.complain(text + ": invalid line count");
          return 1;
        }
        (c == 'n' ? o.count : o.skip) = static_cast<std::uint64_t>(*n);
        break;
      case 'O':
        if (!n || *n < 0 || *n > UINT32_MAX) {
          sh.complain(text + ": invalid array origin");
          return 1;
        }
        o.origin = *n;
        o.from_origin = true;
        break;
      case 'c':
        if (!n || *n <= 0) {
          sh.complain(text + ": invalid callback quantum");
          return 1;
        }
        o.quantum = static_cast<std::uint64_t>(*n);
        break;
      default: return BuiltinOptions::kUsage;
    }
  }
  if (options.operand() < argv.size()) o.array = argv[options.operand()];
  if (o.array.empty()) {
    sh.complain("empty array variable name");
    return 1;
  }
  return is_name(o.array) ? 0 : invalid_identifier(sh, o.array);
}

// The array to fill, emptied unless -O; null after a message.
Variable* map_target(Shell& sh, const MapOptions& o, NameId& id) {
  const Target target = resolve(sh, sh.names().intern(o.array));
  if (target.name == kNoName) return nullptr;
  id = target.name;
  const Variable* old = sh.variables.find(id);
  if (old && old->has(kReadonly)) {
    sh.report_error(o.array + ": readonly variable");
    return nullptr;
  }
  if (old && old->has(kAssociative)) {
    sh.complain(o.array + ": not an indexed array");
    return nullptr;
  }
  Variable& v = sh.variables.own(id);
  if (!o.from_origin) v.clear_value();
  if (!v.has(kIndexed)) make_indexed(v);
  v.set_array();
  return &v;
}

Task<int> mapfile_main(Shell& sh, Fields& argv) {
  MapOptions o;
  if (const int bad = map_options(sh, argv, o)) co_return bad;
  NameId id = kNoName;
  if (!map_target(sh, o, id)) co_return 1;
  std::uint64_t lines = 0, skipped = 0;
  std::int64_t index = o.origin;
  std::string line;
  while (o.count == 0 || lines < o.count) {
    line.clear();
    auto n = co_await sh.process().read_until(o.fd, o.delimiter, Process::kPiece, line);
    if (!n || *n == 0) break;   // bash takes an error for the end
    if (!line.ends_with(o.delimiter)) (void)co_await sh.process().read_rest(o.fd, o.delimiter, line);
    if (skipped < o.skip) {
      ++skipped;
      continue;
    }
    if (o.strip && line.back() == o.delimiter) line.pop_back();
    line.resize(std::min(line.size(), line.find('\0')));
    ++lines;
    if (!o.callback.empty() && lines % o.quantum == 0) {
      const std::string_view name = sh.command_name;
      (void)co_await sh.run_text(o.callback + " " + std::to_string(index) + " " + quote_single(line), "", sh.line);
      sh.command_name = name;
      if (sh.leaving()) co_return sh.status;
    }
    if (!memory::available(line.size() + sizeof(std::string) * 4)) {
      sh.process().out_of_memory();
      co_return 1;
    }
    sh.variables.own(id).own_indexed().set(index++, line);
    if (sh.process().spent(2)) co_await sh.process().spend(0);
  }
  sh.variables.changed(id, *sh.variables.find(id));
  co_return 0;
}
const Builtin kMapfile("mapfile", mapfile_main);
const Builtin kReadarray("readarray", mapfile_main);

}  // namespace
}  // namespace nacre
