// Children: subshells, command and process substitution, coprocesses; and the table of jobs (bash manual 7).
#include <algorithm>

#include "src/base/memory.h"
#include "src/base/sort.h"
#include "src/expand/arithmetic.h"
#include "src/shell/shell.h"
#include "src/syntax/printer.h"

namespace nacre {

// The chain of a forked shell.
Task<int> run_in_child(Process& p, const Command& command, Ref<const Script> script, Shell::ChildOptions o) {
  Shell& sh = Shell::of(p);
  using InPlace = Shell::InPlace;
  sh.no_fork_ = o.substitution ? InPlace::kAsBash : o.pipeline && command.kind == CommandKind::kSimple ? InPlace::kQuietly : InPlace::kRedirected;
  sh.in_parentheses |= command.kind == CommandKind::kSubshell;
  const Command& body = command.kind == CommandKind::kSubshell ? *command.as<SubshellCommand>().body : command;
  int st = 0;
  Shell::Undos undo;
  if (&body != &command && !command.redirects.empty() && !co_await sh.redirect(command.redirects, &undo)) {
    st = 1;
  } else if (o.text) {
    st = co_await sh.run_text(std::string(o.text->text), "command substitution", o.text->line);
  } else {
    st = co_await sh.run(body);
  }
  st = co_await sh.finish(st);
  co_return st;
}

Task<> Shell::wait_for_room() {
  for (int turns = 0; turns < 2 && process().machine().full(); ++turns) co_await process().spend(Machine::kQuantum);
}

void Shell::inherit_jobs(const Shell& parent) {
  for (const auto& j : parent.jobs) jobs.push_back(std::make_unique<JobEntry>(*j));
  inherited_jobs = true;
}

// As bash: the rest of what was read is abandoned.
std::nullopt_t Shell::cannot_fork(const Error& error) {
  report("fork: retry: " + std::string(error.words()));
  status = 254;
  if (!leaving()) flow = Flow::kDiscard;
  return std::nullopt;
}

// What a shell in the background is without job control.
void Shell::set_asynchronous(const Command& command, const ChildOptions& o, bool monitor) {
  substitutions.clear();
  if (monitor) return;
  Process& p = process();
  for (int s : {kSIGINT, kSIGQUIT})
    if (p.disposition(s) == Disposition::kDefault) p.set_disposition(s, Disposition::kIgnore);
  if (command.kind != CommandKind::kSimple) set_trap(kSIGINT, "");   // which trap shows
  // Without a redirection of stdin it reads /dev/null.
  if (std::ranges::any_of(o.files, [](const auto& f) { return f.first == 0; })) return;
  auto null = p.fs().resolve(p.caller(), "/dev/null");
  if (null) (void)p.set_file(0, Ref<FileDescription>(new DeviceFile(p.machine(), DeviceFile::Kind::kNull, *null, true, false, "/dev/null")));
}

std::optional<Pid> Shell::start_child(const Command& command, const ChildOptions& o) {
  auto forked = process().fork();
  if (!forked) return cannot_fork(forked.error());
  Process& p = **forked;
  for (const auto& [fd, file] : o.files) {
    if (file) (void)p.set_file(fd, file);
    else (void)p.close(fd);
  }
  if (o.group >= 0) p.set_group(o.group == 0 ? p.pid() : o.group);
  if (o.pipeline && command.kind == CommandKind::kSimple) (void)variables.exported();   // made once, for all stages
  auto child = std::make_unique<Shell>(*this, p);
  if (!(o.pipeline && command.kind == CommandKind::kSimple)) ++child->subshell_level;
  child->one_command = command.kind == CommandKind::kSimple && !o.substitution && !o.coprocess ? &command.as<SimpleCommand>() : nullptr;
  if (o.substitution && !on(ShellOption::kInheritErrexit) && !posix()) child->options.set(ShellOption::kErrexit, false);
  // The parent's jobs can be listed in $( ) and in a pipeline.
  if (!jobs.empty() && (o.substitution || (o.pipeline && command.kind != CommandKind::kSubshell))) child->inherit_jobs(*this);
  if (o.asynchronous) child->set_asynchronous(command, o, on(ShellOption::kMonitor));
  if (o.substitution) ++child->trace_level;
  if (!o.lists_traps) child->inherited_traps = nullptr;
  p.data = std::move(child);
  const Pid pid = p.pid();
  p.start(run_in_child(p, command, current, {.substitution = o.substitution, .pipeline = o.pipeline, .text = o.text}));
  return pid;
}

// "bash: line 1:  1586 Killed                  sleep 5"
std::string Shell::killed_line(Pid pid, int signal, const std::string& text) const {
  std::string words = signal_words(signal);
  words.resize(std::max<std::size_t>(words.size(), 24), ' ');
  std::string pid_text = std::to_string(pid);
  if (pid_text.size() < 5) pid_text.insert(0, 5 - pid_text.size(), ' ');
  const std::string where = line == 0 ? error_name() + ": line 1: " : location();
  return (interactive() ? "" : where + pid_text + " ") + words + text + "\n";
}
std::string Shell::death_notice(const JobEntry& job) const {
  const int signal = job.statuses.back().value_or(WaitStatus{}).signal;
  if (interactive() || !signal || signal == kSIGINT || signal == kSIGPIPE || signal == kSIGTERM) return {};
  return killed_line(job.pids.back(), signal, job.text);
}

Task<int> Shell::wait_foreground(Pid pid, const Command* command, bool* stopped, bool quiet) {
  auto ended_child = co_await process().wait(pid, on(ShellOption::kMonitor));
  WaitStatus st;
  if (ended_child) {
    st = ended_child->second;
  } else if (const auto it = ended.find(pid); it != ended.end()) {
    st = it->second;
    ended.erase(it);
  } else {
    st.code = 127;
  }
  if (st.stopped) {
    if (stopped) *stopped = true;
    JobEntry* job = job_of(pid);
    if (!job) job = &add_job({pid}, command ? print_command(*command) : "", false);
    job->state = JobEntry::State::kStopped;
    job->group = pid;
    process().write_stderr("\n" + job_line(*job, ' ') + "\n");
  } else if (st.signal && st.signal != kSIGINT && st.signal != kSIGPIPE && !quiet) {
    // Said when the command's own redirections are undone.
    const bool brief = interactive() || st.signal == kSIGTERM || trap(st.signal);
    messages += brief ? signal_words(st.signal) + "\n" : killed_line(pid, st.signal, command ? print_command(*command) : "");
  }
  if (!jobs.empty() && !interactive()) notify_jobs();
  co_return st.shell_status();
}

// --- substitutions ------------------------------------------------------------------------------------------------------

namespace {

// What a command substitution writes, collected without a pipe: the reader waits for the last writer to go.
struct Capture : RefCounted<Capture> {
  std::string text;
  int writers = 0;
  WaitQueue done;
};
class CaptureEnd final : public FileDescription {
 public:
  CaptureEnd(Ref<Capture> c, std::uint32_t id) : FileDescription(false, true), capture_(std::move(c)), id_(id) { ++capture_->writers; }
  ~CaptureEnd() override {
    if (--capture_->writers == 0) capture_->done.wake();
  }
  Result<std::size_t> read(char*, std::size_t) override { return fail(Errno::kBADF); }
  Result<std::size_t> write(std::string_view data) override {
    if (data.size() > 4096 && !memory::available(data.size() * 2)) return fail(Errno::kNOMEM);
    capture_->text += data;
    return data.size();
  }
  Result<vfs::Stat> stat() const override {
    vfs::Stat s;
    s.ino = id_;
    s.type = vfs::Type::kFifo;
    s.mode = 0600;
    s.nlink = 1;
    return s;
  }
  std::string target() const override { return "pipe:[" + std::to_string(id_) + "]"; }

