// unlink FILE   (POSIX unlink: the function unlink(2) and nothing else)
#include "src/process/locale.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr Synopsis kSynopsis{.name = "unlink", .usage = "FILE\nOPTION",
    .description = "Call the unlink function to remove the specified FILE."};

int unlink_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) return *end;
  const auto& files = o.operands();
  if (files.empty()) return usage_error(p, "missing operand");
  if (files.size() > 1) return usage_error(p, "extra operand " + quote_words(p, files[1]));
  if (auto done = p.fs().unlink(p.caller(), files[0]); !done) {
    p.complain("cannot unlink " + quote(files[0]), done.error());
    return 1;
  }
  return 0;
}
const Program kUnlink("unlink", unlink_main);

}  // namespace
}  // namespace nacre
