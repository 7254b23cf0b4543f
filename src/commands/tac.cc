// tac [OPTION]... [FILE]...: writes files with their records in reverse. GNU coreutils 9.1.
//
// A regular file is read from its end in blocks, so that it need not fit in memory; anything else, and every file when the
// separator is a regular expression, is read as a whole first. As in GNU, the separator is sought backwards.
#include <algorithm>

#include "src/base/find.h"
#include "src/base/memory.h"
#include "src/process/input.h"
#include "src/process/locale.h"
#include "src/regex/regex.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {'b', "before", Argument::kNone, "", "the separator belongs to what follows it"},
    {'r', "regex", Argument::kNone, "", "the separator is a regular expression"},
    {'s', "separator", Argument::kRequired, "STRING", "records end with STRING instead of a newline"},
};
constexpr Synopsis kSynopsis{"tac", "[OPTION]... [FILE]...",
                             "Write each FILE with its last line first.\n\nNo FILE, or -, means standard input.", kOptions};

class Tac {
 public:
  Tac(Process& p, Writer& out) : p_(p), out_(out) {}
  bool before = false;
  std::string separator = "\n";
  std::optional<Regex> regex;

  // Of text in memory.
  Task<Result<>> whole(std::string text);
  Task<Result<>> backwards(VfsFile& file);

 private:
  bool last_match(std::string_view text, std::size_t limit, std::size_t& begin, std::size_t& end);
  Task<Result<>> records(std::string_view text, std::size_t limit, std::size_t& past);

  Process& p_;
  Writer& out_;
  bool first_ = true;         // no separator has been found yet
};

// The last separator that begins before limit; a regular expression sees only what is before limit.
bool Tac::last_match(std::string_view text, std::size_t limit, std::size_t& begin, std::size_t& end) {
  if (!regex) {
    begin = limit == 0 ? text.npos : rfind(text, separator, limit - 1);
    end = begin + separator.size();
    return begin != text.npos;
  }
  const RegexText seen(text.substr(0, limit));
  for (std::size_t at = limit; at-- > 0;) {
    RegexMatch m[1];
    if (regex->search(seen, at, m, Regex::kAnchored) != Found::kYes) continue;
    begin = m[0].begin;
    end = m[0].end;
    return true;
  }
  return false;
}

// Writes the records of text whose separators begin before limit; `past` is where what is written begins.
Task<Result<>> Tac::records(std::string_view text, std::size_t limit, std::size_t& past) {
  std::size_t begin = 0, end = 0;
  while (last_match(text, limit, begin, end)) {
    if (p_.spent(regex ? static_cast<std::uint32_t>(regex->take_steps() / 10 + 1) : 1)) co_await p_.spend(0);
    if (before) {
      out_.put(text.substr(begin, past - begin));
      past = begin;
    } else {
      if (!first_ || end != past) out_.put(text.substr(end, past - end));
      past = end;
      first_ = false;
    }
    if (out_.full()) {
      auto r = out_.flush();
      if (!r) co_return Result<>();
    }
    // The next one may not overlap this one.
    limit = regex ? begin : begin + 1 < separator.size() ? 0 : begin + 1 - separator.size();
  }
  co_return Result<>();
}

Task<Result<>> Tac::whole(std::string text) {
  first_ = true;
  std::size_t past = text.size();
  auto r = co_await records(text, text.size(), past);
  out_.put(std::string_view(text).substr(0, past));
  co_return r;
}

Task<Result<>> Tac::backwards(VfsFile& file) {
  first_ = true;
  constexpr std::size_t kBlock = 65536;
  auto size = p_.fs().size(file.inode());
  if (!size) co_return fail(size.error());
  std::string text;            // a block, and behind it what of the record after it is not written
  std::uint64_t start = *size;
  const std::uint64_t from = std::min(file.offset(), *size);
  while (start > from) {
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, start - from));
    if (!memory::available(n + text.size() * 2)) co_return fail(Errno::kNOMEM);
    const std::size_t kept = text.size();
    text.insert(0, n, '\0');
    start -= n;
    for (std::size_t done = 0; done < n;) {
      auto got = p_.fs().read(file.inode(), start + done, text.data() + done, n - done);
      if (!got) co_return fail(got.error());
      if (*got == 0) break;
      done += *got;
    }
    std::size_t past = text.size();
    // Separators that begin in the kept part were found before.
    const std::size_t limit = kept == 0 ? text.size() : n;
    auto r = co_await records(text, limit, past);
    if (!r || out_.failed()) co_return r;
    text.resize(past);
    // A record longer than a block costs its square over the block size, but not more than ENOMEM.
    if (p_.spent(static_cast<std::uint32_t>(n / 128))) co_await p_.spend(0);
  }
  out_.put(text);
  co_return Result<>();
}

Task<int> tac_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Writer out(p, 1);
  Tac tac(p, out);
  bool is_regex = false;
  for (const Option::Use& u : o.uses()) switch (u.id) {
      case 'b': tac.before = true; break;
      case 'r': is_regex = true; break;
      case 's': tac.separator = u.argument; break;
    }
  if (is_regex) {
    if (tac.separator.empty()) {
      p.complain("separator cannot be empty");
      co_return 1;
    }
    RegexOptions ro;
    ro.utf8 = utf8_locale(p);
    ro.dialect = Dialect::kEmacs;
    ro.newline = Newline::kSeparate;
    auto re = Regex::compile(tac.separator, ro);
    if (!re) {
      p.complain(std::string(re.error().words()));
      co_return 1;
    }
    tac.regex.emplace(std::move(*re));
  } else if (tac.separator.empty()) {
    tac.separator = std::string(1, '\0');
  }
  int status = 0;
  for (std::string_view name : inputs_or_stdin(o)) {
    Input in(p, name);
    const std::string shown = in.is_stdin() ? "standard input" : std::string(name);
    if (auto r = co_await in.try_open(); !r) {
      out.complain("failed to open " + quote(shown) + " for reading", r.error());
      status = 1;
      continue;
    }
    Result<> done;
    VfsFile* file = tac.regex ? nullptr : in.regular();
    if (file) {
      done = co_await tac.backwards(*file);
    } else {
      auto all = co_await read_all(p, in.fd());
      if (!all) done = fail(all.error());
      else done = co_await tac.whole(std::move(*all));
    }
    if (!done) {
      if (done.error() == Errno::kNOMEM) out.complain("memory exhausted");
      else out.complain(quote_if_needed(shown) + ": read error", done.error());
      status = 1;
    }
    if (out.failed()) break;
  }
  co_return out.finish(status);
}

const Program kTac("tac", tac_main);

}  // namespace
}  // namespace nacre
