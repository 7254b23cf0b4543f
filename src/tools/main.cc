// The program nacre-call: one call of a session environment or of a tool, asked for by the host (js/session.ts, js/tools.ts).
//
// argv[1] is the request: session, Base, cwd, directory that it is scoped to ("" for none), whether skills are laid over it, options of
// tools, whether the call was aborted already, what to do, its arguments. What to do is an Operation, or kTools and a tool's index. The
// result goes out as a message kCallResult: 0 and a value, or 1 and a Failure.
#include <cmath>
#include <memory>

#include "src/session/host_session.h"
#include "src/session/path.h"
#include "src/session/text.h"
#include "src/session/virtual_session.h"
#include "src/session/wrapped_session.h"
#include "src/shell/session.h"
#include "src/tools/tools.h"

namespace nacre {

const Tool* find_tool(std::size_t index) {
  constexpr const Tool* kTools[] = {&kReadTool, &kWriteTool, &kEditTool, &kBashTool, &kGrepTool, &kGlobTool};
  return index < std::size(kTools) ? kTools[index] : nullptr;
}

namespace {

constexpr std::uint32_t kTools = 32;
constexpr std::uint32_t kVirtual = 0;

std::string failed(const Failure& f) {
  std::string out;
  wire::put_u32(out, 1);
  wire::put_u32(out, static_cast<std::uint32_t>(f.kind));
  wire::put_string(out, f.text);
  wire::put_string(out, f.path);
  wire::put_u32(out, static_cast<std::uint32_t>(f.code));
  wire::put_u32(out, f.operation);
  return out;
}
// A value that the host keeps, or 0 and what follows.
std::string kept(std::uint32_t operation) {
  std::string out;
  wire::put_u32(out, 0);
  wire::put_u32(out, operation);
  return out;
}

std::string encode(const ToolResult& r) {
  std::string out;
  wire::put_u32(out, 0);
  wire::put_string(out, r.text);
  wire::put_u32(out, static_cast<std::uint32_t>(r.details.size()));
  for (const auto& [key, value] : r.details) {
    wire::put_string(out, key);
    const double* number = std::get_if<double>(&value);
    wire::put_u32(out, number != nullptr);
    if (number) wire::put_f64(out, *number);
    else wire::put_string(out, std::get<std::string>(value));
  }
  return out;
}

std::string encode(const ShellResult& r) {
  std::string out = kept(r.kept);
  wire::put_string(out, r.out);
  wire::put_string(out, r.err);
  wire::put_f64(out, r.code);
  return out;
}

std::string encode(Content c, bool text) {
  std::string out = kept(c.kept);
  if (c.pieces.empty()) {
    out += c.whole;
  } else if (text) {
    std::string all;
    std::size_t size = 0;
    for (const vfs::Slice& s : c.pieces) size += s.bytes.size();
    all.reserve(size);
    for (const vfs::Slice& s : c.pieces) all += s.bytes;
    out += to_text(std::move(all));
  } else {
    for (const vfs::Slice& s : c.pieces) out += s.bytes;
  }
  return out;
}

std::string encode(const FileStat& s) {
  std::string out = kept(s.kept);
  wire::put_u32(out, (s.is_file ? 1 : 0) | (s.is_directory ? 2 : 0) | (s.is_link.value_or(false) ? 4 : 0));
  wire::put_f64(out, s.size.value_or(NAN));
  wire::put_f64(out, s.mtime.value_or(NAN));
  return out;
}

std::string encode(const Names& n) {
  std::string out = kept(n.kept);
  wire::put_u32(out, static_cast<std::uint32_t>(n.names.size()));
  for (const std::string& name : n.names) wire::put_string(out, name);
  return out;
}

std::string encode(const Existence& e) {
  std::string out = kept(e.kept);
  wire::put_u32(out, e.there);
  return out;
}

template <class T>
std::string answer(Outcome<T> r) {
  if (!r) return failed(r.error());
  if constexpr (std::is_void_v<T>) return kept(0);
  else return encode(*r);
}

// A member of the environment. What the host gives back to its own caller it keeps.
Task<std::string> member(Call& call, SessionEnv& env, Operation what, wire::Reader& in) {
  constexpr Keep kKeep = Keep::kAtHost;
  std::string path(in.string());
  switch (what) {
    case Operation::kExec: {
      ExecOptions options{.keep = kKeep};
      const bool has_cwd = in.u32() != 0;
      std::string cwd(in.string());
      if (has_cwd) options.cwd = std::move(cwd);
      if (const double ms = in.f64(); !std::isnan(ms)) options.timeout_ms = ms;
      options.keys = in.u32();
      co_return answer(co_await env.exec(call, std::move(path), std::move(options)));
    }
    case Operation::kReadFile:
    case Operation::kReadBuffer: {
      const bool text = what == Operation::kReadFile;
      auto content = text ? co_await env.read_file(call, std::move(path), kKeep) : co_await env.read_buffer(call, std::move(path), kKeep);
      if (!content) co_return failed(content.error());
      co_return encode(std::move(*content), text);
    }
    case Operation::kWriteFile: {
      const std::string_view content = in.string();
      co_return answer(co_await env.write_file(call, std::move(path), content, kKeep));
    }
    case Operation::kStat: co_return answer(co_await env.stat(call, std::move(path), kKeep));
    case Operation::kReaddir: co_return answer(co_await env.readdir(call, std::move(path), kKeep));
    case Operation::kExists: co_return answer(co_await env.exists(call, std::move(path), kKeep));
    case Operation::kMkdir: co_return answer(co_await env.mkdir(call, std::move(path), in.u32() & 1));
    case Operation::kRm: {
      const std::uint32_t flags = in.u32();
      co_return answer(co_await env.rm(call, std::move(path), flags & 1, flags & 2));
    }
    default: co_return failed(Failure{.text = "Unknown operation"});
  }
}

Task<std::string> tool(Call& call, SessionEnv& env, std::size_t index, std::uint32_t options, wire::Reader& in) {
  const Tool* tool = find_tool(index);
  if (!tool) co_return failed(Failure{.text = "Unknown tool"});
  Arguments arguments(tool->name, tool->parameters);
  const bool json = in.u32() != 0;
  Outcome<> read = json ? arguments.read_json(in.string()) : arguments.read_list(in);
  if (!read) co_return failed(read.error());
  auto result = co_await tool->run({call, env, arguments, options});
  co_return result ? encode(*result) : failed(result.error());
}

Task<int> call_main(Process& p) {
  const std::string request = p.argv.size() > 1 ? std::move(p.argv[1]) : std::string();
  wire::Reader in(request);
  const std::uint32_t session = in.u32(), base = in.u32();
  std::string cwd(in.string()), scope(in.string());
  const bool overlaid = in.u32() != 0;
  const std::uint32_t options = in.u32();
  const bool was_aborted = in.u32() != 0;
  const std::uint32_t what = in.u32();

  p.uid = p.gid = 0;  // nothing that runs in the sandbox can signal it
  p.groups.clear();
  p.set_disposition(kInterrupt, Disposition::kHandle);
  if (was_aborted) p.machine().signal(p, kInterrupt);
  Call call(p, session, base != kVirtual);

  std::unique_ptr<SessionEnv> own, scoped, overlay;
  SessionEnv* env;
  if (base == kVirtual) {
    own = std::make_unique<VirtualSession>(scope.empty() ? std::move(cwd) : std::move(scope));
    env = own.get();
  } else {
    own = std::make_unique<HostSession>(static_cast<HostSession::Form>(base), std::move(cwd));
    env = own.get();
    if (!scope.empty()) env = (scoped = std::make_unique<ScopedSession>(*env, std::move(scope))).get();
  }
  if (overlaid) env = (overlay = std::make_unique<OverlaySession>(*env)).get();

  if (what >= kTools) call.finish(co_await tool(call, *env, what - kTools, options, in));
  else call.finish(co_await member(call, *env, static_cast<Operation>(what), in));
  co_return 0;
}

const Program kCall("nacre-call", call_main);

}  // namespace
}  // namespace nacre
