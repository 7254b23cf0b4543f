// chown [-cfhvR] [-H|-L|-P] [OWNER][:[GROUP]] FILE...; chgrp [...] GROUP FILE...   (POSIX chown and chgrp)
//
// Both are here because chgrp is chown without the owner. With -R a directory is changed after its entries.
#include "src/process/accounts.h"
#include "src/process/io.h"
#include "src/process/locale.h"
#include "src/process/options.h"
#include "src/process/walk.h"

namespace nacre {
namespace {

constexpr int kDereference = kOnlyLong, kFrom = kOnlyLong + 1, kNoPreserve = kOnlyLong + 2, kPreserve = kOnlyLong + 3,
              kReference = kOnlyLong + 4;
constexpr Option kChownOptions[] = {
    {'c', "changes", Argument::kNone, "", "like verbose but report only when a change is made"},
    {'f', "silent", Argument::kNone, "", " "},
    {'f', "quiet", Argument::kNone, "", "suppress most error messages"},
    {'v', "verbose", Argument::kNone, "", "output a diagnostic for every file processed"},
    {kDereference, "dereference", Argument::kNone, "", "affect the referent of each symbolic link (this is\nthe default), rather than the symbolic link itself"},
    {'h', "no-dereference", Argument::kNone, "", "affect symbolic links instead of any referenced file"},
    {kFrom, "from", Argument::kRequired, "CURRENT_OWNER:CURRENT_GROUP", "change the owner and/or group of each file only if\nits current owner and/or group match those specified\nhere.  Either may be omitted, in which case a match\nis not required for the omitted attribute"},
    {kNoPreserve, "no-preserve-root", Argument::kNone, "", "do not treat '/' specially (the default)"},
    {kPreserve, "preserve-root", Argument::kNone, "", "fail to operate recursively on '/'"},
    {kReference, "reference", Argument::kRequired, "RFILE", "use RFILE's owner and group rather than\nspecifying OWNER:GROUP values"},
    {'R', "recursive", Argument::kNone, "", "operate on files and directories recursively"},
    {'H', "", Argument::kNone, "", "with -R: if a command line argument is a symbolic link\nto a directory, traverse it"},
    {'L', "", Argument::kNone, "", "with -R: traverse every symbolic link to a directory\nencountered"},
    {'P', "", Argument::kNone, "", "with -R: do not traverse any symbolic links (default)"},
};
constexpr Option kChgrpOptions[] = {
    kChownOptions[0], kChownOptions[1], kChownOptions[2], kChownOptions[3], kChownOptions[4], kChownOptions[5],
    kChownOptions[7], kChownOptions[8],
    {kReference, "reference", Argument::kRequired, "RFILE", "use RFILE's group rather than specifying a\nGROUP value"},
    kChownOptions[10], kChownOptions[11], kChownOptions[12], kChownOptions[13],
};
constexpr Synopsis kChownSynopsis{.name = "chown", .usage = "[OPTION]... [OWNER][:[GROUP]] FILE...\n[OPTION]... --reference=RFILE FILE...",
    .description = "Change the owner and/or group of each FILE to OWNER and/or GROUP.\n"
                   "With --reference, change the owner and group of each FILE to those of RFILE.",
    .options = kChownOptions,
    .notes = "Owner is unchanged if missing.  Group is unchanged if missing, but changed\n"
             "to login group if implied by a ':' following a symbolic OWNER.\n"
             "OWNER and GROUP may be numeric as well as symbolic."};
constexpr Synopsis kChgrpSynopsis{.name = "chgrp", .usage = "[OPTION]... GROUP FILE...\n[OPTION]... --reference=RFILE FILE...",
    .description = "Change the group of each FILE to GROUP.\nWith --reference, change the group of each FILE to that of RFILE.",
    .options = kChgrpOptions};

enum class Verbosity : std::uint8_t { kOff, kChanges, kAll };

struct Settings {
  Verbosity verbosity = Verbosity::kOff;
  bool silent = false, recursive = false, preserve_root = false, follow_files = true;
  Walk::Follow follow = Walk::Follow::kNever;
  Owner owner;
  std::optional<std::uint32_t> only_uid, only_gid;
};

// "user:group", of the parts that are to change.
std::string spec(const Owner& owner, std::string_view user, std::string_view group) {
  std::string s;
  if (owner.uid) s += user;
  if (owner.uid && owner.gid) s += ':';
  if (owner.gid) s += group;
  return s;
}

class Chown {
 public:
  Chown(Process& p, Accounts& accounts, Settings settings) : p_(p), out_(p, 1), accounts_(accounts), s_(std::move(settings)) {}

