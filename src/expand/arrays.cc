// Indexed and associative arrays; see arrays.h for how each is stored.
#include "src/expand/arrays.h"

namespace nacre {

// ---------------------------------------------------------------- indexed

bool IndexedArray::fits_dense(std::int64_t index) const {
  return index < static_cast<std::int64_t>(dense_.size()) * 2 + 64;
}

void IndexedArray::make_sparse() {
  for (std::size_t i = 0; i < dense_.size(); ++i)
    if (dense_[i].set) sparse_.emplace_hint(sparse_.end(), static_cast<std::int64_t>(i), std::move(dense_[i].text));
  dense_.clear();
  dense_.shrink_to_fit();
}

std::int64_t IndexedArray::last() const {
  if (!sparse_.empty()) return sparse_.rbegin()->first;
  return static_cast<std::int64_t>(dense_.size()) - 1;  // the last element of dense_ is always set
}

const std::string* IndexedArray::find(std::int64_t index) const {
  if (!sparse_.empty()) {
    const auto it = sparse_.find(index);
    return it == sparse_.end() ? nullptr : &it->second;
  }
  if (index < 0 || index >= static_cast<std::int64_t>(dense_.size())) return nullptr;
  const Element& e = dense_[static_cast<std::size_t>(index)];
  return e.set ? &e.text : nullptr;
}

std::string& IndexedArray::at(std::int64_t index) {
  if (sparse_.empty() && !fits_dense(index)) {
    make_sparse();
    if (sparse_.empty()) {  // the only element, far from 0
      ++count_;
      return sparse_[index];
    }
  }
  if (!sparse_.empty()) {
    const auto [it, fresh] = sparse_.try_emplace(index);
    if (fresh) ++count_;
    return it->second;
  }
  const auto i = static_cast<std::size_t>(index);
  if (i >= dense_.size()) dense_.resize(i + 1);
  if (!dense_[i].set) {
    dense_[i].set = true;
    ++count_;
  }
  return dense_[i].text;
}

void IndexedArray::set(std::int64_t index, std::string value) { at(index) = std::move(value); }

bool IndexedArray::erase(std::int64_t index) {
  if (!sparse_.empty()) {
    if (sparse_.erase(index) == 0) return false;
    --count_;
    return true;
  }
  if (!find(index)) return false;
  Element& e = dense_[static_cast<std::size_t>(index)];
  e.set = false;
  std::string().swap(e.text);
  --count_;
  while (!dense_.empty() && !dense_.back().set) dense_.pop_back();
  return true;
}

void IndexedArray::clear() {
  dense_.clear();
  sparse_.clear();
  count_ = 0;
}

std::optional<std::int64_t> IndexedArray::next(std::int64_t from) const {
  if (!sparse_.empty()) {
    const auto it = sparse_.lower_bound(from);
    if (it == sparse_.end()) return {};
    return it->first;
  }
  for (std::size_t i = from < 0 ? 0 : static_cast<std::size_t>(from); i < dense_.size(); ++i)
    if (dense_[i].set) return static_cast<std::int64_t>(i);
  return {};
}

std::vector<std::string> IndexedArray::values() const {
  std::vector<std::string> out;
  out.reserve(count_);
  each([&](std::int64_t, const std::string& v) { out.push_back(v); });
  return out;
}

std::vector<std::string> IndexedArray::keys() const {
  std::vector<std::string> out;
  out.reserve(count_);
  each([&](std::int64_t i, const std::string&) { out.push_back(std::to_string(i)); });
  return out;
}

// ---------------------------------------------------------------- associative

namespace {
constexpr std::size_t kFirstBuckets = 1024;
constexpr std::size_t kLoad = 2, kGrowth = 4;
}  // namespace

std::uint32_t bash_hash(std::string_view text) {
  std::uint32_t h = 2166136261u;
  for (const char c : text)
    h = (h * 16777619u) ^ static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<signed char>(c)));
  return h;
}

std::int32_t AssocArray::lookup(std::string_view key, std::uint32_t hash) const {
  if (buckets_.empty()) return -1;
  for (std::int32_t i = buckets_[hash & (buckets_.size() - 1)]; i >= 0;
       i = entries_[static_cast<std::size_t>(i)].next) {
    const Entry& e = entries_[static_cast<std::size_t>(i)];
    if (e.hash == hash && e.key == key) return i;
  }
  return -1;
}

const std::string* AssocArray::find(std::string_view key) const {
  const std::int32_t i = lookup(key, bash_hash(key));
  return i < 0 ? nullptr : &entries_[static_cast<std::size_t>(i)].value;
}

std::string& AssocArray::at(std::string_view key) {
  const std::uint32_t hash = bash_hash(key);
  std::int32_t i = lookup(key, hash);
  if (i >= 0) return entries_[static_cast<std::size_t>(i)].value;
  if (buckets_.empty()) buckets_.assign(kFirstBuckets, -1);
  if (count_ >= buckets_.size() * kLoad) grow();
  if (free_ >= 0) {
    i = free_;
    free_ = entries_[static_cast<std::size_t>(i)].next;
  } else {
    i = static_cast<std::int32_t>(entries_.size());
    entries_.emplace_back();
  }
  Entry& e = entries_[static_cast<std::size_t>(i)];
  std::int32_t& head = buckets_[hash & (buckets_.size() - 1)];
  e.key.assign(key);
  e.hash = hash;
  e.next = head;
  head = i;
  ++count_;
  return e.value;
}

void AssocArray::grow() {
  std::vector<std::int32_t> old(buckets_.size() * kGrowth, -1);
  old.swap(buckets_);
  for (std::int32_t head : old) {
    for (std::int32_t i = head; i >= 0;) {
      Entry& e = entries_[static_cast<std::size_t>(i)];
      const std::int32_t next = e.next;
      std::int32_t& to = buckets_[e.hash & (buckets_.size() - 1)];
      e.next = to;
      to = i;
      i = next;
    }
  }
}

bool AssocArray::erase(std::string_view key) {
  const std::uint32_t hash = bash_hash(key);
  const std::int32_t found = lookup(key, hash);
  if (found < 0) return false;
  std::int32_t* link = &buckets_[hash & (buckets_.size() - 1)];
  while (*link != found) link = &entries_[static_cast<std::size_t>(*link)].next;
  Entry& e = entries_[static_cast<std::size_t>(found)];
  *link = e.next;
  std::string().swap(e.key);
  std::string().swap(e.value);
  e.next = free_;
  free_ = found;
  --count_;
  return true;
}

void AssocArray::clear() {
  buckets_.clear();
  entries_.clear();
  free_ = -1;
  count_ = 0;
}

std::vector<std::string> AssocArray::values() const {
  std::vector<std::string> out;
  out.reserve(count_);
  each([&](std::string_view, const std::string& v) { out.push_back(v); });
  return out;
}

std::vector<std::string> AssocArray::keys() const {
  std::vector<std::string> out;
  out.reserve(count_);
  each([&](std::string_view k, const std::string&) { out.emplace_back(k); });
  return out;
}

}  // namespace nacre
