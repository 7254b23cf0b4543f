// tr [OPTION]... STRING1 [STRING2]: translates, deletes and squeezes bytes. POSIX and GNU coreutils 9.1, which is bytewise.
//
// The strings are parsed to lists of elements (a byte, a range, a class, an equivalence class, a repeat), checked as GNU
// checks them, and turned into one table of 256 entries, which the input goes through.
#include <algorithm>
#include <array>
#include <bitset>

#include "src/base/ctype.h"
#include "src/base/numbers.h"
#include "src/process/input.h"
#include "src/process/locale.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {'c', "complement", Argument::kNone, "", "use the complement of ARRAY1"},
    {'C', "", Argument::kNone, "", "same as -c"},
    {'d', "delete", Argument::kNone, "", "delete the characters of ARRAY1"},
    {'s', "squeeze-repeats", Argument::kNone, "", "print a run of one character of the last ARRAY once"},
    {'t', "truncate-set1", Argument::kNone, "", "first cut ARRAY1 to the length of ARRAY2"},
};
constexpr Synopsis kSynopsis{
    .name = "tr", .usage = "[OPTION]... STRING1 [STRING2]",
    .description = "Translate, squeeze or delete characters of standard input. STRING1 and STRING2 stand for\n"
                   "arrays of characters, ARRAY1 and ARRAY2.\n",
    .options = kOptions,
    .notes = "In the strings \\NNN is a character by its octal value, and \\\\ \\a \\b \\f \\n \\r \\t \\v are what they\n"
             "are in C; A-Z is a range; [C*] in STRING2 is C as often as STRING1 needs, [C*N] N times (octal\n"
             "if it starts with 0); [=C=] is the characters equivalent to C; and the classes are [:alnum:]\n"
             "[:alpha:] [:blank:] [:cntrl:] [:digit:] [:graph:] [:lower:] [:print:] [:punct:] [:space:]\n"
             "[:upper:] [:xdigit:]. ARRAY2 is made as long as ARRAY1 by repeating its last character.\n"
             "[:lower:] and [:upper:] in the same place of both convert the case.",
    .in_order = true};

using Set = std::bitset<256>;

struct Element {
  enum class Type : std::uint8_t { kByte, kRange, kClass, kEquivalent, kRepeat };
  Type type = Type::kByte;
  unsigned char first = 0, last = 0;   // the byte, or the range
  CharClass what{};
  std::uint64_t count = 0;             // of a repeat; 0: as many as are needed
};

// A string without its escapes; a byte that was escaped is nothing special.
struct Unquoted {
  std::string bytes;
  std::vector<bool> escaped;
  bool is(std::size_t i, char c) const { return i < bytes.size() && bytes[i] == c && !escaped[i]; }
};

enum class Case : std::uint8_t { kNone, kLower, kUpper };

class Spec {
 public:
  std::vector<Element> elements;
  std::uint64_t length = 0;
  std::size_t endless = 0;             // how many [c*]
  bool has_equivalent = false, has_class = false, has_restricted_class = false;

  void measure() {
    length = 0;
    endless = 0;
    for (const Element& e : elements) {
      using Type = Element::Type;
      switch (e.type) {
        case Type::kByte: ++length; break;
        case Type::kRange: length += static_cast<std::uint64_t>(e.last - e.first) + 1; break;
        case Type::kClass:
          has_class = true;
          has_restricted_class |= e.what != CharClass::kUpper && e.what != CharClass::kLower;
          length += members(e.what);
          break;
        case Type::kEquivalent:
          has_equivalent = true;
          ++length;
          break;
        case Type::kRepeat:
          if (e.count == 0) ++endless;
          else length += e.count;
      }
    }
  }
  static std::uint64_t members(CharClass c) {
    std::uint64_t n = 0;
    for (char32_t b = 0; b < 128; ++b) n += in_class(b, c);
    return n;
  }

