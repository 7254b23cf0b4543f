// See paths.h.
#include "src/base/paths.h"

namespace nacre {

std::string_view strip_slashes(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  return path;
}

std::string_view base_name(std::string_view path) {
  path = strip_slashes(path);
  if (path == "/") return path;
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? path : path.substr(slash + 1);
}

std::string_view dir_name(std::string_view path) {
  path = strip_slashes(path);
  const std::size_t slash = path.rfind('/');
  if (slash == path.npos) return ".";
  path = path.substr(0, slash + 1);
  return strip_slashes(path);
}

std::string join_path(std::string_view dir, std::string_view name) {
  std::string s(dir);
  while (!name.empty() && name[0] == '/') name.remove_prefix(1);
  if (!s.empty() && s.back() != '/') s += '/';
  return s.append(name);
}

bool is_within(std::string_view prefix, std::string_view path) {
  if (prefix == "/") return path.starts_with('/');
  return path.starts_with(prefix) && (path.size() == prefix.size() || path[prefix.size()] == '/');
}

std::string relative_path(std::string_view path, std::string_view from) {
  std::size_t same = 0;  // length of the common directory
  for (std::size_t i = 0;; ++i) {
    const bool path_ends = i >= path.size() || path[i] == '/', from_ends = i >= from.size() || from[i] == '/';
    if (path_ends && from_ends) same = i;
    if (i >= path.size() || i >= from.size() || path[i] != from[i]) break;
  }
  std::string_view rest = path.substr(same), up = from.substr(same);
  while (!rest.empty() && rest[0] == '/') rest.remove_prefix(1);
  while (!up.empty() && up[0] == '/') up.remove_prefix(1);
  std::string s;
  if (!up.empty()) {
    s = "..";
    for (char c : up)
      if (c == '/') s += "/..";
  }
  if (!rest.empty()) {
    if (!s.empty()) s += '/';
    s += rest;
  }
  return s.empty() ? "." : s;
}

}  // namespace nacre
