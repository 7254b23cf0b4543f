// The machine that runs a sed script. Commands that need nothing but the pattern and the hold space are plain calls
// (execute); those that may wait (n, N, R, e...) are coroutines (wait_for). See sed_run.h.
#include "src/commands/sed_run.h"

#include <algorithm>
#include <cstring>

#include "src/base/ctype.h"
#include "src/base/memory.h"
#include "src/base/numbers.h"
#include "src/base/utf8.h"

namespace nacre {

using Kind = SedAddress::Kind;
using Range = SedCommand::Range;
using Case = SedPiece::Case;

constexpr std::size_t kLarge = 1 << 16;   // a pattern space that is substituted in steps

// --- addresses ---------------------------------------------------------------------------------------------

Regex* SedMachine::regex_of(const SedRegex& re) {
  if (re.regex) last_regex_ = const_cast<Regex*>(&*re.regex);
  else if (!last_regex_) stop("-e expression #1, char 0: no previous regular expression", 1);
  return last_regex_;
}

bool SedMachine::matches(const SedCommand&, const SedAddress& a) {
  const std::uint64_t line = in_.line_number();
  switch (a.kind) {
    case Kind::kNone: return true;
    case Kind::kLine: return line == a.first;
    case Kind::kStep: return line >= a.first && (line - a.first) % a.step == 0;
    case Kind::kLast: return in_.is_last();
    case Kind::kRegex: {
      Regex* re = regex_of(*a.regex);
      if (!re) return false;
      const Found found = re->search(space_.view());
      if (found == Found::kLimit) stop(std::string(re->limit_words()), 4);
      return found == Found::kYes;
    }
    default: return false;
  }
}

bool SedMachine::in_range(SedCommand& c) {
  const std::uint64_t line = in_.line_number();
  if (c.range != Range::kActive) {
    if (c.a1.kind == Kind::kLine) {
      if (c.range == Range::kClosed || line < c.a1.first) return false;
      if (c.a2.kind == Kind::kLine && line >= c.a2.first) {
        c.range = Range::kClosed;
        return line == c.a1.first || line <= c.a2.first;
      }
    } else if (!matches(c, c.a1)) {
      return false;
    }
    c.range = Range::kClosed;   // of a first address that is a line; of others it is the same as inactive
    switch (c.a2.kind) {
      case Kind::kLine:
        if (c.a2.first <= line) return true;
        c.range_end = c.a2.first;
        break;
      case Kind::kPlus:
        c.range_end = line + c.a2.first;
        if (c.a2.first == 0) return true;
        break;
      case Kind::kMultiple:
        if (c.a2.first == 0) return true;
        c.range_end = (line / c.a2.first + 1) * c.a2.first;   // the next multiple, also from a multiple, like GNU
        break;
      default: break;
    }
    c.range = Range::kActive;
    return true;
  }
  switch (c.a2.kind) {
    case Kind::kLine:
    case Kind::kPlus:
    case Kind::kMultiple:
      if (line >= c.range_end) c.range = Range::kClosed;
      return line <= c.range_end;
    default:
      if (matches(c, c.a2)) c.range = Range::kClosed;
      return true;
  }
}

bool SedMachine::selects(SedCommand& c) {
  if (c.a1.kind == Kind::kNone) return !c.negated;
  const bool yes = c.a2.kind == Kind::kNone ? matches(c, c.a1) : in_range(c);
  return yes != c.negated;
}

// --- output ------------------------------------------------------------------------------------------------

void SedMachine::put_text(std::string_view text, SedOutput& to) {
  if (to.missing_newline) {
    to.writer.put(o_.delimiter);
    to.missing_newline = false;
  }
  to.writer.put(text);
}

// The text of i and c: its last newline is the delimiter.
void SedMachine::put_lines(std::string_view text) {
  if (text.empty()) {
    put_text("", out());
  } else {
    text.remove_suffix(1);
    print(text, true, out());
  }
}

void SedMachine::print(std::string_view text, bool chomped, SedOutput& to) {
  put_text(text, to);
  if (chomped) to.writer.put(o_.delimiter);
  else to.missing_newline = true;
}

bool SedMachine::flush_all() {
  out().writer.flush();
  if (stdout_.writer.failed()) {
    stop("couldn't flush stdout: " + std::string(stdout_.writer.error().error().words()), 4);
    return false;
  }
  return true;
}

bool SedMachine::flush_full() {
  for (auto& f : own_files_)
    if (f->writer.full()) f->writer.flush();
  return (!out().writer.full() && !o_.unbuffered) || flush_all();
}

void SedMachine::flush_files() {
  for (auto& f : own_files_) f->writer.flush();
  stderr_.writer.flush();
}

Task<> SedMachine::show_file(std::string name) {
  flush_files();
  int fd = 0;
  if (name != "/dev/stdin") {
    auto opened = co_await p_.open(std::move(name), OpenFlags::reading());
    if (!opened) co_return;
    fd = *opened;
  }
  Reader in(p_, fd);
  for (;;) {
    auto more = co_await in.fill();
    if (!more || !*more) break;
    out().writer.put(in.buffered());
    in.consume(in.buffered().size());
    if (out().writer.full()) out().writer.flush();
  }
  if (fd > 0) (void)p_.close(fd);
}

Task<> SedMachine::show_queue() {
  std::vector<Queued> queue = std::move(queue_);
  queue_.clear();
  for (Queued& q : queue) {
    put_text("", out());
    if (q.is_file) co_await show_file(std::move(q.text));
    else out().writer.put(q.text);
  }
  queue.clear();
  if (queue_.empty()) queue_ = std::move(queue);   // keeps the memory
}

// l: the pattern space with escapes, in lines of `width` columns (0: one line).
void SedMachine::list(std::int64_t width) {
  std::string line, item;
  SedOutput& to = out();
  put_text("", to);
  std::int64_t column = 0;
  for (char byte : space_.view()) {
    static constexpr std::string_view kCodes = "\\\a\b\f\n\r\t\v", kNames = "\\abfnrtv";
    const auto c = static_cast<unsigned char>(byte);
    item.clear();
    if (const std::size_t i = kCodes.find(byte); i != kCodes.npos) {
      item += '\\';
      item += kNames[i];
    } else if (c >= 32 && c < 127) {
      item += byte;
    } else {
      item += '\\';
      item += static_cast<char>('0' + (c >> 6));
      item += static_cast<char>('0' + ((c >> 3) & 7));
      item += static_cast<char>('0' + (c & 7));
    }
    if (width > 0 && column + static_cast<std::int64_t>(item.size()) > width - 1) {
      line += "\\\n";
      column = 0;
    }
    column += static_cast<std::int64_t>(item.size());
    line += item;
  }
  line += '$';
  line += o_.delimiter;
  to.writer.put(line);
}

// --- s and y -----------------------------------------------------------------------------------------------

// Appends text to the result in the case that is set: \u and \l hold for one character.
void SedMachine::append_cased(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    if (next_case_ == Case::kKeep && case_ == Case::kKeep) {
      result_.append(text.substr(i));
      return;
    }
    const Case how = next_case_ != Case::kKeep ? next_case_ : case_;
    next_case_ = Case::kKeep;
    const bool upper = how == Case::kUpper || how == Case::kUpperNext;
    Decoded d{static_cast<unsigned char>(text[i]), 1, true};
    if (o_.utf8) d = decode_utf8(text, i);
    if (!d.valid || (!o_.utf8 && d.code >= 128)) {
      result_ += text[i];
    } else if (const char32_t code = upper ? to_upper(d.code) : to_lower(d.code); code < 128) {
      result_ += static_cast<char>(code);
    } else {
      append_utf8(result_, code);
    }
    i += d.size;
  }
}

