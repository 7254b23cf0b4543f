// ln [OPTION]... TARGET... [LINK_NAME | DIRECTORY]   (POSIX ln, with GNU's options)
#include <set>

#include "src/base/paths.h"
#include "src/commands/destination.h"
#include "src/process/ask.h"
#include "src/process/canonical.h"
#include "src/process/io.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {kBackupOption, "backup", Argument::kOptional, "CONTROL", "make a backup of each existing destination file"},
    {'b', "", Argument::kNone, "", "like --backup but does not accept an argument"},
    {'d', "directory", Argument::kNone, "", " "},
    {'F', "", Argument::kNone, "", "allow the superuser to attempt to hard link\n  directories (note: will probably fail due to\n  system restrictions, even for the superuser)"},
    {'f', "force", Argument::kNone, "", "remove existing destination files"},
    {'i', "interactive", Argument::kNone, "", "prompt whether to remove destinations"},
    {'L', "logical", Argument::kNone, "", "dereference TARGETs that are symbolic links"},
    {'n', "no-dereference", Argument::kNone, "", "treat LINK_NAME as a normal file if\n  it is a symbolic link to a directory"},
    {'P', "physical", Argument::kNone, "", "make hard links directly to symbolic links"},
    {'r', "relative", Argument::kNone, "", "with -s, create links relative to link location"},
    {'s', "symbolic", Argument::kNone, "", "make symbolic links instead of hard links"},
    {'S', "suffix", Argument::kRequired, "SUFFIX", "override the usual backup suffix"},
    {'t', "target-directory", Argument::kRequired, "DIRECTORY", "specify the DIRECTORY in which to create\n  the links"},
    {'T', "no-target-directory", Argument::kNone, "", "treat LINK_NAME as a normal file always"},
    {'v', "verbose", Argument::kNone, "", "print name of each linked file"},
};
constexpr Synopsis kSynopsis{.name = "ln",
    .usage = "[OPTION]... [-T] TARGET LINK_NAME\n[OPTION]... TARGET\n[OPTION]... TARGET... DIRECTORY\n[OPTION]... -t DIRECTORY TARGET...",
    .description = "In the 1st form, create a link to TARGET with the name LINK_NAME.\n"
                   "In the 2nd form, create a link to TARGET in the current directory.\n"
                   "In the 3rd and 4th forms, create links to each TARGET in DIRECTORY.\n"
                   "Create hard links by default, symbolic links with --symbolic.\n"
                   "By default, each destination (name of new link) should not already exist.\n"
                   "When creating hard links, each TARGET must exist.  Symbolic links\n"
                   "can hold arbitrary text; if later resolved, a relative link is\n"
                   "interpreted in relation to its parent directory.\n\n"
                   "Mandatory arguments to long options are mandatory for short options too.",
    .options = kOptions,
    .notes = kBackupNotes,
    .last_notes = "Using -s ignores -L and -P.  Otherwise, the last option specified controls\n"
                  "behavior when a TARGET is a symbolic link, defaulting to -P."};

struct Settings {
  bool symbolic = false, relative = false, force = false, interactive = false, verbose = false, logical = false;
  bool directories = false;
  vfs::Follow follow_destination = vfs::Follow::kYes;
  Backup backup;
};

class Ln {
 public:
  Ln(Process& p, Settings s, bool several) : p_(p), s_(std::move(s)), several_(several), out_(p, 1) {}

  Result<> attempt(std::string_view target, std::string_view name) {
    const vfs::Follow follow = s_.logical ? vfs::Follow::kYes : vfs::Follow::kNo;
    if (!s_.symbolic) return p_.fs().link(p_.caller(), target, name, follow);
    auto r = p_.fs().symlink(p_.caller(), target, name);
    if (!r) return fail(r.error());
    return {};
  }

  Task<bool> make(std::string target, std::string name) {
    vfs::FileSystem& fs = p_.fs();
    const vfs::Caller who = p_.caller();
    const vfs::Follow follow = s_.logical ? vfs::Follow::kYes : vfs::Follow::kNo;
    if (s_.relative) target = relative(target, name);
    Result<> done = attempt(target, name);
    vfs::Stat source;
    if (!s_.symbolic && (!done || several_)) {
      auto s = fs.stat(who, target, follow);
      if (!s) {
        out_.complain("failed to access " + quote(target), s.error());
        co_return false;
      }
      source = *s;
    }
    std::string kept;
    if (!done) {
      if (!s_.symbolic && !s_.directories && source.type == vfs::Type::kDirectory) {
        out_.complain(quote_if_needed(target) + ": hard link not allowed for directory");
        co_return false;
      }
      if (s_.force || s_.interactive || s_.backup) {
        bool replace = false;
        if (auto end = co_await clear(target, name, source, done.error(), kept, replace)) co_return *end;
        if (replace) {
          (void)fs.unlink(who, name);
          done = attempt(target, name);
        }
      }
    }
    if (!done) {
      failed(target, name, done.error());
      if (!kept.empty())
        if (auto r = fs.rename(who, kept, name); !r) out_.complain("cannot un-backup " + quote(name), r.error());
      co_return false;
    }
    if (several_ && !s_.symbolic) made_.emplace(name, source.ino);
    if (s_.verbose)
      out_.put((kept.empty() ? "" : quote(kept) + " ~ ") + quote(name) + (s_.symbolic ? " -> " : " => ") + quote(target) + "\n");
    co_return true;
  }
  Writer& out() { return out_; }

