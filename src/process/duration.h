// Durations as sleep, timeout and tail take them: a number, not only whole, with a suffix s (the default), m, h or d.
#pragma once

#include <optional>
#include <string_view>

#include "src/process/wait.h"

namespace nacre {

// Nanoseconds, rounded up, at most about 146 years (also for "inf"); nullopt when it is none, or negative.
std::optional<Nanoseconds> parse_duration(std::string_view text);

}  // namespace nacre
