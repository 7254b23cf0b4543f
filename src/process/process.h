// A process: what POSIX says it is (argv, environment, working directory, umask, ids, descriptors, signal dispositions,
// process group), and one chain of Tasks that runs it.
//
// Commands see the whole system through their Process:
//
//   Task<int> main(Process& p) {                          // p.argv[0] is the name it was called by
//     auto fd = co_await p.open("x", OpenFlags::read());  // files relative to its cwd, with its rights
//     if (!fd) { p.complain("x", fd.error()); co_return 1; }   // "cat: x: No such file or directory"
//     char buf[4096]; auto n = co_await p.read(*fd, buf, sizeof buf);
//     co_await p.write(1, "...");                         // all of it; waits where a pipe is full
//     if (co_await p.spawn_and_wait({"ls", "-l"})) ...
//   }
//
// Everything that waits is awaited; what is ready does not suspend. Loops that compute without awaiting call
// `co_await p.spend(n)` now and then (n: units of fuel, about 100 ns of work each; at least every 20 ms of work), which is
// where a slice ends, a signal is seen and the memory budget is enforced. A killed process never returns from an await.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/ref.h"
#include "src/base/result.h"
#include "src/process/file_description.h"
#include "src/process/signal.h"
#include "src/process/task.h"
#include "src/process/wait.h"
#include "vfs/file_system.h"

namespace nacre {

class Machine;
class Process;
struct Program;
using Pid = std::int32_t;
using JobId = std::uint32_t;

// How a process ended (or that it stopped), as wait() tells it.
struct WaitStatus {
  int code = 0;      // the exit status, 0 to 255, when signal is 0
  int signal = 0;    // the signal that ended or stopped it
  bool stopped = false;
  // What $? becomes: 128+n for a signal.
  int shell_status() const { return signal ? 128 + signal : code; }
};

// The environment, "NAME=value" each, shared by all who have not changed it.
struct EnvBlock : RefCounted<EnvBlock> {
  std::vector<std::string> entries;
};

// Resource limits as `ulimit` shows and sets them: soft and hard, in the order of its table (shell/builtins_limits.cc).
// Open files and the size of files are enforced; the rest is kept and inherited.
struct ResourceLimits : RefCounted<ResourceLimits> {
  static constexpr std::size_t kCount = 17, kOpenFiles = 8;
  struct Pair {
    std::uint64_t soft = UINT64_MAX, hard = UINT64_MAX;
  };
  std::array<Pair, kCount> values;
};

// What a shell, or another program that survives exec of others in its process, keeps with the process.
struct ProcessData {
  virtual ~ProcessData() = default;
};

struct OpenFlags {
  bool read = false, write = false, append = false, create = false, exclusive = false, truncate = false,
       directory = false, no_follow = false, cloexec = false;
  static OpenFlags reading() { return {.read = true}; }
  static OpenFlags writing() { return {.write = true, .create = true, .truncate = true}; }
  static OpenFlags appending() { return {.write = true, .append = true, .create = true}; }
};

// What can be run: a command of ours, perhaps by way of a #! line whose words come before the arguments.
struct Executable {
  const Program* program = nullptr;
  std::vector<std::string> prefix;  // replaces argv[0]: interpreter, its argument, the script
};

struct SpawnOptions {
  // Descriptors to set in the child, after inheritance: {child's number, description}; a null one is closed.
  std::vector<std::pair<int, Ref<FileDescription>>> files;
  Ref<const EnvBlock> env;                 // null: the parent's
  std::optional<std::string> cwd;
  Pid group = -1;                          // -1: the parent's; 0: a group of its own
  std::vector<std::pair<int, Disposition>> dispositions;
};

class Process {
 public:
  // --- what it is -----------------------------------------------------------------------------------------------------
  Process(Machine& machine, Pid pid);
  Process(const Process&) = delete;
  ~Process();
  // What it needs would not fit into limits.memory: it ends at its next checkpoint as if it had crossed the line.
  void out_of_memory();
  Machine& machine() const { return machine_; }
  Pid pid() const { return pid_; }
  Pid parent_pid() const { return parent_; }
  Pid group() const { return group_; }
  void set_group(Pid g) { group_ = g; }
  Pid session() const { return session_; }
  JobId job() const { return job_; }
  // It has ended and waits for its parent to ask how (a zombie).
  bool ended() const { return state_ == State::kZombie; }
  std::string name;                        // of the program that runs: /proc/self/comm
  std::vector<std::string> argv;
  Ref<const EnvBlock> env;
  std::optional<std::string_view> getenv(std::string_view key) const;
  std::uint32_t umask = 022, uid = 0, gid = 0;
  std::vector<std::uint32_t> groups;
  std::uint64_t file_size_limit = UINT64_MAX;   // RLIMIT_FSIZE
  Ref<const ResourceLimits> resource_limits;    // null: those of the machine
  std::unique_ptr<ProcessData> data;

