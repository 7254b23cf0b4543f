// true, false (POSIX; GNU coreutils 9.1): nothing, with status 0 or 1. --help and --version only as the one argument.
#include "src/process/io.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr Synopsis kTrueSynopsis{"true", "[ignored command line arguments]\nOPTION", "Exit with a status code indicating success."};
constexpr Synopsis kFalseSynopsis{"false", "[ignored command line arguments]\nOPTION", "Exit with a status code indicating failure."};

int answer(Process& p, const Synopsis& synopsis, int status) {
  if (p.argv.size() != 2 || (p.argv[1] != "--help" && p.argv[1] != "--version")) return status;
  Options o(synopsis, p.argv);
  (void)o.respond(p);
  return status;
}
int true_main(Process& p) { return answer(p, kTrueSynopsis, 0); }
int false_main(Process& p) { return answer(p, kFalseSynopsis, 1); }

const Program kTrue("true", true_main);
const Program kFalse("false", false_main);

}  // namespace
}  // namespace nacre
