// One CopyStep copies or moves one file or directory; a directory's step runs steps for its entries (Tasks: depth is on the
// heap, and paths are limited anyway). The order of checks and the messages are those of GNU's cp and mv.
#include "src/commands/copy.h"

#include <algorithm>
#include <cstdio>

#include "src/base/mode.h"
#include "src/base/paths.h"
#include "src/commands/copy_data.h"
#include "src/process/ask.h"
#include "src/process/canonical.h"
#include "src/process/options.h"

namespace nacre {

using vfs::Type;
using Follow = CopyOptions::Follow;
using Overwrite = CopyOptions::Overwrite;

class CopyStep {
 public:
  CopyStep(Copier& c, std::string source, std::string destination, bool operand, std::optional<std::uint32_t> parent_device,
           const std::vector<vfs::Ino>& ancestors)
      : c_(c), p_(c.p_), fs_(c.p_.fs()), o_(c.o_), source_(std::move(source)), destination_(std::move(destination)),
        operand_(operand), parent_device_(parent_device), ancestors_(ancestors) {}

  bool renamed = false;

  Task<bool> run(bool absent) {
    if (o_.move) {
      auto r = fs_.rename(who(), source_, destination_, vfs::RenameMode::kNoReplace);
      move_error_ = r ? Errno::kOk : r.error().code;
      absent = renamed = move_error_ == Errno::kOk;
    }
    if (o_.move && !renamed && move_error_ == Errno::kEXIST && o_.overwrite == Overwrite::kNo) {
      renamed = true;
      co_return true;
    }
    if (!look_at_source()) co_return false;
    if (done_) co_return true;
    new_ = absent;
    if (!absent) {
      if (!look_at_destination()) co_return false;
      if (done_) co_return true;
      if (exists_ && !co_await make_way()) co_return false;
      if (done_) co_return true;
    }
    if (through_own_link()) {
      say("will not copy " + quote(source_) + " through just-created symlink " + quote(destination_));
      co_return false;
    }
    if (o_.verbose && !o_.move && !is_directory()) announce(std::string());
    const std::string* earlier = earlier_copy();
    if (earlier) {
      const bool good = repeat(*earlier);
      if (done_) co_return good;
    }
    if (o_.move) {
      const bool good = move();
      if (done_) co_return good;
    }
    if (co_await create()) co_return delayed_ok_;
    undo_backup(earlier != nullptr);
    co_return false;
  }

 private:
  vfs::Caller who() const { return p_.caller(); }
  bool is_directory() const { return src_.type == Type::kDirectory; }
  bool dereferences() const { return o_.follow == Follow::kAlways || (o_.follow == Follow::kOperands && operand_); }
  void say(std::string text) { return c_.out_.complain(text); }
  void say(std::string text, Error e) { return c_.out_.complain(text, e); }
  Copier::Key key(const vfs::Stat& s) const { return {s.dev, s.ino}; }
  Result<vfs::Stat> lstat(std::string_view path) { return fs_.stat(who(), path, vfs::Follow::kNo); }
  // Both names are the same entry of the same directory.
  bool same_entry(std::string_view a, std::string_view b) {
    if (base_name(a) != base_name(b)) return false;
    auto x = fs_.resolve(who(), dir_name(a)), y = fs_.resolve(who(), dir_name(b));
    return x && y && *x == *y;
  }
  void announce(std::string_view verb) {
    c_.out_.put(std::string(verb) + quote(source_) + " -> " + quote(destination_));
    if (!backup_.empty()) c_.out_.put(" (backup: " + quote(backup_) + ")");
    c_.out_.put('\n');
  }

  bool look_at_source() {
    if (renamed) {
      if (o_.several)
        if (auto s = lstat(destination_)) src_ = *s;
      return true;
    }
    auto s = fs_.stat(who(), source_, dereferences() ? vfs::Follow::kYes : vfs::Follow::kNo);
    if (!s) {
      say("cannot stat " + quote(source_), s.error());
      return false;
    }
    src_ = *s;
    if (is_directory() && !o_.recursive) {
      say("-r not specified; omitting directory " + quote(source_));
      return false;
    }
    if (operand_ && o_.several) {
      const bool seen = !c_.sources_.emplace(source_, src_.ino).second;
      if (seen && !is_directory() && !o_.backup) {
        say("warning: source file " + quote(source_) + " specified more than once");
        done_ = true;
      }
    }
    return true;
  }

