// Waiting: queues of suspended processes, and timers.
//
// A process that cannot go on (an empty pipe, a child still running, a sleep) suspends in an awaiter, which is a Waiter:
// it stands in at most one WaitQueue and has at most one timer. Whoever changes the state that others wait for calls
// wake(): each waiter attempts its operation again, in order of arrival, and is made ready when that succeeded. So an
// operation is retried without resuming the coroutine, and an awaiter needs no loop. A Waiter takes itself out of its
// queue and timer when it is destroyed, which is all that killing a suspended process needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/base/errno.h"

namespace nacre {

class Process;
class WaitQueue;

// Nanoseconds since 1970, of the machine's clock. 292 years.
using Nanoseconds = std::int64_t;
constexpr Nanoseconds kSecond = 1'000'000'000;

class Timers;

// Something to do at a moment. Fires once; cancelled by its destructor.
class Timer {
 public:
  Timer() = default;
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  virtual ~Timer() { cancel(); }
  virtual void fire() = 0;
  void cancel();
  bool armed() const { return timers_ != nullptr; }
  Nanoseconds when() const { return when_; }

 private:
  friend class Timers;
  Timers* timers_ = nullptr;
  Nanoseconds when_ = 0;
  std::uint64_t order_ = 0;
  std::size_t at_ = 0;
};

// A binary heap of armed timers, by time and then by order of arming.
class Timers {
 public:
  void arm(Timer& t, Nanoseconds when);
  void cancel(Timer& t);
  bool empty() const { return heap_.empty(); }
  Nanoseconds next() const { return heap_.front()->when_; }
  // Takes the first timer out if it is due at now; null otherwise.
  Timer* take_due(Nanoseconds now);

 private:
  bool before(std::size_t a, std::size_t b) const;
  void swap(std::size_t a, std::size_t b);
  void up(std::size_t i);
  void down(std::size_t i);
  std::vector<Timer*> heap_;
  std::uint64_t order_ = 0;
};

class Waiter : public Timer {
 public:
  explicit Waiter(Process& p) : process_(&p) {}
  ~Waiter() override { leave(); }
  Process& process() const { return *process_; }
  // Tries the operation again; true when it is done, well or badly.
  virtual bool attempt() = 0;
  // How the wait ended: kOk when attempt() succeeded, kINTR after a signal that the process handles, kTIMEDOUT.
  Errno outcome() const { return outcome_; }
  bool interruptible() const { return interruptible_; }
  // Takes it out of its queue and timer.
  void leave();
  void fire() override;           // the deadline
  void interrupt();               // a handled signal
  void finish(Errno outcome);     // leaves, and makes the process ready

 protected:
  Process* process_;
  Errno outcome_ = Errno::kOk;
  bool interruptible_ = true;

 private:
  friend class Process;
  friend class WaitQueue;
  WaitQueue* queue_ = nullptr;
  Waiter* prev_ = nullptr;
  Waiter* next_ = nullptr;
};

class WaitQueue {
 public:
  WaitQueue() = default;
  WaitQueue(const WaitQueue&) = delete;
  WaitQueue& operator=(const WaitQueue&) = delete;
  ~WaitQueue();
  bool empty() const { return head_ == nullptr; }
  void add(Waiter& w);
  void remove(Waiter& w);
  // Every waiter attempts its operation.
  void wake();

 private:
  Waiter* head_ = nullptr;
  Waiter* tail_ = nullptr;
};

}  // namespace nacre
