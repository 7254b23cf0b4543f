// expr EXPRESSION (POSIX; GNU coreutils 9.1): evaluates an expression of separate arguments.
//
// A recursive descent over the operators: | & comparison + - * / % : and the functions match, substr, index, length. Numbers may
// have any size; when arithmetic takes too long the answer is "Numerical result out of range", status 3.
#include <cstdint>
#include <optional>

#include "src/base/numbers.h"
#include "src/base/utf8.h"
#include "src/commands/big_integer.h"
#include "src/process/io.h"
#include "src/process/locale.h"
#include "src/process/options.h"
#include "src/regex/regex.h"

namespace nacre {
namespace {

constexpr Synopsis kSynopsis{
    "expr", "EXPRESSION\nOPTION",
    "Print the value of EXPRESSION to standard output.  The operators, those that bind weakest first:\n"
    "  ARG1 | ARG2       ARG1 if it is neither null nor 0, otherwise ARG2\n"
    "  ARG1 & ARG2       ARG1 if neither argument is null or 0, otherwise 0\n"
    "  ARG1 < ARG2       also <= = == != >= >: 1 or 0; numbers as numbers, else as text\n"
    "  ARG1 + ARG2       also -\n"
    "  ARG1 * ARG2       also / and %\n"
    "  STRING : REGEXP   anchored pattern match of REGEXP in STRING\n"
    "  match STRING REGEXP, substr STRING POS LENGTH, index STRING CHARS, length STRING\n"
    "  + TOKEN           TOKEN as a string, even if it is a keyword or an operator\n"
    "  ( EXPRESSION )",
    {}, "Exit status is 0 if EXPRESSION is neither null nor 0, 1 if it is, 2 if it is syntactically invalid, 3 on an error.", 2};

constexpr int kMaxDepth = 400;
constexpr std::uint64_t kMostWork = 1 << 24;   // steps of arithmetic on big numbers: some 50 ms

class Evaluator {
 public:
  Evaluator(const Process& p, std::span<const std::string> words) : process_(p), words_(words), utf8_(utf8_locale(p)) {}

  // The value; or the message and the status of an error.
  std::optional<std::string> run() {
    std::string v = any(true);
    if (error_.empty() && at_ < words_.size()) syntax("syntax error: unexpected argument " + quoted(words_[at_]));
    if (!error_.empty()) return std::nullopt;
    return v;
  }
  const std::string& error() const { return error_; }
  int status() const { return status_; }
  std::uint64_t work() const { return work_; }

 private:
  std::string quoted(std::string_view text) const { return quote_words(process_, text); }
  void raise(std::string text, int status) {
    if (!error_.empty()) return;
    error_ = std::move(text);
    status_ = status;
  }
  void syntax(std::string text) { raise(std::move(text), 2); }
  bool failed() const { return !error_.empty(); }
  bool next(std::string_view word) {
    if (failed() || at_ >= words_.size() || words_[at_] != word) return false;
    ++at_;
    return true;
  }
  void need_more() {
    if (at_ < words_.size()) return;
    syntax(at_ == 0 ? "missing operand" : "syntax error: missing argument after " + quoted(words_[at_ - 1]));
  }
  // A number of 64 bits, if it is one; with clamp, the nearest to one of any size.
  static std::optional<std::int64_t> integer(std::string_view t, bool clamp = false) {
    if (!looks_like_number(t)) return std::nullopt;
    const auto n = parse_signed(t);
    if (n.error == NumberError::kNone) return n.value;
    if (clamp) return t.starts_with('-') ? INT64_MIN : INT64_MAX;
    return std::nullopt;
  }
  static bool looks_like_number(std::string_view t) {
    const std::string_view digits = t.substr(t.starts_with('-'));
    return !digits.empty() && digits.find_first_not_of("0123456789") == digits.npos;
  }
  static bool null(std::string_view t) {
    if (t.empty()) return true;
    const std::string_view digits = t.substr(t.starts_with('-'));
    return !digits.empty() && digits.find_first_not_of('0') == digits.npos;
  }

