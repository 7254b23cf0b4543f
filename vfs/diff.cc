// What differs between two trees (diff), and what an exec changed (changes): both start from a list of the inodes that
// differ, each as it was and as it is, and turn that into paths.
//
// A directory that differs gives names that came and went (Directory::diff skips what is shared). A name that went and
// a name that came with the same inode is a renaming; a name whose inode was exchanged for a new one is a file written
// anew. Every other inode that differs has changed contents or metadata, and its path is looked for in its directory.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "src/base/sort.h"

#include "vfs/state.h"

namespace nacre::vfs {

using State = FileSystem::State;

namespace {

struct Changed {
  Ino ino;
  const Inode *before, *after;  // null: there is none
};

// A tree as far as paths need it: an inode by number, at one of the two times.
class Side {
 public:
  Side(const Tree& tree, const Trie<Change>* log) : tree_(tree), log_(log) {}
  const Inode* get(Ino ino) const {
    if (log_)
      if (const Change* c = log_->get(ino)) return c->before.get();
    return tree_.get(ino);
  }
  // The path of a directory; empty if it has none.
  const std::string& directory(Ino ino) {
    auto [known, fresh] = paths_.try_emplace(ino);
    if (!fresh || ino == kRootIno) return known->second;
    // Upwards until a known one, then down again.
    std::vector<Ino> up{ino};
    for (Ino at = ino; at != kRootIno;) {
      const Inode* i = get(at);
      if (!i || i->nlink == 0) return known->second = std::string();
      at = i->parent;
      auto found = paths_.find(at);
      if (found != paths_.end() && (at == kRootIno || !found->second.empty())) break;
      up.push_back(at);
    }
    while (!up.empty()) {
      const Ino at = up.back();
      up.pop_back();
      if (at == kRootIno) continue;
      const Inode* i = get(at);
      const std::string parent = i->parent == kRootIno ? std::string() : paths_[i->parent];
      paths_[at] = parent + "/" + std::string(i->contents.text());
    }
    return paths_[ino];
  }
  std::string path(Ino dir, std::string_view name) {
    std::string p = directory(dir);
    return p.append("/").append(name);
  }

 private:
  const Tree& tree_;
  const Trie<Change>* log_;
  std::unordered_map<Ino, std::string> paths_;
};

struct Name {
  Ino dir;
  std::string name;
  Ino ino;
};

class Differ {
 public:
  // `only`: when given, names of other inodes are somebody else's changes.
  Differ(Side& before, Side& after, const std::vector<Changed>& changed, const Trie<Change>* only)
      : before_(before), after_(after), changed_(changed), only_(only) {}

  std::vector<Difference> run() {
    for (const Changed& c : changed_) names(c);
    pair_names();
    for (const Changed& c : changed_) inode(c);
    find_paths();
    sort_vector(out_, [](const Difference& a, const Difference& b) {
      return a.path != b.path ? a.path < b.path : a.kind < b.kind;
    });
    return std::move(out_);
  }

 private:
  using Kind = Difference::Kind;

  // The names that came to or went from a directory.
  void names(const Changed& c) {
    const bool was = c.before && c.before->type == Type::kDirectory, is = c.after && c.after->type == Type::kDirectory;
    if (!was && !is) return;
    dir_ = c.ino;
    const Directory none;
    Directory::diff(was ? c.before->entries : none, is ? c.after->entries : none,
                    [](void* self, std::string_view name, Ino before, Ino after) {
                      static_cast<Differ*>(self)->name(name, before, after);
                    },
                    this);
  }

  void name(std::string_view name, Ino before, Ino after) {
    const bool went = before && (!only_ || only_->get(before)), came = after && (!only_ || only_->get(after));
    if (went) went_.push_back({dir_, std::string(name), before});
    if (came) came_by_ino_[after].push_back(came_.size()), came_.push_back({dir_, std::string(name), after});
  }

  void add(Kind kind, Ino ino, const Inode* i, std::string path, std::string from = {}) {
    out_.push_back({kind, i ? i->type : Type::kFile, ino, std::move(path), std::move(from)});
  }

  void pair_names() {
    std::vector<bool> used(came_.size());
    std::unordered_map<std::string, std::size_t> removed;  // path to a place in out_
    std::vector<std::size_t> plain;                        // of went_
    for (std::size_t w = 0; w < went_.size(); ++w) {
      auto targets = came_by_ino_.find(went_[w].ino);
      std::size_t pick = came_.size();
      if (targets != came_by_ino_.end())
        for (std::size_t t : targets->second)
          if (!used[t]) pick = std::min(pick, t);
      if (pick == came_.size()) {
        plain.push_back(w);
        continue;
      }
      used[pick] = true;
      const Name& to = came_[pick];
      renamed_to_.insert(after_.path(to.dir, to.name));
      add(Kind::kRenamed, to.ino, after_.get(to.ino), after_.path(to.dir, to.name),
          before_.path(went_[w].dir, went_[w].name));
    }
    for (std::size_t w : plain) {
      std::string path = before_.path(went_[w].dir, went_[w].name);
      if (renamed_to_.contains(path)) continue;  // replaced by what was renamed
      removed.emplace(path, out_.size());
      add(Kind::kRemoved, went_[w].ino, before_.get(went_[w].ino), std::move(path));
    }
    for (std::size_t c = 0; c < came_.size(); ++c) {
      if (used[c]) continue;
      const Inode* i = after_.get(came_[c].ino);
      std::string path = after_.path(came_[c].dir, came_[c].name);
      named_.insert(came_[c].ino);
      auto was = removed.find(path);
      if (was != removed.end() && i && out_[was->second].type == i->type && i->type != Type::kDirectory) {
        out_[was->second].kind = Kind::kContents;
        out_[was->second].ino = came_[c].ino;
      } else {
        add(Kind::kAdded, came_[c].ino, i, std::move(path));
      }
    }
  }

