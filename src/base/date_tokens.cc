// See date_tokens.h.
#include "src/base/date_tokens.h"

#include <algorithm>
#include <optional>

namespace nacre::dates {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

struct Word {
  std::string_view name;
  Kind kind;
  int value;
};
constexpr Word kMonthsAndDays[] = {
    {"JANUARY", Kind::kMonth, 1}, {"FEBRUARY", Kind::kMonth, 2}, {"MARCH", Kind::kMonth, 3}, {"APRIL", Kind::kMonth, 4},
    {"MAY", Kind::kMonth, 5}, {"JUNE", Kind::kMonth, 6}, {"JULY", Kind::kMonth, 7}, {"AUGUST", Kind::kMonth, 8},
    {"SEPTEMBER", Kind::kMonth, 9}, {"SEPT", Kind::kMonth, 9}, {"OCTOBER", Kind::kMonth, 10},
    {"NOVEMBER", Kind::kMonth, 11}, {"DECEMBER", Kind::kMonth, 12}, {"SUNDAY", Kind::kDay, 0}, {"MONDAY", Kind::kDay, 1},
    {"TUESDAY", Kind::kDay, 2}, {"TUES", Kind::kDay, 2}, {"WEDNESDAY", Kind::kDay, 3}, {"WEDNES", Kind::kDay, 3},
    {"THURSDAY", Kind::kDay, 4}, {"THUR", Kind::kDay, 4}, {"THURS", Kind::kDay, 4}, {"FRIDAY", Kind::kDay, 5},
    {"SATURDAY", Kind::kDay, 6}};
constexpr Word kUnits[] = {{"YEAR", Kind::kYearUnit, 1}, {"MONTH", Kind::kMonthUnit, 1}, {"FORTNIGHT", Kind::kDayUnit, 14},
                           {"WEEK", Kind::kDayUnit, 7}, {"DAY", Kind::kDayUnit, 1}, {"HOUR", Kind::kHourUnit, 1},
                           {"MINUTE", Kind::kMinuteUnit, 1}, {"MIN", Kind::kMinuteUnit, 1},
                           {"SECOND", Kind::kSecondUnit, 1}, {"SEC", Kind::kSecondUnit, 1}};
constexpr Word kRelative[] = {
    {"TOMORROW", Kind::kDayShift, 1}, {"YESTERDAY", Kind::kDayShift, -1}, {"TODAY", Kind::kDayShift, 0},
    {"NOW", Kind::kDayShift, 0}, {"LAST", Kind::kOrdinal, -1}, {"THIS", Kind::kOrdinal, 0}, {"NEXT", Kind::kOrdinal, 1},
    {"FIRST", Kind::kOrdinal, 1}, {"THIRD", Kind::kOrdinal, 3}, {"FOURTH", Kind::kOrdinal, 4}, {"FIFTH", Kind::kOrdinal, 5},
    {"SIXTH", Kind::kOrdinal, 6}, {"SEVENTH", Kind::kOrdinal, 7}, {"EIGHTH", Kind::kOrdinal, 8},
    {"NINTH", Kind::kOrdinal, 9}, {"TENTH", Kind::kOrdinal, 10}, {"ELEVENTH", Kind::kOrdinal, 11},
    {"TWELFTH", Kind::kOrdinal, 12}, {"AGO", Kind::kAgo, -1}, {"HENCE", Kind::kAgo, 1}};
// Values in minutes east.
constexpr Word kUniversal[] = {{"GMT", Kind::kZone, 0}, {"UT", Kind::kZone, 0}, {"UTC", Kind::kZone, 0}};
constexpr Word kZones[] = {
    {"WET", Kind::kZone, 0}, {"WEST", Kind::kDayZone, 0}, {"BST", Kind::kDayZone, 0}, {"ART", Kind::kZone, -180},
    {"BRT", Kind::kZone, -180}, {"BRST", Kind::kDayZone, -180}, {"NST", Kind::kZone, -210}, {"NDT", Kind::kDayZone, -210},
    {"AST", Kind::kZone, -240}, {"ADT", Kind::kDayZone, -240}, {"CLT", Kind::kZone, -240}, {"CLST", Kind::kDayZone, -240},
    {"EST", Kind::kZone, -300}, {"EDT", Kind::kDayZone, -300}, {"CST", Kind::kZone, -360}, {"CDT", Kind::kDayZone, -360},
    {"MST", Kind::kZone, -420}, {"MDT", Kind::kDayZone, -420}, {"PST", Kind::kZone, -480}, {"PDT", Kind::kDayZone, -480},
    {"AKST", Kind::kZone, -540}, {"AKDT", Kind::kDayZone, -540}, {"HST", Kind::kZone, -600}, {"HAST", Kind::kZone, -600},
    {"HADT", Kind::kDayZone, -600}, {"SST", Kind::kZone, -720}, {"WAT", Kind::kZone, 60}, {"CET", Kind::kZone, 60},
    {"CEST", Kind::kDayZone, 60}, {"MET", Kind::kZone, 60}, {"MEZ", Kind::kZone, 60}, {"MEST", Kind::kDayZone, 60},
    {"MESZ", Kind::kDayZone, 60}, {"EET", Kind::kZone, 120}, {"EEST", Kind::kDayZone, 120}, {"CAT", Kind::kZone, 120},
    {"SAST", Kind::kZone, 120}, {"EAT", Kind::kZone, 180}, {"MSK", Kind::kZone, 180}, {"MSD", Kind::kDayZone, 180},
    {"IST", Kind::kZone, 330}, {"SGT", Kind::kZone, 480}, {"KST", Kind::kZone, 540}, {"JST", Kind::kZone, 540},
    {"GST", Kind::kZone, 600}, {"NZST", Kind::kZone, 720}, {"NZDT", Kind::kDayZone, 720}};

template <std::size_t N>
const Word* find_word(const Word (&table)[N], std::string_view name) {
  for (const Word& w : table)
    if (w.name == name) return &w;
  return nullptr;
}

std::optional<int> military_zone(char c) {
  constexpr std::string_view kEast = "ABCDEFGHIKLM", kWest = "NOPQRSTUVWXY";
  if (c == 'Z') return 0;
  if (const std::size_t i = kEast.find(c); i != kEast.npos) return static_cast<int>(i + 1) * 3600;
  if (const std::size_t i = kWest.find(c); i != kWest.npos) return -static_cast<int>(i + 1) * 3600;
  return std::nullopt;
}

Token of(const Word& w) { return {.kind = w.kind, .value = w.value}; }

}  // namespace

