// The grammar (POSIX XCU 2.10 with bash's additions): what may follow what, and the nodes that come of it.
//
// frames_ is the stack of constructs being read; each has a state. step() gives a token to the topmost frame, which takes it, or
// changes the stack and asks for the same token again (kAgain). Between the keywords of a compound command stands a kList frame, which
// reads `a | b && c; d` up to a token that it cannot use; list_done() hands both to the compound command. A complete command goes to
// the frame below by deliver().
#include <string>

#include "src/syntax/ansi_c.h"
#include "src/syntax/parser_state.h"

namespace nacre {
namespace {

enum ListState : std::uint8_t { kListStart, kListCommand, kListAfter, kListSeparator };
enum ForState : std::uint8_t { kForName, kForAfterName, kForDo, kForWords, kForArith, kForBody };
enum CaseState : std::uint8_t { kCaseWord, kCaseIn, kCaseItem, kCasePattern, kCaseAfterPattern, kCaseBody };
enum FunctionState : std::uint8_t { kFunctionName, kFunctionAfterName, kFunctionParen, kFunctionBody };

bool starts_simple(Tok t) {
  switch (t) {
    case Tok::kWord: case Tok::kAssignmentWord: case Tok::kNumber: case Tok::kRedirWord: return true;
    default: return false;
  }
}

bool is_redirection(Tok t) {
  switch (t) {
    case Tok::kNumber: case Tok::kRedirWord: case Tok::kLess: case Tok::kGreater: case Tok::kHere: case Tok::kHereDash:
    case Tok::kHereString: case Tok::kAppend: case Tok::kLessAmp: case Tok::kGreaterAmp: case Tok::kLessGreater:
    case Tok::kGreaterPipe: case Tok::kAmpGreater: case Tok::kAmpGreaterGreater:
      return true;
    default:
      return false;
  }
}

bool starts_compound(Tok t) {
  switch (t) {
    case Tok::kIf: case Tok::kCase: case Tok::kFor: case Tok::kSelect: case Tok::kWhile: case Tok::kUntil: case Tok::kLeftBrace:
    case Tok::kLeftParen: case Tok::kArithCommand: case Tok::kCondStart:
      return true;
    default:
      return false;
  }
}

bool starts_command(Tok t) {
  return starts_simple(t) || is_redirection(t) || starts_compound(t) || t == Tok::kFunction || t == Tok::kCoproc;
}

template <class T>
Span<const T> take_stack(Arena& arena, std::vector<T>& stack, std::size_t from) {
  const Span<const T> out = arena.copy(stack.data() + from, stack.size() - from);
  stack.resize(from);
  return out;
}

std::uint32_t size32(const auto& stack) { return static_cast<std::uint32_t>(stack.size()); }

}  // namespace

bool ParserState::too_deep(std::size_t more) {
  if (frames_.size() / 2 + nests_.size() + outer_depth_ + more <= kMaxNesting && native_depth_ < 40 &&
      *reread_total_ <= kMaxReread + 4 * in_.size) {
    return false;
  }
  if (messages_.empty()) report(error_line(), "maximum nesting depth exceeded");
  return true;
}

bool ParserState::push_frame(FrameKind kind) {
  frames_.push_back({.kind = kind, .line = line_});
  return !too_deep();
}

// ---------------------------------------------------------------- running the machine

bool ParserState::at_start() const {
  return frames_.size() == 2 && frames_[0].kind == FrameKind::kUnit && frames_[1].state == kListStart && scans_.empty();
}

void ParserState::reset() {
  frames_.clear();
  scans_.clear();
  nests_.clear();
  pieces_.clear();
  patches_.clear();
  saved_.clear();
  here_documents_.clear();
  gathering_ = here_started_ = false;
  here_done_ = 0;
  items_.clear();
  and_or_.clear();
  pipes_.clear();
  words_.clear();
  assignments_.clear();
  redirects_.clear();
  branches_.clear();
  cases_.clear();
  elements_.clear();
  terms_.clear();
}

ParseStatus ParserState::next(Ref<Script>& program) {
  messages_.clear();
  in_substitution_ = array_error_ = conditional_error_ = hit_end_ = false;
  if (frames_.empty()) {
    if (finished_ && levels_.empty() && in_.pos >= in_.size) return ParseStatus::kEnd;
    own_arena_ = make_ref<Arena>();
    reread_ = 0;
    arena_ = own_arena_.get();
    context_ = Context{};
    context_.current = Tok::kNewline;
    frames_.push_back({.kind = FrameKind::kUnit, .line = line_});
    push_list();
  }
  const ParseStatus status = run();
  if (status == ParseStatus::kError) {
    reset();
    drop_line();
  } else if (status == ParseStatus::kCommand) {
    program = make_ref<Script>();
    program->arena = std::move(own_arena_);
    program->source = source_;
    program->command = result_;
    program->line = unit_line_;
  }
  return status;
}

ParseStatus ParserState::run() {
  for (;;) {
    Tok t = frames_.back().kind == FrameKind::kText ? scan_word() : lex();
    if (t == Tok::kNeed) return ParseStatus::kNeedMore;
    if (t == Tok::kPushed) continue;
    if (frames_.back().kind == FrameKind::kText && t == Tok::kWord) return ParseStatus::kCommand;
    for (;;) {
      const Step s = step(t);
      if (s == Step::kTaken) break;
      if (s == Step::kFailed) return ParseStatus::kError;
      if (s == Step::kDone) return unit_ended_ ? ParseStatus::kEnd : ParseStatus::kCommand;
    }
  }
}

ParserState::Step ParserState::step(Tok tok) {
  switch (frames_.back().kind) {
    case FrameKind::kList: return tok == Tok::kFailed ? Step::kFailed : step_list(tok);
    case FrameKind::kArray: return step_array(tok);
    case FrameKind::kCond: return step_cond(tok);
    default: break;
  }
  if (tok == Tok::kFailed) return Step::kFailed;
  switch (frames_.back().kind) {
    case FrameKind::kSimple: return step_simple(tok);
    case FrameKind::kRedirect: return step_redirect(tok);
    case FrameKind::kRedirections: return step_redirections(tok);
    case FrameKind::kFor: return step_for(tok);
    case FrameKind::kCase: return step_case(tok);
    case FrameKind::kFunction: return step_function(tok);
    case FrameKind::kCoproc: return step_coproc(tok);
    default: return unexpected(tok);
  }
}

std::string ParserState::token_words(Tok tok) const {
  if (tok == Tok::kWord || tok == Tok::kAssignmentWord || tok == Tok::kRedirWord || tok == Tok::kArithCommand || tok == Tok::kArithForExprs) {
    return std::string(word_.text);
  }
  if (tok == Tok::kNumber) return std::to_string(number_);
  return std::string(token_name(tok));
}

ParserState::Step ParserState::unexpected(Tok tok) {
  bool substitution = false, all = false;
  for (std::size_t i = frames_.size(); i-- > 0 && !substitution && !all;) {
    substitution = frames_[i].kind == FrameKind::kSubstitution;
    all = frames_[i].kind == FrameKind::kAll;
  }
  in_substitution_ = substitution;
  if (tok == Tok::kEof) {
    hit_end_ = true;
    report(error_line(), substitution ? "unexpected EOF while looking for matching `)'" : "syntax error: unexpected end of file");
    return Step::kFailed;
  }
  std::string words = token_words(tok);
  if (needs_ansi_c(words)) words = ansi_c_quote(words);
  report(line_, "syntax error near unexpected token `" + words + "'");
  if (!options_.interactive) report(line_, "`" + current_line() + "'");
  return Step::kFailed;
}

const SyntaxErrorInfo* ParserState::take_error() {
  auto* info = arena_->make<SyntaxErrorInfo>();
  for (const ParseMessage& m : messages_) {
    if (m.warning) continue;
    if (info->message.empty()) {
      info->line = m.line;
      info->message = arena_->copy(m.text);
    } else {
      info->echo = arena_->copy(m.text);
    }
  }
  return info;
}

const Command* ParserState::parse_all(const SyntaxErrorInfo** error) {
  frames_.push_back({.kind = FrameKind::kAll, .line = line_});
  push_list();
  if (!too_deep() && run() == ParseStatus::kCommand) return result_;
  *error = take_error();
  return nullptr;
}

const Command* ParserState::parse_substitution(std::size_t& consumed, const SyntaxErrorInfo** error) {
  frames_.push_back({.kind = FrameKind::kSubstitution, .line = line_});
  push_list();
  if (!too_deep() && run() == ParseStatus::kCommand) {
    consumed = in_.pos;
    return result_;
  }
  *error = take_error();
  return nullptr;
}

// ---------------------------------------------------------------- lists, and-or lists, pipelines

void ParserState::push_list() {
  frames_.push_back({.kind = FrameKind::kList, .state = kListStart, .line = line_, .a = size32(items_), .b = size32(and_or_), .c = size32(pipes_)});
}

// pipes_ from f.c on, with ! and time, become one element of and_or_.
void ParserState::close_pipeline(Frame& f) {
  const Command* command;
  const std::size_t count = pipes_.size() - f.c;
  if (count == 1 && !f.negated && !f.timed) {
    command = pipes_.back();
    pipes_.pop_back();
  } else {
    auto* node = arena_->make<PipelineCommand>();
    node->kind = CommandKind::kPipeline;
    node->line = count > 0 ? pipes_[f.c]->line : f.line;
    std::vector<const Command*> commands(pipes_.begin() + f.c, pipes_.end());
    node->commands = arena_->copy(static_cast<const Command* const*>(commands.data()), count);
    node->negated = f.negated;
    node->timed = f.timed;
    node->time_posix = f.time_posix;
    pipes_.resize(f.c);
    command = node;
  }
  and_or_.push_back({f.flag, command});
  f.negated = f.timed = f.time_posix = f.prefixed = false;
}

// and_or_ from f.b on become one element of items_.
void ParserState::close_and_or(Frame& f) {
  close_pipeline(f);
  f.flag = false;
  if (and_or_.size() - f.b == 1) {
    items_.push_back({and_or_.back().command});
    and_or_.pop_back();
    return;
  }
  auto* node = arena_->make<AndOrCommand>();
  node->kind = CommandKind::kAndOr;
  node->line = and_or_[f.b].command->line;
  node->items = take_stack(*arena_, and_or_, f.b);
  items_.push_back({node});
}

ParserState::Step ParserState::step_list(Tok tok) {
  Frame& f = frames_.back();
  const FrameKind owner = frames_[frames_.size() - 2].kind;
  const bool unit = owner == FrameKind::kUnit;
  switch (f.state) {
    case kListAfter:
      switch (tok) {
        case Tok::kPipeAmp: {
          Command* left = pipes_.back();
          std::vector<Redirect> redirects(left->redirects.begin(), left->redirects.end());
          auto* one = arena_->make<Word>();
          one->text = one->literal = "1";
          one->flags = Word::kConstant | Word::kLiteral | Word::kSingleField;
          redirects.push_back({.op = RedirectOp::kDupOutput, .fd_given = true, .fd = 2, .word = one, .line = line_});
          left->redirects = arena_->copy(redirects.data(), redirects.size());
          f.state = kListCommand;
          return Step::kTaken;
        }
        case Tok::kPipe:
          f.state = kListCommand;
          return Step::kTaken;
        case Tok::kAndAnd: case Tok::kOrOr:
          close_pipeline(f);
          f.flag = tok == Tok::kOrOr;
          f.state = kListCommand;
          return Step::kTaken;
        case Tok::kAmp: case Tok::kSemi:
          close_and_or(f);
          items_.back().background = tok == Tok::kAmp;
          f.state = kListSeparator;
          return Step::kTaken;
        case Tok::kNewline:
          close_and_or(f);
          if (unit) return finish_list(tok);
          items_.back().newline = true;
          f.state = kListSeparator;
          return Step::kTaken;
        default:
          close_and_or(f);
          return finish_list(tok);
      }
    case kListSeparator:
      if (tok == Tok::kNewline) return unit ? finish_list(tok) : Step::kTaken;
      break;
    case kListStart:
      if (tok == Tok::kNewline) return Step::kTaken;
      if (unit) unit_line_ = tok == Tok::kEof ? 0 : line_;
      break;
    default:  // after an operator
      if (f.prefixed && (tok == Tok::kNewline || tok == Tok::kSemi || tok == Tok::kEof)) {
        f.state = kListAfter;
        return Step::kAgain;
      }
      if (tok == Tok::kNewline) return Step::kTaken;
      break;
  }
  const bool pipeline_start = pipes_.size() == f.c;
  if (pipeline_start && (tok == Tok::kBang || tok == Tok::kTime || tok == Tok::kTimeOption || tok == Tok::kTimeIgnore)) {
    if (!f.prefixed) f.line = line_;
    if (tok == Tok::kBang) f.negated = !f.negated;
    if (tok == Tok::kTime) f.timed = true;
    if (tok == Tok::kTimeOption) f.time_posix = true;
    f.prefixed = true;
    f.state = kListCommand;
    return Step::kTaken;
  }
  if (starts_command(tok)) return begin_command(tok);
  if (f.state == kListSeparator) return finish_list(tok);
  const bool may_be_empty = owner == FrameKind::kSubstitution || owner == FrameKind::kAll || owner == FrameKind::kCase || (unit && tok == Tok::kEof);
  if (f.state == kListStart && may_be_empty) return finish_list(tok);
  return unexpected(tok);
}

ParserState::Step ParserState::finish_list(Tok tok) {
  const Frame f = frames_.back();
  frames_.pop_back();
  const Command* list = nullptr;
  if (items_.size() - f.a == 1 && !items_.back().background) {
    list = items_.back().command;
    items_.pop_back();
  } else if (items_.size() > f.a) {
    auto* node = arena_->make<ListCommand>();
    node->kind = CommandKind::kList;
    node->line = items_[f.a].command->line;
    node->items = take_stack(*arena_, items_, f.a);
    list = node;
  }
  return list_done(list, tok);
}

// A list ended at tok: what its owner does with both.
ParserState::Step ParserState::list_done(const Command* list, Tok tok) {
  Frame& f = frames_.back();
  const auto next_list = [&](std::uint8_t state) {
    f.state = state;
    push_list();
    return too_deep() ? Step::kFailed : Step::kTaken;
  };
  switch (f.kind) {
    case FrameKind::kUnit:
      if (tok != Tok::kNewline && tok != Tok::kEof) return unexpected(tok);
      unit_ended_ = list == nullptr;
      frames_.pop_back();
      result_ = list;
      return Step::kDone;
    case FrameKind::kAll:
      if (tok != Tok::kEof) return unexpected(tok);
      frames_.pop_back();
      result_ = list;
      return Step::kDone;
    case FrameKind::kSubstitution:
      if (tok != Tok::kRightParen) return unexpected(tok);
      return substitution_done(list);
    case FrameKind::kGroup: {
      if (tok != Tok::kRightBrace) return unexpected(tok);
      auto* node = static_cast<GroupCommand*>(f.node);
      node->body = list;
      return compound_done(node);
    }
    case FrameKind::kSubshell: {
      if (tok != Tok::kRightParen) return unexpected(tok);
      auto* node = static_cast<SubshellCommand*>(f.node);
      node->body = list;
      return compound_done(node);
    }
    case FrameKind::kIf: {
      if (f.state == 0) {
        if (tok != Tok::kThen) return unexpected(tok);
        f.part = list;
        return next_list(1);
      }
      auto* node = static_cast<IfCommand*>(f.node);
      if (f.state == 1) {
        branches_.push_back({f.part, list});
        if (tok == Tok::kElif) return next_list(0);
        if (tok == Tok::kElse) return next_list(2);
      } else {
        node->otherwise = list;
      }
      if (tok != Tok::kFi) return unexpected(tok);
      node->branches = take_stack(*arena_, branches_, f.a);
      return compound_done(node);
    }
    case FrameKind::kWhile: {
      auto* node = static_cast<WhileCommand*>(f.node);
      if (f.state == 0) {
        if (tok != Tok::kDo) return unexpected(tok);
        node->condition = list;
        return next_list(1);
      }
      if (tok != Tok::kDone) return unexpected(tok);
      node->body = list;
      return compound_done(node);
    }
    case FrameKind::kFor: {
      if (tok != (f.flag ? Tok::kRightBrace : Tok::kDone)) return unexpected(tok);
      if (f.node->kind == CommandKind::kArithFor) static_cast<ArithForCommand*>(f.node)->body = list;
      else static_cast<ForCommand*>(f.node)->body = list;
      return compound_done(f.node);
    }
    case FrameKind::kCase: {
      CaseCommand::Item& item = cases_.back();
      item.body = list;
      item.end = tok == Tok::kSemiAmp ? CaseEnd::kFallThrough : tok == Tok::kSemiSemiAmp ? CaseEnd::kTestNext : CaseEnd::kBreak;
      f.state = kCaseItem;
      if (tok == Tok::kEsac) return Step::kAgain;
      if (tok == Tok::kSemiSemi || tok == Tok::kSemiAmp || tok == Tok::kSemiSemiAmp) return Step::kTaken;
      return unexpected(tok);
    }
    default:
      return unexpected(tok);
  }
}

ParserState::Step ParserState::substitution_done(const Command* list) {
  frames_.pop_back();
  if (frames_.empty()) {  // parse_substitution()
    result_ = list;
    return Step::kDone;
  }
  if (here_documents_.size() > context_.here_documents) {
    report(line_, "command substitution: " + std::to_string(here_documents_.size() - context_.here_documents) + " unterminated here-document", true);
    // its body comes with those of the enclosing command
  }
  restore_context();
  Scan& s = scans_.back();
  auto* node = arena_->make<CommandSub>();
  node->body = list;
  node->line = s.line;
  if (list != nullptr && list->kind == CommandKind::kSimple) {
    const auto& simple = list->as<SimpleCommand>();
    if (simple.words.empty() && simple.assignments.empty() && simple.redirects.size() == 1) {
      const Redirect& r = simple.redirects[0];
      if (r.op == RedirectOp::kInput && r.fd == 0 && r.variable == kNoName) node->input_file = r.word;
    }
  }
  const std::uint32_t end = s.level_id == level_id_ ? offset(s) - 1 : s.substitution_at;
  add_patch({s.substitution_at, end, node, {}});
  return Step::kTaken;
}

// ---------------------------------------------------------------- commands

ParserState::Step ParserState::begin_command(Tok tok) {
  if (starts_compound(tok)) return begin_compound(tok);
  if (tok == Tok::kFunction || tok == Tok::kCoproc) {
    const bool function = tok == Tok::kFunction;
    if (!push_frame(function ? FrameKind::kFunction : FrameKind::kCoproc)) return Step::kFailed;
    if (function) {
      frames_.back().node = arena_->make<FunctionCommand>();
      frames_.back().node->kind = CommandKind::kFunction;
    } else {
      auto* node = arena_->make<CoprocCommand>();
      node->kind = CommandKind::kCoproc;
      node->name_text = "COPROC";
      frames_.back().node = node;
    }
    frames_.back().node->line = line_;
    return Step::kTaken;
  }
  frames_.push_back({.kind = FrameKind::kSimple, .line = line_, .a = size32(words_), .b = size32(assignments_), .c = size32(redirects_)});
  return too_deep() ? Step::kFailed : Step::kAgain;
}

ParserState::Step ParserState::begin_compound(Tok tok) {
  FrameKind kind = FrameKind::kGroup;
  Command* node = nullptr;
  bool list = true;
  const auto make = [&]<class T>(T* made, FrameKind frame, CommandKind command) {
    made->kind = command;
    node = made;
    kind = frame;
  };
  switch (tok) {
    case Tok::kLeftBrace: make(arena_->make<GroupCommand>(), FrameKind::kGroup, CommandKind::kGroup); break;
    case Tok::kLeftParen: make(arena_->make<SubshellCommand>(), FrameKind::kSubshell, CommandKind::kSubshell); break;
    case Tok::kIf: make(arena_->make<IfCommand>(), FrameKind::kIf, CommandKind::kIf); break;
    case Tok::kWhile: case Tok::kUntil: {
      auto* loop = arena_->make<WhileCommand>();
      loop->until = tok == Tok::kUntil;
      make(loop, FrameKind::kWhile, CommandKind::kWhile);
      break;
    }
    case Tok::kFor: make(arena_->make<ForCommand>(), FrameKind::kFor, CommandKind::kFor); list = false; break;
    case Tok::kSelect: make(arena_->make<ForCommand>(), FrameKind::kFor, CommandKind::kSelect); list = false; break;
    case Tok::kCase: make(arena_->make<CaseCommand>(), FrameKind::kCase, CommandKind::kCase); list = false; break;
    case Tok::kCondStart: return begin_conditional();
    case Tok::kArithCommand: {
      auto* arith = arena_->make<ArithCommand>();
      arith->expression = take_arith(word_.text);
      make(arith, FrameKind::kGroup, CommandKind::kArith);
      node->line = word_.line;
      if (!push_frame(kind)) return Step::kFailed;
      return compound_done(node);
    }
    default: return unexpected(tok);
  }
  node->line = line_;
  if (!push_frame(kind)) return Step::kFailed;
  Frame& f = frames_.back();
  f.node = node;
  f.a = kind == FrameKind::kIf ? size32(branches_) : kind == FrameKind::kCase ? size32(cases_) : size32(words_);
  f.b = size32(words_);
  if (list) push_list();
  return Step::kTaken;
}

// The compound command of the topmost frame is complete but for redirections.
ParserState::Step ParserState::compound_done(Command* node) {
  Frame& f = frames_.back();
  f = Frame{.kind = FrameKind::kRedirections, .line = line_, .a = size32(redirects_), .node = node};
  return Step::kTaken;
}

ParserState::Step ParserState::step_redirections(Tok tok) {
  if (is_redirection(tok)) return begin_redirect(tok);
  const Frame f = frames_.back();
  f.node->redirects = take_stack(*arena_, redirects_, f.a);
  frames_.pop_back();
  return deliver(f.node);
}

// A complete command for the frame below, which has not seen the current token.
ParserState::Step ParserState::deliver(Command* command) {
  Frame& f = frames_.back();
  if (f.kind == FrameKind::kList) {
    pipes_.push_back(command);
    f.state = kListAfter;
    return Step::kAgain;
  }
  Command* node = f.node;
  if (f.kind == FrameKind::kFunction) static_cast<FunctionCommand*>(node)->body = command;
  else static_cast<CoprocCommand*>(node)->body = command;
  frames_.pop_back();
  return deliver(node);
}

ParserState::Step ParserState::step_simple(Tok tok) {
  Frame& f = frames_.back();
  const std::size_t words = words_.size() - f.a;
  if (tok == Tok::kWord || (tok == Tok::kAssignmentWord && words > 0)) {
    words_.push_back(take_word());
    context_.redirections_only = false;
    return Step::kTaken;
  }
  if (tok == Tok::kAssignmentWord) {
    assignments_.push_back(take_assignment());
    context_.redirections_only = false;
    return Step::kTaken;
  }
  if (is_redirection(tok)) {
    if (words == 0 && assignments_.size() == f.b) context_.redirections_only = true;
    return begin_redirect(tok);
  }
  const bool one_word = words == 1 && assignments_.size() == f.b && redirects_.size() == f.c;
  if (one_word && frames_[frames_.size() - 2].kind == FrameKind::kCoproc && starts_compound(tok)) {
    auto* coproc = static_cast<CoprocCommand*>(frames_[frames_.size() - 2].node);
    coproc->name_text = words_.back()->text;
    words_.pop_back();
    frames_.pop_back();
    return begin_compound(tok);
  }
  if (one_word && tok == Tok::kLeftParen) {
    auto* node = arena_->make<FunctionCommand>();
    node->kind = CommandKind::kFunction;
    node->line = f.line;
    node->name_word = words_.back();
    node->name = names_.intern(node->name_word->text);
    words_.pop_back();
    f = Frame{.kind = FrameKind::kFunction, .state = kFunctionParen, .line = f.line, .node = node};
    return Step::kTaken;
  }
  return finish_simple();
}

ParserState::Step ParserState::finish_simple() {
  const Frame f = frames_.back();
  context_.redirections_only = false;
  auto* node = arena_->make<SimpleCommand>();
  node->kind = CommandKind::kSimple;
  node->line = f.line;
  node->assignments = take_stack(*arena_, assignments_, f.b);
  node->redirects = take_stack(*arena_, redirects_, f.c);
  node->words = take_stack(*arena_, words_, f.a);
  if (!node->words.empty() && node->words[0]->is(Word::kLiteral)) node->name = names_.intern(node->words[0]->literal);
  frames_.pop_back();
  return deliver(node);
}

ParserState::Step ParserState::step_function(Tok tok) {
  Frame& f = frames_.back();
  auto* node = static_cast<FunctionCommand*>(f.node);
  switch (f.state) {
    case kFunctionName:
      if (tok != Tok::kWord) return unexpected(tok);
      node->name_word = take_word();
      node->name = names_.intern(node->name_word->text);
      f.state = kFunctionAfterName;
      return Step::kTaken;
    case kFunctionAfterName:
      if (tok == Tok::kLeftParen) {
        // `function f (` may also begin a subshell as the body; a ) right behind tells
        f.state = kFunctionParen;
        f.flag = true;
        return Step::kTaken;
      }
      f.state = kFunctionBody;
      return Step::kAgain;
    case kFunctionParen:
      f.state = kFunctionBody;
      if (tok == Tok::kRightParen) {
        context_.open_brace_ok = true;
        return Step::kTaken;
      }
      if (!f.flag) return unexpected(tok);
      {
        const Step step = begin_compound(Tok::kLeftParen);
        return step == Step::kTaken ? Step::kAgain : step;
      }
    default:
      if (tok == Tok::kNewline) return Step::kTaken;
      return starts_compound(tok) ? begin_compound(tok) : unexpected(tok);
  }
}

ParserState::Step ParserState::step_coproc(Tok tok) {
  if (starts_compound(tok)) return begin_compound(tok);
  if (!starts_simple(tok) && !is_redirection(tok)) return unexpected(tok);
  return begin_command(tok);
}

// ---------------------------------------------------------------- for, select, case

ParserState::Step ParserState::step_for(Tok tok) {
  Frame& f = frames_.back();
  auto* node = static_cast<ForCommand*>(f.node);
  switch (f.state) {
    case kForName:
      if (tok == Tok::kArithForExprs) {
        auto* arith = arena_->make<ArithForCommand>();
        arith->kind = CommandKind::kArithFor;
        arith->line = f.line;
        f.node = arith;
        f.state = kForArith;
        return split_arith_for(*arith) ? Step::kTaken : Step::kFailed;
      }
      if (tok != Tok::kWord) return unexpected(tok);
      node->name_text = word_.text;
      node->name = names_.intern(word_.text);
      f.state = kForAfterName;
      return Step::kTaken;
    case kForAfterName:
      if (tok == Tok::kNewline) {
        f.flag = true;  // then no ; may follow
        return Step::kTaken;
      }
      if (tok == Tok::kIn) {
        f.state = kForWords;
        return Step::kTaken;
      }
      node->positional = true;
      if (tok == Tok::kSemi && !f.flag) {
        f.state = kForDo;
        return Step::kTaken;
      }
      return end_for_header(tok);
    case kForWords:
      if (tok == Tok::kWord || tok == Tok::kAssignmentWord) {
        words_.push_back(take_word());
        return Step::kTaken;
      }
      if (tok != Tok::kSemi && tok != Tok::kNewline && tok != Tok::kEof) return unexpected(tok);
      node->words = take_stack(*arena_, words_, f.a);
      f.state = kForDo;
      return tok == Tok::kEof ? Step::kAgain : Step::kTaken;
    case kForArith:
      if (tok == Tok::kSemi || tok == Tok::kNewline) {
        f.state = kForDo;
        return Step::kTaken;
      }
      return end_for_header(tok);
    default:
      if (tok == Tok::kNewline) return Step::kTaken;
      return end_for_header(tok);
  }
}

ParserState::Step ParserState::end_for_header(Tok tok) {
  Frame& f = frames_.back();
  if (tok != Tok::kDo && tok != Tok::kLeftBrace) return unexpected(tok);
  f.flag = tok == Tok::kLeftBrace;
  f.state = kForBody;
  push_list();
  return Step::kTaken;
}

// for ((a; b; c)): the three expressions are where quotes and parentheses leave semicolons alone.
bool ParserState::split_arith_for(ArithForCommand& node) {
  const std::string_view text = word_.text;
  std::string_view parts[3];
  std::size_t count = 0, start = 0, depth = 0;
  char quote = 0;
  bool extra = false;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ';';
    if (i < text.size()) {
      if (c == '\\') {
        ++i;
        continue;
      }
      if (quote != 0) {
        if (c == quote) quote = 0;
        continue;
      }
      if (c == '\'' || c == '"' || c == '`') quote = c;
      if (c == '(' || c == '{') ++depth;
      if ((c == ')' || c == '}') && depth > 0) --depth;
      if (c != ';' || depth > 0) continue;
    }
    if (count == 3) {
      extra = true;
      break;
    }
    while (start < i && (text[start] == ' ' || text[start] == '\t' || text[start] == '\n')) ++start;
    parts[count++] = text.substr(start, i - start);
    start = i + 1;
  }
  if (count != 3 || extra) {
    report(line_, extra ? "syntax error: `;' unexpected" : "syntax error: arithmetic expression required");
    report(line_, "syntax error: `((" + std::string(text) + "))'");
    return false;
  }
  node.init = take_arith(parts[0]);
  node.condition = take_arith(parts[1]);
  node.step = take_arith(parts[2]);
  return true;
}

