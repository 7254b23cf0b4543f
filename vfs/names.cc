// Making and removing names: open, mkdir, rmdir, unlink, link, symlink, mknod, rename. The order of the checks is the
// kernel's, since it decides which error wins.
#include "vfs/state.h"

namespace nacre::vfs {

using State = FileSystem::State;

namespace {

// The place for a new name (the kernel's filename_create): EEXIST whatever stands there, ENOENT for `name/` unless a
// directory is to be made.
Result<> walk_to_new(const State& s, const Caller& who, std::string_view path, Ino base, bool directory, Walk& w) {
  if (auto ok = s.walk(who, path, base, End::kParent, w); !ok) return ok;
  if (w.last != Walk::Last::kName || w.ino != 0) return fail(Errno::kEXIST);
  if (w.error != Errno::kOk) return fail(w.error);
  if (w.slash && !directory) return fail(Errno::kNOENT);
  return s.may_create(who, w.parent);
}

Result<Ino> create(State& s, const Caller& who, const Walk& w, Type type, std::uint32_t mode,
                   std::string_view text = {}) {
  auto ino = s.make(who, w.parent, type, mode, text);
  if (ino) s.enter(w.parent, w.name, *ino);
  return ino;
}

}  // namespace

Result<Opened> FileSystem::open(const Caller& who, std::string_view path, std::uint32_t flags, std::uint32_t mode,
                                Ino base) {
  State& s = *state_;
  const bool create_it = flags & kOpenCreate, exclusive = create_it && (flags & kOpenExclusive);
  Walk w;
  const bool no_follow = exclusive || (flags & kOpenNoFollow);
  const End end = create_it ? (no_follow ? End::kParent : End::kCreate) : no_follow ? End::kNoFollow : End::kFollow;
  if (auto ok = s.walk(who, path, base, end, w); !ok) return fail(ok.error());
  if (create_it && w.slash && w.last == Walk::Last::kName) return fail(Errno::kISDIR);
  if (w.error != Errno::kOk) return fail(w.error);
  if (w.ino == 0) {
    if (!create_it) return fail(Errno::kNOENT);
    if (auto ok = s.may_create(who, w.parent); !ok) return fail(ok.error());
    auto ino = create(s, who, w, Type::kFile, mode);
    if (!ino) return fail(ino.error());
    return Opened{*ino, Type::kFile, true, false};
  }
  if (exclusive) return fail(Errno::kEXIST);
  if (w.description) {
    if (flags & kOpenDirectory) return fail(Errno::kNOTDIR);
    auto target = s.synthetic(w.ino)->stat_target(synthetic_id(w.ino));
    if (!target) return fail(target.error());
    return Opened{w.ino, target->type, false, true};
  }
  auto n = s.node(w.ino);
  if (!n) return fail(n.error());
  const bool directory = n->type == Type::kDirectory;
  if (create_it && directory) return fail(Errno::kISDIR);
  if ((flags & kOpenDirectory) && !directory) return fail(Errno::kNOTDIR);
  const Opened opened{w.ino, n->type, false, false};
  if (!(flags & (kOpenRead | kOpenWrite))) return opened;
  if (n->type == Type::kSymlink) return fail(Errno::kLOOP);
  const bool change = flags & (kOpenWrite | kOpenTruncate);  // O_TRUNC asks for it even where it does nothing
  if (directory && change) return fail(Errno::kISDIR);
  if (auto ok = State::permit(who, *n, (flags & kOpenRead ? kReadable : 0) | (change ? kWritable : 0)); !ok)
    return fail(ok.error());
  if (is_synthetic(w.ino) && change) return fail(Errno::kACCES);
  if ((flags & kOpenTruncate) && n->type == Type::kFile)
    if (auto ok = truncate(w.ino, 0, who.uid); !ok) return fail(ok.error());
  return opened;
}

Result<Ino> FileSystem::mkdir(const Caller& who, std::string_view path, std::uint32_t mode, Ino base) {
  State& s = *state_;
  Walk w;
  if (auto ok = walk_to_new(s, who, path, base, true, w); !ok) return fail(ok.error());
  return create(s, who, w, Type::kDirectory, mode & (0777 | kSticky));
}

Result<Ino> FileSystem::mknod(const Caller& who, std::string_view path, Type type, std::uint32_t mode, Device rdev,
                              Ino base) {
  State& s = *state_;
  if (type == Type::kDirectory) return fail(Errno::kPERM);
  if (type == Type::kSymlink) return fail(Errno::kINVAL);
  Walk w;
  if (auto ok = walk_to_new(s, who, path, base, false, w); !ok) return fail(ok.error());
  if (type == Type::kCharDevice && who.uid != 0) return fail(Errno::kPERM);
  auto ino = create(s, who, w, type, mode);
  if (ino && type == Type::kCharDevice) s.tree.inodes.own(*ino)->rdev = pack_device(rdev);
  return ino;
}

Result<Ino> FileSystem::symlink(const Caller& who, std::string_view target, std::string_view path, Ino base) {
  State& s = *state_;
  if (target.empty()) return fail(Errno::kNOENT);
  if (target.size() > kMaxPath) return fail(Errno::kNAMETOOLONG);
  if (target.find('\0') != target.npos) return fail(Errno::kINVAL);
  Walk w;
  if (auto ok = walk_to_new(s, who, path, base, false, w); !ok) return fail(ok.error());
  return create(s, who, w, Type::kSymlink, 0777, target);
}

Result<> FileSystem::link(const Caller& who, std::string_view from, std::string_view to, Follow follow, Ino from_base,
                          Ino to_base) {
  State& s = *state_;
  auto source = s.find(who, from, from_base, follow == Follow::kYes ? End::kFollow : End::kNoFollow);
  if (!source) return fail(source.error());
  Walk w;
  if (auto ok = s.walk(who, to, to_base, End::kParent, w); !ok) return ok;
  if (w.last != Walk::Last::kName || w.ino != 0) return fail(Errno::kEXIST);
  if (w.error != Errno::kOk) return fail(w.error);
  if (w.slash) return fail(Errno::kNOENT);
  if (is_synthetic(*source) != is_synthetic(w.parent)) return fail(Errno::kXDEV);
  auto n = s.node(*source);
  if (!n) return fail(n.error());
  // As with fs.protected_hardlinks: only of one's own files, or of plain ones that one may read and write.
  if (who.uid != 0 && who.uid != n->uid) {
    const bool plain = n->type == Type::kFile && !(n->mode & kSetUid) && (n->mode & (kSetGid | 010)) != (kSetGid | 010);
    if (!plain || !State::permit(who, *n, kReadable | kWritable)) return fail(Errno::kPERM);
  }
  if (auto ok = s.may_create(who, w.parent); !ok) return ok;
  if (n->type == Type::kDirectory || is_synthetic(*source)) return fail(Errno::kPERM);
  const std::uint32_t links = s.get(*source)->nlink;
  if (links == 0) return fail(Errno::kNOENT);
  if (links >= kMaxLinks) return fail(Errno::kMLINK);
  if (!s.spare(16384)) return fail(Errno::kNOMEM);
  Inode* i = s.change(*source, kNoteLinks);
  ++i->nlink;
  i->ctime = s.now();
  s.enter(w.parent, w.name, *source);
  return {};
}

Result<> FileSystem::unlink(const Caller& who, std::string_view path, Ino base) {
  State& s = *state_;
  Walk w;
  if (auto ok = s.walk(who, path, base, End::kParent, w); !ok) return ok;
  if (w.last != Walk::Last::kName) return fail(Errno::kISDIR);
  if (w.ino == 0) return fail(w.error == Errno::kOk ? Errno::kNOENT : w.error);
  if (w.slash) return fail(*type(w.ino) == Type::kDirectory ? Errno::kISDIR : Errno::kNOTDIR);
  if (auto ok = s.may_remove(who, w.parent, w.ino, false); !ok) return ok;
  s.remove(w.parent, w.name);
  s.drop_link(w.ino);
  return {};
}

Result<> FileSystem::rmdir(const Caller& who, std::string_view path, Ino base) {
  State& s = *state_;
  Walk w;
  if (auto ok = s.walk(who, path, base, End::kParent, w); !ok) return ok;
  switch (w.last) {
    case Walk::Last::kName: break;
    case Walk::Last::kDot: return fail(Errno::kINVAL);
    case Walk::Last::kDotDot: return fail(Errno::kNOTEMPTY);
    case Walk::Last::kRoot: return fail(Errno::kBUSY);
  }
  if (w.ino == 0) return fail(w.error == Errno::kOk ? Errno::kNOENT : w.error);
  if (auto ok = s.may_remove(who, w.parent, w.ino, true); !ok) return ok;
  if (is_synthetic(w.ino)) return fail(Errno::kBUSY);
  if (!s.get(w.ino)->entries.empty()) return fail(Errno::kNOTEMPTY);
  s.remove(w.parent, w.name);
  s.drop_link(w.ino);
  return {};
}

// --- rename ---

namespace {

// Whether directory `above` is `ino` or holds it.
bool contains(const State& s, Ino above, Ino ino) {
  while (ino != above) {
    const Inode* i = s.get(ino);
    if (!i || i->parent == ino) return false;
    ino = i->parent;
  }
  return true;
}

// The checks on the two names (the kernel's do_renameat2).
Result<> check_rename_names(const State& s, const Walk& from, const Walk& to, RenameMode how) {
  if (is_synthetic(from.parent) != is_synthetic(to.parent)) return fail(Errno::kXDEV);
  if (from.last != Walk::Last::kName) return fail(Errno::kBUSY);
  if (to.last != Walk::Last::kName) return fail(how == RenameMode::kNoReplace ? Errno::kEXIST : Errno::kBUSY);
  if (from.ino == 0) return fail(from.error == Errno::kOk ? Errno::kNOENT : from.error);
  if (to.error != Errno::kOk) return fail(to.error);
  if (how == RenameMode::kNoReplace && to.ino != 0) return fail(Errno::kEXIST);
  const bool from_is_directory = s.node(from.ino)->type == Type::kDirectory;
  const bool to_is_directory = to.ino != 0 && s.node(to.ino)->type == Type::kDirectory;
  const bool exchange = how == RenameMode::kExchange;
  if (exchange) {
    if (to.ino == 0) return fail(Errno::kNOENT);
    if (!to_is_directory && to.slash) return fail(Errno::kNOTDIR);
  }
  if (!from_is_directory && (from.slash || (!exchange && to.slash))) return fail(Errno::kNOTDIR);
  if (from_is_directory && contains(s, from.ino, to.parent)) return fail(Errno::kINVAL);
  if (to_is_directory && contains(s, to.ino, from.parent)) return fail(exchange ? Errno::kINVAL : Errno::kNOTEMPTY);
  return {};
}

// The permissions (the kernel's vfs_rename).
Result<> check_rename_permissions(const State& s, const Caller& who, const Walk& from, const Walk& to,
                                  RenameMode how) {
  const bool from_is_directory = s.node(from.ino)->type == Type::kDirectory;
  const bool to_is_directory = to.ino != 0 && s.node(to.ino)->type == Type::kDirectory;
  const bool exchange = how == RenameMode::kExchange;
  if (auto ok = s.may_remove(who, from.parent, from.ino, from_is_directory); !ok) return ok;
  if (auto ok = to.ino == 0 ? s.may_create(who, to.parent)
                            : s.may_remove(who, to.parent, to.ino, exchange ? to_is_directory : from_is_directory);
      !ok)
    return ok;
  // A directory that moves gets a new "..".
  if (from.parent != to.parent) {
    if (from_is_directory)
      if (auto ok = s.permit(who, from.ino, kWritable); !ok) return ok;
    if (exchange && to_is_directory)
      if (auto ok = s.permit(who, to.ino, kWritable); !ok) return ok;
  }
  if (is_synthetic(from.ino) || is_synthetic(to.ino)) return fail(Errno::kBUSY);
  if (!exchange && to_is_directory && !s.get(to.ino)->entries.empty()) return fail(Errno::kNOTEMPTY);
  return {};
}

}  // namespace

Result<> FileSystem::rename(const Caller& who, std::string_view from_path, std::string_view to_path, RenameMode how,
                            Ino from_base, Ino to_base) {
  State& s = *state_;
  Walk from, to;
  if (auto ok = s.walk(who, from_path, from_base, End::kParent, from); !ok) return ok;
  if (auto ok = s.walk(who, to_path, to_base, End::kParent, to); !ok) return ok;
  if (auto ok = check_rename_names(s, from, to, how); !ok) return ok;
  if (from.ino == to.ino) return {};  // two names of one file
  if (auto ok = check_rename_permissions(s, who, from, to, how); !ok) return ok;
  if (!s.spare(32768)) return fail(Errno::kNOMEM);
  if (how == RenameMode::kExchange) {
    s.change(from.ino, kNoteLinks)->ctime = s.now();
    s.change(to.ino, kNoteLinks)->ctime = s.now();
    s.replace(from.parent, from.name, to.ino);
    s.replace(to.parent, to.name, from.ino);
    return {};
  }
  s.change(from.ino, kNoteLinks)->ctime = s.now();
  s.remove(from.parent, from.name);
  if (to.ino != 0) {
    s.replace(to.parent, to.name, from.ino);
    s.drop_link(to.ino);
  } else {
    s.enter(to.parent, to.name, from.ino);
  }
  return {};
}

}  // namespace nacre::vfs
