// The arithmetic compiler: a reader of tokens with one token of lookahead and precedence climbing, which emits code as
// it goes. Where a token begins matters, because messages quote the rest of the text from there.
#include "src/expand/arith_program.h"

#include <functional>

#include "src/syntax/parser.h"

namespace nacre {
namespace {

constexpr std::string_view kMessages[] = {
    "syntax error: operand expected",
    "syntax error in expression",
    "syntax error: invalid arithmetic operator",
    "division by 0",
    "exponent less than 0",
    "value too great for base",
    "invalid arithmetic base",
    "invalid number",
    "invalid integer constant",
    "missing `)'",
    "attempted assignment to non-variable",
    "expression expected",
    "`:' expected for conditional expression",
    "identifier expected after pre-increment or pre-decrement",
    "bad array subscript",
    "expression recursion level exceeded",
    "++: assignment requires lvalue",
    "--: assignment requires lvalue",
};

// What makes a subscript a word that must be expanded first.
constexpr std::string_view kExpanding = "$`\"'\\~";

enum class Token : std::uint8_t {
  kEnd, kNumber, kName, kLeft, kRight, kComma, kAssign, kAssignOp, kQuestion, kColon, kOrOr, kAndAnd, kOr, kXor, kAnd,
  kEqEq, kNotEq, kLess, kLessEq, kGreater, kGreaterEq, kShiftL, kShiftR, kPlus, kMinus, kStar, kSlash, kPercent, kPower,
  kNot, kTilde, kPreInc, kPreDec, kPostInc, kPostDec,
};

bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool digit(char c) { return c >= '0' && c <= '9'; }
bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Binary operators by precedence; 0 for other tokens.
int precedence(Token t) {
  switch (t) {
    case Token::kOrOr: return 1;
    case Token::kAndAnd: return 2;
    case Token::kOr: return 3;
    case Token::kXor: return 4;
    case Token::kAnd: return 5;
    case Token::kEqEq: case Token::kNotEq: return 6;
    case Token::kLess: case Token::kLessEq: case Token::kGreater: case Token::kGreaterEq: return 7;
    case Token::kShiftL: case Token::kShiftR: return 8;
    case Token::kPlus: case Token::kMinus: return 9;
    case Token::kStar: case Token::kSlash: case Token::kPercent: return 10;
    case Token::kPower: return 11;
    default: return 0;
  }
}

ArithOp operation(Token t) {
  switch (t) {
    case Token::kOr: return ArithOp::kBitOr;
    case Token::kXor: return ArithOp::kBitXor;
    case Token::kAnd: return ArithOp::kBitAnd;
    case Token::kEqEq: return ArithOp::kEqual;
    case Token::kNotEq: return ArithOp::kNotEqual;
    case Token::kLess: return ArithOp::kLess;
    case Token::kLessEq: return ArithOp::kLessEqual;
    case Token::kGreater: return ArithOp::kGreater;
    case Token::kGreaterEq: return ArithOp::kGreaterEqual;
    case Token::kShiftL: return ArithOp::kShiftLeft;
    case Token::kShiftR: return ArithOp::kShiftRight;
    case Token::kPlus: return ArithOp::kAdd;
    case Token::kMinus: return ArithOp::kSubtract;
    case Token::kStar: return ArithOp::kMultiply;
    case Token::kSlash: return ArithOp::kDivide;
    case Token::kPercent: return ArithOp::kModulo;
    default: return ArithOp::kPower;
  }
}

class Compiler {
 public:
  Compiler(Ref<const ArithText> source, std::string_view text, NameTable& names)
      : names_(names), out_(make_ref<ArithProgram>()), text_(text) {
    out_->source = std::move(source);
    out_->text = text;
  }

  Ref<const ArithProgram> compile() {
    std::size_t i = 0;
    while (i < text_.size() && blank(text_[i])) ++i;
    if (i == text_.size()) {
      push(ArithOp::kConst);
    } else {
      read();
      comma();
      if (!failed_ && token_ != Token::kEnd) unexpected(kSyntaxError);
    }
    if (!failed_) emit(ArithOp::kEnd);
    out_->max_stack = max_depth_ + 2;
    return out_;
  }