  bool look_at_destination() {
    const bool own_link = (src_.type != Type::kFile && (!o_.copy_contents || is_directory() || src_.type == Type::kSymlink)) ||
                          o_.move || o_.symbolic_link || o_.hard_link || o_.backup || o_.remove_first;
    auto d = fs_.stat(who(), destination_, own_link ? vfs::Follow::kNo : vfs::Follow::kYes);
    if (d) {
      dst_ = *d;
      exists_ = true;
      move_error_ = Errno::kEXIST;
    } else if (d.error() == Errno::kNOENT) {
      new_ = true;
    } else if (!(d.error() == Errno::kLOOP && o_.remove_if_unopenable)) {
      say("cannot stat " + quote(destination_), d.error());
      return false;
    }
    return true;
  }

  // GNU's same_file_ok: whether to go on although both may be one file. done_: there is nothing to do.
  bool may_be_same() {
    const bool same = key(src_) == key(dst_);
    if (same && o_.hard_link) return done_ = true;
    vfs::Stat s = src_, d = dst_;
    if (o_.follow == Follow::kNever) {
      if (s.type == Type::kSymlink && d.type == Type::kSymlink) {
        const bool one_entry = same_entry(source_, destination_);
        if (!one_entry && o_.backup) return true;
        if (!one_entry && same) {
          done_ = true;
          return !o_.move;
        }
        return !one_entry;
      }
    } else {
      if (!same) return true;
      auto sl = lstat(source_), dl = lstat(destination_);
      if (!sl || !dl) return true;
      s = *sl;
      d = *dl;
      if (s.type == Type::kSymlink && d.type == Type::kSymlink && o_.remove_first) return true;
    }
    const bool same_link = key(s) == key(d);
    if (o_.backup) {
      if (same_link) return !same_entry(source_, destination_);
      return o_.move || o_.follow == Follow::kNever || s.type != Type::kSymlink || d.type == Type::kSymlink;
    }
    if (o_.move || o_.remove_first) {
      if (d.type == Type::kSymlink) return true;
      if (same_link && d.nlink > 1 && !same_entry(source_, destination_)) return !o_.move;
    }
    if (s.type != Type::kSymlink && d.type != Type::kSymlink) {
      if (!same_link) return true;
      if (o_.hard_link) return done_ = true;
    }
    if (o_.move && src_.type == Type::kSymlink && d.nlink > 1)
      if (auto real = canonicalize(p_, source_, {.missing = Canonical::Missing::kNone})) return !same_entry(*real, destination_);
    if (o_.symbolic_link && d.type == Type::kSymlink) return true;
    if (o_.follow != Follow::kNever) return false;
    auto st = fs_.stat(who(), source_), dt = fs_.stat(who(), destination_);
    if (!st || !dt || key(*st) != key(*dt)) return true;
    if (!o_.hard_link) return false;
    done_ = d.type != Type::kSymlink;
    return true;
  }

  bool writable_destination() {
    return dst_.type == Type::kSymlink || p_.uid == 0 || fs_.access(who(), destination_, vfs::kWritable).has_value();
  }
  Task<bool> asks() {
    if (writable_destination()) co_return co_await ask(p_, "overwrite " + quote(destination_) + "?");
    const std::string text = mode_text(dst_.st_mode()).substr(1);
    char octal[8];
    std::snprintf(octal, sizeof octal, "%04o", static_cast<unsigned>(dst_.mode));
    const bool replaces = o_.move || o_.remove_first || o_.remove_if_unopenable;
    co_return co_await ask(p_, replaces ? "replace " + quote(destination_) + ", overriding mode " + octal + " (" + text + ")?"
                                        : "unwritable " + quote(destination_) + " (mode " + octal + ", " + text + "); try anyway?");
  }

