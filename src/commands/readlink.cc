// readlink [-femnqsvz] FILE...   (GNU; POSIX.1-2024 has -n)
#include "src/process/canonical.h"
#include "src/process/io.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {'f', "canonicalize", Argument::kNone, "", "canonicalize by following every symlink in\nevery component of the given name recursively;\nall but the last component must exist"},
    {'e', "canonicalize-existing", Argument::kNone, "", "canonicalize by following every symlink in\nevery component of the given name recursively,\nall components must exist"},
    {'m', "canonicalize-missing", Argument::kNone, "", "canonicalize by following every symlink in\nevery component of the given name recursively,\nwithout requirements on components existence"},
    {'n', "no-newline", Argument::kNone, "", "do not output the trailing delimiter"},
    {'q', "quiet", Argument::kNone, "", " "},
    {'s', "silent", Argument::kNone, "", "suppress most error messages (on by default)"},
    {'v', "verbose", Argument::kNone, "", "report error messages"},
    {'z', "zero", Argument::kNone, "", "end each output line with NUL, not newline"},
};
constexpr Synopsis kSynopsis{.name = "readlink", .usage = "[OPTION]... FILE...",
    .description = "Print value of a symbolic link or canonical file name", .options = kOptions};

int readlink_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) return *end;
  std::optional<Canonical> how;
  bool verbose = p.getenv("POSIXLY_CORRECT").has_value(), newline = true;
  char terminator = '\n';
  for (const Option::Use& u : o.uses()) {
    switch (u.id) {
      case 'f': how = Canonical{Canonical::Missing::kLast}; break;
      case 'e': how = Canonical{Canonical::Missing::kNone}; break;
      case 'm': how = Canonical{Canonical::Missing::kAny}; break;
      case 'n': newline = false; break;
      case 'q': case 's': verbose = false; break;
      case 'v': verbose = true; break;
      case 'z': terminator = '\0'; break;
    }
  }
  if (o.operands().empty()) return usage_error(p, "missing operand");
  if (!newline && o.operands().size() > 1) {
    p.complain("ignoring --no-newline with multiple arguments");
    newline = true;
  }
  Writer out(p, 1);
  int status = 0;
  for (std::string_view file : o.operands()) {
    auto value = how ? canonicalize(p, file, *how) : p.fs().readlink(p.caller(), file);
    if (value) {
      out.put(*value);
      if (newline) out.put(terminator);
      continue;
    }
    status = 1;
    if (verbose) out.complain(quote_if_needed(file), value.error());
  }
  return out.finish(status);
}
const Program kReadlink("readlink", readlink_main);

}  // namespace
}  // namespace nacre
