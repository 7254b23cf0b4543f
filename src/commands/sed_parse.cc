// The parser of sed scripts. Positions in messages count the characters read so far, as GNU's do;
// so characters are read and put back in the same order. See sed.h.
#include <algorithm>

#include "src/base/numbers.h"
#include "src/base/sort.h"
#include "src/base/utf8.h"
#include "src/commands/sed.h"

namespace nacre {
namespace {

bool is_digit(int c) { return c >= '0' && c <= '9'; }
bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr int kMaxDepth = 1000;
constexpr char kVersion[] = "4.9";

}  // namespace

std::string SedParser::where() const {
  std::string w;
  if (is_file_) {
    w = "file " + std::string(name_) + " line ";
    append_number(w, static_cast<std::uint64_t>(line_));
  } else {
    w = "-e expression #";
    append_number(w, static_cast<std::uint64_t>(expressions_));
    w += ", char ";
    append_number(w, static_cast<std::uint64_t>(at_));
  }
  return w + ": ";
}

bool SedParser::fail(std::string words) {
  if (error_.empty()) error_ = where() + words;
  return false;
}

bool SedParser::expression(std::string_view text) {
  ++expressions_;
  is_file_ = false;
  text_ = text;
  at_ = 0;
  line_ = 0;
  return parse();
}

bool SedParser::file(std::string_view name, std::string_view text) {
  is_file_ = true;
  name_ = name;
  text_ = text;
  at_ = 0;
  line_ = 1;
  return parse();
}

bool SedParser::parse() {
  const bool first = std::exchange(first_, false);
  if (pending_text_) {
    pending_text_ = false;
    read_text(script_.commands.back(), '\n');
  }
  for (;;) {
    int c = next();
    while (c == ';' || is_space(c)) c = next();
    if (c == kEnd) return true;
    if (c == '#') {
      if (first && at_ == 1 && text_.starts_with("#n")) script_.quiet = true;   // whatever follows, like GNU
      while (c != kEnd && c != '\n') c = next();
      continue;
    }
    if (!command(c)) return false;
  }
}

bool SedParser::finish() {
  if (!blocks_.empty()) {
    error_ = blocks_.back().where + "unmatched `{'";
    return false;
  }
  for (SedCommand& c : script_.commands) {
    if (c.name != 'b' && c.name != 't' && c.name != 'T') continue;
    c.target = script_.commands.size();
    if (c.text.empty()) continue;
    const auto l = std::find_if(labels_.begin(), labels_.end(), [&](const auto& x) { return x.first == c.text; });
    if (l == labels_.end()) {
      error_ = "can't find label for jump to `" + c.text + "'";
      status_ = 4;
      return false;
    }
    c.target = l->second;
  }
  return true;
}

std::uint64_t SedParser::integer(int c) {
  std::uint64_t n = 0;
  for (; is_digit(c); c = next()) n = n * 10 + static_cast<std::uint64_t>(c - '0');
  back(c);
  return n;
}

// One address that begins with c. False without an error: there is none.
bool SedParser::address(int c, SedAddress& a) {
  using Kind = SedAddress::Kind;
  if (c == '/' || c == '\\') {
    if (c == '\\') c = next();
    std::optional<std::string> text;
    if (c != kEnd) text = delimited(c, true);
    if (!text) return fail("unterminated address regex");
    a.kind = Kind::kRegex;
    a.regex = std::make_unique<SedRegex>();
    for (;;) {
      c = next_nonblank();
      if (o_.posix || (c != 'I' && c != 'M')) break;
      (c == 'I' ? a.regex->icase : a.regex->multiline) = true;
    }
    back(c);
    return compile(*a.regex, std::move(*text));
  }
  if (is_digit(c)) {
    a.kind = Kind::kLine;
    a.first = integer(c);
    c = next_nonblank();
    if (c != '~' || o_.posix) {
      back(c);
      return true;
    }
    c = next_nonblank();
    if (is_digit(c)) a.step = integer(c);
    else back(c);
    if (a.step > 0) a.kind = Kind::kStep;
    return true;
  }
  if ((c == '+' || c == '~') && !o_.posix) {
    a.kind = c == '+' ? Kind::kPlus : Kind::kMultiple;
    c = next_nonblank();
    if (is_digit(c)) a.first = integer(c);
    else back(c);
    return true;
  }
  if (c != '$') return false;
  a.kind = Kind::kLast;
  return true;
}

bool SedParser::address_pair(int& c, SedCommand& cmd) {
  using Kind = SedAddress::Kind;
  if (!address(c, cmd.a1)) return error_.empty();
  if (cmd.a1.kind == Kind::kPlus || cmd.a1.kind == Kind::kMultiple)
    return fail("invalid usage of +N or ~N as first address");
  c = next_nonblank();
  if (c == ',') {
    c = next_nonblank();
    if (!address(c, cmd.a2)) return error_.empty() ? fail("unexpected `,'") : false;
    c = next_nonblank();
  }
  if (cmd.a1.kind == Kind::kLine && cmd.a1.first == 0) {
    if (cmd.a2.kind != Kind::kRegex || o_.posix) return fail("invalid usage of line address 0");
    cmd.range = SedCommand::Range::kActive;
  }
  cmd.needs_last = cmd.a1.kind == Kind::kLast || cmd.a2.kind == Kind::kLast;
  return true;
}

bool SedParser::command(int c) {
  SedCommand cmd;
  if (!address_pair(c, cmd)) return false;
  if (c == '!') {
    cmd.negated = true;
    c = next_nonblank();
    if (c == '!') return fail("multiple `!'s");
  }
  if (c == kEnd) return fail("missing command");
  cmd.name = static_cast<char>(c);
  static constexpr std::string_view kOneAddress = "=aiqQr:";
  if (cmd.a2.kind != SedAddress::Kind::kNone &&
      (cmd.name == 'q' || cmd.name == 'Q' || (o_.posix && kOneAddress.find(cmd.name) != kOneAddress.npos)))
    return fail("command only uses one address");
  return arguments(cmd);
}

bool SedParser::close_block(SedCommand& cmd) {
  if (blocks_.empty()) return fail("unexpected `}'");
  if (cmd.a1.kind != SedAddress::Kind::kNone) return fail("} doesn't want any addresses");
  script_.commands[blocks_.back().command].target = script_.commands.size();
  blocks_.pop_back();
  if (!end_of_command()) return false;
  script_.commands.push_back(std::move(cmd));
  return true;
}

// The rest of a command, by its name. The command joins the script.
bool SedParser::arguments(SedCommand& cmd) {
  const bool addressed = cmd.a1.kind != SedAddress::Kind::kNone;
  bool good = true;
  switch (cmd.name) {
    case '#':
      if (addressed) return fail("comments don't accept any addresses");
      for (int c = next(); c != kEnd && c != '\n';) c = next();
      return true;
    case '{':
      if (blocks_.size() >= kMaxDepth) return fail("memory exhausted");
      blocks_.push_back({script_.commands.size(), [&] {
                           const std::size_t at = std::exchange(at_, 0);
                           std::string w = where();
                           at_ = at;
                           return w;
                         }()});
      break;
    case '}': return close_block(cmd);
    case ':': {
      if (addressed) return fail(": doesn't want any addresses");
      std::string l = label();
      if (l.empty()) return fail("\":\" lacks a label");
      labels_.emplace_back(l, script_.commands.size());
      cmd.text = std::move(l);
      break;
    }
    case 'b':
    case 't':
    case 'T':
      cmd.text = label();
      break;
    case 'e':
      if (o_.sandbox) return fail("e/r/w commands disabled in sandbox mode");
      good = text_argument(cmd, false);
      return good;
    case 'a':
    case 'i':
    case 'c': return text_argument(cmd, true);
    case 's': good = substitute(cmd); break;
    case 'y': good = transliterate(cmd); break;
    case 'r': {
      std::vector<std::string> names;
      good = file_argument(cmd, names);
      break;
    }
    case 'R': good = file_argument(cmd, script_.inputs); break;
    case 'w':
    case 'W': good = file_argument(cmd, script_.outputs); break;
    case 'q':
    case 'Q':
    case 'l': {
      const int c = next_nonblank();
      if (is_digit(c) && !(o_.posix && cmd.name != 'l')) cmd.number = static_cast<std::int64_t>(integer(c));
      else back(c);
      good = end_of_command();
      break;
    }
    case 'v': {
      const std::string version = label();
      std::size_t at = 0;
      std::uint64_t parts[3] = {0, 0, 0};
      bool bad = false;
      for (int i = 0; i < 3 && at < version.size(); ++i) {
        const std::size_t dot = std::min(version.find('.', at), version.size());
        const auto n = parse_digits(std::string_view(version).substr(at, dot - at));
        bad |= !n;
        parts[i] = n.value_or(0);
        at = dot + 1;
      }
      if (bad || parts[0] > 4 || (parts[0] == 4 && parts[1] > static_cast<std::uint64_t>(kVersion[2] - '0')))
        return fail("expected newer version of sed");
      break;
    }
    case '=': case 'd': case 'D': case 'F': case 'g': case 'G': case 'h': case 'H': case 'n': case 'N': case 'p':
    case 'P': case 'z': case 'x': good = end_of_command(); break;
    default: return fail(std::string("unknown command: `") + cmd.name + "'");
  }
  if (good) script_.commands.push_back(std::move(cmd));
  return good;
}

bool SedParser::end_of_command() {
  const int c = next_nonblank();
  if (c == '}' || c == '#') back(c);
  else if (c != kEnd && c != '\n' && c != ';') return fail("extra characters after command");
  return true;
}

// A label ends at white space, a semicolon or a closing brace.
std::string SedParser::label() {
  std::string l;
  int c = next_nonblank();
  while (c != kEnd && !is_space(c) && c != ';' && c != '}') {
    l += static_cast<char>(c);
    c = next();
  }
  back(c);
  return l;
}

bool SedParser::file_argument(SedCommand& cmd, std::vector<std::string>& names) {
  if (o_.sandbox) return fail("e/r/w commands disabled in sandbox mode");
  int c = next_nonblank();
  while (c != kEnd && c != '\n') {
    cmd.text += static_cast<char>(c);
    c = next();
  }
  if (cmd.text.empty()) return fail("missing filename in r/R/w/W commands");
  auto known = std::find(names.begin(), names.end(), cmd.text);
  cmd.file = static_cast<int>(known - names.begin());
  if (known == names.end()) names.push_back(cmd.text);
  return true;
}

// The text of a, i, c and the command of e.
bool SedParser::text_argument(SedCommand& cmd, bool slash_needed) {
  int c = next_nonblank();
  if (c == kEnd || (c == '\n' && !slash_needed)) {
    if (slash_needed) return fail("expected \\ after `a', `c' or `i'");
    script_.commands.push_back(std::move(cmd));
    return true;
  }
  script_.commands.push_back(std::move(cmd));
  SedCommand& kept = script_.commands.back();
  if (c == '\n') {
    back(c);
    read_text(kept, '\n');
  } else if (c == '\\') {
    c = next();
    if (c != '\n' && (c == ' ' || c == '\t')) {   // blanks, then perhaps the end of the line
      const std::size_t at = at_;
      int d = next_nonblank();
      if (d == '\n') {
        c = d;
      } else {
        back(d);
        at_ = at;
      }
    }
    if (c == '\\') {   // an escape follows
      back(c);
      c = '\n';
    }
    read_text(kept, c);
  } else {
    if (o_.posix) return fail("expected \\ after `a', `c' or `i'");
    read_text(kept, c);
  }
  return true;
}

// Text up to the end of a line that has no backslash before it. lead: its first character, taken as it is; a newline
// is not part of the text.
void SedParser::read_text(SedCommand& cmd, int lead) {
  if (lead == kEnd) {
    pending_text_ = true;
    return;
  }
  if (lead != '\n') cmd.text += static_cast<char>(lead);
  for (;;) {
    int c = next();
    if (c == '\\') {
      c = next();
      if (c == kEnd) {   // goes on in the next piece
        if (cmd.name != 'e') cmd.text += '\n';
        pending_text_ = true;
        return;
      }
      char made;
      --at_;
      std::size_t at = at_;
      if (number_escape(text_, at, made)) {
        at_ = at;
        cmd.text += made;
      } else if (c == 'n' && cmd.name != 'e') {
        ++at_;
        cmd.text += '\n';
      } else {
        ++at_;
        cmd.text += static_cast<char>(c);
      }
      continue;
    }
    if (c == kEnd || c == '\n') break;
    cmd.text += static_cast<char>(c);
  }
  cmd.text += '\n';
}

// The bracket expression whose [ is in out already: delimiters in it are ordinary.
void SedParser::bracket(std::string& out) {
  const auto put = [&](int c) {
    if (c != kEnd) out += static_cast<char>(c);
  };
  int c = next();
  if (c == '^') {
    put(c);
    c = next();
  }
  if (c == ']') {
    put(c);
    c = next();
  }
  for (; c != kEnd && c != '\n' && c != ']'; c = next()) {
    if (c == '\\') {
      const int d = next();
      if (d == 'n') {
        put('\n');
      } else {
        put(c);
        back(d);
      }
      continue;
    }
    put(c);
    if (c != '[') continue;
    const int kind = next();
    if (kind != ':' && kind != '.' && kind != '=') {
      back(kind);
      continue;
    }
    put(kind);
    for (int before = 0;;) {
      c = next();
      if (c == kEnd || c == '\n') break;
      put(c);
      if (before == kind && c == ']') break;
      before = c;
    }
    if (c == kEnd || c == '\n') break;
  }
  if (c == ']') put(c);
  else back(c);
}

std::optional<std::string> SedParser::delimited(int delimiter, bool regex) {
  std::string out;
  for (;;) {
    int c = next();
    if (c == kEnd) return std::nullopt;
    if (c == delimiter) return out;
    if (c == '\n' && regex) {
      back(c);
      return std::nullopt;
    }
    if (c == '\\') {
      c = next();
      if (c == kEnd) return std::nullopt;
      if (c == 'n' && regex && delimiter != 'n') {
        out += '\n';
        continue;
      }
      if (c == delimiter) {
        if (!regex && c == '&') out += '\\';
      } else if (c != '\n') {
        out += '\\';
      } else if (!regex) {
        out += '\\';
      }
      out += static_cast<char>(c);
      continue;
    }
    out += static_cast<char>(c);
    if (c == '[' && regex && delimiter != '[') bracket(out);
  }
}

// \a \f \v \r \t \cX \dNNN \oNNN \xHH: at is behind the backslash, and moves behind the escape.
bool SedParser::number_escape(std::string_view text, std::size_t& at, char& c) const {
  if (at >= text.size() || o_.posix) return false;
  static constexpr std::string_view kNames = "afrtv", kCodes = "\a\f\r\t\v";
  if (const std::size_t i = kNames.find(text[at]); i != kNames.npos) {
    c = kCodes[i];
    ++at;
    return true;
  }
  unsigned base = 0, digits = 0;
  switch (text[at]) {
    case 'c':
      if (at + 1 >= text.size()) return false;
      c = static_cast<char>((text[at + 1] >= 'a' && text[at + 1] <= 'z' ? text[at + 1] - 32 : text[at + 1]) ^ 0x40);
      at += 2;
      if (text[at - 1] == '\\' && at < text.size() && text[at] == '\\') ++at;
      return true;
    case 'd': base = 10; digits = 3; break;
    case 'o': base = 8; digits = 3; break;
    case 'x': base = 16; digits = 2; break;
    default: return false;
  }
  unsigned value = 0;
  std::size_t k = at + 1;
  for (; k < text.size() && k - at <= digits; ++k) {
    const char d = text[k];
    const unsigned v = d >= '0' && d <= '9' ? static_cast<unsigned>(d - '0')
                       : d >= 'a' && d <= 'f' ? static_cast<unsigned>(d - 'a' + 10)
                       : d >= 'A' && d <= 'F' ? static_cast<unsigned>(d - 'A' + 10) : 99;
    if (v >= base) break;
    value = value * base + v;
  }
  if (k == at + 1) return false;
  c = static_cast<char>(value);
  at = k;
  return true;
}

std::string SedParser::regex_escapes(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 >= text.size()) {
      out += text[i];
      continue;
    }
    std::size_t at = i + 1;
    char c;
    if (number_escape(text, at, c)) {
      out += c;
      i = at - 1;
    } else {
      out += text[i];
      out += text[++i];
    }
  }
  return out;
}

