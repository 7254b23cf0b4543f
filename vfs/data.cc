// Reading and writing contents by inode number: what open file descriptions do.
#include <algorithm>
#include <cstring>

#include "vfs/state.h"

namespace nacre::vfs {

using State = FileSystem::State;

namespace {

// The inode if it has bytes to read.
Result<const Inode*> readable(const State& s, Ino ino) {
  const Inode* i = s.get(ino);
  if (!i) return fail(is_synthetic(ino) ? Errno::kINVAL : Errno::kNOENT);
  if (i->type == Type::kDirectory) return fail(Errno::kISDIR);
  if (i->type != Type::kFile) return fail(Errno::kINVAL);
  return i;
}

// All of a file of a mount, at this moment.
Result<std::string> read_synthetic(const State& s, Ino ino) {
  auto n = s.node(ino);
  if (!n) return fail(n.error());
  if (n->type == Type::kDirectory) return fail(Errno::kISDIR);
  if (n->type != Type::kFile) return fail(Errno::kINVAL);
  return s.synthetic(ino)->read(FileSystem::synthetic_id(ino));
}

// Writing by anyone but root takes the set-id bits away.
void drop_set_id(Inode* i, std::uint32_t uid) {
  if (uid == 0 || !(i->mode & (kSetUid | kSetGid))) return;
  std::uint32_t clear = kSetUid;
  if (i->mode & 010) clear |= kSetGid;
  i->mode = static_cast<std::uint16_t>(i->mode & ~clear);
}

void modified(State& s, Inode* i, std::uint32_t uid) {
  i->mtime = i->ctime = s.now();
  drop_set_id(i, uid);
}

}  // namespace

// --- Reading ---

Result<std::size_t> FileSystem::read(Ino ino, std::uint64_t at, char* into, std::size_t n) {
  if (is_synthetic(ino)) {
    auto text = read_synthetic(*state_, ino);
    if (!text) return fail(text.error());
    if (at >= text->size()) return 0u;
    n = std::min<std::size_t>(n, text->size() - static_cast<std::size_t>(at));
    std::memcpy(into, text->data() + at, n);
    return n;
  }
  auto i = readable(*state_, ino);
  if (!i) return fail(i.error());
  std::size_t done = 0;
  while (done < n) {
    const std::string_view piece = (*i)->contents.view(at + done).bytes.substr(0, n - done);
    if (piece.empty()) break;
    std::memcpy(into + done, piece.data(), piece.size());
    done += piece.size();
  }
  if (n > 0) state_->touch(ino);
  return done;
}

Result<Slice> FileSystem::slice_at(Ino ino, std::uint64_t at) {
  if (is_synthetic(ino)) {
    auto text = read_synthetic(*state_, ino);
    if (!text) return fail(text.error());
    if (at >= text->size()) return Slice{};
    const std::string_view rest = std::string_view(*text).substr(static_cast<std::size_t>(at), kChunkSize);
    Ref<Chunk> chunk = Chunk::of(rest);
    if (!chunk) return fail(Errno::kNOMEM);
    return Slice{chunk->bytes(), Ref<const Chunk>(chunk.get())};
  }
  auto i = readable(*state_, ino);
  if (!i) return fail(i.error());
  const Contents::View v = (*i)->contents.view(at);
  Slice slice{v.bytes, Ref<const Chunk>(v.chunk)};
  state_->touch(ino);
  return slice;
}

std::string_view FileSystem::chunk_at(Ino ino, std::uint64_t at) const {
  auto i = readable(*state_, ino);
  return i ? (*i)->contents.view(at).bytes : std::string_view{};
}

Result<std::uint64_t> FileSystem::next_data(Ino ino, std::uint64_t at) const {
  auto i = readable(*state_, ino);
  if (!i) return fail(i.error());
  const std::uint64_t found = (*i)->contents.next_data(at);
  if (found >= (*i)->contents.size()) return fail(Errno::kNXIO);
  return found;
}

Result<std::uint64_t> FileSystem::next_hole(Ino ino, std::uint64_t at) const {
  auto i = readable(*state_, ino);
  if (!i) return fail(i.error());
  if (at >= (*i)->contents.size()) return fail(Errno::kNXIO);
  return (*i)->contents.next_hole(at);
}

// --- Writing ---

Result<std::size_t> FileSystem::write(Ino ino, std::uint64_t at, std::string_view bytes, std::uint32_t uid) {
  State& s = *state_;
  auto old = readable(s, ino);
  if (!old) return fail(is_synthetic(ino) ? Errno::kACCES : old.error().code);
  if (bytes.empty()) return 0u;
  const std::uint64_t limit = std::min<std::uint64_t>(s.limits.max_file_size, INT64_MAX);
  if (at >= limit) return fail(Errno::kFBIG);
  bytes = bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), limit - at)));
  Inode* i = s.change(ino, kNoteData, at, at + bytes.size());
  std::size_t done = 0;
  Errno why = Errno::kOk;
  do {
    const std::uint64_t before = i->contents.stored();
    done += i->contents.write(at + done, bytes.substr(done), s.room(), why);
    s.charge(before, i->contents.stored());
  } while (why == Errno::kNOMEM && s.reclaim());
  if (done == 0) return fail(why);
  modified(s, i, uid);
  return done;
}

