// env [OPTION]... [-] [NAME=VALUE]... [COMMAND [ARG]...] (POSIX; GNU coreutils 9.1): runs a command in a changed environment,
// or prints the environment.
//
// Signals cannot be blocked here, only ignored: --block-signal does what --ignore-signal does until the command unblocks it,
// which no command of ours does.
#include <algorithm>
#include <array>
#include <optional>

#include "src/process/io.h"
#include "src/process/locale.h"
#include "src/process/machine.h"
#include "src/process/options.h"

namespace nacre {
namespace {

enum : int { kBlock = kOnlyLong + 1, kDefaultSignal, kIgnoreSignal, kListSignals };

constexpr Option kOptions[] = {
    {'i', "ignore-environment", Argument::kNone, "", "start with an empty environment"},
    {'0', "null", Argument::kNone, "", "end each output line with NUL, not newline"},
    {'u', "unset", Argument::kRequired, "NAME", "remove variable from the environment"},
    {'C', "chdir", Argument::kRequired, "DIR", "change working directory to DIR"},
    {'S', "split-string", Argument::kRequired, "S",
     "process and split S into separate arguments;\nused to pass multiple arguments on shebang lines"},
    {kBlock, "block-signal", Argument::kOptional, "SIG", "block delivery of SIG signal(s) to COMMAND"},
    {kDefaultSignal, "default-signal", Argument::kOptional, "SIG", "reset handling of SIG signal(s) to the default"},
    {kIgnoreSignal, "ignore-signal", Argument::kOptional, "SIG", "set handling of SIG signal(s) to do nothing"},
    {kListSignals, "list-signal-handling", Argument::kNone, "", "list non default signal handling to stderr"},
    {'v', "debug", Argument::kNone, "", "print verbose information for each processing step"},
};
constexpr Synopsis kSynopsis{"env", "[OPTION]... [-] [NAME=VALUE]... [COMMAND [ARG]...]",
                             "Set each NAME to VALUE in the environment and run COMMAND.", kOptions,
                             "A mere - implies -i.  If no COMMAND, print the resulting environment.\n\n"
                             "SIG may be a signal name like 'PIPE', or a signal number like '13'.\n"
                             "Without SIG, all known signals are included.  Multiple signals can be\ncomma-separated.",
                             125, true};

// -S: words as a simple shell would split them, with ${NAME} expanded. The error is the message.
Worded<std::vector<std::string>> split(const Process& p, std::string_view s) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false, double_quoted = false, single_quoted = false;
  const auto bad = [](std::string text) { return fail(Errno::kINVAL, std::move(text)); };
  for (std::size_t i = 0; i < s.size(); ++i) {
    const char c = s[i];
    if (c == '\'' && !double_quoted) {
      single_quoted = !single_quoted;
      in_word = true;
    } else if (c == '"' && !single_quoted) {
      double_quoted = !double_quoted;
      in_word = true;
    } else if (!single_quoted && !double_quoted && std::string_view(" \t\n\v\f\r").find(c) != std::string_view::npos) {
      if (in_word) words.push_back(std::exchange(word, {}));
      in_word = false;
    } else if (c == '#' && !in_word && !single_quoted && !double_quoted) {
      break;
    } else if (c == '\\' && single_quoted) {
      if (i + 1 < s.size() && (s[i + 1] == '\'' || s[i + 1] == '\\')) ++i;
      word += s[i];
    } else if (c == '\\') {
      if (++i == s.size()) return bad("invalid backslash at end of string in -S");
      const char e = s[i];
      in_word = true;
      if (std::string_view("\"#$'\\").find(e) != std::string_view::npos) {
        word += e;
      } else if (e == '_') {
        if (double_quoted) word += ' ';
        else {
          if (!word.empty()) words.push_back(std::exchange(word, {}));
          in_word = false;
        }
      } else if (e == 'c') {
        if (double_quoted) return bad("'\\c' must not appear in double-quoted -S string");
        if (word.empty()) in_word = false;
        break;
      } else if (const std::size_t k = std::string_view("fnrtv").find(e); k != std::string_view::npos) {
        word += "\f\n\r\t\v"[k];
      } else {
        return bad("invalid sequence '\\" + std::string(1, e) + "' in -S");
      }
    } else if (c == '$' && !single_quoted) {
      const std::size_t close = s.find('}', i);
      const std::string_view name = i + 1 < s.size() && s[i + 1] == '{' && close != s.npos ? s.substr(i + 2, close - i - 2) : "";
      const bool valid = !name.empty() && !(name[0] >= '0' && name[0] <= '9') &&
                         std::ranges::all_of(name, [](char n) {
                           return n == '_' || (n >= '0' && n <= '9') || (n >= 'a' && n <= 'z') || (n >= 'A' && n <= 'Z');
                         });
      if (!valid) return bad("only ${VARNAME} expansion is supported, error at: " + std::string(s.substr(i)));
      in_word = true;
      word += p.getenv(name).value_or("");
      i = close;
    } else {
      in_word = true;
      word += c;
    }
  }
  if (single_quoted || double_quoted) return bad("no terminating quote in -S string");
  if (in_word) words.push_back(std::move(word));
  return words;
}

// argv with every -S replaced by the words of its argument. Options before it are skipped by their shape. With -v before it,
// `notes` says what it was split into.
Worded<std::vector<std::string>> expand_split(const Process& p, std::vector<std::string> argv, std::string& notes) {
  bool debug = false;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string& a = argv[i];
    if (a.size() < 2 || a[0] != '-' || a == "--") break;
    std::string text, before;
    std::size_t taken = 1;
    constexpr std::string_view kLong = "--split-string";
    if (a.starts_with("--s") && kLong.starts_with(std::string_view(a).substr(0, a.find('=')))) {
      const std::size_t equals = a.find('=');
      if (equals != a.npos) text = a.substr(equals + 1);
      else if (i + 1 < argv.size()) text = argv[i + 1], taken = 2;
      else break;
    } else if (a[1] != '-') {
      const std::size_t k = a.find_first_of("SuC", 1);
      debug |= a.find('v', 1) < k;
      if (k == a.npos || a[k] != 'S') {
        if (k != a.npos && k + 1 == a.size()) ++i;   // -u NAME
        continue;
      }
      if (k > 1) before = a.substr(0, k);
      if (k + 1 < a.size()) text = a.substr(k + 1);
      else if (i + 1 < argv.size()) text = argv[i + 1], taken = 2;
      else break;
    } else {
      debug |= a.size() > 3 && std::string_view("--debug").starts_with(a);
      continue;
    }
    auto words = split(p, text);
    if (!words) return words;
    if (debug && !words->empty()) {
      notes += "split -S:  " + quote_words(p, text) + "\n";
      for (std::size_t n = 0; n < words->size(); ++n) notes += (n ? "     &    " : " into:    ") + quote_words(p, (*words)[n]) + "\n";
    }
    if (!before.empty()) words->insert(words->begin(), before);
    const auto at = argv.begin() + static_cast<std::ptrdiff_t>(i);
    argv.erase(at, at + static_cast<std::ptrdiff_t>(taken));
    argv.insert(argv.begin() + static_cast<std::ptrdiff_t>(i), words->begin(), words->end());
    if (before.empty()) --i;
  }
  return argv;
}

