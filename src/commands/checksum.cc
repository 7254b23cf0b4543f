// md5sum, sha1sum, sha224sum, sha256sum, sha384sum, sha512sum, b2sum, cksum [OPTION]... [FILE]..., and sum: print and check
// digests of files. GNU coreutils 9.1 (cksum's default is POSIX's).
#include <algorithm>

#include "src/base/numbers.h"
#include "src/commands/digest.h"
#include "src/process/input.h"
#include "src/process/locale.h"

namespace nacre {
namespace {

enum : int { kTag = kOnlyLong + 1, kUntagged, kIgnoreMissing, kQuiet, kStatus, kStrict, kDebug };

struct Algorithm {
  DigestKind kind;
  std::string_view word, tag;
  std::size_t bytes;
};
constexpr Algorithm kAlgorithms[] = {
    {DigestKind::kBsd, "bsd", "BSD", 2},          {DigestKind::kSysv, "sysv", "SYSV", 2},
    {DigestKind::kCrc, "crc", "CRC", 4},          {DigestKind::kMd5, "md5", "MD5", 16},
    {DigestKind::kSha1, "sha1", "SHA1", 20},      {DigestKind::kSha224, "sha224", "SHA224", 28},
    {DigestKind::kSha256, "sha256", "SHA256", 32}, {DigestKind::kSha384, "sha384", "SHA384", 48},
    {DigestKind::kSha512, "sha512", "SHA512", 64}, {DigestKind::kBlake2b, "blake2b", "BLAKE2b", 64},
    {DigestKind::kSm3, "sm3", "SM3", 32},
};
const Algorithm& algorithm(DigestKind kind) { return kAlgorithms[static_cast<int>(kind)]; }
bool is_old(DigestKind kind) { return kind <= DigestKind::kCrc; }

struct Settings {
  DigestKind kind = DigestKind::kMd5;
  bool cksum = false;               // called as cksum: tags by default, the algorithm is chosen by -a
  bool chosen = true;               // the algorithm is known (else --check finds it in each line)
  bool tag = false, check = false, zero = false;
  int binary = -1;                  // -1: neither -b nor -t
  bool ignore_missing = false, quiet = false, status_only = false, strict = false, warn = false;
  std::size_t bytes = 16;           // of the digest
};

class Checksum {
 public:
  Checksum(Process& p, const Settings& s) : p_(p), s_(s), out_(p, 1) {}
  Task<int> run(const std::vector<std::string_view>& operands);

 private:
  struct Entry {                    // a line to check
    DigestKind kind;
    std::size_t bytes;
    std::string hex, name;
  };
  struct Tally {
    std::uint64_t good = 0, misformatted = 0, unreadable = 0, mismatched = 0;
    bool matched = false;
  };
  Task<Result<std::string>> digest(const Input& in, DigestKind kind, std::size_t bytes, std::uint64_t& length);
  Task<bool> print_one(std::string_view name, bool named);
  Task<bool> check_list(std::string_view name);
  Task<> check_line(const Entry& e, Tally& t);
  void warnings(std::string_view shown, const Tally& t);
  bool parse(std::string_view line, Entry& e);
  bool parse_tagged(std::string_view rest, bool escaped, Entry& e) const;

  Process& p_;
  const Settings& s_;
  Writer out_;
  int reversed_ = -1;               // lines "HEX NAME" without a second blank or *: -1 not known
};

std::string hexadecimal(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size() * 2);
  for (char c : bytes) {
    out += "0123456789abcdef"[static_cast<unsigned char>(c) >> 4];
    out += "0123456789abcdef"[c & 15];
  }
  return out;
}
bool is_hex(char c) { return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'f'); }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

// A file name with its backslashes, newlines and returns escaped; `escaped` says that there were any.
std::string escape(std::string_view name, bool& escaped) {
  std::string out;
  for (char c : name) {
    const char letter = c == '\\' ? '\\' : c == '\n' ? 'n' : c == '\r' ? 'r' : '\0';
    escaped |= letter != 0;
    if (letter) (out += '\\') += letter;
    else out += c;
  }
  return out;
}
bool unescape(std::string& name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] != '\\') {
      out += name[i];
      continue;
    }
    if (++i == name.size()) return false;
    switch (name[i]) {
      case 'n': out += '\n'; break;
      case 'r': out += '\r'; break;
      case '\\': out += '\\'; break;
      default: return false;
    }
  }
  name = std::move(out);
  return true;
}

