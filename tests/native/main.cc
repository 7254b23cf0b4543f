// nacre-native: the machine as a native program, for debugging and for hostile input under the sanitizers.
//
//   nacre-native [-t] [-f FUEL] [-F FUEL] [-m BYTES] [-o BYTES] [-s] ARGUMENT...
//
// Runs bash with the arguments (-c SCRIPT, a file of the sandbox's), its standard streams being those of this process; the
// status is bash's. -t: virtual time from 0 and seed 0. -f: fuel of one slice. -F, -m, -o: limits of fuel, memory and
// output. -s: says on stderr what was spent.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "src/base/memory.h"
#include "src/process/machine.h"

namespace {

using namespace nacre;

Nanoseconds host_time() {
  timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return t.tv_sec * kSecond + t.tv_nsec;
}

// Moves what a stream of the job has to one of ours.
void drain(OutputSink& from, int to) {
  std::string_view bytes = from.peek();
  const std::size_t size = bytes.size();
  while (!bytes.empty()) {
    const ssize_t n = write(to, bytes.data(), bytes.size());
    if (n <= 0) break;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  from.consume(size);
}

}  // namespace

int main(int argc, char** argv) {
  MachineOptions options;
  options.env = {"HOME=/home/user", "USER=user", "LOGNAME=user", "SHELL=/bin/bash", "PATH=/usr/local/bin:/usr/bin:/bin",
                 "LANG=C.UTF-8", "TERM=dumb"};
  options.limits.output = UINT64_MAX;
  options.seed = static_cast<std::uint64_t>(host_time());
  std::uint64_t slice = 100'000;
  bool say = false;
  int i = 1;
  for (; i < argc; ++i) {
    if (!strcmp(argv[i], "-t")) {
      options.virtual_now = 0;
      options.seed = 0;
    } else if (!strcmp(argv[i], "-s")) {
      say = true;
    } else if (!strcmp(argv[i], "-f") && i + 1 < argc) {
      slice = strtoull(argv[++i], nullptr, 10);
    } else if (!strcmp(argv[i], "-F") && i + 1 < argc) {
      options.limits.fuel = strtoull(argv[++i], nullptr, 10);
    } else if (!strcmp(argv[i], "-o") && i + 1 < argc) {
      options.limits.output = strtoull(argv[++i], nullptr, 10);
    } else if (!strcmp(argv[i], "-m") && i + 1 < argc) {
      options.limits.memory = strtoull(argv[++i], nullptr, 10);
    } else {
      break;
    }
  }
  memory::set_budget(options.limits.memory);
  Machine machine(options);
  JobOptions job_options;
  job_options.argv = {"bash"};
  for (; i < argc; ++i) job_options.argv.emplace_back(argv[i]);
  job_options.program = "bash";
  job_options.stdin_stream = true;
  job_options.streaming = true;
  machine.tell_time(host_time());
  auto started = machine.start(job_options);
  if (!started) {
    fprintf(stderr, "nacre-native: %s\n", std::string(started.error().words()).c_str());
    return 126;
  }
  Job& job = **started;
  for (bool more_input = true;;) {
    const auto state = machine.run(slice, job.id, host_time());
    while (auto message = machine.next_message()) machine.close_channel(message->channel);
    const bool moved = !job.out->peek().empty() || !job.err->peek().empty();
    drain(*job.out, 1);
    drain(*job.err, 2);
    if (state == Machine::State::kDone) break;
    if (state != Machine::State::kIdle || moved) continue;
    if (more_input && job.in->wanted()) {
      char buffer[65536];
      const ssize_t n = read(0, buffer, sizeof buffer);
      if (n > 0) {
        job.in->push({buffer, static_cast<std::size_t>(n)});
      } else {
        job.in->end();
        more_input = false;
      }
    } else if (auto next = machine.next_timer()) {
      const Nanoseconds wait = *next - host_time();
      const timespec t{wait > 0 ? wait / kSecond : 0, wait > 0 ? wait % kSecond : 0};
      nanosleep(&t, nullptr);
    } else {
      fprintf(stderr, "nacre-native: deadlock\n");
      return 125;
    }
  }
  if (say) {
    fprintf(stderr, "fuel %llu, heap %zu bytes\n", static_cast<unsigned long long>(machine.fuel()), memory::used());
  }
  return job.exit_code();
}
