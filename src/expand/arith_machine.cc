// Running arithmetic: instructions, variables (whose values may be expressions themselves), array elements.
#include "src/expand/arith_machine.h"

#include <algorithm>

#include "src/expand/assign.h"

namespace nacre {
namespace {

// Attributes that a plain number cannot simply be read from, or written to.
constexpr std::uint16_t kSlowLoad = kNameref | kIndexed | kAssociative | kDynamic;
constexpr std::uint16_t kSlowStore = kSlowLoad | kReadonly | kNoAssign;
constexpr std::uint32_t kWorkPerPause = 2000;

std::int64_t wrap(std::uint64_t n) { return static_cast<std::int64_t>(n); }

std::int64_t power(std::int64_t base, std::int64_t exponent) {
  std::uint64_t result = 1, b = static_cast<std::uint64_t>(base);
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result *= b;
    b *= b;
  }
  return wrap(result);
}

}  // namespace

ArithMachine::ArithMachine(Environment& env, Ref<const ArithProgram> program)
    : env_(env), program_(std::move(program)) {
  reserve(program_->max_stack);
}

ArithMachine::ArithMachine(ArithMachine&& o) noexcept
    : env_(o.env_), program_(std::move(o.program_)), pc_(o.pc_), stop_(o.stop_), failure_(o.failure_), size_(o.size_),
      capacity_(o.capacity_), value_(o.value_), large_(std::move(o.large_)), frames_(std::move(o.frames_)), rests_(o.rests_),
      elements_(std::move(o.elements_)), pending_(std::move(o.pending_)), work_(o.work_), index_due_(o.index_due_) {
  if (o.stack_ == o.inline_) {
    std::copy(o.inline_, o.inline_ + size_, inline_);
    stack_ = inline_;
  } else {
    stack_ = large_.data();
  }
}

void ArithMachine::reserve(std::uint32_t more) {
  if (size_ + more <= capacity_) return;
  std::vector<std::int64_t> larger((size_ + more) * 2);
  std::copy(stack_, stack_ + size_, larger.begin());
  large_ = std::move(larger);
  stack_ = large_.data();
  capacity_ = large_.size();
}

bool ArithMachine::error(std::uint32_t message, std::int64_t position, std::size_t end, bool in_subscript) {
  std::string_view text = program_->text;
  text = text.substr(0, end);
  const std::size_t at = std::min(static_cast<std::size_t>(position), text.size());
  const std::string_view token = text.substr(at);
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  std::string words(text);
  words += ": ";
  words += arith_message(message);
  words += " (error token is \"";
  words += token;
  words += "\")";
  // An error in a subscript names no command and reaches further.
  for (const Frame& f : frames_) in_subscript |= f.use == Use::kIndex;
  if (in_subscript) env_.report(words);
  else env_.complain(words);
  failure_ = {in_subscript ? Failure::kTopLevel : Failure::kDiscard, 1};
  stop_ = Stop::kFailed;
  return false;
}

bool ArithMachine::unbound(std::string_view name) {
  env_.report_error(std::string(name) + ": unbound variable");
  failure_ = {Failure::kExit, 1};
  stop_ = Stop::kFailed;
  return false;
}

bool ArithMachine::readonly(NameId id) {
  env_.report_error(std::string(env_.names().text(id)) + ": readonly variable");
  failure_ = {Failure::kDiscard, 1};
  stop_ = Stop::kFailed;
  return false;
}

// ---------------------------------------------------------------- programs within programs

bool ArithMachine::enter(Ref<const ArithProgram> program, Use use, std::int64_t position) {
  if (full()) return error(kRecursion, position, std::string_view::npos, use == Use::kIndex);
  frames_.push_back({std::move(program_), pc_, use});
  program_ = std::move(program);
  pc_ = 0;
  reserve(program_->max_stack);
  if (++work_ % kWorkPerPause == 0) stop_ = Stop::kPause;
  return false;
}

bool ArithMachine::enter_text(std::string_view text, Use use, std::int64_t position) {
  return enter(env_.arith_cache().get(text, env_.names()), use, position);
}

// The running program has ended with its value on the stack.
bool ArithMachine::leave() {
  Frame f = std::move(frames_.back());
  frames_.pop_back();
  program_ = std::move(f.program);
  pc_ = f.pc;
  if (f.use == Use::kIndex) elements_.back().index = stack_[--size_];
  if (f.use == Use::kRest) --rests_;
  return false;
}

