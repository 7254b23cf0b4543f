// timeout [OPTION] DURATION COMMAND [ARG]... (GNU coreutils 9.1): runs a command, and ends it when the time is over.
//
// As GNU's, it puts itself at the head of a process group and signals the whole group, unless --foreground; a signal that it
// gets itself goes to the command.
#include "src/process/duration.h"
#include "src/process/locale.h"
#include "src/process/machine.h"
#include "src/process/options.h"

namespace nacre {
namespace {

enum : int { kForeground = kOnlyLong + 1, kPreserve };

constexpr Option kOptions[] = {
    {kPreserve, "preserve-status", Argument::kNone, "",
     "exit with the same status as COMMAND, even when the\n  command times out"},
    {kForeground, "foreground", Argument::kNone, "",
     "when not running timeout directly from a shell prompt,\n  allow COMMAND to read from the TTY and get TTY signals;\n"
     "  in this mode, children of COMMAND will not be timed out"},
    {'k', "kill-after", Argument::kRequired, "DURATION",
     "also send a KILL signal if COMMAND is still running\n  this long after the initial signal was sent"},
    {'s', "signal", Argument::kRequired, "SIGNAL",
     "specify the signal to be sent on timeout;\n  SIGNAL may be a name like 'HUP' or a number;\n"
     "  see 'kill -l' for a list of signals"},
    {'v', "verbose", Argument::kNone, "", "diagnose to stderr any signal sent upon timeout"},
};
constexpr Synopsis kSynopsis{
    "timeout", "[OPTION] DURATION COMMAND [ARG]...\n[OPTION]",
    "Start COMMAND, and kill it if still running after DURATION.", kOptions,
    "DURATION is a floating point number with an optional suffix:\n's' for seconds (the default), 'm' for minutes, 'h' for "
    "hours or 'd' for days.\nA duration of 0 disables the associated timeout.\n\n"
    "Upon timeout, the TERM signal is sent to COMMAND, or the SIGNAL specified.\n\nEXIT status:\n"
    "  124  if COMMAND times out, and --preserve-status is not specified\n  125  if the timeout command itself fails\n"
    "  126  if COMMAND is found but cannot be invoked\n  127  if COMMAND cannot be found\n"
    "  137  if COMMAND (or timeout itself) is sent the KILL (9) signal (128+9)\n  -    the exit status of COMMAND otherwise",
    125, true};

struct Settings {
  bool foreground = false, preserve = false, verbose = false;
  int signal = kSIGTERM;
  Nanoseconds kill_after = 0;
};

// Sends a signal to the command, and to the group that it is in.
void send(Process& p, Pid child, int signal, bool foreground) {
  if (Process* c = p.machine().find(child)) p.machine().signal(*c, signal);
  if (foreground) return;
  const Disposition own = p.disposition(signal);
  p.set_disposition(signal, Disposition::kIgnore);
  (void)p.machine().kill(p, 0, signal);
  if (signal != kSIGKILL && signal != kSIGCONT) (void)p.machine().kill(p, 0, kSIGCONT);
  p.set_disposition(signal, own);
}

Task<int> timeout_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Settings s;
  for (const Option::Use& u : o.uses()) {
    switch (u.id) {
      case kForeground: s.foreground = true; break;
      case kPreserve: s.preserve = true; break;
      case 'v': s.verbose = true; break;
      case 'k': {
        auto t = parse_duration(u.argument);
        if (!t) co_return usage_error(p, "invalid time interval " + quote_words(p, u.argument), 125);
        s.kill_after = *t;
        break;
      }
      case 's':
        s.signal = parse_signal(u.argument);
        if (s.signal < 0) co_return usage_error(p, quote_words(p, u.argument) + ": invalid signal", 125);
        break;
    }
  }
  if (o.operands().size() < 2) {
    p.write_stderr(try_help(p.argv[0]));
    co_return 125;
  }
  auto duration = parse_duration(o.operands()[0]);
  if (!duration) co_return usage_error(p, "invalid time interval " + quote_words(p, o.operands()[0]), 125);
  const std::string program = p.argv[0];
  std::vector<std::string> command(o.operands().begin() + 1, o.operands().end());
  const std::string shown = quote_words(p, command[0]);
  if (!s.foreground) p.set_group(p.pid());
  constexpr int kPassedOn[] = {kSIGALRM, kSIGINT, kSIGQUIT, kSIGHUP, kSIGTERM};
  for (int signal : kPassedOn)
    if (p.disposition(signal) == Disposition::kDefault || signal == kSIGTERM) p.set_disposition(signal, Disposition::kHandle);
  if (s.signal > 0 && s.signal != kSIGKILL && s.signal != kSIGSTOP) p.set_disposition(s.signal, Disposition::kHandle);
  SpawnOptions how;
  for (int signal : {kSIGTTIN, kSIGTTOU}) how.dispositions.emplace_back(signal, Disposition::kDefault);
  for (int signal : kPassedOn) how.dispositions.emplace_back(signal, Disposition::kDefault);
  auto child = p.spawn(std::move(command), how);
  if (!child) {
    p.write_stderr(program + ": failed to run command " + shown + ": " + std::string(child.error().words()) + "\n");
    co_return child.error() == Errno::kNOENT ? 127 : 126;
  }
  bool timed_out = false;
  int next = s.signal;
  std::optional<Nanoseconds> deadline;
  if (*duration > 0) deadline = p.machine().now() + std::min(*duration, INT64_MAX - p.machine().now());
  for (;;) {
    auto ended = co_await p.wait(*child, false, true, deadline);
    if (ended) {
      const WaitStatus st = ended->second;
      if (timed_out && !s.preserve && st.signal != kSIGKILL) co_return 124;
      if (timed_out && st.signal == kSIGKILL) co_return 137;
      if (st.signal && !timed_out) {   // dies as the command did
        p.set_disposition(st.signal, Disposition::kDefault);
        p.machine().signal(p, st.signal);
        co_await p.spend(0);
      }
      co_return st.shell_status();
    }
    if (ended.error() != Errno::kTIMEDOUT && ended.error() != Errno::kINTR) co_return 125;
    int signal = next;
    if (ended.error() == Errno::kTIMEDOUT) {
      timed_out = true;
      if (s.verbose)
        p.write_stderr(program + ": sending signal " + signal_name(signal) + " to command " + shown + "\n");
      next = kSIGKILL;
      deadline = std::nullopt;
      if (s.kill_after > 0 && signal != kSIGKILL) deadline = p.machine().now() + std::min(s.kill_after, INT64_MAX - p.machine().now());
    } else {
      signal = p.take_pending();
      if (signal == 0) continue;
    }
    send(p, *child, signal, s.foreground);
  }
}

const Program kTimeout("timeout", timeout_main);

}  // namespace
}  // namespace nacre
