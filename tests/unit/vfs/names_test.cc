// Each errno of the operations on paths, by hand (host_test.cc compares them with the kernel's at random), and sizes:
// big directories, long and deep paths.
#include <chrono>
#include <string>

#include "catch_amalgamated.hpp"
#include "vfs/file_system.h"

namespace nacre::vfs {
namespace {

template <class T>
Errno error(const Result<T>& r) { return r ? Errno::kOk : r.error().code; }

struct Fixture {
  Fixture() {
    REQUIRE(fs.mkdir(root, "/d"));
    REQUIRE(fs.mkdir(root, "/d/sub"));
    REQUIRE(fs.open(root, "/f", kOpenWrite | kOpenCreate));
    REQUIRE(fs.symlink(root, "f", "/link"));
    REQUIRE(fs.symlink(root, "d", "/dirlink"));
    REQUIRE(fs.symlink(root, "nowhere", "/dangling"));
    REQUIRE(fs.symlink(root, "loop", "/loop"));
    REQUIRE(fs.mkdir(root, "/private", 0700));
    REQUIRE(fs.mkdir(root, "/private/in"));
    REQUIRE(fs.mkdir(root, "/tmp"));
    REQUIRE(fs.chmod(root, "/tmp", 01777));
  }
  FileSystem fs;
  Caller root;
  Caller user{.uid = 1000, .gid = 1000};
  Errno open(std::string_view path, std::uint32_t flags, const Caller& who) { return error(fs.open(who, path, flags)); }
  Errno open(std::string_view path, std::uint32_t flags) { return open(path, flags, root); }
};

TEST_CASE_METHOD(Fixture, "walking a path") {
  CHECK(error(fs.stat(root, "")) == Errno::kNOENT);
  CHECK(error(fs.stat(root, "/nowhere")) == Errno::kNOENT);
  CHECK(error(fs.stat(root, "/nowhere/x")) == Errno::kNOENT);
  CHECK(error(fs.stat(root, "/f/x")) == Errno::kNOTDIR);
  CHECK(error(fs.stat(root, "/f/")) == Errno::kNOTDIR);
  CHECK(error(fs.stat(root, "/f/.")) == Errno::kNOTDIR);
  CHECK(error(fs.stat(root, "/f/..")) == Errno::kNOTDIR);
  CHECK(error(fs.stat(root, "/link/")) == Errno::kNOTDIR);
  CHECK(error(fs.stat(root, "/loop")) == Errno::kLOOP);
  CHECK(error(fs.stat(root, "/loop", Follow::kNo)) == Errno::kOk);
  CHECK(error(fs.stat(root, "/loop/", Follow::kNo)) == Errno::kLOOP);
  CHECK(error(fs.stat(root, "/dangling")) == Errno::kNOENT);
  CHECK(error(fs.stat(root, std::string_view("/d\0x", 4))) == Errno::kINVAL);
  CHECK(error(fs.stat(root, "/" + std::string(255, 'n'))) == Errno::kNOENT);
  CHECK(error(fs.stat(root, "/" + std::string(256, 'n'))) == Errno::kNAMETOOLONG);
  CHECK(error(fs.stat(root, std::string(4095, '/'))) == Errno::kOk);
  CHECK(error(fs.stat(root, std::string(4096, '/'))) == Errno::kNAMETOOLONG);
  CHECK(error(fs.stat(user, "/private/in")) == Errno::kACCES);
  CHECK(error(fs.stat(user, "/private/..")) == Errno::kACCES);
  CHECK(error(fs.stat(user, "/private")) == Errno::kOk);
  CHECK(*fs.resolve(root, "/../../d/./sub/..") == *fs.resolve(root, "//d//"));
  CHECK(*fs.resolve(root, "/dirlink/sub") == *fs.resolve(root, "/d/sub"));
  CHECK(fs.stat(root, "/dirlink", Follow::kNo)->type == Type::kSymlink);
  CHECK(fs.stat(root, "/dirlink/", Follow::kNo)->type == Type::kDirectory);
  CHECK(*fs.resolve(root, "sub", Follow::kYes, *fs.resolve(root, "/d")) == *fs.resolve(root, "/d/sub"));
  CHECK(error(fs.resolve(root, "x", Follow::kYes, *fs.resolve(root, "/f"))) == Errno::kNOTDIR);
  // A root of one's own.
  const Caller inside{.root = *fs.resolve(root, "/d"), .cwd = *fs.resolve(root, "/d/sub")};
  CHECK(*fs.resolve(inside, "/..") == inside.root);
  CHECK(*fs.resolve(inside, "../../..") == inside.root);
  CHECK(*fs.getcwd(inside, inside.cwd) == "/sub");
  // 40 links are followed, 41 are not.
  for (int i = 0; i < 41; ++i)
    REQUIRE(fs.symlink(root, i == 0 ? "f" : "l" + std::to_string(i - 1), "/l" + std::to_string(i)));
  CHECK(error(fs.stat(root, "/l39")) == Errno::kOk);
  CHECK(error(fs.stat(root, "/l40")) == Errno::kLOOP);
}

TEST_CASE_METHOD(Fixture, "open") {
  CHECK(open("/nowhere", kOpenRead) == Errno::kNOENT);
  CHECK(open("/d", kOpenRead) == Errno::kOk);
  CHECK(open("/d", kOpenWrite) == Errno::kISDIR);
  CHECK(open("/d", kOpenRead | kOpenCreate) == Errno::kISDIR);
  CHECK(open("/new/", kOpenWrite | kOpenCreate) == Errno::kISDIR);
  CHECK(open("/f/", kOpenRead) == Errno::kNOTDIR);
  CHECK(open("/f", kOpenRead | kOpenDirectory) == Errno::kNOTDIR);
  CHECK(open("/f", kOpenWrite | kOpenCreate | kOpenExclusive) == Errno::kEXIST);
  CHECK(open("/dangling", kOpenWrite | kOpenCreate | kOpenExclusive) == Errno::kEXIST);
  CHECK(open("/link", kOpenRead | kOpenNoFollow) == Errno::kLOOP);
  CHECK(open("/link", kOpenNoFollow) == Errno::kOk);  // O_PATH
  CHECK(open("/private/in/x", kOpenWrite | kOpenCreate, user) == Errno::kACCES);
  CHECK(open("/x", kOpenWrite | kOpenCreate, user) == Errno::kACCES);
  CHECK(open("/f", kOpenWrite, user) == Errno::kACCES);
  CHECK(open("/f", kOpenRead | kOpenTruncate, user) == Errno::kACCES);
  CHECK(open("/f", kOpenRead, user) == Errno::kOk);
  auto made = fs.open(root, "/dangling", kOpenWrite | kOpenCreate, 0640);
  REQUIRE(made);
  CHECK(made->created);
  CHECK(fs.stat(root, "/nowhere")->mode == 0640);
  auto mine = fs.open(user, "/tmp/x", kOpenWrite | kOpenCreate, 0666);
  CHECK(fs.stat(mine->ino)->mode == 0644);
  CHECK(fs.stat(mine->ino)->uid == 1000);
  CHECK(open("/tmp/x", kOpenWrite | kOpenTruncate, user) == Errno::kOk);
  // What a new file's mode forbids, its maker may still do through the open call that made it.
  CHECK(error(fs.open(user, "/tmp/y", kOpenWrite | kOpenCreate, 0)) == Errno::kOk);
  CHECK(open("/tmp/y", kOpenWrite, user) == Errno::kACCES);
}

TEST_CASE_METHOD(Fixture, "mkdir, rmdir, unlink") {
  CHECK(error(fs.mkdir(root, "/d")) == Errno::kEXIST);
  CHECK(error(fs.mkdir(root, "/dangling")) == Errno::kEXIST);
  CHECK(error(fs.mkdir(root, "/")) == Errno::kEXIST);
  CHECK(error(fs.mkdir(root, "/d/.")) == Errno::kEXIST);
  CHECK(error(fs.mkdir(root, "/no/x")) == Errno::kNOENT);
  CHECK(error(fs.mkdir(root, "/f/x")) == Errno::kNOTDIR);
  CHECK(error(fs.mkdir(user, "/x")) == Errno::kACCES);
  CHECK(error(fs.mkdir(user, "/d")) == Errno::kEXIST);
  CHECK(error(fs.mkdir(root, "/slashed///")) == Errno::kOk);
  CHECK(fs.stat(root, "/d")->nlink == 3);
  CHECK(error(fs.rmdir(root, "/d")) == Errno::kNOTEMPTY);
  CHECK(error(fs.rmdir(root, "/d/sub/.")) == Errno::kINVAL);
  CHECK(error(fs.rmdir(root, "/d/sub/..")) == Errno::kNOTEMPTY);
  CHECK(error(fs.rmdir(root, "/")) == Errno::kBUSY);
  CHECK(error(fs.rmdir(root, "/f")) == Errno::kNOTDIR);
  CHECK(error(fs.rmdir(root, "/dirlink/")) == Errno::kNOTDIR);
  CHECK(error(fs.rmdir(user, "/d/sub")) == Errno::kACCES);
  CHECK(error(fs.unlink(root, "/d/sub")) == Errno::kISDIR);
  CHECK(error(fs.unlink(root, "/f/")) == Errno::kNOTDIR);
  CHECK(error(fs.unlink(root, "/d/")) == Errno::kISDIR);
  CHECK(error(fs.unlink(root, "/d/..")) == Errno::kISDIR);
  CHECK(error(fs.unlink(user, "/f")) == Errno::kACCES);
  // A directory that is gone, and who still stands in it.
  const Ino sub = *fs.resolve(root, "/d/sub");
  REQUIRE(fs.hold(sub));
  CHECK(*fs.getcwd(root, sub) == "/d/sub");
  CHECK(error(fs.rmdir(root, "/d/sub/")) == Errno::kOk);
  CHECK(fs.stat(root, "/d")->nlink == 2);
  const Caller in_it{.cwd = sub};
  CHECK(error(fs.getcwd(root, sub)) == Errno::kNOENT);
  CHECK(error(fs.mkdir(in_it, "x")) == Errno::kNOENT);
  CHECK(error(fs.open(in_it, "x", kOpenWrite | kOpenCreate)) == Errno::kNOENT);
  CHECK(error(fs.stat(in_it, ".")) == Errno::kOk);
  CHECK(*fs.resolve(in_it, "..") == *fs.resolve(root, "/d"));
  fs.release(sub);
  CHECK(error(fs.stat(in_it, ".")) == Errno::kNOENT);
  // Sticky: only the owner of the file or the directory, or root.
  Caller other{.uid = 1001, .gid = 1001};
  REQUIRE(fs.open(user, "/tmp/u", kOpenWrite | kOpenCreate));
  CHECK(error(fs.unlink(other, "/tmp/u")) == Errno::kPERM);
  CHECK(error(fs.rename(other, "/tmp/u", "/tmp/v")) == Errno::kPERM);
  CHECK(error(fs.unlink(user, "/tmp/u")) == Errno::kOk);
}

TEST_CASE_METHOD(Fixture, "rename") {
  CHECK(error(fs.rename(root, "/no", "/x")) == Errno::kNOENT);
  CHECK(error(fs.rename(root, "/d", "/d/sub/x")) == Errno::kINVAL);
  CHECK(error(fs.rename(root, "/d/sub", "/d")) == Errno::kNOTEMPTY);
  CHECK(error(fs.rename(root, "/f", "/d")) == Errno::kISDIR);
  CHECK(error(fs.rename(root, "/d", "/f")) == Errno::kNOTDIR);
  CHECK(error(fs.rename(root, "/tmp", "/d")) == Errno::kNOTEMPTY);
  CHECK(error(fs.rename(root, "/f", "/x/")) == Errno::kNOTDIR);
  CHECK(error(fs.rename(root, "/d/.", "/x")) == Errno::kBUSY);
  CHECK(error(fs.rename(root, "/f", "/d/..")) == Errno::kBUSY);
  CHECK(error(fs.rename(root, "/f", "/link", RenameMode::kNoReplace)) == Errno::kEXIST);
  CHECK(error(fs.rename(root, "/f", "/x", RenameMode::kExchange)) == Errno::kNOENT);
  CHECK(error(fs.rename(user, "/f", "/x")) == Errno::kACCES);
  CHECK(error(fs.rename(root, "/d", "/tmp/moved/")) == Errno::kOk);
  CHECK(*fs.getcwd(root, *fs.resolve(root, "/tmp/moved/sub")) == "/tmp/moved/sub");
  CHECK(*fs.resolve(root, "/tmp/moved/..") == *fs.resolve(root, "/tmp"));
  CHECK(fs.stat(root, "/tmp")->nlink == 3);
  CHECK(error(fs.rename(root, "/tmp/moved", "/f", RenameMode::kExchange)) == Errno::kOk);
  CHECK(fs.stat(root, "/tmp/moved")->type == Type::kFile);
  CHECK(fs.stat(root, "/f")->type == Type::kDirectory);
  CHECK(fs.stat(root, "/tmp")->nlink == 2);
  CHECK(fs.stat(root, "/")->nlink == 5);
  // Two names of one file: nothing happens.
  REQUIRE(fs.link(root, "/tmp/moved", "/other"));
  CHECK(error(fs.rename(root, "/tmp/moved", "/other")) == Errno::kOk);
  CHECK(error(fs.stat(root, "/tmp/moved")) == Errno::kOk);
  // Over a file that somebody holds.
  REQUIRE(fs.open(root, "/over", kOpenWrite | kOpenCreate));
  const Ino over = *fs.resolve(root, "/over");
  REQUIRE(fs.hold(over));
  CHECK(error(fs.rename(root, "/other", "/over")) == Errno::kOk);
  CHECK(fs.stat(over)->nlink == 0);
  CHECK(error(fs.append(over, "still")) == Errno::kOk);
  fs.release(over);
  CHECK(error(fs.stat(over)) == Errno::kNOENT);
}

TEST_CASE_METHOD(Fixture, "link, symlink, readlink, mknod") {
  CHECK(error(fs.link(root, "/d", "/x")) == Errno::kPERM);
  CHECK(error(fs.link(root, "/no", "/x")) == Errno::kNOENT);
  CHECK(error(fs.link(root, "/f", "/link")) == Errno::kEXIST);
  CHECK(error(fs.link(root, "/f", "/x/")) == Errno::kNOENT);
  CHECK(error(fs.link(user, "/f", "/tmp/x")) == Errno::kPERM);  // protected_hardlinks
  CHECK(error(fs.link(root, "/link", "/hard")) == Errno::kOk);
  CHECK(fs.stat(root, "/hard", Follow::kNo)->type == Type::kSymlink);
  CHECK(error(fs.link(root, "/link", "/hard2", Follow::kYes)) == Errno::kOk);
  CHECK(fs.stat(root, "/hard2", Follow::kNo)->nlink == 2);
  CHECK(error(fs.symlink(root, "", "/x")) == Errno::kNOENT);
  CHECK(error(fs.symlink(root, std::string(4096, 'x'), "/x")) == Errno::kNAMETOOLONG);
  CHECK(error(fs.symlink(root, "t", "/link")) == Errno::kEXIST);
  CHECK(*fs.readlink(root, "/link") == "f");
  CHECK(error(fs.readlink(root, "/f")) == Errno::kINVAL);
  CHECK(error(fs.readlink(root, "/d")) == Errno::kINVAL);
  CHECK(fs.stat(root, "/link", Follow::kNo)->mode == 0777);
  CHECK(error(fs.mknod(user, "/tmp/null", Type::kCharDevice, 0666, {1, 3})) == Errno::kPERM);
  CHECK(error(fs.mknod(root, "/null", Type::kCharDevice, 0666, {1, 3})) == Errno::kOk);
  CHECK(fs.stat(root, "/null")->rdev == Device{1, 3});
  CHECK(error(fs.mkfifo(user, "/tmp/fifo")) == Errno::kOk);
  CHECK(fs.stat(root, "/tmp/fifo")->type == Type::kFifo);
  CHECK(error(fs.mkfifo(user, "/tmp/fifo")) == Errno::kEXIST);
  REQUIRE(fs.open(root, "/many", kOpenWrite | kOpenCreate));
  for (std::uint32_t i = 1; i < kMaxLinks; ++i)
    if (!fs.link(root, "/many", "/d/" + std::to_string(i))) FAIL();
  CHECK(error(fs.link(root, "/many", "/d/last")) == Errno::kMLINK);
}

TEST_CASE_METHOD(Fixture, "modes, owners, times, access") {
  CHECK(error(fs.chmod(user, "/f", 0777)) == Errno::kPERM);
  CHECK(error(fs.chmod(root, "/link", 04755)) == Errno::kOk);
  CHECK(fs.stat(root, "/f")->mode == 04755);
  CHECK(error(fs.chown(user, "/f", 1000, kKeepId)) == Errno::kPERM);
  CHECK(error(fs.chown(root, "/f", 1000, 1000)) == Errno::kOk);
  CHECK(fs.stat(root, "/f")->mode == 0755);  // setuid went
  CHECK(error(fs.chown(user, "/f", kKeepId, 50)) == Errno::kPERM);
  const std::uint32_t groups[] = {50};
  Caller grouped = user;
  grouped.groups = groups;
  CHECK(error(fs.chown(grouped, "/f", kKeepId, 50)) == Errno::kOk);
  REQUIRE(fs.chmod(user, "/f", 06775));
  CHECK(fs.stat(root, "/f")->mode == 04775);  // not in the group any more
  CHECK(error(fs.write(*fs.resolve(root, "/f"), 0, "x", 1000)) == Errno::kOk);
  CHECK(fs.stat(root, "/f")->mode == 0775);
  REQUIRE(fs.chown(root, "/link", 7, 7, Follow::kNo));
  CHECK(fs.stat(root, "/link", Follow::kNo)->uid == 7);

  const NewTime set{NewTime::Kind::kSet, {-5, 999'999'999}}, now{}, omit{NewTime::Kind::kOmit, {}};
  REQUIRE(fs.open(root, "/g", kOpenWrite | kOpenCreate));
  REQUIRE(fs.chmod(root, "/g", 0666));
  CHECK(error(fs.utimens(user, "/g", set, set)) == Errno::kPERM);
  CHECK(error(fs.utimens(user, "/g", now, omit)) == Errno::kPERM);
  CHECK(error(fs.utimens(user, "/g", now, now)) == Errno::kOk);
  CHECK(error(fs.utimens(user, "/d", now, now)) == Errno::kACCES);
  CHECK(error(fs.utimens(user, "/d", omit, omit)) == Errno::kOk);
  CHECK(error(fs.utimens(root, "/g", omit, set)) == Errno::kOk);
  CHECK(fs.stat(root, "/g")->mtime == set.time);
  CHECK(fs.stat(root, "/g")->atime == Time{});

  CHECK(error(fs.access(user, "/f", kReadable | kExecutable | kWritable)) == Errno::kOk);
  CHECK(error(fs.access(user, "/private", kReadable)) == Errno::kACCES);
  CHECK(error(fs.access(user, "/private", kExists)) == Errno::kOk);
  CHECK(error(fs.access(root, "/g", kExecutable)) == Errno::kACCES);
  CHECK(error(fs.access(root, "/g", kWritable)) == Errno::kOk);
  CHECK(error(fs.access(root, "/private", kExecutable)) == Errno::kOk);

  CHECK(error(fs.truncate(root, "/d", 0)) == Errno::kISDIR);
  CHECK(error(fs.truncate(root, "/f", -1)) == Errno::kINVAL);
  CHECK(error(fs.truncate(user, "/private/in", 0)) == Errno::kACCES);
  REQUIRE(fs.mkfifo(root, "/fifo"));
  CHECK(error(fs.truncate(root, "/fifo", 0)) == Errno::kINVAL);
  char c;
  CHECK(error(fs.read(*fs.resolve(root, "/d"), 0, &c, 1)) == Errno::kISDIR);
  CHECK(error(fs.next_data(*fs.resolve(root, "/fifo"), 0)) == Errno::kINVAL);
  DirEntry e;
  CHECK(error(fs.next_entry(*fs.resolve(root, "/f"), e)) == Errno::kNOTDIR);
  CHECK(error(fs.stat(12345)) == Errno::kNOENT);
  CHECK(error(fs.write(12345, 0, "x")) == Errno::kNOENT);
}

TEST_CASE_METHOD(Fixture, "root may make another's files") {
  Caller host = root;
  host.owner_uid = 1000;
  host.owner_gid = 1001;
  REQUIRE(fs.mkdir(host, "/private/his"));
  CHECK(fs.stat(root, "/private/his")->uid == 1000);
  CHECK(fs.stat(root, "/private/his")->gid == 1001);
}

TEST_CASE_METHOD(Fixture, "set-gid directories hand their group down") {
  REQUIRE(fs.chown(root, "/d", 0, 50));
  REQUIRE(fs.chmod(root, "/d", 02777));
  REQUIRE(fs.mkdir(user, "/d/in"));
  CHECK(fs.stat(root, "/d/in")->gid == 50);
  CHECK(fs.stat(root, "/d/in")->mode == 02755);
  REQUIRE(fs.open(user, "/d/file", kOpenWrite | kOpenCreate));
  CHECK(fs.stat(root, "/d/file")->gid == 50);
  CHECK(fs.stat(root, "/d/file")->mode == 0644);
}

TEST_CASE_METHOD(Fixture, "realpath and path_of") {
  CHECK(*fs.realpath(root, "/dirlink/sub/../../link") == "/f");
  CHECK(*fs.realpath(root, "/") == "/");
  CHECK(*fs.realpath(root, "/dirlink/") == "/d");
  CHECK(error(fs.realpath(root, "/dangling")) == Errno::kNOENT);
  REQUIRE(fs.link(root, "/f", "/d/second"));
  CHECK(*fs.realpath(root, "/f") == "/f");
  CHECK(*fs.realpath(root, "/d/second") == "/d/second");
  CHECK(*fs.path_of(*fs.resolve(root, "/f")) == "/d/second");
  CHECK(*fs.path_of(*fs.resolve(root, "/d/sub")) == "/d/sub");
  REQUIRE(fs.rename(root, "/d", "/e"));
  CHECK(*fs.path_of(*fs.resolve(root, "/f")) == "/e/second");
}

TEST_CASE("relatime, and which times change") {
  std::int64_t t = 1000;
  FileSystem fs({}, {[](void* p) { return Time{*static_cast<std::int64_t*>(p), 0}; }, &t});
  const Caller root;
  const Ino f = fs.open(root, "/f", kOpenWrite | kOpenCreate)->ino;
  fs.write(f, 0, "text");
  char c;
  auto read_at = [&](std::int64_t when) {
    t = when;
    fs.read(f, 0, &c, 1);
    return fs.stat(f)->atime.sec;
  };
  CHECK(read_at(2000) == 2000);  // the first read after a change
  CHECK(read_at(3000) == 2000);
  CHECK(read_at(2000 + 24 * 3600) == 2000 + 24 * 3600);
  t = 200'000;
  fs.append(f, "x");
  CHECK(fs.stat(f)->mtime.sec == 200'000);
  CHECK(read_at(200'005) == 200'005);
  t = 300'000;
  REQUIRE(fs.chmod(root, "/f", 0600));
  CHECK(fs.stat(f)->ctime.sec == 300'000);
  CHECK(fs.stat(f)->mtime.sec == 200'000);
  CHECK(fs.stat(f)->btime.sec == 1000);
  REQUIRE(fs.rename(root, "/f", "/g"));
  CHECK(fs.stat(kRootIno)->mtime.sec == 300'000);
  t = 400'000;
  REQUIRE(fs.truncate(root, "/g", 5));  // the size that it has
  CHECK(fs.stat(f)->mtime.sec == 200'000);
  REQUIRE(fs.truncate(f, 5));
  CHECK(fs.stat(f)->mtime.sec == 400'000);
}

TEST_CASE("deep and long paths") {
  FileSystem fs;
  const Caller root;
  // 10,000 levels, made one by one as `cd` would.
  Caller who;
  REQUIRE(fs.mkdir(root, "/top"));
  who.cwd = *fs.resolve(root, "/top");
  for (int i = 0; i < 10'000; ++i) who.cwd = *fs.mkdir(who, "d");
  CHECK(fs.getcwd(who, who.cwd)->size() == 4 + 2 * 10'000);
  std::string path = "/top";
  while (path.size() + 2 <= kMaxPath) path += "/d";
  CHECK(fs.stat(root, path));
  CHECK(error(fs.stat(root, path + "/d")) == Errno::kNAMETOOLONG);
  // Removed from the bottom up.
  for (int i = 0; i < 10'000; ++i) {
    who.cwd = *fs.resolve(who, "..");
    REQUIRE(fs.rmdir(who, "d"));
  }
  // A tree as deep is dropped without recursion.
  for (int i = 0; i < 10'000; ++i) who.cwd = *fs.mkdir(who, "d");
}

TEST_CASE("100,000 entries in time linear in their number") {
  using Clock = std::chrono::steady_clock;
  const Caller root;
  auto spend = [&](int n) {
    FileSystem fs(Limits{.max_inodes = 1'000'000});
    const auto start = Clock::now();
    REQUIRE(fs.mkdir(root, "/d"));
    for (int i = 0; i < n; ++i)
      if (!fs.open(root, "/d/name" + std::to_string(i * 7919 % n), kOpenWrite | kOpenCreate)) FAIL();
    int seen = 0;
    const Ino dir = *fs.resolve(root, "/d");
    for (DirEntry e; *fs.next_entry(dir, e);) ++seen;
    CHECK(seen == n);
    for (int i = 0; i < n; ++i)
      if (!fs.unlink(root, "/d/name" + std::to_string(i))) FAIL();
    CHECK(fs.space().inodes_used == 2);
    return std::chrono::duration<double>(Clock::now() - start).count() / n;
  };
  spend(1000);
  const double small = spend(10'000), big = spend(100'000);
  CHECK(big < small * 5);
}

}  // namespace
}  // namespace nacre::vfs
