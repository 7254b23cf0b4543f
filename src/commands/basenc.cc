// base64, base32 [OPTION]... [FILE]; basenc --ENCODING [OPTION]... [FILE]: data as printable text and back. RFC 4648,
// ZeroMQ's Z85, GNU coreutils 9.1. As in GNU, what was decoded before an error is written.
#include <algorithm>
#include <array>
#include <optional>

#include "src/base/numbers.h"
#include "src/process/input.h"
#include "src/process/locale.h"

namespace nacre {
namespace {

enum class Kind { kNone, kBase64, kBase64Url, kBase32, kBase32Hex, kBase16, kBase2Msbf, kBase2Lsbf, kZ85 };

constexpr std::string_view kAlphabets[] = {
    "",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
    "0123456789ABCDEFGHIJKLMNOPQRSTUV",
    "0123456789ABCDEF",
    "01",
    "01",
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#",
};
std::string_view alphabet(Kind k) { return kAlphabets[static_cast<int>(k)]; }
bool has_padding(Kind k) { return k == Kind::kBase64 || k == Kind::kBase64Url || k == Kind::kBase32 || k == Kind::kBase32Hex; }

// Bytes of data in a group, and characters of text for them.
std::size_t data_group(Kind k) {
  switch (k) {
    case Kind::kBase64:
    case Kind::kBase64Url: return 3;
    case Kind::kBase32:
    case Kind::kBase32Hex: return 5;
    case Kind::kZ85: return 4;
    default: return 1;
  }
}
std::size_t text_group(Kind k) {
  switch (k) {
    case Kind::kBase64:
    case Kind::kBase64Url: return 4;
    case Kind::kBase16: return 2;
    case Kind::kZ85: return 5;
    default: return 8;
  }
}

// Encodes whole groups, and with `last` what is left; gives the bytes used.
std::size_t encode(Kind kind, std::string_view in, bool last, std::string& out) {
  const char* const a = alphabet(kind).data();
  const auto byte = [&](std::size_t i) -> std::uint64_t { return i < in.size() ? static_cast<unsigned char>(in[i]) : 0; };
  const std::size_t n = data_group(kind), m = text_group(kind);
  const std::size_t whole = in.size() / n;
  const std::size_t groups = whole + (last && has_padding(kind) && in.size() % n ? 1 : 0);
  const std::size_t start = out.size();
  out.resize(start + groups * m);
  char* to = out.data() + start;
  for (std::size_t g = 0; g < groups; ++g, to += m) {
    const std::size_t i = g * n;
    switch (kind) {
      case Kind::kBase64:
      case Kind::kBase64Url: {
        const std::uint64_t v = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
        for (int k = 0; k < 4; ++k) to[k] = a[v >> (18 - 6 * k) & 63];
        break;
      }
      case Kind::kBase32:
      case Kind::kBase32Hex: {
        std::uint64_t v = 0;
        for (std::size_t k = 0; k < 5; ++k) v = v << 8 | byte(i + k);
        for (int k = 0; k < 8; ++k) to[k] = a[v >> (35 - 5 * k) & 31];
        break;
      }
      case Kind::kBase16:
        to[0] = a[byte(i) >> 4];
        to[1] = a[byte(i) & 15];
        break;
      case Kind::kBase2Msbf:
        for (int k = 0; k < 8; ++k) to[k] = a[byte(i) >> (7 - k) & 1];
        break;
      case Kind::kBase2Lsbf:
        for (int k = 0; k < 8; ++k) to[k] = a[byte(i) >> k & 1];
        break;
      default: {
        std::uint64_t v = byte(i) << 24 | byte(i + 1) << 16 | byte(i + 2) << 8 | byte(i + 3);
        for (int k = 4; k >= 0; --k, v /= 85) to[k] = a[v % 85];
      }
    }
  }
  if (groups > whole) {
    // Padding: the characters that would hold only bits that are not there.
    const std::size_t bits = in.size() % n * 8, each = n == 3 ? 6 : 5, used = (bits + each - 1) / each;
    std::fill(out.end() - static_cast<std::ptrdiff_t>(m - used), out.end(), '=');
    return in.size();
  }
  return whole * n;
}

class Decoder {
 public:
  Decoder(Kind kind, bool garbage) : kind_(kind), garbage_(garbage) {
    values_.fill(-1);
    const std::string_view a = alphabet(kind);
    for (std::size_t i = 0; i < a.size(); ++i) values_[static_cast<unsigned char>(a[i])] = static_cast<std::int8_t>(i);
  }
  // False at what is not valid; out then has what came before.
  bool decode(std::string_view in, std::string& out) {
    const std::size_t m = text_group(kind_);
    for (char c : in) {
      if (c == '\n') continue;
      const bool valid = values_[static_cast<unsigned char>(c)] >= 0;
      if (garbage_ && !valid && !(c == '=' && has_padding(kind_))) continue;
      if (!valid && !has_padding(kind_)) return false;
      group_[size_++] = c;
      if (size_ < m) continue;
      size_ = 0;
      if (!group(m, out)) return false;
    }
    return true;
  }
  bool finish(std::string& out) { return size_ == 0 || group(size_, out); }