 private:
  // --- code ---
  std::uint32_t emit(ArithOp op, std::uint32_t a = 0, std::int64_t value = 0) {
    out_->code.push_back({op, a, value});
    return static_cast<std::uint32_t>(out_->code.size() - 1);
  }
  void push(ArithOp op, std::uint32_t a = 0, std::int64_t value = 0) {
    emit(op, a, value);
    if (++depth_ > max_depth_) max_depth_ = depth_;
  }
  void binary(ArithOp op, std::size_t position) {
    emit(op, 0, static_cast<std::int64_t>(position));
    --depth_;
  }
  void land(std::uint32_t jump) {
    pending_.pop_back();
    out_->code[jump].a = static_cast<std::uint32_t>(out_->code.size());
  }
  std::uint32_t jump(ArithOp op) {
    const std::uint32_t at = emit(op);
    pending_.push_back(at);
    return at;
  }
  // Ends the program: nothing after this is read or emitted.
  void error(std::uint32_t message) { error_at(message, last_); }
  void error_at(std::uint32_t message, std::size_t position) { error_in(message, position, text_.size()); }
  // The message shows the text up to `end`.
  void error_in(std::uint32_t message, std::size_t position, std::size_t end) {
    if (failed_) return;
    failed_ = true;
    const std::uint32_t at = emit(ArithOp::kError, message, static_cast<std::int64_t>(std::uint64_t{end} << 32 | position));
    for (const std::uint32_t j : pending_) out_->code[j].a = at;
    token_ = Token::kEnd;
  }

  // bash looks at the token after a name before it fetches the variable: where that is no token, what was emitted since
  // `mark`, an increment, does not happen.
  void undo_since(std::size_t mark) {
    const ArithInstruction e = out_->code.back();
    if (e.a == kNoLvalueIncrement || e.a == kNoLvalueDecrement) return;
    out_->code.resize(mark);
    out_->code.push_back(e);
    for (const std::uint32_t j : pending_) out_->code[j].a = static_cast<std::uint32_t>(mark);
  }

  // --- tokens ---
  void read();
  void read_name();
  void read_number();
  char peek(std::size_t n) const { return at_ + n < text_.size() ? text_[at_ + n] : '\0'; }
  bool assignment_follows() const {
    std::size_t i = at_;
    while (i < text_.size() && blank(text_[i])) ++i;
    return i < text_.size() && text_[i] == '=' && !(i + 1 < text_.size() && text_[i + 1] == '=');
  }

  // --- grammar ---
  void comma();
  void assignment();
  void conditional();
  void logical(int least);
  void operand();
  void primary();
  void variable();
  void fetch_and_drop();
  void look_on();
  void unexpected(std::uint32_t message) {
    if (token_ == Token::kName) fetch_and_drop();   // bash has fetched a variable before it sees that it is out of place
    error(message);
  }
  void store();

  struct Nested {
    explicit Nested(Compiler& c) : c_(c) { ++c_.nesting_; }
    ~Nested() { --c_.nesting_; }
    Compiler& c_;
  };

