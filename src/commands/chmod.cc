// chmod [-cfvR] MODE[,MODE]... FILE...; chmod --reference=RFILE FILE...   (POSIX chmod; the modes are base/mode.h)
//
// As GNU: a mode may look like an option (chmod -w f), and then a file that the umask kept from getting what the mode says
// is reported. With -R links are not followed, but for the operands.
#include <cstdio>

#include "src/base/mode.h"
#include "src/process/io.h"
#include "src/process/locale.h"
#include "src/process/options.h"
#include "src/process/walk.h"

namespace nacre {
namespace {

constexpr int kNoPreserve = kOnlyLong, kPreserve = kOnlyLong + 1, kReference = kOnlyLong + 2;
constexpr Option mode_option(char c) { return {c, "", Argument::kOptional, "", ""}; }
constexpr Option kOptions[] = {
    {'c', "changes", Argument::kNone, "", "like verbose but report only when a change is made"},
    {'f', "silent", Argument::kNone, "", " "},
    {'f', "quiet", Argument::kNone, "", "suppress most error messages"},
    {'v', "verbose", Argument::kNone, "", "output a diagnostic for every file processed"},
    {kNoPreserve, "no-preserve-root", Argument::kNone, "", "do not treat '/' specially (the default)"},
    {kPreserve, "preserve-root", Argument::kNone, "", "fail to operate recursively on '/'"},
    {kReference, "reference", Argument::kRequired, "RFILE", "use RFILE's mode instead of MODE values"},
    {'R', "recursive", Argument::kNone, "", "change files and directories recursively"},
    mode_option('r'), mode_option('w'), mode_option('x'), mode_option('X'), mode_option('s'), mode_option('t'),
    mode_option('u'), mode_option('g'), mode_option('o'), mode_option('a'), mode_option(','), mode_option('+'),
    mode_option('='), mode_option('0'), mode_option('1'), mode_option('2'), mode_option('3'), mode_option('4'),
    mode_option('5'), mode_option('6'), mode_option('7'),
};
constexpr Synopsis kSynopsis{.name = "chmod",
    .usage = "[OPTION]... MODE[,MODE]... FILE...\n[OPTION]... OCTAL-MODE FILE...\n[OPTION]... --reference=RFILE FILE...",
    .description = "Change the mode of each FILE to MODE.\nWith --reference, change the mode of each FILE to that of RFILE.",
    .options = kOptions,
    .notes = "Each MODE is of the form '[ugoa]*([-+=]([rwxXst]*|[ugo]))+|[-+=][0-7]+'."};

std::string shown(std::uint32_t mode) {
  char b[8];
  std::snprintf(b, sizeof b, "%04o", static_cast<unsigned>(mode & kAllModeBits));
  return std::string(b) + " (" + mode_text(mode).substr(1) + ")";
}

class Chmod {
 public:
  enum class Verbosity : std::uint8_t { kOff, kChanges, kAll };
  Chmod(Process& p, ModeChange change) : p_(p), out_(p, 1), change_(std::move(change)) {}

  // The entry that the walk stands at. False: something failed.
  bool visit(Walk& walk) {
    const std::string& path = walk.path();
    switch (walk.visit()) {
      case Walk::Visit::kLeave: return true;
      case Walk::Visit::kError: return unseen("cannot access " + quote(path), walk.error(), path);
      case Walk::Visit::kDangling:
        if (!(walk.error() == Errno::kNOENT)) return unseen("cannot access " + quote(path), walk.error(), path);
        if (!silent) out_.complain("cannot operate on dangling symlink " + quote(path));
        if (verbosity == Verbosity::kAll) out_.put(quote(path) + " could not be accessed\n");
        return false;
      case Walk::Visit::kUnreadable:
        if (!silent) out_.complain("cannot read directory " + quote(path), walk.error());
        return false;
      case Walk::Visit::kCycle: return true;
      case Walk::Visit::kDirectory:
        if (recursive && preserve_root && walk.ino() == vfs::kRootIno) {
          walk.skip();
          out_.complain("it is dangerous to operate recursively on " + quote(path) + (path == "/" ? "" : " (same as '/')"));
          out_.complain("use --no-preserve-root to override this failsafe");
          return false;
        }
        if (!recursive) walk.skip();
        break;
      case Walk::Visit::kFile: break;
    }
    if (walk.type() == vfs::Type::kSymlink) {
      if (verbosity == Verbosity::kAll) out_.put("neither symbolic link " + quote(path) + " nor referent has been changed\n");
      return true;
    }
    return change(walk);
  }
  Writer& out() { return out_; }

