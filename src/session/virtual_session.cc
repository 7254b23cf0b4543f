// See virtual_session.h.
#include "src/session/virtual_session.h"

#include <algorithm>

#include "src/base/eight.h"
#include "src/base/memory.h"
#include "src/base/paths.h"
#include "src/session/path.h"
#include "src/session/text.h"
#include "src/shell/session.h"
#include "vfs/populate.h"

namespace nacre {
namespace {

std::unexpected<Failure> system(const Error& e, std::string_view call, std::string_view path = {}) {
  // What is longer than any path is not repeated whole.
  constexpr std::size_t kLongest = 4096;
  return std::unexpected<Failure>({.kind = Failure::Kind::kSystem,
                                   .text = std::string(call),
                                   .path = path.size() > kLongest ? utf16_first(path, kLongest) + "..." : std::string(path),
                                   .code = e.code});
}

// sandbox.fs acts as root for the sandbox's user.
vfs::Caller root_of(const Machine& m) {
  vfs::Caller who;
  who.owner_uid = m.options().uid;
  who.owner_gid = m.options().gid;
  return who;
}

// What a command writes to one of its streams.
class Capture final : public FileDescription {
 public:
  Capture(Call& call, std::optional<Bounds> bounds)
      : FileDescription(false, true), machine_(call.machine()), job_(call.process().job()), spared_(call.process().pid()),
        bounds_(bounds) {}
  Result<std::size_t> read(char*, std::size_t) override { return fail(Errno::kBADF); }
  Result<std::size_t> write(std::string_view data) override {
    if (dropping_) return data.size();
    if (bounds_) return write_lines(data);
    if (data.size() > machine_.limits().output - total()) {
      if (std::exchange(over_, true)) return data.size();
      Capture& messages = other_ && second_ ? *this : other_ ? *other_ : *this;
      messages.text_ += "nacre: output limit\n";
      machine_.stop_writers(job_, spared_);
      return data.size();
    }
    if (data.size() > 4096 && !memory::available(data.size())) return fail(Errno::kNOMEM);
    text_ += data;
    return data.size();
  }
  Result<vfs::Stat> stat() const override {
    vfs::Stat s;
    s.ino = 1;
    s.type = vfs::Type::kFifo;
    s.mode = 0600;
    s.nlink = 1;
    return s;
  }
  std::string target() const override { return "pipe:[1]"; }
  // Pairs standard output with standard error: the limit is of both together.
  static void pair(Capture& out, Capture& err) {
    out.other_ = &err;
    err.other_ = &out;
    err.second_ = true;
  }
  // Takes what is there; later writes are dropped.
  std::string end() {
    dropping_ = true;
    other_ = nullptr;
    return std::move(text_);
  }
  std::uint64_t lines() const { return lines_ + (column_ > 0); }

