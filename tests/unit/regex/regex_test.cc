// Regular expressions against what grep, sed, bash, expr and find answered, and what no table shows: limits, lines of a
// buffer, invalid bytes, the other syntaxes.
#include "src/regex/regex.h"

#include <string>
#include <vector>

#include "catch_amalgamated.hpp"
#include "src/base/utf8.h"

using namespace nacre;

namespace {

constexpr std::string_view kCases =
#include "tests/unit/regex/regex_table.inc"
    ;
constexpr std::string_view kDialects =
#include "tests/unit/regex/dialect_table.inc"
    ;

std::string_view next_line(std::string_view& s) {
  std::size_t end = s.find('\n');
  std::string_view line = s.substr(0, end);
  s.remove_prefix(end == std::string_view::npos ? s.size() : end + 1);
  return line;
}

std::string selected(Regex& re, const std::vector<std::string_view>& texts) {
  std::string buffer, out = "SEL ";
  for (auto t : texts) (buffer += t) += '\n';
  RegexMatch line;
  for (std::size_t from = 0; re.find_line(buffer, from, line) == Found::kYes; from = line.end + 1) {
    std::size_t number = 1;
    for (std::size_t i = 0; i < line.begin; i++) number += buffer[i] == '\n';
    out += std::to_string(number) + ",";
  }
  return out;
}

std::string only_matching(Regex& re, std::string_view text, std::size_t number) {
  RegexText prepared(text);
  std::string out;
  RegexMatch m[1];
  for (std::size_t at = 0; at <= text.size() && re.search(prepared, at, m) == Found::kYes;) {
    at = m[0].end;
    if (m[0].size() > 0)
      out += "\n" + std::to_string(number) + ":" + std::string(text.substr(m[0].begin, m[0].size()));
    else
      at += at < text.size() ? decode_utf8(text, at).size : 1;
  }
  return out;
}

std::string substitute(Regex& re, std::string_view text) {
  std::vector<RegexMatch> m(10);
  if (re.search(text, 0, m) != Found::kYes) return "";
  std::string out = "\n" + std::string(text.substr(0, m[0].begin));
  for (std::size_t i = 0; i <= re.groups() && i < 10; i++) {
    out += i == 0 ? '{' : '[';
    if (m[i]) out += text.substr(m[i].begin, m[i].size());
    out += i == 0 ? '}' : ']';
  }
  return out + std::string(text.substr(m[0].end));
}

RegexOptions extended(Dialect d = Dialect::kPosix) {
  RegexOptions o;
  o.syntax = Syntax::kExtended;
  o.dialect = d;
  return o;
}
RegexOptions grep_lines() {
  RegexOptions o = extended(Dialect::kGrep);
  o.newline = Newline::kLines;
  return o;
}

bool yes(std::string_view pattern, std::string_view text, const RegexOptions& o = extended()) {
  auto re = Regex::compile(pattern, o);
  REQUIRE(re);
  return re->search(text) == Found::kYes;
}

std::string error_of(std::string_view pattern, const RegexOptions& o = extended()) {
  auto re = Regex::compile(pattern, o);
  return re ? "" : std::string(re.error().words());
}

}  // namespace

TEST_CASE("grep and sed agree") {
  std::string_view table = kCases;
  int cases = 0;
  while (!table.empty()) {
    std::string_view head = next_line(table), pattern = next_line(table);
    if (head.empty()) break;
    std::vector<std::string_view> texts(std::stoul(std::string(next_line(table))));
    for (auto& t : texts) t = next_line(table);
    std::string want(next_line(table));
    for (std::string_view line; (line = next_line(table)) != ".";) (want += '\n') += line;
    bool sed = head.back() == 's';
    RegexOptions o;
    o.syntax = head[0] == 'E' ? Syntax::kExtended : Syntax::kBasic;
    o.dialect = sed ? Dialect::kSed : Dialect::kGrep;
    o.newline = sed ? Newline::kOrdinary : Newline::kLines;
    auto flag = [&](char c) { return head.find(c) != std::string_view::npos; };
    o.icase = flag('i') || flag('I');
    o.whole_word = flag('w');
    o.whole_line = flag('x');
    o.utf8 = !flag('C');
    INFO(head << " " << pattern);
    auto re = Regex::compile(pattern, o);
    std::string got;
    if (!re) {
      got = "ERR " + std::string(re.error().words());
    } else if (sed) {
      got = "OK";
      for (auto t : texts) got += substitute(*re, t);
    } else {
      got = selected(*re, texts);
      for (std::size_t i = 0; i < texts.size(); i++) got += only_matching(*re, texts[i], i + 1);
    }
    CHECK(got == want);
    cases++;
  }
  CHECK(cases > 500);
}

