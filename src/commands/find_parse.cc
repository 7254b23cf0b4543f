// The arguments of find: options, then an expression by precedence ( ) ! -and -or , and the messages of GNU find 4.9.
#include <algorithm>

#include "src/base/mode.h"
#include "src/base/numbers.h"
#include "src/commands/find.h"
#include "src/process/locale.h"
#include "src/process/machine.h"
#include "src/process/options.h"

namespace nacre::find {
namespace {

using Op = Instruction::Op;
constexpr int kMaxDepth = 500;   // nested parentheses and !

class Parser {
 public:
  Parser(Process& p, const std::vector<std::string>& argv, Expression& e, std::string& about)
      : p_(p), argv_(argv), e_(e), about_(about), accounts_(p) {}

  Task<Worded<>> run() {
    const Nanoseconds now = p_.machine().now();
    e_.settings.now = {now / kSecond, static_cast<std::uint32_t>(now % kSecond)};
    e_.outputs.emplace_back();
    read_options();
    while (ok() && at_ < argv_.size() && !is_expression(argv_[at_])) e_.paths.push_back(argv_[at_++]);
    if (ok() && at_ < argv_.size()) {
      comma();
      if (ok() && at_ < argv_.size()) {
        if (argv_[at_] == ")") fail_with("you have too many ')'");
        else bad_place(argv_[at_]);
      }
    }
    if (deletes_ && pruned_ && !explicit_depth_)
      fail_with("The -delete action automatically turns on -depth, but -prune does nothing when -depth is in effect.  "
                "If you want to carry on anyway, just explicitly use the -depth option.");
    co_await open_outputs();
    if (!about_.empty()) co_return fail(Errno::kINVAL, "");
    if (!error_.empty()) co_return fail(Errno::kINVAL, error_);
    if (!e_.has_action) {
      // The whole expression, and then -print.
      if (!e_.code.empty()) {
        Instruction jump = make(Op::kJumpIfFalse);
        jump.target = e_.code.size() + 2;
        e_.code.push_back(std::move(jump));
      }
      e_.code.push_back(make(Op::kPrint));
    }
    if (e_.paths.empty() && !e_.files_from) e_.paths.emplace_back(".");
    co_return Worded<>();
  }

 private:
  bool ok() const { return error_.empty() && about_.empty(); }
  void fail_with(std::string text) {
    if (ok()) error_ = std::move(text);
  }
  std::string quoted(std::string_view t) const { return quote_words(p_, t); }
  static Instruction make(Op op) {
    Instruction i;
    i.op = op;
    return i;
  }
  void emit(Instruction i) { e_.code.push_back(std::move(i)); }
  void emit(Op op) { e_.code.push_back(make(op)); }

  static bool is_expression(std::string_view a) {
    return (a.size() > 1 && a[0] == '-') || a == "(" || a == ")" || a == "!" || a == ",";
  }
  void bad_place(const std::string& word) {
    if (is_expression(word)) fail_with("invalid expression; you have used a binary operator '" + word + "' with nothing before it.");
    else fail_with("paths must precede expression: `" + word + "'");
  }

  void read_options() {
    for (; ok() && at_ < argv_.size(); ++at_) {
      const std::string_view a = argv_[at_];
      if (a == "-P") e_.settings.follow = Walk::Follow::kNever;
      else if (a == "-L") e_.settings.follow = Walk::Follow::kAlways;
      else if (a == "-H") e_.settings.follow = Walk::Follow::kOperands;
      else if (a == "-D") {
        if (++at_ >= argv_.size()) return fail_with("Missing argument after the -D option.");
      } else if (a.starts_with("-O") && a.size() >= 2) {
        const auto n = parse_digits(a.substr(2));
        if (!n) return fail_with("Please specify a decimal number immediately after -O");
      } else if (a == "--") {
        ++at_;
        return;
      } else {
        return;
      }
    }
  }

