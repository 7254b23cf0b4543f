// The operations of sandbox.fs (js/fs.ts), by number. They act as root; what they create belongs to the sandbox's user.
// Paths are absolute. Answers: numbers in the reply, or bytes.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/base/wire.h"
#include "vfs/populate.h"
#include "wasm/boundary.h"

namespace nacre::wasm {
namespace {

using namespace wire;

// As FileOperation in js/fs.ts.
enum Operation : std::uint32_t {
  kStat = 1, kOpen, kClose, kRead, kWrite, kTruncate, kMkdir, kRmdir, kUnlink, kRename, kLink, kSymlink, kReadlink,
  kRealpath, kChmod, kChown, kUtimes, kAccess, kReaddir, kFstat, kPut, kCopy, kSpace, kMkdirs, kFchmod, kFchown, kFutimes,
  kFtruncate, kPathOf,
};

struct Files {
  Boundary& b;
  Machine& m;
  vfs::FileSystem& fs;
  vfs::Caller root;
  Reader in;

  int fail(const Error& e) { return failure(e.code); }
  int done(const Result<>& r) { return r ? 0 : failure(r.error().code); }
  void own(vfs::Ino ino) { (void)fs.chown(root, ino, m.options().uid, m.options().gid); }

  int stat(const Result<vfs::Stat>& found) {
    if (!found) return fail(found.error());
    const vfs::Stat& s = *found;
    auto ms = [](vfs::Time t) { return static_cast<double>(t.sec) * 1e3 + t.nsec / 1e6; };
    double* r = b.reply;
    r[0] = s.ino;
    r[1] = s.st_mode();
    r[2] = s.nlink;
    r[3] = s.uid;
    r[4] = s.gid;
    r[5] = s.dev;
    r[6] = s.rdev.major * 256.0 + s.rdev.minor;
    r[7] = static_cast<double>(s.size);
    r[8] = static_cast<double>(s.blocks);
    r[9] = ms(s.atime);
    r[10] = ms(s.mtime);
    r[11] = ms(s.ctime);
    r[12] = ms(s.btime);
    return 0;
  }

  vfs::NewTime time() {
    double ms = in.f64();
    if (std::isnan(ms)) return {vfs::NewTime::Kind::kOmit, {}};
    double sec = std::floor(std::clamp(ms, -9e15, 9e15) / 1e3);
    double nsec = std::clamp((ms - sec * 1e3) * 1e6, 0.0, 999'999'999.0);
    return {vfs::NewTime::Kind::kSet, {static_cast<std::int64_t>(sec), static_cast<std::uint32_t>(nsec)}};
  }

  // path, flags, mode: number 0 is the inode, held; 1 its size; 2 its st_mode. A size that fits comes with the first bytes: 3 and 4 are the
  // address and length of what is there.
  int open() {
    std::string_view path = in.string();
    std::uint32_t flags = in.u32(), mode = in.u32();
    auto opened = fs.open(root, path, flags, mode);
    if (!opened) return fail(opened.error());
    if (auto r = fs.hold(opened->ino); !r) return fail(r.error());
    if (opened->created) own(opened->ino);
    auto s = fs.stat(opened->ino);
    if (!s) return fail(s.error());
    b.reply[0] = opened->ino;
    b.reply[1] = static_cast<double>(s->size);
    b.reply[2] = s->st_mode();
    return 0;
  }

  // inode, offset: the bytes there, to the end of their chunk.
  int read() {
    vfs::Ino ino = in.u32();
    auto got = fs.slice_at(ino, to_u64(in.f64()));
    if (!got) return fail(got.error());
    b.slice = std::move(*got);
    b.answer(b.slice.bytes);
    return 0;
  }

  // inode, offset (negative: at the end), bytes: number 0 is how many were written.
  int write() {
    vfs::Ino ino = in.u32();
    double at = in.f64();
    std::string_view bytes = in.string();
    auto n = at < 0 ? fs.append(ino, bytes) : fs.write(ino, to_u64(at), bytes);
    if (!n) return fail(n.error());
    b.reply[0] = static_cast<double>(*n);
    return 0;
  }