bool SedParser::compile(SedRegex& re, std::string pattern) {
  re.source = pattern;
  if (pattern.empty()) {
    if (re.icase || re.multiline) return fail("cannot specify modifiers on empty regexp");
    return true;
  }
  RegexOptions ro;
  ro.syntax = o_.extended ? Syntax::kExtended : Syntax::kBasic;
  ro.dialect = o_.posix && !o_.extended ? Dialect::kPosixMinimal : Dialect::kSed;
  ro.newline = re.multiline && o_.delimiter == '\n' ? Newline::kSeparate : Newline::kOrdinary;
  ro.icase = re.icase;
  ro.utf8 = o_.utf8;
  auto compiled = Regex::compile(regex_escapes(pattern), ro);
  if (!compiled) return fail(std::string(compiled.error().words()));
  re.regex = std::move(*compiled);
  return true;
}

bool SedParser::substitute(SedCommand& cmd) {
  cmd.substitution = std::make_unique<SedSubstitution>();
  SedSubstitution& s = *cmd.substitution;
  const int delimiter = next();
  std::optional<std::string> pattern, text;
  if (delimiter != kEnd && delimiter != '\n' && delimiter != '\\') pattern = delimited(delimiter, true);
  if (pattern) text = delimited(delimiter, false);
  if (!text) return fail("unterminated `s' command");
  if (!replacement(s, *text)) return false;
  if (!substitute_flags(cmd)) return false;
  if (!compile(s.regex, std::move(*pattern))) return false;
  if (s.regex.regex && s.groups > s.regex.regex->groups() + 1) {
    std::string words = "invalid reference \\";
    append_number(words, static_cast<std::uint64_t>(s.groups - 1));
    return fail(words + " on `s' command's RHS");
  }
  return true;
}

