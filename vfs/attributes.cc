// Modes, owners, times and sizes: chmod(2), chown(2), utimensat(2), truncate(2).
#include "vfs/state.h"

namespace nacre::vfs {

using State = FileSystem::State;

static bool owns(const Caller& who, const Node& n) { return who.uid == 0 || who.uid == n.uid; }

// The set-id bits that a file loses when its owner changes. Set-gid without group execution is no right to run as
// someone.
static std::uint32_t lost_set_id(const Caller& who, const Node& n) {
  if (n.type == Type::kDirectory) return 0;
  const bool group = (n.mode & 010) || (who.uid != 0 && !in_group(who, n.gid));
  return n.mode & (kSetUid | (group ? kSetGid : 0));
}

Result<> FileSystem::chmod(const Caller& who, std::string_view path, std::uint32_t mode, Ino base) {
  auto ino = state_->find(who, path, base, End::kFollow);
  if (!ino) return fail(ino.error());
  return chmod(who, *ino, mode);
}

Result<> FileSystem::chmod(const Caller& who, Ino ino, std::uint32_t mode) {
  State& s = *state_;
  auto n = s.node(ino);
  if (!n) return fail(n.error());
  if (!owns(who, *n) || is_synthetic(ino)) return fail(Errno::kPERM);
  if (n->type == Type::kSymlink) return fail(Errno::kNOTSUP);
  mode &= 07777;
  if (who.uid != 0 && !in_group(who, n->gid)) mode &= ~kSetGid;
  if (!s.spare(8192)) return fail(Errno::kNOMEM);
  Inode* i = s.change(ino, kNoteMeta);
  i->mode = static_cast<std::uint16_t>(mode);
  i->ctime = s.now();
  return {};
}

Result<> FileSystem::chown(const Caller& who, std::string_view path, std::uint32_t uid, std::uint32_t gid,
                           Follow follow, Ino base) {
  auto ino = state_->find(who, path, base, follow == Follow::kYes ? End::kFollow : End::kNoFollow);
  if (!ino) return fail(ino.error());
  return chown(who, *ino, uid, gid);
}

Result<> FileSystem::chown(const Caller& who, Ino ino, std::uint32_t uid, std::uint32_t gid) {
  State& s = *state_;
  auto n = s.node(ino);
  if (!n) return fail(n.error());
  if (is_synthetic(ino)) return fail(Errno::kPERM);
  if (who.uid != 0) {
    if (uid != kKeepId && (who.uid != n->uid || uid != n->uid)) return fail(Errno::kPERM);
    if (gid != kKeepId && (who.uid != n->uid || (gid != n->gid && !in_group(who, gid)))) return fail(Errno::kPERM);
    if (uid == kKeepId && gid == kKeepId && who.uid != n->uid && lost_set_id(who, *n)) return fail(Errno::kPERM);
  }
  if (!s.spare(8192)) return fail(Errno::kNOMEM);
  Inode* i = s.change(ino, kNoteMeta);
  i->mode = static_cast<std::uint16_t>(i->mode & ~lost_set_id(who, *n));
  if (uid != kKeepId) i->uid = uid;
  if (gid != kKeepId) i->gid = gid;
  i->ctime = s.now();
  return {};
}

Result<> FileSystem::utimens(const Caller& who, std::string_view path, NewTime atime, NewTime mtime, Follow follow,
                             Ino base) {
  auto ino = state_->find(who, path, base, follow == Follow::kYes ? End::kFollow : End::kNoFollow);
  if (!ino) return fail(ino.error());
  return utimens(who, *ino, atime, mtime);
}

Result<> FileSystem::utimens(const Caller& who, Ino ino, NewTime atime, NewTime mtime) {
  using Kind = NewTime::Kind;
  State& s = *state_;
  auto n = s.node(ino);
  if (!n) return fail(n.error());
  if (atime.kind == Kind::kOmit && mtime.kind == Kind::kOmit) return {};
  const bool both_now = atime.kind == Kind::kNow && mtime.kind == Kind::kNow;
  if (!owns(who, *n)) {
    if (!both_now) return fail(Errno::kPERM);
    if (auto ok = State::permit(who, *n, kWritable); !ok) return ok;
  }
  if (is_synthetic(ino)) return fail(Errno::kPERM);
  if (!s.spare(8192)) return fail(Errno::kNOMEM);
  const Time now = s.now();
  Inode* i = s.change(ino, kNoteMeta);
  if (atime.kind != Kind::kOmit) i->atime = atime.kind == Kind::kNow ? now : atime.time;
  if (mtime.kind != Kind::kOmit) i->mtime = mtime.kind == Kind::kNow ? now : mtime.time;
  i->ctime = now;
  return {};
}

Result<> FileSystem::truncate(const Caller& who, std::string_view path, std::int64_t size, Ino base) {
  if (size < 0) return fail(Errno::kINVAL);
  auto ino = state_->find(who, path, base, End::kFollow);
  if (!ino) return fail(ino.error());
  auto n = state_->node(*ino);
  if (!n) return fail(n.error());
  if (n->type == Type::kDirectory) return fail(Errno::kISDIR);
  if (n->type != Type::kFile) return fail(Errno::kINVAL);
  if (auto ok = State::permit(who, *n, kWritable); !ok) return ok;
  if (is_synthetic(*ino)) return fail(Errno::kACCES);
  // Unlike ftruncate(2), truncate(2) leaves the times of a file that keeps its size.
  if (static_cast<std::uint64_t>(size) == state_->get(*ino)->contents.size()) return {};
  return truncate(*ino, static_cast<std::uint64_t>(size), who.uid);
}

}  // namespace nacre::vfs
