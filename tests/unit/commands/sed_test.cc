// sed through the machine: expected values are those of GNU sed 4.9.
#include "catch_amalgamated.hpp"
#include "tests/unit/commands/run.h"

using nacre::test::Box;

namespace {
std::string sed(const char* script, const char* input = "a\nb\nc\n") { return Box().run({"sed", script}, input).out; }
}  // namespace

TEST_CASE("sed's commands") {
  CHECK(sed("s/b/x/") == "a\nx\nc\n");
  CHECK(sed("$!N;P;D") == "a\nb\nc\n");
  CHECK(sed(":a;N;$!ba;s/\\n/,/g") == "a,b,c\n");
  CHECK(sed("2q") == "a\nb\n");
  CHECK(sed("2{h;d};${G}") == "a\nc\nb\n");
  CHECK(sed("2c\\\nnew") == "a\nnew\nc\n");
  CHECK(sed("y/abc/xyz/") == "x\ny\nz\n");
  CHECK(sed("0~2d") == "a\nc\n");
  CHECK(sed("/a/,+1d") == "c\n");
  CHECK(sed("s/x*/-/g", "abc\n") == "-a-b-c-\n");
  CHECK(sed("s/\\(.*\\) \\(.*\\)/\\U\\1\\E \\u\\2/", "foo bar\n") == "FOO Bar\n");
  CHECK(sed("p", "x") == "x\nx");
}

TEST_CASE("sed's messages") {
  Box box;
  CHECK(box.run({"sed", "s/a"}).err == "sed: -e expression #1, char 3: unterminated `s' command\n");
  CHECK(box.run({"sed", "k"}).err == "sed: -e expression #1, char 1: unknown command: `k'\n");
  CHECK(box.run({"sed", "p", "nope"}).err == "sed: can't read nope: No such file or directory\n");
  CHECK(box.run({"sed", "b x"}).status == 4);
}

TEST_CASE("sed -i") {
  Box box;
  box.file("f", "a\nb", 0640);
  CHECK(box.run({"sed", "-i.bak", "s/b/x/", "f"}).status == 0);
  CHECK(box.read("f") == "a\nx");
  CHECK(box.read("f.bak") == "a\nb");
  CHECK(box.fs().stat(box.who(), "f")->mode == 0640);
}