  // --- files ----------------------------------------------------------------------------------------------------------
  vfs::FileSystem& fs() const;
  // Whose rights and which cwd path operations use; valid while the process is.
  vfs::Caller caller() const;
  vfs::Ino cwd() const { return cwd_; }
  Result<> chdir(std::string_view path);
  // Opens and gives the lowest free descriptor of at least `at_least`. Waits only for the other end of a FIFO.
  // /dev/fd/N, /dev/stdin and their like mean the descriptor itself.
  Task<Result<int>> open(std::string path, OpenFlags flags, std::uint32_t mode = 0666, int at_least = 0);
  Task<Result<Ref<FileDescription>>> open_file(std::string path, OpenFlags flags, std::uint32_t mode = 0666);

  // --- descriptors ----------------------------------------------------------------------------------------------------
  FileDescription* file(int fd) const;     // null: not open
  Result<int> add_file(Ref<FileDescription> f, int at_least = 0, bool cloexec = false);   // EMFILE
  Result<> set_file(int fd, Ref<FileDescription> f, bool cloexec = false);                // dup2; EBADF past the limit
  Result<> close(int fd);
  bool cloexec(int fd) const;
  void set_cloexec(int fd, bool on);
  std::vector<int> open_descriptors() const;
  // A new pipe: {read end, write end}.
  std::pair<Ref<FileDescription>, Ref<FileDescription>> make_pipe();

  // --- waiting --------------------------------------------------------------------------------------------------------
  struct Read;
  struct ReadUntil;
  struct Write;
  struct Spend;
  struct Sleep;
  struct Wait;
  // Result<std::size_t>, 0 at end of file. `deadline` (of Machine::now): ETIMEDOUT. interruptible: EINTR when a signal came
  // that the process handles.
  Read read(int fd, char* to, std::size_t n, std::optional<Nanoseconds> deadline = {}, bool interruptible = false);
  // See FileDescription::read_until. Gives no more than a piece of 64 KiB at a time, without its delimiter when the line is longer.
  ReadUntil read_until(int fd, char delimiter, std::size_t max, std::string& out, std::optional<Nanoseconds> deadline = {},
                       bool interruptible = false);
  static constexpr std::size_t kPiece = 65536;
  // Goes on with a line of which read_until gave a part, up to its delimiter or the end.
  Task<Result<>> read_rest(int fd, char delimiter, std::string& line);
  // Result<>: all of it is written, or an error. EPIPE raises SIGPIPE first, which ends the process unless it is ignored.
  Write write(int fd, std::string_view data);
  // Spends n units of fuel, and lets others run when the quantum or the slice is used up.
  Spend spend(std::uint32_t n);
  // The same without the await: true when `co_await p.spend(0)` is due soon. For inner loops.
  bool spent(std::uint32_t n);
  // True when the time has passed, false when a handled signal came first.
  Sleep sleep_until(Nanoseconds when);
  // Result<std::pair<Pid, WaitStatus>> of a child: pid > 0 that one; -1 any; 0 any of the own group; < -1 any of group -pid.
  // Reaps it unless it only stopped. ECHILD, EINTR (interruptible only), ETIMEDOUT. `stops`: stopped children count.
  // EAGAIN with no_hang.
  Wait wait(Pid pid, bool stops = false, bool interruptible = false, std::optional<Nanoseconds> deadline = {}, bool no_hang = false);

  // --- other processes ------------------------------------------------------------------------------------------------
  // Looks a command up as execvp does: a name without '/' in PATH of env (null: the process's own). Gives its path.
  Result<std::string> find_executable(std::string_view name) const;
  // The same with a search path given.
  Result<std::string> find_in_path(std::string_view name, std::string_view path) const;
  // What exec of that path would run. ENOEXEC: a file that is no program of ours and has no #! line.
  Result<Executable> load(std::string_view path, int depth = 0) const;
  // A child that has this process's attributes and descriptors (but those marked close-on-exec go when it execs).
  // It does nothing until start() is called. EAGAIN at the limit of processes.
  Result<Process*> fork();
  // Gives a forked child its chain. Its value is its exit status.
  void start(Task<int> main);
  // Runs argv in a child: fork, find_executable (argv[0]), load; a file without #! is run by sh. The error is that of
  // finding or loading (ENOENT, EACCES, ENOEXEC...). argv[0] is what is looked up and what the child sees.
  Result<Pid> spawn(std::vector<std::string> argv, const SpawnOptions& options = {});
  // spawn, wait for it, shell_status() of it.
  Task<Result<WaitStatus>> run(std::vector<std::string> argv, SpawnOptions options = {});
  // The chain of a new child that runs that program, for start(): closes close-on-exec descriptors, resets handled signals,
  // sets name and argv.
  Task<int> exec(Executable what, std::vector<std::string> arguments, Ref<const EnvBlock> environment);
  // execve(2): becomes that program. What ran until now is destroyed with its frames and data: awaiting it never ends.
  struct Replace;
  Replace replace(Executable what, std::vector<std::string> arguments, Ref<const EnvBlock> environment);
  // execvpe: finds argv[0] (in PATH of the environment given; null: its own), and becomes it; sh runs a file without #!.
  // Gives the error of finding or loading, or E2BIG.
  Task<Error> exec_path(std::vector<std::string> arguments, Ref<const EnvBlock> environment);
  // Whether execve takes so much: a string of 128 KiB, or 2 MiB of arguments and environment, is E2BIG, as on Linux.
  static Result<> fits(const std::vector<std::string>& arguments, const EnvBlock* environment);

