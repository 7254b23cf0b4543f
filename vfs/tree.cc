// The tree's changes that every operation is made of, and what is asked of an inode or a directory by number.
#include <algorithm>

#include "src/base/memory.h"
#include "vfs/state.h"

namespace nacre::vfs {

using State = FileSystem::State;

// --- Memory ---

bool State::reclaim() {
  if (graveyard->collect(1024) > 0) return true;
  return journal.forget_oldest();
}

bool State::spare(std::uint64_t bytes) {
  while (!memory::available(bytes))
    if (!reclaim()) return false;
  return true;
}

// --- Changes ---

Inode* State::change(Ino ino, std::uint8_t kinds, std::uint64_t first, std::uint64_t last) {
  journal.note(ino, tree.inodes.get(ino), kinds, first, last);
  Inode* i = tree.inodes.own(ino);
  i->exec = journal.exec();
  return i;
}

Result<Ino> State::make(const Caller& who, Ino parent, Type type, std::uint32_t mode, std::string_view text) {
  if (tree.count >= limits.max_inodes || tree.next >= kFirstSyntheticIno) return fail(Errno::kNOSPC);
  // An inode, its place in the map, and pages of the directory, all the way up.
  if (!spare(16384 + text.size())) return fail(Errno::kNOMEM);
  if (text.size() > room()) return fail(Errno::kDQUOT);
  Ref<Inode> i = make_ref<Inode>();
  const Inode* d = get(parent);
  i->type = type;
  i->mode = static_cast<std::uint16_t>(mode & 07777);
  if (type != Type::kSymlink) i->mode = static_cast<std::uint16_t>(i->mode & ~(who.umask & 0777));
  i->uid = who.owner_uid != kKeepId ? who.owner_uid : who.uid;
  i->gid = who.owner_gid != kKeepId ? who.owner_gid : who.gid;
  if (d && (d->mode & kSetGid)) {
    i->gid = d->gid;
    if (type == Type::kDirectory) i->mode |= kSetGid;
    else if ((i->mode & (kSetGid | 010)) == (kSetGid | 010) && who.uid != 0 && !in_group(who, i->gid))
      i->mode = static_cast<std::uint16_t>(i->mode & ~kSetGid);
  }
  i->nlink = type == Type::kDirectory ? 2 : 1;
  i->parent = parent;
  i->atime = i->mtime = i->ctime = i->btime = now();
  i->exec = journal.exec();
  if (type == Type::kSymlink) i->contents = Contents::of(text);
  const Ino ino = tree.next++;
  journal.note(ino, nullptr, kNoteLinks | kNoteData | kNoteMeta, 0, 0);
  ++tree.count;
  if (type == Type::kSymlink) charge(0, text.size());
  tree.inodes.put(ino, std::move(i));
  return ino;
}

// Sets what an inode keeps of the place where it is: a directory its name too.
static void place(State& s, Inode* i, Ino dir, std::string_view name) {
  i->parent = dir;
  if (i->type == Type::kDirectory) {
    i->contents = Contents::of(name);
    ++s.change(dir, kNoteMeta)->nlink;
  }
}

void State::enter(Ino dir, std::string_view name, Ino ino) {
  place(*this, tree.inodes.own(ino), dir, name);
  Inode* d = change(dir, kNoteEntries);
  d->entries.put(name, ino);
  ++d->children;
  d->mtime = d->ctime = now();
}

void State::replace(Ino dir, std::string_view name, Ino ino) {
  if (get(get(dir)->entries.find(name))->type == Type::kDirectory) --change(dir, kNoteMeta)->nlink;
  place(*this, tree.inodes.own(ino), dir, name);
  Inode* d = change(dir, kNoteEntries);
  d->entries.put(name, ino);
  d->mtime = d->ctime = now();
}

void State::remove(Ino dir, std::string_view name) {
  Inode* d = change(dir, kNoteEntries);
  if (get(d->entries.find(name))->type == Type::kDirectory) --d->nlink;
  d->entries.erase(name);
  --d->children;
  d->mtime = d->ctime = now();
}

void State::drop_link(Ino ino) {
  const bool last = get(ino)->type == Type::kDirectory || get(ino)->nlink == 1;
  Inode* i = change(ino, last ? kNoteLinks | kNoteRemoved : kNoteLinks);
  i->nlink = last ? 0 : i->nlink - 1;
  i->ctime = now();
  if (!last) return;
  if (holds.contains(ino)) orphans.insert(ino);
  else destroy(ino);
}

void State::destroy(Ino ino) {
  const Inode* i = get(ino);
  // A directory's contents are its name, which is not counted.
  if (i->type != Type::kDirectory) charge(i->contents.stored(), 0);
  --tree.count;
  tree.inodes.erase(ino);
}

void State::touch(Ino ino) {
  const Inode* i = get(ino);
  const Time t = now(), atime = i->atime;
  if (atime == t) return;
  if (atime > Time(i->mtime) && atime > Time(i->ctime) && t.sec - atime.sec < 24 * 3600) return;
  if (!memory::available(8192)) return;
  tree.inodes.own(ino)->atime = t;
}

// --- The filesystem itself ---

FileSystem::FileSystem(Limits limits, Clock clock)
    : state_(std::make_unique<State>(Limits{}, clock, make_ref<Graveyard>())) {
  Caller root;
  (void)state_->make(root, 0, Type::kDirectory, 0755);
  state_->tree.inodes.own(kRootIno)->parent = kRootIno;
  state_->limits = limits;
}

FileSystem::FileSystem(std::unique_ptr<State> state) : state_(std::move(state)) {}
FileSystem::~FileSystem() = default;

const Limits& FileSystem::limits() const { return state_->limits; }
void FileSystem::set_limits(const Limits& limits) { state_->limits = limits; }
void FileSystem::set_clock(Clock clock) { state_->clock = clock; }

Space FileSystem::space() const {
  const State& s = *state_;
  return {s.limits.max_bytes, s.tree.bytes, s.limits.max_inodes, s.tree.count};
}

Result<> FileSystem::hold(Ino ino) {
  if (is_synthetic(ino)) return {};
  if (!state_->get(ino)) return fail(Errno::kNOENT);
  ++state_->holds[ino];
  return {};
}

void FileSystem::release(Ino ino) {
  State& s = *state_;
  auto h = s.holds.find(ino);
  if (h == s.holds.end() || --h->second > 0) return;
  s.holds.erase(h);
  if (s.orphans.erase(ino) > 0) s.destroy(ino);
}

// --- Looking at an inode ---

static std::uint64_t blocks(const Inode& i) {
  switch (i.type) {
    case Type::kFile: return (i.contents.stored() + 4095) / 4096 * 8;
    case Type::kDirectory: return 8;
    case Type::kSymlink: return i.contents.size() < 60 ? 0 : 8;  // as ext4
    default: return 0;
  }
}

Result<Stat> FileSystem::stat(Ino ino) const {
  if (is_synthetic(ino)) {
    SyntheticTree* t = state_->synthetic(ino);
    if (!t) return fail(Errno::kNOENT);
    auto s = t->stat(synthetic_id(ino));
    if (!s) return s;
    s->ino = ino;
    s->dev = 2 + state_->mount_number(ino);
    return s;
  }
  const Inode* i = state_->get(ino);
  if (!i) return fail(Errno::kNOENT);
  const std::uint64_t size = i->type == Type::kDirectory ? 4096 : i->contents.size();
  return Stat{ino, i->type, i->mode, i->nlink, i->uid, i->gid, 1, unpack_device(i->rdev),
              size, blocks(*i), i->atime, i->mtime, i->ctime, i->btime};
}

Result<Type> FileSystem::type(Ino ino) const {
  auto n = state_->node(ino);
  if (!n) return fail(n.error());
  return n->type;
}

Result<std::uint64_t> FileSystem::size(Ino ino) const {
  if (const Inode* i = state_->get(ino)) return i->type == Type::kDirectory ? 4096 : i->contents.size();
  auto s = stat(ino);
  if (!s) return fail(s.error());
  return s->size;
}

// --- Listing ---

Result<bool> FileSystem::next_entry(Ino dir, DirEntry& entry) {
  State& s = *state_;
  if (is_synthetic(dir)) {
    auto all = list(dir);
    if (!all) return fail(all.error());
    for (DirEntry& e : *all) {
      if (e.name <= entry.name) continue;
      entry = std::move(e);
      return true;
    }
    return false;
  }
  const Inode* d = s.get(dir);
  if (!d) return fail(Errno::kNOENT);
  if (d->type != Type::kDirectory) return fail(Errno::kNOTDIR);
  if (entry.name.empty()) {
    s.touch(dir);
    d = s.get(dir);
  }
  const Directory::Entry e = d->entries.after(entry.name);
  if (e.value == 0) return false;
  entry.name = e.name;
  entry.ino = e.value;
  entry.type = s.get(e.value)->type;
  return true;
}

Result<std::vector<DirEntry>> FileSystem::list(Ino dir) {
  State& s = *state_;
  if (is_synthetic(dir)) {
    SyntheticTree* t = s.synthetic(dir);
    if (!t) return fail(Errno::kNOENT);
    auto all = t->list(synthetic_id(dir));
    if (all)
      for (DirEntry& e : *all) e.ino = (dir & 0xf0000000u) | synthetic_id(e.ino);
    return all;
  }
  const Inode* d = s.get(dir);
  if (!d) return fail(Errno::kNOENT);
  if (d->type != Type::kDirectory) return fail(Errno::kNOTDIR);
  s.touch(dir);
  std::vector<DirEntry> all;
  d = s.get(dir);
  all.reserve(d->children);
  d->entries.for_each([&](std::string_view name, Directory::Value ino) {
    all.push_back({std::string(name), ino, s.get(ino)->type});
  });
  return all;
}

}  // namespace nacre::vfs
