// declare, typeset, local, export, readonly (bash manual 4.2, 4.1): attributes of variables and functions.
//
// Arguments come as Shell::declared describes: for name=( ... ) the node of the assignment, for the rest the text. Those of a
// command come one at a time, while its words are expanded (see Shell::expand_declaration).
#include <algorithm>

#include "src/expand/assign.h"
#include "src/expand/quote.h"
#include "src/shell/builtin.h"
#include "src/shell/listing.h"

namespace nacre {
namespace {

struct DeclareOptions {
  std::uint16_t on = 0, off = 0;
  bool functions = false, names_only = false, print = false, global = false, inherit = false, local = false;
  bool export_or_readonly = false;    // of export and readonly: names need no scope and subscripts are refused
};

// "name", "name=value", "name+=value", "name[sub]=value" in parts.
struct Declared {
  std::string target;          // name, or name[sub]
  std::string name;
  bool subscripted = false, assigns = false, append = false;
  std::string value;
  const Assignment* node = nullptr;   // name=( ... )
};

// Nothing when it is no name.
std::optional<Declared> parse_declared(const Shell& sh, const std::string& argument, const Assignment* node) {
  Declared d;
  d.node = node;
  if (node) {
    d.target = d.name = std::string(sh.names().text(node->name));
    d.assigns = true;
    d.append = node->append;
    return d;
  }
  const std::size_t equals = assignment_operator(argument);
  if (equals != argument.npos) {
    d.assigns = true;
    d.append = equals > 0 && argument[equals - 1] == '+';
    d.target = argument.substr(0, equals - d.append);
    d.value = argument.substr(equals + 1);
  } else {
    d.target = argument;
  }
  const auto split = split_target(d.target);
  if (split && split->subscripted) {
    d.name = std::string(split->name);
    d.subscripted = true;
  } else {
    d.name = d.target;
  }
  if (!is_name(d.name)) return {};
  return d;
}

// Whether a value given as text to an array variable is a compound one: "(1 2 3)".
bool is_compound_text(std::string_view text) { return text.size() >= 2 && text.front() == '(' && text.back() == ')'; }

// Copies value and attributes of the binding outside into a new local (declare -I, localvar_inherit, and a name that came
// as a prefix assignment of the call).
void inherit_from(Variable& to, const Variable& from) {
  to.attributes |= static_cast<std::uint16_t>(from.attributes & (kDeclareAttributes & ~(kNameref | kReadonly)));
  if (from.indexed()) to.replace(Ref<IndexedArray>(const_cast<IndexedArray*>(from.indexed())));
  else if (from.assoc()) to.replace(Ref<AssocArray>(const_cast<AssocArray*>(from.assoc())));
  else if (from.is_set() && !from.is_array()) to.set_text(std::string(from.text()));
}

// The status of a declaration that is refused: bash's own number, 260, of which a process for just this command (a stage of
// a pipeline, or in the background) ends with the low byte; anywhere else it is 1.
constexpr int kRefused = 260;

class Declaration {
 public:
  Declaration(Shell& sh, const DeclareOptions& o) : sh_(sh), o_(o) {}

  // The status after run gave false.
  int status() const { return status_; }

