// Parses POSIX basic and extended regular expressions with GNU's extensions as glibc's regcomp and grep do, in the
// dialects of the programs that use them. The dialects differ only in the Rules below, named after what they say about
// the grammar; the errors are regcomp's.
#include <algorithm>
#include <cstdint>

#include "src/base/ctype.h"
#include "src/base/utf8.h"
#include "src/regex/tree.h"

namespace nacre {
namespace {

using Kind = RegexNode::Kind;

struct Rules {
  bool bare = false;               // ( ) { } | are operators without a backslash
  bool bare_braces = false;
  bool alternation = true;         // | at all
  bool intervals = true;
  enum { kNone, kBare, kEscaped } plus = kBare;  // + and ?
  bool anchors_anywhere = false;   // ^ and $ in the middle
  bool leading_ignored = false;    // a repetition operator with nothing before it: applies to nothing, or to an anchor
  bool leading_skipped = false;    // ... only its first character is skipped
  bool leading_invalid = false;    // ... is an error
  bool leading_brace_invalid = false;  // ... only of intervals
  bool double_invalid = false;     // a** is an error
  bool bad_interval_literal = false;
  bool close_literal = true;       // an unmatched ) is ordinary
  bool back_references = true;
  bool gnu = true;                 // \w \s \b \< \` and so on
  bool list_escapes = false;       // \ escapes in brackets
  bool classes = true;             // [:alpha:]
  bool empty_ranges = false;       // [z-a] matches nothing, instead of an error
  bool colon_error = false;        // [:space:] is an error
  bool awk = false;                // string escapes, \y
  bool warn = false;
};

Rules rules_of(const RegexOptions& o, bool regcomp) {
  Rules r;
  bool extended = o.syntax == Syntax::kExtended;
  if (extended) {
    r.bare = r.bare_braces = r.anchors_anywhere = r.leading_invalid = true;
  } else {
    r.plus = Rules::kEscaped;
    r.close_literal = false;
    r.double_invalid = r.leading_brace_invalid = true;
  }
  switch (o.dialect) {
    case Dialect::kPosix: break;
    case Dialect::kFindGrep: regcomp = true; [[fallthrough]];
    case Dialect::kGrep:
      r.leading_invalid = r.leading_brace_invalid = r.double_invalid = false;
      r.leading_ignored = r.warn = extended && !regcomp;
      r.leading_skipped = extended && regcomp;
      r.bad_interval_literal = extended;
      r.colon_error = o.dialect == Dialect::kGrep;
      break;
    case Dialect::kSed:
      r.close_literal = false;
      r.colon_error = true;
      break;
    case Dialect::kExpr:
      r.leading_brace_invalid = r.double_invalid = false;
      r.empty_ranges = true;
      break;
    case Dialect::kAwk:
      r.bare = r.bare_braces = r.anchors_anywhere = r.bad_interval_literal = r.list_escapes = r.awk = true;
      r.leading_invalid = r.back_references = false;
      r.close_literal = true;
      break;
    case Dialect::kPosixAwk:
      r.list_escapes = r.bad_interval_literal = true;
      r.gnu = false;
      break;
    case Dialect::kEmacs:
      r = Rules{};
      r.intervals = r.classes = r.close_literal = false;
      r.empty_ranges = true;
      break;
    case Dialect::kPosixMinimal:
      r.plus = Rules::kNone;
      r.alternation = r.double_invalid = r.leading_brace_invalid = false;
      break;
  }
  return r;
}

struct Token {
  enum Type { kEnd, kChar, kByte, kStar, kPlus, kQuest, kOpenBrace, kCloseBrace, kOpen, kClose, kBar, kBracket, kDot,
              kAnchor, kBack, kClass, kBackslash } type = kEnd;
  char32_t code = 0;         // the character, or of kClass one of w W s S
  Kind anchor = Kind::kEmpty;
  std::uint32_t group = 0;
  std::size_t size = 0;      // bytes
};

class Parser {
 public:
  static constexpr std::uint32_t kNull = 0xFFFFFFFF;

  Parser(std::string_view text, const RegexOptions& o, RegexTree& tree, bool regcomp)
      : text_(text), o_(o), rules_(rules_of(o, regcomp)), tree_(tree), first_group_(tree.groups) {}

