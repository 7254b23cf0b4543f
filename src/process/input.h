// An input operand of a command: a file's name, or "-" for standard input. Opens it and closes it.
//
//   Input in(p, name);
//   if (!co_await in.open()) { status = 1; continue; }        // "cat: x: No such file or directory" was said
//   ... in.fd() ...
#pragma once

#include <string>
#include <string_view>

#include "src/process/options.h"
#include "src/process/process.h"

namespace nacre {

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
    if (!r) co_await process_.complain(quote_if_needed(name_), r.error());
    co_return r.has_value();
  }
  void close() {
    if (fd_ > 0) (void)process_.close(fd_);
    fd_ = -1;
  }
  bool is_stdin() const { return name_ == "-"; }
  std::string_view name() const { return name_; }
  int fd() const { return fd_; }
  // The regular file behind it, for reading without copies and for seeking; null for all else.
  VfsFile* regular() const {
    FileDescription* f = process_.file(fd_);
    auto* v = f && f->readable() && f->inode() ? dynamic_cast<VfsFile*>(f) : nullptr;
    if (!v || vfs::is_synthetic(v->inode())) return nullptr;
    auto type = process_.fs().type(v->inode());
    return type && *type == vfs::Type::kFile ? v : nullptr;
  }

 private:
  Process& process_;
  std::string_view name_;
  int fd_ = -1;
};

}  // namespace nacre
