// A machine: files, processes, clock, random numbers, limits; and the boundary to the host that drives it.
//
// The host starts a job (a program with its standard streams), then calls run(fuel) until the job is done, and between
// calls lets its event loop turn. Nothing of the host runs during run(): what the machine wants of it stands in a queue
// of messages that the host takes afterwards; what the host has to say it says between two runs, and the next run acts on it.
// Everything is named by integers that are never reused; unknown and late ones are ignored. All of a machine's state is in
// linear memory, so that between two runs the memory is a complete checkpoint.
//
// Scheduling: processes that can go on stand in a queue. One runs until it waits or its quantum of fuel is used; the end of
// a slice only pauses it, and the next slice goes on with it, so that slices never change what happens.
//
// Time: live (the host says at each run what time it is; between, time advances with the fuel spent, so that it passes also
// where the host's clock stands still during computation) or virtual (it starts at a given moment, advances with the fuel,
// and jumps to the next timer when all sleep).
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/memory.h"
#include "src/process/process.h"

namespace nacre {

struct Limits {
  std::uint64_t memory = 64 << 20;       // bytes of contents and heap
  std::uint64_t files = 100'000;         // inodes
  std::uint64_t file_size = UINT64_MAX;  // bytes of one file
  std::uint64_t output = 16 << 20;       // bytes of output of one job
  std::uint32_t processes = 1000;        // alive
  std::uint32_t depth = 10'000;          // nesting of shell functions
  std::uint64_t fuel = UINT64_MAX;       // of one job
  std::uint32_t descriptors = 1024;
};

struct MachineOptions {
  Limits limits;
  // A clock of the host's, in ms, that goes on during a slice: one that takes longer than kSliceMs ends at its next checkpoint. What
  // runs and in which order does not depend on it. Null: slices end by fuel alone.
  double (*clock)() = nullptr;
  std::uint64_t seed = 0;
  // Virtual time from this moment; absent: live time.
  std::optional<Nanoseconds> virtual_now;
  std::uint32_t uid = 1000, gid = 1000;
  std::string cwd = "/home/user";
  std::vector<std::string> env;          // "NAME=value"; of every job
};

// One stream of output of a job, read by the host. Capturing: it takes all up to limits.output. Streaming: writers wait
// while more than 64 KiB are there.
class OutputSink final : public FileDescription {
 public:
  OutputSink(Machine& m, JobId job, bool streaming, bool terminal)
      : FileDescription(false, true), machine_(m), job_(job), streaming_(streaming), terminal_(terminal) {}
  Result<std::size_t> read(char*, std::size_t) override { return fail(Errno::kBADF); }
  Result<std::size_t> write(std::string_view data) override;
  Result<vfs::Stat> stat() const override;
  WaitQueue* write_queue() override { return &writers_; }
  bool is_terminal() const override { return terminal_; }
  std::string target() const override { return terminal_ ? "/dev/tty" : "pipe:[1]"; }
  // What is there; valid until the next call of the machine.
  void append_unlimited(std::string_view text) { buffer_ += text; }
  std::string_view peek() const { return std::string_view(buffer_).substr(taken_); }
  void consume(std::size_t n);
  // Later writes succeed and are dropped: the job has ended.
  void drop() { dropping_ = true; buffer_.clear(); taken_ = 0; writers_.wake(); }
  // The host reads no more: later writes are EPIPE.
  void hang_up() { hung_up_ = true; buffer_.clear(); taken_ = 0; writers_.wake(); }

 private:
  Machine& machine_;
  JobId job_;
  bool streaming_, terminal_, dropping_ = false, hung_up_ = false;
  std::string buffer_;
  std::size_t taken_ = 0;
  WaitQueue writers_;
};

// Input of a job, pushed by the host. `wanted` is set when a reader waits.
class InputSource final : public FileDescription {
 public:
  explicit InputSource(bool terminal) : FileDescription(true, false), terminal_(terminal) {}
  Result<std::size_t> read(char* to, std::size_t n) override;
  Result<std::size_t> read_until(char delimiter, std::size_t max, std::string& out) override;
  Result<std::size_t> write(std::string_view) override { return fail(Errno::kBADF); }
  Result<vfs::Stat> stat() const override;
  WaitQueue* read_queue() override { return &readers_; }
  bool ready_to_read() const override { return ended_ || buffered() > 0; }
  bool is_terminal() const override { return terminal_; }
  std::string target() const override { return terminal_ ? "/dev/tty" : "pipe:[0]"; }
  void push(std::string_view data);
  void end();
  // Drops what was not read, and takes more after an end().
  void reopen();
  // True when somebody has found it empty since the last push.
  bool wanted() const { return wanted_; }
  std::size_t buffered() const { return buffer_.size() - taken_; }