  // Walks the bytes of the array.
  void rewind() {
    at_ = 0;
    begin_element();
  }
  // The next byte, -1 at the end. `which` says whether it belongs to [:lower:] or [:upper:].
  int next(Case* which) {
    using Type = Element::Type;
    if (which) *which = Case::kNone;
    for (; at_ < elements.size(); skip()) {
      const Element& e = elements[at_];
      switch (e.type) {
        case Type::kByte:
        case Type::kEquivalent:
          skip();
          return e.first;
        case Type::kRange:
          if (state_ > e.last) break;
          if (state_ == e.last) {
            skip();
            return e.last;
          }
          return state_++;
        case Type::kClass: {
          if (which && e.what == CharClass::kLower) *which = Case::kLower;
          if (which && e.what == CharClass::kUpper) *which = Case::kUpper;
          const int byte = state_;
          state_ = next_member(e.what, byte + 1);
          if (state_ < 0) skip();
          return byte;
        }
        case Type::kRepeat:
          if (taken_ == e.count) break;
          if (++taken_ == e.count) skip();
          return e.first;
      }
    }
    return -1;
  }
  void skip() {
    ++at_;
    begin_element();
  }
  // How often the next byte comes in a row from a [c*n]; leave_last() passes over so many but one.
  std::uint64_t repeats() const {
    if (at_ >= elements.size() || elements[at_].type != Element::Type::kRepeat) return 0;
    return elements[at_].count - taken_;
  }
  void leave_last(std::uint64_t n) {
    if (n > 1) taken_ += n - 1;
  }
  // At the start of an element.
  bool fresh() const {
    if (at_ >= elements.size()) return true;
    const Element& e = elements[at_];
    return taken_ == 0 && state_ == (e.type == Element::Type::kClass ? next_member(e.what, 0) : e.first);
  }

 private:
  static int next_member(CharClass c, int from) {
    for (int b = from; b < 128; ++b)
      if (in_class(static_cast<char32_t>(b), c)) return b;
    return -1;
  }
  void begin_element() {
    taken_ = 0;
    if (at_ >= elements.size()) return;
    const Element& e = elements[at_];
    state_ = e.type == Element::Type::kClass ? next_member(e.what, 0) : e.first;
  }
  std::size_t at_ = 0;
  int state_ = 0;
  std::uint64_t taken_ = 0;
};

