// The tables behind signal.h.
#include "src/process/signal.h"

namespace nacre {
namespace {
struct Row {
  std::string_view name, words;
  SignalAction action;
};
using enum SignalAction;
constexpr Row kRows[] = {
    {"EXIT", "", kIgnore},
    {"HUP", "Hangup", kTerminate},
    {"INT", "Interrupt", kTerminate},
    {"QUIT", "Quit", kCore},
    {"ILL", "Illegal instruction", kCore},
    {"TRAP", "Trace/breakpoint trap", kCore},
    {"ABRT", "Aborted", kCore},
    {"BUS", "Bus error", kCore},
    {"FPE", "Floating point exception", kCore},
    {"KILL", "Killed", kTerminate},
    {"USR1", "User defined signal 1", kTerminate},
    {"SEGV", "Segmentation fault", kCore},
    {"USR2", "User defined signal 2", kTerminate},
    {"PIPE", "Broken pipe", kTerminate},
    {"ALRM", "Alarm clock", kTerminate},
    {"TERM", "Terminated", kTerminate},
    {"STKFLT", "Stack fault", kTerminate},
    {"CHLD", "Child exited", kIgnore},
    {"CONT", "Continued", kContinue},
    {"STOP", "Stopped (signal)", kStop},
    {"TSTP", "Stopped", kStop},
    {"TTIN", "Stopped (tty input)", kStop},
    {"TTOU", "Stopped (tty output)", kStop},
    {"URG", "Urgent I/O condition", kIgnore},
    {"XCPU", "CPU time limit exceeded", kCore},
    {"XFSZ", "File size limit exceeded", kCore},
    {"VTALRM", "Virtual timer expired", kTerminate},
    {"PROF", "Profiling timer expired", kTerminate},
    {"WINCH", "Window changed", kIgnore},
    {"IO", "I/O possible", kTerminate},
    {"PWR", "Power failure", kTerminate},
    {"SYS", "Bad system call", kCore},
};
constexpr int kNamed = sizeof kRows / sizeof kRows[0];
constexpr int kRtMin = 34, kRtMax = 64;

bool equal_nocase(std::string_view a, std::string_view upper) {
  if (a.size() != upper.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const char c = a[i] >= 'a' && a[i] <= 'z' ? static_cast<char>(a[i] - 32) : a[i];
    if (c != upper[i]) return false;
  }
  return true;
}
int parse_number(std::string_view t) {
  if (t.empty() || t.size() > 4) return -1;
  int n = 0;
  for (char c : t) {
    if (c < '0' || c > '9') return -1;
    n = n * 10 + (c - '0');
  }
  return n < kSignals ? n : -1;
}
}  // namespace

SignalAction default_action(int s) { return s > 0 && s < kNamed ? kRows[s].action : kTerminate; }

std::string signal_name(int s) {
  if (s >= 0 && s < kNamed) return std::string(kRows[s].name);
  if (s < kRtMin || s > kRtMax) return {};
  const int from_min = s - kRtMin, from_max = kRtMax - s;
  if (from_min == 0) return "RTMIN";
  if (from_max == 0) return "RTMAX";
  return from_min <= 15 ? "RTMIN+" + std::to_string(from_min) : "RTMAX-" + std::to_string(from_max);
}

int parse_signal(std::string_view t) {
  if (const int n = parse_number(t); n >= 0) return n;
  if (t.size() > 3 && equal_nocase(t.substr(0, 3), "SIG")) t.remove_prefix(3);
  for (int i = 0; i < kNamed; ++i)
    if (equal_nocase(t, kRows[i].name)) return i;
  if (equal_nocase(t, "CLD")) return kSIGCHLD;
  if (equal_nocase(t, "IOT")) return kSIGABRT;
  if (equal_nocase(t, "POLL")) return kSIGIO;
  if (t.size() < 5) return -1;
  const bool min = equal_nocase(t.substr(0, 5), "RTMIN"), max = equal_nocase(t.substr(0, 5), "RTMAX");
  if (!min && !max) return -1;
  if (t.size() == 5) return min ? kRtMin : kRtMax;
  if (t[5] != (min ? '+' : '-')) return -1;
  const int n = parse_number(t.substr(6));
  if (n < 0 || n > kRtMax - kRtMin) return -1;
  return min ? kRtMin + n : kRtMax - n;
}

std::string signal_words(int s) {
  if (s > 0 && s < kNamed) return std::string(kRows[s].words);
  if (s >= kRtMin && s <= kRtMax) return "Real-time signal " + std::to_string(s - kRtMin);
  return "Unknown signal " + std::to_string(s);
}

}  // namespace nacre
