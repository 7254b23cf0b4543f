// Looking at scripts without running them: what they hold and would do, as JSON (js/analyze.ts declares it), and the same
// script laid out anew. Neither needs a Machine. Aliases are not expanded. `shopt -s extglob` as a command of its own
// counts for what follows it, as when the script runs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nacre {

struct AnalysisOptions {
  bool extglob = false;
  bool posix = false;
  bool tree = true;             // with the syntax tree
  std::size_t limit = 64 << 20; // bytes of the answer
};

// The JSON. Always an answer: of a script with a syntax error, what stands before it.
std::string analyze(std::string_view script, const AnalysisOptions& options);

}  // namespace nacre
