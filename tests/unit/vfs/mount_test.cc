// Mounts: a small /proc with processes, descriptors and links of each kind; and the tree of a new sandbox.
#include <map>
#include <string>

#include "catch_amalgamated.hpp"
#include "vfs/file_system.h"
#include "vfs/populate.h"

namespace nacre::vfs {
namespace {

template <class T>
Errno error(const Result<T>& r) { return r ? Errno::kOk : r.error().code; }

// /proc with process 7: self -> 7, 7/status, 7/fd/{0,3}: 0 is a pipe, 3 an inode.
class Proc : public SyntheticTree {
 public:
  enum : std::uint32_t { kTop, kSelf, kSeven, kStatus, kFd, kZero, kThree };
  Ino target = 0;

  Result<std::uint32_t> lookup(const Caller&, std::uint32_t dir, std::string_view name) override {
    for (auto& [n, id] : entries(dir))
      if (n == name) return id;
    return fail(Errno::kNOENT);
  }
  Result<Stat> stat(std::uint32_t id) override {
    Stat s;
    const bool directory = id == kTop || id == kSeven || id == kFd, link = id == kSelf || id >= kZero;
    s.type = directory ? Type::kDirectory : link ? Type::kSymlink : Type::kFile;
    s.mode = directory ? 0555 : link ? 0777 : 0444;
    s.nlink = directory ? 2 : 1;
    return s;
  }
  std::uint32_t parent(std::uint32_t id) override {
    return id == kStatus || id == kFd ? kSeven : id >= kZero ? kFd : kTop;
  }
  std::string name(std::uint32_t id) override {
    for (auto& [n, i] : entries(parent(id)))
      if (i == id) return n;
    return {};
  }
  Result<std::vector<DirEntry>> list(std::uint32_t dir) override {
    std::vector<DirEntry> all;
    for (auto& [n, id] : entries(dir)) all.push_back({n, id, stat(id)->type});
    return all;
  }
  Result<std::string> read(std::uint32_t) override { return std::string("Name:\tbash\n"); }
  Result<std::string> readlink(const Caller& who, std::uint32_t id) override {
    if (id == kSelf) return std::to_string(who.pid);
    return std::string(id == kZero ? "pipe:[1]" : "/gone (deleted)");
  }
  Result<LinkTarget> follow(const Caller& who, std::uint32_t id) override {
    if (id == kSelf) return LinkTarget{LinkTarget::Kind::kText, std::to_string(who.pid), 0};
    if (id == kZero) return LinkTarget{LinkTarget::Kind::kDescription, {}, 0};
    return LinkTarget{LinkTarget::Kind::kInode, {}, target};
  }
  Result<Stat> stat_target(std::uint32_t) override {
    Stat s;
    s.ino = 77;
    s.type = Type::kFifo;
    s.mode = 0600;
    s.uid = 1000;
    return s;
  }

