// date [OPTION]... [+FORMAT]   (POSIX date, with GNU's options; formats are base/calendar.h, dates base/date_parse.h)
//
// The clock of a sandbox belongs to the host: setting it is "Operation not permitted".
#include "src/base/date_parse.h"
#include "src/process/choice.h"
#include "src/process/io.h"
#include "src/process/locale.h"
#include "src/process/machine.h"
#include "src/process/options.h"

namespace nacre {
namespace {

enum Long : int { kDebug = kOnlyLong, kResolution, kRfc3339 };
constexpr Option kOptions[] = {
    {'d', "date", Argument::kRequired, "STRING", "display time described by STRING, not 'now'"},
    {kDebug, "debug", Argument::kNone, "", "annotate the parsed date,\nand warn about questionable usage to stderr"},
    {'f', "file", Argument::kRequired, "DATEFILE", "like --date; once for each line of DATEFILE"},
    {'I', "iso-8601", Argument::kOptional, "FMT", "output date/time in ISO 8601 format.\n  FMT='date' for date only (the default),\n  'hours', 'minutes', 'seconds', or 'ns'\n  for date and time to the indicated precision.\n  Example: 2006-08-14T02:34:56-06:00"},
    {kResolution, "resolution", Argument::kNone, "", "output the available resolution of timestamps\n  Example: 0.000000001"},
    {'R', "rfc-email", Argument::kNone, "", "output date and time in RFC 5322 format.\n  Example: Mon, 14 Aug 2006 02:34:56 -0600"},
    {'R', "rfc-822", Argument::kNone, "", ""},
    {'R', "rfc-2822", Argument::kNone, "", ""},
    {kRfc3339, "rfc-3339", Argument::kRequired, "FMT", "output date/time in RFC 3339 format.\n  FMT='date', 'seconds', or 'ns'\n  for date and time to the indicated precision.\n  Example: 2006-08-14 02:34:56-06:00"},
    {'r', "reference", Argument::kRequired, "FILE", "display the last modification time of FILE"},
    {'s', "set", Argument::kRequired, "STRING", "set time described by STRING"},
    {'u', "utc", Argument::kNone, "", " "},
    {'u', "uct", Argument::kNone, "", ""},
    {'u', "universal", Argument::kNone, "", "print or set Coordinated Universal Time (UTC)"},
};
constexpr Synopsis kSynopsis{.name = "date",
    .usage = "[OPTION]... [+FORMAT]\n[-u|--utc|--universal] [MMDDhhmm[[CC]YY][.ss]]",
    .description = "Display date and time in the given FORMAT.\n"
                   "With -s, or with [MMDDhhmm[[CC]YY][.ss]], set the date and time.\n\n"
                   "Mandatory arguments to long options are mandatory for short options too.",
    .options = kOptions,
    .notes = "FORMAT controls the output.  It is interpreted as by strftime: %Y-%m-%d %H:%M:%S,\n"
             "%F %T, %s (seconds since 1970), %N (nanoseconds), %a %b %j %u %V %z %:z %Z and more.\n"
             "Flags may follow '%': - (no padding), _ (spaces), 0 (zeros), + (zeros, and a sign\n"
             "before years of more than 4 digits), ^ (upper case), # (opposite case); then a width.\n\n"
             "Examples:\nConvert seconds since the Epoch (1970-01-01 UTC) to a date\n  $ date --date='@2147483647'\n\n"
             "Show the local time for 9AM next Friday on the west coast of the US\n"
             "  $ date --date='TZ=\"America/Los_Angeles\" 09:00 next Fri'"};

constexpr Choice kIso[] = {{"hours", 0}, {"minutes", 1}, {"date", 2}, {"seconds", 3}, {"ns", 4}};
constexpr std::string_view kIsoFormats[] = {"%Y-%m-%dT%H%:z", "%Y-%m-%dT%H:%M%:z", "%Y-%m-%d", "%Y-%m-%dT%H:%M:%S%:z",
                                            "%Y-%m-%dT%H:%M:%S,%N%:z"};
constexpr Choice kRfc[] = {{"date", 0}, {"seconds", 1}, {"ns", 2}};
constexpr std::string_view kRfcFormats[] = {"%Y-%m-%d", "%Y-%m-%d %H:%M:%S%:z", "%Y-%m-%d %H:%M:%S.%N%:z"};

class Date {
 public:
  explicit Date(Process& p) : p_(p), out_(p, 1) {
    const Nanoseconds t = p.machine().now();
    now_ = {t / kSecond, static_cast<std::uint32_t>(t % kSecond)};
    zone_ = TimeZone::from_environment(p.getenv("TZ"));
  }

