// The interpreter of printf's formats; see printf_format.h.
#include "src/base/printf_format.h"

#include <algorithm>

#include "src/base/extended.h"
#include "src/base/memory.h"
#include "src/base/numbers.h"
#include "src/base/utf8.h"

namespace nacre {
namespace {

constexpr std::size_t kStepBytes = 32768, kStepArguments = 2000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_octal(char c) { return c >= '0' && c <= '7'; }
int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  c = static_cast<char>(c | 32);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Reads at most n digits and gives how many.
int read_hex(std::string_view text, std::size_t& i, int n, std::uint32_t& value) {
  int got = 0;
  for (value = 0; got < n && i < text.size() && hex_value(text[i]) >= 0; ++i, ++got)
    value = value << 4 | static_cast<std::uint32_t>(hex_value(text[i]));
  return got;
}
unsigned read_octal(std::string_view text, std::size_t& i, int n) {
  unsigned value = 0;
  for (; n > 0 && i < text.size() && is_octal(text[i]); ++i, --n) value = value * 8 + static_cast<unsigned>(text[i] - '0');
  return value & 0xFF;
}

// a b e f n r t v and \; 0 for others.
char simple_escape(char c) {
  switch (c) {
    case 'a': return '\a';
    case 'b': return '\b';
    case 'e': return '\x1b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    case '\\': return '\\';
    default: return 0;
  }
}

std::string hex_digits(std::uint32_t code, int n, bool upper) {
  std::string s;
  for (int shift = (n - 1) * 4; shift >= 0; shift -= 4)
    s += (upper ? "0123456789ABCDEF" : "0123456789abcdef")[code >> shift & 15];
  return s;
}

bool valid_name(std::string_view s) {
  if (s.empty() || is_digit(s[0])) return false;
  return std::all_of(s.begin(), s.end(), [](char c) {
    return is_digit(c) || c == '_' || ((c | 32) >= 'a' && (c | 32) <= 'z');
  });
}

}  // namespace

void append_unicode(std::string& out, std::uint32_t code, bool utf8) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (!utf8) {
    out += code > 0xFFFF ? "\\U" + hex_digits(code, 8, true) : "\\u" + hex_digits(code, 4, true);
  } else {
    // The general form of up to six bytes: surrogates and what is past U+10FFFF are encoded all the same.
    int more = 1;
    while (more < 5 && code >> (more * 5 + 6)) ++more;
    out += static_cast<char>(0xFF00 >> (more + 1) | code >> (more * 6));
    while (more-- > 0) out += static_cast<char>(0x80 | (code >> (more * 6) & 0x3F));
  }
}

bool append_echo_escapes(std::string& out, std::string_view text, bool bash, bool utf8) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t plain = std::min(text.find('\\', i), text.size());
    out += text.substr(i, plain - i);
    i = plain;
    if (i + 1 >= text.size()) {
      out += text.substr(i);
      break;
    }
    const char c = text[++i];
    ++i;
    std::uint32_t code = 0;
    if (c == 'c') return false;
    if (const char v = simple_escape(c == 'E' && bash ? 'e' : c)) {
      out += v;
    } else if (c == '0') {
      out += static_cast<char>(read_octal(text, i, 3));
    } else if (is_octal(c) && !bash) {
      out += static_cast<char>(read_octal(text, --i, 3));
    } else if (c == 'x' && i < text.size() && hex_value(text[i]) >= 0) {
      read_hex(text, i, 2, code);
      out += static_cast<char>(code);
    } else if (bash && (c == 'u' || c == 'U') && i < text.size() && hex_value(text[i]) >= 0) {
      read_hex(text, i, c == 'u' ? 4 : 8, code);
      append_unicode(out, code, utf8);
    } else {
      out += '\\';
      out += c;
    }
  }
  return true;
}

// One % directive.
struct PrintfRun::Spec {
  std::size_t start = 0;
  bool left = false, plus = false, space = false, alternate = false, zero = false;
  bool flags = false, group = false, has_width = false, has_precision = false;
  bool negative_precision = false;   // "%.-2s", which the C library does not take
  std::size_t width = 0;
  int precision = -1;
  bool too_large = false;            // a width or precision in the format past INT_MAX
  char conversion = 0;
};

PrintfRun::PrintfRun(const PrintfOptions& options, std::string_view format, std::span<const std::string_view> arguments)
    : options_(options), format_(format), arguments_(arguments) {}

