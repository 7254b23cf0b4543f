// truncate [-co] [-r RFILE] [-s SIZE] FILE...   (GNU). A file that grows gets a hole.
#include "src/base/numbers.h"
#include "src/process/locale.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {'c', "no-create", Argument::kNone, "", "do not create any files"},
    {'o', "io-blocks", Argument::kNone, "", "treat SIZE as number of IO blocks instead of bytes"},
    {'r', "reference", Argument::kRequired, "RFILE", "base size on RFILE"},
    {'s', "size", Argument::kRequired, "SIZE", "set or adjust the file size by SIZE bytes"},
};
constexpr Synopsis kSynopsis{.name = "truncate", .usage = "OPTION... FILE...",
    .description = "Shrink or extend the size of each FILE to the specified size\n\n"
                   "A FILE argument that does not exist is created.\n\n"
                   "If a FILE is larger than the specified size, the extra data is lost.\n"
                   "If a FILE is shorter, it is extended and the sparse extended part (hole)\nreads as zero bytes.\n\n"
                   "Mandatory arguments to long options are mandatory for short options too.",
    .options = kOptions,
    .notes = "The SIZE argument is an integer and optional unit (example: 10K is 10*1024).\n"
             "Units are K,M,G,T,P,E,Z,Y (powers of 1024) or KB,MB,... (powers of 1000).\n"
             "Binary prefixes can be used, too: KiB=K, MiB=M, and so on.\n\n"
             "SIZE may also be prefixed by one of the following modifying characters:\n"
             "'+' extend by, '-' reduce by, '<' at most, '>' at least,\n"
             "'/' round down to multiple of, '%' round up to multiple of."};

constexpr std::int64_t kBlock = 4096;

struct Wanted {
  char mode = '=';  // '=', '+' (relative), '<', '>', '/', '%'
  std::int64_t size = 0;
  bool blocks = false;
  std::optional<std::int64_t> reference;
};

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The new size of a file of size `now`, or the text of what is wrong.
Worded<std::int64_t> new_size(const Process& p, const Wanted& w, std::int64_t now, std::string_view file) {
  std::int64_t size = w.size;
  if (w.blocks && __builtin_mul_overflow(size, kBlock, &size))
    return fail(Errno::kOVERFLOW, "overflow in " + std::to_string(w.size) + " * " + std::to_string(kBlock) + " byte blocks for file " + quote(file));
  const std::int64_t base = w.reference.value_or(now);
  switch (w.mode) {
    case '>': size = std::max(base, size); break;
    case '<': size = std::min(base, size); break;
    case '/': size = base - base % size; break;
    case '%': {
      const std::int64_t rest = base % size;
      if (__builtin_add_overflow(base, rest ? size - rest : 0, &size))
        return fail(Errno::kOVERFLOW, "overflow rounding up size of file " + quote(file));
      break;
    }
    case '+':
      if (__builtin_add_overflow(base, size, &size)) return fail(Errno::kOVERFLOW, "overflow extending size of file " + quote(file));
      break;
  }
  (void)p;
  return std::max<std::int64_t>(size, 0);
}

int truncate_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) return *end;
  Wanted w;
  bool got_size = false;
  std::string_view reference;
  for (const Option::Use& u : o.uses()) {
    if (u.id == 'r') reference = u.argument;
    if (u.id == 'o') w.blocks = true;
    if (u.id != 's') continue;
    std::string_view text = u.argument;
    const auto skip = [&] { while (!text.empty() && is_space(text[0])) text.remove_prefix(1); };
    skip();
    w.mode = '=';
    if (!text.empty() && std::string_view("<>/%").find(text[0]) != std::string_view::npos) {
      w.mode = text[0];
      text.remove_prefix(1);
    }
    skip();
    if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
      if (w.mode != '=') return usage_error(p, "multiple relative modifiers specified");
      w.mode = '+';
    }
    auto n = parse_signed_decimal(text, INT64_MIN, INT64_MAX, "EgGkKmMPtTYZ0");
    if (!n) {
      p.complain("Invalid number: " + quote_words(p, text) + number_error_tail(n.error()));
      return 1;
    }
    w.size = *n;
    got_size = true;
    if ((w.mode == '/' || w.mode == '%') && w.size == 0) {
      p.complain("division by zero");
      return 1;
    }
  }
  const bool by_reference = o.has('r');
  if (!by_reference && !got_size)
    return usage_error(p, "you must specify either " + quote_words(p, "--size") + " or " + quote_words(p, "--reference"));
  if (by_reference && got_size && w.mode == '=')
    return usage_error(p, "you must specify a relative " + quote_words(p, "--size") + " with " + quote_words(p, "--reference"));
  if (w.blocks && !got_size)
    return usage_error(p, quote_words(p, "--io-blocks") + " was specified but " + quote_words(p, "--size") + " was not");
  if (o.operands().empty()) return usage_error(p, "missing file operand");
  if (by_reference) {
    auto s = p.fs().stat(p.caller(), reference);
    if (!s) {
      p.complain("cannot stat " + quote(reference), s.error());
      return 1;
    }
    w.reference = static_cast<std::int64_t>(s->size);
    if (!got_size) w.mode = '+';
  }
  int status = 0;
  for (std::string_view file : o.operands()) {
    const std::uint32_t flags = vfs::kOpenWrite | (o.has('c') ? 0u : vfs::kOpenCreate);
    auto opened = p.fs().open(p.caller(), file, flags, 0666);
    if (!opened) {
      if (o.has('c') && opened.error() == Errno::kNOENT) continue;
      p.complain("cannot open " + quote(file) + " for writing", opened.error());
      status = 1;
      continue;
    }
    auto now = p.fs().size(opened->ino);
    auto size = new_size(p, w, now ? static_cast<std::int64_t>(*now) : 0, file);
    if (!size) {
      p.complain(std::string(size.error().words()));
      status = 1;
      continue;
    }
    if (auto done = p.fs().truncate(opened->ino, static_cast<std::uint64_t>(*size), p.uid); !done) {
      p.complain("failed to truncate " + quote(file) + " at " + std::to_string(*size) + " bytes", done.error());
      status = 1;
    }
  }
  return status;
}
const Program kTruncate("truncate", truncate_main);

}  // namespace
}  // namespace nacre
