// Parameter expansion (bash manual 3.5.3): settle the reference, fetch the value, expand the operands, apply the
// operator.
#include <algorithm>
#include <memory>

#include "src/base/memory.h"
#include "src/expand/arithmetic.h"
#include "src/expand/assign.h"
#include "src/expand/expand.h"
#include "src/expand/operators.h"
#include "src/expand/parts.h"
#include "src/expand/pattern_cache.h"
#include "src/expand/transform.h"

namespace nacre {
namespace {

using Done = Outcome<>;

constexpr std::size_t kShortText = 64;   // a value that may be looked at more than once

// Operands as strings; what each is depends on the operator.
struct Operands {
  std::string first, second;
};

bool tests_value(ParamOp op) {
  return op == ParamOp::kDefault || op == ParamOp::kAssign || op == ParamOp::kError || op == ParamOp::kAlternate;
}
bool is_affix(ParamOp op) { return op >= ParamOp::kRemovePrefix && op <= ParamOp::kRemoveLongestSuffix; }
bool is_replace(ParamOp op) { return op >= ParamOp::kReplaceFirst && op <= ParamOp::kReplaceSuffix; }
bool is_case(ParamOp op) { return op >= ParamOp::kUpperFirst && op <= ParamOp::kToggleAll; }

// In an assignment, as in v="${a[@]#x}", bash joins what an operator made of a list by IFS, with exceptions when
// unquoted.
bool joined_by_ifs(ParamOp op, bool quoted) {
  if (op == ParamOp::kNone || tests_value(op)) return false;
  if (quoted || op == ParamOp::kPrefixNames || op == ParamOp::kTransform) return true;
  return is_affix(op);
}

bool null_ifs(Environment& env) { return env.ifs().set && env.ifs().text.empty(); }

// In a here-document.
bool spaced(const Param& p) {
  if (p.op == ParamOp::kNone || tests_value(p.op)) return p.kind != ParamKind::kNamed;
  if (is_case(p.op) || is_replace(p.op) || p.op == ParamOp::kPrefixNames) return false;
  return true;
}

// Whether the operand of ${x-w} and its like is wanted: for + when it is set, for the others when it is not.
bool present(Environment& env, const Param& p, const Value& v) {
  if (!v.set) return false;
  if (!p.colon) return true;
  if (!v.list) return !v.text.empty();
  if (v.star && v.items.size() > 1) {   // "" "" joined by an empty IFS is empty
    const Environment::Ifs& ifs = env.ifs();
    if (!ifs.set || !ifs.first.empty()) return true;
    return std::ranges::any_of(v.items, [](const std::string& s) { return !s.empty(); });
  }
  return v.items.size() > 1 || !v.items[0].empty();
}

template <class F>
void each_text(Value& v, F&& f) {
  if (!v.list) v.text = f(std::string_view(v.text));
  else
    for (std::string& s : v.items) s = f(std::string_view(s));
}

// How the operand of ${x-w} is expanded where c is. That "$@" in it is empty does not make the word around it none.
PartContext operand_context(PartContext c, QuoteState& quotes) {
  c.operand = !c.quoted;
  if (c.quotes) {
    quotes.at = c.quotes->at;
    c.quotes = &quotes;
  }
  return c;
}

Done bad_substitution(Environment& env, const Param& p) {
  env.status = 1;
  env.report_error(std::string(p.text) + ": bad substitution");
  return abort_with(p.letter == '@' ? Failure::kExit : Failure::kDiscard);
}

std::size_t list_size(Environment& env, const Reference& r) {
  if (r.kind == ParamKind::kSpecial) return env.arguments.size();
  const Variable* v = env.lookup(r.name);
  return v ? v->elements() : 0;
}

Done worked(Environment& env, const Param& p, const OperatorWork& work) {
  env.process().spent(static_cast<std::uint32_t>(work.pattern.steps / 10));
  if (work.full) return abort_with(env.out_of_memory());
  if (!work.pattern.over) return {};
  env.report(std::string(p.text) + ": the pattern takes too long");
  return abort_with(Failure::kDiscard);
}

SinkMode replacement_mode(const Environment& env) {
  return env.on(ShellOption::kPatsubReplacement) ? SinkMode::kReplace : SinkMode::kString;
}

// Where the pattern of ${x/p/r} has a list bash first looks whether *p* matches at all, and that may not be
// (pattern_sets.cc).
[[gnu::noinline]] std::optional<Pattern> guard_of(ParamOp op, std::string_view pattern, const PatternOptions& how) {
  if (!is_replace(op) || !how.extglob || pattern.find('(') == pattern.npos) return std::nullopt;
  std::string text(pattern);
  if (op != ParamOp::kReplaceSuffix && !pattern.ends_with('*')) text += '*';
  if (op != ParamOp::kReplacePrefix && !(pattern[0] == '*' && pattern[1] != '(')) text.insert(0, 1, '*');
  return Pattern::compile(text, how);
}

// The pattern operators, on strings. Everything here is synchronous.
[[gnu::noinline]] Done apply_pattern(Environment& env, const Param& p, Value& v, const Operands& o) {
  if (!v.set) return {};
  const bool utf8 = env.utf8();
  const bool everything = o.first.empty() && (is_case(p.op) || is_affix(p.op));
  if (everything && (is_affix(p.op) || p.operand->is(Word::kHasQuotes))) return {};   // ${x^""} matches nothing
  if (everything) {
    each_text(v, [&](std::string_view s) { return change_case(p.op, s, nullptr, utf8); });
    return {};
  }
  // nocasematch counts for ${x/} only; ${x^} knows extended patterns always.
  PatternOptions how = pattern_options(env, is_case(p.op));
  if (!is_replace(p.op)) how.nocase = false;
  const Pattern& pattern = env.patterns().get(o.first, how);
  OperatorWork work;
  if (is_case(p.op)) {
    each_text(v, [&](std::string_view s) { return change_case(p.op, s, &pattern, utf8); });
  } else if (is_affix(p.op)) {
    each_text(v, [&](std::string_view s) { return remove_affix(p.op, s, pattern, work); });
  } else {
    const bool amp = env.on(ShellOption::kPatsubReplacement);
    const std::optional<Pattern> guard = guard_of(p.op, o.first, how);
    each_text(v, [&](std::string_view s) {
      if (memory::exceeded()) work.full = true;
      Replacement r(p.op, s, o.first, pattern, o.second, amp, work);
      if (guard && s.size() <= kShortText) r.guard(*guard);
      if (!work.full) r.step(SIZE_MAX);
      return r.take();
    });
  }
  return worked(env, p, work);
}

constexpr std::size_t kLargeText = 1 << 16;   // a value in which replacing goes in steps

// ${x/p/r} of a large value.
Task<Done> replace_in_steps(Environment& env, const Param& p, std::string& text, const Operands& o) {
  const Pattern pattern = env.patterns().get(o.first, pattern_options(env, false));   // the cache may lose it meanwhile
  OperatorWork work;
  Replacement r(p.op, text, o.first, pattern, o.second, env.on(ShellOption::kPatsubReplacement), work);
  while (!r.step(1024) && !work.pattern.over)
    if (env.process().spent(2048)) co_await env.process().spend(0);
  Done done = worked(env, p, work);
  if (done) text = r.take();
  co_return done;
}

std::int64_t wrapping_add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

// The values of an array that an offset may start at: elements by index, or by number.
std::int64_t offset_limit(const Reference& r, const Value& v, const Variable* var, bool utf8) {
  if (!v.list) return static_cast<std::int64_t>(length_of(v.text, utf8));
  if (r.kind == ParamKind::kSpecial) return static_cast<std::int64_t>(v.items.size()) + 1;
  if (var && var->indexed()) return wrapping_add(var->indexed()->last(), 1);
  return static_cast<std::int64_t>(v.items.size()) + (var && var->assoc() ? 1 : 0);
}

// $@ and $*, which have an offset 0 even when they are empty.
bool positional_list(ParamKind kind, const Value& v) { return v.list && kind == ParamKind::kSpecial; }

const Variable* array_of(Environment& env, const Reference& r) {
  return r.list() && r.kind == ParamKind::kNamed ? env.lookup(r.name) : nullptr;
}

// An offset counted from the start. False: it lies outside, and the result is empty (the length is not even evaluated).
bool place_offset(Environment& env, const Reference& r, Value& v, std::int64_t& offset) {
  const Variable* var = array_of(env, r);
  const std::int64_t limit = offset_limit(r, v, var, env.utf8());
  const std::int64_t last = var && var->indexed() ? var->indexed()->last() : var && var->assoc() ? limit - 1 : limit;
  if (offset < 0) offset = wrapping_add(offset, limit);
  if (offset >= 0 && offset <= last) return true;
  v.text.clear();
  v.items.clear();
  return false;
}

// ${x:off:len} once the offset is placed and the length is a number (null: none).
[[gnu::noinline]] Done apply_substring(Environment& env, const Reference& r, Value& v, std::int64_t offset, const std::int64_t* length,
                     std::string_view length_text) {
  const auto negative = [&]() -> Done {
    env.report(std::string(length_text) + ": substring expression < 0");
    return abort_with(Failure::kDiscard);
  };
  if (!v.list) {
    const bool utf8 = env.utf8();
    const auto size = static_cast<std::int64_t>(length_of(v.text, utf8));
    std::int64_t end = size;
    if (length) end = *length < 0 ? size + *length : *length > size - offset ? size : offset + *length;
    if (end < offset) return negative();
    v.text =
        std::string(substring(v.text, static_cast<std::size_t>(offset), static_cast<std::size_t>(end - offset), utf8));
    return {};
  }
  if (length && *length < 0) return negative();
  std::vector<std::string> out;
  const Variable* var = array_of(env, r);
  const std::int64_t least = var && var->assoc() ? 1 : 0;   // of an associative array there is always one
  const auto wanted = [&] { return !length || static_cast<std::int64_t>(out.size()) < std::max(*length, least); };
  const auto size = static_cast<std::int64_t>(v.items.size());
  if (var && var->indexed()) {
    for (auto i = var->indexed()->next(offset); i && wanted(); i = var->indexed()->next(*i + 1)) {
      out.push_back(*var->indexed()->find(*i));
      if (*i == INT64_MAX) break;
    }
  } else {
    // $@ counts from 1, $0 being before; so do the elements of an associative array.
    const bool positional = r.kind == ParamKind::kSpecial, associative = var && var->assoc();
    if (positional && offset == 0 && wanted()) out.push_back(env.zero);
    if (offset > 0 && (positional || associative)) --offset;
    // bash looks at the length of an associative array after it has taken an element.
    for (std::int64_t i = offset; i < size && (wanted() || (associative && i == offset)); ++i)
      out.push_back(std::move(v.items[static_cast<std::size_t>(i)]));
  }
  v.items = std::move(out);
  v.set = !v.items.empty();
  return {};
}

// "declare -a a=(...)": separate words only where IFS has a blank or nothing at all.
void declaration_fields(Environment& env, Value& v, bool joins) {
  const Environment::Ifs& ifs = env.ifs();
  const bool apart = !ifs.set || ifs.text.empty() || ifs.text.find(' ') != std::string::npos;
  if (apart && !(v.star && joins)) return;
  v.text = join(v.items, " ");
  v.list = false;
}

// Operators that need nothing expanded: none, length, keys, names, transformations but @P.
Done apply_plain(Environment& env, const Param& p, const Reference& r, Value& v, const Sink& sink, PartContext c) {
  if (p.length) {
    const bool utf8 = env.utf8();
    const std::size_t n = r.list() ? list_size(env, r) : length_of(v.text, utf8);
    v = Value{.set = true, .text = std::to_string(n)};
    return {};
  }
  if (p.op != ParamOp::kTransform) return {};
  if (!transform(env, p.letter, r, v)) return bad_substitution(env, p);
  if (p.letter == 'A' && v.list) declaration_fields(env, v, (c.quoted && !(c.quotes && c.quotes->at)) || sink.mode() != SinkMode::kFields);
  return {};
}

Value names_value(Environment& env, const Param& p) {
  Value v{.list = true, .star = p.letter == '*'};
  for (const NameId id : env.variables.sorted(env.names().text(p.name)))
    if (const Variable* x = env.variables.find(id); x && (x->is_set() || x->has(kDynamic)))
      v.items.emplace_back(env.names().text(id));
  v.set = !v.items.empty();
  return v;
}

Value keys_value(Environment& env, const Param& p) {
  Value v{.list = true, .star = p.letter == '*'};
  NameId name = p.name;
  const Variable* x = env.lookup(name);
  if (x && x->has(kNameref)) {
    const Target t = resolve(env, name);
    x = t.name == kNoName ? nullptr : env.lookup(t.name);
  }
  if (x && x->indexed()) v.items = x->indexed()->keys();
  else if (x && x->assoc()) v.items = x->assoc()->keys();
  else if (x && !x->is_array() && x->has_scalar()) v.items.emplace_back("0");
  v.set = !v.items.empty();
  return v;
}

bool constant(const Word* w) { return !w || (w->is(Word::kConstant) && !w->is(Word::kHasTilde)); }

// The constant operand as a pattern: its quoted parts escaped.
std::string constant_pattern(Environment& env, const Word* w, SinkMode mode) {
  Sink sink(env, mode);
  if (w) {
    const PartContext context{.quoted = w->is(Word::kInQuotes)};
    Abort unused;
    for (const WordPart& part : w->parts) (void)try_part(env, part, sink, context, unused);
  }
  return sink.take();
}

bool number_text(std::string_view s, std::int64_t& n) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  const bool minus = !s.empty() && s.front() == '-';
  if (minus) s.remove_prefix(1);
  if (s.empty() || s.size() > 15 || (s[0] == '0' && s.size() > 1)) return false;
  n = 0;
  for (const char c : s) {
    if (c < '0' || c > '9') return false;
    n = n * 10 + (c - '0');
  }
  if (minus) n = -n;
  return true;
}

// The same for a text that may also be the name of a variable that is such a number.
bool plain_number(Environment& env, std::string_view text, std::int64_t& n) {
  if (number_text(text, n)) return true;
  const NameId name = env.names().find(text);
  const Variable* v = name == kNoName ? nullptr : env.variables.find(name);
  return v && !v->is_array() && !v->has(kNameref) && !v->has(kDynamic) && v->has_scalar() && number_text(v->text(), n);
}

// ${!a[@]}, ${!pre*}.
[[gnu::noinline]] void emit_names(Environment& env, Sink& sink, PartContext c, const Param& p) {
  Value v = p.op == ParamOp::kKeys ? keys_value(env, p) : names_value(env, p);
  if (p.op == ParamOp::kKeys && v.star && !c.quoted && sink.mode() != SinkMode::kAssign && null_ifs(env)) {
    // one word, joined by blanks
    for (std::string& s : v.items) v.text += (v.text.empty() ? "" : " ") + s;
    v.list = false;
  }
  emit_value(env, sink, c, v);
}

// ${#a[@]} of an unset variable under set -u.
bool unbound_size(Environment& env, const Param& p, const Reference& r) {
  if (!p.length || !r.list() || r.kind != ParamKind::kNamed || !env.on(ShellOption::kNounset)) return false;
  const Variable* v = env.lookup(r.name);
  if (v && v->is_set()) return false;
  env.report_error(std::string(env.names().text(r.name)) + ": unbound variable");
  return true;
}

}  // namespace

