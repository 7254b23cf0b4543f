// Assignments, subscripts, namerefs, unset, and "is it set": by node for commands, by text for builtins.
//
// A target is a name, or a name with a subscript ("a[1]", "m[key]", "a[i+1]"), as read, printf -v, getopts, mapfile,
// unset and test -v take it. Subscripts are evaluated, or expanded for associative arrays, which may run commands. All
// functions follow namerefs unless told otherwise and report errors themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/expand/environment.h"
#include "src/expand/outcome.h"
#include "src/expand/reference.h"
#include "src/process/task.h"
#include "src/syntax/tree.h"

namespace nacre {

enum : unsigned {
  kAssignAppend = 1,       // +=
  kAssignGlobal = 2,       // declare -g
  kAssignLocal = 4,        // the variable of the innermost scope (prefix assignments, local)
  kAssignNoNameref = 8,    // declare -n: the variable itself
  kAssignRaw = 16,         // the value is final: no -i evaluation, no case conversion, readonly not checked
  kAssignSubscriptDone = 32,  // an associative subscript is the key as it stands (assoc_expand_once)
  kAssignDeclared = 128,   // a list of declare's: bash quotes its words and reads them again
  kAssignComplain = 64,    // errors carry command_name (builtins)
};

// name=value, name+=value, name[i]=value, name=(...): the value is expanded first, then the target. As a command of its
// own an error is kDiscard, before a command the caller decides.
Task<Outcome<>> assign(Environment& env, const Assignment& a, unsigned flags = 0);
// The expanded value of a scalar assignment (for xtrace and prefix assignments).
// name=( ) before a command is no array: its text, expanded as a value.
Task<Outcome<std::string>> expand_compound_as_text(Environment& env, const Assignment& a);
Task<Outcome<std::string>> expand_assignment_value(Environment& env, const Assignment& a);
// assign() of one that is no list and whose value is this.
Task<Outcome<>> assign_value(Environment& env, const Assignment& a, std::string value, unsigned flags = 0);

// A scalar: namerefs, attributes (-i -u -l -c), readonly ("x: readonly variable", kDiscard), arrays (element 0), -a
// export.
Task<Outcome<>> assign_variable(Environment& env, NameId name, std::string value, unsigned flags = 0);
// The same for a target. Invalid names: "`1x': not a valid identifier", kCommand.
Task<Outcome<>> assign_target(Environment& env, std::string target, std::string value, unsigned flags = 0);
// The same for a reference that is settled already (not a list).
Task<Outcome<>> assign_reference(Environment& env, const Reference& r, std::string value, unsigned flags = 0);
// The elements of name=( ) with flags; the variable becomes an indexed array unless it is associative.
Task<Outcome<>> assign_elements(Environment& env, NameId name, Span<const ArrayElement> elements, unsigned flags = 0);
// The two halves of it: the words of the elements, as those of an array of that kind, and putting them into the variable.
struct ExpandedElement {
  const ArrayElement* element;   // with a subscript, or null
  std::string value;
};
Task<Outcome<>> expand_elements(Environment& env, Span<const ArrayElement> elements, bool associative,
                                std::vector<ExpandedElement>& items, bool declared = false);
Task<Outcome<>> assign_expanded(Environment& env, NameId name, Span<const ArrayElement> elements,
                                std::vector<ExpandedElement> items, unsigned flags = 0);
// The text of a compound value, "(1 2 [5]=x)", as declare gets it from an expansion.
Task<Outcome<>> assign_compound_text(Environment& env, NameId name, std::string text, unsigned flags = 0);
// Sets the whole array at once (mapfile, read -a, BASH_REMATCH). False: readonly, reported.
bool assign_array(Environment& env, NameId name, std::vector<std::string> values, unsigned flags = 0);

// unset name, unset name[i], unset name[@]. False and a message when it cannot be unset (readonly).
Task<Outcome<bool>> unset_target(Environment& env, std::string target, bool nameref = false);
// test -v, [[ -v ]].
Task<Outcome<bool>> is_set_target(Environment& env, std::string target);

// What a nameref leads to.
struct Target {
  NameId name = kNoName;      // kNoName: circular, or not a valid name (bad is set)
  bool subscripted = false;
  std::string subscript;
  bool circular = false;
};
// Follows namerefs from a name: the variable that is meant. Warns "x: circular name reference".
Target resolve(Environment& env, NameId name);
// "a[sub]" in parts; nothing when it is not of that form. `subscript` is between the outer brackets.
struct SplitTarget {
  std::string_view name;
  bool subscripted = false;
  std::string_view subscript;
};
std::optional<SplitTarget> split_target(std::string_view text);

// The value as the variable's attributes make it: case conversion (-u -l -c). (-i is assign_variable's.)
std::string convert_case(const Environment& env, std::uint16_t attributes, std::string value);
// Turns a scalar into an array whose element 0 (or "0") is the scalar.
void make_indexed(Variable& v);
void make_associative(Variable& v);

}  // namespace nacre
