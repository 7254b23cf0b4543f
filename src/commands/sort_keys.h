// The keys of sort: their specifications (-k, the ordering options), and how lines compare by them.
//
// Lines carry a prefix, 64 bits whose order agrees with that of the first key as far as it tells: most comparisons are one
// of two numbers, and only equal prefixes make the keys be compared in full.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/process/process.h"

namespace nacre::sorting {

inline constexpr std::size_t kNone = SIZE_MAX;

// What is ignored of a text key.
enum class Ignore : std::uint8_t { kNothing, kNonDictionary, kNonPrinting };

struct Key {
  std::size_t start_field = kNone, start_char = 0;   // from 0; kNone: the start of the line
  std::size_t end_field = kNone, end_char = 0;       // kNone: the end of the line; end_char 0: the end of the field
  bool skip_start_blanks = false, skip_end_blanks = false, fold = false, numeric = false, general = false, human = false,
       month = false, random = false, version = false, reverse = false, traditional = false;
  Ignore ignore = Ignore::kNothing;

  bool is_number() const { return numeric || general || human; }
  // Says nothing of order but perhaps -r: then the global options apply.
  bool is_default() const {
    return !(skip_start_blanks || skip_end_blanks || fold || is_number() || month || random || version ||
             ignore != Ignore::kNothing);
  }
  // The ordering options as letters: "nr".
  std::string letters() const;
  // Words of the error, when options do not go together ("options '-gn' are incompatible").
  std::string conflict() const;
};

// Sets options from text[i...], and moves on to what is none.
enum class Blanks : std::uint8_t { kStart, kEnd, kBoth };
void read_letters(std::string_view text, std::size_t& i, Key& key, Blanks which);
// -k's argument. Gives the words of an error, or none. `p` is for quoting.
std::string parse_key(const Process& p, std::string_view text, Key& key);
// The old +POS1 [-POS2]; false when it is none (and an operand). `end` may be empty.
bool parse_old_key(const Process& p, std::string_view start, std::string_view end, Key& key, std::string& error);

struct Line {
  std::uint64_t prefix;
  const char* text;
  std::uint32_t size;
  std::uint32_t number;          // in the order of input: what breaks ties when stability is asked for
  std::string_view view() const { return {text, size}; }
};

// The order of lines.
class Order {
 public:
  std::vector<Key> keys;
  int tab = -1;                  // -1: fields start with blanks
  bool reverse = false, unique = false, stable = false;
  std::string salt;              // of -R

  // To be called when all is set.
  void prepare();
  std::uint64_t prefix_of(std::string_view line) const;
  // By keys, then by bytes unless unique or stable. Below 0, 0, above 0.
  int compare(const Line& a, const Line& b) const {
    if (a.prefix != b.prefix) return a.prefix < b.prefix ? -1 : 1;
    return compare_full(a.view(), b.view());
  }
  // For sorting: compare() and then the order of input.
  bool before(const Line& a, const Line& b) const {
    if (a.prefix != b.prefix) return a.prefix < b.prefix;
    const int c = compare_full(a.view(), b.view());
    return c ? c < 0 : a.number < b.number;
  }
  // The part of the line that the key is.
  std::string_view part(std::string_view line, const Key& key) const;
  // --debug: the underlines of a line.
  void annotate(std::string_view line, std::string& out) const;
  // --debug: what is worth a warning. `global` are the options before the keys, alone when there is no -k.
  std::vector<std::string> warnings(const Process& p, const Key& global, bool global_only) const;

 private:
  std::size_t field_start(std::string_view line, const Key& key) const;
  std::size_t field_end(std::string_view line, const Key& key) const;
  int compare_full(std::string_view a, std::string_view b) const;
  int compare_key(const Key& key, std::string_view a, std::string_view b) const;
  std::string_view tight_part(std::string_view line, const Key& key) const;
  bool plain_ = true;            // no keys: whole lines by bytes
};

}  // namespace nacre::sorting