bool PrintfRun::step() {
  taken_ = next_;
  for (;;) {
    const std::size_t before = next_;
    if (!pass()) return false;
    if (next_ == arguments_.size()) return false;
    if (next_ == before) {
      if (!options_.bash) excess = &arguments_[next_];
      return false;
    }
    if (out.size() >= kStepBytes || next_ - taken_ >= kStepArguments) return true;
  }
}

bool PrintfRun::pass() {
  pass_start_ = out.size();
  for (std::size_t i = 0; i < format_.size();) {
    const std::size_t special = std::min(format_.find_first_of("%\\", i), format_.size());
    out += format_.substr(i, special - i);
    i = special;
    if (i == format_.size()) break;
    if (!(format_[i] == '%' ? directive(i) : format_escape(i))) return false;
  }
  return true;
}

void PrintfRun::say(std::string text) { messages.push_back({std::move(text), out.size()}); }
bool PrintfRun::die(std::string text) {
  say(std::move(text));
  status = 1;
  return false;
}

const std::string_view* PrintfRun::next_argument() { return next_ < arguments_.size() ? &arguments_[next_++] : nullptr; }

// --- escapes --------------------------------------------------------------------------------------------------------------

bool PrintfRun::format_escape(std::size_t& i) {
  ++i;
  return options_.bash ? bash_escape(format_, i, out, false) : gnu_escape(format_, i, false);
}

// What follows a backslash, text[i]. False when the run is over.
bool PrintfRun::gnu_escape(std::string_view text, std::size_t& i, bool octal_0) {
  if (i == text.size()) {
    out += '\\';
    return true;
  }
  const char c = text[i];
  std::uint32_t code = 0;
  if (c == 'x') {
    ++i;
    if (!read_hex(text, i, 2, code)) return die("missing hexadecimal number in escape");
    out += static_cast<char>(code);
  } else if (is_octal(c)) {
    if (octal_0 && c == '0') ++i;
    out += static_cast<char>(read_octal(text, i, 3));
  } else if (c == 'c') {
    stopped = true;
    status = 0;
    return false;
  } else if (const char v = c == '"' ? '"' : simple_escape(c)) {
    out += v;
    ++i;
  } else if (c == 'u' || c == 'U') {
    return gnu_unicode(text, i);
  } else {
    out += '\\';
    out += c;
    ++i;
  }
  return true;
}

bool PrintfRun::gnu_unicode(std::string_view text, std::size_t& i) {
  const char c = text[i++];
  const int n = c == 'u' ? 4 : 8;
  std::uint32_t code = 0;
  if (read_hex(text, i, n, code) != n) return die("missing hexadecimal number in escape");
  const bool named = code <= 0x9F && code != 0x24 && code != 0x40 && code != 0x60;
  if (named || (code >= 0xD800 && code <= 0xDFFF))
    return die(std::string("invalid universal character name \\") + c + hex_digits(code, n, false));
  append_unicode(out, code, options_.utf8 && code <= 0x10FFFF);
  return true;
}

// The same for bash; in an argument of %b, \c ends all, \0nnn has three digits after the 0, and quotes stay escaped.
bool PrintfRun::bash_escape(std::string_view text, std::size_t& i, std::string& to, bool argument) {
  const char c = i < text.size() ? text[i] : 0;
  std::uint32_t code = 0;
  if (const char v = simple_escape(c == 'E' ? 'e' : c)) {
    to += v;
    ++i;
  } else if (is_octal(c)) {
    to += static_cast<char>(read_octal(text, i, c == '0' && argument ? 4 : 3));
  } else if (c == 'x' || c == 'u' || c == 'U') {
    std::size_t k = i + 1;
    if (!read_hex(text, k, c == 'x' ? 2 : c == 'u' ? 4 : 8, code)) {
      say(c == 'x' ? "missing hex digit for \\x" : std::string("missing unicode digit for \\") + c);
      to += '\\';
      return true;
    }
    i = k;
    if (c == 'x') to += static_cast<char>(code);
    else append_unicode(to, code, options_.utf8);
  } else if (!argument && (c == '\'' || c == '"' || c == '?')) {
    to += c;
    ++i;
  } else if (argument && c == 'c') {
    stopped = true;
    status = 0;
    return false;
  } else {
    to += '\\';
  }
  return true;
}

// %b
bool PrintfRun::expand(const Spec& spec) {
  const std::string_view* argument = next_argument();
  const std::string_view text = argument ? *argument : std::string_view();
  std::string value;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t plain = std::min(text.find('\\', i), text.size());
    (options_.bash ? value : out) += text.substr(i, plain - i);
    i = plain;
    if (i == text.size()) break;
    ++i;
    if (options_.bash ? bash_escape(text, i, value, true) : gnu_escape(text, i, true)) continue;
    if (options_.bash) pad(value, spec);
    return false;
  }
  if (options_.bash) pad(value, spec);
  return true;
}

