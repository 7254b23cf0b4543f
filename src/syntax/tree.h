// The syntax tree of the shell language (bash 5.2): what the parser makes, the expander and the interpreter walk and
// the printer prints.
//
// A Script is one complete command, as bash reads and runs them: a line, or as many lines as a compound command or
// here-document needs. All nodes live in its Arena, are immutable, and hold views and spans into that arena. Whoever
// keeps a node (a function's body, a running job) keeps a Ref<Script>.
//
// Commands derive from Command and are told apart by kind: `const auto& c = command.as<ForCommand>();`.
// Words are not expanded by the parser, but everything about them that does not depend on run time is computed once and
// kept in Word::flags. NULL pointers are said where they may occur; other pointers are never null.
//
// begin and end of a node say where it stands: bytes of the text that the parser was given in one append() (they mean
// nothing where aliases were expanded or text came in pieces). What lies in a backquoted command whose backslashes had to
// be removed has the place of the whole.
#pragma once

#include <cstdint>
#include <string_view>

#include "src/base/ref.h"
#include "src/syntax/arena.h"
#include "src/syntax/names.h"

namespace nacre {

struct Command;
struct Word;
struct WordPart;
struct Assignment;

// ---------------------------------------------------------------- words

enum class PartKind : std::uint8_t {
  kLiteral,       // value: unquoted text. Inside kDoubleQuoted and in words with kInQuotes, text that counts as quoted
  kQuoted,        // value: constant quoted text after quote removal: '...', $'...' decoded, \c. May be empty ('')
  kDoubleQuoted,  // parts: "..." and $"..."; may have no parts ("")
  kTilde,  // value: "~", "~user", "~+", "~-", "~2": a tilde-prefix in a place where it expands (see WordPart::flags)
  kParam,  // param
  kCommandSub,  // command: $(...), `...`
  kArith,       // arith: $((...)), $[...]
  kProcessSub,  // command: <(...) or >(...)
  kSubscript,   // parts: what stands between the brackets of an element in arithmetic text that is expanded. As outside of
                // quotes; [ ] $ ` ~ \ ' " in the outcome are escaped, for the subscript is expanded once more
  kBad,         // error: text whose syntax error bash reports when it expands the word (unclosed ${ in a here-document)
};

// ${...}, $x, $1, $@
enum class ParamOp : std::uint8_t {
  kNone,
  kDefault,              // ${x-w}  ${x:-w}   operand = w; Param::colon tells the two
  kAssign,               // ${x=w}  ${x:=w}
  kError,                // ${x?w}  ${x:?w}   operand may be empty
  kAlternate,            // ${x+w}  ${x:+w}
  kRemovePrefix,         // ${x#p}            operand = pattern
  kRemoveLongestPrefix,  // ${x##p}
  kRemoveSuffix,         // ${x%p}
  kRemoveLongestSuffix,  // ${x%%p}
  kReplaceFirst,         // ${x/p/r}          operand = pattern, operand2 = replacement (null without second slash)
  kReplaceAll,           // ${x//p/r}
  kReplacePrefix,        // ${x/#p/r}
  kReplaceSuffix,        // ${x/%p/r}
  kSubstring,            // ${x:off:len}      operand, operand2 = arithmetic words (operand2 null without second colon)
  kUpperFirst,           // ${x^p}            operand = pattern, empty: every character matches
  kUpperAll,             // ${x^^p}
  kLowerFirst,           // ${x,p}
  kLowerAll,             // ${x,,p}
  kToggleFirst,          // ${x~p}
  kToggleAll,            // ${x~~p}
  kTransform,            // ${x@Q}            Param::letter is one of QEPAKakuUL
  kPrefixNames,          // ${!p*} ${!p@}     names that begin with name; Param::letter is '*' or '@'
  kKeys,                 // ${!a[@]} ${!a[*]} Param::letter is '@' or '*'
  kBad,                  // anything else: "bad substitution" when expanded
};

enum class ParamKind : std::uint8_t {
  kNamed,       // name
  kPositional,  // position, 1 and up ($1, ${10})
  kSpecial,     // special: one of @ * # ? - $ ! 0
};

enum class SubscriptKind : std::uint8_t { kNone, kAt, kStar, kIndex };

// [sub] of an array element. What it means depends on run time: a string for an associative array (expand `word`),
// arithmetic for the others (expand `word`, then evaluate).
struct Subscript {
  SubscriptKind kind = SubscriptKind::kNone;
  std::string_view text;       // between the brackets, as written
  const Word* word = nullptr;  // text parsed; null for kNone
  bool elements = false;       // a[b[$i]]: arithmetic text in which elements are expanded by themselves
};

struct Param {
  ParamKind kind = ParamKind::kNamed;
  ParamOp op = ParamOp::kNone;
  bool braced = false;    // ${x}, not $x
  bool indirect = false;  // ${!x...}: the value of x is the name (op kPrefixNames and kKeys have it false)
  bool length = false;    // ${#x}
  bool colon = false;     // :- := :? :+
  char special = 0;
  char letter = 0;
  NameId name = kNoName;
  std::uint32_t position = 0;
  Subscript subscript;
  const Word* operand = nullptr;   // null where the op has none
  const Word* operand2 = nullptr;
  std::string_view text;  // "${x:-y}" as written, for messages
  bool all() const {      // $@ ${@...} ${a[@]}: separate fields even when quoted
    return (kind == ParamKind::kSpecial && special == '@') || subscript.kind == SubscriptKind::kAt;
  }
};

struct SyntaxErrorInfo {
  std::uint32_t line = 0;
  std::string_view message;  // without "bash: line N: "
  std::string_view echo;     // the offending line, empty when bash prints none
};

struct CommandSub {
  const Command* body = nullptr;  // null: empty, or error
  bool backquoted = false;
  bool output = false;            // >(...), for kProcessSub
  bool as_written = false;        // lines in it count as in the source: backquotes, here-documents, $((a) | b)
  const Word* input_file = nullptr;     // $(< file): the file's contents, no fork. body is there too
  std::string_view text;          // the commands as written; for backquotes after removal of backslashes
  // Backquoted commands and those of here-documents are only parsed when they are expanded by bash: a syntax error in
  // one is no error of the script. Null: none.
  const SyntaxErrorInfo* error = nullptr;
  bool abandons = false;          // the error abandons the line (see reread_substitutions), and is not the command's
  std::uint32_t line = 0;
  std::uint32_t begin = 0, end = 0;  // of what is between the parentheses or backquotes
};

// An arithmetic expression: (( )), $(( )), $[ ], the three of for (( )). The syntax layer finds where it ends, expand/
// compiles it.
struct Arith {
  const Word* word = nullptr;  // expansions in it are parsed (kArithText words); constant for most
  Arena* arena = nullptr;      // the arena that holds this node
  mutable const void* compiled = nullptr;  // for expand/: a cache; give it back through arena->on_free()
};

struct WordPart {
  PartKind kind = PartKind::kLiteral;
  bool locale = false;        // kDoubleQuoted: $"..."
  bool has_at = false;        // kDoubleQuoted: $@ or its like is somewhere in it
  bool after_assign =
      false;  // kTilde: not at the start of the word, but after the = or a : of an assignment-like argument; bash
              // expands those only outside posix mode, unless the command is a declaration builtin
  std::string_view value;
  Span<const WordPart> parts;
  union {
    const void* node = nullptr;
    const Param* param;
    const CommandSub* command;
    const Arith* arith;
    const SyntaxErrorInfo* error;
  };
};

// A stretch of a word's text that bash keeps in another form: the commands of $( ) and <( ) printed anew (but not those
// in the parentheses of an extended pattern), $'...' decoded.
struct TextPatch {
  std::uint32_t begin = 0, end = 0;     // in Word::text; for a command, what is between the parentheses
  const CommandSub* command = nullptr;  // or
  std::string_view replacement;
  bool raw = false;                     // a command that is printed as it was written
};

struct Word {
  enum Flag : std::uint16_t {
    kConstant = 1,    // no $, `, <( or tilde: `literal` is the value after quote removal (braces and globs not done)
    kLiteral = 2,     // kConstant and neither kGlob nor kBrace: expands to exactly the one field `literal`
    kGlob = 4,        // unquoted * ? [ or an extglob operator: parts tell which characters are quoted
    kBrace = 8,       // unquoted {...} that may brace-expand: do that on `text`, then parse_word() each result
    kHasQuotes = 16,  // any quoting: the word stays as an empty field when it expands to nothing
    kAsync = 32,      // a command or process substitution anywhere inside, operands and subscripts included
    kHasArith = 64,   // arithmetic (a subscript, an offset, $(( ))) anywhere inside: what it evaluates may run commands
    kSingleField = 128,  // never splits, never globs: no unquoted expansion, no $@, no glob, no brace
    kInQuotes = 256,  // parsed as inside double quotes: an operand in "${x:-w}", a here-document body, arithmetic text
    kHasTilde = 512,
    kAssigns = 1024,  // ${x=w} or ${x:=w} or arithmetic inside: expanding it may assign
  };
  std::string_view text;     // as written, line continuations removed; print_word() gives it as bash would print it
  std::string_view literal;  // with kConstant
  Span<const WordPart> parts;
  std::uint16_t flags = 0;
  std::uint32_t line = 0;
  std::uint32_t begin = 0, end = 0;
  const Assignment* assignment = nullptr;  // argument of the form name=v, name+=v, name[i]=v, name=(...), for
                                           // declaration builtins; for others the word is expanded as any other
  Span<const TextPatch> patches;           // where print_word() differs from text