  Task<int> run(const Options& o) {
    for (const Option::Use& u : o.uses())
      if (auto status = option(u)) co_return *status;
    const int given = (date_ ? 1 : 0) + (file_ ? 1 : 0) + (reference_ ? 1 : 0) + resolution_;
    if (given > 1) co_return usage_error(p_, "the options to specify dates for printing are mutually exclusive");
    if (set_ && given) co_return usage_error(p_, "the options to print and set the time may not be used together");
    const auto& operands = o.operands();
    std::optional<std::string_view> digits;
    if (operands.size() > 1) co_return usage_error(p_, "extra operand " + quote_words(p_, operands[1]));
    if (!operands.empty() && operands[0].starts_with('+')) {
      if (format_) co_return wrong("multiple output formats specified");
      format_ = std::string(operands[0].substr(1));
    } else if (!operands.empty()) {
      if (set_ || given)
        co_return usage_error(p_, "the argument " + quote_words(p_, operands[0]) +
                                               " lacks a leading '+';\nwhen using an option to specify date(s), any non-option\n"
                                               "argument must be a format string beginning with '+'");
      digits = operands[0];
    }
    if (!format_) format_ = resolution_ ? "%s.%N" : "%a %b %e %H:%M:%S %Z %Y";
    if (file_) co_return co_await batch();
    std::optional<Moment> when = now_;
    std::string_view text;
    int status = 0;
    if (digits) {
      text = *digits;
      const auto t = parse_posix_date(text, {.year_last = true}, now_, zone_);
      when = t ? std::optional(Moment{*t, 0}) : std::nullopt;
    } else if (reference_) {
      auto s = p_.fs().stat(p_.caller(), *reference_);
      if (!s) {
        p_.complain(quote_if_needed(*reference_), s.error());
        co_return 1;
      }
      when = Moment{s->mtime.sec, s->mtime.nsec};
    } else if (resolution_) {
      when = Moment{0, 1};
    } else if (date_ || set_) {
      text = set_ ? *set_ : *date_;
      when = parse(text);
    }
    if (!when) co_return wrong("invalid date " + quote_words(p_, text));
    if (set_ || digits) {
      out_.complain("cannot set date", Errno::kPERM);
      status = 1;
    }
    if (!show(*when)) status = 1;
    co_return out_.finish(status);
  }

 private:
  int wrong(std::string text) {
    p_.complain(text);
    return 1;
  }

  std::optional<int> option(const Option::Use& u) {
    std::optional<std::string_view> format;
    std::string error;
    switch (u.id) {
      case 'd': date_ = u.argument; break;
      case kDebug: debug_ = true; break;
      case 'f': file_ = u.argument; break;
      case kResolution: resolution_ = true; break;
      case 'r': reference_ = u.argument; break;
      case 's': set_ = u.argument; break;
      case 'u': zone_ = TimeZone(); break;
      case 'R': format = "%a, %d %b %Y %H:%M:%S %z"; break;
      case 'I': {
        const auto which = u.has_argument ? choose(p_, kIso, u.argument, "--iso-8601", error) : std::optional(2);
        if (!which) return usage_error(p_, error);
        format = kIsoFormats[*which];
        break;
      }
      case kRfc3339: {
        const auto which = choose(p_, kRfc, u.argument, "--rfc-3339", error);
        if (!which) return usage_error(p_, error);
        format = kRfcFormats[*which];
        break;
      }
    }
    if (!format) return std::nullopt;
    if (format_) return wrong("multiple output formats specified");
    format_ = std::string(*format);
    return std::nullopt;
  }

  std::optional<Moment> parse(std::string_view text) {
    if (!debug_) return parse_date(text, now_, zone_);
    std::vector<std::string> notes;
    const auto when = parse_date(text, now_, zone_, &notes);
    for (std::string& n : notes) out_.complain(n);
    return when;
  }

  bool show(Moment when) {
    if (!fits_calendar(when.seconds)) {
      out_.complain("time " + quote_words(p_, std::to_string(when.seconds)) + " is out of range");
      return false;
    }
    if (debug_) out_.complain("output format: " + quote_words(p_, *format_));
    if (!format_time(out_.buffer(), *format_, zone_.civil(when.seconds, when.nanoseconds))) p_.out_of_memory();
    out_.put('\n');
    if (out_.full()) out_.flush();
    return true;
  }

  Task<int> batch() {
    int fd = 0;
    if (*file_ != "-") {
      auto opened = co_await p_.open(std::string(*file_), OpenFlags::reading());
      if (!opened) {
        p_.complain(quote_if_needed(*file_), opened.error());
        co_return 1;
      }
      fd = *opened;
    }
    Reader in(p_, fd);
    int status = 0;
    for (std::string_view line;;) {
      auto more = co_await in.next(line);
      if (!more || !*more) break;  // GNU ends at a read error as at the end
      const std::string text(line);
      const auto when = parse(text);
      if (!when) {
        out_.complain("invalid date " + quote_words(p_, text));
        status = 1;
      } else if (!show(*when)) {
        status = 1;
      }
      if (p_.spent(10)) co_await p_.spend(0);
    }
    co_return out_.finish(status);
  }

  Process& p_;
  Writer out_;
  Moment now_;
  TimeZone zone_;
  std::optional<std::string_view> date_, file_, reference_, set_;
  std::optional<std::string> format_;
  bool debug_ = false, resolution_ = false;
};

Task<int> date_main(Process& p) {
  const Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Date date(p);
  co_return co_await date.run(o);
}
const Program kDate("date", date_main);

}  // namespace
}  // namespace nacre
