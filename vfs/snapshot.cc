// Snapshots, forks, and going back: restore() and undo().
#include <algorithm>

#include "src/base/memory.h"
#include "vfs/state.h"

namespace nacre::vfs {

using State = FileSystem::State;

Snapshot::Snapshot(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
Snapshot::~Snapshot() { inside_->graveyard->bury(std::move(inside_->tree.inodes)); }

Ref<Snapshot> FileSystem::snapshot() {
  State& s = *state_;
  auto inside = std::make_unique<Snapshot::Inside>(s.tree, std::vector<Ino>(s.orphans.begin(), s.orphans.end()),
                                                   s.graveyard);
  return make_ref<Snapshot>(std::move(inside));
}

// Makes the tree that of a snapshot; files that had no name there any more live on only where they are held.
static void adopt(State& s, const Snapshot::Inside& snapshot) {
  const Ino next = std::max(s.tree.next, snapshot.tree.next);
  Tree old = std::move(s.tree);
  s.tree = snapshot.tree;
  s.tree.next = next;
  s.graveyard->bury(std::move(old.inodes));
  s.orphans.clear();
  for (Ino ino : snapshot.orphans) {
    if (s.holds.contains(ino)) s.orphans.insert(ino);
    else s.destroy(ino);
  }
}

void FileSystem::restore(const Snapshot& snapshot) {
  state_->journal.clear();
  adopt(*state_, snapshot.inside());
}

std::unique_ptr<FileSystem> FileSystem::from(const Snapshot& snapshot, Limits limits, Clock clock) {
  auto state = std::make_unique<State>(limits, clock, snapshot.inside().graveyard);
  adopt(*state, snapshot.inside());
  return std::unique_ptr<FileSystem>(new FileSystem(std::move(state)));
}

std::unique_ptr<FileSystem> FileSystem::fork(Limits limits, Clock clock) {
  return from(*snapshot(), limits, clock);
}

std::size_t FileSystem::collect(std::size_t budget) { return state_->graveyard->collect(budget); }

// --- The journal ---

void FileSystem::set_current_exec(std::uint32_t exec) { state_->journal.set_exec(exec); }
void FileSystem::set_journal_limit(std::size_t execs) { state_->journal.set_limit(execs); }
void FileSystem::forget(std::uint32_t exec) { state_->journal.forget(exec); }

FileSystem::Range FileSystem::written(std::uint32_t exec, Ino ino) const {
  const Journal::Log* log = state_->journal.find(exec);
  const Change* change = log ? log->changes.get(ino) : nullptr;
  return change ? Range{change->first, change->last} : Range{};
}

Result<> FileSystem::undo(std::uint32_t exec) {
  State& s = *state_;
  const Journal::Log* log = s.journal.find(exec);
  if (!log) return fail(Errno::kNOENT);
  auto stored = [](const Inode* i) { return i && i->type != Type::kDirectory ? i->contents.stored() : 0; };
  // An inode without a name (any more) comes back only for who holds it.
  auto wanted = [&](Ino ino, const Change* c) {
    return c->before && (c->before->nlink > 0 || s.holds.contains(ino)) ? c->before.get() : nullptr;
  };
  bool busy = false;
  std::uint64_t bytes = s.tree.bytes, count = s.tree.count, objects = 0;
  log->changes.for_each([&](std::uint64_t key, Change* c) {
    const Ino ino = static_cast<Ino>(key);
    const Inode *now = s.get(ino), *then = wanted(ino, c);
    busy = busy || c->entangled || (now ? now->exec != exec : !(c->kinds & kNoteRemoved));
    bytes += stored(then) - stored(now);
    count += then != nullptr;
    count -= now != nullptr;
    ++objects;
  });
  if (busy) return fail(Errno::kBUSY);
  if (bytes > s.limits.max_bytes && bytes > s.tree.bytes) return fail(Errno::kDQUOT);
  if (count > s.limits.max_inodes && count > s.tree.count) return fail(Errno::kNOSPC);
  if (!memory::available(objects * 64 + 8192)) return fail(Errno::kNOMEM);

  log->changes.for_each([&](std::uint64_t key, Change* c) {
    const Ino ino = static_cast<Ino>(key);
    s.orphans.erase(ino);
    if (const Inode* then = wanted(ino, c)) {
      s.tree.inodes.put(ino, Ref<Inode>(const_cast<Inode*>(then)));  // shared: copied before it is ever changed
      if (then->nlink == 0) s.orphans.insert(ino);
    } else {
      s.tree.inodes.erase(ino);
    }
  });
  s.tree.bytes = bytes;
  s.tree.count = count;
  s.journal.forget(exec);
  return {};
}

}  // namespace nacre::vfs
