// A session environment: where tools read, write and run commands. It is what Flue's contract calls SessionEnv, and the one interface
// that everything above uses, whether behind it is the virtual machine itself (virtual_session.h, where every member is ready at
// once), an object of the host's (host_session.h), another directory (scoped_session.h) or skills laid over it (overlay_session.h).
//
// Paths may be relative; they are seen from cwd(). Environments are cheap: one is made for each call, on the stack of its process.
// A value that only passes through to the caller on the other side of the boundary need not come here: with Keep::kAtHost an
// environment may answer by the number of the operation under which the host keeps it (`kept`), and leave the rest empty.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/result.h"
#include "src/process/task.h"
#include "vfs/file_system.h"

namespace nacre {

class Call;

// Why something failed, as the caller in JavaScript is to see it.
struct Failure {
  enum class Kind : std::uint32_t {
    kMessage,      // an Error with that text
    kSystem,       // an error of node:fs: code, the call's name in `text`, path
    kThrown,       // the very value that the host threw in `operation`
    kAborted,      // an AbortError with the signal's reason
    kUnconfirmed,  // the same, and the command may be running still
    kTimedOut,     // the deadline that a tool had set
    kArguments,    // an Error with that text and, behind it, the arguments as they were
  };
  Kind kind = Kind::kMessage;
  std::string text;
  std::string path;
  Errno code = Errno::kOk;
  std::uint32_t operation = 0;
};
template <class T = void>
using Outcome = std::expected<T, Failure>;
inline std::unexpected<Failure> failure(std::string message) { return std::unexpected<Failure>({.text = std::move(message)}); }
inline std::unexpected<Failure> failure(Failure::Kind kind) { return std::unexpected<Failure>({.kind = kind}); }

enum class Keep : std::uint8_t {
  kHere,
  kAtHost,
  kBytes,  // of a write: here, and no text
};

// A file's content: pieces of a file of ours, shared with it, or what the host gave.
struct Content {
  std::vector<vfs::Slice> pieces;
  std::string whole;
  std::uint32_t kept = 0;
};

struct ShellResult {
  std::string out, err;    // text
  double code = 0;
  bool timed_out = false;  // by the environment itself
  std::uint64_t lines = 0; // of a program with Bounds: how many it wrote to `out`
  std::uint32_t kept = 0;
};

struct FileStat {
  bool is_file = false, is_directory = false;
  std::optional<bool> is_link;
  std::optional<double> size, mtime;  // bytes; ms since 1970
  std::uint32_t kept = 0;
};

struct Names {
  std::vector<std::string> names;
  std::uint32_t kept = 0;
};

struct Existence {
  bool there = false;
  std::uint32_t kept = 0;
};

// Which options a host's exec gets, as keys of the object.
enum ExecKeys : std::uint32_t { kKeyCwd = 1, kKeyEnv = 2, kKeyTimeout = 4, kKeySignal = 8 };

struct ExecOptions {
  std::optional<std::string> cwd;
  std::optional<double> timeout_ms;
  std::optional<double> backstop_ms;  // the call is given up then (kTimedOut), whatever the environment does
  std::uint32_t keys = 0;
  Keep keep = Keep::kHere;            // also: the command is the caller's own
};

// How much of what a program writes is kept: the first lines, and of each so many bytes.
struct Bounds {
  std::uint32_t lines, line_bytes;
  bool end;  // one line more ends the program; else they are counted
};

class SessionEnv {
 public:
  virtual ~SessionEnv() = default;
  virtual Task<Outcome<ShellResult>> exec(Call& call, std::string command, ExecOptions options) = 0;
  // The content as it is (of a host: text).
  virtual Task<Outcome<Content>> read_file(Call& call, std::string path, Keep keep) = 0;
  virtual Task<Outcome<Content>> read_buffer(Call& call, std::string path, Keep keep) = 0;
  // Makes or replaces a file, and the directories that are missing. Kept: the content is the caller's own; else it stays where it is
  // until the task is done.
  virtual Task<Outcome<>> write_file(Call& call, std::string path, std::string_view content, Keep keep) = 0;
  virtual Task<Outcome<FileStat>> stat(Call& call, std::string path, Keep keep) = 0;
  virtual Task<Outcome<Names>> readdir(Call& call, std::string path, Keep keep) = 0;
  virtual Task<Outcome<Existence>> exists(Call& call, std::string path, Keep keep) = 0;
  virtual Task<Outcome<>> mkdir(Call& call, std::string path, bool recursive) = 0;
  virtual Task<Outcome<>> rm(Call& call, std::string path, bool recursive, bool force) = 0;
  virtual std::string_view cwd() const = 0;
  // Two spellings of a path give the same text.
  virtual Task<Outcome<std::string>> resolve(Call& call, std::string path) = 0;

  // True when programs can be run without a shell (run()): the virtual machine.
  virtual bool runs_programs() const { return false; }
  // Runs a program in cwd(); 126 when it cannot be run.
  virtual Task<Outcome<ShellResult>> run(Call& call, std::vector<std::string> argv, Bounds bounds);
  // True when a file's bytes are kept by a read and a write of its content, so that the content is not only text.
  virtual bool has_bytes() const { return false; }
};

}  // namespace nacre
