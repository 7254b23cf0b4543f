// test, [ and [[ ]]: operators.
#include "src/expand/conditions.h"

#include "src/base/utf8.h"
#include "src/expand/arithmetic.h"
#include "src/expand/assign.h"
#include "src/expand/expand.h"
#include "src/expand/operators.h"
#include "src/expand/pattern_cache.h"
#include "src/regex/regex.h"

namespace nacre {

char unary_operator(std::string_view text) {
  if (text.size() != 2 || text[0] != '-') return 0;
  return std::string_view("abcdefghknoprstuvwxzGLNORS").find(text[1]) == std::string_view::npos ? 0 : text[1];
}

CondOp binary_operator(std::string_view text) {
  static constexpr struct {
    std::string_view text;
    CondOp op;
  } kOperators[] = {{"=", CondOp::kMatch}, {"==", CondOp::kMatch}, {"!=", CondOp::kNotMatch}, {"<", CondOp::kLess},
                    {">", CondOp::kGreater}, {"-eq", CondOp::kEq}, {"-ne", CondOp::kNe}, {"-lt", CondOp::kLt},
                    {"-le", CondOp::kLe}, {"-gt", CondOp::kGt}, {"-ge", CondOp::kGe}, {"-nt", CondOp::kNewer},
                    {"-ot", CondOp::kOlder}, {"-ef", CondOp::kSameFile}};
  for (const auto& o : kOperators)
    if (o.text == text) return o.op;
  return CondOp::kNone;
}

// ---------------------------------------------------------------- files

// The descriptor that /dev/fd/N and its like name; -1 for other paths.
static int descriptor_of(std::string_view path) {
  if (path == "/dev/stdin") return 0;
  if (path == "/dev/stdout") return 1;
  if (path == "/dev/stderr") return 2;
  if (!path.starts_with("/dev/fd/")) return -1;
  path.remove_prefix(8);
  if (path.empty() || path.size() > 7) return -1;
  int n = 0;
  for (const char c : path) {
    if (c < '0' || c > '9') return -1;
    n = n * 10 + (c - '0');
  }
  return n;
}

static Result<vfs::Stat> stat_of(Environment& env, std::string_view path, vfs::Follow follow = vfs::Follow::kYes) {
  const int fd = descriptor_of(path);
  if (fd >= 0) {
    const FileDescription* f = env.process().file(fd);
    if (f && follow == vfs::Follow::kYes) return f->stat();
    if (!f) return fail(Errno::kNOENT);
  }
  return env.process().fs().stat(env.process().caller(), path, follow);
}

bool file_test(Environment& env, char letter, std::string_view path) {
  if (path.empty()) return false;
  if (letter == 'h' || letter == 'L') {
    const Result<vfs::Stat> s = env.process().fs().stat(env.process().caller(), path, vfs::Follow::kNo);
    return s && s->type == vfs::Type::kSymlink;
  }
  const Result<vfs::Stat> s = stat_of(env, path);
  if (!s) return false;
  const Process& p = env.process();
  const auto may = [&](std::uint32_t bits) {
    if (descriptor_of(path) >= 0) return true;
    return env.process().fs().access(p.caller(), path, bits).has_value();
  };
  switch (letter) {
    case 'a': case 'e': return true;
    case 'b': return false;
    case 'c': return s->type == vfs::Type::kCharDevice;
    case 'd': return s->type == vfs::Type::kDirectory;
    case 'f': return s->type == vfs::Type::kFile;
    case 'g': return (s->mode & vfs::kSetGid) != 0;
    case 'k': return (s->mode & vfs::kSticky) != 0;
    case 'p': return s->type == vfs::Type::kFifo;
    case 'r': return may(vfs::kReadable);
    case 's': return s->size > 0;
    case 'u': return (s->mode & vfs::kSetUid) != 0;
    case 'w': return may(vfs::kWritable);
    case 'x': return may(vfs::kExecutable);
    case 'G': return s->gid == p.gid;
    case 'O': return s->uid == p.uid;
    case 'N': return s->mtime > s->atime;
    default: return false;  // S: there are no sockets
  }
}

bool compare_files(Environment& env, CondOp op, std::string_view left, std::string_view right) {
  const Result<vfs::Stat> a = stat_of(env, left), b = stat_of(env, right);
  switch (op) {
    case CondOp::kNewer: return a && (!b || a->mtime > b->mtime);
    case CondOp::kOlder: return b && (!a || a->mtime < b->mtime);
    default: return a && b && a->ino == b->ino && a->dev == b->dev;
  }
}

// ---------------------------------------------------------------- numbers

std::optional<std::int64_t> test_integer(std::string_view s) {
  const auto blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  while (!s.empty() && blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && blank(s.back())) s.remove_suffix(1);
  const bool minus = !s.empty() && s[0] == '-';
  if (!s.empty() && (s[0] == '-' || s[0] == '+')) s.remove_prefix(1);
  if (s.empty()) return {};
  std::uint64_t n = 0;
  for (const char c : s) {
    if (c < '0' || c > '9') return {};
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (n > (UINT64_MAX - digit) / 10) return {};
    n = n * 10 + digit;
  }
  const std::uint64_t limit = static_cast<std::uint64_t>(INT64_MAX) + (minus ? 1 : 0);
  if (n > limit) return {};
  return static_cast<std::int64_t>(minus ? 0 - n : n);
}

static bool compare(CondOp op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case CondOp::kEq: return a == b;
    case CondOp::kNe: return a != b;
    case CondOp::kLt: return a < b;
    case CondOp::kLe: return a <= b;
    case CondOp::kGt: return a > b;
    default: return a >= b;
  }
}

