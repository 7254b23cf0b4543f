// The terminal symbols of the grammar, and what bash calls them in messages. Private to src/syntax.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace nacre {

enum class Tok : std::int8_t {
  kNeed,    // the input is at its end for now
  kPushed,  // a frame was pushed (a substitution in the middle of a word): the next token is for that
  kFailed,  // an error that has been reported
  kNone,    // before the first token
  kEof,
  kNewline,
  kWord,
  kAssignmentWord,
  kNumber,
  kRedirWord,
  kArithCommand,
  kArithForExprs,
  // operators
  kSemi,
  kAmp,
  kPipe,
  kLeftParen,
  kRightParen,
  kLess,
  kGreater,
  kMinus,
  kAndAnd,
  kOrOr,
  kPipeAmp,
  kSemiSemi,
  kSemiAmp,
  kSemiSemiAmp,
  kHere,
  kHereDash,
  kHereString,
  kAppend,
  kLessAmp,
  kGreaterAmp,
  kLessGreater,
  kGreaterPipe,
  kAmpGreater,
  kAmpGreaterGreater,
  // reserved words
  kIf,
  kThen,
  kElse,
  kElif,
  kFi,
  kCase,
  kEsac,
  kFor,
  kSelect,
  kWhile,
  kUntil,
  kDo,
  kDone,
  kIn,
  kFunction,
  kTime,
  kLeftBrace,
  kRightBrace,
  kBang,
  kCondStart,
  kCondEnd,
  kCoproc,
  kTimeOption,
  kTimeIgnore,
};

// "newline", "&&", "done"; empty for words, numbers and arithmetic.
std::string_view token_name(Tok token);
// The reserved word that text is, or kNone.
Tok reserved_word(std::string_view text);
// What may begin with the token: the word or assignment of a simple command, a redirection, a compound command, any of
// them.
bool starts_simple(Tok t);
bool is_redirection(Tok t);
bool starts_compound(Tok t);
bool starts_command(Tok t);
// True when bash recognizes reserved words right after this token.
bool reserved_word_may_follow(Tok token);

// What a byte may mean to the lexer.
enum CharClass : std::uint8_t {
  kBlank = 1,        // space, tab
  kMetaChar = 2,     // ( ) < > ; & |
  kBreak = 4,        // blank, metacharacter or newline: ends a word
  kQuoteChar = 8,    // ' " `
  kPatternChar = 16, // ? * + @ !: begins an extglob operator before (
  kStop = 32,        // the word scanner must look at it
  kNameStart = 64,
  kNameChar = 128,
};
extern const std::array<std::uint8_t, 256> kCharClass;
inline bool has_class(int c, unsigned classes) {
  return c >= 0 && c < 256 && (kCharClass[static_cast<std::size_t>(c)] & classes) != 0;
}

}  // namespace nacre
