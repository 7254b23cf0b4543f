// Programmable completion (bash manual 8.6): what `complete` remembers and `compgen` makes of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nacre {

// The names of the line editor's commands, with blanks between.
std::string_view editing_commands();

// Actions, in the order in which bash makes and prints them: first those with a letter, then those of -A.
enum class CompletionAction : std::uint8_t {
  kAlias, kBuiltin, kCommand, kDirectory, kExport, kFile, kGroup, kJob, kKeyword, kService, kUser, kVariable,
  kArrayvar, kBinding, kDisabled, kEnabled, kFunction, kHelptopic, kHostname, kRunning, kSetopt, kShopt, kSignal, kStopped,
  kCount,
};
// -o options, in bash's order.
enum class CompletionOption : std::uint8_t {
  kBashdefault, kDefault, kDirnames, kFilenames, kNoquote, kNosort, kNospace, kPlusdirs, kCount,
};

struct CompletionSpec {
  std::uint32_t actions = 0;         // bits of CompletionAction
  std::uint32_t options = 0;         // bits of CompletionOption
  std::optional<std::string> words, glob, function, command, prefix, suffix, filter;   // -W -G -F -C -P -S -X
  bool has(CompletionAction a) const { return (actions >> static_cast<unsigned>(a)) & 1; }
  bool has(CompletionOption o) const { return (options >> static_cast<unsigned>(o)) & 1; }
};

// What `complete` has been told: by command name; the special ones have these names.
inline constexpr std::string_view kDefaultCompletion = "_DefaultCmD_", kEmptyCompletion = "_EmptycmD_",
                                  kInitialCompletion = "_InitialWorD_";
struct CompletionTable : std::map<std::string, CompletionSpec, std::less<>> {
  bool used = false;                 // something was ever put in: until then, removing what is not there is no error
};

}  // namespace nacre
