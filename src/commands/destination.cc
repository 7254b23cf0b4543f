// See destination.h.
#include "src/commands/destination.h"

#include "src/base/paths.h"

namespace nacre {

std::optional<Error> is_not_directory(const Process& p, std::string_view path, vfs::Follow follow) {
  auto s = p.fs().stat(p.caller(), path, follow);
  if (!s) return s.error();
  if (s->type != vfs::Type::kDirectory) return Errno::kNOTDIR;
  return std::nullopt;
}

std::optional<int> Destination::take(Process& p, const Option::Use& u) {
  switch (u.id) {
    case kBackupOption:
    case 'b':
      backup = true;
      if (u.has_argument) control = u.argument;
      break;
    case 'S':
      backup = true;
      suffix = u.argument;
      break;
    case 't':
      if (directory) {
        p.complain("multiple target directories specified");
        return 1;
      }
      directory = u.argument;
      break;
    case 'T': whole = true; break;
  }
  return std::nullopt;
}

std::optional<int> Destination::read_backup(Process& p, Backup& to) const {
  if (!backup) return std::nullopt;
  std::string error;
  auto b = nacre::read_backup(p, control, suffix, error);
  if (!b) return usage_error(p, error);
  to = std::move(*b);
  return std::nullopt;
}

std::optional<int> Destination::settle(Process& p, std::vector<std::string_view>& files, bool& absent, bool strip) {
  if (files.size() < (directory ? 1u : 2u))
    return usage_error(p, files.empty() ? "missing file operand" : "missing destination file operand after " + quote(files[0]));
  if (strip)
    for (std::string_view& f : files) f = strip_slashes(f);
  if (whole) {
    if (directory) {
      p.complain("cannot combine --target-directory (-t) and --no-target-directory (-T)");
      return 1;
    }
    if (files.size() > 2) return usage_error(p, "extra operand " + quote(files[2]));
  } else if (directory) {
    if (auto bad = is_not_directory(p, *directory)) {
      p.complain("target directory " + quote(*directory), *bad);
      return 1;
    }
  } else if (auto bad = is_not_directory(p, files.back()); !bad) {
    directory = files.back();
    files.pop_back();
  } else if (files.size() > 2) {
    p.complain("target " + quote(files.back()), *bad);
    return 1;
  } else {
    absent = *bad == Errno::kNOENT;
  }
  return std::nullopt;
}

}  // namespace nacre
