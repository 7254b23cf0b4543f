// sed's input files, and the files that -i writes. See sed_run.h.
#include "src/commands/sed_run.h"
#include "src/process/options.h"

namespace nacre {

SedInput::Fetch SedInput::fetch(std::string_view& line, bool& chomped) {
  if (!reader_) return index_ < files_.size() && !fatal_ ? Fetch::kMore : Fetch::kEnd;
  if (o_.unbuffered) {
    if (!have_) return Fetch::kMore;
    have_ = false;
    line = line_;
    chomped = line.ends_with(o_.delimiter);
    if (chomped) line.remove_suffix(1);
  } else if (reader_->take(line, o_.delimiter)) {
    chomped = true;
  } else {
    if (!reader_->at_end() || reader_->buffered().empty()) return Fetch::kMore;
    line = reader_->buffered();
    reader_->consume(line.size());
    chomped = false;
  }
  if (name_.data() != opened_.data() && name_ != opened_) name_ = opened_;
  ++number_;
  return Fetch::kLine;
}

bool SedInput::last_known() const {
  if (!reader_) return index_ == files_.size() || fatal_;
  if (buffered()) return true;
  if (!at_end()) return false;
  return o_.separate || index_ == files_.size();
}

bool SedInput::is_last() const { return !reader_ || !buffered(); }

void SedInput::give_up(std::string words) {
  p_.complain(words);
  fatal_ = true;
}

Task<> SedInput::advance() {
  if (!reader_) {
    co_await open_next();
  } else if (at_end()) {
    close();
    if (index_ < files_.size() && !fatal_) co_await open_next();
  } else {
    co_await read_more();
  }
}

Task<> SedInput::read_more() {
  Result<bool> more;
  if (!o_.unbuffered) {
    more = co_await reader_->fill();
  } else {
    line_.clear();
    for (;;) {
      auto n = co_await p_.read_until(fd_, o_.delimiter, 65536, line_);
      if (!n) more = fail(n.error());
      else if (*n == 0) ended_ = true;
      else if (line_.back() != o_.delimiter) continue;
      break;
    }
    have_ = !line_.empty();
  }
  if (more) co_return;
  if (more.error() == Errno::kNOMEM) give_up("memory exhausted");
  else give_up("read error on " + opened_ + ": " + std::string(more.error().words()));
}

Task<> SedInput::open_next() {
  const std::string name = files_[index_++];
  if (o_.separate) {
    number_ = 0;
    fresh_ = true;
  }
  if (name == "-" && !o_.in_place) {
    fd_ = 0;
    opened_ = "-";
    if (!p_.file(0)) {
      p_.complain("couldn't open file -: Bad file descriptor");
      fatal_ = true;
      co_return;
    }
  } else {
    auto fd = co_await p_.open(name, OpenFlags::reading());
    if (!fd) {
      p_.complain("can't read " + name + ": " + std::string(fd.error().words()));
      bad_ = true;
      co_return;
    }
    fd_ = *fd;
    opened_ = name;
    if (o_.in_place) co_await open_in_place(name);
    if (fatal_) co_return;
  }
  reader_.emplace(p_, fd_);
  have_ = ended_ = false;
}

Task<> SedInput::open_in_place(std::string name) {
  const vfs::Caller who = p_.caller();
  target_ = name;
  if (o_.follow_symlinks) {
    if (auto real = p_.fs().realpath(who, name)) target_ = *real;
  }
  auto stat = p_.file(fd_)->stat();
  if (!stat || stat->type != vfs::Type::kFile || p_.file(fd_)->is_terminal()) {
    give_up("couldn't edit " + name + ": not a regular file");
    co_return;
  }
  stat_ = *stat;
  const std::size_t slash = target_.rfind('/');
  const std::string folder = slash == target_.npos ? "./" : target_.substr(0, slash + 1);
  Result<int> fd = fail(Errno::kEXIST);
  for (unsigned n = static_cast<unsigned>(p_.pid()); !fd && fd.error() == Errno::kEXIST; ++n) {
    std::string tail;
    for (unsigned k = 0, v = n * 2654435761u; k < 6; ++k, v /= 26) tail += static_cast<char>('A' + v % 26);
    temporary_ = folder + "sed" + tail;
    fd = co_await p_.open(temporary_, {.write = true, .create = true, .exclusive = true}, 0600);
  }
  if (!fd) {
    give_up("couldn't open temporary file " + temporary_ + ": " + std::string(fd.error().words()));
    co_return;
  }
  new_fd_ = *fd;
  new_.emplace(p_, new_fd_);
}

// The new file becomes the old one, with its mode and owner.
void SedInput::replace() {
  const vfs::Caller who = p_.caller();
  const vfs::Ino ino = p_.file(new_fd_)->inode();
  if (fatal_ || spoiled_) {   // what is not whole replaces nothing
    new_.reset();
    (void)p_.close(std::exchange(new_fd_, -1));
    (void)p_.fs().unlink(who, temporary_);
    return;
  }
  auto written = new_->writer.flush();
  new_.reset();
  Result<> done = written;
  if (done) {
    if (stat_.uid != p_.uid || stat_.gid != p_.gid) (void)p_.fs().chown(who, ino, stat_.uid, stat_.gid);
    (void)p_.fs().chmod(who, ino, stat_.mode);
  } else {
    give_up("couldn't flush " + temporary_ + ": " + std::string(done.error().words()));
  }
  (void)p_.close(new_fd_);
  new_fd_ = -1;
  std::string from = temporary_;
  if (done && !o_.suffix.empty()) {
    std::string backup;
    bool star = false;
    for (char c : o_.suffix) {
      if (c == '*') backup += target_, star = true;
      else backup += c;
    }
    if (!star) backup = target_ + backup;
    done = p_.fs().rename(who, target_, backup);
    from = target_;
  }
  if (done) {
    from = temporary_;
    done = p_.fs().rename(who, temporary_, target_);
  }
  if (done) return;
  if (!fatal_) give_up("cannot rename " + from + ": " + std::string(done.error().words()));
  (void)p_.fs().unlink(who, temporary_);
}

void SedInput::close() {
  if (fd_ == 0 && !o_.unbuffered && reader_ && !reader_->buffered().empty() && p_.file(0))
    (void)p_.file(0)->seek(-static_cast<std::int64_t>(reader_->buffered().size()), Whence::kCurrent);
  reader_.reset();
  if (new_) replace();
  if (fd_ > 0) (void)p_.close(fd_);
  fd_ = -1;
}

}  // namespace nacre
