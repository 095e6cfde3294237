// Looks up rules.
#include "core/text/pieces/charsmap.h"

#include <cstring>

#include "core/text/utf8.h"

namespace mtgauge {

std::optional<Charsmap> Charsmap::Make(std::string_view compiled) {
  Charsmap map;
  if (compiled.empty()) return map;
  uint32_t bytes;
  if (compiled.size() <= sizeof(bytes)) return std::nullopt;
  std::memcpy(&bytes, compiled.data(), sizeof(bytes));
  compiled.remove_prefix(sizeof(bytes));
  if (bytes >= compiled.size() || bytes == 0 || bytes % 1024 != 0) return std::nullopt;
  map.units_.resize(bytes / sizeof(uint32_t));
  std::memcpy(map.units_.data(), compiled.data(), bytes);
  map.texts_ = compiled.substr(bytes);
  if (!map.IsSound()) return std::nullopt;
  return map;
}

// Checks that no walk leaves the arrays and that all replacements are UTF-8.
bool Charsmap::IsSound() const {
  const size_t size = units_.size();
  for (size_t i = 0; i < size; ++i) {
    const uint32_t unit = units_[i];
    if ((unit & kLeaf) != 0) {
      if ((unit & ~kLeaf) >= texts_.size()) return false;
      continue;
    }
    const size_t children = i ^ Base(unit);
    if ((children | 0xFF) >= size) return false;
    if (HasLeaf(unit) && (units_[children] & kLeaf) == 0) return false;
  }
  return !HasLeaf(units_[0]) && !texts_.empty() && texts_.back() == '\0' && IsValidUtf8(texts_);
}

bool Charsmap::Walk(uint32_t& children, uint8_t byte, bool& ends) const {
  const uint32_t at = children ^ byte;
  const uint32_t unit = units_[at];
  if ((unit & (kLeaf | 0xFF)) != byte) return false;
  children = at ^ Base(unit);
  ends = HasLeaf(unit);
  return true;
}

Charsmap::Rule Charsmap::Longest(std::string_view text) const {
  Rule rule;
  if (units_.empty()) return rule;
  uint32_t children = Base(units_[0]), value = 0;
  bool ends = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!Walk(children, static_cast<uint8_t>(text[i]), ends)) break;
    if (!ends) continue;
    rule.length = i + 1;
    value = units_[children] & ~kLeaf;
  }
  if (rule.length > 0) rule.text = texts_.c_str() + value;
  return rule;
}

bool Charsmap::Replaces(uint8_t byte) const {
  if (units_.empty()) return false;
  uint32_t children = Base(units_[0]);
  bool ends = false;
  return Walk(children, byte, ends) && ends;
}

bool Charsmap::MayGoOn(uint8_t byte, uint8_t behind) const {
  if (units_.empty()) return false;
  uint32_t children = Base(units_[0]);
  bool ends = false;
  return Walk(children, byte, ends) && Walk(children, behind, ends);
}

}  // namespace mtgauge
