// How grep shows lines: names, numbers, colours, only the matches. See grep.h.
#include <algorithm>
#include <cstring>

#include "src/base/numbers.h"
#include "src/base/utf8.h"
#include "src/commands/grep.h"

namespace nacre {

void GrepColors::parse(std::string_view text) {
  struct Place {
    std::string_view key;
    std::string* value;
  } const places[] = {{"ms", &selected_match}, {"mc", &context_match}, {"sl", &selected_line}, {"cx", &context_line},
                      {"fn", &file_name},      {"ln", &line_number},   {"bn", &byte_offset},   {"se", &separator}};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(':'), text.size());
    const std::string_view item = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t equals = item.find('=');
    const std::string_view key = item.substr(0, equals);
    if (equals == item.npos) {
      if (key == "rv") reverse = true;
      if (key == "ne") erase = false;
      continue;
    }
    const std::string_view value = item.substr(equals + 1);
    if (value.find_first_not_of("0123456789;") != value.npos) return;
    if (key == "mt") selected_match = context_match = value;
    for (const Place& p : places)
      if (p.key == key) *p.value = value;
  }
}

void GrepPrinter::align_numbers(std::uint64_t size) {
  if (!s_.initial_tab) return;
  if (s_.line_number && size < static_cast<std::uint64_t>(INT64_MAX)) ++size;
  std::string digits;
  append_number(digits, size);
  number_width_ = digits.size();
}

void GrepPrinter::name() {
  const bool color = colored(s_.colors.file_name);
  if (color) start_color(s_.colors.file_name);
  out_ += name_;
  if (color) end_color();
}

void GrepPrinter::separator(char c) {
  const bool color = colored(s_.colors.separator);
  if (color) start_color(s_.colors.separator);
  out_ += c;
  if (color) end_color();
}

void GrepPrinter::group_separator() {
  const bool color = colored(s_.colors.separator);
  if (color) start_color(s_.colors.separator);
  out_ += s_.group_separator;
  if (color) end_color();
  out_ += '\n';
}

void GrepPrinter::number(std::uint64_t n, const std::string& color) {
  const bool with_color = colored(color);
  if (with_color) start_color(color);
  const std::size_t at = out_.size();
  append_number(out_, n);
  if (const std::size_t size = out_.size() - at; size < number_width_) out_.insert(at, number_width_ - size, ' ');
  if (with_color) end_color();
}

void GrepPrinter::count_lines(const char* buffer, std::size_t upto) {
  if (upto <= last_newline_) return;
  lines_ += static_cast<std::uint64_t>(std::count(buffer + last_newline_, buffer + upto, s_.eol));
  last_newline_ = upto;
}

// What comes before a line, or before a match. False when it is no text and is not shown.
bool GrepPrinter::head(const char* buffer, std::size_t begin, std::size_t size, std::size_t line_end, char sep) {
  if (s_.utf8 && s_.binary != GrepSettings::Binary::kText &&
      !RegexText(std::string_view(buffer + begin, size)).valid_utf8()) {
    encoding_error_ = true;
    return false;
  }
  if (s_.with_name) {
    name();
    if (s_.null_after_name) out_ += '\0';
    else separator(sep);
  }
  if (s_.line_number) {
    if (last_newline_ < line_end) {
      count_lines(buffer, begin);
      ++lines_;
      last_newline_ = line_end;
    }
    number(lines_, s_.colors.line_number);
    separator(sep);
  }
  if (s_.byte_offset) {
    number(total_ + begin, s_.colors.byte_offset);
    separator(sep);
  }
  if (s_.initial_tab && size && (s_.with_name || s_.line_number || s_.byte_offset)) out_ += '\t';
  return true;
}

// Shows the matches of a line, each by itself or coloured with the text before it; begin moves to what is left to show.
bool GrepPrinter::matches(const char* buffer, std::size_t& begin, std::size_t end, const std::string& line_color,
                          const std::string& match_color) {
  const std::size_t start = begin, text_end = end - 1;
  const RegexText text(std::string_view(buffer + start, text_end - start));
  std::size_t shown = start;   // the first byte not shown
  for (std::size_t at = 0; at <= text.view().size();) {
    RegexMatch m;
    const Found found = regex_.search(text, at, std::span<RegexMatch>(&m, 1));
    if (found == Found::kLimit) over_ = true;
    if (found != Found::kYes) break;
    if (m.size() == 0) {
      if (m.begin >= text.view().size()) break;
      at = m.begin + (s_.utf8 ? decode_utf8(text.view(), m.begin).size : 1);
      continue;
    }
    at = m.end;
    if (s_.only_matching) {
      if (!head(buffer, start + m.begin, m.size(), end, s_.invert ? '-' : ':')) return false;
    } else {
      if (colored(line_color)) start_color(line_color);
      out_ += text.view().substr(shown - start, start + m.begin - shown);
    }
    const bool color = colored(match_color);
    if (color) start_color(match_color);
    out_ += text.view().substr(m.begin, m.size());
    if (color) end_color();
    if (s_.only_matching) out_ += s_.eol;
    shown = start + m.end;
  }
  begin = s_.only_matching ? end : shown;
  return true;
}

bool GrepPrinter::line(const char* buffer, std::size_t begin, std::size_t end, bool selected) {
  if (!s_.only_matching && !head(buffer, begin, end - begin - 1, end, selected ? ':' : '-')) return false;
  const bool matching = selected != s_.invert;
  const GrepColors& c = s_.colors;
  if (c.on || s_.only_matching) {
    const std::string& line_color = selected != (s_.invert && c.reverse) ? c.selected_line : c.context_line;
    const std::string& match_color = selected ? c.selected_match : c.context_match;
    if (matching && (s_.only_matching || !match_color.empty()) &&
        !matches(buffer, begin, end, line_color, match_color))
      return false;
    if (s_.only_matching) return true;
    if (!line_color.empty()) {
      std::size_t tail = end > begin && buffer[end - 1] == s_.eol ? end - 1 : end;
      if (tail > begin && buffer[tail - 1] == '\r') --tail;
      if (tail > begin) {
        start_color(line_color);
        out_.append(buffer + begin, tail - begin);
        end_color();
        begin = tail;
      }
    }
  }
  out_.append(buffer + begin, end - begin);
  return true;
}

}  // namespace nacre
