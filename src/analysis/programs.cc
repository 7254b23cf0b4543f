// Which commands are known to write nothing, with which options; and what commands run that run others. See effects.h.
//
// A program that is not in the table may write. Of one that is, every argument must be known to be no option that
// writes: where options of the program do not, its arguments may be anything.
#include <algorithm>

#include "src/analysis/effects.h"
#include "src/analysis/scripts.h"

namespace nacre {
namespace {

using Arguments = std::vector<Argument>;

enum class Rule : std::uint8_t {
  kAny,      // whatever its arguments are
  kOptions,  // not with these options: "o,output"; "1:" before them: at most one argument
  kNone,     // only without arguments
  kDate,
  kTee,
  kDd,
  kSed,
  kAwk,
  kFind,
  kEcho,     // printf: -v sets a variable
  kTest,
  kRead,     // the arguments are names of variables: getopts, mapfile, read, unset, wait
  kDeclare,
  kLet,
  kSet,
  kShopt,
  kAlias,
  kTrap,
  kEval,
  kShell,
  kWrapper,
};

struct Entry {
  Rule rule;
  const char* rest;   // of kOptions: the options; of kWrapper: see below
  const char* names;  // separated by blanks
};

// kWrapper: "letters of options with an argument|letters of others|long options|arguments before the command".
constexpr Entry kTable[] = {
    {Rule::kAny, "",
     " cat tac head tail wc ls dir vdir echo grep egrep fgrep cut tr rev nl comm join paste fold fmt pr expand unexpand od hexdump "
     "strings base64 base32 basenc cksum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum sum basename dirname "
     "realpath readlink pathchk stat du df which whereis id whoami groups users who logname uname arch nproc uptime printenv seq "
     "yes sleep true false : expr factor numfmt tsort cmp diff jq column ps pgrep getconf getent tty cd pushd popd dirs pwd type "
     "help times umask ulimit fg bg disown shift return exit break continue caller logout unalias "},
    {Rule::kOptions, "o,output,compress-program", " sort "},
    {Rule::kOptions, "1:", " uniq "},
    {Rule::kOptions, "o,output", " shuf iconv "},
    {Rule::kOptions, "o,R", " tree "},
    {Rule::kOptions, "C,compile", " file "},
    {Rule::kOptions, "diff-program", " diff3 "},
    {Rule::kOptions, "o,output,diff-program", " sdiff "},
    {Rule::kOptions, "1:r,revert", " xxd "},
    {Rule::kOptions, "pre,hostname-bin,search-zip,z", " rg "},
    {Rule::kOptions, "p", " hash "},
    {Rule::kOptions, "x", " jobs "},
    {Rule::kNone, "", " hostname "},
    {Rule::kDate, "", " date "},
    {Rule::kTee, "", " tee "},
    {Rule::kDd, "", " dd "},
    {Rule::kSed, "", " sed "},
    {Rule::kAwk, "", " awk gawk mawk nawk "},
    {Rule::kFind, "", " find "},
    {Rule::kEcho, "", " printf "},
    {Rule::kTest, "", " test [ "},
    {Rule::kRead, "", " read mapfile readarray getopts unset wait "},
    {Rule::kDeclare, "", " declare typeset local export readonly "},
    {Rule::kLet, "", " let "},
    {Rule::kSet, "", " set "},
    {Rule::kShopt, "", " shopt "},
    {Rule::kAlias, "", " alias "},
    {Rule::kTrap, "", " trap "},
    {Rule::kEval, "", " eval "},
    {Rule::kShell, "", " bash sh dash "},
    {Rule::kWrapper, "|pvV||", " command builtin "},
    {Rule::kWrapper, "a|cl||", " exec "},
    {Rule::kWrapper, "uC|i0v| ignore-environment null debug unset= chdir= |", " env "},
    {Rule::kWrapper, "n|| adjustment= |", " nice "},
    {Rule::kWrapper, "sk|v| signal= kill-after= preserve-status foreground verbose |1", " timeout "},
    {Rule::kWrapper, "ioe|| input= output= error= |", " stdbuf "},
    {Rule::kWrapper, "cn|t| class= classdata= ignore |", " ionice "},
    {Rule::kWrapper, "|cfw| ctty fork wait |", " setsid "},
    {Rule::kWrapper, "adEILnPs|0rtpxo| arg-file= delimiter= max-args= max-procs= max-chars= "
                     "null no-run-if-empty verbose interactive exit open-tty |", " xargs "},
    {Rule::kWrapper, "|||", " nohup "},
    {Rule::kWrapper, "ugCDhpRrTtU|AbEeHiKklnPSsVv|| ", " sudo doas "},
};

const Entry* find_entry(std::string_view name) {
  for (std::string_view folder : {"/bin/", "/usr/bin/"}) {
    if (name.starts_with(folder)) name.remove_prefix(folder.size());
  }
  const std::string padded = " " + std::string(name) + " ";
  if (name.find(' ') != std::string_view::npos) return nullptr;
  for (const Entry& e : kTable) {
    if (std::string_view(e.names).find(padded) != std::string_view::npos) return &e;
  }
  return nullptr;
}

std::string_view take(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

constexpr const char* kUnknownArgument = "an argument that may be an option, or is not known";

// `--` at i ends the options: it cannot be the argument of an option before it.
bool ends_options(const Arguments& argv, std::size_t i) {
  return argv[i].is("--") && (i == 1 || (argv[i - 1].kind != Argument::kAny && argv[i - 1].first != '-'));
}

// ---------------------------------------------------------------- programs

// Whether an option is one of `list` ("o,output"): also among others behind one dash, and shortened.
bool has_option(std::string_view text, std::string_view list) {
  if (text.size() < 2 || text[0] != '-') return false;
  const bool is_long = text[1] == '-';
  const std::string_view name = is_long ? text.substr(2, text.find('=') == std::string_view::npos ? text.size() : text.find('=') - 2) : text.substr(1);
  while (!list.empty()) {
    const std::string_view one = take(list, ',');
    if (one.size() == 1 ? !is_long && name.find(one) != std::string_view::npos : is_long && !name.empty() && one.starts_with(name)) return true;
  }
  return false;
}

Why options(const Arguments& argv, std::string_view list) {
  std::size_t most = SIZE_MAX, operands = 0;
  if (!list.empty() && list[0] == '1') {
    most = 1;
    list.remove_prefix(2);
  }
  bool ended = false;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const Argument& a = argv[i];
    ended |= ends_options(argv, i);
    if (a.literal()) {
      if (has_option(a.value, list)) return Why("option ", a.value);
      operands += a.value == "-" || a.first != '-';
      continue;
    }
    if (a.dynamic() && !(ended && a.kind == Argument::kField)) return kUnknownArgument;
    operands += a.one() ? 1 : 2;
  }
  return operands > most ? "a second file, which it writes" : Why();
}

Why date(const Arguments& argv) {
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const Argument& a = argv[i];
    if (a.first == '+' && a.one()) continue;
    if (!a.literal() || a.first != '-') return a.literal() ? "sets the clock" : kUnknownArgument;
    if (a.value[1] == '-') {
      if (std::string_view("--set").starts_with(a.value.substr(0, a.value.find('=')))) return "sets the clock";
      if (a.value.find('=') == std::string_view::npos && (a.is("--date") || a.is("--file") || a.is("--reference"))) ++i;
    } else {
      std::size_t letter = 1;
      while (letter < a.value.size() && std::string_view("uRI").find(a.value[letter]) != std::string_view::npos && a.value[letter] != 'I') ++letter;
      if (letter == a.value.size() || a.value[letter] == 'I') continue;
      if (std::string_view("dfr").find(a.value[letter]) == std::string_view::npos) return "sets the clock";
      if (letter + 1 == a.value.size()) ++i;
    }
    if (i < argv.size() && !argv[i].one()) return kUnknownArgument;
  }
  return {};
}

Why tee(const Arguments& argv) {
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const Argument& a = argv[i];
    if (a.process || a.is("/dev/null") || (a.literal() && a.first == '-' && a.value != "-")) continue;
    return Why("writes ", a.literal() ? a.value : "a file whose name is not known");
  }
  return {};
}

