// Variables: values, the persistent table of bindings, scopes, the export block.
#include "src/expand/variables.h"

#include <algorithm>
#include <charconv>

#include "src/base/sort.h"
#include "src/expand/environment.h"

namespace nacre {

// ---------------------------------------------------------------- Variable

Variable::~Variable() {
  Ref<Variable> next = std::move(below);
  while (next && next->unique()) {
    Ref<Variable> further = std::move(next->below);
    next = std::move(further);
  }
}

std::string_view Variable::text() const {
  if (is_array()) {
    const std::string* first = indexed_ ? indexed_->find(0) : assoc_ ? assoc_->find("0") : nullptr;
    return first ? std::string_view(*first) : std::string_view();
  }
  if ((state_ & (kText | kNumber)) == kNumber) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, number_);
    text_.assign(digits, end.ptr);
    state_ |= kText;
  }
  return text_;
}

bool Variable::has_scalar() const {
  if (!is_array()) return (state_ & (kText | kNumber)) != 0;
  return indexed_ ? indexed_->find(0) != nullptr : assoc_ && assoc_->find("0") != nullptr;
}

namespace {
int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}
// A constant with blanks around it and perhaps a minus before it; empty is 0.
bool parse_constant(std::string_view s, std::int64_t& value) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n'; };
  while (!s.empty() && blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && blank(s.back())) s.remove_suffix(1);
  const bool empty = s.empty();
  bool negative = false;
  if (!s.empty() && s[0] == '-') {
    negative = true;
    s.remove_prefix(1);
  }
  unsigned base = 10;
  if (s.size() > 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
    base = 16;
    s.remove_prefix(2);
  } else if (s.size() > 1 && s[0] == '0') {
    base = 8;
    s.remove_prefix(1);
  }
  if (s.empty()) {
    value = 0;
    return empty;
  }
  std::uint64_t n = 0;
  for (const char c : s) {
    const int d = digit_value(c);
    if (d >= static_cast<int>(base)) return false;
    n = n * base + static_cast<unsigned>(d);
  }
  value = static_cast<std::int64_t>(negative ? 0 - n : n);
  return true;
}
}  // namespace

bool Variable::number(std::int64_t& value) const {
  if (is_array()) return parse_constant(text(), value);
  if (state_ & kNumber) {
    value = number_;
    return true;
  }
  if (state_ & kNotNumber) return false;
  if (!parse_constant(text_, value)) {
    state_ |= kNotNumber;
    return false;
  }
  number_ = value;
  // With kText too: the text is kept, the number is what it stands for.
  if (state_ & kText) state_ |= kNumber;
  return true;
}

void Variable::set_text(std::string value) {
  text_ = std::move(value);
  state_ = kText;
}

void Variable::set_number(std::int64_t value) {
  number_ = value;
  state_ = kNumber;
}

void Variable::append_text(std::string_view value) {
  text();
  text_.append(value);
  state_ = kText;
}

void Variable::clear_value() {
  state_ = 0;
  std::string().swap(text_);
  indexed_ = nullptr;
  assoc_ = nullptr;
}

IndexedArray& Variable::own_indexed() {
  if (!indexed_) indexed_ = make_ref<IndexedArray>();
  if (!indexed_->unique()) indexed_ = make_ref<IndexedArray>(*indexed_);
  attributes |= kIndexed;
  state_ = kArray;
  return *indexed_;
}

AssocArray& Variable::own_assoc() {
  if (!assoc_) assoc_ = make_ref<AssocArray>();
  if (!assoc_->unique()) assoc_ = make_ref<AssocArray>(*assoc_);
  attributes |= kAssociative;
  state_ = kArray;
  return *assoc_;
}

void Variable::replace(Ref<IndexedArray> a) {
  indexed_ = std::move(a);
  attributes |= kIndexed;
  state_ = kArray;
}

void Variable::replace(Ref<AssocArray> a) {
  assoc_ = std::move(a);
  attributes |= kAssociative;
  state_ = kArray;
}

std::size_t Variable::elements() const {
  if (attributes & kIndexed) return indexed_ ? indexed_->size() : 0;
  if (attributes & kAssociative) return assoc_ ? assoc_->size() : 0;
  return has_scalar() ? 1 : 0;
}

