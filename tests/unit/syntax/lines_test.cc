// Line numbers of commands, in and out of substitutions, against $LINENO of real bash: each command `e name` of the script below was run
// there with a function e that printed BASH_LINENO.
#include <set>
#include <string>

#include "catch_amalgamated.hpp"
#include "src/syntax/line_numbers.h"
#include "src/syntax/parser.h"

using namespace nacre;

namespace {

constexpr std::string_view kScript = R"script(x=$(
 e nofoo
 e nobar
)
echo "$(
 e nofoo2

 # c
 e nobar2
)" a
local_() { local y=$(e nofoo3
e nobar3); }
local_
y=1 z=$(

e nofoo4)
echo \
 $LINENO
echo a "$(
e nofoo5
)" "b
c" $(e nofoo6)
cat <<E; echo $LINENO
b
E
if x=$(
e nofoo7
); then :; fi
for i in $(
e nofoo8
); do :; done
case $(
e nofoo9
) in esac
[[ $(
e nofoo10
) ]]
cat <(
e nofoo11
e nofoo12
)
echo `
e nofoo13
e nofoo14`
echo $(if true; then e n1; fi; e n2; for i in a; do e n3; done; case x in x) e n4;; esac)
echo $(e n5
e n6 $(
e n7; { e n8; e n9
}) `e n10
e n11` ; f() { e n12
e n13; }; f; while e n14; do e n15; break; done
[[ x ]] && e n16 || e n17
e n18 | e n19)
cat <<E
$(e n20
e n21 $(e n22
e n23))
`e n24
e n25`
E
>/dev/null \
e n26 \
e n27
echo $((e n28) | (e n29
e n30))
)script";

constexpr std::string_view kRecorded = R"lines(line 10 nofoo2
line 11 nobar2
line 12 nofoo3
line 13 nobar3
line 14 nofoo4
line 19 nofoo5
line 19 nofoo6
line 28 nofoo7
line 29 nofoo8
line 34 nofoo9
line 37 nofoo10
line 4 nofoo
line 41 nofoo11
line 42 nofoo12
line 45 nofoo13
line 46 n1
line 46 nofoo14
line 47 n2
line 49 n3
line 5 nobar
line 52 n4
line 53 n5
line 54 n10
line 54 n20
line 54 n24
line 54 n6
line 54 n7
line 54 n8
line 54 n9
line 55 n11
line 55 n21
line 55 n22
line 55 n25
line 56 n23
line 57 n12
line 59 n13
line 60 n14
line 61 n15
line 61 n26
line 63 n16
line 63 n17
line 64 n18
line 64 n19
line 65 n28
line 65 n29
line 66 n30
)lines";

struct Found {
  std::set<std::string> lines;
};

void visit_command(const Command& c, void* found);

void visit_word(const Word& w, void* found);

void visit_parts(Span<const WordPart> parts, void* found) {
  for (const WordPart& p : parts) {
    if ((p.kind == PartKind::kCommandSub || p.kind == PartKind::kProcessSub) && p.command->body != nullptr) visit_command(*p.command->body, found);
    if (p.kind == PartKind::kArith) visit_word(*p.arith->word, found);
    visit_parts(p.parts, found);
  }
}

void visit_word(const Word& w, void* found) { visit_parts(w.parts, found); }

void visit_command(const Command& c, void* found) {
  if (c.kind == CommandKind::kSimple) {
    const auto& s = c.as<SimpleCommand>();
    if (s.words.size() > 1 && s.words[0]->text == "e") {
      static_cast<Found*>(found)->lines.insert("line " + std::to_string(c.line) + " " + std::string(s.words[1]->text));
    }
  }
  for_each_word(c, visit_word, found);
  for_each_command(c, visit_command, found);
}

}  // namespace

TEST_CASE("lines are bash's") {
  NameTable names;
  ParserOptions options;
  Parser parser(names, options);
  parser.append(kScript);
  parser.finish();
  Found found;
  Ref<Script> script;
  while (parser.next(script) == ParseStatus::kCommand) visit_command(*script->command, &found);
  std::string got;
  for (const std::string& line : found.lines) got += line + "\n";
  CHECK(got == kRecorded);
}
