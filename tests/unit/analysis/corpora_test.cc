// analyze() and format() over every script of tests/conformance/cases and, where NACRE_SHARED is set, of its conformance/cases.
// (The layouts are in format_test.cc; tests/node/format.test.mjs runs what comes out.)
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "catch_amalgamated.hpp"
#include "src/analysis/analysis.h"
#include "src/syntax/parser.h"

using namespace nacre;

namespace {

// The value of "script" in a case, a JSON object on one line; \u escapes of one unit only, others leave the script out.
std::string script_of(const std::string& line) {
  constexpr std::string_view kKey = "\"script\":\"";
  std::size_t at = line.find(kKey);
  std::string out;
  if (at == std::string::npos) return out;
  for (at += kKey.size(); at < line.size() && line[at] != '"'; ++at) {
    if (line[at] != '\\') {
      out += line[at];
      continue;
    }
    const char c = line[++at];
    if (c == 'u') {
      const unsigned long unit = std::stoul(line.substr(at + 1, 4), nullptr, 16);
      if (unit == 0 || unit > 0x7f) return {};
      out += static_cast<char>(unit);
      at += 4;
    } else {
      out += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c == 'b' ? '\b' : c == 'f' ? '\f' : c;
    }
  }
  return out;
}

std::vector<std::string> scripts(const std::filesystem::path& folder) {
  std::vector<std::string> out;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".jsonl") continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      if (std::string script = script_of(line); !script.empty()) out.push_back(std::move(script));
    }
  }
  return out;
}

std::string comments(const std::string& script) {
  SourceMarks marks;
  ParserOptions options;
  options.marks = &marks;
  NameTable names;
  Parser parser(names, options);
  parser.append(script);
  parser.finish();
  Ref<Script> unit;
  while (parser.next(unit) == ParseStatus::kCommand) {
  }
  std::string out;
  for (const Extent& e : marks.comments) {
    std::string text = script.substr(e.begin, e.end - e.begin);
    text.erase(text.find_last_not_of(" \t") + 1);
    out += text + '\n';
  }
  return out;
}

void check(const std::vector<std::string>& all) {
  std::size_t formatted = 0, kept = 0;
  for (const std::string& script : all) {
    std::string once, twice;
    std::size_t here = 0;
    const std::string answer = analyze(script, {});
    CHECK(answer.back() == '}');
    // format() itself compares the trees: what would not be the same stays as it was, and is counted.
    const bool done = format(script, {.kept = &here}, once);
    if (done != answer.starts_with("{\"error\":null")) FAIL_CHECK(script);
    if (!done) continue;
    ++formatted;
    kept += here;
    if (!format(once, {}, twice) || once != twice) FAIL_CHECK("formatted twice:\n" << script);
    if (script.find("extglob") == std::string::npos && comments(script) != comments(once)) FAIL_CHECK("comments:\n" << script);
  }
  std::cout << all.size() << " scripts, " << formatted << " formatted, " << kept << " commands stayed as they were\n";
  // Those with a here-document that begins within quotes and ends outside of its $( ), as the fuzzer found bash to read them.
  CHECK(kept * 500 <= formatted);
}

}  // namespace

TEST_CASE("the scripts of tests/conformance") {
  const auto all = scripts(std::filesystem::path(__FILE__).parent_path().parent_path().parent_path() / "conformance/cases");
  CHECK(all.size() > 1000);
  check(all);
}

TEST_CASE("the scripts of the shared conformance cases") {
  const char* shared = std::getenv("NACRE_SHARED");
  const auto all = scripts(std::filesystem::path(shared != nullptr ? shared : "../shared") / "conformance/cases");
  if (all.empty()) SKIP("there are none here: set NACRE_SHARED");
  check(all);
}