  // The destination exists: decides whether it may go, and makes a backup or removes it.
  Task<bool> make_way() {
    if (o_.overwrite != Overwrite::kNo && !may_be_same()) {
      say(quote(source_) + " and " + quote(destination_) + " are the same file");
      co_return false;
    }
    if (done_) co_return true;
    if (o_.update && !is_directory() && dst_.mtime >= src_.mtime) {
      renamed = done_ = true;
      if (o_.keep_links && src_.nlink > 1) {
        auto [at, fresh] = c_.copied_.try_emplace(key(src_), destination_);
        if (!fresh) co_return hard_link(at->second, true);
      }
      co_return true;
    }
    c_.out_.flush();
    if (o_.move) {
      const bool tty = p_.file(0) && p_.file(0)->is_terminal();
      bool abandon = o_.overwrite == Overwrite::kNo;
      if (o_.overwrite == Overwrite::kAsk || (o_.overwrite == Overwrite::kUnspecified && tty && !writable_destination()))
        abandon = !co_await asks();
      if (abandon) {
        renamed = done_ = true;
        co_return true;
      }
    } else if (!is_directory() && (o_.overwrite == Overwrite::kNo || (o_.overwrite == Overwrite::kAsk && !co_await asks()))) {
      done_ = true;
      co_return true;
    }
    const bool directory_there = dst_.type == Type::kDirectory, backs_up = o_.move && o_.backup;
    if (!directory_there && is_directory() && !backs_up) {
      say("cannot overwrite non-directory " + quote(destination_) + " with directory " + quote(source_));
      co_return false;
    }
    if (!directory_there && operand_ && o_.several && c_.destinations_.contains({destination_, dst_.ino})) {
      say("will not overwrite just-created " + quote(destination_) + " with " + quote(source_));
      co_return false;
    }
    if (directory_there && !is_directory() && !backs_up) {
      say("cannot overwrite directory " + quote(destination_) + " with non-directory");
      co_return false;
    }
    const std::string_view base = base_name(source_);
    if (o_.backup && base != "." && base != ".." && (o_.move || !directory_there)) co_return make_backup(base);
    const bool removes = o_.remove_first || (o_.data && ((o_.keep_links && dst_.nlink > 1) ||
                                                         (o_.follow == Follow::kNever && src_.type != Type::kFile)));
    if (!directory_there && !o_.move && removes) {
      if (auto r = fs_.unlink(who(), destination_); !r && !(r.error() == Errno::kNOENT)) {
        say("cannot remove " + quote(destination_), r.error());
        co_return false;
      }
      new_ = true;
      if (o_.verbose) c_.out_.put("removed " + quote(destination_) + "\n");
    }
    co_return true;
  }

  bool make_backup(std::string_view source_base) {
    if (o_.backup.kind != Backup::Kind::kNumbered) {
      const std::string simple = std::string(strip_slashes(destination_)) + o_.backup.suffix;
      auto b = source_base == base_name(simple) ? lstat(simple) : Result<vfs::Stat>(fail(Errno::kNOENT));
      if (b && key(*b) == key(src_)) {
        say("backing up " + quote(destination_) + " might destroy source;  " + quote(source_) + (o_.move ? " not moved" : " not copied"));
        return false;
      }
    }
    backup_ = o_.backup.name_for(p_, destination_);
    auto r = fs_.rename(who(), destination_, backup_);
    if (!r && !(r.error() == Errno::kNOENT)) {
      say("cannot backup " + quote(destination_), r.error());
      return false;
    }
    new_ = true;
    return true;
  }

  void undo_backup(bool was_copied_earlier) {
    if (!was_copied_earlier) c_.copied_.erase(key(src_));
    if (backup_.empty()) return;
    if (auto r = fs_.rename(who(), backup_, destination_); !r) say("cannot un-backup " + quote(destination_), r.error());
    else if (o_.verbose) c_.out_.put(quote(backup_) + " -> " + quote(destination_) + " (unbackup)\n");
  }