  // --- the grammar ------------------------------------------------------------------------------------------------------
  void comma() {
    either();
    while (ok() && at_ < argv_.size() && argv_[at_] == ",") {
      ++at_;
      need_operand(",");
      either();
    }
  }
  void need_operand(std::string_view after) {
    if (at_ >= argv_.size()) fail_with("expected an expression after '" + std::string(after) + "'");
  }
  bool peek(std::string_view a, std::string_view b) const { return at_ < argv_.size() && (argv_[at_] == a || argv_[at_] == b); }
  void either() {
    both();
    std::vector<std::size_t> jumps;
    while (ok() && peek("-o", "-or")) {
      const std::string op = argv_[at_++];
      jumps.push_back(e_.code.size());
      emit(Op::kJumpIfTrue);
      need_operand(op);
      both();
    }
    for (std::size_t j : jumps) e_.code[j].target = e_.code.size();
  }
  void both() {
    negation();
    std::vector<std::size_t> jumps;
    while (ok() && at_ < argv_.size() && !peek("-o", "-or") && argv_[at_] != ")" && argv_[at_] != ",") {
      std::string op;
      if (peek("-a", "-and")) op = argv_[at_++];
      jumps.push_back(e_.code.size());
      emit(Op::kJumpIfFalse);
      if (!op.empty()) need_operand(op);
      negation();
    }
    for (std::size_t j : jumps) e_.code[j].target = e_.code.size();
  }
  void negation() {
    if (!ok()) return;
    std::size_t nots = 0;
    std::string last;
    while (peek("!", "-not")) {
      ++nots;
      last = argv_[at_++];
    }
    if (nots) need_operand(last);
    primary();
    if (nots % 2) emit(Op::kNot);
  }
  void primary() {
    if (!ok()) return;
    const std::string& a = argv_[at_];
    if (a == "(") {
      if (++depth_ > kMaxDepth) return fail_with("the expression is nested too deeply");
      ++at_;
      if (at_ < argv_.size() && argv_[at_] == ")") return fail_with("invalid expression; empty parentheses are not allowed.");
      if (at_ >= argv_.size()) return fail_with("invalid expression; expected to find a ')' but didn't see one. Perhaps you need an extra predicate after '('");
      comma();
      if (!ok()) return;
      if (at_ >= argv_.size()) return fail_with("invalid expression; I was expecting to find a ')' somewhere but did not see one.");
      ++at_;
      --depth_;
      return;
    }
    if (a == ")") return fail_with("you have too many ')'");
    if (!is_expression(a)) return fail_with("paths must precede expression: `" + a + "'");
    if (a == "-a" || a == "-and" || a == "-o" || a == "-or" || a == ",") return bad_place(a);
    ++at_;
    predicate(a.starts_with("--") ? a.substr(1) : a, a);
  }

  // --- predicates -------------------------------------------------------------------------------------------------------
  const std::string* argument(std::string_view name) {
    if (at_ < argv_.size()) return &argv_[at_++];
    fail_with("missing argument to `" + std::string(name) + "'");
    return nullptr;
  }
  void invalid_argument(std::string_view value, std::string_view name) {
    fail_with("invalid argument `" + std::string(value) + "' to `" + std::string(name) + "'");
  }
  std::optional<Comparison> comparison(std::string_view t) {
    Comparison c;
    if (t.starts_with('+')) c.kind = Comparison::Kind::kMore;
    if (t.starts_with('-')) c.kind = Comparison::Kind::kLess;
    if (c.kind != Comparison::Kind::kExactly) t.remove_prefix(1);
    const auto n = parse_digits(t);
    if (!n) return std::nullopt;
    c.n = *n;
    return c;
  }

  void predicate(const std::string& name, const std::string& written) {
    if (name == "-help") about_ = "help";
    else if (name == "-version") about_ = "version";
    else if (name == "-true") emit(Op::kTrue);
    else if (name == "-false") emit(Op::kFalse);
    else if (option(name) || pattern(name) || number_test(name) || time_test(name) || owner_test(name) || file_test(name) || action(name)) return;
    else if (name.starts_with("-newer") && name.size() == 8) newer(name);
    else fail_with("unknown predicate `" + written + "'");
  }

