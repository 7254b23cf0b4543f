// printenv [-0] [VARIABLE]... (GNU coreutils 9.1): values of environment variables, or all of the environment.
#include "src/process/io.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {'0', "null", Argument::kNone, "", "end each output line with NUL, not newline"},
};
constexpr Synopsis kSynopsis{"printenv", "[OPTION]... [VARIABLE]...",
                             "Print the values of the specified environment VARIABLE(s).\n"
                             "If no VARIABLE is specified, print name and value pairs for them all.",
                             kOptions, "", 2, true};

int printenv_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) return *end;
  const char terminator = o.has('0') ? '\0' : '\n';
  Writer out(p, 1);
  int status = 0;
  if (o.operands().empty()) {
    for (const std::string& e : p.env->entries) {
      out.put(e);
      out.put(terminator);
    }
  }
  for (std::string_view name : o.operands()) {
    auto value = name.find('=') == name.npos ? p.getenv(name) : std::nullopt;
    if (!value) {
      status = 1;
      continue;
    }
    out.put(*value);
    out.put(terminator);
  }
  return out.finish(status);
}

const Program kPrintenv("printenv", printenv_main);

}  // namespace
}  // namespace nacre
