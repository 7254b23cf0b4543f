// Signals: numbers as on Linux x86-64, names without SIG, and what each does by default.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nacre {

enum Signal : int {
  kSIGHUP = 1, kSIGINT, kSIGQUIT, kSIGILL, kSIGTRAP, kSIGABRT, kSIGBUS, kSIGFPE, kSIGKILL, kSIGUSR1, kSIGSEGV, kSIGUSR2,
  kSIGPIPE, kSIGALRM, kSIGTERM, kSIGSTKFLT, kSIGCHLD, kSIGCONT, kSIGSTOP, kSIGTSTP, kSIGTTIN, kSIGTTOU, kSIGURG,
  kSIGXCPU, kSIGXFSZ, kSIGVTALRM, kSIGPROF, kSIGWINCH, kSIGIO, kSIGPWR, kSIGSYS,
};
constexpr int kSignals = 65;  // numbers run from 1 to 64; 32 and 33 have no name, 34 is RTMIN, 64 RTMAX

enum class SignalAction : std::uint8_t { kTerminate, kCore, kIgnore, kStop, kContinue };
SignalAction default_action(int signal);

// "INT", "RTMIN+3"; empty for a number without a name.
std::string signal_name(int signal);
// Reads "INT", "SIGINT", "int", "RTMIN+1" or a number 0..64; -1 when it is none. "EXIT" is 0.
int parse_signal(std::string_view text);
// strsignal(): "Terminated", "Killed", "Real-time signal 1".
std::string signal_words(int signal);

enum class Disposition : std::uint8_t { kDefault, kIgnore, kHandle };

}  // namespace nacre