void ArithMachine::expanded(std::string text) {
  Element& e = elements_.back();
  if (e.associative) e.key = std::move(text);
  else pending_ = std::move(text), index_due_ = true;
}

// ---------------------------------------------------------------- variables

bool ArithMachine::load_text(std::string_view text, std::int64_t position) {
  return enter_text(text, Use::kValue, position);
}

bool ArithMachine::load(const ArithInstruction& in) {
  const Variable* v = env_.variables.find(in.a);
  std::int64_t n = 0;
  if (!v || (v->attributes & kSlowLoad) || !v->has_scalar() || !v->number(n)) return load_slow(in);
  push(n);
  return true;
}

bool ArithMachine::load_slow(const ArithInstruction& in) {
  const NameId id = in.a;
  const Variable* v = env_.variables.find(id);
  std::int64_t n = 0;
  if (v && (v->attributes & kSlowLoad)) {
    NameId name = id;
    if (v->has(kNameref)) {
      Target t = resolve(env_, id);
      if (t.name == kNoName) {
        push(0);
        return true;
      }
      name = t.name;
      if (t.subscripted) {
        return load_text(std::string(env_.names().text(name)) + "[" + t.subscript + "]", in.value);
      }
    }
    v = env_.lookup(name);
  }
  if (!v || !v->has_scalar()) {
    if (!(v && v->is_set()) && env_.on(ShellOption::kNounset)) return unbound(env_.names().text(id));   // not of an array
    push(0);
    return true;
  }
  if (v->number(n)) {
    push(n);
    return true;
  }
  return load_text(v->text(), in.value);
}

bool ArithMachine::store(NameId id, std::int64_t n) {
  Variable& v = env_.variables.own(id);
  if (v.attributes & kSlowStore) return store_slow(id, n);
  v.set_number(n);
  if (env_.on(ShellOption::kAllexport)) v.attributes |= kExport;
  env_.variables.changed(id, v);
  return true;
}

bool ArithMachine::store_slow(NameId id, std::int64_t n) {
  const Target t = resolve(env_, id);
  if (t.name == kNoName) return true;
  if (t.subscripted) {
    --size_;  // the value comes again from the program
    return enter_text(std::string(env_.names().text(t.name)) + "[" + t.subscript + "]=" + std::to_string(n),
                      Use::kValue, 0);
  }
  Variable& v = env_.variables.own(t.name);
  if (v.has(kReadonly)) return readonly(t.name);
  if (v.has(kNoAssign)) return true;
  if (v.has(kIndexed)) v.own_indexed().set(0, std::to_string(n));
  else if (v.has(kAssociative)) v.own_assoc().set("0", std::to_string(n));
  else v.set_number(n);
  if (v.has(kDynamic) && v.dynamic->assigned) v.dynamic->assigned(env_, v);
  if (env_.on(ShellOption::kAllexport)) v.attributes |= kExport;
  env_.variables.changed(t.name, v);
  return true;
}

bool ArithMachine::increment(const ArithInstruction& in) {
  const NameId id = in.a;
  const bool up = in.op == ArithOp::kPreIncrement || in.op == ArithOp::kPostIncrement;
  const bool after = in.op == ArithOp::kPostIncrement || in.op == ArithOp::kPostDecrement;
  const Variable* v = env_.variables.find(id);
  std::int64_t n = 0;
  if (v && !(v->attributes & kSlowStore) && v->is_set() && v->number(n)) {
    const std::int64_t next = wrap(static_cast<std::uint64_t>(n) + (up ? 1 : -1));
    Variable& mine = env_.variables.own(id);
    mine.set_number(next);
    if (env_.on(ShellOption::kAllexport)) mine.attributes |= kExport;
    env_.variables.changed(id, mine);
    push(after ? n : next);
    return true;
  }
  return increment_slow(in);
}

