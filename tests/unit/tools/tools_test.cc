// The tools over the virtual machine and over an environment made for the test; their arguments. (What they print is compared with Flue's
// in tests/node/tools.test.mjs.)
#include "src/tools/tools.h"

#include <cmath>
#include <map>

#include "catch_amalgamated.hpp"
#include "src/session/virtual_session.h"
#include "src/session/wrapped_session.h"
#include "tests/unit/session/run.h"

using namespace nacre;
using namespace nacre::test;

namespace {

// Answers from a table; the commands that it gets are kept.
class FakeSession final : public WrappedSession {
 public:
  FakeSession(SessionEnv& inner, ShellResult answer) : WrappedSession(inner), answer_(std::move(answer)) {}
  Task<Outcome<ShellResult>> exec(Call&, std::string command, ExecOptions) override {
    commands.push_back(command);
    if (command == "rg --version") co_return ShellResult{.code = has_rg ? 0.0 : 127.0};
    co_return answer_;
  }
  bool runs_programs() const override { return false; }
  static inline std::vector<std::string> commands;
  static inline bool has_rg = true;

 private:
  ShellResult answer_;
};

std::string json, tool_name, printed;
ShellResult answer;
bool faked = false;
std::uint32_t options = 0;

Task<> use(Call& call) {
  VirtualSession own("/home/user");
  FakeSession fake(own, answer);
  SessionEnv& env = faked ? static_cast<SessionEnv&>(fake) : own;
  const Tool* tool = nullptr;
  for (std::size_t i = 0; const Tool* t = find_tool(i); ++i)
    if (t->name == tool_name) tool = t;
  Arguments arguments(tool->name, tool->parameters);
  if (auto ok = arguments.read_json(json); !ok) {
    printed = "! " + ok.error().text;
    co_return;
  }
  auto r = co_await tool->run({call, env, arguments, options});
  printed = r ? r->text : "! " + (r.error().kind == Failure::Kind::kSystem ? std::string(describe(r.error().code)) : r.error().text);
}

std::string run_tool(Box& box, std::string name, std::string arguments, std::uint32_t flags = 0) {
  tool_name = std::move(name);
  json = std::move(arguments);
  options = flags;
  printed = "(nothing)";
  (void)with_call(box, use);
  return printed;
}

}  // namespace

