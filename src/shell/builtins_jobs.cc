// jobs, fg, bg, disown, wait, kill, suspend (bash manual 7.2).
#include <algorithm>

#include "src/expand/assign.h"
#include "src/process/machine.h"
#include "src/shell/builtin.h"
#include "src/shell/signals.h"

namespace nacre {
namespace {

using State = JobEntry::State;

std::string no_such_job(const std::string& spec) { return spec + ": no such job"; }

// The job of "%1", "%name", or a name as fg takes it; null after a message. "current" is what fg calls no operand.
JobEntry* job_argument(Shell& sh, const std::string& spec, const std::string& shown) {
  std::string error;
  JobEntry* job = sh.find_job(spec, &error);
  if (!job && !error.empty()) sh.complain(error);
  if (!job) sh.complain(no_such_job(shown));
  return job;
}

// Sends a signal to a job: to its group, or to each of its processes.
void signal_job(Shell& sh, const JobEntry& job, int signal) {
  Process& p = sh.process();
  if (job.group > 0) {
    (void)p.machine().kill(p, -job.group, signal);
    return;
  }
  for (std::size_t i = 0; i < job.pids.size(); ++i)
    if (!job.statuses[i]) (void)p.machine().kill(p, job.pids[i], signal);
}

// --- jobs ---------------------------------------------------------------------------------------------------------------

enum class Filter { kAll, kRunning, kStopped, kChanged };

// Prints one job; a finished one has then been told, and goes.
void show_job(Shell& sh, JobEntry& job, char format) {
  sh.print(sh.job_line(job, format) + "\n");
  job.notified = true;
}
void drop_told(Shell& sh) {
  std::vector<const JobEntry*> gone;
  for (const auto& j : sh.jobs)
    if (j->state == State::kDone && j->notified) gone.push_back(j.get());
  for (const JobEntry* j : gone) sh.remove_job(*j);
}

// jobs -x: job specs in the command become process ids.
Task<int> run_with_pids(Shell& sh, Fields argv) {
  for (std::string& word : argv)
    if (word.starts_with('%'))
      if (const JobEntry* job = sh.find_job(word)) word = std::to_string(job->group > 0 ? job->group : job->pids.front());
  co_return co_await sh.run_argv(std::move(argv));
}

Task<int> jobs_main(Shell& sh, Fields& argv) {
  char format = ' ';
  Filter filter = Filter::kAll;
  bool execute = false, others = false;
  BuiltinOptions options(sh, argv, "lpnxrs");
  for (char c; (c = options.next());) {
    others |= c != 'x';
    switch (c) {
      case 'l':
      case 'p': format = c; break;
      case 'n': filter = Filter::kChanged; break;
      case 'r': filter = Filter::kRunning; break;
      case 's': filter = Filter::kStopped; break;
      case 'x': execute = true; break;
      default: co_return BuiltinOptions::kUsage;
    }
    if (execute && others) {
      sh.complain("no other options allowed with `-x'");
      co_return 1;
    }
  }
  const std::size_t first = options.operand();
  if (execute) {
    if (first == argv.size()) co_return 0;
    argv.erase(argv.begin(), argv.begin() + static_cast<std::ptrdiff_t>(first));
    co_return co_await run_with_pids(sh, std::move(argv));
  }
  sh.update_jobs();
  int status = 0;
  if (first == argv.size()) {
    for (const auto& job : sh.jobs) {
      if (filter == Filter::kRunning && job->state != State::kRunning) continue;
      if (filter == Filter::kStopped && job->state != State::kStopped) continue;
      if (filter == Filter::kChanged && (job->notified || job->state == State::kRunning)) continue;
      show_job(sh, *job, format);
    }
  }
  for (std::size_t i = first; i < argv.size(); ++i) {
    if (JobEntry* job = job_argument(sh, argv[i], argv[i])) show_job(sh, *job, format);
    else status = 1;
  }
  drop_told(sh);
  co_return status;
}
const Builtin kJobs("jobs", jobs_main);

// --- fg, bg -------------------------------------------------------------------------------------------------------------

// The job to continue; null after a message.
JobEntry* job_to_continue(Shell& sh, const std::string* word, bool foreground) {
  if (!sh.on(ShellOption::kMonitor)) {
    sh.complain("no job control");
    return nullptr;
  }
  sh.update_jobs();
  JobEntry* job = job_argument(sh, word ? *word : "%+", word ? *word : "current");
  if (!job) return nullptr;
  if (job->group <= 0) {
    sh.complain("job " + std::to_string(job->number) + " started without job control");
    return nullptr;
  }
  if (!foreground && job->state == State::kRunning) {
    sh.complain("job " + std::to_string(job->number) + " already in background");
    return nullptr;
  }
  return job;
}
void continue_job(Shell& sh, JobEntry& job) {
  if (job.state == State::kStopped) {
    job.state = State::kRunning;
    signal_job(sh, job, kSIGCONT);
  }
  job.used = ++sh.job_clock;
}

Task<int> fg_main(Shell& sh, Fields& argv) {
  const std::size_t first = first_operand(sh, argv);
  if (!first) co_return BuiltinOptions::kUsage;
  JobEntry* job = job_to_continue(sh, first < argv.size() ? &argv[first] : nullptr, true);
  if (!job) co_return 1;
  sh.print(job->text + "\n");
  if (!co_await sh.drain_output()) co_return 1;
  job->background = false;
  continue_job(sh, *job);
  const int number = job->number;
  int status = 0;
  // Waits for all of its processes, or until it stops.
  for (;;) {
    const auto it = std::ranges::find_if(sh.jobs, [&](const auto& j) { return j->number == number; });
    if (it == sh.jobs.end()) break;
    JobEntry& now = **it;
    if (now.state == State::kStopped) {
      now.background = true;
      status = 128 + kSIGTSTP;
      break;
    }
    if (now.state == State::kDone) {
      status = now.statuses.back().value_or(WaitStatus{}).shell_status();
      sh.remove_job(now);
      break;
    }
    if (!co_await sh.wait_child(false)) break;
  }
  sh.update_jobs();
  for (const auto& j : sh.jobs)
    if (j->state == State::kDone) show_job(sh, *j, ' ');
  drop_told(sh);
  co_return status;
}
const Builtin kFg("fg", fg_main);

Task<int> bg_main(Shell& sh, Fields& argv) {
  const std::size_t first = first_operand(sh, argv);
  if (!first) return Task<int>::ready(BuiltinOptions::kUsage);
  int status = 0;
  for (std::size_t i = first; i < std::max(argv.size(), first + 1); ++i) {
    JobEntry* job = job_to_continue(sh, i < argv.size() ? &argv[i] : nullptr, false);
    if (!job) {
      status = 1;
      continue;
    }
    job->background = true;
    continue_job(sh, *job);
    sh.print("[" + std::to_string(job->number) + "]" + (sh.find_job("+") == job ? "+ " : sh.find_job("-") == job ? "- " : "  ") + job->text + " &\n");
  }
  return Task<int>::ready(status);
}
const Builtin kBg("bg", bg_main);

// --- disown -------------------------------------------------------------------------------------------------------------

int disown(Shell& sh, Fields& argv) {
  bool all = false, keep = false, running = false;
  BuiltinOptions options(sh, argv, "ahr");
  for (char c; (c = options.next());) {
    switch (c) {
      case 'a': all = true; break;
      case 'h': keep = true; break;
      case 'r': running = true; break;
      default: return BuiltinOptions::kUsage;
    }
  }
  sh.update_jobs();
  const auto take = [&](JobEntry& job) {
    if (keep) {
      job.keep_on_hup = true;
      return;
    }
    if (job.state == State::kStopped)
      sh.report("warning: deleting stopped job " + std::to_string(job.number) + " with process group " + std::to_string(job.pids.front()));
    sh.remove_job(job);
  };
  const std::size_t first = options.operand();
  if (first == argv.size() && (all || running)) {
    std::vector<JobEntry*> chosen;
    for (const auto& j : sh.jobs)
      if (!running || j->state == State::kRunning) chosen.push_back(j.get());
    for (JobEntry* j : chosen) take(*j);
    return 0;
  }
  int status = 0;
  for (std::size_t i = first; i < std::max(argv.size(), first + 1); ++i) {
    const bool given = i < argv.size();
    const auto pid = given ? builtin_number(argv[i]) : std::nullopt;
    JobEntry* job;
    if (pid) {
      job = sh.job_of(static_cast<Pid>(std::clamp<std::int64_t>(*pid, 0, INT32_MAX)));
      if (!job) sh.complain(no_such_job(argv[i]));
    } else {
      job = job_argument(sh, given ? argv[i] : "%+", given ? argv[i] : "current");
    }
    if (job) take(*job);
    else status = 1;
  }
  return status;
}
Task<int> disown_main(Shell& sh, Fields& argv) { return Task<int>::ready(disown(sh, argv)); }
const Builtin kDisown("disown", disown_main);

// --- wait ---------------------------------------------------------------------------------------------------------------

// What one operand of wait names: a job of the table, or a process that is, or was, a child.
struct Waited {
  Pid pid = 0;             // the one whose status counts
  JobEntry* job = nullptr;
};

// True when the child `pid` outside the table is still alive.
bool child_alive(const Shell& sh, Pid pid) {
  const Process* p = sh.process().machine().find(pid);
  return p && p->parent_pid() == sh.process().pid() && !sh.ended.contains(pid);
}

class Waiting {
 public:
  Waiting(Shell& sh, bool until_end) : sh_(sh), until_end_(until_end) {}

