// Which locale, and quotation marks; see locale.h.
#include "src/process/locale.h"

#include "src/base/quoting.h"

namespace nacre {

bool utf8_locale(const Process& p) {
  for (std::string_view key : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const auto value = p.getenv(key);
    if (!value || value->empty()) continue;
    return *value == "C.UTF-8" || *value == "C.utf8" || *value == "C.UTF8" || *value == "C.utf-8";
  }
  return false;
}

std::string quote_words(const Process& p, std::string_view text) {
  return quote_text(text, {QuotingStyle::kLocale, utf8_locale(p)});
}

}  // namespace nacre
