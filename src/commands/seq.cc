// seq [OPTION]... LAST | FIRST LAST | FIRST INCREMENT LAST: prints numbers. GNU coreutils 9.1.
//
// Whole numbers are counted in decimal digits, of any length, or as 64-bit integers; all else is computed in the 80-bit
// numbers of x86, FIRST + i * INCREMENT, so that the digits are the same.
#include <algorithm>
#include <optional>

#include "src/base/extended.h"
#include "src/base/numbers.h"
#include "src/process/io.h"
#include "src/process/locale.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {'f', "format", Argument::kRequired, "FORMAT", "print with this floating-point format of printf"},
    {'s', "separator", Argument::kRequired, "STRING", "put STRING between the numbers (default: \\n)"},
    {'w', "equal-width", Argument::kNone, "", "pad with zeros in front to equal width"},
};
constexpr Synopsis kSynopsis{
    .name = "seq", .usage = "[OPTION]... LAST\n[OPTION]... FIRST LAST\n[OPTION]... FIRST INCREMENT LAST",
    .description = "Print the numbers from FIRST to LAST, INCREMENT apart.\n", .options = kOptions,
    .notes = "FIRST and INCREMENT are 1 when they are not given. The numbers are floating-point numbers;\n"
             "INCREMENT is not 0, and none of them is NaN. FORMAT takes one number (%g %f %e %a ...); by\n"
             "default it is %.PRECf, PREC being the decimals of the operands, or %g.",
    .in_order = true};

constexpr int kUnknown = INT32_MAX;

struct Operand {
  Extended value;
  std::int64_t width = 0;
  int precision = kUnknown;     // digits after the decimal point, when they are known
};

