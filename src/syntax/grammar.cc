// The grammar (POSIX XCU 2.10 with bash's additions): what may follow what, and the nodes that come of it.
//
// frames_ is the stack of constructs being read; each has a state. step() gives a token to the topmost frame, which
// takes it, or changes the stack and asks for the same token again (kAgain). Between the keywords of a compound command
// stands a kList frame, which reads `a | b && c; d` up to a token that it cannot use; list_done() hands both to the
// compound command. A complete command goes to the frame below by deliver().
#include <algorithm>
#include <string>

#include "src/base/memory.h"
#include "src/syntax/ansi_c.h"
#include "src/syntax/line_numbers.h"
#include "src/syntax/parser_state.h"
#include "src/syntax/printer.h"

namespace nacre {
namespace {

enum ListState : std::uint8_t { kListStart, kListCommand, kListAfter, kListSeparator };
enum FunctionState : std::uint8_t { kFunctionName, kFunctionAfterName, kFunctionParen, kFunctionBody };

}  // namespace

bool ParserState::too_deep(std::size_t more) {
  if (frames_.size() / 2 + nests_.size() + outer_depth_ + more <= kMaxNesting && native_depth_ < 40 && !hopeless()) return false;
  if (messages_.empty()) report(error_line(), "maximum nesting depth exceeded");
  return true;
}

bool ParserState::push_frame(FrameKind kind) {
  frames_.push_back({.kind = kind, .line = line_, .begin = token_begin_});
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
  gathering_ = here_started_ = overdue_ = false;
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
  if (looking_on_) return look_on();
  in_substitution_ = array_error_ = conditional_error_ = hit_end_ = unclosed_ = false;
  if (frames_.empty()) {
    if (finished_ && levels_.empty() && in_.pos >= in_.size) return ParseStatus::kEnd;
    own_arena_ = make_ref<Arena>();
    reread_ = 0;
    arena_ = own_arena_.get();
    for (const Level& level : levels_) arena_->keep(level.text);   // an alias of several commands: words look into its text
    context_ = Context{};
    context_.current = std::exchange(position_forgotten_, false) ? Tok::kFailed : Tok::kNewline;
    renumber_ = false;
    frames_.push_back({.kind = FrameKind::kUnit, .line = line_});
    push_list();
  }
  const ParseStatus status = run();
  if (status == ParseStatus::kError) {
    const bool goes_on = conditional_error_ && !in_substitution_ && !hit_end_;
    reset();
    if (goes_on) return look_on();
    drop_line();
  } else if (status == ParseStatus::kCommand) {
    program = make_ref<Script>();
    program->arena = std::move(own_arena_);
    program->source = source_;
    if (renumber_) number_substitutions(result_);
    program->command = result_;
    program->line = unit_line_;
  }
  return status;
}

// After an error in [[ ]] bash looks for the newline token by token, and may find a quote without an end.
ParseStatus ParserState::look_on() {
  if (!std::exchange(looking_on_, true)) context_ = Context{};
  Tok t;
  do t = lex();
  while (t != Tok::kNewline && t != Tok::kEof && t != Tok::kFailed && t != Tok::kNeed && t != Tok::kPushed);
  if (t == Tok::kNeed) return ParseStatus::kNeedMore;
  looking_on_ = false;
  if (t == Tok::kFailed && unclosed_) conditional_error_ = false;
  reset();
  drop_line();
  return ParseStatus::kError;
}

ParseStatus ParserState::run() {
  for (;;) {
    if (memory::exceeded()) {  // a command of megabytes; the process that reads it is about to be ended
      report(error_line(), "out of memory");
      return ParseStatus::kError;
    }
    if (hopeless() && too_deep()) return ParseStatus::kError;
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
  if (tok == Tok::kWord || tok == Tok::kAssignmentWord || tok == Tok::kRedirWord || tok == Tok::kArithCommand ||
      tok == Tok::kArithForExprs) {
    return std::string(word_.text);
  }
  if (tok == Tok::kNumber) return std::to_string(number_);
  return std::string(token_name(tok));
}

// The innermost frame of a kind below `from`, in this text; kNoFrame: none.
std::size_t ParserState::frame_around(FrameKind kind, std::size_t from) const {
  for (std::size_t i = from; i-- > 0 && frames_[i].kind != FrameKind::kAll;)
    if (frames_[i].kind == kind) return i;
  return kNoFrame;
}

// After the message for an end in a=($(: bash finds that of the array too.
void ParserState::end_in_array() {
  const std::size_t around = frame_around(FrameKind::kSubstitution, frames_.size());
  if (around == kNoFrame || frame_around(FrameKind::kArray, around) == kNoFrame) return;
  report(error_line(), "syntax error: unexpected end of file");
  array_error_ = true;
}

ParserState::Step ParserState::unexpected(Tok tok) {
  const std::size_t around = frame_around(FrameKind::kSubstitution, frames_.size());
  const bool substitution = around != kNoFrame;
  in_substitution_ = substitution;
  if (tok == Tok::kEof) {
    hit_end_ = true;
    report(error_line(),
           substitution ? "unexpected EOF while looking for matching `)'" : "syntax error: unexpected end of file");
    end_in_array();
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
  frames_.push_back({.kind = FrameKind::kList,
                     .state = kListStart,
                     .line = line_,
                     .a = size32(items_),
                     .b = size32(and_or_),
                     .c = size32(pipes_)});
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
    const Extent prefix = place(f.begin, previous_end_);
    node->begin = f.prefixed ? prefix.begin : pipes_[f.c]->begin;
    node->end = count > 0 ? pipes_.back()->end : prefix.end;
    std::vector<const Command*> commands(pipes_.begin() + f.c, pipes_.end());
    node->commands = arena_->copy(static_cast<const Command* const*>(commands.data()), count);
    node->negated = f.negated;
    node->timed = f.timed;
    node->time_posix = f.time_posix;
    pipes_.resize(f.c);
    command = node;
  }
  and_or_.push_back({f.flag, command});
  misprints_ += f.timed || count == 0;
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
  node->begin = and_or_[f.b].command->begin;
  node->end = and_or_.back().command->end;
  node->items = take_stack(and_or_, f.b);
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
          const Extent where = place(token_begin_, token_end_);
          one->begin = where.begin;
          one->end = where.end;
          redirects.push_back({.op = RedirectOp::kDupOutput, .fd_given = true, .fd = 2, .word = one, .line = line_, .begin = where.begin});
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
      if (f.prefixed && pipes_.size() == f.c && (tok == Tok::kNewline || tok == Tok::kSemi || tok == Tok::kEof)) {
        f.state = kListAfter;
        return Step::kAgain;
      }
      if (tok == Tok::kNewline) return Step::kTaken;
      break;
  }
  const bool pipeline_start = pipes_.size() == f.c;
  if (pipeline_start &&
      (tok == Tok::kBang || tok == Tok::kTime || tok == Tok::kTimeOption || tok == Tok::kTimeIgnore)) {
    if (!f.prefixed) {
      f.line = line_;
      f.begin = token_begin_;
    }
    if (tok == Tok::kBang) f.negated = !f.negated;
    if (tok == Tok::kTime) f.timed = true;
    if (tok == Tok::kTimeOption) f.time_posix = true;
    f.prefixed = true;
    f.state = kListCommand;
    return Step::kTaken;
  }
  if (starts_command(tok)) return begin_command(tok);
  if (f.state == kListSeparator) return finish_list(tok);
  const bool may_be_empty = owner == FrameKind::kSubstitution || owner == FrameKind::kAll ||
                            owner == FrameKind::kCase || (unit && tok == Tok::kEof);
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
    node->begin = items_[f.a].command->begin;
    node->end = items_.back().command->end;
    node->items = take_stack(items_, f.a);
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
      node->line = line_;
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
      node->branches = take_stack(branches_, f.a);
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
      item.end = tok == Tok::kSemiAmp       ? CaseEnd::kFallThrough
                 : tok == Tok::kSemiSemiAmp ? CaseEnd::kTestNext
                                            : CaseEnd::kBreak;
      return end_case_item(tok);
    }
    default:
      return unexpected(tok);
  }
}

