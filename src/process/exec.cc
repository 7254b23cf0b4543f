// Starting programs: the search in PATH, what a file can be run as, fork and exec.
#include <algorithm>

#include "src/process/machine.h"
#include "src/process/process.h"
#include "vfs/populate.h"

namespace nacre {
namespace {

constexpr std::string_view kDefaultPath = "/usr/local/bin:/usr/bin:/bin";
constexpr int kMaxInterpreters = 4;   // a script whose interpreter is a script, as Linux bounds it

const Program*& list() {
  static const Program* first = nullptr;
  return first;
}

}  // namespace

Program::Program(std::string_view program_name, Task<int> (*entry)(Process&)) : name(program_name), main(entry), next(list()) {
  list() = this;
}
Program::Program(std::string_view program_name, int (*entry)(Process&)) : name(program_name), plain_main(entry), next(list()) {
  list() = this;
}
const Program* Program::first() { return list(); }
const Program* Program::find(std::string_view name) {
  for (const Program* p = list(); p; p = p->next)
    if (p->name == name) return p;
  return nullptr;
}

Result<std::string> Process::find_executable(std::string_view name) const {
  if (name.empty()) return fail(Errno::kNOENT);
  if (name.find('/') != name.npos) return std::string(name);
  return find_in_path(name, getenv("PATH").value_or(kDefaultPath));
}

Result<std::string> Process::find_in_path(std::string_view name, std::string_view path) const {
  Errno worst = Errno::kNOENT;
  for (;;) {
    const std::size_t colon = path.find(':');
    std::string candidate(path.substr(0, colon));
    if (candidate.empty()) candidate = ".";
    candidate += '/';
    candidate += name;
    if (auto ok = fs().access(caller(), candidate, vfs::kExecutable)) {
      auto stat = fs().stat(caller(), candidate);
      if (stat && stat->type == vfs::Type::kFile) return candidate;
    } else if (ok.error() == Errno::kACCES) {
      worst = Errno::kACCES;
    }
    if (colon == path.npos) return fail(worst);
    path.remove_prefix(colon + 1);
  }
}

Result<Executable> Process::load(std::string_view path, int depth) const {
  auto ino = fs().resolve(caller(), path);
  if (!ino) return fail(ino.error());
  auto type = fs().type(*ino);
  if (!type) return fail(type.error());
  if (*type != vfs::Type::kFile) return fail(Errno::kACCES);
  if (auto ok = fs().permit(caller(), *ino, vfs::kExecutable); !ok) return fail(ok.error());
  char head[256];
  auto n = fs().read(*ino, 0, head, sizeof head);
  if (!n) return fail(n.error());
  std::string_view text(head, *n);
  if (auto command = vfs::command_of(text); !command.empty()) {
    const Program* program = machine_.find_program(command);
    if (!program) return fail(Errno::kNOEXEC);
    return Executable{program, {}};
  }
  if (!text.starts_with("#!")) return fail(Errno::kNOEXEC);
  text = text.substr(2, text.find('\n') - 2);
  const auto skip_blanks = [&] { text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size())); };
  skip_blanks();
  const std::string interpreter(text.substr(0, text.find_first_of(" \t")));
  if (interpreter.empty()) return fail(Errno::kNOEXEC);
  text.remove_prefix(interpreter.size());
  skip_blanks();
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  if (depth >= kMaxInterpreters) return fail(Errno::kLOOP);
  auto inner = load(interpreter, depth + 1);
  if (!inner) return fail(inner.error());
  if (inner->prefix.empty()) inner->prefix.push_back(interpreter);
  if (!text.empty()) inner->prefix.emplace_back(text);
  inner->prefix.emplace_back(path);
  return inner;
}

Result<Process*> Process::fork() {
  auto made = machine_.new_process();
  if (!made) return made;
  Process& c = **made;
  c.name = name;
  c.argv = argv;
  c.env = env;
  c.umask = umask;
  c.uid = uid;
  c.gid = gid;
  c.groups = groups;
  c.file_size_limit = file_size_limit;
  c.resource_limits = resource_limits;
  c.parent_ = pid_;
  c.group_ = group_;
  c.session_ = session_;
  c.job_ = job_;
  c.descriptors_ = descriptors_;
  c.dispositions_ = dispositions_;
  c.cwd_ = cwd_;
  (void)fs().hold(cwd_);
  return &c;
}

void Process::set_root(Task<int> main) {
  root_.reset();
  new (&root_) Task<int>(std::move(main));
  leaf_ = root_.promise();
}

void Process::start(Task<int> main) {
  set_root(std::move(main));
  if (!leaf_) {   // the task was ready without a frame
    machine_.finish(*this, {.code = root_.result()});
    return;
  }
  machine_.make_ready(*this);
}