  Worded<std::uint32_t> run() {
    next(true);
    std::uint32_t node = expression(0);
    if (!error_ && tree_.too_high()) error_ = "Regular expression too big";
    if (error_) return fail(Errno::kINVAL, error_);
    return solid(node);
  }

 private:
  static constexpr int kMaxNesting = 200;
  static constexpr int kMaxRepeat = 32767;

  std::uint32_t solid(std::uint32_t node) { return node == kNull ? tree_.leaf(Kind::kEmpty) : node; }
  std::uint32_t bad(const char* words) {
    if (!error_) error_ = words;
    token_ = Token{};
    return kNull;
  }
  void warn(const char* words) {
    if (rules_.warn) tree_.warnings.emplace_back(words);
  }

  // ---- Tokens

  Decoded decode(std::size_t i) const {
    auto c = static_cast<unsigned char>(text_[i]);
    if (c < 0x80 || !o_.utf8) return {c, 1, true};
    return decode_utf8(text_, i);
  }

  // caret: a ^ here would be an anchor (at the start, behind ( and |).
  void next(bool caret = false) {
    at_ += token_.size;
    token_ = peek(at_, caret);
  }

  Token peek(std::size_t i, bool caret) const {
    Token t;
    if (i >= text_.size()) return t;
    Decoded d = decode(i);
    t.type = d.valid ? Token::kChar : Token::kByte;
    t.code = d.code;
    t.size = d.size;
    if (d.size > 1 || !d.valid) return t;
    if (t.code == '\\') return escape(i);
    bool next_is_end = i + 1 == text_.size();
    switch (t.code) {
      case '*': t.type = Token::kStar; break;
      case '+': if (rules_.plus == Rules::kBare) t.type = Token::kPlus; break;
      case '?': if (rules_.plus == Rules::kBare) t.type = Token::kQuest; break;
      case '|': if (rules_.bare && rules_.alternation) t.type = Token::kBar; break;
      case '(': if (rules_.bare) t.type = Token::kOpen; break;
      case ')': if (rules_.bare) t.type = Token::kClose; break;
      case '{': if (rules_.intervals && rules_.bare_braces) t.type = Token::kOpenBrace; break;
      case '}': if (rules_.intervals && rules_.bare_braces) t.type = Token::kCloseBrace; break;
      case '[': t.type = Token::kBracket; break;
      case '.': t.type = Token::kDot; break;
      case '^':
        if (rules_.anchors_anywhere || caret || i == 0) anchor(t, begin_line());
        break;
      case '$':
        if (!rules_.anchors_anywhere && !next_is_end) {
          Token after = peek(i + 1, false);
          if (after.type != Token::kBar && after.type != Token::kClose) break;
        }
        anchor(t, end_line());
        break;
      default: break;
    }
    return t;
  }

  void anchor(Token& t, Kind kind) const {
    t.type = Token::kAnchor;
    t.anchor = kind;
  }
  Kind begin_line() const { return o_.newline == Newline::kOrdinary ? Kind::kBeginText : Kind::kBeginLine; }
  Kind end_line() const { return o_.newline == Newline::kOrdinary ? Kind::kEndText : Kind::kEndLine; }
  Kind begin_buffer() const { return o_.newline == Newline::kLines ? Kind::kBeginLine : Kind::kBeginText; }
  Kind end_buffer() const { return o_.newline == Newline::kLines ? Kind::kEndLine : Kind::kEndText; }