  // One argument. False: it failed, with a message. An Outcome's error abandons the command.
  Task<Outcome<bool>> run(const std::string& argument, const Assignment* node) {
    if (o_.local && argument == "-" ) {
      sh_.variables.save_options(sh_.options);
      co_return true;
    }
    auto parsed = parse_declared(sh_, argument, node);
    if (parsed && o_.export_or_readonly && !parsed->subscripted) {   // through a reference to an element
      const NameId id = sh_.names().find(parsed->name);
      const Variable* v = id ? sh_.variables.find(id) : nullptr;
      if (v && v->has(kNameref))
        if (const Target t = resolve(sh_, id); t.subscripted) {
          sh_.complain("`" + std::string(sh_.names().text(t.name)) + "[" + t.subscript + "]': not a valid identifier");
          co_return true;   // said, but no failure
        }
    }
    if (!parsed || (o_.export_or_readonly && parsed->subscripted)) {
      sh_.complain("`" + (parsed && !o_.local ? parsed->target : argument) + "': not a valid identifier");
      if (o_.export_or_readonly) status_ = 1;
      co_return false;
    }
    d_ = std::move(*parsed);
    if (o_.on & kNameref) {
      if (!check_reference()) co_return false;
    }
    if (d_.node && d_.node->subscript.kind != SubscriptKind::kNone) {
      sh_.report_error(d_.name + "[" + std::string(d_.node->subscript.text) + "]: cannot assign list to array member");
      co_return abort_with(Failure::kDiscard);
    }
    if (d_.node) {   // in the scope around: local a=("${a[@]}")
      const NameId id = sh_.names().intern(d_.name);
      const Variable* v = o_.global ? sh_.variables.find_global(id) : sh_.variables.find(id);
      const bool same = v && (!makes_local() || v->level == sh_.variables.function_level());
      auto ok = co_await expand_elements(sh_, d_.node->elements, (o_.on & kAssociative) || (same && v->has(kAssociative)), items_, true);
      if (!ok) co_return abort_with(ok.error());
    }
    if (!find_variable() || !check_attributes()) {
      // Arrays are assigned when the words are expanded, where a failure abandons the command.
      if (d_.node && abandons_) co_return abort_with(Failure::kDiscard);
      co_return false;
    }
    if ((o_.on & kNameref) && (o_.on & kInteger) && d_.assigns) {   // bash evaluates the name as a number, and is left with nothing
      sh_.variables.unset(id_);
      co_return true;
    }
    set_kind();
    co_return co_await assign_value();
  }

 private:
  const Variable* current() const {
    return (flags_ & kAssignGlobal) ? sh_.variables.find_global(id_) : sh_.variables.find(id_);
  }
  Variable& own() { return (flags_ & kAssignGlobal) ? sh_.variables.own_global(id_) : sh_.variables.own(id_); }
  bool in_function() const { return sh_.variables.function_level() > 0; }
  bool makes_local() const { return !o_.export_or_readonly && !o_.global && in_function(); }
  bool error(const std::string& text) {
    if (d_.node) sh_.report_error(d_.name + ": " + text);
    else sh_.complain(d_.name + ": " + text);
    return false;
  }
  bool simple_error(const std::string& text) {
    status_ = 1;
    if (!d_.node) return error(text);
    sh_.report(d_.name + ": " + text);
    return false;
  }

  // declare -n: what may be a reference, and to what.
  bool check_reference() {
    const NameId id = sh_.names().intern(d_.name);
    const Variable* v = sh_.variables.find(id);
    if (d_.subscripted || d_.node) {
      sh_.complain((d_.subscripted ? d_.target : d_.name) + ": reference variable cannot be an array");
      status_ = 1;
      return false;
    }
    if (v && v->is_array() && !(makes_local() && v->level != sh_.variables.function_level()))
      return simple_error("reference variable cannot be an array");
    std::string_view value = d_.value;
    if (!d_.assigns) value = v && v->is_set() && !makes_local() ? v->text() : std::string_view();
    if (value.empty()) {
      if (!d_.assigns || d_.append) return true;
      if (makes_local()) (void)sh_.variables.function_local(id);   // made all the same
      sh_.complain("`': not a valid identifier");
      return false;
    }
    const auto target = split_target(value);
    if (!target || !is_name(target->name)) {
      sh_.complain("`" + std::string(value) + "': invalid variable name for name reference");
      return false;
    }
    if (target->name == d_.name && d_.assigns) {
      if (!makes_local()) return error("nameref variable self references not allowed");
      sh_.complain("warning: " + d_.name + ": circular name reference");
      if (d_.assigns) sh_.report("warning: " + d_.name + ": circular name reference");
    }
    return true;
  }