void SedMachine::append_replacement(const SedSubstitution& s, std::span<const RegexMatch> groups) {
  const std::string_view text = space_.view();
  case_ = next_case_ = Case::kKeep;
  for (const SedPiece& piece : s.replacement) {
    switch (piece.change) {
      case Case::kKeep: break;
      case Case::kEnd: case_ = next_case_ = Case::kKeep; break;
      case Case::kUpper:
      case Case::kLower:
        case_ = piece.change;
        next_case_ = Case::kKeep;
        break;
      default: next_case_ = piece.change; break;
    }
    if (s.plain) result_ += piece.text;
    else append_cased(piece.text);
    if (piece.group < 0 || static_cast<std::size_t>(piece.group) >= groups.size()) continue;
    const RegexMatch& m = groups[static_cast<std::size_t>(piece.group)];
    if (!m) continue;
    if (s.plain) result_ += text.substr(m.begin, m.size());
    else append_cased(text.substr(m.begin, m.size()));
  }
}

// Makes more of result_, from up to so many matches; true when it is complete.
bool SedMachine::substitute_some(const SedSubstitution& s, Regex& re, Substituting& at, std::uint64_t matches) {
  const std::string_view view = space_.view();
  const RegexText text(view);
  const std::size_t wanted = o_.debug ? re.groups() + 1 : s.groups;
  if (groups_.size() < wanted) groups_.resize(wanted);
  const std::span<RegexMatch> groups(groups_.data(), wanted);
  while (at.from <= view.size()) {
    if (matches-- == 0) return false;
    const Found found = re.search(text, at.from, groups);
    if (found == Found::kLimit) stop(std::string(re.limit_words()), 4);
    if (found != Found::kYes) break;
    if (o_.debug && at.from == 0) debug_match(groups_, re.groups() + 1);   // the first only
    const RegexMatch m = groups[0];
    const bool empty = m.size() == 0;
    if (!(empty && m.begin == at.last_end) && ++at.count >= s.number) {
      result_ += view.substr(at.copied, m.begin - at.copied);
      append_replacement(s, groups);
      at.copied = m.end;
      at.done = true;
      if (!s.global) break;
    }
    at.last_end = m.end;
    at.from = m.end;
    if (empty) ++at.from;   // a byte, not a character, like GNU
  }
  if (at.done) result_ += view.substr(at.copied);
  return true;
}