Token Lexer::next() {
  for (;;) {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    if (at_ >= text_.size()) return {};
    const char c = text_[at_];
    if (is_digit(c) || c == '-' || c == '+') {
      bool skipped = false;
      Token t = number(skipped);
      if (skipped) continue;
      return t;
    }
    if (is_alpha(c)) return word();
    ++at_;
    if (c != '(') return {.kind = Kind::kChar, .c = c};
    for (int depth = 1; depth > 0; ++at_) {
      if (at_ >= text_.size()) return {};
      depth += (text_[at_] == '(') - (text_[at_] == ')');
    }
  }
}

Token Lexer::number(bool& skipped) {
  Token t;
  std::size_t p = at_;
  const bool sign = !is_digit(text_[p]);
  t.negative = text_[p] == '-';
  if (sign) {
    do ++p;
    while (p < text_.size() && is_space(text_[p]));
    if (p >= text_.size() || !is_digit(text_[p])) {
      skipped = true;
      at_ = p;
      return t;
    }
  }
  const std::size_t start = p;
  for (; p < text_.size() && is_digit(text_[p]); ++p) {
    const int digit = text_[p] - '0';
    if (__builtin_mul_overflow(t.value, 10, &t.value) ||
        __builtin_add_overflow(t.value, t.negative ? -digit : digit, &t.value))
      return {.kind = Kind::kBad};
  }
  t.digits = static_cast<int>(std::min<std::size_t>(p - start, 1000));
  t.kind = sign ? Kind::kSigned : Kind::kUnsigned;
  if (p + 1 < text_.size() && (text_[p] == '.' || text_[p] == ',') && is_digit(text_[p + 1])) {
    ++p;
    std::uint32_t ns = 0;
    int digits = 0;
    bool more = false;
    for (; p < text_.size() && is_digit(text_[p]); ++p) {
      if (digits < 9) ns = ns * 10 + static_cast<std::uint32_t>(text_[p] - '0'), ++digits;
      else more |= text_[p] != '0';
    }
    for (; digits < 9; ++digits) ns *= 10;
    if (t.negative && more) ++ns;
    if (t.negative && ns) {
      // The value is rounded towards minus infinity, the fraction counts up from it.
      if (__builtin_sub_overflow(t.value, 1, &t.value)) return {.kind = Kind::kBad};
      ns = 1'000'000'000 - ns;
    }
    t.nanoseconds = ns;
    t.kind = sign ? Kind::kSignedDecimal : Kind::kUnsignedDecimal;
  }
  at_ = p;
  return t;
}

Token Lexer::word() {
  std::string w;
  while (at_ < text_.size() && (is_alpha(text_[at_]) || text_[at_] == '.')) {
    const char c = text_[at_++];
    if (w.size() < 19) w += c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  }
  const Token t = look_up(w);
  if (t.kind == Kind::kBad && unknown.empty()) unknown = w;
  return t;
}

bool Lexer::zone_word(const std::string& w, Token& t) const {
  if (const Word* u = find_word(kUniversal, w)) {
    t = of(*u);
    return true;
  }
  if (w == zone_.standard_name() || (zone_.has_dst() && w == zone_.dst_name())) {
    t = {.kind = Kind::kLocalZone, .value = w != zone_.standard_name()};
    return true;
  }
  if (const Word* z = find_word(kZones, w)) {
    t = of(*z);
    t.value *= 60;
    return true;
  }
  return false;
}

Token Lexer::look_up(std::string w) const {
  if (w == "AM" || w == "A.M.") return {.kind = Kind::kMeridian, .value = 0};
  if (w == "PM" || w == "P.M.") return {.kind = Kind::kMeridian, .value = 1};
  const bool abbreviation = w.size() == 3 || (w.size() == 4 && w[3] == '.');
  for (const Word& m : kMonthsAndDays)
    if (abbreviation ? w.compare(0, 3, m.name.substr(0, 3)) == 0 : w == m.name) return of(m);
  Token t;
  if (zone_word(w, t)) return t;
  if (w == "DST") return {.kind = Kind::kDst};
  if (const Word* u = find_word(kUnits, w)) return of(*u);
  if (w.back() == 'S')
    if (const Word* u = find_word(kUnits, std::string_view(w).substr(0, w.size() - 1))) return of(*u);
  if (const Word* r = find_word(kRelative, w)) return of(*r);
  if (w.size() == 1) {
    if (w[0] == 'T') return {.kind = Kind::kChar, .c = 'T'};
    if (auto z = military_zone(w[0])) return {.kind = Kind::kZone, .value = *z};
  }
  std::string bare;
  for (char c : w)
    if (c != '.') bare += c;
  if (bare.size() != w.size() && !bare.empty()) {
    if (zone_word(bare, t)) return t;
  }
  return {.kind = Kind::kBad};
}

}  // namespace nacre::dates