 private:
  int value(std::size_t i) const { return values_[static_cast<unsigned char>(group_[i])]; }
  bool padding(std::size_t from, std::size_t to) const {
    return std::all_of(group_.begin() + static_cast<std::ptrdiff_t>(from), group_.begin() + static_cast<std::ptrdiff_t>(to),
                       [](char c) { return c == '='; });
  }
  bool group(std::size_t n, std::string& out) {
    switch (kind_) {
      case Kind::kBase64:
      case Kind::kBase64Url: return group64(n, out);
      case Kind::kBase32:
      case Kind::kBase32Hex: return group32(n, out);
      case Kind::kZ85: return group85(n, out);
      default: break;
    }
    if (n < text_group(kind_)) return false;
    unsigned v = 0;
    if (kind_ == Kind::kBase16) v = static_cast<unsigned>(value(0) << 4 | value(1));
    else
      for (std::size_t i = 0; i < 8; ++i) v |= static_cast<unsigned>(value(i)) << (kind_ == Kind::kBase2Msbf ? 7 - i : i);
    out += static_cast<char>(v);
    return true;
  }
  // As many bytes as can be told are written even of a group that is cut short.
  bool group64(std::size_t n, std::string& out) {
    if (n < 2 || value(0) < 0 || value(1) < 0) return false;
    out += static_cast<char>(value(0) << 2 | value(1) >> 4);
    if (n == 2) return false;
    if (group_[2] == '=') return n == 4 && group_[3] == '=';
    if (value(2) < 0) return false;
    out += static_cast<char>(value(1) << 4 | value(2) >> 2);
    if (n == 3) return false;
    if (group_[3] == '=') return true;
    if (value(3) < 0) return false;
    out += static_cast<char>(value(2) << 6 | value(3));
    return true;
  }
  bool group32(std::size_t n, std::string& out) {
    if (n < 8 || value(0) < 0 || value(1) < 0) return false;
    out += static_cast<char>(value(0) << 3 | value(1) >> 2);
    if (group_[2] == '=') return padding(3, 8);
    if (value(2) < 0 || value(3) < 0) return false;
    out += static_cast<char>(value(1) << 6 | value(2) << 1 | value(3) >> 4);
    if (group_[4] == '=') return padding(5, 8);
    if (value(4) < 0) return false;
    out += static_cast<char>(value(3) << 4 | value(4) >> 1);
    if (group_[5] == '=') return padding(6, 8);
    if (value(5) < 0 || value(6) < 0) return false;
    out += static_cast<char>(value(4) << 7 | value(5) << 2 | value(6) >> 3);
    if (group_[7] == '=') return true;
    if (value(7) < 0) return false;
    out += static_cast<char>(value(6) << 5 | value(7));
    return true;
  }
  bool group85(std::size_t n, std::string& out) {
    if (n < 5) return false;
    std::uint64_t v = 0;
    for (std::size_t i = 0; i < 5; ++i) v = v * 85 + static_cast<unsigned>(value(i));
    if (v > 0xFFFFFFFF) return false;
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(v >> shift);
    return true;
  }

