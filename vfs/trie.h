// Trie<T>: a persistent sparse array of references to T, indexed by 64-bit numbers.
//
// A radix trie of 32-way nodes; `height` levels of nodes lead to the T's, and height 0 means that the root is the T of
// index 0 itself, so that a one-element array has no node at all. Copying a Trie copies one pointer. What is reached
// only through unique references is changed in place; a shared node is copied first, with new references to its
// children. No node is empty, and the height is as low as the largest index allows.
//
// T derives from RefCounted<T>. Destruction recurses over the height only (at most 13). What is big and last held by a
// dropped snapshot goes through take() and dismantle() instead, piece by piece (graveyard.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "src/base/ref.h"

namespace nacre::vfs {

template <class T>
class Trie {
 public:
  static constexpr std::uint64_t kNone = UINT64_MAX;

  Trie() = default;
  Trie(const Trie& o) : root_(o.root_), height_(o.height_) { retain(root_, height_); }
  Trie(Trie&& o) noexcept : root_(std::exchange(o.root_, nullptr)), height_(std::exchange(o.height_, 0)) {}
  Trie& operator=(Trie o) noexcept {
    std::swap(root_, o.root_);
    std::swap(height_, o.height_);
    return *this;
  }
  ~Trie() { release(root_, height_); }

  bool empty() const { return !root_; }
  // Whether both are the very same tree.
  bool same(const Trie& o) const { return root_ == o.root_; }

  // The element at `key`, or null. The caller must not change it unless it came from own() or is known to be unshared.
  T* get(std::uint64_t key) const {
    if (!root_ || beyond(key, height_)) return nullptr;
    void* p = root_;
    for (unsigned h = height_; h > 0 && p; --h) p = static_cast<Node*>(p)->child[index(key, h)];
    return static_cast<T*>(p);
  }

  // The element at `key` with everything above it unshared: `unique` tells whether the element itself is, so that it
  // may be changed in place. Null (and nothing copied) if there is none.
  T* reach(std::uint64_t key, bool& unique) {
    unique = false;
    if (!root_ || beyond(key, height_)) return nullptr;
    if (!path_is_unique(key) && !get(key)) return nullptr;
    void** p = &root_;
    for (unsigned h = height_; h > 0; --h) {
      if (!*p) return nullptr;
      p = &own(*p, h)->child[index(key, h)];
    }
    T* t = static_cast<T*>(*p);
    unique = t && t->unique();
    return t;
  }

  // The element at `key`, which must exist, unshared: copied with T's copy constructor if need be.
  T* own(std::uint64_t key) {
    void** p = &root_;
    for (unsigned h = height_; h > 0; --h) p = &own(*p, h)->child[index(key, h)];
    T* t = static_cast<T*>(*p);
    if (!t->unique()) {
      T* copy = new T(*t);
      copy->retain();
      t->release();
      *p = t = copy;
    }
    return t;
  }

  // Sets the element at `key`.
  void put(std::uint64_t key, Ref<T> value) {
    if (!root_) {
      while (beyond(key, height_)) ++height_;
    } else {
      while (beyond(key, height_)) {
        Node* n = new Node;
        n->child[0] = root_;
        root_ = n;
        ++height_;
      }
    }
    void** p = &root_;
    for (unsigned h = height_; h > 0; --h) {
      if (!*p) *p = new Node;
      p = &own(*p, h)->child[index(key, h)];
    }
    T* old = static_cast<T*>(*p);
    T* t = value.get();
    t->retain();
    *p = t;
    if (old) old->release();
  }

  void erase(std::uint64_t key) {
    if (!get(key)) return;
    auto ignore = [](T*) {};
    remove(root_, height_, key, false, ignore);
    shrink();
  }

  // Removes every element at `from` and later; calls gone(T*) for each before it goes.
  template <class F>
  void cut(std::uint64_t from, F gone) {
    if (!root_ || beyond(from, height_)) return;
    remove(root_, height_, from, true, gone);
    shrink();
  }

  // The first key at or after `key` that has an element; kNone.
  std::uint64_t next(std::uint64_t key) const {
    if (!root_ || beyond(key, height_)) return kNone;
    return next_in(root_, height_, key);
  }

  // Calls f(key, T*) for each element in order.
  template <class F>
  void for_each(F f) const {
    walk(root_, height_, 0, f);
  }

  // Calls f(key, old, now) for each key whose elements differ as pointers; either may be null. Shared parts are
  // skipped.
  template <class F>
  static void diff(const Trie& a, const Trie& b, F f) {
    compare(a.root_, a.height_, b.root_, b.height_, 0, f);
  }

  // Piecemeal destruction. take() hands the reference to the root over; dismantle() gives up one reference to p, and if
  // it was the last, calls out(child, height - 1) with the reference to each child and frees p. Only for height > 0.
  std::pair<void*, unsigned> take() { return {std::exchange(root_, nullptr), std::exchange(height_, 0)}; }
  template <class F>
  static void dismantle(void* p, unsigned height, F out) {
    Node* n = static_cast<Node*>(p);
    if (--n->refs > 0) return;
    for (void* c : n->child)
      if (c) out(c, height - 1);
    delete n;
  }

