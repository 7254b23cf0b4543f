// MD5, SHA-1 and SHA-2 are libmd's; BLAKE2b (RFC 7693), SM3 (GB/T 32905), the CRC of POSIX cksum and the old sums of BSD and
// System V are here.
#include "src/commands/digest.h"

#include <md5.h>
#include <sha1.h>
#include <sha2.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace nacre {
namespace {

const std::uint8_t* bytes_of(std::string_view s) { return reinterpret_cast<const std::uint8_t*>(s.data()); }

template <class Context, std::size_t kSize, auto kInit, auto kUpdate, auto kFinal>
class Libmd final : public Digest {
 public:
  Libmd() { kInit(&context_); }
  void update(std::string_view data) override { kUpdate(&context_, bytes_of(data), data.size()); }
  std::string finish() override {
    std::uint8_t out[kSize];
    kFinal(out, &context_);
    return std::string(reinterpret_cast<const char*>(out), kSize);
  }

 private:
  Context context_;
};

std::string big_endian(std::uint32_t n, int size) {
  std::string s;
  for (int shift = (size - 1) * 8; shift >= 0; shift -= 8) s += static_cast<char>(n >> shift);
  return s;
}

class Bsd final : public Digest {
 public:
  void update(std::string_view data) override {
    for (char c : data) sum_ = ((sum_ >> 1) + ((sum_ & 1) << 15) + static_cast<unsigned char>(c)) & 0xFFFF;
  }
  std::string finish() override { return big_endian(sum_, 2); }

 private:
  std::uint32_t sum_ = 0;
};

class Sysv final : public Digest {
 public:
  void update(std::string_view data) override {
    for (char c : data) sum_ += static_cast<unsigned char>(c);
  }
  std::string finish() override {
    const std::uint32_t r = (sum_ & 0xFFFF) + (sum_ >> 16);
    return big_endian((r & 0xFFFF) + (r >> 16), 2);
  }

 private:
  std::uint32_t sum_ = 0;
};

// Eight tables: the CRC of a byte followed by 0 to 7 zero bytes, so that eight bytes are done at once.
using CrcTables = std::array<std::array<std::uint32_t, 256>, 8>;
constexpr CrcTables make_crc_tables() {
  CrcTables t{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t crc = i << 24;
    for (int k = 0; k < 8; ++k) crc = crc << 1 ^ (crc >> 31 ? 0x04C11DB7u : 0);
    t[0][i] = crc;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t i = 0; i < 256; ++i) t[k][i] = t[k - 1][i] << 8 ^ t[0][t[k - 1][i] >> 24];
  return t;
}
constexpr CrcTables kCrc = make_crc_tables();

class Crc final : public Digest {
 public:
  void update(std::string_view data) override {
    length_ += data.size();
    const std::uint8_t* p = bytes_of(data);
    std::size_t n = data.size();
    for (; n >= 8; n -= 8, p += 8) {
      const std::uint32_t x = crc_ ^ (std::uint32_t{p[0]} << 24 | std::uint32_t{p[1]} << 16 | std::uint32_t{p[2]} << 8 | p[3]);
      crc_ = kCrc[7][x >> 24] ^ kCrc[6][x >> 16 & 255] ^ kCrc[5][x >> 8 & 255] ^ kCrc[4][x & 255] ^ kCrc[3][p[4]] ^
             kCrc[2][p[5]] ^ kCrc[1][p[6]] ^ kCrc[0][p[7]];
    }
    for (; n > 0; --n) byte(*p++);
  }
  std::string finish() override {
    for (std::uint64_t n = length_; n; n >>= 8) byte(static_cast<std::uint8_t>(n));
    return big_endian(~crc_, 4);
  }

