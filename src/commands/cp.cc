// cp [OPTION]... SOURCE... DEST   (POSIX cp, with GNU's options; the work is in copy.cc)
//
// --reflink always succeeds between files of the sandbox: they share their chunks anyway.
#include "src/base/paths.h"
#include "src/commands/copy.h"
#include "src/commands/destination.h"
#include "src/process/choice.h"
#include "src/process/locale.h"
#include "src/process/options.h"

namespace nacre {
namespace {

enum Long : int {
  kAttributesOnly = kOnlyLong, kCopyContents, kPreserve, kNoPreserve, kParents, kReflink, kRemoveDestination, kSparse,
  kStrip, kContext,
};
constexpr Option kOptions[] = {
    {'a', "archive", Argument::kNone, "", "same as -dR --preserve=all"},
    {kAttributesOnly, "attributes-only", Argument::kNone, "", "don't copy the file data, just the attributes"},
    {kBackupOption, "backup", Argument::kOptional, "CONTROL", "make a backup of each existing destination file"},
    {'b', "", Argument::kNone, "", "like --backup but does not accept an argument"},
    {kCopyContents, "copy-contents", Argument::kNone, "", "copy contents of special files when recursive"},
    {'d', "", Argument::kNone, "", "same as --no-dereference --preserve=links"},
    {'f', "force", Argument::kNone, "", "if an existing destination file cannot be\n  opened, remove it and try again (this option\n  is ignored when the -n option is also used)"},
    {'i', "interactive", Argument::kNone, "", "prompt before overwrite (overrides a previous -n\n   option)"},
    {'H', "", Argument::kNone, "", "follow command-line symbolic links in SOURCE"},
    {'l', "link", Argument::kNone, "", "hard link files instead of copying"},
    {'L', "dereference", Argument::kNone, "", "always follow symbolic links in SOURCE"},
    {'n', "no-clobber", Argument::kNone, "", "do not overwrite an existing file (overrides\n  a previous -i option)"},
    {'P', "no-dereference", Argument::kNone, "", "never follow symbolic links in SOURCE"},
    {'p', "", Argument::kNone, "", "same as --preserve=mode,ownership,timestamps"},
    {kPreserve, "preserve", Argument::kOptional, "ATTR_LIST", "preserve the specified attributes (default:\n  mode,ownership,timestamps), if possible\n  additional attributes: context, links, xattr,\n  all"},
    {kNoPreserve, "no-preserve", Argument::kRequired, "ATTR_LIST", "don't preserve the specified attributes"},
    {kParents, "parents", Argument::kNone, "", "use full source file name under DIRECTORY"},
    {'R', "recursive", Argument::kNone, "", "copy directories recursively"},
    {'r', "", Argument::kNone, "", "the same as -R"},
    {kReflink, "reflink", Argument::kOptional, "WHEN", "control clone/CoW copies. See below"},
    {kRemoveDestination, "remove-destination", Argument::kNone, "", "remove each existing destination file before\n  attempting to open it (contrast with --force)"},
    {kSparse, "sparse", Argument::kRequired, "WHEN", "control creation of sparse files. See below"},
    {kStrip, "strip-trailing-slashes", Argument::kNone, "", "remove any trailing slashes from each SOURCE\n  argument"},
    {'s', "symbolic-link", Argument::kNone, "", "make symbolic links instead of copying"},
    {'S', "suffix", Argument::kRequired, "SUFFIX", "override the usual backup suffix"},
    {'t', "target-directory", Argument::kRequired, "DIRECTORY", "copy all SOURCE arguments into DIRECTORY"},
    {'T', "no-target-directory", Argument::kNone, "", "treat DEST as a normal file"},
    {'u', "update", Argument::kNone, "", "copy only when the SOURCE file is newer\n  than the destination file or when the\n  destination file is missing"},
    {'v', "verbose", Argument::kNone, "", "explain what is being done"},
    {'x', "one-file-system", Argument::kNone, "", "stay on this file system"},
    {'Z', "", Argument::kNone, "", "set SELinux security context of destination\n  file to default type"},
    {kContext, "context", Argument::kOptional, "CTX", "like -Z, or if CTX is specified then set the\n  SELinux or SMACK security context to CTX"},
};
constexpr Synopsis kSynopsis{.name = "cp",
    .usage = "[OPTION]... [-T] SOURCE DEST\n[OPTION]... SOURCE... DIRECTORY\n[OPTION]... -t DIRECTORY SOURCE...",
    .description = "Copy SOURCE to DEST, or multiple SOURCE(s) to DIRECTORY.\n\n"
                   "Mandatory arguments to long options are mandatory for short options too.\n\n"
                   "By default, sparse SOURCE files are detected and the corresponding DEST file\n"
                   "is made sparse as well.  That is the behavior selected by --sparse=auto.\n"
                   "Specify --sparse=always to create a sparse DEST file whenever the SOURCE file\n"
                   "contains a long enough sequence of zero bytes.\n"
                   "Use --sparse=never to inhibit creation of sparse files.",
    .options = kOptions,
    .notes = kBackupNotes,
    .last_notes = "As a special case, cp makes a backup of SOURCE when the force and backup\n"
             "options are given and SOURCE and DEST are the same name for an existing,\nregular file."};

constexpr Choice kSparses[] = {{"never", 0}, {"auto", 1}, {"always", 2}};
constexpr Choice kReflinks[] = {{"auto", 0}, {"always", 1}, {"never", 2}};
enum Attribute : int { kMode, kTimestamps, kOwnership, kLinks, kContextAttribute, kXattr, kAll };
constexpr Choice kAttributes[] = {{"mode", kMode}, {"timestamps", kTimestamps}, {"ownership", kOwnership}, {"links", kLinks},
                                  {"context", kContextAttribute}, {"xattr", kXattr}, {"all", kAll}};

// What is not the copier's business.
struct Command {
  CopyOptions copy;
  std::optional<CopyOptions::Follow> follow;
  Destination to;
  bool copy_contents = false, parents = false, strip = false, reflink_always = false;
};

// --preserve=LIST. The error is the text of a usage error, or (usage false) of another.
struct ListError {
  std::string text;
  bool usage = true;
};
std::optional<ListError> read_attributes(const Process& p, Command& c, std::string_view list, bool on) {
  CopyOptions& o = c.copy;
  for (bool more = true; more;) {
    const std::size_t comma = list.find(',');
    std::string error;
    const auto a = choose(p, kAttributes, list.substr(0, comma), on ? "--preserve" : "--no-preserve", error);
    if (!a) return ListError{std::move(error)};
    more = comma != list.npos;
    if (more) list.remove_prefix(comma + 1);
    if (*a == kMode || *a == kAll) {
      o.keep_mode = on;
      o.default_mode = !on;
    }
    if (*a == kTimestamps || *a == kAll) o.keep_times = on;
    if (*a == kOwnership || *a == kAll) o.keep_owner = on;
    if (*a == kLinks || *a == kAll) o.keep_links = on;
    if (*a == kContextAttribute && on) return ListError{"cannot preserve security context without an SELinux-enabled kernel", false};
  }
  return std::nullopt;
}

// Makes the directories of the full source name under the target, as the source's are. Gives what is to be dressed later.
class ParentMaker {
 public:
  explicit ParentMaker(Copier& c) : c_(c) {}
  bool make(std::string target, std::string source, bool& made_any) {
    Process& p = c_.process();
    vfs::FileSystem& fs = p.fs();
    const std::string whole = join_path(target, source);
    const std::size_t prefix = whole.size() - std::string_view(source).substr(source.find_first_not_of('/')).size();
    made_.clear();
    for (std::size_t at = whole.find('/', prefix); at != whole.npos; at = whole.find('/', at + 1)) {
      const std::string to = whole.substr(0, at);
      const std::string from = source.substr(0, source.size() - (whole.size() - at));
      if (from.empty()) continue;
      auto s = fs.stat(p.caller(), from);
      if (!s || s->type != vfs::Type::kDirectory) {
        c_.out().complain("failed to get attributes of " + quote(from), s ? Error(Errno::kNOTDIR) : s.error());
        return false;
      }
      auto d = fs.stat(p.caller(), to);
      if (d && d->type != vfs::Type::kDirectory) {
        c_.out().complain(quote(to) + " exists but is not a directory");
        return false;
      }
      if (d) {
        made_any = false;
      } else {
        made_any = true;
        auto r = fs.mkdir(p.caller(), to, s->mode & 0777 & ~(c_.options().keep_owner ? 077u : 022u));
        if (!r) {
          c_.out().complain("cannot make directory " + quote(to), r.error());
          return false;
        }
        if (auto m = fs.stat(*r); m && (m->mode & 0700) != 0700) (void)fs.chmod(p.caller(), *r, m->mode | 0700);
        if (c_.options().verbose) c_.out().put(from + " -> " + to + "\n");
      }
      made_.push_back({to, *s, made_any});
    }
    return true;
  }
  // Times, owners and modes, once the file is in its place.
  void dress() {
    Process& p = c_.process();
    vfs::FileSystem& fs = p.fs();
    const CopyOptions& o = c_.options();
    for (const Made& m : made_) {
      using New = vfs::NewTime;
      if (o.keep_times)
        (void)fs.utimens(p.caller(), m.path, {New::Kind::kSet, m.source.atime}, {New::Kind::kSet, m.source.mtime});
      if (o.keep_owner) (void)fs.chown(p.caller(), m.path, m.source.uid, m.source.gid);
      if (o.keep_mode) (void)fs.chmod(p.caller(), m.path, m.source.mode);
      else if (m.fresh) (void)fs.chmod(p.caller(), m.path, (o.default_mode ? 0777 : m.source.mode) & ~p.umask);
    }
  }

