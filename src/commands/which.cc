// which [-a] NAME...   (Debian's: POSIX-less, without long options; 1 when one was not found, 2 for a wrong option)
#include "src/process/io.h"

namespace nacre {
namespace {

bool is_program(Process& p, const std::string& path) {
  auto s = p.fs().stat(p.caller(), path);
  return s && s->type == vfs::Type::kFile && p.fs().access(p.caller(), path, vfs::kExecutable);
}

// The elements of PATH that hold the name, in order; all of them or only the first.
std::vector<std::string> search(Process& p, std::string_view name, bool all) {
  std::vector<std::string> found;
  if (name.find('/') != name.npos) {
    if (is_program(p, std::string(name))) found.emplace_back(name);
    return found;
  }
  std::string_view path = p.getenv("PATH").value_or("");
  for (bool more = !path.empty(); more;) {
    const std::size_t colon = path.find(':');
    const std::string_view element = path.substr(0, colon);
    more = colon != path.npos;
    if (more) path.remove_prefix(colon + 1);
    std::string candidate = std::string(element.empty() ? "." : element) + "/" + std::string(name);
    if (!is_program(p, candidate)) continue;
    found.push_back(std::move(candidate));
    if (!all) break;
  }
  return found;
}

int which_main(Process& p) {
  bool all = false;
  std::size_t i = 1;
  for (; i < p.argv.size() && p.argv[i].size() > 1 && p.argv[i][0] == '-'; ++i) {
    if (p.argv[i] == "--") {
      ++i;
      break;
    }
    for (char c : p.argv[i].substr(1)) {
      if (c == 'a') {
        all = true;
        continue;
      }
      p.write_stderr(std::string("Illegal option -") + c + "\n");
      Writer out(p, 1);
      out.put("Usage: /usr/bin/which [-a] args\n");
      return out.finish(2);
    }
  }
  int status = i < p.argv.size() ? 0 : 1;
  Writer out(p, 1);
  for (; i < p.argv.size(); ++i) {
    const auto found = search(p, p.argv[i], all);
    if (found.empty()) status = 1;
    for (const std::string& f : found) out.put(f + "\n");
  }
  return out.finish(status);
}
const Program kWhich("which", which_main);

}  // namespace
}  // namespace nacre