Why dd(const Arguments& argv) {
  for (const Argument& a : argv) {
    if (!a.literal()) return kUnknownArgument;
    if (a.value.starts_with("of=") && a.value != "of=/dev/null") return Why("writes ", a.value.substr(3));
  }
  return {};
}

Why sed(const Arguments& argv) {
  constexpr std::string_view kLong = " --quiet --silent --debug --regexp-extended --separate --unbuffered --null-data --zero-terminated --posix --sandbox ";
  std::string script;
  bool given = false, ended = false;
  const auto add = [&](const Argument& a, std::string_view text) {
    if (!a.literal()) return false;
    (script += text) += '\n';
    return given = true;
  };
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const Argument& a = argv[i];
    const bool option = a.literal() && a.value.size() > 1 && a.first == '-' && !ended;
    if (!option) {
      if (!given) {
        if (!add(a, a.value)) return "a script that is not known";
      } else if (a.dynamic() && !(ended && a.kind == Argument::kField)) {
        return kUnknownArgument;
      }
    } else if (ends_options(argv, i)) {
      ended = true;
    } else if (a.value[1] == '-') {
      if (a.value.starts_with("--expression=")) add(a, a.value.substr(13));
      else if (a.is("--expression") && i + 1 < argv.size() && add(argv[i + 1], argv[i + 1].value)) ++i;
      else if (!a.value.starts_with("--line-length=") && kLong.find(" " + std::string(a.value) + " ") == std::string_view::npos) return Why("option ", a.value);
    } else {
      const std::size_t letter = a.value.find_first_not_of("nErsuz", 1);
      if (letter == std::string_view::npos) continue;
      if (a.value[letter] != 'e') return Why("option ", a.value);
      if (letter + 1 < a.value.size()) add(a, a.value.substr(letter + 1));
      else if (i + 1 == argv.size() || !add(argv[i + 1], argv[i + 1].value)) return "a script that is not known";
      else ++i;
    }
  }
  return sed_only_reads(script) ? Why() : "a script that may write or run commands";
}

