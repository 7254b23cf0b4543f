// Chooses the engine for each expression and each text.
//
//   an expression that is one fixed string             bytes (LiteralFinder)
//   very many fixed strings                            a hash table (LiteralSet)
//   POSIX, nothing that RE2 lacks                      RE2: one program if it is small; else one for ASCII texts and
//                                                      one for the others, each compiled when first needed
//   word edges in a text that is not ASCII (RE2 knows  PCRE2
//   ASCII's words only), back-references, or a
//   program too big for RE2 because of Unicode's sets
//   Perl's syntax                                      PCRE2; RE2 chooses the lines where it can
//   ripgrep's syntax                                   RE2, leftmost-first
//
// find_line() looks through the whole buffer: for the text that every match contains (a memchr loop) or with RE2's DFA
// to the end of the first match; where that is not the whole truth (a wider program, kScan), the line is asked again.
#include "src/regex/regex.h"

#include <algorithm>

#include "src/base/eight.h"
#include "src/base/utf8.h"
#include "src/regex/literal_finder.h"
#include "src/regex/literal_set.h"
#include "src/regex/pcre_program.h"
#include "src/regex/re2_program.h"
#include "src/regex/tree.h"

namespace nacre {

void RegexText::look() const {
  state_ = kAscii;
  const std::size_t i = skip_ascii(text_, 0);
  if (i < text_.size()) state_ = nacre::valid_utf8(text_.substr(i)) ? kValid : kInvalid;
}

bool RegexText::ascii() const {
  if (state_ == kUnknown) look();
  return state_ == kAscii;
}

bool RegexText::valid_utf8() const {
  if (state_ == kUnknown) look();
  return state_ != kInvalid;
}

namespace {
constexpr std::size_t kMaxPattern = 256 * 1024;  // of all patterns together; fixed strings may be longer
constexpr std::size_t kMaxFixed = 4 * 1024 * 1024;
constexpr std::size_t kManyStrings = 300;
constexpr double kSmall = 400;      // instructions: one program for all texts
constexpr double kLarge = 30'000;   // takes some 30 ms to compile: rather PCRE2 for the texts that need it
constexpr std::size_t kNpos = std::string_view::npos;
const std::string kTooBig = "Regular expression too big";
}  // namespace

struct Regex::Impl {
  RegexOptions options;
  RegexTree tree;
  bool literal = false;      // the whole expression is needle
  LiteralFinder needle;      // every match contains it; empty: unknown
  bool needle_useful = true;  // it has not turned up too often without a match
  std::unique_ptr<LiteralSet> set;  // the expression is any of these strings
  bool small = false;        // `full` serves every text
  std::unique_ptr<Re2Program> full, ascii, scan;
  bool no_full = false;      // too big, or word edges
  bool scan_exact = false;   // scan answers for ASCII lines
  bool scan_sure = false;    // ... for all
  std::unique_ptr<PcreProgram> pcre;
  std::vector<std::string> names{""};
  std::unique_ptr<Impl> places;  // where matches are, if that is understood otherwise than whether there are any
  bool both = false;             // ... and only lines that match both ways are selected
  std::uint64_t spent = 0;
  std::string_view limit_words = "regular expression takes too long";

