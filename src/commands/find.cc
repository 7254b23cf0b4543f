// find [-H] [-L] [-P] [-Olevel] [PATH]... [EXPRESSION] (POSIX; GNU findutils 4.9).
//
// The arguments become a program (find.h); each file that the walk comes to is run through it. Files come in the order of their
// names. -context is refused as on a system without SELinux; -fstype knows "nacre" and "proc". -D and -O are taken and change nothing,
// as with GNU's they change no result.
#include "src/commands/find.h"

#include <algorithm>
#include <cmath>

#include "src/process/locale.h"
#include "src/process/machine.h"
#include "src/process/options.h"

namespace nacre::find {
namespace {

using Op = Instruction::Op;

constexpr Synopsis kSynopsis{
    "find", "[-H] [-L] [-P] [-Olevel] [-D debugopts] [path...] [expression]",
    "Default path is the current directory; default expression is -print.\n"
    "Expression may consist of: operators, options, tests, and actions.\n\n"
    "Operators (decreasing precedence; -and is implicit where no others are given):\n"
    "      ( EXPR )   ! EXPR   -not EXPR   EXPR1 -a EXPR2   EXPR1 -and EXPR2\n"
    "      EXPR1 -o EXPR2   EXPR1 -or EXPR2   EXPR1 , EXPR2\n\n"
    "Positional options (always true):\n"
    "      -daystart -follow -nowarn -regextype -warn\n\n"
    "Normal options (always true, specified before other expressions):\n"
    "      -depth -files0-from FILE -maxdepth LEVELS -mindepth LEVELS\n"
    "      -mount -noleaf -xdev -ignore_readdir_race -noignore_readdir_race\n\n"
    "Tests (N can be +N or -N or N):\n"
    "      -amin N -anewer FILE -atime N -cmin N -cnewer FILE -context CONTEXT\n"
    "      -ctime N -empty -false -fstype TYPE -gid N -group NAME -ilname PATTERN\n"
    "      -iname PATTERN -inum N -iwholename PATTERN -iregex PATTERN\n"
    "      -links N -lname PATTERN -mmin N -mtime N -name PATTERN -newer FILE\n"
    "      -nouser -nogroup -path PATTERN -perm [-/]MODE -regex PATTERN\n"
    "      -readable -writable -executable\n"
    "      -wholename PATTERN -size N[bcwkMG] -true -type [bcdpflsD] -uid N\n"
    "      -used N -user NAME -xtype [bcdpfls]\n\n"
    "Actions:\n"
    "      -delete -print0 -printf FORMAT -fprintf FILE FORMAT -print\n"
    "      -fprint0 FILE -fprint FILE -ls -fls FILE -prune -quit\n"
    "      -exec COMMAND ; -exec COMMAND {} + -ok COMMAND ;\n"
    "      -execdir COMMAND ; -execdir COMMAND {} + -okdir COMMAND ;",
    {}, "", 1, true, true};

constexpr std::size_t kExecSize = 131072;   // bytes of arguments of one -exec ... +

char type_letter(vfs::Type t) {
  switch (t) {
    case vfs::Type::kFile: return 'f';
    case vfs::Type::kDirectory: return 'd';
    case vfs::Type::kSymlink: return 'l';
    case vfs::Type::kFifo: return 'p';
    case vfs::Type::kCharDevice: return 'c';
  }
  return 'U';
}

class Finder {
 public:
  Finder(Process& p, Expression& e)
      : p_(p), e_(e), accounts_(p), zone_(TimeZone::from_environment(p.getenv("TZ"))), program_(p.argv[0]),
        walk_(p, {.follow = e.settings.follow, .one_device = e.settings.one_device}) {
    for (Output& o : e_.outputs) o.writer = std::make_unique<Writer>(p_, o.fd);
  }

  Task<> start(const std::string& path) {
    operand_ = path;
    walk_.start(path);
    while (!quit_ && walk_.next()) {
      if (p_.spent(2)) co_await p_.spend(0);
      bool visit = true;
      switch (walk_.visit()) {
        case Walk::Visit::kDirectory:
          if (walk_.depth() >= e_.settings.max_depth) walk_.skip();
          visit = !e_.settings.depth_first;
          break;
        case Walk::Visit::kLeave: visit = e_.settings.depth_first; break;
        case Walk::Visit::kUnreadable:
          complain(quote_words(p_, walk_.path()) + ": " + std::string(walk_.error().words()));
          visit = e_.settings.depth_first;
          break;
        case Walk::Visit::kCycle: {
          const std::string& at = walk_.path();
          const std::size_t slash = at.rfind('/');
          complain("File system loop detected; " + quote_words(p_, at) + " is part of the same file system loop as " +
                            quote_words(p_, slash == at.npos ? "." : at.substr(0, slash)) + ".");
          visit = false;
          break;
        }
        case Walk::Visit::kError:
          if (!(e_.settings.ignore_races && walk_.error() == Errno::kNOENT && walk_.depth() > 0))
            complain(quote_words(p_, walk_.path()) + ": " + std::string(walk_.error().words()));
          visit = false;
          break;
        case Walk::Visit::kFile:
        case Walk::Visit::kDangling: break;
      }
      if (!visit || walk_.depth() < e_.settings.min_depth || walk_.depth() > e_.settings.max_depth) continue;
      (void)co_await run();
      for (Output& o : e_.outputs)
        if (o.writer->full()) o.writer->flush();
    }
  }

