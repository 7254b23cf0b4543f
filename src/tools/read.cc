// read: a file's lines, from `offset` (counted from 1), at most `limit`; of these what fits into 2000 lines and 51200 units, and then a
// line that says how to go on. A text that ends in a newline has an empty line behind it, as String.split has it.
#include <algorithm>
#include <cmath>

#include "src/base/eight.h"
#include "src/session/text.h"
#include "src/tools/tools.h"

namespace nacre {
namespace {

// The pieces of a content, one after the other.
std::string_view piece(const Content& c, std::size_t i) {
  return c.pieces.empty() ? (i == 0 ? std::string_view(c.whole) : std::string_view()) : c.pieces[i].bytes;
}
std::size_t pieces(const Content& c) { return c.pieces.empty() ? 1 : c.pieces.size(); }

// Where line `line` (from 0) begins: a piece and a byte of it.
struct Place {
  std::size_t piece = 0, byte = 0;
};

struct Lines {
  std::uint64_t total = 1;
  Place start;         // of the line asked for
};

Task<Lines> count_lines(Process& p, const Content& content, double from) {
  Lines lines;
  bool found = from < 1;
  for (std::size_t i = 0; i < pieces(content); ++i) {
    const std::string_view text = piece(content, i);
    const auto ends = count_byte(text, '\n');
    if (!found && static_cast<double>(lines.total - 1 + ends) >= from) {
      found = true;
      std::size_t at = 0;
      for (auto n = static_cast<std::uint64_t>(from) - (lines.total - 1); n > 0; --n) at = text.find('\n', at) + 1;
      lines.start = {i, at};
    }
    lines.total += ends;
    if (p.spent(static_cast<std::uint32_t>(1 + text.size() / 256))) co_await p.spend(0);
  }
  co_return lines;
}

// Text from a place on, at least `bytes` of it unless it ends before.
std::string take(const Content& content, Place from, std::size_t bytes) {
  std::string out;
  for (std::size_t i = from.piece; i < pieces(content) && out.size() < bytes; ++i) {
    std::string_view text = piece(content, i);
    if (i == from.piece) text.remove_prefix(from.byte);
    out += text.substr(0, bytes - out.size());
  }
  return out;
}

// The first `count` lines of the text, at most; gives how many there were and cuts the text behind them.
std::uint64_t first_lines(std::string& text, double count, std::uint64_t there) {
  std::uint64_t n = 0;
  std::size_t at = 0;
  while (static_cast<double>(n) < count && n < there) {
    const std::size_t end = text.find('\n', at);
    ++n;
    if (end == text.npos) {
      at = text.size() + 1;
      break;
    }
    at = end + 1;
  }
  text.resize(at == 0 ? 0 : std::min(at - 1, text.size()));
  return n;
}

std::string number(std::uint64_t n) { return std::to_string(n); }

Task<Outcome<ToolResult>> read(ToolCall t) {
  if (t.call.aborted()) co_return aborted();
  const std::string path(t.arguments[0].text);
  const auto& offset = t.arguments[1];
  const double limit = t.arguments[2].given ? t.arguments[2].number : 0;
  auto content = co_await t.env.read_file(t.call, path, Keep::kHere);
  if (!content) co_return std::unexpected(std::move(content.error()));

  const double start = offset.given && offset.number > 1 ? offset.number - 1 : 0;
  const double first = std::trunc(start);
  const Lines lines = co_await count_lines(t.call.process(), *content, first);
  const double total = static_cast<double>(lines.total);
  if (start >= total) {
    co_return failure("Offset " + std::string(offset.text) + " is beyond end of file (" + number(lines.total) + " lines total)");
  }
  double end = total;  // as Array.slice(start, start + limit)
  if (limit != 0) {
    end = std::trunc(start + limit);
    if (end < 0) end = std::max(total + end, 0.0);
    end = std::min(end, total);
  }
  ToolResult result;
  result.details = {{"path", path}, {"lines", total}};
  if (end <= first) co_return result;

  const std::uint64_t wanted = static_cast<std::uint64_t>(end - first), begin = static_cast<std::uint64_t>(first);
  // What may fit: a unit is at most three bytes.
  std::string text = take(*content, lines.start, (kMaxUnits + 2) * 3);
  if (t.env.has_bytes()) text = to_text(std::move(text));
  const std::size_t fits = utf16_offset(text, kMaxUnits);
  const bool all = end == total && wanted <= kMaxLines && fits == text.size();
  std::uint64_t shown = all ? wanted : first_lines(text, std::min<double>(static_cast<double>(wanted), kMaxLines), wanted);
  if (text.size() > fits) {
    const std::size_t line_end = text.rfind('\n', fits);
    if (line_end == text.npos || text.find('\n') > fits) {
      text = utf16_first(text, kMaxUnits);
      result.text = std::move(text) + "\n\n[Line " + number(begin + 1) + " exceeds the 51200-byte read limit; showing the first 51200 "
                    "bytes of it. The remainder of this line is not accessible via offset/limit.]";
      co_return result;
    }
    text.resize(line_end);
    shown = count_byte(text, '\n') + 1;
  }
  result.text = std::move(text);
  if (shown < wanted) {
    result.text += "\n\n[Showing lines " + number(begin + 1) + "-" + number(begin + shown) + " of " + number(lines.total) +
                   ". Use offset=" + number(begin + shown + 1) + " to continue.]";
  }
  co_return result;
}

constexpr Parameter kParameters[] = {
    {"path", Parameter::Type::kString, true}, {"offset", Parameter::Type::kNumber}, {"limit", Parameter::Type::kNumber}};

}  // namespace

constinit const Tool kReadTool{"read", kParameters, read};

}  // namespace nacre
