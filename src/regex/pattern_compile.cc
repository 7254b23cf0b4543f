// Shell patterns are compiled to a flat list of items: literal text, any character, a set, a star, a list. What counts
// as a bracket expression or a list, and what stays literal because it never closes, follows bash.
#include <algorithm>
#include <iterator>

#include "src/base/ctype.h"
#include "src/regex/pattern_program.h"

namespace nacre {

char32_t fold_case(char32_t code, bool utf8) {
  if (code < 0x80) return code >= 'A' && code <= 'Z' ? code + 32 : code;
  return utf8 ? to_lower(code) : code;
}

std::string fold_case(std::string_view text, bool utf8) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    Decoded d = utf8 ? decode_utf8(text, i) : Decoded{static_cast<unsigned char>(text[i]), 1, false};
    if (d.valid || d.code < 0x80) append_utf8(out, fold_case(d.code, utf8));
    else out += text[i];
    i += d.size;
  }
  return out;
}

bool PatternProgram::Set::contains(char32_t code, bool nocase, bool utf8) const {
  char32_t c = nocase ? fold_case(code, utf8) : code;
  bool in = false;
  for (const Range& r : ranges)
    if (c >= r.first && c <= r.last) { in = true; break; }
  if (!in && (utf8 || code < 0x80))
    for (std::uint16_t k : classes)
      if (in_class(code, static_cast<CharClass>(k))) { in = true; break; }
  return in != negated;
}

namespace {

using Op = PatternProgram::Op;
using Item = PatternProgram::Item;
using Sequence = PatternProgram::Sequence;
using Set = PatternProgram::Set;

constexpr int kMaxDepth = 200;  // of lists in lists; deeper ones are taken literally

// POSIX's names of collating symbols that are not letters.
constexpr struct {
  std::string_view name;
  char c;
} kSymbols[] = {
    {"NUL", 0}, {"SOH", 1}, {"STX", 2}, {"ETX", 3}, {"EOT", 4}, {"ENQ", 5}, {"ACK", 6}, {"alert", 7}, {"BS", 8},
    {"backspace", 8}, {"HT", 9}, {"tab", 9}, {"LF", 10}, {"newline", 10}, {"VT", 11}, {"vertical-tab", 11},
    {"FF", 12}, {"form-feed", 12}, {"CR", 13}, {"carriage-return", 13}, {"SO", 14}, {"SI", 15}, {"DLE", 16},
    {"DC1", 17}, {"DC2", 18}, {"DC3", 19}, {"DC4", 20}, {"NAK", 21}, {"SYN", 22}, {"ETB", 23}, {"CAN", 24},
    {"EM", 25}, {"SUB", 26}, {"ESC", 27}, {"IS4", 28}, {"FS", 28}, {"IS3", 29}, {"GS", 29}, {"IS2", 30}, {"RS", 30},
    {"IS1", 31}, {"US", 31}, {"space", ' '}, {"exclamation-mark", '!'}, {"quotation-mark", '"'}, {"number-sign", '#'},
    {"dollar-sign", '$'}, {"percent-sign", '%'}, {"ampersand", '&'}, {"apostrophe", '\''}, {"left-parenthesis", '('},
    {"right-parenthesis", ')'}, {"asterisk", '*'}, {"plus-sign", '+'}, {"comma", ','}, {"hyphen", '-'},
    {"hyphen-minus", '-'}, {"minus", '-'}, {"dash", '-'}, {"period", '.'}, {"full-stop", '.'}, {"slash", '/'},
    {"solidus", '/'}, {"zero", '0'}, {"one", '1'}, {"two", '2'}, {"three", '3'}, {"four", '4'}, {"five", '5'},
    {"six", '6'}, {"seven", '7'}, {"eight", '8'}, {"nine", '9'}, {"colon", ':'}, {"semicolon", ';'},
    {"less-than-sign", '<'}, {"equals-sign", '='}, {"greater-than-sign", '>'}, {"question-mark", '?'},
    {"commercial-at", '@'}, {"left-square-bracket", '['}, {"backslash", '\\'}, {"reverse-solidus", '\\'},
    {"right-square-bracket", ']'}, {"circumflex", '^'}, {"circumflex-accent", '^'}, {"underscore", '_'},
    {"grave-accent", '`'}, {"left-brace", '{'}, {"left-curly-bracket", '{'}, {"vertical-line", '|'},
    {"right-brace", '}'}, {"right-curly-bracket", '}'}, {"tilde", '~'}, {"DEL", 127}};

class Compiler {
 public:
  Compiler(PatternProgram& p, std::string_view text) : p_(p), text_(text) {}

