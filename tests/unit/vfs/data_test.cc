// Contents: random writes, cuts and copies against plain strings, with snapshots taken on the way; holes, limits,
// appends.
#include <map>
#include <random>
#include <string>

#include "catch_amalgamated.hpp"
#include "src/base/memory.h"
#include "vfs/contents.h"
#include "vfs/file_system.h"

namespace nacre::vfs {
namespace {

const Caller kRoot;

Ino make_file(FileSystem& fs, std::string_view path, std::string_view text = {}) {
  const Ino ino = fs.open(kRoot, path, kOpenWrite | kOpenCreate | kOpenTruncate)->ino;
  if (!text.empty()) REQUIRE(*fs.write(ino, 0, text) == text.size());
  return ino;
}

std::string content(FileSystem& fs, Ino ino) {
  std::string text(static_cast<std::size_t>(*fs.size(ino)), '?');
  REQUIRE(*fs.read(ino, 0, text.data(), text.size()) == text.size());
  return text;
}

std::string sliced(FileSystem& fs, Ino ino) {
  std::string text;
  for (;;) {
    auto s = fs.slice_at(ino, text.size());
    REQUIRE(s);
    if (s->bytes.empty()) return text;
    text += s->bytes;
  }
}

void write_plain(std::string& s, std::size_t at, std::string_view bytes) {
  if (s.size() < at + bytes.size()) s.resize(at + bytes.size());
  s.replace(at, bytes.size(), bytes);
}

TEST_CASE("contents are what was written, in every snapshot") {
  std::mt19937 random(GENERATE(1, 2, 3, 4, 5, 6));
  FileSystem fs;
  struct Moment {
    Ref<Snapshot> snapshot;
    std::vector<std::string> texts;
  };
  std::vector<Ino> inos;
  std::vector<std::string> texts(3);
  std::vector<Moment> moments;
  for (int i = 0; i < 3; ++i) inos.push_back(make_file(fs, "/f" + std::to_string(i)));
  const std::size_t scale = random() % 2 ? 400'000 : 3000;
  for (int step = 0; step < 1500; ++step) {
    const unsigned f = random() % 3;
    std::string& text = texts[f];
    std::string bytes(1 + random() % (random() % 4 ? 40 : scale / 4), static_cast<char>('a' + step % 26));
    const std::size_t end = text.size();
    switch (random() % 10) {
      case 0: case 1: case 2:
        REQUIRE(*fs.append(inos[f], bytes) == bytes.size());
        write_plain(text, end, bytes);
        break;
      case 3: case 4: {
        const std::size_t at = random() % (end + 1);
        REQUIRE(*fs.write(inos[f], at, bytes) == bytes.size());
        write_plain(text, at, bytes);
        break;
      }
      case 5: {
        const std::size_t at = end + random() % (scale / 8);
        REQUIRE(*fs.write(inos[f], at, bytes) == bytes.size());
        write_plain(text, at, bytes);
        break;
      }
      case 6: {
        std::size_t size = random() % (end + scale / 10);
        if (random() % 3 == 0) size = size / kChunkSize * kChunkSize;
        REQUIRE(fs.truncate(inos[f], size));
        text.resize(size);
        break;
      }
      case 7: {
        const unsigned g = random() % 3;
        const bool whole = random() % 2;
        if (whole && g != f) {
          REQUIRE(fs.truncate(inos[f], 0));
          text.clear();
        }
        std::size_t from = random() % (texts[g].size() + 1), to = random() % (text.size() + 1);
        if (random() % 2) from = from / kChunkSize * kChunkSize, to = to / kChunkSize * kChunkSize;
        if (whole) from = 0, to = 0;
        std::size_t n = whole ? texts[g].size() : random() % (scale / 2);
        n = std::min(n, texts[g].size() - from);
        if (g == f && from < to + n && to < from + n) break;
        REQUIRE(*fs.copy_range(inos[f], to, inos[g], from, n) == n);
        const std::string copied = texts[g].substr(from, n);
        if (n > 0) write_plain(text, to, copied);
        break;
      }
      case 8:
        if (random() % 4 == 0) moments.push_back({fs.snapshot(), texts});
        break;
      case 9:
        if (random() % 20 == 0 && !moments.empty()) {
          fs.restore(*moments[random() % moments.size()].snapshot);
          for (unsigned k = 0; k < 3; ++k) texts[k] = content(fs, inos[k]);
        }
    }
    if (step % 37 == 0 || step > 1490)
      for (unsigned k = 0; k < 3; ++k) {
        REQUIRE(content(fs, inos[k]) == texts[k]);
        REQUIRE(sliced(fs, inos[k]) == texts[k]);
      }
    if (text.size() > scale * 3) {
      REQUIRE(fs.truncate(inos[f], 10));
      text.resize(10);
    }
  }
  for (Moment& m : moments) {
    auto then = FileSystem::from(*m.snapshot, {}, {});
    for (unsigned k = 0; k < 3; ++k) {
      REQUIRE(content(*then, inos[k]) == m.texts[k]);
      REQUIRE(then->unlink(kRoot, "/f" + std::to_string(k)));
    }
    REQUIRE(then->space().bytes_used == 0);
    REQUIRE(then->space().inodes_used == 1);
  }
  for (unsigned k = 0; k < 3; ++k) REQUIRE(fs.truncate(inos[k], 0));
  REQUIRE(fs.space().bytes_used == 0);
}

TEST_CASE("holes cost nothing and sizes are of 64 bits") {
  FileSystem fs(Limits{.max_bytes = 100'000});
  const Ino f = make_file(fs, "/f", "start");
  const std::uint64_t five_gib = 5ull << 30;
  REQUIRE(fs.truncate(f, five_gib));
  CHECK(fs.stat(f)->size == five_gib);
  CHECK(fs.stat(f)->blocks == 8);
  CHECK(*fs.write(f, five_gib - 3, "end") == 3);
  CHECK(fs.space().bytes_used <= 65536 + 5);
  char buffer[8] = {};
  CHECK(*fs.read(f, five_gib - 4, buffer, 8) == 4);
  CHECK(std::string_view(buffer, 4) == std::string_view("\0end", 4));
  CHECK(*fs.next_data(f, 5) > five_gib - 70'000);
  CHECK(*fs.next_hole(f, 0) == 5);
  CHECK(fs.next_data(f, five_gib).error() == Errno::kNXIO);
  const Ino copy = make_file(fs, "/copy");
  fs.set_limits({});
  CHECK(*fs.copy_range(copy, 0, f, 0, UINT64_MAX) == five_gib);
  CHECK(fs.stat(copy)->blocks == fs.stat(f)->blocks);
  CHECK(*fs.write(f, (1ull << 62), "far") == 3);
  CHECK(fs.stat(f)->size == (1ull << 62) + 3);
  CHECK(fs.write(f, INT64_MAX, "x").error() == Errno::kFBIG);
  REQUIRE(fs.truncate(f, 2));
  CHECK(content(fs, f) == "st");
  CHECK(fs.stat(f)->blocks == 8);
}

TEST_CASE("appending costs what it appends, also after each snapshot") {
  FileSystem fs;
  const Ino f = make_file(fs, "/log");
  for (int i = 0; i < 10'000'000 / 16; ++i)
    for (int k = 0; k < 16; ++k) fs.append(f, "x");
  CHECK(*fs.size(f) == 10'000'000);
  std::vector<Ref<Snapshot>> kept;
  const Ino g = make_file(fs, "/g");
  const std::size_t before = memory::used();
  for (int i = 0; i < 4000; ++i) {
    kept.push_back(fs.snapshot());
    fs.append(g, "0123456789");
  }
  CHECK(memory::used() - before < 16u << 20);
  CHECK(*fs.size(g) == 40'000);
  auto early = FileSystem::from(*kept[100], {}, {});
  CHECK(content(*early, g).size() == 1000);
  CHECK(*early->append(g, "ABC") == 3);
  CHECK(content(*early, g).substr(995) == "56789ABC");
  CHECK(content(fs, g).substr(995, 10) == "5678901234");
}

TEST_CASE("a slice stays what it was") {
  FileSystem fs;
  const Ino f = make_file(fs, "/f", "hello world");
  auto slice = fs.slice_at(f, 6);
  REQUIRE(*fs.write(f, 0, "HELLO WORLD") == 11);
  CHECK(slice->bytes == "world");
  REQUIRE(fs.unlink(kRoot, "/f"));
  CHECK(slice->bytes == "world");
}

TEST_CASE("limits: EDQUOT, EFBIG, ENOSPC, and short writes") {
  FileSystem fs(Limits{.max_bytes = 100'000, .max_inodes = 3, .max_file_size = 90'000});
  const Ino f = make_file(fs, "/f"), g = make_file(fs, "/g");
  CHECK(fs.open(kRoot, "/h", kOpenWrite | kOpenCreate).error() == Errno::kNOSPC);
  CHECK(fs.mkdir(kRoot, "/h").error() == Errno::kNOSPC);
  CHECK(fs.symlink(kRoot, "x", "/h").error() == Errno::kNOSPC);
  CHECK(fs.link(kRoot, "/f", "/h").has_value());
  const std::string big(200'000, 'b');
  CHECK(*fs.write(f, 0, big) == 90'000);
  CHECK(fs.append(f, "x").error() == Errno::kFBIG);
  CHECK(fs.truncate(f, 90'001).error() == Errno::kFBIG);
  CHECK(*fs.write(g, 0, big) == 10'000);
  CHECK(fs.append(g, "x").error() == Errno::kDQUOT);
  CHECK(*fs.size(g) == 10'000);
  CHECK(fs.write(g, 20'000, "x").error() == Errno::kDQUOT);
  CHECK(*fs.size(g) == 10'000);
  CHECK(*fs.write(g, 0, "xyz") == 3);  // over what is there
  CHECK(fs.space().bytes_used == 100'000);
  CHECK(fs.truncate(g, 80'000));  // a hole
  CHECK(fs.space().bytes_used == 100'000);
  CHECK(fs.truncate(f, 50'000));
  CHECK(fs.space().bytes_used == 60'000);
  CHECK(*fs.append(g, big) == 10'000);
  CHECK(fs.copy_range(g, 0, f, 0, 50'000).has_value());
  CHECK(fs.unlink(kRoot, "/f"));
  CHECK(fs.unlink(kRoot, "/h"));
  CHECK(fs.unlink(kRoot, "/g"));
  CHECK(fs.space().bytes_used == 0);
  CHECK(fs.space().inodes_used == 1);
}

TEST_CASE("the memory budget: ENOMEM before it is crossed, and the journal gives way") {
  FileSystem fs;
  const std::size_t base = memory::used();
  memory::set_budget(base + (4u << 20));
  const Ino f = make_file(fs, "/f");
  const std::string piece(1 << 20, 'm');
  std::uint64_t written = 0;
  for (;;) {
    auto n = fs.append(f, piece);
    if (!n) {
      CHECK(n.error() == Errno::kNOMEM);
      break;
    }
    written += *n;
  }
  CHECK(written > (2u << 20));
  CHECK(memory::used() <= base + (4u << 20));
  CHECK(*fs.size(f) == written);
  CHECK(fs.open(kRoot, "/g", kOpenCreate | kOpenWrite).has_value() == memory::available(16384));
  REQUIRE(fs.truncate(f, 0));
  memory::set_budget(base + (6u << 20));
  // What an exec replaced is kept for undo, until memory is short.
  for (std::uint32_t exec = 1; exec < 20; ++exec) {
    fs.set_current_exec(exec);
    REQUIRE(*fs.write(f, 0, piece) == piece.size());
  }
  CHECK(fs.undo(18).error() == Errno::kBUSY);
  CHECK(fs.undo(19));
  CHECK(fs.undo(1).error() == Errno::kNOENT);
  memory::set_budget(0);
}

}  // namespace
}  // namespace nacre::vfs