  bool visit(Walk& walk) {
    const std::string& path = walk.path();
    switch (walk.visit()) {
      case Walk::Visit::kDirectory:
        if (!s_.recursive) {
          walk.skip();
          return true;
        }
        if (s_.preserve_root && walk.ino() == vfs::kRootIno) {
          walk.skip();
          refused_ = true;
          out_.complain("it is dangerous to operate recursively on " + quote(path) + (path == "/" ? "" : " (same as '/')"));
          out_.complain("use --no-preserve-root to override this failsafe");
          return false;
        }
        return true;
      case Walk::Visit::kLeave:
        if (std::exchange(refused_, false)) return true;
        return change(walk);
      case Walk::Visit::kFile: return change(walk);
      case Walk::Visit::kCycle: return true;
      case Walk::Visit::kUnreadable:
        complain("cannot read directory " + quote(path), walk.error());
        failed_to(path);
        return false;
      case Walk::Visit::kDangling:
        if (s_.follow_files) break;
        return change(walk);
      case Walk::Visit::kError: break;
    }
    complain((walk.visit() == Walk::Visit::kDangling ? "cannot dereference " : "cannot access ") + quote(path), walk.error());
    failed_to(path);
    return false;
  }
  Writer& out() { return out_; }

 private:
  void complain(std::string text, Error error) {
    if (!s_.silent) out_.complain(text, error);
  }
  void failed_to(const std::string& path) {
    if (s_.verbosity != Verbosity::kAll) return;
    const std::string to = spec(s_.owner, s_.owner.user, s_.owner.group);
    out_.put(std::string("failed to change ") + (s_.owner.gid && !s_.owner.uid ? "group" : "ownership") + " of " + quote(path) +
             (to.empty() ? "" : " to " + to) + "\n");
  }
  void report(const std::string& path, const vfs::Stat& old, bool done, bool changed) {
    if (s_.verbosity == Verbosity::kOff) return;
    if (s_.verbosity == Verbosity::kChanges && !(done && changed)) return;
    const std::string from = spec(s_.owner, accounts_.user_name(old.uid), accounts_.group_name(old.gid));
    const std::string to = spec(s_.owner, s_.owner.user, s_.owner.group);
    const std::string what = s_.owner.gid && !s_.owner.uid ? "group" : "ownership";
    if (done && !changed) out_.put(what + " of " + quote(path) + " retained" + (from.empty() ? "" : " as " + from) + "\n");
    else if (to.empty()) out_.put((done ? "no change to ownership of " : "failed to change ownership of ") + quote(path) + "\n");
    else out_.put((done ? "changed " : "failed to change ") + what + " of " + quote(path) + " from " + from + " to " + to + "\n");
  }

  bool change(Walk& walk) {
    const std::string path = walk.path();
    vfs::Stat old = walk.stat();
    vfs::Ino ino = walk.ino();
    if (walk.type() == vfs::Type::kSymlink && s_.follow_files) {
      auto target = p_.fs().stat(p_.caller(), walk.access_path(), vfs::Follow::kYes, walk.base());
      if (!target) {
        complain("cannot dereference " + quote(path), target.error());
        failed_to(path);
        return false;
      }
      old = *target;
      ino = target->ino;
    }
    if ((s_.only_uid && *s_.only_uid != old.uid) || (s_.only_gid && *s_.only_gid != old.gid)) {
      report(path, old, true, false);
      return true;
    }
    const auto done = p_.fs().chown(p_.caller(), ino, s_.owner.uid.value_or(vfs::kKeepId), s_.owner.gid.value_or(vfs::kKeepId));
    const bool changed = (s_.owner.uid && *s_.owner.uid != old.uid) || (s_.owner.gid && *s_.owner.gid != old.gid);
    if (!done) complain((s_.owner.uid ? "changing ownership of " : "changing group of ") + quote(path), done.error());
    report(path, old, done.has_value(), changed);
    return done.has_value();
  }

