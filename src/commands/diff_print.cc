// The styles of diff's output: normal, context, unified, ed, RCS, side by side (POSIX diff, "Stdout"; GNU diffutils manual,
// "Output formats").
#include <algorithm>

#include "src/base/calendar.h"
#include "src/base/ctype.h"
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
  if (out_.full()) out_.flush();
  if (p_.spent(1)) co_await p_.spend(0);
}

// "3" or "3,5": lines from+1 to from+n; an empty range is the line before it.
std::string Printer::range(char separator, std::size_t from, std::size_t n) const {
  std::string t = std::to_string(n == 0 ? from : from + 1);
  if (n > 1) t += separator + std::to_string(from + n);
  return t;
}

// Text with tabs expanded when -t says so, where `flag` is said again after a carriage return. Columns are printable bytes.
void Printer::put_text(std::string_view text, std::string_view flag) {
  if (!s_.expand_tabs) return out_.put(text);
  std::size_t column = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\t') {
      const std::size_t n = s_.tab_size - column % s_.tab_size;
      out_.put(n, ' ');
      column += n;
      continue;
    }
    if (c == '\b') {
      if (column == 0) continue;
      --column;
    } else if (c == '\r') {
      column = 0;
    } else {
      column += c >= ' ' && c < '\x7f';
    }
    out_.put(c);
    if (c == '\r' && i + 1 < text.size()) out_.put(flag);
  }
}

void Printer::put_line(int file, std::size_t i, std::string_view flag, const std::string& color) {
  const Input& in = *in_[file];
  const std::string_view text = in.lines[i];
  const bool colored = s_.color && !color.empty();
  // What stands before the text: the flag, and what sets it off, less of that before an empty line with --suppress-blank-empty.
  const bool bare = s_.suppress_blank_empty && text.empty();
  const std::string_view gap = s_.initial_tab ? "\t" : " ";
  std::string before(flag);
  if (s_.style == Style::kUnified) {
    if (flag == " ") before = bare ? "" : gap;
    else if (s_.initial_tab && !bare) before += gap;
  } else if (bare) {
    if (flag == " ") before.clear();
  } else {
    before += gap;
  }
  if (colored) out_.put(sgr(color));
  out_.put(before);
  put_text(text, s_.style == Style::kUnified ? std::string_view() : before);
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
        put_line(f, i, " ", f == 0 ? s_.deleted_color : s_.added_color);
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

// Puts at most `width` columns of a text that begins at column `indent`, tabs expanded with -t; gives the columns that it takes.
std::size_t Printer::put_half(std::string_view text, std::size_t width, std::size_t indent) {
  std::size_t in = 0, out = 0;   // columns read, columns written
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '\t') {
      const std::size_t spaces = s_.tab_size - in % s_.tab_size;
      if (in == out) {
        if (s_.expand_tabs) {
          const std::size_t stop = std::min(out + spaces, width);
          out_.put(stop - std::min(out, stop), ' ');
          out = std::max(out, stop);
        } else if (out + spaces < width) {
          out += spaces;
          out_.put(c);
        }
      }
      in += spaces;
    } else if (c == '\r') {
      out_.put(c);
      std::size_t column = 0;
      tab_to(column, indent);
      in = out = 0;
    } else if (c == '\b') {
      if (in != 0 && --in < width) {
        if (out <= in) {   // makes up for a tab left out
          out_.put(in - out, ' ');
          out = in;
        } else {
          out = in;
          out_.put(c);
        }
      }
    } else {
      const Decoded d = utf8_ ? decode_utf8(text, i) : Decoded{static_cast<unsigned char>(c), 1, static_cast<unsigned char>(c) < 0x80};
      const bool control = c == '\f' || c == '\v' || !d.valid;
      const int columns = control ? 0 : char_width(d.code);
      if (columns > 0) in += static_cast<std::size_t>(columns);
      if (control ? in < width : in <= width) {
        if (!control) out = in;
        out_.put(text.substr(i, d.size));
      }
      i += d.size;
      continue;
    }
    ++i;
  }
  return out;
}

void Printer::tab_to(std::size_t& column, std::size_t to) {
  if (!s_.expand_tabs)
    for (std::size_t next; (next = column + s_.tab_size - column % s_.tab_size) <= to && !out_.failed(); column = next) out_.put('\t');
  if (column < to) out_.put(to - column, ' ');
  column = std::max(column, to);
}

// mark: ' ', '|', '<', '>', or '(' for --left-column. Of lines that differ by their newline only one has, the mark tells which.
void Printer::put_sides(const Side* left, char mark, const Side* right) {
  constexpr std::size_t kGutter = 3;
  const std::size_t w = s_.width, t = s_.expand_tabs ? 1 : s_.tab_size;
  const std::size_t offset = (w + t + kGutter) / (2 * t) * t;
  const std::size_t half_width = w > offset ? std::min(offset > kGutter ? offset - kGutter : 0, w - offset) : 0;
  const std::size_t second = half_width ? offset : w;
  std::size_t column = 0;
  const bool colored = mark == '<' || mark == '>';
  if (colored) out_.put(sgr(mark == '<' ? s_.deleted_color : s_.added_color));
  if (left) column = put_half(left->text, half_width, 0);
  if (mark != ' ') {
    tab_to(column, (half_width + second - 1) / 2);
    out_.put(mark == '|' && left->newline != right->newline ? (left->newline ? '/' : '\\') : mark);
    ++column;
  }
  if (right && !right->text.empty()) {
    tab_to(column, second);
    put_half(right->text, half_width, second);
  }
  if ((left && left->newline) || (right && right->newline)) out_.put('\n');
  if (colored) out_.put(reset());
}

Printer::Side Printer::side(int file, std::size_t i) const {
  return {in_[file]->lines[i], !in_[file]->missing_newline || i + 1 < in_[file]->lines.size()};
}

Task<> Printer::side_by_side() {
  std::size_t i = 0, j = 0;
  for (std::size_t k = 0; k <= changes_.size(); ++k) {
    const std::size_t to = k < changes_.size() ? changes_[k].a : in_[0]->lines.size();
    for (; i < to; ++i, ++j) {
      if (s_.suppress_common) continue;
      const Side a = side(0, i), b = side(1, j);
      if (s_.left_column) put_sides(&a, '(', nullptr);
      else put_sides(&a, ' ', &b);
      co_await breathe();
    }
    if (k == changes_.size()) break;
    const Change& c = changes_[k];
    const std::size_t both = std::min(c.deleted, c.inserted);
    for (std::size_t n = 0; n < std::max(c.deleted, c.inserted); ++n) {
      const Side a = n < c.deleted ? side(0, i + n) : Side(), b = n < c.inserted ? side(1, j + n) : Side();
      if (n < both) put_sides(&a, c.ignored ? ' ' : '|', &b);
      else if (n < c.deleted) put_sides(&a, '<', nullptr);
      else put_sides(nullptr, '>', &b);
      co_await breathe();
    }
    i += c.deleted;
    j += c.inserted;
  }
}

}  // namespace nacre::diff
