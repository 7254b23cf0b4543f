// Assignments to variables and elements; namerefs; unset; test -v.
#include "src/expand/assign.h"

#include "src/expand/arithmetic.h"
#include "src/expand/expand.h"
#include "src/expand/operators.h"
#include "src/syntax/parser.h"

namespace nacre {

// ---------------------------------------------------------------- namerefs and targets

std::optional<SplitTarget> split_target(std::string_view text) {
  SplitTarget out;
  const std::size_t open = text.find('[');
  out.name = text.substr(0, open);
  if (!is_name(out.name)) return {};
  if (open == std::string_view::npos) return out;
  if (text.back() != ']') return {};
  out.subscripted = true;
  out.subscript = text.substr(open + 1, text.size() - open - 2);
  return out;
}

Target resolve(Environment& env, NameId name) {
  static constexpr int kMaxChain = 8;
  Target t;
  t.name = name;
  const NameId first = name;
  for (int i = 0; i < kMaxChain; ++i) {
    const Variable* v = env.variables.find(t.name);
    // A local nameref may refer to an outer variable of the same name.
    if (!v || !v->has(kNameref) || !v->is_set()) return t;
    const std::optional<SplitTarget> parts = split_target(v->text());
    if (!parts) return t;
    const NameId next = env.names().intern(parts->name);
    if (parts->subscripted) {
      t.subscripted = true;
      t.subscript = std::string(parts->subscript);
    }
    if (next == first || next == t.name) break;
    t.name = next;
    if (t.subscripted) return t;
    if (i + 1 == kMaxChain) break;
  }
  env.report("warning: " + std::string(env.names().text(first)) + ": circular name reference");
  t.name = kNoName;
  t.circular = true;
  return t;
}

// ---------------------------------------------------------------- values

std::string convert_case(const Environment& env, std::uint16_t attributes, std::string value) {
  if (attributes & kUppercase) return to_upper(value, env.utf8());
  if (attributes & kLowercase) return to_lower(value, env.utf8());
  if (attributes & kCapitalize) return capitalize(value, env.utf8(), true);
  return value;
}

void make_indexed(Variable& v) {
  if (v.has(kIndexed)) return;
  const bool had = v.has_scalar();
  std::string first(v.text());
  v.clear_value();
  v.attributes |= kIndexed;
  if (had) v.own_indexed().set(0, std::move(first));
}

void make_associative(Variable& v) {
  if (v.has(kAssociative)) return;
  const bool had = v.has_scalar();
  std::string first(v.text());
  v.clear_value();
  v.attributes |= kAssociative;
  if (had) v.own_assoc().set("0", std::move(first));
}

namespace {

constexpr std::uint16_t kConverts = kInteger | kUppercase | kLowercase | kCapitalize;
using Ready = Task<Outcome<>>;

// The variable that an assignment with these flags goes to.
Variable& destination(Environment& env, NameId name, unsigned flags) {
  if (flags & kAssignLocal) {
    // `local` under a builtin's temporary scope has just made the variable below it.
    const Variable* v = env.variables.find(name);
    if (v && v->level > 0 && v->level == env.variables.function_level()) return env.variables.own(name);
    return env.variables.local(name);
  }
  if (flags & kAssignGlobal) return env.variables.own_global(name);
  return env.variables.own(name);
}
const Variable* visible(Environment& env, NameId name, unsigned flags) {
  return flags & kAssignGlobal ? env.variables.find_global(name) : env.variables.find(name);
}

bool refuse_readonly(Environment& env, NameId name, const Variable* v, unsigned flags) {
  if (!v || !v->has(kReadonly) || (flags & kAssignRaw)) return false;
  env.report_error(std::string(env.names().text(name)) + ": readonly variable");
  return true;
}

void finish(Environment& env, NameId name, Variable& v) {
  if (v.has(kDynamic) && v.dynamic->assigned) v.dynamic->assigned(env, v);
  if (env.on(ShellOption::kAllexport) && !v.is_array()) v.attributes |= kExport;
  env.variables.changed(name, v);
}

// The final value into the variable or its element 0.
void store(Environment& env, NameId name, std::string value, unsigned flags, bool append) {
  const Variable* old = append && (flags & kAssignLocal) ? env.variables.find(name) : nullptr;
  std::string before;
  if (old) before = old->text();
  Variable& v = destination(env, name, flags);
  if (old) value.insert(0, before), append = false;
  if (v.has(kIndexed)) {
    std::string& e = v.own_indexed().at(0);
    if (append) e += value;
    else e = std::move(value);
  } else if (v.has(kAssociative)) {
    std::string& e = v.own_assoc().at("0");
    if (append) e += value;
    else e = std::move(value);
  } else if (append) {
    v.append_text(value);
  } else {
    v.set_text(std::move(value));
  }
  if (append && (v.attributes & kConverts & ~kInteger) && !v.is_array())
    v.set_text(convert_case(env, v.attributes, std::string(v.text())));
  finish(env, name, v);
}

Task<Outcome<>> store_integer(Environment& env, NameId name, std::string value, unsigned flags) {
  const bool append = (flags & kAssignAppend) != 0;
  std::int64_t before = 0;
  if (append) {
    const Variable* v = visible(env, name, flags);
    Outcome<std::int64_t> old = co_await evaluate_text(env, std::string(v ? v->text() : std::string_view()));
    if (!old) co_return top_level(old.error());
    before = *old;
  }
  Outcome<std::int64_t> n = co_await evaluate_text(env, std::move(value));
  if (!n) co_return top_level(n.error());
  const std::int64_t sum =
      static_cast<std::int64_t>(static_cast<std::uint64_t>(before) + static_cast<std::uint64_t>(*n));
  Variable& v = destination(env, name, flags);
  if (v.is_array()) {
    store(env, name, std::to_string(sum), flags, false);
  } else {
    v.set_number(sum);
    finish(env, name, v);
  }
  co_return Outcome<>();
}

}  // namespace

static Task<Outcome<>> assign_through(Environment& env, NameId name, std::string value, unsigned flags) {
  Outcome<Reference> r = co_await target_reference(env, name, false, {}, nullptr);
  if (!r) co_return abort_with(r.error());
  co_return co_await assign_reference(env, *r, std::move(value), flags);
}

// A nameref without a value: what is assigned is the name that it refers to.
static Outcome<> assign_nameref(Environment& env, NameId name, std::string value) {
  if (!split_target(value)) {
    env.report("`" + value + "': not a valid identifier");
    return abort_with(Failure::kDiscard);
  }
  Variable& v = env.variables.own(name);
  v.set_text(std::move(value));
  return {};
}

Task<Outcome<>> assign_variable(Environment& env, NameId name, std::string value, unsigned flags) {
  const Variable* v = visible(env, name, flags);
  if (v && v->has(kNameref) && !(flags & (kAssignNoNameref | kAssignLocal))) {
    if (refuse_readonly(env, name, v, flags)) return Ready::ready(abort_with(Failure::kDiscard));
    if (!v->is_set()) return Ready::ready(assign_nameref(env, name, std::move(value)));
    if (env.refers_to_itself(v, name)) return assign_variable(env, name, std::move(value), flags | kAssignNoNameref | kAssignGlobal);
    return assign_through(env, name, std::move(value), flags | kAssignNoNameref);
  }
  if (refuse_readonly(env, name, v, flags)) return Ready::ready(abort_with(Failure::kDiscard));
  if (v && v->has(kNoAssign)) return Ready::ready(Outcome<>());
  const bool append = (flags & kAssignAppend) != 0;
  const bool prefix = (flags & kAssignLocal) && v && v->has(kTemporary);   // x=1 before a command
  const bool plain = (flags & kAssignRaw) || prefix;
  const std::uint16_t converts = v && !plain ? v->attributes & kConverts : 0;
  if (converts & kInteger) return store_integer(env, name, std::move(value), flags);
  if (converts) value = convert_case(env, converts, std::move(value));
  store(env, name, std::move(value), flags, append);
  return Ready::ready(Outcome<>());
}

// ---------------------------------------------------------------- elements

static Outcome<> store_element(Environment& env, const Reference& r, std::string value, unsigned flags, bool append) {
  Variable& v = destination(env, r.name, flags);
  std::string* e;
  if (r.associative) {
    e = &v.own_assoc().at(r.key);
  } else {
    make_indexed(v);
    e = &v.own_indexed().at(r.index);
  }
  if (append) *e += value;
  else *e = std::move(value);
  if (v.attributes & (kUppercase | kLowercase | kCapitalize)) *e = convert_case(env, v.attributes, std::move(*e));
  finish(env, r.name, v);
  return {};
}

static Task<Outcome<>> store_integer_element(Environment& env, Reference r, std::string value, unsigned flags) {
  Outcome<std::int64_t> before = 0;
  if (flags & kAssignAppend) before = co_await evaluate_text(env, fetch(env, r).text);
  if (!before) co_return top_level(before.error());
  Outcome<std::int64_t> n = co_await evaluate_text(env, std::move(value));
  if (!n) co_return top_level(n.error());
  const auto sum = static_cast<std::int64_t>(static_cast<std::uint64_t>(*before) + static_cast<std::uint64_t>(*n));
  co_return store_element(env, r, std::to_string(sum), flags, false);
}

Task<Outcome<>> assign_reference(Environment& env, const Reference& r, std::string value, unsigned flags) {
  if (r.kind != ParamKind::kNamed || r.bad) return Ready::ready(abort_with(Failure::kDiscard));
  if (r.subscript == SubscriptKind::kNone)
    return assign_variable(env, r.name, std::move(value), flags | kAssignNoNameref);
  if (r.list()) {
    env.report_error(r.display + ": bad array subscript");
    return Ready::ready(abort_with(Failure::kDiscard));
  }
  const Variable* v = visible(env, r.name, flags);
  if (refuse_readonly(env, r.name, v, flags)) return Ready::ready(abort_with(Failure::kDiscard));
  if (v && v->has(kNoAssign)) return Ready::ready(Outcome<>());
  if (v && v->has(kInteger) && !(flags & kAssignRaw)) return store_integer_element(env, r, std::move(value), flags);
  return Ready::ready(store_element(env, r, std::move(value), flags, (flags & kAssignAppend) != 0));
}

static Task<Outcome<>> element_later(Environment& env, Task<Outcome<Reference>> target, std::string value, unsigned flags) {
  Outcome<Reference> r = co_await std::move(target);
  if (!r) co_return abort_with(r.error());
  co_return co_await assign_reference(env, *r, std::move(value), flags);
}

static Task<Outcome<>> assign_element(Environment& env, const Assignment& a, std::string value, unsigned flags) {
  // Single quotes are left to the arithmetic, which refuses them.
  const bool as_text = a.subscript.elements || a.subscript.text.find('\'') != a.subscript.text.npos;
  const Word* word = as_text ? nullptr : a.subscript.word;
  Task<Outcome<Reference>> target = target_reference(env, a.name, true, std::string(a.subscript.text), word);
  if (!target.await_ready()) return element_later(env, std::move(target), std::move(value), flags);
  Outcome<Reference> r = target.await_resume();
  if (!r) return Ready::ready(abort_with(r.error()));
  return assign_reference(env, *r, std::move(value), flags);
}

// ---------------------------------------------------------------- nodes

static Task<Outcome<>> assign_later(Environment& env, const Assignment& a, Task<Outcome<std::string>> expanded, unsigned flags) {
  Outcome<std::string> value = co_await std::move(expanded);
  if (!value) co_return abort_with(value.error());
  co_return co_await assign_value(env, a, std::move(*value), flags);
}

Task<Outcome<std::string>> expand_assignment_value(Environment& env, const Assignment& a) {
  if (!a.value) return Task<Outcome<std::string>>::ready(std::string());
  return expand_string(env, *a.value, StringUse::kAssign);
}

Task<Outcome<>> assign(Environment& env, const Assignment& a, unsigned flags) {
  if (a.append) flags |= kAssignAppend;
  if (a.is_array) {
    if (a.subscript.kind != SubscriptKind::kNone) {
      env.report(std::string(env.names().text(a.name)) + "[" + std::string(a.subscript.text) +
                 "]: cannot assign list to array member");
      return Ready::ready(abort_with(Failure::kDiscard));
    }
    return assign_elements(env, a.name, a.elements, flags);
  }
  Task<Outcome<std::string>> value = expand_assignment_value(env, a);
  if (!value.await_ready()) return assign_later(env, a, std::move(value), flags);
  Outcome<std::string> text = value.await_resume();
  if (!text) return Ready::ready(abort_with(text.error()));
  return assign_value(env, a, std::move(*text), flags);
}

Task<Outcome<>> assign_value(Environment& env, const Assignment& a, std::string value, unsigned flags) {
  if (a.append) flags |= kAssignAppend;
  if (a.subscript.kind != SubscriptKind::kNone) return assign_element(env, a, std::move(value), flags);
  return assign_variable(env, a.name, std::move(value), flags);
}

// ---------------------------------------------------------------- texts

static Task<Outcome<>> assign_subscripted(Environment& env, NameId name, std::string subscript, std::string value,
                                          unsigned flags) {
  Outcome<Reference> r;
  const Variable* v = env.lookup(name);
  if ((flags & kAssignSubscriptDone) && v && v->has(kAssociative)) {
    Reference done;
    done.name = name;
    done.subscript = SubscriptKind::kIndex;
    done.associative = true;
    done.key = std::move(subscript);
    r = std::move(done);
  } else {
    r = co_await target_reference(env, name, true, std::move(subscript), nullptr);
  }
  if (!r) co_return abort_with(r.error());
  if (r->bad) co_return abort_with(Failure::kCommand);
  co_return co_await assign_reference(env, *r, std::move(value), flags);
}

Task<Outcome<>> assign_target(Environment& env, std::string target, std::string value, unsigned flags) {
  const std::optional<SplitTarget> parts = split_target(target);
  if (!parts || (parts->subscripted && parts->subscript.empty())) {
    env.complain("`" + target + "': not a valid identifier");
    return Ready::ready(abort_with(Failure::kCommand));
  }
  const NameId name = env.names().intern(parts->name);
  if (!parts->subscripted) return assign_variable(env, name, std::move(value), flags);
  return assign_subscripted(env, name, std::string(parts->subscript), std::move(value), flags);
}

bool assign_array(Environment& env, NameId name, std::vector<std::string> values, unsigned flags) {
  if (!(flags & kAssignNoNameref)) {
    const Target t = resolve(env, name);
    if (t.name == kNoName) return false;
    name = t.name;
  }
  const Variable* old = visible(env, name, flags);
  if (refuse_readonly(env, name, old, flags)) return false;
  if (old && old->has(kNoAssign)) return true;
  Variable& v = destination(env, name, flags);
  if (v.has(kAssociative)) {
    env.complain(std::string(env.names().text(name)) + ": cannot convert associative to indexed array");
    return false;
  }
  Ref<IndexedArray> array = make_ref<IndexedArray>();
  for (std::string& s : values) array->append(convert_case(env, v.attributes, std::move(s)));
  v.clear_value();
  v.replace(std::move(array));
  finish(env, name, v);
  return true;
}

// ---------------------------------------------------------------- unset, test -v

static bool unset_variable(Environment& env, NameId name) {
  const Variable* v = env.variables.find(name);
  const std::string_view text = env.names().text(name);
  if (v && (v->attributes & (kReadonly | kNoUnset))) {
    env.complain(std::string(text) + (v->has(kReadonly) ? ": cannot unset: readonly variable" : ": cannot unset"));
    return false;
  }
  env.variables.unset(name, env.on(ShellOption::kLocalvarUnset));
  return true;
}

static Task<Outcome<bool>> unset_element(Environment& env, NameId name, std::string subscript) {
  const Variable* v = env.lookup(name);
  const std::string text(env.names().text(name));
  if (!v) co_return true;
  if (v->has(kReadonly)) {
    env.complain(text + ": cannot unset: readonly variable");
    co_return false;
  }
  if ((subscript == "@" || subscript == "*") && v->has(kIndexed)) {
    Variable& mine = env.variables.own(name);
    mine.clear_value();
    mine.set_array();
    co_return true;
  }
  Reference r;
  r.name = name;
  r.display = text;
  r.assigning = true;
  if (v->has(kAssociative)) {
    Outcome<std::string> key = std::string(subscript);
    if (subscript.find_first_of("$`\"'\\") != std::string::npos && !env.on(ShellOption::kAssocExpandOnce))
      key = co_await expand_subscript(env, subscript, true);
    if (!key) co_return abort_with(key.error());
    env.variables.own(name).own_assoc().erase(*key);
    co_return true;
  }
  Outcome<std::int64_t> index = co_await evaluate_subscript(env, subscript);
  if (!index) co_return top_level(index.error());
  v = env.lookup(name);
  if (!v) co_return true;
  if (!v->has(kIndexed)) {
    if (*index == 0) co_return unset_variable(env, name);
    env.complain(text + ": not an array variable");
    co_return false;
  }
  std::int64_t at = *index;
  if (at < 0) at += (v->indexed() ? v->indexed()->last() : -1) + 1;
  if (at < 0) {
    env.complain("[" + subscript + "]: bad array subscript");
    co_return false;
  }
  env.variables.own(name).own_indexed().erase(at);
  co_return true;
}

Task<Outcome<bool>> unset_target(Environment& env, std::string target, bool nameref) {
  using Answer = Task<Outcome<bool>>;
  const std::optional<SplitTarget> parts = split_target(target);
  if (!parts) {
    env.complain("`" + target + "': not a valid identifier");
    return Answer::ready(false);
  }
  NameId name = env.names().find(parts->name);
  if (name == kNoName) return Answer::ready(true);
  bool subscripted = parts->subscripted;
  std::string subscript(parts->subscript);
  if (!nameref) {
    Target t = resolve(env, name);
    if (t.name == kNoName) return Answer::ready(true);
    name = t.name;
    if (t.subscripted && !subscripted) {
      subscripted = true;
      subscript = std::move(t.subscript);
    }
  }
  if (!subscripted) return Answer::ready(unset_variable(env, name));
  return unset_element(env, name, std::move(subscript));
}

static Task<Outcome<bool>> is_set_slowly(Environment& env, std::string target) {
  Outcome<Reference> r = co_await parse_reference(env, std::move(target));
  if (!r) co_return abort_with(r.error());
  // [@] asks for any element, but of an associative array for that key.
  const Variable* x = r->list() && r->kind == ParamKind::kNamed ? env.lookup(r->name) : nullptr;
  if (x && x->assoc()) co_return x->assoc()->find(r->all() ? "@" : "*") != nullptr;
  const Value v = fetch(env, *r);
  co_return v.list ? r->kind == ParamKind::kNamed && !v.items.empty() : v.set;
}

Task<Outcome<bool>> is_set_target(Environment& env, std::string target) {
  using Answer = Task<Outcome<bool>>;
  bool digits = !target.empty();
  for (const char c : target) digits = digits && c >= '0' && c <= '9';
  const auto parts = split_target(target);
  if (!digits && !parts) return Answer::ready(false);
  if (parts && !parts->subscripted) {   // a reference to an element is not followed
    const NameId name = env.names().find(parts->name);
    const Variable* v = name == kNoName ? nullptr : env.variables.find(name);
    if (v && v->has(kNameref) && resolve(env, name).subscripted) return Answer::ready(false);
  }
  return is_set_slowly(env, std::move(target));
}

}  // namespace nacre