  Token escape(std::size_t i) const {
    Token t;
    if (i + 1 >= text_.size()) {
      t.type = Token::kBackslash;
      t.size = 1;
      return t;
    }
    Decoded d = decode(i + 1);
    t.type = d.valid ? Token::kChar : Token::kByte;
    t.code = d.code;
    t.size = std::size_t{d.size} + 1;
    if (t.code >= 0x80) return t;
    if (rules_.awk && awk_escape(i, t)) return t;
    switch (t.code) {
      case '|': if (!rules_.bare && rules_.alternation) t.type = Token::kBar; break;
      case '(': if (!rules_.bare) t.type = Token::kOpen; break;
      case ')': if (!rules_.bare) t.type = Token::kClose; break;
      case '{': if (rules_.intervals && !rules_.bare_braces) t.type = Token::kOpenBrace; break;
      case '}': if (rules_.intervals && !rules_.bare_braces) t.type = Token::kCloseBrace; break;
      case '+': if (rules_.plus == Rules::kEscaped) t.type = Token::kPlus; break;
      case '?': if (rules_.plus == Rules::kEscaped) t.type = Token::kQuest; break;
      case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
        if (rules_.back_references) {
          t.type = Token::kBack;
          t.group = t.code - '0';
        }
        break;
      case 'w': case 'W': case 's': case 'S': if (rules_.gnu) t.type = Token::kClass; break;
      case '<': if (rules_.gnu) anchor(t, Kind::kWordBegin); break;
      case '>': if (rules_.gnu) anchor(t, Kind::kWordEnd); break;
      case 'b': if (rules_.gnu) anchor(t, Kind::kWordEdge); break;
      case 'B': if (rules_.gnu) anchor(t, Kind::kNotWordEdge); break;
      case '`': if (rules_.gnu) anchor(t, begin_buffer()); break;
      case '\'': if (rules_.gnu) anchor(t, end_buffer()); break;
      default: break;
    }
    return t;
  }

  // awk's strings: \n \t \/ \" \ddd \xHH, and \y for the edge of a word. True if it was one.
  bool awk_escape(std::size_t i, Token& t) const {
    static constexpr std::string_view from = "abfnrtv", to = "\a\b\f\n\r\t\v";
    char c = text_[i + 1];
    if (c == 'y') { anchor(t, Kind::kWordEdge); return true; }
    if (std::size_t k = from.find(c); k != std::string_view::npos) {
      t.code = static_cast<unsigned char>(to[k]);
      return true;
    }
    auto digits = [&](std::size_t start, std::size_t most, unsigned base) {
      unsigned value = 0;
      std::size_t k = 0;
      for (; k < most && start + k < text_.size(); k++) {
        auto d = static_cast<unsigned char>(text_[start + k]);
        if (base == 8 ? d < '0' || d > '7' : !in_class(d, CharClass::kXdigit)) break;
        value = value * base + (d <= '9' ? d - '0' : (d | 32) - 'a' + 10);
      }
      if (k == 0) return false;
      t.code = value & 0xFF;
      t.size = start - i + k;
      if (t.code >= 0x80 && o_.utf8) t.type = Token::kByte;
      return true;
    };
    if (c >= '0' && c <= '7') return digits(i + 1, 3, 8);
    if (c == 'x') return digits(i + 2, 2, 16);
    return false;
  }

  // ---- Grammar. kNull stands for an empty expression. On an error the token becomes the end, so all loops stop.

  bool ends(int nest) const {
    return token_.type == Token::kEnd || (nest > 0 && token_.type == Token::kClose);
  }

  std::uint32_t expression(int nest) {
    std::vector<std::uint32_t> branches;
    unsigned before = completed_, all = completed_;
    while (true) {
      completed_ = before;  // a branch may not refer to groups of another
      branches.push_back(solid(branch(nest)));
      all |= completed_;
      if (token_.type != Token::kBar) break;
      next(true);
    }
    completed_ = all;
    return tree_.alt(std::move(branches));
  }

  std::uint32_t branch(int nest) {
    std::vector<std::uint32_t> parts;
    while (!ends(nest) && token_.type != Token::kBar) {
      std::uint32_t part = piece(nest, parts.empty() || only_assertions(parts));
      if (part != kNull) parts.push_back(part);
    }
    return parts.empty() ? kNull : tree_.cat(std::move(parts));
  }

  bool only_assertions(const std::vector<std::uint32_t>& parts) const {
    auto assertion = [&](std::uint32_t p) { return tree_.nodes[p].kind >= Kind::kBeginLine; };
    return std::all_of(parts.begin(), parts.end(), assertion);
  }

  std::uint32_t literal() {
    Token t = token_;
    next();
    if (t.type == Token::kByte) {
      tree_.has_bytes = true;
      return tree_.add({.kind = Kind::kByte, .code = t.code});
    }
    if (t.code == '\n' && o_.newline == Newline::kLines) return tree_.leaf(Kind::kNever);
    return tree_.add({.kind = Kind::kChar, .code = t.code});
  }

  bool repeats() const {
    return token_.type == Token::kStar || token_.type == Token::kPlus || token_.type == Token::kQuest ||
           token_.type == Token::kOpenBrace;
  }