  Task<int> finish() {
    for (Instruction& i : e_.code)
      if (i.op == Op::kExecMany && !i.gathered.empty()) (void)co_await exec_gathered(i);
    for (std::size_t k = 1; k < e_.outputs.size(); ++k) e_.outputs[k].writer->flush();
    co_return e_.outputs[0].writer->finish(status_);
  }
  bool quit() const { return quit_; }
  void complain(const std::string& text) {
    status_ = 1;
    for (Output& o : e_.outputs) o.writer->flush();
    p_.write_stderr(program_ + ": " + text + "\n");
  }

 private:
  Task<bool> run() {
    bool flag = true;
    for (std::size_t at = 0; at < e_.code.size();) {
      Instruction& i = e_.code[at++];
      switch (i.op) {
        case Op::kNot: flag = !flag; break;
        case Op::kJumpIfTrue: if (flag) at = i.target; break;
        case Op::kJumpIfFalse: if (!flag) at = i.target; break;
        case Op::kJump: at = i.target; break;
        case Op::kExec: flag = co_await exec(i); break;
        case Op::kExecMany: co_await gather(i); flag = true; break;
        case Op::kDelete: flag = remove(); break;
        case Op::kQuit: quit_ = true; co_return true;
        case Op::kRegex: {
          RegexMatch m;
          const Found found = i.regex->search(walk_.path(), 0, std::span(&m, 1), Regex::kAnchored);
          if (p_.spent(static_cast<std::uint32_t>(i.regex->take_steps() / 10))) co_await p_.spend(0);
          flag = found == Found::kYes && m.end == walk_.path().size();
          break;
        }
        case Op::kEmpty: {
          auto empty = is_empty();
          flag = empty.value_or(false);
          if (!empty) complain(quote_words(p_, walk_.path()) + ": " + std::string(empty.error().words()));
          break;
        }
        default: flag = test(i); break;
      }
    }
    co_return flag;
  }

  Result<bool> is_empty() {
    if (walk_.type() == vfs::Type::kFile) return walk_.stat().size == 0;
    if (walk_.type() != vfs::Type::kDirectory) return false;
    if (auto ok = p_.fs().permit(p_.caller(), walk_.ino(), vfs::kReadable); !ok) return fail(ok.error());
    vfs::DirEntry entry;
    auto more = p_.fs().next_entry(walk_.ino(), entry);
    if (!more) return fail(more.error());
    return !*more;
  }

  // The base name as -name sees it: without trailing slashes.
  std::string_view base_name() const {
    std::string_view n = walk_.path();
    while (n.size() > 1 && n.back() == '/') n.remove_suffix(1);
    const std::size_t slash = n.rfind('/');
    return slash == n.npos || n.size() == 1 ? n : n.substr(slash + 1);
  }

