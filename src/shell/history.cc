// The list of commands and history expansion.
#include "src/shell/history.h"

#include <algorithm>

#include "src/process/machine.h"
#include "src/regex/pattern.h"
#include "src/shell/builtin.h"

namespace nacre {

void History::stifle(std::size_t n) {
  if (entries.size() <= n) return;
  const std::size_t gone = entries.size() - n;
  entries.erase(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(gone));
  base += static_cast<std::int64_t>(gone);
  added = std::min(added, entries.size());
}

void trim_history(Shell& sh) {
  const auto size = sh.value("HISTSIZE");
  const auto n = size ? builtin_number(*size) : std::nullopt;
  if (n && *n >= 0 && sh.history->entries.size() > static_cast<std::uint64_t>(*n))
    sh.history.change().stifle(static_cast<std::size_t>(*n));
}

namespace {

// The lines of one command as one: "; " between them where a newline ends a command, a blank where it does not, and the
// newline itself inside quotes and here-documents.
std::string join_lines(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  if (text.find('\n') == text.npos || text.find("<<") != text.npos) return std::string(text);
  std::string out;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote) {
      if (c == '\\' && quote == '"' && i + 1 < text.size()) out += text[i++];
      else if (c == quote) quote = 0;
      out += text[i];
      continue;
    }
    if (c == '\\' && i + 1 < text.size()) {
      if (text[i + 1] == '\n') {
        ++i;
        continue;
      }
      out += c;
      out += text[++i];
      continue;
    }
    if (c == '\'' || c == '"') quote = c;
    if (c != '\n') {
      out += c;
      continue;
    }
    while (!out.empty() && (out.back() == ' ' || out.back() == '\t')) out.pop_back();
    const std::size_t word = out.find_last_of(" \t;&|(){") + 1;
    const std::string_view last = std::string_view(out).substr(word);
    const bool open = out.empty() || std::string_view(";&|({").find(out.back()) != std::string_view::npos || last == "do" ||
                      last == "then" || last == "else" || last == "elif" || last == "in" || last == "while" || last == "until" ||
                      last == "if";
    out += open ? " " : "; ";
    while (i + 1 < text.size() && (text[i + 1] == ' ' || text[i + 1] == '\t' || text[i + 1] == '\n')) ++i;
  }
  return out;
}

bool has_word(std::string_view list, std::string_view word) {
  for (;;) {
    const std::size_t colon = list.find(':');
    if (list.substr(0, colon) == word) return true;
    if (colon == list.npos) return false;
    list.remove_prefix(colon + 1);
  }
}

// HISTCONTROL and HISTIGNORE.
bool wanted(Shell& sh, const std::string& text) {
  const std::string control(sh.value("HISTCONTROL").value_or(""));
  const auto& entries = sh.history->entries;
  const bool both = has_word(control, "ignoreboth");
  if ((both || has_word(control, "ignorespace")) && (text.starts_with(' ') || text.starts_with('\t'))) return false;
  if ((both || has_word(control, "ignoredups")) && !entries.empty() && entries.back().text == text) return false;
  std::string_view patterns = sh.value("HISTIGNORE").value_or("");
  while (!patterns.empty()) {
    const std::size_t colon = patterns.find(':');
    std::string pattern(patterns.substr(0, colon));
    if (pattern == "&" && !entries.empty()) pattern = Pattern::escape(entries.back().text);
    if (Pattern::compile(pattern, {.extglob = sh.on(ShellOption::kExtglob), .utf8 = sh.utf8()}).matches(text)) return false;
    if (colon == patterns.npos) break;
    patterns.remove_prefix(colon + 1);
  }
  if (has_word(control, "erasedups")) {
    History& h = sh.history.change();
    std::erase_if(h.entries, [&](const HistoryEntry& e) { return e.text == text; });
    h.added = std::min(h.added, h.entries.size());
  }
  return true;
}

}  // namespace

bool remember_command(Shell& sh, std::string_view text) {
  while (text.starts_with('\n')) text.remove_prefix(1);
  std::string entry = sh.on(ShellOption::kCmdhist) ? join_lines(text) : std::string(text);
  while (entry.ends_with('\n')) entry.pop_back();
  if (entry.find_first_not_of(" \t\n") == entry.npos || !wanted(sh, entry)) return false;
  History& h = sh.history.change();
  h.entries.push_back({std::move(entry), sh.process().machine().now() / kSecond});
  ++h.added;
  trim_history(sh);
  return true;
}

std::vector<HistoryEntry> parse_history_file(std::string_view text) {
  std::vector<HistoryEntry> entries;
  std::int64_t time = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (line.size() > 1 && line[0] == '#' && line[1] >= '0' && line[1] <= '9') {
      time = builtin_number(line.substr(1)).value_or(0);
      continue;
    }
    if (line.empty()) continue;
    entries.push_back({std::string(line), time});
    time = 0;
  }
  return entries;
}

