// Quoting for output, and the text of declarations.
#include "src/expand/quote.h"

#include "src/base/ctype.h"
#include "src/base/utf8.h"

namespace nacre {
namespace {

bool printable(char32_t code) { return code < 0x80 ? code >= 0x20 && code < 0x7f : in_class(code, CharClass::kPrint); }

// Calls f(at, Decoded) for each character.
template <class F>
void characters(std::string_view text, bool utf8, F&& f) {
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    const Decoded d = utf8 && c >= 0x80 ? decode_utf8(text, i) : Decoded{c, 1, c < 0x80};
    f(i, d);
    i += d.size;
  }
}

// Characters that a backslash is put before.
bool shell_special(char c) {
  if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) return false;
  return std::string_view(" \t\n'\"\\|&;()<>!{}*[]?^$`,#~").find(c) != std::string_view::npos;
}

}  // namespace

std::string quote_single(std::string_view text) {
  if (text == "'") return "\\'";
  std::string out = "'";
  for (std::size_t quote; (quote = text.find('\'')) != text.npos; text.remove_prefix(quote + 1)) {
    out += text.substr(0, quote);
    out += "'\\''";
  }
  out += text;
  return out += '\'';
}

bool needs_ansi_c(std::string_view text, bool utf8) {
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    const Decoded d = utf8 && c >= 0x80 ? decode_utf8(text, i) : Decoded{c, 1, c < 0x80};
    if (!d.valid || !printable(d.code)) return true;
    i += d.size;
  }
  return false;
}

std::string shown_name(std::string_view text, bool utf8) {
  return needs_ansi_c(text, utf8) ? quote_ansi_c(text, utf8) : std::string(text);
}

std::string quote_ansi_c(std::string_view text, bool utf8) {
  static constexpr std::string_view kPlain = "\033\a\b\f\n\r\t\v\\'";
  static constexpr std::string_view kLetter = "Eabfnrtv\\'";
  std::string out = "$'";
  characters(text, utf8, [&](std::size_t at, const Decoded& d) {
    const std::size_t known = d.size == 1 ? kPlain.find(text[at]) : std::string_view::npos;
    if (known != std::string_view::npos) {
      out += '\\';
      out += kLetter[known];
    } else if (d.valid && printable(d.code)) {
      out += text.substr(at, d.size);
    } else {
      for (const char c : text.substr(at, d.size)) {
        const auto b = static_cast<unsigned char>(c);
        out += '\\';
        out += static_cast<char>('0' + (b >> 6));
        out += static_cast<char>('0' + ((b >> 3) & 7));
        out += static_cast<char>('0' + (b & 7));
      }
    }
  });
  return out += '\'';
}

std::string quote_transform(std::string_view text, bool utf8) {
  return needs_ansi_c(text, utf8) ? quote_ansi_c(text, utf8) : quote_single(text);
}

std::string quote_backslash(std::string_view text, bool utf8) {
  if (text.empty()) return "''";
  if (needs_ansi_c(text, utf8)) return quote_ansi_c(text, utf8);
  std::string out;
  std::size_t copied = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!shell_special(c)) continue;
    // # and ~ only matter at the start, ~ also after : and =.
    const bool start = i == 0 || (c == '~' && (text[i - 1] == ':' || text[i - 1] == '='));
    if ((c == '#' || c == '~') && !start) continue;
    out += text.substr(copied, i - copied);
    out += '\\';
    copied = i;
  }
  out += text.substr(copied);
  return out;
}

std::string quote_double(std::string_view text, bool utf8) {
  if (needs_ansi_c(text, utf8)) return quote_ansi_c(text, utf8);
  std::string out = "\"";
  std::size_t copied = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c != '"' && c != '$' && c != '`' && c != '\\') continue;
    out += text.substr(copied, i - copied);
    out += '\\';
    copied = i;
  }
  out += text.substr(copied);
  return out += '"';
}

std::string quote_set(std::string_view text, bool utf8) {
  if (text.empty()) return {};
  if (needs_ansi_c(text, utf8)) return quote_ansi_c(text, utf8);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool start = i == 0 || (c == '~' && (text[i - 1] == ':' || text[i - 1] == '='));
    if (shell_special(c) && c != ',' && ((c != '#' && c != '~') || start)) return quote_single(text);
  }
  return std::string(text);
}

std::string quote_key(std::string_view key, bool utf8) {
  if (needs_ansi_c(key, utf8)) return quote_ansi_c(key, utf8);
  if (key == "@" || key == "*") return quote_double(key, utf8);
  for (std::size_t i = 0; i < key.size(); ++i) {
    const char c = key[i];
    const bool start = i == 0 || (c == '~' && (key[i - 1] == ':' || key[i - 1] == '='));
    if (shell_special(c) && c != ',' && ((c != '#' && c != '~') || start)) return quote_double(key, utf8);
  }
  return std::string(key);
}

std::string array_text(const Variable& v, bool utf8) {
  std::string out = "(";
  if (v.indexed()) {
    v.indexed()->each([&](std::int64_t i, const std::string& value) {
      if (out.size() > 1) out += ' ';
      out += '[' + std::to_string(i) + "]=" + quote_double(value, utf8);
    });
  } else if (v.assoc()) {
    v.assoc()->each([&](std::string_view key, const std::string& value) {
      out += '[' + quote_key(key, utf8) + "]=" + quote_double(value, utf8) + ' ';
    });
  }
  return out += ')';
}

std::string attribute_letters(std::uint16_t a) {
  std::string out;
  const auto add = [&](std::uint16_t bit, char letter) {
    if (a & bit) out += letter;
  };
  add(kIndexed, 'a');
  add(kAssociative, 'A');
  add(kInteger, 'i');
  add(kNameref, 'n');
  add(kReadonly, 'r');
  add(kTrace, 't');
  add(kExport, 'x');
  add(kCapitalize, 'c');
  add(kLowercase, 'l');
  add(kUppercase, 'u');
  return out;
}

std::string declare_text(std::string_view name, const Variable& v, bool utf8) {
  const std::string letters = attribute_letters(v.attributes);
  std::string out = "declare -" + (letters.empty() ? "-" : letters) + " ";
  out += name;
  if (!v.is_set()) return out;
  out += '=';
  return out += v.is_array() ? array_text(v, utf8) : quote_double(v.text(), utf8);
}

std::string set_text(std::string_view name, const Variable& v, bool utf8) {
  std::string out(name);
  out += '=';
  return out += v.is_array() ? array_text(v, utf8) : quote_set(v.text(), utf8);
}

}  // namespace nacre