  // An inode that is there before and after.
  void inode(const Changed& c) {
    if (!c.before || !c.after || c.after->nlink == 0) return;
    const Inode &a = *c.before, &b = *c.after;
    const bool directory = b.type == Type::kDirectory;
    const bool data = !directory && !a.contents.same(b.contents);
    const bool metadata = a.mode != b.mode || a.uid != b.uid || a.gid != b.gid || a.rdev != b.rdev ||
                          ((!directory || a.entries.same(b.entries)) && Time(a.mtime) != Time(b.mtime));
    if (!data && !metadata) return;
    const Kind kind = data ? Kind::kContents : Kind::kMetadata;
    if (directory) {
      const std::string& path = after_.directory(c.ino);
      if (!path.empty() || c.ino == kRootIno) add(kind, c.ino, &b, c.ino == kRootIno ? "/" : path);
    } else if (!named_.contains(c.ino)) {
      unnamed_[b.parent].push_back({c.ino, kind});
    }
  }

  // Paths of files: each directory is read once.
  void find_paths() {
    std::unordered_map<Ino, Kind> left;
    for (auto& [dir, files] : unnamed_) {
      std::unordered_map<Ino, Kind> wanted;
      for (auto [ino, kind] : files) wanted.emplace(ino, kind);
      const Inode* d = after_.get(dir);
      if (d && d->nlink > 0) take(dir, *d, wanted);
      left.insert(wanted.begin(), wanted.end());
    }
    // A file whose newest link is gone has others somewhere.
    std::vector<Ino> todo;
    if (!left.empty()) todo.push_back(kRootIno);
    while (!todo.empty() && !left.empty()) {
      const Ino dir = todo.back();
      todo.pop_back();
      const Inode* d = after_.get(dir);
      if (!d) continue;
      take(dir, *d, left);
      d->entries.for_each([&](std::string_view, Ino ino) {
        const Inode* i = after_.get(ino);
        if (i && i->type == Type::kDirectory) todo.push_back(ino);
      });
    }
  }

  void take(Ino dir, const Inode& d, std::unordered_map<Ino, Kind>& wanted) {
    d.entries.for_each([&](std::string_view name, Ino ino) {
      auto w = wanted.find(ino);
      if (w == wanted.end()) return;
      add(w->second, ino, after_.get(ino), after_.path(dir, name));
      wanted.erase(w);
    });
  }

  Side &before_, &after_;
  const std::vector<Changed>& changed_;
  const Trie<Change>* only_;
  Ino dir_ = 0;
  std::vector<Name> went_, came_;
  std::unordered_map<Ino, std::vector<std::size_t>> came_by_ino_;
  std::unordered_set<std::string> renamed_to_;
  std::unordered_set<Ino> named_;
  std::unordered_map<Ino, std::vector<std::pair<Ino, Kind>>> unnamed_;
  std::vector<Difference> out_;
};

std::vector<Difference> diff_trees(const Tree& a, const Tree& b) {
  std::vector<Changed> changed;
  Trie<Inode>::diff(a.inodes, b.inodes, [&](std::uint64_t ino, const Inode* before, const Inode* after) {
    changed.push_back({static_cast<Ino>(ino), before, after});
  });
  Side before(a, nullptr), after(b, nullptr);
  return Differ(before, after, changed, nullptr).run();
}

}  // namespace

std::vector<Difference> FileSystem::diff(const Snapshot& before) const {
  return diff_trees(before.inside().tree, state_->tree);
}

std::vector<Difference> FileSystem::diff(const Snapshot& before, const Snapshot& after) {
  return diff_trees(before.inside().tree, after.inside().tree);
}

std::vector<Difference> FileSystem::changes(std::uint32_t exec) const {
  const Journal::Log* log = state_->journal.find(exec);
  if (!log) return {};
  std::vector<Changed> changed;
  log->changes.for_each([&](std::uint64_t ino, Change* c) {
    changed.push_back({static_cast<Ino>(ino), c->before.get(), state_->get(static_cast<Ino>(ino))});
  });
  Side before(state_->tree, &log->changes), after(state_->tree, nullptr);
  return Differ(before, after, changed, &log->changes).run();
}

}  // namespace nacre::vfs
