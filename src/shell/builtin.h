// How builtins are written: one static object each, in the file of its group; it registers itself.
//
//   Task<int> builtin_true(Shell&, Fields&) { return Task<int>::ready(0); }
//   const Builtin kTrue("true", builtin_true);
//
// argv[0] is the name. What waits is a coroutine; the others return Task<int>::ready(status). Output goes through
// sh.print(), messages through sh.complain("x: not found") ("bash: line 1: cd: x: ..."; argv[0] is named by the caller) or
// sh.report(). Both are written when the builtin returns, messages first. A builtin that prints without bound awaits
// sh.flush_output() when sh.printed() is large.
#pragma once

#include <string_view>

#include "src/shell/shell.h"

namespace nacre {

struct Builtin {
  enum : unsigned {
    kSpecial = 1,       // POSIX special builtin
    kDeclaration = 2,   // its arguments may be assignments: declare, export ...
  };
  using Main = Task<int> (*)(Shell&, Fields&);
  std::string_view name;
  Main main;
  unsigned flags;
  std::string_view synopsis;   // "cd [-L|[-P [-e]] [-@]] [dir]": help and usage messages
  std::string_view summary;    // the first line of help
  const Builtin* next = nullptr;

  Builtin(std::string_view n, Main m, unsigned f = 0, std::string_view s = "", std::string_view h = "");
  static const Builtin* first();
  static const Builtin* find(std::string_view name);
};

// Options of builtins, as bash's internal_getopt reads them: letters, "x:" with an argument, "--" ends, and a message
// "bash: line 1: cd: -x: invalid option\ncd: usage: cd [-L|...] [dir]" for others, which gives status 2.
class BuiltinOptions {
 public:
  // letters: "ab:c"; '+' first: options may begin with + as well.
  BuiltinOptions(Shell& sh, const Fields& argv, std::string_view letters);
  // The next option; 0 at the end; '?' after an error, reported.
  char next();
  const std::string& argument() const { return argument_; }
  bool plus() const { return plus_; }              // it began with +
  std::size_t operand() const { return index_; }   // the first operand, after next() gave 0

 private:
  Shell& sh_;
  const Fields& argv_;
  std::string_view letters_;
  std::size_t index_ = 1, at_ = 0;
  std::string argument_;
  bool plus_ = false;
};

// "usage: cd [-L|...]" to stderr; gives 2.
int builtin_usage(Shell& sh, std::string_view name);

}  // namespace nacre