// --- expansion ----------------------------------------------------------------------------------------------------------

namespace {

// The words of a line, as the shell would split it, quotes kept.
std::vector<std::string> history_words(std::string_view line) {
  std::vector<std::string> words;
  std::size_t i = 0;
  while (i < line.size()) {
    if (line[i] == ' ' || line[i] == '\t' || line[i] == '\n') {
      ++i;
      continue;
    }
    const std::size_t start = i;
    constexpr std::string_view kOperators = "|&;()<>";
    if (kOperators.find(line[i]) != kOperators.npos) {
      while (i < line.size() && i < start + 2 && kOperators.find(line[i]) != kOperators.npos && (i == start || line[i] == line[start])) ++i;
    } else {
      char quote = 0;
      for (; i < line.size(); ++i) {
        const char c = line[i];
        if (quote) {
          if (c == quote) quote = 0;
        } else if (c == '\\' && i + 1 < line.size()) {
          ++i;
        } else if (c == '\'' || c == '"' || c == '`') {
          quote = c;
        } else if (c == ' ' || c == '\t' || c == '\n' || kOperators.find(c) != kOperators.npos) {
          break;
        }
      }
    }
    words.emplace_back(line.substr(start, i - start));
  }
  return words;
}

std::string join_words(const std::vector<std::string>& words, std::size_t from, std::size_t to) {
  std::string out;
  for (std::size_t i = from; i <= to && i < words.size(); ++i) out += (i > from ? " " : "") + words[i];
  return out;
}

class HistoryExpansion {
 public:
  HistoryExpansion(const Shell& sh, std::string_view line, std::string& error) : sh_(sh), line_(line), error_(error) {}

  std::optional<std::string> run() {
    if (line_.starts_with('^')) {   // ^old^new^ is !!:s^old^new^
      quick_ = "!!:s" + std::string(line_);
      line_ = quick_;
    }
    bool single = false;
    while (at_ < line_.size()) {
      const char c = line_[at_];
      if (c == '\\' && !single && at_ + 1 < line_.size()) {
        out_ += c;
        out_ += line_[at_ + 1];
        at_ += 2;
        continue;
      }
      if (c == '\'') single = !single;
      const char next = at_ + 1 < line_.size() ? line_[at_ + 1] : '\0';
      if (c != '!' || single || !next || next == ' ' || next == '\t' || next == '\n' || next == '=' || next == '(' ||
          (next == '"' && at_ > 0)) {
        out_ += c;
        ++at_;
        continue;
      }
      if (!event()) return {};
    }
    return std::move(out_);
  }

 private:
  const std::string* nth(std::int64_t n) const {
    const History& h = sh_.history.get();
    if (n < 0) n += h.base + static_cast<std::int64_t>(h.entries.size());
    if (n < h.base || n >= h.base + static_cast<std::int64_t>(h.entries.size())) return nullptr;
    return &h.entries[static_cast<std::size_t>(n - h.base)].text;
  }
  bool fails(std::size_t start, const char* what) {
    std::size_t end = at_;
    if (end == start) end = line_.size();
    error_ = std::string(line_.substr(start, end - start)) + ": " + what;
    return false;
  }

  // One ! with what belongs to it.
  bool event() {
    const std::size_t start = at_++;
    const std::string* text = nullptr;
    std::string current;
    const char c = line_[at_];
    if (c == '!') {
      ++at_;
      text = nth(-1);
    } else if (c == '#') {
      ++at_;
      current = out_;
      text = &current;
    } else if (c == '-' || (c >= '0' && c <= '9')) {
      std::size_t end = at_ + (c == '-');
      while (end < line_.size() && line_[end] >= '0' && line_[end] <= '9') ++end;
      const auto n = builtin_number(line_.substr(at_, end - at_));
      at_ = end;
      text = n && *n ? nth(*n) : nullptr;
    } else if (c == '$' || c == '^' || c == '*' || c == ':') {
      text = nth(-1);    // !$ is !!:$
    } else {
      const bool anywhere = c == '?';
      if (anywhere) ++at_;
      std::size_t end = at_;
      while (end < line_.size() && (anywhere ? line_[end] != '?' && line_[end] != '\n'
                                             : std::string_view(" \t\n:;&|()<>\"'").find(line_[end]) == std::string_view::npos))
        ++end;
      const std::string_view wanted = line_.substr(at_, end - at_);
      at_ = end + (anywhere && end < line_.size() && line_[end] == '?');
      const auto& entries = sh_.history->entries;
      for (auto it = entries.rbegin(); it != entries.rend() && !text; ++it)
        if (anywhere ? it->text.find(wanted) != std::string::npos : it->text.starts_with(wanted)) text = &it->text;
    }
    if (!text) return fails(start, "event not found");
    std::string result = *text;
    if (!designator(start, result)) return false;
    if (!modifiers(start, result)) return false;
    out_ += result;
    return true;
  }

