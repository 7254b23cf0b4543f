// A small shell for the tests of expand/: enough of an interpreter to run the scripts of the tables, whose results were
// recorded from real bash. It is an Environment as src/shell's is, and runs as a process of a machine.
//
// Commands: p (prints its fields as N:<a><b>), echo, :, true, false, set (--, -u -f -a and +), shopt -s/-u, unset, let,
// declare/local/export/readonly (flags and assignments), read (IFS splitting of a here-string's word: read VARS --
// TEXT), cd, mkdir, touch, exit; (( )), [[ ]], lists, && ||, for, { }, ( ), functions without positional restoration of
// redirections.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/expand/arithmetic.h"
#include "src/expand/assign.h"
#include "src/expand/conditions.h"
#include "src/expand/expand.h"
#include "src/expand/quote.h"
#include "src/process/machine.h"
#include "src/syntax/parser.h"

namespace nacre::test {

class MiniShell : public Environment {
 public:
  MiniShell(Process& p, NameTable& names) : Environment(p, names) { zero = "bash"; }
  MiniShell(const MiniShell& o, Process& p)
      : Environment(o, p), functions(o.functions), scripts(o.scripts), exiting(o.exiting) {
    ++subshell_level;
    out_ = nullptr;
  }

  std::string output;                                  // stdout and stderr in order
  std::map<std::string, const Command*> functions;
  std::vector<Ref<Script>> scripts;                     // keeps functions' trees
  bool exiting = false;

  std::string location() const override { return "bash: line " + std::to_string(line ? line : 1) + ": "; }

  Task<Outcome<std::string>> command_output(const CommandSub& c) override { return run_substitution(c); }
  Task<Outcome<std::string>> process_substitution(const CommandSub&) override {
    return Task<Outcome<std::string>>::ready(std::string("/dev/fd/63"));
  }

  Task<int> run_script(std::string text);

 private:
  using Status = Outcome<int>;
  void flush() {
    output += messages;
    messages.clear();
  }
  void print(std::string_view s) {
    flush();
    output += s;
  }
  Task<Outcome<std::string>> run_substitution(const CommandSub& c);
  Task<Status> run(const Command* c);
  Task<Status> run_simple(const SimpleCommand& c);
  Task<Status> run_condition(const CondExpr& e);
  Task<Status> run_for(const ForCommand& c);
  Task<Status> call(const Command* body, std::vector<std::string> arguments);
  Task<Status> declare(const SimpleCommand& c);
  Task<Status> builtin(std::vector<std::string>& words);
  Status set(std::vector<std::string>& words);
  std::string* out_ = nullptr;
};

// printf %b for the few escapes that the tables use.
std::string decode_text(std::string_view text);

// Runs a script in a new machine's shell; gives what it printed and, after it, "[status]".
std::string run_mini(std::string_view script, std::string_view setup_cwd = "/tmp");

}  // namespace nacre::test
