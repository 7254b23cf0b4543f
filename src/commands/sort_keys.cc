// Comparison of keys; see sort_keys.h. The rules are those of GNU sort 9.1 in the locales C and C.UTF-8, which both order
// text by bytes.
#include "src/commands/sort_keys.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "src/base/ctype.h"
#include "src/base/extended.h"
#include "src/base/numbers.h"
#include "src/base/utf8.h"
#include "src/base/version_compare.h"
#include "src/commands/digest.h"
#include "src/process/locale.h"

namespace nacre::sorting {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char fold_case(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

bool ignored(Ignore what, char byte) {
  const auto c = static_cast<unsigned char>(byte);
  switch (what) {
    case Ignore::kNothing: return false;
    case Ignore::kNonPrinting: return c < 32 || c >= 127;
    case Ignore::kNonDictionary: {
      const bool alnum = is_digit(byte) || ((c | 32) >= 'a' && (c | 32) <= 'z' && c < 128);
      return !alnum && !is_blank(byte);
    }
  }
  return false;
}

// The next byte of a text key that counts, -1 at the end.
class Walk {
 public:
  Walk(const Key& key, std::string_view text) : key_(key), text_(text) {}
  int next() {
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (!ignored(key_.ignore, c)) return static_cast<unsigned char>(key_.fold ? fold_case(c) : c);
    }
    return -1;
  }

 private:
  const Key& key_;
  std::string_view text_;
  std::size_t at_ = 0;
};

// What is left of a text after ignoring and folding.
std::string filtered(const Key& key, std::string_view text) {
  std::string out;
  Walk w(key, text);
  for (int c; (c = w.next()) >= 0;) out += static_cast<char>(c);
  return out;
}
bool filters(const Key& key) { return key.fold || key.ignore != Ignore::kNothing; }

// A number as -n reads it: blanks, a minus, digits, a point, digits.
struct Decimal {
  bool negative = false;
  std::string_view whole, fraction;   // whole without zeros before, fraction without zeros behind
  char unit = 0;                      // the byte behind it
  bool zero() const { return whole.empty() && fraction.empty(); }
};
Decimal read_decimal(std::string_view s) {
  Decimal d;
  std::size_t i = 0;
  while (i < s.size() && is_blank(s[i])) ++i;
  if (i < s.size() && s[i] == '-') {
    d.negative = true;
    ++i;
  }
  while (i < s.size() && s[i] == '0') ++i;
  std::size_t start = i;
  while (i < s.size() && is_digit(s[i])) ++i;
  d.whole = s.substr(start, i - start);
  if (i < s.size() && s[i] == '.') {
    start = ++i;
    while (i < s.size() && is_digit(s[i])) ++i;
    d.fraction = s.substr(start, i - start);
    while (d.fraction.ends_with('0')) d.fraction.remove_suffix(1);
  }
  d.unit = i < s.size() ? s[i] : '\0';
  if (d.zero()) d.negative = false;
  return d;
}
int compare_decimals(const Decimal& a, const Decimal& b) {
  if (a.negative != b.negative) return a.negative ? -1 : 1;
  int c = 0;
  if (a.whole.size() != b.whole.size()) c = a.whole.size() < b.whole.size() ? -1 : 1;
  else if (c = a.whole.compare(b.whole); c == 0) c = a.fraction.compare(b.fraction);
  return a.negative ? -c : c;
}
// The largest whole number that is not above it, within limits.
std::int64_t floor_of(const Decimal& d, std::int64_t limit) {
  std::int64_t n = 0;
  if (d.whole.size() > 18) n = limit;
  else
    for (char c : d.whole) n = n * 10 + (c - '0');
  n = std::min(n, limit);
  if (!d.negative) return n;
  return std::max(-limit, -n - (d.fraction.empty() ? 0 : 1));
}

// Of -h: K is 1, M is 2...; negative numbers the other way round; 0 without a unit or for zero.
int unit_order(const Decimal& d) {
  constexpr std::string_view kUnits = "KMGTPEZY";
  if (d.zero() || d.unit == 0) return 0;
  const std::size_t k = kUnits.find(d.unit == 'k' ? 'K' : d.unit);
  const int order = k == kUnits.npos ? 0 : static_cast<int>(k) + 1;
  return d.negative ? -order : order;
}

// 0: no month.
int month_of(std::string_view s, std::size_t* used = nullptr) {
  constexpr std::string_view kMonths = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC";
  std::size_t i = 0;
  while (i < s.size() && is_blank(s[i])) ++i;
  if (s.size() - i < 3) return 0;
  const char name[3] = {fold_case(s[i]), fold_case(s[i + 1]), fold_case(s[i + 2])};
  for (std::size_t m = 0; m < 12; ++m)
    if (std::string_view(name, 3) == kMonths.substr(m * 3, 3)) {
      if (used) *used = i + 3;
      return static_cast<int>(m) + 1;
    }
  return 0;
}

// -g: what is no number comes first, then NaNs, then numbers.
struct General {
  int rank = 0;          // 0 no number, 1 NaN, 2 a number
  Extended value;
};
General read_general(std::string_view s) {
  const ParsedExtended r = parse_extended(s);
  if (r.size == 0) return {};
  return {r.value.is_nan() ? 1 : 2, r.value};
}
int compare_general(std::string_view a, std::string_view b) {
  const General x = read_general(a), y = read_general(b);
  if (x.rank != y.rank) return x.rank < y.rank ? -1 : 1;
  if (x.rank == 1) return static_cast<int>(y.value.is_negative()) - static_cast<int>(x.value.is_negative());
  if (x.rank == 0) return 0;
  return x.value < y.value ? -1 : y.value < x.value ? 1 : 0;
}

std::string hash_of(const std::string& salt, std::string_view text) {
  const auto md5 = Digest::make(DigestKind::kMd5);
  md5->update(salt);
  md5->update(text);
  return md5->finish();
}

int sign(int n) { return n < 0 ? -1 : n > 0; }
int compare_bytes(std::string_view a, std::string_view b) { return sign(a.compare(b)); }

std::uint64_t first_bytes(std::string_view s) {
  std::uint64_t n = 0;
  if (s.size() >= 8) {
    std::memcpy(&n, s.data(), 8);
    return std::endian::native == std::endian::little ? __builtin_bswap64(n) : n;
  }
  for (std::size_t i = 0; i < s.size(); ++i) n |= static_cast<std::uint64_t>(static_cast<unsigned char>(s[i])) << (56 - 8 * i);
  return n;
}

}  // namespace

