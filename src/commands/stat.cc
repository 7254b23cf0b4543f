// stat [-fLt] [-c FORMAT | --printf=FORMAT] FILE...   (GNU)
//
// The filesystem calls itself tmpfs; its blocks for -f are of 4096 bytes.
#include <cstdio>

#include "src/base/calendar.h"
#include "src/base/mode.h"
#include "src/base/paths.h"
#include "src/base/quoting.h"
#include "src/process/accounts.h"
#include "src/process/canonical.h"
#include "src/process/choice.h"
#include "src/process/io.h"
#include "src/process/locale.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr int kCached = kOnlyLong, kPrintf = kOnlyLong + 1;
constexpr Option kOptions[] = {
    {'L', "dereference", Argument::kNone, "", "follow links"},
    {'f', "file-system", Argument::kNone, "", "display file system status instead of file status"},
    {kCached, "cached", Argument::kRequired, "MODE", "specify how to use cached attributes;\n  useful on remote file systems. See MODE below"},
    {'c', "format", Argument::kRequired, "FORMAT", "use the specified FORMAT instead of the default;\n  output a newline after each use of FORMAT"},
    {kPrintf, "printf", Argument::kRequired, "FORMAT", "like --format, but interpret backslash escapes,\n  and do not output a mandatory trailing newline;\n  if you want a newline, include \\n in FORMAT"},
    {'t', "terse", Argument::kNone, "", "print the information in terse form"},
};
constexpr Synopsis kSynopsis{.name = "stat", .usage = "[OPTION]... FILE...",
    .description = "Display file or file system status.\n\n"
                   "Mandatory arguments to long options are mandatory for short options too.",
    .options = kOptions,
    .notes = "The MODE argument of --cached can be: always, never, or default.\n\n"
             "The valid format sequences for files (without --file-system):\n\n"
             "  %a %A      permission bits in octal (note '#' and '0' printf flags); in human readable form\n"
             "  %b %B      number of blocks allocated; the size in bytes of each block reported by %b\n"
             "  %C         SELinux security context string\n"
             "  %d %D      device number in decimal, in hex; %Hd %Ld its major and minor parts\n"
             "  %f %F      raw mode in hex; file type\n"
             "  %g %G      group ID and group name of owner\n"
             "  %h %i      number of hard links; inode number\n"
             "  %m         mount point\n"
             "  %n %N      file name; quoted file name with dereference if symbolic link\n"
             "  %o %s      optimal I/O transfer size hint; total size, in bytes\n"
             "  %r %R      device type in decimal, in hex; %Hr %Lr its parts, %t %T those in hex\n"
             "  %u %U      user ID and user name of owner\n"
             "  %w %W      time of file birth, human-readable (- if unknown), seconds since Epoch (0 if unknown)\n"
             "  %x %X      time of last access\n"
             "  %y %Y      time of last data modification\n"
             "  %z %Z      time of last status change\n\n"
             "Valid format sequences for file systems:\n\n"
             "  %a %b %f   blocks: free to non-superuser, total, free\n"
             "  %c %d      file nodes: total, free\n"
             "  %i %l %n   file system ID in hex; maximum length of filenames; file name\n"
             "  %s %S      block size (for faster transfers); fundamental block size (for block counts)\n"
             "  %t %T      file system type in hex, in human readable form"};
constexpr Choice kCachedModes[] = {{"default", 0}, {"never", 1}, {"always", 2}};

constexpr std::string_view kFileFormat =
    "  File: %N\n  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F\nDevice: %Hd,%Ld\tInode: %-10i  Links: %h\n";
constexpr std::string_view kDeviceFormat =
    "  File: %N\n  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F\n"
    "Device: %Hd,%Ld\tInode: %-10i  Links: %-5h Device type: %Hr,%Lr\n";
constexpr std::string_view kRestFormat =
    "Access: (%04a/%10.10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)\nAccess: %x\nModify: %y\nChange: %z\n Birth: %w\n";
