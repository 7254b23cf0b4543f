// Reads the two files; see accounts.h.
#include "src/process/accounts.h"

#include "src/base/numbers.h"

namespace nacre {
namespace {

// Takes the field up to the next ':' off the line.
std::string_view field(std::string_view& line, char separator = ':') {
  const std::size_t at = line.find(separator);
  const std::string_view f = line.substr(0, at);
  line = at == line.npos ? std::string_view() : line.substr(at + 1);
  return f;
}
std::optional<std::uint32_t> id(std::string_view text) {
  const auto n = parse_digits(text);
  if (!n || *n >= UINT32_MAX) return std::nullopt;
  return static_cast<std::uint32_t>(*n);
}

}  // namespace

std::string Accounts::read(std::string_view path) const {
  constexpr std::size_t kMax = 1 << 20;
  std::string text;
  auto ino = process_.fs().resolve(vfs::Caller{}, path);
  if (!ino) return text;
  char buffer[4096];
  while (text.size() < kMax) {
    auto n = process_.fs().read(*ino, text.size(), buffer, sizeof buffer);
    if (!n || *n == 0) break;
    text.append(buffer, *n);
  }
  return text;
}

const std::vector<User>& Accounts::users() {
  if (users_) return *users_;
  users_.emplace();
  const std::string text = read("/etc/passwd");
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view line = field(rest, '\n');
    User u;
    u.name = field(line);
    (void)field(line);
    const auto uid = id(field(line)), gid = id(field(line));
    if (u.name.empty() || !uid || !gid) continue;
    u.uid = *uid;
    u.gid = *gid;
    u.comment = field(line);
    u.home = field(line);
    u.shell = field(line);
    users_->push_back(std::move(u));
  }
  return *users_;
}

const std::vector<Group>& Accounts::groups() {
  if (groups_) return *groups_;
  groups_.emplace();
  const std::string text = read("/etc/group");
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view line = field(rest, '\n');
    Group g;
    g.name = field(line);
    (void)field(line);
    const auto gid = id(field(line));
    if (g.name.empty() || !gid) continue;
    g.gid = *gid;
    while (!line.empty()) g.members.emplace_back(field(line, ','));
    groups_->push_back(std::move(g));
  }
  return *groups_;
}

const User* Accounts::user(std::uint32_t uid) {
  for (const User& u : users())
    if (u.uid == uid) return &u;
  return nullptr;
}
const User* Accounts::user(std::string_view name) {
  for (const User& u : users())
    if (u.name == name) return &u;
  return nullptr;
}
const Group* Accounts::group(std::uint32_t gid) {
  for (const Group& g : groups())
    if (g.gid == gid) return &g;
  return nullptr;
}
const Group* Accounts::group(std::string_view name) {
  for (const Group& g : groups())
    if (g.name == name) return &g;
  return nullptr;
}

const std::string& Accounts::user_name(std::uint32_t uid) {
  auto [at, fresh] = user_names_.try_emplace(uid);
  if (fresh) {
    const User* u = user(uid);
    at->second = u ? u->name : std::to_string(uid);
  }
  return at->second;
}
const std::string& Accounts::group_name(std::uint32_t gid) {
  auto [at, fresh] = group_names_.try_emplace(gid);
  if (fresh) {
    const Group* g = group(gid);
    at->second = g ? g->name : std::to_string(gid);
  }
  return at->second;
}

namespace {

std::string_view split_owner(Accounts& accounts, std::string_view spec, std::size_t separator, Owner& owner) {
  const bool separated = separator != spec.npos;
  std::string_view user = spec.substr(0, separator), group = separated ? spec.substr(separator + 1) : std::string_view();
  if (!user.empty()) {
    const User* u = user[0] == '+' ? nullptr : accounts.user(user);
    if (u) {
      owner.uid = u->uid;
    } else {
      if (separated && group.empty()) return "invalid spec";
      owner.uid = id(user[0] == '+' ? user.substr(1) : user);
      if (!owner.uid) return "invalid user";
    }
    owner.user = user;
    if (separated && group.empty()) {
      owner.gid = u->gid;
      owner.group = accounts.group_name(u->gid);
    }
  }
  if (!group.empty()) {
    const Group* g = group[0] == '+' ? nullptr : accounts.group(group);
    owner.gid = g ? std::optional(g->gid) : id(group[0] == '+' ? group.substr(1) : group);
    if (!owner.gid) return "invalid group";
    owner.group = group;
  }
  return "";
}

}  // namespace

OwnerResult parse_owner(Accounts& accounts, std::string_view spec, bool separator_allowed) {
  OwnerResult r;
  const std::size_t colon = separator_allowed ? spec.find(':') : spec.npos;
  r.error = split_owner(accounts, spec, colon, r.owner);
  if (r.error.empty() || colon != spec.npos || !separator_allowed) return r;
  // The old separator, where the colon gives nothing.
  if (const std::size_t dot = spec.find('.'); dot != spec.npos) {
    Owner owner;
    if (split_owner(accounts, spec, dot, owner).empty()) {
      r.owner = std::move(owner);
      r.error = "";
      r.dot_separator = true;
    }
  }
  return r;
}

}  // namespace nacre
