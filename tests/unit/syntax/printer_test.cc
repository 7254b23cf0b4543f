// What bash prints for `declare -f f` and exports, recorded; and that what is printed parses to what prints the same.
#include <string>

#include "catch_amalgamated.hpp"
#include "src/syntax/parser.h"
#include "src/syntax/printer.h"
#include "tests/unit/syntax/recorded_functions.h"

using namespace nacre;

namespace {

// The body of the last function f among the commands of text.
struct Parsed {
  Ref<Script> script;
  const FunctionCommand* function = nullptr;
};

Parsed parse_function(std::string_view text) {
  NameTable names;
  ParserOptions options;
  Parser parser(names, options);
  parser.append(text);
  parser.finish();
  Parsed out;
  Ref<Script> script;
  while (parser.next(script) == ParseStatus::kCommand) {
    if (script->command->kind != CommandKind::kFunction) continue;
    out.script = script;
    out.function = &script->command->as<FunctionCommand>();
  }
  return out;
}

}  // namespace

TEST_CASE("functions as bash prints them") {
  for (const RecordedFunction& f : kRecordedFunctions) {
    INFO(f.body);
    const Parsed parsed = parse_function("f() {\n" + std::string(f.body) + "\n}");
    REQUIRE(parsed.function != nullptr);
    CHECK(print_function("f", *parsed.function->body) + "\n" == f.printed);
    CHECK(print_exported_function(*parsed.function->body) == f.exported);
  }
}

TEST_CASE("printing twice changes nothing") {
  for (const RecordedFunction& f : kRecordedFunctions) {
    if (f.body.find("<<") != std::string_view::npos) continue;  // bash leaves here-documents in lists so that they read back otherwise
    if (f.body.find("coproc") != std::string_view::npos || f.body.find("function") != std::string_view::npos) continue;
    INFO(f.body);
    const Parsed parsed = parse_function(f.printed);
    REQUIRE(parsed.function != nullptr);
    CHECK(print_function("f", *parsed.function->body) + "\n" == f.printed);
  }
}

TEST_CASE("commands on one line, for jobs") {
  const auto print = [](std::string_view text) {
    NameTable names;
    ParserOptions options;
    Parser parser(names, options);
    parser.append(text);
    parser.finish();
    Ref<Script> script;
    return parser.next(script) == ParseStatus::kCommand ? print_command(*script->command) : std::string("error");
  };
  CHECK(print("sleep 1   |cat >f") == "sleep 1 | cat > f");
  CHECK(print("{ a; b & }") == "{ a; b & }");
  CHECK(print("( a;b )") == "( a; b )");
  CHECK(print("a&&b||! c") == "a && b || ! c");
  CHECK(print("for i in 1 2; do a; b; done") == "for i in 1 2;\ndo\n    a; b;\ndone");
  CHECK(print("if a; then b; fi") == "if a; then\n    b;\nfi");
  CHECK(print("f() { a; }") == "function f () \n{ \n    a\n}");
  CHECK(print("if") == "error");
}
