// pwd [-LP]   (POSIX pwd; -P is the default, as of GNU's /bin/pwd, unless POSIXLY_CORRECT is set)
#include "src/process/io.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {'L', "logical", Argument::kNone, "", "use PWD from environment, even if it contains symlinks"},
    {'P', "physical", Argument::kNone, "", "avoid all symlinks"},
};
constexpr Synopsis kSynopsis{.name = "pwd", .usage = "[OPTION]...",
    .description = "Print the full filename of the current working directory.", .options = kOptions,
    .notes = "If no option is specified, -P is assumed."};

// PWD, when it is absolute, without . and .., and names the current directory.
std::optional<std::string> logical_directory(Process& p) {
  const auto pwd = p.getenv("PWD");
  if (!pwd || !pwd->starts_with('/')) return std::nullopt;
  for (std::size_t at = 0; (at = pwd->find("/.", at)) != pwd->npos; ++at) {
    std::string_view rest = pwd->substr(at + 2);
    if (rest.starts_with('.')) rest.remove_prefix(1);
    if (rest.empty() || rest[0] == '/') return std::nullopt;
  }
  auto ino = p.fs().resolve(p.caller(), *pwd);
  if (!ino || *ino != p.cwd()) return std::nullopt;
  return std::string(*pwd);
}

int pwd_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) return *end;
  if (!o.operands().empty()) p.complain("ignoring non-option arguments");
  bool logical = p.getenv("POSIXLY_CORRECT").has_value();
  for (const Option::Use& u : o.uses()) logical = u.id == 'L';
  Writer out(p, 1);
  if (auto pwd = logical ? logical_directory(p) : std::nullopt) {
    out.put(*pwd);
  } else {
    auto cwd = p.fs().getcwd(p.caller(), p.cwd());
    if (!cwd) {
      p.complain("couldn't find directory entry in '..' with matching i-node");
      return 1;
    }
    out.put(*cwd);
  }
  out.put('\n');
  return out.finish(0);
}
const Program kPwd("pwd", pwd_main);

}  // namespace
}  // namespace nacre
