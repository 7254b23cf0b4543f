// The text commands through a Machine: what cases recorded from the real programs cannot show well, which is large inputs,
// records across chunks, early ends, files that are written, limits.
#include "catch_amalgamated.hpp"
#include "src/base/memory.h"
#include "tests/unit/commands/run.h"

using namespace nacre;
using namespace nacre::test;

namespace {

// Lines of several lengths, n of them.
std::string many_lines(int n) {
  std::string s;
  for (int i = 0; i < n; ++i) s += std::to_string(i * 7919L % 100003) + std::string(static_cast<std::size_t>(i % 40), 'x') + "\n";
  return s;
}

}  // namespace

TEST_CASE("cat copies large files and pipes, and refuses its own output") {
  Box box;
  const std::string big = many_lines(60000);
  box.file("big", big);
  CHECK(box.run({"cat", "big"}).out == big);
  CHECK(box.run({"cat"}, big).out == big);
  CHECK(box.pipe({{"cat", "big"}, {"cat", "-"}, {"cat"}}).out == big);
  const Output numbered = box.run({"cat", "-n", "big"});
  CHECK(numbered.out.size() == big.size() + 60000 * 7);
  CHECK(numbered.out.ends_with(big.substr(big.size() - 5)));
}

TEST_CASE("producers end when their reader does") {
  Box box;
  const Output o = box.pipe({{"yes"}, {"head", "-n", "2"}});
  CHECK(o.out == "y\ny\n");
  CHECK(o.status == 0);
  CHECK(box.pipe({{"seq", "1", "inf"}, {"head", "-n1"}}).out == "1\n");
}

TEST_CASE("head and tail of large inputs") {
  Box box;
  const std::string big = many_lines(30000);
  box.file("big", big);
  std::vector<std::size_t> starts{0};
  for (std::size_t i = 0; i < big.size(); ++i)
    if (big[i] == '\n') starts.push_back(i + 1);
  const auto line = [&](std::size_t n) { return starts[n]; };
  CHECK(box.run({"head", "-n", "12345", "big"}).out == big.substr(0, line(12345)));
  CHECK(box.run({"head", "-n", "-12345", "big"}).out == big.substr(0, line(30000 - 12345)));
  CHECK(box.run({"head", "-n", "-12345"}, big).out == big.substr(0, line(30000 - 12345)));
  CHECK(box.run({"head", "-c", "-70000", "big"}).out == big.substr(0, big.size() - 70000));
  for (const char* n : {"1", "2900", "12345"}) {
    const std::string want = big.substr(line(30000 - std::stoul(n)));
    CHECK(box.run({"tail", "-n", n, "big"}).out == want);
    CHECK(box.run({"tail", "-n", n}, big).out == want);
  }
  CHECK(box.run({"tail", "-n", "+20000", "big"}).out == big.substr(line(19999)));
  CHECK(box.run({"tail", "-n", "+20000"}, big).out == big.substr(line(19999)));
  CHECK(box.run({"tail", "-c", "100000"}, big).out == big.substr(big.size() - 100000));
  CHECK(box.run({"tail", "-c", "+100000", "big"}).out == big.substr(99999));
}

TEST_CASE("tac of large inputs") {
  Box box;
  const std::string big = many_lines(30000) + "end without newline";
  std::string reversed;
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < big.size();) {
    const std::size_t n = std::min(big.find('\n', i), big.size() - 1);
    lines.push_back(big.substr(i, n + 1 - i));
    i = n + 1;
  }
  for (std::size_t i = lines.size(); i-- > 0;) reversed += lines[i];
  box.file("big", big);
  CHECK(box.run({"tac", "big"}).out == reversed);
  CHECK(box.run({"tac"}, big).out == reversed);
  // A record longer than several blocks.
  const std::string longest(200000, 'a');
  box.file("long", "1\n" + longest + "\n2\n");
  CHECK(box.run({"tac", "long"}).out == "2\n" + longest + "\n1\n");
}