  bool through_own_link() {
    if (!operand_ || !o_.several || o_.move || o_.backup) return false;
    auto d = lstat(destination_);
    return d && d->type == Type::kSymlink && c_.destinations_.contains({destination_, d->ino});
  }

  // Where this inode was copied to before, which matters for hard links and for a directory that goes into itself.
  const std::string* earlier_copy() {
    if (renamed) return nullptr;
    const auto find = [&]() -> const std::string* {
      auto it = c_.copied_.find(key(src_));
      return it == c_.copied_.end() ? nullptr : &it->second;
    };
    const auto remember = [&]() -> const std::string* {
      auto [it, fresh] = c_.copied_.try_emplace(key(src_), destination_);
      return fresh ? nullptr : &it->second;
    };
    if (o_.recursive && is_directory()) return operand_ ? remember() : find();
    if (o_.move && src_.nlink == 1) return find();
    if (o_.keep_links && !o_.hard_link && (src_.nlink > 1 || (operand_ && o_.follow == Follow::kOperands) || o_.follow == Follow::kAlways))
      return remember();
    return nullptr;
  }

  // The inode has been copied already. done_: nothing is left to do.
  bool repeat(const std::string& earlier) {
    done_ = true;
    if (!is_directory()) {
      if (hard_link(earlier, true)) return true;
      undo_backup(true);
      return false;
    }
    if (same_entry(source_, earlier)) {
      say("cannot copy a directory, " + quote(c_.top_source_) + ", into itself, " + quote(c_.top_destination_));
      c_.into_itself_ = true;
    } else if (same_entry(destination_, earlier)) {
      say("warning: source directory " + quote(c_.top_source_) + " specified more than once");
      renamed = true;
      return true;
    } else if (dereferences()) {
      done_ = false;
      return true;
    } else {
      say("will not create hard link " + quote(c_.top_destination_) + " to directory " + quote(earlier));
    }
    undo_backup(true);
    return false;
  }

  bool hard_link(std::string target, bool replace) {
    const vfs::Follow follow = dereferences() ? vfs::Follow::kYes : vfs::Follow::kNo;
    auto r = fs_.link(who(), target, destination_, follow);
    if (!r && r.error() == Errno::kEXIST && replace) {
      // Not the same file already?
      auto a = fs_.stat(who(), target, follow), b = lstat(destination_);
      if (a && b && key(*a) == key(*b)) return true;
      if (auto u = fs_.unlink(who(), destination_); !u) {
        say("cannot remove " + quote(destination_), u.error());
        return false;
      }
      if (o_.verbose && target != source_) c_.out_.put("removed " + quote(destination_) + "\n");
      r = fs_.link(who(), target, destination_, follow);
    }
    if (r) return true;
    say("cannot create hard link " + quote(destination_) + " to " + quote(target), r.error());
    return false;
  }

  // mv: by rename, unless that is not possible between these two places (then done_ stays false).
  bool move() {
    Errno error = renamed ? Errno::kOk : move_error_;
    if (!renamed && (error == Errno::kEXIST || new_)) {
      auto r = fs_.rename(who(), source_, destination_);
      error = r ? Errno::kOk : r.error().code;
    }
    if (error == Errno::kOk) {
      if (o_.verbose) announce("renamed ");
      renamed = done_ = true;
      if (operand_ && o_.several) c_.destinations_.emplace(destination_, src_.ino);
      return true;
    }
    if (error == Errno::kXDEV) {
      auto r = is_directory() ? fs_.rmdir(who(), destination_) : fs_.unlink(who(), destination_);
      if (!r && !(r.error() == Errno::kNOENT)) {
        say("inter-device move failed: " + quote(source_) + " to " + quote(destination_) + "; unable to remove target", r.error());
        done_ = true;
        return false;
      }
      if (o_.verbose && !is_directory()) announce("copied ");
      new_ = true;
      return true;
    }
    done_ = true;
    if (error == Errno::kINVAL) {
      say("cannot move " + quote(c_.top_source_) + " to a subdirectory of itself, " + quote(c_.top_destination_));
      c_.into_itself_ = true;
      return true;
    }
    say("cannot move " + quote(source_) + " to " + quote(destination_), error);
    c_.copied_.erase(key(src_));
    undo_backup(true);
    return false;
  }