// Of an element that a nameref names, as an expression: x++ is (x+=1)-1.
bool ArithMachine::increment_slow(const ArithInstruction& in) {
  const NameId id = in.a;
  const bool up = in.op == ArithOp::kPreIncrement || in.op == ArithOp::kPostIncrement;
  const bool after = in.op == ArithOp::kPostIncrement || in.op == ArithOp::kPostDecrement;
  const Variable* v = env_.variables.find(id);
  std::string name(env_.names().text(id));
  if (v && v->has(kNameref)) {
    const Target t = resolve(env_, id);
    if (t.name != kNoName) name = env_.names().text(t.name);
    if (t.subscripted) name += "[" + t.subscript + "]";
  } else {
    if (!load_slow(in)) return increment_later(up, after, {ArithOp::kStore, id});
    const std::int64_t n = stack_[size_ - 1], next = wrap(static_cast<std::uint64_t>(n) + (up ? 1 : -1));
    stack_[size_ - 1] = after ? n : next;
    return store(id, next);
  }
  std::string text = "(" + name + (up ? "+=1)" : "-=1)");
  if (after) text += up ? "-1" : "+1";
  return enter_text(text, Use::kValue, in.value);
}

// ---------------------------------------------------------------- elements

bool ArithMachine::subscript(const ArithInstruction& in) {
  const ArithProgram::Subscript& s = program_->subscripts[in.a];
  Element e;
  e.name = s.name;
  const Variable* v = env_.lookup(s.name);
  if (v && v->has(kNameref)) {
    const Target t = resolve(env_, s.name);
    if (t.name != kNoName && !t.subscripted) e.name = t.name;
    v = env_.lookup(e.name);
  }
  e.text = s.text;
  e.associative = v && v->has(kAssociative);
  const auto complain = [&] {
    env_.report_error(std::string(env_.names().text(e.name)) + "[" + std::string(s.text) + "]: bad array subscript");
    e.bad = true;
  };
  if (s.text.empty()) {
    complain();
    complain();
  } else if (e.associative) {
    e.key = s.text;
    elements_.push_back(std::move(e));
    if (!s.expands) return true;
    pending_ = s.text;
    stop_ = Stop::kExpand;
    return false;
  } else if (s.text == "@" || s.text == "*") {
    complain();
  }
  elements_.push_back(std::move(e));
  if (elements_.back().bad) return true;
  if (s.expands) {
    pending_ = s.text;
    stop_ = Stop::kExpand;
    return false;
  }
  if (!s.program) s.program = compile_arith(program_->source, s.text, env_.names());
  // Constants and variables that hold numbers need no frame.
  const ArithInstruction& first = s.program->code[0];
  if (s.program->code.size() == 2 && s.program->code[1].op == ArithOp::kEnd && !full()) {
    if (first.op == ArithOp::kConst) {
      elements_.back().index = first.value;
      return true;
    }
    const Variable* index = first.op == ArithOp::kLoad ? env_.variables.find(first.a) : nullptr;
    if (index && !(index->attributes & kSlowLoad) && index->is_set() && index->number(elements_.back().index))
      return true;
  }
  return enter(s.program, Use::kIndex, in.value);
}

// The index counted from the start; false when it lies before it.
bool ArithMachine::index_of(const Element& e, std::int64_t& index) {
  index = e.index;
  if (index >= 0) return true;
  const Variable* v = env_.variables.find(e.name);
  const std::int64_t last = v && v->indexed() ? v->indexed()->last() : v && v->has_scalar() && !v->is_array() ? 0 : -1;
  index += last + 1;
  return index >= 0;
}

bool ArithMachine::load_element(std::int64_t position) {
  Element& e = elements_.back();
  if (e.bad) {
    if (e.text.empty() && env_.on(ShellOption::kNounset)) return unbound("(null)");
    push(0);
    return true;
  }
  const Variable* v = env_.lookup(e.name);
  const std::string* text = nullptr;
  std::int64_t index = 0;
  if (e.associative) {
    text = v && v->assoc() ? v->assoc()->find(e.key) : nullptr;
  } else if (!index_of(e, index)) {
    env_.report_error(std::string(env_.names().text(e.name)) + ": bad array subscript");
    e.again = true;
    push(0);
    return true;
  } else if (v && v->has(kIndexed)) {
    e.index = index;   // what is evaluated before it is assigned may make the array longer
    text = v->indexed() ? v->indexed()->find(index) : nullptr;
  } else if (v && index == 0 && v->has_scalar()) {
    std::int64_t n = 0;
    if (v->number(n)) {
      push(n);
      return true;
    }
    return load_text(v->text(), position);
  }
  if (!text) {
    // set -u asks for the variable, not for the element.
    if (env_.on(ShellOption::kNounset) && (!v || !v->is_set())) return unbound(env_.names().text(e.name));
    push(0);
    return true;
  }
  Variable scratch;  // for the reading of constants
  scratch.set_text(*text);
  std::int64_t n = 0;
  if (scratch.number(n)) {
    push(n);
    return true;
  }
  return load_text(*text, position);
}

