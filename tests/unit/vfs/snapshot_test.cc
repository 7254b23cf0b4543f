// Snapshots, forks, differences, the journal and undo; and all of them against dumps of the whole tree under random
// work.
#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>

#include "catch_amalgamated.hpp"
#include "src/base/memory.h"
#include "vfs/file_system.h"

namespace nacre::vfs {
namespace {

const Caller kRoot{.umask = 0};
using Kind = Difference::Kind;

Time counting_clock(void* context) { return {++*static_cast<std::int64_t*>(context), 5}; }

void put(FileSystem& fs, std::string_view path, std::string_view text) {
  auto f = fs.open(kRoot, path, kOpenWrite | kOpenCreate | kOpenTruncate);
  REQUIRE(f);
  if (!text.empty()) REQUIRE(*fs.write(f->ino, 0, text) == text.size());
}

std::string get(FileSystem& fs, std::string_view path) {
  auto ino = fs.resolve(kRoot, path);
  if (!ino) return std::string(symbol(ino.error().code));
  std::string text(static_cast<std::size_t>(*fs.size(*ino)), '?');
  REQUIRE(fs.read(*ino, 0, text.data(), text.size()));
  return text;
}

// Path to a line with everything of an inode but its access time.
using Dump = std::map<std::string, std::string>;

Dump dump(FileSystem& fs) {
  Dump out;
  std::uint64_t bytes = 0;
  std::set<Ino> seen;
  std::vector<Ino> linked;
  std::function<void(const std::string&, Ino)> visit = [&](const std::string& path, Ino ino) {
    const Stat s = *fs.stat(ino);
    std::string text;
    if (s.type == Type::kSymlink) text = *fs.readlink(kRoot, ino);
    if (s.type == Type::kFile)
      while (text.size() < s.size) text += fs.chunk_at(ino, text.size());
    if (seen.insert(ino).second && s.type == Type::kSymlink) bytes += text.size();
    else if (s.type == Type::kFile && s.nlink == std::count(linked.begin(), linked.end(), ino) + 1u)
      for (auto at = fs.next_data(ino, 0); at; at = fs.next_data(ino, *fs.next_hole(ino, *at)))
        bytes += *fs.next_hole(ino, *at) - *at;
    if (s.type == Type::kFile) linked.push_back(ino);
    char line[200];
    std::snprintf(line, sizeof line, "%u %o %u %u:%u %llu %lld %lld %lld ", ino, s.st_mode(), s.nlink, s.uid, s.gid,
                  static_cast<unsigned long long>(s.size), static_cast<long long>(s.mtime.sec),
                  static_cast<long long>(s.ctime.sec), static_cast<long long>(s.btime.sec));
    out[path] = line + text;
    if (s.type != Type::kDirectory) return;
    std::uint32_t directories = 2;
    for (DirEntry e; *fs.next_entry(ino, e);) {
      directories += e.type == Type::kDirectory;
      visit(path == "/" ? "/" + e.name : path + "/" + e.name, e.ino);
    }
    REQUIRE(s.nlink == directories);
  };
  visit("/", kRootIno);
  REQUIRE(fs.space().inodes_used == seen.size());
  REQUIRE(fs.space().bytes_used == bytes);
  return out;
}

// One random change.
void mutate(FileSystem& fs, std::mt19937& random) {
  auto path = [&] {
    std::string p;
    for (unsigned i = 0, n = 1 + random() % 3; i < n; ++i)
      p += std::string("/") + static_cast<char>('a' + random() % 5);
    return p;
  };
  const std::string a = path(), b = path();
  switch (random() % 14) {
    case 0: case 1: case 2: {
      auto f = fs.open(kRoot, a, kOpenWrite | kOpenCreate | (random() % 2 ? kOpenTruncate : 0));
      if (f && f->type == Type::kFile)
        (void)fs.write(f->ino, random() % 50, std::string(1 + random() % 100, static_cast<char>('a' + random() % 26)));
      break;
    }
    case 3: case 4: case 5: (void)fs.mkdir(kRoot, a); break;
    case 6: (void)fs.unlink(kRoot, a); break;
    case 7: (void)fs.rmdir(kRoot, a); break;
    case 8: case 9: (void)fs.rename(kRoot, a, b, random() % 4 ? RenameMode::kReplace : RenameMode::kExchange); break;
    case 10: (void)fs.link(kRoot, a, b); break;
    case 11: (void)fs.symlink(kRoot, b, a); break;
    case 12: (void)fs.chmod(kRoot, a, random() % 01000); break;
    case 13: (void)fs.truncate(kRoot, a, random() % 200); break;
  }
}

TEST_CASE("snapshots and forks never change, whatever happens beside them") {
  std::mt19937 random(GENERATE(11, 12, 13));
  std::int64_t seconds = 0;
  FileSystem fs({}, {counting_clock, &seconds});
  std::vector<std::pair<Ref<Snapshot>, Dump>> kept;
  std::vector<std::pair<std::unique_ptr<FileSystem>, Dump>> forks;
  for (int i = 0; i < 6000; ++i) {
    if (i % 10 == 0) fs.set_current_exec(static_cast<std::uint32_t>(i / 10 + 1));
    mutate(fs, random);
    if (i % 300 == 0) kept.push_back({fs.snapshot(), dump(fs)});
    if (i % 700 == 0) forks.push_back({fs.fork({}, {counting_clock, &seconds}), dump(fs)});
    for (auto& [fork, expected] : forks)
      if (i % 50 == 0) {
        mutate(*fork, random);
        expected = dump(*fork);
      }
    if (i % 500 == 499 && kept.size() > 4) {
      kept.erase(kept.begin() + static_cast<long>(random() % kept.size()));
      fs.collect(random() % 50);
    }
    if (i % 900 == 899) {
      auto& [snapshot, expected] = kept[random() % kept.size()];
      fs.restore(*snapshot);
      REQUIRE(dump(fs) == expected);
    }
  }
  for (auto& [snapshot, expected] : kept) REQUIRE(dump(*FileSystem::from(*snapshot, {}, {})) == expected);
  for (auto& [fork, expected] : forks) REQUIRE(dump(*fork) == expected);
}

// What diff() must say, from two dumps: renamings taken apart, contents and metadata not told from each other.
std::set<std::string> expected_paths(const Dump& a, const Dump& b) {
  std::set<std::string> changed;
  for (auto& [path, line] : a) {
    auto o = b.find(path);
    if (o == b.end()) changed.insert("- " + path);
  }
  for (auto& [path, line] : b)
    if (!a.contains(path)) changed.insert("+ " + path);
  return changed;
}

TEST_CASE("differences tell every path that came or went") {
  std::mt19937 random(GENERATE(21, 22, 23, 24));
  std::int64_t seconds = 0;
  FileSystem fs({}, {counting_clock, &seconds});
  for (int round = 0; round < 60; ++round) {
    auto before = fs.snapshot();
    const Dump old = dump(fs);
    fs.set_current_exec(static_cast<std::uint32_t>(round + 1));
    for (unsigned i = 0, n = random() % 60; i < n; ++i) mutate(fs, random);
    const Dump now = dump(fs);
    auto found = fs.diff(*before);
    REQUIRE(fs.changes(static_cast<std::uint32_t>(round + 1)) == found);
    auto after = fs.snapshot();
    REQUIRE(FileSystem::diff(*before, *after) == found);
    std::set<std::string> gone, there;
    std::set<std::string> told;
    for (const Difference& d : found) {
      if (d.kind == Kind::kRemoved) REQUIRE(old.contains(d.path));
      else REQUIRE(now.contains(d.path));
      if (d.kind == Kind::kAdded) REQUIRE(std::count(found.begin(), found.end(), d) == 1);
      if (d.kind == Kind::kRenamed) REQUIRE(old.contains(d.from));
      told.insert(d.path);
      if (!d.from.empty()) told.insert(d.from);
    }
    // Everything that came, went or differs is told, if not by itself then by the renaming of a directory above it.
    auto told_above = [&](std::string path) {
      for (;;) {
        if (told.contains(path)) return true;
        const auto slash = path.rfind('/');
        if (slash == 0 || slash == path.npos) return false;
        path.resize(slash);
      }
    };
    for (const std::string& line : expected_paths(old, now)) {
      INFO(line);
      REQUIRE(told_above(line.substr(2)));
    }
    for (auto& [path, line] : now) {
      auto o = old.find(path);
      if (o == old.end() || o->second == line) continue;
      // The same inode with another text or size.
      const Stat s = *fs.stat(kRoot, path, Follow::kNo);
      if (s.type == Type::kFile && line.substr(line.rfind(' ')) != o->second.substr(o->second.rfind(' '))) {
        INFO(path);
        const bool by_inode = std::any_of(found.begin(), found.end(), [&](auto& d) { return d.ino == s.ino; });
        REQUIRE((by_inode || told_above(path)));
      }
    }
    if (found.empty()) REQUIRE(old.size() == now.size());
  }
}

TEST_CASE("kinds of differences") {
  std::int64_t seconds = 0;
  FileSystem fs({}, {counting_clock, &seconds});
  for (const char* d : {"/d", "/d/sub", "/e"}) REQUIRE(fs.mkdir(kRoot, d));
  for (const char* f : {"/d/a", "/d/b", "/d/sub/x", "/e/old", "/e/replaced", "/e/touched"}) put(fs, f, f);
  auto before = fs.snapshot();
  put(fs, "/d/a", "changed");
  REQUIRE(fs.chmod(kRoot, "/d/b", 0600));
  REQUIRE(fs.rename(kRoot, "/d/sub", "/e/sub"));
  put(fs, "/e/sub/x", "changed in a directory that moved");
  REQUIRE(fs.unlink(kRoot, "/e/old"));
  put(fs, "/e/tmp", "new");
  REQUIRE(fs.rename(kRoot, "/e/tmp", "/e/replaced"));
  REQUIRE(fs.utimens(kRoot, "/e/touched", {}, {}));
  REQUIRE(fs.mkdir(kRoot, "/new"));
  put(fs, "/new/file", "");
  std::vector<std::string> lines;
  for (const Difference& d : fs.diff(*before))
    lines.push_back(std::string("ARCMN").substr(static_cast<std::size_t>(d.kind), 1) + " " + d.path +
                    (d.from.empty() ? "" : " from " + d.from));
  CHECK(lines == std::vector<std::string>{"C /d/a", "M /d/b", "R /e/old", "C /e/replaced", "N /e/sub from /d/sub",
                                          "C /e/sub/x", "M /e/touched", "A /new", "A /new/file"});
  CHECK(fs.diff(*fs.snapshot()).empty());
  char c;
  REQUIRE(fs.read(*fs.resolve(kRoot, "/d/a"), 0, &c, 1));  // access times do not count
  auto now = fs.snapshot();
  REQUIRE(fs.read(*fs.resolve(kRoot, "/d/b"), 0, &c, 1));
  CHECK(fs.diff(*now).empty());
}

TEST_CASE("undo puts back what an exec changed") {
  std::mt19937 random(GENERATE(31, 32, 33));
  std::int64_t seconds = 0;
  FileSystem fs({}, {counting_clock, &seconds});
  std::vector<Dump> before;
  for (std::uint32_t exec = 1; exec <= 200; ++exec) {
    before.push_back(dump(fs));
    fs.set_current_exec(exec);
    for (int i = 0; i < 25; ++i) mutate(fs, random);
    fs.set_current_exec(0);
    if (exec % 10 != 0) continue;
    // The last few, newest first.
    for (std::uint32_t back = exec, n = random() % 4; n > 0; --n, --back) {
      auto undone = fs.undo(back);
      INFO(exec << " " << back << " " << (undone ? 0 : static_cast<int>(undone.error().code)));
      REQUIRE(undone);
      REQUIRE(dump(fs) == before.back());
      REQUIRE(fs.undo(back).error() == Errno::kNOENT);
      before.pop_back();
    }
    before.resize(exec);
  }
}

TEST_CASE("undo is EBUSY when another has changed the same inodes") {
  FileSystem fs;
  put(fs, "/a", "a");
  put(fs, "/b", "b");
  fs.set_current_exec(1);
  put(fs, "/a", "1");
  fs.set_current_exec(2);
  put(fs, "/b", "2");
  CHECK(fs.undo(1));  // others are no matter
  CHECK(get(fs, "/a") == "a");
  CHECK(get(fs, "/b") == "2");
  fs.set_current_exec(3);
  put(fs, "/b", "3");
  CHECK(fs.undo(2).error() == Errno::kBUSY);
  CHECK(get(fs, "/b") == "3");
  fs.set_current_exec(0);
  CHECK(fs.undo(3));
  CHECK(fs.undo(2));
  CHECK(get(fs, "/b") == "b");
  fs.set_current_exec(4);
  put(fs, "/a", "4");
  fs.set_current_exec(5);
  put(fs, "/a", "5");
  fs.set_current_exec(4);
  put(fs, "/a", "4 again");
  CHECK(fs.undo(4).error() == Errno::kBUSY);  // 5 was in between
  CHECK(fs.undo(5).error() == Errno::kBUSY);
  fs.set_current_exec(6);
  put(fs, "/new", "x");
  fs.set_current_exec(0);
  REQUIRE(fs.unlink(kRoot, "/new"));
  CHECK(fs.undo(6).error() == Errno::kBUSY);
  CHECK(fs.undo(77).error() == Errno::kNOENT);
}

TEST_CASE("the journal remembers so many execs, and ranges") {
  FileSystem fs;
  fs.set_journal_limit(3);
  for (std::uint32_t exec = 1; exec <= 5; ++exec) {
    fs.set_current_exec(exec);
    put(fs, "/f" + std::to_string(exec), "text");
  }
  CHECK(fs.changes(2).empty());
  CHECK(fs.changes(3).size() == 1);
  CHECK(fs.changes(5).at(0).path == "/f5");
  fs.forget(5);
  CHECK(fs.changes(5).empty());
  CHECK(fs.undo(2).error() == Errno::kNOENT);
  put(fs, "/f5", "forgotten for good");
  CHECK(fs.undo(5).error() == Errno::kNOENT);
  fs.set_current_exec(6);
  const Ino f = *fs.resolve(kRoot, "/f1");
  REQUIRE(fs.write(f, 2, "xx"));
  REQUIRE(fs.write(f, 10, "yy"));
  CHECK(fs.written(6, f).first == 2);
  CHECK(fs.written(6, f).last == 12);
  // One that has changed nothing can always be undone, and is not in the way of the others.
  for (std::uint32_t exec = 7; exec < 40; ++exec) fs.set_current_exec(exec);
  CHECK(fs.changes(6).size() == 1);
  CHECK(fs.undo(30));
  // Nor does it matter which of two began first.
  fs.set_current_exec(51);
  put(fs, "/f51", "");
  fs.set_current_exec(50);
  put(fs, "/f50", "");
  CHECK(fs.changes(50).size() == 1);
  CHECK(fs.changes(51).size() == 1);
}

TEST_CASE("unlinked files live while they are held, also across snapshots") {
  FileSystem fs(Limits{.max_bytes = 1000});
  put(fs, "/f", "kept");
  const Ino f = *fs.resolve(kRoot, "/f");
  REQUIRE(fs.hold(f));
  REQUIRE(fs.hold(f));
  REQUIRE(fs.unlink(kRoot, "/f"));
  CHECK(fs.stat(f)->nlink == 0);
  CHECK(*fs.append(f, "!") == 1);
  auto snapshot = fs.snapshot();
  auto fork = fs.fork({}, {});
  CHECK(fork->stat(f).error() == Errno::kNOENT);
  CHECK(fork->space().bytes_used == 0);
  fs.release(f);
  CHECK(fs.space().bytes_used == 5);
  fs.restore(*snapshot);
  CHECK(fs.stat(f)->size == 5);
  fs.release(f);
  CHECK(fs.stat(f).error() == Errno::kNOENT);
  CHECK(fs.space().bytes_used == 0);
  fs.restore(*snapshot);
  CHECK(fs.stat(f).error() == Errno::kNOENT);
  // Undoing the removal of a file that somebody holds.
  put(fs, "/g", "g");
  const Ino g = *fs.resolve(kRoot, "/g");
  REQUIRE(fs.hold(g));
  fs.set_current_exec(9);
  REQUIRE(fs.unlink(kRoot, "/g"));
  fs.set_current_exec(0);
  REQUIRE(fs.undo(9));
  CHECK(get(fs, "/g") == "g");
  fs.release(g);
  CHECK(get(fs, "/g") == "g");
  // Inode numbers are not used again.
  auto early = fs.snapshot();
  put(fs, "/h", "");
  const Ino h = *fs.resolve(kRoot, "/h");
  fs.restore(*early);
  put(fs, "/i", "");
  CHECK(*fs.resolve(kRoot, "/i") > h);
}

TEST_CASE("dropping a big snapshot is left to collect()") {
  const std::size_t base = memory::used();
  {
    FileSystem fs;
    auto empty = fs.snapshot();
    for (int d = 0; d < 20; ++d) {
      const std::string dir = "/d" + std::to_string(d);
      REQUIRE(fs.mkdir(kRoot, dir));
      for (int i = 0; i < 1000; ++i) put(fs, dir + "/f" + std::to_string(i), "text");
    }
    const std::size_t full = memory::used();
    auto snapshot = fs.snapshot();
    fs.restore(*empty);
    snapshot = nullptr;
    CHECK(memory::used() > full - 10'000);
    std::size_t rounds = 0;
    for (std::size_t n; (n = fs.collect(1000)) > 0; ++rounds) REQUIRE(n <= 1000);
    CHECK(rounds > 20);
    CHECK(memory::used() < base + 20'000);
  }
  CHECK(memory::used() == base);
}

TEST_CASE("snapshots of a big directory cost what changes after them") {
  FileSystem fs(Limits{.max_inodes = 200'000});
  REQUIRE(fs.mkdir(kRoot, "/big"));
  const Ino big = *fs.resolve(kRoot, "/big");
  for (int i = 0; i < 100'000; ++i) put(fs, "/big/file-" + std::to_string(i), "");
  const std::size_t before = memory::used();
  std::vector<Ref<Snapshot>> kept;
  for (int i = 0; i < 100; ++i) {
    kept.push_back(fs.snapshot());
    put(fs, "/big/extra-" + std::to_string(i * 7919), "x");
  }
  CHECK(memory::used() - before < 100 * 12'000);
  auto found = fs.diff(*kept[98]);
  CHECK(found.size() == 2);
  std::size_t n = 0;
  std::string removed;
  for (DirEntry e; *fs.next_entry(big, e); ++n)  // taking entries away on the way
    if (e.name.ends_with("77")) REQUIRE(fs.unlink(kRoot, "/big/" + e.name));
  CHECK(n == 100'100);
  CHECK(fs.list(big)->size() < n);
}

}  // namespace
}  // namespace nacre::vfs
