// Open file descriptions (POSIX XBD 3.234): what file descriptors refer to. dup, fork and inheritance share them, and with
// them the offset and the status flags.
//
// Reads and writes here are attempts: they do what can be done at once and say EAGAIN otherwise; waiting is the business of
// Process::read and Process::write, on the queues that the description names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "src/base/ref.h"
#include "src/base/result.h"
#include "src/process/wait.h"
#include "vfs/file_system.h"

namespace nacre {

enum class Whence { kSet, kCurrent, kEnd };

class FileDescription : public RefCounted<FileDescription> {
 public:
  explicit FileDescription(bool readable, bool writable) : readable_(readable), writable_(writable) {}
  virtual ~FileDescription() = default;
  bool readable() const { return readable_; }
  bool writable() const { return writable_; }

  // Reads up to n bytes; 0 is end of file. EAGAIN: nothing yet.
  virtual Result<std::size_t> read(char* to, std::size_t n) = 0;
  // Writes what fits now and gives its length. EAGAIN: nothing fits. EPIPE: nobody reads.
  virtual Result<std::size_t> write(std::string_view data) = 0;
  // Appends to `out` what is there up to and including the first `delimiter`, at most `max` bytes, and consumes no more
  // than that: what the builtin `read` needs on a pipe. Gives the number of bytes; 0 is end of file; EAGAIN.
  virtual Result<std::size_t> read_until(char delimiter, std::size_t max, std::string& out);
  virtual Result<std::uint64_t> seek(std::int64_t, Whence) { return fail(Errno::kSPIPE); }
  virtual Result<vfs::Stat> stat() const = 0;
  // Where the next write goes, in a regular file.
  virtual std::optional<std::uint64_t> write_position() const { return std::nullopt; }
  virtual WaitQueue* read_queue() { return nullptr; }
  virtual WaitQueue* write_queue() { return nullptr; }
  // A read would not wait: select(2). For `read -t 0`.
  virtual bool ready_to_read() const { return true; }
  virtual bool is_terminal() const { return false; }
  // The inode behind it, for fchmod, ftruncate, reopening and comparison; 0 where there is none.
  virtual vfs::Ino inode() const { return 0; }
  // What /proc/self/fd/N is a link to: a path, "pipe:[7]".
  virtual std::string target() const = 0;
  // True for O_APPEND.
  virtual bool append() const { return false; }

 private:
  bool readable_, writable_;
};

// A regular file or directory of the filesystem; holds its inode.
class VfsFile final : public FileDescription {
 public:
  VfsFile(vfs::FileSystem& fs, vfs::Ino ino, bool readable, bool writable, bool append, std::string path);
  ~VfsFile() override;
  Result<std::size_t> read(char* to, std::size_t n) override;
  Result<std::size_t> write(std::string_view data) override;
  Result<std::size_t> read_until(char delimiter, std::size_t max, std::string& out) override;
  Result<std::uint64_t> seek(std::int64_t offset, Whence whence) override;
  Result<vfs::Stat> stat() const override { return fs_.stat(ino_); }
  std::optional<std::uint64_t> write_position() const override { return append_ ? fs_.size(ino_).value_or(0) : offset_; }
  vfs::Ino inode() const override { return ino_; }
  std::string target() const override { return path_; }
  bool append() const override { return append_; }
  std::uint64_t offset() const { return offset_; }

 private:
  vfs::FileSystem& fs_;
  vfs::Ino ino_;
  std::uint64_t offset_ = 0;
  bool append_;
  std::string path_;
};

// A character device: the null device and its like, by its rdev of vfs/populate.
class Machine;
class DeviceFile final : public FileDescription {
 public:
  enum class Kind { kNull, kZero, kFull, kRandom };
  DeviceFile(Machine& machine, Kind kind, vfs::Ino ino, bool readable, bool writable, std::string path);
  Result<std::size_t> read(char* to, std::size_t n) override;
  Result<std::size_t> write(std::string_view data) override;
  Result<std::uint64_t> seek(std::int64_t, Whence) override { return 0; }
  Result<vfs::Stat> stat() const override;
  vfs::Ino inode() const override { return ino_; }
  std::string target() const override { return path_; }

 private:
  Machine& machine_;
  Kind kind_;
  vfs::Ino ino_;
  std::string path_;
};

// A text made when it was opened, as the files of /proc are.
class TextFile final : public FileDescription {
 public:
  TextFile(std::string text, vfs::Stat stat, std::string path)
      : FileDescription(true, false), text_(std::move(text)), stat_(stat), path_(std::move(path)) {}
  Result<std::size_t> read(char* to, std::size_t n) override;
  Result<std::size_t> read_until(char delimiter, std::size_t max, std::string& out) override;
  Result<std::size_t> write(std::string_view) override { return fail(Errno::kBADF); }
  Result<std::uint64_t> seek(std::int64_t offset, Whence whence) override;
  Result<vfs::Stat> stat() const override { return stat_; }
  std::string target() const override { return path_; }

 private:
  std::string text_;
  vfs::Stat stat_;
  std::string path_;
  std::uint64_t offset_ = 0;
};

// A bounded buffer of 64 KiB between processes: a pipe, or what is behind an open FIFO. Its memory comes with the first byte.
class Pipe : public RefCounted<Pipe> {
 public:
  static constexpr std::size_t kCapacity = 65536, kAtomic = 4096;
  explicit Pipe(std::uint32_t id) : id_(id) {}

  Result<std::size_t> read(char* to, std::size_t n);
  Result<std::size_t> read_until(char delimiter, std::size_t max, std::string& out);
  // Writes of up to kAtomic bytes (PIPE_BUF) are done whole or not at all.
  Result<std::size_t> write(std::string_view data);
  std::uint32_t id() const { return id_; }
  std::size_t size() const { return size_; }
  // Nobody reads it (any more): a write would be EPIPE.
  bool broken() const { return readers_ == 0; }

 private:
  friend class PipeEnd;
  friend class Process;
  void take(char* to, std::size_t n);
  std::uint32_t id_;
  std::unique_ptr<char[]> buffer_;
  std::size_t head_ = 0, size_ = 0;
  int readers_ = 0, writers_ = 0;
  WaitQueue readable_, writable_;
  WaitQueue opened_;  // opens of a FIFO that wait for the other end
};

// One end of a pipe, or both (a FIFO opened with <>).
class PipeEnd final : public FileDescription {
 public:
  PipeEnd(Ref<Pipe> pipe, bool readable, bool writable, vfs::FileSystem* fs = nullptr, vfs::Ino ino = 0, std::string path = {});
  ~PipeEnd() override;
  Result<std::size_t> read(char* to, std::size_t n) override { return pipe_->read(to, n); }
  Result<std::size_t> read_until(char d, std::size_t max, std::string& out) override { return pipe_->read_until(d, max, out); }
  Result<std::size_t> write(std::string_view data) override { return pipe_->write(data); }
  Result<vfs::Stat> stat() const override;
  bool ready_to_read() const override { return pipe_->size_ > 0 || pipe_->writers_ == 0; }
  WaitQueue* read_queue() override { return &pipe_->readable_; }
  WaitQueue* write_queue() override { return &pipe_->writable_; }
  vfs::Ino inode() const override { return ino_; }
  std::string target() const override;
  const Ref<Pipe>& pipe() const { return pipe_; }

 private:
  Ref<Pipe> pipe_;
  vfs::FileSystem* fs_;
  vfs::Ino ino_;
  std::string path_;
};

}  // namespace nacre
