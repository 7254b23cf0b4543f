// rmdir [-pv] [--ignore-fail-on-non-empty] DIRECTORY...   (POSIX rmdir)
#include "src/base/paths.h"
#include "src/process/io.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr int kIgnore = kOnlyLong;
constexpr Option kOptions[] = {
    {kIgnore, "ignore-fail-on-non-empty", Argument::kNone, "", "ignore each failure that is solely because a directory\nis non-empty"},
    {'p', "parents", Argument::kNone, "", "remove DIRECTORY and its ancestors; e.g., 'rmdir -p a/b/c'\nis similar to 'rmdir a/b/c a/b a'"},
    {'p', "path", Argument::kNone, "", ""},
    {'v', "verbose", Argument::kNone, "", "output a diagnostic for every directory processed"},
};
constexpr Synopsis kSynopsis{.name = "rmdir", .usage = "[OPTION]... DIRECTORY...",
    .description = "Remove the DIRECTORY(ies), if they are empty.", .options = kOptions};

bool is_empty(Process& p, std::string_view path) {
  auto ino = p.fs().resolve(p.caller(), path);
  vfs::DirEntry e;
  auto any = ino ? p.fs().next_entry(*ino, e) : Result<bool>(fail(Errno::kNOENT));
  return !any || !*any;
}

bool ignorable(Process& p, std::string_view path, const Error& e) {
  if (e == Errno::kNOTEMPTY || e == Errno::kEXIST) return true;
  const bool other = e == Errno::kACCES || e == Errno::kPERM || e == Errno::kROFS || e == Errno::kBUSY;
  return other && !is_empty(p, path);
}

int rmdir_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) return *end;
  if (o.operands().empty()) return usage_error(p, "missing operand");
  const bool parents = o.has('p'), verbose = o.has('v'), ignore = o.has(kIgnore);
  Writer out(p, 1);
  int status = 0;
  for (std::string_view operand : o.operands()) {
    std::string_view path = operand;
    for (bool first = true;; first = false) {
      if (verbose) out.put(p.argv[0] + ": removing directory, " + quote(path) + "\n");
      auto done = p.fs().rmdir(p.caller(), path);
      if (!done) {
        if (ignore && ignorable(p, path, done.error())) break;
        std::string_view why = done.error().words();
        if (path.ends_with('/') && done.error() == Errno::kNOTDIR) {
          auto s = p.fs().stat(p.caller(), strip_slashes(path), vfs::Follow::kNo);
          if (s && s->type == vfs::Type::kSymlink) why = "Symbolic link not followed";
        }
        out.complain((first ? "failed to remove " : "failed to remove directory ") + quote(path) + ": " + std::string(why));
        status = 1;
        break;
      }
      if (!parents) break;
      path = strip_slashes(path);
      std::size_t slash = path.rfind('/');
      if (slash == path.npos) break;
      while (slash > 0 && path[slash] == '/') --slash;
      path = path.substr(0, slash + 1);
    }
  }
  return out.finish(status);
}
const Program kRmdir("rmdir", rmdir_main);

}  // namespace
}  // namespace nacre
