// RE2's parts (Regexp, Prog and its engines) are used directly, below its class RE2: the tree becomes a Regexp without
// a detour over RE2's syntax, and the step counter of cmake/patches/re2.patch is at hand. A search goes as in RE2: a
// DFA forward for the end of the match, one backward for its start, and only then, within these bounds, a slower
// engine for the groups. When the DFA runs out of memory, the NFA does it all.
#include "src/regex/re2_program.h"

#include <algorithm>
#include <map>
#include <utility>

#include "re2/prog.h"
#include "re2/regexp.h"
#include "src/base/utf8.h"

namespace nacre {
namespace {

using re2::Prog;
using re2::Regexp;
using Kind = Re2Program::Kind;

constexpr std::int64_t kProgramMemory = 16 << 20;  // bounds the instructions; estimate() is stricter
constexpr std::size_t kLargeSet = 16;              // ranges above ASCII
constexpr auto kPerlFlags = Regexp::LikePerl;

bool byte_wise(const RegexTree& tree, Kind kind) { return !tree.utf8 || kind == Kind::kAscii; }

std::size_t high_ranges(const CodeSet& set) {
  auto high = [](const CodeSet::Range& r) { return r.last >= 0x80; };
  return static_cast<std::size_t>(std::count_if(set.ranges.begin(), set.ranges.end(), high));
}

double estimate_node(const RegexTree& tree, std::uint32_t id, Kind kind) {
  const RegexNode& n = tree.nodes[id];
  double sum = 0;
  for (std::uint32_t k : n.kids) sum += estimate_node(tree, k, kind);
  switch (n.kind) {
    case RegexNode::kText: return static_cast<double>(tree.texts[n.index].size()) * (tree.icase ? 2 : 1);
    case RegexNode::kChar: return n.code < 0x80 ? 1 : 3;
    case RegexNode::kSet: {
      std::size_t high = high_ranges(tree.sets[n.index]);
      if (byte_wise(tree, kind)) return 3;
      if (kind == Kind::kScan) high = std::min(high, kLargeSet);
      return 3 + 3.0 * static_cast<double>(high);
    }
    case RegexNode::kBack: return 20;
    case RegexNode::kRepeat: return (sum + 1) * std::max(1, n.max == -1 ? n.min : n.max);
    default: return sum + 1;
  }
}

// Makes a Regexp of a tree. Sub-expressions are owned until they are handed to the next level.
class Builder {
 public:
  Builder(const RegexTree& tree, Kind kind) : tree_(tree), kind_(kind), bytes_(byte_wise(tree, kind)) {
    // Sets hold what they match: without ClassNL RE2 takes the newline out of .|[a] when it makes one set of them.
    flags_ = static_cast<Regexp::ParseFlags>(Regexp::ClassNL | (bytes_ ? Regexp::Latin1 : Regexp::NoParseFlags));
  }

  Regexp* build(std::uint32_t id) {
    const RegexNode& n = tree_.nodes[id];
    switch (n.kind) {
      case RegexNode::kEmpty: return empty();
      case RegexNode::kNever: return never();
      case RegexNode::kChar: return character(n.code);
      case RegexNode::kByte: return byte(n.code);
      case RegexNode::kText: return text(tree_.texts[n.index]);
      case RegexNode::kSet: return set(tree_.sets[n.index]);
      case RegexNode::kCat: return cat(n);
      case RegexNode::kAlt: return alt(n);
      case RegexNode::kRepeat: return repeat(n);
      case RegexNode::kGroup: {
        Regexp* sub = build(n.kids[0]);
        return kind_ == Kind::kScan ? sub : Regexp::Capture(sub, flags_, static_cast<int>(n.index));
      }
      case RegexNode::kBack: return Regexp::Star(anything(), flags_);
      case RegexNode::kBeginLine: return assertion(re2::kEmptyBeginLine);
      case RegexNode::kEndLine: return assertion(re2::kEmptyEndLine);
      case RegexNode::kBeginText: return Regexp::Parse("\\A", kPerlFlags, nullptr);
      case RegexNode::kEndText: return Regexp::Parse("\\z", kPerlFlags, nullptr);
      default: break;
    }
    if (kind_ == Kind::kScan) return empty();
    switch (n.kind) {
      case RegexNode::kWordEdge: return assertion(re2::kEmptyWordBoundary);
      case RegexNode::kNotWordEdge: return assertion(re2::kEmptyNonWordBoundary);
      case RegexNode::kWordBegin: return assertion(re2::kEmptyWordBoundary | re2::kEmptyNotAfterWord);
      case RegexNode::kWordEnd: return assertion(re2::kEmptyWordBoundary | re2::kEmptyNotBeforeWord);
      case RegexNode::kNotAfterWord: return assertion(re2::kEmptyNotAfterWord);
      default: return assertion(re2::kEmptyNotBeforeWord);
    }
  }