  bool test(Instruction& i) {
    switch (i.op) {
      case Op::kTrue: return true;
      case Op::kFalse: return false;
      case Op::kName: return i.pattern->matches(base_name());
      case Op::kPath: return i.pattern->matches(walk_.path());
      case Op::kLinkName: {
        if (walk_.type() != vfs::Type::kSymlink) return false;
        auto target = p_.fs().readlink(p_.caller(), walk_.access_path(), walk_.base());
        return target && i.pattern->matches(*target);
      }
      case Op::kType: return test_type(i);
      case Op::kSize: {
        const std::uint64_t size = walk_.stat().size;
        return i.compare.holds(size / i.unit + (size % i.unit != 0));
      }
      case Op::kPerm: {
        const std::uint32_t mode = walk_.stat().mode & 07777, bits = walk_.type() == vfs::Type::kDirectory ? i.directory_bits : i.bits;
        return i.how == '-' ? (mode & bits) == bits : i.how == '/' ? (mode & bits) != 0 : mode == bits;
      }
      case Op::kUser: return i.compare.holds(walk_.stat().uid);
      case Op::kGroup: return i.compare.holds(walk_.stat().gid);
      case Op::kNoUser: return accounts_.user(walk_.stat().uid) == nullptr;
      case Op::kNoGroup: return accounts_.group(walk_.stat().gid) == nullptr;
      case Op::kLinks: return i.compare.holds(walk_.stat().nlink);
      case Op::kInum: return i.compare.holds(walk_.ino());
      case Op::kSameFile: return walk_.ino() == i.number;
      case Op::kAccess: {
        return p_.fs().access(p_.caller(), walk_.access_path(), i.bits, walk_.base()).has_value();
      }
      case Op::kMinutes:
      case Op::kDays: return test_age(i);
      case Op::kNewer: {
        const vfs::Time t = time_of(walk_.stat(), i.time);
        return Moment{t.sec, t.nsec} > i.moment;
      }
      case Op::kUsed: {
        const vfs::Time a = walk_.stat().atime, c = walk_.stat().ctime;
        if (a.sec < c.sec || (a.sec == c.sec && a.nsec < c.nsec)) return false;
        constexpr double kDay = 86400;
        const double after = static_cast<double>(a.sec - c.sec) + (static_cast<double>(a.nsec) - c.nsec) / 1e9;
        const double n = static_cast<double>(i.compare.n) * kDay;
        switch (i.compare.kind) {
          case Comparison::Kind::kMore: return after > n;
          case Comparison::Kind::kLess: return after < n;
          case Comparison::Kind::kExactly: return after >= n - kDay && after < n;
        }
        return false;
      }
      case Op::kFilesystem: return i.types == (walk_.stat().dev == 1 ? "nacre" : "proc");
      case Op::kPrint:
      case Op::kPrint0:
        writer(i).put(walk_.path());
        writer(i).put(i.op == Op::kPrint ? '\n' : '\0');
        return true;
      case Op::kPrintf: {
        Visited v{p_, walk_, accounts_, zone_, operand_, e_.settings};
        append_formatted(writer(i).buffer(), i.format, v);
        return true;
      }
      case Op::kList: {
        Visited v{p_, walk_, accounts_, zone_, operand_, e_.settings};
        append_listing(writer(i).buffer(), v);
        return true;
      }
      case Op::kPrune:
        if (walk_.visit() == Walk::Visit::kDirectory) walk_.skip();
        return true;
      default: return true;
    }
  }
  Writer& writer(const Instruction& i) { return *e_.outputs[i.output].writer; }

  bool test_type(const Instruction& i) {
    vfs::Type type = walk_.type();
    if (i.flag) {   // -xtype: the other way round about links
      const bool followed = e_.settings.follow == Walk::Follow::kAlways;
      if (followed) {
        auto link = p_.fs().stat(p_.caller(), walk_.access_path(), vfs::Follow::kNo, walk_.base());
        if (link) type = link->type;
      } else if (type == vfs::Type::kSymlink) {
        auto target = p_.fs().stat(p_.caller(), walk_.access_path(), vfs::Follow::kYes, walk_.base());
        if (target) type = target->type;
      }
    }
    return i.types.find(type_letter(type)) != std::string::npos;
  }

  // Ages in seconds against a number of minutes or days; exact ages are those of one whole unit.
  bool test_age(const Instruction& i) {
    const vfs::Time t = time_of(walk_.stat(), i.time);
    const double age = static_cast<double>(i.moment.seconds - t.sec) + (static_cast<double>(i.moment.nanoseconds) - t.nsec) / 1e9;
    const double n = static_cast<double>(i.compare.n), unit = i.op == Op::kMinutes ? 60 : 86400;
    if (i.op == Op::kMinutes) {
      switch (i.compare.kind) {
        case Comparison::Kind::kMore: return age > n;
        case Comparison::Kind::kLess: return age < n;
        case Comparison::Kind::kExactly: return age < n && age >= n - unit;
      }
    }
    switch (i.compare.kind) {
      case Comparison::Kind::kMore: return age > n + unit;
      case Comparison::Kind::kLess: return age < n + 1;
      case Comparison::Kind::kExactly: return age >= n && age < n + unit;
    }
    return false;
  }

  bool remove() {
    const std::string_view path = walk_.access_path();
    if (walk_.path() == "." || walk_.path() == "./") return true;
    auto ok = walk_.type() == vfs::Type::kDirectory && !walk_.through_link() ? p_.fs().rmdir(p_.caller(), path, walk_.base())
                                                                             : p_.fs().unlink(p_.caller(), path, walk_.base());
    if (ok) return true;
    complain("cannot delete " + quote_words(p_, walk_.path()) + ": " + std::string(ok.error().words()));
    return false;
  }

  // The directory of the file, for -execdir, and the file as seen from there.
  std::pair<std::string, std::string> split() const {
    const std::string& path = walk_.path();
    const std::size_t slash = path.rfind('/');
    if (slash == path.npos) return {".", "./" + path};
    return {slash == 0 ? "/" : path.substr(0, slash), "./" + path.substr(slash + 1)};
  }