 private:
  Ref<Capture> capture_;
  std::uint32_t id_;
};
struct AwaitCapture final : Waiter {
  AwaitCapture(Process& p, Capture& c) : Waiter(p), capture(c) {}
  bool attempt() override { return capture.writers == 0; }
  bool await_ready() { return attempt(); }
  template <class P>
  void await_suspend(std::coroutine_handle<P> h) {
    process().wait_on(h.promise(), *this, capture.done);
  }
  void await_resume() const {}
  Capture& capture;
};

}  // namespace

// Commands that bash fails to read anew: the line is abandoned.
Outcome<std::string> Shell::unparsed_output(const CommandSub& c) {
  const std::string where = "command substitution: line " + std::to_string(c.error->line) + ": ";
  report(where + std::string(c.error->message));
  if (!c.error->echo.empty()) report(where + std::string(c.error->echo));
  flush_messages();
  return abort_with(Failure::kDiscard);
}

// $(<file)
Task<Outcome<std::string>> Shell::file_output(const CommandSub& c) {
  auto path = co_await expand_redirect(*this, *c.input_file);
  if (!path) co_return std::string();
  auto file = co_await process().open_file(*path, OpenFlags::reading());
  if (!file) {
    report(*path + ": " + std::string(file.error().words()));
    flush_messages();
    status = substitution_status = 1;
    co_return std::string();
  }
  auto fd = process().add_file(*file, kSubstitutionFd, true);
  std::string text;
  for (char chunk[8192];;) {
    auto n = co_await process().read(*fd, chunk, sizeof chunk);
    if (!n || *n == 0) break;
    if (!memory::available(text.size() + *n)) break;
    text.append(chunk, *n);
  }
  (void)process().close(*fd);
  status = substitution_status = 0;
  co_return text;
}

// A substitution that cannot be made: the message has been noted.
Outcome<std::string> Shell::no_output(int st) {
  flush_messages();
  status = substitution_status = st;
  return std::string();
}

Task<Outcome<std::string>> Shell::command_output(const CommandSub& c) {
  flush_messages();
  if (c.error && c.abandons) co_return unparsed_output(c);
  if (c.input_file) co_return co_await file_output(c);
  if (!c.body && !c.error) {
    status = substitution_status = 0;
    co_return std::string();
  }
  if (!has_descriptors(2)) {
    messages += name + ": cannot make pipe for command substitution: " + std::string(describe(Errno::kMFILE)) + "\n";
    co_return no_output(1);
  }
  auto capture = make_ref<Capture>();
  std::optional<Pid> pid;
  {
    ChildOptions o;
    o.files.emplace_back(1, Ref<FileDescription>(new CaptureEnd(capture, process().machine().next_id())));
    o.substitution = true;
    if (c.error) o.text = &c;   // of `...` and $((...) ...): it shows when it is come to
    static constexpr ListCommand kNothing{{CommandKind::kList}, {}};
    co_await make_room();
    pid = start_child(c.body ? *c.body : kNothing, o);
  }
  if (!pid) co_return no_output(254);
  co_await AwaitCapture(process(), *capture);
  status = substitution_status = co_await wait_foreground(*pid, nullptr, nullptr);
  flush_messages();
  co_return std::move(capture->text);
}

Task<Outcome<std::string>> Shell::process_substitution(const CommandSub& c) {
  flush_messages();
  if (c.input_file && !c.output) {   // <(<file) is the file
    auto path = co_await expand_redirect(*this, *c.input_file);
    if (!path) co_return abort_with(path.error());
    auto file = co_await process().open_file(*path, OpenFlags::reading());
    if (!file) {
      report(*path + ": " + std::string(file.error().words()));
      flush_messages();
    }
    const int fd = high_descriptor(kSubstitutionFd);
    if (file) (void)process().set_file(fd, *file);
    substitutions.push_back(fd);
    co_return "/dev/fd/" + std::to_string(fd);
  }
  if (!has_descriptors(2)) {
    messages += name + ": cannot make pipe for process substitution: " + std::string(describe(Errno::kMFILE)) + "\n";
    flush_messages();
    co_return std::string();
  }
  auto [reader, writer] = process().make_pipe();
  const Ref<FileDescription> theirs = c.output ? reader : writer, ours = c.output ? writer : reader;
  const int fd = high_descriptor(kSubstitutionFd);
  std::optional<Pid> pid;
  if (c.body) {
    ChildOptions o;
    o.files.emplace_back(c.output ? 0 : 1, theirs);
    o.substitution = true;
    o.lists_traps = false;
    co_await make_room();
    pid = start_child(*c.body, o);
    flush_messages();
    if (!pid) co_return abort_with(Failure::kCommand, 254);
  }
  (void)process().set_file(fd, ours);
  substitutions.push_back(fd);
  if (pid) background_pid = *pid;
  if (pid && c.output) readers.push_back(*pid);
  co_return "/dev/fd/" + std::to_string(fd);
}

void Shell::close_substitutions(std::size_t mark) {
  while (substitutions.size() > mark) {
    (void)process().close(substitutions.back());
    substitutions.pop_back();
  }
}

void Shell::forget_coprocess(Pid pid) {
  if (pid != coprocess_) return;
  coprocess_ = 0;
  for (int fd : coprocess_fds_) (void)process().close(fd);
  (void)variables.unset(coprocess_name_);
  (void)variables.unset(names().intern(std::string(names().text(coprocess_name_)) + "_PID"));
}

Task<int> Shell::run_coproc(const CoprocCommand& c) {
  no_fork_ = InPlace::kNo;
  if (!is_name(c.name_text)) {
    report("`" + std::string(c.name_text) + "': not a valid identifier");
    flush_messages();
    status = 1;
    co_await failed(1);
    co_return status;
  }
  auto [their_in, our_out] = process().make_pipe();
  auto [our_in, their_out] = process().make_pipe();
  ChildOptions o;
  o.files.emplace_back(0, their_in);
  o.files.emplace_back(1, their_out);
  o.group = on(ShellOption::kMonitor) ? 0 : -1;
  o.coprocess = true;
  co_await make_room();
  auto pid = start_child(*c.body, o);
  flush_messages();
  if (!pid) co_return status = 254;
  const int read_fd = high_descriptor(kSubstitutionFd);
  (void)process().set_file(read_fd, our_in, true);
  const int write_fd = high_descriptor(read_fd - 3);
  (void)process().set_file(write_fd, our_out, true);
  background_pid = *pid;
  add_job({*pid}, print_command(c), true);
  coprocess_ = *pid;
  coprocess_name_ = names().intern(c.name_text);
  coprocess_fds_[0] = read_fd;
  coprocess_fds_[1] = write_fd;
  assign_array(*this, names().intern(c.name_text), {std::to_string(read_fd), std::to_string(write_fd)});
  const std::string pid_name = std::string(c.name_text) + "_PID";
  (void)co_await assign_variable(*this, names().intern(pid_name), std::to_string(*pid));
  co_return status = 0;
}

// --- the table ----------------------------------------------------------------------------------------------------------

JobEntry& Shell::add_job(std::vector<Pid> pids, std::string text, bool background) {
  if (inherited_jobs) jobs.clear();
  inherited_jobs = false;
  int number = 1;
  for (const auto& j : jobs) number = std::max(number, j->number + 1);
  auto job = std::make_unique<JobEntry>();
  job->number = number;
  job->statuses.resize(pids.size());
  job->pids = std::move(pids);
  job->text = std::move(text);
  job->background = background;
  job->used = ++job_clock;
  jobs.push_back(std::move(job));
  return *jobs.back();
}
void Shell::remove_job(const JobEntry& job) {
  for (std::size_t i = 0; i < job.pids.size(); ++i)
    if (job.statuses[i]) ended[job.pids[i]] = *job.statuses[i];
  std::erase_if(jobs, [&](const auto& j) { return j.get() == &job; });
}
JobEntry* Shell::job_of(Pid pid) {
  for (const auto& j : jobs)
    if (std::ranges::find(j->pids, pid) != j->pids.end()) return j.get();
  return nullptr;
}

void Shell::note_child(Pid pid, const WaitStatus& st) {
  if (st.stopped && !on(ShellOption::kMonitor)) return;   // without job control nobody is told
  if (!st.stopped && pid == coprocess_) forget_coprocess(pid);
  JobEntry* job = job_of(pid);
  if (!job) {
    if (!st.stopped) ended[pid] = st;
    return;
  }
  if (st.stopped) {
    job->state = JobEntry::State::kStopped;
    job->notified = false;
    return;
  }
  for (std::size_t i = 0; i < job->pids.size(); ++i)
    if (job->pids[i] == pid) job->statuses[i] = st;
  if (std::ranges::all_of(job->statuses, [](const auto& s) { return s.has_value(); })) {
    job->state = JobEntry::State::kDone;
    job->notified = false;
    if (on(ShellOption::kPipefail) && job->statuses.back()->shell_status() == 0)
      for (const auto& s : job->statuses)
        if (s->shell_status() != 0) job->statuses.back() = s;
  }
}
void Shell::update_jobs() {
  for (;;) {
    auto wait = process().wait(-1, true, false, {}, true);
    (void)wait.await_ready();
    auto child = wait.await_resume();
    if (!child) return;
    note_child(child->first, child->second);
  }
}
Task<bool> Shell::wait_child(bool interruptible) {
  auto child = co_await process().wait(-1, true, interruptible);
  if (!child) co_return false;
  note_child(child->first, child->second);
  co_return true;
}

JobEntry* Shell::find_job(std::string_view spec, std::string* error) {
  if (!spec.empty() && spec[0] == '%') spec.remove_prefix(1);
  // The current job: the one that stopped last, else the one used last; %- is the one before it.
  const auto ranked = [&](std::size_t rank) -> JobEntry* {
    std::vector<JobEntry*> all;
    for (const auto& j : jobs) all.push_back(j.get());
    sort_vector(all, [](const JobEntry* a, const JobEntry* b) {
      const bool sa = a->state == JobEntry::State::kStopped, sb = b->state == JobEntry::State::kStopped;
      return sa != sb ? sa : a->used > b->used;
    });
    if (all.empty()) return nullptr;
    return all[std::min(rank, all.size() - 1)];
  };
  if (spec.empty() || spec == "%" || spec == "+") return ranked(0);
  if (spec == "-") return ranked(1);
  if (spec.find_first_not_of("0123456789") == spec.npos) {
    const int n = spec.size() < 9 ? std::atoi(std::string(spec).c_str()) : -1;
    for (const auto& j : jobs)
      if (j->number == n) return j.get();
    return nullptr;
  }
  const bool anywhere = spec[0] == '?';
  if (anywhere) spec.remove_prefix(1);
  JobEntry* found = nullptr;
  for (const auto& j : jobs) {
    if (anywhere ? j->text.find(spec) == std::string::npos : !j->text.starts_with(spec)) continue;
    if (found) {
      if (error) *error = std::string(spec) + ": ambiguous job spec";
      return nullptr;
    }
    found = j.get();
  }
  return found;
}

// "[1]+  Running                 sleep 10 &": format ' '; with the pid after the number: 'l'; only the group's pid: 'p'.
std::string Shell::job_line(const JobEntry& job, char format) const {
  if (format == 'p') return std::to_string(job.pids.front());
  auto* self = const_cast<Shell*>(this);
  const char mark = self->find_job("+") == &job ? '+' : self->find_job("-") == &job ? '-' : ' ';
  std::string state;
  switch (job.state) {
    case JobEntry::State::kRunning: state = "Running"; break;
    case JobEntry::State::kStopped: state = "Stopped"; break;
    case JobEntry::State::kDone: {
      const WaitStatus st = job.statuses.back().value_or(WaitStatus{});
      state = st.signal ? signal_words(st.signal) : st.code ? "Exit " + std::to_string(st.code) : "Done";
      break;
    }
  }
  state.resize(std::max<std::size_t>(state.size(), 24), ' ');
  std::string line = "[" + std::to_string(job.number) + "]" + mark + " ";
  const bool runs = job.state == JobEntry::State::kRunning && job.background;
  if (format != 'l' || job.stages.size() < 2) {
    line += format == 'l' ? std::to_string(job.pids.front()) + " " : " ";
    return line + state + job.text + (runs ? " &" : "");
  }
  line += std::to_string(job.pids[0]) + " " + state + job.stages[0];
  for (std::size_t i = 1; i < job.stages.size(); ++i)
    line += "\n     " + std::to_string(job.pids[i]) + std::string(23, ' ') + "| " + job.stages[i];
  return line + (runs ? " &" : "");
}

// Interactive shells tell of every change; others only of what was killed, and of stops under job control.
void Shell::notify_jobs() {
  if (inherited_jobs) return;
  update_jobs();
  std::string text;
  std::vector<const JobEntry*> gone;
  for (const auto& j : jobs) {
    if (j->state == JobEntry::State::kRunning) continue;
    const bool done = j->state == JobEntry::State::kDone;
    if (done && !interactive() && on(ShellOption::kMonitor)) continue;   // `jobs` tells of them
    if (done) gone.push_back(j.get());
    if (j->notified) continue;
    if (interactive()) text += job_line(*j, ' ') + "\n";
    else if (done) text += death_notice(*j);
    else if (on(ShellOption::kMonitor)) text += "\n" + job_line(*j, ' ') + "\n";
    j->notified = true;
  }
  for (const JobEntry* j : gone) remove_job(*j);
  if (!text.empty()) process().write_stderr(text);
}

}  // namespace nacre
