// The parser: shell text in, one complete command at a time out (bash 5.2's grammar; POSIX XCU 2.3, 2.10).
//
//   Parser parser(names, options, aliases);
//   parser.append(text);                        // any amount; whole text for -c, eval and files, a line at a time for
//   a pipe parser.finish();                            // no more will come Ref<Script> program; switch
//   (parser.next(program)) {
//     case ParseStatus::kCommand:  run it        // program->command may be null (a blank line or comment)
//     case ParseStatus::kNeedMore: append() a line or finish(), and call next() again; prompt with PS2 when
//     parser.continuing() case ParseStatus::kEnd:      done case ParseStatus::kError:    print parser.messages() and
//     see error_kind() for what follows
//   }
//
// next() takes no more lines than the command needs: append() exactly one line at a time and nothing is ever read
// ahead. It keeps its place between calls, so feeding n lines one by one costs time proportional to n, whatever they
// are in the middle of. After kError the parser has dropped the rest of the line (what an interactive shell wants).
//
// Options and aliases are looked at while parsing, so what one command changes holds for the next.
//
// Nesting of any kind (commands, substitutions, ${ }, quotes within them, [[ ( ]]) past kMaxNesting or kMaxWordNesting
// is a syntax error, "maximum nesting depth exceeded". Nothing here recurses deeper than that, in the parser, in the
// tree or in the printer.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/syntax/tree.h"

namespace nacre {

inline constexpr std::uint32_t kMaxNesting = 500;      // commands in commands, all counted
inline constexpr std::uint32_t kMaxWordNesting =
    128;  // ${ } $(( )) " " in one word: what expands a word may recurse on it

// A stretch of the text that the parser was given, in bytes.
struct Extent {
  std::uint32_t begin = 0, end = 0;
};

// What the tree does not hold, in the order of the text: comments (without the newline), and here-documents' bodies with
// the lines that end them.
struct SourceMarks {
  std::vector<Extent> comments, documents;
};

struct ParserOptions {
  bool extglob = false;
  bool posix = false;
  bool expand_aliases = false;
  bool comments = true;      // not interactive, or interactive_comments
  bool interactive = false;  // errors have no echo of the line
  // What is in $( ) and <( ) is what its printed form says, where bash's printing changes it.
  bool reread_substitutions = false;
  SourceMarks* marks = nullptr;  // where to note them, when somebody wants to know
};

// Where the parser asks for aliases.
class AliasSource {
 public:
  // The value of alias `name`, or false. `value` must stay valid until the parser is called again. (The name comes by
  // reference: clang's thunk for a base that is not the first one passes a copy that dies with a tail call, in wasm.)
  virtual bool find_alias(const std::string_view& name, std::string_view& value) const = 0;

 protected:
  ~AliasSource() = default;
};

enum class ParseStatus : std::uint8_t { kCommand, kNeedMore, kEnd, kError };

// One line that bash writes to stderr. The caller puts before it "bash: -c: line N: " (parser_error(): the name of the
// shell or script; when the input has another name, "-c", "eval", that name; the line) or, for a warning, "bash: line
// N: warning: ".
struct ParseMessage {
  std::uint32_t line = 0;
  bool warning = false;
  std::string text;  // "syntax error near unexpected token `)'", "`echo )'"
};

// What an error does to a script. An interactive shell goes on with the next line after any.
enum class ErrorKind : std::uint8_t {
  kSyntax,        // the script ends, status 2
  kUnclosed,      // a quote, ${ or (( has no end: as kSyntax, but a script's $? stays when it is not 0
  kForHeader,     // for ((...) without its last ): ends the script without a message; $? as for kConditional
  kSubstitution,  // in $( ): the script ends; status 2 for a file, 127 for -c
  kSubstitutedConditional,  // as kConditional or kForHeader, in $( ): the script ends; status 127 for -c, else $?, or 1
  kConditional,   // in [[ ]]: the script ends; $? stays as it was, but for 0 after hit_end(), which becomes 2
  kArray,         // in name=( ): status is 1 and the script goes on with the next line: call next() again
};

class ParserState;

class Parser {
 public:
  // first_line: the number of the first line (1 for scripts; eval and traps begin elsewhere).
  Parser(NameTable& names, const ParserOptions& options, const AliasSource* aliases = nullptr,
         std::uint32_t first_line = 1);
  ~Parser();
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  void append(std::string_view text);
  void finish();
  ParseStatus next(Ref<Script>& program);

  // Errors of the last next(), and warnings (here-documents ended by end of file), which come with kCommand too.
  const std::vector<ParseMessage>& messages() const;
  ErrorKind error_kind() const;
  bool hit_end() const;          // the error was the end of the input in the middle of a command
  // The next word is neither reserved nor an assignment, wherever it stands: as bash reads it after eval "'".
  void forget_position();
  // The next line is the one after this.
  void set_line(std::uint32_t line);
  bool continuing() const;       // in the middle of a command
  std::uint32_t line() const;    // lines taken so far
  std::string_view unread() const;  // appended but not taken yet
  Extent last_token() const;        // where it stands: after kError, what the error is about

 private:
  std::unique_ptr<ParserState> state_;
};

// How text is read as one word (there are no separators: all of it is the word).
enum class WordMode : std::uint8_t {
  kWord,      // as an unquoted word: quotes, $, `, tilde at the start
  kAssign,    // as the value of an assignment: tilde after : too
  kQuoted,    // as inside double quotes: $ ` \ only. ${x@P}, PS4
  kHereDoc,   // as a here-document's body
  kNumber,    // as an operand of -eq in [[ ]]: unquoted, with subscripts as in arithmetic text
  kArith,     // as arithmetic text or a subscript: $, `, "", \ ; ' is literal
  kPattern,   // as a pattern in [[ ]] or case: kWord with extglob on
};

struct ParsedWord {
  Ref<Script> program;          // holds the arena; no command in it
  const Word* word = nullptr;    // null on error
  std::vector<ParseMessage> messages;
};
// For text that only appears at run time: results of brace expansion, prompts, subscripts in variables.
ParsedWord parse_word(std::string_view text, WordMode mode, NameTable& names, const ParserOptions& options,
                      std::uint32_t line = 1);

// Where `text`, which begins with name[, has the ] that closes the subscript (quotes, $( ) and nested brackets
// respected); npos: nowhere.
std::size_t subscript_end(std::string_view text, std::size_t open);
// The offset of the = of an assignment `name=`, `name+=`, `name[sub]=`, `name[sub]+=` at the start of text; npos when
// it is none.
std::size_t assignment_operator(std::string_view text);

}  // namespace nacre