// In the parentheses of a pattern, with no double quote between?
bool ParserState::in_pattern(const Scan& s) const {
  for (std::size_t i = nests_.size(); i > s.nest_base && nests_[i - 1].open != '"'; --i)
    if (nests_[i - 1].pattern) return true;
  return false;
}

namespace {

// Whether two trees consist of the same commands, as far as words of one may have come to stand in another.
bool same_shape(const Command& a, const Command& b) {
  if (a.kind != b.kind || a.redirects.size() != b.redirects.size()) return false;
  if (a.kind == CommandKind::kSimple && a.as<SimpleCommand>().words.size() != b.as<SimpleCommand>().words.size()) return false;
  const auto children = [](const Command& c) {
    std::vector<const Command*> all;
    for_each_command(c, [](const Command& child, void* list) { static_cast<std::vector<const Command*>*>(list)->push_back(&child); }, &all);
    return all;
  };
  const auto of_a = children(a), of_b = children(b);
  return std::ranges::equal(of_a, of_b, [](const Command* x, const Command* y) { return same_shape(*x, *y); });
}

}  // namespace

// bash keeps the commands in $( ) as text, printed anew, which it reads when the word is expanded, up to the ), and again when
// they run. Printing some things changes them: what follows a here-document may lose its operator.
void ParserState::reread(CommandSub& node) {
  std::string printed = print_substitution(*node.body);
  const std::string_view text = arena_->copy(printed + ")\n");
  ParserState closed(*this, text, node.line, {node.begin, node.end}, false);
  closed.rereads_ = false;
  std::size_t consumed = 0;
  const Command* again = closed.parse_substitution(consumed, &node.error);
  if (node.error == nullptr && printed.starts_with("time")) {
    ParserState run(*this, text.substr(0, printed.size()), node.line, {node.begin, node.end}, false);
    run.rereads_ = false;
    again = run.parse_all(&node.error);
    if (node.error != nullptr) node.body = nullptr;
    else node.body = again;
  } else if (node.error != nullptr) {
    node.body = nullptr;
    node.abandons = true;
  } else if (again != nullptr && !same_shape(*again, *node.body)) {
    node.body = again;
  }
}