TEST_CASE("characters across chunks") {
  Box box;
  std::string text(65535, 'a');
  text += "\u00e9\u20ac\n";
  for (int i = 0; i < 30000; ++i) text += "\u20ac ";
  box.file("u", text);
  CHECK(box.run({"wc", "-m", "u"}).out == std::to_string(65535 + 3 + 60000) + " u\n");
  CHECK(box.run({"wc", "-m"}, text).out == std::to_string(65535 + 3 + 60000) + "\n");
  CHECK(box.run({"wc", "-w", "u"}).out == "30001 u\n");
  CHECK(box.pipe({{"rev", "u"}, {"rev"}}).out == text);
}

TEST_CASE("encodings and digests of large inputs") {
  Box box;
  std::string bytes;
  std::uint32_t seed = 1;
  for (int i = 0; i < 200001; ++i) bytes += static_cast<char>((seed = seed * 1664525 + 1013904223) >> 24);
  box.file("b", bytes);
  for (const char* name : {"base64", "base32"}) CHECK(box.pipe({{name, "b"}, {name, "-d"}}).out == bytes);
  for (const char* kind : {"--base64url", "--base32hex", "--base16", "--base2lsbf", "--base2msbf"})
    CHECK(box.pipe({{"basenc", kind, "b"}, {"basenc", kind, "-d"}}).out == bytes);
  for (const char* name : {"md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum", "cksum", "sum"}) {
    const std::string piped = box.run({name}, bytes).out, named = box.run({name, "b"}).out;
    CHECK(piped.substr(0, 9) == named.substr(0, 9));
  }
  CHECK(box.run({"md5sum"}, "a\n").out == "60b725f10c9c85c70d97880dfe8191b3  -\n");
  CHECK(box.run({"b2sum", "-l", "16"}, "a\n").out == "9c14  -\n");
}

TEST_CASE("tee writes its files") {
  Box box;
  CHECK(box.run({"tee", "a", "b"}, "hi\n").out == "hi\n");
  CHECK(box.read("a") == "hi\n");
  CHECK(box.run({"tee", "-a", "a"}, "more\n").status == 0);
  CHECK(box.read("a") == "hi\nmore\n");
  CHECK(box.run({"tee", "missing/x", "c"}, "1\n").err == "tee: missing/x: No such file or directory\n");
  CHECK(box.read("c") == "1\n");
}

TEST_CASE("uniq writes its second operand") {
  Box box;
  box.file("in", "a\na\nb\n");
  CHECK(box.run({"uniq", "in", "out"}).status == 0);
  CHECK(box.read("out") == "a\nb\n");
}

TEST_CASE("tail follows files in virtual time") {
  Box box;
  box.file("log", "1\n2\n");
  CHECK(box.run({"timeout", "5", "tail", "-f", "log"}).out == "1\n2\n");
  CHECK(box.run({"timeout", "5", "tail", "-F", "none"}).err == "tail: cannot open 'none' for reading: No such file or directory\n");
  CHECK(box.run({"tail", "-f", "none"}).err ==
        "tail: cannot open 'none' for reading: No such file or directory\ntail: no files remaining\n");
  CHECK(box.run({"tail", "--pid=999999", "-f", "log"}).out == "1\n2\n");
  // The reader goes: so does tail.
  CHECK(box.pipe({{"tail", "-f", "log"}, {"head", "-n", "1"}}).out == "1\n");
}

TEST_CASE("what does not fit in memory is said, not a crash") {
  Box box;
  memory::set_budget(memory::used() + (4 << 20));
  const Output printed = box.run({"printf", "%2000000000d", "1"});
  CHECK(printed.status != 0);
  const Output sorted = box.pipe({{"yes"}, {"sort"}});
  CHECK(sorted.status == 2);
  CHECK(sorted.err == "sort: memory exhausted\n");
  memory::set_budget(0);
}
