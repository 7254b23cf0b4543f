// Paths to inodes: walking, symbolic links, mounts, permissions, and the way back from an inode to a path.
// path_resolution(7) is the reference.
#include <algorithm>

#include "vfs/state.h"

namespace nacre::vfs {

using State = FileSystem::State;

// --- Permissions ---

bool in_group(const Caller& who, std::uint32_t gid) {
  return who.gid == gid || std::find(who.groups.begin(), who.groups.end(), gid) != who.groups.end();
}

Result<> State::permit(const Caller& who, const Node& node, std::uint32_t bits) {
  if (who.uid == 0) {
    const bool any = node.type == Type::kDirectory || (node.mode & 0111) || !(bits & kExecutable);
    if (any) return {};
    return fail(Errno::kACCES);
  }
  const std::uint32_t granted = who.uid == node.uid          ? node.mode >> 6
                                : in_group(who, node.gid) ? node.mode >> 3
                                                             : node.mode;
  if (bits & ~granted & 7) return fail(Errno::kACCES);
  return {};
}

Result<> State::permit(const Caller& who, Ino ino, std::uint32_t bits) const {
  auto n = node(ino);
  if (!n) return fail(n.error());
  return permit(who, *n, bits);
}

Result<> State::may_create(const Caller& who, Ino dir) const {
  const Inode* d = get(dir);
  if (!d || d->nlink == 0) return fail(Errno::kNOENT);
  return permit(who, dir, kWritable | kExecutable);
}

Result<> State::may_remove(const Caller& who, Ino dir, Ino victim, bool as_directory) const {
  if (auto ok = permit(who, dir, kWritable | kExecutable); !ok) return ok;
  if (is_synthetic(dir)) return fail(Errno::kPERM);
  auto d = node(dir), v = node(victim);
  if (!d) return fail(d.error());
  if (!v) return fail(v.error());
  if ((d->mode & kSticky) && who.uid != 0 && who.uid != v->uid && who.uid != d->uid) return fail(Errno::kPERM);
  if (as_directory) {
    if (v->type != Type::kDirectory) return fail(Errno::kNOTDIR);
    if (victim == who.root) return fail(Errno::kBUSY);
  } else if (v->type == Type::kDirectory) {
    return fail(Errno::kISDIR);
  }
  return {};
}

// --- Mounts ---

const State::Mount* State::mount_at(Ino ino) const {
  for (const Mount& m : mounts)
    if (m.at == ino) return &m;
  return nullptr;
}

SyntheticTree* State::synthetic(Ino ino) const {
  const std::uint32_t number = mount_number(ino);
  return number < mounts.size() ? mounts[number].tree : nullptr;
}

static Ino synthetic_number(std::size_t mount, std::uint32_t id) {
  return static_cast<Ino>((8 + mount) << 28) | (id & 0x0fffffff);
}

Result<Node> State::node(Ino ino) const {
  if (!is_synthetic(ino)) {
    const Inode* i = tree.inodes.get(ino);
    if (!i) return fail(Errno::kNOENT);
    return Node{i->type, i->mode, i->uid, i->gid};
  }
  SyntheticTree* t = synthetic(ino);
  if (!t) return fail(Errno::kNOENT);
  auto s = t->stat(FileSystem::synthetic_id(ino));
  if (!s) return fail(s.error());
  return Node{s->type, s->mode, s->uid, s->gid};
}

Ino State::parent_of(const Caller& who, Ino dir) const {
  if (dir == who.root) return dir;
  if (!is_synthetic(dir)) {
    const Inode* i = get(dir);
    return i ? i->parent : 0;
  }
  const std::uint32_t id = FileSystem::synthetic_id(dir), number = mount_number(dir);
  if (id == 0) return parent_of(who, mounts[number].at);
  return synthetic_number(number, mounts[number].tree->parent(id));
}

Result<Ino> State::lookup(const Caller& who, Ino dir, std::string_view name) const {
  Ino found = 0;
  if (name == ".") {
    found = dir;
  } else if (name == "..") {
    found = parent_of(who, dir);
  } else if (name.size() > kMaxName) {
    return fail(Errno::kNAMETOOLONG);
  } else if (is_synthetic(dir)) {
    auto id = synthetic(dir)->lookup(who, FileSystem::synthetic_id(dir), name);
    if (!id) return fail(id.error());
    return synthetic_number(mount_number(dir), *id);
  } else {
    found = get(dir)->entries.find(name);
  }
  if (found == 0) return fail(Errno::kNOENT);
  if (!mounts.empty())
    if (const Mount* m = mount_at(found)) return synthetic_number(static_cast<std::size_t>(m - mounts.data()), 0);
  return found;
}

// --- Walking ---

namespace {

// Splits the first component off a path that starts with none of its slashes.
struct Component {
  std::string_view name;
  bool slash, last;  // slashes follow; nothing else follows
};

Component next_component(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('/'), rest.size());
  Component c{rest.substr(0, end), end < rest.size(), false};
  rest.remove_prefix(std::min(rest.find_first_not_of('/', end), rest.size()));
  c.last = rest.empty();
  return c;
}

// The text of a symbolic link, and what came after it, become the path that is left.
[[gnu::noinline]] void follow_text(std::string_view text, bool slash, std::string_view& rest, Walk& out) {
  std::string next;
  next.reserve(text.size() + 1 + rest.size());
  next += text;
  if (slash) next += '/';
  next += rest;
  out.text = std::move(next);
  rest = out.text;
  rest.remove_prefix(std::min(rest.find_first_not_of('/'), rest.size()));
}

}  // namespace