  std::string any(bool evaluate) {   // |
    std::string l = both(evaluate);
    while (next("|")) {
      std::string r = both(evaluate && null(l));
      if (null(l)) l = null(r) ? "0" : std::move(r);
    }
    return l;
  }
  std::string both(bool evaluate) {  // &
    std::string l = compare(evaluate);
    while (next("&")) {
      const std::string r = compare(evaluate && !null(l));
      if (null(l) || null(r)) l = "0";
    }
    return l;
  }
  std::string compare(bool evaluate) {
    std::string l = sum(evaluate);
    for (;;) {
      constexpr std::string_view kOperators[] = {"<", "<=", "=", "==", "!=", ">=", ">"};
      int op = -1;
      for (int i = 0; i < 7 && op < 0; ++i)
        if (next(kOperators[i])) op = i;
      if (op < 0) return l;
      const std::string r = sum(evaluate);
      if (!evaluate || failed()) continue;
      int order;
      if (looks_like_number(l) && looks_like_number(r)) {
        const auto a = integer(l), b = integer(r);
        order = a && b ? (*a < *b ? -1 : *a > *b) : BigInteger::parse(l)->compare(*BigInteger::parse(r));
      } else {
        const int c = l.compare(r);
        order = c < 0 ? -1 : c > 0;
      }
      const bool yes = op == 0 ? order < 0 : op == 1 ? order <= 0 : op <= 3 ? order == 0 : op == 4 ? order != 0 : op == 5 ? order >= 0 : order > 0;
      l = yes ? "1" : "0";
    }
  }
  std::string sum(bool evaluate) {
    std::string l = product(evaluate);
    for (;;) {
      const bool plus = next("+");
      if (!plus && !next("-")) return l;
      const std::string r = product(evaluate);
      if (evaluate) l = arithmetic(plus ? '+' : '-', l, r);
    }
  }
  std::string product(bool evaluate) {
    std::string l = match(evaluate);
    for (;;) {
      const char op = next("*") ? '*' : next("/") ? '/' : next("%") ? '%' : 0;
      if (!op) return l;
      const std::string r = match(evaluate);
      if (evaluate) l = arithmetic(op, l, r);
    }
  }
  std::string arithmetic(char op, const std::string& l, const std::string& r) {
    if (failed()) return l;
    if (!looks_like_number(l) || !looks_like_number(r)) {
      raise("non-integer argument", 2);
      return l;
    }
    if ((op == '/' || op == '%') && null(r)) {
      raise("division by zero", 2);
      return l;
    }
    if (const auto a = integer(l), b = integer(r); a && b) {
      std::int64_t v = 0;
      bool over = false;
      switch (op) {
        case '+': over = __builtin_add_overflow(*a, *b, &v); break;
        case '-': over = __builtin_sub_overflow(*a, *b, &v); break;
        case '*': over = __builtin_mul_overflow(*a, *b, &v); break;
        case '/':
          over = *a == INT64_MIN && *b == -1;
          if (!over) v = *a / *b;
          break;
        default: v = *b == -1 ? 0 : *a % *b;
      }
      if (!over) return std::to_string(v);
    }
    const BigInteger a = *BigInteger::parse(l), b = *BigInteger::parse(r);
    work_ += op == '+' || op == '-' ? a.size() + b.size() : std::uint64_t{a.size()} * (b.size() + 1);
    if (work_ > kMostWork) {
      raise(std::string(describe(Errno::kRANGE)), 3);
      return l;
    }
    switch (op) {
      case '+': return a.plus(b).text();
      case '-': return a.minus(b).text();
      case '*': return a.times(b).text();
      case '/': return a.divide(b).first.text();
      default: return a.divide(b).second.text();
    }
  }
  std::string match(bool evaluate) {
    std::string l = primary(evaluate);
    while (next(":")) {
      const std::string r = primary(evaluate);
      if (evaluate && !failed()) l = regex_match(l, r);
    }
    return l;
  }
  std::string regex_match(const std::string& text, const std::string& pattern) {
    RegexOptions how;
    how.dialect = Dialect::kExpr;
    how.utf8 = utf8_;
    auto re = Regex::compile(pattern, how);
    if (!re) {
      raise(std::string(re.error().words()), 2);
      return {};
    }
    RegexMatch groups[2];
    const bool grouped = re->groups() > 0;
    const Found found = re->search(text, 0, std::span(groups, grouped ? 2 : 1), Regex::kAnchored);
    if (found == Found::kLimit) {
      raise("error in regular expression matcher", 3);
      return {};
    }
    if (grouped) return found == Found::kYes && groups[1] ? text.substr(groups[1].begin, groups[1].size()) : "";
    if (found == Found::kNo) return "0";
    return std::to_string(length(std::string_view(text).substr(0, groups[0].end)));
  }
  std::size_t length(std::string_view t) const { return utf8_ ? count_utf8(t) : t.size(); }