  NameTable& names_;
  Ref<ArithProgram> out_;
  std::string_view text_;
  std::size_t at_ = 0;        // after the current token
  std::size_t last_ = 0;      // where the current token begins (at the end: the last one)
  Token token_ = Token::kEnd, previous_ = Token::kEnd;
  Token assign_op_ = Token::kEnd;
  std::int64_t number_ = 0;
  NameId name_ = kNoName;                    // of the last name token
  std::int32_t subscript_ = -1;              // its subscript, or -1
  std::vector<std::uint32_t> pending_;       // jumps without a target
  std::uint32_t depth_ = 0, max_depth_ = 1, nesting_ = 0;
  bool failed_ = false;
  bool after_increment_ = false;             // the token before was the name of a ++x or --x
};

void Compiler::read_name() {
  std::size_t end = at_;
  while (end < text_.size() && (starts_name(text_[end]) || digit(text_[end]))) ++end;
  name_ = names_.intern(text_.substr(at_, end - at_));
  subscript_ = -1;
  if (end < text_.size() && text_[end] == '[') {
    const auto base = static_cast<std::size_t>(text_.data() - out_->source->text.data());
    const std::size_t close = out_->source->close_of(base + end) - base;
    if (close >= text_.size()) return error(kBadSubscript);
    const std::string_view inside = text_.substr(end + 1, close - end - 1);
    subscript_ = static_cast<std::int32_t>(out_->subscripts.size());
    const bool expands = !out_->source->plain && inside.find_first_of(kExpanding) != std::string_view::npos;
    out_->subscripts.push_back({name_, inside, expands, {}});
    end = close + 1;
  }
  at_ = end;
  token_ = Token::kName;
}

void Compiler::read_number() {
  const std::size_t begin = at_;
  const auto part = [](char c) { return starts_name(c) || digit(c) || c == '#' || c == '@'; };
  while (at_ < text_.size() && part(text_[at_])) ++at_;
  std::string_view s = text_.substr(begin, at_ - begin);
  unsigned base = 10;
  bool explicit_base = false;
  if (s.size() > 1 && s[0] == '0') {
    explicit_base = true;
    base = s[1] == 'x' || s[1] == 'X' ? 16 : 8;
    s.remove_prefix(base == 16 ? 2 : 1);
  }
  const auto wrong = [&](std::uint32_t message) { error_in(message, begin, at_); };   // bash shows nothing after a wrong number
  std::uint64_t n = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const char c = s[i];
    if (c == '#') {
      if (explicit_base) return wrong(kInvalidNumber);
      if (n < 2 || n > 64) return wrong(kInvalidBase);
      base = static_cast<unsigned>(n);
      n = 0;
      explicit_base = true;
      if (i + 1 == s.size() || s[i + 1] == '#') return wrong(kInvalidConstant);
      continue;
    }
    unsigned d;
    if (digit(c)) d = static_cast<unsigned>(c - '0');
    else if (c >= 'a' && c <= 'z') d = static_cast<unsigned>(c - 'a') + 10;
    else if (c >= 'A' && c <= 'Z') d = static_cast<unsigned>(c - 'A') + (base <= 36 ? 10 : 36);
    else d = c == '@' ? 62 : 63;
    if (d >= base) return wrong(kTooGreat);
    n = n * base + d;
  }
  number_ = static_cast<std::int64_t>(n);
  token_ = Token::kNumber;
}

void Compiler::read() {
  if (failed_) return;
  previous_ = token_;
  while (at_ < text_.size() && blank(text_[at_])) ++at_;
  if (at_ >= text_.size() || text_[at_] == '\0') {
    token_ = Token::kEnd;
    return;
  }
  last_ = at_;
  const char c = text_[at_], next = peek(1);
  if (starts_name(c)) return read_name();
  if (digit(c)) return read_number();
  const auto take = [&](Token t, std::size_t n) {
    token_ = t;
    at_ += n;
  };
  const auto assign = [&](Token op, std::size_t n) {
    assign_op_ = op;
    take(Token::kAssignOp, n);
  };
  switch (c) {
    case '(': return take(Token::kLeft, 1);
    case ')': return take(Token::kRight, 1);
    case ',': return take(Token::kComma, 1);
    case '?': return take(Token::kQuestion, 1);
    case ':': return take(Token::kColon, 1);
    case '~': return take(Token::kTilde, 1);
    case '=': return next == '=' ? take(Token::kEqEq, 2) : take(Token::kAssign, 1);
    case '!': return next == '=' ? take(Token::kNotEq, 2) : take(Token::kNot, 1);
    case '<':
      if (next == '<') return peek(2) == '=' ? assign(Token::kShiftL, 3) : take(Token::kShiftL, 2);
      return next == '=' ? take(Token::kLessEq, 2) : take(Token::kLess, 1);
    case '>':
      if (next == '>') return peek(2) == '=' ? assign(Token::kShiftR, 3) : take(Token::kShiftR, 2);
      return next == '=' ? take(Token::kGreaterEq, 2) : take(Token::kGreater, 1);
    case '&':
      if (next == '&') return take(Token::kAndAnd, 2);
      return next == '=' ? assign(Token::kAnd, 2) : take(Token::kAnd, 1);
    case '|':
      if (next == '|') return take(Token::kOrOr, 2);
      return next == '=' ? assign(Token::kOr, 2) : take(Token::kOr, 1);
    case '^': return next == '=' ? assign(Token::kXor, 2) : take(Token::kXor, 1);
    case '*':
      if (next == '*') return take(Token::kPower, 2);
      return next == '=' ? assign(Token::kStar, 2) : take(Token::kStar, 1);
    case '/': return next == '=' ? assign(Token::kSlash, 2) : take(Token::kSlash, 1);
    case '%': return next == '=' ? assign(Token::kPercent, 2) : take(Token::kPercent, 1);
    case '+':
    case '-': {
      const bool plus = c == '+';
      if (next == c) {
        if (after_increment_) return error(plus ? kNoLvalueIncrement : kNoLvalueDecrement);
        if (previous_ == Token::kName) return take(plus ? Token::kPostInc : Token::kPostDec, 2);
        std::size_t i = at_ + 2;
        while (i < text_.size() && blank(text_[i])) ++i;
        if (i < text_.size() && starts_name(text_[i])) return take(plus ? Token::kPreInc : Token::kPreDec, 2);
      }
      if (next == '=') return assign(plus ? Token::kPlus : Token::kMinus, 2);
      return take(plus ? Token::kPlus : Token::kMinus, 1);
    }
    default: break;
  }
  const bool operand_due = previous_ != Token::kName && previous_ != Token::kNumber && previous_ != Token::kRight &&
                           previous_ != Token::kPostInc && previous_ != Token::kPostDec;
  error(operand_due ? kOperandExpected : kInvalidOperator);
}

void Compiler::comma() {
  const Nested level(*this);
  if (nesting_ > kMaxArithNesting) return error(kRecursion);
  assignment();
  while (!failed_ && token_ == Token::kComma) {
    read();
    emit(ArithOp::kPop);
    --depth_;
    assignment();
  }
}

// Stores the top of the stack into the last name token's variable.
void Compiler::store() { emit(ArithOp::kStore, name_); }

void Compiler::assignment() {
  const Nested level(*this);
  if (nesting_ > kMaxArithNesting) return error(kRecursion);
  const std::size_t begin = out_->code.size();
  conditional();
  if (failed_ || (token_ != Token::kAssign && token_ != Token::kAssignOp)) return;
  if (previous_ != Token::kName) return error(kNotVariable);
  const NameId name = name_;
  const std::int32_t subscript = subscript_;
  if (token_ == Token::kAssign) {
    if (out_->code.size() == begin + 1) {
      out_->code.pop_back();  // the placeholder that variable() left
    } else {
      emit(ArithOp::kPop);
    }
    --depth_;
    read();
    assignment();
    if (failed_) return;
    if (subscript >= 0) {
      emit(ArithOp::kSubscript, static_cast<std::uint32_t>(subscript));
      emit(ArithOp::kStoreElement);
    } else {
      emit(ArithOp::kStore, name);
    }
    return;
  }
  const Token op = assign_op_;
  // An element's lvalue was dropped after its load; it is wanted again.
  const bool keep = subscript >= 0 && out_->code.back().op == ArithOp::kDropElement;
  if (keep) out_->code.pop_back();
  read();
  assignment();
  if (failed_) return;
  binary(operation(op), last_);
  if (subscript >= 0) {
    if (!keep) emit(ArithOp::kSubscript, static_cast<std::uint32_t>(subscript));
    emit(ArithOp::kStoreElement);
  } else {
    emit(ArithOp::kStore, name);
  }
}

void Compiler::conditional() {
  logical(1);
  if (failed_ || token_ != Token::kQuestion) return;
  const Nested level(*this);
  if (nesting_ > kMaxArithNesting) return error(kRecursion);
  read();
  if (failed_) return;
  if (token_ == Token::kEnd || token_ == Token::kColon) return error(kExpressionExpected);
  const std::uint32_t otherwise = jump(ArithOp::kJumpIfZero);
  --depth_;
  comma();
  if (failed_) return;
  if (token_ != Token::kColon) return unexpected(kColonExpected);
  const std::uint32_t end = jump(ArithOp::kJump);
  pending_.pop_back();
  land(otherwise);
  pending_.push_back(end);
  --depth_;
  read();
  if (failed_) return;
  if (token_ == Token::kEnd) return error(kExpressionExpected);
  conditional();
  if (failed_) return;
  land(end);
  previous_ = Token::kRight;  // the result is no variable
}

// Binary operators of at least that precedence, left to right; ** right to left.
void Compiler::logical(int least) {
  const Nested level(*this);
  if (nesting_ > kMaxArithNesting) return error(kRecursion);
  operand();
  while (!failed_) {
    const Token op = token_;
    const int p = precedence(op);
    if (p < least || p == 0) return;
    if (op == Token::kAndAnd || op == Token::kOrOr) {
      // a && b: a; if zero push 0, else b made boolean.
      const std::uint32_t skip = jump(op == Token::kAndAnd ? ArithOp::kJumpIfZero : ArithOp::kJumpIfNotZero);
      --depth_;
      read();
      logical(p + 1);
      if (failed_) return;
      emit(ArithOp::kBool);
      const std::uint32_t end = emit(ArithOp::kJump);
      land(skip);
      emit(ArithOp::kConst, 0, op == Token::kAndAnd ? 0 : 1);
      out_->code[end].a = static_cast<std::uint32_t>(out_->code.size());
    } else {
      const std::size_t divisor = at_;
      read();
      logical(op == Token::kPower ? p : p + 1);
      if (failed_) return;
      std::size_t position = last_;
      if (op == Token::kSlash || op == Token::kPercent) {
        position = divisor;
        while (position < text_.size() && blank(text_[position])) ++position;
      }
      binary(operation(op), position);
    }
    previous_ = Token::kRight;  // the result is no variable
  }
}

void Compiler::operand() {
  const Nested level(*this);
  if (nesting_ > kMaxArithNesting) return error(kRecursion);
  const Token t = token_;
  if (t != Token::kNot && t != Token::kTilde && t != Token::kMinus && t != Token::kPlus) return primary();
  read();
  operand();
  if (failed_) return;
  // Folded for constants, so that -1 is one instruction.
  ArithInstruction& last = out_->code.back();
  if (t == Token::kMinus && last.op == ArithOp::kConst && previous_ == Token::kNumber) {
    last.value = static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(last.value));
  } else if (t != Token::kPlus) {
    emit(t == Token::kNot ? ArithOp::kNot : t == Token::kTilde ? ArithOp::kComplement : ArithOp::kNegate);
  }
  previous_ = Token::kRight;
}

