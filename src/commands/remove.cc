// A walk in post order; each directory is asked about before and after its entries. See remove.h.
#include "src/commands/remove.h"

#include "src/base/mode.h"
#include "src/base/paths.h"
#include "src/process/ask.h"
#include "src/process/options.h"

namespace nacre {

using vfs::Type;

Task<bool> Remover::remove(std::string path) {
  spoiled_.clear();
  skipped_ = false;
  bool ok = true;
  walk_.start(path);
  while (walk_.next()) {
    ok &= co_await visit();
    if (out_.full()) out_.flush();
    if (p_.spent(4)) co_await p_.spend(0);
  }
  co_return ok;
}

bool Remover::is_empty(vfs::Ino directory) const {
  vfs::DirEntry e;
  auto any = p_.fs().next_entry(directory, e);
  return any && !*any && p_.fs().permit(p_.caller(), directory, vfs::kReadable);
}

void Remover::mark_ancestors() {
  for (int i = 0; i < walk_.depth(); ++i) spoiled_.insert(walk_.ancestor(static_cast<std::size_t>(i)));
}

bool Remover::refuse(std::string text) {
  out_.complain(text);
  walk_.skip();
  skipped_ = true;
  return false;
}

Task<bool> Remover::visit() {
  switch (walk_.visit()) {
    case Walk::Visit::kDirectory: co_return co_await directory();
    case Walk::Visit::kLeave:
    case Walk::Visit::kUnreadable:
      if (std::exchange(skipped_, false)) co_return true;
      if (o_.one_device && walk_.depth() > 0 && walk_.stat().dev != p_.fs().stat(walk_.ancestor(0)).value_or(vfs::Stat{}).dev) {
        mark_ancestors();
        out_.complain("skipping " + quote(walk_.path()) + ", since it's on a different device");
        co_return false;
      }
      break;
    default: break;
  }
  const bool is_directory = walk_.visit() == Walk::Visit::kLeave || walk_.visit() == Walk::Visit::kUnreadable;
  bool empty = false;
  const Answer answer = co_await prompt(is_directory, false, empty);
  if (answer != Answer::kYes) co_return answer == Answer::kNo;
  co_return excise(is_directory);
}

// The first visit of a directory.
Task<bool> Remover::directory() {
  const std::string path = walk_.path();
  if (!o_.recursive && !(o_.empty_directories && is_empty(walk_.ino()))) {
    out_.complain("cannot remove " + quote(path), o_.empty_directories ? Errno::kNOTEMPTY : Errno::kISDIR);
    mark_ancestors();
    walk_.skip();
    skipped_ = true;
    co_return false;
  }
  if (walk_.depth() == 0) {
    const std::string_view name = base_name(path);
    if (name == "." || name == "..")
      co_return refuse("refusing to remove '.' or '..' directory: skipping " + quote(path));
    if (o_.preserve_root && o_.recursive && walk_.ino() == vfs::kRootIno) {
      out_.complain("it is dangerous to operate recursively on " + quote(path) + (path == "/" ? "" : " (same as '/')"));
      co_return refuse("use --no-preserve-root to override this failsafe");
    }
    if (o_.preserve_all) {
      auto parent = p_.fs().lookup(p_.caller(), walk_.ino(), "..");
      auto s = parent ? p_.fs().stat(*parent) : Result<vfs::Stat>(fail(Errno::kNOENT));
      if (s && s->dev != walk_.stat().dev) {
        out_.complain("skipping " + quote(path) + ", since it's on a different device");
        co_return refuse("and --preserve-root=all is in effect");
      }
    }
  }
  bool empty = false;
  const Answer answer = co_await prompt(true, true, empty);
  if (answer == Answer::kYes && empty) {
    // It has been asked about as a directory to be removed.
    const bool ok = excise(true);
    walk_.skip();
    skipped_ = true;
    co_return ok;
  }
  if (answer == Answer::kYes) co_return true;
  mark_ancestors();
  walk_.skip();
  skipped_ = true;
  co_return answer == Answer::kNo;
}

Task<Remover::Answer> Remover::prompt(bool directory, bool descend, bool& empty) {
  if (spoiled_.contains(walk_.ino()) && directory) co_return Answer::kNo;
  if (o_.ask == RemoveOptions::Ask::kNever) co_return Answer::kYes;
  const bool always = o_.ask == RemoveOptions::Ask::kAlways;
  const bool terminal = p_.file(0) && p_.file(0)->is_terminal();
  const vfs::Caller who = p_.caller();
  auto s = p_.fs().stat(who, walk_.access_path(), vfs::Follow::kNo, walk_.base());
  bool write_protected = false;
  if (!o_.ignore_missing && (always || terminal) && s && s->type != Type::kSymlink)
    write_protected = p_.uid != 0 && !p_.fs().permit(who, s->ino, vfs::kWritable);
  if (!write_protected && !always) co_return Answer::kYes;
  const std::string name = quote(walk_.path());
  if (!s) {
    out_.complain("cannot remove " + name, s.error());
    co_return Answer::kError;
  }
  if (descend) empty = is_empty(walk_.ino());
  const std::string protection = write_protected ? "write-protected " : "";
  out_.flush();
  bool yes = false;
  if (directory && descend && !empty) yes = co_await ask(p_, "descend into " + protection + "directory " + name + "?");
  else yes = co_await ask(p_, "remove " + protection + std::string(file_type_words(s->st_mode(), s->size)) + " " + name + "?");
  co_return yes ? Answer::kYes : Answer::kNo;
}

bool Remover::excise(bool directory) {
  const vfs::Caller who = p_.caller();
  auto done = directory ? p_.fs().rmdir(who, walk_.access_path(), walk_.base()) : p_.fs().unlink(who, walk_.access_path(), walk_.base());
  if (done) {
    if (o_.verbose) out_.put((directory ? "removed directory " : "removed ") + quote(walk_.path()) + "\n");
    return true;
  }
  Error why = done.error();
  if (o_.ignore_missing && (why == Errno::kNOENT || why == Errno::kNOTDIR || why == Errno::kINVAL || why == Errno::kILSEQ)) return true;
  if (walk_.visit() == Walk::Visit::kUnreadable && (why == Errno::kNOTEMPTY || why == Errno::kISDIR || why == Errno::kNOTDIR || why == Errno::kEXIST))
    why = walk_.error();
  if (walk_.visit() == Walk::Visit::kError && walk_.depth() == 0 && why == Errno::kISDIR) why = walk_.error();
  out_.complain("cannot remove " + quote(walk_.path()), why);
  mark_ancestors();
  return false;
}

}  // namespace nacre
