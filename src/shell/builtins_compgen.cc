// compgen (bash manual 8.7): the words that a completion specification makes.
#include <algorithm>

#include "src/base/memory.h"
#include "src/expand/assign.h"
#include "src/process/io.h"
#include "src/process/machine.h"
#include "src/regex/pattern.h"
#include "src/shell/builtin.h"
#include "src/shell/builtins_command.h"
#include "src/shell/builtins_completion.h"
#include "src/shell/help_topics.h"
#include "src/shell/listing.h"

namespace nacre {
namespace {

// The editing commands of the line editor (compgen -A binding), by name.
constexpr std::string_view kEditingCommands =
    "abort accept-line alias-expand-line arrow-key-prefix backward-byte backward-char "
    "backward-delete-char backward-kill-line backward-kill-word backward-word beginning-of-history "
    "beginning-of-line bracketed-paste-begin call-last-kbd-macro capitalize-word character-search "
    "character-search-backward clear-display clear-screen complete complete-command complete-filename "
    "complete-hostname complete-into-braces complete-username complete-variable copy-backward-word "
    "copy-forward-word copy-region-as-kill dabbrev-expand delete-char delete-char-or-list "
    "delete-horizontal-space digit-argument display-shell-version do-lowercase-version downcase-word "
    "dump-functions dump-macros dump-variables dynamic-complete-history edit-and-execute-command "
    "emacs-editing-mode end-kbd-macro end-of-history end-of-line exchange-point-and-mark fetch-history "
    "forward-backward-delete-char forward-byte forward-char forward-search-history forward-word "
    "glob-complete-word glob-expand-word glob-list-expansions history-and-alias-expand-line "
    "history-expand-line history-search-backward history-search-forward history-substring-search-backward "
    "history-substring-search-forward insert-comment insert-completions insert-last-argument kill-line "
    "kill-region kill-whole-line kill-word magic-space menu-complete menu-complete-backward next-history "
    "next-screen-line non-incremental-forward-search-history non-incremental-forward-search-history-again "
    "non-incremental-reverse-search-history non-incremental-reverse-search-history-again "
    "old-menu-complete operate-and-get-next overwrite-mode possible-command-completions "
    "possible-completions possible-filename-completions possible-hostname-completions "
    "possible-username-completions possible-variable-completions previous-history previous-screen-line "
    "print-last-kbd-macro quoted-insert re-read-init-file redraw-current-line reverse-search-history "
    "revert-line self-insert set-mark shell-backward-kill-word shell-backward-word shell-expand-line "
    "shell-forward-word shell-kill-word shell-transpose-words skip-csi-sequence spell-correct-word "
    "start-kbd-macro tab-insert tilde-expand transpose-chars transpose-words tty-status undo "
    "universal-argument unix-filename-rubout unix-line-discard unix-word-rubout upcase-word vi-append-eol "
    "vi-append-mode vi-arg-digit vi-bWord vi-back-to-indent vi-backward-bigword vi-backward-word vi-bword "
    "vi-change-case vi-change-char vi-change-to vi-char-search vi-column vi-complete vi-delete "
    "vi-delete-to vi-eWord vi-edit-and-execute-command vi-editing-mode vi-end-bigword vi-end-word "
    "vi-eof-maybe vi-eword vi-fWord vi-fetch-history vi-first-print vi-forward-bigword vi-forward-word "
    "vi-fword vi-goto-mark vi-insert-beg vi-insertion-mode vi-match vi-movement-mode vi-next-word "
    "vi-overstrike vi-overstrike-delete vi-prev-word vi-put vi-redo vi-replace vi-rubout vi-search "
    "vi-search-again vi-set-mark vi-subst vi-tilde-expand vi-undo vi-unix-word-rubout vi-yank-arg "
    "vi-yank-pop vi-yank-to yank yank-last-arg yank-nth-arg yank-pop";

using Words = std::vector<std::string>;
using Action = CompletionAction;

class Completer {
 public:
  Completer(Shell& sh, const CompletionSpec& spec, std::string word) : sh_(sh), spec_(spec), word_(std::move(word)) {}