Task<Result<std::string>> Checksum::digest(const Input& in, DigestKind kind, std::size_t bytes, std::uint64_t& length) {
  const auto d = Digest::make(kind, bytes);
  length = 0;
  if (VfsFile* file = in.regular()) {
    for (;;) {
      const std::uint64_t at = file->offset();
      auto slice = p_.fs().slice_at(file->inode(), at);
      if (!slice) co_return fail(slice.error());
      if (slice->bytes.empty()) break;
      d->update(slice->bytes);
      length += slice->bytes.size();
      (void)file->seek(static_cast<std::int64_t>(at + slice->bytes.size()), Whence::kSet);
      if (p_.spent(static_cast<std::uint32_t>(slice->bytes.size() / 32 + 4))) co_await p_.spend(0);
    }
    co_return d->finish();
  }
  Reader reader(p_, in.fd());
  for (;;) {
    auto more = co_await reader.fill();
    if (!more) co_return fail(more.error());
    if (!*more) break;
    const std::size_t n = reader.buffered().size();
    d->update(reader.buffered());
    length += n;
    reader.consume(n);
    if (p_.spent(static_cast<std::uint32_t>(n / 32))) co_await p_.spend(0);
  }
  co_return d->finish();
}

// Digests one file and prints it. False after a message.
Task<bool> Checksum::print_one(std::string_view name, bool named) {
  Input in(p_, name);
  if (auto r = co_await in.try_open(); !r) {
    out_.complain(quote_if_needed(name), r.error());
    co_return false;
  }
  std::uint64_t length = 0;
  auto sum = co_await digest(in, s_.kind, s_.bytes, length);
  if (!sum) {
    out_.complain(quote_if_needed(name), sum.error());
    co_return false;
  }
  const char end = s_.zero ? '\0' : '\n';
  if (is_old(s_.kind)) {
    std::uint64_t n = 0;
    for (char c : *sum) n = n << 8 | static_cast<unsigned char>(c);
    std::string number;
    append_number(number, n);
    if (s_.kind == DigestKind::kBsd) {
      const std::string blocks = human_readable(length, {}, 1, 1024);
      number = std::string(number.size() < 5 ? 5 - number.size() : 0, '0') + number;
      number += ' ' + std::string(blocks.size() < 5 ? 5 - blocks.size() : 0, ' ') + blocks;
    } else {
      number += ' ';
      append_number(number, s_.kind == DigestKind::kSysv ? (length + 511) / 512 : length);
    }
    out_.put(number);
    if (named) {
      out_.put(' ');
      out_.put(name);
    }
    out_.put(end);
    co_return true;
  }
  bool escaped = false;
  const std::string shown = s_.zero ? std::string(name) : escape(name, escaped);
  if (escaped) out_.put('\\');
  if (s_.tag) {
    const Algorithm& a = algorithm(s_.kind);
    out_.put(a.tag);
    if (s_.bytes < a.bytes) out_.put("-" + std::to_string(s_.bytes * 8));
    out_.put(" (" + shown + ") = " + hexadecimal(*sum));
  } else {
    out_.put(hexadecimal(*sum));
    out_.put(s_.binary == 1 ? " *" : "  ");
    out_.put(shown);
  }
  out_.put(end);
  co_return true;
}

// --- checking -------------------------------------------------------------------------------------------------------------