bool is_octal(char c) { return c >= '0' && c <= '7'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A byte as messages show it.
std::string printable(std::string_view bytes) {
  std::string out;
  for (char b : bytes) {
    const auto c = static_cast<unsigned char>(b);
    constexpr std::string_view kNamed = "\a\b\f\n\r\t\v", kLetters = "abfnrtv";
    if (b == '\\') out += "\\\\";
    else if (const std::size_t k = kNamed.find(b); k != kNamed.npos) (out += '\\') += kLetters[k];
    else if (c >= 32 && c < 127) out += b;
    else
      for (int shift = 6; shift >= 0; shift -= 3) {
        if (shift == 6) out += '\\';
        out += static_cast<char>('0' + (c >> shift & 7));
      }
  }
  return out;
}

// Parses one string; `error` is set where it is not valid.
class Parser {
 public:
  Parser(const Process& p, std::string_view text) : p_(p) { unquote(text); }
  std::vector<std::string> warnings;
  std::string error;

  [[gnu::noinline]] std::vector<Element> parse() {
    std::size_t i = 0;
    const std::size_t n = s_.bytes.size();
    while (i + 2 < n && error.empty()) {
      if (s_.is(i, '[') && bracket(i)) continue;
      if (!error.empty()) break;
      if (s_.is(i + 1, '-')) {
        range(i);
        i += 3;
      } else {
        byte(s_.bytes[i++]);
      }
    }
    for (; i < n && error.empty(); ++i) byte(s_.bytes[i]);
    return std::move(elements_);
  }

 private:
  void unquote(std::string_view text) {
    const auto put = [&](char c, bool escaped) {
      s_.bytes += c;
      s_.escaped.push_back(escaped);
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '\\') {
        put(text[i], false);
        continue;
      }
      if (i + 1 == text.size()) {
        warnings.push_back("warning: an unescaped backslash at end of string is not portable");
        put('\\', false);
        break;
      }
      const char c = text[++i];
      if (is_octal(c)) {
        i = octal(text, i, put);
        continue;
      }
      constexpr std::string_view kLetters = "abfnrtv", kNamed = "\a\b\f\n\r\t\v";
      const std::size_t k = kLetters.find(c);
      put(k == kLetters.npos ? c : kNamed[k], true);
    }
  }
  template <class Put>
  std::size_t octal(std::string_view text, std::size_t i, Put put) {
    unsigned value = static_cast<unsigned>(text[i] - '0');
    std::size_t used = 1;
    for (; used < 3 && i + used < text.size() && is_octal(text[i + used]); ++used) {
      const unsigned larger = value * 8 + static_cast<unsigned>(text[i + used] - '0');
      if (larger > 255) {
        const std::string two(text.substr(i, 2));
        warnings.push_back("warning: the ambiguous octal escape \\" + two + text[i + 2] +
                           " is being\n\tinterpreted as the 2-byte sequence \\0" + two + ", " + text[i + 2]);
        break;
      }
      value = larger;
    }
    put(static_cast<char>(value), true);
    return i + used - 1;
  }

  void byte(char c) { elements_.push_back({.first = static_cast<unsigned char>(c)}); }
  void range(std::size_t i) {
    const auto first = static_cast<unsigned char>(s_.bytes[i]), last = static_cast<unsigned char>(s_.bytes[i + 2]);
    if (first > last) {
      error = "range-endpoints of '" + printable(s_.bytes.substr(i, 1)) + "-" + printable(s_.bytes.substr(i + 2, 1)) +
              "' are in reverse collating sequence order";
      return;
    }
    elements_.push_back({.type = Element::Type::kRange, .first = first, .last = last});
  }
  // "*", digits and "]" from i on.
  bool star_digits_close(std::size_t i) const {
    if (!s_.is(i, '*')) return false;
    for (++i; i < s_.bytes.size(); ++i)
      if (!is_digit(s_.bytes[i])) return s_.is(i, ']');
    return false;
  }
  // [:class:] or [=c=] or [c*n] at i: takes it and moves on.
  bool bracket(std::size_t& i) {
    const char kind = s_.bytes[i + 1];
    if (s_.is(i + 1, ':') || s_.is(i + 1, '=')) {
      const std::size_t n = s_.bytes.size();
      std::size_t close = i + 2;
      while (close + 1 < n && !(s_.is(close, kind) && s_.is(close + 1, ']'))) ++close;
      if (close + 1 < n) {
        const std::string_view name = std::string_view(s_.bytes).substr(i + 2, close - i - 2);
        if (named(kind, name, i)) {
          i = close + 2;
          return true;
        }
        if (!error.empty()) return false;
      }
    }
    return repeat(i);
  }
  bool named(char kind, std::string_view name, std::size_t i) {
    if (name.empty()) {
      error = kind == ':' ? "missing character class name '[::]'" : "missing equivalence class character '[==]'";
      return false;
    }
    if (kind == ':') {
      const auto found = name == "word" ? std::nullopt : find_char_class(name);
      if (found) {
        elements_.push_back({.type = Element::Type::kClass, .what = *found});
        return true;
      }
      if (!star_digits_close(i + 2)) error = "invalid character class " + quote_words(p_, printable(name));
      return false;
    }
    if (name.size() == 1) {
      elements_.push_back({.type = Element::Type::kEquivalent, .first = static_cast<unsigned char>(name[0])});
      return true;
    }
    if (!star_digits_close(i + 2))
      error = printable(name) + ": equivalence class operand must be a single character";
    return false;
  }
  bool repeat(std::size_t& i) {
    if (!s_.is(i + 2, '*')) return false;
    for (std::size_t k = i + 3; k < s_.bytes.size() && !s_.escaped[k]; ++k) {
      if (s_.bytes[k] != ']') continue;
      const std::string_view digits = std::string_view(s_.bytes).substr(i + 3, k - i - 3);
      Element e{.type = Element::Type::kRepeat, .first = static_cast<unsigned char>(s_.bytes[i + 1])};
      if (!digits.empty()) {
        const auto n = parse_unsigned(digits, "", digits[0] == '0' ? 8 : 10);
        if (!n || n.value > UINT64_MAX / 4 || !is_digit(digits[0])) {
          error = "invalid repeat count " + quote_words(p_, printable(digits)) + " in [c*n] construct";
          return false;
        }
        e.count = n.value;
      }
      elements_.push_back(e);
      i = k + 1;
      return true;
    }
    return false;
  }

  const Process& p_;
  Unquoted s_;
  std::vector<Element> elements_;
};

struct Settings {
  bool complement = false, remove = false, squeeze = false, truncate = false;
  bool translating = false;
};

[[gnu::noinline]] Set set_of(Spec& s, bool complement) {
  Set set;
  s.rewind();
  for (int c; s.leave_last(s.repeats()), (c = s.next(nullptr)) >= 0;) set.set(static_cast<std::size_t>(c));
  return complement ? ~set : set;
}

// Passes over what both repeat: the same pair again and again.
void leave_last_pair(Spec& one, Spec& two) {
  const std::uint64_t n = std::min(one.repeats(), two.repeats());
  one.leave_last(n);
  two.leave_last(n);
}

