// One scan writes the text in a style; where the style wants quotes only when they are needed and the scan finds that
// they are, it gives up and the text is written again in the style that always quotes. See quoting.h.
#include "src/base/quoting.h"

#include "src/base/ctype.h"
#include "src/base/utf8.h"

namespace nacre {
namespace {

constexpr struct {
  std::string_view word;
  QuotingStyle style;
} kStyles[] = {
    {"literal", QuotingStyle::kLiteral}, {"shell", QuotingStyle::kShell}, {"shell-always", QuotingStyle::kShellAlways},
    {"shell-escape", QuotingStyle::kShellEscape}, {"shell-escape-always", QuotingStyle::kShellEscapeAlways},
    {"c", QuotingStyle::kC}, {"c-maybe", QuotingStyle::kCMaybe}, {"escape", QuotingStyle::kEscape},
    {"locale", QuotingStyle::kLocale}, {"clocale", QuotingStyle::kC},
};

constexpr std::string_view kNamed = "\a\b\t\n\v\f\r\\", kLetters = "abtnvfr\\";

void append_octal(std::string& out, unsigned char c) {
  for (int shift = 6; shift >= 0; shift -= 3) out += static_cast<char>('0' + (c >> shift & 7));
}

struct Character {
  std::string_view bytes;
  bool printable;
};
Character character_at(std::string_view text, std::size_t at, bool utf8) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x80 || !utf8) return {text.substr(at, 1), byte >= 0x20 && byte < 0x7F};
  const Decoded d = decode_utf8(text, at);
  return {text.substr(at, d.size), d.valid && in_class(d.code, CharClass::kPrint)};
}

// kC, kEscape, kLocale: backslash escapes.
std::string c_style(std::string_view text, std::string_view open, std::string_view close, const Quoting& how) {
  std::string out(open);
  for (std::size_t i = 0; i < text.size();) {
    const Character ch = character_at(text, i, how.utf8);
    const char c = text[i];
    i += ch.bytes.size();
    if (const std::size_t k = kNamed.find(c); k != kNamed.npos) {
      out += '\\';
      out += kLetters[k];
    } else if (c == '\0') {
      out += '\\';
      const bool digit_follows = i < text.size() && text[i] >= '0' && text[i] <= '9';
      out += digit_follows ? "000" : "0";
    } else if (!ch.printable) {
      for (char b : ch.bytes) {
        out += '\\';
        append_octal(out, static_cast<unsigned char>(b));
      }
    } else {
      if ((!close.empty() && ch.bytes == close) || how.extra.find(c) != how.extra.npos) out += '\\';
      out += ch.bytes;
    }
  }
  return out.append(close);
}

bool shell_special(std::string_view text, std::size_t i) {
  const char c = text[i];
  if (c == '{' || c == '}') return text.size() == 1;
  if (c == '#' || c == '~') return i == 0;
  return std::string_view(" !\"$&()*;<=>[^`|'\\?").find(c) != std::string_view::npos;
}
// Means itself inside double quotes as well.
bool plain_in_double_quotes(std::string_view text, std::size_t i) {
  const char c = text[i];
  if (c == '#' || c == '~') return i == 0;
  if (c == '{' || c == '}') return text.size() == 1;
  return c == ' ' || c == '\'' || c == '%' || (c >= '+' && c <= ':') || c == ']' || c == '_' || (c >= 'a' && c <= 'z') ||
         (c >= '@' && c <= 'Z');
}

bool needs_shell_quotes(std::string_view text, const Quoting& how, bool escape) {
  if (text.empty()) return true;
  for (std::size_t i = 0; i < text.size();) {
    const Character ch = character_at(text, i, how.utf8);
    const char c = text[i];
    if (shell_special(text, i) || c == '\n' || c == '\r' || c == '\t') return true;
    if (how.extra.find(c) != how.extra.npos || (escape && !ch.printable)) return true;
    i += ch.bytes.size();
  }
  return false;
}

std::string shell_quoted(std::string_view text, const Quoting& how, bool escape) {
  const bool has_quote = text.find('\'') != text.npos;
  bool plain = true, escaping = false;
  for (std::size_t i = 0; i < text.size() && has_quote;) {
    const Character ch = character_at(text, i, how.utf8);
    plain = plain && ((ch.bytes.size() > 1 && ch.printable) || plain_in_double_quotes(text, i));
    // GNU scans such a text twice, and the second time begins as if still in the escape that ended the first.
    escaping = escape && !ch.printable;
    i += ch.bytes.size();
  }
  if (has_quote && plain) return "\"" + std::string(text) + "\"";
  std::string out = "'";
  for (std::size_t i = 0; i < text.size();) {
    const Character ch = character_at(text, i, how.utf8);
    if (escape && !ch.printable) {
      if (!escaping) out += "'$'";
      escaping = true;
      for (char b : ch.bytes) {
        out += '\\';
        const std::size_t k = kNamed.find(b);
        if (k != kNamed.npos) out += kLetters[k];
        else append_octal(out, static_cast<unsigned char>(b));
      }
    } else if (text[i] == '\'') {
      out += "'\\''";
      escaping = false;
    } else {
      if (escaping) out += "''";
      escaping = false;
      out += ch.bytes;
    }
    i += ch.bytes.size();
  }
  return out + "'";
}

}  // namespace

std::optional<QuotingStyle> find_quoting_style(std::string_view word) {
  for (const auto& s : kStyles)
    if (s.word == word) return s.style;
  return std::nullopt;
}

std::string quote_text(std::string_view text, const Quoting& how) {
  switch (how.style) {
    case QuotingStyle::kLiteral: return std::string(text);
    case QuotingStyle::kC: return c_style(text, "\"", "\"", how);
    case QuotingStyle::kEscape: return c_style(text, "", "", how);
    case QuotingStyle::kLocale: return how.utf8 ? c_style(text, "\u2018", "\u2019", how) : c_style(text, "'", "'", how);
    case QuotingStyle::kCMaybe: {
      Quoting plain = how;
      plain.extra = "";
      std::string quoted = c_style(text, "\"", "\"", plain);
      bool needed = how.extra.empty() ? false : text.find_first_of(how.extra) != text.npos;
      for (std::size_t i = 0; i < text.size() && !needed;) {
        const Character ch = character_at(text, i, how.utf8);
        needed = !ch.printable || text[i] == '"';
        i += ch.bytes.size();
      }
      return needed ? quoted : std::string(text);
    }
    case QuotingStyle::kShell:
    case QuotingStyle::kShellEscape: {
      const bool escape = how.style == QuotingStyle::kShellEscape;
      return needs_shell_quotes(text, how, escape) ? shell_quoted(text, how, escape) : std::string(text);
    }
    case QuotingStyle::kShellAlways: return shell_quoted(text, how, false);
    case QuotingStyle::kShellEscapeAlways: return shell_quoted(text, how, true);
  }
  return std::string(text);
}

}  // namespace nacre
