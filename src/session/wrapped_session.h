// Environments over another one: seen from another directory, and with files laid over it.
#pragma once

#include "src/session/call.h"
#include "src/session/session_env.h"

namespace nacre {

// Passes everything on.
class WrappedSession : public SessionEnv {
 public:
  explicit WrappedSession(SessionEnv& inner) : inner_(inner) {}
  Task<Outcome<ShellResult>> exec(Call& c, std::string command, ExecOptions o) override {
    return inner_.exec(c, std::move(command), std::move(o));
  }
  Task<Outcome<Content>> read_file(Call& c, std::string path, Keep k) override { return inner_.read_file(c, at(std::move(path)), k); }
  Task<Outcome<Content>> read_buffer(Call& c, std::string path, Keep k) override { return inner_.read_buffer(c, at(std::move(path)), k); }
  Task<Outcome<>> write_file(Call& c, std::string path, std::string_view content, Keep k) override {
    return inner_.write_file(c, at(std::move(path)), content, k);
  }
  Task<Outcome<FileStat>> stat(Call& c, std::string path, Keep k) override { return inner_.stat(c, at(std::move(path)), k); }
  Task<Outcome<Names>> readdir(Call& c, std::string path, Keep k) override { return inner_.readdir(c, at(std::move(path)), k); }
  Task<Outcome<Existence>> exists(Call& c, std::string path, Keep k) override { return inner_.exists(c, at(std::move(path)), k); }
  Task<Outcome<>> mkdir(Call& c, std::string path, bool recursive) override { return inner_.mkdir(c, at(std::move(path)), recursive); }
  Task<Outcome<>> rm(Call& c, std::string path, bool recursive, bool force) override {
    return inner_.rm(c, at(std::move(path)), recursive, force);
  }
  std::string_view cwd() const override { return inner_.cwd(); }
  Task<Outcome<std::string>> resolve(Call& c, std::string path) override { return inner_.resolve(c, at(std::move(path))); }
  bool runs_programs() const override { return inner_.runs_programs(); }
  Task<Outcome<ShellResult>> run(Call& c, std::vector<std::string> argv, Bounds bounds) override {
    return inner_.run(c, std::move(argv), bounds);
  }
  bool has_bytes() const override { return inner_.has_bytes(); }

 protected:
  // The path that the inner one gets.
  virtual std::string at(std::string path) const { return path; }
  SessionEnv& inner_;
};

// Relative paths, and commands that name no directory of their own, start in `cwd`, which is absolute.
class ScopedSession final : public WrappedSession {
 public:
  ScopedSession(SessionEnv& inner, std::string cwd) : WrappedSession(inner), cwd_(std::move(cwd)) {}
  Task<Outcome<ShellResult>> exec(Call& c, std::string command, ExecOptions o) override;
  Task<Outcome<std::string>> resolve(Call& c, std::string path) override;
  std::string_view cwd() const override { return cwd_; }
  bool runs_programs() const override { return false; }

 protected:
  std::string at(std::string path) const override;

 private:
  std::string cwd_;
};

// Files under /.flue/packaged-skills/ are read from the host's catalog; they are nowhere else, and never written.
class OverlaySession final : public WrappedSession {
 public:
  static constexpr std::string_view kRoot = "/.flue/packaged-skills/";
  explicit OverlaySession(SessionEnv& inner) : WrappedSession(inner) {}
  Task<Outcome<Content>> read_file(Call& c, std::string path, Keep k) override;
};

}  // namespace nacre