  void run() {
    p_.sequences.push_back(sequence(0, text_.size(), 0));
    if (!p_.has_list) split_segments();
    p_.leading_star = text_.starts_with('*');
    p_.find_length = find_length();
  }

 private:
  static constexpr char32_t kEnd = 0xFFFFFFFF;
  bool bytes() const { return !p_.options.utf8 || !p_.valid; }

  // The items of text_[at, end); nested lists' items are put before them.
  Sequence sequence(std::size_t at, std::size_t end, int depth) {
    std::vector<Item> items;
    std::string literal;
    auto flush = [&] {
      if (literal.empty()) return;
      if (p_.options.nocase) literal = fold_case(literal, !bytes());
      auto offset = static_cast<std::uint32_t>(p_.text.size());
      items.push_back({Op::kText, 0, offset, static_cast<std::uint32_t>(literal.size())});
      p_.text += literal;
      literal.clear();
    };
    auto add = [&](Item item) { flush(); items.push_back(item); };
    while (at < end) {
      char c = text_[at];
      bool list = p_.options.extglob && at + 1 < end && text_[at + 1] == '(' &&
                  (c == '?' || c == '*' || c == '+' || c == '@' || c == '!');
      if (list) {
        std::size_t close = depth < kMaxDepth ? scan(at + 2, end, false) : 0;
        if (close == 0) {  // never closes: the rest is literal as it stands, but nothing after a star
          bool dropped = literal.empty() && in_star_run(items) && (c == '?' || c == '*');
          if (!dropped) literal.append(text_.substr(at, end - at));
          break;
        }
        if (c != '?' && c != '*' && literal.empty() && in_star_run(items)) {
          add({Op::kNotEnd, depth == 0 ? c : '@'});
          p_.not_end = true;
          p_.nested_not_end |= depth > 0;
        }
        add(alternatives(c, at + 2, close, depth));
        at = close;
      } else if (c == '\\') {
        if (at + 1 < end) at++;
        literal += text_[at++];
      } else if (c == '*') {
        if (!literal.empty() || items.empty() || items.back().op != Op::kStar) add({Op::kStar});
        p_.has_star = true;
        at++;
      } else if (c == '?') {
        add({Op::kAny});
        p_.needs_characters = true;
        at++;
      } else if (c == '[') {
        Set set;
        std::size_t close = bracket(at + 1, end, set);
        if (close == 0) {
          literal += text_[at++];
        } else {
          add({Op::kSet, 0, static_cast<std::uint32_t>(p_.sets.size()), 0});
          p_.sets.push_back(std::move(set));
          p_.needs_characters = true;
          at = close;
        }
      } else {
        literal += c;
        at++;
      }
    }
    flush();
    auto first = static_cast<std::uint32_t>(p_.items.size());
    p_.items.insert(p_.items.end(), items.begin(), items.end());
    return {first, static_cast<std::uint32_t>(p_.items.size())};
  }

  // The items end with a star and then only what bash's loop over stars takes in.
  static bool in_star_run(const std::vector<Item>& items) {
    for (std::size_t i = items.size(); i > 0; i--) {
      const Item& item = items[i - 1];
      if (item.op == Op::kStar) return true;
      if (item.op != Op::kAny && (item.op != Op::kList || (item.list != '?' && item.list != '*'))) return false;
    }
    return false;
  }

  Item alternatives(char op, std::size_t at, std::size_t close, int depth) {
    p_.has_list = p_.needs_characters = true;
    std::vector<Sequence> found;
    while (true) {
      std::size_t next = scan(at, close, true);
      found.push_back(sequence(at, next - 1, depth + 1));
      if (next >= close) break;
      at = next;
    }
    auto first = static_cast<std::uint32_t>(p_.alternatives.size());
    Item item{Op::kList, op, first, static_cast<std::uint32_t>(found.size())};
    p_.alternatives.insert(p_.alternatives.end(), found.begin(), found.end());
    return item;
  }

