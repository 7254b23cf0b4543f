// The shell: an Environment with functions, aliases, traps and jobs, that runs the tree which the parser makes.
//
// One Shell belongs to one Process (it is the process's data). A subshell is a copy of it in a forked process: everything
// large is shared until written. Commands run as coroutines that give their exit status; what leaves more than one command
// (break, continue, return, exit, an error that abandons the line) is a Flow kept in the shell, which every loop and list
// looks at: when flow is not kNormal, return at once.
//
//   run.cc       dispatch, lists, pipelines, compound commands       simple.cc   simple commands, functions, programs
//   redirect.cc  redirections and their undoing                      trap.cc     traps, signals, errexit
//   jobs.cc      children and jobs                                   input.cc    reading: scripts, -c, stdin, eval, source
//   main.cc      the programs bash and sh                            builtin.h   how builtins are written
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/expand/assign.h"
#include "src/expand/environment.h"
#include "src/expand/expand.h"
#include "src/process/machine.h"
#include "src/process/process.h"
#include "src/shell/completion.h"
#include "src/shell/history.h"
#include "src/regex/pattern.h"
#include "src/syntax/parser.h"
#include "src/syntax/tree.h"

namespace nacre {

struct Builtin;

// The names of one shell and its subshells.
struct NameTableBox : RefCounted<NameTableBox> {
  NameTableBox();
  NameTable table;
  std::vector<const Builtin*> builtins;   // by NameId; shorter than the table
  NameId optind, posixly_correct, xtracefd;
};

enum class Flow : std::uint8_t {
  kNormal,
  kBreak,      // flow_count loops up
  kContinue,
  kReturn,     // to the function or sourced file
  kDiscard,    // to the reader of commands: the rest of what it read is abandoned
  kTopLevel,   // the same, to the outermost reader: out of eval, source, traps
  kExit,       // the shell ends
};

struct Function : RefCounted<Function> {
  Ref<const Script> script;        // holds the tree
  const FunctionCommand* definition = nullptr;
  std::string source;              // the file that defined it; "environment" for -c
  std::uint32_t line = 0;
  bool exported = false, traced = false, readonly = false;
};

// One call that is going on: a function, a sourced file, or the script itself (at the bottom).
struct CallFrame {
  std::string name;                // FUNCNAME: "f", "source", "main"
  std::string source;              // BASH_SOURCE
  std::uint32_t line = 0;          // BASH_LINENO: where it was called
};

// Copy-on-write: copies share, change() makes its own first.
template <class T>
class Shared {
 public:
  const T& get() const { return box_->value; }
  const T* operator->() const { return &box_->value; }
  T& change() {
    if (!box_->unique()) box_ = make_ref<Box>(box_->value);
    return box_->value;
  }

 private:
  struct Box : RefCounted<Box> {
    Box() = default;
    explicit Box(const T& v) : value(v) {}
    T value;
  };
  Ref<Box> box_ = make_ref<Box>();
};

struct Trap {
  std::string command;             // empty: ignore
};
// Pseudo-signals, after the real ones.
enum : int { kTrapExit = 0, kTrapDebug = kSignals, kTrapErr, kTrapReturn, kTraps };

using TrapArray = std::array<std::optional<Trap>, kTraps>;
struct TrapTable : RefCounted<TrapTable> {
  TrapArray traps;
};

struct JobEntry {
  enum class State : std::uint8_t { kRunning, kStopped, kDone };
  int number = 0;                  // %1
  Pid group = 0;                   // its process group when job control made one; else 0
  std::vector<Pid> pids;           // the last one's status is the job's
  std::vector<std::optional<WaitStatus>> statuses;
  std::string text;
  std::vector<std::string> stages;  // of a pipeline, for jobs -l
  State state = State::kRunning;
  bool background = true, notified = false, keep_on_hup = false;
  std::uint64_t used = 0;          // orders %+ and %-
};

// How commands are found: -c string, a script, standard input.
constexpr int kScriptFd = 255;         // where a script is open while it is read
constexpr int kSubstitutionFd = 63;   // descriptors of process substitutions, downwards

enum class ShellKind : std::uint8_t { kString, kScript, kStdin };

class Shell final : public Environment, public ProcessData, public AliasSource {
 public:
  Shell(Process& process, Ref<NameTableBox> names);
  // A subshell in its own process.
  Shell(const Shell& other, Process& process);
  ~Shell() override;
  // The shell of a process that runs one.
  static Shell& of(Process& p) { return *static_cast<Shell*>(p.data.get()); }

