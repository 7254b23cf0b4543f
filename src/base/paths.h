// Paths as text (POSIX basename and dirname; nothing is looked up).
#pragma once

#include <string>
#include <string_view>

namespace nacre {

// Without trailing slashes; "/" stays.
std::string_view strip_slashes(std::string_view path);
// The last component, without trailing slashes: "c" of "a/b/c//"; "/" of "//"; "" of "".
std::string_view base_name(std::string_view path);
// What is before the last component: "a" of "a/b/", "." of "b", "/" of "/b".
std::string_view dir_name(std::string_view path);
// dir/name with one slash between them.
std::string join_path(std::string_view dir, std::string_view name);
// True when `path` is `prefix` or below it; both absolute and canonical.
bool is_within(std::string_view prefix, std::string_view path);
// `path` as seen from directory `from`; both absolute and canonical: "../x", ".".
std::string relative_path(std::string_view path, std::string_view from);

}  // namespace nacre
