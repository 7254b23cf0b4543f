// The operators of test, [ and [[ ]] (bash manual 6.4): pure functions of their operands and the process's files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/expand/environment.h"
#include "src/expand/outcome.h"
#include "src/process/task.h"
#include "src/syntax/tree.h"

namespace nacre {

// The letter of "-f", when text is a unary operator of test; 0 otherwise. -a and -o as unary operators are among them.
char unary_operator(std::string_view text);
// -b -c -d -e -a -f -g -h -L -k -p -r -s -u -w -x -G -N -O -S of a path ("" is false; /dev/fd/N is the descriptor).
bool file_test(Environment& env, char letter, std::string_view path);
// Any unary operator: file tests, -t fd, -o option, -v name, -R name, -z, -n. Builtins' -t needs an integer:
// "x: integer expression expected" is reported with command_name, kCommand with status 2.
Task<Outcome<bool>> unary_test(Environment& env, char letter, std::string operand);

// "=", "==", "!=", "<", ">", "-eq" ..., "-nt" "-ot" "-ef"; kNone when text is none.
CondOp binary_operator(std::string_view text);
// Of test: strings compare literally, integers are decimal ("integer expression expected", kCommand, status 2).
Outcome<bool> binary_test(Environment& env, CondOp op, std::string_view left, std::string_view right);
// Files: -nt -ot -ef.
bool compare_files(Environment& env, CondOp op, std::string_view left, std::string_view right);
// The integer of test: blanks, sign, digits; nothing otherwise.
std::optional<std::int64_t> test_integer(std::string_view text);

// [[ left OP right ]] with its words, BASH_REMATCH included. Arithmetic operands are expressions; one that does not
// evaluate is kCommand. `inverted`: it stands behind a !, which set -x shows.
Task<Outcome<bool>> cond_binary(Environment& env, const CondExpr& e, bool inverted = false);
Task<Outcome<bool>> cond_unary(Environment& env, const CondExpr& e, bool inverted = false);
Task<Outcome<bool>> cond_word(Environment& env, const CondExpr& e, bool inverted = false);

}  // namespace nacre
