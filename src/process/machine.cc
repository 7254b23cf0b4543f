// The scheduler, the clock, signals and the ends of processes; see machine.h. Jobs and the host's messages are in host.cc.
#include "src/process/machine.h"

#include <algorithm>

#include "src/base/memory.h"
#include "vfs/populate.h"

namespace nacre {
namespace {

vfs::Time to_time(Nanoseconds t) {
  Nanoseconds sec = t / kSecond, nsec = t % kSecond;
  if (nsec < 0) {
    nsec += kSecond;
    --sec;
  }
  return {sec, static_cast<std::uint32_t>(nsec)};
}
vfs::Clock clock_of(Machine& m) {
  return {[](void* context) { return to_time(static_cast<Machine*>(context)->now()); }, &m};
}
vfs::Limits limits_of(const Limits& l) {
  return {.max_bytes = l.memory, .max_inodes = l.files, .max_file_size = std::min<std::uint64_t>(l.file_size, INT64_MAX)};
}
std::uint64_t split_mix(std::uint64_t& x) {
  std::uint64_t z = (x += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

}  // namespace

Machine::Machine(const MachineOptions& options) : options_(options) {
  std::uint64_t seed = options.seed;
  for (std::uint64_t& r : random_) r = split_mix(seed);
  fs_ = std::make_unique<vfs::FileSystem>(limits_of(options.limits), clock_of(*this));
  made_ = vfs::populate(*fs_);
  // Those of the host (nacre-session, nacre-call) are no commands.
  const Result<vfs::Ino> bin = fs_->resolve(vfs::Caller{}, "/usr/bin");
  for (const Program* p = Program::first(); p && made_ && bin; p = p->next)
    if (!p->name.starts_with("nacre-")) made_ = vfs::add_command(*fs_, p->name, *bin);
  mount_proc();
}
Machine::~Machine() {
  for (auto& [id, p] : processes_) {
    dequeue(*p);
    if (p->leaf_) destroy_chain(std::exchange(p->leaf_, nullptr));
    p->data.reset();
    p->close_all();
  }
}

Result<> Machine::replace_files(std::unique_ptr<vfs::FileSystem> fs) {
  if (live_ > 0) return fail(Errno::kBUSY);
  processes_.clear();
  fifos_.clear();
  fs_ = std::move(fs);
  fs_->set_clock(clock_of(*this));
  mount_proc();
  return {};
}

// --- time and chance ----------------------------------------------------------------------------------------------------

Nanoseconds Machine::now() const {
  if (options_.virtual_now) return *options_.virtual_now + skipped_ + static_cast<Nanoseconds>(fuel_) * kPerFuel;
  return std::max(floor_, sampled_ + static_cast<Nanoseconds>(fuel_ - sampled_fuel_) * kPerFuel);
}

// A clock that has moved is believed, so that a wrong estimate of the fuel never adds up; time does not go back, unless the
// clock itself was set back by far. One that stands still lets the fuel's time go on.
void Machine::tell_time(Nanoseconds live_now) {
  if (options_.virtual_now || live_now == sampled_) return;
  floor_ = live_now < sampled_ - 60 * kSecond ? live_now : now();
  sampled_ = live_now;
  sampled_fuel_ = fuel_;
}

// xoshiro256**, by Blackman and Vigna.
std::uint64_t Machine::random() {
  const auto rotate = [](std::uint64_t x, int k) { return x << k | x >> (64 - k); };
  const std::uint64_t result = rotate(random_[1] * 5, 7) * 9, t = random_[1] << 17;
  random_[2] ^= random_[0];
  random_[3] ^= random_[1];
  random_[1] ^= random_[2];
  random_[0] ^= random_[3];
  random_[2] ^= t;
  random_[3] = rotate(random_[3], 45);
  return result;
}

// --- the scheduler ------------------------------------------------------------------------------------------------------

void Machine::enqueue(Process& p, bool front) {
  p.state_ = Process::State::kReady;
  if (front) {
    p.prev_ready_ = nullptr;
    p.next_ready_ = ready_head_;
    (ready_head_ ? ready_head_->prev_ready_ : ready_tail_) = &p;
    ready_head_ = &p;
  } else {
    p.next_ready_ = nullptr;
    p.prev_ready_ = ready_tail_;
    (ready_tail_ ? ready_tail_->next_ready_ : ready_head_) = &p;
    ready_tail_ = &p;
  }
}
void Machine::dequeue(Process& p) {
  if (paused_ == &p) paused_ = nullptr;
  if (ready_head_ != &p && !p.prev_ready_) return;
  (p.prev_ready_ ? p.prev_ready_->next_ready_ : ready_head_) = p.next_ready_;
  (p.next_ready_ ? p.next_ready_->prev_ready_ : ready_tail_) = p.prev_ready_;
  p.next_ready_ = p.prev_ready_ = nullptr;
}

void Machine::make_ready(Process& p) {
  p.waiting_ = nullptr;
  if (p.state_ == Process::State::kReady || p.state_ == Process::State::kZombie) return;
  if (p.stopped_) {
    p.held_ = true;
    return;
  }
  enqueue(p, false);
}

// The running process has suspended with nothing to wait for: its quantum or the slice is used up, or a signal ends it.
void Machine::preempt(Process& p) {
  if (p.wait_for_backlog()) return;
  if (p.stopped_) {
    p.state_ = Process::State::kBlocked;
    p.held_ = true;
  } else if (fuel_ >= p.quantum_end_) {
    enqueue(p, false);
  } else {
    p.state_ = Process::State::kReady;
    paused_ = &p;
  }
}

void Machine::resume(Process& p) {
  ran_ = true;
  if (p.fatal_) return end_by_signal(p);
  if (!p.leaf_) return end(p);
  PromiseBase* leaf = std::exchange(p.leaf_, nullptr);
  p.state_ = Process::State::kRunning;
  hard_stop_ = memory::exceeded() || late_ ? 0 : std::min(p.quantum_end_, slice_end_);
  stop_at_ = std::min(hard_stop_, look_at_);
  running_ = &p;
  fs_->set_current_exec(p.job_);
  const std::uint64_t before = fuel_;
  leaf->frame.resume();
  running_ = nullptr;
  if (Job* j = job(p.job_)) {
    j->fuel += fuel_ - before;
    if (j->fuel > options_.limits.fuel && !p.fatal_ && p.leaf_) return over_limit(p, "fuel");
  }
  if (p.fatal_) return end_by_signal(p);
  if (p.replacement_) return replace(p);
  if (p.out_of_memory_ || (p.leaf_ && memory::exceeded())) return over_limit(p, "memory");
  if (!p.leaf_) end(p);
}

// The chain of a process has ended; the process ends when what it said has gone out.
void Machine::end(Process& p) {
  if (!p.wait_for_backlog()) finish(p, p.end_status());
}

void Process::out_of_memory() {
  out_of_memory_ = true;
  machine_.stop_soon();
}

void Machine::fire_timers() {
  if (timers_.empty()) return;
  const Nanoseconds t = now();
  while (Timer* due = timers_.take_due(t)) due->fire();
}

// Reads the clock; true when the time of the slice is over, which then ends.
bool Machine::late() {
  look_at_ = options_.clock ? fuel_ + kLook : UINT64_MAX;
  if (!options_.clock || options_.clock() < late_at_) return false;
  late_ = true;
  stop_soon();
  return true;
}

// At stop_at_: whether the running process is to suspend, or only the clock was to be read.
bool Machine::stops() {
  if (fuel_ >= hard_stop_ || late()) return true;
  stop_at_ = std::min(hard_stop_, look_at_);
  return false;
}

Machine::State Machine::run(std::uint64_t fuel, JobId until, Nanoseconds live_now) {
  tell_time(live_now);
  slice_end_ = fuel_ + fuel;
  ran_ = late_ = false;
  look_at_ = fuel_;
  if (options_.clock) late_at_ = options_.clock() + kSliceMs;
  if (!options_.virtual_now) fire_timers();   // a deadline does not wait for the end of a quantum
  for (;;) {
    const Job* j = until ? job(until) : nullptr;
    if (until && (!j || j->done)) return State::kDone;
    if (Process* p = std::exchange(paused_, nullptr)) {
      if (slice_over()) {
        paused_ = p;
        return State::kMore;
      }
      resume(*p);
      continue;
    }
    fire_timers();
    if (ready_head_ && slice_over()) return State::kMore;
    if (Process* p = ready_head_) {
      dequeue(*p);
      p->quantum_end_ = fuel_ + kQuantum;
      resume(*p);
      fs_->collect(64);
      continue;
    }
    // Virtual time stands still while the host works for a process.
    if (!options_.virtual_now || timers_.empty() || host_works()) return State::kIdle;
    skipped_ += std::max<Nanoseconds>(0, timers_.next() - now());
  }
}

std::optional<Nanoseconds> Machine::next_timer() const {
  if (timers_.empty()) return std::nullopt;
  return timers_.next();
}

// --- processes ----------------------------------------------------------------------------------------------------------

Result<Process*> Machine::new_process() {
  if (full()) return fail(Errno::kAGAIN);
  constexpr Pid kMaxPid = 4'194'304;
  do last_pid_ = last_pid_ >= kMaxPid ? 2 : last_pid_ + 1;
  while (processes_.contains(last_pid_));
  auto p = std::make_unique<Process>(*this, last_pid_);
  Process* raw = p.get();
  processes_.emplace(last_pid_, std::move(p));
  ++live_;
  return raw;
}

Process* Machine::find(Pid pid) {
  const auto it = processes_.find(pid);
  return it == processes_.end() ? nullptr : it->second.get();
}
bool Machine::has_children(Pid parent) const {
  return std::ranges::any_of(processes_, [&](const auto& e) { return e.second->parent_ == parent; });
}

void Machine::finish(Process& p, WaitStatus status) {
  dequeue(p);
  if (p.waiting_) std::exchange(p.waiting_, nullptr)->leave();
  p.drop_backlog();
  if (p.leaf_) destroy_chain(std::exchange(p.leaf_, nullptr));
  p.root_.reset();
  p.state_ = Process::State::kZombie;
  p.status_ = status;
  p.data.reset();
  p.close_all();
  if (p.cwd_) fs_->release(std::exchange(p.cwd_, 0));
  --live_;
  for (auto it = processes_.begin(); it != processes_.end();) {   // its children lose their parent
    Process& c = *it++->second;
    if (c.parent_ != p.pid_) continue;
    c.parent_ = 1;
    if (c.state_ == Process::State::kZombie) reap(c);
  }
  end_job_of(p);
  Process* parent = find(p.parent_);
  if (!parent || parent->state_ == Process::State::kZombie) return reap(p);
  parent->children_.wake();   // may reap p
  signal(*parent, kSIGCHLD);
}

void Machine::reap(Process& p) { processes_.erase(p.pid_); }

// Ends a suspended process whose fatal signal is set; a shell may first run its EXIT trap.
void Machine::end_by_signal(Process& p) {
  const int s = p.fatal_;
  dequeue(p);
  p.waiting_ = nullptr;
  p.drop_backlog();
  if (p.leaf_) destroy_chain(std::exchange(p.leaf_, nullptr));
  if (s != kSIGKILL && p.on_fatal_signal && !p.dying_) {
    p.dying_ = s;
    p.fatal_ = 0;
    p.dispositions_[static_cast<std::size_t>(s)] = Disposition::kIgnore;
    p.state_ = Process::State::kBlocked;
    p.start(p.on_fatal_signal(p, s));
    return;
  }
  finish(p, {.signal = s});
}

// A limit of the sandbox ends a process as SIGKILL would, with a message.
void Machine::over_limit(Process& p, std::string_view which) {
  if (FileDescription* err = p.file(2)) (void)err->write("nacre: " + std::string(which) + " limit\n");
  p.fatal_ = kSIGKILL;
  end_by_signal(p);
}

// --- signals ------------------------------------------------------------------------------------------------------------

void Machine::signal(Process& p, int s) {
  if (s == 0 || p.state_ == Process::State::kZombie) return;
  if (s == kSIGCONT || s == kSIGKILL) {
    p.stopped_ = false;
    if (std::exchange(p.held_, false)) make_ready(p);
  }
  const Disposition d = s == kSIGKILL || s == kSIGSTOP ? Disposition::kDefault : p.dispositions_[static_cast<std::size_t>(s)];
  if (d == Disposition::kIgnore) return;
  if (d == Disposition::kHandle) {
    p.pending_ |= std::uint64_t{1} << (s & 63);
    if (p.waiting_ && p.waiting_->interruptible()) std::exchange(p.waiting_, nullptr)->interrupt();
    return;
  }
  switch (default_action(s)) {
    case SignalAction::kIgnore:
    case SignalAction::kContinue: return;
    case SignalAction::kStop: {
      p.stopped_ = true;
      p.stop_reported_ = false;
      p.status_ = {.signal = s, .stopped = true};
      if (p.state_ == Process::State::kReady) {
        dequeue(p);
        p.state_ = Process::State::kBlocked;
        p.held_ = true;
      }
      if (running_ == &p) stop_soon();
      if (Process* parent = find(p.parent_)) {
        parent->children_.wake();
        signal(*parent, kSIGCHLD);
      }
      return;
    }
    case SignalAction::kTerminate:
    case SignalAction::kCore: break;
  }
  if (p.fatal_ != kSIGKILL) p.fatal_ = s;
  if (running_ != &p) end_by_signal(p);
}

Result<> Machine::kill(const Process& sender, Pid pid, int s) {
  const auto may = [&](const Process& p) { return sender.uid == 0 || sender.uid == p.uid; };
  if (pid > 0) {
    Process* p = find(pid);
    if (!p) return fail(pid == 1 ? Errno::kPERM : Errno::kSRCH);
    if (!may(*p)) return fail(Errno::kPERM);
    signal(*p, s);
    return {};
  }
  std::vector<Pid> targets;
  for (auto& [id, p] : processes_) {
    const bool match = pid == 0 ? p->group_ == sender.group_ : pid == -1 ? id != sender.pid_ : p->group_ == -pid;
    if (match && p->state_ != Process::State::kZombie && may(*p)) targets.push_back(id);
  }
  if (targets.empty()) return fail(Errno::kSRCH);
  for (Pid id : targets)
    if (Process* p = find(id)) signal(*p, s);
  return {};
}

// The pipe behind a FIFO: one as long as somebody has it open.
Ref<Pipe> Machine::fifo(vfs::Ino ino) {
  std::erase_if(fifos_, [](const auto& e) { return e.second->unique(); });
  Ref<Pipe>& pipe = fifos_[ino];
  if (!pipe) pipe = make_ref<Pipe>(next_id());
  return pipe;
}

const Program* Machine::find_program(std::string_view name) const {
  for (const auto& p : host_programs_)
    if (p->name == name) return p.get();
  return Program::find(name);
}

}  // namespace nacre
