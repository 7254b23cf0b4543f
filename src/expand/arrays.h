// The values of array variables.
//
// An IndexedArray is dense where it can be: a vector of elements by index, with holes; arrays with far-apart indices
// are an ordered map. An AssocArray keeps its elements in the order in which bash lists them: bash's hash table has
// 1,024 chained buckets (times 4 whenever it holds twice as many elements as buckets), new elements in front of their
// chain, and lists bucket by bucket; this is the same table.
//
// Both are shared by reference at a fork and between copies of a variable; whoever changes one makes sure that it is
// unique() first (Variable::own_indexed, own_assoc).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/ref.h"

namespace nacre {

class IndexedArray : public RefCounted<IndexedArray> {
 public:
  std::size_t size() const { return count_; }  // elements that are set
  bool empty() const { return count_ == 0; }
  // The highest index that is set; -1 when empty.
  std::int64_t last() const;
  const std::string* find(std::int64_t index) const;
  void set(std::int64_t index, std::string value);  // index >= 0
  std::string& at(std::int64_t index);              // made when it is not there
  void append(std::string value) { set(last() + 1, std::move(value)); }
  bool erase(std::int64_t index);
  void clear();
  // The lowest set index that is >= from; nothing after the last.
  std::optional<std::int64_t> next(std::int64_t from) const;

  // Calls f(index, value) for each element in order of index.
  template <class F>
  void each(F&& f) const {
    if (!sparse_.empty()) {
      for (const auto& [i, v] : sparse_) f(i, v);
    } else {
      for (std::size_t i = 0; i < dense_.size(); ++i)
        if (dense_[i].set) f(static_cast<std::int64_t>(i), dense_[i].text);
    }
  }
  std::vector<std::string> values() const;
  std::vector<std::string> keys() const;

 private:
  struct Element {
    std::string text;
    bool set = false;
  };
  bool fits_dense(std::int64_t index) const;
  void make_sparse();

  std::vector<Element> dense_;
  std::map<std::int64_t, std::string> sparse_;  // used instead of dense_ when not empty
  std::size_t count_ = 0;
};

class AssocArray : public RefCounted<AssocArray> {
 public:
  AssocArray() = default;
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  const std::string* find(std::string_view key) const;
  void set(std::string_view key, std::string value) { at(key) = std::move(value); }
  std::string& at(std::string_view key);
  bool erase(std::string_view key);
  void clear();

  // Calls f(key, value) in bash's order.
  template <class F>
  void each(F&& f) const {
    for (std::int32_t head : buckets_)
      for (std::int32_t i = head; i >= 0; i = entries_[i].next) f(std::string_view(entries_[i].key), entries_[i].value);
  }
  std::vector<std::string> values() const;
  std::vector<std::string> keys() const;

 private:
  struct Entry {
    std::string key, value;
    std::uint32_t hash;
    std::int32_t next;
  };
  std::int32_t lookup(std::string_view key, std::uint32_t hash) const;
  void grow();

  std::vector<std::int32_t> buckets_;  // empty until the first element
  std::vector<Entry> entries_;
  std::int32_t free_ = -1;
  std::size_t count_ = 0;
};

// bash's hash of a string (FNV-1, 32 bits), which orders associative arrays and exported variables.
std::uint32_t bash_hash(std::string_view text);

}  // namespace nacre
