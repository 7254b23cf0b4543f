// The layouts of ls: long lines, columns down or across, commas; names with quotes, colors, indicators and hyperlinks.
#include <algorithm>

#include "src/base/ctype.h"
#include "src/base/mode.h"
#include "src/base/utf8.h"
#include "src/commands/ls_entry.h"
#include "src/process/machine.h"
#include "src/process/options.h"

namespace nacre::ls {
namespace {

constexpr std::size_t kMinColumn = 3;

std::size_t text_width(std::string_view s, bool utf8) {
  if (!utf8) return s.size();
  std::size_t w = 0;
  for (std::size_t i = 0; i < s.size();) {
    const Decoded d = decode_utf8(s, i);
    i += d.size;
    if (!d.valid) {
      ++w;
      continue;
    }
    const int n = char_width(d.code);
    if (n > 0) w += static_cast<std::size_t>(n);
    else if (n < 0 && !in_class(d.code, CharClass::kCntrl)) ++w;
  }
  return w;
}

// What is not printable becomes '?'.
std::string with_question_marks(std::string_view s, bool utf8) {
  std::string out;
  for (std::size_t i = 0; i < s.size();) {
    const Decoded d = utf8 ? decode_utf8(s, i) : Decoded{static_cast<unsigned char>(s[i]), 1, static_cast<unsigned char>(s[i]) < 0x80};
    if (d.valid && in_class(d.code, CharClass::kPrint)) out += s.substr(i, d.size);
    else out += '?';
    i += d.size;
  }
  return out;
}

std::string url_escape(std::string_view s) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out;
  for (char c : s) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
                       c == '_' || c == '~' || c == '/';
    if (plain) {
      out += c;
    } else {
      out += '%';
      out += kHex[static_cast<unsigned char>(c) >> 4];
      out += kHex[c & 15];
    }
  }
  return out;
}

int digits(std::uint64_t n) { return static_cast<int>(std::to_string(n).size()); }
void widen(int& width, std::size_t n) { width = std::max(width, static_cast<int>(n)); }

}  // namespace

void Printer::put_right(std::string_view s, int width) {
  for (std::size_t n = text_width(s, s_.name_quoting.utf8); static_cast<int>(n) < width; ++n) put(' ');
  put(s);
}

// --- names --------------------------------------------------------------------------------------------------------------

std::string Printer::shown_name(std::string_view name, bool& quoted) const {
  std::string text = quote_text(name, s_.name_quoting);
  quoted = text != name;
  const QuotingStyle style = s_.name_quoting.style;
  if (s_.question_marks &&
      (style == QuotingStyle::kLiteral || style == QuotingStyle::kShell || style == QuotingStyle::kShellAlways))
    text = with_question_marks(text, s_.name_quoting.utf8);
  return text;
}

std::uint32_t Printer::shown_width(const Entry& e) const {
  bool quoted = false;
  const std::string text = shown_name(e.name, quoted);
  return static_cast<std::uint32_t>(text_width(text, s_.name_quoting.utf8)) + (s_.align_quotes && some_quoted_ && !quoted);
}

void Printer::end_color() {
  const LsColors& c = s_.colors;
  if (c.of(LsColors::kEnd)) return put(*c.of(LsColors::kEnd));
  put(c.of(LsColors::kLeft).value_or(""));
  put(c.of(LsColors::kReset).value_or(""));
  put(c.of(LsColors::kRight).value_or(""));
}

void Printer::default_color() {
  put(s_.colors.of(LsColors::kLeft).value_or(""));
  put(s_.colors.of(LsColors::kRight).value_or(""));
}

void Printer::normal_color() {
  if (!s_.color || !s_.colors.colored(LsColors::kNormal)) return;
  if (!std::exchange(used_color_, true)) end_color();
  put(s_.colors.of(LsColors::kLeft).value_or(""));
  put(*s_.colors.of(LsColors::kNormal));
  put(s_.colors.of(LsColors::kRight).value_or(""));
}

