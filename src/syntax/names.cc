// The name table: open addressing over 32-bit hashes; the bytes of names live in blocks that never move.
#include "src/syntax/names.h"

namespace nacre {
namespace {

constexpr std::size_t kBlockSize = 4096;

std::uint32_t hash_text(std::string_view text) {
  std::uint32_t h = 2166136261u;
  for (unsigned char c : text) h = (h ^ c) * 16777619u;
  return h ^ (h >> 15);
}

}  // namespace

NameTable::NameTable() : slots_(256) { texts_.push_back({}); }

std::uint32_t NameTable::slot_of(std::string_view text, std::uint32_t hash) const {
  const std::uint32_t mask = static_cast<std::uint32_t>(slots_.size()) - 1;
  std::uint32_t at = hash & mask;
  while (slots_[at].id != kNoName && (slots_[at].hash != hash || texts_[slots_[at].id] != text)) at = (at + 1) & mask;
  return at;
}

NameId NameTable::find(std::string_view text) const { return slots_[slot_of(text, hash_text(text))].id; }

NameId NameTable::intern(std::string_view text) {
  const std::uint32_t hash = hash_text(text);
  std::uint32_t at = slot_of(text, hash);
  if (slots_[at].id != kNoName) return slots_[at].id;
  if (texts_.size() * 2 > slots_.size()) {
    grow();
    at = slot_of(text, hash);
  }
  if (storage_.empty() || storage_.back().capacity() - storage_.back().size() < text.size()) {
    storage_.emplace_back();
    storage_.back().reserve(text.size() > kBlockSize ? text.size() : kBlockSize);
  }
  std::string& block = storage_.back();
  const std::size_t start = block.size();
  block.append(text);
  texts_.push_back(std::string_view(block).substr(start));
  const NameId id = static_cast<NameId>(texts_.size() - 1);
  slots_[at] = {hash, id};
  return id;
}

void NameTable::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  const std::uint32_t mask = static_cast<std::uint32_t>(slots_.size()) - 1;
  for (const Slot& slot : old) {
    if (slot.id == kNoName) continue;
    std::uint32_t at = slot.hash & mask;
    while (slots_[at].id != kNoName) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

bool is_name(std::string_view text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  for (char c : text) {
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_')) return false;
  }
  return true;
}

}  // namespace nacre
