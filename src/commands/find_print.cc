// -printf, -ls and times as find shows them.
#include <algorithm>
#include <cstdio>

#include "src/base/mode.h"
#include "src/commands/find.h"

namespace nacre::find {

std::vector<Directive> parse_format(std::string_view f, std::vector<std::string>& warnings) {
  std::vector<Directive> all;
  std::string text;
  const auto flush = [&] {
    if (text.empty()) return;
    Directive d;
    d.text = std::exchange(text, {});
    all.push_back(std::move(d));
  };
  for (std::size_t i = 0; i < f.size(); ++i) {
    if (f[i] == '\\' && i + 1 < f.size()) {
      const char c = f[++i];
      constexpr std::string_view kLetters = "abfnrtv\\", kBytes = "\a\b\f\n\r\t\v\\";
      if (const std::size_t k = kLetters.find(c); k != kLetters.npos) {
        text += kBytes[k];
      } else if (c >= '0' && c <= '7') {
        int n = 0;
        std::size_t k = 0;
        for (; k < 3 && i + k < f.size() && f[i + k] >= '0' && f[i + k] <= '7'; ++k) n = n * 8 + (f[i + k] - '0');
        i += k - 1;
        text += static_cast<char>(n);
      } else if (c == 'c') {
        flush();
        Directive d;
        d.stop = true;
        all.push_back(std::move(d));
        return all;
      } else {
        warnings.push_back(std::string("warning: unrecognized escape `\\") + c + "'");
        text += '\\';
        text += c;
      }
      continue;
    }
    if (f[i] != '%') {
      text += f[i];
      continue;
    }
    if (i + 1 == f.size()) {
      warnings.emplace_back("error: % at end of format string");
      text += '%';
      break;
    }
    if (f[i + 1] == '%') {
      text += '%';
      ++i;
      continue;
    }
    const std::size_t from = ++i;
    while (i < f.size() && std::string_view("-+ #0").find(f[i]) != std::string_view::npos) ++i;
    while (i < f.size() && ((f[i] >= '0' && f[i] <= '9') || f[i] == '.')) ++i;
    if (i == f.size()) {
      text += "%" + std::string(f.substr(from));
      break;
    }
    Directive d;
    d.kind = f[i];
    d.text = f.substr(from, i - from);
    if (std::string_view("ABCT").find(d.kind) != std::string_view::npos && i + 1 < f.size()) d.field = f[++i];
    if (std::string_view("abcdDfFgGhHiklmMnpPsStuUyYZABCT").find(d.kind) == std::string_view::npos) {
      warnings.push_back(std::string("warning: unrecognized format directive `%") + d.kind + "'");
      text += "%" + d.text + d.kind;
      continue;
    }
    flush();
    all.push_back(std::move(d));
  }
  flush();
  return all;
}

vfs::Time time_of(const vfs::Stat& s, Time which) {
  switch (which) {
    case Time::kAccess: return s.atime;
    case Time::kChange: return s.ctime;
    case Time::kModify: return s.mtime;
    case Time::kBirth: return s.btime;
  }
  return s.mtime;
}

namespace {

// The fraction as find prints it: nanoseconds and a zero.
std::string fraction(vfs::Time t) {
  char text[16];
  std::snprintf(text, sizeof text, ".%09u0", static_cast<unsigned>(t.nsec));
  return text;
}

// Flags and width of a directive: -, 0 and a number; .precision for text.
struct Layout {
  bool left = false, zero = false;
  std::size_t width = 0;
  std::size_t precision = std::string::npos;
};
Layout layout(std::string_view t) {
  Layout l;
  while (!t.empty() && std::string_view("-+ #0").find(t[0]) != std::string_view::npos) {
    l.left |= t[0] == '-';
    l.zero |= t[0] == '0';
    t.remove_prefix(1);
  }
  const auto number = [&] {
    std::size_t n = 0;
    for (; !t.empty() && t[0] >= '0' && t[0] <= '9'; t.remove_prefix(1)) n = std::min<std::size_t>(n * 10 + static_cast<std::size_t>(t[0] - '0'), 4096);
    return n;
  };
  l.width = number();
  if (t.starts_with('.')) {
    t.remove_prefix(1);
    l.precision = number();
  }
  return l;
}
void pad(std::string& out, std::string text, const Layout& l, bool number) {
  if (l.precision != std::string::npos && !number) text.resize(std::min(text.size(), l.precision));
  if (number && l.precision != std::string::npos && text.size() < l.precision) text.insert(0, l.precision - text.size(), '0');
  const std::size_t missing = l.width > text.size() ? l.width - text.size() : 0;
  if (l.left) out += text + std::string(missing, ' ');
  else out += std::string(missing, l.zero && number && l.precision == std::string::npos ? '0' : ' ') + text;
}

char letter(vfs::Type t) {
  switch (t) {
    case vfs::Type::kFile: return 'f';
    case vfs::Type::kDirectory: return 'd';
    case vfs::Type::kSymlink: return 'l';
    case vfs::Type::kFifo: return 'p';
    case vfs::Type::kCharDevice: return 'c';
  }
  return 'U';
}

std::string link_target(Visited& v) {
  if (v.walk.type() != vfs::Type::kSymlink) return {};
  return v.process.fs().readlink(v.process.caller(), v.walk.access_path(), v.walk.base()).value_or(std::string());
}

std::string value(const Directive& d, Visited& v, bool& number) {
  const vfs::Stat& s = v.walk.stat();
  const std::string& path = v.walk.path();
  number = false;
  const auto numeric = [&](std::uint64_t n) {
    number = true;
    return std::to_string(n);
  };
  const auto time = [&](Time which, char field) {
    std::string t;
    append_time(t, time_of(s, which), field, v.zone);
    return t;
  };
  switch (d.kind) {
    case 'a': return time(Time::kAccess, 'c');
    case 'c': return time(Time::kChange, 'c');
    case 't': return time(Time::kModify, 'c');
    case 'A': return time(Time::kAccess, d.field ? d.field : 'c');
    case 'B': return time(Time::kBirth, d.field ? d.field : 'c');
    case 'C': return time(Time::kChange, d.field ? d.field : 'c');
    case 'T': return time(Time::kModify, d.field ? d.field : 'c');
    case 'b': return numeric(s.blocks);
    case 'k': return numeric((s.blocks + 1) / 2);
    case 's': return numeric(s.size);
    case 'i': return numeric(s.ino);
    case 'n': return numeric(s.nlink);
    case 'd': return numeric(static_cast<std::uint64_t>(v.walk.depth()));
    case 'D': return numeric(s.dev);
    case 'F': return s.dev == 1 ? "nacre" : "proc";
    case 'U': return numeric(s.uid);
    case 'G': return numeric(s.gid);
    case 'u': return v.accounts.user_name(s.uid);
    case 'g': return v.accounts.group_name(s.gid);
    case 'm': {
      number = true;
      char text[8];
      std::snprintf(text, sizeof text, "%o", static_cast<unsigned>(s.mode & 07777));
      return text;
    }
    case 'M': return mode_text(s.st_mode());
    case 'S': {
      const double apparent = static_cast<double>(s.size);
      char text[32];
      std::snprintf(text, sizeof text, "%g", s.size == 0 ? (s.blocks == 0 ? 1.0 : -1.0) : 512.0 * static_cast<double>(s.blocks) / apparent);
      return text;
    }
    case 'p': return path;
    case 'H': return v.operand;
    case 'P': return std::string(v.walk.relative_path());
    case 'f': {
      std::string_view n = path;
      while (n.size() > 1 && n.back() == '/') n.remove_suffix(1);
      const std::size_t slash = n.rfind('/');
      return std::string(slash == n.npos || n.size() == 1 ? n : n.substr(slash + 1));
    }
    case 'h': {
      std::string_view n = path;
      while (n.size() > 1 && n.back() == '/') n.remove_suffix(1);
      const std::size_t slash = n.rfind('/');
      if (slash == n.npos) return ".";
      return std::string(n.substr(0, slash));
    }
    case 'l': return link_target(v);
    case 'y': return std::string(1, letter(v.walk.type()));
    case 'Y': {
      if (v.walk.type() != vfs::Type::kSymlink) return std::string(1, letter(v.walk.type()));
      auto target = v.process.fs().stat(v.process.caller(), v.walk.access_path(), vfs::Follow::kYes, v.walk.base());
      if (target) return std::string(1, letter(target->type));
      return target.error() == Errno::kLOOP ? "L" : target.error() == Errno::kNOENT || target.error() == Errno::kNOTDIR ? "N" : "?";
    }
    case 'Z': return {};
  }
  return {};
}

}  // namespace

void append_time(std::string& out, vfs::Time t, char field, const TimeZone& zone) {
  if (field == '@') {
    out += std::to_string(t.sec) + fraction(t);
    return;
  }
  const CivilTime civil = zone.civil(t.sec, t.nsec);
  std::string text;
  switch (field) {
    case '+': format_time(text, "%Y-%m-%d+%H:%M:%S", civil, TimeFormat::kLibc); break;
    case 'c': format_time(text, "%a %b %e %H:%M:%S", civil, TimeFormat::kLibc); break;
    case 'S': format_time(text, "%S", civil, TimeFormat::kLibc); break;
    case 'T': format_time(text, "%H:%M:%S", civil, TimeFormat::kLibc); break;
    case 'X': format_time(text, "%H:%M:%S", civil, TimeFormat::kLibc); break;
    case 'r': format_time(text, "%I:%M:%S", civil, TimeFormat::kLibc); break;
    default: {
      const char format[] = {'%', field, 0};
      format_time(out, format, civil, TimeFormat::kLibc);
      return;
    }
  }
  out += text + fraction(t);
  if (field == 'c') format_time(out, " %Y", civil, TimeFormat::kLibc);
  if (field == 'r') format_time(out, " %p", civil, TimeFormat::kLibc);
}

void append_formatted(std::string& out, const std::vector<Directive>& format, Visited& v) {
  for (const Directive& d : format) {
    if (d.stop) return;
    if (!d.kind) {
      out += d.text;
      continue;
    }
    bool number;
    std::string text = value(d, v, number);
    pad(out, std::move(text), layout(d.text), number);
  }
}

// As ls -dils: inode, blocks of 1 KiB, mode, links, owner, group, size, time, name.
void append_listing(std::string& out, Visited& v) {
  const vfs::Stat& s = v.walk.stat();
  char text[256];
  std::snprintf(text, sizeof text, "%9llu %6llu %s %3u %-8s %-8s ", static_cast<unsigned long long>(s.ino),
                static_cast<unsigned long long>((s.blocks + 1) / 2), mode_text(s.st_mode()).c_str(), static_cast<unsigned>(s.nlink),
                v.accounts.user_name(s.uid).c_str(), v.accounts.group_name(s.gid).c_str());
  out += text;
  if (s.type == vfs::Type::kCharDevice) std::snprintf(text, sizeof text, "%3u, %3u", s.rdev.major, s.rdev.minor);
  else std::snprintf(text, sizeof text, "%8llu", static_cast<unsigned long long>(s.size));
  out += text;
  out += ' ';
  // Half a year back or any time ahead: the year instead of the time of day.
  const std::int64_t age = v.settings.now.seconds - s.mtime.sec;
  const bool recent = age < 31556952 / 2 && age > -3600;
  format_time(out, recent ? "%b %e %H:%M" : "%b %e  %Y", v.zone.civil(s.mtime.sec), TimeFormat::kLibc);
  out += ' ';
  for (char c : v.walk.path()) {   // as ls -b would
    const auto b = static_cast<unsigned char>(c);
    if (c == '\\' || c == '\n' || c == ' ' || c == '\t' || c == '"') {
      out += '\\';
      out += c == '\n' ? 'n' : c == '\t' ? 't' : c;
    } else if (b < 32 || b == 127) {
      std::snprintf(text, sizeof text, "\\%03o", b);
      out += text;
    } else {
      out += c;
    }
  }
  if (s.type == vfs::Type::kSymlink) out += " -> " + link_target(v);
  out += '\n';
}

}  // namespace nacre::find
