// PCRE2 backtracks, so it is bounded by counts: its match limit (counted over all starts, cmake/patches/pcre2.patch),
// and on long texts callouts that see how far each item ran.
//
// A POSIX tree becomes (?:...)(?C1). The callout at the end notes the match if it is longer than the best so far and
// then fails, so that PCRE2 goes on and visits every match from that start; it stops when the start moves. So the
// longest of the leftmost matches is found, with the groups of the first way to reach it.
#include "src/regex/pcre_program.h"

#include <pcre2.h>

#include <algorithm>
#include <cstring>

#include "src/base/ctype.h"
#include "src/base/utf8.h"

extern "C" std::uint32_t* nacre_match_calls(pcre2_match_data*);

namespace nacre {
namespace {

constexpr std::size_t kLongText = 64 * 1024;  // from here on items are watched
constexpr std::uint32_t kHeapKiB = 32 * 1024;
constexpr std::int64_t kStepsPerCall = 6;     // of match()
constexpr std::uint32_t kEndCallout = 1;

// ---- The tree as a pattern

class Writer {
 public:
  explicit Writer(const RegexTree& tree) : tree_(tree), utf8_(tree.utf8 && !tree.has_bytes) {
    CodeSet word;
    for_class_ranges(CharClass::kWord, utf8_ ? 0x10FFFF : 0x7F, [&](char32_t a, char32_t b) { word.add(a, b); });
    if (tree.has_edges) word_ = set(word);
  }

  std::string run() {
    out_ = "(?:";
    write(tree_.root);
    out_ += ")(?C1)";
    return std::move(out_);
  }
  bool utf8() const { return utf8_; }

 private:
  static void number(std::string& s, std::uint64_t n, unsigned base) {
    char digits[24];
    int k = 0;
    do digits[k++] = "0123456789abcdef"[n % base]; while ((n /= base) > 0);
    while (k > 0) s += digits[--k];
  }

  void code(std::string& s, char32_t c) const {
    if (in_class(c, CharClass::kAlnum) && c < 0x80) {
      s += static_cast<char>(c);
    } else {
      s += "\\x{";
      number(s, c, 16);
      s += '}';
    }
  }

  std::string set(const CodeSet& set) const {
    std::string s = "[";
    for (const CodeSet::Range& r : set.ranges) {
      code(s, r.first);
      if (r.last != r.first) {
        s += '-';
        code(s, r.last);
      }
    }
    if (!utf8_)
      for (char b : set.bytes) code(s, static_cast<unsigned char>(b));
    return s.size() == 1 ? "(?!)" : s + "]";
  }

  void character(char32_t c) {
    if (!utf8_ && tree_.utf8 && c >= 0x80) {  // a UTF-8 expression run over bytes
      std::string bytes;
      append_utf8(bytes, c);
      for (char b : bytes) code(out_, static_cast<unsigned char>(b));
      return;
    }
    std::vector<char32_t> variants{c};
    if (tree_.icase) variants = case_variants(c, utf8_);
    if (variants.size() == 1) return code(out_, c);
    CodeSet s;
    for (char32_t v : variants) s.add(v, v);
    s.normalize();
    out_ += set(s);
  }

  void text(std::string_view s) {
    out_ += "(?:";
    for (std::size_t i = 0; i < s.size();) {
      Decoded d = utf8_ ? decode_utf8(s, i) : Decoded{static_cast<unsigned char>(s[i]), 1, true};
      if (d.code >= 0x80 && !utf8_) code(out_, d.code);
      else character(d.code);
      i += d.size;
    }
    out_ += ')';
  }

  // A word character stands before, or not; stands after, or not.
  std::string after(bool word) const { return (word ? "(?<=" : "(?<!") + word_ + ")"; }
  std::string before(bool word) const { return (word ? "(?=" : "(?!") + word_ + ")"; }

