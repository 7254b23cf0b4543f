// See head_tail.h.
#include "src/commands/head_tail.h"

#include <algorithm>

#include "src/base/memory.h"
#include "src/base/numbers.h"
#include "src/process/locale.h"
#include "src/process/options.h"

namespace nacre {

std::optional<std::string> PartOptions::read_count(const Process& p, std::string_view text) {
  auto n = parse_decimal(text, 0, UINT64_MAX, kSizeSuffixes);
  if (!n) return (lines ? "invalid number of lines: " : "invalid number of bytes: ") + quote_words(p, text) + number_error_tail(n.error());
  count = *n;
  return std::nullopt;
}

bool PartOptions::take(int option) {
  switch (option) {
    case 'q':
    case 'v':
      quiet = option == 'q';
      verbose = !quiet;
      return true;
    case 'z': end = '\0'; return true;
  }
  return false;
}

std::uint64_t PartOptions::units(std::string_view chunk) const {
  return lines ? static_cast<std::uint64_t>(std::ranges::count(chunk, end)) : chunk.size();
}

std::size_t PartOptions::skip_units(std::string_view chunk, std::uint64_t& left) const {
  std::size_t at = 0;
  if (!lines) {
    at = static_cast<std::size_t>(std::min<std::uint64_t>(left, chunk.size()));
    left -= at;
    return at;
  }
  while (left > 0 && at < chunk.size()) {
    const std::size_t found = chunk.find(end, at);
    if (found == chunk.npos) return chunk.size();
    at = found + 1;
    --left;
  }
  return at;
}

Result<> HeldChunks::add(std::string_view chunk) {
  if (!memory::available(chunk.size() * 2)) return fail(Errno::kNOMEM);
  if (parts_.empty() || parts_.back().bytes.size() + chunk.size() > Reader::kChunk) parts_.emplace_back();
  const std::uint64_t n = o_.units(chunk);
  parts_.back().bytes += chunk;
  parts_.back().units += n;
  units_ += n;
  return {};
}

void HeldChunks::drop_front() {
  units_ -= parts_.front().units;
  parts_.pop_front();
}

void put_header(Writer& out, std::string_view shown, bool& first) {
  out.put(first ? "==> " : "\n==> ");
  out.put(shown);
  out.put(" <==\n");
  first = false;
}

void complain_of_reading(Writer& out, std::string_view shown, Error why) {
  if (why == Errno::kNOMEM) out.complain("memory exhausted");
  else out.complain("error reading " + quote(shown), std::move(why));
}

}  // namespace nacre