Why awk(const Arguments& argv) {
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const Argument& a = argv[i];
    if (a.is("--")) continue;
    if (a.literal() && a.first == '-' && a.value.size() > 1) {
      if (a.value[1] != 'F' && a.value[1] != 'v') return Why("option ", a.value);
      if (a.value.size() == 2 && ++i < argv.size() && !argv[i].one()) return kUnknownArgument;
      continue;
    }
    if (a.kind == Argument::kField && i > 1 && (argv[i - 1].is("-F") || argv[i - 1].is("-v"))) continue;
    if (!a.literal()) return "a program that is not known";
    return awk_only_reads(a.value) ? Why() : "a program that may write or run commands";
  }
  return {};
}

Why find(const Arguments& argv, Verdict& verdict) {
  // Tests with one argument, which may be anything.
  constexpr std::string_view kWithArgument =
      " -name -iname -path -ipath -wholename -iwholename -lname -ilname -regex -iregex -regextype -type -xtype -size -mtime -atime -ctime -mmin "
      "-amin -cmin -newer -anewer -cnewer -newermt -newerct -newerat -maxdepth -mindepth -perm -user -group -uid -gid -inum -links -samefile "
      "-fstype -printf -used -context -D -files0-from ";
  constexpr std::string_view kWriting = " -delete -fprint -fprint0 -fprintf -fls ";
  constexpr std::string_view kRunning = " -exec -execdir -ok -okdir ";
  Why why;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const Argument& a = argv[i];
    if (!a.literal()) {
      if (a.dynamic()) why = kUnknownArgument;
      continue;
    }
    const std::string padded = " " + std::string(a.value) + " ";
    if (kWriting.find(padded) != std::string_view::npos) why = Why("option ", a.value);
    if (kWithArgument.find(padded) != std::string_view::npos) {
      if (++i < argv.size() && !argv[i].one()) why = kUnknownArgument;
    } else if (kRunning.find(padded) != std::string_view::npos) {
      Arguments inner;
      for (++i; i < argv.size() && !argv[i].is(";") && !(argv[i].is("+") && argv[i - 1].is("{}")); ++i) {
        Argument word = argv[i];
        if (word.is("{}")) word = {{}, Argument::kOperand};
        else if (word.literal() && word.value.find("{}") != std::string_view::npos) word = {{}, Argument::kField};
        inner.push_back(word);
      }
      if (!inner.empty()) verdict.commands.push_back(std::move(inner));
    }
  }
  return why;
}

