// Running a sed script: the input files as one stream of lines (SedInput), and the machine (SedMachine).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/commands/sed.h"

namespace nacre {

// A destination of lines. A line whose delimiter was missing gets it only when something follows.
struct SedOutput {
  SedOutput(Process& p, int fd) : writer(p, fd) {}
  Writer writer;
  bool missing_newline = false;
};

// Lines of the input files. What is there is fetched without waiting; advance() waits for more, and goes on to the next
// file. With -i the output goes to a new file that takes the place of each file when it is done.
class SedInput {
 public:
  enum class Fetch : std::uint8_t { kLine, kMore, kEnd };
  SedInput(Process& p, const SedOptions& options, std::vector<std::string> files)
      : p_(p), o_(options), files_(std::move(files)) {}

  // The next line; a view that is valid until advance(). kMore: advance() first.
  Fetch fetch(std::string_view& line, bool& chomped);
  Task<> advance();
  // Whether it is known if the line fetched last is the last one (of its file with -s); else advance().
  bool last_known() const;
  bool is_last() const;
  // Name of the file of the line fetched last: "-" for standard input.
  const std::string& name() const { return name_; }
  std::uint64_t line_number() const { return number_; }
  // Ends the current file: what was edited in place is put in its place.
  void close();
  // Where output goes with -i, while a file is open.
  SedOutput* in_place() { return new_ ? &*new_ : nullptr; }
  bool bad() const { return bad_; }
  bool fatal() const { return fatal_; }
  // A file that is being edited in place stays as it was.
  void spoil() { spoiled_ = true; }
  bool take_new_file() { return std::exchange(fresh_, false); }

 private:
  Task<> open_next();
  Task<> open_in_place(std::string name);
  void replace();
  Task<> read_more();
  void give_up(std::string words);
  bool buffered() const { return o_.unbuffered ? have_ : !reader_->buffered().empty(); }
  bool at_end() const { return o_.unbuffered ? ended_ : reader_->at_end(); }

  Process& p_;
  const SedOptions& o_;
  std::vector<std::string> files_;
  std::size_t index_ = 0;          // of the next file
  std::string opened_, name_;      // the file that is open; that of the last line
  int fd_ = -1;
  std::optional<Reader> reader_;
  std::string line_;               // -u: the next line
  bool have_ = false, ended_ = false;
  std::uint64_t number_ = 0;
  std::optional<SedOutput> new_;   // -i
  std::string target_, temporary_;
  vfs::Stat stat_;
  int new_fd_ = -1;
  bool bad_ = false, fatal_ = false, spoiled_ = false, fresh_ = false;
};

class SedMachine {
 public:
  SedMachine(Process& p, const SedOptions& options, SedScript script, std::vector<std::string> files)
      : p_(p), o_(options), script_(std::move(script)), in_(p, options, std::move(files)), stdout_(p, 1),
        stderr_(p, 2) {}
  // The exit status.
  Task<int> run();

 private:
  enum class Flow : std::uint8_t {
    kNext,      // go on with the next command
    kJump,      // with pc_
    kEnd,       // the cycle ends
    kDelete,    // ... and nothing is printed
    kRestart,   // D: ... and no line is read
    kQuit,      // end of the cycle, then of sed
    kQuitSilently,
    kWait,      // ask wait_for()
  };
  struct Queued {          // a, r, R: shown when the cycle ends or a line is read
    std::string text;
    bool is_file = false;
  };

  Task<bool> open_files();
  Task<bool> next_line(bool append);
  Task<Flow> cycle();
  Flow execute(SedCommand& c);
  Task<Flow> wait_for(SedCommand& c);
  Task<Flow> read_line_command(SedCommand& c);
  Task<Flow> read_queue_line(SedCommand& c);
  Task<Flow> evaluate(SedCommand& c);
  Task<bool> substitute_in_steps(SedCommand& c);
  Task<std::string> shell(std::string command);
  bool selects(SedCommand& c);
  bool in_range(SedCommand& c);
  bool matches(const SedCommand& c, const SedAddress& a);
  Regex* regex_of(const SedRegex& re);
  // Where s stands in a pattern space.
  struct Substituting {
    std::size_t from = 0, copied = 0, last_end = RegexMatch::kNone;
    std::uint64_t count = 0;
    bool done = false;
  };
  bool substitute(SedCommand& c);
  Regex* regex_to_substitute(const SedSubstitution& s);
  bool substitute_some(const SedSubstitution& s, Regex& re, Substituting& at, std::uint64_t matches);
  bool substituted(const Substituting& at);
  void show_substituted(const SedCommand& c);
  void append_replacement(const SedSubstitution& s, std::span<const RegexMatch> groups);
  void append_cased(std::string_view text);
  void transliterate(const SedTransliteration& m);
  void list(std::int64_t width);
  void print(std::string_view text, bool chomped, SedOutput& to);
  void print_space() { print(space_.view(), space_.chomped, out()); }
  void put_text(std::string_view text, SedOutput& to);
  void put_lines(std::string_view text);
  void append_space(SedSpace& to, const SedSpace& from);
  Task<> show_queue();
  Task<> show_file(std::string name);
  void flush_files();
  bool flush_all();
  bool flush_full();   // what has become long
  void debug_spaces(char name);
  void debug_match(std::span<const RegexMatch> groups, std::size_t n);
  void debug_command(const SedCommand& c);
  SedOutput& out() {
    SedOutput* o = in_.in_place();
    return o ? *o : stdout_;
  }
  SedOutput& file(int i) { return *files_[static_cast<std::size_t>(i)]; }
  void stop(std::string words, int status) {
    if (error_.empty()) error_ = std::move(words), status_ = status;
  }

  Process& p_;
  const SedOptions& o_;
  SedScript script_;
  SedInput in_;
  SedOutput stdout_, stderr_;
  std::vector<std::unique_ptr<SedOutput>> own_files_;
  std::vector<SedOutput*> files_;            // by SedCommand::file of w; stdout and stderr may be among them
  std::vector<std::unique_ptr<Reader>> inputs_;   // by SedCommand::file of R; null: not there
  SedSpace space_, hold_;
  std::string result_;                       // of a substitution
  std::vector<RegexMatch> groups_;
  SedPiece::Case case_ = SedPiece::Case::kKeep, next_case_ = SedPiece::Case::kKeep;
  std::vector<Queued> queue_;
  Regex* last_regex_ = nullptr;
  std::size_t pc_ = 0;
  bool replaced_ = false, quit_ = false;
  bool at_end_ = false;                      // the cycle was ended by D
  std::size_t debug_depth_ = 0;
  std::string error_;                        // ends sed with status_
  int status_ = 0;
};

}  // namespace nacre