// The signals of an option's argument; the error is the message.
Worded<std::vector<int>> signals(const Process& p, const Option::Use& u) {
  std::vector<int> all;
  if (!u.has_argument || u.argument.empty()) {
    for (int s = 1; s < kSignals; ++s)
      if (!signal_name(s).empty() && s != kSIGKILL && s != kSIGSTOP) all.push_back(s);
    return all;
  }
  for (std::string_view rest = u.argument;;) {
    const std::size_t comma = rest.find(',');
    const int s = parse_signal(rest.substr(0, comma));
    if (s <= 0) return fail(Errno::kINVAL, quote_words(p, rest.substr(0, comma)) + ": invalid signal");
    all.push_back(s);
    if (comma == rest.npos) return all;
    rest.remove_prefix(comma + 1);
  }
}

// What the options say of one signal.
struct SignalChange {
  std::optional<Disposition> disposition;
  std::optional<bool> block;
};

// As GNU has it, which calls SIGIO by its other name.
std::string shown_name(int s) { return s == kSIGIO ? "POLL" : signal_name(s); }

// Gives the signal whose handling cannot be changed, or 0.
int change_signals(Process& p, const std::array<SignalChange, kSignals>& changes, std::string* notes) {
  const auto each = [&](auto f) {
    for (int s = 1; s < kSignals; ++s) f(s, changes[static_cast<std::size_t>(s)], shown_name(s) + " (" + std::to_string(s) + ")");
  };
  for (int s : {kSIGKILL, kSIGSTOP})
    if (changes[static_cast<std::size_t>(s)].disposition) return s;
  each([&](int s, const SignalChange& c, const std::string& shown) {
    if (!c.disposition) return;
    p.set_disposition(s, *c.disposition);
    if (notes) *notes += "Reset signal " + shown + " to " + (*c.disposition == Disposition::kIgnore ? "IGNORE" : "DEFAULT") + "\n";
  });
  each([&](int s, const SignalChange& c, const std::string& shown) {
    if (!c.block) return;
    if (*c.block) p.set_disposition(s, Disposition::kIgnore);
    if (notes) *notes += "signal " + shown + " mask set to " + (*c.block ? "BLOCK" : "UNBLOCK") + "\n";
  });
  return 0;
}