ParserState::Step ParserState::step_case(Tok tok) {
  Frame& f = frames_.back();
  auto* node = static_cast<CaseCommand*>(f.node);
  switch (f.state) {
    case kCaseWord:
      if (tok != Tok::kWord) return unexpected(tok);
      node->word = take_word();
      f.state = kCaseIn;
      return Step::kTaken;
    case kCaseIn:
      if (tok == Tok::kNewline) return Step::kTaken;
      if (tok != Tok::kIn) return unexpected(tok);
      f.state = kCaseItem;
      return Step::kTaken;
    case kCaseItem:
      if (tok == Tok::kNewline) return Step::kTaken;
      if (tok == Tok::kEsac) {
        node->items = take_stack(*arena_, cases_, f.a);
        return compound_done(node);
      }
      f.state = kCasePattern;
      f.b = size32(words_);
      return tok == Tok::kLeftParen ? Step::kTaken : Step::kAgain;
    case kCasePattern:
      if (tok != Tok::kWord) return unexpected(tok);
      words_.push_back(take_word(WordMode::kPattern));
      f.state = kCaseAfterPattern;
      return Step::kTaken;
    default:
      if (tok == Tok::kPipe) {
        f.state = kCasePattern;
        return Step::kTaken;
      }
      if (tok != Tok::kRightParen) return unexpected(tok);
      cases_.push_back({});
      cases_.back().patterns = take_stack(*arena_, words_, f.b);
      f.state = kCaseBody;
      push_list();
      return too_deep() ? Step::kFailed : Step::kTaken;
  }
}