  // --- signals --------------------------------------------------------------------------------------------------------
  Disposition disposition(int signal) const { return dispositions_[signal]; }
  void set_disposition(int signal, Disposition d);
  // Signals with disposition kHandle that came: bits 1 << signal. take_pending clears and returns the lowest, or 0.
  std::uint64_t pending() const { return pending_; }
  int take_pending();
  // Runs when a signal other than SIGKILL ends the process (a shell's EXIT trap), in a new chain.
  Task<int> (*on_fatal_signal)(Process&, int signal) = nullptr;

  // For awaiters elsewhere: the chain suspends with leaf and waits in the queue; no signal interrupts it.
  void wait_on(PromiseBase& leaf, Waiter& w, WaitQueue& queue);

  // --- messages -------------------------------------------------------------------------------------------------------
  // These do not wait: what a full pipe does not take is put in the backlog, which goes out before anything else that the
  // process waits for, and before it ends. A message needs no co_await, nor need functions that only say something.
  // Writes all of it. An error of what was put in the backlog is that of the next write(), or makes the status 1 at the end.
  Result<> put(int fd, std::string_view data);
  bool has_backlog() const { return backlog_ != nullptr; }
  // Writes to stderr "argv0: text\n". Write errors are ignored, as GNU's error() does.
  void complain(std::string_view text);
  // "argv0: subject: words of the error\n"
  void complain(std::string_view subject, const Error& error);
  void write_stderr(std::string_view text) { (void)put(2, text); }

 private:
  friend class Machine;
  friend class Waiter;
  enum class State : std::uint8_t { kNew, kReady, kRunning, kBlocked, kZombie };
  struct Descriptor {
    Ref<FileDescription> file;
    bool cloexec = false;
  };
  struct Replacement {
    Executable what;
    std::vector<std::string> arguments;
    Ref<const EnvBlock> environment;
  };
  void suspended(PromiseBase& leaf) { leaf_ = &leaf; }
  void set_root(Task<int> main);
  void block(Waiter& w, WaitQueue* queue, std::optional<Nanoseconds> deadline, bool interruptible);
  // True when a suspension must not wait: the process is about to be ended.
  bool doomed() const { return fatal_ != 0; }
  Result<Ref<FileDescription>> open_special(std::string_view path, OpenFlags flags, bool& special);
  Task<Result<Ref<FileDescription>>> open_fifo(vfs::Ino ino, OpenFlags flags, std::string path);
  void close_all();
  class Backlog;
  bool wait_for_backlog();
  void drop_backlog();
  WaitStatus end_status();        // of one whose chain has ended
  Result<Executable> load_or_shell(std::string_view path) const;

  Machine& machine_;
  Pid pid_, parent_ = 0, group_ = 0, session_ = 0;
  JobId job_ = 0;
  vfs::Ino cwd_ = 0;
  std::vector<Descriptor> descriptors_;
  std::array<Disposition, kSignals> dispositions_{};
  std::uint64_t pending_ = 0;
  int fatal_ = 0;                 // the signal that is to end it
  bool out_of_memory_ = false;
  int dying_ = 0;                 // on_fatal_signal runs for this signal
  bool stopped_ = false, held_ = false;   // stopped by a signal; made ready meanwhile
  bool stop_reported_ = true;
  State state_ = State::kNew;
  WaitStatus status_;
  PromiseBase* leaf_ = nullptr;
  Waiter* waiting_ = nullptr;
  Task<int> root_;
  std::unique_ptr<Replacement> replacement_;   // set by replace(), done by the machine
  std::unique_ptr<Backlog> backlog_;
  Result<> late_;                 // the error of output in the backlog
  std::uint64_t quantum_end_ = 0;
  Process* next_ready_ = nullptr;
  Process* prev_ready_ = nullptr;
  WaitQueue children_;            // the process waiting for its children
};

// --- the awaiters -------------------------------------------------------------------------------------------------------
// Each tries at once; when it must wait it stands in the queue that its file names. When only the fuel is used up, it has
// done its work and just lets others run.

struct Process::Replace {
  Process& p;
  bool await_ready() const noexcept { return false; }
  template <class P>
  void await_suspend(std::coroutine_handle<P> h) {
    p.suspended(h.promise());
  }
  void await_resume() const noexcept {}
};

struct Process::Spend {
  Process& p;
  std::uint32_t n;
  bool await_ready();
  template <class P>
  void await_suspend(std::coroutine_handle<P> h) {
    preempt(h.promise());
  }
  void await_resume() const noexcept {}