 private:
  struct Made {
    std::string path;
    vfs::Stat source;
    bool fresh;
  };
  Copier& c_;
  std::vector<Made> made_;
};

class Cp {
 public:
  Cp(Process& p, Command command) : p_(p), c_(std::move(command)), out_(p, 1) {}

  Task<int> run(std::vector<std::string_view> files) {
    bool absent = false;
    if (auto end = c_.to.settle(p_, files, absent)) co_return *end;
    if (!c_.to.directory) co_return co_await one(std::string(files[0]), std::string(files[1]), absent);
    co_return co_await into_directory(files);
  }

 private:
  Task<int> one(std::string source, std::string destination, bool absent) {
    if (c_.parents) co_return usage_error(p_, "with --parents, the destination must be a directory");
    CopyOptions o = c_.copy;
    // cp --force --backup f f copies f to its backup.
    if (o.remove_if_unopenable && o.backup && source == destination && !absent) {
      auto s = p_.fs().stat(p_.caller(), destination);
      if (s && s->type == vfs::Type::kFile) {
        destination = o.backup.name_for(p_, destination);
        o.backup.kind = Backup::Kind::kNone;
      }
    }
    Copier copier(p_, o, out_);
    const auto r = co_await copier.copy(std::move(source), std::move(destination));
    co_return out_.finish(r.ok ? 0 : 1);
  }

