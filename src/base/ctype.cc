// The table of runs: one entry where a property changes, found by binary search; ASCII has its own small table.
#include "src/base/ctype.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace nacre {
namespace {

#include "src/base/ctype_tables.inc"

constexpr std::size_t kRunCount = std::size(kRuns);

std::size_t run_of(char32_t code) {
  const std::uint32_t* p = std::upper_bound(std::begin(kRuns), std::end(kRuns), (code << 11) | 0x7FF);
  return static_cast<std::size_t>(p - kRuns) - 1;
}

// The bits of CharClass, for the classes that are unions too.
constexpr std::uint32_t bits_of(char32_t code, std::uint32_t run) {
  std::uint32_t b = run & 0x1FF;
  if (code >= '0' && code <= '9') b |= 512 | 1024 | 2048 | 4096;
  if ((code >= 'a' && code <= 'f') || (code >= 'A' && code <= 'F')) b |= 1024;
  if (b & 1) b |= 2048 | 4096;
  if (code == '_') b |= 4096;
  return b;
}

constexpr std::array<std::uint16_t, 128> make_ascii() {
  std::array<std::uint16_t, 128> table{};
  std::size_t run = 0;
  for (std::uint32_t c = 0; c < 128; c++) {
    while (run + 1 < kRunCount && (kRuns[run + 1] >> 11) <= c) run++;
    table[c] = static_cast<std::uint16_t>(bits_of(c, kRuns[run]));
  }
  return table;
}
constexpr std::array<std::uint16_t, 128> kAsciiBits = make_ascii();

char32_t change_case(char32_t code, std::span<const CaseRun> runs) {
  auto it = std::upper_bound(runs.begin(), runs.end(), code, [](char32_t c, const CaseRun& r) { return c < r.first; });
  // Runs of stride 2 may interleave, so two are looked at.
  for (int i = 0; i < 2 && it != runs.begin(); i++) {
    --it;
    char32_t off = code - it->first;
    if (off % it->stride == 0 && off / it->stride < it->count)
      return static_cast<char32_t>(static_cast<std::int32_t>(code) + it->delta);
  }
  return code;
}

constexpr struct {
  std::string_view name;
  CharClass c;
} kNames[] = {{"alpha", CharClass::kAlpha}, {"upper", CharClass::kUpper}, {"lower", CharClass::kLower},
              {"digit", CharClass::kDigit}, {"xdigit", CharClass::kXdigit}, {"space", CharClass::kSpace},
              {"print", CharClass::kPrint}, {"punct", CharClass::kPunct}, {"graph", CharClass::kGraph},
              {"cntrl", CharClass::kCntrl}, {"blank", CharClass::kBlank}, {"alnum", CharClass::kAlnum},
              {"word", CharClass::kWord}};

}  // namespace

std::optional<CharClass> find_char_class(std::string_view name) {
  for (const auto& n : kNames)
    if (n.name == name) return n.c;
  return std::nullopt;
}

bool in_class(char32_t code, CharClass c) {
  auto bit = static_cast<std::uint32_t>(c);
  if (code < 0x80) return (kAsciiBits[code] & bit) != 0;
  if (code > 0x10FFFF) return false;
  return (bits_of(code, kRuns[run_of(code)]) & bit) != 0;
}

char32_t to_upper(char32_t code) {
  if (code < 0x80) return code >= 'a' && code <= 'z' ? code - 32 : code;
  return change_case(code, kToUpper);
}

char32_t to_lower(char32_t code) {
  if (code < 0x80) return code >= 'A' && code <= 'Z' ? code + 32 : code;
  return change_case(code, kToLower);
}

int char_width(char32_t code) {
  if (code > 0x10FFFF) return -1;
  if (code >= 0x20 && code < 0x7F) return 1;
  return static_cast<int>(kRuns[run_of(code)] >> 9 & 3) - 1;
}

std::span<const CaseRun> upper_runs() { return kToUpper; }
std::span<const CaseRun> lower_runs() { return kToLower; }

char32_t next_class_change(char32_t code) {
  std::size_t next = run_of(code) + 1;
  return next < kRunCount ? kRuns[next] >> 11 : 0x110000;
}

}  // namespace nacre