 private:
  Regexp* empty() { return Regexp::LiteralString(nullptr, 0, flags_); }
  Regexp* never() { return Regexp::Parse("[^\\x00-\\x{10FFFF}]", kPerlFlags, nullptr); }
  Regexp* assertion(int flags) { return Regexp::HaveMatch(-flags, flags_); }  // see the patch
  Regexp* byte(char32_t b) {
    if (kind_ == Kind::kAscii) return never();
    return Regexp::NewLiteral(static_cast<re2::Rune>(b), Regexp::Latin1);
  }

  // The rune to use in a literal for a character, if it needs no set; folded: case does not matter.
  bool simple(char32_t c, re2::Rune& rune, bool& folded) {
    folded = false;
    if (bytes_ && tree_.utf8 && c >= 0x80) return false;
    if (tree_.icase) {
      auto variants = case_variants(c, tree_.utf8 && !bytes_);
      if (variants.size() > 1) {
        bool ascii = variants.size() == 2 && variants[0] < 0x80 && variants[1] < 0x80;
        if (!ascii) return false;
        folded = true;
        c |= 32;
      }
    }
    rune = static_cast<re2::Rune>(c);
    return true;
  }

  Regexp* character(char32_t c) {
    re2::Rune rune;
    bool folded;
    if (simple(c, rune, folded)) return Regexp::NewLiteral(rune, folded ? fold_flags() : flags_);
    if (bytes_) return never();
    CodeSet s;
    for (char32_t v : case_variants(c, tree_.utf8)) s.add(v, v);
    s.normalize();
    return set(s);
  }

  Regexp::ParseFlags fold_flags() const { return static_cast<Regexp::ParseFlags>(flags_ | Regexp::FoldCase); }

  // Collects the parts of a concatenation; characters in a row become one literal string.
  struct Parts {
    std::vector<Regexp*> list;
    std::vector<re2::Rune> runes;
    bool folded = false;
  };
  void flush(Parts& p) {
    if (p.runes.empty()) return;
    auto flags = p.folded ? fold_flags() : flags_;
    int count = static_cast<int>(p.runes.size());
    p.list.push_back(count == 1 ? Regexp::NewLiteral(p.runes[0], flags)
                                : Regexp::LiteralString(p.runes.data(), count, flags));
    p.runes.clear();
  }
  void put(Parts& p, char32_t c) {
    re2::Rune rune;
    bool folded;
    if (!simple(c, rune, folded)) {
      flush(p);
      p.list.push_back(character(c));
      return;
    }
    // What has no case may stand in a folded literal.
    bool caseless = !folded && !(rune >= 'A' && rune <= 'Z') && !(rune >= 'a' && rune <= 'z') && rune < 0x80;
    if (!p.runes.empty() && folded != p.folded && !(caseless && p.folded)) flush(p);
    if (p.runes.empty()) p.folded = folded;
    p.runes.push_back(rune);
  }
  Regexp* join(Parts& p) {
    flush(p);
    if (p.list.empty()) return empty();
    if (p.list.size() == 1) return p.list[0];
    return Regexp::Concat(p.list.data(), static_cast<int>(p.list.size()), flags_);
  }

  Regexp* cat(const RegexNode& n) {
    Parts p;
    for (std::uint32_t k : n.kids) {
      if (tree_.nodes[k].kind == RegexNode::kChar) {
        put(p, tree_.nodes[k].code);
      } else {
        flush(p);
        p.list.push_back(build(k));
      }
    }
    return join(p);
  }

