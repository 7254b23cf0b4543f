// See copy_data.h.
#include "src/commands/copy_data.h"

#include <algorithm>

#include "src/process/options.h"

namespace nacre {

using vfs::Type;

namespace {
// Keeps the destination's inode, also when the process is killed while it waits.
class Held {
 public:
  Held(vfs::FileSystem& fs, vfs::Ino ino) : fs_(fs), ino_(ino && fs.hold(ino) ? ino : 0) {}
  Held(const Held&) = delete;
  ~Held() {
    if (ino_) fs_.release(ino_);
  }

 private:
  vfs::FileSystem& fs_;
  vfs::Ino ino_;
};
}  // namespace

std::optional<vfs::Opened> CopyData::open_destination(bool& fresh, std::uint32_t mode) {
  vfs::FileSystem& fs = p_.fs();
  const vfs::Caller who = p_.caller();
  Result<vfs::Opened> opened = fail(Errno::kNOENT);
  if (!fresh) {
    opened = fs.open(who, destination_, vfs::kOpenWrite | (o_.data ? vfs::kOpenTruncate : 0u));
    if (!opened && o_.remove_if_unopenable) {
      if (auto r = fs.unlink(who, destination_); !r && !(r.error() == Errno::kNOENT)) {
        out_.complain("cannot remove " + quote(destination_), r.error());
        return std::nullopt;
      }
      if (o_.verbose) out_.put("removed " + quote(destination_) + "\n");
      fresh = true;
    }
  }
  if (fresh) {
    opened = fs.open(who, destination_, vfs::kOpenWrite | vfs::kOpenCreate | vfs::kOpenExclusive, mode);
    if (!opened && opened.error() == Errno::kEXIST && !o_.move) {
      auto d = fs.stat(who, destination_, vfs::Follow::kNo);
      if (d && d->type == Type::kSymlink) {
        out_.complain("not writing through dangling symlink " + quote(destination_));
        return std::nullopt;
      }
    }
    if (!opened && opened.error() == Errno::kISDIR && destination_.ends_with('/')) opened = fail(Errno::kNOTDIR);
  }
  if (opened) return *opened;
  out_.complain("cannot create regular file " + quote(destination_), opened.error());
  return std::nullopt;
}

Task<std::optional<vfs::Ino>> CopyData::run(bool& fresh, std::uint32_t mode) {
  vfs::FileSystem& fs = p_.fs();
  const bool plain_source = src_.type == Type::kFile && !vfs::is_synthetic(src_.ino);
  vfs::Ino from = 0;
  if (plain_source) {
    auto opened = fs.open(p_.caller(), source_, vfs::kOpenRead);
    if (!opened) {
      out_.complain("cannot open " + quote(source_) + " for reading", opened.error());
      co_return std::nullopt;
    }
    from = opened->ino;
  }
  auto to = open_destination(fresh, mode);
  if (!to) co_return std::nullopt;
  const bool plain_destination = to->type == Type::kFile && !vfs::is_synthetic(to->ino) && !to->description;
  if (o_.data) {
    const Held held(fs, plain_destination ? to->ino : 0);
    if (!plain_source || !plain_destination) complete_ = co_await stream(plain_destination ? std::optional(to->ino) : std::nullopt);
    else if (o_.sparse == CopyOptions::Sparse::kAuto) complete_ = co_await share(to->ino, from);
    else complete_ = co_await rewrite(to->ino, from);
  }
  co_return plain_destination ? to->ino : 0;
}

// Chunks go over by reference, holes stay holes.
Task<bool> CopyData::share(vfs::Ino to, vfs::Ino from) {
  constexpr std::uint64_t kStep = 64 << 20;
  for (std::uint64_t at = 0;;) {
    auto n = p_.fs().copy_range(to, at, from, at, kStep, p_.uid);
    if (!n) {
      out_.complain("error writing " + quote(destination_), n.error());
      co_return false;
    }
    if (*n == 0) co_return true;
    at += *n;
    if (p_.spent(static_cast<std::uint32_t>(8 + *n / 65536))) co_await p_.spend(0);
  }
}

// --sparse=always makes holes of zeros, never makes zeros of holes.
Task<bool> CopyData::rewrite(vfs::Ino to, vfs::Ino from) {
  constexpr std::size_t kBlock = 4096;
  vfs::FileSystem& fs = p_.fs();
  std::uint64_t at = 0;
  for (;;) {
    auto slice = fs.slice_at(from, at);
    if (!slice) {
      out_.complain("error reading " + quote(source_), slice.error());
      co_return false;
    }
    if (slice->bytes.empty()) break;
    for (std::string_view rest = slice->bytes; !rest.empty();) {
      const std::string_view block = rest.substr(0, kBlock);
      const bool zeros = o_.sparse == CopyOptions::Sparse::kAlways && block.find_first_not_of('\0') == block.npos;
      std::size_t n = block.size();
      if (!zeros) {
        auto written = fs.write(to, at, block, p_.uid);
        if (!written) {
          out_.complain("error writing " + quote(destination_), written.error());
          co_return false;
        }
        n = *written;
      }
      rest.remove_prefix(n);
      at += n;
    }
    if (p_.spent(200)) co_await p_.spend(0);
  }
  auto size = fs.size(to);
  if (size && *size < at)
    if (auto r = fs.truncate(to, at, p_.uid); !r) {
      out_.complain("failed to extend " + quote(destination_), r.error());
      co_return false;
    }
  co_return true;
}

Task<Result<>> CopyData::put(std::optional<vfs::Ino> to, int fd, std::uint64_t at, std::string_view bytes) {
  if (!to) co_return co_await p_.write(fd, bytes);
  while (!bytes.empty()) {
    auto n = p_.fs().write(*to, at, bytes, p_.uid);
    if (!n) co_return fail(n.error());
    at += *n;
    bytes.remove_prefix(*n);
  }
  co_return Result<>();
}

// One of the two is a device, a pipe or a file of /proc.
Task<bool> CopyData::stream(std::optional<vfs::Ino> to) {
  auto in = co_await p_.open(source_, OpenFlags::reading());
  if (!in) {
    out_.complain("cannot open " + quote(source_) + " for reading", in.error());
    co_return false;
  }
  Result<int> out = -1;
  if (!to) out = co_await p_.open(destination_, OpenFlags{.write = true});
  if (!out) {
    (void)p_.close(*in);
    out_.complain("cannot create regular file " + quote(destination_), out.error());
    co_return false;
  }
  bool ok = true;
  std::string buffer(65536, '\0');
  for (std::uint64_t at = 0;;) {
    auto n = co_await p_.read(*in, buffer.data(), buffer.size());
    if (!n) {
      out_.complain("error reading " + quote(source_), n.error());
      ok = false;
    }
    if (!n || *n == 0) break;
    if (auto w = co_await put(to, *out, at, std::string_view(buffer).substr(0, *n)); !w) {
      out_.complain("error writing " + quote(destination_), w.error());
      ok = false;
      break;
    }
    at += *n;
  }
  (void)p_.close(*in);
  if (!to) (void)p_.close(*out);
  co_return ok;
}

}  // namespace nacre
