// Private to src/analysis: what analyze() and format() have in common.
#pragma once

#include <string>

#include "src/syntax/parser.h"

namespace nacre {

// `shopt -s extglob` and `shopt -u extglob`, alone or in a list.
inline void note_extglob(const Command* c, ParserOptions& options) {
  if (c == nullptr) return;
  if (c->kind == CommandKind::kList) {
    for (const auto& i : c->as<ListCommand>().items) note_extglob(i.command, options);
  }
  if (c->kind != CommandKind::kSimple) return;
  const auto words = c->as<SimpleCommand>().words;
  if (words.size() < 3 || words[0]->literal != "shopt") return;
  for (const Word* w : words.subspan(2)) {
    if (w->literal != "extglob") continue;
    if (words[1]->literal == "-s") options.extglob = true;
    if (words[1]->literal == "-u") options.extglob = false;
  }
}

// A script without its NUL bytes, which bash does not see.
std::string without_nul(std::string_view script);
// The error at which the parser stopped: its messages and place.
std::string error_json(std::string_view script, const Parser& parser);

}  // namespace nacre
