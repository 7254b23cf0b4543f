// The harness of the shell's tests: runs a script in bash, in a Machine of its own with a fixed clock.
//
//   run_script("echo a; nosuch")             // "a\nbash: line 1: nosuch: command not found\n[127]\n"
//   run_script(script, setup)                // setup runs before, in a shell of its own, and must succeed
//
// stdout and stderr come as one text, with the exit status behind it, as record.mjs records them from real bash: the script is
// run by `bash -c SCRIPT 2>&1` in /tmp/work, with HOME=/root, and the functions of cases/prelude.sh (p, assign) by BASH_ENV.
// The number of a process in "bash: line 1: 1234 Killed" becomes PID.
#pragma once

#include <string>
#include <string_view>

#include "tests/unit/commands/run.h"

namespace nacre::test {

inline constexpr std::string_view kPrelude = R"~(p(){ local IFS=' ' LC_ALL=C.UTF-8; printf '%d:' $#; printf '<%s>' "$@"; echo; }
assign(){ printf -v "$1" %s "$2"; }
)~";

// "bash: line 3:   123 Killed" -> "bash: line 3: PID Killed"
inline std::string without_pids(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::string_view line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
    text.remove_prefix(line.size());
    const std::string_view head = "bash: line ";
    if (line.starts_with(head)) {
      std::size_t i = line.find(": ", head.size());
      i = i == line.npos ? line.size() : i + 2;
      std::size_t j = line.find_first_not_of(' ', i);
      const std::size_t digits = j;
      while (j < line.size() && line[j] >= '0' && line[j] <= '9') ++j;
      if (j != line.npos && j > digits && j + 1 < line.size() && line[j] == ' ' && line[j + 1] >= 'A' && line[j + 1] <= 'Z') {
        out += line.substr(0, i);
        out += "PID";
        line.remove_prefix(j);
      }
    }
    out += line;
  }
  return out;
}

inline std::string run_script(std::string_view script, std::string_view setup = {}) {
  MachineOptions options = box_options();
  options.env = {"HOME=/root", "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TZ=UTC", "BASH_ENV=/tmp/rc"};
  Box box(options);
  box.file("/tmp/rc", kPrelude);
  box.dir("/tmp/work");
  constexpr std::string_view kRun = R"(cd /tmp/work && unset OLDPWD && exec bash -c "$1" 2>&1)";
  const auto run = [&](std::string_view text) {
    const Output r = box.run({"bash", "-c", std::string(kRun), "bash", std::string(text)});
    return without_pids(r.out + r.err) + "[" + std::to_string(r.status) + "]\n";
  };
  if (!setup.empty())
    if (std::string failed = run(setup); failed != "[0]\n") return failed;
  return run(script);
}

}  // namespace nacre::test