  // Options within the expression: true always.
  bool option(const std::string& name) {
    Settings& s = e_.settings;
    if (name == "-depth" || name == "-d") s.depth_first = true, explicit_depth_ = true;
    else if (name == "-xdev" || name == "-mount") s.one_device = true;
    else if (name == "-daystart") s.day_start = true;
    else if (name == "-follow") s.follow = Walk::Follow::kAlways;
    else if (name == "-ignore_readdir_race") s.ignore_races = true;
    else if (name == "-noignore_readdir_race") s.ignore_races = false;
    else if (name == "-noleaf" || name == "-warn" || name == "-nowarn") {
    } else if (name == "-maxdepth" || name == "-mindepth") {
      const std::string* a = argument(name);
      if (!a) return true;
      const auto n = parse_digits(*a);
      if (!n || *n > INT32_MAX) {
        fail_with("Expected a positive decimal integer argument to " + name + ", but got " + quoted(*a));
        return true;
      }
      (name == "-maxdepth" ? s.max_depth : s.min_depth) = static_cast<int>(*n);
    } else if (name == "-regextype") {
      const std::string* a = argument(name);
      if (a && !set_dialect(*a))
        fail_with("Unknown regular expression type " + quoted(*a) + "; valid types are " + dialects() + ".");
    } else if (name == "-files0-from") {
      if (const std::string* a = argument(name)) e_.files_from = *a;
    } else {
      return false;
    }
    emit(Op::kTrue);
    return true;
  }
  struct DialectName {
    std::string_view name;
    Syntax syntax;
    Dialect dialect;
  };
  static constexpr DialectName kDialects[] = {
      {"findutils-default", Syntax::kBasic, Dialect::kEmacs}, {"ed", Syntax::kBasic, Dialect::kPosix},
      {"emacs", Syntax::kBasic, Dialect::kEmacs},             {"gnu-awk", Syntax::kExtended, Dialect::kAwk},
      {"grep", Syntax::kBasic, Dialect::kGrep},               {"posix-awk", Syntax::kExtended, Dialect::kPosixAwk},
      {"awk", Syntax::kExtended, Dialect::kPosixAwk},         {"posix-basic", Syntax::kBasic, Dialect::kPosix},
      {"posix-egrep", Syntax::kExtended, Dialect::kGrep},     {"egrep", Syntax::kExtended, Dialect::kGrep},
      {"posix-extended", Syntax::kExtended, Dialect::kPosix}, {"posix-minimal-basic", Syntax::kBasic, Dialect::kPosixMinimal},
      {"sed", Syntax::kBasic, Dialect::kPosix}};
  bool set_dialect(std::string_view name) {
    for (const DialectName& d : kDialects)
      if (d.name == name) {
        dialect_ = &d;
        return true;
      }
    return false;
  }
  std::string dialects() const {
    std::string t;
    for (const DialectName& d : kDialects) t += (t.empty() ? "" : ", ") + quoted(d.name);
    return t;
  }

  bool pattern(const std::string& name) {
    Op op;
    bool nocase = false;
    if (name == "-name" || name == "-iname") op = Op::kName, nocase = name[1] == 'i';
    else if (name == "-path" || name == "-wholename" || name == "-ipath" || name == "-iwholename") op = Op::kPath, nocase = name[1] == 'i';
    else if (name == "-lname" || name == "-ilname") op = Op::kLinkName, nocase = name[1] == 'i';
    else if (name == "-regex" || name == "-iregex") {
      const std::string* a = argument(name);
      if (!a) return true;
      RegexOptions how;
      how.syntax = dialect_->syntax;
      how.dialect = dialect_->dialect;
      how.icase = name == "-iregex";
      how.utf8 = utf8_locale(p_);
      auto re = Regex::compile(*a, how);
      if (!re) {
        fail_with("failed to compile regular expression '" + *a + "': " + std::string(re.error().words()));
        return true;
      }
      Instruction i = make(Op::kRegex);
      i.regex = std::make_shared<Regex>(std::move(*re));
      emit(std::move(i));
      return true;
    } else {
      return false;
    }
    const std::string* a = argument(name);
    if (!a) return true;
    Instruction i = make(op);
    i.pattern = Pattern::compile(*a, {.nocase = nocase, .utf8 = utf8_locale(p_)});
    if (op == Op::kName && a->find('/') != a->npos && *a != "/")
      e_.warnings.push_back(std::string("warning: ") + quoted(name) + " matches against basenames only, but the given pattern contains a directory separator (" +
                            quoted("/") + "), thus the expression will evaluate to false all the time.  Did you mean " +
                            quoted(nocase ? "-iwholename" : "-wholename") + "?");
    emit(std::move(i));
    return true;
  }

