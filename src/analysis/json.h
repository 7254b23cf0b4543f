// JSON made piece by piece, within a limit of bytes. Commas set themselves. Past the limit nothing more is written and
// full() is true: the text is then of no use.
//
// Strings are bytes of a script: what JSON must escape is escaped, everything else stays, invalid UTF-8 too (a decoder
// shows U+FFFD for it).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace nacre {

class Json {
 public:
  explicit Json(std::size_t limit) : limit_(limit) {}

  void open(char bracket) {
    comma();
    out_ += bracket;
  }
  void close(char bracket) { out_ += bracket; }
  void key(std::string_view name) {
    string(name);
    out_ += ':';
  }
  void string(std::string_view text);
  void number(std::int64_t n) {
    comma();
    out_ += std::to_string(n);
  }
  void word(std::string_view literal) {  // null, true, false, or JSON made before
    comma();
    if (room(literal.size())) out_ += literal;
  }

  void field(std::string_view name, std::string_view text) {
    key(name);
    string(text);
  }
  void field(std::string_view name, const char* text) { field(name, std::string_view(text)); }
  void field(std::string_view name, bool value) {
    key(name);
    word(value ? "true" : "false");
  }
  void field(std::string_view name, std::int64_t value) {
    key(name);
    number(value);
  }
  void null(std::string_view name) {
    key(name);
    word("null");
  }

  bool full() const { return full_; }
  std::string& text() { return out_; }

 private:
  void comma() {
    if (!out_.empty() && out_.back() != '{' && out_.back() != '[' && out_.back() != ':') out_ += ',';
  }
  bool room(std::size_t size);

  std::string out_;
  std::size_t limit_;
  bool full_ = false;
};

}  // namespace nacre
