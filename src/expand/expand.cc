// Words to fields, strings, patterns: the entries of expand.h.
#include "src/expand/expand.h"

#include <memory>

#include "src/base/memory.h"
#include "src/expand/assign.h"
#include "src/expand/braces.h"
#include "src/expand/parts.h"
#include "src/expand/sink.h"
#include "src/regex/pattern.h"
#include "src/syntax/parser.h"

namespace nacre {
namespace {

using Done = Outcome<>;
using Text = Outcome<std::string>;

ParserOptions parser_options(const Environment& env) {
  ParserOptions o;
  o.extglob = env.on(ShellOption::kExtglob);
  o.posix = env.on(ShellOption::kPosix);
  return o;
}

// ---------------------------------------------------------------- fields

bool is_pattern(Environment& env, const RawField& f) {
  return f.has_pattern && Pattern::has_magic(f.pattern, env.on(ShellOption::kExtglob));
}

Task<Done> glob_fields(Environment& env, std::vector<RawField> fields, Fields& out) {
  for (RawField& f : fields) {
    if (!is_pattern(env, f)) {
      out.push_back(std::move(f.text));
      continue;
    }
    std::vector<std::string> found = co_await expand_glob(env, std::move(f.pattern));
    if (!found.empty()) {
      for (std::string& s : found) out.push_back(std::move(s));
    } else if (env.on(ShellOption::kFailglob)) {
      env.report_error("no match: " + f.text);
      co_return abort_with(Failure::kDiscard);
    } else if (!env.on(ShellOption::kNullglob)) {
      out.push_back(std::move(f.text));
    }
  }
  co_return Done();
}

// Ends the word: its fields, with pathname expansion where one is a pattern.
Task<Done> finish_word(Environment& env, Sink& sink, Fields& out) {
  if (sink.full()) return Task<Done>::ready(abort_with(env.out_of_memory()));
  std::vector<RawField>& fields = sink.finish();
  if (!env.on(ShellOption::kNoglob)) {
    for (const RawField& f : fields)
      if (is_pattern(env, f)) return glob_fields(env, std::move(fields), out);
  }
  for (RawField& f : fields) out.push_back(std::move(f.text));
  return Task<Done>::ready(Done());
}

Task<Done> fields_later(Environment& env, Task<Done> parts, std::unique_ptr<Sink> sink, Fields& out) {
  Done ok = co_await std::move(parts);
  if (!ok) co_return ok;
  co_return co_await finish_word(env, *sink, out);
}

// The parts from one on that cannot be expanded by an attempt.
Task<Done> expand_rest(Environment& env, Span<const WordPart> parts, Sink begun, PartContext context, Fields& out) {
  auto sink = std::make_unique<Sink>(std::move(begun));
  Task<Done> expanded = expand_parts(env, parts, *sink, context, true);
  if (!expanded.await_ready()) return fields_later(env, std::move(expanded), std::move(sink), out);
  if (Done ok = expanded.await_resume(); !ok) return Task<Done>::ready(ok);
  return finish_word(env, *sink, out);
}

Task<Done> expand_plain(Environment& env, const Word& word, Fields& out) {
  Sink sink(env, SinkMode::kFields);
  const PartContext context{.quoted = word.is(Word::kInQuotes)};
  for (std::size_t i = 0; i < word.parts.size(); ++i) {
    Abort abort;
    const Tried t = try_part(env, word.parts[i], sink, context, abort);
    if (t == Tried::kFailed) return Task<Done>::ready(abort_with(abort));
    if (t == Tried::kNot) return expand_rest(env, word.parts.subspan(i), std::move(sink), context, out);
  }
  return finish_word(env, sink, out);
}

// ---------------------------------------------------------------- braces

// Results without anything special are fields as they stand.
bool plain_text(std::string_view s) {
  for (const char c : s) {
    const bool alnum = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!alnum && std::string_view("_-./,:+%=@").find(c) == std::string_view::npos) return false;
  }
  return !s.empty() && s.find('=') == std::string_view::npos;
}

// {z..A} makes a lone ` on the way. At the end of a word it is a character; before more it is an error.
bool unclosed_backquote(std::string_view text, std::size_t& at) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '\'' || text[i] == '`') {
      const std::size_t close = text.find(text[i], i + 1);
      if (close != text.npos) i = close;
      else if (text[i] == '`') return at = i, true;
    }
  }
  return false;
}