 private:
  Result<std::size_t> write_lines(std::string_view data) {
    for (std::size_t at = 0; at < data.size();) {
      if (lines_ >= bounds_->lines) {
        if (bounds_->end) return at > 0 ? Result<std::size_t>(data.size()) : fail(Errno::kPIPE);
        lines_ += count_byte(data.substr(at), '\n');
        break;
      }
      const std::size_t end = std::min(data.find('\n', at), data.size());
      if (column_ < bounds_->line_bytes) text_ += data.substr(at, std::min<std::size_t>(end - at, bounds_->line_bytes - column_));
      column_ += end - at;
      at = end + 1;
      if (end == data.size()) break;
      text_ += '\n';
      ++lines_;
      column_ = 0;
    }
    return data.size();
  }
  std::uint64_t total() const { return text_.size() + (other_ ? other_->text_.size() : 0); }
  Machine& machine_;
  JobId job_;
  Pid spared_;
  std::optional<Bounds> bounds_;
  std::uint64_t lines_ = 0, column_ = 0;
  std::string text_;
  Capture* other_ = nullptr;
  bool second_ = false, over_ = false, dropping_ = false;
};

Result<> write_all(vfs::FileSystem& fs, const vfs::Caller& who, const std::string& path, std::string_view content) {
  auto opened = fs.open(who, path, vfs::kOpenWrite | vfs::kOpenCreate, 0666);
  if (!opened) return fail(opened.error());
  if (opened->type == vfs::Type::kDirectory) return fail(Errno::kISDIR);
  if (opened->type != vfs::Type::kFile) return fail(Errno::kINVAL);
  // What does not fit is refused before the old content is touched.
  const std::uint64_t old = fs.size(opened->ino).value_or(0);
  const vfs::Space space = fs.space();
  const std::uint64_t room = space.bytes == UINT64_MAX ? UINT64_MAX : space.bytes - std::min(space.bytes_used, space.bytes) + old;
  if (content.size() > room || content.size() > fs.limits().max_file_size || !memory::available(content.size())) {
    if (opened->created) (void)fs.unlink(who, path);
    return fail(content.size() > fs.limits().max_file_size ? Errno::kFBIG : Errno::kNOSPC);
  }
  for (std::size_t at = 0; at < content.size();) {
    auto n = fs.write(opened->ino, at, content.substr(at));
    if (!n) return fail(n.error());
    at += *n;
  }
  return content.size() == old ? Result<>() : fs.truncate(opened->ino, content.size());
}

// Removes a directory's entries, those of its directories first; an explicit stack.
Result<> remove_entries(vfs::FileSystem& fs, const vfs::Caller& who, vfs::Ino dir) {
  struct Level {
    vfs::Ino ino;
    std::string name;
  };
  std::vector<Level> stack{{dir, {}}};
  while (!stack.empty()) {
    const vfs::Ino at = stack.back().ino;
    vfs::DirEntry entry;
    auto more = fs.next_entry(at, entry);
    if (!more) return fail(more.error());
    if (!*more) {
      const std::string name = std::move(stack.back().name);
      stack.pop_back();
      if (stack.empty()) break;
      if (auto r = fs.rmdir(who, name, stack.back().ino); !r) return r;
    } else if (entry.type == vfs::Type::kDirectory) {
      stack.push_back({entry.ino, std::string(entry.name)});
    } else if (auto r = fs.unlink(who, entry.name, at); !r) {
      return r;
    }
  }
  return {};
}

double to_ms(vfs::Time t) { return static_cast<double>(t.sec) * 1e3 + t.nsec / 1e6; }

}  // namespace

// --- files ----------------------------------------------------------------------------------------------------------------

Task<Outcome<Content>> VirtualSession::read_file(Call& call, std::string path, Keep) {
  using Answer = Task<Outcome<Content>>;
  vfs::FileSystem& fs = call.machine().fs();
  const std::string full = resolve_path(cwd_, path);
  auto opened = fs.open(root_of(call.machine()), full, vfs::kOpenRead);
  if (!opened) return Answer::ready(Outcome<Content>(system(opened.error(), "open", full)));
  if (opened->type == vfs::Type::kDirectory) return Answer::ready(Outcome<Content>(system(Errno::kISDIR, "read")));
  Content content;
  for (std::uint64_t at = 0;;) {
    auto slice = fs.slice_at(opened->ino, at);
    if (!slice) return Answer::ready(Outcome<Content>(system(slice.error(), "read")));
    if (slice->bytes.empty()) break;
    at += slice->bytes.size();
    if (at > memory::budget() && memory::budget() > 0) return Answer::ready(Outcome<Content>(system(Errno::kFBIG, "read")));
    content.pieces.push_back(std::move(*slice));
  }
  return Answer::ready(Outcome<Content>(std::move(content)));
}

Task<Outcome<Content>> VirtualSession::read_buffer(Call& call, std::string path, Keep keep) {
  return read_file(call, std::move(path), keep);
}

Task<Outcome<>> VirtualSession::write_file(Call& call, std::string path, std::string_view content, Keep) {
  Machine& m = call.machine();
  const std::string full = resolve_path(cwd_, path);
  const vfs::Caller who = root_of(m);
  Result<> r = write_all(m.fs(), who, full, content);
  if (!r && r.error() == Errno::kNOENT && vfs::make_directories(m.fs(), who, dir_name(full), 0777)) {
    r = write_all(m.fs(), who, full, content);
  }
  if (!r) return Task<Outcome<>>::ready(Outcome<>(system(r.error(), "open", full)));
  return Task<Outcome<>>::ready(Outcome<>());
}

Task<Outcome<FileStat>> VirtualSession::stat(Call& call, std::string path, Keep) {
  vfs::FileSystem& fs = call.machine().fs();
  const std::string full = resolve_path(cwd_, path);
  const vfs::Caller who = root_of(call.machine());
  auto target = fs.stat(who, full);
  auto itself = fs.stat(who, full, vfs::Follow::kNo);
  if (!target) return Task<Outcome<FileStat>>::ready(Outcome<FileStat>(system(target.error(), "stat", full)));
  return Task<Outcome<FileStat>>::ready(Outcome<FileStat>(FileStat{
      .is_file = target->type == vfs::Type::kFile,
      .is_directory = target->type == vfs::Type::kDirectory,
      .is_link = itself && itself->type == vfs::Type::kSymlink,
      .size = static_cast<double>(target->size),
      .mtime = to_ms(target->mtime),
  }));
}

Task<Outcome<Names>> VirtualSession::readdir(Call& call, std::string path, Keep) {
  using Answer = Task<Outcome<Names>>;
  vfs::FileSystem& fs = call.machine().fs();
  const std::string full = resolve_path(cwd_, path);
  auto opened = fs.open(root_of(call.machine()), full, vfs::kOpenRead | vfs::kOpenDirectory);
  if (!opened) return Answer::ready(Outcome<Names>(system(opened.error(), "scandir", full)));
  Names all;
  vfs::DirEntry entry;
  while (true) {
    auto more = fs.next_entry(opened->ino, entry);
    if (!more) return Answer::ready(Outcome<Names>(system(more.error(), "scandir", full)));
    if (!*more) break;
    all.names.push_back(to_text(std::string(entry.name)));
  }
  return Answer::ready(Outcome<Names>(std::move(all)));
}

Task<Outcome<Existence>> VirtualSession::exists(Call& call, std::string path, Keep) {
  const bool there = call.machine().fs().stat(root_of(call.machine()), resolve_path(cwd_, path)).has_value();
  return Task<Outcome<Existence>>::ready(Outcome<Existence>(Existence{.there = there}));
}

Task<Outcome<>> VirtualSession::mkdir(Call& call, std::string path, bool recursive) {
  vfs::FileSystem& fs = call.machine().fs();
  const std::string full = resolve_path(cwd_, path);
  const vfs::Caller who = root_of(call.machine());
  Result<> r;
  if (recursive) {
    if (auto made = vfs::make_directories(fs, who, full, 0777); !made) r = fail(made.error());
  } else if (auto made = fs.mkdir(who, full); !made) {
    r = fail(made.error());
  }
  if (!r) return Task<Outcome<>>::ready(Outcome<>(system(r.error(), "mkdir", full)));
  return Task<Outcome<>>::ready(Outcome<>());
}

Task<Outcome<>> VirtualSession::rm(Call& call, std::string path, bool recursive, bool force) {
  vfs::FileSystem& fs = call.machine().fs();
  const std::string full = resolve_path(cwd_, path);
  const vfs::Caller who = root_of(call.machine());
  Result<> r;
  auto found = fs.stat(who, full, vfs::Follow::kNo);
  if (!found) {
    if (!force || (found.error() != Errno::kNOENT && found.error() != Errno::kNOTDIR)) r = fail(found.error());
  } else if (found->type != vfs::Type::kDirectory) {
    r = fs.unlink(who, full);
  } else if (!recursive) {
    r = fail(Errno::kISDIR);
  } else {
    r = remove_entries(fs, who, found->ino);
    if (r && full != "/") r = fs.rmdir(who, full);
  }
  if (!r) return Task<Outcome<>>::ready(Outcome<>(system(r.error(), "rm", full)));
  return Task<Outcome<>>::ready(Outcome<>());
}

Task<Outcome<std::string>> VirtualSession::resolve(Call&, std::string path) {
  return Task<Outcome<std::string>>::ready(Outcome<std::string>(resolve_path(cwd_, path)));
}

// --- commands -------------------------------------------------------------------------------------------------------------

Task<Outcome<ShellResult>> VirtualSession::exec(Call& call, std::string command, ExecOptions options) {
  std::string cwd = options.cwd ? resolve_path(cwd_, *options.cwd) : cwd_;
  std::optional<double> timeout = options.timeout_ms;
  if (options.backstop_ms && (!timeout || *options.backstop_ms < *timeout)) timeout = options.backstop_ms;
  std::vector<std::string> argv{"bash", "-c"};
  if (command.starts_with('-') || command.starts_with('+')) argv.push_back("--");  // no option
  argv.push_back(std::move(command));
  auto result = co_await start(call, {"bash", std::move(argv), std::move(cwd), timeout, {}});
  if (result && result->timed_out) {
    if (options.backstop_ms) co_return result;
    if (!result->err.empty() && result->err.back() != '\n') result->err += '\n';
    result->err += "nacre: command timed out after " + std::to_string(static_cast<std::int64_t>(*timeout)) + " ms\n";
  }
  co_return result;
}

Task<Outcome<ShellResult>> VirtualSession::run(Call& call, std::vector<std::string> argv, Bounds bounds) {
  const std::string name = argv[0];
  co_return co_await start(call, {name, std::move(argv), cwd_, {}, bounds});
}

Task<Outcome<ShellResult>> VirtualSession::start(Call& call, Started what) {
  Process& p = call.process();
  Machine& m = call.machine();
  if (call.aborted()) co_return failure(Failure::Kind::kAborted);
  auto where = m.fs().stat(root_of(m), what.cwd);
  if (where && where->type != vfs::Type::kDirectory) where = fail(Errno::kNOTDIR);
  if (!where) {
    co_return ShellResult{.err = "nacre: cannot run in " + what.cwd + ": " + std::string(where.error().words()) + "\n", .code = what.bounds ? 126.0 : 1.0};
  }
  auto forked = p.fork();
  if (!forked) co_return ShellResult{.err = "nacre: process limit\n", .code = 126};
  Process& child = **forked;
  const Pid pid = child.pid();
  auto out = make_ref<Capture>(call, what.bounds), err = make_ref<Capture>(call, std::nullopt);
  Capture::pair(*out, *err);
  child.set_group(pid);
  child.uid = m.options().uid;
  child.gid = m.options().gid;
  child.groups = {child.gid};
  child.set_disposition(kInterrupt, Disposition::kDefault);
  (void)child.set_file(1, out);
  (void)child.set_file(2, err);
  (void)child.chdir(what.cwd);
  child.start(child.exec({m.find_program(what.program), {}}, std::move(what.argv), p.env));

  std::optional<Nanoseconds> deadline;
  if (what.timeout_ms) deadline = deadline_in(m, *what.timeout_ms);
  ShellResult result;
  auto waited = co_await p.wait(pid, false, true, deadline);
  if (!waited) {
    // An abort, or the deadline: all that it has started goes, too.
    m.kill_others(p.job(), p.pid());
    result.timed_out = waited.error() == Errno::kTIMEDOUT;
    waited = co_await p.wait(pid);
  }
  result.code = result.timed_out ? 124 : waited ? waited->second.shell_status() : 1;
  result.lines = out->lines();
  result.out = to_text(out->end());
  result.err = to_text(err->end());
  if (what.bounds && what.bounds->end && result.lines >= what.bounds->lines) result.code = 0;
  if (call.aborted()) co_return failure(Failure::Kind::kAborted);
  co_return result;
}

// The rest have no programs.
Task<Outcome<ShellResult>> SessionEnv::run(Call&, std::vector<std::string>, Bounds) {
  return Task<Outcome<ShellResult>>::ready(Outcome<ShellResult>(failure("This environment runs no programs by themselves")));
}

}  // namespace nacre