// After "MD5": [-BITS] (NAME) = HEX
bool Checksum::parse_tagged(std::string_view rest, bool escaped, Entry& e) const {
  if (e.kind == DigestKind::kBlake2b) {
    e.bytes = 64;
    if (!rest.empty() && rest[0] == '-') {
      const auto n = parse_unsigned(rest.substr(1));
      if (n.value == 0 || n.value % 8 || n.value > 512) return false;
      e.bytes = static_cast<std::size_t>(n.value / 8);
      rest.remove_prefix(1 + n.size);
    }
  }
  if (!rest.empty() && rest[0] == ' ') rest.remove_prefix(1);
  if (rest.empty() || rest[0] != '(') return false;
  rest.remove_prefix(1);
  const std::size_t close = rest.rfind(')');
  if (close == rest.npos) return false;
  e.name = rest.substr(0, close);
  if (escaped && !unescape(e.name)) return false;
  std::size_t i = close + 1;
  while (i < rest.size() && is_blank(rest[i])) ++i;
  if (i == rest.size() || rest[i] != '=') return false;
  for (++i; i < rest.size() && is_blank(rest[i]);) ++i;
  e.hex = rest.substr(i);
  return e.hex.size() == e.bytes * 2 && std::all_of(e.hex.begin(), e.hex.end(), is_hex);
}

bool Checksum::parse(std::string_view line, Entry& e) {
  while (!line.empty() && is_blank(line[0])) line.remove_prefix(1);
  const bool escaped = line.starts_with('\\');
  if (escaped) line.remove_prefix(1);
  e.kind = s_.kind;
  e.bytes = s_.bytes;
  if (s_.cksum) {
    for (const Algorithm& a : kAlgorithms) {
      const std::string_view rest = line.substr(std::min(a.tag.size(), line.size()));
      if (!line.starts_with(a.tag) || rest.empty() || (rest[0] != ' ' && rest[0] != '-' && rest[0] != '(')) continue;
      if (is_old(a.kind) || (s_.chosen && a.kind != s_.kind)) return false;
      e.kind = a.kind;
      e.bytes = a.bytes;
      return parse_tagged(rest, escaped, e);
    }
    if (!s_.chosen) return false;
  } else if (const std::string_view tag = algorithm(s_.kind).tag; line.starts_with(tag)) {
    return parse_tagged(line.substr(tag.size()), escaped, e);
  }
  std::size_t digits = 0;
  while (digits < line.size() && is_hex(line[digits])) ++digits;
  if (s_.kind == DigestKind::kBlake2b) {
    if (digits < 2 || digits % 2 || digits > 128) return false;
    e.bytes = digits / 2;
  } else if (digits != e.bytes * 2) {
    return false;
  }
  if (line.size() < digits + 2 || !is_blank(line[digits])) return false;
  e.hex = line.substr(0, digits);
  std::size_t i = digits + 1;
  if (line.size() - i == 1 || (line[i] != ' ' && line[i] != '*')) {
    if (reversed_ == 0) return false;
    reversed_ = 1;
  } else if (reversed_ != 1) {
    reversed_ = 0;
    ++i;
  }
  e.name = line.substr(i);
  return !escaped || unescape(e.name);
}

Task<> Checksum::check_line(const Entry& e, Tally& t) {
  bool escaped = false;
  std::string shown = escape(e.name, escaped);
  if (s_.zero) shown = e.name;
  else if (escaped) shown.insert(0, 1, '\\');
  Input in(p_, e.name);
  auto opened = co_await in.try_open();
  if (!opened && s_.ignore_missing && opened.error() == Errno::kNOENT) co_return;
  std::uint64_t length = 0;
  Result<std::string> sum = fail(Errno::kIO);
  if (opened) sum = co_await digest(in, e.kind, e.bytes, length);
  else sum = fail(opened.error());
  if (!sum) {
    ++t.unreadable;
    out_.complain(quote_if_needed(e.name), sum.error());
    if (!s_.status_only) out_.put(shown + ": FAILED open or read\n");
    co_return;
  }
  const std::string hex = hexadecimal(*sum);
  const bool same = std::equal(hex.begin(), hex.end(), e.hex.begin(), e.hex.end(), [](char a, char b) {
    return a == (b >= 'A' && b <= 'F' ? b + 32 : b);
  });
  if (same) t.matched = true;
  else ++t.mismatched;
  if (s_.status_only || (same && s_.quiet)) co_return;
  out_.put(shown + (same ? ": OK\n" : ": FAILED\n"));
}

