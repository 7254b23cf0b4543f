// mkdir [-pv] [-m MODE] DIRECTORY...   (POSIX mkdir)
#include "src/base/mode.h"
#include "src/process/io.h"
#include "src/process/locale.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr int kContext = kOnlyLong;
constexpr Option kOptions[] = {
    {'m', "mode", Argument::kRequired, "MODE", "set file mode (as in chmod), not a=rwx - umask"},
    {'p', "parents", Argument::kNone, "", "no error if existing, make parent directories as needed,\nwith their file modes unaffected by any -m option."},
    {'v', "verbose", Argument::kNone, "", "print a message for each created directory"},
    {'Z', "", Argument::kNone, "", "set SELinux security context of each created directory\nto the default type"},
    {kContext, "context", Argument::kOptional, "CTX", "like -Z, or if CTX is specified then set the SELinux\nor SMACK security context to CTX"},
};
constexpr Synopsis kSynopsis{.name = "mkdir", .usage = "[OPTION]... DIRECTORY...",
    .description = "Create the DIRECTORY(ies), if they do not already exist.\n\n"
                   "Mandatory arguments to long options are mandatory for short options too.",
    .options = kOptions};

class Mkdir {
 public:
  Mkdir(Process& p, bool parents, bool verbose, std::optional<ModeChange> mode)
      : p_(p), out_(p, 1), parents_(parents), verbose_(verbose), mode_(std::move(mode)) {}

  bool make(std::string path) {
    vfs::Ino base = 0;
    std::string_view name = path;
    if (parents_ && !make_ancestors(path, base, name)) return false;
    vfs::Caller who = p_.caller();
    std::uint32_t mode = 0777;
    if (mode_) {
      mode = mode_->apply(0777, true, who.umask);
      who.umask = 0;
    }
    auto made = p_.fs().mkdir(who, name, mode & 0777, base);
    if (made) {
      // mkdir(2) takes only permissions; the other bits come from chmod, which keeps an inherited setgid bit.
      if (mode & ~0777u) {
        auto s = p_.fs().stat(*made);
        (void)p_.fs().chmod(who, *made, mode | ((s ? s->mode : 0) & vfs::kSetGid));
      }
      announce(path);
      return true;
    }
    if (parents_ && made.error() == Errno::kEXIST && directory(name, base)) return true;
    out_.complain("cannot create directory " + quote_words(p_, path), made.error());
    return false;
  }
  Writer& out() { return out_; }

 private:
  // The directory of that name in `base` (0: the working directory); 0 when it is none.
  vfs::Ino directory(std::string_view name, vfs::Ino base) {
    auto s = p_.fs().stat(p_.caller(), name, vfs::Follow::kYes, base);
    return s && s->type == vfs::Type::kDirectory ? s->ino : 0;
  }
  void announce(std::string_view path) {
    if (verbose_) out_.put(p_.argv[0] + ": created directory " + quote(path) + "\n");
  }
  // The directories above, with u+wx over what the umask leaves. Goes down a step at a time, so that a path may be longer than
  // PATH_MAX; gives the directory that the last one belongs in, and its name.
  bool make_ancestors(std::string_view path, vfs::Ino& base, std::string_view& name) {
    std::size_t start = path.find_first_not_of('/');
    if (start == path.npos) return true;
    if (start > 0) base = directory("/", 0);
    for (;;) {
      name = path.substr(start);
      const std::size_t end = path.find('/', start);
      if (end == path.npos) return true;
      const std::size_t next = path.find_first_not_of('/', end);
      if (next == path.npos) return true;
      const std::string_view part = path.substr(start, end - start), ancestor = path.substr(0, end);
      start = next;
      if (const vfs::Ino there = directory(part, base)) {
        base = there;
        continue;
      }
      vfs::Caller who = p_.caller();
      who.umask &= ~0300u;
      auto made = p_.fs().mkdir(who, part, 0777, base);
      if (made) {
        base = *made;
        announce(ancestor);
        continue;
      }
      Error why = made.error();
      if (why == Errno::kEXIST) why = Errno::kNOTDIR;
      out_.complain("cannot create directory " + quote_words(p_, ancestor), why);
      return false;
    }
  }

  Process& p_;
  Writer out_;
  bool parents_, verbose_;
  std::optional<ModeChange> mode_;
};

Task<int> mkdir_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  std::optional<ModeChange> mode;
  std::string_view mode_words;
  bool mode_given = false;
  for (const Option::Use& u : o.uses()) {
    if (u.id == 'm') mode_words = u.argument, mode_given = true;
    if (u.id == kContext && u.has_argument)
      p.complain("warning: ignoring --context; it requires an SELinux/SMACK-enabled kernel");
  }
  if (o.operands().empty()) co_return usage_error(p, "missing operand");
  if (mode_given && !(mode = ModeChange::parse(mode_words))) {
    p.complain("invalid mode " + quote_words(p, mode_words));
    co_return 1;
  }
  Mkdir mkdir(p, o.has('p'), o.has('v'), std::move(mode));
  int status = 0;
  for (std::string_view path : o.operands()) {
    if (!mkdir.make(std::string(path))) status = 1;
    if (p.spent(2)) co_await p.spend(0);
  }
  co_return mkdir.out().finish(status);
}
const Program kMkdir("mkdir", mkdir_main);

}  // namespace
}  // namespace nacre