// --- directives -----------------------------------------------------------------------------------------------------------

// A width or precision from the arguments. False when the run is over.
bool PrintfRun::star(Spec& spec, bool precision) {
  const bool there = next_ < arguments_.size();
  const std::string_view argument = there ? arguments_[next_] : std::string_view();
  auto n = there ? static_cast<std::int64_t>(integer(true)) : 0;
  if (!options_.bash && (n > INT32_MAX || (!precision && n < INT32_MIN)))
    return die((precision ? "invalid precision: " : "invalid field width: ") +
               options_.quote_message(options_.context, argument));
  if (options_.bash && (n > INT32_MAX || n < INT32_MIN) && next_ < arguments_.size()) {
    say("warning: " + std::string(arguments_[next_]) + ": Numerical result out of range");
  }
  n = std::clamp<std::int64_t>(n, INT32_MIN, INT32_MAX);
  if (precision) {
    spec.precision = n < 0 ? -1 : static_cast<int>(n);
    spec.has_precision = true;
  } else {
    spec.left |= n < 0;
    spec.width = static_cast<std::size_t>(n < 0 ? -n : n);
    spec.has_width = true;
  }
  return true;
}

// Flags, width, precision and length modifiers: all up to the conversion, format_[i]. False when the run is over.
bool PrintfRun::parse_spec(std::size_t& i, Spec& spec) {
  const auto at = [&](std::size_t k) { return k < format_.size() ? format_[k] : '\0'; };
  const auto number = [&] {
    std::uint64_t n = 0;
    for (; is_digit(at(i)); ++i) n = std::min<std::uint64_t>(n * 10 + static_cast<std::uint64_t>(at(i) - '0'), UINT32_MAX);
    spec.too_large |= n > INT32_MAX;
    return static_cast<int>(std::min<std::uint64_t>(n, INT32_MAX));
  };
  for (;; ++i) {
    switch (at(i)) {
      case '-': spec.left = true; break;
      case '+': spec.plus = true; break;
      case ' ': spec.space = true; break;
      case '#': spec.alternate = true; break;
      case '0': spec.zero = true; break;
      case '\'': spec.group = true; break;
      default: goto width;
    }
    spec.flags = true;
  }
width:
  if (at(i) == '*') {
    ++i;
    if (!star(spec, false)) return false;
  } else if (is_digit(at(i))) {
    spec.width = static_cast<std::size_t>(number());
    spec.has_width = true;
  }
  if (at(i) == '.') {
    ++i;
    spec.has_precision = true;
    spec.precision = 0;
    if (at(i) == '*') {
      ++i;
      if (!star(spec, true)) return false;
    } else {
      if (options_.bash && at(i) == '-') {
        spec.negative_precision = true;
        ++i;
      }
      spec.precision = number();
    }
  }
  while (i < format_.size() && std::string_view("hjlLtz").find(at(i)) != std::string_view::npos) ++i;
  spec.conversion = at(i);
  return true;
}

bool PrintfRun::directive(std::size_t& i) {
  Spec spec;
  spec.start = i++;
  const char first = i < format_.size() ? format_[i] : '\0';
  if (first == '%') {
    out += '%';
    ++i;
    return true;
  }
  if (!options_.bash && (first == 'b' || first == 'q')) {
    ++i;
    if (first == 'b') return expand(spec);
    if (const std::string_view* word = next_argument()) out += options_.quote(options_.context, *word);
    return true;
  }
  if (!parse_spec(i, spec)) return false;
  const char c = spec.conversion;
  if (options_.bash) {
    if (i >= format_.size()) return die("`" + std::string(format_.substr(spec.start)) + "': missing format character");
    if (c == '(') return time_directive(i, spec);
    if (std::string_view("csbqQndiouxXaAeEfFgG").find(c) == std::string_view::npos)
      return die(std::string("`") + c + "': invalid format character");
  } else {
    bool ok = i < format_.size() && std::string_view("csdiouxXaAeEfFgG").find(c) != std::string_view::npos;
    const auto one_of = [c](std::string_view set) { return set.find(c) != set.npos; };
    if (spec.group && one_of("aAceEosxX")) ok = false;
    if (spec.alternate && one_of("cdisu")) ok = false;
    if (spec.zero && one_of("cs")) ok = false;
    if (spec.has_precision && c == 'c') ok = false;
    if (!ok)
      return die(std::string(format_.substr(spec.start, i + 1 - spec.start)) + ": invalid conversion specification");
  }
  ++i;
  return convert(i, spec);
}