  std::uint32_t piece(int nest, bool start) {
    std::uint32_t node = kNull;
    switch (token_.type) {
      case Token::kOpen: node = group(nest); break;
      case Token::kBracket: node = bracket(); break;
      case Token::kDot: node = any(); next(); break;
      case Token::kClass: node = escape_class(); next(); break;
      case Token::kBack: node = back_reference(); break;
      case Token::kBackslash: return bad("Trailing backslash");
      case Token::kAnchor: {
        Kind kind = token_.anchor;
        if (kind >= Kind::kWordEdge) tree_.has_edges = true;
        next();
        node = tree_.leaf(kind);
        if (rules_.leading_ignored && repeats()) return leading(node, start);
        return node;  // a repetition behind an anchor has nothing to repeat
      }
      case Token::kStar: case Token::kPlus: case Token::kQuest: case Token::kOpenBrace:
        if (token_.type == Token::kOpenBrace && rules_.leading_brace_invalid)
          return bad("Invalid preceding regular expression");
        if (rules_.leading_invalid) return bad("Invalid preceding regular expression");
        if (rules_.leading_ignored) return leading(kNull, start);
        if (rules_.leading_skipped) {
          next();
          return ends(nest) || token_.type == Token::kBar ? after_skipped() : piece(nest, start);
        }
        node = literal();
        break;
      case Token::kClose:
        if (!rules_.close_literal) return bad("Unmatched ) or \\)");
        node = literal();
        break;
      default: node = literal(); break;
    }
    while (!error_ && repeats()) {
      bool taken = true;
      node = repetition(node, taken);
      if (!taken) break;
      if (rules_.double_invalid && (token_.type == Token::kStar || token_.type == Token::kOpenBrace))
        return bad("Invalid preceding regular expression");
    }
    return node;
  }

  // grep -E '*a' and '^*a': operators that apply to nothing, or to an anchor.
  std::uint32_t leading(std::uint32_t node, bool start) {
    bool any = false;
    tree_.odd_leading = true;
    while (!error_ && repeats()) {
      Token::Type type = token_.type;
      bool taken = true;
      node = repetition(node, taken);
      if (!taken) return any || node != kNull ? node : literal();
      any = true;
      if (start && !error_)
        warn(type == Token::kStar ? "* at start of expression" : type == Token::kPlus ? "+ at start of expression"
             : type == Token::kQuest ? "? at start of expression" : "{...} at start of expression");
    }
    return node;
  }

  // regcomp, having skipped an operator, takes a ) for a character.
  std::uint32_t after_skipped() { return token_.type == Token::kClose ? literal() : kNull; }

  std::uint32_t group(int nest) {
    if (nest >= kMaxNesting) return bad("Regular expression too big");
    std::uint32_t number = ++tree_.groups;
    next(true);
    std::uint32_t inside = token_.type == Token::kClose ? kNull : expression(nest + 1);
    if (error_) return kNull;
    if (token_.type != Token::kClose) return bad("Unmatched ( or \\(");
    next();
    if (number - first_group_ <= 9) completed_ |= 1u << (number - first_group_);
    return tree_.add({.kind = Kind::kGroup, .index = number, .kids = {solid(inside)}});
  }

  std::uint32_t back_reference() {
    if (!(completed_ >> token_.group & 1)) return bad("Invalid back reference");
    std::uint32_t number = token_.group + first_group_;
    tree_.has_back = true;
    next();
    return tree_.add({.kind = Kind::kBack, .index = number});
  }

  // A number of an interval: kNoNumber when there is none, kBadNumber when it is no number, kCut at the end.
  static constexpr int kNoNumber = -1, kBadNumber = -2;
  int number() {
    int n = kNoNumber;
    while (true) {
      next();
      if (token_.type == Token::kEnd) return kBadNumber;
      if (token_.type == Token::kCloseBrace || token_.code == ',') return n;
      if (token_.type != Token::kChar || token_.code < '0' || token_.code > '9' || n == kBadNumber) n = kBadNumber;
      else n = std::min(kMaxRepeat + 1, std::max(n, 0) * 10 + static_cast<int>(token_.code - '0'));
    }
  }