Task<Done> expand_one(Environment& env, std::string text, std::uint32_t line, Fields& out) {
  if (std::size_t at; unclosed_backquote(text, at)) {
    if (at + 1 < text.size()) {
      env.report_error("bad substitution: no closing \"`\" in " + text.substr(at));
      co_return abort_with(Failure::kDiscard);
    }
    text.insert(at, 1, '\\');
  }
  const ParsedWord parsed = parse_word(text, WordMode::kWord, env.names(), parser_options(env), line);
  if (!parsed.word) {
    for (const ParseMessage& m : parsed.messages) env.report(m.text);
    co_return abort_with(Failure::kDiscard);
  }
  co_return co_await expand_plain(env, *parsed.word, out);
}

Task<Done> expand_braces(Environment& env, const Word& word, Fields& out) {
  const BraceList list(word.text);
  const std::uint64_t size = list.size();
  if (!list.expands()) co_return co_await expand_plain(env, word, out);
  const std::uint64_t bytes = size > UINT64_MAX / 64 ? UINT64_MAX : size * (sizeof(std::string) + 8);
  if (size > 100'000'000 || !memory::available(bytes)) {
    env.report("brace expansion: failed to allocate memory for " + std::to_string(size) + " elements");
    co_return co_await expand_plain(env, word, out);
  }
  std::string text;
  for (std::uint64_t i = 0; i < size; ++i) {
    text.clear();
    list.append(i, text);
    if (plain_text(text)) {
      out.push_back(text);
    } else {
      Done ok = co_await expand_one(env, text, word.line, out);
      if (!ok) co_return ok;
    }
    if (i % 256 == 255 || text.size() > 4096) {
      if (!memory::available(1 << 16)) {
        co_return abort_with(env.out_of_memory());
      }
      if (env.process().spent(256)) co_await env.process().spend(0);
    }
  }
  co_return Done();
}

Task<Done> expand_words_from(Environment& env, Span<const Word* const> words, std::size_t from, Task<Done> first,
                             Fields& out) {
  Done ok = co_await std::move(first);
  for (std::size_t i = from; ok && i < words.size(); ++i) ok = co_await expand_word(env, *words[i], out);
  co_return ok;
}

// ---------------------------------------------------------------- strings

Text string_of(Environment& env, Sink& sink) {
  if (sink.full()) return abort_with(env.out_of_memory());
  return sink.take();
}

Task<Text> string_later(Environment& env, Task<Done> parts, std::unique_ptr<Sink> sink) {
  Done ok = co_await std::move(parts);
  if (!ok) co_return abort_with(ok.error());
  co_return string_of(env, *sink);
}

Task<Text> string_rest(Environment& env, Span<const WordPart> parts, Sink begun, PartContext context) {
  auto sink = std::make_unique<Sink>(std::move(begun));
  Task<Done> expanded = expand_parts(env, parts, *sink, context, true);
  if (!expanded.await_ready()) return string_later(env, std::move(expanded), std::move(sink));
  if (Done ok = expanded.await_resume(); !ok) return Task<Text>::ready(abort_with(ok.error()));
  return Task<Text>::ready(string_of(env, *sink));
}

// A text parsed and expanded to a string; the tree lives until it is done.
Task<Text> parse_and_expand(Environment& env, std::string text, WordMode mode, bool quoted) {
  const ParsedWord parsed = parse_word(text, mode, env.names(), parser_options(env), env.line);
  if (!parsed.word) {
    for (const ParseMessage& m : parsed.messages) env.report(m.text);
    co_return abort_with(Failure::kDiscard);
  }
  co_return co_await expand_to_string(env, *parsed.word, SinkMode::kString, quoted);
}

}  // namespace

Task<Text> expand_to_string(Environment& env, const Word& word, SinkMode mode, bool quoted) {
  Sink sink(env, mode);
  const PartContext context{.quoted = quoted || word.is(Word::kInQuotes)};
  for (std::size_t i = 0; i < word.parts.size(); ++i) {
    Abort abort;
    const Tried t = try_part(env, word.parts[i], sink, context, abort);
    if (t == Tried::kFailed) return Task<Text>::ready(abort_with(abort));
    if (t == Tried::kNot) return string_rest(env, word.parts.subspan(i), std::move(sink), context);
  }
  return Task<Text>::ready(string_of(env, sink));
}

Task<Done> expand_word(Environment& env, const Word& word, Fields& out) {
  if (word.is(Word::kLiteral)) {
    out.emplace_back(word.literal);
    return Task<Done>::ready(Done());
  }
  if (word.is(Word::kBrace) && env.on(ShellOption::kBraceexpand)) return expand_braces(env, word, out);
  return expand_plain(env, word, out);
}

