// sed --debug: the script written out as it was understood. See sed.h.
#include "src/base/numbers.h"
#include "src/commands/sed.h"

namespace nacre {
namespace {

void put_regex(const SedRegex& re, std::string& out) {
  for (char c : re.source) {
    if (c == '\n') {
      out += "\\n";
    } else {
      if (c == '\\' || c == '/') out += '\\';
      out += c;
    }
  }
}

void put_address(const SedAddress& a, std::string& out) {
  using Kind = SedAddress::Kind;
  switch (a.kind) {
    case Kind::kNone: break;
    case Kind::kLine: append_number(out, a.first); break;
    case Kind::kStep:
      append_number(out, a.first);
      out += '~';
      append_number(out, a.step);
      break;
    case Kind::kLast: out += '$'; break;
    case Kind::kPlus:
      out += '+';
      append_number(out, a.first);
      break;
    case Kind::kMultiple:
      out += '~';
      append_number(out, a.first);
      break;
    case Kind::kRegex:
      out += '/';
      put_regex(*a.regex, out);
      out += '/';
      if (a.regex->icase) out += 'I';
      if (a.regex->multiline) out += 'M';
      break;
  }
}

void put_substitution(const SedCommand& c, const SedScript& script, std::string& out) {
  const SedSubstitution& s = *c.substitution;
  out += "s/";
  put_regex(s.regex, out);
  out += '/';
  for (const SedPiece& piece : s.replacement) {
    out += piece.text;
    if (piece.group == 0) out += '&';
    if (piece.group > 0) out += '\\' + std::string(1, static_cast<char>('0' + piece.group));
  }
  out += '/';
  if (s.regex.icase) out += 'I';
  if (s.regex.multiline) out += 'M';
  if (s.global) out += 'g';
  if (s.evaluate) out += 'e';
  if (s.print) out += 'p';
  if (s.number) append_number(out, s.number);
  if (c.file >= 0) out += 'w' + script.outputs[static_cast<std::size_t>(c.file)];
}

}  // namespace

std::string sed_debug(const SedCommand& c, const SedScript& script, std::size_t depth) {
  std::string out(depth * 2, ' ');
  put_address(c.a1, out);
  if (c.a2.kind != SedAddress::Kind::kNone) {
    out += ',';
    put_address(c.a2, out);
  }
  if (c.negated) out += '!';
  if (c.a1.kind != SedAddress::Kind::kNone) out += ' ';
  switch (c.name) {
    case 's': put_substitution(c, script, out); break;
    case 'y': out += "y/" + c.map->from + "/" + c.map->to + "/"; break;
    case ':': out += ':' + c.text; break;
    case 'a': case 'i': case 'c': out += std::string(1, c.name) + "\\" + c.text; break;
    case 'w': case 'W': out += std::string(1, c.name) + c.text; break;
    default:
      out += c.name;
      if (c.number >= 0) {
        out += ' ';
        append_number(out, c.number);
      }
      if (!c.text.empty()) out += ' ' + c.text;
  }
  return out + '\n';
}

std::string sed_debug(const SedScript& script, const SedOptions&) {
  std::string out;
  std::size_t depth = 1;
  for (const SedCommand& c : script.commands) {
    if (c.name == '}' && depth > 1) --depth;
    out += sed_debug(c, script, depth);
    if (c.name == '{') ++depth;
  }
  return out;
}

}  // namespace nacre
