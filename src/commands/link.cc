// link FILE1 FILE2   (POSIX link: the function link(2) and nothing else)
#include "src/process/locale.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr Synopsis kSynopsis{.name = "link", .usage = "FILE1 FILE2\nOPTION",
    .description = "Call the link function to create a link named FILE2 to an existing FILE1."};

int link_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) return *end;
  const auto& files = o.operands();
  if (files.empty()) return usage_error(p, "missing operand");
  if (files.size() < 2) return usage_error(p, "missing operand after " + quote_words(p, files[0]));
  if (files.size() > 2) return usage_error(p, "extra operand " + quote_words(p, files[2]));
  if (auto done = p.fs().link(p.caller(), files[0], files[1]); !done) {
    p.complain("cannot create link " + quote(files[1]) + " to " + quote(files[0]), done.error());
    return 1;
  }
  return 0;
}
const Program kLink("link", link_main);

}  // namespace
}  // namespace nacre