// ---------------------------------------------------------------- synchronous

// $x, ${x}, $1, $#, $@, ${#x}, and operators whose operands are constant, when no subscript has to be evaluated.
Tried try_param(Environment& env, const Param& p, Sink& sink, PartContext c, Abort& abort) {
  c.joins = joined_by_ifs(p.op, c.quoted);
  c.spaced = spaced(p);
  c.operated = p.op != ParamOp::kNone && !tests_value(p.op);
  c.affix = is_affix(p.op) && p.kind == ParamKind::kNamed && !p.operand->text.empty();
  if (p.indirect || p.op == ParamOp::kBad || p.op == ParamOp::kAssign || p.op == ParamOp::kError) return Tried::kNot;
  if (p.op == ParamOp::kPrefixNames || p.op == ParamOp::kKeys) {
    emit_names(env, sink, c, p);
    return Tried::kDone;
  }
  if (p.op == ParamOp::kTransform && p.letter == 'P') return Tried::kNot;
  // The usual $x first: no copy.
  if (p.kind == ParamKind::kNamed) {
    const Variable* v = env.variables.find(p.name);
    if (v && v->has(kNameref)) return Tried::kNot;
    if (p.subscript.kind == SubscriptKind::kNone && p.op == ParamOp::kNone && !p.length) {
      if (v && v->has(kDynamic)) v = env.lookup(p.name);
      if (v && v->has_scalar()) {
        emit(sink, c, v->text());
        return Tried::kDone;
      }
    }
  } else if (p.kind == ParamKind::kPositional && p.op == ParamOp::kNone && !p.length &&
             p.position <= env.arguments.size()) {
    emit(sink, c, env.arguments[p.position - 1]);
    return Tried::kDone;
  }
  if (!constant(p.operand) || !constant(p.operand2)) return Tried::kNot;
  std::int64_t offset = 0, length = 0;
  if (p.op == ParamOp::kSubstring) {
    if (!number_text(p.operand->literal, offset)) return Tried::kNot;
    if (p.operand2 && !number_text(p.operand2->literal, length)) return Tried::kNot;
  }
  if (!settles_at_once(env, p)) return Tried::kNot;
  Outcome<Reference> r = make_reference(env, p).await_resume();
  const auto fail_with = [&](Abort a) {
    abort = a;
    return Tried::kFailed;
  };
  if (!r) return fail_with(r.error());
  if (unbound_size(env, p, *r)) return fail_with(Abort{Failure::kDiscard, 1});
  Value v = p.length && r->list() ? Value{.set = true} : fetch(env, *r);
  if (tests_value(p.op)) {
    const bool there = present(env, p, v);
    if (p.op == ParamOp::kAlternate ? !there : there) {
      if (p.op == ParamOp::kDefault) emit_value(env, sink, c, v);
      else if (c.quotes && r->all()) c.quotes->empty_list = true;
      return Tried::kDone;
    }
    QuoteState quotes;
    const PartContext inner = operand_context(c, quotes);
    for (const WordPart& part : p.operand->parts)
      if (const Tried t = try_part(env, part, sink, inner, abort); t != Tried::kDone) return t;
    if (c.quotes) c.quotes->content |= quotes.content;
    return Tried::kDone;
  }
  if (unbound(env, *r, v)) return fail_with(Abort{Failure::kExit, 1});
  Done done;
  if (p.op == ParamOp::kSubstring) {
    if ((v.set || positional_list(r->kind, v)) && place_offset(env, *r, v, offset)) {
      const std::string_view text = p.operand2 ? p.operand2->literal : std::string_view();
      done = apply_substring(env, *r, v, offset, p.operand2 ? &length : nullptr, text);
    }
  } else if (is_affix(p.op) || is_case(p.op) || is_replace(p.op)) {
    if (is_replace(p.op) && !v.list && v.text.size() > kLargeText) return Tried::kNot;
    done = apply_pattern(env, p, v, {constant_pattern(env, p.operand, SinkMode::kPattern),
                                     constant_pattern(env, p.operand2, replacement_mode(env))});
  } else {
    done = apply_plain(env, p, *r, v, sink, c);
  }
  if (!done) return fail_with(done.error());
  emit_value(env, sink, c, v);
  return Tried::kDone;
}

