// See session.cc.
#pragma once

namespace nacre {

// Sent by the host to a shell of nacre-session: it abandons the script that it runs. glibc keeps this number for itself,
// so that no script uses it.
constexpr int kInterrupt = 33;

}  // namespace nacre