  Result<> make_directory(std::string_view path, std::uint32_t mode) {
    auto ino = fs.mkdir(root, path, mode);
    if (!ino) return nacre::fail(ino.error());
    own(*ino);
    return {};
  }

  // Makes `path` and the directories above it that are missing. Number 0 is the length of the first path that was made, 0 for none.
  int make_directories(std::string_view path, std::uint32_t mode) {
    vfs::Caller maker = root;
    maker.owner_uid = m.options().uid;
    maker.owner_gid = m.options().gid;
    auto first = vfs::make_directories(fs, maker, path, mode);
    b.reply[0] = first ? static_cast<double>(*first) : 0;
    return first ? 0 : fail(first.error());
  }

  int directory() {
    std::string_view path = in.string();
    auto opened = fs.open(root, path, vfs::kOpenRead | vfs::kOpenDirectory);
    if (!opened) return fail(opened.error());
    auto entries = fs.list(opened->ino);
    if (!entries) return fail(entries.error());
    b.text.clear();
    put_u32(b.text, static_cast<std::uint32_t>(entries->size()));
    for (const vfs::DirEntry& e : *entries) {
      put_u32(b.text, static_cast<std::uint32_t>(e.type));
      put_string(b.text, e.name);
    }
    b.answer(b.text);
    return 0;
  }

  int put_file(std::string_view path, std::uint32_t mode, std::string_view data) {
    auto opened = fs.open(root, path, vfs::kOpenWrite | vfs::kOpenCreate | vfs::kOpenTruncate, mode & 07777);
    if (!opened) return fail(opened.error());
    if (opened->created) own(opened->ino);
    for (std::size_t at = 0; at < data.size();) {
      auto n = fs.write(opened->ino, at, data.substr(at));
      if (!n) return fail(n.error());
      at += *n;
    }
    return 0;
  }

  // A list of files: kind (0 file, 1 directory, 2 symbolic link), path, mode (UINT32_MAX: the usual one), time of change (NaN: now), data. Stops
  // at the first that fails; number 0 is how many were made.
  int put() {
    b.reply[0] = 0;
    double count = 0;
    while (!in.done()) {
      std::uint32_t kind = in.u32();
      std::string_view path = in.string();
      std::uint32_t mode = in.u32();
      vfs::NewTime changed = time();
      std::string_view data = in.string();
      std::size_t slash = path.rfind('/');
      if (slash != std::string_view::npos && slash > 0) {
        if (int r = make_directories(path.substr(0, slash), 0755)) return stop(count, r);
      }
      int r = 0;
      if (kind == 0) {
        r = put_file(path, mode == UINT32_MAX ? 0644 : mode, data);
        if (r == 0 && mode != UINT32_MAX) r = done(fs.chmod(root, path, mode & 07777));
      } else if (kind == 1) {
        r = make_directories(path, 0755);
        if (r == 0 && mode != UINT32_MAX) r = done(fs.chmod(root, path, mode & 07777));
      } else {
        auto ino = fs.symlink(root, data, path);
        r = ino ? 0 : fail(ino.error());
        if (ino) own(*ino);
      }
      if (r == 0 && changed.kind == vfs::NewTime::Kind::kSet) {
        r = done(fs.utimens(root, path, changed, changed, vfs::Follow::kNo));
      }
      if (r != 0) return stop(count, r);
      count++;
    }
    b.reply[0] = count;
    return 0;
  }
  int stop(double count, int r) {
    b.reply[0] = count;
    return r;
  }

  // from, to, flags (1: not over another), keeping chunks shared.
  int copy() {
    std::string_view from = in.string(), to = in.string();
    bool exclusive = in.u32() != 0;
    auto source = fs.open(root, from, vfs::kOpenRead);
    if (!source) return fail(source.error());
    if (source->type == vfs::Type::kDirectory) return failure(Errno::kISDIR);
    if (source->type != vfs::Type::kFile) return failure(Errno::kINVAL);
    auto s = fs.stat(source->ino);
    if (!s) return fail(s.error());
    std::uint32_t flags = vfs::kOpenWrite | vfs::kOpenCreate | (exclusive ? vfs::kOpenExclusive : 0);
    auto target = fs.open(root, to, flags, s->mode);
    if (!target) return fail(target.error());
    if (target->ino == source->ino) return 0;
    if (target->created) own(target->ino);
    if (auto r = fs.truncate(target->ino, std::uint64_t{0}); !r) return fail(r.error());
    for (std::uint64_t at = 0; at < s->size;) {
      auto n = fs.copy_range(target->ino, at, source->ino, at, s->size - at);
      if (!n) return fail(n.error());
      if (*n == 0) break;
      at += *n;
    }
    return 0;
  }