  // The command's status. That it cannot be run, or dies, is said, and is a failure of it and not of find.
  Task<int> run_command(std::vector<std::string> argv, std::optional<std::string> cwd) {
    for (Output& o : e_.outputs) o.writer->flush();
    const std::string name = argv[0];
    SpawnOptions how;
    how.cwd = std::move(cwd);
    auto ended = co_await p_.run(std::move(argv), how);
    std::string text = program_ + ": " + quote_words(p_, name);
    if (!ended) {
      p_.write_stderr(text + ": " + std::string(ended.error().words()) + "\n");
      co_return 1;
    }
    if (ended->signal) p_.write_stderr(text + " terminated by signal " + std::to_string(ended->signal) + "\n");
    co_return ended->shell_status();
  }

  Task<bool> exec(Instruction& i) {
    const auto [directory, name] = split();
    const std::string& subject = i.in_directory ? name : walk_.path();
    std::vector<std::string> argv;
    for (const std::string& w : i.words) {
      std::string text;
      std::size_t from = 0;
      for (std::size_t at; (at = w.find("{}", from)) != w.npos; from = at + 2) text += w.substr(from, at - from) + subject;
      argv.push_back(text + w.substr(from));
    }
    if (i.flag) {
      for (Output& o : e_.outputs) o.writer->flush();
      p_.write_stderr("< " + i.words[0] + " ... " + walk_.path() + " > ? ");
      std::string answer;
      (void)co_await p_.read_until(0, '\n', 4096, answer);
      if (answer.empty() || (answer[0] != 'y' && answer[0] != 'Y')) co_return false;
    }
    co_return co_await run_command(std::move(argv), i.in_directory ? std::optional(directory) : std::nullopt) == 0;
  }

  Task<> gather(Instruction& i) {
    const auto [directory, name] = split();
    const std::string& subject = i.in_directory ? name : walk_.path();
    if (!i.gathered.empty() && ((i.in_directory && i.gathered_in != directory) || i.gathered_size + subject.size() + 1 > kExecSize))
      (void)co_await exec_gathered(i);
    if (i.gathered.empty()) {
      i.gathered_in = directory;
      i.gathered_size = 0;
      for (const std::string& w : i.words) i.gathered_size += w.size() + 1;
    }
    i.gathered.push_back(subject);
    i.gathered_size += subject.size() + 1;
  }
  Task<bool> exec_gathered(Instruction& i) {
    std::vector<std::string> argv = i.words;
    argv.insert(argv.end(), std::make_move_iterator(i.gathered.begin()), std::make_move_iterator(i.gathered.end()));
    i.gathered.clear();
    const bool good = co_await run_command(std::move(argv), i.in_directory ? std::optional(i.gathered_in) : std::nullopt) == 0;
    if (!good) status_ = 1;
    co_return good;
  }

  Process& p_;
  Expression& e_;
  Accounts accounts_;
  TimeZone zone_;
  std::string program_, operand_;
  Walk walk_;
  int status_ = 0;
  bool quit_ = false;
};

Task<int> find_main(Process& p) {
  Expression e;
  std::string about;
  auto ok = co_await parse(p, p.argv, e, about);
  if (!about.empty()) {
    Writer out(p, 1);
    out.put(about == "help" ? help_text(kSynopsis, p.argv[0]) : version_text("find"));
    co_return out.finish(0);
  }
  for (const std::string& w : e.warnings) p.complain(w);
  if (!ok) {
    p.complain(ok.error().text);
    co_return 1;
  }
  Finder finder(p, e);
  if (e.files_from) {
    if (!e.paths.empty()) {
      p.complain("extra operand " + quote_words(p, e.paths[0]) + "\nfile operands cannot be combined with -files0-from");
      co_return 1;
    }
    int fd = 0;
    if (*e.files_from != "-") {
      auto opened = co_await p.open(*e.files_from, {.read = true, .cloexec = true}, 0, 10);
      if (!opened) {
        p.complain("cannot open " + quote_words(p, *e.files_from) + " for reading: " + std::string(opened.error().words()));
        co_return 1;
      }
      fd = *opened;
    }
    Reader in(p, fd);
    std::string_view name;
    for (;;) {
      auto more = co_await in.next(name, '\0');
      if (!more || !*more || finder.quit()) break;
      if (name.empty()) finder.complain(quote_words(p, *e.files_from) + ": invalid zero-length file name");
      else co_await finder.start(std::string(name));
    }
  }
  for (const std::string& path : e.paths) {
    if (finder.quit()) break;
    co_await finder.start(path);
  }
  co_return co_await finder.finish();
}

const Program kFind("find", find_main);

}  // namespace
}  // namespace nacre::find
