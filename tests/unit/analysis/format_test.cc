// format(): layouts, and over whole corpora (the scripts of tests/conformance and of NACRE_SHARED, where that is set): what comes
// out parses to the same tree, and formatting it again changes nothing.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "catch_amalgamated.hpp"
#include "src/analysis/analysis.h"

using namespace nacre;

namespace {

std::string formatted(std::string_view script, FormatOptions options = {}) {
  std::string out;
  if (!format(script, options, out)) return "error: " + out;
  return out;
}

}  // namespace

TEST_CASE("try") {
  if (const char* f = getenv("TRY")) {
    std::ifstream in(f);
    std::stringstream text;
    text << in.rdbuf();
    std::cout << formatted(text.str());
  }
}

TEST_CASE("corpus") {
  const char* f = getenv("CORPUS");
  if (!f) return;
  std::ifstream in(f);
  std::stringstream text;
  text << in.rdbuf();
  std::string all = text.str(), script;
  std::size_t n = 0, kept_in = 0, unstable = 0, errors = 0, broken = 0;
  for (std::size_t at = 0; at < all.size();) {
    std::size_t end = all.find('\0', at);
    script = all.substr(at, end - at);
    at = end + 1;
    ++n;
    std::string out, again;
    std::size_t kept = 0;
    if (!format(script, {.kept = &kept}, out)) { ++errors; continue; }
    if (kept) { ++kept_in; if (kept_in < 40) std::cout << "=== KEPT\n" << script << "\n--- out\n" << out; }
    if (!format(out, {}, again)) { ++broken; std::cout << "=== BROKEN\n" << script << "\n---\n" << out << "\n---\n" << again << "\n"; continue; }
    if (again != out) { ++unstable; if (unstable < 30) std::cout << "=== UNSTABLE\n" << script << "\n--- 1\n" << out << "\n--- 2\n" << again << "\n"; }
    analyze(script, {});
  }
  std::cout << n << " scripts, errors " << errors << ", kept " << kept_in << ", unstable " << unstable << ", broken " << broken << "\n";
}
