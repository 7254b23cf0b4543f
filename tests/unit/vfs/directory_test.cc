// Directory and Trie against std::map: random changes, copies taken on the way that must not change, differences.
#include <map>
#include <random>
#include <string>

#include "catch_amalgamated.hpp"
#include "vfs/directory.h"
#include "vfs/trie.h"

namespace nacre::vfs {
namespace {

using Names = std::map<std::string, std::uint32_t>;

Names all_of(const Directory& d) {
  Names names;
  d.for_each([&](std::string_view name, std::uint32_t value) { names[std::string(name)] = value; });
  return names;
}

void check_same(const Directory& d, const Names& expected) {
  REQUIRE(all_of(d) == expected);
  std::string at;
  for (auto& [name, value] : expected) {
    const auto e = d.after(at);
    REQUIRE(e.name == name);
    REQUIRE(e.value == value);
    REQUIRE(d.find(name) == value);
    at = name;
  }
  REQUIRE(d.after(at).value == 0);
  REQUIRE(d.empty() == expected.empty());
}

struct Differences {
  std::map<std::string, std::pair<std::uint32_t, std::uint32_t>> found;
  static void add(void* self, std::string_view name, std::uint32_t before, std::uint32_t after) {
    static_cast<Differences*>(self)->found[std::string(name)] = {before, after};
  }
};

void check_diff(const Directory& a, const Names& x, const Directory& b, const Names& y) {
  Differences got, expected;
  Directory::diff(a, b, &Differences::add, &got);
  for (auto& [name, v] : x)
    if (auto o = y.find(name); o == y.end() || o->second != v)
      expected.found[name] = {v, o == y.end() ? 0 : o->second};
  for (auto& [name, v] : y)
    if (!x.contains(name)) expected.found[name] = {0, v};
  REQUIRE(got.found == expected.found);
}

TEST_CASE("a directory does what a sorted map does, and its copies stay") {
  std::mt19937 random(4711);
  const int style = GENERATE(0, 1, 2);
  auto make_name = [&] {
    const unsigned n = random() % 3000;
    if (style == 0) return "file" + std::to_string(n);
    if (style == 1) return std::to_string(n) + std::string(n % 240, 'x');
    std::string s(1 + random() % 3, ' ');
    for (char& c : s) c = static_cast<char>(1 + random() % 255);
    return s;
  };
  Directory d;
  Names names;
  std::vector<std::pair<Directory, Names>> kept;
  for (int i = 0; i < 30'000; ++i) {
    const std::string name = make_name();
    const bool shrinking = (i / 5000) % 2 == 1;
    if (random() % 4 < (shrinking ? 3u : 1u)) {
      REQUIRE(d.erase(name) == (names.erase(name) == 1));
    } else {
      d.put(name, static_cast<std::uint32_t>(i + 1));
      names[name] = static_cast<std::uint32_t>(i + 1);
    }
    if (i % 1500 == 0) kept.push_back({d, names});
  }
  check_same(d, names);
  for (auto& [copy, expected] : kept) {
    check_same(copy, expected);
    check_diff(copy, expected, d, names);
    check_diff(kept.front().first, kept.front().second, copy, expected);
  }
  for (auto& [name, value] : names) REQUIRE(d.erase(name));
  REQUIRE(d.empty());
}

TEST_CASE("names in order and in reverse") {
  Directory up, down;
  Names names;
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    char name[16];
    std::snprintf(name, sizeof name, "f%06u", i);
    up.put(name, i + 1);
    names[name] = i + 1;
    std::snprintf(name, sizeof name, "f%06u", 19'999 - i);
    down.put(name, 20'000 - i);
  }
  check_same(up, names);
  check_same(down, names);
  check_diff(up, names, down, names);
}

struct Cell : RefCounted<Cell> {
  explicit Cell(int v) : value(v) {}
  int value;
};

TEST_CASE("a trie does what a map does, and its copies stay") {
  std::mt19937_64 random(99);
  using Map = std::map<std::uint64_t, int>;
  auto check = [](const Trie<Cell>& t, const Map& m) {
    Map got;
    t.for_each([&](std::uint64_t k, Cell* c) { got[k] = c->value; });
    REQUIRE(got == m);
    std::uint64_t at = 0;
    for (auto& [k, v] : m) {
      REQUIRE(t.next(at) == k);
      REQUIRE(t.get(k)->value == v);
      at = k + 1;
    }
    REQUIRE(t.next(at) == Trie<Cell>::kNone);
  };
  Trie<Cell> t;
  Map m;
  std::vector<std::pair<Trie<Cell>, Map>> kept;
  for (int i = 0; i < 20'000; ++i) {
    std::uint64_t key = random() % 2000;
    if (random() % 8 == 0) key = random() >> (17 + random() % 40);
    switch (random() % 8) {
      case 0: case 1: case 2:
        t.put(key, make_ref<Cell>(i));
        m[key] = i;
        break;
      case 3:
        if (Cell* c = t.get(key)) {
          c = t.own(key);
          c->value = m[key] = -i;
        }
        break;
      case 4: {
        bool unique = false;
        Cell* c = t.reach(key, unique);
        REQUIRE((c != nullptr) == m.contains(key));
        if (unique) c->value = m[key] = i * 3;
        break;
      }
      case 5:
        if (random() % 200 == 0) {
          t.cut(key, [](Cell*) {});
          m.erase(m.lower_bound(key), m.end());
        }
        break;
      default:
        t.erase(key);
        m.erase(key);
    }
    if (i % 1000 == 0) kept.push_back({t, m});
  }
  check(t, m);
  for (auto& [copy, expected] : kept) {
    check(copy, expected);
    std::map<std::uint64_t, std::pair<int, int>> got, want;
    Trie<Cell>::diff(copy, t, [&](std::uint64_t k, const Cell* a, const Cell* b) {
      if ((a ? a->value : 0) != (b ? b->value : 0)) got[k] = {a ? a->value : 0, b ? b->value : 0};
    });
    for (auto& [k, v] : expected)
      if (auto o = m.find(k); o == m.end() || o->second != v) want[k] = {v, o == m.end() ? 0 : o->second};
    for (auto& [k, v] : m)
      if (!expected.contains(k)) want[k] = {0, v};
    std::erase_if(want, [](auto& w) { return w.second.first == w.second.second; });
    REQUIRE(got == want);
  }
}

}  // namespace
}  // namespace nacre::vfs
