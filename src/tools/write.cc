// write: makes or replaces a file, one call at a time for each path.
#include "src/session/text.h"
#include "src/tools/tools.h"

namespace nacre {
namespace {

Task<Outcome<ToolResult>> write(ToolCall t) {
  if (t.call.aborted()) co_return aborted();
  const std::string path(t.arguments[0].text);
  std::string_view content = t.arguments[1].text;
  auto full = co_await t.env.resolve(t.call, path);
  Lock lock(t.call, full ? *full : path);
  if (!co_await lock.acquire() || t.call.aborted()) co_return aborted();
  const std::size_t size = utf16_length(content);
  std::string room;
  if (t.env.has_bytes()) content = to_utf8(content, room);
  auto done = co_await t.env.write_file(t.call, path, content, Keep::kHere);
  if (!done) co_return std::unexpected(std::move(done.error()));
  co_return ToolResult{"Successfully wrote " + std::to_string(size) + " bytes to " + path,
                       {{"path", path}, {"size", static_cast<double>(size)}}};
}

constexpr Parameter kParameters[] = {{"path", Parameter::Type::kString, true}, {"content", Parameter::Type::kString, true}};

}  // namespace

constinit const Tool kWriteTool{"write", kParameters, write};

}  // namespace nacre
