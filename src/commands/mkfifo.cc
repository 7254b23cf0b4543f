// mkfifo [-m MODE] NAME...   (POSIX mkfifo)
#include "src/base/mode.h"
#include "src/process/locale.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr int kContext = kOnlyLong;
constexpr Option kOptions[] = {
    {'m', "mode", Argument::kRequired, "MODE", "set file permission bits to MODE, not a=rw - umask"},
    {'Z', "", Argument::kNone, "", "set the SELinux security context to default type"},
    {kContext, "context", Argument::kOptional, "CTX", "like -Z, or if CTX is specified then set the SELinux\nor SMACK security context to CTX"},
};
constexpr Synopsis kSynopsis{.name = "mkfifo", .usage = "[OPTION]... NAME...",
    .description = "Create named pipes (FIFOs) with the given NAMEs.\n\n"
                   "Mandatory arguments to long options are mandatory for short options too.",
    .options = kOptions};

int mkfifo_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) return *end;
  std::optional<std::uint32_t> mode;
  for (const Option::Use& u : o.uses()) {
    if (u.id == kContext && u.has_argument)
      p.complain("warning: ignoring --context; it requires an SELinux/SMACK-enabled kernel");
    if (u.id != 'm') continue;
    const auto change = ModeChange::parse(u.argument);
    if (!change) {
      p.complain("invalid mode");
      return 1;
    }
    mode = change->apply(0666, false, p.umask);
    if (*mode & ~0777u) {
      p.complain("mode must specify only file permission bits");
      return 1;
    }
  }
  if (o.operands().empty()) return usage_error(p, "missing operand");
  int status = 0;
  for (std::string_view name : o.operands()) {
    vfs::Caller who = p.caller();
    if (mode) who.umask = 0;
    auto made = p.fs().mkfifo(who, name, mode.value_or(0666));
    if (made) continue;
    p.complain("cannot create fifo " + quote(name), made.error());
    status = 1;
  }
  return status;
}
const Program kMkfifo("mkfifo", mkfifo_main);

}  // namespace
}  // namespace nacre