  bool number_test(const std::string& name) {
    if (name == "-size") {
      const std::string* a = argument(name);
      if (!a) return true;
      Instruction i = make(Op::kSize);
      i.unit = 512;
      std::string_view t = *a;
      if (!t.empty() && !(t.back() >= '0' && t.back() <= '9')) {
        i.unit_letter = t.back();
        switch (t.back()) {
          case 'b': i.unit = 512; break;
          case 'c': i.unit = 1; break;
          case 'w': i.unit = 2; break;
          case 'k': i.unit = 1024; break;
          case 'M': i.unit = 1 << 20; break;
          case 'G': i.unit = 1 << 30; break;
          default:
            fail_with("invalid -size type `" + std::string(1, t.back()) + "'");
            return true;
        }
        t.remove_suffix(1);
      }
      auto c = comparison(t);
      if (!c) {
        invalid_argument(*a, name);
        return true;
      }
      i.compare = *c;
      emit(std::move(i));
      return true;
    }
    Op op;
    if (name == "-links") op = Op::kLinks;
    else if (name == "-inum") op = Op::kInum;
    else if (name == "-uid") op = Op::kUser;
    else if (name == "-gid") op = Op::kGroup;
    else if (name == "-used") op = Op::kUsed;
    else return false;
    const std::string* a = argument(name);
    if (!a) return true;
    auto c = comparison(*a);
    if (!c && name == "-used") fail_with("Invalid argument " + *a + " to -used");
    else if (!c) invalid_argument(*a, name);
    else {
      Instruction i = make(op);
      i.compare = *c;
      emit(std::move(i));
    }
    return true;
  }

  static std::optional<Time> time_kind(char letter) {
    switch (letter) {
      case 'a': return Time::kAccess;
      case 'c': return Time::kChange;
      case 'm': return Time::kModify;
      case 'B': return Time::kBirth;
      default: return std::nullopt;
    }
  }
  bool time_test(const std::string& name) {
    if (name == "-newer" || name == "-anewer" || name == "-cnewer") {
      const Time mine = name == "-newer" ? Time::kModify : *time_kind(name[1]);
      if (const std::string* a = argument(name)) newer_than(*a, mine, Time::kModify);
      return true;
    }
    const bool minutes = name.size() == 5 && name.ends_with("min"), days = name.size() == 6 && name.ends_with("time");
    const auto kind = minutes || days ? time_kind(name[1]) : std::nullopt;
    if (!kind || *kind == Time::kBirth) return false;
    const std::string* a = argument(name);
    if (!a) return true;
    // Fractions are allowed; the whole part decides for days.
    std::string_view t = *a;
    Instruction i = make(minutes ? Op::kMinutes : Op::kDays);
    if (t.starts_with('+')) i.compare.kind = Comparison::Kind::kMore;
    if (t.starts_with('-')) i.compare.kind = Comparison::Kind::kLess;
    if (i.compare.kind != Comparison::Kind::kExactly) t.remove_prefix(1);
    const std::size_t point = t.find('.');
    const auto whole = parse_digits(t.substr(0, point));
    const std::string_view fraction = point == t.npos ? "" : t.substr(point + 1);
    if (!whole || fraction.find_first_not_of("0123456789") != fraction.npos || *whole > 100'000'000'000) {
      invalid_argument(*a, name);
      return true;
    }
    const std::uint64_t unit = minutes ? 60 : 86400;
    double part = 0, scale = 0.1;
    for (char c : fraction) part += (c - '0') * scale, scale /= 10;
    i.compare.n = *whole * unit + static_cast<std::uint64_t>(part * static_cast<double>(unit));   // in seconds
    i.time = *kind;
    i.moment = e_.settings.now;
    if (e_.settings.day_start) {
      const TimeZone zone = TimeZone::from_environment(p_.getenv("TZ"));
      const CivilTime today = zone.civil(e_.settings.now.seconds);
      i.moment = {zone.seconds(today.year, today.month, today.day + 1, 0, 0, 0).value_or(e_.settings.now.seconds), 0};
    }
    emit(std::move(i));
    return true;
  }
  void newer_than(const std::string& file, Time mine, Time its) {
    auto stat = p_.fs().stat(p_.caller(), file, e_.settings.follow == Walk::Follow::kNever ? vfs::Follow::kNo : vfs::Follow::kYes);
    if (!stat) return fail_with(quoted(file) + ": " + std::string(stat.error().words()));
    const vfs::Time t = time_of(*stat, its);
    Instruction i = make(Op::kNewer);
    i.time = mine;
    i.moment = {t.sec, t.nsec};
    emit(std::move(i));
  }
  void newer(const std::string& name) {
    const auto mine = time_kind(name[6]);
    const bool text = name[7] == 't';
    const auto its = time_kind(name[7]);
    if (!mine || (!text && !its)) return fail_with("invalid predicate `" + name + "'");
    const std::string* a = argument(name);
    if (!a) return;
    if (!text) return newer_than(*a, *mine, *its);
    auto when = parse_date(*a, e_.settings.now, TimeZone::from_environment(p_.getenv("TZ")));
    if (!when) return fail_with("I cannot figure out how to interpret " + quoted(*a) + " as a date or time");
    Instruction i = make(Op::kNewer);
    i.time = *mine;
    i.moment = *when;
    emit(std::move(i));
  }