struct Format {
  std::string before, after;
  FloatFormat number;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool all_digits(std::string_view s) { return !s.empty() && std::all_of(s.begin(), s.end(), is_digit); }

// Width and precision as they are written.
void measure(std::string_view text, Operand& op) {
  while (!text.empty() && (text[0] == ' ' || (text[0] >= '\t' && text[0] <= '\r') || text[0] == '+')) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  if (point == text.npos && text.find('p') == text.npos) op.precision = 0;
  if (text.find_first_of("xX") != text.npos || !op.value.is_finite()) return;
  op.width = static_cast<std::int64_t>(text.size());
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  std::size_t decimals = 0;
  if (point != text.npos) {
    decimals = std::min(text.find_first_of("eE", point), text.size()) - point - 1;
    op.precision = static_cast<int>(std::min<std::size_t>(decimals, kUnknown));
    op.width += decimals == 0 ? -1 : point == 0 || !is_digit(text[point - 1]) ? 1 : 0;
  }
  if (e == text.size()) return;
  std::int64_t exponent = std::clamp<std::int64_t>(parse_signed(text.substr(e + 1)).value, -kUnknown / 2, kUnknown / 2);
  op.precision += static_cast<int>(exponent < 0 ? -exponent : -std::min<std::int64_t>(op.precision, exponent));
  op.width -= static_cast<std::int64_t>(text.size() - e);
  if (exponent < 0) {
    if (point == text.npos || e == point + 1) ++op.width;
    exponent = -exponent;
  } else {
    if (point != text.npos && op.precision == 0 && decimals) --op.width;   // the point goes
    exponent -= std::min(static_cast<std::int64_t>(decimals), exponent);
  }
  op.width += exponent;
}

std::optional<int> read_operand(Process& p, std::string_view text, Operand& op) {
  const ParsedExtended r = parse_extended(text);
  if (r.size == 0 || r.size < text.size() || (r.out_of_range && !r.value.is_zero()))
    return usage_error(p, "invalid floating point argument: " + quote_words(p, text));
  if (r.value.is_nan())
    return usage_error(p, "invalid " + quote_words(p, "not-a-number") + " argument: " + quote_words(p, text));
  op = {r.value};
  measure(text, op);
  return std::nullopt;
}

// -f: one directive for a floating-point number. Gives the words of an error, or none.
std::string parse_format(std::string_view f, Format& out, const std::string& quoted) {
  const auto at = [&](std::size_t i) { return i < f.size() ? f[i] : '\0'; };
  const auto plain = [&](std::size_t& i, std::string& to) {
    for (; i < f.size() && !(f[i] == '%' && at(i + 1) != '%'); ++i) {
      if (f[i] == '%') ++i;
      to += f[i];
    }
    return i < f.size();
  };
  std::size_t i = 0;
  if (!plain(i, out.before)) return "format " + quoted + " has no % directive";
  FloatFormat& n = out.number;
  for (++i; std::string_view("-+#0 '").find(at(i)) != std::string_view::npos && i < f.size(); ++i) {
    n.left |= f[i] == '-';
    n.plus |= f[i] == '+';
    n.alternate |= f[i] == '#';
    n.zero |= f[i] == '0';
    n.space |= f[i] == ' ';
  }
  const auto number = [&] {
    std::uint64_t v = 0;
    for (; is_digit(at(i)); ++i) v = std::min<std::uint64_t>(v * 10 + static_cast<std::uint64_t>(f[i] - '0'), 100'000'000);
    return v;
  };
  n.width = static_cast<std::size_t>(number());
  if (at(i) == '.') {
    ++i;
    n.precision = static_cast<int>(number());
  }
  if (at(i) == 'L') ++i;
  if (i >= f.size()) return "format " + quoted + " ends in %";
  if (std::string_view("efgaEFGA").find(f[i]) == std::string_view::npos)
    return "format " + quoted + " has unknown %" + f[i] + " directive";
  n.conversion = f[i++];
  if (plain(i, out.after)) return "format " + quoted + " has too many % directives";
  return {};
}

Format default_format(const Operand& first, const Operand& step, const Operand& last, bool equal_width) {
  Format f;
  const int precision = std::max(first.precision, step.precision);
  if (precision == kUnknown || last.precision == kUnknown) return f;
  f.number.conversion = 'f';
  f.number.precision = precision;
  if (!equal_width) return f;
  std::int64_t first_width = first.width + (precision - first.precision);
  std::int64_t last_width = last.width + (precision - last.precision);
  if (last.precision && precision == 0) --last_width;
  if (last.precision == 0 && precision) ++last_width;
  if (first.precision == 0 && precision) ++first_width;
  f.number.zero = true;
  f.number.width = static_cast<std::size_t>(std::clamp<std::int64_t>(std::max(first_width, last_width), 0, 100'000'000));
  return f;
}

// --- whole numbers of any length ------------------------------------------------------------------------------------------

std::string_view trim_zeros(std::string_view s) {
  const std::size_t at = s.find_first_not_of('0');
  return at == s.npos ? s.substr(s.size() - 1) : s.substr(at);
}
bool not_greater(std::string_view a, std::string_view b) { return a.size() != b.size() ? a.size() < b.size() : a <= b; }

void add(std::string& digits, unsigned step) {
  std::size_t i = digits.size();
  while (step) {
    if (i == 0) {
      digits.insert(digits.begin(), '0');
      i = 1;
    }
    step += static_cast<unsigned>(digits[--i] - '0');
    digits[i] = static_cast<char>('0' + step % 10);
    step /= 10;
  }
}

// From first to last ("inf": for ever), which is not less.
Task<int> count_digits(Process& p, std::string first, std::string last, unsigned step, char separator) {
  const bool endless = last == "inf";
  std::string n(trim_zeros(first));
  const std::string end(endless ? std::string_view() : trim_zeros(last));
  Writer out(p, 1);
  std::string& to = out.buffer();
  to = n;
  for (;;) {
    add(n, step);
    if (!endless && !not_greater(n, end)) break;
    to += separator;
    to += n;
    if (out.full()) {
      if (!out.flush()) co_return out.finish(1);
      if (p.spent(500)) co_await p.spend(0);
    }
  }
  to += '\n';
  co_return out.finish(0);
}

// --- all else -------------------------------------------------------------------------------------------------------------

void put(std::string& out, const Format& f, Extended x) {
  out += f.before;
  append_float(out, f.number, x);
  out += f.after;
}

// A number past LAST whose digits are those of LAST is printed all the same, unless the one before it looks alike.
bool looks_like_last(const Format& f, Extended x, Extended before, Extended last) {
  std::string text, old;
  append_float(text, f.number, x);
  const ParsedExtended r = parse_extended(text);
  if (r.size != text.size() || r.value != last) return false;
  append_float(old, f.number, before);
  return old != text;
}

Task<int> count_floats(Process& p, const Format& f, Extended first, Extended step, Extended last, std::string_view separator) {
  const bool down = step < Extended();
  const auto past = [&](Extended x) { return down ? x < last : last < x; };
  Writer out(p, 1);
  if (past(first)) co_return 0;
  Extended x = first;
  for (std::uint64_t i = 1;; ++i) {
    const Extended before = x;
    put(out.buffer(), f, x);
    x = first + Extended::from(i) * step;
    if (past(x)) {
      if (looks_like_last(f, x, before, last)) {
        out.put(separator);
        put(out.buffer(), f, x);
      }
      break;
    }
    out.put(separator);
    if (out.full() && !out.flush()) co_return out.finish(1);
    if (p.spent(10)) co_await p.spend(0);
  }
  out.put('\n');
  co_return out.finish(0);
}

// Whole numbers far from the limits of 64 bits.
Task<int> count_integers(Process& p, std::int64_t first, std::int64_t step, std::int64_t last, std::size_t width,
                         std::string_view separator) {
  Writer out(p, 1);
  if (step > 0 ? first > last : first < last) co_return 0;
  std::string digits;
  for (std::int64_t n = first;;) {
    digits.clear();
    append_number(digits, n < 0 ? -n : n);
    const std::size_t size = digits.size() + (n < 0);
    if (n < 0) out.put('-');
    if (size < width) out.buffer().append(width - size, '0');
    out.put(digits);
    n += step;
    if (step > 0 ? n > last : n < last) break;
    out.put(separator);
    if (out.full()) {
      if (!out.flush()) co_return out.finish(1);
      if (p.spent(500)) co_await p.spend(0);
    }
  }
  out.put('\n');
  co_return out.finish(0);
}

// Options end at the first negative number: puts "--" before it.
std::vector<std::string> with_end_of_options(std::vector<std::string> argv) {
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string& a = argv[i];
    if (a.size() < 2 || a[0] != '-' || a == "--") break;
    if (a[1] == '.' || is_digit(a[1])) {
      argv.insert(argv.begin() + static_cast<std::ptrdiff_t>(i), "--");
      break;
    }
    if (a[1] == '-') {
      if (a.find('=') == a.npos && (a[2] == 'f' || a[2] == 's')) ++i;
    } else {
      const std::size_t at = a.find_first_of("fs", 1);
      if (at == a.size() - 1) ++i;
    }
  }
  return argv;
}