// The pattern space becomes result_; false when nothing was replaced.
bool SedMachine::substituted(const Substituting& at) {
  if (!at.done) return false;
  space_.text().swap(result_);
  replaced_ = true;
  return true;
}

// The flags p and w.
void SedMachine::show_substituted(const SedCommand& c) {
  if (c.substitution->print) print_space();
  if (c.file >= 0) print(space_.view(), space_.chomped, file(c.file));
}

Regex* SedMachine::regex_to_substitute(const SedSubstitution& s) {
  result_.clear();
  Regex* re = regex_of(s.regex);
  if (!re || s.groups <= re->groups() + 1) return re;
  std::string words = "-e expression #1, char 0: invalid reference \\";
  append_number(words, static_cast<std::uint64_t>(s.groups - 1));
  stop(words + " on `s' command's RHS", 1);
  return nullptr;
}

bool SedMachine::substitute(SedCommand& c) {
  const SedSubstitution& s = *c.substitution;
  Regex* re = regex_to_substitute(s);
  Substituting at;
  return re && substitute_some(s, *re, at, UINT64_MAX) && substituted(at);
}

// The same for a large pattern space.
Task<bool> SedMachine::substitute_in_steps(SedCommand& c) {
  const SedSubstitution& s = *c.substitution;
  Regex* re = regex_to_substitute(s);
  if (!re) co_return false;
  Substituting at;
  while (!substitute_some(s, *re, at, 1024)) {
    if (!error_.empty()) co_return false;
    if (!memory::available(2 * result_.size())) {
      stop("memory exhausted", 4);
      co_return false;
    }
    if (p_.spent(1024 + static_cast<std::uint32_t>(re->take_steps() / 10))) co_await p_.spend(0);
  }
  co_return substituted(at);
}

void SedMachine::transliterate(const SedTransliteration& m) {
  std::string& text = space_.text();
  if (m.characters.empty()) {
    for (char& c : text) c = m.bytes[static_cast<unsigned char>(c)];
    return;
  }
  result_.clear();
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t n = o_.utf8 ? decode_utf8(text, i).size : 1;
    const std::string_view character(text.data() + i, n);
    const auto at = std::lower_bound(m.characters.begin(), m.characters.end(), character,
                                     [](const auto& x, std::string_view y) { return x.first < y; });
    if (at != m.characters.end() && at->first == character) result_ += at->second;
    else result_ += character;
    i += n;
  }
  text.swap(result_);
}

// --- commands ----------------------------------------------------------------------------------------------

void SedMachine::append_space(SedSpace& to, const SedSpace& from) {
  if (from.size() > (1u << 20) && !memory::available(std::uint64_t{2} * (to.size() + from.size()))) {
    stop("memory exhausted", 4);
    return;
  }
  to.append(o_.delimiter);
  to.append(from.view());
}

