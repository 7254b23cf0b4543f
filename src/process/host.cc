// The boundary to the host: jobs with their streams, and messages; see machine.h.
#include <algorithm>
#include <cstring>

#include "src/base/memory.h"
#include "src/process/machine.h"
#include "vfs/populate.h"

namespace nacre {
namespace {
vfs::Stat stream_stat(vfs::Ino ino, bool terminal) {
  vfs::Stat s;
  s.ino = ino;
  s.type = terminal ? vfs::Type::kCharDevice : vfs::Type::kFifo;
  s.mode = terminal ? 0620 : 0600;
  if (terminal) s.rdev = {136, 0};
  s.nlink = 1;
  return s;
}
}  // namespace

// --- streams ------------------------------------------------------------------------------------------------------------

Result<std::size_t> OutputSink::write(std::string_view data) {
  if (hung_up_) return fail(Errno::kPIPE);
  Job* job = dropping_ ? nullptr : machine_.job(job_);
  if (!job) return data.size();
  if (streaming_) {
    const std::size_t there = buffer_.size() - taken_;
    if (there >= Pipe::kCapacity) return fail(Errno::kAGAIN);
    data = data.substr(0, Pipe::kCapacity - there);
  }
  const std::size_t given = data.size();
  const std::uint64_t room = machine_.limits().output - job->output;
  if (given > room) data = data.substr(0, static_cast<std::size_t>(room));   // the rest is told of
  // Small texts live from the reserve: the message that memory is used up is one.
  if (data.size() > Pipe::kAtomic && !memory::available(data.size())) return fail(Errno::kNOMEM);
  job->output += data.size();
  if (taken_ == buffer_.size()) {
    buffer_.clear();
    taken_ = 0;
  }
  buffer_ += data;
  if (given > room) machine_.output_limit(*job);
  return given;
}
Result<vfs::Stat> OutputSink::stat() const { return stream_stat(1, terminal_); }
void OutputSink::consume(std::size_t n) {
  taken_ = std::min(taken_ + n, buffer_.size());
  if (taken_ == buffer_.size()) {
    buffer_.clear();
    taken_ = 0;
    if (buffer_.capacity() > Pipe::kCapacity) buffer_.shrink_to_fit();
  }
  writers_.wake();
}

Result<std::size_t> InputSource::read(char* to, std::size_t n) {
  if (taken_ == buffer_.size()) {
    if (ended_) return 0;
    wanted_ = true;
    return fail(Errno::kAGAIN);
  }
  n = std::min(n, buffer_.size() - taken_);
  std::memcpy(to, buffer_.data() + taken_, n);
  taken_ += n;
  return n;
}
Result<std::size_t> InputSource::read_until(char delimiter, std::size_t max, std::string& out) {
  if (taken_ == buffer_.size()) {
    if (ended_) return 0;
    wanted_ = true;
    return fail(Errno::kAGAIN);
  }
  std::string_view there = std::string_view(buffer_).substr(taken_, max);
  if (const std::size_t at = there.find(delimiter); at != there.npos) there = there.substr(0, at + 1);
  out += there;
  taken_ += there.size();
  return there.size();
}
Result<vfs::Stat> InputSource::stat() const { return stream_stat(2, terminal_); }
void InputSource::push(std::string_view data) {
  if (taken_ == buffer_.size()) {
    buffer_.clear();
    taken_ = 0;
  }
  buffer_ += data;
  wanted_ = false;
  readers_.wake();
}
void InputSource::end() {
  ended_ = true;
  wanted_ = false;
  readers_.wake();
}

void InputSource::reopen() {
  buffer_.clear();
  taken_ = 0;
  ended_ = wanted_ = false;
}

// --- jobs ---------------------------------------------------------------------------------------------------------------

// Ends a job at its deadline: every process of it is killed.
struct JobDeadline final : Timer {
  JobDeadline(Machine& m, JobId j) : machine(m), id(j) {}
  void fire() override {
    if (Job* j = machine.job(id); j && !j->done) {
      j->timed_out = true;
      machine.kill_job(id);
    }
  }
  Machine& machine;
  JobId id;
};

Result<Job*> Machine::start(const JobOptions& options) {
  auto made = new_process();
  if (!made) return fail(made.error());
  Process& p = **made;
  const auto give_up = [&](const Error& e) -> Result<Job*> {
    p.state_ = Process::State::kZombie;
    --live_;
    reap(p);
    return fail(e);
  };
  p.parent_ = 1;
  p.cwd_ = vfs::kRootIno;
  (void)fs_->hold(p.cwd_);
  // As root, and in / when a script has taken the machine's cwd away: no script shall keep the next from starting.
  Result<> there;
  if (!options.cwd || !options.cwd->starts_with('/')) there = p.chdir(options_.cwd);
  if (options.cwd) {
    if (there) there = p.chdir(*options.cwd);
    if (!there) return give_up(there.error());
  }
  p.uid = options_.uid;
  p.gid = options_.gid;
  p.groups = {options_.gid};
  auto env = make_ref<EnvBlock>();
  const auto set = [&](const std::string& entry) {
    if (entry.find('=') == entry.npos) {
      std::erase_if(env->entries, [&](const std::string& e) { return e.starts_with(entry + "="); });
      return;
    }
    const std::string_view key = std::string_view(entry).substr(0, entry.find('=') + 1);
    for (std::string& e : env->entries)
      if (e.starts_with(key)) {
        e = entry;
        return;
      }
    env->entries.push_back(entry);
  };
  for (const std::string& e : options_.env) set(e);
  for (const std::string& e : options.env) set(e);
  p.env = env;
  if (options.argv.empty()) return give_up(Errno::kNOENT);
  Executable what{options.program.empty() ? nullptr : find_program(options.program), {}};
  if (!what.program) {
    auto path = p.find_executable(options.argv[0]);
    if (!path) return give_up(path.error());
    auto loaded = p.load(*path);
    if (!loaded) return give_up(loaded.error());
    what = std::move(*loaded);
  }

  auto job = std::make_unique<Job>();
  job->id = next_job_++;
  job->root = p.pid_;
  job->in = make_ref<InputSource>(options.terminal);
  job->out = make_ref<OutputSink>(*this, job->id, options.streaming, options.terminal);
  job->err = make_ref<OutputSink>(*this, job->id, options.streaming, options.terminal);
  if (options.terminal) terminal_ = make_ref<HostTerminal>(job->in, job->out);
  job->in->push(options.stdin_bytes);
  if (!options.stdin_stream) job->in->end();
  p.job_ = job->id;
  (void)p.set_file(0, job->in);
  (void)p.set_file(1, job->out);
  (void)p.set_file(2, options.one_output ? job->out : job->err);
  if (options.timeout) {
    job->deadline = std::make_unique<JobDeadline>(*this, job->id);
    timers_.arm(*job->deadline, now() + *options.timeout);
  }
  Job* raw = job.get();
  jobs_.emplace(job->id, std::move(job));
  p.start(p.exec(std::move(what), options.argv, env));
  return raw;
}

Job* Machine::job(JobId id) {
  const auto it = jobs_.find(id);
  return it == jobs_.end() ? nullptr : it->second.get();
}

// Called when p has ended.
void Machine::end_job_of(const Process& p) {
  Job* j = job(p.job_);
  if (!j || j->root != p.pid_ || j->done) return;
  j->done = true;
  j->status = p.status_;
  if (j->deadline) j->deadline->cancel();
}

void Machine::forget(JobId id) {
  Job* j = job(id);
  if (!j || !j->done) return;
  j->in->end();
  j->out->drop();
  j->err->drop();
  for (auto& [channel, c] : channels_)
    if (c->process_.job_ == id) c->close();
  jobs_.erase(id);
}

void Machine::kill_others(JobId id, Pid spared, int s) {
  std::vector<Pid> targets;
  for (auto& [pid, p] : processes_)
    if (p->job_ == id && pid != spared && p->state_ != Process::State::kZombie) targets.push_back(pid);
  for (Pid pid : targets)
    if (Process* p = find(pid)) signal(*p, s);
}
void Machine::kill_job(JobId id) { kill_others(id, 0); }
void Machine::abort(JobId id) {
  if (Job* j = job(id); j && !j->done) j->aborted = true;
  kill_job(id);
}

void Machine::stop_writers(JobId id, Pid spared) {
  for (auto& [pid, p] : processes_) {
    if (p->job_ != id || pid == spared || p->state_ == Process::State::kZombie) continue;
    p->fatal_ = kSIGKILL;
    p->stopped_ = false;
    if (running_ != p.get()) make_ready(*p);
    else stop_soon();
  }
}
// Whoever writes past the limit is killed with all of its job: nothing that it goes on to do could be seen.
void Machine::output_limit(Job& job) {
  if (std::exchange(job.over_output, true)) return;
  job.err->append_unlimited("nacre: output limit\n");
  stop_writers(job.id, 0);
}

// --- messages -----------------------------------------------------------------------------------------------------------

HostChannel::HostChannel(Process& p, bool host_works) : process_(p), id_(p.machine().next_id()), host_works_(host_works) {
  p.machine().channels_.emplace(id_, this);
}
HostChannel::~HostChannel() {
  Machine& m = process_.machine();
  m.channels_.erase(id_);
  if (host_works_) m.messages_.push_back({id_, process_.job(), kHostClosed, {}});
}
void HostChannel::send(std::uint32_t kind, std::string bytes) {
  process_.machine().messages_.push_back({id_, process_.job(), kind, std::move(bytes)});
}
void HostChannel::close(Errno why) {
  if (closed_ == Errno::kOk) closed_ = why;
  receivers_.wake();
}
HostChannel::Receive HostChannel::receive(std::optional<Nanoseconds> deadline, bool interruptible) {
  return {*this, deadline, interruptible};
}
void HostChannel::Receive::suspend(PromiseBase& leaf) {
  Process& p = channel_.process_;
  p.wait_on(leaf, *this, channel_.receivers_);
  if (may_interrupt_ && p.pending()) return finish(Errno::kINTR);
  interruptible_ = may_interrupt_;
  if (deadline_) p.machine().timers().arm(*this, *deadline_);
}
Result<HostChannel::Message> HostChannel::Receive::await_resume() {
  if (outcome() != Errno::kOk) return fail(outcome());
  if (channel_.inbox_.empty()) return fail(channel_.closed_);
  Message m = std::move(channel_.inbox_.front());
  channel_.inbox_.pop_front();
  return m;
}

HostChannel::ReceiveOrRead HostChannel::receive_or_read(int fd, char* to, std::size_t n) { return {*this, fd, to, n}; }
HostChannel::ReceiveOrRead::ReceiveOrRead(HostChannel& c, int fd, char* to, std::size_t n)
    : Waiter(c.process_), channel_(c), file_(c.process_.file(fd)), to_(to), n_(n), input_(*this) {}
bool HostChannel::ReceiveOrRead::Input::attempt() {
  if (outer.got_) return true;
  const bool readable = outer.file_ && outer.file_->readable();
  auto n = readable ? outer.file_->read(outer.to_, outer.n_) : Result<std::size_t>(fail(Errno::kBADF));
  if (!n && n.error() == Errno::kAGAIN) return false;
  outer.got_ = std::move(n);
  return true;
}
void HostChannel::ReceiveOrRead::suspend(PromiseBase& leaf) {
  process().wait_on(leaf, *this, channel_.receivers_);
  if (WaitQueue* queue = file_->read_queue()) queue->add(input_);
}

bool Machine::host_works() const {
  return std::ranges::any_of(channels_, [](const auto& c) { return c.second->host_works_ && c.second->closed_ == Errno::kOk; });
}

std::vector<JobId> Machine::jobs() const {
  std::vector<JobId> ids;
  for (const auto& [id, job] : jobs_) ids.push_back(id);
  return ids;
}
void Machine::host_lost() {
  messages_.clear();
  for (auto& [id, channel] : channels_) channel->close(Errno::kIO);
}

std::optional<HostMessage> Machine::next_message() {
  if (messages_.empty()) return std::nullopt;
  HostMessage m = std::move(messages_.front());
  messages_.pop_front();
  return m;
}
void Machine::post(std::uint32_t channel, std::uint32_t kind, std::string bytes) {
  const auto it = channels_.find(channel);
  if (it == channels_.end() || it->second->closed_ != Errno::kOk) return;
  it->second->inbox_.push_back({kind, std::move(bytes)});
  it->second->receivers_.wake();
}
void Machine::close_channel(std::uint32_t channel) {
  if (const auto it = channels_.find(channel); it != channels_.end()) it->second->close();
}

}  // namespace nacre