const std::string* Printer::color_of(const Entry& e, bool target) const {
  using C = LsColors;
  const C& c = s_.colors;
  const Details* d = e.details.get();
  std::uint32_t mode = e.mode();
  bool missing = false, link_ok = d && d->target_ok;
  std::string_view name = e.name;
  if (target) {
    name = d->target;
    mode = d->target_mode;
    missing = !d->target_ok;
  } else if (c.links_as_targets() && link_ok) {
    mode = d->target_mode;
  }
  C::Indicator kind = C::kOrphan;
  if (missing && c.colored(C::kMissing)) {
    kind = C::kMissing;
  } else if (!e.stat_ok && !target) {
    switch (e.type) {
      case vfs::Type::kFile: kind = C::kFile; break;
      case vfs::Type::kDirectory: kind = C::kDirectory; break;
      case vfs::Type::kSymlink: kind = C::kLink; break;
      case vfs::Type::kFifo: kind = C::kFifo; break;
      case vfs::Type::kCharDevice: kind = C::kChar; break;
    }
  } else {
    switch (mode & 0170000) {
      case 0100000:
        kind = C::kFile;
        if ((mode & vfs::kSetUid) && c.colored(C::kSetUid)) kind = C::kSetUid;
        else if ((mode & vfs::kSetGid) && c.colored(C::kSetGid)) kind = C::kSetGid;
        else if ((mode & 0111) && c.colored(C::kExecutable)) kind = C::kExecutable;
        else if (d && d->stat.nlink > 1 && c.colored(C::kMultiLink)) kind = C::kMultiLink;
        break;
      case 0040000:
        kind = C::kDirectory;
        if ((mode & vfs::kSticky) && (mode & 02) && c.colored(C::kStickyOtherWritable)) kind = C::kStickyOtherWritable;
        else if ((mode & 02) && c.colored(C::kOtherWritable)) kind = C::kOtherWritable;
        else if ((mode & vfs::kSticky) && c.colored(C::kSticky)) kind = C::kSticky;
        break;
      case 0120000: kind = C::kLink; break;
      case 0010000: kind = C::kFifo; break;
      case 0020000: kind = C::kChar; break;
    }
  }
  if (kind == C::kFile)
    if (const std::string* by_suffix = c.by_suffix(name)) return by_suffix;
  if (kind == C::kLink && !target && !link_ok && s_.links_checked && (c.links_as_targets() || c.colored(C::kOrphan)))
    kind = C::kOrphan;
  const auto& s = c.of(kind);
  return s ? &*s : nullptr;
}

// Writes a name with its quotes, color and hyperlink; gives how many bytes wide it is, the padding included.
std::size_t Printer::write_name(std::string_view name, const Quoting& quoting, bool pad_allowed, const std::string* color,
                                const std::string& absolute, std::vector<std::uint64_t>* positions) {
  bool quoted = false;
  std::string text;
  if (&quoting == &s_.name_quoting) {
    text = shown_name(name, quoted);
  } else {
    text = quote_text(name, quoting);
    quoted = text != name;
    if (s_.question_marks && quoting.style <= QuotingStyle::kShellAlways) text = with_question_marks(text, quoting.utf8);
  }
  const bool pad = s_.align_quotes && some_quoted_ && !quoted && pad_allowed;
  if (pad) put(' ');
  if (color) {
    if (!std::exchange(used_color_, true)) end_color();
    if (s_.colors.colored(LsColors::kNormal)) default_color();
    put(s_.colors.of(LsColors::kLeft).value_or(""));
    put(*color);
    put(s_.colors.of(LsColors::kRight).value_or(""));
  }
  bool inside = false;  // the link goes on what is between the quotes
  if (!absolute.empty()) {
    inside = s_.align_quotes && some_quoted_ && quoted;
    if (inside) put(text[0]);
    put("\033]8;;file://" + url_escape(s_.host) + (absolute[0] == '/' ? "" : "/") + url_escape(absolute) + "\a");
  }
  if (positions) positions->push_back(position_);
  put(inside ? std::string_view(text).substr(1, text.size() - 2) : std::string_view(text));
  if (positions) positions->push_back(position_);
  if (!absolute.empty()) {
    put("\033]8;;\a");
    if (inside) put(text.back());
  }
  return text.size() + pad;
}

std::size_t Printer::print_name(const Entry& e, bool target, std::size_t column) {
  const std::string* color = s_.color ? color_of(e, target) : nullptr;
  const bool colored = s_.color && (color || s_.colors.colored(LsColors::kNormal));
  std::vector<std::uint64_t>* positions = s_.dired && !target ? &names_ : nullptr;
  const std::size_t length =
      write_name(target ? e.details->target : e.name, s_.name_quoting, !target, color, e.absolute, positions);
  if (colored) {
    end_color();
    if (s_.width && column / s_.width != (column + length - 1) / s_.width) put(s_.colors.of(LsColors::kClearLine).value_or(""));
  }
  return length;
}

