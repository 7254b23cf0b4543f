// Runs a coroutine with a Call in a process of a Box:
//
//   with_call(box, [](Call& call) -> Task<> { ...; co_return; });
//
// `host` answers the operations that the call sends: it gets the operation and its arguments, and gives the value, or nullopt to throw.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "src/session/call.h"
#include "src/shell/session.h"
#include "tests/unit/commands/run.h"

namespace nacre::test {

using Body = Task<> (*)(Call&);
struct Bodies {
  static inline Body current = nullptr;
  static inline std::uint32_t session = 1;
  static inline bool has_host = false;
  static inline Nanoseconds clock = 0;   // of machines in live time
};

inline Task<int> body_main(Process& p) {
  p.set_disposition(kInterrupt, Disposition::kHandle);
  Call call(p, Bodies::session, Bodies::has_host);
  co_await Bodies::current(call);
  co_return 0;
}
inline const Program kBody("nacre-test-body", body_main);

using Host = std::optional<std::string> (*)(Operation what, wire::Reader arguments);

// Starts one; the machine has not run yet.
inline JobId start_call(Box& box, Body body, bool has_host = false) {
  Bodies::current = body;
  Bodies::has_host = has_host;
  JobOptions o;
  o.argv = {"nacre-test-body"};
  o.program = "nacre-test-body";
  const JobId id = (*box.machine.start(o))->id;
  box.machine.run(1'000'000, id, Bodies::clock);
  return id;
}

// Answers what was asked, until nothing more is.
inline void serve(Box& box, Host host) {
  while (auto m = box.machine.next_message()) {
    if (m->kind != kOperation) continue;
    wire::Reader in(m->bytes);
    const std::uint32_t number = in.u32();
    const auto what = static_cast<Operation>(in.u32());
    (void)in.u32();
    auto value = host(what, in);
    std::string answer;
    wire::put_u32(answer, number);
    wire::put_u32(answer, !value);
    if (value) answer += *value;
    box.machine.post(m->channel, kAnswer, std::move(answer));
  }
}

inline bool finish_call(Box& box, JobId id, Host host = nullptr) {
  for (int i = 0; i < 1000 && !box.machine.job(id)->done; ++i) {
    box.machine.run(1'000'000, id, Bodies::clock += kSecond / 10);
    if (host) serve(box, host);
  }
  return box.machine.job(id)->done;
}

inline bool with_call(Box& box, Body body, Host host = nullptr) {
  return finish_call(box, start_call(box, body, host != nullptr), host);
}

inline void interrupt(Box& box, JobId id) { box.machine.signal(*box.machine.find(box.machine.job(id)->root), kInterrupt); }

}  // namespace nacre::test
