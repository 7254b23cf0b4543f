// Looking at scripts without running them: what they hold and would do, as JSON (js/analyze.ts declares it), and the same
// script laid out anew. Neither needs a Machine. Aliases are not expanded. `shopt -s extglob` as a command of its own
// counts for what follows it, as when the script runs.
#pragma once

#include <cstddef>
#include <cstdint>
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

struct FormatOptions {
  std::uint32_t indent = 0;     // blanks for each level; 0: a tab
  bool extglob = false;
  bool posix = false;
  std::size_t limit = 64 << 20; // bytes that comparing the trees of one complete command may take
  std::size_t* kept = nullptr;  // for tests: how many complete commands stayed as they were written
};

// The script laid out anew, in `out`: it does what it did, and formatting it again changes nothing. Comments, single empty
// lines, here-documents and the line breaks within a command stay. False when it has a syntax error: `out` is then that, as JSON.
bool format(std::string_view script, const FormatOptions& options, std::string& out);

}  // namespace nacre