// The top element, whose index is to be found anew, becomes n; the value on the stack, n + change, comes again.
bool ArithMachine::store_again(std::int64_t n, int change) {
  const Element e = std::move(elements_.back());
  elements_.pop_back();
  --size_;
  std::string text = "(";
  ((((text += env_.names().text(e.name)) += '[') += e.text) += "]=") += std::to_string(n);
  text += change < 0 ? ")-1" : change > 0 ? ")+1" : ")";
  return enter_text(text, Use::kValue, 0);
}

bool ArithMachine::store_element(std::int64_t n) {
  if (elements_.back().again) return store_again(n, 0);
  const Element e = std::move(elements_.back());
  elements_.pop_back();
  if (e.bad) return true;
  const Variable* old = env_.variables.find(e.name);
  if (old && old->has(kReadonly)) return readonly(e.name);
  if (old && old->has(kNoAssign)) return true;
  std::int64_t index = 0;
  if (!e.associative && !index_of(e, index)) {
    env_.report_error(std::string(env_.names().text(e.name)) + "[" + std::string(e.text) + "]: bad array subscript");
    return true;
  }
  Variable& v = env_.variables.own(e.name);
  if (e.associative) {
    v.own_assoc().set(e.key, std::to_string(n));
  } else {
    if (!v.has(kIndexed)) make_indexed(v);
    v.own_indexed().set(index, std::to_string(n));
  }
  if (v.has(kDynamic) && v.dynamic->assigned) v.dynamic->assigned(env_, v);
  env_.variables.changed(e.name, v);
  return true;
}

// ++ and -- whose value is an expression that is being evaluated: what is left to do when it is there.
bool ArithMachine::increment_later(bool up, bool after, ArithInstruction store) {
  if (stop_ == Stop::kFailed) return false;
  Frame& waiting = frames_.back();
  Ref<ArithProgram> rest = make_ref<ArithProgram>();
  rest->source = waiting.program->source;
  rest->text = waiting.program->text;
  rest->max_stack = 4;
  rest->code = {{ArithOp::kConst, 0, up ? 1 : -1}, {ArithOp::kAdd}, store};
  if (after) rest->code.insert(rest->code.end(), {{ArithOp::kConst, 0, up ? -1 : 1}, {ArithOp::kAdd}});
  rest->code.push_back({ArithOp::kEnd});
  // The outer program goes on after `rest`, which goes on after the value.
  Frame inner{rest, 0, Use::kRest};
  frames_.push_back(std::move(inner));
  ++rests_;
  reserve(4);
  return false;
}

// ++ and -- of the top element: its value is loaded first.
bool ArithMachine::increment_element(ArithOp op) {
  const std::uint32_t here = pc_ - 1;
  const bool up = op == ArithOp::kIncrementElement || op == ArithOp::kPostIncrementElement;
  const bool after = op == ArithOp::kPostIncrementElement || op == ArithOp::kPostDecrementElement;
  const std::size_t before = size_;
  if (!load_element(program_->code[here].value)) return increment_later(up, after, {ArithOp::kStoreElement});
  const std::int64_t n = stack_[before];
  const std::int64_t next = wrap(static_cast<std::uint64_t>(n) + (up ? 1 : -1));
  stack_[before] = after ? n : next;
  if (elements_.back().again) return store_again(next, !after ? 0 : up ? -1 : 1);
  return store_element(next);
}

// ---------------------------------------------------------------- operators

// The operators that can fail: / % **
bool ArithMachine::divide(const ArithInstruction& in, std::int64_t b) {
  std::int64_t& top = stack_[size_ - 1];
  if (in.op == ArithOp::kPower) {
    if (b < 0) return error(kNegativeExponent, in.value);
    top = power(top, b);
  } else if (b == 0) {
    return error(kDivisionByZero, in.value);
  } else if (b == -1) {
    top = in.op == ArithOp::kDivide ? wrap(0 - static_cast<std::uint64_t>(top)) : 0;
  } else {
    top = in.op == ArithOp::kDivide ? top / b : top % b;
  }
  return true;
}