 private:
  void byte(std::uint8_t b) { crc_ = crc_ << 8 ^ kCrc[0][(crc_ >> 24) ^ b]; }
  std::uint32_t crc_ = 0;
  std::uint64_t length_ = 0;
};

// Collects blocks of kSize bytes for what is computed block by block.
template <std::size_t kSize>
struct Blocks {
  std::array<std::uint8_t, kSize> buffer{};
  std::size_t size = 0;
  // Calls f for each full block; with keep_last the last full one stays until more comes.
  template <class F>
  void add(std::string_view data, bool keep_last, F f) {
    const std::uint8_t* p = bytes_of(data);
    std::size_t n = data.size();
    while (n > 0) {
      if (size == kSize) {
        f(buffer.data());
        size = 0;
      }
      if (size == 0)
        for (; n > kSize || (n == kSize && !keep_last); n -= kSize, p += kSize) f(p);
      const std::size_t take = std::min(n, kSize - size);
      std::memcpy(buffer.data() + size, p, take);
      size += take;
      p += take;
      n -= take;
      if (size == kSize && !keep_last) {
        f(buffer.data());
        size = 0;
      }
    }
  }
};

class Blake2b final : public Digest {
 public:
  explicit Blake2b(std::size_t bytes) : bytes_(bytes) {
    for (std::size_t i = 0; i < 8; ++i) h_[i] = kIv[i];
    h_[0] ^= 0x01010000 ^ bytes;
  }
  void update(std::string_view data) override {
    blocks_.add(data, true, [this](const std::uint8_t* block) {
      counter_ += 128;
      compress(block, false);
    });
  }
  std::string finish() override {
    counter_ += blocks_.size;
    std::fill(blocks_.buffer.begin() + static_cast<std::ptrdiff_t>(blocks_.size), blocks_.buffer.end(), 0);
    compress(blocks_.buffer.data(), true);
    std::string out;
    for (std::uint64_t word : h_)
      for (int shift = 0; shift < 64; shift += 8) out += static_cast<char>(word >> shift);
    out.resize(bytes_);
    return out;
  }

