// history and fc (bash manual 9.2).
#include <algorithm>

#include "src/base/calendar.h"
#include "src/base/memory.h"
#include "src/process/io.h"
#include "src/process/machine.h"
#include "src/shell/builtin.h"
#include "src/shell/history.h"

namespace nacre {
namespace {

// --- history ------------------------------------------------------------------------------------------------------------

void list_history(Shell& sh, std::size_t from) {
  const History& h = sh.history.get();
  const auto format = sh.value("HISTTIMEFORMAT");
  for (std::size_t i = from; i < h.entries.size(); ++i) {
    std::string number = std::to_string(h.base + static_cast<std::int64_t>(i));
    if (number.size() < 5) number.insert(0, 5 - number.size(), ' ');
    std::string when;
    if (format && !format->empty()) {
      const CivilTime civil = TimeZone::from_environment(sh.value("TZ")).civil(h.entries[i].time);
      if (!h.entries[i].time) when = "??";
      else if (!format_time(when, *format, civil, TimeFormat::kLibc)) sh.process().out_of_memory();
    }
    sh.print(number + "  " + when + h.entries[i].text + "\n");
  }
}

// The file named, or HISTFILE; empty when there is none.
std::string history_file(Shell& sh, const Fields& argv, std::size_t at) {
  if (at < argv.size()) return argv[at];
  return std::string(sh.value("HISTFILE").value_or(""));
}

// A place of `history -d`: 1 and up, or from the end when negative. Nothing outside.
std::optional<std::size_t> entry_at(const History& h, std::int64_t n) {
  const auto size = static_cast<std::int64_t>(h.entries.size());
  if (n < 0) n += size + h.base;
  n -= h.base;
  if (n < 0 || n >= size) return {};
  return static_cast<std::size_t>(n);
}

int delete_entries(Shell& sh, const std::string& text) {
  History& h = sh.history.change();
  const auto outside = [&](const std::string& what) {
    sh.complain(what + ": history position out of range");
    return 1;
  };
  const std::size_t dash = text.find('-', 1);
  if (dash != text.npos) {
    const auto first = builtin_number(std::string_view(text).substr(0, dash)), last = builtin_number(std::string_view(text).substr(dash + 1));
    const auto from = first ? entry_at(h, *first) : std::nullopt, to = last ? entry_at(h, *last) : std::nullopt;
    if (!from) return outside(text.substr(0, dash));
    if (!to || *from > *to) return outside(text.substr(dash + 1));
    h.entries.erase(h.entries.begin() + static_cast<std::ptrdiff_t>(*from), h.entries.begin() + static_cast<std::ptrdiff_t>(*to) + 1);
  } else {
    const auto n = builtin_number(text);
    const auto at = n ? entry_at(h, *n) : std::nullopt;
    if (!at) return outside(text);
    h.entries.erase(h.entries.begin() + static_cast<std::ptrdiff_t>(*at));
  }
  h.added = std::min(h.added, h.entries.size());
  return 0;
}

Task<int> read_history(Shell& sh, std::string file, bool only_new) {
  auto text = co_await read_file(sh.process(), file);
  if (!text) co_return 1;   // bash says nothing
  std::vector<HistoryEntry> entries = parse_history_file(*text);
  History& h = sh.history.change();
  const std::size_t known = only_new ? std::min(h.lines_read, entries.size()) : 0;
  h.entries.insert(h.entries.end(), entries.begin() + static_cast<std::ptrdiff_t>(known), entries.end());
  h.lines_read = entries.size();
  if (!only_new) h.added = 0;
  trim_history(sh);
  co_return 0;
}

Task<int> write_history(Shell& sh, std::string file, bool append) {
  const History h = sh.history.get();
  const bool times = sh.value("HISTTIMEFORMAT").has_value();
  const std::size_t from = append ? h.entries.size() - h.added : 0;
  if (append && h.added == 0) co_return 0;
  std::string text;
  for (std::size_t i = from; i < h.entries.size(); ++i) {
    if (times && h.entries[i].time) text += "#" + std::to_string(h.entries[i].time) + "\n";
    text += h.entries[i].text + "\n";
  }
  OpenFlags flags = append ? OpenFlags::appending() : OpenFlags::writing();
  auto fd = co_await sh.process().open(file, flags, 0600);
  if (!fd) {
    sh.complain(file + ": cannot create: " + std::string(fd.error().words()));
    co_return 1;
  }
  auto ok = co_await sh.process().write(*fd, text);
  (void)sh.process().close(*fd);
  History& now = sh.history.change();
  now.added = 0;
  now.lines_read = append ? now.lines_read + (h.entries.size() - from) : h.entries.size();
  co_return ok ? 0 : 1;
}

// history -p: each argument expanded. The command itself is taken off the list first.
int print_expanded(Shell& sh, std::span<const std::string> words) {
  int status = 0;
  for (const std::string& word : words) {
    std::string error;
    if (auto text = expand_history(sh, word, error)) {
      sh.print(*text + "\n");
    } else {
      sh.complain(error.ends_with("event not found") ? word + ": history expansion failed" : error);
      status = 1;
    }
  }
  return status;
}

// `history -s` and -p replace their own line in the list.
void forget_own_line(Shell& sh) {
  if (!sh.history_has_current) return;
  sh.history_has_current = false;
  History& h = sh.history.change();
  if (h.entries.empty()) return;
  h.entries.pop_back();
  if (h.added) --h.added;
}

Task<int> history_main(Shell& sh, Fields& argv) {
  bool append = false, clear = false, read_new = false, read = false, write = false, store = false, expand = false;
  std::optional<std::string> remove;
  BuiltinOptions options(sh, argv, "acd:npsrw");
  for (char c; (c = options.next());) {
    switch (c) {
      case 'a': append = true; break;
      case 'c': clear = true; break;
      case 'd': remove = options.argument(); break;
      case 'n': read_new = true; break;
      case 'p': expand = true; break;
      case 's': store = true; break;
      case 'r': read = true; break;
      case 'w': write = true; break;
      default: co_return BuiltinOptions::kUsage;
    }
  }
  if (append + read_new + read + write > 1) {
    sh.complain("cannot use more than one of -anrw");
    co_return 1;
  }
  const std::size_t first = options.operand();
  const std::span<const std::string> words = std::span<const std::string>(argv).subspan(first);
  trim_history(sh);
  if (clear) {
    History& h = sh.history.change();
    h.entries.clear();
    h.base = 1;
    h.added = 0;
    if (words.empty()) co_return 0;
  }
  if (store) {
    if (words.empty()) co_return 0;
    forget_own_line(sh);
    std::string text;
    for (const std::string& w : words) text += (text.empty() ? "" : " ") + w;
    History& h = sh.history.change();
    h.entries.push_back({text, sh.process().machine().now() / kSecond});
    ++h.added;
    trim_history(sh);
    co_return 0;
  }
  if (expand) {
    if (!words.empty()) forget_own_line(sh);
    co_return print_expanded(sh, words);
  }
  if (remove) co_return delete_entries(sh, *remove);
  if (append || read_new || read || write) {
    const std::string file = history_file(sh, argv, first);
    if (file.empty()) co_return 1;
    if (read || read_new) co_return co_await read_history(sh, file, read_new);
    co_return co_await write_history(sh, file, append);
  }
  std::size_t from = 0;
  if (!words.empty()) {
    const auto n = builtin_number(words[0]);
    if (!n) {
      sh.complain(words[0] + ": numeric argument required");
      co_return 1;
    }
    if (words.size() > 1) co_return too_many_arguments(sh);
    const std::uint64_t count = static_cast<std::uint64_t>(*n < 0 ? -*n : *n);
    const std::size_t size = sh.history->entries.size();
    from = count < size ? size - static_cast<std::size_t>(count) : 0;
  }
  list_history(sh, from);
  co_return 0;
}
const Builtin kHistory("history", history_main);

// --- fc -----------------------------------------------------------------------------------------------------------------

// Which entry a word of fc names: a number, an offset from the end, the beginning of a command. `count`: entries that are
// looked at (the fc command itself is not).
std::optional<std::size_t> fc_entry(const History& h, const std::string& word, std::size_t count) {
  if (const auto n = builtin_number(word)) {
    std::int64_t at = *n < 0 ? static_cast<std::int64_t>(count) + *n : *n == 0 ? static_cast<std::int64_t>(count) - 1 : *n - h.base;
    at = std::clamp<std::int64_t>(at, 0, static_cast<std::int64_t>(count) - 1);
    return static_cast<std::size_t>(at);
  }
  for (std::size_t i = count; i-- > 0;)
    if (h.entries[i].text.starts_with(word)) return i;
  return {};
}

// Runs a command of the history again: it is shown, remembered and run.
Task<int> run_again(Shell& sh, std::string text) {
  if (sh.history_has_current) forget_own_line(sh);
  sh.process().write_stderr(text + "\n");
  if (sh.on(ShellOption::kHistory)) remember_command(sh, text);
  co_return co_await sh.run_text(std::move(text), "fc", sh.line);
}

Task<int> fc_again(Shell& sh, std::span<const std::string> words, std::size_t count) {
  std::vector<std::pair<std::string, std::string>> replacements;
  std::size_t i = 0;
  for (; i < words.size() && words[i].find('=') != std::string::npos; ++i)
    replacements.emplace_back(words[i].substr(0, words[i].find('=')), words[i].substr(words[i].find('=') + 1));
  const History& h = sh.history.get();
  std::optional<std::size_t> at;
  if (count) at = i < words.size() ? fc_entry(h, words[i], count) : std::optional<std::size_t>(count - 1);
  if (!at) {
    sh.complain("no command found");
    co_return 1;
  }
  std::string text = h.entries[*at].text;
  for (const auto& [old, with] : replacements) {
    std::string with_it;
    std::size_t from = 0;
    for (std::size_t at; !old.empty() && (at = text.find(old, from)) != text.npos; from = at + old.size()) {
      if (!memory::can_append(with_it, at - from + with.size())) {
        sh.process().out_of_memory();
        co_return 1;
      }
      with_it.append(text, from, at - from).append(with);
    }
    text = with_it.append(text, from);
  }
  co_return co_await run_again(sh, std::move(text));
}

// Edits entries in a file with an editor, then runs what it has become.
Task<int> fc_edit(Shell& sh, std::vector<std::string> lines, std::string editor) {
  std::string text;
  for (const std::string& l : lines) text += l + "\n";
  const std::string file = "/tmp/bash-fc." + std::to_string(sh.process().pid());
  auto fd = co_await sh.process().open(file, OpenFlags::writing(), 0600);
  if (!fd) {
    sh.complain(file + ": cannot open temp file: " + std::string(fd.error().words()));
    co_return 1;
  }
  (void)co_await sh.process().write(*fd, text);
  (void)sh.process().close(*fd);
  if (editor.empty()) {
    if (auto v = sh.value("FCEDIT"); v && !v->empty()) editor = *v;
    else if (auto e = sh.value("EDITOR"); e && !e->empty()) editor = *e;
    else editor = sh.posix() ? "ed" : "vi";
  }
  int status = co_await sh.run_text(editor + " " + file, "fc", sh.line);
  auto edited = co_await read_file(sh.process(), file);
  (void)sh.process().fs().unlink(sh.process().caller(), file);
  if (status != 0 || !edited) co_return 1;
  if (edited->ends_with('\n')) edited->pop_back();
  co_return co_await run_again(sh, std::move(*edited));
}

Task<int> fc_main(Shell& sh, Fields& argv) {
  bool list = false, plain = false, reverse = false, again = false;
  std::string editor;
  // Words like -3 are places, not options.
  Fields words{argv[0]};
  std::size_t i = 1;
  for (; i < argv.size() && argv[i].size() > 1 && argv[i][0] == '-' && !(argv[i][1] >= '0' && argv[i][1] <= '9'); ++i) {
    words.push_back(argv[i]);
    if (argv[i].back() == 'e' && i + 1 < argv.size()) words.push_back(argv[++i]);
    if (words.back() == "--") {
      ++i;
      break;
    }
  }
  const std::span<const std::string> operands = std::span<const std::string>(argv).subspan(i);
  BuiltinOptions options(sh, words, "e:lnrs");
  for (char c; (c = options.next());) {
    switch (c) {
      case 'e': editor = options.argument(); break;
      case 'l': list = true; break;
      case 'n': plain = true; break;
      case 'r': reverse = true; break;
      case 's': again = true; break;
      default: co_return BuiltinOptions::kUsage;
    }
  }
  if (editor == "-") again = true;
  const History h = sh.history.get();
  // The fc command itself does not count.
  const std::size_t count = h.entries.size() - (sh.history_has_current && !h.entries.empty() ? 1 : 0);
  if (again) co_return co_await fc_again(sh, operands, count);
  if (count == 0) co_return 0;
  std::size_t first = list ? (count > 16 ? count - 16 : 0) : count - 1, last = count - 1;
  const auto find = [&](const std::string& word, std::size_t& at) {
    const auto found = fc_entry(h, word, count);
    if (!found) {
      sh.complain("no command found");
      return false;
    }
    at = *found;
    return true;
  };
  if (!operands.empty()) {
    if (!find(operands[0], first)) co_return 1;
    last = list ? count - 1 : first;
    if (operands.size() > 1 && !find(operands[1], last)) co_return 1;
  }
  if (first > last) {
    std::swap(first, last);
    reverse = true;
  }
  std::vector<std::size_t> chosen;
  for (std::size_t k = first; k <= last; ++k) chosen.push_back(k);
  if (reverse) std::ranges::reverse(chosen);
  if (!list) {
    std::vector<std::string> lines;
    for (const std::size_t k : chosen) lines.push_back(h.entries[k].text);
    co_return co_await fc_edit(sh, std::move(lines), editor);
  }
  for (const std::size_t k : chosen)
    sh.print((plain ? "" : std::to_string(h.base + static_cast<std::int64_t>(k))) + "\t " + h.entries[k].text + "\n");
  co_return 0;
}
const Builtin kFc("fc", fc_main);

}  // namespace

Task<> begin_history(Shell& sh) {
  const auto preset = [&](std::string_view name, std::string value) {
    const NameId id = sh.names().intern(name);
    if (!sh.value(id)) sh.variables.own(id).set_text(std::move(value));
  };
  preset("HISTFILE", std::string(sh.value(sh.known().home).value_or("")) + "/.bash_history");
  preset("HISTSIZE", "500");
  preset("HISTFILESIZE", "500");
  const std::string file(*sh.value("HISTFILE"));
  if (sh.process().fs().stat(sh.process().caller(), file)) (void)co_await read_history(sh, file, false);
  sh.messages.clear();
}

Task<> end_history(Shell& sh) {
  const std::string file(sh.value("HISTFILE").value_or(""));
  if (file.empty()) co_return;
  // With histappend, or while all new lines are still in the list, they are added; else the list is written anew.
  const History& h = sh.history.get();
  const bool append = sh.on(ShellOption::kHistappend) || h.added < h.entries.size();
  if (h.added) (void)co_await write_history(sh, file, append);
  sh.messages.clear();
}

}  // namespace nacre