// Does what the options say, and prints the environment when there is no command. Gives the status when that was all.
std::optional<int> prepare(Process& p, std::vector<std::string>& command, Ref<EnvBlock>& env) {
  std::string notes;   // what -v prints
  auto argv = expand_split(p, p.argv, notes);
  if (!argv) {
    p.complain(argv.error().text);
    return 125;
  }
  Options o(kSynopsis, *argv);
  if (auto end = o.respond(p)) return *end;
  const auto operands = o.operands();
  std::size_t at = 0;
  bool clear = o.has('i');
  if (at < operands.size() && operands[at] == "-") clear = true, ++at;
  env = make_ref<EnvBlock>();
  if (!clear) env->entries = p.env->entries;
  const bool debug = o.has('v');
  if (clear && debug) notes += "cleaning environ\n";
  const auto remove = [&](std::string_view name) {
    std::erase_if(env->entries, [&](const std::string& e) { return e.size() > name.size() && e[name.size()] == '=' && e.starts_with(name); });
  };
  std::string chdir;
  bool change = false;
  std::array<SignalChange, kSignals> changes{};
  for (const Option::Use& u : o.uses()) {
    switch (u.id) {
      case 'u':
        if (u.argument.empty() || u.argument.find('=') != u.argument.npos) {
          p.complain("cannot unset " + quote_words(p, u.argument) + ": Invalid argument");
          return 125;
        }
        if (debug && !clear) notes += "unset:    " + std::string(u.argument) + "\n";
        remove(u.argument);
        break;
      case 'C': chdir = u.argument, change = true; break;
      case kBlock:
      case kIgnoreSignal:
      case kDefaultSignal: {
        auto which = signals(p, u);
        if (!which) return usage_error(p, which.error().text, 125);
        for (int s : *which) {
          SignalChange& c = changes[static_cast<std::size_t>(s)];
          if (u.id != kBlock) c.disposition = u.id == kDefaultSignal ? Disposition::kDefault : Disposition::kIgnore;
          if (u.id != kIgnoreSignal) c.block = u.id == kBlock;
        }
        break;
      }
    }
  }
  for (; at < operands.size() && operands[at].find('=') != std::string_view::npos; ++at) {
    const std::string_view entry = operands[at];
    const std::string_view name = entry.substr(0, entry.find('='));
    if (name.empty()) {
      p.complain("cannot set " + quote_words(p, "") + ": Invalid argument");
      return 125;
    }
    if (debug) notes += "setenv:   " + std::string(entry) + "\n";
    const auto same = std::ranges::find_if(env->entries, [&](const std::string& e) { return e.starts_with(name) && e.size() > name.size() && e[name.size()] == '='; });
    if (same != env->entries.end()) *same = entry;
    else env->entries.emplace_back(entry);
  }
  const bool runs = at < operands.size();
  if (o.has('0') && runs) return usage_error(p, "cannot specify --null (-0) with command", 125);
  if (change && !runs) return usage_error(p, "must specify command with --chdir (-C)", 125);
  if (!runs) {
    Writer out(p, 1);
    for (const std::string& e : env->entries) {
      out.put(e);
      out.put(o.has('0') ? '\0' : '\n');
      if (out.full()) out.flush();
    }
    return out.finish(0);
  }
  if (auto bad = change_signals(p, changes, debug ? &notes : nullptr)) {
    p.complain("failed to set signal action for signal " + std::to_string(bad) + ": " + std::string(describe(Errno::kINVAL)));
    return 125;
  }
  if (o.has(kListSignals)) {
    for (int s = 1; s < kSignals; ++s) {
      const SignalChange& c = changes[static_cast<std::size_t>(s)];
      const bool block = c.block.value_or(false), ignore = c.disposition ? *c.disposition == Disposition::kIgnore : !block && p.disposition(s) == Disposition::kIgnore;
      if (!block && !ignore) continue;
      const std::string number = std::to_string(s), name = shown_name(s);
      notes += name + std::string(name.size() < 10 ? 10 - name.size() : 0, ' ') + " (" + (number.size() < 2 ? " " : "") + number + "): " +
               (block ? "BLOCK" : "") + (block && ignore ? "," : "") + (ignore ? "IGNORE" : "") + "\n";
    }
  }
  if (change) {
    if (debug) notes += "chdir:    " + quote(chdir) + "\n";
    if (auto ok = p.chdir(chdir); !ok) {
      p.complain("cannot change directory to " + quote(chdir) + ": " + std::string(ok.error().words()));
      return 125;
    }
  }
  command.assign(operands.begin() + static_cast<std::ptrdiff_t>(at), operands.end());
  if (debug) {
    notes += "executing: " + command[0] + "\n";
    for (std::size_t i = 0; i < command.size(); ++i) notes += "   arg[" + std::to_string(i) + "]= " + quote_words(p, command[i]) + "\n";
  }
  if (!notes.empty()) p.write_stderr(notes);
  return std::nullopt;
}

Task<int> env_main(Process& p) {
  std::vector<std::string> command;
  Ref<EnvBlock> env;
  if (auto end = prepare(p, command, env)) co_return *end;
  const std::string shown = quote_words(p, command[0]);
  const bool blank = command[0].find(' ') != command[0].npos;
  const Error error = co_await p.exec_path(std::move(command), Ref<const EnvBlock>(env));
  p.write_stderr(p.argv[0] + ": " + shown + ": " + std::string(error.words()) + "\n");
  if (error == Errno::kNOENT && blank)
    p.write_stderr(p.argv[0] + ": use -[v]S to pass options in shebang lines\n");
  co_return error == Errno::kNOENT ? 127 : 126;
}

const Program kEnv("env", env_main);

}  // namespace
}  // namespace nacre
