// nl [OPTION]... [FILE]...: numbers lines, by sections of logical pages. POSIX and GNU coreutils 9.1.
#include <optional>

#include "src/base/memory.h"
#include "src/base/numbers.h"
#include "src/process/input.h"
#include "src/process/locale.h"
#include "src/regex/regex.h"

namespace nacre {
namespace {

constexpr Option kOptions[] = {
    {'b', "body-numbering", Argument::kRequired, "STYLE", "how lines of the body are numbered"},
    {'d', "section-delimiter", Argument::kRequired, "CC", "the characters of section delimiters"},
    {'f', "footer-numbering", Argument::kRequired, "STYLE", "how lines of the footer are numbered"},
    {'h', "header-numbering", Argument::kRequired, "STYLE", "how lines of the header are numbered"},
    {'i', "line-increment", Argument::kRequired, "NUMBER", "what each line adds to the number"},
    {'l', "join-blank-lines", Argument::kRequired, "NUMBER", "NUMBER empty lines count as one"},
    {'n', "number-format", Argument::kRequired, "FORMAT", "how numbers are written"},
    {'p', "no-renumber", Argument::kNone, "", "do not start anew with each section"},
    {'s', "number-separator", Argument::kRequired, "STRING", "put STRING behind the number"},
    {'v', "starting-line-number", Argument::kRequired, "NUMBER", "the first number of each section"},
    {'w', "number-width", Argument::kRequired, "NUMBER", "columns of the number"},
};
constexpr Synopsis kSynopsis{
    "nl", "[OPTION]... [FILE]...", "Write each FILE with numbers before its lines.\n\nNo FILE, or -, means standard input.", kOptions,
    "The defaults are -bt -d'\\:' -fn -hn -i1 -l1 -n'rn' -s<TAB> -v1 -w6.\n\n"
    "A line of CC three times starts a header, twice a body, once a footer. Where the second\n"
    "character of CC is missing it is ':'; an empty CC means no sections.\n\n"
    "STYLE is a (all lines), t (lines that are not empty), n (none) or pBRE (lines in which the\n"
    "basic regular expression BRE matches). FORMAT is ln (left), rn (right) or rz (right, with\n"
    "leading zeros)."};

struct Style {
  char kind = 't';
  std::optional<Regex> match;
};

enum class Numbers { kLeft, kRight, kZeros };

class Numberer {
 public:
  explicit Numberer(Process& p) : p_(p) {
    header.kind = 'n';
    footer.kind = 'n';
  }
  Style header, body, footer;
  std::string delimiter = "\\:", separator = "\t";
  std::int64_t increment = 1, start = 1;
  std::uint64_t join = 1;
  std::size_t width = 6;
  Numbers format = Numbers::kRight;
  bool renumber = true;
  bool overflow = false;          // the next number does not fit, and was asked for
  Writer* out = nullptr;

  void begin() {
    number_ = start;
    current_ = &body;
  }
  void record(std::string_view line, bool) {
    if (overflow) return;
    if (Style* next = section(line)) {
      current_ = next;
      if (renumber) {
        number_ = start;
        past_end_ = false;
      }
      out->put('\n');
      return;
    }
    switch (current_->kind) {
      case 'a':
        if (join > 1 && line.empty() && ++blanks_ != join) {
          put_blank();
          break;
        }
        put_number();
        if (join > 1) blanks_ = 0;
        break;
      case 't':
        if (line.empty()) put_blank();
        else put_number();
        break;
      case 'n': put_blank(); break;
      default: {
        const Found found = current_->match->search(line);
        (void)p_.spent(static_cast<std::uint32_t>(current_->match->take_steps() / 10));
        if (found == Found::kYes) put_number();
        else put_blank();
      }
    }
    if (overflow) return;
    out->put(line);
    out->put('\n');
  }
  void end_of_file() {}

 private:
  Style* section(std::string_view line) {
    const std::size_t n = delimiter.size();
    if (n < 2 || line.size() < 2 || line.size() % n != 0 || line.size() > 3 * n) return nullptr;
    for (std::size_t i = 0; i < line.size(); i += n)
      if (line.substr(i, n) != delimiter) return nullptr;
    return line.size() == n ? &footer : line.size() == 2 * n ? &body : &header;
  }
  void put_blank() { out->buffer().append(width + separator.size(), ' '); }
  void put_number() {
    if (past_end_) {
      overflow = true;
      return;
    }
    std::string digits;
    append_number(digits, number_);
    const std::size_t pad = digits.size() < width ? width - digits.size() : 0;
    if (format == Numbers::kRight) out->buffer().append(pad, ' ');
    if (format == Numbers::kZeros && number_ < 0) {
      out->put('-');
      digits.erase(0, 1);
    }
    if (format == Numbers::kZeros) out->buffer().append(pad, '0');
    out->put(digits);
    if (format == Numbers::kLeft) out->buffer().append(pad, ' ');
    out->put(separator);
    past_end_ = __builtin_add_overflow(number_, increment, &number_);
  }

