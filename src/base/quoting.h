// The quoting styles of GNU: what `ls --quoting-style`, QUOTING_STYLE, `stat %N` and the messages of all commands use.
// The functions that messages want are in process/options.h (quote) and process/locale.h (quote_words).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nacre {

enum class QuotingStyle : std::uint8_t {
  kLiteral,             // as it is
  kShell,               // 'a b', where the shell needs it
  kShellAlways,         // 'a'
  kShellEscape,         // as kShell, and 'a'$'\n''b' for what is not printable
  kShellEscapeAlways,
  kC,                   // "a\nb"
  kCMaybe,              // the same where needed
  kEscape,              // a\nb
  kLocale,              // ‘a’, in the C locale 'a'
};
// "literal", "shell", ... "clocale" (as kLocale but with double quotes) is kC. nullopt for other words.
std::optional<QuotingStyle> find_quoting_style(std::string_view word);

struct Quoting {
  QuotingStyle style = QuotingStyle::kShellEscapeAlways;
  bool utf8 = true;                  // else bytes from 0x80 are not printable
  std::string_view extra = "";       // more characters to be quoted
};
std::string quote_text(std::string_view text, const Quoting& how);

}  // namespace nacre
