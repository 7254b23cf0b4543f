// The styles of diff's output: normal, context, unified, ed, RCS, side by side (POSIX diff, "Stdout"; GNU diffutils manual,
// "Output formats").
#include <algorithm>

#include "src/base/calendar.h"
#include "src/base/utf8.h"
#include "src/commands/diff.h"

namespace nacre::diff {

Task<> Printer::print() {
  switch (s_.style) {
    case Style::kNormal: return normal();
    case Style::kContext: return context(false);
    case Style::kUnified: return context(true);
    case Style::kEd: return ed();
    case Style::kRcs: return rcs();
    case Style::kSideBySide: return side_by_side();
    case Style::kFormat: return formatted();
  }
  return Task<>::ready();
}

Task<> Printer::breathe() {
  if (out_.full()) (void)co_await out_.flush();
  if (p_.spent(1)) co_await p_.spend(0);
}

// "3" or "3,5": lines from+1 to from+n; an empty range is the line before it.
std::string Printer::range(char separator, std::size_t from, std::size_t n) const {
  std::string t = std::to_string(n == 0 ? from : from + 1);
  if (n > 1) t += separator + std::to_string(from + n);
  return t;
}

// Text with tabs expanded when -t says so.
void Printer::put_text(std::string_view text) {
  if (!s_.expand_tabs) return out_.put(text);
  std::size_t column = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\t') {
      const std::size_t n = s_.tab_size - column % s_.tab_size;
      out_.put(std::string(n, ' '));
      column += n;
      ++i;
      continue;
    }
    const std::size_t size = decode_utf8(text, i).size;
    out_.put(text.substr(i, size));
    ++column;
    i += size;
  }
}

void Printer::put_line(int file, std::size_t i, std::string_view flag, const std::string& color) {
  const Input& in = *in_[file];
  const std::string_view text = in.lines[i];
  const bool colored = s_.color && !color.empty();
  if (colored) out_.put(sgr(color));
  if (!flag.empty()) {
    const bool blank_empty = s_.suppress_blank_empty && text.empty() && flag == " ";
    if (!blank_empty) {
      out_.put(flag);
      if (s_.initial_tab) out_.put('\t');
      else if (flag != " " && flag != "+" && flag != "-") out_.put(text.empty() && s_.suppress_blank_empty ? "" : " ");
      else if (s_.style == Style::kContext) out_.put(s_.suppress_blank_empty && text.empty() && flag == " " ? "" : " ");
    }
  }
  put_text(text);
  if (colored) out_.put(reset());
  out_.put('\n');
  if (i + 1 == in.lines.size() && in.missing_newline) out_.put("\\ No newline at end of file\n");
}

Task<> Printer::normal() {
  for (const Change& c : changes_) {
    if (c.ignored) continue;
    out_.put(sgr(s_.range_color) + range(',', c.a, c.deleted) + (c.deleted == 0 ? 'a' : c.inserted == 0 ? 'd' : 'c') +
             range(',', c.b, c.inserted) + reset() + "\n");
    for (std::size_t i = 0; i < c.deleted; ++i) {
      put_line(0, c.a + i, "<", s_.deleted_color);
      co_await breathe();
    }
    if (c.deleted && c.inserted) out_.put("---\n");
    for (std::size_t i = 0; i < c.inserted; ++i) {
      put_line(1, c.b + i, ">", s_.added_color);
      co_await breathe();
    }
  }
}

void Printer::header(bool unified) {
  const TimeZone zone = TimeZone::from_environment(p_.getenv("TZ"));
  for (int f = 0; f < 2; ++f) {
    const Input& in = *in_[f];
    out_.put(sgr(s_.header_color) + (f == 0 ? (unified ? "---" : "***") : unified ? "+++" : "---") + " ");
    if (static_cast<std::size_t>(f) < s_.labels.size()) {
      out_.put(s_.labels[static_cast<std::size_t>(f)]);
    } else {
      out_.put(in.label);
      std::string time;
      const vfs::Time t = in.absent ? vfs::Time{} : in.stat.mtime;
      format_time(time, "%Y-%m-%d %H:%M:%S.%N %z", zone.civil(t.sec, t.nsec));
      out_.put("\t" + time);
    }
    out_.put(reset() + "\n");
  }
}

// Changes that are near each other share a hunk: with at most 2 * context unchanged lines between them, or context where one is
// ignored. Hunks of ignored changes only are left out.
Task<> Printer::context(bool unified) {
  bool begun = false;
  for (std::size_t i = 0; i < changes_.size();) {
    std::size_t end = i + 1;
    bool wanted = !changes_[i].ignored;
    for (; end < changes_.size(); ++end) {
      const Change& last = changes_[end - 1];
      const Change& next = changes_[end];
      const std::size_t between = next.a - (last.a + last.deleted);
      if (between >= (next.ignored ? s_.context : 2 * s_.context + 1)) break;
      wanted |= !next.ignored;
    }
    if (wanted) {
      // Ignored changes at the ends do not draw the hunk out.
      if (!std::exchange(begun, true)) header(unified);
      if (unified) unified_hunk(i, end);
      else context_hunk(i, end);
      co_await breathe();
    }
    i = end;
  }
}