// [:upper:] and [:lower:] of string2 must meet one of string1; what they convert counts as one.
std::string check_cases(Spec& one, Spec& two, const Settings& o) {
  if (o.complement || !two.has_class) return {};
  constexpr std::uint64_t kLetters = 26;
  one.rewind();
  two.rewind();
  bool fresh_one = true, fresh_two = true;
  for (;;) {
    leave_last_pair(one, two);
    Case a, b;
    const int c1 = one.next(&a), c2 = two.next(&b);
    if (fresh_two && b != Case::kNone && !(fresh_one && a != Case::kNone))
      return "misaligned [:upper:] and/or [:lower:] construct";
    if (b != Case::kNone) {
      one.skip();
      two.skip();
      one.length -= kLetters - 1;
      two.length -= kLetters - 1;
    }
    if (c1 < 0 || c2 < 0) return {};
    fresh_one = one.fresh();
    fresh_two = two.fresh();
  }
}

// Makes string2 as long as string1.
std::string extend(const Spec& one, Spec& two) {
  const Element& last = two.elements.back();
  if (last.type == Element::Type::kClass)
    return "when translating with string1 longer than string2,\nthe latter string must not end with a character class";
  const unsigned char c = last.type == Element::Type::kRange ? last.last : last.first;
  two.elements.push_back({.type = Element::Type::kRepeat, .first = c, .count = one.length - two.length});
  two.length = one.length;
  return {};
}

// What GNU's validate() checks. Gives the words of an error, or none.
[[gnu::noinline]] std::string check(Spec& one, Spec* two, const Settings& o) {
  one.measure();
  if (o.complement) one.length = 256 - set_of(one, false).count();
  if (one.endless) return "the [c*] repeat construct may not appear in string1";
  if (!two) return {};
  two->measure();
  if (two->endless == 1 && one.length >= two->length) {
    for (Element& e : two->elements)
      if (e.type == Element::Type::kRepeat && e.count == 0) e.count = one.length - two->length;
    std::erase_if(two->elements, [](const Element& e) { return e.type == Element::Type::kRepeat && e.count == 0; });
    two->length = one.length;
  } else if (two->endless == 1) {
    std::erase_if(two->elements, [](const Element& e) { return e.type == Element::Type::kRepeat && e.count == 0; });
  }
  if (two->endless > 1) return "only one [c*] repeat construct may appear in string2";
  if (!o.translating)
    return two->endless ? "the [c*] construct may appear in string2 only when translating" : "";
  if (two->has_equivalent) return "[=c=] expressions may not appear in string2 when translating";
  if (two->has_restricted_class)
    return "when translating, the only character classes that may appear in\nstring2 are 'upper' and 'lower'";
  if (auto e = check_cases(one, *two, o); !e.empty()) return e;
  if (one.length > two->length && !o.truncate) {
    if (two->length == 0) return "when not truncating set1, string2 must be non-empty";
    if (auto e = extend(one, *two); !e.empty()) return e;
  }
  if (o.complement && one.has_class) {
    const Set all = set_of(*two, false);
    if (two->length != one.length || all.count() > 1)
      return "when translating with complemented character classes,\nstring2 must map all characters in the domain to one";
  }
  return {};
}

using Table = std::array<unsigned char, 256>;

[[gnu::noinline]] Table translation(Spec& one, Spec& two, const Settings& o) {
  Table t;
  for (unsigned i = 0; i < 256; ++i) t[i] = static_cast<unsigned char>(i);
  if (o.complement) {
    const Set in = set_of(one, false);
    two.rewind();
    for (unsigned i = 0; i < 256; ++i) {
      if (in[i]) continue;
      const int c = two.next(nullptr);
      if (c < 0) break;
      t[i] = static_cast<unsigned char>(c);
    }
    return t;
  }
  one.rewind();
  two.rewind();
  for (;;) {
    leave_last_pair(one, two);
    Case a, b;
    const int c1 = one.next(&a), c2 = two.next(&b);
    if (a == Case::kLower && b == Case::kUpper) {
      for (unsigned char c = 'a'; c <= 'z'; ++c) t[c] = static_cast<unsigned char>(c - 32);
    } else if (a == Case::kUpper && b == Case::kLower) {
      for (unsigned char c = 'A'; c <= 'Z'; ++c) t[c] = static_cast<unsigned char>(c + 32);
    } else {
      if (c1 < 0 || c2 < 0) return t;
      t[static_cast<unsigned>(c1)] = static_cast<unsigned char>(c2);
    }
    if (c1 < 0 || c2 < 0) return t;
    if (b != Case::kNone) {
      one.skip();
      two.skip();
    }
  }
}

