// Descriptors, opening, waiting and messages of a process; see process.h. Starting programs is in exec.cc.
#include "src/process/process.h"

#include <algorithm>
#include <deque>

#include "src/base/memory.h"
#include "src/process/machine.h"
#include "src/process/options.h"

namespace nacre {

// What put() could not write, in order. Stands in the queue of the pipe that its first part waits for, and then lets the
// process wait for what it was about to wait for, `next_`, or go on.
class Process::Backlog final : public Waiter {
 public:
  explicit Backlog(Process& p) : Waiter(p) { interruptible_ = false; }
  void add(int fd, std::string_view data) { parts_.push_back(std::make_unique<Part>(*process_, fd, data)); }
  // Writes what fits; true when nothing is left. It must be destroyed then.
  bool deliver() {
    while (!parts_.empty()) {
      Part& first = *parts_.front();
      if (!first.write.push()) return false;
      if (Result<> r = first.write.await_resume(); !r && first.fd != 2) process_->late_ = r;
      parts_.pop_front();
    }
    return true;
  }
  // In the queue of what the first part is for.
  void stand() {
    WaitQueue* queue = parts_.front()->write.queue();
    if (queue == queue_) return;
    leave();
    queue->add(*this);
    queue_ = queue;
  }
  void then(Waiter* w, WaitQueue* queue, std::optional<Nanoseconds> deadline, bool interruptible) {
    next_ = w;
    next_queue_ = queue;
    deadline_ = deadline;
    next_interruptible_ = interruptible;
  }
  bool attempt() override {
    if (!deliver()) {
      stand();
      return false;
    }
    leave();
    const std::unique_ptr<Backlog> self = std::move(process_->backlog_);
    if (!next_) finish(Errno::kOk);
    else if (process_->fatal_ || next_->attempt()) next_->finish(Errno::kOk);
    else process_->block(*next_, next_queue_, deadline_, next_interruptible_);
    return false;   // the rest is done
  }