// ---------------------------------------------------------------- the table

Variables::~Variables() = default;

Variables::Scope::~Scope() {
  Ref<Scope> next = std::move(outer);
  while (next && next->unique()) {
    Ref<Scope> further = std::move(next->outer);
    next = std::move(further);
  }
}

Ref<Variable>& Variables::slot(NameId id) {
  if (!root_) root_ = make_ref<Root>();
  if (!root_->unique()) root_ = make_ref<Root>(*root_);
  const std::size_t piece = id / kPiece;
  if (piece >= root_->pieces.size()) root_->pieces.resize(piece + 1);
  Ref<Piece>& p = root_->pieces[piece];
  if (!p) p = make_ref<Piece>();
  if (!p->unique()) p = make_ref<Piece>(*p);
  return p->slots[id % kPiece];
}

Variable& Variables::fresh_global(NameId id, Ref<Variable>& at) {
  at = make_ref<Variable>();
  if (watched_ && id < watched_->ids.size() && watched_->ids[id]) at->attributes |= kWatched;
  return *at;
}

Variable& Variables::own(NameId id) {
  Ref<Variable>& at = slot(id);
  if (!at) return fresh_global(id, at);
  if (!at->unique()) at = make_ref<Variable>(*at);
  return *at;
}

Variable& Variables::own_global(NameId id) {
  Ref<Variable>* at = &slot(id);
  while (*at && (*at)->level > 0) {
    if (!(*at)->unique()) *at = make_ref<Variable>(**at);
    at = &(*at)->below;
  }
  if (!*at) return fresh_global(id, *at);
  if (!(*at)->unique()) *at = make_ref<Variable>(**at);
  return **at;
}

const Variable* Variables::find_global(NameId id) const {
  const Variable* v = find(id);
  while (v && v->level > 0) v = v->below.get();
  return v;
}

void Variables::note(NameId id, const Variable& v) {
  if (v.attributes & kExport) exports_ = nullptr;
  if ((v.attributes & kWatched) && environment_) environment_->note_change(id);
}

void Variables::watch(NameId id) {
  if (!watched_) watched_ = make_ref<Watched>();
  if (id >= watched_->ids.size()) watched_->ids.resize(id + 1);
  watched_->ids[id] = true;
}

// Takes the top binding away, so that the one below shows.
void Variables::reveal(NameId id, Ref<Variable>& at) {
  Ref<Variable> gone = at;
  at = gone->below;
  const std::uint16_t mixed = gone->attributes | (at ? at->attributes : 0);
  if (mixed & kExport) exports_ = nullptr;
  if ((mixed & kWatched) && environment_) environment_->note_change(id);
}

bool Variables::unset(NameId id, bool localvar_unset) {
  const Variable* top = find(id);
  if (!top) return false;
  Ref<Variable>& at = slot(id);
  const std::int32_t function = function_level();
  const bool local = top->level > 0 && !top->has(kTemporary);
  if (local && (top->level == function || (localvar_unset && top->level < function))) {
    const std::uint16_t was = top->attributes;
    Ref<Variable> empty = make_ref<Variable>();
    empty->level = top->level;
    empty->below = top->below;
    empty->attributes = was & kWatched;
    at = std::move(empty);
    if (was & kExport) exports_ = nullptr;
    if ((was & kWatched) && environment_) environment_->note_change(id);
    return true;
  }
  const std::int32_t level = top->level;
  reveal(id, at);
  if (local && at && at->level == level - 1 && is_call(at->level)) reveal(id, at);
  return true;
}

const Variables::Scope* Variables::scope_at(std::int32_t level) const {
  const Scope* s = scope_.get();
  while (s && s->level > level) s = s->outer.get();
  return s && s->level == level ? s : nullptr;
}

// ---------------------------------------------------------------- scopes

void Variables::push_scope(ScopeKind kind) {
  Ref<Scope> s = make_ref<Scope>();
  s->outer = std::move(scope_);
  s->kind = kind;
  s->level = ++level_;
  scope_ = std::move(s);
}

void Variables::leave_functions() {
  while (scope_) pop_scope();
}