  Regexp* text(std::string_view s) {
    Parts p;
    for (std::size_t i = 0; i < s.size();) {
      Decoded d = tree_.utf8 ? decode_utf8(s, i) : Decoded{static_cast<unsigned char>(s[i]), 1, true};
      if (d.valid) {
        put(p, d.code);
      } else {
        flush(p);
        p.list.push_back(byte(d.code));
      }
      i += d.size;
    }
    return join(p);
  }

  Regexp* alt(const RegexNode& n) {
    std::vector<Regexp*> list;
    list.reserve(n.kids.size());
    for (std::uint32_t k : n.kids) list.push_back(build(k));
    int count = static_cast<int>(list.size());
    return tree_.has_bytes ? Regexp::AlternateNoFactor(list.data(), count, flags_)
                           : Regexp::Alternate(list.data(), count, flags_);
  }

  Regexp* repeat(const RegexNode& n) {
    Regexp* sub = build(n.kids[0]);
    if (n.max == -1 && n.min == 0) return Regexp::Star(sub, flags_);
    if (n.max == -1 && n.min == 1) return Regexp::Plus(sub, flags_);
    if (n.max == 1 && n.min == 0) return Regexp::Quest(sub, flags_);
    return Regexp::Repeat(sub, flags_, n.min, n.max);
  }

  Regexp* set(const CodeSet& s) {
    re2::CharClassBuilder builder;
    bool widen = kind_ == Kind::kScan && !bytes_ && high_ranges(s) > kLargeSet;
    for (const CodeSet::Range& r : s.ranges) {
      char32_t last = r.last;
      if (bytes_ && tree_.utf8) last = std::min<char32_t>(last, 0x7F);
      if (r.first <= last) builder.AddRange(static_cast<re2::Rune>(r.first), static_cast<re2::Rune>(last));
    }
    if (widen) {
      builder.AddRange(0x80, 0xD7FF);
      builder.AddRange(0xE000, 0x10FFFF);
    }
    std::vector<Regexp*> list;
    if (!builder.empty()) list.push_back(Regexp::NewCharClass(builder.GetCharClass(), flags_));
    if (kind_ != Kind::kAscii)
      for (char b : s.bytes) list.push_back(byte(static_cast<unsigned char>(b)));
    if (list.empty()) return never();
    if (list.size() == 1) return list[0];
    return Regexp::AlternateNoFactor(list.data(), static_cast<int>(list.size()), flags_);
  }

  Regexp* anything() {
    CodeSet s;
    if (tree_.newline == Newline::kLines) s.add('\n', '\n');
    s.negate(tree_.utf8);
    return set(s);
  }

