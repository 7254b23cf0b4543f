// The options of the shell: those of `set -o` and those of `shopt`, with their names and defaults.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nacre {

enum class ShellOption : std::uint8_t {
  // set -o, in the order in which bash lists them
  kAllexport,
  kBraceexpand,
  kEmacs,
  kErrexit,
  kErrtrace,
  kFunctrace,
  kHashall,
  kHistexpand,
  kHistory,
  kIgnoreeof,
  kInteractiveComments,
  kKeyword,
  kMonitor,
  kNoclobber,
  kNoexec,
  kNoglob,
  kNolog,
  kNotify,
  kNounset,
  kOnecmd,
  kPhysical,
  kPipefail,
  kPosix,
  kPrivileged,
  kVerbose,
  kVi,
  kXtrace,
  // shopt, in bash's order
  kAutocd,
  kAssocExpandOnce,
  kCdableVars,
  kCdspell,
  kCheckhash,
  kCheckjobs,
  kCheckwinsize,
  kCmdhist,
  kCompat31,
  kCompat32,
  kCompat40,
  kCompat41,
  kCompat42,
  kCompat43,
  kCompat44,
  kCompleteFullquote,
  kDirexpand,
  kDirspell,
  kDotglob,
  kExecfail,
  kExpandAliases,
  kExtdebug,
  kExtglob,
  kExtquote,
  kFailglob,
  kForceFignore,
  kGlobasciiranges,
  kGlobskipdots,
  kGlobstar,
  kGnuErrfmt,
  kHistappend,
  kHistreedit,
  kHistverify,
  kHostcomplete,
  kHuponexit,
  kInheritErrexit,
  kShoptInteractiveComments,
  kLastpipe,
  kLithist,
  kLocalvarInherit,
  kLocalvarUnset,
  kLoginShell,
  kMailwarn,
  kNoEmptyCmdCompletion,
  kNocaseglob,
  kNocasematch,
  kNoexpandTranslation,
  kNullglob,
  kPatsubReplacement,
  kProgcomp,
  kProgcompAlias,
  kPromptvars,
  kRestrictedShell,
  kShiftVerbose,
  kSourcepath,
  kVarredirClose,
  kXpgEcho,
  // how the shell was started: they show in $- only
  kInteractive,
  kCommandString,
  kReadsStdin,
  kRestricted,
  kCount,
};

class ShellOptions {
 public:
  ShellOptions();  // a non-interactive bash's defaults
  bool on(ShellOption o) const {
    return (words_[static_cast<unsigned>(o) >> 6] >> (static_cast<unsigned>(o) & 63)) & 1;
  }
  void set(ShellOption o, bool value);

  // "nounset" of set -o; "extglob" of shopt. interactive_comments is the same option in both.
  static std::optional<ShellOption> find_set(std::string_view name);
  static std::optional<ShellOption> find_shopt(std::string_view name);
  // 'u' of set -u.
  static std::optional<ShellOption> find_letter(char letter);
  // The name, with - or _ as its family writes it.
  static std::string_view name(ShellOption o);
  static constexpr ShellOption kFirstShopt = ShellOption::kAutocd;
  static constexpr ShellOption kEndShopt = ShellOption::kInteractive;

  std::string letters() const;   // $-
  std::string shellopts() const; // $SHELLOPTS
  std::string bashopts() const;  // $BASHOPTS

  bool operator==(const ShellOptions&) const = default;

 private:
  std::array<std::uint64_t, 2> words_{};
};

}  // namespace nacre
