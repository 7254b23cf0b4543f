// See host_session.h. Arguments and values as in js/session.ts.
#include "src/session/host_session.h"

#include <cmath>
#include <limits>

#include "src/base/memory.h"
#include "src/base/paths.h"
#include "src/session/path.h"

namespace nacre {
namespace {

// Options of mkdir and rm: those of the caller, or {recursive: true}.
constexpr std::uint32_t kCallers = 0, kRecursive = 1;

std::string one(std::string_view path) {
  std::string bytes = Call::arguments();
  wire::put_string(bytes, path);
  return bytes;
}

}  // namespace

std::string HostSession::at(std::string_view path) const {
  return form_ == Form::kDriver ? resolve_path(cwd_, path) : std::string(path);
}

Task<Outcome<ShellResult>> HostSession::exec(Call& call, std::string command, ExecOptions options) {
  const bool driver = form_ == Form::kDriver;
  if (driver && call.aborted()) co_return failure(Failure::Kind::kAborted);
  std::string cwd = options.cwd && driver ? resolve_path(cwd_, *options.cwd) : options.cwd.value_or(driver ? cwd_ : "");
  const std::uint32_t keys = driver ? kKeyCwd | kKeyEnv | kKeyTimeout | kKeySignal : options.keys;
  std::string arguments = one(command);
  wire::put_u32(arguments, keys);
  wire::put_string(arguments, cwd);
  wire::put_f64(arguments, options.timeout_ms.value_or(std::numeric_limits<double>::quiet_NaN()));
  wire::put_u32(arguments, options.backstop_ms.has_value());
  std::optional<Nanoseconds> deadline;
  if (options.backstop_ms) deadline = deadline_in(call.machine(), *options.backstop_ms);
  auto answer = co_await call.ask(Operation::kExec, options.keep, std::move(arguments), driver ? OnAbort::kReject : OnAbort::kWait, deadline);
  if (!answer) co_return std::unexpected(std::move(answer.error()));
  ShellResult result{.kept = answer->operation};
  if (options.keep == Keep::kHere) {
    wire::Reader in(answer->bytes);
    result.out = in.string();
    result.err = in.string();
    result.code = in.f64();
  }
  co_return result;
}

Task<Outcome<Content>> HostSession::read(Call& call, Operation operation, std::string path, Keep keep) {
  auto answer = co_await call.ask(operation, keep, one(at(path)), OnAbort::kWait);
  if (!answer) co_return std::unexpected(std::move(answer.error()));
  co_return Content{.whole = std::move(answer->bytes), .kept = answer->operation};
}
Task<Outcome<Content>> HostSession::read_file(Call& call, std::string path, Keep keep) {
  return read(call, Operation::kReadFile, std::move(path), keep);
}
Task<Outcome<Content>> HostSession::read_buffer(Call& call, std::string path, Keep keep) {
  return read(call, Operation::kReadBuffer, std::move(path), keep);
}

Task<Outcome<Call::Answer>> HostSession::write(Call& call, std::string_view path, std::string_view content, Keep keep) {
  std::string arguments = one(path);
  arguments.reserve(arguments.size() + content.size() + 8);
  wire::put_string(arguments, content);
  return call.ask(Operation::kWriteFile, keep, std::move(arguments), OnAbort::kWait);
}

Task<Outcome<>> HostSession::write_file(Call& call, std::string path, std::string_view content, Keep keep) {
  if (!memory::available(content.size())) co_return failure("The content is too large to be written");
  const std::string full = at(path);
  const bool driver = form_ == Form::kDriver;
  auto done = co_await write(call, full, content, keep);
  if (!done && driver && done.error().kind == Failure::Kind::kThrown) {
    (void)co_await make(call, std::string(dir_name(full)), kRecursive);
    done = co_await write(call, full, content, keep);
  }
  if (!done) co_return std::unexpected(std::move(done.error()));
  co_return Outcome<>();
}

Task<Outcome<FileStat>> HostSession::stat(Call& call, std::string path, Keep keep) {
  auto answer = co_await call.ask(Operation::kStat, keep, one(at(path)), OnAbort::kWait);
  if (!answer) co_return std::unexpected(std::move(answer.error()));
  FileStat s{.kept = answer->operation};
  if (keep == Keep::kHere) {
    wire::Reader in(answer->bytes);
    const std::uint32_t flags = in.u32();
    s.is_file = flags & 1;
    s.is_directory = flags & 2;
  }
  co_return s;
}

Task<Outcome<Names>> HostSession::readdir(Call& call, std::string path, Keep keep) {
  auto answer = co_await call.ask(Operation::kReaddir, keep, one(at(path)), OnAbort::kWait);
  if (!answer) co_return std::unexpected(std::move(answer.error()));
  co_return Names{wire::Reader(answer->bytes).strings(), answer->operation};
}

Task<Outcome<Existence>> HostSession::exists(Call& call, std::string path, Keep keep) {
  auto answer = co_await call.ask(Operation::kExists, keep, one(at(path)), OnAbort::kWait);
  if (!answer) co_return std::unexpected(std::move(answer.error()));
  co_return Existence{wire::Reader(answer->bytes).u32() != 0, answer->operation};
}

Task<Outcome<>> HostSession::make(Call& call, std::string path, std::uint32_t flags) {
  std::string arguments = one(path);
  wire::put_u32(arguments, flags);
  auto answer = co_await call.ask(Operation::kMkdir, Keep::kAtHost, std::move(arguments), OnAbort::kWait);
  if (!answer) co_return std::unexpected(std::move(answer.error()));
  co_return Outcome<>();
}
Task<Outcome<>> HostSession::mkdir(Call& call, std::string path, bool) { return make(call, at(path), kCallers); }

Task<Outcome<>> HostSession::rm(Call& call, std::string path, bool, bool) {
  auto answer = co_await call.ask(Operation::kRm, Keep::kAtHost, one(at(path)), OnAbort::kWait);
  if (!answer) co_return std::unexpected(std::move(answer.error()));
  co_return Outcome<>();
}

Task<Outcome<std::string>> HostSession::resolve(Call& call, std::string path) {
  if (form_ == Form::kDriver) co_return resolve_path(cwd_, path);
  auto answer = co_await call.ask(Operation::kResolve, Keep::kHere, one(path), OnAbort::kWait);
  if (!answer) co_return std::unexpected(std::move(answer.error()));
  co_return std::move(answer->bytes);
}

}  // namespace nacre
