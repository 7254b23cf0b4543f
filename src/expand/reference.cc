// Settling references and fetching values.
#include "src/expand/reference.h"

#include <utility>

#include "src/expand/arithmetic.h"
#include "src/expand/assign.h"
#include "src/expand/expand.h"

namespace nacre {

bool special_value(Environment& env, char c, std::string& out) {
  switch (c) {
    case '#': out = std::to_string(env.arguments.size()); return true;
    case '?': out = std::to_string(env.status); return true;
    case '-': out = env.options.letters(); return true;
    case '$': out = std::to_string(env.shell_pid); return true;
    case '0': out = env.zero; return true;
    case '!':
      if (env.background_pid == 0) return false;
      out = std::to_string(env.background_pid);
      return true;
    default: return false;
  }
}

std::string join(const std::vector<std::string>& items, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += separator;
    out += items[i];
  }
  return out;
}

std::string join_star(Environment& env, const std::vector<std::string>& items) {
  const Environment::Ifs& ifs = env.ifs();
  return join(items, ifs.set ? std::string_view(ifs.first) : std::string_view(" "));
}

bool unbound(Environment& env, const Reference& r, const Value& v) {
  if (v.set || r.list() || r.bad || !env.on(ShellOption::kNounset)) return false;
  env.status = 1;   // of the shell that the message ends, with set -e
  env.report_error((r.dollar ? "$" : "") + r.display + ": unbound variable");
  return true;
}

// ---------------------------------------------------------------- settling

namespace {

Outcome<Reference> bad_subscript(Environment& env, Reference r) {
  env.report_error((r.assigning ? r.display : std::string(env.names().text(r.name))) + ": bad array subscript");
  r.bad = true;
  return r;
}

// A negative index counts from the end.
Outcome<Reference> with_index(Environment& env, Reference r, std::int64_t index) {
  if (index < 0) {
    const Variable* v = env.lookup(r.name);
    const std::int64_t last = v && v->indexed()                        ? v->indexed()->last()
                              : v && v->has_scalar() && !v->is_array() ? 0
                                                                       : -1;
    index += last + 1;
    if (index < 0 && r.length) {
      env.report_error(r.display.substr(r.display.find('[') + 1) + ": bad array subscript");
      return abort_with(Failure::kDiscard);
    }
    if (index < 0) return bad_subscript(env, std::move(r));
  }
  r.index = index;
  return r;
}

bool plain_index(std::string_view text, std::int64_t& n) {
  if (text.empty() || text.size() > 17 || (text[0] == '0' && text.size() > 1)) return false;
  n = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
    n = n * 10 + (c - '0');
  }
  return true;
}

using Settled = Outcome<Reference>;

Settled with_key(Environment& env, Reference r, Outcome<std::string> key) {
  if (!key) return abort_with(key.error());
  r.key = std::move(*key);
  if (r.key.empty()) return bad_subscript(env, std::move(r));
  return r;
}

Settled with_number(Environment& env, Reference r, Outcome<std::int64_t> n) {
  if (!n) return top_level(n.error());
  return with_index(env, std::move(r), *n);
}

Task<Settled> key_later(Environment& env, Reference r, Task<Outcome<std::string>> key) {
  co_return with_key(env, std::move(r), co_await std::move(key));
}

Task<Settled> number_later(Environment& env, Reference r, Task<Outcome<std::int64_t>> n) {
  co_return with_number(env, std::move(r), co_await std::move(n));
}

// bash's messages of subscripts name no command.
Task<Outcome<std::int64_t>> unnamed_later(Environment& env, Task<Outcome<std::int64_t>> n, std::string_view outer) {
  Outcome<std::int64_t> value = co_await std::move(n);
  env.command_name = outer;
  co_return value;
}
template <class Evaluate>
Task<Outcome<std::int64_t>> unnamed(Environment& env, Evaluate&& evaluate) {
  const std::string_view outer = std::exchange(env.command_name, {});
  Task<Outcome<std::int64_t>> n = evaluate();
  if (!n.await_ready()) return unnamed_later(env, std::move(n), outer);
  env.command_name = outer;
  return n;
}

Task<Outcome<std::int64_t>> subscript_later(Environment& env, Task<Outcome<std::string>> expanded) {
  Outcome<std::string> text = co_await std::move(expanded);
  if (!text) co_return abort_with(text.error());
  co_return co_await unnamed(env, [&] { return evaluate_text(env, std::move(*text)); });
}