// ---------------------------------------------------------------- coroutines

namespace {

using Text = Outcome<std::string>;
using Number = Outcome<std::int64_t>;
using Ready = Task<Done>;

// An operand as one string, in the given kind of sink.
Task<Text> operand_string(Environment& env, const Word* w, SinkMode mode) {
  return w ? expand_to_string(env, *w, mode) : Task<Text>::ready(std::string());
}

// The text of an offset or length, and its value. Messages begin with the parameter's name.
Task<Number> offset_value(Environment& env, std::string text, const std::string& name) {
  const std::string_view outer = env.command_name;
  env.command_name = name;
  Number n = co_await evaluate_text(env, std::move(text));
  env.command_name = outer;
  co_return n;
}

// The operand of ${x-w} or ${x+w}.
Task<Done> test_operand_later(Task<Done> expanded, std::unique_ptr<QuoteState> quotes, QuoteState* outer) {
  Done ok = co_await std::move(expanded);
  if (outer) outer->content |= quotes->content;
  co_return ok;
}
Task<Done> test_operand(Environment& env, const Param& p, Sink& sink, PartContext c) {
  auto quotes = std::make_unique<QuoteState>();
  Task<Done> expanded = expand_parts(env, p.operand->parts, sink, operand_context(c, *quotes));
  if (!expanded.await_ready()) return test_operand_later(std::move(expanded), std::move(quotes), c.quotes);
  if (c.quotes) c.quotes->content |= quotes->content;
  return expanded;
}

// ${x?w} and ${x=w} of what is not set.
[[gnu::noinline]] Task<Done> apply_demand(Environment& env, const Param& p, Reference r, Sink& sink, PartContext c) {
  Text text = co_await operand_string(env, p.operand, SinkMode::kString);
  if (!text) co_return abort_with(text.error());
  if (p.op == ParamOp::kError) {
    env.status = 1;
    if (text->empty()) *text = p.colon ? "parameter null or not set" : "parameter not set";
    env.report_error(r.display + ": " + *text);
    co_return abort_with(Failure::kExit);
  }
  if (r.kind != ParamKind::kNamed) {
    env.report_error("$" + r.display + ": cannot assign in this way");
    co_return abort_with(Failure::kDiscard);
  }
  if (r.list()) {
    env.report_error(r.display + ": bad array subscript");
    co_return abort_with(Failure::kDiscard, 2);
  }
  Done ok = co_await assign_reference(env, r, std::move(*text));
  if (!ok && r.subscript == SubscriptKind::kIndex && !r.associative && r.index < 0) co_return abort_with(ok.error().kind, 2);
  if (!ok) co_return ok;
  emit_value(env, sink, c, fetch(env, r));
  co_return Done();
}

[[gnu::noinline]] Task<Done> apply_test(Environment& env, const Param& p, Reference r, Value v, Sink& sink, PartContext c) {
  const bool there = present(env, p, v);
  if (p.op == ParamOp::kAlternate ? !there : there) {
    if (p.op != ParamOp::kAlternate) emit_value(env, sink, c, v);
    else if (c.quotes && r.all()) c.quotes->empty_list = true;
    return Ready::ready(Done());
  }
  if (p.op == ParamOp::kDefault || p.op == ParamOp::kAlternate) return test_operand(env, p, sink, c);
  return apply_demand(env, p, std::move(r), sink, c);
}

Done emit_result(Environment& env, Done done, const Value& v, Sink& sink, PartContext c) {
  if (done) emit_value(env, sink, c, v);
  return done;
}

// ${x:off:len} whose offset is this text; both may have to be evaluated, and the length to be expanded.
Task<Done> substring_later(Environment& env, const Param& p, Reference r, Value v, Task<Text> first, Sink& sink,
                           PartContext c) {
  Text text = co_await std::move(first);
  if (!text) co_return abort_with(text.error());
  Number offset = co_await offset_value(env, std::move(*text), r.display);
  if (!offset) co_return abort_with(offset.error());
  Done done;
  if (place_offset(env, r, v, *offset)) {
    Number length = 0;
    std::string length_text;
    if (p.operand2) {
      Text second = co_await operand_string(env, p.operand2, SinkMode::kString);
      if (!second) co_return abort_with(second.error());
      length_text = *second;
      length = co_await offset_value(env, std::move(*second), r.display);
    }
    if (!length) co_return abort_with(length.error());
    done = apply_substring(env, r, v, *offset, p.operand2 ? &*length : nullptr, length_text);
  }
  co_return emit_result(env, done, v, sink, c);
}

// At once where the offset is a number, or a variable that is one, and the length too.
[[gnu::noinline]] Task<Done> apply_offsets(Environment& env, const Param& p, Reference r, Value v, Sink& sink, PartContext c) {
  Task<Text> first = operand_string(env, p.operand, SinkMode::kString);
  if (!first.await_ready()) return substring_later(env, p, std::move(r), std::move(v), std::move(first), sink, c);
  Text text = first.await_resume();
  if (!text) return Ready::ready(abort_with(text.error()));
  std::int64_t offset = 0, length = 0;
  std::string_view length_text = p.operand2 ? p.operand2->literal : std::string_view();
  if (!plain_number(env, *text, offset) || (p.operand2 && !(constant(p.operand2) && plain_number(env, length_text, length))))
    return substring_later(env, p, std::move(r), std::move(v), Task<Text>::ready(std::move(*text)), sink, c);
  Done done;
  if (place_offset(env, r, v, offset)) done = apply_substring(env, r, v, offset, p.operand2 ? &length : nullptr, length_text);
  return Ready::ready(emit_result(env, done, v, sink, c));
}

// ${x#w}, ${x/w/w}, ${x^w}: the operands, then the operator.
Task<Done> pattern_later(Environment& env, const Param& p, Value v, Task<Text> first, Sink& sink, PartContext c) {
  Operands o;
  Text text = co_await std::move(first);
  if (!text) co_return abort_with(text.error());
  o.first = std::move(*text);
  text = co_await operand_string(env, p.operand2, replacement_mode(env));
  if (!text) co_return abort_with(text.error());
  o.second = std::move(*text);
  Done done;
  if (is_replace(p.op) && !v.list && v.text.size() > kLargeText) done = co_await replace_in_steps(env, p, v.text, o);
  else done = apply_pattern(env, p, v, o);
  co_return emit_result(env, done, v, sink, c);
}

[[gnu::noinline]] Task<Done> apply_pattern_operator(Environment& env, const Param& p, Value v, Sink& sink, PartContext c) {
  Task<Text> first = operand_string(env, p.operand, SinkMode::kPattern);
  const bool large = is_replace(p.op) && !v.list && v.text.size() > kLargeText;
  if (!first.await_ready() || large || !constant(p.operand2))
    return pattern_later(env, p, std::move(v), std::move(first), sink, c);
  Text text = first.await_resume();
  if (!text) return Ready::ready(abort_with(text.error()));
  const Done done = apply_pattern(env, p, v, {std::move(*text), constant_pattern(env, p.operand2, replacement_mode(env))});
  return Ready::ready(emit_result(env, done, v, sink, c));
}

// ${x@P}
[[gnu::noinline]] Task<Done> apply_prompt(Environment& env, Value v, Sink& sink, PartContext c) {
  std::vector<std::string> texts = v.list ? std::move(v.items) : std::vector<std::string>{std::move(v.text)};
  for (std::string& t : texts) {
    Text prompt = co_await expand_prompt(env, std::move(t));
    if (!prompt) co_return abort_with(prompt.error());
    t = std::move(*prompt);
  }
  if (v.list) v.items = std::move(texts);
  else v.text = std::move(texts[0]);
  co_return emit_result(env, {}, v, sink, c);
}

Task<Done> apply_operator(Environment& env, const Param& p, Reference r, Sink& sink, PartContext c) {
  if (unbound_size(env, p, r)) return Ready::ready(abort_with(Failure::kDiscard));
  Value v = p.length && r.list() ? Value{.set = true} : fetch(env, r);
  if (tests_value(p.op)) return apply_test(env, p, std::move(r), std::move(v), sink, c);
  if (unbound(env, r, v)) return Ready::ready(abort_with(Failure::kExit));
  if (p.op == ParamOp::kSubstring && (v.set || positional_list(r.kind, v))) return apply_offsets(env, p, std::move(r), std::move(v), sink, c);
  if (v.set && (is_affix(p.op) || is_case(p.op) || is_replace(p.op)))   // else the operands are not expanded
    return apply_pattern_operator(env, p, std::move(v), sink, c);
  if (p.op == ParamOp::kTransform && p.letter == 'P') return apply_prompt(env, std::move(v), sink, c);
  return Ready::ready(emit_result(env, apply_plain(env, p, r, v, sink, c), v, sink, c));
}

// ${!x...}: the value of x names the parameter.
[[gnu::noinline]] Task<Outcome<>> expand_indirect(Environment& env, const Param& p, Sink& sink, PartContext c) {
  if (p.kind == ParamKind::kNamed && p.subscript.kind == SubscriptKind::kNone) {
    const Variable* v = env.variables.find(p.name);
    if (v && v->has(kNameref) && v->is_set()) {  // the name that it refers to
      Target t = resolve(env, p.name);
      Value name{.set = t.name != kNoName};
      if (t.name != kNoName)
        name.text = std::string(env.names().text(t.name)) + (t.subscripted ? "[" + t.subscript + "]" : "");
      emit_value(env, sink, c, name);
      co_return Outcome<>();
    }
  }
  Outcome<Reference> base = co_await make_reference(env, p);
  if (!base) co_return abort_with(base.error());
  Value v = fetch(env, *base);
  if (v.list) {
    v.text = join_star(env, v.items);
    v.list = false;
  }
  if (!v.set) {
    if (base->kind == ParamKind::kPositional || base->kind == ParamKind::kSpecial) {
      if (p.op == ParamOp::kDefault) co_return co_await apply_test(env, p, std::move(*base), Value{}, sink, c);
      emit(sink, c, {});
      co_return Outcome<>();
    }
    if (base->kind != ParamKind::kNamed || !env.lookup(base->name)) {
      env.report_error(base->display + ": invalid indirect expansion");
      co_return abort_with(Failure::kDiscard);
    }
    if (p.op == ParamOp::kDefault || p.op == ParamOp::kAlternate) {
      Reference none;
      none.display = base->display;
      co_return co_await apply_test(env, p, std::move(none), Value{}, sink, c);
    }
    emit(sink, c, {});   // a variable without a value
    co_return Outcome<>();
  }
  Outcome<Reference> r = co_await parse_reference(env, std::move(v.text));
  if (!r) co_return abort_with(r.error());
  r->display = "!" + base->display;
  co_return co_await apply_operator(env, p, std::move(*r), sink, c);
}

// ${x@Z} is an error only when x is set.
bool unset_with_unknown_transform(Environment& env, const Param& p) {
  if (p.letter != '@' || p.indirect || p.length) return false;
  if (p.kind == ParamKind::kSpecial) return (p.special == '@' || p.special == '*') && env.arguments.size() == 0;
  if (p.kind != ParamKind::kNamed || p.name == kNoName) return false;
  const Variable* v = env.lookup(p.name);
  if (p.subscript.kind == SubscriptKind::kNone) return !v || !v->has_scalar();
  return !v || !v->is_set() || (v->is_array() && v->elements() == 0);
}

Task<Done> direct_later(Environment& env, const Param& p, Task<Outcome<Reference>> reference, Sink& sink, PartContext c) {
  Outcome<Reference> r = co_await std::move(reference);
  if (!r) co_return abort_with(r.error());
  co_return co_await apply_operator(env, p, std::move(*r), sink, c);
}

Task<Done> expand_direct(Environment& env, const Param& p, Sink& sink, PartContext c) {
  Task<Outcome<Reference>> reference = make_reference(env, p);
  if (!reference.await_ready()) return direct_later(env, p, std::move(reference), sink, c);
  Outcome<Reference> r = reference.await_resume();
  if (!r) return Ready::ready(abort_with(r.error()));
  return apply_operator(env, p, std::move(*r), sink, c);
}

}  // namespace