  Worded<> compile(std::span<const std::string_view> patterns, bool regcomp = false);
  bool many_strings(std::span<const std::string_view> patterns);
  Worded<> plan();
  Re2Program* program_for(const RegexText& text);
  Re2Program* scan_program();
  Found search(const RegexText& text, std::size_t from, std::span<RegexMatch> groups, unsigned flags);
  Found search_literal(std::string_view text, std::size_t from, std::span<RegexMatch> groups, unsigned flags);
  Found search_pcre(const RegexText& text, std::size_t from, std::span<RegexMatch> groups, unsigned flags);
  Found search_framed(std::string_view text, std::size_t from, std::span<RegexMatch> groups, unsigned flags);
  Found find_line(std::string_view buffer, std::size_t from, RegexMatch& line);
  Found find_needle_line(std::string_view buffer, std::size_t& from, RegexMatch& line);
  Found scan_lines(std::string_view buffer, std::size_t from, RegexMatch& line);
  Found each_line(std::string_view buffer, std::size_t from, RegexMatch& line);
  Found over(Found f) {
    if (f == Found::kLimit && pcre) limit_words = pcre->limit_words();
    return f;
  }
};

namespace {

// grep's patterns may hold several lines, each a pattern of its own.
std::vector<std::string_view> split_lines(std::span<const std::string_view> patterns, const RegexOptions& o) {
  std::vector<std::string_view> out;
  bool lines = o.dialect == Dialect::kGrep && o.syntax != Syntax::kPerl && o.syntax != Syntax::kRust;
  for (std::string_view p : patterns) {
    while (lines) {
      std::size_t end = p.find('\n');
      if (end == kNpos) break;
      out.push_back(p.substr(0, end));
      p.remove_prefix(end + 1);
    }
    out.push_back(p);
  }
  return out;
}

// The bounds of the line that holds offset at; no line ends lie in [floor, at) but those looked for.
RegexMatch line_around(std::string_view buffer, std::size_t at, std::size_t floor) {
  RegexMatch line;
  std::size_t before = at == 0 ? kNpos : buffer.rfind('\n', at - 1);
  line.begin = before == kNpos || before < floor ? floor : before + 1;
  const void* end = at < buffer.size() ? std::memchr(buffer.data() + at, '\n', buffer.size() - at) : nullptr;
  line.end = end ? static_cast<std::size_t>(static_cast<const char*>(end) - buffer.data()) : buffer.size();
  return line;
}

}  // namespace

Worded<> Regex::Impl::compile(std::span<const std::string_view> given, bool regcomp) {
  std::vector<std::string_view> patterns = split_lines(given, options);
  std::size_t total = 0;
  for (std::string_view p : patterns) total += p.size() + 1;
  if (total > (options.syntax == Syntax::kFixed ? kMaxFixed : kMaxPattern)) return fail(Errno::kINVAL, kTooBig);
  if (options.syntax == Syntax::kPerl || options.syntax == Syntax::kRust) {
    std::string joined(patterns.empty() ? "(?!)" : patterns[0]);
    if (patterns.empty() && options.syntax == Syntax::kRust) joined = "[^\\x00-\\x{10FFFF}]";
    for (std::size_t i = 1; i < patterns.size(); i++) joined.append(i == 1 ? ")|(?:" : ")|(?:").append(patterns[i]);
    if (patterns.size() > 1) joined = "(?:" + joined + ")";
    if (options.syntax == Syntax::kRust) {
      auto program = Re2Program::parse(joined, options, names);
      if (!program) return fail(program.error());
      full = std::move(*program);
      small = true;
      return {};
    }
    auto program = PcreProgram::perl(joined, options);
    if (!program) return fail(program.error());
    pcre = std::move(*program);
    names = pcre->group_names();
    if (options.newline == Newline::kLines && !options.unicode_classes) {
      scan = Re2Program::perl_lines(joined, options);
      scan_sure = scan && !options.whole_word;
    }
    limit_words = pcre->limit_words();
    return {};
  }
  if (many_strings(patterns)) return {};
  tree.icase = options.icase;
  tree.utf8 = options.utf8;
  tree.newline = options.newline;
  std::vector<std::uint32_t> branches;
  for (std::string_view p : patterns) {
    Worded<std::uint32_t> node = parse_posix(p, options, tree, regcomp);
    if (!node) return fail(node.error());
    branches.push_back(*node);
  }
  if (tree.odd_leading) {
    auto other = std::make_unique<Impl>();
    other->options = options;
    if (Worded<> done = other->compile(given, true); !done) return done;
    places = std::move(other);
    both = tree.has_classes || tree.has_edges || tree.has_back;
  }
  tree.root = tree.alt(std::move(branches));
  bool lines = options.newline != Newline::kOrdinary;
  if (options.whole_word) {
    tree.has_edges = true;
    tree.root = tree.cat({tree.leaf(RegexNode::kNotAfterWord), tree.root, tree.leaf(RegexNode::kNotBeforeWord)});
  }
  if (options.whole_line)
    tree.root = tree.cat({tree.leaf(lines ? RegexNode::kBeginLine : RegexNode::kBeginText), tree.root,
                          tree.leaf(lines ? RegexNode::kEndLine : RegexNode::kEndText)});
  names.resize(tree.groups + 1);
  if (tree.too_high()) return fail(Errno::kINVAL, kTooBig);
  return plan();
}

bool Regex::Impl::many_strings(std::span<const std::string_view> patterns) {
  if (options.syntax != Syntax::kFixed || options.icase || patterns.size() < kManyStrings) return false;
  if (options.newline != Newline::kLines) return false;
  auto unfit = [&](std::string_view p) { return p.empty() && !options.whole_line; };
  if (std::any_of(patterns.begin(), patterns.end(), unfit)) return false;
  auto bound = options.whole_line   ? LiteralSet::Bound::kLine
               : options.whole_word ? LiteralSet::Bound::kWord
                                    : LiteralSet::Bound::kNone;
  set = std::make_unique<LiteralSet>(patterns, bound, options.utf8);
  return true;
}

Worded<> Regex::Impl::plan() {
  RegexLiterals known = find_literals(tree);
  literal = known.exact;
  needle = LiteralFinder(std::move(known.text));
  if (literal) return {};
  double exact = Re2Program::estimate(tree, Re2Program::Kind::kExact);
  double narrow = Re2Program::estimate(tree, Re2Program::Kind::kAscii);
  if (narrow > Re2Program::kMaxSize) return fail(Errno::kINVAL, kTooBig);
  bool unicode_edges = tree.has_edges && tree.utf8;
  no_full = tree.has_back || unicode_edges || exact > Re2Program::kMaxSize ||
            (exact > kLarge && narrow < exact / 4);
  small = !no_full && (exact <= kSmall || !tree.utf8);
  scan_exact = !tree.has_back && !tree.has_edges;
  if (tree.has_back) {
    pcre = PcreProgram::posix(tree);
    if (!pcre) return fail(Errno::kINVAL, kTooBig);
  }
  return {};
}

// The program that answers for a text, or null: PCRE2 does.
Re2Program* Regex::Impl::program_for(const RegexText& text) {
  if (options.syntax == Syntax::kPerl || tree.has_back) return nullptr;
  if (!small && text.ascii()) {
    if (!ascii) ascii = Re2Program::compile(tree, Re2Program::Kind::kAscii);
    return ascii.get();
  }
  if (!full && !no_full) {
    full = Re2Program::compile(tree, Re2Program::Kind::kExact);
    if (!full) { no_full = true; small = false; }
  }
  return full.get();
}

Re2Program* Regex::Impl::scan_program() {
  if (options.syntax == Syntax::kPerl) return scan.get();
  if (small) return program_for(RegexText(""));
  if (!scan) scan = Re2Program::compile(tree, Re2Program::Kind::kScan);
  return scan.get();
}

Found Regex::Impl::search_literal(std::string_view text, std::size_t from, std::span<RegexMatch> groups,
                                  unsigned flags) {
  std::size_t at = from;
  if (flags & kAnchored) {
    if (!text.substr(from).starts_with(needle.text())) at = kNpos;
  } else {
    at = needle.find(text, from);
    spent += ((at == kNpos ? text.size() : at) - from) / 32 + 1;
  }
  if (at == kNpos) return Found::kNo;
  for (RegexMatch& g : groups) g = RegexMatch{};
  if (!groups.empty()) groups[0] = {at, at + needle.text().size()};
  return Found::kYes;
}

Found Regex::Impl::search_pcre(const RegexText& text, std::size_t from, std::span<RegexMatch> groups, unsigned flags) {
  if (!needle.text().empty() && needle.find(text.view(), from) == kNpos) {
    spent += (text.view().size() - from) / 32 + 1;
    return Found::kNo;
  }
  if (!pcre) pcre = PcreProgram::posix(tree);
  if (!pcre) return Found::kLimit;
  std::int64_t steps = kStepLimit;
  Found found = pcre->search(text, from, flags, groups, steps);
  spent += static_cast<std::uint64_t>(static_cast<std::int64_t>(kStepLimit) - std::max<std::int64_t>(steps, 0));
  return found;
}

// kNotBol and kNotEol outside Perl's syntax: the text is framed by a character that is no word's and ends no line.
Found Regex::Impl::search_framed(std::string_view text, std::size_t from, std::span<RegexMatch> groups,
                                 unsigned flags) {
  std::string framed;
  std::size_t shift = flags & kNotBol ? 1 : 0;
  framed.reserve(text.size() + 2);
  if (shift) framed += '\x01';
  framed += text;
  if (flags & kNotEol) framed += '\x01';
  RegexText whole(framed);
  std::vector<RegexMatch> own(std::max<std::size_t>(groups.size(), 1));
  Re2Program* program = program_for(whole);
  if (!program) return Found::kNo;
  std::int64_t steps = kStepLimit;
  Found found = program->search(std::string_view(framed).substr(from + shift, text.size() - from), framed,
                                (flags & kAnchored) != 0, own, steps);
  spent += static_cast<std::uint64_t>(static_cast<std::int64_t>(kStepLimit) - std::max<std::int64_t>(steps, 0));
  for (std::size_t i = 0; i < groups.size(); i++) {
    groups[i] = own[i];
    if (own[i]) groups[i] = {own[i].begin - shift, own[i].end - shift};
  }
  return found;
}

Found Regex::Impl::search(const RegexText& text, std::size_t from, std::span<RegexMatch> groups, unsigned flags) {
  std::string_view view = text.view();
  if (from > view.size()) return Found::kNo;
  if (places && (!groups.empty() || both)) {
    Found found = places->search(text, from, groups, flags);
    if (!groups.empty() || found != Found::kYes) return found;
  }
  if (literal) return search_literal(view, from, groups, flags);
  if (set) {
    RegexMatch m{from, 0};
    bool found = flags & kAnchored ? set->at(view, from, m.end) : set->find(view, from, m.begin, m.end, spent);
    for (RegexMatch& g : groups) g = RegexMatch{};
    if (found && !groups.empty()) groups[0] = m;
    return found ? Found::kYes : Found::kNo;
  }
  Re2Program* program = program_for(text);
  if (!program) return over(search_pcre(text, from, groups, flags));
  if (flags & (kNotBol | kNotEol)) return over(search_framed(view, from, groups, flags));
  std::span<RegexMatch> wanted = groups.first(std::min(groups.size(), names.size()));
  for (RegexMatch& g : groups.subspan(wanted.size())) g = RegexMatch{};
  std::int64_t steps = kStepLimit;
  Found found = program->search(view.substr(from), view, (flags & kAnchored) != 0, wanted, steps);
  spent += static_cast<std::uint64_t>(static_cast<std::int64_t>(kStepLimit) - std::max<std::int64_t>(steps, 0));
  return over(found);
}

// ---- Lines of a buffer

// Looks at the lines that hold the needle. kYes, kLimit: line is it. kNo with from at the end: there is none; with from
// elsewhere: the needle is too common, go on from there in another way.
Found Regex::Impl::find_needle_line(std::string_view buffer, std::size_t& from, RegexMatch& line) {
  std::size_t start = from;
  std::size_t misses = 0;
  while (from < buffer.size()) {
    std::size_t at = needle.find(buffer, from);
    spent += ((at == kNpos ? buffer.size() : at) - from) / 32 + 1;
    if (at == kNpos) break;
    line = line_around(buffer, at, from);
    if (literal) return Found::kYes;
    Found found = search(buffer.substr(line.begin, line.end - line.begin), 0, {}, 0);
    if (found != Found::kNo) return found;
    from = line.end + 1;
    if (++misses >= 64 && (from - start) / misses < 200) {
      needle_useful = false;
      return Found::kNo;
    }
  }
  from = buffer.size();
  return Found::kNo;
}

Found Regex::Impl::each_line(std::string_view buffer, std::size_t from, RegexMatch& line) {
  while (from < buffer.size()) {
    line = line_around(buffer, from, from);
    Found found = search(buffer.substr(line.begin, line.end - line.begin), 0, {}, 0);
    if (found != Found::kNo) return found;
    from = line.end + 1;
  }
  return Found::kNo;
}

Found Regex::Impl::scan_lines(std::string_view buffer, std::size_t from, RegexMatch& line) {
  Re2Program* program = scan_program();
  if (!program) return each_line(buffer, from, line);
  while (from < buffer.size()) {
    std::size_t end = 0;
    std::int64_t steps = kStepLimit;
    Found found = program->earliest(buffer.substr(from), steps, end);
    spent += static_cast<std::uint64_t>(static_cast<std::int64_t>(kStepLimit) - std::max<std::int64_t>(steps, 0));
    if (found == Found::kLimit) {  // the DFA gave up: this line by the other engines
      line = line_around(buffer, from, from);
      found = search(buffer.substr(line.begin, line.end - line.begin), 0, {}, 0);
      if (found != Found::kNo) return found;
      from = line.end + 1;
      continue;
    }
    std::size_t at = from + end;
    if (found == Found::kNo || (at == buffer.size() && buffer.back() == '\n')) return Found::kNo;
    line = line_around(buffer, at, from);
    if ((small || scan_sure) && !both) return Found::kYes;
    RegexText text(buffer.substr(line.begin, line.end - line.begin));
    if (scan_exact && !both && text.ascii()) return Found::kYes;
    found = search(text, 0, {}, 0);
    if (found != Found::kNo) return found;
    from = line.end + 1;
  }
  return Found::kNo;
}

Found Regex::Impl::find_line(std::string_view buffer, std::size_t from, RegexMatch& line) {
  if (set) {
    RegexMatch m;
    bool found = from < buffer.size() && set->find(buffer, from, m.begin, m.end, spent);
    if (!found || (m.begin == buffer.size() && buffer.back() == '\n')) return Found::kNo;
    line = line_around(buffer, m.begin, from);
    return Found::kYes;
  }
  if (!needle.text().empty() && (literal || needle_useful)) {
    Found found = find_needle_line(buffer, from, line);
    if (found != Found::kNo || from >= buffer.size()) return found;
  }
  if (literal) {  // the empty string is in every line
    if (from >= buffer.size()) return Found::kNo;
    line = line_around(buffer, from, from);
    return Found::kYes;
  }
  return scan_lines(buffer, from, line);
}

// ---- The interface

Regex::Regex(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Regex::Regex(Regex&&) noexcept = default;
Regex& Regex::operator=(Regex&&) noexcept = default;
Regex::~Regex() = default;

Worded<Regex> Regex::compile(std::string_view pattern, const RegexOptions& options) {
  return compile(std::span<const std::string_view>(&pattern, 1), options);
}

Worded<Regex> Regex::compile(std::span<const std::string_view> patterns, const RegexOptions& options) {
  auto impl = std::make_unique<Impl>();
  impl->options = options;
  Worded<> done = impl->compile(patterns);
  if (!done) return fail(done.error());
  return Regex(std::move(impl));
}

std::size_t Regex::groups() const { return impl_->names.size() - 1; }

int Regex::group_number(std::string_view name) const {
  auto it = std::find(impl_->names.begin() + 1, impl_->names.end(), name);
  return it == impl_->names.end() || name.empty() ? -1 : static_cast<int>(it - impl_->names.begin());
}

const std::vector<std::string>& Regex::group_names() const { return impl_->names; }
const std::vector<std::string>& Regex::warnings() const { return impl_->tree.warnings; }
bool Regex::is_literal() const { return impl_->literal; }

Found Regex::search(const RegexText& text, std::size_t from, std::span<RegexMatch> groups, unsigned flags) {
  return impl_->search(text, from, groups, flags);
}

Found Regex::find_line(std::string_view buffer, std::size_t from, RegexMatch& line) {
  return impl_->find_line(buffer, from, line);
}

std::uint64_t Regex::take_steps() { 
  std::uint64_t more = impl_->places ? std::exchange(impl_->places->spent, 0) : 0;
  return std::exchange(impl_->spent, 0) + more;
}
std::string_view Regex::limit_words() const { return impl_->limit_words; }

}  // namespace nacre
