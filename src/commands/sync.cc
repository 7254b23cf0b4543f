// sync [-df] [FILE]...   (GNU: files are in memory, so there is nothing to write; names are checked as GNU opens them)
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {'d', "data", Argument::kNone, "", "sync only file data, no unneeded metadata"},
    {'f', "file-system", Argument::kNone, "", "sync the file systems that contain the files"},
};
constexpr Synopsis kSynopsis{.name = "sync", .usage = "[OPTION] [FILE]...",
    .description = "Synchronize cached writes to persistent storage\n\n"
                   "If one or more files are specified, sync only them,\nor their containing file systems.",
    .options = kOptions};

int sync_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) return *end;
  const char* wrong = nullptr;
  if (o.has('d') && o.has('f')) wrong = "cannot specify both --data and --file-system";
  else if (o.has('d') && o.operands().empty()) wrong = "--data needs at least one argument";
  if (wrong) {
    p.complain(wrong);
    return 1;
  }
  int status = 0;
  for (std::string_view file : o.operands()) {
    const vfs::Caller who = p.caller();
    auto opened = p.fs().open(who, file, vfs::kOpenRead);
    if (!opened) opened = p.fs().open(who, file, vfs::kOpenWrite);
    if (opened) continue;
    p.complain("error opening " + quote(file), opened.error());
    status = 1;
  }
  return status;
}
const Program kSync("sync", sync_main);

}  // namespace
}  // namespace nacre
