// mv [OPTION]... SOURCE... DEST   (POSIX mv, with GNU's options; the work is in copy.cc)
#include "src/base/paths.h"
#include "src/commands/copy.h"
#include "src/commands/remove.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr int kBackup = kOnlyLong, kStrip = kOnlyLong + 1;
constexpr Option kOptions[] = {
    {kBackup, "backup", Argument::kOptional, "CONTROL", "make a backup of each existing destination file"},
    {'b', "", Argument::kNone, "", "like --backup but does not accept an argument"},
    {'f', "force", Argument::kNone, "", "do not prompt before overwriting"},
    {'i', "interactive", Argument::kNone, "", "prompt before overwrite"},
    {'n', "no-clobber", Argument::kNone, "", "do not overwrite an existing file\nIf you specify more than one of -i, -f, -n, only the final one takes effect."},
    {kStrip, "strip-trailing-slashes", Argument::kNone, "", "remove any trailing slashes from each SOURCE\n  argument"},
    {'S', "suffix", Argument::kRequired, "SUFFIX", "override the usual backup suffix"},
    {'t', "target-directory", Argument::kRequired, "DIRECTORY", "move all SOURCE arguments into DIRECTORY"},
    {'T', "no-target-directory", Argument::kNone, "", "treat DEST as a normal file"},
    {'u', "update", Argument::kNone, "", "move only when the SOURCE file is newer\n  than the destination file or when the\n  destination file is missing"},
    {'v', "verbose", Argument::kNone, "", "explain what is being done"},
    {'Z', "context", Argument::kNone, "", "set SELinux security context of destination\n  file to default type"},
};
constexpr Synopsis kSynopsis{.name = "mv",
    .usage = "[OPTION]... [-T] SOURCE DEST\n[OPTION]... SOURCE... DIRECTORY\n[OPTION]... -t DIRECTORY SOURCE...",
    .description = "Rename SOURCE to DEST, or move SOURCE(s) to DIRECTORY.\n\n"
                   "Mandatory arguments to long options are mandatory for short options too.",
    .options = kOptions,
    .notes = "The backup suffix is '~', unless set with --suffix or SIMPLE_BACKUP_SUFFIX.\n"
             "The version control method may be selected via the --backup option or through\n"
             "the VERSION_CONTROL environment variable.  Here are the values:\n\n"
             "  none, off       never make backups (even if --backup is given)\n"
             "  numbered, t     make numbered backups\n"
             "  existing, nil   numbered if numbered backups exist, simple otherwise\n"
             "  simple, never   always make simple backups"};

std::optional<Error> is_not_directory(Process& p, std::string_view path) {
  auto s = p.fs().stat(p.caller(), path);
  if (!s) return s.error();
  if (s->type != vfs::Type::kDirectory) return Errno::kNOTDIR;
  return std::nullopt;
}

Task<bool> move_one(Copier& copier, std::string source, std::string destination) {
  const auto r = co_await copier.copy(source, std::move(destination));
  if (!r.ok || r.into_itself) co_return false;
  if (r.renamed) co_return true;
  Remover remover(copier.process(), {.ask = RemoveOptions::Ask::kNever, .recursive = true, .verbose = copier.options().verbose,
                                     .preserve_root = true}, copier.out());
  co_return co_await remover.remove(std::move(source));
}

Task<int> mv_main(Process& p) {
  const Options options(kSynopsis, p.argv);
  if (auto end = co_await options.respond(p)) co_return *end;
  CopyOptions o;
  o.move = o.recursive = o.keep_owner = o.keep_mode = o.keep_times = o.keep_links = true;
  o.copy_contents = false;
  o.follow = CopyOptions::Follow::kNever;
  bool backup = false, no_target = false, strip = false;
  std::optional<std::string_view> target, control, suffix;
  for (const Option::Use& u : options.uses()) {
    switch (u.id) {
      case kBackup:
      case 'b':
        backup = true;
        if (u.has_argument) control = u.argument;
        break;
      case 'f': o.overwrite = CopyOptions::Overwrite::kYes; break;
      case 'i': o.overwrite = CopyOptions::Overwrite::kAsk; break;
      case 'n': o.overwrite = CopyOptions::Overwrite::kNo; break;
      case kStrip: strip = true; break;
      case 'S':
        backup = true;
        suffix = u.argument;
        break;
      case 't':
        if (target) {
          co_await p.complain("multiple target directories specified");
          co_return 1;
        }
        target = u.argument;
        break;
      case 'T': no_target = true; break;
      case 'u': o.update = true; break;
      case 'v': o.verbose = true; break;
    }
  }
  std::vector<std::string_view> files = options.operands();
  if (files.size() < (target ? 1u : 2u))
    co_return co_await usage_error(p, files.empty() ? "missing file operand" : "missing destination file operand after " + quote(files[0]));
  if (strip)
    for (std::string_view& f : files) f = strip_slashes(f);
  if (no_target) {
    if (target) {
      co_await p.complain("cannot combine --target-directory (-t) and --no-target-directory (-T)");
      co_return 1;
    }
    if (files.size() > 2) co_return co_await usage_error(p, "extra operand " + quote(files[2]));
  } else if (target) {
    if (auto bad = is_not_directory(p, *target)) {
      co_await p.complain("target directory " + quote(*target), *bad);
      co_return 1;
    }
  } else if (auto bad = is_not_directory(p, files.back()); !bad) {
    target = files.back();
    files.pop_back();
  } else if (files.size() > 2) {
    co_await p.complain("target " + quote(files.back()), *bad);
    co_return 1;
  }
  if (o.overwrite == CopyOptions::Overwrite::kNo) o.update = false;
  if (backup && o.overwrite == CopyOptions::Overwrite::kNo)
    co_return co_await usage_error(p, "options --backup and --no-clobber are mutually exclusive");
  if (backup) {
    std::string error;
    auto b = read_backup(p, control, suffix, error);
    if (!b) co_return co_await usage_error(p, error);
    o.backup = std::move(*b);
  }
  o.several = target && files.size() > 1;
  Writer out(p, 1);
  Copier copier(p, o, out);
  if (!target) {
    const bool ok = co_await move_one(copier, std::string(files[0]), std::string(files[1]));
    co_return co_await out.finish(ok ? 0 : 1);
  }
  int status = 0;
  for (std::string_view file : files) {
    if (!co_await move_one(copier, std::string(file), join_path(*target, base_name(file)))) status = 1;
    if (out.full()) co_await out.flush();
    if (p.spent(8)) co_await p.spend(0);
  }
  co_return co_await out.finish(status);
}
const Program kMv("mv", mv_main);

}  // namespace
}  // namespace nacre
