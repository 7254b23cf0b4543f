// See ls_colors.h. The value is NAME=SEQUENCE pairs and *SUFFIX=SEQUENCE pairs, separated by colons; sequences have
// escapes of their own (\e, \033, \x1b, ^[).
#include "src/commands/ls_colors.h"

#include "src/process/locale.h"
#include "src/regex/pattern.h"

namespace nacre {
namespace {

constexpr std::string_view kNames[] = {"lc", "rc", "ec", "rs", "no", "fi", "di", "ln", "pi", "so", "bd", "cd",
                                       "mi", "or", "ex", "do", "su", "sg", "st", "ow", "tw", "ca", "mh", "cl"};
// Terminals that are known to have colors.
constexpr std::string_view kTerminals[] = {
    "Eterm", "ansi", "*color*", "con[0-9]*x[0-9]*", "cons25", "console", "cygwin", "*direct*", "dtterm", "gnome", "hurd",
    "jfbterm", "konsole", "kterm", "linux", "linux-c", "mlterm", "putty", "rxvt*", "screen*", "st", "terminator", "tmux*",
    "vt100", "xterm*"};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

}  // namespace

bool take_color_sequence(std::string_view& in, std::string& out, bool until_equals) {
  std::size_t i = 0;
  const auto at = [&](std::size_t k) { return k < in.size() ? in[k] : '\0'; };
  while (i < in.size() && in[i] != ':' && !(until_equals && in[i] == '=')) {
    char c = in[i++];
    if (c == '\\') {
      if (i >= in.size()) return false;
      c = in[i++];
      if (c >= '0' && c <= '7') {
        int v = c - '0';
        while (at(i) >= '0' && at(i) <= '7') v = (v * 8 + (in[i++] - '0')) & 255;
        out += static_cast<char>(v);
        continue;
      }
      if (c == 'x' || c == 'X') {
        int v = 0;
        while (hex(at(i)) >= 0) v = (v * 16 + hex(in[i++])) & 255;
        out += static_cast<char>(v);
        continue;
      }
      switch (c) {
        case 'a': c = '\a'; break;
        case 'b': c = '\b'; break;
        case 'e': c = 27; break;
        case 'f': c = '\f'; break;
        case 'n': c = '\n'; break;
        case 'r': c = '\r'; break;
        case 't': c = '\t'; break;
        case 'v': c = '\v'; break;
        case '?': c = 127; break;
        case '_': c = ' '; break;
      }
      out += c;
    } else if (c == '^') {
      const char d = at(i++);
      if (d >= '@' && d <= '~') out += static_cast<char>(d & 037);
      else if (d == '?') out += '\177';
      else return false;
    } else {
      out += c;
    }
  }
  in.remove_prefix(i);
  return true;
}

LsColors::LsColors() {
  const std::pair<Indicator, std::string_view> defaults[] = {
      {kLeft, "\033["}, {kRight, "m"}, {kReset, "0"}, {kDirectory, "01;34"}, {kLink, "01;36"}, {kFifo, "33"},
      {kSocket, "01;35"}, {kBlock, "01;33"}, {kChar, "01;33"}, {kExecutable, "01;32"}, {kDoor, "01;35"}, {kSetUid, "37;41"},
      {kSetGid, "30;43"}, {kSticky, "37;44"}, {kOtherWritable, "34;42"}, {kStickyOtherWritable, "30;42"},
      {kCapability, "30;41"}, {kClearLine, "\033[K"}};
  for (const auto& [i, s] : defaults) sequences_[i] = std::string(s);
}

void LsColors::read(const Process& p, bool& off, std::vector<std::string>& warnings) {
  const std::string_view value = p.getenv("LS_COLORS").value_or("");
  if (value.empty()) {
    if (!p.getenv("COLORTERM").value_or("").empty()) return;
    const std::string_view term = p.getenv("TERM").value_or("");
    off = true;
    for (std::string_view known : kTerminals)
      if (!term.empty() && Pattern::compile(known).matches(term)) off = false;
    return;
  }
  if (parse(value, warnings)) return;
  warnings.push_back("unparsable value for LS_COLORS environment variable");
  suffixes_.clear();
  off = true;
}

bool LsColors::parse(std::string_view text, std::vector<std::string>& warnings) {
  while (!text.empty()) {
    if (text[0] == ':') {
      text.remove_prefix(1);
      continue;
    }
    std::string sequence;
    if (text[0] == '*') {
      text.remove_prefix(1);
      std::string suffix;
      if (!take_color_sequence(text, suffix, true) || !text.starts_with('=')) return false;
      text.remove_prefix(1);
      if (!take_color_sequence(text, sequence, false)) return false;
      suffixes_.emplace_back(std::move(suffix), std::move(sequence));
      continue;
    }
    if (text.size() < 3 || text[2] != '=') return false;
    const std::string_view name = text.substr(0, 2);
    text.remove_prefix(3);
    if (!take_color_sequence(text, sequence, false)) return false;
    bool known = false;
    for (std::size_t i = 0; i < kIndicators; ++i)
      if (kNames[i] == name) {
        sequences_[i] = std::move(sequence);
        known = true;
        break;
      }
    if (!known) {
      warnings.push_back("unrecognized prefix: " + std::string("\u2018") + std::string(name) + "\u2019");
      return false;
    }
  }
  if (sequences_[kLink] == "target") links_as_targets_ = true;
  return true;
}

bool LsColors::colored(Indicator i) const {
  const auto& s = sequences_[i];
  return s && !s->empty() && *s != "0" && *s != "00";
}

const std::string* LsColors::by_suffix(std::string_view name) const {
  for (auto it = suffixes_.rbegin(); it != suffixes_.rend(); ++it) {
    const std::string& suffix = it->first;
    if (suffix.size() > name.size()) continue;
    const std::string_view tail = name.substr(name.size() - suffix.size());
    bool same = true;
    for (std::size_t i = 0; i < suffix.size() && same; ++i) same = lower(suffix[i]) == lower(tail[i]);
    if (same) return &it->second;
  }
  return nullptr;
}

}  // namespace nacre
