// bash: runs a command; its output and errors, the last 2000 lines of them and of these the last 51200 units.
#include "src/base/eight.h"
#include "src/session/text.h"
#include "src/tools/tools.h"

namespace nacre {
namespace {

std::string code_of(double code) { return std::to_string(static_cast<std::int64_t>(code)); }

// Where the last `n` lines begin.
std::size_t last_lines(std::string_view text, std::size_t n) {
  std::size_t at = text.size();
  while (n-- > 0) {
    if (at == 0) return 0;
    at = text.rfind('\n', at - 1);
    if (at == text.npos) return 0;
  }
  return at + 1;
}

std::string compose(const ShellResult& r, std::uint32_t options) {
  std::string both = r.out;
  if (!r.err.empty()) both += "\n" + r.err;
  const std::string_view all = trim(both);
  if (all.empty()) return "(no output)";
  std::string_view kept = all.substr(last_lines(all, kMaxLines));
  std::string text;
  // Units are counted only where there may be too many.
  if (kept.size() > kMaxUnits) text = utf16_last(kept, kMaxUnits);
  else text = kept;
  if ((options & kMarkCut) && text.size() < all.size()) {
    const auto lines = [](std::string_view s) { return std::to_string(count_byte(s, '\n') + 1); };
    text.insert(0, "[Output cut: the last " + lines(text) + " of " + lines(all) + " lines, " + std::to_string(utf16_length(text)) +
                       " of " + std::to_string(utf16_length(all)) + " characters.]\n");
  }
  return text;
}

Task<Outcome<ToolResult>> bash(ToolCall t) {
  if (t.call.aborted()) co_return aborted();
  const std::string command(t.arguments[0].text);
  const auto& timeout = t.arguments[1];
  ExecOptions options;
  options.keys = kKeyTimeout | kKeySignal;
  if (timeout.given) {
    if (timeout.number < 0) co_return failure("The timeout must not be negative: " + std::string(timeout.text));
    options.timeout_ms = options.backstop_ms = timeout.number * 1000;
  }
  auto result = co_await t.env.exec(t.call, command, options);
  bool timed_out = false;
  ShellResult shown;
  if (result) {
    timed_out = result->timed_out;
    shown = std::move(*result);
  } else if (result.error().kind == Failure::Kind::kTimedOut) {
    timed_out = true;
  } else {
    co_return std::unexpected(std::move(result.error()));
  }
  ToolResult r;
  if (timed_out) {
    shown.code = 124;
    if ((t.options & kKeepPartial) && !(shown.out.empty() && shown.err.empty())) r.text = compose(shown, t.options) + "\n\n";
    r.text += "[flue] Command timed out after " + std::string(timeout.text) + " seconds.";
  } else {
    r.text = compose(shown, t.options);
  }
  if (shown.code != 0) r.text += "\n\nCommand exited with code " + code_of(shown.code);
  r.details = {{"command", command}, {"exitCode", shown.code}};
  co_return r;
}

constexpr Parameter kParameters[] = {{"command", Parameter::Type::kString, true}, {"timeout", Parameter::Type::kNumber}};

}  // namespace

constinit const Tool kBashTool{"bash", kParameters, bash};

}  // namespace nacre