  const RegexTree& tree_;
  Kind kind_;
  bool bytes_;
  Regexp::ParseFlags flags_;
};

// ---- ripgrep's syntax

// RE2 has \d \w \s for ASCII; ripgrep's are Unicode's, and Perl's \s has the vertical tab. Rewritten also inside
// brackets, but for negations there.
std::string rewrite_classes(std::string_view p, bool perl) {
  std::string out;
  bool bracket = false;
  for (std::size_t i = 0; i < p.size(); i++) {
    char c = p[i];
    if (c == '\\' && i + 1 < p.size()) {
      char e = p[++i];
      const char* set = nullptr;
      if (perl) set = e == 's' ? "\\s\\x0b" : nullptr;
      else if (e == 'd' || e == 'D') set = "\\p{Nd}";
      else if (e == 'w' || e == 'W') set = "\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}";
      else if (e == 's' || e == 'S') set = "\\s\\x0b\\x{85}\\p{Z}";
      bool negated = e >= 'A' && e <= 'Z';
      if (set && !(bracket && negated)) {
        if (!bracket) out += negated ? "[^" : "[";
        out += set;
        if (!bracket) out += ']';
      } else if (perl) {
        out += '\\';
        out += e;
      } else if (e == '/' || e == '#' || e == ' ' || e == '&' || e == '~') {
        out += e;
      } else if (e == 'u' && i + 1 < p.size() && p[i + 1] == '{') {
        out += "\\x";
      } else if (e == '<' || e == '>') {
        out += "\\b";
      } else {
        out += '\\';
        out += e;
      }
      continue;
    }
    if (!bracket && !perl && p.substr(i).starts_with("(?<") && i + 3 < p.size() && p[i + 3] != '=' && p[i + 3] != '!') {
      out += "(?P<";
      i += 2;
      continue;
    }
    if (c == '[' && !bracket) {
      bracket = true;
      out += c;
      if (i + 1 < p.size() && p[i + 1] == '^') out += p[++i];
      if (i + 1 < p.size() && p[i + 1] == ']') { out += "\\]"; i++; }
      continue;
    }
    if (c == '[' && bracket && i + 1 < p.size() && p[i + 1] == ':') {
      std::size_t close = p.find(":]", i + 2);
      if (close != std::string_view::npos) {
        out.append(p.substr(i, close + 2 - i));
        i = close + 1;
        continue;
      }
    }
    if (c == ']' && bracket) bracket = false;
    out += c;
  }
  return out;
}

// The words of Rust's regex crate.
std::string rust_words(const re2::RegexpStatus& status) {
  switch (status.code()) {
    case re2::kRegexpMissingParen: return "unclosed group";
    case re2::kRegexpUnexpectedParen: return "unopened group";
    case re2::kRegexpMissingBracket: return "unclosed character class";
    case re2::kRegexpRepeatArgument: return "repetition operator missing expression";
    case re2::kRegexpRepeatOp: return "repetition operator missing expression";
    case re2::kRegexpRepeatSize: return "invalid repetition count range, the start must be <= the end";
    case re2::kRegexpTrailingBackslash: return "incomplete escape sequence, reached end of pattern prematurely";
    case re2::kRegexpBadEscape:
      if (status.error_arg().size() == 2 && status.error_arg()[1] >= '1' && status.error_arg()[1] <= '9')
        return "backreferences are not supported";
      return "unrecognized escape sequence";
    case re2::kRegexpBadCharRange: return "invalid character class range, the start must be <= the end";
    case re2::kRegexpBadCharClass: return "Unicode property not found";
    case re2::kRegexpBadPerlOp:
    case re2::kRegexpBadNamedCapture: return "look-around, including look-ahead and look-behind, is not supported";
    case re2::kRegexpBadUTF8: return "invalid UTF-8";
    default: return "invalid regular expression";
  }
}

std::string_view or_empty(std::string_view s) { return s.data() ? s : std::string_view("", 0); }

}  // namespace

double Re2Program::estimate(const RegexTree& tree, Kind kind) { return estimate_node(tree, tree.root, kind); }

bool Re2Program::has_large_sets(const RegexTree& tree) {
  auto large = [](const CodeSet& s) { return high_ranges(s) > kLargeSet; };
  return tree.utf8 && std::any_of(tree.sets.begin(), tree.sets.end(), large);
}

Re2Program::Re2Program(Regexp* re, bool longest) : re_(re), longest_(longest) {}

Re2Program::~Re2Program() { re_->Decref(); }

std::unique_ptr<Re2Program> Re2Program::compile(const RegexTree& tree, Kind kind) {
  if (estimate(tree, kind) > kMaxSize) return nullptr;
  std::unique_ptr<Re2Program> program(new Re2Program(Builder(tree, kind).build(tree.root), true));
  return program->ready() ? std::move(program) : nullptr;
}

Worded<std::unique_ptr<Re2Program>> Re2Program::parse(std::string_view pattern, const RegexOptions& o,
                                                      std::vector<std::string>& names) {
  auto flags = static_cast<int>(Regexp::LikePerl & ~(Regexp::OneLine | Regexp::ClassNL));
  if (o.newline == Newline::kOrdinary) flags |= Regexp::OneLine | Regexp::ClassNL;
  if (o.newline == Newline::kAnchors) flags |= Regexp::ClassNL;
  if (o.newline == Newline::kLines) flags |= Regexp::NeverNL;
  if (o.icase) flags |= Regexp::FoldCase;
  if (!o.utf8) flags |= Regexp::Latin1;
  std::string text = o.utf8 ? rewrite_classes(pattern, false) : std::string(pattern);
  if (o.whole_word) text = "\\b(?:" + text + ")\\b";
  if (o.whole_line) text = "^(?:" + text + ")$";
  re2::RegexpStatus status;
  Regexp* re = Regexp::Parse(text, static_cast<Regexp::ParseFlags>(flags), &status);
  if (!re) return fail(Errno::kINVAL, rust_words(status));
  names.assign(static_cast<std::size_t>(re->NumCaptures()) + 1, std::string());
  if (std::map<int, std::string>* found = re->CaptureNames()) {
    for (auto& [number, name] : *found) names[static_cast<std::size_t>(number)] = name;
    delete found;
  }
  std::unique_ptr<Re2Program> program(new Re2Program(re, false));
  if (!program->ready()) return fail(Errno::kINVAL, "Compiled regex exceeds size limit");
  return program;
}

std::unique_ptr<Re2Program> Re2Program::perl_lines(std::string_view pattern, const RegexOptions& o) {
  // Ends of the text are not those of lines; the rest RE2 reads otherwise, or another flag would be set within.
  for (std::string_view odd : {"\\A", "\\z", "\\Z", "\\G", "\\v", "\\C", "{,", "[:^", "[:space", "(?-", "(?^", "(?m",
                               "(?im", "(?sm", "(?U", "(*"})
    if (pattern.find(odd) != std::string_view::npos) return nullptr;
  auto flags = static_cast<int>(Regexp::LikePerl & ~(Regexp::OneLine | Regexp::ClassNL)) | Regexp::NeverNL;
  if (o.icase) flags |= Regexp::FoldCase;
  if (!o.utf8) flags |= Regexp::Latin1;
  std::string text = rewrite_classes(pattern, true);
  if (o.whole_line) text = "^(?:" + text + ")$";
  Regexp* re = Regexp::Parse(text, static_cast<Regexp::ParseFlags>(flags), nullptr);
  if (!re) return nullptr;
  std::unique_ptr<Re2Program> program(new Re2Program(re, false));
  return program->ready() ? std::move(program) : nullptr;
}

namespace {

// Memory for the DFA's states: enough for programs with many instructions to work, little for small ones.
void give_memory(Prog* prog) {
  std::int64_t state = 64 + (prog->bytemap_range() + 1) * 8 + (prog->list_count() + prog->size()) * 4;
  std::int64_t need = prog->size() * 64 + 128 * state;
  prog->set_dfa_mem(std::clamp<std::int64_t>(need, 3 << 20, 32 << 20));
}

}  // namespace

bool Re2Program::ready() {
  prog_.reset(re_->CompileToProg(kProgramMemory));
  if (!prog_) return false;
  give_memory(prog_.get());
  return true;
}

bool Re2Program::one_pass() {
  if (one_pass_ == kUnknown) one_pass_ = prog_->IsOnePass() ? kYes : kNo;
  return one_pass_ == kYes;
}

Prog* Re2Program::reversed() {
  if (!reversed_ && !no_reversed_) {
    reversed_.reset(re_->CompileToReverseProg(kProgramMemory));
    if (reversed_) give_memory(reversed_.get());
    else no_reversed_ = true;
  }
  return reversed_.get();
}

// The bounds of the match by the DFAs. kLimit: undecided (out of memory, or of steps).
Found Re2Program::find_bounds(std::string_view text, std::string_view context, bool anchored, std::string_view& match) {
  auto kind = longest_ ? Prog::kLongestMatch : Prog::kFirstMatch;
  auto anchor = anchored ? Prog::kAnchored : Prog::kUnanchored;
  bool failed = false;
  bool from_end = !anchored && prog_->anchor_end() && !prog_->anchor_start();
  if (!from_end) {
    bool found = prog_->SearchDFA(text, context, anchor, kind, &match, &failed, nullptr);
    if (failed) return Found::kLimit;
    if (!found) return Found::kNo;
    if (anchored || prog_->anchor_start()) return Found::kYes;
  } else {
    match = text;
  }
  Prog* back = reversed();
  if (!back) return Found::kLimit;
  back->steps_left = prog_->steps_left;
  std::string_view whole;
  bool found = back->SearchDFA(match, context, Prog::kAnchored, Prog::kLongestMatch, &whole, &failed, nullptr);
  prog_->steps_left = back->steps_left;
  if (failed) return Found::kLimit;
  if (!found) return from_end ? Found::kNo : Found::kLimit;
  match = whole;
  return Found::kYes;
}

// whole: text is the match itself.
bool Re2Program::find_groups(std::string_view text, std::string_view context, bool whole, bool anchored,
                             std::span<std::string_view> out) {
  auto kind = whole ? Prog::kFullMatch : longest_ ? Prog::kLongestMatch : Prog::kFirstMatch;
  auto anchor = whole || anchored || prog_->anchor_start() ? Prog::kAnchored : Prog::kUnanchored;
  int count = static_cast<int>(out.size());
  if (anchor == Prog::kAnchored && count <= Prog::kMaxOnePassCapture && one_pass())
    return prog_->SearchOnePass(text, context, anchor, kind, out.data(), count);
  if (prog_->CanBitState() && text.size() <= prog_->bit_state_text_max_size()) {
    prog_->Spend(static_cast<std::int64_t>(text.size()) * 2);
    return prog_->SearchBitState(text, context, anchor, kind, out.data(), count);
  }
  return prog_->SearchNFA(text, context, anchor, kind, out.data(), count);
}

Found Re2Program::search(std::string_view text, std::string_view context, bool anchored, std::span<RegexMatch> groups,
                         std::int64_t& steps) {
  context = or_empty(context);
  if (!text.data()) text = context;
  prog_->steps_left = steps - static_cast<std::int64_t>(text.size() / 16) - 4;
  Found found = Found::kLimit;
  std::string_view match;
  bool direct = groups.size() > 1 && prog_->anchor_start() && one_pass();
  if (groups.empty()) {
    bool failed = false;
    bool yes = prog_->SearchDFA(text, context, anchored ? Prog::kAnchored : Prog::kUnanchored,
                                longest_ ? Prog::kLongestMatch : Prog::kFirstMatch, nullptr, &failed, nullptr);
    found = failed ? Found::kLimit : yes ? Found::kYes : Found::kNo;
  } else if (!direct) {
    found = find_bounds(text, context, anchored, match);
  }
  bool over = prog_->steps_left < 0;
  if (!over && found != Found::kNo && (found == Found::kLimit || groups.size() > 1)) {
    std::vector<std::string_view> out(std::max<std::size_t>(groups.size(), 1));
    bool whole = found == Found::kYes;
    bool at_start = prog_->anchor_start() && context.data() != text.data();
    bool yes = !at_start && find_groups(whole ? match : text, context, whole, anchored, out);
    over = prog_->steps_left < 0;
    found = yes ? Found::kYes : Found::kNo;
    if (yes)
      for (std::size_t i = 0; i < groups.size(); i++) {
        groups[i] = RegexMatch{};
        if (!out[i].data()) continue;
        groups[i].begin = static_cast<std::size_t>(out[i].data() - context.data());
        groups[i].end = groups[i].begin + out[i].size();
      }
  } else if (found == Found::kYes && !groups.empty()) {
    groups[0].begin = static_cast<std::size_t>(match.data() - context.data());
    groups[0].end = groups[0].begin + match.size();
  }
  steps = prog_->steps_left;
  return over ? Found::kLimit : found;
}

Found Re2Program::earliest(std::string_view text, std::int64_t& steps, std::size_t& end) {
  text = or_empty(text);
  prog_->steps_left = steps;
  bool failed = false;
  prog_->earliest_end = nullptr;
  bool found = prog_->SearchDFA(text, text, Prog::kUnanchored, Prog::kLongestMatch, nullptr, &failed, nullptr);
  end = found && prog_->earliest_end ? static_cast<std::size_t>(prog_->earliest_end - text.data()) : text.size();
  steps = prog_->steps_left - static_cast<std::int64_t>((found ? end : text.size()) / 16);
  return failed ? Found::kLimit : found ? Found::kYes : Found::kNo;
}

}  // namespace nacre
