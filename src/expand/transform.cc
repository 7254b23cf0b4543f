// Transformations of values: quoting, declarations, attributes, case.
#include "src/expand/transform.h"

#include "src/expand/operators.h"
#include "src/expand/quote.h"

namespace nacre {
namespace {

// ${x@A}; ${a[@]@A} and ${@@A}, whose words are separate fields.
void as_assignment(Environment& env, const Reference& r, Value& v) {
  const bool utf8 = env.utf8();
  if (r.kind == ParamKind::kSpecial && r.list()) {
    if (!v.set) return;
    for (std::string& s : v.items) s = quote_transform(s, utf8);
    if (r.star()) {
      v = Value{.set = true, .text = "set -- " + join_star(env, v.items)};
      return;
    }
    v.items.insert(v.items.begin(), {"set", "--"});
    return;
  }
  if (r.kind != ParamKind::kNamed) {
    v = Value{};
    return;
  }
  const Variable* x = env.lookup(r.name);
  const std::string_view name = env.names().text(r.name);
  if (!x) {
    v = Value{.list = v.list, .star = v.star};
    return;
  }
  const std::string letters = attribute_letters(x->attributes);
  if (r.list() && x->is_array()) {
    std::string assignment(name);
    if (x->is_set()) assignment += "=" + array_text(*x, utf8);
    v.items = {"declare", "-" + letters, std::move(assignment)};
    v.set = true;
    return;
  }
  if (r.list()) {
    v.list = false;
    v.text = x->text();
  }
  std::string text;
  if (!letters.empty()) text = "declare -" + letters + " ";
  if (!v.set && letters.empty()) {
    v.text.clear();
    return;
  }
  text += name;
  if (v.set) text += "=" + quote_transform(v.text, utf8);
  v = Value{.set = true, .text = std::move(text)};
}

// ${a[@]@K}: one string of quoted pairs. ${a[@]@k}: separate words.
void as_pairs(Environment& env, const Reference& r, Value& v, bool words) {
  const bool utf8 = env.utf8();
  const Variable* x = r.kind == ParamKind::kNamed ? env.lookup(r.name) : nullptr;
  if (!r.list() || !x || !x->is_array()) {
    if (!v.list) {
      if (v.set) v.text = quote_transform(v.text, utf8);
    } else {
      for (std::string& s : v.items) s = quote_transform(s, utf8);
    }
    return;
  }
  std::vector<std::string> out;
  std::string text;
  const auto add = [&](std::string_view key, const std::string& value, bool assoc) {
    if (words) {
      out.emplace_back(key);
      out.push_back(value);
      return;
    }
    if (!assoc && !text.empty()) text += ' ';
    text += assoc ? quote_key(key, utf8) : std::string(key);
    text += ' ' + quote_double(value, utf8);
    if (assoc) text += ' ';
  };
  if (x->indexed()) x->indexed()->each([&](std::int64_t i, const std::string& s) { add(std::to_string(i), s, false); });
  if (x->assoc()) x->assoc()->each([&](std::string_view k, const std::string& s) { add(k, s, true); });
  if (words) {
    v.items = std::move(out);
  } else {
    if (!text.empty() || !v.list) v = Value{.set = v.set, .text = std::move(text)};
  }
}

void as_attributes(Environment& env, const Reference& r, Value& v) {
  const Variable* x = r.kind == ParamKind::kNamed ? env.lookup(r.name) : nullptr;
  const std::string letters = x ? attribute_letters(x->attributes) : std::string();
  if (v.list) {
    for (std::string& s : v.items) s = letters;
    return;
  }
  v.text = letters;
  v.set = v.set || !letters.empty();
}

}  // namespace

bool transform(Environment& env, char letter, const Reference& r, Value& v) {
  const bool utf8 = env.utf8();
  const auto each = [&](auto&& f) {
    if (!v.set) return;
    if (!v.list) v.text = f(v.text);
    else
      for (std::string& s : v.items) s = f(s);
  };
  switch (letter) {
    case 'Q': each([&](const std::string& s) { return quote_transform(s, utf8); }); return true;
    case 'E': each([&](const std::string& s) { return decode_ansi_c(s, utf8); }); return true;
    case 'U': each([&](const std::string& s) { return to_upper(s, utf8); }); return true;
    case 'L': each([&](const std::string& s) { return to_lower(s, utf8); }); return true;
    case 'u': each([&](const std::string& s) { return capitalize(s, utf8, false); }); return true;
    case 'A': as_assignment(env, r, v); return true;
    case 'K': as_pairs(env, r, v, false); return true;
    case 'k': as_pairs(env, r, v, true); return true;
    case 'a': as_attributes(env, r, v); return true;
    default: return !v.set;
  }
}

}  // namespace nacre
