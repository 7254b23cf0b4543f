// Redirections (bash manual 3.6): applied in order, undone in reverse.
//
// A descriptor that is replaced is kept in the Undo list as its open file description, without a number of its own: nothing
// that runs meanwhile sees it, and undoing puts it back.
#include <algorithm>

#include "src/expand/arithmetic.h"
#include "src/expand/reference.h"
#include "src/shell/shell.h"

namespace nacre {
namespace {

constexpr int kFirstVariableFd = 10;   // {name}> gets one from here

// The number that a text is; -1 when it is none.
int descriptor_number(std::string_view text) {
  if (text.empty() || text.size() > 9) return -1;
  int n = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return -1;
    n = n * 10 + (c - '0');
  }
  return n;
}

// Descriptors are less than this.
std::uint64_t descriptor_limit(const Process& p) {
  const std::uint64_t all = std::min<std::uint64_t>(p.machine().limits().descriptors, INT32_MAX);
  return p.resource_limits ? std::min(all, p.resource_limits->values[ResourceLimits::kOpenFiles].soft) : all;
}

Ref<FileDescription> text_file(Process& p, std::string text) {
  vfs::Stat s;
  s.ino = p.machine().next_id();
  s.type = vfs::Type::kFifo;
  s.mode = 0600;
  s.nlink = 1;
  s.size = text.size();
  return Ref<FileDescription>(new TextFile(std::move(text), s, "pipe:[" + std::to_string(s.ino) + "]"));
}

}  // namespace

bool Shell::has_descriptors(int n) const {
  const auto limit = static_cast<int>(descriptor_limit(process()));
  for (int fd = 0; fd < limit && n > 0; ++fd) n -= process().file(fd) == nullptr;
  return n <= 0;
}
int Shell::high_descriptor(int from) const {
  int fd = std::min(from, static_cast<int>(descriptor_limit(process())) - 1);
  while (fd > 2 && process().file(fd)) --fd;
  return fd;
}

Task<bool> Shell::redirect(Span<const Redirect> redirects, Undos* undo) {
  const std::size_t mark = substitutions.size();
  for (const Redirect& r : redirects) {
    const bool ok = co_await apply_redirect(r, undo);
    flush_messages();
    if (!ok) {
      if (undo) undo_redirects(*undo);
      close_substitutions(mark);
      co_return false;
    }
  }
  close_substitutions(mark);
  co_return true;
}

void Shell::undo_redirects(Undos& undo) {
  for (std::size_t i = undo.size(); i-- > 0;) {
    Undo& u = undo[i];
    if (u.file) (void)process().set_file(u.fd, std::move(u.file), u.cloexec);
    else (void)process().close(u.fd);
  }
  undo.clear();
}

// Gives a descriptor another file (null: closes it), noting what was there.
void Shell::replace(int fd, Ref<FileDescription> file, Undos* undo) {
  if (undo) undo->push_back({fd, Ref<FileDescription>(process().file(fd)), process().cloexec(fd)});
  if (file) (void)process().set_file(fd, std::move(file));
  else (void)process().close(fd);
}

// Puts an opened file where the redirection says: its number, or a new one for {name}, which then keeps it.
Task<bool> Shell::put_file(const Redirect& r, Ref<FileDescription> file, Undos* undo) {
  if (r.variable == kNoName) {
    if (static_cast<std::uint64_t>(r.fd) >= descriptor_limit(process())) {
      const bool copies = r.op == RedirectOp::kDupInput || r.op == RedirectOp::kDupOutput;
      report((copies ? std::string(r.word->text) : std::to_string(r.fd)) + ": " + std::string(describe(Errno::kBADF)));
      co_return false;
    }
    replace(r.fd, std::move(file), undo);
    co_return true;
  }
  auto fd = process().add_file(std::move(file), kFirstVariableFd);
  if (!fd) {
    report(std::string(names().text(r.variable)) + ": cannot assign fd to variable: " + std::string(fd.error().words()));
    co_return false;
  }
  std::string target(names().text(r.variable));
  if (r.variable_subscript.kind == SubscriptKind::kIndex) target += "[" + std::string(r.variable_subscript.text) + "]";
  auto ok = co_await assign_target(*this, target, std::to_string(*fd));
  if (!ok) {
    (void)process().close(*fd);
    report(target + ": cannot assign fd to variable");
    co_return false;
  }
  if (on(ShellOption::kVarredirClose) && undo) undo->push_back({*fd, {}, false});
  co_return true;
}

// Opens the file of a redirection; null: a message was reported.
Task<Ref<FileDescription>> Shell::open_target(const Redirect& r, const std::string& path, OpenFlags flags) {
  if (!has_descriptors(1)) {
    report(path + ": " + std::string(describe(Errno::kMFILE)));
    co_return nullptr;
  }
  const bool guarded = on(ShellOption::kNoclobber) && flags.truncate && (r.op == RedirectOp::kOutput || r.op == RedirectOp::kBoth ||
                                                                         r.op == RedirectOp::kDupOutput);
  if (guarded) {
    auto stat = process().fs().stat(process().caller(), path);
    if (stat && stat->type == vfs::Type::kFile) {
      report(path + ": cannot overwrite existing file");
      co_return nullptr;
    }
    if (!stat) flags.exclusive = true;
  }
  auto file = co_await process().open_file(path, flags);
  if (!file) {
    report((path.empty() ? "" : path) + ": " + std::string(file.error().words()));
    co_return nullptr;
  }
  co_return std::move(*file);
}

