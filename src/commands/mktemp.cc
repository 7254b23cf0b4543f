// mktemp [-dqtu] [-p DIR] [--suffix=SUFF] [TEMPLATE]   (GNU). The names come from the machine's random numbers.
#include "src/base/paths.h"
#include "src/process/io.h"
#include "src/process/locale.h"
#include "src/process/machine.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr int kSuffix = kOnlyLong, kTmpdir = kOnlyLong + 1;
constexpr Option kOptions[] = {
    {'d', "directory", Argument::kNone, "", "create a directory, not a file"},
    {'u', "dry-run", Argument::kNone, "", "do not create anything; merely print a name (unsafe)"},
    {'q', "quiet", Argument::kNone, "", "suppress diagnostics about file/dir-creation failure"},
    {kSuffix, "suffix", Argument::kRequired, "SUFF", "append SUFF to TEMPLATE; SUFF must not contain a slash.\nThis option is implied if TEMPLATE does not end in X"},
    {'p', "", Argument::kRequired, "DIR", " "},
    {kTmpdir, "tmpdir", Argument::kOptional, "DIR", "interpret TEMPLATE relative to DIR; if DIR is not\nspecified, use $TMPDIR if set, else /tmp.  With\nthis option, TEMPLATE must not be an absolute name;\nunlike with -t, TEMPLATE may contain slashes, but\nmktemp creates only the final component"},
    {'t', "", Argument::kNone, "", "interpret TEMPLATE as a single file name component,\nrelative to a directory: $TMPDIR, if set; else the\ndirectory specified via -p; else /tmp [deprecated]"},
    {'V', "", Argument::kNone, "", ""},
};
constexpr Synopsis kSynopsis{.name = "mktemp", .usage = "[OPTION]... [TEMPLATE]",
    .description = "Create a temporary file or directory, safely, and print its name.\n"
                   "TEMPLATE must contain at least 3 consecutive 'X's in last component.\n"
                   "If TEMPLATE is not specified, use tmp.XXXXXXXXXX, and --tmpdir is implied.\n"
                   "Files are created u+rw, and directories u+rwx, minus umask restrictions.",
    .options = kOptions};

// What the name is to be made of, or what is wrong with it.
struct Template {
  std::string path, error;
  std::size_t xs_at = 0, xs = 0;
};

Template make_template(Process& p, std::string_view text, std::optional<std::string_view> suffix, bool in_directory,
                       std::string_view directory, bool single_component) {
  Template t;
  std::size_t end = text.size();
  if (suffix) {
    if (!text.ends_with('X')) {
      t.error = "with --suffix, template " + quote_words(p, text) + " must end in X";
      return t;
    }
  } else if (const std::size_t last = text.rfind('X'); last != text.npos) {
    end = last + 1;
  }
  const std::string_view tail = suffix ? *suffix : text.substr(end);
  if (tail.find('/') != tail.npos) {
    t.error = "invalid suffix " + quote_words(p, tail) + ", contains directory separator";
    return t;
  }
  std::size_t first = end;
  while (first > 0 && text[first - 1] == 'X') --first;
  t.xs = end - first;
  if (t.xs < 3) {
    t.error = "too few X's in template " + quote_words(p, text);
    return t;
  }
  std::string name = std::string(text.substr(0, end)) + std::string(tail);
  t.xs_at = first;
  if (in_directory) {
    const std::string_view env = p.getenv("TMPDIR").value_or("");
    if (single_component) {
      if (!env.empty()) directory = env;
      if (text.find('/') != text.npos) t.error = "invalid template, " + quote_words(p, text) + ", contains directory separator";
    } else {
      if (directory.empty()) directory = env;
      if (text.starts_with('/')) t.error = "invalid template, " + quote_words(p, text) + "; with --tmpdir, it may not be absolute";
    }
    if (directory.empty()) directory = "/tmp";
    std::string path = join_path(directory, name);
    t.xs_at += path.size() - name.size();
    name = std::move(path);
  }
  t.path = std::move(name);
  return t;
}

Result<> create(Process& p, Template& t, bool directory, bool dry_run) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  constexpr int kAttempts = 62 * 62 * 62;
  for (int i = 0; i < kAttempts; ++i) {
    for (std::size_t x = 0; x < t.xs; ++x) t.path[t.xs_at + x] = kLetters[p.machine().random() % kLetters.size()];
    Result<> made;
    if (dry_run) {
      auto s = p.fs().stat(p.caller(), t.path, vfs::Follow::kNo);
      made = s ? Result<>(fail(Errno::kEXIST)) : s.error() == Errno::kNOENT ? Result<>() : Result<>(fail(s.error()));
      if (!s && s.error() == Errno::kNOENT) return {};
    } else if (directory) {
      auto r = p.fs().mkdir(p.caller(), t.path, 0700);
      if (!r) made = fail(r.error());
    } else {
      auto r = p.fs().open(p.caller(), t.path, vfs::kOpenRead | vfs::kOpenWrite | vfs::kOpenCreate | vfs::kOpenExclusive, 0600);
      if (!r) made = fail(r.error());
    }
    if (made || made.error() != Errno::kEXIST) return made;
  }
  return fail(Errno::kEXIST);
}

int mktemp_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) return *end;
  std::string_view directory;
  std::optional<std::string_view> suffix;
  bool in_directory = false;
  for (const Option::Use& u : o.uses()) {
    if (u.id == kSuffix) suffix = u.argument;
    if (u.id == 'p' || u.id == kTmpdir) directory = u.argument;
    in_directory |= u.id == 'p' || u.id == kTmpdir || u.id == 't';
  }
  if (o.operands().size() > 1) return usage_error(p, "too many templates");
  std::string_view text = "tmp.XXXXXXXXXX";
  if (o.operands().empty()) in_directory = true;
  else text = o.operands()[0];
  Template t = make_template(p, text, suffix, in_directory, directory, o.has('t'));
  if (!t.error.empty()) {
    p.complain(t.error);
    return 1;
  }
  const std::string unfilled = t.path;
  if (auto made = create(p, t, o.has('d'), o.has('u')); !made) {
    if (!o.has('q'))
      p.complain(std::string("failed to create ") + (o.has('d') ? "directory" : "file") + " via template " +
                              quote_words(p, unfilled), made.error());
    return 1;
  }
  Writer out(p, 1);
  out.put(t.path);
  out.put('\n');
  return out.finish(0);
}
const Program kMktemp("mktemp", mktemp_main);

}  // namespace
}  // namespace nacre