  void write(std::uint32_t id) {
    const RegexNode& n = tree_.nodes[id];
    switch (n.kind) {
      case RegexNode::kEmpty: break;
      case RegexNode::kNever: out_ += "(?!)"; break;
      case RegexNode::kChar: character(n.code); break;
      case RegexNode::kByte: code(out_, n.code); break;
      case RegexNode::kText: text(tree_.texts[n.index]); break;
      case RegexNode::kSet: out_ += set(tree_.sets[n.index]); break;
      case RegexNode::kCat:
        for (std::uint32_t k : n.kids) {
          bool wrap = tree_.nodes[k].kind == RegexNode::kAlt;
          if (wrap) out_ += "(?:";
          write(k);
          if (wrap) out_ += ')';
        }
        break;
      case RegexNode::kAlt:
        for (std::size_t i = 0; i < n.kids.size(); i++) {
          if (i > 0) out_ += '|';
          write(n.kids[i]);
        }
        break;
      case RegexNode::kRepeat:
        out_ += "(?:";
        write(n.kids[0]);
        out_ += "){";
        number(out_, static_cast<std::uint64_t>(n.min), 10);
        out_ += ',';
        if (n.max != -1) number(out_, static_cast<std::uint64_t>(n.max), 10);
        out_ += '}';
        break;
      case RegexNode::kGroup:
        out_ += '(';
        write(n.kids[0]);
        out_ += ')';
        break;
      case RegexNode::kBack:
        out_ += tree_.icase ? "(?C2)(?i:\\g{" : "(?C2)(?:\\g{";
        number(out_, n.index, 10);
        out_ += "})";
        break;
      case RegexNode::kBeginLine: out_ += "(?:\\A|(?<=\\n))"; break;
      case RegexNode::kEndLine: out_ += "(?=\\n|\\z)"; break;
      case RegexNode::kBeginText: out_ += "\\A"; break;
      case RegexNode::kEndText: out_ += "\\z"; break;
      case RegexNode::kWordEdge:
        out_ += "(?:" + after(true) + before(false) + "|" + after(false) + before(true) + ")";
        break;
      case RegexNode::kNotWordEdge:
        out_ += "(?:" + after(true) + before(true) + "|" + after(false) + before(false) + ")";
        break;
      case RegexNode::kWordBegin: out_ += after(false) + before(true); break;
      case RegexNode::kWordEnd: out_ += after(true) + before(false); break;
      case RegexNode::kNotAfterWord: out_ += after(false); break;
      case RegexNode::kNotBeforeWord: out_ += before(false); break;
    }
  }

  const RegexTree& tree_;
  bool utf8_;
  std::string word_;  // the set of word characters
  std::string out_;
};

// ---- What the callout keeps

struct Run {
  bool longest = false;
  std::size_t text_size = 0;
  std::int64_t steps = 0;  // left
  std::size_t last_position = 0;
  std::size_t begin = RegexMatch::kNone, end = 0;
  std::vector<std::size_t> groups;  // of the best match, as in PCRE2's vector
  std::size_t wanted = 1;
};

int callout(pcre2_callout_block* block, void* data) {
  Run& run = *static_cast<Run*>(data);
  std::size_t at = block->current_position;
  std::size_t moved = at > run.last_position ? at - run.last_position : run.last_position - at;
  run.last_position = at;
  run.steps -= static_cast<std::int64_t>(moved / 8 + 1);
  if (run.steps < 0) return PCRE2_ERROR_CALLOUT;
  if (!run.longest || block->callout_number != kEndCallout) return 0;
  if (run.begin != RegexMatch::kNone && block->start_match != run.begin) return PCRE2_ERROR_CALLOUT;
  if (run.begin == RegexMatch::kNone || at > run.end) {
    run.begin = block->start_match;
    run.end = at;
    std::size_t pairs = std::min<std::size_t>(run.wanted, block->capture_top);
    run.groups.assign(run.wanted * 2, PCRE2_UNSET);
    for (std::size_t i = 2; i < pairs * 2; i++) run.groups[i] = block->offset_vector[i];
  }
  if (at == run.text_size) return PCRE2_ERROR_CALLOUT;  // none can be longer
  return 1;
}

}  // namespace

struct PcreProgram::Codes {
  std::string pattern;
  std::uint32_t options = 0;
  std::uint32_t extra_bits = 0;
  bool utf8 = false;
  bool longest = false;
  std::uint32_t groups = 0;
  // Compiled when needed: [text may be invalid UTF-8][items watched].
  pcre2_code* code[2][2] = {};
  pcre2_match_data* data = nullptr;
  pcre2_match_context* context = nullptr;

