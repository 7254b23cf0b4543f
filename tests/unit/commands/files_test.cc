// The commands on files: what conformance cases cannot say well (sizes, depth, sharing), and one use of each.
#include "catch_amalgamated.hpp"
#include "tests/unit/commands/run.h"

using namespace nacre;
using namespace nacre::test;

TEST_CASE("ls") {
  Box b;
  b.file("a", "12345");
  b.dir("d");
  CHECK(b.run({"ls"}).out == "a\nd\n");
  CHECK(b.run({"ls", "-F"}).out == "a\nd/\n");
  CHECK(b.run({"ls", "-la", "nx"}).err == "ls: cannot access 'nx': No such file or directory\n");
  CHECK(b.run({"ls", "-la", "nx"}).status == 2);
  const std::string text = b.run({"ls", "-l", "--time-style=+%s", "a"}).out;
  CHECK(text.starts_with("-rw-r--r-- 1 user user 5 17000000"));
}

TEST_CASE("a directory of 20,000 entries is listed, counted and removed") {
  Box b;
  b.dir("many");
  for (int i = 0; i < 20'000; ++i) {
    auto opened = b.fs().open(b.who(), "many/f" + std::to_string(i), vfs::kOpenWrite | vfs::kOpenCreate, 0644);
    REQUIRE(opened);
  }
  const std::string names = b.run({"ls", "-t", "many"}).out;
  CHECK(std::count(names.begin(), names.end(), '\n') == 20'000);
  CHECK(b.run({"du", "--inodes", "-s", "many"}).out == "20001\tmany\n");
  CHECK(b.run({"rm", "-r", "many"}).status == 0);
  CHECK(!b.exists("many"));
}

TEST_CASE("trees deeper than a path may be long") {
  Box b;
  vfs::Ino at = *b.fs().mkdir(b.who(), "deep");
  const std::string name(200, 'n');
  for (int i = 0; i < 300; ++i) at = *b.fs().mkdir(b.who(), name, 0755, at);
  CHECK(b.run({"chmod", "-R", "700", "deep"}).status == 0);
  CHECK(b.run({"du", "--inodes", "-s", "deep"}).out == "301\tdeep\n");
  CHECK(b.run({"cp", "-r", "deep", "copy"}).err.find("File name too long") != std::string::npos);
  CHECK(b.run({"rm", "-r", "deep", "copy"}).err == "");
  CHECK(!b.exists("deep"));
}

TEST_CASE("copies share their contents, holes stay holes") {
  Box b;
  CHECK(b.run({"truncate", "-s", "300M", "hole"}).status == 0);
  CHECK(b.run({"cp", "hole", "copy"}).status == 0);
  CHECK(b.run({"stat", "-c", "%s %b", "copy"}).out == "314572800 0\n");
  b.file("x", std::string(200'000, 'x'));
  CHECK(b.run({"cp", "-p", "x", "y"}).status == 0);
  CHECK(b.read("y") == std::string(200'000, 'x'));
  CHECK(b.run({"cp", "/proc/version", "v"}).status == 0);
  CHECK(b.read("v") != "");
}

TEST_CASE("cp, mv, rm, ln") {
  Box b;
  b.file("d/x", "1");
  CHECK(b.run({"cp", "-rv", "d", "e"}).out == "'d' -> 'e'\n'd/x' -> 'e/x'\n");
  CHECK(b.run({"cp", "-r", "d", "d/f"}).err == "cp: cannot copy a directory, 'd', into itself, 'd/f'\n");
  CHECK(b.run({"mv", "d", "d/y"}).err == "mv: cannot move 'd' to a subdirectory of itself, 'd/y'\n");
  CHECK(b.run({"mv", "-v", "e/x", "z"}).out == "renamed 'e/x' -> 'z'\n");
  CHECK(b.run({"ln", "-sv", "z", "l"}).out == "'l' -> 'z'\n");
  CHECK(b.run({"rm", "-i", "z"}, "n\n").err == "rm: remove regular file 'z'? ");
  CHECK(b.exists("z"));
  CHECK(b.run({"rm", "-rf", "/"}).status == 1);
  CHECK(b.run({"rm", "d"}).err == "rm: cannot remove 'd': Is a directory\n");
}

TEST_CASE("chmod, stat, touch, date") {
  Box b;
  b.file("f", "abc");
  CHECK(b.run({"chmod", "-v", "u+x,go=", "f"}).out == "mode of 'f' changed from 0644 (rw-r--r--) to 0700 (rwx------)\n");
  CHECK(b.run({"touch", "-d", "2020-01-01", "f"}).status == 0);
  CHECK(b.run({"stat", "-c", "%n %s %a %Y %F", "f"}).out == "f 3 700 1577836800 regular file\n");
  CHECK(b.run({"date", "-r", "f", "+%F"}).out == "2020-01-01\n");
  CHECK(b.run({"date", "-d", "nonsense"}).err == "date: invalid date \u2018nonsense\u2019\n");
  CHECK(b.run({"date", "+%Y"}).out == "2023\n");
}

TEST_CASE("names") {
  Box b;
  b.link("b", "a");
  b.link("a", "b");
  CHECK(b.run({"realpath", "a"}).err == "realpath: a: Too many levels of symbolic links\n");
  CHECK(b.run({"readlink", "-f", "x/../y"}).status == 1);
  CHECK(b.run({"realpath", "-m", "x/../y"}).out == "/home/user/y\n");
  CHECK(b.run({"basename", "-s", ".c", "d/x.c"}).out == "x\n");
  CHECK(b.run({"dirname", "a/b"}).out == "a\n");
  CHECK(b.run({"which", "ls"}).out == "/usr/bin/ls\n");
  CHECK(b.run({"pwd"}).out == "/home/user\n");
  CHECK(b.run({"mktemp", "-u", "xXXX"}).out.size() == 5);
}