  // --- running (run.cc) -----------------------------------------------------------------------------------------------
  // Adds to SHLVL: -1 before this shell becomes a program.
  void adjust_level(int by);
  // Runs a program in a child, in the foreground, and waits for it.
  Task<int> run_program(Executable what, Fields argv, Ref<const EnvBlock> environment);
  // Runs a command and gives its status, which is also left in `status`. The tree must be held by the caller.
  Task<int> run(const Command& command);
  Flow flow = Flow::kNormal;
  int flow_count = 0;              // loops to break or continue
  int exit_status = 0;             // of kExit
  int return_status = 0;           // of kReturn
  int loop_depth = 0;              // loops around, in this function
  bool leaving() const { return flow != Flow::kNormal; }
  bool interrupted = false;        // the kExit is one of session.cc: only the script is left
  // Takes an expansion's failure: sets flow as it says and gives the status of the command.
  int fail_with(const Abort& abort);
  // Above 0: a failure is tested (if, while, &&, ||, !) and neither ends the shell nor runs the ERR trap.
  int tested = 0;

  // --- simple commands (simple.cc) ------------------------------------------------------------------------------------
  // Runs argv as found: function, builtin, program. For builtins `command`, `builtin`, `exec`, and for eval-less callers.
  enum : unsigned { kNoFunctions = 1, kNoBuiltins = 2, kNoFork = 4, kStandardPath = 8, kOnlyBuiltins = 16, kLeavesLevel = 32 };
  Task<int> run_argv(Fields argv, unsigned how = 0);
  Task<int> run_builtin(const Builtin& builtin, Fields& argv);
  Task<int> finish_builtin(Task<int> running, std::string_view outer);
  Task<int> call_function(Ref<const Function> function, std::string name, Fields& argv);
  // While a declaration builtin runs: for each argument its node when it is name=( ... ), else null. Scalar assignments
  // come as text, "x=value", expanded as assignments are.
  std::vector<const Assignment*> declared;
  bool in_parentheses = false;                   // the shell of a ( ), or one within
  const Function* find_function(std::string_view name) const;
  const Builtin* find_builtin(std::string_view name) const;   // nothing when disabled by `enable -n`
  // Where a program is: by the hash table, then PATH. Empty: not found.
  std::string find_program(std::string_view name, bool standard_path = false, bool remember = true);
  // The environment of programs: exported variables and functions.
  Ref<const EnvBlock> program_environment();

  // --- redirections (redirect.cc) -------------------------------------------------------------------------------------
  struct Undo {
    int fd;
    Ref<FileDescription> file;
    bool cloexec;
  };
  using Undos = std::vector<Undo>;
  // Applies them in order; on failure undoes those done and gives false with the message written. undo null: they stay.
  Task<bool> redirect(Span<const Redirect> redirects, Undos* undo);
  Task<bool> redirect_program(Span<const Redirect> redirects, Undos& undo);
  Task<bool> redirect_apart(Span<const Redirect> redirects, Undos& undo);
  void undo_redirects(Undos& undo);

