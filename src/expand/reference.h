// What a parameter expansion or an assignment refers to, once names, namerefs, subscripts and indirection are settled;
// and its value. Subscripts may run commands, so settling is a coroutine; fetching is not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/expand/environment.h"
#include "src/expand/outcome.h"
#include "src/process/task.h"
#include "src/syntax/tree.h"

namespace nacre {

struct Reference {
  ParamKind kind = ParamKind::kNamed;
  NameId name = kNoName;
  std::uint32_t position = 0;
  char special = 0;
  SubscriptKind subscript = SubscriptKind::kNone;
  bool associative = false;    // with kIndex: `key` counts, else `index`
  bool bad = false;            // a bad subscript, reported: the value is unset
  bool assigning = false;
  bool dollar = false;         // written $1, not ${1}: messages say $1
  bool length = false;         // of ${#a[i]}: a bad subscript is worse
  bool absent = false;         // ${#a[i]} of no variable: the subscript is not evaluated
  std::int64_t index = 0;
  std::string key;
  std::string display;         // as messages name it: "x", "a[5]", "1", "@"

  bool all() const { return (kind == ParamKind::kSpecial && special == '@') || subscript == SubscriptKind::kAt; }
  bool star() const { return (kind == ParamKind::kSpecial && special == '*') || subscript == SubscriptKind::kStar; }
  bool list() const { return all() || star(); }
};

struct Value {
  bool set = false;
  bool list = false;                 // items, else text
  bool star = false;                 // the list joins when quoted
  std::string text{};
  std::vector<std::string> items{};
};

// The reference of a Param without indirection. Fails when a subscript does not evaluate.
Task<Outcome<Reference>> make_reference(Environment& env, const Param& p);
// Whether its subscript, if any, needs no expansion and no evaluation.
bool settles_at_once(Environment& env, const Param& p);
// Of a text: "x", "a[1]", "@", "12" (indirection, namerefs). "TEXT: invalid variable name" when it is none.
Task<Outcome<Reference>> parse_reference(Environment& env, std::string text);
// The index that a subscript's text means: expanded, then evaluated.
Task<Outcome<std::int64_t>> evaluate_subscript(Environment& env, std::string text);
// A subscript's text or word settled into r (whose name and display are there).
// A bad one is reported; r.assigning chooses the words.
Task<Outcome<Reference>> settle_subscript(Environment& env, Reference r, std::string text, const Word* word);
// The same for the target of an assignment: a name, with the subscript's text and word (or none: kNone).
Task<Outcome<Reference>> target_reference(Environment& env, NameId name, bool subscripted, std::string text,
                                          const Word* word);

Value fetch(Environment& env, const Reference& r);
// Reports "x: unbound variable" when set -u is on, the value is unset and it is no list; true then.
bool unbound(Environment& env, const Reference& r, const Value& v);
// $? $# $$ $! $- $0 and $@'s joined form; false: unset.
bool special_value(Environment& env, char c, std::string& out);
std::string join(const std::vector<std::string>& items, std::string_view separator);
// Items joined for "$*": by the first character of IFS.
std::string join_star(Environment& env, const std::vector<std::string>& items);

}  // namespace nacre