// ---------------------------------------------------------------- builtins

bool is_option(const Argument& a) { return a.literal() && a.value.size() > 1 && (a.first == '-' || a.first == '+'); }

Why print(const Arguments& argv, Verdict& verdict) {
  if (argv.size() < 2 || !argv[1].dynamic()) {
    if (argv.size() < 2 || !argv[1].literal() || !argv[1].value.starts_with("-v")) return {};
    const bool apart = argv[1].value.size() == 2;
    if (apart && (argv.size() < 3 || !argv[2].literal())) return "a variable's name that is not known";
    const std::string_view name = apart ? argv[2].value : argv[1].value.substr(2);
    if (!is_name(name)) return "a variable's name that is not known";
    verdict.assigns.push_back(name);
    return {};
  }
  return kUnknownArgument;
}

Why test(const Arguments& argv) {
  bool dynamic = false, bracket = false;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const Argument& a = argv[i];
    if (a.is("]") && i + 1 == argv.size()) break;
    if (!a.one() && a.kind != Argument::kOperands) return kUnknownArgument;
    if (a.dynamic() && argv[i - 1].dynamic()) return kUnknownArgument;
    dynamic |= a.dynamic();
    bracket |= a.literal() && a.value.find('[') != std::string_view::npos;
    if ((a.is("-v") || a.is("-R")) && i + 1 < argv.size() && !(argv[i + 1].literal() && is_name(argv[i + 1].value))) {
      return "a variable's name that is not known";
    }
  }
  return dynamic && bracket ? kUnknownArgument : Why();
}

// Names of variables among options and their arguments.
Why read(const Arguments& argv, Verdict& verdict) {
  const std::string_view name = argv[0].value;
  const bool unset = name == "unset", getopts = name == "getopts";
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const Argument& a = argv[i];
    if (getopts && i > 2) break;
    if (a.literal() && is_name(a.value)) {
      verdict.assigns.push_back(a.value);
    } else if (is_option(a)) {
      if (unset && a.value.find('f') != std::string_view::npos) return "option -f";
      if (name != "read" && !unset && a.value.find('C') != std::string_view::npos) return "option -C";
      // The arguments of -p, -d, -n, -t, ... may be anything.
      if (!unset && i + 1 < argv.size() && std::string_view("pdnNtuiscOE").find(a.value.back()) != std::string_view::npos && a.value.back() != 's' &&
          argv[i + 1].one() && !(argv[i + 1].literal() && is_name(argv[i + 1].value))) {
        ++i;
      }
    } else if (a.literal() ? a.value.find('[') != std::string_view::npos && !(getopts && i == 1) : !(getopts && i == 1) && a.kind != Argument::kOperand) {
      return "a variable's name that is not known";
    } else if (!a.literal() && !getopts && a.first == 0) {
      continue;   // a number
    }
  }
  return {};
}

Why declare(const Arguments& argv, Verdict& verdict) {
  verdict.declares = true;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const Argument& a = argv[i];
    if (a.assigns || (a.literal() && is_name(a.value))) continue;
    if (is_option(a)) {
      if (a.value.find_first_of("in") != std::string_view::npos && a.value != "--") return Why("option ", a.value);
      continue;
    }
    const std::size_t equals = a.literal() ? a.value.find('=') : std::string_view::npos;
    if (equals == std::string_view::npos || !is_name(a.value.substr(0, equals))) return "a variable's name that is not known";
    verdict.assigns.push_back(a.value.substr(0, equals));
  }
  return {};
}