constexpr std::string_view kTerseFormat = "%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %W %o\n";
constexpr std::string_view kSystemFormat =
    "  File: \"%n\"\n    ID: %-8i Namelen: %-7l Type: %T\nBlock size: %-10s Fundamental block size: %S\n"
    "Blocks: Total: %-10b Free: %-10f Available: %a\nInodes: Total: %-10c Free: %d\n";
constexpr std::string_view kTerseSystemFormat = "%n %i %l %t %s %S %b %f %a %c %d\n";

// Flags, width and precision of a directive, as printf has them.
struct Spec {
  std::string_view flags;
  int width = -1, precision = -1;   // precision -2: a '.' without digits
  bool flag(char c) const { return flags.find(c) != flags.npos; }
};

void pad(std::string& out, std::string_view body, const Spec& s) {
  const std::size_t width = s.width < 0 ? 0 : static_cast<std::size_t>(s.width);
  const std::size_t fill = body.size() < width ? width - body.size() : 0;
  if (!s.flag('-')) out.append(fill, ' ');
  out += body;
  if (s.flag('-')) out.append(fill, ' ');
}
void text(std::string& out, std::string_view body, const Spec& s) {
  if (s.precision != -1) body = body.substr(0, s.precision < 0 ? 0 : static_cast<std::size_t>(s.precision));
  pad(out, body, s);
}
enum class Base { kDecimal, kSigned, kOctal, kHex };
void number(std::string& out, std::uint64_t v, const Spec& s, Base base) {
  char digits[32];
  std::snprintf(digits, sizeof digits, base == Base::kOctal ? "%llo" : base == Base::kHex ? "%llx" : "%llu", static_cast<unsigned long long>(v));
  std::string body = digits, prefix;
  if (s.precision >= 0 && body.size() < static_cast<std::size_t>(s.precision)) body.insert(0, static_cast<std::size_t>(s.precision) - body.size(), '0');
  if (s.flag('#') && base == Base::kOctal && body[0] != '0') prefix = "0";
  if (s.flag('#') && base == Base::kHex && v) prefix = "0x";
  if (base == Base::kSigned) prefix = s.flag('+') ? "+" : s.flag(' ') ? " " : "";
  if (s.flag('0') && !s.flag('-') && s.precision == -1) {
    const std::size_t width = s.width < 0 ? 0 : static_cast<std::size_t>(s.width), have = body.size() + prefix.size();
    if (have < width) body.insert(0, width - have, '0');
  }
  pad(out, prefix + body, s);
}

// Seconds since 1970 with as many digits of a fraction as the precision wants.
void epoch(std::string& out, vfs::Time t, const Spec& s) {
  const int digits = s.precision == -2 ? 9 : s.precision == -1 ? 0 : s.precision;
  std::int64_t sec = t.sec;
  std::uint32_t nsec = t.nsec;
  bool minus = sec < 0;
  if (minus && digits > 0 && nsec) {
    ++sec;
    nsec = 1'000'000'000 - nsec;
  }
  std::string body = std::to_string(sec < 0 ? 0 - static_cast<std::uint64_t>(sec) : static_cast<std::uint64_t>(sec));
  if (digits > 0) {
    char f[16];
    std::snprintf(f, sizeof f, "%09u", static_cast<unsigned>(nsec));
    std::string fraction = f;
    fraction.resize(static_cast<std::size_t>(digits), '0');
    body += "." + fraction;
  }
  std::string sign = minus ? "-" : s.flag('+') ? "+" : s.flag(' ') ? " " : "";
  const std::size_t width = s.width < 0 ? 0 : static_cast<std::size_t>(s.width);
  if (s.flag('0') && !s.flag('-') && sign.size() + body.size() < width) body.insert(0, width - sign.size() - body.size(), '0');
  pad(out, sign + body, s);
}

// Linux's packing of a device number (makedev).
std::uint64_t packed(vfs::Device d) {
  const std::uint64_t major = d.major, minor = d.minor;
  return (major & 0xfff) << 8 | (major & ~std::uint64_t{0xfff}) << 32 | (minor & 0xff) | (minor & ~std::uint64_t{0xff}) << 12;
}

