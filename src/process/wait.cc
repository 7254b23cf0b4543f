// The heap of timers and the queues of waiters.
#include "src/process/wait.h"

#include <utility>

#include "src/process/machine.h"
#include "src/process/process.h"

namespace nacre {

void Timer::cancel() {
  if (timers_) timers_->cancel(*this);
}

bool Timers::before(std::size_t a, std::size_t b) const {
  return heap_[a]->when_ != heap_[b]->when_ ? heap_[a]->when_ < heap_[b]->when_ : heap_[a]->order_ < heap_[b]->order_;
}
void Timers::swap(std::size_t a, std::size_t b) {
  std::swap(heap_[a], heap_[b]);
  heap_[a]->at_ = a;
  heap_[b]->at_ = b;
}
void Timers::up(std::size_t i) {
  for (; i > 0 && before(i, (i - 1) / 2); i = (i - 1) / 2) swap(i, (i - 1) / 2);
}
void Timers::down(std::size_t i) {
  for (;;) {
    std::size_t least = i;
    for (std::size_t c = 2 * i + 1; c <= 2 * i + 2; ++c)
      if (c < heap_.size() && before(c, least)) least = c;
    if (least == i) return;
    swap(i, least);
    i = least;
  }
}
void Timers::arm(Timer& t, Nanoseconds when) {
  t.cancel();
  t.timers_ = this;
  t.when_ = when;
  t.order_ = order_++;
  t.at_ = heap_.size();
  heap_.push_back(&t);
  up(t.at_);
}
void Timers::cancel(Timer& t) {
  const std::size_t i = t.at_;
  t.timers_ = nullptr;
  swap(i, heap_.size() - 1);
  heap_.pop_back();
  if (i < heap_.size()) {
    up(i);
    down(i);
  }
}
Timer* Timers::take_due(Nanoseconds now) {
  if (heap_.empty() || heap_.front()->when_ > now) return nullptr;
  Timer* t = heap_.front();
  cancel(*t);
  return t;
}

void Waiter::leave() {
  if (queue_) queue_->remove(*this);
  cancel();
}
void Waiter::finish(Errno outcome) {
  leave();
  outcome_ = outcome;
  process_->machine().make_ready(*process_);
}
void Waiter::fire() { finish(Errno::kTIMEDOUT); }
void Waiter::interrupt() { finish(Errno::kINTR); }

WaitQueue::~WaitQueue() {
  while (head_) remove(*head_);
}
void WaitQueue::add(Waiter& w) {
  w.queue_ = this;
  w.prev_ = tail_;
  w.next_ = nullptr;
  (tail_ ? tail_->next_ : head_) = &w;
  tail_ = &w;
}
void WaitQueue::remove(Waiter& w) {
  (w.prev_ ? w.prev_->next_ : head_) = w.next_;
  (w.next_ ? w.next_->prev_ : tail_) = w.prev_;
  w.queue_ = nullptr;
}
void WaitQueue::wake() {
  for (Waiter* w = head_; w;) {
    Waiter* next = w->next_;
    if (w->attempt()) w->finish(Errno::kOk);
    w = next;
  }
}

}  // namespace nacre
