// Directory: a persistent ordered map from name to inode number.
//
// A B+ tree of pages of up to 2 KiB. A page keeps a sorted array of slots growing from its front and the names' bytes
// growing from its back, so that a directory of ten entries is one small block and one of 100,000 some 1,500 pages. In
// a leaf a slot's value is an inode number, in the levels above it is a child page, whose names are all at or after the
// slot's name (the first slot's name counts as empty). As in a Trie, pages with one reference are changed in place,
// others are copied on the way down. No page is empty. Names are compared as bytes.
//
// Recursion and destruction go only as deep as the tree (under 8 levels).
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

namespace nacre::vfs {

class Directory {
 public:
  using Value = std::uint32_t;  // an inode number, never 0

  Directory() = default;
  Directory(const Directory& o);
  Directory(Directory&& o) noexcept : root_(std::exchange(o.root_, nullptr)) {}
  Directory& operator=(Directory o) noexcept {
    std::swap(root_, o.root_);
    return *this;
  }
  ~Directory();

  bool empty() const { return !root_; }
  bool same(const Directory& o) const { return root_ == o.root_; }

  // The value of a name, or 0.
  Value find(std::string_view name) const;
  // Sets the value of a name, 1 to 255 bytes long.
  void put(std::string_view name, Value value);
  // Removes a name; false when there is none.
  bool erase(std::string_view name);

  // The first entry after `name` in byte order ("" starts); value 0 at the end. The view lives until the next change.
  struct Entry {
    std::string_view name;
    Value value = 0;
  };
  Entry after(std::string_view name) const;

  // Calls f(context, name, value) for each entry in order, until it gives false.
  void each(bool (*f)(void* context, std::string_view name, Value value), void* context) const;
  template <class F>
  void for_each(F f) const {  // f(name, value) -> void
    each([](void* c, std::string_view n, Value v) { return (*static_cast<F*>(c))(n, v), true; }, &f);
  }
  // The name of an entry with this value; empty when there is none. O(n).
  std::string_view name_of(Value value) const;

  // Calls f(context, name, before, after) for each name whose values differ (0: not there), skipping shared pages.
  static void diff(const Directory& a, const Directory& b,
                   void (*f)(void* context, std::string_view name, Value before, Value after), void* context);

  // Piecemeal destruction, as in Trie: take() gives the root away, dismantle() gives up a reference to a page and puts
  // the references to its children, if it was the last, through out(context, page).
  void* take() { return std::exchange(root_, nullptr); }
  static void dismantle(void* page, void (*out)(void* context, void* page), void* context);

  struct Page;  // directory.cc

 private:
  void* root_ = nullptr;
};

}  // namespace nacre::vfs
