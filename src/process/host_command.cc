// A command whose program is the host's (written in JavaScript): a process that does the host's reading and writing.
//
// It tells the host that it has started, and then does what the host says: read stdin, write to stdout or stderr, exit. A
// read waits without keeping writes from being done. Messages (js/commands.ts is the other side; wire.h of wasm/ has the
// encoding):
//   to the host:    kStart: name, argv, environment, cwd.  kInput: bytes read, none at end of file.  kWritten: errno.
//   from the host:  kRead.  kWrite: descriptor, bytes.  kExit: status.
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "src/process/machine.h"
#include "vfs/populate.h"

namespace nacre {
namespace {

enum Kind : std::uint32_t { kStart = 16, kInput, kWritten, kRead, kWrite, kExit };

// Marks the names of such programs, so that they hide no command of ours that has the same name.
constexpr std::string_view kMark = "host:";
constexpr std::size_t kBuffer = 65536;

void put(std::string& out, std::uint32_t v) { out.append(reinterpret_cast<const char*>(&v), sizeof v); }
void put(std::string& out, std::string_view text) {
  put(out, static_cast<std::uint32_t>(text.size()));
  out += text;
}
void put(std::string& out, const std::vector<std::string>& list) {
  put(out, static_cast<std::uint32_t>(list.size()));
  for (const std::string& text : list) put(out, std::string_view(text));
}
std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t v = 0;
  if (bytes.size() >= at + sizeof v) std::memcpy(&v, bytes.data() + at, sizeof v);
  return v;
}

std::string start_message(Process& p) {
  std::string m;
  put(m, std::string_view(p.name));
  put(m, p.argv);
  put(m, p.env ? p.env->entries : std::vector<std::string>());
  put(m, std::string_view(p.fs().getcwd(p.caller(), p.cwd()).value_or("")));
  return m;
}

Task<int> host_command(Process& p) {
  p.name = p.name.substr(kMark.size());
  HostChannel channel(p);
  channel.send(kStart, start_message(p));
  auto buffer = std::make_unique<char[]>(kBuffer);
  for (bool reading = false;;) {
    if (reading) {
      if (auto n = co_await channel.receive_or_read(0, buffer.get(), kBuffer)) {
        reading = false;
        channel.send(kInput, std::string(buffer.get(), n->value_or(0)));
        continue;
      }
    }
    auto message = co_await channel.receive();
    if (!message) {
      p.complain(std::string(message.error().words()));
      co_return 1;
    }
    const std::string_view bytes = message->bytes;
    switch (message->kind) {
      case kRead: reading = true; break;
      case kWrite: {
        auto done = co_await p.write(static_cast<int>(number_at(bytes, 0)), bytes.substr(std::min<std::size_t>(8, bytes.size())));
        std::string reply;
        put(reply, static_cast<std::uint32_t>(done ? Errno::kOk : done.error().code));
        channel.send(kWritten, std::move(reply));
        break;
      }
      case kExit: co_return static_cast<int>(number_at(bytes, 0) & 255);
      default: break;
    }
  }
}

}  // namespace

Result<> Machine::add_host_command(std::string_view name) {
  const std::string& marked = host_names_.emplace_back(std::string(kMark) + std::string(name));
  if (!find_program(marked)) host_programs_.push_back(std::make_unique<Program>(Program::unlisted(marked, host_command)));
  const std::string path = "/usr/local/bin/" + std::string(name);
  const vfs::Caller root{};
  if (fs_->stat(root, path, vfs::Follow::kNo)) return {};
  const Result<vfs::Ino> directory = fs_->resolve(root, "/usr/local/bin");
  if (!directory) return fail(directory.error());
  if (auto made = vfs::add_command(*fs_, marked, *directory); !made) return made;
  return fs_->rename(root, "/usr/local/bin/" + marked, path);
}

}  // namespace nacre
