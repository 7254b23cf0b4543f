// getopt_long's rules and messages, and the layout of --help; see options.h.
#include "src/process/options.h"

#include "src/base/quoting.h"
#include "src/process/io.h"

namespace nacre {
namespace {

constexpr int kHelp = -1, kVersion = -2;
constexpr Option kCommon[] = {
    {kHelp, "help", Argument::kNone, "", "display this help and exit"},
    {kVersion, "version", Argument::kNone, "", "output version information and exit"},
};

// Calls f with every option of the synopsis, then with --help and --version unless it is plain.
template <class F>
void each_option(const Synopsis& s, F f) {
  for (const Option& o : s.options) f(o);
  if (s.plain) return;
  for (const Option& o : kCommon) f(o);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string try_help(std::string_view program) {
  return "Try '" + std::string(program) + " --help' for more information.\n";
}

Options::Options(const Synopsis& synopsis, const std::vector<std::string>& argv) : synopsis_(synopsis) {
  program_ = argv.empty() ? synopsis.name : std::string_view(argv[0]);
  for (std::size_t i = 1; i < argv.size() && error_.empty() && !help_ && !version_; ++i) {
    const std::string_view a = argv[i];
    if (a.size() < 2 || a[0] != '-') {
      operands_.push_back(a);
      if (!synopsis.in_order) continue;
      operands_.insert(operands_.end(), argv.begin() + static_cast<std::ptrdiff_t>(i) + 1, argv.end());
      return;
    }
    if (a == "--") {
      operands_.insert(operands_.end(), argv.begin() + static_cast<std::ptrdiff_t>(i) + 1, argv.end());
      return;
    }
    if (a[1] == '-') parse_long(argv, i);
    else parse_short(argv, i);
  }
}

void Options::parse_long(const std::vector<std::string>& argv, std::size_t& i) {
  const std::string_view a = std::string_view(argv[i]).substr(2);
  const std::size_t equals = a.find('=');
  const std::string_view name = a.substr(0, equals);
  const Option* found = nullptr;
  bool exact = false, ambiguous = false;
  std::string possibilities;
  each_option(synopsis_, [&](const Option& o) {
    if (exact || o.long_name.empty() || !o.long_name.starts_with(name)) return;
    possibilities += " '--" + std::string(o.long_name) + "'";
    if (o.long_name.size() == name.size()) {
      exact = true;
      found = &o;
    } else if (!found) {
      found = &o;
    } else if (found->id != o.id || found->argument != o.argument) {
      ambiguous = true;
    }
  });
  const std::string program(program_);
  if (!found) {
    error_ = program + ": unrecognized option '--" + std::string(a) + "'\n";
  } else if (ambiguous && !exact) {
    error_ = program + ": option '--" + std::string(a) + "' is ambiguous; possibilities:" + possibilities + "\n";
  } else if (equals != a.npos && found->argument == Argument::kNone) {
    error_ = program + ": option '--" + std::string(found->long_name) + "' doesn't allow an argument\n";
  } else if (found->id == kHelp) {
    help_ = true;
  } else if (found->id == kVersion) {
    version_ = true;
  } else if (equals != a.npos) {
    uses_.push_back({found->id, a.substr(equals + 1), true, std::string_view(argv[i]).substr(0, equals + 2)});
  } else if (found->argument != Argument::kRequired) {
    uses_.push_back({found->id, "", false, argv[i]});
  } else if (i + 1 < argv.size()) {
    uses_.push_back({found->id, argv[i + 1], true, argv[i]});
    ++i;
  } else {
    error_ = program + ": option '--" + std::string(found->long_name) + "' requires an argument\n";
  }
}

void Options::parse_short(const std::vector<std::string>& argv, std::size_t& i) {
  const std::string_view a = argv[i];
  for (std::size_t k = 1; k < a.size(); ++k) {
    const Option* found = nullptr;
    for (const Option& o : synopsis_.options)
      if (o.id == static_cast<unsigned char>(a[k])) {
        found = &o;
        break;
      }
    const Option digit{a[k], "", synopsis_.digits == Digits::kWithRest ? Argument::kOptional : Argument::kNone};
    if (!found && synopsis_.digits != Digits::kNone && is_digit(a[k])) found = &digit;
    if (!found) {
      error_ = std::string(program_) + ": invalid option -- '" + a[k] + "'\n";
      return;
    }
    const std::string_view rest = a.substr(k + 1);
    if (found->argument == Argument::kNone) {
      uses_.push_back({found->id, "", false, a});
      continue;
    }
    if (!rest.empty() || found->argument == Argument::kOptional) {
      uses_.push_back({found->id, rest, !rest.empty(), a.substr(0, k + 1)});
    } else if (i + 1 < argv.size()) {
      uses_.push_back({found->id, argv[++i], true, a});
    } else {
      error_ = std::string(program_) + ": option requires an argument -- '" + a[k] + "'\n";
    }
    return;
  }
}

bool Options::has(int id) const {
  for (const Option::Use& u : uses_)
    if (u.id == id) return true;
  return false;
}

std::optional<int> Options::respond(Process& p) const {
  if (!error_.empty()) {
    std::string text = error_;
    if (synopsis_.errors == ErrorTail::kNamedTryHelp) text += std::string(program_) + ": ";
    if (synopsis_.errors == ErrorTail::kUsage)
      text += "Usage: " + std::string(program_) + " " + std::string(synopsis_.usage) + "\n";
    text += synopsis_.errors == ErrorTail::kHelp ? help_text(synopsis_, program_) : try_help(program_);
    p.write_stderr(text);
    return synopsis_.usage_status;
  }
  if (!help_ && !version_) return std::nullopt;
  Writer out(p, 1);
  out.put(help_ ? help_text(synopsis_, program_) : version_text(synopsis_.name));
  return out.finish(0);
}

std::string version_text(std::string_view name) {
  struct Package {
    std::string_view command, version;
  };
  static constexpr Package kPackages[] = {
      {"sed", "GNU sed) 4.9"}, {"grep", "GNU grep) 3.8"}, {"find", "GNU findutils) 4.9.0"}, {"xargs", "GNU findutils) 4.9.0"},
      {"diff", "GNU diffutils) 3.8"}, {"rev", "util-linux) 2.38.1"},
  };
  std::string_view version = "GNU coreutils) 9.1";
  for (const Package& p : kPackages)
    if (p.command == name) version = p.version;
  return std::string(name) + " (Nacre, as " + std::string(version) + "\n";
}

int usage_error(Process& p, std::string_view text, int status) {
  p.write_stderr(p.argv[0] + ": " + std::string(text) + "\n" + try_help(p.argv[0]));
  return status;
}

std::string help_text(const Synopsis& s, std::string_view program) {
  std::string t;
  std::string_view usage = s.usage;
  for (bool first = true;; first = false) {
    const std::size_t end = usage.find('\n');
    t += first ? "Usage: " : "  or:  ";
    t += program;
    t += ' ';
    t += usage.substr(0, end);
    t += '\n';
    if (end == usage.npos) break;
    usage.remove_prefix(end + 1);
  }
  if (!s.description.empty()) t += std::string(s.description) + "\n";
  bool any = false;
  each_option(s, [&](const Option& o) {
    if (o.help.empty()) return;
    if (!any) t += '\n';
    any = true;
    std::string left = "  ";
    const std::string argument(o.argument_name);
    const bool is_short = o.id > 0 && o.id < kOnlyLong;
    left += is_short ? std::string("-") + static_cast<char>(o.id) : "  ";
    if (is_short && o.long_name.empty() && o.argument == Argument::kRequired) left += " " + argument;
    if (is_short && o.long_name.empty() && o.argument == Argument::kOptional) left += "[" + argument + "]";
    if (!o.long_name.empty()) {
      left += is_short ? ", --" : "  --";
      left += o.long_name;
      if (o.argument == Argument::kRequired) left += "=" + argument;
      if (o.argument == Argument::kOptional) left += "[=" + argument + "]";
    }
    constexpr std::size_t kColumn = 29;
    if (left.size() + 2 > kColumn) {
      t += left + "\n";
      left.clear();
    }
    for (std::string_view help = o.help;;) {
      const std::size_t end = help.find('\n');
      left.resize(std::max(left.size(), kColumn), ' ');
      t += left;
      t += help.substr(0, end);
      t += '\n';
      left.clear();
      if (end == help.npos) break;
      help.remove_prefix(end + 1);
    }
  });
  for (std::string_view notes : {s.notes, s.last_notes})
    if (!notes.empty()) t += "\n" + std::string(notes) + "\n";
  return t;
}

std::string quote(std::string_view text) { return quote_text(text, {QuotingStyle::kShellEscapeAlways}); }

std::string quote_if_needed(std::string_view text) {
  return quote_text(text, {.style = QuotingStyle::kShellEscape, .extra = ":"});
}

}  // namespace nacre
