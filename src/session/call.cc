// See call.h.
#include "src/session/call.h"

#include <algorithm>
#include <cstring>

namespace nacre {

namespace {
// How long an operation of an aborted call may still take.
constexpr Nanoseconds kGrace = 5 * kSecond;
}  // namespace

std::optional<Nanoseconds> deadline_in(const Machine& m, double ms) {
  constexpr double kMost = 9e12;
  Nanoseconds at = m.now();
  if (ms > kMost || (ms > 0 && __builtin_add_overflow(at, static_cast<Nanoseconds>(ms * 1e6), &at))) return {};
  return at;
}

Task<Outcome<Call::Answer>> Call::ask(Operation operation, Keep keep, std::string arguments, OnAbort on_abort,
                                      std::optional<Nanoseconds> deadline) {
  const std::uint32_t number = ++last_operation_;
  const std::uint32_t head[] = {number, static_cast<std::uint32_t>(operation), static_cast<std::uint32_t>(keep)};
  std::memcpy(arguments.data(), head, sizeof head);
  channel_.send(kOperation, std::move(arguments));
  const auto abandon = [&](bool by_deadline) {
    std::string text;
    wire::put_u32(text, number);
    wire::put_u32(text, by_deadline);
    channel_.send(kAbandon, std::move(text));
  };
  const bool was_aborted = aborted();
  bool waiting_on = was_aborted;   // an abort that has been seen is no more waited for
  while (true) {
    auto received = co_await channel_.receive(deadline, !waiting_on);
    if (!received) {
      switch (received.error().code) {
        case Errno::kINTR:
          if (on_abort == OnAbort::kReject) {
            abandon(false);
            co_return failure(Failure::Kind::kUnconfirmed);
          }
          waiting_on = true;
          deadline = machine().now() + kGrace;
          continue;
        case Errno::kTIMEDOUT:
          abandon(!waiting_on);
          co_return failure(!waiting_on ? Failure::Kind::kTimedOut : operation == Operation::kExec ? Failure::Kind::kUnconfirmed
                                                                                                   : Failure::Kind::kAborted);
        default:
          co_return failure("The sandbox was lost: " + std::string(received.error().words()));
      }
    }
    if (received->kind != kAnswer) continue;
    wire::Reader in(received->bytes);
    if (in.u32() != number) continue;
    const bool threw = in.u32() != 0;
    if (on_abort == OnAbort::kReject && aborted() && !was_aborted) co_return failure(Failure::Kind::kAborted);
    if (threw) co_return std::unexpected<Failure>({.kind = Failure::Kind::kThrown, .operation = number});
    received->bytes.erase(0, 8);
    co_return Answer{std::move(received->bytes), number};
  }
}

SessionData& SessionData::of(Machine& m) {
  if (!m.sessions) m.sessions = std::make_unique<SessionData>();
  return static_cast<SessionData&>(*m.sessions);
}

Lock::Lock(Call& call, std::string_view name) : call_(call) {
  wire::put_u32(name_, call.session());
  name_ += name;
  SessionData::of(call.machine()).locks[name_].push_back(call.channel_.id());
}

Lock::~Lock() {
  auto& locks = SessionData::of(call_.machine()).locks;
  const auto it = locks.find(name_);
  std::deque<std::uint32_t>& queue = it->second;
  const bool had_it = queue.front() == call_.channel_.id();
  std::erase(queue, call_.channel_.id());
  if (queue.empty()) locks.erase(it);
  else if (had_it) call_.machine().post(queue.front(), kGranted, {});
}

Task<bool> Lock::acquire() {
  const std::deque<std::uint32_t>& queue = SessionData::of(call_.machine()).locks.find(name_)->second;
  while (queue.front() != call_.channel_.id()) {
    auto received = co_await call_.channel_.receive({}, true);
    if (!received) co_return false;
  }
  co_return true;
}

}  // namespace nacre
