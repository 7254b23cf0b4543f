// Names, letters and defaults of the shell's options: one table in the order of the enumeration.
#include "src/expand/shell_options.h"

namespace nacre {
namespace {

struct Row {
  std::string_view name;
  char letter;   // of set, 0 for none
  bool initial;
};
constexpr Row kRows[] = {
    {"allexport", 'a', false}, {"braceexpand", 'B', true}, {"emacs", 0, false}, {"errexit", 'e', false},
    {"errtrace", 'E', false}, {"functrace", 'T', false}, {"hashall", 'h', true}, {"histexpand", 'H', false},
    {"history", 0, false}, {"ignoreeof", 0, false}, {"interactive-comments", 0, true}, {"keyword", 'k', false},
    {"monitor", 'm', false}, {"noclobber", 'C', false}, {"noexec", 'n', false}, {"noglob", 'f', false},
    {"nolog", 0, false}, {"notify", 'b', false}, {"nounset", 'u', false}, {"onecmd", 't', false},
    {"physical", 'P', false}, {"pipefail", 0, false}, {"posix", 0, false}, {"privileged", 'p', false},
    {"verbose", 'v', false}, {"vi", 0, false}, {"xtrace", 'x', false},
    {"autocd", 0, false}, {"assoc_expand_once", 0, false}, {"cdable_vars", 0, false}, {"cdspell", 0, false},
    {"checkhash", 0, false}, {"checkjobs", 0, false}, {"checkwinsize", 0, true}, {"cmdhist", 0, true},
    {"compat31", 0, false}, {"compat32", 0, false}, {"compat40", 0, false}, {"compat41", 0, false},
    {"compat42", 0, false}, {"compat43", 0, false}, {"compat44", 0, false}, {"complete_fullquote", 0, true},
    {"direxpand", 0, false}, {"dirspell", 0, false}, {"dotglob", 0, false}, {"execfail", 0, false},
    {"expand_aliases", 0, false}, {"extdebug", 0, false}, {"extglob", 0, false}, {"extquote", 0, true},
    {"failglob", 0, false}, {"force_fignore", 0, true}, {"globasciiranges", 0, true}, {"globskipdots", 0, true},
    {"globstar", 0, false}, {"gnu_errfmt", 0, false}, {"histappend", 0, false}, {"histreedit", 0, false},
    {"histverify", 0, false}, {"hostcomplete", 0, true}, {"huponexit", 0, false}, {"inherit_errexit", 0, false},
    {"interactive_comments", 0, true}, {"lastpipe", 0, false}, {"lithist", 0, false}, {"localvar_inherit", 0, false},
    {"localvar_unset", 0, false}, {"login_shell", 0, false}, {"mailwarn", 0, false},
    {"no_empty_cmd_completion", 0, false}, {"nocaseglob", 0, false}, {"nocasematch", 0, false},
    {"noexpand_translation", 0, false}, {"nullglob", 0, false}, {"patsub_replacement", 0, true},
    {"progcomp", 0, true}, {"progcomp_alias", 0, false}, {"promptvars", 0, true}, {"restricted_shell", 0, false},
    {"shift_verbose", 0, false}, {"sourcepath", 0, true}, {"varredir_close", 0, false}, {"xpg_echo", 0, false},
    {"", 'i', false}, {"", 'c', false}, {"", 's', false}, {"", 'r', false},
};
constexpr unsigned kRowCount = sizeof kRows / sizeof kRows[0];
static_assert(kRowCount == static_cast<unsigned>(ShellOption::kCount));

std::optional<ShellOption> find(std::string_view name, ShellOption from, ShellOption to) {
  for (unsigned i = static_cast<unsigned>(from); i < static_cast<unsigned>(to); ++i)
    if (kRows[i].name == name) return static_cast<ShellOption>(i);
  return {};
}

std::string joined(const ShellOptions& o, ShellOption from, ShellOption to) {
  std::string out;
  for (unsigned i = static_cast<unsigned>(from); i < static_cast<unsigned>(to); ++i) {
    if (!o.on(static_cast<ShellOption>(i))) continue;
    if (!out.empty()) out += ':';
    out += kRows[i].name;
  }
  return out;
}

}  // namespace

ShellOptions::ShellOptions() {
  for (unsigned i = 0; i < kRowCount; ++i)
    if (kRows[i].initial) words_[i >> 6] |= std::uint64_t{1} << (i & 63);
}

void ShellOptions::set(ShellOption o, bool value) {
  const auto put = [&](ShellOption which) {
    const unsigned i = static_cast<unsigned>(which);
    const std::uint64_t bit = std::uint64_t{1} << (i & 63);
    words_[i >> 6] = value ? words_[i >> 6] | bit : words_[i >> 6] & ~bit;
  };
  put(o);
  if (o == ShellOption::kInteractiveComments) put(ShellOption::kShoptInteractiveComments);
  if (o == ShellOption::kShoptInteractiveComments) put(ShellOption::kInteractiveComments);
  if (o == ShellOption::kEmacs && value) set(ShellOption::kVi, false);
  if (o == ShellOption::kVi && value) set(ShellOption::kEmacs, false);
}

std::optional<ShellOption> ShellOptions::find_set(std::string_view name) {
  return find(name, ShellOption::kAllexport, kFirstShopt);
}
std::optional<ShellOption> ShellOptions::find_shopt(std::string_view name) {
  return find(name, kFirstShopt, kEndShopt);
}

std::optional<ShellOption> ShellOptions::find_letter(char letter) {
  for (unsigned i = 0; letter && i < static_cast<unsigned>(kFirstShopt); ++i)
    if (kRows[i].letter == letter) return static_cast<ShellOption>(i);
  return {};
}

std::string_view ShellOptions::name(ShellOption o) { return kRows[static_cast<unsigned>(o)].name; }

std::string ShellOptions::letters() const {
  std::string out;
  for (const char c : std::string_view("abefhikmnprtuvxBCEHPT")) {
    for (unsigned i = 0; i < kRowCount; ++i)
      if (kRows[i].letter == c && on(static_cast<ShellOption>(i))) {
        out += c;
        break;
      }
  }
  if (on(ShellOption::kCommandString)) out += 'c';
  if (on(ShellOption::kReadsStdin)) out += 's';
  return out;
}

std::string ShellOptions::shellopts() const { return joined(*this, ShellOption::kAllexport, kFirstShopt); }
std::string ShellOptions::bashopts() const { return joined(*this, kFirstShopt, kEndShopt); }

}  // namespace nacre