Result<> State::read_link(const Caller& who, Ino ino, LinkTarget& target) const {
  if (!is_synthetic(ino)) {
    target.text = get(ino)->contents.text();
    return {};
  }
  auto t = synthetic(ino)->follow(who, FileSystem::synthetic_id(ino));
  if (!t) return fail(t.error());
  target = std::move(*t);
  return {};
}

Result<> State::walk(const Caller& who, std::string_view path, Ino base, End end, Walk& out) const {
  if (path.empty()) return fail(Errno::kNOENT);
  if (path.size() > kMaxPath) return fail(Errno::kNAMETOOLONG);
  if (path.find('\0') != path.npos) return fail(Errno::kINVAL);
  Ino dir = path[0] == '/' ? who.root : base ? base : who.cwd;
  if (!mounts.empty())
    if (const Mount* m = mount_at(dir)) dir = synthetic_number(static_cast<std::size_t>(m - mounts.data()), 0);
  std::string_view rest = path.substr(std::min(path.find_first_not_of('/'), path.size()));
  out.parent = out.ino = dir;
  int links = 0;
  auto d = node(dir);
  if (!d) return fail(d.error());
  while (!rest.empty()) {
    if (d->type != Type::kDirectory) return fail(Errno::kNOTDIR);
    if (auto ok = permit(who, *d, kExecutable); !ok) return ok;
    const Component c = next_component(rest);
    out.parent = dir;
    out.name = c.name;
    out.slash = c.slash && c.last;
    out.last = c.name == "." ? Walk::Last::kDot : c.name == ".." ? Walk::Last::kDotDot : Walk::Last::kName;
    if (c.last && c.slash && end == End::kCreate && out.last == Walk::Last::kName) return fail(Errno::kISDIR);

    auto found = lookup(who, dir, c.name);
    if (!found) {
      const bool absent = found.error() == Errno::kNOENT && !is_synthetic(dir);
      if (!c.last || (!absent && end != End::kParent)) return fail(found.error());
      if (!absent) out.error = found.error().code;
      out.ino = 0;
      return {};
    }
    Ino ino = *found;
    auto n = node(ino);
    if (!n) return fail(n.error());
    const bool follow = !c.last || end == End::kFollow || end == End::kCreate || (c.slash && end == End::kNoFollow);
    if (n->type == Type::kSymlink && follow) {
      if (++links > kMaxSymlinks) return fail(Errno::kLOOP);
      LinkTarget target;
      if (auto ok = read_link(who, ino, target); !ok) return ok;
      if (target.kind == LinkTarget::Kind::kText) {
        if (target.text.empty()) return fail(Errno::kNOENT);
        if (target.text[0] == '/') {
          dir = who.root;
          d = node(dir);
          if (!d) return fail(d.error());
        }
        follow_text(target.text, c.slash, rest, out);
        out.ino = out.parent = dir;
        out.last = Walk::Last::kRoot;
        out.slash = false;
        continue;
      }
      if (target.kind == LinkTarget::Kind::kDescription) {
        if (!c.last || c.slash) return fail(Errno::kNOTDIR);
        out.ino = ino;
        out.description = true;
        return {};
      }
      ino = target.ino;
      n = node(ino);
      if (!n) return fail(n.error());
    }
    out.ino = dir = ino;
    d = n;
    if (c.last && c.slash && end != End::kParent && n->type != Type::kDirectory) return fail(Errno::kNOTDIR);
  }
  return {};
}

Result<Ino> State::find(const Caller& who, std::string_view path, Ino base, End end) const {
  Walk w;
  if (auto ok = walk(who, path, base, end, w); !ok) return fail(ok.error());
  if (w.ino == 0) return fail(Errno::kNOENT);
  return w.ino;
}

// --- From an inode to a path ---

Result<std::string> State::name_in_parent(Ino ino) const {
  const Inode* i = get(ino);
  if (!i || i->nlink == 0) return fail(Errno::kNOENT);
  if (i->type == Type::kDirectory) return std::string(i->contents.text());
  const Inode* d = get(i->parent);
  const std::string_view name = d ? d->entries.name_of(ino) : std::string_view{};
  if (name.empty()) return fail(Errno::kNOENT);
  return std::string(name);
}