  int text(const Result<std::string>& r) {
    if (!r) return fail(r.error());
    b.text = *r;
    b.answer(b.text);
    return 0;
  }

  vfs::Follow follow() { return in.u32() ? vfs::Follow::kYes : vfs::Follow::kNo; }

  int run(std::uint32_t operation) {
    switch (operation) {
      case kStat: { auto path = in.string(); return stat(fs.stat(root, path, follow())); }
      case kFstat: return stat(fs.stat(vfs::Ino{in.u32()}));
      case kOpen: return open();
      case kClose: fs.release(in.u32()); return 0;
      case kRead: return read();
      case kWrite: return write();
      case kTruncate: { auto path = in.string(); return done(fs.truncate(root, path, static_cast<std::int64_t>(in.f64()))); }
      case kFtruncate: { vfs::Ino ino = in.u32(); return done(fs.truncate(ino, to_u64(in.f64()))); }
      case kMkdir: { auto path = in.string(); return done(make_directory(path, in.u32())); }
      case kMkdirs: { auto path = in.string(); return make_directories(path, in.u32()); }
      case kRmdir: return done(fs.rmdir(root, in.string()));
      case kUnlink: return done(fs.unlink(root, in.string()));
      case kRename: { auto from = in.string(); return done(fs.rename(root, from, in.string())); }
      case kLink: { auto from = in.string(); return done(fs.link(root, from, in.string())); }
      case kSymlink: {
        auto target = in.string();
        auto ino = fs.symlink(root, target, in.string());
        if (!ino) return fail(ino.error());
        own(*ino);
        return 0;
      }
      case kReadlink: return text(fs.readlink(root, in.string()));
      case kRealpath: return text(fs.realpath(root, in.string()));
      case kChmod: { auto path = in.string(); return done(fs.chmod(root, path, in.u32() & 07777)); }
      case kFchmod: { vfs::Ino ino = in.u32(); return done(fs.chmod(root, ino, in.u32() & 07777)); }
      case kChown: {
        auto path = in.string();
        std::uint32_t uid = in.u32(), gid = in.u32();
        return done(fs.chown(root, path, uid, gid, follow()));
      }
      case kFchown: {
        vfs::Ino ino = in.u32();
        std::uint32_t uid = in.u32();
        return done(fs.chown(root, ino, uid, in.u32()));
      }
      case kUtimes: {
        auto path = in.string();
        vfs::NewTime access = time(), change = time();
        return done(fs.utimens(root, path, access, change, follow()));
      }
      case kFutimes: {
        vfs::Ino ino = in.u32();
        vfs::NewTime access = time();
        return done(fs.utimens(root, ino, access, time()));
      }
      case kAccess: { auto path = in.string(); return done(fs.access(root, path, in.u32())); }
      case kReaddir: return directory();
      case kPut: return put();
      case kCopy: return copy();
      case kPathOf: return text(fs.path_of(in.u32()));
      case kSpace: {
        vfs::Space space = fs.space();
        b.reply[0] = static_cast<double>(space.bytes);
        b.reply[1] = static_cast<double>(space.bytes_used);
        b.reply[2] = static_cast<double>(space.inodes);
        b.reply[3] = static_cast<double>(space.inodes_used);
        return 0;
      }
    }
    return failure(Errno::kNOSYS);
  }
};

}  // namespace

int file_operation(Boundary& boundary, Machine& machine, std::uint32_t operation, std::string_view request) {
  Files files{boundary, machine, machine.fs(), {}, Reader(request)};
  files.root.umask = 022;
  return files.run(operation);
}

}  // namespace nacre::wasm