void Checksum::warnings(std::string_view shown, const Tally& t) {
  const auto count = [](std::uint64_t n, const char* one, const char* many) {
    return "WARNING: " + std::to_string(n) + " " + (n == 1 ? one : many);
  };
  if (t.good == 0) {
    out_.complain(quote_if_needed(shown) + ": no properly formatted checksum lines found");
    return;
  }
  if (s_.status_only) return;
  if (t.misformatted)
    out_.complain(count(t.misformatted, "line is improperly formatted", "lines are improperly formatted"));
  if (t.unreadable)
    out_.complain(count(t.unreadable, "listed file could not be read", "listed files could not be read"));
  if (t.mismatched)
    out_.complain(count(t.mismatched, "computed checksum did NOT match", "computed checksums did NOT match"));
  if (s_.ignore_missing && !t.matched) out_.complain(quote_if_needed(shown) + ": no file was verified");
}

Task<bool> Checksum::check_list(std::string_view name) {
  Input in(p_, name);
  const std::string_view shown = in.is_stdin() ? "standard input" : name;
  if (auto r = co_await in.try_open(); !r) {
    out_.complain(quote_if_needed(name), r.error());
    co_return false;
  }
  Reader reader(p_, in.fd());
  Tally t;
  Entry e{s_.kind, s_.bytes, {}, {}};
  for (std::uint64_t number = 1;; ++number) {
    std::string_view line;
    auto more = co_await reader.next(line);
    if (!more) {
      out_.complain(quote_if_needed(shown) + ": read error");
      co_return false;
    }
    if (!*more) break;
    if (line.starts_with('#')) continue;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    if (parse(line, e) && !(in.is_stdin() && e.name == "-")) {
      ++t.good;
      co_await check_line(e, t);
      if (out_.full() && !out_.flush()) co_return false;
      continue;
    }
    ++t.misformatted;
    if (s_.warn)
      out_.complain(quote_if_needed(shown) + ": " + std::to_string(number) + ": improperly formatted " +
                             std::string(algorithm(s_.kind).tag) + " checksum line");
  }
  warnings(shown, t);
  co_return t.good && t.matched && !t.mismatched && !t.unreadable && !(s_.strict && t.misformatted);
}

Task<int> Checksum::run(const std::vector<std::string_view>& operands) {
  int status = 0;
  const bool named = !operands.empty();
  for (std::string_view name : named ? operands : std::vector<std::string_view>{"-"}) {
    bool ok = false;
    if (s_.check) ok = co_await check_list(name);
    else ok = co_await print_one(name, named);
    if (!ok) status = 1;
    if (out_.full()) out_.flush();
    if (out_.failed()) break;
  }
  co_return out_.finish(status);
}

// --- options --------------------------------------------------------------------------------------------------------------

constexpr Option kCheckOption{'c', "check", Argument::kNone, "", "read checksums from the FILEs and check them"};
constexpr Option kZeroOption{'z', "zero", Argument::kNone, "", "end lines with NUL, not newline, and escape no names"};
constexpr Option kBinaryOption{'b', "binary", Argument::kNone, "", "read in binary mode (prints * before the name)"};
constexpr Option kTextOption{'t', "text", Argument::kNone, "", "read in text mode (default)"};
constexpr Option kTagOption{kTag, "tag", Argument::kNone, "", "print lines as BSD does, with the algorithm's name"};
constexpr Option kLengthOption{'l', "length", Argument::kRequired, "BITS", "length of the digest: a multiple of 8, at most 512"};
constexpr Option kMissingOption{kIgnoreMissing, "ignore-missing", Argument::kNone, "", "with -c, files that are missing are no failure"};
constexpr Option kQuietOption{kQuiet, "quiet", Argument::kNone, "", "with -c, do not print OK for each file"};
constexpr Option kStatusOption{kStatus, "status", Argument::kNone, "", "with -c, print nothing: the status tells"};
constexpr Option kStrictOption{kStrict, "strict", Argument::kNone, "", "with -c, fail if a line is not well formed"};
constexpr Option kWarnOption{'w', "warn", Argument::kNone, "", "with -c, tell which lines are not well formed"};

constexpr Option kPlain[] = {kBinaryOption, kCheckOption, kTagOption, kTextOption, kZeroOption, kMissingOption,
                             kQuietOption,  kStatusOption, kStrictOption, kWarnOption};
constexpr Option kWithLength[] = {kBinaryOption, kCheckOption, kLengthOption, kTagOption, kTextOption, kZeroOption,
                                  kMissingOption, kQuietOption, kStatusOption, kStrictOption, kWarnOption};