 private:
  struct Part {
    Part(Process& p, int descriptor, std::string_view data) : fd(descriptor), text(data), write(p, descriptor, text) {}
    int fd;
    std::string text;
    Write write;
  };
  std::deque<std::unique_ptr<Part>> parts_;
  WaitQueue* queue_ = nullptr;
  Waiter* next_ = nullptr;
  WaitQueue* next_queue_ = nullptr;
  std::optional<Nanoseconds> deadline_;
  bool next_interruptible_ = false;
};

Process::Process(Machine& machine, Pid pid) : machine_(machine), pid_(pid), group_(pid), session_(pid) {}
Process::~Process() {
  close_all();
  if (cwd_) machine_.fs().release(cwd_);
}

vfs::FileSystem& Process::fs() const { return machine_.fs(); }

vfs::Caller Process::caller() const {
  return {.root = vfs::kRootIno, .cwd = cwd_, .uid = uid, .gid = gid, .groups = groups, .umask = umask,
          .pid = static_cast<std::uint32_t>(pid_)};
}

std::optional<std::string_view> Process::getenv(std::string_view key) const {
  if (!env) return std::nullopt;
  for (const std::string& e : env->entries)
    if (e.size() > key.size() && e[key.size()] == '=' && e.starts_with(key)) return std::string_view(e).substr(key.size() + 1);
  return std::nullopt;
}

Result<> Process::chdir(std::string_view path) {
  auto ino = fs().resolve(caller(), path);
  if (!ino) return fail(ino.error());
  auto type = fs().type(*ino);
  if (!type) return fail(type.error());
  if (*type != vfs::Type::kDirectory) return fail(Errno::kNOTDIR);
  if (auto ok = fs().permit(caller(), *ino, vfs::kExecutable); !ok) return ok;
  if (auto ok = fs().hold(*ino); !ok) return ok;
  if (cwd_) fs().release(cwd_);
  cwd_ = *ino;
  return {};
}

// --- descriptors --------------------------------------------------------------------------------------------------------

FileDescription* Process::file(int fd) const {
  return fd >= 0 && static_cast<std::size_t>(fd) < descriptors_.size() ? descriptors_[static_cast<std::size_t>(fd)].file.get()
                                                                       : nullptr;
}
Result<int> Process::add_file(Ref<FileDescription> f, int at_least, bool cloexec) {
  int fd = at_least;
  while (file(fd)) ++fd;
  if (auto ok = set_file(fd, std::move(f), cloexec); !ok) return fail(Errno::kMFILE);
  return fd;
}
Result<> Process::set_file(int fd, Ref<FileDescription> f, bool cloexec) {
  if (fd < 0 || static_cast<std::uint32_t>(fd) >= machine_.limits().descriptors) return fail(Errno::kBADF);
  if (resource_limits && static_cast<std::uint64_t>(fd) >= resource_limits->values[ResourceLimits::kOpenFiles].soft) return fail(Errno::kBADF);
  const auto i = static_cast<std::size_t>(fd);
  if (i >= descriptors_.size()) descriptors_.resize(i + 1);
  descriptors_[i] = {std::move(f), cloexec};
  return {};
}
Result<> Process::close(int fd) {
  if (!file(fd)) return fail(Errno::kBADF);
  const Ref<FileDescription> gone = std::exchange(descriptors_[static_cast<std::size_t>(fd)].file, nullptr);
  return {};
}
bool Process::cloexec(int fd) const { return file(fd) && descriptors_[static_cast<std::size_t>(fd)].cloexec; }
void Process::set_cloexec(int fd, bool on) {
  if (file(fd)) descriptors_[static_cast<std::size_t>(fd)].cloexec = on;
}
std::vector<int> Process::open_descriptors() const {
  std::vector<int> all;
  for (std::size_t i = 0; i < descriptors_.size(); ++i)
    if (descriptors_[i].file) all.push_back(static_cast<int>(i));
  return all;
}
std::pair<Ref<FileDescription>, Ref<FileDescription>> Process::make_pipe() {
  auto pipe = make_ref<Pipe>(machine_.next_id());
  return {make_ref<PipeEnd>(pipe, true, false), make_ref<PipeEnd>(pipe, false, true)};
}
void Process::close_all() { descriptors_.clear(); }

// --- opening ------------------------------------------------------------------------------------------------------------

namespace {

std::uint32_t vfs_flags(const OpenFlags& f) {
  return (f.read ? vfs::kOpenRead : 0) | (f.write ? vfs::kOpenWrite : 0) | (f.append ? vfs::kOpenAppend : 0) |
         (f.create ? vfs::kOpenCreate : 0) | (f.exclusive ? vfs::kOpenExclusive : 0) | (f.truncate ? vfs::kOpenTruncate : 0) |
         (f.directory ? vfs::kOpenDirectory : 0) | (f.no_follow ? vfs::kOpenNoFollow : 0);
}

// The N of /dev/fd/N, /proc/self/fd/N, /dev/stdin and its like; -1 for any other path.
int descriptor_of(std::string_view path) {
  if (path == "/dev/stdin") return 0;
  if (path == "/dev/stdout") return 1;
  if (path == "/dev/stderr") return 2;
  for (std::string_view dir : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(dir)) continue;
    path.remove_prefix(dir.size());
    int n = 0;
    if (path.empty() || path.size() > 6) return -1;
    for (char c : path) {
      if (c < '0' || c > '9') return -1;
      n = n * 10 + (c - '0');
    }
    return n;
  }
  return -1;
}

struct FifoOpen final : Waiter {
  FifoOpen(Process& p, const int& others) : Waiter(p), others_(others) {}
  bool attempt() override { return others_ > 0; }
  const int& others_;
};

}  // namespace