char Printer::indicator(bool stat_ok, std::uint32_t mode, vfs::Type type) const {
  const std::uint32_t bits = stat_ok ? mode & 0170000 : vfs::type_bits(type);
  if (bits == 0100000) return stat_ok && s_.indicator == Indicator::kClassify && (mode & 0111) ? '*' : '\0';
  if (bits == 0040000) return '/';
  if (s_.indicator == Indicator::kSlash) return '\0';
  if (bits == 0120000) return '@';
  if (bits == 0010000) return '|';
  return '\0';
}
bool Printer::print_indicator(bool stat_ok, std::uint32_t mode, vfs::Type type) {
  if (s_.indicator == Indicator::kNone) return false;
  const char c = indicator(stat_ok, mode, type);
  if (c) put(c);
  return c != '\0';
}

// --- numbers ------------------------------------------------------------------------------------------------------------

std::string Printer::block_text(const Entry& e) const {
  if (!e.stat_ok) return "?";
  return human_readable(e.details ? e.details->stat.blocks : 0, s_.block_format, 512, s_.block_size);
}

void Printer::forget_widths() {
  w_ = {};
  some_quoted_ = false;
}

void Printer::measure(const Entry& e) {
  if (s_.inode) widen(w_.inode, e.ino ? static_cast<std::size_t>(digits(e.ino)) : 1);
  if (s_.blocks || s_.layout == Layout::kLong) widen(w_.blocks, block_text(e).size());
  if (s_.layout != Layout::kLong || !e.stat_ok) return;
  const vfs::Stat& st = e.details->stat;
  const bool utf8 = s_.name_quoting.utf8;
  const auto user = [&] { return s_.numeric ? static_cast<std::size_t>(digits(st.uid)) : text_width(accounts_.user_name(st.uid), utf8); };
  if (s_.owner) widen(w_.owner, user());
  if (s_.group)
    widen(w_.group, s_.numeric ? static_cast<std::size_t>(digits(st.gid)) : text_width(accounts_.group_name(st.gid), utf8));
  if (s_.author) widen(w_.author, user());
  widen(w_.links, static_cast<std::size_t>(digits(st.nlink)));
  if (st.type == vfs::Type::kCharDevice) {
    widen(w_.major, static_cast<std::size_t>(digits(st.rdev.major)));
    widen(w_.minor, static_cast<std::size_t>(digits(st.rdev.minor)));
    widen(w_.size, static_cast<std::size_t>(w_.major + 2 + w_.minor));
  } else {
    widen(w_.size, human_readable(st.size, s_.size_format, 1, s_.size_unit).size());
  }
}

void Printer::total(std::uint64_t blocks) {
  if (s_.dired) put("  ");
  put("total ");
  put(human_readable(blocks, s_.block_format, 512, s_.block_size));
  put(s_.eol);
}

void Printer::heading(std::string_view name, const std::string& absolute, bool first) {
  if (!first) put('\n');
  if (s_.dired) put("  ");
  write_name(name, s_.directory_quoting, true, nullptr, absolute, s_.dired ? &headings_ : nullptr);
  put(":\n");
}

// --- the long layout ----------------------------------------------------------------------------------------------------

void Printer::person(const std::string& name, std::uint32_t id, bool ok, int width) {
  if (ok && (s_.numeric || (!name.empty() && name[0] >= '0' && name[0] <= '9'))) {
    put_right(std::to_string(id), width);
    put(' ');
    return;
  }
  const std::string_view shown = ok ? std::string_view(name) : "?";
  put(shown);
  for (std::size_t n = text_width(shown, s_.name_quoting.utf8); static_cast<int>(n) < width; ++n) put(' ');
  put(' ');
}

std::string Printer::time_text(const Entry& e) {
  const Nanoseconds now = p_.machine().now();
  const auto width = [&] {
    if (!unknown_time_width_) {
      std::string epoch;
      format_time(epoch, s_.old_format, s_.zone.civil(0));
      unknown_time_width_ = static_cast<int>(text_width(epoch, s_.name_quoting.utf8));
    }
    return static_cast<std::size_t>(*unknown_time_width_);
  };
  std::string text;
  if (!e.stat_ok) {
    text = "?";
  } else {
    const vfs::Stat& st = e.details->stat;
    const vfs::Time t = s_.time == TimeKind::kModified ? st.mtime : s_.time == TimeKind::kChanged ? st.ctime
                        : s_.time == TimeKind::kAccessed ? st.atime : st.btime;
    // Half of the average Gregorian year.
    const Nanoseconds half_year = Nanoseconds{31556952 / 2} * kSecond;
    const vfs::Time current{now / kSecond, static_cast<std::uint32_t>(now % kSecond)};
    const vfs::Time limit{(now - half_year) / kSecond, static_cast<std::uint32_t>((now - half_year) % kSecond)};
    const bool recent = limit < t && t <= current;
    if (!fits_calendar(t.sec)) {
      text = std::to_string(t.sec);
    } else {
      if (!format_time(text, recent ? s_.recent_format : s_.old_format, s_.zone.civil(t.sec, t.nsec))) p_.out_of_memory();
      return text;
    }
  }
  if (text.size() < width()) text.insert(0, width() - text.size(), ' ');
  return text;
}

