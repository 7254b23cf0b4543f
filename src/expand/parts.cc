// Parts of words: literals, quotes, tildes, command and process substitution, arithmetic.
#include "src/expand/parts.h"

#include <memory>
#include <utility>

#include "src/expand/arithmetic.h"
#include "src/expand/expand.h"

namespace nacre {

void emit(Sink& sink, PartContext c, std::string_view text) {
  if (!c.quoted) return sink.expansion(text);
  if (c.quotes) {
    if (text.empty()) return;
    c.quotes->content = true;
  }
  sink.quoted(text);
}

// An unquoted list that bash joins by blanks before it splits: $@ within ${x-$@}, what ${a[@]#w} gives.
[[gnu::noinline]] static bool joined_by_blanks(Environment& env, PartContext c, const Value& v) {
  const bool null_ifs = env.ifs().set && env.ifs().text.empty();
  return null_ifs ? c.affix : c.operand && !v.star;
}

// "${a[*]#w} $@": where $@ is in the same quotes, bash splits between the elements.
[[gnu::noinline]] static void emit_apart(Environment& env, Sink& sink, PartContext c, const Value& v) {
  const Environment::Ifs& ifs = env.ifs();
  for (std::size_t i = 0; i < v.items.size(); ++i) {
    if (i > 0) sink.expansion(ifs.set ? std::string_view(ifs.first) : std::string_view(" "));
    emit(sink, c, v.items[i]);
  }
}

void emit_value(Environment& env, Sink& sink, PartContext c, const Value& v) {
  if (!v.list) return emit(sink, c, v.text);
  const bool fields = sink.mode() == SinkMode::kFields;
  if (v.star ? c.quoted || !fields : sink.mode() == SinkMode::kAssign && c.joins) {
    if (c.operated && fields && c.quotes && c.quotes->at) return emit_apart(env, sink, c, v);
    const bool null_ifs = env.ifs().set && env.ifs().text.empty();
    const bool spaced = !v.star ? null_ifs
                                : c.spaced && (sink.mode() == SinkMode::kHereDoc ||
                                               (c.operand && null_ifs && sink.mode() == SinkMode::kAssign));
    return emit(sink, c, spaced ? join(v.items, " ") : join_star(env, v.items));
  }
  if (!c.quoted) {
    if (fields && (c.operand || c.affix) && joined_by_blanks(env, c, v)) return emit(sink, c, join(v.items, " "));
    if (fields) return sink.list(v.items);
    for (std::size_t i = 0; i < v.items.size(); ++i) {
      if (i > 0) sink.boundary();
      sink.expansion(v.items[i]);
    }
    return;
  }
  if (c.quotes && v.items.empty()) c.quotes->empty_list = true;
  if (c.quotes && !v.items.empty()) c.quotes->content = true;
  sink.quoted_list(v.items);
}

// ---------------------------------------------------------------- tilde

std::string passwd_field(Environment& env, std::string_view user, std::uint32_t uid, std::size_t which) {
  vfs::FileSystem& fs = env.process().fs();
  const Result<vfs::Ino> ino = fs.resolve(env.process().caller(), "/etc/passwd");
  if (!ino) return {};
  std::string text;
  char buffer[4096];
  for (;;) {
    const Result<std::size_t> n = fs.read(*ino, text.size(), buffer, sizeof buffer);
    if (!n || *n == 0 || text.size() > 1'000'000) break;
    text.append(buffer, *n);
  }
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    std::string_view field[7];
    for (std::string_view& f : field) {
      const std::size_t colon = std::min(line.find(':'), line.size());
      f = line.substr(0, colon);
      line.remove_prefix(std::min(colon + 1, line.size()));
    }
    if (user.empty() ? field[2] == std::to_string(uid) : field[0] == user) return std::string(field[which]);
  }
  return {};
}

std::string expand_tilde(Environment& env, std::string_view prefix) {
  const std::string_view rest = prefix.substr(1);
  const KnownNames& known = env.known();
  if (rest.empty()) {
    if (const auto home = env.value(known.home)) return std::string(*home);
    return passwd_field(env, {}, env.process().uid, kPasswdHome);
  }
  if (rest == "+" || rest == "-") {
    const auto v = env.value(rest == "+" ? known.pwd : known.oldpwd);
    return v ? std::string(*v) : std::string(prefix);
  }
  const bool sign = rest[0] == '+' || rest[0] == '-';
  const std::string_view digits = rest.substr(sign ? 1 : 0);
  bool number = !digits.empty() && digits.size() < 9;
  std::size_t n = 0;
  for (const char c : digits) {
    number = number && c >= '0' && c <= '9';
    n = n * 10 + static_cast<std::size_t>(c - '0');
  }
  if (number) {
    const std::vector<std::string> stack = env.directory_stack();
    if (n >= stack.size()) return std::string(prefix);
    return stack[rest[0] == '-' ? stack.size() - 1 - n : n];
  }
  std::string home = passwd_field(env, rest, 0, kPasswdHome);
  return home.empty() ? std::string(prefix) : home;
}