 private:
  std::string buffer_;
  std::size_t taken_ = 0;
  bool terminal_, ended_ = false, wanted_ = false;
  WaitQueue readers_;
};

// A terminal at the host: what /dev/tty opens. Lines are edited and echoed there, not here.
class HostTerminal final : public FileDescription {
 public:
  HostTerminal(Ref<InputSource> in, Ref<OutputSink> out) : FileDescription(true, true), in_(std::move(in)), out_(std::move(out)) {}
  Result<std::size_t> read(char* to, std::size_t n) override { return in_->read(to, n); }
  Result<std::size_t> read_until(char delimiter, std::size_t max, std::string& out) override { return in_->read_until(delimiter, max, out); }
  Result<std::size_t> write(std::string_view data) override { return out_->write(data); }
  Result<vfs::Stat> stat() const override { return out_->stat(); }
  WaitQueue* read_queue() override { return in_->read_queue(); }
  WaitQueue* write_queue() override { return out_->write_queue(); }
  bool ready_to_read() const override { return in_->ready_to_read(); }
  bool is_terminal() const override { return true; }
  std::string target() const override { return "/dev/tty"; }

 private:
  Ref<InputSource> in_;
  Ref<OutputSink> out_;
};

struct JobOptions {
  std::vector<std::string> argv;               // argv[0] is looked up in PATH; "bash", "-c", script
  std::string program;                         // what runs instead of looking argv[0] up, whatever is in /bin
  std::optional<std::string> cwd;              // relative to the machine's cwd
  std::vector<std::string> env;                // added to the machine's; "NAME" without a value takes one away
  std::string stdin_bytes;
  bool stdin_stream = false;                   // more comes by InputSource::push; else stdin_bytes is all
  bool streaming = false;                      // output: see OutputSink
  bool one_output = false;                     // stderr goes where stdout goes, so that their order is kept
  bool terminal = false;                       // its streams are a terminal, which is /dev/tty from now on
  std::optional<Nanoseconds> timeout;          // from now; then its processes are killed and its status is 124
};

struct Job {
  JobId id = 0;
  Pid root = 0;
  Ref<OutputSink> out, err;
  Ref<InputSource> in;
  bool done = false, timed_out = false, aborted = false;
  WaitStatus status;
  std::uint64_t output = 0;                    // bytes written so far
  bool over_output = false;
  std::unique_ptr<Timer> deadline;
  std::uint64_t fuel = 0;                      // spent by its processes
  int exit_code() const { return timed_out ? 124 : status.shell_status(); }
};

// Two ways between one process and the host: the process sends and receives messages of a kind and bytes.
class HostChannel {
 public:
  struct Message {
    std::uint32_t kind;
    std::string bytes;
  };
  // host_works: the host has something to do for the process; meanwhile virtual time stands still.
  explicit HostChannel(Process& p, bool host_works = true);
  ~HostChannel();
  HostChannel(const HostChannel&) = delete;
  std::uint32_t id() const { return id_; }
  void send(std::uint32_t kind, std::string bytes);
  struct Receive;
  // Result<Message>; ECANCELED when the host has closed the channel or the call that it belongs to has ended, EIO when the
  // host was lost (an image was resumed elsewhere); ETIMEDOUT at the deadline; EINTR (interruptible only) after a signal that the
  // process handles.
  Receive receive(std::optional<Nanoseconds> deadline = {}, bool interruptible = false);
  // Waits for a message or for bytes on descriptor fd, whichever comes first: Result<std::size_t> when it read, nullopt
  // when receive() is ready.
  struct ReceiveOrRead;
  ReceiveOrRead receive_or_read(int fd, char* to, std::size_t n);
  // Later receives fail; what has come is still received.
  void close(Errno why = Errno::kCANCELED);

