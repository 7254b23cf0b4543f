// test and [ (bash manual 4.1, 6.4; POSIX XCU test): the builtins, and the programs /usr/bin/test and /usr/bin/[.
//
// Up to four arguments mean what POSIX says for their number; more are an expression with -o, -a, ! and parentheses. The
// operators are those of src/expand/conditions.h.
#include "src/expand/conditions.h"
#include "src/process/io.h"
#include "src/shell/builtin.h"

namespace nacre {
namespace {

constexpr int kTrueStatus = 0, kFalseStatus = 1, kErrorStatus = 2;

class TestExpression {
 public:
  // argv[begin...end) are the operands; for [ there is a "]" at argv[end].
  TestExpression(Environment& env, const Fields& argv, std::size_t begin, std::size_t end)
      : env_(env), argv_(argv), at_(begin), end_(end) {}

  Task<int> value() {
    const bool result = co_await by_count();
    if (failed_) co_return kErrorStatus;
    if (at_ < end_) {
      if (argv_[at_].starts_with('-')) env_.complain("syntax error: `" + argv_[at_] + "' unexpected");
      else env_.complain("too many arguments");
      co_return kErrorStatus;
    }
    co_return result ? kTrueStatus : kFalseStatus;
  }

 private:
  std::size_t left() const { return end_ - at_; }
  bool is(std::size_t ahead, std::string_view text) const { return ahead < left() && argv_[at_ + ahead] == text; }
  bool error(std::string text) {
    if (!failed_) env_.complain(text);
    failed_ = true;
    return false;
  }

  Task<bool> by_count() {
    switch (left()) {
      case 0: co_return false;
      case 1: co_return one();
      case 2: co_return co_await two();
      case 3: co_return co_await three();
      case 4:
        if (is(0, "!")) {
          ++at_;
          co_return !co_await three();
        }
        if (is(0, "(") && is(3, ")")) {
          ++at_;
          const bool v = co_await two();
          ++at_;
          co_return v;
        }
        break;
      default: break;
    }
    co_return co_await alternatives();
  }

  bool one() { return !argv_[at_++].empty(); }
  Task<bool> two() {
    if (is(0, "!")) {
      ++at_;
      co_return !one();
    }
    if (unary_operator(argv_[at_])) co_return co_await unary();
    co_return error(argv_[at_] + ": unary operator expected");
  }
  Task<bool> three() {
    if (binary_operator(argv_[at_ + 1]) != CondOp::kNone) co_return binary();
    if (is(1, "-a") || is(1, "-o")) {
      const bool first = !argv_[at_].empty(), second = !argv_[at_ + 2].empty(), both = is(1, "-a");
      at_ += 3;
      co_return both ? first && second : first || second;
    }
    if (is(0, "!")) {
      ++at_;
      co_return !co_await two();
    }
    if (is(0, "(") && is(2, ")")) {
      const bool v = !argv_[at_ + 1].empty();
      at_ += 3;
      co_return v;
    }
    co_return error(argv_[at_ + 1] + ": binary operator expected");
  }

  Task<bool> unary() {
    const char letter = unary_operator(argv_[at_]);
    const std::string& operand = argv_[at_ + 1];
    at_ += 2;
    if (letter == 't' && !test_integer(operand)) co_return false;
    auto v = co_await unary_test(env_, letter, operand);
    if (!v) failed_ = true;
    co_return v.value_or(false);
  }
  bool binary() {
    auto v = binary_test(env_, binary_operator(argv_[at_ + 1]), argv_[at_], argv_[at_ + 2]);
    at_ += 3;
    if (!v) failed_ = true;
    return v.value_or(false);
  }

  // expression: term -a term ... -o term -a ...; all terms are evaluated, as bash does.
  Task<bool> alternatives() {
    bool any = co_await conjunction();
    while (!failed_ && is(0, "-o")) {
      ++at_;
      const bool v = co_await conjunction();
      any = any || v;
    }
    co_return any;
  }
  Task<bool> conjunction() {
    bool all = co_await term();
    while (!failed_ && is(0, "-a")) {
      ++at_;
      const bool v = co_await term();
      all = all && v;
    }
    co_return all;
  }
  Task<bool> term() {
    bool negated = false;
    while (is(0, "!")) {
      negated = !negated;
      ++at_;
    }
    if (left() == 0) co_return error("argument expected");
    if (is(0, "(")) {
      ++at_;
      if (left() == 0) co_return error("argument expected");
      const bool v = co_await alternatives();
      if (failed_) co_return false;
      if (!is(0, ")")) {
        // What stands there, the ] of [ included.
        const bool something = at_ < argv_.size();
        co_return error(something ? "`)' expected, found " + argv_[at_] : "`)' expected");
      }
      ++at_;
      co_return v != negated;
    }
    bool v;
    if (left() >= 3 && binary_operator(argv_[at_ + 1]) != CondOp::kNone) v = binary();
    else if (left() >= 2 && unary_operator(argv_[at_])) v = co_await unary();
    else v = one();
    co_return v != negated;
  }