// --- fields ---------------------------------------------------------------------------------------------------------------

std::size_t Order::field_start(std::string_view line, const Key& key) const {
  std::size_t i = 0;
  const std::size_t end = line.size();
  if (tab >= 0) {
    for (std::size_t n = key.start_field; n > 0 && i < end; --n) {
      i = std::min(line.find(static_cast<char>(tab), i), end);
      if (i < end) ++i;
    }
  } else {
    for (std::size_t n = key.start_field; n > 0 && i < end; --n) {
      while (i < end && is_blank(line[i])) ++i;
      while (i < end && !is_blank(line[i])) ++i;
    }
  }
  if (key.skip_start_blanks)
    while (i < end && is_blank(line[i])) ++i;
  return i + std::min(key.start_char, end - i);
}

std::size_t Order::field_end(std::string_view line, const Key& key) const {
  std::size_t i = 0;
  const std::size_t end = line.size();
  std::size_t n = key.end_field + (key.end_char == 0 ? 1 : 0);
  if (tab >= 0) {
    while (i < end && n > 0) {
      --n;
      i = std::min(line.find(static_cast<char>(tab), i), end);
      if (i < end && (n > 0 || key.end_char)) ++i;
    }
  } else {
    for (; n > 0 && i < end; --n) {
      while (i < end && is_blank(line[i])) ++i;
      while (i < end && !is_blank(line[i])) ++i;
    }
  }
  if (key.end_char == 0) return i;
  if (key.skip_end_blanks)
    while (i < end && is_blank(line[i])) ++i;
  return i + std::min(key.end_char, end - i);
}

std::string_view Order::part(std::string_view line, const Key& key) const {
  std::size_t start = 0;
  if (key.start_field != kNone) start = field_start(line, key);
  else if (key.skip_start_blanks)
    while (start < line.size() && is_blank(line[start])) ++start;
  const std::size_t end = key.end_field == kNone ? line.size() : field_end(line, key);
  return line.substr(start, end > start ? end - start : 0);
}

// --- comparison -----------------------------------------------------------------------------------------------------------

void Order::prepare() { plain_ = keys.empty(); }

