// See arguments.h.
#include "src/tools/arguments.h"

#include <simdjson.h>

#include <algorithm>
#include <cmath>

#include "src/base/extended.h"
#include "src/base/memory.h"
#include "src/session/text.h"

namespace nacre {
namespace {

bool same_word(std::string_view text, std::string_view word) {
  return text.size() == word.size() && std::equal(text.begin(), text.end(), word.begin(), [](char a, char b) { return (a | 32) == b; });
}

// A string as JavaScript's Number() reads it; NaN for none.
double to_number(std::string_view text) {
  text = trim(text);
  if (text.empty() || same_word(text, "false")) return 0;
  if (same_word(text, "true")) return 1;
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  if (text.find_first_not_of(hex ? "0123456789abcdefABCDEFxX" : "0123456789+-.eE") != text.npos) return NAN;
  const ParsedExtended parsed = parse_extended(text);
  const double value = parsed.value.to_double();
  return parsed.size == text.size() && std::isfinite(value) ? value : NAN;
}

// A scalar as JSON has it. (simdjson looks only at its first byte when the value is not asked for.)
bool is_scalar(std::string_view text) {
  if (text == "true" || text == "false" || text == "null") return true;
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t from = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    return at > from;
  };
  const auto one_of = [&](std::string_view set) { return at < text.size() && set.contains(text[at]) && ++at > 0; };
  one_of("-");
  if (!one_of("0") && !digits()) return false;
  if (one_of(".") && !digits()) return false;
  if (one_of("eE")) {
    one_of("+-");
    if (!digits()) return false;
  }
  return at == text.size();
}

}  // namespace

Arguments::Raw* Arguments::find(std::string_view key) {
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    if (parameters_[i].name == key) return &raw_[i];
  return nullptr;
}

std::unexpected<Failure> Arguments::invalid(std::string_view issues) const {
  return std::unexpected<Failure>({.kind = Failure::Kind::kArguments,
                                   .text = "Validation failed for tool \"" + std::string(tool_) + "\":" + std::string(issues)});
}

Outcome<> Arguments::read_list(wire::Reader& in) {
  const std::uint32_t count = in.u32();
  if (count == UINT32_MAX) return invalid("\n  - root: must be object");
  for (std::uint32_t i = 0; i < count && !in.done(); ++i) {
    Raw* raw = find(in.string());
    const auto type = static_cast<Raw::Type>(in.u32());
    const std::string_view text = in.string();
    if (raw) *raw = {type, text};
  }
  return check();
}

Outcome<> Arguments::read_json(std::string_view given) {
  // simdjson takes 4 bytes for each of the text's, and room behind it.
  const std::size_t size = given.size();
  if (!memory::available(6 * std::uint64_t{size} + simdjson::SIMDJSON_PADDING)) return failure("The tool's arguments are too long");
  std::string json(given);
  json.resize(size + simdjson::SIMDJSON_PADDING);
  using namespace simdjson::ondemand;
  parser reader;
  document all;
  object fields;
  const auto malformed = [&](simdjson::error_code e) {
    return invalid("\n  - root: must be JSON (" + std::string(simdjson::error_message(e)) + ")");
  };
  if (auto e = reader.iterate(json.data(), size, json.size()).get(all)) return malformed(e);
  json_type root;
  if (auto e = all.type().get(root)) return malformed(e);
  if (root != json_type::object) return invalid("\n  - root: must be object");
  if (auto e = all.get_object().get(fields)) return malformed(e);
  for (auto each : fields) {
    field one;
    if (auto e = std::move(each).get(one)) return malformed(e);
    std::string_view key, text;
    if (auto e = one.unescaped_key(true).get(key)) return malformed(e);
    Raw* raw = find(key);
    value v = one.value();
    json_type type;
    if (auto e = v.type().get(type)) return malformed(e);
    Raw got;
    switch (type) {
      case json_type::string:
        got.type = Raw::Type::kString;
        if (auto e = v.get_wobbly_string().get(text)) return malformed(e);
        break;
      case json_type::number: got.type = Raw::Type::kNumber; break;
      case json_type::boolean: got.type = Raw::Type::kFalse; break;
      case json_type::null: got.type = Raw::Type::kNull; break;
      default: got.type = Raw::Type::kOther; break;
    }
    if (type != json_type::string) {
      if (auto e = v.raw_json().get(text)) return malformed(e);
      text = trim(text);
      if (got.type != Raw::Type::kOther && !is_scalar(text)) return malformed(simdjson::TAPE_ERROR);
      if (text == "true") got.type = Raw::Type::kTrue;
    }
    if (!raw) continue;
    got.text = texts_.emplace_back(text);
    *raw = got;
  }
  if (!all.at_end()) return malformed(simdjson::TRAILING_CONTENT);
  return check();
}

bool Arguments::convert(const Parameter& p, Raw& raw, Value& v) {
  using Type = Raw::Type;
  v.given = true;
  if (raw.type == Type::kNull && !p.required) {
    v.given = false;
    return true;
  }
  if (raw.type == Type::kOther) return false;
  switch (p.type) {
    case Parameter::Type::kString:
      if (raw.type == Type::kTrue || raw.type == Type::kFalse) raw.text = raw.type == Type::kTrue ? "true" : "false";
      if (raw.type == Type::kNull) raw.text = "null";
      v.text = raw.text;
      return true;
    case Parameter::Type::kNumber:
      if (raw.type == Type::kTrue || raw.type == Type::kFalse) raw.text = raw.type == Type::kTrue ? "1" : "0";
      v.number = to_number(raw.text);
      if (raw.type == Type::kString) {
        // As JavaScript prints it: a plain whole number is its digits.
        const bool whole = v.number == std::floor(v.number) && std::abs(v.number) < 1e15;
        v.text = whole ? texts_.emplace_back(std::to_string(static_cast<std::int64_t>(v.number))) : trim(raw.text);
      } else {
        v.text = raw.text;
      }
      return std::isfinite(v.number);
    case Parameter::Type::kBoolean:
      v.truth = raw.type == Type::kTrue || raw.text == "1" || same_word(raw.text, "true");
      return v.truth || raw.type == Type::kFalse || raw.text == "0" || same_word(raw.text, "false");
  }
  return false;
}

Outcome<> Arguments::check() {
  std::string missing, issues;
  std::string_view first;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Parameter& p = parameters_[i];
    if (raw_[i].type == Raw::Type::kAbsent) {
      if (!p.required) continue;
      if (first.empty()) first = p.name;
      else missing += ", ";
      missing += p.name;
    } else if (!convert(p, raw_[i], values_[i])) {
      constexpr std::string_view kTypes[] = {"string", "number", "boolean"};
      issues += "\n  - " + std::string(p.name) + ": must be " + std::string(kTypes[static_cast<std::size_t>(p.type)]);
    }
  }
  if (!missing.empty()) issues = "\n  - " + std::string(first) + ": must have required properties " + missing + issues;
  if (!issues.empty()) return invalid(issues);
  return {};
}

}  // namespace nacre