// A descriptor of its own process by name. A file with an inode is opened anew (its offset is its own), a pipe is shared.
Result<Ref<FileDescription>> Process::open_special(std::string_view path, OpenFlags flags, bool& special) {
  const int fd = descriptor_of(path);
  special = fd >= 0;
  if (!special) return Ref<FileDescription>();
  FileDescription* f = file(fd);
  if (!f) return fail(Errno::kNOENT);
  if ((flags.read && !f->readable()) || (flags.write && !f->writable())) {
    if (!f->inode()) return fail(Errno::kACCES);
  }
  if (auto* v = f->inode() ? dynamic_cast<VfsFile*>(f) : nullptr) {
    const std::uint32_t bits = (flags.read ? vfs::kReadable : 0u) | (flags.write ? vfs::kWritable : 0u);
    if (auto ok = fs().permit(caller(), v->inode(), bits); !ok) return fail(ok.error());
    if (flags.truncate && flags.write) (void)fs().truncate(v->inode(), 0, uid);
    return Ref<FileDescription>(new VfsFile(fs(), v->inode(), flags.read, flags.write, flags.append, v->target()));
  }
  return Ref<FileDescription>(f);
}

Task<Result<Ref<FileDescription>>> Process::open_file(std::string path, OpenFlags flags, std::uint32_t mode) {
  using Out = Result<Ref<FileDescription>>;
  using Done = Task<Out>;
  bool special = false;
  auto own = open_special(path, flags, special);
  if (special) return Done::ready(std::move(own));
  auto opened = fs().open(caller(), path, vfs_flags(flags), mode);
  if (!opened) return Done::ready(Out(fail(opened.error())));
  const vfs::Ino ino = opened->ino;
  if (opened->description) {
    FileDescription* f = machine_.proc_description(ino);
    if (!f) return Done::ready(Out(fail(Errno::kNOENT)));
    return Done::ready(Out(Ref<FileDescription>(f)));
  }
  if (opened->type == vfs::Type::kFifo) return open_fifo(ino, flags, std::move(path));
  if (vfs::is_synthetic(ino) && opened->type == vfs::Type::kFile) {
    auto stat = fs().stat(ino);
    auto size = fs().size(ino);
    if (!stat || !size) return Done::ready(Out(fail(Errno::kNOENT)));
    std::string text;
    for (char chunk[4096];;) {
      auto n = fs().read(ino, text.size(), chunk, sizeof chunk);
      if (!n) return Done::ready(Out(fail(n.error())));
      if (*n == 0) break;
      text.append(chunk, *n);
    }
    return Done::ready(Out(Ref<FileDescription>(new TextFile(std::move(text), *stat, std::move(path)))));
  }
  if (opened->type == vfs::Type::kCharDevice) {
    auto stat = fs().stat(ino);
    if (!stat) return Done::ready(Out(fail(stat.error())));
    using Kind = DeviceFile::Kind;
    std::optional<Kind> kind;
    if (stat->rdev.major == 1) {
      switch (stat->rdev.minor) {
        case 3: kind = Kind::kNull; break;
        case 5: kind = Kind::kZero; break;
        case 7: kind = Kind::kFull; break;
        case 8:
        case 9: kind = Kind::kRandom; break;
      }
    }
    if (kind)
      return Done::ready(Out(Ref<FileDescription>(new DeviceFile(machine_, *kind, ino, flags.read, flags.write, std::move(path)))));
    if (stat->rdev == vfs::Device{5, 0} && machine_.terminal()) return Done::ready(Out(machine_.terminal()));
    return Done::ready(Out(fail(Errno::kNXIO)));
  }
  if (path.empty() || path[0] != '/') {
    auto real = fs().realpath(caller(), path);
    if (real) path = std::move(*real);
  }
  return Done::ready(Out(Ref<FileDescription>(new VfsFile(fs(), ino, flags.read, flags.write, flags.append, std::move(path)))));
}

Task<Result<Ref<FileDescription>>> Process::open_fifo(vfs::Ino ino, OpenFlags flags, std::string path) {
  Ref<Pipe> pipe = machine_.fifo(ino);
  Ref<FileDescription> end(new PipeEnd(pipe, flags.read, flags.write, &fs(), ino, std::move(path)));
  if (!(flags.read && flags.write)) {
    const int& others = flags.read ? pipe->writers_ : pipe->readers_;
    struct Await {
      FifoOpen waiter;
      Process& p;
      Pipe& pipe;
      bool await_ready() { return waiter.attempt(); }
      void suspend(PromiseBase& leaf) {
        p.suspended(leaf);
        p.block(waiter, &pipe.opened_, std::nullopt, true);
      }
      void await_suspend(std::coroutine_handle<Task<Result<Ref<FileDescription>>>::promise_type> h) { suspend(h.promise()); }
      Errno await_resume() { return waiter.outcome(); }
    };
    const Errno outcome = co_await Await{{*this, others}, *this, *pipe};
    if (outcome != Errno::kOk) co_return fail(outcome);
  }
  co_return end;
}

