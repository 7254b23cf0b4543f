// The inside of the parser. Private to src/syntax.
//
// One pushdown machine, whose stacks are vectors, so that it can stop anywhere for want of input and go on later, and
// so that nesting costs heap and no call stack:
//
//   input     the text (SourceText, grown by append()) with the aliases being expanded on top of it      input.cc
//   scans_    words being read, each with its open quotes, ${, $(( and so on in contexts_                scan.cc
//   frames_   constructs of the grammar being read                                    grammar.cc, compound.cc,
//   conditional.cc
//
// lex() makes the next token (lexer.cc). When the word that it reads contains $( or name=( , it pushes a frame for what
// is inside and returns kPushed; when that frame is complete, lex() goes on with the word. Which words are reserved,
// where aliases and assignments may stand is decided as bash does it, from the two tokens before (Context).
//
// A finished word is a stretch of text with patches (the substitutions found in it); word_builder.cc makes parts of it.
//
// Items of lists, words of commands and so on are collected on stacks shared by all frames, each frame remembering
// where its own begin, and copied into the arena when the construct is complete.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/syntax/parser.h"
#include "src/syntax/tokens.h"

namespace nacre {

// A finished word as the scanner leaves it.
struct RawWord {
  enum Flag : std::uint16_t {
    kQuotes = 1,      // contains \ ' or " (not `)
    kExpansion = 2,   // contains $ ` <( >( or an unquoted tilde: needs the word builder
    kGlob = 4,
    kBrace = 8,       // an unquoted {
    kEquals = 16,     // an unquoted =
    kCompound = 32,   // name=( ) was read, and the word ends with it
    kReplaced = 64,   // has patches
    kJoined = 128,    // text is no stretch of the source
  };
  std::string_view text;
  std::uint32_t line = 0;
  std::uint32_t begin = 0, end = 0;  // in the source
  std::uint16_t flags = 0;
  Span<const TextPatch> patches;
  std::uint32_t array_at = 0;  // offset of the ( of name=(
  Span<const ArrayElement> elements;
};

class ParserState {
 public:
  ParserState(NameTable& names, const ParserOptions& options, const AliasSource* aliases, std::uint32_t first_line);

  // ---- input.cc
  void append(std::string_view text);
  void finish();
  std::string_view unread() const;
  std::string current_line() const;
  Extent last_token() const { return {token_begin_, token_end_ < token_begin_ ? token_begin_ : token_end_}; }
  // A parser for text that lies inside what this one reads: a backquoted command, a here-document's body.
  // `where` is the text's place in the source; exact: byte for byte.
  ParserState(ParserState& outer, std::string_view text, std::uint32_t line, Extent where, bool exact);

  // ---- grammar.cc
  ParseStatus next(Ref<Script>& program);
  // All of the input as a list; *error is set when it has a syntax error.
  const Command* parse_all(const SyntaxErrorInfo** error);
  // The commands up to the ) that closes a substitution; consumed: the bytes up to and including it.
  const Command* parse_substitution(std::size_t& consumed, const SyntaxErrorInfo** error);

  // The input is this text, which outlives the parser's arena.
  void use_text(std::string_view text, Arena* arena);

  // ---- scan.cc: all of the input as one word
  bool scan_text(WordMode mode, RawWord& out);

