// Buffered reading and writing for commands: chunks are awaited, records and bytes are not.
//
//   Reader in(p, fd); Writer out(p, 1);
//   std::string_view line;
//   while (true) {
//     while (in.take(line)) { ...; out.put(line); out.put('\n'); if (out.full()) out.flush(); }   // no await per line
//     auto more = co_await in.fill();
//     if (!more) ...error...
//     if (!*more) break;                       // end of file: in.buffered() is a last line without newline
//   }
//   co_return out.finish(status);              // writes the rest; "cat: write error: No space left on device" and 1
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "src/process/process.h"

namespace nacre {

class Reader {
 public:
  static constexpr std::size_t kChunk = 65536;
  // Reads from the descriptor, which stays the caller's to close.
  Reader(Process& p, int fd) : process_(&p), fd_(fd) {}

  // What has been read and not consumed. Views of it are valid until fill() or next() is awaited.
  std::string_view buffered() const { return {buffer_.get() + begin_, end_ - begin_}; }
  void consume(std::size_t n) { begin_ += n; scanned_ = 0; }
  bool at_end() const { return ended_; }
  // Reads at least one byte more behind what is buffered, up to a chunk; the buffer grows when a record needs it.
  // False at end of file. ENOMEM when the budget does not allow a record of that length.
  Task<Result<bool>> fill();
  // Takes the next record that is wholly buffered, without its delimiter. False when there is none yet.
  bool take(std::string_view& record, char delimiter = '\n') {
    const char* from = buffer_.get() + begin_ + scanned_;
    const std::size_t n = end_ - begin_ - scanned_;
    const void* hit = n ? std::memchr(from, delimiter, n) : nullptr;
    if (!hit) {
      scanned_ = end_ - begin_;
      return false;
    }
    const std::size_t length = static_cast<std::size_t>(static_cast<const char*>(hit) - buffer_.get()) - begin_;
    record = {buffer_.get() + begin_, length};
    consume(length + 1);
    delimited_ = true;
    return true;
  }
  // The next record, reading as needed; false at the end. had_delimiter() is false for a last record without one.
  Task<Result<bool>> next(std::string_view& record, char delimiter = '\n') {
    if (take(record, delimiter)) return Task<Result<bool>>::ready(true);
    return next_slow(record, delimiter);
  }
  bool had_delimiter() const { return delimited_; }
  int descriptor() const { return fd_; }

 private:
  Task<Result<bool>> next_slow(std::string_view& record, char delimiter);
  Process* process_;
  int fd_;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0, begin_ = 0, end_ = 0, scanned_ = 0;
  bool ended_ = false, delimited_ = false;
};

class Writer {
 public:
  static constexpr std::size_t kChunk = 32768;
  Writer(Process& p, int fd) : process_(&p), fd_(fd) {}

  // What would not fit in memory fails with ENOMEM, as a write does.
  void put(std::string_view bytes);
  void put(char c);
  void put(std::size_t times, char c);
  // True when a flush is due.
  bool full() const { return buffer_.size() >= kChunk; }
  std::string& buffer() { return buffer_; }
  // Writes what is buffered, by Process::put: it does not wait, so a loop that prints without bound awaits something else, as
  // p.spend(), which does. After an error all is dropped and the first error stays.
  const Result<>& flush();
  bool failed() const { return !error_.has_value(); }
  // Notes an error of a write that the command did itself.
  void fail_with(const Error& e) {
    if (!failed()) error_ = std::unexpected(e);
  }
  const Result<>& error() const { return error_; }
  // flush(), then Process::complain: so that messages and output keep their order, as with GNU's error().
  void complain(std::string_view text);
  void complain(std::string_view subject, const Error& error);
  // flush(), then a message about the first write error and 1, else the status.
  int finish(int status);

 private:
  Process* process_;
  int fd_;
  std::string buffer_;
  Result<> error_;
};

// All that is left of the descriptor, or of the file; for small inputs, bounded by the memory budget (ENOMEM).
Task<Result<std::string>> read_all(Process& p, int fd);
Task<Result<std::string>> read_file(Process& p, std::string path);

}  // namespace nacre