Task<Outcome<>> expand_param(Environment& env, const Param& p, Sink& sink, PartContext c) {
  c.joins = joined_by_ifs(p.op, c.quoted);
  c.spaced = spaced(p);
  c.operated = p.op != ParamOp::kNone && !tests_value(p.op);
  c.affix = is_affix(p.op) && p.kind == ParamKind::kNamed && !p.operand->text.empty();
  if (p.op == ParamOp::kBad && !unset_with_unknown_transform(env, p))
    return Task<Outcome<>>::ready(bad_substitution(env, p));
  if (p.op == ParamOp::kBad) {
    if (p.kind == ParamKind::kNamed && !p.all() && env.on(ShellOption::kNounset)) {
      env.report_error(std::string(env.names().text(p.name)) + ": unbound variable");
      return Task<Outcome<>>::ready(abort_with(Failure::kExit));
    }
    const bool star = p.special == '*' || p.subscript.kind == SubscriptKind::kStar;
    if (star || p.all()) emit_value(env, sink, c, Value{.list = true, .star = star});
    return Task<Outcome<>>::ready(Outcome<>());
  }
  if (p.op == ParamOp::kPrefixNames || p.op == ParamOp::kKeys) {
    emit_names(env, sink, c, p);
    return Task<Outcome<>>::ready(Outcome<>());
  }
  return p.indirect ? expand_indirect(env, p, sink, c) : expand_direct(env, p, sink, c);
}

}  // namespace nacre
