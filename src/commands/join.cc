// join [OPTION]... FILE1 FILE2: joins the lines of two sorted files that have a field in common. POSIX and GNU coreutils 9.1.
//
// Of each file the run of lines with the current key is held; runs with equal keys are printed in all combinations.
#include <algorithm>
#include <memory>

#include "src/base/memory.h"
#include "src/base/numbers.h"
#include "src/process/input.h"
#include "src/process/locale.h"

namespace nacre {
namespace {

enum : int { kCheck = kOnlyLong + 1, kNoCheck, kHeader };
constexpr Option kOptions[] = {
    {'a', "", Argument::kRequired, "FILENUM", "print also lines of file FILENUM (1 or 2) that do not pair"},
    {'e', "", Argument::kRequired, "STRING", "print STRING for fields that are missing"},
    {'i', "ignore-case", Argument::kNone, "", "upper and lower case are alike"},
    {'j', "", Argument::kRequired, "FIELD", "same as -1 FIELD -2 FIELD"},
    {'o', "", Argument::kRequired, "FORMAT", "print these fields"},
    {'t', "", Argument::kRequired, "CHAR", "fields are separated by CHAR"},
    {'v', "", Argument::kRequired, "FILENUM", "as -a FILENUM, without the lines that pair"},
    {'1', "", Argument::kRequired, "FIELD", "join on this field of file 1"},
    {'2', "", Argument::kRequired, "FIELD", "join on this field of file 2"},
    {kCheck, "check-order", Argument::kNone, "", "check that the files are sorted, even if all lines pair"},
    {kNoCheck, "nocheck-order", Argument::kNone, "", "do not check that the files are sorted"},
    {kHeader, "header", Argument::kNone, "", "the first lines are headers: print them without pairing"},
    {'z', "zero-terminated", Argument::kNone, "", "lines end with NUL, not newline"},
};
constexpr Synopsis kSynopsis{
    "join", "[OPTION]... FILE1 FILE2",
    "For each two lines of FILE1 and FILE2 whose join fields are the same print one line. The join\n"
    "field is the first one. One file may be -, standard input.\n",
    kOptions,
    "Without -t fields are separated by blanks, and blanks before the first are ignored. FIELD\n"
    "counts from 1. FORMAT is a list of FILENUM.FIELD or 0, the join field, separated by commas or\n"
    "blanks; or 'auto': as many fields as the first lines have. By default the join field is\n"
    "printed, then the other fields of FILE1, then those of FILE2.\n"
    "The files must be sorted on the join fields, as 'sort -k 1b,1' does."};

enum class Order { kDefault, kCheck, kNoCheck };

struct Line {
  std::string text;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> fields;   // offset, size
  std::string_view field(std::size_t n) const {
    return n < fields.size() ? std::string_view(text).substr(fields[n].first, fields[n].second) : std::string_view();
  }
};

struct OutputField {
  int file;                // 0: the join field
  std::size_t field;
};

struct Settings {
  bool ignore_case = false, unpairable[2] = {false, false}, pairs = true, automatic = false, header = false;
  Order order = Order::kDefault;
  std::size_t join[2] = {0, 0};
  int tab = -1;            // -1: blanks; '\n': the whole line is one field
  char end = '\n';
  std::string filler;
  std::vector<OutputField> output;
};

char fold_case(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

class Join {
 public:
  Join(Process& p, Writer& out, const Settings& s) : p_(p), out_(out), s_(s) {}
  Task<int> run(std::string_view one, std::string_view two);

 private:
  struct Side {
    std::string_view name;
    std::unique_ptr<Reader> reader;
    // run[0, count) are the lines of the run; one more may have been read beyond it. Lines are reused.
    std::vector<Line> run;
    std::size_t count = 0;
    Line last;             // the line read before, for the order; only its text and fields
    bool have_last = false, warned = false, ended = false;
    std::uint64_t number = 0;
    std::size_t automatic = 0;
  };
  void split(Line& line) const;
  int compare(const Line& a, int file_a, const Line& b, int file_b) const;
  Task<int> read(int which, Line& into);
  Task<int> advance(int which, bool first);
  Task<int> rest(int which, bool check);
  Task<int> equal_runs();
  void print(const Line* one, const Line* two);
  void put_field(const Line* line, std::size_t n);

  Process& p_;
  Writer& out_;
  const Settings& s_;
  Side sides_[2];
  bool unpairable_seen_ = false;
};

void Join::split(Line& line) const {
  const std::string_view t = line.text;
  line.fields.clear();
  if (t.empty()) return;
  const auto add = [&](std::size_t at, std::size_t end) {
    line.fields.emplace_back(static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end - at));
  };
  std::size_t i = 0;
  if (s_.tab >= 0) {
    if (s_.tab != '\n')
      for (std::size_t stop; (stop = t.find(static_cast<char>(s_.tab), i)) != t.npos; i = stop + 1) add(i, stop);
    add(i, t.size());
    return;
  }
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n'; };
  while (i < t.size() && blank(t[i])) ++i;
  if (i == t.size()) return;
  while (i < t.size()) {
    std::size_t stop = i + 1;
    while (stop < t.size() && !blank(t[stop])) ++stop;
    add(i, stop);
    if (stop == t.size()) return;
    i = stop + 1;
    while (i < t.size() && blank(t[i])) ++i;
  }
  add(i, i);               // blanks at the end are followed by an empty field
}

int Join::compare(const Line& a, int file_a, const Line& b, int file_b) const {
  const std::string_view x = a.field(s_.join[file_a]), y = b.field(s_.join[file_b]);
  if (!s_.ignore_case) return x.compare(y);
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    const auto c = static_cast<unsigned char>(fold_case(x[i])), d = static_cast<unsigned char>(fold_case(y[i]));
    if (c != d) return c < d ? -1 : 1;
  }
  return x.size() < y.size() ? -1 : x.size() > y.size();
}

// Reads a line; -1 at the end of the file, else the status to end with, 0 for none.
Task<int> Join::read(int which, Line& into) {
  Side& s = sides_[which];
  std::string_view text;
  auto more = co_await s.reader->next(text, s_.end);
  if (more && !memory::available(text.size() * 2)) more = fail(Errno::kNOMEM);
  if (!more) {
    if (more.error() == Errno::kNOMEM) out_.complain("memory exhausted");
    else out_.complain("read error", more.error());
    co_return 1;
  }
  if (!*more) {
    s.ended = true;
    co_return -1;
  }
  into.text = text;
  split(into);
  ++s.number;
  const bool check = s_.order == Order::kCheck || (s_.order == Order::kDefault && unpairable_seen_);
  if (s.have_last && check && !s.warned && compare(s.last, which, into, which) > 0) {
    s.warned = true;
    out_.complain(std::string(s.name) + ":" + std::to_string(s.number) + ": is not sorted: " + into.text);
    if (s_.order == Order::kCheck) co_return 1;
  }
  if (s_.order != Order::kNoCheck) {
    s.last.text = into.text;
    s.last.fields = into.fields;
    s.have_last = true;
  }
  co_return 0;
}

// The next line: as the first of a new run, or behind the present one. The values of read().
Task<int> Join::advance(int which, bool first) {
  Side& s = sides_[which];
  if (first) s.count = 0;
  if (s.run.size() == s.count) s.run.emplace_back();
  const int got = co_await read(which, s.run[s.count]);
  if (got == 0) ++s.count;
  co_return got;
}

void Join::put_field(const Line* line, std::size_t n) {
  const std::string_view text = line ? line->field(n) : std::string_view();
  out_.put(text.empty() ? std::string_view(s_.filler) : text);
}

// Prints a pair; one of them may be null.
void Join::print(const Line* one, const Line* two) {
  const char separator = s_.tab < 0 ? ' ' : static_cast<char>(s_.tab);
  const Line* lines[2] = {one, two};
  const int key = one ? 0 : 1;
  if (!s_.output.empty()) {
    for (std::size_t i = 0; i < s_.output.size(); ++i) {
      const OutputField& f = s_.output[i];
      if (i) out_.put(separator);
      if (f.file == 0) put_field(lines[key], s_.join[key]);
      else put_field(lines[f.file - 1], f.field);
    }
  } else {
    put_field(lines[key], s_.join[key]);
    for (int k = 0; k < 2; ++k) {
      const std::size_t n = s_.automatic ? sides_[k].automatic : lines[k] ? lines[k]->fields.size() : 0;
      for (std::size_t i = 0; i < n; ++i) {
        if (i == s_.join[k]) continue;
        out_.put(separator);
        put_field(lines[k], i);
      }
    }
  }
  out_.put(s_.end);
}

// Both sides stand at lines with the same key: reads the runs and prints their pairs.
Task<int> Join::equal_runs() {
  bool ended[2] = {false, false};
  for (int k = 0; k < 2; ++k) {
    Side& s = sides_[k];
    for (;;) {
      const int got = co_await advance(k, false);
      if (got > 0) co_return got;
      if (got < 0) {
        ended[k] = true;
        break;
      }
      if (compare(s.run[s.count - 1], k, sides_[1 - k].run[0], 1 - k) != 0) break;
    }
  }
  const std::size_t n = sides_[0].count - !ended[0], m = sides_[1].count - !ended[1];
  for (std::size_t i = 0; s_.pairs && i < n; ++i) {
    for (std::size_t k = 0; k < m; ++k) {
      print(&sides_[0].run[i], &sides_[1].run[k]);
      if (!out_.full()) continue;
      if (!out_.flush()) co_return 1;
      if (p_.spent(500)) co_await p_.spend(0);
    }
    if (p_.spent(static_cast<std::uint32_t>(m))) co_await p_.spend(0);
  }
  for (int k = 0; k < 2; ++k) {
    Side& s = sides_[k];
    if (!ended[k]) std::swap(s.run[0], s.run[s.count - 1]);
    s.count = ended[k] ? 0 : 1;
  }
  co_return 0;
}

// What is left of one file when the other has ended.
Task<int> Join::rest(int which, bool check) {
  Side& s = sides_[which];
  const bool shows = s_.unpairable[which];
  if (!(shows || check) || s.count == 0) co_return 0;
  const auto show = [&] {
    if (shows) print(which == 0 ? &s.run[0] : nullptr, which == 1 ? &s.run[0] : nullptr);
  };
  show();
  if (sides_[1 - which].count) unpairable_seen_ = true;
  for (;;) {
    const int got = co_await advance(which, true);
    if (got) co_return got > 0 ? got : 0;
    show();
    if (out_.full() && !out_.flush()) co_return 1;
    if (s.warned && !shows) co_return 0;
  }
}

Task<int> Join::run(std::string_view one, std::string_view two) {
  const std::string_view names[2] = {one, two};
  Input inputs[2] = {{p_, one}, {p_, two}};
  for (int k = 0; k < 2; ++k)
    if (!co_await inputs[k].open()) co_return 1;
  for (int k = 0; k < 2; ++k) {
    sides_[k].name = names[k];
    sides_[k].reader = std::make_unique<Reader>(p_, inputs[k].fd());
    if (const int got = co_await advance(k, true); got > 0) co_return got;
    if (sides_[k].count) sides_[k].automatic = sides_[k].run[0].fields.size();
  }
  Side &a = sides_[0], &b = sides_[1];
  if (s_.header && (a.count || b.count)) {
    print(a.count ? &a.run[0] : nullptr, b.count ? &b.run[0] : nullptr);
    for (Side& s : sides_) s.have_last = false;
    for (int k = 0; k < 2; ++k)
      if (sides_[k].count)
        if (const int got = co_await advance(k, true); got > 0) co_return got;
  }
  while (a.count && b.count) {
    const int order = compare(a.run[0], 0, b.run[0], 1);
    int got = 0;
    if (order == 0) {
      got = co_await equal_runs();
    } else {
      const int which = order < 0 ? 0 : 1;
      if (s_.unpairable[which]) print(which == 0 ? &a.run[0] : nullptr, which == 1 ? &b.run[0] : nullptr);
      got = co_await advance(which, true);
      unpairable_seen_ = true;
    }
    if (got > 0) co_return got;
    if (out_.full()) {
      if (!out_.flush()) co_return 1;
      if (p_.spent(500)) co_await p_.spend(0);
    }
  }
  const bool check = s_.order != Order::kNoCheck && !(a.warned && b.warned);
  for (int k = 0; k < 2; ++k)
    if (const int got = co_await rest(k, check)) co_return got;
  if (a.warned || b.warned) {
    out_.complain("input is not in sorted order");
    co_return 1;
  }
  co_return 0;
}

// --- options --------------------------------------------------------------------------------------------------------------

// A field number; the words of an error otherwise.
std::string read_field(const Process& p, std::string_view text, std::size_t& field) {
  const auto n = parse_unsigned(text);
  if (n.error == NumberError::kOverflow) {
    field = SIZE_MAX - 1;
    return {};
  }
  if (!n || n.value == 0) return "invalid field number: " + quote_words(p, text);
  field = static_cast<std::size_t>(std::min<std::uint64_t>(n.value, SIZE_MAX)) - 1;
  return {};
}

std::string read_output(const Process& p, std::string_view list, std::vector<OutputField>& to) {
  for (;;) {
    const std::size_t end = list.find_first_of(", \t");
    const std::string_view spec = list.substr(0, end);
    const char file = spec.empty() ? '\0' : spec[0];
    if (file == '0') {
      if (spec.size() > 1) return "invalid field specifier: " + quote_words(p, spec);
      to.push_back({0, 0});
    } else if (file == '1' || file == '2') {
      if (spec.size() < 2 || spec[1] != '.') return "invalid field specifier: " + quote_words(p, spec);
      std::size_t field = 0;
      if (std::string e = read_field(p, spec.substr(2), field); !e.empty()) return e;
      to.push_back({file - '0', field});
    } else {
      return "invalid file number in field spec: " + quote_words(p, spec);
    }
    if (end == list.npos) return {};
    list.remove_prefix(end + 1);
  }
}

// The options, and what the operands are: after the old "-o A B" and "-j1 N" some belong to the option.
class Command {
 public:
  Command(Process& p, const Options& o) : p_(p), o_(o) {}
  Settings settings;
  std::vector<std::string_view> files;
  std::string error;
  bool usage = false;            // the error is one of usage

