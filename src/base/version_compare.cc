// See version_compare.h.
#include "src/base/version_compare.h"

namespace nacre {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
int sign(int v) { return v < 0 ? -1 : v > 0; }

// How early the byte at `at` sorts: '~', the end, digits (compared elsewhere), letters, the rest.
int rank(std::string_view s, std::size_t at) {
  if (at >= s.size()) return -1;
  const char c = s[at];
  if (is_digit(c)) return 0;
  if (is_alpha(c)) return static_cast<unsigned char>(c);
  if (c == '~') return -2;
  return static_cast<unsigned char>(c) + 256;
}

// Alternating runs of other characters and of digits.
int compare_runs(std::string_view a, std::string_view b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    for (; (i < a.size() && !is_digit(a[i])) || (j < b.size() && !is_digit(b[j])); ++i, ++j)
      if (const int d = rank(a, i) - rank(b, j)) return d;
    while (i < a.size() && a[i] == '0') ++i;
    while (j < b.size() && b[j] == '0') ++j;
    int first = 0;
    for (; i < a.size() && j < b.size() && is_digit(a[i]) && is_digit(b[j]); ++i, ++j)
      if (!first) first = a[i] - b[j];
    if (i < a.size() && is_digit(a[i])) return 1;
    if (j < b.size() && is_digit(b[j])) return -1;
    if (first) return first;
  }
  return 0;
}

// What is left without (\.[A-Za-z~][A-Za-z0-9~]*)* at the end; never empty.
std::string_view without_extensions(std::string_view s) {
  std::size_t prefix = 0;
  for (std::size_t i = 0; i < s.size();) {
    prefix = ++i;
    while (i + 1 < s.size() && s[i] == '.' && (is_alpha(s[i + 1]) || s[i + 1] == '~'))
      for (i += 2; i < s.size() && (is_alpha(s[i]) || is_digit(s[i]) || s[i] == '~'); ++i) {}
  }
  return s.substr(0, prefix);
}

// Names that have a place of their own at the beginning.
int special(std::string_view s) { return s.empty() ? 0 : s == "." ? 1 : s == ".." ? 2 : s[0] == '.' ? 3 : 4; }

}  // namespace

int version_compare(std::string_view a, std::string_view b) {
  const int x = special(a), y = special(b);
  if (x != y || x < 3) return sign(x - y);
  const std::string_view p = without_extensions(a), q = without_extensions(b);
  int result = compare_runs(p, q);
  if (result == 0 && (p.size() != a.size() || q.size() != b.size())) result = compare_runs(a, b);
  return sign(result);
}

}  // namespace nacre