Result<std::size_t> FileSystem::append(Ino ino, std::string_view bytes, std::uint32_t uid) {
  const Inode* i = state_->get(ino);
  return write(ino, i ? i->contents.size() : 0, bytes, uid);
}

Result<> FileSystem::truncate(Ino ino, std::uint64_t size, std::uint32_t uid) {
  State& s = *state_;
  const Inode* old = s.get(ino);
  if (!old && !is_synthetic(ino)) return fail(Errno::kNOENT);
  if (!old || old->type != Type::kFile) return fail(Errno::kINVAL);
  const std::uint64_t old_size = old->contents.size();
  if (size > old_size && size > std::min<std::uint64_t>(s.limits.max_file_size, INT64_MAX)) return fail(Errno::kFBIG);
  Inode* i = s.change(ino, kNoteData, std::min(size, old_size), std::max(size, old_size));
  const std::uint64_t before = i->contents.stored();
  Result<> ok = i->contents.resize(size);
  while (!ok && s.reclaim()) ok = i->contents.resize(size);
  if (!ok) return ok;
  s.charge(before, i->contents.stored());
  modified(s, i, uid);
  return {};
}

Result<std::uint64_t> FileSystem::copy_range(Ino to, std::uint64_t to_at, Ino from, std::uint64_t from_at,
                                             std::uint64_t n, std::uint32_t uid) {
  State& s = *state_;
  auto source = readable(s, from);
  if (!source) return fail(source.error());
  auto target = readable(s, to);
  if (!target) return fail(target.error());
  const Contents& bytes = (*source)->contents;
  if (from_at >= bytes.size()) return std::uint64_t{0};
  n = std::min(n, bytes.size() - from_at);
  if (n == 0) return n;
  const std::uint64_t limit = std::min<std::uint64_t>(s.limits.max_file_size, INT64_MAX);
  if (to_at >= limit) return fail(Errno::kFBIG);
  n = std::min(n, limit - to_at);
  s.touch(from);
  Inode* t = s.change(to, kNoteData, to_at, to_at + n);
  std::uint64_t done = 0;
  while (done < n) {
    // The source's inode may move when the target is written (one may be the other).
    const Contents& now = s.get(from)->contents;
    const std::uint64_t before = t->contents.stored();
    const std::uint64_t shared = t->contents.share(to_at + done, now, from_at + done, n - done, s.room());
    if (shared > 0) {
      s.charge(before, t->contents.stored());
      done += shared;
      continue;
    }
    const Contents::View v = now.view(from_at + done);
    const Ref<const Chunk> keep(v.chunk);
    const std::uint64_t take = std::min<std::uint64_t>(v.bytes.size(), n - done);
    const std::string_view piece = v.bytes.substr(0, static_cast<std::size_t>(take));
    auto written = write(to, to_at + done, piece, uid);
    if (!written && done == 0) return fail(written.error());
    if (!written) break;
    done += *written;
    if (*written < piece.size()) break;
  }
  modified(s, t, uid);
  return done;
}

}  // namespace nacre::vfs