  NameTable& names_;
  const ParserOptions& options_;
  const AliasSource* aliases_;
  Arena* arena_ = nullptr;
  std::vector<ParseMessage> messages_;
  bool in_substitution_ = false;  // the error was in $( ) or <( )
  bool array_error_ = false;      // the error was in name=( )
  bool conditional_error_ = false;
  std::uint32_t misprints_ = 0;       // of what bash prints wrongly, or in $( ) reads otherwise: here-documents, ! and time
  bool rereads_ = true;               // see ParserOptions::reread_substitutions
  bool position_forgotten_ = false;   // see Parser::forget_position
  bool hit_end_ = false;
  bool looking_on_ = false;   // for the end of the line after an error in [[ ]]
  bool unclosed_ = false;   // ... inside quotes or ${ or ((
  std::uint32_t native_depth_ = 0;  // parsers within parsers
  // What parsers within parsers have read, all together. $((a) | $((b) | ...)) is read as arithmetic first and then as
  // commands, at each level, and would take exponential time.
  static constexpr std::uint64_t kMaxReread = 16 << 20;
  std::uint64_t reread_ = 0;
  std::uint64_t* reread_total_ = &reread_;
  void count_reread(std::uint64_t size) {
    if (*reread_total_ != kHopeless) *reread_total_ += size + 256;
  }
  // The depth of the word that is being built, with those around it.
  std::uint32_t word_depth_ = 0;
  struct Deeper {
    explicit Deeper(ParserState& p) : parser(p) { ++p.word_depth_; }
    ~Deeper() { --parser.word_depth_; }
    ParserState& parser;
  };
  // What is being built is nested too deeply, or too often read anew; from then on nothing is built, and the command is an error.
  bool hopeless() {
    if (word_depth_ > 2 * kMaxWordNesting + 2 || *reread_total_ > kMaxReread + 4 * in_.size) *reread_total_ = kHopeless;
    return *reread_total_ == kHopeless;
  }
  static constexpr std::uint64_t kHopeless = ~std::uint64_t{0};
  std::uint32_t outer_depth_ = 0;   // nesting around this parser
  std::uint32_t line_ = 0;          // the number of the line that the last character came from

  bool too_deep(std::size_t more = 1);  // reports it, too
  // A stretch of this parser's text in the source.
  Extent place(std::uint32_t begin, std::uint32_t end) const {
    return exact_ ? Extent{where_.begin + begin, where_.begin + end} : where_;
  }
  Extent where_;  // of this parser's text
  bool exact_ = true;

  bool idle() const { return (frames_.empty() && !looking_on_) || at_start(); }  // not in the middle of a command
  const SyntaxErrorInfo* take_error();

 private:
  friend class WordBuilder;

  static constexpr int kEndChar = -1;   // end of input
  static constexpr int kNeedChar = -2;  // no more for now

  // ---------------------------------------------------------------- input
  struct Input {
    const char* base = nullptr;
    std::uint32_t pos = 0;
    std::uint32_t size = 0;
  };
  struct Level {  // what an alias's text has interrupted
    Input interrupted;
    std::uint32_t interrupted_id = 0;
    std::string alias;
    Ref<Arena> text;           // where the alias's text is
    bool blank_after = false;  // the alias's value ends with a blank: the next word may be an alias too
  };
  struct Scan;
  int peek(bool join, Scan* scan = nullptr);
  void take() {
    if (in_.base[in_.pos] == '\n' && levels_.empty()) fresh_line_ = true;
    ++in_.pos;
  }
  void start_line() {
    ++line_;
    line_start_ = in_.pos;
    fresh_line_ = false;
  }
  void pop_level();
  void drop_line();

  Input in_;
  std::vector<Level> levels_;
  Ref<SourceText> source_;
  std::uint32_t level_id_ = 0;      // of the text being read; 0: the main input
  std::uint32_t next_level_id_ = 0;
  std::uint32_t line_start_ = 0;    // in the main input
  bool fresh_line_ = true;          // the next character begins a line
  bool finished_ = false;