Result<std::string> State::path(Ino root, Ino ino) const {
  std::vector<std::string> names;
  std::size_t size = 0;
  while (ino != root && ino != kRootIno) {
    if (is_synthetic(ino)) {
      SyntheticTree* t = synthetic(ino);
      if (!t) return fail(Errno::kNOENT);
      const std::uint32_t id = FileSystem::synthetic_id(ino), number = mount_number(ino);
      if (id == 0) {
        ino = mounts[number].at;
        continue;
      }
      names.push_back(t->name(id));
      ino = synthetic_number(number, t->parent(id));
    } else {
      auto name = name_in_parent(ino);
      if (!name) return fail(name.error());
      names.push_back(std::move(*name));
      ino = get(ino)->parent;
    }
    size += names.back().size() + 1;
  }
  if (names.empty()) return std::string("/");
  std::string path;
  path.reserve(size);
  for (std::size_t i = names.size(); i-- > 0;) path.append("/").append(names[i]);
  return path;
}

// --- The operations that only look ---

Result<Ino> FileSystem::resolve(const Caller& who, std::string_view path, Follow follow, Ino base) {
  return state_->find(who, path, base, follow == Follow::kYes ? End::kFollow : End::kNoFollow);
}

Result<Stat> FileSystem::stat(const Caller& who, std::string_view path, Follow follow, Ino base) {
  Walk w;
  const End end = follow == Follow::kYes ? End::kFollow : End::kNoFollow;
  if (auto ok = state_->walk(who, path, base, end, w); !ok) return fail(ok.error());
  if (w.ino == 0) return fail(Errno::kNOENT);
  if (w.description) return state_->synthetic(w.ino)->stat_target(synthetic_id(w.ino));
  return stat(w.ino);
}

Result<std::string> FileSystem::readlink(const Caller& who, std::string_view path, Ino base) {
  auto ino = state_->find(who, path, base, End::kNoFollow);
  if (!ino) return fail(ino.error());
  return readlink(who, *ino);
}

Result<std::string> FileSystem::readlink(const Caller& who, Ino ino) {
  auto n = state_->node(ino);
  if (!n) return fail(n.error());
  if (n->type != Type::kSymlink) return fail(Errno::kINVAL);
  if (is_synthetic(ino)) return state_->synthetic(ino)->readlink(who, synthetic_id(ino));
  return std::string(state_->get(ino)->contents.text());
}

Result<> FileSystem::access(const Caller& who, std::string_view path, std::uint32_t bits, Ino base) {
  Walk w;
  if (auto ok = state_->walk(who, path, base, End::kFollow, w); !ok) return ok;
  if (w.ino == 0) return fail(Errno::kNOENT);
  if (bits == kExists) return {};
  if (!w.description) return state_->permit(who, w.ino, bits);
  auto s = state_->synthetic(w.ino)->stat_target(synthetic_id(w.ino));
  if (!s) return fail(s.error());
  return State::permit(who, Node{s->type, s->mode, s->uid, s->gid}, bits);
}

Result<> FileSystem::permit(const Caller& who, Ino ino, std::uint32_t bits) const {
  return state_->permit(who, ino, bits);
}

Result<std::string> FileSystem::realpath(const Caller& who, std::string_view path, Ino base) {
  Walk w;
  if (auto ok = state_->walk(who, path, base, End::kFollow, w); !ok) return fail(ok.error());
  if (w.ino == 0) return fail(Errno::kNOENT);
  // Of a file with several names, the one that was walked.
  auto n = state_->node(w.ino);
  if (!n) return fail(n.error());
  if (n->type == Type::kDirectory || w.last != Walk::Last::kName || is_synthetic(w.ino))
    return state_->path(who.root, w.ino);
  auto there = state_->lookup(who, w.parent, w.name);
  if (!there || *there != w.ino) return state_->path(who.root, w.ino);
  auto directory = state_->path(who.root, w.parent);
  if (!directory) return directory;
  if (directory->size() > 1) directory->push_back('/');
  directory->append(w.name);
  return directory;
}

Result<Ino> FileSystem::lookup(const Caller& who, Ino dir, std::string_view name) {
  auto n = state_->node(dir);
  if (!n) return fail(n.error());
  if (n->type != Type::kDirectory) return fail(Errno::kNOTDIR);
  return state_->lookup(who, dir, name);
}

Result<std::string> FileSystem::getcwd(const Caller& who, Ino dir) const {
  auto n = state_->node(dir);
  if (!n) return fail(n.error());
  if (n->type != Type::kDirectory) return fail(Errno::kNOTDIR);
  return state_->path(who.root, dir);
}

Result<std::string> FileSystem::path_of(Ino ino) const {
  auto n = state_->node(ino);
  if (!n) return fail(n.error());
  return state_->path(kRootIno, ino);
}

// --- Mounting ---

Result<> FileSystem::mount(Ino at, SyntheticTree& tree) {
  const Inode* i = state_->get(at);
  if (!i) return fail(Errno::kNOENT);
  if (i->type != Type::kDirectory) return fail(Errno::kNOTDIR);
  if (state_->mount_at(at) || state_->mounts.size() == 7) return fail(Errno::kBUSY);
  state_->mounts.push_back({at, &tree});
  return {};
}

Ino FileSystem::synthetic_ino(const SyntheticTree& tree, std::uint32_t id) const {
  for (std::size_t i = 0; i < state_->mounts.size(); ++i)
    if (state_->mounts[i].tree == &tree) return synthetic_number(i, id);
  return 0;
}

}  // namespace nacre::vfs