  // --- subshells and children (jobs.cc) -------------------------------------------------------------------------------
  // Forks this shell; the child runs `command` and exits with its status. files: descriptors set in the child.
  struct ChildOptions {
    std::vector<std::pair<int, Ref<FileDescription>>> files;
    Pid group = -1;                // as in SpawnOptions
    bool asynchronous = false;     // & without job control: SIGINT and SIGQUIT ignored, stdin from /dev/null
    bool substitution = false;     // $( ) or <( ): errexit is off without inherit_errexit
    bool pipeline = false;         // a stage of one: a simple command sees the outer BASH_SUBSHELL
    bool coprocess = false;        // a simple command is a list of one, as any
    bool lists_traps = true;       // `trap -p` in it shows ours until it sets one
    const CommandSub* text = nullptr;   // what it runs, read as text
  };
  // Before a fork, where the limit of processes is reached: lets the others run for a moment, for some may be about to end.
  Task<> make_room() { return process().machine().full() ? wait_for_room() : Task<>::ready(); }
  // `program` keeps the tree alive. EAGAIN: the message is written and nullopt given.
  [[gnu::noinline]] void inherit_jobs(const Shell& parent);
  [[gnu::noinline]] void set_asynchronous(const Command& command, const ChildOptions& o, bool monitor);
  [[gnu::noinline]] std::nullopt_t cannot_fork(const Error& error);
  std::optional<Pid> start_child(const Command& command, const ChildOptions& options);
  // Waits for a child that runs in the foreground; updates the job table if it stops.
  // `command`, for messages ("Killed   sleep 5"), may be null; `stopped` too.
  // quiet: nothing is said of a signal that ended it (a stage of a pipeline other than the last).
  Task<int> wait_foreground(Pid pid, const Command* command, bool* stopped, bool quiet = false);
  JobEntry& add_job(std::vector<Pid> pids, std::string text, bool background);
  void remove_job(const JobEntry& job);
  // Closes descriptors of process substitutions made since there were `mark` of them.
  void close_substitutions(std::size_t mark);
  std::vector<int> substitutions;
  std::vector<Pid> readers;                      // processes of >( ): the shell's end waits for them, for they have its output
  // Takes up what has happened to children, without waiting.
  void update_jobs();
  // Waits until something has happened to a child, and takes it up. False: there are none, or (interruptible) a signal with
  // a trap came.
  Task<bool> wait_child(bool interruptible);
  void note_child(Pid pid, const WaitStatus& status);
  JobEntry* find_job(std::string_view spec, std::string* error = nullptr);   // %1 %+ %- %name %?name
  JobEntry* job_of(Pid pid);
  std::vector<std::unique_ptr<JobEntry>> jobs;
  bool inherited_jobs = false;                   // they are the parent's, to be listed only
  std::map<Pid, WaitStatus> ended;               // statuses of children not in `jobs` any more, for `wait PID`
  std::string job_line(const JobEntry& job, char format) const;   // 'l' long, 'p' pids, ' ' usual
  // "[1]+  Done   sleep 1" in interactive shells; others tell of jobs that were killed. Those done are forgotten.
  void notify_jobs();
  // What a shell that is not interactive says of a job that a signal ended; empty for those that it keeps silent about.
  std::string death_notice(const JobEntry& job) const;
  std::uint64_t job_clock = 0;

  Task<Outcome<std::string>> command_output(const CommandSub& command) override;
  Outcome<std::string> unparsed_output(const CommandSub& c);
  Task<Outcome<std::string>> file_output(const CommandSub& c);
  Outcome<std::string> no_output(int st);
  Task<Outcome<std::string>> process_substitution(const CommandSub& command) override;

  // --- traps (trap.cc) ------------------------------------------------------------------------------------------------
  const Trap* trap(int which) const;             // as set in this shell
  void set_trap(int which, std::optional<std::string> command);   // nullopt: default
  // Runs traps of signals that have come.
  Task<> run_pending_traps();
  bool traps_pending() const { return process().pending() != 0; }
  Task<int> run_trap(int which);                 // EXIT, ERR, DEBUG, RETURN: when set
  // After a command with a failing status: ERR trap and errexit. `trapped`: the trap was there when the command began. `simple`: it was a
  // simple command.
  Task<> failed(int st, bool trapped = true, bool simple = false) {
    if (tested > 0 || (!traps && !on(ShellOption::kErrexit))) return Task<>::ready();
    return failed_slow(st, trapped, simple);
  }
  // What `trap` lists in a subshell that has set none: the parent's traps, which are not in force.
  Ref<const TrapTable> inherited_traps;
  bool any_traps() const;
  bool started_ignoring(int signal) const { return ignored_at_start_ >> (signal & 63) & 1; }
  int trap_before = -1;            // in a trap other than DEBUG: $? before it, which `return` without operand gives

