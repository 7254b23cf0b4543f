// One component after the other, with what is left of the name in a text of its own that links are put in front of.
#include "src/process/canonical.h"

#include "src/base/paths.h"

namespace nacre {
namespace {

// What follows a component asks for a directory: a trailing slash, "/.", or "/.." anywhere.
bool needs_directory(std::string_view rest) {
  std::size_t i = 0;
  while (i < rest.size() && rest[i] == '/') {
    while (i < rest.size() && rest[i] == '/') ++i;
    if (i == rest.size()) return true;
    if (rest[i++] != '.') return false;
    if (i == rest.size() || (rest[i] == '.' && (i + 1 == rest.size() || rest[i + 1] == '/'))) return true;
  }
  return false;
}

bool only_slashes(std::string_view rest) { return rest.find_first_not_of('/') == rest.npos; }

}  // namespace

Result<std::string> canonicalize(const Process& p, std::string_view path, Canonical how) {
  if (path.empty()) return fail(Errno::kNOENT);
  vfs::FileSystem& fs = p.fs();
  const vfs::Caller who = p.caller();
  std::string result = "/";
  if (path[0] != '/') {
    auto cwd = fs.getcwd(who, p.cwd());
    if (!cwd) return fail(cwd.error());
    result = std::move(*cwd);
  }
  const auto up = [&] { result.resize(std::max<std::size_t>(1, result.rfind('/'))); };
  std::string name(path);
  std::size_t at = 0;
  int links = 0;
  while (at < name.size()) {
    while (at < name.size() && name[at] == '/') ++at;
    std::size_t end = name.find('/', at);
    if (end == name.npos) end = name.size();
    const std::string_view component = std::string_view(name).substr(at, end - at);
    if (component.empty()) break;
    const std::string_view rest = std::string_view(name).substr(end);
    at = end;
    if (component == ".") continue;
    if (component == "..") {
      up();
      continue;
    }
    result = join_path(result, component);
    Error error = Errno::kINVAL;
    if (!how.keep_links) {
      auto target = fs.readlink(who, result);
      if (target && ++links <= vfs::kMaxSymlinks) {
        up();
        if (target->starts_with('/')) result = "/";
        name = *target + std::string(rest);
        at = 0;
        continue;
      }
      if (target && how.missing != Canonical::Missing::kAny) return fail(Errno::kLOOP);
      if (!target) error = target.error();
    }
    if (how.missing == Canonical::Missing::kAny) continue;
    bool good = error == Errno::kINVAL;
    if (needs_directory(rest) || (how.keep_links && rest.empty())) {
      auto s = fs.stat(who, needs_directory(rest) ? result + "/" : result);
      good = s.has_value();
      if (!s) error = s.error();
    }
    if (!good && !(how.missing == Canonical::Missing::kLast && error == Errno::kNOENT && only_slashes(rest))) return fail(error);
  }
  return result;
}

}  // namespace nacre
