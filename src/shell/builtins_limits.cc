// ulimit and umask (bash manual 4.2, 4.1).
#include <array>

#include "src/process/machine.h"
#include "src/shell/builtin.h"

namespace nacre {
namespace {

// --- ulimit -------------------------------------------------------------------------------------------------------------

constexpr std::uint64_t kUnlimited = UINT64_MAX;

struct Resource {
  char letter;
  std::string_view name, unit;
  std::uint64_t scale;
  bool fixed;                        // cannot be set
  std::uint64_t soft, hard;          // at first; in units of 1
};
// In the order of `ulimit -a`.
constexpr Resource kResources[] = {
    {'R', "real-time non-blocking time", "microseconds", 1, false, kUnlimited, kUnlimited},
    {'c', "core file size", "blocks", 1024, false, 0, kUnlimited},
    {'d', "data seg size", "kbytes", 1024, false, kUnlimited, kUnlimited},
    {'e', "scheduling priority", "", 1, false, 0, 0},
    {'f', "file size", "blocks", 1024, false, kUnlimited, kUnlimited},
    {'i', "pending signals", "", 1, false, 4096, 4096},
    {'l', "max locked memory", "kbytes", 1024, false, 8192 << 10, 8192 << 10},
    {'m', "max memory size", "kbytes", 1024, false, kUnlimited, kUnlimited},
    {'n', "open files", "", 1, false, 1024, 1024},
    {'p', "pipe size", "512 bytes", 512, true, 4096, 4096},
    {'q', "POSIX message queues", "bytes", 1, false, 819200, 819200},
    {'r', "real-time priority", "", 1, false, 0, 0},
    {'s', "stack size", "kbytes", 1024, false, 8192 << 10, kUnlimited},
    {'t', "cpu time", "seconds", 1, false, kUnlimited, kUnlimited},
    {'u', "max user processes", "", 1, false, 1000, 1000},
    {'v', "virtual memory", "kbytes", 1024, false, kUnlimited, kUnlimited},
    {'x', "file locks", "", 1, false, kUnlimited, kUnlimited},
};
constexpr std::size_t kCount = sizeof kResources / sizeof kResources[0];
static_assert(kCount == ResourceLimits::kCount);

std::size_t find_resource(char letter) {
  std::size_t i = 0;
  while (i < kCount && kResources[i].letter != letter) ++i;
  return i;
}

// What holds for a process that has set nothing.
Ref<ResourceLimits> first_limits(const Machine& machine) {
  auto limits = make_ref<ResourceLimits>();
  for (std::size_t i = 0; i < kCount; ++i) limits->values[i] = {kResources[i].soft, kResources[i].hard};
  const std::uint64_t files = machine.limits().descriptors, processes = machine.limits().processes;
  limits->values[find_resource('n')] = {files, files};
  limits->values[find_resource('u')] = {processes, processes};
  limits->values[find_resource('f')] = {machine.limits().file_size, machine.limits().file_size};
  return limits;
}
Ref<const ResourceLimits> current_limits(const Process& p) {
  return p.resource_limits ? p.resource_limits : Ref<const ResourceLimits>(first_limits(p.machine()));
}

struct LimitOptions {
  bool soft = false, hard = false, all = false;
};

void print_limit(Shell& sh, const Resource& r, const ResourceLimits& limits, const LimitOptions& o, bool labelled) {
  const auto& pair = limits.values[static_cast<std::size_t>(&r - kResources)];
  const std::uint64_t value = o.hard && !o.soft ? pair.hard : pair.soft;
  if (labelled) {
    std::string name(r.name), unit = r.unit.empty() ? "" : std::string(r.unit) + ", ";
    unit = "(" + unit + "-" + r.letter + ") ";
    if (name.size() < 20) name.resize(20, ' ');
    if (unit.size() < 20) unit.insert(0, 20 - unit.size(), ' ');
    sh.print(name + " " + unit);
  }
  sh.print(value == kUnlimited ? "unlimited\n" : std::to_string(value / r.scale) + "\n");
}

// Sets one limit. False: reported.
bool set_limit(Shell& sh, const Resource& r, const std::string& text, const LimitOptions& o) {
  Process& p = sh.process();
  auto limits = make_ref<ResourceLimits>(*current_limits(p));
  auto& pair = limits->values[static_cast<std::size_t>(&r - kResources)];
  std::uint64_t value = 0;
  if (text == "unlimited") {
    value = kUnlimited;
  } else if (text == "hard") {
    value = pair.hard;
  } else if (text == "soft") {
    value = pair.soft;
  } else {
    if (text.empty() || text.find_first_not_of("0123456789") != text.npos) {
      sh.complain(text + ": invalid number");
      return false;
    }
    for (const char c : text) {
      const auto digit = static_cast<std::uint64_t>(c - '0');
      if (value > (kUnlimited - digit) / 10) {
        sh.complain(text + ": limit out of range");
        return false;
      }
      value = value * 10 + digit;
    }
    value = value > kUnlimited / r.scale ? kUnlimited : value * r.scale;
  }
  const auto refuse = [&](Errno e) {
    sh.complain(std::string(r.name) + ": cannot modify limit: " + std::string(describe(e)));
    return false;
  };
  if (r.fixed) return refuse(Errno::kINVAL);
  const bool both = o.soft == o.hard;
  if ((both || o.hard) && value > pair.hard) return refuse(Errno::kPERM);
  if (both || o.hard) {
    if (!both && pair.soft > value) return refuse(Errno::kINVAL);
    pair.hard = value;
  }
  if (both || o.soft) {
    if (value > pair.hard) return refuse(Errno::kINVAL);
    pair.soft = value;
  }
  p.resource_limits = limits;
  if (r.letter == 'f') p.file_size_limit = pair.soft;
  return true;
}

int ulimit(Shell& sh, Fields& argv) {
  if (answered_help(sh, argv)) return BuiltinOptions::kUsage;
  struct Request {
    const Resource* resource;
    std::optional<std::string> value;
  };
  LimitOptions o;
  std::vector<Request> requests;
  std::size_t i = 1;
  for (; i < argv.size(); ++i) {
    const std::string& word = argv[i];
    if (word.size() < 2 || word[0] != '-') break;
    if (word == "--") {
      ++i;
      break;
    }
    for (std::size_t k = 1; k < word.size(); ++k) {
      const char c = word[k];
      const std::size_t at = find_resource(c);
      if (c == 'S') o.soft = true;
      else if (c == 'H') o.hard = true;
      else if (c == 'a') o.all = true;
      else if (at == kCount) {
        sh.complain(std::string("-") + c + ": invalid option");
        return builtin_usage(sh, argv[0]);
      } else {   // the rest of the word, or a word that is no option, is the value
        Request request{&kResources[at], {}};
        if (k + 1 < word.size()) request.value = word.substr(k + 1);
        else if (i + 1 < argv.size() && !argv[i + 1].starts_with('-')) request.value = argv[++i];
        requests.push_back(std::move(request));
        break;
      }
    }
  }
  if (o.all) {
    for (const Resource& r : kResources) print_limit(sh, r, *current_limits(sh.process()), o, true);
    return 0;
  }
  if (requests.empty()) requests.push_back({&kResources[find_resource('f')], {}});
  if (i < argv.size() && !requests.back().value) requests.back().value = argv[i];
  int status = 0;
  for (const Request& r : requests) {
    if (!r.value) print_limit(sh, *r.resource, *current_limits(sh.process()), o, requests.size() > 1);
    else if (!set_limit(sh, *r.resource, *r.value, o)) status = 1;
  }
  return status;
}
Task<int> ulimit_main(Shell& sh, Fields& argv) { return Task<int>::ready(ulimit(sh, argv)); }
const Builtin kUlimit("ulimit", ulimit_main);

// --- umask --------------------------------------------------------------------------------------------------------------

constexpr std::uint32_t kAllRights = 0777;

// A symbolic mode of umask: clauses of u, g, o, a, an operator and r, w, x, which say what is allowed. Other than chmod's
// it has no X, s, t and no copies of u, g, o. Gives the rights allowed; nothing after a message.
std::optional<std::uint32_t> symbolic_mask(Shell& sh, std::string_view text, std::uint32_t allowed) {
  std::size_t i = 0;
  const auto at = [&] { return i < text.size() ? text[i] : '\0'; };
  const auto shown = [](char c) { return std::string("`") + c + "'"; };   // at the end a NUL byte, as bash writes it
  for (;;) {
    std::uint32_t who = 0;
    for (; std::string_view("ugoa").find(at()) != std::string_view::npos && at(); ++i)
      who |= at() == 'u' ? 0700 : at() == 'g' ? 0070 : at() == 'o' ? 0007 : kAllRights;
    if (!who) who = kAllRights;
    const char op = at();
    if (op != '+' && op != '-' && op != '=') {
      sh.complain(shown(op) + ": invalid symbolic mode operator");
      return {};
    }
    ++i;
    std::uint32_t rights = 0;
    for (; at() == 'r' || at() == 'w' || at() == 'x'; ++i) rights |= at() == 'r' ? 0444 : at() == 'w' ? 0222 : 0111;
    rights &= who;
    if (op == '+') allowed |= rights;
    else if (op == '-') allowed &= ~rights;
    else allowed = (allowed & ~who) | rights;
    if (i == text.size()) return allowed;
    if (at() != ',') {
      sh.complain(shown(at()) + ": invalid symbolic mode character");
      return {};
    }
    ++i;
  }
}

std::string mask_text(std::uint32_t mask, bool symbolic) {
  std::string text;
  if (!symbolic) {
    for (int shift = 9; shift >= 0; shift -= 3) text += static_cast<char>('0' + ((mask >> shift) & 7));
    return text;
  }
  for (int k = 2; k >= 0; --k) {
    const std::uint32_t rights = (~mask >> (3 * k)) & 7;
    text += std::string(k == 2 ? "u=" : k == 1 ? ",g=" : ",o=");
    if (rights & 4) text += 'r';
    if (rights & 2) text += 'w';
    if (rights & 1) text += 'x';
  }
  return text;
}

int umask(Shell& sh, Fields& argv) {
  bool reusable = false, symbolic = false;
  BuiltinOptions options(sh, argv, "Sp");
  for (char c; (c = options.next());) {
    if (c == 'S') symbolic = true;
    else if (c == 'p') reusable = true;
    else return BuiltinOptions::kUsage;
  }
  std::uint32_t& mask = sh.process().umask;
  if (options.operand() == argv.size()) {
    sh.print(std::string(reusable ? symbolic ? "umask -S " : "umask " : "") + mask_text(mask, symbolic) + "\n");
    return 0;
  }
  const std::string& text = argv[options.operand()];
  if (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    std::uint32_t value = 0;
    bool good = true;
    for (const char c : text) {
      good &= c >= '0' && c <= '7' && value <= kAllRights;
      value = value * 8 + static_cast<std::uint32_t>(c - '0');
    }
    if (!good || value > 07777) {
      sh.complain(text + ": octal number out of range");
      return 1;
    }
    mask = value & kAllRights;
  } else if (const auto allowed = symbolic_mask(sh, text, ~mask & kAllRights)) {
    mask = ~*allowed & kAllRights;
  } else {
    return 1;
  }
  if (symbolic) sh.print(mask_text(mask, true) + "\n");
  return 0;
}
Task<int> umask_main(Shell& sh, Fields& argv) { return Task<int>::ready(umask(sh, argv)); }
const Builtin kUmask("umask", umask_main);

}  // namespace
}  // namespace nacre
