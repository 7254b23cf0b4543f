// See backup.h.
#include "src/commands/backup.h"

#include "src/base/numbers.h"
#include "src/base/paths.h"
#include "src/process/choice.h"

namespace nacre {
namespace {

constexpr int kind(Backup::Kind k) { return static_cast<int>(k); }
constexpr Choice kControls[] = {
    {"none", kind(Backup::Kind::kNone)}, {"off", kind(Backup::Kind::kNone)}, {"simple", kind(Backup::Kind::kSimple)},
    {"never", kind(Backup::Kind::kSimple)}, {"existing", kind(Backup::Kind::kExisting)},
    {"nil", kind(Backup::Kind::kExisting)}, {"numbered", kind(Backup::Kind::kNumbered)}, {"t", kind(Backup::Kind::kNumbered)},
};

// The highest N of NAME.~N~ beside the file; 0: none.
std::uint64_t highest_number(const Process& p, std::string_view path) {
  const std::string prefix = std::string(base_name(path)) + ".~";
  auto dir = p.fs().resolve(p.caller(), dir_name(path));
  if (!dir) return 0;
  std::uint64_t highest = 0;
  // Entries come in the order of their names: begin where the prefix does.
  vfs::DirEntry e{prefix.substr(0, prefix.size() - 1), 0, vfs::Type::kFile};
  for (;;) {
    auto more = p.fs().next_entry(*dir, e);
    if (!more || !*more) break;
    if (!e.name.starts_with(prefix)) {
      if (e.name > prefix) break;
      continue;
    }
    std::string_view digits = std::string_view(e.name).substr(prefix.size());
    if (!digits.ends_with('~') || digits.size() < 2 || digits[0] == '0') continue;
    digits.remove_suffix(1);
    if (auto n = parse_digits(digits)) highest = std::max(highest, *n);
  }
  return highest;
}

}  // namespace

std::string Backup::name_for(const Process& p, std::string_view path) const {
  std::string name(strip_slashes(path));
  const std::uint64_t highest = kind == Kind::kSimple ? 0 : highest_number(p, name);
  if (kind == Kind::kNumbered || highest > 0) return name + ".~" + std::to_string(highest + 1) + "~";
  return name + suffix;
}

std::optional<Backup> read_backup(const Process& p, std::optional<std::string_view> control,
                                  std::optional<std::string_view> suffix, std::string& error) {
  Backup b;
  b.kind = Backup::Kind::kExisting;
  std::string_view option = "backup type";
  if (!control || control->empty()) {
    control = p.getenv("VERSION_CONTROL");
    option = "$VERSION_CONTROL";
  }
  if (control && !control->empty()) {
    const auto k = choose(p, kControls, *control, option, error);
    if (!k) return std::nullopt;
    b.kind = static_cast<Backup::Kind>(*k);
  }
  if (!suffix) suffix = p.getenv("SIMPLE_BACKUP_SUFFIX");
  if (suffix && !suffix->empty() && suffix->find('/') == suffix->npos) b.suffix = *suffix;
  return b;
}

}  // namespace nacre