  // Makes the destination. False: it could not be made.
  Task<bool> create() {
    bool good = false;
    if (is_directory()) good = co_await copy_directory();
    else if (o_.symbolic_link) good = make_symbolic_link(source_, true);
    else if (o_.hard_link) good = hard_link(source_, o_.remove_if_unopenable || o_.overwrite == Overwrite::kAsk);
    else if (src_.type == Type::kFile || (o_.copy_contents && src_.type != Type::kSymlink)) good = co_await copy_file();
    else if (src_.type == Type::kSymlink) good = copy_symbolic_link();
    else good = copy_special();
    if (!good) co_return false;
    if (operand_ && o_.several)
      if (auto s = lstat(destination_)) c_.destinations_.emplace(destination_, s->ino);
    co_return true;
  }

  bool make_symbolic_link(std::string target, bool from_name) {
    if (from_name && target[0] != '/') {
      const std::string_view dir = dir_name(destination_);
      auto at = fs_.resolve(who(), dir);
      if (dir != "." && (!at || *at != p_.cwd())) {
        say(quote_if_needed(destination_) + ": can make relative symbolic links only in current directory");
        return false;
      }
    }
    auto made = fs_.symlink(who(), target, destination_);
    if (!made && made.error() == Errno::kEXIST && o_.remove_if_unopenable) {
      (void)fs_.unlink(who(), destination_);
      made = fs_.symlink(who(), target, destination_);
    }
    if (made) return true;
    say(from_name ? "cannot create symbolic link " + quote(destination_) + " to " + quote(target)
                           : "cannot create symbolic link " + quote(destination_), made.error());
    return false;
  }

  bool copy_symbolic_link() {
    auto target = fs_.readlink(who(), source_);
    if (!target) {
      say("cannot read symbolic link " + quote(source_), target.error());
      return false;
    }
    if (!make_symbolic_link(std::move(*target), false)) return false;
    auto d = lstat(destination_);
    if (!d) return true;
    if (o_.keep_owner) (void)keep_owner(d->ino);
    if (o_.keep_times) (void)fs_.utimens(who(), d->ino, set(src_.atime), set(src_.mtime));
    return true;
  }

  static vfs::NewTime set(vfs::Time t) { return {vfs::NewTime::Kind::kSet, t}; }

  // As far as the rights go: the owner, or only the group. False: the owner is not kept, nor may setuid be.
  bool keep_owner(vfs::Ino ino) {
    auto d = fs_.stat(ino);
    if (d && d->uid == src_.uid && d->gid == src_.gid) return true;
    if (fs_.chown(who(), ino, src_.uid, src_.gid)) return true;
    (void)fs_.chown(who(), ino, vfs::kKeepId, src_.gid);
    return false;
  }

  // Times, owner and mode of what has been made.
  bool dress(vfs::Ino ino, std::uint32_t omitted) {
    std::uint32_t mode = src_.mode;
    if (o_.keep_times)
      if (auto r = fs_.utimens(who(), ino, set(src_.atime), set(src_.mtime)); !r)
        say("preserving times for " + quote(destination_), r.error());
    if (o_.keep_owner && !keep_owner(ino)) mode &= 0777;
    if (o_.keep_mode || o_.move) {
      if (auto r = fs_.chmod(who(), ino, mode); !r) say("preserving permissions for " + quote(destination_), r.error());
    } else if (o_.default_mode && new_) {
      (void)fs_.chmod(who(), ino, (is_directory() ? 0777 : 0666) & ~p_.umask);
    } else if (omitted & ~p_.umask) {
      if (auto d = fs_.stat(ino)) (void)fs_.chmod(who(), ino, d->mode | (omitted & ~p_.umask));
    }
    return true;
  }