  Process& p_;
  std::int64_t number_ = 1;
  std::uint64_t blanks_ = 0;
  bool past_end_ = false;
  Style* current_ = nullptr;
};

// Gives the words of an error, or none.
std::string read_style(Process& p, std::string_view text, Style& style, std::string_view what, bool& usage) {
  if (text.size() == 1 && std::string_view("atn").find(text[0]) != std::string_view::npos) {
    style.kind = text[0];
    return {};
  }
  if (!text.empty() && (text[0] == 'a' || text[0] == 't' || text[0] == 'n')) {
    style.kind = text[0];       // what follows is ignored
    return {};
  }
  if (text.empty() || text[0] != 'p') {
    usage = true;
    return "invalid " + std::string(what) + " numbering style: " + quote_words(p, text);
  }
  RegexOptions o;
  o.utf8 = utf8_locale(p);
  auto re = Regex::compile(text.substr(1), o);
  if (!re) return std::string(re.error().words());
  style.kind = 'p';
  style.match.emplace(std::move(*re));
  return {};
}

template <class T>
bool read_number(Process& p, std::string_view text, std::string_view what, std::int64_t min, std::int64_t max, T& to) {
  auto n = parse_signed_decimal(text, min, max);
  if (n) to = static_cast<T>(*n);
  else p.complain(std::string(what) + ": " + quote_words(p, text) + number_error_tail(n.error()));
  return n.has_value();
}

Task<int> nl_main(Process& p) {
  Options o(kSynopsis, p.argv);
  if (auto end = o.respond(p)) co_return *end;
  Numberer n(p);
  std::string error;
  bool usage = false;
  for (const Option::Use& u : o.uses()) switch (u.id) {
      case 'b':
      case 'f':
      case 'h': {
        const bool b = u.id == 'b', f = u.id == 'f';
        error = read_style(p, u.argument, b ? n.body : f ? n.footer : n.header, b ? "body" : f ? "footer" : "header", usage);
        if (error.empty()) break;
        if (!usage) {
          p.complain(error);
          co_return 1;
        }
        p.complain(error);
        error.clear();
        break;
      }
      case 'd':
        n.delimiter = u.argument;
        if (u.argument.size() == 1) n.delimiter += ':';
        break;
      case 'i':
        if (!read_number(p, u.argument, "invalid line number increment", INT64_MIN, INT64_MAX, n.increment)) co_return 1;
        break;
      case 'l':
        if (!read_number(p, u.argument, "invalid line number of blank lines", 1, INT64_MAX, n.join)) co_return 1;
        break;
      case 'n':
        if (u.argument == "ln") n.format = Numbers::kLeft;
        else if (u.argument == "rn") n.format = Numbers::kRight;
        else if (u.argument == "rz") n.format = Numbers::kZeros;
        else {
          p.complain("invalid line numbering format: " + quote_words(p, u.argument));
          usage = true;
        }
        break;
      case 'p': n.renumber = false; break;
      case 's': n.separator = u.argument; break;
      case 'v':
        if (!read_number(p, u.argument, "invalid starting line number", INT64_MIN, INT64_MAX, n.start)) co_return 1;
        break;
      case 'w':
        if (!read_number(p, u.argument, "invalid line number field width", 1, INT32_MAX, n.width)) co_return 1;
        break;
    }
  if (usage) {
    p.write_stderr(try_help(p.argv[0]));
    co_return 1;
  }
  if (!memory::available(2 * std::uint64_t{n.width})) {
    p.complain("memory exhausted");
    co_return 1;
  }
  Writer out(p, 1);
  n.out = &out;
  n.begin();
  const int status = co_await for_each_record(p, inputs_or_stdin(o), '\n', out, n);
  if (n.overflow) {
    out.complain("line number overflow");
    co_return 1;
  }
  co_return out.finish(status);
}

const Program kNl("nl", nl_main);

}  // namespace
}  // namespace nacre