ParserState::Step ParserState::substitution_done(const Command* list) {
  const Frame f = frames_.back();
  frames_.pop_back();
  if (frames_.empty()) {  // parse_substitution()
    result_ = list;
    return Step::kDone;
  }
  if (here_documents_.size() > context_.here_documents) {
    report(line_,
           "command substitution: " + std::to_string(here_documents_.size() - context_.here_documents) +
               " unterminated here-document",
           true);
    overdue_ = true;   // its body begins on the next line, be it in quotes
    overdue_from_ = context_.here_documents;
  }
  const std::size_t here_documents_before = context_.here_documents;
  restore_context();
  Scan& s = scans_.back();
  auto* node = arena_->make<CommandSub>();
  node->body = list;
  node->line = s.substitution_line;
  const Extent inside = place(s.substitution_begin, token_begin_);
  node->begin = inside.begin;
  node->end = inside.end;
  node->as_written = native_depth_ > 0 && frames_.back().kind == FrameKind::kText;
  const bool complete = here_documents_.size() <= here_documents_before;
  if (list != nullptr && misprints_ > f.b && complete && rereads_ && options_.reread_substitutions && native_depth_ < 8) reread(*node);
  ++substitutions_;
  last_substitution_line_ = line_;
  if (line_ != f.line || compounds_ != f.a) renumber_ = true;
  if (list != nullptr && list->kind == CommandKind::kSimple) {
    const auto& simple = list->as<SimpleCommand>();
    if (simple.words.empty() && simple.assignments.empty() && simple.redirects.size() == 1) {
      const Redirect& r = simple.redirects[0];
      if (r.op == RedirectOp::kInput && r.fd == 0 && r.variable == kNoName) node->input_file = r.word;
    }
  }
  const std::uint32_t end = s.level_id == level_id_ ? offset(s) - 1 : s.substitution_at;
  add_patch({s.substitution_at, end, node, {}, in_pattern(s)});
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
  frames_.push_back({.kind = FrameKind::kSimple,
                     .line = line_,
                     .begin = token_begin_,
                     .substitutions = substitutions_,
                     .a = size32(words_),
                     .b = size32(assignments_),
                     .c = size32(redirects_)});
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
      node->line = line_;
      if (word_.line != line_) renumber_ = true;
      if (!push_frame(kind)) return Step::kFailed;
      return compound_done(node);
    }
    default: return unexpected(tok);
  }
  node->line = line_;
  if (!push_frame(kind)) return Step::kFailed;
  Frame& f = frames_.back();
  f.node = node;
  f.substitutions = substitutions_;
  f.a = kind == FrameKind::kIf ? size32(branches_) : kind == FrameKind::kCase ? size32(cases_) : size32(words_);
  f.b = size32(words_);
  if (list) push_list();
  return Step::kTaken;
}

