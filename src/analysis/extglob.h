// Private to src/analysis: a command that changes how the next ones are read.
#pragma once

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

}  // namespace nacre
