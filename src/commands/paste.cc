// paste [OPTION]... [FILE]...: joins corresponding lines of files. POSIX and GNU coreutils 9.1.
#include <memory>

#include "src/process/input.h"
#include "src/process/locale.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {'d', "delimiters", Argument::kRequired, "LIST", "use the characters of LIST in turn instead of TABs"},
    {'s', "serial", Argument::kNone, "", "join the lines of one file after the other"},
    {'z', "zero-terminated", Argument::kNone, "", "lines end with NUL, not newline"},
};
constexpr Synopsis kSynopsis{"paste", "[OPTION]... [FILE]...",
                             "Write the first lines of all FILEs as one line, with TABs between them, then the second\n"
                             "lines, and so on.\n\nNo FILE, or -, means standard input.",
                             kOptions};

// One delimiter: a byte, or none (\0).
struct Delimiter {
  bool empty = false;
  char byte = '\t';
};

// False when the list ends with an unescaped backslash.
bool parse_delimiters(std::string_view list, std::vector<Delimiter>& out) {
  out.clear();
  if (list.empty()) list = "\\0";
  for (std::size_t i = 0; i < list.size(); ++i) {
    Delimiter d{false, list[i]};
    if (list[i] == '\\') {
      if (++i == list.size()) return false;
      switch (list[i]) {
        case '0': d.empty = true; break;
        case 'b': d.byte = '\b'; break;
        case 'f': d.byte = '\f'; break;
        case 'n': d.byte = '\n'; break;
        case 'r': d.byte = '\r'; break;
        case 't': d.byte = '\t'; break;
        case 'v': d.byte = '\v'; break;
        default: d.byte = list[i];
      }
    }
    out.push_back(d);
  }
  return true;
}

struct Paste {
  std::vector<Delimiter> delimiters{{}};
  char end = '\n';

  void put(Writer& out, std::size_t which) const {
    const Delimiter& d = delimiters[which % delimiters.size()];
    if (!d.empty) out.put(d.byte);
  }
};

Task<int> serial(Process& p, const std::vector<std::string_view>& names, const Paste& paste, Writer& out) {
  int status = 0;
  for (std::string_view name : names) {
    Input in(p, name);
    if (auto r = co_await in.try_open(); !r) {
      out.complain(quote_if_needed(name), r.error());
      status = 1;
      continue;
    }
    Reader reader(p, in.fd());
    std::string_view line;
    for (std::size_t n = 0;; ++n) {
      auto more = co_await reader.next(line, paste.end);
      if (!more) {
        out.complain(quote_if_needed(name), more.error());
        status = 1;
      }
      if (!more || !*more) break;
      if (n) paste.put(out, n - 1);
      out.put(line);
      if (out.full() && !out.flush()) co_return status;
    }
    out.put(paste.end);
  }
  co_return status;
}

struct Source {
  std::unique_ptr<Input> input;
  std::unique_ptr<Reader> own;
  Reader* reader = nullptr;      // null: at its end
};

// Opens all; all uses of standard input share one reader.
Task<bool> open_all(Process& p, const std::vector<std::string_view>& names, std::vector<Source>& sources) {
  Reader* standard = nullptr;
  for (std::string_view name : names) {
    Source s;
    s.input = std::make_unique<Input>(p, name);
    if (!co_await s.input->open()) co_return false;
    if (s.input->is_stdin() && standard) {
      s.reader = standard;
    } else {
      s.own = std::make_unique<Reader>(p, s.input->fd());
      s.reader = s.own.get();
      if (s.input->is_stdin()) standard = s.reader;
    }
    sources.push_back(std::move(s));
  }
  co_return true;
}

Task<int> parallel(Process& p, const std::vector<std::string_view>& names, const Paste& paste, Writer& out) {
  std::vector<Source> sources;
  if (!co_await open_all(p, names, sources)) co_return 1;
  int status = 0;
  std::size_t open = sources.size();
  std::string delayed;           // delimiters of files that have ended, should a later one still have a line
  while (open > 0) {
    bool any = false;
    delayed.clear();
    for (std::size_t i = 0; i < sources.size(); ++i) {
      std::string_view line;
      Source& s = sources[i];
      bool got = false;
      if (s.reader) {
        auto more = co_await s.reader->next(line, paste.end);
        if (!more) {
          out.put(delayed);
          delayed.clear();
          out.complain(quote_if_needed(names[i]), more.error());
          status = 1;
        }
        got = more && *more;
        if (!got) {
          s.reader = nullptr;
          --open;
          if (open == 0 && !any) co_return status;
        }
      }
      const Delimiter& d = paste.delimiters[i % paste.delimiters.size()];
      const bool last = i + 1 == sources.size();
      if (got) {
        out.put(delayed);
        delayed.clear();
        out.put(line);
        any = true;
        if (!last && !d.empty) out.put(d.byte);
      } else if (!last && !d.empty) {
        delayed += d.byte;
      }
    }
    if (!any) break;
    out.put(delayed);
    out.put(paste.end);
    if (out.full() && !out.flush()) break;
  }
  co_return status;
}

Task<int> paste_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Paste paste;
  bool is_serial = false;
  for (const Option::Use& u : o.uses()) switch (u.id) {
      case 'd':
        if (!parse_delimiters(u.argument, paste.delimiters)) {
          p.complain("delimiter list ends with an unescaped backslash: " + std::string(u.argument));
          co_return 1;
        }
        break;
      case 's': is_serial = true; break;
      case 'z': paste.end = '\0'; break;
    }
  Writer out(p, 1);
  const std::vector<std::string_view> names = inputs_or_stdin(o);
  int status = 0;
  if (is_serial) status = co_await serial(p, names, paste, out);
  else status = co_await parallel(p, names, paste, out);
  co_return out.finish(status);
}

const Program kPaste("paste", paste_main);

}  // namespace
}  // namespace nacre
