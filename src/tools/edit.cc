// edit: replaces a text in a file, which must be there exactly once, or all of its occurrences. Reading and writing are one transaction
// under the path's lock. Over the virtual machine it works on bytes, so that what is no UTF-8 stays as it is.
#include <cstring>

#include "src/base/memory.h"
#include "src/session/text.h"
#include "src/tools/tools.h"

namespace nacre {
namespace {

// Where `needle` begins at or after `at`; npos. Linear (string_view::find is not).
std::size_t find(std::string_view text, std::string_view needle, std::size_t at) {
  const void* hit = memmem(text.data() + at, text.size() - at, needle.data(), needle.size());
  return hit ? static_cast<std::size_t>(static_cast<const char*>(hit) - text.data()) : text.npos;
}

// Occurrences that do not overlap, from the left.
struct Hits {
  std::size_t count = 0, first = 0;
};
Hits count(std::string_view text, std::string_view needle) {
  Hits hits;
  for (std::size_t at = 0; (at = find(text, needle, at)) != text.npos; at += needle.size())
    if (hits.count++ == 0) hits.first = at;
  return hits;
}

Outcome<std::string> replace(std::string_view text, std::string_view from, std::string_view to, Hits hits) {
  const std::size_t times = hits.count;
  const std::uint64_t size = text.size() - std::uint64_t{times} * from.size() + std::uint64_t{times} * to.size();
  if (size > SIZE_MAX / 2 || !memory::available(size)) return failure("The file would be too large to edit");
  std::string out;
  out.reserve(static_cast<std::size_t>(size));
  std::size_t at = 0, hit = hits.first;
  for (std::size_t left = times; left > 0; --left) {
    out += text.substr(at, hit - at);
    out += to;
    at = hit + from.size();
    if (left > 1) hit = find(text, from, at);
  }
  out += text.substr(at);
  return out;
}

std::string with_crlf(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}

// The file's bytes where its text is not all of it: a host's text has U+FFFD for what is no UTF-8, which must not be written back.
Task<std::optional<std::string>> bytes_behind(const ToolCall& t, const std::string& path, std::string_view text) {
  if (t.env.has_bytes() || !text.contains("\xEF\xBF\xBD")) co_return std::nullopt;
  auto content = co_await t.env.read_buffer(t.call, path, Keep::kHere);
  if (!content || content->whole == text || to_text(content->whole) != text) co_return std::nullopt;
  co_return std::move(content->whole);
}

Outcome<std::string> join(Content content) {
  if (content.pieces.empty()) return std::move(content.whole);
  std::uint64_t size = 0;
  for (const vfs::Slice& s : content.pieces) size += s.bytes.size();
  if (size > SIZE_MAX / 2 || !memory::available(size)) return failure("The file is too large to edit");
  std::string all;
  all.reserve(static_cast<std::size_t>(size));
  for (const vfs::Slice& s : content.pieces) all += s.bytes;
  return all;
}

Task<Outcome<ToolResult>> edit(ToolCall t) {
  if (t.call.aborted()) co_return aborted();
  const std::string path(t.arguments[0].text);
  std::string_view from = t.arguments[1].text, to = t.arguments[2].text;
  const bool all = t.arguments[3].truth;
  if (from.empty()) co_return failure("oldText must be a non-empty string.");
  auto full = co_await t.env.resolve(t.call, path);
  Lock lock(t.call, full ? *full : path);
  if (!co_await lock.acquire() || t.call.aborted()) co_return aborted();
  auto content = co_await t.env.read_file(t.call, path, Keep::kHere);
  if (!content) co_return std::unexpected(std::move(content.error()));
  auto text = join(std::move(*content));
  if (!text) co_return std::unexpected(std::move(text.error()));
  auto bytes = co_await bytes_behind(t, path, *text);
  if (t.call.aborted()) co_return aborted();
  std::string from_room, to_room;
  if (bytes || t.env.has_bytes()) {
    from = to_utf8(from, from_room);
    to = to_utf8(to, to_room);
  }
  if (bytes) *text = std::move(*bytes);

  const Hits hits = count(*text, from);
  const std::size_t times = hits.count;
  if (times == 0 && (t.options & kReportCrlf) && from.contains('\n') && !from.contains('\r') && count(*text, with_crlf(from)).count > 0) {
    co_return failure("Could not find the exact text in " + path +
                      ": the file's lines end in CRLF (\\r\\n) and those of oldText in LF (\\n). Use \\r\\n in oldText and newText.");
  }
  if (all ? times == 0 || from == to : false) co_return failure("Could not find the text in " + path + ". No changes made.");
  if (times == 0) {
    co_return failure("Could not find the exact text in " + path +
                      ". Make sure your oldText matches exactly, including whitespace and indentation.");
  }
  if (times > 1 && !all) {
    co_return failure("Found " + std::to_string(times) + " occurrences of the text in " + path +
                      ". Provide more surrounding context to make the match unique, or use replaceAll.");
  }
  auto changed = replace(*text, from, to, hits);
  if (!changed) co_return std::unexpected(std::move(changed.error()));
  *text = std::string();
  auto done = co_await t.env.write_file(t.call, path, *changed, bytes ? Keep::kBytes : Keep::kHere);
  if (!done) co_return std::unexpected(std::move(done.error()));
  if (!all) co_return ToolResult{"Successfully edited " + path, {{"path", path}}};
  co_return ToolResult{"Replaced " + std::to_string(times) + " occurrences in " + path,
                       {{"path", path}, {"replacements", static_cast<double>(times)}}};
}

constexpr Parameter kParameters[] = {{"path", Parameter::Type::kString, true},
                                     {"oldText", Parameter::Type::kString, true},
                                     {"newText", Parameter::Type::kString, true},
                                     {"replaceAll", Parameter::Type::kBoolean}};

}  // namespace

constinit const Tool kEditTool{"edit", kParameters, edit};

}  // namespace nacre
