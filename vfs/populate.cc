// The tree of a new sandbox: see populate.h. The layout is that of Debian with merged /usr.
#include "vfs/populate.h"

#include <algorithm>
#include <string>

namespace nacre::vfs {

namespace {

// The start of a 64-bit little-endian ELF file, then our mark.
constexpr std::string_view kCommandMark("\x7f" "ELF\x02\x01\x01\0nacre\0", 14);

// The system's own files are made whatever the limit on the size of one is.
struct Builder {
  explicit Builder(FileSystem& files) : fs(files), limits(files.limits()) {
    Limits lifted = limits;
    lifted.max_file_size = INT64_MAX;
    fs.set_limits(lifted);
  }
  ~Builder() { fs.set_limits(limits); }
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  FileSystem& fs;
  const Limits limits;
  Caller root{.umask = 0};
  Result<> status;

  void check(Errno e) {
    if (status && e != Errno::kOk) status = fail(e);
  }
  template <class T>
  void check(const Result<T>& r) {
    check(r ? Errno::kOk : r.error().code);
  }
  void directory(std::string_view path, std::uint32_t mode = 0755) { check(fs.mkdir(root, path, mode)); }
  void link(std::string_view path, std::string_view target) { check(fs.symlink(root, target, path)); }
  void device(std::string_view path, std::uint32_t major, std::uint32_t minor) {
    check(fs.mknod(root, path, Type::kCharDevice, 0666, {major, minor}));
  }
  void file(std::string_view path, std::string_view text, std::uint32_t mode = 0644, Ino base = 0) {
    auto opened = fs.open(root, path, kOpenWrite | kOpenCreate | kOpenTruncate, mode, base);
    check(opened);
    if (!opened) return;
    auto written = fs.write(opened->ino, 0, text);
    check(written);
    if (written && *written < text.size()) check(Errno::kDQUOT);
  }
};

void devices(Builder& b) {
  b.directory("/dev");
  b.device("/dev/null", 1, 3);
  b.device("/dev/zero", 1, 5);
  b.device("/dev/full", 1, 7);
  b.device("/dev/random", 1, 8);
  b.device("/dev/urandom", 1, 9);
  b.device("/dev/tty", 5, 0);
  b.link("/dev/fd", "/proc/self/fd");
  b.link("/dev/stdin", "/proc/self/fd/0");
  b.link("/dev/stdout", "/proc/self/fd/1");
  b.link("/dev/stderr", "/proc/self/fd/2");
  b.directory("/dev/shm", 01777);
}

void configuration(Builder& b, const Setup& setup) {
  const std::string user(setup.user), host(setup.hostname);
  b.directory("/etc");
  b.file("/etc/passwd",
         "root:x:0:0:root:/root:/bin/bash\n"
         "daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n"
         "bin:x:2:2:bin:/bin:/usr/sbin/nologin\n"
         "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n" +
             user + ":x:1000:1000::/home/" + user + ":/bin/bash\n");
  b.file("/etc/group",
         "root:x:0:\ndaemon:x:1:\nbin:x:2:\nsys:x:3:\nadm:x:4:\ntty:x:5:\nusers:x:100:\nnogroup:x:65534:\n" + user +
             ":x:1000:\n");
  b.file("/etc/hostname", host + "\n");
  b.file("/etc/hosts", "127.0.0.1\tlocalhost\n127.0.1.1\t" + host + "\n");
  b.file("/etc/shells", "/bin/sh\n/bin/bash\n/usr/bin/sh\n/usr/bin/bash\n");
  b.file("/etc/os-release", "PRETTY_NAME=\"Nacre\"\nNAME=\"Nacre\"\nID=nacre\nID_LIKE=debian\n");
}

}  // namespace

Result<> populate(FileSystem& fs, const Setup& setup) {
  Builder b{fs};
  for (const char* path : {"/usr", "/usr/bin", "/usr/lib", "/usr/local", "/usr/local/bin", "/usr/local/lib",
                           "/usr/sbin", "/usr/share", "/var", "/var/log", "/home", "/opt", "/mnt", "/srv", "/run"})
    b.directory(path);
  b.link("/bin", "usr/bin");
  b.link("/lib", "usr/lib");
  b.link("/sbin", "usr/sbin");
  b.directory("/tmp", 01777);
  b.directory("/var/tmp", 01777);
  b.directory("/root", 0700);
  b.directory("/proc", 0555);
  devices(b);
  configuration(b, setup);
  const std::string home = "/home/" + std::string(setup.user);
  b.directory(home, 0755);
  b.check(fs.chown(b.root, home, 1000, 1000));
  // The root directory is the user's: an agent makes /data or /app as it likes; what the system has in it stays root's.
  b.check(fs.chown(b.root, "/", 1000, 1000));
  return b.status;
}

Result<> add_command(FileSystem& fs, std::string_view name, Ino directory) {
  Builder b{fs};
  std::string content(kCommandMark);
  content.append(name).push_back('\0');
  b.file(name, content, 0755, directory);
  return b.status;
}

Result<std::size_t> make_directories(FileSystem& fs, const Caller& who, std::string_view path, std::uint32_t mode) {
  auto found = fs.stat(who, path);
  if (found) return found->type == Type::kDirectory ? Result<std::size_t>(0) : fail(Errno::kEXIST);
  std::size_t end = path.size(), first = 0;
  while (true) {  // up to the deepest directory that is there
    while (end > 0 && path[end - 1] == '/') end--;
    while (end > 0 && path[end - 1] != '/') end--;
    if (end == 0) break;
    auto above = fs.stat(who, path.substr(0, end));
    if (above) {
      if (above->type != Type::kDirectory) return fail(Errno::kNOTDIR);
      break;
    }
    if (above.error().code != Errno::kNOENT) return fail(above.error());
  }
  while (end < path.size()) {  // and down again
    end = std::min(path.find('/', end), path.size());
    std::string_view part = path.substr(0, end);
    while (end < path.size() && path[end] == '/') end++;
    auto made = fs.mkdir(who, part, mode);
    if (!made && made.error().code != Errno::kEXIST) return fail(made.error());
    if (made && first == 0) first = part.size();
  }
  return first;
}

std::string_view command_of(std::string_view content) {
  if (!content.starts_with(kCommandMark)) return {};
  content.remove_prefix(kCommandMark.size());
  return content.substr(0, content.find('\0'));
}

}  // namespace nacre::vfs