// The text of the variable of {name}>&-, which may be an element.
Task<Outcome<std::string>> Shell::held_descriptor(const Redirect& r) {
  std::string target(names().text(r.variable));
  if (r.variable_subscript.kind == SubscriptKind::kIndex) target += "[" + std::string(r.variable_subscript.text) + "]";
  auto reference = co_await parse_reference(*this, std::move(target));
  if (!reference) co_return abort_with(reference.error());
  co_return fetch(*this, *reference).text;
}

Task<bool> Shell::apply_redirect(const Redirect& r, Undos* undo) {
  if ((r.op == RedirectOp::kHereDoc || r.op == RedirectOp::kHereString) && !has_descriptors(1)) {
    report("cannot create temp file for here-document: " + std::string(describe(Errno::kMFILE)));
    co_return false;
  }
  switch (r.op) {
    case RedirectOp::kHereDoc: {
      if (r.body->is(Word::kConstant)) co_return co_await put_file(r, text_file(process(), std::string(r.body->literal)), undo);
      auto text = co_await expand_string(*this, *r.body, StringUse::kHereDoc);
      if (!text) {
        fail_with(text.error());
        co_return false;
      }
      co_return co_await put_file(r, text_file(process(), std::move(*text)), undo);
    }
    case RedirectOp::kHereString: {
      auto text = co_await expand_string(*this, *r.word, StringUse::kAssign);
      if (!text) {
        fail_with(text.error());
        co_return false;
      }
      co_return co_await put_file(r, text_file(process(), *text + "\n"), undo);
    }
    case RedirectOp::kDupInput:
    case RedirectOp::kDupOutput: {
      // {name}>&- closes the descriptor that the variable holds.
      auto text = r.word->is(Word::kGlob) ? co_await expand_redirect(*this, *r.word) : co_await expand_string(*this, *r.word);
      if (!text) {
        fail_with(text.error());
        co_return false;
      }
      std::string_view which = *text;
      const bool move = which.size() > 1 && which.back() == '-';
      if (move) which.remove_suffix(1);
      if (which == "-" || (text->empty() && r.op == RedirectOp::kDupInput)) {
        if (text->empty()) {
          report(": ambiguous redirect");
          co_return false;
        }
        int fd = r.fd;
        if (r.variable != kNoName) {
          auto held = co_await held_descriptor(r);
          if (!held) {
            fail_with(held.error());
            co_return false;
          }
          fd = descriptor_number(*held);
          if (fd < 0) {
            report(std::string(names().text(r.variable)) + ": ambiguous redirect");
            co_return false;
          }
          (void)process().close(fd);
          co_return true;
        }
        replace(fd, nullptr, undo);   // noted when it was closed, too: what opens it meanwhile goes again
        co_return true;
      }
      const int from = descriptor_number(which);
      if (from < 0) {
        if (r.op == RedirectOp::kDupInput || r.fd != 1 || r.variable != kNoName) {   // 1>&file is >&file
          report(*text + ": ambiguous redirect");
          co_return false;
        }
        auto path = co_await expand_redirect(*this, *r.word);   // >&file is &>file
        if (!path) {
          fail_with(path.error());
          co_return false;
        }
        auto file = co_await open_target(r, *path, OpenFlags::writing());
        if (!file) co_return false;
        replace(1, file, undo);
        replace(2, file, undo);
        co_return true;
      }
      Ref<FileDescription> file(process().file(from));
      if (!file) {
        report(std::string(r.word->text) + ": " + std::string(describe(Errno::kBADF)));
        co_return false;
      }
      if (!co_await put_file(r, file, undo)) co_return false;
      if (move && from != r.fd) replace(from, nullptr, undo);
      co_return true;
    }
    default: break;
  }
  auto path = co_await expand_redirect(*this, *r.word);
  if (!path) {
    fail_with(path.error());
    co_return false;
  }
  OpenFlags flags;
  switch (r.op) {
    case RedirectOp::kInput: flags = OpenFlags::reading(); break;
    case RedirectOp::kReadWrite: flags = {.read = true, .write = true, .create = true}; break;
    case RedirectOp::kAppend:
    case RedirectOp::kAppendBoth: flags = OpenFlags::appending(); break;
    default: flags = OpenFlags::writing(); break;
  }
  auto file = co_await open_target(r, *path, flags);
  if (!file) co_return false;
  if (r.op == RedirectOp::kBoth || r.op == RedirectOp::kAppendBoth) {
    replace(1, file, undo);
    replace(2, file, undo);
    co_return true;
  }
  co_return co_await put_file(r, std::move(file), undo);
}

}  // namespace nacre