Why set(const Arguments& argv) {
  for (std::size_t i = 1; i < argv.size(); ++i) {
    if (argv[i].is("--") || argv[i].is("-")) break;
    if (argv[i].dynamic()) return kUnknownArgument;
    if (argv[i].is("keyword") || (is_option(argv[i]) && argv[i].value.find('k') != std::string_view::npos)) return "option -k";
  }
  return {};
}

Why trap(const Arguments& argv, Verdict& verdict) {
  std::size_t i = 1;
  if (i < argv.size() && argv[i].is("--")) ++i;
  if (i >= argv.size()) return {};
  if (!argv[i].literal()) return "commands that are not known";
  if (argv[i].value == "-" || argv[i].value == "-l" || argv[i].value == "-p") return {};
  if (i + 1 < argv.size()) verdict.scripts.emplace_back(argv[i].value);
  return {};
}

Why eval(const Arguments& argv, Verdict& verdict) {
  std::string script;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    if (!argv[i].literal()) return "commands that are not known";
    if (i == 1 && argv[i].is("--")) continue;
    if (!script.empty()) script += ' ';
    script += argv[i].value;
  }
  if (!script.empty()) verdict.scripts.push_back(std::move(script));
  return {};
}

Why shell(const Arguments& argv, Verdict& verdict) {
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const Argument& a = argv[i];
    if (!a.literal()) break;
    if (a.is("--norc") || a.is("--noprofile") || a.is("--posix")) continue;
    if (a.is("-o") || a.is("+o")) {
      ++i;
      continue;
    }
    if (a.first != '-' || a.value.size() < 2 || a.value.find_first_not_of("ceuxvfC", 1) != std::string_view::npos) break;
    if (a.value.find('c') == std::string_view::npos) continue;
    if (i + 1 >= argv.size() || !argv[i + 1].literal() || argv[i + 1].first == '-') break;
    verdict.scripts.emplace_back(argv[i + 1].value);
    return {};
  }
  return "runs a script that is not known";
}

// ---------------------------------------------------------------- commands that run others

// Skips the options of a wrapper; false when one is not known. i: where the rest begins.
bool skip_options(const Arguments& argv, std::string_view& rest, std::size_t& i) {
  const std::string_view with = take(rest, '|'), flags = take(rest, '|'), longs = take(rest, '|');
  for (i = 1; i < argv.size(); ++i) {
    const Argument& a = argv[i];
    if (a.kind == Argument::kOperand && a.first != 0) return true;
    if (!a.literal()) return false;
    if (a.is("--")) {
      ++i;
      return true;
    }
    if (a.first != '-' || a.value.size() < 2) return true;
    if (a.value[1] == '-') {
      const std::size_t equals = a.value.find('=');
      const std::string name(a.value.substr(2, equals == std::string_view::npos ? equals : equals - 2));
      if (longs.find(" " + name + "= ") != std::string_view::npos) {
        if (equals == std::string_view::npos && (++i >= argv.size() || !argv[i].one())) return false;
      } else if (longs.find(" " + name + " ") == std::string_view::npos) {
        return false;
      }
      continue;
    }
    for (std::size_t at = 1; at < a.value.size(); ++at) {
      const char c = a.value[at];
      if (with.find(c) != std::string_view::npos) {
        if (at + 1 == a.value.size() && (++i >= argv.size() || !argv[i].one())) return false;
        break;
      }
      if (flags.find(c) == std::string_view::npos && !(c >= '0' && c <= '9')) return false;
    }
  }
  return true;
}

// The text that xargs replaces in its command, from -I.
std::string_view replaced(const Arguments& argv, std::size_t end) {
  std::string_view text;
  for (std::size_t i = 1; i < end; ++i) {
    const std::string_view option = argv[i].value;
    const std::size_t letter = option.starts_with("--") ? option.npos : option.find_first_of("adEILnPs", 1);
    if (letter == option.npos) continue;
    const bool apart = letter + 1 == option.size();
    if (apart) ++i;
    if (option[letter] == 'I') text = apart ? argv[i].value : option.substr(letter + 1);
  }
  return text;
}

