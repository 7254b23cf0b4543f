// grep through the machine: expected values are those of GNU grep 3.8.
#include "catch_amalgamated.hpp"
#include "tests/unit/commands/run.h"

using nacre::test::Box;

TEST_CASE("grep selects lines") {
  Box box;
  box.file("t", "abc\nabd\nxyz\n");
  CHECK(box.run({"grep", "a", "t"}).out == "abc\nabd\n");
  CHECK(box.run({"grep", "-nb", "x", "t"}).out == "3:8:xyz\n");
  CHECK(box.run({"grep", "-c", "a", "t"}).out == "2\n");
  CHECK(box.run({"grep", "-v", "a"}, "b\na\nc").out == "b\nc\n");
  CHECK(box.run({"grep", "-o", "[bd]", "t"}).out == "b\nb\nd\n");
  CHECK(box.run({"grep", "zz", "t"}).status == 1);
  const auto missing = box.run({"grep", "a", "nope"});
  CHECK(missing.err == "grep: nope: No such file or directory\n");
  CHECK(missing.status == 2);
  CHECK(box.run({"grep", "-m1", "-A1", "a", "t"}).out == "abc\nabd\n");
  CHECK(box.run({"grep", "-f", "/dev/null", "-c", "t"}).status == 1);
}

TEST_CASE("grep's context, over blocks") {
  Box box;
  std::string big;
  for (int i = 1; i <= 60000; ++i) big += std::to_string(i) + "\n";
  box.file("big", big);
  CHECK(box.run({"grep", "-n", "-C1", "^40000$", "big"}).out == "39999-39999\n40000:40000\n40001-40001\n");
  CHECK(box.run({"grep", "-A0", "^[13]$", "big"}).out == "1\n--\n3\n");
  CHECK(box.run({"grep", "-bo", "59999", "big"}).out == "348882:59999\n");
  CHECK(box.pipe({{"cat", "big"}, {"grep", "-c", "0"}}).out == box.run({"grep", "-c", "0", "big"}).out);
}

TEST_CASE("grep and files that are no text") {
  Box box;
  box.file("n", std::string("a\0b\n", 4));
  box.file("i", "x\xff" "a\na\n");
  const auto nul = box.run({"grep", "a", "n"});
  CHECK(nul.out.empty());
  CHECK(nul.err == "grep: n: binary file matches\n");
  const auto invalid = box.run({"grep", "a", "i"});
  CHECK(invalid.out == "a\n");
  CHECK(invalid.err == "grep: i: binary file matches\n");
  CHECK(box.run({"grep", "-I", "a", "n"}).status == 1);
  CHECK(box.run({"grep", "-ac", "a", "n"}).out == "1\n");
}

TEST_CASE("grep -r") {
  Box box;
  box.file("d/a.c", "x\n");
  box.file("d/b.txt", "x\n");
  CHECK(box.run({"grep", "-r", "x", "d"}).out == "d/a.c:x\nd/b.txt:x\n");
  CHECK(box.run({"grep", "-rl", "--include=*.c", "x"}).out == "d/a.c\n");
  CHECK(box.run({"grep", "-r", "--exclude-dir=d", "x", "."}).status == 1);
  CHECK(box.run({"grep", "x", "d"}).err == "grep: d: Is a directory\n");
}