TEST_CASE("dialects agree with bash, expr and find") {
  const std::vector<std::string> bash_texts = {"x",   "{", "a{1", "*a", "aa", "a", "+a", "ab",
                                               "a|b", "(", "1",   "q",  "^b", "+", "a+", "{1}"};
  const std::vector<std::string> find_texts = {"x", "a{1", "aa", "*a", "a+", "a|b", "ab", "a"};
  std::string_view table = kDialects;
  int cases = 0;
  while (!table.empty()) {
    std::string_view line = next_line(table);
    std::size_t a = line.find('\t'), b = line.rfind('\t');
    if (a == std::string_view::npos) continue;
    std::string_view kind = line.substr(0, a), pattern = line.substr(a + 1, b - a - 1), want = line.substr(b + 1);
    RegexOptions o = extended();
    if (kind == "X") o.dialect = Dialect::kExpr;
    if (kind == "emacs") o.dialect = Dialect::kEmacs;
    if (kind == "posix-minimal-basic") o.dialect = Dialect::kPosixMinimal;
    if (kind == "posix-awk") o.dialect = Dialect::kPosixAwk;
    if (kind == "gnu-awk") o.dialect = Dialect::kAwk;
    if (kind == "posix-egrep") o.dialect = Dialect::kFindGrep;
    if (kind == "X" || kind == "posix-basic" || kind == "posix-minimal-basic") o.syntax = Syntax::kBasic;
    INFO(line);
    auto re = Regex::compile(pattern, o);
    std::string got;
    if (!re) {
      got = kind == "B" ? "!" : "!" + std::string(re.error().words());
    } else if (kind == "X") {
      for (std::string text : {"x", "aab"}) {
        RegexMatch m[2];
        bool found = re->search(text, 0, m, Regex::kAnchored) == Found::kYes;
        if (!got.empty() || text == "aab") got += ",";
        if (re->groups()) got += found && m[1] ? text.substr(m[1].begin, m[1].size()) : "";
        else got += std::to_string(found ? m[0].size() : 0);
      }
    } else if (kind == "B") {
      for (auto& t : bash_texts) got += re->search(t) == Found::kYes ? '1' : '0';
    } else {
      for (auto& t : find_texts) {
        RegexMatch m[1];
        got += re->search(t, 0, m, Regex::kAnchored) == Found::kYes && m[0].end == t.size() ? '1' : '0';
      }
    }
    CHECK(got == want);
    cases++;
  }
  CHECK(cases > 500);
}

TEST_CASE("lines of a buffer") {
  auto lines = [](std::string_view pattern, std::string_view buffer, RegexOptions o) {
    auto re = Regex::compile(pattern, o);
    REQUIRE(re);
    std::string out;
    RegexMatch line;
    for (std::size_t from = 0; re->find_line(buffer, from, line) == Found::kYes; from = line.end + 1)
      out += std::string(buffer.substr(line.begin, line.end - line.begin)) + "|";
    return out;
  };
  RegexOptions o = grep_lines();
  CHECK(lines("b", "abc\n\nb\nx", o) == "abc|b|");
  CHECK(lines("^$", "abc\n\nb\n", o) == "|");
  CHECK(lines("^$", "abc\n", o) == "");
  CHECK(lines("", "a\nb\n", o) == "a|b|");
  CHECK(lines("", "", o) == "");
  CHECK(lines("x$", "ax\nx", o) == "ax|x|");
  CHECK(lines("^b|c$", "ab\nbc\nac\n", o) == "bc|ac|");
  CHECK(lines("a[^b]c", "a\nc\naxc\n", o) == "axc|");
  CHECK(lines("(.)\\1", "ab\nabba\n", o) == "abba|");
  CHECK(lines("\\<foo\\>", "foobar\na foo\néfoo\n", o) == "a foo|");
  CHECK(lines("a\nb", "xa\nxb\nxc\n", o) == "xa|xb|");
  o.whole_line = true;
  CHECK(lines("a|ab", "ab\nabc\nxa\n", o) == "ab|");
  o.whole_line = false;
  o.syntax = Syntax::kFixed;
  CHECK(lines("a.c", "abc\na.c\n", o) == "a.c|");
  CHECK(lines("a\nb", "xa\nxb\nxc\n", o) == "xa|xb|");
  o.icase = true;
  CHECK(lines("É", "é\ne\n", o) == "é|");
  o.icase = false;
  o.syntax = Syntax::kPerl;
  CHECK(lines("a(?=b)", "ac\nab\n", o) == "ab|");
  o.syntax = Syntax::kRust;
  CHECK(lines("^\\w+$", "é1\na b\n", o) == "é1|");
  std::string_view none[] = {""};
  auto never = Regex::compile(std::span<const std::string_view>(none, 0), grep_lines());
  REQUIRE(never);
  CHECK(never->search("") == Found::kNo);
}