  // Behind the ) that closes a list whose inside begins at `at`, or behind the first | outside nested ones; 0: none.
  std::size_t scan(std::size_t at, std::size_t end, bool bar) const {
    int parens = 0;
    bool bracket = false;
    char symbol = 0;
    std::size_t first = 0;  // where a ] would be literal
    for (; at < end; at++) {
      char c = text_[at];
      char next = at + 1 < end ? text_[at + 1] : 0;
      if (c == '\\') {
        at++;
      } else if (c == '[') {
        if (!bracket) {
          bracket = true;
          first = at + 1 + (next == '!' || next == '^' ? 1 : 0);
        } else if (next == ':' || next == '.' || next == '=') {
          symbol = next;
        }
      } else if (c == ']' && bracket) {
        if (symbol && text_[at - 1] == symbol) symbol = 0;
        else if (at != first) bracket = false;
      } else if (!bracket && c == '(') {
        parens++;
      } else if (!bracket && c == ')') {
        if (parens-- <= 0) return at + 1;
      } else if (!bracket && c == '|' && parens == 0 && bar) {
        return at + 1;
      }
    }
    return 0;
  }

  char32_t take(std::size_t& at, std::size_t end) const {
    if (at >= end) return kEnd;
    auto c = static_cast<unsigned char>(text_[at]);
    if (bytes() || c < 0x80) { at++; return c; }
    Decoded d = decode_utf8(text_, at);
    at += d.size;
    return d.code;
  }
  char32_t fold(char32_t c) const { return p_.options.nocase && c != kEnd ? fold_case(c, !bytes()) : c; }
  char peek(std::size_t at, std::size_t end) const { return at < end ? text_[at] : 0; }

  // [.name.], at stands on the first period: the character, or kEnd if there is none such.
  char32_t symbol(std::size_t& at, std::size_t end) const {
    std::size_t close = text_.substr(0, end).find(".]", at + 1);
    if (close == std::string_view::npos) { at = end; return kEnd; }
    std::string_view name = text_.substr(at + 1, close - at - 1);
    at = close + 2;
    for (const auto& s : kSymbols)
      if (s.name == name) return static_cast<unsigned char>(s.c);
    std::size_t i = 0;
    if (name.empty()) return kEnd;
    char32_t c = take(i = static_cast<std::size_t>(name.data() - text_.data()), end);
    return i == close ? c : kEnd;
  }

  // [:name:], at stands on the first colon. Unknown names match nothing.
  void char_class(std::size_t& at, std::size_t end, Set& set) const {
    std::size_t close = text_.substr(0, end).find(":]", at + 1);
    if (close == std::string_view::npos) return;
    std::string name = Pattern::unescape(text_.substr(at + 1, close - at - 1));
    at = close + 2;
    if (name == "ascii") set.ranges.push_back({0, 0x7F});
    else if (auto c = find_char_class(name)) set.classes.push_back(static_cast<std::uint16_t>(*c));
  }

  // A bracket expression, at behind the [: the offset behind its ], or 0 when it does not close.
  std::size_t bracket(std::size_t at, std::size_t end, Set& set) const {
    char sign = peek(at, end);
    if (sign == '!' || sign == '^') { set.negated = true; at++; }
    char32_t c = take(at, end);
    while (true) {
      char next = peek(at, end);
      if (c == '[' && (next == ':' || (next == '=' && equivalence(at, end)))) {
        if (next == ':') {
          char_class(at, end, set);
        } else {
          std::size_t i = at + 1;
          char32_t e = fold(take(i, end));
          set.ranges.push_back({e, e});
          at = i + 2;
        }
        c = take(at, end);
        if (c == kEnd) return 0;
        if (c == ']') return at;
        continue;
      }
      char32_t first = c, last = c;
      bool known = true;
      if (c == '[' && next == '.') {
        first = last = symbol(at, end);
        known = first != kEnd;
      } else if (c == '\\') {
        first = last = c = take(at, end);
      }
      if (c == kEnd) return 0;
      c = take(at, end);
      if (c == kEnd) return 0;
      if (p_.options.pathname && c == '/') return at;  // [/] never matches a component
      if (c == '-' && peek(at, end) != ']') {
        last = take(at, end);
        if (last == '\\') last = take(at, end);
        if (last == kEnd) return 0;
        if (last == '[' && peek(at, end) == '.') {
          last = symbol(at, end);
          known = known && last != kEnd;
        }
        c = take(at, end);
      }
      first = fold(first);
      last = fold(last);
      if (known && first <= last) set.ranges.push_back({first, last});
      if (c == kEnd) return 0;
      if (c == ']') return at;
    }
  }

