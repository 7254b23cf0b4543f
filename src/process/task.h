// Task<T>: a coroutine that somebody awaits; everything in Nacre that can wait is one.
//
//   Task<int> child(Process& p);
//   Task<int> parent(Process& p) { int s = co_await child(p); co_return s; }
//
// A Task starts when it is awaited and resumes its awaiter by symmetric transfer when it ends, so that depth costs heap
// and never the machine stack. Frames come from FramePool. There are no exceptions.
//
// Task<T>::ready(v) is a finished task without a frame: a function with a synchronous fast path is a plain function that
// returns either ready(v) or the coroutine that does the slow work.
//
// A chain of tasks belongs to one Process. When the process is ended the frames are destroyed one by one from the leaf
// upward (destroy_chain), never recursively: each frame's destructors run as its scope's would, so what a coroutine holds
// it holds by RAII. A coroutine therefore needs no code for being killed: it just never resumes.
//
// Lambdas with captures must not be coroutines (their captures die first); parameters are taken by value, or by reference
// to what outlives the await.
#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>

#include "src/base/frame_pool.h"

namespace nacre {

class TaskBase;

// What every promise has: the frame, who awaits it, and the Task object that owns it.
struct PromiseBase {
  std::coroutine_handle<> frame;
  PromiseBase* parent = nullptr;
  TaskBase* owner = nullptr;

  static void* operator new(std::size_t n) { return FramePool::allocate(n); }
  static void operator delete(void* p, std::size_t n) { FramePool::release(p, n); }

  struct FinalAwaiter {
    bool await_ready() const noexcept { return false; }
    template <class P>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<P> h) const noexcept {
      PromiseBase* up = h.promise().parent;
      return up ? up->frame : std::noop_coroutine();
    }
    void await_resume() const noexcept {}
  };
  std::suspend_always initial_suspend() const noexcept { return {}; }
  FinalAwaiter final_suspend() const noexcept { return {}; }
  [[noreturn]] void unhandled_exception() const noexcept { std::abort(); }
};

// Owns a frame. Moving it tells the promise where its owner is, so that destroy_chain can take the frame away.
class TaskBase {
 public:
  TaskBase() = default;
  explicit TaskBase(PromiseBase* p) : promise_(p) { promise_->owner = this; }
  TaskBase(TaskBase&& o) noexcept { take(o); }
  TaskBase& operator=(TaskBase&& o) noexcept {
    if (this != &o) {
      reset();
      take(o);
    }
    return *this;
  }
  // Functions apart, this and await_resume, for there is a Task at each of two thousand co_awaits.
  [[gnu::noinline]] ~TaskBase() { reset(); }
  explicit operator bool() const { return promise_ != nullptr; }
  PromiseBase* promise() const { return promise_; }
  void detach() { promise_ = nullptr; }
  void reset() {
    if (PromiseBase* p = std::exchange(promise_, nullptr)) p->frame.destroy();
  }

 private:
  void take(TaskBase& o) {
    promise_ = std::exchange(o.promise_, nullptr);
    if (promise_) promise_->owner = this;
  }
  PromiseBase* promise_ = nullptr;
};

// Destroys a suspended chain from its leaf to its root.
inline void destroy_chain(PromiseBase* leaf) {
  while (leaf) {
    PromiseBase* up = leaf->parent;
    if (leaf->owner) leaf->owner->detach();
    leaf->frame.destroy();
    leaf = up;
  }
}

namespace detail {
// The value of a Task: raw storage, so that T needs no default constructor.
template <class T>
class Slot {
 public:
  Slot() {}
  Slot(const Slot&) = delete;
  ~Slot() {
    if (full_) value_.~T();
  }
  template <class U>
  void set(U&& v) {
    new (&value_) T(std::forward<U>(v));
    full_ = true;
  }
  T take() { return std::move(value_); }
  bool full() const { return full_; }

 private:
  union {
    T value_;
  };
  bool full_ = false;
};
}  // namespace detail

template <class T = void>
class [[nodiscard]] Task : public TaskBase {
 public:
  struct promise_type : PromiseBase {
    detail::Slot<T> slot;
    promise_type() { frame = std::coroutine_handle<promise_type>::from_promise(*this); }
    Task get_return_object() { return Task(this); }
    template <class U>
    void return_value(U&& v) {
      slot.set(std::forward<U>(v));
    }
  };
  Task() = default;
  Task(Task&& o) noexcept : TaskBase(std::move(o)) {
    if (o.ready_.full()) ready_.set(o.ready_.take());
  }
  Task& operator=(Task&&) = delete;

  template <class U>
  static Task ready(U&& v) {
    return Task(std::forward<U>(v), 0);
  }

  bool await_ready() const noexcept { return ready_.full(); }
  template <class P>
  std::coroutine_handle<> await_suspend(std::coroutine_handle<P> h) noexcept {
    promise()->parent = &h.promise();
    return promise()->frame;
  }
  [[gnu::noinline]] T await_resume() {
    return ready_.full() ? ready_.take() : static_cast<promise_type*>(promise())->slot.take();
  }
  // The value of a task that has run to its end without an awaiter (the root of a process), or of a ready one.
  T result() { return await_resume(); }

 private:
  explicit Task(promise_type* p) : TaskBase(p) {}
  template <class U>
  Task(U&& v, int) {
    ready_.set(std::forward<U>(v));
  }
  detail::Slot<T> ready_;
};

template <>
class [[nodiscard]] Task<void> : public TaskBase {
 public:
  struct promise_type : PromiseBase {
    promise_type() { frame = std::coroutine_handle<promise_type>::from_promise(*this); }
    Task get_return_object() { return Task(this); }
    void return_void() const noexcept {}
  };
  Task() = default;  // already done
  static Task ready() { return Task(); }
  bool await_ready() const noexcept { return promise() == nullptr; }
  template <class P>
  std::coroutine_handle<> await_suspend(std::coroutine_handle<P> h) noexcept {
    promise()->parent = &h.promise();
    return promise()->frame;
  }
  void await_resume() const noexcept {}

 private:
  explicit Task(promise_type* p) : TaskBase(p) {}
};

}  // namespace nacre