// ---------------------------------------------------------------- name=( elements )

ParserState::Step ParserState::step_array(Tok tok) {
  const Frame f = frames_.back();
  switch (tok) {
    case Tok::kNewline:
      return Step::kTaken;
    case Tok::kWord: case Tok::kAssignmentWord:
      elements_.push_back(take_element());
      return Step::kTaken;
    case Tok::kRightParen: {
      frames_.pop_back();
      restore_context();
      Scan& s = scans_.back();
      s.elements = take_stack(*arena_, elements_, f.a);
      s.array_end = s.level_id == level_id_ ? offset(s) : 0;
      return Step::kTaken;
    }
    case Tok::kEof:
      hit_end_ = true;
      report(f.line, "unexpected EOF while looking for matching `)'");
      break;
    case Tok::kFailed:
      if (hit_end_) report(error_line(), "syntax error: unexpected end of file");
      break;
    default:
      (void)unexpected(tok);
  }
  array_error_ = true;
  return Step::kFailed;
}

// ---------------------------------------------------------------- redirections

void ParserState::set_redirect_operator(Redirect& r, Tok tok) {
  const auto set = [&](RedirectOp op, int fd) {
    r.op = op;
    if (!r.fd_given) r.fd = fd;
  };
  switch (tok) {
    case Tok::kLess: set(RedirectOp::kInput, 0); break;
    case Tok::kGreater: set(RedirectOp::kOutput, 1); break;
    case Tok::kAppend: set(RedirectOp::kAppend, 1); break;
    case Tok::kGreaterPipe: set(RedirectOp::kClobber, 1); break;
    case Tok::kLessGreater: set(RedirectOp::kReadWrite, 0); break;
    case Tok::kLessAmp: set(RedirectOp::kDupInput, 0); break;
    case Tok::kGreaterAmp: set(RedirectOp::kDupOutput, 1); break;
    case Tok::kAmpGreater: set(RedirectOp::kBoth, 1); break;
    case Tok::kAmpGreaterGreater: set(RedirectOp::kAppendBoth, 1); break;
    case Tok::kHereString: set(RedirectOp::kHereString, 0); break;
    case Tok::kHereDash: r.strip_tabs = true; [[fallthrough]];
    default: set(RedirectOp::kHereDoc, 0); break;
  }
}