  // Finds or makes the variable that is meant: id_, and flags_ for the assignment.
  bool find_variable() {
    id_ = sh_.names().intern(d_.name);
    flags_ = kAssignComplain | (d_.append ? kAssignAppend : 0u);
    if (o_.export_or_readonly) flags_ &= ~static_cast<unsigned>(kAssignComplain);
    const bool reference = ((o_.on | o_.off) & kNameref) != 0;
    if (reference) flags_ |= kAssignNoNameref;
    if (o_.global && in_function()) flags_ |= kAssignGlobal;
    if (makes_local()) return make_local(reference);
    const Variable* v = current();
    if (!reference && v && v->has(kNameref)) {
      const Target target = resolve(sh_, id_);
      if (target.circular) return false;
      if (target.name != kNoName) {
        if (target.subscripted && d_.node) {
          sh_.report("`" + std::string(sh_.names().text(target.name)) + "[" + target.subscript + "]': not a valid identifier");
          abandons_ = true;
          return false;
        }
        if (target.subscripted) {   // a reference to an element
          d_.target = std::string(sh_.names().text(target.name)) + "[" + target.subscript + "]";
          d_.subscripted = true;
        }
        id_ = target.name;
        d_.name = std::string(sh_.names().text(id_));
        if (!d_.subscripted) d_.target = d_.name;
      }
    }
    return true;
  }

  bool make_local(bool reference) {
    const Variable* outer = sh_.variables.find(id_);
    const std::int32_t level = sh_.variables.function_level();
    bool here = outer && outer->level == level;
    if (!reference && here && outer->has(kNameref)) {   // a local reference: what it refers to is meant
      const Target target = resolve(sh_, id_);
      if (target.name != kNoName && !target.subscripted) {
        id_ = target.name;
        d_.name = d_.target = std::string(sh_.names().text(id_));
        if (!d_.node) return true;
        outer = sh_.variables.find(id_);   // an array becomes a local of that name
        here = outer && outer->level == level;
      }
    }
    // A caller's readonly variable may be hidden, the shell's own not.
    abandons_ = here;
    if (outer && outer->has(kReadonly) && (here ? d_.assigns : outer->level == 0)) return error("readonly variable");
    const bool inherit = outer && !here && (o_.inherit || sh_.on(ShellOption::kLocalvarInherit));
    const bool from_call = outer && !here && outer->has(kTemporary);
    const Ref<const Variable> keep(outer);
    Variable& v = sh_.variables.function_local(id_);
    if (inherit || from_call) {
      inherit_from(v, *keep);
      if (from_call) v.attributes |= kExport;
    }
    flags_ |= kAssignLocal;
    return true;
  }

  bool check_attributes() {
    const Variable* v = current();
    if (!v) return true;
    const std::uint16_t kinds = kIndexed | kAssociative;
    abandons_ = true;
    if (v->has(kReadonly)) {
      if (o_.off & kReadonly) return simple_error("readonly variable");
      if ((d_.assigns && !o_.export_or_readonly) || (o_.on & kNameref)) return error("readonly variable");
      if (d_.assigns) {
        sh_.report_error(d_.name + ": readonly variable");
        return false;
      }
    }
    abandons_ = !in_function() && !(o_.off & kinds);
    if ((o_.off & kIndexed && v->has(kIndexed)) || (o_.off & kAssociative && v->has(kAssociative)))
      return simple_error("cannot destroy array variables in this way");
    if ((o_.on & kinds) == kAssociative && v->has(kIndexed)) return simple_error("cannot convert indexed to associative array");
    if ((o_.on & kinds) == kIndexed && v->has(kAssociative)) return simple_error("cannot convert associative to indexed array");
    return true;
  }

