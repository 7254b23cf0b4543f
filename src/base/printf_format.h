// printf(1): the format interpreter of /usr/bin/printf and of bash's builtin. Pure: format and arguments in, bytes and
// messages out.
//
//   PrintfRun run(options, format, arguments);
//   while (run.step()) { write run.out, clear it; p.spend(...) }     // step: true while there is more to do
//   run.status, run.stopped (by \c), run.messages; run.counts for %n; run.excess (GNU: first unused argument)
//
// The format is used again while arguments remain. Standards: POSIX printf; coreutils 9.1 and bash 5.2 where they differ.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nacre {

struct PrintfOptions {
  bool bash = false;       // the builtin: %q %Q %(fmt)T %n, its escapes and messages; else GNU's
  bool utf8 = true;        // the locale is C.UTF-8: "'é" is one character, \u prints UTF-8
  const void* context = nullptr;   // passed to the functions below
  // %q: a word quoted for the shell.
  std::string (*quote)(const void* context, std::string_view word) = nullptr;
  // GNU only: a text in a message (‘x’).
  std::string (*quote_message)(const void* context, std::string_view text) = nullptr;
  // bash only: %(format)T. `when` is seconds since 1970; -1 now, -2 the start of the shell. An empty format is "%X".
  std::string (*format_time)(const void* context, std::string_view format, std::int64_t when) = nullptr;
};

class PrintfRun {
 public:
  // A message without the program's name, and how much output came before it. GNU flushes its output before a message;
  // bash's is line-buffered: what is out when a message comes are the lines completed by then.
  struct Message {
    std::string text;
    std::size_t at;        // size of `out` then; only good until out is cleared
  };

  PrintfRun(const PrintfOptions& options, std::string_view format, std::span<const std::string_view> arguments);
  // Goes on until some tens of kilobytes of output or thousands of arguments are done. False at the end.
  bool step();

  std::string out;
  std::vector<Message> messages;
  int status = 0;
  bool stopped = false;    // \c: nothing more is to be written
  bool no_memory = false;  // a width or precision past the budget; it ends the run with status 1
  // GNU: there was no conversion in the format, and this argument was the first that is not used; null: none.
  const std::string_view* excess = nullptr;
  // bash: %n names and the number of bytes written before (in this use of the format), to be assigned in order.
  std::vector<std::pair<std::string, std::int64_t>> counts;

 private:
  struct Spec;
  bool pass();                       // the format once; false when the run is over
  bool directive(std::size_t& i);
  bool parse_spec(std::size_t& i, Spec& spec);
  bool star(Spec& spec, bool precision);
  bool time_directive(std::size_t& i, Spec& spec);
  bool convert(std::size_t& i, const Spec& spec);
  bool format_escape(std::size_t& i);
  bool gnu_escape(std::string_view text, std::size_t& i, bool octal_0);
  bool bash_escape(std::string_view text, std::size_t& i, std::string& to, bool argument);
  bool gnu_unicode(std::string_view text, std::size_t& i);
  bool expand(const Spec& spec);     // %b
  void pad(std::string_view text, const Spec& spec);
  void put_integer(const Spec& spec, bool negative, std::uint64_t magnitude);
  bool room(const Spec& spec);
  const std::string_view* next_argument();
  std::uint64_t integer(bool is_signed);
  std::uint64_t character(std::string_view argument);
  void number_message(std::string_view argument, bool range, std::size_t used);
  void say(std::string text);
  bool die(std::string text);

  PrintfOptions options_;
  std::string_view format_;
  std::span<const std::string_view> arguments_;
  std::size_t next_ = 0;
  std::size_t pass_start_ = 0;       // of out, for %n
  std::size_t taken_ = 0;            // arguments used by one step
};

// echo -e's escapes (XSI: \0nnn octal) as bash and GNU expand them; false after \c: print nothing more.
bool append_echo_escapes(std::string& out, std::string_view text, bool bash, bool utf8 = true);
// Appends a code point as UTF-8, or in the C locale as bash and GNU do for what has no character: \uXXXX.
void append_unicode(std::string& out, std::uint32_t code, bool utf8);

}  // namespace nacre