// True when there is memory for it.
bool PrintfRun::room(const Spec& spec) {
  const std::uint64_t bytes = std::uint64_t{spec.width} + static_cast<std::uint64_t>(std::max(spec.precision, 0));
  if (bytes < 4096 || memory::available(bytes * 2)) return true;
  no_memory = true;
  status = 1;
  return false;
}

bool PrintfRun::convert(std::size_t&, const Spec& spec) {
  const char c = spec.conversion;
  // What the C library refuses prints nothing, and GNU says so.
  if (spec.too_large) {
    (void)next_argument();
    if (!options_.bash) return die("write error");
    return true;
  }
  if (!room(spec)) return false;
  if (spec.negative_precision && c != 'b' && c != 'q' && c != 'Q' && c != 'n') {
    (void)next_argument();
    const std::size_t dot = format_.find('.', spec.start);
    out += format_.substr(spec.start, dot + 1 - spec.start);
    out += '0';
    out += format_.substr(dot + 1, format_.find(c, dot) - dot);
    return true;
  }
  switch (c) {
    case 'b': return expand(spec);
    case 'c': {
      const std::string_view* a = next_argument();
      Spec one = spec;
      one.precision = -1;
      // An argument that is missing or empty prints a NUL byte.
      pad(a && !a->empty() ? a->substr(0, 1) : std::string_view("\0", 1), one);
      return true;
    }
    case 's': {
      const std::string_view* a = next_argument();
      pad(a ? *a : std::string_view(), spec);
      return true;
    }
    case 'q':
    case 'Q': {
      const std::string_view* a = next_argument();
      std::string_view word = a ? *a : std::string_view();
      Spec rest = spec;
      if (c == 'Q') {
        if (spec.precision >= 0) word = word.substr(0, static_cast<std::size_t>(spec.precision));
        rest.precision = -1;
      }
      pad(options_.quote(options_.context, word), rest);
      return true;
    }
    case 'n': {
      const std::string_view* a = next_argument();
      if (!a || a->empty()) return true;
      if (!valid_name(*a)) return die("`" + std::string(*a) + "': not a valid identifier");
      counts.emplace_back(std::string(*a), static_cast<std::int64_t>(out.size() - pass_start_));
      return true;
    }
    case 'd':
    case 'i': {
      const auto n = static_cast<std::int64_t>(integer(true));
      put_integer(spec, n < 0, n < 0 ? 0 - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n));
      return true;
    }
    case 'o':
    case 'u':
    case 'x':
    case 'X': put_integer(spec, false, integer(false)); return true;
    default: break;
  }
  Extended value;
  if (const std::string_view* a = next_argument()) {
    if (a->size() > (options_.bash ? 0 : 1) && ((*a)[0] == '\'' || (*a)[0] == '"')) {
      value = Extended::from(character(*a));
    } else {
      const ParsedExtended r = parse_extended(*a);
      value = r.value;
      if (r.out_of_range || r.size < a->size()) number_message(*a, r.out_of_range, r.size);
    }
  }
  append_float(out, {.conversion = c, .left = spec.left, .plus = spec.plus, .space = spec.space,
                     .alternate = spec.alternate, .zero = spec.zero, .width = spec.width,
                     .precision = spec.has_precision ? spec.precision : -1}, value);
  return true;
}

// %(format)T, at the parenthesis.
bool PrintfRun::time_directive(std::size_t& i, Spec& spec) {
  std::size_t k = i + 1;
  int depth = 1;
  for (; k < format_.size(); ++k) {
    depth += format_[k] == '(' ? 1 : format_[k] == ')' ? -1 : 0;
    if (depth == 0) break;
  }
  if (k + 1 >= format_.size() || format_[k + 1] != 'T') {
    const std::string found(k + 1 < format_.size() ? format_.substr(k + 1, 1) : std::string_view("\0", 1));
    say("warning: `" + (found[0] ? found : std::string()) + "': invalid time format specification");
    out += '%';
    i = spec.start + 1;
    return true;
  }
  std::string_view form = format_.substr(i + 1, k - i - 1);
  if (form.empty()) form = "%X";
  i = k + 2;
  const auto when = next_ < arguments_.size() ? static_cast<std::int64_t>(integer(true)) : -1;
  if (!room(spec)) return false;
  pad(options_.format_time ? options_.format_time(options_.context, form, when) : std::string(), spec);
  return true;
}

