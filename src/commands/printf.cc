// printf FORMAT [ARGUMENT]...: writes arguments by a format. POSIX and GNU coreutils 9.1 (a program of /bin; the shell has
// its own). The interpreter of formats is src/base/printf_format.h.
#include "src/base/printf_format.h"
#include "src/process/io.h"
#include "src/process/locale.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr Synopsis kSynopsis{"printf", "FORMAT [ARGUMENT]...\nOPTION", "Write the ARGUMENTs by the FORMAT.\n", {},
                             "FORMAT holds the escapes \\\" \\\\ \\a \\b \\c \\e \\f \\n \\r \\t \\v \\NNN (octal) \\xHH \\uHHHH \\UHHHHHHHH and\n"
                             "the conversions of C's printf with one of diouxXfeEgGaAcs; %% is a %, %b an ARGUMENT whose\n"
                             "escapes are expanded, %q one quoted for the shell. FORMAT is used again while there are\n"
                             "ARGUMENTs left."};

const Process& process_of(const void* context) { return *static_cast<const Process*>(context); }

// What quote_if_needed() quotes, but for the colon.
std::string shell_quote(const void*, std::string_view word) {
  if (word.find(':') == word.npos) return quote_if_needed(word);
  std::string without(word);
  for (char& c : without)
    if (c == ':') c = '_';
  return quote_if_needed(without) == without ? std::string(word) : quote(word);
}

Task<int> printf_main(Process& p) {
  Writer out(p, 1);
  std::size_t first = 1;
  if (p.argv.size() == 2 && (p.argv[1] == "--help" || p.argv[1] == "--version")) {
    out.put(p.argv[1] == "--help" ? help_text(kSynopsis, p.argv[0]) : version_text("printf"));
    co_return out.finish(0);
  }
  if (p.argv.size() > 1 && p.argv[1] == "--") ++first;
  if (p.argv.size() <= first) co_return usage_error(p, "missing operand");
  const std::vector<std::string_view> arguments(p.argv.begin() + static_cast<std::ptrdiff_t>(first) + 1, p.argv.end());
  PrintfOptions options{.utf8 = utf8_locale(p), .context = &p, .quote = shell_quote};
  options.quote_message = [](const void* context, std::string_view text) { return quote_words(process_of(context), text); };
  PrintfRun run(options, p.argv[first], arguments);
  for (bool more = true; more;) {
    more = run.step();
    std::size_t written = 0;
    for (const PrintfRun::Message& m : run.messages) {
      out.put(std::string_view(run.out).substr(written, m.at - written));
      written = m.at;
      out.complain(m.text);
    }
    run.messages.clear();
    out.put(std::string_view(run.out).substr(written));
    run.out.clear();
    if (out.full() && !out.flush()) break;
    if (p.spent(1000)) co_await p.spend(0);
  }
  if (run.no_memory) out.complain("memory exhausted");
  if (run.excess) out.complain("warning: ignoring excess arguments, starting with " + quote_words(p, *run.excess));
  co_return out.finish(run.status);
}

const Program kPrintf("printf", printf_main);

}  // namespace
}  // namespace nacre