  // taken: false when a malformed interval turned out to be literal; then the token is the brace, as a character.
  std::uint32_t repetition(std::uint32_t node, bool& taken) {
    int min = 0, max = -1;
    if (token_.type == Token::kOpenBrace) {
      Token brace = token_;
      std::size_t start = at_;
      bool comma = false;
      min = number();
      comma = token_.type == Token::kChar && token_.code == ',';
      if (min == kNoNumber) {
        if (!comma) return bad("Invalid content of \\{\\}");
        min = 0;
      }
      if (min != kBadNumber) max = token_.type == Token::kCloseBrace ? min : comma ? number() : kBadNumber;
      if (min == kBadNumber || max == kBadNumber) {
        if (!rules_.bad_interval_literal)
          return bad(token_.type == Token::kEnd ? "Unmatched \\{" : "Invalid content of \\{\\}");
        at_ = start;
        token_ = brace;
        token_.type = Token::kChar;
        taken = false;
        return node;
      }
      if ((max != -1 && min > max) || token_.type != Token::kCloseBrace) return bad("Invalid content of \\{\\}");
      if ((max == -1 ? min : max) > kMaxRepeat) return bad("Regular expression too big");
    } else {
      min = token_.type == Token::kPlus ? 1 : 0;
      max = token_.type == Token::kQuest ? 1 : -1;
    }
    next();
    if (node == kNull) return kNull;
    if (min == 0 && max == 0) return tree_.leaf(Kind::kEmpty);
    if (min == 1 && max == 1) return node;
    RegexNode& inner = tree_.nodes[node];
    if (inner.kind == Kind::kRepeat && inner.min == min && inner.max == max && max == -1 && min <= 1) return node;
    return tree_.add({.kind = Kind::kRepeat, .min = min, .max = max, .kids = {node}});
  }

  // ---- Sets

  std::uint32_t finish(CodeSet set, bool negated) {
    if (o_.icase) set.add_case(o_.utf8);
    if (negated) {
      if (o_.newline == Newline::kSeparate) set.add('\n', '\n');
      set.negate(o_.utf8);
    }
    return tree_.set(std::move(set));
  }

  std::uint32_t any() {
    CodeSet set;
    return finish(std::move(set), true);
  }

  void add_class(CodeSet& set, CharClass c) const {
    for_class_ranges(c, o_.utf8 ? 0x10FFFF : 0x7F, [&](char32_t a, char32_t b) { set.add(a, b); });
  }

  std::uint32_t escape_class() {
    CodeSet set;
    tree_.has_classes = true;
    bool word = token_.code == 'w' || token_.code == 'W';
    add_class(set, word ? CharClass::kWord : CharClass::kSpace);
    bool negated = token_.code == 'W' || token_.code == 'S';
    if (negated) set.negate(o_.utf8);
    return tree_.set(std::move(set));
  }

  struct Element {
    enum { kChar, kByte, kClass, kSame } type = kChar;
    char32_t code = 0;
  };
  char at(std::size_t i) const { return i < text_.size() ? text_[i] : 0; }

  std::uint32_t bracket() {
    std::size_t i = at_ + 1;
    bool negated = at(i) == '^';
    if (negated) i++;
    if (i >= text_.size()) return bad("Invalid regular expression");
    std::size_t begin = i;
    CodeSet set;
    bool plain = true;
    do {
      if (i >= text_.size()) return bad(kUnmatched);
      Element first, last;
      if (!element(i, i == begin, set, first)) return kNull;
      bool single = first.type == Element::kChar || first.type == Element::kByte;
      bool range = single && hyphen(i) && i + 1 < text_.size() && at(i + 1) != ']';
      if (i >= text_.size() || (hyphen(i) && i + 1 >= text_.size())) return bad(kUnmatched);
      plain = plain && !range && first.type == Element::kChar;
      if (range) {
        i++;
        if (!element(i, true, set, last)) return kNull;
        if (last.type == Element::kClass || last.type == Element::kSame) return bad("Invalid range end");
        if (!add_range(set, first, last)) return kNull;
      } else if (first.type == Element::kByte) {
        set.bytes += static_cast<char>(first.code);
      } else if (first.type != Element::kClass) {
        set.add(first.code, first.code);
      }
    } while (at(i) != ']' || i >= text_.size());
    if (rules_.colon_error && plain && i - begin >= 3 && text_[begin] == ':' && text_[i - 1] == ':')
      return bad("character class syntax is [[:space:]], not [:space:]");
    token_.size = i + 1 - at_;
    next();
    return finish(std::move(set), negated);
  }

