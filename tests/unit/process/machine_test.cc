// The scheduler: pipes, kills, slices, signals, timers, limits; with small programs written here.
#include <catch_amalgamated.hpp>

#include "src/base/memory.h"
#include "src/process/io.h"
#include "src/process/machine.h"

using namespace nacre;

namespace {

MachineOptions options() {
  MachineOptions o;
  o.virtual_now = 1'700'000'000 * kSecond;
  o.env = {"PATH=/usr/bin:/bin"};
  return o;
}

// Runs a program to its end in slices of that many units of fuel.
struct Ran {
  std::string out, err;
  int status;
  std::uint64_t fuel;
};
Ran run(Machine& m, std::vector<std::string> argv, std::uint64_t slice = 10'000'000, std::string input = "") {
  JobOptions o;
  o.argv = std::move(argv);
  o.stdin_bytes = std::move(input);
  auto job = m.start(o);
  REQUIRE(job);
  const JobId id = (*job)->id;
  const std::uint64_t before = m.fuel();
  Machine::State s;
  while ((s = m.run(slice, id, 0)) == Machine::State::kMore) {}
  REQUIRE(s == Machine::State::kDone);
  Job* j = m.job(id);
  Ran r{std::string(j->out->peek()), std::string(j->err->peek()), j->exit_code(), m.fuel() - before};
  m.forget(id);
  return r;
}

// Two programs and a pipe between them; the status of the second, then of the first.
Task<int> pipe_two(Process& p, std::vector<std::string> first, std::vector<std::string> second) {
  auto [reader, writer] = p.make_pipe();
  SpawnOptions a, b;
  a.files.emplace_back(1, writer);
  b.files.emplace_back(0, reader);
  writer = nullptr;
  reader = nullptr;
  auto one = p.spawn(std::move(first), a);
  a.files.clear();
  auto two = p.spawn(std::move(second), b);
  b.files.clear();
  if (!one || !two) co_return 99;
  auto s2 = co_await p.wait(*two);
  auto s1 = co_await p.wait(*one);
  p.write_stderr(std::to_string(s1->second.shell_status()) + " " + std::to_string(s2->second.shell_status()) + "\n");
  co_return 0;
}

Task<int> yes(Process& p) {
  const std::string block(8192, 'y');
  for (;;) {
    auto ok = co_await p.write(1, block);
    if (!ok) co_return 1;
  }
}
Task<int> head(Process& p) {   // the first argv[1] bytes
  std::size_t left = static_cast<std::size_t>(std::stoul(p.argv[1]));
  char buffer[4096];
  while (left > 0) {
    auto n = co_await p.read(0, buffer, std::min(left, sizeof buffer));
    if (!n || *n == 0) break;
    left -= *n;
    (void)co_await p.write(1, std::string_view(buffer, *n));
  }
  co_return 0;
}
Task<int> count(Process& p) {
  Reader in(p, 0);
  std::uint64_t n = 0;
  for (;;) {
    n += in.buffered().size();
    in.consume(in.buffered().size());
    auto more = co_await in.fill();
    if (!more || !*more) break;
  }
  (void)co_await p.write(1, std::to_string(n));
  co_return 0;
}
Task<int> pipeline(Process& p) { co_return co_await pipe_two(p, {"t-yes"}, {"t-head", "100000"}); }

Task<int> descend(Process& p, int depth) {
  std::string held(32, 'x');   // something with a destructor in every frame
  if (depth == 0) {
    char c;
    if (p.argv.size() > 1) co_return (co_await p.read(0, &c, 1)).has_value();
    co_await p.sleep_until(p.machine().now() + 1000 * kSecond);
    co_return 1;
  }
  const int below = co_await descend(p, depth - 1);
  co_return below + static_cast<int>(held.size() > 100);
}
Task<int> deep(Process& p) { co_return co_await descend(p, 9'999); }
Task<int> kill_deep(Process& p) {
  auto child = p.spawn({"t-deep"});
  if (!child) co_return 1;
  co_await p.sleep_until(p.machine().now() + kSecond);
  if (!p.machine().kill(p, *child, kSIGKILL)) co_return 2;
  auto s = co_await p.wait(*child);
  co_return s && s->second.signal == kSIGKILL ? 0 : 3;
}

Task<int> one(int i) { co_return i & 1; }
Task<int> million(Process&) {
  int sum = 0;
  for (int i = 0; i < 1'000'000; ++i) sum += co_await one(i);
  co_return sum == 500'000 ? 0 : 1;
}

// Two children that spend fuel and print their turns: the order must not depend on the slices.
Task<int> spinner(Process& p) {
  for (int i = 0; i < 30; ++i) {
    for (int k = 0; k < 3'000; ++k) co_await p.spend(1);
    (void)co_await p.write(1, p.argv[1] + std::to_string(i) + " ");
    if (i % 10 == 0) co_await p.sleep_until(p.machine().now() + kSecond / 1000);
  }
  co_return 0;
}
Task<int> spinners(Process& p) {
  auto a = p.spawn({"t-spin", "a"});
  auto b = p.spawn({"t-spin", "b"});
  auto c = p.spawn({"t-spin", "c"});
  (void)a, (void)b, (void)c;
  while (co_await p.wait(-1)) {}
  (void)co_await p.write(1, std::to_string((p.machine().now() - 1'700'000'000 * kSecond) > 0));
  co_return 0;
}

Task<int> forever(Process& p) {
  for (;;) co_await p.spend(1);
}
Task<int> handle(Process& p) {   // sleeps until a handled signal comes; a second one in a read
  p.set_disposition(kSIGUSR1, Disposition::kHandle);
  const bool slept = co_await p.sleep_until(p.machine().now() + 100 * kSecond);
  const int which = p.take_pending();
  (void)co_await p.write(1, std::string(slept ? "slept " : "interrupted ") + std::to_string(which) + "\n");
  co_return 5;
}
Task<int> send(Process& p) {
  auto child = p.spawn({"t-handle"});
  co_await p.sleep_until(p.machine().now() + kSecond);
  (void)p.machine().kill(p, *child, kSIGUSR1);
  auto s = co_await p.wait(*child);
  (void)co_await p.write(1, "status " + std::to_string(s->second.shell_status()) + "\n");
  auto stopped = p.spawn({"t-forever"});
  co_await p.sleep_until(p.machine().now() + kSecond / 100);
  (void)p.machine().kill(p, *stopped, kSIGSTOP);
  s = co_await p.wait(*stopped, true);
  (void)co_await p.write(1, "stopped " + std::to_string(s->second.stopped) + std::to_string(s->second.signal) + "\n");
  auto none = co_await p.wait(*stopped, true, false, p.machine().now() + kSecond);
  (void)co_await p.write(1, "wait " + std::string(symbol(none.error().code)) + "\n");
  (void)p.machine().kill(p, *stopped, kSIGCONT);
  (void)p.machine().kill(p, *stopped, kSIGTERM);
  s = co_await p.wait(*stopped);
  (void)co_await p.write(1, "then " + std::to_string(s->second.shell_status()) + "\n");
  none = co_await p.wait(-1);
  (void)co_await p.write(1, std::string(symbol(none.error().code)) + "\n");
  co_return 0;
}

Task<int> bomb(Process& p) {   // forks until it may not
  int n = 0;
  for (;; ++n) {
    auto c = p.spawn({"t-forever"});
    if (!c) {
      (void)co_await p.write(1, std::to_string(n) + " " + std::string(symbol(c.error().code)));
      co_return 0;
    }
  }
}
Task<int> eat(Process& p) {
  std::vector<std::string> all;
  for (;;) {
    all.emplace_back(100'000, 'x');
    co_await p.spend(1);
  }
}
Task<int> fifo_reader(Process& p) {
  auto fd = co_await p.open("/tmp/f", OpenFlags::reading());
  if (!fd) co_return 1;
  auto text = co_await read_all(p, *fd);
  (void)co_await p.write(1, "got " + *text);
  co_return 0;
}
Task<int> fifo(Process& p) {
  (void)p.fs().mkfifo(p.caller(), "/tmp/f");
  auto reader = p.spawn({"t-fifo-reader"});
  co_await p.sleep_until(p.machine().now() + kSecond);
  auto fd = co_await p.open("/tmp/f", OpenFlags{.write = true});
  (void)co_await p.write(*fd, "hello");
  (void)p.close(*fd);
  auto s = co_await p.wait(*reader);
  co_return s->second.shell_status();
}
Task<int> full_pipe(Process& p) { co_return co_await pipe_two(p, {"t-head", "1000000"}, {"t-count"}); }

const Program kPrograms[] = {
    {"t-yes", yes},         {"t-head", head},       {"t-count", count},   {"t-pipeline", pipeline},
    {"t-deep", deep},       {"t-kill-deep", kill_deep}, {"t-million", million}, {"t-spin", spinner},
    {"t-spinners", spinners}, {"t-forever", forever}, {"t-handle", handle}, {"t-send", send},
    {"t-bomb", bomb},       {"t-eat", eat},         {"t-fifo", fifo},     {"t-fifo-reader", fifo_reader},
    {"t-full", full_pipe},
};

}  // namespace

TEST_CASE("a pipe stops its writer when the reader goes") {
  Machine m(options());
  const Ran r = run(m, {"t-pipeline"});
  CHECK(r.status == 0);
  CHECK(r.out.size() == 100'000);
  CHECK(r.err == "141 0\n");
}

TEST_CASE("a pipe carries what passes through it, and both ends wait") {
  Machine m(options());
  const Ran r = run(m, {"t-full"}, 5'000, std::string(1'000'000, 'z'));
  CHECK(r.out == "1000000");
  CHECK(r.err == "0 0\n");
}

TEST_CASE("a million awaits that finish at once need no stack") {
  Machine m(options());
  CHECK(run(m, {"t-million"}).status == 0);
}

TEST_CASE("SIGKILL at depth 9,999 ends the process without recursion, and frees what it held") {
  Machine m(options());
  CHECK(run(m, {"t-kill-deep"}).status == 0);
  const std::size_t after_first = memory::used();
  CHECK(run(m, {"t-kill-deep"}).status == 0);
  CHECK(memory::used() <= after_first + 4096);
}

TEST_CASE("abort at depth 9,999, and the machine serves the next job") {
  Machine m(options());
  JobOptions o;
  o.argv = {"t-deep", "read"};
  o.stdin_stream = true;
  auto job = m.start(o);
  REQUIRE(job);
  const JobId id = (*job)->id;
  REQUIRE(m.run(10'000'000, id, 0) == Machine::State::kIdle);
  m.abort(id);
  CHECK(m.run(1, id, 0) == Machine::State::kDone);
  CHECK(m.job(id)->aborted);
  CHECK(run(m, {"t-pipeline"}).status == 0);
}

TEST_CASE("slices change neither the order of things nor the fuel") {
  Ran results[4];
  const std::uint64_t slices[] = {1'000, 777, 12'345, 10'000'000};
  for (int i = 0; i < 4; ++i) {
    Machine m(options());
    results[i] = run(m, {"t-spinners"}, slices[i]);
  }
  CHECK(results[0].out.size() > 250);
  for (int i = 1; i < 4; ++i) {
    CHECK(results[i].out == results[0].out);
    CHECK(results[i].fuel == results[0].fuel);
  }
}

TEST_CASE("signals interrupt, stop, continue and end") {
  Machine m(options());
  CHECK(run(m, {"t-send"}).out == "interrupted 10\nstatus 5\nstopped 119\nwait ETIMEDOUT\nthen 143\nECHILD\n");
}

TEST_CASE("an endless loop can be aborted, and has its deadline") {
  Machine m(options());
  JobOptions o;
  o.argv = {"t-forever"};
  o.timeout = kSecond;
  auto job = m.start(o);
  REQUIRE(job);
  const JobId id = (*job)->id;
  CHECK(m.run(100'000, id, 0) == Machine::State::kMore);
  while (m.run(1'000'000, id, 0) == Machine::State::kMore) {}
  CHECK(m.job(id)->timed_out);
  CHECK(m.job(id)->exit_code() == 124);
}

TEST_CASE("the limit of processes is EAGAIN") {
  MachineOptions o = options();
  o.limits.processes = 50;
  Machine m(o);
  CHECK(run(m, {"t-bomb"}).out == "49 EAGAIN");
}

TEST_CASE("who crosses the memory budget dies alone") {
  Machine m(options());
  memory::set_budget(memory::used() + (8 << 20));
  const Ran r = run(m, {"t-eat"});
  memory::set_budget(0);
  CHECK(r.status == 137);
  CHECK(r.err == "nacre: memory limit\n");
  CHECK(run(m, {"t-pipeline"}).status == 0);
}

TEST_CASE("output past its limit kills the writer") {
  MachineOptions o = options();
  o.limits.output = 100'000;
  Machine m(o);
  const Ran r = run(m, {"t-yes"});
  CHECK(r.status == 137);
  CHECK(r.out.size() <= 100'000);
  CHECK(r.err == "nacre: output limit\n");
}

TEST_CASE("opening a FIFO waits for the other end") {
  Machine m(options());
  CHECK(run(m, {"t-fifo"}).out == "got hello");
}