Task<Result<int>> Process::open(std::string path, OpenFlags flags, std::uint32_t mode, int at_least) {
  const bool cloexec = flags.cloexec;
  auto f = co_await open_file(std::move(path), flags, mode);
  if (!f) co_return fail(f.error());
  co_return add_file(std::move(*f), at_least, cloexec);
}

// --- waiting ------------------------------------------------------------------------------------------------------------

// Called in await_suspend, after suspended(leaf): the process waits, unless it is about to be ended, or a handled signal
// is pending that this wait yields to.
void Process::block(Waiter& w, WaitQueue* queue, std::optional<Nanoseconds> deadline, bool interruptible) {
  state_ = State::kBlocked;
  if (doomed()) return;
  if (backlog_) {
    if (wait_for_backlog()) return backlog_->then(&w, queue, deadline, interruptible);
    if (w.attempt()) return w.finish(Errno::kOk);
  }
  waiting_ = &w;
  w.interruptible_ = interruptible;
  if (interruptible && pending_) return w.finish(Errno::kINTR);
  if (queue) queue->add(w);
  if (deadline) machine_.timers().arm(w, *deadline);
}

void Process::wait_on(PromiseBase& leaf, Waiter& w, WaitQueue& queue) {
  suspended(leaf);
  block(w, &queue, std::nullopt, false);
}

bool Process::spent(std::uint32_t n) { return machine_.charge(n) || doomed(); }
Process::Spend Process::spend(std::uint32_t n) { return Spend{*this, n}; }
bool Process::Spend::await_ready() { return !p.spent(n); }
void Process::Spend::preempt(PromiseBase& leaf) {
  p.suspended(leaf);
  p.machine_.preempt(p);
}

namespace {
// Fuel of moving n bytes.
std::uint32_t move_cost(std::size_t n) { return static_cast<std::uint32_t>(4 + n / 512); }
bool would_block(const Error& e) { return e == Errno::kAGAIN; }
}  // namespace

Process::Read Process::read(int fd, char* to, std::size_t n, std::optional<Nanoseconds> deadline, bool interruptible) {
  return Read(*this, fd, to, n, deadline, interruptible);
}
Process::Read::Read(Process& p, int fd, char* to, std::size_t n, std::optional<Nanoseconds> deadline, bool interruptible)
    : Waiter(p), file_(p.file(fd)), to_(to), n_(n), deadline_(deadline), result_(0) {
  interruptible_ = interruptible;
}
bool Process::Read::attempt() {
  if (!file_ || !file_->readable()) result_ = fail(Errno::kBADF);
  else result_ = file_->read(to_, n_);
  return result_ || !would_block(result_.error());
}
bool Process::Read::await_ready() { return !process_->doomed() && attempt() && !process_->spent(move_cost(result_.value_or(0))); }
void Process::Read::suspend(PromiseBase& leaf) {
  process_->suspended(leaf);
  if (result_ || !would_block(result_.error())) return process_->machine_.preempt(*process_);
  process_->block(*this, file_->read_queue(), deadline_, interruptible_);
}
Result<std::size_t> Process::Read::await_resume() {
  if (outcome() != Errno::kOk) return fail(outcome());
  return std::move(result_);
}

