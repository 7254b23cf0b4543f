// Lists of variables and functions.
#include "src/shell/listing.h"

#include "src/base/sort.h"
#include "src/expand/quote.h"
#include "src/syntax/printer.h"

namespace nacre {

std::vector<std::string> function_names(const Shell& sh) {
  std::vector<std::string> names;
  for (const auto& [id, f] : sh.functions.get()) names.emplace_back(sh.names().text(id));
  sort_vector(names);
  return names;
}

std::string function_header(const Function& f, std::string_view name) {
  std::string out = "declare -f";
  if (f.readonly) out += 'r';
  if (f.traced) out += 't';
  if (f.exported) out += 'x';
  return out.append(" ").append(name);
}

void print_function_listing(Shell& sh, std::string_view name, const Function& f) {
  sh.print(print_function(name, *f.definition->body) + "\n");
}

void print_functions(Shell& sh, std::uint16_t attributes, bool names_only) {
  for (const std::string& name : function_names(sh)) {
    const Function& f = *sh.find_function(name);
    const bool wanted = (attributes & kExport && f.exported) || (attributes & kReadonly && f.readonly) || (attributes & kTrace && f.traced);
    if (attributes && !wanted) continue;
    if (!names_only) print_function_listing(sh, name, f);
    if (names_only || f.exported || f.readonly || f.traced) sh.print(function_header(f, name) + "\n");
  }
}

// Variables whose value is made when they are read show the one they had; arrays and options, and what set lists of them, are
// brought up to date.
static const Variable* listed(Shell& sh, NameId id) {
  const Variable* v = sh.variables.find(id);
  if (v && v->has(kIndexed) && !sh.own_arguments_noted && sh.names().text(id).starts_with("BASH_ARG")) {   // empty until they are read
    sh.variables.own(id).own_indexed();
    return v;
  }
  return v && v->has(kDynamic) && v->has(kIndexed | kAssociative | kReadonly) ? sh.lookup(id) : v;
}

void print_set_listing(Shell& sh) {
  for (const NameId id : sh.variables.sorted()) {
    const Variable* v = listed(sh, id);
    if (v && v->is_set()) sh.print(set_text(sh.names().text(id), *v, sh.utf8()) + "\n");
  }
  if (!sh.posix())
    for (const std::string& name : function_names(sh)) print_function_listing(sh, name, *sh.find_function(name));
}

Task<> print_variables(Shell& sh, std::uint16_t attributes, std::string_view command) {
  const bool posix = sh.posix() && command != "declare";
  // Of several attributes one is enough, but an array must be one of that kind.
  const std::uint16_t kinds = attributes & kIndexed ? kIndexed : attributes & kAssociative ? kAssociative : 0;
  if (attributes != kinds) attributes &= static_cast<std::uint16_t>(~kinds);
  for (const NameId id : sh.variables.sorted()) {
    const Variable* v = listed(sh, id);
    if (!v || (kinds && !v->has(kinds)) || (attributes && !v->has(attributes))) continue;
    std::string line = declare_text(sh.names().text(id), *v, sh.utf8());
    if (posix) {   // "declare -x X=..." becomes "export X=..."
      const std::size_t name = line.find(' ', line.find(' ') + 1);
      line = std::string(command) + line.substr(name);
    }
    sh.print(line + "\n");
    if (sh.printed() > 65536 && !co_await sh.drain_output()) co_return;
  }
}

}  // namespace nacre