  // The attributes that an assignment obeys, and the kind of variable, before the value.
  void set_kind() {
    Variable& v = own();
    std::uint16_t on = o_.on & (kInteger | kLowercase | kUppercase | kCapitalize | kTrace);
    const bool export_array = o_.export_or_readonly && !d_.assigns;
    if (on & (kLowercase | kUppercase | kCapitalize)) v.attributes &= static_cast<std::uint16_t>(~(kLowercase | kUppercase | kCapitalize));
    v.attributes = static_cast<std::uint16_t>((v.attributes & ~(o_.off & ~kReadonly)) | on);
    if (!export_array) {
      if (o_.on & kAssociative && !(o_.export_or_readonly && (o_.on & kIndexed))) {
        if (!v.has(kAssociative)) make_associative(v);
      } else if ((o_.on & kIndexed || d_.subscripted || d_.node) && !v.is_array()) {
        make_indexed(v);
      }
    }
    if ((o_.off & kExport)) sh_.variables.exports_changed();
  }

  Task<Outcome<bool>> assign_value() {
    const std::uint16_t late = o_.on & (kExport | kReadonly | kNameref);
    if (d_.assigns) {
      Outcome<> ok;
      const Variable* v = current();
      const bool array = v && v->is_array();
      if (d_.node) {
        ok = co_await assign_expanded(sh_, id_, d_.node->elements, std::move(items_), flags_ | kAssignDeclared);
      } else if (d_.subscripted && (o_.on & (kIndexed | kAssociative)) && is_compound_text(d_.value)) {
        ok = co_await assign_compound_text(sh_, id_, std::move(d_.value), flags_);   // the whole array, as bash takes it
      } else if (d_.subscripted) {
        ok = co_await assign_target(sh_, d_.target, std::move(d_.value), flags_);
      } else if (array && is_compound_text(d_.value)) {
        ok = co_await assign_compound_text(sh_, id_, std::move(d_.value), flags_);
      } else {
        ok = co_await assign_variable(sh_, id_, std::move(d_.value), flags_);
      }
      if (!ok) {
        if (ok.error().kind == Failure::kCommand) co_return false;
        co_return abort_with(ok.error());
      }
    }
    if (!o_.export_or_readonly && (o_.on & (kIndexed | kAssociative)) == (kIndexed | kAssociative))
      co_return simple_error("cannot convert associative to indexed array");
    if (late || (o_.off & kExport)) {
      Variable& v = own();
      v.attributes |= late;
      sh_.variables.changed(id_, v);
      if (late & kExport) sh_.variables.exports_changed();
      if (late & (kExport | kReadonly)) propagate(late);
    }
    co_return true;
  }

  // x=5 f: what export and readonly make of x in f, the caller's x becomes.
  void propagate(std::uint16_t late) {
    const Variable* v = current();
    const Ref<const Variable> made(v);
    while (v && v->level > 0 && !v->has(kTemporary)) v = v->below.get();
    if (!v || !v->has(kTemporary) || !sh_.variables.is_call(v->level) || made->is_array()) return;
    if (v->below && v->below->level > 0) return;   // hidden by a local of a function in between
    Variable& outer = sh_.variables.own_global(id_);
    if (outer.is_array() || outer.has(kReadonly)) return;
    outer.set_text(std::string(made->text()));
    outer.attributes |= late;
    sh_.variables.changed(id_, outer);
  }

