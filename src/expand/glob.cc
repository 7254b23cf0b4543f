// Pathname expansion (bash manual 3.5.8). The pattern is taken apart at its slashes; each component turns a set of
// directories into the next. Directories are read entry by entry, so a large one can be left and come back to.
#include <algorithm>

#include "src/expand/expand.h"
#include "src/base/sort.h"
#include "src/regex/pattern.h"

namespace nacre {
namespace {

struct Component {
  std::string text;       // as in the pattern
  std::string slashes;    // what follows it
  bool magic = false;
  bool star_star = false;
};

// A path found so far: `path` ends with its slashes, when it has any.
struct Place {
  std::string path;
  vfs::Ino ino = 0;       // of the directory; 0: not looked up yet
};

bool opens_list(std::string_view pattern, std::size_t i) {
  return i + 1 < pattern.size() && pattern[i + 1] == '(' && std::string_view("?*+@!").find(pattern[i]) != std::string_view::npos;
}

// Behind the ) of the list whose ( is at `open`; 0 when it has none.
std::size_t end_of_list(std::string_view pattern, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') ++i;
    else if (pattern[i] == '(') ++depth;
    else if (pattern[i] == ')' && --depth == 0) return i + 1;
  }
  return 0;
}

std::vector<Component> components(std::string_view pattern, bool extglob, bool globstar) {
  std::vector<Component> out;
  std::size_t i = 0;
  Component c;
  const auto finish = [&] {
    c.star_star = globstar && c.text == "**";
    c.magic = c.star_star || Pattern::has_magic(c.text, extglob);
    if (!c.magic) c.text = Pattern::unescape(c.text);
    out.push_back(std::move(c));
    c = {};
  };
  std::size_t list_end = 0;  // a slash within an extglob list does not divide
  while (i < pattern.size()) {
    const bool escaped = pattern[i] == '\\' && i + 1 < pattern.size();
    const char ch = escaped ? pattern[i + 1] : pattern[i];
    if (extglob && i >= list_end && opens_list(pattern, i)) list_end = end_of_list(pattern, i + 1);
    if (i < list_end) {
      c.text += pattern[i++];
      continue;
    }
    if (ch == '/') {
      while (i < pattern.size()) {
        if (pattern[i] == '/') c.slashes += '/', ++i;
        else if (pattern[i] == '\\' && i + 1 < pattern.size() && pattern[i + 1] == '/') c.slashes += '/', i += 2;
        else break;
      }
      finish();
      continue;
    }
    c.text += pattern[i++];
    if (escaped) c.text += pattern[i++];
  }
  if (!c.text.empty()) finish();
  return out;
}

class Globber {
 public:
  Globber(Environment& env, std::string_view pattern) : env_(env), fs_(env.process().fs()) {
    extglob_ = env.on(ShellOption::kExtglob);
    const auto ignore = env.value(env.known().globignore);
    ignoring_ = ignore && !ignore->empty();
    dots_ = env.on(ShellOption::kDotglob) || ignoring_;
    parts_ = components(pattern, extglob_, env.on(ShellOption::kGlobstar));
    if (ignoring_) read_ignores(*ignore);
  }

  Task<std::vector<std::string>> run();

 private:
  Task<bool> step(const Component& c, bool last);
  Task<bool> list(Place place, const Component& c, const Pattern& pattern, bool last);
  Task<bool> descend(Place place, const Component& c, bool last);
  bool directory(Place& place);
  bool is_directory(const Place& from, const vfs::DirEntry& e);
  void read_ignores(std::string_view text);
  bool ignored(std::string_view path) const;

  Environment& env_;
  vfs::FileSystem& fs_;
  bool extglob_ = false, dots_ = false, ignoring_ = false;
  bool found_ = false;     // a component before was a pattern
  std::vector<Component> parts_;
  std::vector<Place> places_, next_;
  struct Ignore {
    Pattern pattern;
    bool open_end;
  };
  std::vector<Ignore> ignores_;
};

void Globber::read_ignores(std::string_view text) {
  PatternOptions o;
  o.extglob = extglob_;
  o.nocase = env_.on(ShellOption::kNocaseglob);
  o.utf8 = env_.utf8();
  o.pathname = true;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '\\') {
      ++i;
      continue;
    }
    if (i < text.size() && text[i] != ':') continue;
    // Stars do not match slashes, but as bash has it, one at the end matches all the rest.
    std::string_view one = text.substr(begin, i - begin);
    const bool open_end = one.ends_with('*') && !one.ends_with("\\*");
    while (open_end && one.ends_with('*')) one.remove_suffix(1);
    if (i > begin) ignores_.push_back({Pattern::compile(one, o), open_end});
    begin = i + 1;
  }
}

bool Globber::ignored(std::string_view path) const {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  if (name == "." || name == "..") return true;
  for (const Ignore& i : ignores_)
    if (i.open_end ? i.pattern.shortest_prefix(path).has_value() : i.pattern.matches(path)) return true;
  return false;
}

// Looks the directory up and checks that it may be read.
bool Globber::directory(Place& place) {
  const vfs::Caller who = env_.process().caller();
  if (place.ino == 0) {
    const Result<vfs::Ino> ino = fs_.resolve(who, place.path.empty() ? "." : place.path);
    if (!ino) return false;
    place.ino = *ino;
  }
  const Result<vfs::Type> type = fs_.type(place.ino);
  return type && *type == vfs::Type::kDirectory && fs_.permit(who, place.ino, vfs::kReadable).has_value();
}