Process::ReadUntil Process::read_until(int fd, char delimiter, std::size_t max, std::string& out,
                                       std::optional<Nanoseconds> deadline, bool interruptible) {
  return ReadUntil(*this, fd, delimiter, max, out, deadline, interruptible);
}
Process::ReadUntil::ReadUntil(Process& p, int fd, char delimiter, std::size_t max, std::string& out,
                              std::optional<Nanoseconds> deadline, bool interruptible)
    : Waiter(p), file_(p.file(fd)), delimiter_(delimiter), max_(std::min(max, kPiece)), out_(out), deadline_(deadline), result_(0) {
  interruptible_ = interruptible;
}
Task<Result<>> Process::read_rest(int fd, char delimiter, std::string& line) {
  while (!line.ends_with(delimiter)) {
    // The string doubles when it grows.
    if (line.size() > kPiece && !memory::available(2 * std::uint64_t{line.size()} + kPiece)) out_of_memory();
    auto n = co_await read_until(fd, delimiter, kPiece, line);
    if (!n) co_return fail(n.error());
    if (*n == 0) break;
  }
  co_return Result<>();
}
bool Process::ReadUntil::attempt() {
  if (!file_ || !file_->readable()) result_ = fail(Errno::kBADF);
  else result_ = file_->read_until(delimiter_, max_, out_);
  return result_ || !would_block(result_.error());
}
bool Process::ReadUntil::await_ready() { return !process_->doomed() && attempt() && !process_->spent(move_cost(result_.value_or(0))); }
void Process::ReadUntil::suspend(PromiseBase& leaf) {
  process_->suspended(leaf);
  if (result_ || !would_block(result_.error())) return process_->machine_.preempt(*process_);
  process_->block(*this, file_->read_queue(), deadline_, interruptible_);
}
Result<std::size_t> Process::ReadUntil::await_resume() {
  if (outcome() != Errno::kOk) return fail(outcome());
  return std::move(result_);
}

Process::Write Process::write(int fd, std::string_view data) { return Write(*this, fd, data); }
Process::Write::Write(Process& p, int fd, std::string_view data)
    : Waiter(p), file_(p.file(fd)), data_(data), size_(data.size()) {}
bool Process::Write::attempt() {
  if (!process_->late_) {
    result_ = std::exchange(process_->late_, {});
    return true;
  }
  blocked_ = file_ && process_->has_backlog();
  return !blocked_ && push();
}
bool Process::Write::push() {
  blocked_ = false;
  result_ = {};
  if (!file_ || !file_->writable()) {
    result_ = fail(Errno::kBADF);
    return true;
  }
  const std::uint64_t limit = process_->file_size_limit;
  while (!data_.empty()) {
    std::string_view part = data_;
    if (limit != UINT64_MAX) {   // RLIMIT_FSIZE
      if (const auto at = file_->write_position()) {
        part = part.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(part.size(), *at < limit ? limit - *at : 0)));
      }
    }
    auto n = part.empty() ? Result<std::size_t>(fail(Errno::kFBIG)) : file_->write(part);
    if (n) {
      data_.remove_prefix(std::min(*n, data_.size()));
      continue;
    }
    blocked_ = would_block(n.error());
    if (!blocked_) result_ = fail(n.error());
    const int raised = n.error() == Errno::kPIPE ? kSIGPIPE : n.error() == Errno::kFBIG ? kSIGXFSZ : 0;
    // Tried again while it waits, the process must not be ended under this attempt: the scheduler does it next.
    if (raised && process_->state_ != State::kRunning && process_->dispositions_[static_cast<std::size_t>(raised)] == Disposition::kDefault)
      process_->fatal_ = raised;
    else if (raised)
      process_->machine_.signal(*process_, raised);
    return !blocked_;
  }
  return true;
}
bool Process::Write::await_ready() { return !process_->doomed() && attempt() && !process_->spent(move_cost(size_)); }
void Process::Write::suspend(PromiseBase& leaf) {
  process_->suspended(leaf);
  if (!blocked_) return process_->machine_.preempt(*process_);
  process_->block(*this, file_->write_queue(), std::nullopt, false);
}
Result<> Process::Write::await_resume() { return std::move(result_); }

Process::Sleep Process::sleep_until(Nanoseconds when) { return Sleep(*this, when); }
void Process::Sleep::suspend(PromiseBase& leaf) {
  process_->suspended(leaf);
  process_->block(*this, nullptr, when_, true);
}

