// Evaluating: from nodes, words and texts to programs, and the coroutine that waits where the machine cannot go on
// alone.
#include "src/expand/arithmetic.h"

#include <memory>

#include "src/expand/arith_machine.h"
#include "src/expand/arith_program.h"
#include "src/expand/expand.h"

namespace nacre {
namespace {

using Number = Outcome<std::int64_t>;

Task<Number> finish(Environment& env, std::unique_ptr<ArithMachine> m, ArithMachine::Stop stop) {
  for (;;) {
    switch (stop) {
      case ArithMachine::Stop::kDone: co_return m->value();
      case ArithMachine::Stop::kFailed: co_return abort_with(m->failure());
      case ArithMachine::Stop::kPause: co_await env.process().spend(2000); break;
      case ArithMachine::Stop::kExpand: {
        Outcome<std::string> text = co_await expand_subscript(env, m->expansion(), m->expands_key());
        if (!text) co_return of_word(text.error());
        m->expanded(std::move(*text));
        break;
      }
    }
    stop = m->run();
  }
}

Task<Number> run(Environment& env, Ref<const ArithProgram> program) {
  ArithMachine m(env, std::move(program));
  const ArithMachine::Stop stop = m.run();
  if (stop == ArithMachine::Stop::kDone) return Task<Number>::ready(m.value());
  if (stop == ArithMachine::Stop::kFailed) return Task<Number>::ready(abort_with(m.failure()));
  return finish(env, std::make_unique<ArithMachine>(std::move(m)), stop);
}

Task<Number> evaluate_later(Environment& env, Task<Outcome<std::string>> expanded) {
  Outcome<std::string> text = co_await std::move(expanded);
  if (!text) co_return of_word(text.error());
  co_return co_await evaluate_text(env, std::move(*text));
}

Task<Number> expand_and_run(Environment& env, const Word& word) {
  Task<Outcome<std::string>> expanded = expand_string(env, word, StringUse::kArith);
  if (!expanded.await_ready()) return evaluate_later(env, std::move(expanded));
  Outcome<std::string> text = expanded.await_resume();
  if (!text) return Task<Number>::ready(of_word(text.error()));
  return evaluate_text(env, std::move(*text));
}

void release_program(const void* p) { static_cast<const ArithProgram*>(p)->release(); }

}  // namespace

Task<Number> evaluate(Environment& env, const Arith& arith) {
  if (arith.compiled) {
    return run(env, Ref<const ArithProgram>(static_cast<const ArithProgram*>(arith.compiled)));
  }
  const Word& word = *arith.word;
  if (!word.is(Word::kConstant)) return expand_and_run(env, word);
  Ref<const ArithProgram> program = compile_arith(word.literal, env.names());
  if (arith.arena) {
    program->retain();
    arith.compiled = program.get();
    arith.arena->on_free(release_program, program.get());
  }
  return run(env, std::move(program));
}

Task<Number> evaluate_text(Environment& env, std::string text) {
  std::int64_t n = 0;
  // Plain decimal numbers, by far the most frequent text.
  if (!text.empty() && text.size() < 18 && (text[0] != '0' || text.size() == 1)) {
    std::size_t i = 0;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) n = n * 10 + (text[i] - '0');
    if (i == text.size()) return Task<Number>::ready(n);
  }
  return run(env, env.arith_cache().get(text, env.names()));
}

Task<Number> evaluate_word(Environment& env, const Word& word) {
  if (word.is(Word::kConstant)) return evaluate_text(env, std::string(word.literal));
  return expand_and_run(env, word);
}

}  // namespace nacre