bool SedParser::substitute_flags(SedCommand& cmd) {
  SedSubstitution& s = *cmd.substitution;
  for (;;) {
    const int c = next();
    switch (c) {
      case 'i':
      case 'I': s.regex.icase = true; break;
      case 'm':
      case 'M': s.regex.multiline = true; break;
      case 'e':
        if (o_.sandbox) return fail("e/r/w commands disabled in sandbox mode");
        s.evaluate = true;
        break;
      case 'p':
        if (s.print) return fail("multiple `p' options to `s' command");
        s.print = s.evaluate ? 2 : 1;
        break;
      case 'g':
        if (s.global) return fail("multiple `g' options to `s' command");
        s.global = true;
        break;
      case 'w': return file_argument(cmd, script_.outputs);
      case ' ':
      case '\t': break;
      case '}':
      case '#': back(c); return true;
      case '\n':
      case ';':
      case kEnd: return true;
      case '\r': {
        const int d = next();
        if (d == '\n') return true;
        return fail("unknown option to `s'");
      }
      default:
        if (!is_digit(c)) return fail("unknown option to `s'");
        if (s.number) return fail("multiple number options to `s' command");
        s.number = integer(c);
        if (!s.number) return fail("number option to `s' command may not be zero");
    }
  }
}

// The right side of s: & \1 \n \L \U \l \u \E and the escapes of characters.
bool SedParser::replacement(SedSubstitution& s, std::string_view text) {
  using Case = SedPiece::Case;
  SedPiece piece;
  s.plain = true;
  const auto end_piece = [&] {
    s.replacement.push_back(std::move(piece));
    piece = {};
  };
  const auto group = [&](int n) {
    piece.group = n;
    s.groups = std::max<std::size_t>(s.groups, static_cast<std::size_t>(n) + 1);
    end_piece();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '&') {
      group(0);
      continue;
    }
    if (c != '\\' || i + 1 >= text.size()) {
      piece.text += c;
      continue;
    }
    const char d = text[++i];
    if (is_digit(d)) {
      group(d - '0');
      continue;
    }
    static constexpr std::string_view kCases = "ULEul";
    static constexpr Case kChanges[] = {Case::kUpper, Case::kLower, Case::kEnd, Case::kUpperNext, Case::kLowerNext};
    if (const std::size_t k = o_.posix ? kCases.npos : kCases.find(d); k != kCases.npos) {
      if (piece.change != Case::kKeep || !piece.text.empty()) end_piece();
      piece.change = kChanges[k];
      s.plain = false;
      continue;
    }
    if (d == 'n') {
      piece.text += '\n';
      continue;
    }
    if (d == 'c' && i + 2 < text.size() && text[i + 1] == '\\' && text[i + 2] != '\\')
      return fail("recursive escaping after \\c not allowed");
    std::size_t at = i;
    char made;
    if (number_escape(text, at, made)) {
      piece.text += made;
      i = at - 1;
    } else if (d == 'c' && i + 1 == text.size()) {
      piece.text += '\\';   // GNU prints a backslash for \c at the end
    } else {
      piece.text += d;
    }
  }
  if (!piece.text.empty() || piece.change != Case::kKeep) end_piece();
  return true;
}

