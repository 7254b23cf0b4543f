// The six tools that models call, over any session environment: what they do, print and complain is Flue's, to the letter.
// (Names, descriptions and schemas for the model are in js/tools.ts.)
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "src/session/call.h"
#include "src/session/session_env.h"
#include "src/tools/arguments.h"

namespace nacre {

// Bounds of what a model gets to see at once.
constexpr std::size_t kMaxLines = 2000;
constexpr std::size_t kMaxUnits = 51200;  // of UTF-16
constexpr std::size_t kMaxMatches = 100, kMaxMatchUnits = 500, kMaxPaths = 1000;

// Departures from Flue's behaviour that the embedder asked for.
enum ToolOption : std::uint32_t {
  kMarkCut = 1,      // bash: output that was cut begins with a line that says so
  kKeepPartial = 2,  // bash: what was printed before the timeout stays
  kReportCrlf = 4,   // edit: a text not found because of its line ends is reported as that
};

struct ToolResult {
  std::string text;
  std::vector<std::pair<std::string_view, std::variant<std::string, double>>> details;
};

struct ToolCall {
  Call& call;
  SessionEnv& env;
  Arguments& arguments;
  std::uint32_t options;
};

struct Tool {
  std::string_view name;
  std::span<const Parameter> parameters;
  Task<Outcome<ToolResult>> (*run)(ToolCall t);
};
// In the order read, write, edit, bash, grep, glob; null past the end.
const Tool* find_tool(std::size_t index);

// The error of a call that was aborted before it did anything.
inline std::unexpected<Failure> aborted() { return failure("Operation aborted"); }

extern const Tool kReadTool, kWriteTool, kEditTool, kBashTool, kGrepTool, kGlobTool;

}  // namespace nacre
