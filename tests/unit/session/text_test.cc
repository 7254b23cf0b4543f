// Paths and texts of sessions.
#include "src/session/text.h"

#include "catch_amalgamated.hpp"
#include "src/session/path.h"

using namespace nacre;

TEST_CASE("paths are normalised against the working directory") {
  struct Row {
    const char *cwd, *path, *want;
  };
  for (const Row& r : {Row{"/w", "", "/w"}, {"/w", ".", "/w"}, {"/w", "..", "/"}, {"/w", "../../../x", "/x"}, {"/w", "/x/../y", "/y"},
                       {"/w", "/x//y/", "/x/y"}, {"/w", "a/./b/", "/w/a/b"}, {"/w", "/", "/"}, {"/w", "//", "/"}, {"/w/../v/", "a", "/v/a"},
                       {"w", "a", "/w/a"}, {"", "", "/"}, {"/w", "...", "/w/..."}, {"/w", "a/../../b", "/b"}, {"/w", "~", "/w/~"}}) {
    CHECK(resolve_path(r.cwd, r.path) == r.want);
  }
  CHECK(resolve_path("/w", std::string_view("a\0b", 3)) == std::string("/w/a\0b", 6));
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "../a/";
  CHECK(resolve_path("/w", deep) == "/a");
}

TEST_CASE("bytes become text as TextDecoder does it") {
  CHECK(to_text("plain é€😀") == "plain é€😀");
  CHECK(to_text("a\xFF" "b") == "a\uFFFD" "b");
  CHECK(to_text("\xE2\x82") == "\uFFFD");              // one for the beginning of a character
  CHECK(to_text("\xE2\x82" "x") == "\uFFFDx");
  CHECK(to_text("\xF0\x9F\x98") == "\uFFFD");
  CHECK(to_text("\xF0\x9F\x98\xF0\x9F\x98\x80") == "\uFFFD😀");
  CHECK(to_text("\xED\xA0\x80") == "\uFFFD\uFFFD\uFFFD");
  CHECK(to_text("\xC0\x80\xF5\xF8") == "\uFFFD\uFFFD\uFFFD\uFFFD");
  CHECK(to_text("\xE0\x80\x80") == "\uFFFD\uFFFD\uFFFD");
  CHECK(to_text("\xF4\x90\x80\x80") == "\uFFFD\uFFFD\uFFFD\uFFFD");
  CHECK(to_text(std::string("\0\xEF\xBB\xBF", 4)) == std::string("\0\xEF\xBB\xBF", 4));
}

TEST_CASE("half of a pair is no UTF-8") {
  std::string room;
  CHECK(to_utf8("a\xED\xA0\xBD" "b", room) == "a\uFFFD" "b");
  CHECK(to_utf8("\xED\xBF\xBF\xED\x9F\xBF", room) == "\uFFFD\xED\x9F\xBF");
  CHECK(to_utf8("\xED", room) == "\xED");
}

TEST_CASE("units of UTF-16 are counted and cut") {
  const std::string_view text = "aé€😀z";
  CHECK(utf16_length(text) == 6);
  CHECK(utf16_length("\xED\xA0\xBD") == 1);
  CHECK(utf16_length("") == 0);
  CHECK(utf16_first(text, 0) == "");
  CHECK(utf16_first(text, 3) == "aé€");
  CHECK(utf16_first(text, 4) == "aé€\xED\xA0\xBD");
  CHECK(utf16_first(text, 5) == "aé€😀");
  CHECK(utf16_first(text, 60) == text);
  CHECK(utf16_last(text, 0) == "");
  CHECK(utf16_last(text, 1) == "z");
  CHECK(utf16_last(text, 2) == "\xED\xB8\x80z");
  CHECK(utf16_last(text, 3) == "😀z");
  CHECK(utf16_last(text, 60) == text);
  CHECK(utf16_offset(text, 4) == 6);
  CHECK(utf16_offset(text, 5) == 10);
  // What is no text does no harm.
  CHECK(utf16_first("\xF0", 1).size() <= 4);
  CHECK(utf16_last("\x80\x80", 1).size() <= 4);
}

TEST_CASE("white space of ECMAScript is trimmed") {
  CHECK(trim(" \t\n\v\f\r\u00A0\u1680\u2003\u2028\u2029\u202F\u205F\u3000\uFEFFa b\u2003\uFEFF ") == "a b");
  CHECK(trim("\u180Ea\u0085") == "\u180Ea\u0085");
  CHECK(trim(" \n ") == "");
  CHECK(trim("") == "");
  CHECK(trim("\x80 ") == "\x80");
}

TEST_CASE("words are quoted for a shell") {
  CHECK(quote_for_shell("it's") == "'it'\\''s'");
  CHECK(quote_for_shell("") == "''");
}