TEST_CASE("invalid UTF-8 is matched by nothing but itself") {
  CHECK_FALSE(yes("^.$", "\xff"));
  CHECK(yes("é$", "\xff\xc3\xa9"));
  CHECK(yes("\xff.", "\xff\xc3\xa9"));
  CHECK(yes("a[\xff]b", "a\xff" "b"));
  CHECK_FALSE(yes("^.$", "\xed\xa0\x80"));
  CHECK_FALSE(yes("^[^a]$", "\xc0\x80"));
  RegexOptions c = extended();
  c.utf8 = false;
  CHECK(yes("^.$", "\xff", c));
  CHECK(yes("^..$", "é", c));
  CHECK_FALSE(yes("[[:alpha:]]", "é", c));
  RegexOptions perl;
  perl.syntax = Syntax::kPerl;
  CHECK(yes("é$", "\xff\xc3\xa9", perl));
  CHECK_FALSE(yes("^.é", "\xff\xc3\xa9", perl));
}

TEST_CASE("flags, newlines, NULs") {
  auto re = Regex::compile("^a|b$", extended());
  CHECK(re->search("ab", 0, {}, Regex::kNotBol) == Found::kYes);
  CHECK(re->search("ab", 0, {}, Regex::kNotBol | Regex::kNotEol) == Found::kNo);
  RegexMatch m[1];
  CHECK(re->search("xxb", 1, m, Regex::kNotBol) == Found::kYes);
  CHECK(m[0].begin == 2);
  CHECK(re->search("xab", 1, m, Regex::kAnchored) == Found::kNo);
  CHECK(yes("a.b", "a\nb"));
  CHECK_FALSE(yes("^b", "a\nb"));
  RegexOptions o = extended();
  o.newline = Newline::kSeparate;
  CHECK_FALSE(yes("a.b", "a\nb", o));
  CHECK_FALSE(yes("a[^x]b", "a\nb", o));
  CHECK(yes("a\\sb", "a\nb", o));
  CHECK(yes("^b", "a\nb", o));
  CHECK(yes("a$", "a\nb", o));
  o.newline = Newline::kAnchors;
  CHECK(yes("a.b", "a\nb", o));
  CHECK(yes("^b", "a\nb", o));
  CHECK(yes("a.b", std::string_view("a\0b", 3)));
  CHECK(yes("a[^x]b", std::string_view("a\0b", 3)));
}

TEST_CASE("awk's escapes") {
  RegexOptions o = extended(Dialect::kAwk);
  CHECK(yes("a\\tb", "a\tb", o));
  CHECK(yes("a\\/b", "a/b", o));
  CHECK(yes("[\\n\\]]", "]", o));
  CHECK(yes("\\101", "A", o));
  CHECK(yes("\\x41", "A", o));
  CHECK(yes("\\yfoo\\y", "a foo", o));
  CHECK_FALSE(yes("\\yfoo\\y", "afoo", o));
  CHECK(yes("\\<b", "a b", o));
  CHECK(yes("a{2}", "aa", o));
  CHECK(yes("*a", "*a", o));
  CHECK(yes("\\.", ".", o));
  CHECK_FALSE(yes("\\.", "x", o));
}

TEST_CASE("Perl's and ripgrep's syntaxes") {
  RegexOptions o;
  o.syntax = Syntax::kPerl;
  auto re = Regex::compile("(?<year>\\d+)-(\\d+)", o);
  REQUIRE(re);
  CHECK(re->groups() == 2);
  CHECK(re->group_number("year") == 1);
  CHECK(re->group_number("month") == -1);
  RegexMatch m[3];
  REQUIRE(re->search("on 2024-05", 0, m) == Found::kYes);
  CHECK(m[2].begin == 8);
  CHECK(error_of("a(", o) == "missing closing parenthesis");
  CHECK_FALSE(yes("^\\w$", "é", o));
  o.unicode_classes = true;
  CHECK(yes("^\\w$", "é", o));
  o.syntax = Syntax::kRust;
  re = Regex::compile("(?P<a>x)|(?<b>y)", o);
  REQUIRE(re);
  CHECK(re->group_number("b") == 2);
  REQUIRE(re->search("ay", 0, m) == Found::kYes);
  CHECK_FALSE(m[1]);
  CHECK(m[2].begin == 1);
  re = Regex::compile("a|ab", o);
  REQUIRE(re->search("ab", 0, std::span(m, 1)) == Found::kYes);
  CHECK(m[0].end == 1);
  CHECK(yes("^[\\d-]+$", "٣-1", o));
  CHECK(error_of("a(", o) == "unclosed group");
  CHECK(error_of("(?=a)", o) == "look-around, including look-ahead and look-behind, is not supported");
  CHECK(error_of("[a", o) == "unclosed character class");
}

