// The machine that runs arithmetic programs. It is plain synchronous code with its own stacks; run() comes back when it
// is done, when a subscript must be expanded as a word (that may run commands), or when it has worked for long.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/expand/arith_program.h"
#include "src/expand/environment.h"
#include "src/expand/outcome.h"

namespace nacre {

class ArithMachine {
 public:
  enum class Stop : std::uint8_t {
    kDone,    // value() is the result
    kExpand,  // expand expansion() (as a key of an associative array when expands_key()), give it to expanded(), run()
              // again
    kPause,   // long work: spend fuel and run() again
    kFailed,  // reported; failure() says how far it reaches
  };
  ArithMachine(Environment& env, Ref<const ArithProgram> program);
  ArithMachine(ArithMachine&& other) noexcept;
  Stop run();

  std::int64_t value() const { return value_; }
  Abort failure() const { return failure_; }
  const std::string& expansion() const { return pending_; }
  bool expands_key() const { return elements_.back().associative; }
  void expanded(std::string text);

 private:
  // An array element that is about to be read or written.
  struct Element {
    NameId name = kNoName;
    std::string_view text;   // the subscript as written, for messages; in the program that it stands in
    std::string key;         // of an associative array
    std::int64_t index = 0;  // of an indexed array; negative: from the end
    bool associative = false;
    bool again = false;      // its index lies before the array: an assignment evaluates the subscript once more
    bool bad = false;        // reported already: reads as 0, stores nothing
  };
  // kRest: for the rest of an instruction that waited, which is no level of its own.
  enum class Use : std::uint8_t { kValue, kIndex, kRest };
  // An evaluation that waits for another one to end, and what it wants it for.
  struct Frame {
    Ref<const ArithProgram> program;
    std::uint32_t pc;
    Use use;
  };

  // Each gives false when the program has changed (another one was entered) or run() has to come back. What is not in
  // every loop stays out of run(): engines optimize a function as a whole, and a large one for long.
  bool load(const ArithInstruction& in);
  [[gnu::noinline]] bool load_slow(const ArithInstruction& in);
  bool load_text(std::string_view text, std::int64_t position);
  bool store(NameId id, std::int64_t n);
  [[gnu::noinline]] bool store_slow(NameId id, std::int64_t n);
  [[gnu::noinline]] bool increment(const ArithInstruction& in);
  [[gnu::noinline]] bool increment_slow(const ArithInstruction& in);
  [[gnu::noinline]] bool subscript(const ArithInstruction& in);
  [[gnu::noinline]] bool load_element(std::int64_t position);
  [[gnu::noinline]] bool store_element(std::int64_t n);
  [[gnu::noinline]] bool store_again(std::int64_t n, int change);
  [[gnu::noinline]] bool increment_element(ArithOp op);
  [[gnu::noinline]] bool increment_later(bool up, bool after, ArithInstruction store);
  bool full() const { return frames_.size() - rests_ >= kMaxFrames; }
  bool binary(const ArithInstruction& in);
  [[gnu::noinline]] bool divide(const ArithInstruction& in, std::int64_t b);
  [[gnu::noinline]] bool enter(Ref<const ArithProgram> program, Use use, std::int64_t position);
  [[gnu::noinline]] bool enter_text(std::string_view text, Use use, std::int64_t position);
  [[gnu::noinline]] bool leave();

  [[gnu::noinline]] bool error(std::uint32_t message, std::int64_t position, std::size_t end = std::string_view::npos,
                               bool in_subscript = false);
  [[gnu::noinline]] bool unbound(std::string_view name);
  [[gnu::noinline]] bool readonly(NameId id);
  bool index_of(const Element& e, std::int64_t& index);
  void push(std::int64_t n) { stack_[size_++] = n; }
  [[gnu::noinline]] void reserve(std::uint32_t more);

  static constexpr std::size_t kInline = 24;
  static constexpr std::size_t kMaxFrames = 1022;
  Environment& env_;
  Ref<const ArithProgram> program_;
  std::uint32_t pc_ = 0;
  Stop stop_ = Stop::kDone;
  Abort failure_;
  std::int64_t* stack_ = inline_;
  std::size_t size_ = 0, capacity_ = kInline;
  std::int64_t value_ = 0;
  std::vector<std::int64_t> large_;
  std::vector<Frame> frames_;
  std::size_t rests_ = 0;    // frames of kRest
  std::vector<Element> elements_;
  std::string pending_;
  std::uint32_t work_ = 0;
  bool index_due_ = false;   // elements_.back().index comes from the text given to expanded()
  std::int64_t inline_[kInline];
};

}  // namespace nacre