  Task<Words> run() {
    for (unsigned i = 0; i < static_cast<unsigned>(Action::kCount); ++i)
      if (spec_.has(static_cast<Action>(i))) {
        if (static_cast<Action>(i) == Action::kFile || static_cast<Action>(i) == Action::kDirectory)
          files(static_cast<Action>(i) == Action::kDirectory);
        else
          co_await action(static_cast<Action>(i));
      }
    if (spec_.glob) {
      for (std::string& match : co_await expand_glob(sh_, *spec_.glob)) out_.push_back(std::move(match));
    }
    if (spec_.words) co_await from_list(*spec_.words);
    if (spec_.function) co_await from_function(*spec_.function);
    if (spec_.command) co_await from_command(*spec_.command);
    if (spec_.filter && !spec_.filter->empty()) filter(*spec_.filter);
    for (std::string& w : out_) {
      if (memory::exceeded()) break;   // the process is about to be ended
      if (spec_.prefix) w.insert(0, *spec_.prefix);
      if (spec_.suffix) w += *spec_.suffix;
    }
    if (spec_.has(CompletionOption::kPlusdirs) || (out_.empty() && spec_.has(CompletionOption::kDirnames))) files(true);
    if (out_.empty() && spec_.has(CompletionOption::kDefault)) files(false);
    co_return std::move(out_);
  }

 private:
  void add(std::string_view text) {
    if (text.starts_with(word_)) out_.emplace_back(text);
  }

  // Files whose path begins with the word.
  void files(bool only_directories) {
    const std::size_t slash = word_.rfind('/');
    const std::string prefix = slash == word_.npos ? std::string() : word_.substr(0, slash + 1);
    const std::string_view start = std::string_view(word_).substr(prefix.size());
    std::string directory = prefix.empty() ? "." : prefix;
    if (directory.starts_with("~/")) directory.replace(0, 1, std::string(sh_.value(sh_.known().home).value_or("")));
    const Process& p = sh_.process();
    auto ino = p.fs().resolve(p.caller(), directory);
    auto entries = ino ? p.fs().list(*ino) : fail(ino.error());
    if (!entries) return;
    for (const vfs::DirEntry& e : *entries) {
      if (!e.name.starts_with(start)) continue;
      if (only_directories) {
        auto stat = p.fs().stat(p.caller(), directory + "/" + e.name);
        if (!stat || stat->type != vfs::Type::kDirectory) continue;
      }
      out_.push_back(prefix + e.name);
    }
  }

  void programs() {
    std::string_view path = sh_.value(sh_.known().path).value_or("");
    const Process& p = sh_.process();
    while (!path.empty()) {
      const std::size_t colon = path.find(':');
      const std::string directory(path.substr(0, colon));
      auto ino = p.fs().resolve(p.caller(), directory.empty() ? "." : directory);
      auto entries = ino ? p.fs().list(*ino) : fail(ino.error());
      if (entries)
        for (const vfs::DirEntry& e : *entries)
          if (e.name.starts_with(word_) && p.fs().access(p.caller(), directory + "/" + e.name, vfs::kExecutable)) out_.push_back(e.name);
      if (colon == path.npos) break;
      path.remove_prefix(colon + 1);
    }
  }

  // First fields of the lines of a file: users, groups, services, hosts.
  Task<> fields(std::string file, char separator, bool hosts = false) {
    auto text = co_await read_file(sh_.process(), file);
    if (!text) co_return;
    Words found;
    for (std::string_view rest = *text; !rest.empty();) {
      const std::size_t end = rest.find('\n');
      std::string_view line = rest.substr(0, end);
      rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
      line = line.substr(0, line.find('#'));
      if (hosts) {
        Words names;
        split_fields(sh_, line, names);
        for (std::size_t i = 1; i < names.size(); ++i) found.push_back(names[i]);
      } else {
        line = line.substr(0, separator ? line.find(separator) : line.find_first_of(" \t"));
        if (!line.empty()) found.emplace_back(line);
      }
    }
    for (const std::string& name : found) add(name);
  }

  void jobs(Action which) {
    sh_.update_jobs();
    for (auto it = sh_.jobs.rbegin(); it != sh_.jobs.rend(); ++it) {
      const JobEntry& job = **it;
      if (which == Action::kRunning && job.state != JobEntry::State::kRunning) continue;
      if (which == Action::kStopped && job.state != JobEntry::State::kStopped) continue;
      add(std::string_view(job.text).substr(0, job.text.find(' ')));
    }
  }
  void variables(std::uint16_t attributes) {
    for (const NameId id : sh_.variables.sorted(word_)) {
      const Variable* v = sh_.variables.find(id);
      if (v && (attributes ? v->has(attributes) : v->is_set() || v->has(kDynamic))) out_.emplace_back(sh_.names().text(id));
    }
  }
  void builtins(bool enabled, bool disabled) {
    for (const Builtin* b : Builtin::sorted())
      if (sh_.find_builtin(b->name) ? enabled : disabled) add(b->name);
  }
  void aliases() {
    for (const auto& [name, value] : sh_.aliases.get()) add(name);
  }

