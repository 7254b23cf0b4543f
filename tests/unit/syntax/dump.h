// Trees as S-expressions, for tests: (simple (= x "1") "echo" (> 1 "f")).
#pragma once

#include <string>

#include "src/syntax/parser.h"
#include "src/syntax/tree.h"

namespace nacre {

class Dumper {
 public:
  explicit Dumper(const NameTable& names) : names_(names) {}

  std::string command(const Command* c) {
    if (c == nullptr) return "()";
    std::string out = body(*c);
    for (const Redirect& r : c->redirects) out += " " + redirect(r);
    return out + ")";
  }

  std::string word(const Word* w) {
    if (w == nullptr) return "null";
    std::string out;
    if (w->is(Word::kLiteral) && !w->is(Word::kInQuotes) && !w->is(Word::kHasQuotes)) out = quoted(w->literal);
    else out = "(w" + parts(w->parts) + ")";
    if (w->is(Word::kGlob)) out += "*";
    if (w->is(Word::kBrace)) out += "{}";
    if (w->is(Word::kAsync)) out += "&";
    if (w->assignment != nullptr && w->assignment->is_array) return assignment(*w->assignment);
    return out;
  }

 private:
  static std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (char c : text) {
      if (c == '\n') out += "\\n";
      else if (c == '"' || c == '\\') (out += '\\') += c;
      else out += c;
    }
    return out + "\"";
  }

  std::string parts(Span<const WordPart> parts) {
    std::string out;
    for (const WordPart& p : parts) out += " " + part(p);
    return out;
  }

  std::string part(const WordPart& p) {
    switch (p.kind) {
      case PartKind::kLiteral: return quoted(p.value);
      case PartKind::kQuoted: return "(q " + quoted(p.value) + ")";
      case PartKind::kDoubleQuoted: return std::string(p.locale ? "(dq$" : "(dq") + parts(p.parts) + ")";
      case PartKind::kTilde: return std::string("(tilde") + (p.after_assign ? "= " : " ") + quoted(p.value) + ")";
      case PartKind::kParam: return param(*p.param);
      case PartKind::kCommandSub: case PartKind::kProcessSub: {
        const CommandSub& s = *p.command;
        std::string out = p.kind == PartKind::kProcessSub ? (s.output ? "(>( " : "(<( ") : s.backquoted ? "(bq " : "(sub ";
        if (s.error != nullptr) return out + "error " + quoted(s.error->message) + ")";
        return out + (s.input_file ? "file " + word(s.input_file) : command(s.body)) + ")";
      }
      case PartKind::kArith: return "(arith " + word(p.arith->word) + ")";
      case PartKind::kBad: return "(bad " + quoted(p.error->message) + ")";
    }
    return "?";
  }

  std::string subscript(const Subscript& s) {
    switch (s.kind) {
      case SubscriptKind::kNone: return "";
      case SubscriptKind::kAt: return "[@]";
      case SubscriptKind::kStar: return "[*]";
      case SubscriptKind::kIndex: return "[" + word(s.word) + "]";
    }
    return "";
  }

  std::string param(const Param& p) {
    static constexpr const char* kOps[] = {"", "-", "=", "?", "+", "#", "##", "%", "%%", "/", "//", "/#", "/%", ":", "^", "^^", ",", ",,", "~", "~~", "@", "prefix", "keys", "bad"};
    std::string out = "($";
    if (p.op == ParamOp::kBad) return "($bad " + quoted(p.text) + ")";
    if (p.indirect) out += "!";
    if (p.length) out += "#";
    if (p.kind == ParamKind::kNamed) out += names_.text(p.name);
    else if (p.kind == ParamKind::kPositional) out += std::to_string(p.position);
    else out += p.special;
    out += subscript(p.subscript);
    if (p.op != ParamOp::kNone) {
      out += std::string(" ") + (p.colon ? ":" : "") + kOps[static_cast<int>(p.op)];
      if (p.letter) out += p.letter;
    }
    if (p.operand) out += " " + word(p.operand);
    if (p.operand2) out += " " + word(p.operand2);
    return out + ")";
  }

  std::string assignment(const Assignment& a) {
    std::string out = std::string("(") + (a.append ? "+= " : "= ") + std::string(names_.text(a.name)) + subscript(a.subscript);
    if (!a.is_array) return out + " " + word(a.value) + ")";
    out += " (array";
    for (const ArrayElement& e : a.elements) {
      out += " ";
      if (e.value) out += "(" + subscript(e.subscript) + (e.append ? "+= " : "= ") + word(e.value) + ")";
      else out += word(e.word);
    }
    return out + "))";
  }