SedMachine::Flow SedMachine::execute(SedCommand& c) {
  const std::string_view space = space_.view();
  switch (c.name) {
    case '{':
    case '}':
    case ':':
    case 'v': return Flow::kNext;
    case '=': {
      put_text("", out());
      append_number(out().writer.buffer(), in_.line_number());
      out().writer.put(o_.delimiter);
      return Flow::kNext;
    }
    case 'a': queue_.push_back({c.text}); return Flow::kNext;
    case 'r': queue_.push_back({c.text, true}); return Flow::kNext;
    case 'i': put_lines(c.text); return Flow::kNext;
    case 'c':
      if (c.a2.kind == Kind::kNone || c.negated || c.range != Range::kActive) put_lines(c.text);
      return Flow::kDelete;
    case 'b': pc_ = c.target; return Flow::kJump;
    case 't':
      if (!std::exchange(replaced_, false)) return Flow::kNext;
      pc_ = c.target;
      return Flow::kJump;
    case 'T':
      if (std::exchange(replaced_, false)) return Flow::kNext;
      pc_ = c.target;
      return Flow::kJump;
    case 'd': return Flow::kDelete;
    case 'D': {
      const std::size_t end = space.find(o_.delimiter);
      if (end == space.npos) {
        at_end_ = true;
        return Flow::kDelete;
      }
      space_.drop(end + 1);
      return Flow::kRestart;
    }
    case 'F':
      put_text(in_.name(), out());
      out().writer.put(o_.delimiter);
      return Flow::kNext;
    case 'g':
      space_.assign(hold_.view());
      space_.chomped = hold_.chomped;
      return Flow::kNext;
    case 'G':
      append_space(space_, hold_);
      space_.chomped = hold_.chomped;
      return Flow::kNext;
    case 'h':
      hold_.assign(space);
      hold_.chomped = space_.chomped;
      return Flow::kNext;
    case 'H':
      append_space(hold_, space_);
      hold_.chomped = space_.chomped;
      return Flow::kNext;
    case 'x': space_.swap(hold_); return Flow::kNext;
    case 'l': list(c.number >= 0 ? c.number : o_.line_length); return Flow::kNext;
    case 'p': print_space(); return Flow::kNext;
    case 'P': {
      const std::size_t end = space.find(o_.delimiter);
      print(space.substr(0, end), end != space.npos || space_.chomped, out());
      return Flow::kNext;
    }
    case 'q':
      status_ = static_cast<int>(std::max<std::int64_t>(0, c.number) & 255);
      return Flow::kQuit;
    case 'Q':
      status_ = static_cast<int>(std::max<std::int64_t>(0, c.number) & 255);
      return Flow::kQuitSilently;
    case 's': {
      const SedSubstitution& s = *c.substitution;
      if (s.evaluate || (s.global && space_.size() > kLarge)) return Flow::kWait;
      if (substitute(c)) show_substituted(c);
      return Flow::kNext;
    }
    case 'w': print(space, space_.chomped, file(c.file)); return Flow::kNext;
    case 'W': {
      const std::size_t end = space.find(o_.delimiter);
      print(space.substr(0, end), end != space.npos || space_.chomped, file(c.file));
      return Flow::kNext;
    }
    case 'y': transliterate(*c.map); return Flow::kNext;
    case 'z': space_.clear(); return Flow::kNext;
    default: return Flow::kWait;
  }
}

Task<SedMachine::Flow> SedMachine::wait_for(SedCommand& c) {
  switch (c.name) {
    case 'n':
    case 'N': return read_line_command(c);
    case 'e':
    case 's': return evaluate(c);
    default: return read_queue_line(c);
  }
}

Task<SedMachine::Flow> SedMachine::read_line_command(SedCommand& c) {
  while (!in_.last_known()) co_await in_.advance();
  const bool last = in_.is_last();
  if (last && (c.name == 'N' || o_.n_deletes_last)) co_return o_.n_deletes_last ? Flow::kDelete : Flow::kEnd;
  if (c.name == 'n' && !o_.quiet) print_space();
  if (last) co_return Flow::kDelete;
  if (!co_await next_line(c.name == 'N')) co_return Flow::kDelete;
  co_return Flow::kNext;
}