  // ---------------------------------------------------------------- words being read
  struct Nest {  // an open quote, ${, $((, [ or ( inside a word
    enum Kind : std::uint8_t { kPair, kSubscript, kAnsiC, kLocale, kArithCommand, kTextQuoted, kTextArith };
    Kind kind = kPair;
    char open = 0, close = 0;
    char quote = 0;              // the quote it is in, as far as line continuations go
    bool group = false;          // open and close differ: quotes inside count
    bool first_close = false;    // ${: an inner { does not nest
    bool dquote = false;         // inside double quotes
    bool brace = false;          // ${
    bool subscript = false;
    bool pattern = false;        // the ( of an extended pattern or a regular expression
    bool escapes = false;        // $'
    bool pass_next = false;      // after a backslash
    bool after_dollar = false;
    bool after_angle = false;
    std::uint8_t brace_state = 0;
    std::uint32_t count = 1;
    std::uint32_t line = 0;
    std::uint32_t begin = 0;     // offset in the word after the opening
  };
  struct Scan {
    bool text_mode = false;      // no separators: to the end of the input
    bool pass_next = false;
    char held = 0;               // a character taken whose successor is not there yet
    std::uint16_t flags = 0;
    std::uint32_t nest_base = 0;
    std::uint32_t segment = 0;   // in_.pos from where the text has not been moved to pieces_
    std::uint32_t level_id = 0;
    std::uint32_t piece_base = 0;
    std::uint32_t patch_base = 0;
    std::uint32_t line = 0;
    std::uint32_t array_at = 0, array_end = 0;
    std::uint32_t saved_pos = 0, saved_line = 0,
                  saved_line_start = 0;  // to go back to when (( is no arithmetic after all
    std::uint32_t substitution_line = 0;
    std::uint32_t begin = 0;            // where the word begins, where its last piece ends, where its token begins (a
    std::uint32_t piece_end = 0;        // `((` comes before its text), where the substitution being read begins
    std::uint32_t token = 0;
    std::uint32_t substitution_begin = 0;
    std::uint32_t substitution_at = 0;  // offset after the ( of the substitution being read
    Span<const ArrayElement> elements;
  };
  void begin_scan(bool text_mode);
  [[gnu::noinline]] Tok scan_word();
  Tok scan_top(Scan& s);
  Tok scan_nest(Scan& s);
  Tok scan_expansion(Scan& s, char c);
  Tok scan_bracket(Scan& s);
  Tok scan_pattern(Scan& s);
  Tok scan_substitution(Scan& s, bool arithmetic);
  Tok scan_inner(Scan& s, char c);
  Tok close_nest(Scan& s);
  Tok close_arith_command(Scan& s);
  Nest* push_nest(Scan& s, Nest::Kind kind, char open, char close);
  static void update_brace_state(Nest& n, char c, bool first);
  Tok unclosed(char close, std::uint32_t line);
  void flush(Scan& s, std::uint32_t upto);
  std::uint32_t offset(const Scan& s) const {
    return static_cast<std::uint32_t>(pieces_.size()) - s.piece_base + (in_.pos - s.segment);
  }
  std::string_view scanned_text(const Scan& s);
  void finish_scan(Scan& s);
  bool array_may_follow(Scan& s);
  bool subscript_may_follow(Scan& s);
  // Patches are ordered by where they begin; one around others comes after them here.
  void add_patch(TextPatch patch) {
    auto at = patches_.end();
    while (at != patches_.begin() + scans_.back().patch_base && std::prev(at)->begin > patch.begin) --at;
    patches_.insert(at, patch);
  }
  bool in_pattern(const Scan& s) const;
  std::size_t scan_floor() const { return saved_.empty() ? 0 : saved_.back().scan_floor; }

  std::vector<Scan> scans_;
  std::vector<Nest> nests_;
  std::string pieces_;
  std::vector<TextPatch> patches_;
  RawWord word_;
  int number_ = 0;
  std::uint32_t token_begin_ = 0, token_end_ = 0;  // the current token, and where the one before it ends: in_.pos
  std::uint32_t previous_end_ = 0;