class Stater {
 public:
  Stater(Process& p) : p_(p), out_(p, 1), accounts_(p), zone_(TimeZone::from_environment(p.getenv("TZ"))) {
    quoting_.utf8 = utf8_locale(p);
  }

  bool follow = false, file_system = false, terse = false, escapes = false, newline = false;
  std::optional<std::string> format;

  void choose_quoting() {
    quoting_.style = format ? QuotingStyle::kShellEscapeAlways : QuotingStyle::kShellEscape;
    default_quoting_ = !format;
    const auto name = p_.getenv("QUOTING_STYLE");
    if (!name) return;
    if (const auto style = find_quoting_style(*name)) {
      quoting_.style = *style;
      default_quoting_ = false;
    } else {
      p_.complain("ignoring invalid value of environment variable QUOTING_STYLE: " + quote_words(p_, *name));
    }
  }

  bool show(std::string_view file) {
    if (file_system && file == "-") {
      out_.complain("using '-' to denote standard input does not work in file system mode");
      return false;
    }
    name_ = file;
    Result<vfs::Stat> s = fail(Errno::kBADF);
    if (file == "-" && !file_system) {
      if (const FileDescription* in = p_.file(0)) s = in->stat();
    } else {
      s = p_.fs().stat(p_.caller(), file, follow || file_system ? vfs::Follow::kYes : vfs::Follow::kNo);
    }
    if (!s) {
      if (file_system) out_.complain("cannot read file system information for " + quote(file), s.error());
      else if (file == "-") out_.complain("cannot stat standard input", s.error());
      else out_.complain("cannot statx " + quote(file), s.error());
      return false;
    }
    stat_ = *s;
    ok_ = true;
    if (format) {
      print(*format);
      if (newline && !fatal_) out_.put('\n');
    } else if (file_system) {
      print(terse ? kTerseSystemFormat : kSystemFormat);
    } else if (terse) {
      print(kTerseFormat);
    } else {
      print(stat_.type == vfs::Type::kCharDevice ? kDeviceFormat : kFileFormat);
      if (ok_) print(kRestFormat);
    }
    if (out_.full()) out_.flush();
    return ok_;
  }
  Writer& out() { return out_; }
  bool fatal() const { return fatal_; }

 private:
  std::string& buffer() { return out_.buffer(); }

  void print(std::string_view f) {
    for (std::size_t i = 0; i < f.size() && !fatal_; ++i) {
      if (f[i] == '%') {
        directive(f, i);
      } else if (f[i] == '\\' && escapes) {
        escape(f, i);
      } else {
        out_.put(f[i]);
      }
    }
  }