bool ArithMachine::binary(const ArithInstruction& in) {
  const std::int64_t b = stack_[--size_];
  std::int64_t& top = stack_[size_ - 1];
  const std::int64_t a = top;
  const auto ua = static_cast<std::uint64_t>(a), ub = static_cast<std::uint64_t>(b);
  switch (in.op) {
    case ArithOp::kMultiply: top = wrap(ua * ub); break;
    case ArithOp::kDivide:
    case ArithOp::kModulo:
    case ArithOp::kPower: return divide(in, b);
    case ArithOp::kAdd: top = wrap(ua + ub); break;
    case ArithOp::kSubtract: top = wrap(ua - ub); break;
    case ArithOp::kShiftLeft: top = wrap(ua << (ub & 63)); break;
    case ArithOp::kShiftRight: top = a >> (ub & 63); break;
    case ArithOp::kLess: top = a < b; break;
    case ArithOp::kLessEqual: top = a <= b; break;
    case ArithOp::kGreater: top = a > b; break;
    case ArithOp::kGreaterEqual: top = a >= b; break;
    case ArithOp::kEqual: top = a == b; break;
    case ArithOp::kNotEqual: top = a != b; break;
    case ArithOp::kBitAnd: top = a & b; break;
    case ArithOp::kBitXor: top = a ^ b; break;
    default: top = a | b; break;
  }
  return true;
}

ArithMachine::Stop ArithMachine::run() {
  stop_ = Stop::kDone;
  if (index_due_) {
    index_due_ = false;
    const std::string text = std::move(pending_);
    enter_text(text, Use::kIndex, 0);
    if (stop_ != Stop::kDone) return stop_;
  }
  for (;;) {
    const ArithInstruction& in = program_->code[pc_++];
    bool on = true;
    switch (in.op) {
      case ArithOp::kConst: push(in.value); break;
      case ArithOp::kLoad: on = load(in); break;
      case ArithOp::kStore: on = store(in.a, stack_[size_ - 1]); break;
      case ArithOp::kPreIncrement:
      case ArithOp::kPreDecrement:
      case ArithOp::kPostIncrement:
      case ArithOp::kPostDecrement: on = increment(in); break;
      case ArithOp::kSubscript: on = subscript(in); break;
      case ArithOp::kLoadElement: on = load_element(in.value); break;
      case ArithOp::kStoreElement: on = store_element(stack_[size_ - 1]); break;
      case ArithOp::kIncrementElement: case ArithOp::kDecrementElement: case ArithOp::kPostIncrementElement:
      case ArithOp::kPostDecrementElement:
        on = increment_element(in.op);
        break;
      case ArithOp::kDropElement: elements_.pop_back(); break;
      case ArithOp::kNegate: stack_[size_ - 1] = wrap(0 - static_cast<std::uint64_t>(stack_[size_ - 1])); break;
      case ArithOp::kNot: stack_[size_ - 1] = !stack_[size_ - 1]; break;
      case ArithOp::kComplement: stack_[size_ - 1] = ~stack_[size_ - 1]; break;
      case ArithOp::kBool: stack_[size_ - 1] = stack_[size_ - 1] != 0; break;
      case ArithOp::kPop: --size_; break;
      case ArithOp::kJump: pc_ = in.a; break;
      case ArithOp::kJumpIfZero:
        if (stack_[--size_] == 0) pc_ = in.a;
        break;
      case ArithOp::kJumpIfNotZero:
        if (stack_[--size_] != 0) pc_ = in.a;
        break;
      case ArithOp::kError: on = error(in.a, in.value & 0xffffffff, static_cast<std::size_t>(static_cast<std::uint64_t>(in.value) >> 32)); break;
      case ArithOp::kEnd:
        if (frames_.empty()) {
          value_ = stack_[--size_];
          return Stop::kDone;
        }
        leave();
        break;
      default: on = binary(in); break;
    }
    if (!on && stop_ != Stop::kDone) return stop_;
  }
}

}  // namespace nacre
