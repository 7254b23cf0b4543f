// Names of users and groups, from /etc/passwd and /etc/group of the sandbox (passwd(5), group(5)). The files are read when
// first asked for, with root's rights; a command that asks often keeps an Accounts.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/process/process.h"

namespace nacre {

struct User {
  std::string name, comment, home, shell;
  std::uint32_t uid = 0, gid = 0;
};
struct Group {
  std::string name;
  std::uint32_t gid = 0;
  std::vector<std::string> members;
};

class Accounts {
 public:
  explicit Accounts(Process& p) : process_(p) {}
  const std::vector<User>& users();
  const std::vector<Group>& groups();
  const User* user(std::uint32_t uid);
  const User* user(std::string_view name);
  const Group* group(std::uint32_t gid);
  const Group* group(std::string_view name);
  // The name, or the number where there is none (as ls -l shows it). Valid as long as this object.
  const std::string& user_name(std::uint32_t uid);
  const std::string& group_name(std::uint32_t gid);

 private:
  std::string read(std::string_view path) const;
  Process& process_;
  std::optional<std::vector<User>> users_;
  std::optional<std::vector<Group>> groups_;
  std::map<std::uint32_t, std::string> user_names_, group_names_;
};

// "OWNER", "OWNER:GROUP", "OWNER:", ":GROUP" with names or numbers ("+5" is always a number), as chown takes it. A missing
// part is nullopt. The error is the text of GNU: "invalid user", "invalid group", "invalid spec".
struct Owner {
  std::optional<std::uint32_t> uid, gid;
  std::string user, group;  // the names as they were given, for messages; "" where the part is missing
};
struct OwnerResult {
  Owner owner;
  std::string_view error;   // "" when it is well
  bool dot_separator = false;  // the deprecated "OWNER.GROUP" was taken: "warning: '.' should be ':'"
};
OwnerResult parse_owner(Accounts& accounts, std::string_view spec, bool separator_allowed = true);

}  // namespace nacre
