// An explicit stack of directories, each with its place in the iteration; see walk.h.
#include "src/process/walk.h"

namespace nacre {

using vfs::Type;

void Walk::start(std::string_view operand) {
  stack_.clear();
  path_ = operand;
  operand_length_ = path_.size();
  started_ = true;
  skip_ = on_top_ = false;
}

std::string_view Walk::relative_path() const {
  if (path_.size() <= operand_length_) return {};
  std::string_view rest = std::string_view(path_).substr(operand_length_);
  if (rest[0] == '/') rest.remove_prefix(1);
  return rest;
}

std::string_view Walk::name() const {
  std::string_view n = std::string_view(path_).substr(name_at_);
  if (base_) return n;
  while (n.size() > 1 && n.back() == '/') n.remove_suffix(1);
  if (const std::size_t slash = n.rfind('/'); slash != n.npos && n.size() > 1) n.remove_prefix(slash + 1);
  return n;
}

const vfs::Stat& Walk::stat() {
  if (!stat_known_) {
    auto s = process_.fs().stat(ino_);
    if (s) stat_ = *s;
    else stat_ = {}, stat_.ino = ino_, stat_.type = type_;
    stat_known_ = true;
  }
  return stat_;
}

bool Walk::is_ancestor(vfs::Ino ino) const {
  for (const Level& l : stack_)
    if (l.ino == ino) return true;
  return false;
}

// Sets the visit of an inode that has been found.
bool Walk::enter(vfs::Ino ino, Type type) {
  ino_ = ino;
  type_ = type;
  stat_known_ = false;
  if (type != Type::kDirectory) {
    visit_ = Visit::kFile;
  } else if ((through_link_ || options_.follow == Follow::kAlways) && is_ancestor(ino)) {
    visit_ = Visit::kCycle;
    error_ = Errno::kLOOP;
  } else {
    visit_ = Visit::kDirectory;
    push();
  }
  return true;
}

void Walk::push() {
  stack_.push_back({.ino = ino_, .entry = {}, .path_length = path_.size(), .name_at = name_at_, .base = base_,
                    .through_link = through_link_, .readable = true, .searchable = true, .error = {}});
  on_top_ = true;
}

// Before the first entry: what the caller's rights allow (who visits the directory may have changed them).
void Walk::open(Level& l) {
  const vfs::Caller who = process_.caller();
  if (auto r = process_.fs().permit(who, l.ino, vfs::kReadable); !r) {
    l.readable = false;
    l.error = r.error();
  }
  l.searchable = who.uid == 0 || process_.fs().permit(who, l.ino, vfs::kExecutable).has_value();
}

void Walk::visit_operand() {
  base_ = 0;
  name_at_ = 0;
  through_link_ = false;
  stat_known_ = false;
  ino_ = 0;
  type_ = Type::kFile;
  const vfs::Caller who = process_.caller();
  const bool follow = options_.follow != Follow::kNever;
  auto s = process_.fs().stat(who, path_, vfs::Follow::kNo);
  if (follow && s && s->type == Type::kSymlink) {
    auto target = process_.fs().stat(who, path_, vfs::Follow::kYes);
    if (target) {
      s = target;
      through_link_ = true;
    } else {
      ino_ = s->ino;
      type_ = Type::kSymlink;
      visit_ = Visit::kDangling;
      error_ = target.error();
      return;
    }
  }
  if (!s) {
    visit_ = Visit::kError;
    error_ = s.error();
    return;
  }
  device_ = s->dev;
  enter(s->ino, s->type);
}

// Visits the entry that the directory on top of the stack stands at.
bool Walk::visit_entry(Level& top) {
  path_.resize(top.path_length);
  if (path_.empty() || path_.back() != '/') path_ += '/';
  name_at_ = path_.size();
  path_ += top.entry.name;
  base_ = top.ino;
  through_link_ = false;
  on_top_ = false;
  Type type = top.entry.type;
  vfs::Ino ino = top.entry.ino;
  if (!top.searchable && (options_.stat || options_.follow == Follow::kAlways || type == Type::kDirectory)) {
    visit_ = Visit::kError;
    error_ = Errno::kACCES;
    ino_ = 0;
    type_ = type;
    stat_known_ = false;
    return true;
  }
  vfs::FileSystem& fs = process_.fs();
  if (type == Type::kSymlink && options_.follow == Follow::kAlways) {
    auto target = fs.stat(process_.caller(), top.entry.name, vfs::Follow::kYes, top.ino);
    if (!target) {
      ino_ = ino;
      type_ = type;
      stat_known_ = false;
      visit_ = Visit::kDangling;
      error_ = target.error();
      return true;
    }
    through_link_ = true;
    return enter(target->ino, target->type);
  }
  if (type == Type::kDirectory) {
    // A mount may cover it.
    auto real = fs.lookup(process_.caller(), top.ino, top.entry.name);
    if (real) ino = *real;
  }
  return enter(ino, type);
}

bool Walk::leave() {
  Level top = std::move(stack_.back());
  path_.resize(top.path_length);
  name_at_ = top.name_at;
  base_ = top.base;
  through_link_ = top.through_link;
  ino_ = top.ino;
  type_ = Type::kDirectory;
  stat_known_ = false;
  stack_.pop_back();
  on_top_ = false;
  visit_ = Visit::kLeave;
  if (!top.readable) {
    visit_ = Visit::kUnreadable;
    error_ = top.error;
  }
  return true;
}

bool Walk::next() {
  if (started_) {
    started_ = false;
    visit_operand();
    return true;
  }
  if (stack_.empty()) return false;
  if (on_top_ && visit_ == Visit::kDirectory) {
    Level& top = stack_.back();
    const bool elsewhere = options_.one_device && stack_.size() > 1 && stat().dev != device_;
    if (skip_ || elsewhere) {
      skip_ = false;
      top.readable = true;
      return leave();
    }
    open(top);
    if (!top.readable) return leave();
  }
  on_top_ = false;
  Level& top = stack_.back();
  auto more = process_.fs().next_entry(top.ino, top.entry);
  if (!more || !*more) return leave();
  return visit_entry(top);
}

}  // namespace nacre