 private:
  std::string relative(const std::string& target, const std::string& name) {
    constexpr Canonical how{.missing = Canonical::Missing::kAny};
    auto dir = canonicalize(p_, dir_name(name), how), to = canonicalize(p_, target, how);
    if (!dir || !to) return target;
    return relative_path(*to, *dir);
  }
  bool same_entry(std::string_view a, std::string_view b) {
    if (base_name(a) != base_name(b)) return false;
    auto x = p_.fs().resolve(p_.caller(), dir_name(a)), y = p_.fs().resolve(p_.caller(), dir_name(b));
    return x && y && *x == *y;
  }

  // The link could not be made: looks at what is in its place and moves it aside. A value ends the attempt.
  Task<std::optional<bool>> clear(const std::string& target, const std::string& name, vfs::Stat source, const Error& why,
                                  std::string& kept, bool& replace) {
    vfs::FileSystem& fs = p_.fs();
    const vfs::Caller who = p_.caller();
    auto there = fs.stat(who, name, vfs::Follow::kNo);
    if (!there) {
      if (there.error() == Errno::kNOENT) co_return std::nullopt;
      out_.complain("failed to access " + quote(name), there.error());
      co_return false;
    }
    if (there->type == vfs::Type::kDirectory) {
      out_.complain(quote_if_needed(name) + ": cannot overwrite directory");
      co_return false;
    }
    if (made_.contains({name, there->ino})) {
      out_.complain("will not overwrite just-created " + quote(name) + " with " + quote(target));
      co_return false;
    }
    if (!s_.backup || !s_.symbolic) {
      auto s = s_.symbolic ? fs.stat(who, target) : Result<vfs::Stat>(source);
      if (s && s->ino == there->ino && s->dev == there->dev && (s->nlink == 1 || same_entry(target, name))) {
        out_.complain(quote(target) + " and " + quote(name) + " are the same file");
        co_return false;
      }
    }
    if (!(why == Errno::kEXIST)) co_return std::nullopt;
    if (s_.interactive) {
      out_.flush();
      if (!co_await ask(p_, "replace " + quote(name) + "?")) co_return true;
    }
    if (s_.backup) {
      kept = s_.backup.name_for(p_, name);
      if (auto r = fs.rename(who, name, kept); !r) {
        kept.clear();
        if (!(r.error() == Errno::kNOENT)) {
          out_.complain("cannot backup " + quote(name), r.error());
          co_return false;
        }
      }
    }
    replace = true;
    co_return std::nullopt;
  }

  void failed(const std::string& target, const std::string& name, Error e) {
    std::string text;
    if (s_.symbolic) {
      text = "failed to create symbolic link " + quote(name);
      if (e == Errno::kNAMETOOLONG || target.empty()) text += " -> " + quote(target);
    } else if (e == Errno::kMLINK) {
      text = "failed to create hard link to " + quote(target);
    } else {
      text = "failed to create hard link " + quote(name);
      if (!(e == Errno::kDQUOT || e == Errno::kEXIST || e == Errno::kNOSPC || e == Errno::kROFS)) text += " => " + quote(target);
    }
    out_.complain(text, e);
  }

  Process& p_;
  Settings s_;
  bool several_;
  Writer out_;
  std::set<std::pair<std::string, vfs::Ino>> made_;
};

Task<int> ln_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Settings s;
  Destination to;
  for (const Option::Use& u : o.uses()) {
    switch (u.id) {
      case 'd':
      case 'F': s.directories = true; break;
      case 'f': s.force = true; s.interactive = false; break;
      case 'i': s.force = false; s.interactive = true; break;
      case 'L': s.logical = true; break;
      case 'P': s.logical = false; break;
      case 'n': s.follow_destination = vfs::Follow::kNo; break;
      case 'r': s.relative = true; break;
      case 's': s.symbolic = true; break;
      case 'v': s.verbose = true; break;
      default:
        if (auto end = to.take(p, u)) co_return *end;
        if (u.id != 't') break;
        if (auto bad = is_not_directory(p, *to.directory)) {
          p.complain(*bad == Errno::kNOTDIR ? "target " + quote(*to.directory) + " is not a directory"
                                                     : "failed to access " + quote(*to.directory) + ": " + std::string(bad->words()));
          co_return 1;
        }
    }
  }
  std::vector<std::string_view> files = o.operands();
  if (files.empty()) co_return usage_error(p, "missing file operand");
  if (s.relative && !s.symbolic) {
    p.complain("cannot do --relative without --symbolic");
    co_return 1;
  }
  if (auto end = to.read_backup(p, s.backup)) co_return *end;
  if (to.whole) {
    if (to.directory) {
      p.complain("cannot combine --target-directory and --no-target-directory");
      co_return 1;
    }
    if (files.size() < 2) co_return usage_error(p, "missing destination file operand after " + quote(files[0]));
    if (files.size() > 2) co_return usage_error(p, "extra operand " + quote(files[2]));
  } else if (files.size() == 1 && !to.directory) {
    to.directory = ".";
  } else if (!to.directory) {
    const auto bad = is_not_directory(p, files.back(), s.follow_destination);
    if (!bad) {
      to.directory = files.back();
      files.pop_back();
    } else if (files.size() > 2) {
      p.complain("target " + quote(files.back()), *bad);
      co_return 1;
    }
  }
  const bool several = to.directory && files.size() > 1 && s.force && !s.symbolic && s.backup.kind != Backup::Kind::kNumbered;
  Ln ln(p, std::move(s), several);
  if (!to.directory) {
    const bool ok = co_await ln.make(std::string(files[0]), std::string(files[1]));
    co_return ln.out().finish(ok ? 0 : 1);
  }
  int status = 0;
  for (std::string_view file : files) {
    const std::string name = join_path(*to.directory, base_name(file));
    if (!co_await ln.make(std::string(file), name)) status = 1;
    if (p.spent(4)) co_await p.spend(0);
  }
  co_return ln.out().finish(status);
}
const Program kLn("ln", ln_main);

}  // namespace
}  // namespace nacre