  bool copy_special() {
    auto made = fs_.mknod(who(), destination_, src_.type, src_.mode, src_.rdev);
    if (!made) {
      say((src_.type == Type::kFifo ? "cannot create fifo " : "cannot create special file ") + quote(destination_), made.error());
      return false;
    }
    return dress(*made, 0);
  }

  Task<bool> copy_file() {
    const std::uint32_t omitted = o_.keep_owner ? src_.mode & 077 : 0;
    CopyData data(p_, o_, c_.out_, source_, destination_, src_);
    auto ino = co_await data.run(new_, (src_.mode & 0777) & ~omitted);
    if (!ino) co_return false;
    // GNU has dressed the file when the data failed to come: it is left as it is.
    if (*ino && !dress(*ino, omitted)) co_return false;
    co_return data.complete();
  }

  Task<bool> copy_directory() {
    if (std::find(ancestors_.begin(), ancestors_.end(), src_.ino) != ancestors_.end()) {
      say("cannot copy cyclic symbolic link " + quote(source_));
      co_return false;
    }
    std::uint32_t omitted = src_.mode & (o_.keep_owner ? 077u : 022u);
    std::optional<std::uint32_t> restore;
    if (new_ || dst_.type != Type::kDirectory) {
      auto made = fs_.mkdir(who(), destination_, src_.mode & ~omitted);
      auto d = made ? fs_.stat(*made) : Result<vfs::Stat>(fail(made.error()));
      if (!d) {
        say("cannot create directory " + quote(destination_), d.error());
        co_return false;
      }
      dst_ = *d;
      if ((dst_.mode & 0700) != 0700) {
        restore = dst_.mode;
        (void)fs_.chmod(who(), dst_.ino, dst_.mode | 0700);
      }
      if (!std::exchange(c_.directory_made_, true)) c_.copied_.try_emplace(key(dst_), destination_);
      if (o_.verbose) {
        if (o_.move) c_.out_.put("created directory " + quote(destination_) + "\n");
        else announce("");
      }
    } else {
      omitted = 0;
    }
    if (!(o_.one_device && parent_device_ && *parent_device_ != src_.dev)) delayed_ok_ = co_await copy_entries();
    if (restore) (void)fs_.chmod(who(), dst_.ino, *restore);
    co_return dress(dst_.ino, omitted);
  }

  Task<bool> copy_entries() {
    if (auto r = fs_.permit(who(), src_.ino, vfs::kReadable); !r) {
      say("cannot access " + quote(source_), r.error());
      co_return false;
    }
    bool ok = true;
    std::vector<vfs::Ino> ancestors = ancestors_;
    ancestors.push_back(src_.ino);
    for (vfs::DirEntry e;;) {
      auto more = fs_.next_entry(src_.ino, e);
      if (!more || !*more) break;
      CopyStep step(c_, join_path(source_, e.name), join_path(destination_, e.name), false, src_.dev, ancestors);
      ok &= co_await step.run(false);
      if (c_.into_itself_) break;
      if (c_.out_.full()) c_.out_.flush();
      if (p_.spent(16)) co_await p_.spend(0);
    }
    co_return ok;
  }

  Copier& c_;
  Process& p_;
  vfs::FileSystem& fs_;
  const CopyOptions& o_;
  std::string source_, destination_, backup_;
  bool operand_;
  std::optional<std::uint32_t> parent_device_;
  const std::vector<vfs::Ino>& ancestors_;
  vfs::Stat src_, dst_;
  Errno move_error_ = Errno::kOk;
  bool new_ = false, exists_ = false, done_ = false, delayed_ok_ = true;
};

Task<Copier::Outcome> Copier::copy(std::string source, std::string destination, bool absent) {
  top_source_ = source;
  top_destination_ = destination;
  directory_made_ = into_itself_ = false;
  const std::vector<vfs::Ino> none;
  CopyStep step(*this, std::move(source), std::move(destination), true, std::nullopt, none);
  Outcome o;
  o.ok = co_await step.run(absent);
  o.into_itself = into_itself_;
  o.renamed = step.renamed;
  co_return o;
}

}  // namespace nacre