  bool hyphen(std::size_t i) const {
    return at(i) == '-' && !(at(i + 1) == '-' && at(i + 2) == '-');  // --- is a single minus sign
  }

  bool add_range(CodeSet& set, Element a, Element b) {
    if (a.type == Element::kByte || b.type == Element::kByte) {
      // Bytes that are no characters order after all characters; a range of bytes.
      if (a.type != b.type || a.code > b.code) return bad("Invalid range end"), false;
      for (char32_t c = a.code; c <= b.code; c++) set.bytes += static_cast<char>(c);
      return true;
    }
    if (o_.icase) { a.code = to_upper(a.code); b.code = to_upper(b.code); }
    if (a.code > b.code) {
      if (!rules_.empty_ranges) return bad("Invalid range end"), false;
      return true;
    }
    set.add(a.code, b.code);
    return true;
  }

  static constexpr const char* kUnmatched = "Unmatched [, [^, [:, [., or [=";

  // One element at i, which moves behind it. Classes are added to the set here.
  bool element(std::size_t& i, bool hyphen_allowed, CodeSet& set, Element& e) {
    char c = at(i), after = at(i + 1);
    if (c == '[' && (after == '.' || after == '=' || (after == ':' && rules_.classes))) return named(i, after, set, e);
    if (c == '-' && at(i + 1) == '-' && at(i + 2) == '-') {
      i += 3;
      e.code = '-';
      return true;
    }
    if (c == '-' && !hyphen_allowed && after != ']') return bad("Invalid range end"), false;
    if (c == '\\' && rules_.list_escapes && i + 1 < text_.size()) {
      Token t = escape(i);
      if (rules_.awk && t.type == Token::kAnchor) t.type = Token::kChar;
      e.type = t.type == Token::kByte ? Element::kByte : Element::kChar;
      e.code = t.code;
      i += t.size;
      return true;
    }
    Decoded d = decode(i);
    e.type = d.valid ? Element::kChar : Element::kByte;
    e.code = d.code;
    i += d.size;
    return true;
  }

  // [:class:] [=c=] [.c.], at i the bracket.
  bool named(std::size_t& i, char kind, CodeSet& set, Element& e) {
    const char end[] = {kind, ']'};
    std::size_t close = text_.find(std::string_view(end, 2), i + 2);
    if (close == std::string_view::npos || close - i - 2 > 32) return bad(kUnmatched), false;
    std::string_view name = text_.substr(i + 2, close - i - 2);
    i = close + 2;
    if (kind == ':') {
      auto c = find_char_class(name);
      if (!c || *c == CharClass::kWord) return bad("Invalid character class name"), false;
      if (o_.icase && (*c == CharClass::kUpper || *c == CharClass::kLower)) c = CharClass::kAlpha;
      add_class(set, *c);
      if (*c != CharClass::kDigit && *c != CharClass::kXdigit) tree_.has_classes = true;
      e.type = Element::kClass;
      return true;
    }
    if (name.size() != 1) return bad("Invalid collation character"), false;
    e.type = kind == '=' ? Element::kSame : Element::kChar;
    e.code = static_cast<unsigned char>(name[0]);
    return true;
  }

  std::string_view text_;
  const RegexOptions& o_;
  Rules rules_;
  RegexTree& tree_;
  std::uint32_t first_group_;  // groups of earlier patterns
  std::size_t at_ = 0;         // of token_
  Token token_;
  unsigned completed_ = 0;     // bit n: group n is closed and may be referred to
  const char* error_ = nullptr;
};

}  // namespace

Worded<std::uint32_t> parse_posix(std::string_view pattern, const RegexOptions& options, RegexTree& tree,
                                  bool regcomp) {
  if (options.syntax == Syntax::kFixed) {
    tree.texts.emplace_back(pattern);
    if (tree.utf8 && !valid_utf8(pattern)) tree.has_bytes = true;
    return tree.add({.kind = Kind::kText, .index = static_cast<std::uint32_t>(tree.texts.size() - 1)});
  }
  return Parser(pattern, options, tree, regcomp).run();
}

}  // namespace nacre