 private:
  friend class Machine;
  Process& process_;
  std::uint32_t id_;
  bool ready() const { return closed_ != Errno::kOk || !inbox_.empty(); }
  std::deque<Message> inbox_;
  Errno closed_ = Errno::kOk;
  bool host_works_;
  WaitQueue receivers_;
};

// What the host takes from the queue: a message of a channel, with the job that it belongs to.
struct HostMessage {
  std::uint32_t channel;
  JobId job;
  std::uint32_t kind;
  std::string bytes;
};
// Kinds that the channel itself uses; those of commands and tools are their own, from 16.
enum HostKind : std::uint32_t { kHostClosed = 1 };

class Machine {
 public:
  explicit Machine(const MachineOptions& options);
  Machine(const Machine&) = delete;
  ~Machine();

  // Whether the limits left room for the system's own files; without them nothing runs. EDQUOT, ENOSPC, ENOMEM.
  const Result<>& made() const { return made_; }

  vfs::FileSystem& fs() { return *fs_; }
  const Limits& limits() const { return options_.limits; }
  const MachineOptions& options() const { return options_; }
  // Puts other files in the place of those that are there (fork, restore). EBUSY while processes run.
  Result<> replace_files(std::unique_ptr<vfs::FileSystem> fs);

  // --- the host's side ------------------------------------------------------------------------------------------------
  // Starts a program. ENOENT when argv[0] is not found, ENOTDIR and ENOENT for cwd.
  Result<Job*> start(const JobOptions& options);
  Job* job(JobId id);
  // Forgets a job that is done; what it left running goes on.
  void forget(JobId id);
  // Kills all its processes with SIGKILL; the job is then done and aborted.
  void abort(JobId id);
  enum class State { kDone, kMore, kIdle };
  // Runs until the job is done (kDone), the fuel is spent (kMore), or nothing can go on before a timer or the host (kIdle).
  // `until` 0: no job in particular. now: live time.
  State run(std::uint64_t fuel, JobId until, Nanoseconds now);
  // Whether the last run() let a process go on.
  bool ran() const { return ran_; }
  // Tells live time without running anything.
  void tell_time(Nanoseconds now);
  // When the next timer is due.
  std::optional<Nanoseconds> next_timer() const;
  std::optional<HostMessage> next_message();
  void post(std::uint32_t channel, std::uint32_t kind, std::string bytes);
  void close_channel(std::uint32_t channel);
  // A command whose program is the host's (host_command.cc). A file in /usr/local/bin is made for it, unless there is one.
  Result<> add_host_command(std::string_view name);
  std::vector<JobId> jobs() const;
  // The memory was resumed by another host: what was asked of the former one fails with EIO.
  void host_lost();

  // --- the processes' side --------------------------------------------------------------------------------------------
  Nanoseconds now() const;
  std::uint64_t fuel() const { return fuel_; }
  std::uint64_t random();
  Process* find(Pid pid);
  const std::map<Pid, std::unique_ptr<Process>>& processes() const { return processes_; }
  bool has_children(Pid parent) const;
  // No process can be added.
  bool full() const { return live_ >= options_.limits.processes; }
  static constexpr std::uint32_t kQuantum = 20'000;   // fuel that a process spends before others have their turn
  // Sends a signal to every process of a job but one.
  void kill_others(JobId job, Pid spared, int signal = kSIGKILL);
  // The same for a job in the middle of a write of one of them, who end at their next checkpoint.
  void stop_writers(JobId job, Pid spared);
  // Sends a signal, without a check of rights; 0 only asks.
  void signal(Process& target, int signal);
  // kill(2): pid > 0, 0 (own group), -1 (all but init and itself), < -1 (a group). ESRCH, EPERM.
  Result<> kill(const Process& sender, Pid pid, int signal);
  void make_ready(Process& p);
  Timers& timers() { return timers_; }
  Ref<Pipe> fifo(vfs::Ino ino);
  std::uint32_t next_id() { return next_id_++; }
  const Program* find_program(std::string_view name) const;
  // What /dev/tty is; null where there is no terminal.
  const Ref<FileDescription>& terminal() const { return terminal_; }
  void set_terminal(Ref<FileDescription> tty) { terminal_ = std::move(tty); }
  // The open file description that a link of /proc/PID/fd stands for; null when it is gone.
  FileDescription* proc_description(vfs::Ino ino);
  // What the sessions above keep from call to call (src/session/call.h).
  std::unique_ptr<ProcessData> sessions;
  Pid foreground = 0;             // the foreground process group of the terminal