std::uint64_t Order::prefix_of(std::string_view line) const {
  if (plain_) return reverse ? ~first_bytes(line) : first_bytes(line);
  const Key& key = keys[0];
  const std::string_view text = part(line, key);
  std::uint64_t n = 0;
  constexpr std::uint64_t kTop = std::uint64_t{1} << 63;
  if (key.random || key.version) return 0;
  if ((key.is_number() || key.month) && filters(key)) return 0;   // rare: the filtered text is what counts
  if (key.numeric) {
    n = static_cast<std::uint64_t>(floor_of(read_decimal(text), INT64_MAX)) ^ kTop;
  } else if (key.human) {
    const Decimal d = read_decimal(text);
    constexpr std::int64_t kLimit = (std::int64_t{1} << 57) - 1;
    n = static_cast<std::uint64_t>(unit_order(d) + 8) << 58 | static_cast<std::uint64_t>(floor_of(d, kLimit) + kLimit);
  } else if (key.general) {
    const General g = read_general(text);
    if (g.rank == 1) n = 1;
    if (g.rank == 2) {
      // Doubles in the order of their bits; -0 is 0.
      const double d = g.value.is_zero() ? 0.0 : g.value.to_double();
      const auto bits = std::bit_cast<std::uint64_t>(d);
      n = (bits & kTop ? ~bits : bits | kTop) + 2;
    }
  } else if (key.month) {
    n = static_cast<std::uint64_t>(month_of(text));
  } else if (filters(key)) {
    Walk w(key, text);
    for (int shift = 56; shift >= 0; shift -= 8) {
      const int c = w.next();
      if (c < 0) break;
      n |= static_cast<std::uint64_t>(c) << shift;
    }
  } else {
    n = first_bytes(text);
  }
  return key.reverse ? ~n : n;
}

int Order::compare_key(const Key& key, std::string_view a, std::string_view b) const {
  if (!(key.is_number() || key.month || key.random || key.version)) {
    if (!filters(key)) return compare_bytes(a, b);
    Walk x(key, a), y(key, b);
    for (;;) {
      const int c = x.next(), d = y.next();
      if (c != d) return c < d ? -1 : 1;
      if (c < 0) return 0;
    }
  }
  std::string one, two;
  if (filters(key)) {
    one = filtered(key, a);
    two = filtered(key, b);
    a = one;
    b = two;
  }
  if (key.numeric) return compare_decimals(read_decimal(a), read_decimal(b));
  if (key.general) return compare_general(a, b);
  if (key.human) {
    const Decimal x = read_decimal(a), y = read_decimal(b);
    const int c = unit_order(x) - unit_order(y);
    return c ? sign(c) : compare_decimals(x, y);
  }
  if (key.month) return sign(month_of(a) - month_of(b));
  if (key.version) return sign(version_compare(a, b));
  const int c = compare_bytes(hash_of(salt, a), hash_of(salt, b));
  return c ? c : compare_bytes(a, b);
}

int Order::compare_full(std::string_view a, std::string_view b) const {
  for (const Key& key : keys) {
    const int c = compare_key(key, part(a, key), part(b, key));
    if (c) return key.reverse ? -c : c;
  }
  if (!plain_ && (unique || stable)) return 0;
  const int c = compare_bytes(a, b);
  return reverse ? -c : c;
}

// --- specifications -------------------------------------------------------------------------------------------------------

std::string Key::letters() const {
  std::string s;
  if (skip_start_blanks || skip_end_blanks) s += 'b';
  if (ignore == Ignore::kNonDictionary) s += 'd';
  if (fold) s += 'f';
  if (general) s += 'g';
  if (human) s += 'h';
  if (ignore == Ignore::kNonPrinting) s += 'i';
  if (month) s += 'M';
  if (numeric) s += 'n';
  if (random) s += 'R';
  if (reverse) s += 'r';
  if (version) s += 'V';
  return s;
}

std::string Key::conflict() const {
  if (numeric + general + human + month + (version || random || ignore != Ignore::kNothing) <= 1) return {};
  Key k = *this;
  k.skip_start_blanks = k.skip_end_blanks = k.reverse = false;
  return "options '-" + k.letters() + "' are incompatible";
}

void read_letters(std::string_view text, std::size_t& i, Key& key, Blanks which) {
  for (; i < text.size(); ++i) switch (text[i]) {
      case 'b':
        key.skip_start_blanks |= which != Blanks::kEnd;
        key.skip_end_blanks |= which != Blanks::kStart;
        break;
      case 'd': key.ignore = Ignore::kNonDictionary; break;
      case 'f': key.fold = true; break;
      case 'g': key.general = true; break;
      case 'h': key.human = true; break;
      case 'i':
        if (key.ignore == Ignore::kNothing) key.ignore = Ignore::kNonPrinting;
        break;
      case 'M': key.month = true; break;
      case 'n': key.numeric = true; break;
      case 'R': key.random = true; break;
      case 'r': key.reverse = true; break;
      case 'V': key.version = true; break;
      default: return;
    }
}

