// Message digests and checksums behind one interface, for md5sum, sha*sum, b2sum, cksum and sum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace nacre {

enum class DigestKind : std::uint8_t {
  kBsd, kSysv, kCrc, kMd5, kSha1, kSha224, kSha256, kSha384, kSha512, kBlake2b, kSm3,
};

class Digest {
 public:
  virtual ~Digest() = default;
  virtual void update(std::string_view data) = 0;
  // The digest in bytes; for kBsd, kSysv and kCrc the number, most significant byte first (2, 2 and 4 bytes).
  virtual std::string finish() = 0;
  // bytes: the length of a BLAKE2b digest.
  static std::unique_ptr<Digest> make(DigestKind kind, std::size_t bytes = 64);
};

}  // namespace nacre
