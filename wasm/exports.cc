// The functions that the module exports: the Machine's host boundary (src/process/machine.h) and the files, as C functions
// of integers and doubles. js/machine.ts, js/sandbox.ts and js/fs.ts call them. None runs anything of the host.
//
// A request that is not numbers is written by the host into nacre_scratch(size) and read here by wire.h. An answer that
// is not one number stands in nacre_reply(): 16 doubles, valid until the next call.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/analysis/analysis.h"
#include "src/base/memory.h"
#include "src/base/wire.h"
#include "src/session/path.h"
#include "src/shell/session.h"
#include "wasm/boundary.h"

extern "C" __attribute__((import_module("nacre"), import_name("clock"))) double nacre_clock();   // ms

#define EXPORT(name) extern "C" __attribute__((export_name(#name), used))

namespace nacre::wasm {
namespace {

using namespace wire;

Boundary& boundary() {
  static Boundary instance;
  return instance;
}

Nanoseconds from_ms(double ms) { return static_cast<Nanoseconds>(std::clamp(ms, -9e12, 9e12) * 1e6); }
double to_ms(Nanoseconds ns) { return static_cast<double>(ns) / 1e6; }

int status(const Result<>& r) { return r ? 0 : failure(r.error().code); }

std::uint32_t keep(std::unique_ptr<Machine> machine) {
  Boundary& b = boundary();
  b.machines[++b.last_id] = std::move(machine);
  return b.last_id;
}

// The changes of a diff, as kind, type, path and former path each.
void answer_differences(const std::vector<vfs::Difference>& list) {
  Boundary& b = boundary();
  b.text.clear();
  put_u32(b.text, static_cast<std::uint32_t>(list.size()));
  for (const vfs::Difference& d : list) {
    put_u32(b.text, static_cast<std::uint32_t>(d.kind));
    put_u32(b.text, static_cast<std::uint32_t>(d.type));
    put_string(b.text, d.path);
    put_string(b.text, d.from);
  }
  b.answer(b.text);
}

}  // namespace

// --- requests and answers -------------------------------------------------------------------------------------------------

// An area of `size` bytes for the next request. One larger than 1 MiB is given back by the next small one.
EXPORT(nacre_scratch) char* scratch(std::uint32_t size) {
  std::string& area = boundary().scratch;
  if (area.size() < size) {
    area.resize(size);
  } else if (area.size() > (1 << 20) && size < (1 << 20)) {
    area.resize(size);
    area.shrink_to_fit();
  }
  return area.data();
}

// Whether the memory's budget has room for `size` more bytes.
EXPORT(nacre_room) int room(double size) { return memory::available(to_u64(size)); }

EXPORT(nacre_reply) double* reply() { return boundary().reply; }

// --- machines -------------------------------------------------------------------------------------------------------------

// limits (8 numbers), seed, whether time is virtual, virtual time in ms, cwd, environment. Gives the machine's number, or
// what was short when the limits leave no room for the system's own files.
EXPORT(nacre_create) int create(std::uint32_t size) {
  Reader in(boundary().request(size));
  MachineOptions o;
  o.clock = nacre_clock;
  o.limits.memory = to_u64(in.f64());
  o.limits.files = to_u64(in.f64());
  o.limits.file_size = to_u64(in.f64());
  o.limits.output = to_u64(in.f64());
  o.limits.processes = to_u32(in.f64());
  o.limits.depth = to_u32(in.f64());
  o.limits.fuel = to_u64(in.f64());
  o.limits.descriptors = to_u32(in.f64());
  o.seed = to_u64(in.f64());
  bool virtual_time = in.u32() != 0;
  double at = in.f64();
  if (virtual_time) o.virtual_now = from_ms(at);
  o.cwd = in.string();
  o.env = in.strings();
  memory::set_budget(static_cast<std::size_t>(std::min<std::uint64_t>(o.limits.memory, SIZE_MAX)));
  auto machine = std::make_unique<Machine>(o);
  if (!machine->made()) {
    const Errno why = machine->made().error().code;   // a file that could not be made may show as one that is missing
    return failure(why == Errno::kDQUOT || why == Errno::kNOSPC ? why : Errno::kNOMEM);
  }
  return static_cast<int>(keep(std::move(machine)));
}

EXPORT(nacre_destroy) void destroy(std::uint32_t id) { boundary().machines.erase(id); }

// A command whose program is the host's.
EXPORT(nacre_add_command) int add_command(std::uint32_t id, std::uint32_t size) {
  Machine* m = boundary().machine(id);
  if (!m) return failure(Errno::kSRCH);
  return status(m->add_host_command(boundary().request(size)));
}

// --- jobs -----------------------------------------------------------------------------------------------------------------

// argv, the program that runs (as JobOptions), whether there is a cwd, cwd, environment, whether stdin is a stream (nacre_push), its bytes when not, whether output
// is streamed, whether the streams are a terminal, timeout in ms (negative: none). Gives the job's number.
EXPORT(nacre_start) int start(std::uint32_t id, std::uint32_t size, double now) {
  Machine* m = boundary().machine(id);
  if (!m) return failure(Errno::kSRCH);
  Reader in(boundary().request(size));
  JobOptions o;
  m->tell_time(from_ms(now));
  o.argv = in.strings();
  o.program = in.string();
  bool has_cwd = in.u32() != 0;
  std::string cwd(in.string());
  if (has_cwd) o.cwd = std::move(cwd);
  o.env = in.strings();
  o.stdin_stream = in.u32() != 0;
  o.stdin_bytes = in.string();
  o.streaming = in.u32() != 0;
  o.terminal = in.u32() != 0;
  o.one_output = in.u32() != 0;
  double timeout = in.f64();
  if (timeout >= 0) o.timeout = from_ms(timeout);
  if (size > 1 << 20) boundary().scratch = std::string();  // a large request need not be there twice
  auto job = m->start(o);
  return job ? static_cast<int>((*job)->id) : failure(job.error().code);
}

// 0: the job is done. 1: the fuel is spent. 2: nothing can go on before a timer or the host. Number 0: whether anything ran.
EXPORT(nacre_run) int run(std::uint32_t id, double fuel, std::uint32_t job, double now) {
  Machine* m = boundary().machine(id);
  if (!m) return 2;
  const Machine::State state = m->run(to_u64(fuel), job, from_ms(now));
  boundary().reply[0] = m->ran();
  switch (state) {
    case Machine::State::kDone: return 0;
    case Machine::State::kMore: return 1;
    case Machine::State::kIdle: return 2;
  }
  return 2;
}

// When the next timer is due, ms; infinite when there is none.
EXPORT(nacre_next_timer) double next_timer(std::uint32_t id) {
  Machine* m = boundary().machine(id);
  auto at = m ? m->next_timer() : std::nullopt;
  return at ? to_ms(*at) : std::numeric_limits<double>::infinity();
}

// How many processes there are.
EXPORT(nacre_alive) int alive(std::uint32_t id) {
  Machine* m = boundary().machine(id);
  return m ? static_cast<int>(m->processes().size()) : 0;
}

// What is to be known of a job: done, exit status, signal, timed out, fuel, input wanted, input buffered, stdout and
// stderr waiting.
EXPORT(nacre_job) int job(std::uint32_t id, std::uint32_t number) {
  Machine* m = boundary().machine(id);
  Job* j = m ? m->job(number) : nullptr;
  if (!j) return failure(Errno::kSRCH);
  double* r = boundary().reply;
  r[0] = j->done;
  r[1] = j->exit_code();
  r[2] = j->status.signal;
  r[3] = j->timed_out;
  r[4] = static_cast<double>(j->fuel);
  r[5] = j->in && j->in->wanted();
  r[6] = j->in ? static_cast<double>(j->in->buffered()) : 0;
  r[7] = static_cast<double>(j->out->peek().size());
  r[8] = static_cast<double>(j->err->peek().size());
  r[9] = j->root;
  return 0;
}

// Output that waits; stream is 1 or 2.
EXPORT(nacre_peek) int peek(std::uint32_t id, std::uint32_t number, std::uint32_t stream) {
  Machine* m = boundary().machine(id);
  Job* j = m ? m->job(number) : nullptr;
  if (!j) return failure(Errno::kSRCH);
  boundary().answer((stream == 1 ? j->out : j->err)->peek());
  return 0;
}

EXPORT(nacre_consume) void consume(std::uint32_t id, std::uint32_t number, std::uint32_t stream, std::uint32_t size) {
  Machine* m = boundary().machine(id);
  if (Job* j = m ? m->job(number) : nullptr) (stream == 1 ? j->out : j->err)->consume(size);
}

EXPORT(nacre_push) void push(std::uint32_t id, std::uint32_t number, std::uint32_t size) {
  Machine* m = boundary().machine(id);
  Job* j = m ? m->job(number) : nullptr;
  if (j && j->in) j->in->push(boundary().request(size));
}

EXPORT(nacre_end_input) void end_input(std::uint32_t id, std::uint32_t number) {
  Machine* m = boundary().machine(id);
  Job* j = m ? m->job(number) : nullptr;
  if (j && j->in) j->in->end();
}

// A job that lives on begins another script: its input is open again and empty, and what it wrote and spent counts anew.
EXPORT(nacre_renew) void renew(std::uint32_t id, std::uint32_t number) {
  Machine* m = boundary().machine(id);
  Job* j = m ? m->job(number) : nullptr;
  if (!j) return;
  j->in->reopen();
  j->output = j->fuel = 0;
}

// The host reads this stream no more.
EXPORT(nacre_hang_up) void hang_up(std::uint32_t id, std::uint32_t number, std::uint32_t stream) {
  Machine* m = boundary().machine(id);
  if (Job* j = m ? m->job(number) : nullptr) (stream == 1 ? j->out : j->err)->hang_up();
}

EXPORT(nacre_abort) void abort_job(std::uint32_t id, std::uint32_t number) {
  if (Machine* m = boundary().machine(id)) m->abort(number);
}

EXPORT(nacre_forget) void forget(std::uint32_t id, std::uint32_t number) {
  if (Machine* m = boundary().machine(id)) m->forget(number);
}

// A signal to every process of the job's group; ESRCH when there is none.
EXPORT(nacre_kill) int kill_job(std::uint32_t id, std::uint32_t number, int signal) {
  Machine* m = boundary().machine(id);
  Job* j = m ? m->job(number) : nullptr;
  if (!j || j->done) return failure(Errno::kSRCH);
  std::vector<Pid> group;
  for (const auto& [pid, process] : m->processes()) {
    if (process->group() == j->root) group.push_back(pid);
  }
  for (Pid pid : group) {
    if (Process* p = m->find(pid)) m->signal(*p, signal);
  }
  return group.empty() ? failure(Errno::kSRCH) : 0;
}

// Ends what a shell (src/shell/session.cc) or a tool (src/session/call.h) runs, not itself: its children get the signal, and it gives up
// what it does.
EXPORT(nacre_interrupt) void interrupt(std::uint32_t id, std::uint32_t number, std::uint32_t signal) {
  Machine* m = boundary().machine(id);
  Job* j = m ? m->job(number) : nullptr;
  if (!j || j->done) return;
  const Pid root = j->root;
  if (Process* p = m->find(root)) m->signal(*p, kInterrupt);
  m->kill_others(number, root, static_cast<int>(std::min(signal, 31u)));
}

// --- messages -------------------------------------------------------------------------------------------------------------

// The next message of a process to the host: bytes, channel, job, kind. 0 when there is none.
EXPORT(nacre_message) int message(std::uint32_t id) {
  Machine* m = boundary().machine(id);
  auto next = m ? m->next_message() : std::nullopt;
  if (!next) return 0;
  Boundary& b = boundary();
  b.text = std::move(next->bytes);
  b.answer(b.text);
  b.reply[2] = next->channel;
  b.reply[3] = next->job;
  b.reply[4] = next->kind;
  return 1;
}

EXPORT(nacre_post) void post(std::uint32_t id, std::uint32_t channel, std::uint32_t kind, std::uint32_t size) {
  if (Machine* m = boundary().machine(id)) m->post(channel, kind, std::string(boundary().request(size)));
}

EXPORT(nacre_close_channel) void close_channel(std::uint32_t id, std::uint32_t channel) {
  if (Machine* m = boundary().machine(id)) m->close_channel(channel);
}

// The path that a session resolves another to: working directory, path.
EXPORT(nacre_resolve_path) void resolve(std::uint32_t size) {
  Boundary& b = boundary();
  Reader in(b.request(size));
  std::string_view cwd = in.string();
  b.text = resolve_path(cwd, in.string());
  b.answer(b.text);
}

// --- scripts that are looked at, not run ---------------------------------------------------------------------------------------

// In an instance without machines. flags: 1 extglob, 2 POSIX mode, 4 with the tree. memory: bytes. The answer is JSON.
EXPORT(nacre_analyze) void analyze_script(std::uint32_t flags, std::uint32_t memory, std::uint32_t size) {
  Boundary& b = boundary();
  memory::set_budget(memory);
  b.text = analyze(b.request(size), {.extglob = (flags & 1) != 0, .posix = (flags & 2) != 0, .tree = (flags & 4) != 0, .limit = memory / 4});
  b.answer(b.text);
}

// The same; 1: the answer is the script; 0: it has a syntax error, and the answer is that, as JSON.
EXPORT(nacre_format) int format_script(std::uint32_t flags, std::uint32_t indent, std::uint32_t memory, std::uint32_t size) {
  Boundary& b = boundary();
  memory::set_budget(memory);
  const bool done = format(b.request(size), {.indent = indent, .extglob = (flags & 1) != 0, .posix = (flags & 2) != 0, .limit = memory / 4}, b.text);
  b.answer(b.text);
  return done;
}

// --- files ----------------------------------------------------------------------------------------------------------------

EXPORT(nacre_fs) int fs(std::uint32_t id, std::uint32_t operation, std::uint32_t size, double now) {
  Machine* m = boundary().machine(id);
  if (!m) return failure(Errno::kSRCH);
  m->tell_time(from_ms(now));
  m->fs().collect(64);   // of what was dropped: where no script runs nobody else does it
  return file_operation(boundary(), *m, operation, boundary().request(size));
}

EXPORT(nacre_snapshot) int snapshot(std::uint32_t id) {
  Boundary& b = boundary();
  Machine* m = b.machine(id);
  if (!m) return failure(Errno::kSRCH);
  b.snapshots[++b.last_id] = m->fs().snapshot();
  return static_cast<int>(b.last_id);
}

EXPORT(nacre_drop_snapshot) void drop_snapshot(std::uint32_t snapshot) { boundary().snapshots.erase(snapshot); }

// EBUSY while processes run.
EXPORT(nacre_restore) int restore(std::uint32_t id, std::uint32_t snapshot) {
  Boundary& b = boundary();
  Machine* m = b.machine(id);
  auto it = b.snapshots.find(snapshot);
  if (!m || it == b.snapshots.end()) return failure(Errno::kSRCH);
  if (!m->processes().empty()) return failure(Errno::kBUSY);
  m->fs().restore(*it->second);
  m->fs().collect(256);
  return 0;
}

EXPORT(nacre_diff) int diff(std::uint32_t id, std::uint32_t snapshot) {
  Boundary& b = boundary();
  Machine* m = b.machine(id);
  auto it = b.snapshots.find(snapshot);
  if (!m || it == b.snapshots.end()) return failure(Errno::kSRCH);
  answer_differences(m->fs().diff(*it->second));
  return 0;
}

// What a job changed.
EXPORT(nacre_changes) int changes(std::uint32_t id, std::uint32_t job) {
  Machine* m = boundary().machine(id);
  if (!m) return failure(Errno::kSRCH);
  answer_differences(m->fs().changes(job));
  return 0;
}

EXPORT(nacre_undo) int undo(std::uint32_t id, std::uint32_t job) {
  Machine* m = boundary().machine(id);
  if (!m) return failure(Errno::kSRCH);
  if (!m->processes().empty()) return failure(Errno::kBUSY);
  return status(m->fs().undo(job));
}

// Another machine of this instance with the same files and no processes; gives its number.
EXPORT(nacre_fork) int fork(std::uint32_t id, double seed) {
  Machine* m = boundary().machine(id);
  if (!m) return failure(Errno::kSRCH);
  MachineOptions options = m->options();
  options.seed = to_u64(seed);
  if (options.virtual_now) options.virtual_now = m->now();
  auto copy = std::make_unique<Machine>(options);
  if (auto r = copy->replace_files(m->fs().fork(m->fs().limits(), {})); !r) return failure(r.error().code);
  return static_cast<int>(keep(std::move(copy)));
}

// In a copy of an instance's memory: forgets all but the files of one machine, which go into a new one.
EXPORT(nacre_keep_only) int keep_only(std::uint32_t id, double seed) {
  Boundary& b = boundary();
  int copy = fork(id, seed);
  if (copy < 0) return copy;
  b.snapshots.clear();
  std::erase_if(b.machines, [&](const auto& entry) { return entry.first != static_cast<std::uint32_t>(copy); });
  return copy;
}

// The jobs that there are, as a list of numbers.
EXPORT(nacre_jobs) int jobs(std::uint32_t id) {
  Boundary& b = boundary();
  Machine* m = b.machine(id);
  if (!m) return failure(Errno::kSRCH);
  b.text.clear();
  for (JobId job : m->jobs()) put_u32(b.text, job);
  b.answer(b.text);
  return 0;
}

// After an image was resumed: what was asked of the former host is answered by an error.
EXPORT(nacre_resumed) void resumed(std::uint32_t id) {
  if (Machine* m = boundary().machine(id)) m->host_lost();
}

}  // namespace nacre::wasm
