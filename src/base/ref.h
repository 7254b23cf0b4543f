// Intrusive reference counts. Single-threaded: the counts are plain integers.
//
//   struct Chunk : RefCounted<Chunk> { ... };
//   Ref<Chunk> c = make_ref<Chunk>(...);      // deleted when the last Ref goes
//
// RefCounted has no virtual functions; a class with derived classes gives itself a virtual destructor.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

namespace nacre {

template <class T>
class RefCounted {
 public:
  RefCounted() = default;
  RefCounted(const RefCounted&) {}  // a copy starts with no references of its own
  RefCounted& operator=(const RefCounted&) { return *this; }
  void retain() const { ++refs_; }
  void release() const {
    if (--refs_ == 0) delete static_cast<const T*>(this);
  }
  // True when the caller's is the only reference, so that it may change the object in place (copy-on-write).
  bool unique() const { return refs_ == 1; }
  std::uint32_t references() const { return refs_; }

 private:
  mutable std::uint32_t refs_ = 0;
};

template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}  // NOLINT
  explicit Ref(T* p) : p_(p) { if (p_) p_->retain(); }
  Ref(const Ref& o) : p_(o.p_) { if (p_) p_->retain(); }
  Ref(Ref&& o) noexcept : p_(std::exchange(o.p_, nullptr)) {}
  template <class U> requires std::is_convertible_v<U*, T*>
  Ref(const Ref<U>& o) : p_(o.get()) { if (p_) p_->retain(); }  // NOLINT
  ~Ref() { if (p_) p_->release(); }
  Ref& operator=(Ref o) noexcept { std::swap(p_, o.p_); return *this; }

  T* get() const { return p_; }
  T* operator->() const { return p_; }
  T& operator*() const { return *p_; }
  explicit operator bool() const { return p_ != nullptr; }
  bool operator==(const Ref& o) const { return p_ == o.p_; }

 private:
  T* p_ = nullptr;
};

template <class T, class... A>
Ref<T> make_ref(A&&... a) { return Ref<T>(new T(std::forward<A>(a)...)); }

}  // namespace nacre
