// The input operands of a command: names of files, or "-" for standard input. Opens them, reads them, closes them.
//
//   Input in(p, name);
//   if (!co_await in.open()) { status = 1; continue; }        // "cat: x: No such file or directory" was said
//   ... in.fd() ...
//
// The loops over all of several files are for_each_chunk and for_each_record.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "src/process/io.h"
#include "src/process/options.h"
#include "src/process/process.h"

namespace nacre {

// The regular file behind a descriptor, for reading without copies and for seeking; null for all else.
inline VfsFile* regular_file(Process& p, int fd) {
  FileDescription* f = p.file(fd);
  auto* v = f && f->readable() && f->inode() ? dynamic_cast<VfsFile*>(f) : nullptr;
  if (!v || vfs::is_synthetic(v->inode())) return nullptr;
  auto type = p.fs().type(v->inode());
  return type && *type == vfs::Type::kFile ? v : nullptr;
}

class Input {
 public:
  Input(Process& p, std::string_view name) : process_(p), name_(name) {}
  Input(const Input&) = delete;
  ~Input() { close(); }
  // The error is that of open(2).
  Task<Result<>> try_open() {
    if (is_stdin()) {
      fd_ = 0;
      co_return Result<>();
    }
    auto fd = co_await process_.open(std::string(name_), OpenFlags::reading());
    if (!fd) co_return fail(fd.error());
    fd_ = *fd;
    co_return Result<>();
  }
  // The same with the message of most commands.
  Task<bool> open() {
    auto r = co_await try_open();
    if (!r) process_.complain(quote_if_needed(name_), r.error());
    co_return r.has_value();
  }
  void close() {
    if (fd_ > 0) (void)process_.close(fd_);
    fd_ = -1;
  }
  bool is_stdin() const { return name_ == "-"; }
  std::string_view name() const { return name_; }
  int fd() const { return fd_; }
  VfsFile* regular() const { return regular_file(process_, fd_); }

 private:
  Process& process_;
  std::string_view name_;
  int fd_ = -1;
};

// Operands, or standard input when there are none.
inline std::vector<std::string_view> inputs_or_stdin(const Options& o) {
  return o.operands().empty() ? std::vector<std::string_view>{"-"} : o.operands();
}

// Gives each record of the descriptor to f.record(text, delimited), which writes to out.
template <class F>
Task<Result<>> read_records(Process& p, int fd, char end, Writer& out, F& f) {
  Reader in(p, fd);
  for (;;) {
    std::string_view record;
    std::uint32_t work = 0;
    while (in.take(record, end)) {
      f.record(record, true);
      ++work;
      if (!out.full()) continue;
      if (!out.flush()) co_return Result<>();
      if (p.spent(1)) co_await p.spend(0);
    }
    const std::size_t had = in.buffered().size();
    auto more = co_await in.fill();
    if (!more) co_return fail(more.error());
    if (*more) {
      work += static_cast<std::uint32_t>((in.buffered().size() - had) / 128);
      if (p.spent(work)) co_await p.spend(0);
      continue;
    }
    if (!in.buffered().empty()) f.record(in.buffered(), false);
    co_return Result<>();
  }
}

// Gives the contents of the files to f.chunk(bytes), and calls f.end_of_file() after each; messages about what cannot be
// read. Gives the status, 1 after such a message. A chunk() that gives a number took so many bytes of its text, maybe
// none, and gets the rest once what it wrote is flushed: so output of any size needs no memory.
template <class F>
Task<int> for_each_chunk(Process& p, const std::vector<std::string_view>& names, Writer& out, F& f) {
  int status = 0;
  for (std::string_view name : names) {
    Input in(p, name);
    if (auto r = co_await in.try_open(); !r) {
      out.complain(quote_if_needed(name), r.error());
      status = 1;
      continue;
    }
    Reader reader(p, in.fd());
    for (;;) {
      auto more = co_await reader.fill();
      if (!more) {
        out.complain(quote_if_needed(name), more.error());
        status = 1;
      }
      if (!more || !*more) break;
      while (!reader.buffered().empty()) {
        std::size_t n = reader.buffered().size();
        if constexpr (std::is_void_v<decltype(f.chunk(reader.buffered()))>) {
          f.chunk(reader.buffered());
        } else {
          n = f.chunk(reader.buffered());
        }
        reader.consume(n);
        if (out.full() && !out.flush()) co_return status;
        if (p.spent(static_cast<std::uint32_t>(1 + n / 128))) co_await p.spend(0);
      }
    }
    f.end_of_file();
  }
  co_return status;
}

// The same by records: f.record(text, delimited), f.end_of_file().
template <class F>
Task<int> for_each_record(Process& p, const std::vector<std::string_view>& names, char end, Writer& out, F& f) {
  int status = 0;
  for (std::string_view name : names) {
    Input in(p, name);
    auto r = co_await in.try_open();
    if (r) r = co_await read_records(p, in.fd(), end, out, f);
    if (!r) {
      if (r.error() == Errno::kNOMEM) out.complain("memory exhausted");
      else out.complain(quote_if_needed(name), r.error());
      status = 1;
    }
    if (out.failed()) break;
    f.end_of_file();
  }
  co_return status;
}

}  // namespace nacre