// Whether an entry is a directory, links followed.
bool Globber::is_directory(const Place& from, const vfs::DirEntry& e) {
  if (e.type == vfs::Type::kDirectory) return true;
  if (e.type != vfs::Type::kSymlink) return false;
  const Result<vfs::Stat> s = fs_.stat(env_.process().caller(), from.path + e.name);
  return s && s->type == vfs::Type::kDirectory;
}

Task<bool> Globber::list(Place place, const Component& c, const Pattern& pattern, bool last) {
  if (!directory(place)) co_return true;
  std::uint32_t work = 0;
  if (!env_.on(ShellOption::kGlobskipdots) && !ignoring_ && c.text[0] == '.') {
    for (const std::string_view name : {".", ".."})
      if (pattern.matches(name)) next_.push_back({place.path + std::string(name) + c.slashes});
  }
  for (vfs::DirEntry e;;) {
    const Result<bool> more = fs_.next_entry(place.ino, e);
    if (!more || !*more) break;
    work += 4;
    if (work >= 4000) {
      if (env_.process().spent(work)) co_await env_.process().spend(0);
      work = 0;
    }
    if (!pattern.matches(e.name)) continue;
    if (!c.slashes.empty() && !is_directory(place, e)) continue;
    const char* const slash = c.slashes.empty() ? "" : "/";   // several after a pattern become one
    next_.push_back({place.path + e.name + slash, last || e.type != vfs::Type::kDirectory ? 0 : e.ino});
  }
  env_.process().spent(work);
  co_return true;
}

// **: the directory itself, all below it; without following links.
Task<bool> Globber::descend(Place place, const Component& c, bool last) {
  const bool files = last && c.slashes.empty();
  std::vector<Place> stack;
  if (!directory(place)) co_return true;
  if (files) {
    Place self = place;
    if (found_) self.path.erase(self.path.find_last_not_of('/') + 1);  // a/** gives a/, */** gives a
    if (!self.path.empty()) next_.push_back(std::move(self));
  } else if (!last || !place.path.empty()) {
    next_.push_back(place);
  }
  stack.push_back(std::move(place));
  std::uint32_t work = 0;
  while (!stack.empty()) {
    Place at = std::move(stack.back());
    stack.pop_back();
    if (!directory(at)) continue;
    for (vfs::DirEntry e;;) {
      const Result<bool> more = fs_.next_entry(at.ino, e);
      if (!more || !*more) break;
      work += 4;
      if (work >= 4000) {
        if (env_.process().spent(work)) co_await env_.process().spend(0);
        work = 0;
      }
      if (e.name[0] == '.' && !dots_) continue;
      const bool dir = e.type == vfs::Type::kDirectory;
      if (files) next_.push_back({at.path + e.name});
      else if (dir || (last && is_directory(at, e))) next_.push_back({at.path + e.name + c.slashes, dir ? e.ino : 0});
      if (dir) stack.push_back({at.path + e.name + "/", e.ino});
    }
  }
  env_.process().spent(work);
  co_return true;
}

Task<bool> Globber::step(const Component& c, bool last) {
  next_.clear();
  if (!c.magic) {
    for (Place& p : places_) {
      p.path += c.text + c.slashes;
      p.ino = 0;
      if (last) {
        const bool follow = !c.slashes.empty();
        const Result<vfs::Stat> s =
            fs_.stat(env_.process().caller(), p.path, follow ? vfs::Follow::kYes : vfs::Follow::kNo);
        if (!s) continue;
      }
      next_.push_back(std::move(p));
    }
  } else if (c.star_star) {
    for (Place& p : places_) co_await descend(std::move(p), c, last);
  } else {
    PatternOptions o;
    o.extglob = extglob_;
    o.nocase = env_.on(ShellOption::kNocaseglob);
    o.utf8 = env_.utf8();
    o.period = !dots_;
    o.pathname = true;
    const Pattern pattern = Pattern::compile(c.text, o);
    for (Place& p : places_) co_await list(std::move(p), c, pattern, last);
  }
  places_ = std::move(next_);
  found_ = found_ || c.magic;
  co_return !places_.empty();
}

Task<std::vector<std::string>> Globber::run() {
  std::vector<std::string> out;
  places_.push_back({});
  std::size_t first = 0;
  if (!parts_.empty() && parts_[0].text.empty()) {  // an absolute pattern
    places_[0].path = parts_[0].slashes;
    first = 1;
  }
  for (std::size_t i = first; i < parts_.size(); ++i) {
    // **/** is **.
    if (parts_[i].star_star && i + 1 < parts_.size() && parts_[i + 1].star_star) continue;
    const bool more = co_await step(parts_[i], i + 1 == parts_.size());
    if (!more) co_return out;
  }
  for (Place& p : places_)
    if (!ignoring_ || !ignored(p.path)) out.push_back(std::move(p.path));
  sort_vector(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  co_return out;
}

Task<std::vector<std::string>> run_glob(Environment& env, std::string pattern) {
  Globber g(env, pattern);
  co_return co_await g.run();
}

}  // namespace

Task<std::vector<std::string>> expand_glob(Environment& env, std::string pattern) {
  return run_glob(env, std::move(pattern));
}

}  // namespace nacre