  ~Codes() {
    for (auto& row : code)
      for (pcre2_code* c : row) pcre2_code_free(c);
    pcre2_match_data_free(data);
    pcre2_match_context_free(context);
  }

  int compile(bool invalid, bool watched) {
    pcre2_code*& c = code[invalid][watched];
    if (c) return 0;
    int error = 0;
    PCRE2_SIZE offset = 0;
    std::uint32_t o = options;
    if (utf8) o |= PCRE2_UTF | (invalid ? PCRE2_MATCH_INVALID_UTF : 0);
    if (watched) o |= PCRE2_AUTO_CALLOUT | PCRE2_NO_AUTO_POSSESS;
    c = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(), o, &error, &offset, nullptr);
    if (!c) return error;
    if (!data) {
      pcre2_pattern_info(c, PCRE2_INFO_CAPTURECOUNT, &groups);
      data = pcre2_match_data_create_from_pattern(c, nullptr);
      context = pcre2_match_context_create(nullptr);
      if (context) pcre2_set_heap_limit(context, kHeapKiB);
    }
    return data && context ? 0 : PCRE2_ERROR_NOMEMORY;
  }
};

PcreProgram::PcreProgram() : codes_(new Codes), limit_words_("exceeded PCRE's backtracking limit") {}
PcreProgram::~PcreProgram() = default;

Worded<std::unique_ptr<PcreProgram>> PcreProgram::perl(std::string_view pattern, const RegexOptions& o) {
  if (pattern.size() > 65536) return fail(Errno::kINVAL, "regular expression is too large");
  std::unique_ptr<PcreProgram> program(new PcreProgram);
  Codes& codes = *program->codes_;
  codes.pattern = pattern;
  if (o.whole_word) codes.pattern = "(?<!\\w)(?:" + codes.pattern + ")(?!\\w)";
  if (o.whole_line) codes.pattern = "^(?:" + codes.pattern + ")$";
  codes.utf8 = o.utf8;
  codes.options = PCRE2_NEVER_BACKSLASH_C;
  if (o.icase) codes.options |= PCRE2_CASELESS;
  if (o.unicode_classes && o.utf8) codes.options |= PCRE2_UCP;
  if (o.newline == Newline::kLines) codes.options |= PCRE2_DOLLAR_ENDONLY;
  if (o.newline == Newline::kAnchors || o.newline == Newline::kSeparate) codes.options |= PCRE2_MULTILINE;
  if (int error = codes.compile(true, false)) {
    char words[256];
    pcre2_get_error_message(error, reinterpret_cast<PCRE2_UCHAR*>(words), sizeof words);
    return fail(Errno::kINVAL, words);
  }
  return program;
}

std::unique_ptr<PcreProgram> PcreProgram::posix(const RegexTree& tree) {
  std::unique_ptr<PcreProgram> program(new PcreProgram);
  Writer writer(tree);
  Codes& codes = *program->codes_;
  codes.pattern = writer.run();
  codes.utf8 = writer.utf8();
  codes.longest = true;
  codes.options = PCRE2_NO_AUTO_POSSESS;
  return codes.compile(false, false) == 0 ? std::move(program) : nullptr;
}

