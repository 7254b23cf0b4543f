// The program nacre-session: a shell that takes its scripts from the host by message, one after the other, and keeps its
// variables, functions and directory between them (js/shell.ts is the other side).
//
//   to the host:    kReady: the status of the last script.
//   from the host:  kRun: what to do (u32), the script.
// Its standard streams are those of its job. kInterrupt, a signal that has no name, makes it abandon its script.
#include <cstring>
#include <memory>
#include <string>

#include "src/shell/session.h"
#include "src/shell/shell.h"

namespace nacre {
namespace {

enum Kind : std::uint32_t { kReady = 32, kRun };
enum Mode : std::uint32_t {
  kPlain,
  kQuiet,   // $? stays what it was
  kCheck,   // only says, by the status 1, that the text goes on
};

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t v = 0;
  if (bytes.size() >= at + sizeof v) std::memcpy(&v, bytes.data() + at, sizeof v);
  return v;
}

bool goes_on(Shell& sh, std::string_view text) {
  ParserOptions options = sh.parser_options();
  Parser parser(sh.names(), options, &sh);
  parser.append(text);
  for (Ref<Script> script;;) {
    const ParseStatus parsed = parser.next(script);
    if (parsed == ParseStatus::kError) return false;
    if (parsed != ParseStatus::kCommand) return parser.continuing();
  }
}

Task<int> run(Shell& sh, std::string text, bool quiet) {
  const int before = sh.status;
  int st = co_await sh.run_text(std::move(text), "");
  sh.flush_messages();
  if (sh.interrupted) {
    sh.interrupted = false;
    sh.flow = Flow::kNormal;
    st = sh.status = 128 + kSIGINT;
    while (sh.process().take_pending()) {}
  } else if (sh.flow != Flow::kExit) {
    sh.flow = Flow::kNormal;
  }
  if (quiet) sh.status = before;
  co_return st;
}

Task<int> session(Process& p) {
  auto owned = std::make_unique<Shell>(p, make_ref<NameTableBox>());
  Shell& sh = *owned;
  p.data = std::move(owned);
  sh.options.set(ShellOption::kExpandAliases, true);
  sh.options.set(ShellOption::kReadsStdin, true);
  sh.kind = ShellKind::kStdin;
  sh.trace_level = 0;   // what it is given to run is no level of nesting
  sh.set_up(p.argv[0]);
  p.set_disposition(kInterrupt, Disposition::kHandle);
  HostChannel channel(p, false);
  int st = 0;
  while (sh.flow != Flow::kExit) {
    std::string reply(4, '\0');
    std::memcpy(reply.data(), &st, 4);
    channel.send(kReady, std::move(reply));
    auto message = co_await channel.receive();
    if (!message) break;
    if (message->kind != kRun || message->bytes.size() < 8) continue;
    const std::uint32_t mode = number_at(message->bytes, 0);
    std::string text = message->bytes.substr(8);
    if (mode == kCheck) st = goes_on(sh, text);
    else st = co_await run(sh, std::move(text), mode == kQuiet);
  }
  co_return co_await sh.finish(st);
}

const Program kSession("nacre-session", session);

}  // namespace
}  // namespace nacre
