// /proc: self, and a directory for each process with what tools look for.
//
//   /proc/self -> PID       /proc/PID/{cmdline,comm,environ,status,stat,cwd,exe,fd/N}
//   /proc/{version,uptime,meminfo,cpuinfo,loadavg,mounts,filesystems}
//
// A node's number packs the pid's slot and the item: pid << 8 | item; descriptors are items from kFirstFd. Pids past 20 bits
// are not shown.

#include "src/base/sort.h"

#include "src/process/machine.h"

namespace nacre {
namespace {

enum Item : std::uint32_t { kRoot = 0, kSelf, kVersion, kUptime, kMeminfo, kCpuinfo, kLoadavg, kMounts, kFilesystems, kRootItems };
enum PidItem : std::uint32_t { kDir = 0, kCmdline, kComm, kEnviron, kStatus, kStat, kCwd, kExe, kFd, kPidItems, kFirstFd = 16 };
constexpr std::string_view kRootNames[] = {"", "self", "version", "uptime", "meminfo", "cpuinfo", "loadavg", "mounts", "filesystems"};
constexpr std::string_view kPidNames[] = {"", "cmdline", "comm", "environ", "status", "stat", "cwd", "exe", "fd"};
constexpr std::uint32_t kMaxPid = (1u << 20) - 1, kMaxFd = 255 - kFirstFd;

// The number that a name spells, or nothing.
std::optional<std::uint32_t> number(std::string_view name, std::uint32_t max) {
  if (name.empty() || name.size() > 7 || (name[0] == '0' && name.size() > 1)) return std::nullopt;
  std::uint32_t n = 0;
  for (char c : name) {
    if (c < '0' || c > '9') return std::nullopt;
    n = n * 10 + static_cast<std::uint32_t>(c - '0');
  }
  if (n > max) return std::nullopt;
  return n;
}

class ProcTree final : public vfs::SyntheticTree {
 public:
  explicit ProcTree(Machine& m) : machine_(m) {}

  Result<std::uint32_t> lookup(const vfs::Caller&, std::uint32_t dir, std::string_view name) override {
    const std::uint32_t pid = dir >> 8, item = dir & 255;
    if (dir == kRoot) {
      for (std::uint32_t i = 1; i < kRootItems; ++i)
        if (name == kRootNames[i]) return i;
      auto n = number(name, kMaxPid);
      if (!n || !*n || !machine_.find(static_cast<Pid>(*n))) return fail(Errno::kNOENT);
      return *n << 8;
    }
    Process* p = process(dir);
    if (!p) return fail(Errno::kNOENT);
    if (item == kDir) {
      for (std::uint32_t i = 1; i < kPidItems; ++i)
        if (name == kPidNames[i]) return pid << 8 | i;
      return fail(Errno::kNOENT);
    }
    if (item != kFd) return fail(Errno::kNOTDIR);
    auto n = number(name, kMaxFd);
    if (!n || !p->file(static_cast<int>(*n))) return fail(Errno::kNOENT);
    return pid << 8 | (kFirstFd + *n);
  }

  Result<vfs::Stat> stat(std::uint32_t id) override {
    vfs::Stat s;
    s.nlink = 1;
    const std::uint32_t item = id & 255;
    if (id < 256) {
      s.type = id == kRoot ? vfs::Type::kDirectory : id == kSelf ? vfs::Type::kSymlink : vfs::Type::kFile;
      s.mode = id == kRoot ? 0555 : id == kSelf ? 0777 : 0444;
      return s;
    }
    Process* p = process(id);
    if (!p) return fail(Errno::kNOENT);
    s.uid = p->uid;
    s.gid = p->gid;
    const bool directory = item == kDir || item == kFd, link = item == kCwd || item == kExe || item >= kFirstFd;
    s.type = directory ? vfs::Type::kDirectory : link ? vfs::Type::kSymlink : vfs::Type::kFile;
    s.mode = directory ? (item == kFd ? 0500u : 0555u) : link ? 0777u : item == kEnviron ? 0400u : 0444u;
    if (item >= kFirstFd) {
      FileDescription* f = p->file(static_cast<int>(item - kFirstFd));
      if (!f) return fail(Errno::kNOENT);
      s.mode = (f->readable() ? 0500u : 0u) | (f->writable() ? 0300u : 0u);
    }
    return s;
  }

  std::uint32_t parent(std::uint32_t id) override {
    const std::uint32_t item = id & 255;
    if (id < 256 || item == kDir) return kRoot;
    return item >= kFirstFd ? (id & ~255u) | kFd : id & ~255u;
  }
  std::string name(std::uint32_t id) override {
    const std::uint32_t item = id & 255;
    if (id < kRootItems) return std::string(kRootNames[id]);
    if (item == kDir) return std::to_string(id >> 8);
    return item >= kFirstFd ? std::to_string(item - kFirstFd) : std::string(kPidNames[item]);
  }

  Result<std::vector<vfs::DirEntry>> list(std::uint32_t dir) override {
    std::vector<vfs::DirEntry> all;
    const auto add = [&](std::uint32_t id) {
      auto s = stat(id);
      if (s) all.push_back({name(id), id, s->type});
    };
    if (dir == kRoot) {
      for (std::uint32_t i = 1; i < kRootItems; ++i) add(i);
      for (auto& [pid, p] : machine_.processes())
        if (static_cast<std::uint32_t>(pid) <= kMaxPid) add(static_cast<std::uint32_t>(pid) << 8);
    } else if (Process* p = process(dir); p && (dir & 255) == kDir) {
      for (std::uint32_t i = 1; i < kPidItems; ++i) add((dir & ~255u) | i);
    } else if (p && (dir & 255) == kFd) {
      for (int fd : p->open_descriptors())
        if (static_cast<std::uint32_t>(fd) <= kMaxFd) add((dir & ~255u) | (kFirstFd + static_cast<std::uint32_t>(fd)));
    } else {
      return fail(Errno::kNOENT);
    }
    sort_vector(all, [](const vfs::DirEntry& a, const vfs::DirEntry& b) { return a.name < b.name; });
    return all;
  }

