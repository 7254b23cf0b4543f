// The memory of a syntax tree: a bump allocator whose blocks are freed together, without walking the tree.
//
// Nodes are trivially destructible. What a later layer attaches to a node (a compiled arithmetic program) registers
// with on_free() and is given back when the arena goes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

#include "src/base/ref.h"

namespace nacre {

// A view of consecutive nodes in an arena: std::span, but usable inside the very type that it holds.
template <class T>
class Span {
 public:
  Span() = default;
  Span(T* data, std::size_t size) : data_(data), size_(static_cast<std::uint32_t>(size)) {}
  T* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() const { return data_; }
  T* end() const { return data_ + size_; }
  T& operator[](std::size_t i) const { return data_[i]; }
  T& front() const { return data_[0]; }
  T& back() const { return data_[size_ - 1]; }
  Span subspan(std::size_t from) const { return {data_ + from, size_ - from}; }

 private:
  T* data_ = nullptr;
  std::uint32_t size_ = 0;
};

class Arena : public RefCounted<Arena> {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena();

  void* allocate(std::size_t size, std::size_t align) {
    std::uintptr_t at = (reinterpret_cast<std::uintptr_t>(next_) + align - 1) & ~(align - 1);
    if (next_ == nullptr || at + size > reinterpret_cast<std::uintptr_t>(end_)) return allocate_slow(size, align);
    next_ = reinterpret_cast<char*>(at + size);
    return reinterpret_cast<void*>(at);
  }
  template <class T, class... A>
  T* make(A&&... a) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (allocate(sizeof(T), alignof(T))) T{std::forward<A>(a)...};
  }
  // A copy of items in the arena.
  template <class T>
  Span<const T> copy(const T* items, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (count == 0) return {};
    void* to = allocate(count * sizeof(T), alignof(T));
    std::memcpy(to, static_cast<const void*>(items), count * sizeof(T));
    return {static_cast<const T*>(to), count};
  }
  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* to = static_cast<char*>(allocate(text.size(), 1));
    std::memcpy(to, text.data(), text.size());
    return {to, text.size()};
  }
  // Calls release(object) when the arena is freed.
  void on_free(void (*release)(const void*), const void* object);
  // The other arena stays as long as this one.
  void keep(const Ref<Arena>& other) {
    other->retain();
    on_free([](const void* a) { static_cast<const Arena*>(a)->release(); }, other.get());
  }

  std::size_t bytes() const { return bytes_; }

 private:
  struct Block {
    Block* previous;
  };
  struct Attached {
    Attached* previous;
    void (*release)(const void*);
    const void* object;
  };
  void* allocate_slow(std::size_t size, std::size_t align);

  char* next_ = nullptr;
  char* end_ = nullptr;
  Block* block_ = nullptr;
  Attached* attached_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace nacre