  // :n, :n-m, :^, :$, :*, :n*, :-m
  bool designator(std::size_t start, std::string& text) {
    std::size_t i = at_;
    if (i < line_.size() && line_[i] == ':') ++i;
    if (i >= line_.size()) return true;
    const std::vector<std::string> words = history_words(text);
    const std::size_t last = words.empty() ? 0 : words.size() - 1;
    const bool colon = i > at_;
    const auto number = [&](std::size_t& n) {
      if (i < line_.size() && line_[i] == '^') return n = 1, ++i, true;
      if (i < line_.size() && line_[i] == '$') return n = last, ++i, true;
      std::size_t end = i;
      while (end < line_.size() && line_[end] >= '0' && line_[end] <= '9') ++end;
      if (end == i || !colon) return false;
      n = static_cast<std::size_t>(builtin_number(line_.substr(i, end - i)).value_or(INT32_MAX));
      i = end;
      return true;
    };
    std::size_t from = 0, to;
    if (line_[i] == '*') {
      ++i;
      at_ = i;
      text = words.size() > 1 ? join_words(words, 1, last) : std::string();
      return true;
    }
    if (line_[i] == '-' && colon) from = 0;
    else if (!number(from)) return true;
    to = from;
    if (i < line_.size() && line_[i] == '*') {
      ++i;
      to = last;
    } else if (i < line_.size() && line_[i] == '-' ) {
      ++i;
      if (!number(to)) to = last > 0 ? last - 1 : 0;
    }
    at_ = i;
    if (from > last || to > last || from > to) return fails(start, "bad word specifier");
    text = join_words(words, from, to);
    return true;
  }

  bool modifiers(std::size_t start, std::string& text) {
    while (at_ + 1 < line_.size() && line_[at_] == ':') {
      ++at_;
      bool global = false;
      while (at_ < line_.size() && (line_[at_] == 'g' || line_[at_] == 'a' || line_[at_] == 'G')) {
        global = true;
        ++at_;
      }
      if (at_ >= line_.size()) return fails(start, "unrecognized history modifier");
      const char m = line_[at_++];
      const std::size_t slash = text.rfind('/'), dot = text.rfind('.');
      switch (m) {
        case 'h': text = slash == text.npos ? text : text.substr(0, slash); break;
        case 't': text = slash == text.npos ? text : text.substr(slash + 1); break;
        case 'r': text = dot == text.npos ? text : text.substr(0, dot); break;
        case 'e': text = dot == text.npos ? text : text.substr(dot); break;
        case 'p': break;
        case 'q': text = "'" + text + "'"; break;
        case 'x': {
          std::string out;
          for (const std::string& w : history_words(text)) out += (out.empty() ? "'" : " '") + w + "'";
          text = out;
          break;
        }
        case 's':
          if (!read_substitution()) return fails(start, "bad substitution");
          [[fallthrough]];
        case '&':
          if (!substitute(text, global)) return fails(start, "substitution failed");
          break;
        default: return fails(start, "unrecognized history modifier");
      }
    }
    return true;
  }
  bool read_substitution() {
    if (at_ >= line_.size()) return false;
    const char delimiter = line_[at_++];
    const auto part = [&] {
      std::string out;
      while (at_ < line_.size() && line_[at_] != delimiter) {
        if (line_[at_] == '\\' && at_ + 1 < line_.size() && line_[at_ + 1] == delimiter) ++at_;
        out += line_[at_++];
      }
      if (at_ < line_.size()) ++at_;
      return out;
    };
    if (std::string old = part(); !old.empty()) old_ = std::move(old);
    new_ = part();
    return !old_.empty();
  }
  bool substitute(std::string& text, bool global) const {
    std::size_t at = text.find(old_);
    if (old_.empty() || at == text.npos) return false;
    while (at != text.npos) {
      text.replace(at, old_.size(), new_);
      if (!global) break;
      at = text.find(old_, at + new_.size());
    }
    return true;
  }

  const Shell& sh_;
  std::string_view line_;
  std::string quick_;
  std::string& error_;
  std::size_t at_ = 0;
  std::string out_, old_, new_;
};

}  // namespace

std::optional<std::string> expand_history(const Shell& sh, std::string_view line, std::string& error) {
  return HistoryExpansion(sh, line, error).run();
}

}  // namespace nacre
