// Random operations on our filesystem and on the kernel's, side by side: the same errno each time, the same tree at the
// end. As root the operations are done by root and by an ordinary user in turn; otherwise by whoever runs the test.
#include <dirent.h>
#include <fcntl.h>
#include <sys/fsuid.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "catch_amalgamated.hpp"
#include "vfs/file_system.h"

namespace nacre::vfs {
namespace {

class Pair {
 public:
  explicit Pair(unsigned seed) : random_(seed) {
    const char* temporary = std::getenv("TMPDIR");
    host_root_ = std::string(temporary ? temporary : "/tmp") + "/vfs-test-XXXXXX";
    REQUIRE(mkdtemp(host_root_.data()));
    ::umask(0);
    REQUIRE(::chmod(host_root_.c_str(), 0755) == 0);
    // Some levels down, for ".." leads out of the directory now and then.
    std::string at = host_root_;
    for (int i = 0; i < 4; ++i) REQUIRE(::mkdir(at.append("/up").c_str(), i < 3 ? 0755 : 0777) == 0);
    host_ = ::open(at.c_str(), O_RDONLY | O_DIRECTORY);
    who_.uid = ::geteuid();
    who_.gid = ::getegid();
    who_.umask = 0;
    Caller root{.umask = 0};
    for (const char* path : {"/up", "/up/up", "/up/up/up", "/up/up/up/up"}) {
      base_ = *fs_.mkdir(root, path, std::string_view(path).size() < 12 ? 0755 : 0777);
      REQUIRE(fs_.chown(root, base_, who_.uid, who_.gid));
    }
    root_ = who_.uid == 0;
    who_.cwd = base_;
  }
  ~Pair() {
    become(0);
    ::close(host_);
    std::string command = "rm -rf " + host_root_;
    CHECK(std::system(command.c_str()) == 0);
  }

