// yes [STRING]...: writes a line with all STRINGs, or y, until it is killed. GNU coreutils 9.1.
#include "src/process/io.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr Synopsis kSynopsis{"yes", "[STRING]...\nOPTION", "Write a line with all STRINGs, or 'y', again and again."};

Task<int> yes_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  std::string line;
  for (std::string_view word : o.operands()) {
    if (!line.empty()) line += ' ';
    line += word;
  }
  if (o.operands().empty()) line = "y";
  line += '\n';
  std::string block = line;
  while (block.size() < Writer::kChunk) block += line;
  for (;;) {
    if (auto r = co_await p.write(1, block); !r) {
      p.complain("standard output", r.error());
      co_return 1;
    }
  }
}

const Program kYes("yes", yes_main);

}  // namespace
}  // namespace nacre