  // Waits for something to happen to a child. False: there are none, or a trap ran and interrupted() is its status.
  Task<bool> next() {
    if (sh_.process().pending()) co_return co_await interrupt();
    if (co_await sh_.wait_child(true)) co_return true;
    if (sh_.process().pending()) co_return co_await interrupt();
    co_return false;
  }
  int interrupted() const { return interrupted_; }

  // The status of a process when it is known (of a job: ended, or stopped without -f).
  std::optional<int> status_of(Pid pid) const {
    if (const JobEntry* job = sh_.job_of(pid)) {
      for (std::size_t i = 0; i < job->pids.size(); ++i) {
        if (job->pids[i] != pid) continue;
        if (i + 1 == job->pids.size() && job->state == State::kRunning) return {};   // pipefail counts them all
        if (job->statuses[i]) return job->statuses[i]->shell_status();
        if (job->state == State::kStopped && !until_end_) return 128 + kSIGSTOP;
      }
      return {};
    }
    if (const auto it = sh_.ended.find(pid); it != sh_.ended.end()) return it->second.shell_status();
    return {};
  }
  bool known(Pid pid) const { return sh_.job_of(pid) || sh_.ended.contains(pid) || child_alive(sh_, pid); }

 private:
  Task<bool> interrupt() {
    const std::uint64_t pending = sh_.process().pending();
    int signal = 0;
    while (signal < 63 && !((pending >> signal) & 1)) ++signal;
    const std::string_view name = sh_.command_name;
    co_await sh_.run_pending_traps();
    sh_.command_name = name;
    interrupted_ = 128 + signal;
    co_return false;
  }
  Shell& sh_;
  bool until_end_;
  int interrupted_ = 0;
};

// Jobs that have been waited for are not told of any more.
void forget_job(Shell& sh, Pid pid) {
  JobEntry* job = sh.job_of(pid);
  if (!job || job->state != State::kDone) return;
  sh.messages += sh.death_notice(*job);
  sh.remove_job(*job);
}

// An operand; pid 0 after a message.
Waited parse_waited(Shell& sh, const std::string& word, const Waiting& waiting, bool next) {
  Waited w;
  if (!word.empty() && word[0] >= '0' && word[0] <= '9') {
    const auto n = builtin_number(word);
    if (!n || *n > INT32_MAX) {
      sh.complain("`" + word + "': not a pid or valid job spec");
      return w;
    }
    const Pid pid = static_cast<Pid>(*n);
    w.job = sh.job_of(pid);
    if (next ? w.job != nullptr : waiting.known(pid)) w.pid = pid;
    else sh.complain(next ? no_such_job(word) : "pid " + word + " is not a child of this shell");
    return w;
  }
  if (!word.starts_with('%')) {
    sh.complain("`" + word + "': not a pid or valid job spec");
    return w;
  }
  std::string error;
  w.job = sh.find_job(word, &error);
  if (w.job) w.pid = w.job->pids.back();
  else sh.complain(error.empty() ? no_such_job(word) : error);
  return w;
}

// wait -n: the first of the operands, or of all jobs, that ends.
Task<int> wait_next(Shell& sh, std::span<const std::string> words, Waiting& waiting, Pid& which) {
  std::vector<Pid> pids;
  for (const std::string& word : words)
    if (const Waited w = parse_waited(sh, word, waiting, true); w.pid) pids.push_back(w.pid);
  if (!words.empty() && pids.empty()) co_return 127;
  for (;;) {
    if (words.empty()) {
      pids.clear();
      for (const auto& j : sh.jobs) pids.push_back(j->pids.back());
    }
    if (pids.empty()) co_return 127;
    for (const Pid pid : pids) {
      const JobEntry* job = sh.job_of(pid);
      if (job && job->state == State::kRunning) continue;
      if (const auto status = waiting.status_of(pid)) {
        which = pid;
        forget_job(sh, pid);
        co_return *status;
      }
    }
    if (!co_await waiting.next()) co_return waiting.interrupted() ? waiting.interrupted() : 127;
  }
}

// wait without operands: all jobs that run, and the last asynchronous process.
Task<int> wait_all(Shell& sh, Waiting& waiting) {
  for (;;) {
    const bool running = std::ranges::any_of(sh.jobs, [](const auto& j) { return j->state == State::kRunning; }) ||
                         child_alive(sh, static_cast<Pid>(sh.background_pid));
    if (!running) break;
    if (!co_await waiting.next()) {
      if (waiting.interrupted()) co_return waiting.interrupted();
      break;
    }
  }
  std::vector<Pid> done;
  for (const auto& j : sh.jobs)
    if (j->state == State::kDone && !sh.on(ShellOption::kMonitor)) done.push_back(j->pids.back());
  for (const Pid pid : done) forget_job(sh, pid);
  co_return 0;
}

Task<int> wait_each(Shell& sh, std::span<const std::string> words, Waiting& waiting, Pid& which) {
  int status = 0;
  for (const std::string& word : words) {
    const Waited w = parse_waited(sh, word, waiting, false);
    which = w.pid;
    if (!w.pid) {
      if (!word.empty() && word[0] >= '0' && word[0] <= '9' && !builtin_number(word)) co_return 1;
      status = word.starts_with('%') || (!word.empty() && word[0] >= '0' && word[0] <= '9') ? 127 : 1;
      continue;
    }
    for (;;) {
      const JobEntry* job = sh.job_of(w.pid);
      const bool whole = !word.starts_with('%') || !job || job->state != State::kRunning;
      if (const auto known = waiting.status_of(w.pid); known && whole) {
        status = *known;
        break;
      }
      if (!co_await waiting.next()) {
        if (waiting.interrupted()) co_return waiting.interrupted();
        status = waiting.status_of(w.pid).value_or(127);
        break;
      }
    }
    forget_job(sh, w.pid);
  }
  co_return status;
}

Task<int> wait_main(Shell& sh, Fields& argv) {
  bool next = false, until_end = false;
  std::string variable;
  BuiltinOptions options(sh, argv, "fnp:");
  for (char c; (c = options.next());) {
    switch (c) {
      case 'f': until_end = true; break;
      case 'n': next = true; break;
      case 'p': variable = options.argument(); break;
      default: co_return BuiltinOptions::kUsage;
    }
  }
  if (!variable.empty()) {
    const auto target = split_target(variable);
    if (!target || !is_name(target->name)) co_return invalid_identifier(sh, variable);
    auto gone = co_await unset_target(sh, variable);
    if (!gone || !*gone) co_return 1;
  }
  const std::span<const std::string> words = std::span<const std::string>(argv).subspan(options.operand());
  Waiting waiting(sh, until_end);
  Pid which = 0;
  sh.update_jobs();
  int status;
  if (next) status = co_await wait_next(sh, words, waiting, which);
  else if (words.empty()) status = co_await wait_all(sh, waiting);
  else status = co_await wait_each(sh, words, waiting, which);
  if (!variable.empty() && which && !(words.empty() && !next))
    (void)co_await assign_target(sh, variable, std::to_string(which));
  co_return status;
}
const Builtin kWait("wait", wait_main);

// --- kill ---------------------------------------------------------------------------------------------------------------

int list_signals(Shell& sh, std::span<const std::string> words) {
  if (words.empty()) {
    if (!sh.posix()) {
      print_signal_table(sh);
      return 0;
    }
    for (int s = 1; s < kSignals; ++s)
      if (const std::string name = signal_name(s); !name.empty()) sh.print((s > 1 ? " " : "") + name);
    sh.print("\n");
    return 0;
  }
  int status = 0;
  for (const std::string& word : words) {
    if (const auto n = builtin_number(word)) {   // a number, or a status: its name
      const std::int64_t signal = *n > 128 ? *n - 128 : *n;
      if (signal < 0 || signal >= kSignals) {
        sh.complain(word + ": invalid signal specification");
        status = 1;
      } else if (signal == 0) {
        sh.print("EXIT\n");
      } else if (const std::string name = signal_name(static_cast<int>(signal)); !name.empty()) {
        sh.print(name + "\n");
      }
    } else if (const int signal = parse_trap_signal(word); signal >= 0) {
      sh.print(std::to_string(signal) + "\n");
    } else {
      sh.complain(word + ": invalid signal specification");
      status = 1;
    }
  }
  return status;
}

// One operand of kill. True: the signal was sent.
bool kill_one(Shell& sh, const std::string& word, int signal) {
  Process& p = sh.process();
  if (const auto pid = builtin_number(word)) {
    const bool fits = *pid >= INT32_MIN && *pid <= INT32_MAX;
    const Result<> done = fits ? p.machine().kill(p, static_cast<Pid>(*pid), signal) : Result<>(fail(Errno::kSRCH));
    if (!done) sh.complain("(" + word + ") - " + std::string(done.error().words()));
    return done.has_value();
  }
  if (word.empty()) {
    sh.complain("`': not a pid or valid job spec");
    return false;
  }
  if (word[0] != '%') {
    sh.complain(word + ": arguments must be process or job IDs");
    return false;
  }
  std::string error;
  sh.update_jobs();
  const JobEntry* job = sh.find_job(word, &error);
  if (!job) {
    sh.complain(error.empty() ? no_such_job(word) : error);
    return false;
  }
  const bool stopped = job->state == State::kStopped;
  signal_job(sh, *job, signal);
  if (stopped && (signal == kSIGTERM || signal == kSIGHUP)) signal_job(sh, *job, kSIGCONT);
  return true;
}

// POSIX has no SIG before the names.
int parse_kill_signal(const Shell& sh, const std::string& spec) {
  const int signal = parse_trap_signal(spec);
  const bool prefix = spec.size() > 3 && (spec[0] | 0x20) == 's' && (spec[1] | 0x20) == 'i' && (spec[2] | 0x20) == 'g';
  return sh.posix() && prefix ? -1 : signal;
}

Task<int> kill_main(Shell& sh, Fields& argv) {
  if (argv.size() == 1) co_return builtin_usage(sh, argv[0]);
  if (answered_help(sh, argv)) co_return BuiltinOptions::kUsage;
  int signal = kSIGTERM;
  std::string spec = "TERM";
  bool listing = false, given = false;
  std::size_t i = 1;
  for (; i < argv.size(); ++i) {
    const std::string& word = argv[i];
    if (word == "-l" || word == "-L") {
      listing = true;
    } else if (word == "-s" || word == "-n") {
      if (++i == argv.size()) {
        sh.complain(word + ": option requires an argument");
        co_return 1;
      }
      spec = argv[i];
      signal = parse_kill_signal(sh, spec);
      given = true;
    } else if (word.size() > 2 && (word.starts_with("-s") || word.starts_with("-n")) && !given && parse_trap_signal(word.substr(1)) < 0) {
      spec = word.substr(2);
      signal = parse_kill_signal(sh, spec);
      given = true;
    } else if (word == "--") {
      ++i;
      break;
    } else if (word == "-?") {
      co_return builtin_usage(sh, argv[0]);
    } else if (word.starts_with('-') && !given && word.size() > 1) {
      spec = word.substr(1);
      signal = parse_kill_signal(sh, spec);
      given = true;
    } else {
      break;
    }
  }
  const std::span<const std::string> words = std::span<const std::string>(argv).subspan(std::min(i, argv.size()));
  if (listing) co_return list_signals(sh, words);
  if (signal < 0 || signal >= kSignals) {
    sh.complain(spec + ": invalid signal specification");
    co_return 1;
  }
  if (words.empty()) co_return builtin_usage(sh, argv[0]);
  bool any = false;
  for (const std::string& word : words) any |= kill_one(sh, word, signal);
  sh.flush_messages();
  co_await sh.process().spend(1);   // a signal to this very process is seen here
  co_return any ? 0 : 1;
}
const Builtin kKill("kill", kill_main);

// --- suspend ------------------------------------------------------------------------------------------------------------

Task<int> suspend_main(Shell& sh, Fields& argv) {
  bool force = false;
  BuiltinOptions options(sh, argv, "f");
  for (char c; (c = options.next());) {
    if (c != 'f') co_return BuiltinOptions::kUsage;
    force = true;
  }
  if (options.operand() < argv.size()) co_return too_many_arguments(sh);
  if (!force) {
    if (!sh.on(ShellOption::kMonitor)) {
      sh.complain("cannot suspend: no job control");
      co_return 1;
    }
    if (sh.on(ShellOption::kLoginShell)) {
      sh.complain("cannot suspend a login shell");
      co_return 1;
    }
  }
  Process& p = sh.process();
  (void)p.machine().kill(p, p.pid(), kSIGSTOP);
  co_await p.spend(1);
  co_return 0;
}
const Builtin kSuspend("suspend", suspend_main);

}  // namespace
}  // namespace nacre
