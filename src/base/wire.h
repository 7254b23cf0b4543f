// Requests and answers between the module and its host, as bytes: numbers are little-endian (u32, or f64 for what may be
// larger), strings have their length (u32) before them. js/wire.ts is the other side.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nacre::wire {

// Reads a request. Past its end numbers are 0 and strings empty: a request is made by our own host, whose mistakes must
// not reach memory.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  bool done() const { return at_ >= bytes_.size(); }
  std::uint32_t u32() { return number<std::uint32_t>(); }
  double f64() { return number<double>(); }
  std::string_view string() {
    std::size_t n = u32();
    if (n > bytes_.size() - at_) n = bytes_.size() - at_;
    at_ += n;
    return bytes_.substr(at_ - n, n);
  }
  std::vector<std::string> strings() {
    std::vector<std::string> list;
    for (std::uint32_t n = u32(); n > 0 && !done(); n--) list.emplace_back(string());
    return list;
  }

 private:
  template <class T>
  T number() {
    T v = 0;
    if (sizeof v > bytes_.size() - at_) {
      at_ = bytes_.size();
      return v;
    }
    std::memcpy(&v, bytes_.data() + at_, sizeof v);
    at_ += sizeof v;
    return v;
  }
  std::string_view bytes_;
  std::size_t at_ = 0;
};

inline void put_u32(std::string& out, std::uint32_t v) { out.append(reinterpret_cast<const char*>(&v), sizeof v); }
inline void put_f64(std::string& out, double v) { out.append(reinterpret_cast<const char*>(&v), sizeof v); }
inline void put_string(std::string& out, std::string_view text) {
  put_u32(out, static_cast<std::uint32_t>(text.size()));
  out += text;
}

// A number of the host's as one of ours: infinite and negative ones become the bounds.
inline std::uint64_t to_u64(double v) {
  if (!(v > 0)) return 0;
  return v >= 18446744073709549568.0 ? UINT64_MAX : static_cast<std::uint64_t>(v);
}
inline std::uint32_t to_u32(double v) {
  if (!(v > 0)) return 0;
  return v >= 4294967295.0 ? UINT32_MAX : static_cast<std::uint32_t>(v);
}

}  // namespace nacre::wire