TEST_CASE("arguments as JSON") {
  constexpr Parameter kParameters[] = {{"s", Parameter::Type::kString, true}, {"n", Parameter::Type::kNumber}, {"b", Parameter::Type::kBoolean}};
  const auto read = [&](std::string text) {
    Arguments a("t", kParameters);
    auto ok = a.read_json(std::move(text));
    if (!ok) return "! " + ok.error().text.substr(ok.error().text.find("- ") + 2);
    return std::string(a[0].text) + "|" + std::string(a[1].given ? a[1].text : "none") + "|" + (a[2].given ? (a[2].truth ? "true" : "false") : "none");
  };
  CHECK(read(R"({"s":"x"})") == "x|none|none");
  CHECK(read(R"( {"b":true,"n":-1.5e3,"s":"\u00e9\ud83d\ude00\n\"","z":[{"s":1}]} )") == "\u00e9\U0001F600\n\"|-1.5e3|true");
  CHECK(read(R"({"s":"a\ud800"})") == "a\xED\xA0\x80|none|none");
  CHECK(read(R"({"s":1,"n":"0x1F","b":"FALSE"})") == "1|31|false");
  CHECK(read(R"({"s":null,"n":null,"b":null})") == "null|none|none");
  CHECK(read(R"({"s":true,"n":true,"b":1})") == "true|1|true");
  CHECK(read(R"({"s":"1","s":"2"})") == "2|none|none");
  CHECK(read("{}") == "! s: must have required properties s");
  CHECK(read(R"({"s":[],"n":"x","b":2})") == "! s: must be string\n  - n: must be number\n  - b: must be boolean");
  CHECK(read("[]") == "! root: must be object");
  CHECK(read("7") == "! root: must be object");
  for (const char* bad : {"", " ", "{", "{\"s\"", "{\"s\":", "{\"s\":\"x\"", "{\"s\":\"x\"} x", "{\"s\":tru}", "{\"s\":01}", "{\"s\":1.}", "{\"s\":-}",
                          "{\"s\":\"\\u12\"}", "{'s':1}", "{\"s\":\"x\",}", "{\"s\" \"x\"}"}) {
    INFO(bad);
    CHECK(read(bad).starts_with("! root: must be "));
  }
  CHECK(read("{\"s\":" + std::string(200'000, '[')).starts_with("! "));
  CHECK(read(std::string("{\"s\":\"\0\"}", 9)).starts_with("! "));
  CHECK(read("{\"s\":\"" + std::string(1 << 20, 'x') + "\"}").size() > (1 << 20));
}

TEST_CASE("files through read, write and edit") {
  faked = false;
  Box box;
  CHECK(run_tool(box, "write", R"({"path":"d/f","content":"a\nb\n"})") == "Successfully wrote 4 bytes to d/f");
  CHECK(run_tool(box, "read", R"({"path":"d/f"})") == "a\nb\n");
  CHECK(run_tool(box, "read", R"({"path":"d/f","offset":2,"limit":1})") == "b");
  CHECK(run_tool(box, "read", R"({"path":"d/f","offset":9})") == "! Offset 9 is beyond end of file (3 lines total)");
  CHECK(run_tool(box, "edit", R"({"path":"d/f","oldText":"b","newText":"c"})") == "Successfully edited d/f");
  CHECK(run_tool(box, "edit", R"({"path":"d/f","oldText":"\n","newText":"$&","replaceAll":true})") == "Replaced 2 occurrences in d/f");
  CHECK(box.read("d/f") == "a$&c$&");
  CHECK(run_tool(box, "edit", R"({"path":"d/f","oldText":"","newText":"c"})") == "! oldText must be a non-empty string.");
  CHECK(run_tool(box, "read", R"({"path":"none"})") == "! No such file or directory");
  box.file("crlf", "a\r\nb");
  CHECK(run_tool(box, "edit", R"({"path":"crlf","oldText":"a\nb","newText":""})").starts_with("! Could not find the exact text in crlf. "));
  CHECK(run_tool(box, "edit", R"({"path":"crlf","oldText":"a\nb","newText":""})", kReportCrlf).contains("CRLF"));
  box.file("raw", "\xFF\n\xFE");
  CHECK(run_tool(box, "edit", R"({"path":"raw","oldText":"\n","newText":"-"})") == "Successfully edited raw");
  CHECK(box.read("raw") == "\xFF-\xFE");
}

TEST_CASE("reading across the chunks of a file") {
  faked = false;
  Box box;
  std::string text;
  for (int i = 1; i <= 20'000; ++i) text += std::to_string(i) + "\n";
  box.file("f", text);
  CHECK(run_tool(box, "read", R"({"path":"f","offset":13000,"limit":2})") == "13000\n13001");
  CHECK(run_tool(box, "read", R"({"path":"f","offset":20001})") == "");
  CHECK(run_tool(box, "read", R"({"path":"f"})").ends_with("\n2000\n\n[Showing lines 1-2000 of 20001. Use offset=2001 to continue.]"));
  for (std::size_t n : {51199, 51200, 51201, 65535, 65536, 65537}) {
    box.file("g", std::string(n, 'x') + "\nend");
    const std::string got = run_tool(box, "read", R"({"path":"g"})");
    CHECK(got.starts_with(std::string(std::min<std::size_t>(n, 51200), 'x') + "\n\n["));
    CHECK(got.contains(n <= 51200 ? "[Showing lines 1-1 of 2." : "[Line 1 exceeds"));
    CHECK(run_tool(box, "read", R"({"path":"g","offset":2})") == "end");
  }
}

TEST_CASE("commands through bash") {
  faked = false;
  Box box;
  CHECK(run_tool(box, "bash", R"({"command":"echo a; echo b >&2; exit 2"})") == "a\n\nb\n\nCommand exited with code 2");
  CHECK(run_tool(box, "bash", R"({"command":":"})") == "(no output)");
  CHECK(run_tool(box, "bash", R"({"command":"echo a; sleep 9","timeout":1})") ==
        "[flue] Command timed out after 1 seconds.\n\nCommand exited with code 124");
  CHECK(run_tool(box, "bash", R"({"command":"echo a; sleep 9","timeout":1})", kKeepPartial) ==
        "a\n\n[flue] Command timed out after 1 seconds.\n\nCommand exited with code 124");
  CHECK(run_tool(box, "bash", R"({"command":"seq 2001"})").starts_with("2\n"));
  CHECK(run_tool(box, "bash", R"({"command":"seq 2001"})", kMarkCut).starts_with("[Output cut: the last 2000 of 2001 lines, "));
}

TEST_CASE("searching through grep and glob") {
  Box box;
  box.file("d/a.ts", "one\ntwo\n");
  box.file("d/b.js", "two\n");
  faked = false;
  CHECK(run_tool(box, "grep", R"({"pattern":"two"})") == "./d/a.ts:2:two\n./d/b.js:1:two");
  CHECK(run_tool(box, "grep", R"({"pattern":"two","include":"*.js","path":"d"})") == "d/b.js:1:two");
  CHECK(run_tool(box, "grep", R"({"pattern":"t.o","literal":true})") == "No matches found.");
  CHECK(run_tool(box, "grep", R"({"pattern":"("})").starts_with("! grep failed: grep: "));
  CHECK(run_tool(box, "glob", R"({"pattern":"*.ts"})") == "./d/a.ts");
  CHECK(run_tool(box, "glob", R"({"pattern":"*.rs"})") == "No files found matching pattern.");
  faked = true;
  answer = {.out = "x:1:y\n"};
  FakeSession::commands.clear();
  CHECK(run_tool(box, "grep", R"({"pattern":"it's"})") == "x:1:y");
  CHECK(run_tool(box, "grep", R"({"pattern":"p","path":"d","include":"*.c","literal":true})") == "x:1:y");
  CHECK(FakeSession::commands == std::vector<std::string>{
      "rg --version", "rg --line-number --with-filename --color never -- 'it'\\''s' '.'",
      "rg --line-number --with-filename --color never --fixed-strings --glob '*.c' -- 'p' 'd'"});
  FakeSession::commands.clear();
  CHECK(run_tool(box, "glob", R"({"pattern":"*"})") == "x:1:y");
  CHECK(FakeSession::commands == std::vector<std::string>{"find '.' -type f -name '*' 2>/dev/null | head -1000"});
  Box other;
  FakeSession::has_rg = false;
  FakeSession::commands.clear();
  CHECK(run_tool(other, "grep", R"({"pattern":"p","literal":true})") == "x:1:y");
  CHECK(FakeSession::commands.back() == "grep -rnH -F -- 'p' '.'");
}

TEST_CASE("what a host's command printed is cut as Flue does it") {
  Box box;
  faked = true;
  FakeSession::has_rg = false;
  answer = {.out = std::string(51200, 'x'), .err = "y"};
  CHECK(run_tool(box, "bash", R"({"command":"c"})") == std::string(51198, 'x') + "\ny");
  answer = {.out = std::string(499, 'x') + "\U0001F600z"};
  CHECK(run_tool(box, "grep", R"({"pattern":"c"})") == std::string(499, 'x') + "\xED\xA0\xBD...");
  answer = {.out = "", .err = "bad\n", .code = 2};
  CHECK(run_tool(box, "grep", R"({"pattern":"c"})") == "! grep failed: bad\n");
}
