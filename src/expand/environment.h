// What expansions read and change: variables, positional parameters, options, the special parameters; and what they ask
// the shell to do for them (run a command substitution). The shell derives from it; tests have a small one.
//
// Copying an Environment is the fork of a shell: O(1), everything large is shared until written.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/expand/outcome.h"
#include "src/expand/shell_options.h"
#include "src/expand/variables.h"
#include "src/process/process.h"
#include "src/process/task.h"
#include "src/syntax/tree.h"

namespace nacre {

class ArithCache;
class PatternCache;

// $1 and up. shift moves `first`, so it costs nothing.
struct Arguments {
  struct List : RefCounted<List> {
    std::vector<std::string> items;
  };
  Ref<const List> list;
  std::size_t first = 0;

  std::size_t size() const { return list ? list->items.size() - first : 0; }
  const std::string& operator[](std::size_t i) const { return list->items[first + i]; }  // from 0
  void set(std::vector<std::string> items);
  std::span<const std::string> all() const;
};

// Ids of names that the expander knows.
struct KnownNames : RefCounted<KnownNames> {
  explicit KnownNames(NameTable& names);
  NameId ifs, path, home, pwd, oldpwd, lc_all, lc_ctype, lang, globignore, bash_rematch;
};

class Environment {
 public:
  Environment(Process& process, NameTable& names);
  Environment(const Environment& other, Process& process);  // the forked shell in its own process
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  virtual ~Environment();

  Process& process() const { return *process_; }
  void set_process(Process& p) { process_ = &p; }
  NameTable& names() const { return variables.names(); }
  const KnownNames& known() const { return *known_; }

  // --- state
  // ----------------------------------------------------------------------------------------------------------
  Variables variables;
  ShellOptions options;
  Arguments arguments;                 // $1 ...
  std::string zero;                    // $0
  std::string last_argument;           // $_
  int status = 0;                      // $?
  std::int64_t shell_pid = 0;          // $$: of the first shell, also in subshells
  std::int64_t background_pid = 0;     // $!; 0: unset
  std::uint32_t line = 0;              // $LINENO of the command that runs
  std::uint32_t subshell_level = 0;    // BASH_SUBSHELL
  // bash's this_command_name: what precedes messages of evaluation and builtins ("declare", "((", "[["); empty:
  // nothing.
  std::string_view command_name;
  // Parts of words within parts of words that are being expanded on the machine's stack.
  unsigned word_depth = 0;
  struct Deeper {
    explicit Deeper(Environment& env) : depth(env.word_depth) { ++depth; }
    ~Deeper() { --depth; }
    Deeper(const Deeper&) = delete;
    unsigned& depth;
  };
  // Depth of nested evaluations (commands of commands of ...), for the limit.
  std::uint32_t depth = 0;

  bool on(ShellOption o) const { return options.on(o); }

  // --- what the shell does
  // -------------------------------------------------------------------------------------------- Runs a command
  // substitution and gives its output as it came (also $(< file)). Sets `status`. Messages pending in `messages` are
  // written first.
  virtual Task<Outcome<std::string>> command_output(const CommandSub& command) = 0;
  // Starts a process substitution and gives the path to open: /dev/fd/N.
  virtual Task<Outcome<std::string>> process_substitution(const CommandSub& command) = 0;
  // set -x: writes "+ TEXT".
  virtual Task<> trace(std::string text) = 0;
  // "bash: line 3: ", "script.sh: line 3: ": what messages begin with.
  virtual std::string location() const = 0;
  // A variable with special meaning (see watched names in environment.cc) changed or went; also told after a scope
  // ended. The shell forgets its command hash when PATH changes, and so on.
  virtual void variable_changed(NameId) {}
  // `local -` ends: set all options as a change by `set` would.
  virtual void set_options(const ShellOptions& o) { options = o; }
  // The directory stack for ~N ~+N ~-N, from the top (front() is the working directory); {} when there is no stack.
  virtual std::vector<std::string> directory_stack() const { return {}; }
  // A message is about to be said: output that was made before it comes before it.
  virtual void before_message() {}
  // For prompts (PS1, ${x@P}): \j \! \# and \s.
  virtual std::int64_t job_count() const { return 0; }
  virtual std::int64_t history_number() const { return 1; }
  virtual std::int64_t command_number() const { return 1; }

  // --- messages
  // ------------------------------------------------------------------------------------------------------- Text for
  // stderr that is due: the shell writes and clears it before it runs, or prints, anything else.
  std::string messages;
  // location() + text + "\n".
  void report(std::string_view text);
  // The same for what bash takes to be an error of the shell itself: with set -e on, the shell ends by it, tested or
  // not; whoever writes the messages sees to that.
  void report_error(std::string_view text);
  bool error_ends_shell = false;
  // location() + command_name + ": " + text + "\n": what a builtin says.
  void complain(std::string_view text);

  // --- derived
  // -------------------------------------------------------------------------------------------------------- Variables
  // read with dynamic ones brought up to date. Namerefs are not followed. Null: no such variable.
  const Variable* lookup(NameId id);
  const Variable* lookup(std::string_view name);
  // local -n x=x: it means the global x.
  bool refers_to_itself(const Variable* v, NameId id) const { return v->level > 0 && v->text() == names().text(id); }
  // The scalar value of a variable, namerefs not followed; nothing when unset.
  std::optional<std::string_view> value(NameId id);
  std::optional<std::string_view> value(std::string_view name);
  void register_dynamic(const DynamicVariable* v);
  // Makes exported variables of NAME=value strings; skips what is no identifier (functions are the shell's affair).
  void import(std::span<const std::string> entries);

  // IFS as split uses it.
  struct Ifs {
    bool set = true;                // unset: as if " \t\n", and $* joins with a space
    std::string text = " \t\n";
    bool separator[256] = {};       // bytes of IFS
    bool blank[256] = {};           // those of space, tab, newline in IFS (and other isspace() of the locale)
    std::vector<std::string> wide;  // its characters of several bytes
    std::string first;              // the first character: what "$*" joins with
  };
  const Ifs& ifs();
  // A value would not fit into limits.memory. Ends the process: going on without it would be worse.
  Abort out_of_memory() {
    process().out_of_memory();
    return {Failure::kExit, 1};
  }
  bool utf8() const { return utf8_; }  // LC_CTYPE is C.UTF-8 (or any *.UTF-8)
  ArithCache& arith_cache();
  PatternCache& patterns();

  // RANDOM's generator: the same numbers as bash's after RANDOM=seed.
  std::uint32_t next_random();
  void seed_random(std::uint32_t seed);

 protected:
  friend class Variables;
  void note_change(NameId id);  // called by variables

  void read_locale();

 private:
  Process* process_;
  Ref<const KnownNames> known_;
  std::shared_ptr<const Ifs> ifs_;
  bool utf8_ = true;
  Ref<ArithCache> arith_cache_;
  Ref<PatternCache> patterns_;
  std::uint32_t random_seed_ = 1, last_random_ = 0;
  std::int64_t random_pid_ = 0;     // of the process that was seeded: a subshell is seeded anew
  std::int64_t seconds_base_ = 0;   // SECONDS counts from here (seconds of the machine's clock)
  std::int64_t seconds_offset_ = 0;
  friend struct Dynamics;
};

}  // namespace nacre