 private:
  static constexpr std::uint64_t kIv[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
                                           0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
  static constexpr std::uint8_t kSigma[10][16] = {
      {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
      {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
      {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
      {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
      {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

  void compress(const std::uint8_t* block, bool last) {
    std::uint64_t m[16], v[16];
    for (int i = 0; i < 16; ++i) {
      m[i] = 0;
      for (int k = 7; k >= 0; --k) m[i] = m[i] << 8 | block[i * 8 + k];
    }
    for (int i = 0; i < 8; ++i) {
      v[i] = h_[i];
      v[i + 8] = kIv[i];
    }
    v[12] ^= counter_;
    if (last) v[14] = ~v[14];
    const auto mix = [&v](int a, int b, int c, int d, std::uint64_t x, std::uint64_t y) {
      v[a] += v[b] + x;
      v[d] = std::rotr(v[d] ^ v[a], 32);
      v[c] += v[d];
      v[b] = std::rotr(v[b] ^ v[c], 24);
      v[a] += v[b] + y;
      v[d] = std::rotr(v[d] ^ v[a], 16);
      v[c] += v[d];
      v[b] = std::rotr(v[b] ^ v[c], 63);
    };
    for (int round = 0; round < 12; ++round) {
      const std::uint8_t* s = kSigma[round % 10];
      for (int i = 0; i < 4; ++i) mix(i, i + 4, i + 8, i + 12, m[s[2 * i]], m[s[2 * i + 1]]);
      for (int i = 0; i < 4; ++i) mix(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[s[8 + 2 * i]], m[s[9 + 2 * i]]);
    }
    for (int i = 0; i < 8; ++i) h_[i] ^= v[i] ^ v[i + 8];
  }
  std::size_t bytes_;
  std::uint64_t h_[8], counter_ = 0;   // 2^64 bytes are enough
  Blocks<128> blocks_;
};

class Sm3 final : public Digest {
 public:
  void update(std::string_view data) override {
    length_ += data.size();
    blocks_.add(data, false, [this](const std::uint8_t* block) { compress(block); });
  }
  std::string finish() override {
    const std::uint64_t bits = length_ * 8;
    std::string tail("\x80");
    tail.append((64 - (length_ + 9) % 64) % 64, '\0');
    for (int shift = 56; shift >= 0; shift -= 8) tail += static_cast<char>(bits >> shift);
    update(tail);
    std::string out;
    for (std::uint32_t word : h_) out += big_endian(word, 4);
    return out;
  }

 private:
  void compress(const std::uint8_t* block) {
    std::uint32_t w[68];
    for (int i = 0; i < 16; ++i)
      w[i] = std::uint32_t{block[i * 4]} << 24 | std::uint32_t{block[i * 4 + 1]} << 16 | std::uint32_t{block[i * 4 + 2]} << 8 | block[i * 4 + 3];
    const auto p0 = [](std::uint32_t x) { return x ^ std::rotl(x, 9) ^ std::rotl(x, 17); };
    const auto p1 = [](std::uint32_t x) { return x ^ std::rotl(x, 15) ^ std::rotl(x, 23); };
    for (int i = 16; i < 68; ++i) w[i] = p1(w[i - 16] ^ w[i - 9] ^ std::rotl(w[i - 3], 15)) ^ std::rotl(w[i - 13], 7) ^ w[i - 6];
    std::uint32_t a = h_[0], b = h_[1], c = h_[2], d = h_[3], e = h_[4], f = h_[5], g = h_[6], h = h_[7];
    for (int i = 0; i < 64; ++i) {
      const std::uint32_t t = i < 16 ? 0x79CC4519 : 0x7A879D8A;
      const std::uint32_t s1 = std::rotl(std::rotl(a, 12) + e + std::rotl(t, i % 32), 7), s2 = s1 ^ std::rotl(a, 12);
      const std::uint32_t ff = i < 16 ? a ^ b ^ c : (a & b) | (a & c) | (b & c);
      const std::uint32_t gg = i < 16 ? e ^ f ^ g : (e & f) | (~e & g);
      const std::uint32_t t1 = ff + d + s2 + (w[i] ^ w[i + 4]), t2 = gg + h + s1 + w[i];
      d = c;
      c = std::rotl(b, 9);
      b = a;
      a = t1;
      h = g;
      g = std::rotl(f, 19);
      f = e;
      e = p0(t2);
    }
    const std::uint32_t next[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; ++i) h_[i] ^= next[i];
  }
  std::uint32_t h_[8] = {0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e};
  std::uint64_t length_ = 0;
  Blocks<64> blocks_;
};

}  // namespace

std::unique_ptr<Digest> Digest::make(DigestKind kind, std::size_t bytes) {
  switch (kind) {
    case DigestKind::kBsd: return std::make_unique<Bsd>();
    case DigestKind::kSysv: return std::make_unique<Sysv>();
    case DigestKind::kCrc: return std::make_unique<Crc>();
    case DigestKind::kMd5: return std::make_unique<Libmd<MD5_CTX, 16, MD5Init, MD5Update, MD5Final>>();
    case DigestKind::kSha1: return std::make_unique<Libmd<SHA1_CTX, 20, SHA1Init, SHA1Update, SHA1Final>>();
    case DigestKind::kSha224: return std::make_unique<Libmd<SHA2_CTX, 28, SHA224Init, SHA224Update, SHA224Final>>();
    case DigestKind::kSha256: return std::make_unique<Libmd<SHA2_CTX, 32, SHA256Init, SHA256Update, SHA256Final>>();
    case DigestKind::kSha384: return std::make_unique<Libmd<SHA2_CTX, 48, SHA384Init, SHA384Update, SHA384Final>>();
    case DigestKind::kSha512: return std::make_unique<Libmd<SHA2_CTX, 64, SHA512Init, SHA512Update, SHA512Final>>();
    case DigestKind::kBlake2b: return std::make_unique<Blake2b>(bytes);
    case DigestKind::kSm3: return std::make_unique<Sm3>();
  }
  return nullptr;
}

}  // namespace nacre
