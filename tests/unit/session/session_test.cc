// Session environments in their processes: the virtual machine, a host, locks.
#include <vector>

#include "catch_amalgamated.hpp"
#include "src/session/host_session.h"
#include "src/session/virtual_session.h"
#include "src/session/wrapped_session.h"
#include "tests/unit/session/run.h"

using namespace nacre;
using namespace nacre::test;

namespace {

std::vector<std::string> seen;
int answers = 0;

std::string joined(const Content& c) {
  std::string all = c.whole;
  for (const vfs::Slice& s : c.pieces) all += s.bytes;
  return all;
}

// What a host's operation looks like: its number and its first argument.
std::optional<std::string> echo(Operation what, wire::Reader in) {
  seen.push_back(std::to_string(static_cast<int>(what)) + " " + std::string(in.string()));
  if (what == Operation::kWriteFile && seen.size() == 1) return std::nullopt;
  std::string value = "content";
  if (what == Operation::kExec) {
    value.clear();
    wire::put_string(value, "out");
    wire::put_string(value, "err");
    wire::put_f64(value, 3);
  }
  return value;
}

}  // namespace

TEST_CASE("the virtual machine as a session: files") {
  Box box;
  box.file("d/f", "hello");
  REQUIRE(with_call(box, [](Call& call) -> Task<> {
    VirtualSession env("/home/user");
    CHECK(joined(*co_await env.read_file(call, "d/f", Keep::kHere)) == "hello");
    CHECK(joined(*co_await env.read_file(call, "../user/./d//f", Keep::kHere)) == "hello");
    auto none = co_await env.read_file(call, "none", Keep::kHere);
    REQUIRE(!none);
    CHECK(none.error().code == Errno::kNOENT);
    CHECK(none.error().path == "/home/user/none");
    CHECK((co_await env.read_file(call, "d", Keep::kHere)).error().code == Errno::kISDIR);
    CHECK((co_await env.read_file(call, std::string("a\0b", 3), Keep::kHere)).error().code == Errno::kINVAL);
    CHECK(co_await env.write_file(call, "new/deep/g", "text", Keep::kHere));
    CHECK(joined(*co_await env.read_file(call, "new/deep/g", Keep::kHere)) == "text");
    CHECK(co_await env.write_file(call, "new/deep/g", "t", Keep::kHere));
    CHECK(joined(*co_await env.read_file(call, "new/deep/g", Keep::kHere)) == "t");
    CHECK((co_await env.write_file(call, "d/f/g", "", Keep::kHere)).error().code == Errno::kNOTDIR);
    CHECK((co_await env.readdir(call, "new", Keep::kHere))->names == std::vector<std::string>{"deep"});
    CHECK((co_await env.stat(call, "d/f", Keep::kHere))->size == 5);
    CHECK((co_await env.exists(call, "d/f", Keep::kHere))->there);
    CHECK(!(co_await env.exists(call, "d/f/x", Keep::kHere))->there);
    CHECK((co_await env.mkdir(call, "x/y", false)).error().code == Errno::kNOENT);
    CHECK(co_await env.mkdir(call, "x/y", true));
    CHECK(co_await env.mkdir(call, "x/y", true));
    CHECK((co_await env.rm(call, "x", false, false)).error().code == Errno::kISDIR);
    CHECK(co_await env.rm(call, "x", true, false));
    CHECK((co_await env.rm(call, "x", true, false)).error().code == Errno::kNOENT);
    CHECK(co_await env.rm(call, "x", true, true));
  }));
  CHECK(box.read("new/deep/g") == "t");
  CHECK(box.fs().stat(box.who(), "/home/user/new")->uid == 1000);
}

TEST_CASE("the virtual machine as a session: a file that does not fit leaves the old one") {
  MachineOptions options = box_options();
  options.limits.memory = 1 << 20;
  options.limits.file_size = 1000;
  Box box(options);
  REQUIRE(with_call(box, [](Call& call) -> Task<> {
    VirtualSession env("/home/user");
    CHECK(co_await env.write_file(call, "f", "old", Keep::kHere));
    CHECK((co_await env.write_file(call, "f", std::string(2000, 'x'), Keep::kHere)).error().code == Errno::kFBIG);
    CHECK(joined(*co_await env.read_file(call, "f", Keep::kHere)) == "old");
    CHECK((co_await env.write_file(call, "g", std::string(2000, 'x'), Keep::kHere)).error().code == Errno::kFBIG);
    CHECK(!(co_await env.exists(call, "g", Keep::kHere))->there);
  }));
}

TEST_CASE("the virtual machine as a session: commands") {
  Box box;
  REQUIRE(with_call(box, [](Call& call) -> Task<> {
    VirtualSession env("/home/user");
    auto r = co_await env.exec(call, "echo out; echo err >&2; exit 5", {});
    REQUIRE(r);
    CHECK(r->out == "out\n");
    CHECK(r->err == "err\n");
    CHECK(r->code == 5);
    CHECK((co_await env.exec(call, "pwd", {.cwd = "../../tmp"}))->out == "/tmp\n");
    CHECK((co_await env.exec(call, "pwd", {.cwd = "none"}))->code == 1);
    CHECK((co_await env.exec(call, "printf '\\xff'", {}))->out == "\uFFFD");
    auto late = co_await env.exec(call, "echo part; sleep 100", {.timeout_ms = 1000});
    CHECK(late->code == 124);
    CHECK(late->out == "part\n");
    CHECK(late->err == "nacre: command timed out after 1000 ms\n");
    auto stuck = co_await env.exec(call, "trap '' TERM; while :; do :; done", {.timeout_ms = 10});
    CHECK(stuck->timed_out);
    auto cut = co_await env.run(call, {"yes"}, Bounds{.lines = 10, .line_bytes = 100, .end = true});
    CHECK(cut->code == 0);
    CHECK((co_await env.run(call, {"sh", "-c", "exit 9"}, {}))->code == 9);
  }));
  CHECK(box.machine.processes().size() <= 1);
}