 private:
  void preempt(PromiseBase& leaf);
};

struct Process::Read final : Waiter {
  Read(Process& p, int fd, char* to, std::size_t n, std::optional<Nanoseconds> deadline, bool interruptible);
  bool attempt() override;
  bool await_ready();
  template <class P>
  void await_suspend(std::coroutine_handle<P> h) {
    suspend(h.promise());
  }
  Result<std::size_t> await_resume();

 private:
  void suspend(PromiseBase& leaf);
  Ref<FileDescription> file_;
  char* to_;
  std::size_t n_;
  std::optional<Nanoseconds> deadline_;
  Result<std::size_t> result_;
};

struct Process::ReadUntil final : Waiter {
  ReadUntil(Process& p, int fd, char delimiter, std::size_t max, std::string& out, std::optional<Nanoseconds> deadline,
            bool interruptible);
  bool attempt() override;
  bool await_ready();
  template <class P>
  void await_suspend(std::coroutine_handle<P> h) {
    suspend(h.promise());
  }
  Result<std::size_t> await_resume();

 private:
  void suspend(PromiseBase& leaf);
  Ref<FileDescription> file_;
  char delimiter_;
  std::size_t max_;
  std::string& out_;
  std::optional<Nanoseconds> deadline_;
  Result<std::size_t> result_;
};

struct Process::Write final : Waiter {
  Write(Process& p, int fd, std::string_view data);
  bool attempt() override;
  // attempt(), whatever the backlog.
  bool push();
  std::string_view left() const { return data_; }
  WaitQueue* queue() const { return file_->write_queue(); }
  bool await_ready();
  template <class P>
  void await_suspend(std::coroutine_handle<P> h) {
    suspend(h.promise());
  }
  Result<> await_resume();

 private:
  void suspend(PromiseBase& leaf);
  Ref<FileDescription> file_;
  std::string_view data_;
  std::size_t size_;
  Result<> result_;
  bool blocked_ = false;
};

struct Process::Sleep final : Waiter {
  Sleep(Process& p, Nanoseconds when) : Waiter(p), when_(when) {}
  bool attempt() override { return false; }
  bool await_ready() const { return false; }
  template <class P>
  void await_suspend(std::coroutine_handle<P> h) {
    suspend(h.promise());
  }
  bool await_resume() const { return outcome() != Errno::kINTR; }

 private:
  void suspend(PromiseBase& leaf);
  Nanoseconds when_;
};

struct Process::Wait final : Waiter {
  Wait(Process& p, Pid pid, bool stops, bool interruptible, std::optional<Nanoseconds> deadline, bool no_hang);
  bool attempt() override;
  bool await_ready();
  template <class P>
  void await_suspend(std::coroutine_handle<P> h) {
    suspend(h.promise());
  }
  Result<std::pair<Pid, WaitStatus>> await_resume();

 private:
  void suspend(PromiseBase& leaf);
  Pid pid_;
  bool stops_, no_hang_;
  std::optional<Nanoseconds> deadline_;
  Result<std::pair<Pid, WaitStatus>> result_;
};

// A program of the sandbox. Programs are in a list made before main by their own static objects (the command registers
// itself); a file in /bin names one.
struct Program {
  std::string_view name;
  Task<int> (*main)(Process&) = nullptr;
  int (*plain_main)(Process&) = nullptr;   // or this, of one that waits for nothing
  const Program* next = nullptr;
  // Adds it to the list.
  Program(std::string_view program_name, Task<int> (*entry)(Process&));
  Program(std::string_view program_name, int (*entry)(Process&));
  // One that is in no list (a machine's own; see Machine::add_host_command). The name must outlive it.
  static Program unlisted(std::string_view program_name, Task<int> (*entry)(Process&)) { return Program(program_name, entry, nullptr); }
  static const Program* first();
  static const Program* find(std::string_view name);

 private:
  Program(std::string_view n, Task<int> (*entry)(Process&), std::nullptr_t) : name(n), main(entry) {}
};

}  // namespace nacre
