// A session environment over an object of the host's (js/session.ts calls its methods).
//
// kDriver: the object is a SandboxApi, SandboxDriver or a stub adapted to that: it gets absolute, normalised paths; a write that fails is
// tried once more after its directory was made; a command whose call is aborted before is never sent, one in flight is given up at
// once, and one that was done when the abort came still counts as aborted.
// kSession: the object is a SessionEnv, which does all that by itself; paths go as they are.
#pragma once

#include "src/session/call.h"
#include "src/session/session_env.h"

namespace nacre {

class HostSession final : public SessionEnv {
 public:
  enum class Form : std::uint32_t { kDriver = 1, kSession };
  HostSession(Form form, std::string cwd) : form_(form), cwd_(std::move(cwd)) {}
  Task<Outcome<ShellResult>> exec(Call& call, std::string command, ExecOptions options) override;
  Task<Outcome<Content>> read_file(Call& call, std::string path, Keep keep) override;
  Task<Outcome<Content>> read_buffer(Call& call, std::string path, Keep keep) override;
  Task<Outcome<>> write_file(Call& call, std::string path, std::string_view content, Keep keep) override;
  Task<Outcome<FileStat>> stat(Call& call, std::string path, Keep keep) override;
  Task<Outcome<Names>> readdir(Call& call, std::string path, Keep keep) override;
  Task<Outcome<Existence>> exists(Call& call, std::string path, Keep keep) override;
  Task<Outcome<>> mkdir(Call& call, std::string path, bool recursive) override;
  Task<Outcome<>> rm(Call& call, std::string path, bool recursive, bool force) override;
  std::string_view cwd() const override { return cwd_; }
  Task<Outcome<std::string>> resolve(Call& call, std::string path) override;

 private:
  std::string at(std::string_view path) const;
  Task<Outcome<Content>> read(Call& call, Operation operation, std::string path, Keep keep);
  Task<Outcome<Call::Answer>> write(Call& call, std::string_view path, std::string_view content, Keep keep);
  Task<Outcome<>> make(Call& call, std::string path, std::uint32_t flags);
  Form form_;
  std::string cwd_;
};

}  // namespace nacre
