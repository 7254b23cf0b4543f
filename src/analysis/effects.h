// What a script would do: the commands that it runs, the files that its redirections open, what it assigns and defines,
// and whether it only reads. Nothing is run: the trees are walked in the order of the text.
//
// "Only reads" is said when every command is one that is known not to write with the options that it is given
// (programs.cc), and nothing is decided by data that is not in the script: names of commands, code given to eval, bash -c
// or trap, words that may turn out to be options, names of variables to assign, arithmetic on text (bash evaluates
// subscripts in it, which may run commands). In doubt the answer is no, with the reason.
//
// What holds at a place because of what stands before it (a function is defined, a variable holds a number) is forgotten
// where the part of the script ends that may not be run: the branches of an if, a loop's body, a subshell, what follows &&.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/analysis/json.h"
#include "src/analysis/places.h"
#include "src/syntax/parser.h"

namespace nacre {

// A word of a command line, as far as it is known before it is expanded.
struct Argument {
  enum Kind : std::uint8_t {
    kLiteral,   // value
    kOperand,   // one field that cannot be taken for an option
    kOperands,  // any number of those
    kField,     // one field, nobody knows which
    kAny,       // any number of any fields
  };
  std::string_view value;
  Kind kind = kAny;
  char first = 0;        // the first character where it is known
  bool process = false;  // <( ) or >( )
  bool assigns = false;  // name=value as declare reads it

  bool literal() const { return kind == kLiteral; }
  bool is(std::string_view text) const { return literal() && value == text; }
  bool one() const { return kind == kLiteral || kind == kOperand || kind == kField; }
  bool dynamic() const { return kind == kField || kind == kAny; }
};

// Why something may write; empty: it does not.
struct Why {
  std::string_view text, detail;
  Why() = default;
  Why(const char* t, std::string_view d = {}) : text(t), detail(d) {}
  bool empty() const { return text.empty(); }
};

// What judge() (programs.cc) finds out about one command.
struct Verdict {
  Why why;                                      // apart from what it runs
  std::vector<std::vector<Argument>> commands;  // what it runs as commands
  std::vector<std::string> scripts;             // and as scripts
  std::vector<std::string_view> assigns;        // variables that it sets to text
  std::vector<std::string_view> arithmetic;     // what it evaluates
  bool declares = false;                        // its arguments name=value are assignments
};
// known: the name is that of a function of the script.
void judge(const std::vector<Argument>& argv, bool known, Verdict& verdict);
bool is_integer(std::string_view text);

class Effects {
 public:
  Effects(std::string_view text, NameTable& names, const ParserOptions& options, std::size_t limit);
  void command(const Command* c);
  // When there is no more to come.
  void finish();
  void doubt(Why why, std::string_view command = {});
  void look_at(Extent place) { here_ = place; }

  bool read_only() const { return read_only_; }
  Json commands, assignments, functions, reads, writes, reasons;

 private:
  struct Fact {
    std::uint32_t number = 0;   // how many scopes around say that it holds a number
    std::uint32_t defined = 0;  // the same: it is a function
    bool text = false;          // somewhere it is set to something else
    bool evaluated = false;     // and its value is evaluated
  };
  struct Text {  // the script, or one in a literal, all of which has the place of that
    Places places;
    bool inner;
    Extent carrier;
  };
  class Scope;

  Fact& fact(NameId name);
  void know_number(NameId name);
  void place(Json& out, std::uint32_t begin, std::uint32_t end);
  void branch(const Command* c);
  void simple(const SimpleCommand& c);
  void invoke(const std::vector<Argument>& argv, const SimpleCommand& c);
  void run(const Verdict& verdict, std::string_view by, const SimpleCommand& c);
  void script(std::string_view text, std::string_view by, Extent carrier);
  void function(const FunctionCommand& c);
  void for_command(const ForCommand& c);
  void condition(const CondExpr& e);
  void redirect(const Redirect& r);
  void file(Json& list, const Redirect& r, bool append);
  void assign(NameId name, const Word* value);
  void assignment(const Assignment& a);
  void set_text(std::string_view name);
  void word(const Word& w);
  void parts(Span<const WordPart> list);
  void parameter(const Param& p);
  void substitution(const CommandSub& s, std::string_view by);
  void subscript(const Subscript& s);
  void arithmetic(const Word& w) { arithmetic(w.parts, w.text); }
  void arithmetic(Span<const WordPart> list, std::string_view text);
  void arithmetic_parts(Span<const WordPart> list, bool plain);
  void arithmetic_text(std::string_view text, bool plain);
  void evaluate(std::string_view name);
  Argument argument(const Word& w) const;
  void write_assignment(Json& out, const Assignment& a);

  NameTable& names_;
  ParserOptions options_;
  Text root_;
  Text* text_;
  std::vector<Fact> facts_;
  std::vector<NameId> numbers_, defined_;
  std::vector<NameId> assigned_;  // by the expression being read
  std::vector<std::string_view> via_;
  std::uint32_t depth_ = 0, wrappers_ = 0;
  std::uint32_t reasons_ = 0;
  bool read_only_ = true;
  bool associative_ = false;  // in `declare -A`: subscripts are text
  Extent here_;  // what is being looked at
};

}  // namespace nacre