  bool owner_test(const std::string& name) {
    const bool user = name == "-user", group = name == "-group";
    if (name == "-nouser") return emit(Op::kNoUser), true;
    if (name == "-nogroup") return emit(Op::kNoGroup), true;
    if (!user && !group) return false;
    const std::string* a = argument(name);
    if (!a) return true;
    Instruction i = make(user ? Op::kUser : Op::kGroup);
    const User* u = user ? accounts_.user(*a) : nullptr;
    const Group* g = group ? accounts_.group(*a) : nullptr;
    if (u) i.compare.n = u->uid;
    else if (g) i.compare.n = g->gid;
    else if (auto n = parse_digits(*a)) i.compare.n = *n;
    else fail_with(quoted(*a) + " is not the name of " + (user ? "a known user" : "an existing group"));
    emit(std::move(i));
    return true;
  }

  bool file_test(const std::string& name) {
    if (name == "-type" || name == "-xtype") {
      const std::string* a = argument(name);
      if (!a) return true;
      Instruction i = make(Op::kType);
      i.flag = name == "-xtype";
      if (a->empty()) fail_with("Arguments to " + name + " should contain at least one letter");
      for (std::size_t k = 0; k < a->size() && ok(); k += 2) {
        const char c = (*a)[k];
        if (std::string_view("bcdpflsD").find(c) == std::string_view::npos)
          fail_with("Unknown argument to " + name + ": " + std::string(1, c));
        else if (i.types.find(c) != std::string::npos)
          fail_with("Duplicate file type '" + std::string(1, c) + "' in the argument list to " + name + ".");
        else if (k + 1 < a->size() && (*a)[k + 1] != ',')
          fail_with("Must separate multiple arguments to " + name + " using: ','");
        else if (k + 2 == a->size())
          fail_with("Last file type in list argument to " + name + " is missing, i.e., list is ending on: ','");
        i.types += c;
      }
      emit(std::move(i));
    } else if (name == "-empty") {
      emit(Op::kEmpty);
    } else if (name == "-readable" || name == "-writable" || name == "-executable") {
      Instruction i = make(Op::kAccess);
      i.bits = name == "-readable" ? vfs::kReadable : name == "-writable" ? vfs::kWritable : vfs::kExecutable;
      emit(std::move(i));
    } else if (name == "-samefile") {
      const std::string* a = argument(name);
      if (!a) return true;
      auto stat = p_.fs().stat(p_.caller(), *a, e_.settings.follow == Walk::Follow::kNever ? vfs::Follow::kNo : vfs::Follow::kYes);
      if (!stat) {
        fail_with(quoted(*a) + ": " + std::string(stat.error().words()));
        return true;
      }
      Instruction i = make(Op::kSameFile);
      i.number = stat->ino;
      emit(std::move(i));
    } else if (name == "-perm") {
      const std::string* a = argument(name);
      if (!a) return true;
      Instruction i = make(Op::kPerm);
      std::string_view t = *a;
      if (t.size() > 1 && (t[0] == '-' || t[0] == '/')) {
        i.how = t[0];
        t.remove_prefix(1);
      }
      auto mode = ModeChange::parse(t);
      if (!mode || (t.starts_with('+') && t.size() > 1 && t[1] >= '0' && t[1] <= '7')) {
        fail_with("invalid mode " + quoted(*a));
        return true;
      }
      i.bits = mode->apply(0, false, 0);
      i.directory_bits = mode->apply(0, true, 0);
      if (i.how == '/' && i.bits == 0) i.how = '-';   // GNU: /000 matches everything
      emit(std::move(i));
    } else if (name == "-fstype") {
      const std::string* a = argument(name);
      if (!a) return true;
      Instruction i = make(Op::kFilesystem);
      i.types = *a;
      emit(std::move(i));
    } else if (name == "-context") {
      if (argument(name)) fail_with("invalid predicate -context: SELinux is not enabled.");
    } else {
      return false;
    }
    return true;
  }

