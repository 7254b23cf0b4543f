// grep and glob: the programs grep and find, run directly where there is no need of a shell, else by a command line; grep by rg where
// the environment has it, which is asked once.
#include <algorithm>

#include "src/session/text.h"
#include "src/tools/tools.h"

namespace nacre {
namespace {

constexpr Nanoseconds kProbeRace = 15 * kSecond;

std::string or_dot(const Arguments::Value& v) { return v.text.empty() ? "." : std::string(v.text); }

// A directory that find takes as one: what looks like an option or a part of an expression (-delete, say) gets its "./".
std::string directory_for_find(const Arguments::Value& v) {
  const std::string path = or_dot(v);
  const bool other = (path.starts_with('-') && path != "-") || path == "(" || path == ")" || path == "!" || path == ",";
  return other ? "./" + path : path;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0;;) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    if (end == text.npos) return lines;
    at = end + 1;
  }
}

// Whether the environment has rg; whatever goes wrong means no.
Task<bool> has_rg(ToolCall t) {
  Lock lock(t.call, std::string_view("\0rg", 3));
  const bool first = co_await lock.acquire();
  auto& known = SessionData::of(t.call.machine()).has_rg;
  if (const auto it = known.find(t.call.session()); it != known.end()) co_return it->second;
  if (!first) co_return false;
  ExecOptions options{.timeout_ms = 10'000, .backstop_ms = static_cast<double>(kProbeRace / 1'000'000), .keys = kKeyTimeout};
  auto probe = co_await t.env.exec(t.call, "rg --version", options);
  // An abort is no answer.
  if (!probe && (probe.error().kind == Failure::Kind::kAborted || probe.error().kind == Failure::Kind::kUnconfirmed)) co_return false;
  co_return SessionData::of(t.call.machine()).has_rg[t.call.session()] = probe && probe->code == 0;
}

Task<Outcome<ShellResult>> search(ToolCall t) {
  const std::string pattern(t.arguments[0].text), path = or_dot(t.arguments[1]), include(t.arguments[2].text);
  const bool literal = t.arguments[3].truth;
  if (t.env.runs_programs()) {
    std::vector<std::string> argv{"grep", "-rnH", literal ? "-F" : "-E"};
    if (!include.empty()) argv.push_back("--include=" + include);
    for (std::string_view word : {std::string_view("--"), std::string_view(pattern), std::string_view(path)}) argv.emplace_back(word);
    // What is shown, and one line more; of each a little more than is shown.
    co_return co_await t.env.run(t.call, std::move(argv), {kMaxMatches + 1, 4 * (kMaxMatchUnits + 1), false});
  }
  const bool rg = co_await has_rg(t);
  std::string command;
  if (rg) {
    command = "rg --line-number --with-filename --color never";
    if (literal) command += " --fixed-strings";
    if (!include.empty()) command += " --glob " + quote_for_shell(include);
  } else {
    command = literal ? "grep -rnH -F" : "grep -rnH -E";
    if (!include.empty()) command += " --include=" + quote_for_shell(include);
  }
  command += " -- " + quote_for_shell(pattern) + " " + quote_for_shell(path);
  co_return co_await t.env.exec(t.call, std::move(command), {.keys = kKeySignal});
}

Task<Outcome<ToolResult>> grep(ToolCall t) {
  if (t.call.aborted()) co_return aborted();
  auto found = co_await search(t);
  if (!found) co_return std::unexpected(std::move(found.error()));
  const std::string_view text = trim(found->out);
  if (found->code == 1 && text.empty()) co_return ToolResult{"No matches found.", {{"matchCount", 0.0}}};
  if (found->code > 1) co_return failure("grep failed: " + found->err);
  const std::vector<std::string_view> lines = split_lines(text);
  const std::size_t shown = std::min(lines.size(), kMaxMatches);
  ToolResult result{{}, {{"matchCount", static_cast<double>(shown)}}};
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) result.text += '\n';
    if (lines[i].size() > kMaxMatchUnits && utf16_length(lines[i]) > kMaxMatchUnits) {
      result.text += utf16_first(lines[i], kMaxMatchUnits) + "...";
    } else {
      result.text += lines[i];
    }
  }
  if (lines.size() > shown) {
    const std::uint64_t all = std::max<std::uint64_t>(lines.size(), found->lines);
    result.text += "\n\n[Showing " + std::to_string(shown) + " of " + std::to_string(all) + " matches. Narrow your search.]";
  }
  co_return result;
}

Task<Outcome<ToolResult>> glob(ToolCall t) {
  if (t.call.aborted()) co_return aborted();
  const std::string pattern(t.arguments[0].text), path = directory_for_find(t.arguments[1]);
  Outcome<ShellResult> found;
  if (t.env.runs_programs()) {
    std::vector<std::string> argv{"find", path, "-type", "f", "-name", pattern};
    found = co_await t.env.run(t.call, std::move(argv), {kMaxPaths, UINT32_MAX, true});
  } else {
    std::string command = "find " + quote_for_shell(path) + " -type f -name " + quote_for_shell(pattern) + " 2>/dev/null | head -1000";
    found = co_await t.env.exec(t.call, std::move(command), {.keys = kKeySignal});
  }
  if (!found) co_return std::unexpected(std::move(found.error()));
  if (t.env.runs_programs() && found->code == 126) co_return failure("find failed: " + found->err);
  std::vector<std::string_view> lines = split_lines(trim(found->out));
  std::erase_if(lines, [](std::string_view l) { return l.empty(); });
  if (lines.empty()) co_return ToolResult{"No files found matching pattern.", {{"matchCount", 0.0}}};
  ToolResult result{{}, {{"matchCount", static_cast<double>(lines.size())}}};
  for (std::string_view line : lines) {
    if (!result.text.empty()) result.text += '\n';
    result.text += line;
  }
  co_return result;
}

constexpr Parameter kGrepParameters[] = {{"pattern", Parameter::Type::kString, true},
                                         {"path", Parameter::Type::kString},
                                         {"include", Parameter::Type::kString},
                                         {"literal", Parameter::Type::kBoolean}};
constexpr Parameter kGlobParameters[] = {{"pattern", Parameter::Type::kString, true}, {"path", Parameter::Type::kString}};

}  // namespace

constinit const Tool kGrepTool{"grep", kGrepParameters, grep};
constinit const Tool kGlobTool{"glob", kGlobParameters, glob};

}  // namespace nacre
