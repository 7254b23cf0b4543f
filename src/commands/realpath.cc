// realpath [-emLPqsz] [--relative-to=DIR] [--relative-base=DIR] FILE...   (GNU; POSIX.1-2024 has -e and -E)
#include "src/base/paths.h"
#include "src/process/canonical.h"
#include "src/process/io.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr int kRelativeTo = kOnlyLong, kRelativeBase = kOnlyLong + 1;
constexpr Option kOptions[] = {
    {'e', "canonicalize-existing", Argument::kNone, "", "all components of the path must exist"},
    {'m', "canonicalize-missing", Argument::kNone, "", "no path components need exist or be a directory"},
    {'L', "logical", Argument::kNone, "", "resolve '..' components before symlinks"},
    {'P', "physical", Argument::kNone, "", "resolve symlinks as encountered (default)"},
    {'q', "quiet", Argument::kNone, "", "suppress most error messages"},
    {kRelativeTo, "relative-to", Argument::kRequired, "DIR", "print the resolved path relative to DIR"},
    {kRelativeBase, "relative-base", Argument::kRequired, "DIR", "print absolute paths unless paths below DIR"},
    {'s', "strip", Argument::kNone, "", " "},
    {'s', "no-symlinks", Argument::kNone, "", "don't expand symlinks"},
    {'z', "zero", Argument::kNone, "", "end each output line with NUL, not newline"},
};
constexpr Synopsis kSynopsis{.name = "realpath", .usage = "[OPTION]... FILE...",
    .description = "Print the resolved absolute file name;\nall but the last component must exist", .options = kOptions};

struct Style {
  Canonical how;
  bool logical = false;
};

Result<std::string> resolve(Process& p, std::string_view name, const Style& style) {
  auto path = canonicalize(p, name, style.how);
  if (!path || !style.logical) return path;
  Canonical physical = style.how;
  physical.keep_links = false;
  return canonicalize(p, *path, physical);
}

// The canonical name of an option's directory.
Result<std::string> resolve_directory(Process& p, std::string_view name, const Style& style) {
  auto path = resolve(p, name, style);
  if (!path || style.how.missing != Canonical::Missing::kNone) return path;
  auto s = p.fs().stat(p.caller(), *path);
  if (!s || s->type != vfs::Type::kDirectory) return fail(Errno::kNOTDIR);
  return path;
}

int realpath_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) return *end;
  Style style;
  std::optional<std::string_view> to, base;
  bool verbose = true;
  char terminator = '\n';
  for (const Option::Use& u : o.uses()) {
    switch (u.id) {
      case 'e': style.how.missing = Canonical::Missing::kNone; break;
      case 'm': style.how.missing = Canonical::Missing::kAny; break;
      case 'L': style.how.keep_links = style.logical = true; break;
      case 's': style.how.keep_links = true; style.logical = false; break;
      case 'P': style.how.keep_links = style.logical = false; break;
      case 'q': verbose = false; break;
      case 'z': terminator = '\0'; break;
      case kRelativeTo: to = u.argument; break;
      case kRelativeBase: base = u.argument; break;
    }
  }
  if (o.operands().empty()) return usage_error(p, "missing operand");
  if (base && !to) to = base;
  std::optional<std::string> real_to, real_base;
  for (const auto& [name, real] : {std::pair{&to, &real_to}, std::pair{&base, &real_base}}) {
    if (!*name) continue;
    auto path = resolve_directory(p, **name, style);
    if (!path) {
      p.complain(quote_if_needed(**name), path.error());
      return 1;
    }
    *real = std::move(*path);
  }
  // --relative-to means nothing unless it is below --relative-base.
  if (real_base && real_to && !is_within(*real_base, *real_to)) {
    real_base = std::move(real_to);
    real_to.reset();
  }
  Writer out(p, 1);
  int status = 0;
  for (std::string_view file : o.operands()) {
    auto path = resolve(p, file, style);
    if (!path) {
      status = 1;
      if (verbose) out.complain(quote_if_needed(file), path.error());
      continue;
    }
    if (real_to && (!real_base || is_within(*real_base, *path))) out.put(relative_path(*path, *real_to));
    else out.put(*path);
    out.put(terminator);
  }
  return out.finish(status);
}
const Program kRealpath("realpath", realpath_main);

}  // namespace
}  // namespace nacre
