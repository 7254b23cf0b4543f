// See path.h.
#include "src/session/path.h"

namespace nacre {
namespace {

void append(std::string& out, std::string_view path) {
  while (!path.empty()) {
    const std::size_t end = path.find('/');
    const std::string_view part = path.substr(0, end);
    path = end == path.npos ? std::string_view() : path.substr(end + 1);
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      out.resize(out.empty() ? 0 : out.rfind('/'));
    } else {
      out += '/';
      out += part;
    }
  }
}

}  // namespace

std::string resolve_path(std::string_view cwd, std::string_view path) {
  std::string out;
  if (!path.starts_with('/')) append(out, cwd);
  append(out, path);
  if (out.empty()) out = "/";
  return out;
}

}  // namespace nacre
