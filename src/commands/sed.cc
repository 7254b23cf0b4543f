// sed [OPTION]... {SCRIPT | -e SCRIPT | -f FILE}... [FILE]...: the stream editor. POSIX and GNU sed 4.9.
//
// The script is parsed to commands (sed_parse.cc) that run for each line (sed_run.cc); sed_input.cc reads the files and
// edits them in place.
#include "src/base/numbers.h"
#include "src/commands/sed.h"
#include "src/commands/sed_run.h"
#include "src/process/locale.h"
#include "src/process/options.h"

namespace nacre {
namespace {

enum : int { kDebug = kOnlyLong + 1, kFollow, kPosix, kSandbox };
constexpr Option kOptions[] = {
    {'n', "quiet", Argument::kNone, "", "do not print the pattern space at the end of each cycle"},
    {'n', "silent", Argument::kNone, "", "same as --quiet"},
    {kDebug, "debug", Argument::kNone, "", "show the script as it is understood and what it does"},
    {'e', "expression", Argument::kRequired, "SCRIPT", "add SCRIPT to the commands"},
    {'f', "file", Argument::kRequired, "FILE", "add the commands in FILE"},
    {kFollow, "follow-symlinks", Argument::kNone, "", "with -i, edit what a symbolic link leads to"},
    {'i', "in-place", Argument::kOptional, "SUFFIX",
     "edit files in place; with SUFFIX keep a backup:\nthe name with SUFFIX, or SUFFIX with the name for each *"},
    {'l', "line-length", Argument::kRequired, "N", "width of lines of the command l"},
    {kPosix, "posix", Argument::kNone, "", "no extensions"},
    {'E', "regexp-extended", Argument::kNone, "", "extended regular expressions"},
    {'r', "", Argument::kNone, "", "same as -E"},
    {'s', "separate", Argument::kNone, "", "each file is a stream of its own"},
    {kSandbox, "sandbox", Argument::kNone, "", "refuse the commands e, r and w"},
    {'u', "unbuffered", Argument::kNone, "", "read no more than a line, write each at once"},
    {'z', "null-data", Argument::kNone, "", "lines end with NUL, not newline"},
    {'z', "zero-terminated", Argument::kNone, "", ""},
    {'b', "binary", Argument::kNone, "", ""},
};
constexpr Synopsis kSynopsis{
    .name = "sed", .usage = "[OPTION]... {script-only-if-no-other-script} [input-file]...", .description = "",
    .options = kOptions,
    .notes = "Without -e and -f the first operand is the script. No input file means standard input.",
    .usage_status = 1, .errors = ErrorTail::kHelp};

class Sed {
 public:
  explicit Sed(Process& p) : p_(p), parser_(options_, script_) {}
  Task<int> run();

 private:
  Task<std::optional<int>> read_options(const Options& o);
  Task<std::optional<int>> add_file(std::string name);
  std::optional<int> wrong() {
    p_.complain(parser_.error());
    return parser_.status();
  }
  Process& p_;
  SedOptions options_;
  SedScript script_;
  SedParser parser_;
  bool have_script_ = false;
};

Task<std::optional<int>> Sed::add_file(std::string name) {
  have_script_ = true;
  Result<std::string> text;
  if (name == "-" || name == "/dev/stdin") text = co_await read_all(p_, 0);
  else text = co_await read_file(p_, name);
  if (!text) {
    p_.complain("couldn't open file " + name + ": " + std::string(text.error().words()));
    co_return 4;
  }
  if (parser_.file(name, *text)) co_return std::nullopt;
  co_return wrong();
}

Task<std::optional<int>> Sed::read_options(const Options& o) {
  for (const Option::Use& u : o.uses()) switch (u.id) {
      case 'n': options_.quiet = true; break;
      case kDebug: options_.debug = true; break;
      case kFollow: options_.follow_symlinks = true; break;
      case 'i':
        options_.in_place = options_.separate = true;
        if (u.has_argument) options_.suffix = u.argument;
        break;
      case 'l': options_.line_length = parse_signed(u.argument).value; break;
      case kPosix: options_.posix = options_.n_deletes_last = true; break;
      case 'E':
      case 'r': options_.extended = true; break;
      case 's': options_.separate = true; break;
      case kSandbox: options_.sandbox = true; break;
      case 'u': options_.unbuffered = true; break;
      case 'z': options_.delimiter = '\0'; break;
      default: break;
    }
  // Scripts are parsed after all options are known: -E counts wherever it stands.
  for (const Option::Use& u : o.uses()) {
    if (u.id == 'e') {
      have_script_ = true;
      if (!parser_.expression(u.argument)) co_return wrong();
    } else if (u.id == 'f') {
      if (auto end = co_await add_file(std::string(u.argument))) co_return end;
    }
  }
  co_return std::nullopt;
}

Task<int> Sed::run() {
  Options o(kSynopsis, p_.argv);
  if (auto end = o.respond(p_)) co_return *end;
  options_.utf8 = utf8_locale(p_);
  options_.n_deletes_last = p_.getenv("POSIXLY_CORRECT").has_value();
  if (const auto columns = p_.getenv("COLS")) {
    if (const auto n = parse_signed(*columns); n.value > 1) options_.line_length = n.value - 1;
  }
  if (auto end = co_await read_options(o)) co_return *end;
  std::vector<std::string_view> operands = o.operands();
  if (!have_script_) {
    if (operands.empty()) {
      p_.write_stderr(help_text(kSynopsis, p_.argv[0]));
      co_return 1;
    }
    if (!parser_.expression(operands[0])) co_return (wrong()).value_or(1);
    operands.erase(operands.begin());
  }
  if (!parser_.finish()) co_return (wrong()).value_or(1);
  options_.quiet |= script_.quiet;
  std::vector<std::string> files(operands.begin(), operands.end());
  if (files.empty()) {
    if (options_.in_place) {
      p_.complain("no input files");
      co_return 4;
    }
    files.emplace_back("-");
  }
  auto machine = std::make_unique<SedMachine>(p_, options_, std::move(script_), std::move(files));
  co_return co_await machine->run();
}

Task<int> sed_main(Process& p) {
  Sed sed(p);
  co_return co_await sed.run();
}

const Program kSed("sed", sed_main);

}  // namespace
}  // namespace nacre
