// Options whose argument is one of a few words (--color=always), which may be shortened; with GNU's message:
//
//   constexpr Choice kWhen[] = {{"always", 1}, {"yes", 1}, {"never", 0}, ...};
//   std::string error;
//   auto when = choose(p, kWhen, u.argument, "--color", error);
//   if (!when) co_return co_await usage_error(p, error, 2);
//
// "invalid argument 'x' for '--color'", then the valid ones, those of one value in one line.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/process/process.h"

namespace nacre {

struct Choice {
  std::string_view word;
  int value;
};

// The value of the word, exact or shortened without doubt; else nullopt and the text of the message (without the program's
// name, several lines, no newline at the end).
std::optional<int> choose(const Process& p, std::span<const Choice> choices, std::string_view word, std::string_view option,
                          std::string& error);

}  // namespace nacre