  // --- reading (input.cc) ---------------------------------------------------------------------------------------------
  // Parses text and runs it command by command: eval, traps, -c. `name` begins its syntax errors ("eval"); "" for none.
  Task<int> run_text(std::string text, std::string name, std::uint32_t first_line = 1);
  // source: runs a file; return leaves it.
  Task<int> run_file(std::string path, std::string shown, const Fields* arguments);
  // Commands from descriptor 0, one line at a time.
  Task<int> run_stdin();
  ParserOptions parser_options() const;
  // The subshell's, string's or script's end: EXIT trap, then the status.
  Task<int> finish(int status);
  // Called by main: the variables that a new shell has.
  void set_up(const std::string& shell_name);

  // --- names ----------------------------------------------------------------------------------------------------------
  bool find_alias(const std::string_view& name, std::string_view& value) const override;
  std::string location() const override;
  std::string error_name() const;                // what it begins with
  void variable_changed(NameId id) override;
  void set_options(const ShellOptions& o) override;
  std::vector<std::string> directory_stack() const override;
  std::int64_t job_count() const override { return static_cast<std::int64_t>(jobs.size()); }
  std::int64_t history_number() const override;
  std::int64_t command_number() const override;

  Shared<std::unordered_map<NameId, Ref<const Function>>> functions;
  Shared<std::map<std::string, std::string, std::less<>>> aliases;
  Shared<std::map<std::string, std::pair<std::string, int>, std::less<>>> hashed;    // name -> path, hits
  Ref<TrapTable> traps;                          // null: none is set
  Shared<std::map<std::string, bool, std::less<>>> disabled;                         // builtins by `enable -n`
  std::vector<CallFrame> calls;                  // from the bottom
  // BASH_ARGV and BASH_ARGC: the arguments of calls, from the bottom. The shell's own are noted when first asked for.
  std::vector<std::vector<std::string>> call_arguments;
  bool own_arguments_noted = false;
  void note_own_arguments();
  int function_depth = 0;
  int source_depth = 0;
  std::vector<std::string> directories;          // the stack below the working directory
  Shared<CompletionTable> completions;           // what `complete` was told
  Shared<History> history;
  bool history_has_current = false;              // the command that runs is the last entry of history
  std::string logical_cwd;                       // what pwd -L prints
  ShellKind kind = ShellKind::kString;
  std::string name;                              // what messages begin with: "bash", "sh", "script.sh"
  bool is_subshell = false;
  Parser* reader_ = nullptr;                     // of run_parser, the innermost
  bool own_builtin_ = false;                     // one_command is a builtin, and runs
  bool text_broke_off_ = false;                  // inside quotes: see Parser::forget_position
  // Of a process for one simple command: that command. The process ends as the shell would.
  const SimpleCommand* one_command = nullptr;
  // The status that an error ends the shell with: 127 for a string.
  int fatal_status(int st) const { return kind == ShellKind::kString && (!is_subshell || one_command) ? 127 : st; }
  bool interactive() const { return on(ShellOption::kInteractive); }
  bool posix() const { return on(ShellOption::kPosix); }
  Ref<const Script> current;                     // of the command that runs: functions defined in it hold it
  std::uint64_t commands_run = 0;
  Nanoseconds started = 0;                       // when the shell began
  // `exit` and set -e, with flow and exit_status set: the EXIT trap runs where the shell exits, before anything is unwound, so that it
  // sees a function's variables and arguments, and redirections. Only what eval, source or -c runs outside of functions is unwound first.
  Task<> exit_here();
  // The text of a script file, to its end.
  Task<int> run_script(std::string text);
  int trace_level = 1;                           // of eval, source and traps: how often set -x repeats PS4's first character
  // getopts' place within an argument.
  std::size_t getopts_offset = 0;
  std::int64_t getopts_index = 1;
  // The last command substitution's status, for assignments without a command; -1: none.
  int substitution_status = -1;
  const Command* running = nullptr;              // BASH_COMMAND: not of traps, but of what they interrupted
  std::string running_text;                      // the same when its tree is gone
  // The tree that `running` may lie in goes: keeps its text when a trap could ask for it.
  void forget_running();
  void note_running(const Command& c) {
    if (!in_trap_) running = &c, running_line = c.line;
  }
  std::uint32_t running_line = 0;                // of the last simple command or the like: what failed, to the ERR trap
  std::vector<int> pipe_statuses;                // PIPESTATUS
  void set_pipe_status(int st) {
    if (pipe_statuses.size() != 1) pipe_statuses.resize(1);
    pipe_statuses[0] = st;
  }
  PatternOptions pattern_options() const;
  static bool is_special_builtin(std::string_view name);

