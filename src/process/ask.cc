// See ask.h.
#include "src/process/ask.h"

namespace nacre {

Task<bool> ask(Process& p, std::string question, bool bare) {
  p.write_stderr(bare ? question + " " : p.argv[0] + ": " + question + " ");
  constexpr std::size_t kMax = 4096;
  std::string line;
  bool yes = false;
  for (bool first = true;; first = false) {
    line.clear();
    auto n = co_await p.read_until(0, '\n', kMax, line);
    if (!n || *n == 0) co_return yes;
    if (first) yes = line[0] == 'y' || line[0] == 'Y';
    if (line.back() == '\n') co_return yes;
  }
}

}  // namespace nacre
