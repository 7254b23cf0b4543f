// comm [OPTION]... FILE1 FILE2: lines that two sorted files have and do not have in common. POSIX and GNU coreutils 9.1.
#include <algorithm>
#include <memory>

#include "src/base/numbers.h"
#include "src/process/input.h"
#include "src/process/locale.h"

namespace nacre {
namespace {

enum : int { kCheck = kOnlyLong + 1, kNoCheck, kDelimiter, kTotal };
constexpr Option kOptions[] = {
    {'1', "", Argument::kNone, "", "leave out column 1 (lines only in FILE1)"},
    {'2', "", Argument::kNone, "", "leave out column 2 (lines only in FILE2)"},
    {'3', "", Argument::kNone, "", "leave out column 3 (lines in both)"},
    {kCheck, "check-order", Argument::kNone, "", "check that the files are sorted, even if all lines pair"},
    {kNoCheck, "nocheck-order", Argument::kNone, "", "do not check that the files are sorted"},
    {kDelimiter, "output-delimiter", Argument::kRequired, "STR", "put STR between the columns"},
    {kTotal, "total", Argument::kNone, "", "print how many lines there are of each kind"},
    {'z', "zero-terminated", Argument::kNone, "", "lines end with NUL, not newline"},
};
constexpr Synopsis kSynopsis{"comm", "[OPTION]... FILE1 FILE2",
                             "Compare two sorted files line by line, in three columns: lines only in FILE1, lines only in\n"
                             "FILE2, and lines in both. One of them may be -, standard input.\n",
                             kOptions};

enum class Order { kDefault, kCheck, kNoCheck };

class Comm {
 public:
  Comm(Process& p, Writer& out) : p_(p), out_(out) {}
  bool show[3] = {true, true, true};
  bool total = false;
  Order order = Order::kDefault;
  std::string separator = "\t";
  char end = '\n';

  Task<int> run(std::string_view one, std::string_view two);

 private:
  struct Side {
    std::string_view name;
    std::unique_ptr<Reader> reader;
    std::string line, before;
    std::size_t lines = 0;
    bool ended = false, warned = false;
  };
  Task<int> step(int which);
  bool check(int which, const std::string& before, const std::string& now);
  void put(int column, const std::string& line);

  Process& p_;
  Writer& out_;
  Side sides_[2];
  bool unpairable_ = false;
};

void Comm::put(int column, const std::string& line) {
  if (!show[column]) return;
  if (column > 0 && show[0]) out_.put(separator);
  if (column > 1 && show[1]) out_.put(separator);
  out_.put(line);
  out_.put(end);
}

// False when that is an error.
bool Comm::check(int which, const std::string& before, const std::string& now) {
  Side& s = sides_[which];
  if (order == Order::kNoCheck || (order == Order::kDefault && !unpairable_) || s.warned || before <= now) return true;
  s.warned = true;
  out_.complain(std::string("file ") + (which ? '2' : '1') + " is not in sorted order");
  return order != Order::kCheck;
}

// Reads the next line of a side. A status other than 0 ends the run.
Task<int> Comm::step(int which) {
  Side& s = sides_[which];
  std::string_view line;
  auto more = co_await s.reader->next(line, end);
  if (!more) {
    if (more.error() == Errno::kNOMEM) out_.complain("memory exhausted");
    else out_.complain(quote_if_needed(s.name), more.error());
    co_return 1;
  }
  if (!*more) {
    s.ended = true;
    // What was found out since may concern the last two lines.
    co_return s.lines < 2 || check(which, s.before, s.line) ? 0 : 1;
  }
  std::swap(s.before, s.line);
  s.line = line;
  ++s.lines;
  co_return s.lines < 2 || check(which, s.before, s.line) ? 0 : 1;
}

Task<int> Comm::run(std::string_view one, std::string_view two) {
  const std::string_view names[2] = {one, two};
  Input inputs[2] = {{p_, one}, {p_, two}};
  std::uint64_t totals[3] = {0, 0, 0};
  for (int i = 0; i < 2; ++i) {
    if (!co_await inputs[i].open()) co_return 1;
    sides_[i].name = names[i];
    sides_[i].reader = std::make_unique<Reader>(p_, inputs[i].fd());
    if (int status = co_await step(i)) co_return status;
  }
  while (!sides_[0].ended || !sides_[1].ended) {
    const int order_of = sides_[0].ended ? 1 : sides_[1].ended ? -1 : sides_[0].line.compare(sides_[1].line);
    const int column = order_of == 0 ? 2 : order_of < 0 ? 0 : 1;
    if (column != 2) unpairable_ = true;
    ++totals[column];
    put(column, sides_[column == 0 ? 0 : 1].line);
    if (out_.full()) {
      if (!out_.flush()) co_return 1;
      if (p_.spent(500)) co_await p_.spend(0);
    }
    if (order_of <= 0)
      if (int status = co_await step(0)) co_return status;
    if (order_of >= 0)
      if (int status = co_await step(1)) co_return status;
  }
  if (one == "-" && two == "-") {
    out_.complain("-", Errno::kBADF);
    co_return 1;
  }
  if (total) {
    for (std::uint64_t n : totals) {
      append_number(out_.buffer(), n);
      out_.put(separator);
    }
    out_.put("total");
    out_.put(end);
  }
  if (sides_[0].warned || sides_[1].warned) {
    out_.complain("input is not in sorted order");
    co_return 1;
  }
  co_return 0;
}

Task<int> comm_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Writer out(p, 1);
  Comm comm(p, out);
  std::optional<std::string_view> delimiter;
  for (const Option::Use& u : o.uses()) switch (u.id) {
      case '1':
      case '2':
      case '3': comm.show[u.id - '1'] = false; break;
      case kCheck: comm.order = Order::kCheck; break;
      case kNoCheck: comm.order = Order::kNoCheck; break;
      case kDelimiter:
        if (delimiter && *delimiter != u.argument) {
          p.complain("multiple output delimiters specified");
          co_return 1;
        }
        delimiter = u.argument;
        break;
      case kTotal: comm.total = true; break;
      case 'z': comm.end = '\0'; break;
    }
  if (delimiter) comm.separator = delimiter->empty() ? std::string(1, '\0') : std::string(*delimiter);
  const auto& names = o.operands();
  if (names.size() < 2)
    co_return usage_error(p, names.empty() ? "missing operand" : "missing operand after " + quote_words(p, p.argv.back()));
  if (names.size() > 2) co_return usage_error(p, "extra operand " + quote_words(p, names[2]));
  const int status = co_await comm.run(names[0], names[1]);
  co_return out.finish(status);
}

const Program kComm("comm", comm_main);

}  // namespace
}  // namespace nacre