TEST_CASE("no search takes long, no pattern too much") {
  std::string line(1 << 20, 'a');
  unsigned random = 1;
  for (char& c : line) c = (random = random * 1103515245 + 12345) >> 16 & 1 ? 'a' : 'b';
  for (std::string_view pattern : {"a[ab]{200}c", "(a|b)*a(a|b){900}c", "(.*)(.*)(.*)\\1c", "^(a|b)*\\1(a|b)*c$",
                                   "(a*)*\\1c|(b*)*\\2d"}) {
    INFO(pattern);
    auto re = Regex::compile(pattern, grep_lines());
    REQUIRE(re);
    RegexMatch m[2];
    CHECK(re->search(line, 0, m) != Found::kYes);
    CHECK(re->take_steps() <= 2 * Regex::kStepLimit);
    RegexMatch found;
    CHECK(re->find_line(line, 0, found) != Found::kYes);
  }
  auto re = Regex::compile("a[ab]{200}c", grep_lines());
  CHECK(re->search(line) == Found::kLimit);
  CHECK(error_of("a{32768}") == "Regular expression too big");
  CHECK(error_of("((a{1000}){1000}){1000}") == "Regular expression too big");
  CHECK(error_of(std::string(300000, 'a')) == "Regular expression too big");
  CHECK(error_of("a{32767}") == "");
  std::string deep(100000, '(');
  CHECK(error_of(deep) == "Regular expression too big");
  CHECK(error_of(std::string(5000, '(') + "a" + std::string(5000, ')')) == "Regular expression too big");
  std::string stars = "a";
  for (int i = 0; i < 5000; i++) stars += "{1,2}";
  CHECK(error_of(stars) == "Regular expression too big");
  CHECK(yes("a" + std::string(10000, '*'), "b"));
  RegexOptions perl;
  perl.syntax = Syntax::kPerl;
  auto slow = Regex::compile("(a+)+[^ab]", perl);
  REQUIRE(slow);
  CHECK(slow->search(std::string(40, 'a')) == Found::kLimit);
  CHECK(slow->limit_words() == "exceeded PCRE's backtracking limit");
  slow = Regex::compile("a*+c", perl);
  CHECK(slow->search(std::string(1 << 20, 'a') + "bc!") == Found::kLimit);
}

TEST_CASE("many fixed strings") {
  unsigned random = 7;
  auto next = [&](unsigned n) { return ((random = random * 1103515245 + 12345) >> 16) % n; };
  auto word = [&](std::size_t least) {
    std::string w;
    const char* characters[] = {"a", "b", "c", "é", "-"};
    for (std::size_t i = least + next(4); i > 0; i--) w += characters[next(5)];
    return w;
  };
  for (std::size_t least : {1, 2, 3}) {
    std::vector<std::string> words;
    for (int i = 0; i < 400; i++) words.push_back(word(least));
    std::vector<std::string_view> views(words.begin(), words.end());
    RegexOptions o = grep_lines();
    o.syntax = Syntax::kFixed;
    for (int kind = 0; kind < 3; kind++) {
      o.whole_word = kind == 1;
      o.whole_line = kind == 2;
      // The same strings as patterns of an alternation, which RE2 or PCRE2 runs.
      auto many = Regex::compile(views, o);
      RegexOptions basic = o;
      basic.syntax = Syntax::kBasic;
      auto plain = Regex::compile(views, basic);
      REQUIRE(many);
      REQUIRE(plain);
      for (int i = 0; i < 300; i++) {
        std::string text = word(0) + word(1);
        INFO(text << " " << kind << " " << least);
        RegexMatch a[1], b[1];
        REQUIRE(many->search(text, 0, a) == plain->search(text, 0, b));
        if (a[0]) CHECK((a[0].begin == b[0].begin && a[0].end == b[0].end));
        std::string buffer = word(2) + "\n" + text + "\n" + word(1) + "\n";
        RegexMatch x, y;
        std::size_t from = 0, other = 0;
        while (many->find_line(buffer, from, x) == Found::kYes) {
          REQUIRE(plain->find_line(buffer, other, y) == Found::kYes);
          REQUIRE(x.begin == y.begin);
          from = x.end + 1;
          other = y.end + 1;
        }
        REQUIRE(plain->find_line(buffer, other, y) == Found::kNo);
      }
    }
  }
}