  Process& p_;
  Writer out_;
  Accounts& accounts_;
  Settings s_;
  bool refused_ = false;
};

Task<int> change_owners(Process& p, const Synopsis& synopsis, bool group_only) {
  const Options o(synopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Accounts accounts(p);
  Settings s;
  std::optional<bool> dereference;
  std::optional<std::string_view> reference;
  for (const Option::Use& u : o.uses()) {
    switch (u.id) {
      case 'c': s.verbosity = Verbosity::kChanges; break;
      case 'v': s.verbosity = Verbosity::kAll; break;
      case 'f': s.silent = true; break;
      case 'h': dereference = false; break;
      case kDereference: dereference = true; break;
      case 'R': s.recursive = true; break;
      case 'H': s.follow = Walk::Follow::kOperands; break;
      case 'L': s.follow = Walk::Follow::kAlways; break;
      case 'P': s.follow = Walk::Follow::kNever; break;
      case kPreserve: s.preserve_root = true; break;
      case kNoPreserve: s.preserve_root = false; break;
      case kReference: reference = u.argument; break;
      case kFrom: {
        const OwnerResult r = parse_owner(accounts, u.argument);
        if (!r.error.empty()) {
          p.complain(std::string(r.error) + ": " + quote_words(p, u.argument));
          co_return 1;
        }
        s.only_uid = r.owner.uid;
        s.only_gid = r.owner.gid;
        break;
      }
    }
  }
  if (s.recursive && s.follow == Walk::Follow::kNever) {
    if (dereference.value_or(false)) {
      p.complain("-R --dereference requires either -H or -L");
      co_return 1;
    }
    dereference = false;
  }
  if (!s.recursive) s.follow = Walk::Follow::kNever;
  s.follow_files = dereference.value_or(true);
  std::vector<std::string_view> files = o.operands();
  const std::size_t needed = reference ? 1 : 2;
  if (files.size() < needed)
    co_return usage_error(p, files.empty() ? "missing operand" : "missing operand after " + quote_words(p, files.back()));
  if (reference) {
    auto r = p.fs().stat(p.caller(), *reference);
    if (!r) {
      p.complain("failed to get attributes of " + quote(*reference), r.error());
      co_return 1;
    }
    if (!group_only) {
      s.owner.uid = r->uid;
      s.owner.user = accounts.user_name(r->uid);
    }
    s.owner.gid = r->gid;
    s.owner.group = accounts.group_name(r->gid);
  } else {
    const std::string spec = group_only ? ":" + std::string(files[0]) : std::string(files[0]);
    const OwnerResult r = parse_owner(accounts, spec);
    if (!r.error.empty()) {
      p.complain(std::string(r.error) + ": " + quote_words(p, files[0]));
      co_return 1;
    }
    if (r.dot_separator) p.complain("warning: '.' should be ':': " + quote_words(p, files[0]));
    s.owner = r.owner;
    files.erase(files.begin());
  }
  Chown chown(p, accounts, s);
  Walk walk(p, {.follow = s.follow, .stat = true});
  int status = 0;
  for (std::string_view file : files) {
    walk.start(file);
    while (walk.next()) {
      if (!chown.visit(walk)) status = 1;
      if (chown.out().full()) chown.out().flush();
      if (p.spent(4)) co_await p.spend(0);
    }
  }
  co_return chown.out().finish(status);
}

Task<int> chown_main(Process& p) { return change_owners(p, kChownSynopsis, false); }
Task<int> chgrp_main(Process& p) { return change_owners(p, kChgrpSynopsis, true); }
const Program kChown("chown", chown_main);
const Program kChgrp("chgrp", chgrp_main);

}  // namespace
}  // namespace nacre