  Task<int> into_directory(const std::vector<std::string_view>& files) {
    CopyOptions o = c_.copy;
    o.several = files.size() > 1;
    Copier copier(p_, o, out_);
    int status = 0;
    for (std::string_view file : files) {
      std::string source(file);
      // (Only here, as in GNU's.)
      if (c_.strip) source = strip_slashes(source);
      std::string destination;
      ParentMaker parents(copier);
      if (c_.parents) {
        const std::string bare(strip_slashes(source));
        destination = join_path(*c_.to.directory, bare);
        bool fresh = false;
        if (!parents.make(std::string(*c_.to.directory), bare, fresh)) {
          status = 1;
          continue;
        }
      } else {
        std::string_view base = base_name(source);
        if (base == "..") base = ".";
        destination = join_path(*c_.to.directory, base == "/" ? "" : base);
      }
      const auto r = co_await copier.copy(std::move(source), std::move(destination));
      if (!r.ok) status = 1;
      if (c_.parents) parents.dress();
      if (out_.full()) out_.flush();
      if (p_.spent(8)) co_await p_.spend(0);
    }
    co_return out_.finish(status);
  }

  Process& p_;
  Command c_;
  Writer out_;
};

std::optional<int> read_option(Process& p, Command& c, const Option::Use& u) {
  CopyOptions& o = c.copy;
  using Follow = CopyOptions::Follow;
  std::string error;
  switch (u.id) {
    case 'a':
      c.follow = Follow::kNever;
      o.keep_links = o.keep_owner = o.keep_mode = o.keep_times = o.recursive = true;
      break;
    case kAttributesOnly: o.data = false; break;
    case kCopyContents: c.copy_contents = true; break;
    case 'd': o.keep_links = true; c.follow = Follow::kNever; break;
    case 'f': o.remove_if_unopenable = true; break;
    case 'i': o.overwrite = CopyOptions::Overwrite::kAsk; break;
    case 'n': o.overwrite = CopyOptions::Overwrite::kNo; break;
    case 'H': c.follow = Follow::kOperands; break;
    case 'L': c.follow = Follow::kAlways; break;
    case 'P': c.follow = Follow::kNever; break;
    case 'l': o.hard_link = true; break;
    case 's': o.symbolic_link = true; break;
    case 'p': o.keep_owner = o.keep_mode = o.keep_times = true; break;
    case kPreserve:
      if (!u.has_argument) {
        o.keep_owner = o.keep_mode = o.keep_times = true;
        break;
      }
      [[fallthrough]];
    case kNoPreserve:
      if (auto wrong = read_attributes(p, c, u.argument, u.id == kPreserve)) {
        if (wrong->usage) return usage_error(p, wrong->text);
        p.complain(wrong->text);
        return 1;
      }
      break;
    case kParents: c.parents = true; break;
    case 'r':
    case 'R': o.recursive = true; break;
    case kReflink:
      if (u.has_argument) {
        const auto v = choose(p, kReflinks, u.argument, "--reflink", error);
        if (!v) return usage_error(p, error);
        c.reflink_always = *v == 1;
      } else {
        c.reflink_always = true;
      }
      break;
    case kRemoveDestination: o.remove_first = true; break;
    case kSparse: {
      const auto v = choose(p, kSparses, u.argument, "--sparse", error);
      if (!v) return usage_error(p, error);
      o.sparse = static_cast<CopyOptions::Sparse>(*v);
      break;
    }
    case kStrip: c.strip = true; break;
    case 'u': o.update = true; break;
    case 'v': o.verbose = true; break;
    case 'x': o.one_device = true; break;
    case kContext:
      if (u.has_argument) p.complain("warning: ignoring --context; it requires an SELinux-enabled kernel");
      break;
    default: return c.to.take(p, u);
  }
  return std::nullopt;
}

Task<int> cp_main(Process& p) {
  const Options options(kSynopsis, p.argv);
  if (auto end = options.respond(p)) co_return *end;
  Command c;
  for (const Option::Use& u : options.uses())
    if (auto status = read_option(p, c, u)) co_return *status;
  CopyOptions& o = c.copy;
  if (o.hard_link && o.symbolic_link) co_return usage_error(p, "cannot make both hard and symbolic links");
  if (c.to.backup && o.overwrite == CopyOptions::Overwrite::kNo)
    co_return usage_error(p, "options --backup and --no-clobber are mutually exclusive");
  if (c.reflink_always && o.sparse != CopyOptions::Sparse::kAuto)
    co_return usage_error(p, "--reflink can be used only with --sparse=auto");
  if (auto end = c.to.read_backup(p, o.backup)) co_return *end;
  o.follow = c.follow.value_or(o.recursive && !o.hard_link ? CopyOptions::Follow::kNever : CopyOptions::Follow::kAlways);
  o.copy_contents = !o.recursive || c.copy_contents;
  Cp cp(p, std::move(c));
  co_return co_await cp.run(options.operands());
}
const Program kCp("cp", cp_main);

}  // namespace
}  // namespace nacre
