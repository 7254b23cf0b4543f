// dirname [-z] NAME...   (POSIX dirname, for several names as GNU)
#include "src/base/paths.h"
#include "src/process/io.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {'z', "zero", Argument::kNone, "", "end each output line with NUL, not newline"},
};
constexpr Synopsis kSynopsis{.name = "dirname", .usage = "[OPTION] NAME...",
    .description = "Output each NAME with its last non-slash component and trailing slashes\n"
                   "removed; if NAME contains no /'s, output '.' (meaning the current directory).",
    .options = kOptions};

int dirname_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) return *end;
  if (o.operands().empty()) return usage_error(p, "missing operand");
  Writer out(p, 1);
  for (std::string_view name : o.operands()) {
    out.put(dir_name(name));
    out.put(o.has('z') ? '\0' : '\n');
  }
  return out.finish(0);
}
const Program kDirname("dirname", dirname_main);

}  // namespace
}  // namespace nacre