// ---------------------------------------------------------------- synchronous

static void put_literal(const WordPart& p, Sink& sink, PartContext c) {
  if (c.quoted) emit(sink, c, p.value);
  else if (c.operand) sink.expansion(p.value);
  else sink.literal(p.value);
}

static bool simple(const WordPart& p) {
  switch (p.kind) {
    case PartKind::kLiteral: case PartKind::kQuoted: return true;
    case PartKind::kParam: {
      const Param& q = *p.param;
      return q.op == ParamOp::kNone && !q.indirect && q.subscript.kind != SubscriptKind::kIndex;
    }
    default: return false;
  }
}

static void finish_quotes(Sink& sink, const QuoteState& q) {
  if (!q.content && !q.empty_list) sink.quoted({});
}

// May parts be expanded without waiting, and without a way back? A nameref may name an array element, which may not.
static bool all_simple(Environment& env, Span<const WordPart> parts) {
  for (const WordPart& p : parts)
    if (!simple(p)) return false;
  for (const WordPart& p : parts) {
    if (p.kind != PartKind::kParam || p.param->kind != ParamKind::kNamed) continue;
    const Variable* v = env.variables.find(p.param->name);
    if (v && v->has(kNameref)) return false;
  }
  return true;
}

[[gnu::noinline]] static Tried try_double_quoted(Environment& env, const WordPart& part, Sink& sink, Abort& abort) {
  if (!all_simple(env, part.parts)) return Tried::kNot;
  QuoteState quotes{.at = part.has_at};
  const PartContext inner{.quoted = true, .quotes = &quotes};
  for (const WordPart& p : part.parts) {
    const Tried t = try_part(env, p, sink, inner, abort);
    if (t != Tried::kDone) return t;
  }
  finish_quotes(sink, quotes);
  return Tried::kDone;
}

// What a subscript expanded to, as it is written so that it survives another expansion.
static void emit_subscript(Sink& sink, PartContext c, std::string text) {
  constexpr std::string_view kEscaped = "[]$`~\\'\"";
  for (std::size_t at = text.find_first_of(kEscaped); at != text.npos; at = text.find_first_of(kEscaped, at + 2))
    text.insert(at, 1, '\\');
  emit(sink, c, text);
}

[[gnu::noinline]] static Tried try_subscript(Environment& env, const WordPart& part, Sink& sink, PartContext c, Abort& abort) {
  if (!all_simple(env, part.parts)) return Tried::kNot;
  Sink inner(env, SinkMode::kString);
  for (const WordPart& p : part.parts) {
    const Tried t = try_part(env, p, inner, {}, abort);
    if (t != Tried::kDone) return t;
  }
  emit_subscript(sink, c, inner.take());
  return Tried::kDone;
}

Tried try_part(Environment& env, const WordPart& part, Sink& sink, PartContext c, Abort& abort) {
  switch (part.kind) {
    case PartKind::kLiteral: put_literal(part, sink, c); return Tried::kDone;
    case PartKind::kQuoted:
      if (c.quotes) c.quotes->content = true;
      sink.quoted(part.value);
      return Tried::kDone;
    case PartKind::kDoubleQuoted: return try_double_quoted(env, part, sink, abort);
    case PartKind::kSubscript: return try_subscript(env, part, sink, c, abort);
    case PartKind::kTilde:
      if (part.after_assign && env.on(ShellOption::kPosix)) put_literal(part, sink, c);
      else sink.quoted(expand_tilde(env, part.value));
      return Tried::kDone;
    case PartKind::kParam: return try_param(env, *part.param, sink, c, abort);
    default: return Tried::kNot;
  }
}

// ---------------------------------------------------------------- coroutines

// The output without NULs (with bash's warning) and without newlines at the end.
static void clean_output(Environment& env, std::string& text) {
  if (text.find('\0') != std::string::npos) {
    std::erase(text, '\0');
    env.report("warning: command substitution: ignored null byte in input");
  }
  std::size_t end = text.size();
  while (end > 0 && text[end - 1] == '\n') --end;
  text.resize(end);
}

[[gnu::noinline]] static Task<Outcome<>> expand_command(Environment& env, const CommandSub& command, Sink& sink, PartContext c) {
  Outcome<std::string> output = co_await env.command_output(command);
  if (!output) co_return abort_with(output.error());
  clean_output(env, *output);
  emit(sink, c, *output);
  co_return Outcome<>();
}

static Outcome<> end_quotes(Outcome<> ok, Sink& sink, const QuoteState& quotes) {
  if (ok) finish_quotes(sink, quotes);
  return ok;
}

static Task<Outcome<>> double_quoted_later(Task<Outcome<>> inside, std::unique_ptr<QuoteState> quotes, Sink& sink) {
  co_return end_quotes(co_await std::move(inside), sink, *quotes);
}

