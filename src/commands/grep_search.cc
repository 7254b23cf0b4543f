// The search of one file: blocks are read behind what is kept, and all whole lines in the buffer are searched at once.
// A long search pauses at line ends, so that others run. See grep.h.
#include <algorithm>
#include <cstring>

#include "src/base/memory.h"
#include "src/commands/grep.h"
#include "src/process/options.h"

namespace nacre {

namespace {
constexpr std::uint64_t kDear = 500'000;   // steps after which a window is halved: about 5 ms
constexpr std::size_t kSmallestWindow = 2048;
}  // namespace

void GrepSearch::reset() {
  begin_ = end_ = scan_ = 0;
  shown_ = kNone;
  base_ = after_match_ = 0;
  selected_ = pending_ = 0;
  outleft_ = s_.max_count;
  null_at_ = -1;
  quiet_ = s_.quiet;
  first_match_ = s_.done_on_first_match;
  failed_ = over_ = false;
}

// Reads a block behind the buffer's end, moving or growing it before. 0 at the end of the file. ENOMEM.
Task<Result<std::size_t>> GrepSearch::read(int fd) {
  if (capacity_ < end_ + kRead + 1 && begin_ > 0) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
    printer_.drop(begin_);
    base_ += begin_;
    scan_ -= begin_;
    if (shown_ != kNone) shown_ -= begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  if (capacity_ < end_ + kRead + 1) {
    const std::uint64_t wanted = std::max<std::uint64_t>(std::uint64_t{2} * kRead, std::uint64_t{capacity_} * 2);
    if (wanted > SIZE_MAX / 2 || (capacity_ && !memory::available(wanted))) co_return fail(Errno::kNOMEM);
    auto larger = std::make_unique_for_overwrite<char[]>(static_cast<std::size_t>(wanted));
    if (end_) std::memcpy(larger.get(), buffer_.get(), end_);
    buffer_ = std::move(larger);
    capacity_ = static_cast<std::size_t>(wanted);
  }
  auto n = co_await p_.read(fd, buffer_.get() + end_, kRead);
  if (!n) co_return fail(n.error());
  end_ += *n;
  co_return *n;
}

// A file with NULs is no text; nor is one with a hole ahead.
bool GrepSearch::has_nulls(int fd, std::size_t from, bool first) {
  if (std::memchr(buffer_.get() + from, 0, end_ - from)) return true;
  if (!first) return false;
  const FileDescription* f = p_.file(fd);
  if (!f || !f->inode() || vfs::is_synthetic(f->inode())) return false;
  auto size = p_.fs().size(f->inode());
  const std::uint64_t at = end_ - from;
  if (!size || *size <= at) return false;
  auto hole = p_.fs().next_hole(f->inode(), at);
  return hole && *hole < *size;
}

// A match or, with -z, a record that matches, in the whole lines from scan_ to limit.
Found GrepSearch::find(std::size_t limit, RegexMatch& line) {
  if (s_.eol == '\n') return regex_.find_line(std::string_view(buffer_.get() + scan_, limit - scan_), 0, line);
  for (std::size_t at = scan_; at < limit;) {
    const std::size_t size = line_end(at) - 1 - at;
    const Found found = regex_.search(std::string_view(buffer_.get() + at, size));
    if (found != Found::kNo) {
      line = {at - scan_, at - scan_ + size};
      return found;
    }
    at += size + 1;
  }
  return Found::kNo;
}

// Searches on, to the limit (the end of a line) or to a good place for a pause.
GrepSearch::Step GrepSearch::scan(std::size_t limit) {
  while (scan_ < limit) {
    std::size_t window = limit;
    if (window - scan_ > window_) window = line_end(scan_ + window_);
    RegexMatch line;
    const std::int64_t before = selected_;
    const Found found = find(window, line);
    const std::uint64_t steps = regex_.take_steps();
    if (steps > kDear) window_ = std::max(window_ / 2, kSmallestWindow);
    else if (steps < kDear / 4 && found == Found::kNo) window_ = std::min(window_ * 2, kRead);
    if (found == Found::kLimit) {
      over_ = true;
      return Step::kStop;
    }
    if (found == Found::kNo) {
      if (s_.invert) select(scan_, window);
      scan_ = window;
    } else {
      const std::size_t begin = scan_ + line.begin, end = scan_ + line.end + 1;
      if (!s_.invert) select(begin, end);
      else if (scan_ < begin) select(scan_, begin);
      scan_ = end;
    }
    if (printer_.over()) over_ = true;
    if (over_ || outleft_ == 0 || (first_match_ && selected_ > before)) return Step::kStop;
    const bool flush = out_.full() || (s_.line_buffered && !out_.buffer().empty());
    if (p_.spent(static_cast<std::uint32_t>(steps / 10 + 1)) || flush)
      return Step::kPause;
  }
  return Step::kRegion;
}

Task<> GrepSearch::scan_region(std::size_t limit) {
  for (;;) {
    const Step step = scan(limit);
    if (s_.line_buffered || out_.full()) out_.flush();
    if (step != Step::kPause || out_.failed()) co_return;
    co_await p_.spend(0);
  }
}

void GrepSearch::show_line(std::size_t begin, std::size_t end, bool selected) {
  if (printer_.line(buffer_.get(), begin, end, selected)) shown_ = end;
}

// Behind the end of the line that holds the offset; there is one.
std::size_t GrepSearch::line_end(std::size_t at) const {
  const void* end = std::memchr(buffer_.get() + at, s_.eol, end_ - at);
  return static_cast<std::size_t>(static_cast<const char*>(end) - buffer_.get()) + 1;
}

// The start of the lines of leading context before `from`; not before floor.
std::size_t GrepSearch::context_start(std::size_t from, std::size_t floor) const {
  std::size_t at = from;
  for (std::int64_t i = 0; i < s_.before && at > floor; ++i) {
    --at;
    while (at > floor && buffer_[at - 1] != s_.eol) --at;
  }
  return at;
}

// The lines from begin to end are selected: several with -v, else one.
void GrepSearch::select(std::size_t begin, std::size_t end) {
  if (quiet_) {
    if (!s_.invert) {
      ++selected_;
      --outleft_;
      after_match_ = base_ + end;
      return;
    }
    std::size_t at = begin;
    if (first_match_ || std::count(buffer_.get() + begin, buffer_.get() + end, s_.eol) > outleft_) {
      while (at < end && outleft_ > 0) {
        at = line_end(at);
        --outleft_;
        ++selected_;
      }
    } else {
      const std::int64_t n = std::count(buffer_.get() + begin, buffer_.get() + end, s_.eol);
      outleft_ -= n;
      selected_ += n;
      at = end;
    }
    after_match_ = base_ + at;
    return;
  }
  if (pending_ > 0) show_pending(begin);
  const std::size_t floor = shown_ == kNone ? begin_ : shown_;
  std::size_t at = s_.before > 0 ? context_start(begin, floor) : begin;
  if ((s_.before >= 0 || s_.after >= 0) && used_ && at != shown_ && s_.has_separator) printer_.group_separator();
  while (at < begin) {
    const std::size_t next = line_end(at);
    show_line(at, next, false);
    at = next;
  }
  while (at < end && outleft_ > 0) {
    const std::size_t next = s_.invert ? line_end(at) : end;
    show_line(at, next, true);
    at = next;
    --outleft_;
    ++selected_;
  }
  after_match_ = base_ + at;
  pending_ = std::max<std::int64_t>(0, s_.after);
  used_ = true;
}

// Trailing context that is still due, up to limit. Like GNU, it does not get past a line that is no text.
void GrepSearch::show_pending(std::size_t limit) {
  if (shown_ == kNone) shown_ = begin_;
  for (; pending_ > 0 && shown_ < limit; --pending_) show_line(shown_, line_end(shown_), false);
}

// All lines before limit are done; those that may be leading context are kept.
void GrepSearch::keep_context(std::size_t limit) {
  const std::size_t floor = shown_ == kNone ? begin_ : shown_;
  const std::size_t keep = s_.before > 0 && !quiet_ ? context_start(limit, floor) : limit;
  if (keep != shown_) shown_ = kNone;
  if (s_.line_number && !quiet_) printer_.count_lines(buffer_.get(), keep);
  begin_ = keep;
  scan_ = limit;
}

// Where others that share standard input go on: behind the last line selected, or at the end.
void GrepSearch::place_stdin(bool at_end) {
  FileDescription* f = p_.file(0);
  if (!f) return;
  if (outleft_ > 0) {
    if (!at_end) (void)f->seek(0, Whence::kEnd);
  } else if (after_match_ != base_ + end_) {
    (void)f->seek(static_cast<std::int64_t>(after_match_), Whence::kSet);
  }
}

Task<> GrepSearch::drain(int fd) {
  for (;;) {
    auto n = co_await p_.read(fd, buffer_.get(), kRead);
    if (!n || *n == 0) co_return;
  }
}

Task<std::int64_t> GrepSearch::search(int fd, std::string shown_name) {
  reset();
  name_ = std::move(shown_name);
  printer_.start_file(name_);
  FileDescription* file = p_.file(fd);
  std::uint64_t offset = 0;
  if (fd == 0 && file) offset = file->seek(0, Whence::kCurrent).value_or(0);
  base_ = offset;
  if (s_.initial_tab && file) {
    auto stat = file->stat();
    printer_.align_numbers(stat && stat->type == vfs::Type::kFile ? stat->size : INT64_MAX);
  }
  using Binary = GrepSettings::Binary;
  bool at_end = false;
  for (bool first = true;; first = false) {
    const std::size_t had = end_ - begin_;
    auto n = co_await read(fd);
    if (!n && n.error() == Errno::kNOMEM) {
      out_.complain("memory exhausted");
      fatal_ = true;
      co_return selected_;
    }
    if (!n) {
      if (!s_.no_messages) out_.complain(name_, n.error());
      failed_ = true;
      break;
    }
    const std::size_t fresh = begin_ + had;
    if (s_.eol == '\n' && s_.binary != Binary::kText && null_at_ < 0 && *n > 0 && has_nulls(fd, fresh, first)) {
      if (s_.binary == Binary::kWithoutMatch) co_return 0;
      if (!s_.count) first_match_ = quiet_ = true;
      null_at_ = selected_;
    }
    if (null_at_ >= 0) std::replace(buffer_.get() + fresh, buffer_.get() + end_, '\0', s_.eol);
    at_end = *n == 0;
    if (at_end) {
      if (scan_ == end_) break;
      buffer_[end_++] = s_.eol;   // read() leaves room for it
    }
    std::size_t limit = end_;
    while (limit > fresh && buffer_[limit - 1] != s_.eol) --limit;
    if (limit == fresh) continue;   // a line longer than the block
    if (outleft_ > 0) {
      if (scan_ < limit) co_await scan_region(limit);
      if (over_) {
        out_.complain(name_ + ": " + std::string(regex_.limit_words()));
        fatal_ = true;
        co_return selected_;
      }
      if (out_.failed()) break;
    }
    if (pending_ > 0) show_pending(limit);
    if (out_.full() || s_.line_buffered) out_.flush();
    if (at_end || finished()) break;
    keep_context(limit);
    if (p_.spent(8)) co_await p_.spend(0);
  }
  const bool binary = printer_.encoding_error() || (null_at_ >= 0 && null_at_ < selected_);
  if (s_.binary == Binary::kReport && !s_.quiet && binary) out_.complain(name_ + ": binary file matches");
  if (fd == 0 && !failed_) {
    if (s_.output_is_null && !at_end && outleft_ > 0 && file && file->read_queue()) co_await drain(fd);
    else place_stdin(at_end);
  }
  co_return selected_;
}

}  // namespace nacre
