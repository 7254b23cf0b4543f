// Chunks in and out; see io.h.
#include "src/process/io.h"

#include <algorithm>

#include "src/base/memory.h"

namespace nacre {

Task<Result<bool>> Reader::fill() {
  if (ended_) co_return false;
  if (begin_ == end_) {
    begin_ = end_ = scanned_ = 0;
  } else if (capacity_ - end_ < kChunk / 4 && begin_ >= capacity_ / 2) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (capacity_ - end_ < kChunk / 4) {
    const std::uint64_t wanted = std::max<std::uint64_t>(kChunk, std::uint64_t{capacity_} * 2);
    if (wanted > SIZE_MAX / 2 || (capacity_ && !memory::available(wanted))) co_return fail(Errno::kNOMEM);
    auto larger = std::make_unique_for_overwrite<char[]>(static_cast<std::size_t>(wanted));
    if (end_ > begin_) std::memcpy(larger.get(), buffer_.get() + begin_, end_ - begin_);
    buffer_ = std::move(larger);
    capacity_ = static_cast<std::size_t>(wanted);
    end_ -= begin_;
    begin_ = 0;
  }
  auto n = co_await process_->read(fd_, buffer_.get() + end_, capacity_ - end_);
  if (!n) co_return fail(n.error());
  if (*n == 0) {
    ended_ = true;
    co_return false;
  }
  end_ += *n;
  co_return true;
}

Task<Result<bool>> Reader::next_slow(std::string_view& record, char delimiter) {
  for (;;) {
    auto more = co_await fill();
    if (!more) co_return fail(more.error());
    if (take(record, delimiter)) co_return true;
    if (*more) continue;
    record = buffered();
    delimited_ = false;
    if (record.empty()) co_return false;
    consume(record.size());
    co_return true;
  }
}

void Writer::put(std::string_view bytes) {
  if (memory::can_append(buffer_, bytes.size())) buffer_.append(bytes);
  else fail_with(Errno::kNOMEM);
}

void Writer::put(char c) {
  if (memory::can_append(buffer_, 1)) buffer_.push_back(c);
  else fail_with(Errno::kNOMEM);
}

void Writer::put(std::size_t times, char c) {
  if (memory::can_append(buffer_, times)) buffer_.append(times, c);
  else fail_with(Errno::kNOMEM);
}

const Result<>& Writer::flush() {
  if (!buffer_.empty() && !failed()) error_ = process_->put(fd_, buffer_);
  buffer_.clear();
  return error_;
}
void Writer::complain(std::string_view text) {
  flush();
  process_->complain(text);
}
void Writer::complain(std::string_view subject, const Error& error) {
  flush();
  process_->complain(subject, error);
}

int Writer::finish(int status) {
  flush();
  if (!failed()) return status;
  process_->complain("write error", error_.error());
  return status ? status : 1;
}

Task<Result<std::string>> read_all(Process& p, int fd) {
  std::string all;
  for (;;) {
    const std::size_t had = all.size(), step = std::clamp<std::size_t>(had, 4096, 1 << 20);
    if (!memory::available(had + step)) co_return fail(Errno::kNOMEM);
    all.resize(had + step);
    auto n = co_await p.read(fd, all.data() + had, step);
    if (!n) co_return fail(n.error());
    all.resize(had + *n);
    if (*n == 0) co_return all;
  }
}

Task<Result<std::string>> read_file(Process& p, std::string path) {
  auto fd = co_await p.open(std::move(path), OpenFlags::reading());
  if (!fd) co_return fail(fd.error());
  auto all = co_await read_all(p, *fd);
  (void)p.close(*fd);
  co_return all;
}

}  // namespace nacre
