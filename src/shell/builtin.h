// How builtins are written: one static object each, in the file of its group; it registers itself.
//
//   Task<int> true_main(Shell&, Fields&) { return Task<int>::ready(0); }
//   const Builtin kTrue("true", true_main);
//
// argv[0] is the name. What waits is a coroutine; the others return Task<int>::ready(status). Output goes through
// sh.print(), messages through sh.complain("x: not found") ("bash: line 1: cd: x: not found", the builtin's name comes from
// command_name) or sh.report() ("bash: line 1: x"). Both are written when the builtin returns, in the order in which they
// were said. A builtin that prints without bound awaits sh.drain_output() when sh.printed() is large. Synopsis and help
// texts stand in help_topics.cc.
#pragma once

#include <cstdint>
#include <optional>
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
  const Builtin* next = nullptr;

  Builtin(std::string_view n, Main m, unsigned f = 0);
  static const Builtin* first();
  static const Builtin* find(std::string_view name);
  // All of them by name, disabled ones too.
  static std::vector<const Builtin*> sorted();
};

// Options of builtins, as bash's internal_getopt reads them: letters, "x:" with an argument, "--" ends; others get the
// message "bash: line 1: cd: -x: invalid option\ncd: usage: cd [-L|...] [dir]". --help prints the help. Both give
// '?', upon which the builtin returns kUsage.
class BuiltinOptions {
 public:
  static constexpr int kUsage = 2;
  // letters: "ab:c"; '+' first: options may begin with + as well.
  BuiltinOptions(Shell& sh, const Fields& argv, std::string_view letters) : sh_(sh), argv_(argv), letters_(letters) {}
  // The next option; 0 at the end; '?' after an error, reported, or after --help.
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

// The first operand of a builtin without options: "--" is skipped. 0: an option was there (reported), or --help was
// answered; return kUsage.
std::size_t first_operand(Shell& sh, const Fields& argv);
// True when argv[1] is --help, which has been answered.
bool answered_help(Shell& sh, const Fields& argv);

// "cd: usage: cd [-L|...]" to stderr; gives kUsage.
int builtin_usage(Shell& sh, std::string_view name);
// An integer argument: blanks around, a sign, decimal digits.
std::optional<std::int64_t> builtin_number(std::string_view text);
// "too many arguments" from builtins where bash abandons the whole line for it.
int too_many_arguments(Shell& sh);
// "`x': not a valid identifier"; gives 1.
int invalid_identifier(Shell& sh, std::string_view name);

// bash's listings of hash tables: the order of keys in one of `buckets` chains, entered in the order given.
std::vector<std::string> in_hash_order(std::vector<std::string> keys, std::uint32_t buckets);

}  // namespace nacre