  bool read() {
    for (const Option::Use& u : o_.uses())
      if (!apply(u)) return false;
    for (std::size_t i = 0; i < p_.argv.size(); ++i)
      for (std::string_view operand : o_.operands())
        if (operand.data() == p_.argv[i].data() && !add_file(operand, i)) return false;
    for (std::size_t k = 0; k < 2; ++k)
      if (pending_j_[k] > 0 && !(set_join(0, k) && set_join(1, k))) return false;
    return true;
  }

 private:
  enum class Kind { kFile, kMaybeOutput, kMaybeJ1, kMaybeJ2 };
  bool fail_with(std::string text) {
    error = std::move(text);
    return false;
  }
  bool set_join(int file, std::size_t field) {
    if (join_set_[file] && settings.join[file] != field)
      return fail_with("incompatible join fields " + std::to_string(settings.join[file] + 1) + ", " + std::to_string(field + 1));
    join_set_[file] = true;
    settings.join[file] = field;
    return true;
  }
  bool apply(const Option::Use& u) {
    switch (u.id) {
      case 'v': settings.pairs = false; [[fallthrough]];
      case 'a':
        if (u.argument != "1" && u.argument != "2") {
          const auto n = parse_unsigned(u.argument);
          if (!n || n.value < 1 || n.value > 2) return fail_with("invalid field number: " + quote_words(p_, u.argument));
          settings.unpairable[n.value - 1] = true;
          break;
        }
        settings.unpairable[u.argument[0] - '1'] = true;
        break;
      case 'e':
        if (filler_set_ && settings.filler != u.argument) return fail_with("conflicting empty-field replacement strings");
        settings.filler = u.argument;
        filler_set_ = true;
        break;
      case 'i': settings.ignore_case = true; break;
      case '1':
      case '2':
      case 'j': return apply_join(u);
      case 'o':
        if (u.argument == "auto") {
          settings.automatic = true;
          break;
        }
        after(u, Kind::kMaybeOutput);
        error = read_output(p_, u.argument, settings.output);
        return error.empty();
      case 't': {
        int tab = u.argument.empty() ? '\n' : static_cast<unsigned char>(u.argument[0]);
        if (u.argument == "\\0") tab = 0;
        else if (u.argument.size() > 1) return fail_with("multi-character tab " + quote_words(p_, u.argument));
        if (settings.tab >= 0 && settings.tab != tab) return fail_with("incompatible tabs");
        settings.tab = tab;
        break;
      }
      case kCheck: settings.order = Order::kCheck; break;
      case kNoCheck: settings.order = Order::kNoCheck; break;
      case kHeader: settings.header = true; break;
      case 'z': settings.end = '\0'; break;
    }
    return true;
  }
  bool apply_join(const Option::Use& u) {
    const bool attached = u.argument.data() == u.spelling.data() + 2;
    if (u.id == 'j' && attached && (u.argument == "1" || u.argument == "2")) {
      ++pending_j_[u.argument[0] - '1'];
      after(u, u.argument == "1" ? Kind::kMaybeJ1 : Kind::kMaybeJ2);
      return true;
    }
    std::size_t field = 0;
    error = read_field(p_, u.argument, field);
    if (!error.empty()) return false;
    if (u.id != 'j') return set_join(u.id - '1', field);
    return set_join(0, field) && set_join(1, field);
  }
  // The word after the option's argument may belong to it.
  void after(const Option::Use& u, Kind kind) {
    for (std::size_t i = 0; i < p_.argv.size(); ++i) {
      const std::string& word = p_.argv[i];
      if (u.argument.data() >= word.data() && u.argument.data() <= word.data() + word.size()) expected_.emplace_back(i + 1, kind);
    }
  }
  bool add_file(std::string_view name, std::size_t index) {
    Kind kind = Kind::kFile;
    for (auto [at, k] : expected_)
      if (at == index) kind = k;
    if (kind == Kind::kMaybeOutput) expected_.emplace_back(index + 1, kind);
    if (files.size() == 2) {
      const std::size_t which = kinds_[0] == Kind::kFile ? 1 : 0;
      const std::string_view old = files[which];
      switch (kinds_[which]) {
        case Kind::kFile:
          usage = true;
          return fail_with("extra operand " + quote(name));
        case Kind::kMaybeOutput:
          error = read_output(p_, old, settings.output);
          if (!error.empty()) return false;
          break;
        default: {
          const int file = kinds_[which] == Kind::kMaybeJ1 ? 0 : 1;
          --pending_j_[file];
          std::size_t field = 0;
          error = read_field(p_, old, field);
          if (!error.empty() || !set_join(file, field)) return false;
        }
      }
      files.erase(files.begin() + static_cast<std::ptrdiff_t>(which));
      kinds_.erase(kinds_.begin() + static_cast<std::ptrdiff_t>(which));
    }
    files.push_back(name);
    kinds_.push_back(kind);
    return true;
  }

  Process& p_;
  const Options& o_;
  std::vector<std::pair<std::size_t, Kind>> expected_;
  std::vector<Kind> kinds_;
  int pending_j_[2] = {0, 0};
  bool join_set_[2] = {false, false}, filler_set_ = false;
};

Task<int> join_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Command c(p, o);
  if (!c.read()) {
    if (c.usage) co_return usage_error(p, c.error);
    p.complain(c.error);
    co_return 1;
  }
  if (c.files.size() != 2)
    co_return usage_error(p, c.files.empty() ? "missing operand" : "missing operand after " + quote_words(p, p.argv.back()));
  if (c.files[0] == "-" && c.files[1] == "-") {
    p.complain("both files cannot be standard input", Errno::kNOENT);
    co_return 1;
  }
  Writer out(p, 1);
  Join join(p, out, c.settings);
  const int status = co_await join.run(c.files[0], c.files[1]);
  co_return out.finish(status);
}

const Program kJoin("join", join_main);

}  // namespace
}  // namespace nacre