namespace {

// A count at text[i...]; false when there is none.
bool read_count(std::string_view text, std::size_t& i, std::size_t& value) {
  std::size_t k = i;
  if (k < text.size() && text[k] == '+') ++k;
  if (k >= text.size() || !is_digit(text[k])) return false;
  std::uint64_t n = 0;
  for (; k < text.size() && is_digit(text[k]); ++k)
    if (__builtin_mul_overflow(n, std::uint64_t{10}, &n) ||
        __builtin_add_overflow(n, static_cast<std::uint64_t>(text[k] - '0'), &n))
      n = UINT64_MAX / 16;
  value = static_cast<std::size_t>(std::min<std::uint64_t>(n, kNone));
  i = k;
  return true;
}

}  // namespace

std::string parse_key(const Process& p, std::string_view text, Key& key) {
  const auto bad_count = [&](std::string_view what, std::size_t i) {
    return std::string(what) + ": invalid count at start of " + quote_words(p, text.substr(i));
  };
  const auto bad_field = [&](std::string_view what) {
    return std::string(what) + ": invalid field specification " + quote_words(p, text);
  };
  std::size_t i = 0;
  if (!read_count(text, i, key.start_field)) return bad_count("invalid number at field start", i);
  if (key.start_field-- == 0) return bad_field("field number is zero");
  if (i < text.size() && text[i] == '.') {
    if (!read_count(text, ++i, key.start_char)) return bad_count("invalid number after '.'", i);
    if (key.start_char-- == 0) return bad_field("character offset is zero");
  }
  if (key.start_field == 0 && key.start_char == 0) key.start_field = kNone;
  read_letters(text, i, key, Blanks::kStart);
  if (i < text.size() && text[i] == ',') {
    if (!read_count(text, ++i, key.end_field)) return bad_count("invalid number after ','", i);
    if (key.end_field-- == 0) return bad_field("field number is zero");
    if (i < text.size() && text[i] == '.')
      if (!read_count(text, ++i, key.end_char)) return bad_count("invalid number after '.'", i);
    read_letters(text, i, key, Blanks::kEnd);
  }
  return i < text.size() ? bad_field("stray character in field spec") : std::string();
}

bool parse_old_key(const Process& p, std::string_view start, std::string_view end, Key& key, std::string& error) {
  std::size_t i = 1;
  if (!read_count(start, i, key.start_field)) return false;
  if (i < start.size() && start[i] == '.') (void)read_count(start, ++i, key.start_char);
  if (key.start_field == 0 && key.start_char == 0) key.start_field = kNone;
  read_letters(start, i, key, Blanks::kStart);
  if (i < start.size()) return false;
  key.traditional = true;
  if (end.empty()) return true;
  i = 1;
  (void)read_count(end, i, key.end_field);
  if (i < end.size() && end[i] == '.' && !read_count(end, ++i, key.end_char))
    error = "invalid number after '.': invalid count at start of " + quote_words(p, end.substr(i));
  if (key.end_char == 0 && key.end_field) --key.end_field;
  read_letters(end, i, key, Blanks::kEnd);
  if (error.empty() && i < end.size())
    error = "stray character in field spec: invalid field specification " + quote_words(p, end);
  return true;
}

// --- --debug --------------------------------------------------------------------------------------------------------------

namespace {

// Columns, where a tab is one (it is shown as >).
std::size_t columns(std::string_view text) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < text.size();) {
    const Decoded d = decode_utf8(text, i);
    i += d.size;
    const int width = d.valid ? char_width(d.code) : 1;
    n += d.code == '\t' ? 1 : d.valid && in_class(d.code, CharClass::kCntrl) ? 0 : static_cast<std::size_t>(std::max(width, 0));
  }
  return n;
}

void underline(std::string& out, std::size_t offset, std::size_t width) {
  out.append(offset, ' ');
  if (width) out.append(width, '_');
  else out += "^ no match for key";
  out += '\n';
}

}  // namespace