  Shell& sh_;
  const DeclareOptions& o_;
  Declared d_;
  NameId id_ = kNoName;
  unsigned flags_ = 0;
  int status_ = kRefused;
  bool abandons_ = false;
  std::vector<ExpandedElement> items_;   // of d_.node
};

// --- functions ----------------------------------------------------------------------------------------------------------

// declare -f with attributes, export -f, readonly -f. False: not found or refused.
bool change_function(Shell& sh, const DeclareOptions& o, const std::string& name) {
  const Function* f = sh.find_function(name);
  if (!f) {
    if (o.export_or_readonly) sh.complain(name + ": not a function");
    return false;
  }
  if (f->readonly && (o.off & kReadonly)) {
    sh.complain(name + ": readonly function");
    return false;
  }
  auto changed = make_ref<Function>(*f);
  const auto put = [&](bool& flag, std::uint16_t attribute) {
    if (o.on & attribute) flag = true;
    if (o.off & attribute) flag = false;
  };
  put(changed->exported, kExport);
  put(changed->readonly, kReadonly);
  put(changed->traced, kTrace);
  sh.functions.change()[sh.names().intern(name)] = Ref<const Function>(changed);
  return true;
}

// declare -f name, -F name.
bool print_one_function(Shell& sh, const DeclareOptions& o, const std::string& name) {
  const Function* f = sh.find_function(name);
  if (!f) {
    if (o.print) sh.complain(name + ": not found");
    return false;
  }
  if (o.names_only) {
    if (o.print) sh.print(function_header(*f, name) + "\n");
    else if (sh.on(ShellOption::kExtdebug)) sh.print(name + " " + std::to_string(f->line) + " " + f->source + "\n");
    else sh.print(name + "\n");
    return true;
  }
  print_function_listing(sh, name, *f);
  if (o.print && (f->exported || f->readonly || f->traced)) sh.print(function_header(*f, name) + "\n");
  return true;
}

// --- printing variables -------------------------------------------------------------------------------------------------

bool print_one_variable(Shell& sh, const DeclareOptions& o, const std::string& name) {
  const NameId id = sh.names().find(name);
  const Variable* v = id == kNoName ? nullptr : sh.lookup(id);
  if (!v || (o.local && v->level != sh.variables.function_level())) {
    sh.complain(name + ": not found");
    return false;
  }
  sh.print(declare_text(name, *v, sh.utf8()) + "\n");
  return true;
}

// `local` without names: what the running function has made.
void print_locals(Shell& sh) {
  if (sh.variables.has_saved_options()) sh.print("local -\n");
  for (const NameId id : sh.variables.locals()) {
    const Variable* v = sh.variables.find(id);
    if (v && v->level == sh.variables.function_level()) sh.print(declare_text(sh.names().text(id), *v, sh.utf8()) + "\n");
  }
}

Task<int> print_all(Shell& sh, const DeclareOptions& o) {
  const std::uint16_t wanted = o.on;
  if (o.local) {
    print_locals(sh);
  } else if (o.functions) {
    print_functions(sh, wanted, o.names_only);
  } else if (!o.print && !wanted && !o.off) {
    print_set_listing(sh);
  } else {
    co_await print_variables(sh, wanted, "declare");
  }
  co_return 0;
}

// --- declare, typeset, local --------------------------------------------------------------------------------------------

// Reads the options; false after an error.
bool read_options(Shell& sh, BuiltinOptions& options, DeclareOptions& o) {
  for (char c; (c = options.next());) {
    std::uint16_t attribute = 0;
    switch (c) {
      case 'a': attribute = kIndexed; break;
      case 'A': attribute = kAssociative; break;
      case 'i': attribute = kInteger; break;
      case 'n': attribute = kNameref; break;
      case 'r': attribute = kReadonly; break;
      case 't': attribute = kTrace; break;
      case 'x': attribute = kExport; break;
      case 'c': attribute = kCapitalize; break;
      case 'l': attribute = kLowercase; break;
      case 'u': attribute = kUppercase; break;
      case 'p': o.print = true; break;
      case 'f':
      case 'F':
        if (options.plus()) break;
        o.functions = true;
        if (c == 'F') o.names_only = true;
        break;
      case 'g': o.global = true; break;
      case 'I': o.inherit = true; break;
      case 'G': break;
      default: return false;
    }
    if (!attribute) continue;
    (options.plus() ? o.off : o.on) |= attribute;
  }
  constexpr std::uint16_t kCases = kLowercase | kUppercase;
  if ((o.on & kCases) == kCases) {   // they cancel each other
    o.on &= static_cast<std::uint16_t>(~kCases);
    o.off |= kCases;
  }
  (void)sh;
  return true;
}

Task<int> declare(Shell& sh, Fields& argv, bool local) {
  const std::vector<const Assignment*> nodes = std::move(sh.declared);
  sh.declared.clear();
  if (local && sh.variables.function_level() == 0) {
    sh.complain("can only be used in a function");
    co_return 1;
  }
  DeclareOptions o;
  o.local = local;
  BuiltinOptions options(sh, argv, "+acfgilnprtuxAFGI");
  if (!read_options(sh, options, o)) co_return BuiltinOptions::kUsage;
  if (o.functions && (o.on | o.off) & (kIndexed | kAssociative | kInteger | kNameref)) {
    const std::string_view letters = "aAin";
    const std::uint16_t attributes[] = {kIndexed, kAssociative, kInteger, kNameref};
    for (std::size_t i = 0; i < letters.size(); ++i)
      if ((o.on | o.off) & attributes[i]) {
        sh.complain("-" + std::string(1, letters[i]) + ": invalid option");
        co_return 1;
      }
  }
  std::size_t at = options.operand();
  if (at == argv.size()) co_return co_await print_all(sh, o);
  int st = 0;
  for (; at < argv.size(); ++at) {
    if (o.functions) {
      if (assignment_operator(argv[at]) != std::string::npos) {
        sh.complain("cannot use `-f' to make functions");
        co_return 1;
      }
      const bool change = (o.on | o.off) != 0 && !o.print;
      if (!(change ? change_function(sh, o, argv[at]) : print_one_function(sh, o, argv[at]))) st = std::max(st, 1);
    } else if (o.print) {
      if (!print_one_variable(sh, o, argv[at])) st = std::max(st, 1);
    } else {
      Declaration one(sh, o);
      auto done = co_await one.run(argv[at], at < nodes.size() ? nodes[at] : nullptr);
      if (!done) co_return sh.fail_with(done.error());
      if (!*done) st = std::max(st, one.status());
    }
  }
  co_return st;
}

Task<int> declare_main(Shell& sh, Fields& argv) { return declare(sh, argv, false); }
Task<int> local_main(Shell& sh, Fields& argv) { return declare(sh, argv, true); }
const Builtin kDeclare("declare", declare_main, Builtin::kDeclaration);
const Builtin kTypeset("typeset", declare_main, Builtin::kDeclaration);
const Builtin kLocal("local", local_main, Builtin::kDeclaration);

// --- export, readonly ---------------------------------------------------------------------------------------------------

Task<int> mark(Shell& sh, Fields& argv, std::uint16_t attribute) {
  const std::vector<const Assignment*> nodes = std::move(sh.declared);
  sh.declared.clear();
  DeclareOptions o;
  o.export_or_readonly = true;
  bool undo = false;
  BuiltinOptions options(sh, argv, "aAfnp");
  for (char c; (c = options.next());) {
    switch (c) {
      case 'a': o.on |= kIndexed; break;
      case 'A': o.on |= kAssociative; break;
      case 'f': o.functions = true; break;
      case 'n': undo = attribute == kExport; break;
      case 'p': o.print = true; break;
      default: co_return BuiltinOptions::kUsage;
    }
  }
  if (o.on == (kIndexed | kAssociative)) o.on = kIndexed;
  std::size_t at = options.operand();
  if (at == argv.size()) {
    if (o.functions) print_functions(sh, attribute, false);
    else co_await print_variables(sh, attribute | o.on, attribute == kExport ? "export" : "readonly");
    co_return 0;
  }
  (undo ? o.off : o.on) |= attribute;
  int st = 0;
  for (; at < argv.size(); ++at) {
    if (o.functions) {
      if (!change_function(sh, o, argv[at])) st = std::max(st, 1);
      continue;
    }
    Declaration one(sh, o);
    auto done = co_await one.run(argv[at], at < nodes.size() ? nodes[at] : nullptr);
    if (!done) co_return sh.fail_with(done.error());
    if (!*done) st = std::max(st, one.status());
  }
  co_return st;
}

Task<int> export_main(Shell& sh, Fields& argv) { return mark(sh, argv, kExport); }
Task<int> readonly_main(Shell& sh, Fields& argv) { return mark(sh, argv, kReadonly); }
const Builtin kExportBuiltin("export", export_main, Builtin::kSpecial | Builtin::kDeclaration);
const Builtin kReadonlyBuiltin("readonly", readonly_main, Builtin::kSpecial | Builtin::kDeclaration);

}  // namespace
}  // namespace nacre
