// The allocator's accounts.
//
// The global operator new counts what is live (memory.cc replaces it). The account belongs to the instance: machines of
// one tenant that share an instance share it. There is a budget (the sandbox's limits.memory) and beyond it a reserve,
// from which small allocations and libraries that use `new` go on living until the process that crossed the line reaches
// its next checkpoint and is ended with a message and status 137.
//
// What is large or sized by the user asks first:
//   if (!memory::available(n)) return fail(Errno::kNOMEM);
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace nacre::memory {

// Bytes live through operator new, as malloc rounds them.
std::size_t used();
// Bytes that may be live; 0: no limit.
std::size_t budget();
void set_budget(std::size_t bytes);
// True when n more bytes stay within the budget.
bool available(std::uint64_t n);
// True when so many bytes fit behind a string, which doubles when it grows. Strings below 64 KiB are not worth the question.
inline bool can_append(const std::string& s, std::size_t more) {
  const std::uint64_t size = std::uint64_t{s.size()} + more;
  return size <= 1u << 16 || size <= s.capacity() || available(2 * size);
}
namespace detail {
extern std::size_t live, limit;
}
// True once used() is past the budget. Cheap: the scheduler asks at every checkpoint.
inline bool exceeded() { return detail::live > detail::limit; }

}  // namespace nacre::memory