bool is_small(Extended x) {
  constexpr std::int64_t kLimit = std::int64_t{1} << 61;
  return x.is_finite() && x < Extended::from(kLimit) && Extended::from(-kLimit) < x && Extended::from(x.to_int64()) == x;
}

// How to count: as digits, without limits, where everything is whole and counts up; as integers; else as floating-point numbers.
struct Plan {
  enum class By { kDigits, kIntegers, kFloats } by = By::kFloats;
  std::string_view separator = "\n";
  Format format;
  Operand first{Extended::from(std::int64_t{1}), 1, 0}, step = first, last;
  std::string from, to;     // kDigits
};

constexpr std::int64_t kFastStep = 200;

// Reads the arguments. The status, when one is wrong.
std::optional<int> read_arguments(Process& p, const Options& o, Plan& plan) {
  std::optional<std::string_view> format;
  bool equal_width = false;
  for (const Option::Use& u : o.uses()) switch (u.id) {
      case 'f': format = u.argument; break;
      case 's': plan.separator = u.argument; break;
      case 'w': equal_width = true; break;
    }
  const auto& words = o.operands();
  if (words.empty()) return usage_error(p, "missing operand");
  if (words.size() > 3) return usage_error(p, "extra operand " + quote_words(p, words[3]));
  if (format) {
    if (const std::string error = parse_format(*format, plan.format, quote_words(p, *format)); !error.empty()) {
      p.complain(error);
      return 1;
    }
    if (equal_width) return usage_error(p, "format string may not be specified when printing equal width strings");
  }
  const bool countable = !format && !equal_width && plan.separator.size() == 1;
  auto& [by, separator, number, first, step, last, from, to] = plan;
  if (countable && std::all_of(words.begin(), words.end(), all_digits)) {
    const auto by_digits = words.size() == 3 ? parse_digits(words[1]) : 1;
    from = words.size() == 1 ? "1" : std::string(words[0]);
    to = words.back();
    if (by_digits && *by_digits > 0 && *by_digits <= kFastStep && not_greater(trim_zeros(from), trim_zeros(to))) {
      by = Plan::By::kDigits;
      step.value = Extended::from(static_cast<std::int64_t>(*by_digits));
      return std::nullopt;
    }
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    Operand& op = i + 1 == words.size() ? last : i == 0 ? first : step;
    if (auto end = read_operand(p, words[i], op)) return end;
    if (i == 1 && words.size() == 3 && op.value.is_zero())
      return usage_error(p, "invalid Zero increment value: " + quote_words(p, words[i]));
  }
  const bool whole = first.precision == 0 && step.precision == 0 && last.precision == 0;
  const Extended zero;
  if (countable && whole && first.value.is_finite() && !(first.value < zero) && zero < step.value &&
      !(Extended::from(kFastStep) < step.value) && !is_small(last.value) && !last.value.is_negative()) {
    const Format digits{.number = {.conversion = 'f', .precision = 0}};
    from.clear();
    put(from, digits, first.value);
    to = last.value.is_finite() ? "" : "inf";
    if (to.empty()) put(to, digits, last.value);
    if (to == "inf" || not_greater(trim_zeros(from), trim_zeros(to))) {
      by = Plan::By::kDigits;
      return std::nullopt;
    }
  }
  if (!format) number = default_format(first, step, last, equal_width);
  if (!format && whole && is_small(first.value) && is_small(step.value) && is_small(last.value) &&
      !(first.value.is_zero() && first.value.is_negative()))
    by = Plan::By::kIntegers;
  return std::nullopt;
}

Task<int> seq_main(Process& p) {
  const std::vector<std::string> argv = with_end_of_options(p.argv);
  Options o(kSynopsis, argv);
  if (auto end = o.respond(p)) co_return *end;
  Plan plan;
  if (auto end = read_arguments(p, o, plan)) co_return *end;
  const Extended first = plan.first.value, step = plan.step.value, last = plan.last.value;
  switch (plan.by) {
    case Plan::By::kDigits: co_return co_await count_digits(p, plan.from, plan.to, static_cast<unsigned>(step.to_int64()), plan.separator[0]);
    case Plan::By::kIntegers:
      co_return co_await count_integers(p, first.to_int64(), step.to_int64(), last.to_int64(), plan.format.number.width, plan.separator);
    case Plan::By::kFloats: break;
  }
  co_return co_await count_floats(p, plan.format, first, step, last, plan.separator);
}

const Program kSeq("seq", seq_main);

}  // namespace
}  // namespace nacre