namespace {
Task<int> run_plain(Process& p, int (*main)(Process&)) { co_return main(p); }
}  // namespace

Task<int> Process::exec(Executable what, std::vector<std::string> arguments, Ref<const EnvBlock> environment) {
  for (int fd : open_descriptors())
    if (cloexec(fd)) (void)close(fd);
  for (Disposition& d : dispositions_)
    if (d == Disposition::kHandle) d = Disposition::kDefault;
  pending_ = 0;
  on_fatal_signal = nullptr;
  if (!what.prefix.empty()) {
    if (!arguments.empty()) arguments.erase(arguments.begin());
    arguments.insert(arguments.begin(), what.prefix.begin(), what.prefix.end());
  }
  name = what.program->name;
  argv = std::move(arguments);
  if (environment) env = std::move(environment);
  const Program& program = *what.program;
  return program.main ? program.main(*this) : run_plain(*this, program.plain_main);
}

Process::Replace Process::replace(Executable what, std::vector<std::string> arguments, Ref<const EnvBlock> environment) {
  replacement_ = std::make_unique<Replacement>(std::move(what), std::move(arguments), std::move(environment));
  return {*this};
}

// The process has suspended in replace().
void Machine::replace(Process& p) {
  auto next = std::move(p.replacement_);
  destroy_chain(std::exchange(p.leaf_, nullptr));
  p.data.reset();
  p.dying_ = 0;
  p.set_root(p.exec(std::move(next->what), std::move(next->arguments), std::move(next->environment)));
  if (!p.leaf_) return end(p);
  preempt(p);
}

Result<> Process::fits(const std::vector<std::string>& arguments, const EnvBlock* environment) {
  constexpr std::size_t kString = 128 << 10, kAll = 2 << 20, kPointer = 8;
  std::size_t all = 0;
  bool fits = true;
  const auto add = [&](const std::string& s) {
    all += s.size() + 1 + kPointer;
    if (s.size() >= kString || all > kAll) fits = false;
  };
  for (const std::string& s : arguments) add(s);
  if (environment)
    for (const std::string& s : environment->entries) add(s);
  if (!fits) return fail(Errno::k2BIG);
  return {};
}

// load(), and execvp's fallback: sh runs a file without #!.
Result<Executable> Process::load_or_shell(std::string_view path) const {
  auto what = load(path);
  if (what || what.error() != Errno::kNOEXEC) return what;
  const Program* sh = machine_.find_program("sh");
  if (!sh) return what;
  return Executable{sh, {"/bin/sh", std::string(path)}};
}

Task<Error> Process::exec_path(std::vector<std::string> arguments, Ref<const EnvBlock> environment) {
  co_await spend(20 + static_cast<std::uint32_t>(arguments.size() / 4));   // a program that only runs another one
  if (environment) env = std::move(environment);
  auto path = find_executable(arguments.empty() ? "" : arguments[0]);
  if (!path) co_return path.error();
  auto what = load_or_shell(*path);
  if (!what) co_return what.error();
  if (auto ok = fits(arguments, env.get()); !ok) co_return ok.error();
  co_await replace(std::move(*what), std::move(arguments), nullptr);
  co_return Error(Errno::kNOEXEC);   // never
}

Result<Pid> Process::spawn(std::vector<std::string> arguments, const SpawnOptions& options) {
  if (arguments.empty()) return fail(Errno::kNOENT);
  auto path = find_executable(arguments[0]);
  if (!path) return fail(path.error());
  auto what = load_or_shell(*path);
  if (!what) return fail(what.error());
  if (auto ok = fits(arguments, options.env ? options.env.get() : env.get()); !ok) return fail(ok.error());
  auto child = fork();
  if (!child) return fail(child.error());
  Process& c = **child;
  for (auto& [fd, file] : options.files) {
    if (file) (void)c.set_file(fd, file);
    else (void)c.close(fd);
  }
  if (options.group >= 0) c.set_group(options.group == 0 ? c.pid() : options.group);
  for (auto [signal, disposition] : options.dispositions) c.set_disposition(signal, disposition);
  if (options.cwd) {
    if (auto ok = c.chdir(*options.cwd); !ok) {
      machine_.finish(c, {.code = 127});
      machine_.reap(c);
      return fail(ok.error());
    }
  }
  const Pid pid = c.pid();
  c.start(c.exec(std::move(*what), std::move(arguments), options.env));
  return pid;
}

Task<Result<WaitStatus>> Process::run(std::vector<std::string> arguments, SpawnOptions options) {
  if (has_backlog()) co_await spend(0);
  auto pid = spawn(std::move(arguments), options);
  if (!pid) co_return fail(pid.error());
  auto ended = co_await wait(*pid);
  if (!ended) co_return fail(ended.error());
  co_return ended->second;
}

}  // namespace nacre
