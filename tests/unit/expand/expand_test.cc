// What scripts do not show of the expander: limits, forks, scopes, arrays. (What they show: tests/unit/shell.)
#include <string>

#include "catch_amalgamated.hpp"
#include "src/expand/arith_program.h"
#include "src/expand/braces.h"
#include "src/expand/variables.h"

using namespace nacre;

TEST_CASE("deep nesting is an error, not a crash") {
  const auto times = [](std::string_view s, int n) {
    std::string out;
    for (int i = 0; i < n; ++i) out += s;
    return out;
  };
  for (const int n : {900, 2000, 100'000}) {
    const std::string open = times("(", n), close = times(")", n);
    NameTable names;
    for (const std::string& text :
         {open + "1" + close, open, times("-", n) + "1", times("!", n) + "1", times("1?", n), times("1+", n) + "1",
          times("x=", n) + "1", times("2**", n) + "1", times("1?2:", n) + "3", times("a[", n) + times("]", n),
          times("1,", n) + "1", times("++", n) + "x"}) {
      const Ref<const ArithProgram> p = compile_arith(text, names);
      CHECK(!p->code.empty());
    }
  }
  for (const int n : {200, 1000, 20'000}) {
    CHECK(BraceList(times("{", n)).size() == 1);
    CHECK(BraceList(times("{a,", n) + times("}", n)).size() >= 1);
    CHECK(BraceList(times("{a,b}", n)).size() >= 1);
  }
}

TEST_CASE("huge brace lists") {
  CHECK(BraceList("{1..1000000000}").size() == 1'000'000'000);
  std::string s;
  BraceList("x{1..1000000000}{a,b}").append(1'999'999'999, s);
  CHECK(s == "x1000000000b");
}

TEST_CASE("a fork shares variables until one side writes") {
  NameTable names;
  Variables parent(names);
  for (int i = 0; i < 1000; ++i) parent.own(names.intern("v" + std::to_string(i))).set_number(i);
  const NameId v7 = names.intern("v7"), fresh = names.intern("fresh");
  {
    Variables child(parent);
    CHECK(child.find(v7) == parent.find(v7));
    child.own(v7).set_text("child");
    child.own(fresh).set_text("new");
    CHECK(child.find(v7)->text() == "child");
    CHECK(parent.find(v7)->text() == "7");
    CHECK(parent.find(fresh) == nullptr);
    const NameId v8 = names.intern("v8");
    CHECK(child.find(v8) == parent.find(v8));
    parent.own(v8).set_text("parent");
    CHECK(child.find(v8)->text() == "8");
  }
  Variable& array = parent.own(names.intern("a"));
  array.own_indexed().set(0, "x");
  Variables child(parent);
  child.own(names.intern("a")).own_indexed().set(0, "y");
  CHECK(*parent.find(names.intern("a"))->indexed()->find(0) == "x");
}

TEST_CASE("scopes hide and uncover") {
  NameTable names;
  Variables v(names);
  const NameId x = names.intern("x");
  v.own(x).set_text("global");
  for (int i = 0; i < 20'000; ++i) {  // as deep as functions nest, and deeper
    v.push_scope(ScopeKind::kFunction);
    v.local(x).set_number(i);
  }
  CHECK(v.find(x)->text() == "19999");
  {
    Variables fork(v);
    fork.pop_scope();
    CHECK(fork.find(x)->text() == "19998");
    CHECK(v.find(x)->text() == "19999");
  }
  CHECK(v.find_global(x)->text() == "global");
  v.pop_scope();
  CHECK(v.find(x)->text() == "19998");
  v.unset(x);
  CHECK(!v.find(x)->is_set());
  v.pop_scope();
  CHECK(v.find(x)->text() == "19997");
}

TEST_CASE("exported variables are a block that changes only with them") {
  NameTable names;
  Variables v(names);
  const NameId x = names.intern("x"), y = names.intern("y");
  v.own(x).set_text("1");
  v.own(x).attributes |= kExport;
  v.exports_changed();
  const Ref<const EnvBlock> first = v.exported();
  CHECK(first->entries == std::vector<std::string>{"x=1"});
  v.own(y).set_text("2");
  v.changed(y, *v.find(y));
  CHECK(v.exported() == first);
  v.own(x).set_text("3");
  v.changed(x, *v.find(x));
  CHECK(v.exported()->entries == std::vector<std::string>{"x=3"});
}

TEST_CASE("sparse and dense arrays") {
  IndexedArray a;
  a.set(0, "a");
  a.set(1'000'000'000'000, "z");
  CHECK(a.size() == 2);
  CHECK(a.last() == 1'000'000'000'000);
  a.append("after");
  CHECK(a.next(1) == 1'000'000'000'000);
  CHECK(a.erase(0));
  CHECK(!a.erase(0));
  CHECK(a.keys() == std::vector<std::string>{"1000000000000", "1000000000001"});
  IndexedArray q;
  for (int i = 0; i < 1000; ++i) q.append(std::to_string(i));
  for (int i = 0; i < 999; ++i) q.erase(i);
  CHECK(q.size() == 1);
  CHECK(q.next(0) == 999);
  q.erase(999);
  CHECK(q.last() == -1);
}
