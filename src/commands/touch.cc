// touch [-acfhm] [-d STRING | -t STAMP | -r FILE] FILE...   (POSIX touch; dates as in base/date_parse.h)
#include "src/base/date_parse.h"
#include "src/process/choice.h"
#include "src/process/locale.h"
#include "src/process/machine.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr int kTime = kOnlyLong;
constexpr Option kOptions[] = {
    {'a', "", Argument::kNone, "", "change only the access time"},
    {'c', "no-create", Argument::kNone, "", "do not create any files"},
    {'d', "date", Argument::kRequired, "STRING", "parse STRING and use it instead of current time"},
    {'f', "", Argument::kNone, "", "(ignored)"},
    {'h', "no-dereference", Argument::kNone, "", "affect each symbolic link instead of any referenced\nfile (useful only on systems that can change the\ntimestamps of a symlink)"},
    {'m', "", Argument::kNone, "", "change only the modification time"},
    {'r', "reference", Argument::kRequired, "FILE", "use this file's times instead of current time"},
    {'t', "", Argument::kRequired, "STAMP", "use [[CC]YY]MMDDhhmm[.ss] instead of current time"},
    {kTime, "time", Argument::kRequired, "WORD", "change the specified time:\n  WORD is access, atime, or use: equivalent to -a\n  WORD is modify or mtime: equivalent to -m"},
};
constexpr Synopsis kSynopsis{.name = "touch", .usage = "[OPTION]... FILE...",
    .description = "Update the access and modification times of each FILE to the current time.\n\n"
                   "A FILE argument that does not exist is created empty, unless -c or -h\nis supplied.\n\n"
                   "A FILE argument string of - is handled specially and causes touch to\n"
                   "change the times of the file associated with standard output.\n\n"
                   "Mandatory arguments to long options are mandatory for short options too.",
    .options = kOptions, .notes = "Note that the -d and -t options accept different time-date formats."};
constexpr Choice kTimes[] = {{"atime", 'a'}, {"access", 'a'}, {"use", 'a'}, {"mtime", 'm'}, {"modify", 'm'}};

struct Settings {
  bool no_create = false, no_follow = false;
  vfs::NewTime atime, mtime;
};

bool touch(Process& p, std::string_view file, const Settings& s) {
  vfs::FileSystem& fs = p.fs();
  const vfs::Caller who = p.caller();
  Result<> done;
  std::optional<Error> open_error;
  if (file == "-") {
    const FileDescription* out = p.file(1);
    if (!out) done = fail(Errno::kBADF);
    else if (out->inode()) done = fs.utimens(who, out->inode(), s.atime, s.mtime);
  } else {
    if (!s.no_create && !s.no_follow) {
      auto opened = fs.open(who, file, vfs::kOpenWrite | vfs::kOpenCreate, 0666);
      if (!opened && !(opened.error() == Errno::kISDIR) && !(opened.error() == Errno::kINVAL) && !(opened.error() == Errno::kPERM))
        open_error = opened.error();
    }
    done = fs.utimens(who, file, s.atime, s.mtime, s.no_follow ? vfs::Follow::kNo : vfs::Follow::kYes);
  }
  if (done) return true;
  if (open_error) {
    p.complain("cannot touch " + quote(file), *open_error);
    return false;
  }
  if (s.no_create && done.error() == Errno::kNOENT) return true;
  p.complain("setting times of " + quote(file), done.error());
  return false;
}

vfs::NewTime at(Moment m) { return {vfs::NewTime::Kind::kSet, {m.seconds, m.nanoseconds}}; }
Moment moment(vfs::Time t) { return {t.sec, t.nsec}; }

Task<int> touch_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Settings s;
  bool access = false, modification = false;
  std::optional<std::string_view> date, reference, stamp;
  const Nanoseconds clock = p.machine().now();
  const Moment now{clock / kSecond, static_cast<std::uint32_t>(clock % kSecond)};
  const TimeZone zone = TimeZone::from_environment(p.getenv("TZ"));
  std::optional<std::int64_t> stamped;
  for (const Option::Use& u : o.uses()) {
    switch (u.id) {
      case 'a': access = true; break;
      case 'm': modification = true; break;
      case 'c': s.no_create = true; break;
      case 'h': s.no_follow = true; break;
      case 'd': date = u.argument; break;
      case 'r': reference = u.argument; break;
      case 't':
        stamp = u.argument;
        stamped = parse_posix_date(u.argument, {}, now, zone);
        if (!stamped) {
          p.complain("invalid date format " + quote_words(p, u.argument));
          co_return 1;
        }
        break;
      case kTime: {
        std::string error;
        const auto which = choose(p, kTimes, u.argument, "--time", error);
        if (!which) co_return usage_error(p, error);
        (*which == 'a' ? access : modification) = true;
        break;
      }
    }
  }
  if (!access && !modification) access = modification = true;
  if (stamp && (date || reference)) co_return usage_error(p, "cannot specify times from more than one source");
  if (stamped) s.atime = s.mtime = at({*stamped, 0});
  Moment atime = now, mtime = now;
  if (reference) {
    auto r = p.fs().stat(p.caller(), *reference, s.no_follow ? vfs::Follow::kNo : vfs::Follow::kYes);
    if (!r) {
      p.complain("failed to get attributes of " + quote(*reference), r.error());
      co_return 1;
    }
    atime = moment(r->atime);
    mtime = moment(r->mtime);
    s.atime = at(atime);
    s.mtime = at(mtime);
  }
  if (date) {
    const auto a = parse_date(*date, atime, zone), m = parse_date(*date, mtime, zone);
    if (!a || !m) {
      p.complain("invalid date format " + quote_words(p, *date));
      co_return 1;
    }
    s.atime = at(*a);
    s.mtime = at(*m);
  }
  if (!access) s.atime.kind = vfs::NewTime::Kind::kOmit;
  if (!modification) s.mtime.kind = vfs::NewTime::Kind::kOmit;
  if (o.operands().empty()) co_return usage_error(p, "missing file operand");
  int status = 0;
  for (std::string_view file : o.operands()) {
    if (!touch(p, file, s)) status = 1;
    if (p.spent(2)) co_await p.spend(0);
  }
  co_return status;
}
const Program kTouch("touch", touch_main);

}  // namespace
}  // namespace nacre