  std::string primary(bool evaluate) {
    if (failed()) return {};
    if (++depth_ > kMaxDepth) {
      raise("expression nested too deeply", 3);
      return {};
    }
    std::string v = primary_value(evaluate);
    --depth_;
    return v;
  }
  std::string primary_value(bool evaluate) {
    need_more();
    if (failed()) return {};
    if (next("+")) {
      need_more();
      return failed() ? std::string() : words_[at_++];
    }
    if (next("length")) return std::to_string(length(primary(evaluate)));
    if (next("match")) {
      const std::string text = primary(evaluate), pattern = primary(evaluate);
      return evaluate && !failed() ? regex_match(text, pattern) : std::string();
    }
    if (next("index")) {
      const std::string text = primary(evaluate), set = primary(evaluate);
      std::size_t n = 0;
      for (std::size_t i = 0; i < text.size(); ++n) {
        const std::size_t size = utf8_ ? decode_utf8(text, i).size : 1;
        const std::string_view c = std::string_view(text).substr(i, size);
        for (std::size_t k = 0; k < set.size();) {
          const std::size_t other = utf8_ ? decode_utf8(set, k).size : 1;
          if (std::string_view(set).substr(k, other) == c) return std::to_string(n + 1);
          k += other;
        }
        i += size;
      }
      return "0";
    }
    if (next("substr")) {
      const std::string text = primary(evaluate);
      const auto position = integer(primary(evaluate), true), count = integer(primary(evaluate), true);
      if (!position || !count || *position <= 0 || *count <= 0) return {};
      const auto from = static_cast<std::size_t>(std::min<std::int64_t>(*position - 1, static_cast<std::int64_t>(text.size())));
      const auto n = static_cast<std::size_t>(std::min<std::int64_t>(*count, static_cast<std::int64_t>(text.size())));
      if (!utf8_) return text.substr(std::min(from, text.size()), n);
      const std::size_t begin = offset_utf8(text, from);
      return text.substr(begin, offset_utf8(std::string_view(text).substr(begin), n));
    }
    if (next("(")) {
      std::string v = any(evaluate);
      if (failed()) return v;
      if (at_ >= words_.size()) syntax("syntax error: expecting ')' after " + quoted(words_[at_ - 1]));
      else if (!next(")")) syntax("syntax error: expecting ')' instead of " + quoted(words_[at_]));
      return v;
    }
    if (words_[at_] == ")") {
      syntax("syntax error: unexpected ')'");
      return {};
    }
    return words_[at_++];
  }

  const Process& process_;
  std::span<const std::string> words_;
  bool utf8_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::uint64_t work_ = 0;
  std::string error_;
  int status_ = 0;
};

Task<int> expr_main(Process& p) {
  // Options are only looked for in a single argument, as GNU does.
  if (p.argv.size() == 2 && p.argv[1].starts_with("--") && p.argv[1] != "--") {
    Options o(kSynopsis, p.argv);
    if (p.argv[1] == "--help" || p.argv[1] == "--version")
      if (auto end = o.respond(p)) co_return *end;
  }
  std::size_t first = 1;
  if (p.argv.size() > 1 && p.argv[1] == "--") ++first;
  if (first >= p.argv.size()) co_return usage_error(p, "missing operand", 2);
  Evaluator e(p, std::span(p.argv).subspan(first));
  auto value = e.run();
  co_await p.spend(static_cast<std::uint32_t>(e.work() / 256));
  if (!value) {
    p.complain(e.error());
    co_return e.status();
  }
  Writer out(p, 1);
  out.put(*value);
  out.put('\n');
  const std::string_view digits = std::string_view(*value).substr(value->starts_with('-'));
  const bool null = value->empty() || (!digits.empty() && digits.find_first_not_of('0') == digits.npos);
  co_return out.finish(null ? 1 : 0);
}

const Program kExpr("expr", expr_main);

}  // namespace
}  // namespace nacre