[[gnu::noinline]] static Task<Outcome<>> expand_double_quoted(Environment& env, const WordPart& part, Sink& sink) {
  auto quotes = std::make_unique<QuoteState>();
  quotes->at = part.has_at;
  Task<Outcome<>> inside = expand_parts(env, part.parts, sink, PartContext{.quoted = true, .quotes = quotes.get()});
  if (!inside.await_ready()) return double_quoted_later(std::move(inside), std::move(quotes), sink);
  return Task<Outcome<>>::ready(end_quotes(inside.await_resume(), sink, *quotes));
}

static Outcome<> emit_number(Environment& env, Outcome<std::int64_t> n, std::string_view name, Sink& sink, PartContext c) {
  env.command_name = name;
  if (!n) return abort_with(n.error());
  emit(sink, c, std::to_string(*n));
  return {};
}

static Task<Outcome<>> arith_later(Environment& env, Task<Outcome<std::int64_t>> n, std::string_view name, Sink& sink,
                                   PartContext c) {
  co_return emit_number(env, co_await std::move(n), name, sink, c);
}

static Task<Outcome<>> expand_element(Environment& env, const WordPart& part, Sink& sink, PartContext c) {
  Sink inner(env, SinkMode::kString);
  Outcome<> ok = co_await expand_parts(env, part.parts, inner, {});
  if (ok) emit_subscript(sink, c, inner.take());
  co_return ok;
}

[[gnu::noinline]] static Task<Outcome<>> expand_arith(Environment& env, const Arith& arith, Sink& sink, PartContext c) {
  const std::string_view name = std::exchange(env.command_name, {});
  Task<Outcome<std::int64_t>> n = evaluate(env, arith);
  if (!n.await_ready()) return arith_later(env, std::move(n), name, sink, c);
  return Task<Outcome<>>::ready(emit_number(env, n.await_resume(), name, sink, c));
}

[[gnu::noinline]] static Task<Outcome<>> expand_process(Environment& env, const CommandSub& command, Sink& sink) {
  Outcome<std::string> path = co_await env.process_substitution(command);
  if (!path) co_return abort_with(path.error());
  sink.quoted(*path);
  co_return Outcome<>();
}

// Words within words, as ${x:-${y:-${z}}}: so many are expanded on the machine's stack, deeper ones by coroutines.
static constexpr unsigned kDeep = 24;

[[gnu::noinline]] static Task<Outcome<>> expand_part_later(Environment& env, const WordPart& part, Sink& sink, PartContext c) {
  co_return co_await expand_part(env, part, sink, c);
}

Task<Outcome<>> expand_part(Environment& env, const WordPart& part, Sink& sink, PartContext c) {
  if (env.word_depth >= kDeep) return expand_part_later(env, part, sink, c);
  const Environment::Deeper deeper(env);
  switch (part.kind) {
    case PartKind::kDoubleQuoted: return expand_double_quoted(env, part, sink);
    case PartKind::kSubscript: return expand_element(env, part, sink, c);
    case PartKind::kCommandSub: return expand_command(env, *part.command, sink, c);
    case PartKind::kArith: return expand_arith(env, *part.arith, sink, c);
    case PartKind::kProcessSub:
      if (!part.command->body) return Task<Outcome<>>::ready(Outcome<>());   // <() is nothing
      return expand_process(env, *part.command, sink);
    case PartKind::kParam: return expand_param(env, *part.param, sink, c);
    case PartKind::kBad:
      env.report(part.error->message);
      if (!part.error->echo.empty()) env.report(part.error->echo);
      return Task<Outcome<>>::ready(abort_with(Failure::kDiscard));
    default: break;
  }
  Abort abort;
  const Tried t = try_part(env, part, sink, c, abort);
  return Task<Outcome<>>::ready(t == Tried::kFailed ? Outcome<>(abort_with(abort)) : Outcome<>());
}

static Task<Outcome<>> expand_parts_later(Environment& env, Task<Outcome<>> first, Span<const WordPart> rest, Sink& sink,
                                          PartContext c) {
  Outcome<> ok = co_await std::move(first);
  if (!ok) co_return ok;
  co_return co_await expand_parts(env, rest, sink, c);
}

Task<Outcome<>> expand_parts(Environment& env, Span<const WordPart> parts, Sink& sink, PartContext c, bool first_tried) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Abort abort;
    const Tried t = std::exchange(first_tried, false) ? Tried::kNot : try_part(env, parts[i], sink, c, abort);
    if (t == Tried::kFailed) return Task<Outcome<>>::ready(abort_with(abort));
    if (t == Tried::kDone) continue;
    Task<Outcome<>> part = expand_part(env, parts[i], sink, c);
    if (!part.await_ready()) {
      if (i + 1 == parts.size()) return part;
      return expand_parts_later(env, std::move(part), parts.subspan(i + 1), sink, c);
    }
    if (Outcome<> ok = part.await_resume(); !ok) return Task<Outcome<>>::ready(ok);
  }
  return Task<Outcome<>>::ready(Outcome<>());
}

}  // namespace nacre