  Environment& env_;
  const Fields& argv_;
  std::size_t at_, end_;
  bool failed_ = false;
};

// The forms that scripts are full of, without a coroutine: [ x ], [ -f x ], [ a = b ], and ! before them. -1: not one.
int simple_value(Environment& env, const Fields& argv, std::size_t begin, std::size_t end) {
  bool negated = false;
  if (end - begin == 4 && argv[begin] == "!") {
    negated = true;
    ++begin;
  }
  bool v;
  switch (end - begin) {
    case 0: return kFalseStatus;
    case 1: v = !argv[begin].empty(); break;
    case 2: {
      const char letter = unary_operator(argv[begin]);
      if (letter == 'n' || letter == 'z') {
        v = argv[begin + 1].empty() == (letter == 'z');
        break;
      }
      constexpr std::string_view kFileTests = "abcdefghkprsuwxLGNOS";
      if (!letter || kFileTests.find(letter) == kFileTests.npos) return -1;
      v = file_test(env, letter, argv[begin + 1]);
      break;
    }
    case 3: {
      const CondOp op = binary_operator(argv[begin + 1]);
      if (op == CondOp::kNone) return -1;
      auto result = binary_test(env, op, argv[begin], argv[begin + 2]);
      if (!result) return kErrorStatus;
      v = *result;
      break;
    }
    default: return -1;
  }
  return v != negated ? kTrueStatus : kFalseStatus;
}

Task<int> general_value(Environment& env, const Fields& argv, std::size_t end) {
  TestExpression expression(env, argv, 1, end);
  co_return co_await expression.value();
}

Task<int> evaluate(Environment& env, const Fields& argv, bool bracket) {
  std::size_t end = argv.size();
  if (bracket) {
    if (argv.back() != "]" || end == 1) {
      env.complain("missing `]'");
      return Task<int>::ready(kErrorStatus);
    }
    --end;
  }
  const int quick = simple_value(env, argv, 1, end);
  return quick >= 0 ? Task<int>::ready(quick) : general_value(env, argv, end);
}

Task<int> test_main(Shell& sh, Fields& argv) { return evaluate(sh, argv, false); }
Task<int> bracket_main(Shell& sh, Fields& argv) { return evaluate(sh, argv, true); }
const Builtin kTest("test", test_main);
const Builtin kBracket("[", bracket_main);

// The programs. They have no variables and no options; messages begin with the program's name.
Task<int> test_program(Process& p, bool bracket) {
  if (bracket && p.argv.size() == 2 && (p.argv[1] == "--help" || p.argv[1] == "--version")) {
    const bool help = p.argv[1] == "--help";
    (void)co_await p.write(1, help ? "Usage: test EXPRESSION\n  or:  test\n  or:  [ EXPRESSION ]\n  or:  [ ]\n"
                                     "  or:  [ OPTION\nExit with the status determined by EXPRESSION.\n"
                                   : "[ (GNU coreutils) 9.1\n");
    co_return 0;
  }
  int status;
  std::string messages;
  {
    Shell sh(p, make_ref<NameTableBox>());
    sh.command_name = bracket ? "[" : "test";
    status = co_await evaluate(sh, p.argv, bracket);
    const std::string location = sh.location();
    messages = std::move(sh.messages);
    if (messages.starts_with(location)) messages.erase(0, location.size());
  }
  if (!messages.empty()) p.write_stderr(messages);
  co_return status;
}
Task<int> test_program_main(Process& p) { return test_program(p, false); }
Task<int> bracket_program_main(Process& p) { return test_program(p, true); }
const Program kTestProgram("test", test_program_main);
const Program kBracketProgram("[", bracket_program_main);

}  // namespace
}  // namespace nacre
