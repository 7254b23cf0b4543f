// The mode language, compiled to steps; see mode.h.
#include "src/base/mode.h"

namespace nacre {
namespace {

constexpr std::uint32_t kRead = 0444, kWrite = 0222, kExecute = 0111, kUser = 0700, kGroup = 070, kOther = 07,
                        kSetUid = 04000, kSetGid = 02000, kSticky = 01000;

bool is_octal(char c) { return c >= '0' && c <= '7'; }
bool is_op(char c) { return c == '=' || c == '+' || c == '-'; }

}  // namespace

ModeChange ModeChange::exactly(std::uint32_t mode) {
  ModeChange m;
  m.steps_.push_back({'=', Kind::kPlain, kAllModeBits, mode & kAllModeBits, kAllModeBits});
  return m;
}

std::optional<ModeChange> ModeChange::parse(std::string_view text) {
  ModeChange m;
  std::size_t at = 0;
  const auto peek = [&] { return at < text.size() ? text[at] : '\0'; };
  const auto octal = [&](std::uint32_t& value) {
    value = 0;
    while (is_octal(peek())) {
      value = value * 8 + static_cast<std::uint32_t>(text[at++] - '0');
      if (value > kAllModeBits) return false;
    }
    return true;
  };
  if (is_octal(peek())) {
    std::uint32_t mode = 0;
    if (!octal(mode) || at != text.size()) return std::nullopt;
    const std::uint32_t mentioned = at < 5 ? (mode & 07000) | 0777 : kAllModeBits;
    m.steps_.push_back({'=', Kind::kPlain, kAllModeBits, mode, mentioned});
    return m;
  }
  for (;; ++at) {
    std::uint32_t affected = 0;
    for (; !is_op(peek()); ++at) {
      switch (peek()) {
        case 'u': affected |= kSetUid | kUser; break;
        case 'g': affected |= kSetGid | kGroup; break;
        case 'o': affected |= kSticky | kOther; break;
        case 'a': affected |= kAllModeBits; break;
        default: return std::nullopt;
      }
    }
    do {
      Step s;
      s.op = text[at++];
      s.affected = affected;
      const char c = peek();
      if (is_octal(c)) {
        if (!octal(s.value) || affected || (at < text.size() && peek() != ',')) return std::nullopt;
        s.affected = s.mentioned = kAllModeBits;
      } else if (c == 'u' || c == 'g' || c == 'o') {
        s.value = c == 'u' ? kUser : c == 'g' ? kGroup : kOther;
        s.kind = Kind::kCopy;
        ++at;
      } else {
        for (bool more = true; more;) {
          switch (peek()) {
            case 'r': s.value |= kRead; break;
            case 'w': s.value |= kWrite; break;
            case 'x': s.value |= kExecute; break;
            case 'X': s.kind = Kind::kExecutableIfAny; break;
            case 's': s.value |= kSetUid | kSetGid; break;
            case 't': s.value |= kSticky; break;
            default: more = false;
          }
          at += more;
        }
      }
      if (!s.mentioned) s.mentioned = affected ? affected & s.value : s.value;
      m.steps_.push_back(s);
    } while (is_op(peek()));
    if (peek() != ',' || at >= text.size()) break;
  }
  if (at != text.size()) return std::nullopt;
  return m;
}

std::uint32_t ModeChange::apply(std::uint32_t mode, bool directory, std::uint32_t umask, std::uint32_t* touched) const {
  std::uint32_t bits = 0;
  mode &= kAllModeBits;
  for (const Step& s : steps_) {
    const std::uint32_t omit = (directory ? kSetUid | kSetGid : 0) & ~s.mentioned;
    std::uint32_t value = s.value;
    if (s.kind == Kind::kCopy) {
      value &= mode;
      value |= (value & kRead ? kRead : 0) | (value & kWrite ? kWrite : 0) | (value & kExecute ? kExecute : 0);
    } else if (s.kind == Kind::kExecutableIfAny && ((mode & kExecute) || directory)) {
      value |= kExecute;
    }
    value &= (s.affected ? s.affected : ~umask) & ~omit;
    if (s.op == '=') {
      const std::uint32_t preserved = (s.affected ? ~s.affected : 0) | omit;
      bits |= kAllModeBits & ~preserved;
      mode = (mode & preserved) | value;
    } else if (s.op == '+') {
      bits |= value;
      mode |= value;
    } else {
      bits |= value;
      mode &= ~value;
    }
  }
  if (touched) *touched = bits;
  return mode & kAllModeBits;
}

std::string mode_text(std::uint32_t m) {
  std::string s = "?rwxrwxrwx";
  switch (m & 0170000) {
    case 0100000: s[0] = '-'; break;
    case 0040000: s[0] = 'd'; break;
    case 0120000: s[0] = 'l'; break;
    case 0010000: s[0] = 'p'; break;
    case 0020000: s[0] = 'c'; break;
    case 0060000: s[0] = 'b'; break;
    case 0140000: s[0] = 's'; break;
  }
  for (unsigned i = 0; i < 9; ++i)
    if (!(m >> (8 - i) & 1)) s[i + 1] = '-';
  if (m & kSetUid) s[3] = m & 0100 ? 's' : 'S';
  if (m & kSetGid) s[6] = m & 010 ? 's' : 'S';
  if (m & kSticky) s[9] = m & 01 ? 't' : 'T';
  return s;
}

std::string_view file_type_words(std::uint32_t m, std::uint64_t size) {
  switch (m & 0170000) {
    case 0100000: return size ? "regular file" : "regular empty file";
    case 0040000: return "directory";
    case 0120000: return "symbolic link";
    case 0010000: return "fifo";
    case 0020000: return "character special file";
    case 0060000: return "block special file";
    case 0140000: return "socket";
  }
  return "weird file";
}

}  // namespace nacre
