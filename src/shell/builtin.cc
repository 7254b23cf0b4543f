// The registry of builtins, and what they share: options, numbers, usage.
#include "src/shell/builtin.h"

#include "src/base/sort.h"
#include "src/expand/arrays.h"
#include "src/shell/help_topics.h"

namespace nacre {
namespace {
// Built before main by the static objects of the builtins; constant afterwards.
constinit const Builtin* first_builtin = nullptr;
}  // namespace

Builtin::Builtin(std::string_view n, Main m, unsigned f) : name(n), main(m), flags(f), next(first_builtin) {
  first_builtin = this;
}
const Builtin* Builtin::first() { return first_builtin; }
const Builtin* Builtin::find(std::string_view name) {
  for (const Builtin* b = first_builtin; b; b = b->next)
    if (b->name == name) return b;
  return nullptr;
}
std::vector<const Builtin*> Builtin::sorted() {
  std::vector<const Builtin*> all;
  for (const Builtin* b = first_builtin; b; b = b->next) all.push_back(b);
  sort_vector(all, [](const Builtin* a, const Builtin* b) { return a->name < b->name; });
  return all;
}

char BuiltinOptions::next() {
  if (at_ == 0) {
    if (index_ >= argv_.size()) return 0;
    const std::string& word = argv_[index_];
    const bool plus_allowed = letters_.starts_with('+');
    if (word.size() < 2 || (word[0] != '-' && !(plus_allowed && word[0] == '+'))) return 0;
    if (word == "--") {
      ++index_;
      return 0;
    }
    if (word == "--help") {
      print_builtin_help(sh_, sh_.command_name);
      return '?';
    }
    plus_ = word[0] == '+';
    at_ = 1;
  }
  const std::string& word = argv_[index_];
  const char c = word[at_++];
  const std::size_t hit = c == ':' || c == '+' ? letters_.npos : letters_.find(c);
  if (hit == letters_.npos) {
    sh_.complain(std::string(1, plus_ ? '+' : '-') + c + ": invalid option");
    builtin_usage(sh_, sh_.command_name);
    return '?';
  }
  if (hit + 1 < letters_.size() && letters_[hit + 1] == ':') {
    if (at_ < word.size()) {
      argument_ = word.substr(at_);
    } else if (index_ + 1 < argv_.size()) {
      argument_ = argv_[++index_];
    } else {
      sh_.complain(std::string(1, plus_ ? '+' : '-') + c + ": option requires an argument");
      builtin_usage(sh_, sh_.command_name);
      return '?';
    }
    ++index_;
    at_ = 0;
  } else if (at_ == word.size()) {
    ++index_;
    at_ = 0;
  }
  return c;
}

std::size_t first_operand(Shell& sh, const Fields& argv) {
  BuiltinOptions options(sh, argv, "");
  return options.next() ? 0 : options.operand();
}
bool answered_help(Shell& sh, const Fields& argv) {
  if (argv.size() < 2 || argv[1] != "--help") return false;
  print_builtin_help(sh, argv[0]);
  return true;
}

int builtin_usage(Shell& sh, std::string_view name) {
  const HelpTopic* topic = find_help_topic(name);
  sh.messages += name;
  sh.messages += ": usage: ";
  if (topic) sh.messages += topic->synopsis;
  sh.messages += '\n';
  return BuiltinOptions::kUsage;
}

std::optional<std::int64_t> builtin_number(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\n\v\f\r";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == text.npos) return {};
  text = text.substr(first, text.find_last_not_of(" \t") - first + 1);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty()) return {};
  const std::uint64_t limit = negative ? std::uint64_t{1} << 63 : (std::uint64_t{1} << 63) - 1;
  std::uint64_t n = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return {};
    const std::uint64_t digit = static_cast<std::uint64_t>(c - '0');
    if (n > (limit - digit) / 10) return {};
    n = n * 10 + digit;
  }
  return static_cast<std::int64_t>(negative ? 0 - n : n);
}

int too_many_arguments(Shell& sh) {
  sh.complain("too many arguments");
  return sh.fail_with(Abort{Failure::kTopLevel, 1});
}
int invalid_identifier(Shell& sh, std::string_view name) {
  sh.complain("`" + std::string(name) + "': not a valid identifier");
  return 1;
}

std::vector<std::string> in_hash_order(std::vector<std::string> keys, std::uint32_t buckets) {
  struct Place {
    std::uint32_t bucket;
    std::size_t at;
  };
  std::vector<Place> places;
  for (std::size_t i = 0; i < keys.size(); ++i) places.push_back({bash_hash(keys[i]) & (buckets - 1), i});
  sort_vector(places, [](const Place& a, const Place& b) {   // the newest stands first in its chain
    return a.bucket != b.bucket ? a.bucket < b.bucket : a.at > b.at;
  });
  std::vector<std::string> out;
  for (const Place& p : places) out.push_back(std::move(keys[p.at]));
  return out;
}

}  // namespace nacre