  // ---------------------------------------------------------------- tokens
  struct Context {  // what decides how the next token is read; put aside while a substitution is read
    Tok last = Tok::kNone;            // the token before
    Tok before_last = Tok::kNone;
    Tok current = Tok::kNone;
    bool case_pattern = false;
    bool case_statement = false;
    bool alias_next = false;
    bool assign_ok = false;           // arguments may be name=( )
    bool open_brace_ok = false;       // after f()
    bool redirections_only = false;   // the simple command has only redirections so far
    bool conditional = false;         // inside [[ ]]
    bool regex = false;               // the right side of =~
    bool extglob = false;             // the right side of == in [[ ]]
    bool array = false;               // inside name=( )
    std::uint32_t expecting_in = 0;
    std::uint32_t esacs_needed = 0;
    std::uint32_t scan_floor = 0;     // of the enclosing level: scans below belong to it
    std::size_t here_documents = 0;   // pending ones below belong to the enclosing level
    bool shifted = false;             // last and before_last are those of the token to come
  };
  struct HereDocument {
    Word* body = nullptr;
    std::string_view delimiter;
    bool strip_tabs = false;
    bool quoted = false;
    std::uint32_t line = 0;
  };
  [[gnu::noinline]] Tok lex();
  Tok lex_token();
  Tok lex_operator(char c, bool& is_word);
  Tok begin_double_paren();
  Tok classify_word();
  Tok special_word(std::string_view text);
  Tok check_reserved(std::string_view text);
  [[gnu::noinline]] bool expand_alias();
  bool command_position() const;
  bool assignment_acceptable() const { return command_position() && !context_.case_pattern; }
  bool time_acceptable() const;
  [[gnu::noinline]] Tok gather_here_documents();
  enum class HereLine : std::uint8_t { kLine, kEnd, kNeed };
  HereLine read_here_line(bool join, std::string_view& line, bool& verbatim);
  void finish_here_document(const HereDocument& doc);
  void save_context();
  void restore_context();

  Context context_;
  std::vector<Context> saved_;

  std::vector<HereDocument> here_documents_;
  bool gathering_ = false;
  std::size_t here_done_ = 0;      // pending ones that have been read
  bool overdue_ = false;           // those from overdue_from_ on belong to a $( ) that has ended
  std::size_t overdue_from_ = 0;
  bool read_overdue(Scan& s);
  bool here_started_ = false;
  bool here_partial_ = false;      // here_line_ holds the beginning of a line that goes on
  bool here_copied_ = false;       // the body is in here_text_, for it is not a stretch of the input
  std::uint32_t here_begin_ = 0, here_end_ = 0;  // the body, as far as it has been read
  std::uint32_t here_line_number_ = 0;
  std::string here_text_;
  std::string here_line_;

  // ---------------------------------------------------------------- grammar
  enum class FrameKind : std::uint8_t {
    kUnit,
    kAll,
    kSubstitution,
    kArray,
    kList,
    kSimple,
    kRedirect,
    kRedirections,
    kGroup,
    kSubshell,
    kIf,
    kWhile,
    kFor,
    kCase,
    kFunction,
    kCoproc,
    kCond,
    kText,
  };
  struct Frame {
    FrameKind kind;
    std::uint8_t state = 0;
    bool flag = false;
    bool negated = false;
    bool timed = false;
    bool time_posix = false;
    bool prefixed = false;       // ! or time was read: the pipeline may be empty
    std::uint32_t line = 0;
    std::uint32_t begin = 0;            // of its first token
    std::uint32_t substitutions = 0;    // how many there had been when it began
    std::uint32_t a = 0, b = 0, c = 0;  // where its items begin on the stacks
    Command* node = nullptr;
    const Command* part = nullptr;
    const CondExpr* expr = nullptr;
  };
  enum class Step : std::uint8_t { kTaken, kAgain, kFailed, kDone };