ParserState::Step ParserState::begin_redirect(Tok tok) {
  Redirect r;
  r.line = line_;
  std::uint8_t state = 1;
  if (tok == Tok::kNumber) {
    r.fd_given = true;
    r.fd = number_;
    state = 0;
  } else if (tok == Tok::kRedirWord) {
    r.variable_text = word_.text;
    const std::string_view inner = word_.text.substr(1, word_.text.size() - 2);
    const std::size_t open = inner.find('[');
    r.variable = names_.intern(inner.substr(0, open));
    if (open != std::string_view::npos) {
      r.variable_subscript.kind = SubscriptKind::kIndex;
      r.variable_subscript.text = inner.substr(open + 1, inner.size() - open - 2);
      RawWord raw;
      raw.text = r.variable_subscript.text;
      raw.line = word_.line;
      raw.flags = RawWord::kExpansion;
      std::swap(raw, word_);
      r.variable_subscript.word = take_word();
      std::swap(raw, word_);
    }
    state = 0;
  } else {
    set_redirect_operator(r, tok);
  }
  redirects_.push_back(r);
  frames_.push_back({.kind = FrameKind::kRedirect, .state = state, .line = line_});
  return Step::kTaken;
}

ParserState::Step ParserState::step_redirect(Tok tok) {
  Frame& f = frames_.back();
  Redirect& r = redirects_.back();
  if (f.state == 0) {
    if (!is_redirection(tok) || tok == Tok::kNumber || tok == Tok::kRedirWord) return unexpected(tok);
    if (tok == Tok::kAmpGreater || tok == Tok::kAmpGreaterGreater) return unexpected(tok);
    set_redirect_operator(r, tok);
    f.state = 1;
    return Step::kTaken;
  }
  const bool dup = r.op == RedirectOp::kDupInput || r.op == RedirectOp::kDupOutput;
  if (tok == Tok::kWord || tok == Tok::kAssignmentWord) {
    if (r.op == RedirectOp::kHereDoc) {
      r.quoted = (word_.flags & RawWord::kQuotes) != 0;
      r.delimiter = r.quoted ? arena_->copy(remove_quotes(word_.text)) : word_.text;
      auto* delimiter = arena_->make<Word>();
      delimiter->text = delimiter->literal = word_.text;
      auto* body = arena_->make<Word>();
      here_documents_.push_back({body, r.delimiter, r.strip_tabs, r.quoted, line_});
      r.word = delimiter;
      r.body = body;
    } else {
      r.word = take_word();
    }
  } else if (dup && (tok == Tok::kNumber || tok == Tok::kMinus)) {
    auto* word = arena_->make<Word>();
    word->text = word->literal = tok == Tok::kMinus ? std::string_view("-") : arena_->copy(std::string_view(std::to_string(number_)));
    word->flags = Word::kConstant | Word::kLiteral | Word::kSingleField;
    r.word = word;
  } else {
    return unexpected(tok);
  }
  frames_.pop_back();
  return Step::kTaken;
}

}  // namespace nacre
