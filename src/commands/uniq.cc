// uniq [OPTION]... [INPUT [OUTPUT]]: adjacent lines that are alike. POSIX and GNU coreutils 9.1, with the old -N and +N.
#include <algorithm>

#include "src/base/memory.h"
#include "src/base/numbers.h"
#include "src/process/choice.h"
#include "src/process/input.h"
#include "src/process/locale.h"

namespace nacre {
namespace {

enum : int { kAllRepeated = kOnlyLong + 1, kGroup };
constexpr Option kOptions[] = {
    {'c', "count", Argument::kNone, "", "put the number of occurrences before each line"},
    {'d', "repeated", Argument::kNone, "", "print only lines that are repeated, once each"},
    {'D', "", Argument::kNone, "", "print all lines that are repeated"},
    {kAllRepeated, "all-repeated", Argument::kOptional, "METHOD", "the same with an empty line between groups;\nMETHOD is none (default), prepend or separate"},
    {'f', "skip-fields", Argument::kRequired, "N", "do not compare the first N fields"},
    {kGroup, "group", Argument::kOptional, "METHOD", "print all lines, with an empty line between groups;\nMETHOD is separate (default), prepend, append or both"},
    {'i', "ignore-case", Argument::kNone, "", "upper and lower case are alike"},
    {'s', "skip-chars", Argument::kRequired, "N", "do not compare the first N characters"},
    {'u', "unique", Argument::kNone, "", "print only lines that are not repeated"},
    {'z', "zero-terminated", Argument::kNone, "", "lines end with NUL, not newline"},
    {'w', "check-chars", Argument::kRequired, "N", "compare at most N characters"},
};
constexpr Synopsis kSynopsis{
    .name = "uniq", .usage = "[OPTION]... [INPUT [OUTPUT]]",
    .description = "Reduce adjacent lines of INPUT (standard input) that are alike to the first of them,\nand write to OUTPUT (standard output).\n", .options = kOptions,
    .notes = "A field is a run of blanks and then of characters that are not blank. Fields are skipped\nbefore characters. Lines that are alike but not adjacent are not seen: sort them before.",
    .digits = Digits::kEach};

enum class Delimit { kNone, kPrepend, kAppend, kSeparate, kBoth };
constexpr Choice kAllRepeatedMethods[] = {{"none", static_cast<int>(Delimit::kNone)},
                                          {"prepend", static_cast<int>(Delimit::kPrepend)},
                                          {"separate", static_cast<int>(Delimit::kSeparate)}};
constexpr Choice kGroupMethods[] = {{"prepend", static_cast<int>(Delimit::kPrepend)},
                                    {"append", static_cast<int>(Delimit::kAppend)},
                                    {"separate", static_cast<int>(Delimit::kSeparate)},
                                    {"both", static_cast<int>(Delimit::kBoth)}};

char fold_case(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

class Uniq {
 public:
  std::uint64_t skip_fields = 0, skip_chars = 0, check_chars = UINT64_MAX;
  bool ignore_case = false, count = false, unique = true, first = true, later = false;
  Delimit delimit = Delimit::kNone, group = Delimit::kNone;
  char end = '\n';
  Writer* out = nullptr;

  void record(std::string_view line, bool) {
    const std::string_view key = key_of(line);
    if (unique && first && !count) {
      if (any_ && alike(key)) {
        if (group != Delimit::kNone) put(line);
        return;
      }
      if (group == Delimit::kPrepend || group == Delimit::kBoth ||
          (any_ && (group == Delimit::kAppend || group == Delimit::kSeparate)))
        out->put(end);
      put(line);
      keep(line, key);
      return;
    }
    if (!any_) {
      keep(line, key);
      return;
    }
    const bool match = alike(key);
    matches_ += match;
    if (delimit != Delimit::kNone) {
      if (!match) {
        if (matches_) first_delimiter_ = false;
      } else if (matches_ == 1 && (delimit == Delimit::kPrepend || !first_delimiter_)) {
        out->put(end);
      }
    }
    if (match && !later) return;
    put_previous(match);
    keep(line, key);
    if (!match) matches_ = 0;
  }
  void finish() {
    if (!any_) return;
    if (unique && first && !count) {
      if (group == Delimit::kAppend || group == Delimit::kBoth) out->put(end);
    } else {
      put_previous(false);
    }
  }

 private:
  static bool blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }
  std::string_view key_of(std::string_view line) const {
    std::size_t i = 0;
    for (std::uint64_t n = 0; n < skip_fields && i < line.size(); ++n) {
      while (i < line.size() && blank(line[i])) ++i;
      while (i < line.size() && !blank(line[i])) ++i;
    }
    line.remove_prefix(i);
    line.remove_prefix(static_cast<std::size_t>(std::min<std::uint64_t>(skip_chars, line.size())));
    return line.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(check_chars, line.size())));
  }
  bool alike(std::string_view key) const {
    const std::string_view old = std::string_view(previous_).substr(key_at_, key_size_);
    if (!ignore_case) return key == old;
    return key.size() == old.size() &&
           std::equal(key.begin(), key.end(), old.begin(), [](char a, char b) { return fold_case(a) == fold_case(b); });
  }
  void put(std::string_view line) {
    out->put(line);
    out->put(end);
  }
  void put_previous(bool match) {
    if (!(matches_ == 0 ? unique : match ? later : first)) return;
    if (count) {
      std::string n;
      append_number(n, matches_ + 1);
      if (n.size() < 7) out->buffer().append(7 - n.size(), ' ');
      out->put(n);
      out->put(' ');
    }
    put(previous_);
  }
  void keep(std::string_view line, std::string_view key) {
    previous_ = line;
    key_at_ = static_cast<std::size_t>(key.data() - line.data());
    key_size_ = key.size();
    any_ = true;
  }
  std::string previous_;
  std::size_t key_at_ = 0, key_size_ = 0;
  std::uint64_t matches_ = 0;
  bool any_ = false, first_delimiter_ = true;
};