Task<Done> expand_assignment_braces(Environment& env, const Word& word, Fields& out) {
  const BraceList list(word.text);
  if (!list.expands() || list.size() > 1'000'000) co_return Done();
  for (std::uint64_t i = 0; i < list.size(); ++i) {
    std::string text;
    list.append(i, text);
    const std::size_t op = assignment_operator(text);
    if (op == text.npos) {
      Done ok = co_await expand_one(env, text, word.line, out);
      if (!ok) co_return ok;
      continue;
    }
    Text value = co_await parse_and_expand(env, text.substr(op + 1), WordMode::kAssign, false);
    if (!value) co_return abort_with(value.error());
    out.push_back(text.substr(0, op + 1) + *value);
  }
  co_return Done();
}

Task<Text> expand_compound_as_text(Environment& env, const Assignment& a) {
  std::string_view text = a.word->text;
  text.remove_prefix(std::min(text.find('('), text.size()));
  return parse_and_expand(env, std::string(text), WordMode::kAssign, false);
}

Task<Done> expand_words(Environment& env, Span<const Word* const> words, Fields& out) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    Task<Done> t = expand_word(env, *words[i], out);
    if (!t.await_ready()) return expand_words_from(env, words, i + 1, std::move(t), out);
    if (Done ok = t.await_resume(); !ok) return Task<Done>::ready(ok);
  }
  return Task<Done>::ready(Done());
}

Task<Text> expand_string(Environment& env, const Word& word, StringUse use) {
  if (word.is(Word::kConstant) && !word.is(Word::kHasTilde)) return Task<Text>::ready(std::string(word.literal));
  const SinkMode mode = use == StringUse::kAssign    ? SinkMode::kAssign
                        : use == StringUse::kHereDoc ? SinkMode::kHereDoc
                                                     : SinkMode::kString;
  return expand_to_string(env, word, mode, use == StringUse::kHereDoc || use == StringUse::kArith);
}

Task<Text> expand_number(Environment& env, const Word& word) {
  // a[1] needs no second look.
  const bool plain = word.is(Word::kConstant) && word.text.find('[') == word.text.rfind('[') &&
                     word.text.find_first_of("~'\"\\") == std::string_view::npos;
  bool element = false;
  for (const WordPart& p : word.parts) element |= p.kind == PartKind::kLiteral && p.value.find('[') != std::string_view::npos;
  if (plain || !element) return expand_string(env, word);
  return parse_and_expand(env, std::string(word.text), WordMode::kNumber, false);
}

Task<Text> expand_pattern(Environment& env, const Word& word, bool traced) {
  return expand_to_string(env, word, traced ? SinkMode::kTraced : SinkMode::kPattern);
}
Task<Text> expand_regex(Environment& env, const Word& word) { return expand_to_string(env, word, SinkMode::kRegex); }

static Task<Text> redirect_fields(Environment& env, const Word& word) {
  Fields fields;
  Done ok = co_await expand_word(env, word, fields);
  if (!ok) co_return abort_with(ok.error());
  if (fields.size() != 1) {
    env.report(std::string(word.text) + ": ambiguous redirect");
    co_return abort_with(Failure::kCommand);
  }
  co_return std::move(fields[0]);
}

Task<Text> expand_redirect(Environment& env, const Word& word) {
  if (word.is(Word::kLiteral)) return Task<Text>::ready(std::string(word.literal));
  if (env.on(ShellOption::kPosix) && !env.on(ShellOption::kInteractive) && word.is(Word::kSingleField))
    return expand_to_string(env, word, SinkMode::kString);
  return redirect_fields(env, word);
}

Task<Text> expand_text_in_quotes(Environment& env, std::string text) {
  if (text.find_first_of("$`\\") == std::string::npos) return Task<Text>::ready(std::move(text));
  return parse_and_expand(env, std::move(text), WordMode::kQuoted, true);
}

Task<Text> expand_subscript(Environment& env, std::string text, bool key) {
  if (text.find_first_of(key ? "$`\"'\\" : "$`\"'\\~") == std::string::npos) return Task<Text>::ready(std::move(text));
  if (key && text[0] == '~') text.insert(0, 1, '\\');
  return parse_and_expand(env, std::move(text), key ? WordMode::kWord : WordMode::kArith, !key);
}

}  // namespace nacre
