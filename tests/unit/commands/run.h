// The harness of the commands' tests: a Machine with virtual time, files and stdin; runs an argv; gives what it printed.
//
//   Box box;
//   box.file("a", "1\n2\n");                       // relative to /home/user
//   CHECK(box.run({"cat", "-n", "a"}).out == ...);
//   Output o = box.run({"cat"}, "stdin"); o.out, o.err, o.status
//   box.pipe({{"seq", "5"}, {"tail", "-n1"}}, "")  // a pipeline; the status is the last one's
//
// The environment is LC_ALL=C.UTF-8, TZ=UTC, HOME and PATH; box.env adds to it. Every command that is linked is in /bin.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/process/machine.h"
#include "vfs/populate.h"

namespace nacre::test {

struct Output {
  std::string out, err;
  int status = -1;
};

inline MachineOptions box_options() {
  MachineOptions o;
  o.virtual_now = 1'700'000'000 * kSecond;
  o.env = {"HOME=/home/user", "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8", "TZ=UTC", "USER=user"};
  o.limits.memory = std::uint64_t{1} << 30;
  o.limits.output = std::uint64_t{1} << 30;
  return o;
}

class Box {
 public:
  using Argv = std::vector<std::string>;
  explicit Box(const MachineOptions& options = box_options()) : machine(options) {}

  // A file with its missing folders, owned by the user. Relative paths are under /home/user.
  void file(std::string_view path, std::string_view content, std::uint32_t mode = 0644) {
    const vfs::Caller user = who();
    for (std::size_t at = path.find('/', 1); at != path.npos; at = path.find('/', at + 1))
      (void)fs().mkdir(user, path.substr(0, at), 0755);
    auto opened = fs().open(user, path, vfs::kOpenWrite | vfs::kOpenCreate | vfs::kOpenTruncate, mode);
    if (!opened) std::abort();
    std::uint64_t at = 0;
    while (at < content.size()) {
      auto n = fs().write(opened->ino, at, content.substr(static_cast<std::size_t>(at)), 1000);
      if (!n) std::abort();
      at += *n;
    }
    (void)fs().chmod(user, opened->ino, mode);
  }
  void dir(std::string_view path) { (void)fs().mkdir(who(), path, 0755); }
  void link(std::string_view target, std::string_view path) { (void)fs().symlink(who(), target, path); }
  bool exists(std::string_view path) { return fs().stat(who(), path, vfs::Follow::kNo).has_value(); }
  // The content of a file; "<none>" when it is not there.
  std::string read(std::string_view path) {
    auto ino = fs().resolve(who(), path);
    if (!ino) return "<none>";
    std::string all;
    char buffer[4096];
    for (;;) {
      auto n = fs().read(*ino, all.size(), buffer, sizeof buffer);
      if (!n || *n == 0) return all;
      all.append(buffer, *n);
    }
  }

  Output run(const Argv& argv, std::string_view input = "") {
    JobOptions o;
    o.argv = argv;
    o.env = env;
    o.stdin_bytes = std::string(input);
    auto job = machine.start(o);
    Output r;
    if (!job) {
      r.err = std::string(job.error().words());
      r.status = 127;
      return r;
    }
    const JobId id = (*job)->id;
    while (machine.run(1'000'000, id, 0) == Machine::State::kMore) {}
    Job& j = *machine.job(id);
    r.out = std::string(j.out->peek());
    r.err = std::string(j.err->peek());
    r.status = j.done ? j.exit_code() : -1;   // -1: it waits for ever
    if (!j.done) {
      machine.abort(id);
      while (machine.run(1'000'000, id, 0) == Machine::State::kMore) {}
    }
    machine.forget(id);
    return r;
  }

  // Runs all at once, connected by pipes; without a shell, so a small program of its own does it.
  Output pipe(std::vector<Argv> stages, std::string_view input = "");

  vfs::FileSystem& fs() { return machine.fs(); }
  vfs::Caller who() {
    vfs::Caller c;
    c.uid = c.gid = 1000;
    auto home = fs().resolve(c, "/home/user");
    if (home) c.cwd = *home;
    return c;
  }

  std::vector<std::string> env;
  Machine machine;
};

// What pipe() runs: argv is the stages with "|" between them.
inline Task<int> pipeline_main(Process& p) {
  std::vector<Pid> pids;
  Ref<FileDescription> in;
  for (std::size_t i = 1; i < p.argv.size();) {
    std::vector<std::string> words;
    while (i < p.argv.size() && p.argv[i] != "|") words.push_back(p.argv[i++]);
    SpawnOptions o;
    if (in) o.files.emplace_back(0, std::move(in));
    if (i++ < p.argv.size()) {
      auto [reader, writer] = p.make_pipe();
      o.files.emplace_back(1, std::move(writer));
      in = std::move(reader);
    }
    auto pid = p.spawn(std::move(words), o);
    if (pid) pids.push_back(*pid);
  }
  int status = 127;
  for (Pid pid : pids)
    if (auto r = co_await p.wait(pid)) status = r->second.shell_status();
  co_return status;
}
inline const Program kPipeline("test-pipeline", pipeline_main);

inline Output Box::pipe(std::vector<Argv> stages, std::string_view input) {
  Argv all{"test-pipeline"};
  for (std::size_t i = 0; i < stages.size(); ++i) {
    if (i) all.push_back("|");
    all.insert(all.end(), stages[i].begin(), stages[i].end());
  }
  return run(all, input);
}

}  // namespace nacre::test