// The last line before `line` that matches -F, as hunks show it: at most 40 bytes, without trailing blanks.
std::string Printer::function_text(std::size_t line) {
  if (!s_.function_line) return {};
  auto& re = const_cast<Regex&>(*s_.function_line);
  const Input& a = *in_[0];
  for (std::size_t i = line; i-- > function_searched_;) {
    if (re.search(a.lines[i]) != Found::kYes) continue;
    function_found_ = i;
    break;
  }
  function_searched_ = std::max(function_searched_, line);
  if (function_found_ == SIZE_MAX) return {};
  std::string_view text = a.lines[function_found_];
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  text = text.substr(0, 40);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return " " + std::string(text);
}

void Printer::context_hunk(std::size_t from, std::size_t to) {
  const Change& first = changes_[from];
  const Change& last = changes_[to - 1];
  std::size_t begin[2], end[2];
  begin[0] = first.a - std::min(first.a, s_.context);
  begin[1] = first.b - std::min(first.b, s_.context);
  end[0] = std::min(last.a + last.deleted + s_.context, in_[0]->lines.size());
  end[1] = std::min(last.b + last.inserted + s_.context, in_[1]->lines.size());
  const auto span = [&](int f) {
    const std::size_t n = end[f] - begin[f];
    return std::to_string(n == 0 ? begin[f] : begin[f] + 1) + (n > 1 ? "," + std::to_string(end[f]) : std::string());
  };
  const auto any = [&](int f) {
    return std::any_of(changes_.begin() + static_cast<std::ptrdiff_t>(from), changes_.begin() + static_cast<std::ptrdiff_t>(to),
                       [&](const Change& c) { return (f == 0 ? c.deleted : c.inserted) > 0; });
  };
  out_.put("***************" + function_text(begin[0]) + "\n");
  for (int f = 0; f < 2; ++f) {
    out_.put(sgr(s_.range_color) + (f == 0 ? "*** " : "--- ") + span(f) + (f == 0 ? " ****" : " ----") + reset() + "\n");
    if (!any(f)) continue;
    std::size_t k = from;
    for (std::size_t i = begin[f]; i < end[f]; ++i) {
      const auto at = [&](const Change& c) { return f == 0 ? c.a : c.b; };
      const auto size = [&](const Change& c) { return f == 0 ? c.deleted : c.inserted; };
      while (k < to && i >= at(changes_[k]) + size(changes_[k])) ++k;
      const bool in_change = k < to && i >= at(changes_[k]);
      if (!in_change) {
        put_line(f, i, " ", "");
        continue;
      }
      const Change& c = changes_[k];
      const bool both = c.deleted && c.inserted;
      put_line(f, i, both ? "!" : f == 0 ? "-" : "+", f == 0 ? s_.deleted_color : s_.added_color);
    }
  }
}

void Printer::unified_hunk(std::size_t from, std::size_t to) {
  const Change& first = changes_[from];
  const Change& last = changes_[to - 1];
  const std::size_t a0 = first.a - std::min(first.a, s_.context), b0 = first.b - std::min(first.b, s_.context);
  const std::size_t a1 = std::min(last.a + last.deleted + s_.context, in_[0]->lines.size());
  const std::size_t b1 = std::min(last.b + last.inserted + s_.context, in_[1]->lines.size());
  const auto span = [](std::size_t begin, std::size_t n) {
    std::string t = std::to_string(n == 0 ? begin : begin + 1);
    return n == 1 ? t : t + "," + std::to_string(n);
  };
  out_.put(sgr(s_.range_color) + "@@ -" + span(a0, a1 - a0) + " +" + span(b0, b1 - b0) + " @@" + reset() + function_text(a0) + "\n");
  std::size_t i = a0;
  for (std::size_t k = from; k < to; ++k) {
    const Change& c = changes_[k];
    for (; i < c.a; ++i) put_line(0, i, " ", "");
    for (std::size_t n = 0; n < c.deleted; ++n) put_line(0, i++, "-", s_.deleted_color);
    for (std::size_t n = 0; n < c.inserted; ++n) put_line(1, c.b + n, "+", s_.added_color);
  }
  for (; i < a1; ++i) put_line(0, i, " ", "");
}

// From the end, so that line numbers hold. A line that is only a period is written as ".." and mended.
Task<> Printer::ed() {
  for (int f = 0; f < 2; ++f)
    if (in_[f]->missing_newline) complaints_ += in_[f]->name + ": No newline at end of file\n\n";
  for (std::size_t k = changes_.size(); k-- > 0;) {
    const Change& c = changes_[k];
    if (c.ignored) continue;
    out_.put(range(',', c.a, c.deleted) + (c.deleted == 0 ? 'a' : c.inserted == 0 ? 'd' : 'c') + "\n");
    if (c.inserted == 0) continue;
    bool inserting = true;
    for (std::size_t i = 0; i < c.inserted; ++i) {
      if (!inserting) {
        out_.put("a\n");
        inserting = true;
      }
      const std::string_view text = in_[1]->lines[c.b + i];
      if (text == ".") {
        out_.put("..\n.\ns/.//\n");
        inserting = false;
      } else {
        out_.put(text);
        out_.put('\n');
      }
      co_await breathe();
    }
    if (inserting) out_.put(".\n");
  }
}

