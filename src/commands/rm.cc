// rm [-dfiIrRv] FILE...   (POSIX rm, with GNU's options; the work is in remove.cc)
#include "src/commands/remove.h"
#include "src/process/ask.h"
#include "src/process/choice.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr int kInteractive = kOnlyLong, kOneDevice = kOnlyLong + 1, kNoPreserve = kOnlyLong + 2, kPreserve = kOnlyLong + 3;
constexpr Option kOptions[] = {
    {'f', "force", Argument::kNone, "", "ignore nonexistent files and arguments, never prompt"},
    {'i', "", Argument::kNone, "", "prompt before every removal"},
    {'I', "", Argument::kNone, "", "prompt once before removing more than three files, or\n  when removing recursively; less intrusive than -i,\n  while still giving protection against most mistakes"},
    {kInteractive, "interactive", Argument::kOptional, "WHEN", "prompt according to WHEN: never, once (-I), or\n  always (-i); without WHEN, prompt always"},
    {kOneDevice, "one-file-system", Argument::kNone, "", "when removing a hierarchy recursively, skip any\n  directory that is on a file system different from\n  that of the corresponding command line argument"},
    {kNoPreserve, "no-preserve-root", Argument::kNone, "", "do not treat '/' specially"},
    {kPreserve, "preserve-root", Argument::kOptional, "all", "do not remove '/' (default);\n  with 'all', reject any command line argument\n  on a separate device from its parent"},
    {'r', "", Argument::kNone, "", " "},
    {'R', "recursive", Argument::kNone, "", "remove directories and their contents recursively"},
    {'d', "dir", Argument::kNone, "", "remove empty directories"},
    {'v', "verbose", Argument::kNone, "", "explain what is being done"},
};
constexpr Synopsis kSynopsis{.name = "rm", .usage = "[OPTION]... [FILE]...", .description = "Remove (unlink) the FILE(s).",
    .options = kOptions,
    .notes = "By default, rm does not remove directories.  Use the --recursive (-r or -R)\n"
             "option to remove each listed directory, too, along with all of its contents.\n\n"
             "To remove a file whose name starts with a '-', for example '-foo',\n"
             "use one of these commands:\n  rm -- -foo\n\n  rm ./-foo"};
constexpr Choice kWhen[] = {{"never", 0}, {"no", 0}, {"none", 0}, {"once", 1}, {"always", 2}, {"yes", 2}};

Task<int> rm_main(Process& p) {
  const Options options(kSynopsis, p.argv);
  if (auto end = options.respond(p)) co_return *end;
  RemoveOptions o;
  bool once = false;
  const auto interactive = [&](int when) {
    constexpr RemoveOptions::Ask kAsks[] = {RemoveOptions::Ask::kNever, RemoveOptions::Ask::kProtected, RemoveOptions::Ask::kAlways};
    o.ask = kAsks[when];
    once = when == 1;
    if (when != 0) o.ignore_missing = false;
  };
  for (const Option::Use& u : options.uses()) {
    switch (u.id) {
      case 'd': o.empty_directories = true; break;
      case 'f':
        interactive(0);
        o.ignore_missing = true;
        break;
      case 'i': interactive(2); break;
      case 'I': interactive(1); break;
      case 'r':
      case 'R': o.recursive = true; break;
      case 'v': o.verbose = true; break;
      case kInteractive: {
        std::string error;
        const auto when = u.has_argument ? choose(p, kWhen, u.argument, "--interactive", error) : std::optional(2);
        if (!when) co_return usage_error(p, error);
        interactive(*when);
        break;
      }
      case kOneDevice: o.one_device = true; break;
      case kNoPreserve:
        if (u.spelling != "--no-preserve-root") {
          p.complain("you may not abbreviate the --no-preserve-root option");
          co_return 1;
        }
        o.preserve_root = false;
        break;
      case kPreserve:
        if (u.has_argument && u.argument != "all") {
          p.complain("unrecognized --preserve-root argument: " + quote(u.argument));
          co_return 1;
        }
        o.preserve_root = true;
        o.preserve_all |= u.has_argument;
        break;
    }
  }
  const auto& files = options.operands();
  if (files.empty()) {
    if (o.ignore_missing) co_return 0;
    co_return usage_error(p, "missing operand");
  }
  if (once && (o.recursive || files.size() > 3)) {
    const std::string n = std::to_string(files.size()) + (files.size() == 1 ? " argument" : " arguments");
    if (!co_await ask(p, "remove " + n + (o.recursive ? " recursively?" : "?"))) co_return 0;
  }
  Writer out(p, 1);
  Remover remover(p, o, out);
  int status = 0;
  for (std::string_view file : files)
    if (!co_await remover.remove(std::string(file))) status = 1;
  co_return out.finish(status);
}
const Program kRm("rm", rm_main);

}  // namespace
}  // namespace nacre