  // A backslash at f[i]; leaves i on its last byte.
  void escape(std::string_view f, std::size_t& i) {
    if (i + 1 >= f.size()) {
      out_.complain("warning: backslash at end of format");
      out_.put('\\');
      return;
    }
    const char c = f[++i];
    constexpr std::string_view kLetters = "abefnrtv\"\\", kValues = "\a\b\033\f\n\r\t\v\"\\";
    if (c >= '0' && c <= '7') {
      unsigned v = 0;
      std::size_t n = 0;
      for (; n < 3 && i + n < f.size() && f[i + n] >= '0' && f[i + n] <= '7'; ++n) v = v * 8 + static_cast<unsigned>(f[i + n] - '0');
      i += n - 1;
      out_.put(static_cast<char>(v));
    } else if (const std::size_t k = kLetters.find(c); k != kLetters.npos) {
      out_.put(kValues[k]);
    } else if (c == 'x' && i + 1 < f.size() && hex(f[i + 1]) >= 0) {
      int v = hex(f[++i]);
      if (i + 1 < f.size() && hex(f[i + 1]) >= 0) v = v * 16 + hex(f[++i]);
      out_.put(static_cast<char>(v));
    } else {
      out_.complain(std::string("warning: unrecognized escape '\\") + c + "'");
      out_.put(c);
    }
  }
  static int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
  }

  // A '%' at f[i]; leaves i on the directive's last byte.
  void directive(std::string_view f, std::size_t& i) {
    const std::size_t start = i++;
    const auto at = [&](std::size_t k) { return k < f.size() ? f[k] : '\0'; };
    Spec s;
    const std::size_t flags = i;
    while (i < f.size() && std::string_view("'-+ #0I").find(f[i]) != std::string_view::npos) ++i;
    s.flags = f.substr(flags, i - flags);
    const auto digits = [&](int& v) {
      for (v = 0; at(i) >= '0' && at(i) <= '9'; ++i) v = std::min(v * 10 + (at(i) - '0'), 1'000'000);
    };
    if (at(i) >= '0' && at(i) <= '9') digits(s.width);
    if (at(i) == '.') {
      ++i;
      s.precision = -2;
      if (at(i) >= '0' && at(i) <= '9') digits(s.precision);
    }
    const bool plain = i == start + 1;
    const char c = at(i);
    if (i >= f.size() || c == '%') {
      if (!plain) {
        out_.complain(quote_words(p_, f.substr(start, i + 1 - start)) + ": invalid directive");
        ok_ = false;
        fatal_ = true;
        return;
      }
      out_.put('%');
      if (i >= f.size()) --i;
      return;
    }
    char part = 0;
    if ((c == 'H' || c == 'L') && !file_system) {
      if (at(i + 1) != 'd' && at(i + 1) != 'r') {
        out_.put('?');
        return;
      }
      part = c;
      ++i;
    }
    if (file_system) system_value(f[i], s);
    else if (f[i] == 'C') context(s);
    else file_value(f[i], part, s);
  }

  void context(Spec s) {
    out_.complain("failed to get security context of " + quote(name_) + ": No data available");
    text(buffer(), "?", s);
    ok_ = false;
  }

  void human(vfs::Time t, const Spec& s) {
    std::string body;
    format_time(body, "%Y-%m-%d %H:%M:%S.%N %z", zone_.civil(t.sec, t.nsec));
    text(buffer(), body, s);
  }
  std::string shown(std::string_view name) const {
    // GNU's default output shows names as they are.
    return default_quoting_ ? std::string(name) : quote_text(name, quoting_);
  }

  void file_value(char c, char part, const Spec& s) {
    std::string& o = buffer();
    const vfs::Device device{0, stat_.dev};
    switch (c) {
      case 'n': return text(o, name_, s);
      case 'N': {
        text(o, shown(name_), s);
        if (stat_.type != vfs::Type::kSymlink) return;
        auto target = p_.fs().readlink(p_.caller(), stat_.ino);
        if (!target) return;
        o += " -> ";
        return text(o, shown(*target), s);
      }
      case 'd': return part ? number(o, part == 'H' ? device.major : device.minor, s, Base::kDecimal) : number(o, packed(device), s, Base::kDecimal);
      case 'D': return number(o, packed(device), s, Base::kHex);
      case 'r':
        return part ? number(o, part == 'H' ? stat_.rdev.major : stat_.rdev.minor, s, Base::kDecimal) : number(o, packed(stat_.rdev), s, Base::kDecimal);
      case 'R': return number(o, packed(stat_.rdev), s, Base::kHex);
      case 't': return number(o, stat_.rdev.major, s, Base::kHex);
      case 'T': return number(o, stat_.rdev.minor, s, Base::kHex);
      case 'i': return number(o, stat_.ino, s, Base::kDecimal);
      case 'a': return number(o, stat_.mode, s, Base::kOctal);
      case 'A': return text(o, mode_text(stat_.st_mode()), s);
      case 'f': return number(o, stat_.st_mode(), s, Base::kHex);
      case 'F': return text(o, file_type_words(stat_.st_mode(), stat_.size), s);
      case 'h': return number(o, stat_.nlink, s, Base::kDecimal);
      case 'u': return number(o, stat_.uid, s, Base::kDecimal);
      case 'U': return text(o, accounts_.user(stat_.uid) ? accounts_.user_name(stat_.uid) : "UNKNOWN", s);
      case 'g': return number(o, stat_.gid, s, Base::kDecimal);
      case 'G': return text(o, accounts_.group(stat_.gid) ? accounts_.group_name(stat_.gid) : "UNKNOWN", s);
      case 'm': return text(o, mount_point(), s);
      case 's': return number(o, stat_.size, s, Base::kSigned);
      case 'B': return number(o, 512, s, Base::kDecimal);
      case 'b': return number(o, stat_.blocks, s, Base::kDecimal);
      case 'o': return number(o, 4096, s, Base::kDecimal);
      case 'w': return human(stat_.btime, s);
      case 'W': return epoch(o, stat_.btime, s);
      case 'x': return human(stat_.atime, s);
      case 'X': return epoch(o, stat_.atime, s);
      case 'y': return human(stat_.mtime, s);
      case 'Y': return epoch(o, stat_.mtime, s);
      case 'z': return human(stat_.ctime, s);
      case 'Z': return epoch(o, stat_.ctime, s);
    }
    o += '?';
  }

  // The highest directory above the file that is on its device.
  std::string mount_point() {
    auto path = canonicalize(p_, name_, {.missing = Canonical::Missing::kAny});
    if (!path) return "?";
    std::string at = *path;
    while (at != "/") {
      std::string up(dir_name(at));
      auto s = p_.fs().stat(p_.caller(), up);
      if (!s || s->dev != stat_.dev) break;
      at = std::move(up);
    }
    return at;
  }

  void system_value(char c, const Spec& s) {
    std::string& o = buffer();
    constexpr std::uint64_t kBlock = 4096;
    const vfs::Space space = p_.fs().space();
    const std::uint64_t free = space.bytes - std::min(space.bytes, space.bytes_used);
    switch (c) {
      case 'n': return text(o, name_, s);
      case 'i': return number(o, stat_.dev, s, Base::kHex);
      case 'l': return number(o, vfs::kMaxName, s, Base::kDecimal);
      case 't': return number(o, 0x1021994, s, Base::kHex);
      case 'T': return text(o, "tmpfs", s);
      case 'b': return number(o, space.bytes / kBlock, s, Base::kSigned);
      case 'f': case 'a': return number(o, free / kBlock, s, Base::kSigned);
      case 's': case 'S': return number(o, kBlock, s, Base::kDecimal);
      case 'c': return number(o, space.inodes, s, Base::kDecimal);
      case 'd': return number(o, space.inodes - std::min(space.inodes, space.inodes_used), s, Base::kSigned);
    }
    o += '?';
  }

  Process& p_;
  Writer out_;
  Accounts accounts_;
  TimeZone zone_;
  Quoting quoting_;
  bool default_quoting_ = true, ok_ = true, fatal_ = false;
  std::string name_;
  vfs::Stat stat_;
};

Task<int> stat_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Stater stat(p);
  for (const Option::Use& u : o.uses()) {
    switch (u.id) {
      case 'L': stat.follow = true; break;
      case 'f': stat.file_system = true; break;
      case 't': stat.terse = true; break;
      case 'c':
        stat.format = u.argument;
        stat.newline = true;
        stat.escapes = false;
        break;
      case kPrintf:
        stat.format = u.argument;
        stat.newline = false;
        stat.escapes = true;
        break;
      case kCached: {
        std::string error;
        if (!choose(p, kCachedModes, u.argument, "--cached", error)) co_return usage_error(p, error);
        break;
      }
    }
  }
  if (o.operands().empty()) co_return usage_error(p, "missing operand");
  stat.choose_quoting();
  int status = 0;
  for (std::string_view file : o.operands()) {
    if (!stat.show(file)) status = 1;
    if (stat.fatal()) break;
    if (p.spent(8)) co_await p.spend(0);
  }
  co_return stat.out().finish(status);
}
const Program kStat("stat", stat_main);

}  // namespace
}  // namespace nacre