std::vector<std::string> PcreProgram::group_names() const {
  std::vector<std::string> names(codes_->groups + 1);
  pcre2_code* code = codes_->code[1][0] ? codes_->code[1][0] : codes_->code[0][0];
  std::uint32_t count = 0, size = 0;
  PCRE2_SPTR table = nullptr;
  pcre2_pattern_info(code, PCRE2_INFO_NAMECOUNT, &count);
  pcre2_pattern_info(code, PCRE2_INFO_NAMEENTRYSIZE, &size);
  pcre2_pattern_info(code, PCRE2_INFO_NAMETABLE, &table);
  for (std::uint32_t i = 0; i < count; i++, table += size) {
    std::size_t number = static_cast<std::size_t>(table[0]) << 8 | table[1];
    if (number < names.size()) names[number] = reinterpret_cast<const char*>(table + 2);
  }
  return names;
}

Found PcreProgram::search(const RegexText& text, std::size_t from, unsigned flags, std::span<RegexMatch> groups,
                          std::int64_t& steps) {
  Codes& codes = *codes_;
  std::string_view view = text.view();
  bool invalid = codes.utf8 && !text.valid_utf8();
  bool watched = !codes.longest && view.size() > kLongText;
  if (codes.compile(invalid, watched) != 0) {
    steps = -1;
    return Found::kLimit;
  }
  Run run;
  run.longest = codes.longest;
  run.text_size = view.size();
  run.steps = steps - static_cast<std::int64_t>((view.size() - from) / 16) - 10;
  run.last_position = from;
  run.wanted = std::max<std::size_t>(groups.size(), 1);
  pcre2_set_callout(codes.context, callout, &run);
  pcre2_set_match_limit(codes.context, static_cast<std::uint32_t>(std::max<std::int64_t>(steps / kStepsPerCall, 1)));
  std::uint32_t& calls = *nacre_match_calls(codes.data);
  calls = 0;
  std::uint32_t o = 0;
  if (codes.utf8 && !invalid) {
    o |= PCRE2_NO_UTF_CHECK;
    while (from < view.size() && (static_cast<unsigned char>(view[from]) & 0xC0) == 0x80) from++;
  }
  if (flags & Regex::kNotBol) o |= PCRE2_NOTBOL;
  if (flags & Regex::kNotEol) o |= PCRE2_NOTEOL;
  if (flags & Regex::kAnchored) o |= PCRE2_ANCHORED;
  auto subject = reinterpret_cast<PCRE2_SPTR>(view.data() ? view.data() : "");
  int rc = pcre2_match(codes.code[invalid][watched], subject, view.size(), from, o, codes.data, codes.context);
  steps = run.steps - static_cast<std::int64_t>(calls) * kStepsPerCall;
  if (rc == PCRE2_ERROR_MATCHLIMIT || rc == PCRE2_ERROR_DEPTHLIMIT || rc == PCRE2_ERROR_HEAPLIMIT ||
      rc == PCRE2_ERROR_NOMEMORY || run.steps < 0) {
    limit_words_ = rc == PCRE2_ERROR_HEAPLIMIT || rc == PCRE2_ERROR_NOMEMORY ? "exceeded PCRE's heap limit"
                                                                             : "exceeded PCRE's backtracking limit";
    steps = -1;
    return Found::kLimit;
  }
  const std::size_t* pairs = pcre2_get_ovector_pointer(codes.data);
  std::size_t count = rc > 0 ? static_cast<std::size_t>(rc) : 0;
  if (codes.longest) {
    if (run.begin == RegexMatch::kNone) return Found::kNo;
    run.groups[0] = run.begin;
    run.groups[1] = run.end;
    pairs = run.groups.data();
    count = run.wanted;
  } else if (rc < 0) {
    return Found::kNo;
  }
  for (std::size_t i = 0; i < groups.size(); i++) {
    groups[i] = RegexMatch{};
    if (i < count && pairs[2 * i] != PCRE2_UNSET) groups[i] = {pairs[2 * i], pairs[2 * i + 1]};
  }
  if (!groups.empty() && groups[0].begin > groups[0].end) groups[0].begin = groups[0].end;  // \K in a look-ahead
  return Found::kYes;
}

}  // namespace nacre
