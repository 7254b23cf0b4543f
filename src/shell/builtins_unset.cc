// unset (bash manual 4.1).
#include "src/expand/assign.h"
#include "src/shell/builtin.h"

namespace nacre {
namespace {

bool unset_function(Shell& sh, const std::string& name) {
  const Function* f = sh.find_function(name);
  if (!f) return true;
  if (f->readonly) {
    sh.complain(name + ": cannot unset: readonly function");
    return false;
  }
  sh.functions.change().erase(sh.names().find(name));
  return true;
}

Task<int> unset_main(Shell& sh, Fields& argv) {
  bool functions = false, variables = false, references = false;
  BuiltinOptions options(sh, argv, "fnv");
  for (char c; (c = options.next());) {
    if (c == 'f') functions = true;
    else if (c == 'v') variables = true;
    else if (c == 'n') references = true;
    else co_return BuiltinOptions::kUsage;
  }
  if (functions && variables) {
    sh.complain("cannot simultaneously unset a function and a variable");
    co_return 1;
  }
  bool good = true;
  for (std::size_t i = options.operand(); i < argv.size(); ++i) {
    const std::string& target = argv[i];
    const auto split = functions ? std::nullopt : split_target(target);
    const bool element = split && split->subscripted && is_name(split->name);
    const bool variable = element || (!functions && is_name(target));
    if (variables && !variable) {
      good = false;
      invalid_identifier(sh, target);
      continue;
    }
    if (!variable || (!variables && !element && !sh.variables.find(sh.names().find(target)))) {
      if (!variables && !references) good &= unset_function(sh, target);
      continue;
    }
    if (references) {   // what is no reference stays
      const Variable* v = sh.variables.find(sh.names().find(target));
      if (v && !v->has(kNameref) && v->has(kReadonly)) {
        sh.complain(target + ": cannot unset: readonly variable");
        good = false;
      }
      if (!v || !v->has(kNameref)) continue;
    }
    auto done = co_await unset_target(sh, target, references);
    if (!done) {
      if (done.error().kind != Failure::kCommand) co_return sh.fail_with(done.error());
      good = false;
    } else {
      good &= *done;
    }
  }
  co_return good ? 0 : 1;
}
const Builtin kUnset("unset", unset_main, Builtin::kSpecial);

}  // namespace
}  // namespace nacre
