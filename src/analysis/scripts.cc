// See scripts.h.
#include "src/analysis/scripts.h"

#include <algorithm>

namespace nacre {
namespace {

class Sed {
 public:
  explicit Sed(std::string_view text) : text_(text) {}
  bool only_reads() {
    while (skip(" \t\n;{}!"), !done()) {
      if (!address() || !command()) return false;
    }
    return true;
  }

 private:
  bool done() const { return at_ >= text_.size(); }
  char now() const { return done() ? '\0' : text_[at_]; }
  void skip(std::string_view these) {
    while (!done() && these.find(text_[at_]) != std::string_view::npos) ++at_;
  }
  void to(std::string_view these) { at_ = std::min(text_.find_first_of(these, at_), text_.size()); }
  // What stands between this delimiter and the next, which is taken.
  bool section(char delimiter) {
    while (!done() && now() != delimiter) at_ += now() == '\\' ? 2 : 1;
    if (done()) return false;
    ++at_;
    return true;
  }
  bool address() {
    for (;;) {
      skip("0123456789$,~+! \t");
      if (now() != '/' && now() != '\\') return true;
      if (now() == '\\') ++at_;
      const char delimiter = now();
      ++at_;
      if (delimiter == '\\' || delimiter == '\n' || !section(delimiter)) return false;
      skip("IM");
    }
  }
  bool command() {
    const char c = now();
    ++at_;
    switch (c) {
      case '{': case '}': return true;
      case '#': case 'r': case 'R': to("\n"); return true;
      case 'b': case 't': case 'T': case ':': case 'v': to("\n;"); return true;
      case 'p': case 'P': case 'd': case 'D': case 'n': case 'N': case 'g': case 'G': case 'h': case 'H': case 'x': case '=':
      case 'z': case 'F': case 'q': case 'Q': case 'l':
        skip("0123456789 \t");
        return done() || std::string_view("\n;}#").find(now()) != std::string_view::npos;
      case 'a': case 'i': case 'c':
        while (!done() && now() != '\n') at_ += now() == '\\' ? 2 : 1;
        return true;
      case 's': case 'y': {
        const char delimiter = now();
        ++at_;
        if (delimiter == '\\' || delimiter == '\n' || delimiter == '\0') return false;
        if (!section(delimiter) || !section(delimiter)) return false;
        skip(c == 's' ? "gpIiMm0123456789 \t" : " \t");
        return done() || std::string_view("\n;}#").find(now()) != std::string_view::npos;
      }
      default: return false;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

bool sed_only_reads(std::string_view script) { return Sed(script).only_reads(); }

bool awk_only_reads(std::string_view program) {
  if (program.find("system") != std::string_view::npos || program.find('@') != std::string_view::npos) return false;
  const std::size_t print = program.find("print");
  for (std::size_t i = 0; i < program.size(); ++i) {
    const char next = i + 1 < program.size() ? program[i + 1] : '\0';
    if (program[i] == '|') {
      if (next != '|') return false;
      ++i;
      if (i + 1 < program.size() && (program[i + 1] == '|' || program[i + 1] == '&')) return false;
    } else if (program[i] == '>' && i > print && next != '=') {
      return false;
    }
  }
  return true;
}

}  // namespace nacre
