// Tables of tokens and of character classes.
#include "src/syntax/tokens.h"

#include <array>

namespace nacre {
namespace {

struct Named {
  std::string_view name;
  Tok token;
};

constexpr Named kReserved[] = {
    {"if", Tok::kIf}, {"then", Tok::kThen}, {"else", Tok::kElse}, {"elif", Tok::kElif}, {"fi", Tok::kFi},
    {"case", Tok::kCase}, {"esac", Tok::kEsac}, {"for", Tok::kFor}, {"select", Tok::kSelect}, {"while", Tok::kWhile},
    {"until", Tok::kUntil}, {"do", Tok::kDo}, {"done", Tok::kDone}, {"in", Tok::kIn}, {"function", Tok::kFunction},
    {"time", Tok::kTime}, {"{", Tok::kLeftBrace}, {"}", Tok::kRightBrace}, {"!", Tok::kBang}, {"[[", Tok::kCondStart},
    {"]]", Tok::kCondEnd}, {"coproc", Tok::kCoproc}};

constexpr Named kOperators[] = {
    {"--", Tok::kTimeIgnore}, {"-p", Tok::kTimeOption}, {"&&", Tok::kAndAnd}, {"||", Tok::kOrOr}, {">>", Tok::kAppend},
    {"<<", Tok::kHere}, {"<&", Tok::kLessAmp}, {">&", Tok::kGreaterAmp}, {";;", Tok::kSemiSemi}, {";&", Tok::kSemiAmp},
    {";;&", Tok::kSemiSemiAmp}, {"<<-", Tok::kHereDash}, {"<<<", Tok::kHereString}, {"&>", Tok::kAmpGreater},
    {"&>>", Tok::kAmpGreaterGreater}, {"<>", Tok::kLessGreater}, {">|", Tok::kGreaterPipe}, {"|&", Tok::kPipeAmp},
    {"EOF", Tok::kEof}, {">", Tok::kGreater}, {"<", Tok::kLess}, {"-", Tok::kMinus}, {";", Tok::kSemi},
    {"(", Tok::kLeftParen}, {")", Tok::kRightParen}, {"|", Tok::kPipe}, {"&", Tok::kAmp}, {"newline", Tok::kNewline}};

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> t{};
  for (char c : {' ', '\t'}) t[static_cast<unsigned char>(c)] |= kBlank | kBreak | kStop;
  for (char c : {'(', ')', '<', '>', ';', '&', '|'}) t[static_cast<unsigned char>(c)] |= kMetaChar | kBreak | kStop;
  t['\n'] |= kBreak | kStop;
  for (char c : {'\'', '"', '`'}) t[static_cast<unsigned char>(c)] |= kQuoteChar | kStop;
  for (char c : {'?', '*', '+', '@', '!'}) t[static_cast<unsigned char>(c)] |= kPatternChar | kStop;
  for (char c : {'\\', '$', '[', '=', '{', '~', '}', ']'}) t[static_cast<unsigned char>(c)] |= kStop;
  for (int c = 0; c < 256; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (letter) t[static_cast<std::size_t>(c)] |= kNameStart | kNameChar;
    if (c >= '0' && c <= '9') t[static_cast<std::size_t>(c)] |= kNameChar;
  }
  return t;
}

}  // namespace

std::string_view token_name(Tok token) {
  for (const Named& n : kReserved) if (n.token == token) return n.name;
  for (const Named& n : kOperators) if (n.token == token) return n.name;
  return {};
}

Tok reserved_word(std::string_view text) {
  if (text.size() > 8) return Tok::kNone;
  for (const Named& n : kReserved) if (n.name == text) return n.token;
  return Tok::kNone;
}

bool reserved_word_may_follow(Tok token) {
  switch (token) {
    case Tok::kNone:
    case Tok::kNewline:
    case Tok::kSemi:
    case Tok::kLeftParen:
    case Tok::kRightParen:
    case Tok::kPipe:
    case Tok::kAmp:
    case Tok::kLeftBrace:
    case Tok::kRightBrace:
    case Tok::kAndAnd:
    case Tok::kBang:
    case Tok::kPipeAmp:
    case Tok::kDo:
    case Tok::kDone:
    case Tok::kElif:
    case Tok::kElse:
    case Tok::kEsac:
    case Tok::kFi:
    case Tok::kIf:
    case Tok::kOrOr:
    case Tok::kSemiSemi:
    case Tok::kSemiAmp:
    case Tok::kSemiSemiAmp:
    case Tok::kThen:
    case Tok::kTime:
    case Tok::kTimeOption:
    case Tok::kTimeIgnore:
    case Tok::kCoproc: case Tok::kUntil: case Tok::kWhile: case Tok::kArithCommand: case Tok::kCondEnd:
      return true;
    default:
      return false;
  }
}

constinit const std::array<std::uint8_t, 256> kCharClass = make_classes();

bool starts_simple(Tok t) {
  switch (t) {
    case Tok::kWord: case Tok::kAssignmentWord: case Tok::kNumber: case Tok::kRedirWord: return true;
    default: return false;
  }
}

bool is_redirection(Tok t) {
  switch (t) {
    case Tok::kNumber: case Tok::kRedirWord: case Tok::kLess: case Tok::kGreater: case Tok::kHere: case Tok::kHereDash:
    case Tok::kHereString: case Tok::kAppend: case Tok::kLessAmp: case Tok::kGreaterAmp: case Tok::kLessGreater:
    case Tok::kGreaterPipe: case Tok::kAmpGreater: case Tok::kAmpGreaterGreater:
      return true;
    default:
      return false;
  }
}

bool starts_compound(Tok t) {
  switch (t) {
    case Tok::kIf:
    case Tok::kCase:
    case Tok::kFor:
    case Tok::kSelect:
    case Tok::kWhile:
    case Tok::kUntil:
    case Tok::kLeftBrace:
    case Tok::kLeftParen: case Tok::kArithCommand: case Tok::kCondStart:
      return true;
    default:
      return false;
  }
}

bool starts_command(Tok t) {
  return starts_simple(t) || is_redirection(t) || starts_compound(t) || t == Tok::kFunction || t == Tok::kCoproc;
}

}  // namespace nacre