void Printer::print_long(const Entry& e) {
  if (s_.dired) put("  ");
  const std::uint64_t start = position_;
  if (s_.inode) {
    put_right(e.ino && e.stat_ok ? std::to_string(e.ino) : "?", w_.inode);
    put(' ');
  }
  if (s_.blocks) {
    put_right(block_text(e), w_.blocks);
    put(' ');
  }
  std::string mode = mode_text(e.mode());
  if (!e.stat_ok) mode.replace(1, 9, 9, '?');
  put(mode);
  put(' ');
  const vfs::Stat none, &st = e.stat_ok ? e.details->stat : none;
  put_right(e.stat_ok ? std::to_string(st.nlink) : "?", w_.links);
  put(' ');
  if (s_.owner) person(accounts_.user_name(st.uid), st.uid, e.stat_ok, w_.owner);
  if (s_.group) person(accounts_.group_name(st.gid), st.gid, e.stat_ok, w_.group);
  if (s_.author) person(accounts_.user_name(st.uid), st.uid, e.stat_ok, w_.author);
  if (s_.context) put("? ");
  if (e.stat_ok && st.type == vfs::Type::kCharDevice) {
    const int blanks = std::max(0, w_.size - (w_.major + 2 + w_.minor));
    put_right(std::to_string(st.rdev.major), w_.major + blanks);
    put(", ");
    put_right(std::to_string(st.rdev.minor), w_.minor);
  } else {
    put_right(e.stat_ok ? human_readable(st.size, s_.size_format, 1, s_.size_unit) : "?", w_.size);
  }
  put(' ');
  put(time_text(e));
  put(' ');
  const std::size_t column = static_cast<std::size_t>(position_ - start);
  const std::size_t length = print_name(e, false, column);
  if (e.type == vfs::Type::kSymlink) {
    if (e.details && e.details->has_target) {
      put(" -> ");
      print_name(e, true, column + length + 4);
      print_indicator(true, e.details->target_mode, vfs::Type::kFile);
    }
  } else {
    print_indicator(e.stat_ok, e.mode(), e.type);
  }
  put(s_.eol);
}

// --- the other layouts --------------------------------------------------------------------------------------------------

std::size_t Printer::print_short(const Entry& e, std::size_t column) {
  normal_color();
  const bool commas = s_.layout == Layout::kCommas;
  if (s_.inode) {
    put_right(e.ino ? std::to_string(e.ino) : "?", commas ? 0 : w_.inode);
    put(' ');
  }
  if (s_.blocks) {
    put_right(block_text(e), commas ? 0 : w_.blocks);
    put(' ');
  }
  if (s_.context) put("? ");
  std::size_t width = print_name(e, false, column);
  width += print_indicator(e.stat_ok, e.mode(), e.type);
  return width;
}

std::size_t Printer::full_width(const Entry& e) const {
  std::size_t n = e.width;
  const bool commas = s_.layout == Layout::kCommas;
  if (s_.inode) n += 1 + static_cast<std::size_t>(commas ? digits(e.ino) : w_.inode);
  if (s_.blocks) n += 1 + (commas ? block_text(e).size() : static_cast<std::size_t>(w_.blocks));
  if (s_.context) n += 2;
  if (s_.indicator != Indicator::kNone) n += indicator(e.stat_ok, e.mode(), e.type) != '\0';
  return n;
}

void Printer::move_to(std::size_t from, std::size_t to) {
  while (from < to) {
    if (s_.tab != 0 && to / s_.tab > (from + 1) / s_.tab) {
      put('\t');
      from += s_.tab - from % s_.tab;
    } else {
      put(' ');
      ++from;
    }
  }
}

