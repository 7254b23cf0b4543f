// The virtual machine as a session environment. Files are used directly, as root, and what is made belongs to the sandbox's user, as
// with sandbox.fs; commands run as that user, each in a fresh bash, and what they leave in the background goes on.
#pragma once

#include "src/session/call.h"
#include "src/session/session_env.h"

namespace nacre {

class VirtualSession final : public SessionEnv {
 public:
  explicit VirtualSession(std::string cwd) : cwd_(std::move(cwd)) {}
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
  bool runs_programs() const override { return true; }
  Task<Outcome<ShellResult>> run(Call& call, std::vector<std::string> argv, Bounds bounds) override;
  bool has_bytes() const override { return true; }

 private:
  struct Started {
    std::string_view program;
    std::vector<std::string> argv;
    std::string cwd;
    std::optional<double> timeout_ms;
    std::optional<Bounds> bounds;
  };
  Task<Outcome<ShellResult>> start(Call& call, Started what);
  std::string cwd_;
};

}  // namespace nacre
