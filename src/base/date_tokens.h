// The tokens of GNU's date grammar: numbers, words with a meaning, single characters. For date_parse.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/base/calendar.h"

namespace nacre::dates {

enum class Kind : std::uint8_t {
  kEnd, kBad, kChar, kUnsigned, kSigned, kUnsignedDecimal, kSignedDecimal, kMeridian, kMonth, kDay, kZone, kDayZone,
  kLocalZone, kDst, kYearUnit, kMonthUnit, kDayUnit, kHourUnit, kMinuteUnit, kSecondUnit, kOrdinal, kDayShift, kAgo,
};

struct Token {
  Kind kind = Kind::kEnd;
  char c = 0;                 // of kChar; 'T' also for the letter alone
  std::int64_t value = 0;     // number, month, day, zone in seconds, units
  int digits = 0;
  bool negative = false;
  std::uint32_t nanoseconds = 0;
};

class Lexer {
 public:
  // Both must outlive the lexer; the zone's names are words of the language.
  Lexer(std::string_view text, const TimeZone& zone) : text_(text), zone_(zone) {}
  Token next();
  // The first word that means nothing.
  std::string unknown;

 private:
  Token number(bool& skipped);
  Token word();
  bool zone_word(const std::string& w, Token& t) const;
  Token look_up(std::string w) const;
  std::string_view text_;
  const TimeZone& zone_;
  std::size_t at_ = 0;
};

}  // namespace nacre::dates
