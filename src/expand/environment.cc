// The state behind expansions: caches of IFS and of the locale, dynamic variables that need nothing of the shell,
// messages.
#include "src/expand/environment.h"

#include <cstring>

#include "src/base/utf8.h"
#include "src/expand/arith_program.h"
#include "src/expand/pattern_cache.h"
#include "src/process/machine.h"

namespace nacre {

void Arguments::set(std::vector<std::string> items) {
  Ref<List> fresh = make_ref<List>();
  fresh->items = std::move(items);
  list = fresh;
  first = 0;
}

std::span<const std::string> Arguments::all() const {
  if (!list) return {};
  return std::span<const std::string>(list->items).subspan(first);
}

KnownNames::KnownNames(NameTable& n)
    : ifs(n.intern("IFS")), path(n.intern("PATH")), home(n.intern("HOME")), pwd(n.intern("PWD")),
      oldpwd(n.intern("OLDPWD")), lc_all(n.intern("LC_ALL")), lc_ctype(n.intern("LC_CTYPE")), lang(n.intern("LANG")),
      globignore(n.intern("GLOBIGNORE")), bash_rematch(n.intern("BASH_REMATCH")) {}

// ---------------------------------------------------------------- dynamic variables

struct Dynamics {
  static void read_random(Environment& e, Variable& v) { v.set_number(e.next_random()); }
  static void seed(Environment& e, Variable& v) {
    std::int64_t n = 0;
    v.number(n);
    e.seed_random(static_cast<std::uint32_t>(n));
  }
  static void read_srandom(Environment& e, Variable& v) {
    v.set_number(static_cast<std::uint32_t>(e.process().machine().random()));
  }
  static std::int64_t now(Environment& e) { return e.process().machine().now(); }
  static void read_seconds(Environment& e, Variable& v) {
    v.set_number(now(e) / kSecond - e.seconds_base_ + e.seconds_offset_);
  }
  static void set_seconds(Environment& e, Variable& v) {
    e.seconds_offset_ = 0;
    v.number(e.seconds_offset_);
    e.seconds_base_ = now(e) / kSecond;
  }
  static void read_line(Environment& e, Variable& v) { v.set_number(e.line); }
  static void set_line(Environment& e, Variable& v) {
    std::int64_t n = 0;
    v.number(n);
    e.line = static_cast<std::uint32_t>(n);
  }
  static void read_epoch(Environment& e, Variable& v) { v.set_text(std::to_string(now(e) / kSecond)); }
  static void read_epoch_real(Environment& e, Variable& v) {
    const std::int64_t micros = now(e) / 1000;
    std::string fraction = std::to_string(micros % 1'000'000);
    v.set_text(std::to_string(micros / 1'000'000) + "." + std::string(6 - fraction.size(), '0') + fraction);
  }
  static void read_pid(Environment& e, Variable& v) { v.set_number(e.process().pid()); }
  static void read_subshell(Environment& e, Variable& v) { v.set_text(std::to_string(e.subshell_level)); }
  static void set_subshell(Environment& e, Variable& v) {
    std::int64_t n = 0;
    v.number(n);
    e.subshell_level = static_cast<std::uint32_t>(n);
  }
  static void read_last_argument(Environment& e, Variable& v) {
    v.attributes &= static_cast<std::uint16_t>(~kExport);   // `export _` holds until it is set again
    v.set_text(e.last_argument);
  }
  static void set_last_argument(Environment& e, Variable& v) { e.last_argument.assign(v.text()); }
  static void read_shellopts(Environment& e, Variable& v) { v.set_text(e.options.shellopts()); }
  static void read_bashopts(Environment& e, Variable& v) { v.set_text(e.options.bashopts()); }
  static void read_zero(Environment& e, Variable& v) { v.set_text(e.zero); }
  static void set_zero(Environment& e, Variable& v) { e.zero.assign(v.text()); }
  static void read_groups(Environment& e, Variable& v) {
    Ref<IndexedArray> a = make_ref<IndexedArray>();
    a->append(std::to_string(e.process().gid));
    for (const std::uint32_t g : e.process().groups)
      if (g != e.process().gid) a->append(std::to_string(g));
    v.replace(std::move(a));
  }
};

namespace {

constexpr DynamicVariable kDynamics[] = {
    {"RANDOM", kInteger, Dynamics::read_random, Dynamics::seed},
    {"SRANDOM", kInteger, Dynamics::read_srandom, nullptr},
    {"SECONDS", kInteger, Dynamics::read_seconds, Dynamics::set_seconds},
    {"LINENO", 0, Dynamics::read_line, Dynamics::set_line},
    {"EPOCHSECONDS", 0, Dynamics::read_epoch, nullptr},
    {"EPOCHREALTIME", 0, Dynamics::read_epoch_real, nullptr},
    {"BASHPID", kInteger, Dynamics::read_pid, nullptr},
    {"BASH_SUBSHELL", 0, Dynamics::read_subshell, Dynamics::set_subshell},
    {"_", 0, Dynamics::read_last_argument, Dynamics::set_last_argument},
    {"SHELLOPTS", kReadonly, Dynamics::read_shellopts, nullptr},
    {"BASHOPTS", kReadonly, Dynamics::read_bashopts, nullptr},
    {"BASH_ARGV0", 0, Dynamics::read_zero, Dynamics::set_zero},
    {"GROUPS", kIndexed | kNoAssign, Dynamics::read_groups, nullptr},
};

// Variables whose changes the shell is told of.
constexpr std::string_view kWatchedNames[] = {
    "IFS",
    "PATH",
    "LC_ALL",
    "LC_CTYPE",
    "LC_COLLATE",
    "LC_MESSAGES",
    "LC_NUMERIC",
    "LANG",
    "GLOBIGNORE",
    "EXECIGNORE",
    "OPTIND",
    "OPTERR",
    "POSIXLY_CORRECT",
    "BASH_COMPAT",
    "BASH_XTRACEFD",
    "FUNCNEST",
    "HISTSIZE",
    "HISTFILESIZE",
    "HISTCONTROL",
    "HISTIGNORE",
    "HISTTIMEFORMAT",
    "IGNOREEOF",
    "ignoreeof",
    "TZ",
    "HOME",
    "CHILD_MAX",
    "TERM",
    "COLUMNS",
    "LINES",
    "MAILCHECK",
    "TMOUT",
};

}  // namespace

Environment::Environment(Process& process, NameTable& names)
    : variables(names), process_(&process), known_(make_ref<KnownNames>(names)), arith_cache_(make_ref<ArithCache>()),
      patterns_(make_ref<PatternCache>()) {
  variables.set_environment(this);
  for (const std::string_view name : kWatchedNames) variables.watch(names.intern(name));
  for (const DynamicVariable& v : kDynamics) register_dynamic(&v);
  random_seed_ = static_cast<std::uint32_t>(process.machine().random());
  random_pid_ = process.pid();
  seconds_base_ = process.machine().now() / kSecond;
  shell_pid = process.pid();
}

Environment::Environment(const Environment& o, Process& process)
    : variables(o.variables),
      options(o.options),
      arguments(o.arguments),
      zero(o.zero),
      last_argument(o.last_argument),
      status(o.status),
      shell_pid(o.shell_pid),
      background_pid(o.background_pid),
      line(o.line),
      subshell_level(o.subshell_level),
      command_name(o.command_name),
      depth(o.depth),
      process_(&process),
      known_(o.known_),
      ifs_(o.ifs_),
      utf8_(o.utf8_),
      arith_cache_(o.arith_cache_),
      patterns_(o.patterns_),
      random_seed_(o.random_seed_),
      last_random_(o.last_random_),
      random_pid_(o.random_pid_),
      seconds_base_(o.seconds_base_),
      seconds_offset_(o.seconds_offset_) {
  variables.set_environment(this);
}

Environment::~Environment() = default;

ArithCache& Environment::arith_cache() { return *arith_cache_; }
PatternCache& Environment::patterns() { return *patterns_; }

void Environment::register_dynamic(const DynamicVariable* d) {
  Variable& v = variables.own_global(names().intern(d->name));
  v.dynamic = d;
  v.attributes |= static_cast<std::uint16_t>(d->attributes | kDynamic);
}

void Environment::import(std::span<const std::string> entries) {
  for (const std::string& entry : entries) {
    const std::size_t eq = entry.find('=');
    if (eq == std::string::npos || !is_name(std::string_view(entry).substr(0, eq))) continue;
    const NameId id = names().intern(std::string_view(entry).substr(0, eq));
    Variable& v = variables.own_global(id);
    if (v.has(kReadonly)) continue;
    v.set_text(entry.substr(eq + 1));
    v.attributes |= kExport | kImported;
    if (v.has(kDynamic) && v.dynamic->assigned) v.dynamic->assigned(*this, v);
    variables.changed(id, v);
  }
}

const Variable* Environment::lookup(NameId id) {
  const Variable* v = variables.find(id);
  if (!v || !v->has(kDynamic | kNameref)) return v;
  if (v->has(kNameref)) return refers_to_itself(v, id) ? variables.find_global(id) : v;
  Variable& fresh = variables.own(id);
  fresh.dynamic->read(*this, fresh);
  return &fresh;
}

const Variable* Environment::lookup(std::string_view name) {
  const NameId id = names().find(name);
  return id == kNoName ? nullptr : lookup(id);
}

std::optional<std::string_view> Environment::value(NameId id) {
  const Variable* v = lookup(id);
  if (!v || !v->has_scalar()) return {};
  return v->text();
}

std::optional<std::string_view> Environment::value(std::string_view name) {
  const NameId id = names().find(name);
  return id == kNoName ? std::nullopt : value(id);
}

// ---------------------------------------------------------------- messages

void Environment::report(std::string_view text) {
  before_message();
  messages += location();
  messages += text;
  messages += '\n';
}

void Environment::report_error(std::string_view text) {
  report(text);
  if (on(ShellOption::kErrexit)) error_ends_shell = true;
}

void Environment::complain(std::string_view text) {
  before_message();
  messages += location();
  if (!command_name.empty()) {
    messages += command_name;
    messages += ": ";
  }
  messages += text;
  messages += '\n';
}

// ---------------------------------------------------------------- caches

void Environment::note_change(NameId id) {
  const KnownNames& k = *known_;
  if (id == k.ifs) ifs_ = nullptr;
  if (id == k.lc_all || id == k.lc_ctype || id == k.lang) read_locale();
  variable_changed(id);
}

void Environment::read_locale() {
  utf8_ = false;
  for (const NameId id : {known_->lc_all, known_->lc_ctype, known_->lang}) {
    const auto v = value(id);
    if (!v || v->empty()) continue;
    const std::size_t dot = v->find('.');
    if (dot != std::string_view::npos) {
      std::string charset;
      for (const char c : v->substr(dot + 1))
        if (c != '-') charset += static_cast<char>(c | 0x20);
      utf8_ = charset == "utf8";
    }
    return;
  }
}

const Environment::Ifs& Environment::ifs() {
  if (ifs_) return *ifs_;
  auto fresh = std::make_shared<Ifs>();
  if (const auto v = value(known_->ifs)) fresh->text = *v;
  else fresh->set = false;
  const std::string& text = fresh->text;
  for (std::size_t i = 0; i < text.size();) {
    const Decoded d = utf8_ ? decode_utf8(text, i) : Decoded{static_cast<unsigned char>(text[i]), 1, true};
    if (i == 0) fresh->first = text.substr(0, d.size);
    if (d.size > 1) {
      fresh->wide.push_back(text.substr(i, d.size));
    } else {
      const auto c = static_cast<unsigned char>(text[i]);
      fresh->separator[c] = true;
      fresh->blank[c] = c == ' ' || c == '\t' || c == '\n';
    }
    i += d.size;
  }
  ifs_ = std::move(fresh);
  return *ifs_;
}

// ---------------------------------------------------------------- RANDOM

// The minimal standard generator of Park and Miller (x' = 16807 x mod 2^31-1), in Schrage's form, as bash has it.
std::uint32_t Environment::next_random() {
  if (random_pid_ != process_->pid()) {
    random_pid_ = process_->pid();
    random_seed_ = static_cast<std::uint32_t>(process_->machine().random());
  }
  for (;;) {
    const std::uint32_t x = random_seed_ == 0 ? 123459876 : random_seed_;
    const auto high = static_cast<std::int32_t>(x / 127773);
    const auto low = static_cast<std::int32_t>(x - 127773 * (x / 127773));
    const std::int32_t t =
        static_cast<std::int32_t>(16807u * static_cast<std::uint32_t>(low) - 2836u * static_cast<std::uint32_t>(high));
    random_seed_ = static_cast<std::uint32_t>(t < 0 ? t + 0x7fffffff : t);
    const std::uint32_t value = ((random_seed_ >> 16) ^ (random_seed_ & 65535)) & 32767;
    if (value == last_random_) continue;
    last_random_ = value;
    return value;
  }
}

void Environment::seed_random(std::uint32_t seed) {
  random_seed_ = seed;
  last_random_ = 0;
  random_pid_ = process_->pid();
}

}  // namespace nacre