TEST_CASE("an abort ends a command of the virtual machine") {
  Box box;
  answers = 0;
  const JobId id = start_call(box, [](Call& call) -> Task<> {
    VirtualSession env("/home/user");
    auto r = co_await env.exec(call, "while :; do :; done", {});
    if (!r && r.error().kind == Failure::Kind::kAborted) ++answers;
    CHECK((co_await env.exec(call, "echo", {})).error().kind == Failure::Kind::kAborted);
  });
  for (int i = 0; i < 3; ++i) box.machine.run(10'000, id, 0);
  interrupt(box, id);
  REQUIRE(finish_call(box, id));
  CHECK(answers == 1);
}

TEST_CASE("a host as a session: a driver gets absolute paths, a write is tried again once") {
  Box box;
  seen.clear();
  REQUIRE(with_call(box, [](Call& call) -> Task<> {
    HostSession env(HostSession::Form::kDriver, "/w");
    CHECK(co_await env.write_file(call, "a/../b/c", "x", Keep::kHere));
    CHECK(joined(*co_await env.read_file(call, "f", Keep::kHere)) == "content");
    auto r = co_await env.exec(call, "cmd", {});
    CHECK(r->out == "out");
    CHECK(r->code == 3);
    CHECK(*co_await env.resolve(call, "x/..") == "/w");
  }, echo));
  CHECK(seen == std::vector<std::string>{"4 /w/b/c", "8 /w/b", "4 /w/b/c", "2 /w/f", "1 cmd"});
}

TEST_CASE("a host as a session: one that is a session itself gets paths as they are; scopes and overlays") {
  Box box;
  seen = {""};
  REQUIRE(with_call(box, [](Call& call) -> Task<> {
    HostSession env(HostSession::Form::kSession, "/w");
    (void)co_await env.read_file(call, "a/../f", Keep::kHere);
    ScopedSession scoped(env, "/w/s");
    (void)co_await scoped.read_file(call, "a/../f", Keep::kHere);
    CHECK(scoped.cwd() == "/w/s");
    VirtualSession own("/home/user");
    OverlaySession overlay(own);
    (void)co_await overlay.read_file(call, "../../.flue/packaged-skills/x", Keep::kHere);
    CHECK(!co_await overlay.read_file(call, "/.flue/packaged", Keep::kHere));
  }, echo));
  CHECK(seen == std::vector<std::string>{"", "2 a/../f", "2 /w/s/f", "11 /.flue/packaged-skills/x"});
}

TEST_CASE("an abort gives up a driver's command at once, and waits for a file") {
  Box box;
  answers = 0;
  const JobId exec = start_call(box, [](Call& call) -> Task<> {
    HostSession env(HostSession::Form::kDriver, "/w");
    auto r = co_await env.exec(call, "cmd", {});
    if (!r && r.error().kind == Failure::Kind::kUnconfirmed) ++answers;
    CHECK((co_await env.exec(call, "cmd", {})).error().kind == Failure::Kind::kAborted);
  }, true);
  interrupt(box, exec);
  REQUIRE(finish_call(box, exec));
  CHECK(answers == 1);
  while (box.machine.next_message()) {}
  const JobId file = start_call(box, [](Call& call) -> Task<> {
    HostSession env(HostSession::Form::kDriver, "/w");
    if (co_await env.read_file(call, "f", Keep::kHere)) ++answers;
  }, true);
  interrupt(box, file);
  seen = {""};
  REQUIRE(finish_call(box, file, echo));
  CHECK(answers == 2);
}

TEST_CASE("locks are given in the order of asking, and back when a holder is killed") {
  MachineOptions live = box_options();
  live.virtual_now.reset();
  Box box(live);
  seen.clear();
  const Body holder = [](Call& call) -> Task<> {
    Lock lock(call, "path");
    if (!co_await lock.acquire()) co_return;
    seen.push_back(std::to_string(call.process().job()));
    (void)co_await call.process().sleep_until(call.machine().now() + kSecond);
  };
  std::vector<JobId> ids;
  for (int i = 0; i < 4; ++i) ids.push_back(start_call(box, holder));
  box.machine.abort(ids[0]);      // holds it
  box.machine.abort(ids[2]);      // waits for it
  REQUIRE(finish_call(box, ids[3]));
  CHECK(box.machine.job(ids[1])->done);
  CHECK(seen == std::vector<std::string>{std::to_string(ids[0]), std::to_string(ids[1]), std::to_string(ids[3])});
  CHECK(SessionData::of(box.machine).locks.empty());
  // An abort ends the wait.
  const JobId first = start_call(box, holder);
  answers = 0;
  REQUIRE(!box.machine.job(first)->done);
  const JobId second = start_call(box, [](Call& call) -> Task<> {
    Lock lock(call, "path");
    if (!co_await lock.acquire()) ++answers;
  });
  interrupt(box, second);
  REQUIRE(finish_call(box, second));
  CHECK(answers == 1);
  REQUIRE(finish_call(box, first));
  CHECK(SessionData::of(box.machine).locks.empty());
}

TEST_CASE("a machine with waiting calls can be dropped") {
  Box box;
  const Body holder = [](Call& call) -> Task<> {
    Lock lock(call, "path");
    (void)co_await lock.acquire();
    HostSession env(HostSession::Form::kDriver, "/w");
    (void)co_await env.read_file(call, "f", Keep::kHere);
  };
  for (int i = 0; i < 3; ++i) start_call(box, holder, true);
}