  bool is(Flag f) const { return (flags & f) != 0; }
};

// ---------------------------------------------------------------- assignments, redirections

struct ArrayElement {
  const Word* word = nullptr;  // the whole element as written; without a subscript it may expand to several elements
  Subscript subscript;         // kNone: next index. [@] and [*] come as kIndex
  bool append = false;         // [i]+=v
  const Word* value = nullptr; // after the =; null without a subscript
};

struct Assignment {
  NameId name = kNoName;
  bool append = false;
  bool is_array = false;       // name=( elements )
  Subscript subscript;         // name[i]=v; kind kNone or kIndex
  const Word* value = nullptr; // null when is_array; an empty word for `x=`. Tildes after = and : are parts of it
  Span<const ArrayElement> elements;
  const Word* word = nullptr;  // the whole, for the printer and messages: "a[1]+=x", "a=(1 2)"
};

enum class RedirectOp : std::uint8_t {
  kInput,         // [n]< word
  kOutput,        // [n]> word
  kAppend,        // [n]>> word
  kClobber,       // [n]>| word
  kReadWrite,     // [n]<> word
  kDupInput,      // [n]<& word     digits, digits-, - or a word that expands to them
  kDupOutput,     // [n]>& word     as above; fd_given false and a word that is no number: like kBoth
  kBoth,          // &> word
  kAppendBoth,    // &>> word
  kHereDoc,       // [n]<< and <<-  body
  kHereString,    // [n]<<< word
};

struct Redirect {
  RedirectOp op = RedirectOp::kInput;
  bool fd_given = false;
  int fd = 0;                 // the given one, else 0 or 1 by op
  NameId variable = kNoName;  // {name}> ...: kNoName without
  Subscript variable_subscript;  // {a[i]}>
  std::string_view variable_text;  // "{a[i]}" as written
  const Word* word = nullptr;    // the target; for kHereDoc the delimiter as written
  // kHereDoc:
  const Word* body = nullptr;    // kInQuotes word; constant when the delimiter was quoted
  std::string_view delimiter;    // after quote removal
  bool strip_tabs = false;       // <<-
  bool quoted = false;           // the delimiter was quoted: body is not expanded
  std::uint32_t line = 0;
  std::uint32_t begin = 0;       // it ends with its word; that of a `|&` stands behind the command's end
};

// ---------------------------------------------------------------- commands

enum class CommandKind : std::uint8_t {
  kSimple,
  kPipeline,
  kAndOr,
  kList,
  kSubshell,
  kGroup,
  kIf,
  kWhile,
  kFor,
  kArithFor,
  kSelect,
  kCase,
  kFunction,
  kArith,
  kCond,
  kCoproc,
};

struct Command {
  CommandKind kind;
  std::uint32_t line = 0;  // LINENO while it runs (in substitutions too: numbered as bash does, see line_numbers.h)
  std::uint32_t begin = 0, end = 0;
  Span<const Redirect> redirects;
  template <class T>
  const T& as() const { return static_cast<const T&>(*this); }
};

struct SimpleCommand : Command {
  Span<const Assignment> assignments;  // before the command name
  Span<const Word* const> words;       // may be empty
  NameId name = kNoName;                    // words[0] interned when it is kLiteral and not brace- or glob-like
};

// time ! a | b. `a |& b` has the redirection 2>&1 appended to a. Either several commands, or one with negated or timed.
struct PipelineCommand : Command {
  Span<const Command* const> commands;  // empty for a bare `time` or `!`
  bool negated = false;                      // an odd number of !
  bool timed = false;
  bool time_posix = false;                   // time -p
};

// first && b || c: left to right.
struct AndOrCommand : Command {
  struct Item {
    bool is_or = false;  // how it is joined to the one before; of no meaning in the first
    const Command* command = nullptr;
  };
  Span<const Item> items;  // two or more
};

// a; b & c. Newlines are as semicolons.
struct ListCommand : Command {
  struct Item {
    const Command* command = nullptr;
    bool background = false;  // followed by &
    bool newline = false;     // followed by a newline, not by ; or & (of interest to the printer only)
  };
  Span<const Item> items;  // one (with background) or more
};

struct SubshellCommand : Command { const Command* body = nullptr; };
struct GroupCommand : Command { const Command* body = nullptr; };

struct IfCommand : Command {
  struct Branch {
    const Command* condition = nullptr;
    const Command* body = nullptr;
  };
  Span<const Branch> branches;        // if, elif, elif ...
  const Command* otherwise = nullptr;      // null without else
};

struct WhileCommand : Command {
  bool until = false;
  const Command* condition = nullptr;
  const Command* body = nullptr;
};

// for and select. kind tells which.
struct ForCommand : Command {
  NameId name = kNoName;
  std::string_view name_text;        // bash checks it when it runs: `a-b': not a valid identifier
  bool positional = false;           // without `in`: "$@"
  Span<const Word* const> words;
  const Command* body = nullptr;
};

struct ArithForCommand : Command {
  const Arith* init = nullptr;       // each may have an empty word
  const Arith* condition = nullptr;
  const Arith* step = nullptr;
  const Command* body = nullptr;
};

enum class CaseEnd : std::uint8_t { kBreak, kFallThrough, kTestNext };  // ;;  ;&  ;;&

struct CaseCommand : Command {
  struct Item {
    Span<const Word* const> patterns;
    const Command* body = nullptr;   // null: empty
    CaseEnd end = CaseEnd::kBreak;
  };
  const Word* word = nullptr;
  Span<const Item> items;
};

struct FunctionCommand : Command {
  const Word* name_word = nullptr;   // as written; bash takes any word without $ here
  NameId name = kNoName;             // its text
  const Command* body = nullptr;     // a compound command; the definition's redirections are in body->redirects
};

struct ArithCommand : Command { const Arith* expression = nullptr; };

enum class CondKind : std::uint8_t { kAnd, kOr, kNot, kGroup, kUnary, kBinary, kWord };
enum class CondOp : std::uint8_t {
  kNone,
  kMatch,       // == and =; kGlob right side: its unquoted parts are a pattern, extglob always on
  kNotMatch,    // !=
  kRegex,       // =~
  kLess, kGreater,            // < > of strings
  kEq, kNe, kLt, kLe, kGt, kGe,  // -eq ...: both sides are arithmetic
  kNewer, kOlder, kSameFile,  // -nt -ot -ef
};

// kAnd and kOr are right-nested: a && (b && (c ...)), without limit on their number: loop on `right`, recurse on
// `left`.
struct CondExpr {
  CondKind kind = CondKind::kWord;
  CondOp op = CondOp::kNone;        // kBinary
  char unary = 0;                   // kUnary: the letter of -f, -z, -v ...
  std::string_view op_text;         // as written: "==", "=", "-f"
  std::uint32_t line = 0;
  const CondExpr* left = nullptr;   // kAnd, kOr; kNot and kGroup have left only
  const CondExpr* right = nullptr;
  const Word* word = nullptr;       // kWord and kUnary: the operand; kBinary: the left one
  const Word* word2 = nullptr;      // kBinary: the right one
};

struct CondCommand : Command { const CondExpr* expression = nullptr; };

struct CoprocCommand : Command {
  std::string_view name_text;        // "COPROC" without a name
  NameId name = kNoName;
  const Command* body = nullptr;
};

// The text that words are views into: shared by all commands of one append().
struct SourceText : RefCounted<SourceText> {
  explicit SourceText(std::size_t n) : capacity(n), data(static_cast<char*>(::operator new(n ? n : 1))) {}
  ~SourceText() { ::operator delete(data); }
  std::size_t capacity;
  std::size_t size = 0;
  char* data;
  Ref<SourceText> previous;  // a smaller one, outgrown in the middle of a command: earlier words look into it
};

struct Script : RefCounted<Script> {
  Ref<Arena> arena;
  Ref<SourceText> source;
  const Command* command = nullptr;  // null: only blanks and comments
  std::uint32_t line = 0;            // of its first token
};

}  // namespace nacre