  Task<> action(Action a) {
    switch (a) {
      case Action::kAlias: aliases(); break;
      case Action::kBuiltin: builtins(true, true); break;
      case Action::kEnabled: builtins(true, false); break;
      case Action::kDisabled: builtins(false, true); break;
      case Action::kCommand:
        aliases();
        for (const std::string_view k : shell_keywords()) add(k);
        for (const std::string& name : function_names(sh_)) add(name);
        builtins(true, false);
        programs();
        break;
      case Action::kFunction:
        for (const std::string& name : function_names(sh_)) add(name);
        break;
      case Action::kKeyword:
        for (const std::string_view k : shell_keywords()) add(k);
        break;
      case Action::kExport: variables(kExport); break;
      case Action::kVariable: variables(0); break;
      case Action::kArrayvar: variables(kIndexed); break;
      case Action::kJob:
      case Action::kRunning:
      case Action::kStopped: jobs(a); break;
      case Action::kGroup: co_await fields("/etc/group", ':'); break;
      case Action::kUser: co_await fields("/etc/passwd", ':'); break;
      case Action::kService: co_await fields("/etc/services", 0); break;
      case Action::kHostname: co_await fields("/etc/hosts", 0, true); break;
      case Action::kHelptopic:
        for (const HelpTopic& t : help_topics()) add(t.name);
        break;
      case Action::kSetopt:
        for (auto i = static_cast<unsigned>(ShellOption::kAllexport); i < static_cast<unsigned>(ShellOptions::kFirstShopt); ++i)
          add(ShellOptions::name(static_cast<ShellOption>(i)));
        break;
      case Action::kShopt:
        for (auto i = static_cast<unsigned>(ShellOptions::kFirstShopt); i < static_cast<unsigned>(ShellOptions::kEndShopt); ++i)
          add(ShellOptions::name(static_cast<ShellOption>(i)));
        break;
      case Action::kBinding:
        for (std::string_view rest = editing_commands(); !rest.empty();) {
          const std::size_t size = std::min(rest.find(' '), rest.size());
          add(rest.substr(0, size));
          rest.remove_prefix(std::min(size + 1, rest.size()));
        }
        break;
      case Action::kSignal:
        add("EXIT");
        for (int s = 1; s < kSignals; ++s)
          if (const std::string name = signal_name(s); !name.empty()) add("SIG" + name);
        for (const std::string_view pseudo : {"DEBUG", "ERR", "RETURN"}) add(pseudo);
        break;
      default: break;    // key bindings: there is no line editor
    }
  }

  // -W: split by IFS outside quotes; each word is expanded but not matched against files.
  Task<> from_list(std::string list) {
    Fields fields;
    const bool noglob = sh_.on(ShellOption::kNoglob);
    sh_.options.set(ShellOption::kNoglob, true);
    for (const std::string& piece : split_list(list)) {
      const ParsedWord parsed = parse_word(piece, WordMode::kWord, sh_.names(), sh_.parser_options());
      if (!parsed.word) continue;
      Fields some;
      if (co_await expand_word(sh_, *parsed.word, some))
        for (std::string& f : some) fields.push_back(std::move(f));
      if (sh_.process().spent(10)) co_await sh_.process().spend(0);
    }
    sh_.options.set(ShellOption::kNoglob, noglob);
    for (const std::string& f : fields) add(f);
  }
  Words split_list(std::string_view list) {
    const Environment::Ifs& ifs = sh_.ifs();
    Words words;
    std::string word;
    bool any = false;
    char quote = 0;
    int depth = 0;      // of $( ) and ${ }
    for (std::size_t i = 0; i < list.size(); ++i) {
      const char c = list[i];
      if (quote) {
        if (c == quote) quote = 0;
        else if (c == '\\' && quote == '"' && i + 1 < list.size()) word += list[i++];
      } else if (c == '\\' && i + 1 < list.size()) {
        word += list[i++];
      } else if (c == '\'' || c == '"' || c == '`') {
        quote = c;
      } else if (c == '$' && i + 1 < list.size() && (list[i + 1] == '(' || list[i + 1] == '{')) {
        ++depth;
        word += list[i++];
      } else if (depth && (c == ')' || c == '}')) {
        --depth;
      } else if (!depth && ifs.separator[static_cast<unsigned char>(c)]) {
        if (any) words.push_back(std::move(word));
        word.clear();
        any = false;
        continue;
      }
      word += list[i];
      any = true;
    }
    if (any) words.push_back(std::move(word));
    return words;
  }