  void step() {
    if (root_ && pick(8) == 0) become(pick(2) ? 1000 : 0);
    const std::string a = path(), b = path();
    switch (pick(16)) {
      case 0: case 1: {
        unsigned flags = 0, o = 0;
        const unsigned mode = pick(3);
        flags |= mode == 0 ? kOpenRead : mode == 1 ? kOpenWrite : kOpenRead | kOpenWrite;
        o |= mode == 0 ? O_RDONLY : mode == 1 ? O_WRONLY : O_RDWR;
        if (pick(2)) flags |= kOpenCreate, o |= O_CREAT;
        if (pick(4) == 0 && (flags & kOpenCreate)) flags |= kOpenExclusive, o |= O_EXCL;
        if (pick(3) == 0) flags |= kOpenTruncate, o |= O_TRUNC;
        if (pick(5) == 0 && !(flags & kOpenCreate)) flags |= kOpenDirectory, o |= O_DIRECTORY;
        if (pick(5) == 0) flags |= kOpenNoFollow, o |= O_NOFOLLOW;
        const unsigned bits = bits_of_mode();
        what_ = "open " + a + " flags " + std::to_string(flags) + " mode " + std::to_string(bits);
        const int fd = ::openat(host_, a.c_str(), o | O_NONBLOCK, bits);
        const int error = fd < 0 ? errno : 0;
        auto opened = fs_.open(who_, a, flags, bits);
        if (error == ENXIO) {  // a FIFO without a reader: the process layer's
          REQUIRE((opened && opened->type == Type::kFifo));
          break;
        }
        // The kernel's protected_regular looks at links too.
        if (error == EACCES && !opened && opened.error() == Errno::kLOOP && (flags & kOpenCreate)) break;
        same(error, opened);
        if (fd >= 0 && (flags & kOpenWrite) && opened->type == Type::kFile) {
          const std::string text(1 + pick(300), static_cast<char>('a' + pick(26)));
          const std::uint64_t at = pick(400);
          same(::pwrite(fd, text.data(), text.size(), static_cast<off_t>(at)) < 0 ? errno : 0,
               fs_.write(opened->ino, at, text, who_.uid));
        }
        if (fd >= 0) ::close(fd);
        break;
      }
      case 2: case 3: {
        const unsigned bits = bits_of_mode();
        what_ = "mkdir " + a + " " + std::to_string(bits);
        same(::mkdirat(host_, a.c_str(), bits) ? errno : 0, fs_.mkdir(who_, a, bits));
        break;
      }
      case 4:
        what_ = "rmdir " + a;
        same(::unlinkat(host_, a.c_str(), AT_REMOVEDIR) ? errno : 0, fs_.rmdir(who_, a));
        break;
      case 5:
        what_ = "unlink " + a;
        same(::unlinkat(host_, a.c_str(), 0) ? errno : 0, fs_.unlink(who_, a));
        break;
      case 6: case 7: {
        const unsigned how = pick(3) ? 0 : pick(3);
        what_ = "rename " + a + " " + b + " how " + std::to_string(how);
        same(::syscall(SYS_renameat2, host_, a.c_str(), host_, b.c_str(), how) ? errno : 0,
             fs_.rename(who_, a, b, static_cast<RenameMode>(how)));
        break;
      }
      case 8: {
        const bool follow = pick(2);
        what_ = "link " + a + " " + b;
        same(::linkat(host_, a.c_str(), host_, b.c_str(), follow ? AT_SYMLINK_FOLLOW : 0) ? errno : 0,
             fs_.link(who_, a, b, follow ? Follow::kYes : Follow::kNo));
        break;
      }
      case 9: {
        std::string target = path();
        if (pick(6) == 0) target = "loop";
        what_ = "symlink " + target + " " + a;
        same(::symlinkat(target.c_str(), host_, a.c_str()) ? errno : 0, fs_.symlink(who_, target, a));
        break;
      }
      case 10: {
        unsigned bits = pick(8) ? bits_of_mode() : pick(010000);
        // Whether a writer takes set-gid off a file without group execution depends on its groups; ours keeps it.
        if (bits & kSetGid) bits |= 010;
        what_ = "chmod " + a + " " + std::to_string(bits);
        same(::fchmodat(host_, a.c_str(), bits, 0) ? errno : 0, fs_.chmod(who_, a, bits));
        break;
      }
      case 11: {
        const unsigned uid = pick(2) ? kKeepId : pick(2) ? 1000 : 0, gid = pick(2) ? kKeepId : pick(2) ? 1000 : 0;
        const bool follow = pick(2);
        what_ = "chown " + a + " " + std::to_string(uid) + ":" + std::to_string(gid);
        same(::fchownat(host_, a.c_str(), uid, gid, follow ? 0 : AT_SYMLINK_NOFOLLOW) ? errno : 0,
             fs_.chown(who_, a, uid, gid, follow ? Follow::kYes : Follow::kNo));
        break;
      }
      case 12: {
        const long size = static_cast<long>(pick(500)) - 5;
        what_ = "truncate " + a;
        in_base([&] { same(::truncate(a.c_str(), size) ? errno : 0, fs_.truncate(who_, a, size)); });
        break;
      }
      case 13: {
        what_ = "mkfifo " + a;
        const unsigned bits = bits_of_mode();
        same(::mkfifoat(host_, a.c_str(), bits) ? errno : 0, fs_.mkfifo(who_, a, bits));
        break;
      }
      case 14: {
        what_ = "utimens " + a;
        const bool now = pick(2);
        timespec t[2] = {{5, now ? UTIME_NOW : 7}, {pick(9), now ? UTIME_NOW : 9}};
        NewTime n{now ? NewTime::Kind::kNow : NewTime::Kind::kSet, {5, 7}};
        same(::utimensat(host_, a.c_str(), t, 0) ? errno : 0, fs_.utimens(who_, a, n, n));
        break;
      }
      case 15: {
        struct stat s;
        what_ = "stat " + a;
        same(::fstatat(host_, a.c_str(), &s, 0) ? errno : 0, fs_.stat(who_, a));
        what_ = "lstat " + a;
        same(::fstatat(host_, a.c_str(), &s, AT_SYMLINK_NOFOLLOW) ? errno : 0, fs_.stat(who_, a, Follow::kNo));
        what_ = "readlink " + a;
        char text[4096];
        const auto n = ::readlinkat(host_, a.c_str(), text, sizeof text);
        const int error = n < 0 ? errno : 0;
        auto ours = fs_.readlink(who_, a);
        same(error, ours);
        if (ours) REQUIRE(*ours == std::string(text, static_cast<std::size_t>(n)));
        const unsigned bits = pick(8);
        what_ = "access " + a + " " + std::to_string(bits);
        if (root_) break;  // AT_EACCESS is emulated, and blind to setfsuid
        same(::faccessat(host_, a.c_str(), static_cast<int>(bits), AT_EACCESS) ? errno : 0, fs_.access(who_, a, bits));
      }
    }
  }

  void compare() {
    become(0);
    what_ = "the trees";
    const std::string ours = dump_ours(), host = dump_host();
    if (ours == host) return;
    std::size_t at = 0;
    while (ours[at] == host[at]) ++at;
    at = at < 200 ? 0 : at - 200;
    REQUIRE(ours.substr(at, 400) == host.substr(at, 400));
  }

