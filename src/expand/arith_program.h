// The compiled form of an arithmetic expression, and the cache of those that came from text.
//
// A program is a list of instructions over a stack of 64-bit values and a stack of array elements (lvalues). A syntax
// error is the instruction kError, emitted where bash's reader would stumble; all pending jumps lead to it, so that
// operands before it have their effects and the error comes even from a branch that would not be taken.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/base/ref.h"
#include "src/syntax/names.h"

namespace nacre {

enum class ArithOp : std::uint8_t {
  kConst,    // push value
  kLoad, kStore, kPreIncrement, kPreDecrement, kPostIncrement, kPostDecrement,  // variable `a`; store leaves the value
  kSubscript,  // evaluates subscript `a` of the program and pushes an lvalue
  kLoadElement, kStoreElement, kIncrementElement, kDecrementElement, kPostIncrementElement, kPostDecrementElement,
               // the top lvalue; all but kLoadElement pop it
  kDropElement,
  kMultiply, kDivide, kModulo, kPower, kAdd, kSubtract, kShiftLeft, kShiftRight,
  kLess, kLessEqual, kGreater, kGreaterEqual, kEqual, kNotEqual, kBitAnd, kBitXor, kBitOr,
  kNegate, kNot, kComplement, kBool,
  kPop, kJump, kJumpIfZero, kJumpIfNotZero,  // the conditional ones pop
  kError,    // message `a` of arith_message(); `value`: where the token begins, and shifted by 32 where the text shown ends
  kEnd,
};

struct ArithInstruction {
  ArithOp op;
  std::uint32_t a = 0;
  std::int64_t value = 0;  // kConst; elsewhere the position of the error token
};

// The text of a program and of those of its subscripts, which are parts of it.
struct ArithText : RefCounted<ArithText> {
  explicit ArithText(std::string_view t);
  std::string text;
  bool plain;              // without $ ` " ' and backslash
  // The offset of the ] that closes the [ at `open`; npos: none does. Linear for all of the brackets together.
  std::size_t close_of(std::size_t open) const;

 private:
  mutable std::vector<std::uint32_t> closes_;  // by offset; made when brackets nest in a plain text
};

struct ArithProgram : RefCounted<ArithProgram> {
  struct Subscript {
    NameId name;
    std::string_view text;   // between the brackets, in source
    bool expands = false;    // has a $ ` " ' or backslash
    mutable Ref<const ArithProgram> program;  // of text; made when first needed
  };
  Ref<const ArithText> source;
  std::string_view text;     // all of source, or a subscript in it
  std::vector<ArithInstruction> code;
  std::vector<Subscript> subscripts;
  std::uint32_t max_stack = 1;
};

// Never fails: see above. Expressions nested deeper than kMaxArithNesting are an error in the program.
inline constexpr std::uint32_t kMaxArithNesting = 1000;
Ref<const ArithProgram> compile_arith(std::string_view text, NameTable& names);
Ref<const ArithProgram> compile_arith(Ref<const ArithText> source, std::string_view part, NameTable& names);
std::string_view arith_message(std::uint32_t number);
// Numbers of messages that the machine itself needs.
enum ArithMessage : std::uint32_t {
  kOperandExpected,
  kSyntaxError,
  kInvalidOperator,
  kDivisionByZero,
  kNegativeExponent,
  kTooGreat,
  kInvalidBase,
  kInvalidNumber,
  kInvalidConstant,
  kMissingParenthesis,
  kNotVariable,
  kExpressionExpected,
  kColonExpected,
  kIdentifierExpected,
  kBadSubscript,
  kRecursion,
  kNoLvalueIncrement,
  kNoLvalueDecrement,
};

// Programs by text: the last few hundred.
class ArithCache : public RefCounted<ArithCache> {
 public:
  Ref<const ArithProgram> get(std::string_view text, NameTable& names);

 private:
  static constexpr std::size_t kSlots = 256;
  static constexpr std::size_t kLongest = 200;
  std::vector<Ref<const ArithProgram>> slots_;
};

}  // namespace nacre