 private:
  static constexpr unsigned kBits = 5, kWidth = 1u << kBits;
  struct Node {
    std::uint32_t refs = 1;
    void* child[kWidth] = {};
  };

  static unsigned index(std::uint64_t key, unsigned height) { return (key >> (kBits * (height - 1))) & (kWidth - 1); }
  static bool beyond(std::uint64_t key, unsigned height) { return height < 13 && (key >> (kBits * height)) != 0; }

  static void retain(void* p, unsigned height) {
    if (!p) return;
    if (height == 0) static_cast<T*>(p)->retain();
    else ++static_cast<Node*>(p)->refs;
  }
  static void release(void* p, unsigned height) {
    if (!p) return;
    if (height == 0) return static_cast<T*>(p)->release();
    dismantle(p, height, [](void* c, unsigned h) { release(c, h); });
  }

  // Makes the node at p unshared.
  static Node* own(void*& p, unsigned height) {
    Node* n = static_cast<Node*>(p);
    if (n->refs == 1) return n;
    Node* copy = new Node(*n);
    copy->refs = 1;
    for (void* c : copy->child) retain(c, height - 1);
    --n->refs;
    p = copy;
    return copy;
  }

  bool path_is_unique(std::uint64_t key) const {
    void* p = root_;
    for (unsigned h = height_; h > 0 && p; --h) {
      if (static_cast<Node*>(p)->refs != 1) return false;
      p = static_cast<Node*>(p)->child[index(key, h)];
    }
    return true;
  }

  // Removes `key` (and, with `rest`, everything after it) below p, which is not null.
  template <class F>
  static void remove(void*& p, unsigned height, std::uint64_t key, bool rest, F& gone) {
    if (height == 0) {
      gone(static_cast<T*>(p));
      static_cast<T*>(std::exchange(p, nullptr))->release();
      return;
    }
    Node* n = own(p, height);
    const unsigned at = index(key, height);
    if (n->child[at]) remove(n->child[at], height - 1, key, rest, gone);
    for (unsigned i = at + 1; rest && i < kWidth; ++i) {
      if (!n->child[i]) continue;
      auto each = [&](std::uint64_t, T* t) { gone(t); };
      walk(n->child[i], height - 1, 0, each);
      release(std::exchange(n->child[i], nullptr), height - 1);
    }
    for (void* c : n->child)
      if (c) return;
    delete n;
    p = nullptr;
  }

  // Lowers the height while index 0 of the root leads everywhere.
  void shrink() {
    if (!root_) height_ = 0;
    while (height_ > 0) {
      Node* n = static_cast<Node*>(root_);
      for (unsigned i = 1; i < kWidth; ++i)
        if (n->child[i]) return;
      root_ = n->child[0];
      --height_;
      retain(root_, height_);
      release(n, height_ + 1);
    }
  }

  static std::uint64_t next_in(void* p, unsigned height, std::uint64_t key) {
    if (height == 0) return key;
    Node* n = static_cast<Node*>(p);
    const unsigned shift = kBits * (height - 1);
    for (unsigned i = index(key, height); i < kWidth; ++i) {
      if (n->child[i]) {
        const std::uint64_t found = next_in(n->child[i], height - 1, key);
        if (found != kNone) return found;
      }
      key = ((key >> shift) + 1) << shift;  // the first key of the next child
    }
    return kNone;
  }

  template <class F>
  static void walk(void* p, unsigned height, std::uint64_t base, F& f) {
    if (!p) return;
    if (height == 0) return f(base, static_cast<T*>(p));
    Node* n = static_cast<Node*>(p);
    for (unsigned i = 0; i < kWidth; ++i)
      walk(n->child[i], height - 1, base | static_cast<std::uint64_t>(i) << (kBits * (height - 1)), f);
  }

  // a and b cover the same keys from `base` on; the lower one is the first part of that, as if under index 0.
  template <class F>
  static void compare(void* a, unsigned ha, void* b, unsigned hb, std::uint64_t base, F& f) {
    if (a == b) return;
    const unsigned h = std::max(a ? ha : 0, b ? hb : 0);
    if (h == 0) return f(base, static_cast<T*>(a), static_cast<T*>(b));
    for (unsigned i = 0; i < kWidth; ++i) {
      auto [ca, hca] = child(a, ha, h, i);
      auto [cb, hcb] = child(b, hb, h, i);
      if (ca || cb) compare(ca, hca, cb, hcb, base | static_cast<std::uint64_t>(i) << (kBits * (h - 1)), f);
    }
  }
  static std::pair<void*, unsigned> child(void* p, unsigned hp, unsigned h, unsigned i) {
    if (p && hp == h) return {static_cast<Node*>(p)->child[i], h - 1};
    return {i == 0 ? p : nullptr, hp};
  }

  void* root_ = nullptr;
  std::uint8_t height_ = 0;
};

}  // namespace nacre::vfs