 private:
  friend class Process;
  friend class HostChannel;
  friend class OutputSink;
  friend struct JobDeadline;
  Result<Process*> new_process();
  void enqueue(Process& p, bool front);
  void dequeue(Process& p);
  void preempt(Process& p);
  void replace(Process& p);
  void resume(Process& p);
  void end_by_signal(Process& p);
  void end(Process& p);
  void finish(Process& p, WaitStatus status);
  void reap(Process& p);
  void over_limit(Process& p, std::string_view which);
  void end_job_of(const Process& p);
  void kill_job(JobId id);
  void output_limit(Job& job);
  void mount_proc();
  bool charge(std::uint32_t n) { fuel_ += n; return (fuel_ >= stop_at_ && stops()) || memory::exceeded(); }
  bool stops();
  bool late();
  bool slice_over() { return fuel_ >= slice_end_ || late_ || (fuel_ >= look_at_ && late()); }
  // The running process suspends at its next checkpoint.
  void stop_soon() { stop_at_ = hard_stop_ = 0; }
  void fire_timers();
  bool host_works() const;

  static constexpr Nanoseconds kPerFuel = 100;

  MachineOptions options_;
  Ref<FileDescription> terminal_;
  std::unique_ptr<vfs::SyntheticTree, void (*)(vfs::SyntheticTree*)> proc_{nullptr, nullptr};
  std::unique_ptr<vfs::FileSystem> fs_;
  Result<> made_;
  std::map<Pid, std::unique_ptr<Process>> processes_;
  Pid last_pid_ = 1;
  std::uint32_t live_ = 0;
  Process* ready_head_ = nullptr;
  Process* ready_tail_ = nullptr;
  Process* paused_ = nullptr;     // stopped by the end of a slice; goes on first
  Process* running_ = nullptr;
  bool ran_ = false;
  static constexpr double kSliceMs = 15;
  static constexpr std::uint64_t kLook = 16;   // the clock is read whenever so much fuel is spent
  std::uint64_t hard_stop_ = 0, look_at_ = 0;  // stop_at_ is the lesser
  bool late_ = false;
  double late_at_ = 0;
  Timers timers_;
  std::uint64_t fuel_ = 0, stop_at_ = 0, slice_end_ = 0;
  Nanoseconds sampled_ = 0;       // live time as last told, and the fuel then
  Nanoseconds floor_ = 0;         // no time before this one is given any more
  std::uint64_t sampled_fuel_ = 0;
  Nanoseconds skipped_ = 0;       // virtual time jumped over
  std::uint64_t random_[4];
  std::map<JobId, std::unique_ptr<Job>> jobs_;
  JobId next_job_ = 1;
  std::uint32_t next_id_ = 16;
  std::deque<HostMessage> messages_;
  std::map<std::uint32_t, HostChannel*> channels_;
  std::map<vfs::Ino, Ref<Pipe>> fifos_;
  std::vector<std::unique_ptr<Program>> host_programs_;
  std::deque<std::string> host_names_;
};

struct HostChannel::Receive final : Waiter {
  Receive(HostChannel& c, std::optional<Nanoseconds> deadline, bool interruptible)
      : Waiter(c.process_), channel_(c), deadline_(deadline), may_interrupt_(interruptible) {}
  bool attempt() override { return channel_.ready(); }
  bool await_ready() { return attempt(); }
  template <class P>
  void await_suspend(std::coroutine_handle<P> h) {
    suspend(h.promise());
  }
  Result<Message> await_resume();

 private:
  void suspend(PromiseBase& leaf);
  HostChannel& channel_;
  std::optional<Nanoseconds> deadline_;
  bool may_interrupt_;
};

// Stands in the channel's queue itself, and in the file's by its second waiter.
struct HostChannel::ReceiveOrRead final : Waiter {
  ReceiveOrRead(HostChannel& c, int fd, char* to, std::size_t n);
  bool attempt() override { return channel_.ready(); }
  bool await_ready() { return attempt() || input_.attempt(); }
  template <class P>
  void await_suspend(std::coroutine_handle<P> h) {
    suspend(h.promise());
  }
  std::optional<Result<std::size_t>> await_resume() { return std::move(got_); }

 private:
  struct Input final : Waiter {
    explicit Input(ReceiveOrRead& o) : Waiter(o.process()), outer(o) {}
    bool attempt() override;
    ReceiveOrRead& outer;
  };
  void suspend(PromiseBase& leaf);
  HostChannel& channel_;
  Ref<FileDescription> file_;
  char* to_;
  std::size_t n_;
  std::optional<Result<std::size_t>> got_;
  Input input_;
};

}  // namespace nacre