static Outcome<std::int64_t> need_integer(Environment& env, std::string_view text) {
  const auto n = test_integer(text);
  if (n) return *n;
  env.complain(std::string(text) + ": integer expression expected");
  return abort_with(Failure::kCommand, 2);
}

Outcome<bool> binary_test(Environment& env, CondOp op, std::string_view left, std::string_view right) {
  switch (op) {
    case CondOp::kMatch: return left == right;
    case CondOp::kNotMatch: return left != right;
    case CondOp::kLess: return left < right;
    case CondOp::kGreater: return left > right;
    case CondOp::kNewer: case CondOp::kOlder: case CondOp::kSameFile: return compare_files(env, op, left, right);
    default: break;
  }
  const Outcome<std::int64_t> a = need_integer(env, left);
  if (!a) return abort_with(a.error());
  const Outcome<std::int64_t> b = need_integer(env, right);
  if (!b) return abort_with(b.error());
  return compare(op, *a, *b);
}

// ---------------------------------------------------------------- unary

static bool is_nameref(Environment& env, std::string_view name) {
  const Variable* v = env.lookup(name);
  return v && v->has(kNameref) && v->is_set();
}

Task<Outcome<bool>> unary_test(Environment& env, char letter, std::string operand) {
  using Answer = Task<Outcome<bool>>;
  switch (letter) {
    case 'z': return Answer::ready(operand.empty());
    case 'n': return Answer::ready(!operand.empty());
    case 'v': return is_set_target(env, std::move(operand));
    case 'R': return Answer::ready(is_nameref(env, operand));
    case 'o': {
      const auto option = ShellOptions::find_set(operand);
      return Answer::ready(option && env.on(*option));
    }
    case 't': {
      const Outcome<std::int64_t> fd = need_integer(env, operand);
      if (!fd) return Answer::ready(abort_with(fd.error()));
      const FileDescription* f = *fd >= 0 && *fd < 1'000'000 ? env.process().file(static_cast<int>(*fd)) : nullptr;
      return Answer::ready(f && f->is_terminal());
    }
    default: return Answer::ready(file_test(env, letter, operand));
  }
}

// ---------------------------------------------------------------- [[ ]]

