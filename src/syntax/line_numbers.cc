// See line_numbers.h. Recursion follows the tree, whose depth the parser has limited.
#include "src/syntax/line_numbers.h"

namespace nacre {
namespace {

void shift(const Command& command, void* delta) {
  const_cast<Command&>(command).line += *static_cast<std::uint32_t*>(delta);
  for_each_command(command, shift, delta);
}

void number_word(const Word& word, void* line);

void number_command(const Command& command, void*) {
  std::uint32_t line = command.line;
  for_each_word(command, number_word, &line);
  for_each_command(command, number_command, nullptr);
}

void number_substitution(const CommandSub& sub, std::uint32_t line) {
  auto& node = const_cast<CommandSub&>(sub);
  std::uint32_t delta = line - node.line;
  node.line = line;
  if (node.error != nullptr) const_cast<SyntaxErrorInfo*>(node.error)->line += delta;
  if (node.body == nullptr) return;
  if (node.as_written) shift(*node.body, &delta);
  else number_as_printed(*node.body, line);
  number_command(*node.body, nullptr);
}

void number_parts(Span<const WordPart> parts, std::uint32_t line) {
  for (const WordPart& p : parts) {
    switch (p.kind) {
      case PartKind::kCommandSub: case PartKind::kProcessSub: number_substitution(*p.command, line); break;
      case PartKind::kDoubleQuoted: case PartKind::kSubscript: number_parts(p.parts, line); break;
      case PartKind::kArith: number_word(*p.arith->word, &line); break;
      case PartKind::kParam:
        for (const Word* w : {p.param->operand, p.param->operand2, p.param->subscript.word}) {
          if (w != nullptr) number_word(*w, &line);
        }
        break;
      default: break;
    }
  }
}

void number_assignment(const Assignment& a, std::uint32_t line) {
  if (a.value != nullptr) number_word(*a.value, &line);
  if (a.subscript.word != nullptr) number_word(*a.subscript.word, &line);
  for (const ArrayElement& e : a.elements) {
    for (const Word* w : {e.word, e.value, e.subscript.word}) {
      if (w != nullptr) number_word(*w, &line);
    }
  }
}

void number_word(const Word& word, void* context) {
  const std::uint32_t line = *static_cast<std::uint32_t*>(context);
  if (word.assignment != nullptr) number_assignment(*word.assignment, line);
  if (word.is(Word::kAsync)) number_parts(word.parts, line);
}

void condition_words(const CondExpr& first, void (*visit)(const Word&, void*), void* context) {
  const CondExpr* e = &first;
  for (; e->kind == CondKind::kAnd || e->kind == CondKind::kOr; e = e->right) condition_words(*e->left, visit, context);
  if (e->left != nullptr) condition_words(*e->left, visit, context);
  if (e->word != nullptr) visit(*e->word, context);
  if (e->word2 != nullptr) visit(*e->word2, context);
}

}  // namespace

void number_substitutions(const Command* command) {
  if (command != nullptr) number_command(*command, nullptr);
}

void for_each_word(const Command& c, void (*visit)(const Word&, void*), void* context) {
  for (const Redirect& r : c.redirects) {
    visit(*r.word, context);
    if (r.body != nullptr) visit(*r.body, context);
  }
  switch (c.kind) {
    case CommandKind::kSimple:
      for (const Assignment& a : c.as<SimpleCommand>().assignments) {
        if (a.value != nullptr) visit(*a.value, context);
        if (a.subscript.word != nullptr) visit(*a.subscript.word, context);
        visit(*a.word, context);
      }
      for (const Word* w : c.as<SimpleCommand>().words) visit(*w, context);
      break;
    case CommandKind::kFor: case CommandKind::kSelect:
      for (const Word* w : c.as<ForCommand>().words) visit(*w, context);
      break;
    case CommandKind::kArithFor:
      for (const Arith* a :
           {c.as<ArithForCommand>().init, c.as<ArithForCommand>().condition, c.as<ArithForCommand>().step})
        visit(*a->word, context);
      break;
    case CommandKind::kCase:
      visit(*c.as<CaseCommand>().word, context);
      for (const auto& i : c.as<CaseCommand>().items) {
        for (const Word* w : i.patterns) visit(*w, context);
      }
      break;
    case CommandKind::kArith: visit(*c.as<ArithCommand>().expression->word, context); break;
    case CommandKind::kCond: condition_words(*c.as<CondCommand>().expression, visit, context); break;
    default: break;
  }
}

void for_each_command(const Command& c, void (*visit)(const Command&, void*), void* context) {
  const auto one = [&](const Command* inner) {
    if (inner != nullptr) visit(*inner, context);
  };
  switch (c.kind) {
    case CommandKind::kPipeline: for (const Command* i : c.as<PipelineCommand>().commands) one(i); break;
    case CommandKind::kAndOr: for (const auto& i : c.as<AndOrCommand>().items) one(i.command); break;
    case CommandKind::kList: for (const auto& i : c.as<ListCommand>().items) one(i.command); break;
    case CommandKind::kSubshell: one(c.as<SubshellCommand>().body); break;
    case CommandKind::kGroup: one(c.as<GroupCommand>().body); break;
    case CommandKind::kIf:
      for (const auto& b : c.as<IfCommand>().branches) {
        one(b.condition);
        one(b.body);
      }
      one(c.as<IfCommand>().otherwise);
      break;
    case CommandKind::kWhile:
      one(c.as<WhileCommand>().condition);
      one(c.as<WhileCommand>().body);
      break;
    case CommandKind::kFor: case CommandKind::kSelect: one(c.as<ForCommand>().body); break;
    case CommandKind::kArithFor: one(c.as<ArithForCommand>().body); break;
    case CommandKind::kCase: for (const auto& i : c.as<CaseCommand>().items) one(i.body); break;
    case CommandKind::kFunction: one(c.as<FunctionCommand>().body); break;
    case CommandKind::kCoproc: one(c.as<CoprocCommand>().body); break;
    default: break;
  }
}

}  // namespace nacre