// A subscript that has to be expanded or evaluated.
Task<Settled> settle_expanded(Environment& env, Reference r, std::string text, const Word* word) {
  const bool quotes = text.find('\'') != std::string::npos;
  if (r.associative) {
    Task<Outcome<std::string>> key = word && !quotes ? expand_string(env, *word, StringUse::kAssign)
                                                     : expand_subscript(env, std::move(text), true);
    if (!key.await_ready()) return key_later(env, std::move(r), std::move(key));
    return Task<Settled>::ready(with_key(env, std::move(r), key.await_resume()));
  }
  Task<Outcome<std::int64_t>> n = word && text.find_first_of("'\\") == std::string::npos   // ${a['x']} keeps the quotes
                                      ? unnamed(env, [&] { return evaluate_word(env, *word); })
                                      : evaluate_subscript(env, std::move(text));
  if (!n.await_ready()) return number_later(env, std::move(r), std::move(n));
  return Task<Settled>::ready(with_number(env, std::move(r), n.await_resume()));
}

}  // namespace

Task<Outcome<std::int64_t>> evaluate_subscript(Environment& env, std::string text) {
  Task<Outcome<std::string>> expanded = expand_subscript(env, std::move(text), false);
  if (!expanded.await_ready()) return subscript_later(env, std::move(expanded));
  Outcome<std::string> ready = expanded.await_resume();
  if (!ready) return Task<Outcome<std::int64_t>>::ready(abort_with(ready.error()));
  return unnamed(env, [&] { return evaluate_text(env, std::move(*ready)); });
}

bool settles_at_once(Environment& env, const Param& p) {
  if (p.subscript.kind != SubscriptKind::kIndex) return true;
  const Variable* v = env.lookup(p.name);
  std::int64_t index;
  if (v && v->has(kAssociative)) return p.subscript.text.find_first_of("$`\"'\\") == std::string_view::npos;
  return plain_index(p.subscript.text, index);
}

Task<Outcome<Reference>> settle_subscript(Environment& env, Reference r, std::string text, const Word* word) {
  const Variable* v = env.lookup(r.name);
  r.subscript = SubscriptKind::kIndex;
  r.associative = v && v->has(kAssociative);
  if (text.empty()) return Task<Outcome<Reference>>::ready(bad_subscript(env, std::move(r)));
  if ((text == "@" || text == "*") && !(r.assigning && r.associative)) {
    r.subscript = text == "@" ? SubscriptKind::kAt : SubscriptKind::kStar;
    return Task<Outcome<Reference>>::ready(std::move(r));
  }
  if (r.associative && text.find_first_of("$`\"'\\") == std::string::npos) {
    r.key = std::move(text);
    return Task<Outcome<Reference>>::ready(std::move(r));
  }
  if (!r.associative && plain_index(text, r.index)) return Task<Outcome<Reference>>::ready(std::move(r));
  return settle_expanded(env, std::move(r), std::move(text), word);
}

Task<Outcome<Reference>> make_reference(Environment& env, const Param& p) {
  using Ready = Task<Outcome<Reference>>;
  Reference r;
  r.kind = p.kind;
  r.position = p.position;
  r.special = p.special;
  r.length = p.length;
  r.dollar = p.kind != ParamKind::kNamed && !p.braced;
  if (p.kind == ParamKind::kPositional) {
    r.display = std::to_string(p.position);
    return Ready::ready(std::move(r));
  }
  if (p.kind == ParamKind::kSpecial) {
    r.display = std::string(1, p.special);
    return Ready::ready(std::move(r));
  }
  r.name = p.name;
  r.display = env.names().text(p.name);
  std::string text(p.subscript.text);
  const Word* word = p.subscript.elements ? nullptr : p.subscript.word;
  bool subscripted = p.subscript.kind != SubscriptKind::kNone;
  const Variable* v = env.variables.find(p.name);
  if (v && v->has(kNameref)) {
    Target t = resolve(env, p.name);
    if (t.name != kNoName) r.name = t.name;
    else if (t.circular && v->level == 0) r.name = kNoName;   // as an unset variable
    if (t.name != kNoName && t.subscripted && subscripted) r.name = kNoName;   // an element of an element
    if (t.name != kNoName && t.subscripted && !subscripted) {
      subscripted = true;
      text = std::move(t.subscript);
      word = nullptr;
    }
  }
  if (!subscripted) return Ready::ready(std::move(r));
  r.display += "[" + text + "]";
  // ${#a[i]}: of no variable the subscript is not evaluated; of an element that a nameref names the length is 0.
  if (p.length && p.subscript.kind != SubscriptKind::kAt && p.subscript.kind != SubscriptKind::kStar &&
      (!env.lookup(r.name) || p.subscript.kind == SubscriptKind::kNone)) {
    r.subscript = SubscriptKind::kIndex;
    r.absent = true;
    return Ready::ready(std::move(r));
  }
  return settle_subscript(env, std::move(r), std::move(text), word);
}