  Verbosity verbosity = Verbosity::kOff;
  bool silent = false, recursive = false, preserve_root = false, surprises = false;

 private:
  bool unseen(std::string text, Error error, std::string path) {
    if (!silent) out_.complain(text, error);
    if (verbosity == Verbosity::kAll) out_.put(quote(path) + " could not be accessed\n");
    return false;
  }

  bool change(Walk& walk) {
    const std::string& path = walk.path();
    const bool directory = walk.type() == vfs::Type::kDirectory;
    const std::uint32_t type = walk.stat().st_mode() & ~kAllModeBits, old = walk.stat().mode;
    const std::uint32_t wanted = change_.apply(old, directory, p_.umask);
    const auto done = p_.fs().chmod(p_.caller(), walk.ino(), wanted);
    if (!done) {
      if (!silent) out_.complain("changing permissions of " + quote(path), done.error());
      if (verbosity == Verbosity::kAll)
        out_.put("failed to change mode of " + quote(path) + " from " + shown(type | old) + " to " + shown(type | wanted) + "\n");
      return false;
    }
    std::uint32_t now = wanted;
    if (wanted & 07000)
      if (auto s = p_.fs().stat(walk.ino())) now = s->mode;
    if (verbosity != Verbosity::kOff) {
      if (now != old) out_.put("mode of " + quote(path) + " changed from " + shown(type | old) + " to " + shown(type | wanted) + "\n");
      else if (verbosity == Verbosity::kAll) out_.put("mode of " + quote(path) + " retained as " + shown(type | old) + "\n");
    }
    if (!surprises) return true;
    const std::uint32_t expected = change_.apply(old, directory, 0);
    if (!(wanted & ~expected)) return true;
    out_.complain(quote_if_needed(path) + ": new permissions are " + mode_text(wanted).substr(1) + ", not " +
                           mode_text(expected).substr(1));
    return false;
  }

  Process& p_;
  Writer out_;
  ModeChange change_;
};

Task<int> chmod_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  std::string mode;
  bool mode_given = false, silent = false, recursive = false, preserve_root = false;
  Chmod::Verbosity verbosity = Chmod::Verbosity::kOff;
  std::optional<std::string_view> reference;
  for (const Option::Use& u : o.uses()) {
    switch (u.id) {
      case 'c': verbosity = Chmod::Verbosity::kChanges; break;
      case 'v': verbosity = Chmod::Verbosity::kAll; break;
      case 'f': silent = true; break;
      case 'R': recursive = true; break;
      case kPreserve: preserve_root = true; break;
      case kNoPreserve: preserve_root = false; break;
      case kReference: reference = u.argument; break;
      default:
        if (mode_given) mode += ',';
        mode += '-';
        mode += static_cast<char>(u.id);
        mode += u.argument;
        mode_given = true;
    }
  }
  std::vector<std::string_view> files = o.operands();
  const bool surprises = mode_given;
  bool mode_is_last = false;
  if (reference) {
    if (mode_given) co_return usage_error(p, "cannot combine mode and --reference options");
  } else if (!mode_given && !files.empty()) {
    mode = files[0];
    mode_is_last = files.size() == 1;
    files.erase(files.begin());
    mode_given = true;
  }
  if (files.empty())
    co_return usage_error(p, mode_is_last ? "missing operand after " + quote_words(p, mode) : "missing operand");
  std::optional<ModeChange> change;
  if (reference) {
    auto s = p.fs().stat(p.caller(), *reference);
    if (!s) {
      p.complain("failed to get attributes of " + quote(*reference), s.error());
      co_return 1;
    }
    change = ModeChange::exactly(s->mode);
  } else if (!(change = ModeChange::parse(mode))) {
    co_return usage_error(p, "invalid mode: " + quote_words(p, mode));
  }
  Chmod chmod(p, std::move(*change));
  chmod.verbosity = verbosity;
  chmod.silent = silent;
  chmod.recursive = recursive;
  chmod.preserve_root = preserve_root;
  chmod.surprises = surprises;
  Walk walk(p, {.follow = Walk::Follow::kOperands, .stat = true});
  int status = 0;
  for (std::string_view file : files) {
    walk.start(file);
    while (walk.next()) {
      if (!chmod.visit(walk)) status = 1;
      if (chmod.out().full()) chmod.out().flush();
      if (p.spent(4)) co_await p.spend(0);
    }
  }
  co_return chmod.out().finish(status);
}
const Program kChmod("chmod", chmod_main);

}  // namespace
}  // namespace nacre
