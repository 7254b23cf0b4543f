// See wrapped_session.h.
#include "src/session/wrapped_session.h"

#include "src/session/path.h"

namespace nacre {

std::string ScopedSession::at(std::string path) const { return resolve_path(cwd_, path); }
Task<Outcome<std::string>> ScopedSession::resolve(Call&, std::string path) {
  return Task<Outcome<std::string>>::ready(Outcome<std::string>(at(std::move(path))));
}
Task<Outcome<ShellResult>> ScopedSession::exec(Call& c, std::string command, ExecOptions o) {
  o.cwd = o.cwd ? at(std::move(*o.cwd)) : cwd_;
  o.keys |= kKeyCwd | kKeyEnv | kKeyTimeout | kKeySignal;
  return inner_.exec(c, std::move(command), std::move(o));
}

Task<Outcome<Content>> OverlaySession::read_file(Call& c, std::string path, Keep k) {
  auto full = co_await inner_.resolve(c, path);
  if (!full || !full->starts_with(kRoot)) co_return co_await inner_.read_file(c, std::move(path), k);
  std::string arguments = Call::arguments();
  wire::put_string(arguments, *full);  // normalised: nothing in it leads out of the skills
  auto answer = co_await c.ask(Operation::kReadOverlay, k, std::move(arguments), OnAbort::kWait);
  if (!answer) co_return std::unexpected(std::move(answer.error()));
  co_return Content{.whole = std::move(answer->bytes), .kept = answer->operation};
}

}  // namespace nacre