void Compiler::primary() {
  switch (token_) {
    case Token::kPreInc:
    case Token::kPreDec: {
      const bool up = token_ == Token::kPreInc;
      read();
      if (failed_) return;
      if (token_ != Token::kName) return error(kIdentifierExpected);
      const std::size_t mark = out_->code.size();
      if (subscript_ >= 0) {
        emit(ArithOp::kSubscript, static_cast<std::uint32_t>(subscript_));
        push(up ? ArithOp::kIncrementElement : ArithOp::kDecrementElement);
      } else {
        push(up ? ArithOp::kPreIncrement : ArithOp::kPreDecrement, name_);
      }
      token_ = Token::kNumber;
      after_increment_ = true;
      read();
      after_increment_ = false;
      if (failed_) undo_since(mark);
      return;
    }
    case Token::kLeft:
      read();
      comma();
      if (failed_) return;
      if (token_ != Token::kRight) return unexpected(kMissingParenthesis);
      return read();
    case Token::kNumber:
      push(ArithOp::kConst, 0, number_);
      return read();
    case Token::kName: return variable();
    default: return error(kOperandExpected);
  }
}

// x y @: bash looks on over names, and finds the error before it fetches any of them.
void Compiler::look_on() {
  const std::size_t at = at_, last = last_;
  const Token previous = previous_;
  const NameId name = name_;
  const std::int32_t subscript = subscript_;
  while (!failed_ && token_ == Token::kName) read();
  if (failed_) return;
  at_ = at;
  last_ = last;
  token_ = Token::kName;
  previous_ = previous;
  name_ = name;
  subscript_ = subscript;
}