// The compound command of the topmost frame is complete but for redirections.
ParserState::Step ParserState::compound_done(Command* node) {
  Frame& f = frames_.back();
  ++compounds_;
  f = Frame{.kind = FrameKind::kRedirections, .line = line_, .begin = f.begin, .a = size32(redirects_), .node = node};
  return Step::kTaken;
}

ParserState::Step ParserState::step_redirections(Tok tok) {
  if (is_redirection(tok)) return begin_redirect(tok);
  const Frame f = frames_.back();
  f.node->redirects = take_stack(redirects_, f.a);
  set_place(*f.node, f);
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
  set_place(*node, f);
  if (f.kind == FrameKind::kFunction) static_cast<FunctionCommand*>(node)->body = command;
  else static_cast<CoprocCommand*>(node)->body = command;
  frames_.pop_back();
  return deliver(node);
}

ParserState::Step ParserState::step_simple(Tok tok) {
  Frame& f = frames_.back();
  const std::size_t words = words_.size() - f.a;
  if (f.flag) {  // bash makes the command when it has seen whether a ( follows the first word
    f.line = line_;
    f.flag = false;
  }
  if (f.state == 0) {
    f.state = 1;
    f.flag = tok == Tok::kWord;
    f.line = line_;
  }
  // x=1 <f y=2: the lexer takes what follows the redirection for a word.
  if (tok == Tok::kWord && words == 0 && (word_.flags & RawWord::kEquals) != 0 &&
      assignment_operator(word_.text) != std::string_view::npos)
    tok = Tok::kAssignmentWord;
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
  if (is_redirection(tok)) return begin_redirect(tok);
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
    f = Frame{.kind = FrameKind::kFunction, .state = kFunctionParen, .line = f.line, .begin = f.begin, .node = node};
    return Step::kTaken;
  }
  return finish_simple();
}

ParserState::Step ParserState::finish_simple() {
  const Frame f = frames_.back();
  check_lines(f, f.line);
  context_.redirections_only = false;
  auto* node = arena_->make<SimpleCommand>();
  node->kind = CommandKind::kSimple;
  node->line = f.line;
  set_place(*node, f);
  node->assignments = take_stack(assignments_, f.b);
  node->redirects = take_stack(redirects_, f.c);
  node->words = take_stack(words_, f.a);
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
        f.a = token_begin_;
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
        const std::uint32_t paren = f.a;
        const Step step = begin_compound(Tok::kLeftParen);
        if (step == Step::kTaken) frames_[frames_.size() - 2].begin = paren;
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

}  // namespace nacre
