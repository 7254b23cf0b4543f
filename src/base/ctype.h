// Character classes, case and width of code points, as glibc's C.UTF-8 has them (iswalpha, towupper, wcwidth); below
// 0x80 they are also those of the C locale. Independent of the host's locale, so native tests and the module agree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace nacre {

// The bits are those of the table; the digits are ASCII's only, in every locale.
enum class CharClass : std::uint16_t {
  kAlpha = 1, kUpper = 2, kLower = 4, kPunct = 8, kSpace = 16, kBlank = 32, kCntrl = 64, kPrint = 128, kGraph = 256,
  kDigit = 512, kXdigit = 1024, kAlnum = 2048, kWord = 4096,  // kWord: alnum and _
};

// "alpha" -> kAlpha: the twelve names of POSIX, and bash's "word".
std::optional<CharClass> find_char_class(std::string_view name);

bool in_class(char32_t code, CharClass c);
// The other case, or the code itself.
char32_t to_upper(char32_t code);
char32_t to_lower(char32_t code);
// Columns on a terminal: 0, 1 or 2; -1 for control characters and what is no character.
int char_width(char32_t code);

// Calls f(first, last) for each range of the class in rising order, up to limit (0x7F for the C locale).
template <class F>
void for_class_ranges(CharClass c, char32_t limit, F&& f);

// A run of code points, stride apart, whose other case is at the same distance.
struct CaseRun {
  std::uint32_t first;
  std::uint16_t count, stride;
  std::int32_t delta;
};
std::span<const CaseRun> upper_runs();  // those above 0x7F
std::span<const CaseRun> lower_runs();

// The next code point after code at which membership of the classes may change; 0x110000 at the end.
char32_t next_class_change(char32_t code);

template <class F>
void for_class_ranges(CharClass c, char32_t limit, F&& f) {
  constexpr char32_t kNo = 0xFFFFFFFF;
  char32_t start = kNo;
  for (char32_t code = 0; code <= limit; code = code < 0x80 ? code + 1 : next_class_change(code)) {
    bool in = in_class(code, c);
    if (in && start == kNo) start = code;
    if (!in && start != kNo) { f(start, code - 1); start = kNo; }
  }
  if (start != kNo) f(start, limit);
}

}  // namespace nacre