  // The length that bash computes for ${x/p/r} before it looks at the text (-1: any). It goes wrong for brackets like
  // [!]a], which then are never found; so they are here.
  int find_length() const {
    int n = 0;
    for (std::size_t i = 0, end = text_.size(); i < end;) {
      char c = text_[i];
      char next = peek(i + 1, end);
      if (c == '*' || (next == '(' && (c == '?' || c == '+' || c == '!' || c == '@'))) return -1;
      if (c == '[') {
        n += bracket_length(i, end);
      } else {
        if (c == '\\' && i + 1 < end) i++;
        take(i, end);
        n++;
      }
    }
    return n;
  }
  // Goes behind the bracket expression at i: 1, or its characters when it does not close.
  int bracket_length(std::size_t& i, std::size_t end) const {
    int chars = 0;
    char inside = 0;
    take(i, end);
    chars++;
    if (peek(i, end) == ']') { i++; chars++; }
    while (i < end) {
      char32_t c = take(i, end);
      if (c == ']') return 1;
      char next = peek(i, end);
      chars++;
      if (c == '\\') {
        if (i >= end) break;
        take(i, end);
      } else if (c == '[' && (next == ':' || next == '.' || next == '=')) {
        inside = next;
        i++;
        if (next != ':' && peek(i, end) == ']') i++;
      } else if (inside && c == static_cast<unsigned char>(inside) && next == ']') {
        i++;
        inside = 0;
      }
    }
    return chars;
  }

  bool equivalence(std::size_t at, std::size_t end) const {  // at stands on the = of [=c=]
    std::size_t i = at + 1;
    if (take(i, end) == kEnd) return false;
    return peek(i, end) == '=' && peek(i + 1, end) == ']';
  }

  void split_segments() {
    Sequence all = p_.sequences[0];
    std::uint32_t begin = all.begin;
    for (std::uint32_t i = all.begin; i < all.end; i++)
      if (p_.items[i].op == Op::kStar) {
        p_.segments.push_back({begin, i});
        begin = i + 1;
      }
    p_.segments.push_back({begin, all.end});
  }

  PatternProgram& p_;
  std::string_view text_;
};

}  // namespace

Pattern Pattern::compile(std::string_view text, Options options) {
  auto program = std::make_shared<PatternProgram>();
  program->options = options;
  program->valid = !options.utf8 || nacre::valid_utf8(text);
  if (options.nocase) program->needs_characters = true;
  Compiler(*program, text).run();
  Pattern p;
  p.program_ = std::move(program);
  return p;
}

bool Pattern::has_magic(std::string_view text, bool extglob) {
  bool open = false;
  for (std::size_t i = 0; i < text.size(); i++) {
    switch (text[i]) {
      case '\\': i++; break;
      case '*': case '?': return true;
      case '[': open = true; break;
      case ']': if (open) return true; break;
      case '/': open = false; break;
      case '+': case '@': case '!':
        if (extglob && i + 1 < text.size() && text[i + 1] == '(') return true;
        break;
      default: break;
    }
  }
  return false;
}

std::string Pattern::unescape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); i++) {
    if (text[i] == '\\' && i + 1 < text.size()) i++;
    out += text[i];
  }
  return out;
}

std::string Pattern::escape(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (std::string_view("*?[]\\()|!@+^-").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

}  // namespace nacre