// Of a name token that is not wanted, only its effects.
void Compiler::fetch_and_drop() {
  if (assignment_follows()) return;
  const auto position = static_cast<std::int64_t>(last_);
  if (subscript_ >= 0) emit(ArithOp::kSubscript, static_cast<std::uint32_t>(subscript_), position);
  push(subscript_ >= 0 ? ArithOp::kLoadElement : ArithOp::kLoad, name_, position);
  if (subscript_ >= 0) emit(ArithOp::kDropElement);
  emit(ArithOp::kPop);
  --depth_;
}

void Compiler::variable() {
  const NameId name = name_;
  const std::int32_t subscript = subscript_;
  if (assignment_follows()) {
    push(ArithOp::kConst);  // assignment() takes it away
    return read();
  }
  const auto position = static_cast<std::int64_t>(last_);
  read();
  if (!failed_ && token_ == Token::kName) look_on();
  if (failed_) return;
  if (subscript >= 0) emit(ArithOp::kSubscript, static_cast<std::uint32_t>(subscript), position);
  push(subscript >= 0 ? ArithOp::kLoadElement : ArithOp::kLoad, name, position);
  if (token_ == Token::kPostInc || token_ == Token::kPostDec) {
    const bool up = token_ == Token::kPostInc;
    ArithInstruction& load = out_->code.back();
    if (subscript >= 0) load.op = up ? ArithOp::kPostIncrementElement : ArithOp::kPostDecrementElement;
    else load.op = up ? ArithOp::kPostIncrement : ArithOp::kPostDecrement;
    token_ = Token::kNumber;
    return read();
  }
  if (subscript >= 0) emit(ArithOp::kDropElement);
}

}  // namespace