namespace {

// The line of set -x: operands as they are after expansion, without quotes.
Task<> trace_term(Environment& env, bool inverted, std::string_view left, std::string_view op, std::string_view right, bool binary) {
  const auto shown = [](std::string_view s) { return s.empty() ? std::string_view("''") : s; };
  std::string text = inverted ? "[[ ! " : "[[ ";
  if (binary) (text += shown(left)) += ' ';
  ((text += op) += ' ') += shown(right);
  return env.trace(text + " ]]");
}
Task<> trace_binary(Environment& env, const CondExpr& e, bool inverted, std::string_view left, std::string_view right) {
  if (!env.on(ShellOption::kXtrace)) return Task<>::ready();
  return trace_term(env, inverted, left, e.op_text, right, true);
}

Task<Outcome<bool>> match_words(Environment& env, const CondExpr& e, bool inverted) {
  Outcome<std::string> left = co_await expand_string(env, *e.word);
  if (!left) co_return abort_with(left.error());
  Outcome<std::string> right = co_await expand_pattern(env, *e.word2, env.on(ShellOption::kXtrace));
  if (!right) co_return abort_with(right.error());
  co_await trace_binary(env, e, inverted, *left, *right);
  PatternWork work;
  const bool matches = env.patterns().get(*right, pattern_options(env, true)).matches(*left, &work);
  env.process().spent(static_cast<std::uint32_t>(work.steps / 10));
  co_return matches == (e.op == CondOp::kMatch);
}

// =~: sets BASH_REMATCH. A bad expression is status 2.
Task<Outcome<bool>> match_regex(Environment& env, const CondExpr& e, bool inverted) {
  Outcome<std::string> left = co_await expand_string(env, *e.word);
  if (!left) co_return abort_with(left.error());
  Outcome<std::string> right = co_await expand_regex(env, *e.word2);
  if (!right) co_return abort_with(right.error());
  co_await trace_binary(env, e, inverted, *left, *right);
  RegexOptions o;
  o.syntax = Syntax::kExtended;
  o.dialect = Dialect::kPosix;
  o.icase = env.on(ShellOption::kNocasematch);
  o.utf8 = env.utf8();
  Worded<Regex> regex = Regex::compile(*right, o);
  if (!regex) co_return abort_with(Failure::kCommand, 2);   // BASH_REMATCH stays
  std::vector<RegexMatch> groups(regex->groups() + 1);
  const Found found = regex->search(*left, 0, groups);
  const std::uint64_t steps = regex->take_steps();
  co_await env.process().spend(static_cast<std::uint32_t>(std::min<std::uint64_t>(steps / 10, 10'000'000)));
  std::vector<std::string> values;
  if (found == Found::kYes) {
    for (const RegexMatch& m : groups) values.push_back(m ? left->substr(m.begin, m.size()) : std::string());
  }
  (void)assign_array(env, env.known().bash_rematch, std::move(values), kAssignRaw | kAssignGlobal);
  if (found == Found::kLimit) {
    env.complain(std::string(*right) + ": " + std::string(regex->limit_words()));
    co_return abort_with(Failure::kCommand, 2);
  }
  co_return found == Found::kYes;
}

// An operand of -eq and its like; subscripts are expanded as in (( )) with an expansion in it.
Task<Outcome<std::string>> expand_operand(Environment& env, const CondExpr& e, const Word& word) {
  const bool number = e.op >= CondOp::kEq && e.op <= CondOp::kGe;
  if (!number || word.text.find('[') == std::string_view::npos) return expand_string(env, word);
  return expand_number(env, word);
}

Task<Outcome<bool>> compare_words(Environment& env, const CondExpr& e, bool inverted) {
  Outcome<std::string> left = co_await expand_operand(env, e, *e.word);
  if (!left) co_return abort_with(left.error());
  Outcome<std::string> right = co_await expand_operand(env, e, *e.word2);
  if (!right) co_return abort_with(right.error());
  co_await trace_binary(env, e, inverted, *left, *right);
  switch (e.op) {
    case CondOp::kLess: co_return *left < *right;
    case CondOp::kGreater: co_return *left > *right;
    case CondOp::kNewer: case CondOp::kOlder: case CondOp::kSameFile: co_return compare_files(env, e.op, *left, *right);
    default: break;
  }
  // An expression that does not evaluate makes the command false; one that does not expand ends more.
  const auto only_here = [](Abort a) {
    return abort_with(a.of_expression() ? Abort{Failure::kCommand, 1} : a);
  };
  Outcome<std::int64_t> a = co_await evaluate_text(env, std::move(*left));
  if (!a) co_return only_here(a.error());
  Outcome<std::int64_t> b = co_await evaluate_text(env, std::move(*right));
  if (!b) co_return only_here(b.error());
  co_return compare(e.op, *a, *b);
}

}  // namespace

Task<Outcome<bool>> cond_binary(Environment& env, const CondExpr& e, bool inverted) {
  switch (e.op) {
    case CondOp::kMatch: case CondOp::kNotMatch: return match_words(env, e, inverted);
    case CondOp::kRegex: return match_regex(env, e, inverted);
    default: return compare_words(env, e, inverted);
  }
}

Task<Outcome<bool>> cond_word(Environment& env, const CondExpr& e, bool inverted) {
  Outcome<std::string> text = co_await expand_string(env, *e.word);
  if (!text) co_return abort_with(text.error());
  if (env.on(ShellOption::kXtrace)) co_await trace_term(env, inverted, {}, "-n", *text, false);
  co_return !text->empty();
}

Task<Outcome<bool>> cond_unary(Environment& env, const CondExpr& e, bool inverted) {
  Outcome<std::string> operand = co_await expand_string(env, *e.word);
  if (!operand) co_return abort_with(operand.error());
  if (env.on(ShellOption::kXtrace)) co_await trace_term(env, inverted, {}, e.op_text, *operand, false);
  if (e.unary == 't') {
    if (!test_integer(*operand)) co_return false;
  }
  co_return co_await unary_test(env, e.unary, std::move(*operand));
}

}  // namespace nacre
