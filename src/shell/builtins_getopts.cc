// getopts (bash manual 4.1, POSIX XCU getopts).
//
// The place is OPTIND and, within a word of several letters, Shell::getopts_offset. Assigning OPTIND starts a new scan.
#include <algorithm>

#include "src/expand/assign.h"
#include "src/shell/builtin.h"

namespace nacre {
namespace {

// What one call found.
struct Found {
  char letter = 0;               // 0: the end of the options
  enum class Error : std::uint8_t { kNone, kUnknown, kMissing } error = Error::kNone;
  std::optional<std::string> argument;
};

// Looks at the next option; words are counted from 1 in `index`, `offset` is the place within a word, 0 before it.
Found next_option(std::string_view letters, std::span<const std::string> words, std::int64_t& index, std::size_t& offset) {
  Found found;
  const auto at = [&]() -> const std::string* {
    return index >= 1 && static_cast<std::uint64_t>(index) <= words.size() ? &words[static_cast<std::size_t>(index - 1)] : nullptr;
  };
  const std::string* word = at();
  if (offset == 0 || !word || offset >= word->size()) {
    offset = 0;
    if (!word || word->size() < 2 || (*word)[0] != '-') return found;
    if (*word == "--") {
      ++index;
      return found;
    }
    offset = 1;
  }
  const char c = (*word)[offset++];
  found.letter = c;
  const std::size_t hit = c == ':' ? letters.npos : letters.find(c);
  const bool takes_argument = hit != letters.npos && hit + 1 < letters.size() && letters[hit + 1] == ':';
  if (hit == letters.npos) {
    found.error = Found::Error::kUnknown;
  } else if (takes_argument && offset < word->size()) {
    found.argument = word->substr(offset);
    offset = word->size();
  } else if (takes_argument) {
    ++index;
    offset = 0;
    if (const std::string* next = at()) found.argument = *next;
    else found.error = Found::Error::kMissing;
    if (found.argument) ++index;
    return found;
  }
  if (offset >= word->size()) {
    ++index;
    offset = 0;
  }
  return found;
}

Task<int> getopts_main(Shell& sh, Fields& argv) {
  const std::size_t first = first_operand(sh, argv);
  if (!first) co_return BuiltinOptions::kUsage;
  if (argv.size() < first + 2) co_return builtin_usage(sh, argv[0]);
  std::string_view letters = argv[first];
  const std::string name = argv[first + 1];
  const bool quiet = letters.starts_with(':');
  if (quiet) letters.remove_prefix(1);
  const bool own = argv.size() > first + 2;
  const std::span<const std::string> words =
      own ? std::span<const std::string>(argv).subspan(first + 2) : sh.arguments.all();

  std::int64_t index = builtin_number(sh.value(sh.names().intern("OPTIND")).value_or("1")).value_or(1);
  index = std::clamp<std::int64_t>(index, 1, static_cast<std::int64_t>(words.size()) + 1);
  std::size_t offset = index == sh.getopts_index ? sh.getopts_offset : 0;
  const Found found = next_option(letters, words, index, offset);

  // OPTARG, OPTIND and the name. Assigning OPTIND makes the shell forget the offset, which is therefore set last.
  const NameId optarg = sh.names().intern("OPTARG");
  std::string value(1, found.letter ? found.letter : '?');
  std::optional<std::string> argument = found.argument;
  const std::string errors(sh.value("OPTERR").value_or(""));
  const bool speaks = !quiet && (errors.empty() || std::atoi(errors.c_str()) != 0);
  switch (found.error) {
    case Found::Error::kNone: break;
    case Found::Error::kUnknown:
      value = "?";
      if (quiet) argument = std::string(1, found.letter);
      if (speaks) sh.messages += sh.zero + ": illegal option -- " + found.letter + "\n";
      break;
    case Found::Error::kMissing:
      value = quiet ? ":" : "?";
      if (quiet) argument = std::string(1, found.letter);
      if (speaks) sh.messages += sh.zero + ": option requires an argument -- " + found.letter + "\n";
      break;
  }
  if (argument) {
    auto ok = co_await assign_variable(sh, optarg, std::move(*argument));
    if (!ok) co_return sh.fail_with(ok.error());
  } else {
    (void)sh.variables.unset(optarg);
  }
  auto ok = co_await assign_variable(sh, sh.names().intern("OPTIND"), std::to_string(index));
  sh.getopts_index = index;
  sh.getopts_offset = offset;
  if (!ok) co_return 1;
  if (!is_name(name)) co_return invalid_identifier(sh, name);
  ok = co_await assign_variable(sh, sh.names().intern(name), std::move(value));
  if (!ok) co_return ok.error().kind == Failure::kCommand || !found.letter ? 1 : 2;
  co_return found.letter ? 0 : 1;
}
const Builtin kGetopts("getopts", getopts_main);

}  // namespace
}  // namespace nacre
