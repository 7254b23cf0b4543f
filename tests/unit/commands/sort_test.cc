// sort: large inputs against std::sort, stability, keys, merging, and its files.
#include <algorithm>
#include <random>

#include "catch_amalgamated.hpp"
#include "tests/unit/commands/run.h"

using namespace nacre;
using namespace nacre::test;

namespace {

std::vector<std::string> random_lines(std::size_t n, std::size_t longest, unsigned letters) {
  std::mt19937 r(7);
  std::vector<std::string> lines(n);
  for (std::string& line : lines)
    for (std::size_t k = r() % longest; k > 0; --k) line += static_cast<char>('a' + r() % letters);
  return lines;
}
std::string joined(const std::vector<std::string>& lines) {
  std::string s;
  for (const std::string& line : lines) s += line + "\n";
  return s;
}

}  // namespace

TEST_CASE("large inputs, by bytes") {
  Box box;
  for (unsigned letters : {2u, 26u}) {
    std::vector<std::string> lines = random_lines(30000, 30, letters);
    box.file("in", joined(lines));
    const std::string text = joined(lines);
    std::sort(lines.begin(), lines.end());
    CHECK(box.run({"sort", "in"}).out == joined(lines));
    CHECK(box.run({"sort"}, text).out == joined(lines));
    std::vector<std::string> once = lines;
    once.erase(std::unique(once.begin(), once.end()), once.end());
    CHECK(box.run({"sort", "-u", "in"}).out == joined(once));
    std::reverse(lines.begin(), lines.end());
    CHECK(box.run({"sort", "-r", "in"}).out == joined(lines));
  }
}

TEST_CASE("stable and unique by key") {
  Box box;
  std::vector<std::pair<int, int>> pairs;
  std::mt19937 r(3);
  std::string text;
  for (int i = 0; i < 20000; ++i) {
    pairs.emplace_back(static_cast<int>(r() % 500) - 250, i);
    text += std::to_string(pairs.back().first) + " " + std::to_string(i) + "\n";
  }
  const auto show = [&] {
    std::string s;
    for (auto [a, b] : pairs) s += std::to_string(a) + " " + std::to_string(b) + "\n";
    return s;
  };
  std::stable_sort(pairs.begin(), pairs.end(), [](auto a, auto b) { return a.first < b.first; });
  CHECK(box.run({"sort", "-s", "-n", "-k1,1"}, text).out == show());
  CHECK(box.run({"sort", "-k1,1n", "-k2,2n"}, text).out == show());
  pairs.erase(std::unique(pairs.begin(), pairs.end(), [](auto a, auto b) { return a.first == b.first; }), pairs.end());
  CHECK(box.run({"sort", "-u", "-n", "-k1,1"}, text).out == show());
}

TEST_CASE("merging and checking") {
  Box box;
  std::vector<std::string> lines = random_lines(9000, 12, 3);
  std::vector<std::string> parts[3];
  for (std::size_t i = 0; i < lines.size(); ++i) parts[i % 3].push_back(lines[i]);
  for (int k = 0; k < 3; ++k) {
    std::sort(parts[k].begin(), parts[k].end());
    box.file("p" + std::to_string(k), joined(parts[k]));
  }
  std::sort(lines.begin(), lines.end());
  CHECK(box.run({"sort", "-m", "p0", "p1", "p2"}).out == joined(lines));
  CHECK(box.run({"sort", "-m", "-o", "p1", "p0", "p1", "p2"}).status == 0);
  CHECK(box.read("p1") == joined(lines));
  CHECK(box.run({"sort", "-c", "p1"}).status == 0);
  CHECK(box.run({"sort", "-C"}, "b\na\n").status == 1);
  CHECK(box.run({"sort", "-c"}, "b\na\n").err == "sort: -:2: disorder: a\n");
}

TEST_CASE("the output may be the input") {
  Box box;
  box.file("f", "b\na\n");
  CHECK(box.run({"sort", "f", "-o", "f"}).status == 0);
  CHECK(box.read("f") == "a\nb\n");
}

TEST_CASE("numbers, units, months, versions") {
  Box box;
  CHECK(box.run({"sort", "-n"}, "10\n9\n-1\n100000000000000000001\n100000000000000000000\n.5\n").out ==
        "-1\n.5\n9\n10\n100000000000000000000\n100000000000000000001\n");
  CHECK(box.run({"sort", "-h"}, "1G\n2K\n1M\n512\n-1K\n").out == "-1K\n512\n2K\n1M\n1G\n");
  CHECK(box.run({"sort", "-M"}, "dec\nJan\nx\n").out == "x\nJan\ndec\n");
  CHECK(box.run({"sort", "-V"}, "a10\na9\na1.10\na1.9\n").out == "a1.9\na1.10\na9\na10\n");
  CHECK(box.run({"sort", "-g"}, "1e3\n2\n-inf\nx\n").out == "x\n-inf\n2\n1e3\n");
  CHECK(box.run({"sort", "-t:", "-k2,2nr"}, "a:1\nb:10\nc:2\n").out == "b:10\nc:2\na:1\n");
}