  Kind kind_;
  bool garbage_;
  std::array<std::int8_t, 256> values_;
  std::array<char, 8> group_{};
  std::size_t size_ = 0;
};

struct Settings {
  Kind kind = Kind::kNone;
  bool decode = false, garbage = false;
  std::uint64_t wrap = 76;
};

Task<int> encode_all(Process& p, const Settings& s, int fd) {
  Reader in(p, fd);
  Writer out(p, 1);
  std::string text;
  std::uint64_t column = 0;
  for (bool last = false; !last;) {
    auto more = co_await in.fill();
    if (!more) {
      out.complain("read error", more.error());
      co_return 1;
    }
    last = !*more;
    text.clear();
    const std::size_t had = in.buffered().size();
    const std::size_t used = encode(s.kind, in.buffered(), last, text);
    in.consume(used);
    for (std::string_view rest = text; !rest.empty();) {
      const auto n = s.wrap ? static_cast<std::size_t>(std::min<std::uint64_t>(s.wrap - column, rest.size())) : rest.size();
      out.put(rest.substr(0, n));
      rest.remove_prefix(n);
      column += n;
      if (s.wrap && column == s.wrap) {
        out.put('\n');
        column = 0;
      }
    }
    if (last && s.kind == Kind::kZ85 && used < had) {
      out.complain("invalid input (length must be multiple of 4 characters)");
      co_return 1;
    }
    if (last) break;
    if (!out.flush()) break;
    if (p.spent(static_cast<std::uint32_t>(had / 64))) co_await p.spend(0);
  }
  if (s.wrap && column > 0) out.put('\n');
  co_return out.finish(0);
}

Task<int> decode_all(Process& p, const Settings& s, int fd) {
  Reader in(p, fd);
  Writer out(p, 1);
  Decoder decoder(s.kind, s.garbage);
  for (;;) {
    auto more = co_await in.fill();
    if (!more) {
      out.complain("read error", more.error());
      co_return 1;
    }
    const std::size_t n = in.buffered().size();
    const bool ok = *more ? decoder.decode(in.buffered(), out.buffer()) : decoder.finish(out.buffer());
    in.consume(n);
    if (!ok) {
      out.complain("invalid input");
      co_return 1;
    }
    if (!*more || !out.flush()) break;
    if (p.spent(static_cast<std::uint32_t>(n / 64))) co_await p.spend(0);
  }
  co_return out.finish(0);
}

constexpr int kFirstKind = kOnlyLong + 10;
constexpr int id_of(Kind k) { return kFirstKind + static_cast<int>(k); }
constexpr Option kDecode{'d', "decode", Argument::kNone, "", "decode"};
constexpr Option kGarbage{'i', "ignore-garbage", Argument::kNone, "", "when decoding, skip characters that are not of the alphabet"};
constexpr Option kWrap{'w', "wrap", Argument::kRequired, "COLS", "lines of COLS characters (default 76); 0: all in one line"};
constexpr Option kShort[] = {kDecode, kGarbage, kWrap};
constexpr Option kLong[] = {
    {id_of(Kind::kBase64), "base64", Argument::kNone, "", "as the program base64 (RFC 4648, 4)"},
    {id_of(Kind::kBase64Url), "base64url", Argument::kNone, "", "base64 with - and _ (RFC 4648, 5)"},
    {id_of(Kind::kBase32), "base32", Argument::kNone, "", "as the program base32 (RFC 4648, 6)"},
    {id_of(Kind::kBase32Hex), "base32hex", Argument::kNone, "", "base32 with the extended hex alphabet (RFC 4648, 7)"},
    {id_of(Kind::kBase16), "base16", Argument::kNone, "", "hexadecimal (RFC 4648, 8)"},
    {id_of(Kind::kBase2Msbf), "base2msbf", Argument::kNone, "", "bits, the most significant of each byte first"},
    {id_of(Kind::kBase2Lsbf), "base2lsbf", Argument::kNone, "", "bits, the least significant of each byte first"},
    kDecode, kGarbage, kWrap,
    {id_of(Kind::kZ85), "z85", Argument::kNone, "", "ZeroMQ's Z85: 4 bytes are 5 characters, nothing is padded"},
};
constexpr std::string_view kAbout = "Encode or decode FILE.\n\nNo FILE, or -, means standard input.";
constexpr Synopsis kBase64Synopsis{"base64", "[OPTION]... [FILE]", kAbout, kShort};
constexpr Synopsis kBase32Synopsis{"base32", "[OPTION]... [FILE]", kAbout, kShort};
constexpr Synopsis kBasencSynopsis{"basenc", "[OPTION]... [FILE]", kAbout, kLong};

Task<int> run(Process& p, const Synopsis& synopsis, Kind kind) {
  Options o(synopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Settings s{.kind = kind};
  for (const Option::Use& u : o.uses()) {
    if (u.id == 'd') {
      s.decode = true;
    } else if (u.id == 'i') {
      s.garbage = true;
    } else if (u.id == 'w') {
      const auto n = parse_signed(u.argument);
      if (n.error == NumberError::kOverflow && n.value > 0) {
        s.wrap = 0;
      } else if (!n || n.value < 0) {
        p.complain("invalid wrap size: " + quote_words(p, u.argument));
        co_return 1;
      } else {
        s.wrap = static_cast<std::uint64_t>(n.value);
      }
    } else {
      s.kind = static_cast<Kind>(u.id - kFirstKind);
    }
  }
  if (s.kind == Kind::kNone) co_return usage_error(p, "missing encoding type");
  if (o.operands().size() > 1) co_return usage_error(p, "extra operand " + quote_words(p, o.operands()[1]));
  Input in(p, o.operands().empty() ? "-" : o.operands()[0]);
  if (!co_await in.open()) co_return 1;
  if (s.decode) co_return co_await decode_all(p, s, in.fd());
  co_return co_await encode_all(p, s, in.fd());
}

Task<int> base64_main(Process& p) { return run(p, kBase64Synopsis, Kind::kBase64); }
Task<int> base32_main(Process& p) { return run(p, kBase32Synopsis, Kind::kBase32); }
Task<int> basenc_main(Process& p) { return run(p, kBasencSynopsis, Kind::kNone); }

const Program kBase64("base64", base64_main);
const Program kBase32("base32", base32_main);
const Program kBasenc("basenc", basenc_main);

}  // namespace
}  // namespace nacre