bool SedParser::transliterate(SedCommand& cmd) {
  const int delimiter = next();
  std::optional<std::string> from, to;
  if (delimiter != kEnd && delimiter != '\n' && delimiter != '\\') from = delimited(delimiter, false);
  if (from) to = delimited(delimiter, false);
  if (!to) return fail("unterminated `y' command");
  const auto characters = [&](std::string_view text) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < text.size();) {
      if (text[i] == '\\' && i + 1 < text.size()) {
        std::size_t at = i + 1;
        char c;
        if (number_escape(text, at, c)) {
          out.emplace_back(1, c);
          i = at;
          continue;
        }
        ++i;
        if (text[i] == 'n') {
          out.emplace_back("\n");
          ++i;
          continue;
        }
      }
      const std::size_t n = o_.utf8 ? decode_utf8(text, i).size : 1;
      out.emplace_back(text.substr(i, n));
      i += n;
    }
    return out;
  };
  const auto a = characters(*from), b = characters(*to);
  if (a.size() != b.size()) return fail("strings for `y' command are different lengths");
  cmd.map = std::make_unique<SedTransliteration>();
  SedTransliteration& m = *cmd.map;
  for (int i = 0; i < 256; ++i) m.bytes[static_cast<std::size_t>(i)] = static_cast<char>(i);
  bool bytes = true;
  for (std::size_t i = 0; i < a.size(); ++i) bytes &= a[i].size() == 1 && b[i].size() == 1;
  const auto known = [&](std::string_view c) {
    return std::any_of(m.characters.begin(), m.characters.end(), [&](const auto& x) { return x.first == c; });
  };
  for (std::size_t i = a.size(); bytes && i-- > 0;) m.bytes[static_cast<unsigned char>(a[i][0])] = b[i][0];
  for (std::size_t i = 0; !bytes && i < a.size(); ++i)   // the first of two counts
    if (!known(a[i])) m.characters.emplace_back(a[i], b[i]);
  sort_vector(m.characters, [](const auto& x, const auto& y) { return x.first < y.first; });
  for (const std::string& c : a) m.from += c;
  for (const std::string& c : b) m.to += c;
  return end_of_command();
}

}  // namespace nacre