  // The steps stay out of run(): engines optimize a function as a whole, and a large one for long.
  Step step(Tok tok);
  [[gnu::noinline]] Step step_list(Tok tok);
  Step begin_command(Tok tok);
  [[gnu::noinline]] Step begin_compound(Tok tok);
  [[gnu::noinline]] Step finish_list(Tok tok);
  void close_pipeline(Frame& f);
  void close_and_or(Frame& f);
  void push_list();
  Step list_done(const Command* list, Tok tok);
  Step deliver(Command* command);
  Step compound_done(Command* node);
  [[gnu::noinline]] Step step_simple(Tok tok);
  [[gnu::noinline]] Step step_redirect(Tok tok);
  [[gnu::noinline]] Step step_redirections(Tok tok);
  [[gnu::noinline]] Step step_for(Tok tok);
  [[gnu::noinline]] Step step_case(Tok tok);
  [[gnu::noinline]] Step step_function(Tok tok);
  [[gnu::noinline]] Step step_coproc(Tok tok);
  [[gnu::noinline]] Step step_array(Tok tok);
  Step finish_simple();
  Step begin_redirect(Tok tok);
  void set_redirect_operator(Redirect& r, Tok tok);
  Step end_for_header(Tok tok);
  Step end_case_item(Tok tok);
  [[gnu::noinline]] void reread(CommandSub& node);
  Step substitution_done(const Command* list);
  [[gnu::noinline]] Step begin_conditional();
  [[gnu::noinline]] Step step_cond(Tok tok);
  Step step_cond_token(Tok tok);
  Step cond_operator(Frame& f, Tok tok);
  Step cond_term_done(const CondExpr* expr);
  Step cond_group_done(const CondExpr* expr);
  Step cond_failed();
  const CondExpr* join_terms(Frame& f);
  std::string token_words(Tok tok) const;
  static constexpr std::size_t kNoFrame = static_cast<std::size_t>(-1);
  std::size_t frame_around(FrameKind kind, std::size_t from) const;
  [[gnu::noinline]] Step unexpected(Tok tok);
  void end_in_array();
  ParseStatus look_on();
  bool push_frame(FrameKind kind);
  ParseStatus run();
  void reset();
  void report(std::uint32_t line, std::string text, bool warning = false) {
    messages_.push_back({line, warning, std::move(text)});
  }
  std::uint32_t error_line() const { return fresh_line_ ? line_ + 1 : line_; }

  // The command of frame f is complete: its place in the source.
  void set_place(Command& node, const Frame& f) const {
    const Extent e = place(f.begin, previous_end_);
    node.begin = e.begin;
    node.end = e.end;
  }
  // Words of the kind that the grammar wants, from word_.
  Word* new_word();
  const Word* take_word(WordMode mode = WordMode::kWord);
  Assignment take_assignment();
  Assignment read_assignment();
  ArrayElement take_element();
  const Arith* take_arith(std::string_view text);
  bool split_arith_for(ArithForCommand& node);
  bool at_start() const;

  // The items of a frame, which lie on stack from `from` on, moved into the arena.
  template <class T>
  Span<const T> take_stack(std::vector<T>& stack, std::size_t from) {
    const Span<const T> out = arena_->copy(stack.data() + from, stack.size() - from);
    stack.resize(from);
    return out;
  }
  static std::uint32_t size32(const auto& stack) { return static_cast<std::uint32_t>(stack.size()); }

  std::vector<Frame> frames_;
  std::vector<ListCommand::Item> items_;
  std::vector<AndOrCommand::Item> and_or_;
  std::vector<Command*> pipes_;
  std::vector<const Word*> words_;
  std::vector<Assignment> assignments_;
  std::vector<Redirect> redirects_;
  std::vector<IfCommand::Branch> branches_;
  std::vector<CaseCommand::Item> cases_;
  std::vector<ArrayElement> elements_;
  struct CondTerm {
    const CondExpr* expr;
    bool after_or;  // joined by || to the one before
  };
  std::vector<CondTerm> terms_;
  const Command* result_ = nullptr;
  Ref<Arena> own_arena_;
  std::uint32_t unit_line_ = 0;
  // Substitutions so far, and whether one stands where the lines of its commands have to be found by printing it.
  std::uint32_t substitutions_ = 0;
  std::uint32_t compounds_ = 0;
  bool renumber_ = false;
  void check_lines(const Frame& f, std::uint32_t line) {
    if (substitutions_ != f.substitutions && (line != last_substitution_line_)) renumber_ = true;
  }
  std::uint32_t last_substitution_line_ = 0;
  bool unit_ended_ = false;  // the input ended, with no command before
};

}  // namespace nacre