  std::string redirect(const Redirect& r) {
    static constexpr const char* kOps[] = {"<", ">", ">>", ">|", "<>", "<&", ">&", "&>", "&>>", "<<", "<<<"};
    std::string out = std::string("(") + kOps[static_cast<int>(r.op)] + " ";
    out += r.variable != kNoName ? "{" + std::string(names_.text(r.variable)) + subscript(r.variable_subscript) + "}" : std::to_string(r.fd);
    if (r.op == RedirectOp::kHereDoc) return out + (r.quoted ? " '" : " ") + std::string(r.delimiter) + " " + word(r.body) + ")";
    return out + " " + word(r.word) + ")";
  }

  std::string cond(const CondExpr& first) {
    std::string out, closing;
    const CondExpr* last = &first;
    for (; last->kind == CondKind::kAnd || last->kind == CondKind::kOr; last = last->right) {
      out += (last->kind == CondKind::kAnd ? "(&& " : "(|| ") + cond(*last->left) + " ";
      closing += ")";
    }
    return out + cond_term(*last) + closing;
  }

  std::string cond_term(const CondExpr& e) {
    switch (e.kind) {
      case CondKind::kAnd: case CondKind::kOr: break;
      case CondKind::kNot: return "(! " + cond(*e.left) + ")";
      case CondKind::kGroup: return "(group " + cond(*e.left) + ")";
      case CondKind::kUnary: return "(" + std::string(e.op_text) + " " + word(e.word) + ")";
      case CondKind::kBinary: return "(" + std::string(e.op_text) + " " + word(e.word) + " " + word(e.word2) + ")";
      case CondKind::kWord: return word(e.word);
    }
    return "?";
  }

  std::string words(Span<const Word* const> list) {
    std::string out;
    for (const Word* w : list) out += " " + word(w);
    return out;
  }

  // Without the closing parenthesis.
  std::string body(const Command& c) {
    switch (c.kind) {
      case CommandKind::kSimple: {
        const auto& s = c.as<SimpleCommand>();
        std::string out = "(simple";
        for (const Assignment& a : s.assignments) out += " " + assignment(a);
        return out + words(s.words);
      }
      case CommandKind::kPipeline: {
        const auto& p = c.as<PipelineCommand>();
        std::string out = "(pipe";
        if (p.timed) out += p.time_posix ? " time-p" : " time";
        if (p.negated) out += " !";
        for (const Command* s : p.commands) out += " " + command(s);
        return out;
      }
      case CommandKind::kAndOr: {
        std::string out = "(andor";
        bool first = true;
        for (const auto& i : c.as<AndOrCommand>().items) {
          out += std::string(first ? "" : i.is_or ? " ||" : " &&") + " " + command(i.command);
          first = false;
        }
        return out;
      }
      case CommandKind::kList: {
        std::string out = "(list";
        for (const auto& i : c.as<ListCommand>().items) out += " " + command(i.command) + (i.background ? " &" : "");
        return out;
      }
      case CommandKind::kSubshell: return "(subshell " + command(c.as<SubshellCommand>().body);
      case CommandKind::kGroup: return "(group " + command(c.as<GroupCommand>().body);
      case CommandKind::kIf: {
        std::string out = "(if";
        for (const auto& b : c.as<IfCommand>().branches) out += " " + command(b.condition) + " " + command(b.body);
        if (c.as<IfCommand>().otherwise) out += " else " + command(c.as<IfCommand>().otherwise);
        return out;
      }
      case CommandKind::kWhile: {
        const auto& w = c.as<WhileCommand>();
        return std::string(w.until ? "(until " : "(while ") + command(w.condition) + " " + command(w.body);
      }
      case CommandKind::kFor: case CommandKind::kSelect: {
        const auto& f = c.as<ForCommand>();
        return std::string(c.kind == CommandKind::kFor ? "(for " : "(select ") + std::string(f.name_text) + (f.positional ? " $@" : " (" + words(f.words) + ")") + " " +
               command(f.body);
      }
      case CommandKind::kArithFor: {
        const auto& f = c.as<ArithForCommand>();
        return "(for(( " + word(f.init->word) + " " + word(f.condition->word) + " " + word(f.step->word) + " " + command(f.body);
      }
      case CommandKind::kCase: {
        const auto& k = c.as<CaseCommand>();
        std::string out = "(case " + word(k.word);
        for (const auto& i : k.items) {
          out += " ((" + words(i.patterns) + ") " + command(i.body) + (i.end == CaseEnd::kFallThrough ? " ;&" : i.end == CaseEnd::kTestNext ? " ;;&" : "") + ")";
        }
        return out;
      }
      case CommandKind::kFunction: return "(function " + std::string(names_.text(c.as<FunctionCommand>().name)) + " " + command(c.as<FunctionCommand>().body);
      case CommandKind::kArith: return "(arith " + word(c.as<ArithCommand>().expression->word);
      case CommandKind::kCond: return "(cond " + cond(*c.as<CondCommand>().expression);
      case CommandKind::kCoproc: return "(coproc " + std::string(c.as<CoprocCommand>().name_text) + " " + command(c.as<CoprocCommand>().body);
    }
    return "(?";
  }

  const NameTable& names_;
};

}  // namespace nacre