Process::Wait Process::wait(Pid pid, bool stops, bool interruptible, std::optional<Nanoseconds> deadline, bool no_hang) {
  return Wait(*this, pid, stops, interruptible, deadline, no_hang);
}
Process::Wait::Wait(Process& p, Pid pid, bool stops, bool interruptible, std::optional<Nanoseconds> deadline, bool no_hang)
    : Waiter(p), pid_(pid), stops_(stops), no_hang_(no_hang), deadline_(deadline), result_(fail(Errno::kCHILD)) {
  interruptible_ = interruptible;
}
bool Process::Wait::attempt() {
  Machine& m = process_->machine_;
  bool any = false;
  const auto consider = [&](Process& c) {
    if (c.parent_ != process_->pid_) return false;
    if (pid_ == 0 && c.group_ != process_->group_) return false;
    if (pid_ < -1 && c.group_ != -pid_) return false;
    any = true;
    if (c.state_ == State::kZombie) {
      result_ = std::pair(c.pid_, c.status_);
      m.reap(c);
      return true;
    }
    if (stops_ && c.stopped_ && !c.stop_reported_) {
      c.stop_reported_ = true;
      result_ = std::pair(c.pid_, c.status_);
      return true;
    }
    return false;
  };
  if (pid_ > 0) {
    if (Process* c = m.find(pid_); c && consider(*c)) return true;
  } else {
    for (auto& [id, c] : m.processes_)
      if (consider(*c)) return true;
  }
  result_ = fail(any ? Errno::kAGAIN : Errno::kCHILD);
  return !any || no_hang_;
}
bool Process::Wait::await_ready() { return attempt(); }
void Process::Wait::suspend(PromiseBase& leaf) {
  process_->suspended(leaf);
  process_->block(*this, &process_->children_, deadline_, interruptible_);
}
Result<std::pair<Pid, WaitStatus>> Process::Wait::await_resume() {
  if (outcome() != Errno::kOk) return fail(outcome());
  return std::move(result_);
}

// --- signals ------------------------------------------------------------------------------------------------------------

void Process::set_disposition(int signal, Disposition d) {
  dispositions_[static_cast<std::size_t>(signal)] = d;
  if (d != Disposition::kHandle) pending_ &= ~(std::uint64_t{1} << (signal & 63));
}
int Process::take_pending() {
  for (int s = 1; s < kSignals && pending_; ++s)
    if (pending_ >> (s & 63) & 1) {
      pending_ &= ~(std::uint64_t{1} << (s & 63));
      return s & 63 ? s : 64;
    }
  return 0;
}

// --- messages -----------------------------------------------------------------------------------------------------------

// The running process, which has suspended or ended, cannot go on before its backlog is written.
bool Process::wait_for_backlog() {
  if (!backlog_ || doomed()) return false;
  if (backlog_->deliver()) {
    backlog_.reset();
    return false;
  }
  state_ = State::kBlocked;
  waiting_ = backlog_.get();
  backlog_->then(nullptr, nullptr, {}, false);
  backlog_->stand();
  return true;
}

Result<> Process::put(int fd, std::string_view data) {
  if (doomed()) return {};
  if (fd != 2 && !late_) return std::exchange(late_, {});
  Write write(*this, fd, data);
  const bool done = !backlog_ && write.push();
  (void)spent(move_cost(data.size()));
  if (done) return write.await_resume();
  if (memory::exceeded()) return {};   // it is about to be ended
  if (!backlog_) backlog_ = std::make_unique<Backlog>(*this);
  backlog_->add(fd, write.left());
  machine_.stop_soon();
  return {};
}
WaitStatus Process::end_status() {
  if (dying_) return {.signal = dying_};
  const int code = root_.result() & 255;
  if (late_) return {.code = code};
  complain("write error", late_.error());
  return {.code = code ? code : 1};
}

void Process::drop_backlog() { backlog_.reset(); }

void Process::complain(std::string_view text) { write_stderr(argv[0] + ": " + std::string(text) + "\n"); }
void Process::complain(std::string_view subject, const Error& error) {
  complain(std::string(subject) + ": " + std::string(error.words()));
}

}  // namespace nacre
