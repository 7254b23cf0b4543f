// The journal and the graveyard: see journal.h and graveyard.h.
#include "vfs/journal.h"

#include <algorithm>

namespace nacre::vfs {

static constexpr std::uint32_t kIdleLogs = 64;

void Journal::set_exec(std::uint32_t exec) {
  if (exec == exec_) return;
  exec_ = exec;
  last_ino_ = 0;
  log_ = nullptr;
  if (exec > newest_) {
    // Those that were passed over may have their first turn after this one.
    std::uint32_t from = newest_ + 1;
    if (exec - newest_ > kIdleLogs) from = exec - kIdleLogs + 1;
    newest_ = exec;
    if (limit_ == 0) return;
    for (std::uint32_t e = from; e < exec; ++e) logs_.push_back({e, {}});
    logs_.push_back({exec, {}});
    evict();
  }
  log_ = const_cast<Log*>(find(exec));
}

void Journal::set_limit(std::size_t execs) {
  limit_ = execs;
  evict();
}

// Forgets the oldest logs that are too many. The newest one, still empty, stays.
void Journal::evict() {
  std::size_t full = 0, empty = 0;
  for (std::size_t i = logs_.size(); i-- > 0;) {
    const bool none = logs_[i].changes.empty();
    std::size_t& kind = none ? empty : full;
    if (++kind > (none && limit_ > 0 ? kIdleLogs : limit_)) forget(logs_[i].exec);
  }
}

void Journal::note(Ino ino, const Inode* before, std::uint8_t kinds, std::uint64_t first, std::uint64_t last) {
  if (!log_) return;
  if (ino != last_ino_) {
    last_ = log_->changes.get(ino);
    if (!last_) {
      Ref<Change> change = make_ref<Change>();
      change->before = Ref<const Inode>(before);
      last_ = change.get();
      const bool begins = log_->changes.empty();
      log_->changes.put(ino, std::move(change));
      if (begins) evict();
      if (!log_) return;
    } else if (before && before->exec != exec_) {
      last_->entangled = true;
    }
    last_ino_ = ino;
  }
  last_->kinds |= kinds;
  if (first < last) {
    const bool none = last_->first == last_->last;
    last_->first = none ? first : std::min(last_->first, first);
    last_->last = none ? last : std::max(last_->last, last);
  }
}

const Journal::Log* Journal::find(std::uint32_t exec) const {
  for (const Log& l : logs_)
    if (l.exec == exec) return &l;
  return nullptr;
}

void Journal::forget(std::uint32_t exec) {
  for (auto l = logs_.begin(); l != logs_.end(); ++l) {
    if (l->exec != exec) continue;
    graveyard_->bury(std::move(l->changes));
    logs_.erase(l);
    break;
  }
  log_ = const_cast<Log*>(find(exec_));  // erasing moves the others
  last_ino_ = 0;
}

bool Journal::forget_oldest() {
  for (const Log& l : logs_)
    if (!l.changes.empty()) return forget(l.exec), true;
  return false;
}

void Journal::clear() {
  while (!logs_.empty()) forget(logs_.front().exec);
}

void Graveyard::bury(Trie<Inode> inodes) {
  auto [p, height] = inodes.take();
  push(p, Kind::kInodes, height);
}

void Graveyard::bury(Trie<Change> changes) {
  auto [p, height] = changes.take();
  push(p, Kind::kChanges, height);
}

void Graveyard::bury_inode(const Inode* inode) {
  if (inode->unique()) {
    Inode* last = const_cast<Inode*>(inode);
    auto [p, height] = last->contents.take();
    push(p, Kind::kChunks, height);
    push(last->entries.take(), Kind::kPage, 0);
  }
  inode->release();
}

void Graveyard::take_apart(Item item) {
  switch (item.kind) {
    case Kind::kInodes:
      if (item.height == 0) return bury_inode(static_cast<Inode*>(item.p));
      return Trie<Inode>::dismantle(item.p, item.height, [&](void* c, unsigned h) { push(c, Kind::kInodes, h); });
    case Kind::kChunks:
      if (item.height == 0) return static_cast<Chunk*>(item.p)->release();
      return Trie<Chunk>::dismantle(item.p, item.height, [&](void* c, unsigned h) { push(c, Kind::kChunks, h); });
    case Kind::kChanges: {
      if (item.height > 0)
        return Trie<Change>::dismantle(item.p, item.height, [&](void* c, unsigned h) { push(c, Kind::kChanges, h); });
      Change* change = static_cast<Change*>(item.p);
      if (change->unique() && change->before) {
        const Inode* inode = change->before.get();
        inode->retain();
        change->before = nullptr;
        bury_inode(inode);
      }
      return change->release();
    }
    case Kind::kPage:
      return Directory::dismantle(
          item.p, [](void* self, void* p) { static_cast<Graveyard*>(self)->push(p, Kind::kPage, 0); }, this);
  }
}

std::size_t Graveyard::collect(std::size_t budget) {
  std::size_t done = 0;
  while (done < budget && !items_.empty()) {
    const Item item = items_.back();
    items_.pop_back();
    take_apart(item);
    ++done;
  }
  if (items_.empty()) items_.shrink_to_fit();
  return done;
}

}  // namespace nacre::vfs
