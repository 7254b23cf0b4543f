// Regular files, devices, texts and pipes; see file_description.h.
#include "src/process/file_description.h"

#include <algorithm>
#include <cstring>

#include "src/base/memory.h"
#include "src/process/machine.h"

namespace nacre {
namespace {

// lseek()'s arithmetic. EINVAL: before the start, or past what fits.
Result<std::uint64_t> seek_to(std::uint64_t base, std::int64_t offset) {
  const std::uint64_t to = base + static_cast<std::uint64_t>(offset);
  if (to > INT64_MAX) return fail(Errno::kINVAL);
  return to;
}

}  // namespace

// One byte at a time, for what has no better way.
Result<std::size_t> FileDescription::read_until(char delimiter, std::size_t max, std::string& out) {
  std::size_t n = 0;
  for (char c; n < max; ++n) {
    auto r = read(&c, 1);
    if (!r) {
      if (n > 0) break;
      return r;
    }
    if (*r == 0) break;
    out += c;
    if (c == delimiter) return n + 1;
  }
  return n;
}

// --- VfsFile ------------------------------------------------------------------------------------------------------------

VfsFile::VfsFile(vfs::FileSystem& fs, vfs::Ino ino, bool readable, bool writable, bool append, std::string path)
    : FileDescription(readable, writable), fs_(fs), ino_(ino), append_(append), path_(std::move(path)) {
  (void)fs_.hold(ino_);
}
VfsFile::~VfsFile() { fs_.release(ino_); }

Result<std::size_t> VfsFile::read(char* to, std::size_t n) {
  auto r = fs_.read(ino_, offset_, to, n);
  if (r) offset_ += *r;
  return r;
}
Result<std::size_t> VfsFile::write(std::string_view data) {
  if (append_) {
    auto r = fs_.append(ino_, data, 0);
    if (r) offset_ = fs_.size(ino_).value_or(0);
    return r;
  }
  auto r = fs_.write(ino_, offset_, data, 0);
  if (r) offset_ += *r;
  return r;
}
Result<std::size_t> VfsFile::read_until(char delimiter, std::size_t max, std::string& out) {
  std::size_t n = 0;
  while (n < max) {
    auto slice = fs_.slice_at(ino_, offset_);
    if (!slice) return fail(slice.error());
    std::string_view bytes = slice->bytes.substr(0, max - n);
    if (bytes.empty()) break;
    const std::size_t at = bytes.find(delimiter);
    if (at != bytes.npos) bytes = bytes.substr(0, at + 1);
    if (bytes.size() > 65536 && !memory::available(bytes.size())) return fail(Errno::kNOMEM);
    out += bytes;
    offset_ += bytes.size();
    n += bytes.size();
    if (at != bytes.npos) break;
  }
  return n;
}
Result<std::uint64_t> VfsFile::seek(std::int64_t offset, Whence whence) {
  std::uint64_t base = 0;
  if (whence == Whence::kCurrent) base = offset_;
  if (whence == Whence::kEnd) {
    auto size = fs_.size(ino_);
    if (!size) return fail(size.error());
    base = *size;
  }
  auto to = seek_to(base, offset);
  if (to) offset_ = *to;
  return to;
}

// --- DeviceFile ---------------------------------------------------------------------------------------------------------

DeviceFile::DeviceFile(Machine& machine, Kind kind, vfs::Ino ino, bool readable, bool writable, std::string path)
    : FileDescription(readable, writable), machine_(machine), kind_(kind), ino_(ino), path_(std::move(path)) {}

Result<std::size_t> DeviceFile::read(char* to, std::size_t n) {
  switch (kind_) {
    case Kind::kNull: return 0;
    case Kind::kZero:
    case Kind::kFull: std::memset(to, 0, n); return n;
    case Kind::kRandom: break;
  }
  for (std::size_t i = 0; i < n; i += 8) {
    const std::uint64_t r = machine_.random();
    std::memcpy(to + i, &r, std::min<std::size_t>(8, n - i));
  }
  return n;
}
Result<std::size_t> DeviceFile::write(std::string_view data) {
  if (kind_ == Kind::kFull) return fail(Errno::kNOSPC);
  return data.size();
}
Result<vfs::Stat> DeviceFile::stat() const { return machine_.fs().stat(ino_); }

// --- TextFile -----------------------------------------------------------------------------------------------------------

Result<std::size_t> TextFile::read(char* to, std::size_t n) {
  if (offset_ >= text_.size()) return 0;
  n = std::min(n, text_.size() - static_cast<std::size_t>(offset_));
  std::memcpy(to, text_.data() + offset_, n);
  offset_ += n;
  return n;
}
Result<std::size_t> TextFile::read_until(char delimiter, std::size_t max, std::string& out) {
  if (offset_ >= text_.size()) return 0;
  std::string_view rest = std::string_view(text_).substr(static_cast<std::size_t>(offset_), max);
  if (const std::size_t at = rest.find(delimiter); at != rest.npos) rest = rest.substr(0, at + 1);
  out += rest;
  offset_ += rest.size();
  return rest.size();
}
Result<std::uint64_t> TextFile::seek(std::int64_t offset, Whence whence) {
  auto to = seek_to(whence == Whence::kSet ? 0 : whence == Whence::kCurrent ? offset_ : text_.size(), offset);
  if (to) offset_ = *to;
  return to;
}

// --- Pipe ---------------------------------------------------------------------------------------------------------------

void Pipe::take(char* to, std::size_t n) {
  const std::size_t first = std::min(n, kCapacity - head_);
  std::memcpy(to, buffer_.get() + head_, first);
  std::memcpy(to + first, buffer_.get(), n - first);
  head_ = (head_ + n) % kCapacity;
  size_ -= n;
}
Result<std::size_t> Pipe::read(char* to, std::size_t n) {
  if (size_ == 0) {
    if (writers_ == 0) return 0;
    return fail(Errno::kAGAIN);
  }
  n = std::min(n, size_);
  take(to, n);
  writable_.wake();
  return n;
}
Result<std::size_t> Pipe::read_until(char delimiter, std::size_t max, std::string& out) {
  if (size_ == 0) {
    if (writers_ == 0) return 0;
    return fail(Errno::kAGAIN);
  }
  std::size_t n = 0;
  const std::size_t there = std::min(max, size_);
  while (n < there) {
    const std::size_t at = (head_ + n) % kCapacity, run = std::min(there - n, kCapacity - at);
    const void* hit = std::memchr(buffer_.get() + at, delimiter, run);
    if (hit) {
      n += static_cast<std::size_t>(static_cast<const char*>(hit) - (buffer_.get() + at)) + 1;
      break;
    }
    n += run;
  }
  const std::size_t had = out.size();
  out.resize(had + n);
  take(out.data() + had, n);
  writable_.wake();
  return n;
}
Result<std::size_t> Pipe::write(std::string_view data) {
  if (readers_ == 0) return fail(Errno::kPIPE);
  const std::size_t room = kCapacity - size_;
  if (room == 0 || (data.size() <= kAtomic && room < data.size())) return fail(Errno::kAGAIN);
  if (!buffer_) buffer_ = std::make_unique_for_overwrite<char[]>(kCapacity);
  const std::size_t n = std::min(room, data.size()), tail = (head_ + size_) % kCapacity, first = std::min(n, kCapacity - tail);
  std::memcpy(buffer_.get() + tail, data.data(), first);
  std::memcpy(buffer_.get(), data.data() + first, n - first);
  size_ += n;
  readable_.wake();
  return n;
}

PipeEnd::PipeEnd(Ref<Pipe> pipe, bool readable, bool writable, vfs::FileSystem* fs, vfs::Ino ino, std::string path)
    : FileDescription(readable, writable), pipe_(std::move(pipe)), fs_(fs), ino_(ino), path_(std::move(path)) {
  pipe_->readers_ += readable;
  pipe_->writers_ += writable;
  if (ino_) (void)fs_->hold(ino_);
  pipe_->opened_.wake();
}
PipeEnd::~PipeEnd() {
  pipe_->readers_ -= readable();
  pipe_->writers_ -= writable();
  if (pipe_->readers_ == 0) pipe_->writable_.wake();
  if (pipe_->writers_ == 0) pipe_->readable_.wake();
  if (ino_) fs_->release(ino_);
}
Result<vfs::Stat> PipeEnd::stat() const {
  if (ino_) return fs_->stat(ino_);
  vfs::Stat s;
  s.ino = pipe_->id();
  s.type = vfs::Type::kFifo;
  s.mode = 0600;
  s.nlink = 1;
  return s;
}
std::string PipeEnd::target() const { return ino_ ? path_ : "pipe:[" + std::to_string(pipe_->id()) + "]"; }

}  // namespace nacre
