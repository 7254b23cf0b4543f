// Words to fields: all expansions of bash 5.2 (manual 3.5), in its order: braces, tilde, parameters, commands,
// arithmetic, splitting by IFS, pathname patterns, quote removal.
//
//   Fields argv;
//   auto ok = co_await expand_words(env, command.words, argv);
//   if (!ok) return ok.error();                        // reported already; see outcome.h for what it ends
//
// Words without run-time parts (Word::kLiteral) and the usual "$x", $x, $1, $# finish without a coroutine frame. Others
// run as coroutines that wait only where a command runs. Each effect happens once and in bash's order. Work is paid for
// as fuel (Process::spend).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/expand/environment.h"
#include "src/expand/outcome.h"
#include "src/process/task.h"
#include "src/syntax/tree.h"

namespace nacre {

using Fields = std::vector<std::string>;

// Arguments of a simple command, of `for` and `select`, elements of an array: appends the fields to `out`.
Task<Outcome<>> expand_words(Environment& env, Span<const Word* const> words, Fields& out);
Task<Outcome<>> expand_word(Environment& env, const Word& word, Fields& out);

// The argument of a declaration builtin that is an assignment, x={a,b}: when its text has braces that expand, appends
// the assignments that they make; else nothing.
Task<Outcome<>> expand_assignment_braces(Environment& env, const Word& word, Fields& out);

// How a word becomes one string without splitting and without pathname patterns.
enum class StringUse : std::uint8_t {
  kPlain,       // word of `case`; operands of [[ ]]: quotes are removed
  kAssign,      // right side of an assignment, here-string: the same, but "${a[@]#p}" is joined by IFS
  kArith,       // arithmetic text (Word::kInQuotes): as inside double quotes
  kHereDoc,     // body of a here-document: the same, but "$*" is joined by spaces
};
Task<Outcome<std::string>> expand_string(Environment& env, const Word& word, StringUse use = StringUse::kPlain);
// A pattern for Pattern::compile: what was quoted is escaped with backslashes (case, [[ == ]], ${x#p}).
Task<Outcome<std::string>> expand_pattern(Environment& env, const Word& word, bool traced = false);
// An operand of -eq and its like in [[ ]]: kPlain, with subscripts as in arithmetic text.
Task<Outcome<std::string>> expand_number(Environment& env, const Word& word);
// A POSIX extended regular expression for [[ =~ ]]: what was quoted is literal in it.
Task<Outcome<std::string>> expand_regex(Environment& env, const Word& word);
// The file of a redirection: braces, splitting and patterns apply, and must give one field ("$x: ambiguous redirect",
// Failure::kCommand). In posix mode and non-interactive no patterns.
Task<Outcome<std::string>> expand_redirect(Environment& env, const Word& word);
// Text that is no word of a script, as double-quoted: PS1 and PS4 after prompt decoding, ${x@P}, MAILPATH.
Task<Outcome<std::string>> expand_text_in_quotes(Environment& env, std::string text);

// The text of a subscript that was not parsed with the script: as arithmetic text, or as the key of an associative
// array (quotes are removed).
Task<Outcome<std::string>> expand_subscript(Environment& env, std::string text, bool key);

// Decodes the backslash escapes of a prompt (manual 6.9), without expanding the result (that is promptvars, for which
// see expand_prompt). posix mode: `!` is the history number.
std::string decode_prompt(Environment& env, std::string_view prompt);
Task<Outcome<std::string>> expand_prompt(Environment& env, std::string prompt);

// Pathname expansion of a pattern in which quoting is backslashes: the sorted matches; {} when none. Spends fuel.
Task<std::vector<std::string>> expand_glob(Environment& env, std::string pattern);

// Splits text by IFS as an unquoted expansion is split.
void split_fields(Environment& env, std::string_view text, Fields& out);
// `read`: splits a line into at most n fields, the last taking the rest (trailing IFS whitespace removed). `escaped`
// (same length as line, or empty) marks characters that a backslash protected.
std::vector<std::string> split_read(Environment& env, std::string_view line, std::size_t n,
                                    const std::vector<bool>& escaped);

}  // namespace nacre
