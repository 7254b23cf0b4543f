// The inputs of diff: lines, and when two of them are equal (-i -E -Z -b -w --strip-trailing-cr).
#include <unordered_map>

#include "src/base/ctype.h"
#include "src/base/memory.h"
#include "src/commands/diff.h"

namespace nacre::diff {
namespace {

bool blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// What is left of a line when the differences to be ignored are taken out.
std::string reduced(const Settings& s, std::string_view line) {
  std::string out;
  out.reserve(line.size());
  std::size_t column = 0, end = line.size();
  if (s.ignore_all || s.ignore_change || s.ignore_trailing)
    while (end > 0 && blank(line[end - 1])) --end;
  for (std::size_t i = 0; i < end; ++i) {
    char c = line[i];
    if (blank(c) && s.ignore_all) continue;
    if (blank(c) && s.ignore_change) {
      while (i + 1 < end && blank(line[i + 1])) ++i;
      out += ' ';
      continue;
    }
    if (c == '\t' && s.ignore_tabs) {
      const std::size_t n = s.tab_size - column % s.tab_size;
      if (memory::can_append(out, n)) out.append(n, ' ');
      column += n;
      continue;
    }
    if (s.ignore_case && c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    out += c;
    ++column;
  }
  return out;
}

}  // namespace

void split_lines(Input& in, bool strip_cr) {
  if (strip_cr) {
    std::string text;
    text.reserve(in.text.size());
    for (std::size_t i = 0; i < in.text.size(); ++i)
      if (!(in.text[i] == '\r' && i + 1 < in.text.size() && in.text[i + 1] == '\n')) text += in.text[i];
    in.text = std::move(text);
  }
  std::string_view rest = in.text;
  in.missing_newline = !rest.empty() && rest.back() != '\n';
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    in.lines.push_back(rest.substr(0, end));
    if (end == rest.npos) break;
    rest.remove_prefix(end + 1);
  }
}

Task<> classify(Process& p, const Settings& s, Input& a, Input& b) {
  std::unordered_map<std::string_view, LineDiff::Class> numbers;
  std::vector<std::unique_ptr<std::string>> kept;
  const bool changes = s.ignores();
  for (Input* in : {&a, &b}) {
    in->classes.reserve(in->lines.size());
    for (std::size_t i = 0; i < in->lines.size(); ++i) {
      std::string_view key = in->lines[i];
      const bool last = i + 1 == in->lines.size() && in->missing_newline;
      // A last line without its newline differs from one with it, but where trailing space is ignored, or cannot be said.
      const bool marked = last && !(s.ignore_all || s.ignore_change || s.ignore_trailing || (s.style == Style::kEd && !s.brief));
      if (changes || marked) {
        kept.push_back(std::make_unique<std::string>(changes ? reduced(s, key) : std::string(key)));
        if (marked) *kept.back() += '\n';
        key = *kept.back();
      }
      in->classes.push_back(numbers.emplace(key, static_cast<LineDiff::Class>(numbers.size() + 1)).first->second);
      if (i % 64 == 63 && p.spent(256)) co_await p.spend(0);
    }
  }
}

}  // namespace nacre::diff
