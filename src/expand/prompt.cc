// Prompts: the backslash escapes of PS1 and ${x@P} (bash manual 6.9).
#include "src/base/calendar.h"
#include "src/expand/expand.h"
#include "src/process/machine.h"

namespace nacre {
namespace {

std::string formatted_time(Environment& env, std::string_view format) {
  constexpr std::size_t kMost = 127;   // bash's buffer; what is longer gives nothing
  std::string out;
  const TimeZone zone = TimeZone::from_environment(env.value("TZ"));
  const bool fits = format_time(out, format, zone.civil(env.process().machine().now() / kSecond), TimeFormat::kLibc);
  return fits && out.size() <= kMost ? out : "";
}

std::string working_directory(Environment& env, bool last_only) {
  std::string pwd(env.value(env.known().pwd).value_or(""));
  const auto home = env.value(env.known().home);
  if (home && !home->empty() && pwd == *home) return "~";
  if (last_only) {
    const std::size_t slash = pwd.rfind('/');
    return slash == std::string::npos || pwd == "/" ? pwd : pwd.substr(slash + 1);
  }
  if (home && home->size() > 1 && pwd.starts_with(*home) && pwd[home->size()] == '/')
    return "~" + pwd.substr(home->size());
  return pwd;
}

std::string user_name(Environment& env) {
  for (const std::string_view name : {"USER", "LOGNAME"})
    if (const auto v = env.value(name); v && !v->empty()) return std::string(*v);
  return env.process().uid == 0 ? "root" : "user";
}

std::string host_name(Environment& env) {
  const auto v = env.value("HOSTNAME");
  return v ? std::string(*v) : "localhost";
}

// Text that later expansion must not touch.
std::string protect(Environment& env, std::string text) {
  if (!env.on(ShellOption::kPromptvars)) return text;
  std::string out;
  for (const char c : text) {
    if (c == '$' || c == '`' || c == '\\' || c == '"') out += '\\';
    out += c;
  }
  return out;
}

// The text of one letter after a backslash; false when it has no meaning.
bool decode_letter(Environment& env, char c, std::string& out) {
  switch (c) {
    case 'a': out += '\a'; return true;
    case 'd': out += formatted_time(env, "%a %b %d"); return true;
    case 'e': out += '\033'; return true;
    case 'h': {
      const std::string host = host_name(env);
      out += protect(env, host.substr(0, host.find('.')));
      return true;
    }
    case 'H': out += protect(env, host_name(env)); return true;
    case 'j': out += std::to_string(env.job_count()); return true;
    case 'l': out += "tty"; return true;
    case 'n': out += '\n'; return true;
    case 'r': out += '\r'; return true;
    case 's': {
      std::string_view name = env.zero;
      name = name.substr(name.rfind('/') + 1);
      if (name.starts_with("-")) name.remove_prefix(1);
      out += protect(env, std::string(name));
      return true;
    }
    case 't': out += formatted_time(env, "%H:%M:%S"); return true;
    case 'T': out += formatted_time(env, "%I:%M:%S"); return true;
    case '@': out += formatted_time(env, "%I:%M %p"); return true;
    case 'A': out += formatted_time(env, "%H:%M"); return true;
    case 'u': out += protect(env, user_name(env)); return true;
    case 'v': out += "5.2"; return true;
    case 'V': out += "5.2.15"; return true;
    case 'w': out += protect(env, working_directory(env, false)); return true;
    case 'W': out += protect(env, working_directory(env, true)); return true;
    case '!': out += std::to_string(env.history_number()); return true;
    case '#': out += std::to_string(env.command_number()); return true;
    case '$':
      // A dollar sign is to stay one: what follows must not make it an expansion.
      out += env.process().uid == 0 ? "#" : env.on(ShellOption::kPromptvars) ? "\\$" : "$";
      return true;
    case '\\': out += '\\'; return true;
    case '[': case ']': return true;  // only a line editor wants to know
    default: return false;
  }
}

Task<Outcome<std::string>> expand_decoded(Environment& env, std::string text) {
  const int status = env.status;
  Outcome<std::string> out = co_await expand_text_in_quotes(env, std::move(text));
  env.status = status;
  co_return out;
}

}  // namespace

std::string decode_prompt(Environment& env, std::string_view prompt) {
  std::string out;
  for (std::size_t i = 0; i < prompt.size(); ++i) {
    const char c = prompt[i];
    if (c == '!' && env.on(ShellOption::kPosix)) {
      if (i + 1 < prompt.size() && prompt[i + 1] == '!') out += prompt[++i];
      else out += std::to_string(env.history_number());
      continue;
    }
    if (c != '\\' || i + 1 == prompt.size()) {
      out += c;
      continue;
    }
    const char next = prompt[++i];
    if (next >= '0' && next <= '7') {
      unsigned code = 0;
      std::size_t n = 0;
      for (; n < 3 && i + n < prompt.size() && prompt[i + n] >= '0' && prompt[i + n] <= '7'; ++n)
        code = code * 8 + static_cast<unsigned>(prompt[i + n] - '0');
      i += n - 1;
      out += static_cast<char>(code);
    } else if (next == 'D' && i + 1 < prompt.size() && prompt[i + 1] == '{') {
      const std::size_t close = std::min(prompt.find('}', i), prompt.size());
      const std::string format(prompt.substr(i + 2, close - i - 2));
      out += protect(env, formatted_time(env, format.empty() ? "%H:%M:%S" : format));
      i = close;
    } else if (!decode_letter(env, next, out)) {
      out += '\\';
      out += next;
    }
  }
  return out;
}

Task<Outcome<std::string>> expand_prompt(Environment& env, std::string prompt) {
  std::string decoded = decode_prompt(env, prompt);
  if (!env.on(ShellOption::kPromptvars)) return Task<Outcome<std::string>>::ready(std::move(decoded));
  return expand_decoded(env, std::move(decoded));
}

}  // namespace nacre