constexpr Option kCksumOptions[] = {
    {'a', "algorithm", Argument::kRequired, "TYPE", "bsd (as sum -r), sysv (as sum -s), crc (default), md5, sha1,\nsha224, sha256, sha384, sha512, blake2b or sm3"},
    kCheckOption, kLengthOption, kTagOption,
    {kUntagged, "untagged", Argument::kNone, "", "print lines without the algorithm's name"},
    kZeroOption, kMissingOption, kQuietOption, kStatusOption, kStrictOption, kWarnOption,
    {kDebug, "debug", Argument::kNone, "", "tell which implementation is used"},
    {'b', "", Argument::kNone, "", ""}, {'t', "", Argument::kNone, "", ""},
};
constexpr Option kSumOptions[] = {
    {'r', "", Argument::kNone, "", "the algorithm of BSD, with blocks of 1K (default)"},
    {'s', "sysv", Argument::kNone, "", "the algorithm of System V, with blocks of 512 bytes"},
};
constexpr std::string_view kAbout = "Print or check digests of the FILEs.\n\nNo FILE, or -, means standard input.";
constexpr std::string_view kUsage = "[OPTION]... [FILE]...";

// b2sum's and cksum's -l. False after a message.
bool read_length(Process& p, std::string_view text, Settings& s) {
  auto n = parse_decimal(text);
  std::string why;
  if (!n) why = "invalid length: " + quote_words(p, text) + number_error_tail(n.error());
  else if (*n > 512) why = "invalid length: " + quote_words(p, text) + "\nmaximum digest length for " + quote_words(p, "BLAKE2b") + " is 512 bits";
  else if (*n % 8) why = "invalid length: " + quote_words(p, text) + "\nlength is not a multiple of 8";
  if (why.empty()) {
    s.bytes = *n ? static_cast<std::size_t>(*n / 8) : 64;
    return true;
  }
  const std::size_t line = why.find('\n');
  p.complain(why.substr(0, line));
  if (line != why.npos) p.complain(why.substr(line + 1));
  return false;
}

// These words may not be shortened.
std::string unknown_algorithm(const Process& p, std::string_view word) {
  std::string text = "invalid argument " + quote_words(p, word) + " for " + quote_words(p, "--algorithm") + "\nValid arguments are:";
  for (const Algorithm& a : kAlgorithms) text += "\n  - " + quote_words(p, a.word);
  return text;
}

// The words of what does not go together, or none; `usage`: it is an error of usage.
std::string conflict(const Settings& s, bool tag_given, bool length_given, bool& usage) {
  usage = !(s.cksum && (length_given || (s.check && is_old(s.kind))));
  if (s.cksum && length_given && s.kind != DigestKind::kBlake2b) return "--length is only supported with --algorithm=blake2b";
  if (s.cksum && s.check && s.chosen && is_old(s.kind)) return "--check is not supported with --algorithm={bsd,sysv,crc}";
  usage = true;
  if (tag_given && s.binary == 0) return "--tag does not support --text mode";
  if (s.zero && s.check) return "the --zero option is not supported when verifying checksums";
  if (tag_given && s.check) return "the --tag option is meaningless when verifying checksums";
  if (s.binary >= 0 && s.check && !tag_given) return "the --binary and --text options are meaningless when verifying checksums";
  if (s.check) return {};
  const std::pair<bool, std::string_view> only[] = {{s.ignore_missing, "ignore-missing"}, {s.status_only, "status"},
                                                    {s.warn, "warn"}, {s.quiet, "quiet"}, {s.strict, "strict"}};
  for (auto [given, name] : only)
    if (given) return "the --" + std::string(name) + " option is meaningful only when verifying checksums";
  return {};
}