bool read_size(Process& p, std::string_view text, std::string_view what, std::uint64_t& n) {
  const auto r = parse_unsigned(text);
  n = r.value;
  if (r || r.error == NumberError::kOverflow) return true;
  p.complain(std::string(text) + ": " + std::string(what));
  return false;
}

Task<int> uniq_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Uniq u;
  bool output_option = false, old_fields = false, new_fields = false;
  std::string error;
  for (const Option::Use& use : o.uses()) switch (use.id) {
      case 'c': u.count = output_option = true; break;
      case 'd':
        u.unique = false;
        output_option = true;
        break;
      case 'D':
      case kAllRepeated: {
        u.unique = false;
        u.later = output_option = true;
        u.delimit = Delimit::kNone;
        if (!use.has_argument) break;
        const auto how = choose(p, kAllRepeatedMethods, use.argument, "--all-repeated", error);
        if (!how) co_return usage_error(p, error);
        u.delimit = static_cast<Delimit>(*how);
        break;
      }
      case kGroup: {
        u.group = Delimit::kSeparate;
        if (!use.has_argument) break;
        const auto how = choose(p, kGroupMethods, use.argument, "--group", error);
        if (!how) co_return usage_error(p, error);
        u.group = static_cast<Delimit>(*how);
        break;
      }
      case 'f':
        new_fields = true;
        if (!read_size(p, use.argument, "invalid number of fields to skip", u.skip_fields)) co_return 1;
        break;
      case 'i': u.ignore_case = true; break;
      case 's':
        if (!read_size(p, use.argument, "invalid number of bytes to skip", u.skip_chars)) co_return 1;
        break;
      case 'u':
        u.first = false;
        output_option = true;
        break;
      case 'w':
        if (!read_size(p, use.argument, "invalid number of bytes to compare", u.check_chars)) co_return 1;
        break;
      case 'z': u.end = '\0'; break;
      default:
        if (!old_fields && new_fields) u.skip_fields = 0;
        old_fields = true;
        if (u.skip_fields > UINT64_MAX / 10 - 1) u.skip_fields = UINT64_MAX;
        else u.skip_fields = u.skip_fields * 10 + static_cast<std::uint64_t>(use.id - '0');
    }
  std::vector<std::string_view> names;
  for (std::string_view word : o.operands()) {
    const auto n = word.size() > 1 && word[0] == '+' ? parse_digits(word.substr(1)) : std::nullopt;
    if (n) {
      u.skip_chars = *n;
    } else if (names.size() == 2) {
      co_return usage_error(p, "extra operand " + quote_words(p, word));
    } else {
      names.push_back(word);
    }
  }
  if (u.group != Delimit::kNone && output_option)
    co_return usage_error(p, "--group is mutually exclusive with -c/-d/-D/-u");
  if (u.count && u.later)
    co_return usage_error(p, "printing all duplicated lines and repeat counts is meaningless");
  Input in(p, names.empty() ? "-" : names[0]);
  if (!co_await in.open()) co_return 1;
  int to = 1;
  if (names.size() == 2 && names[1] != "-") {
    auto fd = co_await p.open(std::string(names[1]), OpenFlags::writing());
    if (!fd) {
      p.complain(quote_if_needed(names[1]), fd.error());
      co_return 1;
    }
    to = *fd;
  }
  Writer out(p, to);
  u.out = &out;
  int status = 0;
  if (auto r = co_await read_records(p, in.fd(), u.end, out, u); !r) {
    if (r.error() == Errno::kNOMEM) out.complain("memory exhausted");
    else out.complain("error reading " + quote(in.name()));
    co_return 1;
  }
  u.finish();
  co_return out.finish(status);
}

const Program kUniq("uniq", uniq_main);

}  // namespace
}  // namespace nacre
