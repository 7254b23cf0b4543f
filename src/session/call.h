// One call of a session environment or of a tool: a process of its own, and its way to the host.
//
// The host starts the program nacre-call (src/tools/main.cc) for each call. What an environment wants of a host's object goes out as a
// message with an operation's number, the answer comes back as one (js/session.ts is the other side). An abort of the call reaches it
// as the signal kInterrupt, which ends waits.
//
// Between calls a Machine keeps locks, first come first served, and what was found out about each session (sessions are numbered by the host).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "src/base/wire.h"
#include "src/process/machine.h"
#include "src/session/session_env.h"

namespace nacre {

// What is asked of a host's object; js/session.ts has the same numbers.
enum class Operation : std::uint32_t {
  kExec = 1, kReadFile, kReadBuffer, kWriteFile, kStat, kReaddir, kExists, kMkdir, kRm, kResolve, kReadOverlay,
};

// Messages: of a call to the host from 64, to it from 72.
enum CallKind : std::uint32_t {
  kOperation = 64,  // its number, Operation, Keep, arguments
  kAbandon,         // its number, whether by a deadline: nobody waits for it any more
  kCallResult,      // see CallResult
  kAnswer = 72,     // its number, whether it threw, the value
  kGranted,         // a lock
};

// What an abort means to an operation that is in flight.
enum class OnAbort : std::uint8_t {
  kReject,  // the call ends at once
  kWait,    // its answer is waited for a few seconds more
};

class Call {
 public:
  Call(Process& p, std::uint32_t session, bool has_host) : process_(p), session_(session), channel_(p, has_host) {}
  Process& process() const { return process_; }
  Machine& machine() const { return process_.machine(); }
  std::uint32_t session() const { return session_; }
  bool aborted() const { return process_.pending() != 0; }

  // Asks the host and waits for the answer: the encoded value, empty for one that it keeps; `kept` is the operation's number. Arguments
  // are written behind what arguments() gives.
  static std::string arguments() { return std::string(3 * sizeof(std::uint32_t), '\0'); }
  struct Answer {
    std::string bytes;
    std::uint32_t operation = 0;
  };
  Task<Outcome<Answer>> ask(Operation operation, Keep keep, std::string arguments, OnAbort on_abort,
                            std::optional<Nanoseconds> deadline = {});

  void finish(std::string result) { channel_.send(kCallResult, std::move(result)); }

 private:
  friend class Lock;
  Process& process_;
  std::uint32_t session_;
  HostChannel channel_;
  std::uint32_t last_operation_ = 0;
};

// When `ms` from now will be; none for what the clock never reaches.
std::optional<Nanoseconds> deadline_in(const Machine& m, double ms);

// What a Machine keeps for sessions.
struct SessionData final : ProcessData {
  std::map<std::string, std::deque<std::uint32_t>> locks;  // by name: channels of who has it and who waits
  std::map<std::uint32_t, bool> has_rg;                    // by session
  static SessionData& of(Machine& m);
};

// Exclusive use of something with a name, within a session. First come, first served; given back by the destructor.
class Lock {
 public:
  Lock(Call& call, std::string_view name);
  Lock(const Lock&) = delete;
  ~Lock();
  // False when the call was aborted meanwhile.
  Task<bool> acquire();

 private:
  Call& call_;
  std::string name_;
};

}  // namespace nacre
