// What head and tail share: which part of a file is wanted, the headers between files, and counting lines or bytes in chunks.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "src/process/io.h"

namespace nacre {

constexpr std::string_view kCountNotes =
    "NUM may have a suffix: b 512, kB 1000, K 1024, MB 1000*1000, M 1024*1024, GB, G and so on\n"
    "for T, P, E, Z, Y; KiB is K, MiB is M, and so on.";

// A unit is a line or a byte, by `lines`.
struct PartOptions {
  std::uint64_t count = 10;
  bool lines = true, quiet = false, verbose = false;
  char end = '\n';

  // The count of -n or -c; the message where it is none.
  std::optional<std::string> read_count(const Process& p, std::string_view text);
  // Takes -q, -v or -z. False: it is another option.
  bool take(int option);
  bool with_headers(std::size_t files) const { return verbose || (!quiet && files > 1); }

  std::uint64_t units(std::string_view chunk) const;
  // How many bytes of a chunk its first `left` units are, which are taken off `left`.
  std::size_t skip_units(std::string_view chunk, std::uint64_t& left) const;
};

// Chunks that are held back, small ones put together.
class HeldChunks {
 public:
  explicit HeldChunks(const PartOptions& o) : o_(o) {}
  Result<> add(std::string_view chunk);   // ENOMEM
  bool empty() const { return parts_.empty(); }
  bool single() const { return parts_.size() == 1; }
  std::string_view front() const { return parts_.front().bytes; }
  void drop_front();
  // What stays when the front goes.
  std::uint64_t units_behind_front() const { return units_ - parts_.front().units; }
  // All of them; a last line without its end is one too.
  std::uint64_t units() const { return units_ + (o_.lines && !empty() && parts_.back().bytes.back() != o_.end); }

 private:
  struct Part {
    std::string bytes;
    std::uint64_t units = 0;
  };
  const PartOptions& o_;
  std::deque<Part> parts_;
  std::uint64_t units_ = 0;
};

// "==> x <==", after an empty line but for the first.
void put_header(Writer& out, std::string_view shown, bool& first);
// What is said when a file cannot be read to its end.
void complain_of_reading(Writer& out, std::string_view shown, Error why);

}  // namespace nacre