// R: a line of a file.
Task<SedMachine::Flow> SedMachine::read_queue_line(SedCommand& c) {
  Reader* in = inputs_[static_cast<std::size_t>(c.file)].get();
  if (!in) co_return Flow::kNext;
  flush_files();
  std::string_view line;
  auto got = co_await in->next(line, o_.delimiter);
  if (!got || !*got) co_return Flow::kNext;
  std::string text(line);
  if (in->had_delimiter()) text += o_.delimiter;
  queue_.push_back({std::move(text)});
  co_return Flow::kNext;
}

// What a command prints; its standard error is ours.
Task<std::string> SedMachine::shell(std::string command) {
  flush_files();
  (void)flush_all();
  auto [reader, writer] = p_.make_pipe();
  auto fd = p_.add_file(std::move(reader), 3, true);
  SpawnOptions so;
  so.files.emplace_back(1, std::move(writer));
  std::string output;
  if (!fd) co_return output;
  if (p_.has_backlog()) co_await p_.spend(0);
  auto pid = p_.spawn({"sh", "-c", std::move(command)}, so);
  so.files.clear();
  if (!pid) {
    stop("error subprocess", 4);
  } else {
    if (auto all = co_await read_all(p_, *fd)) output = std::move(*all);
    (void)co_await p_.wait(*pid);
  }
  (void)p_.close(*fd);
  co_return output;
}

Task<SedMachine::Flow> SedMachine::evaluate(SedCommand& c) {
  if (c.name == 'e' && !c.text.empty()) {
    std::string output = co_await shell(c.text);
    put_text(output, out());
    co_return Flow::kNext;
  }
  if (c.name == 's') {
    if (!co_await substitute_in_steps(c)) co_return Flow::kNext;
    if (!c.substitution->evaluate) {
      show_substituted(c);
      co_return Flow::kNext;
    }
    if (c.substitution->print == 1) print_space();
  }
  std::string output = co_await shell(std::string(space_.view()));
  if (output.ends_with(o_.delimiter)) output.pop_back();
  space_.assign(output);
  if (c.name == 's') {
    if (c.substitution->print == 2) print_space();
    if (c.file >= 0) print(space_.view(), space_.chomped, file(c.file));
  }
  co_return Flow::kNext;
}

// --- the cycle ---------------------------------------------------------------------------------------------

// Reads the next line into the pattern space, or appends it; what is queued is shown before.
Task<bool> SedMachine::next_line(bool append) {
  if (!queue_.empty()) co_await show_queue();
  replaced_ = append && replaced_;
  std::string_view line;
  bool chomped = true;
  SedInput::Fetch fetched = in_.fetch(line, chomped);
  while (fetched == SedInput::Fetch::kMore) {
    if (o_.unbuffered || out().writer.full()) (void)flush_all();
    co_await in_.advance();
    if (in_.take_new_file() && o_.separate)
      for (SedCommand& c : script_.commands)
        c.range = c.a1.kind == Kind::kLine && c.a1.first == 0 ? Range::kActive : Range::kInactive;
    if (in_.fatal()) {
      status_ = 4;
      co_return false;
    }
    fetched = in_.fetch(line, chomped);
  }
  if (fetched == SedInput::Fetch::kEnd) co_return false;
  if (append) {
    space_.append(o_.delimiter);
    space_.append(line);
    if (space_.size() > (1u << 20) && !memory::available(space_.size())) stop("memory exhausted", 4);
  } else {
    space_.assign(line);
  }
  space_.chomped = chomped;
  co_return true;
}

Task<SedMachine::Flow> SedMachine::cycle() {
  std::vector<SedCommand>& commands = script_.commands;
  for (pc_ = 0; pc_ < commands.size();) {
    SedCommand& c = commands[pc_];
    if (c.needs_last)
      while (!in_.last_known()) co_await in_.advance();
    if (o_.debug) debug_command(c);
    const bool selected = selects(c);
    if (!error_.empty()) co_return Flow::kQuitSilently;
    if (!selected) {
      pc_ = c.name == '{' ? c.target : pc_ + 1;
      continue;
    }
    Flow flow = execute(c);
    if (flow == Flow::kWait) flow = co_await wait_for(c);
    if (!error_.empty()) co_return Flow::kQuitSilently;
    if (o_.debug && flow == Flow::kNext) debug_spaces(c.name);
    if (flow == Flow::kNext) {
      ++pc_;
      continue;
    }
    if (flow != Flow::kJump) co_return flow;
    if (!flush_full()) co_return Flow::kQuitSilently;
    if (p_.spent(1)) co_await p_.spend(0);
  }
  co_return Flow::kEnd;
}

