// From the text of a word to its parts: quotes, ${...}, $(...), arithmetic, tildes. Private to src/syntax.
//
// The scanner has found where the word ends and has parsed the commands in it (its patches say where). This is the
// other reading, the one that bash makes when it expands a word: here ${x!y} is a bad substitution, and $(( )) is found
// to be arithmetic or commands. It recurses for each ${, quote or subscript within another. The scanner limits most of
// those, but for it ${ is nothing in (( )) and in extended patterns: ParserState::hopeless() is the limit here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/syntax/parser_state.h"

namespace nacre {

// Recursion goes through a few of these; the others keep their locals out of its frames.
#define NACRE_APART __attribute__((noinline))

class WordBuilder {
 public:
  WordBuilder(ParserState& parser, const RawWord& raw);
  // The whole text as a word.
  Word* build(WordMode mode);
  // From offset begin to the end of the text.
  Word* build_from(std::uint32_t begin, WordMode mode);
  Subscript subscript(std::uint32_t begin, std::uint32_t end);
  const Arith* arith(std::uint32_t begin, std::uint32_t end);
  // For arguments name=value: tildes after the = at this offset and after each : behind it expand.
  void assign_at(std::uint32_t offset) { assign_at_ = offset; }

 private:
  struct Place {
    bool quoted = false;    // as in double quotes: \ only before $ ` " \, no ' and no tilde
    bool single = true;     // ' quotes
    bool dquote = true;     // " quotes (else it is an ordinary character)
    bool here = false;      // a here-document's body: \" stays
    bool operand = false;   // inside "${x:-...}"
    bool braces = false;    // notes braces and globs: a word of the command line
    bool extglob = false;   // a pattern of [[ ]] or case: @( ) and the like are patterns
    bool brackets = false;     // arithmetic text: notes a [, and with subscripts makes a part of what it encloses
    bool subscripts = false;
    bool process = true;       // <( )
    bool in_quotes = false;    // a pattern within "..."
    bool slash_first = false;  // a / at the start belongs to the pattern
    std::uint8_t tilde = 0; // 1: at the start, 2: after : too
  };
  enum Stop : unsigned { kNoStop = 0, kAtBrace = 1, kAtSlash = 2, kAtColon = 4, kAtQuote = 8 };
  struct Facts {
    std::uint16_t flags = 0;       // kAsync, kHasArith, kAssigns, kGlob, kHasQuotes, kHasTilde of what has been read
    bool constant = true;
    bool splits = false;           // an unquoted expansion
    bool several = false;          // $@ and the like
    bool at = false;               // only those with an @
    bool bracket = false;
    bool quoted_brace = false;     // a { in quotes within quotes, as in "${x-"{a,b}"}", or "`p "{a,b}"`"
    bool brace_open = false, brace_middle = false, brace_closed = false;
  };
  static Place place_of(WordMode mode);

  NACRE_APART Span<const WordPart> parts(const Place& place, unsigned stop, Facts& facts);
  bool at_stop(char c, unsigned stop, int& ternary, int& parens) const;
  NACRE_APART void backslash(const Place& place, Facts& facts, unsigned stop, bool always);
  NACRE_APART bool unclosed_in(std::uint32_t single_end, Facts& facts);
  NACRE_APART void double_quotes(Facts& facts, bool locale);
  NACRE_APART void backquotes(const Place& place, Facts& facts);
  NACRE_APART bool dollar(const Place& place, Facts& facts);
  NACRE_APART void substitution(Facts& facts, bool quoted);
  NACRE_APART void process_substitution(Facts& facts);
  NACRE_APART void bad(std::string_view message, Facts& facts);
  NACRE_APART bool try_arith(std::uint32_t close, Facts& facts, bool quoted);
  NACRE_APART void text_substitution(std::uint32_t close, Facts& facts, bool quoted);
  NACRE_APART bool tilde(const Place& place, Facts& facts, std::uint32_t start);
  std::string name_across_quotes() const;
  NACRE_APART std::size_t simple_param(std::string_view text, Facts& facts, bool quoted);
  NACRE_APART void braced_param(const Place& place, Facts& facts);
  NACRE_APART bool param_name(Param& p);
  NACRE_APART void param_operator(Param& p, const Place& place, Facts& facts);
  NACRE_APART void pattern_operands(Param& p, const Place& outer, Facts& facts, bool replace);
  NACRE_APART void bad_param(Param& p, const Place& place, std::uint32_t begin, Facts& facts);
  NACRE_APART bool element(Facts& facts);
  void again(std::uint32_t begin);
  NACRE_APART Word* arith_word(unsigned stop, Facts& outer);
  NACRE_APART Word* sub_word(const Place& place, unsigned stop, Facts& outer);
  NACRE_APART Word* finish(Word* word, Span<const WordPart> parts, Facts& facts, const Place& place);
  NACRE_APART std::string_view constant_text(Span<const WordPart> parts);
  void append_constant(Span<const WordPart> parts, std::string& out);

  NACRE_APART void emit(PartKind kind, std::string_view text);
  NACRE_APART void flush();
  void push(WordPart part) {
    flush();
    parts_.push_back(part);
  }
  void add_param(Param* p, Facts& facts, bool quoted);
  std::uint32_t close_of(std::uint32_t open, char close_char);
  const TextPatch* patch_at(std::uint32_t offset) const;

  ParserState& parser_;
  Arena& arena_;
  std::string_view text_;
  std::string_view all_;    // the text that patches count from
  std::uint32_t pos_ = 0, end_ = 0;
  Span<const TextPatch> patches_;
  std::uint32_t line_;
  Extent place_;         // of all_ in the source
  bool exact_;           // byte for byte
  Extent where(std::uint32_t begin, std::uint32_t end) const {
    return exact_ ? Extent{place_.begin + begin, place_.begin + end} : place_;
  }
  std::uint32_t last_bracket_ = 0;  // where the last ] stands
  std::uint32_t assign_at_ = 0xffffffff;
  std::vector<WordPart> parts_;
  // Text not yet made a part: run_ while it is one stretch of the source, then run_buffer_.
  bool running_ = false;
  bool buffered_ = false;
  PartKind run_kind_ = PartKind::kLiteral;
  std::string_view run_;
  std::string run_buffer_;
};

#undef NACRE_APART

}  // namespace nacre
