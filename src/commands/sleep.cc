// sleep NUMBER[SUFFIX]... (POSIX; GNU coreutils 9.1): waits for the sum of the times.
#include "src/process/duration.h"
#include "src/process/locale.h"
#include "src/process/machine.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr Synopsis kSynopsis{
    "sleep", "NUMBER[SUFFIX]...\nOPTION",
    "Pause for NUMBER seconds.  SUFFIX may be 's' for seconds (the default),\n"
    "'m' for minutes, 'h' for hours or 'd' for days.  NUMBER need not be an\n"
    "integer.  Given two or more arguments, pause for the amount of time\nspecified by the sum of their values."};

Task<int> sleep_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  if (o.operands().empty()) co_return usage_error(p, "missing operand");
  Nanoseconds total = 0;
  bool bad = false;
  for (std::string_view text : o.operands()) {
    auto t = parse_duration(text);
    if (t) {
      total += std::min(*t, INT64_MAX / 2 - total);
      continue;
    }
    p.complain("invalid time interval " + quote_words(p, text));
    bad = true;
  }
  if (bad) {
    p.write_stderr(try_help(p.argv[0]));
    co_return 1;
  }
  const Nanoseconds now = p.machine().now();
  co_await p.sleep_until(total > INT64_MAX - now ? INT64_MAX : now + total);
  co_return 0;
}

const Program kSleep("sleep", sleep_main);

}  // namespace
}  // namespace nacre