// --debug: the spaces after a command that changed them.
void SedMachine::debug_spaces(char name) {
  const auto show = [&](std::string_view label, const SedSpace& space) {
    stdout_.writer.put(label);
    for (char c : space.view()) {
      if (c == '\n') stdout_.writer.put("\\n");
      else stdout_.writer.put(c);
    }
    stdout_.writer.put('\n');
  };
  if (std::string_view("synNGxz").find(name) != std::string_view::npos) show("PATTERN: ", space_);
  if (std::string_view("gHhx").find(name) != std::string_view::npos) show("HOLD:    ", hold_);
}

void SedMachine::debug_match(std::span<const RegexMatch> groups, std::size_t n) {
  std::string& to = stdout_.writer.buffer();
  to += "MATCHED REGEX REGISTERS\n";
  for (std::size_t i = 0; i < n; ++i) {
    if (!groups[i]) continue;
    to += "  regex[";
    append_number(to, static_cast<std::uint64_t>(i));
    to += "] = ";
    append_number(to, static_cast<std::uint64_t>(groups[i].begin));
    to += '-';
    append_number(to, static_cast<std::uint64_t>(groups[i].end));
    to += " '";
    to += space_.view().substr(groups[i].begin, groups[i].size());
    to += "'\n";
  }
}

void SedMachine::debug_command(const SedCommand& c) {
  if (c.name == '}' && debug_depth_ > 0) --debug_depth_;
  stdout_.writer.put("COMMAND: " + sed_debug(c, script_, debug_depth_));
  if (c.name == '{') ++debug_depth_;
}

Task<bool> SedMachine::open_files() {
  for (const std::string& name : script_.outputs) {
    if (name == "/dev/stdout") {
      files_.push_back(&stdout_);
    } else if (name == "/dev/stderr") {
      files_.push_back(&stderr_);
    } else {
      auto fd = co_await p_.open(name, OpenFlags::writing());
      if (!fd) {
        p_.complain("couldn't open file " + name + ": " + std::string(fd.error().words()));
        co_return false;
      }
      own_files_.push_back(std::make_unique<SedOutput>(p_, *fd));
      files_.push_back(own_files_.back().get());
    }
  }
  for (const std::string& name : script_.inputs) {
    int fd = 0;
    if (name != "/dev/stdin") fd = (co_await p_.open(name, OpenFlags::reading())).value_or(-1);
    inputs_.push_back(fd >= 0 ? std::make_unique<Reader>(p_, fd) : nullptr);
  }
  co_return true;
}

Task<int> SedMachine::run() {
  if (!co_await open_files()) co_return 4;
  if (o_.debug) stdout_.writer.put("SED PROGRAM:\n" + sed_debug(script_, o_));
  bool read = true;
  while (!quit_ && error_.empty()) {
    if (read && !co_await next_line(false)) break;
    if (o_.debug) {
      std::string where = "INPUT:   '" + in_.name() + "' line ";
      append_number(where, in_.line_number());
      if (read) stdout_.writer.put(where + '\n');
      debug_spaces('n');
    }
    at_end_ = false;
    const Flow flow = co_await cycle();
    read = flow != Flow::kRestart;
    quit_ = flow == Flow::kQuit || flow == Flow::kQuitSilently;
    if (o_.debug && (flow == Flow::kEnd || flow == Flow::kDelete) && !at_end_) stdout_.writer.put("END-OF-CYCLE:\n");
    if ((flow == Flow::kEnd || flow == Flow::kQuit) && !o_.quiet) print_space();
    if (!queue_.empty() && read && flow != Flow::kQuitSilently) co_await show_queue();
    if (!flush_full()) break;
    std::uint32_t work = 1 + static_cast<std::uint32_t>(space_.size() / 512);
    if (last_regex_) work += static_cast<std::uint32_t>(last_regex_->take_steps() / 10);
    if (p_.spent(work)) co_await p_.spend(0);
  }
  if (!error_.empty()) p_.complain(error_);
  if (!error_.empty()) in_.spoil();
  in_.close();
  flush_files();
  const bool had_error = !error_.empty();
  if (!flush_all() && !had_error) p_.complain(error_);
  if (in_.fatal()) co_return 4;
  if (status_ != 4 && in_.bad()) co_return 2;
  co_return status_;
}

}  // namespace nacre
