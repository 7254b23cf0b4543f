// Syntax trees as JSON; js/analyze.ts declares the types. Private to src/analysis.
#pragma once

#include "src/analysis/json.h"
#include "src/analysis/places.h"
#include "src/syntax/tree.h"

namespace nacre {

class TreeWriter {
 public:
  // Without places, what is written depends on what the script means only, not on how it is laid out: two scripts that
  // give the same text are the same.
  TreeWriter(Json& out, const NameTable& names, Places* places) : out_(out), names_(names), places_(places) {}
  void command(const Command* c);
  // The items of a list, one after the other; a command that is no list is one item.
  void items(const Command* c);

 private:
  void item(const ListCommand::Item& i);
  void place(std::uint32_t begin, std::uint32_t end) {
    if (places_ != nullptr) places_->write(out_, begin, end);
  }
  void command(std::string_view name, const Command* c) {
    out_.key(name);
    command(c);
  }
  void word(std::string_view name, const Word* w);
  void words(std::string_view name, Span<const Word* const> list);
  void word(const Word& w);
  void parts(Span<const WordPart> list);
  void listed(Span<const WordPart> list);   // the same without brackets; parts of subscripts stand among the others
  void part(const WordPart& p);
  void parameter(const Param& p);
  void substitution(const CommandSub& s);
  void assignment(const Assignment& a);
  void redirect(const Redirect& r);
  void condition(const CondExpr& e);
  void simple(const SimpleCommand& c);
  void pipeline(const PipelineCommand& c);
  void and_or(const AndOrCommand& c);
  void if_command(const IfCommand& c);
  void for_command(const ForCommand& c);
  void case_command(const CaseCommand& c);

  Json& out_;
  const NameTable& names_;
  Places* places_;
};

// "<", ">>", "<<<" ...
std::string_view redirect_operator(const Redirect& r);

}  // namespace nacre