  std::size_t output(const std::string& file) {
    e_.outputs.emplace_back();
    output_files_.emplace_back(e_.outputs.size() - 1, file);
    return e_.outputs.size() - 1;
  }
  Task<> open_outputs() {
    for (auto& [index, file] : output_files_) {
      if (!ok()) co_return;
      if (file == "/dev/stdout" || file == "/dev/stderr") {
        e_.outputs[index].fd = file == "/dev/stdout" ? 1 : 2;
        continue;
      }
      auto fd = co_await p_.open(file, OpenFlags::writing(), 0666, 3);
      if (fd) e_.outputs[index].fd = *fd;
      else fail_with(quoted(file) + ": " + std::string(fd.error().words()));
    }
  }

  bool action(const std::string& name) {
    Instruction i;
    if (name == "-print" || name == "-print0") {
      i.op = name == "-print" ? Op::kPrint : Op::kPrint0;
    } else if (name == "-fprint" || name == "-fprint0" || name == "-fls") {
      const std::string* file = argument(name);
      if (!file) return true;
      i.op = name == "-fprint" ? Op::kPrint : name == "-fprint0" ? Op::kPrint0 : Op::kList;
      i.output = output(*file);
    } else if (name == "-printf" || name == "-fprintf") {
      const std::string* file = name == "-fprintf" ? argument(name) : nullptr;
      if (name == "-fprintf" && !file) return true;
      const std::string* format = argument(name);
      if (!format) return true;
      i.op = Op::kPrintf;
      i.format = parse_format(*format, e_.warnings);
      if (file) i.output = output(*file);
    } else if (name == "-ls") {
      i.op = Op::kList;
    } else if (name == "-prune") {
      emit(Op::kPrune);
      pruned_ = true;
      return true;
    } else if (name == "-quit") {
      emit(Op::kQuit);
      return true;
    } else if (name == "-delete") {
      i.op = Op::kDelete;
      e_.settings.depth_first = true;
      deletes_ = true;
    } else if (name == "-exec" || name == "-execdir" || name == "-ok" || name == "-okdir") {
      return exec(name);
    } else {
      return false;
    }
    e_.has_action = true;
    emit(std::move(i));
    return true;
  }

  bool exec(const std::string& name) {
    Instruction i = make(Op::kExec);
    i.flag = name.starts_with("-ok");
    i.in_directory = name.ends_with("dir");
    std::size_t end = at_;
    bool many = false;
    for (; end < argv_.size(); ++end) {
      if (argv_[end] == ";") break;
      if (!i.flag && argv_[end] == "+" && end > at_ && argv_[end - 1] == "{}") {
        many = true;
        break;
      }
    }
    if (end >= argv_.size()) return fail_with("missing argument to `" + name + "'"), true;
    if (end == at_) return invalid_argument(argv_[end], name), true;
    i.words.assign(argv_.begin() + static_cast<std::ptrdiff_t>(at_), argv_.begin() + static_cast<std::ptrdiff_t>(end));
    at_ = end + 1;
    if (many) {
      i.op = Op::kExecMany;
      i.words.pop_back();
      for (const std::string& w : i.words)
        if (w.find("{}") != w.npos) return fail_with("Only one instance of {} is supported with " + name + " ... +"), true;
      if (i.words.empty()) return invalid_argument("{}", name), true;
    }
    e_.has_action = true;
    emit(std::move(i));
    return true;
  }

  Process& p_;
  const std::vector<std::string>& argv_;
  Expression& e_;
  std::string& about_;
  Accounts accounts_;
  std::size_t at_ = 1;
  int depth_ = 0;
  std::string error_;
  const DialectName* dialect_ = &kDialects[0];
  bool explicit_depth_ = false, deletes_ = false, pruned_ = false;
  std::vector<std::pair<std::size_t, std::string>> output_files_;
};

}  // namespace

Task<Worded<>> parse(Process& p, const std::vector<std::string>& argv, Expression& e, std::string& about) {
  Parser parser(p, argv, e, about);
  co_return co_await parser.run();
}

}  // namespace nacre::find
