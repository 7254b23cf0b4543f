// Arguments of tools: checked and converted as Flue's runtime does it, so that a model reads the same complaint.
//
// They come as JSON text, read by simdjson, or, where the host has an object, as a list of keys and values.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>

#include "src/base/wire.h"
#include "src/session/session_env.h"

namespace nacre {

struct Parameter {
  enum class Type : std::uint8_t { kString, kNumber, kBoolean };
  std::string_view name;
  Type type = Type::kString;
  bool required = false;
};

class Arguments {
 public:
  static constexpr std::size_t kMax = 4;
  struct Value {
    bool given = false;
    std::string_view text;  // of a string; of a number as JavaScript prints it
    double number = 0;
    bool truth = false;
  };

  Arguments(std::string_view tool, std::span<const Parameter> parameters) : tool_(tool), parameters_(parameters) {}
  // A list: how many, then key, type (Raw::Type) and text of each. Texts stay where the reader has them.
  Outcome<> read_list(wire::Reader& in);
  Outcome<> read_json(std::string_view json);
  const Value& operator[](std::size_t i) const { return values_[i]; }

 private:
  struct Raw {
    enum class Type : std::uint8_t { kAbsent, kNull, kFalse, kTrue, kNumber, kString, kOther };
    Type type = Type::kAbsent;
    std::string_view text;
  };
  Raw* find(std::string_view key);
  Outcome<> check();
  bool convert(const Parameter& p, Raw& raw, Value& value);
  std::unexpected<Failure> invalid(std::string_view issues) const;
  std::string_view tool_;
  std::span<const Parameter> parameters_;
  std::array<Raw, kMax> raw_;
  std::array<Value, kMax> values_;
  std::deque<std::string> texts_;  // those that are nowhere else
};

}  // namespace nacre