Task<> Printer::rcs() {
  for (const Change& c : changes_) {
    if (c.ignored) continue;
    if (c.deleted) out_.put("d" + std::to_string(c.a + 1) + " " + std::to_string(c.deleted) + "\n");
    if (!c.inserted) continue;
    out_.put("a" + std::to_string(c.a + c.deleted) + " " + std::to_string(c.inserted) + "\n");
    for (std::size_t i = 0; i < c.inserted; ++i) {
      out_.put(in_[1]->lines[c.b + i]);
      if (!(c.b + i + 1 == in_[1]->lines.size() && in_[1]->missing_newline)) out_.put('\n');
      co_await breathe();
    }
  }
}

// --- side by side -------------------------------------------------------------------------------------------------------

// At most `width` columns of a text, tabs expanded where they would shift; `column` is where it ends.
std::string Printer::half(std::string_view text, std::size_t width, std::size_t& column) const {
  std::string out;
  column = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\t') {
      const std::size_t to = column + s_.tab_size - column % s_.tab_size;
      if (s_.expand_tabs) {
        for (; column < std::min(to, width); ++column) out += ' ';
      } else if (to <= width) {
        out += '\t';
      }
      column = to;
      ++i;
      if (column > width) {
        column = std::min(column, width);
        break;
      }
      continue;
    }
    const Decoded d = decode_utf8(text, i);
    if (column + 1 > width) break;
    out += text.substr(i, d.size);
    ++column;
    i += d.size;
  }
  return out;
}

void Printer::tab_to(std::size_t& column, std::size_t to) {
  if (!s_.expand_tabs)
    for (std::size_t next; (next = column + s_.tab_size - column % s_.tab_size) <= to; column = next) out_.put('\t');
  for (; column < to; ++column) out_.put(' ');
}

void Printer::put_side(const std::string* left, char mark, const std::string* right) {
  constexpr std::size_t kGutter = 3;
  const std::size_t w = s_.width, t = s_.expand_tabs ? 1 : s_.tab_size;
  const std::size_t offset = (w + t + kGutter) / (2 * t) * t;
  const std::size_t half_width = w > offset ? std::min(offset > kGutter ? offset - kGutter : 0, w - offset) : 0;
  const std::size_t second = half_width ? offset : w;
  std::size_t column = 0;
  const char* color = mark == '<' ? s_.deleted_color.c_str() : mark == '>' ? s_.added_color.c_str() : nullptr;
  if (s_.color && mark == '|') out_.put(sgr(s_.deleted_color));
  else if (s_.color && color) out_.put(sgr(color));
  if (left) {
    std::size_t end;
    out_.put(half(*left, half_width, end));
    column = end;
  }
  if (mark != ' ') {
    tab_to(column, (half_width + second - 1) / 2);
    out_.put(mark);
    ++column;
  }
  if (right) {
    if (!right->empty()) {
      tab_to(column, second);
      std::size_t end;
      out_.put(half(*right, half_width, end));
    }
  }
  if (s_.color && mark != ' ' && mark != '(') out_.put(reset());
  out_.put('\n');
}

Task<> Printer::side_by_side() {
  const auto line = [&](int f, std::size_t i) { return std::string(in_[f]->lines[i]); };
  std::size_t i = 0, j = 0;
  for (std::size_t k = 0; k <= changes_.size(); ++k) {
    const std::size_t to = k < changes_.size() ? changes_[k].a : in_[0]->lines.size();
    for (; i < to; ++i, ++j) {
      if (s_.suppress_common) continue;
      const std::string a = line(0, i), b = line(1, j);
      if (s_.left_column) put_side(&a, '(', nullptr);
      else put_side(&a, ' ', &b);
      co_await breathe();
    }
    if (k == changes_.size()) break;
    const Change& c = changes_[k];
    const std::size_t both = std::min(c.deleted, c.inserted);
    for (std::size_t n = 0; n < std::max(c.deleted, c.inserted); ++n) {
      const std::string a = n < c.deleted ? line(0, i + n) : "", b = n < c.inserted ? line(1, j + n) : "";
      if (c.ignored && n < both) put_side(&a, ' ', &b);
      else if (n < both) put_side(&a, '|', &b);
      else if (n < c.deleted) put_side(&a, '<', nullptr);
      else put_side(nullptr, '>', &b);
      co_await breathe();
    }
    i += c.deleted;
    j += c.inserted;
  }
}

}  // namespace nacre::diff
