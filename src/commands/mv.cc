// mv [OPTION]... SOURCE... DEST   (POSIX mv, with GNU's options; the work is in copy.cc)
#include "src/base/paths.h"
#include "src/commands/copy.h"
#include "src/commands/destination.h"
#include "src/commands/remove.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr int kStrip = kOnlyLong;
constexpr Option kOptions[] = {
    {kBackupOption, "backup", Argument::kOptional, "CONTROL", "make a backup of each existing destination file"},
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
    .notes = kBackupNotes};

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
  if (auto end = options.respond(p)) co_return *end;
  CopyOptions o;
  o.move = o.recursive = o.keep_owner = o.keep_mode = o.keep_times = o.keep_links = true;
  o.copy_contents = false;
  o.follow = CopyOptions::Follow::kNever;
  Destination to;
  bool strip = false;
  for (const Option::Use& u : options.uses()) {
    switch (u.id) {
      case 'f': o.overwrite = CopyOptions::Overwrite::kYes; break;
      case 'i': o.overwrite = CopyOptions::Overwrite::kAsk; break;
      case 'n': o.overwrite = CopyOptions::Overwrite::kNo; break;
      case kStrip: strip = true; break;
      case 'u': o.update = true; break;
      case 'v': o.verbose = true; break;
      default:
        if (auto end = to.take(p, u)) co_return *end;
    }
  }
  std::vector<std::string_view> files = options.operands();
  bool absent = false;
  if (auto end = to.settle(p, files, absent, strip)) co_return *end;
  if (o.overwrite == CopyOptions::Overwrite::kNo) o.update = false;
  if (to.backup && o.overwrite == CopyOptions::Overwrite::kNo)
    co_return usage_error(p, "options --backup and --no-clobber are mutually exclusive");
  if (auto end = to.read_backup(p, o.backup)) co_return *end;
  o.several = to.directory && files.size() > 1;
  Writer out(p, 1);
  Copier copier(p, o, out);
  if (!to.directory) {
    const bool ok = co_await move_one(copier, std::string(files[0]), std::string(files[1]));
    co_return out.finish(ok ? 0 : 1);
  }
  int status = 0;
  for (std::string_view file : files) {
    if (!co_await move_one(copier, std::string(file), join_path(*to.directory, base_name(file)))) status = 1;
    if (out.full()) out.flush();
    if (p.spent(8)) co_await p.spend(0);
  }
  co_return out.finish(status);
}
const Program kMv("mv", mv_main);

}  // namespace
}  // namespace nacre