 private:
  template <class T>
  void same(int error, const Result<T>& ours) {
    const int code = ours ? 0 : static_cast<int>(ours.error().code);
    INFO(what_ << " uid " << who_.uid << " host " << error << " ours " << code);
    REQUIRE(code == error);
  }
  template <class F>
  void in_base(F f) {
    const int back = ::open(".", O_RDONLY | O_DIRECTORY);
    become_root_for_chdir(true);
    REQUIRE(::fchdir(host_) == 0);
    become_root_for_chdir(false);
    f();
    become_root_for_chdir(true);
    REQUIRE(::fchdir(back) == 0);
    become_root_for_chdir(false);
    ::close(back);
  }
  void become_root_for_chdir(bool yes) {
    if (root_) ::setfsuid(yes ? 0 : who_.uid);
  }
  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }
  unsigned bits_of_mode() {
    static const unsigned modes[] = {0777, 0755, 0644, 0666, 0600, 0700, 01777, 0555,
                                     0444, 0,    02775, 04755, 0070, 0007};
    return pick(3) ? 0777 : modes[pick(std::size(modes))];
  }
  std::string path() {
    static const char* const names[] = {"a", "b", "c", "d", "loop"};
    std::string p;
    const unsigned depth = 1 + pick(3);
    for (unsigned i = 0; i < depth; ++i) {
      if (i > 0) p += pick(8) ? "/" : "//";
      p += names[pick(std::size(names))];
      if (pick(12) == 0) p += "/.";
      if (i > 0 && pick(12) == 0) p += "/..";
    }
    if (pick(8) == 0) p += "/";
    if (pick(60) == 0) p += "/.";
    if (pick(150) == 0) p = std::string(256, 'n');
    if (pick(150) == 0) p.insert(0, std::string(4096, '/').replace(0, 1, "."));
    if (pick(200) == 0) p = ".";
    if (pick(400) == 0) p = "";
    return p;
  }
  void become(unsigned uid) {
    if (!root_) return;
    ::setfsuid(uid);
    ::setfsgid(uid);
    who_.uid = who_.gid = uid;
  }

  static std::string line(const std::string& path, unsigned mode, unsigned long nlink, unsigned uid, unsigned gid,
                          std::uint64_t size, const std::string& text) {
    char buffer[160];
    std::snprintf(buffer, sizeof buffer, " %o nlink %lu %u:%u size %llu ", mode, nlink, uid, gid,
                  static_cast<unsigned long long>(size));
    return path + buffer + text + "\n";
  }
  std::string dump_ours() {
    std::string out;
    const Caller root{.cwd = base_};
    std::function<void(const std::string&, Ino)> visit = [&](const std::string& at, Ino dir) {
      for (DirEntry e; *fs_.next_entry(dir, e);) {
        const Stat s = *fs_.stat(e.ino);
        std::string text;
        if (s.type == Type::kSymlink) text = *fs_.readlink(root, e.ino);
        if (s.type == Type::kFile) {
          text.resize(static_cast<std::size_t>(s.size));
          REQUIRE(*fs_.read(e.ino, 0, text.data(), text.size()) == s.size);
        }
        const bool directory = s.type == Type::kDirectory;
        out += line(at + e.name, s.st_mode(), s.nlink, s.uid, s.gid, directory ? 0 : s.size, text);
        if (directory) {
          REQUIRE(*fs_.path_of(e.ino) == at + e.name);
          visit(at + e.name + "/", e.ino);
        }
      }
    };
    visit("/", kRootIno);
    return out;
  }
  std::string dump_host() {
    std::string out;
    std::function<void(const std::string&)> visit = [&](const std::string& at) {
      std::vector<std::string> names;
      DIR* d = ::opendir((host_root_ + at).c_str());
      REQUIRE(d);
      while (const dirent* e = ::readdir(d))
        if (std::string_view(e->d_name) != "." && std::string_view(e->d_name) != "..") names.push_back(e->d_name);
      ::closedir(d);
      std::sort(names.begin(), names.end());
      for (const std::string& name : names) {
        const std::string full = host_root_ + at + name;
        struct stat s;
        REQUIRE(::lstat(full.c_str(), &s) == 0);
        std::string text(static_cast<std::size_t>(S_ISREG(s.st_mode) || S_ISLNK(s.st_mode) ? s.st_size : 0), '?');
        if (S_ISLNK(s.st_mode)) REQUIRE(::readlink(full.c_str(), text.data(), text.size()) == s.st_size);
        if (S_ISREG(s.st_mode)) {
          const int fd = ::open(full.c_str(), O_RDONLY);
          REQUIRE(::read(fd, text.data(), text.size()) == s.st_size);
          ::close(fd);
        }
        out += line(at + name, s.st_mode, s.st_nlink, s.st_uid, s.st_gid,
                    S_ISDIR(s.st_mode) ? 0 : static_cast<std::uint64_t>(s.st_size), text);
        if (S_ISDIR(s.st_mode)) visit(at + name + "/");
      }
    };
    visit("/");
    return out;
  }

  FileSystem fs_;
  Caller who_;
  Ino base_ = 0;
  std::string host_root_, what_;
  int host_ = -1;
  bool root_ = false;
  std::mt19937 random_;
};

TEST_CASE("the same errors and the same tree as the kernel's") {
  const unsigned seed = GENERATE(range(1, 9));
  Pair pair(seed);
  for (int i = 0; i < 6000; ++i) {
    pair.step();
    if (i % 1000 == 999) pair.compare();
  }
}

}  // namespace
}  // namespace nacre::vfs