  // The shell that became this one by exec: it stays as long, for its frames await ours.
  std::unique_ptr<ProcessData> former;

  // --- output of builtins ---------------------------------------------------------------------------------------------
  // Text for the builtin's stdout, written when it ends (messages first).
  void print(std::string_view text) { output_ += text; }
  void flush_messages() {
    if (!messages.empty() || !earlier_.empty()) write_messages();
  }
  // Writes what was printed. False: an error, reported as "echo: write error: ...".
  bool flush_output();
  // The same, and waits where a pipe is full.
  Task<bool> drain_output();
  std::size_t printed() const { return output_.size(); }
  // A text as set -x shows it.
  static std::string quote_trace(std::string_view text);
  // Text to stderr, at once, as set -x writes (BASH_XTRACEFD).
  Task<> trace(std::string text) override;
  // Where set -x writes: the open descriptor that BASH_XTRACEFD names; -1 when that is set and is none.
  int trace_descriptor();

  // The text that runs next is all that the process does: its last command may become the program instead of starting it.
  void run_last_in_place() { last_text_ = true; }

 private:
  friend Task<int> run_in_child(Process&, const Command&, Ref<const Script>, ChildOptions);
  Task<int> run_compound(const Command& c);
  Task<int> run_redirected(const Command& c);
  Task<int> run_simple(const SimpleCommand& c);
  // Whether the command that runs next is the process's last, so that it may become the program; and whether bash, which does
  // so less often, would, without redirections or with them: SHLVL then counts this shell no more.
  enum class InPlace : std::uint8_t { kNo, kQuietly, kAsBash, kRedirected };
  static unsigned how_in_place(InPlace i) {
    return i == InPlace::kNo ? 0u : i == InPlace::kQuietly ? unsigned{kNoFork} : unsigned{kNoFork | kLeavesLevel};
  }
  // How a simple command came to run.
  struct Circumstances {
    InPlace in_place = InPlace::kNo;
    bool tested = false;    // its failure is (own_failure_tested_)
    bool trapped = false;   // there was an ERR trap
    std::uint32_t line = 0;   // $LINENO before it: a redirection of the compound command around is reported there
  };
  struct Restore {
    std::uint32_t& line;
    std::uint32_t before;
    ~Restore() { line = before; }
  };
  // Its words, where those of declarations came from, and the process substitutions that there were before.
  struct Expanded {
    Fields argv;
    std::vector<const Assignment*> nodes;
    std::size_t mark = 0;
  };
  Circumstances begin_simple(const SimpleCommand& c);
  const Builtin* declares(const SimpleCommand& c) const;
  Task<int> run_with_keywords(const SimpleCommand& c);
  Task<int> run_trapped(const SimpleCommand& c, bool over);
  Task<int> run_words(const SimpleCommand& c, Circumstances how);
  Task<int> run_after(const SimpleCommand& c, Task<Outcome<>> expansion, std::unique_ptr<Expanded> words, Circumstances how);
  Task<int> run_expanded(const SimpleCommand& c, std::unique_ptr<Expanded> words, Circumstances how);
  Task<int> run_assignments(const SimpleCommand& c);
  Task<int> assignments_later(const SimpleCommand& c, std::size_t i, Task<Outcome<>> one, std::size_t mark);
  Task<int> line_after(Task<int> command, std::uint32_t before);
  Task<int> run_pipeline(const PipelineCommand& c);
  bool ignores_failure(const PipelineCommand& c) const;
  Task<int> run_stages(const PipelineCommand& c);
  Task<int> run_timed(const PipelineCommand& c);
  Task<int> run_and_or(const AndOrCommand& c);
  Task<int> run_list(const ListCommand& c);
  // The flow after a command that the reader of a text has run: what has come up to it ends here. True: it reads on.
  bool reads_on(int& st);
  bool after_error(const Parser& parser, int& st);
  Task<int> run_background(const Command& c);
  Task<int> run_subshell(const SubshellCommand& c);
  Task<int> run_if(const IfCommand& c);
  Task<int> run_while(const WhileCommand& c);
  Task<int> run_for(const ForCommand& c);
  int bad_loop_name(const ForCommand& c);
  Task<int> run_select(const ForCommand& c);
  Task<int> run_arith_for(const ArithForCommand& c);
  Task<int> run_case(const CaseCommand& c);
  Task<int> run_function_definition(const FunctionCommand& c);
  Task<int> run_arith(const ArithCommand& c);
  Task<int> await_arith(Task<Outcome<std::int64_t>> value);
  Task<int> trace_arith(const ArithCommand& c);
  Task<> trace_words(const ForCommand& c, std::string text);
  Task<int> end_arith(Outcome<std::int64_t> v);
  Task<int> run_cond(const CondCommand& c);
  Task<Outcome<bool>> eval_cond(const CondExpr& e, bool inverted = false);
  Task<int> run_coproc(const CoprocCommand& c);
  // After a loop's body: what break and continue mean here. True: leave the loop.
  bool end_of_turn();
  Task<Outcome<>> declare_array(const Builtin& builtin, const Fields& argv, const Assignment& a);
  Task<Outcome<>> expand_declaration(const SimpleCommand& c, const Builtin& builtin, Fields& argv,
                                     std::vector<const Assignment*>& nodes);
  Task<Outcome<>> trace_assign(const Assignment& a);
  Task<Outcome<>> assign_temporary(const SimpleCommand& c);
  Task<int> execute_program(Fields argv, unsigned how);
  Ref<const EnvBlock> environment_with(const std::string& path);
  Task<int> not_found(Fields argv);
  int cannot_execute(const std::string& shown, const std::string& path, Errno e);
  Task<bool> apply_redirect(const Redirect& r, Undos* undo);
  Task<Outcome<std::string>> held_descriptor(const Redirect& r);
  Task<bool> put_file(const Redirect& r, Ref<FileDescription> file, Undos* undo);
  Task<Ref<FileDescription>> open_target(const Redirect& r, const std::string& path, OpenFlags flags);
  void replace(int fd, Ref<FileDescription> file, Undos* undo);
  Task<int> run_parser(Parser& parser, const std::string& name);
  std::string syntax_message(const Parser& parser, const std::string& name) const;
  Task<bool> debug_trap(const Command& c) {
    if (!traps || in_debug_trap_) return Task<bool>::ready(true);
    return debug_trap_slow(c);
  }
  // at_line: LINENO in the trap; 0: the command's.
  Task<bool> debug_trap_slow(const Command& c, std::uint32_t at_line = 0);
  Task<bool> run_debug_trap(std::uint32_t at_line);
  Task<> failed_slow(int st, bool trapped, bool simple);
  void register_specials();
  void import_function(std::string_view entry);

