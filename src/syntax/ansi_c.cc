// Escapes of $'...', byte by byte.
#include "src/syntax/ansi_c.h"

#include "src/base/utf8.h"

namespace nacre {
namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

// Up to `most` digits of `base` at text[at], which moves past them; taken counts them.
std::uint32_t read_digits(std::string_view text, std::size_t& at, int base, int most, int& taken) {
  std::uint32_t value = 0;
  for (taken = 0; taken < most && at < text.size() && digit_value(text[at]) < base; ++taken) {
    value = value * static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(digit_value(text[at++]));
  }
  return value;
}

char simple_escape(char c) {
  switch (c) {
    case 'a': return '\a';
    case 'b': return '\b';
    case 'e': case 'E': return '\033';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    case '\\': case '\'': case '"': case '?': return c;
    default: return 0;
  }
}

// An escape \x \u \U \c or octal; text[at] is the character after the backslash. False: NUL, which ends the string.
bool numeric_escape(std::string_view text, std::size_t& at, std::string& out) {
  const char c = text[at];
  int taken = 0;
  if (c >= '0' && c <= '7') {
    const std::uint32_t value = read_digits(text, at, 8, 3, taken) & 0xFF;
    if (value == 0) return false;
    out += static_cast<char>(value);
    return true;
  }
  ++at;
  if (c == 'x') {
    const bool braces = at < text.size() && text[at] == '{';
    if (braces) ++at;
    const std::uint32_t value = read_digits(text, at, 16, braces ? 1 << 20 : 2, taken) & 0xFF;
    if (braces && at < text.size() && text[at] == '}') ++at;
    if (taken == 0) {
      out += braces ? "\\x{" : "\\x";
      return true;
    }
    if (value == 0) return false;
    out += static_cast<char>(value);
    return true;
  }
  if (c == 'u' || c == 'U') {
    const std::uint32_t value = read_digits(text, at, 16, c == 'u' ? 4 : 8, taken);
    if (taken == 0) {
      out += '\\';
      out += c;
      return true;
    }
    if (value == 0) return false;
    append_utf8(out, static_cast<char32_t>(value));
    return true;
  }
  // \cX
  if (at >= text.size()) {
    out += "\\c";
    return true;
  }
  char control = text[at++];
  if (control == '\\' && at < text.size() && text[at] == '\\') ++at;
  if (control >= 'a' && control <= 'z') control = static_cast<char>(control - 32);
  const char value = control == '?' ? '\177' : static_cast<char>(control & 0x1f);
  if (value == 0) return false;
  out += value;
  return true;
}

}  // namespace

std::string decode_ansi_c(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t slash = text.find('\\', at);
    if (slash == std::string_view::npos || slash + 1 == text.size()) {
      out += text.substr(at);
      break;
    }
    out += text.substr(at, slash - at);
    at = slash + 1;
    const char c = text[at];
    if (const char simple = simple_escape(c)) {
      out += simple;
      ++at;
    } else if ((c >= '0' && c <= '7') || c == 'x' || c == 'u' || c == 'U' || c == 'c') {
      if (!numeric_escape(text, at, out)) break;
    } else {
      out += '\\';
      out += c;
      ++at;
    }
  }
  return out;
}

std::string single_quote(std::string_view text) {
  if (text == "'") return "\\'";
  std::string out = "'";
  for (char c : text) {
    if (c == '\'') out += "'\\''";
    else out += c;
  }
  out += '\'';
  return out;
}

std::string remove_quotes(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at++];
    if (c == '\\') {
      if (at < text.size()) out += text[at++];
    } else if (c == '\'') {
      const std::size_t end = std::min(text.find('\'', at), text.size());
      out += text.substr(at, end - at);
      at = end + 1;
    } else if (c == '"') {
      while (at < text.size() && text[at] != '"') {
        if (text[at] == '\\' && at + 1 < text.size() &&
            std::string_view("$`\"\\\n").find(text[at + 1]) != std::string_view::npos)
          ++at;
        out += text[at++];
      }
      ++at;
    } else {
      out += c;
    }
  }
  return out;
}

bool needs_ansi_c(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Decoded d = decode_utf8(text, at);
    if (!d.valid || d.code < 0x20 || d.code == 0x7f || (d.code >= 0x80 && d.code < 0xa0)) return true;
    at += d.size;
  }
  return false;
}

std::string ansi_c_quote(std::string_view text) {
  std::string out = "$'";
  for (std::size_t at = 0; at < text.size();) {
    const Decoded d = decode_utf8(text, at);
    const char c = text[at];
    static constexpr std::string_view kFrom = "\a\b\033\f\n\r\t\v\\'";
    static constexpr std::string_view kTo = "abEfnrtv\\'";
    if (const std::size_t simple = kFrom.find(c); simple != std::string_view::npos) {
      out += '\\';
      out += kTo[simple];
    } else if (!d.valid || d.code < 0x20 || d.code == 0x7f || (d.code >= 0x80 && d.code < 0xa0)) {
      for (std::size_t i = 0; i < d.size; ++i) {
        const unsigned byte = static_cast<unsigned char>(text[at + i]);
        out += '\\';
        out += static_cast<char>('0' + (byte >> 6));
        out += static_cast<char>('0' + ((byte >> 3) & 7));
        out += static_cast<char>('0' + (byte & 7));
      }
    } else {
      out += text.substr(at, d.size);
    }
    at += d.size;
  }
  out += '\'';
  return out;
}

}  // namespace nacre
