// Compound assignments: name=(a b [5]=c). All words are expanded before the array changes (they may read it);
// subscripts are evaluated in turn, when their element is assigned.
#include <memory>

#include "src/expand/arithmetic.h"
#include "src/expand/assign.h"
#include "src/expand/expand.h"
#include "src/expand/quote.h"
#include "src/syntax/parser.h"

namespace nacre {
namespace {

using Item = ExpandedElement;

// m=(key value ...), as bash tells it from m=([key]=value ...).
bool are_pairs(Span<const ArrayElement> elements, bool declared) {
  return !elements.empty() && elements[0].subscript.kind == SubscriptKind::kNone &&
         (declared || !elements[0].word->text.starts_with('['));
}

}  // namespace

Task<Outcome<>> expand_elements(Environment& env, Span<const ArrayElement> elements, bool associative,
                                std::vector<ExpandedElement>& items, bool declared) {
  Fields fields;
  const bool pairs = associative && are_pairs(elements, declared);
  for (const ArrayElement& e : elements) {
    if (e.subscript.kind != SubscriptKind::kNone && !associative && e.word->text.find('{') != std::string_view::npos &&
        env.on(ShellOption::kBraceexpand)) {   // [k]={a,b} is two words, and no longer assignments
      fields.clear();
      Outcome<> ok = co_await expand_assignment_braces(env, *e.word, fields);
      if (!ok) co_return ok;
      for (std::string& f : fields) items.push_back({nullptr, std::move(f)});
      if (!fields.empty()) continue;
    }
    if (e.subscript.kind != SubscriptKind::kNone && !pairs) {
      Outcome<std::string> value = std::string();
      if (e.value) value = co_await expand_string(env, *e.value, StringUse::kAssign);
      if (!value) co_return abort_with(value.error());
      items.push_back({&e, std::move(*value)});
      continue;
    }
    if (associative && !pairs) {   // refused, as it is written
      items.push_back({nullptr, declared ? quote_single(e.word->text) : std::string(e.word->text)});
      continue;
    }
    if (associative) {  // keys and values in turn: no splitting
      Outcome<std::string> value = std::string();
      if (e.subscript.kind == SubscriptKind::kNone) value = co_await expand_string(env, *e.word, StringUse::kAssign);
      else value = co_await expand_subscript(env, std::string(e.word->text), true);
      if (!value) co_return abort_with(value.error());
      items.push_back({nullptr, std::move(*value)});
      continue;
    }
    fields.clear();
    Outcome<> ok = co_await expand_word(env, *e.word, fields);
    if (!ok) co_return ok;
    for (std::string& f : fields) items.push_back({nullptr, std::move(f)});
  }
  co_return Outcome<>();
}

namespace {

// Plain values at consecutive indices: built aside and put in at once.
void append_plain(Environment& env, NameId name, Variable& v, Fields values, bool append) {
  if (!append) {
    Ref<IndexedArray> array = make_ref<IndexedArray>();
    for (std::string& s : values) array->append(convert_case(env, v.attributes, std::move(s)));
    v.clear_value();
    v.replace(std::move(array));
  } else {
    make_indexed(v);
    IndexedArray& array = v.own_indexed();
    for (std::string& s : values) array.append(convert_case(env, v.attributes, std::move(s)));
  }
  env.variables.changed(name, v);
  if (v.has(kDynamic) && v.dynamic->assigned) v.dynamic->assigned(env, v);
}

Task<Outcome<>> assign_pairs(Environment& env, Reference r, std::vector<Item> items, unsigned flags) {
  for (std::size_t i = 0; i < items.size(); i += 2) {
    r.key = std::move(items[i].value);
    if (r.key.empty()) {
      env.report_error("'': bad array subscript");
      continue;
    }
    Outcome<> ok =
        co_await assign_reference(env, r, i + 1 < items.size() ? std::move(items[i + 1].value) : std::string(), flags);
    if (!ok) co_return ok;
  }
  co_return Outcome<>();
}

Task<Outcome<>> assign_items(Environment& env, NameId name, std::vector<Item> items, unsigned flags) {
  std::int64_t next = 0;
  const Variable* v = env.variables.find(name);
  if (v && v->indexed()) next = v->indexed()->last() + 1;
  const bool associative = v && v->has(kAssociative);
  Reference r;
  r.name = name;
  for (Item& item : items) {
    const unsigned how = flags | (item.element && item.element->append ? kAssignAppend : 0);
    if (!item.element) {
      r.subscript = SubscriptKind::kIndex;
      r.index = next;
      if (associative) {
        env.report_error(std::string(env.names().text(name)) + ": " + item.value +
                   ": must use subscript when assigning associative array");
        continue;
      }
    } else {
      const Subscript& s = item.element->subscript;
      const auto bad = [&] {
        env.report_error("[" + std::string(s.text) + "]=" + item.value + ": bad array subscript");
      };
      if (s.text.empty()) {
        bad();
        continue;
      }
      Reference base;
      base.name = name;
      base.assigning = true;
      base.display = "[" + std::string(s.text) + "]=" + item.value;
      const bool plain = !associative && s.word && s.word->is(Word::kConstant);   // here quotes go: a=(['1']=x)
      Outcome<Reference> settled = co_await settle_subscript(env, base, std::string(plain ? s.word->literal : s.text), s.word);
      if (!settled) co_return abort_with(settled.error());
      if (settled->bad) continue;
      if (settled->list()) {
        if (associative) {
          settled->subscript = SubscriptKind::kIndex;
          settled->key = s.text;
        } else {
          env.report("[" + std::string(s.text) + "]=" + item.value + ": cannot assign to non-numeric index");
          continue;
        }
      }
      r = std::move(*settled);
    }
    Outcome<> ok = co_await assign_reference(env, r, std::move(item.value), how);
    if (!ok) co_return ok;
    next = r.index + 1;
  }
  co_return Outcome<>();
}

// Words to an indexed array that is there and needs no evaluation: at once where no word waits.
Outcome<> put_words(Environment& env, NameId name, Fields& values, bool append) {
  const Variable* old = env.variables.find(name);
  if (old && old->has(kReadonly)) {
    env.report_error(std::string(env.names().text(name)) + ": readonly variable");
    return abort_with(Failure::kDiscard);
  }
  append_plain(env, name, env.variables.own(name), std::move(values), append);
  return {};
}

Task<Outcome<>> words_later(Environment& env, NameId name, Task<Outcome<>> first, Span<const ArrayElement> rest,
                            std::unique_ptr<Fields> values, bool append) {
  Outcome<> ok = co_await std::move(first);
  for (std::size_t i = 0; ok && i < rest.size(); ++i) ok = co_await expand_word(env, *rest[i].word, *values);
  if (!ok) co_return ok;
  co_return put_words(env, name, *values, append);
}

Task<Outcome<>> assign_words(Environment& env, NameId name, Span<const ArrayElement> elements, bool append) {
  auto values = std::make_unique<Fields>();
  for (std::size_t i = 0; i < elements.size(); ++i) {
    Task<Outcome<>> word = expand_word(env, *elements[i].word, *values);
    if (!word.await_ready())
      return words_later(env, name, std::move(word), elements.subspan(i + 1), std::move(values), append);
    if (Outcome<> ok = word.await_resume(); !ok) return Task<Outcome<>>::ready(ok);
  }
  return Task<Outcome<>>::ready(put_words(env, name, *values, append));
}

}  // namespace

Task<Outcome<>> assign_expanded(Environment& env, NameId name, Span<const ArrayElement> elements,
                                std::vector<ExpandedElement> items, unsigned flags) {
  const bool append = (flags & kAssignAppend) != 0;
  const bool local = (flags & kAssignLocal) != 0, global = (flags & kAssignGlobal) != 0;
  const unsigned rest = flags & (kAssignRaw | kAssignGlobal | kAssignLocal);
  const auto find = [&] { return global ? env.variables.find_global(name) : env.variables.find(name); };
  const Variable* old = find();
  const bool associative = old && old->has(kAssociative);
  if (old && old->has(kReadonly) && !(flags & kAssignRaw)) {
    env.report_error(std::string(env.names().text(name)) + ": readonly variable");
    co_return abort_with(Failure::kDiscard);
  }
  if (old && old->has(kNoAssign)) co_return Outcome<>();
  Outcome<> ok;
  Variable& v = local ? env.variables.local(name) : global ? env.variables.own_global(name) : env.variables.own(name);
  bool plain = !associative && !v.has(kInteger);
  for (const Item& i : items) plain = plain && !i.element;
  if (plain) {
    Fields values;
    values.reserve(items.size());
    for (Item& i : items) values.push_back(std::move(i.value));
    append_plain(env, name, v, std::move(values), append);
    co_return Outcome<>();
  }
  if (!append) v.clear_value();
  if (associative) v.own_assoc();
  else make_indexed(v), v.own_indexed();
  if (associative && are_pairs(elements, (flags & kAssignDeclared) != 0)) {
    Reference r;
    r.name = name;
    r.subscript = SubscriptKind::kIndex;
    r.associative = true;
    ok = co_await assign_pairs(env, std::move(r), std::move(items), rest);
  } else {
    ok = co_await assign_items(env, name, std::move(items), rest);
  }
  if (const Variable* done = find(); done && done->has(kDynamic) && done->dynamic->assigned)
    done->dynamic->assigned(env, env.variables.own(name));
  co_return ok;
}

namespace {

Task<Outcome<>> assign_any(Environment& env, NameId name, Span<const ArrayElement> elements, unsigned flags) {
  if (!(flags & kAssignNoNameref)) {
    const Variable* v = env.variables.find(name);
    if (v && v->has(kNameref) && !v->is_set()) {
      env.report("warning: " + std::string(env.names().text(name)) + ": removing nameref attribute");
      env.variables.own(name).attributes &= static_cast<std::uint16_t>(~kNameref);
    }
    const Target t = resolve(env, name);
    if (t.name == kNoName) co_return abort_with(Failure::kDiscard);
    if (t.subscripted) {
      env.report("`" + std::string(env.names().text(t.name)) + "[" + t.subscript + "]': not a valid identifier");
      co_return abort_with(Failure::kDiscard);
    }
    name = t.name;
  }
  const bool local = (flags & kAssignLocal) != 0, global = (flags & kAssignGlobal) != 0;
  const auto find = [&] { return global ? env.variables.find_global(name) : env.variables.find(name); };
  const bool associative = find() && find()->has(kAssociative);
  // The name is an array before its elements are expanded: x=("${x@a}") gives a.
  if (const Variable* v = find(); !local && !global && (!v || !(v->indexed() || v->has(kReadonly | kAssociative | kNoAssign))))
    make_indexed(env.variables.own(name));
  std::vector<Item> items;
  Outcome<> ok = co_await expand_elements(env, elements, associative, items);
  if (!ok) co_return ok;
  co_return co_await assign_expanded(env, name, elements, std::move(items), flags);
}

}  // namespace

Task<Outcome<>> assign_elements(Environment& env, NameId name, Span<const ArrayElement> elements, unsigned flags) {
  constexpr std::uint16_t kOther = kNameref | kReadonly | kAssociative | kInteger | kNoAssign;
  const Variable* v = env.variables.find(name);
  bool plain = (flags & ~(kAssignAppend | kAssignNoNameref)) == 0 && v && v->indexed() && !v->has(kOther);
  for (const ArrayElement& e : elements) plain = plain && e.subscript.kind == SubscriptKind::kNone;
  return plain ? assign_words(env, name, elements, (flags & kAssignAppend) != 0) : assign_any(env, name, elements, flags);
}

Task<Outcome<>> assign_compound_text(Environment& env, NameId name, std::string text, unsigned flags) {
  ParserOptions options;
  options.extglob = env.on(ShellOption::kExtglob);
  options.posix = env.on(ShellOption::kPosix);
  Parser parser(env.names(), options, nullptr, env.line);
  parser.append(std::string(env.names().text(name)) + "=" + text + "\n");
  parser.finish();
  Ref<Script> tree;
  const ParseStatus status = parser.next(tree);
  for (const ParseMessage& m : parser.messages()) env.report(m.text);
  if (status != ParseStatus::kCommand || !tree->command || tree->command->kind != CommandKind::kSimple)
    co_return abort_with(Failure::kCommand);
  const auto& simple = tree->command->as<SimpleCommand>();
  if (simple.assignments.size() != 1 || !simple.assignments[0].is_array) co_return abort_with(Failure::kCommand);
  co_return co_await assign_elements(env, name, simple.assignments[0].elements, flags);
}

}  // namespace nacre
