// basename NAME [SUFFIX]; basename [-az] [-s SUFFIX] NAME...   (POSIX basename, with GNU's options)
#include "src/base/paths.h"
#include "src/process/io.h"
#include "src/process/locale.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {'a', "multiple", Argument::kNone, "", "support multiple arguments and treat each as a NAME"},
    {'s', "suffix", Argument::kRequired, "SUFFIX", "remove a trailing SUFFIX; implies -a"},
    {'z', "zero", Argument::kNone, "", "end each output line with NUL, not newline"},
};
constexpr Synopsis kSynopsis{.name = "basename", .usage = "NAME [SUFFIX]\nOPTION... NAME...",
    .description = "Print NAME with any leading directory components removed.\n"
                   "If specified, also remove a trailing SUFFIX.",
    .options = kOptions, .in_order = true};

int basename_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) return *end;
  std::vector<std::string_view> names = o.operands();
  std::string_view suffix;
  for (const Option::Use& u : o.uses())
    if (u.id == 's') suffix = u.argument;
  if (names.empty()) return usage_error(p, "missing operand");
  if (!o.has('a') && !o.has('s')) {
    if (names.size() > 2) return usage_error(p, "extra operand " + quote_words(p, names[2]));
    if (names.size() == 2) suffix = names[1];
    names.resize(1);
  }
  Writer out(p, 1);
  for (std::string_view name : names) {
    name = base_name(name);
    if (!name.starts_with('/') && name.size() > suffix.size() && name.ends_with(suffix)) name.remove_suffix(suffix.size());
    out.put(name);
    out.put(o.has('z') ? '\0' : '\n');
  }
  return out.finish(0);
}
const Program kBasename("basename", basename_main);

}  // namespace
}  // namespace nacre
