// The variables of a shell: names, attributes, values, scopes (bash manual 3.4, 3.7.1 and `declare`).
//
// A table from NameId to the binding that is visible now; bindings that it hides (local variables and temporary
// environments hide outer ones: dynamic scoping) hang below it. The table is a persistent array in pieces: copying a
// Variables is O(1), and whichever copy writes first copies the piece that it writes. So a subshell costs nothing until
// it assigns. find() is two loads; own() checks three reference counts.
//
// Here are stores only. What an assignment means (namerefs, -i, -u, subscripts, readonly, dynamic variables) is
// assign.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/ref.h"
#include "src/expand/arrays.h"
#include "src/expand/shell_options.h"
#include "src/process/process.h"
#include "src/syntax/names.h"

namespace nacre {

class Environment;
class Variable;

// Attributes of a variable.
enum : std::uint16_t {
  kExport = 1,          // -x
  kReadonly = 2,        // -r
  kInteger = 4,         // -i
  kLowercase = 8,       // -l
  kUppercase = 16,      // -u
  kCapitalize = 32,     // -c
  kTrace = 64,          // -t
  kNameref = 128,       // -n
  kIndexed = 256,       // -a
  kAssociative = 512,   // -A
  kTemporary = 1024,    // came from a command's prefix assignment
  kNoAssign = 2048,     // assignments are ignored (GROUPS, FUNCNAME, BASH_VERSINFO's like)
  kNoUnset = 4096,      // cannot be unset (BASH_ARGV ...)
  kWatched = 8192,      // Environment::variable_changed is told of every change (IFS, PATH ...)
  kDynamic = 16384,     // has a DynamicVariable
  kImported = 32768,    // came from the environment of the process
};
constexpr std::uint16_t kDeclareAttributes = kExport | kReadonly | kInteger | kLowercase | kUppercase | kCapitalize |
                                             kTrace | kNameref | kIndexed | kAssociative;

// A variable whose value is made when it is read (RANDOM, SECONDS, FUNCNAME). Constant tables of these are registered
// with Environment::register_dynamic. Unsetting the variable takes its special meaning away.
struct DynamicVariable {
  std::string_view name;
  std::uint16_t attributes = 0;                               // kIndexed, kNoAssign, kInteger, ...
  void (*read)(Environment&, Variable&) = nullptr;            // brings the value up to date
  void (*assigned)(Environment&, Variable&) = nullptr;  // after an assignment, the new value being in the variable
};

class Variable : public RefCounted<Variable> {
 public:
  std::uint16_t attributes = 0;
  std::int32_t level = 0;                    // of the scope that made it; 0: global
  const DynamicVariable* dynamic = nullptr;  // with kDynamic
  Ref<Variable> below;                       // the binding that this one hides

  Variable() = default;
  Variable(const Variable&) = default;
  ~Variable();

  bool has(std::uint16_t attribute) const { return (attributes & attribute) != 0; }
  // True when it has a value: false for `declare x`, an unset local, and an array without elements declared without ().
  bool is_set() const { return (state_ & (kText | kNumber | kArray)) != 0; }
  bool is_array() const { return (attributes & (kIndexed | kAssociative)) != 0; }

  // The scalar value; "" when unset. Of an array: of element 0 or "0".
  std::string_view text() const;
  // True when the scalar is set (for arrays: element 0 or "0" is).
  bool has_scalar() const;
  // The number, when the scalar value is a plain decimal, octal or hexadecimal constant (leading - allowed, blanks
  // around it too) or empty (0): what needs no evaluation. Remembered, so that ((i++)) never formats or parses.
  bool number(std::int64_t& value) const;

  void set_text(std::string value);    // not for arrays
  void set_number(std::int64_t value);
  void append_text(std::string_view value);
  // Takes the value away, keeps attributes.
  void clear_value();
  // Marks an array as set although it has no elements (a=()).
  void set_array() { state_ |= kArray; }

  const IndexedArray* indexed() const { return indexed_.get(); }  // null: no elements were ever assigned
  const AssocArray* assoc() const { return assoc_.get(); }
  IndexedArray& own_indexed();  // to be changed: made, or copied when shared. Sets kIndexed
  AssocArray& own_assoc();      // the same; sets kAssociative
  void replace(Ref<IndexedArray> a);
  void replace(Ref<AssocArray> a);
  // Elements that are set: array elements, or 1 for a set scalar.
  std::size_t elements() const;

 private:
  enum : std::uint8_t { kText = 1, kNumber = 2, kArray = 4, kNotNumber = 8 };
  mutable std::uint8_t state_ = 0;
  mutable std::int64_t number_ = 0;
  mutable std::string text_;
  Ref<IndexedArray> indexed_;
  Ref<AssocArray> assoc_;
};

enum class ScopeKind : std::uint8_t {
  kFunction,   // a call of a function: `local` makes variables here
  kTemporary,  // the prefix assignments of a builtin while it runs
  kCall,       // those of a function's call: unset with the local variable that they are seen through
};

class Variables {
 public:
  explicit Variables(NameTable& names) : names_(&names) {}
  Variables(const Variables&) = default;  // a fork: O(1)
  ~Variables();