// Of a number or month only what is read of it.
std::string_view Order::tight_part(std::string_view line, const Key& key) const {
  std::string_view text = part(line, key);
  if (!((key.skip_start_blanks && key.start_field == kNone) || key.month || key.is_number())) return text;
  while (!text.empty() && is_blank(text[0])) text.remove_prefix(1);
  if (key.month) {
    std::size_t used = 0;
    (void)month_of(text, &used);
    return text.substr(0, used);
  }
  if (key.general) return text.substr(0, parse_extended(text).size);
  if (!key.is_number()) return text;
  std::size_t i = text.starts_with('-') ? 1 : 0;
  bool any = false;
  for (; i < text.size() && is_digit(text[i]); ++i) any = true;
  if (i < text.size() && text[i] == '.') {
    std::size_t k = i + 1;
    for (; k < text.size() && is_digit(text[k]); ++k) any = true;
    if (any) i = k;
  }
  if (!any) return text.substr(0, 0);
  if (key.human && i < text.size() && std::string_view("KkMGTPEZY").find(text[i]) != std::string_view::npos) ++i;
  return text.substr(0, i);
}

void Order::annotate(std::string_view line, std::string& out) const {
  for (const Key& key : keys) {
    const std::string_view text = tight_part(line, key);
    underline(out, columns(line.substr(0, static_cast<std::size_t>(text.data() - line.data()))), columns(text));
  }
  if (keys.empty() || !(unique || stable)) underline(out, 0, columns(line));
}

std::vector<std::string> Order::warnings(const Process& p, const Key& global, bool global_only) const {
  std::vector<std::string> out;
  Key unused = global;
  bool basic = false, general = false, basic_span = false, general_span = false;
  std::size_t number = 0;
  for (const Key& key : keys) {
    const std::string name = "key " + std::to_string(++number);
    basic |= key.numeric || key.human;
    general |= key.general;
    if (key.traditional) {
      const std::size_t start = key.start_field == kNone ? 0 : key.start_field;
      std::string old = "+" + std::to_string(start), now = "-k " + std::to_string(start + 1);
      if (key.end_field != kNone) {
        old += " -" + std::to_string(key.end_field + 1);
        now += "," + std::to_string(key.end_field + 1);
      }
      out.push_back("obsolescent key " + quote_words(p, old) + " used; consider " + quote_words(p, now) + " instead");
    }
    const bool empty = key.start_field != kNone && key.end_field < key.start_field;
    if (empty) out.push_back(name + " has zero width and will be ignored");
    const bool skips = key.is_number() || key.month;
    const bool by_column = key.end_field == 0 && key.end_char != 0;
    if (!empty && !global_only && tab < 0 && !by_column &&
        ((!key.skip_start_blanks && !skips) || (!key.skip_start_blanks && key.start_char) ||
         (!key.skip_end_blanks && key.end_char)))
      out.push_back("leading blanks are significant in " + name + "; consider also specifying 'b'");
    if (!global_only && key.is_number()) {
      const std::size_t start = key.start_field == kNone ? 1 : key.start_field + 1;
      const std::size_t end = key.end_field == kNone ? 0 : key.end_field + 1;
      if (end == 0 || start < end) {
        out.push_back(name + " is numeric and spans multiple fields");
        (key.general ? general_span : basic_span) = true;
      }
    }
    if (unused.ignore == key.ignore) unused.ignore = Ignore::kNothing;
    const auto seen = [&](bool Key::* flag) { unused.*flag = unused.*flag && !(key.*flag); };
    for (bool Key::* flag : {&Key::fold, &Key::skip_start_blanks, &Key::skip_end_blanks, &Key::month, &Key::numeric, &Key::general,
                             &Key::human, &Key::random, &Key::version, &Key::reverse})
      seen(flag);
  }
  bool warned = false;
  if (basic_span || general_span) {
    const std::string separator = "field separator " + quote_words(p, std::string(1, static_cast<char>(tab))) + " is treated as a ";
    if (tab == '.') {
      out.push_back(separator + "decimal point in numbers");
      warned = true;
    } else if (tab == '-') {
      out.push_back(separator + "minus sign in numbers");
    } else if (general_span && tab == '+') {
      out.push_back(separator + "plus sign in numbers");
    }
  }
  if ((basic || general) && !warned)
    out.push_back(std::string(tab == '.' ? "" : "note ") + "numbers use " + quote_words(p, ".") + " as a decimal point in this locale");
  if (!unused.is_default() || (unused.reverse && (stable || unique) && !keys.empty())) {
    Key k = unused;
    if (!(stable || unique)) k.reverse = false;
    const std::string letters = k.letters();
    out.push_back(letters.size() == 1 ? "option '-" + letters + "' is ignored" : "options '-" + letters + "' are ignored");
  }
  if (unused.reverse && !(stable || unique) && !keys.empty())
    out.push_back("option '-r' only applies to last-resort comparison");
  return out;
}

}  // namespace nacre::sorting
