// cat [OPTION]... [FILE]...: concatenates files to standard output. POSIX and GNU coreutils 9.1.
//
// Without options, regular files are copied to regular files by sharing their chunks, and to all else chunk by chunk
// without a copy between. With options each chunk is formatted line
// by line; a line may span chunks, so the state of the line is kept between them.
#include <array>

#include "src/process/input.h"
#include "src/process/io.h"
#include "src/process/options.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {'A', "show-all", Argument::kNone, "", "same as -vET"},
    {'b', "number-nonblank", Argument::kNone, "", "number lines that are not empty; wins over -n"},
    {'e', "", Argument::kNone, "", "same as -vE"},
    {'E', "show-ends", Argument::kNone, "", "put $ at the end of each line"},
    {'n', "number", Argument::kNone, "", "number all lines"},
    {'s', "squeeze-blank", Argument::kNone, "", "one empty line in place of several"},
    {'t', "", Argument::kNone, "", "same as -vT"},
    {'T', "show-tabs", Argument::kNone, "", "show TAB as ^I"},
    {'u', "", Argument::kNone, "", "(ignored)"},
    {'v', "show-nonprinting", Argument::kNone, "", "use ^ and M- notation, but for LFD and TAB"},
};
constexpr Synopsis kSynopsis{"cat", "[OPTION]... [FILE]...",
                             "Write FILEs one after the other to standard output.\n\nNo FILE, or -, means standard input.", kOptions};

class Formatter {
 public:
  bool number = false, nonblank = false, squeeze = false, ends = false, tabs = false, nonprinting = false;

  bool plain() const { return !(number || nonblank || squeeze || ends || tabs || nonprinting); }
  void prepare() {
    number |= nonblank;
    for (int c = 0; c < 256; ++c) {
      const bool odd = c < 32 || c >= 127;
      special_[static_cast<std::size_t>(c)] = c == '\t' ? tabs : c != '\n' && odd && nonprinting;
    }
  }
  void format(std::string_view chunk, std::string& out) {
    for (std::size_t i = 0; i < chunk.size();) {
      if (pending_return_) {
        pending_return_ = false;
        out += chunk[i] == '\n' ? "^M" : "\r";
      }
      if (at_start_) {
        if (chunk[i] == '\n') {
          ++i;
          if (blank_ && squeeze) continue;
          blank_ = true;
          if (number && !nonblank) put_number(out);
          if (ends) out += '$';
          out += '\n';
          continue;
        }
        blank_ = false;
        at_start_ = false;
        if (number) put_number(out);
      }
      const std::size_t newline = chunk.find('\n', i);
      put_text(chunk.substr(i, newline - i), newline == chunk.npos, out);
      if (newline == chunk.npos) break;
      if (ends) out += '$';
      out += '\n';
      at_start_ = true;
      i = newline + 1;
    }
  }
  void end_of_input(std::string& out) {
    if (pending_return_) out += '\r';
    pending_return_ = false;
  }

 private:
  void put_number(std::string& out) {
    // Counts in decimal.
    int i = kDigits - 1;
    while (i >= 0 && digits_[static_cast<std::size_t>(i)] == '9') digits_[static_cast<std::size_t>(i--)] = '0';
    if (i >= 0) {
      char& d = digits_[static_cast<std::size_t>(i)];
      d = d == ' ' ? '1' : static_cast<char>(d + 1);
      first_ = std::min(first_, i);
    }
    const int from = std::min(first_, kDigits - 6);
    out.append(digits_.data() + from, static_cast<std::size_t>(kDigits - from));
    out += '\t';
  }
  // Text of one line. A carriage return before the newline shows with -E; at the end of a chunk it waits.
  void put_text(std::string_view text, bool open_end, std::string& out) {
    bool shown = false;
    if (ends && !nonprinting && text.ends_with('\r')) {
      text.remove_suffix(1);
      (open_end ? pending_return_ : shown) = true;
    }
    if (!nonprinting && !tabs) {
      out += text;
    } else {
      for (std::size_t i = 0; i < text.size();) {
        std::size_t k = i;
        while (k < text.size() && !special_[static_cast<unsigned char>(text[k])]) ++k;
        out += text.substr(i, k - i);
        for (; k < text.size() && special_[static_cast<unsigned char>(text[k])]; ++k) put_special(text[k], out);
        i = k;
      }
    }
    if (shown) out += "^M";
  }
  static void put_special(char byte, std::string& out) {
    auto c = static_cast<unsigned char>(byte);
    if (c >= 128) {
      out += "M-";
      c -= 128;
    }
    if (c < 32 || c == 127) {
      out += '^';
      out += static_cast<char>(c ^ 64);
    } else {
      out += static_cast<char>(c);
    }
  }