  NameTable& names() const { return *names_; }

  // The visible binding, set or not, as it is: namerefs not followed, dynamic values not refreshed. Null: none.
  // Valid until the next change of that variable.
  const Variable* find(NameId id) const {
    const std::uint32_t piece = id / kPiece;
    if (!root_ || piece >= root_->pieces.size() || !root_->pieces[piece]) return nullptr;
    return root_->pieces[piece]->slots[id % kPiece].get();
  }
  // The visible binding to be changed in place, made (global, unset) when there is none. The caller calls changed()
  // afterwards when the value of an exported or watched variable may have changed.
  Variable& own(NameId id);
  // The global binding, under any locals (declare -g).
  Variable& own_global(NameId id);
  const Variable* find_global(NameId id) const;
  // To be called after a value or attribute changed.
  void changed(NameId id, const Variable& v) {
    if (v.attributes & (kExport | kWatched)) note(id, v);
  }
  void exports_changed() { exports_ = nullptr; }

  // Unsets the visible binding: a local of the running function stays, unset, until it returns; others go and uncover
  // what they hid (with localvar_unset, outer locals stay too). False when there was none.
  bool unset(NameId id, bool localvar_unset = false);

  // Scopes.
  void push_scope(ScopeKind kind);
  void pop_scope();
  // Leaves all scopes: the global variables are seen. The shell ends.
  void leave_functions();
  std::int32_t level() const { return level_; }
  // The level of the innermost function; 0 outside functions.
  std::int32_t function_level() const;
  // Whether the scope of that level holds the prefix assignments of a function's call.
  bool is_call(std::int32_t level) const {
    const Scope* s = scope_at(level);
    return s && s->kind == ScopeKind::kCall;
  }
  // Makes a variable in the innermost scope: a local, or a prefix assignment. When that scope has one already, it is
  // that one. fresh tells which. The new one is unset and has no attributes.
  Variable& local(NameId id, bool* fresh = nullptr);
  // As local(), but in the innermost function's scope, even if a temporary one lies above it.
  Variable& function_local(NameId id, bool* fresh = nullptr);
  // `local -`: Environment::set_options gets these back when the function returns. False outside functions.
  bool save_options(const ShellOptions& options);
  // The running function has called it.
  bool has_saved_options() const;

  // NAME=value pairs for exec; cached until an exported variable changes.
  Ref<const EnvBlock> exported();

  // Calls f(NameId, const Variable&) for every visible binding, by id. Sort by name for output.
  template <class F>
  void each(F&& f) const {
    if (!root_) return;
    for (std::size_t p = 0; p < root_->pieces.size(); ++p) {
      if (!root_->pieces[p]) continue;
      for (std::uint32_t i = 0; i < kPiece; ++i)
        if (const Variable* v = root_->pieces[p]->slots[i].get()) f(static_cast<NameId>(p * kPiece + i), *v);
    }
  }
  // The ids of visible bindings whose names begin with prefix, sorted by name.
  std::vector<NameId> sorted(std::string_view prefix = {}) const;
  // The ids made in the innermost function's scope, sorted by name (`local` without arguments).
  std::vector<NameId> locals() const;

  // Told of every change of a variable with kWatched, and of scopes that end with saved options.
  void set_environment(Environment* e) { environment_ = e; }
  // Names that get kWatched when they are made.
  void watch(NameId id);

 private:
  static constexpr std::uint32_t kPiece = 32;
  struct Scope : RefCounted<Scope> {
    ~Scope();
    Scope() = default;
    Scope(const Scope&) = default;
    Ref<Scope> outer;
    ScopeKind kind = ScopeKind::kFunction;
    std::int32_t level = 0;
    std::vector<NameId> names;
    std::optional<ShellOptions> options;  // saved by `local -`
  };
  struct Piece : RefCounted<Piece> {
    Ref<Variable> slots[kPiece];
  };
  struct Root : RefCounted<Root> {
    std::vector<Ref<Piece>> pieces;
  };
  struct Watched : RefCounted<Watched> {
    std::vector<bool> ids;
  };
  Ref<Variable>& slot(NameId id);
  Variable& fresh_global(NameId id, Ref<Variable>& at);
  Variable& insert(NameId id, std::int32_t level, bool* fresh);
  Scope* own_scope(std::int32_t level);
  const Scope* scope_at(std::int32_t level) const;
  void note(NameId id, const Variable& v);
  void reveal(NameId id, Ref<Variable>& at);

  NameTable* names_;
  Ref<Root> root_;
  Ref<Scope> scope_;
  std::int32_t level_ = 0;
  Ref<const EnvBlock> exports_;
  Ref<Watched> watched_;
  Environment* environment_ = nullptr;
};

}  // namespace nacre
