// See analysis.h. The script is parsed one complete command at a time; each is written and looked at, and forgotten.
#include "src/analysis/analysis.h"

#include <algorithm>
#include <utility>

#include "src/analysis/effects.h"
#include "src/analysis/common.h"
#include "src/analysis/tree_json.h"

namespace nacre {
namespace {

void messages(Json& out, const Parser& parser, bool warnings) {
  for (const ParseMessage& m : parser.messages()) {
    if (m.warning != warnings) continue;
    out.open('{');
    out.field("message", std::string_view(m.text));
    out.field("line", std::int64_t{m.line});
    out.close('}');
  }
}

}  // namespace

std::string without_nul(std::string_view script) {
  std::string out(script);
  std::erase(out, '\0');
  return out;
}

std::string error_json(std::string_view script, const Parser& parser) {
  Json out(SIZE_MAX);
  const auto size = static_cast<std::uint32_t>(script.size());
  const Extent at = parser.last_token();
  out.open('{');
  out.key("messages");
  out.open('[');
  messages(out, parser, false);
  out.close(']');
  Places(script).write(out, std::min(at.begin, size), std::min(at.end, size));
  out.close('}');
  return std::move(out.text());
}

std::string analyze(std::string_view text, const AnalysisOptions& given) {
  const std::string script = without_nul(text);
  NameTable names;
  ParserOptions options;
  options.extglob = given.extglob;
  options.posix = given.posix;
  Parser parser(names, options);
  parser.append(script);
  parser.finish();
  Json tree(given.limit), warnings(given.limit);
  Places places(script);
  TreeWriter writer(tree, names, &places);
  Effects effects(script, names, options, given.limit);
  std::string error;
  tree.open('[');
  ParseStatus status;
  Ref<Script> unit;
  while ((status = parser.next(unit)) == ParseStatus::kCommand) {
    messages(warnings, parser, true);
    if (given.tree) writer.items(unit->command);
    effects.command(unit->command);
    note_extglob(unit->command, options);
    if (tree.full()) break;
  }
  tree.close(']');
  if (status == ParseStatus::kError) {
    error = error_json(script, parser);
    const auto size = static_cast<std::uint32_t>(script.size());
    const Extent at = parser.last_token();
    effects.look_at({std::min(at.begin, size), std::min(at.end, size)});
    effects.doubt("the script has a syntax error");
  }
  effects.finish();

  Json out(given.limit);
  Json* lists[] = {&warnings,          &effects.reasons, &effects.commands, &effects.assignments,
                   &effects.functions, &effects.reads,   &effects.writes};
  constexpr const char* kNames[] = {"warnings", "reasons", "commands", "assignments", "functions", "reads", "writes"};
  std::size_t size = tree.text().size() + 1024;
  bool full = tree.full();
  for (Json* list : lists) {
    size += list->text().size();
    full |= list->full();
  }
  if (full || size > given.limit) return "{\"full\":true}";
  out.text().reserve(size);
  out.open('{');
  out.key("error");
  out.word(error.empty() ? "null" : error);
  out.field("readOnly", effects.read_only());
  for (std::size_t i = 0; i < std::size(lists); ++i) {
    out.key(kNames[i]);
    out.open('[');
    out.text() += lists[i]->text();
    out.close(']');
  }
  out.key("tree");
  if (given.tree) out.text() += tree.text();
  else out.word("null");
  out.close('}');
  return std::move(out.text());
}

}  // namespace nacre
