// tee [OPTION]... [FILE]...: copies standard input to standard output and to files. POSIX and GNU coreutils 9.1.
#include "src/process/choice.h"
#include "src/process/input.h"
#include "src/process/io.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr int kOutputError = kOnlyLong + 1;
constexpr Option kOptions[] = {
    {'a', "append", Argument::kNone, "", "append to the FILEs instead of overwriting them"},
    {'i', "ignore-interrupts", Argument::kNone, "", "ignore the interrupt signal"},
    {'p', "", Argument::kNone, "", "report errors of writing to what is no pipe"},
    {kOutputError, "output-error", Argument::kOptional, "MODE", "what to do about write errors; see below"},
};
constexpr Synopsis kSynopsis{
    "tee", "[OPTION]... [FILE]...", "Copy standard input to each FILE and to standard output.\n", kOptions,
    "MODE is one of:\n"
    "  warn           report errors of writing to any output\n"
    "  warn-nopipe    the same for outputs that are no pipe; what -p means\n"
    "  exit           end at a write error of any output\n"
    "  exit-nopipe    end at a write error of an output that is no pipe\n"
    "Without it tee ends silently at a broken pipe, and reports errors of other outputs."};

enum class Mode { kSigpipe, kWarn, kWarnNoPipe, kExit, kExitNoPipe };
constexpr Choice kModes[] = {{"warn", static_cast<int>(Mode::kWarn)},
                             {"warn-nopipe", static_cast<int>(Mode::kWarnNoPipe)},
                             {"exit", static_cast<int>(Mode::kExit)},
                             {"exit-nopipe", static_cast<int>(Mode::kExitNoPipe)}};

struct Destination {
  int fd;
  std::string name;
};

Task<int> tee_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  bool append = false, ignore_interrupts = false;
  Mode mode = Mode::kSigpipe;
  for (const Option::Use& u : o.uses()) switch (u.id) {
      case 'a': append = true; break;
      case 'i': ignore_interrupts = true; break;
      case 'p': mode = Mode::kWarnNoPipe; break;
      case kOutputError: {
        mode = Mode::kWarnNoPipe;
        if (!u.has_argument) break;
        std::string error;
        const auto chosen = choose(p, kModes, u.argument, "--output-error", error);
        if (!chosen) co_return usage_error(p, error);
        mode = static_cast<Mode>(*chosen);
      }
    }
  if (ignore_interrupts) p.set_disposition(kSIGINT, Disposition::kIgnore);
  if (mode != Mode::kSigpipe) p.set_disposition(kSIGPIPE, Disposition::kIgnore);
  const bool exits = mode == Mode::kExit || mode == Mode::kExitNoPipe;
  const bool pipes_are_fine = mode == Mode::kWarnNoPipe || mode == Mode::kExitNoPipe;
  int status = 0;
  std::vector<Destination> outputs{{1, "'standard output'"}};
  for (std::string_view name : o.operands()) {
    auto fd = co_await p.open(std::string(name), append ? OpenFlags::appending() : OpenFlags::writing());
    if (fd) {
      outputs.push_back({*fd, quote_if_needed(name)});
      continue;
    }
    p.complain(quote_if_needed(name), fd.error());
    if (exits) co_return 1;
    status = 1;
  }
  Reader in(p, 0);
  while (!outputs.empty()) {
    auto more = co_await in.fill();
    if (!more) {
      p.complain("read error", more.error());
      status = 1;
      break;
    }
    if (!*more) break;
    for (std::size_t i = 0; i < outputs.size();) {
      auto r = co_await p.write(outputs[i].fd, in.buffered());
      if (r) {
        ++i;
        continue;
      }
      const bool said = !(r.error() == Errno::kPIPE && pipes_are_fine);
      if (said) {
        p.complain(outputs[i].name, r.error());
        status = 1;
        if (exits) co_return 1;
      }
      outputs.erase(outputs.begin() + static_cast<std::ptrdiff_t>(i));
    }
    in.consume(in.buffered().size());
  }
  co_return status;
}

const Program kTee("tee", tee_main);

}  // namespace
}  // namespace nacre