struct Filter {
  bool translates = false, removes = false, squeezes = false;
  Table table{};
  std::array<bool, 256> remove{}, squeeze{};
  int last = -1;               // the byte written last, when it may be squeezed

  void run(std::string_view in, std::string& out) {
    const std::size_t start = out.size();
    out.resize(start + in.size());
    char* to = out.data() + start;
    if (translates && !squeezes) {
      for (char c : in) *to++ = static_cast<char>(table[static_cast<unsigned char>(c)]);
    } else if (removes && !squeezes) {
      for (char c : in) {
        *to = c;
        to += !remove[static_cast<unsigned char>(c)];
      }
    } else {
      for (char byte : in) {
        auto c = static_cast<unsigned char>(byte);
        if (removes && remove[c]) continue;
        if (translates) c = table[c];
        if (c == last) continue;
        last = squeeze[c] ? c : -1;
        *to++ = static_cast<char>(c);
      }
    }
    out.resize(static_cast<std::size_t>(to - out.data()));
  }
};

void fill(std::array<bool, 256>& to, const Set& from) {
  for (std::size_t i = 0; i < 256; ++i) to[i] = from[i];
}

std::optional<int> check_operands(Process& p, const std::vector<std::string_view>& words, const Settings& o) {
  const std::size_t least = 1 + (o.remove == o.squeeze), most = 1 + (o.remove <= o.squeeze);
  if (words.size() < least) {
    if (words.empty()) return usage_error(p, "missing operand");
    return usage_error(p, "missing operand after " + quote_words(p, words.back()) + "\n" +
                                          (o.squeeze ? "Two strings must be given when both deleting and squeezing repeats."
                                                     : "Two strings must be given when translating."));
  }
  if (words.size() > most) {
    std::string text = "extra operand " + quote_words(p, words[most]);
    if (words.size() == 2) text += "\nOnly one string may be given when deleting without squeezing repeats.";
    return usage_error(p, text);
  }
  return std::nullopt;
}

// Makes the filter that the arguments describe. Gives the status when there is nothing to do.
std::optional<int> set_up(Process& p, Filter& f) {
  Options options(kSynopsis, p.argv);
  if (auto end = options.respond(p)) return *end;
  Settings o;
  for (const Option::Use& u : options.uses()) switch (u.id) {
      case 'c':
      case 'C': o.complement = true; break;
      case 'd': o.remove = true; break;
      case 's': o.squeeze = true; break;
      case 't': o.truncate = true; break;
    }
  const auto& words = options.operands();
  o.translating = words.size() == 2 && !o.remove;
  if (auto end = check_operands(p, words, o)) return *end;
  Spec specs[2];
  for (std::size_t i = 0; i < words.size(); ++i) {
    Parser parser(p, words[i]);
    specs[i].elements = parser.parse();
    for (const std::string& warning : parser.warnings) p.complain(warning);
    if (parser.error.empty()) continue;
    p.complain(parser.error);
    return 1;
  }
  Spec& one = specs[0];
  Spec& two = specs[1];
  if (std::string error = check(one, words.size() == 2 ? &two : nullptr, o); !error.empty()) {
    p.complain(error);
    return 1;
  }
  if (o.translating) {
    f.translates = true;
    f.table = translation(one, two, o);
  } else if (o.remove) {
    f.removes = true;
    fill(f.remove, set_of(one, o.complement));
  }
  if (o.squeeze) {
    f.squeezes = true;
    fill(f.squeeze, words.size() == 2 ? set_of(two, false) : set_of(one, o.complement));
  }
  return std::nullopt;
}

Task<int> tr_main(Process& p) {
  Filter f;
  if (auto end = set_up(p, f)) co_return *end;
  Writer out(p, 1);
  Reader in(p, 0);
  for (;;) {
    auto more = co_await in.fill();
    if (!more) {
      out.complain("read error", more.error());
      co_return 1;
    }
    if (!*more) break;
    f.run(in.buffered(), out.buffer());
    in.consume(in.buffered().size());
    if (!out.flush()) break;
  }
  co_return out.finish(0);
}

const Program kTr("tr", tr_main);

}  // namespace
}  // namespace nacre