// The most columns that fit: each candidate keeps the widths of its columns while the entries are gone through once.
Task<> Printer::print_columns(const std::vector<Entry*>& entries) {
  const bool down = s_.layout == Layout::kDown;
  const std::size_t n = entries.size();
  const std::size_t most = std::max<std::size_t>(1, std::min(n, s_.width / kMinColumn + (s_.width % kMinColumn != 0)));
  struct Candidate {
    bool valid = true;
    std::size_t length;
    std::vector<std::size_t> columns;
  };
  std::vector<Candidate> candidates(most);
  for (std::size_t i = 0; i < most; ++i) {
    candidates[i].length = (i + 1) * kMinColumn;
    candidates[i].columns.assign(i + 1, kMinColumn);
  }
  std::vector<std::uint32_t> widths(n);
  for (std::size_t f = 0; f < n; ++f) {
    widths[f] = static_cast<std::uint32_t>(full_width(*entries[f]));
    for (std::size_t i = 0; i < most; ++i) {
      Candidate& c = candidates[i];
      if (!c.valid) continue;
      const std::size_t at = down ? f / ((n + i) / (i + 1)) : f % (i + 1);
      const std::size_t real = widths[f] + (at == i ? 0 : 2);
      if (c.columns[at] >= real) continue;
      c.length += real - c.columns[at];
      c.columns[at] = real;
      c.valid = c.length < s_.width;
    }
    if (p_.spent(1)) co_await p_.spend(0);
  }
  std::size_t count = most;
  while (count > 1 && !candidates[count - 1].valid) --count;
  const std::vector<std::size_t>& columns = candidates[count - 1].columns;
  const std::size_t rows = n / count + (n % count != 0);
  if (down) {
    for (std::size_t row = 0; row < rows; ++row) {
      std::size_t column = 0, position = 0;
      for (std::size_t f = row;;) {
        print_short(*entries[f], position);
        const std::size_t width = widths[f], max = columns[column++];
        f += rows;
        if (f >= n) break;
        move_to(position + width, position + max);
        position += max;
      }
      put(s_.eol);
      if (out_.full()) out_.flush();
      if (p_.spent(static_cast<std::uint32_t>(count))) co_await p_.spend(0);
    }
    co_return;
  }
  std::size_t position = 0;
  for (std::size_t f = 0; f < n; ++f) {
    const std::size_t column = f % count;
    if (f != 0 && column == 0) {
      put(s_.eol);
      position = 0;
    } else if (f != 0) {
      const std::size_t before = columns[(f - 1) % count];
      move_to(position + widths[f - 1], position + before);
      position += before;
    }
    print_short(*entries[f], position);
    if (out_.full()) out_.flush();
    if (p_.spent(1)) co_await p_.spend(0);
  }
  put(s_.eol);
}

Task<> Printer::print_separated(const std::vector<Entry*>& entries, char separator) {
  std::size_t position = 0;
  for (std::size_t f = 0; f < entries.size(); ++f) {
    const std::size_t width = s_.width ? full_width(*entries[f]) : 0;
    if (f != 0) {
      const bool fits = !s_.width || position + width + 2 < s_.width;
      position = fits ? position + 2 : 0;
      put(separator);
      put(fits ? ' ' : s_.eol);
    }
    print_short(*entries[f], position);
    position += width;
    if (out_.full()) out_.flush();
    if (p_.spent(1)) co_await p_.spend(0);
  }
  put(s_.eol);
}

Task<> Printer::print(const std::vector<Entry*>& entries) {
  switch (s_.layout) {
    case Layout::kLong:
    case Layout::kOnePerLine:
      for (const Entry* e : entries) {
        if (s_.layout == Layout::kLong) {
          normal_color();
          print_long(*e);
        } else {
          print_short(*e, 0);
          put(s_.eol);
        }
        if (out_.full()) out_.flush();
        if (p_.spent(2)) co_await p_.spend(0);
      }
      break;
    case Layout::kDown:
    case Layout::kAcross:
      if (!s_.width) co_return co_await print_separated(entries, ' ');
      co_return co_await print_columns(entries);
    case Layout::kCommas: co_return co_await print_separated(entries, ',');
  }
}

int Printer::finish(int status) {
  const bool plain = s_.colors.of(LsColors::kLeft) == "\033[" && s_.colors.of(LsColors::kRight) == "m";
  if (s_.color && used_color_ && !plain) default_color();
  if (s_.dired) {
    const auto dump = [&](std::string_view title, const std::vector<std::uint64_t>& positions) {
      if (positions.empty()) return;
      put(title);
      for (std::uint64_t at : positions) put(" " + std::to_string(at));
      put('\n');
    };
    dump("//DIRED//", names_);
    dump("//SUBDIRED//", headings_);
    constexpr std::string_view kStyles[] = {"literal", "shell", "shell-always", "shell-escape", "shell-escape-always",
                                            "c", "c-maybe", "escape", "locale"};
    put("//DIRED-OPTIONS// --quoting-style=");
    put(kStyles[static_cast<std::size_t>(s_.name_quoting.style)]);
    put('\n');
  }
  return out_.finish(status);
}

}  // namespace nacre::ls