// A text with width and precision, in bytes.
void PrintfRun::pad(std::string_view text, const Spec& spec) {
  if (spec.has_precision && spec.precision >= 0 && !spec.negative_precision)
    text = text.substr(0, static_cast<std::size_t>(spec.precision));
  const std::size_t fill = spec.width > text.size() ? spec.width - text.size() : 0;
  if (!spec.left) out.append(fill, ' ');
  out += text;
  if (spec.left) out.append(fill, ' ');
}

void PrintfRun::put_integer(const Spec& spec, bool negative, std::uint64_t n) {
  char digits[24];
  std::size_t at = sizeof digits;
  const char c = spec.conversion;
  const unsigned base = c == 'o' ? 8 : (c | 32) == 'x' ? 16 : 10;
  const char* const alphabet = c == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
  for (std::uint64_t rest = n; rest; rest /= base) digits[--at] = alphabet[rest % base];
  const std::size_t size = sizeof digits - at;
  std::size_t zeros = 0;
  const auto wanted = static_cast<std::size_t>(spec.precision < 0 ? 1 : spec.precision);
  if (size < wanted) zeros = wanted - size;
  if (c == 'o' && spec.alternate && zeros == 0) zeros = 1;
  std::string_view prefix;
  if (c == 'd' || c == 'i') prefix = negative ? "-" : spec.plus ? "+" : spec.space ? " " : "";
  else if (base == 16 && spec.alternate && n) prefix = c == 'X' ? "0X" : "0x";
  const std::size_t total = prefix.size() + zeros + size;
  const std::size_t fill = spec.width > total ? spec.width - total : 0;
  const bool zero = spec.zero && !spec.left && spec.precision < 0;
  if (!spec.left && !zero) out.append(fill, ' ');
  out += prefix;
  out.append(zeros + (zero ? fill : 0), '0');
  out.append(digits + at, size);
  if (spec.left) out.append(fill, ' ');
}

// --- numbers --------------------------------------------------------------------------------------------------------------

// The code of the character after a quote.
std::uint64_t PrintfRun::character(std::string_view argument) {
  if (argument.size() < 2) return 0;
  const Decoded d = options_.utf8 ? decode_utf8(argument, 1) : Decoded{static_cast<unsigned char>(argument[1]), 1, false};
  const std::string_view rest = argument.substr(1 + d.size);
  if (!rest.empty() && !options_.bash)
    say("warning: " + std::string(rest) + ": character(s) following character constant have been ignored");
  return d.valid ? d.code : static_cast<unsigned char>(argument[1]);
}

// The next argument as strtoimax and strtoumax read it.
std::uint64_t PrintfRun::integer(bool is_signed) {
  const std::string_view* argument = next_argument();
  if (!argument || argument->empty()) return 0;
  const std::string_view text = *argument;
  if (text.size() > (options_.bash ? 0 : 1) && (text[0] == '\'' || text[0] == '"')) return character(text);
  std::size_t i = 0;
  while (i < text.size() && (text[i] == ' ' || (text[i] >= '\t' && text[i] <= '\r'))) ++i;
  bool negative = false;
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) negative = text[i++] == '-';
  if (i == text.size() || !is_digit(text[i])) {
    number_message(text, false, 0);
    return 0;
  }
  const auto n = parse_unsigned(text.substr(i), "", 0);
  bool range = n.error == NumberError::kOverflow || n.error == NumberError::kSuffixOverflow;
  std::uint64_t value = n.value;
  if (is_signed) {
    const std::uint64_t limit = static_cast<std::uint64_t>(INT64_MAX) + (negative ? 1 : 0);
    range |= value > limit;
    value = std::min(value, limit);
  }
  if (range || i + n.size < text.size()) number_message(text, range, i + n.size);
  return negative && !(range && !is_signed) ? 0 - value : value;
}

void PrintfRun::number_message(std::string_view argument, bool range, std::size_t used) {
  if (!options_.bash) {
    const std::string quoted = options_.quote_message(options_.context, argument);
    if (range) say(quoted + ": Numerical result out of range");
    else say(quoted + (used == 0 ? ": expected a numeric value" : ": value not completely converted"));
    status = 1;
    return;
  }
  if (used < argument.size()) {
    const char second = argument.size() > 1 ? argument[1] : '\0';
    const bool octal = argument[0] == '0' && is_digit(second), hex = argument[0] == '0' && second == 'x';
    say(std::string(argument) + ": invalid " + (octal ? "octal " : hex ? "hex " : "") + "number");
    status = 1;
  } else {
    say("warning: " + std::string(argument) + ": Numerical result out of range");
  }
}

}  // namespace nacre