Why wrapper(const Arguments& argv, std::string_view rest, Verdict& verdict) {
  const std::string_view name = argv[0].value;
  std::size_t i;
  if (!skip_options(argv, rest, i)) return "an option that is not known";
  if (name == "command" && i > 1 && argv[i - 1].value.find_first_of("vV") != std::string_view::npos) return {};
  if (name.ends_with("env")) {
    for (; i < argv.size() && (argv[i].literal() ? argv[i].value.find('=') : 0) != std::string_view::npos; ++i) {
      const std::string_view variable = argv[i].value.substr(0, argv[i].value.find('='));
      if (!argv[i].literal() && !argv[i].assigns) return "a command that is not known";
      if (!argv[i].literal()) return "a variable's name that is not known";
      verdict.assigns.push_back(variable);
    }
  }
  if (rest == "1") {
    if (i < argv.size() && !argv[i].literal()) return kUnknownArgument;
    ++i;
  }
  if (i < argv.size()) {
    Arguments inner(argv.begin() + static_cast<std::ptrdiff_t>(i), argv.end());
    if (name.ends_with("xargs")) {
      const std::string_view text = replaced(argv, i);
      for (Argument& a : inner) {
        if (!text.empty() && a.literal() && a.value.find(text) != std::string_view::npos) a = {{}, Argument::kField};
      }
      if (text.empty()) inner.push_back({{}, Argument::kAny});
    }
    verdict.commands.push_back(std::move(inner));
  }
  if (name.ends_with("nohup")) return "may write nohup.out";
  return name.ends_with("sudo") || name.ends_with("doas") ? "runs with other rights" : Why();
}

}  // namespace

bool is_integer(std::string_view text) {
  if (!text.empty() && text[0] == '-') text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

void judge(const Arguments& argv, bool known, Verdict& verdict) {
  const Argument& name = argv[0];
  const Entry* e = name.literal() ? find_entry(name.value) : nullptr;
  if (e == nullptr) {
    if (!known) verdict.why = name.literal() ? "not known to be a command that only reads" : "a command that is not known";
    return;
  }
  switch (e->rule) {
    case Rule::kAny: break;
    case Rule::kOptions: verdict.why = options(argv, e->rest); break;
    case Rule::kNone: verdict.why = argv.size() > 1 ? kUnknownArgument : Why(); break;
    case Rule::kDate: verdict.why = date(argv); break;
    case Rule::kTee: verdict.why = tee(argv); break;
    case Rule::kDd: verdict.why = dd(argv); break;
    case Rule::kSed: verdict.why = sed(argv); break;
    case Rule::kAwk: verdict.why = awk(argv); break;
    case Rule::kFind: verdict.why = find(argv, verdict); break;
    case Rule::kEcho: verdict.why = print(argv, verdict); break;
    case Rule::kTest: verdict.why = test(argv); break;
    case Rule::kRead: verdict.why = read(argv, verdict); break;
    case Rule::kDeclare: verdict.why = declare(argv, verdict); break;
    case Rule::kLet:
      for (std::size_t i = 1; i < argv.size(); ++i) {
        if (!argv[i].literal()) verdict.why = "arithmetic that is not known";
        else verdict.arithmetic.push_back(argv[i].value);
      }
      break;
    case Rule::kSet: verdict.why = set(argv); break;
    case Rule::kShopt: case Rule::kAlias:
      for (std::size_t i = 1; i < argv.size(); ++i) {
        const Argument& a = argv[i];
        if (!a.literal() || a.is("expand_aliases") || (e->rule == Rule::kAlias && a.value.find('=') != std::string_view::npos)) {
          verdict.why = "changes what names mean";
        }
      }
      break;
    case Rule::kTrap: verdict.why = trap(argv, verdict); break;
    case Rule::kEval: verdict.why = eval(argv, verdict); break;
    case Rule::kShell: verdict.why = shell(argv, verdict); break;
    case Rule::kWrapper: verdict.why = wrapper(argv, e->rest, verdict); break;
  }
}

}  // namespace nacre