void Variables::pop_scope() {
  if (!scope_) return;   // all were left
  Ref<Scope> ended = std::move(scope_);
  scope_ = ended->outer;
  --level_;
  for (auto it = ended->names.rbegin(); it != ended->names.rend(); ++it) {
    const Variable* top = find(*it);
    if (top && top->level == ended->level) reveal(*it, slot(*it));
  }
  if (ended->options && environment_) environment_->set_options(*ended->options);
}

std::int32_t Variables::function_level() const {
  const Scope* s = scope_.get();
  while (s && s->kind != ScopeKind::kFunction) s = s->outer.get();
  return s ? s->level : 0;
}

// The path from the innermost scope to the one of that level, made ours.
Variables::Scope* Variables::own_scope(std::int32_t level) {
  Ref<Scope>* at = &scope_;
  while (*at) {
    if (!(*at)->unique()) *at = make_ref<Scope>(**at);
    if ((*at)->level == level) return at->get();
    at = &(*at)->outer;
  }
  return nullptr;
}

Variable& Variables::insert(NameId id, std::int32_t level, bool* fresh) {
  Ref<Variable>* at = &slot(id);
  while (*at && (*at)->level > level) {
    if (!(*at)->unique()) *at = make_ref<Variable>(**at);
    at = &(*at)->below;
  }
  const bool old = *at && (*at)->level == level;
  if (fresh) *fresh = !old;
  if (old) {
    if (!(*at)->unique()) *at = make_ref<Variable>(**at);
    return **at;
  }
  Ref<Variable> hidden = std::move(*at);
  Variable& v = fresh_global(id, *at);
  v.level = level;
  if (hidden && hidden->has(kExport)) exports_ = nullptr;
  v.below = std::move(hidden);
  if (Scope* s = own_scope(level)) s->names.push_back(id);
  if (v.has(kWatched) && environment_) environment_->note_change(id);
  return v;
}

Variable& Variables::local(NameId id, bool* fresh) { return insert(id, level_, fresh); }
Variable& Variables::function_local(NameId id, bool* fresh) { return insert(id, function_level(), fresh); }

bool Variables::save_options(const ShellOptions& options) {
  const std::int32_t level = function_level();
  if (level == 0) return false;
  Scope* s = own_scope(level);
  if (!s->options) s->options = options;
  return true;
}

bool Variables::has_saved_options() const {
  const std::int32_t level = function_level();
  for (const Scope* s = scope_.get(); s && level; s = s->outer.get())
    if (s->level == level) return s->options.has_value();
  return false;
}

// ---------------------------------------------------------------- listing

std::vector<NameId> Variables::sorted(std::string_view prefix) const {
  std::vector<NameId> out;
  each([&](NameId id, const Variable&) {
    if (names_->text(id).starts_with(prefix)) out.push_back(id);
  });
  sort_vector(out, [&](NameId a, NameId b) { return names_->text(a) < names_->text(b); });
  return out;
}

std::vector<NameId> Variables::locals() const {
  std::vector<NameId> out;
  const Scope* s = scope_.get();
  while (s && s->kind != ScopeKind::kFunction) s = s->outer.get();
  if (!s) return out;
  for (const NameId id : s->names) {
    const Variable* v = find(id);
    while (v && v->level > s->level) v = v->below.get();
    if (v && v->level == s->level) out.push_back(id);
  }
  sort_vector(out, [&](NameId a, NameId b) { return names_->text(a) < names_->text(b); });
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

Ref<const EnvBlock> Variables::exported() {
  if (exports_) return exports_;
  struct Item {
    std::uint32_t bucket;
    NameId id;
    const Variable* v;
  };
  std::vector<Item> items;
  each([&](NameId id, const Variable& v) {
    if (v.has(kExport) && v.has_scalar() && !v.is_array())
      items.push_back({bash_hash(names_->text(id)) & 1023, id, &v});
  });
  sort_vector(items, [](const Item& a, const Item& b) { return a.bucket != b.bucket ? a.bucket < b.bucket : a.id > b.id; });
  Ref<EnvBlock> block = make_ref<EnvBlock>();
  block->entries.reserve(items.size());
  for (const Item& item : items) {
    std::string entry(names_->text(item.id));
    entry += '=';
    entry += item.v->text();
    block->entries.push_back(std::move(entry));
  }
  exports_ = block;
  return exports_;
}

}  // namespace nacre