Task<Outcome<Reference>> target_reference(Environment& env, NameId name, bool subscripted, std::string text,
                                          const Word* word) {
  Reference r;
  r.name = name;
  r.assigning = true;
  r.display = env.names().text(name);
  const Variable* v = env.variables.find(name);
  if (v && v->has(kNameref)) {
    Target t = resolve(env, name);
    if (t.name == kNoName) return Task<Outcome<Reference>>::ready(abort_with(Failure::kDiscard));
    r.name = t.name;
    r.display = env.names().text(t.name);
    if (t.subscripted && !subscripted) {
      subscripted = true;
      text = std::move(t.subscript);
      word = nullptr;
    }
  }
  if (!subscripted) return Task<Outcome<Reference>>::ready(std::move(r));
  r.display += "[" + text + "]";
  return settle_subscript(env, std::move(r), std::move(text), word);
}

Task<Outcome<Reference>> parse_reference(Environment& env, std::string text) {
  using Ready = Task<Outcome<Reference>>;
  Reference r;
  r.display = text;
  bool digits = !text.empty();
  for (const char c : text) digits = digits && c >= '0' && c <= '9';
  if (digits && text != "0") {
    r.kind = ParamKind::kPositional;
    r.position = text.size() > 9 ? 0xffffffffu : static_cast<std::uint32_t>(std::stoul(text));
    return Ready::ready(std::move(r));
  }
  if (text.size() == 1 && std::string_view("@*#?-$!0").find(text[0]) != std::string_view::npos) {
    r.kind = ParamKind::kSpecial;
    r.special = text[0];
    return Ready::ready(std::move(r));
  }
  const std::optional<SplitTarget> parts = split_target(text);
  if (!parts) {
    env.report_error(text + ": invalid variable name");
    return Ready::ready(abort_with(Failure::kDiscard));
  }
  r.name = env.names().intern(parts->name);
  bool subscripted = parts->subscripted;
  std::string subscript(parts->subscript);
  const Variable* v = env.variables.find(r.name);
  if (v && v->has(kNameref)) {
    Target t = resolve(env, r.name);
    if (t.name != kNoName) r.name = t.name;
    else if (t.circular && v->level == 0) r.name = kNoName;
    if (t.name != kNoName && t.subscripted && !subscripted) {
      subscripted = true;
      subscript = std::move(t.subscript);
    }
  }
  if (!subscripted) return Ready::ready(std::move(r));
  return settle_subscript(env, std::move(r), std::move(subscript), nullptr);
}

// ---------------------------------------------------------------- fetching

namespace {

void fetch_list(Environment& env, const Reference& r, Value& out) {
  out.list = true;
  out.star = r.star();
  if (r.kind == ParamKind::kSpecial) {
    const auto all = env.arguments.all();
    out.items.assign(all.begin(), all.end());
  } else if (const Variable* v = env.lookup(r.name)) {
    if (v->indexed()) out.items = v->indexed()->values();
    else if (v->assoc()) out.items = v->assoc()->values();
    else if (!v->is_array() && v->has_scalar()) out.items.emplace_back(v->text());
  }
  out.set = !out.items.empty();
}

const std::string* element(const Variable& v, const Reference& r) {
  if (r.associative) return v.assoc() ? v.assoc()->find(r.key) : nullptr;
  return v.indexed() ? v.indexed()->find(r.index) : nullptr;
}

}  // namespace

Value fetch(Environment& env, const Reference& r) {
  Value out;
  if (r.bad || r.absent) return out;
  if (r.list()) {
    fetch_list(env, r, out);
    return out;
  }
  if (r.kind == ParamKind::kPositional) {
    out.set = r.position >= 1 && r.position <= env.arguments.size();
    if (out.set) out.text = env.arguments[r.position - 1];
    return out;
  }
  if (r.kind == ParamKind::kSpecial) {
    out.set = special_value(env, r.special, out.text);
    return out;
  }
  const Variable* v = env.lookup(r.name);
  if (!v) return out;
  if (r.subscript == SubscriptKind::kIndex) {
    if (v->is_array()) {
      const std::string* e = element(*v, r);
      out.set = e != nullptr;
      if (e) out.text = *e;
    } else if (r.index == 0 && v->has_scalar()) {
      out.set = true;
      out.text = v->text();
    }
    return out;
  }
  out.set = v->has_scalar();
  if (out.set) out.text = v->text();
  return out;
}

}  // namespace nacre