  static constexpr int kDigits = 20;
  std::array<char, kDigits> digits_ = [] {
    std::array<char, kDigits> d;
    d.fill(' ');
    return d;
  }();
  int first_ = kDigits - 1;
  bool at_start_ = true, blank_ = false, pending_return_ = false;
  std::array<bool, 256> special_{};
};

// The chunks of a regular file as they are.
Task<Result<>> copy_regular(Process& p, VfsFile& file, Writer& out) {
  for (;;) {
    const std::uint64_t at = file.offset();
    auto slice = p.fs().slice_at(file.inode(), at);
    if (!slice) co_return fail(slice.error());
    if (slice->bytes.empty()) co_return Result<>();
    if (auto r = co_await p.write(1, slice->bytes); !r) {
      out.fail_with(r.error());
      co_return Result<>();
    }
    (void)file.seek(static_cast<std::int64_t>(at + slice->bytes.size()), Whence::kSet);
  }
}

// The regular file that standard output is, if its size is not limited; else null.
VfsFile* regular_output(const Process& p) {
  FileDescription* f = p.file(1);
  auto* v = f && f->writable() && f->inode() && p.file_size_limit == UINT64_MAX ? dynamic_cast<VfsFile*>(f) : nullptr;
  if (!v || vfs::is_synthetic(v->inode())) return nullptr;
  auto type = p.fs().type(v->inode());
  return type && *type == vfs::Type::kFile ? v : nullptr;
}

// From a regular file to another.
Task<Result<>> share(Process& p, VfsFile& from, VfsFile& to, Writer& out) {
  constexpr std::uint64_t kStep = 4 << 20;
  for (;;) {
    const std::uint64_t at = from.offset();
    std::uint64_t to_at = to.offset();
    if (to.append()) {
      auto size = p.fs().size(to.inode());
      if (!size) co_return fail(size.error());
      to_at = *size;
    }
    auto n = p.fs().copy_range(to.inode(), to_at, from.inode(), at, kStep, p.uid);
    if (!n) {
      out.fail_with(n.error());
      co_return Result<>();
    }
    if (*n == 0) co_return Result<>();
    (void)from.seek(static_cast<std::int64_t>(at + *n), Whence::kSet);
    (void)to.seek(static_cast<std::int64_t>(to_at + *n), Whence::kSet);
    if (p.spent(static_cast<std::uint32_t>(*n / 4096 + 4))) co_await p.spend(0);
  }
}

Task<Result<>> copy(Process& p, int fd, Formatter& f, Writer& out) {
  Reader in(p, fd);
  const bool plain = f.plain();
  for (;;) {
    auto more = co_await in.fill();
    if (!more) co_return fail(more.error());
    if (!*more) break;
    if (plain) {
      if (auto r = co_await p.write(1, in.buffered()); !r) out.fail_with(r.error());
    } else {
      f.format(in.buffered(), out.buffer());
      out.flush();
    }
    in.consume(in.buffered().size());
    if (out.failed()) break;
  }
  if (!plain) f.end_of_input(out.buffer());
  out.flush();
  co_return Result<>();
}

// Copying a regular file to its own end would never stop.
bool is_output(const Process& p, const Input& in) {
  const FileDescription* out = p.file(1);
  const VfsFile* file = in.regular();
  if (!out || !file || !out->inode() || out->inode() != file->inode()) return false;
  auto size = p.fs().size(file->inode());
  return size && file->offset() < *size;
}

Task<int> cat_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Formatter f;
  for (const Option::Use& u : o.uses()) switch (u.id) {
      case 'A': f.nonprinting = f.ends = f.tabs = true; break;
      case 'b': f.nonblank = true; break;
      case 'e': f.nonprinting = f.ends = true; break;
      case 'E': f.ends = true; break;
      case 'n': f.number = true; break;
      case 's': f.squeeze = true; break;
      case 't': f.nonprinting = f.tabs = true; break;
      case 'T': f.tabs = true; break;
      case 'v': f.nonprinting = true; break;
    }
  f.prepare();
  Writer out(p, 1);
  int status = 0;
  std::vector<std::string_view> names = o.operands();
  if (names.empty()) names.push_back("-");
  for (std::string_view name : names) {
    Input in(p, name);
    if (!co_await in.open()) {
      status = 1;
      continue;
    }
    if (is_output(p, in)) {
      p.complain(quote_if_needed(name) + ": input file is output file");
      status = 1;
      continue;
    }
    VfsFile* file = f.plain() ? in.regular() : nullptr;
    Result<> done;
    VfsFile* to = file ? regular_output(p) : nullptr;
    if (to) done = co_await share(p, *file, *to, out);
    else if (file) done = co_await copy_regular(p, *file, out);
    else done = co_await copy(p, in.fd(), f, out);
    if (!done) {
      p.complain(quote_if_needed(name), done.error());
      status = 1;
    }
    if (out.failed()) break;
  }
  co_return out.finish(status);
}

const Program kCat("cat", cat_main);

}  // namespace
}  // namespace nacre