Task<int> run(Process& p, Synopsis synopsis, DigestKind kind, bool cksum) {
  Options o(synopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Settings s{.kind = kind, .cksum = cksum, .chosen = !cksum, .bytes = algorithm(kind).bytes};
  bool tag_given = false, untagged = false;
  std::optional<std::string_view> length;
  if (cksum && (o.has('b') || o.has('t'))) {   // known to GNU's, and refused without a word
    p.write_stderr(try_help(p.argv[0]));
    co_return 1;
  }
  for (const Option::Use& u : o.uses()) switch (u.id) {
      case 'a': {
        const auto found = std::find_if(std::begin(kAlgorithms), std::end(kAlgorithms),
                                        [&](const Algorithm& a) { return a.word == u.argument; });
        if (found == std::end(kAlgorithms)) co_return usage_error(p, unknown_algorithm(p, u.argument));
        s.kind = found->kind;
        s.bytes = found->bytes;
        s.chosen = true;
        break;
      }
      case 'b': s.binary = 1; break;
      case 't': s.binary = 0; break;
      case 'c': s.check = true; break;
      case 'l': length = u.argument; break;
      case 'z': s.zero = true; break;
      case 'w':
        s.warn = true;
        s.quiet = s.status_only = false;
        break;
      case kTag:
        tag_given = true;
        s.binary = 1;
        break;
      case kUntagged: untagged = true; break;
      case kIgnoreMissing: s.ignore_missing = true; break;
      case kQuiet:
        s.quiet = true;
        s.warn = s.status_only = false;
        break;
      case kStatus:
        s.status_only = true;
        s.warn = s.quiet = false;
        break;
      case kStrict: s.strict = true; break;
      case kDebug: p.complain("using generic hardware support"); break;
    }
  if (length && (s.kind == DigestKind::kBlake2b || !cksum) && !read_length(p, *length, s)) co_return 1;
  bool usage = false;
  const std::string error = conflict(s, tag_given && !cksum, length.has_value(), usage);
  if (!error.empty()) {
    if (usage) co_return usage_error(p, error);
    p.complain(error);
    co_return 1;
  }
  s.tag = cksum ? !untagged : tag_given;
  Checksum sums(p, s);
  co_return co_await sums.run(o.operands());
}

Task<int> sum_main(Process& p) {
  constexpr Synopsis kSynopsis{"sum", kUsage, "Print the checksum and the number of blocks of each FILE.\n\nNo FILE, or -, means standard input.", kSumOptions};
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Settings s{.kind = DigestKind::kBsd};
  for (const Option::Use& u : o.uses()) s.kind = u.id == 's' ? DigestKind::kSysv : DigestKind::kBsd;
  Checksum sums(p, s);
  co_return co_await sums.run(o.operands());
}

Task<int> md5sum_main(Process& p) { return run(p, {"md5sum", kUsage, kAbout, kPlain}, DigestKind::kMd5, false); }
Task<int> sha1sum_main(Process& p) { return run(p, {"sha1sum", kUsage, kAbout, kPlain}, DigestKind::kSha1, false); }
Task<int> sha224sum_main(Process& p) { return run(p, {"sha224sum", kUsage, kAbout, kPlain}, DigestKind::kSha224, false); }
Task<int> sha256sum_main(Process& p) { return run(p, {"sha256sum", kUsage, kAbout, kPlain}, DigestKind::kSha256, false); }
Task<int> sha384sum_main(Process& p) { return run(p, {"sha384sum", kUsage, kAbout, kPlain}, DigestKind::kSha384, false); }
Task<int> sha512sum_main(Process& p) { return run(p, {"sha512sum", kUsage, kAbout, kPlain}, DigestKind::kSha512, false); }
Task<int> b2sum_main(Process& p) { return run(p, {"b2sum", kUsage, kAbout, kWithLength}, DigestKind::kBlake2b, false); }
Task<int> cksum_main(Process& p) { return run(p, {"cksum", kUsage, kAbout, kCksumOptions}, DigestKind::kCrc, true); }

const Program kMd5sum("md5sum", md5sum_main);
const Program kSha1sum("sha1sum", sha1sum_main);
const Program kSha224sum("sha224sum", sha224sum_main);
const Program kSha256sum("sha256sum", sha256sum_main);
const Program kSha384sum("sha384sum", sha384sum_main);
const Program kSha512sum("sha512sum", sha512sum_main);
const Program kB2sum("b2sum", b2sum_main);
const Program kCksum("cksum", cksum_main);
const Program kSum("sum", sum_main);

}  // namespace
}  // namespace nacre