  Ref<NameTableBox> names_;
  std::string killed_line(Pid pid, int signal, const std::string& text) const;
  // The variable of for or select could not be set (it is readonly): the loop fails, and in POSIX mode the shell ends.
  int fail_loop(const Abort& abort);
  // Whether n more files can be open (ulimit -n); the highest free descriptor up to `from`, for the shell's own use.
  bool has_descriptors(int n) const;
  Task<> wait_for_room();
  int high_descriptor(int from) const;
  // A coprocess has ended: its variables go.
  void forget_coprocess(Pid pid);
  Pid coprocess_ = 0;
  NameId coprocess_name_ = kNoName;
  int coprocess_fds_[2] = {-1, -1};
  // The steps of run_simple that few commands take.
  struct Callee {
    bool function, special;
  };
  Task<bool> assign_in_front(const SimpleCommand& c, const Fields& argv, Callee callee, bool& scope, int& st);
  Task<> trace_simple(const Fields& argv, const std::vector<const Assignment*>& nodes);
  int redirect_failed(bool program, bool special);
  std::string last_word(const Fields& argv, const std::vector<const Assignment*>& nodes);
  void keep_underscore();
  // Prefix assignments of a special builtin in POSIX mode: what is left of them in the scope that ends becomes the shell's.
  Task<> keep_assignments(const SimpleCommand& c);
  void before_message() override {
    // As bash's stdout, which is flushed at each newline: whole lines come first.
    const std::size_t lines = output_.rfind('\n') + 1;
    if (lines == 0) return;
    earlier_.emplace_back(std::exchange(messages, {}), output_.substr(0, lines));
    output_.erase(0, lines);
  }
  void write_messages();
  bool write_output(std::string_view text);
  bool report_write(const Result<>& written);
  std::string output_;
  // What was said and printed before the last message: pairs of messages and the output after them.
  std::vector<std::pair<std::string, std::string>> earlier_;
  ParserOptions parser_options_;
  Ref<const EnvBlock> last_environment_, last_environment_of_;
  std::string last_environment_path_;
  bool underscore_came_ = false;     // the variable _ is as it came from the environment
  InPlace no_fork_ = InPlace::kNo;
  bool calm_ = false;                // if eval ...: there messages do not end the shell for set -e
  bool own_failure_tested_ = false;  // the simple command or subshell that runs next stands after !: its status is tested
  int readers_ = 0;                  // texts being read: 1 at the outermost
  // DEBUG, RETURN and ERR, put aside while a function runs.
  static constexpr std::array<int, 3> kHideable = {kTrapDebug, kTrapReturn, kTrapErr};
  using HiddenTraps = std::array<std::optional<Trap>, 3>;
  std::unique_ptr<HiddenTraps> hide_traps(bool traced);   // null: none is
  void show_traps(HiddenTraps& hidden);
  std::optional<Trap>& own_trap(int which);   // to be changed; the table is there
  // The redirections in force, from the innermost.
  struct Redirected {
    Undos& undo;
    bool simple;                     // of a builtin or a function call
    Redirected* outer;
  };
  Redirected* redirected_ = nullptr;
  Task<int> run_exit_trap(int st);
  Task<> exit_for_error(int st, bool simple);
  int strings_ = 0;                  // texts being run that are no script file
  bool exits_later_ = false;         // exit_here() was left to the end of the outermost of those
  bool in_debug_trap_ = false, in_err_trap_ = false, in_return_trap_ = false, last_text_ = false, in_trap_ = false;
  std::uint64_t ignored_at_start_ = 0;   // bits of signals
};

// What programs find as _: their path. In the place of the one that came from the environment, as long as that is there.
void set_underscore(EnvBlock& env, const std::string& path);

}  // namespace nacre