ArithText::ArithText(std::string_view t) : text(t), plain(t.find_first_of(kExpanding) == t.npos) {}

std::size_t ArithText::close_of(std::size_t open) const {
  if (!plain) return subscript_end(text, open);
  const std::size_t next = text.find_first_of("[]", open + 1);
  if (next == text.npos || text[next] == ']') return next;
  constexpr std::uint32_t kNone = UINT32_MAX;
  if (closes_.empty()) {
    closes_.assign(text.size(), kNone);
    std::vector<std::uint32_t> opened;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '[') {
        opened.push_back(static_cast<std::uint32_t>(i));
      } else if (text[i] == ']' && !opened.empty()) {
        closes_[opened.back()] = static_cast<std::uint32_t>(i);
        opened.pop_back();
      }
    }
  }
  return closes_[open] == kNone ? text.npos : closes_[open];
}

Ref<const ArithProgram> compile_arith(Ref<const ArithText> source, std::string_view part, NameTable& names) {
  return Compiler(std::move(source), part, names).compile();
}
Ref<const ArithProgram> compile_arith(std::string_view text, NameTable& names) {
  auto source = make_ref<ArithText>(text);
  const std::string_view all = source->text;
  return compile_arith(Ref<const ArithText>(std::move(source)), all, names);
}

std::string_view arith_message(std::uint32_t number) { return kMessages[number]; }

Ref<const ArithProgram> ArithCache::get(std::string_view text, NameTable& names) {
  if (text.size() > kLongest) return compile_arith(text, names);
  if (slots_.empty()) slots_.resize(kSlots);
  Ref<const ArithProgram>& slot = slots_[std::hash<std::string_view>()(text) % kSlots];
  if (!slot || slot->text != text) slot = compile_arith(text, names);
  return slot;
}

}  // namespace nacre
