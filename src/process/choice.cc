// See choice.h.
#include "src/process/choice.h"

#include "src/process/locale.h"

namespace nacre {

std::optional<int> choose(const Process& p, std::span<const Choice> choices, std::string_view word, std::string_view option,
                          std::string& error) {
  const Choice* found = nullptr;
  bool ambiguous = false;
  for (const Choice& c : choices) {
    if (c.word == word) return c.value;
    if (!c.word.starts_with(word)) continue;
    if (!found) found = &c;
    else ambiguous |= found->value != c.value;
  }
  if (found && !ambiguous) return found->value;
  error = (ambiguous ? "ambiguous argument " : "invalid argument ") + quote_words(p, word) + " for " + quote_words(p, option);
  error += "\nValid arguments are:";
  const Choice* last = nullptr;
  for (const Choice& c : choices) {
    error += last && last->value == c.value ? ", " : "\n  - ";
    error += quote_words(p, c.word);
    last = &c;
  }
  return std::nullopt;
}

}  // namespace nacre