  // -F: the function sets COMPREPLY.
  Task<> from_function(std::string name) {
    const Function* f = sh_.find_function(name);
    if (!f) {
      sh_.report("completion: function `" + name + "' not found");
      co_return;
    }
    const NameId reply = sh_.names().intern("COMPREPLY");
    (void)sh_.variables.unset(reply);
    const NameId key = sh_.names().intern("COMP_KEY"), type = sh_.names().intern("COMP_TYPE");
    for (const NameId id : {key, type}) sh_.variables.own(id).set_text("0");   // of the line editor, which is not here
    Fields argv{name, "compgen", word_, ""};
    const std::string_view outer = sh_.command_name;
    (void)co_await sh_.call_function(Ref<const Function>(f), name, argv);
    sh_.command_name = outer;
    for (const NameId id : {key, type}) (void)sh_.variables.unset(id);
    const bool failed = sh_.flow == Flow::kDiscard || sh_.flow == Flow::kTopLevel;
    if (failed) sh_.flow = Flow::kNormal;
    const Variable* v = sh_.lookup(reply);
    if (!v || failed) co_return;
    if (v->indexed())
      for (std::string& w : v->indexed()->values()) out_.push_back(std::move(w));
    else if (v->is_set() && !v->is_array()) out_.emplace_back(v->text());
    (void)sh_.variables.unset(reply);
  }
  // -C: the lines that a command prints.
  Task<> from_command(std::string command) {
    const std::string text = command + " compgen '" + word_ + "' ''";
    const ParsedWord parsed = parse_word("$(" + text + ")", WordMode::kQuoted, sh_.names(), sh_.parser_options());
    if (!parsed.word) co_return;
    auto output = co_await expand_string(sh_, *parsed.word);
    if (!output) co_return;
    for (std::string_view rest = *output; !rest.empty();) {
      const std::size_t end = rest.find('\n');
      out_.emplace_back(rest.substr(0, end));
      rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    }
  }

  // -X: takes away what matches, or with ! what does not; & is the word.
  void filter(std::string pattern) {
    const bool keep = pattern.starts_with('!');
    if (keep) pattern.erase(0, 1);
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      if (pattern[i] == '\\' && i + 1 < pattern.size()) {
        if (pattern[i + 1] != '&') text += pattern[i];
        text += pattern[++i];
      } else if (pattern[i] == '&') {
        if (!memory::can_append(text, word_.size())) return sh_.process().out_of_memory();
        text += word_;
      } else {
        text += pattern[i];
      }
    }
    const Pattern p = Pattern::compile(text, {.extglob = true, .nocase = sh_.on(ShellOption::kNocasematch), .utf8 = sh_.utf8()});
    std::erase_if(out_, [&](const std::string& w) { return p.matches(w) != keep; });
  }

  Shell& sh_;
  const CompletionSpec& spec_;
  const std::string word_;
  Words out_;
};

Task<int> compgen_main(Shell& sh, Fields& argv) {
  if (argv.size() == 1) co_return 0;
  CompletionArguments a;
  if (const int bad = parse_completion(sh, argv, true, a)) co_return bad;
  const std::string word = a.first < argv.size() ? argv[a.first] : std::string();
  if (a.spec.function) sh.complain("warning: -F option may not work as you expect");
  if (a.spec.command) sh.complain("warning: -C option may not work as you expect");
  Completer completer(sh, a.spec, word);
  const Words words = co_await completer.run();
  for (const std::string& w : words) sh.print(w + "\n");
  co_return words.empty() ? 1 : 0;
}
const Builtin kCompgen("compgen", compgen_main);

}  // namespace

std::string_view editing_commands() { return kEditingCommands; }
}  // namespace nacre