  Result<std::string> read(std::uint32_t id) override {
    if (id < 256) return read_root(id);
    Process* p = process(id);
    if (!p) return fail(Errno::kNOENT);
    std::string t;
    switch (id & 255) {
      case kCmdline:
        for (const std::string& a : p->argv) t.append(a.c_str(), a.size() + 1);
        return t;
      case kEnviron:
        if (p->env)
          for (const std::string& e : p->env->entries) t.append(e.c_str(), e.size() + 1);
        return t;
      case kComm: return p->name + "\n";
      case kStatus: {
        const std::string uid = std::to_string(p->uid), gid = std::to_string(p->gid);
        return "Name:\t" + p->name + "\nState:\tR (running)\nPid:\t" + std::to_string(p->pid()) + "\nPPid:\t" +
               std::to_string(p->parent_pid()) + "\nUid:\t" + uid + "\t" + uid + "\t" + uid + "\t" + uid + "\nGid:\t" + gid +
               "\t" + gid + "\t" + gid + "\t" + gid + "\n";
      }
      case kStat:
        return std::to_string(p->pid()) + " (" + p->name + ") R " + std::to_string(p->parent_pid()) + " " +
               std::to_string(p->group()) + " " + std::to_string(p->session()) + "\n";
    }
    return fail(Errno::kINVAL);
  }

  Result<std::string> readlink(const vfs::Caller& who, std::uint32_t id) override {
    if (id == kSelf) return std::to_string(who.pid);
    Process* p = process(id);
    if (!p) return fail(Errno::kNOENT);
    const std::uint32_t item = id & 255;
    if (item == kCwd) return machine_.fs().getcwd(p->caller(), p->cwd());
    if (item == kExe) return "/usr/bin/" + p->name;
    FileDescription* f = item >= kFirstFd ? p->file(static_cast<int>(item - kFirstFd)) : nullptr;
    if (!f) return fail(Errno::kNOENT);
    return f->target();
  }

  Result<vfs::LinkTarget> follow(const vfs::Caller& who, std::uint32_t id) override {
    using Kind = vfs::LinkTarget::Kind;
    Process* p = id == kSelf ? nullptr : process(id);
    const std::uint32_t item = id & 255;
    if (p && item == kCwd) return vfs::LinkTarget{Kind::kInode, {}, p->cwd()};
    if (p && item >= kFirstFd) {
      FileDescription* f = p->file(static_cast<int>(item - kFirstFd));
      if (!f) return fail(Errno::kNOENT);
      if (f->inode()) return vfs::LinkTarget{Kind::kInode, {}, f->inode()};
      return vfs::LinkTarget{Kind::kDescription, {}, 0};
    }
    auto text = readlink(who, id);
    if (!text) return fail(text.error());
    return vfs::LinkTarget{Kind::kText, std::move(*text), 0};
  }

  Result<vfs::Stat> stat_target(std::uint32_t id) override {
    FileDescription* f = description(id);
    if (!f) return fail(Errno::kNOENT);
    auto s = f->stat();
    if (s && !f->inode()) {   // a pipe belongs to who has it open
      s->uid = process(id)->uid;
      s->gid = process(id)->gid;
    }
    return s;
  }

  FileDescription* description(std::uint32_t id) {
    Process* p = process(id);
    return p && (id & 255) >= kFirstFd ? p->file(static_cast<int>((id & 255) - kFirstFd)) : nullptr;
  }

 private:
  Process* process(std::uint32_t id) { return machine_.find(static_cast<Pid>(id >> 8)); }

  Result<std::string> read_root(std::uint32_t id) {
    const std::string kilobytes = std::to_string(machine_.limits().memory / 1024);
    switch (id) {
      case kVersion: return std::string("Linux version 6.1.0-nacre\n");
      case kUptime: {
        const std::string s = std::to_string(machine_.fuel() / 10'000'000);
        return s + ".00 " + s + ".00\n";
      }
      case kMeminfo: return "MemTotal:       " + kilobytes + " kB\nMemFree:        " + kilobytes + " kB\n";
      case kCpuinfo: return std::string("processor\t: 0\nmodel name\t: WebAssembly\n\n");
      case kLoadavg: return "0.00 0.00 0.00 1/" + std::to_string(machine_.processes().size()) + " 1\n";
      case kMounts: return std::string("nacre / nacre rw 0 0\nproc /proc proc rw 0 0\n");
      case kFilesystems: return std::string("nodev\tnacre\nnodev\tproc\n");
    }
    return fail(Errno::kINVAL);
  }

  Machine& machine_;
};

}  // namespace

void Machine::mount_proc() {
  auto at = fs_->resolve(vfs::Caller{}, "/proc");
  if (!at) return;
  if (!proc_) proc_ = {new ProcTree(*this), [](vfs::SyntheticTree* t) { delete static_cast<ProcTree*>(t); }};
  (void)fs_->mount(*at, *proc_);
}

FileDescription* Machine::proc_description(vfs::Ino ino) {
  return static_cast<ProcTree*>(proc_.get())->description(vfs::FileSystem::synthetic_id(ino));
}

}  // namespace nacre