 private:
  std::map<std::string, std::uint32_t> entries(std::uint32_t dir) {
    if (dir == kTop) return {{"7", kSeven}, {"self", kSelf}};
    if (dir == kSeven) return {{"fd", kFd}, {"status", kStatus}};
    if (dir == kFd) return {{"0", kZero}, {"3", kThree}};
    return {};
  }
};

TEST_CASE("a mount") {
  FileSystem fs;
  REQUIRE(populate(fs));
  Proc proc;
  const Caller user{.uid = 1000, .gid = 1000, .pid = 7}, root{.pid = 7};
  REQUIRE(fs.mount(*fs.resolve(root, "/proc"), proc));
  CHECK(error(fs.mount(*fs.resolve(root, "/etc/passwd"), proc)) == Errno::kNOTDIR);

  CHECK(is_synthetic(*fs.resolve(user, "/proc")));
  CHECK(*fs.resolve(user, "/proc/self/status") == fs.synthetic_ino(proc, Proc::kStatus));
  CHECK(fs.stat(user, "/proc/self", Follow::kNo)->type == Type::kSymlink);
  CHECK(fs.stat(user, "/proc/self/.")->ino == fs.synthetic_ino(proc, Proc::kSeven));
  CHECK(fs.stat(user, "/proc/7")->dev != fs.stat(user, "/")->dev);
  CHECK(*fs.readlink(user, "/proc/self") == "7");
  CHECK(error(fs.stat(user, "/proc/8")) == Errno::kNOENT);
  CHECK(*fs.resolve(user, "/proc/self/fd/../../..") == kRootIno);
  CHECK(*fs.realpath(user, "/proc/self/fd") == "/proc/7/fd");
  CHECK(*fs.getcwd(user, *fs.resolve(user, "/proc/self/fd")) == "/proc/7/fd");
  CHECK(*fs.getcwd(user, *fs.resolve(user, "/proc")) == "/proc");

  const Ino status = *fs.resolve(user, "/proc/self/status");
  char buffer[64];
  CHECK(*fs.read(status, 0, buffer, sizeof buffer) == 11);
  CHECK(*fs.read(status, 6, buffer, 2) == 2);
  CHECK(std::string_view(buffer, 2) == "ba");
  CHECK(fs.slice_at(status, 0)->bytes == "Name:\tbash\n");
  CHECK(fs.slice_at(status, 11)->bytes.empty());
  std::string names;
  for (DirEntry e; *fs.next_entry(*fs.resolve(user, "/proc/self/fd"), e);) names += e.name + " ";
  CHECK(names == "0 3 ");
  CHECK(fs.list(*fs.resolve(user, "/proc"))->at(0).ino == fs.synthetic_ino(proc, Proc::kSeven));
  CHECK(fs.hold(status));
  fs.release(status);

  // Links to descriptions and to inodes, the latter also without a name.
  auto opened = fs.open(user, "/dev/stdin", kOpenRead);
  REQUIRE(opened);
  CHECK(opened->description);
  CHECK(opened->type == Type::kFifo);
  CHECK(fs.synthetic_id(opened->ino) == Proc::kZero);
  CHECK(fs.stat(user, "/dev/stdin")->ino == 77);
  CHECK(*fs.readlink(user, "/dev/fd/0") == "pipe:[1]");
  CHECK(error(fs.stat(user, "/dev/stdin/x")) == Errno::kNOTDIR);
  CHECK(error(fs.access(user, "/dev/stdin", kWritable)) == Errno::kOk);
  CHECK(error(fs.access(user, "/dev/stdin", kExecutable)) == Errno::kACCES);
  proc.target = fs.open(root, "/tmp/x", kOpenWrite | kOpenCreate, 0666)->ino;
  REQUIRE(fs.hold(proc.target));
  REQUIRE(fs.write(proc.target, 0, "kept"));
  REQUIRE(fs.unlink(root, "/tmp/x"));
  CHECK(fs.open(root, "/proc/self/fd/3", kOpenRead)->ino == proc.target);
  CHECK(fs.stat(root, "/dev/fd/3")->size == 4);
  fs.release(proc.target);
  CHECK(error(fs.stat(root, "/dev/fd/3")) == Errno::kNOENT);

  // Nothing changes in there.
  CHECK(error(fs.open(root, "/proc/new", kOpenWrite | kOpenCreate)) == Errno::kNOENT);
  CHECK(error(fs.mkdir(root, "/proc/new")) == Errno::kNOENT);
  CHECK(error(fs.open(user, "/proc/self/status", kOpenWrite)) == Errno::kACCES);
  CHECK(error(fs.open(root, "/proc/self/status", kOpenWrite)) == Errno::kACCES);
  CHECK(error(fs.unlink(root, "/proc/7/status")) == Errno::kPERM);
  CHECK(error(fs.unlink(user, "/proc/7/status")) == Errno::kACCES);
  CHECK(error(fs.rename(root, "/proc/7/status", "/x")) == Errno::kXDEV);
  CHECK(error(fs.rename(root, "/proc", "/x")) == Errno::kBUSY);
  CHECK(error(fs.rmdir(root, "/proc")) == Errno::kBUSY);
  CHECK(error(fs.link(root, "/proc/7/status", "/x")) == Errno::kXDEV);
  CHECK(error(fs.chmod(root, "/proc/7/status", 0)) == Errno::kPERM);
  CHECK(error(fs.truncate(root, "/proc/7/status", 0)) == Errno::kACCES);
  CHECK(error(fs.write(status, 0, "x")) == Errno::kACCES);
}

TEST_CASE("the tree of a new sandbox") {
  FileSystem fs;
  REQUIRE(populate(fs, {.hostname = "box", .user = "joe"}));
  const Caller user{.uid = 1000, .gid = 1000};
  const Stat null = *fs.stat(user, "/dev/null");
  CHECK(null.type == Type::kCharDevice);
  CHECK(null.rdev == Device{1, 3});
  CHECK(null.mode == 0666);
  CHECK(*fs.readlink(user, "/dev/stdout") == "/proc/self/fd/1");
  CHECK(fs.stat(user, "/tmp")->mode == 01777);
  CHECK(fs.stat(user, "/home/joe")->uid == 1000);
  CHECK(error(fs.access(user, "/root", kExecutable)) == Errno::kACCES);
  CHECK(*fs.realpath(user, "/bin") == "/usr/bin");
  const Ino host = *fs.resolve(user, "/etc/hostname");
  CHECK(fs.chunk_at(host, 0) == "box\n");

  REQUIRE(add_command(fs, "cat", *fs.resolve(user, "/usr/bin")));
  const Ino cat = *fs.resolve(user, "/bin/cat");
  CHECK(fs.stat(cat)->mode == 0755);
  CHECK(command_of(fs.chunk_at(cat, 0)) == "cat");
  CHECK(fs.chunk_at(cat, 0).starts_with("\x7f" "ELF"));
  CHECK(error(fs.access(user, "/bin/cat", kExecutable)) == Errno::kOk);
  CHECK(command_of("#!/bin/sh\n").empty());
  CHECK(command_of("").empty());
}

}  // namespace
}  // namespace nacre::vfs
